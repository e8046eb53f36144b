//! Counts the rules that ran.

use crate::ir::{CodeAddress, FileTextId, FunctionId, Ir, IrSpan, Op};
use crate::play::add_counts;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Execution counts of instructions, in the games watched closely.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleCounts {
    /// Number of games watched.
    pub games: u64,
    /// The count of each instruction, in the order of `Ir::code`.
    pub ran: Vec<u64>,
    /// The counts of instructions that bots ran while they looked ahead.
    pub of_bots: Vec<u64>,
}

/// A line of the rules with its execution counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleLineCount {
    /// The file, an index of `Ir::files`.
    pub file: FileTextId,
    /// The line number, from 1.
    pub number: usize,
    /// The greatest execution count of an instruction of the line.
    pub ran: u64,
    /// The sum of the execution counts of its instructions.
    pub work: u64,
    /// Places on the line at which no instruction ran.
    pub never: Vec<IrSpan>,
}

impl RuleCounts {
    /// Adds the execution counts of the machine that played a game.
    pub fn add(&mut self, ran: &[u64]) {
        add_counts(&mut self.ran, ran);
    }

    /// Adds the execution counts of a bot.
    pub fn add_of_bots(&mut self, ran: &[u64]) {
        add_counts(&mut self.of_bots, ran);
    }

    /// Adds the other's counts.
    pub fn merge(&mut self, other: &RuleCounts) {
        self.games += other.games;
        self.add(&other.ran);
        self.add_of_bots(&other.of_bots);
    }

    /// Returns the lines of the author's files that became instructions, in order, except those of scenarios
    /// and of bots' evaluations.
    pub fn lines(&self, ir: &Ir) -> Vec<RuleLineCount> {
        let in_game = in_game(ir);
        lines(ir, &self.ran, |function| in_game.contains(&function))
    }

    /// Returns the lines that bots ran while they looked ahead, in order: those of the rules, and of the
    /// bots' evaluations.
    pub fn lines_of_bots(&self, ir: &Ir) -> Vec<RuleLineCount> {
        let mut lines = lines(ir, &self.of_bots, |_| true);
        lines.retain(|line| line.work > 0);
        lines
    }
}

/// Returns the lines of the author's files that became instructions of some functions, with their execution
/// counts.
fn lines(ir: &Ir, counts: &[u64], is_wanted: impl Fn(FunctionId) -> bool) -> Vec<RuleLineCount> {
    let mut places: BTreeMap<(FileTextId, u32, u32), (u64, u64)> = BTreeMap::new();
    let bodies = ir.bodies().into_iter().enumerate().filter(|(f, _)| is_wanted(FunctionId(*f as u16)));
    for (_, body) in bodies {
        // An instruction that only raises a fault is not expected to run.
        let guard =
            |pc: &CodeAddress| matches!(ir.code.get(pc.index()), Some(Op::Fail { .. } | Op::Outside { .. }));
        for pc in body.filter(|pc| !guard(pc)) {
            let Some(place) = ir.place_of(pc).filter(|p| in_play(ir, p)) else { continue };
            let ran = counts.get(pc.index()).copied().unwrap_or_default();
            let (most, work) = places.entry((place.file, place.start, place.end)).or_default();
            *most = ran.max(*most);
            *work += ran;
        }
    }
    let mut lines: BTreeMap<(FileTextId, usize), RuleLineCount> = BTreeMap::new();
    for ((file, start, end), (ran, work)) in places {
        let Some(text) = ir.files.find(file) else { continue };
        let number = text.line_of(start);
        let line = lines.entry((file, number)).or_insert(RuleLineCount {
            file,
            number,
            ran: 0,
            work: 0,
            never: Vec::new(),
        });
        line.ran = line.ran.max(ran);
        line.work += work;
        if ran == 0 {
            line.never.push(IrSpan { file, start, end });
        }
    }
    lines.into_values().collect()
}

/// Returns the functions that a game can call, from laying the table to scoring it. Functions that play has
/// its own copies of, and those that only bots or checks of decks call, are left out.
fn in_game(ir: &Ir) -> BTreeSet<FunctionId> {
    let begins = [Some(ir.lay), ir.setup, ir.play, ir.score].into_iter().flatten();
    ir.reachable_functions(
        begins.chain(ir.ties.iter().copied()).chain(ir.requires.iter().map(|r| r.function)),
    )
}

/// Returns whether a place is one of the game's own files, not of a scenario's.
pub(super) fn in_play(ir: &Ir, place: &IrSpan) -> bool {
    // Code added by the compiler has an empty place.
    let file = ir.files.find(place.file).filter(|_| place.start < place.end);
    file.is_some_and(|f| !Path::new(&f.name).iter().any(|part| part == "scenarios"))
}
