//! `print.toml`: what is printed, and on what.

use super::Ident;
pub use crate::package::Asset;
use crate::source::Span;
pub use crate::vocabulary::{Duplex, Marks, PieceForm, Points};

/// Everything of `print.toml`, and the files that faces are made of.
#[derive(Debug, Default)]
pub struct Print {
    /// `[paper]`
    pub paper: Paper,
    /// `[colours]`
    pub colours: Vec<(Ident, [u8; 3])>,
    /// `[fonts]`: `title` and `text`
    pub fonts: [Option<Ident>; 2],
    /// `[icons]`
    pub icons: Vec<(Ident, Ident)>,
    /// `[sheets.…]`
    pub sheets: Vec<Sheet>,
    /// `[pieces.…]`
    pub pieces: Vec<Piece>,
    /// Templates, pictures, icons, fonts, by path.
    pub assets: Vec<(String, Asset)>,
}

/// A size by name, or width and height in millimetres.
#[derive(Clone, Debug)]
pub enum Size {
    /// `"poker"`
    Named(Ident),
    /// `[63, 88]`
    Given(f64, f64),
}

/// `[paper]`, or what a sheet says of it. Lengths are millimetres.
#[derive(Clone, Debug, Default)]
pub struct Paper {
    /// `paper`
    pub size: Option<Size>,
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

/// `[sheets.x]`
#[derive(Debug)]
pub struct Sheet {
    /// Its id.
    pub id: Ident,
    /// `components`: a kind
    pub components: Option<Ident>,
    /// `board`
    pub board: Option<Ident>,
    /// `copies`: of a sheet that is nothing but a face
    pub copies: Option<u32>,
    /// `per = "player"`, if that is said
    pub per: Option<Ident>,
    /// `size`
    pub size: Option<Size>,
    /// `cell`, millimetres
    pub cell: Option<f64>,
    /// `face`
    pub face: Option<Ident>,
    /// `back`
    pub back: Option<Ident>,
    /// `band`
    pub band: Option<Ident>,
    /// `number`
    pub number: Option<Ident>,
    /// `reminders`, which is so if not said
    pub reminders: bool,
    /// The rest.
    pub paper: Paper,
    /// Its header.
    pub span: Span,
}

/// `[pieces.x]`
#[derive(Debug)]
pub struct Piece {
    /// Its id.
    pub id: Ident,
    /// `name`, else made of the id
    pub name: String,
    /// `count`, 1 if not said
    pub count: u32,
    /// `per = "player"`, which is so if not said
    pub per_player: bool,
    /// `form`
    pub form: PieceForm,
    /// `size`, millimetres; 20 if not said
    pub size: f64,
    /// `icon`
    pub icon: Option<Ident>,
    /// `label`
    pub label: Option<String>,
    /// `points`
    pub points: Points,
    /// `back`: an icon
    pub back: Option<Ident>,
    /// Its header.
    pub span: Span,
}
