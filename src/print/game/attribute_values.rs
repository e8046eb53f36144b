//! The values that a request may name: those of components and of cells.

use std::collections::BTreeSet;

use crate::ir::{CellId, Ir, ValueType};
use crate::print::game::data::{of_cell, printed, value, value_text};

/// Returns the values of an attribute as authors write them, in the order of the components and cells that
/// have them; of `name` and `id`, the ids and names of all cards.
pub fn attribute_values(ir: &Ir, key: &str) -> Vec<String> {
    let mut values = Vec::new();
    let mut known = BTreeSet::new();
    let mut add = |value: String| {
        if known.insert(value.clone()) {
            values.push(value);
        }
    };
    for name in ir.names.iter().filter(|name| name.copies > 0) {
        if matches!(key, "name" | "id") {
            add(name.id.clone());
            add(name.printed.clone());
            continue;
        }
        for attribute in printed(ir).filter(|a| a.id == key && ir.is_below(name.kind, a.kind)) {
            let has = value(ir, attribute, name.first);
            match has.try_iter() {
                Ok(of) if matches!(attribute.ty, ValueType::Set(_)) => of.for_each(|v| add(value_text(&v))),
                _ => add(value_text(&has)),
            }
        }
    }
    for cell in 0..ir.cells.len() {
        let has = of_cell(ir, CellId(cell as u32)).filter(|(_, attribute, _)| attribute.id == key);
        has.for_each(|(_, _, value)| add(value_text(&value)));
    }
    values
}
