//! The figures of all simulations of a study, as rows.

use super::figure_row::FigureRow;
use super::list_effects::ListEffects;
use super::matchups::Matchups;
use super::study_simulation::StudySimulation;
use crate::lab::{StudyQuestion, figures};

/// Returns the figures of all simulations, preceded by the matchups and effects of lists.
pub fn rows(question: &StudyQuestion, shown: &[StudySimulation]) -> Vec<FigureRow> {
    let of = |s: &StudySimulation| {
        let label = s.label.to_owned();
        figures(s.ir, s.simulation, s.results).into_iter().map(move |figure| {
            let interval = figure.measure.interval();
            FigureRow {
                entry: label.clone(),
                figure: figure.what.into(),
                of: figure.of,
                value: figure.measure.value(),
                low: interval.map(|i| i.low),
                high: interval.map(|i| i.high),
                count: figure.measure.count(),
            }
        })
    };
    let effects = || ListEffects::of(shown).map_or_else(Vec::new, |effects| effects.rows());
    let together = match question {
        StudyQuestion::Decks { lists, pairs } => {
            [Matchups::of(lists, pairs, shown).rows(), effects()].concat()
        }
        StudyQuestion::One => effects(),
        StudyQuestion::Sweep { .. } | StudyQuestion::League { .. } | StudyQuestion::Compare => Vec::new(),
    };
    together.into_iter().chain(shown.iter().flat_map(of)).collect()
}
