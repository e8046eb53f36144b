//! Information shown beside the text: classes of words, types of variables, folding, lenses.

use super::*;

/// The words of a file with their classes, in order.
fn classes(editor: &mut Editor, path: &Path) -> Vec<(String, &'static str)> {
    const TYPES: [&str; 11] = [
        "keyword",
        "number",
        "string",
        "comment",
        "operator",
        "variable",
        "property",
        "function",
        "enumMember",
        "type",
        "class",
    ];
    let answer =
        editor.ask("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": uri(path) } }));
    let numbers: Vec<u32> = serde_json::from_value(answer["data"].clone()).expect("numbers");
    let (mut line, mut column) = (0, 0);
    let mut found = Vec::new();
    for token in numbers.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let range = Range::new(Position::new(line, column), Position::new(line, column + token[2]));
        found.push((covered(&editor.texts[path].0, range).to_owned(), TYPES[token[3] as usize]));
    }
    found
}

#[test]
fn words_of_code_have_classes() {
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let mut editor = Editor::start();
    editor.open(&rules);
    let found = classes(&mut editor, &rules);
    let class = |word: &str| found.iter().find(|(text, _)| text == word).map(|(_, class)| *class);
    assert_eq!(class("sum"), Some("function"));
    assert_eq!(class("hand"), Some("property"));
    assert_eq!(class("strength"), Some("property"));
    assert_eq!(class("where"), Some("keyword"));
    assert_eq!(class("moss"), Some("enumMember"));
    assert_eq!(class("2"), Some("number"));
    assert_eq!(class("g"), Some("variable"));
    assert_eq!(class("# „Münzen“ 𝄞"), Some("comment"));
    assert_eq!(class("player"), Some("type"));
    // Nothing outside of code.
    assert_eq!(class("params"), None);
    assert_eq!(class("# What a hand is worth."), None);
    // Only of the lines that are asked for.
    let range = Range::new(Position::new(0, 0), Position::new(6, 0));
    let part = json!({ "textDocument": { "uri": uri(&rules) }, "range": range });
    let part = editor.ask("textDocument/semanticTokens/range", part);
    let count = part["data"].as_array().expect("numbers").len() / 5;
    assert!(count > 0 && count < found.len(), "{count} of {}", found.len());
}

#[test]
fn variables_show_their_types() {
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let mut editor = Editor::start();
    editor.open(&rules);
    let hints = |editor: &mut Editor| {
        let all = Range::new(Position::new(0, 0), Position::new(99, 0));
        let asked = json!({ "textDocument": { "uri": uri(&rules) }, "range": all });
        let answer = editor.ask("textDocument/inlayHint", asked);
        let hint =
            |hint: &Value| (hint["label"].as_str().unwrap_or_default().to_owned(), hint["position"].clone());
        answer.as_array().into_iter().flatten().map(hint).collect::<Vec<_>>()
    };
    let line = line_of(RULES, "let g") - 1;
    assert_eq!(hints(&mut editor), [(": int".to_owned(), json!({ "line": line, "character": 5 }))]);
    // A written type is not repeated.
    editor.write(&rules, "let g = ", "let g: int = ");
    assert_eq!(hints(&mut editor), []);
}

#[test]
fn tables_strings_and_comments_can_be_folded() {
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let mut editor = Editor::start();
    editor.open(&rules);
    let answer = editor.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": uri(&rules) } }));
    let range =
        |range: &Value| (range["startLine"].as_u64().unwrap_or(99), range["endLine"].as_u64().unwrap_or(99));
    let found: Vec<(u64, u64)> = answer.as_array().into_iter().flatten().map(range).collect();
    let line = |needle: &str| line_of(RULES, needle) - 1;
    let code = (line("do = "), line("g - n") + 1);
    assert_eq!(found, [(0, 1), (line("[functions"), line("code =")), (line("[verbs"), code.1), code]);
}

#[test]
fn lines_inside_of_values_are_no_headers() {
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let text = "\
[verbs.pay]
do = \"\"\"
[no header]
# no comment
\"\"\"
list = [
  [
    1,
  ], # inside
  [
    2,
  ],
  # inside
]
# below
# the values
[verbs.other]
do = \"end\"
";
    let mut editor = Editor::start();
    editor.open_as(&rules, text);
    let answer = editor.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": uri(&rules) } }));
    let range =
        |range: &Value| (range["startLine"].as_u64().unwrap_or(99), range["endLine"].as_u64().unwrap_or(99));
    let found: Vec<(u64, u64)> = answer.as_array().into_iter().flatten().map(range).collect();
    assert_eq!(found, [(0, 13), (1, 4), (5, 13), (6, 8), (9, 11), (14, 15), (16, 17)]);
}

/// The lenses of a file: titles with their commands.
fn lenses(editor: &mut Editor, path: &Path) -> Vec<(String, Value)> {
    let answer = editor.ask("textDocument/codeLens", json!({ "textDocument": { "uri": uri(path) } }));
    let lens = |lens: &Value| {
        (lens["command"]["title"].as_str().unwrap_or_default().to_owned(), lens["command"].clone())
    };
    answer.as_array().into_iter().flatten().map(lens).collect()
}

fn run(editor: &mut Editor, command: &Value) -> Result<Value, String> {
    editor.try_to_ask(
        "workspace/executeCommand",
        json!({ "command": command["command"], "arguments": command["arguments"] }),
    )
}

#[test]
fn scenarios_run_where_they_are_written() {
    let (_folder, root) = package();
    let path = root.join("scenarios/pays.toml");
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let text = "name = \"All pay\"\nplayers = 2\n[state]\n\"coins[1]\" = 4\n[[steps]]\nexpect = \"count(deck) == 2\"\n";
    std::fs::write(&path, text).expect("a file");
    let mut editor = Editor::wishing(
        json!({ "workspace": { "codeLens": { "refreshSupport": true } } }),
        json!({ "terminal": true }),
    );
    editor.open(&path);
    assert_eq!(editor.diagnostics(&path), []);
    let shown = lenses(&mut editor, &path);
    let [(title, command), (play, in_terminal)] = &shown[..] else { panic!("{shown:?}") };
    assert_eq!((title.as_str(), play.as_str()), ("Run this scenario", "Play from here"));
    let args = json!(["play", root, "--scenario", "pays"]);
    assert_eq!(in_terminal["arguments"][0]["args"], args);
    assert_eq!(run(&mut editor, command), Ok(json!({ "ok": true })));
    assert_eq!(editor.said, ["pays: ok, 1 step"]);
    assert_eq!(lenses(&mut editor, &path)[0].0, "Run this scenario: ok, 1 step");
    assert_eq!(editor.client.asked, ["workspace/codeLens/refresh"]);
    // Typing makes the result stale; the scenario runs as it is in the editor.
    editor.write(&path, "deck) == 2", "deck) == 3");
    assert_eq!(lenses(&mut editor, &path)[0].0, "Run this scenario");
    run(&mut editor, command).expect("it runs");
    let title = lenses(&mut editor, &path)[0].0.clone();
    assert!(title.starts_with("Run this scenario: failed after "), "{title}");
    // A package that does not compile says so.
    editor.write(&path, "players = 2", "players = 2\nplayers = 3");
    run(&mut editor, command).expect("an answer");
    let said = editor.said.last().expect("a message");
    assert!(said.contains("cannot be run"), "{said}");
}

#[test]
fn cards_tell_what_they_are_worth_in_the_lab() {
    let cards = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards/fantasy-realms/cards");
    let path = std::fs::read_dir(cards)
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let path = path.expect("a file").canonicalize().expect("it is there");
    let mut editor = Editor::start();
    editor.open(&path);
    let shown = lenses(&mut editor, &path);
    let (title, command) = shown.first().expect("a lens for each card");
    assert_eq!(title, "In the lab");
    assert_eq!(run(&mut editor, command), Ok(json!({ "ok": true })));
    let title = lenses(&mut editor, &path)[0].0.clone();
    assert!(
        title.starts_with("In the lab: 1000 random games of ") && title.contains(" often than others (± "),
        "{title}"
    );
    // The same again: games begin with the same seed.
    run(&mut editor, command).expect("it runs");
    assert_eq!(lenses(&mut editor, &path)[0].0, title);
    // Requests for things that do not exist, and for nothing at all.
    let package = command["arguments"][0]["package"].clone();
    let other =
        json!({ "command": "cardwright.cardInLab", "arguments": [{ "package": package, "id": "nobody" }] });
    assert_eq!(run(&mut editor, &other), Ok(json!({ "ok": false })));
    assert!(
        editor.said.last().is_some_and(|said| said.contains("`nobody` is not at the table")),
        "{:?}",
        editor.said
    );
    let nothing = json!({ "command": "cardwright.cardInLab", "arguments": [] });
    assert!(run(&mut editor, &nothing).is_err());
    let unknown = json!({ "command": "cardwright.other", "arguments": [] });
    assert_eq!(run(&mut editor, &unknown), Err("`cardwright.other` is not served".to_owned()));
}

#[test]
fn a_card_shows_what_is_printed_on_it() {
    let cards = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards/minute-realms/cards");
    let path = std::fs::read_dir(cards)
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path())
        .find(|path| std::fs::read_to_string(path).is_ok_and(|text| text.contains("\ntext")));
    let path = path.expect("a file").canonicalize().expect("it is there");
    let text = std::fs::read_to_string(&path).expect("a file");
    let at = text.find("[cards.").expect("a card");
    let header = text[at..].lines().next().expect("a line").to_owned();
    let mut editor = Editor::wishing(json!({}), json!({ "pictures": true }));
    editor.open(&path);
    let shown = editor.hover(&path, &header, 8);
    assert!(shown.contains("**card**") && shown.contains("\n\n> "), "{}", &shown[..shown.len().min(400)]);
    assert!(shown.contains("](data:image/png;base64,iVBOR"), "{}", &shown[..shown.len().min(400)]);
    let mut editor = Editor::start();
    editor.open(&path);
    assert!(!editor.hover(&path, &header, 8).contains("data:"), "the editor did not wish for it");
}

#[test]
fn variables_are_found_where_they_are_declared_and_used() {
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let mut editor = Editor::start();
    editor.open(&rules);
    let (declared, used) = (line_of(RULES, "let g"), line_of(RULES, "g - n"));
    let at = editor.at(&rules, "g - n", 0);
    let definition = editor.ask("textDocument/definition", at);
    assert_eq!(Editor::places(&definition), [("rules.toml".to_owned(), declared)]);
    let mut at = editor.at(&rules, "let g", 4);
    at["context"] = json!({ "includeDeclaration": true });
    let all = editor.ask("textDocument/references", at.clone());
    assert_eq!(Editor::places(&all), [("rules.toml".to_owned(), declared), ("rules.toml".to_owned(), used)]);
    at["context"] = json!({ "includeDeclaration": false });
    let all = editor.ask("textDocument/references", at);
    assert_eq!(Editor::places(&all), [("rules.toml".to_owned(), used)]);
    assert!(editor.hover(&rules, "let g", 4).contains("g: int"));
}

#[test]
fn sentences_of_rules_are_shown_on_request() {
    let (_folder, root) = package();
    let (game, cards) = (root.join("game.toml"), root.join("cards/cards.toml"));
    let slot = "strength = \"int 0..9\"\n[kinds.card.slots]\nbonus = { returns = \"int\", text = \"Worth {{ value }}.\" }\n";
    let hints = |wishes: Value| {
        let mut editor = Editor::wishing(json!({}), wishes);
        editor.open(&game);
        editor.open(&cards);
        editor.write(&game, "strength = \"int 0..9\"\n", slot);
        editor.write(&cards, "[cards.fern]\n", "[cards.fern]\nbonus = \"7\"\n");
        let all = Range::new(Position::new(0, 0), Position::new(99, 0));
        let asked = json!({ "textDocument": { "uri": uri(&cards) }, "range": all });
        let answer = editor.ask("textDocument/inlayHint", asked);
        let label = |hint: &Value| hint["label"].as_str().unwrap_or_default().to_owned();
        answer.as_array().into_iter().flatten().map(label).collect::<Vec<_>>()
    };
    assert_eq!(hints(json!({ "sentences": true })), ["Worth +7."]);
    assert_eq!(hints(Value::Null), Vec::<String>::new());
}

#[test]
fn what_a_code_means_stands_below_the_error() {
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let mut editor = Editor::start();
    editor.open(&rules);
    editor.write(&rules, "p.hand, strength", "p.hand, strenth");
    editor.diagnostics(&rules);
    let shown = editor.hover(&rules, "strenth", 2);
    assert!(shown.contains("**CW0500: unknown name**"), "{shown}");
    assert!(!editor.hover(&rules, "p.hand", 3).contains("CW0500"));
}
