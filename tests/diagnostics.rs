//! Diagnostics, as people and programs see them.

use crate::support;
use cardwright::diagnostics::{Code, Diagnostic, Format, Severity, codes, explain, render, sort, summary};
use cardwright::source::{FileId, Sources, Span};

const PLAIN: Format = Format::Human { color: false, width: 90, unicode: true };

fn span_of(sources: &Sources, file: FileId, text: &str) -> Span {
    let start = sources.file(file).text.find(text).expect("it is there");
    Span::new(file, start, start + text.len())
}

/// An error in two files, with a tab and letters beyond ASCII before its first place.
fn sample() -> (Vec<Diagnostic>, Sources) {
    let mut sources = Sources::default();
    let a = sources
        .add("cards/a.toml", "[cards.one]\nname = \"A\"\n\n\tgröße, 字 = { dragon = 1 }\r\nlast = 1\n");
    let b = sources.add("cards/b,b.toml", "x = 1\n# 100%\n[cards.dragon]\n");
    let error = Diagnostic::error(Code(104), "the card `dragon` is declared twice")
        .at(span_of(&sources, a, "dragon"), "the second")
        .at(span_of(&sources, b, "[cards.dragon]"), "the first")
        .because("ids are what decks and rules call a card")
        .help("rename one");
    let warning = Diagnostic::warning(Code(114), "100% odd:\nreally");
    (vec![error, warning], sources)
}

#[test]
fn json_says_what_no_terminal_shows() {
    let name = "cards/a\u{202e}b\u{9b}\u{feff}.toml";
    let mut sources = Sources::default();
    let file = sources.add(name, "x = 1\n");
    let d = Diagnostic::error(Code(104), "a \u{2066}name").at(Span::new(file, 0, 1), "here");
    let json = render(&[d], &sources, Format::Json);
    assert!(json.is_ascii(), "{json}");
    let read: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&read["labels"][0]["file"], &read["message"]), (&name.into(), &"a \u{2066}name".into()));
}

#[test]
fn one_report_shows_several_files() {
    let (diagnostics, sources) = sample();
    insta::assert_snapshot!(render(&diagnostics, &sources, PLAIN));
    let ascii = Format::Human { color: true, width: 60, unicode: false };
    let colored = render(&diagnostics, &sources, ascii);
    assert!(colored.is_ascii() || colored.contains("größe"));
    assert!(colored.starts_with("\u{1b}[1m\u{1b}[31merror[CW0104]\u{1b}[0m\n"), "{colored:?}");
}

#[test]
fn json_has_places_in_bytes_and_in_lines() {
    let (diagnostics, sources) = sample();
    let lines = render(&diagnostics, &sources, Format::Json);
    let lines: Vec<serde_json::Value> =
        lines.lines().map(|l| serde_json::from_str(l).expect("each line is JSON")).collect();
    assert_eq!(lines.len(), 2);
    let start = sources.file(FileId(0)).text.find("dragon").expect("it is there");
    assert_eq!(
        lines[0],
        serde_json::json!({
            "code": "CW0104",
            "severity": "error",
            "message": "the card `dragon` is declared twice",
            "cause": "ids are what decks and rules call a card",
            "help": "rename one",
            "labels": [
                { "file": "cards/a.toml", "line": 4, "column": 15, "end_line": 4, "end_column": 21, "start": start, "end": start + 6, "text": "the second" },
                { "file": "cards/b,b.toml", "line": 3, "column": 1, "end_line": 3, "end_column": 15, "start": 13, "end": 27, "text": "the first" },
            ],
            "suggestions": [],
        })
    );
    assert_eq!(lines[1]["help"], serde_json::Value::Null);
}

#[test]
fn json_has_what_to_write_instead() {
    let mut sources = Sources::default();
    let file = sources.add("cards/a.toml", "suit = \"hreb\"\n");
    let d = Diagnostic::error(Code(514), "there is no suit `hreb`").at(Span::new(file, 7, 13), "not known");
    let json = |d: Diagnostic| -> serde_json::Value {
        serde_json::from_str(&render(&[d], &sources, Format::Json)).expect("JSON")
    };
    // The quotes stay.
    let shown = json(d.clone().did_you_mean("hreb", "herb"));
    assert_eq!(shown["help"], "did you mean `herb`?");
    let place = serde_json::json!({
        "title": "Write `herb`", "replacement": "herb", "file": "cards/a.toml",
        "line": 1, "column": 9, "end_line": 1, "end_column": 13, "start": 8, "end": 12,
    });
    assert_eq!(shown["suggestions"], serde_json::json!([place]));
    // A text other than the intended one, and one that needs escapes, are not replaced.
    assert_eq!(json(d.clone().did_you_mean("hre", "herb"))["suggestions"], serde_json::json!([]));
    assert_eq!(json(d.clone().did_you_mean("hreb", "her\"b"))["suggestions"], serde_json::json!([]));
    let accepted = json(d.accept(vec!["7".to_owned()]));
    let words = serde_json::json!([{ "title": "Accept the text for this rule", "unchecked": ["7"] }]);
    assert_eq!(accepted["suggestions"], words);
}

#[test]
fn short_and_github_are_a_line_each() {
    let (mut diagnostics, sources) = sample();
    assert_eq!(
        render(&diagnostics, &sources, Format::Short),
        "cards/a.toml:4:15: error[CW0104]: the card `dragon` is declared twice\nwarning[CW0114]: 100% odd: really\n"
    );
    diagnostics[0].labels.remove(0);
    assert_eq!(
        render(&diagnostics, &sources, Format::Github),
        "::error file=cards/b%2Cb.toml,line=3,col=1,endLine=3,endColumn=15,title=CW0104::the card `dragon` is declared \
         twice%0Awhy: ids are what decks and rules call a card%0Ahelp: rename one\n\
         ::warning title=CW0114::100%25 odd:%0Areally\n"
    );
}

#[test]
fn they_are_sorted_by_place_and_said_once() {
    let file = FileId(0);
    let at = |code, start| Diagnostic::error(Code(code), "x").at(Span::new(file, start, start + 1), "");
    let mut all = vec![at(3, 9), at(1, 2), at(2, 2), at(1, 2), Diagnostic::warning(Code(9), "y"), at(3, 9)];
    sort(&mut all);
    assert_eq!(all.iter().map(|d| d.code.0).collect::<Vec<_>>(), [9, 1, 2, 3]);
    assert_eq!(summary(&all), "3 errors, 1 warning");
    assert_eq!(summary(&all[..1]), "1 warning");
    assert_eq!(summary(&[]), "");
}

#[test]
fn long_lines_are_cut_around_the_label_and_terminals_are_safe() {
    let mut sources = Sources::default();
    let text = format!("{}wrong{}\n\u{1b}[31m red\u{202e}\n", "é".repeat(2000), "x".repeat(100_000));
    let file = sources.add("long.toml", text);
    let label = span_of(&sources, file, "wrong");
    let shown = render(&[Diagnostic::error(Code(100), "bad \u{1b}[2J").at(label, "here")], &sources, PLAIN);
    assert!(shown.lines().all(|l| l.chars().count() < 200), "{shown}");
    assert!(!shown.contains(['\u{1b}', '\u{202e}']));
    let (above, below) = shown.split_once("wrong").expect("the word is shown");
    let column = above.lines().last().expect("a line").chars().count();
    let underline = below.lines().nth(1).expect("a line below");
    assert_eq!(underline.chars().nth(column), Some('─'), "{shown}");
}

#[test]
fn no_line_is_wider_than_the_window_and_marks_stay_below_what_they_mark() {
    let before = "word ".repeat(30);
    for (shown, label) in
        [("wizzard", "not known"), ("wizzard", "did you mean the one that is declared above?")]
    {
        for at in [0, 3, 60, 150] {
            let mut sources = Sources::default();
            let text = format!("first line {before}\n{}{shown}{}\n", &before[..at], &before[at..]);
            let file = sources.add("long.toml", text);
            let d =
                Diagnostic::error(Code(104), "a word is not known").at(span_of(&sources, file, shown), label);
            // The longer label has no room in the narrowest window.
            let widths = if label.len() > 20 { &[80, 110][..] } else { &[60, 80, 110] };
            for width in widths.iter().copied() {
                let human = render(
                    std::slice::from_ref(&d),
                    &sources,
                    Format::Human { color: false, width, unicode: true },
                );
                let lines: Vec<&str> = human.lines().collect();
                let widest = lines.iter().map(|line| line.chars().count()).max();
                assert!(widest <= Some(width), "{width}:\n{human}");
                let column = |line: &str, part: &str| line.find(part).map(|at| line[..at].chars().count());
                let source = lines.iter().position(|line| line.contains(shown)).expect("the line is shown");
                assert_eq!(column(lines[source], shown), column(lines[source + 1], "───┬───"), "{human}");
                assert!(human.contains(label), "{human}");
            }
        }
    }
}

#[test]
fn any_label_in_any_file_can_be_drawn() {
    let mut sources = Sources::default();
    for text in
        ["", "\n", "a", "a\n", "\r\n\r\n", "é\r\nb\r\n", "a\nb\nc\nd\ne\nf\ng\nh\ni\n", "\t\tx\t\n\n\n"]
    {
        let file = sources.add("f.toml", text);
        let places: Vec<usize> = (0..=text.len() + 2).collect();
        for &start in &places {
            for &end in places.iter().filter(|e| **e >= start) {
                let label = Span::new(file, start, end);
                let other = Span::new(file, text.len() / 2, text.len());
                let d =
                    Diagnostic::error(Code(1), "m").at(label, "here").at(other, "").at(label, "twice\nover");
                for format in [PLAIN, Format::Json, Format::Short, Format::Github] {
                    assert!(!render(std::slice::from_ref(&d), &sources, format).is_empty());
                }
                let shown = render(&[Diagnostic::error(Code(1), "m").at(label, "here")], &sources, PLAIN);
                assert!(text.is_empty() || shown.contains("here"), "{text:?} {start}..{end}\n{shown}");
            }
        }
    }
}

#[test]
fn every_code_has_a_page_and_a_number_of_its_own() {
    let mut seen = std::collections::BTreeSet::new();
    for page in codes::all() {
        assert!(seen.insert(page.code), "{} is there twice", page.code);
        assert!(!page.title.is_empty() && !page.title.ends_with('.'), "{}", page.code);
        assert!(page.text.len() > 60, "{} is not explained", page.code);
        assert_eq!(codes::find(&page.code.to_string()).map(|p| p.code), Some(page.code));
        assert_eq!(page.text.matches("```").count() % 2, 0, "{}", page.code);
    }
    assert_eq!(codes::find("104").map(|p| p.title), Some("written twice"));
    assert_eq!(codes::find("cw0104").map(|p| p.code), Some(Code(104)));
    assert!(codes::find("CW9999").is_none() && codes::find("dragon").is_none() && codes::find("").is_none());
    let page = explain(codes::find("104").expect("it exists"), false);
    assert!(
        page.starts_with("CW0104: written twice\n\n") && page.contains("\n    [cards.badger]\n"),
        "{page}"
    );
    assert_eq!(Severity::Warning.name(), "warning");
}

#[test]
fn suggestions_are_a_bounded_amount_of_work() {
    use cardwright::diagnostics::{nearest, with_bounded_suggestions};
    let known: Vec<String> = (0..3000).map(|i| format!("card_{i}")).collect();
    let near = |i: u32| nearest(&format!("kard_{i}"), known.iter().map(String::as_str)).map(str::to_owned);
    let made = with_bounded_suggestions(|| (0..3000).filter(|i| near(*i).is_some()).count());
    assert!((1..3000).contains(&made), "{made}");
    // Work spent on one package is not missing for the next, or for a later question.
    assert_eq!(near(2999).as_deref(), Some("card_2999"));
    assert_eq!(nearest(&"x".repeat(50_000), ["x".repeat(49_999).as_str()]), None);
}

#[test]
fn alike_errors_are_counted() {
    let game = "[game]\nid = \"g\"\nname = \"G\"\nplayers = [2, 2]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let keys: String = (0..5000).map(|i| format!("key{i} = 1\n")).collect();
    let columns = |cell: fn(usize) -> String| (0..5000).map(cell).collect::<Vec<_>>().join(",");
    let csv = format!(
        "id,name,{}\nb,B,{}\nc,C,{}\n",
        columns(|i| format!("col{i}")),
        columns(|_| "1".into()),
        columns(|_| "1".into())
    );
    let several = [
        (
            "cards/c.toml",
            format!("[cards.a]\nname = \"A\"\n{keys}"),
            "4,900 more keys of this file are unknown",
        ),
        ("cards/c.csv", csv, "4,900 more keys of this file are unknown"),
        ("print.toml", format!("[paper]\n{keys}"), "4,900 more keys of this table are unknown"),
    ];
    for (path, text, counted) in several {
        let opened = support::opened([("game.toml", game), (path, &text)]);
        let said = render(&opened.diagnostics, &opened.sources, Format::Short);
        assert_eq!(said.lines().count(), 101, "{path}");
        assert!(said.contains(counted), "{path}: {said}");
    }
}

#[test]
fn a_text_in_xml_is_read_as_it_was() {
    let text = "Oak & <Ash>\n\"old\", 'new' — ü\u{1F332}";
    let odd = format!("\u{1}{}\r\u{85}\u{fffe}\u{ffff}", text.replace(' ', "\t"));
    let escaped = cardwright::diagnostics::escape_xml(&odd);
    for quote in ["\"", "'"] {
        let xml = format!("<a b={quote}{escaped}{quote}>{escaped}</a>");
        let document = usvg::roxmltree::Document::parse(&xml).expect("XML");
        assert_eq!(document.root_element().text(), Some(text));
        assert_eq!(document.root_element().attribute("b"), Some(text));
    }
}
