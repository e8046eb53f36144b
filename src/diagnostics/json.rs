//! Messages for JSON syntax errors.

/// Describes a JSON syntax error and its position.
pub fn json_syntax(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or(&said);
    let what = match said {
        _ if said.starts_with("EOF") => "it ends too soon",
        "expected value" | "expected ident" => "here is no value",
        "key must be a string" => "a key stands in quotes",
        "trailing characters" => "something stands behind its end",
        "trailing comma" => "nothing follows a comma",
        "recursion limit exceeded" => "it is nested too deep",
        other => other,
    };
    format!("{what}, at column {}", error.column())
}
