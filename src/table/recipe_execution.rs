//! Executes recipes on samples.

use super::machine::Machine;
use super::program::Table;
use super::recipes::{Recipe, RecipeNode};
use super::seats::{seats, seats_on};
use super::state::State;
use super::{chance, sets, zones};
use crate::ir::{AttributeId, FieldId, Layout, NONE, Op, Reg, ToIndex};

impl Recipe {
    /// Computes the word on a state, from the registers of a frame that begins at `base`.
    pub fn work(&self, machine: &mut Machine, state: &mut State, base: usize) -> Option<u64> {
        let mut frame = vec![0; self.frame];
        self.node.work(machine, state, base, &mut frame)?.get(self.word).copied()
    }

    /// Returns the set of a random pick; `None` for other recipes.
    pub fn picked_from(&self, machine: &mut Machine, state: &mut State, base: usize) -> Option<Vec<u64>> {
        let RecipeNode::Op { op: Op::Random { .. }, reads, .. } = &self.node else { return None };
        let mut frame = vec![0; self.frame];
        let mut set = Vec::new();
        for (_, node) in reads {
            set.extend(node.work(machine, state, base, &mut frame)?);
        }
        Some(set)
    }

    /// Like `work`, for several words.
    pub fn words(
        &self,
        machine: &mut Machine,
        state: &mut State,
        base: usize,
        words: usize,
    ) -> Option<Vec<u64>> {
        let mut frame = vec![0; self.frame];
        let value = self.node.work(machine, state, base, &mut frame)?;
        value.get(self.word..self.word + words).map(<[u64]>::to_vec)
    }
}

impl RecipeNode {
    fn work(
        &self,
        machine: &mut Machine,
        state: &mut State,
        base: usize,
        frame: &mut [u64],
    ) -> Option<Vec<u64>> {
        match self {
            RecipeNode::Leaf(leaf) => {
                let at = base + leaf.register.index();
                state.words.get(at..at + leaf.words).map(<[u64]>::to_vec)
            }
            RecipeNode::Op { op, reads, to, words } => {
                let mut values = Vec::with_capacity(reads.len());
                for (at, node) in reads {
                    values.push((at.index(), node.work(machine, state, base, frame)?));
                }
                if let Op::Call { f, .. } = op {
                    let args: Vec<u64> = values.into_iter().flat_map(|(_, value)| value).collect();
                    return machine.evaluate(state, *f, &args).ok().map(<[u64]>::to_vec);
                }
                for (at, value) in values {
                    frame.get_mut(at..at + value.len())?.copy_from_slice(&value);
                }
                execute_again(machine.table, &state.words, frame, *op)?;
                frame.get(to.index()..to.index() + words).map(<[u64]>::to_vec)
            }
        }
    }
}

/// Executes an instruction without side effects again. Returns `None` if it fails.
fn execute_again(table: &Table, state: &[u64], frame: &mut [u64], op: Op) -> Option<()> {
    let pool = table.ir.pool.as_slice();
    let one = |frame: &[u64], r: Reg| frame.get(r.index()).copied();
    let many =
        |frame: &[u64], r: Reg, n: u8| frame.get(r.index()..r.index() + n.index()).map(<[u64]>::to_vec);
    let words = |at: usize, n: u8| state.get(at..at + n.index()).map(<[u64]>::to_vec);
    let ints = |frame: &[u64], a: Reg, b: Reg| Some((one(frame, a)? as i64, one(frame, b)? as i64));
    let pair = |frame: &[u64], a: Reg, b: Reg, n: u8, f: fn(u64, u64) -> u64| {
        let (a, b) = (many(frame, a, n)?, many(frame, b, n)?);
        Some(a.iter().zip(&b).map(|(a, b)| f(*a, *b)).collect::<Vec<u64>>())
    };
    let each = |frame: &[u64], a: Reg, b: Reg, n: u8, f: fn(i64, i64) -> Option<i64>| {
        let (a, b) = (many(frame, a, n)?, many(frame, b, n)?);
        a.iter().zip(&b).map(|(a, b)| f(*a as i64, *b as i64).map(|v| v as u64)).collect::<Option<Vec<u64>>>()
    };
    let with = |frame: &[u64], d: Reg, n: u8, other: Option<&[u64]>, f: fn(u64, u64) -> u64| {
        Some(many(frame, d, n)?.iter().zip(other?).map(|(a, b)| f(*a, *b)).collect::<Vec<u64>>())
    };
    let constants = |k: u32, n: u8| pool.get(k.index()..k.index() + n.index());
    let own = |addr: u32, n: u8| state.get(addr.index()..addr.index() + n.index());
    let field = |f: FieldId, owner: u64| {
        let field = table.fields.get(f.index()).filter(|field| owner < u64::from(field.owners))?;
        Some(field.base.index() + owner.index() * field.words.index())
    };
    let attribute = |f: AttributeId, owner: u64, n: u8| {
        let a = table.attributes.get(f.index()).filter(|a| owner < a.owners)?;
        let at = a.base.index() + owner.index() * a.words.index();
        pool.get(at..at + n.index()).map(<[u64]>::to_vec)
    };
    let zone = |z: u64| zones::zone(table, z).ok();
    let known = |c: u64| (c < table.components).then_some(c);
    let player = |p: u64| (p < state[Layout::PLAYERS]).then_some(p);
    let (d, value): (Reg, Vec<u64>) = match op {
        Op::Int { d, v } => (d, vec![i64::from(v) as u64]),
        Op::Word { d, k } => (d, constants(k, 1)?.to_vec()),
        Op::Words { n, d, k } => (d, constants(k, n)?.to_vec()),
        Op::Move { n, d, a } => (d, many(frame, a, n)?),
        Op::Zero { n, d } => (d, vec![0; n.index()]),
        Op::Add { d, a, b } => (d, vec![ints(frame, a, b).and_then(|(a, b)| a.checked_add(b))? as u64]),
        Op::Sub { d, a, b } => (d, vec![ints(frame, a, b).and_then(|(a, b)| a.checked_sub(b))? as u64]),
        Op::Mul { d, a, b } => (d, vec![ints(frame, a, b).and_then(|(a, b)| a.checked_mul(b))? as u64]),
        Op::AddI { d, a, v } => (d, vec![(one(frame, a)? as i64).checked_add(i64::from(v))? as u64]),
        Op::MulI { d, a, v } => (d, vec![(one(frame, a)? as i64).checked_mul(i64::from(v))? as u64]),
        Op::Min { d, a, b } => (d, vec![ints(frame, a, b).map(|(a, b)| a.min(b))? as u64]),
        Op::Max { d, a, b } => (d, vec![ints(frame, a, b).map(|(a, b)| a.max(b))? as u64]),
        Op::Not { d, a } => (d, vec![1 - one(frame, a)?.min(1)]),
        Op::Eq { d, a, b } => (d, vec![u64::from(one(frame, a)? == one(frame, b)?)]),
        Op::Ne { d, a, b } => (d, vec![u64::from(one(frame, a)? != one(frame, b)?)]),
        Op::Lt { d, a, b } => (d, vec![ints(frame, a, b).map(|(a, b)| u64::from(a < b))?]),
        Op::Le { d, a, b } => (d, vec![ints(frame, a, b).map(|(a, b)| u64::from(a <= b))?]),
        Op::EqI { d, a, v } => (d, vec![u64::from(one(frame, a)? as i64 == i64::from(v))]),
        Op::IsSome { d, a } => (d, vec![u64::from(one(frame, a)? != NONE)]),
        Op::And { n, d, a, b } => (d, pair(frame, a, b, n, |a, b| a & b)?),
        Op::Or { n, d, a, b } => (d, pair(frame, a, b, n, |a, b| a | b)?),
        Op::Minus { n, d, a, b } => (d, pair(frame, a, b, n, |a, b| a & !b)?),
        Op::AndPool { n, d, k } => (d, with(frame, d, n, constants(k, n), |a, b| a & b)?),
        Op::MinusPool { n, d, k } => (d, with(frame, d, n, constants(k, n), |a, b| a & !b)?),
        Op::AndState { n, d, addr } => (d, with(frame, d, n, own(addr, n), |a, b| a & b)?),
        Op::MinusState { n, d, addr } => (d, with(frame, d, n, own(addr, n), |a, b| a & !b)?),
        Op::OrState { n, d, addr } => (d, with(frame, d, n, own(addr, n), |a, b| a | b)?),
        Op::EachLe { n, d, a, b } => {
            let (a, b) = (many(frame, a, n)?, many(frame, b, n)?);
            (d, vec![u64::from(a.iter().zip(&b).all(|(a, b)| *a as i64 <= *b as i64))])
        }
        Op::Total { n, d, a } => {
            let total = many(frame, a, n)?.iter().try_fold(0i64, |sum, word| sum.checked_add(*word as i64));
            (d, vec![total? as u64])
        }
        Op::AddEach { n, d, a, b } => (d, each(frame, a, b, n, i64::checked_add)?),
        Op::SubEach { n, d, a, b } => (d, each(frame, a, b, n, i64::checked_sub)?),
        Op::MinEach { n, d, a, b } => (d, each(frame, a, b, n, |a, b| Some(a.min(b)))?),
        Op::MaxEach { n, d, a, b } => (d, each(frame, a, b, n, |a, b| Some(a.max(b)))?),
        Op::AttrRow { n, d, f, at } => {
            let (owner, row) = (one(frame, at)?, usize::try_from(one(frame, at + 1)?).ok()?);
            let words = table.attributes.get(f.index())?.words;
            let whole = attribute(f, owner, u8::try_from(words).ok()?)?;
            (d, whole.chunks_exact(n.index()).nth(row)?.to_vec())
        }
        Op::Count { n, d, a } => (d, vec![sets::count(&many(frame, a, n)?) as u64]),
        Op::Any { n, d, a } => (d, vec![u64::from(sets::count(&many(frame, a, n)?) > 0)]),
        Op::Has { n, d, a, b } => (d, vec![u64::from(sets::has(&many(frame, a, n)?, one(frame, b)?))]),
        Op::Insert { n, d, a } | Op::Remove { n, d, a } => {
            let (mut set, element) = (many(frame, d, n)?, one(frame, a)?);
            if matches!(op, Op::Insert { .. }) {
                sets::insert(&mut set, element);
            } else {
                sets::remove(&mut set, element);
            }
            (d, set)
        }
        Op::Single { n, d, a } => {
            let mut set = vec![0; n.index()];
            sets::insert(&mut set, one(frame, a)?);
            (d, set)
        }
        // A new pick for each sample, equal whenever it is requested for the same sample.
        Op::Random { n, d, a } => {
            let set = many(frame, a, n)?;
            let rank =
                chance::below(&mut chance::separate_generator(state, u64::from(d)), sets::count(&set) as u64);
            (d, vec![sets::nth(&set, rank.index()).unwrap_or(NONE)])
        }
        Op::First { n, d, a } => (d, vec![sets::first(&many(frame, a, n)?).unwrap_or(NONE)]),
        Op::Only { n, d, a } => (d, vec![sets::only(&many(frame, a, n)?).unwrap_or(NONE)]),
        Op::Load { d, addr } => (d, words(addr.index(), 1)?),
        Op::LoadSet { n, d, addr } => (d, words(addr.index(), n)?),
        Op::Get { d, f, i } => (d, words(field(f, one(frame, i)?)?, 1)?),
        Op::GetSet { n, d, f, i } => (d, words(field(f, one(frame, i)?)?, n)?),
        Op::IndexOf { n, d, f, a } => {
            let info = table.fields.get(f.index())?;
            let set = match info.index_set(one(frame, a)?) {
                Some(set) => words(info.index_base.index() + set * info.index_words.index(), n)?,
                None => vec![0; n.index()],
            };
            (d, set)
        }
        Op::Attr { d, f, i } => (d, attribute(f, one(frame, i)?, 1)?),
        Op::AttrSet { n, d, f, i } => (d, attribute(f, one(frame, i)?, n)?),
        Op::ZoneOf { d, zone, p } => (d, vec![u64::from(zone) + player(one(frame, p)?)?]),
        Op::ZoneAt { d, zone, at } => {
            let family = table.families.get(zone.index())?;
            (d, vec![family.place(one(frame, at)?, one(frame, at + 1)?)?])
        }
        Op::ZoneSet { n, d, z } => {
            let mut set = vec![0; n.index()];
            zones::scan(table, state, zone(one(frame, z)?)?, &mut set);
            (d, set)
        }
        Op::OutOfPlay { n, d } => {
            let mut set = vec![0; n.index()];
            zones::out_of_play(table, state, &mut set);
            (d, set)
        }
        Op::CellOf { d, c } => {
            (d, vec![zones::root(table, state, known(one(frame, c)?)?).map_or(NONE, |zone| zone.cell)])
        }
        Op::Bearer { d, c } => {
            let place = zones::place(table, state, known(one(frame, c)?)?);
            (d, vec![table.zones.get(place.index()).map_or(NONE, |zone| zone.bearer)])
        }
        Op::PlayerZone { n, d, zone: first, p } => {
            (d, words(zone(u64::from(first) + player(one(frame, p)?)?)?.set.index(), n)?)
        }
        Op::Place { d, c } => (d, vec![zones::place(table, state, known(one(frame, c)?)?)]),
        Op::Holder { d, c } => (d, vec![zones::holder(table, state, known(one(frame, c)?)?)]),
        Op::ZoneOwner { d, z } => (d, vec![zones::owner(table, state, zone(one(frame, z)?)?)]),
        Op::Top { d, z } => (d, vec![zones::end(table, state, zone(one(frame, z)?)?, false).unwrap_or(NONE)]),
        Op::Bottom { d, z } => {
            (d, vec![zones::end(table, state, zone(one(frame, z)?)?, true).unwrap_or(NONE)])
        }
        Op::Players { d } => (d, vec![seats(state[Layout::PLAYERS])]),
        Op::PlayerCount { d } => (d, vec![state[Layout::PLAYERS]]),
        Op::NextPlayer { d, a } => (d, vec![(player(one(frame, a)?)? + 1) % state[Layout::PLAYERS]]),
        Op::SeatsOn { d, a, b } => {
            (d, vec![seats_on(state, player(one(frame, a)?)?, one(frame, b)? as i64)?])
        }
        Op::Seat { d, a } => (d, vec![player(one(frame, a)?.checked_sub(1)?)?]),
        _ => return None,
    };
    frame.get_mut(d.index()..d.index() + value.len())?.copy_from_slice(&value);
    Some(())
}
