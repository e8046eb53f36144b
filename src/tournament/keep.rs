//! Results in the file of a tournament: comments and order stay as people wrote them.

use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, value};

/// The text of the file with what came of a match: in the place of what it says of that match, or at its end. `won` names who won each
/// game.
///
/// # Errors
/// The text is not the file of a tournament: in words.
pub fn with_result(text: &str, id: &str, between: &[&str], won: &[&str]) -> Result<String, String> {
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| error.message().to_owned())?;
    let results = document.entry("results").or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
    if !results.is_array_of_tables() {
        // `results = []` is as good.
        let inline = std::mem::take(results);
        *results = inline.into_array_of_tables().map_or_else(|_| Item::None, Item::ArrayOfTables);
    }
    let results = results.as_array_of_tables_mut().ok_or("`results` is not a list of tables")?;
    let names = |names: &[&str]| names.iter().copied().collect::<Array>();
    let known = results.iter_mut().find(|result| result.get("match").and_then(Item::as_str) == Some(id));
    match known {
        Some(result) => {
            result.insert("won", value(names(won)));
        }
        None => {
            let mut result = Table::new();
            result.insert("match", value(id));
            result.insert("between", value(names(between)));
            result.insert("won", value(names(won)));
            result.decor_mut().set_prefix("\n");
            results.push(result);
        }
    }
    let text = document.to_string();
    Ok(if text.ends_with('\n') { text } else { text + "\n" })
}
