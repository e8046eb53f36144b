//! The messages about files that do not match their schema, in order of their codes.

use super::shapes::{MOST_CELLS, MOST_COLUMNS};
use crate::diagnostics::codes::schema as codes;
use crate::diagnostics::{Diagnostic, count_noun, grouped, nearest};
use crate::source::{FileId, Span};

/// A key that is not allowed in its table.
pub(super) struct UnknownKey<'a> {
    pub(super) key: &'a str,
    pub(super) span: Span,
    /// The header of its table; `None` for the whole file.
    pub(super) table: Option<String>,
    /// True if its value is a table.
    pub(super) is_table: bool,
}

/// CW0200: an unknown key without anything else to say of it.
fn unknown(key: &UnknownKey<'_>) -> Diagnostic {
    let message = match &key.table {
        Some(table) => format!("unknown key `{}` in {table}", key.key),
        None if key.is_table => format!("unknown table `[{}]`", key.key),
        None => format!("unknown key `{}`", key.key),
    };
    Diagnostic::error(codes::UNKNOWN_KEY, message)
}

/// CW0200: a key that belongs in another file, or another table.
pub(super) fn key_elsewhere(key: &UnknownKey<'_>, home: String) -> Diagnostic {
    unknown(key).at(key.span, home)
}

/// CW0200: a key that is refused here, for a reason that the schema says.
pub(super) fn refused_key(key: &UnknownKey<'_>, why: &str) -> Diagnostic {
    unknown(key).at(key.span, "not here").help(why)
}

/// CW0200: a key that means nothing; `known` are those that may stand here.
pub(super) fn unknown_key(key: &UnknownKey<'_>, known: &[&str]) -> Diagnostic {
    let found = unknown(key).at(key.span, "means nothing here");
    match nearest(key.key, known.iter().copied()) {
        Some(meant) => found.did_you_mean(key.key, meant),
        None => {
            let known: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
            found.help(format!("what may stand here: {}", known.join(", ")))
        }
    }
}

/// CW0200: more unknown keys than are reported one by one.
pub(super) fn more_unknown_keys(first: Span, count: usize) -> Diagnostic {
    let keys = count_noun(count as u64, "more key");
    let are = if count == 1 { "is" } else { "are" };
    Diagnostic::error(codes::UNKNOWN_KEY, format!("{keys} of this table {are} unknown"))
        .at(first, "the first of them")
        .help("mend those above first: they may have one cause")
}

/// CW0201: a missing key of a table, or of the whole file; `needed_by` is a key that requires it.
pub(super) fn missing_key(at: Span, key: &str, table: Option<String>, needed_by: Option<&str>) -> Diagnostic {
    let message = match (table, needed_by) {
        (None, _) => format!("this file has no `[{key}]`"),
        (Some(_), Some(first)) => format!("`{first}` stands without `{key}`"),
        (Some(table), None) => format!("{table} has no `{key}`"),
    };
    Diagnostic::error(codes::MISSING_KEY, message).at(at, format!("`{key}` is missing"))
}

/// CW0202: another sort of value than those allowed.
pub(super) fn wrong_type(at: Span, name: &str, allowed: &[&str], found: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_TYPE, format!("{name} must be {}, not {found}", alternatives(allowed)))
        .at(at, format!("this is {found}"))
}

/// CW0202: a number at the beginning of a deck list, before any part.
pub(super) fn card_outside_parts(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_TYPE, format!("{name} stands in no part of the list"))
        .at(at, "a number")
        .help("write `[cards]` above it, or the heading of another part")
}

/// CW0203: text that is not an id; also for the ids of a spreadsheet, which no schema validates.
pub fn bad_id(written: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_ID, format!("`{written}` cannot be an id")).at(span, "not an id").because(
        "an id is made of lowercase letters, digits and `_`, and starts with a letter, so that rules can name it",
    )
}

/// CW0203: a key that should name something with a value.
pub(super) fn names_no_value(at: Span, key: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_ID, format!("`{key}` names nothing that has a value"))
        .at(at, "neither a name nor a name with a seat, a component or cells")
        .help(
            "write `round` for what the table has, `\"coins[1]\"` for the player of seat 1, \
             `\"hurt[copper#2]\"` for a component, `\"rank[a1 h1]\"` for cells",
        )
}

/// CW0203: a key that should name a zone; `owned` are the owner and the zone of a key such as `1.hand`.
pub(super) fn names_no_place(at: Span, key: &str, owned: Option<(&str, &str)>) -> Diagnostic {
    Diagnostic::error(codes::BAD_ID, format!("`{key}` names no place"))
        .at(at, "neither a zone nor a zone with brackets")
        .help(match owned {
            Some((of, zone)) => format!("whose a zone is stands in brackets: `\"{zone}[{of}]\"`"),
            None => "write `deck` for what the table has, `\"hand[1]\"` for what the player of seat 1 has, \
                     `\"pack[guard]\"` for what is in a component's zone or a cell's"
                .to_owned(),
        })
}

/// CW0204: a number beyond a limit, which is `at least` or `at most` the limit.
pub(super) fn out_of_range(at: Span, name: &str, limit: &str, found: &str, label: &str) -> Diagnostic {
    Diagnostic::error(codes::OUT_OF_RANGE, format!("{name} must be {limit}, not {found}")).at(at, label)
}

/// CW0204: columns or rows of a board, whose number is out of range.
pub(super) fn with_limits_of_boards(found: Diagnostic) -> Diagnostic {
    found.help(format!(
        "a board has at most {MOST_COLUMNS} columns, {MOST_COLUMNS} rows and {MOST_CELLS} cells"
    ))
}

/// CW0204: a deck list of more cards than any table holds.
pub(super) fn list_too_long(at: Span, most: u64) -> Diagnostic {
    Diagnostic::error(codes::OUT_OF_RANGE, format!("a list has at most {} cards", grouped(most)))
        .at(at, "with these, it has more")
        .help("lower the number")
}

/// CW0205: none of the values that a key may have.
pub(super) fn not_a_choice(at: Span, name: &str, written: &str, options: &[&str]) -> Diagnostic {
    let found = Diagnostic::error(codes::NOT_A_CHOICE, format!("{name} cannot be `{written}`"))
        .at(at, "no such value");
    if let Some(meant) = nearest(written, options.iter().copied()) {
        return found.help(format!("did you mean `\"{meant}\"`?")).replace(at, written, meant);
    }
    let options: Vec<String> = options.iter().map(|o| format!("`\"{o}\"`")).collect();
    found.help(format!("it may be {}", alternatives(&options)))
}

/// CW0206: a list of too few or too many items.
pub(super) fn wrong_count(
    at: Span,
    name: &str,
    count: usize,
    (least, most): (Option<u64>, Option<u64>),
) -> Diagnostic {
    let items = |number| count_noun(number, "item");
    let message = match (least, most) {
        (Some(least), Some(most)) if least == most => {
            format!("{name} must have {}, not {count}", items(least))
        }
        _ if count == 0 => format!("{name} must not be empty"),
        (Some(least), _) if (count as u64) < least => format!("{name} must have at least {}", items(least)),
        (_, most) => format!("{name} must have at most {}", items(most.unwrap_or_default())),
    };
    let found = if count == 0 { "empty".to_owned() } else { items(count as u64) };
    Diagnostic::error(codes::WRONG_COUNT, message).at(at, found)
}

/// CW0207: an item that a list has twice.
pub(super) fn repeated_item(name: &str, item: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::REPEATED_ITEM, format!("{name} has {item} twice"))
        .at(again, "here again")
        .at(first, "first here")
        .help("leave one of them out")
}

/// CW0208: a string of another form than it must have.
pub(super) fn badly_written(at: Span, name: &str, written: &str) -> Diagnostic {
    Diagnostic::error(codes::BADLY_WRITTEN, format!("{name} cannot be `{written}`"))
        .at(at, "not written as it should be")
}

/// CW0208: a string that is not the id of a game; `id` is nearly it.
pub(super) fn bad_game_id(at: Span, name: &str, written: &str, id: &str) -> Diagnostic {
    badly_written(at, name, written)
        .because("it is made of lowercase letters, digits and `-`, as the folder's name is")
        .help(format!("write `\"{}\"`", id.replace('_', "-")))
}

/// CW0208: a string that is not a colour.
pub(super) fn bad_colour(at: Span, name: &str, written: &str, key: &str) -> Diagnostic {
    badly_written(at, name, written)
        .because("a colour is `#` and six digits: red, green and blue, each from `00` to `ff`")
        .help(format!("write it so: `{key} = \"#2c6e8f\"`"))
}

/// CW0208: a string that is not the name of an icon.
pub(super) fn bad_icon(at: Span, name: &str, written: &str, key: &str) -> Diagnostic {
    badly_written(at, name, written)
        .because(
            "an icon goes by the name of its file: `wave` for `icons/wave.svg`, or one that comes with \
             Cardwright",
        )
        .help(format!("write it so: `{key} = \"wave\"`"))
}

/// CW0208: an empty string.
pub(super) fn empty(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::BADLY_WRITTEN, format!("{name} must not be empty")).at(at, "empty")
}

/// CW0208: a string of too many characters.
pub(super) fn too_long(at: Span, name: &str, length: usize, most: u64) -> Diagnostic {
    Diagnostic::error(codes::BADLY_WRITTEN, format!("{name} is too long"))
        .at(at, "too long")
        .because(format!("it has {length} characters, and may have {most} at most"))
}

/// CW0208: an error that the present schemas cannot produce.
pub(super) fn unforeseen(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::BADLY_WRITTEN, format!("{name} is not as it should be")).at(at, "")
}

/// CW0208: more errors than are reported one by one.
pub(super) fn more_errors(file: FileId, count: usize) -> Diagnostic {
    let message = format!("this file has {count} more errors of this sort");
    Diagnostic::error(codes::BADLY_WRITTEN, message)
        .at(Span::new(file, 0, 0), "in it")
        .help("mend those above first: they may have one cause")
}

/// Joins alternatives: "a", "a or b", "a, b or c".
fn alternatives<T: AsRef<str>>(words: &[T]) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} or {}", first.join(", "), last.as_ref())
        }
    }
}
