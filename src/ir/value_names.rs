//! The values of figures and options as they are counted and written.

use super::elements::elements;
use super::figures::FigureInfo;
use super::game_info::OptionInfo;
use super::ids::{NONE, ToIndex};
use super::root::Ir;
use super::value_type::ValueType;

impl FigureInfo {
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
        ValueType::Optional(_) if first == NONE => {}
        ValueType::Optional(inner) => each_value(ir, inner, answer, values),
        ValueType::Set(inner) => {
            elements(answer).for_each(|element| each_value(ir, inner, &[element], values));
        }
        ValueType::Bool if first == 0 => {}
        ValueType::Component => values.extend(ir.components.get(first.index()).map(|c| u64::from(c.name))),
        _ => values.push(first),
    }
}

impl OptionInfo {
    /// Returns a value of the option as it is written.
    pub fn option_value_text(&self, ir: &Ir, value: i64) -> String {
        match &self.ty {
            ValueType::Bool => (value != 0).to_string(),
            ValueType::Enum(e) => {
                let known = ir.enums.find(*e).and_then(|e| e.values.get(value as usize));
                known.map_or_else(|| value.to_string(), String::clone)
            }
            _ => value.to_string(),
        }
    }
}
