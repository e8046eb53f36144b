//! The trees of code that is right.

use super::shown::{block, expr, show, statements, ty};
use cardwright::syntax::ast::StmtKind;
use cardwright::syntax::{parse_block, parse_expr, parse_function};

#[track_caller]
fn exprs(cases: &[(&str, &str)]) {
    for (text, tree) in cases {
        assert_eq!(expr(text), *tree, "{text}");
    }
}

#[track_caller]
fn blocks(cases: &[(&str, &str)]) {
    for (text, tree) in cases {
        assert_eq!(block(text), *tree, "{text}");
    }
}

#[test]
fn values() {
    exprs(&[
        ("12", "12"),
        ("-3", "(neg 3)"),
        ("true", "true"),
        (r#""a \"b\"\\\n""#, r#""a \"b\"\\\n""#),
        ("suit.flood", "(.flood suit)"),
        ("players[1].hand", "(.hand ([] players 1))"),
        ("{flood, flame}", "{flood flame}"),
        ("{}", "{}"),
        ("{a,\n b,\n}", "{a b}"),
        ("1..4", "(.. 1 4)"),
        ("c.printed.suit", "(.suit (.printed c))"),
        ("c.worth(p, 2)", "(.worth! c p 2)"),
        ("count(players[1].hand) == 8", "(== (count! (.hand ([] players 1))) 8)"),
        ("roll(2, d6)", "(roll! 2 d6)"),
        ("none(S)", "(none! S)"),
        ("has({smoke})", "(has! {smoke})"),
        ("any(x in S, x.cost > 2)", "(any! (in x S) (> (.cost x) 2))"),
        ("c.others.first", "(.first (.others c))"),
        ("top(deck).name", "(.name (top! deck))"),
        ("(a)", "a"),
        ("a # the first\n + b", "(+ a b)"),
    ]);
}

#[test]
fn operators_from_tight_to_loose() {
    exprs(&[
        ("-a.b", "(neg (.b a))"),
        ("other.bonus as c", "(as (.bonus other) c)"),
        ("-other.bonus as c.copy", "(neg (as (.bonus other) (.copy c)))"),
        ("2 * other.bonus as c", "(* 2 (as (.bonus other) c))"),
        ("-a * b", "(* (neg a) b)"),
        ("a - -b", "(- a (neg b))"),
        ("a + b * c - d / e % f", "(- (+ a (* b c)) (% (/ d e) f))"),
        ("a + b & c - d", "(- (& (+ a b) c) d)"),
        ("1..n + 1", "(.. 1 (+ n 1))"),
        ("x in 1..4", "(in x (.. 1 4))"),
        ("x not in {a, b} + c", "(not-in x (+ {a b} c))"),
        ("not a == b", "(not (== a b))"),
        ("not not a and b", "(and (not (not a)) b)"),
        ("not x in S", "(not (in x S))"),
        ("a == not b", "(== a (not b))"),
        ("a or b and c or d", "(or (or a (and b c)) d)"),
        ("a <= b and b != c", "(and (<= a b) (!= b c))"),
        ("a ?? b or c", "(?? a (or b c))"),
        ("a ?? b ?? c", "(?? a (?? b c))"),
        ("c is unit and d is not unit", "(and (is c unit) (is-not d unit))"),
        ("not c is unit", "(not (is c unit))"),
        ("c is none and d is not none", "(and (none c) (some d))"),
        ("cells where side is none", "(where cells (none side))"),
        ("not (a ?? b) is none", "(not (none (?? a b)))"),
        ("c is\n none", "(none c)"),
        ("c has armoured or x", "(or (has c armoured) x)"),
        ("(a < b) == (c < d)", "(== (< a b) (< c d))"),
    ]);
}

#[test]
fn conditions_and_sets() {
    exprs(&[
        ("25 if any(hand where suit == wizard)", "(if (any! (where hand (== suit wizard))) 25)"),
        ("-40 if none(active where suit == wizard)", "(if (none! (where active (== suit wizard))) (neg 40))"),
        ("a if b else c", "(if b a c)"),
        ("a if b else c if d else e", "(if b a (if d c e))"),
        ("a ?? 1 if b ?? c else d ?? 2", "(if (?? b c) (?? a 1) (?? d 2))"),
        ("(a if b) + c", "(+ (if b a) c)"),
        ("f(a if b else c, d)", "(f! (if b a c) d)"),
        ("cards where suit == wild", "(where cards (== suit wild))"),
        ("cards - a where b or c", "(where (- cards a) (or b c))"),
        ("S where a where b", "(where (where S a) b)"),
        ("S where (a if b else c)", "(where S (if b a c))"),
        ("A if b else C where d", "(where (if b A C) d)"),
        ("(A where b) if c", "(if c (where A b))"),
        ("S where has armoured and not has flying", "(where S (and (has _ armoured) (not (has _ flying))))"),
        ("has armoured", "(has _ armoured)"),
        (
            "-5 * count(others where suit in {army, leader})",
            "(* (neg 5) (count! (where others (in suit {army leader}))))",
        ),
        ("target is structure and type in {crush, cut}", "(and (is target structure) (in type {crush cut}))"),
        ("it.boots == self", "(== (.boots it) self)"),
        ("3 + seat(self) / 3", "(+ 3 (/ (seat! self) 3))"),
        ("variant == duel\nor player_count >= 3", "(or (== variant duel) (>= player_count 3))"),
        ("a\nif b\nelse c", "(if b a c)"),
    ]);
}

#[test]
fn statements_that_do() {
    blocks(&[
        ("", ""),
        ("# nothing\n\n;;\n", ""),
        ("let x = 3; x = x + 1", "let x 3\nset x (+ x 1)"),
        ("x += 1\ny -= 2", "+= x 1\n-= y 2"),
        ("you.coins += 2", "+= (.coins you) 2"),
        ("players[1].coins = 2", "set (.coins ([] players 1)) 2"),
        ("x = a == b", "set x (== a b)"),
        ("draw(you, 1)", "do (draw! you 1)"),
        ("c.clear", "do (.clear c)"),
        ("c.clear(p)", "do (.clear! c p)"),
        ("other.clear as c", "do (as (.clear other) c)"),
        ("move(c, z, bottom)", "do (move! c z bottom)"),
        ("cancel", "cancel"),
        ("win p; lose players - p; end; end in draw", "win p\nlose (- players p)\nend\nend-in-draw"),
        (
            "win p \"ten points\"; lose players where x \"overrun\"",
            "win p \"ten points\"\nlose (where players x) \"overrun\"",
        ),
        ("end \"time\"; end in draw \"stalemate\"\nout p", "end \"time\"\nend-in-draw \"stalemate\"\nout p"),
        ("out = 1; out(p); p.out = true", "set out 1\ndo (out! p)\nset (.out p) true"),
        ("end\nin_draw()", "end\ndo (in_draw!)"),
        ("log \"{{ p }} passes\"", "log \"{{ p }} passes\""),
        ("return", "return"),
        ("return x if c", "return (if c x)"),
        ("return\nx()", "return\ndo (x!)"),
    ]);
}

#[test]
fn statements_with_blocks() {
    blocks(&[
        ("if a { b() }", "if a [do (b!)]"),
        (
            "if a { b(); c() } else if d { } else { e() }",
            "if a [do (b!); do (c!)] else [if d [] else [do (e!)]]",
        ),
        ("if a {\n  b()\n}\nelse {\n  c()\n}", "if a [do (b!)] else [do (c!)]"),
        ("if suit in {army, leader} { b() }", "if (in suit {army leader}) [do (b!)]"),
        ("if S == {a} { b() }", "if (== S {a}) [do (b!)]"),
        ("if any(S where {a} == b) { c() }", "if (any! (where S (== {a} b))) [do (c!)]"),
        (
            "if let c = top(deck) { move(c, hand) } else { end }",
            "if-let c (top! deck) [do (move! c hand)] else [end]",
        ),
        ("for each x in {a, b} { c(x) }", "for x {a b} [do (c! x)]"),
        ("for each x in S where it.cost > 2 { c(x) }", "for x (where S (> (.cost it) 2)) [do (c! x)]"),
        ("for each p in turn_order(q) { }", "for p (turn_order! q) []"),
        ("repeat n + 1 { a() }", "repeat (+ n 1) [do (a!)]"),
        (
            "while count(discards) < 10 { break; continue }",
            "while (< (count! discards) 10) [break; continue]",
        ),
        ("while a if b else c { d() }", "while (if b a c) [do (d!)]"),
        ("if a\n{ b() }", "if a [do (b!)]"),
    ]);
}

#[test]
fn choices() {
    blocks(&[
        ("choose c from S", "choose one c S"),
        (
            "choose c from S where a == b by p \"Which?\" { d() }",
            "choose one c (where S (== a b)) by p \"Which?\" [do (d!)]",
        ),
        ("choose c from S { } else { d() }", "choose one c S [] else [do (d!)]"),
        ("choose s from {army, leader} { d(s) }", "choose one s {army leader} [do (d! s)]"),
        ("choose c from S \"Which?\"", "choose one c S \"Which?\""),
        ("may choose c from S { a() } else { b() }", "choose may c S [do (a!)] else [do (b!)]"),
        ("choose up to 2 cs from S", "choose up-to 2 cs S"),
        ("choose up to count(S) - 1 cs from S", "choose up-to (- (count! S) 1) cs S"),
        ("choose exactly n cs from S by p", "choose exactly n cs S by p"),
        ("choose any cs from S", "choose any cs S"),
        ("choose any from S", "choose one any S"),
        ("choose by from S", "choose one by S"),
        ("may \"Draw a card?\" { a() } else { b() }", "may \"Draw a card?\" [do (a!)] else [do (b!)]"),
        ("may by next(p) { a() }", "may by (next! p) [do (a!)]"),
        (
            "choose by p \"Build how?\" {\n  option \"a building\" when p.coins >= 2 { a() }\n  option \"a bastion\" { b() }\n}",
            "options by p \"Build how?\" (\"a building\" when (>= (.coins p) 2) [do (a!)]) (\"a bastion\" [do (b!)])",
        ),
        ("choose { option \"a\" { }; option \"b\" { } }", "options (\"a\" []) (\"b\" [])"),
        ("choose more c from S", "choose more one c S"),
        ("choose more from S", "choose one more S"),
        ("choose more up to 2 cs from S by p", "choose more up-to 2 cs S by p"),
        ("choose more by p \"How?\" { option \"a\" { } }", "options more by p \"How?\" (\"a\" [])"),
        ("choose more { option \"a\" { } }", "options more (\"a\" [])"),
        ("may choose more c from S { a() }", "choose more may c S [do (a!)]"),
        ("may choose more from S { a() }", "choose may more S [do (a!)]"),
        ("act more p from {jump}", "act more p from {jump}"),
        ("act more next(p)", "act more (next! p)"),
        ("act more from {jump}", "act more from {jump}"),
        ("act more\na()", "act more\ndo (a!)"),
        ("act p", "act p"),
        ("act next(p) from {pass, play} else { end }", "act (next! p) from {pass play} else [end]"),
        ("act p else { end }", "act p else [end]"),
    ]);
}

#[test]
fn lines() {
    blocks(&[
        ("x = a +\n  b\ny()", "set x (+ a b)\ndo (y!)"),
        ("x = a\n  + b\n  and c\ny()", "set x (and (+ a b) c)\ndo (y!)"),
        ("x = S\n  where a\n  or b", "set x (where S (or a b))"),
        ("x = a\n  ?? b", "set x (?? a b)"),
        ("x = S\n  .first", "set x (.first S)"),
        ("x = a not\n  in b", "set x (not-in a b)"),
        ("x = a\n  not in b", "set x (not-in a b)"),
        ("x = 5\nif a { b() }", "set x 5\nif a [do (b!)]"),
        ("f(a,\n  b\n)\n(c).d", "do (f! a b)\ndo (.d c)"),
        ("x = (a\n if b\n else c)\ny()", "set x (if b a c)\ndo (y!)"),
        ("x = a if b\n  else c", "set x (if b a c)"),
        ("a(); b() # c()\nd()", "do (a!)\ndo (b!)\ndo (d!)"),
        ("a()\r\nb()\r\n", "do (a!)\ndo (b!)"),
        ("a()\u{a0}\nb()", "do (a!)\ndo (b!)"),
    ]);
}

#[test]
fn types() {
    for (text, tree) in [
        ("int", "int"),
        ("int 0..40", "(int 0 40)"),
        ("int -3..-1", "(int -3 -1)"),
        ("bool", "bool"),
        ("suit", "suit"),
        ("set of suit", "(set suit)"),
        ("set of int 0..63", "(set (int 0 63))"),
        ("card?", "(opt card)"),
        ("set of card?", "(opt (set card))"),
        (" set  of\n card # these ", "(set card)"),
        ("set", "set"),
    ] {
        assert_eq!(ty(text), tree, "{text}");
    }
}

#[test]
fn the_code_of_a_function_is_an_expression_or_statements() {
    let body = |text: &str| {
        let parsed = parse_function(text);
        assert!(parsed.errors.is_empty(), "{text}: {:?}", parsed.errors);
        statements(&parsed.tree)
    };
    assert_eq!(body("you.active - self"), "return (- (.active you) self)");
    assert_eq!(body("a\n  if b\n  else c"), "return (if b a c)");
    assert_eq!(body("let x = 1\nreturn x"), "let x 1\nreturn x");
    assert_eq!(body("n += 1\nreturn n"), "+= n 1\nreturn n");
    assert_eq!(body("for each x in S { return x }\nreturn y"), "for x S [return x]\nreturn y");
    assert_eq!(parse_function("a b").errors.len(), 1);
    assert_eq!(parse_function("").errors.len(), 1);
}

#[test]
fn places() {
    let text = " (a + b) * c.d ";
    let tree = parse_expr(text).tree;
    assert_eq!(&text[tree.at.start as usize..tree.at.end as usize], "(a + b) * c.d");

    let text = "if a { b() }\n  choose c from S by p { d(c) }  # there\nlog \"…\"";
    let parsed = parse_block(text);
    let covered: Vec<_> =
        parsed.tree.statements.iter().map(|s| &text[s.at.start as usize..s.at.end as usize]).collect();
    assert_eq!(covered, ["if a { b() }", "choose c from S by p { d(c) }", "log \"…\""]);
    assert_eq!(parsed.tree.at, 0..text.len() as u32);
    let StmtKind::If { then, cond, .. } = &parsed.tree.statements[0].kind else { panic!() };
    assert_eq!(&text[then.at.start as usize..then.at.end as usize], "{ b() }");
    assert_eq!(show(cond), "a");
    let StmtKind::Log { text_at, .. } = &parsed.tree.statements[2].kind else { panic!() };
    assert_eq!(&text[text_at.start as usize..text_at.end as usize], "\"…\"");
}
