//! Places of zones by their written form.

use crate::check::hir::types::Ty;
use crate::check::symbols::items::{FieldSymbol, ZoneSymbol};
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::{Owner, ZoneKey, ZoneOwner, ZonePlaceId};

/// Finds the place of a zone by its written form: `discards[red]`, `pack[lion]`, `lines[1][red]`.
pub(in crate::check) fn place_called(
    symbols: &SymbolTable,
    z: &ZoneSymbol,
    written: &str,
) -> Option<ZonePlaceId> {
    let mut brackets = written.split('[').skip(1).map(|part| part.trim().strip_suffix(']').map(str::trim));
    let thing = match z.per.thing {
        ZoneOwner::Table => 0,
        ZoneOwner::Player => brackets.next()??.parse::<u32>().ok()?.checked_sub(1)?,
        ZoneOwner::Cell(first) => symbols.cell_ids.get(brackets.next()??)?.after(first)? as u32,
        ZoneOwner::Component(first) => {
            let called = brackets.next()??;
            let (name, copy) = called.split_once('#').map_or(Some((called, 1)), |(name, copy)| {
                copy.trim().parse::<u32>().ok().map(|copy| (name.trim(), copy))
            })?;
            let names = &symbols.names;
            let info = names
                .iter()
                .find(|n| n.id == name)
                .or_else(|| names.iter().find(|n| n.printed == name && n.card.is_none()))?;
            (1..=info.copies).contains(&copy).then(|| (info.first + copy - 1).after(first))?? as u32
        }
    };
    let value = match z.per.key {
        None => 0,
        Some(ZoneKey::Enum(e)) => {
            let value = brackets.next()??;
            symbols.enums[e].values.iter().position(|v| v == value)? as u32
        }
        Some(ZoneKey::Name) => {
            let name = brackets.next()??;
            symbols.names.iter().position(|n| n.id == name || n.printed == name)? as u32
        }
        Some(ZoneKey::Int(first)) => {
            u32::try_from(brackets.next()??.parse::<i64>().ok()?.checked_sub(first)?).ok()?
        }
    };
    let exists = thing < z.per.things && value < z.per.values && brackets.next().is_none();
    exists.then(|| z.first + (thing * z.per.values + value) as u16)
}

/// Formats the first place of a zone as an example.
pub(in crate::check) fn example_of(symbols: &SymbolTable, z: &ZoneSymbol) -> String {
    let thing = match z.per.thing {
        ZoneOwner::Table => String::new(),
        ZoneOwner::Player => "[1]".to_owned(),
        ZoneOwner::Cell(first) => format!("[{}]", symbols.cells[first].id),
        ZoneOwner::Component(first) => format!("[{}]", symbols.components.find(first).map_or("…", |c| &c.id)),
    };
    let value = match z.per.key {
        None => String::new(),
        Some(ZoneKey::Enum(e)) => {
            format!("[{}]", symbols.enums[e].values.first().map_or("…", String::as_str))
        }
        Some(ZoneKey::Name) => format!("[{}]", symbols.names.first().map_or("…", |n| &n.id)),
        Some(ZoneKey::Int(first)) => format!("[{first}]"),
    };
    format!("{}{thing}{value}", z.id)
}

/// Returns an expression for the players of a side, in the words of the game, if a zone is one for each side.
pub(in crate::check) fn example(symbols: &SymbolTable, key: Option<ZoneKey>) -> Option<String> {
    let Some(ZoneKey::Enum(e)) = key else { return None };
    let side = |f: &&FieldSymbol| f.owner == Owner::Player && f.ty == Ty::Enum(e);
    Some(format!("players where {} == self", symbols.fields.iter().find(side)?.id))
}
