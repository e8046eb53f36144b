//! Follows taint through the instructions of a function.

use super::instruction_taint::{FunctionBody, field, successors, word, zone_read};
use super::offers::rules_of;
use super::postdominators::Postdominators;
use super::program::Table;
use super::taint::{Taint, part, raise};
use super::taint_summary::Summary;
use crate::ir::verify::{AccessedRegisters, touched};
use crate::ir::{ChoiceId, CodeAddress, FunctionId, IdRange, Ir, Op, Reg, SlotInfo, ToIndex, ValueType};

/// A function, with the taint of its registers before each instruction.
pub(super) struct TaintFlow {
    pub function: FunctionId,
    pub entry: CodeAddress,
    pub code: Vec<Op>,
    /// The successors of each instruction.
    pub next: Vec<Vec<usize>>,
    /// The predecessors of each instruction.
    pub previous: Vec<Vec<usize>>,
    /// The number of words of its frame.
    pub frame: usize,
    pub before: Vec<Taint>,
    /// True for each instruction that is control-dependent on hidden information.
    pub doubtful: Vec<bool>,
    /// True for each branch whose instructions are marked so.
    pub is_spread: Vec<bool>,
    /// The places where ways meet; found when they are first needed.
    pub postdominators: Option<Postdominators>,
    pub touched: Vec<AccessedRegisters>,
    /// The choice of `Ir::choices` that each instruction belongs to: that of the last `OptBegin`.
    pub choices: Vec<Option<ChoiceId>>,
    pub reached: Vec<bool>,
    /// True if the function lists options that a `Choose` of its callers offers.
    pub lists: bool,
}

impl TaintFlow {
    pub(super) fn new(
        table: &Table,
        function: FunctionId,
        body: IdRange<CodeAddress>,
        frame: usize,
    ) -> TaintFlow {
        let ir = table.ir;
        let code = ir.code[body.indices()].to_vec();
        let mut choice = None;
        let mut choices = Vec::new();
        let mut all = Vec::new();
        for (i, op) in code.iter().enumerate() {
            if let Op::OptBegin { choice: begun } = op {
                choice = Some(*begun);
            }
            choices.push(choice);
            all.push(touched(ir, body.start().offset(i), choice, AccessedRegisters::default()));
        }
        let count = code.len();
        let next: Vec<Vec<usize>> = (0..count).map(|i| successors(&code, i, body.start())).collect();
        let mut previous = vec![Vec::new(); count];
        for (i, next) in next.iter().enumerate() {
            for to in next {
                previous.get_mut(*to).into_iter().for_each(|previous: &mut Vec<usize>| previous.push(i));
            }
        }
        TaintFlow {
            function,
            entry: body.start(),
            code,
            next,
            previous,
            frame,
            before: vec![Taint::Open; count * frame],
            doubtful: vec![false; count],
            is_spread: vec![false; count],
            postdominators: None,
            touched: all,
            choices,
            reached: vec![false; count],
            lists: false,
        }
    }

    /// Returns the taint of the options that an instruction adds; `listed` is that of functions that list
    /// options.
    pub(super) fn offers(&self, ir: &Ir, i: usize, listed: &[Taint]) -> Taint {
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

    /// Returns whether everybody knows the components in registers at an instruction. Not if the instruction
    /// depends on a hidden condition: reaching it could reveal the iteration of a loop, or the reason for the
    /// call.
    pub fn holds_openly(&self, table: &Table, i: usize, register: Reg, words: usize) -> bool {
        let params = table.ir.functions.find(self.function).map_or(0, |f| f.param_words);
        register > Reg(params) && !self.doubtful[i] && self.taint_of(i, register, words) == Taint::Open
    }

    /// Propagates taint once through the function, with the arguments of its callers. Returns whether
    /// anything changed.
    pub(super) fn follow(&mut self, table: &Table, summary: &mut Summary) -> bool {
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
            changed |= self.spread_doubt(i);
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
                let taint = self.taint_of_all_read(i);
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
                let answers = self.taints_of_answer(ir, i);
                (1..).zip(answers).for_each(|(k, taint)| write(d + k, 1, taint));
            }
            Op::Call { f, at } => {
                let info = &ir.functions[f];
                let given = self.taint_of(i, at + 1, info.param_words.index());
                for k in 0..info.param_words {
                    if raise(&mut summary.params[f.index()][k.index()], read(at + 1 + k)) {
                        summary.raised.push(f);
                    }
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
                        if raise(&mut summary.params[rule.index()][k.index()], read(at + 1 + k)) {
                            summary.raised.push(*rule);
                        }
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
                let taint = self.taint_of_all_read(i);
                let writes = self.touched[i].writes.clone();
                writes.into_iter().for_each(|(d, n)| write(d, n, part(taint)));
            }
        }
        changed
    }

    /// Marks the instructions as doubtful that a secret branch decides on. Returns whether one was not.
    fn spread_doubt(&mut self, i: usize) -> bool {
        let mut changed = false;
        let Some(decides) = self.decides(i) else { return changed };
        // The others between a doubtful branch and where its ways meet are marked with it.
        if decides == Taint::Secret && !std::mem::replace(&mut self.is_spread[i], true) {
            let TaintFlow { postdominators, code, next, previous, doubtful, .. } = self;
            let meets = postdominators.get_or_insert_with(|| Postdominators::of(code, next, previous));
            meets.decided_by(i, next, |k| changed |= !std::mem::replace(&mut doubtful[k], true));
        }
        changed
    }

    /// Returns the taint of all registers that an instruction reads.
    fn taint_of_all_read(&self, i: usize) -> Taint {
        self.touched[i].reads.iter().map(|(a, n)| self.taint_of(i, *a, *n)).max().unwrap_or_default()
    }

    /// Returns the taint of each word of an answer: of the chosen element, or of the arguments of actions.
    fn taints_of_answer(&self, ir: &Ir, i: usize) -> Vec<Taint> {
        let chosen = self.choices[i].and_then(|choice| ir.choice(choice));
        let is = |ty: Option<&ValueType>| {
            if ty == Some(&ValueType::Component) { Taint::Content } else { Taint::Open }
        };
        let most = self.touched[i].writes.iter().map(|(_, n)| n.saturating_sub(1)).max().unwrap_or(0);
        let of = |k: usize| {
            let element = is(chosen.and_then(|c| c.element.as_ref()).filter(|_| k == 0));
            let actions = chosen.into_iter().flat_map(|c| &c.actions);
            let params = actions.filter_map(|a| ir.action(*a)?.params.get(k));
            params.map(|(_, ty)| is(Some(ty))).fold(element, Taint::max)
        };
        (0..most).map(of).collect()
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
}
