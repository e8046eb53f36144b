//! Wording of a rule's variables and values, and the formatting of sentences.

use super::agreement::{YOU, agreeing, with_singular};
use super::declared_texts::DeclaredTexts;
use super::variables::Variables;
use crate::check::hir::tree::{BoardOp, HExpr, HFunction, HKind, HStmt, Local};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::ReadableValue;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::check::symbols::templates;
use crate::diagnostics::Diagnostic;
use crate::ir::{AttributeId, CellId, EnumId, FieldId, FunctionId, KindId, NameId, ToIndex, ZoneId};
use crate::model::CodeText;
use crate::source::Span;
use crate::vocabulary::{Builtin, english};
use minijinja::Value;
use std::collections::BTreeMap;

/// The word with which the `text` of a function that counts begins.
pub(super) const EACH: &str = "each ";

/// The reason why a rule cannot be worded.
#[derive(Debug)]
pub(super) enum WordingProblem {
    /// No words exist for the code at this span.
    NoWords(Span),
    /// A template is invalid.
    Template(Box<Diagnostic>),
}

/// Words, or the reason why there are none.
pub(super) type WordingResult<T> = Result<T, WordingProblem>;

/// The wording of one rule of one card.
pub(super) struct RuleWording<'a> {
    pub symbols: &'a SymbolTable,
    pub texts: &'a DeclaredTexts<'a>,
    /// The number of the card's name.
    pub name: NameId,
    /// The variables that are `self`.
    pub myself: Vec<Local>,
    /// The span to report if no better one is known.
    pub anywhere: Span,
    /// Number of blocks around the statement that is worded.
    pub depth: u32,
    /// The variables that are `you`.
    pub you: Vec<Local>,
    /// A limit on the last number, to be written at the end of its clause.
    pub limit: Option<String>,
    /// The number that the letter of the clause stands for, to be written at its end.
    pub equation: Option<String>,
    /// True if the next call to be worded is a clause: a letter may stand for its numbers.
    pub is_clause: bool,
    pub variables: Variables,
}

impl<'a> RuleWording<'a> {
    pub fn new(
        symbols: &'a SymbolTable,
        texts: &'a DeclaredTexts<'a>,
        name: NameId,
        body: &HFunction,
    ) -> RuleWording<'a> {
        let holder = |s: &HStmt| match s {
            HStmt::Set(local, e) if matches!(e.kind, HKind::Open(..)) => Some(*local),
            _ => None,
        };
        let anywhere = body.body.iter().find_map(super::statement_spans::span_of).unwrap_or(Span::new(
            crate::place::FileId(0),
            0,
            0,
        ));
        let you = body.body.iter().filter_map(holder).collect();
        let myself = body.asker.into_iter().collect();
        RuleWording::part(symbols, texts, name, (myself, you), anywhere)
    }

    /// Prepares the wording of another part of the same card, in whose code other variables are `self` and
    /// `you`.
    pub fn part(
        symbols: &'a SymbolTable,
        texts: &'a DeclaredTexts<'a>,
        name: NameId,
        (myself, you): (Vec<Local>, Vec<Local>),
        anywhere: Span,
    ) -> RuleWording<'a> {
        RuleWording {
            symbols,
            texts,
            name,
            myself,
            anywhere,
            depth: 0,
            you,
            limit: None,
            equation: None,
            is_clause: false,
            variables: Variables::default(),
        }
    }

    /// Renders a `text`.
    pub fn fill(&self, text: &CodeText, data: BTreeMap<String, Value>) -> WordingResult<String> {
        let is_you = data.values().any(|value| value.as_str() == Some(YOU));
        let is_one = |value: &Value| value.to_string() == "1";
        let ones = data.iter().filter(|(_, value)| is_one(value)).map(|(hole, _)| hole);
        let filled = templates::render(&text.value, &data).map(|words| words.replace("it's ", "its "));
        let words = filled.map_err(|e| {
            let range = e.range.clone().unwrap_or(0..text.value.len());
            WordingProblem::Template(Box::new(e.at_span(text.span_of(range.start, range.end))))
        })?;
        let words = if is_you { agreeing(&words) } else { words };
        let words = ones.fold(words, |words, hole| with_singular(words, &text.value, hole));
        // The possessive of "the player after you".
        match ["you's", "you’s"].iter().any(|owner| words.contains(owner)) {
            true => Err(WordingProblem::NoWords(self.anywhere)),
            false => Ok(words),
        }
    }

    /// Assigns words to a variable.
    pub fn call(&mut self, local: Local, first: impl Into<String>, later: impl Into<String>) {
        self.variables.call(local, first.into(), later.into());
    }

    /// Returns whether a variable has been mentioned, or is you.
    pub fn is_said(&self, local: Local) -> bool {
        self.you.contains(&local) || self.variables.is_said(local) || self.variables.is_you(local)
    }

    /// Returns whether an expression is `you`: the variable, or a state of the card whose `text` is "you".
    pub fn is_you(&self, e: &HExpr) -> bool {
        match &e.kind {
            HKind::Local(l) => self.you.contains(l) || self.variables.is_you(*l),
            HKind::Open(of, _) => self.is_you(of),
            HKind::Field(f, of) => self.is_controller(*f) && (self.is_self(of) || self.is_you(of)),
            _ => false,
        }
    }

    /// Returns whether a state holds the player whom texts call "you".
    pub fn is_controller(&self, f: FieldId) -> bool {
        self.texts.fields.get(&f).is_some_and(|text| text.value == YOU)
    }

    /// Returns whether an expression is `self`.
    pub fn is_self(&self, e: &HExpr) -> bool {
        matches!(&e.kind, HKind::Local(l) if self.myself.contains(l))
    }

    /// Returns whether an expression is you, or the holder of the card.
    pub fn is_mine(&self, e: &HExpr) -> bool {
        self.is_you(e)
            || match &e.kind {
                HKind::Holder(of) => self.is_self(of) || self.is_you(of),
                HKind::Open(of, _) => self.is_mine(of),
                _ => false,
            }
    }

    /// Returns whether the `text` of a function is a noun with a hole for its elements.
    fn is_noun(&self, f: FunctionId) -> bool {
        let is_set = matches!(self.symbols.functions[f].result, Ty::Set(_));
        is_set && self.texts.functions.get(&f).is_some_and(|text| asks_for(text, "what"))
    }

    /// Returns whether an expression is a variable that has been mentioned, or that is `self`.
    pub fn is_known(&self, e: &HExpr) -> bool {
        self.is_self(e) || matches!(&e.kind, HKind::Local(l) if self.variables.is_said(*l))
    }

    /// Words a single value: a card, a player, a value, a number.
    pub fn thing(&mut self, e: &HExpr) -> WordingResult<String> {
        if self.is_you(e) {
            return Ok(YOU.to_owned());
        }
        if self.is_self(e) {
            return Ok(format!("this {}", self.own_kind()));
        }
        Ok(match &e.kind {
            HKind::Local(l) => self.variables.words_for(*l).ok_or(WordingProblem::NoWords(e.span))?,
            HKind::Int(n) => format_number(*n),
            HKind::Value(v) => self.value(&e.ty, *v, e.span)?,
            HKind::SetOf(_) | HKind::ConstSet(_) => or(&self.values(e)?),
            HKind::TableField(f) => format!("the {}", self.symbols.fields[*f].id.replace('_', " ")),
            HKind::Zone(z) => self.zone(*z, None)?,
            HKind::PlayerZone(z, of) => self.zone(*z, Some(of))?,
            HKind::ZoneAt(z, of, value) => self.place(*z, of.as_deref(), value.as_deref())?,
            HKind::CellOf(c) => match self.texts.cell() {
                Some(cell) => {
                    let of = self.thing(c)?;
                    possessive(&of, cell)
                }
                None => english(Builtin::CellOf, &[self.thing(c)?]),
            },
            HKind::Bearer(c) => english(Builtin::Bearer, &[self.thing(c)?]),
            HKind::Contents(of) => self.thing(of)?,
            HKind::Open(of, _) => self.thing(of)?,
            HKind::Next(p) => english(Builtin::Next, &[self.thing(p)?]),
            HKind::SeatsOn(p, n) => {
                let p = self.thing(p)?;
                match n.kind {
                    HKind::Int(1) => english(Builtin::Next, &[p]),
                    HKind::Int(-1) => format!("the player before {p}"),
                    HKind::Int(n) if n < 0 => {
                        format!("the player {} seats before {p}", format_number(n.saturating_neg()))
                    }
                    _ => format!("the player {} seats after {p}", self.quantity(n)?),
                }
            }
            HKind::Holder(c) => english(Builtin::Holder, &[self.thing(c)?]),
            HKind::ZoneOf(c) => english(Builtin::ZoneOf, &[self.thing(c)?]),
            HKind::SeatOf(p) if self.is_you(p) => "your seat".to_owned(),
            HKind::SeatOf(p) => english(Builtin::Seat, &[self.thing(p)?]),
            HKind::Top(z) => english(Builtin::Top, &[self.thing(z)?]),
            HKind::Bottom(z) => english(Builtin::Bottom, &[self.thing(z)?]),
            HKind::Random(set) => {
                // "A random card of each player" would be one card.
                self.misplace_unsaid(set, true);
                english(Builtin::Random, &[self.noun(set)?.plain()])
            }
            HKind::Board(op, of) => {
                let of: Vec<String> = of.iter().map(|e| self.thing(e)).collect::<WordingResult<_>>()?;
                english(board(*op), &of)
            }
            HKind::Field(..) | HKind::Attribute(..) => self.reading(e)?,
            HKind::Call(f, args) => match self.modified(*f) {
                Some(_) => self.reading(e)?,
                None if self.is_noun(*f) => self.noun(e)?.with("each"),
                None => {
                    let words = self.function(*f, args, e.span, BTreeMap::new())?;
                    // "Each lit lamp" is a number only after "for".
                    if e.ty == Ty::Int && words.starts_with(EACH) {
                        return Err(WordingProblem::NoWords(e.span));
                    }
                    words
                }
            },
            HKind::RollDie(n, die) if e.ty != Ty::Int && matches!(n.kind, HKind::Int(1)) => match e.ty {
                Ty::Enum(of) => format!("random {}", self.enum_label(of)),
                _ => format!("the roll of the {} die", self.texts.label(&self.symbols.dice[*die].info.id)),
            },
            _ if matches!(e.ty, Ty::Int | Ty::Amount(_)) => self.quantity(e)?,
            _ if matches!(e.ty, Ty::Set(_)) => self.noun(e)?.with("each"),
            _ => return Err(WordingProblem::NoWords(e.span)),
        })
    }

    /// Words a member with its owner: "its strength", "your coins".
    fn reading(&mut self, e: &HExpr) -> WordingResult<String> {
        let Some((id, of)) = self.read(e) else { return Err(WordingProblem::NoWords(e.span)) };
        let is_owner = match self.readable(e) {
            Some((ReadableValue::Attribute(a), _)) => Some(a) == self.symbols.owner_attribute,
            _ => false,
        };
        let label = if is_owner { "owner".to_owned() } else { self.texts.label(id) };
        let of = of.clone();
        Ok(possessive(&self.thing(&of)?, &label))
    }

    /// Returns the id of the state or attribute that an expression reads, possibly through modifiers, and its
    /// owner.
    pub fn read<'e>(&self, e: &'e HExpr) -> Option<(&'a str, &'e HExpr)> {
        let (readable, of) = self.readable(e)?;
        Some(match readable {
            ReadableValue::Field(f) => (self.symbols.fields[f].id.as_str(), of),
            ReadableValue::Attribute(a) => (self.symbols.attributes[a].id.as_str(), of),
        })
    }

    /// Returns the noun for a state or attribute.
    pub fn label_of(&self, readable: ReadableValue) -> String {
        self.texts.label(match readable {
            ReadableValue::Field(f) => &self.symbols.fields[f].id,
            ReadableValue::Attribute(a) => &self.symbols.attributes[a].id,
        })
    }

    /// Returns the same, with the number of the state or attribute instead of its id.
    pub fn readable<'e>(&self, e: &'e HExpr) -> Option<(ReadableValue, &'e HExpr)> {
        match &e.kind {
            HKind::Field(f, of) => Some((ReadableValue::Field(*f), of)),
            HKind::Attribute(a, of) => Some((ReadableValue::Attribute(*a), of)),
            HKind::Call(f, args) => Some((self.modified(*f)?, args.first()?)),
            _ => None,
        }
    }

    /// Returns the attribute or state that a reader function reads.
    fn modified(&self, f: FunctionId) -> Option<ReadableValue> {
        self.symbols.modified.iter().find(|(_, reader)| **reader == f).map(|(readable, _)| *readable)
    }

    /// Returns the `text` of a state or attribute.
    pub fn text_of(&self, readable: ReadableValue) -> Option<&'a CodeText> {
        match readable {
            ReadableValue::Field(f) => self.texts.fields.get(&f).copied(),
            ReadableValue::Attribute(a) => self.texts.attributes.get(&a).copied(),
        }
    }

    /// Words a call of a function or verb by its `text`, whose holes are its parameters.
    pub fn function(
        &mut self,
        f: FunctionId,
        args: &[HExpr],
        span: Span,
        mut data: BTreeMap<String, Value>,
    ) -> WordingResult<String> {
        let is_clause = std::mem::take(&mut self.is_clause);
        let Some(text) = self.texts.functions.get(&f).copied() else {
            return Err(WordingProblem::NoWords(span));
        };
        let asked = templates::variables(&text.value).unwrap_or_default();
        let symbols = self.symbols;
        let params = &symbols.functions[f].params;
        let is_missing = |hole: &str| {
            asked.iter().any(|asked| asked == hole)
                && !data.contains_key(hole)
                && params.iter().all(|param| param.id != hole)
        };
        // The noun, where there is none.
        if matches!(symbols.functions[f].result, Ty::Set(_) | Ty::Bool)
            && (is_missing("what") || is_missing("other"))
        {
            return Err(WordingProblem::NoWords(span));
        }
        let is_component = |ty: &Ty| matches!(ty, Ty::Component(_));
        let names_component = params.iter().any(|param| is_component(&param.ty) && asked.contains(&param.id));
        for (param, arg) in params.iter().zip(args) {
            // A text that names no player means you, and one that names no component this one.
            let is_other = match arg.ty {
                Ty::Player => !self.is_mine(arg),
                Ty::Component(_) => !names_component && !self.is_self(arg),
                _ => false,
            };
            if !asked.contains(&param.id) && is_other {
                return Err(WordingProblem::NoWords(span));
            }
            if asked.contains(&param.id) {
                let value = match arg.kind {
                    HKind::Int(n) if n >= 0 => Value::from(n),
                    _ if is_clause => Value::from(self.in_hole(&text.value, &param.id, arg)?),
                    _ => Value::from(self.thing(arg)?),
                };
                data.insert(param.id.clone(), value);
            }
        }
        self.fill(text, data)
    }

    /// Words a zone: "the discards", "your hand". A `text` without `what` is its noun.
    fn zone(&mut self, z: ZoneId, of: Option<&HExpr>) -> WordingResult<String> {
        let noun = self.texts.zones.get(&z).filter(|text| !asks_for(text, "what"));
        let label =
            noun.map_or_else(|| self.symbols.zones[z].id.replace('_', " "), |text| text.value.clone());
        Ok(match of {
            None => format!("the {label}"),
            Some(of) if self.is_you(of) => format!("your {label}"),
            Some(of) => format!("the {label} of {}", self.thing(of)?),
        })
    }

    /// Words one of several zones: "the red discards", "the pack of this unit".
    fn place(&mut self, z: ZoneId, of: Option<&HExpr>, value: Option<&HExpr>) -> WordingResult<String> {
        let zone = self.zone(z, of)?;
        let Some(value) = value else { return Ok(zone) };
        let value = self.thing(value)?;
        Ok(match zone.split_once(' ') {
            Some((article, rest)) => format!("{article} {value} {rest}"),
            None => format!("{value} {zone}"),
        })
    }

    /// Words the values of a set literal.
    pub fn values(&mut self, e: &HExpr) -> WordingResult<Vec<String>> {
        match &e.kind {
            HKind::SetOf(of) => of.iter().map(|e| self.thing(e)).collect(),
            HKind::Call(f, _) if self.is_noun(*f) => Ok(vec![self.noun(e)?.a()]),
            HKind::Call(f, args) if self.modified(*f).is_none() => {
                Ok(vec![self.function(*f, args, e.span, BTreeMap::new())?])
            }
            _ => Err(WordingProblem::NoWords(e.span)),
        }
    }

    /// Words a value in its printed form.
    fn value(&self, ty: &Ty, v: u64, span: Span) -> WordingResult<String> {
        let symbols = self.symbols;
        match ty {
            Ty::Enum(e) => {
                let printed = &symbols.enums[*e].printed[v.index()];
                // If an attribute's `text` words cards of this value, it words the value, too.
                let of = |a: &AttributeId| symbols.attribute_types[*a] == *ty;
                let mut called: Vec<AttributeId> = self.texts.attributes.keys().copied().filter(of).collect();
                called.sort_unstable();
                let text = called.first().and_then(|a| self.texts.attributes.get(a));
                match text.filter(|text| !asks_for(text, "what")) {
                    Some(text) => {
                        self.fill(text, [("value".to_owned(), Value::from(printed.as_str()))].into())
                    }
                    None => Ok(printed.clone()),
                }
            }
            Ty::Name => Ok(symbols.names[NameId::from_index(v.index())].printed.clone()),
            Ty::Component(_) => match symbols.components.get(v.index()) {
                Some(c) => Ok(symbols.names[c.name].printed.clone()),
                None => Err(WordingProblem::NoWords(span)),
            },
            Ty::Cell => Ok(symbols.cells[CellId::from_index(v.index())].printed.clone()),
            Ty::Player => Ok(format!("player {}", v + 1)),
            _ => Err(WordingProblem::NoWords(span)),
        }
    }

    /// Returns the noun for a value of an enum: the attribute that has such values, if there is one.
    pub fn enum_label(&self, e: EnumId) -> String {
        let mut of_enum = self
            .symbols
            .attribute_types
            .iter_ids()
            .filter(|(a, ty)| **ty == Ty::Enum(e) && self.symbols.attributes[*a].id.is_declared());
        match (of_enum.next(), of_enum.next()) {
            (Some((attribute, _)), None) => self.texts.label(&self.symbols.attributes[attribute].id),
            _ => self.texts.label(&self.symbols.enums[e].id),
        }
    }

    /// Returns the noun for the kind of the card itself.
    pub fn own_kind(&self) -> String {
        let kind = self.symbols.names[self.name].kind;
        self.kind_of(&HExpr { ty: Ty::Component(kind), span: self.anywhere, kind: HKind::Int(0) })
    }

    /// Marks the variables of an expression as mentioned; returns whether there was one that was not.
    pub fn mention_all(&mut self, e: &HExpr) -> bool {
        let mut is_new = false;
        if let HKind::Local(local) = e.kind {
            is_new = self.variables.is_unsaid(local);
            self.variables.mention(local);
        }
        for part in crate::check::hir::parts::parts(e) {
            is_new |= self.mention_all(part);
        }
        is_new
    }

    /// Requires that the variables of an expression, or those of loops alone, are introduced before it.
    pub fn misplace_unsaid(&mut self, e: &HExpr, in_loop: bool) {
        if let HKind::Local(local) = e.kind {
            self.variables.misplace_unsaid(local, in_loop);
        }
        for part in crate::check::hir::parts::parts(e) {
            self.misplace_unsaid(part, in_loop);
        }
    }

    /// Returns whether a variable of an expression has not been mentioned.
    pub fn has_unsaid(&self, e: &HExpr) -> bool {
        let mine = matches!(&e.kind, HKind::Local(l) if self.variables.is_unsaid(*l));
        mine || crate::check::hir::parts::parts(e).any(|part| self.has_unsaid(part))
    }

    /// Words the kind of a component.
    pub fn kind_of(&self, e: &HExpr) -> String {
        match e.ty {
            Ty::Component(k) if k != KindId::default() => self.texts.label(&self.symbols.kinds[k].id),
            Ty::Cell => self.texts.cell().unwrap_or("cell").to_owned(),
            Ty::Player => "player".to_owned(),
            _ => "card".to_owned(),
        }
    }
}

/// Returns whether a `text` has a hole of this name.
pub(super) fn asks_for(text: &CodeText, hole: &str) -> bool {
    templates::variables(&text.value).unwrap_or_default().iter().any(|v| v == hole)
}

/// Returns the built-in word of a query about boards.
fn board(op: BoardOp) -> Builtin {
    match op {
        BoardOp::Step | BoardOp::StepSet | BoardOp::Steps => Builtin::Step,
        BoardOp::Neighbours | BoardOp::Spread => Builtin::Neighbours,
        BoardOp::Around | BoardOp::SpreadAround => Builtin::Around,
        BoardOp::Ray | BoardOp::RayTo | BoardOp::Rays => Builtin::Ray,
        BoardOp::Group => Builtin::Group,
        BoardOp::Distance => Builtin::Distance,
        BoardOp::InARow => Builtin::InARow,
        BoardOp::Lined => Builtin::Lined,
        BoardOp::Opposite => Builtin::Opposite,
        BoardOp::Left => Builtin::Left,
        BoardOp::Right => Builtin::Right,
    }
}

/// Formats an owner and its property: "your coins", "its strength", "this card’s strength", "the strength of
/// a card in your hand".
pub(super) fn possessive(of: &str, label: &str) -> String {
    match of {
        YOU => format!("your {label}"),
        "it" => format!("its {label}"),
        of if [" of ", " in ", " on ", " with", " or ", " and ", "’", " after ", " before "]
            .iter()
            .any(|word| of.contains(word)) =>
        {
            format!("the {label} of {of}")
        }
        of if of.ends_with('s') => format!("{of}’ {label}"),
        of => format!("{of}’s {label}"),
    }
}

/// Puts "a" or "an" before a noun; "another" for one that begins with "other".
pub(super) fn with_a(noun: &str) -> String {
    match noun.strip_prefix("other ") {
        Some(noun) => format!("another {noun}"),
        None => crate::diagnostics::with_article(noun),
    }
}

/// Formats a number, with a minus sign (U+2212).
pub(super) fn format_number(n: i64) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { n.to_string() }
}

/// Formats a number with its sign.
pub(super) fn signed(n: i64) -> String {
    if n < 0 { format_number(n) } else { format!("+{n}") }
}

/// Joins words: "a, b or c".
pub(super) fn or(of: &[String]) -> String {
    join_words(of, "or")
}

/// Joins words: "a, b and c".
pub(super) fn and(of: &[String]) -> String {
    join_words(of, "and")
}

fn join_words(of: &[String], word: &str) -> String {
    match of.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
    }
}

/// Formats words as a sentence, with a capital letter and a full stop.
pub(super) fn sentence(words: &str) -> String {
    let words = capital(words.trim());
    if words.ends_with(['.', '!', '?']) || words.is_empty() { words } else { format!("{words}.") }
}

/// Capitalises the first letter.
pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
