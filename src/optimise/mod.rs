//! The optimiser: rewrites compiled rules into equivalent rules with fewer instructions.
//!
//! The passes work on the body of one function at a time. `values` numbers the values of registers; `rewrite`
//! propagates constants and copies and reuses known values; `hoist` moves loop invariants out of loops;
//! `liveness` removes dead code. Every instruction at which a frame can be suspended (an anchor) keeps its
//! position and finds the same values in registers, so a state means the same with and without optimisation.
//! Saved games and hashes refer to the rules as compiled, and are independent of the passes.

mod body;
mod effects;
mod hoist;
mod liveness;
mod place;
mod registers;
mod rewrite;
mod sets;
mod value_table;
mod values;

use crate::ir::{BotInfo, CodeAddress, FunctionId, FunctionOrigin, Ir, Layout, Op};
use body::Body;
use effects::Callees;
use std::collections::BTreeSet;
use value_table::ValueTable;

/// The code of a game, optimised.
#[derive(Clone, Debug)]
pub struct OptimisedCode {
    /// The instructions. Functions begin and end where they did in the compiled code.
    pub code: Vec<Op>,
    /// For each instruction, the instruction of `Ir::code` that it was made from.
    pub origins: Vec<CodeAddress>,
}

impl OptimisedCode {
    /// Returns the code as compiled.
    pub fn none(ir: &Ir) -> OptimisedCode {
        OptimisedCode { code: ir.code.clone(), origins: CodeAddress(0).run(ir.code.len()).collect() }
    }

    /// Returns the game with this code, each instruction with its source place, for listings. Registers
    /// beyond a function's frame are those that passes have added.
    pub fn applied(&self, ir: &Ir) -> Ir {
        let place = |origin: &CodeAddress| ir.origins.get(origin.index()).copied().unwrap_or_default();
        Ir { code: self.code.clone(), origins: self.origins.iter().map(place).collect(), ..ir.clone() }
    }
}

/// The maximum number of rounds of dead code elimination at the end.
const ROUNDS: usize = 16;

/// Returns the functions that games and questions to a table run. Code that runs once, or only in scenarios,
/// is not worth optimising.
pub fn hot_functions(ir: &Ir) -> BTreeSet<FunctionId> {
    let asked = ir.functions.iter_ids().filter(|(_, info)| info.name.origin() == FunctionOrigin::Question);
    let roots = ir.setup.into_iter().chain(ir.play).chain(ir.score).chain(ir.ties.iter().copied());
    let roots = roots.chain(asked.map(|(function, _)| function));
    ir.reachable_functions(
        roots.chain(ir.sides.function()).chain(ir.bots.iter().flat_map(BotInfo::functions)),
    )
}

/// Returns whether an instruction other than a call may change the state, inform a player or end the game.
pub(crate) fn acts(op: &Op) -> bool {
    effects::Effects::of(op).acts
}

/// Returns whether a frame can be suspended at an instruction.
#[cfg(feature = "native")]
pub(crate) fn can_suspend(op: &Op) -> bool {
    effects::stops(op) || effects::frame_of_call(op).is_some()
}

/// Optimises the functions of a verified game.
pub fn optimise(ir: &Ir) -> OptimisedCode {
    let mut optimised = OptimisedCode::none(ir);
    let mut callees = Callees::of(ir);
    let bodies = ir.bodies();
    let played = hot_functions(ir);
    for f in callees_first(ir) {
        let range = bodies[f].clone();
        let frame = usize::from(ir.functions[FunctionId::from_index(f)].frame_words);
        let calls = || ir.code[range.indices()].iter();
        // The first free register, beyond the frame and the registers that calls clobber. Recursive calls,
        // whose extent is unknown, are taken to clobber every register from their frame on: values that
        // passes keep beyond it are lost there, and only there.
        let ends: Vec<Option<usize>> = calls()
            .filter(|op| effects::frame_of_call(op).is_some())
            .map(|op| callees.end_of_call(ir, op))
            .collect();
        let free = ends.iter().flatten().fold(frame, |free, end| free.max(*end));
        let is_recursive = ends.contains(&None);
        let mut body = Body::new(ir, &callees, range.clone(), frame);
        // A game ends before a frame gets more words, so those that are beyond need no numbers.
        body.registers = free.min(Layout::FRAME_WORDS).max(frame);
        body.clobbered = frame..body.registers;
        let most = (free + MOST_FRESH).min(Layout::FRAME_WORDS);
        let mut extent = (!is_recursive).then_some(free);
        if played.contains(&FunctionId::from_index(f))
            && improve(&mut body, most)
            && let Some(code) = place::place(&body)
        {
            for (i, (op, origin)) in code.into_iter().enumerate() {
                optimised.code[range.start().index() + i] = op;
                optimised.origins[range.start().index() + i] = origin;
            }
            extent = extent.map(|_| free.max(body.registers));
        }
        callees.extent[f] = extent;
    }
    optimised
}

/// The maximum number of registers that passes add to a frame.
const MOST_FRESH: usize = 256;

/// The passes that add registers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RegisterPass {
    Hoist,
    Share,
}

/// Propagates known values and removes the code that this makes dead. Returns whether anything changed;
/// `None` if the body is too large or its control flow graph is irreducible.
fn settle(body: &mut Body) -> Option<bool> {
    let flow = body.flow();
    let loops = flow.loops()?;
    let mut values = ValueTable::of(body, &flow, &loops)?;
    let propagated = rewrite::propagate(body, &flow, &mut values);
    Some(propagated | liveness::remove_dead(body) | liveness::thread_jumps(body))
}

/// Runs all passes over a body. Returns whether anything changed.
fn improve(body: &mut Body, most: usize) -> bool {
    liveness::keep(body);
    let Some(mut changed) = settle(body) else { return false };
    // A copy often becomes needless only once the instructions that overwrite its source are gone.
    if changed {
        let _ = settle(body);
    }
    for pass in [RegisterPass::Hoist, RegisterPass::Share] {
        let flow = body.flow();
        let Some(loops) = flow.loops().filter(|loops| pass == RegisterPass::Share || !loops.is_empty())
        else {
            continue;
        };
        let Some(mut values) = ValueTable::of(body, &flow, &loops) else { return changed };
        let any = match pass {
            RegisterPass::Hoist => hoist::hoist(body, &flow, &loops, &mut values, most),
            RegisterPass::Share => rewrite::share(body, &flow, &mut values, most),
        };
        if any {
            changed = true;
            // Reading from older registers may make more values known.
            let _ = settle(body).filter(|again| *again).and_then(|_| settle(body));
        }
    }
    for _ in 0..ROUNDS {
        if !(liveness::remove_dead(body) | liveness::thread_jumps(body)) {
            break;
        }
    }
    changed
}

/// Returns all functions in postorder of the call graph: callees before callers, except in cycles.
fn callees_first(ir: &Ir) -> Vec<usize> {
    let bodies = ir.bodies();
    let mut order = Vec::with_capacity(bodies.len());
    let mut seen = vec![false; bodies.len()];
    for f in 0..bodies.len() {
        let mut open = vec![(f, false)];
        while let Some((f, done)) = open.pop() {
            if done {
                order.push(f);
                continue;
            }
            if f >= bodies.len() || std::mem::replace(&mut seen[f], true) {
                continue;
            }
            open.push((f, true));
            let code = &ir.code[bodies[f].indices()];
            for op in code {
                open.extend(
                    effects::callees_of(ir, op)
                        .filter(|callee| !seen.get(*callee).copied().unwrap_or(true))
                        .map(|f| (f, false)),
                );
            }
        }
    }
    order
}
