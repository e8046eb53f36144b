//! The language server, asked as an editor asks it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::{Diagnostic, Position, PublishDiagnosticsParams, Range};
use serde_json::{Value, json};

use cardwright::place::{SourceFile, Sources};
use client::Client;

#[path = "lsp/client.rs"]
mod client;
#[path = "lsp/answer_checks.rs"]
mod answer_checks;
#[path = "lsp/changing.rs"]
mod changing;
#[path = "lsp/edits.rs"]
mod edits;
#[path = "lsp/emacs.rs"]
mod emacs;
#[path = "lsp/neovim.rs"]
mod neovim;
#[path = "lsp/process.rs"]
mod process;
#[path = "lsp/showing.rs"]
mod showing;
#[path = "lsp/writing.rs"]
mod writing;

/// An editor with a server of its own.
struct Editor {
    client: Client,
    shown: BTreeMap<String, PublishDiagnosticsParams>,
    /// Messages that the server showed.
    said: Vec<String>,
    texts: BTreeMap<PathBuf, (String, i32)>,
}

impl Editor {
    fn start() -> Editor {
        Editor::with(json!({}))
    }

    fn with(capabilities: Value) -> Editor {
        Editor::wishing(capabilities, Value::Null)
    }

    /// With `initializationOptions`.
    fn wishing(capabilities: Value, wishes: Value) -> Editor {
        let client = Client::start(&capabilities, &wishes);
        Editor { client, shown: BTreeMap::new(), said: Vec::new(), texts: BTreeMap::new() }
    }

    fn say(&self, method: &str, params: Value) {
        self.client.notify(method, params);
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_to_ask(method, params).unwrap_or_else(|why| panic!("{method}: {why}"))
    }

    fn try_to_ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let answer = self.client.request(method, params);
        for notification in std::mem::take(&mut self.client.notifications) {
            if notification.method == "window/showMessage" {
                self.said.extend(notification.params["message"].as_str().map(str::to_owned));
                continue;
            }
            assert_eq!(notification.method, "textDocument/publishDiagnostics");
            let params: PublishDiagnosticsParams =
                serde_json::from_value(notification.params).expect("diagnostics");
            self.shown.insert(params.uri.as_str().to_owned(), params);
        }
        answer
    }

    fn open(&mut self, path: &Path) {
        let text = std::fs::read_to_string(path).expect("a file");
        self.open_as(path, &text);
    }

    fn open_as(&mut self, path: &Path, text: &str) {
        let document = json!({ "uri": uri(path), "languageId": "toml", "version": 1, "text": text });
        self.texts.insert(path.to_owned(), (text.to_owned(), 1));
        self.say("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Types something in the place of the first occurrence of some text.
    fn write(&mut self, path: &Path, before: &str, after: &str) {
        let (text, version) = self.texts.get_mut(path).expect("an open file");
        let at = text.find(before).unwrap_or_else(|| panic!("`{before}` in {text}"));
        let range = Range::new(position(text, at), position(text, at + before.len()));
        text.replace_range(at..at + before.len(), after);
        *version += 1;
        let document = json!({ "uri": uri(path), "version": *version });
        let change = json!([{ "range": range, "text": after }]);
        self.say("textDocument/didChange", json!({ "textDocument": document, "contentChanges": change }));
    }

    /// Replaces the text of a file as a whole.
    fn set(&mut self, path: &Path, text: &str) {
        let (stored, version) = self.texts.get_mut(path).expect("an open file");
        text.clone_into(stored);
        *version += 1;
        let document = json!({ "uri": uri(path), "version": *version });
        let change = json!([{ "text": text }]);
        self.say("textDocument/didChange", json!({ "textDocument": document, "contentChanges": change }));
    }

    /// Returns the position of the first occurrence of some text, and a number of bytes further.
    fn at(&self, path: &Path, needle: &str, further: usize) -> Value {
        let text = &self.texts[path].0;
        let at = text.find(needle).unwrap_or_else(|| panic!("`{needle}` in {text}")) + further;
        json!({ "textDocument": { "uri": uri(path) }, "position": position(text, at) })
    }

    /// The diagnostics of a file after all edits so far.
    fn diagnostics(&mut self, path: &Path) -> Vec<Diagnostic> {
        // The server publishes after each request, so the second answer comes after the diagnostics.
        for _ in 0..2 {
            self.ask("workspace/symbol", json!({ "query": "nothing is called so" }));
        }
        self.shown.get(&uri(path)).map(|params| params.diagnostics.clone()).unwrap_or_default()
    }

    fn hover(&mut self, path: &Path, needle: &str, further: usize) -> String {
        let at = self.at(path, needle, further);
        let answer = self.ask("textDocument/hover", at);
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    fn offers(&mut self, path: &Path, needle: &str) -> BTreeMap<String, String> {
        let at = self.at(path, needle, needle.len());
        let answer = self.ask("textDocument/completion", at);
        let text = |item: &Value, key: &str| item[key].as_str().unwrap_or_default().to_owned();
        answer
            .as_array()
            .into_iter()
            .flatten()
            .map(|item| (text(item, "label"), text(item, "detail")))
            .collect()
    }

    /// The places of an answer: file names with lines, from 1.
    fn places(answer: &Value) -> Vec<(String, u64)> {
        let place = |place: &Value| {
            let name =
                place["uri"].as_str().and_then(|uri| uri.rsplit('/').next()).expect("a file").to_owned();
            (name, place["range"]["start"]["line"].as_u64().expect("a line") + 1)
        };
        answer.as_array().into_iter().flatten().map(place).collect()
    }
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display().to_string().replace('\\', "%5C"))
}

fn file(text: &str) -> SourceFile {
    let mut sources = Sources::default();
    let id = sources.add("", text);
    sources.file(id).clone()
}

/// The position of a byte, in UTF-16.
fn position(text: &str, at: usize) -> Position {
    let before = &text[..at];
    let line = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
    Position::new(line as u32, column as u32)
}

/// The text in a range.
fn covered(text: &str, range: Range) -> &str {
    let file = file(text);
    let offset = |position: Position| {
        let line = file.line_range(position.line as usize + 1);
        let mut units = 0;
        let at = text[line.clone()].char_indices().find(|(_, c)| {
            units += c.len_utf16();
            units > position.character as usize
        });
        at.map_or(line.end, |(at, _)| line.start + at)
    };
    &text[offset(range.start)..offset(range.end)]
}

/// The line of the first occurrence of some text, from 1.
fn line_of(text: &str, needle: &str) -> u64 {
    text.lines().position(|line| line.contains(needle)).expect("it is there") as u64 + 1
}

const GAME: &str = r#"[game]
id = "woods"
name = "Woods"
version = "0.1.0"
players = [2, 4]

[options]
stems = { text = "„Länge“ 𝄞", values = ["short", "tall"], default = "tall" }

[enums]
suit = ["root", "herb", "moss"]

[kinds.card.attributes]
suit = "suit"                 # where it grows
strength = "int 0..9"

[state.player]
coins = "int 0..99"

[zones.deck]
ordered = true
start = "cards"
[zones.hand]
per = "player"
seen_by = "owner"

[flow]
play = '''
for each p in players { pay(p, 1) }
if stems == short { shuffle(deck) }
end
'''
[scoring]
score = "worth(p)"
"#;

const RULES: &str = r#"# What a hand is worth.
# Moss counts twice.
[functions.worth]
params = { p = "player" }
returns = "int"
code = "sum(p.hand, strength) + count(p.hand where suit == moss) * 2"

[verbs.pay]
params = { p = "player", n = "int" }
do = '''
let g = p.coins  # „Münzen“ 𝄞
p.coins = max(0, g - n)
'''
"#;

const CARDS: &str = "[cards.badger]\nsuit = \"root\"\nstrength = 3\ntext = \"A strength of roots.\"\n[cards.fern]\nsuit = \"herb\"\nstrength = 2\n";

/// A package on the disk, and its folder.
fn package() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("it is there").join("woods");
    for (path, text) in [("game.toml", GAME), ("rules/rules.toml", RULES), ("cards/cards.toml", CARDS)] {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    (folder, root)
}

#[test]
fn what_is_wrong_is_shown_and_taken_back() {
    let (_folder, root) = package();
    let (rules, cards) = (root.join("rules/rules.toml"), root.join("cards/cards.toml"));
    let mut editor = Editor::start();
    editor.open(&rules);
    assert_eq!(editor.diagnostics(&rules), []);
    editor.write(&rules, "p.hand, strength", "p.hand, strenth");
    let [wrong] = &editor.diagnostics(&rules)[..] else { panic!("{:?}", editor.shown) };
    assert_eq!(covered(&editor.texts[&rules].0, wrong.range), "strenth");
    assert_eq!(wrong.code, Some(lsp_types::NumberOrString::String("CW0500".into())), "{wrong:?}");
    assert!(wrong.message.contains("did you mean `strength`?"), "{}", wrong.message);
    assert_eq!(editor.shown[&uri(&rules)].version, Some(2));

    // The way out is an edit.
    let context = json!({ "diagnostics": [wrong] });
    let document = json!({ "uri": uri(&rules) });
    let fixes = editor.ask(
        "textDocument/codeAction",
        json!({ "textDocument": document, "range": wrong.range, "context": context }),
    );
    assert_eq!(fixes[0]["title"], "Write `strength`");
    let edit = &fixes[0]["edit"]["changes"][uri(&rules)][0];
    assert_eq!((edit["newText"].as_str(), edit["range"].clone()), (Some("strength"), json!(wrong.range)));
    editor.write(&rules, "strenth", "strength");
    assert_eq!(editor.diagnostics(&rules), []);

    // Unsaved text counts in other files, too.
    editor.open(&cards);
    editor.write(&cards, "[cards.fern]\nsuit = \"herb\"", "[cards.fern]\nsuit = \"bark\"");
    assert_eq!(editor.diagnostics(&cards).len(), 1);
    let game = root.join("game.toml");
    editor.open(&game);
    editor.write(&game, "\"moss\"]", "\"moss\", \"bark\"]");
    assert_eq!(editor.diagnostics(&cards), []);
    // A closed file is read from the disk.
    editor.say("textDocument/didClose", json!({ "textDocument": { "uri": uri(&game) } }));
    assert_eq!(editor.diagnostics(&cards).len(), 1);
}

/// Outside of Windows, a backslash is a character of a name.
#[cfg(unix)]
#[test]
fn files_in_a_folder_with_a_backslash_are_found() {
    let (_folder, woods) = package();
    let root = woods.with_file_name("oak\\woods");
    std::fs::rename(&woods, &root).expect("renamed");
    let (rules, cards) = (root.join("rules/rules.toml"), root.join("cards/cards.toml"));
    std::fs::write(&cards, CARDS.replace("herb", "bark")).expect("written");
    let mut editor = Editor::start();
    editor.open(&rules);
    // The file is not open, so the server makes its address itself.
    let [wrong] = &editor.diagnostics(&cards)[..] else { panic!("{:?}", editor.shown) };
    assert!(wrong.message.contains("bark"), "{wrong:?}");
}

#[cfg(feature = "sheets")]
#[test]
fn what_is_wrong_in_a_workbook_stands_at_the_top_of_the_game() {
    let (_folder, root) = package();
    let (game, rules) = (root.join("game.toml"), root.join("rules/rules.toml"));
    let mut workbook = rust_xlsxwriter::Workbook::new();
    let sheet = workbook.add_worksheet().set_name("Forest").expect("a name");
    for (row, cells) in (0..).zip([["id", "suit", "strength"], ["moss_frog", "mos", "1"]]) {
        sheet.write_row(row, 0, cells).expect("written");
    }
    std::fs::write(root.join("cards/more.xlsx"), workbook.save_to_buffer().expect("a workbook"))
        .expect("written");
    let mut editor = Editor::start();
    editor.open(&rules);
    editor.diagnostics(&rules);
    let [wrong] = &editor.diagnostics(&game)[..] else { panic!("{:?}", editor.shown) };
    assert!(
        wrong.message.ends_with("did you mean `moss`?")
            && wrong.message.contains("cards/more.xlsx, sheet Forest, cell B2: "),
        "{wrong:?}"
    );
    assert_eq!((wrong.range, &wrong.data), (Range::default(), &None));
    // Its cards are known, but nothing leads into it.
    editor.ask("workspace/symbol", json!({ "query": "moss_frog" }));
    let at = editor.at(&rules, "suit == moss", 9);
    let references = editor.ask("textDocument/references", json!({ "textDocument": at["textDocument"], "position": at["position"], "context": { "includeDeclaration": true } }));
    assert!(Editor::places(&references).iter().all(|(file, _)| file.ends_with(".toml")), "{references}");
    editor.write(&rules, "where suit == moss)", "where name == moss_frog)");
    assert_eq!(editor.diagnostics(&rules), []);
}

#[test]
fn a_broken_file_does_not_silence_the_others() {
    let (_folder, root) = package();
    let (rules, cards) = (root.join("rules/rules.toml"), root.join("cards/cards.toml"));
    let mut editor = Editor::start();
    editor.open(&rules);
    editor.open(&cards);
    editor.write(&cards, "strength = 3", "strength = ");
    editor.write(&rules, "count(p.hand where suit == moss)", "count(p.hand where suit = moss)");
    assert!(!editor.diagnostics(&cards).is_empty());
    assert!(!editor.diagnostics(&rules).is_empty());
    // Types and names are checked as before: only the card that is being written is missing.
    editor.write(&rules, "where suit = moss", "where suit == mos");
    let message = |d: &Diagnostic| d.message.lines().next().unwrap_or_default().to_owned();
    let found: Vec<String> = editor.diagnostics(&rules).iter().map(message).collect();
    assert_eq!(found, ["there is no suit `mos`"]);
    editor.write(&rules, "where suit == mos", "where name == badger and strength == true");
    let found: Vec<String> = editor.diagnostics(&rules).iter().map(message).collect();
    assert_eq!(found, Vec::<String>::new(), "the card may be there, and what is compared with it");
    editor.write(&rules, "where name == badger and strength", "where name == fern and strength");
    assert_eq!(editor.diagnostics(&rules).len(), 1);
}

#[test]
fn what_stands_under_the_cursor_is_explained() {
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let mut editor = Editor::start();
    editor.open(&rules);
    let suit = editor.hover(&rules, "suit == moss", 1);
    assert!(suit.contains("suit: suit") && suit.contains("**attribute** `suit` of `card`: suit"), "{suit}");
    assert!(suit.contains("where it grows"), "{suit}");
    assert!(editor.hover(&rules, "p.hand", 3).contains("p.hand: zone"));
    assert!(
        editor.hover(&rules, "[functions.worth]", 12).contains("What a hand is worth.\nMoss counts twice.")
    );
    let sum = editor.hover(&rules, "sum(", 1);
    assert!(sum.contains("`sum(S, e)`") && sum.contains("added up"), "{sum}");
    assert_eq!(editor.hover(&rules, "# What a hand", 4), "");
    assert!(editor.hover(&rules, "g - n", 4).contains("n: int"));
    // After letters that take more than a byte, and more than a unit.
    let game = root.join("game.toml");
    editor.open(&game);
    assert!(editor.hover(&game, "\"tall\"]", 3).contains("**value** `tall` of `stems`"));
}

#[test]
fn what_could_stand_here_is_offered() {
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let mut editor = Editor::start();
    editor.open(&rules);
    // Not yet a rule: nothing follows the dot, and the brackets are open.
    editor.write(&rules, "sum(p.hand, strength) +", "sum(p.");
    let members = editor.offers(&rules, "sum(p.");
    assert_eq!(members.get("hand").map(String::as_str), Some("zone"), "{members:?}");
    assert_eq!(members.get("coins").map(String::as_str), Some("int"), "{members:?}");
    assert!(!members.contains_key("suit") && !members.contains_key("count"), "{members:?}");
    editor.write(&rules, "sum(p.", "sum(p.hand where st");
    let names = editor.offers(&rules, "sum(p.hand where st");
    assert_eq!(names.get("strength").map(String::as_str), Some("int"), "{names:?}");
    assert_eq!(names.get("p").map(String::as_str), Some("player"), "{names:?}");
    assert_eq!(names.get("it").map(String::as_str), Some("card"), "{names:?}");
    // In a verb, its own variables.
    editor.write(&rules, "max(0, g - n)", "max(0, ");
    let names = editor.offers(&rules, "max(0, ");
    assert_eq!(names.get("g").map(String::as_str), Some("int"), "{names:?}");
    assert!(names.contains_key("pay"), "{names:?}");
    // Statements begin here, and a block has not begun.
    editor.write(&rules, "p.coins = max(0, ", "pa");
    let names = editor.offers(&rules, "𝄞\npa");
    assert_eq!(names.get("pay").map(String::as_str), Some("(p: player, n: int)"), "{names:?}");
    editor.write(&rules, "𝄞\npa", "\nif n > g and p.");
    let names = editor.offers(&rules, "and p.");
    assert!(names.contains_key("coins"), "{names:?}");
    editor.write(&rules, "if n > g and p.", "act p from { ");
    let names = editor.offers(&rules, "act p from { ");
    assert!(names.is_empty(), "there are no actions: {names:?}");
    let game = root.join("game.toml");
    editor.open(&game);
    editor.write(&game, "[scoring]", "[actions.rest]\ndo = \"pay(you, 1)\"\n[scoring]");
    let names = editor.offers(&rules, "act p from { ");
    assert_eq!(names.keys().collect::<Vec<_>>(), ["rest"]);
    // Nothing is known of prose.
    let cards = root.join("cards/cards.toml");
    editor.open(&cards);
    assert!(editor.offers(&cards, "A strength of").is_empty());
}

#[test]
fn names_lead_to_their_declarations_and_uses() {
    let (_folder, root) = package();
    let (rules, cards) = (root.join("rules/rules.toml"), root.join("cards/cards.toml"));
    let mut editor = Editor::start();
    editor.open(&rules);
    editor.open(&cards);
    let at = editor.at(&rules, "strength)", 2);
    let declared = editor.ask("textDocument/definition", at.clone());
    assert_eq!(Editor::places(&declared), [("game.toml".to_owned(), line_of(GAME, "strength ="))]);
    let mut asked = at;
    asked["context"] = json!({ "includeDeclaration": false });
    let used = editor.ask("textDocument/references", asked);
    // The word in the text for people is not a use.
    let expected = [("cards.toml", 3), ("cards.toml", 7), ("rules.toml", 6)];
    let mut used = Editor::places(&used);
    used.sort();
    assert_eq!(used, expected.map(|(file, line)| (file.to_owned(), line)));
    let at = editor.at(&cards, "suit = \"root\"", 9);
    let declared = editor.ask("textDocument/definition", at);
    assert_eq!(Editor::places(&declared), [("game.toml".to_owned(), line_of(GAME, "suit = ["))]);
}

#[test]
fn what_is_declared_is_renamed_everywhere_or_nowhere() {
    let (_folder, root) = package();
    // Words outside of `{{ }}` and `{% %}` are not names.
    let face = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" class="strength worth">{{ coins }}</svg>"#;
    for (path, text) in [("scenarios/g.toml", "name = \"Any\"\n"), ("faces/other.svg.j2", face)] {
        std::fs::create_dir_all(root.join(path).parent().expect("a folder")).expect("a folder");
        std::fs::write(root.join(path), text).expect("a file");
    }
    let (rules, cards, game) =
        (root.join("rules/rules.toml"), root.join("cards/cards.toml"), root.join("game.toml"));
    let mut editor = Editor::start();
    [&rules, &cards, &game].into_iter().for_each(|path| editor.open(path));
    let rename = |editor: &mut Editor, path: &Path, needle: &str, further: usize, new: &str| {
        let mut asked = editor.at(path, needle, further);
        asked["newName"] = new.into();
        editor.try_to_ask("textDocument/rename", asked)
    };
    let edit = rename(&mut editor, &rules, "strength)", 1, "might").expect("nothing else is called so");
    let changes = edit["changes"].as_object().expect("changes").clone();
    let mut count = 0;
    for path in [&rules, &cards, &game] {
        let edits: Vec<lsp_types::TextEdit> =
            serde_json::from_value(changes[&uri(path)].clone()).expect("edits");
        let text = editor.texts[path].0.clone();
        let renamed: Vec<&str> = edits.iter().map(|edit| covered(&text, edit.range)).collect();
        assert!(renamed.iter().all(|name| *name == "strength"), "{renamed:?}");
        count += edits.len();
        for _ in edits {
            let needle = if path == &cards { "strength =" } else { "strength" };
            editor.write(path, needle, &needle.replace("strength", "might"));
        }
    }
    assert_eq!(count, 4);
    // The prose is unchanged, and nothing is wrong.
    assert!(editor.texts[&cards].0.contains("A strength of roots."));
    for path in [&rules, &cards, &game] {
        assert_eq!(editor.diagnostics(path), []);
    }
    editor.write(&rules, "[verbs.pay]", "[functions.strong]\nparams = { n = \"int\" }\nreturns = \"bool\"\ncode = \"any(cards where might > n)\"\n[verbs.pay]");
    let refused = [
        ("suit == moss", "several things are called `suit`"),
        ("moss)", "there is a card `fern` already"),
        ("might > n", "the rules would mean something else"),
        ("coins  #", "the face `faces/other.svg.j2` names it"),
        ("count(", "declares nothing called `count`"),
        ("pay]", "is not an id"),
        ("worth]", "it would be an error"),
    ];
    for ((needle, why), new) in
        refused.into_iter().zip(["sort", "fern", "n", "money", "many", "Two Words", "count"])
    {
        let said = rename(&mut editor, &rules, needle, 1, new).expect_err("refused");
        assert!(said.contains(why), "{needle}: {said}");
    }
}

#[test]
fn an_attribute_of_a_kind_that_stands_for_another_is_declared_once() {
    let (_folder, root) = package();
    let game = root.join("game.toml");
    let stand_in = "[kinds.marker]\nbase = \"token\"\nstands_for = \"card\"\n\n[state.player]";
    let zones = GAME
        .replace("[zones.deck]", "[zones.deck]\nholds = \"card\"")
        .replace("per = ", "holds = \"card\"\nper = ");
    std::fs::write(&game, zones.replace("[state.player]", stand_in)).expect("a file");
    let mut editor = Editor::start();
    editor.open(&game);
    let at = editor.at(&game, "strength =", 2);
    assert_eq!(Editor::places(&editor.ask("textDocument/definition", at.clone())).len(), 1);
    let mut asked = at;
    asked["newName"] = "might".into();
    let edit = editor.ask("textDocument/rename", asked);
    assert_eq!(edit["changes"].as_object().map(|changes| changes.len()), Some(3), "{edit}");
}

#[test]
fn declarations_are_listed() {
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let mut editor = Editor::start();
    editor.open(&rules);
    let listed = editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri(&rules) } }));
    let names: Vec<&str> =
        listed.as_array().expect("symbols").iter().filter_map(|s| s["name"].as_str()).collect();
    assert_eq!(names, ["worth", "pay"]);
    let found = editor.ask("workspace/symbol", json!({ "query": "bdgr" }));
    assert_eq!(
        (found[0]["name"].as_str(), found[0]["containerName"].as_str()),
        (Some("badger"), Some("card"))
    );
}

#[test]
fn a_file_of_an_included_folder_belongs_to_the_games_beside_it() {
    let (_folder, root) = package();
    let beside = root.parent().expect("a folder").join("moor");
    std::fs::create_dir_all(beside.join("cards")).expect("a folder");
    let heath = beside.join("cards/heath.toml");
    std::fs::write(&heath, "[cards.heath]\nsuit = \"moss\"\nstrength = 12\n").expect("a file");
    let game = root.join("game.toml");
    let text = GAME.replace("version = \"0.1.0\"", "version = \"0.1.0\"\ninclude = [\"moor\"]");
    std::fs::write(&game, text).expect("a file");
    let mut editor = Editor::start();
    editor.open(&heath);
    let [wrong] = &editor.diagnostics(&heath)[..] else { panic!("{:?}", editor.shown) };
    assert_eq!(covered(&editor.texts[&heath].0, wrong.range), "12");
}

#[test]
fn a_file_that_is_not_saved_counts_and_one_that_is_gone_too() {
    let (_folder, root) = package();
    let (game, cards, more) =
        (root.join("game.toml"), root.join("cards/cards.toml"), root.join("cards/more.toml"));
    let mut editor = Editor::start();
    editor.open(&cards);
    editor.open_as(&more, "[cards.moth]\nsuit = \"fur\"\nstrength = 1\n");
    assert_eq!(editor.diagnostics(&more).len(), 1);
    editor.write(&more, "fur", "moss");
    assert_eq!(editor.diagnostics(&more), []);
    std::fs::remove_file(&cards).expect("it was there");
    editor.say("textDocument/didSave", json!({ "textDocument": { "uri": uri(&game) } }));
    assert_eq!(editor.diagnostics(&cards), []);
    assert!(editor.hover(&cards, "[cards.fern]", 8).contains("**card** `fern`"));
    // Without its game, that is the message.
    std::fs::remove_file(&game).expect("it was there");
    editor.say("textDocument/didSave", json!({ "textDocument": { "uri": uri(&cards) } }));
    editor.diagnostics(&cards);
    let said: Vec<&str> =
        editor.shown.values().flat_map(|shown| &shown.diagnostics).map(|d| d.message.as_str()).collect();
    assert!(said.iter().any(|message| message.contains("there is no `game.toml`")), "{said:?}");
}

#[cfg(unix)]
#[test]
fn a_file_has_the_names_by_which_it_was_opened() {
    let (folder, root) = package();
    let link = folder.path().canonicalize().expect("it is there").join("link");
    std::os::unix::fs::symlink(&root, &link).expect("a link");
    let (rules, linked) = (root.join("rules/rules.toml"), link.join("rules/rules.toml"));
    let mut editor = Editor::start();
    editor.open(&linked);
    editor.write(&linked, "p.hand, strength", "p.hand, strenth");
    assert_eq!(editor.diagnostics(&linked).len(), 1);
    assert!(!editor.shown.contains_key(&uri(&rules)));
    editor.open_as(&rules, RULES);
    editor.write(&rules, "p.hand, strength", "p.hand, strenth");
    assert_eq!((editor.diagnostics(&rules).len(), editor.diagnostics(&linked).len()), (1, 1));
    // It stays open by the other name.
    editor.say("textDocument/didClose", json!({ "textDocument": { "uri": uri(&linked) } }));
    editor.write(&rules, "strenth", "strength");
    assert_eq!(editor.diagnostics(&rules), []);
}

#[test]
fn variables_and_sets_lead_to_no_file_of_their_name() {
    let (_folder, root) = package();
    let (rules, table) = (root.join("rules/rules.toml"), root.join("cards/table.csv"));
    std::fs::write(&table, "id,suit,strength\nmoth,herb,1\n").expect("a file");
    std::fs::create_dir_all(root.join("scenarios")).expect("a folder");
    for name in ["g", "cards"] {
        std::fs::write(root.join(format!("scenarios/{name}.toml")), "name = \"Any\"\n").expect("a file");
    }
    let mut editor = Editor::start();
    editor.open(&rules);
    let places = |editor: &mut Editor, needle: &str, further: usize| {
        let at = editor.at(&rules, needle, further);
        Editor::places(&editor.ask("textDocument/definition", at))
    };
    // Its own declaration, and not the scenario.
    assert_eq!(places(&mut editor, "g - n", 0), [("rules.toml".to_owned(), line_of(RULES, "let g"))]);
    editor.write(&rules, "sum(p.hand, strength)", "sum(cards, strength)");
    let card = [("game.toml".to_owned(), line_of(GAME, "[kinds.card.attributes]"))];
    assert_eq!(places(&mut editor, "cards, strength", 2), card);
    // A table counts, and a comment does not.
    editor.open(&table);
    let at = editor.at(&table, "moth", 1);
    assert_eq!(
        Editor::places(&editor.ask("textDocument/definition", at.clone())),
        [("table.csv".to_owned(), 2)]
    );
    editor.write(&rules, "# „Münzen“ 𝄞", "# like moth");
    let mut asked = at;
    asked["context"] = json!({ "includeDeclaration": true });
    assert_eq!(Editor::places(&editor.ask("textDocument/references", asked)), [("table.csv".to_owned(), 2)]);
}

#[test]
fn what_cannot_be_answered_is_said() {
    let (_folder, root) = package();
    let mut editor = Editor::start();
    let nowhere = json!({ "textDocument": { "uri": uri(&root.join("none.toml")) }, "position": { "line": 7, "character": 0 } });
    assert_eq!(editor.ask("textDocument/hover", nowhere), Value::Null);
    let other = json!({ "textDocument": { "uri": "untitled:1" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(editor.ask("textDocument/definition", other), Value::Null);
    assert!(editor.try_to_ask("textDocument/hover", json!({ "about": 3 })).is_err());
    assert!(
        editor.try_to_ask("textDocument/moniker", json!({})).expect_err("unknown").contains("not served")
    );
    // A notification that cannot be read is passed over.
    editor.say("textDocument/didChange", json!({ "textDocument": 3 }));
    // Positions beyond the text are at its end.
    let rules = root.join("rules/rules.toml");
    editor.open(&rules);
    let beyond =
        json!({ "textDocument": { "uri": uri(&rules) }, "position": { "line": 4_000_000, "character": 9 } });
    assert_eq!(editor.ask("textDocument/hover", beyond), Value::Null);
}

#[test]
fn columns_are_bytes_if_the_editor_counts_so() {
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let mut editor = Editor::with(json!({ "general": { "positionEncodings": ["utf-8", "utf-16"] } }));
    editor.open(&rules);
    let game = root.join("game.toml");
    editor.open(&game);
    let line = GAME.lines().position(|line| line.contains("\"tall\"")).expect("a line");
    let column = GAME.lines().nth(line).and_then(|l| l.find("\"tall\"")).expect("a column") + 1;
    let at =
        json!({ "textDocument": { "uri": uri(&game) }, "position": { "line": line, "character": column } });
    let answer = editor.ask("textDocument/hover", at);
    let text = answer["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("**value** `tall`"), "{answer}");
    assert_eq!(answer["range"]["start"]["character"].as_u64(), Some(column as u64));
}
