//! Lowering of `S where C` to set algebra.
//!
//! A condition is split at `and`, `or` and `not`. A test of an indexed field (`suit == herb`, `marked`), of
//! membership (`it in others`), or of printed attributes alone becomes an intersection or difference with a
//! set that the state or the constant pool already holds. A condition that does not read the element is
//! evaluated once. Only the rest is evaluated element by element, last, when few elements remain.

use super::emit::{FunctionLowering, UNAIMED};
use super::fault_analysis::can_fail;
use crate::check::Ty;
use crate::check::hir::parts::mentions;
use crate::check::hir::tree::{CompareOp, HExpr, HKind, Local};
use crate::ir::code::{Op, Reg};
use crate::ir::{FieldId, NONE, Owner, TableId, ToIndex};

/// The value that a field is compared with.
enum ComparedValue<'e> {
    /// A value known at compile time.
    Constant(u64),
    /// A value computed in play.
    Of(&'e HExpr),
}

/// Returns the value of a literal.
fn known_value(e: &HExpr) -> Option<u64> {
    match e.kind {
        HKind::Value(v) => Some(v),
        HKind::Bool(v) => Some(v as u64),
        HKind::Int(v) => Some(v as u64),
        _ => None,
    }
}

/// An order comparison of a number with another.
#[derive(Clone, Copy)]
enum OrderRelation {
    Less,
    UpTo,
    More,
    From,
    Is,
    Not,
}

impl OrderRelation {
    /// Returns the negated relation.
    fn opposite(self) -> OrderRelation {
        match self {
            OrderRelation::Less => OrderRelation::From,
            OrderRelation::UpTo => OrderRelation::More,
            OrderRelation::More => OrderRelation::UpTo,
            OrderRelation::From => OrderRelation::Less,
            OrderRelation::Is => OrderRelation::Not,
            OrderRelation::Not => OrderRelation::Is,
        }
    }

    /// Returns the instruction that keeps the owners whose number in field f stands in this relation to the
    /// number in a register.
    fn keep_op(self, n: u8, d: Reg, f: FieldId, a: Reg) -> Op {
        match self {
            OrderRelation::Less => Op::KeepLess { n, d, f, a },
            OrderRelation::UpTo => Op::KeepUpTo { n, d, f, a },
            OrderRelation::More => Op::KeepMore { n, d, f, a },
            OrderRelation::From => Op::KeepFrom { n, d, f, a },
            OrderRelation::Is => Op::KeepIs { n, d, f, a },
            OrderRelation::Not => Op::KeepNot { n, d, f, a },
        }
    }
}

/// A condition that can be evaluated on a whole set at once.
enum BulkCondition<'e> {
    /// Field f of the element is this value.
    FieldIs(FieldId, &'e HExpr),
    /// Field f of the element is less than this number; or, if the flag is false, not less.
    FieldBelow(FieldId, i64, bool),
    /// Field f of the element is in this set.
    FieldIn(FieldId, &'e HExpr),
    /// Field f (a bool) of the element is true.
    FieldHolds(FieldId),
    /// Field f of the element is not none.
    FieldSome(FieldId),
    /// A printed attribute of the element is this value: one row of a table, whose first row is for the
    /// number.
    AttributeIs(TableId, i16, &'e HExpr),
    /// The element is this value.
    Is(&'e HExpr),
    /// The element is in this set.
    In(&'e HExpr),
    /// Field f of the element, which has no suitable index, stands in this relation to this number.
    FieldCompares(FieldId, OrderRelation, &'e HExpr),
    /// The element is in a zone.
    InPlay,
    /// The element is on one of these cells.
    On(&'e HExpr),
    /// The condition depends only on printed attributes: the set of elements for which it holds.
    Printed(Vec<u64>),
    /// The condition does not read the element.
    Same(&'e HExpr),
}

impl FunctionLowering<'_, '_> {
    /// Lowers the elements of `set` for which `cond` holds into `d` (n words).
    pub(super) fn filtered(&mut self, set: &HExpr, d: Reg, n: usize, element: Local, cond: &HExpr) {
        // The first conjunct produces the set, and the others filter it.
        let (mut first, mut rest) = (cond, Vec::new());
        while let HKind::And(a, b) = &first.kind {
            let (a, b) = self.in_turn(a, b, element);
            rest.push(b);
            first = a;
        }
        // An index may already hold the result; otherwise the whole set is loaded and filtered.
        match self.l.const_set(set) {
            Some(all) if self.found_by_index(&all, d, n, element, first) => {}
            Some(all) if self.looked_up(&all, d, n, element, first) => {}
            _ => {
                self.into(set, d);
                self.filter(d, n, element, first, true);
            }
        }
        for cond in rest.into_iter().rev() {
            self.filter(d, n, element, cond, true);
        }
    }

    /// Lowers the elements of the constant set `all` for which `cond` holds, if an index holds exactly these:
    /// `all` contains every owner of the field. Returns false, and emits nothing, if not.
    fn found_by_index(&mut self, all: &[u64], d: Reg, n: usize, element: Local, cond: &HExpr) -> bool {
        let (f, value) = match (&cond.kind, self.bulk_condition(cond, element)) {
            (_, Some(BulkCondition::FieldIs(f, value))) => {
                (f, known_value(value).map_or(ComparedValue::Of(value), ComparedValue::Constant))
            }
            (_, Some(BulkCondition::FieldHolds(f))) => (f, ComparedValue::Constant(1)),
            (HKind::Not(inner), _) => match self.bulk_condition(inner, element) {
                Some(BulkCondition::FieldSome(f)) => (f, ComparedValue::Constant(NONE)),
                Some(BulkCondition::FieldHolds(f)) => (f, ComparedValue::Constant(0)),
                _ => return false,
            },
            _ => return false,
        };
        let field = &self.l.symbols.fields[f];
        let (first, count) = match field.owner {
            Owner::Cell => (0, self.l.symbols.cells.len() as u32),
            Owner::Component => {
                let kind = &self.l.symbols.kinds[field.kind];
                (kind.first.0, kind.count)
            }
            Owner::Table | Owner::Player => return false,
        };
        // The index may be copied as it is only if `all` leaves out none of the field's owners.
        if count == 0
            || !(first..first + count)
                .all(|owner| all.get(owner.index() / 64).is_some_and(|word| word >> (owner % 64) & 1 == 1))
        {
            return false;
        }
        // Components of other kinds, which do not have the field, are indexed under value 0.
        let others = field.owner == Owner::Component && count.index() < self.l.symbols.components.len();
        if others && !matches!(value, ComparedValue::Constant(value) if value != 0) {
            return false;
        }
        let (n, was) = (n as u8, std::mem::replace(&mut self.span, cond.span));
        match value {
            ComparedValue::Constant(value) => match self.index_place(f, value) {
                Some(addr) => self.emit(Op::LoadSet { n, d, addr }),
                None => self.emit(Op::Zero { n, d }),
            },
            ComparedValue::Of(value) => {
                let mark = self.next;
                let a = self.value(value);
                self.next = mark;
                self.emit(Op::IndexOf { n, d, f, a })
            }
        };
        self.span = was;
        true
    }

    /// Lowers the elements of the constant set `all` for which `cond` holds, if an index has them in a row:
    /// that row is intersected with `all`.
    fn looked_up(&mut self, all: &[u64], d: Reg, n: usize, element: Local, cond: &HExpr) -> bool {
        let Some(BulkCondition::FieldIs(f, value)) = self.bulk_condition(cond, element) else { return false };
        // The value is evaluated without regard to any element, so it must not be able to fail.
        if known_value(value).is_some() || can_fail(value) {
            return false;
        }
        let (mark, was) = (self.next, std::mem::replace(&mut self.span, cond.span));
        let a = self.value(value);
        self.next = mark;
        self.emit(Op::IndexOf { n: n as u8, d, f, a });
        self.by_constant(d, n, all, true);
        self.span = was;
        true
    }

    /// Orders two conjuncts for evaluation. One that is evaluated on the whole set goes first, so that few
    /// elements are left for the other, unless it could raise a fault that the other would have prevented.
    fn in_turn<'e>(&mut self, a: &'e HExpr, b: &'e HExpr, element: Local) -> (&'e HExpr, &'e HExpr) {
        let swap = self.is_whole(b, element) && !self.is_whole(a, element) && !can_fail(b);
        if swap { (b, a) } else { (a, b) }
    }

    /// Keeps in `set` (n words) the elements for which `cond` is `keep`.
    pub(super) fn filter(&mut self, set: Reg, n: usize, element: Local, cond: &HExpr, keep: bool) {
        let was = std::mem::replace(&mut self.span, cond.span);
        let mark = self.next;
        match (&cond.kind, keep) {
            (HKind::Bool(b), _) => {
                if *b != keep {
                    self.zero(set, n);
                }
            }
            // A negation needs no instruction: `keep` is inverted.
            (HKind::Not(inner), _) => self.filter(set, n, element, inner, !keep),
            (HKind::Compare(CompareOp::Ne, a, b), _) => {
                let same =
                    HExpr { kind: HKind::Compare(CompareOp::Eq, a.clone(), b.clone()), ..cond.clone() };
                self.filter(set, n, element, &same, !keep);
            }
            (HKind::And(a, b), true) | (HKind::Or(a, b), false) => {
                let (first, second) = self.in_turn(a, b, element);
                self.filter(set, n, element, first, keep);
                self.filter(set, n, element, second, keep);
            }
            // Only elements that fail the first operand are tested for the second, as in short-circuit
            // evaluation.
            (HKind::Or(a, b), true) | (HKind::And(a, b), false) => {
                let found = self.temp(n);
                self.copy(found, set, n);
                self.filter(found, n, element, a, keep);
                let rest = self.temp(n);
                self.emit(Op::Minus { n: n as u8, d: rest, a: set, b: found });
                self.filter(rest, n, element, b, keep);
                self.emit(Op::Or { n: n as u8, d: set, a: found, b: rest });
            }
            _ => match self.bulk_condition(cond, element) {
                Some(whole) => {
                    // An empty set must not raise a fault: no element would have been evaluated.
                    let nobody =
                        can_fail(cond).then(|| self.emit(Op::JumpEmpty { n: n as u8, a: set, to: UNAIMED }));
                    self.apply(set, n, whole, keep);
                    self.arrive(nobody.into_iter().collect());
                }
                None => self.one_by_one(set, n, element, cond, keep),
            },
        }
        self.next = mark;
        self.span = was;
    }

    fn is_whole(&mut self, cond: &HExpr, element: Local) -> bool {
        match &cond.kind {
            HKind::Bool(_) => true,
            HKind::Not(a) => self.is_whole(a, element),
            HKind::Compare(CompareOp::Ne, a, b) => {
                let same =
                    HExpr { kind: HKind::Compare(CompareOp::Eq, a.clone(), b.clone()), ..cond.clone() };
                self.bulk_condition(&same, element).is_some()
            }
            HKind::And(a, b) | HKind::Or(a, b) => self.is_whole(a, element) && self.is_whole(b, element),
            _ => self.bulk_condition(cond, element).is_some(),
        }
    }

    fn bulk_condition<'e>(&mut self, cond: &'e HExpr, element: Local) -> Option<BulkCondition<'e>> {
        if !mentions(cond, element) {
            return Some(BulkCondition::Same(cond));
        }
        let ty = self.types[element.0.index()].clone();
        if let Some(words) = self.l.printed_set(cond, element, &ty) {
            return Some(BulkCondition::Printed(words));
        }
        let is_element = |e: &HExpr| matches!(e.kind, HKind::Local(l) if l == element);
        let field_of = |e: &HExpr| match &e.kind {
            HKind::Field(f, owner) if is_element(owner) => Some(*f),
            _ => None,
        };
        match &cond.kind {
            HKind::Field(f, owner) if is_element(owner) && cond.ty == Ty::Bool => {
                self.l.index(*f).map(|_| BulkCondition::FieldHolds(*f))
            }
            HKind::IsSome(a) if matches!(&a.kind, HKind::ZoneOf(c) if is_element(c)) => {
                Some(BulkCondition::InPlay)
            }
            HKind::IsSome(a) => {
                let f = field_of(a)?;
                self.l.index(f).filter(|index| index.none).map(|_| BulkCondition::FieldSome(f))
            }
            HKind::Compare(CompareOp::Eq, a, b) => {
                // Equality is symmetric: the operand that reads the element goes first.
                let (a, b) = if mentions(b, element) { (b, a) } else { (a, b) };
                if mentions(b, element) {
                    return None;
                }
                if is_element(a) {
                    return Some(BulkCondition::Is(b));
                }
                if let HKind::Attribute(attribute, owner) = &a.kind
                    && is_element(owner)
                {
                    return self
                        .l
                        .attribute_table(*attribute)
                        .map(|(t, first)| BulkCondition::AttributeIs(t, first, b));
                }
                let f = field_of(a)?;
                Some(match self.l.index(f) {
                    Some(_) => BulkCondition::FieldIs(f, b),
                    None => BulkCondition::FieldCompares(f, OrderRelation::Is, b),
                })
            }
            HKind::Compare(compare @ (CompareOp::Lt | CompareOp::Le), a, b) => {
                let than = |less, or_equal| if *compare == CompareOp::Lt { less } else { or_equal };
                // `bound < field` is lowered as `field > bound`.
                let (f, relation, bound) = match (field_of(a), field_of(b)) {
                    (Some(f), None) => (f, than(OrderRelation::Less, OrderRelation::UpTo), b),
                    (None, Some(f)) => (f, than(OrderRelation::More, OrderRelation::From), a),
                    _ => return None,
                };
                if mentions(bound, element) {
                    return None;
                }
                if let HKind::Int(v) = bound.kind
                    && self.l.index(f).is_some()
                {
                    let below = matches!(relation, OrderRelation::Less | OrderRelation::UpTo);
                    let more = matches!(relation, OrderRelation::UpTo | OrderRelation::More);
                    return Some(BulkCondition::FieldBelow(f, v.checked_add(i64::from(more))?, below));
                }
                Some(BulkCondition::FieldCompares(f, relation, bound))
            }
            // A range may exceed the elements that a set can hold: then each element is compared with its
            // bounds.
            HKind::In(_, set) if matches!(set.kind, HKind::Range(..)) && self.l.const_set(set).is_none() => {
                None
            }
            HKind::In(a, set) if !mentions(set, element) => {
                if is_element(a) {
                    return Some(BulkCondition::In(set));
                }
                if matches!(&a.kind, HKind::CellOf(c) if is_element(c)) {
                    return Some(BulkCondition::On(set));
                }
                let f = field_of(a)?;
                self.l.index(f).map(|_| BulkCondition::FieldIn(f, set))
            }
            _ => None,
        }
    }

    fn apply(&mut self, set: Reg, n: usize, whole: BulkCondition, keep: bool) {
        let n8 = n as u8;
        match whole {
            BulkCondition::FieldHolds(f) => self.by_index(set, n, f, 1, keep),
            BulkCondition::FieldSome(f) => self.by_index(set, n, f, NONE, !keep),
            BulkCondition::AttributeIs(t, first, value) => self.by_attribute(set, n, (t, first), value, keep),
            BulkCondition::FieldIs(f, value) => match known_value(value) {
                Some(v) => self.by_index(set, n, f, v, keep),
                None => {
                    let a = self.value(value);
                    let d = self.temp(n);
                    self.emit(Op::IndexOf { n: n8, d, f, a });
                    self.keep_or_drop(set, n, d, keep);
                }
            },
            BulkCondition::FieldBelow(f, bound, below) => self.by_bound(set, n, f, bound, below == keep),
            BulkCondition::FieldIn(f, values) => self.by_values(set, n, f, values, keep),
            BulkCondition::Is(one) => {
                let b = self.value(one);
                if !keep {
                    self.emit(Op::Remove { n: n8, d: set, a: b });
                    return;
                }
                // The result is the single element, or empty.
                let has = self.temp(1);
                self.emit(Op::Has { n: n8, d: has, a: set, b });
                self.zero(set, n);
                let past = self.emit(Op::JumpUnless { a: has, to: UNAIMED });
                self.emit(Op::Insert { n: n8, d: set, a: b });
                self.arrive(vec![past]);
            }
            BulkCondition::In(other) => {
                if let Some(words) = self.l.const_set(other) {
                    return self.by_constant(set, n, &words, keep);
                }
                let b = self.value(other);
                self.keep_or_drop(set, n, b, keep);
            }
            BulkCondition::FieldCompares(f, relation, bound) => {
                let a = self.value(bound);
                let relation = if keep { relation } else { relation.opposite() };
                self.emit(relation.keep_op(n8, set, f, a));
            }
            BulkCondition::InPlay => {
                self.emit(Op::KeepInPlay { n: n8, out: u8::from(!keep), d: set });
            }
            BulkCondition::On(cells) => {
                let a = self.value(cells);
                let n = self.words(cells) as u8;
                if keep {
                    self.emit(Op::KeepOn { n, d: set, a });
                } else {
                    // There is no instruction for the complement of `KeepOn`.
                    let there = self.temp(usize::from(n8));
                    self.copy(there, set, usize::from(n8));
                    self.emit(Op::KeepOn { n, d: there, a });
                    self.emit(Op::Minus { n: n8, d: set, a: set, b: there });
                }
            }
            BulkCondition::Printed(words) => self.by_constant(set, n, &words, keep),
            BulkCondition::Same(cond) => {
                let past = self.jump_when(cond, keep);
                self.zero(set, n);
                self.arrive(past);
            }
        }
    }

    /// Keeps the elements whose attribute, given by its table and the value of its first row, is this value.
    fn by_attribute(&mut self, set: Reg, n: usize, (t, first): (TableId, i16), value: &HExpr, keep: bool) {
        let n8 = n as u8;
        let mut i = self.value(value);
        if first != 0 {
            let row = self.temp(1);
            self.emit(Op::AddI { d: row, a: i, v: -first });
            i = row;
        }
        let d = self.temp(n);
        let rows = self.l.ir.tables[t].rows as i64;
        if matches!(value.ty, Ty::Enum(_) | Ty::Name) && self.l.symbols.domain(&value.ty) as i64 <= rows {
            self.emit(Op::Row { n: n8, d, t, i });
            return self.keep_or_drop(set, n, d, keep);
        }
        // A value that no owner prints may be outside the table.
        let (low, high, inside) = (self.temp(1), self.temp(1), self.temp(1));
        self.int(low, 0);
        self.int(high, rows);
        self.zero(d, n);
        self.emit(Op::Le { d: inside, a: low, b: i });
        let below = self.emit(Op::JumpUnless { a: inside, to: UNAIMED });
        self.emit(Op::Lt { d: inside, a: i, b: high });
        let above = self.emit(Op::JumpUnless { a: inside, to: UNAIMED });
        self.emit(Op::Row { n: n8, d, t, i });
        self.arrive(vec![below, above]);
        self.keep_or_drop(set, n, d, keep);
    }

    /// Keeps the elements whose field is below a bound, or those whose field is not.
    fn by_bound(&mut self, set: Reg, n: usize, f: FieldId, bound: i64, keep_below: bool) {
        let values = i64::from(self.l.index(f).expect("asked for before").values);
        let bound = bound.clamp(0, values);
        // Unites whichever side of the bound has fewer values.
        let (these, keep) =
            if bound <= values / 2 { (0..bound, keep_below) } else { (bound..values, !keep_below) };
        if these.end - these.start == 1 {
            return self.by_index(set, n, f, these.start as u64, keep);
        }
        let found = self.temp(n);
        self.zero(found, n);
        for addr in these.filter_map(|v| self.index_place(f, v as u64)).collect::<Vec<_>>() {
            self.emit(Op::OrState { n: n as u8, d: found, addr });
        }
        self.keep_or_drop(set, n, found, keep);
    }

    /// Keeps the elements whose field is in a set of values.
    fn by_values(&mut self, set: Reg, n: usize, f: FieldId, values: &HExpr, keep: bool) {
        let n8 = n as u8;
        let found = self.temp(n);
        self.zero(found, n);
        match self.l.const_set(values) {
            Some(words) => {
                let index = self.l.index(f).expect("asked for before");
                for v in 0..index.values {
                    if words.get(v.index() / 64).is_some_and(|w| w >> (v % 64) & 1 == 1) {
                        let addr = index.base + v * index.words as u32;
                        self.emit(Op::OrState { n: n8, d: found, addr });
                    }
                }
            }
            None => {
                // The values are known only in play: a loop unites their index sets.
                let m = self.words(values);
                let rest = self.owned(values);
                let value = self.temp(1);
                let these = self.temp(n);
                let top = self.next_pc();
                let done = self.emit(Op::Next { n: m as u8, d: value, a: rest, by: 0 });
                self.emit(Op::IndexOf { n: n8, d: these, f, a: value });
                self.emit(Op::Or { n: n8, d: found, a: found, b: these });
                self.emit(Op::Jump { to: top });
                self.arrive(vec![done]);
            }
        }
        self.keep_or_drop(set, n, found, keep);
    }

    fn by_constant(&mut self, set: Reg, n: usize, words: &[u64], keep: bool) {
        let k = self.l.constant(words);
        let n = n as u8;
        self.emit(if keep { Op::AndPool { n, d: set, k } } else { Op::MinusPool { n, d: set, k } });
    }

    fn by_index(&mut self, set: Reg, n: usize, f: FieldId, value: u64, keep: bool) {
        match self.index_place(f, value) {
            Some(addr) => {
                let n = n as u8;
                self.emit(if keep {
                    Op::AndState { n, d: set, addr }
                } else {
                    Op::MinusState { n, d: set, addr }
                });
            }
            None if keep => self.zero(set, n),
            None => {}
        }
    }

    /// Returns the address of the set of a field's owners with a value; none if no owner can have it.
    fn index_place(&mut self, f: FieldId, value: u64) -> Option<u32> {
        let index = self.l.index(f).expect("asked for before");
        let value = if value == NONE && index.none { index.values as u64 } else { value };
        let fits = value < index.values as u64 + index.none as u64;
        fits.then(|| index.base + value as u32 * index.words as u32)
    }

    fn keep_or_drop(&mut self, set: Reg, n: usize, b: Reg, keep: bool) {
        let n = n as u8;
        self.emit(if keep { Op::And { n, d: set, a: set, b } } else { Op::Minus { n, d: set, a: set, b } });
    }

    fn one_by_one(&mut self, set: Reg, n: usize, element: Local, cond: &HExpr, keep: bool) {
        // Iterates over a copy, because elements are removed from the set itself.
        let rest = self.temp(n);
        self.copy(rest, set, n);
        let e = self.local(element);
        let top = self.next_pc();
        let done = self.emit(Op::Next { n: n as u8, d: e, a: rest, by: 0 });
        let stays = self.jump_when(cond, keep);
        for patch in stays {
            self.aim(patch, top);
        }
        self.emit(Op::Remove { n: n as u8, d: set, a: e });
        self.emit(Op::Jump { to: top });
        self.arrive(vec![done]);
    }
}
