//! The strings of a package that are code, by their places in the files.

use std::collections::BTreeMap;
use std::ops::Range;

use super::actions::ActionDecl;
use super::callables::{ModifierDecl, ReactionDecl};
use super::decks::CopiesDecl;
use super::fields::{FieldDecl, ParamDecl, SlotDecl};
use super::ident::CodeText;
use super::package::Package;
use super::scenarios::StepKind;
use crate::place::{FileId, Span};
use crate::source::{Text, TomlValue};
use crate::syntax::CodeForm;

/// The code strings of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeStrings {
    /// Grammar of each, by the bytes of the string with its quotes: its first byte, and the one after its
    /// last.
    forms: BTreeMap<(u32, u32), CodeForm>,
}

impl CodeStrings {
    /// Returns the grammar of the string at these bytes of the file, quotes included; `None` if it is no
    /// code.
    pub fn form_at(&self, bytes: &Range<usize>) -> Option<CodeForm> {
        let place = (u32::try_from(bytes.start).ok()?, u32::try_from(bytes.end).ok()?);
        self.forms.get(&place).copied()
    }

    /// Returns the places of all code strings, in their order.
    pub fn places(&self) -> impl Iterator<Item = Range<usize>> {
        self.forms.keys().map(|(start, end)| (*start as usize)..*end as usize)
    }
}

/// Returns the code strings of a file of a package.
///
/// The rule of a card is known by the slots of its kind, wherever that is declared; strings under unknown
/// keys are not code.
pub fn code_strings(package: &Package, file: FileId) -> CodeStrings {
    let mut finder = CodeFinder { package, file, found: CodeStrings::default() };
    finder.game();
    finder.kinds();
    finder.rules();
    finder.cards();
    finder.scenarios();
    finder.found
}

struct CodeFinder<'p> {
    package: &'p Package,
    file: FileId,
    found: CodeStrings,
}

impl<'p> CodeFinder<'p> {
    fn add(&mut self, form: CodeForm, text: &Text) {
        let Span { file, start, end } = text.span;
        // A part of a cell of a spreadsheet lies in no file of TOML.
        if file == self.file {
            self.found.forms.insert((start, end), form);
        }
    }

    fn all<'c>(&mut self, form: CodeForm, codes: impl IntoIterator<Item = &'c CodeText>) {
        codes.into_iter().for_each(|code| self.add(form, code));
    }

    fn game(&mut self) {
        let package = self.package;
        self.all(CodeForm::Function, package.requires.iter().map(|require| &require.that));
        let parts = package.deck_rules.iter().flat_map(|rules| &rules.parts);
        for part in parts {
            if let Some(CopiesDecl::Most(code)) = &part.copies {
                self.add(CodeForm::Function, code);
            }
            self.all(CodeForm::Function, part.requires.iter().map(|require| &require.that));
        }
        self.all(CodeForm::Statements, package.flow.setup.iter().chain(&package.flow.play));
        let scoring = &package.scoring;
        self.all(CodeForm::Function, scoring.score.iter().chain(&scoring.ties));
        self.all(CodeForm::Expression, &scoring.together);
        for bot in &package.bots {
            self.all(
                CodeForm::Function,
                bot.evaluate.iter().chain(bot.prefers.iter().map(|line| &line.value)),
            );
        }
        self.all(CodeForm::Expression, package.figures.iter().map(|figure| &figure.value));
    }

    fn kinds(&mut self) {
        for kind in &self.package.kinds {
            self.all(CodeForm::Function, kind.copies.iter().chain(&kind.only_if));
            self.fields(kind.attributes.iter().chain(&kind.state));
            for slot in &kind.slots {
                self.params(CodeForm::Type, &slot.params);
                self.all(CodeForm::Type, &slot.returns);
                self.all(CodeForm::Expression, &slot.from);
                self.all(form_of(slot), &slot.default);
            }
            self.actions(&kind.actions);
        }
        self.fields(self.package.table_state.iter().chain(&self.package.player_state));
        for zone in &self.package.zones {
            self.all(CodeForm::Expression, zone.viewers.iter().chain(&zone.top_viewers));
            // `list` and `list.hero` are names.
            self.all(CodeForm::Function, zone.start.iter().filter(|_| zone.list.is_none()));
            self.all(CodeForm::Function, &zone.only_if);
        }
        for board in &self.package.boards {
            for attribute in &board.attributes {
                self.add(CodeForm::Type, &attribute.ty);
                self.all(CodeForm::Function, &attribute.is);
            }
            self.fields(&board.state);
            self.all(CodeForm::Function, &board.only_if);
        }
    }

    fn fields(&mut self, fields: impl IntoIterator<Item = &'p FieldDecl>) {
        for field in fields {
            self.add(CodeForm::Type, &field.ty);
            self.all(CodeForm::Function, &field.start);
            self.all(CodeForm::Expression, &field.until);
        }
    }

    fn params(&mut self, form: CodeForm, params: &'p [ParamDecl]) {
        self.all(form, params.iter().map(|param| &param.ty));
    }

    fn rules(&mut self) {
        for function in &self.package.functions {
            self.params(CodeForm::Type, &function.params);
            self.add(CodeForm::Type, &function.returns);
            self.add(CodeForm::Function, &function.code);
        }
        for verb in &self.package.verbs {
            self.params(CodeForm::Type, &verb.params);
            self.all(CodeForm::Type, &verb.returns);
            self.add(CodeForm::Statements, &verb.code);
        }
        self.actions(&self.package.actions);
        self.reactions(&self.package.reactions);
        self.modifiers(&self.package.modifiers);
        for keyword in &self.package.keywords {
            self.params(CodeForm::Type, &keyword.params);
            for (slot, code) in &keyword.slots {
                let mut slots = self.package.kinds.iter().flat_map(|kind| &kind.slots);
                if let Some(slot) = slots.find(|declared| declared.id.text == slot.text) {
                    self.add(form_of(slot), code);
                }
            }
            self.reactions(&keyword.reactions);
            self.modifiers(&keyword.modifiers);
            self.actions(&keyword.actions);
        }
    }

    fn actions(&mut self, actions: &'p [ActionDecl]) {
        for action in actions {
            self.params(CodeForm::Expression, &action.params);
            self.all(CodeForm::Expression, &action.when);
            self.add(CodeForm::Statements, &action.code);
            self.all(CodeForm::Function, &action.only_if);
        }
    }

    fn reactions(&mut self, reactions: &'p [ReactionDecl]) {
        for reaction in reactions {
            self.all(CodeForm::Expression, &reaction.condition);
            self.add(CodeForm::Statements, &reaction.code);
            self.all(CodeForm::Function, &reaction.only_if);
        }
    }

    fn modifiers(&mut self, modifiers: &'p [ModifierDecl]) {
        for modifier in modifiers {
            self.all(
                CodeForm::Expression,
                modifier.condition.iter().chain(&modifier.add).chain(&modifier.set),
            );
            self.all(CodeForm::Function, &modifier.only_if);
        }
    }

    fn cards(&mut self) {
        // The slots of each kind are looked up once, not for each of thousands of cards.
        let mut slots: BTreeMap<&str, BTreeMap<&str, CodeForm>> = BTreeMap::new();
        for card in &self.package.cards {
            self.all(CodeForm::Function, card.agreed.iter().chain(&card.only_if));
            self.reactions(&card.reactions);
            self.modifiers(&card.modifiers);
            self.actions(&card.actions);
            let slots =
                slots.entry(&card.kind.text).or_insert_with(|| slots_of(self.package, &card.kind.text));
            for (key, value) in &card.fields {
                if let (TomlValue::Text(text), Some(form)) = (&value.value, slots.get(key.text.as_str())) {
                    self.add(*form, text);
                }
            }
        }
    }

    fn scenarios(&mut self) {
        let steps = self.package.scenarios.iter().flat_map(|scenario| &scenario.steps);
        for step in steps {
            match &step.kind {
                StepKind::Do(code) | StepKind::Fault(_, Some(code)) => self.add(CodeForm::Statements, code),
                StepKind::Expect(code) | StepKind::Value { code, .. } => self.add(CodeForm::Expression, code),
                _ => {}
            }
        }
    }
}

/// Returns the grammar of the rules in a slot.
fn form_of(slot: &SlotDecl) -> CodeForm {
    match (&slot.from, &slot.returns) {
        (Some(_), _) => CodeForm::Expression,
        (None, Some(_)) => CodeForm::Function,
        (None, None) => CodeForm::Statements,
    }
}

/// Returns the slots of a kind and of those above it.
fn slots_of<'p>(package: &'p Package, kind: &'p str) -> BTreeMap<&'p str, CodeForm> {
    let mut slots = BTreeMap::new();
    let mut seen = Vec::new();
    let mut next = Some(kind);
    while let Some(id) = next.filter(|id| !seen.contains(id)) {
        seen.push(id);
        let declared = || package.kinds.iter().filter(|kind| kind.id.text == id);
        for slot in declared().flat_map(|kind| &kind.slots) {
            slots.entry(slot.id.text.as_str()).or_insert_with(|| form_of(slot));
        }
        let base = declared().find_map(|kind| kind.base.as_ref());
        // Without a base a kind is one of cards.
        next = base.map(|base| base.text.as_str()).or_else(|| declared().next().map(|_| "card"));
    }
    slots
}
