//! Saves results in the file of a tournament; comments and order are preserved.

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, TableLike, Value, value};

/// Returns the text of the file with the result of a match: added to its existing result, or appended. `won`
/// names the winner of each game; `before` holds the winners that the file is expected to have already. If
/// the file has others, it was changed meanwhile and is not modified.
///
/// # Errors
/// The text is not the file of a tournament, or has another result of the match; a message.
pub fn with_result(
    text: &str,
    id: &str,
    between: &[&str],
    before: &[&str],
    won: &[&str],
) -> Result<String, String> {
    let mut document: DocumentMut =
        text.parse().map_err(|error: toml_edit::TomlError| error.message().to_owned())?;
    let results = document.entry("results").or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
    match results {
        Item::ArrayOfTables(tables) => {
            let known = tables.iter().position(|result| is_of(result, id));
            if let Some(result) = known.and_then(|at| tables.get_mut(at)) {
                play_on(result, before, won)?;
            } else {
                let mut result = Table::new();
                result.insert("match", value(id));
                result.insert("between", value(names(between)));
                result.insert("won", value(names(won)));
                result.decor_mut().set_prefix("\n");
                tables.push(result);
            }
        }
        Item::Value(Value::Array(array)) => {
            let is_known = |result: &Value| result.as_inline_table().is_some_and(|result| is_of(result, id));
            let known = array.iter().position(is_known);
            if let Some(result) = known.and_then(|at| array.get_mut(at)).and_then(Value::as_inline_table_mut)
            {
                play_on(result, before, won)?;
            } else {
                let mut result = InlineTable::new();
                result.insert("match", id.into());
                result.insert("between", names(between).into());
                result.insert("won", names(won).into());
                push(array, result.into(), "\n  ");
                let trailing = array.trailing().as_str().unwrap_or_default();
                if !trailing.ends_with('\n') {
                    array.set_trailing("\n");
                }
                array.set_trailing_comma(true);
            }
        }
        _ => return Err("`results` is not a list of tables".into()),
    }
    let mut written = document.to_string();
    if !written.ends_with('\n') {
        written.push('\n');
    }
    // Added lines end like the others in the file.
    let returns = text.contains("\r\n") && text.matches('\n').count() == text.matches("\r\n").count();
    Ok(if returns { written.replace("\r\n", "\n").replace('\n', "\r\n") } else { written })
}

fn names(names: &[&str]) -> Array {
    names.iter().copied().collect()
}

fn is_of(result: &dyn TableLike, id: &str) -> bool {
    result.get("match").and_then(Item::as_str) == Some(id)
}

/// Adds the games that a result does not have yet.
fn play_on(result: &mut dyn TableLike, before: &[&str], won: &[&str]) -> Result<(), String> {
    let Some(games) = result.get_mut("won").and_then(Item::as_array_mut) else {
        result.insert("won", value(names(won)));
        return Ok(());
    };
    let kept: Vec<&str> = games.iter().filter_map(Value::as_str).collect();
    if kept == won {
        // Somebody else has played the same games, as bots do.
        return Ok(());
    }
    if kept != before {
        return Err(format!("the file has been changed meanwhile: it says won = {kept:?}"));
    }
    for game in &won[kept.len().min(won.len())..] {
        push(games, (*game).into(), " ");
    }
    Ok(())
}

/// Appends a value to an array, after its comments. `space` is inserted before it.
fn push(array: &mut Array, mut value: Value, space: &str) {
    let trailing = array.trailing().as_str().unwrap_or_default().to_owned();
    let space = if array.is_empty() && space == " " { "" } else { space };
    // A comment ends with its line, so the closing bracket must be on the next one.
    let commented = trailing.contains('#');
    let space = if commented { format!("{}\n  ", trailing.trim_end()) } else { space.to_owned() };
    value.decor_mut().set_prefix(space);
    array.push_formatted(value);
    if commented {
        array.set_trailing("\n");
    }
}
