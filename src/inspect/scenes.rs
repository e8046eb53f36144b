//! Tables to be drawn or laid out elsewhere: the pieces on boards, and the contents of zones.

use std::collections::BTreeMap;

use crate::compile::CompiledGame;
use crate::ir::layout::Owner;
use crate::ir::{
    CellId, ComponentId, Ir, NONE, PlayerId, SeatNumber, StartPoint, ToIndex, ValueType, ZoneOwner,
    ZonePlaceId,
};
use crate::play::{scenario_end, scenario_table};
use crate::print::export::{CounterSetting, Sight, StandingPiece, TableSetting, ZoneSetting};
use crate::print::image_subject::scenes_named;
use crate::print::rule_figures::{SETUP, Scene, SceneName, SceneZone};
use crate::print::{Request, piece_on_cell};
use crate::table::{Names, State, Table};

/// State of a cell: its owner, from 1, and the values of enums.
#[derive(Default)]
struct Occupant {
    player: Option<SeatNumber>,
    values: Vec<String>,
}

/// Returns a table on which only the pieces are set up, as at the first choice of a game with the fewest
/// players that the default options allow.
pub fn pieces_set_up(ir: &Ir) -> TableSetting {
    let table = Table::for_checks(ir).ok().filter(|_| !ir.print.pieces.is_empty());
    let standing = table.and_then(|table| first_choice(&table).map(|state| standing_in(&table, &state)));
    TableSetting { standing: standing.unwrap_or_default(), ..TableSetting::default() }
}

/// Returns the table at the first choice of a game with the fewest players that the default options allow;
/// none if they allow no number of players.
pub fn set_up(table: &Table) -> Option<TableSetting> {
    first_choice(table).map(|state| set_up_as(table, &Names::new(table.ir()), &state))
}

/// Returns the table of a state: pieces, zones and numbers.
pub fn set_up_as(table: &Table, names: &Names, state: &State) -> TableSetting {
    TableSetting {
        players: state.players(),
        standing: standing_in(table, state),
        zones: zones_set_up(table, names, state),
        counters: counters_in(table, state),
    }
}

fn zones_set_up(table: &Table, names: &Names, state: &State) -> Vec<ZoneSetting> {
    let ir = table.ir();
    let mut zones = Vec::new();
    for key in ir.layout.zones.ids() {
        let components = table.contents(state, key);
        let Some(info) = ir.zone_at(key).filter(|_| !components.is_empty()) else { continue };
        let (thing, _) = info.of_place(key);
        let viewers: Vec<PlayerId> =
            PlayerId::all(state.players()).filter(|player| table.sees(state, Some(*player), key)).collect();
        let sight = match viewers[..] {
            _ if viewers.len() == usize::from(state.players()) => Sight::Everybody,
            [player] => Sight::Player(player.seat()),
            _ => Sight::Nobody,
        };
        let is_of = |is: bool| is.then_some(thing);
        zones.push(ZoneSetting {
            key,
            label: label_of(ir, names, key),
            components,
            player: is_of(info.per.thing == ZoneOwner::Player).and_then(seat_of),
            cell: is_of(matches!(info.per.thing, ZoneOwner::Cell(_)))
                .and_then(|cell| u32::try_from(cell).ok())
                .map(CellId),
            is_ordered: info.ordered,
            sight,
        });
    }
    zones
}

/// Returns the whole numbers of the table and of its players, as declared by the game.
fn counters_in(table: &Table, state: &State) -> Vec<CounterSetting> {
    let mut counters = Vec::new();
    let fields =
        table.ir().layout.fields.iter_ids().filter(|(_, f)| f.is_declared() && f.ty == ValueType::Int);
    for (field, info) in fields {
        let owners = match info.owner {
            Owner::Table => 1,
            Owner::Player => u32::from(state.players()),
            Owner::Component | Owner::Cell => continue,
        };
        for owner in 0..owners {
            let Some(word) = table.field(state, field, owner).and_then(|words| words.first()) else {
                continue;
            };
            let player = (info.owner == Owner::Player).then(|| seat_of(owner.into())).flatten();
            counters.push(CounterSetting { id: info.id.to_string(), player, value: word.cast_signed() });
        }
    }
    counters
}

/// Returns a request with the tables that the figures of the rules show, and the errors of those that have
/// some.
pub fn with_game_scenes(game: &CompiledGame, request: Request) -> Request {
    let mut request = with_scenes(&game.ir, request);
    let broken = game.scenario_errors().filter_map(|(id, d)| Some((id.to_owned(), d.first()?.clone())));
    request.failed_scenes.extend(broken);
    request
}

/// Like `with_game_scenes`, of a compiled game, which has no scenarios that do not compile.
pub fn with_scenes(ir: &Ir, request: Request) -> Request {
    let named = scenes_named(ir);
    let Some(table) = Table::for_checks(ir).ok().filter(|_| !named.is_empty()) else { return request };
    let names = Names::new(ir);
    let mut request = request;
    for id in named {
        let scene = SceneName::of_key(&id);
        let scenario = ir.scenario(scene.scenario);
        let laid = if scene.is_played { scenario_end } else { scenario_table };
        let state = match scenario {
            _ if scene.scenario == SETUP => first_choice(&table),
            Some(scenario) => match laid(&table, &names, scenario) {
                Ok(state) => Some(state),
                Err(d) => {
                    request.failed_scenes.push((id.clone(), *d));
                    None
                }
            },
            None => None,
        };
        let Some(state) = state else { continue };
        let (standing, zones) = (standing_in(&table, &state), zones_of(&table, &names, &state));
        request.scenes.push(Scene { id, standing, zones });
    }
    request
}

/// Returns the seat of the player that a word of the state stands for.
fn seat_of(word: u64) -> Option<SeatNumber> {
    PlayerId::from_word(word).map(PlayerId::seat)
}

/// Returns the table at the first choice of a game with the fewest players.
fn first_choice(table: &Table) -> Option<State> {
    let mut machine = table.machine();
    let (fewest, most) = table.ir().game.players;
    let mut state = (fewest..=most).find_map(|players| machine.lay(players, &[], 0).ok())?;
    machine.start(&mut state, StartPoint::Setup);
    let _ = machine.advance(&mut state);
    Some(state)
}

/// Returns the contents of all zones that are not empty.
fn zones_of(table: &Table, names: &Names, state: &State) -> Vec<SceneZone> {
    let ir = table.ir();
    let mut zones = Vec::new();
    for zone in 0..ir.layout.zones.len() as u16 {
        let contents = table.contents(state, ZonePlaceId(zone));
        if contents.is_empty() {
            continue;
        }
        let seen =
            PlayerId::all(state.players()).any(|player| table.sees(state, Some(player), ZonePlaceId(zone)));
        let name = |component: ComponentId| Some(ir.components.find(component)?.name);
        let cell = ir.zone_at(ZonePlaceId(zone)).filter(|info| info.per.key.is_none()).and_then(|info| {
            let is_of_cells = matches!(info.per.thing, ZoneOwner::Cell(_));
            is_of_cells.then(|| u32::try_from(info.of_place(ZonePlaceId(zone)).0).ok()).flatten()
        });
        zones.push(SceneZone {
            cell: cell.map(CellId),
            label: label_of(ir, names, ZonePlaceId(zone)),
            names: contents.into_iter().filter_map(name).collect(),
            is_hidden: !seen,
        });
    }
    zones
}

/// Returns the name of a zone for people; of those that each player has, with the player's number.
fn label_of(ir: &Ir, names: &Names, zone: ZonePlaceId) -> String {
    let Some(info) = ir.zone_at(zone).filter(|info| info.per.key.is_none()) else {
        return names.open_label(zone);
    };
    let label = ir.print.label(&info.id);
    match info.per.thing {
        ZoneOwner::Table => label,
        ZoneOwner::Player => format!("{label} {}", info.of_place(zone).0 + 1),
        ZoneOwner::Cell(_) => match ir.cells.get(info.of_place(zone).0.index()) {
            // Areas without a name are printed by their labels, cells of grids by their ids.
            Some(cell) if cell.column == 0 && cell.printed == cell.id => {
                format!("{label}: {}", ir.print.label(&cell.id))
            }
            Some(cell) => format!("{label}: {}", cell.printed),
            None => label,
        },
        ZoneOwner::Component(_) => names.open_label(zone),
    }
}

fn standing_in(table: &Table, state: &State) -> Vec<StandingPiece> {
    let ir = table.ir();
    let mut cells: BTreeMap<CellId, Occupant> = BTreeMap::new();
    for (field, info) in
        ir.layout.fields.iter_ids().filter(|(_, f)| f.is_declared() && f.owner == Owner::Cell)
    {
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
                ValueType::Player => {
                    occupant.player = occupant.player.or(seat_of(*word));
                    // A piece may be called as the state that has its player.
                    occupant.values.push(info.id.to_string());
                }
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

/// Returns the piece that shows the state of a cell.
fn piece_of(ir: &Ir, cell: CellId, occupant: &Occupant) -> Option<StandingPiece> {
    let piece = piece_on_cell(ir, &occupant.values, occupant.player)?;
    Some(StandingPiece { cell, piece, player: occupant.player })
}
