//! The template object of a component: renders as its name, with its printed attributes as properties.

use crate::ir::{AmountTree, ComponentId, Ir, ValueType};
use minijinja::value::{Object, Value};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct ComponentText {
    name: String,
    printed: BTreeMap<String, Value>,
}

impl Object for ComponentText {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.printed.get(key.as_str()?).cloned()
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl ComponentText {
    /// Creates the object of a component with all its printed attributes; for an unseen component, with the
    /// name only. `format_value` writes a value of a type other than a number, truth or amount.
    pub(super) fn of(
        ir: &Ir,
        format_value: impl Fn(&ValueType, &[u64]) -> String,
        component: u64,
        name: String,
    ) -> ComponentText {
        let printed = u32::try_from(component)
            .map_or_else(|_| BTreeMap::new(), |c| printed_values(ir, format_value, ComponentId(c)));
        ComponentText { name, printed }
    }
}

fn printed_values(
    ir: &Ir,
    format_value: impl Fn(&ValueType, &[u64]) -> String,
    component: ComponentId,
) -> BTreeMap<String, Value> {
    let own = ir.attributes.iter().filter(|a| ir.bears(component, a));
    let value = |attribute: &crate::ir::AttributeInfo| {
        let words = ir.stored(attribute, component.0);
        let value = match &attribute.ty {
            ValueType::Int => Value::from(*words.first()? as i64),
            ValueType::Bool => Value::from(*words.first()? != 0),
            ValueType::Amount(pers) => AmountTree::of(&ir.enums, &ir.names, pers, words).template(true),
            ty => Value::from(format_value(ty, words)),
        };
        Some((attribute.id.to_string(), value))
    };
    own.filter_map(value).collect()
}
