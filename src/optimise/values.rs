//! Global value numbering: numbers the values of registers at each program point by how they were computed.

use super::body::{Body, FlowGraph, Instruction, InstructionId, NaturalLoop};
use super::effects::frame_of_call;
use super::registers::{Window, meet, operands};
use super::sets;
use super::value_table::{RegisterValue, Registers, ValueDefinition, ValueNumber, ValueTable, leaf};
use crate::ir::{NONE, Op, Reg, ToIndex};

/// The maximum of blocks times registers; larger bodies are not optimised.
const LARGEST: usize = 1_000_000;

impl ValueTable {
    /// Numbers the values of a body; `None` if it is too large.
    pub fn of(body: &Body, flow: &FlowGraph, loops: &[NaturalLoop]) -> Option<ValueTable> {
        if flow.blocks.len().saturating_mul(body.registers) > LARGEST {
            return None;
        }
        let mut values = ValueTable::new(flow.blocks.len(), body.clobbered.clone());
        let mut end: Vec<Registers> = vec![Vec::new(); flow.blocks.len()];
        // For each block that is a join, the block whose condition decides between its two predecessors.
        let mut decided: Vec<Option<usize>> = vec![None; flow.blocks.len()];
        for &b in &flow.order {
            let label = body.nodes[flow.blocks[b].nodes.start].label;
            let known: Vec<usize> =
                flow.blocks[b].before.iter().copied().filter(|p| !end[*p].is_empty()).collect();
            let mut registers = match known.as_slice() {
                // Not the block's own label: a loop may lead back to the entry of the function.
                [] => (0..body.registers)
                    .map(|r| leaf(InstructionId(u32::MAX), Reg::from_index(r), true, 0))
                    .collect(),
                [one] => end[*one].clone(),
                [first, rest @ ..] => {
                    let condition = match rest {
                        [second] => values.condition(body, flow, &end, &decided, *first, *second, b),
                        _ => None,
                    };
                    decided[b] = condition.map(|(block, ..)| block);
                    let mut registers = end[*first].clone();
                    for (r, held) in registers.iter_mut().enumerate() {
                        let since = rest.iter().map(|p| end[*p][r].since).fold(held.since, u32::max);
                        if rest.iter().all(|p| end[*p][r].value == held.value) {
                            held.since = since;
                            continue;
                        }
                        let here = flow.blocks[b].nodes.start as u32;
                        *held = match condition {
                            // If the two values are unknown, so is the choice between them.
                            Some((_, asked, first_if))
                                if r > 0 && held.value.is_known() && end[rest[0]][r].value.is_known() =>
                            {
                                let (a, b) = (held.value, end[rest[0]][r].value);
                                let (yes, no) = if first_if { (a, b) } else { (b, a) };
                                RegisterValue {
                                    value: values.number(ValueDefinition::Either(asked, yes, no)),
                                    since: here,
                                }
                            }
                            _ => leaf(label, Reg::from_index(r), true, here),
                        };
                    }
                    registers
                }
            };
            if let Some(around) = loops.iter().find(|l| l.head == b) {
                values.ahead.insert(b, registers.clone());
                let here = flow.blocks[b].nodes.start as u32;
                let mut written = vec![false; body.registers];
                for (block, _) in flow.blocks.iter().zip(&around.blocks).filter(|(_, inside)| **inside) {
                    for node in body.nodes[block.nodes.clone()].iter().filter(|node| !node.gone) {
                        values.mark(body, node, &mut written);
                    }
                }
                for (r, _) in written.iter().enumerate().filter(|(_, written)| **written) {
                    registers[r] = leaf(label, Reg::from_index(r), true, here);
                }
            }
            values.begin[b] = registers.clone();
            for i in flow.blocks[b].nodes.clone() {
                values.step(body, i, &mut registers);
            }
            end[b] = registers;
        }
        Some(values)
    }

    /// Marks the registers that an instruction may change.
    fn mark(&mut self, body: &Body, node: &Instruction, written: &mut [bool]) {
        if node.anchor.is_some() {
            written.fill(true);
            return;
        }
        let told = body.touched(node, std::mem::take(&mut self.told));
        for (d, n) in &told.writes {
            written[d.index()..d.index() + n].fill(true);
        }
        self.told = told;
        if let Some((from, to)) = clobbered(body, node) {
            written[from..to].fill(true);
        }
        if body.callees.effects(body.ir, &node.op).acts {
            written[0] = true;
        }
    }

    /// Returns the words of the result of an instruction, if it depends on nothing but values.
    pub fn worked(
        &mut self,
        body: &Body,
        node: &Instruction,
        registers: &Registers,
    ) -> Option<Vec<ValueNumber>> {
        let effects = body.callees.effects(body.ir, &node.op);
        if !effects.computes || node.anchor.is_some() {
            return None;
        }
        let mut op = node.op;
        match op {
            Op::Int { v, .. } => {
                return Some(vec![self.number(ValueDefinition::Constant(i64::from(v) as u64))]);
            }
            Op::Word { k, .. } => {
                let words = vec![self.number(ValueDefinition::Constant(body.ir.pool[k.index()]))];
                self.pooled.entry(words.clone()).or_insert(k);
                return Some(words);
            }
            Op::Zero { n, .. } => {
                return Some(vec![self.number(ValueDefinition::Constant(0)); usize::from(n)]);
            }
            Op::Words { n, k, .. } => {
                let words = &body.ir.pool[k.index()..k.index() + usize::from(n)];
                let words: Vec<ValueNumber> =
                    words.iter().map(|w| self.number(ValueDefinition::Constant(*w))).collect();
                self.pooled.entry(words.clone()).or_insert(k);
                return Some(words);
            }
            Op::Move { n, a, .. } => {
                return Some(
                    registers[a.index()..a.index() + usize::from(n)].iter().map(|h| h.value).collect(),
                );
            }
            _ => {}
        }
        if let Op::Call { f, .. } = op {
            let info = body.ir.functions.find(f)?;
            let at = (frame_of_call(&op)?).index() + 1;
            let mut given = vec![registers[0].value];
            given.extend(registers[at..at + usize::from(info.param_words)].iter().map(|held| held.value));
            let value = self.number(ValueDefinition::Worked(Op::Call { f, at: Reg(0) }, given));
            return Some(self.words(value, usize::from(info.result_words)));
        }
        let parts = operands(body.ir, &mut op)?;
        let result = parts.result()?;
        // Such an instruction overwrites words of an operand before it reads them: its result has no number.
        if result.1 > 1 && parts.read().any(|r| r.1 > 1 && r != result && meet(r, result)) {
            return None;
        }
        let reads: Vec<Window> = parts.read().collect();
        let (in_place, n) = (parts.in_place, result.1);
        let mut given: Vec<ValueNumber> = reads.iter().map(|w| self.range_value(registers, *w)).collect();
        if let (Op::Eq { .. } | Op::EqI { .. } | Op::IsSome { .. } | Op::Not { .. }, Some(known)) =
            (op, self.folded(op, &given))
        {
            return Some(vec![self.number(ValueDefinition::Constant(known))]);
        }
        if let Some(words) = sets::fold(self, body.ir, &op, registers) {
            return Some(words);
        }
        let mut parts = operands(body.ir, &mut op)?;
        parts.result.iter_mut().for_each(|(r, _)| **r = Reg(0));
        parts.read.iter_mut().flatten().for_each(|(r, _)| **r = Reg(0));
        if matches!(
            op,
            Op::Add { .. }
                | Op::Mul { .. }
                | Op::And { .. }
                | Op::Or { .. }
                | Op::Eq { .. }
                | Op::Ne { .. }
                | Op::Min { .. }
                | Op::Max { .. }
                | Op::SetEq { .. }
        ) {
            given.sort_unstable();
        }
        if in_place {
            given.push(self.range_value(registers, result));
        }
        if effects.reads {
            given.push(registers[0].value);
        }
        let value = self.number(ValueDefinition::Worked(op, given));
        Some(self.words(value, n))
    }

    /// Returns the result of a comparison of constants.
    fn folded(&self, op: Op, given: &[ValueNumber]) -> Option<u64> {
        let known: Vec<u64> = given.iter().filter_map(|v| self.constant(*v)).collect();
        match (op, known.as_slice()) {
            (Op::Eq { .. }, [a, b]) => Some(u64::from(a == b)),
            (Op::EqI { v, .. }, [a]) => Some(u64::from(*a as i64 == i64::from(v))),
            (Op::IsSome { .. }, [a]) => Some(u64::from(*a != NONE)),
            (Op::Not { .. }, [a]) => Some(u64::from(*a == 0)),
            _ => None,
        }
    }

    /// Updates the values of registers for one instruction.
    pub fn step(&mut self, body: &Body, i: usize, registers: &mut Registers) {
        let node = &body.nodes[i];
        if node.gone {
            return;
        }
        let since = i as u32 + 1;
        if node.anchor.is_some() {
            for (r, held) in registers.iter_mut().enumerate() {
                *held = leaf(node.label, Reg::from_index(r), false, since);
            }
            return;
        }
        let worked = self.worked(body, node, registers);
        if let Some((from, to)) = clobbered(body, node) {
            for (r, held) in registers.iter_mut().enumerate().take(to).skip(from) {
                *held = leaf(node.label, Reg::from_index(r), false, since);
            }
        }
        if body.callees.effects(body.ir, &node.op).acts {
            registers[0] = leaf(node.label, Reg(0), false, since);
        }
        let told = body.touched(node, std::mem::take(&mut self.told));
        for (d, n) in &told.writes {
            for (i, r) in d.run(*n).enumerate() {
                let known = worked.as_ref().and_then(|words| words.get(i));
                registers[r.index()] = match known {
                    Some(value) if registers[r.index()].value == *value => registers[r.index()],
                    Some(value) => RegisterValue { value: *value, since },
                    None => leaf(node.label, r, false, since),
                };
            }
        }
        self.told = told;
    }

    /// Finds the condition that decides between two predecessors of a block. Returns the block that evaluates
    /// it, its value, and whether the first predecessor is on the branch where it is true.
    #[allow(clippy::too_many_arguments)]
    fn condition(
        &mut self,
        body: &Body,
        flow: &FlowGraph,
        end: &[Registers],
        decided: &[Option<usize>],
        first: usize,
        second: usize,
        to: usize,
    ) -> Option<(usize, ValueNumber, bool)> {
        // The block that control came through before `b`, and its successor on the way. It came through the
        // block that decides between the predecessors of a join, too, but by either successor: that block
        // does not decide whether the join is reached, since one of its branches may also lead elsewhere.
        let up = |b: usize| match flow.blocks[b].before.as_slice() {
            [one] => Some((*one, Some(b))),
            [_, _] => decided[b].map(|above| (above, None)),
            _ => None,
        };
        let climb = |from: usize| {
            let mut steps = vec![(from, Some(to))];
            while steps.len() < 8
                && let Some(above) = steps.last().and_then(|(b, _)| up(*b))
            {
                steps.push(above);
            }
            steps
        };
        let (left, right) = (climb(first), climb(second));
        let (block, by_first, by_second) = left.iter().find_map(|(block, child)| {
            let other = right.iter().find(|(b, _)| b == block)?;
            Some((*block, *child, other.1))
        })?;
        let (by_first, by_second) = (by_first?, by_second?);
        if by_first == by_second || flow.blocks[block].next.len() != 2 {
            return None;
        }
        let node = body.nodes[flow.blocks[block].nodes.clone()].iter().rev().find(|node| !node.gone)?;
        let registers = &end[block];
        // `jumps` is whether the jump is taken if the condition is true.
        let (asked, jumps) = match node.op {
            Op::JumpIf { a, .. } => (registers[a.index()].value, true),
            Op::JumpUnless { a, .. } => (registers[a.index()].value, false),
            Op::JumpNone { a, .. } => {
                let a = registers[a.index()].value;
                (self.number(ValueDefinition::Worked(Op::IsSome { d: Reg(0), a: Reg(0) }, vec![a])), false)
            }
            Op::JumpEmpty { n, a, .. } => {
                let a = self.range_value(registers, (a, usize::from(n)));
                (self.number(ValueDefinition::Worked(Op::Any { n, d: Reg(0), a: Reg(0) }, vec![a])), false)
            }
            _ => return None,
        };
        // The target of the jump is the first successor.
        let jumped = flow.blocks[block].next[0];
        let first_jumps = match (by_first == jumped, by_second == jumped) {
            (true, false) => true,
            (false, true) => false,
            _ => return None,
        };
        Some((block, asked, first_jumps == jumps))
    }
}

/// Returns the range of registers of the caller's frame that a call clobbers.
fn clobbered(body: &Body, node: &Instruction) -> Option<(usize, usize)> {
    let at = (frame_of_call(&node.op)?).index();
    let end = body.callees.end_of_call(body.ir, &node.op).unwrap_or(body.registers);
    Some((at.min(body.registers), end.min(body.registers)))
}
