//! Texts of authors where they could do harm: at a terminal, and in a spreadsheet.

use std::borrow::Cow;

/// A character as it may be sent to a terminal: what would move its cursor or turn its text around is shown as a sign.
pub fn printable(c: char) -> char {
    match c {
        '\t' | '\n' => c,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// A text as it may stand in a line at a terminal.
pub fn printable_line(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { ' ' } else { printable(c) }).collect()
}

/// A text as a cell of a spreadsheet that takes it for words: what begins like a formula gets a `'` before it, numbers aside. Our own
/// tables of cards are read without it, so a word that begins with such a mark gets one more.
pub fn plain_cell(text: &str) -> Cow<'_, str> {
    let begins = |text: &str| text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let marked = text.starts_with('\'') && begins(text.trim_start_matches('\''));
    if marked || begins(text) && text.parse::<f64>().is_err() { format!("'{text}").into() } else { text.into() }
}
