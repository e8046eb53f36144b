//! Checks of the names of a package: duplicates, conflicts with other names, words of the language.

use crate::model::read::messages;
use std::collections::{HashMap, HashSet};

use crate::diagnostics::{Diagnostic, plural};
use crate::model::boards::BoardFormDecl;
use crate::model::components::KindDecl;
use crate::model::fields::{FieldDecl, ParamDecl, SlotDecl};
use crate::model::game::OptionValues;
use crate::model::ident::Ident;
use crate::model::package::Package;
use crate::schema::CARD_KEYS;
use crate::source::Span;
use crate::syntax::is_reserved;
use crate::vocabulary::{TAKEN_BOTS, WORDS, WordNature};

/// The built-in kinds.
const KINDS: [&str; 3] = ["card", "piece", "token"];

/// The built-in global names.
const BUILT_IN: [&str; 4] = ["box", "player_count", "players", "playing"];

/// The built-in types, which cannot be the name of a kind, enum or option.
const TYPES: [&str; 7] = ["bool", "component", "int", "name", "player", "set", "zone"];

/// The built-in types of a game with boards.
const BOARD_TYPES: [&str; 9] =
    ["bool", "cell", "component", "direction", "int", "name", "player", "set", "zone"];

/// The global sets of a game with boards.
const BOARD_SETS: [&str; 4] = ["cells", "diagonals", "directions", "orthogonals"];

/// The built-in members of cells.
const CELL_NAMES: [&str; 2] = ["column", "row"];

fn types_of(package: &Package) -> &'static [&'static str] {
    if package.boards.is_empty() { &TYPES } else { &BOARD_TYPES }
}

/// Reports conflicting names of a package, and keeps the first declaration of each.
pub fn settle(package: &mut Package, found: &mut Vec<Diagnostic>) {
    add_up_kinds(package);
    once(&mut package.options, |d| &d.id, "option", found);
    once(&mut package.setups, |d| &d.id, "setup", found);
    once(&mut package.enums, |d| &d.id, "enum", found);
    once(&mut package.dice, |d| &d.id, "die", found);
    once(&mut package.kinds, |d| &d.id, "kind", found);
    once(&mut package.table_state, |d| &d.id, "state of the table", found);
    once(&mut package.player_state, |d| &d.id, "state of a player", found);
    once(&mut package.zones, |d| &d.id, "zone", found);
    once(&mut package.boards, |d| &d.id, "board", found);
    once(&mut package.histories, |d| &d.id, "history", found);
    once(&mut package.functions, |d| &d.id, "function", found);
    once(&mut package.verbs, |d| &d.id, "verb", found);
    once(&mut package.actions, |d| &d.id, "action", found);
    once(&mut package.keywords, |d| &d.id, "keyword", found);
    once(&mut package.bots, |d| &d.id, "bot", found);
    once(&mut package.figures, |d| &d.id, "figure", found);
    once(&mut package.cards, |d| &d.id, "card", found);
    once(&mut package.words, |d| &d.id, "word", found);
    super::sorts::settle(package, found);
    package.unclear = in_code(package, found);
    cells(package, found);
    components(package, found);
    reserved(package, found);
    super::copies::make_most(package, found);
    super::lists::lay(package);
    super::tokens::make(package, found);
    bots(package, found);
}

/// Reports bots with the name of a built-in bot, and removes them.
fn bots(package: &mut Package, found: &mut Vec<Diagnostic>) {
    package.bots.retain(|bot| {
        let name = bot.id.text.as_str();
        let taken = TAKEN_BOTS.contains(&name);
        if taken {
            let who = if name == "human" { "a person" } else { "a bot that every game has" };
            found.push(messages::bot_name_taken(bot.id.span, name, who));
        }
        !taken
    });
}

/// Merges declarations of the same built-in kind, which a package may extend in several files.
fn add_up_kinds(package: &mut Package) {
    let mut kinds: Vec<KindDecl> = Vec::with_capacity(package.kinds.len());
    for kind in package.kinds.drain(..) {
        let earlier =
            kinds.iter_mut().find(|k| k.id.text == kind.id.text && KINDS.contains(&k.id.text.as_str()));
        match earlier {
            Some(earlier) => {
                earlier.attributes.extend(kind.attributes);
                earlier.state.extend(kind.state);
                earlier.slots.extend(kind.slots);
                earlier.actions.extend(kind.actions);
                earlier.base = earlier.base.take().or(kind.base);
                earlier.stands_for = earlier.stands_for.take().or(kind.stands_for);
                earlier.copies = earlier.copies.take().or(kind.copies);
                earlier.text = earlier.text.take().or(kind.text);
                earlier.only_if = earlier.only_if.take().or(kind.only_if);
            }
            None => kinds.push(kind),
        }
    }
    package.kinds = kinds;
}

/// Keeps the first declaration of each id, and reports duplicates.
fn once<T>(declared: &mut Vec<T>, id: fn(&T) -> &Ident, what: &str, found: &mut Vec<Diagnostic>) {
    let mut first: HashMap<String, Span> = HashMap::with_capacity(declared.len());
    declared.retain(|declaration| {
        let id = id(declaration);
        match first.get(&id.text) {
            Some(earlier) => {
                let mut d = messages::declared_twice(id.span, what, &id.text, *earlier);
                if what == "kind" && earlier.file != id.span.file {
                    d.help = Some(
                        "a kind is declared in one file: put these lines there, or give it another id".into(),
                    );
                }
                found.push(d);
                false
            }
            None => {
                first.insert(id.text.clone(), id.span);
                true
            }
        }
    });
}

/// The sort of item that a name in code denotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NameSort {
    Function,
    Verb,
    Zone,
    Board,
    History,
    TableState,
    PlayerState,
    Option,
    Enum,
    Kind,
    /// The set of an enum's values: `colours` for an enum `colour`.
    EnumSet,
    /// The set of a kind's components: `units` for a kind `unit`.
    KindSet,
    /// A set of cells or directions, such as `cells`, in games with boards.
    BoardSet,
    /// A name that exists in all games.
    BuiltIn,
    /// A built-in that is called: `min(a, b)`.
    BuiltInCall,
}

impl NameSort {
    /// Describes an item of this sort; for a set, with the declaration that it results from.
    fn describe(self, made_of: &str) -> String {
        let plain = match self {
            NameSort::Function => "a function",
            NameSort::Verb => "a verb",
            NameSort::Zone => "a zone",
            NameSort::Board => "a board",
            NameSort::History => "a history",
            NameSort::TableState => "a state of the table",
            NameSort::PlayerState => "a state of a player",
            NameSort::Option => "an option",
            NameSort::Enum => "an enum",
            NameSort::Kind => "a kind",
            NameSort::BoardSet => "a set that every game with boards has",
            NameSort::BuiltIn => "built in",
            NameSort::BuiltInCall => "a built-in",
            NameSort::EnumSet => return format!("the set of all values of the enum `{made_of}`"),
            NameSort::KindSet => return format!("the set of all components of the kind `{made_of}`"),
        };
        plain.to_owned()
    }

    /// Returns the label under the declaration.
    fn label(self, name: &str) -> String {
        match self {
            NameSort::EnumSet | NameSort::KindSet => format!("makes `{name}`, the set of all its members"),
            _ => self.describe(""),
        }
    }

    /// Returns whether two items of the same name can be distinguished by their position in code.
    fn apart(self, other: NameSort) -> bool {
        match (self, other) {
            // State is a value and its enum a type; `colour = "colour"` is common.
            (NameSort::Enum, NameSort::TableState | NameSort::PlayerState)
            | (NameSort::TableState | NameSort::PlayerState, NameSort::Enum) => true,
            // A kind is named as a type and after `is`; an enum and an option with values are types, too.
            (NameSort::Kind, other) | (other, NameSort::Kind) => {
                !matches!(other, NameSort::Enum | NameSort::Option)
            }
            // Code tells calls from other names.
            (NameSort::BuiltInCall, other) | (other, NameSort::BuiltInCall) => {
                !matches!(other, NameSort::Function | NameSort::Verb)
            }
            _ => false,
        }
    }
}

/// Returns the id of the declaration that a set of this name results from.
fn made_of<'a>(mut all: impl Iterator<Item = (&'a Ident, Option<&'a Ident>)>, set: &str) -> String {
    let makes = |(id, several): &(&Ident, Option<&Ident>)| {
        several.map_or_else(|| plural(&id.text), |several| several.text.clone()) == set
    };
    let built_in = || {
        KINDS
            .iter()
            .find(|kind| plural(kind) == set)
            .map_or_else(|| "component".to_owned(), |kind| (*kind).to_owned())
    };
    all.find(makes).map_or_else(built_in, |(id, _)| id.text.clone())
}

/// A name in code, its meaning, and its declaration; `None` if it is in every game.
type NameInCode = (String, NameSort, Option<Span>);

/// Returns the names that code may use, with all of their meanings, in the order of their declarations.
fn names_in_code(package: &Package) -> Vec<NameInCode> {
    let mut names: Vec<NameInCode> = Vec::new();
    let mut name = |id: &Ident, sort: NameSort| names.push((id.text.clone(), sort, Some(id.span)));
    package.functions.iter().for_each(|d| name(&d.id, NameSort::Function));
    package.verbs.iter().for_each(|d| name(&d.id, NameSort::Verb));
    package.zones.iter().for_each(|d| name(&d.id, NameSort::Zone));
    package.boards.iter().for_each(|d| name(&d.id, NameSort::Board));
    package.histories.iter().for_each(|d| name(&d.id, NameSort::History));
    package.table_state.iter().for_each(|d| name(&d.id, NameSort::TableState));
    package.player_state.iter().for_each(|d| name(&d.id, NameSort::PlayerState));
    package.options.iter().for_each(|d| name(&d.id, NameSort::Option));
    package.enums.iter().for_each(|d| name(&d.id, NameSort::Enum));
    package.kinds.iter().for_each(|d| name(&d.id, NameSort::Kind));
    let mut set = |id: &str, sort: NameSort, span: Option<Span>| names.push((plural(id), sort, span));
    // A declaration with the name of a type is already rejected for that.
    let free = |d: &&Ident| !types_of(package).contains(&d.text.as_str());
    package
        .enums
        .iter()
        .map(|d| &d.id)
        .filter(free)
        .for_each(|id| set(&id.text, NameSort::EnumSet, Some(id.span)));
    let of_options = package.options.iter().filter(|d| matches!(d.values, OptionValues::Enum(..)));
    of_options.map(|d| &d.id).filter(free).for_each(|id| set(&id.text, NameSort::EnumSet, Some(id.span)));
    for kind in package.kinds.iter().filter(|kind| free(&&kind.id)) {
        match &kind.plural {
            Some(plural) => names.push((plural.text.clone(), NameSort::KindSet, Some(plural.span))),
            None => names.push((plural(&kind.id.text), NameSort::KindSet, Some(kind.id.span))),
        }
    }
    let mut set = |id: &str, sort: NameSort, span: Option<Span>| names.push((plural(id), sort, span));
    let undeclared = KINDS.iter().filter(|kind| package.kinds.iter().all(|d| d.id.text != **kind));
    undeclared.for_each(|kind| set(kind, NameSort::KindSet, None));
    set("component", NameSort::KindSet, None);
    names.extend(BUILT_IN.map(|name| (name.to_owned(), NameSort::BuiltIn, None)));
    let has_boards = !package.boards.is_empty();
    let called = WORDS.iter().filter(|word| has_boards || word.nature != WordNature::Board);
    names.extend(called.map(|word| (word.name.to_owned(), NameSort::BuiltInCall, None)));
    if has_boards {
        names.extend(BOARD_SETS.map(|set| (set.to_owned(), NameSort::BoardSet, None)));
    }
    names.sort_by_key(|(_, _, span)| span.map(|s| (s.file, s.start)));
    names
}

/// Reports names with two meanings that code could not distinguish. Returns these names.
fn in_code(package: &Package, found: &mut Vec<Diagnostic>) -> Vec<String> {
    let names = names_in_code(package);
    let mut unclear = Vec::new();
    let mut taken: HashMap<&str, Vec<(NameSort, Option<Span>)>> = HashMap::new();
    for (name, sort, span) in &names {
        let others = taken.entry(name).or_default();
        match (others.iter().find(|(other, _)| !sort.apart(*other)), span) {
            (Some(first), Some(span)) => {
                found.push(clash(package, name, (*sort, *span), *first));
                unclear.push(name.clone());
            }
            // The first declaration keeps the name.
            _ => others.push((*sort, *span)),
        }
    }
    unclear
}

/// Returns the error of a name that has a meaning already.
fn clash(
    package: &Package,
    name: &str,
    (sort, span): (NameSort, Span),
    (other, first): (NameSort, Option<Span>),
) -> Diagnostic {
    let made_of = |sort: NameSort| match sort {
        NameSort::KindSet => made_of(package.kinds.iter().map(|kind| (&kind.id, kind.plural.as_ref())), name),
        _ => {
            let options = package.options.iter().map(|option| &option.id);
            made_of(package.enums.iter().map(|e| &e.id).chain(options).map(|id| (id, None)), name)
        }
    };
    let (made_first, made) = (other.describe(&made_of(other)), sort.describe(&made_of(sort)));
    let mut clash = messages::name_clash(span, name, (&made_first, &made), &sort.label(name));
    if let Some(first) = first {
        clash = clash.at(first, other.label(name));
    }
    let built_in = KINDS.iter().find(|kind| plural(kind) == name);
    match (built_in, first) {
        (Some(kind), None) if other == NameSort::KindSet => clash
            .because(format!("The kind `{kind}` is there in every game, so `{name}` are all its components."))
            .help(match sort {
                NameSort::TableState | NameSort::PlayerState => {
                    format!("give it another id, such as `{kind}_count`")
                }
                _ => "give it another id".to_owned(),
            }),
        (_, Some(_)) if sort == NameSort::Zone && other == NameSort::KindSet => {
            clash.help(format!("give the zone another id, such as `{name}_pile`"))
        }
        (_, Some(_)) => clash.help("give one of them another id"),
        (_, None) => clash.help("give it another id"),
    }
}

/// Reports duplicate names in a kind, including those of its bases, and names that are a key of every card.
fn components(package: &mut Package, found: &mut Vec<Diagnostic>) {
    let mut own: HashMap<String, (Option<String>, Vec<Ident>)> = HashMap::new();
    for kind in &mut package.kinds {
        let mut names: Vec<Ident> = Vec::new();
        for state in &kind.state {
            if let (false, Some(default)) = (state.printed, &state.default) {
                found.push(messages::default_of_state(default.span, &state.id.text));
            }
        }
        let mut keep = |id: &Ident, as_state: bool| {
            if CARD_KEYS.contains(&id.text.as_str()) && !(as_state && id.text == "name") {
                found.push(messages::key_of_cards(id.span, &id.text));
                return false;
            }
            if let Some(first) = names.iter().find(|n| n.text == id.text) {
                let whose = ("kind", kind.id.text.as_str());
                found.push(messages::declared_twice_in(id.span, &id.text, whose, first.span));
                return false;
            }
            names.push(id.clone());
            true
        };
        kind.attributes.retain(|d| keep(&d.id, false));
        kind.state.retain(|d| keep(&d.id, true));
        kind.slots.retain(|d| keep(&d.id, false));
        own.insert(kind.id.text.clone(), (kind.base.as_ref().map(|b| b.text.clone()), names));
    }
    for kind in &mut package.kinds {
        let mut above: Vec<&Ident> = Vec::new();
        let mut seen = HashSet::from([kind.id.text.as_str()]);
        let mut next = kind.base.as_ref().map(|b| b.text.as_str());
        while let Some((base, (up, names))) = next.and_then(|base| Some((base, own.get(base)?))) {
            // A kind above itself is reported by `check`.
            if !seen.insert(base) {
                break;
            }
            above.extend(names);
            next = up.as_deref();
        }
        let mut keep = |id: &Ident| match above.iter().find(|n| n.text == id.text) {
            Some(first) => {
                found.push(messages::declared_above(id.span, &id.text, first.span));
                false
            }
            None => true,
        };
        kind.attributes.retain(|d: &FieldDecl| keep(&d.id));
        kind.state.retain(|d: &FieldDecl| keep(&d.id));
        kind.slots.retain(|d: &SlotDecl| keep(&d.id));
    }
}

/// Reports duplicate names in a board, and names of built-in members of cells.
fn cells(package: &mut Package, found: &mut Vec<Diagnostic>) {
    for board in &mut package.boards {
        let mut names: Vec<Ident> = Vec::new();
        let mut keep = |id: &Ident| {
            if CELL_NAMES.contains(&id.text.as_str()) {
                found.push(messages::own_of_cells(id.span, &id.text));
                return false;
            }
            if let Some(first) = names.iter().find(|n| n.text == id.text) {
                let whose = ("board", board.id.text.as_str());
                found.push(messages::declared_twice_in(id.span, &id.text, whose, first.span));
                return false;
            }
            names.push(id.clone());
            true
        };
        board.attributes.retain(|d| keep(&d.id));
        board.state.retain(|d| keep(&d.id));
    }
}

/// Reports ids that are words of the language.
fn reserved(package: &Package, found: &mut Vec<Diagnostic>) {
    let mut look = |id: &Ident, also: &[&str]| {
        let word = id.text.as_str();
        if is_reserved(word) || also.contains(&word) {
            found.push(messages::reserved_word(id.span, word));
        }
    };
    let types = types_of(package);
    for option in &package.options {
        look(&option.id, types);
        if let OptionValues::Enum(values, _) = &option.values {
            values.iter().for_each(|v| look(v, &[]));
        }
    }
    for of in &package.enums {
        look(&of.id, types);
        of.values.iter().for_each(|v| look(v, &[]));
    }
    let mut params = |params: &[ParamDecl]| {
        params.iter().filter(|p| !matches!(p.id.text.as_str(), "self" | "you")).for_each(|p| look(&p.id, &[]))
    };
    package.functions.iter().for_each(|d| params(&d.params));
    package.verbs.iter().for_each(|d| params(&d.params));
    let borne = || {
        let of_kinds = package.kinds.iter().flat_map(|k| &k.actions);
        of_kinds
            .chain(package.cards.iter().flat_map(|c| &c.actions))
            .chain(package.keywords.iter().flat_map(|k| &k.actions))
    };
    package.actions.iter().chain(borne()).for_each(|d| params(&d.params));
    package.keywords.iter().for_each(|d| params(&d.params));
    package.kinds.iter().flat_map(|k| &k.slots).for_each(|d| params(&d.params));
    package.kinds.iter().for_each(|d| look(&d.id, types));
    let kinds = || package.kinds.iter();
    let fields = kinds().flat_map(|k| k.attributes.iter().chain(&k.state));
    fields.chain(&package.table_state).chain(&package.player_state).for_each(|d| look(&d.id, &[]));
    kinds().flat_map(|k| &k.slots).for_each(|d| look(&d.id, &[]));
    package.zones.iter().for_each(|d| look(&d.id, &[]));
    for board in &package.boards {
        look(&board.id, &[]);
        board.attributes.iter().for_each(|d| look(&d.id, &[]));
        board.state.iter().for_each(|d| look(&d.id, &[]));
        if let BoardFormDecl::Areas(areas) = &board.form {
            areas.iter().for_each(|area| look(&area.id, &[]));
        }
        if let BoardFormDecl::Lines = board.form {
            let mut seen: Vec<&str> = Vec::new();
            for cell in board.lines.iter().flatten() {
                if !seen.contains(&cell.text.as_str()) {
                    seen.push(&cell.text);
                    look(cell, &[]);
                }
            }
        }
    }
    package.histories.iter().for_each(|d| look(&d.id, &[]));
    package.functions.iter().for_each(|d| look(&d.id, &[]));
    package.verbs.iter().for_each(|d| look(&d.id, &[]));
    package.actions.iter().chain(borne()).for_each(|d| look(&d.id, &[]));
    package.keywords.iter().for_each(|d| look(&d.id, &[]));
    package.cards.iter().for_each(|d| look(&d.id, &[]));
}
