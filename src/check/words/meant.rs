//! What rules mean that a text has to say: their numbers, the values of enums, the names of cards, each with its place.

use crate::check::hir::{Arith, Compare, HExpr, HKind, HStmt};
use crate::check::parts::{inside, parts};
use crate::check::types::Ty;
use crate::check::world::World;
use crate::source::Span;

/// A way in which a number is said: the number, and whether it has to be said as a bound that is not reached ("more than"), or must
/// not be.
pub(super) type Way = (i64, Option<bool>);

/// What one node of a rule means.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Meaning {
    /// A number, and the ways in which it may be said; the first is as it is written.
    Number(Vec<Way>),
    /// Numbers that may be said.
    Numbers(i64, i64),
    /// A value of an enum.
    Value(u16, u64),
    /// Any value of an enum may be said.
    AnyValue(u16),
    /// Something of an enum is asked for.
    Enum(u16),
    /// The name of a card.
    Name(u64),
    /// A function or verb is called.
    Call(u16),
}

/// All that the rules of a game mean, in the order of places.
#[derive(Debug, Default)]
pub(super) struct Meant {
    all: Vec<(Span, Meaning)>,
}

impl Meant {
    /// Looks through every function.
    pub fn of(world: &World) -> Meant {
        let mut meant = Meant::default();
        for f in &world.functions {
            if let Some(body) = &f.body {
                meant.block(world, &body.body);
            }
        }
        // What several components bear stands in a verb once for each run of them.
        meant.all.sort_by_key(|(span, _)| *span);
        meant.all.dedup();
        meant
    }

    /// What stands within a place. What is known of the whole of it, such as the value of a parameter, is not written there.
    pub fn within(&self, place: Span) -> impl Iterator<Item = &(Span, Meaning)> {
        let first = self.all.partition_point(|(span, _)| (span.file, span.start) < (place.file, place.start));
        let inside = move |span: &Span| span.file == place.file && span.start < place.end;
        self.all[first..]
            .iter()
            .take_while(move |(span, _)| inside(span))
            .filter(move |(span, _)| span.end <= place.end)
    }

    fn block(&mut self, world: &World, body: &[HStmt]) {
        for s in body {
            let (exprs, blocks) = inside(s);
            exprs.into_iter().for_each(|e| self.expr(world, e));
            blocks.into_iter().for_each(|b| self.block(world, b));
        }
    }

    fn expr(&mut self, world: &World, e: &HExpr) {
        let mut says = |meaning| self.all.push((e.span, meaning));
        if let Ty::Enum(of) = element(&e.ty) {
            says(Meaning::Enum(*of));
        }
        match &e.kind {
            HKind::Int(n) => says(Meaning::Number(vec![(n.saturating_abs(), None)])),
            HKind::Value(v) => match &e.ty {
                Ty::Enum(of) => says(Meaning::Value(*of, *v)),
                Ty::Name => says(Meaning::Name(*v)),
                Ty::Component(_) => {
                    if let Some(c) = world.components.get(*v as usize) {
                        says(Meaning::Name(u64::from(c.name)));
                    }
                }
                _ => {}
            },
            HKind::ConstSet(_) => {
                if let Ty::Enum(of) = element(&e.ty) {
                    says(Meaning::AnyValue(*of));
                }
            }
            HKind::Call(f, _) => says(Meaning::Call(*f)),
            HKind::Range(a, b) => {
                if let (HKind::Int(a), HKind::Int(b)) = (&a.kind, &b.kind) {
                    says(Meaning::Numbers((*a).min(*b), (*a).max(*b)));
                }
            }
            HKind::Arith(op, a, b) => {
                if let (HKind::Int(x), HKind::Int(y)) = (&a.kind, &b.kind) {
                    let plain = [x, y].map(|n| (n.saturating_abs(), None));
                    let result = folded(*op, *x, *y).map(|n| (n.saturating_abs(), None));
                    // Said as the result, or by its parts.
                    for (part, span) in plain.into_iter().zip([a.span, b.span]) {
                        self.all.push((span, Meaning::Number([part].into_iter().chain(result).collect())));
                    }
                    return;
                }
            }
            HKind::Compare(how, a, b) => {
                if let Some((number, ways)) = bound(*how, a, b) {
                    self.all.push((number.span, Meaning::Number(ways)));
                    let other = if std::ptr::eq(number, &**a) { b } else { a };
                    self.expr(world, other);
                    return;
                }
            }
            _ => {}
        }
        parts(e).into_iter().for_each(|part| self.expr(world, part));
    }
}

/// The type, or that of the elements.
fn element(ty: &Ty) -> &Ty {
    match ty {
        Ty::Set(of) | Ty::Optional(of) => of,
        ty => ty,
    }
}

fn folded(op: Arith, a: i64, b: i64) -> Option<i64> {
    match op {
        Arith::Add => a.checked_add(b),
        Arith::Sub => a.checked_sub(b),
        Arith::Mul => a.checked_mul(b),
        Arith::Div => a.checked_div(b),
        Arith::Rem => a.checked_rem(b),
        Arith::Min => Some(a.min(b)),
        Arith::Max => Some(a.max(b)),
    }
}

/// The number that something is compared with, and how that may be said: `n > 4` is "more than four" and "five or more".
fn bound<'e>(how: Compare, a: &'e HExpr, b: &'e HExpr) -> Option<(&'e HExpr, Vec<Way>)> {
    let (number, n, step) = match (&a.kind, &b.kind) {
        (HKind::Int(n), other) if !matches!(other, HKind::Int(_)) => (a, *n, 1),
        (other, HKind::Int(n)) if !matches!(other, HKind::Int(_)) => (b, *n, -1),
        _ => return None,
    };
    let ways: Vec<Way> = match how {
        Compare::Eq | Compare::Ne => vec![(n, None)],
        Compare::Lt => vec![(n, Some(true)), (n.saturating_add(step), Some(false))],
        Compare::Le => vec![(n, Some(false)), (n.saturating_sub(step), Some(true))],
    };
    Some((number, ways.into_iter().map(|(n, way)| (n.saturating_abs(), way)).collect()))
}
