//! Loops and other blocks in words: "each card takes 1 damage", "for each card: you draw a card".

use super::noun::Noun;
use super::rule_wording::{RuleWording, WordingResult};
use crate::check::hir::parts::{parts, statement_parts};
use crate::check::hir::tree::{HExpr, HKind, HStmt, Local};
use crate::check::hir::types::Ty;

/// Returns whether an expression mentions a variable.
pub(super) fn mentions(e: &HExpr, local: Local) -> bool {
    matches!(e.kind, HKind::Local(l) if l == local) || parts(e).any(|part| mentions(part, local))
}

/// Returns whether a statement mentions a variable.
fn is_about(s: &HStmt, local: Local) -> bool {
    let (exprs, blocks) = statement_parts(s);
    exprs.into_iter().any(|e| mentions(e, local)) || blocks.into_iter().flatten().any(|s| is_about(s, local))
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
        let has_words = |s: &&HStmt| !matches!(s, HStmt::Set(..)) && !self.is_bookkeeping_deed(s);
        if body.iter().filter(has_words).all(|s| is_about(s, local)) {
            let words = self.loop_body(local, each, later, body, false)?;
            if self.is_said(local) && !self.variables.is_misplaced(local) {
                return Ok(words);
            }
            self.variables = before;
        }
        Ok(format!("for {each}: {}", self.loop_body(local, later, later, body, true)?))
    }

    fn loop_body(
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
