//! Facts about each choice that a table computes before play.

/// The parts of a choice point that can reveal hidden components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RevealingParts {
    /// True if options can name components that a player does not see.
    pub components: bool,
    /// True if its question or its labels have holes, which show values of variables.
    pub holes: bool,
}

/// Facts about a choice that are computed before a playout.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayoutChoice {
    /// True if its options can name components that its chooser does not see.
    pub hides: bool,
    /// True if its options can name interchangeable copies, which are joined.
    pub joins: bool,
    /// True if its options are of a single action, or elements of a set: see `Table::answer_number`.
    pub has_one_number: bool,
}

impl PlayoutChoice {
    /// Returns whether its options are always offered as they are listed.
    #[inline]
    pub fn is_plain(self) -> bool {
        !self.hides && !self.joins
    }
}
