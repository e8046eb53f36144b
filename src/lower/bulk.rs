//! Bulk instructions, which evaluate a whole set at once: the cells of components, the values of a field, the
//! contents of many places, and the components that lie where a modifier requires.

use super::emit::FunctionLowering;
use super::fault_analysis::can_fail;
use crate::check::Ty;
use crate::check::hir::parts::mentions;
use crate::check::hir::tree::{Aggregate, HExpr, HKind, HStmt, Local};
use crate::ir::code::{Op, Reg};

impl FunctionLowering<'_, '_> {
    /// Lowers an aggregate to one instruction, with its result in `d`. Returns false, and emits nothing, if
    /// it must be computed element by element.
    pub(super) fn in_one_step(
        &mut self,
        op: Aggregate,
        set: &HExpr,
        element: Local,
        of: &HExpr,
        d: Reg,
    ) -> bool {
        let is_element = |e: &HExpr| matches!(e.kind, HKind::Local(l) if l == element);
        let n = self.words(set) as u8;
        match (op, &of.kind) {
            (Aggregate::Values, HKind::CellOf(c)) if is_element(c) => {
                let a = self.value(set);
                let n = self.l.ir.geometry.words as u8;
                self.emit(Op::CellsOf { n, d, a });
            }
            (Aggregate::Values, HKind::Field(f, owner))
                if is_element(owner)
                    && matches!(of.ty, Ty::Int | Ty::Enum(_) | Ty::Player)
                    && self.l.symbols.words(&of.ty.clone().set()) == 1 =>
            {
                let (f, a) = (*f, self.value(set));
                self.emit(Op::ValuesOf { n, d, f, a });
            }
            (Aggregate::Union, HKind::Contents(zone)) => match &zone.kind {
                HKind::ZoneAt(z, Some(thing), None) if is_element(thing) && set.ty == Ty::Cell.set() => {
                    let (zone, a) = (*z, self.value(set));
                    let n = self.l.symbols.component_words() as u8;
                    self.emit(Op::OnCells { n, d, zone, a });
                }
                HKind::ZoneAt(z, Some(thing), Some(value))
                    if is_element(value) && n == 1 && !mentions(thing, element) && !can_fail(thing) =>
                {
                    let (zone, at) = (*z, self.temp(2));
                    self.into(thing, at);
                    self.into(set, at + 1);
                    let n = self.l.symbols.component_words() as u8;
                    self.emit(Op::InPlaces { n, d, zone, at });
                }
                _ => return false,
            },
            _ => return false,
        }
        true
    }
}

/// Matches a loop whose only effect is to change a variable for those of its components that lie in a zone,
/// as most modifiers on cards do. Returns the zone's contents, and the statements without that condition.
pub(super) fn lying_in(element: Local, body: &[HStmt]) -> Option<(HExpr, Vec<HStmt>)> {
    let is_element = |e: &HExpr| matches!(e.kind, HKind::Local(l) if l == element);
    let body = match body {
        // Being in a zone implies being in play.
        [HStmt::If(asked, inner, other)] if other.is_empty() => match &asked.kind {
            HKind::IsSome(of) if matches!(&of.kind, HKind::ZoneOf(c) if is_element(c)) => inner,
            _ => body,
        },
        _ => body,
    };
    let [HStmt::If(cond, change, other)] = body else { return None };
    let [HStmt::Set(changed, _)] = change.as_slice() else { return None };
    let (first, rest) = first_of_all(cond);
    let HKind::In(one, set) = &first.kind else { return None };
    let asked_once = matches!(set.kind, HKind::Contents(_))
        && is_element(one)
        && !mentions(set, element)
        && !mentions(set, *changed)
        && !can_fail(set);
    if !other.is_empty() || !asked_once {
        return None;
    }
    let left = match rest {
        Some(rest) => vec![HStmt::If(rest, change.clone(), Vec::new())],
        None => change.clone(),
    };
    Some(((**set).clone(), left))
}

/// Splits a conjunction into its leftmost operand and the conjunction of the others.
fn first_of_all(cond: &HExpr) -> (&HExpr, Option<HExpr>) {
    let HKind::And(a, b) = &cond.kind else { return (cond, None) };
    let (first, rest) = first_of_all(a);
    let rest = match rest {
        Some(rest) => HExpr { kind: HKind::And(Box::new(rest), b.clone()), ..cond.clone() },
        None => (**b).clone(),
    };
    (first, Some(rest))
}
