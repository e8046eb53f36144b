//! Figures: values that a game reports when it is over.

use crate::ir::ToIndex;
use serde::{Deserialize, Serialize};

use super::{FunctionId, Ir, ValueType};

/// `[figures.x]`: a value computed at the end of each game, for the lab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FigureInfo {
    /// Its id.
    pub id: String,
    /// Whether it is computed for each player, its function's one parameter; otherwise once for the table.
    pub per_player: bool,
    /// The function that computes it.
    pub function: FunctionId,
    /// The type of its value.
    pub ty: ValueType,
}

impl FigureInfo {
    /// Whether its values are numbers, which have a mean; others are counted as categories.
    pub fn is_number(&self) -> bool {
        self.ty == ValueType::Int
    }

    /// Returns the values to count: none for `false` and `none`, each element of a set, and the names of
    /// components.
    pub fn values(&self, ir: &Ir, answer: &[u64]) -> Vec<u64> {
        let mut values = Vec::new();
        each_value(ir, &self.ty, answer, &mut values);
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Returns the name of one of these values.
    pub fn value_name(&self, ir: &Ir, value: u64) -> String {
        let mut ty = &self.ty;
        while let ValueType::Set(inner) | ValueType::Optional(inner) = ty {
            ty = inner;
        }
        let at = value.index();
        let known = match ty {
            ValueType::Enum(e) => ir.enums.find(*e).and_then(|e| e.values.get(at)).cloned(),
            ValueType::Name | ValueType::Component => ir.names.get(at).map(|n| n.id.clone()),
            ValueType::Cell => ir.cells.get(at).map(|c| c.id.clone()),
            ValueType::Player => Some(format!("seat{}", value + 1)),
            ValueType::Bool => Some("yes".into()),
            _ => None,
        };
        known.unwrap_or_else(|| (value as i64).to_string())
    }
}

fn each_value(ir: &Ir, ty: &ValueType, answer: &[u64], values: &mut Vec<u64>) {
    let Some(first) = answer.first().copied() else { return };
    match ty {
        ValueType::Optional(_) if first == super::NONE => {}
        ValueType::Optional(inner) => each_value(ir, inner, answer, values),
        ValueType::Set(inner) => {
            let bits = answer.iter().enumerate();
            let elements = bits.flat_map(|(w, word)| {
                (0..64).filter(move |b| word >> b & 1 == 1).map(move |b| w as u64 * 64 + b)
            });
            elements.for_each(|element| each_value(ir, inner, &[element], values));
        }
        ValueType::Bool if first == 0 => {}
        ValueType::Component => values.extend(ir.components.get(first.index()).map(|c| u64::from(c.name))),
        _ => values.push(first),
    }
}
