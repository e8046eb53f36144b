//! Makes untrusted texts safe for terminals and spreadsheets.

use std::borrow::Cow;

/// Replaces a character that would move a terminal's cursor or change the direction of text by a visible
/// sign.
pub fn printable(c: char) -> char {
    match c {
        '\t' | '\n' => c,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// Returns whether a text has only invisible characters: blanks, control characters, and those without
/// a width or a shape.
pub fn shows_nothing(text: &str) -> bool {
    text.chars().all(|c| {
        c.is_whitespace()
            || c.is_control()
            || matches!(
                c,
                '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                    | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
                    | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
                    | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}'
            )
    })
}

/// Returns a text that is safe in one line of a terminal.
pub fn printable_line(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { ' ' } else { printable(c) }).collect()
}

/// Returns a text for a spreadsheet cell that is not evaluated: a text that starts like a formula gets a
/// leading `'`, except numbers. Our own tables of cards are read without that `'`, so a text that starts with
/// `'` before such a start gets one more.
pub fn plain_cell(text: &str) -> Cow<'_, str> {
    let begins = |text: &str| text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let marked = text.starts_with('\'') && begins(text.trim_start_matches('\''));
    if marked || begins(text) && text.parse::<f64>().is_err() {
        format!("'{text}").into()
    } else {
        text.into()
    }
}
