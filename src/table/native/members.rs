//! Emits machine code for instructions that look at the members of a set one by one.
//!
//! Rare cases and all faults are left to Rust, which executes the whole instruction again: up to that point
//! machine code has written nothing that Rust would read differently.

use super::function::{BYTES, FunctionTranslation, WORD, flags};
use crate::ir::{FieldId, NONE, Op, Reg};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};

/// The maximum number of words of a set that is held in values while another is looped over.
const FEW: u8 = 4;

/// A set in the frame: its first register and its number of words.
type Set = (Reg, u8);

/// Returns whether two sets share a register.
fn overlap(a: Set, b: Set) -> bool {
    a.0 < b.0 + u16::from(b.1) && b.0 < a.0 + u16::from(a.1)
}

fn args(values: &[Value]) -> Vec<BlockArg> {
    values.iter().map(|value| (*value).into()).collect()
}

impl FunctionTranslation<'_, '_, '_> {
    /// Writes the code of an instruction; returns false if it is left to Rust.
    pub fn emit_members(&mut self, op: Op) -> bool {
        let components = self.table.component_words() as u8;
        match op {
            Op::KeepLess { n, d, f, a } => self.keep_numbers((d, n), f, a, IntCC::SignedLessThan),
            Op::KeepUpTo { n, d, f, a } => self.keep_numbers((d, n), f, a, IntCC::SignedLessThanOrEqual),
            Op::KeepMore { n, d, f, a } => self.keep_numbers((d, n), f, a, IntCC::SignedGreaterThan),
            Op::KeepFrom { n, d, f, a } => self.keep_numbers((d, n), f, a, IntCC::SignedGreaterThanOrEqual),
            Op::KeepIs { n, d, f, a } => self.keep_numbers((d, n), f, a, IntCC::Equal),
            Op::KeepNot { n, d, f, a } => self.keep_numbers((d, n), f, a, IntCC::NotEqual),
            Op::KeepInPlay { n, out, d } => self.or_in_rust((d, n), |body, slow| {
                body.keep((d, n), |body, component| {
                    let place = body.place_or(component, slow);
                    body.is_none(place, out != 0)
                });
            }),
            Op::KeepOn { n, d, a } if !overlap((d, components), (a, n)) => {
                self.or_in_rust((d, components), |body, slow| {
                    body.keep((d, components), |body, component| {
                        let cell = body.cell_or(component, slow);
                        body.has_cell((a, n), cell)
                    });
                });
            }
            Op::CellsOf { n, d, a } if !overlap((d, n), (a, components)) => {
                self.or_in_rust((d, n), |body, slow| body.cells_of((d, n), (a, components), slow));
            }
            Op::ValuesOf { n, d, f, a } if !overlap((d, 1), (a, n)) => {
                self.or_in_rust((d, 1), |body, slow| {
                    let none = body.word(0);
                    let all = body.fold((a, n), &[none], |body, owner, all| {
                        let value = body.number_or(f, owner, slow);
                        let most = body.word(64);
                        let beyond = body.compare(IntCC::UnsignedGreaterThanOrEqual, value, most);
                        body.go_on_unless(beyond, slow);
                        let bit = body.bit(value);
                        vec![body.build.ins().bor(all[0], bit)]
                    });
                    body.store(all[0], body.frame, i32::from(d.0) * BYTES);
                });
            }
            Op::Spread { n, around, d, a } if n <= FEW => self.spread((d, n), (a, n), around != 0),
            _ => return false,
        }
        true
    }

    /// Executes this instruction by `fast`, or in Rust where `fast` jumps to the block that it is given.
    /// Either writes the set `written`.
    pub fn or_in_rust(&mut self, written: Set, fast: impl FnOnce(&mut Self, Block)) {
        // Both ways read the frame.
        self.save();
        let held = self.held_values();
        let (slow, on) = (self.build.create_block(), self.build.create_block());
        self.build.set_cold_block(slow);
        fast(self, slow);
        self.jump(on);
        self.build.switch_to_block(slow);
        self.hold(held.clone());
        self.in_rust();
        self.jump(on);
        self.build.switch_to_block(on);
        self.hold(held);
        self.forget(written.0, written.1);
    }

    /// Visits the members of a set in the frame, lowest first. `each` gets a member and the sums so far; it
    /// returns the new sums, and whether the member is kept, if this is requested. Returns the sums at the
    /// end.
    fn visit(
        &mut self,
        (a, n): Set,
        sums: &[Value],
        each: impl FnOnce(&mut Self, Value, &[Value]) -> (Option<Value>, Vec<Value>),
    ) -> Vec<Value> {
        let held = self.held_values();
        let (start, length) =
            (self.word(i64::from(a.0) * i64::from(BYTES)), self.word(i64::from(n) * i64::from(BYTES)));
        let first = self.build.ins().iadd(self.frame, start);
        let last = self.build.ins().iadd(first, length);
        let [word, look, inner, member, next, done] = std::array::from_fn(|_| self.build.create_block());
        let params = |body: &mut Self, block: Block| -> Vec<Value> {
            sums.iter().map(|_| body.build.append_block_param(block, WORD)).collect()
        };
        let at = self.build.append_block_param(word, WORD);
        let (sums_before, sums_after) = (params(self, word), params(self, done));
        let (rest, kept) =
            (self.build.append_block_param(inner, WORD), self.build.append_block_param(inner, WORD));
        let sums_so_far = params(self, inner);
        let with = |values: &[Value], sums: &[Value]| [args(values), args(sums)].concat();

        self.build.ins().jump(word, &with(&[first], sums));
        self.build.switch_to_block(word);
        let ended = self.compare(IntCC::Equal, at, last);
        self.build.ins().brif(ended, done, &args(&sums_before), look, &[]);
        self.build.switch_to_block(look);
        let all = self.load(at, 0);
        self.build.ins().jump(inner, &with(&[all, all], &sums_before));
        self.build.switch_to_block(inner);
        self.build.ins().brif(rest, member, &[], next, &[]);

        self.build.switch_to_block(member);
        let lowest = self.build.ins().ctz(rest);
        let (before, three) = (self.build.ins().isub(at, first), self.word(3));
        let before = self.build.ins().ishl(before, three);
        let element = self.build.ins().iadd(before, lowest);
        let (wanted, sums) = each(self, element, &sums_so_far);
        let left = self.without_lowest(rest);
        let still = match wanted {
            None => kept,
            Some(wanted) => {
                let bit = self.bit(lowest);
                let without = self.build.ins().band_not(kept, bit);
                self.build.ins().select(wanted, kept, without)
            }
        };
        self.build.ins().jump(inner, &with(&[left, still], &sums));
        self.build.switch_to_block(next);
        if wanted.is_some() {
            self.store(kept, at, 0);
        }
        let eight = self.word(i64::from(BYTES));
        let further = self.build.ins().iadd(at, eight);
        self.build.ins().jump(word, &with(&[further], &sums_so_far));
        self.build.switch_to_block(done);
        self.hold(held);
        sums_after
    }

    /// Keeps the members of a set that satisfy a condition. A word is written when all its members were
    /// looked at; those kept are still in it when Rust starts over.
    fn keep(&mut self, set: Set, wanted: impl FnOnce(&mut Self, Value) -> Value) {
        self.visit(set, &[], |body, element, _| (Some(wanted(body, element)), Vec::new()));
    }

    fn fold(
        &mut self,
        set: Set,
        sums: &[Value],
        each: impl FnOnce(&mut Self, Value, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        self.visit(set, sums, |body, element, sums| (None, each(body, element, sums)))
    }

    fn keep_numbers(&mut self, set: Set, f: FieldId, bound: Reg, how: IntCC) {
        self.or_in_rust(set, |body, slow| {
            let bound = body.get(bound);
            body.keep(set, |body, owner| {
                let number = body.number_or(f, owner, slow);
                body.compare(how, number, bound)
            });
        });
    }

    fn cells_of(&mut self, (d, n): Set, components: Set, slow: Block) {
        self.store_zeros(d, u16::from(n));
        self.fold(components, &[], |body, component, _| {
            let cell = body.cell_or(component, slow);
            let somewhere = body.is_none(cell, false);
            body.only_if(somewhere, |body| {
                let most = body.word(i64::from(n) * 64);
                let beyond = body.compare(IntCC::UnsignedGreaterThanOrEqual, cell, most);
                body.go_on_unless(beyond, slow);
                let (at, bit) = (body.word_of(d, cell), body.bit(cell));
                let word = body.load(at, 0);
                let word = body.build.ins().bor(word, bit);
                body.store(word, at, 0);
            });
            Vec::new()
        });
    }

    /// Unites the rows of neighbours of the cells of a set. If one of them is not a cell, Rust reports it.
    fn spread(&mut self, (d, n): Set, cells: Set, around: bool) {
        let ir = self.table.ir;
        let base = if around { ir.geometry.around } else { ir.geometry.neighbours };
        let (rows, count) =
            (ir.pool.as_ptr() as i64 + i64::from(base) * i64::from(BYTES), ir.cells.len() as i64);
        self.save();
        let held = self.held_values();
        let (slow, on) = (self.build.create_block(), self.build.create_block());
        self.build.set_cold_block(slow);
        let united: Vec<Value> = (0..n).map(|_| self.build.append_block_param(on, WORD)).collect();
        let none = self.word(0);
        let all = self.fold(cells, &vec![none; usize::from(n)], |body, cell, all| {
            let most = body.word(count);
            let beyond = body.compare(IntCC::UnsignedGreaterThanOrEqual, cell, most);
            body.go_on_unless(beyond, slow);
            let (rows, offset) = (body.word(rows), body.times(cell, i64::from(n) * i64::from(BYTES)));
            let row = body.build.ins().iadd(rows, offset);
            let unite = |(i, word): (i32, &Value)| {
                let of_row = body.build.ins().load(WORD, flags(), row, i * BYTES);
                body.build.ins().bor(*word, of_row)
            };
            (0..).zip(all).map(unite).collect()
        });
        self.build.ins().jump(on, &args(&all));
        self.build.switch_to_block(slow);
        self.hold(held.clone());
        self.in_rust();
        let all: Vec<Value> = (0..u16::from(n)).map(|i| self.get(d + i)).collect();
        self.build.ins().jump(on, &args(&all));
        self.build.switch_to_block(on);
        self.hold(held);
        (0..).zip(united).for_each(|(i, word)| self.set(d + i, word));
    }

    pub fn bit(&mut self, of: Value) -> Value {
        let one = self.word(1);
        self.build.ins().ishl(one, of)
    }

    fn without_lowest(&mut self, word: Value) -> Value {
        let one = self.word(1);
        let below = self.build.ins().isub(word, one);
        self.build.ins().band(word, below)
    }

    fn is_none(&mut self, value: Value, none: bool) -> Value {
        if none { self.is(value, NONE as i64) } else { self.is_not(value, NONE as i64) }
    }

    /// Emits a test whether a cell, or none, is in a set: 1 or 0.
    pub fn has_cell(&mut self, (a, n): Set, cell: Value) -> Value {
        let (zero, one, most) = (self.word(0), self.word(1), self.word(i64::from(n) * 64));
        let within = self.compare(IntCC::UnsignedLessThan, cell, most);
        // For a cell beyond the set, some word of it is read and not used.
        let some = self.build.ins().select(within, cell, zero);
        let at = self.word_of(a, some);
        let word = self.load(at, 0);
        let word = self.build.ins().ushr(word, some);
        let bit = self.build.ins().band(word, one);
        self.build.ins().select(within, bit, zero)
    }

    /// Returns an owner's value of a field of one word. Goes to `slow` if there is no such owner.
    fn number_or(&mut self, f: FieldId, owner: Value, slow: Block) -> Value {
        let field = self.table.fields[f.index()];
        let owners = self.word(i64::from(field.owners));
        let beyond = self.compare(IntCC::UnsignedGreaterThanOrEqual, owner, owners);
        self.go_on_unless(beyond, slow);
        let offset = self.times(owner, i64::from(BYTES));
        let at = self.build.ins().iadd(self.words, offset);
        self.load(at, field.base as i32 * BYTES)
    }

    /// Returns the place of a component. Goes to `slow` if there is no such component.
    fn place_or(&mut self, component: Value, slow: Block) -> Value {
        let most = self.word(self.table.components as i64);
        let beyond = self.compare(IntCC::UnsignedGreaterThanOrEqual, component, most);
        self.go_on_unless(beyond, slow);
        let offset = self.times(component, i64::from(BYTES));
        let at = self.build.ins().iadd(self.words, offset);
        self.load(at, self.table.place as i32 * BYTES)
    }

    /// Returns the cell of a component, or none. Jumps to `slow` if its bearer is itself borne.
    fn cell_or(&mut self, component: Value, slow: Block) -> Value {
        let spots = &self.table.spots;
        let (start, count) = (spots.as_ptr() as i64, spots.len() as i64);
        let on = self.build.create_block();
        let cell = self.build.append_block_param(on, WORD);
        let [there, borne, there_too] = std::array::from_fn(|_| self.build.create_block());
        let none = self.word(NONE as i64);
        let spot_at = |body: &mut Self, component: Value, there: Block| {
            let place = body.place_or(component, slow);
            let count = body.word(count);
            let within = body.compare(IntCC::UnsignedLessThan, place, count);
            body.build.ins().brif(within, there, &[], on, &[none.into()]);
            body.build.switch_to_block(there);
            let (start, offset) = (body.word(start), body.times(place, i64::from(BYTES)));
            let at = body.build.ins().iadd(start, offset);
            let spot = body.load(at, 0);
            let kind = body.word(62);
            let kind = body.build.ins().ushr(spot, kind);
            (spot, body.is(kind, 1))
        };
        let (spot, is_borne) = spot_at(self, component, there);
        self.build.ins().brif(is_borne, borne, &[], on, &[spot.into()]);
        self.build.switch_to_block(borne);
        let mark = self.word(1 << 62);
        let bearer = self.build.ins().band_not(spot, mark);
        let (spot, is_borne) = spot_at(self, bearer, there_too);
        self.build.ins().brif(is_borne, slow, &[], on, &[spot.into()]);
        self.build.switch_to_block(on);
        cell
    }
}
