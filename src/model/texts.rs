//! `texts/*.toml`: a game in other languages.

use super::{Code, Ident};
use crate::place::FileId;

/// A file of `texts/`.
#[derive(Debug)]
pub struct TextsDecl {
    /// The language: the file's name without `.toml`.
    pub language: String,
    /// The file.
    pub file: FileId,
    /// What is said, by its path: `cards.badger.text`; the key with its place. Empty ones are left out.
    pub entries: Vec<(String, Ident, Code)>,
    /// The paths that stand there empty.
    pub empty: Vec<String>,
    /// `[of]`: of which text each is the translation, as a hash.
    pub of: Vec<(Ident, String)>,
}
