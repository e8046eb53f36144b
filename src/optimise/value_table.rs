//! The numbers of values. Registers with the same number hold the same value.

use super::body::InstructionId;
use super::registers::Window;
use crate::ir::verify::AccessedRegisters;
use crate::ir::{Op, Reg, ToIndex};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A value: an index into [`ValueTable::origins`]; a word of such a value, if that has several; or, if
/// nothing is known about it (the most frequent case), the register and the program point that define it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ValueNumber(u64);

impl ValueNumber {
    /// Returns whether anything is known about it.
    pub fn is_known(self) -> bool {
        self.0 & LEAF == 0
    }

    /// Returns the value of several words that this is a word of, and the index of the word.
    pub fn part(self) -> Option<(ValueNumber, u16)> {
        (self.0 & (LEAF | PART) == PART).then_some((ValueNumber((self.0 & !PART) >> 16), self.0 as u16))
    }
}

/// Marks values about which nothing is known.
const LEAF: u64 = 1 << 63;
/// Marks words of values. In games of thousands of components a set has a hundred words, and a definition for
/// each of them took a quarter of the time of the passes.
const PART: u64 = 1 << 62;

/// Returns the unknown value of a register after an instruction, or before it at a join of control flow.
pub(super) fn leaf(label: InstructionId, register: Reg, before: bool, since: u32) -> RegisterValue {
    RegisterValue {
        value: ValueNumber(LEAF | u64::from(before) << 48 | u64::from(label.0) << 16 | u64::from(register)),
        since,
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ValueDefinition {
    /// Unknown, or a word of a value of several words.
    Leaf,
    Constant(u64),
    /// The result of an instruction, with its registers zeroed, on these values.
    Worked(Op, Vec<ValueNumber>),
    /// The second value if the first is true, else the third.
    Either(ValueNumber, ValueNumber, ValueNumber),
}

/// The value of a register, and the index of the instruction since which the register has held it, as far as
/// that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RegisterValue {
    pub value: ValueNumber,
    pub since: u32,
}

/// The values of all registers at a program point. Register 0, the frame's header, stands for the state.
pub(super) type Registers = Vec<RegisterValue>;

/// The values of a body.
pub(super) struct ValueTable {
    origins: Vec<ValueDefinition>,
    numbers: FxHashMap<ValueDefinition, ValueNumber>,
    /// Values of registers at the start of each block.
    pub begin: Vec<Registers>,
    /// Values of registers at the entry of each loop, by the loop's head.
    pub ahead: FxHashMap<usize, Registers>,
    /// Pool indices of the constants that instructions load.
    pub pooled: FxHashMap<Vec<ValueNumber>, u32>,
    /// The registers that hold no value which an instruction of the body could use.
    clobbered: Range<usize>,
    /// Buffer of [`ValueTable::step`].
    pub told: AccessedRegisters,
}

impl ValueTable {
    /// Creates a table without values for a body with `blocks` blocks, and registers beyond its frame that
    /// its calls clobber.
    pub fn new(blocks: usize, clobbered: Range<usize>) -> ValueTable {
        ValueTable {
            origins: Vec::new(),
            numbers: FxHashMap::default(),
            begin: vec![Vec::new(); blocks],
            ahead: FxHashMap::default(),
            pooled: FxHashMap::default(),
            clobbered,
            told: AccessedRegisters::default(),
        }
    }

    pub fn number(&mut self, origin: ValueDefinition) -> ValueNumber {
        if let ValueDefinition::Either(_, yes, no) = origin
            && yes == no
        {
            return yes;
        }
        if let Some(value) = self.numbers.get(&origin) {
            return *value;
        }
        let value = ValueNumber(self.origins.len() as u64);
        self.origins.push(origin.clone());
        self.numbers.insert(origin, value);
        value
    }

    pub fn origin(&self, value: ValueNumber) -> &ValueDefinition {
        if value.0 & (LEAF | PART) == 0 { &self.origins[value.0.index()] } else { &ValueDefinition::Leaf }
    }

    /// Returns the constant that a value is, if it is one.
    pub fn constant(&self, value: ValueNumber) -> Option<u64> {
        match self.origin(value) {
            ValueDefinition::Constant(word) => Some(*word),
            _ => None,
        }
    }

    pub fn words(&mut self, value: ValueNumber, n: usize) -> Vec<ValueNumber> {
        if n == 1 {
            return vec![value];
        }
        // Words are counted from a definition, so a value without one gets one.
        let whole = match value.0 & (LEAF | PART) {
            0 => value,
            _ => self.number(ValueDefinition::Worked(Op::Done, vec![value])),
        };
        (0..n as u64).map(|i| ValueNumber(PART | whole.0 << 16 | i)).collect()
    }

    /// Returns the value of a range of registers as a whole.
    pub fn range_value(&mut self, registers: &Registers, (a, n): Window) -> ValueNumber {
        let first = registers[a.index()].value;
        if n == 1 {
            return first;
        }
        let window = &registers[a.index()..a.index() + n];
        if let Some((of, 0)) = first.part()
            && window.iter().zip(0..).all(|(held, i)| held.value.part() == Some((of, i)))
        {
            return of;
        }
        // `Op::Done`, which computes nothing, stands for the concatenation of several values.
        let parts: Vec<ValueNumber> = window.iter().map(|held| held.value).collect();
        self.number(ValueDefinition::Worked(Op::Done, parts))
    }

    /// Returns the register that has held these values for longest, among those accepted by `fits`.
    pub fn holder(
        &self,
        registers: &Registers,
        of: &[ValueNumber],
        fits: impl Fn(Reg) -> bool,
    ) -> Option<Reg> {
        let (n, first) = (of.len(), *of.first()?);
        let mut best: Option<(u32, Reg)> = None;
        // A chain of calls clobbers thousands.
        let Range { start, end } = self.clobbered;
        for r in (1..start).chain(end.max(1)..registers.len()) {
            if registers[r].value == first
                && r + n <= registers.len()
                && registers[r..r + n].iter().zip(of).all(|(held, value)| held.value == *value)
                && fits(Reg::from_index(r))
            {
                let since = registers[r..r + n].iter().map(|held| held.since).max().unwrap_or(0);
                if best.is_none_or(|(other, _)| since < other) {
                    best = Some((since, Reg::from_index(r)));
                }
            }
        }
        best.map(|(_, r)| r)
    }
}
