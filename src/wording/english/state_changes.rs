//! Changes of state in words: "you gain 2 coins", "this card becomes awake until the turn ends".

use super::agreement::singular_of;
use super::rule_wording::{RuleWording, WordingProblem, WordingResult, asks_for};
use crate::check::Trigger;
use crate::check::hir::tree::{Arith, HExpr, HKind, HStmt, SetOp};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::ReadableValue;
use crate::ir::{FieldId, FunctionId, Owner};
use minijinja::Value;

/// Returns the ending of a verb after a noun: none after a plural.
fn third_person(noun: &str) -> &'static str {
    let last = noun.rsplit(' ').next().unwrap_or(noun);
    if singular_of(last).is_some() { "" } else { "s" }
}

/// Returns the singular of a label: "gold coin".
fn one_of(label: &str) -> String {
    let (before, last) = label.rsplit_once(' ').map_or(("", label), |(before, last)| (before, last));
    let one = singular_of(last).unwrap_or_else(|| last.to_owned());
    format!("{before} {one}").trim_start().to_owned()
}

/// Returns whether the `text` of a state of type int words an added number, and not the new one: "gains 5
/// coins", not "has 5 coins".
fn says_change(text: &str) -> bool {
    const STATES: [&str; 10] =
        ["has", "have", "is", "are", "becomes", "become", "now", "equals", "stands", "set"];
    !text.split(|c: char| !c.is_alphabetic()).any(|word| STATES.contains(&word.to_lowercase().as_str()))
}

impl RuleWording<'_> {
    /// Words a change of state.
    pub(super) fn word_state_change(
        &mut self,
        f: FieldId,
        of: Option<&HExpr>,
        value: &HExpr,
    ) -> WordingResult<String> {
        let field = &self.symbols.fields[f];
        let label = self.texts.label(&field.id);
        // The amount added to the current value.
        let same = |e: &HExpr| match (&e.kind, of) {
            (HKind::Field(g, whose), Some(of)) => *g == f && self.is_same_thing(whose, of),
            (HKind::TableField(g), None) => *g == f,
            _ => false,
        };
        let (change, added) = match &value.kind {
            HKind::Arith(op @ (Arith::Add | Arith::Sub), a, b) if same(a) => (Some(*op == Arith::Add), &**b),
            HKind::SetOp(SetOp::Union, a, b) if same(a) => (Some(true), &**b),
            HKind::SetOp(SetOp::Without, a, b) if same(a) => (Some(false), &**b),
            _ => (None, value),
        };
        let text = self.text_of(ReadableValue::Field(f)).filter(|t| asks_for(t, "it"));
        if let Some(text) = text {
            let is_on = match value.kind {
                HKind::Bool(on) => Some(on),
                _ => None,
            };
            if change == Some(false) || is_on == Some(false) && !asks_for(text, "value") {
                return Err(WordingProblem::NoWords(value.span));
            }
            // "You gain 5 coins" is said of one of the two.
            let is_gained = change == Some(true);
            if field.ty == Ty::Int && asks_for(text, "value") && is_gained != says_change(&text.value) {
                return Err(WordingProblem::NoWords(value.span));
            }
            let mut data = std::collections::BTreeMap::new();
            let it = match of {
                Some(of) => self.thing(of)?,
                None => String::new(),
            };
            data.insert("it".to_owned(), Value::from(it));
            if asks_for(text, "value") {
                let words = match is_on {
                    Some(on) => Value::from(on),
                    None => Value::from(self.in_hole(&text.value, "value", added)?),
                };
                data.insert("value".to_owned(), words);
            }
            return self.fill(text, data);
        }
        if let HKind::With(of, lane, value) = &value.kind
            && same(of)
            && self.change_of(value, &same).is_none()
        {
            let now = HExpr { ty: Ty::Int, span: value.span, kind: HKind::Lane(of.clone(), lane.clone()) };
            if !matches!(value.kind, HKind::Arith(..)) {
                let now = self.thing(&now)?;
                let s = third_person(&now);
                return Ok(format!("{now} become{s} {}", self.thing(value)?));
            }
        }
        if let Some(change) = self.change_of(value, &same) {
            let is_players = field.owner == Owner::Player && of.is_some();
            let words = self.changed_by(&change, is_players)?;
            return Ok(match (field.owner, of) {
                (Owner::Player, Some(of)) => {
                    let who = self.thing(of)?;
                    let s = if who == "you" { "" } else { "s" };
                    format!("{who} {}{s} {words}", if change.gains { "gain" } else { "lose" })
                }
                _ => {
                    let what = self.whose(of, &label)?;
                    let verb = if change.gains { "rise" } else { "fall" };
                    format!("{what} {verb}{} by {words}", third_person(&label))
                }
            });
        }
        match (change, field.owner, of) {
            (Some(gains), Owner::Player, Some(of)) if field.ty == Ty::Int => {
                // "Each player gains that player’s glory"
                let who = self.thing(of)?;
                // "You lose 2 coins", not "you gain −2 coins".
                let (gains, added) = match added.kind {
                    HKind::Int(n) if n < 0 => {
                        (!gains, &HExpr { kind: HKind::Int(n.saturating_neg()), ..added.clone() })
                    }
                    _ => (gains, added),
                };
                let n = self.amount_of(added, &label, &one_of(&label))?;
                let verb = if gains { "gain" } else { "lose" };
                let s = if who == "you" { "" } else { "s" };
                Ok(format!("{who} {verb}{s} {n}"))
            }
            (Some(more), _, of) if field.ty == Ty::Int => {
                let what = self.whose(of, &label)?;
                let n = self.quantity(added)?;
                let verb = if more { "rise" } else { "fall" };
                Ok(format!("{what} {verb}{} by {n}", third_person(&label)))
            }
            // A reference to another card is bookkeeping, unless the field's `text` words it.
            (None, ..) if matches!(field.ty, Ty::Component(_)) => Err(WordingProblem::NoWords(value.span)),
            (None, _, of) => match &value.kind {
                HKind::Bool(yes) => {
                    let of = of.ok_or(WordingProblem::NoWords(value.span))?;
                    let not = if *yes { "" } else { "not " };
                    let who = self.thing(of)?;
                    let s = if who == "you" { "" } else { "s" };
                    Ok(format!("{who} become{s} {not}{label}"))
                }
                _ => {
                    let what = self.whose(of, &label)?;
                    Ok(format!("{what} become{} {}", third_person(&label), self.thing(value)?))
                }
            },
            _ => Err(WordingProblem::NoWords(value.span)),
        }
    }

    /// Words the duration of a change of state: " until the turn ends". Empty if the change is permanent, if
    /// it is a reset, or if the field's `text` words it.
    pub(super) fn word_duration(
        &mut self,
        f: FieldId,
        of: Option<&HExpr>,
        value: &HExpr,
    ) -> WordingResult<String> {
        let none = WordingProblem::NoWords(value.span);
        let ends = self.is_start_value(f, value);
        let texts = self.texts;
        let Some(ending) =
            texts.ends.get(&f).filter(|_| !ends && self.text_of(ReadableValue::Field(f)).is_none())
        else {
            return Ok(String::new());
        };
        let Trigger::Verb(verb) = ending.on else { return Err(none) };
        let Some(text) = texts.functions.get(&verb) else { return Err(none) };
        let mut data = std::collections::BTreeMap::new();
        for (param, same) in self.symbols.functions[verb].params.iter().zip(&ending.same) {
            if asks_for(text, &param.id) {
                data.insert(
                    param.id.clone(),
                    Value::from(self.asked_of(*same, of).ok_or(WordingProblem::NoWords(value.span))?),
                );
            }
        }
        Ok(format!(" until {}", self.fill(text, data)?))
    }

    /// Returns whether a value is surely the one that a state has at the start.
    fn is_start_value(&self, f: FieldId, value: &HExpr) -> bool {
        let field = &self.symbols.fields[f];
        let Some(start) = field.start else {
            let is_zero = matches!(value.kind, HKind::Bool(false) | HKind::Int(0));
            let has_zero = field.range.is_none_or(|(least, most)| least <= 0 && most >= 0);
            return field.printed.is_none() && has_zero && is_zero;
        };
        let body = self.symbols.functions[start].body.as_ref().map(|body| body.body.as_slice());
        let Some([HStmt::Return(Some(start))]) = body else { return false };
        match (&start.kind, &value.kind) {
            (HKind::Bool(start), HKind::Bool(value)) => start == value,
            (HKind::Int(start), HKind::Int(value)) => start == value,
            _ => false,
        }
    }

    /// Words the condition of an `until` on the state's owner: "its holder".
    fn asked_of(&mut self, same: FunctionId, of: Option<&HExpr>) -> Option<String> {
        let body = self.symbols.functions[same].body.as_ref()?;
        let [HStmt::Return(Some(value))] = body.body.as_slice() else { return None };
        match (&value.kind, of) {
            (HKind::Local(_), Some(of)) => self.thing(of).ok(),
            (HKind::Holder(_), Some(_)) => Some("its holder".to_owned()),
            (HKind::Field(f, _), Some(_)) => {
                Some(format!("its {}", self.symbols.fields[*f].id.replace('_', " ")))
            }
            _ => None,
        }
    }

    /// Returns whether two expressions are surely the same player, component or cell.
    fn is_same_thing(&self, a: &HExpr, b: &HExpr) -> bool {
        if a.span == b.span || self.is_you(a) && self.is_you(b) || self.is_self(a) && self.is_self(b) {
            return true;
        }
        match (&a.kind, &b.kind) {
            (HKind::Open(a, _), _) => self.is_same_thing(a, b),
            (_, HKind::Open(b, _)) => self.is_same_thing(a, b),
            (HKind::Next(a), HKind::Next(b)) | (HKind::Holder(a), HKind::Holder(b)) => {
                self.is_same_thing(a, b)
            }
            (HKind::Value(a), HKind::Value(b)) => a == b,
            _ => self.same_local(a, b),
        }
    }
}
