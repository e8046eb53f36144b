//! The declarations of a package: every table of every file as a typed value. Code and types are still text;
//! no name is resolved.

mod actions;
pub mod boards;
mod bots;
mod callables;
mod cards;
mod code_strings;
mod components;
mod decks;
mod fields;
mod game;
mod ident;
mod lost_declarations;
mod package;
pub mod print;
mod read;
mod scenarios;
pub mod stamps;
pub mod texts;

pub use actions::ActionDecl;
pub use boards::{AreaDecl, BoardDecl, BoardFormDecl, CellAttributeDecl};
pub use bots::{BotDecl, PreferenceDecl};
pub use callables::{FunctionDecl, KeywordDecl, ModifierDecl, ReactionDecl, VerbDecl};
pub use cards::CardDecl;
pub use code_strings::{CodeStrings, code_strings};
pub use components::{KindDecl, ZoneDecl};
pub use decks::{CopiesDecl, DeckDecl, DeckPartDecl, DeckRules};
pub use fields::{FieldDecl, ParamDecl, SlotDecl};
pub use game::{
    DieDecl, EnumDecl, FigureDecl, FlowDecl, GameDecl, HistoryDecl, OptionDecl, OptionValues, RequireDecl,
    ScoringDecl, SetupDecl, WordDecl,
};
pub use ident::{CodeText, Ident};
pub use lost_declarations::LostDeclarations;
pub use package::Package;
pub use read::{ReadPurpose, default_lists, read_package, read_package_for, tables_of_scenarios};
pub use scenarios::{GivenChoiceDecl, ScenarioDecl, StepDecl, StepKind};

pub use crate::vocabulary::{
    Bringer, ComponentOrigin, MAIN_PART, PlayedLists, StartPoint, ZoneViewers, is_list_file,
};
