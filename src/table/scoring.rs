//! Computes the outcome of a game: runs the rules about scores, ties and sides.

use super::fault::Fault;
use super::machine::Machine;
use super::outcome::{Ending, PlayerResult, TableOutcome};
use super::state::State;
use crate::ir::{FigureInfo, FunctionId, SidesInfo, ToIndex};

impl Machine<'_> {
    /// Writes for each player the value by which `together` divides sides: players with equal values are on
    /// one side.
    ///
    /// # Errors
    /// Fails if the rule raises a fault.
    pub fn side_values(&mut self, state: &mut State, values: &mut Vec<u64>) -> Result<(), Box<Fault>> {
        values.clear();
        match self.table().ir().sides {
            SidesInfo::Each => values.extend(0..u64::from(state.players())),
            SidesInfo::Table => values.resize(state.players().index(), 0),
            SidesInfo::By(function) => {
                for player in 0..u64::from(state.players()) {
                    let value = self.evaluate(state, function, &[player])?;
                    values.push(value.first().copied().unwrap_or(0));
                }
            }
        }
        Ok(())
    }

    /// Computes a figure of the game: one value for the table, or one for each player.
    ///
    /// # Errors
    /// Fails if the rule raises a fault.
    pub fn figure(&mut self, state: &State, figure: &FigureInfo) -> Result<Vec<Vec<u64>>, Box<Fault>> {
        let players = if figure.per_player { 0..u64::from(state.players()) } else { 0..1 };
        self.on_copy(state, |machine, copy| {
            let asked = |player| {
                let of: &[u64] = if figure.per_player { &[player] } else { &[] };
                machine.evaluate(copy, figure.function, of).map(<[u64]>::to_vec)
            };
            players.map(asked).collect()
        })
    }

    /// Returns the outcome of a game. Scores are computed for every ending, and can raise a fault. Having
    /// won, and not having lost, ranks before scores.
    pub fn outcome(&mut self, state: &State) -> Result<TableOutcome, Box<Fault>> {
        let mut outcome = TableOutcome::open();
        self.outcome_into(state, &mut outcome)?;
        Ok(outcome)
    }

    /// Writes the outcome of a game into an existing value, so that successive games need no allocation.
    ///
    /// # Errors
    /// Fails like [`Machine::outcome`]; `outcome` is then invalid.
    pub fn outcome_into(&mut self, state: &State, outcome: &mut TableOutcome) -> Result<(), Box<Fault>> {
        let ir = self.table().ir();
        let players = state.players();
        outcome.ending = state.ending();
        outcome.named = state.named_ending();
        outcome.sides.clear();
        if outcome.standings.len() != players.index() {
            outcome.standings.resize_with(players.index(), PlayerResult::open);
        }
        for (player, standing) in outcome.standings.iter_mut().enumerate() {
            standing.side = if ir.sides == SidesInfo::Each { player as u8 } else { 0 };
            standing.score = None;
            standing.ties.clear();
        }
        let scores = ir.score.filter(|_| outcome.ending != Ending::Open);
        let divided = matches!(ir.sides, SidesInfo::By(_));
        let read = |standings: &mut [_]| scores.is_none_or(|score| self.read_scores(state, score, standings));
        if divided || !read(&mut outcome.standings) {
            self.on_copy(state, |machine, copy| {
                machine.tell_sides(copy, outcome)?;
                scores.map_or(Ok(()), |score| machine.score(copy, score.0, &mut outcome.standings))
            })?;
        }
        outcome.rank(state);
        let decided = ir.score.is_some();
        let winners = state.winners();
        for (player, standing) in outcome.standings.iter_mut().enumerate() {
            standing.won = match outcome.ending {
                Ending::Scored => decided && standing.rank == 1 && !standing.lost,
                Ending::Settled => winners >> player & 1 == 1,
                Ending::Draw | Ending::Open => false,
            };
        }
        Ok(())
    }

    /// Writes each player's side, if a rule divides the sides.
    fn tell_sides(&mut self, state: &mut State, outcome: &mut TableOutcome) -> Result<(), Box<Fault>> {
        if !matches!(self.table().ir().sides, SidesInfo::By(_)) {
            return Ok(());
        }
        let mut values = Vec::new();
        self.side_values(state, &mut values)?;
        for (standing, value) in outcome.standings.iter_mut().zip(values) {
            let known = outcome.sides.iter().position(|side| *side == value);
            standing.side = known.unwrap_or(outcome.sides.len()) as u8;
            if known.is_none() {
                outcome.sides.push(value);
            }
        }
        Ok(())
    }

    /// Writes each player's score if it is the value of a field, which no rule needs to compute. Returns
    /// whether it is.
    fn read_scores(&self, state: &State, score: FunctionId, standings: &mut [PlayerResult]) -> bool {
        self.table().ir().ties.is_empty()
            && (0..).zip(standings).all(|(player, standing)| {
                standing.score = self.read_directly(state, score, &[player]).map(|word| word as i64);
                standing.score.is_some()
            })
    }

    /// Writes each player's score and tie-break values.
    fn score(
        &mut self,
        state: &mut State,
        score: u16,
        standings: &mut [PlayerResult],
    ) -> Result<(), Box<Fault>> {
        let ties = &self.table().ir().ties;
        for (player, standing) in standings.iter_mut().enumerate() {
            let mut value = |function| {
                self.evaluate(state, function, &[player as u64]).map(|r| r.first().map_or(0, |w| *w as i64))
            };
            standing.score = Some(value(FunctionId(score))?);
            for function in ties {
                standing.ties.push(value(*function)?);
            }
        }
        Ok(())
    }
}
