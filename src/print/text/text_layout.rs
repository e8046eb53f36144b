//! A text that is laid out.

use std::ops::Range;

use crate::print::draw::scene::{Rgb, SceneItem};

/// An icon in a text that is laid out. Lengths are millimetres.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedIcon {
    /// The name by which the text refers to the icon.
    pub name: String,
    /// The left edge.
    pub x: f32,
    /// The upper edge.
    pub y: f32,
    /// Width and height.
    pub size: f32,
    /// The colour of the surrounding words.
    pub colour: Rgb,
    /// True if it stands in place of a word, which is then searched by its name.
    pub is_word: bool,
    /// Index of the item of the text that follows it in reading order.
    pub before: usize,
}

/// A text laid out, in coordinates of its box from the upper left corner.
#[derive(Clone, Debug, Default)]
pub struct TextLayout {
    /// Text and bullets.
    pub items: Vec<SceneItem>,
    /// The icons among the words, still to be drawn by their names.
    pub icons: Vec<PlacedIcon>,
    /// Overflow to the right and below, in millimetres.
    pub over: (f64, f64),
    /// Number of lines beyond the most that its box may have.
    pub lines_over: usize,
    /// The font size used, in points.
    pub size: f64,
    /// Characters that no font has.
    pub missing: Vec<char>,
    /// Bounds of its glyphs: left, top, right, bottom. `None` if there are none.
    pub ink: Option<[f32; 4]>,
    /// Height from the top of the first line's capitals to below the last line, in millimetres.
    pub height: f64,
    /// Its lines, from the top.
    pub lines: Vec<TextLine>,
}

impl TextLayout {
    /// Returns the word by which an icon is searched and copied. If another icon follows without a space,
    /// the word ends with one.
    pub fn word_of(&self, icon: usize) -> Option<String> {
        let this = self.icons.get(icon).filter(|icon| icon.is_word)?;
        let adjoins = |next: &PlacedIcon| next.is_word && (next.before, next.y) == (this.before, this.y);
        let space = if self.icons.get(icon + 1).is_some_and(adjoins) { " " } else { "" };
        Some(format!("{}{space}", this.name))
    }
}

/// A line of a laid out text. Lengths are millimetres from the upper edge of the text's box.
#[derive(Clone, Debug)]
pub struct TextLine {
    /// The top of its capitals.
    pub top: f32,
    /// The bottom of its descenders.
    pub bottom: f32,
    /// The range of its glyphs in the items of the text.
    pub items: Range<usize>,
}
