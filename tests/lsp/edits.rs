//! Sessions of editing shipped games: nothing that is typed brings the server down, and all that it says lies
//! in the files.

use std::time::{Duration, Instant};

use lsp_types::TextEdit;

use super::answer_checks::{applied, applied_everywhere, check_folds, check_places, check_tokens};
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

/// Number of requests about one place in `Session::requests`.
const REQUESTS: usize = 15;

/// An editor with the files of some games.
struct Session {
    editor: Editor,
    files: Vec<PathBuf>,
    numbers: Numbers,
    /// The text of each file of the packages on the disk, by URI.
    saved: BTreeMap<String, String>,
    /// Number, sum and maximum of the times until answers, by method.
    times: BTreeMap<String, (u32, Duration, Duration)>,
}

impl Session {
    fn start(mut editor: Editor, root: &Path, games: &[String], seed: u64) -> Session {
        let mut files = Vec::new();
        for game in games {
            let folders =
                ["", "rules", "cards", "scenarios", "decks", "texts"].map(|part| root.join(game).join(part));
            let inside =
                folders.iter().flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
            let is_open = |path: &PathBuf| path.extension().is_some_and(|e| e == "toml" || e == "csv");
            files.extend(inside.map(|entry| entry.path()).filter(is_open));
        }
        files.sort();
        files.iter().for_each(|path| editor.open(path));
        let mut saved = BTreeMap::new();
        texts_below(root, &mut saved);
        Session { editor, files, numbers: Numbers(seed), saved, times: BTreeMap::new() }
    }

    /// Asks, and checks that the places in the answer lie in their files.
    fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let asked = params["textDocument"]["uri"].as_str().unwrap_or_default().to_owned();
        let began = Instant::now();
        let answer = self.editor.try_to_ask(method, params);
        let took = began.elapsed();
        let (count, sum, longest) = self.times.entry(method.to_owned()).or_default();
        (*count, *sum, *longest) = (*count + 1, *sum + took, took.max(*longest));
        if let Ok(answer) = &answer {
            check_places(method, answer, &asked, &|uri| self.text_of(uri));
        }
        answer
    }

    /// Returns the text of a file as it stands in the editor.
    fn text_of(&self, uri: &str) -> Option<&str> {
        let open = self.editor.texts.get(Path::new(uri.strip_prefix("file://")?));
        open.map(|(text, _)| text).or_else(|| self.saved.get(uri)).map(String::as_str)
    }

    /// Types something wrong into one of the files. Returns the file and the byte at which the cursor is
    /// then.
    fn mutate(&mut self) -> (PathBuf, usize) {
        let path = self.files[self.numbers.below(self.files.len())].clone();
        let text = self.editor.texts[&path].0.clone();
        let numbers = &mut self.numbers;
        let boundary = |mut at: usize| {
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = boundary(numbers.below(text.len() + 1));
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = line..text[start..].find('\n').map_or(text.len(), |at| start + at + 1);
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let (start, end, typed) = match numbers.below(12) {
            0 => (line.start, line.end, String::new()),
            1 => (line.start, line.start, text[line].to_owned()),
            2 => (start, line.end, String::new()),
            3 | 4 => {
                let is_word = |c: char| c.is_alphanumeric() || c == '_';
                let end = text[start..].find(|c| !is_word(c)).map_or(text.len(), |at| start + at);
                (start, end, words[numbers.below(words.len())].to_owned())
            }
            _ => {
                let end = boundary((start + numbers.below(6)).min(text.len())).max(start);
                (start, end, TYPED[numbers.below(TYPED.len())].to_owned())
            }
        };
        let range = Range::new(position(&text, start), position(&text, end));
        let (stored, version) = self.editor.texts.get_mut(&path).expect("an open file");
        stored.replace_range(start..end, &typed);
        *version += 1;
        let change = json!({
            "textDocument": { "uri": uri(&path), "version": *version },
            "contentChanges": [{ "range": range, "text": typed }],
        });
        self.editor.say("textDocument/didChange", change);
        (path, start + typed.len())
    }

    /// Asks about a place in a file, one of the `REQUESTS`.
    fn request(&mut self, number: usize, path: &Path, cursor: usize) {
        let text = self.editor.texts[path].0.clone();
        let document = json!({ "uri": uri(path) });
        let at = position(&text, cursor);
        let all = Range::new(Position::new(0, 0), position(&text, text.len()));
        let line = Range::new(Position::new(at.line, 0), at);
        let here = json!({ "textDocument": document, "position": at });
        let about = |range: Range| json!({ "textDocument": document, "range": range });
        match number % REQUESTS {
            0 => drop(self.ask("textDocument/completion", here).expect("candidates")),
            1 => drop(self.ask("textDocument/hover", here).expect("an answer")),
            2 => drop(self.ask("textDocument/definition", here).expect("places")),
            3 => {
                let mut here = here;
                here["context"] = json!({ "includeDeclaration": true });
                self.ask("textDocument/references", here).expect("places");
            }
            4 => {
                let answer =
                    self.ask("textDocument/semanticTokens/full", json!({ "textDocument": document }));
                check_tokens(&answer.expect("tokens"), &text);
            }
            5 => {
                let answer = self.ask("textDocument/semanticTokens/range", about(line));
                check_tokens(&answer.expect("tokens"), &text);
            }
            6 => {
                let answer = self.ask("textDocument/foldingRange", json!({ "textDocument": document }));
                check_folds(&answer.expect("ranges"), &text);
            }
            7 => drop(self.ask("textDocument/inlayHint", about(all)).expect("hints")),
            8 => {
                drop(self.ask("textDocument/codeLens", json!({ "textDocument": document })).expect("lenses"))
            }
            9 => drop(self.ask("textDocument/signatureHelp", here).expect("an answer")),
            10 => self.take_actions(path, line),
            11 => self.format(path, &text),
            12 => drop(
                self.ask("textDocument/documentSymbol", json!({ "textDocument": document }))
                    .expect("symbols"),
            ),
            13 => drop(self.ask("workspace/symbol", json!({ "query": "a" })).expect("symbols")),
            _ => self.rename(&here),
        }
    }

    /// Asks for the actions in a range, and applies the edit of each to copies of the texts.
    fn take_actions(&mut self, path: &Path, range: Range) {
        let shown = self.editor.diagnostics(path);
        let shown: Vec<&Diagnostic> = shown
            .iter()
            .filter(|d| d.range.start.line <= range.end.line && range.end.line <= d.range.end.line)
            .collect();
        let asked = json!({ "textDocument": { "uri": uri(path) }, "range": range, "context": { "diagnostics": shown } });
        let actions = self.ask("textDocument/codeAction", asked).expect("actions");
        for action in actions.as_array().into_iter().flatten() {
            let edit = match action.get("edit") {
                Some(edit) => Some(edit.clone()),
                // An action that has become impossible is refused with a reason.
                None => {
                    self.ask("codeAction/resolve", action.clone()).ok().map(|action| action["edit"].clone())
                }
            };
            if let Some(edit) = edit {
                applied_everywhere(&|uri| self.text_of(uri), &edit);
            }
        }
    }

    /// Formats a file, and checks that formatting it again changes nothing.
    fn format(&mut self, path: &Path, text: &str) {
        let options = json!({ "tabSize": 2, "insertSpaces": true });
        let asked = json!({ "textDocument": { "uri": uri(path) }, "options": options });
        let answer = self.ask("textDocument/formatting", asked.clone()).expect("edits");
        let edits: Vec<TextEdit> = serde_json::from_value(answer).unwrap_or_default();
        if edits.is_empty() {
            return;
        }
        let formatted = applied(text, &edits);
        self.editor.set(path, &formatted);
        let again = self.ask("textDocument/formatting", asked).expect("edits");
        let again: Vec<TextEdit> = serde_json::from_value(again).unwrap_or_default();
        assert_eq!(applied(&formatted, &again), formatted, "{}", path.display());
        self.editor.set(path, text);
    }

    /// Renames the name at a place, in copies of the texts, or returns the refusal.
    fn rename(&mut self, here: &Value) {
        let Ok(found) = self.ask("textDocument/prepareRename", here.clone()) else { return };
        let name = found["placeholder"].as_str().expect("a name").to_owned();
        let mut asked = here.clone();
        asked["newName"] = "quite_another_name".into();
        let Ok(edit) = self.ask("textDocument/rename", asked) else { return };
        for (uri, after) in applied_everywhere(&|uri| self.text_of(uri), &edit) {
            assert!(
                self.text_of(&uri).is_some_and(|text| text.contains(&name))
                    && after.contains("quite_another_name"),
                "{uri}: `{name}`"
            );
        }
    }

    /// Renames a word of a package without errors, in copies of the texts.
    fn rename_anything(&mut self) {
        let path = self.files[self.numbers.below(self.files.len())].clone();
        let text = self.editor.texts[&path].0.clone();
        let mut words = text.match_indices(|c: char| c.is_alphabetic()).map(|(at, _)| at);
        let Some(at) = words.nth(self.numbers.below(text.len() / 2)) else { return };
        self.rename(&json!({ "textDocument": { "uri": uri(&path) }, "position": position(&text, at) }));
    }

    /// Checks that the diagnostics shown lie in their files.
    fn check_diagnostics(&mut self, path: &Path) {
        self.editor.diagnostics(path);
        for (at, shown) in &self.editor.shown {
            let open = at.strip_prefix("file://").and_then(|path| self.editor.texts.get(Path::new(path)));
            // Those of an earlier version stand where they were: nothing new was found there since.
            if open.is_some_and(|(_, version)| shown.version == Some(*version)) {
                let ranges: Vec<Range> =
                    shown.diagnostics.iter().map(|diagnostic| diagnostic.range).collect();
                check_places("diagnostics", &json!(ranges), at, &|uri| self.text_of(uri));
                assert!(ranges.iter().all(|range| range.start <= range.end), "{at}: {ranges:?}");
            }
        }
    }

    /// Discards unsaved text. Then all errors are gone.
    fn give_up(&mut self) {
        for path in self.files.clone() {
            let saved = self.saved[&uri(&path)].clone();
            if self.editor.texts[&path].0 != saved {
                self.editor.set(&path, &saved);
            }
        }
        for path in self.files.clone() {
            assert_eq!(self.editor.diagnostics(&path), [], "{}", path.display());
        }
    }

    /// Types something, and asks about it: everything, or one thing more each time.
    fn edit(&mut self, edit: usize, asks_everything: bool) {
        let (path, cursor) = self.mutate();
        if asks_everything {
            (0..REQUESTS).for_each(|number| self.request(number, &path, cursor));
        } else {
            self.request(0, &path, cursor);
            if edit.is_multiple_of(4) {
                (1..4).for_each(|number| self.request(number, &path, cursor));
            }
            self.request(4 + edit % (REQUESTS - 4), &path, cursor);
        }
        self.check_diagnostics(&path);
        if edit % 10 == 9 {
            self.give_up();
            self.rename_anything();
        }
    }
}

/// Reads the texts of a folder and of all folders in it, by URI.
fn texts_below(folder: &Path, texts: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            texts_below(&entry.path(), texts);
        } else if let Ok(text) = std::fs::read_to_string(entry.path()) {
            texts.insert(uri(&entry.path()), text);
        }
    }
}

/// Copies a folder with all folders in it.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a file");
        }
    }
}

/// Copies shipped games into a folder of their own.
fn copy_of_games(games: &[String]) -> (tempfile::TempDir, PathBuf) {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards");
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("it is there");
    games.iter().for_each(|game| copy(&shipped.join(game), &root.join(game)));
    (folder, root)
}

/// Returns a number from the environment.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// Returns the resident memory of a process in KiB, where the system tells.
fn memory_in_use(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}

#[test]
fn whatever_is_typed_is_answered() {
    for (seed, game) in ["fantasy-realms", "minute-realms", "draughts", "leduc-poker"].into_iter().enumerate()
    {
        let games = [game.to_owned()];
        let (_folder, root) = copy_of_games(&games);
        let mut session = Session::start(Editor::start(), &root, &games, seed as u64);
        (0..20).for_each(|edit| session.edit(edit, false));
    }
}

#[test]
fn every_request_in_mutated_states() {
    // All games by hand: `CARDWRIGHT_EDITS=10000 CARDWRIGHT=PROGRAM cargo test
    // every_request_in_mutated_states -- --nocapture`.
    let shipped = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("cards")).expect("the games");
    let mut games: Vec<String> = shipped
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    games.sort();
    let (_folder, root) = copy_of_games(&games);
    games.retain(|game| root.join(game).join("game.toml").exists());
    let states = number("CARDWRIGHT_EDITS").unwrap_or(6) as usize;
    let each = states.div_ceil(games.len());
    let mut times: BTreeMap<String, (u32, Duration, Duration)> = BTreeMap::new();
    let mut count = 0;
    let cache = tempfile::tempdir().expect("a folder");
    for (seed, game) in games.iter().enumerate() {
        let plain = json!({});
        // Half of the editors ask for the edits of actions when they are chosen.
        let lazily = json!({ "textDocument": { "codeAction": {
            "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } },
            "dataSupport": true,
            "resolveSupport": { "properties": ["edit"] },
        } } });
        let (editor, _) =
            Editor::of_process(if seed.is_multiple_of(2) { &plain } else { &lazily }, cache.path());
        let mut session = Session::start(editor, &root, std::slice::from_ref(game), seed as u64);
        for edit in 0..each.min(states - count) {
            session.edit(edit, true);
        }
        count += each.min(states - count);
        for (method, (count, sum, longest)) in std::mem::take(&mut session.times) {
            let all = times.entry(method).or_default();
            *all = (all.0 + count, all.1 + sum, all.2.max(longest));
        }
        eprintln!("{game}: {count} states");
    }
    for (method, (count, sum, longest)) in times {
        eprintln!("{method}: {count} answers, {:?} on average, {longest:?} at most", sum / count.max(1));
    }
}

#[test]
fn memory_while_editing() {
    // An hour by hand: `CARDWRIGHT_EDITING=3600 CARDWRIGHT=PROGRAM cargo test memory_while_editing --
    // --nocapture`.
    let Some(seconds) = number("CARDWRIGHT_EDITING") else { return };
    let games = ["fantasy-realms", "minute-realms", "draughts", "leduc-poker"].map(str::to_owned);
    let (_folder, root) = copy_of_games(&games);
    let time = Duration::from_secs(seconds);
    let cache = tempfile::tempdir().expect("a folder");
    let (editor, process) = Editor::of_process(&json!({}), cache.path());
    let mut session = Session::start(editor, &root, &games, 7);
    let began = Instant::now();
    let mut memory = Vec::new();
    for edit in 0.. {
        session.edit(edit, false);
        // Twelve measurements, in an hour one each five minutes.
        if began.elapsed() >= time * (memory.len() as u32 + 1) / 12 {
            let Some(now) = memory_in_use(process) else { return };
            memory.push(now);
            eprintln!("{:?}, {} edits: {now} KiB", began.elapsed(), edit + 1);
        }
        if memory.len() == 12 {
            break;
        }
    }
    // However long it is edited, the server keeps no more than at the first measurement, but for the spread
    // of the allocator.
    assert!(memory.iter().all(|now| *now < memory[0] + memory[0] / 4), "{memory:?} KiB");
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
