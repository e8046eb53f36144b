//! Words that show that a clause does not simply say what is.

/// Returns whether a word denies its clause: "unless you have 4", "without 4".
pub(super) fn is_denial(word: &str) -> bool {
    const DENIALS: [&str; 8] = ["unless", "without", "not", "cannot", "can't", "don't", "doesn't", "never"];
    DENIALS.contains(&word) || word.ends_with("n't")
}

/// Returns whether a word makes its clause speak of another time or case: "when you draw a card".
pub(super) fn is_condition(word: &str) -> bool {
    const CONDITIONS: [&str; 9] =
        ["when", "whenever", "if", "after", "before", "while", "would", "instead", "until"];
    CONDITIONS.contains(&word)
}
