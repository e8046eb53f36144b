//! The conditions under which boards are in the game.

use crate::model::{BoardDecl, CodeText, Package};

/// Returns the conditions under which a board is in the game: its own, and that of its sort.
pub(in crate::check) fn conditions<'p>(package: &'p Package, board: &'p BoardDecl) -> Vec<&'p CodeText> {
    let sort = board.base.as_ref().and_then(|base| package.boards.iter().find(|b| b.id.text == base.text));
    sort.into_iter().chain([board]).filter_map(|b| b.only_if.as_ref()).collect()
}
