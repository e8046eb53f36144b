//! Boards of areas in a terminal: one line for each area, with its name, its state, and the components there.

use super::brief_value::value;
use super::coordinate_board::adjoin;
use super::facts::name_with_facts;
use super::grid::wrap;
use crate::diagnostics::printable_line;
use crate::ir::layout::Owner;
use crate::ir::{BoardForm, BoardInfo, CellId, FieldId, Ir, ToIndex, ZoneOwner};
use crate::table::{LabelContext, Names, TableView, ViewedZone};
use anstyle::Style;

/// Names longer than this (in characters) do not share a line with the contents of their area.
const LONGEST: usize = 24;

/// Formats a state given by id, index and value; `None` if there is nothing to show.
pub(super) type StateFormatter<'a> = &'a dyn Fn(&str, FieldId, &[u64]) -> Option<String>;

/// Returns whether a board is written as lines: its areas have names of their own, or zones.
pub(super) fn in_lines(ir: &Ir, board: &BoardInfo) -> bool {
    let cells = board.cells();
    let named = cells.clone().any(|c| ir.cells.find(c).is_some_and(|c| c.printed != c.id));
    let zones = ir.zones.iter().any(|z| match z.per.thing {
        ZoneOwner::Cell(first) => cells.overlaps(&first.run(z.per.things.index())),
        _ => false,
    });
    board.form == BoardForm::Areas && (named || zones)
}

/// Returns the cell of a zone, if it is on a board that is written as lines.
pub(super) fn cell_with(ir: &Ir, zone: &ViewedZone) -> Option<CellId> {
    let info = ir.zones.get((ir.layout.zones.find(zone.zone)?.zone).index())?;
    let ZoneOwner::Cell(_) = info.per.thing else { return None };
    let cell = info.of_place(zone.zone).0 as u32;
    let board = ir.boards.get((ir.cells.get(cell.index())?.board).index())?;
    in_lines(ir, board).then_some(CellId(cell))
}

/// The line of an area: its name, and its state and contents.
pub(super) struct AreaLine {
    name: String,
    parts: Vec<String>,
}

impl AreaLine {
    /// Returns whether there is nothing to show but the name.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

/// Returns the lines of a board's areas. `inside` formats a zone, `value` a state (`None` if there is nothing
/// to show).
pub(super) fn area_lines(
    names: &Names,
    ir: &Ir,
    view: &TableView,
    board: &BoardInfo,
    inside: &dyn Fn(&ViewedZone) -> String,
    value: StateFormatter<'_>,
) -> Vec<AreaLine> {
    // If cells have only one sort of zone, its name is left out.
    let several = ir.zones.iter().filter(|z| matches!(z.per.thing, ZoneOwner::Cell(_))).count() > 1;
    let line = |cell: CellId| {
        let name = ir.cells.find(cell).map_or(String::new(), |c| printable_line(&c.printed));
        let of_it = |field: FieldId, owner: u32| {
            owner == cell.0 && ir.layout.fields.find(field).is_some_and(|f| f.owner == Owner::Cell)
        };
        let state = view.fields.iter().filter(|f| of_it(f.field, f.owner));
        let mut parts: Vec<String> = state.filter_map(|f| value(&f.name, f.field, &f.words)).collect();
        let zones = view.zones.iter().filter(|z| z.count > 0 && cell_with(ir, z) == Some(cell));
        parts.extend(zones.map(|zone| match several || ir.zones.len() > 1 && zone.contents.is_none() {
            true => format!("{} {}", names.zone_label(zone, LabelContext::Cell), inside(zone)),
            false => inside(zone),
        }));
        AreaLine { name, parts }
    };
    board.cells().map(line).collect()
}

/// Writes the areas of a board with their contents; if the whole board is empty, only the names.
pub(super) fn areas(lines: &[AreaLine], width: usize) -> String {
    if lines.iter().all(AreaLine::is_empty) {
        let all: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
        let dim = Style::new().dimmed();
        let lines = wrap(&all.join(" · "), width.saturating_sub(4));
        return lines.iter().map(|line| format!("    {dim}{line}{dim:#}\n")).collect();
    }
    let column = lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0).min(LONGEST);
    let mut text = String::new();
    for AreaLine { name, parts } in lines {
        let beside = wrap(&parts.join(" · "), width.saturating_sub(column + 6));
        for (i, part) in beside.iter().enumerate() {
            let name = if i == 0 { name.as_str() } else { "" };
            text.push_str(format!("    {name:column$}  {part}").trim_end());
            text.push('\n');
        }
        if beside.is_empty() {
            text.push_str(&format!("    {name}\n"));
        }
    }
    text
}

/// Describes a place, given by its index in `Ir::cells`: its name, its attributes, and the places adjacent to
/// it.
pub fn place(ir: &Ir, names: &Names, cell: CellId, width: usize) -> String {
    let Some(info) = ir.cells.find(cell) else { return String::new() };
    let printed =
        ir.attributes.iter().filter(|a| a.owner == Owner::Cell && !matches!(&*a.id, "column" | "row"));
    let facts: Vec<String> =
        printed.filter_map(|a| value(names, &a.id, &a.ty, ir.stored(a, cell.0))).collect();
    let mut text = name_with_facts(&info.printed, &facts, width);
    let around = (0..).zip(&ir.cells).filter(|(other, _)| adjoin(ir, cell, CellId(*other)));
    let around: Vec<String> = around.map(|(_, other)| printable_line(&other.printed)).collect();
    if !around.is_empty() {
        for line in wrap(&format!("adjoins {}", around.join(", ")), width.saturating_sub(2)) {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text
}

/// Describes a board of named areas: its name, and its areas.
pub fn board(ir: &Ir, board: &BoardInfo, width: usize) -> String {
    let areas = board.cells().filter_map(|cell| ir.cells.find(cell));
    let areas: Vec<String> = areas.map(|area| printable_line(&area.printed)).collect();
    name_with_facts(board.name.as_deref().unwrap_or(&board.id), &areas, width)
}
