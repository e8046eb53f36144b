//! What exists in a game, under which number. The numbers are the IR's.

use super::hir::HExpr;
use super::limits::Crossed;
use super::types::Ty;
use crate::ir::{
    AttributeInfo, BoardForm, Bringer, CellInfo, ComponentInfo, EnumInfo, NameInfo, Owner, Per, SeenBy, ZoneKey,
    ZonePer, ZoneThing,
};
use crate::model::Code;
use crate::source::Span;
use std::collections::{BTreeSet, HashMap};

/// Everything that code can name.
#[derive(Debug, Default)]
pub struct World {
    /// What there are too many of.
    pub crossed: Option<Crossed>,
    /// Names of what is declared with an error that has been said: nothing more is said where they are used.
    pub unclear: Vec<String>,
    /// Enums, those of options included.
    pub enums: Vec<EnumInfo>,
    /// Those whose values compare.
    pub ordered_enums: BTreeSet<u16>,
    /// Kinds; 0 is `component`, above all others.
    pub kinds: Vec<Kind>,
    /// Cards as declared.
    pub names: Vec<NameInfo>,
    /// For each of them, whether players may bring it in a list.
    pub by_list: Vec<bool>,
    /// What tells of each component whose list it came from, where players bring lists.
    pub owner_attribute: Option<u16>,
    /// Physical components.
    pub components: Vec<ComponentInfo>,
    /// Printed attributes; their values are in `printed`.
    pub attributes: Vec<AttributeInfo>,
    /// For each attribute its type.
    pub attribute_types: Vec<Ty>,
    /// For each attribute, each component's words, one after another.
    pub printed: Vec<Vec<u64>>,
    /// State of the table, players and components.
    pub fields: Vec<Field>,
    /// Zones.
    pub zones: Vec<Zone>,
    /// Boards.
    pub boards: Vec<Board>,
    /// Sorts of boards.
    pub sorts: Vec<Sort>,
    /// Their cells.
    pub cells: Vec<CellInfo>,
    /// Cells by id.
    pub cell_ids: HashMap<String, u32>,
    /// What cells have: attributes and state.
    pub cell_members: HashMap<String, Member>,
    /// The enum of directions, if a board has any.
    pub direction: Option<u16>,
    /// For each direction and cell the next cell, or NONE.
    pub steps: Vec<u64>,
    /// For each cell the set of those that adjoin.
    pub neighbours: Vec<Vec<u64>>,
    /// The same, by a side or corner.
    pub around: Vec<Vec<u64>>,
    /// Lines of cells that belong together.
    pub lines: Vec<Vec<u64>>,
    /// Attributes of cells that a function works out.
    pub computed: Vec<(u16, u16)>,
    /// Sets with a name of their own: `cells`, `orthogonals`.
    pub constants: Vec<(Ty, Vec<u64>)>,
    /// Dice of the game's own.
    pub dice: Vec<super::dice::Die>,
    /// Histories.
    pub histories: Vec<History>,
    /// Options.
    pub options: Vec<OptionDef>,
    /// Functions and verbs, then everything else that is called.
    pub functions: Vec<Function>,
    /// Actions: those of the game, then those of components.
    pub actions: Vec<Action>,
    /// Actions of components by their ids.
    pub borne_actions: Vec<BorneActions>,
    /// Slots.
    pub slots: Vec<Slot>,
    /// Keywords.
    pub keywords: Vec<Keyword>,
    /// Modifiers by attribute or field, filled in when rules are checked.
    pub modified: HashMap<Readable, u16>,
    /// What a bare name stands for.
    pub globals: HashMap<String, Global>,
    /// Cards by id.
    pub name_ids: HashMap<String, u16>,
    /// Most players.
    pub max_players: u16,
    /// The fewest: so many seats are always taken.
    pub min_players: u16,
    /// The field (of the table) that holds the set of components in the game, where some are left in the box by `only_if`.
    pub in_game: Option<u16>,
    /// Where boards are left out by `only_if`: the field (of the table) that holds the set of cells in the game, and the cells of
    /// which that is a question.
    pub cells_in_game: Option<(u16, Vec<u64>)>,
    /// Who wins, loses and ranks together.
    pub sides: super::sides::Sides,
    /// Players can be out while others play on: `next` and `turn_order` pass over them.
    pub passes_over: bool,
}

/// What a modifier changes the reading of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Readable {
    /// A printed attribute.
    Attribute(u16),
    /// A component's state.
    Field(u16),
}

/// What a bare name stands for.
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
    /// Several things, which is an error that was told.
    Unclear,
}

/// A sort of boards.
#[derive(Debug)]
pub struct Sort {
    /// Its id.
    pub id: String,
    /// The cells of all its boards: `first..first + count`.
    pub first: u32,
    /// How many.
    pub count: u32,
}

/// A board.
#[derive(Debug)]
pub struct Board {
    /// Its id.
    pub id: String,
    /// What people read for it, if it says so.
    pub name: Option<String>,
    /// What its cells look like.
    pub form: BoardForm,
    /// Its cells: `first..first + count`.
    pub first: u32,
    /// How many.
    pub count: u32,
    /// Columns and rows.
    pub size: (u16, u16),
    /// The attributes that its drawing names: for lines, for dots.
    pub drawn: [Option<String>; 2],
    /// Where its name stands.
    pub span: Span,
}

/// A history.
#[derive(Debug)]
pub struct History {
    /// Its id.
    pub id: String,
    /// The fields that make a position.
    pub fields: Vec<u16>,
    /// The zones.
    pub zones: Vec<u16>,
    /// How many positions are kept.
    pub keep: u16,
    /// Where its name stands.
    pub span: Span,
}

/// A kind.
#[derive(Debug)]
pub struct Kind {
    /// Its id.
    pub id: String,
    /// Several of it, which is the name of the set of all its components: its `plural`, or by the rules of English.
    pub plural: String,
    /// The kind above.
    pub base: Option<u16>,
    /// The last of the kinds below it, itself counted: they follow it.
    pub last: u16,
    /// Its components: `first..first + count`.
    pub first: u32,
    /// How many.
    pub count: u32,
    /// Where it is declared; none for those that always exist.
    pub span: Option<Span>,
    /// Its own members, not those of its bases.
    pub members: HashMap<String, Member>,
    /// `text` of the kind.
    pub text: Option<Code>,
}

/// What a component has under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// A printed attribute.
    Attribute(u16),
    /// A state; printed state also has the attribute that it starts as.
    Field(u16, Option<u16>),
    /// A slot.
    Slot(u16),
    /// A zone of each of them.
    Zone(u16),
}

/// A state.
#[derive(Debug)]
pub struct Field {
    /// Its id.
    pub id: String,
    /// Whose.
    pub owner: Owner,
    /// What it holds.
    pub ty: Ty,
    /// Range of an int.
    pub range: Option<(i64, i64)>,
    /// The kind whose components have it.
    pub kind: u16,
    /// The attribute that it starts as.
    pub printed: Option<u16>,
    /// What it starts as: a function of the owner.
    pub start: Option<u16>,
    /// Texts need not speak of it.
    pub unchecked: bool,
    /// The places of zones in which it is kept, if it begins anew elsewhere.
    pub within: Vec<u16>,
    /// Where it is declared.
    pub span: Option<Span>,
}

/// A zone.
#[derive(Debug)]
pub struct Zone {
    /// Its id.
    pub id: String,
    /// What there is one of for each.
    pub per: ZonePer,
    /// Keeps an order.
    pub ordered: bool,
    /// Who sees into it.
    pub seen_by: SeenBy,
    /// Who sees what lies on top, besides.
    pub top_seen_by: SeenBy,
    /// What it holds.
    pub kind: u16,
    /// Its first place in `Layout::zones`.
    pub first: u16,
    /// What begins in it: a function (of the player, if it is a player's).
    pub start: Option<u16>,
    /// Where it is declared.
    pub span: Span,
}

impl Zone {
    /// Whether there is one for each player and nothing else.
    pub fn per_player(&self) -> bool {
        self.per.thing == ZoneThing::Player && self.per.key.is_none()
    }

    /// Whether it is the table's, and the only one of its declaration.
    pub fn is_single(&self) -> bool {
        self.per == ZonePer::TABLE
    }

    /// How many places its declaration makes.
    pub fn places(&self) -> u32 {
        self.per.things.saturating_mul(self.per.values)
    }

    /// The type that its brackets take.
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
    /// What it is.
    pub ty: Ty,
    /// Range of an int.
    pub range: (i64, i64),
    /// Default.
    pub default: i64,
    /// Its words.
    pub text: String,
}

/// A function's parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its id.
    pub id: String,
    /// Its type.
    pub ty: Ty,
    /// Range of an int, which constants given for it keep to.
    pub range: Option<(i64, i64)>,
}

/// A function or verb, or something that is called like one.
#[derive(Debug)]
pub struct Function {
    /// Its id, or what it is in words.
    pub id: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What it returns.
    pub result: Ty,
    /// It may choose, draw on chance and change things.
    pub effects: bool,
    /// Its checked body; none before it is checked, or where it was wrong.
    pub body: Option<super::hir::HFunction>,
    /// Where its name stands.
    pub span: Option<Span>,
}

/// An action.
#[derive(Debug)]
pub struct Action {
    /// Its id.
    pub id: String,
    /// Its parameters' names and element types.
    pub params: Vec<Param>,
    /// The function that lists its options: of the player.
    pub options: u16,
    /// The function that does it: of the player and the parameters.
    pub does: u16,
    /// How it is shown.
    pub text: Option<String>,
    /// Those of components: which of `World::borne_actions` they belong to, whose they are, and which of several modes.
    pub borne: Option<Bearing>,
    /// Where its name stands.
    pub span: Span,
}

/// What an action has that components bring.
#[derive(Clone, Debug)]
pub struct Bearing {
    /// Which of `World::borne_actions`.
    pub group: u16,
    /// The id of the card, keyword or kind that declares it.
    pub of: String,
    /// Which of several of one card.
    pub mode: Option<String>,
}

/// The actions that components bring under one id.
#[derive(Debug)]
pub struct BorneActions {
    /// The id.
    pub id: String,
    /// The components that bring one.
    pub bearers: Vec<u64>,
    /// The function that lists the options of all of them: of the player.
    pub options: u16,
    /// The slot in which each component has the function that lists its own.
    pub slot: u16,
    /// All of them, in the order of the box.
    pub actions: Vec<u16>,
    /// Where the id stands first.
    pub span: Span,
}

/// A slot.
#[derive(Debug)]
pub struct Slot {
    /// Its id.
    pub id: String,
    /// The kind whose components have it.
    pub kind: u16,
    /// What it returns; `Unit` for statements.
    pub result: Ty,
    /// The set that a condition is asked over.
    pub from: Option<Code>,
    /// Its parameters, without `self`.
    pub params: Vec<Param>,
    /// For each component the function it bears.
    pub rules: Vec<u16>,
    /// Its rules are no part of the text.
    pub unchecked: bool,
    /// Where its name stands.
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
    /// The attribute in which its bearers have its value.
    pub attribute: u16,
}

/// A keyword.
#[derive(Debug)]
pub struct Keyword {
    /// Its id.
    pub id: String,
    /// Its parameters.
    pub params: Vec<KeywordParam>,
    /// Its bearers.
    pub bearers: Vec<u64>,
    /// Where its name stands.
    pub span: Span,
}

impl Param {
    /// Reads the variable that holds it.
    pub fn read(&self, local: super::hir::Local, span: Span) -> HExpr {
        HExpr { ty: self.ty.clone(), span, kind: super::hir::HKind::Local(local) }
    }
}

impl World {
    /// The name of components of a name: of those that stand for a card, the card's.
    pub fn called(&self, name: u16) -> u16 {
        self.names.get(name as usize).and_then(|n| n.card).unwrap_or(name)
    }

    /// Who brought the list that a component came from.
    pub fn owner_of(&self, component: u32) -> Option<u8> {
        let origin = self.components.get(component as usize)?.origin.as_ref()?;
        if let Bringer::Seat(seat) = origin.bringer { Some(seat) } else { None }
    }

    /// Whose a place of a zone is.
    pub fn seat_of_place(&self, place: u16) -> Option<u8> {
        let zone = self.zones.iter().find(|z| (z.first..z.first + z.places() as u16).contains(&place))?;
        let thing = u32::from(place - zone.first) / zone.per.values.max(1);
        if zone.per.thing == ZoneThing::Player { u8::try_from(thing).ok() } else { None }
    }

    /// The components of a list, or of a part of it.
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

    /// Whether an attribute is one that components of a kind print: cells have attributes, too.
    pub fn prints(&self, kind: u16, attribute: &AttributeInfo) -> bool {
        attribute.owner == Owner::Component && self.is_below(kind, attribute.kind)
    }

    /// Whether kind `a` is `b` or below it.
    pub fn is_below(&self, a: u16, b: u16) -> bool {
        b <= a && a <= self.kinds[b as usize].last
    }

    /// The nearest kind above both.
    pub fn common_kind(&self, a: u16, b: u16) -> u16 {
        let mut at = a;
        while !self.is_below(b, at) {
            at = self.kinds[at as usize].base.unwrap_or(0);
        }
        at
    }

    /// What components of a kind have under a name: its own member, or that of the nearest kind above.
    pub fn member(&self, kind: u16, name: &str) -> Option<Member> {
        let mut at = Some(kind);
        while let Some(k) = at {
            let kind = &self.kinds[k as usize];
            if let Some(m) = kind.members.get(name) {
                return Some(*m);
            }
            at = kind.base;
        }
        None
    }

    /// A kind below `kind` that has a member of this name.
    pub fn member_below(&self, kind: u16, name: &str) -> Option<u16> {
        (0..self.kinds.len() as u16)
            .find(|&k| k != kind && self.is_below(k, kind) && self.kinds[k as usize].members.contains_key(name))
    }

    /// Words that a set of components takes.
    pub fn component_words(&self) -> usize {
        self.components.len().div_ceil(64).max(1)
    }

    /// How many values a type has, as far as sets of it go.
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

    /// Words that a value of a type takes in registers and state.
    pub fn words(&self, ty: &Ty) -> usize {
        match ty {
            Ty::Set(t) => self.domain(t).div_ceil(64).max(1),
            Ty::Unit => 0,
            Ty::Amount(pers) => self.lanes(pers).max(1),
            _ => 1,
        }
    }

    /// How many numbers an amount has.
    pub fn lanes(&self, pers: &[Per]) -> usize {
        pers.iter().map(|per| per.count(&self.enums, self.names.len())).product()
    }

    /// What there is a number for each of, as an author would write it.
    pub fn per(&self, per: Per) -> String {
        match per {
            Per::Enum(e) => self.enums[e as usize].id.clone(),
            Per::Name => "name".into(),
            Per::Range(first, last) => format!("{first}..{last}"),
        }
    }

    /// A set of all components from `first` on.
    pub fn span_set(&self, first: u32, count: u32) -> Vec<u64> {
        let mut words = vec![0; self.component_words()];
        for c in first..first + count {
            words[c as usize / 64] |= 1 << (c % 64);
        }
        words
    }

    /// The kind that a type's components are of.
    pub fn kind_named(&self, id: &str) -> Option<u16> {
        self.kinds.iter().position(|k| k.id == id).map(|k| k as u16)
    }

    /// What a rule over `modified` readings calls instead of reading.
    pub fn reader_of(&self, readable: Readable) -> Option<u16> {
        self.modified.get(&readable).copied()
    }

    /// The type as the IR shows it.
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

/// An expression that is never looked at, for places where something was wrong.
pub(super) fn error_expr(span: Span) -> HExpr {
    HExpr { ty: Ty::Error, span, kind: super::hir::HKind::Int(0) }
}
