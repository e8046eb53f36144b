//! Checks the layout of the state.

use super::areas::shared;
use super::error::{VerifyResult, check};
use super::types::value_type;
use crate::ir::ids::{HintId, ToIndex};
use crate::ir::layout::{HistoryInfo, Layout, Owner};
use crate::ir::root::Ir;
use crate::ir::value_type::ValueType;

/// Checks the layout of the state: everything lies between the options and the stack.
pub(super) fn layout(ir: &Ir) -> VerifyResult {
    let layout = &ir.layout;
    let stack = layout.stack.index();
    let first = Layout::OPTIONS + ir.options.len();
    check(stack >= first && stack <= Layout::FIXED_WORDS, || "the size of the state".into())?;
    let inside =
        |base: u32, words: usize| base.index() >= first && base.index().saturating_add(words) <= stack;
    let components = ir.components.len();
    check(components == 0 || inside(layout.place, components), || "where components are".into())?;
    for field in &layout.fields {
        let words = field.owners.index().saturating_mul(usize::from(field.words));
        let most = ir.owners(field.owner);
        let mut fits = field.words > 0
            && field.owners.index() == most
            && inside(field.base, words)
            && value_type(ir, &field.ty);
        if let Some(index) = field.index {
            let sets = index.values.index().saturating_add(usize::from(index.none));
            let words = sets.saturating_mul(usize::from(index.words));
            fits &= field.words == 1
                && inside(index.base, words)
                && field.owners.index() <= usize::from(index.words) * 64;
        }
        fits &=
            field.anew.as_ref().is_none_or(|anew| field.owner == Owner::Component && anew.fits(ir, words));
        let components = ValueType::Set(Box::new(ValueType::Component));
        fits &= !field.is_of_knowledge()
            || field.owner == Owner::Player
                && field.ty == components
                && usize::from(field.words) == ir.component_words();
        check(fits, || format!("field `{}`", field.id))?;
    }
    for (i, place) in layout.zones.iter().enumerate() {
        let info = ir.zones.find(place.zone);
        let room =
            info.and_then(|z| z.holds).and_then(|k| ir.kinds.find(k)).map_or(components, |k| k.count.index());
        let ordered = info.is_some_and(|z| z.ordered);
        let kept = match (place.set, place.order) {
            (0, order) => order.is_none() && (!ordered || layout.rank != 0),
            (set, order) => inside(set, ir.component_words()) && order.is_some() == ordered,
        };
        let fits = info.is_some_and(|z| z.places().contains(&i))
            && kept
            && place.owner.is_none_or(|p| u16::from(p.0) < layout.max_players)
            && place.order.is_none_or(|order| inside(order, room + 1));
        check(fits, || format!("zone {i}"))?;
    }
    let hints = ir.hints.len() <= HintId::MOST && ir.hints.iter().all(|hint| hint.holds_together(ir));
    check(hints, || "what hints are of".into())?;
    for history in &layout.histories {
        let fits = history.keep > 0
            && (1..=HistoryInfo::MOST_PARTS).contains(&usize::from(history.parts))
            && inside(history.base, history.words())
            && history.fields.iter().all(|f| layout.fields.has(*f))
            && history.zones.iter().all(|z| ir.zones.has(*z));
        check(fits, || format!("history `{}`", history.id))?;
    }
    check(layout.zones.len() <= usize::from(u16::MAX), || "too many zones".into())?;
    let shared = shared(ir);
    check(shared.is_none(), || {
        format!("the words of `{}` are another thing's too", shared.unwrap_or_default())
    })
}
