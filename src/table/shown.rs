//! A component in a template: shown by its name, and asked for what it prints.

use crate::ir::{Ir, Owner, Parts, ValueType};
use minijinja::value::{Object, Value};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::names::Names;

#[derive(Debug)]
pub(super) struct Shown {
    name: String,
    printed: BTreeMap<String, Value>,
}

impl Object for Shown {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.printed.get(key.as_str()?).cloned()
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Shown {
    /// A component with all that it prints; nothing but the name of what the reader does not see.
    pub(super) fn of(ir: &Ir, names: &Names, component: u64, name: String) -> Shown {
        let printed = u32::try_from(component).map_or_else(|_| BTreeMap::new(), |c| printed(ir, names, c));
        Shown { name, printed }
    }
}

fn printed(ir: &Ir, names: &Names, component: u32) -> BTreeMap<String, Value> {
    let bears = |kind: u16| {
        let kind = ir.kinds.get(usize::from(kind));
        kind.is_some_and(|kind| component.checked_sub(kind.first).is_some_and(|rank| rank < kind.count))
    };
    let own = ir.attributes.iter().filter(|a| a.owner == Owner::Component && bears(a.kind));
    let value = |attribute: &crate::ir::AttributeInfo| {
        let start = attribute.base as usize + component as usize * usize::from(attribute.words);
        let words = ir.pool.get(start..start + usize::from(attribute.words))?;
        let value = match &attribute.ty {
            ValueType::Int => Value::from(*words.first()? as i64),
            ValueType::Bool => Value::from(*words.first()? != 0),
            ValueType::Amount(pers) => Parts::of(&ir.enums, &ir.names, pers, words).template(true),
            ty => Value::from(names.printed(ty, words)),
        };
        Some((attribute.id.clone(), value))
    };
    own.filter_map(value).collect()
}
