//! Zones and state laid out by an outside program, in the format of an evaluation line; driven games can
//! begin from it, too.

use serde_json::{Map, Value, json};

use super::line::{EvalLine, LineContext};
use super::lookup::Lookup;
use crate::compile::CompiledGame;
use crate::ir::{FieldId, Owner, ZonePlaceId};
use crate::play::laying;
use crate::table::{Names, State, Table};

/// Contents of zones, and values of state.
pub struct TableContents(EvalLine);

impl TableContents {
    /// Parses `zones` and `state`. The error is a message for people.
    pub fn read(
        game: &CompiledGame,
        names: &Names,
        zones: &Map<String, Value>,
        state: &Map<String, Value>,
    ) -> Result<Self, String> {
        let ir = &game.ir;
        let lookup = Lookup::new(ir, names);
        let mut line = EvalLine::default();
        let text = json!({ "zones": zones, "state": state }).to_string();
        let read =
            line.read(&LineContext { game, ir, names, lookup: &lookup, list_files: true }, text.as_bytes());
        read.map_err(|(_, message)| message)?;
        Ok(TableContents(line))
    }

    /// Lays out the zones and state on a table. The error is a message for people.
    pub fn lay(&self, table: &Table, names: &Names, state: &mut State) -> Result<(), String> {
        self.0.lay_out(table, names, state)
    }
}

impl EvalLine {
    /// Lays out the line's zones and state on a table.
    pub(super) fn lay_out(&self, table: &Table, names: &Names, state: &mut State) -> Result<(), String> {
        let zones = self.zones.iter().map(|(zone, from, to)| (*zone, &self.cards[*from..*to]));
        laying::lay_zones(table, state, zones).map_err(|unlaid| unlaid.message(names, state))?;
        laying::lay_values(table, state, &self.state)
    }

    /// Returns the highest seat that the line names; 0 if none.
    pub(super) fn seats(&self, table: &Table) -> u8 {
        let layout = &table.ir().layout;
        let zone =
            |zone: ZonePlaceId| layout.zones.find(zone).and_then(|p| p.owner).map_or(0, |o| o.seat().0);
        let players = |field: FieldId| layout.fields.find(field).is_some_and(|f| f.owner == Owner::Player);
        let of_zones = self.zones.iter().map(|(z, ..)| zone(*z));
        let of_state = self.state.iter().filter(|laid| players(laid.field)).map(|laid| laid.owner as u8 + 1);
        of_zones.chain(of_state).max().unwrap_or(0)
    }
}
