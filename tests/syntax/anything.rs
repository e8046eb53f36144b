//! Nothing makes the parser fail: for any text, there is a tree, its places lie inside the text, and it does
//! not take long.

use cardwright::syntax::ast::*;
use cardwright::syntax::{NESTING, ParseResult, parse_block, parse_expr, parse_function, parse_type};
use proptest::prelude::*;

/// Walks a tree: how many nodes it has that could not be read, how high it is, and every place in it.
#[derive(Default)]
struct Seen {
    errors: usize,
    height: usize,
    depth: usize,
    places: Vec<At>,
}

impl Seen {
    fn deeper(&mut self, at: &At, walk: impl FnOnce(&mut Self)) {
        self.places.push(at.clone());
        self.depth += 1;
        self.height = self.height.max(self.depth);
        walk(self);
        self.depth -= 1;
    }

    fn name(&mut self, name: &Name) {
        self.places.push(name.at.clone());
    }

    fn exprs<'a>(&mut self, all: impl IntoIterator<Item = &'a Expr>) {
        all.into_iter().for_each(|e| self.expr(e));
    }

    fn expr(&mut self, expr: &Expr) {
        self.deeper(&expr.at, |seen| match &expr.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Text(_) | ExprKind::Name(_) => {}
            ExprKind::Set(all) => seen.exprs(all),
            ExprKind::Amount(all) => seen.exprs(all.iter().flat_map(|(key, value)| [key, value])),
            ExprKind::Range(a, b) => seen.exprs([&**a, b]),
            ExprKind::Field { of, field } => {
                seen.name(field);
                seen.expr(of);
            }
            ExprKind::Index { of, index } => seen.exprs([&**of, index]),
            ExprKind::Call { receiver, callee, args } => {
                seen.name(callee);
                seen.exprs(receiver.as_deref());
                seen.exprs(args);
            }
            ExprKind::Unary { of, .. } => seen.expr(of),
            ExprKind::Binary { left, right, .. } => seen.exprs([&**left, right]),
            ExprKind::If { then, cond, other } => {
                seen.exprs([&**then, cond]);
                seen.exprs(other.as_deref());
            }
            ExprKind::Where { set, cond } => seen.exprs([&**set, cond]),
            ExprKind::Is { of, kind, .. } => {
                seen.name(kind);
                seen.expr(of);
            }
            ExprKind::Has { of, keyword } => {
                seen.name(keyword);
                seen.exprs(of.as_deref());
            }
            ExprKind::IsNone { of, .. } => seen.exprs([&**of]),
            ExprKind::As { rule, who } => seen.exprs([&**rule, who]),
            ExprKind::Error => seen.errors += 1,
        });
    }

    fn blocks<'a>(&mut self, all: impl IntoIterator<Item = &'a Block>) {
        all.into_iter().for_each(|b| self.block(b));
    }

    fn block(&mut self, block: &Block) {
        self.deeper(&block.at, |seen| block.statements.iter().for_each(|s| seen.statement(s)));
    }

    fn statement(&mut self, statement: &Stmt) {
        self.deeper(&statement.at, |seen| match &statement.kind {
            StmtKind::Let { name, ty, value } => {
                seen.name(name);
                ty.iter().for_each(|ty| seen.ty(ty));
                seen.exprs(value);
            }
            StmtKind::Forget(target) => seen.exprs([target]),
            StmtKind::Assign { target, value, .. } => seen.exprs([target, value]),
            StmtKind::If { cond, then, other } => {
                seen.expr(cond);
                seen.blocks([then].into_iter().chain(other));
            }
            StmtKind::IfLet { name, value, then, other } => {
                seen.name(name);
                seen.expr(value);
                seen.blocks([then].into_iter().chain(other));
            }
            StmtKind::ForEach { name, set, by, body } => {
                seen.name(name);
                seen.expr(set);
                by.iter().for_each(|by| seen.expr(by));
                seen.block(body);
            }
            StmtKind::Repeat { times: value, body } | StmtKind::While { cond: value, body } => {
                seen.expr(value);
                seen.block(body);
            }
            StmtKind::Return(value) => seen.exprs(value),
            StmtKind::ReturnNone => {}
            StmtKind::Choose(choose) => {
                if let ElementCount::UpTo(n) | ElementCount::Exactly(n) = &choose.how_many {
                    seen.expr(n);
                }
                seen.name(&choose.name);
                seen.expr(&choose.from);
                seen.exprs(&choose.by);
                seen.blocks(choose.then.iter().chain(&choose.other));
            }
            StmtKind::May { by, then, other, .. } => {
                seen.exprs(by);
                seen.blocks([then].into_iter().chain(other));
            }
            StmtKind::ChooseOption { by, options, .. } => {
                seen.exprs(by);
                for option in options {
                    seen.places.push(option.at.clone());
                    seen.exprs(&option.when);
                    seen.block(&option.body);
                }
            }
            StmtKind::Act { who, from, then, other, .. } => {
                seen.expr(who);
                from.iter().flatten().for_each(|n| seen.name(n));
                seen.blocks(then);
                seen.blocks(other);
            }
            StmtKind::Do(value) | StmtKind::Out(value) => seen.expr(value),
            StmtKind::Win { who, .. } | StmtKind::Lose { who, .. } => seen.expr(who),
            StmtKind::Log { text_at, .. } => seen.places.push(text_at.clone()),
            StmtKind::Break | StmtKind::Continue | StmtKind::Cancel | StmtKind::End { .. } => {}
            StmtKind::Error => seen.errors += 1,
        });
    }

    fn ty(&mut self, ty: &TypeExpr) {
        self.deeper(&ty.at, |seen| match &ty.kind {
            TypeKind::Set(of) | TypeKind::Optional(of) => seen.ty(of),
            TypeKind::Per(of, key) => {
                seen.places.push(match key {
                    PerKey::Name(name) => name.at.clone(),
                    PerKey::Range(_, _, at) => at.clone(),
                });
                seen.ty(of);
            }
            TypeKind::Error => seen.errors += 1,
            TypeKind::Int(_) | TypeKind::Name(_) => {}
        });
    }
}

fn check<T>(text: &str, parsed: &ParseResult<T>, walk: impl FnOnce(&mut Seen, &T)) {
    let mut seen = Seen::default();
    walk(&mut seen, &parsed.tree);
    let error_places = parsed.errors.iter().map(|e| &e.at);
    for at in seen.places.iter().chain(error_places) {
        assert!(at.start <= at.end, "{text:?}: {at:?}");
        assert!(text.get(at.start as usize..at.end as usize).is_some(), "{text:?}: {at:?}");
    }
    assert!(parsed.errors.is_sorted_by_key(|e| e.at.start), "{text:?}");
    assert!(seen.errors == 0 || !parsed.errors.is_empty(), "{text:?}: broken without an error");
    // A block and its statement are a step each; an expression may stand at the bottom of all blocks.
    assert!(seen.height <= 3 * NESTING as usize + 3, "{text:?}: {}", seen.height);
    for error in &parsed.errors {
        assert!(
            !error.message.is_empty() && !error.message.ends_with('.') && !error.label.ends_with('.'),
            "{error:?}"
        );
    }
}

fn check_all(text: &str) {
    check(text, &parse_expr(text), Seen::expr);
    check(text, &parse_block(text), Seen::block);
    check(text, &parse_function(text), Seen::block);
    check(text, &parse_type(text), Seen::ty);
}

const PIECES: &[&str] = &[
    "and", "or", "not", "in", "is", "has", "as", "where", "if", "else", "let", "for", "each", "repeat",
    "while", "break", "continue", "return", "choose", "may", "up", "to", "exactly", "any", "by", "from",
    "more", "option", "when", "act", "cancel", "win", "lose", "end", "log", "true", "none", "it", "x",
    "coins", "set", "of", "int", "1", "42", "1.5", "7x", "\"t\"", "\"", "“", "'", "(", ")", "[", "]", "{",
    "}", "{{", "}}", ",", ";", "\n", "\n", ".", "..", "?", "??", "+", "-", "*", "/", "%", "&", "==", "!=",
    "<", "<=", "=", "+=", "&&", "->", "=>", ":=", ":", "–", "é", "@", "\\", "#", "\u{200b}", "\0",
];

const VALID: &[&str] = &[
    "let p = leader\nwhile count(discards) < 10 {\n  act p from {draw_card, take}\n  choose card from p.hand by p \"Which?\"\n  move(card, discards)\n  p = next(p)\n}\nend",
    "if let c = top(deck) { move(c, hand) } else if a > 2 { c.clear; x -= 1 } else { log \"{{ p }} passes\"; win p }",
    "may choose c from S where suit in {army, leader} { other.bonus as c } else { end in draw }\nfor each x in 1..4 { return }",
    "choose by p \"How?\" {\n  option \"a\" when p.coins >= 2 { a() }\n  option \"b\" { }\n}\nchoose up to 2 cs from S",
    "-40 * count(active where it is unit and not has armoured) + (holder(c) ?? you).coins if any(x in S, x.cost == 3) else 0",
    "set of int 0..40?",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>()) {
        check_all(&text);
    }

    #[test]
    fn any_words(pieces in prop::collection::vec((prop::sample::select(PIECES), any::<bool>()), 0..40)) {
        let text: String = pieces.iter().map(|(piece, space)| format!("{piece}{}", if *space { " " } else { "" })).collect();
        check_all(&text);
    }

    #[test]
    fn broken_code(
        base in prop::sample::select(VALID),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..4usize, prop::sample::select(PIECES)), 1..6),
    ) {
        let mut text = base.to_owned();
        for (place, how, piece) in changes {
            let ends: Vec<usize> = text.char_indices().map(|(i, _)| i).chain([text.len()]).collect();
            let at = *place.get(&ends);
            match how {
                0 => text.insert_str(at, piece),
                1 if at < text.len() => drop(text.remove(at)),
                2 => text.truncate(at),
                _ => text = text[at..].to_owned() + piece + &text[..at],
            }
        }
        check_all(&text);
    }
}

#[test]
fn what_is_valid_is_valid() {
    for code in &VALID[..4] {
        assert_eq!(parse_block(code).errors, []);
    }
    assert_eq!(parse_expr(VALID[4]).errors, []);
    assert_eq!(parse_type(VALID[5]).errors, []);
}

/// Texts that go on and on.
fn endless(times: usize) -> Vec<String> {
    let all = [
        "(",
        "[",
        "{",
        "{\n",
        "f(",
        "x[",
        "{(",
        "([",
        "-",
        "not ",
        "not - ",
        "1+",
        "1+(",
        "a ?? ",
        "a ?? (",
        "a.b",
        ".b",
        "a(",
        "f()",
        "[1]",
        "a where ",
        "a where (",
        "a if b else ",
        "(a if b else ",
        "1 if ",
        "a < ",
        "a..",
        "x as ",
        "x is y ",
        "has x ",
        "if a {",
        "if a { b() } else ",
        "for each x in S {",
        "choose c from S {",
        "choose { option \"a\" {",
        "act p else {",
        "may \"?\" {",
        "else {",
        "else if ",
        "}",
        ")",
        "(]",
        "(}",
        "{)",
        "({",
        "\"",
        "\"\n",
        "“",
        "'",
        "set of ",
        "?",
        "??",
        "#",
        ";",
        ",",
        "a,",
        "a b ",
        "@",
        "&& ",
        "! ",
        "let ",
        "let x = (\n",
        "x = {a\n",
        "option ",
        "by ",
        "if ",
        "if (\n",
        "{{",
        "\\",
        "1.",
        "…",
    ];
    all.iter().map(|piece| piece.repeat(times)).collect()
}

#[test]
fn endless_nesting_does_not_exhaust_the_stack() {
    // The smallest stack of a program's first thread on any system that we know. Frames are two to three
    // times as large where nothing is optimised.
    let mebibytes = if cfg!(debug_assertions) { 3 } else { 1 };
    let small = std::thread::Builder::new().stack_size(mebibytes << 20);
    let run = small.spawn(|| {
        for text in endless(5000) {
            check_all(&text);
            let closed: String = text
                .chars()
                .rev()
                .map(|c| match c {
                    '(' => ')',
                    '[' => ']',
                    '{' => '}',
                    _ => ' ',
                })
                .collect();
            check_all(&format!("{text}1{closed}"));
        }
    });
    run.expect("a thread can be started").join().expect("no case overflows or panics");
}

#[test]
fn time_grows_with_the_text_and_no_faster() {
    let start = std::time::Instant::now();
    for text in endless(30_000) {
        parse_expr(&text);
        parse_block(&text);
    }
    // Anything quadratic would take minutes.
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn code_may_be_as_deep_as_is_said() {
    let deep = |n: usize| format!("{}1{}", "(".repeat(n), ")".repeat(n));
    assert_eq!(parse_expr(&deep(190)).errors, []);
    assert_eq!(parse_expr(&deep(300)).errors.len(), 1);
    let sum = |n: usize| vec!["x"; n].join(" + ");
    assert_eq!(parse_expr(&sum(190)).errors, []);
    assert_eq!(parse_expr(&sum(300)).errors.len(), 1);
    let branches = |n: usize| vec!["if a { b() }"; n].join(" else ");
    assert_eq!(parse_block(&branches(190)).errors, []);
    assert_eq!(parse_block(&branches(300)).errors.len(), 1);
}
