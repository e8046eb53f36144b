//! Statements in words, as clauses.

use super::equations::WHERE_X;
use super::rule_wording::{RuleWording, WordingProblem, WordingResult, asks_for};
use super::sets::element_of;
use super::statement_spans::span_of;
use crate::check::hir::parts::{mentions, statement_parts};
use crate::check::hir::tree::{ChoiceCount, HEffect, HExpr, HKind, HStmt, LoopSource};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::ReadableValue;
use crate::diagnostics::plural;
use crate::ir::ZoneId;
use crate::vocabulary::{Builtin, english};

/// Returns whether a set is taken from all components of a kind, wherever they are.
fn is_whole_game(set: &HExpr) -> bool {
    match &set.kind {
        HKind::Filter { set, .. } => is_whole_game(set),
        HKind::ConstSet(_) => matches!(&set.ty, Ty::Set(of) if matches!(**of, Ty::Component(_))),
        _ => false,
    }
}

/// A clause, and whether it ends with a block of statements: the next clause must not be read as part of that
/// block.
#[derive(PartialEq)]
struct StatementClause {
    words: String,
    has_block: bool,
}

/// Joins clauses: "you draw a card, then discard one".
fn joined_clauses(clauses: Vec<StatementClause>) -> String {
    let mut out = String::new();
    let mut before: Option<&str> = None;
    let mut after_block = false;
    for StatementClause { words: clause, has_block } in &clauses {
        if before.is_some() {
            out.push_str(if after_block { "; then " } else { ", then " });
        }
        // The same subject is not repeated, unless the clause before it is a choice or holds several.
        let is_plain = |c: &str| !c.contains([':', ';']) && !c.starts_with("you may");
        let same = ["you ", "it "].into_iter().find(|subject| {
            clause.starts_with(subject) && before.is_some_and(|c| c.starts_with(subject) && is_plain(c))
        });
        let said = same
            .filter(|_| is_plain(clause) && !after_block)
            .and_then(|subject| clause.strip_prefix(subject));
        out.push_str(said.unwrap_or(clause));
        before = Some(clause);
        after_block = *has_block;
    }
    out
}

/// Joins equal consecutive clauses into one: "you draw a card twice".
fn repeated(clauses: Vec<StatementClause>) -> Vec<StatementClause> {
    let mut runs: Vec<(StatementClause, usize)> = Vec::new();
    for clause in clauses {
        match runs.last_mut() {
            Some((last, n)) if *last == clause => *n += 1,
            _ => runs.push((clause, 1)),
        }
    }
    let said = |(clause, n): (StatementClause, usize)| StatementClause {
        words: match (n, several(&clause.words, n)) {
            (1, _) => clause.words,
            (_, Some(words)) => words,
            (2, None) => format!("{}, twice", clause.words),
            (n, None) => format!("{}, {n} times", clause.words),
        },
        ..clause
    };
    runs.into_iter().map(said).collect()
}

/// Returns the words for several of what a clause does with one: "you draw 2 cards" for "you draw a card".
fn several(clause: &str, n: usize) -> Option<String> {
    let (before, object) = clause.rsplit_once(" a ").or_else(|| clause.rsplit_once(" an "))?;
    let is_short = object.split(' ').count() <= 2 && before.split(' ').count() <= 2;
    let is_plain = |c: char| c.is_alphabetic() || c == ' ';
    (is_short && clause.chars().all(is_plain)).then(|| format!("{before} {n} {}", plural(object)))
}

/// Returns whether a statement has a block whose end its own words do not show.
fn has_block(s: &HStmt) -> bool {
    match s {
        // These words are those of its block.
        HStmt::Scope(body) => body.last().is_some_and(has_block),
        HStmt::IfLet(_, _, then, other) if other.is_empty() => then.last().is_some_and(has_block),
        _ => !statement_parts(s).1.iter().all(|block| block.is_empty()),
    }
}

/// Returns whether a clause has a subject of its own, and so cannot follow "you may": "your coins become 0".
/// An effect begins with its verb: "move this card to the discards".
fn has_subject(clause: &str) -> bool {
    const BEGINS: [&str; 10] = ["if", "for", "unless", "with", "each", "the", "your", "its", "this", "that"];
    const EFFECTS: [&str; 9] = ["move", "put", "remove", "deal", "swap", "shuffle", "show", "tell", "choose"];
    const OBJECTS: [&str; 13] =
        ["a", "an", "the", "it", "its", "your", "this", "that", "each", "all", "any", "one", "another"];
    let mut words = clause.split(' ');
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_object =
        OBJECTS.contains(&second) || second == "X" || second.starts_with(|c: char| c.is_ascii_digit());
    BEGINS.contains(&first) || !(EFFECTS.contains(&first) || is_object)
}

/// Returns whether the words of a statement have an "if" without an "otherwise".
fn has_open_if(s: &HStmt) -> bool {
    match s {
        HStmt::If(_, _, other) if other.is_empty() => true,
        // The condition is a part of the noun: "each card with strength".
        HStmt::ForEach(local, LoopSource::Set(_), body) => match body.as_slice() {
            [HStmt::If(cond, then, other)] if other.is_empty() && mentions(cond, *local) => {
                then.iter().any(has_open_if)
            }
            body => body.iter().any(has_open_if),
        },
        _ => statement_parts(s).1.into_iter().flatten().any(has_open_if),
    }
}

impl RuleWording<'_> {
    /// Words a sequence of statements.
    pub fn deeds(&mut self, body: &[&HStmt]) -> WordingResult<String> {
        let mut clauses: Vec<StatementClause> = Vec::new();
        let mut rest = body;
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            // The statements after a choice without a block apply to the chosen value.
            if let HStmt::Choose { then: None, .. } = first
                && !after.is_empty()
            {
                let words = self.word_choice(first, Some(after))?;
                clauses.push(StatementClause { words, has_block: false });
                break;
            }
            // "this card takes its name and strength"
            let taken =
                std::iter::once(first).chain(after).map_while(|s| self.copied_member(s)).collect::<Vec<_>>();
            if let Some((_, to, from)) = taken.first() {
                let labels: Vec<String> = taken
                    .iter()
                    .take_while(|(_, other, source)| {
                        self.same_local(to, other) && self.same_local(from, source)
                    })
                    .map(|(label, ..)| label.clone())
                    .collect();
                rest = &after[labels.len() - 1..];
                let (to, from) =
                    (self.thing(to)?, self.whose(Some(from), &super::rule_wording::and(&labels))?);
                clauses.push(StatementClause { words: format!("{to} takes {from}"), has_block: false });
                continue;
            }
            if self.is_bookkeeping_deed(first) {
                continue;
            }
            if self.names_variable(first)? {
                let Err(problem) = self.keeps_its_value(first, after) else { continue };
                // Chance takes it once, so it is said before the loop.
                let Some(chance) = self.mention_of_chance(first) else { return Err(problem) };
                let words = format!("choose {chance}: {}", self.deeds(after)?);
                clauses.push(StatementClause { words, has_block: false });
                break;
            } else {
                let words = self.deed(first)?;
                clauses.push(StatementClause { words, has_block: has_block(first) });
                // With nested blocks, a comma cannot show which block ends.
                if let [.., before, _] = clauses.as_slice()
                    && before.has_block
                    && self.depth > 0
                {
                    return Err(self.unworded_statement(first));
                }
            }
        }
        match clauses.as_slice() {
            [] => {
                Err(WordingProblem::NoWords(body.first().and_then(|s| span_of(s)).unwrap_or(self.anywhere)))
            }
            _ => {
                let words = joined_clauses(repeated(clauses));
                // Two numbers cannot have the same letter.
                match words.matches(WHERE_X).count() > 1 {
                    true => Err(WordingProblem::NoWords(
                        body.first().and_then(|s| span_of(s)).unwrap_or(self.anywhere),
                    )),
                    false => Ok(words),
                }
            }
        }
    }

    /// Returns whether a statement only sets state that texts need not mention and that has no wording.
    pub(super) fn is_bookkeeping_deed(&self, s: &HStmt) -> bool {
        let (HStmt::Put(f, ..) | HStmt::PutTable(f, _)) = s else { return false };
        let has_words = self.text_of(ReadableValue::Field(*f)).is_some_and(|text| asks_for(text, "it"));
        self.symbols.fields[*f].unchecked && !has_words
    }

    /// Remembers the words for a variable that a statement sets. Words that begin with "a" or "any" are
    /// repeated as "that".
    fn names_variable(&mut self, s: &HStmt) -> WordingResult<bool> {
        let HStmt::Set(local, value) = s else { return Ok(false) };
        // Another value of a variable that has words, such as the number of a verb: an effect.
        if self.variables.is_called(*local) {
            return Err(WordingProblem::NoWords(value.span));
        }
        let first = self.thing(value)?;
        let later = self.that(value, &first).unwrap_or_else(|| first.clone());
        self.call(*local, first, later);
        self.variables.shadow(*local);
        Ok(true)
    }

    /// Returns the words of a variable that a statement sets to what chance takes, and marks it as mentioned.
    fn mention_of_chance(&mut self, s: &HStmt) -> Option<String> {
        let HStmt::Set(local, _) = s else { return None };
        let is_chance = self.variables.is_called_that(*local);
        self.variables.words_for(*local).filter(|words| is_chance && words.starts_with("a random "))
    }

    /// Returns the member that a statement copies from one component to another, with both.
    fn copied_member<'s>(&self, s: &'s HStmt) -> Option<(String, &'s HExpr, &'s HExpr)> {
        let HStmt::Put(f, to, value) = s else { return None };
        let (id, from) = self.read(value)?;
        let is_copy = matches!(to.ty, Ty::Component(_)) && self.symbols.fields[*f].id == id;
        let are_locals = [to, from].iter().all(|e| matches!(e.kind, HKind::Local(_)));
        (is_copy && are_locals && !self.same_local(to, from)).then(|| (id.replace('_', " "), to, from))
    }

    /// Returns whether two expressions are the same variable.
    pub(super) fn same_local(&self, a: &HExpr, b: &HExpr) -> bool {
        matches!((&a.kind, &b.kind), (HKind::Local(a), HKind::Local(b)) if a == b)
    }

    pub(super) fn block(&mut self, body: &[HStmt]) -> WordingResult<String> {
        self.depth += 1;
        let words = self.deeds(&body.iter().collect::<Vec<_>>());
        self.depth -= 1;
        words
    }

    fn deed(&mut self, s: &HStmt) -> WordingResult<String> {
        match s {
            HStmt::Scope(body) => self.deeds(&body.iter().collect::<Vec<_>>()),
            HStmt::ForEach(local, LoopSource::Set(set), body) => {
                let mut noun = self.noun(set)?;
                let mut body = body.as_slice();
                // "each card with strength", not "if the strength of each card is more than 0"
                if let [HStmt::If(cond, then, other)] = body
                    && other.is_empty()
                    && mentions(cond, *local)
                {
                    (noun, body) = (self.narrowed(noun, *local, cond)?, then);
                }
                self.for_each(*local, &noun.each_once(), &self.later_words(&element_of(set), &noun), body)
            }
            HStmt::ForEach(local, LoopSource::Turns(first), body) => {
                let first = self.thing(first)?;
                let words = self.loop_body(*local, "that player", "that player", body, true)?;
                Ok(format!("for each player in turn order, beginning with {first}: {words}"))
            }
            HStmt::If(cond, then, other) => {
                // "Otherwise" would be read as that of the inner condition.
                if !other.is_empty() && then.iter().any(has_open_if) {
                    return Err(self.unworded_statement(s));
                }
                let condition = self.condition(cond)?.leading();
                // "it" would be that of which there is any.
                let speaks_of_others = condition.contains("there is any ");
                if speaks_of_others {
                    self.variables.enter_among_others();
                }
                let then = if other.is_empty() { self.skippable(then)? } else { self.inner(then)? };
                if speaks_of_others {
                    self.variables.leave_others();
                }
                if other.is_empty() {
                    return Ok(format!("{condition}, {then}"));
                }
                Ok(format!("{condition}, {then}; otherwise {}", self.inner(other)?))
            }
            // An effect on a missing component does nothing.
            HStmt::IfLet(local, value, then, other) => {
                let before = self.variables.clone();
                // "move an owl to its owner", if the owl is mentioned first
                self.mention_all(value);
                let later = self.thing(value)?;
                self.variables.clone_from(&before);
                let mut words = self.block_about(*local, value, later, then)?;
                if self.has_unsaid(value) {
                    self.variables.clone_from(&before);
                    let first = self.thing(value)?;
                    words = self.block_about(*local, value, first, then)?;
                }
                let then = words;
                if other.is_empty() {
                    return Ok(then);
                }
                Ok(format!("{then}; if there is none, {}", self.inner(other)?))
            }
            HStmt::Repeat(n, body) => {
                let n = self.counted(n)?;
                let equation = self.equation.take().unwrap_or_default();
                let times = if n == "1" { "time" } else { "times" };
                let words = format!("{n} {times}{equation}: {}", self.inner(body)?);
                if words.matches(WHERE_X).count() > 1 { Err(self.unworded_statement(s)) } else { Ok(words) }
            }
            HStmt::Put(f, of, value) => {
                let words = self.word_state_change(*f, Some(of), value)?;
                let equation = self.equation.take().unwrap_or_default();
                Ok(words + &self.word_duration(*f, Some(of), value)? + &equation)
            }
            HStmt::PutTable(f, value) => {
                let words = self.word_state_change(*f, None, value)?;
                let equation = self.equation.take().unwrap_or_default();
                Ok(words + &self.word_duration(*f, None, value)? + &equation)
            }
            HStmt::Do(e) => match &e.kind {
                HKind::Call(f, args) => {
                    self.is_clause = true;
                    let words = self.function(*f, args, e.span, Default::default())?;
                    let equation = self.equation.take().unwrap_or_default();
                    Ok(words + &self.limit.take().unwrap_or_default() + &equation)
                }
                _ => Err(WordingProblem::NoWords(e.span)),
            },
            HStmt::Effect(effect, span) => {
                let words = self.effect(effect).map_err(|trouble| match trouble {
                    WordingProblem::NoWords(_) => WordingProblem::NoWords(*span),
                    trouble => trouble,
                })?;
                Ok(words + &self.equation.take().unwrap_or_default())
            }
            HStmt::Choose { .. } => self.word_choice(s, None),
            HStmt::ChooseArm { by, arms, decline: Some(_), span, .. } if self.is_you(by) => {
                let [(_, None, yes), (_, _, no)] = arms.as_slice() else {
                    return Err(WordingProblem::NoWords(*span));
                };
                if !no.is_empty() {
                    return Err(WordingProblem::NoWords(*span));
                }
                let words = self.skippable(yes)?;
                let is_action =
                    !["may ", "are "].iter().any(|verb| words.starts_with(&format!("you {verb}")));
                Ok(match words.strip_prefix("you ") {
                    Some(words) if is_action => format!("you may {words}"),
                    None if !has_subject(&words) => format!("you may {words}"),
                    _ => format!("you may do this: {words}"),
                })
            }
            _ => Err(self.unworded_statement(s)),
        }
    }

    /// Words a choice, and the statements about the chosen value.
    fn word_choice(&mut self, s: &HStmt, after: Option<&[&HStmt]>) -> WordingResult<String> {
        let HStmt::Choose { take, local, from, by, then, other, span, .. } = s else {
            return Err(self.unworded_statement(s));
        };
        if !self.is_you(by) || !other.is_empty() && !matches!(take, ChoiceCount::OneOrNone) {
            return Err(WordingProblem::NoWords(*span));
        }
        // "Choose a card of each player" would be one choice.
        self.misplace_unsaid(from, true);
        let noun = self.noun(from)?;
        let many = self.number_of(take)?;
        let scope = if is_whole_game(from) && !noun.has_place() { " of the game" } else { "" };
        let what = match &many {
            Some(many) => {
                let equation = self.equation.take().unwrap_or_default();
                format!(
                    "{many}{}{scope}{equation}",
                    if many == "1 " || many == "up to 1 " { noun.plain() } else { noun.many() }
                )
            }
            None => format!("{}{scope}", noun.any()),
        };
        let it = match (&from.ty, &many) {
            (_, Some(_)) => "them".to_owned(),
            (Ty::Set(of), None) if matches!(**of, Ty::Component(_)) => "it".to_owned(),
            (Ty::Set(of), None) if matches!((&**of, &from.kind), (Ty::Enum(_), HKind::SetOf(_))) => {
                match **of {
                    Ty::Enum(e) => format!("that {}", self.enum_label(e)),
                    _ => "it".to_owned(),
                }
            }
            _ => format!("that {}", noun.head()),
        };
        self.call(*local, it.clone(), it);
        self.variables.mention(*local);
        if many.is_none() {
            self.variables.call_in_loops(*local, format!("the chosen {}", noun.head()));
        }
        self.variables.shadow(*local);
        let may = if matches!(take, ChoiceCount::OneOrNone) { "you may choose" } else { "choose" };
        let then = match (then, after) {
            (Some(then), _) => then.iter().collect::<Vec<_>>(),
            (None, Some(after)) => after.to_vec(),
            (None, None) => return Ok(format!("{may} {what}")),
        };
        let unsaid = self.variables.unsaid();
        self.variables.enter();
        let inner = self.deeds(&then);
        self.variables.leave();
        let inner = inner?;
        // A directly nested choice is joined with the outer one: "any other card and any suit".
        let is_choice = matches!(then.first(), Some(HStmt::Choose { take: ChoiceCount::One, .. }));
        let words = match inner.strip_prefix("choose ").filter(|_| is_choice && other.is_empty()) {
            Some(inner) => format!("{may} {what} and {inner}"),
            None => format!("{may} {what}: {inner}"),
        };
        if other.is_empty() {
            if matches!(take, ChoiceCount::OneOrNone) {
                self.variables.were_tentative(&unsaid);
            }
            return Ok(words);
        }
        Ok(format!("{words}; if you do not, {}", self.inner(other)?))
    }

    fn number_of(&mut self, take: &ChoiceCount) -> WordingResult<Option<String>> {
        Ok(match take {
            ChoiceCount::One | ChoiceCount::OneOrNone => None,
            ChoiceCount::Many(None, None) => Some("any number of ".to_owned()),
            ChoiceCount::Many(None, Some(most)) => Some(format!("up to {} ", self.counted(most)?)),
            ChoiceCount::Many(Some(least), most) => {
                let least = self.counted(least)?;
                match most.as_ref().map(|most| self.counted(most)).transpose()? {
                    Some(most) if most == least => Some(format!("{most} ")),
                    Some(most) => Some(format!("{least} to {most} ")),
                    None => Some(format!("at least {least} ")),
                }
            }
        })
    }

    /// Words a value with its owner: "its strength", "the round".
    pub(super) fn whose(&mut self, of: Option<&HExpr>, label: &str) -> WordingResult<String> {
        Ok(match of {
            None => format!("the {label}"),
            Some(of) => match self.thing(of)?.as_str() {
                "you" => format!("your {label}"),
                "it" => format!("its {label}"),
                of => format!("the {label} of {of}"),
            },
        })
    }

    /// Words a set; a literal of one element as that element.
    fn one_or_more(&mut self, set: &HExpr) -> WordingResult<String> {
        match &set.kind {
            HKind::SetOf(of) if of.len() == 1 => self.thing(&of[0]),
            _ => self.thing(set),
        }
    }

    fn effect(&mut self, effect: &HEffect) -> WordingResult<String> {
        Ok(match effect {
            // "put this card on it", for a zone whose contents are "cards on it"
            HEffect::Move(what, zone, false) if self.put_words(zone).is_some() => {
                let what = self.thing(what)?;
                let HKind::ZoneAt(z, Some(of), value) = &zone.kind else {
                    return Err(WordingProblem::NoWords(zone.span));
                };
                let of = self.thing(of)?;
                format!("put {}", self.in_zone(*z, &what, &of, value.as_deref())?)
            }
            HEffect::Move(what, zone, under) => {
                english(Builtin::Move, &[self.thing(what)?, self.destination(zone, *under)?])
            }
            HEffect::MoveAll(what, zone, under) => {
                let what = match &what.kind {
                    HKind::Local(_) => self.thing(what)?,
                    _ => self.noun(what)?.with("each"),
                };
                english(Builtin::Move, &[what, self.destination(zone, *under)?])
            }
            HEffect::Box(what) => format!("remove {} from the game", self.thing(what)?),
            HEffect::Deal(from, to, n) => {
                let n = match &n.kind {
                    HKind::Int(1) => "card".to_owned(),
                    _ => format!("{} cards", self.counted(n)?),
                };
                english(Builtin::Deal, &[self.thing(from)?, self.thing(to)?, n])
            }
            HEffect::Swap(a, b) => english(Builtin::Swap, &[self.thing(a)?, self.thing(b)?]),
            HEffect::Shuffle(zone) => english(Builtin::Shuffle, &[self.thing(zone)?]),
            HEffect::Show(what, who) => {
                english(Builtin::Show, &[self.one_or_more(what)?, self.one_or_more(who)?])
            }
            HEffect::Hint(what, who, attribute, value) => {
                let label = self.symbols.attributes.find(*attribute).map_or("", |a| &a.id).replace('_', " ");
                let which = match (&value.ty, &value.kind) {
                    (Ty::Bool, HKind::Bool(true)) => format!("are {label}"),
                    (Ty::Bool, HKind::Bool(false)) => format!("are not {label}"),
                    (Ty::Int, _) => format!("have {label} {}", self.quantity(value)?),
                    _ => format!("are {}", self.thing(value)?),
                };
                format!("tell {} which of {} {which}", self.one_or_more(who)?, self.one_or_more(what)?)
            }
            HEffect::Win(who, _) | HEffect::Lose(who, _) | HEffect::Out(who) => {
                let who = self.one_or_more(who)?;
                let you = who == "you";
                match effect {
                    HEffect::Out(_) => format!("{who} {} out", if you { "are" } else { "is" }),
                    HEffect::Win(..) => format!("{who} win{} the game", if you { "" } else { "s" }),
                    _ => format!("{who} lose{} the game", if you { "" } else { "s" }),
                }
            }
            HEffect::End(true, _) => "the game ends in a draw".to_owned(),
            HEffect::End(false, _) => "the game ends".to_owned(),
            HEffect::Record(_) | HEffect::Forget(_) | HEffect::Tally(..) | HEffect::Log(..) => {
                return Err(WordingProblem::NoWords(self.anywhere));
            }
        })
    }

    /// Words the zone to which something is moved; `under`: to its bottom.
    fn destination(&mut self, zone: &HExpr, under: bool) -> WordingResult<String> {
        let zone = self.thing(zone)?;
        Ok(if under { format!("the bottom of {zone}") } else { zone })
    }

    /// Returns the declaration of a component's or cell's zone, if its `text` words the place of its
    /// contents.
    fn put_words(&self, zone: &HExpr) -> Option<ZoneId> {
        let HKind::ZoneAt(z, Some(_), _) = &zone.kind else { return None };
        let text = self.texts.zones.get(z)?;
        (asks_for(text, "of") && text.value.trim_start().starts_with("{{ what }}")).then_some(*z)
    }

    fn unworded_statement(&self, s: &HStmt) -> WordingProblem {
        WordingProblem::NoWords(span_of(s).unwrap_or(self.anywhere))
    }
}
