//! The author's files, and places in them.

use super::ids::{FileTextId, ToIndex};
use serde::{Deserialize, Serialize};

/// A span in one of the author's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IrSpan {
    /// Index into `Ir::files`.
    pub file: FileTextId,
    /// The offset of the first byte.
    pub start: u32,
    /// The offset one past the last byte.
    pub end: u32,
}

/// A file of the package.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FileText {
    /// Its path relative to the package's folder.
    pub name: String,
    /// The path for diagnostics. Not serialized: the bytes of a game do not depend on the location of its
    /// package.
    #[serde(skip)]
    pub shown: Option<String>,
    /// The whole content, at which the spans of code point.
    pub text: String,
}

/// Ignores `shown`, which is not part of the game.
impl PartialEq for FileText {
    fn eq(&self, other: &FileText) -> bool {
        (&self.name, &self.text) == (&other.name, &other.text)
    }
}

impl FileText {
    /// Returns the path to show: relative to the working directory if known, otherwise relative to the
    /// package's folder.
    pub fn display_path(&self) -> &str {
        self.shown.as_deref().unwrap_or(&self.name)
    }

    /// Returns the line number of a byte offset, from 1.
    pub fn line_of(&self, at: u32) -> usize {
        self.text.as_bytes().get(..at.index()).unwrap_or_default().iter().filter(|b| **b == b'\n').count() + 1
    }
}
