//! A value of state or of an attribute, with its name, as briefly as possible.

use crate::ir::{NONE, ValueType};
use crate::table::Names;

/// Formats a named value as briefly as possible; `None` for 0, false, empty and none.
pub(super) fn value(names: &Names, id: &str, ty: &ValueType, words: &[u64]) -> Option<String> {
    let id = names.terminal_name(id);
    let word = words.first().copied().unwrap_or(NONE);
    match ty {
        ValueType::Bool => (word != 0).then_some(id),
        ValueType::Enum(_) | ValueType::Name => Some(names.format_value(ty, words).replace('_', " ")),
        ValueType::Int if word == 0 => None,
        ValueType::Set(_) | ValueType::Amount(_) if words.iter().all(|w| *w == 0) => None,
        // Such sets are for the rules' own use; the zones show where components are.
        ValueType::Set(of) if **of == ValueType::Component => None,
        ValueType::Optional(_) if word == NONE => None,
        _ => Some(format!("{id} {}", names.format_value(ty, words))),
    }
}
