//! The facts about single statements and expressions.

use super::facts::FactSet;
use super::number_phrases::is_upper_bound;
use crate::check::hir::parts::parts;
use crate::check::hir::tree::{
    Aggregate, Arith, ChoiceCount, CompareOp, HEffect, HExpr, HKind, HStmt, LoopSource, SetOp,
};
use crate::check::hir::types::Ty;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::FunctionId;
use crate::source::Span;

/// Returns the facts about a statement without its parts, with its place; `None` if there are none.
pub(super) fn facts_of_statement(s: &HStmt) -> Option<(Span, FactSet)> {
    Some(match s {
        // The statements after such a block are for "otherwise".
        HStmt::If(e, then, other) | HStmt::IfLet(_, e, then, other)
            if !other.is_empty() || ends_early(then) =>
        {
            (e.span, FactSet::DENIAL)
        }
        HStmt::ForEach(_, LoopSource::Turns(e), _) => {
            (e.span, FactSet::PLAYERS.or(FactSet::SEATS).or(FactSet::EACH_PLAYER).or(FactSet::COUNT))
        }
        HStmt::ForEach(_, LoopSource::Set(e), _) if element(&e.ty) == &Ty::Player => {
            (e.span, FactSet::EACH_PLAYER.or(FactSet::COUNT))
        }
        HStmt::ForEach(_, LoopSource::Set(e) | LoopSource::Zone(e) | LoopSource::Ints(e, _), _)
        | HStmt::Repeat(e, _) => (e.span, FactSet::COUNT),
        HStmt::While(e, _) => (e.span, FactSet::DENIAL.or(FactSet::COUNT)),
        HStmt::Choose { take, from, other, span, .. } => {
            let is_exact = match take {
                ChoiceCount::One => true,
                ChoiceCount::OneOrNone => false,
                // "Exactly two" has its number twice.
                ChoiceCount::Many(Some(least), Some(most)) => least.span == most.span,
                ChoiceCount::Many(..) => false,
            };
            let mut facts = FactSet::CHOICE;
            if !is_exact {
                facts = facts.or(FactSet::OPTION);
            }
            if matches!(take, ChoiceCount::OneOrNone) {
                facts = facts.or(FactSet::DECLINED);
            }
            if !other.is_empty() {
                facts = facts.or(FactSet::DENIAL);
            }
            if element(&from.ty) == &Ty::Player {
                facts = facts.or(FactSet::CHOSEN_PLAYER);
            }
            (*span, facts)
        }
        HStmt::ChooseArm { arms, decline, span, .. } => {
            let may_decline = decline.is_some() || arms.iter().any(|(_, _, body)| body.is_empty());
            let facts = FactSet::CHOICE.or(FactSet::ARMS);
            (*span, if may_decline { facts.or(FactSet::OPTION) } else { facts })
        }
        HStmt::Act { span, .. } | HStmt::Window { span, .. } => {
            (*span, FactSet::CHOICE.or(FactSet::OPTION).or(FactSet::DENIAL))
        }
        HStmt::Effect(HEffect::MoveAll(..), span) => (*span, FactSet::COUNT),
        _ => return None,
    })
}

/// Returns the facts about an expression without its parts.
pub(super) fn facts_of_expression(e: &HExpr) -> FactSet {
    facts_of_kind(e).or(facts_of_type(e))
}

fn facts_of_kind(e: &HExpr) -> FactSet {
    let is_zero = |e: &HExpr| matches!(e.kind, HKind::Int(0));
    let is_literal = |e: &HExpr| matches!(e.kind, HKind::Int(_));
    let is_count = |e: &HExpr| {
        matches!(e.kind, HKind::Aggregate { op: Aggregate::Count | Aggregate::Sum, .. } | HKind::PlayerCount)
    };
    let is_player = |e: &HExpr| element(&e.ty) == &Ty::Player;
    match &e.kind {
        HKind::PlayerCount => FactSet::PLAYERS.or(FactSet::COUNT),
        HKind::Players | HKind::Playing | HKind::NotLost => FactSet::SEATS,
        HKind::Next(_) | HKind::SeatsOn(..) => FactSet::SEATS.or(FactSet::DENIAL),
        HKind::Aggregate { op, of, .. } => facts_of_aggregate(*op, of.as_deref()),
        HKind::Not(of) => match of.kind {
            HKind::Aggregate { op: Aggregate::Any, .. } => FactSet::DENIAL.or(FactSet::ABSENCE),
            _ => FactSet::DENIAL,
        },
        HKind::Compare(CompareOp::Eq, a, b) if is_zero(a) || is_zero(b) => {
            let absence = if is_count(a) || is_count(b) { FactSet::ABSENCE } else { FactSet::default() };
            FactSet::DENIAL.or(absence)
        }
        HKind::Compare(_, a, _) if is_player(a) => FactSet::DENIAL,
        HKind::Compare(CompareOp::Eq, a, b) => match a.ty == Ty::Int && !is_literal(a) && !is_literal(b) {
            // "No two share a suit"
            true => FactSet::DENIAL.or(FactSet::HIGHEST).or(FactSet::LOWEST),
            false => FactSet::default(),
        },
        HKind::Compare(..) => FactSet::DENIAL.or(FactSet::HIGHEST).or(FactSet::LOWEST),
        // A loop over players in an order takes each of them out of a variable.
        HKind::SetOp(SetOp::Without, a, _) if is_player(a) && !matches!(a.kind, HKind::Local(_)) => {
            FactSet::DENIAL.or(FactSet::OTHERS)
        }
        HKind::If(_, _, other) if !is_zero(other) => FactSet::DENIAL,
        HKind::SetOp(SetOp::Without, ..) | HKind::SetEq(..) | HKind::EachLe(..) | HKind::Default(..) => {
            FactSet::DENIAL
        }
        HKind::Arith(Arith::Mul, a, b) if is_count(a) || is_count(b) => {
            FactSet::COUNT.or(FactSet::PRODUCT).or(FactSet::MULTIPLE)
        }
        HKind::Arith(Arith::Mul | Arith::Div, ..) => FactSet::COUNT.or(FactSet::PRODUCT),
        HKind::SumOf(_) => FactSet::COUNT,
        // "A coin for each point of its rank"
        HKind::Attribute(..) | HKind::Field(..) | HKind::TableField(_) if e.ty == Ty::Int => FactSet::COUNT,
        // With a number, either is a limit, of which texts speak in other words.
        HKind::Arith(Arith::Max, a, b) if !is_literal(a) && !is_literal(b) => {
            FactSet::DENIAL.or(FactSet::HIGHEST)
        }
        HKind::Arith(Arith::Min, a, b) if !is_literal(a) && !is_literal(b) => {
            FactSet::DENIAL.or(FactSet::LOWEST)
        }
        HKind::Arith(Arith::Min | Arith::Max, ..) => FactSet::HIGHEST.or(FactSet::LOWEST),
        HKind::Zone(zone)
        | HKind::PlayerZone(zone, _)
        | HKind::ZoneAt(zone, ..)
        | HKind::InZones(_, zone) => FactSet::zone(*zone),
        _ => FactSet::default(),
    }
}

/// Returns the facts of an aggregate. `of` is the value that it takes of each element.
fn facts_of_aggregate(op: Aggregate, of: Option<&HExpr>) -> FactSet {
    let is_negated = of.is_some_and(|of| matches!(of.kind, HKind::Negate(_)));
    // A function may return less for what is greater.
    let is_plain = of.is_some_and(|of| matches!(of.kind, HKind::Attribute(..) | HKind::Field(..)));
    match op {
        Aggregate::None => FactSet::DENIAL.or(FactSet::ABSENCE),
        Aggregate::All => FactSet::DENIAL,
        Aggregate::Sum => FactSet::COUNT.or(FactSet::SUM),
        Aggregate::Count | Aggregate::Union | Aggregate::Values => FactSet::COUNT,
        Aggregate::Max | Aggregate::Min if is_negated => FactSet::HIGHEST.or(FactSet::LOWEST),
        Aggregate::Max => FactSet::HIGHEST,
        Aggregate::Min => FactSet::LOWEST,
        Aggregate::Best if is_negated => FactSet::LOWEST,
        Aggregate::Best if is_plain => FactSet::HIGHEST,
        Aggregate::Best | Aggregate::First | Aggregate::Only => FactSet::HIGHEST.or(FactSet::LOWEST),
        Aggregate::Any => FactSet::default(),
    }
}

fn facts_of_type(e: &HExpr) -> FactSet {
    match (&e.ty, &e.kind) {
        // A variable is `you`, or had its value from elsewhere in the rule.
        (_, HKind::Local(_) | HKind::SetOf(_)) => FactSet::default(),
        (ty, _) if element(ty) == &Ty::Player => FactSet::PLAYERS,
        (Ty::Zone(_), HKind::Zone(_) | HKind::PlayerZone(..) | HKind::ZoneAt(..)) => FactSet::default(),
        (ty, _) if matches!(element(ty), Ty::Zone(_)) => FactSet::ANY_ZONE,
        _ => FactSet::default(),
    }
}

/// Returns the value that a function returns, if all else that it does is to set variables such as `you`.
fn returned(symbols: &SymbolTable, f: FunctionId) -> Option<&HExpr> {
    let (last, before) = symbols.functions[f].body.as_ref()?.body.split_last()?;
    match last {
        HStmt::Return(Some(value)) if before.iter().all(|s| matches!(s, HStmt::Set(..))) => Some(value),
        _ => None,
    }
}

/// Returns the index of the parameter of a function that tests whether any component is in it, as in
/// `any(hand where name in names)`.
pub(super) fn tested_set(symbols: &SymbolTable, f: FunctionId) -> Option<usize> {
    let HKind::Aggregate { op: Aggregate::Any, set, .. } = &returned(symbols, f)?.kind else { return None };
    let HKind::Filter { cond, .. } = &set.kind else { return None };
    match &cond.kind {
        HKind::In(_, of) => match &of.kind {
            HKind::Local(local) => Some(local.0 as usize),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the facts about an expression in a card's rule that asks for others, or for cards to be there.
/// `is_compared`: it is a part of a comparison.
pub(super) fn facts_of_cards(symbols: &SymbolTable, e: &HExpr, is_compared: bool) -> FactSet {
    match &e.kind {
        HKind::Call(f, _) if tested_set(symbols, *f).is_some() => FactSet::PRESENCE,
        HKind::Aggregate { op: Aggregate::Any | Aggregate::Count | Aggregate::Sum, set, .. } => {
            match &set.kind {
                HKind::Filter { set, .. } if is_without_self(symbols, set) => {
                    FactSet::PRESENCE.or(FactSet::OTHER_CARDS)
                }
                HKind::Filter { .. } => FactSet::PRESENCE,
                _ => FactSet::default(),
            }
        }
        // "With another card above 6" for `max(others, rank) > 6`
        HKind::Aggregate { op: Aggregate::Max | Aggregate::Min, .. } if is_compared => FactSet::default(),
        HKind::Aggregate { op: Aggregate::Max | Aggregate::Min, of: Some(of), .. } => match of.kind {
            HKind::Attribute(..) | HKind::Field(..) => FactSet::EXTREME,
            _ => FactSet::default(),
        },
        _ => FactSet::default(),
    }
}

/// Returns whether a set is one of components without a single one, such as `hand - self`, or a function
/// returns it.
fn is_without_self(symbols: &SymbolTable, set: &HExpr) -> bool {
    match &set.kind {
        HKind::SetOp(SetOp::Without, _, of) => is_variable(of) && matches!(element(&of.ty), Ty::Component(_)),
        HKind::Call(f, _) => returned(symbols, *f).is_some_and(|value| is_without_self(symbols, value)),
        _ => false,
    }
}

/// Returns whether an expression is a variable, or a set of one.
pub(super) fn is_variable(e: &HExpr) -> bool {
    match &e.kind {
        HKind::Local(_) => true,
        HKind::SetOf(elements) => matches!(elements.as_slice(), [one] if is_variable(one)),
        _ => false,
    }
}

/// Maximum depth of calls into which [`asks_for_presence`] looks.
const DEPTH: usize = 1;

/// Returns whether a condition asks only for something to be there, and for nothing to be absent: "with a
/// Herb", not "without".
pub(super) fn asks_for_presence(symbols: &SymbolTable, e: &HExpr, depth: usize) -> bool {
    let is_there = match &e.kind {
        HKind::Not(_) | HKind::Compare(CompareOp::Ne, ..) | HKind::SetOp(SetOp::Without, ..) => false,
        HKind::Aggregate { op: Aggregate::None | Aggregate::All, .. } => false,
        HKind::Compare(how @ (CompareOp::Lt | CompareOp::Le), a, _) => !is_upper_bound(*how, a),
        HKind::Compare(CompareOp::Eq, a, b) => [a, b].iter().all(|part| !matches!(part.kind, HKind::Int(_))),
        HKind::Call(f, _) => {
            returned(symbols, *f).is_some_and(|of| depth < DEPTH && asks_for_presence(symbols, of, depth + 1))
        }
        _ => true,
    };
    is_there && parts(e).all(|part| asks_for_presence(symbols, part, depth))
}

/// Returns whether statements leave the function or loop, so that those behind them are for "otherwise".
pub(super) fn ends_early(body: &[HStmt]) -> bool {
    let ends = |s: &HStmt| matches!(s, HStmt::Leave(_) | HStmt::Return(_) | HStmt::Break | HStmt::Continue);
    body.last().is_some_and(ends)
}

/// Returns the type itself, or the type of its elements.
pub(super) fn element(ty: &Ty) -> &Ty {
    match ty {
        Ty::Set(of) | Ty::Optional(of) => of,
        ty => ty,
    }
}
