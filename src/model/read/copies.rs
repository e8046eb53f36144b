//! Maximum copies of cards whose `copies` depends on options or the number of players.

use super::tokens::line;
use crate::diagnostics::Diagnostic;
use crate::model::game::OptionValues;
use crate::model::ident::CodeText;
use crate::model::package::Package;
use crate::model::read::messages;
use crate::place::TextRange;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::syntax::parse_expr;

/// Maximum number of copies of a card.
const MOST: i64 = 999;

/// Gives each card the maximum of its copies. A card without `copies` has those of its kind.
pub(super) fn make_most(package: &mut Package, found: &mut Vec<Diagnostic>) {
    let of_kind = package.cards.iter().map(|card| {
        let said = line(package, &card.kind.text).into_iter().filter(|kind| kind.stands_for.is_none());
        said.filter(|_| !card.counted).find_map(|kind| kind.copies.clone())
    });
    let of_kind: Vec<Option<CodeText>> = of_kind.collect();
    for (card, agreed) in package.cards.iter_mut().zip(of_kind) {
        card.counted |= agreed.is_some();
        card.agreed = card.agreed.take().or(agreed);
    }
    let mut refused: Vec<Span> = Vec::new();
    let most = package.cards.iter().map(|card| {
        let code = card.agreed.as_ref()?;
        Some(greatest(package, code))
    });
    let most: Vec<Option<Result<u32, Diagnostic>>> = most.collect();
    for (card, most) in package.cards.iter_mut().zip(most) {
        match most {
            None => {}
            Some(Ok(most)) => card.copies = most,
            Some(Err(d)) => {
                // An error in a kind's `copies` is reported once, not for each of its cards.
                let at = card.agreed.take().map(|code| code.span);
                if !at.is_some_and(|at| refused.contains(&at)) {
                    refused.extend(at);
                    found.push(d);
                }
            }
        }
    }
}

fn greatest(package: &Package, code: &CodeText) -> Result<u32, Diagnostic> {
    let parsed = parse_expr(&code.value);
    if let Some(error) = parsed.errors.first() {
        return Err(error.diagnostic(code));
    }
    let at = |e: &Expr| code.span_of(e.at.first_byte(), e.at.end_byte());
    let (low, high) = bounds(package, &parsed.tree, &at)?;
    if low < 0 || !(1..=MOST).contains(&high) {
        return Err(messages::copies_from_to(code.span, (low, high), MOST));
    }
    Ok(high as u32)
}

/// Returns the least and the greatest value of an expression over `player_count` and options.
fn bounds(package: &Package, e: &Expr, at: &dyn Fn(&Expr) -> Span) -> Result<(i64, i64), Diagnostic> {
    let of = |e: &Expr| bounds(package, e, at);
    let wrong = || messages::copies_of_cards_ask(at(e));
    let within = |(low, high): (Option<i64>, Option<i64>)| low.zip(high).ok_or_else(wrong);
    match &e.kind {
        ExprKind::Int(n) => Ok((*n, *n)),
        ExprKind::Name(name) if name == "player_count" => {
            let (fewest, most) = package.game.players;
            Ok((fewest.into(), most.into()))
        }
        ExprKind::Name(name) => {
            let option = package.options.iter().find(|o| o.id.text == *name);
            match option.map(|o| &o.values) {
                Some(OptionValues::Range(low, high, _)) => Ok((*low, *high)),
                _ => Err(wrong()),
            }
        }
        ExprKind::If { then, other, .. } => {
            let (a, b) = (of(then)?, other.as_ref().map_or(Ok((0, 0)), |other| of(other))?);
            Ok((a.0.min(b.0), a.1.max(b.1)))
        }
        ExprKind::Unary { op: UnaryOp::Negate, of: inner } => {
            let (low, high) = of(inner)?;
            within((high.checked_neg(), low.checked_neg()))
        }
        ExprKind::Call { receiver: None, callee, args } if args.len() == 2 => {
            let (a, b) = (of(&args[0])?, of(&args[1])?);
            match callee.text.as_str() {
                "min" => Ok((a.0.min(b.0), a.1.min(b.1))),
                "max" => Ok((a.0.max(b.0), a.1.max(b.1))),
                _ => Err(wrong()),
            }
        }
        ExprKind::Binary { op, left, right } => {
            let (a, b) = (of(left)?, of(right)?);
            match op {
                BinaryOp::Add => within((a.0.checked_add(b.0), a.1.checked_add(b.1))),
                BinaryOp::Sub => within((a.0.checked_sub(b.1), a.1.checked_sub(b.0))),
                BinaryOp::Mul => {
                    let all = [
                        a.0.checked_mul(b.0),
                        a.0.checked_mul(b.1),
                        a.1.checked_mul(b.0),
                        a.1.checked_mul(b.1),
                    ];
                    let all: Option<Vec<i64>> = all.into_iter().collect();
                    let all = all.ok_or_else(wrong)?;
                    within((all.iter().min().copied(), all.iter().max().copied()))
                }
                _ => Err(wrong()),
            }
        }
        _ => Err(wrong()),
    }
}
