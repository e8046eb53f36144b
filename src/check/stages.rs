//! The stages of checking rules. Each owns the result of the stage before it, so that the passes cannot run
//! in another order.
//!
//! The order also numbers the functions that passes add, and with it fixes the bytes of the IR.

use crate::check::checked::CheckedGame;
use crate::check::checked_rules::CheckedRules;
use crate::check::declare::declarations::{Declarations, declare};
use crate::check::rules::abilities::{Abilities, ActionDefinitions, ActionIds, RuleBearer};
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::resets::StateReset;
use crate::check::rules::setups::Setups;
use crate::check::symbols::editor_info::EditorInfo;
use crate::check::symbols::limits;
use crate::ir::FieldId;
use crate::model::{CodeText, Package};

/// Checks all rules of a package. `editor_info` is filled in for the language server.
///
/// # Errors
/// The package has more declarations than can be numbered; the error is its only diagnostic.
pub fn check_rules(
    package: &Package,
    editor_info: Option<EditorInfo>,
) -> Result<CheckedRules<'_>, Box<CheckedGame>> {
    if let Some(crossed) = limits::check_declaration_counts(package) {
        return Err(Box::new(CheckedGame {
            diagnostics: vec![crossed.diagnostic(Some(package))],
            ..CheckedGame::default()
        }));
    }
    Ok(declare(package).read_values(editor_info).check_calculations().declare_abilities().check_bodies())
}

/// Every card and cell has its values. Other declarations of cards are collected.
struct CardValues<'p> {
    rules: RuleChecker<'p>,
    action_ids: ActionIds<'p>,
    /// The reactions and modifiers of the game and of cards.
    abilities: Abilities<'p>,
    /// The `start` and the `until` of fields.
    starts: Vec<(FieldId, &'p CodeText)>,
    ends: Vec<(FieldId, &'p CodeText)>,
}

/// Calls of verbs and actions are checked.
struct Calculations<'p> {
    rules: RuleChecker<'p>,
    action_ids: ActionIds<'p>,
    abilities: Abilities<'p>,
    endings: Vec<StateReset<'p>>,
    setups: Setups,
}

/// All reactions and modifiers are collected, and all actions are declared. Code that reads attributes is
/// checked.
struct AllAbilities<'p> {
    rules: RuleChecker<'p>,
    abilities: Abilities<'p>,
    actions: ActionDefinitions<'p>,
    endings: Vec<StateReset<'p>>,
    setups: Setups,
}

impl<'p> Declarations<'p> {
    fn read_values(self, editor_info: Option<EditorInfo>) -> CardValues<'p> {
        let Declarations { package, symbols, diagnostics, names, starts, ends, type_strings } = self;
        let mut rules = RuleChecker::new(package, symbols, diagnostics, names);
        rules.uses.editor_info = editor_info.map(|info| EditorInfo { type_strings, ..info });
        // Code that reads an attribute calls its reader, if anything modifies it.
        let mut abilities = rules.modifier_readers();
        let action_ids = rules.name_actions();
        rules.collect_reactions(&package.reactions, &RuleBearer::ByGame, &action_ids, &mut abilities);
        rules.cards(&action_ids, &mut abilities);
        rules.areas();
        CardValues { rules, action_ids, abilities, starts, ends }
    }
}

impl<'p> CardValues<'p> {
    fn check_calculations(self) -> Calculations<'p> {
        let CardValues { mut rules, action_ids, abilities, starts, ends } = self;
        rules.fields(starts);
        rules.viewers();
        let endings = rules.endings(ends, &action_ids);
        let setups = rules.setups();
        // `win` and `lose` call the functions of sides.
        rules.sides();
        rules.functions();
        Calculations { rules, action_ids, abilities, endings, setups }
    }
}

impl<'p> Calculations<'p> {
    fn declare_abilities(self) -> AllAbilities<'p> {
        let Calculations { mut rules, action_ids, mut abilities, endings, setups } = self;
        rules.collect_keywords(&action_ids, &mut abilities);
        let actions = rules.borne_actions();
        rules.modifiers(&abilities.modifiers);
        rules.cycles();
        AllAbilities { rules, abilities, actions, endings, setups }
    }
}

impl<'p> AllAbilities<'p> {
    fn check_bodies(self) -> CheckedRules<'p> {
        let AllAbilities { mut rules, abilities, actions, endings, setups } = self;
        let first_occurrences = rules.slots();
        rules.verbs(&abilities.reactions, &endings);
        rules.actions(&actions, &abilities.reactions, &endings);
        let flow = rules.flow();
        let bots = rules.own_bots(&actions);
        let figures = rules.figures();
        rules.symbols.passes_over = rules.uses.out;
        let layout = rules.lay();
        rules.begin_again_alike(layout, &endings);
        rules.viewers_are_settled(layout);
        rules.ends_that_never_come(&endings);
        CheckedRules { rules, first_occurrences, endings, setups, flow, bots, figures, layout }
    }
}
