//! The reference and the parser agree: everything that `docs/language.md` shows can be read, and it lists the
//! reserved words.

use super::shown;
use cardwright::syntax::{
    RESERVED, SyntaxError, is_reserved, parse_block, parse_expr, parse_function, parse_type,
};

const REFERENCE: &str = include_str!("../../docs/language.md");

/// The blocks between fences, with the word behind the opening fence.
fn fenced() -> Vec<(&'static str, &'static str)> {
    let mut parts = REFERENCE.split("\n```");
    let mut all = Vec::new();
    parts.next();
    while let (Some(block), Some(_)) = (parts.next(), parts.next()) {
        let (language, text) = block.split_once('\n').unwrap_or((block, ""));
        all.push((language, text));
    }
    all
}

/// The text from a heading to the next of its level.
fn section(heading: &str) -> &'static str {
    let start = REFERENCE.find(heading).unwrap_or_else(|| panic!("no {heading}")) + heading.len();
    let level = format!("\n{} ", heading.split(' ').next().expect("the split yields at least one part"));
    let rest = &REFERENCE[start..];
    &rest[..rest.find(&level).unwrap_or(rest.len())]
}

fn no_errors(text: &str, errors: &[SyntaxError]) {
    assert!(errors.is_empty(), "{text:?}: {errors:#?}");
}

/// Parses every code and type string of a table, and counts them.
fn walk(path: &[&str], value: &toml::Value) -> usize {
    match value {
        toml::Value::Table(table) => {
            table.iter().map(|(key, v)| walk(&[path, &[key.as_str()]].concat(), v)).sum()
        }
        toml::Value::Array(array) => array.iter().map(|v| walk(path, v)).sum(),
        toml::Value::String(text) => leaf(path, text),
        _ => 0,
    }
}

fn leaf(path: &[&str], text: &str) -> usize {
    let text = &text.replace('…', "");
    let (key, above) = (path[path.len() - 1], &path[..path.len() - 1]);
    let within = |name: &str| above.contains(&name);
    match key {
        "that" | "only_if" | "when" | "where" | "add" | "set" | "start" | "expect" | "score" | "ties"
        | "penalty" => {
            no_errors(text, &parse_expr(text).errors);
        }
        "from" | "default" if within("slots") => no_errors(text, &parse_expr(text).errors),
        "value" if within("steps") => no_errors(text, &parse_expr(text).errors),
        "until" if within("state") => no_errors(text, &parse_expr(text).errors),
        "code" => no_errors(text, &parse_function(text).errors),
        "do" => no_errors(text, &parse_block(text).errors),
        "setup" | "play" if within("flow") => no_errors(text, &parse_block(text).errors),
        _ if within("params") && within("actions") => no_errors(text, &parse_expr(text).errors),
        "returns" | "type" => no_errors(text, &parse_type(text).errors),
        _ if within("params") || within("attributes") || within("state") => {
            no_errors(text, &parse_type(text).errors)
        }
        _ => return 0,
    }
    1
}

#[test]
fn every_toml_example_parses() {
    let mut count = 0;
    for (language, text) in fenced() {
        if language == "toml" {
            let table: toml::Table = toml::from_str(text).unwrap_or_else(|e| panic!("{text}\n{e}"));
            count += walk(&[], &toml::Value::Table(table));
        }
    }
    assert!(count > 50, "only {count} strings were recognised as code");
}

#[test]
fn every_statement_of_the_reference_parses() {
    let mut lines = 0;
    let blocks: Vec<_> = fenced().into_iter().filter(|(language, _)| language.is_empty()).collect();
    assert_eq!(blocks.len(), 3, "Statements, Choices, Happenings");
    for (_, text) in blocks {
        let code: String = text.lines().map(|line| statement_of(line) + "\n").collect();
        lines += code.lines().count();
        no_errors(&code, &parse_block(&code).errors);
    }
    assert!(lines > 25);
}

/// Returns the part to the left of the explanation.
fn statement_of(line: &str) -> String {
    if line.starts_with("win p ") {
        let all: Vec<_> = line.split("   ").take(4).map(str::trim).collect();
        return all.join("; ");
    }
    let indent = line.len() - line.trim_start().len();
    let code = match line[indent..].find("  ") {
        Some(end) => &line[..indent + end],
        None => line,
    };
    let code = match code.rfind("… }") {
        Some(end) => &code[..end + "… }".len()],
        None => code,
    };
    code.replace("choose …", "choose c from S").replace('…', "")
}

#[test]
fn every_built_in_of_the_reference_parses() {
    let mut count = 0;
    for line in section("## Built-ins").lines().filter(|line| line.starts_with("| `")) {
        let column = line.split(" | ").next().expect("the split yields at least one part");
        for code in column.split('`').skip(1).step_by(2) {
            no_errors(code, &parse_expr(code).errors);
            count += 1;
        }
    }
    assert!(count > 40);
}

#[test]
fn the_reserved_words_are_those_of_the_reference() {
    let text = section("### Reserved words");
    let list = text.split("(A parameter").next().expect("the split yields at least one part");
    let listed: Vec<_> = list.split('`').skip(1).step_by(2).collect();
    assert_eq!(listed, RESERVED);
    assert!(RESERVED.is_sorted(), "they are looked up by halves");
    for word in RESERVED {
        assert!(is_reserved(word));
        let code = format!("let {word} = 1");
        assert_eq!(parse_block(&code).errors.len(), 1, "{code}");
    }
}

#[test]
fn words_that_mean_something_in_one_place_are_names_elsewhere() {
    for word in [
        "any", "by", "draw", "each_one", "exactly", "from", "has", "more", "of", "one", "option", "to", "up",
        "when",
    ] {
        assert!(!is_reserved(word), "{word}");
        assert_eq!(shown::block(&format!("let {word} = 1")), format!("let {word} 1"));
        assert_eq!(shown::expr(&format!("{word} + 1")), format!("(+ {word} 1)"));
        assert_eq!(shown::block(&format!("{word}(2)")), format!("do ({word}! 2)"));
        assert_eq!(shown::block(&format!("choose {word} from S")), format!("choose one {word} S"));
        assert_eq!(shown::block(&format!("x.{word} += 2")), format!("+= (.{word} x) 2"));
    }
}
