//! The tables that figures of the rules show.

use crate::ir::{CellId, NameId, SeatNumber};

/// Shows the table when a game begins.
pub const SETUP: &str = "setup";

/// A table, as a figure shows it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The id of its scenario, or [`SETUP`].
    pub id: String,
    /// The pieces on boards.
    pub standing: Vec<StandingPiece>,
    /// The zones that are not empty.
    pub zones: Vec<SceneZone>,
}

/// A zone with its contents.
#[derive(Clone, Debug)]
pub struct SceneZone {
    /// The cell that it belongs to, as an index into `Ir::cells`.
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
