//! The content of rules that a text must mention: their numbers, the values of enums, the names of cards and
//! areas, each with its span.

use super::amounts::{Amounts, SignedAmount};
use super::bounds::Bound;
use super::facts_of_code::{asks_for_presence, element, ends_early};
use super::number_phrases::{ComparisonContext, NumberPhrases, comparison_bound, folded, is_upper_bound};
use super::repetitions::{OperationKind, deed, note_deeds};
use crate::check::hir::parts::{for_each_part, statement_parts};
use crate::check::hir::tree::{Aggregate, Arith, CompareOp, HExpr, HKind, HStmt, Local, SetOp};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::{FunctionSymbol, ReadableValue};
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::{CellId, EnumId, FieldId, FunctionId, SlotId, ToIndex};
use crate::source::{FileId, Span};
use crate::threads::{self, in_parallel};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The number of functions whose meanings are collected at once.
const FUNCTIONS: usize = 256;

/// The place of a number in its rule, which shows what it is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NumberPlace {
    /// The part of the rule whose values and names belong to the number: its term, with the condition of it.
    pub scope: Span,
    /// For an amount on a condition that asks for something to be there: the condition, and whether the
    /// amount is the one without it.
    pub branch: Option<(Span, bool)>,
    /// The function or verb to which it is passed, and the index of the parameter.
    pub argument: Option<(FunctionId, usize)>,
}

impl NumberPlace {
    fn within(scope: Span) -> NumberPlace {
        NumberPlace { scope, branch: None, argument: None }
    }

    /// Returns the same place in a copy of the rule.
    pub fn mapped(self, map: impl Fn(Span) -> Span) -> NumberPlace {
        let branch = self.branch.map(|(condition, is_other)| (map(condition), is_other));
        NumberPlace { scope: map(self.scope), branch, ..self }
    }
}

/// A number of a rule.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NumberMeaning {
    pub ways: NumberPhrases,
    pub place: NumberPlace,
}

/// The meaning of one node of a rule.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Meaning {
    /// In a box, since most meanings are others, which are much smaller.
    Number(Box<NumberMeaning>),
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
    /// A slot whose rules are asked.
    Slot(SlotId),
}

/// The meanings of all rules of a game.
#[derive(Debug, Default)]
pub(super) struct RuleMeanings {
    all: Vec<(Span, Meaning)>,
    /// The places of their spans, in order, each with the index of a meaning.
    in_order: Vec<(Span, u32)>,
    /// The values without a number that rules return and whose sign is known, in order; true if negative.
    signs: Vec<(Span, bool)>,
}

impl RuleMeanings {
    /// Collects the meanings of every function, in parallel.
    pub fn of(symbols: &SymbolTable) -> RuleMeanings {
        let amounts = Amounts::of(symbols);
        let functions: Vec<_> = symbols.functions.iter().collect();
        let parts: Vec<_> = functions.chunks(FUNCTIONS).collect();
        let find = |part: &[&FunctionSymbol]| {
            let mut finder = MeaningFinder::new(symbols, &amounts);
            for f in part {
                finder.dice.clear();
                finder.rolls.clear();
                if let Some(body) = &f.body {
                    finder.block(&body.body, None);
                    finder.repeated_within(&body.body);
                    finder.several_rolls();
                }
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
        RuleMeanings { all, in_order, signs: amounts.signs() }
    }

    /// Returns the sign of the value that a rule returns, if it has no number and its sign is known.
    pub fn sign_within(&self, place: Span) -> Option<bool> {
        let first =
            self.signs.partition_point(|(span, _)| (span.file, span.start) < (place.file, place.start));
        let inside = self.signs[first..].iter().take_while(|(span, _)| place.encloses(*span));
        let mut signs = inside.map(|(_, is_negative)| *is_negative);
        let first = signs.next()?;
        signs.all(|other| other == first).then_some(first)
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
    /// The least and the greatest result of the dice whose rolls the variables of a function hold.
    dice: FxHashMap<Local, (i64, i64)>,
    /// The places of a function's rolls of one die.
    rolls: Vec<Span>,
    /// The place of the next number.
    place: NumberPlace,
    /// The place of the next comparison.
    context: ComparisonContext,
    /// True if the rule does or counts something only where the next comparison holds.
    is_held: bool,
    /// The range of the state that the current statement sets.
    range: Option<(i64, i64)>,
}

impl<'s> MeaningFinder<'s> {
    fn new(symbols: &'s SymbolTable, amounts: &'s Amounts) -> MeaningFinder<'s> {
        MeaningFinder {
            symbols,
            amounts: &amounts.numbers,
            all: Vec::new(),
            dice: FxHashMap::default(),
            rolls: Vec::new(),
            place: NumberPlace::within(NOWHERE),
            context: ComparisonContext::Value,
            is_held: false,
            range: None,
        }
    }

    /// Returns the least and the greatest result of the roll that an expression, or a variable's value, is.
    fn results_of(&self, e: &HExpr) -> Option<(i64, i64)> {
        match &e.kind {
            HKind::Roll(n, sides) => match (&n.kind, &sides.kind) {
                (HKind::Int(n), HKind::Int(sides)) => Some((*n, n.saturating_mul(*sides))),
                _ => None,
            },
            HKind::RollDie(n, die) => {
                let HKind::Int(n) = n.kind else { return None };
                let info = &self.symbols.dice[*die].info;
                let faces = || info.faces.iter().copied().filter(|_| e.ty == Ty::Int);
                Some((faces().min()?.saturating_mul(n), faces().max()?.saturating_mul(n)))
            }
            HKind::Local(local) => self.dice.get(local).copied(),
            _ => None,
        }
    }

    /// Returns the state that an expression reads, perhaps through its modifiers.
    fn state_of(&self, e: &HExpr) -> Option<FieldId> {
        match &e.kind {
            HKind::Field(f, _) | HKind::TableField(f) => Some(*f),
            HKind::Call(reader, _) => {
                let read = self.symbols.modified.iter().find(|(_, of)| *of == reader);
                read.and_then(|(value, _)| if let ReadableValue::Field(f) = value { Some(*f) } else { None })
            }
            _ => None,
        }
    }

    fn number(&mut self, span: Span, ways: NumberPhrases) {
        let number = NumberMeaning { ways, place: self.place };
        self.all.push((span, Meaning::Number(Box::new(number))));
    }

    /// Collects the meanings of a comparison with a number; returns false if it is none. `is_opposite`: the
    /// rule has a `not` and the opposite of it.
    fn comparison(&mut self, how: CompareOp, a: &HExpr, b: &HExpr, is_opposite: bool) -> bool {
        let Some((number, mut ways)) = comparison_bound(how, a, b) else { return false };
        let other = if std::ptr::eq(number, a) { b } else { a };
        ways.context = self.context;
        ways.is_held = self.is_held;
        ways.compared = self.state_of(other);
        // "While there is room for more" is no number of a rule.
        let end = ways.compared.and_then(|f| self.symbols.fields[f].range).map(|(_, high)| high);
        ways.is_end = ways.bound == Some(Bound::LessThan) && end == Some(ways.written);
        // "On a 5 or 6" for a die
        if let (Some(split), Some((least, most))) = (ways.split, self.results_of(other)) {
            let (first, last) = match is_upper_bound(how, a) {
                true => (least, split),
                false => (split.saturating_add(1), most),
            };
            ways.faces = Some((first, last));
            self.all.push((number.span, Meaning::Numbers(first, last)));
        } else if is_opposite {
            // "Unless you have 5", for "not 5 or more"
            let around = ways.split.into_iter().flat_map(|split| [split, split.saturating_add(1)]);
            ways.plain = around.map(i64::saturating_abs).collect();
        }
        self.number(number.span, ways);
        // "All are stronger than 4" for `count(… where strength <= 4) == 0`
        self.held(other, matches!(how, CompareOp::Lt | CompareOp::Le) && !is_upper_bound(how, a));
        true
    }

    /// Collects the meanings of a part of a rule whose comparisons must hold only if `is_held`, and the whole
    /// must.
    fn held(&mut self, e: &HExpr, is_held: bool) {
        let before = self.is_held;
        self.is_held &= is_held;
        self.expr(e);
        self.is_held = before;
    }

    /// Collects the meanings of a part of a rule to which the values and names of `scope` belong.
    fn part(&mut self, e: &HExpr, scope: Span) {
        self.part_at(e, NumberPlace::within(scope));
    }

    fn part_at(&mut self, e: &HExpr, place: NumberPlace) {
        let before = std::mem::replace(&mut self.place, place);
        self.expr(e);
        self.place = before;
    }

    /// Collects the meanings of a value on a condition.
    fn conditional(&mut self, condition: &HExpr, then: &HExpr, otherwise: &HExpr) {
        let before = self.is_held;
        self.is_held &= matches!(otherwise.kind, HKind::Int(0));
        self.part(condition, condition.span);
        self.is_held = before;
        let is_positive = asks_for_presence(self.symbols, condition, 0);
        let branch = |is_other| is_positive.then_some((condition.span, is_other));
        let then_place =
            NumberPlace { branch: branch(false), ..NumberPlace::within(joined(condition.span, then.span)) };
        self.part_at(then, then_place);
        self.part_at(otherwise, NumberPlace { branch: branch(true), ..NumberPlace::within(otherwise.span) });
    }

    /// Collects the meanings of the arguments of a call.
    fn arguments(&mut self, call: &HExpr, f: FunctionId, arguments: &[HExpr]) {
        // The function may deny it.
        self.is_held = false;
        for (i, argument) in arguments.iter().enumerate() {
            let is_number = match &argument.kind {
                HKind::Int(_) => true,
                HKind::Negate(of) => matches!(of.kind, HKind::Int(_)),
                _ => false,
            };
            let place = match is_number {
                true => NumberPlace { argument: Some((f, i)), ..NumberPlace::within(call.span) },
                false => NumberPlace::within(argument.span),
            };
            self.part_at(argument, place);
        }
    }

    /// Collects the meanings of statements; `condition` is the one of their block.
    fn block(&mut self, body: &[HStmt], condition: Option<Span>) {
        let symbols = self.symbols;
        let scope = |e: &HExpr| condition.map_or(e.span, |condition| joined(condition, e.span));
        self.repeated(body);
        for s in body {
            match s {
                HStmt::PutTable(f, _) if symbols.fields[*f].unchecked => continue,
                HStmt::Put(f, owner, _) if symbols.fields[*f].unchecked => {
                    self.part(owner, scope(owner));
                    continue;
                }
                _ => {}
            }
            if let HStmt::Set(local, value) = s {
                match self.results_of(value) {
                    Some(results) => self.dice.insert(*local, results),
                    None => self.dice.remove(local),
                };
            }
            if let HStmt::Put(f, _, value) | HStmt::PutTable(f, value) = s {
                self.all.push((value.span, Meaning::State(*f)));
            }
            let (exprs, blocks) = statement_parts(s);
            self.context = match s {
                HStmt::While(..) => ComparisonContext::Loop,
                HStmt::If(..) => ComparisonContext::Guard,
                _ => ComparisonContext::Value,
            };
            for e in exprs {
                self.is_held = match s {
                    HStmt::If(_, then, other) => other.is_empty() && !ends_early(then),
                    HStmt::While(..) => false,
                    // A truth value may be denied where it is used.
                    _ => e.ty != Ty::Bool,
                };
                self.range = match s {
                    HStmt::Put(f, ..) | HStmt::PutTable(f, _) => symbols.fields[*f].range,
                    _ => None,
                };
                self.part(e, scope(e));
            }
            self.range = None;
            (self.context, self.is_held) = (ComparisonContext::Value, false);
            for (i, block) in blocks.into_iter().enumerate() {
                let condition = match s {
                    HStmt::If(e, ..) if i == 0 => Some(e.span),
                    HStmt::Scope(_) => condition,
                    _ => None,
                };
                self.block(block, condition);
            }
        }
    }

    /// Records how often statements repeat an operation: "twice", "two cards".
    fn repeated(&mut self, body: &[HStmt]) {
        self.note_counts(body.iter().filter_map(deed));
    }

    /// Records how often statements do the same, those of their blocks included: "draw a card, or two if …".
    fn repeated_within(&mut self, body: &[HStmt]) {
        let mut deeds = Vec::new();
        note_deeds(body, &mut deeds);
        self.note_counts(deeds.into_iter());
    }

    /// Records how many dice a function rolls one by one: "roll two dice" for `max(roll(d6), roll(d6))`.
    fn several_rolls(&mut self) {
        if let [first, _, ..] = self.rolls[..] {
            self.all.push((first, Meaning::Count(self.rolls.len() as i64)));
        }
    }

    fn note_counts(&mut self, deeds: impl Iterator<Item = (OperationKind, Span)>) {
        let mut done: Vec<(OperationKind, i64, Span)> = Vec::new();
        for (deed, span) in deeds {
            match done.iter_mut().find(|(known, ..)| *known == deed) {
                Some((_, n, _)) => *n += 1,
                None => done.push((deed, 1, span)),
            }
        }
        let several = done.into_iter().filter(|(_, n, _)| *n > 1);
        self.all.extend(several.map(|(_, n, span)| (span, Meaning::Count(n))));
    }

    fn expr(&mut self, e: &HExpr) {
        let before = (self.context, self.is_held);
        use HKind::{And, Compare, Not, Or};
        if !matches!(e.kind, And(..) | Or(..) | Not(_) | Compare(..)) {
            self.context = ComparisonContext::Value;
        }
        self.node(e);
        (self.context, self.is_held) = before;
    }

    fn node(&mut self, e: &HExpr) {
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
                    is_exact_change: amount.is_some_and(|amount| amount.is_exact),
                    ..NumberPhrases::plain(n.saturating_abs())
                };
                self.number(e.span, ways);
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
            HKind::Call(f, arguments) => {
                says(Meaning::Call(*f));
                // A state that modifiers change is read by a function.
                if let Some(f) = self.state_of(e) {
                    self.all.push((e.span, Meaning::State(f)));
                }
                return self.arguments(e, *f, arguments);
            }
            HKind::Field(f, _) | HKind::TableField(f) => says(Meaning::State(*f)),
            HKind::Slot { slot, .. } => says(Meaning::Slot(*slot)),
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
            // Nobody says how many sides the only sort of die of a game has.
            HKind::Roll(n, sides) if let HKind::Int(count) = sides.kind => {
                self.rolls.extend(matches!(n.kind, HKind::Int(1)).then_some(e.span));
                self.all.push((sides.span, Meaning::Count(count)));
                return self.expr(n);
            }
            HKind::RollDie(n, _) if matches!(n.kind, HKind::Int(1)) => self.rolls.push(e.span),
            HKind::Arith(op, a, b) => {
                if let (HKind::Int(x), HKind::Int(y)) = (&a.kind, &b.kind) {
                    let result = folded(*op, *x, *y).map(i64::saturating_abs);
                    // Mentioned as the result, or by its operands.
                    for (part, span) in [x, y].into_iter().zip([a.span, b.span]) {
                        let mut ways = NumberPhrases::plain(part.saturating_abs());
                        ways.plain.extend(result);
                        self.number(span, ways);
                    }
                    return;
                }
                if matches!(op, Arith::Add | Arith::Sub) {
                    self.part(a, a.span);
                    return self.part(b, b.span);
                }
                if matches!(op, Arith::Min | Arith::Max) {
                    let limit = if *op == Arith::Min { Bound::AtMost } else { Bound::AtLeast };
                    return [a, b].into_iter().for_each(|part| self.operand(part, limit));
                }
            }
            HKind::If(condition, then, otherwise) => return self.conditional(condition, then, otherwise),
            HKind::And(a, b) | HKind::Or(a, b) => {
                self.is_held &= matches!(e.kind, HKind::And(..));
                self.part(a, a.span);
                return self.part(b, b.span);
            }
            HKind::Compare(how, a, b) if self.comparison(*how, a, b, false) => return,
            HKind::SetOp(SetOp::Without, a, b) => {
                self.expr(a);
                return self.held(b, false);
            }
            HKind::Not(_)
            | HKind::Compare(..)
            | HKind::SetEq(..)
            | HKind::Aggregate { op: Aggregate::None | Aggregate::All, .. } => self.is_held = false,
            _ => {}
        }
        for_each_part(e, |part| self.expr(part));
    }

    /// Collects the meanings of an operand of `min` or `max`.
    fn operand(&mut self, e: &HExpr, limit: Bound) {
        let first = self.all.len();
        self.expr(e);
        if matches!(e.kind, HKind::Int(n) if n > 0)
            && let Some((_, Meaning::Number(number))) = self.all.get_mut(first)
        {
            number.ways.limit = Some(limit);
            let end = self.range.map(|(low, high)| if limit == Bound::AtMost { high } else { low });
            number.ways.is_end = end == Some(number.ways.written);
        }
    }
}

/// A span of no file.
const NOWHERE: Span = Span { file: FileId(u32::MAX), start: 0, end: 0 };

/// Returns the span from the first of two places to the end of the other; the second if they are in different
/// files.
fn joined(a: Span, b: Span) -> Span {
    match a.file == b.file {
        true => Span { file: a.file, start: a.start.min(b.start), end: a.end.max(b.end) },
        false => b,
    }
}

/// Returns whether an expression is a state marked as `unchecked`, which texts need not mention.
fn unchecked(symbols: &SymbolTable, e: &HExpr) -> bool {
    matches!(&e.kind, HKind::TableField(f) | HKind::Field(f, _) if symbols.fields[*f].unchecked)
}
