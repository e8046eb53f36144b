//! Writes machine code for instructions on amounts, and for the places of zones with a key.

use super::function::{BYTES, FunctionTranslation};
use crate::ir::{FieldId, Layout, NONE, Op, Reg, ToIndex, ValueType, ZoneId};
use crate::table::table_data::FieldData;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

/// The maximum number of lanes that are handled one by one.
const MOST: u8 = 16;

impl FunctionTranslation<'_, '_, '_> {
    /// Writes the code of an instruction; returns false if it is left to Rust.
    pub fn emit_amount(&mut self, op: Op) -> bool {
        match op {
            Op::Lane { n, d, a, i } => {
                let at = self.lane(n, a, i);
                let word = self.load(at, 0);
                self.set(d, word);
            }
            Op::SetLane { n, d, i, a } => {
                let value = self.get(a);
                let at = self.lane(n, d, i);
                self.store(value, at, 0);
                self.forget(d, n);
            }
            Op::EachLe { n, d, a, b } if n <= MOST => {
                let mut covered = None;
                for i in 0..u16::from(n) {
                    let (a, b) = (self.get(a + i), self.get(b + i));
                    let here = self.compare(IntCC::SignedLessThanOrEqual, a, b);
                    covered = Some(covered.map_or(here, |all| self.build.ins().band(all, here)));
                }
                match covered {
                    Some(covered) => self.set_truth(d, covered),
                    None => return false,
                }
            }
            Op::Total { n, d, a } if n <= MOST => {
                let mut total = self.word(0);
                for i in 0..u16::from(n) {
                    let word = self.get(a + i);
                    let (sum, overflows) = self.build.ins().sadd_overflow(total, word);
                    self.fail_if(overflows);
                    total = sum;
                }
                self.set(d, total);
            }
            Op::AddEach { n, d, a, b } if n <= MOST => self.each(n, d, (a, b), |body, a, b| {
                let (sum, overflows) = body.build.ins().sadd_overflow(a, b);
                body.fail_if(overflows);
                sum
            }),
            Op::SubEach { n, d, a, b } if n <= MOST => self.each(n, d, (a, b), |body, a, b| {
                let (difference, overflows) = body.build.ins().ssub_overflow(a, b);
                body.fail_if(overflows);
                difference
            }),
            Op::MinEach { n, d, a, b } if n <= MOST => {
                self.each(n, d, (a, b), |body, a, b| body.build.ins().smin(a, b));
            }
            Op::MaxEach { n, d, a, b } if n <= MOST => {
                self.each(n, d, (a, b), |body, a, b| body.build.ins().smax(a, b));
            }
            Op::AttrRow { n, d, f, at } => {
                let attribute = self.table.attributes[f.index()];
                let words = attribute.words;
                let from = self.row(at, attribute.owners, words, attribute.base);
                let row = self.get(at + 1);
                self.fail_unless_below(row, i64::from(words / u32::from(n)));
                let offset = self.times(row, i64::from(n) * i64::from(BYTES));
                let from = self.build.ins().iadd(from, offset);
                self.copy_from(n, d, from, 0);
            }
            Op::PutEach { n, f, i, a } if n <= MOST => return self.put_each(n, f, i, a),
            Op::PutRanged { f, i, a } => return self.put_ranged(f, i, a),
            Op::ZoneAt { d, zone, at } => return self.zone_at(d, zone, at),
            _ => return false,
        }
        true
    }

    /// Returns the address of a lane. Leaves machine code if there is no such lane.
    fn lane(&mut self, n: u8, a: Reg, i: Reg) -> Value {
        let lane = self.get(i);
        self.fail_unless_below(lane, i64::from(n));
        self.save_range(a, n);
        let (start, offset) =
            (self.word(i64::from(a.0) * i64::from(BYTES)), self.times(lane, i64::from(BYTES)));
        let from = self.build.ins().iadd(self.frame, start);
        self.build.ins().iadd(from, offset)
    }

    /// Combines two amounts. All lanes are read before one is written: the ranges may overlap.
    fn each(
        &mut self,
        n: u8,
        d: Reg,
        (a, b): (Reg, Reg),
        mut combine: impl FnMut(&mut Self, Value, Value) -> Value,
    ) {
        let lane = |i| {
            let (a, b) = (self.get(a + i), self.get(b + i));
            combine(self, a, b)
        };
        let lanes: Vec<Value> = (0..u16::from(n)).map(lane).collect();
        (0..).zip(lanes).for_each(|(i, word)| self.set(d + i, word));
    }

    fn put_each(&mut self, n: u8, f: FieldId, owner: Reg, a: Reg) -> bool {
        let field: FieldData = self.table.fields[f.index()];
        if field.index_values > 0 || field.words != u32::from(n) {
            return false;
        }
        let (to, offset) = self.field(f, owner);
        let words: Vec<Value> = (0..u16::from(n)).map(|i| self.get(a + i)).collect();
        for word in &words {
            self.in_range(&field, *word);
        }
        (0..).zip(words).for_each(|(i, word)| self.store(word, to, offset + i * BYTES));
        true
    }

    /// Stores a set of ints, each in the range of the field. Returns false for an int that may be none.
    fn put_ranged(&mut self, f: FieldId, owner: Reg, a: Reg) -> bool {
        let info = &self.table.ir.layout.fields[f];
        let (ValueType::Set(_), Some((low, high))) = (&info.ty, info.range) else { return false };
        let within = (0..64u32).filter(|n| (low..=high).contains(&i64::from(*n)));
        let allowed = within.fold(0u64, |set, n| set | 1 << n);
        let (to, offset) = self.field(f, owner);
        let (value, allowed) = (self.get(a), self.word(allowed as i64));
        let rest = self.build.ins().band_not(value, allowed);
        let outside = self.is_not(rest, 0);
        self.fail_if(outside);
        self.store(value, to, offset);
        true
    }

    /// Leaves machine code if a number is out of the range of a field.
    pub fn in_range(&mut self, field: &FieldData, value: Value) {
        if field.low > i64::MIN {
            let low = self.word(field.low);
            let below = self.compare(IntCC::SignedLessThan, value, low);
            self.fail_if(below);
        }
        if field.high < i64::MAX {
            let high = self.word(field.high);
            let above = self.compare(IntCC::SignedGreaterThan, value, high);
            self.fail_if(above);
        }
    }

    /// Writes the place of a zone for a thing and a value. Returns false if only some of its places have an
    /// owner.
    fn zone_at(&mut self, d: Reg, zone: ZoneId, at: Reg) -> bool {
        let Some(family) = self.table.families.get(zone.index()).copied() else { return false };
        let places = family.first.index()..(family.first + family.things * family.values).index();
        let Some(zones) = self.table.zones.get(places) else { return false };
        let owned = zones.iter().filter(|zone| zone.owner != NONE).count();
        if owned != 0 && owned != zones.len() {
            return false;
        }
        let (thing, value) = (self.get(at), self.get(at + 1));
        let (first_thing, first_value) = (self.word(family.thing as i64), self.word(family.value));
        let nth = self.build.ins().isub(thing, first_thing);
        self.fail_unless_below(nth, family.things as i64);
        let value = self.build.ins().isub(value, first_value);
        self.fail_unless_below(value, family.values as i64);
        if owned != 0 {
            let players = self.load(self.words, Layout::PLAYERS as i32 * BYTES);
            let beyond = self.compare(IntCC::UnsignedGreaterThanOrEqual, thing, players);
            self.fail_if(beyond);
        }
        let (first, offset) = (self.word(family.first as i64), self.times(nth, family.values as i64));
        let place = self.build.ins().iadd(offset, first);
        let place = self.build.ins().iadd(place, value);
        self.set(d, place);
        true
    }
}
