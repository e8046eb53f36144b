//! Metadata of an [`Ir`](super::Ir) besides its code: names, texts, kinds, cells, functions, scenarios.

use crate::diagnostics::grouped;
use crate::ir::ToIndex;
use serde::{Deserialize, Serialize};

use super::amount::AmountDomain;
use super::ids::{
    AttributeId, BoardId, CellId, ComponentId, EnumId, FieldId, FileTextId, FunctionId, IdRange, KindId,
    NameId, OptionId, PlaceId, ZonePlaceId,
};
pub use crate::vocabulary::{BOTS, BotWord, SearchBudget, StartPoint, ZoneViewers, bot};

/// `[game]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// A sentence that describes the game.
    pub summary: String,
    /// The language of its texts, as a tag: `en`.
    pub language: String,
    /// The least and greatest number of players.
    pub players: (u8, u8),
}

/// Type of a word or set, as far as it is needed to show its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Vec<u16>", try_from = "Vec<u16>")]
pub enum ValueType {
    /// A whole number.
    Int,
    /// 0 or 1.
    Bool,
    /// A value of this enum of `Ir::enums`.
    Enum(EnumId),
    /// An index into `Ir::names`.
    Name,
    /// A player, from 0.
    Player,
    /// An index into `Ir::components`.
    Component,
    /// An index into `Layout::zones`.
    Zone,
    /// An index into `Ir::cells`.
    Cell,
    /// A set of these.
    Set(Box<ValueType>),
    /// One of these or none.
    Optional(Box<ValueType>),
    /// A whole number for each value of this domain; with two domains, for each value of the first an amount
    /// over the second.
    Amount(Vec<AmountDomain>),
}

/// Encodes wrapper types outermost first, in a flat list, so that decoding cannot recurse.
impl From<ValueType> for Vec<u16> {
    fn from(ty: ValueType) -> Vec<u16> {
        match ty {
            ValueType::Int => vec![0],
            ValueType::Bool => vec![1],
            ValueType::Enum(e) => vec![2, e.0],
            ValueType::Name => vec![3],
            ValueType::Player => vec![4],
            ValueType::Component => vec![5],
            ValueType::Zone => vec![6],
            ValueType::Cell => vec![9],
            ValueType::Amount(pers) => {
                let mut written = vec![10];
                pers.iter().for_each(|per| per.write(&mut written));
                written
            }
            ValueType::Set(of) => std::iter::once(7).chain(Vec::from(*of)).collect(),
            ValueType::Optional(of) => std::iter::once(8).chain(Vec::from(*of)).collect(),
        }
    }
}

impl TryFrom<Vec<u16>> for ValueType {
    type Error = &'static str;

    fn try_from(written: Vec<u16>) -> Result<ValueType, Self::Error> {
        let wrappers = written.iter().take_while(|code| matches!(code, 7 | 8)).count();
        let inner = match written[wrappers..] {
            [0] => ValueType::Int,
            [1] => ValueType::Bool,
            [2, e] => ValueType::Enum(EnumId(e)),
            [3] => ValueType::Name,
            [4] => ValueType::Player,
            [5] => ValueType::Component,
            [6] => ValueType::Zone,
            [9] => ValueType::Cell,
            [10, ref pers @ ..] => ValueType::Amount(AmountDomain::read(pers).ok_or("no type of a value")?),
            _ => return Err("no type of a value"),
        };
        if wrappers > 4 {
            return Err("a type nested too deep");
        }
        Ok(written[..wrappers].iter().rev().fold(inner, |ty, code| match code {
            7 => ValueType::Set(Box::new(ty)),
            _ => ValueType::Optional(Box::new(ty)),
        }))
    }
}

/// An option.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OptionInfo {
    /// Its id.
    pub id: String,
    /// The question shown to the players.
    pub text: String,
    /// Its type.
    pub ty: ValueType,
    /// The range of an int.
    pub range: (i64, i64),
    /// Its value unless the players agree on another.
    pub default: i64,
}

/// `[[require]]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RequireInfo {
    /// A function that returns a bool.
    pub function: FunctionId,
    /// The message if it is false.
    pub text: String,
}

/// An enum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EnumInfo {
    /// Its id.
    pub id: String,
    /// Its values' ids.
    pub values: Vec<String>,
    /// Its values' display names, parallel to `values`; equal to the ids by default.
    pub printed: Vec<String>,
}

impl EnumInfo {
    /// Creates an enum; `printed` gives the display name of each id.
    pub fn new(id: &str, values: Vec<String>, printed: impl Fn(&str) -> String) -> Self {
        let printed = values.iter().map(|value| printed(value)).collect();
        EnumInfo { id: id.into(), values, printed }
    }
}

/// A kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KindInfo {
    /// Its id.
    pub id: String,
    /// Its plural: `heroes`.
    pub plural: String,
    /// The parent kind.
    pub base: Option<KindId>,
    /// Its components, including those of descendant kinds: `first..first + count`.
    pub first: ComponentId,
    /// The number of its components.
    pub count: u32,
}

impl KindInfo {
    /// Returns its components, including those of descendant kinds.
    pub fn components(&self) -> IdRange<ComponentId> {
        IdRange::new(self.first, self.count.index())
    }

    /// Whether a component is of this kind.
    pub fn holds(&self, component: u64) -> bool {
        let first = u64::from(self.first);
        (first..first + u64::from(self.count)).contains(&component)
    }

    /// Returns a count with the singular or plural noun: `1 hero`, `2,000 heroes`.
    pub fn count_noun(&self, number: u64) -> String {
        format!("{} {}", grouped(number), self.noun(number).replace('_', " "))
    }

    /// Returns the id for one, and the plural for any other number.
    pub fn noun(&self, number: u64) -> &str {
        if number == 1 { &self.id } else { &self.plural }
    }
}

/// A value of the type `name`: a card as declared, of which there may be several copies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NameInfo {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub printed: String,
    /// Its kind.
    pub kind: KindId,
    /// Its components: `first..first + copies`.
    pub first: ComponentId,
    /// The number of its components.
    pub copies: u32,
    /// Its text, rendered; empty if it has none.
    pub text: String,
    /// Its flavour text, rendered.
    pub flavour: String,
    /// Its keywords, as written.
    pub keywords: Vec<String>,
    /// The reminder text of each keyword, with this card's parameters; empty if the keyword has none.
    pub reminders: Vec<String>,
    /// Index into `Ir::names` of the card that this name was made from and shares its printed name with.
    pub card: Option<NameId>,
    /// It has reactions of its own, which stand in the code of what they react to and have no text of their
    /// own.
    pub reacts: bool,
}

impl NameInfo {
    /// Returns its components.
    pub fn components(&self) -> IdRange<ComponentId> {
        IdRange::new(self.first, self.copies.index())
    }
}

/// A physical component.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComponentInfo {
    /// Its id in choices and scenarios: `badger`, `badger#2`.
    pub id: String,
    /// Index into `Ir::names`.
    pub name: NameId,
    /// The deck list that it came from; `None` if it is not from a list.
    pub origin: Option<super::lists::ComponentOrigin>,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardInfo {
    /// Its id.
    pub id: String,
    /// Its display name, if it has one.
    pub name: Option<String>,
    /// The shape of its cells.
    pub form: BoardForm,
    /// Its cells: `first..first + count` of `Ir::cells`.
    pub first: CellId,
    /// The number of its cells.
    pub count: u32,
    /// Columns and rows; 0 on boards of areas.
    pub size: (u16, u16),
    /// Index into `Ir::attributes` of the attribute whose values are separated by lines in drawings.
    pub blocks: Option<AttributeId>,
    /// Index into `Ir::attributes` of the attribute that marks empty cells in drawings.
    pub dots: Option<AttributeId>,
}

impl BoardInfo {
    /// Returns its cells.
    pub fn cells(&self) -> IdRange<CellId> {
        IdRange::new(self.first, self.count.index())
    }
}

/// The shape of a board's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BoardForm {
    /// Squares.
    Grid,
    /// Hexagons in a rhombus.
    Hex,
    /// Named areas.
    Areas,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellInfo {
    /// `e5`, `town`.
    pub id: String,
    /// Its display name; its id by default.
    pub printed: String,
    /// Index into `Ir::boards`.
    pub board: BoardId,
    /// Its column, from 1; 0 on boards of areas.
    pub column: u16,
    /// Its row, from 1; 0 on boards of areas.
    pub row: u16,
    /// Its centre on paper, in ten-thousandths of the board's width and height from the top left, if
    /// declared.
    pub at: Option<[u16; 2]>,
}

impl CellInfo {
    /// Creates a cell without column and row, whose display name is its id.
    pub fn new(id: String, board: BoardId) -> CellInfo {
        CellInfo { printed: id.clone(), id, board, column: 0, row: 0, at: None }
    }
}

/// Adjacency of cells, as tables in the pool. A set of cells takes `words` words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Geometry {
    /// Words of a set of cells.
    pub words: u16,
    /// Index of the enum of directions, if there is one.
    pub directions: Option<EnumId>,
    /// The field of the table that holds the cells in the game, if options can leave boards out.
    pub in_game: Option<FieldId>,
    /// Pool index of the next cell for each direction and cell, or NONE.
    pub steps: u32,
    /// For each direction, the number of bits to shift a set up by, and the pool index of the set of cells
    /// that have a next one. Empty unless all boards together are one grid or hex board.
    pub shifts: Vec<(i32, u32)>,
    /// Pool index of the set of all cells in a direction, for each direction and cell.
    pub rays: u32,
    /// The set of directions (one bit each) in which cell indices increase along every ray. In the others
    /// they decrease.
    pub rising: u64,
    /// Pool index of the set of neighbours of each cell.
    pub neighbours: u32,
    /// Pool index of the set of neighbours by a side or corner, for each cell.
    pub around: u32,
    /// Pool index of the lines, a set each.
    pub lines: u32,
    /// The number of lines.
    pub line_count: u32,
    /// The directions in which rows are searched; none is the opposite of another.
    pub axes: Vec<u8>,
}

/// A lookup table in the pool: row `i` is at `base + i * words`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableInfo {
    /// Pool index of row 0.
    pub base: u32,
    /// Words per row.
    pub words: u16,
    /// The number of rows.
    pub rows: u32,
}

/// A printed attribute: component `i`'s value is at `pool[base + i * words ..]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttributeInfo {
    /// Its id.
    pub id: String,
    /// Its type.
    pub ty: ValueType,
    /// Pool index of component 0's value.
    pub base: u32,
    /// Words per value.
    pub words: u16,
    /// The kind that has it.
    pub kind: KindId,
    /// Its owner: components, or cells (then `kind` does not apply).
    pub owner: super::Owner,
}

/// A slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlotInfo {
    /// Its id.
    pub id: String,
    /// The number of words of its result; 0 for statements.
    pub result_words: u16,
    /// The function of each component (parameters: `self`, then the slot's), or [`SlotInfo::EMPTY`].
    pub rules: Vec<FunctionId>,
}

impl SlotInfo {
    /// An empty slot: a call of it does nothing, and its result is 0.
    pub const EMPTY: FunctionId = FunctionId(u16::MAX);
}

/// A span in one of the author's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IrSpan {
    /// Index into `Ir::files`.
    pub file: FileTextId,
    /// The offset of the first byte.
    pub start: u32,
    /// The offset one past the last byte.
    pub end: u32,
}

/// A file of the package.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FileText {
    /// Its path relative to the package's folder.
    pub name: String,
    /// The path for diagnostics. Not serialized: the bytes of a game do not depend on the location of its
    /// package.
    #[serde(skip)]
    pub shown: Option<String>,
    /// Its text.
    pub text: String,
}

/// Ignores `shown`, which is not part of the game.
impl PartialEq for FileText {
    fn eq(&self, other: &FileText) -> bool {
        (&self.name, &self.text) == (&other.name, &other.text)
    }
}

impl FileText {
    /// Returns the path to show: relative to the working directory if known, otherwise relative to the
    /// package's folder.
    pub fn display_path(&self) -> &str {
        self.shown.as_deref().unwrap_or(&self.name)
    }

    /// Returns the line number of a byte offset, from 1.
    pub fn line_of(&self, at: u32) -> usize {
        self.text.as_bytes().get(..at.index()).unwrap_or_default().iter().filter(|b| **b == b'\n').count() + 1
    }
}

/// A function of the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FunctionInfo {
    /// Its name in listings and traces: `function others`, `badger.penalty`, `action take`.
    pub name: String,
    /// The index of its first instruction.
    pub entry: u32,
    /// The number of words of its parameters, which start at register 1.
    pub param_words: u16,
    /// The number of words of its result.
    pub result_words: u16,
    /// The type of its result, if it returns one.
    pub result: Option<ValueType>,
    /// The number of words of its frame, header included.
    pub frame_words: u16,
    /// Whether it, or a function that it calls, can suspend at a choice point or at chance. Its frame may
    /// then be inspected, so it starts zeroed.
    pub suspends: bool,
    /// The registers that hold components: a determinization must resample these too.
    pub held: Vec<ComponentRegisters>,
}

/// Registers of a frame that hold components while it is suspended at an instruction in `from..to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComponentRegisters {
    /// The first register.
    pub at: super::Reg,
    /// Whether the registers hold a set of components; otherwise one component, or NONE.
    pub set: bool,
    /// The first instruction of the range.
    pub from: u32,
    /// One past the last instruction of the range.
    pub to: u32,
}

/// `log`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogInfo {
    /// A MiniJinja template.
    pub template: String,
    /// Its variables in the order of the registers; each takes [`Ir::value_words`](super::Ir::value_words)
    /// words.
    pub values: Vec<(String, ValueType)>,
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScenarioInfo {
    /// The file's name without `.toml`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The rule's citation.
    pub source: String,
    /// Options that differ from their default, with their values.
    pub options: Vec<(OptionId, i64)>,
    /// The number of players.
    pub players: u8,
    /// The random seed.
    pub seed: u64,
    /// The point of the game at which it starts.
    pub begin: StartPoint,
    /// Answers given after the beginning, in order.
    pub choices: Vec<GivenChoiceInfo>,
    /// Contents of zones (indices into `Layout::zones`), top first.
    pub zones: Vec<(ZonePlaceId, Vec<ComponentId>)>,
    /// State to set after the zones are filled.
    pub state: Vec<super::InitialValue>,
    /// Answers given in advance, by asker.
    pub answers: Vec<AnswerInfo>,
    /// Outcomes of chance given in advance.
    pub chance: ChanceInfo,
    /// Actions and expectations, in order.
    pub steps: Vec<StepInfo>,
    /// Its source place: an index into `places`.
    pub place: PlaceId,
}

/// An answer on the way to a scenario's position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenChoiceInfo {
    /// The seat that gave it, from 0.
    pub seat: u8,
    /// The name of the option.
    pub option: String,
    /// Its source place: an index into `places`.
    pub place: PlaceId,
}

/// An answer given in advance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerInfo {
    /// The name of the asking component, or of the choice if no component asks.
    pub asker: String,
    /// The answers, by the variable that is chosen.
    pub parts: Vec<AnswerPart>,
}

/// A part of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerPart {
    /// The variable that it answers; `None`: the first choice with a matching option.
    pub variable: Option<String>,
    /// Names of options.
    pub values: Vec<String>,
    /// Whether `values` is a list that is consumed in order; otherwise its one value answers every time.
    pub listed: bool,
}

/// Outcomes of chance, in the order in which they are drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChanceInfo {
    /// Faces of dice, as written.
    pub rolls: Vec<String>,
    /// Random picks, by name of option.
    pub picks: Vec<String>,
    /// Zones, and the components on top after the next shuffle of each.
    pub shuffles: Vec<(ZonePlaceId, Vec<ComponentId>)>,
}

/// A step of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepInfo {
    /// Its action or expectation.
    pub kind: StepInfoKind,
    /// Its source place: an index into `places`.
    pub place: PlaceId,
}

/// A part of an expectation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExpectPart {
    /// A function that returns a bool.
    pub holds: FunctionId,
    /// Functions that return the left and right operand, if it is a comparison.
    pub sides: Option<(FunctionId, FunctionId)>,
    /// Its span in the file of the step, in bytes.
    pub bytes: (u32, u32),
}

/// The subject of a step `hidden` or `visible`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VisibilitySubject {
    /// A place of `Layout::zones`.
    Zone(ZonePlaceId),
    /// The component at a position of an ordered zone, counted from 1 at the top.
    Lying(ZonePlaceId, u32),
    /// A component, wherever it is.
    Component(ComponentId),
}

/// The kinds of steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StepInfoKind {
    /// A function without parameters or result.
    Do(FunctionId),
    /// An expectation of exactly these options, optionally those of one player.
    Options(Vec<String>, Option<u8>),
    /// An answer, optionally of one player.
    Choose(String, Option<u8>),
    /// Answers by a bot, for this number of choices or to the end of the game.
    Play(String, Option<u32>),
    /// A condition that must hold.
    Expect {
        /// A function that returns a bool: the whole condition.
        holds: u16,
        /// The operands of its `and`, or the condition itself; evaluated to report which part fails.
        parts: Vec<ExpectPart>,
    },
    /// A function, its expected value, and the tallies it must make.
    Value {
        /// The function.
        function: FunctionId,
        /// The expected value, as a word.
        equals: i64,
        /// The expected tally of components; `None`: the component counts nothing.
        detail: Vec<(ComponentId, Option<i64>)>,
    },
    /// The fault that the next step, or this function, must end in.
    Fault(u16, Option<FunctionId>),
    /// Must be hidden from a player, counted from 0; of a zone, all of its contents.
    Hidden(VisibilitySubject, u8),
    /// Must be known to a player; of a zone, all of its faces.
    Visible(VisibilitySubject, u8),
    /// The exact winners; the game must be over.
    Winners(Vec<u8>),
    /// The name of the ending; the game must be over.
    Ending(String),
}
