//! State that is reset after a verb or action: `until = "end_turn"`, `until = "begin_turn(holder)"`.
//!
//! The reset is compiled into the verb, after all reactions, as a loop over the owners whose state differs
//! from its start value: for most types an intersection of bitsets.

use crate::check::body::scope::{Cx, Mode, You};
use crate::check::hir::parts::{called_in, parts, statement_parts};
use crate::check::hir::tree::{CompareOp, HExpr, HKind, HStmt, Local, LoopSource};
use crate::check::hir::types::Ty;
use crate::check::rules::abilities::{ActionIds, Trigger};
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::layout::TableLayout;
use crate::check::rules::messages;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::{FieldId, FunctionId, ZoneOwner, ZonePlaceId, callees_first};
use crate::model::{CodeText, Ident};
use crate::place::TextRange;
use crate::source::Span;
use crate::syntax::ast::{At, Expr, ExprKind, Name};

/// A reset of state after a verb or action.
#[derive(Debug)]
pub struct StateReset<'p> {
    /// The verb or action after which the state is reset.
    pub on: Trigger<'p>,
    /// The state that gets its start value again.
    pub field: FieldId,
    /// For each argument a function of the state's owner, whose value must equal the verb's parameter.
    pub same: Vec<FunctionId>,
    /// True if an argument is the holder of the component.
    asks_holder: bool,
    span: Span,
}

impl StateReset<'_> {
    /// Returns whether the actions with this id trigger the reset.
    pub fn is_by_action(&self, id: &str) -> bool {
        matches!(self.on, Trigger::Action(of) if of == id)
    }
}

impl<'p> RuleChecker<'p> {
    /// Checks the `until` of every state.
    pub(in crate::check) fn endings(
        &mut self,
        ends: Vec<(FieldId, &'p CodeText)>,
        actions: &ActionIds<'p>,
    ) -> Vec<StateReset<'p>> {
        ends.into_iter().filter_map(|(field, code)| self.ending(field, code, actions)).collect()
    }

    /// Reports state whose start value depends on play: its reset value is not known before play. The layout
    /// has the start values.
    pub(in crate::check) fn begin_again_alike(&mut self, _: TableLayout, endings: &[StateReset]) {
        for ending in endings {
            let field = &self.symbols.fields[ending.field];
            let Some(start) = field.start.filter(|start| depends_on_play(&self.symbols, *start)) else {
                continue;
            };
            let start = self.symbols.functions[start].span.or(field.span).unwrap_or(ending.span);
            self.diagnostics.push(messages::unsettled_start(start, &field.id, ending.span));
        }
    }

    /// Warns of state that is kept only in zones without a holder, but reset by an event of its holder: it
    /// would never be reset.
    pub(in crate::check) fn ends_that_never_come(&mut self, endings: &[StateReset]) {
        let is_held = |place: &ZonePlaceId| {
            let zone = self.symbols.zones.iter().rev().find(|zone| zone.first <= *place);
            zone.is_none_or(|zone| matches!(zone.per.thing, ZoneOwner::Player | ZoneOwner::Component(_)))
        };
        for ending in endings.iter().filter(|ending| ending.asks_holder) {
            let field = &self.symbols.fields[ending.field];
            if field.within.is_empty() || field.within.iter().any(is_held) {
                continue;
            }
            self.diagnostics.push(messages::never_anew(ending.span, &field.id));
        }
    }

    fn ending(
        &mut self,
        field: FieldId,
        code: &'p CodeText,
        actions: &ActionIds<'p>,
    ) -> Option<StateReset<'p>> {
        let tree = self.parse_expr(code)?;
        let (id, at, args): (&str, _, &[Expr]) = match &tree.kind {
            ExprKind::Name(name) => (name, &tree.at, &[]),
            ExprKind::Call { receiver: None, callee, args } => (&callee.text, &callee.at, args),
            _ => {
                self.diagnostics.push(messages::until_without_name(code.span));
                return None;
            }
        };
        let name = Ident { text: id.to_owned(), span: place(code, at) };
        let on = self.reacted_to(&name, actions)?;
        let params: Vec<Ty> = match on {
            Trigger::Verb(verb) => self.symbols.functions[verb].params.iter().map(|p| p.ty.clone()).collect(),
            Trigger::Action(_) => vec![Ty::Player],
        };
        if args.len() > params.len() {
            let takes = messages::takes(id, params.len(), args.len(), "argument");
            let d = messages::until_with_more(code.span, &takes);
            self.diagnostics.push(match on {
                Trigger::Verb(_) => {
                    d.help(format!("name the verb alone (`{id}`) if it does not matter for whom"))
                }
                Trigger::Action(_) => d.because("Of an action, `until` asks only who acts."),
            });
            return None;
        }
        let same = args
            .iter()
            .zip(&params)
            .map(|(arg, ty)| self.same(field, code, arg, ty))
            .collect::<Option<_>>()?;
        let asks_holder = args.iter().any(|arg| whose(arg).is_some());
        Some(StateReset { on, field, same, asks_holder, span: code.span })
    }

    /// Checks an argument as a function of the state's owner, whose value must equal the parameter.
    fn same(&mut self, field: FieldId, code: &'p CodeText, arg: &Expr, param: &Ty) -> Option<FunctionId> {
        let ty = match param {
            Ty::Error => return None,
            Ty::Set(_) | Ty::Amount(_) => {
                let span = place(code, &arg.at);
                self.diagnostics.push(messages::until_of_several(span, &param.a(&self.symbols)));
                return None;
            }
            Ty::Int | Ty::Bool | Ty::Optional(_) => param.clone(),
            _ => param.clone().optional(),
        };
        let owner = self.symbols.owners(field).map(|(ty, _)| ("self", ty));
        let id = format!("until of {}", self.symbols.fields[field].id);
        let f = self.hidden(id, owner.iter().cloned().collect(), ty.clone(), false);
        let errors_before = self.errors();
        let mut cx =
            Cx::new(&self.symbols, &mut self.diagnostics, &mut self.uses, f, code, Mode::Calculation);
        cx.what = "what `until` asks";
        if let Some((_, ty)) = &owner {
            cx.parameter("self", ty.clone());
            // `you` would be the holder as well, and a fault if nobody holds the component.
            cx.you = You::Nobody;
        }
        let whose = whose(arg);
        if whose.is_some() && owner.as_ref().is_some_and(|(_, ty)| *ty == Ty::Player) {
            self.diagnostics.push(messages::player_held(place(code, &arg.at)));
            return None;
        }
        if matches!(&arg.kind, ExprKind::Name(name) if name == "you") {
            let of_component = owner.as_ref().is_some_and(|(_, ty)| matches!(ty, Ty::Component(_)));
            self.diagnostics.push(messages::until_of_you(place(code, &arg.at), of_component));
            return None;
        }
        let value = cx.typed(whose.as_ref().unwrap_or(arg), &ty);
        let body = cx.finish(vec![HStmt::Return(Some(value))]);
        self.keep_body(f, body, errors_before);
        Some(f)
    }
}

fn place(code: &CodeText, at: &At) -> Span {
    code.span_of(at.first_byte(), at.end_byte())
}

/// Rewrites a bare `holder` to the holder of `self`.
fn whose(arg: &Expr) -> Option<Expr> {
    let ExprKind::Name(name) = &arg.kind else { return None };
    if name != "holder" {
        return None;
    }
    let me = Expr { kind: ExprKind::Name("self".into()), at: arg.at.clone() };
    let callee = Name { text: name.clone(), at: arg.at.clone() };
    Some(Expr { kind: ExprKind::Call { receiver: None, callee, args: vec![me] }, at: arg.at.clone() })
}

impl Cx<'_> {
    /// Builds the statements that reset the state of all owners for which the arguments match.
    pub(in crate::check) fn begin_anew(&mut self, ending: &StateReset, args: &[HExpr]) -> Vec<HStmt> {
        let span = ending.span;
        let field = &self.symbols.fields[ending.field];
        let ty = field.ty.clone();
        let make = |ty: Ty, kind: HKind| HExpr { ty, span, kind };
        let owners = self.symbols.owners(ending.field);
        let owner: Option<(Local, Ty)> = owners.as_ref().map(|(ty, _)| (self.local(ty.clone()), ty.clone()));
        let me = owner.as_ref().map(|(local, ty)| make(ty.clone(), HKind::Local(*local)));
        let start = self
            .symbols
            .starts_as(ending.field, me.clone())
            .unwrap_or_else(|| nothing(&ty, self.symbols.words(&ty)));
        let start = make(ty.clone(), start);
        let compared = |f: &FunctionId, given: &HExpr| {
            let same = HKind::Call(*f, me.iter().cloned().collect());
            let same = make(self.symbols.functions[*f].result.clone(), same);
            make(Ty::Bool, HKind::Compare(CompareOp::Eq, Box::new(same), Box::new(given.clone())))
        };
        let mut all: Vec<HExpr> = ending.same.iter().zip(args).map(|(f, given)| compared(f, given)).collect();
        if let Some(me) = me.as_ref().filter(|_| !matches!(ty, Ty::Set(_) | Ty::Amount(_))) {
            // Few owners have a changed value, and an index finds them quickly.
            let now = make(ty.clone(), HKind::Field(ending.field, Box::new(me.clone())));
            all.insert(
                0,
                make(Ty::Bool, HKind::Compare(CompareOp::Ne, Box::new(now), Box::new(start.clone()))),
            );
        }
        let condition = all.into_iter().reduce(|a, b| make(Ty::Bool, HKind::And(Box::new(a), Box::new(b))));
        match (owner, owners, me) {
            (Some((local, one)), Some((_, set)), Some(me)) => {
                let set = make(one.clone().set(), set);
                let set = match condition {
                    Some(cond) => {
                        let element = local;
                        make(one.set(), HKind::Filter { set: Box::new(set), element, cond: Box::new(cond) })
                    }
                    None => set,
                };
                vec![HStmt::ForEach(local, LoopSource::Set(set), vec![HStmt::Put(ending.field, me, start)])]
            }
            _ => {
                let put = vec![HStmt::PutTable(ending.field, start)];
                match condition {
                    Some(cond) => vec![HStmt::If(cond, put, Vec::new())],
                    None => put,
                }
            }
        }
    }
}

/// Returns whether a calculation, or one that it calls, reads state that changes in play.
fn depends_on_play(symbols: &SymbolTable, function: FunctionId) -> bool {
    let body = |f: FunctionId| symbols.functions[f].body.as_ref().map_or(&[][..], |body| &body.body);
    let called = callees_first(function, |f| called_in(body(f)));
    called.into_iter().any(|f| body(f).iter().any(statement_depends))
}

fn statement_depends(s: &HStmt) -> bool {
    let (expressions, blocks) = statement_parts(s);
    expressions.into_iter().any(depends) || blocks.into_iter().flatten().any(statement_depends)
}

fn depends(e: &HExpr) -> bool {
    let reads = match &e.kind {
        HKind::TableField(_) | HKind::Field(..) | HKind::Playing | HKind::NotLost | HKind::Times(_) => true,
        kind => depends_on_places(kind),
    };
    reads || parts(e).any(depends)
}

/// Returns whether an expression itself asks where components are.
pub(in crate::check) fn depends_on_places(kind: &HKind) -> bool {
    matches!(
        kind,
        HKind::OutOfPlay
            | HKind::CellOf(_)
            | HKind::Bearer(_)
            | HKind::Contents(_)
            | HKind::Holder(_)
            | HKind::ZoneOf(_)
            | HKind::InZones(..)
            | HKind::Top(_)
            | HKind::Bottom(_)
    )
}

/// Returns the default value of state without a start.
fn nothing(ty: &Ty, words: usize) -> HKind {
    match ty {
        Ty::Int => HKind::Int(0),
        Ty::Bool => HKind::Bool(false),
        Ty::Set(_) | Ty::Amount(_) => HKind::ConstSet(vec![0; words]),
        _ => HKind::Value(0),
    }
}
