//! Changes that are offered: fixes of diagnostics, and refactorings. Each leaves a package without errors.

use super::*;

/// The actions at some text of a file, by title, with their edits.
fn actions(editor: &mut Editor, path: &Path, selected: &str) -> BTreeMap<String, Value> {
    let text = editor.texts[path].0.clone();
    let at = text.find(selected).unwrap_or_else(|| panic!("`{selected}` in {text}"));
    let range = Range::new(position(&text, at), position(&text, at + selected.len()));
    let shown = editor.diagnostics(path);
    let shown: Vec<&Diagnostic> =
        shown.iter().filter(|d| d.range.start <= range.end && range.start <= d.range.end).collect();
    let asked =
        json!({ "textDocument": { "uri": uri(path) }, "range": range, "context": { "diagnostics": shown } });
    let answer = editor.ask("textDocument/codeAction", asked);
    let action =
        |one: &Value| (one["title"].as_str().unwrap_or_default().to_owned(), one["edit"]["changes"].clone());
    answer.as_array().into_iter().flatten().map(action).collect()
}

/// Makes the edits of an action, in files that are open.
fn apply(editor: &mut Editor, changes: &Value) {
    let changes = changes.as_object().expect("changes").clone();
    for (at, edits) in changes {
        let path = editor
            .texts
            .keys()
            .find(|path| uri(path) == at)
            .unwrap_or_else(|| panic!("{at} is open"))
            .clone();
        let mut edits: Vec<lsp_types::TextEdit> = serde_json::from_value(edits).expect("edits");
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
        let (text, version) = editor.texts.get_mut(&path).expect("an open file");
        for edit in edits {
            let before = covered(text, edit.range).len();
            let lines: usize =
                text.split_inclusive('\n').take(edit.range.start.line as usize).map(str::len).sum();
            let line = &text[lines..];
            let mut units = 0;
            let column: usize = line
                .chars()
                .take_while(|c| {
                    units += c.len_utf16();
                    units <= edit.range.start.character as usize
                })
                .map(char::len_utf8)
                .sum();
            text.replace_range(lines + column..lines + column + before, &edit.new_text);
        }
        *version += 1;
        let document = json!({ "uri": at, "version": *version });
        let change = json!([{ "text": text.clone() }]);
        editor.say("textDocument/didChange", json!({ "textDocument": document, "contentChanges": change }));
    }
}

fn open_all(editor: &mut Editor, root: &Path) -> [PathBuf; 3] {
    let all = [root.join("game.toml"), root.join("rules/rules.toml"), root.join("cards/cards.toml")];
    all.iter().for_each(|path| editor.open(path));
    all
}

#[test]
fn a_number_becomes_an_option() {
    let (_folder, root) = package();
    let mut editor = Editor::start();
    let [game, rules, _] = open_all(&mut editor, &root);
    let found = actions(&mut editor, &rules, "2\"");
    assert!(!found.contains_key("Make this number an option"), "more than a number is selected: {found:?}");
    let found = actions(&mut editor, &rules, "2");
    apply(&mut editor, &found["Make this number an option"]);
    assert!(editor.texts[&rules].0.contains("== moss) * number\""), "{}", editor.texts[&rules].0);
    assert!(
        editor.texts[&rules].0.contains("\n[options.number]\nrange = [0, 9]\ndefault = 2\n"),
        "{}",
        editor.texts[&rules].0
    );
    for path in [&game, &rules] {
        assert_eq!(editor.diagnostics(path), []);
    }
}

#[test]
fn an_expression_becomes_a_function_of_its_variables() {
    let (_folder, root) = package();
    let mut editor = Editor::start();
    let [_, rules, _] = open_all(&mut editor, &root);
    let found = actions(&mut editor, &rules, "count(p.hand where suit == moss) * 2");
    apply(&mut editor, &found["Extract a function"]);
    let text = &editor.texts[&rules].0;
    assert!(text.contains("code = \"sum(p.hand, strength) + extracted(p)\""), "{text}");
    assert!(
        text.contains("[functions.extracted]\nparams  = { p = \"player\" }\nreturns = \"int\""),
        "{text}"
    );
    assert!(text.contains("code    = \"count(p.hand where suit == moss) * 2\""), "{text}");
    assert_eq!(editor.diagnostics(&rules), []);
    // A second one has another name.
    let found = actions(&mut editor, &rules, "max(0, g - n)");
    apply(&mut editor, &found["Extract a function"]);
    let text = &editor.texts[&rules].0;
    assert!(text.contains("p.coins = extracted_2(g, n)"), "{text}");
    assert_eq!(editor.diagnostics(&rules), []);
    // Code that needs its surroundings, and code that is no expression, cannot be extracted.
    for selected in ["suit == moss", "p.hand where", "let g"] {
        let found = actions(&mut editor, &rules, selected);
        assert!(!found.contains_key("Extract a function"), "{selected}: {found:?}");
    }
}

#[test]
fn a_text_is_written_from_the_rule_or_accepted_beside_it() {
    let (_folder, root) = package();
    let mut editor = Editor::start();
    let [game, rules, cards] = open_all(&mut editor, &root);
    let slot = "strength = \"int 0..9\"\n[kinds.card.slots]\nbonus = { returns = \"int\", text = \"Worth {{ value }}.\" }\n";
    editor.write(&game, "strength = \"int 0..9\"\n", slot);
    editor.write(&rules, "sum(p.hand, strength)", "sum(p.hand, strength + bonus)");
    editor.write(&cards, "[cards.fern]\n", "[cards.fern]\nbonus = \"7\"\n");
    assert_eq!(editor.diagnostics(&cards), []);
    let shown = editor.hover(&cards, "bonus", 2);
    assert!(shown.contains("> Worth +7."), "the sentence that is made of the rule: {shown}");
    let found = actions(&mut editor, &cards, "[cards.fern]");
    apply(&mut editor, &found["Write the text from the rule"]);
    assert!(
        editor.texts[&cards].0.contains("[cards.fern]\ntext = \"Worth +7.\"\nbonus"),
        "{}",
        editor.texts[&cards].0
    );
    assert_eq!(editor.diagnostics(&cards), []);
    assert_eq!(actions(&mut editor, &cards, "[cards.fern]").len(), 0, "it says that already");
    // A text that says something else is written anew, or accepted.
    editor.write(&cards, "\"Worth +7.\"", "\"Worth +8.\"");
    let before = editor.texts[&cards].0.clone();
    let found = actions(&mut editor, &cards, "text = \"Worth +8.\"\nbonus = \"7");
    apply(&mut editor, &found["Accept the text for this rule"]);
    assert!(editor.texts[&cards].0.contains("\"Worth +8.\"\nunchecked = ["), "{}", editor.texts[&cards].0);
    assert_eq!(editor.diagnostics(&cards), []);
    let accepted = editor.texts[&cards].0.clone();
    editor.write(&cards, &accepted, &before);
    apply(&mut editor, &found["Write the text from the rule"]);
    assert!(editor.texts[&cards].0.contains("text = \"Worth +7.\""), "{}", editor.texts[&cards].0);
    assert_eq!(editor.diagnostics(&cards), []);
}

#[test]
fn a_file_is_formatted_as_the_command_formats_it() {
    let (_folder, root) = package();
    let mut editor = Editor::start();
    let [_, rules, _] = open_all(&mut editor, &root);
    let asked = |path: &Path| json!({ "textDocument": { "uri": uri(path) }, "options": { "tabSize": 2, "insertSpaces": true } });
    editor.write(&rules, "sum(p.hand, strength) + count", "sum( p.hand,strength )+count");
    editor.write(&rules, "[verbs.pay]", "\n\n[ verbs.pay ]");
    let edits = editor.ask("textDocument/formatting", asked(&rules));
    apply(&mut editor, &json!({ uri(&rules): edits }));
    let formatted = editor.texts[&rules].0.clone();
    assert!(
        formatted
            .contains("\"sum(p.hand, strength) + count(p.hand where suit == moss) * 2\"\n\n[verbs.pay]\n"),
        "{formatted}"
    );
    std::fs::write(&rules, &formatted).expect("a file");
    let checked = std::process::Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["fmt", "--check"])
        .arg(&rules)
        .status();
    assert!(checked.expect("it runs").success());
    // Formatted text needs no edit, and text that is no TOML gets none.
    assert_eq!(editor.ask("textDocument/formatting", asked(&rules)), json!([]));
    editor.write(&rules, "[verbs.pay]", "[verbs.pay");
    assert_eq!(editor.ask("textDocument/formatting", asked(&rules)), Value::Null);
}

#[test]
fn an_expression_with_elements_of_its_own_stays_where_it_is() {
    let (_folder, root) = package();
    let mut editor = Editor::start();
    let [_, rules, _] = open_all(&mut editor, &root);
    // Both `it`s have names in code; only one is of a set outside the selection.
    let inner = "count(deck where it.strength == 3)";
    editor.write(
        &rules,
        "count(p.hand where suit == moss)",
        &format!("count(p.hand where it.strength > {inner})"),
    );
    assert_eq!(editor.diagnostics(&rules), []);
    assert!(!actions(&mut editor, &rules, inner).contains_key("Extract a function"));
    let found = actions(&mut editor, &rules, "it.strength");
    apply(&mut editor, &found["Extract a function"]);
    let text = &editor.texts[&rules].0;
    assert!(
        text.contains("where extracted(it) >") && text.contains("params  = { one = \"card\" }"),
        "{text}"
    );
    assert_eq!(editor.diagnostics(&rules), []);
}

#[test]
fn changes_are_not_offered_where_games_share_a_file() {
    let (folder, root) = package();
    let shared = folder.path().canonicalize().expect("it is there").join("house/rules/shared.toml");
    std::fs::create_dir_all(shared.parent().expect("a folder")).expect("a folder");
    std::fs::write(&shared, "[functions.five]\nreturns = \"int\"\ncode = \"2 + 3\"\n").expect("a file");
    for game in ["woods", "moors"] {
        let included = GAME.replace("id = \"woods\"", &format!("id = \"{game}\"\ninclude = [\"house\"]"));
        let parts =
            [("game.toml", included.as_str()), ("rules/rules.toml", RULES), ("cards/cards.toml", CARDS)];
        for (path, text) in parts {
            let path = root.with_file_name(game).join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
    }
    let mut editor = Editor::start();
    editor.open(&shared);
    assert_eq!(
        editor
            .diagnostics(&shared)
            .iter()
            .filter(|d| d.severity == Some(lsp_types::DiagnosticSeverity::ERROR))
            .count(),
        0
    );
    assert_eq!(actions(&mut editor, &shared, "2").len(), 0);
    // A game's own file belongs to it, whichever other files are open.
    let own = root.join("rules/rules.toml");
    editor.open(&own);
    assert!(actions(&mut editor, &own, "2").contains_key("Make this number an option"));
}

#[test]
fn a_word_in_quotes_is_mended_with_its_quotes() {
    let (_folder, root) = package();
    let mut editor = Editor::start();
    let [_, _, cards] = open_all(&mut editor, &root);
    editor.write(&cards, "suit = \"herb\"", "suit = \"hreb\"");
    let found = actions(&mut editor, &cards, "hreb");
    apply(&mut editor, &found["Write `herb`"]);
    assert!(editor.texts[&cards].0.contains("suit = \"herb\"\n"), "{}", editor.texts[&cards].0);
    assert_eq!(editor.diagnostics(&cards), []);
}

#[test]
fn what_is_taken_out_keeps_its_meaning() {
    let (_folder, root) = package();
    let mut editor = Editor::start();
    let [game, rules, _] = open_all(&mut editor, &root);
    // `strength` is an attribute of the element here, and state of the table elsewhere.
    editor.write(&game, "[state.player]", "[state.table]\nstrength = \"int 0..9\"\n[state.player]");
    editor.write(&rules, "suit == moss)", "strength == 3)");
    let found = actions(&mut editor, &rules, "strength == 3");
    assert!(!found.contains_key("Extract a function"), "{found:?}");
    // A variable of the name that an option would get.
    editor.write(&rules, "let g = p.coins", "let number = 3\nlet g = p.coins + number + 5");
    let found = actions(&mut editor, &rules, "5");
    apply(&mut editor, &found["Make this number an option"]);
    assert!(editor.texts[&rules].0.contains("p.coins + number + number_2"), "{}", editor.texts[&rules].0);
}

#[test]
fn what_is_included_is_not_renamed_by_a_word_in_it() {
    let (folder, root) = package();
    let folder = folder.path().canonicalize().expect("it is there");
    std::fs::create_dir_all(folder.join("the-badger/rules")).expect("a folder");
    std::fs::write(
        folder.join("the-badger/rules/more.toml"),
        "[functions.more]\nreturns = \"int\"\ncode = \"1\"\n",
    )
    .expect("a file");
    let game = GAME
        .replace("players = [2, 4]", "players = [2, 4]\ninclude = [\"the-badger\"]\nsummary = \"A badger.\"");
    std::fs::write(root.join("game.toml"), game).expect("a file");
    let mut editor = Editor::start();
    let [game, _, cards] = open_all(&mut editor, &root);
    let mut at = editor.at(&cards, "badger", 2);
    at["newName"] = json!("mole");
    let edits = editor.ask("textDocument/rename", at);
    assert!(edits["changes"].get(uri(&game)).is_none(), "{edits}");
    assert!(edits["changes"].get(uri(&cards)).is_some(), "{edits}");
    // A package that is missing is reported as long as it is named, during any other edits.
    editor.write(&game, "\"the-badger\"", "\"no-badger\"");
    editor.say("textDocument/didSave", json!({ "textDocument": { "uri": uri(&game) } }));
    let missed = |editor: &mut Editor, path: &Path| {
        editor.diagnostics(path).into_iter().filter(|d| d.message.contains("no-badger")).count()
    };
    let before = missed(&mut editor, &game);
    editor.write(&game, "summary = \"A badger.\"", "summary = \"A mole.\"");
    assert_eq!(missed(&mut editor, &game), before);
}

/// Renames the name at a text, and applies the edits, or returns the refusal.
fn rename(editor: &mut Editor, path: &Path, needle: &str, further: usize, new: &str) -> Result<(), String> {
    let at = editor.at(path, needle, further);
    let prepared = editor.try_to_ask("textDocument/prepareRename", at.clone())?;
    let range: Range = serde_json::from_value(prepared["range"].clone()).expect("a range");
    assert_eq!(prepared["placeholder"], covered(&editor.texts[path].0, range));
    let mut asked = at;
    asked["newName"] = new.into();
    let edits = editor.try_to_ask("textDocument/rename", asked)?;
    apply(editor, &edits["changes"]);
    Ok(())
}

#[test]
fn variables_are_renamed_in_their_scope() {
    let (_folder, root) = package();
    let mut editor = Editor::start();
    let [game, rules, _] = open_all(&mut editor, &root);
    editor.write(
        &rules,
        "do = '''\nlet g",
        "log = \"{{ p }} pays {{ n }}, p and n\"\ndo = '''\nfor each n_th in p.hand { p.coins = max(0, p.coins - 1 if n_th.strength > 3 else p.coins) }\nlet g",
    );
    let before = editor.diagnostics(&rules);
    let errors = |all: &[Diagnostic]| {
        all.iter().filter(|d| d.severity == Some(lsp_types::DiagnosticSeverity::ERROR)).count()
    };
    assert_eq!(errors(&before), 0, "{before:?}");
    rename(&mut editor, &rules, "g - n", 0, "gold").expect("a variable");
    rename(&mut editor, &rules, "n_th", 1, "held").expect("a loop variable");
    rename(&mut editor, &rules, "n = \"int\"", 0, "price").expect("a parameter, where it is declared");
    rename(&mut editor, &rules, "p.hand, strength", 0, "owner_of_it").expect("a parameter, where it is used");
    let text = &editor.texts[&rules].0;
    for part in [
        "let gold = p.coins",
        "max(0, gold - price)",
        "for each held in p.hand { p.coins = max(0, p.coins - 1 if held.strength > 3 else p.coins) }",
        "params = { p = \"player\", price = \"int\" }",
        "{{ p }} pays {{ price }}, p and n",
        "params = { owner_of_it = \"player\" }",
        "sum(owner_of_it.hand, strength) + count(owner_of_it.hand where suit == moss) * 2",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(errors(&editor.diagnostics(&rules)), 0);
    assert_eq!(errors(&editor.diagnostics(&game)), 0);
    for (needle, new, why) in [
        ("gold - price", "price", "there is a variable `price` here already"),
        ("gold - price", "worth", "there is a function `worth` already"),
        ("gold - price", "where", "is a word of the language"),
        ("gold - price", "Gold", "is not an id"),
        ("max(0, gold", "most", "declares nothing called `max`"),
    ] {
        let said = rename(&mut editor, &rules, needle, 1, new).expect_err("refused");
        assert!(said.contains(why), "{needle}: {said}");
    }
    editor.write(&rules, "where suit == moss", "where it.suit == moss");
    let said = rename(&mut editor, &rules, "it.suit", 0, "one").expect_err("refused");
    assert!(said.contains("`it` is a word of the language"), "{said}");
}

#[test]
fn refactorings_are_worked_out_when_they_are_chosen() {
    let (_folder, root) = package();
    let support = json!({ "dataSupport": true, "resolveSupport": { "properties": ["edit"] } });
    let mut editor = Editor::with(json!({ "textDocument": { "codeAction": support } }));
    let [_, rules, cards] = open_all(&mut editor, &root);
    let chosen = |editor: &mut Editor, path: &Path, selected: &str, title: &str| {
        let text = editor.texts[path].0.clone();
        let at = text.find(selected).expect("it is there");
        let range = Range::new(position(&text, at), position(&text, at + selected.len()));
        let asked =
            json!({ "textDocument": { "uri": uri(path) }, "range": range, "context": { "diagnostics": [] } });
        let all = editor.ask("textDocument/codeAction", asked);
        let action = all
            .as_array()
            .into_iter()
            .flatten()
            .find(|one| one["title"] == title)
            .expect("it is offered")
            .clone();
        assert_eq!(action.get("edit"), None);
        editor.try_to_ask("codeAction/resolve", action).map(|action| action["edit"]["changes"].clone())
    };
    let edit = chosen(&mut editor, &rules, "2", "Make this number an option").expect("an edit");
    apply(&mut editor, &edit);
    assert!(editor.texts[&rules].0.contains("== moss) * number\""), "{}", editor.texts[&rules].0);
    assert_eq!(editor.diagnostics(&rules), []);
    // Nothing is offered that could not be done.
    editor.write(&rules, "returns = \"int\"", "returns = \"imt\"");
    assert!(!editor.diagnostics(&rules).is_empty());
    assert_eq!(actions(&mut editor, &rules, "sum(p.hand, strength)").len(), 0);
    editor.write(&rules, "returns = \"imt\"", "returns = \"int\"");
    assert_eq!(editor.diagnostics(&rules), []);
    // A card without a rule has no sentence.
    let refused =
        chosen(&mut editor, &cards, "[cards.fern]", "Write the text from the rule").expect_err("refused");
    assert!(refused.contains("the rule has no words"), "{refused}");
}

#[test]
fn each_mechanical_way_out_is_an_edit() {
    let (_folder, root) = package();
    let mut editor = Editor::start();
    let [game, rules, _] = open_all(&mut editor, &root);
    for (path, right, wrong, title) in [
        (&rules, "suit == moss", "suit = moss", "Write `==`"),
        (&rules, "suit == moss", "suit === moss", "Write `==`"),
        (&rules, "suit == moss)", "suit == moss && strength > 1)", "Write `and`"),
        (&rules, "let g = ", "let g == ", "Write `=`"),
        (&rules, "returns = \"int\"\ncode", "retruns = \"int\"\ncode", "Write `returns`"),
        (&game, "seen_by = \"owner\"", "seen_by = \"ower\"", "Write `owner`"),
    ] {
        editor.write(path, right, wrong);
        let found = actions(&mut editor, path, wrong);
        assert!(found.contains_key(title), "{wrong}: {found:?}");
        apply(&mut editor, &found[title]);
        assert_eq!(editor.diagnostics(path), [], "{wrong}");
        let text = editor.texts[path].0.clone();
        if !text.contains(right) {
            let mended = wrong.replace("&&", "and");
            editor.write(path, &mended, right);
        }
    }
}
