//! Quotes arguments of commands that a message proposes, so that they can be pasted into a shell.

use std::borrow::Cow;
use std::path::Path;

/// Characters besides letters and digits that no shell of the system interprets inside a word.
const PLAIN: &str = if cfg!(windows) { "-_./\\:+@%,=" } else { "-_./:+@%,=" };

/// Returns an argument as one word of a shell: unchanged if that is safe, else quoted.
pub fn shell_word(word: &str) -> Cow<'_, str> {
    if !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || PLAIN.contains(c)) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(match cfg!(windows) {
        true => format!("\"{word}\""),
        // Nothing is special inside single quotes but the quote itself.
        false => format!("'{}'", word.replace('\'', "'\\''")),
    })
}

/// Returns a path as one word of a shell.
pub fn shell_path(path: &Path) -> String {
    shell_word(&path.to_string_lossy()).into_owned()
}
