//! The layout of frames on the stack of a state: their window, their headers, and the data that a call of the
//! host saves.

use super::state::State;
use crate::ir::Layout;

/// The number of words of the window.
pub(super) const WINDOW: usize = Layout::FRAME_WORDS;
pub(super) type FrameWindow = [u64; WINDOW];
/// Takes an index into the window.
pub(super) const MASK: usize = WINDOW - 1;

/// The return address of the outermost frame of the flow; the lower half of its header is the function.
pub(super) const FLOW: u32 = u32::MAX;
/// The return address of a frame that the host called; the lower half of its header is the address of the
/// saved registers.
pub(super) const HOST: u32 = u32::MAX - 1;
/// The number of words saved for a host's call: PC, BASE, STATUS and CHOOSER.
pub(super) const KEPT: usize = 4;

/// Restores the registers that a host's call saved.
pub(super) fn restore(state: &mut State, kept: usize) {
    if state.words.len() < kept + KEPT {
        return;
    }
    for (i, word) in [Layout::PC, Layout::BASE, Layout::STATUS, Layout::CHOOSER].into_iter().enumerate() {
        state.words[word] = state.words[kept + i];
    }
    state.words[Layout::TOP] = kept as u64;
}

/// Makes room for the window of the frame at `base`, and generously for more.
#[cold]
pub(super) fn grow(words: &mut Vec<u64>, fixed: usize, base: usize) {
    let generous = (words.len() * 2).min(fixed + Layout::STACK_WORDS + WINDOW);
    words.resize(generous.max(fixed + base + WINDOW), 0);
}
