//! Quotation marks and apostrophes of a language, in place of the straight ones of a keyboard.

/// Opening and closing marks: of a quotation, and of one inside it.
type QuotePairs = [(&'static str, &'static str); 2];

/// Returns the marks of a language; `None` if they are not known.
fn pairs(language: &str) -> Option<QuotePairs> {
    Some(match language.split(['-', '_']).next().unwrap_or_default() {
        "en" | "pt" | "tr" | "nl" | "ga" | "cy" => [("“", "”"), ("‘", "’")],
        "de" | "cs" | "sk" | "sl" | "is" | "et" | "lt" | "bg" => [("„", "“"), ("‚", "‘")],
        "pl" | "ro" | "hu" | "hr" => [("„", "”"), ("‚", "’")],
        "fr" => [("«\u{a0}", "\u{a0}»"), ("“", "”")],
        "es" | "it" | "ca" | "el" | "uk" | "ru" => [("«", "»"), ("“", "”")],
        "sv" | "fi" => [("”", "”"), ("’", "’")],
        "da" | "no" | "nb" | "nn" => [("»", "«"), ("›", "‹")],
        _ => return None,
    })
}

/// Replaces straight quotation marks and apostrophes by those of a language. A mark after a backslash stays,
/// as does one that nothing closes, such as that of inches.
pub fn curled(text: &str, language: &str) -> String {
    if !text.contains(['\'', '"']) {
        return text.to_owned();
    }
    let pairs = pairs(language);
    let characters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len() + 8);
    let mut open = [false; 2];
    for (i, c) in characters.iter().copied().enumerate() {
        let before = i.checked_sub(1).map(|b| characters[b]);
        let after = characters.get(i + 1).copied();
        if !matches!(c, '\'' | '"') || before == Some('\\') {
            out.push(c);
            continue;
        }
        let level = usize::from(c == '\'');
        let begins = before.is_none_or(|b| !b.is_alphanumeric() && !".,;:!?%)]}’”".contains(b));
        // A quotation ends after a letter or a punctuation mark, and not within a word.
        let ends = |at: usize| {
            let next = characters.get(at + 1).is_none_or(|n| !n.is_alphanumeric());
            characters[at] == c && next && at > i + 1 && !characters[at - 1].is_whitespace()
        };
        let closes = open[level] && after.is_none_or(|a| !a.is_alphanumeric());
        match pairs {
            Some(pairs) if begins && !open[level] && (i + 1..characters.len()).any(ends) => {
                open[level] = true;
                out.push_str(pairs[level].0);
            }
            Some(pairs) if closes => {
                open[level] = false;
                out.push_str(pairs[level].1);
            }
            // An apostrophe: between letters, for letters left out, or after a plural.
            _ if c == '\''
                && (before.is_some_and(char::is_alphabetic) || after.is_some_and(char::is_alphabetic)) =>
            {
                out.push('’');
            }
            _ => out.push(c),
        }
    }
    out
}
