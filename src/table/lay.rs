//! Laying a table: sets the options, initialises every field, and puts every component into its first zone.

use super::fault::Fault;
use super::machine::Machine;
use super::state::State;
use super::stop::Stop;
use super::{knowledge, sets};
use crate::ir::layout::Owner;
use crate::ir::{Ir, Layout, NONE, OptionId, ToIndex, ValueType, ZonePlaceId};

/// The reason why a table could not be laid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayFault {
    /// The game does not support this number of players.
    Players {
        /// The number of players requested.
        asked: u8,
        /// The least and greatest number.
        range: (u8, u8),
    },
    /// There are fewer options than values given.
    TooManyOptions,
    /// An option with a value out of range.
    Option {
        /// Index into `Ir::options`.
        option: OptionId,
        /// The value that was requested.
        value: i64,
    },
    /// A condition on the options is false: index into `Ir::requires`.
    Requires(usize),
    /// A rule raised a fault.
    Fault(Box<Fault>),
}

impl LayFault {
    /// Returns its message, a sentence.
    pub fn message(&self, ir: &Ir) -> String {
        match self {
            LayFault::Players { asked, range: (fewest, most) } if fewest == most => {
                format!("this game is for {fewest} players, not {asked}")
            }
            LayFault::Players { asked, range: (fewest, most) } => {
                format!("this game is for {fewest} to {most} players, not {asked}")
            }
            LayFault::TooManyOptions => format!("this game has {} options only", ir.options.len()),
            LayFault::Option { option, value } => match ir.options.find(*option) {
                Some(info) => {
                    let (low, high) = bounds(ir, *option);
                    format!("the option `{}` cannot be {value}: it goes from {low} to {high}", info.id)
                }
                None => format!("there is no option {option}"),
            },
            LayFault::Requires(i) => ir
                .requires
                .get(*i)
                .map_or_else(|| "the options do not go together".into(), |r| r.text.clone()),
            LayFault::Fault(_) => "a rule failed while the table was laid".into(),
        }
    }
}

/// Returns the least and greatest value of an option.
fn bounds(ir: &Ir, option: OptionId) -> (i64, i64) {
    match ir.options.find(option).map(|o| (&o.ty, o.range)) {
        Some((ValueType::Bool, _)) => (0, 1),
        Some((ValueType::Enum(e), _)) => (0, ir.enums.find(*e).map_or(0, |e| e.values.len() as i64 - 1)),
        Some((_, range)) => range,
        None => (0, 0),
    }
}

impl Machine<'_> {
    /// Lays a table: checks the number of players and the options, initialises every field and fills every
    /// zone. Missing options get their defaults. The flow is not started.
    pub fn lay(&mut self, players: u8, options: &[i64], seed: u64) -> Result<State, LayFault> {
        let ir = self.table.ir;
        let range = ir.game.players;
        if players < range.0 || players > range.1 || u16::from(players) > ir.layout.max_players {
            return Err(LayFault::Players { asked: players, range });
        }
        if options.len() > ir.options.len() {
            return Err(LayFault::TooManyOptions);
        }
        let mut state = State::blank(self.table.stack);
        state.reseed(seed);
        state.words[Layout::PLAYERS] = u64::from(players);
        for (i, info) in ir.options.iter().enumerate() {
            let value = options.get(i).copied().unwrap_or(info.default);
            let (low, high) = bounds(ir, OptionId::from_index(i));
            if value < low || value > high {
                return Err(LayFault::Option { option: OptionId::from_index(i), value });
            }
            state.words[Layout::OPTIONS + i] = value as u64;
        }
        for i in 0..ir.components.len() {
            state.words[self.table.place + i] = NONE;
        }
        // Every field starts as 0, so the set of value 0 in its index must hold all owners until its initial
        // value is stored.
        for (field, info) in self.table.fields.iter().zip(&ir.layout.fields) {
            if field.index_values > 0 {
                let owners = match info.owner {
                    Owner::Player => u32::from(players),
                    _ => field.owners,
                };
                let base = field.index_base.index();
                for owner in 0..u64::from(owners) {
                    sets::insert(&mut state.words[base..base + field.index_words.index()], owner);
                }
            }
        }
        for (i, require) in ir.requires.iter().enumerate() {
            if self.evaluate(&mut state, require.function, &[]).map_err(LayFault::Fault)?.first() == Some(&0)
            {
                return Err(LayFault::Requires(i));
            }
        }
        match self.call(&mut state, ir.lay, &[]) {
            Stop::Returned => {
                // A compiled game from outside may leave a field at 0 whose range does not hold 0. Such a
                // state could not be loaded.
                self.table.values(&state.words).map_err(|what| {
                    LayFault::Fault(Box::new(self.fault(ir.functions[ir.lay].entry, what)))
                })?;
                self.look_into_zones(&mut state).map_err(LayFault::Fault)?;
                knowledge::begin(self.table, &mut state.words);
                Ok(state)
            }
            Stop::Fault(fault) => Err(LayFault::Fault(fault)),
            _ => Err(LayFault::Fault(Box::new(
                self.fault(ir.functions[ir.lay].entry, "laying it stopped midway"),
            ))),
        }
    }

    /// Evaluates the expressions that say who sees into zones. After values are laid out from outside, this
    /// is to be repeated.
    ///
    /// # Errors
    /// Fails if an expression raises a fault.
    pub fn look_into_zones(&mut self, state: &mut State) -> Result<(), Box<Fault>> {
        let ir = self.table.ir;
        let everybody = u64::MAX >> (64 - state.players().clamp(1, 64));
        if !self.table.sight_varies {
            return Ok(());
        }
        for zone in &ir.zones {
            for (place, at) in zone.places().zip(0..) {
                // The zones of seats at which nobody sits are not in the game.
                let owner = ir.layout.zones.get(place).and_then(|place| place.owner);
                if owner.is_some_and(|owner| owner.0 >= state.players()) {
                    continue;
                }
                let arguments: Vec<u64> = zone.arguments_of(ZonePlaceId(place as u16)).collect();
                for viewers in zone.viewers() {
                    let seers = self
                        .evaluate(state, viewers.function, &arguments)?
                        .first()
                        .copied()
                        .unwrap_or_default();
                    // A zone that every player sees is seen by spectators, too.
                    let all = seers & everybody == everybody;
                    state.words[viewers.base.index() + at] = if all { u64::MAX } else { seers };
                }
            }
        }
        Ok(())
    }
}
