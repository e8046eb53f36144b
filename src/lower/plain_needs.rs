//! Conditions that everybody can check, without which a player can do none of a list of actions, though the
//! list itself is not public.

use super::fault_analysis::can_fail;
use super::lowering::Lowering;
use crate::check::hir::parts::mentions;
use crate::check::hir::tree::{HExpr, HFunction, HKind, HStmt, Local, LoopSource, SetOp};
use crate::check::{SymbolTable, is_public};
use crate::ir::{ActionGroupId, ActionId};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Maximum number of different conditions of the actions of one group. Each is code at each `act`.
const MOST_ALTERNATIVES: usize = 32;

/// A condition without which an action is not legal.
pub(super) enum LegalityCondition {
    Holds(HExpr),
    /// This set has elements.
    Some(HExpr),
}

/// Public conditions without which an action is not legal.
pub(super) struct ActionNeeds {
    /// The code whose variables the conditions use.
    pub offers: Rc<HFunction>,
    /// The variable of the player who acts.
    pub you: Local,
    /// The conditions, all of which must hold; at least one.
    pub conditions: Vec<LegalityCondition>,
}

/// Public conditions of an action of the game, or of all actions of components with an id.
pub(super) struct PlainNeeds {
    /// A bearer lies where it must.
    pub bearers: Option<ActionNeeds>,
    /// One of these, too, unless there is none: those of each action.
    pub alternatives: Vec<ActionNeeds>,
}

impl Lowering<'_> {
    /// Returns the public conditions of these actions; `None` if one has none.
    pub(super) fn plain_needs(&self, actions: &[ActionId]) -> Option<Vec<PlainNeeds>> {
        let mut all = Vec::with_capacity(actions.len());
        let mut groups = BTreeSet::new();
        for a in actions {
            match &self.symbols.actions[*a].borne {
                None => all.push(PlainNeeds { bearers: None, alternatives: vec![self.action_needs(*a)?] }),
                Some(borne) if groups.insert(borne.group) => all.push(self.group_needs(borne.group)?),
                Some(_) => {}
            }
        }
        Some(all)
    }

    /// Returns the public conditions of all actions of components of an id.
    fn group_needs(&self, group: ActionGroupId) -> Option<PlainNeeds> {
        let group = &self.symbols.borne_actions[group];
        let list = self.symbols.functions[group.options].body.as_ref()?;
        let bearers = match &list.body[..] {
            [HStmt::ForEach(_, LoopSource::Set(set), _)] if is_of_zones(set) => Some(ActionNeeds {
                offers: Rc::new(list.clone()),
                you: Local(0),
                conditions: vec![LegalityCondition::Some(set.clone())],
            }),
            _ => None,
        };
        let mut alternatives = Vec::new();
        // Many cards have the condition of their kind.
        let mut known = BTreeSet::new();
        for action in &group.actions {
            let needs = self.action_needs(*action).filter(|_| known.len() < MOST_ALTERNATIVES);
            let Some(needs) = needs else {
                alternatives.clear();
                break;
            };
            if known.insert(needs.key()) {
                alternatives.push(needs);
            }
        }
        (bearers.is_some() || !alternatives.is_empty()).then_some(PlainNeeds { bearers, alternatives })
    }

    /// Returns the public conditions of an action that need none of its parameters, nor its bearer, and
    /// cannot raise a fault; `None` if it has none.
    fn action_needs(&self, action: ActionId) -> Option<ActionNeeds> {
        let action = &self.symbols.actions[action];
        let offers = self.offers.get(&action.options)?.clone();
        let (you, mut bound) = match action.borne {
            None => (Local(0), Vec::new()),
            Some(_) => (Local(1), vec![Local(0)]),
        };
        let (offer, before) = offers.body.split_last()?;
        for statement in before {
            let HStmt::Set(local, _) = statement else { return None };
            bound.push(*local);
        }
        let (first, offer) = match offer {
            HStmt::If(first, inside, _) => (Some(first), inside.first()?),
            offer => (None, offer),
        };
        let HStmt::Offer { params, when, .. } = offer else { return None };
        bound.extend(params.iter().map(|(local, _)| *local));
        let variables = offers.locals.len();
        let whens: Vec<&HExpr> = first.into_iter().chain(when).collect();
        let sets: Vec<&HExpr> = params.iter().map(|(_, set)| set).collect();
        let conditions = public_conditions(self.symbols, (variables, &bound), whens, sets);
        (!conditions.is_empty()).then(|| ActionNeeds { offers: Rc::clone(&offers), you, conditions })
    }
}

impl ActionNeeds {
    /// Returns a text that is the same for the same conditions on the same variables.
    fn key(&self) -> String {
        let conditions = self.conditions.iter().map(|condition| match condition {
            LegalityCondition::Holds(e) => format!("holds {e:?}"),
            LegalityCondition::Some(e) => format!("some {e:?}"),
        });
        conditions.collect()
    }
}

/// Returns whether a set consists of the whole contents of zones, whose number is public.
fn is_of_zones(set: &HExpr) -> bool {
    match &set.kind {
        HKind::Contents(_) => true,
        HKind::SetOp(SetOp::Union, a, b) => is_of_zones(a) && is_of_zones(b),
        _ => false,
    }
}

/// Returns the public conditions among the parts of `whens`, and those zones of `sets` that must not be
/// empty, that use none of the `bound` variables and cannot raise a fault.
fn public_conditions(
    symbols: &SymbolTable,
    (variables, bound): (usize, &[Local]),
    whens: Vec<&HExpr>,
    sets: Vec<&HExpr>,
) -> Vec<LegalityCondition> {
    let free = |e: &HExpr| !bound.iter().any(|local| mentions(e, *local)) && !can_fail(e);
    let mut needs = Vec::new();
    let mut open = whens;
    open.reverse();
    while let Some(condition) = open.pop() {
        match &condition.kind {
            HKind::And(a, b) => open.extend([&**b, &**a]),
            _ if free(condition) && is_public(symbols, variables, condition) => {
                needs.push(LegalityCondition::Holds(condition.clone()))
            }
            _ => {}
        }
    }
    let mut open = sets;
    while let Some(set) = open.pop() {
        match &set.kind {
            HKind::Filter { set, .. } => open.push(set),
            HKind::SetOp(SetOp::Both, a, b) => open.extend([&**a, &**b]),
            HKind::SetOp(SetOp::Without, a, _) => open.push(a),
            // The number of components in a whole zone is public, whoever may see their faces.
            HKind::Contents(zone) if free(set) && is_public(symbols, variables, zone) => {
                needs.push(LegalityCondition::Some(set.clone()))
            }
            _ => {}
        }
    }
    needs
}
