//! Formatting of a file: its new text, and the proof that it means the same.

use super::document::format as format_document;
use super::proof::first_difference;
use crate::diagnostics::{Diagnostic, Severity};
use crate::model::{CodeStrings, Package, code_strings};
use crate::place::FileId;
use crate::source::{Sources, parse_toml};

/// The reason why a file is not formatted.
#[derive(Clone, Debug, PartialEq)]
pub enum FormatError {
    /// It is not TOML: its errors, with spans in the file given, or in [`FileId`] 0 for a text alone.
    NotToml(Vec<Diagnostic>),
    /// The formatted text would mean something else: a bug of the formatter, with the 1-based line of the
    /// file.
    Changed(usize),
}

impl std::fmt::Display for FormatError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            FormatError::NotToml(found) => f.write_str(found.first().map_or("", |d| d.message.as_str())),
            FormatError::Changed(line) => {
                write!(f, "the formatted text would mean something else in line {line}")
            }
        }
    }
}

impl std::error::Error for FormatError {}

/// Formats a TOML file of a package as [`format_text`] does.
///
/// # Errors
/// The file is not TOML, or its meaning would change, which is a bug of the formatter.
pub fn format_file(package: &Package, file: FileId) -> Result<String, FormatError> {
    let errors = errors_of(&package.sources, file);
    if !errors.is_empty() {
        return Err(FormatError::NotToml(errors));
    }
    format_parsed(&package.sources.file(file).text, &code_strings(package, file))
}

/// Formats the text of a TOML file in which these strings are code. Code that does not parse is left as it
/// is, and so is a string with escapes. The result is formatted: formatting it again gives the same text.
///
/// # Errors
/// The text is not TOML, or its meaning would change, which is a bug of the formatter.
pub fn format_text(text: &str, code: &CodeStrings) -> Result<String, FormatError> {
    let mut sources = Sources::default();
    let file = sources.add("", text);
    match errors_of(&sources, file) {
        errors if errors.is_empty() => format_parsed(text, code),
        errors => Err(FormatError::NotToml(errors)),
    }
}

/// Returns the errors of a TOML file; a warning stops nothing.
fn errors_of(sources: &Sources, file: FileId) -> Vec<Diagnostic> {
    let (_, mut found) = parse_toml(sources, file);
    found.retain(|diagnostic| diagnostic.severity == Severity::Error);
    found
}

fn format_parsed(text: &str, code: &CodeStrings) -> Result<String, FormatError> {
    let formatted = format_document(text, code);
    match first_difference(text, &formatted, code) {
        None => Ok(formatted),
        Some(line) => Err(FormatError::Changed(line)),
    }
}
