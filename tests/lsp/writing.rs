//! Completions: names, types, texts, keys, parameters.

use super::*;

#[test]
fn types_are_offered_where_a_type_stands() {
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let mut editor = Editor::start();
    editor.open(&rules);
    editor.write(&rules, "p = \"player\" }", "p = \"\" }");
    let types = editor.offers(&rules, "p = \"");
    assert_eq!(types.get("suit").map(String::as_str), Some("enum"), "{types:?}");
    assert!(
        types.contains_key("card") && types.contains_key("player") && types.contains_key("set of"),
        "{types:?}"
    );
    assert!(!types.contains_key("worth"), "{types:?}");
    // A variable has them, too.
    editor.write(&rules, "p = \"\" }", "p = \"player\" }");
    editor.write(&rules, "let g = p.coins", "let g: s");
    let types = editor.offers(&rules, "let g: s");
    assert!(types.contains_key("suit") && !types.contains_key("pay"), "{types:?}");
}

#[test]
fn what_a_text_can_show_is_offered_in_its_holes() {
    let (_folder, root) = package();
    let (rules, cards) = (root.join("rules/rules.toml"), root.join("cards/cards.toml"));
    let mut editor = Editor::start();
    editor.open(&cards);
    editor.write(&cards, "A strength of roots.", "A strength of {{ st }}.");
    let names = editor.offers(&cards, "of {{ st");
    assert_eq!(names.get("strength").map(String::as_str), Some("3"), "{names:?}");
    assert!(!names.contains_key("worth"), "{names:?}");
    // A hole that is not closed yet.
    editor.write(&cards, "{{ st }}", "{{ ");
    assert!(editor.offers(&cards, "of {{ ").contains_key("suit"));
    editor.write(&cards, "of {{ ", "of {{ strength | ");
    let filters = editor.offers(&cards, "strength | ");
    assert!(filters.contains_key("upper") && !filters.contains_key("suit"), "{filters:?}");
    // In a line of the log: the variables that the statements before it declared.
    editor.open(&rules);
    editor.write(&rules, "p.coins = max(0, g - n)", "log \"{{ \"");
    let names = editor.offers(&rules, "log \"{{ ");
    assert_eq!(names.get("g").map(String::as_str), Some("int"), "{names:?}");
    assert!(!names.contains_key("max"), "{names:?}");
    // In the text of an action: its parameters, and their printed data.
    let game = root.join("game.toml");
    editor.open(&game);
    let action = "[actions.drop]\nparams = { c = \"you.hand\" }\ndo = \"move(c, box)\"\ntext = \"drop {{  }}\"\n[scoring]";
    editor.write(&game, "[scoring]", action);
    assert_eq!(editor.offers(&game, "drop {{ ").get("c").map(String::as_str), Some("card"));
    editor.write(&game, "drop {{  }}", "drop {{ c. }}");
    assert!(editor.offers(&game, "drop {{ c.").contains_key("strength"));
}

#[test]
fn keys_and_their_values_are_offered() {
    let (_folder, root) = package();
    let (game, rules, cards) =
        (root.join("game.toml"), root.join("rules/rules.toml"), root.join("cards/cards.toml"));
    let mut editor = Editor::start();
    editor.open(&game);
    editor.open(&rules);
    editor.open(&cards);
    editor.write(&game, "ordered = true\n", "ordered = true\nsee\nshuf");
    let keys = editor.offers(&game, "true\nsee");
    assert!(keys.contains_key("seen_by") && !keys.contains_key("players"), "{keys:?}");
    editor.write(&game, "see\nshuf", "stacked = ");
    editor.write(&game, "ordered = true\nstacked = ", "ordered = ");
    let values = editor.offers(&game, "ordered = ");
    assert_eq!(values.keys().collect::<Vec<_>>(), ["false", "true"]);
    editor.write(&game, "ordered = ", "ordered = true\n");
    // Cards have the keys that the game declares, with the values of its enums.
    editor.write(&cards, "suit = \"herb\"", "suit = \"\"");
    let values = editor.offers(&cards, "[cards.fern]\nsuit = \"");
    assert_eq!(values.keys().collect::<Vec<_>>(), ["herb", "moss", "root"]);
    editor.write(&cards, "strength = 2", "str");
    assert!(editor.offers(&cards, "\"\"\nstr").contains_key("strength"));
    // Headers, and tables in a line.
    editor.write(&rules, "[verbs.pay]", "[ve\n[verbs.pay]");
    assert!(editor.offers(&rules, "[ve").contains_key("verbs"));
    editor.write(&rules, "[ve\n", "[kinds.card.slots]\nbonus = { ret\n");
    assert!(editor.offers(&rules, "{ ret").contains_key("returns"));
    // The edit writes the sign, too.
    let at = editor.at(&rules, "{ ret", 5);
    let answer = editor.ask("textDocument/completion", at);
    let edit = answer
        .as_array()
        .expect("items")
        .iter()
        .find(|item| item["label"] == "returns")
        .expect("it was there");
    assert_eq!(edit["textEdit"]["newText"], "returns = ");
}

#[test]
fn keys_headers_and_values_of_unfinished_toml_are_told_apart() {
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let mut editor = Editor::start();
    editor.open(&rules);
    // Each text ends at the cursor; one word is offered there, and another is not.
    for (text, offered, other) in [
        ("", "verbs", "ordered"),
        ("ve", "verbs", "ordered"),
        ("[kin", "verbs", "ordered"),
        ("[kinds.card.attr", "attributes", "base"),
        ("[kinds.card]\nat", "base", "verbs"),
        ("[[reactions]]\naf", "after", "verbs"),
        ("[zones.deck]\nordered = ", "true", "ordered"),
        ("[zones]\ndeck.ordered = ", "true", "ordered"),
        ("[zones]\ngrove.per = \"x", "player", "ordered"),
        ("[zones]\ngrove = { ordered = true, se", "seen_by", "verbs"),
        ("zones = { grove = { ordered = ", "true", "ordered"),
        ("reactions = [\n  { af", "after", "verbs"),
        ("functions.f.code = '''\n[zones.deck]\nc'''\nve", "verbs", "ordered"),
    ] {
        editor.set(&rules, text);
        let all = editor.offers(&rules, text);
        assert!(all.contains_key(offered) && !all.contains_key(other), "{text:?}: {all:?}");
    }
    // Nothing is written in comments, nor after values and headers; a header in a long string is none.
    let nowhere = ["# ve", "require = [] # ve", "enums.a = [\"b\"] ", "[zones.deck] "];
    for text in nowhere.into_iter().chain(["functions.f.code = '''\n[zones.deck]\nor"]) {
        editor.set(&rules, text);
        assert_eq!(editor.offers(&rules, text), BTreeMap::new(), "{text:?}");
    }
}

#[test]
fn keys_are_left_to_another_server_if_the_editor_wishes() {
    let (_folder, root) = package();
    let game = root.join("game.toml");
    let mut editor = Editor::wishing(json!({}), json!({ "keys": false }));
    editor.open(&game);
    editor.write(&game, "ordered = true\n", "ordered = true\nsee\n");
    assert_eq!(editor.offers(&game, "true\nsee"), BTreeMap::new());
}

#[test]
fn parameters_are_shown_while_arguments_are_written() {
    let (_folder, root) = package();
    let (game, rules) = (root.join("game.toml"), root.join("rules/rules.toml"));
    let mut editor = Editor::start();
    editor.open(&game);
    editor.open(&rules);
    let mut help = |path: &Path, needle: &str| {
        let at = editor.at(path, needle, needle.len());
        editor.ask("textDocument/signatureHelp", at)
    };
    let pay = help(&game, "{ pay(p, ");
    assert_eq!(pay["signatures"][0]["label"], "pay(p: player, n: int)");
    assert_eq!(pay["activeParameter"], 1);
    assert_eq!(pay["signatures"][0]["parameters"][1]["label"], json!([15, 21]));
    let sum = help(&rules, "sum(p.hand, ");
    assert_eq!(
        (sum["signatures"][0]["label"].as_str(), sum["activeParameter"].as_u64()),
        (Some("sum(S, e)"), Some(1))
    );
    // The form with as many parameters is chosen: `max(a, b)` beside `max(S, e)`.
    assert_eq!(help(&rules, "max(0, ")["activeParameter"], 1);
    // Between calls, in other brackets and outside of code there is none.
    assert_eq!(help(&rules, "strength) "), Value::Null);
    assert_eq!(help(&rules, "params = { p = "), Value::Null);
    // A receiver is the first argument.
    editor.write(&game, "{ pay(p, 1) }", "{ p.pay(1) }");
    let at = editor.at(&game, "p.pay(", 6);
    assert_eq!(editor.ask("textDocument/signatureHelp", at)["activeParameter"], 1);
}

#[test]
fn snippets_are_offered_where_a_table_or_a_statement_begins() {
    let (_folder, root) = package();
    let rules = root.join("rules/rules.toml");
    let can = json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    let mut editor = Editor::with(can.clone());
    editor.open(&rules);
    editor.write(&rules, "[verbs.pay]", "cw\n[verbs.pay]");
    let offers = editor.offers(&rules, "\ncw");
    assert!(
        offers.keys().any(|label| label.starts_with("cw-")) && !offers.contains_key("foreach"),
        "{offers:?}"
    );
    editor.write(&rules, "cw\n[verbs.pay]", "[verbs.pay]");
    let offers = editor.offers(&rules, "𝄞\n");
    assert!(offers.contains_key("foreach") && offers.contains_key("pay"), "{offers:?}");
    assert!(!editor.offers(&rules, "max(0, ").contains_key("foreach"), "no statement begins in brackets");
    // An editor that cannot fill them in, or does not wish for them, gets none.
    for mut editor in [Editor::start(), Editor::wishing(can, json!({ "snippets": false }))] {
        editor.open(&rules);
        assert!(!editor.offers(&rules, "𝄞\n").contains_key("foreach"));
    }
}

#[test]
fn what_is_there_already_is_not_written_twice() {
    let (_folder, root) = package();
    let (game, cards) = (root.join("game.toml"), root.join("cards/cards.toml"));
    let mut editor = Editor::start();
    editor.open(&game);
    editor.open(&cards);
    let mut edit = |path: &Path, needle: &str, label: &str| {
        let at = editor.at(path, needle, needle.len());
        let answer = editor.ask("textDocument/completion", at);
        let item = answer.as_array().expect("items").iter().find(|item| item["label"] == label).cloned();
        let edit: lsp_types::TextEdit =
            serde_json::from_value(item.unwrap_or_else(|| panic!("{label}: {answer}"))["textEdit"].clone())
                .expect("an edit");
        (covered(&editor.texts[path].0, edit.range).to_owned(), edit.new_text)
    };
    assert_eq!(edit(&game, "\norde", "ordered"), ("ordered".to_owned(), "ordered".to_owned()));
    // A value is replaced up to its own quote.
    assert_eq!(edit(&cards, "[cards.fern]\nsuit = \"he", "moss"), ("herb".to_owned(), "moss".to_owned()));
    editor.write(&cards, "suit = \"herb\"", "suit = \"it's he\"");
    let at = editor.at(&cards, "it's", 4);
    let answer = editor.ask("textDocument/completion", at);
    let range = serde_json::from_value(answer[0]["textEdit"]["range"].clone()).expect("a range");
    assert_eq!(covered(&editor.texts[&cards].0, range), "it's he");
}

#[test]
fn equal_rules_of_two_cards_are_alike_to_the_server() {
    let (_folder, root) = package();
    let (game, cards) = (root.join("game.toml"), root.join("cards/cards.toml"));
    let mut editor = Editor::start();
    editor.open(&game);
    editor.open(&cards);
    let slot = "strength = \"int 0..9\"\n[kinds.card.slots]\nbonus = { returns = \"int\" }\n";
    editor.write(&game, "strength = \"int 0..9\"\n", slot);
    editor.write(&cards, "[cards.badger]\n", "[cards.badger]\nbonus = \"max(1, 2)\"\n");
    editor.write(&cards, "[cards.fern]\n", "[cards.fern]\nbonus = \"max(1, 2)\"\n");
    for card in ["badger", "fern"] {
        let at = format!("[cards.{card}]\nbonus = \"max(1, ");
        let at = editor.at(&cards, &at, at.len());
        let help = editor.ask("textDocument/signatureHelp", at);
        assert_eq!(help["activeParameter"], 1, "{card}: {help}");
    }
}

#[test]
fn kinds_and_keywords_are_offered_where_their_names_stand() {
    let (_folder, root) = package();
    let (game, rules, cards) =
        (root.join("game.toml"), root.join("rules/rules.toml"), root.join("cards/cards.toml"));
    let mut editor = Editor::start();
    [&game, &rules, &cards].into_iter().for_each(|path| editor.open(path));
    editor.write(
        &game,
        "[flow]",
        "[kinds.tree]\n[kinds.card.actions.climb]\ndo = \"end\"\n[keywords.evergreen]\ntext = \"Stays.\"\n[zones.grove]\nholds = \"\"\nper = \"\"\n[flow]",
    );
    let offered = |editor: &mut Editor, path: &Path, needle: &str| {
        let all = editor.offers(path, needle);
        all.into_iter().map(|(name, detail)| format!("{name} {detail}")).collect::<Vec<_>>()
    };
    let holds = offered(&mut editor, &game, "holds = \"");
    assert!(holds.contains(&"tree kind".to_owned()) && holds.contains(&"card kind".to_owned()), "{holds:?}");
    assert!(!holds.contains(&"suit enum".to_owned()), "{holds:?}");
    let per = editor.offers(&game, "grove]\nholds = \"\"\nper = \"");
    assert!(["player", "tree", "suit"].iter().all(|name| per.contains_key(*name)), "{per:?}");
    editor.write(&rules, "suit == moss", "it is ");
    let kinds = offered(&mut editor, &rules, "it is ");
    assert!(
        kinds.contains(&"tree kind".to_owned()) && !kinds.iter().any(|kind| kind.starts_with("evergreen")),
        "{kinds:?}"
    );
    editor.write(&rules, "it is ", "it is not tr");
    assert!(editor.offers(&rules, "it is not tr").contains_key("tree"));
    editor.write(&rules, "it is not tr", "it has ");
    // The slot that the compiler makes for an action of components has no name to be written.
    assert_eq!(offered(&mut editor, &rules, "it has "), ["evergreen keyword"]);
    editor.write(&cards, "[cards.fern]\n", "[cards.fern]\nkeywords = [\"\"]\n");
    assert!(editor.offers(&cards, "keywords = [\"").contains_key("evergreen"));
}

#[test]
fn parameters_of_keywords_and_words_as_arguments_are_offered() {
    let (_folder, root) = package();
    let (game, rules) = (root.join("game.toml"), root.join("rules/rules.toml"));
    let keyword = "[keywords.thorny]\nparams = { level = \"int 1..5\" }\n[flow]";
    std::fs::write(&game, GAME.replace("[flow]", keyword)).expect("a file");
    let mut editor = Editor::start();
    editor.open(&rules);
    let mut offers = |code: &str| {
        editor.set(&rules, &RULES.replace("p.coins = max(0, g - n)", code));
        editor.offers(&rules, code)
    };
    let names = offers("for each c in deck { p.coins += c.");
    assert_eq!(names.get("thorny").map(String::as_str), Some("keyword (level: int)"), "{names:?}");
    let names = offers("for each c in deck { p.coins += c.thorny.");
    assert_eq!(
        names.iter().map(|(name, ty)| (name.as_str(), ty.as_str())).collect::<Vec<_>>(),
        [("level", "int")]
    );
    // A keyword is no value, and a player bears none.
    assert!(!offers("for each c in deck { p.coins += ").contains_key("thorny"));
    assert!(!offers("p.coins += p.").contains_key("thorny"));
    assert_eq!(offers("for each c in deck { move(c, deck, ").keys().collect::<Vec<_>>(), ["bottom", "top"]);
    assert_eq!(offers("show(deck, p, ").keys().collect::<Vec<_>>(), ["name", "strength", "suit"]);
    assert!(offers("show(deck, p, suit == ").contains_key("moss"));
}
