//! Attributes and state whose value modifiers may change on reading.

use serde::{Deserialize, Serialize};

use super::{AttributeId, FieldId, FunctionId, FunctionInfo, Ir, KindId};

/// A readable value: one of `Ir::attributes`, or one of `Layout::fields`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReadSource {
    /// An attribute.
    Attribute(AttributeId),
    /// A component's state.
    Field(FieldId),
}

/// An attribute or field that modifiers may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadingInfo {
    /// The attribute or field.
    pub of: ReadSource,
    /// The kind that has it.
    pub kind: KindId,
    /// A function from a component to the modified value, without side effects.
    pub function: FunctionId,
}

impl ReadingInfo {
    /// Whether the function returns as many words as are stored, takes a component, and cannot suspend.
    pub(super) fn holds_together(&self, ir: &Ir) -> bool {
        let words = match self.of {
            ReadSource::Attribute(a) => ir.attribute(a).map(|a| a.words),
            ReadSource::Field(f) => ir.layout.fields.find(f).map(|f| f.words),
        };
        let function = ir.functions.find(self.function);
        let calculates =
            |f: &FunctionInfo| Some(f.result_words) == words && f.param_words == 1 && !f.suspends;
        usize::from(self.kind.0) < ir.kinds.len() && function.is_some_and(calculates)
    }
}
