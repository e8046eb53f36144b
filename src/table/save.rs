//! States as bytes. A loaded state is checked against the game, so that no bytes can break the invariants of
//! the dispatch loop.

use super::frame_layout::{FLOW, HOST};
use super::program::Table;
use super::seats::players;
use super::seats::seats;
use super::state::{State, Status};
use super::{sets, zones};
use crate::ir::layout::Owner;
use crate::ir::{CodeAddress, Layout, NONE, Op, SlotInfo, ToIndex};

const MAGIC: [u8; 6] = *b"CWSAVE";

/// The format of saved states.
pub const FORMAT: u16 = 1;

/// Reasons why bytes cannot be loaded as a state of this game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    /// The bytes do not begin with the magic.
    #[error("this is not a saved game")]
    NotASave,
    /// The bytes have another format version.
    #[error("this game was saved in format {found}, and this Cardwright reads format {FORMAT}")]
    OtherFormat {
        /// The format version in the bytes.
        found: u16,
    },
    /// The rules have changed since.
    #[error("this game was saved under other rules: the package has changed since")]
    OtherRules,
    /// The bytes are truncated or changed.
    #[error("this saved game is damaged: {what}")]
    Damaged {
        /// The part of the state that is invalid, in words.
        what: &'static str,
    },
}

impl Table<'_> {
    /// Encodes a state. Equal states have equal bytes.
    pub fn save(&self, state: &State) -> Vec<u8> {
        let mut bytes = Vec::from(MAGIC);
        bytes.extend_from_slice(&FORMAT.to_le_bytes());
        bytes.extend_from_slice(&self.state_fingerprint().to_le_bytes());
        for word in state.words() {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// Decodes and checks a state that [`Table::save`] has encoded.
    pub fn load(&self, bytes: &[u8]) -> Result<State, SaveError> {
        let Some((head, body)) = bytes.split_at_checked(16).filter(|(head, _)| head.starts_with(&MAGIC))
        else {
            return Err(SaveError::NotASave);
        };
        let found = u16::from_le_bytes([head[6], head[7]]);
        if found != FORMAT {
            return Err(SaveError::OtherFormat { found });
        }
        if head[8..] != self.state_fingerprint().to_le_bytes() {
            return Err(SaveError::OtherRules);
        }
        // The length comes first: all other checks index words below the stack.
        let (words, rest) = body.as_chunks::<8>();
        let words: Vec<u64> = words.iter().map(|w| u64::from_le_bytes(*w)).collect();
        if !rest.is_empty() || words.len() < self.stack || words[Layout::TOP] != words.len() as u64 {
            return Err(SaveError::Damaged { what: "its length" });
        }
        match self
            .header(&words)
            .and_then(|()| self.places(&words))
            .and_then(|()| self.values(&words))
            .and_then(|()| self.flow(&words))
        {
            Ok(()) => Ok(State { words, stamp: 0 }),
            Err(what) => Err(SaveError::Damaged { what }),
        }
    }

    fn header(&self, words: &[u64]) -> Result<(), &'static str> {
        let (fewest, most) = self.ir.game.players;
        let players = words[Layout::PLAYERS];
        if players < u64::from(fewest) || players > u64::from(most) {
            return Err("the number of players");
        }
        // From zeros, xoshiro generates only zeros.
        if words[Layout::RNG..Layout::RNG + 4] == [0; 4] {
            return Err("the generator");
        }
        let (ending, named) = (words[Layout::ENDING] & 0xff, words[Layout::ENDING] >> 8);
        let seated = seats(players);
        let sets = [Layout::WINNERS, Layout::LOSERS, Layout::OUT].map(|at| words[at]);
        if ending > 3
            || named > self.ir.endings.len() as u64
            || sets.iter().any(|set| set & !seated != 0)
            || words[Layout::CHOOSER] >= players.max(1)
        {
            return Err("its header");
        }
        let then = words[Layout::THEN];
        if then != 0 && self.ir.play.map(|f| u64::from(f) + 1) != Some(then) {
            return Err("what comes next");
        }
        Ok(())
    }

    /// Checks that every component is in the set, and in the order, of its zone and of no other.
    fn places(&self, words: &[u64]) -> Result<(), &'static str> {
        let mut expected = vec![0; self.component_words() * self.zones.len()];
        for component in 0..self.components {
            let place = zones::place(self, words, component);
            let lies = players(words).any(|p| sets::has(zones::boxed(self, words, p), component));
            if place != NONE && lies {
                return Err("what is out of play");
            }
            if place == NONE {
                continue;
            }
            match self.zones.get(place.index()) {
                Some(z) if component >= u64::from(z.low) && component < u64::from(z.high) => {
                    let start = place.index() * self.component_words();
                    sets::insert(&mut expected[start..start + self.component_words()], component);
                }
                _ => return Err("where a component is"),
            }
        }
        for (zone, expected) in self.zones.iter().zip(expected.chunks(self.component_words())) {
            if zone.set != 0 && zones::contents(self, words, zone) != expected {
                return Err("what is in a zone");
            }
            if zone.order != 0 {
                let order = zones::in_order(self, words, zone);
                let mut left = expected.to_vec();
                for component in &order {
                    if !sets::has(&left, *component) {
                        return Err("the order of a zone");
                    }
                    sets::remove(&mut left, *component);
                }
                if words[zone.order.index()] != sets::count(expected) as u64 || sets::count(&left) > 0 {
                    return Err("the order of a zone");
                }
            }
        }
        self.ranks(words)
    }

    /// Checks that in each zone ordered by ranks the ranks count up from 0, and that all other components
    /// have rank 0.
    fn ranks(&self, words: &[u64]) -> Result<(), &'static str> {
        if self.rank == 0 {
            return Ok(());
        }
        let mut ranked: Vec<(u64, u64)> = Vec::new();
        for component in 0..self.components {
            let (place, rank) = (zones::place(self, words, component), words[self.rank + component.index()]);
            match self.zones.get(place.index()) {
                Some(zone) if zone.ranked => ranked.push((place, rank)),
                _ if rank == 0 => {}
                _ => return Err("the order of a zone"),
            }
        }
        ranked.sort_unstable();
        for zone in ranked.chunk_by(|a, b| a.0 == b.0) {
            if zone.iter().zip(0u64..).any(|((_, rank), expected)| *rank != expected) {
                return Err("the order of a zone");
            }
        }
        Ok(())
    }

    /// Checks that every value is in its range, and in the index under that value only.
    pub(super) fn values(&self, words: &[u64]) -> Result<(), &'static str> {
        let players = words[Layout::PLAYERS];
        for (field, info) in self.fields.iter().zip(&self.ir.layout.fields) {
            let owners = if info.owner == Owner::Player { players } else { u64::from(field.owners) };
            // Components of other kinds do not have the field; their values stay 0.
            let kind = self.ir.kinds.find(info.kind).filter(|_| info.owner == Owner::Component);
            let mut indexed = 0;
            for owner in 0..owners {
                let at = field.base.index() + owner.index() * field.words.index();
                let value = words[at];
                let outside = |value: &u64| info.outside_range(*value).is_some();
                let ranged = info.range.is_some() && kind.is_none_or(|kind| kind.holds(owner));
                if ranged && words[at..at + field.words.index()].iter().any(outside) {
                    return Err("a value outside its range");
                }
                if value < u64::from(field.index_values) {
                    let start = field.index_base.index() + value.index() * field.index_words.index();
                    if !sets::has(&words[start..start + field.index_words.index()], owner) {
                        return Err("an index");
                    }
                    indexed += 1;
                }
            }
            // Each owner is in the set of its value. It is in no other set if the sets have no more elements
            // than there are owners.
            let start = field.index_base.index();
            let index = &words[start..start + field.index_words.index() * field.index_values.index()];
            if sets::count(index) as u64 != indexed {
                return Err("an index");
            }
        }
        Ok(())
    }

    /// Checks that the suspended frames form a valid call stack.
    fn flow(&self, words: &[u64]) -> Result<(), &'static str> {
        const WRONG: &str = "what was under way";
        let (mut pc, mut base) = (words[Layout::PC].index(), words[Layout::BASE].index());
        let (mut status, mut top) = (words[Layout::STATUS], words.len());
        // Terminates because every iteration lowers `top`.
        loop {
            let op = self.code.get(pc);
            match Status::of(status) {
                Status::Faulted => return Err("it ended in a fault"),
                Status::Over | Status::Idle => return if top == self.stack { Ok(()) } else { Err(WRONG) },
                Status::Running if op.is_some() => {}
                Status::Choosing if matches!(op, Some(Op::OptBegin { .. })) => {}
                Status::Chance if op.is_some_and(|op| op.is_chance()) => {}
                _ => return Err(WRONG),
            }
            let mut function = self.function_at(CodeAddress::from_index(pc)).ok_or(WRONG)?;
            if base < self.stack
                || base.checked_add(self.functions[function.index()].frame.index()) != Some(top)
            {
                return Err(WRONG);
            }
            loop {
                // Follows the return addresses outwards, and checks the call before each.
                let header = words[base];
                let (back, outer) = ((header >> 32) as u32, (header as u32).index());
                if back == FLOW {
                    return if base == self.stack && outer == function.index() { Ok(()) } else { Err(WRONG) };
                }
                if back == HOST {
                    if outer < self.stack || outer.checked_add(4) != Some(base) {
                        return Err(WRONG);
                    }
                    (pc, base) = (words[outer].index(), words[outer + 1].index());
                    (status, top) = (words[outer + 2], outer);
                    break;
                }
                let (called, at) = match back.index().checked_sub(1).and_then(|i| self.code.get(i)) {
                    Some(Op::Call { f, at }) => (*f == function, *at),
                    Some(Op::CallSlot { s, at, .. }) => {
                        let slot = self.ir.slots.find(*s);
                        (
                            function != SlotInfo::EMPTY && slot.is_some_and(|s| s.rules.contains(&function)),
                            *at,
                        )
                    }
                    _ => return Err(WRONG),
                };
                if !called || outer < self.stack || outer.checked_add(at.index()) != Some(base) {
                    return Err(WRONG);
                }
                base = outer;
                function = self.function_at(CodeAddress(back - 1)).ok_or(WRONG)?;
            }
        }
    }
}
