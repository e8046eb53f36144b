//! The bound that separates possible counts from those that no game can have.

/// Upper bound that no genuine count reaches.
pub(super) const MOST: u64 = 1 << 56;
