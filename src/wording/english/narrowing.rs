//! Conditions on the elements of a set, as parts of a noun: "card of yours", "card in that area", "card whose
//! strength is 3".

use super::agreement::YOU;
use super::conditions::ConditionPhrase;
use super::noun::{HOLE, Noun, OTHER, map_parts};
use super::rule_wording::{RuleWording, WordingProblem, WordingResult, asks_for};
use crate::check::hir::tree::{Aggregate, CompareOp, HExpr, HKind, Local};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::ReadableValue;
use crate::ir::{KindId, ZoneId};
use std::collections::BTreeMap;

impl RuleWording<'_> {
    /// Narrows a noun by the kind, the place or the owner of its elements; `None` for conditions about
    /// anything else.
    pub(super) fn narrowed_by_place(
        &mut self,
        noun: &Noun,
        element: Local,
        cond: &HExpr,
    ) -> WordingResult<Option<Noun>> {
        if self.is_bookkeeping(cond) {
            return Ok(Some(noun.clone()));
        }
        let (inner, negated) = match &cond.kind {
            HKind::Not(inner) => (&**inner, true),
            _ => (cond, false),
        };
        let is_element = |e: &HExpr| matches!(&e.kind, HKind::Local(l) if *l == element);
        Ok(match &inner.kind {
            HKind::Compare(CompareOp::Ne, a, b) if is_element(a) && self.is_known(b) && !negated => {
                Some(map_parts(noun.clone(), |p| p.other()))
            }
            // The element is in a place, and not a member of its own.
            HKind::Compare(CompareOp::Eq, a, b)
                if matches!(&a.kind, HKind::CellOf(c) if is_element(c)) && !negated =>
            {
                let place = self.thing(b)?;
                Some(map_parts(noun.clone(), |p| p.followed(&format!(" in {place}"))))
            }
            HKind::In(a, set) if matches!(&a.kind, HKind::CellOf(c) if is_element(c)) && !negated => {
                let place = self.noun(set)?.a();
                Some(map_parts(noun.clone(), |p| p.followed(&format!(" in {place}"))))
            }
            HKind::Compare(how @ (CompareOp::Eq | CompareOp::Ne), a, b) => {
                match (self.controlled(a, element), negated) {
                    (true, false) => Some(self.of_player(noun, b, *how == CompareOp::Eq)?),
                    _ => None,
                }
            }
            // "square with a fence" for a function of the square
            HKind::Call(f, args)
                if args.iter().any(is_element)
                    && self.texts.functions.get(f).is_some_and(|t| asks_for(t, "what")) =>
            {
                self.call(element, HOLE, HOLE);
                let hole = [("what".to_owned(), minijinja::Value::from(HOLE))];
                let text = self.function(*f, args, inner.span, hole.into())?;
                Some(map_parts(noun.clone(), |p| p.described(&text, negated)))
            }
            HKind::In(a, set) if is_element(a) => self.among(noun, set, negated)?,
            HKind::In(_, set)
                if let HKind::Call(f, args) = &set.kind
                    && args.iter().any(is_element)
                    && self.texts.functions.contains_key(f) =>
            {
                Some(self.relative(noun.clone(), element, inner, negated)?)
            }
            HKind::In(a, set) if !negated => match self.zone_of_element(set, element) {
                Some((zone, value)) => {
                    let held = self.thing(a)?;
                    let words = self.in_zone(zone, &held, "it", value)?;
                    Some(map_parts(noun.clone(), |p| p.with_having(&words)))
                }
                None => None,
            },
            HKind::Aggregate { op: op @ (Aggregate::Any | Aggregate::None), set, of: None, .. } => {
                match self.zone_of_element(set, element) {
                    Some((zone, value)) => {
                        let is_with = (*op == Aggregate::Any) != negated;
                        let held = format!("any {}", self.kind_of(&super::sets::element_of(set)));
                        let words = self.in_zone(zone, &held, "it", value)?;
                        Some(map_parts(noun.clone(), |p| {
                            if is_with { p.with_having(&words) } else { p.without(&words) }
                        }))
                    }
                    None => None,
                }
            }
            _ => None,
        })
    }

    /// Returns whether a condition only reads state that texts need not mention and that has no wording.
    pub(super) fn is_bookkeeping(&self, cond: &HExpr) -> bool {
        let is_constant = |e: &HExpr| matches!(e.kind, HKind::Int(_) | HKind::Bool(_) | HKind::Value(_));
        match &cond.kind {
            HKind::Not(of) => self.is_bookkeeping(of),
            HKind::IsSome(of) => matches!(&of.kind, HKind::Field(f, _) if self.symbols.fields[*f].unchecked),
            HKind::Compare(_, a, b) => {
                self.is_bookkeeping(a) && is_constant(b) || is_constant(a) && self.is_bookkeeping(b)
            }
            _ => match self.readable(cond) {
                Some((ReadableValue::Field(f), _)) => {
                    let text = self.text_of(ReadableValue::Field(f));
                    let has_words = text.is_some_and(|t| asks_for(t, "what"));
                    self.symbols.fields[f].unchecked && !has_words && !self.is_controller(f)
                }
                _ => false,
            },
        }
    }

    /// Returns whether an expression is the player who controls an element.
    fn controlled(&self, e: &HExpr, element: Local) -> bool {
        match &e.kind {
            HKind::Field(f, of) => {
                self.is_controller(*f) && matches!(&of.kind, HKind::Local(l) if *l == element)
            }
            HKind::Open(of, _) => self.controlled(of, element),
            _ => false,
        }
    }

    /// Narrows a noun to what a player controls: "card of yours", "card of another player".
    fn of_player(&mut self, noun: &Noun, player: &HExpr, theirs: bool) -> WordingResult<Noun> {
        let who = self.thing(player)?;
        let words = match (who.as_str(), theirs) {
            (YOU, true) => " of yours".to_owned(),
            (YOU, false) => " of another player".to_owned(),
            (who, true) => format!(" of {who}"),
            (who, false) => format!(" of another player than {who}"),
        };
        Ok(map_parts(noun.clone(), |p| p.owned(&words)))
    }

    /// Narrows a noun to elements of another set: a kind, the bearers of a keyword, or the wording of a
    /// function with a `text`.
    fn among(&mut self, noun: &Noun, set: &HExpr, negated: bool) -> WordingResult<Option<Noun>> {
        Ok(match (&set.kind, &set.ty) {
            (HKind::ConstSet(_), Ty::Set(of)) if matches!(**of, Ty::Component(k) if k != KindId::default()) =>
            {
                let kind = self.kind_of(&super::sets::element_of(set));
                if !negated && noun.parts.iter().any(|p| p.is_fixed) {
                    return Err(WordingProblem::NoWords(set.span));
                }
                Some(match negated {
                    true => map_parts(noun.clone(), |p| p.but_for(&crate::diagnostics::plural(&kind))),
                    false => map_parts(noun.clone(), |p| p.of_lower_kind(&kind)),
                })
            }
            (HKind::ConstSet(bearers), Ty::Set(of)) if **of == Ty::Component(KindId::default()) => {
                let Some(keyword) = self.symbols.keywords.iter().find(|keyword| keyword.bearers == *bearers)
                else {
                    return Err(WordingProblem::NoWords(set.span));
                };
                let word = self.texts.label(&keyword.id);
                Some(match negated {
                    true => map_parts(noun.clone(), |p| p.but_for(&format!("{word} ones"))),
                    false => map_parts(noun.clone(), |p| p.called(&word)),
                })
            }
            (HKind::Call(f, _), Ty::Set(of))
                if self.texts.functions.contains_key(f)
                    && matches!(**of, Ty::Component(_) | Ty::Cell | Ty::Player) =>
            {
                let of_set = self.noun(set)?;
                let [part] = of_set.parts.as_slice() else { return Err(WordingProblem::NoWords(set.span)) };
                if part.is_fixed {
                    return match negated {
                        true => Ok(Some(map_parts(noun.clone(), |p| p.but_for(&of_set.with("any"))))),
                        false => Err(WordingProblem::NoWords(set.span)),
                    };
                }
                let before = part.before.replace(OTHER, "");
                let excludes_self = before != part.before;
                if excludes_self && negated {
                    return Err(WordingProblem::NoWords(set.span));
                }
                let adjectives: String = part.adjectives.iter().map(|word| format!("{word} ")).collect();
                let text = format!("{before}{adjectives}{HOLE}{}", part.after);
                Some(map_parts(noun.clone(), |p| {
                    p.described(&text, negated);
                    p.yours |= part.yours && !negated;
                    if excludes_self {
                        p.other();
                    }
                }))
            }
            _ => None,
        })
    }

    /// Returns the zone of an element whose contents a set is, and the value of its index.
    fn zone_of_element<'e>(&self, set: &'e HExpr, element: Local) -> Option<(ZoneId, Option<&'e HExpr>)> {
        let HKind::Contents(zone) = &set.kind else { return None };
        let HKind::ZoneAt(z, Some(of), value) = &zone.kind else { return None };
        let is_element = matches!(&of.kind, HKind::Local(l) if *l == element);
        let has_text = self.texts.zones.get(z).is_some_and(|text| asks_for(text, "of"));
        (is_element && has_text).then_some((*z, value.as_deref()))
    }

    /// Words the contents of a zone of a component or cell by the zone's `text`: "this card on it".
    pub(super) fn in_zone(
        &mut self,
        z: ZoneId,
        held: &str,
        of: &str,
        value: Option<&HExpr>,
    ) -> WordingResult<String> {
        let texts = self.texts;
        let text = texts.zones[&z];
        let mut data = BTreeMap::from([("what".to_owned(), held.into()), ("of".to_owned(), of.into())]);
        if let Some(value) = value {
            data.insert("value".to_owned(), self.thing(value)?.into());
        }
        self.fill(text, data)
    }

    /// Narrows a noun by a relative clause: "card whose strength is 3", "card that can fly".
    pub(super) fn relative(
        &mut self,
        noun: Noun,
        element: Local,
        cond: &HExpr,
        negated: bool,
    ) -> WordingResult<Noun> {
        self.call(element, HOLE, HOLE);
        // "whose area is that area", for "that area is its area"
        if let HKind::In(a, set) = &cond.kind
            && let HKind::Call(f, args) = &set.kind
        {
            let words = self.function(*f, args, set.span, BTreeMap::new())?;
            if let Some(whose) = words.strip_prefix(HOLE).and_then(|rest| rest.strip_prefix("'s "))
                && !negated
            {
                let words = format!(" whose {whose} is {}", self.thing(a)?);
                return Ok(map_parts(noun, |p| p.followed(&words)));
            }
        }
        let ConditionPhrase::If(clause) = self.condition(cond)? else {
            return Err(WordingProblem::NoWords(cond.span));
        };
        let whose =
            clause.strip_prefix(HOLE).and_then(|rest| rest.strip_prefix("’s ").or(rest.strip_prefix("'s ")));
        let that = clause.strip_prefix(HOLE).and_then(|rest| rest.strip_prefix(' '));
        let words = match (whose, that) {
            (Some(whose), _) if !whose.contains(HOLE) => format!(" whose {whose}"),
            (None, Some(that)) if !that.contains(HOLE) => format!(" that {that}"),
            _ => return Err(WordingProblem::NoWords(cond.span)),
        };
        Ok(match negated {
            true => map_parts(noun, |p| p.but_for(&format!("ones{words}"))),
            false => map_parts(noun, |p| p.followed(&words)),
        })
    }
}
