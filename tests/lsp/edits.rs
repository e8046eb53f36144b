//! Sessions of editing shipped games: nothing that is typed brings the server down, and all that it says lies in the files.

use std::time::{Duration, Instant};

use super::*;

/// A generator of numbers, so that each session is the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Texts to type: names, signs, brackets that are never closed, other alphabets.
const TYPED: [&str; 16] =
    ["", " ", ".", "(", ")", "{", "\"", "'''", "\n", "[x]\n", "it", "self.", " where ", "ü", "𝄞", "{{ "];

/// Asks one more thing after each edit, another each time. All places in the answers lie in the file, and no two edits overlap.
fn ask_everything(editor: &mut Editor, path: &Path, text: &str, edit: usize, at: Position) {
    let document = json!({ "uri": uri(path) });
    let all = Range::new(Position::new(0, 0), position(text, text.len()));
    let here = json!({ "textDocument": document, "position": at });
    let range = json!({ "textDocument": document, "range": all });
    let line = json!({ "start": { "line": at.line, "character": 0 }, "end": at });
    let formatting = json!({ "textDocument": document, "options": { "tabSize": 2, "insertSpaces": true } });
    let (method, params) = match edit % 8 {
        0 => ("textDocument/semanticTokens/full", json!({ "textDocument": document })),
        1 => ("textDocument/foldingRange", json!({ "textDocument": document })),
        2 => ("textDocument/inlayHint", range),
        3 => ("textDocument/codeLens", json!({ "textDocument": document })),
        4 => ("textDocument/signatureHelp", here),
        5 => (
            "textDocument/codeAction",
            json!({ "textDocument": document, "range": line, "context": { "diagnostics": [] } }),
        ),
        6 => ("textDocument/formatting", formatting),
        _ => ("textDocument/documentSymbol", json!({ "textDocument": document })),
    };
    let answer = editor.ask(method, params);
    if method.ends_with("semanticTokens/full") {
        let numbers: Vec<u32> = serde_json::from_value(answer["data"].clone()).expect("numbers");
        let (mut line, mut column) = (0, 0);
        for token in numbers.chunks(5) {
            column = if token[0] == 0 { column + token[1] } else { token[1] };
            line += token[0];
            let end = Position::new(line, column + token[2]);
            assert!(is_in(text, end), "{method}: {end:?}");
        }
    }
    if method.ends_with("foldingRange") {
        let lines = text.split('\n').count() as u64;
        let ends = answer.as_array().into_iter().flatten().filter_map(|range| range["endLine"].as_u64());
        ends.for_each(|end| assert!(end < lines, "{end} of {lines}"));
    }
    places_of(&answer).into_iter().for_each(|place| assert!(is_in(text, place), "{method}: {place:?} {answer}"));
    let edits = if method.ends_with("formatting") { Some(&answer) } else { None };
    for edits in edits
        .into_iter()
        .chain(answer.as_array().into_iter().flatten().filter_map(|one| one["edit"]["changes"].get(uri(path))))
    {
        let mut edits: Vec<lsp_types::TextEdit> = serde_json::from_value(edits.clone()).unwrap_or_default();
        edits.sort_by_key(|edit| edit.range.start);
        let apart = |pair: &[lsp_types::TextEdit]| pair[0].range.end <= pair[1].range.start;
        assert!(edits.windows(2).all(apart), "{method}: {edits:?}");
    }
}

/// Whether a position is one of a text.
fn is_in(text: &str, at: Position) -> bool {
    let line = text.split('\n').nth(at.line as usize);
    line.is_some_and(|line| at.character as usize <= line.encode_utf16().count())
}

/// All positions in an answer about one file.
fn places_of(answer: &Value) -> Vec<Position> {
    match answer {
        Value::Array(all) => all.iter().flat_map(places_of).collect(),
        Value::Object(all) if all.contains_key("line") && all.contains_key("character") => {
            serde_json::from_value(answer.clone()).into_iter().collect()
        }
        // Of edits in several files, those of the others are not looked at here.
        Value::Object(all) => {
            all.iter().filter(|(key, _)| *key != "changes").flat_map(|(_, value)| places_of(value)).collect()
        }
        _ => Vec::new(),
    }
}

/// The length of a session.
#[derive(Clone, Copy)]
enum Length {
    Edits(usize),
    Time(Duration),
}

impl Length {
    /// Whether the session ends before an edit.
    fn ends(self, edit: usize, began: Instant) -> bool {
        match self {
            Length::Edits(edits) => edit >= edits,
            Length::Time(time) => began.elapsed() >= time,
        }
    }

    /// Number of edits between two measurements of memory.
    fn measured_each(self) -> usize {
        match self {
            Length::Edits(edits) => (edits / 5).max(100),
            Length::Time(_) => 250,
        }
    }
}

fn session(game: &str, length: Length, seed: u64) {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards");
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("it is there").join(game);
    for part in ["", "rules", "cards", "scenarios", "decks", "texts", "faces", "icons"] {
        let Ok(entries) = std::fs::read_dir(shipped.join(game).join(part)) else { continue };
        std::fs::create_dir_all(root.join(part)).expect("a folder");
        for entry in entries.flatten().filter(|entry| entry.path().is_file()) {
            std::fs::copy(entry.path(), root.join(part).join(entry.file_name())).expect("a file");
        }
    }
    let mut files: Vec<PathBuf> = ["rules", "cards"]
        .iter()
        .flat_map(|part| std::fs::read_dir(root.join(part)).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml" || e == "csv"))
        .collect();
    files.push(root.join("game.toml"));
    files.sort();
    let mut numbers = Numbers(seed);
    let mut editor = Editor::start();
    for path in &files {
        editor.open(path);
    }
    let mut memory = Vec::new();
    let began = Instant::now();
    let mut edits = 0;
    for edit in (0..).take_while(|edit| !length.ends(*edit, began)) {
        edits = edit + 1;
        if edit % length.measured_each() == 99 {
            memory.extend(memory_in_use());
        }
        let path = &files[numbers.below(files.len())];
        let text = editor.texts[path].0.clone();
        let boundary = |mut at: usize| {
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = boundary(numbers.below(text.len() + 1));
        let end = boundary((start + numbers.below(6)).min(text.len())).max(start);
        let range = Range::new(position(&text, start), position(&text, end));
        let typed = TYPED[numbers.below(TYPED.len())];
        let (stored, version) = editor.texts.get_mut(path).expect("an open file");
        stored.replace_range(start..end, typed);
        *version += 1;
        let change = json!({
            "textDocument": { "uri": uri(path), "version": *version },
            "contentChanges": [{ "range": range, "text": typed }],
        });
        editor.say("textDocument/didChange", change);
        let text = editor.texts[path].0.clone();
        let place = json!({ "textDocument": { "uri": uri(path) }, "position": position(&text, start + typed.len()) });
        editor.ask("textDocument/completion", place.clone());
        if edit % 4 == 0 {
            editor.ask("textDocument/hover", place.clone());
            editor.ask("textDocument/definition", place.clone());
            let mut place = place;
            place["context"] = json!({ "includeDeclaration": true });
            editor.ask("textDocument/references", place);
        }
        ask_everything(&mut editor, path, &text, edit, position(&text, start + typed.len()));
        editor.diagnostics(path);
        for (at, shown) in &editor.shown {
            let open = editor.texts.iter().find(|(path, _)| uri(path) == *at);
            let Some((_, (text, version))) = open else { continue };
            if shown.version != Some(*version) {
                continue; // nothing new was found there since
            }
            let lines = text.split('\n').count() as u32;
            for diagnostic in &shown.diagnostics {
                let Range { start, end } = diagnostic.range;
                assert!(start <= end && end.line < lines, "{at}: {diagnostic:?}");
            }
        }
        // Sometimes the author gives up.
        if edit % 10 == 9 {
            for path in &files {
                let saved = std::fs::read_to_string(path).expect("a file");
                let (stored, version) = editor.texts.get_mut(path).expect("an open file");
                if *stored != saved {
                    stored.clone_from(&saved);
                    *version += 1;
                    let document = json!({ "uri": uri(path), "version": *version });
                    let change = json!([{ "text": saved }]);
                    let params = json!({ "textDocument": document, "contentChanges": change });
                    editor.say("textDocument/didChange", params);
                }
            }
            for path in &files {
                assert_eq!(editor.diagnostics(path), [], "{}", path.display());
            }
        }
    }
    // However long it is edited, the server keeps no more: it is half as much again at most as it was after the first edits.
    if let [first, .., last] = memory[..] {
        assert!(last < first + first / 2, "{game}: {memory:?} KiB");
        eprintln!("{game}: {memory:?} KiB in use during {edits} edits");
    }
}

/// The resident memory of this process in KiB, where the system tells.
fn memory_in_use() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}

#[test]
fn whatever_is_typed_is_answered() {
    // More by hand: `CARDWRIGHT_EDITS=2000 cargo test whatever_is_typed`, or for so many seconds `CARDWRIGHT_EDITING=3600`.
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let games = ["fantasy-realms", "minute-realms", "draughts", "leduc-poker"];
    let length = match number("CARDWRIGHT_EDITING") {
        Some(seconds) => Length::Time(Duration::from_secs(seconds) / games.len() as u32),
        None => Length::Edits(number("CARDWRIGHT_EDITS").unwrap_or(20) as usize),
    };
    for (seed, game) in games.into_iter().enumerate() {
        session(game, length, seed as u64);
    }
}

#[test]
fn everywhere_in_a_rule_something_can_be_asked() {
    // Every third place of a small game's rules: no answer is missing, and none brings the server down.
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let mut editor = Editor::start();
    editor.open(&rules);
    let mut offered = 0;
    for (at, _) in RULES.char_indices().step_by(3) {
        let place = json!({ "textDocument": { "uri": uri(&rules) }, "position": position(RULES, at) });
        offered += editor.ask("textDocument/completion", place.clone()).as_array().map_or(0, Vec::len);
        editor.ask("textDocument/hover", place);
    }
    assert!(offered > 1000, "{offered}");
}
