//! Writes machine code for instructions on sets, and chooses those of `places`. Sets of more than [`MOST`]
//! words are left to Rust.

use super::function::{BYTES, FunctionTranslation, WORD};
use crate::ir::{CodeAddress, NONE, Op, Reg, TableId, ToIndex};
use crate::table::table_data::ZoneData;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

/// The maximum number of words of a set whose words are handled one by one.
const MOST: u8 = 8;

/// An operation on the words of two sets.
#[derive(Clone, Copy)]
pub(super) enum WordOp {
    And,
    Or,
    Minus,
}

impl FunctionTranslation<'_, '_, '_> {
    /// Writes the code of an instruction; returns false if it is left to Rust.
    pub fn emit_set(&mut self, op: Op) -> bool {
        match op {
            Op::Words { n, d, k } if n <= MOST => {
                for i in 0..n {
                    let word = self.word(self.table.ir.pool[k.index() + usize::from(i)] as i64);
                    self.set(d + u16::from(i), word);
                }
            }
            Op::Words { n, d, k } => {
                let from = self.word(self.table.ir.pool[k.index()..].as_ptr() as i64);
                self.copy_from(n, d, from, 0);
            }
            Op::Move { n, d, a } if n <= MOST => {
                // All words are read before one is written: the ranges may overlap.
                let words: Vec<Value> = (0..u16::from(n)).map(|i| self.get(a + i)).collect();
                (0..).zip(words).for_each(|(i, word)| self.set(d + i, word));
            }
            Op::Zero { n, d } if n <= MOST => {
                let zero = self.word(0);
                (0..u16::from(n)).for_each(|i| self.set(d + i, zero));
            }
            // In Rust only where they are long.
            Op::Move { n, d, a } => self.move_long(n, d, a),
            Op::Zero { n, d } => {
                self.store_zeros(d, u16::from(n));
                self.forget(d, n);
            }

            Op::And { n, d, a, b } => self.both(WordOp::And, n, d, (a, b)),
            Op::Or { n, d, a, b } => self.both(WordOp::Or, n, d, (a, b)),
            Op::Minus { n, d, a, b } => self.both(WordOp::Minus, n, d, (a, b)),
            Op::AndPool { n, d, k } => self.with_pool(WordOp::And, n, d, k),
            Op::MinusPool { n, d, k } => self.with_pool(WordOp::Minus, n, d, k),
            Op::AndState { n, d, addr } => self.with_words(WordOp::And, n, d, addr),
            Op::MinusState { n, d, addr } => self.with_words(WordOp::Minus, n, d, addr),
            Op::OrState { n, d, addr } => self.with_words(WordOp::Or, n, d, addr),
            Op::Count { n, d, a } => {
                let mut count = None;
                for i in 0..u16::from(n) {
                    let word = self.get(a + i);
                    let here = self.build.ins().popcnt(word);
                    count = Some(count.map_or(here, |count| self.build.ins().iadd(count, here)));
                }
                let count = count.unwrap_or_else(|| self.word(0));
                self.set(d, count);
            }
            Op::Any { n, d, a } => {
                let all = self.union(n, a);
                let any = self.is_not(all, 0);
                self.set_truth(d, any);
            }
            Op::SetEq { n, d, a, b } => {
                let mut differ = self.word(0);
                for i in 0..u16::from(n) {
                    let (a, b) = (self.get(a + i), self.get(b + i));
                    let here = self.build.ins().bxor(a, b);
                    differ = self.build.ins().bor(differ, here);
                }
                let equal = self.is(differ, 0);
                self.set_truth(d, equal);
            }
            Op::Has { n, d, a, b } | Op::HasJump { n, d, a, b } => self.has(n, d, a, b),
            Op::Insert { n, d, a } => self.insert(n, d, a),
            Op::Single { n, d, a } => self.single(n, d, a),
            Op::Remove { n, d, a } => self.remove(n, d, a),
            Op::First { n: 1, d, a } => {
                let word = self.get(a);
                let first = self.lowest(word);
                self.set(d, first);
            }
            Op::Only { n: 1, d, a } => {
                let word = self.get(a);
                let (one, none) = (self.word(1), self.word(NONE as i64));
                let below = self.build.ins().isub(word, one);
                let others = self.build.ins().band(word, below);
                let alone = self.is(others, 0);
                let first = self.lowest(word);
                let only = self.build.ins().select(alone, first, none);
                self.set(d, only);
            }
            Op::Next { n, d, a, by } if n <= MOST => self.next(n, d, a, by),
            Op::Next { n, d, a, by } => self.next_of_many(n, d, a, by),

            Op::Load { d, addr } => {
                let word = self.load(self.words, addr as i32 * BYTES);
                self.set(d, word);
            }
            Op::LoadSet { n, d, addr } => self.copy_from(n, d, self.words, addr as i32 * BYTES),
            Op::Get { d, f, i } => {
                let (from, offset) = self.field(f, i);
                let word = self.load(from, offset);
                self.set(d, word);
            }
            Op::GetSet { n, d, f, i } => {
                let (from, offset) = self.field(f, i);
                self.copy_from(n, d, from, offset);
            }
            Op::Put { f, i, a } => self.put(f, i, a),
            Op::PutSet { n, f, i, a } => {
                let (to, offset) = self.field(f, i);
                for i in 0..n {
                    let word = self.get(a + u16::from(i));
                    self.store(word, to, offset + i32::from(i) * BYTES);
                }
            }
            Op::IndexOf { n, d, f, a } => self.index_of(n, d, f, a),
            Op::Attr { d, f, i } => {
                let attribute = self.table.attributes[f.index()];
                let from = self.row(i, attribute.owners, attribute.words, attribute.base);
                let word = self.load(from, 0);
                self.set(d, word);
            }
            Op::AttrSet { n, d, f, i } => {
                let attribute = self.table.attributes[f.index()];
                let from = self.row(i, attribute.owners, attribute.words, attribute.base);
                self.copy_from(n, d, from, 0);
            }
            Op::Row { n, d, t, i } => {
                let info = &self.table.ir.tables[TableId(t.0)];
                let (rows, words, base) = (u64::from(info.rows), u32::from(info.words), info.base);
                let from = self.row(i, rows, words, base);
                self.copy_from(n, d, from, 0);
            }

            Op::ZoneOf { d, zone, p } => {
                let (player, first) = (self.player(p), self.word(i64::from(zone.0)));
                let place = self.build.ins().iadd(player, first);
                self.set(d, place);
            }
            Op::PlayerZone { n, d, zone, p } => {
                let (player, first) = (self.player(p), self.word(i64::from(zone.0)));
                let zone = self.build.ins().iadd(player, first);
                self.fail_unless_below(zone, self.table.zones.len() as i64);
                let set = self.of_zone(zone, offset_of!(ZoneData, set));
                self.copy_set(n, d, set);
            }
            Op::Place { d, c } => {
                let place = self.place(c);
                self.set(d, place);
            }
            Op::CellOf { d, c } => self.cell_of(d, c),
            Op::Holder { d, c } => self.holder(d, c),
            Op::Playing { d } | Op::NotLost { d } => self.seats_without(d, matches!(op, Op::Playing { .. })),
            _ => return false,
        }
        true
    }

    /// Returns the bitwise or of the words of a set.
    pub fn union(&mut self, n: u8, a: Reg) -> Value {
        let mut all = self.get(a);
        for i in 1..u16::from(n) {
            let word = self.get(a + i);
            all = self.build.ins().bor(all, word);
        }
        all
    }

    pub fn combined(&mut self, how: WordOp, a: Value, b: Value) -> Value {
        match how {
            WordOp::And => self.build.ins().band(a, b),
            WordOp::Or => self.build.ins().bor(a, b),
            WordOp::Minus => self.build.ins().band_not(a, b),
        }
    }

    /// Combines two sets word by word, as the dispatch loop does where a set begins within the result.
    fn both(&mut self, how: WordOp, n: u8, d: Reg, (a, b): (Reg, Reg)) {
        for i in 0..u16::from(n) {
            let (a, b) = (self.get(a + i), self.get(b + i));
            let word = self.combined(how, a, b);
            self.set(d + i, word);
        }
    }

    fn with_pool(&mut self, how: WordOp, n: u8, d: Reg, k: u32) {
        for i in 0..u16::from(n) {
            let with = self.word(self.table.ir.pool[k.index() + usize::from(i)] as i64);
            let word = self.get(d + i);
            let word = self.combined(how, word, with);
            self.set(d + i, word);
        }
    }

    fn with_words(&mut self, how: WordOp, n: u8, d: Reg, addr: u32) {
        for i in 0..u16::from(n) {
            let with = self.load(self.words, (addr as i32 + i32::from(i)) * BYTES);
            let word = self.get(d + i);
            let word = self.combined(how, word, with);
            self.set(d + i, word);
        }
    }

    /// Copies words into registers. Long ranges are copied in the frame, and not held.
    pub fn copy_from(&mut self, n: u8, d: Reg, from: Value, offset: i32) {
        for i in 0..u16::from(n) {
            let word = self.load(from, offset + i32::from(i) * BYTES);
            if n <= MOST {
                self.set(d + i, word);
            } else {
                self.store(word, self.frame, i32::from((d + i).0) * BYTES);
            }
        }
        if n > MOST {
            self.forget(d, n);
        }
    }

    /// Moves a long range, in the order in which no word is overwritten before it is read.
    fn move_long(&mut self, n: u8, d: Reg, a: Reg) {
        self.save_range(a, n);
        let each = |body: &mut Self, i: Reg| {
            let word = body.load(body.frame, i32::from((a + i.0).0) * BYTES);
            body.store(word, body.frame, i32::from((d + i.0).0) * BYTES);
        };
        if d <= a {
            (0..u16::from(n)).for_each(|i| each(self, Reg(i)));
        } else {
            (0..u16::from(n)).rev().for_each(|i| each(self, Reg(i)));
        }
        self.forget(d, n);
    }

    /// Returns the lowest element of a word, or none.
    fn lowest(&mut self, word: Value) -> Value {
        let none = self.word(NONE as i64);
        let empty = self.is(word, 0);
        let bit = self.build.ins().ctz(word);
        self.build.ins().select(empty, none, bit)
    }

    /// Takes the lowest element of a set of few words, or jumps.
    fn next(&mut self, n: u8, d: Reg, a: Reg, by: i16) {
        let to = self.pc.jump(by);
        let one = self.word(1);
        if n == 1 {
            let word = self.get(a);
            let empty = self.is(word, 0);
            let left = self.build.ins().isub(word, one);
            let left = self.build.ins().band(word, left);
            let bit = self.build.ins().ctz(word);
            self.next_or(empty, to, |body| {
                body.set(a, left);
                body.set(d, bit);
            });
            return;
        }
        let words: Vec<Value> = (0..u16::from(n)).map(|i| self.get(a + i)).collect();
        self.save_range(a, n);
        let on = self.build.create_block();
        self.build.append_block_param(on, WORD);
        let held = self.held_values();
        for (i, word) in (0u8..).zip(words) {
            let (found, further) = (self.build.create_block(), self.build.create_block());
            self.build.ins().brif(word, found, &[], further, &[]);
            self.build.switch_to_block(found);
            let left = self.build.ins().isub(word, one);
            let left = self.build.ins().band(word, left);
            self.store(left, self.frame, i32::from((a + u16::from(i)).0) * BYTES);
            let bit = self.build.ins().ctz(word);
            let first = self.word(i64::from(i) * 64);
            let element = self.build.ins().iadd(bit, first);
            self.build.ins().jump(on, &[element.into()]);
            self.build.switch_to_block(further);
        }
        // All words are empty.
        self.jump_to(to);
        self.build.switch_to_block(on);
        self.hold(held);
        self.forget(a, n);
        let element = self.build.block_params(on)[0];
        self.set(d, element);
        self.is_over = false;
        self.fall_through();
    }

    /// Takes the lowest element of a set of many words, or jumps: the words are examined in turn.
    fn next_of_many(&mut self, n: u8, d: Reg, a: Reg, by: i16) {
        let to = self.pc.jump(by);
        self.save_range(a, n);
        let start = self.word(i64::from(a.0) * i64::from(BYTES));
        let end = self.word((i64::from(a.0) + i64::from(n)) * i64::from(BYTES));
        let (first, last) =
            (self.build.ins().iadd(self.frame, start), self.build.ins().iadd(self.frame, end));
        let [each, look, found, further, none] = std::array::from_fn(|_| self.build.create_block());
        let at = self.build.append_block_param(each, WORD);
        self.build.ins().jump(each, &[first.into()]);
        self.build.switch_to_block(each);
        let ended = self.compare(IntCC::Equal, at, last);
        self.build.ins().brif(ended, none, &[], look, &[]);
        self.build.switch_to_block(look);
        let word = self.load(at, 0);
        self.build.ins().brif(word, found, &[], further, &[]);
        self.build.switch_to_block(further);
        let eight = self.word(i64::from(BYTES));
        let next = self.build.ins().iadd(at, eight);
        self.build.ins().jump(each, &[next.into()]);
        let held = self.held_values();
        self.build.switch_to_block(none);
        self.jump_to(to);
        self.build.switch_to_block(found);
        self.hold(held);
        let one = self.word(1);
        let left = self.build.ins().isub(word, one);
        let left = self.build.ins().band(word, left);
        self.store(left, at, 0);
        let bit = self.build.ins().ctz(word);
        let (before, three) = (self.build.ins().isub(at, first), self.word(3));
        let before = self.build.ins().ishl(before, three);
        let element = self.build.ins().iadd(before, bit);
        self.forget(a, n);
        self.set(d, element);
        self.is_over = false;
        self.fall_through();
    }

    /// Jumps if a condition holds; if not, `otherwise` is done before the next instruction.
    fn next_or(&mut self, condition: Value, to: CodeAddress, otherwise: impl FnOnce(&mut Self)) {
        let (ends, on) = (self.build.create_block(), self.build.create_block());
        self.build.ins().brif(condition, ends, &[], on, &[]);
        let held = self.held_values();
        self.build.switch_to_block(ends);
        self.jump_to(to);
        self.build.switch_to_block(on);
        self.hold(held);
        otherwise(self);
        self.is_over = false;
        self.fall_through();
    }
}
