//! The declarations of a package: every table of every file as a typed value. Code and types are still text;
//! no name is resolved.

mod actions;
pub mod boards;
mod bots;
mod code_strings;
mod decks;
mod lost_declarations;
pub mod print;
mod read;
mod scenarios;
pub mod stamps;
pub mod texts;

pub use actions::ActionDecl;
pub use boards::{AreaDecl, BoardDecl, BoardFormDecl, CellAttributeDecl};
pub use bots::{BotDecl, PreferenceDecl};
pub use code_strings::{CodeStrings, code_strings};
pub use decks::{CopiesDecl, DeckDecl, DeckPartDecl, DeckRules};
pub use lost_declarations::LostDeclarations;
pub use read::{ReadPurpose, default_lists, read_package, read_package_for, tables_of_scenarios};
pub use scenarios::{GivenChoiceDecl, ScenarioDecl, StepDecl, StepKind};

use crate::place::FileId;
use crate::source::{Sources, Span, Text, TomlNode};
pub use crate::vocabulary::{
    Bringer, ComponentOrigin, MAIN_PART, PlayedLists, StartPoint, ZoneViewers, is_list_file,
};

/// An id or name with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Ident {
    /// The text as written.
    pub text: String,
    /// Its span.
    pub span: Span,
}

/// A code, type or template string: [`Text`] maps each of its bytes to the file.
pub type CodeText = Text;

/// A whole package, with the packages it includes.
#[derive(Debug, Default)]
pub struct Package {
    /// Every file.
    pub sources: Sources,
    /// The files of packages that this one includes.
    pub included: Vec<FileId>,
    /// `[game]`
    pub game: GameDecl,
    /// `[options.…]`
    pub options: Vec<OptionDecl>,
    /// `[setups.…]`
    pub setups: Vec<SetupDecl>,
    /// `[[require]]`
    pub requires: Vec<RequireDecl>,
    /// `[enums]`
    pub enums: Vec<EnumDecl>,
    /// `[dice]`
    pub dice: Vec<DieDecl>,
    /// `[words]`: values of enums with their printed names.
    pub words: Vec<WordDecl>,
    /// `[kinds.…]`
    pub kinds: Vec<KindDecl>,
    /// `[state.table]`
    pub table_state: Vec<FieldDecl>,
    /// `[state.player]`
    pub player_state: Vec<FieldDecl>,
    /// `[zones.…]`
    pub zones: Vec<ZoneDecl>,
    /// `[boards.…]`
    pub boards: Vec<BoardDecl>,
    /// `[histories.…]`
    pub histories: Vec<HistoryDecl>,
    /// `[functions.…]`
    pub functions: Vec<FunctionDecl>,
    /// `[verbs.…]`
    pub verbs: Vec<VerbDecl>,
    /// `[actions.…]`
    pub actions: Vec<ActionDecl>,
    /// `[[reactions]]`
    pub reactions: Vec<ReactionDecl>,
    /// `[[modifiers]]`
    pub modifiers: Vec<ModifierDecl>,
    /// `[keywords.…]`
    pub keywords: Vec<KeywordDecl>,
    /// `[flow]`
    pub flow: FlowDecl,
    /// `[scoring]`
    pub scoring: ScoringDecl,
    /// `[bots.…]`
    pub bots: Vec<BotDecl>,
    /// `[figures]`
    pub figures: Vec<FigureDecl>,
    /// `[deck]`
    pub deck_rules: Option<DeckRules>,
    /// Every `[cards.…]` and every row of a CSV file, in the order of files and lines.
    pub cards: Vec<CardDecl>,
    /// `decks/*.toml`
    pub decks: Vec<DeckDecl>,
    /// The lists for which it was read; none for the whole box.
    pub played: Option<PlayedLists>,
    /// `scenarios/*.toml`
    pub scenarios: Vec<ScenarioDecl>,
    /// `print.toml`, and the files of faces.
    pub print: print::PrintDecl,
    /// `texts/*.toml`
    pub texts: Vec<texts::TextsDecl>,
    /// `stamps.toml`
    pub stamps: Option<stamps::StampsDecl>,
    /// Declarations that were left out because of a reported error in their shape. An unknown name in this
    /// list is not reported again. `[flow]` and `[scoring]` are listed as `flow` and `scoring`.
    pub refused: Vec<Ident>,
    /// Whether something was left out that declares names of its own making, such as the cells of a board, so
    /// that any name may be missing.
    pub incomplete: bool,
    /// The parts of files of declarations and cards that have syntax errors.
    pub lost: LostDeclarations,
    /// Names with several meanings, already reported.
    pub unclear: Vec<String>,
}

impl Package {
    /// Whether players bring lists.
    pub fn asks_for_lists(&self) -> bool {
        self.zones.iter().any(|zone| zone.list.is_some())
    }

    /// Whether an unknown name may exist in an unreadable declaration, so that its uses must not be reported.
    pub fn may_exist(&self, name: &str) -> bool {
        self.incomplete || self.lost.mentions(name) || self.refused.iter().any(|id| id.text == name)
    }

    /// Returns the printed name of a value of an enum: its entry in `[words]`, else its id.
    pub fn printed(&self, value: &str) -> String {
        let word = self.words.iter().find(|word| word.id.text == value);
        word.map_or(value, |word| &word.printed).to_owned()
    }
}

/// `[game]`
#[derive(Debug, Default)]
pub struct GameDecl {
    /// `id`
    pub id: String,
    /// `name`
    pub name: String,
    /// `version`
    pub version: String,
    /// Minimum and maximum number of players.
    pub players: (u8, u8),
    /// `summary`, empty if not given
    pub summary: String,
    /// `language` of its texts; `en` if not given
    pub language: String,
    /// Span of the header, or the start of the file.
    pub span: Option<Span>,
}

impl GameDecl {
    /// Whether its texts are English, which is the default.
    pub fn is_english(&self) -> bool {
        self.language.is_empty() || self.language == "en" || self.language.starts_with("en-")
    }
}

/// `[options.x]`
#[derive(Debug)]
pub struct OptionDecl {
    /// Its id.
    pub id: Ident,
    /// Its possible values.
    pub values: OptionValues,
    /// Its text for players.
    pub text: String,
}

/// `[setups.x]`: named sets of options
#[derive(Debug)]
pub struct SetupDecl {
    /// Its id.
    pub id: Ident,
    /// Values of options, as ints, bools or strings.
    pub options: Vec<(Ident, TomlNode)>,
}

/// The possible values of an option, with its default.
#[derive(Debug)]
pub enum OptionValues {
    /// `values = […]`, and the index of the default
    Enum(Vec<Ident>, usize),
    /// `range = [a, b]`, and the default
    Range(i64, i64, i64),
    /// A bool, with its default
    Bool(bool),
}

/// `[[require]]`, also of `[deck]`.
#[derive(Debug)]
pub struct RequireDecl {
    /// The condition.
    pub that: CodeText,
    /// The message if it is false.
    pub text: String,
}

/// One of `[enums]`.
#[derive(Debug)]
pub struct EnumDecl {
    /// Its id.
    pub id: Ident,
    /// Its values.
    pub values: Vec<Ident>,
    /// Whether its values are ordered, the first being the least.
    pub ordered: bool,
}

/// One of `[dice]`.
#[derive(Debug)]
pub struct DieDecl {
    /// Its id.
    pub id: Ident,
    /// Its faces: numbers, or texts.
    pub faces: Vec<TomlNode>,
}

/// One of `[words]`.
#[derive(Debug)]
pub struct WordDecl {
    /// The value.
    pub id: Ident,
    /// Its printed name.
    pub printed: String,
}

/// `[kinds.x]`
#[derive(Debug)]
pub struct KindDecl {
    /// Its id. `card`, `piece` and `token` may be declared to extend them.
    pub id: Ident,
    /// `plural`: the name of the set of all its components.
    pub plural: Option<Ident>,
    /// The kind above.
    pub base: Option<Ident>,
    /// `stands_for`: it has one stand-in for each card of that kind, with the card's printed values.
    pub stands_for: Option<Ident>,
    /// `copies`: the number of stand-ins for each card; by default as many as the card has copies.
    pub copies: Option<CodeText>,
    /// `attributes`
    pub attributes: Vec<FieldDecl>,
    /// `state`
    pub state: Vec<FieldDecl>,
    /// `slots`
    pub slots: Vec<SlotDecl>,
    /// `actions`
    pub actions: Vec<ActionDecl>,
    /// `text`: the template of cards without text of their own.
    pub text: Option<CodeText>,
    /// `only_if`
    pub only_if: Option<CodeText>,
}

/// An attribute or a state.
#[derive(Clone, Debug)]
pub struct FieldDecl {
    /// Its id.
    pub id: Ident,
    /// Its type.
    pub ty: CodeText,
    /// `printed = true`: a state whose start value the card prints.
    pub printed: bool,
    /// `default`: the value of a card that gives none (for attributes and printed state).
    pub default: Option<TomlNode>,
    /// `start`: an expression.
    pub start: Option<CodeText>,
    /// `text`: its wording in generated card text.
    pub text: Option<CodeText>,
    /// `unchecked = true`: texts need not mention it.
    pub unchecked: bool,
    /// `in`: zones and boards; the state is reset when the component leaves them.
    pub within: Vec<Ident>,
    /// `until`: a verb or action, optionally with arguments, after which the state is reset.
    pub until: Option<CodeText>,
}

/// A slot of a kind.
#[derive(Clone, Debug)]
pub struct SlotDecl {
    /// Its id.
    pub id: Ident,
    /// `returns`; `None` for statements (`do = true`).
    pub returns: Option<CodeText>,
    /// `from`: the card writes only a condition over this set.
    pub from: Option<CodeText>,
    /// `params`
    pub params: Vec<ParamDecl>,
    /// `default`
    pub default: Option<CodeText>,
    /// `text`: its wording in generated card text.
    pub text: Option<CodeText>,
    /// `unchecked = true`: its rules are not part of the text.
    pub unchecked: bool,
}

/// A parameter and its type (for actions: the set it is drawn from).
#[derive(Clone, Debug)]
pub struct ParamDecl {
    /// Its id.
    pub id: Ident,
    /// Its type or set.
    pub ty: CodeText,
}

/// `[zones.x]`
#[derive(Debug)]
pub struct ZoneDecl {
    /// Its id.
    pub id: Ident,
    /// `per`: the things that it exists for, such as players; empty for a zone of the table
    pub per: Vec<Ident>,
    /// `holds`: a kind
    pub holds: Option<Ident>,
    /// `ordered`
    pub ordered: bool,
    /// `seen_by`
    pub seen_by: ZoneViewers,
    /// `seen_by`, if it is an expression
    pub viewers: Option<CodeText>,
    /// `top_seen_by`, with its span.
    pub top_seen_by: Option<(ZoneViewers, Span)>,
    /// `top_seen_by`, if it is an expression
    pub top_viewers: Option<CodeText>,
    /// `start`: the set of components that begin in it
    pub start: Option<CodeText>,
    /// `start = "list"`, `start = "list.hero"`: the part of a list that begins there
    pub list: Option<Ident>,
    /// `text`: the wording of its contents in generated card text.
    pub text: Option<CodeText>,
    /// `only_if`
    pub only_if: Option<CodeText>,
}

/// `[histories.x]`
#[derive(Debug)]
pub struct HistoryDecl {
    /// Its id.
    pub id: Ident,
    /// `of`: the state and zones that make up a position; all by default.
    pub of: Option<Vec<Ident>>,
    /// `keep`
    pub keep: u16,
}

/// `[functions.x]`
#[derive(Debug)]
pub struct FunctionDecl {
    /// Its id.
    pub id: Ident,
    /// `params`
    pub params: Vec<ParamDecl>,
    /// `returns`
    pub returns: CodeText,
    /// `code`
    pub code: CodeText,
    /// `text`: its wording in generated card text.
    pub text: Option<CodeText>,
}

/// `[verbs.x]`
#[derive(Debug)]
pub struct VerbDecl {
    /// Its id.
    pub id: Ident,
    /// `params`
    pub params: Vec<ParamDecl>,
    /// `returns`
    pub returns: Option<CodeText>,
    /// `do`
    pub code: CodeText,
    /// `text`
    pub text: Option<CodeText>,
    /// `log`
    pub log: Option<CodeText>,
}

/// `[figures]`
#[derive(Debug)]
pub struct FigureDecl {
    /// Its id.
    pub id: Ident,
    /// The measured value.
    pub value: CodeText,
    /// `per = "player"`: measured for each player.
    pub per_player: bool,
}

/// `[[reactions]]`, of the game, a card or a keyword.
#[derive(Clone, Debug)]
pub struct ReactionDecl {
    /// `before = "verb"` rather than `after`
    pub before: bool,
    /// The verb.
    pub verb: Ident,
    /// `where`
    pub condition: Option<CodeText>,
    /// `in`: the zone in which its bearer must be
    pub zone: Option<Ident>,
    /// `do`
    pub code: CodeText,
    /// `only_if`
    pub only_if: Option<CodeText>,
}

/// `[[modifiers]]`, of the game, a card or a keyword.
#[derive(Clone, Debug)]
pub struct ModifierDecl {
    /// `attribute`
    pub attribute: Ident,
    /// `where`, in which `it` is the component that is read
    pub condition: Option<CodeText>,
    /// `add`
    pub add: Option<CodeText>,
    /// `set`
    pub set: Option<CodeText>,
    /// `stage`, from 1
    pub stage: u8,
    /// `only_if`
    pub only_if: Option<CodeText>,
}

/// `[keywords.x]`
#[derive(Debug)]
pub struct KeywordDecl {
    /// Its id.
    pub id: Ident,
    /// `params`
    pub params: Vec<ParamDecl>,
    /// `text`
    pub text: Option<CodeText>,
    /// `unchecked`: words in which its text and its rules need not agree
    pub unchecked: Vec<CodeText>,
    /// `slots`: its rules for slots of its bearer
    pub slots: Vec<(Ident, CodeText)>,
    /// `reactions`
    pub reactions: Vec<ReactionDecl>,
    /// `modifiers`
    pub modifiers: Vec<ModifierDecl>,
    /// `actions`; several with one id are modes
    pub actions: Vec<ActionDecl>,
}

/// `[flow]`
#[derive(Debug, Default)]
pub struct FlowDecl {
    /// `setup`
    pub setup: Option<CodeText>,
    /// `play`
    pub play: Option<CodeText>,
}

/// `[scoring]`
#[derive(Debug, Default)]
pub struct ScoringDecl {
    /// `score`: an expression over `p`
    pub score: Option<CodeText>,
    /// `ties`: expressions over `p`
    pub ties: Vec<CodeText>,
    /// `together`: an expression over `p`; players with equal values are on one side
    pub together: Option<CodeText>,
}

/// `[cards.x]` or a CSV row.
#[derive(Debug)]
pub struct CardDecl {
    /// Its id.
    pub id: Ident,
    /// `name`; by default made from the id
    pub name: Ident,
    /// `kind` of the card or its file; `card` by default
    pub kind: Ident,
    /// The number of copies: `copies`, 1 by default; in a game with lists, including those that the lists
    /// name
    pub copies: u32,
    /// `copies`, if it is an expression over options and the number of players; `copies` above is then its
    /// maximum.
    pub agreed: Option<CodeText>,
    /// Whether it gives `copies`.
    pub counted: bool,
    /// Whether players may bring it in a list.
    pub by_list: bool,
    /// The origins of its first copies, with their counts; copies beyond these come from no list.
    pub origins: Vec<(Option<ComponentOrigin>, u32)>,
    /// `keywords`, each as written: `blast 2`
    pub keywords: Vec<CodeText>,
    /// `text`
    pub text: Option<CodeText>,
    /// `flavour`
    pub flavour: Option<CodeText>,
    /// `unchecked`: words in which its text and its rules need not agree
    pub unchecked: Vec<CodeText>,
    /// `only_if`
    pub only_if: Option<CodeText>,
    /// `reactions`
    pub reactions: Vec<ReactionDecl>,
    /// `modifiers`
    pub modifiers: Vec<ModifierDecl>,
    /// `actions`; several with one id are modes
    pub actions: Vec<ActionDecl>,
    /// All other keys: attributes, printed state, slots.
    pub fields: Vec<(Ident, TomlNode)>,
    /// The id of the card that it stands for; a stand-in is generated.
    pub card: Option<String>,
    /// Span of its header or row.
    pub span: Span,
}
