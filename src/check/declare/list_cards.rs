//! Cards that only lists bring into the game.

use crate::model::{CodeText, Package, ZoneDecl};

fn is_of_seats(zone: &ZoneDecl) -> bool {
    zone.per.iter().any(|per| per.text == "player")
}

/// Returns the conditions of which one must hold for the seats, or the table, to bring lists; none if they
/// bring them always or never.
pub(in crate::check) fn asked_only_if(package: &Package, of_seats: bool) -> Option<Vec<&CodeText>> {
    let zones = package.zones.iter().filter(|zone| zone.list.is_some() && is_of_seats(zone) == of_seats);
    let conditions: Option<Vec<&CodeText>> = zones.map(|zone| zone.only_if.as_ref()).collect();
    conditions.filter(|all| !all.is_empty())
}

/// Returns whether some options exclude lists from the game.
pub(in crate::check) fn lists_stay_out(package: &Package) -> bool {
    package.played.is_some() && [false, true].iter().any(|seats| asked_only_if(package, *seats).is_some())
}

/// Returns, first for the table and then for the seats, whether they bring lists.
pub(in crate::check) fn who_brings_lists(package: &Package) -> (bool, bool) {
    let mut zones = package.zones.iter().filter(|zone| zone.list.is_some());
    let seats = zones.clone().any(is_of_seats);
    (zones.any(|zone| !is_of_seats(zone)), seats)
}
