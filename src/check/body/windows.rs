//! `act`, `may act`, and windows, in which several players act in turn until all have passed.

use crate::check::body::choices::ChoiceTexts;
use crate::check::body::messages;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{HExpr, HStmt, LoopSource};
use crate::check::hir::types::Ty;
use crate::check::symbols::editor_info::COMPLETION_MARKER;
use crate::ir::{ActionGroupId, ActionId};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Name, StmtKind};

/// The id of the option of `may act` that does nothing.
pub const PASS: &str = "pass";

/// The subject of an `act` statement, which decides between one choice and a window.
enum Actors {
    /// One player, who acts once.
    One(HExpr),
    /// Several players, who act or pass in turn until all have passed in a row.
    Several(LoopSource),
}

impl Cx<'_> {
    /// Checks `act …` or, if `may`, `may act …`. With several players, it becomes a window.
    pub(in crate::check) fn act(&mut self, stmt: &StmtKind, may: bool, span: Span, out: &mut Vec<HStmt>) {
        let StmtKind::Act { more, who, from, prompt, then, other, .. } = stmt else { return };
        let allowed = self.may_happen("an action", span);
        if from.as_ref().is_some_and(Vec::is_empty) {
            self.report(messages::no_actions(span));
        }
        let actors = self.actors(who, from.as_deref(), may);
        let actions = self.resolve_offered_actions(from.as_deref(), may);
        let ChoiceTexts { prompt, holes, .. } = self.texts_of_choice(prompt, [], out);
        let done = then.as_ref().map(|b| self.block(b)).unwrap_or_default();
        let undone = other.as_ref().map(|b| self.block(b));
        let (Some(actors), true) = (actors, allowed && !actions.is_empty()) else { return };
        match actors {
            Actors::One(who) => {
                // If nobody has to act, the alternative may be empty.
                let other = if may { Some(undone.unwrap_or_default()) } else { undone };
                out.push(HStmt::Act {
                    more: *more,
                    who,
                    actions,
                    prompt,
                    holes: holes.into(),
                    may,
                    then: done,
                    other,
                    span,
                });
            }
            Actors::Several(players) => {
                if let Some(block) = then.as_ref().or(other.as_ref()) {
                    let at = self.span(&block.at);
                    self.report(messages::block_of_several(at));
                }
                let player = self.local(Ty::Player);
                out.push(HStmt::Window {
                    more: *more,
                    players,
                    player,
                    actions,
                    prompt,
                    holes: holes.into(),
                    span,
                });
            }
        }
    }

    /// Checks who acts: one player or, for `may act`, several.
    fn actors(&mut self, who: &Expr, from: Option<&[Name]>, may: bool) -> Option<Actors> {
        if let Some(first) = self.turn_order(who) {
            let first = self.typed(first, &Ty::Player);
            if !may {
                self.only_one(who, from);
            }
            return (may && first.ty != Ty::Error).then_some(Actors::Several(LoopSource::Turns(first)));
        }
        let checked = self.expr(who, Some(&Ty::Player));
        if checked.ty == Ty::Player.set() {
            if !may {
                self.only_one(who, from);
            }
            return may.then_some(Actors::Several(LoopSource::Set(checked)));
        }
        let who = self.coerce(checked, &Ty::Player);
        (who.ty != Ty::Error).then_some(Actors::One(who))
    }

    /// Returns the first player of a call `turn_order(player)`; `None` for any other expression.
    pub(in crate::check) fn turn_order<'e>(&self, e: &'e Expr) -> Option<&'e Expr> {
        match &e.kind {
            ExprKind::Call { receiver: None, callee, args }
                if callee.text == "turn_order" && !self.symbols.globals.contains_key("turn_order") =>
            {
                match args.as_slice() {
                    [first] => Some(first),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Reports `act` for several players, with the same players and actions in the advice.
    fn only_one(&mut self, who: &Expr, from: Option<&[Name]>) {
        let from = from.map_or(String::new(), |actions| {
            let ids: Vec<&str> = actions.iter().map(|action| action.text.as_str()).collect();
            format!(" from {{{}}}", ids.join(", "))
        });
        let free = |name: &&str| self.variable(name).is_none() && !self.symbols.globals.contains_key(*name);
        let each = ["p", "q", "each_player"].into_iter().find(free).unwrap_or("p");
        let d = messages::several_act(self.span(&who.at), self.written(who), each, &from);
        self.report(d);
    }

    /// Resolves the actions that an `act` offers; without a list, all of them.
    fn resolve_offered_actions(&mut self, from: Option<&[Name]>, may: bool) -> Vec<ActionId> {
        let symbols = self.symbols;
        let mut actions = Vec::new();
        match from {
            None => {
                let of_game = symbols.actions.iter().take_while(|a| a.borne.is_none()).count();
                actions.extend((0..of_game).map(ActionId::from_index));
                actions.extend(symbols.borne_actions.iter().flat_map(|borne| &borne.actions));
            }
            Some(names) => names.iter().for_each(|name| self.offer(name, may, &mut actions)),
        }
        self.uses.actions.extend(&actions);
        actions
    }

    fn offer(&mut self, name: &Name, may: bool, actions: &mut Vec<ActionId>) {
        let symbols = self.symbols;
        let at = self.span(&name.at);
        if name.text == COMPLETION_MARKER {
            self.record_actions();
        }
        if let Some(g) = symbols.borne_actions.iter().position(|borne| borne.id == name.text) {
            self.uses.borne_actions.insert(ActionGroupId::from_index(g));
            return actions.extend(&symbols.borne_actions[ActionGroupId::from_index(g)].actions);
        }
        let Some(a) = symbols.actions.iter().position(|a| a.id == name.text && a.borne.is_none()) else {
            let d = messages::unknown_action(at, &name.text);
            let d = if may && name.text == PASS {
                d.help("leave it out: `may act` offers to pass by itself")
            } else if symbols.functions.iter().any(|f| f.id == *name.text && f.effects) {
                d.because(format!("`{}` is a verb: rules call it, players do not choose it.", name.text))
                    .help("declare an action that calls it, and offer that")
            } else {
                let borne = symbols.borne_actions.iter().map(|borne| borne.id.as_str());
                d.suggest(&name.text, symbols.actions.iter().map(|a| a.id.as_str()).chain(borne))
            };
            return self.report(d);
        };
        if may && name.text == PASS {
            self.report(messages::second_pass(at, symbols.actions[ActionId::from_index(a)].span));
        }
        actions.push(ActionId::from_index(a));
    }
}
