//! Amounts of the process inks.

/// Amounts of cyan, magenta, yellow and black, in 255ths.
pub type Inks = [u8; 4];

/// Black ink alone.
pub const BLACK: Inks = [0, 0, 0, 255];
