//! Checks the tables of boards.

use super::error::{VerifyResult, check};
use crate::ir::ids::{NONE, ToIndex};
use crate::ir::layout::Owner;
use crate::ir::root::Ir;

/// Checks the boards, and that all tables of cells lie in the pool.
pub(super) fn boards(ir: &Ir) -> VerifyResult {
    let (g, cells) = (&ir.geometry, ir.cells.len());
    let words = usize::from(g.words);
    let inside = |base: u32, n: usize| base.index() + n <= ir.pool.len();
    for t in &ir.tables {
        check(t.words > 0 && inside(t.base, t.rows.index() * usize::from(t.words)), || "a table".into())?;
    }
    if cells == 0 {
        return Ok(());
    }
    let directions = g.directions.and_then(|e| ir.enums.find(e)).map_or(0, |e| e.values.len());
    let fits = words == cells.div_ceil(64)
        && words <= 8
        && inside(g.steps, directions * cells)
        && inside(g.rays, directions * cells * words)
        && inside(g.neighbours, cells * words)
        && inside(g.around, cells * words)
        && inside(g.lines, g.line_count.index() * words)
        && (g.shifts.is_empty() || g.shifts.len() == directions)
        && g.shifts.iter().all(|(by, k)| by.unsigned_abs().index() <= cells && inside(*k, words))
        && g.axes.iter().all(|d| usize::from(*d) < directions);
    let in_game = g.in_game.map(|field| ir.layout.fields.find(field));
    let in_game =
        in_game.is_none_or(|field| field.is_some_and(|f| f.owner == Owner::Table && f.words == g.words));
    check(fits && in_game, || "the boards".into())?;
    let steps = &ir.pool[g.steps.index()..g.steps.index() + directions * cells];
    check(steps.iter().all(|c| *c < cells as u64 || *c == NONE), || "the steps of a board".into())?;
    for b in &ir.boards {
        check(b.first.index() + b.count.index() <= cells, || format!("board `{}`", b.id))?;
    }
    check(ir.cells.iter().all(|c| ir.boards.has(c.board)), || "the cells".into())
}
