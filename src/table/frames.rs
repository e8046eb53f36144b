//! The frames of a suspended flow, and the part of a state that affects the rest of the game.

use super::frame_layout::{FLOW, HOST};
use super::program::Table;
use super::state::State;
use crate::ir::{CodeAddress, ComponentRegisters, FunctionInfo, Layout, Reg, ToIndex};

/// A frame: the instruction at which it is suspended, its first word and one past its last.
#[derive(Clone, Copy)]
pub(super) struct SuspendedFrame {
    pub pc: CodeAddress,
    pub base: usize,
    pub end: usize,
}

/// Iterates over the frames of the call stack, innermost first.
pub(super) struct Frames<'s> {
    state: &'s State,
    next: Option<SuspendedFrame>,
    lowest: usize,
}

impl<'s> Frames<'s> {
    /// Starts at the innermost frame of a state, if it has one.
    pub fn new(table: &Table, state: &'s State) -> Self {
        let (base, end) = (state.words[Layout::BASE].index(), state.top());
        let first =
            SuspendedFrame { pc: CodeAddress::from_index(state.words[Layout::PC].index()), base, end };
        Frames { state, next: (end > base && base >= table.stack).then_some(first), lowest: table.stack }
    }
}

impl Iterator for Frames<'_> {
    type Item = SuspendedFrame;

    fn next(&mut self) -> Option<SuspendedFrame> {
        let this = self.next.take()?;
        // A header: the return address in the upper half, the caller's frame in the lower.
        let header = *self.state.words().get(this.base)?;
        let outer = (header as u32).index();
        self.next = match (header >> 32) as u32 {
            FLOW => None,
            // Below a host's call is the flow that it interrupted.
            HOST => match self.state.words.get(outer..outer + 2) {
                Some([pc, below]) => Some(SuspendedFrame {
                    pc: CodeAddress::from_index(pc.index()),
                    base: below.index(),
                    end: outer,
                }),
                _ => None,
            },
            // The return address is one past the call.
            back => {
                Some(SuspendedFrame { pc: CodeAddress(back.saturating_sub(1)), base: outer, end: this.base })
            }
        };
        // Frames are stacked; in a damaged save they may not be.
        self.next = self
            .next
            .filter(|next| self.lowest <= next.base && next.base < next.end && next.end <= this.base);
        Some(this)
    }
}

impl Table<'_> {
    /// Returns the function of a frame suspended at an instruction.
    pub(super) fn suspended(&self, pc: CodeAddress) -> Option<&FunctionInfo> {
        let function = self.function_at(pc)?;
        self.ir.functions.find(function)
    }

    /// Returns the live registers of a frame suspended at an instruction; `None`: all of them may be live.
    pub(super) fn matters(&self, pc: CodeAddress) -> Option<&[u64]> {
        self.live.get_or_init(|| crate::ir::LiveRegisters::of(self.ir)).at(pc)
    }

    /// Clears dead registers, so that they hold no traces of the past.
    pub(super) fn tidy(&self, state: &mut State) {
        let frames: Vec<SuspendedFrame> = Frames::new(self, state).collect();
        for SuspendedFrame { pc, base, end } in frames {
            if let Some(live) = self.matters(pc) {
                for (i, word) in state.words[base..end].iter_mut().enumerate().skip(1) {
                    if live.get(i / 64).is_none_or(|set| set >> (i % 64) & 1 == 0) {
                        *word = 0;
                    }
                }
            }
        }
        // The cached list of options may depend on the cleared registers.
        state.stamp = 0;
    }

    /// Returns a 128-bit hash of everything in a state that affects the rest of the game: everything but the
    /// random generator, the count of choices and dead registers. Equal on every platform.
    pub fn key(&self, state: &State) -> u128 {
        let mut key = PositionHash { lanes: [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344] };
        let words = state.words();
        // The fixed part after the random generator, without the count of choices.
        for (i, word) in words[..self.stack.min(words.len())].iter().enumerate().skip(Layout::STATUS) {
            if i != Layout::PLIES {
                key.add(*word);
            }
        }
        for SuspendedFrame { pc, base, end } in Frames::new(self, state) {
            let frame = words.get(base..end).unwrap_or_default();
            match self.matters(pc) {
                Some(live) => {
                    key.add(frame.first().copied().unwrap_or_default());
                    for (w, set) in live.iter().enumerate() {
                        let mut set = *set;
                        while set != 0 {
                            let register = w * 64 + set.trailing_zeros().index();
                            key.add(frame.get(register).copied().unwrap_or_default());
                            set &= set - 1;
                        }
                    }
                }
                None => frame.iter().for_each(|word| key.add(*word)),
            }
        }
        key.finish()
    }
}

/// Two 64-bit hashes, computed in parallel.
struct PositionHash {
    lanes: [u64; 2],
}

impl PositionHash {
    #[inline]
    fn add(&mut self, word: u64) {
        let [a, b] = self.lanes;
        self.lanes[0] = (a.rotate_left(25) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = u128::from(b ^ word) * 0xd6e8_feb8_6659_fd93_u128;
        self.lanes[1] = (mixed as u64) ^ (mixed >> 64) as u64 ^ b.rotate_left(17);
    }

    fn finish(&self) -> u128 {
        let end = |mut z: u64| {
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        u128::from(end(self.lanes[0])) << 64 | u128::from(end(self.lanes[1]))
    }
}

/// Returns whether a register is (part of) a component, or a set of components, at an instruction.
pub(super) fn holds(table: &Table, held: &ComponentRegisters, pc: CodeAddress, register: Reg) -> bool {
    let words = if held.set { table.component_words() } else { 1 };
    (held.from..held.to).contains(&pc)
        && (held.at.index()..held.at.index() + words).contains(&register.index())
}
