//! The passes over a package in two halves: the rules, then what rests on them. The layer `wording` checks texts between them.

use super::bearers::Borne;
use super::declare::declare;
use super::editor_info::EditorInfo;
use super::limits;
use super::rules::{Checked, Rules};
use super::templates::TemplateError;
use super::until::Ending;
use super::world::World;
use crate::diagnostics::Diagnostic;
use crate::model::{CardDecl, Code, Package};
use std::collections::BTreeMap;

/// A package whose rules are checked, and whose texts are to be compared with them.
pub struct CheckedRules<'p> {
    package: &'p Package,
    rules: Rules<'p>,
}

/// Checks all rules of a package. `editor_info` is filled in for the language server.
///
/// # Errors
/// The package has more declarations than can be numbered; the error is its only diagnostic.
pub fn check_rules(package: &Package, editor_info: Option<EditorInfo>) -> Result<CheckedRules<'_>, Box<Checked>> {
    if let Some(crossed) = limits::declared(package) {
        return Err(Box::new(Checked { diagnostics: vec![crossed.said(Some(package))], ..Checked::default() }));
    }
    let mut declared = declare(package);
    let type_strings = std::mem::take(&mut declared.type_strings);
    let mut rules = Rules::new(declared);
    rules.uses.editor_info = editor_info.map(|info| EditorInfo { type_strings, ..info });
    rules.modifier_readers(package);
    rules.name_actions(package);
    rules.collect_reactions(&package.reactions, &Borne::ByGame);
    rules.cards(package);
    rules.areas(package);
    rules.fields(package);
    rules.viewers(package);
    rules.endings();
    rules.setups(package);
    rules.sides(package);
    rules.functions(package);
    rules.collect_keywords(package);
    rules.borne_actions(package);
    rules.modifiers();
    rules.cycles(package);
    rules.slots(package);
    rules.verbs(package);
    rules.actions(package);
    rules.flow(package);
    rules.own_bots(package);
    rules.figures(package);
    rules.world.passes_over = rules.uses.out;
    rules.lay(package);
    rules.begin_again_alike();
    rules.viewers_are_settled(package);
    rules.ends_that_never_come();
    Ok(CheckedRules { package, rules })
}

impl<'p> CheckedRules<'p> {
    /// The package.
    pub fn package(&self) -> &'p Package {
        self.package
    }

    /// All items with their numbers.
    pub fn world(&self) -> &World {
        &self.rules.world
    }

    /// The same, to set the texts of cards, and the words of a language while its texts are filled in.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.rules.world
    }

    /// Returns the cards of the package, each with the number of its name, if its kind exists.
    pub fn cards(&self) -> impl Iterator<Item = (&'p CardDecl, Option<u16>)> + use<'_, 'p> {
        self.package.cards.iter().zip(self.rules.names.iter().copied())
    }

    /// Returns the first of all equal rules in slots: the spans of its parts are those of all of them.
    pub fn first_occurrence<'c>(&self, rule: &'c Code) -> &'c Code
    where
        'p: 'c,
    {
        self.rules.first_occurrences.get(rule.value.as_str()).copied().unwrap_or(rule)
    }

    /// The resets of state after verbs and actions.
    pub fn endings(&self) -> &[Ending<'p>] {
        &self.rules.endings
    }

    /// Whether there is an error so far.
    pub fn has_errors(&self) -> bool {
        self.rules.errors() > 0
    }

    /// Reports a diagnostic.
    pub fn report(&mut self, d: Diagnostic) {
        self.rules.diagnostics.push(d);
    }

    /// Reports diagnostics.
    pub fn report_all(&mut self, all: impl IntoIterator<Item = Diagnostic>) {
        self.rules.diagnostics.extend(all);
    }

    /// Reports a diagnostic, unless one with the same code was reported at the same place.
    pub fn report_once(&mut self, d: Diagnostic) {
        self.rules.once(d);
    }

    /// Reports why a text cannot be rendered with a card's data.
    pub fn report_template(
        &mut self,
        template: &Code,
        e: TemplateError,
        data: &BTreeMap<String, minijinja::Value>,
        card: &str,
    ) {
        self.rules.report_template(template, e, data, card);
    }

    /// Whether a card has no copies, so that its texts are not rendered.
    pub fn is_absent(&self, name: u16) -> bool {
        self.rules.is_absent(name)
    }

    /// Returns the data that a text of a card may use.
    pub fn card_data(&self, name: u16) -> BTreeMap<String, minijinja::Value> {
        self.rules.card_data(name)
    }

    /// Renders a keyword's text with the keyword's parameters on a card.
    pub fn reminder(&mut self, name: u16, keyword: &str, text: &Code) -> String {
        self.rules.reminder(name, keyword, text)
    }

    /// Copies the texts of cards to their stand-ins.
    pub fn copy_texts_to_stand_ins(&mut self) {
        self.rules.copy_texts_to_stand_ins();
    }

    /// Checks what rests on the rules: deck lists, scenarios, print settings, unused declarations.
    pub fn finish(self) -> Checked {
        let CheckedRules { package, mut rules } = self;
        rules.decks(package);
        rules.one_list_each(package);
        rules.out.lists_brought = super::decks::brought(package);
        // In a game with lists, each scenario belongs to its own table.
        if package.played.is_some() || !package.asks_for_lists() {
            rules.scenarios(package);
        }
        rules.paper(package);
        rules.lints(package);
        rules.finish(package)
    }
}
