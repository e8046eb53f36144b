//! Facts about histories that a table computes before play: the words that make a position.

use crate::ir::{HistoryInfo, Ir, ToIndex, ZoneViewers};

/// The data of a history for the machine.
#[derive(Clone, Debug)]
pub(super) struct HistoryData {
    pub base: usize,
    pub keep: usize,
    pub parts: Vec<HashInput>,
    /// The fuel for hashing a position.
    pub cost: u32,
}

/// The input of one hash of a position.
#[derive(Clone, Debug, Default)]
pub(super) struct HashInput {
    /// Ranges of words of the state: address and length.
    pub stretches: Vec<(usize, usize)>,
    /// Indices in `Layout::zones` of ordered zones, whose order counts too, and of zones without a set.
    pub orders: Vec<usize>,
}

impl HistoryData {
    pub fn new(ir: &Ir, info: &HistoryInfo) -> HistoryData {
        let (layout, component_words) = (&ir.layout, ir.component_words());
        let mut parts = vec![HashInput::default(); info.parts.index()];
        // A history of one part holds nothing that a player does not see.
        let last = parts.len() - 1;
        for field in info.fields.iter().map(|f| &layout.fields[*f]) {
            let values = (field.base.index(), field.owners.index() * field.words.index());
            let index = field.index.map(|index| {
                let sets = index.values.index() + usize::from(index.none);
                (index.base.index(), sets * index.words.index())
            });
            let part = if field.tells_of_components() { HistoryInfo::HIDDEN.min(last) } else { 0 };
            parts[part].stretches.push(index.filter(|(_, words)| *words < values.1).unwrap_or(values));
        }
        for (i, place) in
            layout.zones.iter().enumerate().filter(|(_, place)| info.zones.contains(&place.zone))
        {
            let part = match (ir.zones.find(place.zone).map(|zone| zone.seen_by), place.owner) {
                (Some(ZoneViewers::All), _) => 0,
                (Some(ZoneViewers::Owner), Some(player)) => HistoryInfo::HIDDEN + 1 + player.index(),
                _ => HistoryInfo::HIDDEN,
            };
            let part = &mut parts[part.min(last)];
            match (place.set, place.order) {
                (0, _) | (_, Some(_)) => part.orders.push(i),
                (set, None) => part.stretches.push((set.index(), component_words)),
            }
        }
        let words: usize = parts.iter().flat_map(|part| &part.stretches).map(|(_, words)| words).sum();
        let orders: usize = parts.iter().map(|part| part.orders.len()).sum();
        let keep = info.keep.index();
        let cost = (words + orders * component_words * 64 + keep * parts.len()) / 8 + 1;
        HistoryData { base: info.base.index(), keep, parts, cost: cost as u32 }
    }
}
