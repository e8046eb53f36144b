//! State of components that is kept only in certain zones: `in = "square"`.

use crate::check::declare::declarations::Declarations;
use crate::check::declare::messages;
use crate::check::symbols::items::Member;
use crate::ir::{KindId, ZoneOwner, ZonePlaceId};
use crate::model::{FieldDecl, Ident, Package};

/// Maximum number of fields that are reset when a component leaves a place.
const MOST: usize = 64;

impl<'p> Declarations<'p> {
    /// Resolves the places in which such state is kept.
    pub(in crate::check) fn resolve_kept_places(&mut self, package: &'p Package) {
        let mut count = 0;
        for kind in &package.kinds {
            let Some(k) = self.symbols.kind_named(&kind.id.text) else { continue };
            for decl in kind.state.iter().filter(|decl| !decl.within.is_empty()) {
                let Some(Member::Field(f, _)) = self.symbols.kinds[k].members.get(&decl.id.text).copied()
                else {
                    continue;
                };
                count += 1;
                if count > MOST {
                    self.diagnostics.push(messages::too_many_kept(decl.id.span, MOST));
                    return;
                }
                let mut places: Vec<ZonePlaceId> =
                    decl.within.iter().flat_map(|word| self.places_of(package, decl, k, word)).collect();
                places.sort_unstable();
                places.dedup();
                self.symbols.fields[f].within = places;
            }
        }
    }

    /// Returns the places of a zone, or of all zones on a board. Reports an error if there are none, or if
    /// such a component cannot be there.
    fn places_of(
        &mut self,
        package: &Package,
        decl: &FieldDecl,
        kind: KindId,
        word: &Ident,
    ) -> Vec<ZonePlaceId> {
        let symbols = &self.symbols;
        let boards = symbols.boards.iter().map(|b| (&b.id, b.first, b.count));
        let board = boards
            .chain(symbols.sorts.iter().map(|s| (&s.id, s.first, s.count)))
            .find(|(id, ..)| **id == word.text);
        let mut places = Vec::new();
        let mut there = false;
        for zone in &symbols.zones {
            let of_board = |place: u32| match (zone.per.thing, board) {
                (ZoneOwner::Cell(first), Some((_, from, count))) => {
                    let cell = first + place / zone.per.values.max(1);
                    (from..from + count).contains(&cell)
                }
                _ => false,
            };
            let meant: Vec<ZonePlaceId> = (0..zone.places())
                .filter(|place| zone.id == word.text || of_board(*place))
                .map(|place| zone.first + place as u16)
                .collect();
            there |= !meant.is_empty();
            if symbols.is_below(kind, zone.kind) || symbols.is_below(zone.kind, kind) {
                places.extend(meant);
            }
        }
        if !places.is_empty() {
            return places;
        }
        let id = &symbols.kinds[kind].id;
        // The state of a token that stands for a card may be kept where only the card can be.
        let is_of_card = package.kinds.iter().any(|other| {
            other.id.text != *id && other.state.iter().any(|state| state.id.span == decl.id.span)
        });
        if there && is_of_card && package.kinds.iter().any(|k| k.id.text == *id && k.stands_for.is_some()) {
            return places;
        }
        let d = match (there, board) {
            (true, _) => messages::never_kept(word.span, &word.text, &id.replace('_', " "), &decl.id.text),
            (false, Some(_)) => messages::no_zone_on_board(word.span, &word.text),
            (false, None) => {
                let known = symbols
                    .zones
                    .iter()
                    .map(|z| z.id.as_str())
                    .chain(symbols.boards.iter().map(|b| b.id.as_str()));
                messages::neither_zone_nor_board(word.span, &word.text).suggest(&word.text, known)
            }
        };
        self.diagnostics.push(d);
        places
    }
}
