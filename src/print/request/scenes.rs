//! The tables that figures of the rules show.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::ir::{CellId, NameId, SeatNumber};

/// Shows the table when a game begins.
pub const SETUP: &str = "setup";

/// Begins an image of the table after the steps of a scenario.
pub const AFTER: &str = "after";

/// A table that a figure shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SceneName<'t> {
    /// The id of its scenario, or [`SETUP`].
    pub scenario: &'t str,
    /// True for the table after the steps of the scenario; false for the one before them.
    pub is_played: bool,
}

impl<'t> SceneName<'t> {
    /// Parses the key of a scene, `mate` or `after:mate`.
    pub fn of_key(key: &'t str) -> SceneName<'t> {
        match key.split_once(':') {
            Some((AFTER, scenario)) => SceneName { scenario, is_played: true },
            _ => SceneName { scenario: key, is_played: false },
        }
    }

    /// Returns the key of the scene: `mate`, or `after:mate`.
    pub fn key(self) -> String {
        if self.is_played { format!("{AFTER}:{}", self.scenario) } else { self.scenario.to_owned() }
    }
}

/// A table, as a figure shows it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The key of its name.
    pub id: String,
    /// The pieces on boards.
    pub standing: Vec<StandingPiece>,
    /// The zones that are not empty.
    pub zones: Vec<SceneZone>,
}

impl Scene {
    /// Returns the zones that belong to cells of a board: by the index of the cell on the board, the indices
    /// of the zones.
    pub fn zones_by_cell(&self, cells: &Range<CellId>) -> BTreeMap<usize, Vec<usize>> {
        let mut by_cell: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (i, zone) in self.zones.iter().enumerate() {
            if let Some(cell) = zone.cell.filter(|cell| cells.contains(cell)) {
                by_cell.entry((cell - cells.start.0).index()).or_default().push(i);
            }
        }
        by_cell
    }
}

/// A zone with its contents.
#[derive(Clone, Debug)]
pub struct SceneZone {
    /// The cell that owns the zone, as an index into `Ir::cells`.
    pub cell: Option<CellId>,
    /// The name of the zone for people.
    pub label: String,
    /// Its components, as indices into `Ir::names`.
    pub names: Vec<NameId>,
    /// True if no player sees them.
    pub is_hidden: bool,
}

/// A piece of `print.toml` that stands on a cell when a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingPiece {
    /// Index into `Ir::cells`.
    pub cell: CellId,
    /// Index into the pieces of `print.toml`.
    pub piece: usize,
    /// Its owner, from 1; none for the pieces of the table.
    pub player: Option<SeatNumber>,
}
