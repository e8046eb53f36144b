//! Attributes of components as tables of cards have them: with ids in place of display names, so that the
//! tables can be read back.

use serde_json::{Map, Value};

use crate::ir::{AmountTree, AttributeInfo, ComponentId, Ir, NONE, ToIndex, ValueType, elements};

/// Returns an attribute of a component as JSON; `Null` without a value.
pub fn json(ir: &Ir, attribute: &AttributeInfo, component: ComponentId) -> Value {
    value_json(ir, &attribute.ty, ir.stored(attribute, component.0))
}

/// Returns an attribute of a component as a cell of CSV; empty without a value.
pub fn cell(ir: &Ir, attribute: &AttributeInfo, component: ComponentId) -> String {
    let stored = ir.stored(attribute, component.0);
    match &attribute.ty {
        ValueType::Amount(pers) => amount_cell(&AmountTree::of(&ir.enums, &ir.names, pers, stored)),
        ty => match value_json(ir, ty, stored) {
            Value::Array(elements) => elements.iter().map(plain).collect::<Vec<_>>().join(";"),
            value => plain(&value),
        },
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn value_json(ir: &Ir, ty: &ValueType, words: &[u64]) -> Value {
    let Some(&word) = words.first() else { return Value::Null };
    let at = word.index();
    match ty {
        ValueType::Optional(_) if word == NONE => Value::Null,
        ValueType::Optional(inner) => value_json(ir, inner, words),
        ValueType::Int => (word as i64).into(),
        ValueType::Bool => (word != 0).into(),
        ValueType::Set(inner) => elements(words).map(|element| value_json(ir, inner, &[element])).collect(),
        ValueType::Amount(pers) => amount_json(&AmountTree::of(&ir.enums, &ir.names, pers, words)),
        ValueType::Enum(e) => ir.enums.find(*e).and_then(|e| e.values.get(at)).cloned().into(),
        ValueType::Name => ir.names.get(at).map(|name| name.id.clone()).into(),
        ValueType::Component => component_id(ir, ComponentId(word as u32)).into(),
        ValueType::Cell => ir.cells.get(at).map(|cell| cell.id.clone()).into(),
        ValueType::Player => (word + 1).into(),
        ValueType::Zone => word.into(),
    }
}

/// Returns the id by which a table refers to a component: a card's own for its first copy.
fn component_id(ir: &Ir, component: ComponentId) -> Option<String> {
    let info = ir.components.find(component)?;
    let card = ir.names.find(info.name).filter(|name| name.first == component);
    Some(card.map_or(&info.id, |name| &name.id).clone())
}

/// Returns an amount as a JSON value, without lanes that are 0.
fn amount_json(amount: &AmountTree) -> Value {
    match amount {
        AmountTree::Number(n) => (*n).into(),
        AmountTree::Each(each) => {
            let some = each.iter().filter(|(_, _, part)| !part.is_nothing());
            Value::Object(
                some.map(|(id, _, part)| (id.clone(), amount_json(part))).collect::<Map<String, Value>>(),
            )
        }
        AmountTree::Numbered(_, parts) => given(parts).iter().map(amount_json).collect(),
    }
}

/// Returns an amount as a cell has it: `fire 1;earth 2`, `combat 2;magic 1/crown 3`.
fn amount_cell(amount: &AmountTree) -> String {
    // The last index separates by `;`, one before it by `/`.
    let joined = |entries: Vec<String>, is_last: bool| entries.join(if is_last { ";" } else { "/" });
    let is_number = |part: &AmountTree| matches!(part, AmountTree::Number(_));
    match amount {
        AmountTree::Number(n) => n.to_string(),
        AmountTree::Each(each) => {
            let some = each.iter().filter(|(_, _, part)| !part.is_nothing());
            let entries = some.map(|(id, _, part)| format!("{id} {}", amount_cell(part))).collect();
            joined(entries, each.iter().all(|(_, _, part)| is_number(part)))
        }
        AmountTree::Numbered(_, parts) => {
            // An empty part would not count, so one that others follow names a value.
            let named = |part: &AmountTree| match part {
                AmountTree::Each(each) if part.is_nothing() => {
                    each.first().map_or(String::new(), |(id, ..)| format!("{id} 0"))
                }
                part => amount_cell(part),
            };
            joined(given(parts).iter().map(named).collect(), parts.iter().all(is_number))
        }
    }
}

/// Returns the parts without those at the end that are 0 or empty.
fn given(parts: &[AmountTree]) -> &[AmountTree] {
    let end = parts.iter().rposition(|part| !part.is_nothing()).map_or(0, |last| last + 1);
    &parts[..end]
}
