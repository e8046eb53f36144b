//! Reactions are written into the verbs they react to, modifiers into the reading of the attributes they change: who bears them
//! is known when a game is compiled, so nothing has to be looked up in play.

use super::declare::COMPONENT;
use super::hir::{Arith, HExpr, HKind, HStmt, SetOp, Through};
use super::keywords::Borne;
use super::rules::Rules;
use super::scope::{Cx, Mode};
use super::types::Ty;
use super::world::{Member, Readable};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::check as codes;
use crate::model::{Code, ModifierDecl, Package, ReactionDecl};
use crate::source::Span;
use crate::syntax::ast::{Block, Expr};

/// A reaction and who bears it, parsed.
pub(super) struct Reaction<'p> {
    verb: u16,
    decl: &'p ReactionDecl,
    borne: Borne,
    condition: Option<(&'p Code, Expr)>,
    body: Block,
    zone: Option<u16>,
    only_if: Option<u16>,
}

/// A modifier and who bears it.
pub(super) struct Modifier<'p> {
    readable: Readable,
    decl: &'p ModifierDecl,
    borne: Borne,
    only_if: Option<u16>,
}

impl<'p> Rules<'p> {
    /// Every attribute that a modifier names gets a function that reads it.
    pub(super) fn modifier_readers(&mut self, package: &'p Package) {
        let of_cards = package.cards.iter().flat_map(|c| &c.modifiers);
        let of_keywords = package.keywords.iter().flat_map(|k| &k.modifiers);
        for m in package.modifiers.iter().chain(of_keywords).chain(of_cards) {
            let Some((readable, kind, ty)) = self.readable(m) else { continue };
            if self.world.modified.contains_key(&readable) {
                continue;
            }
            let f =
                self.hidden(format!("reading of {}", m.attribute.text), vec![("it", Ty::Component(kind))], ty, false);
            self.world.modified.insert(readable, f);
        }
        self.collect(&package.reactions, &package.modifiers, &Borne::ByGame);
    }

    /// What a modifier changes the reading of; the kind that has it; its type.
    fn readable(&self, m: &ModifierDecl) -> Option<(Readable, u16, Ty)> {
        let id = &m.attribute.text;
        for (k, kind) in self.world.kinds.iter().enumerate() {
            match kind.members.get(id) {
                Some(Member::Attribute(a)) => {
                    return Some((Readable::Attribute(*a), k as u16, self.world.attribute_types[*a as usize].clone()));
                }
                Some(Member::Field(f, _)) => {
                    return Some((Readable::Field(*f), k as u16, self.world.fields[*f as usize].ty.clone()));
                }
                _ => {}
            }
        }
        None
    }

    /// Parses reactions and modifiers of one bearer; they are checked with the verbs and attributes that they are about.
    pub(super) fn collect(&mut self, reactions: &'p [ReactionDecl], modifiers: &'p [ModifierDecl], borne: &Borne) {
        for decl in reactions {
            let verb =
                self.world.functions.iter().position(|f| f.effects && f.span.is_some() && f.id == decl.verb.text);
            let Some(verb) = verb else {
                let id = decl.verb.text.as_str();
                let d = Diagnostic::error(codes::UNKNOWN_VERB, format!("there is no verb `{id}`"))
                    .at(decl.verb.span, "nothing to react to");
                let verbs =
                    self.world.functions.iter().filter(|f| f.effects && f.span.is_some()).map(|f| f.id.as_str());
                let d = if crate::vocabulary::find(id).is_some() {
                    d.because("Built-ins cannot be reacted to: they are what verbs are made of.")
                        .help("declare a verb that does it, call that one everywhere, and react to it")
                } else if self.world.functions.iter().any(|f| f.span.is_some() && f.id == id) {
                    d.because(format!("`{id}` is a function: it only calculates, so nothing happens to react to."))
                } else if self.world.actions.iter().any(|a| a.id == id) {
                    d.because(format!("`{id}` is an action; only verbs can be reacted to."))
                        .help("let the action call a verb, and react to that")
                } else {
                    d.suggest(id, verbs)
                };
                self.diagnostics.push(d);
                continue;
            };
            let zone = decl.zone.as_ref().and_then(|zone| {
                let z = self.world.zones.iter().position(|z| z.id == zone.text);
                if z.is_none() {
                    let d = Diagnostic::error(codes::UNKNOWN_ZONE, format!("there is no zone `{}`", zone.text))
                        .at(zone.span, "not known")
                        .suggest(&zone.text, self.world.zones.iter().map(|z| z.id.as_str()));
                    self.diagnostics.push(d);
                }
                z.map(|z| z as u16)
            });
            let condition = match &decl.condition {
                Some(code) => match self.parse_expr(code) {
                    Some(tree) => Some((code, tree)),
                    None => continue,
                },
                None => None,
            };
            let Some(body) = self.parse_block(&decl.code) else { continue };
            let only_if = decl.only_if.as_ref().map(|c| self.condition("only_if", c));
            self.reactions.push(Reaction {
                verb: verb as u16,
                decl,
                borne: borne.clone(),
                condition,
                body,
                zone,
                only_if,
            });
        }
        for decl in modifiers {
            match self.readable(decl) {
                Some((readable, ..)) => {
                    let only_if = decl.only_if.as_ref().map(|c| self.condition("only_if", c));
                    self.modifier_list.push(Modifier { readable, decl, borne: borne.clone(), only_if });
                }
                None => {
                    let known: Vec<&str> =
                        self.world.kinds.iter().flat_map(|k| k.members.keys().map(String::as_str)).collect();
                    let d = Diagnostic::error(
                        codes::UNKNOWN_FIELD,
                        format!("no kind has an attribute `{}`", decl.attribute.text),
                    )
                    .at(decl.attribute.span, "not known")
                    .suggest(&decl.attribute.text, known);
                    self.diagnostics.push(d);
                }
            }
        }
    }

    /// What keywords do to their bearers, once all bearers are known.
    fn collect_keywords(&mut self, package: &'p Package) {
        for (k, decl) in package.keywords.iter().enumerate() {
            let bearers = self.world.keywords[k].bearers.clone();
            let kind = self
                .world
                .components
                .iter()
                .enumerate()
                .filter(|(c, _)| bearers[c / 64] >> (c % 64) & 1 == 1)
                .map(|(_, c)| self.world.names[c.name as usize].kind)
                .reduce(|a, b| self.world.common_kind(a, b))
                .unwrap_or(COMPONENT);
            let borne = Borne::By { bearers, kind, keyword: Some(k as u16) };
            self.collect(&decl.reactions, &decl.modifiers, &borne);
        }
    }

    /// The bodies of attributes' readings.
    pub(super) fn modifiers(&mut self, package: &'p Package) {
        self.collect_keywords(package);
        let list = std::mem::take(&mut self.modifier_list);
        let mut readings: Vec<(Readable, u16)> = self.world.modified.iter().map(|(r, f)| (*r, *f)).collect();
        readings.sort_by_key(|(_, f)| *f);
        for (readable, f) in readings {
            let (kind, ty) = (
                self.world.functions[f as usize].params[0].ty.clone(),
                self.world.functions[f as usize].result.clone(),
            );
            let Some(any) = list.iter().find(|m| m.readable == readable) else { continue };
            let errors_before = self.errors();
            let code = any.decl.add.as_ref().or(any.decl.set.as_ref()).or(any.decl.condition.as_ref());
            let Some(code) = code else { continue };
            // Parsing borrows all of `self`: first every tree, then the checking of them in one scope.
            let mut parts = Vec::new();
            for pass_set in [true, false] {
                for m in list.iter().filter(|m| m.readable == readable) {
                    let Some(value) = (if pass_set { &m.decl.set } else { &m.decl.add }) else { continue };
                    let Some(tree) = self.parse_expr(value) else { continue };
                    let cond = match &m.decl.condition {
                        Some(c) => match self.parse_expr(c) {
                            Some(t) => Some((c, t)),
                            None => continue,
                        },
                        None => None,
                    };
                    parts.push((m, value, tree, cond, pass_set));
                }
            }
            let mut cx = Cx::new(&self.world, &mut self.diagnostics, &mut self.uses, f, code, Mode::Calculation);
            cx.what = "a modifier";
            cx.raw = true;
            let asked = cx.local(kind.clone());
            cx.element(asked, kind.clone());
            let it = HExpr { ty: kind.clone(), span: code.span, kind: HKind::Local(asked) };
            let read = match readable {
                Readable::Attribute(a) => HKind::Attribute(a, Box::new(it)),
                Readable::Field(field) => HKind::Field(field, Box::new(it)),
            };
            let result = cx.local(ty.clone());
            let mut body = vec![HStmt::Set(result, HExpr { ty: ty.clone(), span: code.span, kind: read })];
            for (m, value_code, value_tree, cond, is_set) in &parts {
                let (value_code, ty) = (*value_code, ty.clone());
                let inner = cx.per_bearer(&m.borne, None, value_code.span, |cx| {
                    let cond = cond.as_ref().map(|(code, tree)| {
                        cx.code = code;
                        cx.typed(tree, &Ty::Bool)
                    });
                    cx.code = value_code;
                    let value = cx.typed(value_tree, &ty);
                    let span = value.span;
                    let now = HExpr { ty: ty.clone(), span, kind: HKind::Local(result) };
                    let new = match &ty {
                        _ if *is_set => value,
                        Ty::Set(_) => {
                            let kind = HKind::SetOp(SetOp::Union, Box::new(now), Box::new(value));
                            HExpr { ty: ty.clone(), span, kind }
                        }
                        _ => {
                            let kind = HKind::Arith(Arith::Add, Box::new(now), Box::new(value));
                            HExpr { ty: ty.clone(), span, kind }
                        }
                    };
                    let change = vec![HStmt::Set(result, new)];
                    match cond {
                        Some(cond) => vec![HStmt::If(cond, change, Vec::new())],
                        None => change,
                    }
                });
                body.extend(only_if(m.only_if, inner, code.span));
            }
            body.push(HStmt::Return(Some(HExpr { ty: ty.clone(), span: code.span, kind: HKind::Local(result) })));
            let body = cx.finish(body);
            if self.errors() == errors_before {
                self.world.functions[f as usize].body = Some(body);
            }
        }
    }

    /// The bodies of verbs, with what happens before and after them.
    pub(super) fn verbs(&mut self, package: &'p Package) {
        let reactions = std::mem::take(&mut self.reactions);
        for (i, decl) in package.verbs.iter().enumerate() {
            let f = (package.functions.len() + i) as u16;
            let mine: Vec<&Reaction> = reactions.iter().filter(|r| r.verb == f).collect();
            if mine.is_empty() && decl.log.is_none() {
                self.body(f, &decl.code, "a verb", |_| {});
                continue;
            }
            let errors_before = self.errors();
            let Some(tree) = self.parse_block(&decl.code) else { continue };
            let (params, result) =
                (self.world.functions[f as usize].params.clone(), self.world.functions[f as usize].result.clone());
            let mut cx = Cx::new(&self.world, &mut self.diagnostics, &mut self.uses, f, &decl.code, Mode::Happening);
            cx.what = "a verb";
            for p in &params {
                // A `before` reaction may change a parameter, `self` and `you` excepted.
                cx.parameter(&p.id, p.ty.clone());
            }
            let mut body = Vec::new();
            for r in mine.iter().filter(|r| r.decl.before) {
                body.extend(cx.reaction(r));
            }
            let value = (result != Ty::Unit).then(|| cx.local(result.clone()));
            cx.returns = (result != Ty::Unit).then(|| result.clone());
            cx.leave = Some(value);
            let happening = cx.block(&tree);
            cx.leave = None;
            cx.returns = None;
            if result != Ty::Unit && !super::lints::always_returns_within(&happening) {
                cx.missing_return(&tree, &result);
            }
            body.push(HStmt::Scope(happening));
            if let Some(log) = &decl.log {
                cx.code = log;
                body.extend(cx.log_line(log));
            }
            for r in mine.iter().filter(|r| !r.decl.before) {
                body.extend(cx.reaction(r));
            }
            cx.code = &decl.code;
            if let Some(local) = value {
                let span = decl.code.span;
                body.push(HStmt::Return(Some(HExpr { ty: result, span, kind: HKind::Local(local) })));
            }
            let body = cx.finish(body);
            if self.errors() == errors_before {
                self.world.functions[f as usize].body = Some(body);
            }
        }
    }
}

impl<'a> Cx<'a> {
    /// One reaction, for the game or for each bearer in play.
    fn reaction(&mut self, r: &'a Reaction<'a>) -> Vec<HStmt> {
        let span = r.decl.code.span;
        let inner = self.per_bearer(&r.borne, r.zone, span, |cx| {
            let condition = r.condition.as_ref().map(|(code, tree)| {
                cx.code = code;
                cx.calculation("the `where` of a reaction", |cx| cx.typed(tree, &Ty::Bool))
            });
            cx.cancels = r.decl.before.then(|| cx.world.functions[r.verb as usize].result.clone());
            let (leave, returns) = (cx.leave.replace(None), cx.returns.take());
            let what = std::mem::replace(&mut cx.what, "a reaction");
            cx.code = &r.decl.code;
            let body = cx.block(&r.body);
            (cx.leave, cx.returns, cx.cancels, cx.what) = (leave, returns, None, what);
            let body = vec![HStmt::Scope(body)];
            match condition {
                Some(cond) => vec![HStmt::If(cond, body, Vec::new())],
                None => body,
            }
        });
        only_if(r.only_if, inner, span)
    }

    /// A verb's own line for the record.
    fn log_line(&mut self, log: &'a Code) -> Vec<HStmt> {
        let at = 0..log.value.len() as u32;
        self.log(&log.value, &at).map(|effect| vec![HStmt::Effect(effect, log.span)]).unwrap_or_default()
    }

    /// Runs `check` for the game as it is, or in a loop over the bearers in play, with `self`, `you` and the keyword's parameters.
    fn per_bearer(
        &mut self,
        borne: &Borne,
        zone: Option<u16>,
        span: Span,
        check: impl FnOnce(&mut Self) -> Vec<HStmt>,
    ) -> Vec<HStmt> {
        let Borne::By { bearers, kind, keyword } = borne else { return check(self) };
        let ty = Ty::Component(*kind);
        let bearer = self.local(ty.clone());
        let me = HExpr { ty: ty.clone(), span, kind: HKind::Local(bearer) };
        let mark = self.enter();
        let was = self.become_bearer(bearer, ty.clone());
        let params = keyword.map(|k| self.keyword_params(k, &me)).unwrap_or_default();
        let mut inner = check(self);
        let holder = self.leave_bearer(was);
        self.leave(mark);
        if let Some(holder) = holder {
            // A bearer that nobody holds has no `you`, and does not react.
            let asked = HExpr { ty: Ty::Player.optional(), span, kind: HKind::Holder(Box::new(me.clone())) };
            inner = vec![HStmt::IfLet(holder, asked, inner, Vec::new())];
        }
        let mut body = params;
        body.extend(inner);
        let here = self.in_play(&me, zone, span);
        let body = vec![HStmt::If(here, body, Vec::new())];
        let set = HExpr { ty: ty.set(), span, kind: HKind::ConstSet(bearers.clone()) };
        vec![HStmt::ForEach(bearer, Through::Set(set), body)]
    }

    /// Whether a bearer is where it can react: in play, or in a certain zone.
    fn in_play(&self, me: &HExpr, zone: Option<u16>, span: Span) -> HExpr {
        let bool_of = |kind| HExpr { ty: Ty::Bool, span, kind };
        let place = HExpr { ty: Ty::Zone(0).optional(), span, kind: HKind::ZoneOf(Box::new(me.clone())) };
        let Some(z) = zone else { return bool_of(HKind::IsSome(Box::new(place))) };
        let set_of = |kind| HExpr { ty: Ty::Component(COMPONENT).set(), span, kind };
        if !self.world.zones[z as usize].per_player {
            let zone = HExpr { ty: Ty::Zone(0), span, kind: HKind::Zone(z) };
            return bool_of(HKind::In(Box::new(me.clone()), Box::new(set_of(HKind::Contents(Box::new(zone))))));
        }
        bool_of(HKind::InPlayersZone(Box::new(place), z))
    }
}

fn only_if(condition: Option<u16>, body: Vec<HStmt>, span: Span) -> Vec<HStmt> {
    match condition {
        Some(f) => {
            let asks = HExpr { ty: Ty::Bool, span, kind: HKind::Call(f, Vec::new()) };
            vec![HStmt::If(asks, body, Vec::new())]
        }
        None => body,
    }
}
