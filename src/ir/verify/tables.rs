//! Checks the tables that other parts of the IR index.

use super::error::{VerifyResult, check};
use super::types::value_type;
use crate::ir::ids::{FunctionId, ToIndex};
use crate::ir::root::Ir;
use crate::ir::tables::SlotInfo;
use crate::ir::zone::{ZoneKey, ZoneOwner};

/// The most parameters that an action can have.
pub const MAX_PARAMS: usize = 7;

/// Checks the tables that other parts of the IR index.
pub(super) fn tables(ir: &Ir) -> VerifyResult {
    let components = ir.components.len();
    check(components <= 64 * 255, || "too many components".into())?;
    let (fewest, most) = ir.game.players;
    check(fewest <= most && u16::from(most) <= ir.layout.max_players && ir.layout.max_players <= 64, || {
        "the number of players".into()
    })?;
    let within = |first: u32, count: u32| first.index().saturating_add(count.index()) <= components;
    for (i, kind) in ir.kinds.iter().enumerate() {
        let base = kind.base.is_none_or(|b| b.index() < i);
        check(base && within(kind.first.0, kind.count), || format!("kind `{}`", kind.id))?;
    }
    for name in &ir.names {
        let kind = ir.kinds.has(name.kind);
        check(kind && within(name.first.0, name.copies), || format!("name `{}`", name.id))?;
    }
    for component in &ir.components {
        check(ir.names.has(component.name), || format!("component `{}`", component.id))?;
    }
    check(ir.dice.iter().all(|die| die.is_sound(ir)), || "the dice".into())?;
    for zone in &ir.zones {
        let per = &zone.per;
        let things = match per.thing {
            ZoneOwner::Table => per.things == 1,
            ZoneOwner::Player => per.things == u32::from(ir.layout.max_players),
            ZoneOwner::Cell(first) => first.index().saturating_add(per.things.index()) <= ir.cells.len(),
            ZoneOwner::Component(first) => within(first.0, per.things),
        };
        let values = match per.key {
            None => per.values == 1,
            Some(ZoneKey::Enum(e)) => ir.enums.find(e).is_some_and(|e| e.values.len() == per.values.index()),
            Some(ZoneKey::Name) => per.values.index() == ir.names.len(),
            Some(ZoneKey::Int(_)) => true,
        };
        let room = u64::from(per.things) * u64::from(per.values);
        let fits =
            things && values && u64::from(zone.first.0).saturating_add(room) <= ir.layout.zones.len() as u64;
        check(fits && zone.holds.is_none_or(|k| ir.kinds.has(k)), || format!("zone `{}`", zone.id))?;
    }
    for a in &ir.attributes {
        let end = a.base.index() + ir.owners(a.owner) * usize::from(a.words);
        check(a.words > 0 && end <= ir.pool.len() && value_type(ir, &a.ty), || {
            format!("attribute `{}`", a.id)
        })?;
    }
    for slot in &ir.slots {
        let known = |f: &FunctionId| {
            *f == SlotInfo::EMPTY
                || ir.functions.find(*f).is_some_and(|f| f.result_words == slot.result_words)
        };
        check(slot.rules.len() == components && slot.rules.iter().all(known), || {
            format!("slot `{}`", slot.id)
        })?;
    }
    check(ir.readings.iter().all(|reading| reading.holds_together(ir)), || "a reading".into())?;
    check(ir.setups.iter().all(|setup| setup.holds_together(ir)), || "a setup".into())?;
    for option in &ir.options {
        check(value_type(ir, &option.ty), || format!("option `{}`", option.id))?;
    }
    for action in &ir.actions {
        let fits =
            action.params.len() <= MAX_PARAMS && action.params.iter().all(|(_, ty)| value_type(ir, ty));
        check(fits, || format!("action `{}`", action.id))?;
    }
    for choice in &ir.choices {
        let known = choice.actions.iter().all(|a| ir.action(*a).is_some());
        let arms = choice.decline.is_none_or(|a| a.index() < choice.arms.len());
        let element = choice.element.as_ref().is_none_or(|ty| value_type(ir, ty));
        let holes = choice.holes.iter().all(|hole| value_type(ir, &hole.ty));
        check(known && arms && element && holes, || format!("choice point `{}`", choice.variable))?;
    }
    for log in &ir.logs {
        check(log.values.iter().all(|(_, ty)| value_type(ir, ty)), || {
            format!("log line `{}`", log.template)
        })?;
    }
    check(ir.origins.len() == ir.code.len(), || "an origin for each instruction".into())
}
