//! The present state of a card or of a place, as a player sees it.

use super::brief_value::value;
use super::cell_signs::cell_of_zone;
use super::grid::wrap;
use super::table_text::{TableFormatter, with_state_aside};
use crate::diagnostics::runs;
use crate::ir::layout::Owner;
use crate::ir::{CellId, ComponentId, NameId, ValueType};
use crate::table::{LabelContext, Names, State, Table, TableView};

/// Returns the lines about the present state of a place, and its contents: numbers even if they are 0, other
/// state unless it is no, none or empty. `laid` is the state at the start.
pub fn place_now(
    table: &Table,
    names: &Names,
    view: &TableView,
    (now, laid): (&State, &State),
    cell: CellId,
    width: usize,
) -> String {
    let formatter = TableFormatter::new(table, names, view, (now, laid));
    let fields = &table.ir().layout.fields;
    let state = view.fields.iter().filter(|seen| seen.owner == cell.0);
    let state = state.filter_map(|seen| {
        let info = fields.find(seen.field).filter(|info| info.owner == Owner::Cell)?;
        let is_number = matches!(info.ty, ValueType::Int | ValueType::Amount(_));
        let nothing = || formatter.nothing_text(&info.id, &info.ty, &seen.words).filter(|_| is_number);
        value(names, &info.id, &info.ty, &seen.words).or_else(nothing)
    });
    let mut parts: Vec<String> = state.collect();
    let zones = view.zones.iter().filter(|z| z.count > 0 && cell_of_zone(table.ir(), z) == Some(cell));
    parts.extend(zones.map(|zone| {
        format!("{}: {}", names.zone_label(zone, LabelContext::Cell), formatter.zone_line(zone))
    }));
    lines(&parts, width)
}

/// Returns the lines about the present state of a card's copies that the player sees, where it has changed
/// since the start.
pub fn card_now(
    table: &Table,
    names: &Names,
    view: &TableView,
    (now, laid): (&State, &State),
    name: NameId,
    width: usize,
) -> String {
    let Some(info) = table.ir().names.find(name) else { return String::new() };
    let seen = with_state_aside(table, view, (now, laid));
    let formatter = TableFormatter::new(table, names, &seen, (now, laid));
    let is_seen = |component: &ComponentId| {
        let in_zone = seen.zones.iter().filter_map(|zone| zone.contents.as_ref()).flatten();
        in_zone.chain(&seen.out_of_play).any(|other| other == component)
    };
    let copies = info.components().filter(is_seen);
    let states = copies.map(|copy| formatter.changes(copy).join(", ")).filter(|text| !text.is_empty());
    lines(&runs(&states.collect::<Vec<_>>()), width)
}

fn lines(parts: &[String], width: usize) -> String {
    if parts.is_empty() {
        return String::new();
    }
    let lines = wrap(&format!("now: {}", parts.join(" · ")), width.saturating_sub(2));
    lines.iter().map(|line| format!("  {line}\n")).collect()
}
