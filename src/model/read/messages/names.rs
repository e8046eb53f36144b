//! Messages about names that show nothing, and ids that are taken.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::{model as codes, schema};
use crate::place::Span;

/// CW0208: a name of blanks and invisible characters only.
pub(in crate::model::read) fn invisible_name(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(schema::BADLY_WRITTEN, format!("the name of `{id}` shows nothing"))
        .at(span, "only blanks, and characters that nobody sees")
        .help("write a name that people can read, or leave it out: it is then made from the id")
}

/// CW0301: an id that is declared twice.
pub(in crate::model::read) fn declared_twice(span: Span, what: &str, id: &str, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DECLARED_TWICE, format!("{what} `{id}` is declared twice"))
        .at(span, "here again")
        .at(first, "first here")
        .help("give one of them another id, or take one out")
}

/// CW0301: a member of a kind or board that is declared twice.
pub(in crate::model::read) fn declared_twice_in(
    span: Span,
    id: &str,
    (noun, owner): (&str, &str),
    first: Span,
) -> Diagnostic {
    let message = format!("`{id}` is declared twice in the {noun} `{owner}`");
    Diagnostic::error(codes::DECLARED_TWICE, message)
        .at(span, "here again")
        .at(first, "first here")
        .help("give one of them another id, or take one out")
}

/// CW0301: a member that a kind above declares.
pub(in crate::model::read) fn declared_above(span: Span, id: &str, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DECLARED_TWICE, format!("`{id}` is declared in a kind above this one already"))
        .at(span, "here again")
        .at(first, "first here")
        .help("leave it out here, since it comes from above, or give it another id")
}

/// CW0302: a part of a list that is called `cards`.
pub(in crate::model::read) fn part_called_cards(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NAME_TAKEN, "a part of a list cannot be called `cards`")
        .at(span, "the entries of `[cards]` are not a part to declare")
        .help("what `[deck]` itself says is about `[cards]`")
}

/// CW0302: a bot that is called like one that every game has.
pub(in crate::model::read) fn bot_name_taken(span: Span, bot: &str, who: &str) -> Diagnostic {
    Diagnostic::error(codes::NAME_TAKEN, format!("a game cannot have a bot `{bot}` of its own"))
        .at(span, format!("`{bot}` is {who}"))
        .help("give it another id")
}

/// CW0302: a name of two things.
pub(in crate::model::read) fn name_clash(
    span: Span,
    name: &str,
    (first, second): (&str, &str),
    label: &str,
) -> Diagnostic {
    Diagnostic::error(codes::NAME_TAKEN, format!("`{name}` is both {first} and {second}")).at(span, label)
}

/// CW0303: an id that is a word of the language.
pub(in crate::model::read) fn reserved_word(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error(codes::RESERVED_WORD, format!("`{word}` is a word of the language"))
        .at(span, "cannot be an id")
        .help("give it another id")
}

/// CW0309: a member of a kind that is called like a key of cards.
pub(in crate::model::read) fn key_of_cards(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::CARD_KEY, format!("`{id}` is a key that every card has"))
        .at(span, "taken")
        .help("give it another id")
}

/// CW0314: a member of cells that is called like one that all have.
pub(in crate::model::read) fn own_of_cells(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::CELL_NAME, format!("every cell has a `{id}` of its own"))
        .at(span, "taken")
        .help("give it another id")
}

/// CW0314: an attribute that is called like a key of areas.
pub(in crate::model::read) fn key_of_areas(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::CELL_NAME, format!("`{id}` is a key that every area has"))
        .at(span, "taken")
        .help("give it another id")
}
