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
    format!("{what}, at column {}", error.column())
}
