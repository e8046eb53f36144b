//! The faces that look different from those of another state of the game.

use std::collections::BTreeSet;

/// The faces that are new or look different. A face that is not a component's is identified by its sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaceChanges {
    /// Changed components: sheet and name.
    pub(in crate::print) components: BTreeSet<(String, String)>,
    /// Other changed faces, by sheet, or as `pieces/scout`.
    pub(in crate::print) others: BTreeSet<String>,
}

impl FaceChanges {
    /// Returns whether a component of a sheet has changed.
    pub fn component(&self, sheet: &str, id: &str) -> bool {
        self.components.contains(&(sheet.to_owned(), id.to_owned()))
    }

    /// Returns whether any face of a board, a page or a piece has changed: `map`, `mats-2`, `pieces/scout-1`.
    pub fn has_changed(&self, of: &str) -> bool {
        let is = |file: &String| {
            file.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        self.others.iter().any(is)
    }
}
