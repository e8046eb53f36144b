//! Builds recipes: finds the instructions from which a register of a suspended rule can be recomputed.

use super::frames::holds;
use super::program::Table;
use super::recipes::{Recipe, RecipeInput, RecipeNode};
use super::taint::Taint;
use super::taint_flow::TaintFlow;
use super::taint_summary::Summary;
use crate::ir::{ComponentRegisters, Op, Reg, ToIndex};

/// The maximum depth of a recipe, and its maximum number of instructions.
const DEEPEST: usize = 24;
const MOST: usize = 200;

/// Builds recipes for the registers of a function suspended at an instruction.
pub(super) struct RecipeBuilder<'a, 't> {
    table: &'a Table<'t>,
    flow: &'a TaintFlow,
    summary: &'a Summary,
    held: &'a [ComponentRegisters],
    at: usize,
    left: usize,
    /// If set, only these live registers may be leaves.
    live: Option<&'a [u64]>,
    /// True if random picks may be drawn again.
    draws: bool,
}

impl<'a, 't> RecipeBuilder<'a, 't> {
    pub fn new(
        table: &'a Table<'t>,
        flow: &'a TaintFlow,
        summary: &'a Summary,
        held: &'a [ComponentRegisters],
        at: usize,
    ) -> Self {
        RecipeBuilder { table, flow, summary, held, at, left: MOST, live: None, draws: false }
    }

    /// Restricts the leaves of recipes to live registers.
    pub fn lively(self, live: &'a [u64]) -> Self {
        RecipeBuilder { live: Some(live), ..self }
    }

    /// Returns the recipe of the value of registers before an instruction; `None` if it cannot be recomputed.
    pub fn value_before(mut self, at: usize, register: Reg, words: usize) -> Option<Recipe> {
        let (node, from) = self.value(at, register, words, 0)?;
        Some(Recipe { node, word: register.after(from)?, frame: self.flow.frame })
    }

    /// Returns the recipe of a register that may hold a random pick. Other writes to the register, such as of
    /// none, are ignored.
    pub fn draw(mut self, register: Reg) -> Option<Recipe> {
        self.draws = true;
        let writers = self.writers(self.at, register, 1)?;
        let drawn = writers.into_iter().find_map(|writer| self.pick(writer, register));
        // A pick is one word, wherever it was copied to.
        Some(Recipe { node: drawn?.0, word: 0, frame: self.flow.frame })
    }

    /// Returns the random pick in a register before an instruction, followed through copies.
    fn random_pick(&mut self, at: usize, register: Reg) -> Option<(RecipeNode, Reg)> {
        let writers = self.writers(at, register, 1)?;
        let [writer] = writers[..] else { return None };
        self.pick(writer, register)
    }

    /// Returns the random pick that an instruction wrote into a register.
    fn pick(&mut self, writer: usize, register: Reg) -> Option<(RecipeNode, Reg)> {
        self.left = self.left.checked_sub(1)?;
        match self.flow.code[writer] {
            Op::Move { d, a, .. } => self.random_pick(writer, a.offset(register.after(d)?)),
            Op::Random { .. } => self.write_recipe(writer, register, 1, 0),
            _ => None,
        }
    }

    /// Returns the recipe of a register; `None` if it cannot be recomputed.
    pub fn recipe(mut self, register: Reg) -> Option<Recipe> {
        self.draws = true;
        let at = self.at;
        let (node, from) = self.last_write(at, register, 1, 0)?;
        Some(Recipe { node, word: register.after(from)?, frame: self.flow.frame })
    }

    /// Returns the instructions that may have written registers last before an instruction (reaching
    /// definitions). `None`: perhaps the caller.
    fn writers(&self, at: usize, register: Reg, words: usize) -> Option<Vec<usize>> {
        let mut seen = vec![false; self.flow.code.len()];
        let mut open = self.flow.previous[at].clone();
        let mut found = Vec::new();
        let mut whole = at != 0;
        while let Some(i) = open.pop() {
            if std::mem::replace(&mut seen[i], true) {
                continue;
            }
            let range = register.index()..register.index() + words;
            let meets = |(d, n): &(Reg, usize)| d.index() < range.end && range.start < d.index() + n;
            if self.flow.touched[i].writes.iter().any(meets)
                || calls_over(&self.flow.code[i], register, words)
            {
                found.push(i);
            } else {
                whole &= i != 0;
                open.extend(&self.flow.previous[i]);
            }
        }
        found.sort_unstable();
        whole.then_some(found)
    }

    /// Returns the value of registers before an instruction, and the first register of that value.
    fn value(&mut self, at: usize, register: Reg, words: usize, depth: usize) -> Option<(RecipeNode, Reg)> {
        // A value that is unchanged since then can be read from the suspended frame.
        let stands = self.writers(at, register, words) == self.writers(self.at, register, words);
        if stands {
            let pc = self.flow.entry.offset(at);
            let held = self.held.iter().find(|held| {
                let most = if held.set { self.table.component_words() } else { 1 };
                holds(self.table, held, pc, register) && held.at == register && words == most
            });
            let range = register.run(words);
            let lives =
                |r: Reg, live: &[u64]| live.get(r.index() / 64).is_some_and(|set| set >> (r.0 % 64) & 1 == 1);
            let alive = self.live.is_none_or(|live| range.clone().all(|r| lives(r, live)));
            let open = range.clone().all(|r| self.flow.taint(at, r) <= Taint::Shown);
            if alive && (open || held.is_some()) {
                let openly = self.flow.holds_openly(self.table, self.at, register, words);
                let components = held.filter(|_| !openly).map(|held| held.set);
                return Some((RecipeNode::Leaf(RecipeInput { register, words, components }), register));
            }
        }
        self.last_write(at, register, words, depth)
    }

    /// Returns the last write of registers before an instruction, if there is exactly one and it can be
    /// executed again.
    fn last_write(
        &mut self,
        at: usize,
        register: Reg,
        words: usize,
        depth: usize,
    ) -> Option<(RecipeNode, Reg)> {
        self.left = self.left.checked_sub(1)?;
        let writers = self.writers(at, register, words)?;
        let [writer] = writers[..] else { return None };
        self.write_recipe(writer, register, words, depth)
    }

    /// Returns a recipe that repeats an instruction; `None` if it must not be executed again.
    fn write_recipe(
        &mut self,
        writer: usize,
        register: Reg,
        words: usize,
        depth: usize,
    ) -> Option<(RecipeNode, Reg)> {
        let op = self.flow.code[writer];
        if depth == DEEPEST || !self.repeats(&op) {
            return None;
        }
        let touched = &self.flow.touched[writer];
        let (to, written) = match op {
            Op::Call { f, at } => (at, self.table.ir.functions.find(f)?.result_words.index()),
            _ => *touched.writes.first()?,
        };
        if register < to || register.index() + words > to.index() + written {
            return None;
        }
        let mut wanted: Vec<(Reg, usize)> = touched.reads.clone();
        match op {
            Op::Call { f, at } => {
                let params = self.table.ir.functions.find(f)?.param_words.index();
                wanted = if params == 0 {
                    Vec::new()
                } else {
                    (0..params as u16).map(|k| (at + 1 + k, 1)).collect()
                };
            }
            // Registers changed in place are read too.
            Op::AndPool { .. }
            | Op::MinusPool { .. }
            | Op::AndState { .. }
            | Op::MinusState { .. }
            | Op::OrState { .. }
            | Op::Insert { .. }
            | Op::Remove { .. } => wanted.push((to, written)),
            _ => {}
        }
        let mut reads = Vec::new();
        for (a, n) in wanted {
            // Word by word if no instruction has written them together.
            match self.value(writer, a, n, depth + 1) {
                Some((node, from)) => reads.push((from, node)),
                None if n > 1 && !matches!(op, Op::Call { .. }) => {
                    for k in 0..n as u16 {
                        let (node, from) = self.value(writer, Reg((a + k).0), 1, depth + 1)?;
                        reads.push((from, node));
                    }
                }
                None => return None,
            }
        }
        Some((RecipeNode::Op { op, reads, to, words: written }, to))
    }

    /// Returns whether an instruction can be executed again: see [`super::recipe_execution`].
    fn repeats(&self, op: &Op) -> bool {
        match op {
            Op::Call { f, .. } => self.summary.pure.get(f.index()) == Some(&true),
            Op::Random { .. } => self.draws,
            op => matches!(
                op,
                Op::Int { .. }
                    | Op::Word { .. }
                    | Op::Words { .. }
                    | Op::Move { .. }
                    | Op::Zero { .. }
                    | Op::Add { .. }
                    | Op::AddI { .. }
                    | Op::Sub { .. }
                    | Op::Mul { .. }
                    | Op::MulI { .. }
                    | Op::Min { .. }
                    | Op::Max { .. }
                    | Op::Not { .. }
                    | Op::Eq { .. }
                    | Op::Ne { .. }
                    | Op::Lt { .. }
                    | Op::Le { .. }
                    | Op::EqI { .. }
                    | Op::IsSome { .. }
                    | Op::And { .. }
                    | Op::Or { .. }
                    | Op::Minus { .. }
                    | Op::AndPool { .. }
                    | Op::MinusPool { .. }
                    | Op::AndState { .. }
                    | Op::MinusState { .. }
                    | Op::OrState { .. }
                    | Op::EachLe { .. }
                    | Op::Total { .. }
                    | Op::AddEach { .. }
                    | Op::SubEach { .. }
                    | Op::MinEach { .. }
                    | Op::MaxEach { .. }
                    | Op::AttrRow { .. }
                    | Op::Count { .. }
                    | Op::Any { .. }
                    | Op::Has { .. }
                    | Op::Insert { .. }
                    | Op::Remove { .. }
                    | Op::Single { .. }
                    | Op::First { .. }
                    | Op::Only { .. }
                    | Op::Load { .. }
                    | Op::LoadSet { .. }
                    | Op::Get { .. }
                    | Op::GetSet { .. }
                    | Op::IndexOf { .. }
                    | Op::Attr { .. }
                    | Op::AttrSet { .. }
                    | Op::ZoneOf { .. }
                    | Op::ZoneAt { .. }
                    | Op::OutOfPlay { .. }
                    | Op::CellOf { .. }
                    | Op::Bearer { .. }
                    | Op::ZoneSet { .. }
                    | Op::PlayerZone { .. }
                    | Op::Place { .. }
                    | Op::Holder { .. }
                    | Op::ZoneOwner { .. }
                    | Op::Top { .. }
                    | Op::Bottom { .. }
                    | Op::Players { .. }
                    | Op::PlayerCount { .. }
                    | Op::NextPlayer { .. }
                    | Op::SeatsOn { .. }
                    | Op::Seat { .. }
            ),
        }
    }
}

/// Returns whether a call's frame overlaps registers of its caller.
fn calls_over(op: &Op, register: Reg, words: usize) -> bool {
    match op {
        Op::Call { at, .. } | Op::CallSlot { at, .. } => register.index() + words > at.index(),
        _ => false,
    }
}
