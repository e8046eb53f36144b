//! Positions of matches, written as scenarios into the package that is played.

use std::path::Path;

use serde_json::{Value, json};

use crate::package::write_atomically;
use crate::play::check_scenario_id;

/// Writes a scenario into a package; returns the response to the request. `exists` in the response means that
/// the name is taken.
///
/// # Errors
/// The name is not allowed, or the file cannot be written; a message.
pub fn write(package: &Path, name: &str, replace: bool, text: &str) -> Result<Value, String> {
    check_scenario_id(name)?;
    let file = format!("scenarios/{name}.toml");
    // A link that leads nowhere is a file, too.
    if !replace && package.join(&file).symlink_metadata().is_ok() {
        let words = format!("`{file}` is there already: take another name, or replace it");
        return Ok(json!({ "ok": false, "error": words, "exists": true }));
    }
    write_atomically(package, &file, text.as_bytes()).map_err(|d| match d.cause {
        Some(cause) => format!("{}: {cause}", d.message),
        None => d.message,
    })?;
    Ok(json!({ "ok": true, "file": file }))
}
