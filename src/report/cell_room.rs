//! The room that a cell has in the drawing of its board, and whether its declared state can fit into it.

use crate::ir::layout::Owner;
use crate::ir::{BoardForm, BoardInfo, FieldInfo, Ir, ToIndex, ValueType, ZoneOwner};

/// The maximum width of the drawing of a board, in characters, with row numbers.
pub(super) const BOARD_WIDTH: usize = 80;
/// Characters before a row: its number, and blanks.
const ROW_NUMBER: usize = 6;
/// The assumed length of a value that is neither a number nor a declared word, and of a sum.
const LONG_VALUE: usize = 2;

/// Returns whether the cells of a board can have zones, and the board is drawn as a grid.
pub(super) fn has_zones(ir: &Ir, board: &BoardInfo) -> bool {
    let cells = board.cells();
    board.form != BoardForm::Areas
        && ir.zones.iter().any(|zone| match zone.per.thing {
            ZoneOwner::Cell(first) => cells.overlaps(&first.run(zone.per.things.index())),
            _ => false,
        })
}

/// Returns the maximum number of characters of a cell in a drawing of at most `BOARD_WIDTH`, if not all that
/// the cell can hold has room there: the sum of the signs of its declared state and of its components. `None`
/// if everything has room, and on boards of areas. `short` returns the short form of a word or id.
pub(super) fn scarce_room(ir: &Ir, board: &BoardInfo, short: &dyn Fn(&str) -> String) -> Option<usize> {
    let (columns, rows) = (usize::from(board.size.0), usize::from(board.size.1));
    let width = BOARD_WIDTH - ROW_NUMBER;
    let room = match board.form {
        BoardForm::Areas => return None,
        BoardForm::Grid => ((width + 1) / columns.max(1)).saturating_sub(1),
        // Half the even pitch is the indent of each row.
        BoardForm::Hex => (2 * width / (2 * columns + rows).max(1) / 2 * 2).saturating_sub(1),
    };
    let room = room.max(2);
    let of_cell = ir.layout.fields.iter().filter(|field| field.owner == Owner::Cell && field.is_declared());
    let needed: usize = of_cell.map(|field| greatest_length(ir, field, short)).sum();
    let needed = needed + usize::from(has_zones(ir, board));
    (needed > room).then_some(room)
}

/// Returns the maximum length of a field's sign.
fn greatest_length(ir: &Ir, field: &FieldInfo, short: &dyn Fn(&str) -> String) -> usize {
    let of_word = |word: &str| short(word).chars().count();
    let ty = if let ValueType::Optional(of) = &field.ty { of } else { &field.ty };
    match ty {
        ValueType::Enum(e) if Some(*e) == ir.geometry.directions => 1,
        ValueType::Enum(e) => {
            let words = ir.enums.find(*e).into_iter().flat_map(|e| &e.printed);
            words.map(|word| of_word(word)).max().unwrap_or(0)
        }
        ValueType::Bool => of_word(&field.id),
        ValueType::Player => 1,
        ValueType::Int => {
            let (least, most) = field.range.unwrap_or((0, 0));
            least.to_string().len().max(most.to_string().len())
        }
        _ => LONG_VALUE,
    }
}
