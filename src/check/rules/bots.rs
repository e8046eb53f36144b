//! `[bots.…]`: evaluations of positions and preferences for moves.

use crate::check::body::name_hints::{Advice, NameHint};
use crate::check::hir::types::Ty;
use crate::check::rules::abilities::{ActionDefinitions, Definition};
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::symbols::items::ParamSymbol;
use crate::check::symbols::symbol_table::new_function;
use crate::ir::{FunctionId, PreferenceInfo, PreferenceTarget};
use crate::model::{BotDecl, PreferenceDecl};
use std::collections::HashMap;

/// The rules of one of the game's own bots.
#[derive(Debug)]
pub struct BotRules {
    /// The key of its table `[bots.x]`, by which seats name it.
    pub id: String,
    /// The function that evaluates the position after a move.
    pub evaluate: Option<FunctionId>,
    /// Its preferences for moves.
    pub prefers: Vec<PreferenceInfo>,
}

impl<'p> RuleChecker<'p> {
    /// Checks `[bots.…]`, once the parameters of all actions are known.
    pub(in crate::check) fn own_bots(&mut self, definitions: &ActionDefinitions<'p>) -> Vec<BotRules> {
        let package = self.package;
        let mut bots = Vec::new();
        for bot in &package.bots {
            let evaluate = bot.evaluate.as_ref().map(|code| {
                let f =
                    self.hidden(format!("bot {}", bot.id.text), vec![("you", Ty::Player)], Ty::Int, false);
                let hints = self.hints_to_prefers();
                self.body_of(f, code, "what a bot goes by", |cx| cx.hints = hints);
                f
            });
            let prefers =
                bot.prefers.iter().flat_map(|line| self.preference(bot, line, &definitions.all)).collect();
            bots.push(BotRules { id: bot.id.text.clone(), evaluate, prefers });
        }
        bots
    }

    /// Checks one line of `prefers`: the value of moves of an action or choice.
    fn preference(
        &mut self,
        bot: &BotDecl,
        line: &'p PreferenceDecl,
        definitions: &[Definition],
    ) -> Vec<PreferenceInfo> {
        let id = line.of.text.as_str();
        let name = format!("bot {} prefers {id}", bot.id.text);
        let you = ParamSymbol { id: "you".into(), ty: Ty::Player, range: None };
        // All cards that fill in a kind's action share its preference function, which takes the kind's
        // parameters.
        let mut framed: HashMap<usize, FunctionId> = HashMap::new();
        let mut found = Vec::new();
        for definition in definitions {
            let action = &self.symbols.actions[definition.action];
            if action.id != id {
                continue;
            }
            let of = PreferenceTarget::Action(definition.action);
            let frame = definition.frame.map(|frame| std::ptr::from_ref(frame) as usize);
            let own = usize::from(definition.bearer.is_some());
            let known = definition.frame.map_or(action.params.len(), |frame| own + frame.params.len());
            let function = match frame.and_then(|frame| framed.get(&frame)) {
                Some(function) => *function,
                None => {
                    let mut params = vec![you.clone()];
                    params.extend(action.params.iter().take(known).cloned());
                    self.judge(&name, params, line)
                }
            };
            framed.extend(frame.map(|frame| (frame, function)));
            found.push(PreferenceInfo { of, function });
        }
        if found.is_empty()
            && let Some(ty) = self.chosen_as(line)
        {
            let params = vec![you, ParamSymbol { id: id.to_owned(), ty, range: None }];
            found.push(PreferenceInfo {
                of: PreferenceTarget::Variable(id.to_owned()),
                function: self.judge(&name, params, line),
            });
        }
        found
    }

    fn judge(&mut self, name: &str, params: Vec<ParamSymbol>, line: &'p PreferenceDecl) -> FunctionId {
        let ids: Vec<String> = params.iter().skip(1).map(|p| format!("`{}`", p.id)).collect();
        let f = new_function(&mut self.symbols, name, params, Ty::Int, false, None);
        let cause = match ids.as_slice() {
            [] => format!("`{}` takes nothing; who does it is `you`.", line.of.text),
            ids => format!("What is in the move is called {}; who makes it is `you`.", ids.join(", ")),
        };
        let hint = NameHint { names: None, advice: Advice::Cause(cause) };
        self.body_of(f, &line.value, "what a bot prefers", |cx| cx.hints.push(hint));
        f
    }

    /// Returns the type of the elements chosen under a variable name; reports why there is none.
    fn chosen_as(&mut self, line: &PreferenceDecl) -> Option<Ty> {
        let id = line.of.text.as_str();
        let mut ty: Option<Ty> = None;
        let mut several = false;
        let mut differs = None;
        for (_, of) in self.uses.chosen.iter().filter(|(name, of)| name == id && *of != Ty::Error) {
            ty = match (ty, of) {
                (ty, Ty::Set(_)) => {
                    several = true;
                    ty
                }
                (None, of) => Some(of.clone()),
                (Some(Ty::Component(a)), Ty::Component(b)) => {
                    Some(Ty::Component(self.symbols.common_kind(a, *b)))
                }
                (Some(one), of) => {
                    if one != *of {
                        differs = Some((one.a(&self.symbols), of.a(&self.symbols)));
                    }
                    Some(one)
                }
            };
        }
        if let Some((one, other)) = differs {
            self.once(messages::several_choices(line.of.span, id, &one, &other));
            return None;
        }
        if ty.is_some() || self.symbols.unclear.iter().any(|name| name == id) {
            return ty;
        }
        let d = if several {
            messages::set_of_moves(line.of.span, id)
        } else {
            let d = messages::unknown_move(line.of.span, id);
            if self.symbols.functions.iter().any(|f| f.id == id && f.span.is_some()) {
                d.because(format!("`{id}` is what rules call; a bot prefers what players choose."))
                    .help("name the action, or the variable of the `choose`, from which it is called")
            } else {
                let actions = self.symbols.actions.iter().map(|a| a.id.as_str());
                d.because("A bot prefers actions, by their ids, and what `choose` takes, by its variable.")
                    .suggest(id, actions.chain(self.uses.chosen.iter().map(|(name, _)| name.as_str())))
            }
        };
        self.once(d);
        None
    }

    /// Returns the advice on parameters of moves, which `prefers` may use, but not `evaluate`.
    fn hints_to_prefers(&self) -> Vec<NameHint> {
        let hint = |of: &str, names: Vec<String>| NameHint {
            names: Some(names),
            advice: Advice::LastHelp(format!(
                "`evaluate` looks at the table after a move; what the move itself is worth stands in `prefers`: `{of} = \"…\"`"
            )),
        };
        let params = |params: &[ParamSymbol]| params.iter().map(|p| p.id.clone()).collect();
        let by_action = self.symbols.actions.iter().map(|a| hint(&a.id, params(&a.params)));
        let by_choice = self.uses.chosen.iter().map(|(name, _)| hint(name, vec![name.clone()]));
        by_action.chain(by_choice).collect()
    }
}
