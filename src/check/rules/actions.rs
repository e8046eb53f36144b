//! Actions, of the game and of components: their options and their statements.

use crate::check::body::scope::{ActionContext, Cx, Mode, PARAMETER_SET, STILL};
use crate::check::hir::tree::{HExpr, HKind, HStmt, Local};
use crate::check::hir::types::Ty;
use crate::check::rules::abilities::{ActionDefinitions, Bearer, Definition, Reaction};
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::rules::resets::StateReset;
use crate::check::symbols::editor_info::COMPLETION_MARKER;
use crate::check::symbols::items::{Member, ParamSymbol};
use crate::check::symbols::messages::unfilled_braces;
use crate::check::symbols::symbol_table::new_function;
use crate::check::symbols::templates::{SELF, place_of, single_braces, variables, with_self};
use crate::ir::FunctionId;
use crate::ir::verify::MAX_PARAMS;
use crate::model::{ActionDecl, CodeText};
use crate::source::Span;
use crate::syntax::ast::{Block, Expr};

/// A declaration with its code parsed.
struct ParsedAction<'p> {
    decl: &'p ActionDecl,
    sets: Vec<Option<Expr>>,
    when: Option<(&'p CodeText, Option<Expr>)>,
    only_if: Option<FunctionId>,
    body: Option<Block>,
}

/// The parameters in scope of an action's statements, in the order of the parameters of its functions.
struct ActionParams {
    bearer: Option<Bearer>,
    params: Vec<ParamSymbol>,
    /// The number of parameters that belong to the kind: a card's parameters have no name in the kind's
    /// statements.
    framed: usize,
}

impl<'p> RuleChecker<'p> {
    /// Checks the options and statements of every action.
    pub(in crate::check) fn actions(
        &mut self,
        definitions: &ActionDefinitions<'p>,
        reactions: &[Reaction<'p>],
        endings: &[StateReset<'p>],
    ) {
        for definition in &definitions.all {
            self.action(definition, reactions, endings);
        }
        self.list_borne(definitions);
    }

    fn parsed_action(&mut self, decl: &'p ActionDecl) -> ParsedAction<'p> {
        ParsedAction {
            decl,
            sets: decl.params.iter().map(|p| self.parse_expr(&p.ty)).collect(),
            when: decl.when.as_ref().map(|w| (w, self.parse_expr(w))),
            only_if: decl.only_if.as_ref().map(|c| self.condition("only_if", c)),
            body: self.parse_block(&decl.code),
        }
    }

    fn action(
        &mut self,
        definition: &Definition<'p>,
        reactions: &[Reaction<'p>],
        endings: &[StateReset<'p>],
    ) {
        let parsed: Vec<ParsedAction<'p>> = definition.decls().map(|decl| self.parsed_action(decl)).collect();
        let params = self.options_of(definition, &parsed);
        if let Some(one_more) = params.get(MAX_PARAMS) {
            let decl = definition.part.or(definition.frame);
            let given = definition.decls().flat_map(|d| &d.params).find(|p| p.id.text == one_more.id);
            let span = given.map_or(decl.map_or(one_more_nowhere(), |d| d.id.span), |p| p.id.span);
            let has_bearer = definition.bearer.is_some();
            self.once(messages::too_many_parameters(span, MAX_PARAMS, has_bearer));
            return;
        }
        let own = usize::from(definition.bearer.is_some());
        let framed = match definition.frame {
            Some(frame) => frame.params.len(),
            None => params.len() - own,
        };
        self.symbols.actions[definition.action].params = params.clone();
        let params: Vec<ParamSymbol> = params.into_iter().skip(own).collect();
        let does = self.symbols.actions[definition.action].does;
        self.symbols.functions[does].params.extend(params.iter().cloned());
        let given = ActionParams { bearer: definition.bearer, params, framed };
        self.does(definition, &parsed, &given, (reactions, endings));
    }

    /// Checks an action's options: the sets of its parameters, and its conditions.
    fn options_of(&mut self, definition: &Definition<'p>, parsed: &[ParsedAction<'p>]) -> Vec<ParamSymbol> {
        let errors_before = self.errors();
        let options = self.symbols.actions[definition.action].options;
        let Some(first) = parsed.first() else { return Vec::new() };
        let (code, start) = (&first.decl.code, first.decl.id.span);
        let bool_of = |kind| HExpr { ty: Ty::Bool, span: start, kind };
        // The bearer's zone is tested first, then the kind's condition on the bearer alone.
        let mut before: Vec<HExpr> = Vec::new();
        if let Some(bearer) = definition.bearer {
            let me = HExpr { ty: Ty::Component(bearer.kind), span: start, kind: HKind::Local(Local(0)) };
            let you = HExpr { ty: Ty::Player, span: start, kind: HKind::Local(Local(1)) };
            before.push(self.lies_right(definition.zones(), &me, &you, start));
        }
        before.extend(parsed.iter().filter_map(|p| p.only_if).map(|f| bool_of(HKind::Call(f, Vec::new()))));
        let mut cx =
            Cx::new(&self.symbols, &mut self.diagnostics, &mut self.uses, options, code, Mode::Calculation);
        cx.what = "what an action offers";
        let mut body = Vec::new();
        let mut params: Vec<ParamSymbol> = Vec::new();
        let mut sets: Vec<(Local, HExpr)> = Vec::new();
        match definition.bearer {
            Some(bearer) => {
                let ty = Ty::Component(bearer.kind);
                let me = cx.parameter("self", ty.clone());
                cx.parameter("you", Ty::Player);
                let me = HExpr { ty: ty.clone(), span: start, kind: HKind::Local(me) };
                if let Some(keyword) = bearer.keyword {
                    body.extend(cx.keyword_params(keyword, &me));
                }
                let again = cx.local(ty.clone());
                let alone = HExpr { ty: ty.clone().set(), span: start, kind: HKind::SetOf(vec![me]) };
                sets.push((again, alone));
                params.push(ParamSymbol { id: "self".into(), ty, range: None });
            }
            None => {
                cx.parameter("you", Ty::Player);
            }
        }
        let mut conditions: Vec<HExpr> = Vec::new();
        for of in parsed {
            for (p, tree) in of.decl.params.iter().zip(&of.sets) {
                let set = tree.as_ref().and_then(|tree| cx.action_set(&p.id.text, &p.ty, tree));
                let ty = set.as_ref().map_or(Ty::Error, |(_, inner)| inner.clone());
                if params.iter().any(|known| known.id == p.id.text) {
                    cx.report(messages::second_parameter(p.id.span, &p.id.text));
                }
                let local = cx.local(ty.clone());
                cx.bind(&p.id.text, local, ty.clone());
                sets.extend(set.map(|(set, _)| (local, set)));
                params.push(ParamSymbol { id: p.id.text.clone(), ty, range: None });
            }
            if let Some((code, Some(tree))) = &of.when {
                let when = cx.action_when(code, tree);
                let of_bearer = definition.bearer.is_some() && params.len() == 1;
                if of_bearer { before.push(when) } else { conditions.push(when) }
            }
        }
        if let Some(text) =
            definition.part.and_then(|d| d.text.as_ref()).or(definition.frame.and_then(|d| d.text.as_ref()))
        {
            action_text(&mut cx, text, &params);
        }
        let and = |a, b| bool_of(HKind::And(Box::new(a), Box::new(b)));
        if definition.bearer.is_none() {
            // It is inlined at each `act`, so its conditions are evaluated where its options are made.
            conditions.splice(0..0, before.drain(..));
        }
        let offer = HStmt::Offer {
            action: definition.action,
            params: sets,
            when: conditions.into_iter().reduce(and),
        };
        match before.into_iter().reduce(and) {
            Some(cond) => body.push(HStmt::If(cond, vec![offer], Vec::new())),
            None => body.push(offer),
        }
        let body = cx.finish(body);
        self.keep_body(options, body, errors_before);
        params
    }

    /// Checks an action's statements, with the reactions before and after it.
    fn does(
        &mut self,
        definition: &Definition<'p>,
        parsed: &[ParsedAction<'p>],
        given: &ActionParams,
        (reactions, endings): (&[Reaction<'p>], &[StateReset<'p>]),
    ) {
        let does = self.symbols.actions[definition.action].does;
        let id = self.symbols.actions[definition.action].id.clone();
        let still = parsed
            .iter()
            .any(|p| mentions_still(&p.decl.code))
            .then(|| self.still(definition, parsed, given));
        let (Some(first), Some(last)) = (parsed.first(), parsed.last()) else { return };
        // The statements that a card adds are a separate function, which the kind's statements call.
        let mut filled = definition.frame.map(|_| None);
        if definition.frame.is_some() && definition.part.is_some() {
            let part = self.same_params(format!("{id} of a card"), does, Ty::Unit, true);
            let errors_before = self.errors();
            if let Some(tree) = &last.body {
                let mut cx = Cx::new(
                    &self.symbols,
                    &mut self.diagnostics,
                    &mut self.uses,
                    part,
                    &last.decl.code,
                    Mode::Happening,
                );
                cx.what = "an action";
                let (mut body, args) = cx.bind_action_params(given, true);
                cx.doing = Some(ActionContext { id: id.clone(), filled: None, still, args });
                body.extend(cx.statements_and_line(tree, last.decl.log.as_ref()));
                let body = cx.finish(body);
                self.keep_body(part, body, errors_before);
            }
            filled = Some(Some(part));
        }
        let errors_before = self.errors();
        let Some(tree) = &first.body else { return };
        let mine: Vec<&Reaction> = reactions.iter().filter(|r| r.is_to_action(&id)).collect();
        let ending: Vec<&StateReset> = endings.iter().filter(|ending| ending.is_by_action(&id)).collect();
        let code = &first.decl.code;
        let mut cx =
            Cx::new(&self.symbols, &mut self.diagnostics, &mut self.uses, does, code, Mode::Happening);
        cx.what = "an action";
        let (mut body, args) = cx.bind_action_params(given, false);
        let doing = |args: Vec<HExpr>| Some(ActionContext { id: id.clone(), filled, still, args });
        let log = first.decl.log.as_ref();
        if mine.is_empty() && ending.is_empty() {
            cx.doing = doing(args);
            body.extend(cx.statements_and_line(tree, log));
        } else {
            let mark = cx.enter();
            cx.name_actor(given, &args);
            body.extend(cx.reactions(mine.iter().filter(|r| r.is_before())));
            cx.leave(mark);
            cx.code = code;
            cx.doing = doing(args.clone());
            body.extend(cx.left_alone(tree, log));
            cx.doing = None;
            cx.name_actor(given, &args);
            body.extend(cx.reactions(mine.iter().filter(|r| !r.is_before())));
            cx.code = code;
            let actor = &args[usize::from(given.bearer.is_some())..];
            body.extend(ending.iter().flat_map(|ending| cx.begin_anew(ending, actor)));
        }
        let body = cx.finish(body);
        self.keep_body(does, body, errors_before);
    }

    /// Builds the function that tests whether an action's answers would still be offered: each is in its set,
    /// and the condition on them holds.
    fn still(
        &mut self,
        definition: &Definition<'p>,
        parsed: &[ParsedAction<'p>],
        given: &ActionParams,
    ) -> FunctionId {
        let does = self.symbols.actions[definition.action].does;
        let f = self.same_params("still".into(), does, Ty::Bool, false);
        let errors_before = self.errors();
        let Some(first) = parsed.first() else { return f };
        let span = first.decl.id.span;
        let mut cx = Cx::new(
            &self.symbols,
            &mut self.diagnostics,
            &mut self.uses,
            f,
            &first.decl.code,
            Mode::Calculation,
        );
        cx.what = "what an action offers";
        let (mut body, args) = cx.bind_action_params(given, true);
        let bool_of = |kind| HExpr { ty: Ty::Bool, span, kind };
        let mut all: Vec<HExpr> = Vec::new();
        let own = if given.bearer.is_some() { 2 } else { 1 };
        let mut answers = args.into_iter().skip(own);
        for of in parsed {
            for (p, tree) in of.decl.params.iter().zip(&of.sets) {
                let set = tree.as_ref().and_then(|tree| cx.action_set(&p.id.text, &p.ty, tree));
                if let (Some(answer), Some((set, _))) = (answers.next(), set) {
                    all.push(bool_of(HKind::In(Box::new(answer), Box::new(set))));
                }
            }
        }
        // The kind's condition restricts starting the action; the card's depends on the answers.
        if let Some((code, Some(tree))) =
            parsed.last().filter(|_| definition.part.is_some()).and_then(|p| p.when.as_ref())
        {
            all.push(cx.action_when(code, tree));
        }
        let holds = all.into_iter().reduce(|a, b| bool_of(HKind::And(Box::new(a), Box::new(b))));
        body.push(HStmt::Return(Some(holds.unwrap_or_else(|| bool_of(HKind::Bool(true))))));
        let body = cx.finish(body);
        self.keep_body(f, body, errors_before);
        f
    }

    /// Adds a function with the parameters of another.
    fn same_params(&mut self, id: String, of: FunctionId, result: Ty, effects: bool) -> FunctionId {
        let params = self.symbols.functions[of].params.clone();
        new_function(&mut self.symbols, id, params, result, effects, None)
    }
}

fn one_more_nowhere() -> Span {
    Span::new(crate::source::FileId(0), 0, 0)
}

/// Returns whether code may use `still`.
fn mentions_still(code: &CodeText) -> bool {
    code.value.contains(STILL)
}

impl<'a> Cx<'a> {
    /// Checks the set that a parameter is drawn from.
    fn action_set(&mut self, id: &str, code: &'a CodeText, tree: &Expr) -> Option<(HExpr, Ty)> {
        self.code = code;
        let what = std::mem::replace(&mut self.what, PARAMETER_SET);
        let set = self.set_for(id, tree);
        let set = self.as_set(set, "an action's parameter is drawn from a set");
        self.what = what;
        set.map(|(set, ty)| (set, self.element_of(tree, ty)))
    }

    fn action_when(&mut self, code: &'a CodeText, tree: &Expr) -> HExpr {
        self.code = code;
        let what = std::mem::replace(&mut self.what, "the `when` of an action");
        let when = self.typed(tree, &Ty::Bool);
        if matches!(when.kind, HKind::Bool(false)) && when.ty == Ty::Bool {
            self.report(messages::never_offered(when.span));
        }
        self.what = what;
        when
    }

    /// Brings the parameters of an action into scope; those of a card only if `wholly`. Returns the
    /// statements that must run first, and all parameters as expressions.
    fn bind_action_params(&mut self, given: &ActionParams, wholly: bool) -> (Vec<HStmt>, Vec<HExpr>) {
        let span = self.code.span;
        let local = |local: Local, ty: &Ty| HExpr { ty: ty.clone(), span, kind: HKind::Local(local) };
        let mut args = vec![local(self.parameter("you", Ty::Player), &Ty::Player)];
        let mut first = Vec::new();
        let mut me = None;
        if let Some(bearer) = given.bearer {
            let ty = Ty::Component(bearer.kind);
            args.push(local(self.parameter("self", ty.clone()), &ty));
            me = args.last().cloned();
        }
        for (i, p) in given.params.iter().enumerate() {
            let variable = match wholly || i < given.framed {
                true => self.parameter(&p.id, p.ty.clone()),
                false => self.local(p.ty.clone()),
            };
            args.push(local(variable, &p.ty));
        }
        if let (Some(me), Some(keyword)) = (me, given.bearer.and_then(|b| b.keyword)) {
            first = self.keyword_params(keyword, &me);
        }
        (first, args)
    }

    /// Checks statements and appends the log line that is written after them.
    fn statements_and_line(&mut self, tree: &Block, log: Option<&'a CodeText>) -> Vec<HStmt> {
        match log {
            Some(_) => self.left_alone(tree, log),
            None => self.statements(tree, &Ty::Unit),
        }
    }

    /// Checks statements in a scope that `return` leaves, so that what follows still runs, and appends their
    /// log line.
    fn left_alone(&mut self, tree: &Block, log: Option<&'a CodeText>) -> Vec<HStmt> {
        self.leave = Some(None);
        let happening = self.block(tree);
        self.leave = None;
        let mut body = vec![HStmt::Scope(happening)];
        if let Some(log) = log {
            let code = std::mem::replace(&mut self.code, log);
            body.extend(self.log_line(log));
            self.code = code;
        }
        body
    }

    /// Binds `actor`, and `source` for an action of a component, for the reactions of other components.
    fn name_actor(&mut self, given: &ActionParams, args: &[HExpr]) {
        let named =
            ["actor", "source"].into_iter().zip(args).take(if given.bearer.is_some() { 2 } else { 1 });
        for (name, arg) in named {
            if let HKind::Local(local) = arg.kind
                && self.variable(name).is_none()
            {
                self.bind(name, local, arg.ty.clone());
            }
        }
    }

    /// Resolves `still` in the statements of an action.
    pub(in crate::check) fn still(&mut self, span: Span) -> Option<HExpr> {
        let doing = self.doing.as_ref()?;
        let call = HKind::Call(doing.still?, doing.args.clone());
        self.variable(STILL).is_none().then_some(HExpr { ty: Ty::Bool, span, kind: call })
    }

    /// Checks `self.cast` in the statements of a kind's action `cast`: a call of the card's part.
    pub(in crate::check) fn filled_in(&mut self, e: &Expr, out: &mut Vec<HStmt>) -> bool {
        use crate::syntax::ast::ExprKind;
        let ExprKind::Field { of, field } = &e.kind else { return false };
        let Some(doing) = self.doing.as_ref().filter(|doing| doing.id == field.text) else { return false };
        if !matches!(&of.kind, ExprKind::Name(name) if name == "self") {
            return false;
        }
        let span = self.span(&e.at);
        match doing.filled {
            Some(Some(f)) => {
                let call = HKind::Call(f, doing.args.clone());
                out.push(HStmt::Do(HExpr { ty: Ty::Unit, span, kind: call }));
            }
            Some(None) => {}
            None => {
                self.report(messages::does_itself(span, &field.text));
            }
        }
        true
    }
}

/// Reports names in an action's text that are not parameters.
fn action_text(cx: &mut Cx, text: &CodeText, params: &[ParamSymbol]) {
    let whole = with_self(&text.value);
    let names = match variables(&whole) {
        Ok(names) => names,
        Err(e) => {
            let range = e.range.clone().unwrap_or(0..text.value.len());
            return cx.report(e.at_span(text.span_of(range.start, range.end)));
        }
    };
    let ids: Vec<&str> = params.iter().map(|p| p.id.as_str()).collect();
    for (range, word) in single_braces(&text.value) {
        if ids.contains(&word) {
            cx.report(unfilled_braces(text.span_of(range.start, range.end), word));
        }
    }
    let names = names.into_iter().map(|name| name.replace(SELF, "self"));
    // The set of such a parameter has an error of its own.
    let is_unclear = |name: &str| {
        let id = name.split('.').next().unwrap_or(name);
        params.iter().any(|param| param.id == id && param.ty.is_error())
    };
    for name in names.filter(|name| !ids.contains(&name.as_str()) && !is_unclear(name)) {
        if let Some((id, attribute)) = name.split_once('.')
            && let Some(ParamSymbol { ty: Ty::Component(kind), .. }) =
                params.iter().find(|param| param.id == id)
        {
            let symbols = cx.symbols;
            let is_printed =
                |member: Member| matches!(member, Member::Attribute(_) | Member::Field(_, Some(_)));
            let prints = |id: &str| symbols.member(*kind, id).is_some_and(is_printed);
            if prints(attribute) {
                continue;
            }
            let range = place_of(&text.value, &name).unwrap_or(0..text.value.len());
            let span = text.span_of(range.start, range.end);
            let d = messages::not_printed_in_text(span, &Ty::Component(*kind).a(symbols), attribute);
            let known: Vec<&str> =
                cx.members_of(&Ty::Component(*kind)).into_iter().filter(|id| prints(id)).collect();
            if attribute == COMPLETION_MARKER {
                cx.record_members_that(*kind, is_printed);
            }
            cx.report(d.suggest(attribute, known));
            continue;
        }
        if name == COMPLETION_MARKER {
            cx.record_params(params);
        }
        let range = place_of(&text.value, &name).unwrap_or(0..text.value.len());
        let span = text.span_of(range.start, range.end);
        let d = messages::not_a_parameter(span, &name);
        cx.report(d.suggest(&name, ids.iter().copied()));
    }
}
