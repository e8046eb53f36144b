//! What an [`Ir`](super::Ir) carries for paper: `print.toml`, and the files that faces are made of.

use serde::{Deserialize, Serialize};

pub use crate::vocabulary::PHRASES;
pub use crate::vocabulary::{Duplex, Marks, PieceForm, Points};

/// All that paper needs besides the game itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PrintInfo {
    /// `[paper]`: what every sheet is unless it says otherwise.
    pub paper: PaperInfo,
    /// `[colours]`: words (values of enums, kinds, `player_1`) and red, green, blue.
    pub colours: Vec<(String, [u8; 3])>,
    /// `[fonts]`: the families of titles and of texts, and where each is named: an index into `places`.
    pub fonts: [Option<(String, u32)>; 2],
    /// `[icons]`: words and the icons that stand for them.
    pub icons: Vec<(String, String)>,
    /// `[sheets.…]`, in the order written.
    pub sheets: Vec<SheetInfo>,
    /// `[pieces.…]`, in the order written.
    pub pieces: Vec<PieceInfo>,
    /// `faces/`, `icons/`, `art/`, `fonts/`, `rules.md` and its translations, by path; those of included packages first.
    pub assets: Vec<AssetInfo>,
    /// What people read for ids (of values, kinds, attributes, sheets), where it is not made of the id.
    pub words: Vec<(String, String)>,
    /// Cardwright's own words on paper, where the game says them otherwise: keys of [`PHRASES`].
    pub phrases: Vec<(String, String)>,
    /// Words of the game's own faces, as `say` is given them, and what they are in the language.
    pub said: Vec<(String, String)>,
}

/// Settings of a sheet; what is not said is taken from `[paper]`, and then from the defaults. Lengths are millimetres.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PaperInfo {
    /// `paper = "A4"` or `[210, 297]`
    pub size: Option<SizeInfo>,
    /// `margin`
    pub margin: Option<f64>,
    /// `bleed`
    pub bleed: Option<f64>,
    /// `safe`
    pub safe: Option<f64>,
    /// `gutter`
    pub gutter: Option<f64>,
    /// `marks`
    pub marks: Option<Marks>,
    /// `duplex`
    pub duplex: Option<Duplex>,
}

/// A size by name, or width and height in millimetres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SizeInfo {
    /// `"poker"`, `"A4"`
    Named(String),
    /// `[63, 88]`
    Given(f64, f64),
}

/// What a sheet shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SubjectInfo {
    /// Components of this kind of `Ir::kinds`.
    Components(u16),
    /// This board of `Ir::boards`.
    Board(u16),
    /// Nothing but its face: so many of it, for each player if that is so.
    Page(u32, bool),
}

/// `[sheets.…]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SheetInfo {
    /// Its id.
    pub id: String,
    /// What it shows.
    pub subject: SubjectInfo,
    /// Size of one component, of the whole board, or of the page.
    pub size: Option<SizeInfo>,
    /// The template of its face.
    pub face: Option<String>,
    /// The template of its back.
    pub back: Option<String>,
    /// The attribute that gives a face its colour and its band.
    pub band: Option<String>,
    /// The attribute in the corner.
    pub number: Option<String>,
    /// Width of a board's cell in millimetres.
    pub cell: Option<f64>,
    /// What keywords say stands on cards.
    pub reminders: bool,
    /// What it is printed on.
    pub paper: PaperInfo,
    /// Where it is written: an index into `places`.
    pub place: u32,
}

/// `[pieces.…]`: things to print that are values of the board's state rather than components.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceInfo {
    /// Its id.
    pub id: String,
    /// As printed.
    pub name: String,
    /// How many for each player, or in all.
    pub count: u32,
    /// For each player, in their colour.
    pub per_player: bool,
    /// What is cut out.
    pub form: PieceForm,
    /// Width in millimetres.
    pub size: f64,
    /// The icon on it.
    pub icon: Option<String>,
    /// The letters on it.
    pub label: Option<String>,
    /// On which sides an arrow stands at its upper edge.
    pub points: Points,
    /// What is on its other side: an icon.
    pub back: Option<String>,
    /// Where it is written: an index into `places`.
    pub place: u32,
}

/// A file that faces are made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AssetInfo {
    /// Its path inside the package: `art/badger.svg`.
    pub path: String,
    /// A template is a text of `Ir::files`, so that what is wrong in it can be shown.
    pub file: Option<u32>,
    /// What any other file holds.
    pub bytes: Vec<u8>,
}

impl PrintInfo {
    /// The file of a path; of several, the package's own.
    pub fn asset(&self, path: &str) -> Option<&AssetInfo> {
        self.assets.iter().rev().find(|a| a.path == path)
    }
}
