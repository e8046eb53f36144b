//! A check of whether a table can be laid, before anybody plays: the options determine which component starts
//! where.

use super::events::{Event, Listen};
use super::fault_text::span_of;
use super::lay::LayFault;
use super::messages;
use super::names::Names;
use super::program::Table;
use crate::diagnostics::Diagnostic;
use crate::ir::{CodeAddress, ComponentId, FunctionName, Ir, Op, ZoneId, ZonePlaceId};
use crate::place::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Lays a table for the least and for the greatest number of players, with default options, and returns the
/// problems: a fault, which every game would end in, and components that several zones claim.
pub fn check_starts(table: &Table) -> Vec<Diagnostic> {
    let (fewest, most) = table.ir().game.players;
    let mut found: Vec<Diagnostic> = Vec::new();
    for players in [fewest, most] {
        for d in check_start(table, players) {
            if !found.iter().any(|other| other.code == d.code && other.labels == d.labels) {
                found.push(d);
            }
        }
    }
    found
}

fn check_start(table: &Table, players: u8) -> Vec<Diagnostic> {
    let mut machine = table.machine();
    machine.listen(Listen::Everything);
    match machine.lay(players, &[], 0) {
        Ok(_) => {}
        Err(LayFault::Fault(fault)) => return vec![fault.to_diagnostic(table)],
        // Invalid default options are reported where options are agreed.
        Err(_) => return Vec::new(),
    }
    // By the declarations of the zones that components left and entered: these components, and the first pair
    // of zones.
    let mut claimed: BTreeMap<(ZoneId, ZoneId), (BTreeSet<ComponentId>, [ZonePlaceId; 2])> = BTreeMap::new();
    // The components that each declaration claims.
    let mut all: BTreeMap<ZoneId, BTreeSet<ComponentId>> = BTreeMap::new();
    let places = &table.ir().layout.zones;
    for event in machine.events() {
        let Event::Move { component, from, to: Some(to) } = event else { continue };
        if let Some(after) = places.find(*to) {
            all.entry(after.zone).or_default().insert(*component);
        }
        let Some(from) = from else { continue };
        if let (Some(before), Some(after)) = (places.find(*from), places.find(*to))
            && from != to
        {
            let claim = claimed.entry((before.zone, after.zone)).or_insert((BTreeSet::new(), [*from, *to]));
            claim.0.insert(*component);
        }
    }
    // Taking some components out of another zone is a legitimate way to declare the contents of both; leaving
    // nothing there is a mistake.
    let slips = claimed.into_iter().filter(|((before, after), (taken, _))| {
        before == after || all.get(before).is_some_and(|claims| claims.len() == taken.len())
    });
    slips.map(|((before, after), claim)| starts_diagnostic(table.ir(), (before, after), claim)).collect()
}

fn starts_diagnostic(
    ir: &Ir,
    (before, after): (ZoneId, ZoneId),
    (claimed, [from, to]): (BTreeSet<ComponentId>, [ZonePlaceId; 2]),
) -> Diagnostic {
    let names = Names::new(ir);
    let id = |zone: ZoneId| ir.zones.find(zone).map_or("?", |z| z.id.as_str());
    let (first, last) = (names.zone(from), names.zone(to));
    let (count, example) = (claimed.len(), claimed.first().map_or(0, |c| u64::from(*c)));
    let example = names.component(example);
    let mut d = match before == after {
        true => messages::claimed_by_namesakes(id(after), count),
        false => messages::claimed_by_another(id(after), id(before)),
    };
    if let Some(span) = start_of(ir, after) {
        d = d.at(span, format!("{example} begins in {first}, and then in {last}"));
    }
    if let Some(span) = start_of(ir, before).filter(|_| before != after) {
        d = d.at(span, "all of these are claimed again");
    }
    d
}

/// Returns the span of a zone's `start`: that of the instruction in the table's laying that encloses its
/// function.
fn start_of(ir: &Ir, zone: ZoneId) -> Option<Span> {
    let name = FunctionName::start_of(&ir.zones.find(zone)?.id);
    let code = ir.functions.iter().find(|f| f.name == name)?;
    let inner = span_of(ir, code.entry)?;
    let from = ir.functions.find(ir.lay)?.entry.index();
    let moves = ir.code.iter().enumerate().skip(from).filter(|(_, op)| matches!(op, Op::MoveAll { .. }));
    let mut around = moves.filter_map(|(pc, _)| span_of(ir, CodeAddress::from_index(pc)));
    around.find(|s| s.file == inner.file && s.start <= inner.start && inner.end <= s.end).or(Some(inner))
}
