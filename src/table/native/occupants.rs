//! Emits machine code for the contents of zones that keep no set: the components of a range are examined one
//! by one.
//!
//! Few of them are in the requested places, so the branch to those is seldom taken, and predicted well.

use super::function::{BYTES, FunctionTranslation, WORD};
use crate::ir::{Op, Reg, ToIndex, ZoneId};
use crate::table::sets;
use crate::table::table_data::{ZoneData, ZoneFamily};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value, types};
use std::mem::offset_of;
use std::ops::Range;

/// Consecutive places, and the components that they may hold.
#[derive(Clone, Copy)]
struct OccupantRange {
    first: Value,
    count: Value,
    low: Value,
    high: Value,
    /// 0 if none of them is requested.
    any: Value,
    /// The place, if there is only one.
    only: Option<Value>,
}

/// True if vectors of two words can be compared on every processor of this architecture.
const HAS_VECTORS: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

impl FunctionTranslation<'_, '_, '_> {
    /// Writes the code of an instruction; returns false if it is left to Rust.
    pub fn emit_occupants(&mut self, op: Op) -> bool {
        match op {
            Op::ZoneSet { n, d, z } => self.zone_set(n, d, z),
            Op::OnCells { n, d, zone, a } => return self.on_cells(n, d, zone, a),
            Op::InPlaces { n, d, zone, at } => return self.in_places(n, d, zone, at),
            _ => return false,
        }
        true
    }

    fn zone_set(&mut self, n: u8, d: Reg, z: Reg) {
        let zone = self.get(z);
        self.fail_unless_below(zone, self.table.zones.len() as i64);
        let set = self.of_zone(zone, offset_of!(ZoneData, set));
        let [kept, looked_at, on] = std::array::from_fn(|_| self.build.create_block());
        self.build.ins().brif(set, kept, &[], looked_at, &[]);
        let held = self.held_values();
        self.build.switch_to_block(looked_at);
        let (low, high) =
            (self.of_zone(zone, offset_of!(ZoneData, low)), self.of_zone(zone, offset_of!(ZoneData, high)));
        let one = self.word(1);
        let places = OccupantRange { first: zone, count: one, low, high, any: one, only: Some(zone) };
        self.occupants(n, d, places, |_, _| None);
        self.jump(on);
        self.build.switch_to_block(kept);
        self.hold(held.clone());
        self.copy_set(n, d, set);
        self.save_range(d, n);
        self.jump(on);
        self.build.switch_to_block(on);
        self.hold(held);
        self.forget(d, n);
    }

    /// Returns the data of a zone, and the components that it may hold.
    fn family(&self, zone: ZoneId) -> Option<(ZoneFamily, u32, u32)> {
        let family = *self.table.families.get(zone.index())?;
        let first = self.table.zones.get(family.first.index())?;
        Some((family, first.low, first.high))
    }

    /// Returns the range of components that matter to the next instruction, if it intersects the set in `d`
    /// with constants and nothing reads the set afterwards: few components of a game are of the kind that is
    /// asked for.
    fn asked_for(&self, n: u8, d: Reg) -> Range<u32> {
        let pool =
            |k: u32| self.table.ir.pool.get(k.index()..k.index() + usize::from(n)).map(<[u64]>::to_vec);
        let (into, kept) = match self.next_op() {
            Some(Op::And { n: words, d: into, a, b }) if words == n && (a == d || b == d) => {
                let other = if a == d { b } else { a };
                let constants =
                    other.run(usize::from(n)).map(|word| self.constant(word).map(|word| word as u64));
                (into, constants.collect())
            }
            Some(Op::AndPool { n: words, d: into, k }) if (words, into) == (n, d) => (into, pool(k)),
            Some(Op::MinusPool { n: words, d: into, k }) if (words, into) == (n, d) => {
                (into, pool(k).map(|words| words.iter().map(|word| !word).collect()))
            }
            _ => (d, None),
        };
        let mut read_later = d.run(usize::from(n)).filter(|word| !into.run(usize::from(n)).contains(*word));
        match kept {
            Some(kept) if !read_later.any(|word| self.live.is_live(self.pc + 2, word)) => {
                let first = sets::first(&kept).unwrap_or_default();
                first as u32..sets::last(&kept).map_or(0, |last| last as u32 + 1)
            }
            _ => 0..u32::MAX,
        }
    }

    fn places(&mut self, first: Value, count: u64, low: u32, high: u32) -> OccupantRange {
        let [count, low, high] =
            [count as i64, i64::from(low), i64::from(high)].map(|number| self.word(number));
        OccupantRange { first, count, low, high, any: count, only: None }
    }

    fn on_cells(&mut self, n: u8, d: Reg, zone: ZoneId, a: Reg) -> bool {
        let Some((family, low, high)) = self.family(zone) else { return false };
        let words = self.table.ir.geometry.words as u8;
        let overlaps = d < a + u16::from(words) && a < d + u16::from(n);
        if family.values != 1 || overlaps {
            return false;
        }
        let asked = self.asked_for(n, d);
        self.or_in_rust((d, n), |body, slow| {
            let mut without_place = body.word(0);
            for i in 0..words {
                let here = (0..64u64).filter(|bit| {
                    (u64::from(i) * 64 + bit).checked_sub(family.thing).is_some_and(|nth| nth < family.things)
                });
                let with_place = here.fold(0u64, |mask, bit| mask | 1 << bit);
                let (word, others) = (body.get(a + u16::from(i)), body.word(!with_place as i64));
                let word = body.build.ins().band(word, others);
                without_place = body.build.ins().bor(without_place, word);
            }
            body.go_on_unless(without_place, slow);
            let cells = body.union(words, a);
            let first = body.word(family.first as i64);
            let places = body.places(first, family.things, asked.start.max(low), asked.end.min(high));
            body.occupants(n, d, OccupantRange { any: cells, ..places }, |body, nth| {
                let thing = body.word(family.thing as i64);
                let cell = body.build.ins().iadd(nth, thing);
                Some(body.has_cell((a, words), cell))
            });
        });
        true
    }

    fn in_places(&mut self, n: u8, d: Reg, zone: ZoneId, at: Reg) -> bool {
        let Some((family, low, high)) = self.family(zone) else { return false };
        let Some(values) = (0..=64 - family.values.min(64))
            .contains(&u64::try_from(family.value).unwrap_or(u64::MAX))
            .then(|| (0..family.values).fold(0u64, |mask, nth| mask | 1 << (nth + family.value as u64)))
            .filter(|_| family.values <= 64)
        else {
            return false;
        };
        let asked = self.asked_for(n, d);
        self.or_in_rust((d, n), |body, slow| {
            let (thing, wanted) = (body.get(at), body.get(at + 1));
            let others = body.word(!values as i64);
            let without_place = body.build.ins().band(wanted, others);
            body.go_on_unless(without_place, slow);
            let (first_thing, things) = (body.word(family.thing as i64), body.word(family.things as i64));
            let nth = body.build.ins().isub(thing, first_thing);
            let beyond = body.compare(IntCC::UnsignedGreaterThanOrEqual, nth, things);
            body.go_on_unless(beyond, slow);
            let (first, offset) = (body.word(family.first as i64), body.times(nth, family.values as i64));
            let first = body.build.ins().iadd(first, offset);
            let places = body.places(first, family.values, asked.start.max(low), asked.end.min(high));
            body.occupants(n, d, OccupantRange { any: wanted, ..places }, |body, nth| {
                let (least, one) = (body.word(family.value), body.word(1));
                let value = body.build.ins().iadd(nth, least);
                let bit = body.build.ins().ushr(wanted, value);
                Some(body.build.ins().band(bit, one))
            });
        });
        true
    }

    /// Returns the address of the place of a component.
    fn of_component(&mut self, component: Value) -> Value {
        let offset = self.times(component, i64::from(BYTES));
        let at = self.build.ins().iadd(self.words, offset);
        self.build.ins().iadd_imm_s(at, self.table.place as i64 * i64::from(BYTES))
    }

    /// Goes to `each` with the component after the next four if none of these is in a place, and to `look`
    /// with one of them. The words after the places of components are those of the state too.
    fn pass_over(&mut self, place: Value, component: Value, (each, look): (Block, Block)) {
        let at = self.of_component(component);
        let unaligned = MemFlagsData::new().with_notrap();
        let there = self.build.ins().splat(types::I64X2, place);
        let [first, second] = [0, 2].map(|word| {
            let two = self.build.ins().load(types::I64X2, unaligned, at, word * BYTES);
            self.build.ins().icmp(IntCC::Equal, two, there)
        });
        let some = self.build.ins().bor(first, second);
        let some = self.build.ins().vany_true(some);
        let over = self.build.ins().iadd_imm_s(component, 4);
        self.build.ins().brif(some, look, &[], each, &[over.into()]);
    }

    /// Writes the set of the components in places. `wanted` is given the number of the place, from 0; without
    /// a condition all count.
    fn occupants(
        &mut self,
        n: u8,
        d: Reg,
        places: OccupantRange,
        wanted: impl FnOnce(&mut Self, Value) -> Option<Value>,
    ) {
        self.store_zeros(d, u16::from(n));
        let held = self.held_values();
        let [each, look, there, next, done] = std::array::from_fn(|_| self.build.create_block());
        let component = self.build.append_block_param(each, WORD);
        self.build.ins().brif(places.any, each, &[places.low.into()], done, &[]);
        self.build.switch_to_block(each);
        let more = self.compare(IntCC::UnsignedLessThan, component, places.high);
        if let Some(place) = places.only.filter(|_| HAS_VECTORS) {
            let four = self.build.create_block();
            self.build.ins().brif(more, four, &[], done, &[]);
            self.build.switch_to_block(four);
            self.pass_over(place, component, (each, look));
        } else {
            self.build.ins().brif(more, look, &[], done, &[]);
        }
        self.build.switch_to_block(look);
        let at = self.of_component(component);
        let place = self.load(at, 0);
        let nth = self.build.ins().isub(place, places.first);
        let within = self.compare(IntCC::UnsignedLessThan, nth, places.count);
        self.build.ins().brif(within, there, &[], next, &[]);

        self.build.switch_to_block(there);
        if let Some(wanted) = wanted(self, nth) {
            let on = self.build.create_block();
            self.build.ins().brif(wanted, on, &[], next, &[]);
            self.build.switch_to_block(on);
        }
        let most = self.word(i64::from(n) * 64);
        let beyond = self.compare(IntCC::UnsignedGreaterThanOrEqual, component, most);
        self.go_on_unless(beyond, next);
        let (at, bit) = (self.word_of(d, component), self.bit(component));
        let word = self.load(at, 0);
        let word = self.build.ins().bor(word, bit);
        self.store(word, at, 0);
        self.jump(next);
        self.build.switch_to_block(next);
        let one = self.word(1);
        let further = self.build.ins().iadd(component, one);
        self.build.ins().jump(each, &[further.into()]);
        self.build.switch_to_block(done);
        self.hold(held);
    }
}
