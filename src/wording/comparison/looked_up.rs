//! Looks at the rules of a subject, and at the diagnostics about it so far.

use super::compare::TextComparison;
use crate::ir::FunctionId;
use crate::model::VerbDecl;
use crate::source::Span;

impl<'s> TextComparison<'s> {
    /// Returns the verb of the game that a number of a function means; `None` for a function.
    pub(super) fn verb(&self, f: FunctionId) -> Option<&'s VerbDecl> {
        let verb = f.index().checked_sub(self.package.functions.len())?;
        self.package.verbs.get(verb)
    }

    /// Returns whether the code of the rules has a word.
    pub(super) fn has_code(&self, word: &str) -> bool {
        self.subject.rules.iter().any(|(code, _)| code.value.contains(word))
    }

    /// Returns whether a diagnostic has a label at a place.
    pub(super) fn is_told_at(&self, at: Span) -> bool {
        self.comparison.found.iter().any(|d| d.labels.iter().any(|label| label.span == at))
    }
}
