//! Functions, and cycles among calculations.

use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::rules::modifiers::READING;
use crate::ir::FunctionId;
use crate::source::Span;
use std::collections::HashMap;

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
        let calculates = |f: &FunctionId| *f < n || readings.contains(f);
        let calls: Vec<(FunctionId, FunctionId, Span)> = self
            .uses
            .calls
            .iter()
            .filter(|(from, to, _)| calculates(from) && calculates(to))
            .copied()
            .collect();
        let mut reported: Vec<FunctionId> = Vec::new();
        for start in declared.chain(readings.iter().copied()) {
            if reported.contains(&start) {
                continue;
            }
            // Finds the shortest cycle, by breadth-first search.
            let mut came: HashMap<FunctionId, (FunctionId, Span)> = HashMap::new();
            let mut queue = std::collections::VecDeque::from([start]);
            while let Some(at) = queue.pop_front() {
                for (_, to, span) in calls.iter().filter(|(from, ..)| *from == at) {
                    if !came.contains_key(to) {
                        came.insert(*to, (at, *span));
                        queue.push_back(*to);
                    }
                }
                if came.contains_key(&start) {
                    break;
                }
            }
            if !came.contains_key(&start) {
                continue;
            }
            let mut way = vec![start];
            let mut at = start;
            loop {
                let (before, _) = came[&at];
                if before == start {
                    break;
                }
                way.push(before);
                at = before;
            }
            reported.extend(&way);
            let id = |f: FunctionId| self.symbols.functions[f].id.to_string();
            let first_call = came[&start].1;
            let mut round: Vec<String> = way.iter().rev().map(|f| id(*f)).collect();
            round.insert(0, id(start));
            let d = match package.functions.get(start.index()) {
                Some(function) => messages::calls_itself(first_call, &id(start), function.id.span),
                None => {
                    let name = id(start);
                    messages::reads_itself(first_call, name.strip_prefix(READING).unwrap_or(&name))
                }
            };
            let mut d = d;
            if way.len() > 1 {
                d = d.because(format!("It goes {}.", round.join(" → ")));
            }
            self.diagnostics.push(d);
        }
    }
}
