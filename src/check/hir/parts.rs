//! The children of a node of the typed tree.

use crate::check::hir::tree::{ChoiceCount, HEffect, HExpr, HKind, HStmt, Local, LoopSource};
use crate::ir::FunctionId;

/// Returns whether an expression reads a variable.
pub fn mentions(e: &HExpr, local: Local) -> bool {
    matches!(e.kind, HKind::Local(l) if l == local) || parts(e).any(|part| mentions(part, local))
}

/// Returns the functions that statements call, in the order written.
pub fn called_in(body: &[HStmt]) -> Vec<FunctionId> {
    fn add(e: &HExpr, calls: &mut Vec<FunctionId>) {
        if let HKind::Call(f, _) = &e.kind {
            calls.push(*f);
        }
        for_each_part(e, |part| add(part, calls));
    }
    let mut calls = Vec::new();
    for s in body {
        let (expressions, blocks) = statement_parts(s);
        expressions.into_iter().for_each(|e| add(e, &mut calls));
        blocks.into_iter().for_each(|block| calls.extend(called_in(block)));
    }
    calls
}

/// Calls `$visit` with each direct subexpression of `$kind`, in the order written. `$kind` is a reference to
/// an [`HKind`], shared or mutable, and so are the subexpressions.
macro_rules! visit_parts {
    ($kind:expr, $visit:expr) => {
        match $kind {
            HKind::Int(_)
            | HKind::Bool(_)
            | HKind::Value(_)
            | HKind::Local(_)
            | HKind::Option(_)
            | HKind::TableField(_)
            | HKind::Zone(_)
            | HKind::Bearers(_)
            | HKind::OutOfPlay
            | HKind::ConstSet(_)
            | HKind::Players
            | HKind::PlayerCount
            | HKind::Playing
            | HKind::NotLost
            | HKind::Times(_) => {}
            HKind::Field(_, of)
            | HKind::Attribute(_, of)
            | HKind::PlayerZone(_, of)
            | HKind::Contents(of)
            | HKind::Negate(of)
            | HKind::Abs(of)
            | HKind::Not(of)
            | HKind::Open(of, _)
            | HKind::Ranged(of, _)
            | HKind::Next(of)
            | HKind::SeatOf(of)
            | HKind::PlayerAt(of)
            | HKind::Holder(of)
            | HKind::ZoneOf(of)
            | HKind::CellOf(of)
            | HKind::Bearer(of)
            | HKind::InZones(of, _)
            | HKind::IsSome(of)
            | HKind::Top(of)
            | HKind::Bottom(of)
            | HKind::SumOf(of)
            | HKind::RollDie(of, _)
            | HKind::Random(of) => $visit(of),
            HKind::Range(a, b)
            | HKind::Arith(_, a, b)
            | HKind::Each(_, a, b)
            | HKind::EachLe(a, b)
            | HKind::Lane(a, b)
            | HKind::SeatsOn(a, b)
            | HKind::Compare(_, a, b)
            | HKind::SetEq(a, b)
            | HKind::And(a, b)
            | HKind::Or(a, b)
            | HKind::In(a, b)
            | HKind::SetOp(_, a, b)
            | HKind::Default(a, b)
            | HKind::Roll(a, b)
            | HKind::Filter { set: a, cond: b, .. } => {
                $visit(a);
                $visit(b);
            }
            HKind::If(a, b, c) | HKind::With(a, b, c) => {
                $visit(a);
                $visit(b);
                $visit(c);
            }
            HKind::Amount(of) => {
                for (lane, value) in of {
                    $visit(lane);
                    $visit(value);
                }
            }
            HKind::ZoneAt(_, thing, value) => {
                if let Some(part) = thing {
                    $visit(part);
                }
                if let Some(part) = value {
                    $visit(part);
                }
            }
            HKind::SetOf(of) | HKind::Call(_, of) | HKind::Board(_, of) => {
                for part in of {
                    $visit(part);
                }
            }
            HKind::Aggregate { set, of, .. } => {
                $visit(set);
                if let Some(part) = of {
                    $visit(part);
                }
            }
            HKind::Slot { rule, who, args, .. } => {
                $visit(rule);
                if let Some(part) = who {
                    $visit(part);
                }
                for part in args {
                    $visit(part);
                }
            }
        }
    };
}

/// Calls `visit` with each direct subexpression of an expression, in the order written.
pub fn for_each_part<'e>(e: &'e HExpr, mut visit: impl FnMut(&'e HExpr)) {
    visit_parts!(&e.kind, visit);
}

/// Like [`for_each_part`], to change the subexpressions.
pub fn for_each_part_mut(e: &mut HExpr, mut visit: impl FnMut(&mut HExpr)) {
    visit_parts!(&mut e.kind, visit);
}

/// Returns the direct subexpressions of an expression, in the order written.
pub fn parts(e: &HExpr) -> impl Iterator<Item = &HExpr> {
    let (mut first, mut rest) = ([None; 3], Vec::new());
    let mut count = 0;
    // Most have three at most, and trees are visited often.
    for_each_part(e, |part| {
        match first.get_mut(count) {
            Some(place) => *place = Some(part),
            None => rest.push(part),
        }
        count += 1;
    });
    first.into_iter().flatten().chain(rest)
}

/// Returns the expressions of a statement, and the blocks inside it.
pub fn statement_parts(s: &HStmt) -> (Vec<&HExpr>, Vec<&[HStmt]>) {
    match s {
        HStmt::Set(_, e) | HStmt::PutTable(_, e) | HStmt::Do(e) => (vec![e], Vec::new()),
        HStmt::Put(_, of, e) => (vec![of, e], Vec::new()),
        HStmt::If(e, a, b) | HStmt::IfLet(_, e, a, b) => (vec![e], vec![a, b]),
        HStmt::ForEach(_, through, body) => (through_of(through), vec![body]),
        HStmt::Repeat(e, body) | HStmt::While(e, body) => (vec![e], vec![body]),
        HStmt::Break | HStmt::Continue | HStmt::Leave(_) | HStmt::Fail(..) => (Vec::new(), Vec::new()),
        HStmt::Scope(body) => (Vec::new(), vec![body]),
        HStmt::Return(e) => (e.iter().collect(), Vec::new()),
        HStmt::Effect(effect, _) => (effect_of(effect), Vec::new()),
        HStmt::Choose { take, from, by, then, other, .. } => {
            let mut of = vec![from, by];
            if let ChoiceCount::Many(least, most) = take {
                of.extend(least.iter().chain(most.iter()));
            }
            (of, then.as_deref().into_iter().chain([other.as_slice()]).collect())
        }
        HStmt::ChooseArm { by, arms, .. } => {
            let conditions = arms.iter().filter_map(|(_, cond, _)| cond.as_ref());
            (
                std::iter::once(by).chain(conditions).collect(),
                arms.iter().map(|(_, _, body)| body.as_slice()).collect(),
            )
        }
        HStmt::Act { who, then, other, .. } => {
            (vec![who], std::iter::once(then.as_slice()).chain(other.as_deref()).collect())
        }
        HStmt::Window { players, .. } => (through_of(players), Vec::new()),
        HStmt::Offer { params, when, .. } => {
            (params.iter().map(|(_, e)| e).chain(when.iter()).collect(), Vec::new())
        }
    }
}

fn through_of(through: &LoopSource) -> Vec<&HExpr> {
    match through {
        LoopSource::Set(e) | LoopSource::Zone(e) | LoopSource::Turns(e) => vec![e],
        LoopSource::Ints(a, b) => vec![a, b],
    }
}

/// Returns the expressions of an effect.
pub(in crate::check) fn effect_of(effect: &HEffect) -> Vec<&HExpr> {
    match effect {
        HEffect::Move(a, b, _) | HEffect::MoveAll(a, b, _) | HEffect::Swap(a, b) | HEffect::Show(a, b) => {
            vec![a, b]
        }
        HEffect::Deal(a, b, n) | HEffect::Hint(a, b, _, n) => vec![a, b, n],
        HEffect::Box(e)
        | HEffect::Shuffle(e)
        | HEffect::Win(e, _)
        | HEffect::Lose(e, _)
        | HEffect::Out(e) => vec![e],
        HEffect::Tally(c, n) => std::iter::once(c).chain(n.iter()).collect(),
        HEffect::Record(_) | HEffect::Forget(_) | HEffect::End(..) | HEffect::Log(..) => Vec::new(),
    }
}
