//! The print shops.

/// Resolution required by all shops, in pixels per inch.
pub const DPI: f64 = 300.0;

/// Tolerance between the size of a face and the shop's cut, in millimetres; the difference becomes bleed, or
/// is cut off.
pub const TOLERANCE: f64 = 1.0;

/// A print shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shop {
    /// The Game Crafter.
    GameCrafter,
    /// MakePlayingCards.
    MakePlayingCards,
    /// DriveThruCards.
    DriveThruCards,
}

impl Shop {
    /// Returns the name of the shop.
    pub fn name(self) -> &'static str {
        match self {
            Shop::GameCrafter => "The Game Crafter",
            Shop::MakePlayingCards => "MakePlayingCards",
            Shop::DriveThruCards => "DriveThruCards",
        }
    }

    /// Returns the folder of its files.
    pub fn folder(self) -> &'static str {
        match self {
            Shop::GameCrafter => "game-crafter",
            Shop::MakePlayingCards => "make-playing-cards",
            Shop::DriveThruCards => "drive-thru-cards",
        }
    }

    /// Returns the width of the border inside the cut that letters stay out of, in millimetres.
    pub fn safe(self) -> f64 {
        match self {
            Shop::MakePlayingCards => 36.0 / DPI * 25.4,
            Shop::GameCrafter | Shop::DriveThruCards => 25.4 / 8.0,
        }
    }
}
