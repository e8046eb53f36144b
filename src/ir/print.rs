//! The print data of an [`Ir`](super::Ir): `print.toml`, and the files used by faces.

use super::ids::{AttributeId, BoardId, CellId, FileTextId, KindId, NameId, PlaceId, SeatNumber};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

pub use crate::vocabulary::PHRASES;
pub use crate::vocabulary::{
    ArrowSides, BackPlacement, CardStyle, CardThickness, CutMarks, PieceForm, RulesFormat,
};

/// All print data besides the game itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PrintInfo {
    /// `[paper]`: the defaults of every sheet.
    pub paper: PaperInfo,
    /// `style`: the face of cards whose sheet names none.
    pub style: CardStyle,
    /// `highlight`: whether words that the rules know stand out in texts.
    pub highlight: bool,
    /// `rules`: the form in which the rules are printed.
    pub rules: RulesFormat,
    /// `[colours]`: words (values of enums, kinds, `player_1`), with red, green and blue.
    pub colours: Vec<(String, [u8; 3])>,
    /// `[fonts]`: the font families of titles and of texts, each with its source place: an index into
    /// `places`.
    pub fonts: [Option<(String, PlaceId)>; 2],
    /// `[icons]`: words, with the names of their icons.
    pub icons: Vec<(String, String)>,
    /// The source place of each icon's name in `[icons]`: an index into `places`.
    pub icon_places: Vec<PlaceId>,
    /// The source place of each area's id.
    pub area_places: BTreeMap<CellId, PlaceId>,
    /// The source places of each card's text and flavour.
    pub text_places: BTreeMap<NameId, Vec<PlaceId>>,
    /// Numbers of cells that are 0 because their area or board gives this value. They are printed; a 0 by
    /// default is not.
    pub given_zeros: BTreeSet<(AttributeId, CellId)>,
    /// `[sheets.…]`, in the order written.
    pub sheets: Vec<SheetInfo>,
    /// `[pieces.…]`, in the order written.
    pub pieces: Vec<PieceInfo>,
    /// `faces/`, `icons/`, `art/`, `fonts/`, `rules.md` and its translations, by path; those of included
    /// packages first.
    pub assets: Vec<AssetInfo>,
    /// Display names of ids (of values, kinds, attributes, sheets), where they differ from the default.
    pub words: Vec<(String, String)>,
    /// Replacements for Cardwright's own phrases on paper, by key of [`PHRASES`].
    pub phrases: Vec<(String, String)>,
    /// Translations of the words that the game's own faces pass to `say`.
    pub said: Vec<(String, String)>,
    /// `[spots.…]`, in the order written.
    pub spots: Vec<SpotInfo>,
}

/// The inks of every printing condition, and the two names that a separation may not have, in lowercase.
const TAKEN_INKS: [&str; 6] = ["all", "none", "cyan", "magenta", "yellow", "black"];

/// A spot colour, which is printed with its own ink.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpotInfo {
    /// Its key in `[spots]`.
    pub id: String,
    /// The name of its ink.
    pub name: String,
    /// Everything of exactly this colour is printed with the ink.
    pub colour: [u8; 3],
    /// True if the colour is also drawn when PDFs are printed without a printing condition.
    pub is_shown: bool,
}

impl SpotInfo {
    /// Returns the name of its ink in a PDF. One that means something else there has `spot` behind it.
    pub fn ink(&self) -> String {
        let is_taken = TAKEN_INKS.contains(&self.name.to_lowercase().as_str());
        if is_taken { format!("{} spot", self.name) } else { self.name.clone() }
    }
}

/// Settings of a sheet. A missing one is taken from `[paper]`, then from the defaults. Lengths are in
/// millimetres.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PaperInfo {
    /// `paper = "A4"` or `[210, 297]`
    pub size: Option<SizeInfo>,
    /// The unprintable border of the paper.
    pub margin: Option<f64>,
    /// The width of the colour printed beyond the cut.
    pub bleed: Option<f64>,
    /// The distance that texts keep from the cut.
    pub safe: Option<f64>,
    /// The space between two components.
    pub gutter: Option<f64>,
    /// The marks that show where to cut.
    pub marks: Option<CutMarks>,
    /// The position of the backs.
    pub duplex: Option<BackPlacement>,
}

/// Returns the width and height of a named size of a list, in millimetres. The case of letters does not
/// matter.
pub fn named_size(name: &str, sizes: &[(&str, f64, f64)]) -> Option<(f64, f64)> {
    let size = sizes.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name));
    size.map(|(_, width, height)| (*width, *height))
}

/// Returns the name of the default size of components: tokens and the kinds below, and all others.
pub fn default_size(is_token: bool) -> &'static str {
    if is_token { "token" } else { "poker" }
}

/// Component sizes by name.
pub const SIZES: [(&str, f64, f64); 14] = [
    ("poker", 63.0, 88.0),
    ("poker-us", 63.5, 88.9),
    ("bridge", 57.0, 89.0),
    ("tarot", 70.0, 120.0),
    ("mini-euro", 44.0, 68.0),
    ("mini-usa", 41.0, 63.0),
    ("euro", 59.0, 92.0),
    ("usa", 56.0, 87.0),
    ("square", 70.0, 70.0),
    ("jumbo", 89.0, 140.0),
    ("tile", 40.0, 40.0),
    ("token", 20.0, 20.0),
    ("counter", 15.0, 15.0),
    ("mat", 180.0, 120.0),
];

/// Paper sizes by name.
pub const PAPERS: [(&str, f64, f64); 6] = [
    ("A4", 210.0, 297.0),
    ("A3", 297.0, 420.0),
    ("letter", 215.9, 279.4),
    ("legal", 215.9, 355.6),
    ("tabloid", 279.4, 431.8),
    ("A5", 148.0, 210.0),
];

/// A size by name, or width and height in millimetres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SizeInfo {
    /// `"poker"`, `"A4"`
    Named(String),
    /// `[63, 88]`
    Given(f64, f64),
}

/// The content of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SubjectInfo {
    /// Components of this kind of `Ir::kinds`.
    Components(KindId),
    /// This board of `Ir::boards`.
    Board(BoardId),
    /// The face alone: the number of copies, and whether that is per player.
    Page(u32, bool),
}

/// A sheet of `print.toml`, which becomes one PDF.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SheetInfo {
    /// The key of its table, which is also the name of its PDF.
    pub id: String,
    /// Its content.
    pub subject: SubjectInfo,
    /// Size of one component, of the whole board, or of the page.
    pub size: Option<SizeInfo>,
    /// The template of its face.
    pub face: Option<String>,
    /// The template of its back.
    pub back: Option<String>,
    /// True if each component has a back of its own.
    pub two_sided: bool,
    /// How thick the cards of the tuck box are, if one is printed for its components.
    pub tuck_box: Option<CardThickness>,
    /// Width in millimetres of the foot at either end of its components, if they are folded in the middle and
    /// stand up.
    pub foot: Option<f64>,
    /// The attribute that gives a face its colour and its band.
    pub band: Option<String>,
    /// The attribute shown in the corner.
    pub number: Option<String>,
    /// Width of a board's cell in millimetres.
    pub cell: Option<f64>,
    /// True if keywords' reminder texts are printed on cards.
    pub reminders: bool,
    /// Its paper settings.
    pub paper: PaperInfo,
    /// Its source place: an index into `places`.
    pub place: PlaceId,
    /// The source places of its words.
    pub word_places: SheetWordPlaces,
}

/// The source places of the words of a sheet. None of a sheet that is not declared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetWordPlaces {
    /// `face`
    pub face: Option<PlaceId>,
    /// `back`
    pub back: Option<PlaceId>,
}

/// `[pieces.…]`: things to print that are values of the board's state rather than components.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceInfo {
    /// The key of its table.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// The number for each player, or in all.
    pub count: u32,
    /// True if there are pieces for each player, in their colour.
    pub per_player: bool,
    /// The shape that is cut out.
    pub form: PieceForm,
    /// Width in millimetres.
    pub size: f64,
    /// The names of the icons on its front: none, one for all, or one for each player.
    pub icons: Vec<String>,
    /// The letters on its front, in the same way.
    pub labels: Vec<String>,
    /// The sides on which an arrow is drawn at the upper edge.
    pub points: ArrowSides,
    /// The icons on its other side, in the same way.
    pub backs: Vec<String>,
    /// Its source place: an index into `places`.
    pub place: PlaceId,
    /// The source places of its words.
    pub word_places: PieceWordPlaces,
}

/// The source places of the words of a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceWordPlaces {
    /// Those of `icon`
    pub icons: Vec<PlaceId>,
    /// Those of `back`
    pub backs: Vec<PlaceId>,
}

impl PieceInfo {
    /// The icon on the front of a player's piece; without a player, of the table's.
    pub fn icon(&self, player: Option<SeatNumber>) -> Option<&str> {
        sign_of(&self.icons, player)
    }

    /// The letters on its front.
    pub fn label(&self, player: Option<SeatNumber>) -> Option<&str> {
        sign_of(&self.labels, player)
    }

    /// The icon on its other side.
    pub fn back(&self, player: Option<SeatNumber>) -> Option<&str> {
        sign_of(&self.backs, player)
    }
}

/// Returns the sign of a player from a list of one for all, or one for each player.
fn sign_of(signs: &[String], player: Option<SeatNumber>) -> Option<&str> {
    let own = player.filter(|_| signs.len() > 1).map_or(0, |player| usize::from(player.0.max(1)) - 1);
    signs.get(own).map(String::as_str)
}

/// A file used by faces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AssetInfo {
    /// Its path inside the package: `art/badger.svg`.
    pub path: String,
    /// Index into `Ir::files` if it is a template, so that its errors can be shown.
    pub file: Option<FileTextId>,
    /// The content of any other file.
    pub bytes: Vec<u8>,
}

impl PrintInfo {
    /// Returns the file at a path; of several, the last, which is the package's own.
    pub fn asset(&self, path: &str) -> Option<&AssetInfo> {
        self.assets.iter().rev().find(|a| a.path == path)
    }
}
