//! The layout of the state: the address of every option, field, place and zone.

use super::lowering::Lowering;
use crate::check::Ty;
use crate::check::symbols::limits;
use crate::ir::{
    AttributeId, DeclaredName, FieldId, FieldInfo, FunctionId, HintId, HintInfo, HistoryInfo, Index, KindId,
    Layout, Op, Owner, PlayerId, ToIndex, ValueType, ViewersInfo, ZoneId, ZoneOwner, ZonePlace, ZoneViewers,
};
use crate::source::Span;
use std::collections::BTreeSet;

/// Fields with an index hold numbers below this limit only.
const MOST_NUMBERS: i64 = 32;

impl Lowering<'_> {
    fn take(&mut self, words: usize) -> u32 {
        let at = self.free;
        self.free += words as u32;
        at
    }

    /// Lays out options, fields, places and zones. Indices are added as rules need them; the stack comes
    /// last.
    pub(super) fn lay_out(&mut self) {
        let symbols = self.symbols;
        let components = symbols.components.len();
        self.take(symbols.options.len());
        self.ir.layout = Layout { max_players: symbols.max_players, ..Layout::default() };
        for f in &symbols.fields {
            let owners = match f.owner {
                Owner::Table => 1,
                Owner::Player => usize::from(symbols.max_players),
                Owner::Component => components,
                Owner::Cell => symbols.cells.len(),
            };
            // The values of a field are consecutive, one for each owner.
            let words = symbols.words(&f.ty);
            let base = self.take(owners * words);
            self.ir.layout.fields.push(FieldInfo {
                id: f.id.clone(),
                owner: f.owner,
                kind: f.kind,
                ty: symbols.value_type(&f.ty),
                base,
                words: words as u16,
                owners: owners as u32,
                range: f.range,
                index: None,
                anew: None,
            });
        }
        // One word for each component: the zone that it is in.
        self.ir.layout.place = self.take(components);
        for (z, zone) in symbols.zones.iter().enumerate() {
            let kind = &symbols.kinds[zone.kind];
            // A declaration with many places would need too many sets: its contents are found by scanning.
            let has_sets = zone.per_player() || zone.places() <= ZonePlace::MOST_WITH_SETS;
            for place in 0..zone.places() {
                let set = if has_sets { self.take(symbols.component_words()) } else { 0 };
                // The length, then room for every component of the zone's kind.
                let order = (zone.ordered && has_sets).then(|| self.take(1 + kind.count.index()));
                let owner = (zone.per.thing == ZoneOwner::Player)
                    .then_some(PlayerId((place / zone.per.values) as u8));
                self.ir.layout.zones.push(ZonePlace { zone: ZoneId(z as u16), owner, set, order });
            }
            // Without lists, the order is kept as a rank for each component, shared by all such zones.
            if zone.ordered && !has_sets && self.ir.layout.rank == 0 {
                self.ir.layout.rank = self.take(components);
            }
        }
        self.lay_out_viewers();
        for history in &symbols.histories {
            let mut info = HistoryInfo {
                id: history.id.clone(),
                base: 0,
                keep: history.keep,
                fields: history.fields.clone(),
                zones: history.zones.clone(),
                parts: 1,
            };
            info.parts = self.parts(&info);
            info.base = self.take(info.words());
            self.ir.layout.histories.push(info);
        }
    }

    /// Lays out the sets of the players who see into zones, where expressions give them.
    fn lay_out_viewers(&mut self) {
        for (z, zone) in self.symbols.zones.iter().enumerate() {
            let mut viewers = |function: Option<FunctionId>| {
                function.map(|function| ViewersInfo { function, base: self.take(zone.places().index()) })
            };
            let (all, top) = (viewers(zone.viewers), viewers(zone.top_viewers));
            (
                self.ir.zones[ZoneId::from_index(z)].viewers,
                self.ir.zones[ZoneId::from_index(z)].top_viewers,
            ) = (all, top);
        }
    }

    /// Returns the number of words of one position in a history: see [`HistoryInfo`].
    fn parts(&self, info: &HistoryInfo) -> u16 {
        let ir = &self.ir;
        let hidden =
            |zone: &ZoneId| ir.zones.find(*zone).is_some_and(|zone| zone.seen_by != ZoneViewers::All);
        let owners =
            |zone: &ZoneId| ir.zones.find(*zone).is_some_and(|zone| zone.seen_by == ZoneViewers::Owner);
        if info.zones.iter().any(owners) {
            return HistoryInfo::HIDDEN as u16 + 1 + ir.layout.max_players;
        }
        let hides = ir.zones.iter().any(|zone| zone.seen_by != ZoneViewers::All);
        let fields = || info.fields.iter().filter_map(|field| ir.layout.fields.find(*field));
        match info.zones.iter().any(hidden) || hides && fields().any(FieldInfo::tells_of_components) {
            true => HistoryInfo::HIDDEN as u16 + 1,
            false => 1,
        }
    }

    /// Lays out, for each player, the set of components that they did not see go out of play. Only games that
    /// hide something and put components out of play have it.
    pub(super) fn lay_out_box(&mut self) {
        let ir = &self.ir;
        let hides = ir.zones.iter().any(|zone| zone.seen_by != ZoneViewers::All);
        let puts_away = ir.code.iter().any(|op| matches!(op, Op::Box { .. } | Op::Swap { .. }));
        if hides && puts_away {
            self.lay_out_once(Layout::BOXED);
        }
    }

    /// Returns the number of an attribute's hints.
    pub(super) fn hint(&mut self, attribute: AttributeId, span: Span) -> HintId {
        let at = self.ir.hints.iter().position(|hint| hint.attribute == attribute).unwrap_or_else(|| {
            let column =
                (0..self.ir.components.len() as u64).filter_map(|c| self.ir.printed_word(attribute, c));
            let values = column.collect::<BTreeSet<u64>>().into_iter().collect();
            self.ir.hints.push(HintInfo { attribute, values, first: FieldId(0) });
            self.ir.hints.len() - 1
        });
        let few = u8::try_from(at).ok().filter(|_| self.ir.hints.len() <= HintId::MOST);
        let Some(few) = few else {
            self.number(limits::MOST + 1, "attributes that hints are given of", Some(span));
            return HintId(0);
        };
        HintId(few)
    }

    /// Lays out the fields of hints: for each hinted value and each player, a set of components. Games
    /// without hints have no such fields.
    pub(super) fn lay_out_hints(&mut self) {
        for at in 0..self.ir.hints.len() {
            let laid = self.ir.layout.fields.get(self.ir.hints[HintId::from_index(at)].first.index());
            if laid.is_some_and(|field| field.id == Layout::HINTED) {
                continue;
            }
            self.ir.hints[HintId::from_index(at)].first = FieldId(self.ir.layout.fields.len() as u16);
            for _ in 0..self.ir.hints[HintId::from_index(at)].values.len() {
                self.lay_out_faces(Layout::HINTED);
            }
        }
    }

    /// Lays out a set of components for each player, unless the layout already has it from an earlier
    /// compilation into the same game.
    fn lay_out_once(&mut self, id: &str) {
        if !self.ir.layout.fields.iter().any(|field| field.id == id) {
            self.lay_out_faces(id);
        }
    }

    /// Lays out a set of components for each player.
    pub(super) fn lay_out_faces(&mut self, id: &str) {
        let (words, players) = (self.ir.component_words(), self.symbols.max_players);
        let base = self.take(words * usize::from(players));
        self.ir.layout.fields.push(FieldInfo {
            id: DeclaredName::of_compiler(id),
            owner: Owner::Player,
            kind: KindId(0),
            ty: ValueType::Set(Box::new(ValueType::Component)),
            base,
            words: words as u16,
            owners: u32::from(players),
            range: None,
            index: None,
            anew: None,
        });
    }

    /// Returns the index of a field, laid out on first use; none if the field has too many values.
    pub(super) fn index(&mut self, f: FieldId) -> Option<Index> {
        if let Some(index) = self.ir.layout.fields[f].index {
            return Some(index);
        }
        let field = &self.symbols.fields[f];
        let (ty, none) = match &field.ty {
            Ty::Optional(inner) => (&**inner, true),
            ty => (ty, false),
        };
        let values = match ty {
            Ty::Bool | Ty::Enum(_) | Ty::Name | Ty::Player | Ty::Cell => self.symbols.domain(ty),
            // A cell's numbers are heights, depths, counts: rarely written, often queried over many cells. A
            // component's numbers are written too often for an index to pay off.
            Ty::Int if field.owner == Owner::Cell => match field.range {
                Some((0.., high)) if high < MOST_NUMBERS => high as usize + 1,
                _ => return None,
            },
            _ => return None,
        };
        let words = match field.owner {
            Owner::Table => return None,
            Owner::Player => 1,
            Owner::Component => self.symbols.component_words(),
            Owner::Cell => self.symbols.words(&Ty::Cell.set()),
        };
        let sets = values + usize::from(none);
        // Beyond this size, owners are scanned instead.
        if sets * words > Layout::INDEX_WORDS {
            return None;
        }
        let index = Index { base: self.take(sets * words), values: values as u32, words: words as u16, none };
        self.ir.layout.fields[f].index = Some(index);
        Some(index)
    }
}
