//! The house rules of `src/`: the order of the layers, the size of files, how comments open, names that no
//! file may contain.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

/// A file of `src/`, and its path below it, with `/`.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// The layer that the file belongs to: its folder, or its own name. `None` for `lib.rs` and `main.rs`.
    fn layer(&self) -> Option<&str> {
        let layer = self.path.split_once('/').map_or(self.path.trim_end_matches(".rs"), |(folder, _)| folder);
        (!["lib", "main"].contains(&layer)).then_some(layer)
    }

    /// The path of its module, from the crate's root.
    fn module(&self) -> Vec<&str> {
        let mut parts: Vec<&str> = self.path.trim_end_matches(".rs").split('/').collect();
        if parts.last() == Some(&"mod") {
            parts.pop();
        }
        parts
    }

    /// The modules of the crate's root that it names, in comments too, and the lines where.
    fn names_of_layers(&self) -> Vec<(usize, String)> {
        let module = self.module();
        let mut found = Vec::new();
        for (at, _) in self.text.match_indices("crate::") {
            if !self.text[..at].ends_with(word_char) {
                self.heads(at + "crate::".len(), &mut found);
            }
        }
        let climb = "super::".repeat(module.len());
        for (at, _) in self.text.match_indices(&climb) {
            if !self.text[..at].ends_with(|c| word_char(c) || c == ':') {
                self.heads(at + climb.len(), &mut found);
            }
        }
        found
    }

    /// Adds the first segment of each path of `a::b` or `{a::b, c::{d, e}}`, which begins at a byte.
    fn heads(&self, at: usize, found: &mut Vec<(usize, String)>) {
        let rest = &self.text[at..];
        let line = self.text[..at].matches('\n').count() + 1;
        let Some(group) = rest.strip_prefix('{') else {
            found.push((line, head(rest).to_owned()));
            return;
        };
        let mut depth = 0;
        let mut start = Some(0);
        for (i, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => start = Some(i + 1),
                c if depth == 0 && start.is_some() && word_char(c) => {
                    found.push((line, head(&group[i..]).to_owned()));
                    start = None;
                }
                _ => {}
            }
        }
    }
}

fn word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn head(path: &str) -> &str {
    path.split(|c| !word_char(c)).next().unwrap_or_default()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file of a folder of the repository with one of these endings, sorted.
fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut folders = vec![root().join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of this repository") {
            let path = entry.expect("an entry of it").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| endings.iter().any(|ending| e == *ending)) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn sources() -> Vec<Source> {
    let src = root().join("src");
    let read = |file: PathBuf| Source {
        path: file.strip_prefix(&src).expect("in src").to_str().expect("UTF-8").replace('\\', "/"),
        text: fs::read_to_string(&file).expect("UTF-8"),
    };
    files("src", &["rs"]).into_iter().map(read).collect()
}

/// The layers in the order that `lib.rs` lists them.
fn layers() -> Vec<String> {
    let lib = fs::read_to_string(root().join("src/lib.rs")).expect("UTF-8");
    lib.lines().filter_map(|l| l.strip_prefix("pub mod ")?.strip_suffix(';')).map(str::to_owned).collect()
}

/// The layers above it that each layer imports, besides `place`, `diagnostics`, `hash` and `ids`, which
/// serve all layers below them. The command line may import every layer.
const READ: [(&str, &[&str]); 33] = [
    ("place", &[]),
    ("diagnostics", &[]),
    ("guard", &[]),
    ("hash", &[]),
    ("ids", &[]),
    ("threads", &[]),
    // Workbooks are read by third parties.
    ("source", &["guard", "threads"]),
    ("package", &["source"]),
    ("schema", &["source"]),
    ("vocabulary", &[]),
    ("syntax", &["source"]),
    ("model", &["source", "package", "schema", "vocabulary", "syntax", "threads"]),
    ("editor", &["source", "schema", "vocabulary", "syntax", "model"]),
    ("format", &["source", "syntax", "model"]),
    ("ir", &["vocabulary"]),
    ("check", &["source", "vocabulary", "syntax", "model", "ir", "threads"]),
    ("wording", &["source", "vocabulary", "syntax", "model", "ir", "check", "threads"]),
    ("lower", &["source", "vocabulary", "syntax", "model", "ir", "check", "threads"]),
    ("compile", &["source", "package", "model", "ir", "check", "wording", "lower", "threads"]),
    ("optimise", &["ir"]),
    // Table and paper know a game by its IR alone.
    ("table", &["ir", "optimise", "threads"]),
    // Saved games and deck lists are files that the IR does not hold; an evaluation brings an expression,
    // which is compiled.
    ("play", &["source", "package", "schema", "compile", "ir", "threads", "table"]),
    ("protocol", &["ir", "table", "play"]),
    ("lab", &["package", "ir", "threads", "compile", "table", "play"]),
    // The file of a tournament is in no package; each of its matches is a game laid for two lists.
    ("tournament", &["source", "schema", "compile", "ir", "threads", "table", "play", "lab"]),
    ("report", &["ir", "table", "play", "lab", "tournament"]),
    ("print", &["guard", "ir", "threads"]),
    ("inspect", &["source", "compile", "ir", "table", "play", "report", "print"]),
    // The library for other programs wraps the layers above, and adds nothing.
    (
        "embed",
        &["source", "package", "compile", "ir", "table", "play", "protocol", "lab", "print", "inspect"],
    ),
    (
        "lsp",
        &[
            "source",
            "package",
            "schema",
            "vocabulary",
            "syntax",
            "model",
            "editor",
            "format",
            "ir",
            "check",
            "threads",
            "wording",
            "compile",
            "table",
            "play",
            "lab",
            "print",
            "inspect",
        ],
    ),
    // A server of matches writes journals, and draws boards and faces.
    ("web", &[]),
    ("serve", &["package", "ir", "compile", "threads", "table", "play", "protocol", "print", "web"]),
    (
        "studio",
        &[
            "source", "package", "model", "ir", "threads", "compile", "table", "play", "lab", "report",
            "print", "inspect", "web", "serve",
        ],
    ),
];

#[test]
fn each_layer_imports_only_layers_above_it() {
    let layers = layers();
    assert!(READ.iter().map(|(layer, _)| *layer).eq(layers.iter().take(READ.len()).map(String::as_str)));
    let mut wrong = Vec::new();
    for file in sources() {
        let Some(layer) = file.layer() else { continue };
        let Some(own) = layers.iter().position(|l| l == layer) else {
            wrong.push(format!("src/{}: `{layer}` is no layer of lib.rs", file.path));
            continue;
        };
        let read = READ.iter().find(|(l, _)| *l == layer).map(|(_, read)| *read);
        for (line, name) in file.names_of_layers() {
            let Some(other) = layers.iter().position(|l| *l == name) else { continue };
            let serves = ["place", "diagnostics", "hash", "ids"].contains(&name.as_str());
            if other > own || (other < own && !serves && read.is_some_and(|r| !r.contains(&name.as_str()))) {
                wrong.push(format!("src/{}:{line}: `{layer}` names `{name}`", file.path));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Words that no sentence of a comment begins with: its subject would come late. A comment opens with a verb
/// ("Returns whether …", "True if …") or a noun.
const OPENERS: [&str; 6] = ["What", "Whoever", "Whatever", "Whether", "Where", "Of"];

#[test]
fn comments_open_with_a_verb_or_a_noun() {
    let mut wrong = Vec::new();
    for file in sources() {
        // True if the next line of comment continues a sentence.
        let mut goes_on = false;
        for (at, line) in file.text.lines().enumerate() {
            // Strings with `//` in them are mostly addresses, which no space follows.
            let Some((code, comment)) = line.split_once("//") else {
                goes_on = false;
                continue;
            };
            goes_on &= code.trim().is_empty();
            let words = comment.trim_start_matches(['/', '!']).trim();
            let opens = |sentence: &str| {
                let word = sentence.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
                OPENERS.contains(&word)
            };
            let later = words.split(". ").skip(1).any(opens);
            let trailing = !code.trim().is_empty() && opens(&upper_first(words));
            if later || trailing || !goes_on && opens(words) {
                wrong.push(format!("src/{}:{}: {words}", file.path, at + 1));
            }
            goes_on = !words.is_empty() && !words.ends_with(['.', ':', '|']);
        }
    }
    assert!(wrong.is_empty(), "begin with a verb or a noun:\n{}", wrong.join("\n"));
}

fn upper_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Lines that a file of `src/` may have.
const LINES: usize = 600;
/// Columns of a line, without the contents of a string: messages are not broken only to be narrow.
const COLUMNS: usize = 110;

#[test]
fn no_line_is_wide() {
    let has_text = |line: &str| line.contains('"') || line.ends_with('\\');
    let mut wide = Vec::new();
    for file in sources() {
        for (at, line) in file.text.lines().enumerate() {
            if line.chars().count() > COLUMNS && !has_text(line) {
                wide.push(format!("src/{}:{}: {}", file.path, at + 1, line.trim()));
            }
        }
    }
    assert!(wide.is_empty(), "more than {COLUMNS} columns:\n{}", wide.join("\n"));
}

#[test]
fn no_file_is_long() {
    let long: Vec<String> = sources()
        .iter()
        .map(|f| (&f.path, f.text.lines().count()))
        .filter(|(_, lines)| *lines > LINES)
        .map(|(path, lines)| format!("src/{path}: {lines} lines"))
        .collect();
    assert!(
        long.is_empty(),
        "more than {LINES} lines; give one of its subjects a file of its own:\n{}",
        long.join("\n")
    );
}

/// The file that writes to disks.
const WRITER: &str = "package/file_ops.rs";

#[test]
fn one_file_changes_disks() {
    let changes = [
        "fs::write",
        "fs::rename",
        "fs::remove_",
        "fs::create_dir",
        "fs::copy",
        "fs::hard_link",
        "fs::set_permissions",
    ];
    let more = ["File::create", "create_new(", "create(true)", "append(true)"];
    let mut wrong = Vec::new();
    for file in sources().iter().filter(|file| file.path != WRITER) {
        for (i, line) in file.text.lines().enumerate() {
            if changes.iter().chain(&more).any(|change| line.contains(change)) {
                wrong.push(format!("src/{}:{}: {}", file.path, i + 1, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "go through src/{WRITER}:\n{}", wrong.join("\n"));
}

/// The library and the program are built without tests (`test = false`), so one in `src/` would never run.
#[test]
fn no_test_is_in_src() {
    let has_tests = |text: &str| text.contains("#[test]") || text.contains("cfg(test)");
    let wrong: Vec<String> =
        sources().into_iter().filter(|file| has_tests(&file.text)).map(|file| file.path).collect();
    assert!(wrong.is_empty(), "move the tests to tests/, through the public interface: {wrong:?}");
}

#[test]
fn nothing_is_left_to_be_done() {
    let marks = ["todo!(", "unimplemented!(", "dbg!(", "#[ignore", "TODO", "FIXME", "27X"];
    let mut wrong = Vec::new();
    for file in ["src", "tests", "benches"].into_iter().flat_map(|folder| files(folder, &["rs"])) {
        if file.ends_with("tests/layering.rs") {
            continue; // which names them all
        }
        let text = fs::read_to_string(&file).expect("UTF-8");
        for (i, line) in text.lines().enumerate() {
            if let Some(mark) = marks.iter().find(|m| line.contains(*m)) {
                wrong.push(format!("{}:{}: {mark}", file.display(), i + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Words of shipped games that are words of the language too, and why.
const COMMON: [(&str, &str); 30] = [
    ("artifact", "what PDF calls all that is not read aloud, and a suit"),
    ("combat", "in examples of dice and amounts, and a talent"),
    ("magic", "the first bytes of a file, and a talent"),
    ("yellow", "the colour of a warning, and of a token"),
    ("blue", "a folder, a card and a value in examples, and what a token may be"),
    ("flame", "a graph of a profile, and a suit"),
    ("crown", "an icon that comes with Cardwright, a name in an example, and a talent"),
    ("hex", "a form of board, and the game that is named after its board"),
    ("arrows", "drawn for directions, and ammunition"),
    ("basic", "a format of columns, a default in an example, and a rarity"),
    ("burn", "in examples of a card's own actions, and a harm"),
    ("circle", "a shape that is drawn, and a rarity"),
    ("chest", "in an example, and a place that things are worn at"),
    ("cut", "where paper is cut, and a harm"),
    ("dark", "how a colour looks, and an element"),
    ("earth", "an element in examples of amounts, and in a game"),
    ("feet", "what a package stands on, and a place that things are worn at"),
    ("fire", "an element in examples of amounts, and in a game"),
    ("ford", "an area in an example, and a card of terrain"),
    ("head", "what stands above a table, and a place that things are worn at"),
    ("light", "how a colour looks, a thing in examples, and an element"),
    ("mend", "what one does to a package, and a spell"),
    ("needle", "a part of \"needless\" in code, and a card of terrain"),
    ("quick", "not slow, and a speed of spells"),
    ("ranged", "in a comment, and a sort of weapon"),
    ("slash", "a sign of the language, and a harm"),
    ("spark", "in examples of a card's own actions, and a spell"),
    ("gold", "a colour that values may be called after, and a talent"),
    ("star", "a mark beside a figure, and a rarity"),
    ("base", "a kind that another is below, a number that others are added to, and a piece"),
];

/// The words that a shipped game brings: its own name, its cards, its enums' values (suits among them).
fn words_of_games() -> BTreeMap<String, String> {
    let mut words = BTreeMap::new();
    for file in files("cards", &["toml", "csv"]) {
        let inside =
            file.strip_prefix(root()).expect("in the repository").to_str().expect("UTF-8").replace('\\', "/");
        let mut add = |word: &str| {
            words.entry(word.to_lowercase().replace(['-', '_'], " ")).or_insert_with(|| inside.clone());
        };
        if inside.contains("/scenarios/") || inside.contains("/decks/") {
            continue; // they bring no words of their own
        }
        let text = fs::read_to_string(&file).expect("UTF-8");
        if inside.ends_with(".csv") {
            let mut rows = csv::Reader::from_reader(text.as_bytes());
            let header = rows.headers().expect("a header").clone();
            for row in rows.records() {
                let row = row.expect("a row");
                header
                    .iter()
                    .zip(&row)
                    .filter(|(key, _)| ["id", "name"].contains(key))
                    .for_each(|(_, cell)| add(cell));
            }
            continue;
        }
        let table: toml::Table = text.parse().expect("TOML");
        let named =
            |table: &toml::Value, key: &str| table.get(key).and_then(|v| v.as_str()).map(str::to_owned);
        for (key, value) in &table {
            let Some(entries) = value.as_table() else { continue };
            match key.as_str() {
                "game" => {
                    [named(value, "id"), named(value, "name")].into_iter().flatten().for_each(|w| add(&w))
                }
                "enums" => entries
                    .values()
                    .filter_map(|v| v.as_array())
                    .flatten()
                    .filter_map(|v| v.as_str())
                    .for_each(&mut add),
                "cards" if inside.contains("/cards/") => {
                    for (id, card) in entries {
                        add(id);
                        named(card, "name").into_iter().for_each(|w| add(&w));
                    }
                }
                _ => {}
            }
        }
    }
    words
}

#[test]
fn no_file_knows_a_shipped_game() {
    let words = words_of_games();
    assert!(words.len() > 60, "the words are read from cards/: {words:?}");
    // Phrases by their first words: there are tens of thousands of lines.
    let mut phrases: HashMap<&str, Vec<(&str, &str)>> = HashMap::new();
    for (phrase, from) in words.iter().filter(|(word, _)| !COMMON.iter().any(|(common, _)| common == word)) {
        let first = phrase.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        phrases.entry(first).or_default().push((phrase, from));
    }
    let mut wrong = Vec::new();
    for file in sources() {
        for (i, line) in file.text.lines().enumerate() {
            let line = line.to_lowercase().replace(['-', '_'], " ");
            for word in line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                let at = word.as_ptr() as usize - line.as_ptr() as usize;
                let first = [word, word.trim_end_matches('s')];
                let known = first.iter().filter_map(|first| phrases.get(first)).flatten();
                let found = known.filter(|(phrase, _)| {
                    let after = line[at..].strip_prefix(phrase).map(|after| after.trim_start_matches('s'));
                    after.is_some_and(|after| !after.starts_with(char::is_alphanumeric))
                });
                for (phrase, from) in found {
                    wrong.push(format!("src/{}:{}: `{phrase}` of {from}: {}", file.path, i + 1, line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
