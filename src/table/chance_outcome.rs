//! Outcomes of chance supplied from outside: by a scenario, a search, or a person with dice.

use super::chance_request::ChanceOutcome;
use super::events::{Event, Listen};
use super::machine::Machine;
use super::state::{State, Status};
use super::stop::Rejection;
use super::{chance, knowledge, moves, sets, zones};
use crate::ir::{ComponentId, Layout, NONE, Op, Reg, ToIndex, ZonePlaceId};

impl Machine<'_> {
    /// Supplies the outcome of chance that a state waits for. [`Machine::advance`] then continues.
    pub fn give(&mut self, state: &mut State, given: ChanceOutcome) -> Result<(), Rejection> {
        if state.status() != Status::Chance {
            return Err(Rejection::NotAsked);
        }
        let pc = state.words[Layout::PC].index();
        let base = state.words[Layout::BASE].index();
        let reg =
            |state: &State, r: Reg| state.words.get(base + r.index()).copied().ok_or(Rejection::NotAsked);
        match self.table.code.get(pc) {
            Some(&(Op::Roll { d, .. } | Op::RollDie { d, .. })) => {
                let (sides, die) = match self.table.code.get(pc) {
                    Some(&Op::RollDie { die, .. }) => {
                        let faces = self.table.ir.dice.find(die).ok_or(Rejection::NotAsked)?.faces.len();
                        (faces as i64, Some(die))
                    }
                    Some(&Op::Roll { a, .. }) => (reg(state, a)? as i64, None),
                    _ => return Err(Rejection::NotAsked),
                };
                let result = match given {
                    ChanceOutcome::Draw if sides > 0 => {
                        chance::below(&mut state.words, sides as u64) as i64 + 1
                    }
                    ChanceOutcome::Roll(result) if result >= 1 && result <= sides => result,
                    _ => return Err(Rejection::NotPossible),
                };
                let shown = match die.and_then(|die| self.table.ir.dice.find(die)) {
                    Some(die) => *die.faces.get(result as usize - 1).ok_or(Rejection::NotPossible)?,
                    None => result,
                };
                *state.words.get_mut(base + d.index()).ok_or(Rejection::NotAsked)? = shown as u64;
                self.note(Event::Roll { sides, result, die });
            }
            Some(&Op::Random { n, d, a }) => {
                let start = base + a.index();
                let set = state.words.get(start..start + n.index()).ok_or(Rejection::NotAsked)?;
                let count = sets::count(set) as u64;
                let element = match given {
                    ChanceOutcome::Pick(element) if sets::has(set, element) => element,
                    ChanceOutcome::Draw if count > 0 => {
                        let rank = chance::below(&mut state.words, count).index();
                        sets::nth(&state.words[start..start + n.index()], rank).unwrap_or(NONE)
                    }
                    _ => return Err(Rejection::NotPossible),
                };
                *state.words.get_mut(base + d.index()).ok_or(Rejection::NotAsked)? = element;
                self.note(Event::Random { element });
            }
            Some(&Op::Shuffle { z }) => {
                let index = reg(state, z)?;
                let zone = zones::zone(self.table, index).map_err(|_| Rejection::NotAsked)?;
                let top: &[ComponentId] = match given {
                    ChanceOutcome::Draw => &[],
                    ChanceOutcome::Top(components) => components,
                    _ => return Err(Rejection::NotPossible),
                };
                let twice = top.iter().enumerate().any(|(i, c)| top[..i].contains(c));
                let place = |c: u64| {
                    zones::exists(self.table, c).is_ok().then(|| zones::place(self.table, &state.words, c))
                };
                if twice || !top.iter().all(|c| place(u64::from(*c)) == Some(index)) {
                    return Err(Rejection::NotPossible);
                }
                moves::shuffle(self.table, &mut state.words, zone);
                for &component in top.iter().rev() {
                    moves::shift(self.table, &mut state.words, u64::from(component), index, false)
                        .map_err(|_| Rejection::NotPossible)?;
                }
                knowledge::mix(self.table, &mut state.words, zone);
                self.note(Event::Shuffle { zone: ZonePlaceId(index as u16) });
            }
            _ => return Err(Rejection::NotAsked),
        }
        state.words[Layout::PC] += 1;
        state.words[Layout::STATUS] = Status::Running.word();
        Ok(())
    }

    fn note(&mut self, event: Event) {
        if self.listen == Listen::Everything {
            self.events.push(event);
        }
    }
}
