//! Lines through struck text.

use parley::GlyphRun;

use crate::print::draw::scene::{Rgb, SceneItem, Stroke, line};
use crate::print::text::style::Tint;

/// Returns the line through a run of glyphs, if it is struck, in a layout that begins at `left` and `top` and
/// is scaled by `k`. A space at the end of the run is left out.
pub fn strike(
    run: &GlyphRun<'_, Tint>,
    space: Option<u16>,
    colour: Rgb,
    (left, top, k): (f32, f32, f32),
) -> Option<SceneItem> {
    run.style().strikethrough.as_ref()?;
    let metrics = run.run().font_metrics();
    let last = run.positioned_glyphs().filter(|glyph| Some(glyph.id as u16) != space).last()?;
    let end = last.x + last.advance;
    // The offset is that of the line's upper edge.
    let y = run.baseline() - metrics.strikethrough_offset + metrics.strikethrough_size / 2.0;
    let [x, to_x, y] = [left + run.offset() * k, left + end * k, top + y * k].map(f64::from);
    Some(line(x, y, to_x, y, Stroke::plain(colour, metrics.strikethrough_size * k)))
}
