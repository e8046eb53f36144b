//! Records expression types and completion candidates for the language server.

use super::hir::{HExpr, HKind};
use super::scope::{Cx, Item, You};
use super::types::Ty;
use super::world::{Global, Member, World};
use crate::ir::{Owner, ZoneThing};
use crate::source::Span;
use crate::vocabulary::WORDS;
use std::collections::{BTreeMap, HashSet};

/// The name that stands where something is to be completed. No declaration may be called so.
pub const COMPLETION_MARKER: &str = "completed__here";

/// What the language server knows of checked code.
#[derive(Debug, Default)]
pub struct EditorInfo {
    /// The type of each checked expression, by its span. An expression may have been checked several times.
    pub types: Vec<(Span, Ty)>,
    /// The spans of the expressions that are variables, parameters or elements.
    pub variables: HashSet<Span>,
    /// What could stand in the place of [`COMPLETION_MARKER`], by name.
    pub candidates: BTreeMap<String, Candidate>,
}

/// A name that could stand somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its kind.
    pub kind: CandidateKind,
    /// Its type as an author would write it, or the parameters of what is called.
    pub detail: String,
    /// Whether it has the type that is expected there.
    pub fits: bool,
}

/// The kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateKind {
    /// A variable, parameter, `you`, `self` or `it`.
    Variable,
    /// A member of a player, component or cell.
    Member,
    /// A function, verb or built-in word.
    Function,
    /// A zone of the table.
    Zone,
    /// State of the table.
    State,
    /// An option.
    Option,
    /// A value of an enum.
    Value,
    /// A card or a cell.
    Thing,
    /// A set of all values or components.
    Set,
}

impl Cx<'_> {
    /// Records the type of a checked expression, if the language server asks.
    pub(super) fn record_type(&mut self, expr: &HExpr) {
        if let Some(editor_info) = &mut self.uses.editor_info
            && expr.ty != Ty::Error
        {
            editor_info.types.push((expr.span, expr.ty.clone()));
            if let HKind::Local(_) = expr.kind {
                editor_info.variables.insert(expr.span);
            }
        }
    }

    /// Records what could stand in the place of a missing name.
    pub(super) fn record_names(&mut self, want: Option<&Ty>) {
        if self.uses.editor_info.is_none() {
            return;
        }
        let mut candidates = CandidateCollector { world: self.world, want, found: BTreeMap::new() };
        for item in self.items.iter().rev() {
            match item {
                Item::Variable { name, ty, .. } => candidates.add(name, CandidateKind::Variable, ty),
                Item::Element { ty, .. } => {
                    candidates.add("it", CandidateKind::Variable, ty);
                    candidates.members(ty);
                }
                Item::There(..) => {}
            }
        }
        if let Some(ty) = self.self_local.map(|local| self.locals[local.0 as usize].clone()) {
            candidates.add("self", CandidateKind::Variable, &ty);
            candidates.members(&ty);
        }
        if self.you != You::Nobody {
            candidates.add("you", CandidateKind::Variable, &Ty::Player);
            candidates.members(&Ty::Player);
        }
        candidates.globals();
        let found = candidates.found;
        self.add_candidates(found);
    }

    /// Records the actions that could be offered to a player.
    pub(super) fn record_actions(&mut self) {
        if self.uses.editor_info.is_none() {
            return;
        }
        let world = self.world;
        let own =
            world.actions.iter().filter(|action| action.borne.is_none()).map(|action| (&action.id, &action.params));
        let of_cards = world.borne_actions.iter().filter_map(|borne| {
            let first = world.actions.get(usize::from(*borne.actions.first()?))?;
            Some((&borne.id, &first.params))
        });
        let offer = |(id, params): (&String, &Vec<super::world::Param>)| {
            let detail = called(world, params.iter(), &Ty::Unit);
            (id.clone(), Candidate { kind: CandidateKind::Function, detail, fits: true })
        };
        self.add_candidates(own.chain(of_cards).map(offer).collect());
    }

    /// Records what could follow a dot.
    pub(super) fn record_members(&mut self, owner: &Ty) {
        if self.uses.editor_info.is_none() {
            return;
        }
        let mut candidates = CandidateCollector { world: self.world, want: None, found: BTreeMap::new() };
        let owner = if let Ty::Optional(inner) = owner { inner } else { owner };
        candidates.members(owner);
        candidates.methods(owner);
        let found = candidates.found;
        self.add_candidates(found);
    }

    fn add_candidates(&mut self, found: BTreeMap<String, Candidate>) {
        if let Some(editor_info) = &mut self.uses.editor_info {
            editor_info.candidates.extend(found);
        }
    }
}

/// The names gathered for one place. The first of several with one name is what the name means.
struct CandidateCollector<'w> {
    world: &'w World,
    want: Option<&'w Ty>,
    found: BTreeMap<String, Candidate>,
}

impl CandidateCollector<'_> {
    fn add(&mut self, name: &str, kind: CandidateKind, ty: &Ty) {
        self.add_with(name, kind, ty, ty.show(self.world));
    }

    fn add_with(&mut self, name: &str, kind: CandidateKind, ty: &Ty, detail: String) {
        if name.contains('.') || name == COMPLETION_MARKER {
            return;
        }
        let fits = self.want.is_some_and(|want| ty.fits(want, self.world) && !ty.is_error() && !want.is_error());
        self.found.entry(name.to_owned()).or_insert(Candidate { kind, detail, fits });
    }

    fn members(&mut self, of: &Ty) {
        let world = self.world;
        match of {
            Ty::Player => {
                for zone in world.zones.iter().filter(|z| z.per.thing == ZoneThing::Player) {
                    self.add(&zone.id, CandidateKind::Member, &Ty::Zone(zone.kind));
                }
                for field in world.fields.iter().filter(|f| f.owner == Owner::Player) {
                    self.add(&field.id, CandidateKind::Member, &field.ty);
                }
            }
            Ty::Component(kind) => {
                let mut at = Some(*kind);
                while let Some(kind) = at.map(|k| &world.kinds[k as usize]) {
                    for (name, member) in &kind.members {
                        self.member(name, *member);
                    }
                    at = kind.base;
                }
            }
            Ty::Cell => {
                for (name, member) in &world.cell_members {
                    self.member(name, *member);
                }
            }
            _ => {}
        }
    }

    fn member(&mut self, name: &str, member: Member) {
        let world = self.world;
        match member {
            Member::Attribute(a) => self.add(name, CandidateKind::Member, &world.attribute_types[a as usize]),
            Member::Field(f, _) => self.add(name, CandidateKind::Member, &world.fields[f as usize].ty),
            Member::Zone(z) => self.add(name, CandidateKind::Member, &Ty::Zone(world.zones[z as usize].kind)),
            Member::Slot(s) => {
                let slot = &world.slots[s as usize];
                let detail = called(world, slot.params.iter(), &slot.result);
                self.add_with(name, CandidateKind::Member, &slot.result, detail);
            }
        }
    }

    /// Adds the functions whose first parameter takes a value of a type.
    fn methods(&mut self, of: &Ty) {
        let world = self.world;
        for (name, global) in &world.globals {
            if let Global::Function(f) = global
                && let function = &world.functions[*f as usize]
                && let Some(first) = function.params.first()
                && of.fits(&first.ty, world)
            {
                let detail = called(world, function.params.iter().skip(1), &function.result);
                self.add_with(name, CandidateKind::Function, &function.result, detail);
            }
        }
    }

    fn globals(&mut self) {
        let world = self.world;
        for (name, global) in &world.globals {
            match global {
                Global::Function(f) => {
                    let function = &world.functions[*f as usize];
                    let detail = called(world, function.params.iter(), &function.result);
                    self.add_with(name, CandidateKind::Function, &function.result, detail);
                }
                Global::Zone(z) => self.add(name, CandidateKind::Zone, &Ty::Zone(world.zones[*z as usize].kind)),
                Global::Field(f) => self.add(name, CandidateKind::State, &world.fields[*f as usize].ty),
                Global::Option(o) => self.add(name, CandidateKind::Option, &world.options[*o as usize].ty),
                Global::Enum(e) => self.add(name, CandidateKind::Set, &Ty::Enum(*e).set()),
                Global::Kind(k) => self.add(name, CandidateKind::Set, &Ty::Component(*k).set()),
                Global::Constant(c) => self.add(name, CandidateKind::Set, &world.constants[*c as usize].0),
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
        for (e, info) in world.enums.iter().enumerate() {
            info.values.iter().for_each(|value| self.add(value, CandidateKind::Value, &Ty::Enum(e as u16)));
        }
        world.name_ids.keys().for_each(|card| self.add(card, CandidateKind::Thing, &Ty::Name));
        world.cell_ids.keys().for_each(|cell| self.add(cell, CandidateKind::Thing, &Ty::Cell));
    }
}

/// Formats parameters and a result: `(c: card, n: int): int`.
fn called<'p>(world: &World, params: impl Iterator<Item = &'p super::world::Param>, result: &Ty) -> String {
    let params: Vec<String> = params.map(|p| format!("{}: {}", p.id, p.ty.show(world))).collect();
    let params = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
    match result {
        Ty::Unit => params,
        result => format!("{params}: {}", result.show(world)).trim_start_matches(": ").to_owned(),
    }
}
