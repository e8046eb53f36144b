//! The symbol table of a game: all its items with their numbers, which are those of the IR.

use crate::check::hir::types::Ty;
use crate::check::symbols::items::COMPONENT;
use crate::check::symbols::items::{
    ActionGroup, ActionSymbol, BoardSort, BoardSymbol, ComputedAttribute, DieSymbol, FieldSymbol,
    FunctionSymbol, Global, HistorySymbol, KeywordSymbol, KindSymbol, Member, OptionDef, ParamSymbol,
    ReadableValue, SideDivision, SlotSymbol, ZoneSymbol,
};
use crate::check::symbols::limits::{ExceededLimit, MOST, RULES};
use crate::ir::{
    ActionGroupId, ActionId, AmountDomain, AttributeId, AttributeInfo, BoardId, Bringer, CellId, CellInfo,
    ComponentId, ComponentInfo, ConstantId, DieId, EnumId, EnumInfo, FieldId, FunctionId, FunctionName,
    HistoryId, Id, IdVec, KeywordId, KindId, NameId, NameInfo, OptionId, Owner, PlayerId, SlotId, ToIndex,
    ZoneId, ZoneOwner, ZonePlaceId,
};
use crate::source::Span;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The symbol table: everything that code can name.
#[derive(Debug, Default)]
pub struct SymbolTable {
    /// The first limit that was exceeded.
    pub crossed: Option<ExceededLimit>,
    /// Names whose declaration has a reported error: their uses are not reported too.
    pub unclear: Vec<String>,
    /// Ids of declarations with errors in their shape, of any sort. They are not known here, and not reported
    /// again.
    pub refused: Vec<String>,
    /// Enums, those of options included.
    pub enums: IdVec<EnumId, EnumInfo>,
    /// The enums whose values have an order.
    pub ordered_enums: BTreeSet<EnumId>,
    /// Kinds; 0 is `component`, above all others.
    pub kinds: IdVec<KindId, KindSymbol>,
    /// Cards as declared.
    pub names: IdVec<NameId, NameInfo>,
    /// For each name, whether players may bring the card in a list.
    pub by_list: IdVec<NameId, bool>,
    /// In games with lists, the attribute that holds the player from whose list a component came.
    pub owner_attribute: Option<AttributeId>,
    /// Physical components, one for each copy.
    pub components: IdVec<ComponentId, ComponentInfo>,
    /// Printed attributes; their values are in `printed`.
    pub attributes: IdVec<AttributeId, AttributeInfo>,
    /// The type of each attribute.
    pub attribute_types: IdVec<AttributeId, Ty>,
    /// The range of each attribute that declares one, and the place of the declaration.
    pub attribute_ranges: FxHashMap<AttributeId, ((i64, i64), Span)>,
    /// For each attribute, the words of every owner, one owner after another.
    pub printed: IdVec<AttributeId, Vec<u64>>,
    /// Numbers of cells that are 0 because their area or board says so.
    pub given_zeros: BTreeSet<(AttributeId, CellId)>,
    /// State of the table, players, components and cells.
    pub fields: IdVec<FieldId, FieldSymbol>,
    /// The zones' declarations; each may have several places.
    pub zones: IdVec<ZoneId, ZoneSymbol>,
    /// The boards that have cells, in the order of their cells.
    pub boards: IdVec<BoardId, BoardSymbol>,
    /// The boards without cells of their own, which are the `base` of others.
    pub sorts: Vec<BoardSort>,
    /// The cells of all boards.
    pub cells: IdVec<CellId, CellInfo>,
    /// The cell of each id: ids are unique over all boards.
    pub cell_ids: FxHashMap<String, CellId>,
    /// Members of cells: attributes and state.
    pub cell_members: FxHashMap<String, Member>,
    /// The enum of directions, if a board has any.
    pub direction: Option<EnumId>,
    /// For each direction and cell, the next cell, or NONE.
    pub steps: Vec<u64>,
    /// For each cell, the set of adjoining cells.
    pub neighbours: Vec<Vec<u64>>,
    /// For each cell, the set of cells that adjoin by a side or corner.
    pub around: Vec<Vec<u64>>,
    /// Lines of cells that belong together.
    pub lines: Vec<Vec<u64>>,
    /// Computed attributes of cells.
    pub computed: Vec<ComputedAttribute>,
    /// Constant sets with a name: `cells`, `orthogonals`.
    pub constants: IdVec<ConstantId, (Ty, Vec<u64>)>,
    /// The game's own dice.
    pub dice: IdVec<DieId, DieSymbol>,
    /// The declared histories of positions.
    pub histories: IdVec<HistoryId, HistorySymbol>,
    /// The options on which players agree before the game.
    pub options: IdVec<OptionId, OptionDef>,
    /// Functions and verbs, followed by all other functions.
    pub functions: IdVec<FunctionId, FunctionSymbol>,
    /// Actions: those of the game, then those of components.
    pub actions: IdVec<ActionId, ActionSymbol>,
    /// Actions of components, grouped by id.
    pub borne_actions: IdVec<ActionGroupId, ActionGroup>,
    /// The slots of all kinds, and those that the compiler adds.
    pub slots: IdVec<SlotId, SlotSymbol>,
    /// The keywords, with the components that bear them.
    pub keywords: IdVec<KeywordId, KeywordSymbol>,
    /// The reader function of each attribute or field with modifiers, filled in when rules are checked.
    pub modified: FxHashMap<ReadableValue, FunctionId>,
    /// The meaning of each global name.
    pub globals: FxHashMap<String, Global>,
    /// The card of each id.
    pub name_ids: FxHashMap<String, NameId>,
    /// Maximum number of players.
    pub max_players: u16,
    /// Minimum number of players: this many seats are always taken.
    pub min_players: u16,
    /// The field (of the table) that holds the set of components in the game, if `only_if` leaves some in the
    /// box.
    pub in_game: Option<FieldId>,
    /// If `only_if` leaves out boards: the field (of the table) that holds the set of cells in the game, and
    /// the set of cells that may be left out.
    pub cells_in_game: Option<(FieldId, Vec<u64>)>,
    /// The sides, whose players win, lose and rank together.
    pub sides: SideDivision,
    /// True if players can be out while others play on: `next` and `turn_order` skip them.
    pub passes_over: bool,
}

impl SymbolTable {
    /// Returns the name that people read for components of a name: for stand-ins, the card's.
    pub fn display_name(&self, name: NameId) -> NameId {
        self.names.find(name).and_then(|n| n.card).unwrap_or(name)
    }

    /// Returns the player who brought the list that a component came from.
    pub fn owner_of(&self, component: ComponentId) -> Option<PlayerId> {
        let origin = self.components.get(component.index())?.origin.as_ref()?;
        if let Bringer::Seat(seat) = origin.bringer { Some(seat) } else { None }
    }

    /// Returns the player who owns a place of a zone.
    pub fn seat_of_place(&self, place: ZonePlaceId) -> Option<PlayerId> {
        let zone = self.zones.iter().find(|z| z.first.run(z.places().index()).contains(place))?;
        let thing = place.after(zone.first)? / zone.per.values.max(1).index();
        (zone.per.thing == ZoneOwner::Player).then(|| PlayerId::from_index(thing))
    }

    /// Returns the set of components that came from a player's or the table's list, or from one part of it.
    pub fn list_components(&self, bringer: Bringer, part: Option<&str>) -> Vec<u64> {
        let mut set = vec![0; self.component_words()];
        for (c, component) in self.components.iter().enumerate() {
            let Some(origin) = &component.origin else { continue };
            if origin.bringer == bringer && (part.is_none() || origin.part.as_deref() == part) {
                set[c / 64] |= 1 << (c % 64);
            }
        }
        set
    }

    /// Returns whether an attribute is printed on components of a kind: cells have attributes, too.
    pub fn prints(&self, kind: KindId, attribute: &AttributeInfo) -> bool {
        attribute.owner == Owner::Component && self.is_below(kind, attribute.kind)
    }

    /// Returns whether kind `a` is `b`, or below it.
    pub fn is_below(&self, a: KindId, b: KindId) -> bool {
        b <= a && a <= self.kinds[b].last
    }

    /// Returns the nearest common base of two kinds.
    pub fn common_kind(&self, a: KindId, b: KindId) -> KindId {
        let mut at = a;
        while !self.is_below(b, at) {
            at = self.kinds[at].base.unwrap_or(COMPONENT);
        }
        at
    }

    /// Finds a kind below `kind` that has a member of this name.
    pub fn member_below(&self, kind: KindId, name: &str) -> Option<KindId> {
        self.kinds
            .ids()
            .find(|&k| k != kind && self.is_below(k, kind) && self.kinds[k].members.contains_key(name))
    }

    /// Returns the number of words of a set of components.
    pub fn component_words(&self) -> usize {
        self.components.len().div_ceil(64).max(1)
    }

    /// Returns the number of values of a type, for sets of that type.
    pub fn domain(&self, ty: &Ty) -> usize {
        match ty {
            Ty::Enum(e) => self.enums[*e].values.len(),
            Ty::Name => self.names.len(),
            Ty::Player => usize::from(self.max_players),
            Ty::Component(_) => self.components.len(),
            Ty::Cell => self.cells.len(),
            Ty::Zone(_) => self.zones.iter().map(|z| z.first.index() + z.places().index()).max().unwrap_or(1),
            Ty::Bool => 2,
            _ => 64,
        }
    }

    /// Returns the number of words of a value of a type in registers and state.
    pub fn words(&self, ty: &Ty) -> usize {
        match ty {
            Ty::Set(t) => self.domain(t).div_ceil(64).max(1),
            Ty::Unit => 0,
            Ty::Amount(pers) => self.lanes(pers).max(1),
            _ => 1,
        }
    }

    /// Returns the number of lanes of an amount.
    pub fn lanes(&self, pers: &[AmountDomain]) -> usize {
        pers.iter().map(|per| per.count(&self.enums, self.names.len())).product()
    }

    /// Formats the `per` of an amount as an author would write it.
    pub fn per(&self, per: AmountDomain) -> String {
        match per {
            AmountDomain::Enum(e) => self.enums[e].id.clone(),
            AmountDomain::Name => "name".into(),
            AmountDomain::Range(first, last) => format!("{first}..{last}"),
        }
    }

    /// Returns the set of `count` components from `first` on.
    pub fn span_set(&self, first: ComponentId, count: u32) -> Vec<u64> {
        let mut words = vec![0; self.component_words()];
        for c in first.run(count.index()) {
            set_bit(&mut words, c.index());
        }
        words
    }

    /// Finds a kind by its id.
    pub fn kind_named(&self, id: &str) -> Option<KindId> {
        self.kinds.id_where(|k| k.id == id)
    }

    /// Returns the function that reads a value through its modifiers, if it has any.
    pub fn reader_of(&self, readable: ReadableValue) -> Option<FunctionId> {
        self.modified.get(&readable).copied()
    }

    /// Converts a type to the IR's description of it.
    pub fn value_type(&self, ty: &Ty) -> crate::ir::ValueType {
        use crate::ir::ValueType as V;
        match ty {
            Ty::Int | Ty::Unit | Ty::Error => V::Int,
            Ty::Bool => V::Bool,
            Ty::Enum(e) => V::Enum(*e),
            Ty::Name => V::Name,
            Ty::Player => V::Player,
            Ty::Component(_) => V::Component,
            Ty::Zone(_) | Ty::Zones(_) => V::Zone,
            Ty::Cell => V::Cell,
            Ty::Set(t) => V::Set(Box::new(self.value_type(t))),
            Ty::Optional(t) => V::Optional(Box::new(self.value_type(t))),
            Ty::Amount(pers) => V::Amount(pers.clone()),
        }
    }
}

/// Adds a function without a body. Returns its id.
pub(in crate::check) fn new_function(
    symbols: &mut SymbolTable,
    id: impl Into<FunctionName>,
    params: Vec<ParamSymbol>,
    result: Ty,
    effects: bool,
    span: Option<Span>,
) -> FunctionId {
    let f: FunctionId = symbols.number(symbols.functions.len(), RULES, span);
    // Once numbers have run out, the last function is replaced, so that its number denotes the newest one.
    symbols.functions.truncate(f.index());
    let (id, range, body) = (id.into(), None, None);
    symbols.functions.push(FunctionSymbol { id, params, result, range, effects, body, span });
    f
}

impl SymbolTable {
    /// Returns the number of the next item of a sort that already has `count`. If none is left, records that
    /// and returns the last number again.
    pub fn number<I: Id>(&mut self, count: usize, what: &'static str, span: Option<Span>) -> I {
        if count >= MOST {
            self.crossed.get_or_insert(ExceededLimit { what, span });
        }
        I::from_index(count.min(MOST - 1))
    }

    /// Sets the span of an exceeded limit that has none.
    pub fn crossed_in(&mut self, span: Span) {
        if let Some(crossed) = &mut self.crossed {
            crossed.span.get_or_insert(span);
        }
    }
}

impl SymbolTable {
    /// Returns whether two kinds are disjoint.
    pub(in crate::check) fn apart(&self, a: KindId, b: KindId) -> bool {
        !self.is_below(a, b) && !self.is_below(b, a)
    }
}

/// Returns the set of the first `n` elements of a domain.
pub(in crate::check) fn full_set(n: usize) -> Vec<u64> {
    let mut words = vec![0u64; n.div_ceil(64).max(1)];
    for i in 0..n {
        words[i / 64] |= 1 << (i % 64);
    }
    words
}

/// Inserts an element into a set.
pub(in crate::check) fn set_bit(words: &mut [u64], element: usize) {
    words[element / 64] |= 1 << (element % 64);
}
