//! The content of rules that a text must mention: their numbers, the values of enums, the names of cards and
//! areas, each with its span.

use super::text_parser::Bound;
use crate::check::hir::parts::{for_each_part, statement_parts};
use crate::check::hir::tree::{Arith, CompareOp, HEffect, HExpr, HKind, HStmt, Local};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::{FunctionSymbol, ReadableValue};
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::{CellId, EnumId, FieldId, FunctionId, ToIndex};
use crate::source::Span;
use crate::threads::{self, in_parallel};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The number of functions whose meanings are collected at once.
const FUNCTIONS: usize = 256;

/// The numbers with which a text may express a number of a rule. `n > 4` may be "more than 4", "5 or more",
/// "at most 4" (for the opposite case), and 5.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NumberPhrases {
    /// The number in the rule, without its sign.
    pub written: i64,
    /// The numbers that are right without a word of comparison.
    pub plain: Vec<i64>,
    /// For a comparison: the greatest number on its lower side.
    pub split: Option<i64>,
    /// The comparison as it is written; `None` if it is none, or one with exactly this number.
    pub bound: Option<Bound>,
    /// True for a comparison with exactly this number: "4 or more" is not it.
    pub is_exact: bool,
    /// True if it is an amount that the rule returns, perhaps times a count.
    pub amount: bool,
    /// The value that it changes, if it is the amount of a modifier or of a change of state.
    pub change: Option<ChangedValue>,
    /// True if the amount is taken off.
    pub minus: bool,
}

/// The value that an amount is added to or taken off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ChangedValue {
    /// The attribute or state of a modifier.
    Modified,
    State(FieldId),
}

impl NumberPhrases {
    fn plain(written: i64) -> NumberPhrases {
        let plain = vec![written];
        NumberPhrases {
            written,
            plain,
            split: None,
            bound: None,
            is_exact: false,
            amount: false,
            change: None,
            minus: false,
        }
    }

    /// Returns every number with which a text may express this one.
    pub fn all(&self) -> impl Iterator<Item = i64> + '_ {
        let around = self.split.into_iter().flat_map(|k| [k, k.saturating_add(1)]);
        self.plain.iter().copied().chain([self.written]).chain(around.map(i64::saturating_abs))
    }
}

/// The meaning of one node of a rule.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Meaning {
    Number(NumberPhrases),
    /// A count that may be mentioned: the elements of a set, or the calls of one verb.
    Count(i64),
    /// A range of numbers that may be mentioned.
    Numbers(i64, i64),
    Value(EnumId, u64),
    /// Any value of an enum may be mentioned.
    AnyValue(EnumId),
    /// A test of a value of an enum.
    Enum(EnumId),
    /// The name of a card.
    Name(u64),
    /// The name of a card, which may be mentioned.
    MayName(u64),
    /// An area of a board.
    Area(CellId),
    /// A call of a function or verb.
    Call(FunctionId),
    /// A state that is read or changed.
    State(FieldId),
}

/// The meanings of all rules of a game.
#[derive(Debug, Default)]
pub(super) struct RuleMeanings {
    all: Vec<(Span, Meaning)>,
    /// The places of their spans, in order, each with the index of a meaning.
    in_order: Vec<(Span, u32)>,
}

/// The numbers that are amounts, by their spans.
#[derive(Debug, Default)]
struct Amounts(FxHashMap<Span, SignedAmount>);

/// A number that is an amount.
#[derive(Clone, Copy, Debug)]
struct SignedAmount {
    number: i64,
    minus: bool,
    change: Option<ChangedValue>,
}

impl RuleMeanings {
    /// Collects the meanings of every function, in parallel.
    pub fn of(symbols: &SymbolTable) -> RuleMeanings {
        let amounts = Amounts::of(symbols);
        let functions: Vec<_> = symbols.functions.iter().collect();
        let parts: Vec<_> = functions.chunks(FUNCTIONS).collect();
        let find = |part: &[&FunctionSymbol]| {
            let mut finder =
                MeaningFinder { symbols, amounts: &amounts.0, all: Vec::new(), dice: FxHashMap::default() };
            for f in part {
                finder.dice.clear();
                f.body.iter().for_each(|body| finder.block(&body.body));
            }
            (in_order_of_places(&finder.all), finder.all)
        };
        let parts = in_parallel(&parts, threads::count(None).get(), || (), |(), part| find(part));
        let (mut all, mut in_order) = (Vec::new(), Vec::new());
        for (ordered, part) in parts {
            let first = all.len() as u32;
            in_order.extend(ordered.into_iter().map(|(span, i)| (span, first + i)));
            all.extend(part);
        }
        // Stable, since it merges sorted runs instead of sorting them again.
        in_order.sort();
        // A rule that several components bear occurs in a verb once for each run of them.
        in_order.dedup_by(|(_, a), (_, b)| all[*a as usize] == all[*b as usize]);
        RuleMeanings { all, in_order }
    }

    /// Returns the meanings within a span. Values that apply to the span as a whole, such as that of a
    /// parameter, are not written in it.
    pub fn meanings_within(&self, place: Span) -> impl Iterator<Item = &(Span, Meaning)> {
        let first =
            self.in_order.partition_point(|(span, _)| (span.file, span.start) < (place.file, place.start));
        let inside = move |span: &Span| span.file == place.file && span.start < place.end;
        self.in_order[first..]
            .iter()
            .take_while(move |(span, _)| inside(span))
            .filter(move |(span, _)| span.end <= place.end)
            .map(|(_, i)| &self.all[*i as usize])
    }

    /// Returns the states of which a piece of code speaks, and what it calls.
    pub fn states_and_calls(&self, place: Span) -> (BTreeSet<FieldId>, BTreeSet<FunctionId>) {
        let (mut states, mut calls) = (BTreeSet::new(), BTreeSet::new());
        for (_, meaning) in self.meanings_within(place) {
            match meaning {
                Meaning::State(f) => {
                    states.insert(*f);
                }
                Meaning::Call(f) => {
                    calls.insert(*f);
                }
                _ => {}
            }
        }
        (states, calls)
    }
}

impl Amounts {
    fn of(symbols: &SymbolTable) -> Amounts {
        let mut amounts = Amounts::default();
        for f in &symbols.functions {
            if let Some(body) = &f.body {
                if f.result == Ty::Int {
                    body.body.iter().for_each(|s| amounts.note_returned_amounts(s));
                }
                body.body.iter().for_each(|s| amounts.note_changes(s));
            }
        }
        for body in symbols.modified.values().filter_map(|f| symbols.functions[*f].body.as_ref()) {
            body.body.iter().for_each(|s| amounts.note_modifiers(s));
        }
        amounts
    }

    /// Notes the amounts that a statement returns.
    fn note_returned_amounts(&mut self, s: &HStmt) {
        match s {
            HStmt::Return(Some(e)) => self.amounts_in(e, false, None),
            HStmt::If(_, a, b) => a.iter().chain(b).for_each(|s| self.note_returned_amounts(s)),
            _ => {}
        }
    }

    /// Notes the amounts of changes of state: `embers += 3`.
    fn note_changes(&mut self, s: &HStmt) {
        let change = match s {
            HStmt::Put(f, _, e) | HStmt::PutTable(f, e) => Some((f, e)),
            _ => None,
        };
        if let Some((f, e)) = change
            && let HKind::Arith(op @ (Arith::Add | Arith::Sub), now, by) = &e.kind
            && matches!(&now.kind, HKind::Field(g, _) | HKind::TableField(g) if g == f)
        {
            self.amounts_in(by, *op == Arith::Sub, Some(ChangedValue::State(*f)));
        }
        statement_parts(s).1.into_iter().flatten().for_each(|s| self.note_changes(s));
    }

    /// Notes the amounts that modifiers add, in the function that reads a value through them.
    fn note_modifiers(&mut self, s: &HStmt) {
        if let HStmt::Set(local, HExpr { kind: HKind::Arith(Arith::Add, now, by), .. }) = s
            && matches!(now.kind, HKind::Local(l) if l == *local)
        {
            self.amounts_in(by, false, Some(ChangedValue::Modified));
        }
        statement_parts(s).1.into_iter().flatten().for_each(|s| self.note_modifiers(s));
    }

    fn amounts_in(&mut self, e: &HExpr, minus: bool, change: Option<ChangedValue>) {
        match &e.kind {
            HKind::Int(n) => {
                let amount = SignedAmount { number: *n, minus: minus != (*n < 0), change };
                // Code that is compiled into several functions has the same amounts in each.
                self.0.entry(e.span).or_insert(amount);
            }
            HKind::Negate(of) => self.amounts_in(of, !minus, change),
            HKind::Arith(Arith::Min | Arith::Max, a, b) if change.is_some() => {
                self.amounts_in(a, minus, change);
                self.amounts_in(b, minus, change);
            }
            HKind::If(_, a, b) | HKind::Arith(Arith::Add, a, b) => {
                self.amounts_in(a, minus, change);
                // The 0 of an `if` without `else` has the span of the other branch.
                if a.span != b.span {
                    self.amounts_in(b, minus, change);
                }
            }
            HKind::Arith(Arith::Sub, a, b) => {
                self.amounts_in(a, minus, change);
                self.amounts_in(b, !minus, change);
            }
            HKind::Arith(Arith::Mul, a, b) => {
                for (factor, other) in [(a, b), (b, a)] {
                    // If both are numbers, neither is the amount by itself.
                    if !matches!(other.kind, HKind::Int(_)) && !matches!(factor.kind, HKind::Aggregate { .. })
                    {
                        self.amounts_in(factor, minus, change);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns the places of meanings in order, each with the index of its meaning.
fn in_order_of_places(all: &[(Span, Meaning)]) -> Vec<(Span, u32)> {
    let mut places: Vec<(Span, u32)> = (0..).zip(all).map(|(i, (span, _))| (*span, i)).collect();
    places.sort_unstable();
    places
}

/// Finds the meanings of some functions.
struct MeaningFinder<'s> {
    symbols: &'s SymbolTable,
    amounts: &'s FxHashMap<Span, SignedAmount>,
    all: Vec<(Span, Meaning)>,
    /// The sides of the dice whose rolls the variables of a function hold.
    dice: FxHashMap<Local, i64>,
}

impl<'s> MeaningFinder<'s> {
    /// Returns the number of sides of the one die that an expression, or a variable's value, rolls.
    fn sides_of(&self, e: &HExpr) -> Option<i64> {
        match &e.kind {
            HKind::Roll(n, sides) => match (&n.kind, &sides.kind) {
                (HKind::Int(1), HKind::Int(sides)) => Some(*sides),
                _ => None,
            },
            HKind::Local(local) => self.dice.get(local).copied(),
            _ => None,
        }
    }

    /// Collects the meanings of a comparison with a number; returns false if it is none. `is_opposite`: the
    /// rule has a `not` and the opposite of it.
    fn comparison(&mut self, how: CompareOp, a: &HExpr, b: &HExpr, is_opposite: bool) -> bool {
        let Some((number, mut ways)) = comparison_bound(how, a, b) else { return false };
        let other = if std::ptr::eq(number, a) { b } else { a };
        // "On a 5 or 6" for a die
        if let (Some(split), Some(sides)) = (ways.split, self.sides_of(other)) {
            let rolled = match is_upper_bound(how, a) {
                true => Meaning::Numbers(1, split),
                false => Meaning::Numbers(split.saturating_add(1), sides),
            };
            self.all.push((number.span, rolled));
        } else if is_opposite {
            // "Unless you have 5", for "not 5 or more"
            let around = ways.split.into_iter().flat_map(|split| [split, split.saturating_add(1)]);
            ways.plain = around.map(i64::saturating_abs).collect();
        }
        self.all.push((number.span, Meaning::Number(ways)));
        self.expr(other);
        true
    }

    fn block(&mut self, body: &[HStmt]) {
        let symbols = self.symbols;
        self.repeated(body);
        for s in body {
            match s {
                HStmt::PutTable(f, _) if symbols.fields[*f].unchecked => continue,
                HStmt::Put(f, owner, _) if symbols.fields[*f].unchecked => {
                    self.expr(owner);
                    continue;
                }
                _ => {}
            }
            if let HStmt::Set(local, value) = s {
                match self.sides_of(value) {
                    Some(sides) => self.dice.insert(*local, sides),
                    None => self.dice.remove(local),
                };
            }
            if let HStmt::Put(f, _, value) | HStmt::PutTable(f, value) = s {
                self.all.push((value.span, Meaning::State(*f)));
            }
            let (exprs, blocks) = statement_parts(s);
            exprs.into_iter().for_each(|e| self.expr(e));
            blocks.into_iter().for_each(|b| self.block(b));
        }
    }

    /// Records how often statements repeat an operation: "twice", "two cards".
    fn repeated(&mut self, body: &[HStmt]) {
        let mut done: Vec<(OperationKind, i64, Span)> = Vec::new();
        for (deed, span) in body.iter().filter_map(deed) {
            match done.iter_mut().find(|(known, ..)| *known == deed) {
                Some((_, n, _)) => *n += 1,
                None => done.push((deed, 1, span)),
            }
        }
        let several = done.into_iter().filter(|(_, n, _)| *n > 1);
        self.all.extend(several.map(|(_, n, span)| (span, Meaning::Count(n))));
    }

    fn expr(&mut self, e: &HExpr) {
        let symbols = self.symbols;
        let mut says = |meaning| self.all.push((e.span, meaning));
        if let Ty::Enum(of) = element(&e.ty) {
            says(Meaning::Enum(*of));
        }
        match &e.kind {
            HKind::Int(n) => {
                let amount = self.amounts.get(&e.span).filter(|amount| amount.number == *n);
                let ways = NumberPhrases {
                    amount: amount.is_some_and(|amount| amount.change.is_none()),
                    change: amount.and_then(|amount| amount.change),
                    minus: amount.is_some_and(|amount| amount.minus),
                    ..NumberPhrases::plain(n.saturating_abs())
                };
                self.all.push((e.span, Meaning::Number(ways)));
            }
            HKind::SetOf(elements) if elements.len() > 1 => says(Meaning::Count(elements.len() as i64)),
            HKind::Value(v) => match &e.ty {
                Ty::Enum(of) => says(Meaning::Value(*of, *v)),
                Ty::Name => says(Meaning::Name(*v)),
                Ty::Component(_) => {
                    if let Some(c) = symbols.components.get(v.index()) {
                        says(Meaning::Name(u64::from(c.name)));
                    }
                }
                Ty::Cell => {
                    let cell = CellId::from_index(v.index());
                    if symbols.cells.find(cell).is_some_and(|cell| cell.column == 0) {
                        says(Meaning::Area(cell));
                    }
                }
                _ => {}
            },
            HKind::ConstSet(_) => {
                match element(&e.ty) {
                    Ty::Enum(of) => says(Meaning::AnyValue(*of)),
                    // A kind and its only card often have the same name: "If it is a Rumour" may mean either.
                    Ty::Component(k) => {
                        let id = symbols.kinds.find(*k).map(|kind| &kind.id);
                        if let Some(n) = id.and_then(|id| symbols.name_ids.get(id)) {
                            says(Meaning::MayName(u64::from(n.0)));
                        }
                    }
                    _ => {}
                }
            }
            HKind::Compare(_, a, b) if unchecked(symbols, a) || unchecked(symbols, b) => {
                for_each_part(a, |part| self.expr(part));
                for_each_part(b, |part| self.expr(part));
                return;
            }
            HKind::In(a, _) if unchecked(symbols, a) => {
                for_each_part(a, |part| self.expr(part));
                return;
            }
            HKind::Call(f, _) => {
                says(Meaning::Call(*f));
                // A state that modifiers change is read by a function.
                let read = symbols.modified.iter().find(|(_, reader)| *reader == f);
                if let Some((ReadableValue::Field(f), _)) = read {
                    says(Meaning::State(*f));
                }
            }
            HKind::Field(f, _) | HKind::TableField(f) => says(Meaning::State(*f)),
            HKind::Not(of)
                if let HKind::Compare(how @ (CompareOp::Lt | CompareOp::Le), a, b) = &of.kind
                    && !unchecked(symbols, a)
                    && !unchecked(symbols, b) =>
            {
                let opposite = if *how == CompareOp::Lt { CompareOp::Le } else { CompareOp::Lt };
                if self.comparison(opposite, b, a, true) {
                    return;
                }
            }
            HKind::Range(a, b) => {
                if let (HKind::Int(a), HKind::Int(b)) = (&a.kind, &b.kind) {
                    says(Meaning::Numbers((*a).min(*b), (*a).max(*b)));
                }
            }
            HKind::Arith(op, a, b) => {
                if let (HKind::Int(x), HKind::Int(y)) = (&a.kind, &b.kind) {
                    let result = folded(*op, *x, *y).map(i64::saturating_abs);
                    // Mentioned as the result, or by its operands.
                    for (part, span) in [x, y].into_iter().zip([a.span, b.span]) {
                        let mut ways = NumberPhrases::plain(part.saturating_abs());
                        ways.plain.extend(result);
                        self.all.push((span, Meaning::Number(ways)));
                    }
                    return;
                }
            }
            HKind::Compare(how, a, b) if self.comparison(*how, a, b, false) => return,
            _ => {}
        }
        for_each_part(e, |part| self.expr(part));
    }
}

/// An operation of a statement, for counting repetitions.
#[derive(PartialEq)]
enum OperationKind {
    Call(FunctionId),
    Effect(std::mem::Discriminant<HEffect>),
    Choice,
}

fn deed(s: &HStmt) -> Option<(OperationKind, Span)> {
    match s {
        HStmt::Do(HExpr { kind: HKind::Call(f, _), span, .. })
        | HStmt::Set(_, HExpr { kind: HKind::Call(f, _), span, .. }) => {
            Some((OperationKind::Call(*f), *span))
        }
        HStmt::Effect(effect, span) => Some((OperationKind::Effect(std::mem::discriminant(effect)), *span)),
        HStmt::Choose { span, .. } => Some((OperationKind::Choice, *span)),
        _ => None,
    }
}

/// Returns whether an expression is a state marked as `unchecked`, which texts need not mention.
fn unchecked(symbols: &SymbolTable, e: &HExpr) -> bool {
    matches!(&e.kind, HKind::TableField(f) | HKind::Field(f, _) if symbols.fields[*f].unchecked)
}

/// Returns the type itself, or the type of its elements.
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

/// Returns whether a comparison with a number holds below it; `a` is its left side.
fn is_upper_bound(how: CompareOp, a: &HExpr) -> bool {
    matches!(how, CompareOp::Lt | CompareOp::Le) && !matches!(a.kind, HKind::Int(_))
}

/// Returns the number in a comparison, and the ways to express it.
fn comparison_bound<'e>(how: CompareOp, a: &'e HExpr, b: &'e HExpr) -> Option<(&'e HExpr, NumberPhrases)> {
    let (number, n, on_the_left) = match (&a.kind, &b.kind) {
        (HKind::Int(n), other) if !matches!(other, HKind::Int(_)) => (a, *n, true),
        (other, HKind::Int(n)) if !matches!(other, HKind::Int(_)) => (b, *n, false),
        _ => return None,
    };
    // The split, and the number at which the comparison just holds: `e < 5` is split at 4, and is expressed
    // as "4 or fewer".
    let (split, reached, bound) = match (how, on_the_left) {
        (CompareOp::Eq | CompareOp::Ne, _) => {
            let is_exact = how == CompareOp::Eq;
            return Some((number, NumberPhrases { is_exact, ..NumberPhrases::plain(n.saturating_abs()) }));
        }
        (CompareOp::Lt, false) => (n.saturating_sub(1), n.saturating_sub(1), Bound::LessThan),
        (CompareOp::Le, false) => (n, n, Bound::AtMost),
        (CompareOp::Lt, true) => (n, n.saturating_add(1), Bound::MoreThan),
        (CompareOp::Le, true) => (n.saturating_sub(1), n, Bound::AtLeast),
    };
    let plain = vec![reached.saturating_abs()];
    let ways = NumberPhrases {
        plain,
        split: Some(split),
        bound: Some(bound),
        ..NumberPhrases::plain(n.saturating_abs())
    };
    Some((number, ways))
}
