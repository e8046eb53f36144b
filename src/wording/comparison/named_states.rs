//! The numbers that players have, such as coins, and the rules that speak of them.

use super::meanings::{Meaning, RuleMeanings};
use crate::check::ComparedRules;
use crate::check::hir::types::Ty;
use crate::ir::{FieldId, FunctionId, Owner, SlotId, cyclic_groups};
use crate::model::{CodeText, Package};
use std::collections::{BTreeSet, HashMap};

/// The numbers that players have, and the functions that speak of any state.
pub(super) struct NamedStates {
    /// The words for each state, in lowercase.
    names: Vec<Vec<String>>,
    /// The numbers that texts may mention.
    pub of_players: Vec<FieldId>,
    /// The states of which each function or verb speaks, with all that it calls; empty if players have no
    /// numbers.
    pub reached: HashMap<FunctionId, BTreeSet<FieldId>>,
    /// The states of which rules speak beside the amounts of a slot.
    pub of_slots: Vec<(SlotId, BTreeSet<FieldId>)>,
}

impl NamedStates {
    pub fn of(rules: ComparedRules, meanings: &RuleMeanings) -> NamedStates {
        let (package, symbols) = (rules.package(), rules.symbols());
        let of_players = symbols
            .fields
            .iter_ids()
            .filter(|(_, field)| field.owner == Owner::Player && field.ty == Ty::Int && !field.unchecked);
        let of_players: Vec<FieldId> = of_players.map(|(f, _)| f).collect();
        let names = symbols.fields.ids().map(|f| names_of_state(rules, f)).collect();
        let mut reached: HashMap<FunctionId, BTreeSet<FieldId>> = HashMap::new();
        if of_players.is_empty() {
            return NamedStates { names, of_players, reached, of_slots: Vec::new() };
        }
        let functions = package.functions.iter().map(|function| &function.code);
        let codes = functions.chain(package.verbs.iter().map(|verb| &verb.code));
        let (direct, calls): (Vec<BTreeSet<FieldId>>, Vec<Vec<FunctionId>>) = codes
            .map(|code| meanings.states_and_calls(code.span))
            .map(|(states, calls)| (states, calls.into_iter().collect()))
            .unzip();
        // The groups of callees come first, so that what they reach is known.
        for group in cyclic_groups(&calls) {
            let mut states: BTreeSet<FieldId> =
                group.iter().flat_map(|f| &direct[f.index()]).copied().collect();
            let mut callees: Vec<FunctionId> =
                group.iter().flat_map(|f| &calls[f.index()]).copied().collect();
            callees.sort_unstable();
            callees.dedup();
            states.extend(callees.iter().filter_map(|f| reached.get(f)).flatten());
            reached.extend(group.into_iter().map(|f| (f, states.clone())));
        }
        let amounts = symbols.slots.iter_ids().filter(|(_, slot)| slot.result == Ty::Int);
        let of_slots =
            amounts.map(|(slot, _)| (slot, states_beside(slot, package, meanings, &reached))).collect();
        NamedStates { names, of_players, reached, of_slots }
    }

    /// Returns the words for a state.
    pub fn names_of(&self, f: FieldId) -> &[String] {
        self.names.get(f.index()).map_or(&[], Vec::as_slice)
    }
}

/// Returns the states of which the rules of a game speak where they ask a slot, with what they call there.
fn states_beside(
    slot: SlotId,
    package: &Package,
    meanings: &RuleMeanings,
    reached: &HashMap<FunctionId, BTreeSet<FieldId>>,
) -> BTreeSet<FieldId> {
    let functions = package.functions.iter().map(|function| &function.code);
    let verbs = package.verbs.iter().map(|verb| &verb.code);
    let actions = package.actions.iter().map(|action| &action.code);
    let flow = [&package.flow.setup, &package.flow.play, &package.scoring.score].into_iter().flatten();
    let codes = functions.chain(verbs).chain(actions).chain(flow);
    let asks = |code: &&CodeText| {
        meanings.meanings_within(code.span).any(|(_, meaning)| *meaning == Meaning::Slot(slot))
    };
    let mut found = BTreeSet::new();
    for code in codes.filter(asks) {
        let (states, calls) = meanings.states_and_calls(code.span);
        found.extend(states);
        found.extend(calls.iter().filter_map(|f| reached.get(f)).flatten());
    }
    found
}

/// Returns the words for a state, in lowercase.
fn names_of_state(rules: ComparedRules, f: FieldId) -> Vec<String> {
    let id = rules.symbols().fields[f].id.as_str();
    let printed = rules.package().words.iter().find(|word| word.id.text == id);
    let all = printed.map(|word| word.printed.to_lowercase()).into_iter().chain([id.replace('_', " ")]);
    all.collect()
}
