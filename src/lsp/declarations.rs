//! The declarations of a package by name, for going to them and for lists of symbols.

use std::collections::BTreeMap;

use lsp_types::SymbolKind;

use crate::check::symbols::editor_info::signature;
use crate::diagnostics::plural;
use crate::model::boards::BoardFormDecl;
use crate::model::{
    ActionDecl, BoardDecl, CodeText, FieldDecl, Ident, OptionValues, Package, ParamDecl, SlotDecl,
};
use crate::place::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclarationKind {
    Enum,
    Value,
    Die,
    Kind,
    Attribute,
    State,
    Slot,
    Zone,
    Board,
    Cell,
    History,
    Option,
    Setup,
    Function,
    Verb,
    Action,
    Keyword,
    Card,
    Bot,
    Figure,
    Deck,
    Scenario,
}

impl DeclarationKind {
    /// Returns its name for people.
    pub fn name(self) -> &'static str {
        match self {
            DeclarationKind::Enum => "enum",
            DeclarationKind::Value => "value",
            DeclarationKind::Die => "die",
            DeclarationKind::Kind => "kind",
            DeclarationKind::Attribute => "attribute",
            DeclarationKind::State => "state",
            DeclarationKind::Slot => "slot",
            DeclarationKind::Zone => "zone",
            DeclarationKind::Board => "board",
            DeclarationKind::Cell => "cell",
            DeclarationKind::History => "history",
            DeclarationKind::Option => "option",
            DeclarationKind::Setup => "setup",
            DeclarationKind::Function => "function",
            DeclarationKind::Verb => "verb",
            DeclarationKind::Action => "action",
            DeclarationKind::Keyword => "keyword",
            DeclarationKind::Card => "card",
            DeclarationKind::Bot => "bot",
            DeclarationKind::Figure => "figure",
            DeclarationKind::Deck => "deck",
            DeclarationKind::Scenario => "scenario",
        }
    }

    /// Returns whether it declares a member of players, components or cells, or a name that is called like
    /// one.
    pub fn is_member(self) -> bool {
        matches!(
            self,
            DeclarationKind::Attribute
                | DeclarationKind::State
                | DeclarationKind::Slot
                | DeclarationKind::Zone
                | DeclarationKind::Function
        )
    }

    /// Returns whether code cannot name it: it is named by files and at the prompt.
    pub fn is_of_files(self) -> bool {
        matches!(
            self,
            DeclarationKind::Scenario
                | DeclarationKind::Deck
                | DeclarationKind::Setup
                | DeclarationKind::Bot
                | DeclarationKind::Figure
                | DeclarationKind::Action
        )
    }

    /// Returns the protocol's nearest kind of symbol.
    pub fn symbol(self) -> SymbolKind {
        match self {
            DeclarationKind::Enum => SymbolKind::ENUM,
            DeclarationKind::Value => SymbolKind::ENUM_MEMBER,
            DeclarationKind::Kind => SymbolKind::CLASS,
            DeclarationKind::Attribute | DeclarationKind::State => SymbolKind::FIELD,
            DeclarationKind::Slot => SymbolKind::INTERFACE,
            DeclarationKind::Zone | DeclarationKind::Board | DeclarationKind::History => SymbolKind::ARRAY,
            DeclarationKind::Option | DeclarationKind::Setup => SymbolKind::BOOLEAN,
            DeclarationKind::Function => SymbolKind::FUNCTION,
            DeclarationKind::Verb | DeclarationKind::Action => SymbolKind::METHOD,
            DeclarationKind::Keyword => SymbolKind::PROPERTY,
            DeclarationKind::Card | DeclarationKind::Cell | DeclarationKind::Die => SymbolKind::OBJECT,
            DeclarationKind::Bot
            | DeclarationKind::Figure
            | DeclarationKind::Deck
            | DeclarationKind::Scenario => SymbolKind::CONSTANT,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Declaration {
    /// The id as written, without its table.
    pub name: String,
    /// The sort of table that declares it.
    pub kind: DeclarationKind,
    /// Its parent: the enum of a value, the kind of an attribute.
    pub of: Option<String>,
    /// Its type, signature or printed name.
    pub detail: String,
    /// Span of its id.
    pub span: Span,
}

/// The declarations of a package.
#[derive(Debug, Default)]
pub struct Declarations {
    all: Vec<Declaration>,
    by_name: BTreeMap<String, Vec<usize>>,
    plurals: BTreeMap<String, Vec<usize>>,
}

impl Declarations {
    /// Gathers the declarations of a package.
    pub fn of(package: &Package) -> Declarations {
        let mut found = Declarations::default();
        found.enums_and_dice(package);
        found.components(package);
        package.boards.iter().for_each(|board| found.board(board));
        found.histories_and_options(package);
        found.rules(package);
        found.cards_and_files(package);
        found.name_plurals(package);
        found
    }

    pub fn declarations_named(&self, name: &str) -> impl Iterator<Item = &Declaration> {
        self.by_name.get(name).into_iter().flatten().map(|at| &self.all[*at])
    }

    /// Returns the declarations of kinds and enums of this plural.
    pub fn of_plural(&self, plural: &str) -> impl Iterator<Item = &Declaration> {
        self.plurals.get(plural).into_iter().flatten().map(|at| &self.all[*at])
    }

    /// Returns all declarations, in the order of their kinds.
    pub fn all(&self) -> &[Declaration] {
        &self.all
    }

    fn enums_and_dice(&mut self, package: &Package) {
        for one in &package.enums {
            self.add(&one.id, DeclarationKind::Enum, None, String::new());
            one.values
                .iter()
                .for_each(|value| self.add(value, DeclarationKind::Value, Some(&one.id), String::new()));
        }
        package.dice.iter().for_each(|die| self.add(&die.id, DeclarationKind::Die, None, String::new()));
    }

    /// Adds kinds, state and zones.
    fn components(&mut self, package: &Package) {
        for kind in &package.kinds {
            let base = kind.base.as_ref().map_or(String::new(), |base| format!("below `{}`", base.text));
            self.add(&kind.id, DeclarationKind::Kind, None, base);
            self.fields(&kind.attributes, DeclarationKind::Attribute, Some(&kind.id));
            self.fields(&kind.state, DeclarationKind::State, Some(&kind.id));
            self.slots(&kind.slots, &kind.id);
            self.actions(&kind.actions, Some(&kind.id));
        }
        self.fields(&package.table_state, DeclarationKind::State, None);
        self.fields(&package.player_state, DeclarationKind::State, None);
        package.zones.iter().for_each(|zone| self.add(&zone.id, DeclarationKind::Zone, None, per(&zone.per)));
    }

    fn board(&mut self, board: &BoardDecl) {
        self.add(&board.id, DeclarationKind::Board, None, board.name.clone().unwrap_or_default());
        self.fields(&board.state, DeclarationKind::State, Some(&board.id));
        for attribute in &board.attributes {
            self.add(&attribute.id, DeclarationKind::Attribute, Some(&board.id), attribute.ty.value.clone());
        }
        if let BoardFormDecl::Areas(areas) = &board.form {
            for area in areas {
                self.add(
                    &area.id,
                    DeclarationKind::Cell,
                    Some(&board.id),
                    area.name.clone().unwrap_or_default(),
                );
            }
        }
    }

    fn histories_and_options(&mut self, package: &Package) {
        package
            .histories
            .iter()
            .for_each(|history| self.add(&history.id, DeclarationKind::History, None, String::new()));
        for option in &package.options {
            self.add(&option.id, DeclarationKind::Option, None, option.text.clone());
            if let OptionValues::Enum(values, _) = &option.values {
                values.iter().for_each(|value| {
                    self.add(value, DeclarationKind::Value, Some(&option.id), String::new())
                });
            }
        }
        package
            .setups
            .iter()
            .for_each(|setup| self.add(&setup.id, DeclarationKind::Setup, None, String::new()));
    }

    /// Adds functions, verbs, actions and keywords.
    fn rules(&mut self, package: &Package) {
        for function in &package.functions {
            let detail = written_signature(&function.params, Some(&function.returns));
            self.add(&function.id, DeclarationKind::Function, None, detail);
        }
        for verb in &package.verbs {
            self.add(
                &verb.id,
                DeclarationKind::Verb,
                None,
                written_signature(&verb.params, verb.returns.as_ref()),
            );
        }
        self.actions(&package.actions, None);
        for keyword in &package.keywords {
            let text = keyword.text.as_ref().map_or(String::new(), |text| text.value.clone());
            self.add(&keyword.id, DeclarationKind::Keyword, None, text);
            self.actions(&keyword.actions, Some(&keyword.id));
        }
    }

    /// Adds cards, bots and figures, and declarations that have a file of their own.
    fn cards_and_files(&mut self, package: &Package) {
        for card in package.cards.iter().filter(|card| card.card.is_none()) {
            self.add(&card.id, DeclarationKind::Card, Some(&card.kind), card.name.text.clone());
            self.actions(&card.actions, Some(&card.id));
        }
        package.bots.iter().for_each(|bot| self.add(&bot.id, DeclarationKind::Bot, None, bot.text.clone()));
        package
            .figures
            .iter()
            .for_each(|figure| self.add(&figure.id, DeclarationKind::Figure, None, String::new()));
        package.decks.iter().for_each(|deck| self.add(&deck.id, DeclarationKind::Deck, None, String::new()));
        for scenario in &package.scenarios {
            self.add(&scenario.id, DeclarationKind::Scenario, None, scenario.name.clone());
        }
    }

    /// Finds the plurals, by which the set of all components of a kind, or of the values of an enum, is
    /// called.
    fn name_plurals(&mut self, package: &Package) {
        for (at, declaration) in self.all.iter().enumerate() {
            let of_kind = package.kinds.iter().find(|kind| kind.id.span == declaration.span);
            let plural = match of_kind.and_then(|kind| kind.plural.as_ref()) {
                Some(plural) => plural.text.clone(),
                None if matches!(declaration.kind, DeclarationKind::Kind | DeclarationKind::Enum) => {
                    plural(&declaration.name)
                }
                None => continue,
            };
            self.plurals.entry(plural).or_default().push(at);
        }
    }

    fn add(&mut self, id: &Ident, kind: DeclarationKind, of: Option<&Ident>, detail: String) {
        let same_name = self.by_name.entry(id.text.clone()).or_default();
        // Kinds that stand for others have the attributes of those.
        if same_name.iter().any(|at| self.all[*at].span == id.span) {
            return;
        }
        same_name.push(self.all.len());
        let of = of.map(|of| of.text.clone());
        self.all.push(Declaration { name: id.text.clone(), kind, of, detail, span: id.span });
    }

    fn fields(&mut self, fields: &[FieldDecl], kind: DeclarationKind, of: Option<&Ident>) {
        fields.iter().for_each(|field| self.add(&field.id, kind, of, field.ty.value.clone()));
    }

    fn slots(&mut self, slots: &[SlotDecl], of: &Ident) {
        for slot in slots {
            let returns = slot.returns.as_ref().map_or(String::new(), |ty| ty.value.clone());
            self.add(&slot.id, DeclarationKind::Slot, Some(of), returns);
        }
    }

    fn actions(&mut self, actions: &[ActionDecl], of: Option<&Ident>) {
        actions.iter().for_each(|action| {
            self.add(&action.id, DeclarationKind::Action, of, written_signature(&action.params, None))
        });
    }
}

fn written_signature(params: &[ParamDecl], result: Option<&CodeText>) -> String {
    let params = params.iter().map(|p| (p.id.text.as_str(), p.ty.value.clone()));
    signature(params, result.map(|ty| ty.value.clone()))
}

fn per(per: &[Ident]) -> String {
    let per: Vec<&str> = per.iter().map(|p| p.text.as_str()).collect();
    if per.is_empty() { String::new() } else { format!("per {}", per.join(", ")) }
}
