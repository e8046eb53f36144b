//! Functions, and cycles among calculations.

use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::rules::modifiers::READING;
use crate::ir::{FunctionId, cyclic_groups};
use crate::source::Span;
use std::collections::{HashMap, HashSet};

/// The number of cycles that are reported among functions that all lead to each other: they can have as many
/// as there are functions, each as long.
const MOST_CYCLES: usize = 20;

impl<'p> RuleChecker<'p> {
    /// Checks the bodies of functions.
    pub fn functions(&mut self) {
        let package = self.package;
        for (i, f) in package.functions.iter().enumerate() {
            self.body(FunctionId::from_index(i), &f.code, "a function");
        }
    }

    /// Reports recursive calculations, including recursion through modified attributes.
    pub fn cycles(&mut self) {
        let package = self.package;
        let n = FunctionId::from_index(package.functions.len());
        let declared = (0..package.functions.len()).map(FunctionId::from_index);
        let mut readings: Vec<FunctionId> = self.symbols.modified.values().copied().collect();
        readings.sort_unstable();
        let calculates = |f: &FunctionId| *f < n || readings.binary_search(f).is_ok();
        let mut calls: Vec<Vec<(FunctionId, Span)>> = vec![Vec::new(); self.symbols.functions.len()];
        for (from, to, span) in
            self.uses.calls.iter().filter(|(from, to, _)| calculates(from) && calculates(to))
        {
            calls[from.index()].push((*to, *span));
        }
        let callees: Vec<Vec<FunctionId>> =
            calls.iter().map(|calls| calls.iter().map(|(to, _)| *to).collect()).collect();
        // A cycle stays within one group, so that only functions of groups are searched.
        let mut group_of: Vec<usize> = vec![0; calls.len()];
        let groups = cyclic_groups(&callees);
        for (number, group) in groups.iter().enumerate() {
            group.iter().for_each(|f| group_of[f.index()] = number);
        }
        let mut reported: HashSet<FunctionId> = HashSet::new();
        let mut left_of_group: Vec<usize> = vec![MOST_CYCLES; groups.len()];
        for start in declared.chain(readings.iter().copied()) {
            let group = group_of[start.index()];
            let is_cyclic = groups[group].len() > 1 || callees[start.index()].contains(&start);
            if !is_cyclic || left_of_group[group] == 0 || reported.contains(&start) {
                continue;
            }
            left_of_group[group] -= 1;
            // Finds the shortest cycle, by breadth-first search.
            let mut came: HashMap<FunctionId, (FunctionId, Span)> = HashMap::new();
            let mut queue = std::collections::VecDeque::from([start]);
            while let Some(at) = queue.pop_front() {
                let inside = calls[at.index()].iter().filter(|(to, _)| group_of[to.index()] == group);
                for (to, span) in inside {
                    if !came.contains_key(to) {
                        came.insert(*to, (at, *span));
                        queue.push_back(*to);
                    }
                }
                if came.contains_key(&start) {
                    break;
                }
            }
            let mut way = vec![start];
            let mut at = start;
            while let Some((before, _)) = came.get(&at).filter(|(before, _)| *before != start) {
                way.push(*before);
                at = *before;
            }
            reported.extend(&way);
            let id = |f: FunctionId| self.symbols.functions[f].id.to_string();
            let Some((_, first_call)) = came.get(&start).copied() else { continue };
            let mut round: Vec<String> = way.iter().rev().map(|f| id(*f)).collect();
            round.insert(0, id(start));
            let d = match package.functions.get(start.index()) {
                Some(function) => messages::calls_itself(first_call, &id(start), function.id.span),
                None => {
                    let name = id(start);
                    messages::reads_itself(first_call, name.strip_prefix(READING).unwrap_or(&name))
                }
            };
            let d = if way.len() > 1 { d.because(messages::way_of_cycle(&round)) } else { d };
            self.diagnostics.push(d);
        }
    }
}
