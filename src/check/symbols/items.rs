//! Items of a game: what code can name, each with its number in the IR.

use crate::check::hir::tree::{HExpr, HFunction, HKind, Local};
use crate::check::hir::types::Ty;
use crate::ir::{
    ActionGroupId, ActionId, AttributeId, BoardForm, BoardId, CellId, ComponentId, ConstantId, DeclaredName,
    DieInfo, EnumId, FieldId, FunctionId, FunctionName, HistoryId, IdRange, KindId, OptionId, Owner, SlotId,
    ToIndex, ZoneId, ZoneKey, ZoneOwner, ZonePer, ZonePlaceId, ZoneViewers,
};
use crate::model::CodeText;
use crate::source::Span;
use rustc_hash::FxHashMap;

/// A value of components that modifiers can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReadableValue {
    /// A printed attribute.
    Attribute(AttributeId),
    /// A component's state.
    Field(FieldId),
}

/// The meaning of a global name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Global {
    /// A function or verb.
    Function(FunctionId),
    /// A zone of the table.
    Zone(ZoneId),
    /// A state of the table.
    Field(FieldId),
    /// The agreed value of an option.
    Option(OptionId),
    /// All values of an enum (`suits`).
    Enum(EnumId),
    /// All components of a kind (`cards`).
    Kind(KindId),
    /// A named set of `SymbolTable::constants`.
    Constant(ConstantId),
    /// A history, which only `times`, `record` and `forget` take.
    History(HistoryId),
    /// Several items, which was reported as an error.
    Unclear,
}

/// A board declared without cells, which other boards name as their `base`.
#[derive(Debug)]
pub struct BoardSort {
    /// The name by which rules and the `base` of boards refer to the sort.
    pub id: String,
    /// The cells of all its boards: `first..first + count`.
    pub first: CellId,
    /// Number of cells of all its boards together.
    pub count: u32,
}

impl BoardSort {
    /// Returns the cells of all its boards.
    pub fn cells(&self) -> IdRange<CellId> {
        self.first.run(self.count.index())
    }
}

impl BoardSymbol {
    /// Returns its cells, whose ids are consecutive.
    pub fn cells(&self) -> IdRange<CellId> {
        self.first.run(self.count.index())
    }
}

impl KindSymbol {
    /// Returns its components, whose ids are consecutive.
    pub fn components(&self) -> IdRange<ComponentId> {
        self.first.run(self.count.index())
    }
}

/// A board of `[boards]` that has cells.
#[derive(Debug)]
pub struct BoardSymbol {
    /// The name by which rules refer to the set of its cells.
    pub id: String,
    /// Its printed name, if declared.
    pub name: Option<String>,
    /// A grid of squares or hexes, or areas with declared neighbours.
    pub form: BoardForm,
    /// Its cells: `first..first + count`.
    pub first: CellId,
    /// Number of cells.
    pub count: u32,
    /// Number of columns, then of rows.
    pub size: (u16, u16),
    /// The attributes that its drawing uses: for lines, for dots.
    pub drawn: [Option<String>; 2],
    /// Span of the `x` in `[boards.x]`.
    pub span: Span,
}

/// A declared history: the parts of the table that make a position, and how many of them are kept.
#[derive(Debug)]
pub struct HistorySymbol {
    /// The key of its table `[histories.x]`, by which rules refer to it.
    pub id: String,
    /// The fields that are part of a position.
    pub fields: Vec<FieldId>,
    /// The zones that are part of a position.
    pub zones: Vec<ZoneId>,
    /// Maximum number of positions kept.
    pub keep: u16,
    /// Span of the `x` in `[histories.x]`.
    pub span: Span,
}

/// A kind of components. Kinds form a tree below `component`, in the order of a depth-first walk.
#[derive(Debug)]
pub struct KindSymbol {
    /// The singular, which names the type.
    pub id: String,
    /// The plural, which names the set of all its components: declared, or formed by English rules.
    pub plural: String,
    /// The kind directly above; `None` for `component`.
    pub base: Option<KindId>,
    /// The last of the kinds below it, whose ids follow its own; its own id if there are none.
    pub last: KindId,
    /// Its components: `first..first + count`.
    pub first: ComponentId,
    /// Number of components of this kind and of those below it.
    pub count: u32,
    /// Span of its declaration; none for built-in kinds.
    pub span: Option<Span>,
    /// Its own members, without those of its bases.
    pub members: FxHashMap<String, Member>,
    /// The template of the text of its cards that have none of their own.
    pub text: Option<CodeText>,
}

/// A member of components, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// A printed attribute.
    Attribute(AttributeId),
    /// A state; for printed state with the attribute that holds its start value.
    Field(FieldId, Option<AttributeId>),
    /// A slot, into which each component may have a rule.
    Slot(SlotId),
    /// A zone that each component has.
    Zone(ZoneId),
}

/// State: a value that changes in play, one for each owner.
#[derive(Debug)]
pub struct FieldSymbol {
    /// Its name, and whether the game or the compiler declared it.
    pub id: DeclaredName,
    /// Its owner: the table, or each player, component or cell.
    pub owner: Owner,
    /// The type of one owner's value.
    pub ty: Ty,
    /// Range of an int.
    pub range: Option<(i64, i64)>,
    /// For state of components: the kind whose components have it.
    pub kind: KindId,
    /// The attribute that holds its start value.
    pub printed: Option<AttributeId>,
    /// The function of the owner that returns its start value.
    pub start: Option<FunctionId>,
    /// True if texts need not mention it.
    pub unchecked: bool,
    /// The places in which it is kept; it is reset elsewhere. Empty if it is kept everywhere.
    pub within: Vec<ZonePlaceId>,
    /// Span of its declaration.
    pub span: Option<Span>,
}

/// A declaration of `[zones]`, which has one place for each of its owners and index values.
#[derive(Debug)]
pub struct ZoneSymbol {
    /// The name by which rules refer to it: alone, or as a member of its owner.
    pub id: String,
    /// The owners and the index values for each of which it has a place.
    pub per: ZonePer,
    /// True if its components have an order, from top to bottom.
    pub ordered: bool,
    /// The players who see its contents.
    pub seen_by: ZoneViewers,
    /// The function that returns these players, if they are given by an expression.
    pub viewers: Option<FunctionId>,
    /// The players who see its top component, in addition.
    pub top_seen_by: ZoneViewers,
    /// The function that returns these players, if they are given by an expression.
    pub top_viewers: Option<FunctionId>,
    /// The kind of components that it may hold.
    pub kind: KindId,
    /// Its first place in `Layout::zones`.
    pub first: ZonePlaceId,
    /// The function that returns its contents at the start (of the player, for a player's zone).
    pub start: Option<FunctionId>,
    /// Span of its declaration.
    pub span: Span,
}

impl ZoneSymbol {
    /// Returns whether each player has exactly one such zone.
    pub fn per_player(&self) -> bool {
        self.per.thing == ZoneOwner::Player && self.per.key.is_none()
    }

    /// Returns whether each cell of a board has exactly one such zone.
    pub fn is_of_cells(&self) -> bool {
        matches!(self.per.thing, ZoneOwner::Cell(_)) && self.per.key.is_none()
    }

    /// Returns whether it is a zone of the table with a single place.
    pub fn is_single(&self) -> bool {
        self.per == ZonePer::TABLE
    }

    /// Returns the number of places of its declaration.
    pub fn places(&self) -> u32 {
        self.per.things.saturating_mul(self.per.values)
    }

    /// Returns the type of its index; `None` if it has none.
    pub fn key(&self) -> Option<Ty> {
        self.per.key.map(|key| match key {
            ZoneKey::Enum(e) => Ty::Enum(e),
            ZoneKey::Name => Ty::Name,
            ZoneKey::Int(_) => Ty::Int,
        })
    }
}

/// An option of `[options]`, on whose value the players agree before the game.
#[derive(Debug)]
pub struct OptionDef {
    /// The name by which rules and `--option` refer to it.
    pub id: String,
    /// The type of its value: `Int`, `Bool` or an enum.
    pub ty: Ty,
    /// Range of an int.
    pub range: (i64, i64),
    /// The value unless the players agree on another.
    pub default: i64,
    /// Its text for players.
    pub text: String,
}

/// An attribute of cells that is computed for each cell.
#[derive(Clone, Debug)]
pub struct ComputedAttribute {
    /// The attribute whose printed words hold the results.
    pub attribute: AttributeId,
    /// The function that returns the value for a cell.
    pub function: FunctionId,
    /// The declared range of an int.
    pub range: Option<(i64, i64)>,
    /// The boards that declare it. On others, a value outside of the range is the one in it that is nearest
    /// to 0.
    pub boards: Vec<BoardId>,
    /// Spans of its expression and of its type.
    pub written: [Span; 2],
}

/// A function's parameter.
#[derive(Clone, Debug)]
pub struct ParamSymbol {
    /// The name of the variable that holds the argument.
    pub id: String,
    /// The type to which arguments are coerced.
    pub ty: Ty,
    /// Range of an int, or of each number of an amount or of a set, to which arguments keep.
    pub range: Option<(i64, i64)>,
}

/// A function, a verb, or another callable body.
#[derive(Debug)]
pub struct FunctionSymbol {
    /// Its id if the author declared it, otherwise a description.
    pub id: FunctionName,
    /// Its parameters, in the order of arguments.
    pub params: Vec<ParamSymbol>,
    /// Type of the value; `Unit` if it returns none.
    pub result: Ty,
    /// Range of the value, or of each number of an amount or of a set.
    pub range: Option<(i64, i64)>,
    /// True if it may make choices, draw random numbers and have side effects.
    pub effects: bool,
    /// Its checked body; none before it is checked, or if it has an error.
    pub body: Option<HFunction>,
    /// Span of the id in its declaration; `None` for functions without a declaration of their own.
    pub span: Option<Span>,
}

/// An action that `act` offers: one of the game, or one that cards, keywords or kinds declare.
#[derive(Debug)]
pub struct ActionSymbol {
    /// The key of its table; actions of components share it within a group.
    pub id: String,
    /// The names and element types of its parameters.
    pub params: Vec<ParamSymbol>,
    /// The function that lists its options; takes the player.
    pub options: FunctionId,
    /// The function with its statements; takes the player and the parameters.
    pub does: FunctionId,
    /// The template of its options' texts.
    pub text: Option<String>,
    /// For an action of components: its group, declaration and mode.
    pub borne: Option<ComponentAction>,
    /// Span of the id in its declaration.
    pub span: Span,
}

/// The additional data of an action of components.
#[derive(Clone, Debug)]
pub struct ComponentAction {
    /// Its group: an index into `SymbolTable::borne_actions`.
    pub group: ActionGroupId,
    /// The id of the card, keyword or kind that declares it.
    pub of: String,
    /// Its mode, if a card has several of its id.
    pub mode: Option<String>,
}

/// The group of components' actions with one id.
#[derive(Debug)]
pub struct ActionGroup {
    /// The id that its actions share.
    pub id: String,
    /// The set of components that bear one.
    pub bearers: Vec<u64>,
    /// The function that lists the options of the whole group; takes the player.
    pub options: FunctionId,
    /// The slot that holds, for each component, the function that lists its own options.
    pub slot: SlotId,
    /// The actions of the group, in the order of the box.
    pub actions: Vec<ActionId>,
    /// Span of the first declaration of the id.
    pub span: Span,
}

/// A slot: the place of a rule that each component of a kind may fill.
#[derive(Debug)]
pub struct SlotSymbol {
    /// Its name, and whether the game or the compiler declared it.
    pub id: DeclaredName,
    /// The kind whose components have it.
    pub kind: KindId,
    /// Its result type; `Unit` for statements.
    pub result: Ty,
    /// Range of the result; constants in its rules are checked against it.
    pub range: Option<(i64, i64)>,
    /// The set over which cards write a condition.
    pub from: Option<CodeText>,
    /// Its parameters, without `self`.
    pub params: Vec<ParamSymbol>,
    /// For each component, the function of its rule; `None` if it has none.
    pub rules: Vec<Option<FunctionId>>,
    /// True if its rules are not part of the text.
    pub unchecked: bool,
    /// Span of the id in its declaration.
    pub span: Span,
}

/// A keyword's parameter.
#[derive(Clone, Debug)]
pub struct KeywordParam {
    /// The name by which the rules of the keyword refer to it.
    pub id: String,
    /// The type of the argument that a card writes after the keyword.
    pub ty: Ty,
    /// Range of an int.
    pub range: Option<(i64, i64)>,
    /// The attribute that holds its value on each bearer.
    pub attribute: AttributeId,
}

/// A keyword, which gives reactions, modifiers and actions to the cards that list it.
#[derive(Debug)]
pub struct KeywordSymbol {
    /// The word that cards list in `keywords`.
    pub id: String,
    /// Its parameters, in the order in which cards write their arguments.
    pub params: Vec<KeywordParam>,
    /// The set of components that have the keyword: a bit for each component id.
    pub bearers: Vec<u64>,
    /// Span of the id in its declaration.
    pub span: Span,
}

impl ParamSymbol {
    /// Returns an expression that reads the variable in which it is held.
    pub fn read(&self, local: Local, span: Span) -> HExpr {
        HExpr { ty: self.ty.clone(), span, kind: HKind::Local(local) }
    }
}

/// The attribute `name` that every component prints.
pub(in crate::check) const NAME_ATTRIBUTE: AttributeId = AttributeId(0);
/// The root of the hierarchy of kinds.
pub(in crate::check) const COMPONENT: KindId = KindId(0);

impl FieldSymbol {
    /// Creates a field of the table for the compiler's own use.
    pub(in crate::check) fn of_table(id: &str, ty: Ty) -> FieldSymbol {
        FieldSymbol {
            id: DeclaredName::of_compiler(id),
            owner: Owner::Table,
            ty,
            range: None,
            kind: COMPONENT,
            printed: None,
            start: None,
            unchecked: false,
            within: Vec::new(),
            span: None,
        }
    }
}

/// A die that the game declares, with its own faces.
#[derive(Debug)]
pub struct DieSymbol {
    /// Its id, its faces, and their type.
    pub info: DieInfo,
    /// Type of one face, which is the value of a roll.
    pub ty: Ty,
    /// Span of the id in its declaration.
    pub span: Span,
}

/// The division of a game's players into sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SideDivision {
    /// Each player is a side.
    #[default]
    Each,
    /// All players are one side.
    Table,
    /// Players for whom a function returns equal values are on one side.
    By {
        /// The function from a player to the value.
        value: FunctionId,
        /// The function from a set of players to the set of everybody on their sides.
        mates: FunctionId,
        /// The function that returns the players who have not lost, if they are all on one side, else no
        /// players.
        last: FunctionId,
    },
}
