//! Constant folding of sets, word by word.
//!
//! A game played with lists has many rules about cards that nobody has brought: their sets are empty when the
//! game is compiled. Folding makes the work on such a set, and the loop over it, disappear.

use super::body::{Body, FlowGraph};
use super::registers::meet;
use super::value_table::{Registers, ValueDefinition, ValueNumber, ValueTable};
use crate::ir::verify::AccessedRegisters;
use crate::ir::{Ir, Op, Reg, ToIndex};

/// Returns the words of the result of a set operation, if each is a constant or a word of an operand.
pub(super) fn fold(
    values: &mut ValueTable,
    ir: &Ir,
    op: &Op,
    registers: &Registers,
) -> Option<Vec<ValueNumber>> {
    let held = |r: Reg, i: u16| registers[(r + i).index()].value;
    let pool = |k: u32, i: u16| ir.pool.get(k.index() + usize::from(i)).copied();
    match *op {
        Op::And { n, a, b, .. } => set_words(n, |i| and(values, held(a, i), held(b, i))),
        Op::Or { n, a, b, .. } => set_words(n, |i| or(values, held(a, i), held(b, i))),
        Op::Minus { n, a, b, .. } => set_words(n, |i| match values.constant(held(b, i)) {
            Some(without) => with_mask(values, held(a, i), !without),
            None => constant_zero(values, held(a, i)),
        }),
        Op::AndPool { n, d, k } => set_words(n, |i| with_mask(values, held(d, i), pool(k, i)?)),
        Op::MinusPool { n, d, k } => set_words(n, |i| with_mask(values, held(d, i), !pool(k, i)?)),
        Op::AndState { n, d, .. } | Op::MinusState { n, d, .. } => {
            set_words(n, |i| constant_zero(values, held(d, i)))
        }
        Op::Has { n, a, .. } | Op::Any { n, a, .. } | Op::Count { n, a, .. } => {
            is_empty(values, registers, a, n).then(|| vec![values.number(ValueDefinition::Constant(0))])
        }
        _ => None,
    }
}

/// Returns whether a set of registers is known to be empty.
pub(super) fn is_empty(values: &ValueTable, registers: &Registers, a: Reg, n: u8) -> bool {
    (0..u16::from(n)).all(|i| values.constant(registers[(a + i).index()].value) == Some(0))
}

/// Returns whether a set of registers is known to have an element.
pub(super) fn is_inhabited(values: &ValueTable, registers: &Registers, a: Reg, n: u8) -> bool {
    (0..u16::from(n)).any(|i| values.constant(registers[(a + i).index()].value).is_some_and(|word| word != 0))
}

/// Returns whether a loop over a set never begins: the set is empty when control enters the loop, and nothing
/// in the loop but its `Next`, which only removes elements, changes it.
pub(super) fn never_begins(body: &Body, flow: &FlowGraph, values: &ValueTable, b: usize, i: usize) -> bool {
    let Op::Next { n, a, .. } = body.nodes[i].op else { return false };
    let Some(entry) = values.ahead.get(&b) else { return false };
    if !is_empty(values, entry, a, n) {
        return false;
    }
    let Some(loops) = flow.loops() else { return false };
    let Some(around) = loops.iter().find(|around| around.head == b) else { return false };
    let window = (a, usize::from(n));
    let inside = flow.blocks.iter().zip(&around.blocks).filter(|(_, inside)| **inside);
    inside
        .flat_map(|(block, _)| block.nodes.clone())
        .filter(|other| *other != i && !body.nodes[*other].gone)
        .all(|other| {
            let node = &body.nodes[other];
            let told = body.touched(node, AccessedRegisters::default());
            node.anchor.is_none()
                && !told.writes.iter().any(|written| meet(*written, window))
                && super::effects::frame_of_call(&node.op).is_none_or(|at| at >= a + u16::from(n))
        })
}

fn set_words(n: u8, word: impl FnMut(u16) -> Option<ValueNumber>) -> Option<Vec<ValueNumber>> {
    (0..u16::from(n)).map(word).collect()
}

fn and(values: &mut ValueTable, a: ValueNumber, b: ValueNumber) -> Option<ValueNumber> {
    match (values.constant(a), values.constant(b)) {
        (Some(mask), _) => with_mask(values, b, mask),
        (_, Some(mask)) => with_mask(values, a, mask),
        _ if a == b => Some(a),
        _ => None,
    }
}

fn or(values: &mut ValueTable, a: ValueNumber, b: ValueNumber) -> Option<ValueNumber> {
    match (values.constant(a), values.constant(b)) {
        (Some(a), Some(b)) => Some(values.number(ValueDefinition::Constant(a | b))),
        (Some(0), _) => Some(b),
        (_, Some(0)) => Some(a),
        _ if a == b => Some(a),
        _ => None,
    }
}

/// Returns a word and a constant mask combined, if the result is a constant or the word itself.
fn with_mask(values: &mut ValueTable, word: ValueNumber, mask: u64) -> Option<ValueNumber> {
    match (values.constant(word), mask) {
        (Some(word), mask) => Some(values.number(ValueDefinition::Constant(word & mask))),
        (None, 0) => Some(values.number(ValueDefinition::Constant(0))),
        (None, u64::MAX) => Some(word),
        _ => None,
    }
}

fn constant_zero(values: &ValueTable, word: ValueNumber) -> Option<ValueNumber> {
    (values.constant(word) == Some(0)).then_some(word)
}
