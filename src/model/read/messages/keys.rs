//! Messages about keys: missing, without effect, or one of several too many.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::{model as codes, schema};
use crate::place::Span;
use std::fmt::Display;

/// CW0201: a bot without `evaluate` and `prefers`.
pub(in crate::model::read) fn neither_evaluate_nor_prefers(span: Span, bot: &str) -> Diagnostic {
    let help = "`evaluate = \"coins\"` judges the table after a move; `prefers = { take = \"2\" }` judges moves, by their actions";
    Diagnostic::error(schema::MISSING_KEY, format!("`bots.{bot}` says neither `evaluate` nor `prefers`"))
        .at(span, "by what does it choose?")
        .help(help)
}

/// CW0201: `by` without a choice.
pub(in crate::model::read) fn by_without_choice(span: Span) -> Diagnostic {
    Diagnostic::error(schema::MISSING_KEY, "`by` stands without `choose` or `options`")
        .at(span, "whose choice?")
        .help("take it away, or say what they choose, or their options")
}

/// CW0202: a choice that is not a seat and an option.
pub(in crate::model::read) fn not_a_choice(span: Span) -> Diagnostic {
    Diagnostic::error(schema::WRONG_TYPE, "a choice is a seat and the name of an option")
        .at(span, "expected `[1, \"name\"]`")
}

/// CW0300: a package without `game.toml`.
pub(in crate::model::read) fn no_game() -> Diagnostic {
    Diagnostic::error(codes::NO_GAME, "this package has no `game.toml`")
        .help("write one with a `[game]` table: its `id`, its `name` and how many `players`")
}

/// CW0304: a range whose first number is the greater one.
pub(in crate::model::read) fn range_backwards(
    span: Span,
    key: &str,
    least: &dyn Display,
    most: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(codes::RANGE_BACKWARDS, format!("`{key}` goes from {least} down to {most}"))
        .at(span, "backwards")
        .help(format!("the smaller one comes first: `{key} = [{most}, {least}]`"))
}

/// CW0305: an option whose default is none of its values.
pub(in crate::model::read) fn default_not_among(span: Span, option: &str, must: &str) -> Diagnostic {
    Diagnostic::error(
        codes::DEFAULT_NOT_AMONG,
        format!("the default of option `{option}` is none of its values"),
    )
    .at(span, "cannot be this")
    .help(format!("it must be {must}"))
}

/// CW0306: a table that a game has once, given twice.
pub(in crate::model::read) fn given_twice(span: Span, what: &str, first: Span) -> Diagnostic {
    Diagnostic::error(codes::GIVEN_TWICE, format!("{what} is given twice"))
        .at(span, "here again")
        .at(first, "first here")
        .help("a game has one; leave the other out, or make one of both")
}

/// CW0307: a board with two forms.
pub(in crate::model::read) fn two_forms(
    board: &str,
    (second, span): (&str, Span),
    (first, first_span): (&str, Span),
) -> Diagnostic {
    Diagnostic::error(codes::ONE_OF, format!("board `{board}` has two forms"))
        .at(span, format!("and `{second}`"))
        .at(first_span, format!("`{first}`"))
        .help("leave one of them out, or make two boards")
}

/// CW0307: an attribute of cells with both `is` and `default`.
pub(in crate::model::read) fn worked_out_and_given(span: Span, id: &str, computed: Span) -> Diagnostic {
    Diagnostic::error(codes::ONE_OF, format!("attribute `{id}` is both worked out and given"))
        .at(span, "what a cell that does not say it has")
        .at(computed, "what it is for every cell")
        .help("leave one of them out")
}

/// CW0307: a reaction with both `before` and `after`.
pub(in crate::model::read) fn before_and_after(before: Span, after: Span) -> Diagnostic {
    Diagnostic::error(codes::ONE_OF, "this reaction comes both `before` and `after`")
        .at(before, "before")
        .at(after, "and after")
        .help("write two reactions, one for each")
}

/// CW0307: a reaction without `before` and `after`.
pub(in crate::model::read) fn neither_before_nor_after(span: Span) -> Diagnostic {
    Diagnostic::error(codes::ONE_OF, "this reaction does not say what it reacts to")
        .at(span, "neither `before` nor `after`")
        .help("write `before = \"…\"` or `after = \"…\"` with the name of a verb")
}

/// CW0307: a modifier with both `add` and `set`.
pub(in crate::model::read) fn add_and_set(add: Span, set: Span) -> Diagnostic {
    Diagnostic::error(codes::ONE_OF, "this modifier has both `add` and `set`")
        .at(add, "adds to the attribute")
        .at(set, "and replaces it")
        .help("write two modifiers: those that set apply first, then those that add")
}

/// CW0307: a modifier without `add` and `set`.
pub(in crate::model::read) fn neither_add_nor_set(span: Span) -> Diagnostic {
    Diagnostic::error(codes::ONE_OF, "this modifier does not say what it does to the attribute")
        .at(span, "neither `add` nor `set`")
        .help("write `add = \"1\"` to add to it, or `set = \"3\"` to replace it")
}

/// CW0307: a slot with both `do` and `returns`.
pub(in crate::model::read) fn does_and_returns(statements: Span, slot: &str, value: Span) -> Diagnostic {
    Diagnostic::error(codes::ONE_OF, format!("slot `{slot}` both does something and has a value"))
        .at(statements, "statements")
        .at(value, "a value")
        .help("leave one of them out")
}

/// CW0307: a slot without `returns` and `do`.
pub(in crate::model::read) fn neither_returns_nor_do(span: Span, slot: &str) -> Diagnostic {
    Diagnostic::error(codes::ONE_OF, format!("slot `{slot}` does not say what a card writes there"))
        .at(span, "neither `returns` nor `do`")
        .help("write `returns = \"int\"` (or another type) for a formula, `do = true` for statements")
}

/// CW0307: an option with both `range` and `values`.
pub(in crate::model::read) fn range_and_values(range: Span, option: &str, values: Span) -> Diagnostic {
    Diagnostic::error(codes::ONE_OF, format!("option `{option}` has both `values` and a `range`"))
        .at(range, "a range of numbers")
        .at(values, "and values of its own")
        .help("leave one of them out")
}

/// CW0307: printed state with a `start`.
pub(in crate::model::read) fn printed_and_start(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::ONE_OF, format!("`{id}` is printed, and has a `start` besides"))
        .at(span, "never looked at")
        .help("leave `start` out: it starts as what the card says")
}

/// CW0307: a step that does and asks nothing.
pub(in crate::model::read) fn empty_step(span: Span, all: &str) -> Diagnostic {
    Diagnostic::error(codes::ONE_OF, "this step says nothing")
        .at(span, "nothing is done or asked")
        .help(format!("a step has one of {all}"))
}

/// CW0307: two steps in one.
pub(in crate::model::read) fn two_steps(
    (first, first_span): (&str, Span),
    (second, span): (&str, Span),
) -> Diagnostic {
    Diagnostic::error(codes::ONE_OF, format!("this step has both `{first}` and `{second}`"))
        .at(span, "and this")
        .at(first_span, "this")
        .help("make two steps of it, each under its own `[[steps]]`")
}

/// CW0307: a step with both `until` and `plies`.
pub(in crate::model::read) fn until_and_plies(until: Span, plies: Span) -> Diagnostic {
    Diagnostic::error(codes::ONE_OF, "this step plays both `until` the end and for some `plies`")
        .at(plies, "and this")
        .at(until, "this")
        .help("leave one of them out")
}

/// CW0307: a board without cells that is the base of none.
pub(in crate::model::read) fn board_without_form(span: Span, board: &str) -> Diagnostic {
    let help = format!(
        "write `grid = [8, 8]`, `hex = [11, 11]`, `areas = {{ town = [\"wood\"], … }}`, or only `lines`; as a sort of board, other boards have `base = \"{board}\"`"
    );
    Diagnostic::error(codes::ONE_OF, format!("board `{board}` does not say what its cells are"))
        .at(span, "none of `grid`, `hex`, `areas` and `lines`")
        .help(help)
}

/// CW0308: a cell of a spreadsheet with rules of several lines.
pub(in crate::model::read) fn not_in_spreadsheets(span: Span, key: &str, card: &str) -> Diagnostic {
    Diagnostic::error(codes::CELL, format!("a spreadsheet cannot hold the `{key}` of `{card}`"))
        .at(span, "not in a cell")
        .help("give the card a keyword that has them, under `[keywords.…]`, or write the card in TOML")
}

/// CW0310: `after` of a bot that plays nothing out.
pub(in crate::model::read) fn after_of_bot(span: Span, bot: &str) -> Diagnostic {
    Diagnostic::error(codes::POINTLESS_KEY, format!("the bot `{bot}` plays nothing out"))
        .at(span, "never looked at")
        .help("leave `after` out: it is for `[bots.mcts]`")
}

/// CW0310: `mixed` of a bot that takes the best move.
pub(in crate::model::read) fn mixed_of_bot(span: Span, bot: &str) -> Diagnostic {
    Diagnostic::error(codes::POINTLESS_KEY, format!("the bot `{bot}` takes the best move"))
        .at(span, "never looked at")
        .help("give the bot that mixes its moves a name of its own")
}

/// CW0310: `prefers` of the tree search.
pub(in crate::model::read) fn prefers_of_tree_search(span: Span) -> Diagnostic {
    let help = "say in `evaluate` what is good about the table after the move, or give a bot of another name its `prefers`";
    Diagnostic::error(codes::POINTLESS_KEY, "the tree search looks at tables, not at moves")
        .at(span, "never looked at")
        .help(help)
}

/// CW0310: a default of state that is not printed.
pub(in crate::model::read) fn default_of_state(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::POINTLESS_KEY, format!("`default` of `{id}` has no effect"))
        .at(span, "for cards that do not say")
        .help("no card says it, as it is not printed: write `start = \"…\"`, or `printed = true`")
}

/// CW0310: `copies` of a kind without cards.
pub(in crate::model::read) fn copies_of_nothing(span: Span, kind: &str) -> Diagnostic {
    let help =
        "of a kind that has cards it is how many there are of each; of others it goes with `stands_for`";
    Diagnostic::error(codes::POINTLESS_KEY, format!("`copies` of the kind `{kind}` has no effect"))
        .at(span, "copies of what?")
        .help(help)
}
