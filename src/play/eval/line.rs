//! Parses one input line: JSON straight into indices, so that a line allocates no strings.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::lookup::Lookup;
use crate::compile::CompiledGame;
use crate::diagnostics::{json_syntax, json_type_error, nearest};
use crate::ir::{
    AnswerInfo, AnswerPart, ComponentId, InitialValue, Ir, StartPoint, ToIndex, ZonePlaceId, is_list_file,
};
use crate::play::decks::NamedList;
use crate::table::Names;

/// The keys of a line.
const KEYS: [&str; 10] =
    ["id", "zones", "state", "begin", "answers", "options", "players", "decks", "seed", "eval"];

/// Context for parsing a line.
pub(super) struct LineContext<'a> {
    pub(super) game: &'a CompiledGame,
    pub(super) ir: &'a Ir,
    pub(super) names: &'a Names<'a>,
    pub(super) lookup: &'a Lookup,
    /// True if lists may be named by their files.
    pub(super) list_files: bool,
}

/// A parsed line. The buffers are reused from line to line.
#[derive(Debug, Default)]
pub(super) struct EvalLine {
    /// Zones with their complete contents: `cards[start..end]`.
    pub(super) zones: Vec<(ZonePlaceId, usize, usize)>,
    pub(super) cards: Vec<ComponentId>,
    pub(super) state: Vec<InitialValue>,
    /// The stage to which the game is brought before the evaluation.
    pub(super) begin: StartPoint,
    pub(super) answers: Vec<AnswerInfo>,
    pub(super) options: Vec<(String, String)>,
    pub(super) players: Option<u8>,
    pub(super) seed: Option<u64>,
    /// The line's own expression; empty if it has none, or a list.
    pub(super) eval: String,
    /// The line's own expressions, if it has a list; the result is a list, too.
    pub(super) evals: Vec<String>,
    /// For each component, whether the line has placed it, so that it is not placed twice.
    taken: Vec<bool>,
    /// Key whose value is being parsed.
    key: Option<&'static str>,
    /// Our own error message, in place of the JSON reader's.
    wrong: Option<String>,
}

impl EvalLine {
    fn clear(&mut self, components: usize) {
        self.taken.resize(components, false);
        for card in &self.cards {
            self.taken[card.index()] = false;
        }
        self.zones.clear();
        self.cards.clear();
        self.state.clear();
        self.begin = StartPoint::Nothing;
        self.answers.clear();
        self.options.clear();
        self.players = None;
        self.seed = None;
        self.eval.clear();
        self.evals.clear();
        self.key = None;
        self.wrong = None;
    }

    /// Parses a line. Returns its `id` as written (`null` if it has none). The error holds the `id` and a
    /// message for people.
    pub(super) fn read<'t>(
        &mut self,
        words: &LineContext,
        text: &'t [u8],
    ) -> Result<&'t str, (String, String)> {
        self.clear(words.ir.components.len());
        let mut json = serde_json::Deserializer::from_slice(text);
        let read =
            LineSeed { words, line: self }.deserialize(&mut json).and_then(|id| json.end().map(|()| id));
        read.map_err(|error| {
            let message = self.wrong.take().unwrap_or_else(|| {
                let said = error.to_string();
                match error.classify() {
                    serde_json::error::Category::Data => {
                        let subject = self.key.map_or("a line".to_owned(), |key| format!("`{key}`"));
                        json_type_error(&subject, said.split(" at line ").next().unwrap_or(&said))
                    }
                    _ => format!("this is not JSON: {}", json_syntax(&error)),
                }
            });
            (id_of(text), message)
        })
    }

    /// Adds a named component to the zone being parsed.
    fn place(&mut self, words: &LineContext, written: &str) -> Result<(), String> {
        let (first, copies) = words.lookup.components(words.names, written)?;
        let free = first.run(copies.index()).find(|c| self.taken.get(c.index()) == Some(&false));
        let Some(component) = free else {
            return Err(match copies {
                1 => format!("`{written}` is named twice, and there is one"),
                n => format!("`{written}` is named more than {n} times, and there are {n}"),
            });
        };
        self.taken[component.index()] = true;
        self.cards.push(component);
        Ok(())
    }

    /// Aborts parsing with our own message.
    fn fail<E: Error>(&mut self, message: String) -> E {
        self.wrong = Some(message);
        E::custom("")
    }
}

/// Returns the `id` of an invalid line, as it is written, or `null` if it cannot be found.
pub(super) fn id_of(text: &[u8]) -> String {
    #[derive(Deserialize)]
    struct Identified<'l> {
        #[serde(borrow)]
        id: Option<&'l RawValue>,
    }
    let line: Option<Identified> = serde_json::from_slice(text).ok();
    line.and_then(|line| line.id).map_or_else(|| "null".into(), |id| id.get().to_owned())
}

struct LineSeed<'a, 'w> {
    words: &'a LineContext<'w>,
    line: &'a mut EvalLine,
}

impl<'de> DeserializeSeed<'de> for LineSeed<'_, '_> {
    type Value = &'de str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'de str, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for LineSeed<'_, '_> {
    type Value = &'de str;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object with `zones` and `eval`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<&'de str, A::Error> {
        let LineSeed { words, line } = self;
        let mut id = "null";
        let mut given = [false; KEYS.len()];
        while let Some(key) = map.next_key_seed(Str(|key: &str| {
            KEYS.iter().position(|k| *k == key).ok_or_else(|| match nearest(key, KEYS) {
                Some(near) => format!("a line has no `{key}`: did you mean `{near}`?"),
                None => {
                    format!("a line has no `{key}`; it has {}", KEYS.map(|k| format!("`{k}`")).join(", "))
                }
            })
        }))? {
            let key = key.map_err(|message| line.fail::<A::Error>(message))?;
            if std::mem::replace(&mut given[key], true) {
                return Err(line.fail(format!("`{}` is given twice", KEYS[key])));
            }
            line.key = Some(KEYS[key]);
            match KEYS[key] {
                "id" => id = map.next_value::<&RawValue>()?.get(),
                "zones" => map.next_value_seed(ZonesSeed { words, line })?,
                "state" => {
                    let written = map.next_value_seed(PairsSeed(PhantomData::<serde_json::Value>))?;
                    for (key, value) in &written {
                        let laid = words
                            .game
                            .laid_values(key, value)
                            .map_err(|wrong| line.fail::<A::Error>(wrong))?;
                        line.state.extend(laid);
                    }
                }
                "begin" => {
                    let begin = map.next_value_seed(Str(|word: &str| begin_of(word)))?;
                    line.begin = begin.map_err(|message| line.fail::<A::Error>(message))?;
                }
                "answers" => {
                    for (asker, answer) in map.next_value_seed(PairsSeed(AnswerSeed))? {
                        if let Some(parts) = answer.parts() {
                            line.answers.push(AnswerInfo { asker, parts });
                        }
                    }
                }
                "options" => {
                    line.options =
                        map.next_value_seed(PairsSeed(ScalarSeed("a value, such as \"base\", 3 or true")))?
                }
                "players" => {
                    let players = map.next_value_seed(ScalarSeed("a number of players"))?;
                    let count = players.parse().map_err(|_| {
                        line.fail::<A::Error>(format!("`{players}` is not a number of players"))
                    })?;
                    line.players = Some(count);
                }
                // The lists have already determined the line's table, so they are only checked here.
                "decks" => {
                    for (who, list) in map.next_value_seed(PairsSeed(PhantomData::<String>))? {
                        let named =
                            NamedList::parse(&who, &list).map_err(|wrong| line.fail::<A::Error>(wrong))?;
                        if !words.list_files && is_list_file(&named.list) {
                            return Err(line.fail(format!("`{list}` is a file: name a list of the package")));
                        }
                    }
                    if !words.ir.lists.are_brought() {
                        let message =
                            format!("nobody brings a list in {}: leave `decks` out", words.ir.game.name);
                        return Err(line.fail(message));
                    }
                }
                "seed" => line.seed = Some(map.next_value()?),
                _ => map.next_value_seed(ExpressionsSeed(line))?,
            }
        }
        line.key = None;
        Ok(id)
    }
}

/// Parses a stage of the game, as in scenarios.
fn begin_of(word: &str) -> Result<StartPoint, String> {
    match word {
        "setup" => Ok(StartPoint::Setup),
        "play" => Ok(StartPoint::Play),
        "nothing" => Ok(StartPoint::Nothing),
        _ => Err(format!("`begin` is `setup`, `play` or `nothing`, not `{word}`")),
    }
}

/// Parses an expression, or a list of them.
struct ExpressionsSeed<'a>(&'a mut EvalLine);

impl<'de> DeserializeSeed<'de> for ExpressionsSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ExpressionsSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an expression, or a list of them")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.eval.push_str(text);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(text) = list.next_element()? {
            self.0.evals.push(text);
        }
        match self.0.evals.is_empty() {
            true => Err(self.0.fail("`eval` is an empty list: there is nothing to evaluate".into())),
            false => Ok(()),
        }
    }
}

/// Parses a string by reference, without an allocation.
struct Str<F>(F);

impl<'de, T, F: FnOnce(&str) -> T> DeserializeSeed<'de> for Str<F> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<T, F: FnOnce(&str) -> T> Visitor<'_> for Str<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        Ok(self.0(text))
    }
}

struct ZonesSeed<'a, 'w> {
    words: &'a LineContext<'w>,
    line: &'a mut EvalLine,
}

impl<'de> DeserializeSeed<'de> for ZonesSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ZonesSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object: zones, and what lies in each")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let ZonesSeed { words, line } = self;
        while let Some(zone) =
            map.next_key_seed(Str(|zone: &str| words.lookup.zone(words.ir, words.names, zone)))?
        {
            let zone = zone.map_err(|message| line.fail::<A::Error>(message))?;
            if line.zones.iter().any(|(other, ..)| *other == zone) {
                return Err(line.fail(format!("`{}` is given twice", words.names.zone(zone))));
            }
            let start = line.cards.len();
            map.next_value_seed(CardsSeed { words, line })?;
            line.zones.push((zone, start, line.cards.len()));
        }
        Ok(())
    }
}

struct CardsSeed<'a, 'w> {
    words: &'a LineContext<'w>,
    line: &'a mut EvalLine,
}

impl<'de> DeserializeSeed<'de> for CardsSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for CardsSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of components")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let CardsSeed { words, line } = self;
        while let Some(placed) = list.next_element_seed(Str(|card: &str| line.place(words, card)))? {
            placed.map_err(|message| line.fail::<A::Error>(message))?;
        }
        Ok(())
    }
}

/// Parses an object into a list of keys and values.
struct PairsSeed<S>(S);

impl<'de, S: DeserializeSeed<'de> + Copy> DeserializeSeed<'de> for PairsSeed<S> {
    type Value = Vec<(String, S::Value)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, S: DeserializeSeed<'de> + Copy> Visitor<'de> for PairsSeed<S> {
    type Value = Vec<(String, S::Value)>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut pairs = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            if pairs.iter().any(|(other, _)| *other == key) {
                return Err(A::Error::custom(format!("`{key}` is given twice")));
            }
            pairs.push((key, map.next_value_seed(self.0)?));
        }
        Ok(pairs)
    }
}

/// Parses a string, a number or a bool into text. The field's name appears in the error.
#[derive(Clone, Copy)]
struct ScalarSeed(&'static str);

impl<'de> DeserializeSeed<'de> for ScalarSeed {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for ScalarSeed {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.into())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<String, E> {
        Ok(if value { "yes" } else { "no" }.into())
    }
}

/// An answer in JSON.
enum AnswerValue {
    One(String),
    List(Vec<String>),
    Parts(Vec<(String, AnswerValue)>),
    /// `null`: ignored.
    Nothing,
}

impl AnswerValue {
    fn parts(self) -> Option<Vec<AnswerPart>> {
        Some(match self {
            AnswerValue::Parts(parts) => {
                let part = |(variable, value): (String, AnswerValue)| value.part(Some(variable));
                parts.into_iter().filter_map(part).collect()
            }
            other => vec![other.part(None)?],
        })
    }

    fn part(self, variable: Option<String>) -> Option<AnswerPart> {
        match self {
            AnswerValue::One(value) => Some(AnswerPart { variable, values: vec![value], listed: false }),
            AnswerValue::List(values) => Some(AnswerPart { variable, values, listed: true }),
            AnswerValue::Parts(_) | AnswerValue::Nothing => None,
        }
    }
}

#[derive(Clone, Copy)]
struct AnswerSeed;

impl<'de> DeserializeSeed<'de> for AnswerSeed {
    type Value = AnswerValue;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<AnswerValue, D::Error> {
        deserializer.deserialize_any(AnswerVisitor { parts: true })
    }
}

struct AnswerVisitor {
    /// True if named parts are allowed; they cannot be nested.
    parts: bool,
}

#[derive(Clone, Copy)]
struct PartSeed;

impl<'de> DeserializeSeed<'de> for PartSeed {
    type Value = AnswerValue;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<AnswerValue, D::Error> {
        deserializer.deserialize_any(AnswerVisitor { parts: false })
    }
}

impl<'de> Visitor<'de> for AnswerVisitor {
    type Value = AnswerValue;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if self.parts {
            "an option's name, a list of names, or named parts"
        } else {
            "an option's name, or a list of names"
        })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<AnswerValue, E> {
        Ok(AnswerValue::One(text.into()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<AnswerValue, E> {
        Ok(AnswerValue::One(number.to_string()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<AnswerValue, E> {
        Ok(AnswerValue::One(number.to_string()))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<AnswerValue, E> {
        Ok(AnswerValue::One(if value { "yes" } else { "no" }.into()))
    }

    fn visit_unit<E: Error>(self) -> Result<AnswerValue, E> {
        Ok(AnswerValue::Nothing)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<AnswerValue, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(ScalarSeed("an option's name"))? {
            values.push(value);
        }
        Ok(AnswerValue::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<AnswerValue, A::Error> {
        if !self.parts {
            return Err(A::Error::invalid_type(serde::de::Unexpected::Map, &self));
        }
        PairsSeed(PartSeed).visit_map(map).map(AnswerValue::Parts)
    }
}
