//! `texts/*.toml`: translations of a game.

use super::ident::{CodeText, Ident};
use crate::place::FileId;

/// A file of `texts/`.
#[derive(Debug)]
pub struct TextsDecl {
    /// The language: the file's name without `.toml`.
    pub language: String,
    /// The file's id in the package's sources.
    pub file: FileId,
    /// Translations by path, such as `cards.badger.text`, with the key and its span. Empty ones are left out.
    pub entries: Vec<(String, Ident, CodeText)>,
    /// The paths whose translation is empty.
    pub empty: Vec<String>,
    /// `[of]`: for each group of texts, a hash of the originals that were translated.
    pub of: Vec<(Ident, String)>,
}
