//! The messages about declarations. Each function makes one; its comment names the code.

pub(super) use crate::check::symbols::messages::too_many;

use crate::diagnostics::codes::check as codes;
use crate::diagnostics::{Diagnostic, list};
use crate::place::Span;

/// CW0502: state of components that its `in` never holds.
pub(super) fn never_kept(span: Span, zone: &str, kind: &str, state: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("`{zone}` can hold no {kind}"))
        .at(span, format!("so `{state}` would never be kept"))
        .help("name zones that can hold one, or leave `in` out")
}

/// CW0509: a column `kind` without a single kind in it; `found` is the error of its cells.
pub(super) fn no_kind_column(found: Diagnostic) -> Diagnostic {
    found.help("no row names a kind: does the first row call the columns by their right names?")
}

/// CW0512: a die that is called as one that there is already.
pub(super) fn die_of_the_language(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_VALUE, format!("`{id}` is a die already"))
        .at(span, "read as its number of sides")
        .help("call the die something else")
}

/// CW0512: a die with faces of several sorts.
pub(super) fn mixed_faces(
    span: Span,
    id: &str,
    (first_span, first): (Span, &str),
    found: &str,
) -> Diagnostic {
    Diagnostic::error(codes::WRONG_VALUE, format!("the faces of `{id}` are of several sorts"))
        .at(span, format!("this is {found}"))
        .at(first_span, format!("this is {first}"))
        .help("a die shows values of one enum, or whole numbers")
}

/// CW0512: a die whose faces no enum has all.
pub(super) fn faces_of_no_enum(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_VALUE, format!("no enum has all faces of `{id}`"))
        .at(span, "values of several enums")
        .help("a die shows values of one enum, or whole numbers")
}

/// CW0512: a die whose faces several enums have.
pub(super) fn faces_of_several_enums(span: Span, id: &str, enums: &[&str]) -> Diagnostic {
    let first = enums.first().unwrap_or(&"…");
    Diagnostic::error(codes::WRONG_VALUE, format!("the faces of `{id}` are values of several enums"))
        .at(span, list(enums))
        .help(format!("call the die as the enum that is meant, `{first}`"))
}

/// CW0514: an entry of `[words]` for nothing that people read.
pub(super) fn unknown_word(span: Span, id: &str) -> Diagnostic {
    let message = format!("there is nothing called `{id}` that people read");
    Diagnostic::error(codes::UNKNOWN_VALUE, message)
        .because("`[words]` says how values of enums, zones, state, attributes, kinds, actions, dice, setups and areas are called")
        .at(span, "not known")
}

/// CW0514: a face that is a value of no enum.
pub(super) fn value_of_no_enum(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_VALUE, format!("no enum has the value `{word}`")).at(span, "not known")
}

/// CW0523: a kind that is below itself.
pub(super) fn kind_below_itself(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::CYCLIC_KIND, format!("the kind `{id}` is below itself"))
        .at(span, "leads back here")
        .help("each `base` has to lead up to `card`, `piece` or `token` in the end")
}

/// CW0524: a member that cells already have.
pub(super) fn member_of_cells(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::INHERITED, format!("cells already have a `{id}`")).at(span, "declared again")
}

/// CW0524: a member that a kind above declares.
pub(super) fn member_of_kind_above(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::INHERITED, format!("`{id}` is already declared by a kind above"))
        .at(span, "declared again")
        .help("leave it out here: what a kind declares, all kinds below it have")
}

/// CW0524: a name that changes on some kinds of cards only.
pub(super) fn name_of_some_kinds(span: Span) -> Diagnostic {
    Diagnostic::error(codes::INHERITED, "all components have a `name` already")
        .at(span, "declared again")
        .because("Rules about cards of several kinds would not see the name that has changed.")
        .help("declare it for all cards: `[kinds.card.state]`")
}

/// CW0529: a board without zones.
pub(super) fn no_zone_on_board(span: Span, board: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_ZONE, format!("no zone is on `{board}`"))
        .at(span, "a board without zones")
        .help(format!("declare one, such as `[zones.lair]` with `per = \"{board}\"`"))
}

/// CW0529: an `in` that names no zone and no board.
pub(super) fn neither_zone_nor_board(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_ZONE, format!("there is no zone `{id}`"))
        .at(span, "neither a zone nor a board")
}

/// CW0531: a stored number without a range.
pub(super) fn range_missing(span: Span, id: &str, shown: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_RANGE, format!("`{id}` needs a range"))
        .at(span, "from where to where?")
        .because(
            "Every number that is stored says how far it can go, so that a slip shows itself where it happens.",
        )
        .help(format!("for example `{shown}`"))
}

/// CW0532: a slot without a default, whose type has none.
pub(super) fn default_missing(span: Span, id: &str, shown: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_START, format!("`{id}` needs a `default`"))
        .at(span, format!("which {shown} is it where a card writes nothing?"))
        .help(format!("give it one (`default = \"…\"`), or let it return `{shown}?`"))
}

/// CW0532: state without a start, whose type has none.
pub(super) fn start_missing(span: Span, id: &str, shown: &str, way_out: String) -> Diagnostic {
    Diagnostic::error(codes::NO_START, format!("`{id}` needs a `start`"))
        .at(span, format!("which {shown} is it at first?"))
        .help(way_out)
}

/// CW0535: the top of a zone that keeps no order.
pub(super) fn top_without_order(span: Span, zone: &str) -> Diagnostic {
    Diagnostic::error(codes::NOT_ORDERED, format!("`{zone}` keeps no order, so nothing is on top of it"))
        .at(span, "the top of a heap")
        .help("declare it with `ordered = true`")
}

/// CW0538: too many states with an `in`.
pub(super) fn too_many_kept(span: Span, most: usize) -> Diagnostic {
    Diagnostic::error(codes::TOO_MANY, format!("{most} states at most can have an `in`"))
        .at(span, "one too many")
}

/// CW0541: a cell that two boards have.
pub(super) fn cell_of_two_boards(span: Span, id: &str, first: Span) -> Diagnostic {
    Diagnostic::error(codes::CELL_TWICE, format!("two boards have a cell `{id}`"))
        .at(span, "the second")
        .at(first, "the first")
        .help("cells are named by their ids alone: give one of the boards named areas, or join the two")
}

/// CW0542: a cell that a board does not have.
pub(super) fn not_on_board(span: Span, board: &str, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_CELL, format!("the board `{board}` has no cell `{id}`"))
        .at(span, "not known")
}

/// CW0546: a part of a position that is no state and no zone.
pub(super) fn unknown_state(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_STATE, format!("there is no state and no zone `{id}`"))
        .at(span, "not known")
}

/// CW0570: a zone for each number of a range whose end is before its start.
pub(super) fn range_backwards(span: Span, range: &str, low: i64, high: i64) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_PER, format!("no number lies in the range `{range}`"))
        .at(span, "begins above its end")
        .help(format!("write the lesser end first: `\"{high}..{low}\"`"))
}

/// CW0570: a zone for each of nothing known.
pub(super) fn unknown_per(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_PER, format!("there is nothing called `{id}` to have a zone for"))
        .at(span, "not known")
}

/// CW0570: a `per` that names a thing twice.
pub(super) fn same_per(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_PER, format!("`{id}` stands twice in `per`"))
        .at(span, "the second time")
        .help(format!("write `per = \"{id}\"`"))
}

/// CW0570: a `per` with two things, or two values.
pub(super) fn two_of_a_sort(span: Span, words: &[&str], what: &str, value: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_PER, format!("{} are both {what}", list(words)))
        .at(span, "one more of the same sort")
        .because("A zone has at most one thing (a player, a cell, a component) and one value (of an enum, a name, a number).")
        .help(format!("keep one of them, or one of each sort: `per = [\"player\", \"{value}\"]`"))
}

/// CW0571: a declaration of too many zones.
pub(super) fn too_many_places(span: Span, zone: &str, places: u64, most: u64, help: &str) -> Diagnostic {
    Diagnostic::error(codes::TOO_MANY_PLACES, format!("`{zone}` makes {places} zones"))
        .at(span, "too many")
        .because(format!("All zones of a game together have at most {most} places."))
        .help(help)
}

/// CW0572: a zone seen by its owner, who does not exist.
pub(super) fn zone_without_owner(
    span: Span,
    zone: &str,
    key: &str,
    word: &str,
    players: Option<&str>,
) -> Diagnostic {
    let d = Diagnostic::error(codes::NO_OWNER, format!("no player owns the zone `{zone}`"))
        .at(span, format!("`{key} = \"{word}\"` needs `per = \"player\"`"));
    d.help(match players {
        Some(players) => format!(
            "say which players see it: `{key} = \"{players}\"`; what play decides is shown by `show(S, p)`"
        ),
        None => format!(
            "say `\"all\"` or `\"none\"`, or give the players: `{key} = \"players where …\"`; what play \
             decides is shown by `show(S, p)`"
        ),
    })
}

/// CW0573: a zone of things that have something else of its name.
pub(super) fn member_taken(span: Span, zone: &str, of: &str) -> Diagnostic {
    Diagnostic::error(codes::MEMBER_TAKEN, format!("every {of} has `{zone}` already"))
        .at(span, "a zone of the same name")
        .help("give one of them another id")
}

/// CW0575: a top that nobody else sees.
pub(super) fn top_seen_anyway(span: Span, zone: &str, all_see: bool) -> Diagnostic {
    let help = match all_see {
        true => "a pile of which only the top is seen has `seen_by = \"none\"` and `top_seen_by = \"all\"`",
        false => "leave it out: whoever sees into the zone sees its top",
    };
    Diagnostic::error(codes::TOP_SEEN, format!("`top_seen_by` of `{zone}` shows the top to nobody else"))
        .at(span, "nobody sees more by it")
        .help(help)
}
