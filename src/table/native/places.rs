//! Writes machine code for instructions on fields, rows of tables, zones and places.

use super::enter::Context;
use super::function::{BYTES, FunctionTranslation, WORD, flags};
use crate::ir::{FieldId, Layout, NONE, Reg};
use crate::table::table_data::{FieldData, ZoneData};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

/// The words of an empty set.
static EMPTY: [u64; 8] = [0; 8];

impl FunctionTranslation<'_, '_, '_> {
    /// Returns an address and an offset of the owner's value of a field. Leaves machine code if there is no
    /// such owner.
    pub fn field(&mut self, f: FieldId, owner: Reg) -> (Value, i32) {
        let field: FieldData = self.table.fields[f.index()];
        let owner = self.get(owner);
        if field.owners == 1 {
            let other = self.is_not(owner, 0);
            self.fail_if(other);
            return (self.words, field.base as i32 * BYTES);
        }
        self.fail_unless_below(owner, i64::from(field.owners));
        let offset = self.times(owner, i64::from(field.words) * i64::from(BYTES));
        (self.build.ins().iadd(self.words, offset), field.base as i32 * BYTES)
    }

    pub fn times(&mut self, value: Value, by: i64) -> Value {
        if by.count_ones() == 1 {
            let bits = self.word(i64::from(by.trailing_zeros()));
            return self.build.ins().ishl(value, bits);
        }
        let by = self.word(by);
        self.build.ins().imul(value, by)
    }

    /// Stores a value, if it is in range.
    pub fn put(&mut self, f: FieldId, owner: Reg, a: Reg) {
        let field: FieldData = self.table.fields[f.index()];
        if field.index_values > 0 && field.owners > field.index_words * u64::BITS {
            // The index has only some of the owners.
            self.save();
            let held = self.held_values();
            self.in_rust();
            // Nothing was written in the frame.
            self.hold(held);
            return;
        }
        let (to, offset) = self.field(f, owner);
        let value = self.get(a);
        self.in_range(&field, value);
        if field.index_values == 0 {
            return self.store(value, to, offset);
        }
        // An equal value changes no set: rules that reset fields would write and read the same words in turn.
        let before = self.load(to, offset);
        let differs = self.compare(IntCC::NotEqual, before, value);
        self.only_if(differs, |body| {
            body.move_in_index(&field, owner, before, value);
            body.store(value, to, offset);
        });
    }

    /// Moves an owner from the set of one value of an index to that of another.
    fn move_in_index(&mut self, field: &FieldData, owner: Reg, before: Value, after: Value) {
        let owner = self.get(owner);
        let one = self.word(1);
        // A shift by 64 bits or more is taken modulo 64.
        let bit = self.build.ins().ishl(one, owner);
        let mut word = self.words;
        if field.index_words > 1 {
            let bits = self.word(6);
            let number = self.build.ins().ushr(owner, bits);
            let offset = self.times(number, i64::from(BYTES));
            word = self.build.ins().iadd(word, offset);
        }
        let left = self.word_of_index(field, word, before);
        let set = self.load(left, 0);
        let set = self.build.ins().band_not(set, bit);
        self.store(set, left, 0);
        let joined = self.word_of_index(field, word, after);
        let set = self.load(joined, 0);
        let set = self.build.ins().bor(set, bit);
        self.store(set, joined, 0);
    }

    /// Returns the address of the word of an owner in the set of a value of an index; `word` is that address
    /// for a first set at the beginning of the state. A value that is not indexed has the scratch word.
    fn word_of_index(&mut self, field: &FieldData, word: Value, value: Value) -> Value {
        let values = self.word(i64::from(field.index_values));
        let mut within = self.compare(IntCC::UnsignedLessThan, value, values);
        let mut set = value;
        if field.index_none {
            let is_none = self.is(value, NONE as i64);
            set = self.build.ins().select(is_none, values, value);
            within = self.build.ins().bor(within, is_none);
        }
        let offset = self.times(set, i64::from(field.index_words) * i64::from(BYTES));
        let base = self.word(i64::from(field.index_base) * i64::from(BYTES));
        let address = self.build.ins().iadd(word, offset);
        let address = self.build.ins().iadd(address, base);
        let scratch = self.word(i64::from(Context::SCRATCH_AT));
        let scratch = self.build.ins().iadd(self.context, scratch);
        self.build.ins().select(within, address, scratch)
    }

    pub fn index_of(&mut self, n: u8, d: Reg, f: FieldId, a: Reg) {
        let field: FieldData = self.table.fields[f.index()];
        let value = self.get(a);
        let values = self.word(i64::from(field.index_values));
        let within = self.compare(IntCC::UnsignedLessThan, value, values);
        let (set, within) = if field.index_none {
            let is_none = self.is(value, NONE as i64);
            let set = self.build.ins().select(is_none, values, value);
            (set, self.build.ins().bor(within, is_none))
        } else {
            (value, within)
        };
        let offset = self.times(set, i64::from(field.index_words) * i64::from(BYTES));
        let from = self.build.ins().iadd(self.words, offset);
        if n <= EMPTY.len() as u8 {
            // Without a branch, the words can be held.
            let (base, empty) =
                (self.word(i64::from(field.index_base) * i64::from(BYTES)), self.word(EMPTY.as_ptr() as i64));
            let from = self.build.ins().iadd(from, base);
            let from = self.build.ins().select(within, from, empty);
            return self.copy_from(n, d, from, 0);
        }
        let (found, none, on) =
            (self.build.create_block(), self.build.create_block(), self.build.create_block());
        self.build.ins().brif(within, found, &[], none, &[]);
        self.build.switch_to_block(found);
        for i in 0..i32::from(n) {
            let word = self.load(from, (field.index_base as i32 + i) * BYTES);
            self.store(word, self.frame, (i32::from(d.0) + i) * BYTES);
        }
        self.jump(on);
        self.build.switch_to_block(none);
        self.store_zeros(d, u16::from(n));
        self.jump(on);
        self.build.switch_to_block(on);
        self.forget(d, n);
    }

    /// Returns the address of a row of the pool.
    pub fn row(&mut self, index: Reg, rows: u64, words: u32, base: u32) -> Value {
        let index = self.get(index);
        self.fail_unless_below(index, rows as i64);
        let pool = self.word(self.table.ir.pool.as_ptr() as i64 + i64::from(base) * i64::from(BYTES));
        let offset = self.times(index, i64::from(words) * i64::from(BYTES));
        self.build.ins().iadd(pool, offset)
    }

    /// Returns a field of 32 bits of a zone of the table, which exists.
    pub fn of_zone(&mut self, zone: Value, field: usize) -> Value {
        let zones = self.word(self.table.zones.as_ptr() as i64);
        let offset = self.times(zone, size_of::<ZoneData>() as i64);
        let at = self.build.ins().iadd(zones, offset);
        self.build.ins().uload32(flags().with_readonly(), at, field as i32)
    }

    /// Copies the set at an address of the state, in words.
    pub fn copy_set(&mut self, n: u8, d: Reg, set: Value) {
        let offset = self.times(set, i64::from(BYTES));
        let from = self.build.ins().iadd(self.words, offset);
        self.copy_from(n, d, from, 0);
    }

    /// Emits the cell of a component. Components in the zone of another component are left to Rust.
    pub fn cell_of(&mut self, d: Reg, c: Reg) {
        let place = self.place(c);
        let spots = &self.table.spots;
        let (start, count) = (spots.as_ptr() as i64, spots.len() as i64);
        let on = self.build.create_block();
        self.build.append_block_param(on, WORD);
        let [there, borne] = std::array::from_fn(|_| self.build.create_block());
        let held = self.held_values();
        let (count, none) = (self.word(count), self.word(NONE as i64));
        let within = self.compare(IntCC::UnsignedLessThan, place, count);
        self.build.ins().brif(within, there, &[], on, &[none.into()]);
        self.build.switch_to_block(there);
        let (start, offset) = (self.word(start), self.times(place, i64::from(BYTES)));
        let at = self.build.ins().iadd(start, offset);
        let spot = self.load(at, 0);
        let high = self.word(62);
        let kind = self.build.ins().ushr(spot, high);
        let is_borne = self.is(kind, 1);
        self.build.ins().brif(is_borne, borne, &[], on, &[spot.into()]);
        self.build.switch_to_block(borne);
        self.in_rust();
        let cell = self.get(d);
        self.build.ins().jump(on, &[cell.into()]);
        self.build.switch_to_block(on);
        self.hold(held);
        let cell = self.build.block_params(on)[0];
        self.set(d, cell);
    }

    /// Writes the player who holds a component. For what another component bears, this is left to Rust.
    pub fn holder(&mut self, d: Reg, c: Reg) {
        let place = self.place(c);
        let on = self.build.create_block();
        self.build.append_block_param(on, WORD);
        let [there, borne] = std::array::from_fn(|_| self.build.create_block());
        let held = self.held_values();
        let (count, none) = (self.word(self.table.zones.len() as i64), self.word(NONE as i64));
        let within = self.compare(IntCC::UnsignedLessThan, place, count);
        self.build.ins().brif(within, there, &[], on, &[none.into()]);
        self.build.switch_to_block(there);
        let zones = self.word(self.table.zones.as_ptr() as i64);
        let offset = self.times(place, size_of::<ZoneData>() as i64);
        let zone = self.build.ins().iadd(zones, offset);
        let (owner, bearer) = (
            self.load(zone, offset_of!(ZoneData, owner) as i32),
            self.load(zone, offset_of!(ZoneData, bearer) as i32),
        );
        let is_borne = self.is_not(bearer, NONE as i64);
        self.build.ins().brif(is_borne, borne, &[], on, &[owner.into()]);
        self.build.switch_to_block(borne);
        self.in_rust();
        let owner = self.get(d);
        self.build.ins().jump(on, &[owner.into()]);
        self.build.switch_to_block(on);
        self.hold(held);
        let owner = self.build.block_params(on)[0];
        self.set(d, owner);
    }

    /// Returns the place of a component. Leaves machine code if there is no such component.
    pub fn place(&mut self, c: Reg) -> Value {
        let component = self.get(c);
        self.fail_unless_below(component, self.table.components as i64);
        let offset = self.times(component, i64::from(BYTES));
        let at = self.build.ins().iadd(self.words, offset);
        self.load(at, self.table.place as i32 * BYTES)
    }

    pub fn seats_without(&mut self, d: Reg, out: bool) {
        let players = self.load(self.words, Layout::PLAYERS as i32 * BYTES);
        let most = self.word(64);
        let many = self.compare(IntCC::UnsignedGreaterThanOrEqual, players, most);
        self.fail_if(many);
        let one = self.word(1);
        let bit = self.build.ins().ishl(one, players);
        let seats = self.build.ins().isub(bit, one);
        let gone = self.load(self.words, if out { Layout::OUT } else { Layout::LOSERS } as i32 * BYTES);
        let left = self.build.ins().band_not(seats, gone);
        self.set(d, left);
    }
}
