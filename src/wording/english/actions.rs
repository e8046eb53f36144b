//! Actions of a card in words: their effects and targets, and their modes as alternatives.

use super::abilities::{AbilityWording, compiled, conjuncts, lies_within, variable};
use super::agreement::YOU;
use super::rule_wording::{RuleWording, WordingProblem, WordingResult, and, capital, sentence};
use super::statement_spans::span_of;
use crate::check::hir::parts::statement_parts;
use crate::check::hir::tree::{HExpr, HFunction, HStmt, Local};
use crate::check::hir::types::Ty;
use crate::check::is_empty_rule;
use crate::check::symbols::items::ActionSymbol;
use crate::ir::ActionId;
use crate::model::{ActionDecl, Ident};
use crate::source::Span;

/// A parameter of an action in words.
struct OfferedParam {
    /// Its variable in the function of the action.
    inside: Local,
    /// The set from which it is chosen: "a card in your hand".
    first: String,
    /// The words after that.
    later: String,
    /// The words inside loops; `None` if it is not chosen from a set that has words.
    in_loops: Option<String>,
    /// The noun of its kind.
    label: Option<String>,
    /// True if other parameters are called by the same noun.
    is_ordinal: bool,
    /// The parameters that its set depends on: they must be said before it.
    depends_on: Vec<Local>,
    /// Span of its set, if the card declares it.
    written: Option<Span>,
}

impl OfferedParam {
    /// Returns a parameter that is always called the same.
    fn plain(inside: Local, words: String) -> OfferedParam {
        OfferedParam {
            inside,
            first: words.clone(),
            later: words,
            in_loops: None,
            label: None,
            is_ordinal: false,
            depends_on: Vec::new(),
            written: None,
        }
    }

    /// Returns whether another parameter is called by the same noun.
    fn is_alike(&self, other: &OfferedParam) -> bool {
        self.label.is_some() && self.label == other.label
    }

    /// Calls the parameter "the first card" or "the second card".
    fn rank(&mut self, ordinal: &str) {
        let label = self.label.as_deref().unwrap_or_default();
        self.later = format!("the {ordinal} {label}");
        self.in_loops = Some(self.later.clone());
        self.is_ordinal = true;
    }

    /// Assigns the words for the parameter where its first mention says that it is chosen.
    fn call_in(&self, voice: &mut RuleWording) {
        voice.call(self.inside, self.first.clone(), self.later.clone());
        if let Some(in_loops) = &self.in_loops {
            voice.variables.call_in_loops(self.inside, in_loops.clone());
            voice.variables.introduce_here(self.inside);
        }
        if self.is_ordinal {
            voice.variables.in_order(self.inside);
        }
        voice.variables.come_before(self.inside, &self.depends_on);
    }
}

/// Joins the modes of an action: "draw a card; or you gain 2 coins".
fn alternatives(modes: &[String]) -> String {
    let modes: Vec<&str> =
        modes.iter().map(|mode| if mode.is_empty() { "do nothing" } else { mode.as_str() }).collect();
    modes.join("; or ")
}

impl AbilityWording<'_, '_> {
    /// Words actions; the modes of one as alternatives.
    pub(super) fn actions(&self, all: &[ActionDecl]) -> Vec<WordingResult<String>> {
        let mut out = Vec::new();
        for (i, first) in all.iter().enumerate() {
            let id = &first.id.text;
            if all[..i].iter().any(|before| before.id.text == *id) {
                continue;
            }
            let modes = all.iter().filter(|action| action.id.text == *id);
            let words: Vec<WordingResult<String>> = modes.map(|mode| self.action(mode)).collect();
            // Without one of the modes, the others would seem to be all.
            if words.iter().any(Result::is_err) {
                out.extend(words.into_iter().filter(Result::is_err));
                continue;
            }
            let words: Vec<String> = words.into_iter().flatten().collect();
            let words = match words.as_slice() {
                [one] if one.is_empty() => continue,
                [one] => one.clone(),
                modes => format!("choose one: {}", alternatives(modes)),
            };
            let is_framed =
                self.rules.package().kinds.iter().flat_map(|k| &k.actions).any(|a| a.id.text == *id);
            out.push(Ok(match is_framed {
                true => sentence(&words),
                false => sentence(&format!("{}: {words}", capital(&self.texts.label(id)))),
            }));
        }
        out
    }

    /// Words an action: its effect, and its targets. Empty if it does nothing.
    fn action(&self, decl: &ActionDecl) -> WordingResult<String> {
        let symbols = self.rules.symbols();
        if is_empty_rule(&decl.code.value) {
            return Ok(String::new());
        }
        let lost = || WordingProblem::NoWords(decl.code.span);
        // A zone in which cards of some kind act needs no words, nor one of the board; of the unit that has
        // the card in its pack, a parameter tells.
        let kinds = &self.rules.package().kinds;
        let is_usual = |zone: &Ident| {
            let of_kinds = kinds.iter().flat_map(|k| &k.actions).flat_map(|action| &action.zones);
            self.is_on_board(&zone.text, true) || of_kinds.into_iter().any(|usual| usual.text == zone.text)
        };
        if let Some(zone) = decl.zones.iter().find(|zone| !is_usual(zone)) {
            return Err(WordingProblem::NoWords(zone.span));
        }
        // The modes of an action share the key of their tables.
        let mode = decl.mode.as_ref().map(|mode| mode.text.as_str());
        let is_mode = |a: &ActionSymbol| a.borne.as_ref().is_none_or(|borne| borne.mode.as_deref() == mode);
        let (index, action) = symbols
            .actions
            .iter_ids()
            .find(|(_, a)| a.span == decl.id.span && is_mode(a))
            .ok_or_else(lost)?;
        // A card's part of its kind's action is a function of its own.
        let functions = symbols.functions.iter().filter(|f| f.params.len() == action.params.len() + 1);
        let is_within = |s: &HStmt| span_of(s).is_some_and(|at| lies_within(at, decl.code.span));
        let is_part = |body: &&HFunction| body.body.iter().any(is_within);
        let part = functions.filter_map(|f| f.body.as_ref()).find(is_part);
        let body = part.or(symbols.functions[action.does].body.as_ref());
        let found = body.and_then(|body| compiled(&body.body, decl.code.span));
        let block: Vec<&HStmt> = found.ok_or_else(lost)?.block.iter().collect();
        let offered = self.offered(decl, action, index)?;
        let voice = || self.voice(vec![Local(1)], vec![Local(0)], decl.code.span);
        let mut first = voice();
        offered.iter().for_each(|param| param.call_in(&mut first));
        let words = first.deeds(&block)?;
        // Without a mention of the parameter, its condition would be lost.
        let unsaid = |param: &&OfferedParam| param.written.is_some() && !first.is_said(param.inside);
        if let Some(span) = offered.iter().find(unsaid).and_then(|param| param.written) {
            return Err(WordingProblem::NoWords(span));
        }
        if !first.variables.are_misplaced() {
            return Ok(words);
        }
        // A choice that would seem to be part of a condition or loop is said before all else.
        let mut again = voice();
        let mut chosen = Vec::new();
        for param in &offered {
            again.call(param.inside, param.later.clone(), param.later.clone());
            again.variables.mention(param.inside);
            if let Some(in_loops) = &param.in_loops {
                again.variables.call_in_loops(param.inside, in_loops.clone());
                chosen.extend(first.is_said(param.inside).then(|| param.first.clone()));
            }
        }
        let words = again.deeds(&block)?;
        match again.variables.are_misplaced() || chosen.is_empty() {
            true => Err(lost()),
            false => Ok(format!("choose {}: {words}", and(&chosen))),
        }
    }

    /// Returns the parameters of an action, called by the sets from which they are chosen.
    fn offered(
        &self,
        decl: &ActionDecl,
        action: &ActionSymbol,
        index: ActionId,
    ) -> WordingResult<Vec<OfferedParam>> {
        let lost = || WordingProblem::NoWords(decl.code.span);
        let options = self.rules.symbols().functions[action.options].body.as_ref().ok_or_else(lost)?;
        let (sets, when) = offer_of(&options.body, index).ok_or_else(lost)?;
        let mut here = self.voice(vec![Local(0)], vec![Local(1)], decl.code.span);
        here.myself.extend(sets.first().map(|(local, _)| *local));
        let sets: Vec<(usize, &(Local, HExpr))> = sets.iter().enumerate().skip(1).collect();
        let is_alone = decl.params.len() < 2;
        let mut out: Vec<OfferedParam> = Vec::new();
        for (i, (local, set)) in sets {
            let param = &action.params[i];
            let written = decl.params.iter().find(|p| p.id.text == param.id).map(|p| p.ty.span);
            // The parameters of the function come after `you`; those of the options after `self`.
            let inside = Local(i as u32 + 1);
            let mut offered = match here.noun(set) {
                Ok(noun) if noun.plain() == YOU => OfferedParam::plain(inside, YOU.to_owned()),
                Ok(noun) => {
                    let label = match param.ty {
                        Ty::Component(_) | Ty::Cell | Ty::Player => {
                            here.kind_of(&variable(*local, &param.ty, set.span))
                        }
                        _ => noun.head(),
                    };
                    let is_it = is_alone && matches!(param.ty, Ty::Component(_) | Ty::Cell);
                    OfferedParam {
                        first: noun.a(),
                        later: if is_it { "it".to_owned() } else { format!("that {label}") },
                        in_loops: Some(format!("the chosen {label}")),
                        label: Some(label),
                        ..OfferedParam::plain(inside, String::new())
                    }
                }
                // A parameter that the kind's action chooses need not be on the card.
                Err(_) if written.is_none() => {
                    OfferedParam::plain(inside, format!("the {}", param.id.replace('_', " ")))
                }
                Err(problem) => return Err(problem),
            };
            offered.written = written;
            if let Some(first) = out.iter_mut().find(|other| other.is_alike(&offered)) {
                if first.is_ordinal {
                    return Err(WordingProblem::NoWords(set.span));
                }
                let that = first.later.clone();
                first.rank("first");
                offered.first = offered.first.replace(&that, &first.later);
                offered.rank("second");
            }
            let before = out.iter().filter(|other| {
                other.in_loops.is_some() && other.later != "it" && offered.first.contains(&other.later)
            });
            offered.depends_on = before.map(|other| other.inside).collect();
            here.call(*local, offered.later.clone(), offered.later.clone());
            here.variables.mention(*local);
            out.push(offered);
        }
        let mut conditions = Vec::new();
        when.into_iter().for_each(|when| conjuncts(when, &mut conditions));
        let of_card =
            |cond: &&HExpr| decl.when.as_ref().is_some_and(|code| lies_within(cond.span, code.span));
        match conditions.into_iter().filter(of_card).find(|cond| !here.goes_without_saying(cond)) {
            Some(cond) => Err(WordingProblem::NoWords(cond.span)),
            None => Ok(out),
        }
    }
}

/// The sets of an action's parameters, and the condition on its options.
type Offered<'h> = (&'h [(Local, HExpr)], Vec<&'h HExpr>);

/// Finds the options that an action offers, with the conditions around it.
fn offer_of(body: &[HStmt], action: ActionId) -> Option<Offered<'_>> {
    body.iter().find_map(|s| match s {
        HStmt::Offer { action: of, params, when } if *of == action => {
            Some((params.as_slice(), when.iter().collect()))
        }
        HStmt::If(cond, then, _) => {
            let (params, mut when) = offer_of(then, action)?;
            when.push(cond);
            Some((params, when))
        }
        _ => statement_parts(s).1.into_iter().find_map(|block| offer_of(block, action)),
    })
}
