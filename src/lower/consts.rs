//! What is known when a game is compiled: constant sets, and conditions over what components print.

use super::Lowering;
use crate::check::Ty;
use crate::check::hir::{Arith, Compare, HExpr, HKind, HStmt, Local, SetOp};
use crate::ir::SlotInfo;

impl Lowering<'_> {
    /// The words of a set that never changes.
    pub(super) fn const_set(&self, e: &HExpr) -> Option<Vec<u64>> {
        match &e.kind {
            HKind::ConstSet(words) => Some(words.clone()),
            HKind::Bearers(slot) => Some(self.bearers(*slot)),
            HKind::SetOf(elements) => {
                let mut words = vec![0u64; self.world.words(&e.ty)];
                for element in elements {
                    let v = match element.kind {
                        HKind::Value(v) => v,
                        HKind::Int(v) => u64::try_from(v).ok()?,
                        _ => return None,
                    };
                    *words.get_mut(v as usize / 64)? |= 1 << (v % 64);
                }
                Some(words)
            }
            HKind::Range(a, b) => match (&a.kind, &b.kind) {
                (HKind::Int(a), HKind::Int(b)) if *a >= 0 && *b <= 63 => {
                    let mut word = 0u64;
                    for v in *a..=*b {
                        word |= 1 << v;
                    }
                    Some(vec![word])
                }
                _ => None,
            },
            HKind::SetOp(op, a, b) => {
                let (a, b) = (self.const_set(a)?, self.const_set(b)?);
                let join = |(a, b): (u64, u64)| match op {
                    SetOp::Union => a | b,
                    SetOp::Without => a & !b,
                    SetOp::Both => a & b,
                };
                Some(a.into_iter().zip(b).map(join).collect())
            }
            _ => None,
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

    /// The components for which a condition over `element` holds, where that depends on nothing but what they print.
    pub(super) fn printed_set(&self, cond: &HExpr, element: Local, ty: &Ty) -> Option<Vec<u64>> {
        let Ty::Component(kind) = ty else { return None };
        let kind = &self.world.kinds[*kind as usize];
        let mut words = vec![0u64; self.world.component_words()];
        for c in kind.first..kind.first + kind.count {
            if self.known(cond, element, c)? != 0 {
                words[c as usize / 64] |= 1 << (c % 64);
            }
        }
        // A kind without components tells nothing about what the condition depends on.
        (kind.count > 0).then_some(words)
    }

    /// The value of an expression for one component, where it depends on nothing but what that prints.
    fn known(&self, e: &HExpr, element: Local, c: u32) -> Option<i64> {
        let of = |e: &HExpr| self.known(e, element, c);
        Some(match &e.kind {
            HKind::Int(v) => *v,
            HKind::Bool(b) => *b as i64,
            HKind::Value(v) => *v as i64,
            HKind::Local(local) if *local == element => c as i64,
            HKind::Attribute(a, owner) if matches!(owner.kind, HKind::Local(l) if l == element) => {
                if !matches!(e.ty, Ty::Int | Ty::Bool | Ty::Enum(_) | Ty::Name | Ty::Component(_)) {
                    return None;
                }
                self.world.printed[*a as usize][c as usize] as i64
            }
            HKind::Compare(op, a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                match op {
                    Compare::Eq => (a == b) as i64,
                    Compare::Ne => (a != b) as i64,
                    Compare::Lt => (a < b) as i64,
                    Compare::Le => (a <= b) as i64,
                }
            }
            HKind::And(a, b) => (of(a)? != 0 && of(b)? != 0) as i64,
            HKind::Or(a, b) => (of(a)? != 0 || of(b)? != 0) as i64,
            HKind::Not(a) => (of(a)? == 0) as i64,
            HKind::Arith(op, a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                match op {
                    Arith::Add => a.checked_add(b)?,
                    Arith::Sub => a.checked_sub(b)?,
                    Arith::Mul => a.checked_mul(b)?,
                    Arith::Min => a.min(b),
                    Arith::Max => a.max(b),
                    Arith::Div | Arith::Rem => return None,
                }
            }
            HKind::In(v, set) if matches!(set.kind, HKind::Range(..)) => {
                let HKind::Range(low, high) = &set.kind else { return None };
                (of(low)?..=of(high)?).contains(&of(v)?) as i64
            }
            HKind::In(v, set) => {
                let (v, set) = (of(v)?, self.const_set(set)?);
                let word =
                    usize::try_from(v / 64).ok().filter(|_| v >= 0).and_then(|w| set.get(w)).copied().unwrap_or(0);
                (word >> (v.rem_euclid(64)) & 1) as i64
            }
            _ => return None,
        })
    }
}

/// Whether an expression looks at a variable.
pub(super) fn mentions(e: &HExpr, local: Local) -> bool {
    let mut found = false;
    walk(e, &mut |e| found |= matches!(e.kind, HKind::Local(l) if l == local));
    found
}

/// Visits an expression and all its parts.
pub(super) fn walk(e: &HExpr, visit: &mut impl FnMut(&HExpr)) {
    visit(e);
    match &e.kind {
        HKind::Int(_)
        | HKind::Bool(_)
        | HKind::Value(_)
        | HKind::Local(_)
        | HKind::Option(_)
        | HKind::TableField(_)
        | HKind::Zone(_)
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
        | HKind::Random(a) => walk(a, visit),
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
            walk(a, visit);
            walk(b, visit);
        }
        HKind::If(a, b, c) => {
            walk(a, visit);
            walk(b, visit);
            walk(c, visit);
        }
        HKind::Filter { set, cond, .. } => {
            walk(set, visit);
            walk(cond, visit);
        }
        HKind::Aggregate { set, of, .. } => {
            walk(set, visit);
            if let Some(of) = of {
                walk(of, visit);
            }
        }
        HKind::SetOf(parts) | HKind::Call(_, parts) => parts.iter().for_each(|p| walk(p, visit)),
        HKind::Slot { rule, who, args, .. } => {
            walk(rule, visit);
            if let Some(who) = who {
                walk(who, visit);
            }
            args.iter().for_each(|a| walk(a, visit));
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
