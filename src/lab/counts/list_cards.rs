//! Counts the relation of each card of a list to winning, for each seat separately, since each has its own
//! list.

use super::cards::mark;
use super::readers::OptionReaders;
use crate::ir::{Bringer, ComponentId, Ir, NameId, PlayerId, ZonePlaceId, ZoneViewers};
use crate::lab::trials::Trials;
use crate::table::{Pick, State, Table, TableOptions, TableOutcome, elements};
use serde::{Deserialize, Serialize};

/// The counts of the cards of every seat's list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListCardCounts {
    /// The counts of each seat.
    pub seats: Vec<SeatCards>,
    /// The current game: for each seat and relation a set of components.
    #[serde(skip)]
    open: Vec<[Vec<u64>; RELATIONS]>,
    /// The components of each seat's list.
    #[serde(skip)]
    own: Vec<Vec<u64>>,
    /// Zones whose owner sees their contents, each with its owner.
    #[serde(skip)]
    seen: Vec<(ZonePlaceId, PlayerId)>,
    #[serde(skip)]
    readers: OptionReaders,
    /// True if somebody has chosen in the current game.
    #[serde(skip)]
    under_way: bool,
}

/// The counts of the cards of one seat's list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatCards {
    /// Finished games, and how many of them the seat won.
    pub games: Trials,
    /// The counts of each name, in the order of `Ir::names`.
    pub names: Vec<ListCardCount>,
}

/// The counts of a card of a list: for each relation, the finished games in which it held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListCardCount {
    /// Its owner could see a copy at the first choice of the game.
    pub opening: Trials,
    /// Its owner could see a copy in one of their zones at some choice or at the end.
    pub drawn: Trials,
    /// Its owner took an option that names a copy.
    pub played: Trials,
}

const OPENING: usize = 0;
const DRAWN: usize = 1;
const RELATIONS: usize = 3;

impl ListCardCounts {
    /// Creates empty counts for a game that is laid for lists, with `players` players.
    pub fn new(ir: &Ir, players: u8) -> ListCardCounts {
        let mut own = vec![vec![0; ir.component_words()]; usize::from(players)];
        for (at, component) in ir.components.iter().enumerate() {
            if let Some(Bringer::Seat(seat)) = component.origin.as_ref().map(|origin| origin.bringer)
                && let Some(set) = own.get_mut(seat.index())
            {
                set[at / 64] |= 1 << (at % 64);
            }
        }
        let in_sight = ir.zones.iter().filter(|zone| {
            matches!(zone.seen_by, ZoneViewers::All | ZoneViewers::Owner | ZoneViewers::Expression)
        });
        let places = in_sight.flat_map(|zone| zone.places());
        let seen = places.filter_map(|at| {
            let at = ZonePlaceId::from_index(at);
            Some((at, ir.layout.zones.find(at)?.owner?))
        });
        let seat =
            SeatCards { games: Trials::default(), names: vec![ListCardCount::default(); ir.names.len()] };
        ListCardCounts {
            seats: vec![seat; usize::from(players)],
            open: (0..players).map(|_| std::array::from_fn(|_| vec![0; ir.component_words()])).collect(),
            own,
            seen: seen.filter(|(_, owner)| owner.0 < players).collect(),
            readers: OptionReaders::of(ir),
            under_way: false,
        }
    }

    /// Counts an option that was taken.
    pub fn count_choice(&mut self, options: &TableOptions, pick: &Pick) {
        let Some([.., played]) = self.open.get_mut(options.chooser().index()) else { return };
        for (place, value) in pick.values().iter().enumerate() {
            mark(played, self.readers.component(options.choice(), pick.kind, place, *value));
        }
    }

    /// Counts the position at a choice.
    pub fn stands(&mut self, table: &Table, state: &State) {
        let opening = !std::mem::replace(&mut self.under_way, true);
        self.see(table, state, opening);
    }

    fn see(&mut self, table: &Table, state: &State, opening: bool) {
        for (zone, owner) in &self.seen {
            let Some(open) = self.open.get_mut(owner.index()) else { continue };
            if !table.sees(state, Some(*owner), *zone) {
                continue; // an expression leaves its owner out
            }
            table.add_contents(state, *zone, &mut open[DRAWN]);
            if opening {
                table.add_contents(state, *zone, &mut open[OPENING]);
            }
        }
    }

    /// Counts the position at the end of the game, and the result.
    pub fn finish(&mut self, table: &Table, state: &State, outcome: &TableOutcome) {
        self.see(table, state, false);
        for (((seat, open), own), standing) in
            self.seats.iter_mut().zip(&self.open).zip(&self.own).zip(&outcome.standings)
        {
            let won = u64::from(standing.won);
            seat.games.add(won);
            for (relation, set) in open.iter().enumerate() {
                let mine: Vec<u64> = set.iter().zip(own).map(|(set, own)| set & own).collect();
                let mut last = None;
                for component in elements(&mine) {
                    let name = self.readers.name_of(ComponentId(component as u32));
                    // Copies have consecutive indices, and count once.
                    if name != last
                        && let Some(card) = name.and_then(|name| seat.names.get_mut(name.index()))
                    {
                        let tries = match relation {
                            OPENING => &mut card.opening,
                            DRAWN => &mut card.drawn,
                            _ => &mut card.played,
                        };
                        tries.add(won);
                    }
                    last = name;
                }
            }
        }
        self.give_up();
    }

    /// Discards the current game, which was stopped unfinished.
    pub fn give_up(&mut self) {
        self.open.iter_mut().flatten().for_each(|set| set.fill(0));
        self.under_way = false;
    }

    /// Returns whether no count exceeds its upper bound.
    pub(super) fn is_sound(&self, games: u64) -> bool {
        self.seats.iter().all(|seat| {
            let of_games = |tries: &Trials| tries.are_among(&seat.games);
            let card = |card: &ListCardCount| [card.opening, card.drawn, card.played].iter().all(of_games);
            seat.games.times <= games && seat.games.wins <= seat.games.times && seat.names.iter().all(card)
        })
    }

    /// Adds the other's counts.
    pub fn merge(&mut self, other: &ListCardCounts) {
        for (seat, other) in self.seats.iter_mut().zip(&other.seats) {
            seat.games.merge(other.games);
            for (card, other) in seat.names.iter_mut().zip(&other.names) {
                card.opening.merge(other.opening);
                card.drawn.merge(other.drawn);
                card.played.merge(other.played);
            }
        }
    }

    /// Returns the games of a seat and the counts of a card of its list.
    pub fn card(&self, seat: PlayerId, name: NameId) -> Option<(Trials, ListCardCount)> {
        let seat = self.seats.get(seat.index())?;
        Some((seat.games, *seat.names.get(name.index())?))
    }
}
