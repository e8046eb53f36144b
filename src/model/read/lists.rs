//! The box of a game with lists: the copies named by the lists that are played, and those that come from no list.

use std::collections::HashMap;

use super::tokens::is_below;
use crate::model::{Bringer, DeckDecl, Ident, Origin, Package, PlayedLists, ScenarioDecl};
use crate::vocabulary::{LaidCard, ListedCard, PlayedList};

/// Sets the copies of cards according to the lists that are played.
pub(super) fn lay(package: &mut Package) {
    if !package.asks_for_lists() {
        return;
    }
    let by_list: Vec<bool> = package.cards.iter().map(|card| may_be_listed(package, &card.kind.text)).collect();
    for (card, by_list) in package.cards.iter_mut().zip(by_list) {
        card.by_list = by_list;
    }
    let Some(played) = &package.played else { return };
    let mut origins: HashMap<&str, Vec<(Option<Origin>, u32)>> = HashMap::new();
    for list in &played.lists {
        for listed in &list.cards {
            let origin = Origin { bringer: list.bringer, part: Some(listed.part.clone()) };
            origins.entry(&listed.card).or_default().push((Some(origin), listed.count));
        }
    }
    // Cards that scenarios add come last, so that they do not renumber the others; first those of each seat, then those of no seat.
    let mut more: HashMap<&str, Vec<(Option<Origin>, u32)>> = HashMap::new();
    let mut laid: Vec<&LaidCard> = played.laid.iter().collect();
    laid.sort_by_key(|laid| laid.seat.unwrap_or(u8::MAX));
    for laid in laid {
        let origin = laid.seat.map(|seat| Origin { bringer: Bringer::Seat(seat), part: None });
        more.entry(&laid.card).or_default().push((origin, laid.count));
    }
    for card in &mut package.cards {
        let id = card.id.text.as_str();
        let besides = if card.by_list && !card.counted { 0 } else { card.copies };
        card.origins = origins.remove(id).unwrap_or_default();
        card.origins.push((None, besides));
        card.origins.extend(more.remove(id).unwrap_or_default());
        let all: u64 = card.origins.iter().map(|(_, count)| u64::from(*count)).sum();
        card.copies = u32::try_from(all).unwrap_or(u32::MAX);
    }
}

/// Whether cards of a kind may be in a list.
fn may_be_listed(package: &Package, kind: &str) -> bool {
    let parts = package.deck_rules.iter().flat_map(|rules| &rules.parts);
    let mut kinds = parts.map(|part| &part.kinds).peekable();
    if kinds.peek().is_none() {
        return is_below(package, kind, "card");
    }
    kinds.any(|kinds| match &kinds[..] {
        [] => is_below(package, kind, "card"),
        kinds => kinds.iter().any(|allowed| is_below(package, kind, &allowed.text)),
    })
}

/// Returns the seats that bring a list, for a number of players, and the table if it brings one.
fn bringers(package: &Package, players: u8) -> Vec<Bringer> {
    let of = |of_players: bool| {
        let mut zones = package.zones.iter().filter(|zone| zone.list.is_some());
        zones.any(|zone| zone.per.iter().any(|per| per.text == "player") == of_players)
    };
    let table = of(false).then_some(Bringer::Table);
    let seats = if of(true) { players } else { 0 };
    table.into_iter().chain((0..seats).map(Bringer::Seat)).collect()
}

/// Returns the lists of a table. Those who are not in `named` get the lists of the package in turn.
pub fn default_lists(package: &Package, players: u8, named: &[PlayedList]) -> PlayedLists {
    let own: Vec<PlayedList> = package.decks.iter().filter_map(|deck| played(package, deck)).collect();
    let list = |bringer: Bringer| {
        if let Some(list) = named.iter().find(|list| list.bringer == bringer) {
            return Some(list.clone());
        }
        let list = own.get(bringer.turn().checked_rem(own.len())?)?;
        Some(PlayedList { bringer, ..list.clone() })
    };
    let lists = bringers(package, players).into_iter().filter_map(list).collect();
    PlayedLists { players, lists, laid: Vec::new() }
}

/// Resolves the cards of a list; none if it names a part or card that does not exist.
fn played(package: &Package, deck: &DeckDecl) -> Option<PlayedList> {
    let mut cards = Vec::new();
    for (part, listed) in &deck.parts {
        let known = |rules: &crate::model::DeckRules| rules.parts.iter().any(|p| p.id.text == part.text);
        if package.deck_rules.as_ref().is_some_and(|rules| !known(rules)) {
            return None;
        }
        for (card, count) in listed {
            let card = card_called(package, &card.text)?.to_owned();
            cards.push(ListedCard { part: part.text.clone(), card, count: *count });
        }
    }
    Some(PlayedList { bringer: Bringer::Table, id: deck.id.text.clone(), name: deck.name.clone(), cards })
}

/// Finds a card's id by the id or the printed name.
fn card_called<'p>(package: &'p Package, called: &str) -> Option<&'p str> {
    let mut written = package.cards.iter().filter(|card| card.card.is_none());
    let card = written.clone().find(|card| card.id.text == called).or_else(|| written.find(|c| c.name.text == called));
    card.map(|card| card.id.text.as_str())
}

/// Returns the tables at which the scenarios of a package are played, each with the cards that its scenarios add.
pub fn tables_of_scenarios(package: &Package) -> Vec<PlayedLists> {
    let mut tables: Vec<PlayedLists> = Vec::new();
    for scenario in &package.scenarios {
        let lists = table_of(package, scenario);
        let at = tables.iter().position(|table| same_lists(table, &lists)).unwrap_or_else(|| {
            tables.push(lists);
            tables.len() - 1
        });
        if let Some(table) = tables.get_mut(at) {
            lay_out(package, scenario, table);
        }
    }
    tables
}

/// Whether a scenario is played at a table.
pub(super) fn is_played_at(package: &Package, scenario: &ScenarioDecl, table: &PlayedLists) -> bool {
    same_lists(&table_of(package, scenario), table)
}

fn same_lists(a: &PlayedLists, b: &PlayedLists) -> bool {
    a.players == b.players && a.lists == b.lists
}

/// Returns the lists of a scenario. An unknown list is reported by `check`.
fn table_of(package: &Package, scenario: &ScenarioDecl) -> PlayedLists {
    let (fewest, most) = package.game.players;
    let players = scenario.players.map_or(fewest, |(players, _)| players.clamp(fewest, most));
    let list = |(bringer, id): &(Ident, Ident)| {
        let deck = package.decks.iter().find(|deck| deck.id.text == id.text)?;
        Some(PlayedList { bringer: bringer.text.parse().ok()?, ..played(package, deck)? })
    };
    let named: Vec<PlayedList> = scenario.decks.iter().filter_map(list).collect();
    default_lists(package, players, &named)
}

/// Adds to a table the cards that a scenario places beyond those of the lists.
fn lay_out(package: &Package, scenario: &ScenarioDecl, table: &mut PlayedLists) {
    // The number of copies so far of each card, by the seat of the list.
    let mut there: HashMap<(Option<u8>, &str), u32> = HashMap::new();
    for list in &table.lists {
        let seat = if let Bringer::Seat(seat) = list.bringer { Some(seat) } else { None };
        for listed in &list.cards {
            if let Some(card) = card_called(package, &listed.card) {
                *there.entry((seat, card)).or_default() += listed.count;
            }
        }
    }
    for card in &package.cards {
        if card.counted || !card.by_list {
            *there.entry((None, &card.id.text)).or_default() += card.copies;
        }
    }
    let mut needed: Vec<LaidCard> = Vec::new();
    let mut of_table: Vec<&str> = Vec::new();
    for (zone, cards) in &scenario.zones {
        let seat = seat_of(package, &zone.text);
        for card in cards.iter().filter_map(|card| card_called(package, &card.text)) {
            let Some(seat) = seat else {
                of_table.push(card);
                continue;
            };
            match there.get_mut(&(Some(seat), card)).filter(|count| **count > 0) {
                Some(count) => *count -= 1,
                None => add(&mut needed, Some(seat), card),
            }
        }
    }
    for card in of_table {
        let whose = (0..table.players).map(Some).chain([None]);
        match whose.into_iter().find(|seat| there.get(&(*seat, card)).is_some_and(|count| *count > 0)) {
            Some(seat) => {
                if let Some(count) = there.get_mut(&(seat, card)) {
                    *count -= 1;
                }
            }
            None => add(&mut needed, None, card),
        }
    }
    for laid in needed {
        match table.laid.iter_mut().find(|l| l.seat == laid.seat && l.card == laid.card) {
            Some(before) => before.count = before.count.max(laid.count),
            None => table.laid.push(laid),
        }
    }
}

fn add(needed: &mut Vec<LaidCard>, seat: Option<u8>, card: &str) {
    match needed.iter_mut().find(|l| l.seat == seat && l.card == card) {
        Some(laid) => laid.count += 1,
        None => needed.push(LaidCard { seat, card: card.to_owned(), count: 1 }),
    }
}

/// Returns the seat in a zone's brackets, `hand[1]`; none if the zone is not a player's.
fn seat_of(package: &Package, zone: &str) -> Option<u8> {
    let (id, rest) = zone.split_once('[')?;
    let zone = package.zones.iter().find(|z| z.id.text == id)?;
    if !zone.per.iter().any(|per| per.text == "player") {
        return None;
    }
    rest.split(']').next()?.trim().parse::<u8>().ok()?.checked_sub(1)
}
