//! Flow analysis of optionals: `x is not none and …` may use x to its right without opening it.
//!
//! It covers only expressions whose value cannot change: a variable that is never assigned to, or a read of
//! the table with no side effect in between.

use crate::check::body::scope::{Cx, ScopeItem};
use crate::check::hir::tree::{HExpr, HKind, Local};
use crate::check::hir::types::Ty;
use crate::ir::ToIndex;
use crate::syntax::ast::{Block, ExprKind, Stmt, StmtKind};

impl Cx<'_> {
    /// Records the optionals that a condition proves not to be none if it is true (or, with `holds` false, if
    /// it is false). They are in scope until the enclosing mark is left. `since` is the number of side
    /// effects before the condition: its own side effects may invalidate what it proved.
    pub(in crate::check) fn know(&mut self, cond: &HExpr, holds: bool, since: u32) {
        match &cond.kind {
            HKind::And(a, b) if holds => {
                self.know(a, true, since);
                self.know(b, true, since);
            }
            HKind::Or(a, b) if !holds => {
                self.know(a, false, since);
                self.know(b, false, since);
            }
            HKind::Not(a) => self.know(a, !holds, since),
            HKind::IsSome(e) if holds && stays(self, e) => {
                self.items.push(ScopeItem::There((**e).clone(), since))
            }
            _ => {}
        }
    }

    /// Records the same for a block of statements: there only a variable keeps its value, and only if the
    /// block does not assign to it.
    pub(in crate::check) fn know_in(&mut self, cond: &HExpr, holds: bool, block: &Block) {
        let written = assigned_names(block);
        let mark = self.items.len();
        self.know(cond, holds, self.happened);
        let kept: Vec<ScopeItem> =
            self.items.drain(mark..).filter(|i| stays_in_block(i, &self.locals)).collect();
        let names = |local: Local, items: &[ScopeItem]| {
            items.iter().any(|i| match i {
                ScopeItem::Variable { name, local: l, .. } => *l == local && written.contains(name),
                _ => false,
            })
        };
        for item in kept {
            let ScopeItem::There(HExpr { kind: HKind::Local(local), .. }, _) = &item else { continue };
            if !names(*local, &self.items) {
                self.items.push(item);
            }
        }
    }

    /// Returns whether a condition can prove an optional not to be none for what stands to its right.
    pub(in crate::check) fn may_be_narrowed(&self, e: &HExpr) -> bool {
        stays(self, e)
    }

    /// Returns a `T?` that is known not to be none as a `T`.
    pub(in crate::check) fn narrow_optional(&self, e: &HExpr) -> Option<HExpr> {
        let Ty::Optional(inner) = &e.ty else { return None };
        let holds = |there: &HExpr, then: u32| {
            asks_the_same(there, e) && (then == self.happened || matches!(there.kind, HKind::Local(_)))
        };
        let known =
            self.items.iter().any(|i| matches!(i, ScopeItem::There(there, then) if holds(there, *then)));
        known.then(|| HExpr { ty: (**inner).clone(), ..e.clone() })
    }
}

fn stays_in_block(item: &ScopeItem, locals: &[Ty]) -> bool {
    let ScopeItem::There(HExpr { kind: HKind::Local(l), .. }, _) = item else { return false };
    matches!(locals[l.0.index()], Ty::Optional(_))
}

/// Returns whether an expression evaluates to the same value again, as long as there is no side effect in
/// between.
fn stays(cx: &Cx, e: &HExpr) -> bool {
    parts_of(e).is_some_and(|parts| parts.into_iter().all(|p| stays(cx, p)))
        && !matches!(&e.kind, HKind::Call(f, _) if cx.symbols.functions[*f].effects)
}

/// Returns the subexpressions of an expression that this analysis covers; `None` for all others.
fn parts_of(e: &HExpr) -> Option<Vec<&HExpr>> {
    Some(match &e.kind {
        HKind::Local(_)
        | HKind::Value(_)
        | HKind::Int(_)
        | HKind::Option(_)
        | HKind::TableField(_)
        | HKind::Zone(_) => Vec::new(),
        HKind::Field(_, of) | HKind::Attribute(_, of) | HKind::PlayerZone(_, of) | HKind::PlayerAt(of) => {
            vec![of]
        }
        HKind::Lane(a, b) | HKind::SeatsOn(a, b) => vec![a, b],
        HKind::Holder(of) | HKind::ZoneOf(of) | HKind::Top(of) | HKind::Bottom(of) | HKind::Next(of) => {
            vec![of]
        }
        HKind::Board(_, args) | HKind::Call(_, args) => args.iter().collect(),
        _ => return None,
    })
}

/// Returns whether two expressions are the same read.
pub(in crate::check) fn asks_the_same(a: &HExpr, b: &HExpr) -> bool {
    let alike = match (&a.kind, &b.kind) {
        (HKind::Local(x), HKind::Local(y)) => x == y,
        (HKind::Value(x), HKind::Value(y)) => x == y,
        (HKind::Int(x), HKind::Int(y)) => x == y,
        (HKind::Option(x), HKind::Option(y)) => x == y,
        (HKind::TableField(x), HKind::TableField(y)) => x == y,
        (HKind::Zone(x), HKind::Zone(y)) => x == y,
        (HKind::Field(x, _), HKind::Field(y, _)) => x == y,
        (HKind::Attribute(x, _), HKind::Attribute(y, _)) => x == y,
        (HKind::PlayerZone(x, _), HKind::PlayerZone(y, _)) => x == y,
        (HKind::Call(x, _), HKind::Call(y, _)) => x == y,
        (HKind::Board(x, _), HKind::Board(y, _)) => x == y,
        (HKind::Holder(_), HKind::Holder(_)) | (HKind::ZoneOf(_), HKind::ZoneOf(_)) => true,
        (HKind::Lane(..), HKind::Lane(..)) | (HKind::SeatsOn(..), HKind::SeatsOn(..)) => true,
        (HKind::Top(_), HKind::Top(_)) | (HKind::Bottom(_), HKind::Bottom(_)) => true,
        (HKind::Next(_), HKind::Next(_)) | (HKind::PlayerAt(_), HKind::PlayerAt(_)) => true,
        _ => false,
    };
    alike
        && match (parts_of(a), parts_of(b)) {
            (Some(a), Some(b)) => {
                a.len() == b.len() && a.into_iter().zip(b).all(|(a, b)| asks_the_same(a, b))
            }
            _ => false,
        }
}

/// Returns the names of variables that statements assign to.
fn assigned_names(block: &Block) -> Vec<String> {
    fn visit(stmt: &Stmt, out: &mut Vec<String>) {
        let mut blocks: Vec<&Block> = Vec::new();
        match &stmt.kind {
            StmtKind::Assign { target, .. } | StmtKind::Forget(target) => {
                if let ExprKind::Name(name) = &target.kind {
                    out.push(name.clone());
                }
            }
            StmtKind::If { then, other, .. }
            | StmtKind::IfLet { then, other, .. }
            | StmtKind::May { then, other, .. } => {
                blocks.push(then);
                blocks.extend(other);
            }
            StmtKind::ForEach { body, .. } | StmtKind::Repeat { body, .. } | StmtKind::While { body, .. } => {
                blocks.push(body);
            }
            StmtKind::Choose(choose) => {
                blocks.extend(&choose.then);
                blocks.extend(&choose.other);
            }
            StmtKind::ChooseOption { options, .. } => blocks.extend(options.iter().map(|o| &o.body)),
            StmtKind::Act { then, other, .. } => {
                blocks.extend(then);
                blocks.extend(other);
            }
            _ => {}
        }
        blocks.into_iter().flat_map(|b| &b.statements).for_each(|s| visit(s, out));
    }
    let mut out = Vec::new();
    block.statements.iter().for_each(|s| visit(s, &mut out));
    out
}
