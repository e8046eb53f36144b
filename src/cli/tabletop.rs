//! The pieces that stand on the boards of a game when it begins.

use std::collections::BTreeMap;

use crate::ir::layout::Owner;
use crate::ir::{Begin, Ir, NONE, ValueType};
use crate::print::export::Standing;
use crate::table::Table;

/// State of a cell: its owner, from 1, and the values of enums.
#[derive(Default)]
struct Occupant {
    player: Option<u8>,
    values: Vec<String>,
}

/// Returns the pieces on cells at the first choice of a game with the fewest players; none if no piece is declared.
pub fn standing(ir: &Ir) -> Vec<Standing> {
    let Some(table) = Table::of_compiled(ir).ok().filter(|_| !ir.print.pieces.is_empty()) else { return Vec::new() };
    let mut machine = table.machine();
    let Ok(mut state) = machine.lay(ir.game.players.0, &[], 0) else { return Vec::new() };
    machine.start(&mut state, Begin::Setup);
    let _ = machine.advance(&mut state);
    let mut cells: BTreeMap<u32, Occupant> = BTreeMap::new();
    for (field, info) in (0u16..).zip(&ir.layout.fields).filter(|(_, f)| f.is_declared() && f.owner == Owner::Cell) {
        for cell in 0..info.owners {
            let Some(word) = table.field(&state, field, cell).and_then(|words| words.first()) else { continue };
            let inner = match &info.ty {
                ValueType::Optional(_) if *word == NONE => continue,
                ValueType::Optional(inner) => inner,
                ty => ty,
            };
            let occupant = cells.entry(cell).or_default();
            match inner {
                ValueType::Player => occupant.player = occupant.player.or(u8::try_from(word + 1).ok()),
                ValueType::Enum(e) => {
                    let values = ir.enums.get(usize::from(*e)).map(|e| &e.values);
                    occupant.values.extend(values.and_then(|v| v.get(*word as usize)).cloned());
                }
                _ => {}
            }
        }
    }
    cells.into_iter().filter_map(|(cell, occupant)| piece_of(ir, cell, &occupant)).collect()
}

/// Returns the piece that shows the state of a cell: the one called as one of its values, or else the only one that players have.
fn piece_of(ir: &Ir, cell: u32, occupant: &Occupant) -> Option<Standing> {
    let pieces =
        || ir.print.pieces.iter().enumerate().filter(|(_, piece)| piece.per_player == occupant.player.is_some());
    let named = pieces().find(|(_, piece)| occupant.values.contains(&piece.id));
    let mut of_players = pieces().filter(|_| occupant.player.is_some());
    let only = of_players.next().filter(|_| of_players.next().is_none());
    let (piece, _) = named.or(only)?;
    Some(Standing { cell, piece, player: occupant.player })
}
