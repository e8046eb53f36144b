//! What is known when a game is compiled: constant sets, and conditions over what components print.

use super::Lowering;
use super::evaluate::{Env, Known};
use crate::check::Ty;
use crate::check::hir::{HExpr, HKind, HStmt, Local};
use crate::ir::SlotInfo;

impl Lowering<'_> {
    /// The words of a set that never changes.
    pub(super) fn const_set(&self, e: &HExpr) -> Option<Vec<u64>> {
        if !matches!(e.ty, Ty::Set(_)) {
            return None;
        }
        match self.evaluate(e, &mut Env::new(20_000))? {
            Known::Set(words) => Some(words),
            Known::Word(_) => None,
        }
    }

    /// Every component that bears a rule in a slot.
    pub(super) fn bearers(&self, slot: u16) -> Vec<u64> {
        let mut words = vec![0u64; self.world.component_words()];
        for (c, rule) in self.world.slots[slot as usize].rules.iter().enumerate() {
            if *rule != SlotInfo::EMPTY {
                words[c / 64] |= 1 << (c % 64);
            }
        }
        words
    }

    /// The components or cells for which a condition over `element` holds, where that depends on nothing but what they print.
    pub(super) fn printed_set(&self, cond: &HExpr, element: Local, ty: &Ty) -> Option<Vec<u64>> {
        let (first, count) = match ty {
            Ty::Component(kind) => {
                let kind = &self.world.kinds[*kind as usize];
                (kind.first, kind.count)
            }
            Ty::Cell => (0, self.world.cells.len() as u32),
            _ => return None,
        };
        let mut words = vec![0u64; self.world.words(&ty.clone().set())];
        let mut env = Env::new(count.saturating_mul(1000));
        for c in first..first + count {
            env.set(element, Known::Word(u64::from(c)));
            match self.evaluate(cond, &mut env)? {
                Known::Word(0) => {}
                _ => words[c as usize / 64] |= 1 << (c % 64),
            }
        }
        // A kind without components tells nothing about what the condition depends on.
        (count > 0).then_some(words)
    }
}

/// Whether an expression looks at a variable.
pub(super) fn mentions(e: &HExpr, local: Local) -> bool {
    let mut found = false;
    walk(e, &mut |e| found |= matches!(e.kind, HKind::Local(l) if l == local));
    found
}

/// Visits an expression and everything in it.
pub(super) fn walk(e: &HExpr, visit: &mut dyn FnMut(&HExpr)) {
    visit(e);
    each_part(e, &mut |part| walk(part, visit));
}

/// Visits the parts of an expression, not theirs.
pub(super) fn each_part(e: &HExpr, visit: &mut dyn FnMut(&HExpr)) {
    match &e.kind {
        HKind::Int(_)
        | HKind::Bool(_)
        | HKind::Value(_)
        | HKind::Local(_)
        | HKind::Option(_)
        | HKind::TableField(_)
        | HKind::Zone(_)
        | HKind::Times(_)
        | HKind::ConstSet(_)
        | HKind::Bearers(_)
        | HKind::Players
        | HKind::PlayerCount => {}
        HKind::Field(_, a)
        | HKind::Attribute(_, a)
        | HKind::PlayerZone(_, a)
        | HKind::Contents(a)
        | HKind::Negate(a)
        | HKind::Abs(a)
        | HKind::Not(a)
        | HKind::Open(a, _)
        | HKind::Next(a)
        | HKind::SeatOf(a)
        | HKind::PlayerAt(a)
        | HKind::Holder(a)
        | HKind::ZoneOf(a)
        | HKind::InPlayersZone(a, _)
        | HKind::IsSome(a)
        | HKind::Top(a)
        | HKind::Bottom(a)
        | HKind::Random(a) => visit(a),
        HKind::Range(a, b)
        | HKind::Arith(_, a, b)
        | HKind::Compare(_, a, b)
        | HKind::SetEq(a, b)
        | HKind::And(a, b)
        | HKind::Or(a, b)
        | HKind::In(a, b)
        | HKind::SetOp(_, a, b)
        | HKind::Default(a, b)
        | HKind::Roll(a, b) => {
            visit(a);
            visit(b);
        }
        HKind::If(a, b, c) => {
            visit(a);
            visit(b);
            visit(c);
        }
        HKind::Filter { set, cond, .. } => {
            visit(set);
            visit(cond);
        }
        HKind::Aggregate { set, of, .. } => {
            visit(set);
            if let Some(of) = of {
                visit(of);
            }
        }
        HKind::SetOf(parts) | HKind::Call(_, parts) | HKind::Board(_, parts) => parts.iter().for_each(visit),
        HKind::Slot { rule, who, args, .. } => {
            visit(rule);
            if let Some(who) = who {
                visit(who);
            }
            args.iter().for_each(visit);
        }
    }
}

/// The slot whose statements are all that a loop does with its element.
pub(super) fn only_runs_slot(body: &[HStmt], element: Local) -> Option<u16> {
    match body {
        [HStmt::Do(HExpr { kind: HKind::Slot { slot, rule, .. }, .. })] if matches!(rule.kind, HKind::Local(l) if l == element) => {
            Some(*slot)
        }
        _ => None,
    }
}
