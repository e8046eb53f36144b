//! Functions, and the lines of the record that they write.

use super::function_name::FunctionName;
use super::ids::{CodeAddress, Reg};
use super::value_type::ValueType;
use serde::{Deserialize, Serialize};

/// A function of the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FunctionInfo {
    /// Its name in listings and traces, with the sort of rule that declared it.
    pub name: FunctionName,
    /// The index of its first instruction.
    pub entry: CodeAddress,
    /// The number of words of its parameters, which start at register 1.
    pub param_words: u16,
    /// The number of words of its result.
    pub result_words: u16,
    /// The type of its result; `None` for statements without one.
    pub result: Option<ValueType>,
    /// The number of words of its frame, header included.
    pub frame_words: u16,
    /// True if it, or a function that it calls, can suspend at a choice point or at chance. Its frame may
    /// then be inspected, so it starts zeroed.
    pub suspends: bool,
    /// The registers that hold components: a determinization must resample these too.
    pub held: Vec<ComponentRegisters>,
}

/// Registers of a frame that hold components while it is suspended at an instruction in `from..to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComponentRegisters {
    /// The first register.
    pub at: Reg,
    /// True if the registers hold a set of components; false if they hold one component, or NONE.
    pub set: bool,
    /// The first instruction of the range.
    pub from: CodeAddress,
    /// One past the last instruction of the range.
    pub to: CodeAddress,
}

/// A line that `log`, a verb or an action writes to the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogInfo {
    /// A MiniJinja template.
    pub template: String,
    /// Its variables in the order of the registers; each takes [`Ir::value_words`](super::Ir::value_words)
    /// words.
    pub values: Vec<(String, ValueType)>,
}
