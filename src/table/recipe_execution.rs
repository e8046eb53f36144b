//! Executes recipes on samples.

use super::machine::Machine;
use super::program::Table;
use super::recipes::{Recipe, RecipeNode};
use super::seats::{seats, seats_on};
use super::state::State;
use super::table_data::ZoneData;
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
                let (d, value) =
                    RecipeFrame { table: machine.table, state: &state.words, frame }.result(*op)?;
                frame.get_mut(d.index()..d.index() + value.len())?.copy_from_slice(&value);
                frame.get(to.index()..to.index() + words).map(<[u64]>::to_vec)
            }
        }
    }
}

/// The frame of a recipe, and the state from which its instructions read. The methods return `None` where an
/// instruction would fail.
struct RecipeFrame<'a> {
    table: &'a Table<'a>,
    state: &'a [u64],
    frame: &'a [u64],
}

impl RecipeFrame<'_> {
    fn one(&self, r: Reg) -> Option<u64> {
        self.frame.get(r.index()).copied()
    }

    fn many(&self, r: Reg, n: u8) -> Option<Vec<u64>> {
        self.frame.get(r.index()..r.index() + n.index()).map(<[u64]>::to_vec)
    }

    fn ints(&self, a: Reg, b: Reg) -> Option<(i64, i64)> {
        Some((self.one(a)? as i64, self.one(b)? as i64))
    }

    /// Returns words of the state.
    fn words(&self, at: usize, n: u8) -> Option<Vec<u64>> {
        self.state.get(at..at + n.index()).map(<[u64]>::to_vec)
    }

    fn own(&self, addr: u32, n: u8) -> Option<&[u64]> {
        self.state.get(addr.index()..addr.index() + n.index())
    }

    /// Returns words of the pool.
    fn constants(&self, k: u32, n: u8) -> Option<&[u64]> {
        self.table.ir.pool.as_slice().get(k.index()..k.index() + n.index())
    }

    fn pair(&self, a: Reg, b: Reg, n: u8, f: fn(u64, u64) -> u64) -> Option<Vec<u64>> {
        let (a, b) = (self.many(a, n)?, self.many(b, n)?);
        Some(a.iter().zip(&b).map(|(a, b)| f(*a, *b)).collect())
    }

    fn each(&self, a: Reg, b: Reg, n: u8, f: fn(i64, i64) -> Option<i64>) -> Option<Vec<u64>> {
        let (a, b) = (self.many(a, n)?, self.many(b, n)?);
        a.iter().zip(&b).map(|(a, b)| f(*a as i64, *b as i64).map(|v| v as u64)).collect()
    }

    fn with(&self, d: Reg, n: u8, other: Option<&[u64]>, f: fn(u64, u64) -> u64) -> Option<Vec<u64>> {
        Some(self.many(d, n)?.iter().zip(other?).map(|(a, b)| f(*a, *b)).collect())
    }

    /// Returns the index of a field of an owner in the state.
    fn field(&self, f: FieldId, owner: u64) -> Option<usize> {
        let field = self.table.fields.get(f.index()).filter(|field| owner < u64::from(field.owners))?;
        Some(field.base.index() + owner.index() * field.words.index())
    }

    fn attribute(&self, f: AttributeId, owner: u64, n: u8) -> Option<Vec<u64>> {
        let a = self.table.attributes.get(f.index()).filter(|a| owner < a.owners)?;
        let at = a.base.index() + owner.index() * a.words.index();
        self.table.ir.pool.as_slice().get(at..at + n.index()).map(<[u64]>::to_vec)
    }

    fn zone(&self, z: u64) -> Option<&ZoneData> {
        zones::zone(self.table, z).ok()
    }

    fn known(&self, component: u64) -> Option<u64> {
        (component < self.table.components).then_some(component)
    }

    fn player(&self, player: u64) -> Option<u64> {
        (player < self.state[Layout::PLAYERS]).then_some(player)
    }

    /// Executes an instruction without side effects again: returns its register and the words for it.
    fn result(&self, op: Op) -> Option<(Reg, Vec<u64>)> {
        let (table, state) = (self.table, self.state);
        // Does what the dispatch loop does; `None` where that would raise a fault.
        Some(match op {
            Op::Int { d, v } => (d, vec![i64::from(v) as u64]),
            Op::Word { d, k } => (d, self.constants(k, 1)?.to_vec()),
            Op::Words { n, d, k } => (d, self.constants(k, n)?.to_vec()),
            Op::Move { n, d, a } => (d, self.many(a, n)?),
            Op::Zero { n, d } => (d, vec![0; n.index()]),
            Op::Add { d, a, b } => (d, vec![self.ints(a, b).and_then(|(a, b)| a.checked_add(b))? as u64]),
            Op::Sub { d, a, b } => (d, vec![self.ints(a, b).and_then(|(a, b)| a.checked_sub(b))? as u64]),
            Op::Mul { d, a, b } => (d, vec![self.ints(a, b).and_then(|(a, b)| a.checked_mul(b))? as u64]),
            Op::AddI { d, a, v } => (d, vec![(self.one(a)? as i64).checked_add(i64::from(v))? as u64]),
            Op::MulI { d, a, v } => (d, vec![(self.one(a)? as i64).checked_mul(i64::from(v))? as u64]),
            Op::Min { d, a, b } => (d, vec![self.ints(a, b).map(|(a, b)| a.min(b))? as u64]),
            Op::Max { d, a, b } => (d, vec![self.ints(a, b).map(|(a, b)| a.max(b))? as u64]),
            Op::Not { d, a } => (d, vec![1 - self.one(a)?.min(1)]),
            Op::Eq { d, a, b } => (d, vec![u64::from(self.one(a)? == self.one(b)?)]),
            Op::Ne { d, a, b } => (d, vec![u64::from(self.one(a)? != self.one(b)?)]),
            Op::Lt { d, a, b } => (d, vec![self.ints(a, b).map(|(a, b)| u64::from(a < b))?]),
            Op::Le { d, a, b } => (d, vec![self.ints(a, b).map(|(a, b)| u64::from(a <= b))?]),
            Op::EqI { d, a, v } => (d, vec![u64::from(self.one(a)? as i64 == i64::from(v))]),
            Op::IsSome { d, a } => (d, vec![u64::from(self.one(a)? != NONE)]),
            Op::And { n, d, a, b } => (d, self.pair(a, b, n, |a, b| a & b)?),
            Op::Or { n, d, a, b } => (d, self.pair(a, b, n, |a, b| a | b)?),
            Op::Minus { n, d, a, b } => (d, self.pair(a, b, n, |a, b| a & !b)?),
            Op::AndPool { n, d, k } => (d, self.with(d, n, self.constants(k, n), |a, b| a & b)?),
            Op::MinusPool { n, d, k } => (d, self.with(d, n, self.constants(k, n), |a, b| a & !b)?),
            Op::AndState { n, d, addr } => (d, self.with(d, n, self.own(addr, n), |a, b| a & b)?),
            Op::MinusState { n, d, addr } => (d, self.with(d, n, self.own(addr, n), |a, b| a & !b)?),
            Op::OrState { n, d, addr } => (d, self.with(d, n, self.own(addr, n), |a, b| a | b)?),
            Op::EachLe { n, d, a, b } => {
                let (a, b) = (self.many(a, n)?, self.many(b, n)?);
                (d, vec![u64::from(a.iter().zip(&b).all(|(a, b)| *a as i64 <= *b as i64))])
            }
            Op::Total { n, d, a } => {
                let total = self.many(a, n)?.iter().try_fold(0i64, |sum, word| sum.checked_add(*word as i64));
                (d, vec![total? as u64])
            }
            Op::AddEach { n, d, a, b } => (d, self.each(a, b, n, i64::checked_add)?),
            Op::SubEach { n, d, a, b } => (d, self.each(a, b, n, i64::checked_sub)?),
            Op::MinEach { n, d, a, b } => (d, self.each(a, b, n, |a, b| Some(a.min(b)))?),
            Op::MaxEach { n, d, a, b } => (d, self.each(a, b, n, |a, b| Some(a.max(b)))?),
            Op::AttrRow { n, d, f, at } => {
                let (owner, row) = (self.one(at)?, usize::try_from(self.one(at + 1)?).ok()?);
                let words = table.attributes.get(f.index())?.words;
                let whole = self.attribute(f, owner, u8::try_from(words).ok()?)?;
                (d, whole.chunks_exact(n.index()).nth(row)?.to_vec())
            }
            Op::Count { n, d, a } => (d, vec![sets::count(&self.many(a, n)?) as u64]),
            Op::Any { n, d, a } => (d, vec![u64::from(sets::count(&self.many(a, n)?) > 0)]),
            Op::Has { n, d, a, b } => (d, vec![u64::from(sets::has(&self.many(a, n)?, self.one(b)?))]),
            Op::Insert { n, d, a } | Op::Remove { n, d, a } => {
                let (mut set, element) = (self.many(d, n)?, self.one(a)?);
                if matches!(op, Op::Insert { .. }) {
                    sets::insert(&mut set, element);
                } else {
                    sets::remove(&mut set, element);
                }
                (d, set)
            }
            Op::Single { n, d, a } => {
                let mut set = vec![0; n.index()];
                sets::insert(&mut set, self.one(a)?);
                (d, set)
            }
            // A new pick for each sample, equal whenever it is requested for the same sample.
            Op::Random { n, d, a } => {
                let set = self.many(a, n)?;
                let rank = chance::below(
                    &mut chance::separate_generator(state, u64::from(d)),
                    sets::count(&set) as u64,
                );
                (d, vec![sets::nth(&set, rank.index()).unwrap_or(NONE)])
            }
            Op::First { n, d, a } => (d, vec![sets::first(&self.many(a, n)?).unwrap_or(NONE)]),
            Op::Only { n, d, a } => (d, vec![sets::only(&self.many(a, n)?).unwrap_or(NONE)]),
            Op::Load { d, addr } => (d, self.words(addr.index(), 1)?),
            Op::LoadSet { n, d, addr } => (d, self.words(addr.index(), n)?),
            Op::Get { d, f, i } => (d, self.words(self.field(f, self.one(i)?)?, 1)?),
            Op::GetSet { n, d, f, i } => (d, self.words(self.field(f, self.one(i)?)?, n)?),
            Op::IndexOf { n, d, f, a } => {
                let info = table.fields.get(f.index())?;
                let set = match info.index_set(self.one(a)?) {
                    Some(set) => self.words(info.index_base.index() + set * info.index_words.index(), n)?,
                    None => vec![0; n.index()],
                };
                (d, set)
            }
            Op::Attr { d, f, i } => (d, self.attribute(f, self.one(i)?, 1)?),
            Op::AttrSet { n, d, f, i } => (d, self.attribute(f, self.one(i)?, n)?),
            Op::ZoneOf { d, zone, p } => (d, vec![u64::from(zone) + self.player(self.one(p)?)?]),
            Op::ZoneAt { d, zone, at } => {
                let family = table.families.get(zone.index())?;
                (d, vec![family.place(self.one(at)?, self.one(at + 1)?)?])
            }
            Op::ZoneSet { n, d, z } => {
                let mut set = vec![0; n.index()];
                zones::scan(table, state, self.zone(self.one(z)?)?, &mut set);
                (d, set)
            }
            Op::OutOfPlay { n, d } => {
                let mut set = vec![0; n.index()];
                zones::out_of_play(table, state, &mut set);
                (d, set)
            }
            Op::CellOf { d, c } => {
                (d, vec![zones::root(table, state, self.known(self.one(c)?)?).map_or(NONE, |zone| zone.cell)])
            }
            Op::Bearer { d, c } => {
                let place = zones::place(table, state, self.known(self.one(c)?)?);
                (d, vec![table.zones.get(place.index()).map_or(NONE, |zone| zone.bearer)])
            }
            Op::PlayerZone { n, d, zone: first, p } => {
                (d, self.words(self.zone(u64::from(first) + self.player(self.one(p)?)?)?.set.index(), n)?)
            }
            Op::Place { d, c } => (d, vec![zones::place(table, state, self.known(self.one(c)?)?)]),
            Op::Holder { d, c } => (d, vec![zones::holder(table, state, self.known(self.one(c)?)?)]),
            Op::ZoneOwner { d, z } => (d, vec![zones::owner(table, state, self.zone(self.one(z)?)?)]),
            Op::Top { d, z } => {
                (d, vec![zones::end(table, state, self.zone(self.one(z)?)?, false).unwrap_or(NONE)])
            }
            Op::Bottom { d, z } => {
                (d, vec![zones::end(table, state, self.zone(self.one(z)?)?, true).unwrap_or(NONE)])
            }
            Op::Players { d } => (d, vec![seats(state[Layout::PLAYERS])]),
            Op::PlayerCount { d } => (d, vec![state[Layout::PLAYERS]]),
            Op::NextPlayer { d, a } => (d, vec![(self.player(self.one(a)?)? + 1) % state[Layout::PLAYERS]]),
            Op::SeatsOn { d, a, b } => {
                (d, vec![seats_on(state, self.player(self.one(a)?)?, self.one(b)? as i64)?])
            }
            Op::Seat { d, a } => (d, vec![self.player(self.one(a)?.checked_sub(1)?)?]),
            _ => return None,
        })
    }
}
