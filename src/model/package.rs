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

/// All declarations of a package and of those that it includes, read and checked for shape, names unresolved.
#[derive(Debug, Default)]
pub struct Package {
    /// Every file of the package; spans point into them.
    pub sources: Sources,
    /// The files that come from included packages.
    pub included: Vec<FileId>,
    /// `[game]`: title, version and number of players
    pub game: GameDecl,
    /// `[options.…]`, on whose values the players agree before the game
    pub options: Vec<OptionDecl>,
    /// `[setups.…]`: values for several options under one name
    pub setups: Vec<SetupDecl>,
    /// `[[require]]`: conditions on options and the number of players
    pub requires: Vec<RequireDecl>,
    /// `[enums]`: the game's own sets of values
    pub enums: Vec<EnumDecl>,
    /// `[dice]`: dice with their own faces
    pub dice: Vec<DieDecl>,
    /// `[words]`: values of enums with their printed names.
    pub words: Vec<WordDecl>,
    /// `[kinds.…]`: the kinds of components
    pub kinds: Vec<KindDecl>,
    /// `[state.table]`: state with one value
    pub table_state: Vec<FieldDecl>,
    /// `[state.player]`: state with a value for each player
    pub player_state: Vec<FieldDecl>,
    /// `[zones.…]`: the places of components
    pub zones: Vec<ZoneDecl>,
    /// `[boards.…]`: the boards
    pub boards: Vec<BoardDecl>,
    /// `[histories.…]`: records of earlier positions
    pub histories: Vec<HistoryDecl>,
    /// `[functions.…]`: calculations without side effects
    pub functions: Vec<FunctionDecl>,
    /// `[verbs.…]`: operations, to which reactions can be declared
    pub verbs: Vec<VerbDecl>,
    /// `[actions.…]` of the game; those of components are with their cards, keywords and kinds
    pub actions: Vec<ActionDecl>,
    /// `[[reactions]]` of the game itself
    pub reactions: Vec<ReactionDecl>,
    /// `[[modifiers]]` of the game itself
    pub modifiers: Vec<ModifierDecl>,
    /// `[keywords.…]`: rules that cards name in `keywords`
    pub keywords: Vec<KeywordDecl>,
    /// `[flow]`: the statements of setup and play
    pub flow: FlowDecl,
    /// `[scoring]`: scores, tie breakers and sides
    pub scoring: ScoringDecl,
    /// `[bots.…]`: the game's own bots
    pub bots: Vec<BotDecl>,
    /// `[figures]`: values that the lab computes at the end of each game
    pub figures: Vec<FigureDecl>,
    /// `[deck]`: the rules for deck lists; `None` without the table
    pub deck_rules: Option<DeckRules>,
    /// Every `[cards.…]` and every row of a CSV file, in the order of files and lines.
    pub cards: Vec<CardDecl>,
    /// `decks/*.toml`
    pub decks: Vec<DeckDecl>,
    /// The deck lists in play, whose cards the package then contains; `None`: the whole box.
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
