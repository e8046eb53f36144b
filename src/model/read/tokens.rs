//! Stand-ins: for each kind with `stands_for`, a component for each card of the other kind, with all its
//! printed values.
//!
//! From here on they are ordinary declarations: cards of a kind of their own, which has the declarations of
//! the other kind. So rules, sets and zones never confuse the two.

use crate::model::read::messages;
use crate::place::TextRange;
use std::collections::HashSet;

use crate::diagnostics::{Diagnostic, list, nearest};
use crate::model::cards::CardDecl;
use crate::model::components::KindDecl;
use crate::model::fields::FieldDecl;
use crate::model::ident::{CodeText, Ident};
use crate::model::package::Package;
use crate::source::{Span, TomlNode, TomlValue};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::syntax::parse_expr;
use crate::vocabulary::ComponentOrigin;

/// Maximum number of stand-ins for one card, as for copies of a card.
const MOST: i64 = 999;

/// Generates the stand-ins of all kinds.
pub(super) fn make(package: &mut Package, found: &mut Vec<Diagnostic>) {
    for kind in 0..package.kinds.len() {
        let Some(of) = package.kinds[kind].stands_for.clone() else {
            // A `stands_for` that was rejected is not missing.
            let near = |d: &Diagnostic| {
                (200..300).contains(&d.code.0)
                    && d.labels.iter().any(|l| l.span.file == package.kinds[kind].id.span.file)
            };
            let id = &package.kinds[kind].id.text;
            let of_cards = package.cards.iter().any(|card| is_below(package, &card.kind.text, id));
            if let Some(copies) =
                package.kinds[kind].copies.as_ref().filter(|_| !of_cards && !found.iter().any(near))
            {
                found.push(messages::copies_of_nothing(copies.span, id));
            }
            continue;
        };
        match stand_ins(package, &package.kinds[kind], &of) {
            Ok((declared, cards, wrong)) => {
                found.extend(wrong);
                let kind = &mut package.kinds[kind];
                kind.attributes.extend(declared.attributes);
                kind.state.extend(declared.state);
                kind.slots.extend(declared.slots);
                kind.only_if = kind.only_if.take().or(declared.only_if);
                package.cards.extend(cards);
            }
            Err(wrong) => {
                found.extend(wrong);
                package.incomplete = true;
            }
        }
    }
}

/// Returns a kind and its bases, nearest first.
pub(super) fn line<'p>(package: &'p Package, kind: &str) -> Vec<&'p KindDecl> {
    let mut line: Vec<&KindDecl> = Vec::new();
    let mut next = Some(kind.to_owned());
    while let Some(decl) = next.and_then(|id| package.kinds.iter().find(|k| k.id.text == id)) {
        // A kind above itself is reported by `check`.
        if line.iter().any(|k| k.id.text == decl.id.text) {
            break;
        }
        line.push(decl);
        // The base is `card` by default.
        next = Some(decl.base.as_ref().map_or("card", |base| &base.text).to_owned());
    }
    line
}

/// Returns whether a kind is `above`, or descends from it.
pub(super) fn is_below(package: &Package, kind: &str, above: &str) -> bool {
    kind == above
        || line(package, kind).iter().any(|k| {
            k.id.text == above
                || k.base.as_ref().is_some_and(|base| base.text == above)
                || above == "card" && k.base.is_none() && !matches!(k.id.text.as_str(), "piece" | "token")
        })
}

type StandIns = (KindDecl, Vec<CardDecl>, Vec<Diagnostic>);

/// The common properties of the stand-ins of a kind.
struct StandInShape<'p> {
    kind: &'p KindDecl,
    /// The keys of a card that its stand-ins have, too.
    keys: HashSet<String>,
    /// The actions that only the cards' kind has. A card's action is not copied to its stand-in if it fills
    /// in one of them.
    for_cards: HashSet<&'p str>,
}

/// Returns the additional declarations of a kind with `stands_for`, and its stand-ins; or the error.
fn stand_ins(package: &Package, kind: &KindDecl, of: &Ident) -> Result<StandIns, Option<Diagnostic>> {
    let id = &kind.id.text;
    check_target(package, kind, of)?;
    let (own, above) = (line(package, id), line(package, &of.text));
    let declared = missing_declarations(kind, &own, &above);
    let keys = |k: &&KindDecl| -> Vec<String> {
        let printed = k.attributes.iter().chain(k.state.iter().filter(|s| s.printed)).map(|f| &f.id);
        printed.chain(k.slots.iter().map(|s| &s.id)).map(|id| id.text.clone()).collect()
    };
    let keys: HashSet<String> = above.iter().chain(&own).flat_map(keys).collect();
    let acts = |k: &KindDecl, id: &str| k.actions.iter().any(|a| a.id.text == id);
    let for_cards = above
        .iter()
        .flat_map(|k| &k.actions)
        .map(|a| a.id.text.as_str())
        .filter(|id| !own.iter().any(|k| acts(k, id)))
        .collect();
    let shape = StandInShape { kind, keys, for_cards };
    let taken: HashSet<&str> = package.cards.iter().map(|c| c.id.text.as_str()).collect();
    let counted = kind.copies.as_ref().map(|code| (code, parse_expr(&code.value)));
    if let Some((code, parsed)) = &counted
        && let Some(error) = parsed.errors.first()
    {
        return Err(Some(error.diagnostic(code)));
    }
    let (mut cards, mut found) = (Vec::new(), Vec::new());
    for card in package.cards.iter().filter(|c| is_below(package, &c.kind.text, &of.text)) {
        let called = format!("{}_{id}", card.id.text);
        if taken.contains(called.as_str()) {
            let at = package.cards.iter().find(|c| c.id.text == called).map_or(card.id.span, |c| c.id.span);
            found.push(messages::stand_in_declared(of.span, &called, &card.id.text, at));
            continue;
        }
        let copies = match &counted {
            None => card.copies,
            Some((code, parsed)) => match count(package, card, code, &parsed.tree) {
                Ok(0) => continue,
                Ok(copies) => copies,
                Err(d) => {
                    found.push(d);
                    break;
                }
            },
        };
        cards.push(stand_in(card, &shape, called, copies));
    }
    Ok((declared, cards, found))
}

/// Checks that a kind can stand for the cards of another.
///
/// # Errors
/// It cannot; without a diagnostic if that has been reported.
fn check_target(package: &Package, kind: &KindDecl, of: &Ident) -> Result<(), Option<Diagnostic>> {
    let id = &kind.id.text;
    let target = package.kinds.iter().find(|k| k.id.text == of.text);
    if target.is_none() && !["card", "piece", "token"].contains(&of.text.as_str()) {
        if package.may_exist(&of.text) {
            return Err(None);
        }
        let known = package.kinds.iter().map(|k| k.id.text.as_str());
        let d = messages::stands_for_unknown(of.span, id, &of.text);
        return Err(Some(match nearest(&of.text, known) {
            Some(near) => d.did_you_mean(&of.text, near),
            None => d.help("name the kind of the cards that there is a token for each of"),
        }));
    }
    if is_below(package, id, &of.text) || is_below(package, &of.text, id) {
        return Err(Some(messages::stands_for_related(of.span, id, &of.text)));
    }
    if let Some(further) = target.and_then(|t| t.stands_for.as_ref()) {
        return Err(Some(messages::stands_for_stand_in(of.span, &of.text, &further.text)));
    }
    Ok(())
}

/// Returns the declarations of `above`, a kind and its bases, that `own`, another kind and its bases, do not
/// have.
fn missing_declarations(kind: &KindDecl, own: &[&KindDecl], above: &[&KindDecl]) -> KindDecl {
    let has = |name: &str| {
        own.iter().any(|k| {
            let fields = k.attributes.iter().chain(&k.state).map(|f| &f.id);
            fields.chain(k.slots.iter().map(|s| &s.id)).any(|id| id.text == name)
        })
    };
    let mut declared = KindDecl {
        id: kind.id.clone(),
        plural: None,
        base: None,
        stands_for: None,
        copies: None,
        attributes: Vec::new(),
        state: Vec::new(),
        slots: Vec::new(),
        actions: Vec::new(),
        text: None,
        only_if: None,
    };
    for theirs in above.iter().filter(|k| !own.iter().any(|o| o.id.text == k.id.text)) {
        let free = |f: &&FieldDecl| !has(&f.id.text);
        declared.attributes.extend(theirs.attributes.iter().filter(free).cloned());
        declared.state.extend(theirs.state.iter().filter(free).cloned());
        declared.slots.extend(theirs.slots.iter().filter(|s| !has(&s.id.text)).cloned());
        declared.only_if = declared.only_if.or_else(|| theirs.only_if.clone());
    }
    declared
}

/// Returns the stand-in for a card, with an id.
fn stand_in(card: &CardDecl, shape: &StandInShape, called: String, copies: u32) -> CardDecl {
    // A stand-in belongs to the player whose card it stands for.
    let origin = |(origin, count): &(Option<ComponentOrigin>, u32)| {
        (origin.as_ref().map(|origin| ComponentOrigin { part: None, ..origin.clone() }), *count)
    };
    let origins =
        if shape.kind.copies.is_none() { card.origins.iter().map(origin).collect() } else { Vec::new() };
    CardDecl {
        counted: true,
        by_list: card.by_list,
        origins,
        id: Ident { text: called, span: card.id.span },
        name: card.name.clone(),
        kind: shape.kind.id.clone(),
        copies,
        agreed: None,
        keywords: card.keywords.clone(),
        // Its texts are those of the card.
        text: None,
        flavour: None,
        unchecked: Vec::new(),
        only_if: card.only_if.clone(),
        reactions: card.reactions.clone(),
        modifiers: card.modifiers.clone(),
        actions: card
            .actions
            .iter()
            .filter(|a| !shape.for_cards.contains(a.id.text.as_str()))
            .cloned()
            .collect(),
        fields: card.fields.iter().filter(|(id, _)| shape.keys.contains(&id.text)).cloned().collect(),
        card: Some(card.id.text.clone()),
        span: card.span,
    }
}

/// The value of a subexpression of `copies`.
#[derive(Clone, PartialEq)]
enum CountValue {
    Number(i64),
    Truth(bool),
    /// A value of an enum, or a card's id.
    Word(String),
    /// The card itself, `self`.
    Card,
}

/// Returns the number of stand-ins for a card.
fn count(package: &Package, card: &CardDecl, code: &CodeText, tree: &Expr) -> Result<u32, Diagnostic> {
    let at = |e: &Expr| code.span_of(e.at.first_byte(), e.at.end_byte());
    let counting = CopiesEvaluator { package, card, at: &at };
    match counting.worth(tree)? {
        CountValue::Number(n) if (0..=MOST).contains(&n) => Ok(n as u32),
        CountValue::Number(n) => {
            Err(messages::copies_for_card(code.span, n, (&card.id.text, card.id.span), MOST))
        }
        _ => Err(messages::copies_without_number(code.span)),
    }
}

struct CopiesEvaluator<'a> {
    package: &'a Package,
    card: &'a CardDecl,
    at: &'a dyn Fn(&Expr) -> Span,
}

impl CopiesEvaluator<'_> {
    fn worth(&self, e: &Expr) -> Result<CountValue, Diagnostic> {
        let wrong = |what: &str| messages::copies_of_stand_ins_ask((self.at)(e), what);
        let number = |e: &Expr| match self.worth(e)? {
            CountValue::Number(n) => Ok(n),
            _ => Err(messages::number_expected((self.at)(e))),
        };
        let truth = |e: &Expr| match self.worth(e)? {
            CountValue::Truth(t) => Ok(t),
            _ => Err(messages::condition_expected((self.at)(e))),
        };
        let fits = |n: Option<i64>| {
            n.map(CountValue::Number).ok_or_else(|| wrong("for this: it divides by zero, or is too large"))
        };
        Ok(match &e.kind {
            ExprKind::Int(n) => CountValue::Number(*n),
            ExprKind::Bool(t) => CountValue::Truth(*t),
            ExprKind::Name(name) if name == "self" => CountValue::Card,
            ExprKind::Name(name) => return self.evaluate_name(e, name),
            ExprKind::Field { of, field } if matches!(&of.kind, ExprKind::Name(n) if n == "self") => {
                return self.evaluate_name(e, &field.text);
            }
            ExprKind::Has { of, keyword }
                if of.as_ref().is_none_or(|of| matches!(&of.kind, ExprKind::Name(n) if n == "self")) =>
            {
                let borne = |k: &CodeText| k.value.split_whitespace().next() == Some(keyword.text.as_str());
                if !self.package.keywords.iter().any(|k| k.id.text == keyword.text) {
                    let known = self.package.keywords.iter().map(|k| k.id.text.as_str());
                    let d = messages::unknown_in_copies((self.at)(e), "keyword", &keyword.text);
                    return Err(d.suggest(&keyword.text, known));
                }
                CountValue::Truth(self.card.keywords.iter().any(borne))
            }
            ExprKind::Is { of, kind, negated } if self.worth(of)? == CountValue::Card => {
                let known = self.package.kinds.iter().map(|k| k.id.text.as_str());
                if !["card", "piece", "token"].contains(&kind.text.as_str())
                    && !known.clone().any(|k| k == kind.text)
                {
                    let d = messages::unknown_in_copies((self.at)(e), "kind", &kind.text);
                    return Err(d.suggest(&kind.text, known));
                }
                CountValue::Truth(is_below(self.package, &self.card.kind.text, &kind.text) != *negated)
            }
            ExprKind::Unary { op: UnaryOp::Negate, of } => fits(number(of)?.checked_neg())?,
            ExprKind::Unary { op: UnaryOp::Not, of } => CountValue::Truth(!truth(of)?),
            ExprKind::If { then, cond, other } => match (truth(cond)?, other) {
                (true, _) => self.worth(then)?,
                (false, Some(other)) => self.worth(other)?,
                (false, None) => CountValue::Number(0),
            },
            ExprKind::Call { receiver: None, callee, args }
                if matches!(callee.text.as_str(), "min" | "max") && args.len() == 2 =>
            {
                let (a, b) = (number(&args[0])?, number(&args[1])?);
                CountValue::Number(if callee.text == "min" { a.min(b) } else { a.max(b) })
            }
            ExprKind::Binary { op, left, right } => match op {
                BinaryOp::And => CountValue::Truth(truth(left)? && truth(right)?),
                BinaryOp::Or => CountValue::Truth(truth(left)? || truth(right)?),
                BinaryOp::Eq => CountValue::Truth(self.worth(left)? == self.worth(right)?),
                BinaryOp::Ne => CountValue::Truth(self.worth(left)? != self.worth(right)?),
                BinaryOp::Add => fits(number(left)?.checked_add(number(right)?))?,
                BinaryOp::Sub => fits(number(left)?.checked_sub(number(right)?))?,
                BinaryOp::Mul => fits(number(left)?.checked_mul(number(right)?))?,
                BinaryOp::Div => fits(number(left)?.checked_div_euclid(number(right)?))?,
                BinaryOp::Rem => fits(number(left)?.checked_rem_euclid(number(right)?))?,
                BinaryOp::Lt => CountValue::Truth(number(left)? < number(right)?),
                BinaryOp::Le => CountValue::Truth(number(left)? <= number(right)?),
                BinaryOp::Gt => CountValue::Truth(number(left)? > number(right)?),
                BinaryOp::Ge => CountValue::Truth(number(left)? >= number(right)?),
                _ => return Err(wrong("this")),
            },
            _ => return Err(wrong("this")),
        })
    }

    /// Evaluates a name: `copies`, an attribute, or a value of an enum.
    fn evaluate_name(&self, e: &Expr, name: &str) -> Result<CountValue, Diagnostic> {
        if name == "copies" {
            return Ok(CountValue::Number(i64::from(self.card.copies)));
        }
        let of = line(self.package, &self.card.kind.text);
        let declared =
            of.iter().flat_map(|k| k.attributes.iter().chain(k.state.iter().filter(|s| s.printed)));
        let declared: Vec<&FieldDecl> = declared.collect();
        if let Some(field) = declared.iter().find(|f| f.id.text == name) {
            let given = self.card.fields.iter().find(|(id, _)| id.text == name).map(|(_, node)| node);
            let nothing = match field.ty.value.trim() {
                "bool" => CountValue::Truth(false),
                ty if ty.starts_with("int") => CountValue::Number(0),
                _ => CountValue::Word("none".to_owned()),
            };
            return Ok(given.or(field.default.as_ref()).and_then(plain).unwrap_or(nothing));
        }
        let is_value = self.package.enums.iter().any(|e| e.values.iter().any(|v| v.text == name))
            || self.package.cards.iter().any(|c| c.id.text == name);
        if is_value || name == "none" {
            return Ok(CountValue::Word(name.to_owned()));
        }
        let mut known: Vec<&str> = declared.iter().map(|f| f.id.text.as_str()).collect();
        known.push("copies");
        let d = messages::name_not_in_copies((self.at)(e), name);
        Err(match nearest(name, known.iter().copied()) {
            Some(near) => d.did_you_mean(name, near),
            None => d.help(format!("of a card it may ask {}", list(&known))),
        })
    }
}

/// Converts a value from TOML or a CSV cell.
fn plain(node: &TomlNode) -> Option<CountValue> {
    match &node.value {
        TomlValue::Int(n) => Some(CountValue::Number(*n)),
        TomlValue::Bool(t) => Some(CountValue::Truth(*t)),
        TomlValue::Text(text) => Some(match text.value.trim() {
            "true" | "yes" => CountValue::Truth(true),
            "false" | "no" => CountValue::Truth(false),
            word => word.parse().map_or_else(|_| CountValue::Word(word.to_owned()), CountValue::Number),
        }),
        _ => None,
    }
}
