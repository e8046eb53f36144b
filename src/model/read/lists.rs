//! The box of a game with lists: the copies named by the lists that are played, and those that come from no
//! list.

use std::collections::{HashMap, HashSet};

use super::tokens::is_below;
use crate::ids::{PlayerId, SeatNumber};
use crate::model::cards::CardDecl;
use crate::model::decks::DeckDecl;
use crate::model::ident::Ident;
use crate::model::package::Package;
use crate::model::scenarios::ScenarioDecl;
use crate::vocabulary::{Bringer, ComponentOrigin, PlayedLists};
use crate::vocabulary::{ListedCard, PlayedList, ScenarioCard};

/// Sets the copies of cards according to the lists that are played.
pub(super) fn lay(package: &mut Package) {
    if !package.asks_for_lists() {
        return;
    }
    let by_list: Vec<bool> =
        package.cards.iter().map(|card| may_be_listed(package, &card.kind.text)).collect();
    for (card, by_list) in package.cards.iter_mut().zip(by_list) {
        card.by_list = by_list;
    }
    let Some(played) = &package.played else { return };
    let mut origins: HashMap<&str, Vec<(Option<ComponentOrigin>, u32)>> = HashMap::new();
    for list in &played.lists {
        for listed in &list.cards {
            let origin = ComponentOrigin { bringer: list.bringer, part: Some(listed.part.clone()) };
            origins.entry(&listed.card).or_default().push((Some(origin), listed.count));
        }
    }
    // Cards that scenarios add come last, so that they do not renumber the others; first those of each seat,
    // then those of no seat.
    let mut more: HashMap<&str, Vec<(Option<ComponentOrigin>, u32)>> = HashMap::new();
    let mut laid: Vec<&ScenarioCard> = played.laid.iter().collect();
    laid.sort_by_key(|laid| laid.seat.unwrap_or(PlayerId(u8::MAX)));
    for laid in laid {
        let origin = laid.seat.map(|seat| ComponentOrigin { bringer: Bringer::Seat(seat), part: None });
        more.entry(&laid.card).or_default().push((origin, laid.count));
    }
    for card in &mut package.cards {
        let id = card.id.text.as_str();
        let besides = in_box(card);
        card.origins = origins.remove(id).unwrap_or_default();
        card.origins.push((None, besides));
        card.origins.extend(more.remove(id).unwrap_or_default());
        let all: u64 = card.origins.iter().map(|(_, count)| u64::from(*count)).sum();
        card.copies = u32::try_from(all).unwrap_or(u32::MAX);
    }
}

/// Returns whether cards of a kind may be in a list.
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
    table.into_iter().chain(PlayerId::all(seats).map(Bringer::Seat)).collect()
}

/// Returns the lists of a table. Seats that are not in `named` get the lists of the package in turn.
pub fn default_lists(package: &Package, players: u8, named: &[PlayedList]) -> PlayedLists {
    let own: Vec<PlayedList> = package.decks.iter().filter_map(|deck| resolve_list(package, deck)).collect();
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
fn resolve_list(package: &Package, deck: &DeckDecl) -> Option<PlayedList> {
    let mut cards = Vec::new();
    for (part, listed) in &deck.parts {
        let known =
            |rules: &crate::model::decks::DeckRules| rules.parts.iter().any(|p| p.id.text == part.text);
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
    let card = written
        .clone()
        .find(|card| card.id.text == called)
        .or_else(|| written.find(|c| c.name.text == called));
    card.map(|card| card.id.text.as_str())
}

/// Returns the tables at which the scenarios of a package are played, each with the cards that its scenarios
/// add.
pub fn tables_of_scenarios(package: &Package) -> Vec<PlayedLists> {
    seated(package).into_iter().map(|(table, _)| table).collect()
}

/// Returns for each scenario whether it is played at this table of lists.
pub(super) fn are_played_at(package: &Package, table: &PlayedLists) -> Vec<bool> {
    let at = seated(package).into_iter().find(|(other, _)| other == table).map(|(_, scenarios)| scenarios);
    let mut played = vec![false; package.scenarios.len()];
    for scenario in at.into_iter().flatten() {
        played[scenario] = true;
    }
    played
}

/// Returns the tables of scenarios, each with the indices of its scenarios. Scenarios of the same lists share
/// a table if neither renumbers the other's cards.
fn seated(package: &Package) -> Vec<(PlayedLists, Vec<usize>)> {
    let mut tables: Vec<(PlayedLists, Vec<usize>)> = Vec::new();
    for (scenario, decl) in package.scenarios.iter().enumerate() {
        let lists = table_of(package, decl);
        let laid = laid_besides(package, decl, &lists);
        match tables.iter_mut().find(|(table, _)| same_lists(table, &lists) && share(package, table, &laid)) {
            Some((table, scenarios)) => {
                table
                    .laid
                    .extend(laid.into_iter().filter(|laid| !table.laid.contains(laid)).collect::<Vec<_>>());
                scenarios.push(scenario);
            }
            None => tables.push((PlayedLists { laid, ..lists }, vec![scenario])),
        }
    }
    tables
}

/// Returns whether a scenario can join a table: of each card both add the same copies, or only one of them
/// does, whose copies come last and leave the numbers of the others as they are. A single copy has no number,
/// and would get one; tokens counted by the copies of a card would become more for both.
fn share(package: &Package, table: &PlayedLists, laid: &[ScenarioCard]) -> bool {
    let of = |all: &[ScenarioCard], card: &str| -> Vec<ScenarioCard> {
        let mut copies: Vec<ScenarioCard> = all.iter().filter(|laid| laid.card == card).cloned().collect();
        copies.sort_unstable_by_key(|laid| laid.seat);
        copies
    };
    table.laid.iter().chain(laid).all(|ScenarioCard { card, .. }| {
        let (there, here) = (of(&table.laid, card), of(laid, card));
        let one_adds = there.is_empty() || here.is_empty();
        there == here
            || one_adds && copies_of(package, table, card) != 1 && !has_counted_tokens(package, card)
    })
}

/// Returns whether a kind of tokens stands for a card in a number of its own.
fn has_counted_tokens(package: &Package, id: &str) -> bool {
    let Some(card) = package.cards.iter().find(|card| card.id.text == id) else { return false };
    let counted = package.kinds.iter().filter(|kind| kind.copies.is_some());
    let mut of = counted.filter_map(|kind| kind.stands_for.as_ref());
    of.any(|of| is_below(package, &card.kind.text, &of.text))
}

/// Returns the number of copies of a card that lists and the box have.
fn copies_of(package: &Package, table: &PlayedLists, id: &str) -> u32 {
    let listed = table.lists.iter().flat_map(|list| &list.cards);
    let listed =
        listed.filter(|listed| card_called(package, &listed.card) == Some(id)).map(|listed| listed.count);
    let of_box = package.cards.iter().filter(|card| card.id.text == id).map(in_box);
    listed.chain(of_box).fold(0, u32::saturating_add)
}

/// Returns the number of copies of a card that come by no list and no scenario.
fn in_box(card: &CardDecl) -> u32 {
    match card.origins.iter().find(|(origin, _)| origin.is_none()) {
        Some((_, copies)) => *copies,
        None if card.by_list && !card.counted => 0,
        None => card.copies,
    }
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
        Some(PlayedList { bringer: bringer.text.parse().ok()?, ..resolve_list(package, deck)? })
    };
    let named: Vec<PlayedList> = scenario.decks.iter().filter_map(list).collect();
    default_lists(package, players, &named)
}

/// Returns the cards that a scenario places beyond those of the lists of its table. Components that no list
/// may hold are those of the box, and nobody's.
fn laid_besides(package: &Package, scenario: &ScenarioDecl, table: &PlayedLists) -> Vec<ScenarioCard> {
    let numbered = copies_in_order(package, table);
    // The number of copies that are left of each card, by the seat of the list.
    let mut there: HashMap<(Option<PlayerId>, &str), u32> = HashMap::new();
    for (card, copies) in &numbered {
        for (seat, count) in copies {
            *there.entry((*seat, *card)).or_default() += count;
        }
    }
    // Outside all players' zones, the first player owns what lists of seats may hold.
    let seats_bring = bringers(package, table.players).contains(&Bringer::Seat(PlayerId(0)));
    let of_nobody = seats_bring.then_some(PlayerId(0));
    let by_list: HashSet<&str> =
        package.cards.iter().filter(|card| card.by_list).map(|card| card.id.text.as_str()).collect();
    let mut needed: Vec<ScenarioCard> = Vec::new();
    // A name with a number takes that copy, so names without one cannot.
    let mut named: HashSet<(&str, u32)> = HashSet::new();
    for (zone, cards) in &scenario.zones {
        let copies = cards.iter().filter_map(|card| copy_called(package, &numbered, &card.text));
        for (card, number) in copies.filter(|(card, _)| by_list.contains(card)) {
            if !named.insert((card, number)) {
                continue;
            }
            match seat_of_copy(&numbered, card, number) {
                Some(seat) => {
                    if let Some(count) = there.get_mut(&(seat, card)) {
                        *count -= 1;
                    }
                }
                None => add(&mut needed, seat_of(package, &zone.text).or(of_nobody), card),
            }
        }
    }
    let mut of_table: Vec<&str> = Vec::new();
    for (zone, cards) in &scenario.zones {
        let seat = seat_of(package, &zone.text);
        let cards = cards.iter().filter(|card| copy_called(package, &numbered, &card.text).is_none());
        let cards = cards.filter_map(|card| card_called(package, &card.text));
        for card in cards.filter(|card| by_list.contains(card)) {
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
        let whose = PlayerId::all(table.players).map(Some).chain([None]);
        match whose.into_iter().find(|seat| there.get(&(*seat, card)).is_some_and(|count| *count > 0)) {
            Some(seat) => {
                if let Some(count) = there.get_mut(&(seat, card)) {
                    *count -= 1;
                }
            }
            None => add(&mut needed, of_nobody, card),
        }
    }
    needed
}

/// The copies of each card at a table, in the order of their numbers: whose list they are in, and how many.
type CopiesInOrder<'p> = HashMap<&'p str, Vec<(Option<PlayerId>, u32)>>;

/// Returns the copies at a table before scenarios add any, numbered as in `lay`.
fn copies_in_order<'p>(package: &'p Package, table: &PlayedLists) -> CopiesInOrder<'p> {
    let mut copies = CopiesInOrder::new();
    for list in &table.lists {
        let seat = if let Bringer::Seat(seat) = list.bringer { Some(seat) } else { None };
        for listed in &list.cards {
            if let Some(card) = card_called(package, &listed.card) {
                copies.entry(card).or_default().push((seat, listed.count));
            }
        }
    }
    for card in &package.cards {
        copies.entry(&card.id.text).or_default().push((None, in_box(card)));
    }
    copies
}

/// Returns the seat of the list that a copy is in, `Some(None)` if it is in no seat's list; `None` if no copy
/// has this number.
fn seat_of_copy(copies: &CopiesInOrder, card: &str, number: u32) -> Option<Option<PlayerId>> {
    let mut last = 0_u32;
    let mut copies = copies.get(card)?.iter();
    copies.find_map(|(seat, count)| {
        last = last.saturating_add(*count);
        (number <= last).then_some(*seat)
    })
}

/// Returns the card and the number of a name with a number, `comet#2`. A card's own name may have this form,
/// too; it means the card if there is no copy with this number.
fn copy_called<'p>(package: &'p Package, copies: &CopiesInOrder, called: &str) -> Option<(&'p str, u32)> {
    let (card, number) = called.rsplit_once('#')?;
    let card = card_called(package, card)?;
    let number = number.parse().ok().filter(|number| *number > 0)?;
    let is_copy = seat_of_copy(copies, card, number).is_some() || card_called(package, called).is_none();
    is_copy.then_some((card, number))
}

fn add(needed: &mut Vec<ScenarioCard>, seat: Option<PlayerId>, card: &str) {
    match needed.iter_mut().find(|l| l.seat == seat && l.card == card) {
        Some(laid) => laid.count += 1,
        None => needed.push(ScenarioCard { seat, card: card.to_owned(), count: 1 }),
    }
}

/// Returns the seat in a zone's brackets, `hand[1]`; none if the zone is not a player's.
fn seat_of(package: &Package, zone: &str) -> Option<PlayerId> {
    let (id, rest) = zone.split_once('[')?;
    let zone = package.zones.iter().find(|z| z.id.text == id)?;
    if !zone.per.iter().any(|per| per.text == "player") {
        return None;
    }
    rest.split(']').next()?.trim().parse().map(SeatNumber).ok()?.player()
}
