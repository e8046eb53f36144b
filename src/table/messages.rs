//! The messages about the start of a game.

use crate::diagnostics::codes::lint;
use crate::diagnostics::{Diagnostic, count_noun};

/// CW0610: components that begin in several zones of one declaration.
pub(super) fn claimed_by_namesakes(zone: &str, count: usize) -> Diagnostic {
    let many = count_noun(count as u64, "component");
    claimed_twice(format!("`start` of `{zone}` claims {many} for more than one of these zones")).help(
        "say which of them begin in each, by `self`, which is what the zone is for: `… where … == self`",
    )
}

/// CW0610: a zone whose components all begin in a later one.
pub(super) fn claimed_by_another(zone: &str, emptied: &str) -> Diagnostic {
    claimed_twice(format!("`start` of `{zone}` leaves nothing in `{emptied}`"))
        .help("take them out of one of the two: `… - …`, or `… where …`")
}

fn claimed_twice(message: String) -> Diagnostic {
    Diagnostic::warning(lint::CLAIMED_TWICE, message)
        .because("What several zones claim begins in the last of them.")
}
