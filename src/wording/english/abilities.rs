//! Actions, modifiers and reactions of a card in words.
//!
//! Their code is compiled into the functions of actions, attributes and verbs; it is found there by its place
//! in the card's file.

use super::rule_wording::{
    RuleWording, WordingProblem, WordingResult, and, asks_for, capital, sentence, signed, with_a,
};
use super::statement_spans::span_of;
use crate::check::hir::parts::statement_parts;
use crate::check::hir::tree::{Arith, CompareOp, HExpr, HFunction, HKind, HStmt, Local, LoopSource};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::{ActionSymbol, ReadableValue};
use crate::check::{CheckedRules, is_empty_rule};
use crate::ir::{FunctionId, NameId, ToIndex};
use crate::model::{ActionDecl, CardDecl, CodeText, ModifierDecl, ReactionDecl};
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
    let actions = card.actions.iter().filter(|action| !is_empty_rule(&action.code.value));
    let actions = actions.map(|action| wording.action(action)).collect();
    let mut others = wording.modifiers(&card.modifiers);
    others.extend(card.reactions.iter().map(|reaction| wording.reaction(reaction)));
    (actions, others)
}

struct AbilityWording<'r, 'p> {
    rules: &'r CheckedRules<'p>,
    texts: &'r super::declared_texts::DeclaredTexts<'r>,
    name: NameId,
}

/// The statements of a rule inside the function that it is compiled into.
struct CompiledRule<'h> {
    block: &'h [HStmt],
    /// The conditions around them, outermost first.
    conditions: Vec<&'h HExpr>,
    /// The variables that are its bearer.
    myself: Vec<Local>,
    /// The variables that are the bearer's holder.
    you: Vec<Local>,
}

fn lies_within(inner: Span, outer: Span) -> bool {
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

fn compiled(body: &[HStmt], span: Span) -> Option<CompiledRule<'_>> {
    let mut found = CompiledRule { block: &[], conditions: Vec::new(), myself: Vec::new(), you: Vec::new() };
    find(body, span, &mut found).then_some(found)
}

/// Splits a condition at its `and`.
fn conjuncts<'e>(e: &'e HExpr, out: &mut Vec<&'e HExpr>) {
    match &e.kind {
        HKind::And(a, b) => {
            conjuncts(a, out);
            conjuncts(b, out);
        }
        _ => out.push(e),
    }
}

/// The variable that an expression is.
fn local_of(e: &HExpr) -> Option<Local> {
    match e.kind {
        HKind::Local(local) => Some(local),
        _ => None,
    }
}

fn variable(local: Local, ty: &Ty, span: Span) -> HExpr {
    HExpr { ty: ty.clone(), span, kind: HKind::Local(local) }
}

impl<'r> AbilityWording<'r, '_> {
    fn voice(&self, myself: Vec<Local>, you: Vec<Local>, span: Span) -> RuleWording<'r> {
        RuleWording::part(self.rules.world(), self.texts, self.name, (myself, you), span)
    }

    /// Words an action: its effect, and its targets.
    fn action(&self, decl: &ActionDecl) -> WordingResult<String> {
        let world = self.rules.world();
        let lost = || WordingProblem::NoWords(decl.code.span);
        let (index, action) =
            world.actions.iter_ids().find(|(_, a)| a.span == decl.id.span).ok_or_else(lost)?;
        // A card's part of its kind's action is a function of its own.
        let functions = world.functions.iter().filter(|f| f.params.len() == action.params.len() + 1);
        let is_within = |s: &HStmt| span_of(s).is_some_and(|at| lies_within(at, decl.code.span));
        let is_part = |body: &&HFunction| body.body.iter().any(is_within);
        let part = functions.filter_map(|f| f.body.as_ref()).find(is_part);
        let body = part.or(world.functions[action.does].body.as_ref());
        let found = body.and_then(|body| compiled(&body.body, decl.code.span));
        let block = found.ok_or_else(lost)?.block;
        let mut voice = self.voice(vec![Local(1)], vec![Local(0)], decl.code.span);
        let own = self.offered(&mut voice, decl, action, index)?;
        let words = voice.deeds(&block.iter().collect::<Vec<_>>())?;
        // Without a mention of the parameter, its condition would be lost.
        if let Some(param) = own.iter().find(|param| !voice.is_said(param.0)) {
            return Err(WordingProblem::NoWords(param.1));
        }
        let is_framed =
            self.rules.package().kinds.iter().flat_map(|k| &k.actions).any(|a| a.id.text == decl.id.text);
        Ok(match is_framed {
            true => sentence(&words),
            false => sentence(&format!("{}: {words}", capital(&self.texts.label(&decl.id.text)))),
        })
    }

    /// Names the parameters of an action by the sets from which they are chosen. Returns those of the card,
    /// with their places.
    fn offered(
        &self,
        voice: &mut RuleWording,
        decl: &ActionDecl,
        action: &ActionSymbol,
        index: crate::ir::ActionId,
    ) -> WordingResult<Vec<(Local, Span)>> {
        let lost = || WordingProblem::NoWords(decl.code.span);
        let options = self.rules.world().functions[action.options].body.as_ref().ok_or_else(lost)?;
        let (sets, when) = offer_of(&options.body, index).ok_or_else(lost)?;
        let mut here = self.voice(vec![Local(0)], vec![Local(1)], decl.code.span);
        here.myself.extend(sets.first().map(|(local, _)| *local));
        let mut own = Vec::new();
        let several = decl.params.len() > 1;
        for (i, (local, set)) in sets.iter().enumerate().skip(1) {
            let param = &action.params[i];
            let written = decl.params.iter().find(|p| p.id.text == param.id);
            let of_param = variable(*local, &param.ty, set.span);
            let words = match here.noun(set) {
                Ok(noun) if noun.plain() == super::rule_wording::YOU => {
                    (super::rule_wording::YOU.to_owned(), super::rule_wording::YOU.to_owned())
                }
                Ok(noun) if several => (noun.a(), format!("that {}", here.kind_of(&of_param))),
                Ok(noun) => (noun.a(), "it".to_owned()),
                // A parameter that the kind's action chooses need not be on the card.
                Err(_) if written.is_none() => {
                    let the = format!("the {}", param.id.replace('_', " "));
                    (the.clone(), the)
                }
                Err(problem) => return Err(problem),
            };
            // The parameters of the function come after `you`; those of the options after `self`.
            let inside = Local(i as u32 + 1);
            voice.call(inside, words.0.clone(), words.1.clone());
            here.call(*local, words.1.clone(), words.1);
            here.mention(*local);
            if let Some(written) = written {
                own.push((inside, written.ty.span));
            }
        }
        let mut conditions = Vec::new();
        when.into_iter().for_each(|when| conjuncts(when, &mut conditions));
        let of_card =
            |cond: &&HExpr| decl.when.as_ref().is_some_and(|code| lies_within(cond.span, code.span));
        match conditions.into_iter().filter(of_card).find(|cond| !here.goes_without_saying(cond)) {
            Some(cond) => Err(WordingProblem::NoWords(cond.span)),
            None => Ok(own),
        }
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
        let world = self.rules.world();
        let value = decl.add.as_ref().or(decl.set.as_ref());
        let value = value.ok_or(WordingProblem::NoWords(decl.attribute.span))?;
        let lost = || WordingProblem::NoWords(value.span);
        if decl.only_if.is_some() {
            return Err(lost());
        }
        let mut readers: Vec<(&ReadableValue, &FunctionId)> = world.modified.iter().collect();
        readers.sort_by_key(|(_, f)| **f);
        let (readable, body, rule) = readers
            .into_iter()
            .find_map(|(readable, f)| {
                let body = world.functions[*f].body.as_ref()?;
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
        let mut is_self = false;
        for cond in of_code(&rule.conditions, decl.condition.as_ref()) {
            match &cond.kind {
                HKind::Compare(CompareOp::Eq, a, b)
                    if local_of(a) == Some(element) && voice.is_self(b)
                        || local_of(b) == Some(element) && voice.is_self(a) =>
                {
                    is_self = true;
                }
                _ => who = voice.narrowed(who, element, cond)?,
            }
        }
        let who = if is_self { format!("this {}", voice.kind_of(&it)) } else { who.with("each") };
        let label = voice.label_of(readable);
        voice.call(element, "its", "it");
        voice.mention(element);
        let [HStmt::Set(_, changed)] = rule.block else { return Err(lost()) };
        let by = match &changed.kind {
            HKind::Arith(Arith::Add, _, by) if decl.add.is_some() => by,
            _ if decl.set.is_some() => {
                let value = voice.thing(changed)?;
                return Ok((String::new(), format!("the {label} of {who} is {value}"), false));
            }
            _ => return Err(lost()),
        };
        Ok(match &by.kind {
            HKind::Int(n) => (who, format!("{} {label}", signed(*n)), true),
            HKind::Arith(Arith::Sub, zero, less) if matches!(zero.kind, HKind::Int(0)) => match &less.kind {
                // The amount removed is at most what there is.
                HKind::Arith(Arith::Min, n, most)
                    if matches!(n.kind, HKind::Int(_))
                        && voice.readable(most).is_some_and(|(r, _)| r == readable) =>
                {
                    (who, format!("−{} {label} (but not less than 0)", voice.quantity(n)?), true)
                }
                _ => return Err(lost()),
            },
            _ => (String::new(), format!("the {label} of {who} rises by {}", voice.quantity(by)?), false),
        })
    }

    /// Words a reaction: "When your turn begins, you gain 2 coins."
    fn reaction(&self, decl: &ReactionDecl) -> WordingResult<String> {
        let world = self.rules.world();
        let lost = || WordingProblem::NoWords(decl.code.span);
        if decl.only_if.is_some() {
            return Err(lost());
        }
        let named = world.functions.iter_ids().filter(|(_, f)| f.id == *decl.verb.text);
        let verb = named.filter_map(|(f, of)| Some((f, of, of.body.as_ref()?)));
        let (f, verb, rule) = verb
            .filter_map(|(f, verb, body)| Some((f, verb, compiled(&body.body, decl.code.span)?)))
            .next()
            .ok_or(WordingProblem::NoWords(decl.verb.span))?;
        let mut voice = self.voice(rule.myself, rule.you, decl.code.span);
        let conditions = of_code(&rule.conditions, decl.condition.as_ref());
        for cond in &conditions {
            voice.learn_alias(cond);
        }
        let text = *self.texts.functions.get(&f).ok_or(WordingProblem::NoWords(decl.verb.span))?;
        let mut data = BTreeMap::new();
        for (i, param) in verb.params.iter().enumerate() {
            let local = Local(i as u32);
            let of_param = variable(local, &param.ty, decl.verb.span);
            if !voice.is_self(&of_param) && !voice.is_you(&of_param) {
                let noun = match &param.ty {
                    Ty::Player | Ty::Component(_) | Ty::Cell => voice.kind_of(&of_param),
                    _ => param.id.replace('_', " "),
                };
                voice.call(local, with_a(&noun), format!("that {noun}"));
            }
            if asks_for(text, &param.id) {
                data.insert(param.id.clone(), Value::from(voice.thing(&of_param)?));
            }
        }
        let moment = voice.fill(text, data)?;
        let mut words = format!("{} {moment}, ", if decl.before { "before" } else { "when" });
        for cond in conditions.into_iter().filter(|cond| !voice.goes_without_saying(cond)).collect::<Vec<_>>()
        {
            words.push_str(&format!("{}, ", voice.condition(cond)?.leading()));
        }
        words.push_str(&voice.deeds(&rule.block.iter().collect::<Vec<_>>())?);
        Ok(sentence(&words))
    }
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

/// The sets of an action's parameters, and the condition on its options.
type Offered<'h> = (&'h [(Local, HExpr)], Vec<&'h HExpr>);

/// Finds the options that an action offers, with the conditions around it.
fn offer_of(body: &[HStmt], action: crate::ir::ActionId) -> Option<Offered<'_>> {
    body.iter().find_map(|s| match s {
        HStmt::Offer { action: of, params, when } if *of == action => {
            Some((params.as_slice(), when.iter().collect()))
        }
        HStmt::If(cond, then, _) => {
            let (params, mut when) = offer_of(then, action)?;
            when.push(cond);
            Some((params, when))
        }
        _ => statement_parts(s).1.into_iter().find_map(|block| offer_of(block, action)),
    })
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
    fn goes_without_saying(&self, cond: &HExpr) -> bool {
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
