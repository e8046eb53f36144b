//! Messages about names that denote nothing here.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::{check as codes, syntax};
use crate::place::Span;

/// CW0418: `null` and its like.
pub(in crate::check::body) fn no_null(span: Span, word: &str) -> Diagnostic {
    let help = "open a value that may be missing with `if let x = … { … } else { … }`, or give another with `… ?? x`";
    Diagnostic::error(syntax::NO_NULL, format!("there is no `{word}`")).at(span, "not a value").help(help)
}

/// CW0500: `x in S where C`, which does not name its element.
pub(in crate::check::body) fn name_in_where(span: Span, name: &str, of: &str) -> Diagnostic {
    let message = format!("a `where` does not name its elements: there is no `{name}`");
    Diagnostic::error(codes::UNKNOWN_NAME, message).at(span, "the element is `it`").help(format!(
        "write `{of} where …`, with `it` for {name}; or name the elements in braces: `{{{name} in {of} where …}}`"
    ))
}

/// CW0500: a member of each thing of a sort, without the thing; `one` is such a thing.
pub(in crate::check::body) fn whose(span: Span, id: &str, noun: &str, one: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, format!("whose `{id}`?"))
        .at(span, format!("each {noun} has one"))
        .help(format!("write `{one}.{id}` for that of the {noun} {one}"))
}

/// CW0500: a member of each thing of a sort where no variable is such a thing; nothing has the name `x`.
pub(in crate::check::body) fn whose_of_none(
    span: Span,
    id: &str,
    (noun, all): (&str, &str),
    x: &str,
) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, format!("whose `{id}`?"))
        .at(span, format!("each {noun} has one"))
        .help(format!("say whose: in `for each {x} in {all} {{ … }}` it is `{x}.{id}`"))
}

/// CW0500: a member of each player where no variable is a player; `one` is a player all the same.
pub(in crate::check::body) fn whose_of_players(span: Span, id: &str, one: &str) -> Diagnostic {
    let each = format!("in `for each p in players {{ … }}` it is `p.{id}`");
    Diagnostic::error(codes::UNKNOWN_NAME, format!("whose `{id}`?"))
        .at(span, "each player has one")
        .help(format!("write `{one}.{id}` for that of one player; {each}"))
}

/// CW0500: `still` outside an action.
pub(in crate::check::body) fn no_action_here(span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, "only an action can ask whether it is `still` possible")
        .at(span, "no action whose answers these would be")
        .because("It asks whether the parameters of the action that is being done would still be offered.")
        .help("ask in the action's own `do`, and give what is called from there what it needs")
}

/// CW0500: `you` where nobody acts. `player` is a variable for a player; `other` is valid without one.
pub(in crate::check::body) fn no_you(span: Span, player: Option<&str>, other: &str) -> Diagnostic {
    let d = Diagnostic::error(codes::UNKNOWN_NAME, "there is no `you` here")
        .at(span, "who?")
        .because("`you` is the player who acts, or who holds the card that a rule stands on.");
    match player {
        Some(p) => d.help(format!("say who it is: `{p}`")),
        None => d.help(format!("say who it is: `{other}`, or `p` in `for each p in players {{ … }}`")),
    }
}

/// CW0500: `self` where no component bears the rule.
pub(in crate::check::body) fn no_self(span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, "there is no `self` here")
        .at(span, "which component?")
        .because("`self` is the component that bears a rule.")
}

/// CW0500: `it` where no element is looked at.
pub(in crate::check::body) fn no_element(span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, "there is no `it` here")
        .at(span, "which element?")
        .because("`it` is the element that a `where`, `any`, `sum` … is looking at.")
}

/// CW0500: a variable after the end of its block.
pub(in crate::check::body) fn after_its_block(
    span: Span,
    id: &str,
    (declared, label): (Span, &str),
    help: &str,
) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, format!("`{id}` is not known any more: its block has ended"))
        .at(span, "after its block")
        .at(declared, label)
        .help(help)
}

/// CW0500: a name that denotes nothing here.
pub(in crate::check::body) fn unknown_name(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, format!("nothing here is called `{id}`"))
        .at(span, "not known here")
}

/// CW0500: a variable in the value of its own `let`.
pub(in crate::check::body) fn in_its_own_let(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, format!("there is no `{id}` yet, since this `let` makes it"))
        .at(span, "not known here")
        .help(format!(
            "give it a value without itself: `let {id} = …`; then change it without `let`: `{id} = {id} + …`"
        ))
}

/// CW0500: the variable of a loop, in the set that it goes through.
pub(in crate::check::body) fn not_in_scope_yet(span: Span, id: &str) -> Diagnostic {
    let d = Diagnostic::error(codes::UNKNOWN_NAME, format!("there is no `{id}` in here yet"));
    d.at(span, "not known here").help(format!(
        "inside a `where` the element is `it`: write `it` for `{id}`; what it has can be named alone"
    ))
}

/// CW0500: a member that only some components here have.
pub(in crate::check::body) fn member_of_some(span: Span, id: &str, among: &str, kind: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, format!("not every {among} here has `{id}`"))
        .at(span, format!("only a {kind} has one"))
        .help(format!(
            "declare the zone with `holds = \"{kind}\"`, if nothing else comes there; or ask `S where it is {kind}` first"
        ))
}

/// CW0500: the owner of a zone or state in brackets.
pub(in crate::check::body) fn owner_in_brackets(span: Span, name: &str, written: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, format!("whose `{name}` it is does not stand in brackets"))
        .at(span, "in code, whose it is stands before the dot")
        .help(format!("write {written}"))
}

/// CW0503: a member that things of this type do not have.
pub(in crate::check::body) fn unknown_member(span: Span, owner: &str, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_MEMBER, format!("{owner} has no `{id}`")).at(span, "not known here")
}

/// CW0503: `printed` of something else than a component.
pub(in crate::check::body) fn nothing_printed(span: Span, owner: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_MEMBER, format!("{owner} has nothing printed"))
        .at(span, "only components have")
}

/// CW0503: `printed`, or a hint, of what is not printed.
pub(in crate::check::body) fn not_printed(span: Span, owner: &str, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_MEMBER, format!("{owner} prints no `{id}`")).at(span, "not printed")
}

/// CW0509: `is` with a word that is no kind.
pub(in crate::check::body) fn not_a_kind(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_KIND, format!("there is no kind `{id}`"))
        .at(span, "not a kind")
        .because("`is` asks of which kind a component is, and with `is none` whether there is one.")
}

/// CW0510: `has` with a word that no component bears.
pub(in crate::check::body) fn unknown_keyword(span: Span, id: &str) -> Diagnostic {
    let message = format!("there is no keyword, slot or action of components `{id}`");
    Diagnostic::error(codes::UNKNOWN_KEYWORD, message).at(span, "not known")
}

/// CW0527: an action that is not declared.
pub(in crate::check::body) fn unknown_action(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_ACTION, format!("there is no action `{id}`")).at(span, "not known")
}

/// CW0534: a function of another language.
pub(in crate::check::body) fn foreign_function(span: Span, id: &str, help: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_FUNCTION, format!("there is no function `{id}`"))
        .at(span, "not of the language")
        .help(help)
}

/// CW0534: a call of nothing that is declared.
pub(in crate::check::body) fn unknown_function(span: Span, what: &str, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_FUNCTION, format!("there is no {what} `{id}`")).at(span, "not known")
}

/// CW0534: a call of an action.
pub(in crate::check::body) fn action_called(span: Span, id: &str, player: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_FUNCTION, format!("`{id}` is an action, and cannot be called"))
        .at(span, "an action")
        .because("Players choose actions; rules call verbs.")
        .help(format!("offer it: `act {player} from {{{id}}}`"))
}

/// CW0534: a call of something that is not a function.
pub(in crate::check::body) fn not_called(span: Span, id: &str, what: &str, written: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_FUNCTION, format!("`{id}` cannot be called"))
        .at(span, what)
        .help(format!("write {written}"))
}

/// CW0542: a word that looks like a cell, and is none.
pub(in crate::check::body) fn not_on_board(span: Span, id: &str, cells: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_CELL, format!("there is no cell `{id}`"))
        .at(span, "not on the board")
        .help(cells)
}

/// CW0543: a question about a board in a game without one.
pub(in crate::check::body) fn no_board(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_BOARD, format!("`{word}` asks about a board, and this game has none"))
        .at(span, "no cells")
        .help("declare one: `[boards.board]` with `grid = [8, 8]`")
}

/// CW0544: a value that several enums have.
pub(in crate::check::body) fn value_of_several_enums(
    span: Span,
    id: &str,
    first: &str,
    last: &str,
) -> Diagnostic {
    Diagnostic::error(codes::SEVERAL_ENUMS, format!("`{id}` is a value of `{first}` and of `{last}`"))
        .at(span, "which of them?")
        .help(format!("write `{first}.{id}` or `{last}.{id}`"))
}

/// CW0547: something else than a history.
pub(in crate::check::body) fn history_expected(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_A_HISTORY, "a history is meant here").at(span, "is none")
}

/// CW0547: a history in place of a value.
pub(in crate::check::body) fn history_as_value(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::NOT_A_HISTORY, format!("`{id}` is a history, which is not a value"))
        .at(span, "what about it?")
        .help(format!("`times({id})` is how often the present position is in it"))
}
