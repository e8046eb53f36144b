//! JSON for people: messages for syntax errors, and values as they are written at the command line.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

/// Returns a value as people write it: text without quotes.
pub fn json_text(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Describes a JSON syntax error and its position.
pub fn json_syntax(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or(&said);
    let what = match said {
        _ if said.starts_with("EOF") => "it ends too soon",
        "expected value" | "expected ident" => "a value is missing here",
        "key must be a string" => "a key stands in quotes",
        "trailing characters" => "something stands behind its end",
        "trailing comma" => "nothing follows a comma",
        "recursion limit exceeded" => "it is nested too deep",
        other => other,
    };
    match error.column() {
        // Behind a line break the reader begins another line.
        0 => what.to_owned(),
        column => format!("{what}, at column {column}"),
    }
}

/// Converts the JSON reader's "invalid type: sequence, expected a string" into a message for people; `subject`
/// has the value.
pub fn json_type_error(subject: &str, said: &str) -> String {
    let types = said.strip_prefix("invalid type: ").or_else(|| said.strip_prefix("invalid value: "));
    let types = types.and_then(|said| said.split_once(", expected "));
    let Some((found, expected)) = types else { return format!("{subject}: {said}") };
    let found = match found.split_once(' ').unwrap_or((found, "")) {
        ("sequence", _) => "a list".to_owned(),
        ("map", _) => "an object".to_owned(),
        ("integer" | "floating", value) => {
            format!("the number {}", value.trim_start_matches("point ").trim_matches('`'))
        }
        ("string", value) => format!("the string {value}"),
        ("null" | "unit", _) => "null".to_owned(),
        ("boolean", value) => value.trim_matches('`').to_owned(),
        _ => found.to_owned(),
    };
    let expected = match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number, 0 or more",
        "a boolean" => "`true` or `false`",
        "a sequence" => "a list",
        "a map" => "an object",
        other if other.starts_with("struct ") => "an object",
        other => other,
    };
    format!("{subject} is {found}; expected {expected}")
}

/// Returns a key that an object of a JSON text, at any depth, has twice; `None` if there is none, or if the
/// text is not JSON. Readers of JSON would keep the last value without a word.
pub fn repeated_key(text: &str) -> Option<String> {
    let mut repeated = None;
    // An error of the syntax is reported by the reader of the text.
    let _ = KeysOnce(&mut repeated).deserialize(&mut serde_json::Deserializer::from_str(text));
    repeated
}

/// Reads any value, and stores the first key that is repeated in an object.
struct KeysOnce<'a>(&'a mut Option<String>);

impl<'de> DeserializeSeed<'de> for KeysOnce<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for KeysOnce<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(KeysOnce(&mut *self.0))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut keys = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            map.next_value_seed(KeysOnce(&mut *self.0))?;
            if let Some(again) = keys.replace(key) {
                self.0.get_or_insert(again);
            }
        }
        Ok(())
    }
}
