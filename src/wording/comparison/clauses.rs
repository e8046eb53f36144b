//! The clauses of a text, so that words can be seen to belong to a number.

use super::text_parser::Mention;
use std::ops::Range;

/// The clauses of a text: the parts between stops, and before "and" where another number or condition
/// follows. A list of values and names ("each Herb, Root and Moss") is in one clause.
pub(super) struct Clauses {
    /// The end of each clause, in order.
    ends: Vec<usize>,
}

impl Clauses {
    /// Splits a text that has these mentions.
    pub fn of(text: &str, mentions: &[Mention]) -> Clauses {
        let mut ends = Vec::new();
        let mut word = 0;
        for (i, c) in text.char_indices().chain([(text.len(), '\n')]) {
            let is_stop = match c {
                ';' | '(' | ')' | '\n' | '—' => true,
                '.' | ':' | ',' => {
                    let is_in_number = text[i + 1..].starts_with(|c: char| c.is_ascii_digit())
                        && text[..i].ends_with(|c: char| c.is_ascii_digit());
                    !(is_in_number || c == ',' && is_within_list(text, i, mentions))
                }
                _ => false,
            };
            if c.is_whitespace() || is_stop {
                if joins_clauses(&text[word..i], &text[i..]) {
                    ends.push(word);
                }
                word = i + c.len_utf8();
            }
            if is_stop {
                ends.push(i);
            }
        }
        ends.dedup();
        Clauses { ends }
    }

    /// Returns the index of the clause in which a place is.
    pub fn index_of(&self, place: usize) -> usize {
        self.ends.partition_point(|end| *end <= place)
    }

    /// Returns the range of a clause.
    pub fn range(&self, index: usize) -> Range<usize> {
        let start =
            index.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default();
        let end = self.ends.get(index).copied().unwrap_or(start);
        start..end.max(start)
    }
}

/// Returns whether the comma at a place is one of a list of values and names.
fn is_within_list(text: &str, comma: usize, mentions: &[Mention]) -> bool {
    let before = text[..comma].trim_end_matches(['*', '”', '"']).len();
    if mentions.binary_search_by_key(&before, |mention| mention.range.end).is_err() {
        return false;
    }
    const FILLERS: [&str; 10] = ["and", "or", "each", "every", "any", "all", "the", "a", "an", "other"];
    let mut at = comma + 1;
    loop {
        at += text[at..].len() - text[at..].trim_start_matches([' ', '*', '“', '"']).len();
        if mentions.binary_search_by_key(&at, |mention| mention.range.start).is_ok() {
            return true;
        }
        let word = first_word(&text[at..]);
        if !FILLERS.contains(&word) {
            return false;
        }
        at += word.len();
    }
}

/// Returns whether a word joins two clauses: "and", before a number or a condition.
fn joins_clauses(word: &str, rest: &str) -> bool {
    const JOINING: [&str; 7] = ["and", "or", "but", "then", "plus", "otherwise", "else"];
    const OPENING: [&str; 9] =
        ["for", "with", "if", "while", "when", "unless", "without", "otherwise", "else"];
    let rest = rest.trim_start_matches([' ', '*']);
    let is_number =
        || rest.trim_start_matches(['+', '-', '−', '–', '×']).starts_with(|c: char| c.is_ascii_digit());
    JOINING.contains(&word) && (is_number() || OPENING.contains(&first_word(rest)))
}

/// Returns the letters with which a text begins.
pub(super) fn first_word(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len())]
}

/// Returns the letters with which a text ends.
pub(super) fn last_word(text: &str) -> &str {
    &text[text.rfind(|c: char| !c.is_alphabetic()).map_or(0, |at| at + char_len(text, at))..]
}

fn char_len(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}
