//! Loops and other blocks in words: "each card takes 1 damage", "for each card: you draw a card".

use super::noun::Noun;
use super::rule_wording::{RuleWording, WordingProblem, WordingResult};
use crate::check::hir::parts::{mentions, parts, statement_parts};
use crate::check::hir::tree::{HExpr, HKind, HStmt, Local};
use crate::check::hir::types::Ty;
use crate::ir::FieldId;

/// Returns whether a statement mentions a variable.
fn is_about(s: &HStmt, local: Local) -> bool {
    let (exprs, blocks) = statement_parts(s);
    exprs.into_iter().any(|e| mentions(e, local)) || blocks.into_iter().flatten().any(|s| is_about(s, local))
}

/// Returns whether an expression reads a state, itself and not in a function.
fn reads(e: &HExpr, f: FieldId) -> bool {
    matches!(&e.kind, HKind::Field(g, _) | HKind::TableField(g) if *g == f)
        || parts(e).any(|part| reads(part, f))
}

/// Returns whether a statement rolls dice for a number: "each player loses X coins, where X is the roll of a
/// die" would be one roll for all.
fn rolls(s: &HStmt) -> bool {
    fn is_roll(e: &HExpr) -> bool {
        let is_number = e.ty == Ty::Int;
        is_number && matches!(e.kind, HKind::Roll(..) | HKind::RollDie(..)) || parts(e).any(is_roll)
    }
    let (exprs, blocks) = statement_parts(s);
    exprs.into_iter().any(is_roll) || blocks.into_iter().flatten().any(rolls)
}

/// Returns whether an expression calls a function.
fn calls(e: &HExpr) -> bool {
    matches!(e.kind, HKind::Call(..)) || parts(e).any(calls)
}

/// Returns whether a block speaks of a variable after a statement that sets a state from which it is read.
fn is_reread(body: &[HStmt], local: Local, value: &HExpr) -> bool {
    fn sets(s: &HStmt, value: &HExpr) -> bool {
        matches!(s, HStmt::Put(f, ..) | HStmt::PutTable(f, _) if reads(value, *f))
            || statement_parts(s).1.into_iter().flatten().any(|s| sets(s, value))
    }
    let after = body.iter().skip_while(|s| !sets(s, value)).skip(1);
    after.into_iter().any(|s| is_about(s, local))
}

/// Returns whether the first clause of a loop can be about its variable itself, and not only about a number
/// of it: "you gain each card’s strength" would be one gain.
fn begins_with(body: &[HStmt], local: Local) -> bool {
    let first = body.iter().find(|s| is_about(s, local));
    first.is_none_or(|first| match first {
        HStmt::Put(_, of, _) => mentions(of, local),
        HStmt::PutTable(..) => false,
        HStmt::Do(HExpr { kind: HKind::Call(_, args), .. }) => {
            args.iter().any(|arg| arg.ty != Ty::Int && mentions(arg, local))
        }
        _ => true,
    })
}

/// Returns the type of a value that may be missing.
fn inner_type(ty: &Ty) -> &Ty {
    match ty {
        Ty::Optional(of) => of,
        ty => ty,
    }
}

/// Returns whether an expression has the same value at all times.
fn is_constant(e: &HExpr) -> bool {
    match &e.kind {
        HKind::Int(_) | HKind::Bool(_) | HKind::Value(_) | HKind::Local(_) | HKind::ConstSet(_) => true,
        HKind::Attribute(_, of) | HKind::Negate(of) | HKind::Next(of) => is_constant(of),
        HKind::Arith(_, a, b) => is_constant(a) && is_constant(b),
        HKind::SetOf(of) => of.iter().all(is_constant),
        _ => false,
    }
}

impl RuleWording<'_> {
    /// Words a block that is not carried out exactly once: no variable is introduced in it.
    pub(super) fn inner(&mut self, body: &[HStmt]) -> WordingResult<String> {
        self.variables.enter();
        let words = self.block(body);
        self.variables.leave();
        words
    }

    /// Words a block that may be skipped: a variable may be introduced in it if no words follow about it.
    pub(super) fn skippable(&mut self, body: &[HStmt]) -> WordingResult<String> {
        let unsaid = self.variables.unsaid();
        let words = self.block(body);
        self.variables.were_tentative(&unsaid);
        words
    }

    /// Words the block of a value that may be missing. It does nothing if there is no such value, so each of
    /// its clauses must be about the value.
    pub(super) fn block_about(
        &mut self,
        local: Local,
        value: &HExpr,
        words: String,
        body: &[HStmt],
    ) -> WordingResult<String> {
        if body.iter().filter(|s| self.has_clause(s)).any(|s| !is_about(s, local)) {
            return Err(WordingProblem::NoWords(value.span));
        }
        let later = self.that(value, &words);
        let is_anew = later.is_some();
        if is_anew && !self.is_first_about(body, local, value) {
            return Err(WordingProblem::NoWords(value.span));
        }
        // The words of a state would be its new value.
        if !is_anew && is_reread(body, local, value) {
            return Err(WordingProblem::NoWords(value.span));
        }
        self.call(local, words.clone(), later.unwrap_or(words));
        let shadowed = if is_anew { self.variables.shadow(local) } else { Vec::new() };
        // "It" could be the value.
        let is_long = body.len() > 1 || body.iter().any(|s| !statement_parts(s).1.is_empty());
        let is_among_others = is_long && matches!(inner_type(&value.ty), Ty::Component(_));
        if is_among_others {
            self.variables.enter_among_others();
        }
        let words = self.block(body);
        if is_among_others {
            self.variables.leave_others();
        }
        self.variables.unshadow(shadowed);
        words
    }

    /// Returns the words for a value at a later mention, if its own would be another value then: "that card",
    /// after "a random card" or "the top card of the deck".
    pub(super) fn that(&self, value: &HExpr, words: &str) -> Option<String> {
        const ANEW: [&str; 5] = ["a ", "an ", "any ", "the top ", "the bottom "];
        let ty = inner_type(&value.ty);
        let noun = match ty {
            Ty::Enum(e) => self.enum_label(*e),
            Ty::Component(_) | Ty::Cell | Ty::Player => {
                self.kind_of(&HExpr { ty: ty.clone(), span: value.span, kind: HKind::Int(0) })
            }
            _ => return None,
        };
        ANEW.iter().any(|begin| words.starts_with(begin)).then(|| format!("that {noun}"))
    }

    /// Requires that the words of a variable that a statement sets mean the same value after it: later
    /// statements may change what they are about.
    pub(super) fn keeps_its_value(&self, set: &HStmt, after: &[&HStmt]) -> WordingResult<()> {
        let HStmt::Set(local, value) = set else { return Ok(()) };
        // "Its square" is understood as the one where it was.
        let is_called_that = self.variables.is_called_that(*local);
        let is_place = *inner_type(&value.ty) == Ty::Cell && !is_called_that;
        if is_place || is_constant(value) {
            return Ok(());
        }
        // "That card" is the one of the first mention, which must not come later than the rule takes it.
        if is_called_that {
            return match self.is_first_about(after.iter().copied(), *local, value) {
                true => Ok(()),
                false => Err(WordingProblem::NoWords(value.span)),
            };
        }
        let mut clauses = after.iter().filter(|s| self.has_clause(s));
        let first = clauses.next();
        let is_long = |s: &&&HStmt| statement_parts(s).1.iter().any(|block| !block.is_empty());
        let is_late = clauses.any(|s| is_about(s, *local));
        match is_late || first.filter(is_long).is_some_and(|s| is_about(s, *local)) {
            true => Err(WordingProblem::NoWords(value.span)),
            false => Ok(()),
        }
    }

    /// Returns whether a sequence of statements mentions a variable before any effect that could change what
    /// the words of its value mean, and not for the first time inside a loop.
    fn is_first_about<'s>(
        &self,
        body: impl IntoIterator<Item = &'s HStmt>,
        local: Local,
        value: &HExpr,
    ) -> bool {
        let is_harmless = |s: &HStmt| match s {
            HStmt::Set(..) => true,
            HStmt::Put(f, ..) | HStmt::PutTable(f, _) => !reads(value, *f) && !calls(value),
            _ => !self.has_clause(s),
        };
        let mut rest = body.into_iter();
        let Some(first) = rest.find(|s| is_about(s, local) || !is_harmless(s)) else { return true };
        if !is_about(first, local) {
            return rest.all(|s| !is_about(s, local));
        }
        let (exprs, blocks) = statement_parts(first);
        if exprs.into_iter().any(|e| mentions(e, local)) {
            return true;
        }
        let is_loop = matches!(first, HStmt::ForEach(..) | HStmt::Repeat(..) | HStmt::While(..));
        !is_loop && blocks.into_iter().all(|block| self.is_first_about(block, local, value))
    }

    /// Returns whether a statement has a clause of its own.
    fn has_clause(&self, s: &HStmt) -> bool {
        !matches!(s, HStmt::Set(..)) && !self.is_bookkeeping_deed(s)
    }

    /// Words a loop: "each card takes 1 damage", or "for each card: you draw a card" if not every clause is
    /// about the loop's variable.
    pub(super) fn for_each(
        &mut self,
        local: Local,
        each: &str,
        later: &str,
        body: &[HStmt],
    ) -> WordingResult<String> {
        let before = self.variables.clone();
        if body.iter().filter(|s| self.has_clause(s)).all(|s| is_about(s, local)) {
            let words = self.loop_body(local, each, later, body, false);
            let is_right = self.is_said(local) && !self.variables.is_misplaced(local);
            if is_right && begins_with(body, local) && !body.iter().any(rolls) {
                return words;
            }
            self.variables = before;
        }
        Ok(format!("for {each}: {}", self.loop_body(local, later, later, body, true)?))
    }

    /// Words the block of a loop; `is_introduced`: the words before it have named the variable.
    pub(super) fn loop_body(
        &mut self,
        local: Local,
        first: &str,
        later: &str,
        body: &[HStmt],
        is_introduced: bool,
    ) -> WordingResult<String> {
        self.variables.enter_loop();
        self.call(local, first, later);
        if is_introduced {
            self.variables.mention(local);
        } else {
            self.variables.introduce_here(local);
        }
        let shadowed = self.variables.shadow(local);
        let words = self.block(body);
        self.variables.unshadow(shadowed);
        self.variables.leave_loop();
        words
    }

    /// Returns the words for an element of a set that has been mentioned: "it", "that player".
    pub(super) fn later_words(&self, element: &HExpr, noun: &Noun) -> String {
        match element.ty {
            Ty::Component(_) | Ty::Cell => "it".to_owned(),
            Ty::Player => "that player".to_owned(),
            _ => format!("that {}", noun.head()),
        }
    }
}
