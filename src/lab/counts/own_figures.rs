//! Answers to the game's own figures.

use crate::ir::{FigureInfo, Ir};
use crate::lab::statistics::Moments;
use crate::table::{Fault, Machine, State, TableOutcome};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The answers to the game's own figures, in the order of `Ir::figures`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnFigureCounts {
    /// The answers to each figure.
    pub figures: Vec<FigureCounts>,
    /// The answers of the current game: for each figure, those of each player, or the one of the table.
    #[serde(skip)]
    open: Vec<Vec<Vec<u64>>>,
}

/// The answers to one figure. For a figure of the table, a game counts as won if anybody has won it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureCounts {
    /// Number of answers: one for each game, or one for each of its players.
    pub asked: u64,
    /// Number of answers by winners.
    pub won: u64,
    /// The answers to a figure that is a number, by seat (by bot, where seats rotate), or of the table.
    pub numbers: Vec<Moments>,
    /// The answers to a figure that is a number: those of winners, and the others.
    pub winners: [Moments; 2],
    /// The answers to a figure that is a number, by ending, in the order of `Ir::endings`.
    pub endings: Vec<Moments>,
    /// The answers to any other figure, by value.
    pub values: BTreeMap<u64, ValueFrequency>,
}

/// The frequency of a value among the answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueFrequency {
    /// Number of answers with this value.
    pub times: u64,
    /// Number of them by winners.
    pub wins: u64,
    /// Number of them by ending, in the order of `Ir::endings`.
    pub endings: Vec<u64>,
}

impl OwnFigureCounts {
    /// Creates empty answers for a game with `players` players.
    pub fn new(ir: &Ir, players: u8) -> OwnFigureCounts {
        let of = |figure: &FigureInfo| FigureCounts {
            numbers: match figure.is_number() {
                true => vec![Moments::default(); if figure.per_player { usize::from(players) } else { 1 }],
                false => Vec::new(),
            },
            endings: if figure.is_number() { vec![Moments::default(); ir.endings.len()] } else { Vec::new() },
            ..FigureCounts::default()
        };
        OwnFigureCounts { figures: ir.figures.iter().map(of).collect(), open: Vec::new() }
    }

    /// Evaluates the figures at the end of a game.
    ///
    /// # Errors
    /// A figure fails, as any rule can.
    pub fn evaluate(&mut self, machine: &mut Machine, state: &State) -> Result<(), Box<Fault>> {
        let ir = machine.table().ir();
        if ir.figures.is_empty() {
            return Ok(());
        }
        self.open =
            ir.figures.iter().map(|figure| machine.figure(state, figure)).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Counts the answers of the current game. `seat_of` is the seat of each bot.
    pub fn finish(&mut self, ir: &Ir, outcome: &TableOutcome, seat_of: &[usize]) {
        if self.open.is_empty() {
            return;
        }
        let open = std::mem::take(&mut self.open);
        for ((figure, counted), answers) in ir.figures.iter().zip(&mut self.figures).zip(&open) {
            if !figure.per_player {
                let won = outcome.standings.iter().any(|s| s.won);
                answers.iter().for_each(|answer| counted.add(ir, figure, 0, answer, won, outcome.named));
                continue;
            }
            for (bot, seat) in seat_of.iter().enumerate() {
                if let (Some(answer), Some(standing)) = (answers.get(*seat), outcome.standings.get(*seat)) {
                    counted.add(ir, figure, bot, answer, standing.won, outcome.named);
                }
            }
        }
    }

    /// Returns whether the counts are possible for `games` games with `seats` seats.
    pub fn is_sound(&self, games: u64, seats: u64) -> bool {
        let most = games.saturating_mul(seats.max(1));
        self.figures.iter().all(|answers| {
            answers.asked <= most
                && answers.won <= answers.asked
                && answers
                    .numbers
                    .iter()
                    .chain(&answers.winners)
                    .chain(&answers.endings)
                    .all(|m| m.count <= answers.asked)
                && answers.values.values().all(|seen| {
                    let ended = seen.endings.iter().all(|times| *times <= seen.times);
                    seen.times <= answers.asked && seen.wins <= seen.times && ended
                })
        })
    }

    /// Adds the other's counts.
    pub fn merge(&mut self, other: &OwnFigureCounts) {
        self.figures.iter_mut().zip(&other.figures).for_each(|(mine, theirs)| mine.merge(theirs));
    }
}

impl FigureCounts {
    fn add(
        &mut self,
        ir: &Ir,
        figure: &FigureInfo,
        whose: usize,
        answer: &[u64],
        won: bool,
        ending: Option<u16>,
    ) {
        self.asked += 1;
        self.won += u64::from(won);
        let ending = ending.map(usize::from);
        if figure.is_number() {
            let number = answer.first().map_or(0, |word| *word as i64);
            let by_ending = ending.and_then(|e| self.endings.get_mut(e));
            let all = self.numbers.get_mut(whose).into_iter().chain(by_ending);
            all.chain([&mut self.winners[usize::from(!won)]]).for_each(|moments| moments.add(number));
            return;
        }
        for value in figure.values(ir, answer) {
            let seen = self.values.entry(value).or_default();
            seen.endings.resize(ir.endings.len(), 0);
            seen.times += 1;
            seen.wins += u64::from(won);
            ending.and_then(|e| seen.endings.get_mut(e)).into_iter().for_each(|times| *times += 1);
        }
    }

    /// Returns the numbers of all seats together.
    pub fn all(&self) -> Moments {
        let mut all = Moments::default();
        self.numbers.iter().for_each(|of| all.merge(of));
        all
    }

    fn merge(&mut self, other: &FigureCounts) {
        self.asked += other.asked;
        self.won += other.won;
        let mine = self.numbers.iter_mut().chain(&mut self.winners).chain(&mut self.endings);
        let theirs = other.numbers.iter().chain(&other.winners).chain(&other.endings);
        mine.zip(theirs).for_each(|(mine, theirs)| mine.merge(theirs));
        for (value, theirs) in &other.values {
            let seen = self.values.entry(*value).or_default();
            seen.endings.resize(theirs.endings.len(), 0);
            seen.times += theirs.times;
            seen.wins += theirs.wins;
            seen.endings.iter_mut().zip(&theirs.endings).for_each(|(mine, theirs)| *mine += theirs);
        }
    }
}
