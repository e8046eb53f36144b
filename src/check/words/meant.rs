//! What rules mean that a text has to say: their numbers, the values of enums, the names of cards, each with its place.

use crate::check::hir::{Arith, Compare, Effect, HExpr, HKind, HStmt};
use crate::check::parts::{inside, parts};
use crate::check::types::Ty;
use crate::check::world::World;
use crate::source::Span;

/// How a number of a rule may be said. `n > 4` is "more than 4", "5 or more", "at most 4" (of what does not happen), and 5.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ways {
    /// As the rule writes it, without its sign.
    pub written: i64,
    /// What may be said without any word of comparison.
    pub plain: Vec<i64>,
    /// Of a comparison: the number below or at which it comes out one way, and above which the other.
    pub split: Option<i64>,
}

impl Ways {
    fn plain(written: i64) -> Ways {
        Ways { written, plain: vec![written], split: None }
    }

    /// Every number that stands for this one in a text.
    pub fn all(&self) -> impl Iterator<Item = i64> + '_ {
        let around = self.split.into_iter().flat_map(|k| [k, k.saturating_add(1)]);
        self.plain.iter().copied().chain([self.written]).chain(around.map(i64::saturating_abs))
    }
}

/// What one node of a rule means.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Meaning {
    /// A number.
    Number(Ways),
    /// How many there are of something, which may be said: the elements of a set, or calls of one verb.
    Count(i64),
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
    /// The name of a card that may be said.
    MayName(u64),
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
        self.repeated(body);
        for s in body {
            match s {
                HStmt::PutTable(f, _) if world.fields[*f as usize].unchecked => continue,
                HStmt::Put(f, owner, _) if world.fields[*f as usize].unchecked => {
                    self.expr(world, owner);
                    continue;
                }
                _ => {}
            }
            let (exprs, blocks) = inside(s);
            exprs.into_iter().for_each(|e| self.expr(world, e));
            blocks.into_iter().for_each(|b| self.block(world, b));
        }
    }

    /// What statements do several times over: "twice", "two cards".
    fn repeated(&mut self, body: &[HStmt]) {
        let mut done: Vec<(Deed, i64, Span)> = Vec::new();
        for (deed, span) in body.iter().filter_map(deed) {
            match done.iter_mut().find(|(known, ..)| *known == deed) {
                Some((_, n, _)) => *n += 1,
                None => done.push((deed, 1, span)),
            }
        }
        let several = done.into_iter().filter(|(_, n, _)| *n > 1);
        self.all.extend(several.map(|(_, n, span)| (span, Meaning::Count(n))));
    }

    fn expr(&mut self, world: &World, e: &HExpr) {
        let mut says = |meaning| self.all.push((e.span, meaning));
        if let Ty::Enum(of) = element(&e.ty) {
            says(Meaning::Enum(*of));
        }
        match &e.kind {
            HKind::Int(n) => says(Meaning::Number(Ways::plain(n.saturating_abs()))),
            HKind::SetOf(elements) if elements.len() > 1 => says(Meaning::Count(elements.len() as i64)),
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
                match element(&e.ty) {
                    Ty::Enum(of) => says(Meaning::AnyValue(*of)),
                    // A kind and its only card are often called alike: "If it is a Rumour" may mean either.
                    Ty::Component(k) => {
                        let id = world.kinds.get(usize::from(*k)).map(|kind| &kind.id);
                        if let Some(n) = id.and_then(|id| world.name_ids.get(id)) {
                            says(Meaning::MayName(u64::from(*n)));
                        }
                    }
                    _ => {}
                }
            }
            HKind::Compare(_, a, b) if unchecked(world, a) || unchecked(world, b) => {
                parts(a).into_iter().chain(parts(b)).for_each(|part| self.expr(world, part));
                return;
            }
            HKind::In(a, _) if unchecked(world, a) => {
                parts(a).into_iter().for_each(|part| self.expr(world, part));
                return;
            }
            HKind::Call(f, _) => says(Meaning::Call(*f)),
            HKind::Range(a, b) => {
                if let (HKind::Int(a), HKind::Int(b)) = (&a.kind, &b.kind) {
                    says(Meaning::Numbers((*a).min(*b), (*a).max(*b)));
                }
            }
            HKind::Arith(op, a, b) => {
                if let (HKind::Int(x), HKind::Int(y)) = (&a.kind, &b.kind) {
                    let result = folded(*op, *x, *y).map(i64::saturating_abs);
                    // Said as the result, or by its parts.
                    for (part, span) in [x, y].into_iter().zip([a.span, b.span]) {
                        let mut ways = Ways::plain(part.saturating_abs());
                        ways.plain.extend(result);
                        self.all.push((span, Meaning::Number(ways)));
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

/// Something that a statement does.
#[derive(PartialEq)]
enum Deed {
    Call(u16),
    Effect(std::mem::Discriminant<Effect>),
    Choice,
}

fn deed(s: &HStmt) -> Option<(Deed, Span)> {
    match s {
        HStmt::Do(HExpr { kind: HKind::Call(f, _), span, .. })
        | HStmt::Set(_, HExpr { kind: HKind::Call(f, _), span, .. }) => Some((Deed::Call(*f), *span)),
        HStmt::Effect(effect, span) => Some((Deed::Effect(std::mem::discriminant(effect)), *span)),
        HStmt::Choose { span, .. } => Some((Deed::Choice, *span)),
        _ => None,
    }
}

/// Whether it is a state that texts need not speak of.
fn unchecked(world: &World, e: &HExpr) -> bool {
    matches!(&e.kind, HKind::TableField(f) | HKind::Field(f, _) if world.fields[*f as usize].unchecked)
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

/// The number that something is compared with, and how that may be said.
fn bound<'e>(how: Compare, a: &'e HExpr, b: &'e HExpr) -> Option<(&'e HExpr, Ways)> {
    let (number, n, on_the_left) = match (&a.kind, &b.kind) {
        (HKind::Int(n), other) if !matches!(other, HKind::Int(_)) => (a, *n, true),
        (other, HKind::Int(n)) if !matches!(other, HKind::Int(_)) => (b, *n, false),
        _ => return None,
    };
    // The split, and the number that is reached where the comparison holds: `e < 5` is split at 4, and says "4 or fewer".
    let (split, reached) = match (how, on_the_left) {
        (Compare::Eq | Compare::Ne, _) => return Some((number, Ways::plain(n.saturating_abs()))),
        (Compare::Lt, false) => (n.saturating_sub(1), n.saturating_sub(1)),
        (Compare::Le, false) => (n, n),
        (Compare::Lt, true) => (n, n.saturating_add(1)),
        (Compare::Le, true) => (n.saturating_sub(1), n),
    };
    let ways = Ways { written: n.saturating_abs(), plain: vec![reached.saturating_abs()], split: Some(split) };
    Some((number, ways))
}
