//! Attributes and state that modifiers may make read differently from what is stored.

use serde::{Deserialize, Serialize};

use super::{AttributeId, FunctionId, FunctionInfo, Ir, KindId};

/// What is read: one of `Ir::attributes`, or one of `Layout::fields`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Read {
    /// An attribute.
    Attribute(AttributeId),
    /// A component's state.
    Field(u16),
}

/// Something that modifiers may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadingInfo {
    /// What is read.
    pub of: Read,
    /// The kind that has it.
    pub kind: KindId,
    /// From a component to what it reads as: a calculation.
    pub function: FunctionId,
}

impl ReadingInfo {
    /// Whether the function gives as many words as are stored.
    pub(super) fn holds_together(&self, ir: &Ir) -> bool {
        let words = match self.of {
            Read::Attribute(a) => ir.attribute(a).map(|a| a.words),
            Read::Field(f) => ir.layout.fields.get(usize::from(f)).map(|f| f.words),
        };
        let function = ir.functions.get(usize::from(self.function.0));
        let calculates = |f: &FunctionInfo| Some(f.result_words) == words && f.param_words == 1 && !f.suspends;
        usize::from(self.kind.0) < ir.kinds.len() && function.is_some_and(calculates)
    }
}
