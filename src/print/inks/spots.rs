//! Spot colours: inks of their own, such as foil, white or a cut line.

use crate::print::draw::scene::{Paint, Rgb, SceneItem};
use crate::print::inks::amounts::Inks;

/// The inks of every printing condition, and the two names that a separation may not have.
const TAKEN: [&str; 6] = ["all", "none", "cyan", "magenta", "yellow", "black"];

/// A spot colour of a printing condition.
#[derive(Clone, Debug, PartialEq)]
pub struct SpotColour {
    /// The name of its ink.
    pub name: String,
    /// Colour that stands for the ink. Everything of this colour is printed with it.
    pub colour: Rgb,
    /// How it looks where the ink is not to be had, in the inks of the printing condition.
    pub inks: Inks,
}

/// Returns the name of an ink. One that means something else in a PDF has `spot` behind it.
pub fn ink_name(name: &str) -> String {
    if TAKEN.contains(&name.to_lowercase().as_str()) { format!("{name} spot") } else { name.to_owned() }
}

/// Removes items in one of these colours.
pub fn hide(items: &mut Vec<SceneItem>, hidden: &[Rgb]) {
    let is_hidden = |paint: &Paint| matches!(paint, Paint::Solid(colour) if hidden.contains(colour));
    items.retain_mut(|item| match item {
        SceneItem::Path { fill, stroke, .. } => {
            fill.take_if(|fill| is_hidden(&fill.paint));
            stroke.take_if(|stroke| is_hidden(&stroke.paint));
            fill.is_some() || stroke.is_some()
        }
        SceneItem::Group { items, .. } => {
            hide(items, hidden);
            true
        }
        SceneItem::Text(run) => !hidden.contains(&run.colour),
        SceneItem::Picture { .. } | SceneItem::Use { .. } => true,
    });
}
