//! What an [`Ir`](super::Ir) knows besides code: names, texts, kinds, zones, choice points.

use crate::diagnostics::grouped;
use serde::{Deserialize, Serialize};

use super::amount::Per;
use super::setups::OptionId;
pub use crate::vocabulary::{BOTS, Begin, BotWord, Budget, SeenBy, bot};

/// `[game]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it is, in a sentence.
    pub summary: String,
    /// The language of its texts, as a tag: `en`.
    pub language: String,
    /// Fewest and most players.
    pub players: (u8, u8),
}

/// What a word or a set holds, as far as it must be shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Vec<u16>", try_from = "Vec<u16>")]
pub enum ValueType {
    /// A whole number.
    Int,
    /// 0 or 1.
    Bool,
    /// A value of this enum of `Ir::enums`.
    Enum(u16),
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
    /// A whole number for each of these; where there are two, for each of the first an amount of the second.
    Amount(Vec<Per>),
}

/// Written from the outside in, so that no bytes can nest it deeper than a type goes.
impl From<ValueType> for Vec<u16> {
    fn from(ty: ValueType) -> Vec<u16> {
        match ty {
            ValueType::Int => vec![0],
            ValueType::Bool => vec![1],
            ValueType::Enum(e) => vec![2, e],
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
            [2, e] => ValueType::Enum(e),
            [3] => ValueType::Name,
            [4] => ValueType::Player,
            [5] => ValueType::Component,
            [6] => ValueType::Zone,
            [9] => ValueType::Cell,
            [10, ref pers @ ..] => ValueType::Amount(Per::read(pers).ok_or("no type of a value")?),
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
    /// What it says to the players.
    pub text: String,
    /// What it ranges over.
    pub ty: ValueType,
    /// The range of an int.
    pub range: (i64, i64),
    /// What it is unless agreed otherwise.
    pub default: i64,
}

/// `[[require]]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RequireInfo {
    /// A function that returns a bool.
    pub function: u16,
    /// What is said when it is false.
    pub text: String,
}

/// An enum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EnumInfo {
    /// Its id.
    pub id: String,
    /// Its values' ids.
    pub values: Vec<String>,
    /// What people read for them, as many: the ids, where nothing else is said.
    pub printed: Vec<String>,
}

impl EnumInfo {
    /// An enum whose values people read as `printed` says, which is given each id.
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
    /// Several of it: `heroes`.
    pub plural: String,
    /// The kind above.
    pub base: Option<u16>,
    /// Its components, those of kinds below included: `first..first + count`.
    pub first: u32,
    /// How many.
    pub count: u32,
}

impl KindInfo {
    /// Returns so many of it: `1 hero`, `2,000 heroes`.
    pub fn counted(&self, number: u64) -> String {
        let (count, noun) = (grouped(number), if number == 1 { &self.id } else { &self.plural });
        format!("{count} {}", noun.replace('_', " "))
    }
}

/// A value of the type `name`: a card as declared, of which there may be several copies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NameInfo {
    /// Its id.
    pub id: String,
    /// As printed.
    pub printed: String,
    /// Its kind.
    pub kind: u16,
    /// Its components: `first..first + copies`.
    pub first: u32,
    /// How many there are.
    pub copies: u32,
    /// Its text, rendered; empty if it has none.
    pub text: String,
    /// Its flavour text, rendered.
    pub flavour: String,
    /// Its keywords, as written.
    pub keywords: Vec<String>,
    /// What each of them says, with this card's parameters; empty where a keyword has no text.
    pub reminders: Vec<String>,
    /// Which of `Ir::names` it stands for: it was made of that card, and has its name.
    pub card: Option<u16>,
    /// It has reactions of its own, which stand in the code of what they react to and have no text of their own.
    pub reacts: bool,
}

/// A physical component.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComponentInfo {
    /// `badger`, `badger#2`: how choices and scenarios call it.
    pub id: String,
    /// Which of `Ir::names`.
    pub name: u16,
    /// The list that it came from; none of what comes by no list.
    pub origin: Option<super::lists::Origin>,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardInfo {
    /// Its id.
    pub id: String,
    /// What people read for it, if it says so.
    pub name: Option<String>,
    /// What its cells look like.
    pub form: BoardForm,
    /// Its cells: `first..first + count` of `Ir::cells`.
    pub first: u32,
    /// How many.
    pub count: u32,
    /// Columns and rows; 0 on boards of areas.
    pub size: (u16, u16),
    /// Which of `Ir::attributes` parts cells by lines where it is drawn.
    pub blocks: Option<u16>,
    /// Which of `Ir::attributes` marks empty cells where it is drawn.
    pub dots: Option<u16>,
}

/// What a board's cells look like.
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
    /// What people read for it: its id, if nothing else is said.
    pub printed: String,
    /// Which of `Ir::boards`.
    pub board: u16,
    /// From 1; 0 on boards of areas.
    pub column: u16,
    /// From 1; 0 on boards of areas.
    pub row: u16,
    /// Where its middle lies on paper, in ten-thousandths of the board's width and height from the top left, if that is said.
    pub at: Option<[u16; 2]>,
}

impl CellInfo {
    /// A cell without column and row, which is called by its id.
    pub fn new(id: String, board: u16) -> CellInfo {
        CellInfo { printed: id.clone(), id, board, column: 0, row: 0, at: None }
    }
}

/// How cells adjoin, as tables in the pool. A set of cells takes `words` words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Geometry {
    /// Words of a set of cells.
    pub words: u16,
    /// The enum of directions, if there are any.
    pub directions: Option<u16>,
    /// The field of the table that holds the cells in the game, where boards may be left out.
    pub in_game: Option<u16>,
    /// For each direction and each cell the next cell, or NONE.
    pub steps: u32,
    /// For each direction: how far a set is shifted up, and the pool index of the set of cells that have a next one. Only where all
    /// boards together are one grid or hex board.
    pub shifts: Vec<(i32, u32)>,
    /// For each direction and each cell the set of all cells in that direction.
    pub rays: u32,
    /// The set of directions (one bit each) in which every cell has a greater number than the one before it. In the others it has a lesser.
    pub rising: u64,
    /// For each cell the set of those that adjoin.
    pub neighbours: u32,
    /// For each cell the set of those that adjoin by a side or corner.
    pub around: u32,
    /// Lines, a set each.
    pub lines: u32,
    /// How many lines.
    pub line_count: u32,
    /// Directions of which none is the opposite of another: those in which rows are looked for.
    pub axes: Vec<u8>,
}

/// A table in the pool that code looks things up in: row `i` stands at `base + i * words`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableInfo {
    /// Where row 0 stands.
    pub base: u32,
    /// Words a row.
    pub words: u16,
    /// How many rows.
    pub rows: u32,
}

/// A printed attribute: component `i`'s value stands at `pool[base + i * words ..]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttributeInfo {
    /// Its id.
    pub id: String,
    /// What it holds.
    pub ty: ValueType,
    /// Where component 0's value stands in the pool.
    pub base: u32,
    /// Words a value.
    pub words: u16,
    /// The kind that has it.
    pub kind: u16,
    /// Whose it is: components', or cells' (then it is no kind's).
    pub owner: super::Owner,
}

/// A slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlotInfo {
    /// Its id.
    pub id: String,
    /// Words of its result; 0 for statements.
    pub result_words: u16,
    /// For each component the function it bears (`self` first, then the slot's parameters), or [`SlotInfo::EMPTY`].
    pub rules: Vec<u16>,
}

impl SlotInfo {
    /// No rule: nothing happens, the result is 0.
    pub const EMPTY: u16 = u16::MAX;
}

/// A place in the author's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Which of `Ir::files`.
    pub file: u32,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A file of the package.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FileText {
    /// Its path from the package's folder.
    pub name: String,
    /// The path that diagnostics show. No part of the game: the bytes of a game do not depend on where its package lies.
    #[serde(skip)]
    pub shown: Option<String>,
    /// Its text.
    pub text: String,
}

/// Compares what is part of the game.
impl PartialEq for FileText {
    fn eq(&self, other: &FileText) -> bool {
        (&self.name, &self.text) == (&other.name, &other.text)
    }
}

impl FileText {
    /// The path to show: from the working directory where it is known, else from the package's folder.
    pub fn shown(&self) -> &str {
        self.shown.as_deref().unwrap_or(&self.name)
    }

    /// The line of a byte, from 1.
    pub fn line_of(&self, at: u32) -> usize {
        self.text.as_bytes().get(..at as usize).unwrap_or_default().iter().filter(|b| **b == b'\n').count() + 1
    }
}

/// A function of the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FunctionInfo {
    /// What it is, for listings and traces: `function others`, `badger.penalty`, `action take`.
    pub name: String,
    /// Its first instruction.
    pub entry: u32,
    /// Words of its parameters (they stand in registers 1..).
    pub param_words: u16,
    /// Words of its result.
    pub result_words: u16,
    /// What it returns, if anything.
    pub result: Option<ValueType>,
    /// Words of its frame, header included.
    pub frame_words: u16,
    /// It, or something it calls, can stop at a choice point or a chance: its frame may be seen suspended, so it starts zeroed.
    pub suspends: bool,
    /// Where its frame holds components: whoever draws anew what a player cannot see has to draw these too.
    pub held: Vec<Held>,
}

/// Registers of a frame that hold components while it is suspended at an instruction in `from..to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// The first register.
    pub at: super::Reg,
    /// A set of components; otherwise one, or NONE.
    pub set: bool,
    /// The first such instruction.
    pub from: u32,
    /// One past the last.
    pub to: u32,
}

/// `log`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogInfo {
    /// A MiniJinja template.
    pub template: String,
    /// Its variables, as many words each as [`Ir::value_words`](super::Ir::value_words) says, in the order of the registers.
    pub values: Vec<(String, ValueType)>,
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScenarioInfo {
    /// The file's name without `.toml`.
    pub id: String,
    /// What it shows.
    pub name: String,
    /// Where the rule stands.
    pub source: String,
    /// Options that differ from their default: which, and the value.
    pub options: Vec<(OptionId, i64)>,
    /// How many players.
    pub players: u8,
    /// The seed.
    pub seed: u64,
    /// Where it starts.
    pub begin: Begin,
    /// Zones (indices into `Layout::zones`) and what lies in them, top first.
    pub zones: Vec<(u16, Vec<u32>)>,
    /// State that is set once the zones are laid.
    pub state: Vec<super::LaidValue>,
    /// Answers by who asks.
    pub answers: Vec<AnswerInfo>,
    /// What chance brings.
    pub chance: ChanceInfo,
    /// What is done and what must hold.
    pub steps: Vec<StepInfo>,
    /// Where it is written: an index into `places`.
    pub place: u32,
}

/// An answer given in advance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerInfo {
    /// The name of the component that asks, or of the choice, where no component does.
    pub asker: String,
    /// What it says to which choices of the asker.
    pub parts: Vec<AnswerPart>,
}

/// A part of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerPart {
    /// The variable it is for; `None`: whichever has it among its options.
    pub variable: Option<String>,
    /// The names of options.
    pub values: Vec<String>,
    /// They are a list, to be used one after the other; else there is one, which answers every time.
    pub listed: bool,
}

/// What chance brings, in the order it is asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChanceInfo {
    /// Dice: what they show, as it is written.
    pub rolls: Vec<String>,
    /// Random picks, by option name.
    pub picks: Vec<String>,
    /// Zones, and what is on top after their next shuffle.
    pub shuffles: Vec<(u16, Vec<u32>)>,
}

/// A step of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepInfo {
    /// What is done.
    pub kind: StepInfoKind,
    /// Where it is written: an index into `places`.
    pub place: u32,
}

/// A part of an expectation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExpectPart {
    /// A function that returns a bool.
    pub holds: u16,
    /// Left and right of the comparison as functions of their own, if it is one.
    pub sides: Option<(u16, u16)>,
    /// Its bytes in the file of the step.
    pub bytes: (u32, u32),
}

/// The forms of steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StepInfoKind {
    /// A function without parameters or result.
    Do(u16),
    /// The options must be just these, perhaps those of a certain player.
    Options(Vec<String>, Option<u8>),
    /// An answer, perhaps of a certain player.
    Choose(String, Option<u8>),
    /// A bot answers so many choices, or to the end.
    Play(String, Option<u32>),
    /// What must hold.
    Expect {
        /// A function that returns a bool: the whole condition.
        holds: u16,
        /// What it consists of: one part, or several with `and` between them. To be looked at where the whole does not hold.
        parts: Vec<ExpectPart>,
    },
    /// A function that returns a value, what it must be, and the tallies it must make.
    Value {
        /// The function.
        function: u16,
        /// The value, as its word.
        equals: i64,
        /// Components and what they count; `None`: nothing.
        detail: Vec<(u32, Option<i64>)>,
    },
    /// The next step, or this function, ends in this fault.
    Fault(u16, Option<u16>),
    /// A zone whose contents a player (from 0) cannot see.
    Hidden(u16, u8),
    /// A player knows all faces in a zone.
    Visible(u16, u8),
    /// The game is over and just these players have won.
    Winners(Vec<u8>),
    /// The game is over, and its ending is called so.
    Ending(String),
}
