//! Which rules ran.

use crate::ir::{Ir, Op, Place};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// How often each instruction ran, in the games watched closely.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// How many games were watched.
    pub games: u64,
    /// Each of `Ir::code`.
    pub ran: Vec<u64>,
}

/// A line of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Which of `Ir::files`.
    pub file: u32,
    /// From 1.
    pub number: usize,
    /// How often the instruction of it that ran most ran.
    pub ran: u64,
    /// How many instructions of it ran in all.
    pub work: u64,
    /// Places on it of which nothing ran.
    pub never: Vec<Place>,
}

impl Rules {
    /// Adds what a machine has counted.
    pub fn add(&mut self, ran: &[u64]) {
        if self.ran.len() < ran.len() {
            self.ran.resize(ran.len(), 0);
        }
        self.ran.iter_mut().zip(ran).for_each(|(all, some)| *all += some);
    }

    /// Adds all that the other has counted.
    pub fn merge(&mut self, other: &Rules) {
        self.games += other.games;
        self.add(&other.ran);
    }

    /// The lines of the author's files that became instructions, in order; but for what scenarios do and how bots judge.
    pub fn lines(&self, ir: &Ir) -> Vec<Line> {
        let in_game = in_game(ir);
        let mut places: BTreeMap<(u32, u32, u32), (u64, u64)> = BTreeMap::new();
        let bodies = ir.bodies().into_iter().enumerate().filter(|(f, _)| in_game.contains(&(*f as u16)));
        for (_, body) in bodies {
            // Where a rule must not come to is no part of it.
            let guard = |pc: &u32| matches!(ir.code.get(*pc as usize), Some(Op::Fail { .. }));
            for pc in body.filter(|pc| !guard(pc)) {
                let Some(place) = ir.place_of(pc).filter(|p| in_play(ir, p)) else { continue };
                let ran = self.ran.get(pc as usize).copied().unwrap_or_default();
                let (most, work) = places.entry((place.file, place.start, place.end)).or_default();
                *most = ran.max(*most);
                *work += ran;
            }
        }
        let mut lines: BTreeMap<(u32, usize), Line> = BTreeMap::new();
        for ((file, start, end), (ran, work)) in places {
            let Some(text) = ir.files.get(file as usize) else { continue };
            let number = text.line_of(start);
            let line = lines.entry((file, number)).or_insert(Line { file, number, ran: 0, work: 0, never: Vec::new() });
            line.ran = line.ran.max(ran);
            line.work += work;
            if ran == 0 {
                line.never.push(Place { file, start, end });
            }
        }
        lines.into_values().collect()
    }
}

/// Functions that a game can come to, from laying the table to scoring it. Left out are those that play has copies of instead, and
/// those that only bots or checks of decks ask.
fn in_game(ir: &Ir) -> BTreeSet<u16> {
    let begins = [Some(ir.lay), ir.setup, ir.play, ir.score].into_iter().flatten();
    ir.called(begins.chain(ir.ties.iter().copied()).chain(ir.requires.iter().map(|r| r.function)))
}

/// Whether a place is one of the game's own files, not of a scenario's.
pub(super) fn in_play(ir: &Ir, place: &Place) -> bool {
    // What the compiler adds stands nowhere.
    let file = ir.files.get(place.file as usize).filter(|_| place.start < place.end);
    file.is_some_and(|f| !Path::new(&f.name).iter().any(|part| part == "scenarios"))
}
