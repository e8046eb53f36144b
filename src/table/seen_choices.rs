//! Choices whose options name only components that their chooser sees: the cards of their own hand, or of a
//! zone that everybody sees. Nothing has to be concealed in them, which is asked at every choice otherwise.
//!
//! The analysis is conservative. Sets of components that everybody sees are known at each instruction. Any
//! other set is followed backwards from where it is offered, through instructions that make it smaller, to
//! the zone whose contents it holds. On the way, and from there to the choice, nothing may move a component,
//! and the code must not be entered from outside.

use super::instruction_taint::successors;
use super::program::Table;
use super::public_sets::{is_seen_by_all, public_sets, shrinks};
use crate::ir::verify::{AccessedRegisters, touched};
use crate::ir::{ActionId, ChoiceId, CodeAddress, Op, Reg, ToIndex, ValueType, ZonePlaceId};
use crate::optimise::acts;

/// Returns, for each choice of `Ir::choices`, whether all its options surely name only components that its
/// chooser sees.
pub(super) fn seen_choices(table: &Table) -> Vec<bool> {
    let ir = table.ir;
    let mut all: Vec<Option<bool>> = vec![None; ir.choices.len()];
    for body in ir.bodies() {
        let code = &ir.code[body.indices()];
        // Most functions offer nothing.
        if !code.iter().any(|op| matches!(op, Op::OptBegin { .. })) {
            continue;
        }
        let jumps = (0..code.len()).flat_map(|from| {
            let to = successors(code, from, body.start()).into_iter();
            to.filter(move |to| *to != from + 1).map(move |to| (from, to))
        });
        let public = public_sets(table, body.start(), code);
        let function = OfferingFunction { table, entry: body.start(), code, jumps: jumps.collect(), public };
        for (begin, op) in code.iter().enumerate() {
            if let Op::OptBegin { choice } = *op
                && let Some(seen) = all.get_mut(choice.index())
            {
                *seen = Some(seen.unwrap_or(true) && function.is_seen(choice, begin));
            }
        }
    }
    all.into_iter().map(|seen| seen == Some(true)).collect()
}

/// The instruction that gave a register its value; `None` for a parameter.
type Origin = (Reg, Option<usize>);

/// A function that offers options.
struct OfferingFunction<'a, 't> {
    table: &'a Table<'t>,
    entry: CodeAddress,
    code: &'a [Op],
    /// From where to where it jumps, but to the next instruction.
    jumps: Vec<(usize, usize)>,
    /// The sets before each instruction that hold only components which everybody sees.
    public: Vec<Vec<(Reg, u8)>>,
}

impl OfferingFunction<'_, '_> {
    /// Returns whether the options of the list that begins at an instruction are surely seen.
    fn is_seen(&self, choice: ChoiceId, begin: usize) -> bool {
        let ends = |op: &Op| matches!(op, Op::Choose { .. } | Op::OptBegin { .. });
        let Some(end) = (begin + 1..self.code.len()).find(|at| ends(&self.code[*at])) else { return false };
        let Op::Choose { by, .. } = self.code[end] else { return false };
        (begin + 1..end).all(|at| match self.offered(choice, &self.code[at]) {
            OfferedSet::Plain => true,
            OfferedSet::Components(n, a) => {
                self.public[at].contains(&(a, n)) || self.comes_from_seen(at, (a, n), (by, end))
            }
            OfferedSet::Unknown => false,
        })
    }

    /// Returns what an instruction adds to a list of options.
    fn offered(&self, choice: ChoiceId, op: &Op) -> OfferedSet {
        let ir = self.table.ir;
        let is_component = |ty: Option<&ValueType>| ty == Some(&ValueType::Component);
        let params = |action: ActionId| ir.action(action).map_or(&[][..], |action| &action.params);
        match *op {
            Op::OptSet { n, a } if is_component(ir.choice(choice).and_then(|c| c.element.as_ref())) => {
                OfferedSet::Components(n, a)
            }
            Op::OptAct { n, action, a, .. } => match params(action).split_last() {
                Some((_, fixed)) if fixed.iter().any(|(_, ty)| is_component(Some(ty))) => OfferedSet::Unknown,
                Some(((_, ty), _)) if is_component(Some(ty)) => OfferedSet::Components(n, a),
                _ => OfferedSet::Plain,
            },
            Op::OptSet { .. } | Op::OptArm { .. } | Op::OptAct0 { .. } => OfferedSet::Plain,
            // Functions may offer options themselves.
            Op::OptCount { .. } | Op::Call { .. } | Op::CallSlot { .. } => OfferedSet::Unknown,
            op if acts(&op) => OfferedSet::Unknown,
            _ => OfferedSet::Plain,
        }
    }

    /// Returns whether the set in registers before instruction `at` holds only components that a player sees,
    /// who is in the register `by.0` before instruction `by.1`.
    fn comes_from_seen(&self, at: usize, (a, n): (Reg, u8), by: (Reg, usize)) -> bool {
        for from in (0..at).rev() {
            let op = self.code[from];
            if acts(&op) || matches!(op, Op::Call { .. } | Op::CallSlot { .. } | Op::Choose { .. }) {
                return false;
            }
            if !self.writes(from, a, n.index()) {
                continue;
            }
            let is_set = |d: Reg, words: u8| (d, words) == (a, n);
            if shrinks(op) == Some((a, n)) {
                continue;
            }
            return self.is_only_way(from, at)
                && match op {
                    Op::Move { n, d, a: x } if is_set(d, n) => self.comes_from_seen(from, (x, n), by),
                    Op::Minus { n, d, a: x, .. } if is_set(d, n) => self.comes_from_seen(from, (x, n), by),
                    Op::And { n, d, a: x, b: y } if is_set(d, n) => {
                        self.comes_from_seen(from, (x, n), by) || self.comes_from_seen(from, (y, n), by)
                    }
                    Op::PlayerZone { n, d, zone, p } if is_set(d, n) => self.sees_zone(zone, (p, from), by),
                    _ => false,
                };
        }
        false
    }

    /// Returns whether the player `by` sees the zone of the player `owner`, whose places begin at `first`.
    fn sees_zone(&self, first: ZonePlaceId, owner: (Reg, usize), by: (Reg, usize)) -> bool {
        let players = usize::from(self.table.ir.game.players.1);
        let zones = self.table.zones.get(first.index()..first.index() + players).unwrap_or_default();
        if zones.len() < players {
            return false;
        }
        let own = zones.iter().zip(0..).all(|(zone, player)| {
            zone.seers_at.is_none() && zone.owner == player && zone.seers >> player & 1 == 1
        });
        is_seen_by_all(self.table, first)
            || own && self.origin(owner).is_some_and(|origin| self.origin(by) == Some(origin))
    }

    /// Returns the origin of the value that a register has before an instruction.
    fn origin(&self, (register, at): (Reg, usize)) -> Option<Origin> {
        for from in (0..at).rev() {
            match self.code[from] {
                // A call overwrites the registers of its frame.
                Op::Call { at, .. } | Op::CallSlot { at, .. } if register >= at => return None,
                _ if !self.writes(from, register, 1) => {}
                _ if !self.is_only_way(from, at) => return None,
                Op::Move { n: 1, d, a } if d == register => return self.origin((a, from)),
                _ => return Some((register, Some(from))),
            }
        }
        let is_written = (0..self.code.len()).any(|at| self.writes(at, register, 1));
        (!is_written).then_some((register, None))
    }

    /// Returns whether an instruction writes one of these registers.
    fn writes(&self, at: usize, first: Reg, words: usize) -> bool {
        let ir = self.table.ir;
        let written = touched(ir, self.entry.offset(at), None, AccessedRegisters::default()).writes;
        let clobbers = match self.code[at] {
            Op::Call { at, .. } | Op::CallSlot { at, .. } => first.index() + words > at.index(),
            Op::Choose { d, .. } => first.index() + words > d.index(),
            _ => false,
        };
        clobbers
            || written.iter().any(|(d, n)| d.index() < first.index() + words && first.index() < d.index() + n)
    }

    /// Returns whether instruction `to` is reached only through `from`, which is before it.
    fn is_only_way(&self, from: usize, to: usize) -> bool {
        let within = |at: usize| from < at && at <= to;
        self.jumps.iter().all(|(start, end)| !within(*end) || within(*start))
    }
}

/// The set of which options are made.
enum OfferedSet {
    /// No option that names a component, and no effect.
    Plain,
    /// Components: the words of the set, and its first register.
    Components(u8, Reg),
    /// Any.
    Unknown,
}
