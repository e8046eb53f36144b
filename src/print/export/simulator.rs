//! Programs that play card games without knowing their rules.

/// A program that plays card games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simulator {
    /// Cockatrice.
    Cockatrice,
    /// Card Game Simulator.
    CardGameSimulator,
    /// DragnCards.
    DragnCards,
}
