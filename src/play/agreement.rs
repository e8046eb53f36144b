//! Settings that players agree on before play: number of players, options, seed.

use super::laying::fault_words;
use crate::diagnostics::{count_noun, nearest};
use crate::ir::{Ir, OptionId, OptionInfo, ValueType};
use crate::table::{Fault, LayFault, Machine, State, Table};

/// Settings of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// Number of players at the table.
    pub players: u8,
    /// Values, one for each of `Ir::options`.
    pub options: Vec<i64>,
    /// Random seed, from which all chance of the game is drawn.
    pub seed: u64,
}

/// The reason why a game cannot be played with given settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// Invalid number of players or option, as a message.
    Words(String),
    /// Fault while the table was laid out.
    Fault(Box<Fault>),
}

impl Disagreement {
    /// Returns the message for people, with the place of a fault. It may name things that are hidden from
    /// players.
    pub fn into_message(self, table: &Table) -> String {
        match self {
            Disagreement::Words(words) => words,
            Disagreement::Fault(fault) => fault_words(table, &fault),
        }
    }

    /// Converts a reason why a table could not be laid out into a message.
    pub fn from_lay(ir: &Ir, why: LayFault) -> Self {
        Disagreement::Words(match why {
            LayFault::Fault(fault) => return Disagreement::Fault(fault),
            LayFault::Players { asked, .. } => wrong_players(ir, asked),
            LayFault::TooManyOptions => "there are more values than the game has options".into(),
            LayFault::Option { option, value } => match ir.options.find(option) {
                Some(info) => wrong_value(ir, info, &value.to_string()),
                None => format!("the game has no option {option}"),
            },
            LayFault::Requires(index) => match ir.requires.get(index) {
                Some(require) if !require.text.is_empty() => require.text.clone(),
                _ => "what the game requires of its options does not hold".into(),
            },
        })
    }
}

impl Agreement {
    /// Completes the settings. `given` holds pairs of option id and value; other options get their defaults.
    /// Without a number of players, takes the fewest for which all of the game's requirements hold.
    pub fn settle<'s>(
        machine: &mut Machine,
        players: Option<u8>,
        given: impl IntoIterator<Item = (&'s str, &'s str)>,
        seed: u64,
    ) -> Result<Self, Disagreement> {
        let ir = machine.table().ir();
        let options = options(ir, given).map_err(Disagreement::Words)?;
        let (fewest, most) = ir.game.players;
        let mut why = None;
        for players in players.map_or(fewest..=most, |p| p..=p) {
            let agreement = Agreement { players, options: options.clone(), seed };
            match agreement.lay(machine) {
                Ok(_) => return Ok(agreement),
                Err(fault @ Disagreement::Fault(_)) => return Err(fault),
                Err(words) => why = why.or(Some(words)),
            }
        }
        Err(why.unwrap_or_else(|| Disagreement::Words("the game is for nobody".into())))
    }

    /// Returns each option's id and value, as written.
    pub fn option_texts<'a>(&'a self, ir: &'a Ir) -> impl Iterator<Item = (&'a str, String)> + 'a {
        ir.options
            .iter()
            .zip(&self.options)
            .map(|(option, value)| (option.id.as_str(), option.option_value_text(ir, *value)))
    }

    /// Like [`Agreement::option_texts`], but only for options that differ from their defaults.
    pub fn said_of_others<'a>(&'a self, ir: &'a Ir) -> impl Iterator<Item = (&'a str, String)> + 'a {
        let usual = ir.options.iter().zip(&self.options).map(|(option, value)| option.default == *value);
        self.option_texts(ir).zip(usual).filter(|(_, usual)| !usual).map(|(said, _)| said)
    }

    /// Returns the index of the first requirement of the game that these settings do not meet.
    pub fn unmet_requirement(&self, machine: &mut Machine) -> Option<usize> {
        match machine.lay(self.players, &self.options, self.seed) {
            Err(LayFault::Requires(index)) => Some(index),
            _ => None,
        }
    }

    /// Lays out the table.
    pub fn lay(&self, machine: &mut Machine) -> Result<State, Disagreement> {
        let ir = machine.table().ir();
        machine.lay(self.players, &self.options, self.seed).map_err(|why| Disagreement::from_lay(ir, why))
    }
}

/// Returns the values of all options; `given` holds pairs of id and value, the rest are defaults. The error
/// names the invalid option.
pub fn options<'s>(ir: &Ir, given: impl IntoIterator<Item = (&'s str, &'s str)>) -> Result<Vec<i64>, String> {
    let mut values: Vec<i64> = ir.options.iter().map(|o| o.default).collect();
    for (id, value) in given {
        let Some(index) = ir.options.iter().position(|o| o.id == id) else {
            return Err(unknown_option(ir, id));
        };
        let info = &ir.options[OptionId::from_index(index)];
        values[index] = option_value(ir, info, value).ok_or_else(|| wrong_value(ir, info, value))?;
    }
    Ok(values)
}

fn option_value(ir: &Ir, info: &OptionInfo, written: &str) -> Option<i64> {
    match &info.ty {
        ValueType::Bool => match written {
            "true" | "yes" => Some(1),
            "false" | "no" => Some(0),
            _ => None,
        },
        ValueType::Enum(e) => {
            let values = &ir.enums.find(*e)?.values;
            values.iter().position(|v| v == written).map(|i| i as i64)
        }
        _ => written.parse().ok().filter(|v| (info.range.0..=info.range.1).contains(v)),
    }
}

fn unknown_option(ir: &Ir, id: &str) -> String {
    let ids: Vec<&str> = ir.options.iter().map(|o| o.id.as_str()).collect();
    let name = &ir.game.name;
    match (nearest(id, ids.iter().copied()), ids.is_empty()) {
        (Some(near), _) => format!("{name} has no option `{id}`; did you mean `{near}`?"),
        (None, true) => format!("{name} has no option `{id}`, nor any other"),
        (None, false) => format!("{name} has no option `{id}`; it has: {}", ids.join(", ")),
    }
}

fn wrong_value(ir: &Ir, info: &OptionInfo, written: &str) -> String {
    let id = &info.id;
    match &info.ty {
        ValueType::Bool => format!("the option `{id}` is `true` or `false`, not `{written}`"),
        ValueType::Enum(e) => {
            let values = ir.enums.find(*e).map_or(&[][..], |e| &e.values);
            match nearest(written, values.iter().map(String::as_str)) {
                Some(near) => format!("the option `{id}` cannot be `{written}`; did you mean `{near}`?"),
                None => {
                    format!("the option `{id}` cannot be `{written}`; it is one of: {}", values.join(", "))
                }
            }
        }
        _ => format!(
            "the option `{id}` is a number from {} to {}, not `{written}`",
            info.range.0, info.range.1
        ),
    }
}

/// Says that a game is not for this number of players.
pub(super) fn wrong_players(ir: &Ir, asked: u8) -> String {
    let (fewest, most) = ir.game.players;
    let most_of_all = count_noun(most.into(), "player");
    let range = if fewest == most { most_of_all } else { format!("{fewest} to {most_of_all}") };
    format!("{} is for {range}, not for {asked}", ir.game.name)
}
