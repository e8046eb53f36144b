//! The messages of compilation.

use crate::diagnostics::codes::lint;
use crate::diagnostics::{Diagnostic, list};

/// CW0608: a language without a translation; `known` are those that the game speaks.
pub(super) fn no_such_language(game: &str, language: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::error(lint::NO_SUCH_LANGUAGE, format!("{game} does not speak `{language}`"))
        .because(format!("It speaks {}.", list(known)))
        .help(format!("`cardwright texts FOLDER --lang {language}` begins a translation"))
}

/// Names a scenario that does not compile, with its first error; `place` is where it is: `FILE:LINE`.
pub(super) fn broken_scenario(id: &str, first: &Diagnostic, place: &str) -> String {
    format!("the scenario `{id}` has an error: {} ({place})", first.message)
}
