//! Position of a game, as JSON for other programs: the choice with its options, or the result.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::seat::Observation;
use crate::ir::{Ir, SeatNumber};
use crate::table::{self, Names, Pick, PickKind};

/// A choice as its chooser sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Options {
    /// The seat that must choose.
    pub seat: SeatNumber,
    /// The question; `None` if the rules give the choice no text.
    pub question: Option<String>,
    /// The options; there is at least one.
    pub options: Vec<OptionEntry>,
}

/// An option of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct OptionEntry {
    /// Its stable name, made of ids.
    pub name: String,
    /// Its label for people.
    pub label: String,
    /// The element that the option picks; `None` if it is an action or a fixed option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    /// The id of the action; `None` if the option is not an action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The action's parameters with their values, in the order of the rules. The component that carries the
    /// action is called `self`, as in the rules.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_object")]
    pub parts: Option<Vec<(String, String)>>,
    /// Names of the options that differ from it only by interchangeable copies; each is a valid answer, too.
    #[serde(rename = "also", skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<String>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Outcome {
    /// The name that the rules give the ending; `None` if they give none.
    pub ending: Option<String>,
    /// The result of each seat.
    pub seats: Vec<SeatOutcome>,
}

/// The result of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SeatOutcome {
    /// 1 for the best side. Equal sides share a rank, and the next rank is skipped.
    pub rank: u8,
    /// True if the seat has won. Several seats may win.
    pub won: bool,
    /// True if a rule made the seat lose; a low rank alone is not a loss.
    pub lost: bool,
    /// Its score, if the game has scoring.
    pub score: Option<i64>,
    /// The seat's side, from 1.
    pub side: u8,
}

impl Options {
    /// Creates the options of a chooser.
    pub fn of(seen: &Observation, names: &Names) -> Options {
        let (ir, options) = (seen.table().ir(), seen.options());
        let all = names.names(options).into_iter().zip(seen.labels(names)).zip(options.iter()).enumerate();
        let all = all.map(|(index, ((name, label), pick))| {
            let copies = options.copies(index).filter_map(|other| names.name_at(options, other)).collect();
            OptionEntry { copies, ..OptionEntry::of(ir, names, options, &pick, name, label) }
        });
        Options { seat: options.chooser().seat(), question: seen.question(names), options: all.collect() }
    }
}

impl OptionEntry {
    fn of(
        ir: &Ir,
        names: &Names,
        options: &table::TableOptions,
        pick: &Pick,
        name: String,
        label: String,
    ) -> Self {
        let values = names.types(options.choice(), pick).zip(pick.values());
        let mut values = values.map(|(ty, value)| names.value(ty, &[*value]));
        let mut entry =
            OptionEntry { name, label, element: None, action: None, parts: None, copies: Vec::new() };
        match pick.kind {
            PickKind::Element => entry.element = values.next(),
            PickKind::Arm(_) => {}
            PickKind::Action(action) => {
                if let Some(info) = ir.action(action) {
                    let called = |(i, (id, _)): (usize, &(String, _))| match i {
                        0 if info.of.is_some() => "self".into(),
                        _ => id.clone(),
                    };
                    entry.action = Some(info.id.clone());
                    entry.parts = Some(info.params.iter().enumerate().map(called).zip(values).collect());
                }
            }
        }
        entry
    }
}

impl Outcome {
    /// Creates the outcome for people from that of the table.
    pub fn of(ir: &Ir, outcome: &table::TableOutcome) -> Outcome {
        let seat = |s: &table::PlayerResult| SeatOutcome {
            rank: s.rank,
            won: s.won,
            lost: s.lost,
            score: s.score,
            side: s.side + 1,
        };
        let ending = outcome.named.and_then(|named| ir.endings.get(usize::from(named)));
        Outcome { ending: ending.cloned(), seats: outcome.standings.iter().map(seat).collect() }
    }
}

/// Formats a choice: the chooser, the question, and the options with name, label and parts.
pub fn choice_json(seen: &Observation, names: &Names) -> Map<String, Value> {
    with_status("choice", &Options::of(seen, names))
}

/// Formats the end of a game: the name of the ending, and the standing of each seat.
pub fn over_json(ir: &Ir, outcome: &table::TableOutcome) -> Map<String, Value> {
    with_status("over", &Outcome::of(ir, outcome))
}

fn with_status(status: &str, position: &impl Serialize) -> Map<String, Value> {
    let mut fields = Map::from_iter([("status".to_owned(), status.into())]);
    if let Ok(Value::Object(more)) = serde_json::to_value(position) {
        fields.extend(more);
    }
    fields
}

/// Serialises pairs as an object.
fn as_object<S: Serializer>(parts: &Option<Vec<(String, String)>>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(parts.iter().flatten().map(|(key, value)| (key, value)))
}
