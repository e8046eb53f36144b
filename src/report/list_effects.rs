//! Effects of the cards of a list: compares games in which a card appeared with games of the same list, seat
//! and opponent in which it did not.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::figure_row::FigureRow;
use super::grid::{ColumnAlign, TextTable};
use super::study_simulation::StudySimulation;
use crate::ir::{Bringer, NameId};
use crate::lab::{ListCardCount, ShareDifference, Trials, discoveries, stratified};

/// The false discovery rate for differences that are marked significant.
const FALSE_DISCOVERIES: f64 = 0.05;
/// A relation of a card: its name, and the games in which it held.
type CardRelation = (&'static str, fn(&ListCardCount) -> Trials);
const RELATIONS: [CardRelation; 3] =
    [("opening", |card| card.opening), ("drawn", |card| card.drawn), ("played", |card| card.played)];

/// The printed name of a card, its id, and its quantity in the list.
type CardKey = (String, String, u32);
/// The counts of a card by stratum: the games of a seat, and those in which it appeared.
type Strata = Vec<(Trials, ListCardCount)>;

/// An effect of a card: the games in which the relation held, and the difference in win rate.
#[derive(Clone, Copy)]
struct ListCardEffect {
    so: Trials,
    difference: Option<ShareDifference>,
    marked: bool,
}

struct ListCardKey {
    id: String,
    printed: String,
    count: u32,
    effects: Vec<ListCardEffect>,
}

/// The effects of cards on the results of the lists that contain them, by list.
pub(super) struct ListEffects(Vec<(String, Vec<ListCardKey>)>);

impl ListEffects {
    /// Computes the effects; `None` if they were not counted.
    pub(super) fn of(shown: &[StudySimulation]) -> Option<ListEffects> {
        // A stratum is a seat in a simulation: its list and its opponents are the same in all games.
        let mut strata: BTreeMap<&str, BTreeMap<CardKey, Strata>> = BTreeMap::new();
        for s in shown {
            let counts = s.results.counts.lists.as_ref()?;
            for list in s.ir.lists.played.iter().flat_map(|played| &played.lists) {
                let Bringer::Seat(seat) = list.bringer else { continue };
                let mut cards: BTreeMap<&str, u32> = BTreeMap::new();
                for listed in &list.cards {
                    *cards.entry(&listed.card).or_default() += listed.count;
                }
                for (name, info) in (0..).map(NameId).zip(&s.ir.names) {
                    let Some(count) = cards.get(info.id.as_str()) else { continue };
                    let key = (info.printed.clone(), info.id.clone(), *count);
                    let of = strata.entry(&list.id).or_default().entry(key).or_default();
                    of.extend(counts.card(seat, name));
                }
            }
        }
        let card = |((printed, id, count), strata): (CardKey, Strata)| {
            let effect = |(_, of): &CardRelation| {
                let pairs: Vec<(Trials, Trials)> =
                    strata.iter().map(|(games, card)| (of(card), games.without(of(card)))).collect();
                let so = pairs.iter().fold(Trials::default(), |all, (so, _)| all.with(*so));
                ListCardEffect { so, difference: stratified(&pairs), marked: false }
            };
            ListCardKey { id, printed, count, effects: RELATIONS.iter().map(effect).collect() }
        };
        let mut lists: Vec<(String, Vec<ListCardKey>)> = strata
            .into_iter()
            .map(|(list, cards)| (list.to_owned(), cards.into_iter().map(card).collect()))
            .collect();
        // The false discovery rate applies to all comparisons of one relation, over all lists.
        for at in 0..RELATIONS.len() {
            let mut compared: Vec<&mut ListCardEffect> = lists
                .iter_mut()
                .flat_map(|(_, cards)| cards)
                .filter_map(|card| card.effects.get_mut(at).filter(|effect| effect.difference.is_some()))
                .collect();
            let p: Vec<f64> = compared.iter().filter_map(|effect| Some(effect.difference?.p)).collect();
            compared
                .iter_mut()
                .zip(discoveries(&p, FALSE_DISCOVERIES))
                .for_each(|(effect, marked)| effect.marked = marked);
        }
        let worth = |card: &ListCardKey| {
            card.effects.iter().find_map(|effect| Some(effect.difference?.share)).unwrap_or(-2.0)
        };
        for (_, cards) in &mut lists {
            cards.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then_with(|| a.id.cmp(&b.id)));
        }
        Some(ListEffects(lists))
    }

    /// Returns a table for each list.
    pub(super) fn text(&self, width: usize) -> String {
        let mut text = String::new();
        for (list, cards) in &self.0 {
            let columns = [
                ("", ColumnAlign::Right),
                (list.as_str(), ColumnAlign::Left),
                ("Opening", ColumnAlign::Right),
                ("Drawn", ColumnAlign::Right),
                ("Played", ColumnAlign::Right),
            ];
            let mut grid = TextTable::new(&columns, width);
            for card in cards {
                let mut row = vec![card.count.to_string(), card.printed.clone()];
                row.extend(card.effects.iter().map(format_effect));
                grid.row(row);
            }
            text.push_str(&format!("\n{}", grid.text()));
        }
        text.push_str(
            "\nGames won of 100, more than in games of the same list, seat and opponent without: a copy in sight at the first choice, ever \
             in sight, chosen. ± 95 %; ★ significant. Longer games draw and play more; the opening is dealt by chance alone.\n",
        );
        text
    }

    pub(super) fn json(&self) -> Value {
        let effect = |effect: &ListCardEffect| {
            let difference = effect
                .difference
                .map(|d| json!({ "share": d.share, "low": d.low, "high": d.high, "p": d.p }));
            json!({ "games": effect.so.times, "wins": effect.so.wins, "difference": difference, "marked": effect.marked })
        };
        let lists = self.0.iter().map(|(list, cards)| {
            let cards = cards.iter().map(|card| {
                let mut value = json!({ "card": card.id, "name": card.printed, "count": card.count });
                for ((what, _), of) in RELATIONS.iter().zip(&card.effects) {
                    value[*what] = effect(of);
                }
                value
            });
            json!({ "list": list, "cards": cards.collect::<Vec<Value>>() })
        });
        lists.collect()
    }

    /// Returns the effects as rows: by list, figure and card.
    pub(super) fn rows(&self) -> Vec<FigureRow> {
        let mut rows = Vec::new();
        for (list, cards) in &self.0 {
            for card in cards {
                for (figure, effect) in
                    ["effect_opening", "effect_drawn", "effect_played"].iter().zip(&card.effects)
                {
                    let Some(d) = effect.difference else { continue };
                    rows.push(FigureRow {
                        entry: list.clone(),
                        figure: (*figure).into(),
                        of: card.id.clone(),
                        value: d.share,
                        low: Some(d.low),
                        high: Some(d.high),
                        count: effect.so.times,
                    });
                }
            }
        }
        rows
    }
}

/// Formats an effect in percentage points, `+5.2 ±3.1 ★`; the star marks a significant one.
fn format_effect(effect: &ListCardEffect) -> String {
    let Some(ShareDifference { share, low, high, .. }) = effect.difference else { return "–".into() };
    let star = if effect.marked { " ★" } else { "" };
    format!("{:+.1} ±{:.1}{star}", share * 100.0, (high - low) / 2.0 * 100.0).replace('-', "−")
}
