//! The style of a text.

use crate::print::draw::scene::Rgb;

/// The default colour of text.
pub const INK: Rgb = [0x23, 0x1f, 0x1a];

/// The hyphenation setting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hyphens {
    /// Only if the text would otherwise shrink a lot, or not fit; in centred text only if it would not fit.
    #[default]
    Auto,
    /// Always: a word is hyphenated wherever a part of it fits on the line.
    On,
    /// Never.
    Off,
}

/// Horizontal alignment of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextAlign {
    /// On the side where lines start: the right one, if text runs from right to left.
    #[default]
    Start,
    /// Left-aligned.
    Left,
    /// Centred.
    Center,
    /// Right-aligned.
    Right,
    /// Justified.
    Justify,
}

/// Vertical alignment of a text in its box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Valign {
    /// Capitals of the first line touch the upper edge.
    #[default]
    Top,
    /// Centred.
    Middle,
    /// The last line stands on the lower edge of the box.
    Bottom,
}

/// The style of a text, before it is fitted into a box.
#[derive(Clone, Debug, PartialEq)]
pub struct TextStyle {
    /// Font families in order of preference.
    pub families: Vec<String>,
    /// True if the whole text is bold.
    pub bold: bool,
    /// True if the whole text is italic.
    pub italic: bool,
    /// Font size, in points.
    pub size: f64,
    /// The smallest font size, in points.
    pub least: f64,
    /// Line height, in ems.
    pub leading: f64,
    /// Space between paragraphs, in ems.
    pub gap: f64,
    /// Letter spacing, in ems.
    pub spacing: f64,
    /// Horizontal alignment.
    pub align: TextAlign,
    /// Vertical alignment.
    pub valign: Valign,
    /// The colour of text and bullets, unless a part has its own.
    pub colour: Rgb,
    /// Maximum number of lines.
    pub lines: Option<usize>,
    /// The hyphenation setting.
    pub hyphens: Hyphens,
    /// True if a word wider than a line is broken instead of overflowing.
    pub break_words: bool,
}

/// The colour of a part of a text; `None` is that of its style.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tint(pub Option<Rgb>);
