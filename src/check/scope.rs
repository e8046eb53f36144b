//! What is in scope while a code string is checked, and how a name is looked up in it.

use super::hir::{HExpr, HFunction, HKind, HStmt, Local};
use super::types::Ty;
use super::world::{Global, Member, World, error_expr};
use crate::diagnostics::codes::check as codes;
use crate::diagnostics::{Diagnostic, nearest};
use crate::ir::code::Failure;
use crate::model::Code;
use crate::source::Span;
use crate::syntax::ast::At;
use std::collections::HashSet;

/// What the rules were seen to use; the lints ask for the rest.
#[derive(Debug, Default)]
pub(super) struct Uses {
    pub functions: HashSet<u16>,
    pub slots: HashSet<u16>,
    pub actions: HashSet<u16>,
    pub keywords: HashSet<u16>,
    /// Which function calls which, for cycles among calculations.
    pub calls: Vec<(u16, u16, Span)>,
}

/// Something that a name can stand for.
#[derive(Clone, Debug)]
enum Item {
    /// A variable. Narrowed, it stands a second time with the narrower type.
    Variable { name: String, local: Local, ty: Ty },
    /// The element of a `where` or aggregate: `it`, and all it has.
    Element { local: Local, ty: Ty },
}

/// Where `you` comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum You {
    /// There is none.
    Nobody,
    /// A parameter.
    Is(Local),
    /// The holder of `self`, looked up when the function begins, if it is asked for.
    HolderOf(Local),
}

/// What the enclosing declaration allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// A calculation: no choice, no chance, no change.
    Calculation,
    /// Statements that happen.
    Happening,
}

/// The checking of one code string.
pub(super) struct Cx<'a> {
    pub world: &'a World,
    pub diagnostics: &'a mut Vec<Diagnostic>,
    pub uses: &'a mut Uses,
    /// The function that is being checked.
    pub function: u16,
    pub code: &'a Code,
    pub mode: Mode,
    /// What calls it: "a function", "a slot" — for messages.
    pub what: &'static str,
    pub locals: Vec<Ty>,
    items: Vec<Item>,
    pub self_local: Option<Local>,
    pub you: You,
    /// The holder, once it was asked for.
    holder: Option<Local>,
    /// Type of the value to return; `None` where `return` takes none.
    pub returns: Option<Ty>,
    pub loops: u32,
    /// How many `where`s and aggregates deep.
    pub inside: u32,
    /// `cancel` is allowed: this is a `before` reaction.
    pub may_cancel: bool,
    /// `return` leaves the enclosing scope rather than the function; its value goes into this variable.
    pub leave: Option<Option<Local>>,
    /// Attributes read as printed here.
    pub raw: bool,
}

impl<'a> Cx<'a> {
    pub fn new(
        world: &'a World,
        diagnostics: &'a mut Vec<Diagnostic>,
        uses: &'a mut Uses,
        function: u16,
        code: &'a Code,
        mode: Mode,
    ) -> Self {
        Cx {
            world,
            diagnostics,
            uses,
            function,
            code,
            mode,
            what: "code",
            locals: Vec::new(),
            items: Vec::new(),
            self_local: None,
            you: You::Nobody,
            holder: None,
            returns: None,
            loops: 0,
            inside: 0,
            may_cancel: false,
            leave: None,
            raw: false,
        }
    }

    /// A parameter: `self` and `you` get their meaning, every other is a variable.
    pub fn parameter(&mut self, name: &str, ty: Ty) -> Local {
        let local = self.local(ty.clone());
        match name {
            "self" => {
                self.self_local = Some(local);
                if self.you == You::Nobody {
                    self.you = You::HolderOf(local);
                }
            }
            "you" => self.you = You::Is(local),
            _ => self.bind(name, local, ty),
        }
        local
    }

    /// A variable without a name.
    pub fn local(&mut self, ty: Ty) -> Local {
        self.locals.push(ty);
        Local(self.locals.len() as u32 - 1)
    }

    /// Gives a variable a name, until [`Cx::leave`].
    pub fn bind(&mut self, name: &str, local: Local, ty: Ty) {
        self.items.push(Item::Variable { name: name.to_string(), local, ty });
    }

    /// Brings an element into scope, until [`Cx::leave`].
    pub fn element(&mut self, local: Local, ty: Ty) {
        self.items.push(Item::Element { local, ty });
    }

    /// A mark to come back to.
    pub fn enter(&self) -> usize {
        self.items.len()
    }

    /// Forgets every name since the mark.
    pub fn leave(&mut self, mark: usize) {
        self.items.truncate(mark);
    }

    /// The place of a part of the code string.
    pub fn span(&self, at: &At) -> Span {
        self.code.span_of(at.start as usize, at.end as usize)
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub fn wrong(&mut self, diagnostic: Diagnostic, span: Span) -> HExpr {
        self.diagnostics.push(diagnostic);
        error_expr(span)
    }

    /// The finished body: `you`, where it was asked for, is looked up first.
    pub fn finish(self, mut body: Vec<HStmt>) -> HFunction {
        if let (Some(holder), You::HolderOf(owner)) = (self.holder, self.you) {
            let span = self.code.span;
            let of = HExpr { ty: self.locals[owner.0 as usize].clone(), span, kind: HKind::Local(owner) };
            let asked = HExpr { ty: Ty::Player.optional(), span, kind: HKind::Holder(Box::new(of)) };
            let open = HExpr { ty: Ty::Player, span, kind: HKind::Open(Box::new(asked), Failure::NobodyHolds) };
            body.insert(0, HStmt::Set(holder, open));
        }
        HFunction { locals: self.locals, body, asker: self.self_local }
    }

    /// `self` is a bearer from here on, and `you` its holder.
    pub fn become_bearer(&mut self, bearer: Local, ty: Ty) -> (Option<Local>, You, Option<Local>) {
        let was = (self.self_local, self.you, self.holder.take());
        self.locals[bearer.0 as usize] = ty;
        self.self_local = Some(bearer);
        self.you = You::HolderOf(bearer);
        was
    }

    /// Back to who it was before; the variable of the bearer's holder, if it was asked for.
    pub fn leave_bearer(&mut self, was: (Option<Local>, You, Option<Local>)) -> Option<Local> {
        let asked = self.holder.take();
        (self.self_local, self.you, self.holder) = was;
        asked
    }

    /// `you`, if there is one here.
    pub fn you(&mut self, span: Span) -> Option<HExpr> {
        let local = match self.you {
            You::Nobody => return None,
            You::Is(local) => local,
            You::HolderOf(_) => match self.holder {
                Some(local) => local,
                None => {
                    let local = self.local(Ty::Player);
                    self.holder = Some(local);
                    local
                }
            },
        };
        Some(HExpr { ty: Ty::Player, span, kind: HKind::Local(local) })
    }

    /// `self`, if there is one here.
    pub fn myself(&self, span: Span) -> Option<HExpr> {
        let local = self.self_local?;
        let ty = self
            .items
            .iter()
            .rev()
            .find_map(|item| match item {
                Item::Variable { name, local: l, ty } if name == "self" && *l == local => Some(ty.clone()),
                _ => None,
            })
            .unwrap_or_else(|| self.locals[local.0 as usize].clone());
        Some(HExpr { ty, span, kind: HKind::Local(local) })
    }

    /// The element of the innermost `where` or aggregate.
    pub fn it(&self, span: Span) -> Option<HExpr> {
        self.items.iter().rev().find_map(|item| match item {
            Item::Element { local, ty } => Some(HExpr { ty: ty.clone(), span, kind: HKind::Local(*local) }),
            Item::Variable { name, local, ty } if name == "it" => {
                Some(HExpr { ty: ty.clone(), span, kind: HKind::Local(*local) })
            }
            _ => None,
        })
    }

    /// The variable of a name, for assignments.
    pub fn variable(&self, wanted: &str) -> Option<(Local, Ty)> {
        self.items.iter().rev().find_map(|item| match item {
            Item::Variable { name, local, ty } if name == wanted => Some((*local, ty.clone())),
            _ => None,
        })
    }

    /// A value of the enum or of `name` that is expected here.
    fn expected_value(&self, text: &str, want: Option<&Ty>, span: Span) -> Option<HExpr> {
        let mut want = want?;
        while let Ty::Set(inner) | Ty::Optional(inner) = want {
            want = inner;
        }
        match want {
            Ty::Enum(e) => {
                let v = self.world.enums[*e as usize].values.iter().position(|v| v == text)?;
                Some(HExpr { ty: want.clone(), span, kind: HKind::Value(v as u64) })
            }
            Ty::Name => {
                let n = self.world.name_ids.get(text)?;
                Some(HExpr { ty: Ty::Name, span, kind: HKind::Value(*n as u64) })
            }
            _ => None,
        }
    }

    /// What a name stands for here.
    pub fn name(&mut self, text: &str, span: Span, want: Option<&Ty>) -> HExpr {
        if let Some(found) = self.find_name(text, span, want) {
            return found;
        }
        let (message, label, cause): (String, &str, Option<&str>) = match text {
            "you" => (
                "there is no `you` here".into(),
                "who?",
                Some("`you` is the player who acts, or who holds the card that a rule stands on."),
            ),
            "self" => (
                "there is no `self` here".into(),
                "which component?",
                Some("`self` is the component that bears a rule."),
            ),
            "it" => (
                "there is no `it` here".into(),
                "which element?",
                Some("`it` is the element that a `where`, `any`, `sum` … is looking at."),
            ),
            _ => (format!("nothing here is called `{text}`"), "not known here", None),
        };
        let mut d = Diagnostic::error(codes::UNKNOWN_NAME, message).at(span, label);
        if let Some(cause) = cause {
            d = d.because(cause);
        }
        if matches!(text, "none" | "null" | "nothing") {
            d = d.help(
                "there is no null; an optional value is opened with `if let x = … { … }` or given a default with `??`",
            );
        } else if let Some(z) = self.world.zones.iter().find(|z| z.per_player && z.id == text) {
            d = d.help(format!("`{0}` is each player's own: write `p.{0}` for a player p", z.id));
        } else if let Some(f) = self.player_field(text) {
            d = d.help(format!("`{f}` is each player's own: write `p.{f}` for a player p"));
        } else if let Some(near) = self.nearest_name(text, want) {
            d = d.help(format!("did you mean `{near}`?"));
        } else if let Some(kind) = self.world.kinds.iter().find(|k| k.members.contains_key(text)) {
            d = d.help(format!("`{text}` is what each {0} has: write `c.{text}` for a {0} c", kind.id));
        }
        self.wrong(d, span)
    }

    fn player_field(&self, text: &str) -> Option<String> {
        self.world
            .fields
            .iter()
            .find(|f| f.owner == crate::ir::layout::Owner::Player && f.id == text)
            .map(|f| f.id.clone())
    }

    fn find_name(&mut self, text: &str, span: Span, want: Option<&Ty>) -> Option<HExpr> {
        match text {
            "you" => return self.you(span),
            "self" => return self.myself(span),
            "it" => return self.it(span),
            "players" => return Some(HExpr { ty: Ty::Player.set(), span, kind: HKind::Players }),
            "box" => return Some(self.in_the_box(span)),
            "player_count" => return Some(HExpr { ty: Ty::Int, span, kind: HKind::PlayerCount }),
            _ => {}
        }
        if let Some(value) = self.expected_value(text, want, span) {
            return Some(value);
        }
        for i in (0..self.items.len()).rev() {
            match self.items[i].clone() {
                Item::Variable { name, local, ty } => {
                    if name == text {
                        return Some(HExpr { ty, span, kind: HKind::Local(local) });
                    }
                }
                Item::Element { local, ty } => {
                    let element = HExpr { ty, span, kind: HKind::Local(local) };
                    if let Some(found) = self.own(element, text, span) {
                        return Some(found);
                    }
                }
            }
        }
        if let Some(me) = self.myself(span)
            && let Some(found) = self.own(me, text, span)
        {
            return Some(found);
        }
        if self.you != You::Nobody && self.player_has(text) {
            let you = self.you(span)?;
            return self.own(you, text, span);
        }
        if let Some(global) = self.world.globals.get(text).copied() {
            return Some(self.global(global, span));
        }
        if let Some(n) = self.world.name_ids.get(text) {
            return Some(HExpr { ty: Ty::Name, span, kind: HKind::Value(*n as u64) });
        }
        let mut values = self
            .world
            .enums
            .iter()
            .enumerate()
            .filter_map(|(e, info)| info.values.iter().position(|v| v == text).map(|v| (e as u16, v as u64)));
        if let (Some((e, v)), None) = (values.next(), values.next()) {
            return Some(HExpr { ty: Ty::Enum(e), span, kind: HKind::Value(v) });
        }
        None
    }

    /// Whether players have a zone or state of this name.
    fn player_has(&self, text: &str) -> bool {
        self.player_field(text).is_some() || self.world.zones.iter().any(|z| z.per_player && z.id == text)
    }

    /// What `of` itself has under a name: no functions.
    pub fn own(&mut self, of: HExpr, name: &str, span: Span) -> Option<HExpr> {
        match of.ty.clone() {
            Ty::Player => {
                let world = self.world;
                if let Some(z) = world.zones.iter().position(|z| z.per_player && z.id == name) {
                    let ty = Ty::Zone(world.zones[z].kind);
                    return Some(HExpr { ty, span, kind: HKind::PlayerZone(z as u16, Box::new(of)) });
                }
                let f =
                    world.fields.iter().position(|f| f.owner == crate::ir::layout::Owner::Player && f.id == name)?;
                Some(HExpr { ty: world.fields[f].ty.clone(), span, kind: HKind::Field(f as u16, Box::new(of)) })
            }
            Ty::Component(kind) => {
                let member = self.world.member(kind, name)?;
                Some(self.read_member(of, member, span))
            }
            _ => None,
        }
    }

    /// Reads what a component has.
    pub fn read_member(&mut self, of: HExpr, member: Member, span: Span) -> HExpr {
        match member {
            Member::Attribute(a) => self.read_attribute(of, a, span),
            Member::Field(f, _) => {
                let ty = self.world.fields[f as usize].ty.clone();
                if !self.raw
                    && let Some(reader) = self.world.reader_of(super::world::Readable::Field(f))
                {
                    return HExpr { ty, span, kind: HKind::Call(reader, vec![of]) };
                }
                HExpr { ty, span, kind: HKind::Field(f, Box::new(of)) }
            }
            Member::Slot(s) => {
                self.uses.slots.insert(s);
                let slot = &self.world.slots[s as usize];
                let ty = slot.result.clone();
                if !slot.params.is_empty() {
                    let d = Diagnostic::error(
                        codes::WRONG_ARGUMENTS,
                        format!("`{}` takes {}", slot.id, super::calls::count_of(slot.params.len(), "argument")),
                    )
                    .at(span, "none given")
                    .help(format!(
                        "write `{}({})`",
                        slot.id,
                        slot.params.iter().map(|p| p.id.as_str()).collect::<Vec<_>>().join(", ")
                    ));
                    return self.wrong(d, span);
                }
                HExpr { ty, span, kind: HKind::Slot { slot: s, rule: Box::new(of), who: None, args: Vec::new() } }
            }
        }
    }

    /// Reads what a component prints, as modifiers would have it.
    pub fn read_attribute(&mut self, of: HExpr, a: u16, span: Span) -> HExpr {
        let ty = self.world.attribute_types[a as usize].clone();
        if !self.raw
            && let Some(reader) = self.world.reader_of(super::world::Readable::Attribute(a))
        {
            return HExpr { ty, span, kind: HKind::Call(reader, vec![of]) };
        }
        HExpr { ty, span, kind: HKind::Attribute(a, Box::new(of)) }
    }

    /// The set of components that are in no zone.
    fn in_the_box(&mut self, span: Span) -> HExpr {
        use super::hir::{Aggregate, SetOp};
        let world = self.world;
        let kind = world.names.iter().map(|n| n.kind).reduce(|a, b| world.common_kind(a, b)).unwrap_or(0);
        let ty = Ty::Component(kind).set();
        let set = |kind: HKind| HExpr { ty: ty.clone(), span, kind };
        let mut rest = set(HKind::ConstSet(full_set(world.components.len())));
        for (z, zone) in world.zones.iter().enumerate() {
            let inside = if zone.per_player {
                let p = self.local(Ty::Player);
                let player = HExpr { ty: Ty::Player, span, kind: HKind::Local(p) };
                let hers = HKind::PlayerZone(z as u16, Box::new(player));
                let hers = HExpr { ty: Ty::Zone(zone.kind), span, kind: hers };
                let each = Box::new(set(HKind::Contents(Box::new(hers))));
                let players = HExpr { ty: Ty::Player.set(), span, kind: HKind::Players };
                HKind::Aggregate { op: Aggregate::Union, set: Box::new(players), element: p, of: Some(each) }
            } else {
                HKind::Contents(Box::new(HExpr { ty: Ty::Zone(zone.kind), span, kind: HKind::Zone(z as u16) }))
            };
            rest = set(HKind::SetOp(SetOp::Without, Box::new(rest), Box::new(set(inside))));
        }
        rest
    }

    fn global(&mut self, global: Global, span: Span) -> HExpr {
        let world = self.world;
        let (ty, kind) = match global {
            Global::Function(f) => return self.call_function(f, Vec::new(), span, None),
            Global::Zone(z) => (Ty::Zone(world.zones[z as usize].kind), HKind::Zone(z)),
            Global::Field(f) => (world.fields[f as usize].ty.clone(), HKind::TableField(f)),
            Global::Option(o) => (world.options[o as usize].ty.clone(), HKind::Option(o)),
            Global::Enum(e) => {
                let n = world.enums[e as usize].values.len();
                (Ty::Enum(e).set(), HKind::ConstSet(full_set(n)))
            }
            Global::Kind(k) => {
                let kind = &world.kinds[k as usize];
                let all = HExpr {
                    ty: Ty::Component(k).set(),
                    span,
                    kind: HKind::ConstSet(world.span_set(kind.first, kind.count)),
                };
                let Some(in_game) = world.in_game else { return all };
                let here = HExpr { ty: all.ty.clone(), span, kind: HKind::TableField(in_game) };
                (all.ty.clone(), HKind::SetOp(super::hir::SetOp::Both, Box::new(all), Box::new(here)))
            }
        };
        HExpr { ty, span, kind }
    }

    /// The nearest of all names that would have meant something here.
    pub fn nearest_name(&self, text: &str, want: Option<&Ty>) -> Option<String> {
        let mut known: Vec<&str> = Vec::new();
        let mut expected = want;
        while let Some(Ty::Set(inner) | Ty::Optional(inner)) = expected {
            expected = Some(inner);
        }
        match expected {
            Some(Ty::Enum(e)) => {
                known.extend(self.world.enums[*e as usize].values.iter().map(String::as_str));
                if let Some(near) = nearest(text, known.iter().copied()) {
                    return Some(near.to_string());
                }
            }
            Some(Ty::Name) => {
                if let Some(near) = nearest(text, self.world.name_ids.keys().map(String::as_str)) {
                    return Some(near.to_string());
                }
            }
            _ => {}
        }
        for item in &self.items {
            match item {
                Item::Variable { name, .. } => known.push(name),
                Item::Element { ty, .. } => known.extend(self.members_of(ty)),
            }
        }
        if let Some(me) = self.self_local {
            known.extend(self.members_of(&self.locals[me.0 as usize]));
            known.push("self");
        }
        if self.you != You::Nobody {
            known.extend(self.members_of(&Ty::Player));
            known.push("you");
        }
        known.extend(self.world.globals.keys().map(String::as_str));
        known.extend(["players", "player_count"]);
        known.extend(self.world.enums.iter().flat_map(|e| e.values.iter().map(String::as_str)));
        known.extend(self.world.name_ids.keys().map(String::as_str));
        known.sort_unstable();
        nearest(text, known).map(str::to_string)
    }

    /// The names of everything that values of a type have.
    pub fn members_of(&self, ty: &Ty) -> Vec<&'a str> {
        let world: &'a World = self.world;
        match ty {
            Ty::Player => {
                let zones = world.zones.iter().filter(|z| z.per_player).map(|z| z.id.as_str());
                let fields = world.fields.iter().filter(|f| f.owner == crate::ir::layout::Owner::Player);
                zones.chain(fields.map(|f| f.id.as_str())).collect()
            }
            Ty::Component(k) => {
                let mut all = Vec::new();
                let mut at = Some(*k);
                while let Some(k) = at {
                    all.extend(world.kinds[k as usize].members.keys().map(String::as_str));
                    at = world.kinds[k as usize].base;
                }
                all.sort_unstable();
                all
            }
            _ => Vec::new(),
        }
    }

    /// Whether a choice, chance or change may stand here; says so if not.
    pub fn may_happen(&mut self, what: &str, span: Span) -> bool {
        if self.mode == Mode::Happening && self.inside == 0 {
            return true;
        }
        let place = if self.inside > 0 { "a `where` or aggregate" } else { self.what };
        let d = Diagnostic::error(codes::EFFECT_IN_CALCULATION, format!("{what} cannot stand in {place}"))
            .at(span, "this changes something, chooses or draws on chance")
            .because(format!(
                "{place} is a calculation: it may be asked any number of times, so nothing can happen in it."
            ))
            .help("do it in a verb, an action or the flow, and pass on what came of it");
        self.report(d);
        false
    }
}

/// The set of the first `n` elements of a domain.
pub(super) fn full_set(n: usize) -> Vec<u64> {
    let mut words = vec![0u64; n.div_ceil(64).max(1)];
    for i in 0..n {
        words[i / 64] |= 1 << (i % 64);
    }
    words
}
