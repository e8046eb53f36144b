//! The symbol table of a game: all its items with their numbers, which are those of the IR.

use super::hir::HExpr;
use super::limits::Crossed;
use super::types::Ty;
use crate::ir::{
    AttributeInfo, BoardForm, Bringer, CellInfo, ComponentInfo, EnumInfo, FunctionId, NameInfo, Owner, Per, SeenBy,
    ZoneKey, ZonePer, ZoneThing,
};
use crate::model::Code;
use crate::source::Span;
use std::collections::{BTreeSet, HashMap};

/// The symbol table: everything that code can name.
#[derive(Debug, Default)]
pub struct World {
    /// The first limit that was exceeded.
    pub crossed: Option<Crossed>,
    /// Names whose declaration has a reported error: their uses are not reported too.
    pub unclear: Vec<String>,
    /// Enums, those of options included.
    pub enums: Vec<EnumInfo>,
    /// The enums whose values have an order.
    pub ordered_enums: BTreeSet<u16>,
    /// Kinds; 0 is `component`, above all others.
    pub kinds: Vec<Kind>,
    /// Cards as declared.
    pub names: Vec<NameInfo>,
    /// For each name, whether players may bring the card in a list.
    pub by_list: Vec<bool>,
    /// In games with lists, the attribute that holds the player from whose list a component came.
    pub owner_attribute: Option<u16>,
    /// Physical components, one for each copy.
    pub components: Vec<ComponentInfo>,
    /// Printed attributes; their values are in `printed`.
    pub attributes: Vec<AttributeInfo>,
    /// The type of each attribute.
    pub attribute_types: Vec<Ty>,
    /// For each attribute, the words of every owner, one owner after another.
    pub printed: Vec<Vec<u64>>,
    /// State of the table, players, components and cells.
    pub fields: Vec<Field>,
    /// Zones.
    pub zones: Vec<Zone>,
    /// Boards.
    pub boards: Vec<Board>,
    /// Sorts of boards.
    pub sorts: Vec<Sort>,
    /// The cells of all boards.
    pub cells: Vec<CellInfo>,
    /// Cells by id.
    pub cell_ids: HashMap<String, u32>,
    /// Members of cells: attributes and state.
    pub cell_members: HashMap<String, Member>,
    /// The enum of directions, if a board has any.
    pub direction: Option<u16>,
    /// For each direction and cell, the next cell, or NONE.
    pub steps: Vec<u64>,
    /// For each cell, the set of adjoining cells.
    pub neighbours: Vec<Vec<u64>>,
    /// For each cell, the set of cells that adjoin by a side or corner.
    pub around: Vec<Vec<u64>>,
    /// Lines of cells that belong together.
    pub lines: Vec<Vec<u64>>,
    /// Computed attributes of cells: the attribute and its function.
    pub computed: Vec<(u16, u16)>,
    /// Constant sets with a name: `cells`, `orthogonals`.
    pub constants: Vec<(Ty, Vec<u64>)>,
    /// The game's own dice.
    pub dice: Vec<super::dice::Die>,
    /// Histories.
    pub histories: Vec<History>,
    /// Options.
    pub options: Vec<OptionDef>,
    /// Functions and verbs, followed by all other functions.
    pub functions: Vec<Function>,
    /// Actions: those of the game, then those of components.
    pub actions: Vec<Action>,
    /// Actions of components, grouped by id.
    pub borne_actions: Vec<BorneActions>,
    /// Slots.
    pub slots: Vec<Slot>,
    /// Keywords.
    pub keywords: Vec<Keyword>,
    /// The reader function of each attribute or field with modifiers, filled in when rules are checked.
    pub modified: HashMap<Readable, u16>,
    /// The meaning of each global name.
    pub globals: HashMap<String, Global>,
    /// Cards by id.
    pub name_ids: HashMap<String, u16>,
    /// Maximum number of players.
    pub max_players: u16,
    /// Minimum number of players: this many seats are always taken.
    pub min_players: u16,
    /// The field (of the table) that holds the set of components in the game, if `only_if` leaves some in the box.
    pub in_game: Option<u16>,
    /// If `only_if` leaves out boards: the field (of the table) that holds the set of cells in the game, and the set of cells that may be
    /// left out.
    pub cells_in_game: Option<(u16, Vec<u64>)>,
    /// The sides, whose players win, lose and rank together.
    pub sides: super::sides::Sides,
    /// Whether players can be out while others play on: `next` and `turn_order` skip them.
    pub passes_over: bool,
}

/// A value of components that modifiers can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Readable {
    /// A printed attribute.
    Attribute(u16),
    /// A component's state.
    Field(u16),
}

/// The meaning of a global name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Global {
    /// A function or verb.
    Function(u16),
    /// A zone of the table.
    Zone(u16),
    /// A state of the table.
    Field(u16),
    /// An option.
    Option(u16),
    /// All values of an enum (`suits`).
    Enum(u16),
    /// All components of a kind (`cards`).
    Kind(u16),
    /// One of `World::constants`.
    Constant(u16),
    /// A history.
    History(u16),
    /// Several items, which was reported as an error.
    Unclear,
}

/// A sort of boards.
#[derive(Debug)]
pub struct Sort {
    /// Its id.
    pub id: String,
    /// The cells of all its boards: `first..first + count`.
    pub first: u32,
    /// Number of cells.
    pub count: u32,
}

/// A board.
#[derive(Debug)]
pub struct Board {
    /// Its id.
    pub id: String,
    /// Its printed name, if declared.
    pub name: Option<String>,
    /// The form of its cells.
    pub form: BoardForm,
    /// Its cells: `first..first + count`.
    pub first: u32,
    /// Number of cells.
    pub count: u32,
    /// Columns and rows.
    pub size: (u16, u16),
    /// The attributes that its drawing uses: for lines, for dots.
    pub drawn: [Option<String>; 2],
    /// Span of its name.
    pub span: Span,
}

/// A history.
#[derive(Debug)]
pub struct History {
    /// Its id.
    pub id: String,
    /// The fields that are part of a position.
    pub fields: Vec<u16>,
    /// The zones that are part of a position.
    pub zones: Vec<u16>,
    /// Maximum number of positions kept.
    pub keep: u16,
    /// Span of its name.
    pub span: Span,
}

/// A kind.
#[derive(Debug)]
pub struct Kind {
    /// Its id.
    pub id: String,
    /// The plural, which names the set of all its components: declared, or formed by English rules.
    pub plural: String,
    /// The kind above.
    pub base: Option<u16>,
    /// The last kind below it, or itself: the kinds below it follow it directly.
    pub last: u16,
    /// Its components: `first..first + count`.
    pub first: u32,
    /// Number of components.
    pub count: u32,
    /// Span of its declaration; none for built-in kinds.
    pub span: Option<Span>,
    /// Its own members, without those of its bases.
    pub members: HashMap<String, Member>,
    /// The kind's `text`.
    pub text: Option<Code>,
}

/// A member of components, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// A printed attribute.
    Attribute(u16),
    /// A state; for printed state with the attribute that holds its start value.
    Field(u16, Option<u16>),
    /// A slot.
    Slot(u16),
    /// A zone that each component has.
    Zone(u16),
}

/// A state.
#[derive(Debug)]
pub struct Field {
    /// Its id.
    pub id: String,
    /// Its owner: the table, or each player, component or cell.
    pub owner: Owner,
    /// Its type.
    pub ty: Ty,
    /// Range of an int.
    pub range: Option<(i64, i64)>,
    /// The kind whose components have it.
    pub kind: u16,
    /// The attribute that holds its start value.
    pub printed: Option<u16>,
    /// The function of the owner that returns its start value.
    pub start: Option<u16>,
    /// Whether texts need not mention it.
    pub unchecked: bool,
    /// The places in which it is kept; it is reset elsewhere. Empty if it is kept everywhere.
    pub within: Vec<u16>,
    /// Span of its declaration.
    pub span: Option<Span>,
}

/// A zone.
#[derive(Debug)]
pub struct Zone {
    /// Its id.
    pub id: String,
    /// The things and values that it is declared per.
    pub per: ZonePer,
    /// Whether it keeps an order.
    pub ordered: bool,
    /// The players who see its contents.
    pub seen_by: SeenBy,
    /// The function that returns these players, if they are given by an expression.
    pub viewers: Option<FunctionId>,
    /// The players who see its top component, in addition.
    pub top_seen_by: SeenBy,
    /// The function that returns these players, if they are given by an expression.
    pub top_viewers: Option<FunctionId>,
    /// The kind of its components.
    pub kind: u16,
    /// Its first place in `Layout::zones`.
    pub first: u16,
    /// The function that returns its contents at the start (of the player, for a player's zone).
    pub start: Option<u16>,
    /// Span of its declaration.
    pub span: Span,
}

impl Zone {
    /// Whether it is declared per player only.
    pub fn per_player(&self) -> bool {
        self.per.thing == ZoneThing::Player && self.per.key.is_none()
    }

    /// Whether it is a zone of the table with a single place.
    pub fn is_single(&self) -> bool {
        self.per == ZonePer::TABLE
    }

    /// Returns the number of places of its declaration.
    pub fn places(&self) -> u32 {
        self.per.things.saturating_mul(self.per.values)
    }

    /// Returns the type of its index.
    pub fn key(&self) -> Option<Ty> {
        self.per.key.map(|key| match key {
            ZoneKey::Enum(e) => Ty::Enum(e),
            ZoneKey::Name => Ty::Name,
            ZoneKey::Int(_) => Ty::Int,
        })
    }
}

/// An option.
#[derive(Debug)]
pub struct OptionDef {
    /// Its id.
    pub id: String,
    /// Its type.
    pub ty: Ty,
    /// Range of an int.
    pub range: (i64, i64),
    /// Default.
    pub default: i64,
    /// Its text for players.
    pub text: String,
}

/// A function's parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its id.
    pub id: String,
    /// Its type.
    pub ty: Ty,
    /// Range of an int; constant arguments are checked against it.
    pub range: Option<(i64, i64)>,
}

/// A function, a verb, or another callable body.
#[derive(Debug)]
pub struct Function {
    /// Its id, or a description.
    pub id: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its result type.
    pub result: Ty,
    /// Whether it may make choices, draw random numbers and have side effects.
    pub effects: bool,
    /// Its checked body; none before it is checked, or if it has an error.
    pub body: Option<super::hir::HFunction>,
    /// Span of its name.
    pub span: Option<Span>,
}

/// An action.
#[derive(Debug)]
pub struct Action {
    /// Its id.
    pub id: String,
    /// The names and element types of its parameters.
    pub params: Vec<Param>,
    /// The function that lists its options; takes the player.
    pub options: u16,
    /// The function with its statements; takes the player and the parameters.
    pub does: u16,
    /// The template of its options' texts.
    pub text: Option<String>,
    /// For an action of components: its group, declaration and mode.
    pub borne: Option<Bearing>,
    /// Span of its name.
    pub span: Span,
}

/// The additional data of an action of components.
#[derive(Clone, Debug)]
pub struct Bearing {
    /// Its group, an index into `World::borne_actions`.
    pub group: u16,
    /// The id of the card, keyword or kind that declares it.
    pub of: String,
    /// Its mode, if a card has several of its id.
    pub mode: Option<String>,
}

/// The group of components' actions with one id.
#[derive(Debug)]
pub struct BorneActions {
    /// The id.
    pub id: String,
    /// The set of components that bear one.
    pub bearers: Vec<u64>,
    /// The function that lists the options of the whole group; takes the player.
    pub options: u16,
    /// The slot that holds, for each component, the function that lists its own options.
    pub slot: u16,
    /// The actions of the group, in the order of the box.
    pub actions: Vec<u16>,
    /// Span of the first declaration of the id.
    pub span: Span,
}

/// A slot.
#[derive(Debug)]
pub struct Slot {
    /// Its id.
    pub id: String,
    /// The kind whose components have it.
    pub kind: u16,
    /// Its result type; `Unit` for statements.
    pub result: Ty,
    /// The set over which cards write a condition.
    pub from: Option<Code>,
    /// Its parameters, without `self`.
    pub params: Vec<Param>,
    /// For each component, the function it bears.
    pub rules: Vec<u16>,
    /// Whether its rules are not part of the text.
    pub unchecked: bool,
    /// Span of its name.
    pub span: Span,
}

/// A keyword's parameter.
#[derive(Clone, Debug)]
pub struct KeywordParam {
    /// Its id.
    pub id: String,
    /// Its type.
    pub ty: Ty,
    /// Range of an int.
    pub range: Option<(i64, i64)>,
    /// The attribute that holds its value on each bearer.
    pub attribute: u16,
}

/// A keyword.
#[derive(Debug)]
pub struct Keyword {
    /// Its id.
    pub id: String,
    /// Its parameters.
    pub params: Vec<KeywordParam>,
    /// The set of its bearers.
    pub bearers: Vec<u64>,
    /// Span of its name.
    pub span: Span,
}

impl Param {
    /// Returns an expression that reads the variable in which it is held.
    pub fn read(&self, local: super::hir::Local, span: Span) -> HExpr {
        HExpr { ty: self.ty.clone(), span, kind: super::hir::HKind::Local(local) }
    }
}

impl World {
    /// Returns the name by which components of a name are called: for stand-ins the card's.
    pub fn called(&self, name: u16) -> u16 {
        self.names.get(name as usize).and_then(|n| n.card).unwrap_or(name)
    }

    /// Returns the player who brought the list that a component came from.
    pub fn owner_of(&self, component: u32) -> Option<u8> {
        let origin = self.components.get(component as usize)?.origin.as_ref()?;
        if let Bringer::Seat(seat) = origin.bringer { Some(seat) } else { None }
    }

    /// Returns the player who owns a place of a zone.
    pub fn seat_of_place(&self, place: u16) -> Option<u8> {
        let zone = self.zones.iter().find(|z| (z.first..z.first + z.places() as u16).contains(&place))?;
        let thing = u32::from(place - zone.first) / zone.per.values.max(1);
        if zone.per.thing == ZoneThing::Player { u8::try_from(thing).ok() } else { None }
    }

    /// Returns the components of a list, or of a part of it.
    pub fn listed(&self, bringer: Bringer, part: Option<&str>) -> Vec<u64> {
        let mut set = vec![0; self.component_words()];
        for (c, component) in self.components.iter().enumerate() {
            let Some(origin) = &component.origin else { continue };
            if origin.bringer == bringer && (part.is_none() || origin.part.as_deref() == part) {
                set[c / 64] |= 1 << (c % 64);
            }
        }
        set
    }

    /// Whether an attribute is printed on components of a kind: cells have attributes, too.
    pub fn prints(&self, kind: u16, attribute: &AttributeInfo) -> bool {
        attribute.owner == Owner::Component && self.is_below(kind, attribute.kind)
    }

    /// Whether kind `a` is `b`, or below it.
    pub fn is_below(&self, a: u16, b: u16) -> bool {
        b <= a && a <= self.kinds[b as usize].last
    }

    /// Returns the nearest common base of two kinds.
    pub fn common_kind(&self, a: u16, b: u16) -> u16 {
        let mut at = a;
        while !self.is_below(b, at) {
            at = self.kinds[at as usize].base.unwrap_or(0);
        }
        at
    }

    /// Finds a kind below `kind` that has a member of this name.
    pub fn member_below(&self, kind: u16, name: &str) -> Option<u16> {
        (0..self.kinds.len() as u16)
            .find(|&k| k != kind && self.is_below(k, kind) && self.kinds[k as usize].members.contains_key(name))
    }

    /// Returns the number of words of a set of components.
    pub fn component_words(&self) -> usize {
        self.components.len().div_ceil(64).max(1)
    }

    /// Returns the number of values of a type, for sets of that type.
    pub fn domain(&self, ty: &Ty) -> usize {
        match ty {
            Ty::Enum(e) => self.enums[*e as usize].values.len(),
            Ty::Name => self.names.len(),
            Ty::Player => self.max_players as usize,
            Ty::Component(_) => self.components.len(),
            Ty::Cell => self.cells.len(),
            Ty::Zone(_) => self.zones.iter().map(|z| z.first as usize + z.places() as usize).max().unwrap_or(1),
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
    pub fn lanes(&self, pers: &[Per]) -> usize {
        pers.iter().map(|per| per.count(&self.enums, self.names.len())).product()
    }

    /// Formats the `per` of an amount as an author would write it.
    pub fn per(&self, per: Per) -> String {
        match per {
            Per::Enum(e) => self.enums[e as usize].id.clone(),
            Per::Name => "name".into(),
            Per::Range(first, last) => format!("{first}..{last}"),
        }
    }

    /// Returns the set of `count` components from `first` on.
    pub fn span_set(&self, first: u32, count: u32) -> Vec<u64> {
        let mut words = vec![0; self.component_words()];
        for c in first..first + count {
            words[c as usize / 64] |= 1 << (c % 64);
        }
        words
    }

    /// Finds a kind by its id.
    pub fn kind_named(&self, id: &str) -> Option<u16> {
        self.kinds.iter().position(|k| k.id == id).map(|k| k as u16)
    }

    /// Returns the function that reads a value through its modifiers, if it has any.
    pub fn reader_of(&self, readable: Readable) -> Option<u16> {
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

/// Returns a placeholder for an erroneous expression, whose value is never used.
pub(super) fn error_expr(span: Span) -> HExpr {
    HExpr { ty: Ty::Error, span, kind: super::hir::HKind::Int(0) }
}
