//! Rules in slots: each is checked once for all cards that bear it, and many of them in parallel.

use crate::check::body::scope::{Cx, Mode, Uses};
use crate::check::hir::tree::{HExpr, HFunction, HKind, HStmt};
use crate::check::hir::types::Ty;
use crate::check::rules::cards::is_empty_rule;
use crate::check::rules::checker::{RuleChecker, parsed};
use crate::check::rules::messages;
use crate::check::symbols::items::Member;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::check::symbols::values::nearest_to_0;
use crate::diagnostics::{Diagnostic, error_count};
use crate::ir::{FunctionId, KeywordId, KindId, NameId, SlotId};
use crate::model::CodeText;
use crate::source::TomlValue;
use crate::syntax;
use crate::threads::{self, in_parallel};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The number of rules that are checked together.
const AT_ONCE: usize = 256;

/// The rules in slots by their code, each at its first occurrence.
pub(in crate::check) type FirstOccurrences<'p> = FxHashMap<&'p str, &'p CodeText>;

/// The rules that kinds, cards and keywords give to slots.
#[derive(Default)]
pub(in crate::check) struct SlotRules<'p> {
    /// The rules that are shared, by slot, kind and text: their indices in `all`.
    known: FxHashMap<(SlotId, KindId, &'p str), usize>,
    /// All different rules, in the order of their functions.
    all: Vec<SlotRule<'p>>,
    /// Rules that are equal to an earlier one, with its index in `all`.
    repeated: Vec<(usize, SlotRule<'p>)>,
    /// The components that bear rules in slots, with the index of each rule. Later entries replace earlier
    /// ones.
    borne: Vec<(SlotId, Range<usize>, usize)>,
    /// For each slot, the set over which its rules are conditions.
    from: Vec<Option<&'p CodeText>>,
}

/// A rule that is written into a slot.
#[derive(Clone, Copy)]
struct SlotRule<'p> {
    function: FunctionId,
    slot: SlotId,
    /// The kind of its bearers.
    kind: KindId,
    code: &'p CodeText,
    /// The set over which it is a condition.
    from: Option<&'p CodeText>,
    /// The keyword that contains it, and the name of its bearers.
    keyword: Option<(KeywordId, NameId)>,
}

/// The results for several rules.
#[derive(Default)]
struct CheckedSlotRules {
    /// The body of each; `None` if it has an error.
    bodies: Vec<Option<HFunction>>,
    diagnostics: Vec<Diagnostic>,
    uses: Uses,
}

impl<'p> RuleChecker<'p> {
    /// Checks the rules that cards write into slots.
    pub(in crate::check) fn slots(&mut self) -> FirstOccurrences<'p> {
        let package = self.package;
        let from = vec![None; self.symbols.slots.len()];
        let mut rules = SlotRules { from, ..SlotRules::default() };
        // The rule of a kind's slot unless a card gives another.
        for decl in &package.kinds {
            let Some(k) = self.symbols.kind_named(&decl.id.text) else { continue };
            for s in &decl.slots {
                let Some(Member::Slot(slot)) = self.symbols.kinds[k].members.get(&s.id.text).copied() else {
                    continue;
                };
                rules.from[slot.index()] = s.from.as_ref();
                // An empty rule gives 0, unless the range is without it.
                let has_0 = nearest_to_0(self.symbols.slots[slot].range) == 0;
                if let Some(default) = &s.default
                    && !(has_0 && is_empty_rule(&default.value))
                {
                    let rule = self.slot_rule(&mut rules, (slot, k), default, &decl.id.text, None);
                    let kind = &self.symbols.kinds[self.symbols.slots[slot].kind];
                    let range = kind.first.index()..(kind.first + kind.count).index();
                    rules.borne.push((slot, range, rule));
                }
            }
        }
        for (i, card) in package.cards.iter().enumerate() {
            let Some(name) = self.names[i] else { continue };
            let kind = KindId(self.symbols.names[name].kind.0);
            let csv = package.sources.file(card.span.file).has_rows();
            let mut written: Vec<SlotId> = Vec::new();
            for (field, node) in &card.fields {
                let Some(Member::Slot(slot)) = self.symbols.member(kind, &field.text) else { continue };
                written.push(slot);
                let TomlValue::Text(code) = &node.value else {
                    let rule = match (&self.symbols.slots[slot].result, &node.value) {
                        (Ty::Bool, TomlValue::Bool(value)) => value.to_string(),
                        (Ty::Bool, _) => "true".to_owned(),
                        (Ty::Int, TomlValue::Int(value)) => value.to_string(),
                        (Ty::Int, _) => "5".to_owned(),
                        _ => "…".to_owned(),
                    };
                    let found = node.describe();
                    self.diagnostics.push(messages::not_a_rule(node.span, &field.text, found, &rule));
                    continue;
                };
                if csv && is_empty_rule(&code.value) {
                    continue;
                }
                self.bear_rule(&mut rules, (slot, name), code, &card.id.text, None);
            }
            self.keyword_slots(&mut rules, card, name, &written);
        }
        self.check_slot_rules(rules)
    }

    /// Gives all copies of a card a rule in a slot.
    pub(in crate::check) fn bear(&mut self, slot: SlotId, name: NameId, function: FunctionId) {
        let bearers = self.copies_of(name);
        self.symbols.slots[slot].rules[bearers].fill(Some(function));
    }

    fn copies_of(&self, name: NameId) -> Range<usize> {
        let info = &self.symbols.names[name];
        info.first.index()..(info.first + info.copies).index()
    }

    /// Gives all copies of a card a rule in a slot, which is yet to be checked. `keyword` contains it.
    pub(in crate::check) fn bear_rule(
        &mut self,
        rules: &mut SlotRules<'p>,
        (slot, name): (SlotId, NameId),
        code: &'p CodeText,
        bearer: &str,
        keyword: Option<KeywordId>,
    ) {
        let kind = KindId(self.symbols.names[name].kind.0);
        let rule = self.slot_rule(rules, (slot, kind), code, bearer, keyword.map(|k| (k, name)));
        rules.borne.push((slot, self.copies_of(name), rule));
    }

    /// Returns the index of a rule; equal texts on the same kind are one.
    fn slot_rule(
        &mut self,
        rules: &mut SlotRules<'p>,
        (slot, kind): (SlotId, KindId),
        code: &'p CodeText,
        bearer: &str,
        keyword: Option<(KeywordId, NameId)>,
    ) -> usize {
        let mut rule =
            SlotRule { function: FunctionId(0), slot, kind, code, from: rules.from[slot.index()], keyword };
        // An editor asks about every rule where it stands.
        let is_shared = keyword.is_none() && self.uses.editor_info.is_none();
        let key = (slot, kind, code.value.as_str());
        if is_shared && let Some(first) = rules.known.get(&key) {
            rules.repeated.push((*first, rule));
            return *first;
        }
        let declared = &self.symbols.slots[slot];
        let mut params: Vec<(&str, Ty)> = vec![("self", Ty::Component(kind))];
        let of_slot = declared.params.clone();
        params.extend(of_slot.iter().map(|p| (p.id.as_str(), p.ty.clone())));
        let (id, result) = (format!("{bearer}.{}", declared.id), declared.result.clone());
        let (effects, range) = (result == Ty::Unit, declared.range);
        rule.function = self.hidden(id, params, result, effects);
        self.symbols.functions[rule.function].range = range;
        let index = rules.all.len();
        if is_shared {
            rules.known.insert(key, index);
        }
        rules.all.push(rule);
        index
    }

    /// Checks all rules, and gives those without an error to their bearers.
    fn check_slot_rules(&mut self, rules: SlotRules<'p>) -> FirstOccurrences<'p> {
        let SlotRules { all, repeated, borne, .. } = rules;
        let mut bodies: Vec<Option<HFunction>> = Vec::with_capacity(all.len());
        if self.uses.editor_info.is_some() {
            bodies = self.check_one_by_one(&all);
        } else {
            let symbols = &self.symbols;
            let some: Vec<&[SlotRule]> = all.chunks(AT_ONCE).collect();
            let check = |(): &mut (), some: &&[SlotRule]| {
                let mut checked = CheckedSlotRules::default();
                some.iter().for_each(|rule| checked.check(symbols, rule));
                checked
            };
            for checked in in_parallel(&some, threads::count(None).get(), || (), check) {
                bodies.extend(checked.bodies);
                self.diagnostics.extend(checked.diagnostics);
                self.uses.join(checked.uses);
            }
            // An error is reported at each place where it was written.
            let wrong = repeated.into_iter().filter(|(first, _)| bodies[*first].is_none());
            let wrong: Vec<SlotRule> = wrong.map(|(_, rule)| rule).collect();
            self.check_one_by_one(&wrong);
        }
        for (slot, bearers, rule) in borne.into_iter().filter(|(.., rule)| bodies[*rule].is_some()) {
            self.symbols.slots[slot].rules[bearers].fill(Some(all[rule].function));
        }
        let mut first = FirstOccurrences::default();
        for (rule, body) in all.iter().zip(bodies).filter(|(_, body)| body.is_some()) {
            self.symbols.functions[rule.function].body = body;
            if rule.keyword.is_none() {
                first.entry(rule.code.value.as_str()).or_insert(rule.code);
            }
        }
        first
    }

    fn check_one_by_one(&mut self, rules: &[SlotRule]) -> Vec<Option<HFunction>> {
        let (diagnostics, uses) = (std::mem::take(&mut self.diagnostics), std::mem::take(&mut self.uses));
        let mut checked = CheckedSlotRules { bodies: Vec::new(), diagnostics, uses };
        rules.iter().for_each(|rule| checked.check(&self.symbols, rule));
        (self.diagnostics, self.uses) = (checked.diagnostics, checked.uses);
        checked.bodies
    }
}

impl CheckedSlotRules {
    fn check(&mut self, symbols: &SymbolTable, rule: &SlotRule) {
        let errors_before = error_count(&self.diagnostics);
        let body = self.body(symbols, rule);
        self.bodies.push(body.filter(|_| error_count(&self.diagnostics) == errors_before));
    }

    fn body(&mut self, symbols: &SymbolTable, rule: &SlotRule) -> Option<HFunction> {
        let SlotRule { function, slot, kind, code, from, keyword } = *rule;
        let declared = &symbols.slots[slot];
        let result = &declared.result;
        let effects = *result == Ty::Unit;
        // A condition over a set must be one expression; every other rule may be statements.
        let mut condition = None;
        let mut block = None;
        if let Some(from) = from {
            let set = self.parsed(symbols, syntax::parse_expr(&from.value), from)?;
            condition = Some((from, set, self.parsed(symbols, syntax::parse_expr(&code.value), code)?));
        } else if effects {
            block = Some(self.parsed(symbols, syntax::parse_block(&code.value), code)?);
        } else {
            block = Some(self.parsed(symbols, syntax::parse_function(&code.value), code)?);
        }
        let mode = if effects { Mode::Happening } else { Mode::Calculation };
        let mut cx = Cx::new(symbols, &mut self.diagnostics, &mut self.uses, function, code, mode);
        cx.what = "a slot that returns a value";
        cx.parameter("self", Ty::Component(kind));
        for p in &declared.params {
            cx.parameter(&p.id, p.ty.clone());
        }
        let mut body: Vec<HStmt> = Vec::new();
        if let Some((k, name)) = keyword {
            body.extend(cx.keyword_values(k, name, code.span));
        }
        if let Some(block) = block {
            let statements = cx.statements(&block, result);
            // Most have no values of a keyword. Copied to a list that grows, they would take four times as
            // much memory.
            if body.is_empty() {
                body = statements;
            } else {
                body.extend(statements);
            }
        } else if let Some((from, from_tree, tree)) = condition {
            let own_code = std::mem::replace(&mut cx.code, from);
            let set = cx.typed(&from_tree, result);
            cx.code = own_code;
            let Ty::Set(inner) = result else { return None };
            let element = cx.local((**inner).clone());
            let mark = cx.enter();
            cx.element(element, (**inner).clone());
            cx.inside += 1;
            let cond = cx.typed(&tree, &Ty::Bool);
            cx.inside -= 1;
            cx.leave(mark);
            let kind = HKind::Filter { set: Box::new(set), element, cond: Box::new(cond) };
            let value = HExpr { ty: result.clone(), span: code.span, kind };
            body.push(HStmt::Return(Some(value)));
        }
        Some(cx.finish(body))
    }

    fn parsed<T>(
        &mut self,
        symbols: &SymbolTable,
        result: syntax::ParseResult<T>,
        code: &CodeText,
    ) -> Option<T> {
        parsed(result, code, symbols, &mut self.diagnostics, &mut self.uses)
    }
}
