//! A validator of the part of JSON Schema, draft 7, that our shapes use, for programs that embed the library
//! without the feature `jsonschema`. A test checks that both validators report the same errors.

use std::collections::{HashMap, HashSet};

use regex_lite::Regex;
use serde_json::Value as JsonValue;

use super::shape_error::{PathStep, SchemaType, ShapeError, ShapeErrorKind};
use crate::source::{TomlNode, TomlTable, TomlValue};

/// Returns all errors of a file.
pub fn errors(schema: &'static JsonValue, root: &TomlTable) -> Vec<ShapeError> {
    let mut validation = SubsetValidation { path: Vec::new(), patterns: HashMap::new(), errors: Vec::new() };
    validation.table(schema, root);
    validation.errors
}

/// The validation of a file.
struct SubsetValidation {
    /// The path to the current value.
    path: Vec<PathStep>,
    /// The regular expressions so far; our own, and so valid.
    patterns: HashMap<&'static str, Option<Regex>>,
    errors: Vec<ShapeError>,
}

impl SubsetValidation {
    fn report(&mut self, schema: &'static JsonValue, kind: ShapeErrorKind) {
        self.errors.push(ShapeError { path: self.path.clone(), schema, kind });
    }

    fn is_match(&mut self, pattern: &'static str, text: &str) -> bool {
        let regex = self.patterns.entry(pattern).or_insert_with(|| Regex::new(pattern).ok());
        regex.as_ref().is_some_and(|regex| regex.is_match(text))
    }

    /// Validates a value below a step of the path.
    fn below(&mut self, step: PathStep, schema: &'static JsonValue, node: &TomlNode) {
        self.path.push(step);
        self.value(schema, node);
        self.path.pop();
    }

    fn value(&mut self, schema: &'static JsonValue, node: &TomlNode) {
        self.type_of(schema, type_of(node));
        if let Some(choices) = schema.get("enum")
            && !choices.as_array().is_some_and(|choices| choices.iter().any(|choice| is_equal(node, choice)))
        {
            self.report(schema, ShapeErrorKind::NotAChoice(choices.clone()));
        }
        match &node.value {
            TomlValue::Table(table) => self.keys(schema, table),
            TomlValue::Array(items) => self.items(schema, items),
            TomlValue::Text(text) => self.text(schema, &text.value),
            TomlValue::Int(int) => self.number(schema, *int as f64),
            TomlValue::Float(float) if float.is_finite() => self.number(schema, *float),
            TomlValue::Float(_) | TomlValue::Bool(_) | TomlValue::Datetime(_) => {}
        }
    }

    /// Validates the whole file.
    fn table(&mut self, schema: &'static JsonValue, table: &TomlTable) {
        self.type_of(schema, SchemaType::Object);
        self.keys(schema, table);
    }

    fn type_of(&mut self, schema: &'static JsonValue, found: SchemaType) {
        let mut allowed: Vec<SchemaType> = match schema.get("type") {
            Some(JsonValue::String(one)) => named(one).into_iter().collect(),
            Some(JsonValue::Array(some)) => {
                some.iter().filter_map(JsonValue::as_str).filter_map(named).collect()
            }
            _ => return,
        };
        allowed.sort_unstable();
        let is_allowed = |allowed: &SchemaType| {
            *allowed == found || (*allowed, found) == (SchemaType::Number, SchemaType::Integer)
        };
        if !allowed.iter().any(is_allowed) {
            self.report(schema, ShapeErrorKind::WrongType(allowed));
        }
    }

    fn keys(&mut self, schema: &'static JsonValue, table: &TomlTable) {
        for key in strings(schema.get("required")).filter(|key| table.get(key).is_none()) {
            self.report(schema, ShapeErrorKind::MissingKey(key.to_owned()));
        }
        if let Some(dependencies) = schema.get("dependencies") {
            let needing = dependencies.as_object().into_iter().flatten();
            for (_, needed) in needing.filter(|(first, _)| table.get(first).is_some()) {
                for key in strings(Some(needed)).filter(|key| table.get(key).is_none()) {
                    self.report(schema, ShapeErrorKind::MissingKey(key.to_owned()));
                }
            }
        }
        let properties = schema.get("properties").and_then(JsonValue::as_object);
        let patterns = schema.get("patternProperties").and_then(JsonValue::as_object);
        let mut unknown = Vec::new();
        for entry in &table.entries {
            let own = properties.and_then(|known| known.get(&entry.key));
            let by_pattern: Vec<&'static JsonValue> = patterns
                .into_iter()
                .flatten()
                .filter(|(pattern, _)| self.is_match(pattern, &entry.key))
                .map(|(_, schema)| schema)
                .collect();
            let mut all: Vec<&'static JsonValue> = own.into_iter().chain(by_pattern).collect();
            if all.is_empty() {
                match schema.get("additionalProperties") {
                    Some(JsonValue::Bool(false)) => unknown.push(entry.key.clone()),
                    others => all.extend(others),
                }
            }
            for schema in all {
                self.below(PathStep::Key(entry.key.clone()), schema, &entry.value);
            }
        }
        if !unknown.is_empty() {
            self.report(schema, ShapeErrorKind::UnknownKeys(unknown));
        }
    }

    fn items(&mut self, schema: &'static JsonValue, items: &[TomlNode]) {
        let limit = |key: &str| schema.get(key).and_then(JsonValue::as_u64);
        let count = items.len() as u64;
        if limit("minItems").is_some_and(|least| count < least) {
            self.report(schema, ShapeErrorKind::WrongCount);
        }
        if limit("maxItems").is_some_and(|most| count > most) {
            self.report(schema, ShapeErrorKind::WrongCount);
        }
        if schema.get("uniqueItems") == Some(&JsonValue::Bool(true)) {
            let mut seen = HashSet::new();
            if items.iter().filter_map(ItemKey::of).any(|item| !seen.insert(item)) {
                self.report(schema, ShapeErrorKind::Repeated);
            }
        }
        if let Some(of_each) = schema.get("items") {
            for (at, item) in items.iter().enumerate() {
                self.below(PathStep::Index(at), of_each, item);
            }
        }
    }

    fn text(&mut self, schema: &'static JsonValue, text: &str) {
        let limit = |key: &str| schema.get(key).and_then(JsonValue::as_u64);
        let length = text.chars().count() as u64;
        if limit("minLength").is_some_and(|least| length < least) {
            self.report(schema, ShapeErrorKind::TooShort);
        }
        if let Some(most) = limit("maxLength").filter(|most| length > *most) {
            self.report(schema, ShapeErrorKind::TooLong(most));
        }
        if let Some(pattern) = schema.get("pattern").and_then(JsonValue::as_str)
            && !self.is_match(pattern, text)
        {
            self.report(schema, ShapeErrorKind::Pattern(pattern.to_owned()));
        }
    }

    fn number(&mut self, schema: &'static JsonValue, number: f64) {
        if let Some(limit) = schema.get("minimum")
            && limit.as_f64().is_some_and(|least| number < least)
        {
            self.report(schema, ShapeErrorKind::TooSmall(limit.clone()));
        }
        if let Some(limit) = schema.get("maximum")
            && limit.as_f64().is_some_and(|most| number > most)
        {
            self.report(schema, ShapeErrorKind::TooGreat(limit.clone()));
        }
    }
}

/// Returns the type with this name in JSON Schema.
fn named(name: &str) -> Option<SchemaType> {
    Some(match name {
        "string" => SchemaType::String,
        "integer" => SchemaType::Integer,
        "number" => SchemaType::Number,
        "boolean" => SchemaType::Boolean,
        "array" => SchemaType::Array,
        "object" => SchemaType::Object,
        "null" => SchemaType::Null,
        _ => return None,
    })
}

/// Returns the type of a value. Dates and infinity are `null`, which no schema of Cardwright accepts. To an
/// author `3.0` is not an integer, although JSON Schema accepts it as one.
fn type_of(node: &TomlNode) -> SchemaType {
    match &node.value {
        TomlValue::Text(_) => SchemaType::String,
        TomlValue::Int(_) => SchemaType::Integer,
        TomlValue::Float(float) if float.is_finite() => SchemaType::Number,
        TomlValue::Bool(_) => SchemaType::Boolean,
        TomlValue::Array(_) => SchemaType::Array,
        TomlValue::Table(_) => SchemaType::Object,
        TomlValue::Float(_) | TomlValue::Datetime(_) => SchemaType::Null,
    }
}

/// Returns the strings of a list in a schema.
fn strings(list: Option<&'static JsonValue>) -> impl Iterator<Item = &'static str> {
    list.and_then(JsonValue::as_array).into_iter().flatten().filter_map(JsonValue::as_str)
}

fn is_equal(node: &TomlNode, choice: &JsonValue) -> bool {
    match (&node.value, choice) {
        (TomlValue::Text(text), JsonValue::String(choice)) => text.value == *choice,
        (TomlValue::Int(int), JsonValue::Number(choice)) => choice.as_i64() == Some(*int),
        (TomlValue::Bool(bool), JsonValue::Bool(choice)) => bool == choice,
        _ => false,
    }
}

/// An item of a list, to find those that are repeated; lists and tables are not compared.
#[derive(PartialEq, Eq, Hash)]
enum ItemKey<'a> {
    Text(&'a str),
    Int(i64),
    Bool(bool),
}

impl ItemKey<'_> {
    fn of(item: &TomlNode) -> Option<ItemKey<'_>> {
        match &item.value {
            TomlValue::Text(text) => Some(ItemKey::Text(&text.value)),
            TomlValue::Int(int) => Some(ItemKey::Int(*int)),
            TomlValue::Bool(bool) => Some(ItemKey::Bool(*bool)),
            TomlValue::Float(_) | TomlValue::Datetime(_) | TomlValue::Array(_) | TomlValue::Table(_) => None,
        }
    }
}
