//! Pages with contents from outside the game.

use crate::ir::print::SheetInfo;

/// The id of the sheet with a deck list.
pub const LIST: &str = "list";

/// The id used instead if a sheet of components is called `list`.
const OTHER_LIST: &str = "deck-list";

/// Returns the id of the sheet with a deck list, different from the ids of these sheets.
pub fn sheet_of_list(sheets: &[SheetInfo]) -> &'static str {
    if sheets.iter().any(|sheet| sheet.id == LIST) { OTHER_LIST } else { LIST }
}

/// A page with contents from outside the game.
#[derive(Clone, Debug)]
pub struct InsertedPage {
    /// Its face: a template of the package, or one that comes with Cardwright.
    pub face: String,
    /// True if it is landscape.
    pub across: bool,
    /// Template data of this page, besides the data of every face; texts are without markup.
    pub data: serde_json::Value,
}
