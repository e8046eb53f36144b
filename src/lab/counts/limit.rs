//! The bound by which counts that no game can have are told from counts.

/// Upper bound that no genuine count reaches.
pub(super) const MOST: u64 = 1 << 56;
