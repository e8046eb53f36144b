//! Icons that stand for values of enums outside of faces.

use std::collections::BTreeMap;

use crate::ir::Ir;
use crate::print::game::data::WordLooks;

/// Colour of the icons.
const INK: [u8; 3] = [0x22, 0x22, 0x22];

/// Returns the icons of the values of enums as separate SVGs, by value: that of the piece with the same id,
/// else the word's own. Values that only have an ornament are left out.
pub fn word_icons(ir: &Ir) -> BTreeMap<String, String> {
    let words = WordLooks::of(ir);
    let icon = |value: &String| {
        let piece =
            ir.print.pieces.iter().find(|piece| piece.id == *value).and_then(|piece| piece.icon(None));
        let word = piece.or_else(|| words.has_own_icon(ir, value).then_some(value.as_str()))?;
        Some((value.clone(), words.icon_svg(word, INK)?))
    };
    ir.enums.iter().flat_map(|e| &e.values).filter_map(icon).collect()
}
