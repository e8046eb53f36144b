//! Reactions, compiled into the verbs and actions that they react to: the bearers are known at compile time,
//! so that play needs no lookup.

use crate::check::body::name_hints::{Advice, NameHint};
use crate::check::body::scope::{Cx, Mode};
use crate::check::hir::control_flow::always_returns_within;
use crate::check::hir::tree::{HExpr, HKind, HStmt, Local};
use crate::check::hir::types::Ty;
use crate::check::rules::abilities::{Abilities, ActionIds, Reaction, RuleBearer, Trigger};
use crate::check::rules::bearers::{each_of, only_if};
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::rules::resets::StateReset;
use crate::check::symbols::items::COMPONENT;
use crate::check::symbols::symbol_table::set_bit;
use crate::diagnostics::list;
use crate::ir::{ComponentId, FunctionId, KeywordId, KindId, ZoneId};
use crate::model::{CodeText, Ident, ReactionDecl};
use crate::source::Span;

/// A checked reaction of components: the statements to run once `bearer` holds one of the bearers.
struct ComponentReaction<'a> {
    bearers: &'a [u64],
    kind: KindId,
    bearer: Local,
    body: Vec<HStmt>,
    span: Span,
}

/// Returns whether a component is in a set.
fn has(set: &[u64], component: ComponentId) -> bool {
    set[component.index() / 64] >> (component.index() % 64) & 1 == 1
}

impl<'p> RuleChecker<'p> {
    /// Resolves the verb or action of a name; reports an error if there is none.
    pub(in crate::check) fn reacted_to(
        &mut self,
        name: &Ident,
        actions: &ActionIds<'p>,
    ) -> Option<Trigger<'p>> {
        let id = name.text.as_str();
        let verb = self.symbols.functions.iter().position(|f| f.effects && f.span.is_some() && f.id == id);
        let on = verb.map(|v| Trigger::Verb(FunctionId::from_index(v)));
        if let Some(on) = on.or_else(|| actions.0.get(id).map(|id| Trigger::Action(id))) {
            return Some(on);
        }
        let d = messages::unknown_verb(name.span, id);
        let verbs =
            self.symbols.functions.iter().filter(|f| f.effects && f.span.is_some()).map(|f| f.id.as_str());
        self.diagnostics.push(if crate::vocabulary::find(id).is_some() {
            d.because("Built-ins cannot be reacted to: they are what verbs are made of.")
                .help("declare a verb that does it, call that one everywhere, and react to it")
        } else if self.symbols.functions.iter().any(|f| f.span.is_some() && f.id == id) {
            d.because(format!("`{id}` is a function: it only calculates, so nothing happens to react to."))
        } else {
            d.suggest(id, verbs.chain(actions.0.iter().copied()))
        });
        None
    }

    /// Parses the reactions of one bearer; they are checked together with their verbs.
    pub(in crate::check) fn collect_reactions(
        &mut self,
        reactions: &'p [ReactionDecl],
        borne: &RuleBearer,
        actions: &ActionIds<'p>,
        abilities: &mut Abilities<'p>,
    ) {
        for decl in reactions {
            let Some(on) = self.reacted_to(&decl.verb, actions) else { continue };
            let zone = decl.zone.as_ref().and_then(|zone| {
                let z = self.symbols.zones.iter().position(|z| z.id == zone.text);
                if z.is_none() {
                    let d = messages::unknown_zone(zone.span, &zone.text)
                        .suggest(&zone.text, self.symbols.zones.iter().map(|z| z.id.as_str()));
                    self.diagnostics.push(d);
                }
                z.map(ZoneId::from_index)
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
            abilities.reactions.push(Reaction {
                on,
                decl,
                borne: borne.clone(),
                condition,
                body,
                zone,
                only_if,
            });
        }
    }

    /// Collects the reactions and modifiers of keywords, once all bearers are known.
    pub(in crate::check) fn collect_keywords(
        &mut self,
        actions: &ActionIds<'p>,
        abilities: &mut Abilities<'p>,
    ) {
        let package = self.package;
        for (k, decl) in package.keywords.iter().enumerate() {
            let bearers = self.symbols.keywords[KeywordId::from_index(k)].bearers.clone();
            let borne = self.symbols.components.ids().filter(|c| has(&bearers, *c));
            let kinds = borne.map(|c| self.symbols.names[self.symbols.components[c].name].kind);
            // A keyword without bearers is checked as if cards bore it.
            let kind =
                kinds.reduce(|a, b| self.symbols.common_kind(a, b)).or(self.symbols.kind_named("card"));
            let borne = RuleBearer::By {
                bearers,
                kind: kind.unwrap_or(COMPONENT),
                keyword: Some(KeywordId::from_index(k)),
            };
            self.collect_reactions(&decl.reactions, &borne, actions, abilities);
            self.collect_modifiers(&decl.modifiers, &borne, abilities);
        }
    }

    /// Builds the bodies of verbs, with the reactions before and after them.
    pub(in crate::check) fn verbs(&mut self, reactions: &[Reaction<'p>], endings: &[StateReset<'p>]) {
        let package = self.package;
        for (i, decl) in package.verbs.iter().enumerate() {
            let f = FunctionId::from_index(package.functions.len() + i);
            let mine: Vec<&Reaction> = reactions.iter().filter(|r| r.on == Trigger::Verb(f)).collect();
            let ending: Vec<&StateReset> =
                endings.iter().filter(|ending| ending.on == Trigger::Verb(f)).collect();
            if mine.is_empty() && ending.is_empty() && decl.log.is_none() {
                self.body(f, &decl.code, "a verb");
                continue;
            }
            let errors_before = self.errors();
            let Some(tree) = self.parse_block(&decl.code) else { continue };
            let (params, result) =
                (self.symbols.functions[f].params.clone(), self.symbols.functions[f].result.clone());
            let mut cx =
                Cx::new(&self.symbols, &mut self.diagnostics, &mut self.uses, f, &decl.code, Mode::Happening);
            cx.what = "a verb";
            // A `before` reaction may change a parameter other than `self` and `you`.
            let given: Vec<Local> = params.iter().map(|p| cx.parameter(&p.id, p.ty.clone())).collect();
            let mut body = Vec::new();
            body.extend(cx.reactions(mine.iter().filter(|r| r.decl.before)));
            let value = (result != Ty::Unit).then(|| cx.local(result.clone()));
            cx.returns = (result != Ty::Unit).then(|| result.clone());
            cx.leave = Some(value);
            let happening = cx.block(&tree);
            cx.leave = None;
            cx.returns = None;
            if result != Ty::Unit && !always_returns_within(&happening) {
                cx.missing_return(&tree, &result);
            }
            body.push(HStmt::Scope(happening));
            if let Some(log) = &decl.log {
                cx.code = log;
                body.extend(cx.log_line(log));
            }
            body.extend(cx.reactions(mine.iter().filter(|r| !r.decl.before)));
            cx.code = &decl.code;
            let given: Vec<HExpr> =
                given.iter().zip(&params).map(|(local, p)| p.read(*local, decl.id.span)).collect();
            body.extend(ending.iter().flat_map(|ending| cx.begin_anew(ending, &given)));
            if let Some(local) = value {
                let span = decl.code.span;
                body.push(HStmt::Return(Some(HExpr { ty: result, span, kind: HKind::Local(local) })));
            }
            let body = cx.finish(body);
            self.keep_body(f, body, errors_before);
        }
    }
}

impl<'a> Cx<'a> {
    /// Builds the reactions to one verb or action: those of the game in the order written, then those of
    /// components in the order of the box.
    pub(in crate::check) fn reactions<'r>(
        &mut self,
        reactions: impl Iterator<Item = &'r &'a Reaction<'a>>,
    ) -> Vec<HStmt>
    where
        'a: 'r,
    {
        let mut out = Vec::new();
        let mut borne: Vec<ComponentReaction> = Vec::new();
        // The code after a `before` reaction is the verb's own again.
        let code = self.code;
        for r in reactions {
            // The search for bearers and the tests before the reaction are no part of what it does.
            let span = r.decl.verb.span;
            match &r.borne {
                RuleBearer::ByGame => {
                    let body = self.reaction(r);
                    out.extend(only_if(r.only_if, body, span));
                }
                RuleBearer::By { bearers, kind, keyword } => {
                    let (bearer, body) =
                        self.for_bearer((*kind, *keyword), r.zone, span, |cx| cx.reaction(r));
                    let body = only_if(r.only_if, body, span);
                    borne.push(ComponentReaction { bearers, kind: *kind, bearer, body, span });
                }
            }
        }
        self.code = code;
        out.extend(self.by_component(&borne));
        out
    }

    /// Builds one loop for each run of components that bear the same reactions.
    fn by_component(&mut self, borne: &[ComponentReaction]) -> Vec<HStmt> {
        let words = self.symbols.component_words();
        let mut runs: Vec<(Vec<usize>, Vec<u64>)> = Vec::new();
        for c in self.symbols.components.ids() {
            let bears: Vec<usize> = (0..borne.len()).filter(|r| has(borne[*r].bearers, c)).collect();
            if bears.is_empty() {
                continue;
            }
            if runs.last().is_none_or(|(known, _)| *known != bears) {
                runs.push((bears, vec![0; words]));
            }
            if let Some((_, set)) = runs.last_mut() {
                set_bit(set, c.index());
            }
        }
        let mut out = Vec::new();
        for (bears, set) in runs {
            let first = &borne[bears[0]];
            let mut body = Vec::new();
            for r in bears.iter().map(|r| &borne[*r]) {
                if r.bearer != first.bearer {
                    let ty = Ty::Component(first.kind);
                    body.push(HStmt::Set(
                        r.bearer,
                        HExpr { ty, span: r.span, kind: HKind::Local(first.bearer) },
                    ));
                }
                body.extend(r.body.iter().cloned());
            }
            out.push(each_of(set, first.kind, first.bearer, body, first.span));
        }
        out
    }

    /// Builds the statements of one reaction for the current `self`.
    fn reaction(&mut self, r: &'a Reaction<'a>) -> Vec<HStmt> {
        if let Trigger::Verb(f) = r.on {
            self.hints.push(self.parameters_of(f));
        }
        let condition = r.condition.as_ref().map(|(code, tree)| {
            self.code = code;
            self.calculation("the `where` of a reaction", |cx| cx.typed(tree, &Ty::Bool))
        });
        self.cancels = r.decl.before.then(|| match r.on {
            Trigger::Verb(f) => self.symbols.functions[f].result.clone(),
            Trigger::Action(_) => Ty::Unit,
        });
        let (leave, returns) = (self.leave.replace(None), self.returns.take());
        let what = std::mem::replace(&mut self.what, "a reaction");
        self.code = &r.decl.code;
        let body = self.block(&r.body);
        (self.leave, self.returns, self.cancels, self.what) = (leave, returns, None, what);
        if let Trigger::Verb(_) = r.on {
            self.hints.pop();
        }
        let body = vec![HStmt::Scope(body)];
        match condition {
            Some(cond) => vec![HStmt::If(cond, body, Vec::new())],
            None => body,
        }
    }

    /// Returns the advice for a name that a reaction to a verb does not have: the verb's parameters.
    fn parameters_of(&self, verb: FunctionId) -> NameHint {
        let verb = &self.symbols.functions[verb];
        let (id, params): (_, Vec<&str>) = (&verb.id, verb.params.iter().map(|p| p.id.as_str()).collect());
        let help = match &params[..] {
            [] => format!("`{id}` has no parameters"),
            [one] => format!("the parameter of `{id}` is `{one}`"),
            _ => format!("the parameters of `{id}` are {}", list(&params)),
        };
        NameHint { names: None, advice: Advice::LastHelp(help) }
    }

    /// Checks a verb's own log line.
    pub(in crate::check) fn log_line(&mut self, log: &'a CodeText) -> Vec<HStmt> {
        let at = 0..log.value.len() as u32;
        self.log(&log.value, &at).map(|effect| vec![HStmt::Effect(effect, log.span)]).unwrap_or_default()
    }
}
