//! Sets in words, as nouns.

use super::noun::{HOLE, Noun, OTHER, OTHER_HOLE, SetPart, around_kind, map_parts};
use super::rule_wording::{RuleWording, WordingProblem, WordingResult, asks_for, or, possessive};
use crate::check::hir::tree::{BoardOp, CompareOp, HExpr, HKind, HStmt, Local, SetOp};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::ReadableValue;
use crate::ir::ZoneId;
use crate::model::CodeText;
use minijinja::Value;
use std::collections::BTreeMap;

impl RuleWording<'_> {
    /// Converts a set to a noun.
    pub fn noun(&mut self, set: &HExpr) -> WordingResult<Noun> {
        match &set.kind {
            HKind::Filter { set: inner, element, cond } => {
                let base = self.noun(inner)?;
                self.narrowed(base, *element, cond)
            }
            HKind::Contents(zone) => match &zone.kind {
                HKind::Zone(z) => self.held(set, zone, *z, None, None),
                HKind::PlayerZone(z, of) => self.held(set, zone, *z, Some(of), None),
                HKind::ZoneAt(z, of, value) => self.held(set, zone, *z, of.as_deref(), value.as_deref()),
                HKind::Call(f, args) => {
                    let place = self.function(*f, args, zone.span, BTreeMap::new())?;
                    let mut part = SetPart::of(self.kind_of(&element_of(set)));
                    part.after = format!(" in {place}");
                    Ok(Noun::singular_noun(part))
                }
                _ => Err(WordingProblem::NoWords(set.span)),
            },
            HKind::Field(f, of) => {
                // A text that does not name the player means you.
                let is_theirs = of.ty == Ty::Player && !self.is_mine(of);
                let text = self.texts.fields.get(f).copied().filter(|t| asks_for(t, "what"));
                if let Some(text) = text.filter(|_| !is_theirs) {
                    let noun = self.wrapped(set, |voice, data| voice.fill(text, data))?;
                    return Ok(map_parts(noun, |p| p.yours = of.ty == Ty::Player));
                }
                let kind = self.kind_of(&element_of(set));
                let label = self.symbols.fields[*f].id.replace('_', " ");
                let whose = possessive(&self.thing(of)?, &label);
                let mut part = SetPart::of(kind);
                part.after = format!(" of {whose}");
                Ok(Noun::singular_noun(part))
            }
            HKind::Call(f, args) => {
                let noun = self.wrapped(set, |voice, data| voice.function(*f, args, set.span, data))?;
                let body = self.symbols.functions[*f].body.as_ref();
                let yours = body
                    .is_some_and(|body| matches!(&body.body[..], [.., HStmt::Return(Some(e))] if is_held(e)));
                Ok(map_parts(noun, |p| p.yours = yours))
            }
            HKind::SetOp(SetOp::Without, all, one) => {
                let mut noun = self.noun(all)?;
                let HKind::SetOf(of) = &one.kind else { return Err(WordingProblem::NoWords(one.span)) };
                match of.as_slice() {
                    [one] if self.is_self(one) => {
                        noun.parts
                            .iter_mut()
                            .filter(|p| p.may_be_self)
                            .for_each(|p| p.before.insert_str(0, OTHER));
                    }
                    [one] if self.is_known(one) => {
                        noun.parts.iter_mut().for_each(|p| p.before.insert_str(0, OTHER));
                    }
                    of => {
                        // "Each card except each card"
                        of.iter().for_each(|e| self.misplace_unsaid(e, false));
                        let names: Vec<String> =
                            of.iter().map(|e| self.thing(e)).collect::<WordingResult<_>>()?;
                        noun.parts.iter_mut().for_each(|p| p.except.extend(names.iter().cloned()));
                    }
                }
                Ok(noun)
            }
            HKind::SetOp(SetOp::Union, a, b) => {
                let (mut noun, other) = (self.noun(a)?, self.noun(b)?);
                noun.is_overlapping |= other.is_overlapping || !are_apart(a, b);
                noun.parts.extend(other.parts);
                Ok(noun)
            }
            HKind::SetOf(of) if !of.is_empty() => {
                let mut part = SetPart::of(String::new());
                part.heads = self.values(set)?;
                part.proper = true;
                Ok(Noun::singular_noun(part))
            }
            HKind::ConstSet(_) | HKind::TableField(_) => match &set.ty {
                Ty::Set(of) => Ok(Noun::singular_noun(SetPart::of(match &**of {
                    Ty::Enum(e) => self.enum_label(*e),
                    Ty::Component(_) | Ty::Cell => self.kind_of(&element_of(set)),
                    _ => return Err(WordingProblem::NoWords(set.span)),
                }))),
                _ => Err(WordingProblem::NoWords(set.span)),
            },
            HKind::Board(op @ (BoardOp::Around | BoardOp::Neighbours), of) => {
                let mut part = SetPart::of(self.kind_of(&element_of(set)));
                let of = of.iter().map(|e| self.thing(e)).collect::<WordingResult<Vec<_>>>()?.concat();
                let where_ = if *op == BoardOp::Around { "around" } else { "next to" };
                part.after = format!(" {where_} {of}");
                Ok(Noun::singular_noun(part))
            }
            HKind::Players => Ok(Noun::singular_noun(SetPart::of("player".to_owned()))),
            _ => Err(WordingProblem::NoWords(set.span)),
        }
    }

    /// Words the contents of a zone.
    fn held(
        &mut self,
        set: &HExpr,
        zone: &HExpr,
        z: ZoneId,
        of: Option<&HExpr>,
        value: Option<&HExpr>,
    ) -> WordingResult<Noun> {
        let text = self.texts.zones.get(&z).copied().filter(|text| asks_for(text, "what"));
        // A text that does not say whose the zone is, or which of several, means the card's own.
        let is_own = |of: &HExpr| self.is_self(of) || self.is_mine(of);
        let tells = |text: &CodeText| {
            (asks_for(text, "of") || of.is_none_or(is_own)) && (value.is_none() || asks_for(text, "value"))
        };
        let Some(text) = text.filter(|text| tells(text)) else {
            let mut part = SetPart::of(self.kind_of(&element_of(set)));
            part.after = format!(" in {}", self.thing(zone)?);
            return Ok(Noun::singular_noun(part));
        };
        let mut place = BTreeMap::new();
        for (hole, e) in [("of", of), ("value", value)] {
            if let Some(e) = e.filter(|_| asks_for(text, hole)) {
                place.insert(hole.to_owned(), Value::from(self.thing(e)?));
            }
        }
        if ["of", "value"].iter().any(|hole| asks_for(text, hole) && !place.contains_key(*hole)) {
            return Err(WordingProblem::NoWords(zone.span));
        }
        self.wrapped(set, |voice, data| voice.fill(text, data.into_iter().chain(place.clone()).collect()))
    }

    /// Builds a noun from a `text` with a hole for the noun itself, split into the words before and after it.
    /// Without a hole, the kind stands for it.
    pub(super) fn wrapped(
        &mut self,
        set: &HExpr,
        fill: impl Fn(&mut Self, BTreeMap<String, Value>) -> WordingResult<String>,
    ) -> WordingResult<Noun> {
        let data = [("what".to_owned(), Value::from(HOLE)), ("other".to_owned(), Value::from(OTHER_HOLE))];
        let words = fill(self, data.into())?;
        let element = element_of(set);
        let mut part = SetPart::of(self.kind_of(&element));
        match (words.split_once(HOLE), around_kind(&words, &part.kind)) {
            (Some((before, after)), _) => (part.before, part.after) = (before.to_owned(), after.to_owned()),
            (None, Some((before, after))) => {
                let adjectives = before.trim_start_matches(OTHER_HOLE);
                part.before = before[..before.len() - adjectives.len()].to_owned();
                part.adjectives.extend((!adjectives.is_empty()).then(|| adjectives.trim().to_owned()));
                part.after = after.to_owned();
            }
            (None, None) => (part.heads, part.is_fixed) = (vec![words], true),
        }
        let own = self.symbols.names[self.name].kind;
        part.may_be_self = match element.ty {
            Ty::Component(kind) => self.symbols.is_below(own, kind),
            Ty::Name | Ty::Enum(_) | Ty::Player | Ty::Cell => false,
            _ => true,
        };
        part.settle();
        Ok(Noun::singular_noun(part))
    }

    /// Narrows a noun by a condition.
    pub(super) fn narrowed(&mut self, noun: Noun, element: Local, cond: &HExpr) -> WordingResult<Noun> {
        self.variables.enter();
        let noun = self.narrowed_inside(noun, element, cond);
        self.variables.leave();
        noun
    }

    fn narrowed_inside(&mut self, noun: Noun, element: Local, cond: &HExpr) -> WordingResult<Noun> {
        if let HKind::Or(a, b) = &cond.kind {
            let mut left = self.narrowed(noun.clone(), element, a)?;
            let right = self.narrowed(noun, element, b)?;
            left.is_overlapping |= right.is_overlapping || !self.exclude_each_other(a, b);
            left.parts.extend(right.parts);
            return Ok(left);
        }
        if let HKind::And(a, b) = &cond.kind {
            let noun = self.narrowed(noun, element, a)?;
            return self.narrowed(noun, element, b);
        }
        if let Some(noun) = self.narrowed_by_place(&noun, element, cond)? {
            return Ok(noun);
        }
        let (cond, negated) = match &cond.kind {
            HKind::Not(cond) => (&**cond, true),
            _ => (cond, false),
        };
        let is_element = |e: &HExpr| matches!(&e.kind, HKind::Local(l) if *l == element);
        // The element is itself a value: `hues where it != white`.
        let of_value = |e: &HExpr| is_element(e);
        match &cond.kind {
            HKind::Compare(how @ (CompareOp::Eq | CompareOp::Ne), a, b) if of_value(a) => {
                let value = self.thing(b)?;
                self.by_value(noun, vec![value], negated != (*how == CompareOp::Ne), b)
            }
            HKind::Compare(how @ (CompareOp::Eq | CompareOp::Ne), a, b) => {
                let values = match &b.kind {
                    HKind::Value(_) => vec![self.thing(b)?],
                    _ if negated => return Err(WordingProblem::NoWords(cond.span)),
                    _ => return self.measured(noun, element, *how, a, b, cond),
                };
                self.by_attribute(noun, element, a, b, values, negated != (*how == CompareOp::Ne))
            }
            HKind::In(a, b) if of_value(a) => {
                let values = self.values(b)?;
                self.by_value(noun, values, negated, b)
            }
            HKind::In(a, b) => {
                let values = self.values(b)?;
                self.by_attribute(noun, element, a, b, values, negated)
            }
            HKind::Compare(how, a, b) if !negated => self.measured(noun, element, *how, a, b, cond),
            HKind::Field(..) | HKind::Attribute(..) | HKind::Call(..) if cond.ty == Ty::Bool => {
                let Some((readable, of)) = self.readable(cond).filter(|(_, of)| is_element(of)) else {
                    return self.relative(noun, element, cond, negated);
                };
                if let Some(text) = self.text_of(readable).filter(|t| asks_for(t, "what")) {
                    let text = self.fill(text, [data(("what", HOLE.to_owned()))].into())?;
                    return Ok(map_parts(noun, |p| p.described(&text, negated)));
                }
                let Some((id, _)) = self.read(cond).map(|(id, _)| (id, of)) else {
                    return Err(WordingProblem::NoWords(cond.span));
                };
                let word = self.texts.label(id);
                let word = if negated { format!("not {word}") } else { word };
                Ok(map_parts(noun, |p| p.adjectives.push(word.clone())))
            }
            _ => Err(WordingProblem::NoWords(cond.span)),
        }
    }

    /// Returns whether two conditions on an element surely exclude each other: two values of one attribute.
    fn exclude_each_other(&self, a: &HExpr, b: &HExpr) -> bool {
        match (&a.kind, &b.kind) {
            (HKind::Or(one, other), _) => {
                self.exclude_each_other(one, b) && self.exclude_each_other(other, b)
            }
            (_, HKind::Or(one, other)) => {
                self.exclude_each_other(a, one) && self.exclude_each_other(a, other)
            }
            (HKind::And(one, other), _) => {
                self.exclude_each_other(one, b) || self.exclude_each_other(other, b)
            }
            (_, HKind::And(one, other)) => {
                self.exclude_each_other(a, one) || self.exclude_each_other(a, other)
            }
            _ => match (self.tested_values(a), self.tested_values(b)) {
                (Some((a, of_a)), Some((b, of_b))) => a == b && of_a.iter().all(|v| !of_b.contains(v)),
                _ => false,
            },
        }
    }

    /// Returns the attribute or state of an element that a condition tests, and the values that it may have.
    fn tested_values(&self, cond: &HExpr) -> Option<(&str, Vec<u64>)> {
        let (read, values) = match &cond.kind {
            HKind::Compare(CompareOp::Eq, read, value) => (read, vec![value_of(value)?]),
            HKind::In(read, values) => (read, set_of(values)?.iter().map(value_of).collect::<Option<_>>()?),
            _ => return None,
        };
        let (id, of) = self.read(read)?;
        matches!(of.kind, HKind::Local(_)).then_some((id, values))
    }

    /// Narrows a noun of values to, or with `not` excludes, certain values.
    fn by_value(
        &self,
        mut noun: Noun,
        values: Vec<String>,
        not: bool,
        wanted: &HExpr,
    ) -> WordingResult<Noun> {
        for part in &mut noun.parts {
            if not {
                part.except.extend(values.clone());
            } else if !part.renamed(&values, false) {
                return Err(WordingProblem::NoWords(wanted.span));
            }
        }
        Ok(noun)
    }

    /// Narrows a noun to elements with certain values of an attribute.
    fn by_attribute(
        &mut self,
        noun: Noun,
        element: Local,
        read: &HExpr,
        wanted: &HExpr,
        values: Vec<String>,
        not: bool,
    ) -> WordingResult<Noun> {
        let Some((readable, of)) = self.readable(read) else {
            return Err(WordingProblem::NoWords(read.span));
        };
        if !matches!(&of.kind, HKind::Local(l) if *l == element) {
            return Err(WordingProblem::NoWords(read.span));
        }
        let named = read.ty == Ty::Name;
        let self_fits = self.fits(readable, wanted);
        let text = self.text_of(readable).filter(|t| asks_for(t, "what"));
        let noun_alone = named || self.text_of(readable).is_some() && text.is_none();
        let words = match text {
            Some(text) => {
                self.fill(text, [("value", or(&values)), ("what", HOLE.to_owned())].map(data).into())?
            }
            None => format!("{} {HOLE}", or(&values)),
        };
        let mut noun = noun;
        for part in &mut noun.parts {
            if not && noun_alone {
                part.except.extend(values.iter().cloned());
            } else if not {
                part.except.push(format!("{} ones", or(&values)));
            } else if noun_alone {
                if !part.renamed(&values, named) {
                    return Err(WordingProblem::NoWords(wanted.span));
                }
            } else {
                let (before, after) = words.split_once(HOLE).unwrap_or((words.as_str(), ""));
                part.adjectives.push(before.trim().to_owned());
                part.after.push_str(after);
            }
            part.may_be_self &= self_fits != Some(not);
            part.settle();
        }
        Ok(noun)
    }

    /// Returns whether the card with the text prints one of the values; none, if that is not known.
    fn fits(&self, readable: ReadableValue, wanted: &HExpr) -> Option<bool> {
        let a = match readable {
            ReadableValue::Attribute(a) => a,
            ReadableValue::Field(f) => self.symbols.fields[f].printed?,
        };
        let values: Vec<u64> = match &wanted.kind {
            HKind::Value(v) => vec![*v],
            HKind::SetOf(of) => of.iter().filter_map(value_of).collect(),
            // A function of literal values.
            HKind::Call(_, args) => match args.iter().find_map(|a| Some((a, set_of(a)?))) {
                Some((_, of)) => of.iter().filter_map(value_of).collect(),
                None => return None,
            },
            _ => return None,
        };
        let first = self.symbols.names[self.name].first.index();
        let printed = self.symbols.printed[a].get(first)?;
        Some(values.contains(printed))
    }

    /// Narrows a noun to elements with a number within a bound: "card with strength 3 or more", "card with
    /// strength", "hurt card".
    fn measured(
        &mut self,
        noun: Noun,
        element: Local,
        how: CompareOp,
        a: &HExpr,
        b: &HExpr,
        cond: &HExpr,
    ) -> WordingResult<Noun> {
        let is_element = |of: &HExpr| matches!(&of.kind, HKind::Local(l) if *l == element);
        let read =
            |e: &HExpr| self.readable(e).filter(|(_, of)| is_element(of)).map(|(readable, _)| readable);
        let Some((readable, number, left)) = (match (read(a), &b.kind, read(b), &a.kind) {
            (Some(readable), HKind::Int(n), ..) => Some((readable, *n, true)),
            (_, _, Some(readable), HKind::Int(n)) => Some((readable, *n, false)),
            _ => None,
        }) else {
            return self.relative(noun, element, cond, false);
        };
        let has_some = matches!((how, number, left), (CompareOp::Lt, 0, false) | (CompareOp::Le, 1, false));
        let has_none = matches!(
            (how, number, left),
            (CompareOp::Eq, 0, _) | (CompareOp::Lt, 1, true) | (CompareOp::Le, 0, true)
        );
        if let Some(text) = self.text_of(readable).filter(|t| asks_for(t, "what") && !asks_for(t, "value"))
            && (has_some || has_none)
        {
            let text = self.fill(text, [data(("what", HOLE.to_owned()))].into())?;
            return Ok(map_parts(noun, |p| p.described(&text, has_none)));
        }
        let label = self.label_of(readable);
        let words = match has_some {
            true => label,
            false => {
                let bound = super::conditions::bound_words(how, left);
                format!("{label} {}", bound.replace("{}", &super::rule_wording::format_number(number)))
            }
        };
        Ok(map_parts(noun, |p| p.having.push(words.clone())))
    }
}

/// Returns whether a set is part of a player's possessions: a state or a zone of theirs.
fn is_held(set: &HExpr) -> bool {
    match &set.kind {
        HKind::Filter { set, .. } | HKind::SetOp(SetOp::Without, set, _) | HKind::Contents(set) => {
            is_held(set)
        }
        HKind::Field(_, of) | HKind::PlayerZone(_, of) => {
            of.ty == Ty::Player
                && !matches!(of.kind, HKind::Next(_) | HKind::SeatsOn(..) | HKind::PlayerAt(_))
        }
        _ => false,
    }
}
/// Returns whether two sets surely have no element in common: the contents of two zones.
fn are_apart(a: &HExpr, b: &HExpr) -> bool {
    match (&a.kind, &b.kind) {
        (HKind::Filter { set, .. }, _) => are_apart(set, b),
        (_, HKind::Filter { set, .. }) => are_apart(a, set),
        (HKind::SetOp(SetOp::Union, one, other), _) => are_apart(one, b) && are_apart(other, b),
        (_, HKind::SetOp(SetOp::Union, one, other)) => are_apart(a, one) && are_apart(a, other),
        (HKind::SetOp(SetOp::Without, set, _), _) => are_apart(set, b),
        (_, HKind::SetOp(SetOp::Without, set, _)) => are_apart(a, set),
        (HKind::Contents(a), HKind::Contents(b)) => match (zone_of(a), zone_of(b)) {
            (Some(a), Some(b)) => a != b,
            _ => false,
        },
        _ => false,
    }
}

/// Returns the declaration of a zone.
fn zone_of(zone: &HExpr) -> Option<ZoneId> {
    match zone.kind {
        HKind::Zone(z) | HKind::PlayerZone(z, _) | HKind::ZoneAt(z, ..) => Some(z),
        _ => None,
    }
}

fn data((key, value): (&str, String)) -> (String, Value) {
    (key.to_owned(), Value::from(value))
}

fn value_of(e: &HExpr) -> Option<u64> {
    match e.kind {
        HKind::Value(v) => Some(v),
        _ => None,
    }
}

fn set_of(e: &HExpr) -> Option<&[HExpr]> {
    match &e.kind {
        HKind::SetOf(of) => Some(of),
        _ => None,
    }
}

/// Returns a stand-in for an element of a set, used only for its type.
pub(super) fn element_of(set: &HExpr) -> HExpr {
    let ty = match &set.ty {
        Ty::Set(of) => (**of).clone(),
        ty => ty.clone(),
    };
    HExpr { ty, span: set.span, kind: HKind::Int(0) }
}
