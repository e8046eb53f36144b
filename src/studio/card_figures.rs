//! The figures of each card from a simulation, as the cards' page shows them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::diagnostics::grouped;
use crate::ir::Ir;
use crate::lab::{CardEffects, SimulationResults, Trials};

/// The figures of each card by id: `{"figures": [{"title", "value"}]}`.
pub type CardFigures = BTreeMap<String, Value>;

/// Formats the figures of each card.
pub(super) fn card_figures(ir: &Ir, results: &SimulationResults) -> CardFigures {
    let Some(cards) = &results.counts.cards else { return CardFigures::new() };
    let share = |Trials { wins, times }: Trials| {
        (times > 0).then(|| format!("{:.0} % of {}", wins as f64 / times as f64 * 100.0, grouped(times)))
    };
    let of_card = |effects: CardEffects| {
        let name = ir.names.find(effects.name)?;
        let figures = [
            ("Wins of players who could have chosen it", effects.offered),
            ("Wins of players who chose it", effects.chosen),
            ("Wins of players who held it", effects.held),
            ("Wins of players who had it at the end", effects.kept),
        ];
        let figures = figures.into_iter().filter_map(|(title, effect)| {
            let mut value = share(effect.so)?;
            if let Some(difference) = effect.difference {
                let points = (difference.share * 100.0).round();
                let sign = if points < 0.0 { "−" } else { "+" };
                value.push_str(&format!(", {sign}{:.0} percentage points", points.abs()));
            }
            Some(json!({ "title": title, "value": value, "marked": effect.marked }))
        });
        Some((name.id.clone(), json!({ "figures": figures.collect::<Vec<Value>>(), "dead": effects.dead })))
    };
    cards.effects(ir).into_iter().filter_map(of_card).collect()
}
