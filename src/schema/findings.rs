//! Diagnostics for files that do not match their schema. They are made from the kind of error, never from the
//! validator's own text.

use serde_json::Value as JsonValue;

use super::file_shape::FileShape;
use super::messages::{self, UnknownKey, bad_id};
use super::path::TreePath;
use super::shape_error::{SchemaType, ShapeError, ShapeErrorKind};
use super::shapes::{COLOUR_PATTERN, GAME_ID_PATTERN, HOLDER_PATTERN, ICON_PATTERN, ID_PATTERN};
use crate::diagnostics::{Diagnostic, nearest};
use crate::source::{FileId, Span, TomlEntry, TomlNode, TomlTable, TomlValue};

/// Maximum number of unknown keys of a table that are reported one by one.
const MOST_KEYS: usize = 100;

/// A diagnostic, with the data that decide whether it is a consequence of another one.
pub struct Finding {
    /// The place by which findings are compared.
    pub span: Span,
    /// Its rank: of several findings at one place, only those of the lowest rank are shown.
    pub rank: u8,
    /// The diagnostic to show, unless another finding makes it a consequence.
    pub diagnostic: Diagnostic,
}

impl Finding {
    /// Converts an error of the validator; several unknown keys give several findings.
    pub fn of(shape: FileShape, file: FileId, root: &TomlTable, error: &ShapeError) -> Vec<Finding> {
        let about =
            ErrorSubject { shape, place: TreePath::find(file, root, &error.path), schema: error.schema };
        let diagnostics = match &error.kind {
            ShapeErrorKind::UnknownKeys(unexpected) => {
                let mut some: Vec<Diagnostic> =
                    unexpected.iter().take(MOST_KEYS).filter_map(|key| about.unexpected(key)).collect();
                if let Some(first) = unexpected.get(MOST_KEYS).and_then(|key| about.place.table?.entry(key)) {
                    some.push(messages::more_unknown_keys(first.key_span, unexpected.len() - MOST_KEYS));
                }
                some
            }
            ShapeErrorKind::MissingKey(key) => about.missing_key(key).into_iter().collect(),
            ShapeErrorKind::WrongType(allowed) => vec![about.wrong_type(allowed)],
            ShapeErrorKind::NotAChoice(options) => vec![about.not_a_choice(options)],
            ShapeErrorKind::Pattern(pattern) => vec![about.badly_written(pattern)],
            ShapeErrorKind::TooSmall(limit) => vec![about.out_of_range("at least", limit, "too small")],
            ShapeErrorKind::TooGreat(limit) => vec![about.out_of_range("at most", limit, "too great")],
            ShapeErrorKind::WrongCount => vec![about.wrong_count()],
            ShapeErrorKind::Repeated => vec![about.repeated()],
            ShapeErrorKind::TooShort => vec![about.empty()],
            ShapeErrorKind::TooLong(most) => vec![about.too_long(*most)],
            #[cfg(feature = "jsonschema")]
            ShapeErrorKind::Other => vec![about.unforeseen()],
        };
        let rank = u8::from(!matches!(error.kind, ShapeErrorKind::WrongType(_)));
        diagnostics
            .into_iter()
            .map(|diagnostic| {
                let span = diagnostic.labels.first().map_or(Span::new(file, 0, 0), |label| label.span);
                Finding { span, rank, diagnostic }
            })
            .collect()
    }
}

struct ErrorSubject<'a> {
    shape: FileShape,
    place: TreePath<'a>,
    schema: &'a JsonValue,
}

impl ErrorSubject<'_> {
    /// Reports a key that is not allowed here.
    fn unexpected(&self, key: &str) -> Option<Diagnostic> {
        let entry = self.place.table?.entry(key)?;
        if self.schema.get("patternProperties").is_some() {
            return Some(self.bad_key(entry));
        }
        let known: Vec<&str> = self
            .schema
            .get("properties")
            .and_then(JsonValue::as_object)
            .into_iter()
            .flat_map(|p| p.keys())
            .map(String::as_str)
            .collect();
        let unknown = UnknownKey {
            key,
            span: entry.key_span,
            table: self.place.table_name(),
            is_table: is_tables(&entry.value),
        };
        if let Some(home) = self.elsewhere(entry) {
            return Some(messages::key_elsewhere(&unknown, home));
        }
        let refused = self.schema.pointer("/x-refused");
        Some(match refused.and_then(|refused| refused.get(key)?.as_str()) {
            Some(why) => messages::refused_key(&unknown, why),
            None => messages::unknown_key(&unknown, &known),
        })
    }

    /// Returns the file in which an unknown top-level table belongs.
    fn elsewhere(&self, entry: &TomlEntry) -> Option<String> {
        if self.place.node.is_some() {
            return None;
        }
        let home = FileShape::OF_PACKAGES.into_iter().find(|shape| {
            *shape != self.shape
                && shape.schema().pointer("/properties").and_then(|p| p.get(&entry.key)).is_some()
        });
        match (self.shape, home) {
            (FileShape::Cards, _) if entry.value.as_table().is_some() && home != Some(FileShape::Game) => {
                let inner = entry.value.as_table().and_then(|t| t.entries.first());
                match inner.filter(|inner| {
                    ["card", "Cards", "Card"].contains(&entry.key.as_str())
                        && inner.value.as_table().is_some()
                }) {
                    Some(card) => Some(format!("write `[cards.{}]`", card.key)),
                    None => Some(format!("a card stands under `[cards.{}]`", entry.key)),
                }
            }
            (FileShape::Tournament, _) => None,
            (_, Some(home)) => Some(format!("belongs in {}", home.files())),
            _ => None,
        }
    }

    /// Reports a key that should be an id, or a zone such as `hand[1]`.
    fn bad_key(&self, entry: &TomlEntry) -> Diagnostic {
        let ids = self.schema.pointer("/patternProperties").and_then(|p| p.get(ID_PATTERN)).is_some();
        let diagnostic = bad_id(&entry.key, entry.key_span);
        if !ids {
            if self.schema.pointer("/patternProperties").and_then(|p| p.get(HOLDER_PATTERN)).is_some() {
                return messages::names_no_value(entry.key_span, &entry.key);
            }
            let is_id = |text: &str| id_of(text).is_some();
            let owned = entry.key.split_once('.').filter(|(of, zone)| is_id(of) && is_id(zone));
            return messages::names_no_place(entry.key_span, &entry.key, owned);
        }
        let has_name = entry.value.as_table().is_some_and(|table| table.get("name").is_some());
        match (self.shape, id_of(&entry.key)) {
            (FileShape::Cards, Some(id)) if has_name => diagnostic.help(format!("write `[cards.{id}]`")),
            (FileShape::Cards, Some(id)) => diagnostic.help(format!(
                "write `[cards.{id}]`, and `name = {:?}` in it for what is printed on the card",
                entry.key
            )),
            (_, Some(id)) => diagnostic.help(format!("write `{id}`")),
            _ => diagnostic,
        }
    }

    /// Returns the error of a missing key; `None` if the table has the key under a misspelt name.
    fn missing_key(&self, key: &str) -> Option<Diagnostic> {
        let properties = self.schema.get("properties").and_then(JsonValue::as_object);
        let known = || properties.into_iter().flat_map(|p| p.keys()).map(String::as_str);
        let entries = self.place.table.map_or(&[][..], |table| &table.entries);
        let misspelt = |e: &&TomlEntry| known().all(|k| k != e.key) && nearest(&e.key, known()) == Some(key);
        if entries.iter().any(|e| misspelt(&e)) {
            return None;
        }
        let (table, needed_by) = (self.place.table_name(), self.required_by(key));
        let diagnostic = messages::missing_key(self.place.span(), key, table, needed_by);
        Some(match properties.and_then(|p| explained(key, p.get(key)?)) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        })
    }

    /// Returns the key that requires `key`, if `key` is not always required.
    fn required_by(&self, key: &str) -> Option<&str> {
        let always = self.schema.get("required").and_then(JsonValue::as_array);
        if always.is_some_and(|required| required.iter().any(|r| r == key)) {
            return None;
        }
        // The path of a failed dependency is one level deeper, in `dependencies`.
        let dependencies = self.schema.get("dependencies").unwrap_or(self.schema).as_object()?;
        let table = self.place.table?;
        let needing = |(first, needed): (&String, &JsonValue)| {
            table.get(first).is_some() && needed.as_array().is_some_and(|n| n.iter().any(|n| n == key))
        };
        dependencies.iter().find(|(first, needed)| needing((first, needed))).map(|(first, _)| first.as_str())
    }

    fn wrong_type(&self, types: &[SchemaType]) -> Diagnostic {
        let words: Vec<&str> = types.iter().map(|t| type_words(*t)).collect();
        let Some(node) = self.place.node else { return self.unforeseen() };
        if let Some(diagnostic) = self.outside_parts(node) {
            return diagnostic;
        }
        let diagnostic = messages::wrong_type(node.span, &self.place.value_name(), &words, node.describe());
        match self.retype(node, types) {
            Some(help) => diagnostic.help(help),
            None => self.described(diagnostic),
        }
    }

    /// Returns the error of a value that is none of a deck list's parts: its key is a misspelt `name`, or a
    /// card stands above `[cards]`.
    fn outside_parts(&self, node: &TomlNode) -> Option<Diagnostic> {
        let known = ["name", "cards"];
        let entry = self.place.entry.filter(|_| self.shape == FileShape::Deck && self.place.is_at_root())?;
        match node.value {
            _ if known.contains(&entry.key.as_str()) => None,
            TomlValue::Int(_) => Some(messages::card_outside_parts(node.span, &self.place.value_name())),
            _ => {
                let unknown =
                    UnknownKey { key: &entry.key, span: entry.key_span, table: None, is_table: false };
                Some(messages::unknown_key(&unknown, &known))
            }
        }
    }

    /// Returns a correction of the value, if one can be guessed.
    fn retype(&self, node: &TomlNode, types: &[SchemaType]) -> Option<String> {
        let wants = |t: SchemaType| types.contains(&t);
        let of_one = |item: &str| {
            let of = self.schema.pointer("/items/type");
            let fits = of.is_none_or(|of| {
                of == item || of.as_array().is_some_and(|any| any.iter().any(|t| t == item))
            });
            let least = self.schema.get("minItems").and_then(JsonValue::as_u64).unwrap_or(0);
            wants(SchemaType::Array) && fits && least <= 1
        };
        let key = self.place.key().unwrap_or_default();
        match &node.value {
            TomlValue::Text(text)
                if wants(SchemaType::Integer) && text.value.trim().parse::<i64>().is_ok() =>
            {
                Some(format!("write it without the quotes: `{}`", text.value.trim()))
            }
            TomlValue::Text(text)
                if wants(SchemaType::Boolean) && matches!(text.value.as_str(), "true" | "false") =>
            {
                Some(format!("write it without the quotes: `{}`", text.value))
            }
            TomlValue::Text(text) if of_one("string") && text.value.contains(',') => {
                let items: Vec<String> =
                    text.value.split(',').map(|item| format!("{:?}", item.trim())).collect();
                Some(format!("write a list: `[{}]`", items.join(", ")))
            }
            TomlValue::Text(text) if of_one("string") => {
                Some(format!("write a list, even of one: `[{:?}]`", text.value))
            }
            TomlValue::Text(text) if wants(SchemaType::Number) => millimetres(text.value.trim()),
            TomlValue::Int(_) | TomlValue::Float(_) if self.is_size() => {
                Some(format!("write width and height in millimetres: `{key} = [{0}, {0}]`", number(node)))
            }
            TomlValue::Float(f) if wants(SchemaType::Integer) && f.fract() == 0.0 => {
                Some(format!("write it without a decimal point: `{f}`"))
            }
            TomlValue::Int(i) if of_one("integer") => Some(format!("write a list, even of one: `[{i}]`")),
            TomlValue::Text(text) if wants(SchemaType::Object) => self.as_slot(key, text.value.trim()),
            TomlValue::Int(seat) if key == "start" && self.sibling("type").is_some_and(is_player) => {
                Some(format!("it is code, in quotes: `start = \"players[{seat}]\"`"))
            }
            // Quotes alone do not give a string of the required form.
            _ if self.schema.get("pattern").is_some()
                || wants(SchemaType::Object) && wants(SchemaType::String) =>
            {
                None
            }
            TomlValue::Int(i) if wants(SchemaType::String) => Some(format!("put it in quotes: `\"{i}\"`")),
            TomlValue::Bool(b) if wants(SchemaType::String) => Some(format!("put it in quotes: `\"{b}\"`")),
            TomlValue::Table(_)
                if wants(SchemaType::Array)
                    && self.schema.pointer("/items/type").is_some_and(|t| t == "object") =>
            {
                Some(format!("there can be several, so it takes two brackets: `[[{key}]]`"))
            }
            TomlValue::Array(items) if wants(SchemaType::Object) && is_tables(node) && items.len() == 1 => {
                self.place
                    .table_name()
                    .map(|table| format!("there is only one, so it takes single brackets: {table}"))
            }
            _ => None,
        }
    }

    /// Returns whether the value is a size: a name, or width and height in millimetres.
    fn is_size(&self) -> bool {
        let items = |key: &str| self.schema.get(key).and_then(JsonValue::as_u64) == Some(2);
        items("minItems")
            && items("maxItems")
            && self.schema.pointer("/items/type").is_some_and(|of| of == "number")
    }

    /// Returns the table of a slot of which only the type is written.
    fn as_slot(&self, key: &str, ty: &str) -> Option<String> {
        self.schema.pointer("/properties/returns")?;
        Some(match ty {
            "do" => format!("write `{key} = {{ do = true }}`"),
            _ => format!("write the type of its value as `returns`: `{key} = {{ returns = {ty:?} }}`"),
        })
    }

    /// Returns a string beside the value, in the same table.
    fn sibling(&self, key: &str) -> Option<&str> {
        Some(self.place.around?.get(key)?.as_text()?.value.trim())
    }

    fn not_a_choice(&self, options: &JsonValue) -> Diagnostic {
        let options: Vec<&str> =
            options.as_array().into_iter().flatten().filter_map(JsonValue::as_str).collect();
        let written = self.place.node.and_then(TomlNode::as_text).map_or("", |t| t.value.as_str());
        messages::not_a_choice(self.place.span(), &self.place.value_name(), written, &options)
    }

    fn badly_written(&self, pattern: &str) -> Diagnostic {
        let written = self.place.node.and_then(TomlNode::as_text).map_or("", |t| t.value.as_str());
        if pattern == ID_PATTERN {
            let diagnostic = bad_id(written, self.place.span());
            return match id_of(written) {
                Some(id) => diagnostic.help(format!("write `\"{id}\"`")),
                None => diagnostic,
            };
        }
        let (at, name, key) = (self.place.span(), self.place.value_name(), self.place.key());
        match id_of(written) {
            Some(id) if pattern == GAME_ID_PATTERN => messages::bad_game_id(at, &name, written, &id),
            _ if pattern == COLOUR_PATTERN => {
                messages::bad_colour(at, &name, written, key.unwrap_or("colour"))
            }
            _ if pattern == ICON_PATTERN => messages::bad_icon(at, &name, written, key.unwrap_or("icon")),
            _ => self.described(messages::badly_written(at, &name, written)),
        }
    }

    fn out_of_range(&self, bound: &str, limit: &JsonValue, label: &str) -> Diagnostic {
        let found = match self.place.node.map(|n| &n.value) {
            Some(TomlValue::Int(i)) => i.to_string(),
            Some(TomlValue::Float(f)) => f.to_string(),
            _ => String::new(),
        };
        let limit = format!("{bound} {limit}");
        let (at, name) = (self.place.span(), self.place.value_name());
        let found = self.described(messages::out_of_range(at, &name, &limit, &found, label));
        // Otherwise the limit of cells would come up only after the next change.
        let is_board = ["`grid`", "`hex`"].iter().any(|key| name.ends_with(key));
        if is_board { messages::with_limits_of_boards(found) } else { found }
    }

    fn wrong_count(&self) -> Diagnostic {
        let count = self.place.node.and_then(TomlNode::as_array).map_or(0, <[TomlNode]>::len);
        let limit = |key: &str| self.schema.get(key).and_then(JsonValue::as_u64);
        let limits = (limit("minItems"), limit("maxItems"));
        let (at, name) = (self.place.span(), self.place.value_name());
        self.described(messages::wrong_count(at, &name, count, limits))
    }

    fn repeated(&self) -> Diagnostic {
        let items = self.place.node.and_then(TomlNode::as_array).unwrap_or_default();
        let twice = items.iter().enumerate().find_map(|(i, item)| {
            items[..i].iter().find(|earlier| same(earlier, item)).map(|earlier| (earlier, item))
        });
        let Some((first, second)) = twice else { return self.unforeseen() };
        let what = match &second.value {
            TomlValue::Text(text) => format!("`{}`", text.value),
            TomlValue::Int(number) => number.to_string(),
            _ => "an item".to_owned(),
        };
        messages::repeated_item(&self.place.value_name(), &what, second.span, first.span)
    }

    fn empty(&self) -> Diagnostic {
        messages::empty(self.place.span(), &self.place.value_name())
    }

    fn too_long(&self, most: u64) -> Diagnostic {
        let written = self.place.node.and_then(TomlNode::as_text).map_or("", |t| t.value.as_str());
        let length = written.chars().count();
        self.described(messages::too_long(self.place.span(), &self.place.value_name(), length, most))
    }

    /// The fallback for kinds of errors that the present schemas cannot produce.
    fn unforeseen(&self) -> Diagnostic {
        self.described(messages::unforeseen(self.place.span(), &self.place.value_name()))
    }

    /// Adds the schema's description of the value, if it has one.
    fn described(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self.place.key().and_then(|key| explained(key, self.schema)) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}

/// Returns the schema's description of a key, with an example if it has one.
fn explained(key: &str, schema: &JsonValue) -> Option<String> {
    let description = schema.get("description")?.as_str()?.trim_end_matches('.');
    let example = match schema.pointer("/examples/0") {
        // A description that quotes code shows how a value is written, and needs no second example.
        Some(example) if !description.contains('`') => format!("; for example `{key} = {example}`"),
        _ => String::new(),
    };
    Some(format!("`{key}`: {}{example}", lower_first(description)))
}

/// Converts a name to an id: `Old Lantern` → `old_lantern`.
pub fn id_of(name: &str) -> Option<String> {
    let mut id = String::new();
    for c in name.trim().chars().flat_map(char::to_lowercase) {
        match c {
            'a'..='z' | '0'..='9' => id.push(c),
            '\'' | '’' => {}
            _ if id.ends_with('_') || id.is_empty() => {}
            _ => id.push('_'),
        }
    }
    let id = id.trim_end_matches('_').to_owned();
    id.starts_with(|c: char| c.is_ascii_lowercase()).then_some(id)
}

/// Makes a name from an id: `old_lantern` → `Old Lantern`.
pub fn name_of_id(id: &str) -> String {
    let words = id.split(['_', '-', ' ']).filter(|word| !word.is_empty()).map(|word| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Formats a number as it is written.
fn number(node: &TomlNode) -> String {
    match &node.value {
        TomlValue::Int(number) => number.to_string(),
        TomlValue::Float(number) => number.to_string(),
        _ => "…".to_owned(),
    }
}

/// Returns the correction of a length in quotes, with its unit or without.
fn millimetres(text: &str) -> Option<String> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let length: f64 = text[..end].parse().ok()?;
    let factor = match text[end..].trim() {
        "" => return Some(format!("write it without the quotes: `{length}`")),
        "mm" => 1.0,
        "cm" => 10.0,
        "in" | "inch" | "inches" => 25.4,
        _ => return None,
    };
    let rounded = (length * factor * 100.0).round() / 100.0;
    Some(format!("lengths are numbers of millimetres, without quotes and unit: `{rounded}`"))
}

/// Returns whether a type is that of a player, who may be none.
fn is_player(ty: &str) -> bool {
    matches!(ty, "player" | "player?")
}

fn is_tables(node: &TomlNode) -> bool {
    match &node.value {
        TomlValue::Table(_) => true,
        TomlValue::Array(items) => !items.is_empty() && items.iter().all(|i| i.as_table().is_some()),
        _ => false,
    }
}

fn same(a: &TomlNode, b: &TomlNode) -> bool {
    match (&a.value, &b.value) {
        (TomlValue::Text(a), TomlValue::Text(b)) => a.value == b.value,
        (TomlValue::Int(a), TomlValue::Int(b)) => a == b,
        _ => false,
    }
}

fn type_words(t: SchemaType) -> &'static str {
    match t {
        SchemaType::String => "a string",
        SchemaType::Integer => "a whole number",
        SchemaType::Number => "a number",
        SchemaType::Boolean => "true or false",
        SchemaType::Array => "a list",
        SchemaType::Object => "a table",
        SchemaType::Null => "nothing",
    }
}

/// Lowers the first letter, for a description that continues a sentence.
fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}
