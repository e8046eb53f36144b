//! `print.toml`: the sheets and pieces to print.

use super::ident::Ident;
pub use crate::package::Asset;
use crate::source::Span;
pub use crate::vocabulary::{ArrowSides, BackPlacement, CardStyle, CutMarks, PieceForm, RulesFormat};

/// The contents of `print.toml`, and the files of faces.
#[derive(Debug, Default)]
pub struct PrintDecl {
    /// `style`
    pub style: CardStyle,
    /// `highlight = false`
    pub plain_words: bool,
    /// `rules`
    pub rules: RulesFormat,
    /// `[paper]`
    pub paper: PaperDecl,
    /// `[colours]`
    pub colours: Vec<(Ident, [u8; 3])>,
    /// `[fonts]`: `title` and `text`
    pub fonts: [Option<Ident>; 2],
    /// `[icons]`
    pub icons: Vec<(Ident, Ident)>,
    /// `[sheets.…]`
    pub sheets: Vec<SheetDecl>,
    /// `[pieces.…]`
    pub pieces: Vec<PieceDecl>,
    /// `[spots.…]`
    pub spots: Vec<SpotDecl>,
    /// Templates, pictures, icons and fonts, by path.
    pub assets: Vec<(String, Asset)>,
}

/// A spot colour.
#[derive(Clone, Debug)]
pub struct SpotDecl {
    /// Its key in `[spots]`.
    pub id: Ident,
    /// `name`
    pub name: String,
    /// `colour`
    pub colour: [u8; 3],
    /// True if it is drawn without a printing condition, too.
    pub is_shown: bool,
}

/// A named size, or width and height in millimetres.
#[derive(Clone, Debug)]
pub enum SizeDecl {
    /// `"poker"`
    Named(Ident),
    /// `[63, 88]`
    Given(f64, f64),
}

/// `[paper]`, or the same keys of a sheet. Lengths are in millimetres.
#[derive(Clone, Debug, Default)]
pub struct PaperDecl {
    /// `paper`
    pub size: Option<SizeDecl>,
    /// `margin`
    pub margin: Option<f64>,
    /// `bleed`
    pub bleed: Option<f64>,
    /// `safe`
    pub safe: Option<f64>,
    /// `gutter`
    pub gutter: Option<f64>,
    /// `marks`
    pub marks: Option<CutMarks>,
    /// `duplex`
    pub duplex: Option<BackPlacement>,
}

/// `[sheets.x]`
#[derive(Debug)]
pub struct SheetDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// `components`: a kind
    pub components: Option<Ident>,
    /// `board`
    pub board: Option<Ident>,
    /// `copies`: of a sheet that consists of a face only
    pub copies: Option<u32>,
    /// `per = "player"`, if given
    pub per: Option<Ident>,
    /// `size`
    pub size: Option<SizeDecl>,
    /// `cell`, in millimetres
    pub cell: Option<f64>,
    /// `face`
    pub face: Option<Ident>,
    /// `back`
    pub back: Option<Ident>,
    /// `two_sided`, false by default
    pub two_sided: bool,
    /// `card_thickness` in millimetres, 0.3 by default, if `tuck_box` is true
    pub tuck_box: Option<f64>,
    /// `foot`, in millimetres
    pub foot: Option<f64>,
    /// `band`
    pub band: Option<Ident>,
    /// `number`
    pub number: Option<Ident>,
    /// `reminders`, true by default
    pub reminders: bool,
    /// The keys shared with `[paper]`.
    pub paper: PaperDecl,
    /// Span of its header.
    pub span: Span,
}

/// `[pieces.x]`
#[derive(Debug)]
pub struct PieceDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// `name`; by default made from the id
    pub name: String,
    /// `count`, 1 by default
    pub count: u32,
    /// `per = "player"`, true by default
    pub per_player: bool,
    /// `form`
    pub form: PieceForm,
    /// `size` in millimetres, 20 by default
    pub size: f64,
    /// `icon`
    pub icon: Option<Ident>,
    /// `label`
    pub label: Option<String>,
    /// `points`
    pub points: ArrowSides,
    /// `back`: an icon
    pub back: Option<Ident>,
    /// Span of its header.
    pub span: Span,
}
