//! Amounts: a whole number for each value of an enum, each name or each number of a range, one word after the
//! other.

use super::ids::EnumId;
use super::ids::IdVec;
use super::names::{EnumInfo, NameInfo};
use minijinja::Value;
use minijinja::value::{Enumerator, Object, ObjectRepr};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// The values for each of which an amount has a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AmountDomain {
    /// The values of this enum of `Ir::enums`.
    Enum(EnumId),
    /// The names of the game.
    Name,
    /// The whole numbers from the first to the last, both included.
    Range(i16, i16),
}

impl AmountDomain {
    /// The maximum number of words of an amount: an instruction has one byte for the count.
    pub const MOST: usize = 255;

    /// Returns the number of values of the domain; `names` is the number of names in the game.
    pub fn count(self, enums: &IdVec<EnumId, EnumInfo>, names: usize) -> usize {
        match self {
            AmountDomain::Enum(e) => enums.get(e.index()).map_or(0, |e| e.values.len()),
            AmountDomain::Name => names,
            AmountDomain::Range(first, last) => ((i32::from(last) - i32::from(first) + 1).max(0)) as usize,
        }
    }

    /// Encodes the domain as numbers.
    pub(super) fn write(self, out: &mut Vec<u16>) {
        match self {
            AmountDomain::Enum(e) => out.extend([0, e.0]),
            AmountDomain::Name => out.extend([1, 0]),
            AmountDomain::Range(first, last) => out.extend([2, first as u16, last as u16]),
        }
    }

    /// Decodes one or two domains, which must fill `written`.
    pub(super) fn read(mut written: &[u16]) -> Option<Vec<AmountDomain>> {
        let mut all = Vec::new();
        while !written.is_empty() {
            let (per, rest) = match written {
                [0, e, rest @ ..] => (AmountDomain::Enum(EnumId(*e)), rest),
                [1, _, rest @ ..] => (AmountDomain::Name, rest),
                [2, first, last, rest @ ..] => (AmountDomain::Range(*first as i16, *last as i16), rest),
                _ => return None,
            };
            all.push(per);
            written = rest;
        }
        (1..=2).contains(&all.len()).then_some(all)
    }
}

/// An amount as a tree, to be displayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AmountTree {
    /// The number of one value.
    Number(i64),
    /// Id, display name and part of each value.
    Each(Vec<(String, String, AmountTree)>),
    /// The parts for the numbers of a range, with its first number.
    Numbered(i64, Vec<AmountTree>),
}

impl AmountTree {
    /// Splits the words of an amount into parts.
    pub fn of(
        enums: &IdVec<EnumId, EnumInfo>,
        names: &[NameInfo],
        pers: &[AmountDomain],
        words: &[u64],
    ) -> AmountTree {
        let Some((per, inner)) = pers.split_first() else {
            return AmountTree::Number(words.first().map_or(0, |word| *word as i64));
        };
        let size: usize = inner.iter().map(|per| per.count(enums, names.len())).product();
        let parts = words.chunks(size.max(1)).map(|row| AmountTree::of(enums, names, inner, row));
        match per {
            AmountDomain::Range(first, _) => AmountTree::Numbered(i64::from(*first), parts.collect()),
            AmountDomain::Name => {
                let each = names.iter().zip(parts);
                AmountTree::Each(
                    each.map(|(name, part)| (name.id.clone(), name.printed.clone(), part)).collect(),
                )
            }
            AmountDomain::Enum(e) => {
                let (ids, printed) = enums
                    .get(e.index())
                    .map_or((&[][..], &[][..]), |e| (e.values.as_slice(), e.printed.as_slice()));
                let each = ids.iter().zip(printed).zip(parts);
                AmountTree::Each(
                    each.map(|((id, printed), part)| (id.clone(), printed.clone(), part)).collect(),
                )
            }
        }
    }

    /// Returns whether every number is 0.
    pub fn is_nothing(&self) -> bool {
        match self {
            AmountTree::Number(n) => *n == 0,
            AmountTree::Each(each) => each.iter().all(|(_, _, part)| part.is_nothing()),
            AmountTree::Numbered(_, parts) => parts.iter().all(AmountTree::is_nothing),
        }
    }

    /// Returns the amount as rules write it: `{fire = 1, earth = 2}`.
    pub fn to_code(&self) -> String {
        let entries: Vec<String> = match self {
            AmountTree::Number(n) => return n.to_string(),
            AmountTree::Each(each) => {
                let some = each.iter().filter(|(_, _, part)| !part.is_nothing());
                some.map(|(id, _, part)| format!("{id} = {}", part.to_code())).collect()
            }
            AmountTree::Numbered(first, parts) => {
                let some = parts.iter().zip(*first..).filter(|(part, _)| !part.is_nothing());
                some.map(|(part, n)| format!("{n} = {}", part.to_code())).collect()
            }
        };
        format!("{{{}}}", entries.join(", "))
    }

    /// Returns the amount for display: `1 Fire, 2 Earth`; `0` if every number is 0. Alternatives are
    /// separated by `/`.
    pub fn read(&self) -> String {
        self.read_by(", ", &|n, _, printed| format!("{n} {printed}"))
    }

    /// Returns the amount for display. `one` formats the number of a value, given the value's id and display
    /// name; values are separated by `between`.
    pub fn read_by(&self, between: &str, one: &dyn Fn(i64, &str, &str) -> String) -> String {
        let entries: Vec<String> = match self {
            AmountTree::Number(n) => return n.to_string(),
            AmountTree::Each(each) => {
                let some = each.iter().filter(|(_, _, part)| !part.is_nothing());
                some.map(|(id, printed, part)| match part {
                    AmountTree::Number(n) => one(*n, id, printed),
                    part => format!("{printed}: {}", part.read_by(between, one)),
                })
                .collect()
            }
            AmountTree::Numbered(_, parts)
                if parts.iter().all(|part| matches!(part, AmountTree::Number(_))) =>
            {
                return parts.iter().map(AmountTree::read).collect::<Vec<_>>().join(" ");
            }
            AmountTree::Numbered(_, parts) => {
                let some =
                    parts.iter().filter(|part| !part.is_nothing()).map(|part| part.read_by(between, one));
                let some: Vec<String> = some.collect();
                return if some.is_empty() { "0".into() } else { some.join(" / ") };
            }
        };
        if entries.is_empty() { "0".into() } else { entries.join(between) }
    }

    /// Returns the amount as JSON: an object by id, or a list for the numbers of a range.
    pub fn json(&self) -> serde_json::Value {
        match self {
            AmountTree::Number(n) => (*n).into(),
            AmountTree::Each(each) => each.iter().map(|(id, _, part)| (id.clone(), part.json())).collect(),
            AmountTree::Numbered(_, parts) => parts.iter().map(AmountTree::json).collect(),
        }
    }

    /// Returns the amount as a value of texts and faces: a mapping that iterates over the non-zero values in
    /// the order of the enum, or a list for the numbers of a range. If `printed`, the keys are display names
    /// instead of ids.
    pub fn template(self, printed: bool) -> Value {
        match self {
            AmountTree::Number(n) => Value::from(n),
            AmountTree::Each(each) => Value::from_object(Mapping { each, printed }),
            AmountTree::Numbered(_, ref parts) => {
                let mut parts = parts.clone();
                // Trailing empty alternatives are omitted.
                let read = self.read();
                while matches!(parts.last(), Some(part @ AmountTree::Each(_)) if part.is_nothing()) {
                    parts.pop();
                }
                let parts = parts.into_iter().map(|part| part.template(printed)).collect();
                Value::from_object(RangeAmount { parts, read })
            }
        }
    }
}

/// The template object of an amount over an enum or names.
#[derive(Debug)]
struct Mapping {
    each: Vec<(String, String, AmountTree)>,
    printed: bool,
}

impl Object for Mapping {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Map
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let key = key.as_str()?;
        let by_id = self.each.iter().find(|(id, ..)| id == key);
        let found = by_id.or_else(|| self.each.iter().find(|(_, printed, _)| printed == key));
        found.map(|(_, _, part)| part.clone().template(self.printed))
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let some = self.each.iter().filter(|(_, _, part)| !part.is_nothing());
        let key = |(id, printed, _): &(String, String, AmountTree)| {
            if self.printed { printed.clone() } else { id.clone() }
        };
        Enumerator::Values(some.map(|entry| Value::from(key(entry))).collect())
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&AmountTree::Each(self.each.clone()).read())
    }
}

/// The template object of an amount over the numbers of a range.
#[derive(Debug)]
struct RangeAmount {
    parts: Vec<Value>,
    read: String,
}

impl Object for RangeAmount {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Seq
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.parts.get(key.as_usize()?).cloned()
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Seq(self.parts.len())
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.read)
    }
}
