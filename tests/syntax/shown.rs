//! Trees and errors in a form that is short enough to read in a test.

use cardwright::syntax::ast::*;
use cardwright::syntax::{ParseResult, SyntaxError, parse_block, parse_expr, parse_type};

/// The tree of an expression that has no error.
pub fn expr(text: &str) -> String {
    let parsed = parse_expr(text);
    assert!(parsed.errors.is_empty(), "{text}: {:?}", parsed.errors);
    show(&parsed.tree)
}

/// The statements of a block that has no error, one a line.
pub fn block(text: &str) -> String {
    let parsed = parse_block(text);
    assert!(parsed.errors.is_empty(), "{text}: {:?}", parsed.errors);
    statements(&parsed.tree)
}

/// The tree of a type that has no error.
pub fn ty(text: &str) -> String {
    let parsed = parse_type(text);
    assert!(parsed.errors.is_empty(), "{text}: {:?}", parsed.errors);
    show_type(&parsed.tree)
}

fn all<'a>(exprs: impl IntoIterator<Item = &'a Expr>) -> String {
    exprs.into_iter().map(|e| format!(" {}", show(e))).collect()
}

/// An expression as a list.
pub fn show(expr: &Expr) -> String {
    use BinaryOp::*;
    match &expr.kind {
        ExprKind::Int(n) => n.to_string(),
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Text(t) => format!("{t:?}"),
        ExprKind::Name(n) => n.clone(),
        ExprKind::Set(s) => format!("{{{}}}", all(s).trim_start()),
        ExprKind::Amount(of) => {
            let of: Vec<String> =
                of.iter().map(|(key, value)| format!("{} = {}", show(key), show(value))).collect();
            format!("{{{}}}", of.join(" "))
        }
        ExprKind::Range(a, b) => format!("(..{}{})", all([&**a]), all([&**b])),
        ExprKind::Field { of, field } => format!("(.{} {})", field.text, show(of)),
        ExprKind::Index { of, index } => format!("([] {} {})", show(of), show(index)),
        ExprKind::Call { receiver: None, callee, args } => format!("({}!{})", callee.text, all(args)),
        ExprKind::Call { receiver: Some(r), callee, args } => {
            format!("(.{}! {}{})", callee.text, show(r), all(args))
        }
        ExprKind::Unary { op: UnaryOp::Negate, of } => format!("(neg {})", show(of)),
        ExprKind::Unary { op: UnaryOp::Not, of } => format!("(not {})", show(of)),
        ExprKind::Binary { op, left, right } => {
            let op = match op {
                Add => "+",
                Sub => "-",
                Mul => "*",
                Div => "/",
                Rem => "%",
                Both => "&",
                Eq => "==",
                Ne => "!=",
                Lt => "<",
                Le => "<=",
                Gt => ">",
                Ge => ">=",
                And => "and",
                Or => "or",
                In => "in",
                NotIn => "not-in",
                Default => "??",
            };
            format!("({op} {} {})", show(left), show(right))
        }
        ExprKind::If { then, cond, other } => {
            format!("(if {} {}{})", show(cond), show(then), all(other.as_deref()))
        }
        ExprKind::Where { set, cond } => format!("(where {} {})", show(set), show(cond)),
        ExprKind::Is { of, kind, negated } => {
            format!("(is{} {} {})", if *negated { "-not" } else { "" }, show(of), kind.text)
        }
        ExprKind::IsNone { of, negated } => {
            format!("({} {})", if *negated { "some" } else { "none" }, show(of))
        }
        ExprKind::Has { of: Some(of), keyword } => format!("(has {} {})", show(of), keyword.text),
        ExprKind::Has { of: None, keyword } => format!("(has _ {})", keyword.text),
        ExprKind::As { rule, who } => format!("(as {} {})", show(rule), show(who)),
        ExprKind::Error => "?".to_owned(),
    }
}

/// The statements of a block, one a line.
pub fn statements(block: &Block) -> String {
    block.statements.iter().map(show_statement).collect::<Vec<_>>().join("\n")
}

fn braced(block: &Block) -> String {
    let inner: Vec<_> = block.statements.iter().map(show_statement).collect();
    format!("[{}]", inner.join("; "))
}

fn with_else(other: &Option<Block>) -> String {
    other.as_ref().map_or(String::new(), |b| format!(" else {}", braced(b)))
}

fn asked(by: &Option<Expr>, prompt: &Option<Question>) -> String {
    let by = by.as_ref().map_or(String::new(), |by| format!(" by {}", show(by)));
    by + &prompt.as_ref().map_or(String::new(), |p| format!(" {:?}", p.text))
}

fn also(more: bool) -> &'static str {
    if more { " more" } else { "" }
}

/// A statement on one line.
pub fn show_statement(statement: &Stmt) -> String {
    match &statement.kind {
        StmtKind::Let { name, ty, value } => {
            let ty = ty.as_ref().map_or(String::new(), |ty| format!(": {}", show_type(ty)));
            format!("let {}{ty} {}", name.text, value.as_ref().map_or("none".to_owned(), show))
        }
        StmtKind::Forget(target) => format!("forget {}", show(target)),
        StmtKind::Assign { target, op: None, value } => format!("set {} {}", show(target), show(value)),
        StmtKind::Assign { target, op: Some(op), value } => {
            let sign = if *op == BinaryOp::Add { "+=" } else { "-=" };
            format!("{sign} {} {}", show(target), show(value))
        }
        StmtKind::If { cond, then, other } => {
            format!("if {} {}{}", show(cond), braced(then), with_else(other))
        }
        StmtKind::IfLet { name, value, then, other } => {
            format!("if-let {} {} {}{}", name.text, show(value), braced(then), with_else(other))
        }
        StmtKind::ForEach { name, set, by, body } => {
            format!("for {} {}{} {}", name.text, show(set), asked(by, &None), braced(body))
        }
        StmtKind::Repeat { times, body } => format!("repeat {} {}", show(times), braced(body)),
        StmtKind::While { cond, body } => format!("while {} {}", show(cond), braced(body)),
        StmtKind::Break => "break".to_owned(),
        StmtKind::Continue => "continue".to_owned(),
        StmtKind::ReturnNone => "return none".to_owned(),
        StmtKind::Return(value) => format!("return{}", all(value)),
        StmtKind::Choose(ChooseExpr { more, how_many, name, from, by, prompt, then, other }) => {
            let how_many = match how_many {
                ElementCount::One => "one".to_owned(),
                ElementCount::OneOrNone => "may".to_owned(),
                ElementCount::UpTo(n) => format!("up-to {}", show(n)),
                ElementCount::Exactly(n) => format!("exactly {}", show(n)),
                ElementCount::Any => "any".to_owned(),
            };
            let then = then.as_ref().map_or(String::new(), |b| format!(" {}", braced(b)));
            let asked = asked(by, prompt);
            format!(
                "choose{} {how_many} {} {}{asked}{then}{}",
                also(*more),
                name.text,
                show(from),
                with_else(other)
            )
        }
        StmtKind::May { by, prompt, then, other } => {
            format!("may{} {}{}", asked(by, prompt), braced(then), with_else(other))
        }
        StmtKind::ChooseOption { more, by, prompt, options } => {
            let arm = |o: &OptionArm| {
                let when = o.when.as_ref().map_or(String::new(), |c| format!(" when {}", show(c)));
                format!(" ({:?}{when} {})", o.label, braced(&o.body))
            };
            format!(
                "options{}{}{}",
                also(*more),
                asked(by, prompt),
                options.iter().map(arm).collect::<String>()
            )
        }
        StmtKind::Act { more, may, who, from, prompt, then, other } => {
            let names =
                |names: &Vec<Name>| names.iter().map(|n| n.text.as_str()).collect::<Vec<_>>().join(" ");
            let from = from.as_ref().map_or(String::new(), |f| format!(" from {{{}}}", names(f)));
            let act = if *may { "may-act" } else { "act" };
            let then = then.as_ref().map_or(String::new(), |b| format!(" {}", braced(b)));
            let asked = asked(&None, prompt);
            format!("{act}{} {}{from}{asked}{then}{}", also(*more), show(who), with_else(other))
        }
        StmtKind::Do(value) => format!("do {}", show(value)),
        StmtKind::Cancel => "cancel".to_owned(),
        StmtKind::Win { who, ending } => format!("win {}{}", show(who), called(ending)),
        StmtKind::Lose { who, ending } => format!("lose {}{}", show(who), called(ending)),
        StmtKind::Out(who) => format!("out {}", show(who)),
        StmtKind::End { draw, ending } => {
            format!("{}{}", if *draw { "end-in-draw" } else { "end" }, called(ending))
        }
        StmtKind::Log { text, .. } => format!("log {text:?}"),
        StmtKind::Error => "?".to_owned(),
    }
}

/// A type as a list.
pub fn show_type(ty: &TypeExpr) -> String {
    match &ty.kind {
        TypeKind::Int(None) => "int".to_owned(),
        TypeKind::Int(Some((a, b))) => format!("(int {a} {b})"),
        TypeKind::Name(name) => name.clone(),
        TypeKind::Set(of) => format!("(set {})", show_type(of)),
        TypeKind::Optional(of) => format!("(opt {})", show_type(of)),
        TypeKind::Per(of, PerKey::Name(name)) => format!("(per {} {})", show_type(of), name.text),
        TypeKind::Per(of, PerKey::Range(a, b, _)) => format!("(per {} {a}..{b})", show_type(of)),
        TypeKind::Error => "?".to_owned(),
    }
}

/// Code with its errors written under it, and the resulting tree.
pub fn trouble<T>(text: &str, parsed: &ParseResult<T>, tree: impl Fn(&T) -> String) -> String {
    let mut out = String::new();
    for line in text.lines() {
        out += &format!("| {line}\n");
    }
    for error in &parsed.errors {
        out += &one(text, error);
    }
    if parsed.errors.is_empty() {
        out += "NO ERROR\n";
    }
    out + "tree: " + &tree(&parsed.tree).replace('\n', " / ") + "\n\n"
}

fn one(text: &str, error: &SyntaxError) -> String {
    let (start, end) = (error.at.start as usize, error.at.end as usize);
    let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
    let line = text[line_start..].lines().next().unwrap_or("");
    let covered = text[start..end].split('\n').next().unwrap_or("").chars().count().max(1);
    let indent = " ".repeat(text[line_start..start].chars().count());
    let mut out = format!(
        "{} {}\n    {line}\n    {indent}{} {}\n",
        error.code,
        error.message,
        "^".repeat(covered),
        error.label
    );
    if let Some(help) = &error.help {
        out += &format!("    help: {help}\n");
    }
    out
}

fn called(ending: &Option<String>) -> String {
    ending.as_ref().map_or(String::new(), |name| format!(" {name:?}"))
}
