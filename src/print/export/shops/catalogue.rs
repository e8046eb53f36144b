//! The products of each print shop. `docs/shops.md` lists them with the sources of these numbers.

use crate::print::draw::units::Size;
use crate::print::export::shops::catalogue::ProductUse::{
    Board, Deck, Die, Mat, Pad, RulesBooklet, Screen, Token, TuckBox,
};
use crate::print::export::shops::shop::{DPI, Shop};
use crate::print::sheets::batch::CutShape;

/// The purpose of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductUse {
    /// Playing cards.
    Deck,
    /// Tokens and tiles of chipboard, punched out.
    Token,
    /// Boards of chipboard.
    Board,
    /// Mats of card stock.
    Mat,
    /// Pads of paper with sheets to fill in.
    Pad,
    /// Folded screens that stand before a player.
    Screen,
    /// Booklets, folded and stapled.
    RulesBooklet,
    /// Blank dice, printed on each face.
    Die,
    /// Boxes that are folded, printed on the outside.
    TuckBox,
}

impl ProductUse {
    /// Returns its name, in the plural.
    pub fn name(self) -> &'static str {
        match self {
            Deck => "cards",
            Token => "tokens",
            Board => "boards",
            Mat => "mats",
            Pad => "score pads",
            Screen => "screens",
            RulesBooklet => "the rules",
            Die => "dice",
            TuckBox => "tuck boxes",
        }
    }
}

/// A product of a shop, printed and cut to one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Product {
    /// The name under which the shop sells it.
    pub name: &'static str,
    /// The purpose of the product.
    pub ware: ProductUse,
    /// The shape that is cut out.
    pub shape: CutShape,
    /// The size with bleed, in millimetres.
    pub page: Size,
    /// The size after the cut, in millimetres.
    pub cut: Size,
}

impl Product {
    /// Returns width and height with bleed, in pixels at 300 to the inch.
    pub fn pixels(&self) -> (u32, u32) {
        let pixels = |mm: f64| (mm / 25.4 * DPI).round() as u32;
        (pixels(self.page.width), pixels(self.page.height))
    }

    /// Returns the bleed beyond the cut, at the sides and above and below, in millimetres.
    pub fn bleed(&self) -> (f64, f64) {
        ((self.page.width - self.cut.width) / 2.0, (self.page.height - self.cut.height) / 2.0)
    }
}

/// Returns a product whose cut is given in millimetres, and whose size with bleed in pixels.
const fn millimetres(name: &'static str, ware: ProductUse, pixels: (u32, u32), cut: (f64, f64)) -> Product {
    let page = Size { width: pixels.0 as f64 * 25.4 / DPI, height: pixels.1 as f64 * 25.4 / DPI };
    Product { name, ware, shape: CutShape::Rectangle, page, cut: Size { width: cut.0, height: cut.1 } }
}

/// Returns a product whose cut is given in inches, and whose size with bleed in pixels.
const fn inches(name: &'static str, ware: ProductUse, pixels: (u32, u32), cut: (f64, f64)) -> Product {
    millimetres(name, ware, pixels, (cut.0 * 25.4, cut.1 * 25.4))
}

/// Returns a round token whose diameter is given in inches.
const fn round(name: &'static str, pixels: u32, diameter: f64) -> Product {
    Product { shape: CutShape::Round, ..inches(name, Token, (pixels, pixels), (diameter, diameter)) }
}

/// Returns cards whose cut is given in inches, with an eighth of an inch of bleed.
const fn eighth(name: &'static str, cut: (f64, f64)) -> Product {
    let page = Size { width: (cut.0 + 0.25) * 25.4, height: (cut.1 + 0.25) * 25.4 };
    Product { page, ..inches(name, Deck, (0, 0), cut) }
}

const GAME_CRAFTER: [Product; 63] = [
    inches("PokerDeck", Deck, (825, 1125), (2.5, 3.5)),
    millimetres("EuroPokerDeck", Deck, (825, 1125), (63.0, 88.0)),
    inches("BridgeDeck", Deck, (750, 1125), (2.25, 3.5)),
    inches("TarotDeck", Deck, (900, 1500), (2.75, 4.75)),
    inches("MiniDeck", Deck, (600, 825), (1.75, 2.5)),
    inches("MicroDeck", Deck, (450, 600), (1.25, 1.75)),
    inches("JumboDeck", Deck, (1125, 1725), (3.5, 5.5)),
    inches("SquareDeck", Deck, (1125, 1125), (3.5, 3.5)),
    millimetres("EuroSquareDeck", Deck, (900, 900), (70.0, 70.0)),
    inches("SmallSquareDeck", Deck, (825, 825), (2.5, 2.5)),
    inches("BusinessDeck", Deck, (675, 1125), (2.0, 3.5)),
    inches("DominoDeck", Deck, (600, 1125), (1.75, 3.5)),
    millimetres("USGameDeck", Deck, (750, 1125), (56.0, 87.0)),
    millimetres("MintTinDeck", Deck, (750, 1125), (52.0, 87.0)),
    inches("SmallSquareChit", Token, (225, 225), (0.5, 0.5)),
    inches("MediumSquareChit", Token, (300, 300), (0.75, 0.75)),
    inches("LargeSquareChit", Token, (375, 375), (1.0, 1.0)),
    inches("MiniSquareTile", Token, (450, 450), (1.25, 1.25)),
    inches("SmallSquareTile", Token, (675, 675), (2.0, 2.0)),
    inches("MediumSquareTile", Token, (825, 825), (2.5, 2.5)),
    inches("LargeSquareTile", Token, (1125, 1125), (3.5, 3.5)),
    inches("DominoChit", Token, (375, 675), (1.0, 2.0)),
    inches("StripChit", Token, (375, 975), (1.0, 3.0)),
    inches("DominoTile", Token, (675, 1275), (2.0, 4.0)),
    round("SmallCircleChit", 225, 0.5),
    round("MediumCircleChit", 300, 0.75),
    round("LargeCircleChit", 375, 1.0),
    round("MiniCircleTile", 450, 1.25),
    inches("SmallSquareBoard", Board, (1275, 1275), (4.0, 4.0)),
    inches("QuarterBoard", Board, (1575, 1575), (5.0, 5.0)),
    inches("SquareBoard", Board, (2475, 2475), (8.0, 8.0)),
    inches("LargeSquareBoard", Board, (3075, 3075), (10.0, 10.0)),
    inches("MediumSixFoldBoard", Board, (4875, 4875), (16.0, 16.0)),
    inches("QuadFoldBoard", Board, (5475, 5475), (18.0, 18.0)),
    inches("LargeQuadFoldBoard", Board, (6075, 6075), (20.0, 20.0)),
    inches("SliverBoard", Board, (675, 2475), (2.0, 8.0)),
    inches("StripBoard", Board, (675, 3075), (2.0, 10.0)),
    inches("DominoBoard", Board, (1275, 2475), (4.0, 8.0)),
    inches("SkinnyBoard", Board, (1275, 3075), (4.0, 10.0)),
    inches("HalfBoard", Board, (1575, 3075), (5.0, 10.0)),
    inches("AccordionBoard", Board, (2475, 4875), (8.0, 16.0)),
    inches("BiFoldBoard", Board, (2775, 5475), (9.0, 18.0)),
    inches("SixFoldBoard", Board, (8175, 5475), (27.0, 18.0)),
    inches("SmallSquareMat", Mat, (1275, 1275), (4.0, 4.0)),
    inches("PlacardMat", Mat, (1275, 975), (4.0, 3.0)),
    inches("PostcardMat", Mat, (1875, 1275), (6.0, 4.0)),
    inches("QuarterMat", Mat, (1575, 1575), (5.0, 5.0)),
    inches("DominoMat", Mat, (1275, 2475), (4.0, 8.0)),
    inches("HalfMat", Mat, (1575, 3075), (5.0, 10.0)),
    inches("SmallBiFoldMat", Mat, (1725, 2175), (5.5, 7.0)),
    inches("SmallQuadFoldMat", Mat, (2175, 3375), (7.0, 11.0)),
    inches("SquareMat", Mat, (2475, 2475), (8.0, 8.0)),
    inches("LargeSquareMat", Mat, (3075, 3075), (10.0, 10.0)),
    inches("BigMat", Mat, (3075, 4875), (10.0, 16.0)),
    inches("QuadFoldMat", Mat, (3375, 5175), (11.0, 17.0)),
    inches("SliverMat", Mat, (675, 2475), (2.0, 8.0)),
    inches("StripMat", Mat, (675, 3075), (2.0, 10.0)),
    inches("SkinnyMat", Mat, (1275, 3075), (4.0, 10.0)),
    inches("MediumGameMat", Mat, (7275, 4275), (24.0, 14.0)),
    inches("SmallScorePadColor", Pad, (1125, 1725), (3.5, 5.5)),
    inches("MediumScorePadColor", Pad, (1425, 2475), (4.5, 8.0)),
    inches("LargeScorePadColor", Pad, (2475, 3075), (8.0, 10.0)),
    inches("MediumScreen", Screen, (4875, 1425), (16.0, 4.5)),
];

/// The booklets of The Game Crafter, the first preferred.
pub const BOOKLETS: [Product; 2] = [
    inches("LargeBooklet", RulesBooklet, (1575, 2475), (5.0, 8.0)),
    inches("JumboBooklet", RulesBooklet, (2475, 3075), (8.0, 10.0)),
];

/// The dice of The Game Crafter that are printed face by face, by the number of their faces. A picture has no
/// bleed that is known.
pub const DICE: [(usize, Product); 2] = [
    (6, inches("CustomColorD6", Die, (180, 180), (0.6, 0.6))),
    (8, inches("CustomColorD8", Die, (300, 300), (1.0, 1.0))),
];

/// A tuck box of The Game Crafter. From the left, its picture has a side, the back with lid and bottom, the
/// other side, the front, and the flap that is glued behind the first side. Lengths are pixels at 300 to the
/// inch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShopBox {
    /// The name under which the shop sells it.
    pub name: &'static str,
    /// The number of cards that it holds.
    pub holds: u32,
    /// The size of its cards, in inches.
    card: (f64, f64),
    /// Width and height of the picture.
    pub pixels: (u32, u32),
    /// The upper left corner of the first side.
    pub body: (f64, f64),
    /// Width and height of front and back.
    pub front: (f64, f64),
    /// Width of the sides, and height of the lid.
    pub depth: f64,
}

impl ShopBox {
    /// Half of the width of the notch for the thumb, which is less deep.
    pub const NOTCH: f64 = 75.0;

    /// Returns the size of its cards, in millimetres.
    pub fn card(&self) -> Size {
        Size { width: self.card.0 * 25.4, height: self.card.1 * 25.4 }
    }

    /// Returns the size of the picture, in millimetres.
    pub fn page(&self) -> Size {
        let mm = |pixels: u32| f64::from(pixels) / DPI * 25.4;
        Size { width: mm(self.pixels.0), height: mm(self.pixels.1) }
    }
}

/// Returns a box for cards whose size is given in inches; see the fields of [`ShopBox`].
const fn tuck_box(
    (name, holds): (&'static str, u32),
    (card, front): ((f64, f64), (f64, f64)),
    pixels: (u32, u32),
    body: (f64, f64),
    depth: f64,
) -> ShopBox {
    ShopBox { name, holds, card, pixels, body, front, depth }
}

/// The size of poker cards in inches, and the front of their boxes in pixels; so for the other cards.
const POKER: ((f64, f64), (f64, f64)) = ((2.5, 3.5), (758.33, 1058.33));
const BRIDGE: ((f64, f64), (f64, f64)) = ((2.25, 3.5), (683.33, 1058.33));
const TAROT: ((f64, f64), (f64, f64)) = ((2.75, 4.75), (833.33, 1433.33));
const SQUARE: ((f64, f64), (f64, f64)) = ((3.5, 3.5), (1058.33, 1133.33));
const JUMBO: ((f64, f64), (f64, f64)) = ((3.5, 5.5), (1058.33, 1658.33));

/// The tuck boxes of The Game Crafter; of those for cards of one size, the smallest first.
pub const BOXES: [ShopBox; 12] = [
    tuck_box(("PokerTuckBox36", 36), POKER, (2100, 1800), (37.5, 351.12), 165.0),
    tuck_box(("PokerTuckBox54", 54), POKER, (2325, 1950), (36.46, 429.46), 243.0),
    tuck_box(("PokerTuckBox72", 72), POKER, (2550, 1950), (37.5, 512.54), 324.0),
    tuck_box(("PokerTuckBox90", 90), POKER, (2775, 2100), (36.67, 595.83), 405.0),
    tuck_box(("PokerTuckBox108", 108), POKER, (3075, 2250), (75.0, 670.83), 480.0),
    tuck_box(("BridgeTuckBox54", 54), BRIDGE, (2175, 1800), (54.67, 447.91), 243.0),
    tuck_box(("BridgeTuckBox108", 108), BRIDGE, (2925, 2250), (65.17, 670.83), 486.0),
    tuck_box(("TarotTuckBox40", 40), TAROT, (2325, 2025), (74.17, 372.92), 180.0),
    tuck_box(("TarotTuckBox90", 90), TAROT, (3000, 2475), (74.17, 595.83), 405.0),
    tuck_box(("SquareTuckBox48", 48), SQUARE, (2850, 1800), (57.67, 409.0), 216.0),
    tuck_box(("SquareTuckBox96", 96), SQUARE, (3525, 2250), (71.17, 633.78), 432.0),
    tuck_box(("JumboTuckBox90", 90), JUMBO, (3450, 2700), (74.16, 598.24), 405.0),
];

const MAKE_PLAYING_CARDS: [Product; 10] = [
    inches("poker", Deck, (822, 1122), (2.5, 3.5)),
    millimetres("game cards 63 × 88 mm", Deck, (816, 1110), (63.0, 88.0)),
    inches("bridge", Deck, (747, 1122), (2.25, 3.5)),
    inches("tarot", Deck, (897, 1497), (2.75, 4.75)),
    inches("mini", Deck, (597, 822), (1.75, 2.5)),
    inches("micro", Deck, (447, 597), (1.25, 1.75)),
    inches("square", Deck, (1122, 1122), (3.5, 3.5)),
    inches("domino", Deck, (597, 1122), (1.75, 3.5)),
    inches("business", Deck, (672, 1122), (2.0, 3.5)),
    inches("big", Deck, (1122, 1797), (3.5, 5.75)),
];

const DRIVE_THRU_CARDS: [Product; 4] = [
    eighth("Premium US Poker", (2.5, 3.5)),
    eighth("Premium Euro Poker", (2.48, 3.46)),
    eighth("Premium Tarot", (2.75, 4.75)),
    eighth("Premium Mini", (1.625, 2.5)),
];

/// Returns the products of a shop. If two have the same size, the first is preferred.
pub fn products(shop: Shop) -> &'static [Product] {
    match shop {
        Shop::GameCrafter => &GAME_CRAFTER,
        Shop::MakePlayingCards => &MAKE_PLAYING_CARDS,
        Shop::DriveThruCards => &DRIVE_THRU_CARDS,
    }
}
