//! Spot colours: inks of their own, such as foil, white or a cut line.

use crate::ir::print::SpotInfo;
use crate::print::draw::scene::{Paint, Rgb, SceneItem};
use crate::print::inks::amounts::Inks;

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

/// Draws spot colours as a picture shows them, with the inks of all other colours: one that is not shown is
/// removed. `plain` converts the others to the colours of the print.
pub fn draw_as_picture(items: &mut Vec<SceneItem>, spots: &[SpotInfo], plain: &dyn Fn(Rgb) -> Rgb) {
    let is_shown = |spot: &&SpotInfo| spot.is_shown;
    let hidden: Vec<Rgb> = spots.iter().filter(|spot| !is_shown(spot)).map(|spot| spot.colour).collect();
    hide(items, &hidden);
    let is_spot = |colour: Rgb| spots.iter().any(|spot| spot.colour == colour);
    // A colour next to that of the spot, which nobody sees, is not printed with its ink.
    let beside = |colour: Rgb| (0..=u8::MAX).map(|step| near(plain(colour), step)).find(|c| !is_spot(*c));
    let to = |colour: &mut Rgb| {
        if is_spot(*colour) {
            *colour = beside(*colour).unwrap_or_default();
        }
    };
    recolour(items, &to);
}

/// Returns a colour that differs by a step in blue.
fn near([red, green, blue]: Rgb, step: u8) -> Rgb {
    [red, green, if blue < 128 { blue + step / 2 } else { blue - step / 2 }]
}

fn recolour(items: &mut [SceneItem], to: &dyn Fn(&mut Rgb)) {
    let painted = |paint: &mut Paint| {
        if let Paint::Solid(colour) = paint {
            to(colour);
        }
    };
    for item in items {
        match item {
            SceneItem::Path { fill, stroke, .. } => {
                fill.iter_mut().for_each(|fill| painted(&mut fill.paint));
                stroke.iter_mut().for_each(|stroke| painted(&mut stroke.paint));
            }
            SceneItem::Group { items, .. } => recolour(items, to),
            SceneItem::Text(run) => to(&mut run.colour),
            SceneItem::Picture { .. } | SceneItem::Use { .. } => {}
        }
    }
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
