//! Taint analysis: registers of suspended frames that may depend on hidden information.
//!
//! Components in a frame are resampled with their zones. A value that a rule has derived from them (a name, a
//! number, a count) reveals as much, so a sample must not copy it. This analysis follows registers forwards
//! through each function that can suspend, and marks those whose value may depend on information hidden from
//! a player. A [`Recipe`](super::recipes::Recipe) recomputes such a value in a sample.
//!
//! The analysis is conservative. Open values are constants, options, answers, rolls, public fields, contents
//! of zones that everybody sees, and the number of components in a whole zone. The player who is asked is
//! public too, however they were determined.

use super::frames::holds;
use super::offers::{callers_of_each, listing, look_alikes};
use super::program::Table;
use super::recipe_builder::RecipeBuilder;
use super::revealing_positions;
use super::secrets::{SecretRegister, Secrets};
use super::taint::{Taint, raise};
use super::taint_flow::TaintFlow;
use super::taint_summary::Summary;
use crate::ir::{ActionId, FunctionId, FunctionInfo, Op, Reg, ToIndex};
use std::collections::VecDeque;

impl Secrets {
    /// Analyses all functions of a game that can suspend, and those that list options for them.
    pub fn of(table: &Table) -> Secrets {
        let ir = table.ir;
        let callers = callers_of_each(ir);
        let lists = listing(ir, &callers);
        let mut flows: Vec<TaintFlow> = Vec::new();
        let wanted = |(f, (info, _)): &(usize, (&FunctionInfo, _))| info.suspends || lists[*f];
        for (f, (info, body)) in ir.functions.iter().zip(ir.bodies()).enumerate().filter(wanted) {
            flows.push(TaintFlow {
                lists: lists[f],
                ..TaintFlow::new(table, FunctionId(f as u16), body, info.frame_words.index())
            });
        }
        let mut summary = Summary::of(ir, &callers);
        follow_all(table, &mut flows, &mut summary, &callers);
        let mut secrets = Secrets { offered: vec![Taint::Open; ir.choices.len()], ..Secrets::default() };
        secrets.looks = look_alikes(ir);
        let listed = taint_of_lists(table, &flows, &callers);
        for flow in flows.iter().filter(|flow| !lists[flow.function.index()]) {
            for (i, op) in flow.code.iter().enumerate() {
                let offers = flow.offers(ir, i, &listed);
                if let Some(offered) =
                    flow.choices[i].and_then(|choice| secrets.offered.get_mut(choice.index()))
                {
                    raise(offered, offers);
                }
                if matches!(op, Op::OptBegin { .. } | Op::Call { .. } | Op::CallSlot { .. }) {
                    let pc = flow.entry.offset(i);
                    for held in table.suspended(pc).iter().flat_map(|f| &f.held) {
                        let words = if held.set { table.component_words() } else { 1 };
                        if holds(table, held, pc, held.at) && flow.holds_openly(table, i, held.at, words) {
                            secrets.open.insert((pc, held.at));
                        }
                    }
                    let guards = revealing_positions::guards(table, flow, &summary, i);
                    if !guards.is_empty() {
                        secrets.guards.insert(pc, guards);
                    }
                    let uncounted = flow.uncounted(table, i);
                    if !uncounted.is_empty() {
                        secrets.uncounted.insert(pc, uncounted);
                    }
                    let found = flow.secrets(table, &summary, i);
                    secrets.picks |= found.iter().any(|secret| secret.picked);
                    if !found.is_empty() {
                        secrets.places.insert(flow.entry.offset(i), found);
                    }
                }
            }
        }
        secrets.calls = vec![0; ir.functions.len()];
        for op in &ir.code {
            let called: Vec<FunctionId> = match op {
                Op::Call { f, .. } => vec![*f],
                Op::CallSlot { s, .. } => {
                    let mut rules = ir.slots.find(*s).map_or_else(Vec::new, |slot| slot.rules.clone());
                    rules.sort_unstable();
                    rules.dedup();
                    rules
                }
                _ => continue,
            };
            called
                .iter()
                .for_each(|f| secrets.calls.get_mut(f.index()).into_iter().for_each(|calls| *calls += 1));
        }
        secrets
    }
}

/// Propagates taint through all functions, until nothing changes. A function is followed again only if
/// arguments of its callers or results of its callees have changed.
fn follow_all(table: &Table, flows: &mut [TaintFlow], summary: &mut Summary, callers: &[Vec<FunctionId>]) {
    let mut open = FlowQueue::of_all(flows, table.ir.functions.len());
    while let Some(at) = open.next() {
        let flow = &mut flows[at];
        let result = summary.results[flow.function.index()];
        while flow.follow(table, summary) {}
        for callee in std::mem::take(&mut summary.raised) {
            open.add(callee);
        }
        if summary.results[flow.function.index()] != result {
            callers[flow.function.index()].iter().for_each(|caller| open.add(*caller));
        }
    }
}

/// Returns for each function that lists options for its callers the taint of these options.
fn taint_of_lists(table: &Table, flows: &[TaintFlow], callers: &[Vec<FunctionId>]) -> Vec<Taint> {
    let count = table.ir.functions.len();
    let mut listed = vec![Taint::Open; count];
    let mut open = FlowQueue::of_all(flows, count);
    while let Some(at) = open.next() {
        let flow = &flows[at];
        if !flow.lists {
            continue;
        }
        let offers = (0..flow.code.len()).map(|i| flow.offers(table.ir, i, &listed)).max();
        if raise(&mut listed[flow.function.index()], offers.unwrap_or_default()) {
            callers[flow.function.index()].iter().for_each(|caller| open.add(*caller));
        }
    }
    listed
}

/// The functions that are to be followed, first in, first out.
struct FlowQueue {
    /// For each function, the index of its flow.
    flow_of: Vec<Option<usize>>,
    waits: Vec<bool>,
    queue: VecDeque<usize>,
}

impl FlowQueue {
    /// Returns a queue of all flows, of so many functions.
    fn of_all(flows: &[TaintFlow], functions: usize) -> FlowQueue {
        let mut flow_of = vec![None; functions];
        flows.iter().enumerate().for_each(|(at, flow)| flow_of[flow.function.index()] = Some(at));
        FlowQueue { flow_of, waits: vec![true; flows.len()], queue: (0..flows.len()).collect() }
    }

    /// Adds a function, if it has a flow and does not wait already.
    fn add(&mut self, function: FunctionId) {
        if let Some(at) = self.flow_of[function.index()]
            && !std::mem::replace(&mut self.waits[at], true)
        {
            self.queue.push_back(at);
        }
    }

    fn next(&mut self) -> Option<usize> {
        let at = self.queue.pop_front()?;
        self.waits[at] = false;
        Some(at)
    }
}

impl TaintFlow {
    /// Returns the secrets of a frame suspended at this instruction.
    fn secrets(&self, table: &Table, summary: &Summary, i: usize) -> Vec<SecretRegister> {
        let pc = self.entry.offset(i);
        let held = table.suspended(pc).map_or(&[][..], |f| &f.held);
        let Some(live) = table.matters(pc) else { return Vec::new() };
        // The player who is asked is public.
        let asked = self.code[i..].iter().find_map(|op| match op {
            Op::Choose { by, .. } => Some(*by),
            _ => None,
        });
        let asked = asked.filter(|_| matches!(self.code[i], Op::OptBegin { .. }));
        let mut found = Vec::new();
        for register in 1..self.frame as u16 {
            let matters = live.get(register.index() / 64).is_some_and(|set| set >> (register % 64) & 1 == 1);
            let held_as = held.iter().find(|held| holds(table, held, pc, Reg(register)));
            let component = held_as.is_some_and(|held| !held.set);
            if !matters || asked == Some(Reg(register)) || self.taint(i, Reg(register)) < Taint::Picked {
                continue;
            }
            let maker = || RecipeBuilder::new(table, self, summary, held, i);
            let picked = self.taint(i, Reg(register)) == Taint::Picked;
            if held_as.is_none() {
                let recipe = maker().recipe(Reg(register)).or_else(|| maker().draw(Reg(register)));
                found.push(SecretRegister { register: Reg(register), recipe, component, picked });
            } else if let Some(recipe) = maker().draw(Reg(register)).filter(|_| component) {
                found.push(SecretRegister {
                    register: Reg(register),
                    recipe: Some(recipe),
                    component,
                    picked,
                });
            }
        }
        found
    }
}

impl Table<'_> {
    /// Returns the registers of suspended frames that may depend on hidden information.
    pub(super) fn secrets(&self) -> &Secrets {
        self.secrets.get_or_init(|| Secrets::of(self))
    }

    /// Returns the first action that looks the same to a player who does not see the bearer.
    pub(crate) fn look_of(&self, action: ActionId) -> ActionId {
        self.secrets().look_of(action)
    }
}
