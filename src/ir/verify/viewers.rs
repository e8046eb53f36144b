//! Checks the expressions about who sees into zones.

use super::error::{VerifyResult, check};
use crate::ir::ids::ToIndex;
use crate::ir::layout::Layout;
use crate::ir::root::Ir;
use crate::ir::zone::ZoneOwner;

/// Checks the expressions about viewers: their functions, and the addresses of their sets.
pub(super) fn viewers(ir: &Ir) -> VerifyResult {
    for zone in &ir.zones {
        let params = u16::from(zone.per.thing != ZoneOwner::Table) + u16::from(zone.per.key.is_some());
        for viewers in zone.viewers() {
            let function = ir.functions.find(viewers.function);
            let (base, places) = (viewers.base.index(), zone.places().len());
            let inside = base >= Layout::OPTIONS + ir.options.len()
                && base.saturating_add(places) <= ir.layout.stack.index();
            let fits = inside && function.is_some_and(|f| f.param_words == params && f.result_words == 1);
            check(fits, || format!("who sees `{}`", zone.id))?;
        }
    }
    Ok(())
}
