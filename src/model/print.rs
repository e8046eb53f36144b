//! `print.toml`: the sheets and pieces to print.

use super::ident::Ident;
pub use crate::package::Asset;
use crate::source::Span;
pub use crate::vocabulary::{
    ArrowSides, BackPlacement, CardStyle, CardThickness, CutMarks, PieceForm, RulesFormat,
};

/// The contents of `print.toml`, and the files of faces.
#[derive(Debug, Default)]
pub struct PrintDecl {
    /// `style` of the cards whose sheet names no face
    pub style: CardStyle,
    /// `highlight = false`
    pub plain_words: bool,
    /// `rules`: the format of the printed rules
    pub rules: RulesFormat,
    /// `[paper]`: settings of all sheets, which a sheet may override
    pub paper: PaperDecl,
    /// `[colours]`: a value, kind, cell or player, and its colour as red, green and blue
    pub colours: Vec<(Ident, [u8; 3])>,
    /// `[fonts]`: `title` and `text`
    pub fonts: [Option<Ident>; 2],
    /// `[icons]`: a word, and the name of its icon
    pub icons: Vec<(Ident, Ident)>,
    /// `[sheets.…]`: the PDFs to print
    pub sheets: Vec<SheetDecl>,
    /// `[pieces.…]`: pieces to cut out that are not components of the rules
    pub pieces: Vec<PieceDecl>,
    /// `[spots.…]`: spot colours, each printed with its own ink
    pub spots: Vec<SpotDecl>,
    /// Templates, pictures, icons and fonts, by path.
    pub assets: Vec<(String, Asset)>,
}

/// A spot colour.
#[derive(Clone, Debug)]
pub struct SpotDecl {
    /// Its key in `[spots]`.
    pub id: Ident,
    /// `name` of the ink at the print shop
    pub name: String,
    /// `colour` that stands for the ink on faces: red, green and blue
    pub colour: [u8; 3],
    /// `shown`: true if the colour is also drawn without `--pdfx`
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
    /// `margin`: the unprintable border, in millimetres
    pub margin: Option<f64>,
    /// `bleed`: the colour printed beyond the cut, in millimetres
    pub bleed: Option<f64>,
    /// `safe`: the distance of texts from the cut, in millimetres
    pub safe: Option<f64>,
    /// `gutter`: the space between two components, in millimetres
    pub gutter: Option<f64>,
    /// `marks` that show where to cut
    pub marks: Option<CutMarks>,
    /// `duplex`: the position of the backs
    pub duplex: Option<BackPlacement>,
}

/// `[sheets.x]`
#[derive(Debug)]
pub struct SheetDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// `components`: the kind to print
    pub components: Option<Ident>,
    /// `board`: the board to print
    pub board: Option<Ident>,
    /// `copies`: of a sheet that consists of a face only
    pub copies: Option<u32>,
    /// `per = "player"`, if given
    pub per: Option<Ident>,
    /// `size` of one component, by name or in millimetres
    pub size: Option<SizeDecl>,
    /// `cell`, in millimetres
    pub cell: Option<f64>,
    /// `face`: the template of the front
    pub face: Option<Ident>,
    /// `back`: the template of the back
    pub back: Option<Ident>,
    /// `two_sided`, false by default
    pub two_sided: bool,
    /// `card_thickness`, or what `paper_weight` makes, if `tuck_box` is true
    pub tuck_box: Option<CardThickness>,
    /// `foot`, in millimetres
    pub foot: Option<f64>,
    /// `band`: the attribute that gives a face its colour and its band
    pub band: Option<Ident>,
    /// `number`: the attribute shown in the corner
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
    /// `form`: the shape that is cut out
    pub form: PieceForm,
    /// `size` in millimetres, 20 by default
    pub size: f64,
    /// `icon` on the front: one for all, or one for each player
    pub icons: Vec<Ident>,
    /// `label`: the letters on the front, in the same way
    pub labels: Vec<Ident>,
    /// `points`: the sides on which arrows are drawn
    pub points: ArrowSides,
    /// `back`: an icon, in the same way
    pub backs: Vec<Ident>,
    /// Span of its header.
    pub span: Span,
}
