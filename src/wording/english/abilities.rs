//! Actions, modifiers and reactions of a card in words.
//!
//! Their code is compiled into the functions of actions, attributes and verbs; it is found there by its place
//! in the card's file.

use super::agreement::{ANY_NUMBER, THAT_NUMBER, with_open_numbers};
use super::rule_wording::{
    RuleWording, WordingProblem, WordingResult, and, asks_for, format_number, sentence, signed, with_a,
};
use super::statement_spans::span_of;
use crate::check::CheckedRules;
use crate::check::hir::parts::mentions;
use crate::check::hir::parts::statement_parts;
use crate::check::hir::tree::{Arith, CompareOp, HExpr, HKind, HStmt, Local, LoopSource};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::{ParamSymbol, ReadableValue};
use crate::ir::{FunctionId, NameId, ToIndex, ZoneOwner};
use crate::model::{CardDecl, CodeText, Ident, ModifierDecl, ReactionDecl};
use crate::source::Span;
use minijinja::Value;
use std::collections::BTreeMap;

/// Words all rules of a card that are not in slots, each with the parts that have no words instead.
pub(super) fn abilities_in_words(
    rules: &CheckedRules,
    texts: &super::declared_texts::DeclaredTexts,
    card: &CardDecl,
    name: NameId,
) -> (Vec<WordingResult<String>>, Vec<WordingResult<String>>) {
    let wording = AbilityWording { rules, texts, name };
    let actions = wording.actions(&card.actions);
    let mut others = wording.modifiers(&card.modifiers);
    others.extend(card.reactions.iter().map(|reaction| wording.reaction(reaction)));
    (actions, others)
}

/// The wording of one card's rules outside its slots.
pub(super) struct AbilityWording<'r, 'p> {
    pub(super) rules: &'r CheckedRules<'p>,
    pub(super) texts: &'r super::declared_texts::DeclaredTexts<'r>,
    name: NameId,
}

/// The statements of a rule inside the function that it is compiled into.
pub(super) struct CompiledRule<'h> {
    pub(super) block: &'h [HStmt],
    /// The conditions around them, outermost first.
    conditions: Vec<&'h HExpr>,
    /// The variables that are its bearer.
    myself: Vec<Local>,
    /// The variables that are the bearer's holder.
    you: Vec<Local>,
}

pub(super) fn lies_within(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}

/// Finds the statements whose code is at a span.
fn find<'h>(body: &'h [HStmt], span: Span, found: &mut CompiledRule<'h>) -> bool {
    // Statements that are made for a rule, and not written by its author, have the span of all of its code.
    let is_around = |e: &HExpr| e.span == span || !lies_within(e.span, span);
    let (mine, yours, conditions) = (found.myself.len(), found.you.len(), found.conditions.len());
    for (i, s) in body.iter().enumerate() {
        match s {
            HStmt::ForEach(local, LoopSource::Set(set), inner) if is_around(set) => {
                found.myself.push(*local);
                if find(inner, span, found) {
                    return true;
                }
            }
            HStmt::If(cond, then, _) if is_around(cond) => {
                found.conditions.push(cond);
                if find(then, span, found) {
                    return true;
                }
                found.conditions.truncate(conditions);
            }
            HStmt::IfLet(local, value, then, _) if is_around(value) => {
                found.you.push(*local);
                if find(then, span, found) {
                    return true;
                }
                found.you.truncate(yours);
            }
            HStmt::Set(alias, HExpr { kind: HKind::Local(of), ty: Ty::Component(_), .. })
                if found.myself.contains(of) =>
            {
                found.myself.push(*alias);
            }
            s if span_of(s).is_some_and(|at| lies_within(at, span)) => {
                let is_within = |s: &HStmt| span_of(s).is_some_and(|at| lies_within(at, span));
                let last = body.iter().rposition(is_within).unwrap_or(i);
                found.block = &body[i..=last];
                return true;
            }
            s => {
                if statement_parts(s).1.into_iter().any(|block| find(block, span, found)) {
                    return true;
                }
            }
        }
    }
    found.myself.truncate(mine);
    false
}

pub(super) fn compiled(body: &[HStmt], span: Span) -> Option<CompiledRule<'_>> {
    let mut found = CompiledRule { block: &[], conditions: Vec::new(), myself: Vec::new(), you: Vec::new() };
    find(body, span, &mut found).then_some(found)
}

/// Splits a condition at its `and`.
pub(super) fn conjuncts<'e>(e: &'e HExpr, out: &mut Vec<&'e HExpr>) {
    match &e.kind {
        HKind::And(a, b) => {
            conjuncts(a, out);
            conjuncts(b, out);
        }
        _ => out.push(e),
    }
}

/// Splits a condition at its `or`.
fn alternatives_of<'e>(e: &'e HExpr, out: &mut Vec<&'e HExpr>) {
    match &e.kind {
        HKind::Or(a, b) => {
            alternatives_of(a, out);
            alternatives_of(b, out);
        }
        _ => conjuncts(e, out),
    }
}

/// The variable that an expression is.
fn local_of(e: &HExpr) -> Option<Local> {
    match e.kind {
        HKind::Local(local) => Some(local),
        _ => None,
    }
}

pub(super) fn variable(local: Local, ty: &Ty, span: Span) -> HExpr {
    HExpr { ty: ty.clone(), span, kind: HKind::Local(local) }
}

impl<'r> AbilityWording<'r, '_> {
    pub(super) fn voice(&self, myself: Vec<Local>, you: Vec<Local>, span: Span) -> RuleWording<'r> {
        RuleWording::part(self.rules.symbols(), self.texts, self.name, (myself, you), span)
    }

    /// Words modifiers; those of the same components in one sentence.
    fn modifiers(&self, all: &[ModifierDecl]) -> Vec<WordingResult<String>> {
        let mut out: Vec<WordingResult<String>> = Vec::new();
        let mut last: Option<(String, Vec<String>)> = None;
        let said = |(who, has): (String, Vec<String>)| Ok(sentence(&format!("{who} has {}", and(&has))));
        for decl in all {
            match self.modifier(decl) {
                Ok((who, has, true)) => match &mut last {
                    Some((same, list)) if *same == who => list.push(has),
                    _ => out.extend(last.replace((who, vec![has])).map(said)),
                },
                Ok((_, clause, false)) => {
                    out.extend(last.take().map(said));
                    out.push(Ok(sentence(&clause)));
                }
                Err(problem) => {
                    out.extend(last.take().map(said));
                    out.push(Err(problem));
                }
            }
        }
        out.extend(last.map(said));
        out
    }

    /// Words a modifier as the components whose attribute it changes, and the change: "each card", "+2
    /// strength". If the last value is false, the change needs its own clause.
    fn modifier(&self, decl: &ModifierDecl) -> WordingResult<(String, String, bool)> {
        let symbols = self.rules.symbols();
        let value = decl.add.as_ref().or(decl.set.as_ref());
        let value = value.ok_or(WordingProblem::NoWords(decl.attribute.span))?;
        let lost = || WordingProblem::NoWords(value.span);
        if decl.only_if.is_some() {
            return Err(lost());
        }
        let mut readers: Vec<(&ReadableValue, &FunctionId)> = symbols.modified.iter().collect();
        readers.sort_by_key(|(_, f)| **f);
        let (readable, body, rule) = readers
            .into_iter()
            .find_map(|(readable, f)| {
                let body = symbols.functions[*f].body.as_ref()?;
                // The first statement reads the printed value, at the place of some modifier.
                Some((*readable, body, compiled(body.body.get(1..)?, value.span)?))
            })
            .ok_or_else(lost)?;
        let Some(HStmt::Set(_, read)) = body.body.first() else { return Err(lost()) };
        let (HKind::Attribute(_, element) | HKind::Field(_, element)) = &read.kind else {
            return Err(lost());
        };
        let element = local_of(element).ok_or_else(lost)?;
        let mut voice = self.voice(rule.myself, rule.you, value.span);
        let element_type = body.locals[element.0.index()].clone();
        let it = variable(element, &element_type, value.span);
        let mut who = super::noun::Noun::of_kind(voice.kind_of(&it));
        let conditions = of_code(&rule.conditions, decl.condition.as_ref());
        let names_self = |voice: &RuleWording, cond: &HExpr| match &cond.kind {
            HKind::Compare(CompareOp::Eq, a, b) => {
                local_of(a) == Some(element) && voice.is_self(b)
                    || local_of(b) == Some(element) && voice.is_self(a)
            }
            _ => false,
        };
        let is_self = conditions.iter().any(|cond| names_self(&voice, cond));
        // "This unit or each risen unit" has no words.
        let is_self_or_others = |cond: &&HExpr| {
            let mut sides = Vec::new();
            alternatives_of(cond, &mut sides);
            sides.len() > 1 && sides.iter().any(|side| names_self(&voice, side))
        };
        if conditions.iter().any(is_self_or_others) {
            return Err(lost());
        }
        // Conditions that do not say which components are meant say when.
        let mut when = Vec::new();
        for cond in conditions {
            if names_self(&voice, cond) {
                continue;
            }
            match is_self || !mentions(cond, element) {
                true => when.push(cond),
                false => who = voice.narrowed(who, element, cond)?,
            }
        }
        let who = if is_self { format!("this {}", voice.kind_of(&it)) } else { who.with("each") };
        let label = voice.label_of(readable);
        voice.call(element, "it", "it");
        voice.variables.mention(element);
        when.retain(|cond| !voice.goes_without_saying(cond));
        let when = match when.split_first() {
            None => String::new(),
            // "if it is red and with any Fox" would need an order.
            Some((cond, [])) => format!(" {}", voice.condition(cond)?.to_phrase()),
            Some(_) => return Err(lost()),
        };
        let [HStmt::Set(_, changed)] = rule.block else { return Err(lost()) };
        let by = match &changed.kind {
            HKind::Arith(Arith::Add, _, by) if decl.add.is_some() => by,
            _ if decl.set.is_some() => {
                let value = voice.thing(changed)?;
                return Ok((String::new(), format!("the {label} of {who} is {value}{when}"), false));
            }
            _ => return Err(lost()),
        };
        let has = match &by.kind {
            HKind::Int(n) => format!("{} {label}", signed(*n)),
            HKind::Negate(of) if matches!(of.kind, HKind::Int(_)) => {
                format!("{} {label}", voice.worth(by, 1)?)
            }
            HKind::Arith(Arith::Sub, zero, less) if matches!(zero.kind, HKind::Int(0)) => match &less.kind {
                // The amount removed is at most what there is.
                HKind::Arith(Arith::Min, n, most)
                    if matches!(n.kind, HKind::Int(_))
                        && voice.readable(most).is_some_and(|(r, _)| r == readable) =>
                {
                    format!("−{} {label} (but not less than 0)", voice.quantity(n)?)
                }
                _ => return Err(lost()),
            },
            // "By the number of units with any Fox" would be another number.
            _ if when.starts_with(" with") => return Err(lost()),
            _ => {
                let by = voice.quantity(by)?;
                return Ok((String::new(), format!("the {label} of {who} rises by {by}{when}"), false));
            }
        };
        Ok(match when.is_empty() {
            true => (who, has, true),
            false => (String::new(), format!("{who} has {has}{when}"), false),
        })
    }

    /// Returns whether a zone is one of cells, or, with `or_borne`, one of components.
    pub(super) fn is_on_board(&self, id: &str, or_borne: bool) -> bool {
        let of = self.rules.symbols().zones.iter().find(|zone| zone.id == id).map(|zone| &zone.per.thing);
        match of {
            Some(ZoneOwner::Cell(_)) => true,
            Some(ZoneOwner::Component(_)) => or_borne,
            _ => false,
        }
    }

    /// Words a reaction: "When your turn begins, you gain 2 coins."
    fn reaction(&self, decl: &ReactionDecl) -> WordingResult<String> {
        let symbols = self.rules.symbols();
        let lost = || WordingProblem::NoWords(decl.code.span);
        if decl.only_if.is_some() {
            return Err(lost());
        }
        // Cards on the board act where they are; of another zone, the sentence would have to speak.
        let is_elsewhere = |zone: &&Ident| !self.is_on_board(&zone.text, false);
        if let Some(zone) = decl.zone.as_ref().filter(is_elsewhere) {
            return Err(WordingProblem::NoWords(zone.span));
        }
        let named = symbols.functions.iter_ids().filter(|(_, f)| f.id == *decl.verb.text);
        let verb = named.filter_map(|(f, of)| Some((f, of, of.body.as_ref()?)));
        let (f, verb, rule) = verb
            .filter_map(|(f, verb, body)| Some((f, verb, compiled(&body.body, decl.code.span)?)))
            .next()
            .ok_or(WordingProblem::NoWords(decl.verb.span))?;
        let mut voice = self.voice(rule.myself, rule.you, decl.code.span);
        let mut conditions = of_code(&rule.conditions, decl.condition.as_ref());
        for cond in &conditions {
            voice.learn_alias(cond);
        }
        let text = *self.texts.functions.get(&f).ok_or(WordingProblem::NoWords(decl.verb.span))?;
        let mut data = BTreeMap::new();
        let mut said_in_moment: Vec<&HExpr> = Vec::new();
        // The types of the components that are called "that card".
        let places = (0..verb.params.len()).map(|i| Local(i as u32));
        let types = verb.params.iter().zip(places).filter(|(param, local)| {
            let of_param = variable(*local, &param.ty, decl.verb.span);
            !voice.is_self(&of_param) && !voice.is_you(&of_param)
        });
        let is_wrong = |(i, param): (usize, &ParamSymbol)| {
            let of_param = variable(Local(i as u32), &param.ty, decl.verb.span);
            let is_wrong = match param.ty {
                Ty::Player => !voice.is_you(&of_param),
                Ty::Component(_) => voice.is_self(&of_param),
                _ => false,
            };
            is_wrong && !asks_for(text, &param.id)
        };
        // "A unit dies", if only this unit is meant.
        if verb.params.iter().enumerate().any(is_wrong) {
            return Err(lost());
        }
        let types: Vec<&Ty> = types.map(|(param, _)| &param.ty).collect();
        for (i, param) in verb.params.iter().enumerate().filter(|(_, param)| asks_for(text, &param.id)) {
            let local = Local(i as u32);
            let of_param = variable(local, &param.ty, decl.verb.span);
            if param.ty == Ty::Int {
                let bound = conditions.iter().find_map(|cond| Some((*cond, bound_of(cond, local)?)));
                said_in_moment.extend(bound.as_ref().map(|(cond, _)| *cond));
                let (first, later) = match bound.map(|(_, bound)| bound) {
                    Some((n, true)) => (Value::from(n), format_number(n)),
                    Some((n, false)) => (Value::from(format!("{n} or more")), THAT_NUMBER.to_owned()),
                    None => (Value::from(ANY_NUMBER), THAT_NUMBER.to_owned()),
                };
                voice.call(local, later.clone(), later);
                voice.variables.mention(local);
                data.insert(param.id.clone(), first);
                continue;
            }
            if !voice.is_self(&of_param) && !voice.is_you(&of_param) {
                let noun = match &param.ty {
                    Ty::Player | Ty::Component(_) | Ty::Cell => voice.kind_of(&of_param),
                    _ => param.id.replace('_', " "),
                };
                // "That unit" could be either of two.
                match types.iter().filter(|ty| ***ty == param.ty).count() {
                    1 => voice.call(local, with_a(&noun), format!("that {noun}")),
                    _ => voice.variables.call_once(local, with_a(&noun)),
                }
            }
            data.insert(param.id.clone(), Value::from(voice.thing(&of_param)?));
        }
        let moment = voice.fill(text, data)?;
        let mut words = format!("{} {moment}, ", if decl.before { "before" } else { "when" });
        conditions.retain(|cond| {
            let is_said = said_in_moment.iter().any(|said| std::ptr::eq(*said, *cond));
            !is_said && !voice.goes_without_saying(cond)
        });
        for cond in conditions {
            words.push_str(&format!("{}, ", voice.condition(cond)?.leading()));
        }
        words.push_str(&voice.deeds(&rule.block.iter().collect::<Vec<_>>())?);
        // "+that number"
        let has_sign =
            |number: &str| ["+", "−", "-", "×"].iter().any(|sign| words.contains(&format!("{sign}{number}")));
        if has_sign(ANY_NUMBER) || has_sign(THAT_NUMBER) {
            return Err(lost());
        }
        Ok(sentence(&with_open_numbers(&words)))
    }
}

/// Returns the number that a condition gives as the value of a variable (`true`), or as its least value.
fn bound_of(cond: &HExpr, local: Local) -> Option<(i64, bool)> {
    let HKind::Compare(how, a, b) = &cond.kind else { return None };
    let bound = match (how, &a.kind, &b.kind) {
        (CompareOp::Eq, HKind::Local(l), HKind::Int(n)) | (CompareOp::Eq, HKind::Int(n), HKind::Local(l))
            if *l == local =>
        {
            Some((*n, true))
        }
        (CompareOp::Le, HKind::Int(n), HKind::Local(l)) if *l == local => Some((*n, false)),
        (CompareOp::Lt, HKind::Int(n), HKind::Local(l)) if *l == local => Some((n.saturating_add(1), false)),
        _ => None,
    };
    bound.filter(|(n, _)| *n >= 0)
}

/// Returns the parts of those conditions that are written in a code string.
fn of_code<'h>(conditions: &[&'h HExpr], code: Option<&CodeText>) -> Vec<&'h HExpr> {
    let mut out = Vec::new();
    let Some(code) = code else { return out };
    for cond in conditions.iter().filter(|cond| lies_within(cond.span, code.span)) {
        conjuncts(cond, &mut out);
    }
    out
}

impl RuleWording<'_> {
    /// Remembers that a variable is the card itself, or its player, if a condition says so: `m == self`, `p
    /// == holder(self)`.
    fn learn_alias(&mut self, cond: &HExpr) {
        let HKind::Compare(CompareOp::Eq, a, b) = &cond.kind else { return };
        for (one, other) in [(a, b), (b, a)] {
            let Some(local) = local_of(one) else { continue };
            let is_holder = matches!(&other.kind, HKind::Holder(of) if self.is_self(of));
            if self.is_self(other) {
                self.myself.push(local);
            } else if self.is_you(other) || is_holder {
                self.you.push(local);
            }
        }
    }

    /// Returns whether a condition needs no words: it identifies `you` or the card, or reads state that texts
    /// need not mention.
    pub(super) fn goes_without_saying(&self, cond: &HExpr) -> bool {
        let is_same = match &cond.kind {
            HKind::Compare(CompareOp::Eq, a, b) => {
                let is_holder = |e: &HExpr| matches!(&e.kind, HKind::Holder(of) if self.is_self(of));
                let is_you = |e: &HExpr| self.is_you(e) || is_holder(e);
                self.is_self(a) && self.is_self(b) || is_you(a) && is_you(b)
            }
            _ => false,
        };
        is_same || self.is_bookkeeping(cond)
    }
}
