//! Amounts: a whole number for each value of an enum, each name or each number of a range, one word after the other.

use super::Ir;
use super::info::{EnumInfo, NameInfo};
use minijinja::Value;
use minijinja::value::{Enumerator, Object, ObjectRepr};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// What there is a number for each of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Per {
    /// Each value of this enum of `Ir::enums`.
    Enum(u16),
    /// Each name.
    Name,
    /// Each whole number from the first to the last.
    Range(i16, i16),
}

impl Per {
    /// The most numbers that a value can have: as many words as an instruction can name.
    pub const MOST: usize = 255;

    /// How many numbers there are, `names` being how many names the game has.
    pub fn count(self, enums: &[EnumInfo], names: usize) -> usize {
        match self {
            Per::Enum(e) => enums.get(e as usize).map_or(0, |e| e.values.len()),
            Per::Name => names,
            Per::Range(first, last) => (i32::from(last) - i32::from(first) + 1).max(0) as usize,
        }
    }

    /// As numbers that an IR is written with.
    pub(super) fn write(self, out: &mut Vec<u16>) {
        match self {
            Per::Enum(e) => out.extend([0, e]),
            Per::Name => out.extend([1, 0]),
            Per::Range(first, last) => out.extend([2, first as u16, last as u16]),
        }
    }

    /// What was written, as far as the end of `written`; one or two of them.
    pub(super) fn read(mut written: &[u16]) -> Option<Vec<Per>> {
        let mut all = Vec::new();
        while !written.is_empty() {
            let (per, rest) = match written {
                [0, e, rest @ ..] => (Per::Enum(*e), rest),
                [1, _, rest @ ..] => (Per::Name, rest),
                [2, first, last, rest @ ..] => (Per::Range(*first as i16, *last as i16), rest),
                _ => return None,
            };
            all.push(per);
            written = rest;
        }
        (1..=2).contains(&all.len()).then_some(all)
    }
}

impl Ir {
    /// How many numbers an amount has.
    pub fn lanes(&self, pers: &[Per]) -> usize {
        pers.iter().map(|per| per.count(&self.enums, self.names.len())).product()
    }

    /// Words that a value of a type takes, sets apart, which are as wide as what they can hold.
    pub fn value_words(&self, ty: &super::ValueType) -> usize {
        match ty {
            super::ValueType::Amount(pers) => self.lanes(pers),
            _ => 1,
        }
    }

    /// The id of the `at`-th of what there is a number for each of.
    pub fn lane_id(&self, per: Per, at: usize) -> String {
        match per {
            Per::Enum(e) => self.enums.get(e as usize).and_then(|e| e.values.get(at)).cloned().unwrap_or_default(),
            Per::Name => self.names.get(at).map(|n| n.id.clone()).unwrap_or_default(),
            Per::Range(first, _) => (i64::from(first) + at as i64).to_string(),
        }
    }

    /// What stands in brackets for a word of an amount: `[fire]`, `[1][fire]`.
    pub fn lane_brackets(&self, pers: &[Per], word: usize) -> String {
        let mut rest = self.lanes(pers);
        let mut word = word;
        let mut out = String::new();
        for per in pers {
            rest /= per.count(&self.enums, self.names.len()).max(1);
            out += &format!("[{}]", self.lane_id(*per, word / rest.max(1)));
            word %= rest.max(1);
        }
        out
    }
}

/// An amount taken apart, to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parts {
    /// A number.
    Number(i64),
    /// For each value its id, how it is read, and what there is of it.
    Each(Vec<(String, String, Parts)>),
    /// The same for the numbers of a range, from this one on.
    Numbered(i64, Vec<Parts>),
}

impl Parts {
    /// The numbers of an amount.
    pub fn of(enums: &[EnumInfo], names: &[NameInfo], pers: &[Per], words: &[u64]) -> Parts {
        let Some((per, inner)) = pers.split_first() else {
            return Parts::Number(words.first().map_or(0, |word| *word as i64));
        };
        let size: usize = inner.iter().map(|per| per.count(enums, names.len())).product();
        let parts = words.chunks(size.max(1)).map(|row| Parts::of(enums, names, inner, row));
        match per {
            Per::Range(first, _) => Parts::Numbered(i64::from(*first), parts.collect()),
            Per::Name => {
                let each = names.iter().zip(parts);
                Parts::Each(each.map(|(name, part)| (name.id.clone(), name.printed.clone(), part)).collect())
            }
            Per::Enum(e) => {
                let (ids, printed) =
                    enums.get(*e as usize).map_or((&[][..], &[][..]), |e| (e.values.as_slice(), e.printed.as_slice()));
                let each = ids.iter().zip(printed).zip(parts);
                Parts::Each(each.map(|((id, printed), part)| (id.clone(), printed.clone(), part)).collect())
            }
        }
    }

    /// Whether there is nothing of anything.
    pub fn is_nothing(&self) -> bool {
        match self {
            Parts::Number(n) => *n == 0,
            Parts::Each(each) => each.iter().all(|(_, _, part)| part.is_nothing()),
            Parts::Numbered(_, parts) => parts.iter().all(Parts::is_nothing),
        }
    }

    /// As rules write it: `{fire = 1, earth = 2}`.
    pub fn written(&self) -> String {
        let entries: Vec<String> = match self {
            Parts::Number(n) => return n.to_string(),
            Parts::Each(each) => {
                let some = each.iter().filter(|(_, _, part)| !part.is_nothing());
                some.map(|(id, _, part)| format!("{id} = {}", part.written())).collect()
            }
            Parts::Numbered(first, parts) => {
                let some = parts.iter().zip(*first..).filter(|(part, _)| !part.is_nothing());
                some.map(|(part, n)| format!("{n} = {}", part.written())).collect()
            }
        };
        format!("{{{}}}", entries.join(", "))
    }

    /// As people read it: `1 Fire, 2 Earth`; `0` where there is nothing. Alternatives stand with `/` between them.
    pub fn read(&self) -> String {
        let entries: Vec<String> = match self {
            Parts::Number(n) => return n.to_string(),
            Parts::Each(each) => {
                let some = each.iter().filter(|(_, _, part)| !part.is_nothing());
                some.map(|(_, printed, part)| match part {
                    Parts::Number(n) => format!("{n} {printed}"),
                    part => format!("{printed}: {}", part.read()),
                })
                .collect()
            }
            Parts::Numbered(_, parts) if parts.iter().all(|part| matches!(part, Parts::Number(_))) => {
                return parts.iter().map(Parts::read).collect::<Vec<_>>().join(" ");
            }
            Parts::Numbered(_, parts) => {
                let some: Vec<String> = parts.iter().filter(|part| !part.is_nothing()).map(Parts::read).collect();
                return if some.is_empty() { "0".into() } else { some.join(" / ") };
            }
        };
        if entries.is_empty() { "0".into() } else { entries.join(", ") }
    }

    /// For programs: an object by id, a list for the numbers of a range.
    pub fn json(&self) -> serde_json::Value {
        match self {
            Parts::Number(n) => (*n).into(),
            Parts::Each(each) => each.iter().map(|(id, _, part)| (id.clone(), part.json())).collect(),
            Parts::Numbered(_, parts) => parts.iter().map(Parts::json).collect(),
        }
    }

    /// For texts and faces: a mapping that a loop goes through value by value, in the order of the enum and without what there is
    /// nothing of; a list for the numbers of a range. `printed`: the loop is given what people read instead of ids.
    pub fn template(self, printed: bool) -> Value {
        match self {
            Parts::Number(n) => Value::from(n),
            Parts::Each(each) => Value::from_object(Mapping { each, printed }),
            Parts::Numbered(_, ref parts) => {
                let mut parts = parts.clone();
                // Alternatives that are not there at the end of the list are left out.
                let read = self.read();
                while matches!(parts.last(), Some(part @ Parts::Each(_)) if part.is_nothing()) {
                    parts.pop();
                }
                let parts = parts.into_iter().map(|part| part.template(printed)).collect();
                Value::from_object(Listing { parts, read })
            }
        }
    }
}

/// An amount as templates have it.
#[derive(Debug)]
struct Mapping {
    each: Vec<(String, String, Parts)>,
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
        let key = |(id, printed, _): &(String, String, Parts)| if self.printed { printed.clone() } else { id.clone() };
        Enumerator::Values(some.map(|entry| Value::from(key(entry))).collect())
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Parts::Each(self.each.clone()).read())
    }
}

/// The numbers or amounts of a range as templates have them.
#[derive(Debug)]
struct Listing {
    parts: Vec<Value>,
    read: String,
}

impl Object for Listing {
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
