//! The words for a rule's variables: at the first mention, later, and where a sentence must introduce a
//! variable before it can say anything about it.

use super::agreement::YOU;
use crate::check::hir::tree::Local;
use std::collections::{BTreeMap, BTreeSet};

/// The words for a variable.
#[derive(Clone, Debug)]
struct VariableWords {
    /// The words at its first mention: "a card in your hand".
    first: String,
    /// The words after that: "it"; `None` if another variable has these words now.
    later: Option<String>,
    /// The words inside a loop whose own variable may be called the same: "the chosen card".
    in_loops: Option<String>,
    /// The number of loops, and of blocks about other components, around the place where it gets its value.
    loops: u32,
    said: bool,
    /// The number of conditions and blocks around the place where it gets its value; `None` if any place will
    /// do for the first mention.
    level: Option<u32>,
    /// True if the first mention is in a block that may be skipped.
    is_tentative: bool,
    /// True if the later words rely on an order of mention: "the first card".
    is_ordinal: bool,
    /// The variables that its first words speak of.
    after: Vec<Local>,
}

/// The words of all variables at some moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables {
    named: BTreeMap<Local, VariableWords>,
    /// The number of conditions and blocks around the words.
    level: u32,
    /// The number of loops, and of blocks about other components, around the words.
    loops: u32,
    /// Variables whose first mention would say something else than the rule: "if a card in your hand is red"
    /// for a card that is chosen first, or "each card" inside a condition.
    misplaced: BTreeSet<Local>,
}

impl Variables {
    /// Assigns words to a variable.
    pub fn call(&mut self, local: Local, first: String, later: String) {
        let words = VariableWords {
            first,
            later: Some(later),
            in_loops: None,
            loops: self.loops,
            said: false,
            level: None,
            is_tentative: false,
            is_ordinal: false,
            after: Vec::new(),
        };
        self.named.insert(local, words);
    }

    /// Assigns words to a variable that can be mentioned only once.
    pub fn call_once(&mut self, local: Local, first: String) {
        self.call(local, first, String::new());
        self.change(local, |words| words.later = None);
    }

    /// Returns whether a variable has words.
    pub fn is_called(&self, local: Local) -> bool {
        self.named.contains_key(&local)
    }

    /// Returns whether the words for a variable after its first mention are "that card" and the like, and not
    /// its value anew, such as "that player’s coins".
    pub fn is_called_that(&self, local: Local) -> bool {
        let is_that =
            |words: &VariableWords| words.later.as_ref().filter(|later| **later != words.first).cloned();
        let later = self.named.get(&local).and_then(is_that);
        later.is_some_and(|later| later.starts_with("that "))
    }

    /// Declares that the first mention of a variable, if it comes now, would say something else than the
    /// rule; `in_loop`: only if it is the variable of a loop.
    pub fn misplace_unsaid(&mut self, local: Local, in_loop: bool) {
        let least = if in_loop { 1 } else { 0 };
        let is_introduced = |words: &VariableWords| words.level.is_some_and(|level| level >= least);
        if self.named.get(&local).is_some_and(|words| !words.said && is_introduced(words)) {
            self.misplaced.insert(local);
        }
    }

    /// Enters a block in which other components are spoken of, so that variables need unambiguous words.
    pub fn enter_among_others(&mut self) {
        self.loops += 1;
    }

    /// Leaves it.
    pub fn leave_others(&mut self) {
        self.loops -= 1;
    }

    /// Takes the later words of a variable from the others that have the same: these get the words that they
    /// have in loops, if there are any. Returns the former words.
    pub fn shadow(&mut self, by: Local) -> Vec<(Local, Option<String>)> {
        let Some(of_new) = self.named.get(&by).cloned() else { return Vec::new() };
        let mut shadowed = Vec::new();
        for (local, words) in self.named.iter_mut().filter(|(local, _)| **local != by) {
            if words.later == of_new.later && words.later.as_deref() != Some(YOU) {
                let other = words.in_loops.clone().filter(|other| of_new.in_loops.as_ref() != Some(other));
                shadowed.push((*local, std::mem::replace(&mut words.later, other)));
            }
        }
        shadowed
    }

    /// Gives variables their former words back.
    pub fn unshadow(&mut self, former: Vec<(Local, Option<String>)>) {
        for (local, later) in former {
            self.change(local, |words| words.later = later);
        }
    }

    /// Requires that the first mention of a variable is not inside a condition or a block that begins after
    /// this.
    pub fn introduce_here(&mut self, local: Local) {
        let level = self.level;
        self.change(local, |words| words.level = Some(level));
    }

    /// Assigns the words for a variable inside loops that begin after this.
    pub fn call_in_loops(&mut self, local: Local, in_loops: String) {
        self.change(local, |words| words.in_loops = Some(in_loops));
    }

    /// Declares that the later words of a variable rely on an order of mention.
    pub fn in_order(&mut self, local: Local) {
        self.change(local, |words| words.is_ordinal = true);
    }

    /// Requires that other variables are mentioned before the first mention of a variable.
    pub fn come_before(&mut self, local: Local, others: &[Local]) {
        self.change(local, |words| words.after = others.to_vec());
    }

    fn change(&mut self, local: Local, change: impl FnOnce(&mut VariableWords)) {
        if let Some(words) = self.named.get_mut(&local) {
            change(words);
        }
    }

    /// Marks a variable as mentioned.
    pub fn mention(&mut self, local: Local) {
        self.change(local, |words| words.said = true);
    }

    /// Returns the words for a variable, and marks it as mentioned; `None` if it has none.
    pub fn words_for(&mut self, local: Local) -> Option<String> {
        let (level, loops) = (self.level, self.loops);
        let after = self.named.get(&local).map(|words| words.after.clone()).unwrap_or_default();
        let is_early = after.into_iter().any(|other| !self.is_said(other));
        let words = self.named.get_mut(&local)?;
        let must_be_introduced = words.level.is_some();
        if !words.said {
            words.said = true;
            if is_early || words.level.is_some_and(|introduced| level > introduced) {
                self.misplaced.insert(local);
            }
            return Some(words.first.clone());
        }
        let in_loops = words.in_loops.clone().filter(|_| loops > words.loops);
        if must_be_introduced && (words.is_tentative || words.is_ordinal || in_loops.is_some()) {
            self.misplaced.insert(local);
        }
        in_loops.or_else(|| words.later.clone())
    }

    /// Returns whether a variable has been mentioned.
    pub fn is_said(&self, local: Local) -> bool {
        self.named.get(&local).is_some_and(|words| words.said)
    }

    /// Returns whether a variable has words and has not been mentioned; `you` needs no mention.
    pub fn is_unsaid(&self, local: Local) -> bool {
        self.named.get(&local).is_some_and(|words| !words.said && words.later.as_deref() != Some(YOU))
    }

    /// Returns whether a variable is `you`.
    pub fn is_you(&self, local: Local) -> bool {
        self.named.get(&local).is_some_and(|words| words.later.as_deref() == Some(YOU))
    }

    /// Returns whether the first mention of a variable would say something else than the rule.
    pub fn is_misplaced(&self, local: Local) -> bool {
        self.misplaced.contains(&local)
    }

    /// Returns whether there is such a variable.
    pub fn are_misplaced(&self) -> bool {
        !self.misplaced.is_empty()
    }

    /// Enters a condition or a block.
    pub fn enter(&mut self) {
        self.level += 1;
    }

    /// Leaves it.
    pub fn leave(&mut self) {
        self.level -= 1;
    }

    /// Enters a loop.
    pub fn enter_loop(&mut self) {
        self.enter();
        self.enter_among_others();
    }

    /// Leaves it.
    pub fn leave_loop(&mut self) {
        self.leave();
        self.leave_others();
    }

    /// Returns the variables that have not been mentioned.
    pub fn unsaid(&self) -> BTreeSet<Local> {
        self.named.iter().filter(|(_, words)| !words.said).map(|(local, _)| *local).collect()
    }

    /// Marks the variables of a list that have been mentioned since as mentioned in a block that may be
    /// skipped.
    pub fn were_tentative(&mut self, unsaid: &BTreeSet<Local>) {
        for (_, words) in self.named.iter_mut().filter(|(local, _)| unsaid.contains(local)) {
            words.is_tentative |= words.said;
        }
    }
}
