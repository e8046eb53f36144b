//! Checks that no two items of the state share a word.

use crate::ir::ids::ToIndex;
use crate::ir::root::Ir;

/// Returns the id of the second of two items that share a word of the state, if there are any. A write to one
/// would change the other, and saved states would be invalid.
pub(super) fn shared(ir: &Ir) -> Option<&str> {
    let (layout, components) = (&ir.layout, ir.components.len());
    let mut areas: Vec<(usize, usize, &str)> =
        vec![(layout.place.index(), components, "where components are")];
    if layout.rank != 0 {
        areas.push((layout.rank.index(), components, "ranks of components"));
    }
    for field in &layout.fields {
        areas.push((field.base.index(), field.owners.index() * usize::from(field.words), &field.id));
        if let Some(index) = field.index {
            let sets = index.values.index() + usize::from(index.none);
            areas.push((index.base.index(), sets * usize::from(index.words), &field.id));
        }
    }
    for place in &layout.zones {
        let Some(zone) = ir.zones.find(place.zone) else { continue };
        let holds = zone.holds.and_then(|kind| ir.kinds.find(kind));
        if place.set != 0 {
            areas.push((place.set.index(), ir.component_words(), &zone.id));
        }
        areas.extend(
            place.order.map(|at| (at.index(), holds.map_or(components, |k| k.count.index()) + 1, &*zone.id)),
        );
    }
    for zone in &ir.zones {
        areas.extend(zone.viewers().map(|viewers| (viewers.base.index(), zone.places().len(), &*zone.id)));
    }
    for history in &layout.histories {
        areas.push((history.base.index(), history.words(), &history.id));
    }
    areas.retain(|(_, words, _)| *words > 0);
    areas.sort_unstable();
    areas.windows(2).find(|pair| pair[0].0 + pair[0].1 > pair[1].0).map(|pair| pair[1].2)
}
