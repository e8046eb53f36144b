//! Differences between two simulations, and which of them are significant.

use std::collections::HashMap;

use super::figures::{Measure, SimulationFigure};
use super::statistics::{FALSE_DISCOVERIES, ShareDifference, difference, difference_of_means, discoveries};

/// The change of a figure between two simulations.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureChange {
    /// The measure, and its subject after a dot.
    pub name: String,
    /// Its value in the first simulation.
    pub before: Measure,
    /// Its value in the second simulation.
    pub after: Measure,
    /// The second value minus the first; between −1 and 1 for shares.
    pub difference: ShareDifference,
    /// True if the difference is significant, corrected for the number of figures compared.
    pub marked: bool,
}

/// Returns the changes of the figures that both simulations have and that have intervals, in the order of
/// `before`.
pub fn changes(before: &[SimulationFigure], after: &[SimulationFigure]) -> Vec<FigureChange> {
    let mut later: HashMap<(&str, &str), Measure> = HashMap::new();
    for figure in after {
        later.entry((figure.what, &figure.of)).or_insert(figure.measure);
    }
    let mut all: Vec<FigureChange> = before
        .iter()
        .filter_map(|figure| {
            let name = figure.name();
            let (before, after) = (figure.measure, *later.get(&(figure.what, figure.of.as_str()))?);
            let difference = match (before, after) {
                (a, b) if let (Some(a), Some(b)) = (a.tries(), b.tries()) => {
                    difference((b.wins, b.times), (a.wins, a.times))?
                }
                (
                    Measure::Mean { count: n, mean: a, deviation: s },
                    Measure::Mean { count: m, mean: b, deviation: t },
                ) => difference_of_means((m, b, t), (n, a, s))?,
                _ => return None,
            };
            Some(FigureChange { name, before, after, difference, marked: false })
        })
        .collect();
    let p: Vec<f64> = all.iter().map(|change| change.difference.p).collect();
    for (change, marked) in all.iter_mut().zip(discoveries(&p, FALSE_DISCOVERIES)) {
        change.marked = marked;
    }
    all
}
