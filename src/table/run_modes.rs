//! The modes of the dispatch loop.

/// The loop alone.
pub(super) const PLAIN: u8 = 0;
/// The loop that can count each instruction, or stop before a list is complete.
pub(super) const WATCHED: u8 = 1;
/// The loop that stops where machine code can continue.
#[cfg(feature = "native")]
pub(super) const BESIDE: u8 = 2;
