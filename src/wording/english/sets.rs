//! Sets in words, as nouns: "other Herb", "card in your hand", "Root except Oak".

use super::rule_wording::{RuleWording, WordingProblem, WordingResult, and, asks_for, or};
use crate::check::hir::tree::{CompareOp, HExpr, HKind, HStmt, Local, SetOp};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::ReadableValue;
use crate::diagnostics::plural;
use crate::source::Span;
use minijinja::Value;
use std::collections::BTreeMap;

/// A noun for the elements of a set, with alternatives.
#[derive(Clone, Debug)]
pub(super) struct Noun {
    parts: Vec<SetPart>,
}

/// One alternative of a noun.
#[derive(Clone, Debug)]
struct SetPart {
    /// Words before the noun: "other ".
    before: String,
    /// Alternative nouns; empty if the kind is the noun.
    heads: Vec<String>,
    /// The kind.
    kind: String,
    /// Adjectives of the kind.
    adjectives: Vec<String>,
    /// Phrases such as "strength 3 or more".
    having: Vec<String>,
    /// Names of excluded elements.
    except: Vec<String>,
    /// Words after the noun: " in your hand".
    after: String,
    /// Whether the card with the text may be an element.
    may_be_self: bool,
    /// Whether the nouns are names of cards.
    proper: bool,
    /// Whether the set is a player's, and the noun does not say so.
    yours: bool,
}

impl SetPart {
    fn of(kind: String) -> SetPart {
        SetPart {
            before: String::new(),
            heads: Vec::new(),
            kind,
            adjectives: Vec::new(),
            having: Vec::new(),
            except: Vec::new(),
            after: String::new(),
            may_be_self: true,
            proper: false,
            yours: false,
        }
    }

    /// Whether the kind alone is the noun, which would mean every component of the game.
    fn needs_owner(&self) -> bool {
        self.yours && self.heads.is_empty() && self.adjectives.is_empty() && self.after.is_empty()
    }

    /// Formats the noun with a determiner: "each Herb", "each of your cards".
    fn determined(&self, determiner: &str) -> String {
        match self.needs_owner() && self.before.is_empty() {
            true => format!("{determiner} of {}", self.to_words(true)),
            false => format!("{determiner} {}", self.to_words(false)),
        }
    }

    fn to_words(&self, many: bool) -> String {
        let mut heads = self.heads.clone();
        if self.needs_owner() {
            heads.push(match many {
                true => format!("your {}{}", self.before, plural(&self.kind)),
                false => format!("{}{} of yours", self.before, self.kind),
            });
            return heads.concat() + &self.phrases();
        }
        if heads.is_empty() {
            heads.push(self.adjectives.iter().chain([&self.kind]).cloned().collect::<Vec<_>>().join(" "));
        }
        if many && !self.proper {
            heads = heads.iter().map(|h| plural(h)).collect();
        }
        format!("{}{}{}{}", self.before, or(&heads), self.phrases(), self.after)
    }

    /// Formats what follows the noun: " with strength 3 or more", " except Oak".
    fn phrases(&self) -> String {
        let mut out = String::new();
        if !self.having.is_empty() {
            out.push_str(&format!(" with {}", and(&self.having)));
        }
        if !self.except.is_empty() {
            out.push_str(&format!(" except {}", and(&self.except)));
        }
        out
    }
}

impl Noun {
    fn singular_noun(part: SetPart) -> Noun {
        Noun { parts: vec![part] }
    }

    /// Formats the noun with a determiner: "each Herb and each Root except Oak", "any Moth".
    pub fn with(&self, determiner: &str) -> String {
        let parts: Vec<String> = self.parts.iter().map(|p| p.determined(determiner)).collect();
        if determiner == "each" { and(&parts) } else { or(&parts) }
    }

    /// Formats the noun with "any", which names of cards do not need: "Oak", "any Moth".
    pub fn any(&self) -> String {
        let part = |p: &SetPart| match p.proper && p.before.is_empty() {
            true => p.to_words(false),
            false => p.determined("any"),
        };
        or(&self.parts.iter().map(part).collect::<Vec<_>>())
    }

    /// Formats the noun in the singular, without a determiner.
    pub fn plain(&self) -> String {
        or(&self.parts.iter().map(|p| p.to_words(false)).collect::<Vec<_>>())
    }

    /// Formats the noun in the plural.
    pub fn many(&self) -> String {
        or(&self.parts.iter().map(|p| p.to_words(true)).collect::<Vec<_>>())
    }
}

impl RuleWording<'_> {
    /// Converts a set to a noun.
    pub fn noun(&mut self, set: &HExpr) -> WordingResult<Noun> {
        match &set.kind {
            HKind::Filter { set: inner, element, cond } => {
                let base = self.noun(inner)?;
                self.narrowed(base, *element, cond)
            }
            HKind::Contents(zone) => match &zone.kind {
                HKind::Zone(z) | HKind::PlayerZone(z, _) | HKind::ZoneAt(z, ..) => {
                    let words = self.thing(zone)?;
                    let kind = self.kind_of(&element_of(set));
                    match self.texts.zones.get(z).copied() {
                        Some(text) => self.wrapped(kind, |voice, data| voice.fill(text, data)),
                        None => {
                            let mut part = SetPart::of(kind);
                            part.after = format!(" in {words}");
                            Ok(Noun::singular_noun(part))
                        }
                    }
                }
                _ => Err(WordingProblem::NoWords(set.span)),
            },
            HKind::Field(f, of) => {
                let kind = self.kind_of(&element_of(set));
                if let Some(text) = self.texts.fields.get(f).copied().filter(|t| asks_for(t, "what")) {
                    let noun = self.wrapped(kind, |voice, data| voice.fill(text, data))?;
                    return Ok(map_parts(noun, |p| p.yours = of.ty == Ty::Player));
                }
                let label = self.world.fields[*f].id.replace('_', " ");
                let whose = if self.is_you(of) { "your".to_owned() } else { format!("{}’s", self.thing(of)?) };
                let mut part = SetPart::of(kind);
                part.after = format!(" of {whose} {label}");
                Ok(Noun::singular_noun(part))
            }
            HKind::Call(f, args) => {
                let kind = self.kind_of(&element_of(set));
                let noun = self.wrapped(kind, |voice, data| voice.function(*f, args, set.span, data))?;
                let body = self.world.functions[*f].body.as_ref();
                let yours =
                    body.is_some_and(|body| matches!(&body.body[..], [.., HStmt::Return(Some(e))] if is_held(e)));
                Ok(map_parts(noun, |p| p.yours = yours))
            }
            HKind::SetOp(SetOp::Without, all, one) => {
                let mut noun = self.noun(all)?;
                let HKind::SetOf(of) = &one.kind else { return Err(WordingProblem::NoWords(one.span)) };
                match of.as_slice() {
                    [one] if self.is_self(one) => {
                        noun.parts.iter_mut().filter(|p| p.may_be_self).for_each(|p| p.before.insert_str(0, OTHER));
                    }
                    of => {
                        let names: Vec<String> = of.iter().map(|e| self.thing(e)).collect::<WordingResult<_>>()?;
                        noun.parts.iter_mut().for_each(|p| p.except.extend(names.iter().cloned()));
                    }
                }
                Ok(noun)
            }
            HKind::SetOp(SetOp::Union, a, b) => {
                let mut noun = self.noun(a)?;
                noun.parts.extend(self.noun(b)?.parts);
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
                    Ty::Enum(e) => self.world.enums[*e].id.replace('_', " "),
                    Ty::Component(_) => self.kind_of(&element_of(set)),
                    _ => return Err(WordingProblem::NoWords(set.span)),
                }))),
                _ => Err(WordingProblem::NoWords(set.span)),
            },
            HKind::Players => Ok(Noun::singular_noun(SetPart::of("player".to_owned()))),
            _ => Err(WordingProblem::NoWords(set.span)),
        }
    }

    /// Builds a noun from a `text` with a hole for the noun itself, split into the words before and after it.
    fn wrapped(
        &mut self,
        kind: String,
        fill: impl Fn(&mut Self, BTreeMap<String, Value>) -> WordingResult<String>,
    ) -> WordingResult<Noun> {
        let data = [("what".to_owned(), Value::from(HOLE)), ("other".to_owned(), Value::from(OTHER_HOLE))];
        let words = fill(self, data.into())?;
        let mut part = SetPart::of(kind);
        match words.split_once(HOLE) {
            Some((before, after)) => (part.before, part.after) = (before.to_owned(), after.to_owned()),
            None => part.heads = vec![words],
        }
        part.settle();
        Ok(Noun::singular_noun(part))
    }

    /// Narrows a noun by a condition.
    fn narrowed(&mut self, noun: Noun, element: Local, cond: &HExpr) -> WordingResult<Noun> {
        if let HKind::Or(a, b) = &cond.kind {
            let mut left = self.narrowed(noun.clone(), element, a)?;
            left.parts.extend(self.narrowed(noun, element, b)?.parts);
            return Ok(left);
        }
        if let HKind::And(a, b) = &cond.kind {
            let noun = self.narrowed(noun, element, a)?;
            return self.narrowed(noun, element, b);
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
                self.by_value(noun, vec![value], negated != (*how == CompareOp::Ne))
            }
            HKind::Compare(how @ (CompareOp::Eq | CompareOp::Ne), a, b) => {
                let values = match &b.kind {
                    HKind::Value(_) => vec![self.thing(b)?],
                    _ => return self.measured(noun, *how, a, b, cond.span),
                };
                self.by_attribute(noun, element, a, b, values, negated != (*how == CompareOp::Ne))
            }
            HKind::In(a, b) if of_value(a) => {
                let values = self.values(b)?;
                self.by_value(noun, values, negated)
            }
            HKind::In(a, b) => {
                let values = self.values(b)?;
                self.by_attribute(noun, element, a, b, values, negated)
            }
            HKind::Compare(how, a, b) if !negated => self.measured(noun, *how, a, b, cond.span),
            HKind::Field(..) | HKind::Attribute(..) | HKind::Call(..) if cond.ty == Ty::Bool => {
                let Some((id, of)) = self.read(cond) else { return Err(WordingProblem::NoWords(cond.span)) };
                if !is_element(of) {
                    return Err(WordingProblem::NoWords(cond.span));
                }
                let word = id.replace('_', " ");
                let word = if negated { format!("not {word}") } else { word };
                Ok(map_parts(noun, |p| p.adjectives.push(word.clone())))
            }
            _ => Err(WordingProblem::NoWords(cond.span)),
        }
    }

    /// Narrows a noun of values to, or with `not` excludes, certain values.
    fn by_value(&self, noun: Noun, values: Vec<String>, not: bool) -> WordingResult<Noun> {
        Ok(map_parts(noun, |p| if not { p.except.extend(values.clone()) } else { p.heads.clone_from(&values) }))
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
        let Some((readable, of)) = self.readable(read) else { return Err(WordingProblem::NoWords(read.span)) };
        if !matches!(&of.kind, HKind::Local(l) if *l == element) {
            return Err(WordingProblem::NoWords(read.span));
        }
        let named = read.ty == Ty::Name;
        let self_fits = self.fits(readable, wanted);
        let text = self.text_of(readable).filter(|t| asks_for(t, "what"));
        let noun_alone = named || self.text_of(readable).is_some() && text.is_none();
        let words = match text {
            Some(text) => self.fill(text, [("value", or(&values)), ("what", HOLE.to_owned())].map(data).into())?,
            None => format!("{} {HOLE}", or(&values)),
        };
        let mut noun = noun;
        for part in &mut noun.parts {
            if not && noun_alone {
                part.except.extend(values.iter().cloned());
            } else if not {
                part.except.push(format!("{} ones", or(&values)));
            } else if noun_alone {
                part.heads.clone_from(&values);
                part.proper = named;
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

    /// Whether the card with the text prints one of the values; none, if that is not known.
    fn fits(&self, readable: ReadableValue, wanted: &HExpr) -> Option<bool> {
        let a = match readable {
            ReadableValue::Attribute(a) => a,
            ReadableValue::Field(f) => self.world.fields[f].printed?,
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
        let first = self.world.names[self.name].first.index();
        let printed = self.world.printed[a].get(first)?;
        Some(values.contains(printed))
    }

    /// Narrows a noun to elements with a number within a bound.
    fn measured(&mut self, noun: Noun, how: CompareOp, a: &HExpr, b: &HExpr, span: Span) -> WordingResult<Noun> {
        let Some((id, number, how)) = (match (self.read(a), &b.kind, self.read(b), &a.kind) {
            (Some((id, _)), HKind::Int(n), ..) => Some((id, *n, super::conditions::bound_words(how, true))),
            (_, _, Some((id, _)), HKind::Int(n)) => Some((id, *n, super::conditions::bound_words(how, false))),
            _ => None,
        }) else {
            return Err(WordingProblem::NoWords(span));
        };
        let words =
            format!("{} {}", id.replace('_', " "), how.replace("{}", &super::rule_wording::format_number(number)));
        Ok(map_parts(noun, |p| p.having.push(words.clone())))
    }
}

/// Placeholder for the noun in a text.
const HOLE: &str = "\u{1}";
/// Placeholder for "other", which is filled in if needed.
const OTHER_HOLE: &str = "\u{2}";
const OTHER: &str = "other ";

impl SetPart {
    /// Keeps "other" only if the card itself could be an element.
    fn settle(&mut self) {
        if !self.may_be_self {
            self.before = self.before.replace(OTHER, "");
        } else {
            self.before = self.before.replace(OTHER_HOLE, OTHER);
        }
    }
}

/// Whether a set is part of what a player holds: a state or a zone of theirs.
fn is_held(set: &HExpr) -> bool {
    match &set.kind {
        HKind::Filter { set, .. } | HKind::SetOp(SetOp::Without, set, _) | HKind::Contents(set) => is_held(set),
        HKind::Field(_, of) | HKind::PlayerZone(_, of) => of.ty == Ty::Player,
        _ => false,
    }
}

fn map_parts(mut noun: Noun, change: impl Fn(&mut SetPart)) -> Noun {
    noun.parts.iter_mut().for_each(change);
    noun
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
fn element_of(set: &HExpr) -> HExpr {
    let ty = match &set.ty {
        Ty::Set(of) => (**of).clone(),
        ty => ty.clone(),
    };
    HExpr { ty, span: set.span, kind: HKind::Int(0) }
}
