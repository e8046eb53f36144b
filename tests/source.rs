//! Text to trees that know their bytes.

use crate::support;
use cardwright::diagnostics::{Diagnostic, Format, Severity, render};
use cardwright::source::{
    Sources, Span, Text, TomlNode, TomlTable, TomlValue, parse_csv, parse_toml, toml_key, toml_string,
};
use proptest::prelude::*;

fn toml_of(text: &str) -> (TomlTable, Vec<Diagnostic>, Sources) {
    let mut sources = Sources::default();
    let file = sources.add("game.toml", text);
    let (table, diagnostics) = parse_toml(&sources, file);
    (table, diagnostics, sources)
}

/// The tree of a text that has nothing wrong with it.
fn good(text: &str) -> (TomlTable, Sources) {
    let (table, diagnostics, sources) = toml_of(text);
    assert_eq!(diagnostics, []);
    (table, sources)
}

fn at<'t>(table: &'t TomlTable, path: &str) -> &'t TomlNode {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let node = table.get(first).unwrap_or_else(|| panic!("no {first}"));
    if rest.is_empty() { node } else { at(node.as_table().expect("a table"), rest) }
}

#[test]
fn every_kind_of_value_has_its_bytes() {
    let text = "a = 1_000\nb = -2.5\nc = true\nd = \"x\"\ne = 1979-05-27\nf = [1, \"two\"]\ng = { h = 0x1F, i.j = 'k' }\n";
    let (table, sources) = good(text);
    let written = |path: &str| sources.text(at(&table, path).span);
    assert_eq!(written("a"), "1_000");
    assert_eq!(at(&table, "a").value, TomlValue::Int(1000));
    assert_eq!(at(&table, "b").value, TomlValue::Float(-2.5));
    assert_eq!(at(&table, "c").value, TomlValue::Bool(true));
    assert_eq!(written("d"), "\"x\"");
    assert_eq!(at(&table, "e").value, TomlValue::Datetime("1979-05-27".into()));
    assert_eq!(written("f"), "[1, \"two\"]");
    assert_eq!(sources.text(at(&table, "f").as_array().expect("a list")[1].span), "\"two\"");
    assert_eq!(written("g"), "{ h = 0x1F, i.j = 'k' }");
    assert_eq!(at(&table, "g.h").value, TomlValue::Int(31));
    assert_eq!(at(&table, "g.i.j").as_text().expect("a string").value, "k");
    let keys: Vec<_> = table.entries.iter().map(|e| sources.text(e.key_span)).collect();
    assert_eq!(keys, ["a", "b", "c", "d", "e", "f", "g"]);
}

#[test]
fn strings_and_keys_are_written_as_toml_has_them() {
    assert_eq!(toml_string("a \"b\" \\ é\n\t\u{1}"), r#""a \"b\" \\ é\n\t\u0001""#);
    assert_eq!([toml_key("a-b_1"), toml_key("a b"), toml_key("")], ["a-b_1", "\"a b\"", "\"\""]);
}

#[test]
fn a_table_under_a_header_stands_where_its_header_does() {
    let text = "[cards.dragon] # big\nname = 'D'\n[[cards.dragon.reactions]]\nafter = 'x'\n[[ cards . \"dragon\".reactions ]]\nafter = 'y'\n[cards]\nz = 1\n";
    let (table, sources) = good(text);
    assert_eq!(sources.text(at(&table, "cards.dragon").span), "[cards.dragon]");
    assert_eq!(sources.text(at(&table, "cards").span), "[cards]");
    let reactions = at(&table, "cards.dragon.reactions");
    assert_eq!(sources.text(reactions.span), "[[cards.dragon.reactions]]");
    let items = reactions.as_array().expect("a list");
    assert_eq!(sources.text(items[1].span), "[[ cards . \"dragon\".reactions ]]");
    assert_eq!(items.len(), 2);
}

/// Every character of the value, with the bytes of the file that say it.
fn pieces<'s>(text: &Text, sources: &'s Sources) -> Vec<(char, &'s str)> {
    text.value.char_indices().map(|(i, c)| (c, sources.text(text.span_of(i, i + c.len_utf8())))).collect()
}

#[test]
fn a_span_in_a_string_with_escapes_and_continuations_is_exact() {
    let text = "a = \"\"\"\r\none\\\"\\u00e9\\\n   \r\n  two\r\nend\"\"\"\n";
    let (table, sources) = good(text);
    let value = at(&table, "a").as_text().expect("a string");
    assert_eq!(value.value, "one\"étwo\nend");
    let expected = [
        ('o', "o"),
        ('n', "n"),
        ('e', "e"),
        ('"', "\\\""),
        ('é', "\\u00e9"),
        ('t', "t"),
        ('w', "w"),
        ('o', "o"),
    ];
    assert_eq!(pieces(value, &sources)[..8], expected);
    assert_eq!(pieces(value, &sources)[8..], [('\n', "\r\n"), ('e', "e"), ('n', "n"), ('d', "d")]);
    assert_eq!(sources.text(value.span_of(2, 6)), "e\\\"\\u00e9");
    assert_eq!(sources.text(value.span_of(6, 9)), "two");
    let end = value.value.len();
    assert_eq!(value.span_of(end, end).start as usize, text.find("\"\"\"\n").expect("it ends"));
}

/// A piece of a string: its source, and its value.
#[derive(Clone, Debug)]
struct Piece {
    written: String,
    says: Option<char>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Basic,
    Literal,
    MultiBasic,
    MultiLiteral,
}

fn piece(form: Form) -> BoxedStrategy<Piece> {
    let plain = prop_oneof![
        4 => proptest::char::range('a', 'z'),
        2 => proptest::sample::select(vec![' ', '\t', '#', '=', '[', '{', ',', '.']),
        2 => proptest::sample::select(vec!['é', '−', '字', '😀', '\u{a0}']),
    ]
    .prop_map(|c| Piece { written: c.into(), says: Some(c) });
    let escape = prop_oneof![
        proptest::sample::select(vec![
            ("\\n", '\n'),
            ("\\t", '\t'),
            ("\\\"", '"'),
            ("\\\\", '\\'),
            ("\\r", '\r'),
            ("\\b", '\u{8}'),
            ("\\f", '\u{c}')
        ])
        .prop_map(|(w, c)| Piece { written: w.into(), says: Some(c) }),
        any::<char>().prop_map(|c| Piece { written: format!("\\U{:08X}", c as u32), says: Some(c) }),
        proptest::char::range('\u{80}', '\u{ff}')
            .prop_map(|c| Piece { written: format!("\\u{:04x}", c as u32), says: Some(c) }),
    ];
    let line = proptest::sample::select(vec!["\n", "\r\n"])
        .prop_map(|w| Piece { written: w.into(), says: Some('\n') });
    let gap = proptest::sample::select(vec!["\\\n", "\\  \r\n  ", "\\\n\n\t\r\n"])
        .prop_map(|w| Piece { written: w.into(), says: None });
    let single = Just(Piece { written: "'".into(), says: Some('\'') });
    let double = Just(Piece { written: "\"".into(), says: Some('"') });
    match form {
        Form::Basic => prop_oneof![4 => plain, 2 => escape, 1 => single].boxed(),
        Form::Literal => prop_oneof![4 => plain, 1 => double].boxed(),
        Form::MultiBasic => prop_oneof![4 => plain, 2 => escape, 1 => line, 1 => gap, 1 => single].boxed(),
        Form::MultiLiteral => prop_oneof![4 => plain, 1 => line, 1 => double].boxed(),
    }
}

fn string() -> impl Strategy<Value = (Form, bool, Vec<Piece>)> {
    proptest::sample::select(vec![Form::Basic, Form::Literal, Form::MultiBasic, Form::MultiLiteral])
        .prop_flat_map(|form| (Just(form), any::<bool>(), proptest::collection::vec(piece(form), 0..24)))
}

/// The characters that a text should have, each with the bytes that say it: blanks and line ends after a line
/// continuation belong to it.
fn expected(pieces: &[Piece]) -> (String, Vec<(char, String)>) {
    let mut written = String::new();
    let mut said = Vec::new();
    let mut in_gap = false;
    for p in pieces {
        written.push_str(&p.written);
        match p.says {
            None => in_gap = true,
            Some(_) if in_gap && p.written.chars().all(|c| matches!(c, ' ' | '\t' | '\r' | '\n')) => {}
            Some(c) => {
                in_gap = false;
                said.push((c, p.written.clone()));
            }
        }
    }
    (written, said)
}

proptest! {
    #[test]
    fn every_character_of_a_string_is_found_in_the_file((form, first_line, pieces_written) in string()) {
        let (body, said) = expected(&pieces_written);
        let quote = match form {
            Form::Basic => "\"",
            Form::Literal => "'",
            Form::MultiBasic => "\"\"\"",
            Form::MultiLiteral => "'''",
        };
        let multi = matches!(form, Form::MultiBasic | Form::MultiLiteral);
        // A body that begins with a line end would lose it.
        let first = if multi && (first_line || body.starts_with(['\r', '\n'])) { "\r\n" } else { "" };
        let text = format!("# é\nkey = {quote}{first}{body}{quote} # end\n");
        let (table, sources) = good(&text);
        let value = at(&table, "key").as_text().expect("a string");
        let value_of: String = said.iter().map(|(c, _)| c).collect();
        prop_assert_eq!(&value.value, &value_of);
        prop_assert_eq!(sources.text(value.span), format!("{quote}{first}{body}{quote}"));
        let found: Vec<_> = pieces(value, &sources).into_iter().map(|(c, s)| (c, s.to_owned())).collect();
        prop_assert_eq!(found, said);
        prop_assert!(value.map.is_sorted());
    }

    #[test]
    fn what_is_written_as_toml_is_read_back(key in any::<String>(), value in any::<String>()) {
        let line = format!("{} = {}", toml_key(&key), toml_string(&value));
        prop_assert!(!line.contains(['\n', '\r', '\t']), "{line:?}");
        let written: toml::Table = format!("{line}\n").parse().expect("it is TOML");
        prop_assert_eq!(written.get(&key).and_then(toml::Value::as_str), Some(value.as_str()));
        let (table, _) = good(&line);
        prop_assert_eq!(&table.entries[0].key, &key);
        prop_assert_eq!(&table.entries[0].value.as_text().expect("a string").value, &value);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "([\\[\\]{}=,.\"'#\\\\ \r\n\ta-e0-9-]|é|\"\"\"|'''|\\PC){0,60}") {
        let (table, diagnostics, sources) = toml_of(&text);
        for label in diagnostics.iter().flat_map(|d| &d.labels) {
            prop_assert!(label.span.start <= label.span.end && label.span.end as usize <= text.len());
        }
        let oracle: Result<toml::Table, _> = text.parse();
        let errors = diagnostics.iter().any(|d| d.severity == Severity::Error);
        prop_assert_eq!(oracle.is_err(), errors, "{:?} {:?}", oracle, diagnostics);
        if let Ok(oracle) = oracle {
            prop_assert_eq!(plain(&table), toml::Value::Table(oracle));
        }
        let _ = sources.text(Span::new(cardwright::source::FileId(0), 0, text.len()));
    }
}

proptest! {
    #[test]
    fn tables_are_joined_and_refused_as_toml_says(
        lines in proptest::collection::vec(("[abc](\\.[abc]){0,2}", 0..6usize, "[abc](\\.[abc])?"), 1..9)
    ) {
        let line = |(path, form, inner): &(String, usize, String)| match form {
            0 => format!("[{path}]\n"),
            1 => format!("[[{path}]]\n"),
            2 => format!("{path} = {{ {inner} = 1, {path} = 2 }}\n"),
            3 => format!("{path} = [1, {{ {inner} = 1 }}]\n"),
            _ => format!("{path} = 1\n"),
        };
        let text: String = lines.iter().map(line).collect();
        let (table, diagnostics, _) = toml_of(&text);
        let oracle: Result<toml::Table, _> = text.parse();
        match oracle {
            Err(_) => prop_assert!(!diagnostics.is_empty(), "{}", text),
            Ok(oracle) if diagnostics.is_empty() => prop_assert_eq!(plain(&table), toml::Value::Table(oracle)),
            // The crate lets dotted keys into `[[…]]`, and headers follow dotted keys, which TOML does not.
            Ok(_) => prop_assert!(diagnostics.iter().all(|d| [104, 111].contains(&d.code.0)), "{}{:?}", text, diagnostics),
        }
    }
}

/// Our tree as the `toml` crate's.
fn plain(table: &TomlTable) -> toml::Value {
    fn value(node: &TomlNode) -> toml::Value {
        match &node.value {
            TomlValue::Text(t) => toml::Value::String(t.value.clone()),
            TomlValue::Int(i) => toml::Value::Integer(*i),
            TomlValue::Float(f) => toml::Value::Float(*f),
            TomlValue::Bool(b) => toml::Value::Boolean(*b),
            TomlValue::Datetime(d) => toml::Value::Datetime(d.parse().expect("a date")),
            TomlValue::Array(a) => toml::Value::Array(a.iter().map(value).collect()),
            TomlValue::Table(t) => plain(t),
        }
    }
    toml::Value::Table(table.entries.iter().map(|e| (e.key.clone(), value(&e.value))).collect())
}

#[test]
fn values_and_headers_are_proposed_as_they_are_meant() {
    let help = |text: &str| {
        let (_, found, sources) = toml_of(text);
        let first = found.first().unwrap_or_else(|| panic!("{text}: nothing is wrong"));
        assert_eq!(found.len(), 1, "{}", support::report(&found, &sources, 90));
        first.help.clone().unwrap_or_default()
    };
    // The proposed value or header has nothing wrong with it in the place of the old one.
    for (wrong, proposed) in [
        // Code without quotes.
        ("do = finished = true", "\"finished = true\""),
        ("do = p.oil += 2 # more", "\"p.oil += 2\""),
        ("when = round == 3", "\"round == 3\""),
        ("when = a and b >= min(3, n)", "\"a and b >= min(3, n)\""),
        ("do = p.track[wax] = 3", "\"p.track[wax] = 3\""),
        ("do = name = \"x\"", r#""name = \"x\"""#),
        // Typographic quotes, and a quote at one end only.
        ("effect = “draw(you, 2)”", "\"draw(you, 2)\""),
        ("text = ‘It’s late, friend’ # note", "\"It’s late, friend\""),
        ("score = sum(owned(p), fame) + 1\"", "\"sum(owned(p), fame) + 1\""),
        ("score = sum(owned(p), fame)”", "\"sum(owned(p), fame)\""),
    ] {
        assert_eq!(help(wrong), format!("write {proposed}"), "{wrong}");
        let key = wrong.split('=').next().unwrap_or_default();
        good(&format!("{key}= {proposed}"));
    }
    assert_eq!(help("effect = \"draw(you, 2)”"), "write `\"` in place of `”`");
    assert_eq!(help("list = [“one, two”, \"three\"]"), "write \"one, two\"");
    // Headers with spaces.
    for (wrong, proposed) in [
        ("[zones hand]", "[zones.hand]"),
        ("[zones my Hand] # mine", "[zones.my_hand]"),
        ("[cards.red dragon]", "[cards.red_dragon]"),
        ("[[verbs draw]]", "[[verbs.draw]]"),
    ] {
        assert_eq!(help(wrong), format!("write `{proposed}`"), "{wrong}");
        good(proposed);
    }
    assert_eq!(help("[zones.hand"), "end it with `]`");
    // Braces hold pairs; a list is advised only where there is one.
    assert!(help("params = { c = hand = 3 }").contains("one `=`"));
    assert!(help("params = [c = 3]").contains("[{ key = value }]"));
}

#[test]
fn what_is_wrong_in_toml_is_said_in_its_authors_words() {
    let mut all = String::new();
    for text in include_str!("source/toml_errors.txt").split("----\n") {
        let (_, diagnostics, sources) = toml_of(text);
        all.push_str(&support::report(&diagnostics, &sources, 90));
        all.push_str("================\n");
    }
    insta::assert_snapshot!(all);
}

#[test]
fn depth_is_bounded_and_a_large_file_is_read_quickly() {
    let deep = format!(
        "a = {}\n{} = 1\n[{}]\n",
        "[".repeat(10_000),
        "b.".repeat(5_000) + "b",
        "c.".repeat(5_000) + "c"
    );
    let (_, diagnostics, _) = toml_of(&deep);
    assert!(!diagnostics.is_empty());
    let many: String = (0..20_000)
        .map(|i| format!("[cards.c{i}]\nname = \"Card {i}\"\nbonus = \"\"\"\nx\n\"\"\"\n"))
        .collect();
    let start = std::time::Instant::now();
    let (table, _) = good(&many);
    assert_eq!(at(&table, "cards").as_table().expect("a table").entries.len(), 20_000);
    // Twenty times the usual time, so that only a quadratic step fails here.
    assert!(start.elapsed().as_secs_f64() < 3.0, "{:?}", start.elapsed());
    let broken = "x = y\nx = \"\\q\"\n".repeat(10_000);
    let start = std::time::Instant::now();
    let (_, diagnostics, _) = toml_of(&broken);
    assert!(diagnostics.len() >= 20_000);
    assert!(start.elapsed().as_secs_f64() < 3.0, "{:?}", start.elapsed());
}

/// A long text with every sort of section, `traps` of which are lines that only look like headers.
fn long_text(traps: bool) -> String {
    let mut text = String::from("first = 1\nrow.a = 1\nrow.b = 2\n");
    for n in 0..6_000 {
        text += &match n % 7 {
            0 => format!(
                "[cards.card{n}]\nname = \"Card \\\"{n}\\\"\"\nkeys.a = 1\nkeys.b.c = [1, {{ d = 2 }}]\n"
            ),
            1 => format!("[cards.card{}.more.deep]\ntext = \"\"\"one\\\n  two {n}\"\"\"\n", n - 1),
            2 => format!("[[rows]]\nn = {n}\r\nf = 1.5 # [comment]\n"),
            3 => format!("[[rows.inner]]\nat = {n}\n\n\n"),
            4 => format!("[\"a b\".card{n}]\n"),
            5 => format!("# {n}\n[ cards . other{n} ]\nday = 1979-05-27\nyes = true\n"),
            _ if traps => {
                format!("[traps.t{n}]\nlines = \"\"\"\n[cards.card0]\n\"\"\"\nlist = [\n[1]\n, [\n2]\n]\n")
            }
            _ => format!("[plain.t{n}]\nlist = [\n1\n, [2]]\n"),
        };
    }
    text += "[cards]\nlast = 1\n";
    text
}

#[test]
fn a_long_text_is_the_same_tree_in_parts_and_whole() {
    for text in
        [long_text(false), long_text(true), long_text(false).replace('\n', "\r\n").replace("\r\r", "\r")]
    {
        let (mut parts, sources) = good(&format!("{text}[end]\nz = {{ a = 1 }}\n"));
        // A warning: then the text is parsed whole.
        let (mut whole, warnings, _) = toml_of(&format!("{text}[end]\nz = {{ a = 1, }}\n"));
        assert_eq!(warnings.len(), 1);
        assert_eq!(parts.entries.pop().map(|e| e.key), Some("end".to_owned()));
        assert_eq!(whole.entries.pop().map(|e| e.key), Some("end".to_owned()));
        assert!(parts == whole);
        assert_eq!(sources.text(at(&parts, "cards").span), "[cards]");
        assert_eq!(
            sources
                .text(at(&parts, "cards.card4200.keys.b").as_table().expect("a table").entries[0].key_span),
            "c"
        );
    }
}

#[test]
fn a_header_that_is_twice_in_a_long_text_is_told_at_both() {
    let text = long_text(false);
    let (_, diagnostics, sources) = toml_of(&format!("{text}[cards.card7]\nname = \"again\"\n"));
    let [twice] = diagnostics.as_slice() else { panic!("{diagnostics:?}") };
    let lines: Vec<usize> = twice.labels.iter().map(|label| sources.line_column(label.span).0).collect();
    let line_of = |header: &str, from: usize| {
        text[..from + text[from..].find(header).expect("it is there")].lines().count() + 1
    };
    assert_eq!(lines, [text.lines().count() + 1, line_of("[cards.card7]", 0)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever is done to a long text, its parts are read as one text: the same tree, or the same errors.
    #[test]
    fn an_edited_long_text_is_read_alike_in_parts_and_whole(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..8u8), 1..4),
        traps in any::<bool>(),
    ) {
        let text = long_text(traps);
        let mut lines: Vec<&str> = text.lines().collect();
        for (from, to, how) in edits {
            let (from, to) = (from.index(lines.len()), to.index(lines.len()));
            match how {
                0 => drop(lines.remove(from)),
                1 => lines.insert(to, lines[from]),
                2 => lines.swap(from, to),
                3 => lines.insert(from, "\"\"\""),
                4 => lines.insert(from, "x = \"\"\""),
                5 => lines.insert(from, "[cards.card0]"),
                6 => lines.insert(from, "odd = ["),
                _ => lines.insert(from, "[[cards]]"),
            }
        }
        let text = lines.join("\n");
        let (mut parts, found, _) = toml_of(&format!("{text}\n[end]\nz = {{ a = 1 }}\n"));
        // A warning: then the text is parsed whole.
        let (mut whole, expected, _) = toml_of(&format!("{text}\n[end]\nz = {{ a = 1, }}\n"));
        let is_wrong = |d: &Diagnostic| d.severity == Severity::Error;
        prop_assert_eq!(found.iter().any(is_wrong), expected.iter().any(is_wrong));
        if found.is_empty() {
            prop_assert_eq!(parts.entries.pop().map(|e| e.key), Some("end".to_owned()));
            prop_assert_eq!(whole.entries.pop().map(|e| e.key), Some("end".to_owned()));
            prop_assert!(parts == whole);
        }
    }
}

fn csv_of(text: &str) -> (TomlTable, Vec<Diagnostic>, Sources) {
    let mut sources = Sources::default();
    let file = sources.add("cards/all.csv", text);
    let (table, diagnostics) = parse_csv(&sources, file);
    (table, diagnostics, sources)
}

#[test]
fn a_row_of_csv_is_a_card_whose_cells_know_their_bytes() {
    let text = "\u{feff}id, name ,text,,flavour\r\ndragon, Drache ,\"Say \"\"é\"\",\r\nthen\",,\r\n,,,,\r\n\r\nfly,,,,\r\n";
    let (table, diagnostics, sources) = csv_of(text);
    assert_eq!(diagnostics, []);
    let cards = at(&table, "cards").as_table().expect("a table");
    assert_eq!(cards.entries.iter().map(|e| e.key.as_str()).collect::<Vec<_>>(), ["dragon", "fly"]);
    let dragon = at(&table, "cards.dragon").as_table().expect("a table");
    let cells: Vec<_> =
        dragon.entries.iter().map(|e| (sources.text(e.key_span), sources.text(e.value.span))).collect();
    assert_eq!(cells, [("name", "Drache"), ("text", "\"Say \"\"é\"\",\r\nthen\"")]);
    let words = dragon.get("text").and_then(TomlNode::as_text).expect("a string");
    assert_eq!(words.value, "Say \"é\",\nthen");
    let said = pieces(words, &sources);
    assert_eq!(
        said[3..10],
        [(' ', " "), ('"', "\"\""), ('é', "é"), ('"', "\"\""), (',', ","), ('\n', "\r\n"), ('t', "t")]
    );
    assert_eq!(sources.text(at(&table, "cards.dragon").span), "dragon");
    assert!(at(&table, "cards.fly").as_table().expect("a table").entries.is_empty());
}

#[test]
fn semicolons_and_tabs_separate_too() {
    for (text, name) in [
        ("id;name;keys\na;\"A,;B\";x", "A,;B"),
        ("sep=;\r\nid;name\r\na;A,B\r\n", "A,B"),
        ("id\tname\tk\na\tA, B; C\tx\n", "A, B; C"),
        ("\"id\",\"name;;;\",name\na,,\"A\"\n", "A"),
        // Only the first line counts, however lines end.
        ("\r id;name\ra;\"A,B,C\"\r", "A,B,C"),
        ("sep=;\rid;name\ra;A,B,C\r", "A,B,C"),
    ] {
        let (table, diagnostics, _) = csv_of(text);
        assert_eq!(diagnostics, [], "{text}");
        assert_eq!(at(&table, "cards.a.name").as_text().expect("a string").value, name, "{text}");
    }
}

#[test]
fn what_is_wrong_in_csv_is_shown_at_row_and_column() {
    let mut all = String::new();
    for text in include_str!("source/csv_errors.txt").split("----\n") {
        let (_, diagnostics, sources) = csv_of(text);
        all.push_str(&support::report(&diagnostics, &sources, 90));
        all.push_str("================\n");
    }
    insta::assert_snapshot!(all);
}

proptest! {
    #[test]
    fn what_a_spreadsheet_writes_is_read_back(
        rows in proptest::collection::vec(proptest::collection::vec("[a-z,;\t\"\n é−]{0,8}", 3), 1..8),
        separator in proptest::sample::select(vec![b',', b';', b'\t']),
        always in any::<bool>(),
    ) {
        let style = if always { csv::QuoteStyle::Always } else { csv::QuoteStyle::Necessary };
        let mut writer = csv::WriterBuilder::new().delimiter(separator).quote_style(style).from_writer(Vec::new());
        writer.write_record(["id", "x", "y", "z"]).expect("memory");
        for (i, row) in rows.iter().enumerate() {
            writer.write_field(format!("c{i}")).expect("memory");
            writer.write_record(row).expect("memory");
        }
        let text = String::from_utf8(writer.into_inner().expect("memory")).expect("UTF-8");
        let (table, diagnostics, sources) = csv_of(&text);
        prop_assert_eq!(diagnostics, vec![]);
        for (i, row) in rows.iter().enumerate() {
            let card = at(&table, &format!("cards.c{i}")).as_table().expect("a table");
            for (key, written) in ["x", "y", "z"].iter().zip(row) {
                let found = card.get(key).and_then(TomlNode::as_text);
                let quoted = always || written.contains(['"', '\n', '\r', separator as char]);
                let expected = if quoted { written.as_str() } else { written.trim() };
                prop_assert_eq!(found.map_or("", |t| t.value.as_str()), expected);
                for (c, bytes) in found.map(|t| pieces(t, &sources)).unwrap_or_default() {
                    prop_assert!(bytes == c.to_string() || (c == '"' && bytes == "\"\""), "{:?} {:?}", c, bytes);
                }
            }
        }
    }

    #[test]
    fn no_csv_makes_the_reader_panic(text in "(\u{feff})?(sep=;\n)?(id)?[,;\t\"\r\n id-z0-9é]{0,60}") {
        let (_, diagnostics, sources) = csv_of(&text);
        for format in [Format::Json, Format::Human { color: false, width: 80, unicode: true }] {
            let _ = render(&diagnostics, &sources, format);
        }
        for label in diagnostics.iter().flat_map(|d| &d.labels) {
            prop_assert!(label.span.start <= label.span.end && label.span.end as usize <= text.len());
        }
    }
}
