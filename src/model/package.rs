//! A whole package: all its declarations.

use super::actions::ActionDecl;
use super::boards::BoardDecl;
use super::bots::BotDecl;
use super::callables::{FunctionDecl, KeywordDecl, ModifierDecl, ReactionDecl, VerbDecl};
use super::cards::CardDecl;
use super::components::{KindDecl, ZoneDecl};
use super::decks::{DeckDecl, DeckRules};
use super::fields::FieldDecl;
use super::game::{
    DieDecl, EnumDecl, FigureDecl, FlowDecl, GameDecl, HistoryDecl, OptionDecl, RequireDecl, ScoringDecl,
    SetupDecl, WordDecl,
};
use super::ident::Ident;
use super::lost_declarations::LostDeclarations;
use super::scenarios::ScenarioDecl;
use super::{print, stamps, texts};
use crate::place::FileId;
use crate::source::Sources;
use crate::vocabulary::PlayedLists;

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
    /// True if a lost part declares derived names, such as the cells of a board, so that any name may be
    /// missing.
    pub incomplete: bool,
    /// The parts of files of declarations and cards that have syntax errors.
    pub lost: LostDeclarations,
    /// Names with several meanings, already reported.
    pub unclear: Vec<String>,
}

impl Package {
    /// Returns whether players bring lists.
    pub fn asks_for_lists(&self) -> bool {
        self.zones.iter().any(|zone| zone.list.is_some())
    }

    /// Returns whether an unknown name may exist in an unreadable declaration, so that its uses must not be
    /// reported.
    pub fn may_exist(&self, name: &str) -> bool {
        self.incomplete || self.lost.mentions(name) || self.refused.iter().any(|id| id.text == name)
    }

    /// Returns the printed name of a value of an enum: its entry in `[words]`, else its id.
    pub fn printed(&self, value: &str) -> String {
        let word = self.words.iter().find(|word| word.id.text == value);
        word.map_or(value, |word| &word.printed).to_owned()
    }
}
