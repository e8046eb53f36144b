//! The user's settings for all games, in a file outside of every package.

use crate::ir::ToIndex;
use std::path::PathBuf;

use crate::diagnostics::{Diagnostic, Severity};
use crate::package::write_file;
use crate::place::shown_path;
use crate::source::{Sources, Span, TomlNode, TomlTable, TomlValue, parse_toml, toml_key};

use super::command_result::CommandError;
use super::messages;

/// The name of the file.
const FILE: &str = "settings.toml";
/// Maximum offset of a printer, in millimetres.
const FURTHEST: f64 = 20.0;

/// A saved printer.
struct Printer {
    name: String,
    /// Offset of its backs to be compensated, to the right and down, in millimetres.
    back: (f64, f64),
    /// The span of its entry in the file.
    written: Span,
}

/// Returns the folder of the user's settings: the system's configuration folder, or one in the home folder.
fn folder() -> Result<PathBuf, CommandError> {
    let named = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = named("XDG_CONFIG_HOME")
        .or_else(|| named("APPDATA"))
        .or_else(|| named("HOME").map(|home| home.join(".config")))
        .ok_or_else(|| {
            CommandError::Usage(
                "there is no place for settings: neither XDG_CONFIG_HOME nor HOME is set".into(),
            )
        })?;
    Ok(base.join("cardwright"))
}

/// Reads all printers and the text of the file; empty if there is no file.
fn printers(sources: &mut Sources) -> Result<(Vec<Printer>, String), CommandError> {
    let path = folder()?.join(FILE);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok((Vec::new(), String::new())),
        Err(error) => return Err(messages::settings_unreadable(&path, &error).into()),
    };
    let file = sources.add(shown_path(&path), text.clone());
    let (table, mut found) = parse_toml(sources, file);
    let mut out = Vec::new();
    if found.iter().all(|d| d.severity != Severity::Error) {
        read(&table, &mut out, &mut found);
    }
    if found.iter().any(|d| d.severity == Severity::Error) {
        return Err(CommandError::Found(found, Box::new(std::mem::take(sources))));
    }
    Ok((out, text))
}

fn read(table: &TomlTable, out: &mut Vec<Printer>, found: &mut Vec<Diagnostic>) {
    for entry in &table.entries {
        match entry.value.as_table() {
            Some(all) if entry.key == "printers" => {
                for printer in &all.entries {
                    let value = printer.value.as_table().and_then(|t| t.entry("back"));
                    match value.and_then(|v| Some((offset(&v.value)?, v.value.span))) {
                        Some((back, written)) => {
                            out.push(Printer { name: printer.key.clone(), back, written })
                        }
                        None => {
                            let at = value.map_or(printer.key_span, |v| v.value.span);
                            found.push(messages::no_offset(at, &printer.key));
                        }
                    }
                }
            }
            _ => found.push(messages::unknown_setting(entry.key_span, &entry.key)),
        }
    }
}

fn offset(node: &TomlNode) -> Option<(f64, f64)> {
    let number = |node: &TomlNode| match node.value {
        TomlValue::Int(i) => Some(i as f64),
        TomlValue::Float(x) => Some(x),
        _ => None,
    };
    let TomlValue::Array(items) = &node.value else { return None };
    let [x, y] = items.as_slice() else { return None };
    let (x, y) = (number(x)?, number(y)?);
    (x.abs() <= FURTHEST && y.abs() <= FURTHEST).then_some((x, y))
}

/// Parses an offset: `0.5,-0.3`.
pub(super) fn parse_offset(written: &str) -> Result<(f64, f64), String> {
    let read = |part: &str| part.trim().parse::<f64>().ok().filter(|x| x.abs() <= FURTHEST);
    match written.split_once(',').map(|(x, y)| (read(x), read(y))) {
        Some((Some(x), Some(y))) => Ok((x, y)),
        _ => Err(format!("write millimetres to the right and down, each at most {FURTHEST}: `0.5,-0.3`")),
    }
}

/// Returns the saved offset of a printer's backs, to the right and down, in millimetres.
///
/// # Errors
/// The settings file is invalid, or the printer is not in it.
pub(super) fn offset_of(name: &str) -> Result<(f64, f64), CommandError> {
    let (all, _) = printers(&mut Sources::default())?;
    if let Some(printer) = all.iter().find(|p| p.name == name) {
        return Ok(printer.back);
    }
    Err(messages::unknown_printer(name, all.iter().map(|p| p.name.as_str())).into())
}

/// Saves the offset of a printer; returns the file. The rest of the file is left unchanged.
///
/// # Errors
/// The settings file is invalid or cannot be written.
pub(super) fn save(name: &str, (x, y): (f64, f64)) -> Result<PathBuf, CommandError> {
    if name.trim().is_empty() || name.trim() != name || name.chars().any(char::is_control) {
        return Err(CommandError::Usage(
            "the name of a printer is one line, not empty, and without spaces around it".into(),
        ));
    }
    let (all, mut text) = printers(&mut Sources::default())?;
    let written = format!("[{x:?}, {y:?}]");
    match all.iter().find(|p| p.name == name) {
        Some(printer) => {
            text.replace_range(printer.written.start.index()..printer.written.end.index(), &written)
        }
        None => {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(&format!("[printers.{}]\nback = {written}\n", toml_key(name)));
        }
    }
    Ok(write_file(&folder()?.join(FILE), text.as_bytes())?)
}
