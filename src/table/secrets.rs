//! Taint analysis: registers of suspended frames that may depend on hidden information.
//!
//! Components in a frame are resampled with their zones. A value that a rule has derived from them (a name, a
//! number, a count) reveals as much, so a sample must not copy it. This analysis follows registers forwards
//! through each function that can suspend, and marks those whose value may depend on what a player cannot
//! see. A [`Recipe`] recomputes such a value in a sample.
//!
//! The analysis is conservative. Open values are constants, options, answers, rolls, public fields, contents
//! of zones that everybody sees, and the number of components in a whole zone. The player who is asked is
//! public too, however they were determined.

mod bulk;

use super::instruction_taint::{FunctionBody, field, looks, word, zone_read};
use super::offers::{listing, look_alikes, rules_of};
use super::program::Table;
use super::recipes::{Recipe, RecipeBuilder};
use super::revealing_positions::{self, Guard};
use crate::ir::verify::{AccessedRegisters, touched};
use crate::ir::{
    ActionId, ChoiceId, ComponentRegisters, FunctionId, Ir, Op, Reg, SlotInfo, ToIndex, ValueType,
};
use std::collections::{HashMap, HashSet};

/// The secrecy of a register's value, in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Taint {
    /// Known to everybody.
    #[default]
    Open,
    /// Components in zones that everybody sees, or values derived from them. They are public, but a bot does
    /// not remember where they have gone since.
    Shown,
    /// Components whose identity may be hidden; their number is not.
    Content,
    /// A random pick of which nobody was told: its existence is public, its identity may not be.
    Picked,
    /// A value that may depend on hidden information.
    Secret,
}

/// A register of a suspended frame that may reveal hidden information, and is not a component that is
/// resampled with its zone.
#[derive(Debug)]
pub(super) struct SecretRegister {
    /// The register.
    pub register: Reg,
    /// The computation of its value; `None`: it is 0 in a sample.
    pub recipe: Option<Recipe>,
    /// Whether it is a component that was picked at random, perhaps from a public set.
    pub component: bool,
    /// Whether it is a result of chance alone, which nobody knows even if all zones are seen.
    pub picked: bool,
}

/// The secrets of each instruction at which a frame can be suspended, and of the options.
#[derive(Debug, Default)]
pub(super) struct Secrets {
    places: HashMap<u32, Vec<SecretRegister>>,
    /// For each choice of `Ir::choices`, the taint of the sets that are chosen from.
    offered: Vec<Taint>,
    /// The first registers of sets of components whose number may be hidden, by instruction.
    uncounted: HashMap<u32, Vec<Reg>>,
    /// Registers of suspended frames that hold publicly known components: the instruction and the first
    /// register.
    open: HashSet<(u32, Reg)>,
    /// Hidden conditions that decided whether a frame reached an instruction, by instruction.
    guards: HashMap<u32, Vec<Guard>>,
    /// For each function, the number of instructions that may call it.
    calls: Vec<usize>,
    /// For each action, the first that looks like it.
    looks: Vec<ActionId>,
    /// Whether a suspended frame can hold a random pick.
    pub picks: bool,
}

impl Secrets {
    /// Returns the secrets of a frame suspended at an instruction.
    pub fn at(&self, pc: u64) -> &[SecretRegister] {
        u32::try_from(pc).ok().and_then(|pc| self.places.get(&pc)).map_or(&[], Vec::as_slice)
    }

    /// Whether the elements of a choice are public, in whatever zones they are: all cards of the game, or
    /// those of a suit.
    pub fn offers_openly(&self, choice: ChoiceId) -> bool {
        self.offered.get(choice.index()) == Some(&Taint::Open)
    }

    /// Whether everybody knows the components in a register, in whatever zones they are: a sample copies them
    /// unchanged.
    pub fn holds_openly(&self, pc: u64, register: Reg) -> bool {
        u32::try_from(pc).is_ok_and(|pc| self.open.contains(&(pc, register)))
    }

    /// Returns the first registers of sets of components, in a frame suspended at an instruction, whose
    /// number may be hidden.
    pub fn uncounted_at(&self, pc: u64) -> &[Reg] {
        u32::try_from(pc).ok().and_then(|pc| self.uncounted.get(&pc)).map_or(&[], Vec::as_slice)
    }

    /// Returns the hidden conditions that decided whether a frame suspended at an instruction came there.
    pub fn guards_at(&self, pc: u64) -> &[Guard] {
        u32::try_from(pc).ok().and_then(|pc| self.guards.get(&pc)).map_or(&[], Vec::as_slice)
    }

    /// Returns the number of instructions that may call a function.
    pub fn calls_of(&self, function: FunctionId) -> usize {
        self.calls.get(function.index()).copied().unwrap_or(usize::MAX)
    }

    /// Returns the first action that looks the same to a player who does not see the bearer: see
    /// [`crate::ir::ActionInfo::looks_like`].
    pub fn look_of(&self, action: ActionId) -> ActionId {
        self.looks.get(action.index()).copied().unwrap_or(action)
    }

    /// Analyses all functions of a game that can suspend, and those that list options for them.
    pub fn of(table: &Table) -> Secrets {
        let ir = table.ir;
        let lists = listing(ir);
        let mut flows: Vec<TaintFlow> = Vec::new();
        for (f, info) in ir.functions.iter().enumerate().filter(|(f, info)| info.suspends || lists[*f]) {
            flows.push(TaintFlow {
                lists: lists[f],
                ..TaintFlow::new(table, FunctionId(f as u16), info.frame_words.index())
            });
        }
        let mut summary = Summary::of(ir);
        let mut changed = true;
        while changed {
            changed = false;
            for flow in &mut flows {
                changed |= flow.follow(table, &mut summary);
            }
        }
        let mut secrets = Secrets { offered: vec![Taint::Open; ir.choices.len()], ..Secrets::default() };
        secrets.looks = look_alikes(ir);
        let mut listed = vec![Taint::Open; ir.functions.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for flow in flows.iter().filter(|flow| lists[flow.function.index()]) {
                for i in 0..flow.code.len() {
                    let offers = flow.offers(ir, i, &listed);
                    changed |= raise(&mut listed[flow.function.index()], offers);
                }
            }
        }
        for flow in flows.iter().filter(|flow| !lists[flow.function.index()]) {
            for (i, op) in flow.code.iter().enumerate() {
                let offers = flow.offers(ir, i, &listed);
                if let Some(offered) =
                    flow.choices[i].and_then(|choice| secrets.offered.get_mut(choice.index()))
                {
                    raise(offered, offers);
                }
                if matches!(op, Op::OptBegin { .. } | Op::Call { .. } | Op::CallSlot { .. }) {
                    let pc = flow.entry + i as u32;
                    for held in table.suspended(u64::from(pc)).iter().flat_map(|f| &f.held) {
                        let words = if held.set { table.component_words() } else { 1 };
                        if holds(table, held, pc, held.at) && flow.holds_openly(table, i, held.at, words) {
                            secrets.open.insert((pc, held.at));
                        }
                    }
                    let guards = revealing_positions::guards(table, flow, &summary, i);
                    if !guards.is_empty() {
                        secrets.guards.insert(pc, guards);
                    }
                    let uncounted = flow.uncounted(table, i);
                    if !uncounted.is_empty() {
                        secrets.uncounted.insert(pc, uncounted);
                    }
                    let found = flow.secrets(table, &summary, i);
                    secrets.picks |= found.iter().any(|secret| secret.picked);
                    if !found.is_empty() {
                        secrets.places.insert(flow.entry + i as u32, found);
                    }
                }
            }
        }
        secrets.calls = vec![0; ir.functions.len()];
        for op in &ir.code {
            let called: Vec<FunctionId> = match op {
                Op::Call { f, .. } => vec![*f],
                Op::CallSlot { s, .. } => {
                    let mut rules = ir.slots.find(*s).map_or_else(Vec::new, |slot| slot.rules.clone());
                    rules.sort_unstable();
                    rules.dedup();
                    rules
                }
                _ => continue,
            };
            called
                .iter()
                .for_each(|f| secrets.calls.get_mut(f.index()).into_iter().for_each(|calls| *calls += 1));
        }
        secrets
    }
}

/// Results of the analysis for whole functions.
pub(super) struct Summary {
    /// For each parameter word, the taint of the arguments of all callers.
    params: Vec<Vec<Taint>>,
    results: Vec<Taint>,
    /// Whether the function has no side effects and cannot suspend.
    pub pure: Vec<bool>,
}

impl Summary {
    fn of(ir: &Ir) -> Summary {
        let bodies = ir.bodies();
        let mut pure = vec![true; ir.functions.len()];
        let mut open = vec![true; ir.functions.len()];
        // Iterate to a fixed point: the effects of callees count as the function's own.
        let mut changed = true;
        while changed {
            changed = false;
            for (f, body) in bodies.iter().enumerate() {
                let code =
                    FunctionBody { entry: body.start, ops: &ir.code[body.start.index()..body.end.index()] };
                for (i, op) in code.ops.iter().enumerate() {
                    let (pure_op, open_op) = match op {
                        Op::Call { f, .. } => (pure[f.index()], open[f.index()]),
                        Op::CallSlot { s, .. } => {
                            let rules = ir.slots.find(*s).map_or(&[][..], |s| &s.rules);
                            let all = |of: &[bool]| {
                                rules.iter().filter(|r| **r != SlotInfo::EMPTY).all(|r| of[r.index()])
                            };
                            (all(&pure), all(&open))
                        }
                        _ => (!acts(op), !looks(ir, &code, i)),
                    };
                    changed |= pure[f] && !pure_op || open[f] && !open_op;
                    pure[f] &= pure_op;
                    open[f] &= open_op;
                }
            }
        }
        let params = ir.functions.iter().map(|f| vec![Taint::Open; f.param_words.index()]).collect();
        let results = open
            .iter()
            .zip(&ir.functions)
            .map(|(open, f)| if *open || f.suspends { Taint::Open } else { Taint::Secret });
        Summary { params, results: results.collect(), pure }
    }
}

/// Whether an instruction has side effects, uses chance or asks a player.
fn acts(op: &Op) -> bool {
    matches!(
        op,
        Op::Put { .. }
            | Op::PutSet { .. }
            | Op::PutEach { .. }
            | Op::MoveTo { .. }
            | Op::MoveAll { .. }
            | Op::Box { .. }
            | Op::Deal { .. }
            | Op::Swap { .. }
            | Op::Show { .. }
            | Op::Hint { .. }
            | Op::Record { .. }
            | Op::Forget { .. }
            | Op::OptBegin { .. }
            | Op::Choose { .. }
            | Op::Roll { .. }
            | Op::RollDie { .. }
            | Op::Random { .. }
            | Op::Shuffle { .. }
            | Op::Win { .. }
            | Op::Lose { .. }
            | Op::Out { .. }
            | Op::End { .. }
    )
}

/// A function, with the taint of its registers before each instruction.
pub(super) struct TaintFlow {
    function: FunctionId,
    pub entry: u32,
    pub code: Vec<Op>,
    /// The successors of each instruction.
    pub next: Vec<Vec<usize>>,
    /// The predecessors of each instruction.
    pub previous: Vec<Vec<usize>>,
    /// The number of words of its frame.
    pub frame: usize,
    before: Vec<Taint>,
    /// Whether each instruction is control-dependent on hidden information.
    doubtful: Vec<bool>,
    pub touched: Vec<AccessedRegisters>,
    /// The choice of `Ir::choices` that each instruction belongs to: that of the last `OptBegin`.
    choices: Vec<Option<ChoiceId>>,
    reached: Vec<bool>,
    /// Whether it lists options for its callers.
    lists: bool,
}

impl TaintFlow {
    fn new(table: &Table, function: FunctionId, frame: usize) -> TaintFlow {
        let ir = table.ir;
        let body = ir.bodies().get(function.index()).cloned().unwrap_or_default();
        let code = ir.code[body.start.index()..body.end.index()].to_vec();
        let mut choice = None;
        let mut choices = Vec::new();
        let mut all = Vec::new();
        for (i, op) in code.iter().enumerate() {
            if let Op::OptBegin { choice: begun } = op {
                choice = Some(*begun);
            }
            choices.push(choice);
            all.push(touched(ir, body.start + i as u32, choice, AccessedRegisters::default()));
        }
        let count = code.len();
        let next: Vec<Vec<usize>> = (0..count).map(|i| successors(&code, i, body.start)).collect();
        let mut previous = vec![Vec::new(); count];
        for (i, next) in next.iter().enumerate() {
            for to in next {
                previous.get_mut(*to).into_iter().for_each(|previous: &mut Vec<usize>| previous.push(i));
            }
        }
        TaintFlow {
            function,
            entry: body.start,
            code,
            next,
            previous,
            frame,
            before: vec![Taint::Open; count * frame],
            doubtful: vec![false; count],
            touched: all,
            choices,
            reached: vec![false; count],
            lists: false,
        }
    }

    /// Returns the taint of the options that an instruction adds; `listed` is that of functions that list
    /// options.
    fn offers(&self, ir: &Ir, i: usize, listed: &[Taint]) -> Taint {
        match self.code[i] {
            Op::OptSet { n, a } => self.taint_of(i, a, n.index()),
            Op::OptAct { n, action, fixed, a } => {
                let params = ir.action(action).map_or(0, |a| a.params.len().saturating_sub(1));
                self.taint_of(i, fixed, params).max(self.taint_of(i, a, n.index()))
            }
            Op::Call { f, .. } => listed[f.index()],
            Op::CallSlot { s, .. } => {
                rules_of(ir, s).map(|rule| listed[rule.index()]).max().unwrap_or_default()
            }
            _ => Taint::Open,
        }
    }

    pub fn taint(&self, i: usize, register: Reg) -> Taint {
        self.before.get(i * self.frame + register.index()).copied().unwrap_or(Taint::Secret)
    }

    pub fn taint_of(&self, i: usize, from: Reg, words: usize) -> Taint {
        from.run(words).map(|r| self.taint(i, r)).max().unwrap_or_default()
    }

    /// Whether everybody knows the components in registers at an instruction. Not if the instruction depends
    /// on a hidden condition: reaching it could reveal the iteration of a loop, or the reason for the call.
    pub fn holds_openly(&self, table: &Table, i: usize, register: Reg, words: usize) -> bool {
        let params = table.ir.functions.find(self.function).map_or(0, |f| f.param_words);
        register > Reg(params) && !self.doubtful[i] && self.taint_of(i, register, words) == Taint::Open
    }

    /// Propagates taint once through the function, with the arguments of its callers. Returns whether
    /// anything changed.
    fn follow(&mut self, table: &Table, summary: &mut Summary) -> bool {
        let mut changed = false;
        for (k, taint) in summary.params[self.function.index()].clone().into_iter().enumerate() {
            changed |= raise(&mut self.before[1 + k], taint);
        }
        if let Some(first) = self.reached.first_mut() {
            changed |= !std::mem::replace(first, true);
        }
        let mut after = vec![Taint::Open; self.frame];
        for i in 0..self.code.len() {
            if !self.reached[i] {
                continue;
            }
            after.copy_from_slice(&self.before[i * self.frame..(i + 1) * self.frame]);
            changed |= self.step(table, summary, i, &mut after);
            for next in self.next[i].iter().copied() {
                let Some(reached) = self.reached.get_mut(next) else { continue };
                changed |= !std::mem::replace(reached, true);
                let row = &mut self.before[next * self.frame..(next + 1) * self.frame];
                row.iter_mut().zip(&after).for_each(|(to, taint)| changed |= raise(to, *taint));
            }
        }
        changed
    }

    /// Applies an instruction to the taint of registers, to the summary of functions, and to the doubtful
    /// instructions.
    fn step(&mut self, table: &Table, summary: &mut Summary, i: usize, after: &mut [Taint]) -> bool {
        let ir = table.ir;
        let op = self.code[i];
        let mut changed = false;
        let mut write = |from: Reg, words: usize, taint: Taint| {
            let doubtful = self.doubtful[i];
            let range = from.index()..from.index() + words;
            for register in after.get_mut(range).into_iter().flatten() {
                *register = if doubtful { Taint::Secret } else { taint };
            }
        };
        let reads = |from: Reg, words: usize| self.taint_of(i, from, words);
        let read = |register: Reg| self.taint(i, register);
        // The number of elements is open unless the set is secret.
        let size = |taint: Taint| if taint == Taint::Secret { Taint::Secret } else { Taint::Open };
        let lies = || zone_read(ir, &FunctionBody { entry: self.entry, ops: &self.code }, i);
        match op {
            Op::Move { n, d, a } => (0..u16::from(n)).for_each(|k| write(d + k, 1, read(a + k))),
            Op::ZoneSet { n, d, z } => write(d, n.index(), lies().max(part(read(z)))),
            Op::PlayerZone { n, d, p, .. } => write(d, n.index(), lies().max(part(read(p)))),
            Op::OutOfPlay { n, d } => write(d, n.index(), Taint::Content),
            Op::Bearer { d, .. } => write(d, 1, Taint::Secret),
            // The list of actions may depend on where the component is.
            Op::Place { d, .. } | Op::Holder { d, .. } | Op::CellOf { d, .. } if self.lists => {
                write(d, 1, Taint::Secret)
            }
            Op::Top { d, z } | Op::Bottom { d, z } => write(d, 1, lies().max(part(read(z)))),
            Op::First { n, d, a } | Op::Only { n, d, a } => write(d, 1, reads(a, n.index())),
            // A player who is picked at random is usually asked next, or starts.
            Op::Random { n, d, a } if self.is_of_players(i, a.0) => write(d, 1, reads(a, n.index())),
            Op::Random { n, d, a } => write(d, 1, reads(a, n.index()).max(Taint::Picked)),
            Op::Count { n, d, a } | Op::Any { n, d, a } => write(d, 1, size(reads(a, n.index()))),
            Op::IsSome { d, a } => write(d, 1, size(read(a))),
            Op::Next { n, d, a, .. } | Op::NextInZone { n, d, a, .. } => write(d, 1, reads(a, n.index())),
            // The size of a union of whole zones is public; so is that of elements chosen one by one.
            Op::Or { n, d, a, b } => write(d, n.index(), reads(a, n.index()).max(reads(b, n.index()))),
            Op::OrState { n, d, addr } => write(d, n.index(), reads(d, n.index()).max(word(ir, addr))),
            Op::Insert { n, d, a } | Op::Remove { n, d, a } => {
                write(d, n.index(), reads(d, n.index()).max(read(a)))
            }
            Op::Single { n, d, a } => write(d, n.index(), read(a)),
            // The remaining set depends on the places of the elements, not on their identity. Its size is
            // public, too.
            Op::Selected { .. } | Op::Selectable { .. } => {
                let taint =
                    self.touched[i].reads.iter().map(|(a, n)| reads(*a, *n)).max().unwrap_or_default();
                self.touched[i].writes.iter().for_each(|(d, n)| write(*d, *n, taint.max(reads(*d, *n))));
            }
            Op::SetLane { n, d, i, a } => {
                write(d, n.index(), part(reads(d, n.index()).max(read(i)).max(read(a))));
            }
            Op::AndPool { n, d, .. } | Op::MinusPool { n, d, .. } => {
                write(d, n.index(), part(reads(d, n.index())))
            }
            Op::AndState { n, d, addr } | Op::MinusState { n, d, addr } => {
                write(d, n.index(), part(reads(d, n.index()).max(word(ir, addr))));
            }
            Op::Load { d, addr } => write(d, 1, word(ir, addr)),
            Op::LoadSet { n, d, addr } => write(d, n.index(), word(ir, addr)),
            Op::Get { d, f, i } => write(d, 1, field(ir, f).max(part(read(i)))),
            Op::GetSet { n, d, f, i } => write(d, n.index(), field(ir, f).max(part(read(i)))),
            Op::IndexOf { n, d, f, a } => write(d, n.index(), part(field(ir, f).max(read(a)))),
            // The printed value of a publicly known component is public.
            Op::Attr { d, i, .. } => write(d, 1, part(read(i))),
            Op::AttrSet { n, d, i, .. } => write(d, n.index(), part(read(i))),
            Op::Choose { d, .. } => {
                write(d, 1, Taint::Open);
                let chosen = self.choices[i].and_then(|choice| ir.choice(choice));
                let is = |ty: Option<&ValueType>| {
                    if ty == Some(&ValueType::Component) { Taint::Content } else { Taint::Open }
                };
                let most = self.touched[i].writes.iter().map(|(_, n)| n.saturating_sub(1)).max().unwrap_or(0);
                for k in 0..most {
                    let element = is(chosen.and_then(|c| c.element.as_ref()).filter(|_| k == 0));
                    let actions = chosen.into_iter().flat_map(|c| &c.actions);
                    let params = actions.filter_map(|a| ir.action(*a)?.params.get(k));
                    let taint = params.map(|(_, ty)| is(Some(ty))).fold(element, Taint::max);
                    write(d + 1 + k as u16, 1, taint);
                }
            }
            Op::Call { f, at } => {
                let info = &ir.functions[f];
                let given = self.taint_of(i, at + 1, info.param_words.index());
                for k in 0..info.param_words {
                    changed |= raise(&mut summary.params[f.index()][k.index()], read(at + 1 + k));
                }
                let known = summary.results[f.index()];
                let result = if info.suspends { known } else { known.max(part(given)) };
                write(at, info.result_words.index(), result);
            }
            Op::CallSlot { s, c, at } => {
                let slot = &ir.slots[s];
                let mut result = part(read(c));
                for rule in slot.rules.iter().filter(|r| **r != SlotInfo::EMPTY) {
                    let params = ir.functions[*rule].param_words;
                    for k in 0..params {
                        changed |= raise(&mut summary.params[rule.index()][k.index()], read(at + 1 + k));
                    }
                    result = result.max(summary.results[rule.index()]);
                }
                write(at, slot.result_words.index(), result);
            }
            Op::Ret { n, a } => {
                let doubtful = if self.doubtful[i] { Taint::Secret } else { Taint::Open };
                changed |=
                    raise(&mut summary.results[self.function.index()], reads(a, n.index()).max(doubtful));
            }
            op if let Some((d, words, taint)) = self.bulk(ir, i, op) => write(d, words, taint),
            _ => {
                let taint =
                    self.touched[i].reads.iter().map(|(a, n)| reads(*a, *n)).max().unwrap_or_default();
                let writes = self.touched[i].writes.clone();
                writes.into_iter().for_each(|(d, n)| write(d, n, part(taint)));
            }
        }
        let Some(decides) = self.decides(i) else { return changed };
        if decides == Taint::Secret || self.doubtful[i] {
            for doubtful in i + 1..self.joins(i) {
                changed |= !std::mem::replace(&mut self.doubtful[doubtful], true);
            }
        }
        changed
    }

    /// Returns the taint of a branch's condition; `None` if the instruction is not a branch.
    pub fn decides(&self, i: usize) -> Option<Taint> {
        let size = |taint: Taint| if taint == Taint::Secret { Taint::Secret } else { Taint::Open };
        Some(match self.code[i] {
            Op::JumpIf { a, .. } | Op::JumpUnless { a, .. } | Op::Switch { a, .. } => {
                match self.taint(i, a) {
                    taint if taint <= Taint::Shown => taint,
                    _ => Taint::Secret,
                }
            }
            Op::JumpNone { a, .. } => size(self.taint(i, a)),
            Op::JumpEmpty { n, a, .. } | Op::Next { n, a, .. } | Op::NextInZone { n, a, .. } => {
                size(self.taint_of(i, a, n.index()))
            }
            _ => return None,
        })
    }

    /// Returns where the branches of a jump join again: branches and loops are laid out in source order.
    fn joins(&self, i: usize) -> usize {
        let targets = &self.next[i];
        let ahead = targets.iter().copied().max().unwrap_or(i);
        // A backward jump continues a loop. Skip the rest of its body, up to the last jump back to its start.
        if let Some(top) = targets.iter().find(|target| **target <= i) {
            let last = self.previous[*top].iter().copied().filter(|back| *back > i).max();
            return last.map_or(ahead, |last| last + 1);
        }
        let over = |at: usize| match self.code.get(at.checked_sub(1)?)? {
            Op::Jump { to } => Some(to.saturating_sub(self.entry).index()).filter(|to| *to > at),
            _ => None,
        };
        match self.code[i] {
            Op::Switch { .. } => self.code.len(),
            _ => over(ahead).unwrap_or(ahead).min(self.code.len()),
        }
    }

    /// Returns the secrets of a frame suspended at this instruction.
    fn secrets(&self, table: &Table, summary: &Summary, i: usize) -> Vec<SecretRegister> {
        let pc = self.entry + i as u32;
        let held = table.suspended(u64::from(pc)).map_or(&[][..], |f| &f.held);
        let Some(live) = table.matters(u64::from(pc)) else { return Vec::new() };
        // The player who is asked is public.
        let asked = self.code[i..].iter().find_map(|op| match op {
            Op::Choose { by, .. } => Some(*by),
            _ => None,
        });
        let asked = asked.filter(|_| matches!(self.code[i], Op::OptBegin { .. }));
        let mut found = Vec::new();
        for register in 1..self.frame as u16 {
            let matters = live.get(register.index() / 64).is_some_and(|set| set >> (register % 64) & 1 == 1);
            let held_as = held.iter().find(|held| holds(table, held, pc, Reg(register)));
            let component = held_as.is_some_and(|held| !held.set);
            if !matters || asked == Some(Reg(register)) || self.taint(i, Reg(register)) < Taint::Picked {
                continue;
            }
            let maker = || RecipeBuilder::new(table, self, summary, held, i);
            let picked = self.taint(i, Reg(register)) == Taint::Picked;
            if held_as.is_none() {
                let recipe = maker().recipe(Reg(register)).or_else(|| maker().draw(Reg(register)));
                found.push(SecretRegister { register: Reg(register), recipe, component, picked });
            } else if let Some(recipe) = maker().draw(Reg(register)).filter(|_| component) {
                found.push(SecretRegister {
                    register: Reg(register),
                    recipe: Some(recipe),
                    component,
                    picked,
                });
            }
        }
        found
    }
}

/// Whether a register is (part of) a component, or a set of components, at an instruction.
pub(super) fn holds(table: &Table, held: &ComponentRegisters, pc: u32, register: Reg) -> bool {
    let words = if held.set { table.component_words() } else { 1 };
    (held.from..held.to).contains(&pc)
        && (held.at.index()..held.at.index() + words).contains(&register.index())
}

fn raise(to: &mut Taint, taint: Taint) -> bool {
    let higher = taint > *to;
    if higher {
        *to = taint;
    }
    higher
}

/// Returns the successors of an instruction within its function.
pub(super) fn successors(code: &[Op], i: usize, entry: u32) -> Vec<usize> {
    let to = |to: u32| to.saturating_sub(entry).index();
    match code[i] {
        Op::Jump { to: t } => vec![to(t)],
        Op::Ret { .. } | Op::Done | Op::Fail { .. } | Op::Win { .. } | Op::End { .. } => Vec::new(),
        Op::JumpIf { to: t, .. }
        | Op::JumpUnless { to: t, .. }
        | Op::JumpNone { to: t, .. }
        | Op::JumpEmpty { to: t, .. } => vec![i + 1, to(t)],
        Op::Next { by, .. } | Op::NextInZone { by, .. } => {
            vec![i + 1, (i as i64 + 1 + i64::from(by)).max(0) as usize]
        }
        Op::Switch { n, .. } => (1..=n.index()).map(|k| i + k).collect(),
        _ => vec![i + 1],
    }
}

/// Returns the taint of a subset of components: its size may depend on hidden information.
fn part(taint: Taint) -> Taint {
    if taint <= Taint::Shown { taint } else { Taint::Secret }
}
