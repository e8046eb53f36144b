//! Code strings in their quotes.

use std::borrow::Cow;

use super::code::{format_code, meaning};
use crate::syntax::CodeForm;

/// A code string without escapes, taken apart.
pub(super) struct CodeString<'t> {
    quotes: &'t str,
    body: Cow<'t, str>,
}

impl<'t> CodeString<'t> {
    /// Takes a string of a file apart; `None` if it has escapes, so that its bytes are not its code.
    pub(super) fn of(raw: &'t str) -> Option<CodeString<'t>> {
        let quotes = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| raw.starts_with(quotes))?;
        let quotes = raw.get(..quotes.len())?;
        let body = raw.get(quotes.len()..)?.strip_suffix(quotes)?;
        let has_escapes = quotes.starts_with('"') && body.contains('\\');
        // TOML has no other newlines; code is formatted with `\n`.
        (!has_escapes).then(|| CodeString { quotes, body: with_newlines(body) })
    }

    /// Returns the string formatted, in lines that begin at `indent`; `None` if it is not code.
    pub(super) fn formatted(&self, form: CodeForm, indent: usize) -> Option<String> {
        let code = format_code(&self.body, form, indent)?;
        let newline = format!("\n{}", " ".repeat(indent));
        let trimmed = self.body.trim_start_matches([' ', '\t', '\n']);
        let leading = self.body.len() - trimmed.len();
        let is_below = self.body.get(..leading).is_some_and(|before| before.contains('\n'));
        let trailing = trimmed.get(trimmed.trim_end_matches([' ', '\t', '\n']).len()..).unwrap_or_default();
        // A quote directly after three others is valid TOML, but unreadable.
        let apart = |is_quote: bool| if is_quote && self.quotes == "\"\"\"" { " " } else { "" };
        let open = if is_below { newline.as_str() } else { apart(code.starts_with('"')) };
        let close = if trailing.contains('\n') { newline.as_str() } else { apart(code.ends_with('"')) };
        Some(format!("{0}{open}{code}{close}{0}", self.quotes))
    }

    /// Returns the tokens and comments of the code.
    pub(super) fn meaning(&self, form: CodeForm) -> Option<Vec<(&str, bool)>> {
        meaning(&self.body, form)
    }
}

/// Returns a text with `\n` for each newline.
pub(super) fn with_newlines(text: &str) -> Cow<'_, str> {
    if text.contains("\r\n") { Cow::Owned(text.replace("\r\n", "\n")) } else { Cow::Borrowed(text) }
}
