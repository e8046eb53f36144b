//! Tables to be drawn or laid out elsewhere: the pieces on boards, and the contents of zones.

use std::collections::BTreeMap;

use crate::ir::layout::Owner;
use crate::ir::{CellId, ComponentId, Ir, NONE, StartPoint, ValueType, ZoneOwner, ZonePlaceId};
use crate::play::scenario_start;
use crate::print::Request;
use crate::print::export::StandingPiece;
use crate::print::rule_figures::{SETUP, Scene, SceneZone, scenes_named};
use crate::table::{Names, State, Table};

/// State of a cell: its owner, from 1, and the values of enums.
#[derive(Default)]
struct Occupant {
    player: Option<u8>,
    values: Vec<String>,
}

/// Returns the pieces on cells at the first choice of a game with the fewest players; none if no piece is declared.
pub fn standing(ir: &Ir) -> Vec<StandingPiece> {
    let Some(table) = Table::of_compiled(ir).ok().filter(|_| !ir.print.pieces.is_empty()) else { return Vec::new() };
    first_choice(&table).map_or_else(Vec::new, |state| standing_in(&table, &state))
}

/// Returns a request with the tables that the figures of the rules show.
pub fn with_scenes(ir: &Ir, request: Request) -> Request {
    let named = scenes_named(ir);
    let Some(table) = Table::of_compiled(ir).ok().filter(|_| !named.is_empty()) else { return request };
    let names = Names::new(ir);
    let scene = |id: String| {
        let state = match ir.scenarios.iter().find(|scenario| scenario.id == id) {
            _ if id == SETUP => first_choice(&table)?,
            // `run` reports a scenario that cannot be laid out.
            Some(scenario) => scenario_start(&table, &names, scenario).ok()?.state,
            None => return None,
        };
        let (standing, zones) = (standing_in(&table, &state), zones_of(&table, &names, &state));
        Some(Scene { id, standing, zones })
    };
    Request { scenes: named.into_iter().filter_map(scene).collect(), ..request }
}

/// Returns the table at the first choice of a game with the fewest players.
fn first_choice(table: &Table) -> Option<State> {
    let mut machine = table.machine();
    let mut state = machine.lay(table.ir().game.players.0, &[], 0).ok()?;
    machine.start(&mut state, StartPoint::Setup);
    let _ = machine.advance(&mut state);
    Some(state)
}

/// Returns the contents of all zones that are not empty, except those of cells.
fn zones_of(table: &Table, names: &Names, state: &State) -> Vec<SceneZone> {
    let ir = table.ir();
    let mut zones = Vec::new();
    for zone in 0..ir.layout.zones.len() as u16 {
        let is_of_cell = ir.zone_at(ZonePlaceId(zone)).is_none_or(|info| matches!(info.per.thing, ZoneOwner::Cell(_)));
        let contents = table.contents(state, ZonePlaceId(zone));
        if is_of_cell || contents.is_empty() {
            continue;
        }
        let seen = (0..state.players()).any(|player| table.sees(state, Some(player), ZonePlaceId(zone)));
        let name = |component: ComponentId| Some(ir.components.find(component)?.name);
        zones.push(SceneZone {
            label: label_of(ir, names, ZonePlaceId(zone)),
            names: contents.into_iter().filter_map(name).collect(),
            is_hidden: !seen,
        });
    }
    zones
}

/// Returns the name of a zone for people; of those that each player has, with the player's number.
fn label_of(ir: &Ir, names: &Names, zone: ZonePlaceId) -> String {
    let Some(info) = ir.zone_at(zone).filter(|info| info.per.key.is_none()) else { return names.open_label(zone) };
    let label = ir.print.label(&info.id);
    match info.per.thing {
        ZoneOwner::Table => label,
        ZoneOwner::Player => format!("{label} {}", info.of_place(zone).0 + 1),
        ZoneOwner::Cell(_) | ZoneOwner::Component(_) => names.open_label(zone),
    }
}

fn standing_in(table: &Table, state: &State) -> Vec<StandingPiece> {
    let ir = table.ir();
    let mut cells: BTreeMap<CellId, Occupant> = BTreeMap::new();
    for (field, info) in ir.layout.fields.iter_ids().filter(|(_, f)| f.is_declared() && f.owner == Owner::Cell) {
        for cell in 0..info.owners {
            let Some(word) = table.field(state, field, cell).and_then(|words| words.first()) else {
                continue;
            };
            let inner = match &info.ty {
                ValueType::Optional(_) if *word == NONE => continue,
                ValueType::Optional(inner) => inner,
                ty => ty,
            };
            let occupant = cells.entry(CellId(cell)).or_default();
            match inner {
                ValueType::Player => occupant.player = occupant.player.or(u8::try_from(word + 1).ok()),
                ValueType::Enum(e) => {
                    let values = ir.enums.find(*e).map(|e| &e.values);
                    occupant.values.extend(values.and_then(|v| v.get(*word as usize)).cloned());
                }
                _ => {}
            }
        }
    }
    cells.into_iter().filter_map(|(cell, occupant)| piece_of(ir, cell, &occupant)).collect()
}

/// Returns the piece that shows the state of a cell: the one called as one of its values, or else the only one that players have.
fn piece_of(ir: &Ir, cell: CellId, occupant: &Occupant) -> Option<StandingPiece> {
    let pieces =
        || ir.print.pieces.iter().enumerate().filter(|(_, piece)| piece.per_player == occupant.player.is_some());
    let named = pieces().find(|(_, piece)| occupant.values.contains(&piece.id));
    let mut of_players = pieces().filter(|_| occupant.player.is_some());
    let only = of_players.next().filter(|_| of_players.next().is_none());
    let (piece, _) = named.or(only)?;
    Some(StandingPiece { cell, piece, player: occupant.player })
}
