//! A package between the two halves of its checks: its rules are checked, but not the parts that depend on
//! them. The layer `wording` checks its texts.

use crate::check::body::scope::Uses;
use crate::check::checked::CheckedGame;
use crate::check::declare::list_cards::who_brings_lists;
use crate::check::lints::LintedRules;
use crate::check::rules::bots::BotRules;
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::flow::FlowFunctions;
use crate::check::rules::layout::TableLayout;
use crate::check::rules::resets::StateReset;
use crate::check::rules::setups::Setups;
use crate::check::rules::slot_rules::FirstOccurrences;
use crate::check::scenarios::scenario::ScenarioNames;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::check::symbols::templates::TemplateError;
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::{FigureInfo, NameId};
use crate::model::{CardDecl, CodeText, Package};
use crate::source::Span;
use std::collections::BTreeMap;

/// The rules with which texts are compared.
#[derive(Clone, Copy)]
pub struct ComparedRules<'r, 'p> {
    package: &'p Package,
    symbols: &'r SymbolTable,
    names: &'r [Option<NameId>],
    first_occurrences: &'r FirstOccurrences<'p>,
}

impl<'r, 'p> ComparedRules<'r, 'p> {
    /// Returns the package whose rules were checked.
    pub fn package(self) -> &'p Package {
        self.package
    }

    /// Returns all declared items.
    pub fn symbols(self) -> &'r SymbolTable {
        self.symbols
    }

    /// Returns the cards of the package, each with the number of its name, if its kind exists.
    pub fn cards(self) -> impl Iterator<Item = (&'p CardDecl, Option<NameId>)> + use<'r, 'p> {
        self.package.cards.iter().zip(self.names.iter().copied())
    }

    /// Returns the first of all equal rules in slots: the spans of its parts are those of all of them.
    pub fn first_occurrence<'c>(self, rule: &'c CodeText) -> &'c CodeText
    where
        'p: 'c,
    {
        self.first_occurrences.get(rule.value.as_str()).copied().unwrap_or(rule)
    }
}

/// The parts of checked rules that only the comparison of texts and the lints need, once the rest is checked,
/// too.
pub struct RemainingParts<'p> {
    package: &'p Package,
    names: Vec<Option<NameId>>,
    first_occurrences: FirstOccurrences<'p>,
    uses: Uses,
    layout: TableLayout,
}

impl<'p> RemainingParts<'p> {
    /// Returns the rules with which the texts are compared. `symbols` are those of the same package.
    pub fn with<'r>(&'r self, symbols: &'r SymbolTable) -> ComparedRules<'r, 'p> {
        let RemainingParts { package, names, first_occurrences, .. } = self;
        ComparedRules { package, symbols, names, first_occurrences }
    }

    /// Returns the warnings about unused declarations; none if the package, `checked`, has an error: the
    /// erroneous part may be a use.
    pub fn lints(&self, checked: &CheckedGame) -> Vec<Diagnostic> {
        let symbols = &checked.symbols;
        if checked.has_errors() || symbols.crossed.is_some() {
            return Vec::new();
        }
        let RemainingParts { package, names, uses, layout, .. } = self;
        LintedRules { package, symbols, names, uses, layout: *layout }.lints()
    }
}

/// A package whose rules are checked, and whose texts are to be compared with them.
pub struct CheckedRules<'p> {
    pub(in crate::check) rules: RuleChecker<'p>,
    pub(in crate::check) first_occurrences: FirstOccurrences<'p>,
    pub(in crate::check) endings: Vec<StateReset<'p>>,
    pub(in crate::check) setups: Setups,
    pub(in crate::check) flow: FlowFunctions,
    pub(in crate::check) bots: Vec<BotRules>,
    pub(in crate::check) figures: Vec<FigureInfo>,
    pub(in crate::check) layout: TableLayout,
}

impl<'p> CheckedRules<'p> {
    /// Returns the package whose rules were checked; its texts are still to be compared.
    pub fn package(&self) -> &'p Package {
        self.rules.package
    }

    /// Returns all declared items. An item's position in its list is its id in the IR.
    pub fn symbols(&self) -> &SymbolTable {
        &self.rules.symbols
    }

    /// The same, to set the texts of cards, and the words of a language while its texts are filled in.
    pub fn symbols_mut(&mut self) -> &mut SymbolTable {
        &mut self.rules.symbols
    }

    /// Returns the cards of the package, each with the number of its name, if its kind exists.
    pub fn cards(&self) -> impl Iterator<Item = (&'p CardDecl, Option<NameId>)> + use<'_, 'p> {
        self.compared().cards()
    }

    /// Returns the rules with which texts are compared.
    pub fn compared(&self) -> ComparedRules<'_, 'p> {
        let RuleChecker { package, symbols, names, .. } = &self.rules;
        ComparedRules { package, symbols, names, first_occurrences: &self.first_occurrences }
    }

    /// The resets of state after verbs and actions.
    pub fn endings(&self) -> &[StateReset<'p>] {
        &self.endings
    }

    /// Returns whether there is an error so far.
    pub fn has_errors(&self) -> bool {
        self.rules.errors() > 0
    }

    /// Returns whether there is an error so far outside of the texts of cards and keywords. No other text
    /// depends on these.
    pub fn has_errors_in_rules(&self) -> bool {
        let package = self.rules.package;
        let of_cards = package.cards.iter().flat_map(|card| card.text.iter().chain(&card.flavour));
        let texts = of_cards.chain(package.keywords.iter().filter_map(|keyword| keyword.text.as_ref()));
        let spans: Vec<Span> = texts.map(|text| text.span).collect();
        let is_in_text = |at: Span| spans.iter().any(|text| text.encloses(at));
        self.errors().any(|d| !d.labels.first().is_some_and(|label| is_in_text(label.span)))
    }

    /// Returns whether a text has an error so far.
    pub fn has_error_in(&self, text: &CodeText) -> bool {
        self.errors().any(|d| d.labels.iter().any(|label| text.span.encloses(label.span)))
    }

    fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.rules.diagnostics.iter().filter(|d| d.severity == Severity::Error)
    }

    /// Reports a diagnostic, even if the same one was reported before.
    pub fn report(&mut self, d: Diagnostic) {
        self.rules.diagnostics.push(d);
    }

    /// Reports diagnostics, even those that were reported before.
    pub fn report_all(&mut self, all: impl IntoIterator<Item = Diagnostic>) {
        self.rules.diagnostics.extend(all);
    }

    /// Takes reported diagnostics back.
    pub fn withdraw(&mut self, mut is_settled: impl FnMut(&Diagnostic) -> bool) {
        self.rules.diagnostics.retain(|d| !is_settled(d));
    }

    /// Reports a diagnostic, unless one with the same code was reported at the same place.
    pub fn report_once(&mut self, d: Diagnostic) {
        self.rules.once(d);
    }

    /// Reports why a text cannot be rendered with a card's data.
    pub fn report_template(
        &mut self,
        template: &CodeText,
        e: TemplateError,
        data: &BTreeMap<String, minijinja::Value>,
        card: &str,
    ) {
        self.rules.report_template(template, e, data, card);
    }

    /// Returns whether a card has no copies, so that its texts are not rendered.
    pub fn is_absent(&self, name: NameId) -> bool {
        self.rules.is_absent(name)
    }

    /// Returns the data that a text of a card may use.
    pub fn card_data(&self, name: NameId) -> BTreeMap<String, minijinja::Value> {
        self.rules.card_data(name)
    }

    /// Renders a keyword's text with the keyword's parameters on a card.
    pub fn reminder(&mut self, name: NameId, keyword: &str, text: &CodeText) -> String {
        self.rules.reminder(name, keyword, text)
    }

    /// Copies the texts of cards to their stand-ins.
    pub fn copy_texts_to_stand_ins(&mut self) {
        self.rules.copy_texts_to_stand_ins();
    }

    /// Checks the parts that depend on the rules: deck lists, scenarios, print settings. The texts can still
    /// be compared with the rules afterwards, and unused declarations be found.
    pub fn finish(self) -> (CheckedGame, RemainingParts<'p>) {
        let CheckedRules { mut rules, first_occurrences, setups, flow, bots, figures, layout, .. } = self;
        let package = rules.package;
        let decks = rules.decks();
        rules.one_list_each();
        // In a game with lists, each scenario belongs to its own table.
        let scenarios = if package.played.is_some() || !package.asks_for_lists() {
            rules.scenarios(&ScenarioNames { setups: &setups, bots: &bots, decks: &decks, score: flow.score })
        } else {
            Vec::new()
        };
        let print = rules.paper();
        let names = std::mem::take(&mut rules.names);
        let (symbols, diagnostics, mut uses) = rules.into_result();
        let (lay, lists_brought) = (layout.0, who_brings_lists(package));
        let checked = CheckedGame {
            symbols,
            lay,
            setups,
            flow,
            bots,
            figures,
            decks,
            lists_brought,
            scenarios,
            print,
            diagnostics,
            lints: Vec::new(),
            editor_info: uses.editor_info.take(),
        };
        (checked, RemainingParts { package, names, first_occurrences, uses, layout })
    }
}
