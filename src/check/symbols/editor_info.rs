//! Records expression types and completion candidates for the language server.

use crate::check::hir::types::Ty;
use crate::check::symbols::items::{Global, Member, ParamSymbol};
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::EnumId;
use crate::source::Span;
use crate::syntax::TYPE_WORDS;
use crate::vocabulary::WORDS;
use std::collections::{BTreeMap, HashSet};

/// The name written at the cursor to find completion candidates. A declaration of this name would hide them
/// all.
pub const COMPLETION_MARKER: &str = "completed__here";

/// Facts about checked code, for the language server.
#[derive(Debug, Default)]
pub struct EditorInfo {
    /// The type of each checked expression, by its span. An expression may have been checked several times.
    pub types: Vec<(Span, Ty)>,
    /// The strings that were parsed as rules. If several slots have equal rules, only the first is here.
    pub parsed: Vec<Span>,
    /// The spans of the expressions that are variables, parameters or elements.
    pub variables: HashSet<Span>,
    /// The uses of variables that statements declare, each with the span of the declaration.
    pub local_uses: Vec<(Span, Span)>,
    /// The spans of the variables that statements declare, each with its type.
    pub declared: Vec<(Span, Ty)>,
    /// The spans of the strings that are types, with their quotes.
    pub type_strings: Vec<Span>,
    /// Completion candidates at [`COMPLETION_MARKER`], by name.
    pub candidates: BTreeMap<String, Candidate>,
}

/// A name that the language server may offer at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The sort of declaration, which decides the icon in an editor.
    pub kind: CandidateKind,
    /// Its type as an author would write it, or its signature.
    pub detail: String,
    /// True if its type is the expected one, so that editors can list it first.
    pub fits: bool,
}

/// The sort of declaration that a completion candidate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateKind {
    /// A variable, parameter, `you`, `self` or `it`.
    Variable,
    /// A member of a player, component or cell.
    Member,
    /// A function, verb or built-in word.
    Function,
    /// A zone that belongs to the table, not to a player, component or cell.
    Zone,
    /// State that belongs to the table, not to a player, component or cell.
    State,
    /// An option of `[options]`, which has the value agreed before the game.
    Option,
    /// A value of an enum.
    Value,
    /// A card or a cell.
    Thing,
    /// A set of all values or components.
    Set,
}

/// Returns the words that types are made of, and the types that the game declares.
pub fn type_candidates(symbols: &SymbolTable) -> BTreeMap<String, Candidate> {
    let words = TYPE_WORDS.iter().map(|word| if *word == "set" { "set of" } else { word }).chain(["per"]);
    let words = words.map(|word| (word, CandidateKind::Function, "type"));
    let enums = symbols.enums.iter().map(|e| (e.id.as_str(), CandidateKind::Set, "enum"));
    let kinds = symbols.kinds.iter().map(|kind| (kind.id.as_str(), CandidateKind::Set, "kind"));
    let is_written = |name: &str| !name.is_empty() && name != COMPLETION_MARKER;
    let all = words.chain(enums).chain(kinds).filter(|(name, ..)| is_written(name));
    let candidate = |(name, kind, detail): (&str, CandidateKind, &str)| {
        (name.to_owned(), Candidate { kind, detail: detail.to_owned(), fits: kind == CandidateKind::Set })
    };
    all.map(candidate).collect()
}

/// The names gathered for one place. If several share a name, the first is kept: it is the one that the name
/// resolves to.
pub(in crate::check) struct CandidateCollector<'w> {
    pub symbols: &'w SymbolTable,
    pub want: Option<&'w Ty>,
    pub found: BTreeMap<String, Candidate>,
}

impl CandidateCollector<'_> {
    pub fn add(&mut self, name: &str, kind: CandidateKind, ty: &Ty) {
        self.add_with(name, kind, ty, ty.show(self.symbols));
    }

    fn add_with(&mut self, name: &str, kind: CandidateKind, ty: &Ty, detail: String) {
        if name == COMPLETION_MARKER {
            return;
        }
        let fits =
            self.want.is_some_and(|want| ty.fits(want, self.symbols) && !ty.is_error() && !want.is_error());
        self.found.entry(name.to_owned()).or_insert(Candidate { kind, detail, fits });
    }

    pub fn members(&mut self, of: &Ty) {
        let symbols = self.symbols;
        for name in symbols.members_of(of) {
            match symbols.member_of(of, name) {
                Some(Member::Attribute(a)) => {
                    self.add(name, CandidateKind::Member, &symbols.attribute_types[a])
                }
                Some(Member::Field(f, _)) => self.add(name, CandidateKind::Member, &symbols.fields[f].ty),
                Some(Member::Zone(z)) => {
                    self.add(name, CandidateKind::Member, &Ty::Zone(symbols.zones[z].kind));
                }
                Some(Member::Slot(s)) => {
                    let slot = &symbols.slots[s];
                    let detail = shown_signature(symbols, slot.params.iter(), &slot.result);
                    self.add_with(name, CandidateKind::Member, &slot.result, detail);
                }
                None => {}
            }
        }
    }

    /// Adds the keywords with parameters, which stand after another dot.
    pub fn keywords(&mut self, of: &Ty) {
        if !matches!(of, Ty::Component(_)) {
            return;
        }
        let symbols = self.symbols;
        for keyword in symbols.keywords.iter().filter(|keyword| !keyword.params.is_empty()) {
            let params = keyword.params.iter().map(|param| (param.id.as_str(), param.ty.show(symbols)));
            let detail = format!("keyword {}", signature(params, None));
            self.add_with(&keyword.id, CandidateKind::Member, &Ty::Unit, detail);
        }
    }

    /// Adds the functions whose first parameter takes a value of a type.
    pub fn methods(&mut self, of: &Ty) {
        let symbols = self.symbols;
        for (name, global) in &symbols.globals {
            if let Global::Function(f) = global
                && let function = &symbols.functions[*f]
                && let Some(first) = function.params.first()
                && of.fits(&first.ty, symbols)
            {
                let detail = shown_signature(symbols, function.params.iter().skip(1), &function.result);
                self.add_with(name, CandidateKind::Function, &function.result, detail);
            }
        }
    }

    pub fn globals(&mut self) {
        let symbols = self.symbols;
        for (name, global) in &symbols.globals {
            match global {
                Global::Function(f) => {
                    let function = &symbols.functions[*f];
                    let detail = shown_signature(symbols, function.params.iter(), &function.result);
                    self.add_with(name, CandidateKind::Function, &function.result, detail);
                }
                Global::Zone(z) => self.add(name, CandidateKind::Zone, &Ty::Zone(symbols.zones[*z].kind)),
                Global::Field(f) => self.add(name, CandidateKind::State, &symbols.fields[*f].ty),
                Global::Option(o) => self.add(name, CandidateKind::Option, &symbols.options[*o].ty),
                Global::Enum(e) => self.add(name, CandidateKind::Set, &Ty::Enum(*e).set()),
                Global::Kind(k) => self.add(name, CandidateKind::Set, &Ty::Component(*k).set()),
                Global::Constant(c) => self.add(name, CandidateKind::Set, &symbols.constants[*c].0),
                Global::History(_) => self.add_with(name, CandidateKind::State, &Ty::Unit, "history".into()),
                Global::Unclear => {}
            }
        }
        self.add("players", CandidateKind::Set, &Ty::Player.set());
        self.add("playing", CandidateKind::Set, &Ty::Player.set());
        self.add("player_count", CandidateKind::State, &Ty::Int);
        for word in WORDS {
            self.add_with(word.name, CandidateKind::Function, &Ty::Error, word.forms.join("  "));
        }
        for (e, info) in symbols.enums.iter().enumerate() {
            info.values
                .iter()
                .for_each(|value| self.add(value, CandidateKind::Value, &Ty::Enum(EnumId::from_index(e))));
        }
        symbols.name_ids.keys().for_each(|card| self.add(card, CandidateKind::Thing, &Ty::Name));
        symbols.cell_ids.keys().for_each(|cell| self.add(cell, CandidateKind::Thing, &Ty::Cell));
    }
}

pub(in crate::check) fn shown_signature<'p>(
    symbols: &SymbolTable,
    params: impl Iterator<Item = &'p ParamSymbol>,
    result: &Ty,
) -> String {
    let result = (*result != Ty::Unit).then(|| result.show(symbols));
    signature(params.map(|p| (p.id.as_str(), p.ty.show(symbols))), result)
}

/// Formats parameters with their types, and a result: `(c: card, n: int): int`; of a function without
/// parameters, its result alone.
pub fn signature<'p>(params: impl Iterator<Item = (&'p str, String)>, result: Option<String>) -> String {
    let params: Vec<String> = params.map(|(name, ty)| format!("{name}: {ty}")).collect();
    match (params.is_empty(), result) {
        (true, result) => result.unwrap_or_default(),
        (false, None) => format!("({})", params.join(", ")),
        (false, Some(result)) => format!("({}): {result}", params.join(", ")),
    }
}
