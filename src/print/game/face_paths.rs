//! Paths of the faces that exports draw, and the piece that shows the state of a cell.

use crate::ir::print::{PieceForm, PieceInfo, SheetInfo};
use crate::ir::{Ir, NameInfo, SeatNumber};
use crate::print::game::file_names::stem_of;
use crate::print::game::sheet_list::PIECES;

/// Returns the path of a component's front, without the form's folder and file extension: `cards/badger`.
pub fn component_path(sheet: &SheetInfo, component: &NameInfo) -> String {
    format!("{}/{}", sheet.id, stem_of(&component.id))
}

/// Returns the path of a piece's front, for the player who has it: `pieces/scout-2`.
pub fn piece_path(piece: &PieceInfo, player: Option<SeatNumber>) -> String {
    let whose = player.filter(|_| piece.per_player).map(|p| format!("-{p}")).unwrap_or_default();
    format!("{PIECES}/{}{whose}", stem_of(&piece.id))
}

/// Returns whether a piece lies flat, so that its whole face can be seen from above.
pub fn lies_flat(piece: &PieceInfo) -> bool {
    piece.form != PieceForm::Standee
}

/// Returns the piece that shows the state of a cell, as an index into the pieces of the game: the one called
/// as one of the cell's values, or else the only one that players have.
pub fn piece_on_cell(ir: &Ir, values: &[String], player: Option<SeatNumber>) -> Option<usize> {
    let pieces =
        || ir.print.pieces.iter().enumerate().filter(|(_, piece)| piece.per_player == player.is_some());
    let named = pieces().find(|(_, piece)| values.contains(&piece.id));
    let mut of_players = pieces().filter(|_| player.is_some());
    let only = of_players.next().filter(|_| of_players.next().is_none());
    named.or(only).map(|(piece, _)| piece)
}
