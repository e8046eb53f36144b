//! Diagnostics are made in modules called `messages`: one function for each message, in the order of their
//! codes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers that still make diagnostics elsewhere, and at how many places. A layer that is not listed makes
/// none outside its `messages` modules.
const ELSEWHERE: [(&str, usize); 2] = [("syntax", 1), ("table", 1)];

const CONSTRUCTORS: [&str; 2] = ["Diagnostic::error(", "Diagnostic::warning("];

/// Returns the files of `src/` with their paths below it, with `/`. The layer that declares diagnostics is
/// left out.
fn sources() -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![src.clone()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of this repository") {
            let path: PathBuf = entry.expect("an entry of it").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("UTF-8");
                let below = path.strip_prefix(&src).expect("in src").to_str().expect("UTF-8");
                sources.push((below.replace('\\', "/"), text));
            }
        }
    }
    sources.retain(|(path, _)| !path.starts_with("diagnostics/"));
    sources.sort();
    sources
}

fn is_messages(path: &str) -> bool {
    path.trim_end_matches(".rs").split('/').any(|part| part == "messages")
}

fn layer_of(path: &str) -> &str {
    path.split('/').next().unwrap_or_default().trim_end_matches(".rs")
}

/// Returns the numbers of the codes by the names of their constants. Two steps may use the same name.
fn codes() -> BTreeMap<String, Vec<u16>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/diagnostics/codes");
    let mut codes: BTreeMap<String, Vec<u16>> = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the codes") {
        let text = fs::read_to_string(entry.expect("an entry of it").path()).expect("UTF-8");
        for line in text.lines() {
            let Some((name, rest)) = line.trim().split_once(" = CW") else { continue };
            let number: Option<u16> = rest.get(..4).and_then(|digits| digits.parse().ok());
            codes.entry(name.to_owned()).or_default().extend(number);
        }
    }
    codes
}

#[test]
fn diagnostics_are_made_in_messages_modules() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in sources().iter().filter(|(path, _)| !is_messages(path)) {
        let layer = layer_of(path);
        for (i, line) in text.lines().enumerate() {
            let found: usize = CONSTRUCTORS.iter().map(|call| line.matches(call).count()).sum();
            if found > 0 {
                *counts.entry(layer.to_owned()).or_default() += found;
                places.entry(layer.to_owned()).or_default().push(format!("src/{path}:{}", i + 1));
            }
        }
    }
    let mut wrong = Vec::new();
    for (layer, places) in &places {
        let allowed = ELSEWHERE.iter().find(|(other, _)| other == layer).map_or(0, |(_, count)| *count);
        let count = counts[layer];
        if count > allowed {
            wrong.push(format!("{layer}: {count}, not {allowed}\n{}", places.join("\n")));
        }
    }
    for (layer, allowed) in ELSEWHERE {
        let count = counts.get(layer).copied().unwrap_or_default();
        if count < allowed {
            wrong.push(format!("{layer}: only {count} are left; write that instead of {allowed}"));
        }
    }
    assert!(wrong.is_empty(), "a message is a function of a `messages` module:\n{}", wrong.join("\n"));
}

/// A function that makes a message.
struct MessageFunction {
    line: usize,
    /// The code that its comment begins with.
    code: Option<u16>,
    text: String,
}

/// Returns the functions of a file that make messages. A private one is only a part of several.
fn functions(text: &str) -> Vec<MessageFunction> {
    let mut functions: Vec<MessageFunction> = Vec::new();
    let mut code = None;
    for (i, line) in text.lines().enumerate() {
        match functions.last_mut() {
            Some(function) if line.starts_with([' ', ')', '}']) => function.text.push_str(line),
            _ if line.starts_with("///") => {
                let said = line.strip_prefix("/// CW").and_then(|rest| rest.split_once(": "));
                code = said.and_then(|(digits, _)| digits.parse().ok()).or(code);
            }
            _ if line.contains("fn ") => {
                functions.push(MessageFunction { line: i + 1, code: code.take(), text: line.to_owned() })
            }
            _ => {}
        }
    }
    functions.retain(|f| f.text.starts_with("pub") && f.text.contains("-> Diagnostic {"));
    functions
}

/// Returns the names of the codes in the calls of constructors.
fn names_of_codes(text: &str) -> Vec<&str> {
    let calls = CONSTRUCTORS.iter().flat_map(|call| text.match_indices(call));
    let arguments = calls.filter_map(|(at, call)| text[at + call.len()..].split(',').next());
    arguments.filter_map(|path| path.trim().rsplit("::").next()).collect()
}

#[test]
fn messages_say_their_codes_in_order() {
    let codes = codes();
    let mut wrong = Vec::new();
    let mut count = 0;
    let is_done = |path: &str| ELSEWHERE.iter().all(|(layer, _)| *layer != layer_of(path));
    for (path, text) in sources().iter().filter(|(path, _)| is_messages(path) && is_done(path)) {
        let mut last = 0;
        for MessageFunction { line, code, text } in functions(text) {
            count += 1;
            let Some(code) = code else {
                wrong.push(format!("src/{path}:{line}: its comment begins with its code, `CW0123: …`"));
                continue;
            };
            if code < last {
                wrong.push(format!("src/{path}:{line}: CW{code:04} comes after CW{last:04}"));
            }
            last = last.max(code);
            let others = |name: &&str| codes.get(*name).is_some_and(|numbers| !numbers.contains(&code));
            for name in names_of_codes(&text).into_iter().filter(others) {
                wrong.push(format!("src/{path}:{line}: `{name}` is not CW{code:04}"));
            }
        }
    }
    assert!(count > 200, "the functions are found: {count}");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
