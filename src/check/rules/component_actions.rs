//! Actions of components, declared by kinds, cards and keywords. A card's action fills in its kind's action
//! of the same id.
//!
//! Each component with actions of an id has a function that lists its options, in a slot without a name in
//! code. One function per id iterates over the components that may offer one now. So the cost of an `act`
//! depends on the hand, not on the box.

use crate::check::hir::tree::{CompareOp, HExpr, HFunction, HKind, HStmt, Local, LoopSource, SetOp};
use crate::check::hir::types::Ty;
use crate::check::rules::abilities::{ActionDefinitions, ActionIds, Bearer, Definition};
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::symbols::items::{
    ActionGroup, ActionSymbol, COMPONENT, ComponentAction, ParamSymbol, SlotSymbol,
};
use crate::check::symbols::symbol_table::new_function;
use crate::check::symbols::templates::with_self;
use crate::diagnostics::with_article;
use crate::ir::{
    ActionGroupId, ActionId, DeclaredName, FunctionId, FunctionName, KeywordId, KindId, NameId, ZoneId,
};
use crate::model::{ActionDecl, CardDecl, Ident, Package};
use crate::source::Span;
use std::collections::HashMap;

/// Lookup tables used while actions of components are declared.
#[derive(Default)]
struct ActionTables<'p> {
    /// The actions declared so far.
    actions: ActionDefinitions<'p>,
    /// The kinds' declarations, by kind and id.
    frames: HashMap<(KindId, &'p str), &'p ActionDecl>,
    /// Definitions by their declarations and the bearers' kind.
    made: HashMap<(usize, usize, KindId), usize>,
    /// Functions that list the options of several actions, by those actions.
    several: HashMap<Vec<usize>, FunctionId>,
}

fn address(decl: Option<&ActionDecl>) -> usize {
    decl.map_or(0, |d| std::ptr::from_ref(d) as usize)
}

impl<'p> RuleChecker<'p> {
    /// Collects the ids of all actions, for reactions to them.
    pub(in crate::check) fn name_actions(&mut self) -> ActionIds<'p> {
        let package = self.package;
        let of_kinds = package.kinds.iter().flat_map(|k| &k.actions);
        let of_cards = package.cards.iter().flat_map(|c| &c.actions);
        let of_keywords = package.keywords.iter().flat_map(|k| &k.actions);
        let all = package.actions.iter().chain(of_kinds).chain(of_cards).chain(of_keywords);
        ActionIds(all.map(|a| a.id.text.as_str()).collect())
    }

    /// Declares the actions of components, once the bearers of all keywords are known. They are checked with
    /// those of the game.
    pub(in crate::check) fn borne_actions(&mut self) -> ActionDefinitions<'p> {
        let package = self.package;
        let mut known = ActionTables::default();
        for (a, decl) in package.actions.iter().enumerate() {
            known.actions.all.push(Definition {
                action: ActionId::from_index(a),
                bearer: None,
                frame: None,
                part: Some(decl),
            });
        }
        for decl in &package.kinds {
            let Some(kind) = self.symbols.kind_named(&decl.id.text) else { continue };
            for action in &decl.actions {
                if self.may_frame(kind, action, &known, package) {
                    known.frames.insert((kind, &action.id.text), action);
                }
            }
        }
        let mut frames: Vec<_> = known.frames.iter().map(|((kind, _), decl)| (*kind, *decl)).collect();
        frames.sort_by_key(|(_, decl)| decl.id.span);
        for (kind, decl) in frames {
            // Declared even if every card fills it in, so that its errors are reported once, for the kind.
            let of = self.symbols.kinds[kind].id.clone();
            self.definition(&mut known, Bearer { kind, keyword: None }, Some(decl), None, &of);
        }
        for (i, card) in package.cards.iter().enumerate() {
            if let Some(name) = self.names[i] {
                self.borne_by(card, name, package, &mut known);
            }
        }
        known.actions
    }

    /// Returns whether a kind can have an action of this id; reports the reason if not.
    fn may_frame(
        &mut self,
        kind: KindId,
        action: &'p ActionDecl,
        known: &ActionTables<'p>,
        package: &Package,
    ) -> bool {
        let id = action.id.text.as_str();
        let of = with_article(&self.symbols.kinds[kind].id);
        if let Some(earlier) = known.frames.iter().find_map(|((k, other), decl)| {
            let related = self.symbols.is_below(kind, *k) || self.symbols.is_below(*k, kind);
            (related && *other == id).then_some(*decl)
        }) {
            let d = messages::two_actions(action.id.span, &of, id, earlier.id.span);
            self.once(d);
            return false;
        }
        if self.symbols.member(kind, id).is_some() {
            self.diagnostics.push(messages::action_like_member(action.id.span, &of, id));
            return false;
        }
        self.is_free(action, package)
    }

    /// Returns whether no action of the game has the id; reports an error if one has.
    fn is_free(&mut self, action: &ActionDecl, package: &Package) -> bool {
        let taken = package.actions.iter().find(|a| a.id.text == action.id.text);
        if let Some(taken) = taken {
            let id = &action.id.text;
            let d = messages::action_of_game(action.id.span, id, taken.id.span);
            self.once(d);
        }
        taken.is_none()
    }

    /// Collects the actions that a card offers: its kind's, filled in by its own and its keywords'.
    fn borne_by(
        &mut self,
        card: &'p CardDecl,
        name: NameId,
        package: &'p Package,
        known: &mut ActionTables<'p>,
    ) {
        let kind = KindId(self.symbols.names[name].kind.0);
        let mut ids: Vec<&'p str> = Vec::new();
        let mut above = Some(kind);
        while let Some(k) = above {
            let mut frames: Vec<_> =
                known.frames.iter().filter(|((of, _), _)| *of == k).map(|(_, decl)| *decl).collect();
            frames.sort_by_key(|decl| decl.id.span);
            ids.extend(frames.iter().map(|decl| decl.id.text.as_str()));
            above = self.symbols.kinds[k].base;
        }
        let mut parts: Vec<(&'p ActionDecl, Option<KeywordId>)> =
            card.actions.iter().map(|a| (a, None)).collect();
        for written in &card.keywords {
            let id = written.value.split_whitespace().next().unwrap_or_default();
            if let Some(k) = package.keywords.iter().position(|k| k.id.text == id) {
                parts.extend(package.keywords[k].actions.iter().map(|a| (a, Some(KeywordId::from_index(k)))));
            }
        }
        parts.retain(|(part, _)| self.is_free(part, package));
        for (part, _) in &parts {
            if !ids.contains(&part.id.text.as_str()) {
                ids.push(&part.id.text);
            }
        }
        for id in ids {
            let mut above = Some(kind);
            let mut frame = None;
            while let Some(k) = above {
                frame = frame.or_else(|| known.frames.get(&(k, id)).map(|decl| (k, *decl)));
                above = self.symbols.kinds[k].base;
            }
            let mine: Vec<_> = parts.iter().filter(|(part, _)| part.id.text == id).copied().collect();
            self.tell_modes(card, &mine);
            let mut list = Vec::new();
            if let (Some((k, decl)), true) = (frame, mine.is_empty()) {
                let of = self.symbols.kinds[k].id.clone();
                list.push(self.definition(known, Bearer { kind: k, keyword: None }, Some(decl), None, &of));
            }
            for (part, keyword) in mine {
                let of = keyword.map_or(&card.id.text, |k| &package.keywords[k.index()].id.text);
                let frame = frame.map(|(_, decl)| decl);
                list.push(self.definition(known, Bearer { kind, keyword }, frame, Some(part), of));
            }
            self.bears(name, list, known);
        }
    }

    /// Reports modes of an action that have no distinct name.
    fn tell_modes(&mut self, card: &CardDecl, parts: &[(&'p ActionDecl, Option<KeywordId>)]) {
        if parts.len() < 2 {
            return;
        }
        for (i, (part, keyword)) in parts.iter().enumerate() {
            let mode = part.mode.as_ref().map(|m| m.text.as_str());
            let twin = parts[..i]
                .iter()
                .any(|(p, _)| mode.is_some() && p.mode.as_ref().map(|m| m.text.as_str()) == mode);
            if mode.is_some() && !twin || keyword.is_some() {
                continue;
            }
            let id = &part.id.text;
            let d = messages::actions_alike(part.code.span, &card.id.text, id, twin);
            self.once(d);
        }
    }

    /// Returns the definition for these declarations, created on first use.
    fn definition(
        &mut self,
        known: &mut ActionTables<'p>,
        bearer: Bearer,
        frame: Option<&'p ActionDecl>,
        part: Option<&'p ActionDecl>,
        of: &str,
    ) -> usize {
        let key = (address(frame), address(part), bearer.kind);
        if let Some(made) = known.made.get(&key) {
            return *made;
        }
        let Some(decl) = part.or(frame) else { unreachable!("an action is declared somewhere") };
        let id = &decl.id;
        let group = self.group(id);
        let (me, you) = (param("self", Ty::Component(bearer.kind)), param("you", Ty::Player));
        let options = new_function(
            &mut self.symbols,
            format!("options of {of}.{}", id.text),
            vec![me.clone(), you.clone()],
            Ty::Unit,
            false,
            None,
        );
        let name = FunctionName::action_of(of, &id.text);
        let does = new_function(&mut self.symbols, name, vec![you, me], Ty::Unit, true, None);
        let action = self.symbols.number(self.symbols.actions.len(), "actions", Some(id.span));
        let mode = part.and_then(|p| p.mode.as_ref()).map(|m| m.text.clone());
        let text = part.and_then(|p| p.text.as_ref()).or_else(|| frame.and_then(|f| f.text.as_ref()));
        self.symbols.actions.push(ActionSymbol {
            id: id.text.clone(),
            params: Vec::new(),
            options,
            does,
            text: text.map(|t| with_self(&t.value)),
            borne: Some(ComponentAction { group, of: of.to_string(), mode }),
            span: id.span,
        });
        known.actions.all.push(Definition { action, bearer: Some(bearer), frame, part });
        let made = known.actions.all.len() - 1;
        known.made.insert(key, made);
        made
    }

    /// Returns the group of components' actions of an id, created on first use.
    fn group(&mut self, id: &Ident) -> ActionGroupId {
        if let Some(g) = self.symbols.borne_actions.iter().position(|g| g.id == id.text) {
            return ActionGroupId::from_index(g);
        }
        let components = self.symbols.components.len();
        let slot = self.symbols.number(self.symbols.slots.len(), "slots", Some(id.span));
        self.symbols.slots.push(SlotSymbol {
            id: DeclaredName::of_compiler(format!("options of {}", id.text)),
            kind: COMPONENT,
            result: Ty::Unit,
            range: None,
            from: None,
            params: vec![param("you", Ty::Player)],
            rules: vec![None; components],
            unchecked: true,
            span: id.span,
        });
        self.uses.slots.insert(slot);
        let name = format!("options of all {}", id.text);
        let options =
            new_function(&mut self.symbols, name, vec![param("you", Ty::Player)], Ty::Unit, false, None);
        self.symbols.borne_actions.push(ActionGroup {
            id: id.text.clone(),
            bearers: vec![0; self.symbols.component_words()],
            options,
            slot,
            actions: Vec::new(),
            span: id.span,
        });
        ActionGroupId::from_index(self.symbols.borne_actions.len() - 1)
    }

    /// Gives all copies of a card these actions.
    fn bears(&mut self, name: NameId, list: Vec<usize>, known: &mut ActionTables<'p>) {
        let listed: Vec<ActionId> = list.iter().map(|d| known.actions.all[*d].action).collect();
        let Some(first) = listed.first().copied() else { return };
        let Some(group) = self.symbols.actions[first].borne.as_ref().map(|b| b.group) else { return };
        for action in listed.iter().copied() {
            let actions = &mut self.symbols.borne_actions[group].actions;
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
        let info = &self.symbols.names[name];
        let set = self.symbols.span_set(info.first, info.copies);
        let kind = info.kind;
        let bearers = &mut self.symbols.borne_actions[group].bearers;
        bearers.iter_mut().zip(set).for_each(|(word, more)| *word |= more);
        let options: Vec<FunctionId> =
            listed.iter().map(|action| self.symbols.actions[*action].options).collect();
        let function = match options.as_slice() {
            [one] => *one,
            _ => match known.several.get(&list) {
                Some(f) => *f,
                None => {
                    let f = self.all_of(&options, kind);
                    known.several.insert(list, f);
                    f
                }
            },
        };
        let slot = self.symbols.borne_actions[group].slot;
        known.actions.options.push((slot, name, function));
    }

    /// Returns a function that lists the options of several actions of one bearer.
    fn all_of(&mut self, options: &[FunctionId], kind: KindId) -> FunctionId {
        let params = vec![param("self", Ty::Component(kind)), param("you", Ty::Player)];
        let locals: Vec<Ty> = params.iter().map(|p| p.ty.clone()).collect();
        let f = new_function(&mut self.symbols, "options of several modes", params, Ty::Unit, false, None);
        let span = Span::new(crate::source::FileId(0), 0, 0);
        let args = |locals: &[Ty]| -> Vec<HExpr> {
            let local =
                |(i, ty): (usize, &Ty)| HExpr { ty: ty.clone(), span, kind: HKind::Local(Local(i as u32)) };
            locals.iter().enumerate().map(local).collect()
        };
        let call =
            |o: &FunctionId| HStmt::Do(HExpr { ty: Ty::Unit, span, kind: HKind::Call(*o, args(&locals)) });
        let body = options.iter().map(call).collect();
        self.symbols.functions[f].body = Some(HFunction { locals, body, asker: None });
        f
    }

    /// Builds the function of each id that lists its options, iterating over the components that may offer
    /// one.
    pub(in crate::check) fn list_borne(&mut self, actions: &ActionDefinitions<'p>) {
        for (slot, name, f) in &actions.options {
            self.bear(*slot, *name, *f);
        }
        for g in self.symbols.borne_actions.ids() {
            let group = &self.symbols.borne_actions[g];
            let (span, slot, options) = (group.span, group.slot, group.options);
            let you = HExpr { ty: Ty::Player, span, kind: HKind::Local(Local(0)) };
            let me = HExpr { ty: Ty::Component(COMPONENT), span, kind: HKind::Local(Local(1)) };
            let set = self.candidates(g, &you, &actions.all);
            let lists = HKind::Slot { slot, rule: Box::new(me), who: None, args: vec![you] };
            let each = vec![HStmt::Do(HExpr { ty: Ty::Unit, span, kind: lists })];
            let body = vec![HStmt::ForEach(Local(1), LoopSource::Set(set), each)];
            let locals = vec![Ty::Player, Ty::Component(COMPONENT)];
            self.symbols.functions[options].body = Some(HFunction { locals, body, asker: None });
        }
    }

    /// Returns the components that may offer an action of a group, narrowed by zones where these are known
    /// statically.
    fn candidates(&self, group: ActionGroupId, you: &HExpr, definitions: &[Definition]) -> HExpr {
        let borne = &self.symbols.borne_actions[group];
        let span = borne.span;
        let set_of = |kind: HKind| HExpr { ty: Ty::Component(COMPONENT).set(), span, kind };
        let mut zones: Vec<ZoneId> = Vec::new();
        let mine = definitions.iter().filter(|d| borne.actions.contains(&d.action));
        for definition in mine {
            let said = definition.zones();
            let found = said.iter().map(|z| self.symbols.zones.iter().position(|known| known.id == z.text));
            let found: Option<Vec<usize>> = found.collect();
            match found {
                Some(found)
                    if !found.is_empty()
                        && found.iter().all(|z| {
                            self.symbols.zones[ZoneId::from_index(*z)].is_single()
                                || self.symbols.zones[ZoneId::from_index(*z)].per_player()
                        }) =>
                {
                    zones.extend(found.into_iter().map(ZoneId::from_index));
                }
                _ => return set_of(HKind::ConstSet(borne.bearers.clone())),
            }
        }
        zones.sort_unstable();
        zones.dedup();
        let contents = zones.into_iter().map(|z| set_of(self.contents(z, you, span)));
        let all = contents.reduce(|a, b| set_of(HKind::SetOp(SetOp::Union, Box::new(a), Box::new(b))));
        all.unwrap_or_else(|| set_of(HKind::ConstSet(borne.bearers.clone())))
    }

    fn contents(&self, z: ZoneId, you: &HExpr, span: Span) -> HKind {
        let zone = match self.symbols.zones[z].is_single() {
            true => HKind::Zone(z),
            false => HKind::PlayerZone(z, Box::new(you.clone())),
        };
        HKind::Contents(Box::new(HExpr { ty: Ty::Zone(COMPONENT), span, kind: zone }))
    }

    /// Builds the condition that a bearer is in one of the action's zones, and that nobody else holds it.
    pub(in crate::check) fn lies_right(
        &mut self,
        zones: &'p [Ident],
        me: &HExpr,
        you: &HExpr,
        span: Span,
    ) -> HExpr {
        let bool_of = |kind| HExpr { ty: Ty::Bool, span, kind };
        let set_of = |kind| HExpr { ty: Ty::Component(COMPONENT).set(), span, kind };
        let place =
            HExpr { ty: Ty::Zone(COMPONENT).optional(), span, kind: HKind::ZoneOf(Box::new(me.clone())) };
        // If somebody holds it, only the holder may act; if nobody does, anyone may.
        let holder = HExpr { ty: Ty::Player.optional(), span, kind: HKind::Holder(Box::new(me.clone())) };
        let held = bool_of(HKind::IsSome(Box::new(holder.clone())));
        let mine = bool_of(HKind::Compare(CompareOp::Eq, Box::new(holder), Box::new(you.clone())));
        let free = bool_of(HKind::Not(Box::new(held)));
        let open = bool_of(HKind::Or(Box::new(free), Box::new(mine)));
        let and = |a, b| bool_of(HKind::And(Box::new(a), Box::new(b)));
        if zones.is_empty() {
            return and(bool_of(HKind::IsSome(Box::new(place))), open);
        }
        let mut any: Option<HExpr> = None;
        for id in zones {
            let Some(z) = self.symbols.zones.iter().position(|z| z.id == id.text) else {
                let d = messages::unknown_zone(id.span, &id.text)
                    .suggest(&id.text, self.symbols.zones.iter().map(|z| z.id.as_str()));
                self.once(d);
                continue;
            };
            let zone = &self.symbols.zones[ZoneId::from_index(z)];
            let here = if zone.is_single() || zone.per_player() {
                let contents = set_of(self.contents(ZoneId::from_index(z), you, span));
                bool_of(HKind::In(Box::new(me.clone()), Box::new(contents)))
            } else {
                and(bool_of(HKind::InZones(Box::new(place.clone()), ZoneId::from_index(z))), open.clone())
            };
            any = Some(match any {
                Some(before) => bool_of(HKind::Or(Box::new(before), Box::new(here))),
                None => here,
            });
        }
        any.unwrap_or_else(|| bool_of(HKind::Bool(false)))
    }
}

fn param(id: &str, ty: Ty) -> ParamSymbol {
    ParamSymbol { id: id.to_string(), ty, range: None }
}
