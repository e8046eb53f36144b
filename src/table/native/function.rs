//! Translates the body of a function: its blocks, its entries, and its exits.

use super::cached_registers::CachedRegisters;
use super::declarations::{HostFunctions, ModuleDeclarations};
use super::enter::Context;
use super::liveness::Liveness;
use crate::ir::{CodeAddress, FunctionId, IdRange, Op, Reg};
use crate::table::program::Table;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    Block, FuncRef, Function, Inst, InstBuilder, JumpTableData, MemFlagsData, SigRef, Type, Value, types,
};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_module::Module;
use rustc_hash::FxHashMap;

pub(super) const WORD: Type = types::I64;
/// The bytes of a word.
pub(super) const BYTES: i32 = 8;

/// Writes the code of function `f`, whose instructions are `range`. Returns the instructions at which it can
/// be entered; the first is its beginning.
pub(super) fn translate(
    table: &Table,
    declared: &mut ModuleDeclarations,
    into: &mut Function,
    scratch: &mut FunctionBuilderContext,
    (f, range): (FunctionId, IdRange<CodeAddress>),
) -> Vec<CodeAddress> {
    let code = &table.code[..];
    let suspends = table.functions[f.index()].zeroed;
    let mut entries = vec![range.start()];
    entries.extend(range.clone().filter_map(|pc| resumed(code[pc.index()], suspends).then_some(pc + 1)));
    entries.retain(|pc| range.contains(*pc));
    let HostFunctions { step, begin, add, choose, choose_straight, move_to } = declared.hosted;
    let mut hosted = |id| declared.module.declare_func_in_func(id, into);
    let hosted = HostFunctions {
        step: hosted(step),
        begin: hosted(begin),
        add: hosted(add),
        choose: hosted(choose),
        choose_straight: hosted(choose_straight),
        move_to: hosted(move_to),
    };
    let mut build = FunctionBuilder::new(into, scratch);
    let signature = build.import_signature(declared.signature.clone());
    let begin = build.create_block();
    build.append_block_params_for_function_params(begin);
    build.switch_to_block(begin);
    let params = |i: usize| build.block_params(begin)[i];
    let (context, words, frame, number) = (params(0), params(1), params(2), params(3));
    let mut blocks = FxHashMap::default();
    let mut edges: FxHashMap<CodeAddress, u32> = FxHashMap::default();
    for pc in range.clone() {
        let next = |to: CodeAddress| Some(to).filter(|to| range.contains(*to));
        for to in targets(pc, code[pc.index()]).into_iter().filter_map(next) {
            *edges.entry(to).or_default() += 1;
        }
    }
    for pc in range.clone().filter(|pc| targets(*pc, code[pc.index()]).is_empty()) {
        edges.entry(pc + 1).and_modify(|count| *count += 1);
    }
    // A block that is entered from outside has two edges or more, so that it inherits nothing.
    entries.iter().for_each(|pc| *edges.entry(*pc).or_default() += 2);
    for pc in range.clone().filter(|pc| edges.contains_key(pc)) {
        blocks.insert(pc, build.create_block());
    }
    let gone = build.create_block();
    build.set_cold_block(gone);
    let mut body = FunctionTranslation {
        table,
        declared,
        build,
        range: range.clone(),
        context,
        words,
        frame,
        hosted,
        signature,
        gone,
        pc: range.start(),
        blocks,
        edges,
        live: Liveness::of(table, f, range),
        inherited: FxHashMap::default(),
        held: CachedRegisters::default(),
        unsaved_before: Vec::new(),
        failing: None,
        straight_list: None,
        left: Vec::new(),
        callees: FxHashMap::default(),
        is_over: false,
    };
    body.enter(f, &entries, number);
    body.instructions();
    body.leaves();
    let (mut build, config) = (body.build, body.declared.module.target_config());
    build.seal_all_blocks();
    build.finalize(config);
    entries
}

/// Returns whether a game that stops at an instruction resumes at the next one: after an answer, or after a
/// call that stopped.
fn resumed(op: Op, suspends: bool) -> bool {
    match op {
        Op::Choose { .. } => true,
        Op::Call { .. } | Op::CallSlot { .. } => suspends,
        _ => op.is_chance(),
    }
}

/// Returns the instructions that begin a block because of an instruction: the targets of its jumps, and what
/// follows a jump.
fn targets(pc: CodeAddress, op: Op) -> Vec<CodeAddress> {
    let next = pc + 1;
    match op {
        Op::Jump { to } | Op::JumpNext { to } => vec![to],
        Op::Switch { n, .. } => next.run(usize::from(n)).collect(),
        _ => op.target(pc).map_or_else(Vec::new, |to| vec![to, next]),
    }
}

/// A block that leaves machine code.
struct ExitBlock {
    pc: CodeAddress,
    block: Block,
    /// The registers to save.
    unsaved: Vec<(Reg, Value)>,
}

pub(super) struct FunctionTranslation<'a, 'b, 'ir> {
    pub table: &'a Table<'ir>,
    pub declared: &'a mut ModuleDeclarations,
    pub build: FunctionBuilder<'b>,
    range: IdRange<CodeAddress>,
    pub context: Value,
    pub words: Value,
    pub frame: Value,
    pub hosted: HostFunctions<FuncRef>,
    pub signature: SigRef,
    /// Returns to the host.
    gone: Block,
    /// The instruction in translation.
    pub pc: CodeAddress,
    blocks: FxHashMap<CodeAddress, Block>,
    /// The number of edges to each block.
    edges: FxHashMap<CodeAddress, u32>,
    pub live: Liveness,
    /// The values held at the end of the only block before a block.
    inherited: FxHashMap<CodeAddress, CachedRegisters>,
    pub held: CachedRegisters,
    /// The registers that matter and were not saved before the instruction in translation.
    unsaved_before: Vec<(Reg, Value)>,
    /// The block that leaves machine code before an instruction.
    failing: Option<(CodeAddress, Block)>,
    /// The beginning of the list of options in translation, if Rust executes the whole list at its end.
    pub straight_list: Option<CodeAddress>,
    left: Vec<ExitBlock>,
    callees: FxHashMap<FunctionId, FuncRef>,
    /// True if the instruction in translation ends its block: the next one is not reached from it.
    pub is_over: bool,
}

impl FunctionTranslation<'_, '_, '_> {
    /// Writes the beginning: the jump to the entry, and the registers that a call sets to 0.
    fn enter(&mut self, f: FunctionId, entries: &[CodeAddress], number: Value) {
        let info = self.table.functions[f.index()];
        let begin = self.build.create_block();
        if let [_] = entries {
            self.jump(begin);
        } else {
            let call = |body: &mut Self, block: Block| body.build.func.dfg.block_call(block, &[]);
            let default = call(self, begin);
            let mut calls = vec![default];
            for pc in &entries[1..] {
                let block = self.blocks[pc];
                calls.push(call(self, block));
            }
            let numbers = self.build.create_jump_table(JumpTableData::new(default, &calls));
            self.build.ins().br_table(number, numbers);
        }
        self.build.switch_to_block(begin);
        if info.zeroed {
            let zero = self.word(0);
            for register in 1 + info.params..info.frame {
                self.store(zero, self.frame, i32::from(register) * BYTES);
            }
        }
        let first = self.blocks[&entries[0]];
        self.jump(first);
        self.is_over = true;
    }

    fn instructions(&mut self) {
        for pc in self.range.clone() {
            if let Some(block) = self.blocks.get(&pc).copied() {
                if !self.is_over {
                    self.pass(pc);
                    self.jump(block);
                }
                self.build.switch_to_block(block);
                self.held = self.inherited.remove(&pc).unwrap_or_default();
                self.is_over = false;
            }
            self.pc = pc;
            if !self.is_over {
                self.unsaved_before.clear();
                let CachedRegisters { values, unsaved, .. } = &self.held;
                let matter = unsaved.iter().filter(|register| self.live.is_live(pc, **register));
                self.unsaved_before.extend(matter.map(|register| (*register, values[register])));
                self.emit(self.table.code[pc.index()]);
            }
        }
        if !self.is_over {
            // The verifier admits no such function.
            let gone = self.gone;
            self.jump(gone);
        }
    }

    /// Writes the blocks that leave machine code.
    fn leaves(&mut self) {
        for ExitBlock { pc, block, unsaved } in std::mem::take(&mut self.left) {
            self.build.switch_to_block(block);
            unsaved.into_iter().for_each(|(register, value)| self.save_as(register, value));
            let pc = self.word(i64::from(pc.0));
            self.store(pc, self.context, Context::PC_AT);
            self.store(self.frame, self.context, Context::FRAME_AT);
            let gone = self.gone;
            self.jump(gone);
        }
        self.build.switch_to_block(self.gone);
        let code = self.build.ins().iconst(types::I32, -1);
        self.build.ins().return_(&[code]);
    }

    /// Returns whether this block is the only predecessor of a later block.
    fn inherits(&self, to: CodeAddress) -> bool {
        to > self.pc && self.edges.get(&to) == Some(&1)
    }

    /// Passes the held values to a block that has no other predecessor; saves the values that other blocks
    /// need.
    pub fn pass(&mut self, to: CodeAddress) {
        if self.inherits(to) {
            self.inherited.insert(to, self.held.clone());
        } else {
            self.save_for(to);
        }
    }

    pub fn jump(&mut self, to: Block) {
        self.build.ins().jump(to, &[]);
    }

    pub fn word(&mut self, value: i64) -> Value {
        self.build.ins().iconst(WORD, value)
    }

    pub fn load(&mut self, from: Value, offset: i32) -> Value {
        self.build.ins().load(WORD, flags(), from, offset)
    }

    pub fn store(&mut self, value: Value, to: Value, offset: i32) {
        self.build.ins().store(flags(), value, to, offset);
    }

    /// Writes zero into `n` words of the frame from a register on. Values held for them are not changed.
    pub fn store_zeros(&mut self, d: Reg, n: u16) {
        let zero = self.word(0);
        (0..n).for_each(|i| self.store(zero, self.frame, i32::from((d + i).0) * BYTES));
    }

    /// Returns the next instruction; `None` if it begins a block.
    pub fn next_op(&self) -> Option<Op> {
        let next = self.pc + 1;
        let follows = self.range.contains(next) && !self.blocks.contains_key(&next);
        follows.then(|| self.table.code[next.index()])
    }

    pub fn compare(&mut self, how: IntCC, a: Value, b: Value) -> Value {
        self.build.ins().icmp(how, a, b)
    }

    /// Returns a truth as a word.
    pub fn truth(&mut self, of: Value) -> Value {
        self.build.ins().uextend(WORD, of)
    }

    /// Leaves machine code before this instruction if a condition holds.
    pub fn fail_if(&mut self, condition: Value) {
        let failing = match self.failing {
            Some((pc, block)) if pc == self.pc => block,
            _ => {
                let block = self.leave();
                self.failing = Some((self.pc, block));
                block
            }
        };
        self.go_on_unless(condition, failing);
    }

    /// Writes code that runs only under a condition, then continues in a new block. It checks nothing on
    /// which later code relies.
    pub fn only_if(&mut self, condition: Value, then: impl FnOnce(&mut Self)) {
        let (there, on) = (self.build.create_block(), self.build.create_block());
        self.build.ins().brif(condition, there, &[], on, &[]);
        self.build.switch_to_block(there);
        then(self);
        self.jump(on);
        self.build.switch_to_block(on);
    }

    /// Branches to `to` if the condition holds, and continues in a new block otherwise.
    pub fn go_on_unless(&mut self, condition: Value, to: Block) {
        let on = self.build.create_block();
        self.build.ins().brif(condition, to, &[], on, &[]);
        self.build.switch_to_block(on);
    }

    /// Leaves machine code before this instruction.
    pub fn fail(&mut self) {
        let block = self.leave();
        self.jump(block);
        self.is_over = true;
    }

    /// Returns a block that leaves machine code before this instruction.
    fn leave(&mut self) -> Block {
        let block = self.build.create_block();
        self.build.set_cold_block(block);
        self.left.push(ExitBlock { pc: self.pc, block, unsaved: self.unsaved_before.clone() });
        block
    }

    /// Subtracts fuel; leaves machine code if there is too little.
    pub fn spend(&mut self, fuel: Value) {
        let left = self.load(self.context, Context::FUEL_AT);
        let left = self.build.ins().isub(left, fuel);
        let zero = self.word(0);
        let spent = self.compare(IntCC::SignedLessThan, left, zero);
        self.fail_if(spent);
        self.store(left, self.context, Context::FUEL_AT);
    }

    /// Jumps to an instruction, with the fuel that a jump back costs.
    pub fn jump_to(&mut self, to: CodeAddress) {
        if to <= self.pc {
            let fuel = self.word(i64::from(self.pc.0 + 1 - to.0));
            self.spend(fuel);
        }
        self.pass(to);
        let block = self.blocks[&to];
        self.jump(block);
        self.is_over = true;
    }

    /// Branches to an instruction if a condition holds, and to the next one otherwise.
    pub fn jump_if(&mut self, condition: Value, to: CodeAddress) {
        let next = self.pc + 1;
        let (on, taken) = (self.blocks[&next], self.blocks[&to]);
        // Registers saved for one successor are saved before the values for the other are passed.
        for pc in [next, to] {
            if pc > self.pc && !self.inherits(pc) {
                self.save_for(pc);
            }
        }
        self.pass(next);
        if to > self.pc {
            self.pass(to);
            self.build.ins().brif(condition, taken, &[], on, &[]);
        } else {
            let back = self.build.create_block();
            self.build.ins().brif(condition, back, &[], on, &[]);
            self.build.switch_to_block(back);
            self.jump_to(to);
        }
        self.is_over = true;
    }

    /// Continues with the next instruction, which begins a block, and ends this one.
    pub fn fall_through(&mut self) {
        let next = self.pc + 1;
        self.pass(next);
        // The verifier admits no function whose last instruction has a next one.
        let block = self.blocks.get(&next).copied().unwrap_or(self.gone);
        self.jump(block);
        self.is_over = true;
    }

    /// Jumps to one of the next instructions.
    pub fn switch(&mut self, case: Value, cases: u8) {
        (1..=u32::from(cases)).for_each(|case| self.save_for(self.pc + case));
        let calls: Vec<_> = (1..=u32::from(cases))
            .filter_map(|case| self.blocks.get(&(self.pc + case)).copied())
            .map(|block| self.build.func.dfg.block_call(block, &[]))
            .collect();
        let Some(default) = calls.first().copied() else { return self.fail() };
        let table = self.build.create_jump_table(JumpTableData::new(default, &calls));
        let case = self.build.ins().ireduce(types::I32, case);
        self.build.ins().br_table(case, table);
        self.is_over = true;
    }

    /// Executes this instruction in Rust. Returns the continuation: see [`super::step::NextStep`].
    pub fn in_rust(&mut self) -> Value {
        self.in_rust_by(self.hosted.step)
    }

    /// Like [`FunctionTranslation::in_rust`], by a function of its own.
    pub fn in_rust_by(&mut self, function: FuncRef) -> Value {
        self.save();
        let pc = self.word(i64::from(self.pc.0));
        let call = self.build.ins().call(function, &[self.context, self.frame, pc]);
        let then = self.go_on_after(call);
        self.forget_all();
        then
    }

    /// Returns whether this instruction begins a straight list, which is executed from its beginning to its
    /// `Choose`: nothing but options without parameters that are always offered, or but the elements of one
    /// set.
    pub fn begins_straight_list(&self) -> bool {
        let listed = self.range.clone().skip_while(|pc| *pc <= self.pc);
        let listed = listed.take_while(|pc| !self.blocks.contains_key(pc));
        let mut listed = listed.map(|pc| self.table.code[pc.index()]);
        let end = match listed.next() {
            Some(Op::OptSet { .. }) => listed.next(),
            Some(Op::OptArm { .. } | Op::OptAct0 { .. }) => {
                listed.find(|op| !matches!(op, Op::OptArm { .. } | Op::OptAct0 { .. }))
            }
            other => other,
        };
        matches!(end, Some(Op::Choose { .. }))
    }

    /// Executes a list of options and its `Choose`, which is this instruction, in Rust.
    pub fn choose_straight(&mut self, begin: CodeAddress) {
        self.save();
        let [begin, pc] = [begin, self.pc].map(|pc| self.word(i64::from(pc.0)));
        let arguments = [self.context, self.frame, begin, pc];
        let call = self.build.ins().call(self.hosted.choose_straight, &arguments);
        self.go_on_after(call);
        self.forget_all();
    }

    /// Moves a component to a zone in Rust, which reads no register.
    pub fn move_to(&mut self, component: Value, zone: Value) {
        let pc = self.word(i64::from(self.pc.0));
        let arguments = [self.context, self.frame, pc, component, zone];
        let call = self.build.ins().call(self.hosted.move_to, &arguments);
        self.go_on_after(call);
    }

    /// Returns to the host if the Rust function that executed this instruction demands it. Returns the
    /// continuation.
    fn go_on_after(&mut self, call: Inst) -> Value {
        let then = self.build.inst_results(call)[0];
        let zero = self.build.ins().iconst(types::I32, 0);
        let stops = self.compare(IntCC::SignedLessThan, then, zero);
        let gone = self.gone;
        self.go_on_unless(stops, gone);
        then
    }

    /// Ends with the number of words of the result, which are at the beginning of the frame.
    pub fn give_back(&mut self, words: u8) {
        let words = self.build.ins().iconst(types::I32, i64::from(words));
        self.build.ins().return_(&[words]);
        self.is_over = true;
    }

    /// Continues after a call that has returned; returns to the host if the call stopped.
    pub fn after_call(&mut self, call: Inst, at: Reg) {
        let words = self.build.inst_results(call)[0];
        let zero = self.build.ins().iconst(types::I32, 0);
        let stopped = self.compare(IntCC::SignedLessThan, words, zero);
        let gone = self.gone;
        self.go_on_unless(stopped, gone);
        self.forget_from(at);
    }

    /// Returns the machine code of a function of the game, if it has any.
    pub fn callee(&mut self, f: FunctionId) -> Option<FuncRef> {
        if let Some(callee) = self.callees.get(&f) {
            return Some(*callee);
        }
        let id = self.declared.ids.get(f.index()).copied().flatten()?;
        let callee = self.declared.module.declare_func_in_func(id, self.build.func);
        self.callees.insert(f, callee);
        Some(callee)
    }
}

/// Accesses are to memory that exists, at addresses of whole words.
pub(super) fn flags() -> MemFlagsData {
    MemFlagsData::new().with_notrap().with_aligned()
}
