//! Places in the author's files, as a page calls them.

/// Splits `Which goes? (rules/play.toml:3)` into the question and its place; the place is empty where none is
/// given.
pub fn split_site(at: &str) -> (&str, &str) {
    at.strip_suffix(')').and_then(|at| at.rsplit_once(" (")).unwrap_or((at, ""))
}
