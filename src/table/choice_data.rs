//! What a table knows of each choice before play.

/// The parts of a choice point that can reveal hidden components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RevealingParts {
    /// Whether options can name components that a player does not see.
    pub components: bool,
    /// Whether it has texts with holes.
    pub holes: bool,
}

/// What a playout knows beforehand of a choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayoutChoice {
    /// Whether its options name no component that can be hidden, and no copies.
    pub is_plain: bool,
    /// Whether its options are of a single action, or elements of a set: see `Table::answer_number`.
    pub has_one_number: bool,
}
