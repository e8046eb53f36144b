//! JSON for people: messages for syntax errors, and values as they are written at the command line.

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
