//! Emits machine code for instructions: numbers, jumps, calls. Instructions on sets and places are in `sets`.

use super::enter::Context;
use super::function::{BYTES, FunctionTranslation, WORD, flags};
use super::machine_code::FunctionPointer;
use crate::ir::{FunctionId, Layout, NONE, Op, Reg, SlotId, SlotInfo, ToIndex};
use crate::table::frame_layout::WINDOW;
use crate::table::machine::Machine;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use std::mem::offset_of;

/// The result of an addition, subtraction or multiplication, and whether it left 64 bits.
type CheckedResult = (Value, Value);

impl FunctionTranslation<'_, '_, '_> {
    /// Writes the code of an instruction.
    pub fn emit(&mut self, op: Op) {
        match op {
            Op::Int { d, v } => {
                let value = self.word(i64::from(v));
                self.set(d, value);
            }
            Op::Word { d, k } => {
                let value = self.word(self.table.ir.pool[k.index()] as i64);
                self.set(d, value);
            }

            Op::Add { d, a, b } => {
                let (a, b) = (self.get(a), self.get(b));
                let sum = self.build.ins().sadd_overflow(a, b);
                self.checked(d, sum);
            }
            Op::AddI { d, a, v } => {
                let (a, v) = (self.get(a), self.word(i64::from(v)));
                let sum = self.build.ins().sadd_overflow(a, v);
                self.checked(d, sum);
            }
            Op::Sub { d, a, b } => {
                let (a, b) = (self.get(a), self.get(b));
                let difference = self.build.ins().ssub_overflow(a, b);
                self.checked(d, difference);
            }
            Op::Mul { d, a, b } => {
                let (a, b) = (self.get(a), self.get(b));
                let product = self.build.ins().smul_overflow(a, b);
                self.checked(d, product);
            }
            Op::MulI { d, a, v } => {
                let (a, v) = (self.get(a), self.word(i64::from(v)));
                let product = self.build.ins().smul_overflow(a, v);
                self.checked(d, product);
            }
            Op::Div { d, a, b } => {
                let (quotient, rest, apart) = self.divided(a, b);
                // If the signs differ, the quotient was rounded up.
                let inexact = self.is_not(rest, 0);
                let down = self.build.ins().band(inexact, apart);
                let down = self.truth(down);
                let quotient = self.build.ins().isub(quotient, down);
                self.set(d, quotient);
            }
            Op::Rem { d, a, b } => {
                let by = self.get(b);
                let (_, rest, _) = self.divided(a, b);
                let zero = self.word(0);
                let signs = self.build.ins().bxor(rest, by);
                let apart = self.compare(IntCC::SignedLessThan, signs, zero);
                let inexact = self.is_not(rest, 0);
                let apart = self.build.ins().band(apart, inexact);
                let more = self.build.ins().iadd(rest, by);
                let rest = self.build.ins().select(apart, more, rest);
                self.set(d, rest);
            }
            Op::Neg { d, a } => {
                let (zero, a) = (self.word(0), self.get(a));
                let negative = self.build.ins().ssub_overflow(zero, a);
                self.checked(d, negative);
            }
            Op::Abs { d, a } => {
                let a = self.get(a);
                let least = self.is(a, i64::MIN);
                self.fail_if(least);
                let size = self.build.ins().iabs(a);
                self.set(d, size);
            }
            Op::Min { d, a, b } => {
                let (a, b) = (self.get(a), self.get(b));
                let least = self.build.ins().smin(a, b);
                self.set(d, least);
            }
            Op::Max { d, a, b } => {
                let (a, b) = (self.get(a), self.get(b));
                let most = self.build.ins().smax(a, b);
                self.set(d, most);
            }
            Op::Not { d, a } => {
                let a = self.get(a);
                let holds = self.is(a, 0);
                self.set_truth(d, holds);
            }
            // The second half of a pair is the next instruction, for which the truth is still held.
            Op::Eq { d, a, b } | Op::EqJump { d, a, b } => self.comparison(d, IntCC::Equal, a, b),
            Op::Ne { d, a, b } => self.comparison(d, IntCC::NotEqual, a, b),
            Op::Lt { d, a, b } | Op::LtJump { d, a, b } => self.comparison(d, IntCC::SignedLessThan, a, b),
            Op::Le { d, a, b } | Op::LeJump { d, a, b } => {
                self.comparison(d, IntCC::SignedLessThanOrEqual, a, b)
            }
            Op::EqI { d, a, v } | Op::EqIJump { d, a, v } => {
                let a = self.get(a);
                let holds = self.is(a, i64::from(v));
                self.set_truth(d, holds);
            }
            Op::IsSome { d, a } => {
                let a = self.get(a);
                let holds = self.is_not(a, NONE as i64);
                self.set_truth(d, holds);
            }

            Op::Jump { to } | Op::JumpNext { to } => self.jump_to(to),
            Op::JumpIf { a, to } => {
                let a = self.get(a);
                let holds = self.is_not(a, 0);
                self.jump_if(holds, to);
            }
            Op::JumpUnless { a, to } => {
                let a = self.get(a);
                let holds = self.is(a, 0);
                self.jump_if(holds, to);
            }
            Op::JumpNone { a, to } => {
                let a = self.get(a);
                let holds = self.is(a, NONE as i64);
                self.jump_if(holds, to);
            }
            Op::JumpEmpty { n, a, to } => {
                let all = self.union(n, a);
                let holds = self.is(all, 0);
                self.jump_if(holds, to);
            }
            Op::Switch { n, a } => {
                let case = self.get(a);
                self.fail_unless_below(case, i64::from(n));
                self.switch(case, n);
            }

            Op::Players { d } => {
                let players = self.load(self.words, Layout::PLAYERS as i32 * BYTES);
                let (one, none) = (self.word(1), self.word(-1));
                let bit = self.build.ins().ishl(one, players);
                let below = self.build.ins().isub(bit, one);
                let most = self.word(64);
                let full = self.compare(IntCC::UnsignedGreaterThanOrEqual, players, most);
                let seats = self.build.ins().select(full, none, below);
                self.set(d, seats);
            }
            Op::PlayerCount { d } => {
                let players = self.load(self.words, Layout::PLAYERS as i32 * BYTES);
                self.set(d, players);
            }
            Op::NextPlayer { d, a } => {
                let player = self.player(a);
                let players = self.load(self.words, Layout::PLAYERS as i32 * BYTES);
                let (one, zero) = (self.word(1), self.word(0));
                let next = self.build.ins().iadd(player, one);
                let last = self.compare(IntCC::Equal, next, players);
                let next = self.build.ins().select(last, zero, next);
                self.set(d, next);
            }

            Op::Call { f, at } => self.call(f, at),
            Op::CallSlot { s, c, at } => self.call_slot(s.0, c, at),
            Op::Ret { n, a } => {
                for i in 0..u16::from(n) {
                    let word = self.get(a + i);
                    self.store(word, self.frame, i32::from(i) * BYTES);
                }
                self.give_back(n);
            }
            Op::Done => self.give_back(0),
            Op::Fail { .. } | Op::Outside { .. } => self.fail(),

            Op::Log { .. } | Op::Tally { .. } | Op::TallyNone { .. } => {
                let fuel = self.load(self.context, Context::FUEL_AT);
                let cost = self.word(Machine::EVENT_FUEL);
                let fuel = self.build.ins().isub(fuel, cost);
                self.store(fuel, self.context, Context::FUEL_AT);
                let listens = self.load(self.context, Context::LISTENS_AT);
                let (told, on) = (self.build.create_block(), self.build.create_block());
                self.build.set_cold_block(told);
                self.build.ins().brif(listens, told, &[], on, &[]);
                self.build.switch_to_block(told);
                let held = self.held_values();
                self.in_rust();
                // Nothing was written in the frame.
                self.hold(held);
                self.jump(on);
                self.build.switch_to_block(on);
            }
            Op::Choose { .. } => {
                // It stops, or a playout answers it.
                match self.straight_list.take() {
                    Some(begin) => self.choose_straight(begin),
                    None => {
                        self.in_rust_by(self.hosted.choose);
                    }
                }
                self.fall_through();
            }
            Op::NextInZone { by, .. } => {
                let then = self.in_rust();
                let then = self.build.ins().uextend(WORD, then);
                let ends = self.is_not(then, 0);
                self.jump_if(ends, self.pc.jump(by));
            }
            Op::OptSet { .. } | Op::OptArm { .. } | Op::OptAct0 { .. } if self.straight_list.is_some() => {}
            Op::OptSet { n: 1, a } => {
                let (set, nothing) = (self.get(a), self.word(0));
                self.add_options(nothing, set);
            }
            Op::OptAct { n: 1, action, fixed, a } if self.table.ir.actions[action].params.len() <= 2 => {
                let params = self.table.ir.actions[action].params.len();
                let fixed = if params == 2 { self.get(fixed) } else { self.word(0) };
                let set = self.get(a);
                self.add_options(fixed, set);
            }
            Op::OptSet { n, a } | Op::OptAct { n, a, .. } => {
                // An empty set adds no option.
                let all = self.union(n, a);
                self.save();
                self.only_if(all, |body| {
                    let held = body.held_values();
                    body.in_rust();
                    body.hold(held);
                });
            }
            Op::OptBegin { .. } if self.begins_straight_list() => self.straight_list = Some(self.pc),
            Op::OptBegin { .. } => {
                self.save();
                let held = self.held_values();
                self.in_rust_by(self.hosted.begin);
                // Nothing was written in the frame.
                self.hold(held);
            }
            Op::OptArm { .. } | Op::OptAct0 { .. } => {
                let nothing = self.word(0);
                self.add(nothing, nothing);
            }
            Op::MoveTo { c, z, .. } => {
                let (component, zone) = (self.get(c), self.get(z));
                self.move_to(component, zone);
            }
            Op::MoveAll { .. }
            | Op::Box { .. }
            | Op::Deal { .. }
            | Op::Swap { .. }
            | Op::Show { .. }
            | Op::Hint { .. } => {
                self.save();
                let held = self.held_values();
                self.in_rust();
                // Nothing was written in the frame.
                self.hold(held);
            }
            op => {
                let is_written = self.emit_set(op)
                    || self.emit_amount(op)
                    || self.emit_members(op)
                    || self.emit_occupants(op)
                    || self.emit_board(op);
                if !is_written {
                    self.in_rust();
                }
            }
        }
    }

    /// Adds the options of a set of one word, if it is not empty.
    fn add_options(&mut self, fixed: Value, set: Value) {
        self.only_if(set, |body| body.add(fixed, set));
    }

    fn add(&mut self, fixed: Value, set: Value) {
        let pc = self.word(i64::from(self.pc.0));
        self.build.ins().call(self.hosted.add, &[self.context, pc, fixed, set]);
    }

    /// Emits a comparison: 1 if a value equals a number, otherwise 0.
    pub fn is(&mut self, value: Value, number: i64) -> Value {
        let number = self.word(number);
        self.compare(IntCC::Equal, value, number)
    }

    /// Emits a comparison: 1 if a value differs from a number, otherwise 0.
    pub fn is_not(&mut self, value: Value, number: i64) -> Value {
        let number = self.word(number);
        self.compare(IntCC::NotEqual, value, number)
    }

    pub fn set_truth(&mut self, d: Reg, holds: Value) {
        let truth = self.truth(holds);
        self.set(d, truth);
    }

    fn comparison(&mut self, d: Reg, how: IntCC, a: Reg, b: Reg) {
        let (a, b) = (self.get(a), self.get(b));
        let holds = self.compare(how, a, b);
        self.set_truth(d, holds);
    }

    fn checked(&mut self, d: Reg, (result, overflows): CheckedResult) {
        self.fail_if(overflows);
        self.set(d, result);
    }

    /// Returns the quotient of two registers rounded towards 0, the remainder, and whether their signs
    /// differ.
    fn divided(&mut self, a: Reg, b: Reg) -> (Value, Value, Value) {
        let (a, b) = (self.get(a), self.get(b));
        // By 0 it is a fault; by −1 it may leave 64 bits, which the processor would not stand.
        let (one, two) = (self.word(1), self.word(2));
        let near = self.build.ins().iadd(b, one);
        let odd = self.compare(IntCC::UnsignedLessThan, near, two);
        self.fail_if(odd);
        let quotient = self.build.ins().sdiv(a, b);
        let product = self.build.ins().imul(quotient, b);
        let rest = self.build.ins().isub(a, product);
        let (zero, signs) = (self.word(0), self.build.ins().bxor(a, b));
        let apart = self.compare(IntCC::SignedLessThan, signs, zero);
        (quotient, rest, apart)
    }

    /// Makes the frame of a call at a register, if there is room for it. Returns its address.
    fn frame_of_call(&mut self, at: Reg, cost: Value) -> Value {
        let fuel = self.load(self.context, Context::FUEL_AT);
        let fuel = self.build.ins().isub(fuel, cost);
        let offset = self.word(i64::from(at.0) * i64::from(BYTES));
        let inner = self.build.ins().iadd(self.frame, offset);
        let (zero, last) = (self.word(0), self.load(self.context, Context::LAST_FRAME_AT));
        let spent = self.compare(IntCC::SignedLessThan, fuel, zero);
        let beyond = self.compare(IntCC::UnsignedGreaterThan, inner, last);
        let refused = self.build.ins().bor(spent, beyond);
        let (stack, lowest) =
            (self.build.ins().get_stack_pointer(WORD), self.load(self.context, Context::LOWEST_AT));
        let deep = self.compare(IntCC::UnsignedLessThan, stack, lowest);
        let refused = self.build.ins().bor(refused, deep);
        self.fail_if(refused);
        self.store(fuel, self.context, Context::FUEL_AT);
        // The header: the next instruction, and the frame that makes the call.
        let (back, three) = (self.word(i64::from(self.pc.0 + 1) << 32), self.word(3));
        let base = self.build.ins().isub(self.frame, self.words);
        let base = self.build.ins().ushr(base, three);
        let header = self.build.ins().bor(base, back);
        self.store(header, inner, 0);
        inner
    }

    fn call(&mut self, f: FunctionId, at: Reg) {
        let Some(callee) = self.callee(f) else { return self.fail() };
        self.save();
        let cost = self.word(i64::from(self.table.functions[f.index()].cost));
        let inner = self.frame_of_call(at, cost);
        let number = self.build.ins().iconst(types::I32, 0);
        let call = self.build.ins().call(callee, &[self.context, self.words, inner, number]);
        self.after_call(call, at);
    }

    fn call_slot(&mut self, s: u16, c: Reg, at: Reg) {
        let slot = &self.table.ir.slots[SlotId(s)];
        let component = self.get(c);
        self.fail_unless_below(component, slot.rules.len() as i64);
        self.save();
        let (rules, one, four) = (self.word(slot.rules.as_ptr() as i64), self.word(1), self.word(4));
        let offset = self.build.ins().ishl(component, one);
        let at_rule = self.build.ins().iadd(rules, offset);
        let rule = self.build.ins().load(types::I16, flags().with_readonly(), at_rule, 0);
        let rule = self.build.ins().uextend(WORD, rule);
        let (empty, called, on) =
            (self.build.create_block(), self.build.create_block(), self.build.create_block());
        let is_empty = self.is(rule, i64::from(SlotInfo::EMPTY.0));
        self.build.ins().brif(is_empty, empty, &[], called, &[]);
        let held = self.held_values();

        self.build.switch_to_block(empty);
        self.store_zeros(at, slot.result_words);
        self.jump(on);

        self.build.switch_to_block(called);
        self.hold(held);
        let codes = self.word(self.declared.codes as i64);
        let offset = self.build.ins().ishl(rule, four);
        let code = self.build.ins().iadd(codes, offset);
        let callee = self.load(code, offset_of!(FunctionPointer, at) as i32);
        let cost = self.load(code, offset_of!(FunctionPointer, cost) as i32);
        let missing = self.is(callee, 0);
        self.fail_if(missing);
        let inner = self.frame_of_call(at, cost);
        let number = self.build.ins().iconst(types::I32, 0);
        let arguments = [self.context, self.words, inner, number];
        let call = self.build.ins().call_indirect(self.signature, callee, &arguments);
        self.after_call(call, at);
        self.jump(on);
        self.build.switch_to_block(on);
    }
}

const _: () = assert!(size_of::<FunctionPointer>() == 16, "`call_slot` shifts by 4");
const _: () = assert!(WINDOW * size_of::<u64>() <= i32::MAX as usize, "registers are at offsets of 32 bits");
