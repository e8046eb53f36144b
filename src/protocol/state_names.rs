//! Ids of components, and names of state as scenarios write them.

use crate::ir::{ComponentId, FieldId, Ir, Owner, ToIndex};
use crate::play::Session;

pub(super) fn component_id(ir: &Ir, component: ComponentId) -> &str {
    ir.components.find(component).map_or("none", |c| c.id.as_str())
}

/// Returns state as scenarios write it: by name and, for players, components and cells, by owner.
pub(super) fn named_fields<'w>(
    session: &Session,
    fields: impl Iterator<Item = (FieldId, u32, &'w [u64])>,
) -> Vec<(String, String)> {
    let ir = session.table().ir();
    let mut all = Vec::new();
    for (field, owner, words) in fields {
        let Some(info) = ir.layout.fields.find(field) else { continue };
        let whose = match info.owner {
            Owner::Table => None,
            Owner::Player => Some((owner + 1).to_string()),
            Owner::Component => Some(component_id(ir, ComponentId(owner)).to_owned()),
            Owner::Cell => ir.cells.get(owner.index()).map(|cell| cell.id.clone()),
        };
        let key = whose.map_or_else(|| info.id.to_string(), |whose| format!("{}[{whose}]", info.id));
        all.push((key, session.names().value(&info.ty, words)));
    }
    all
}
