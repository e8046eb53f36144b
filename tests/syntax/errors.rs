//! Diagnostics of broken code: read each snapshot as its author would.

use super::shown::{show, show_type, statements, trouble};
use cardwright::diagnostics::codes;
use cardwright::syntax::{parse_block, parse_expr, parse_type};

fn exprs(texts: &[&str]) -> String {
    texts.iter().map(|t| trouble(t, &parse_expr(t), show)).collect()
}

fn blocks(texts: &[&str]) -> String {
    texts.iter().map(|t| trouble(t, &parse_block(t), statements)).collect()
}

fn types(texts: &[&str]) -> String {
    texts.iter().map(|t| trouble(t, &parse_type(t), show_type)).collect()
}

#[test]
fn values_that_are_missing_or_do_not_fit() {
    insta::assert_snapshot!(exprs(&[
        "",
        "  # nothing but a comment",
        "coins +",
        "coins + * 2",
        "any(hand where )",
        "count()) + 1",
        "(a, b)",
        "()",
        "f(a b)",
        "f(a,, b)",
        "f(a, b,)",
        "a b",
        "a adn b",
        "5 iff c",
        "players[1",
        "players[]",
        "f(a]",
        "a)",
        "hand.",
        ".cost > 2",
        "3(x)",
        "let x = 3",
        "if a { b }",
        "5 if",
        "5 if a else",
        "hand where cost > 2 if doubled",
        "x in",
        "x is 3",
        "c has",
        "a; b",
        "not",
    ]));
}

#[test]
fn signs_and_words_of_other_languages() {
    insta::assert_snapshot!(exprs(&[
        "a && b || !c",
        "a === b and c !== d or e <> f",
        "3 – 2 × 4 ÷ 2",
        "a ≤ b and b ≥ c or c ≠ d",
        "1…4",
        "a = b",
        "a := b",
        "a ? b : c",
        "x => 3",
        "a -> b",
        "2 ** 3",
        "2 ^ 3",
        "[a, b]",
        "a AND b Or NOT c",
        "top(deck) == none",
        "any(cells where side != null and rank is king)",
        "none == top(deck)",
        "holder(c) is null",
        "none",
        "name == 'flame'",
        "name == “flame”",
        "f(“a)",
        "don't",
        "coins @ 3",
        "{{ n }} + 1",
        "école",
        "x contains 3",
        "a mod b",
        "suit::flood",
    ]));
}

#[test]
fn numbers_texts_and_depth() {
    insta::assert_snapshot!(exprs(&[
        "9223372036854775807",
        "9223372036854775808",
        "1.5 * 2",
        "1_000",
        "2coins",
        r#""a\qb\x""#,
        r#""open"#,
        r#"f("open, g(1), {2)"#,
        "a < b < c",
        "a == b != c",
        "x in S in T",
        "1..2..3",
        "a is unit == true",
        "(a < b) == c",
    ]));
}

#[test]
fn statements_that_are_not() {
    insta::assert_snapshot!(blocks(&[
        "x + 1",
        "shuffle_all",
        "x == 3",
        "draw(you, 1) if any(hand)",
        "\"hello\"",
        "draw(you, 1) draw(you, 2)",
        "if a { b() } c()",
        "x ++",
        "x *= 2",
        "x := 2",
        "count(hand) = 3",
        "x =",
        "let x",
        "let x == 3",
        "let = 3",
        "let end = 3",
        "let it = 3",
        "let x: int = 3",
        "var x = 3",
        "retrun 3",
        "chose c from hand",
        "{ a() }",
        "+ 3",
        "x.end = 3",
        "end draw",
        "end in tears",
        "log p",
        "log(\"x\")",
        "win",
        "lose; end",
        "return ]",
        "cancel it",
    ]));
}

#[test]
fn blocks_and_branches() {
    insta::assert_snapshot!(blocks(&[
        "if a draw(you, 1)",
        "if a then draw(you, 1)",
        "if a then { draw(you, 1) }",
        "if a: draw(you, 1)",
        "if { draw(you, 1) }",
        "if a = 3 { draw(you, 1) }",
        "if a { b() } elif c { d() } elseif e { f() } else { g() }",
        "if a { b() }\nc()\nelse { d() }",
        "if a b()\nelse c()",
        "if a { b() } else c()",
        "if let x { b() }",
        "if let = top(deck) { b() }",
        "for x in hand { b() }",
        "for each in hand { b() }",
        "for each x of hand { b() }",
        "for each x in { b() }",
        "foreach x in hand { b() }",
        "fro each x in hand { b( }",
        "repeat { b() }",
        "repeat 3 times { b() }",
        "while { b() }",
        "while a { b()",
        "a()\n}\nb()",
        "if count(a { b() }\nc()",
        "if x in {a, b { c() }\nd()",
        "if c {\n  x = {a, b\n  draw(you, 1)\n}\ny()",
        "if c {\n  x = {a,\n    b\n  }\n}",
        "if c {\n  draw(you, 1)\nfor each p in players {\n  x()\n}\n",
        "x = (a + b\ny = (c)",
        "x = f(a\n  b)\ny()",
        "if a b) { c( }\nd()",
    ]));
}

#[test]
fn choices() {
    insta::assert_snapshot!(blocks(&[
        "choose from hand",
        "choose c in hand",
        "choose c hand",
        "choose c",
        "choose 2 cs from hand",
        "choose one c from hand",
        "choose up to from hand",
        "choose up to 2 from hand",
        "choose c from hand else { a() }",
        "choose c from hand \"Which?\" by p",
        "choose c from hand where { a() }",
        "may choose c from hand",
        "may choose up to 2 cs from hand { a() }",
        "may you \"Draw?\" { a() }",
        "may \"Draw?\" a()",
        "may \"Draw? {\n  a()\n}\nb()",
        "choose by p \"How?\" { }",
        "choose { a() }",
        "choose { option { a() } }",
        "choose { option \"x\" if c { a() }; option \"y\" when { b() } }",
        "choose \"How?\" { option \"a\" { a() } option \"b\" { b( } }",
        "choose by { option \"a\" { a() } }",
        "act",
        "act from {a, b}",
        "act p from a",
        "act p from {a b}",
        "act p from {a, }",
        "act p from [a, b]",
        "act p { a() }",
        "act p from {a} or { b() }",
    ]));
}

#[test]
fn types_that_are_none() {
    insta::assert_snapshot!(types(&[
        "",
        "int 9..0",
        "int 3",
        "int 0..max",
        "int 0-9",
        "int 0..1.5",
        "int 0–9",
        "list of card",
        "set of",
        "set of set of card",
        "card??",
        "card?",
        "card ?  ?",
        "[card]",
        "set of int 0..9223372036854775808",
        "card card",
        "bool # yes",
        "@",
        "\"card",
    ]));
}

#[test]
fn several_at_once_and_none_because_of_another() {
    insta::assert_snapshot!(blocks(&[
        "let x = 3 +\nlet y = (4\nif x = y { draw(you 1) }\nfor each c hand { c.f( }\nlog \"done\"\nz + 1",
        "choose c frm hand\nmove(c, discards)\ntally(c, 1.5)\nwin",
        "a @ b\nc && d\nreturn f(1 2) + g({3 4}) + h(5 6)",
    ]));
}

#[test]
fn what_is_nested_too_deeply() {
    let sum = vec!["x"; 250].join(" +\n");
    let shown = trouble(&sum, &parse_expr(&sum), |_| "one node".to_owned());
    insta::assert_snapshot!(shown.replace("| x +\n", ""));
}

#[test]
fn every_code_is_shown_above_and_explained_with_an_example() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syntax/snapshots");
    let mut shown = String::new();
    for file in std::fs::read_dir(folder).expect("the snapshots are there") {
        shown += &std::fs::read_to_string(file.expect("a file").path()).expect("text");
    }
    for explained in codes::syntax::ALL {
        let code = explained.code.to_string();
        assert!((400..500).contains(&explained.code.0), "{code}");
        assert!(shown.contains(&format!("\n{code} ")), "{code} is in no snapshot");
        let example = explained.text.contains("```") || explained.text.contains("| not | but |");
        assert!(example, "{code} has no example");
    }
}
