//! Counts the relation of each card to winning.

use super::meetings::MeetingCounts;
use super::readers::OptionReaders;
use crate::ir::{ComponentId, Ir, PlayerId, ZoneInfo, ZoneOwner, ZonePlaceId, ZoneViewers};
use crate::lab::trials::Trials;
use crate::table::{Pick, State, Table, TableOptions, TableOutcome, elements};
use serde::{Deserialize, Serialize};

/// The counts of each card, by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardCounts {
    /// Players of finished games, and how many of them won. Players who win together count once.
    pub players: Trials,
    /// The counts of each name, in the order of `Ir::names`.
    pub names: Vec<CardCount>,
    /// Counts of pairs of cards that were offered in the same choice.
    pub meetings: MeetingCounts,
    /// The current game: for each player and relation a set of components. Names are looked up once, at the
    /// end.
    #[serde(skip)]
    open: Vec<[Vec<u64>; RELATIONS]>,
    /// Zones that a player owns, each with its owner.
    #[serde(skip)]
    owned: Vec<(ZonePlaceId, PlayerId)>,
    /// Zones without an owner that only some players see, by an expression: the zones of sides.
    #[serde(skip)]
    shared: Vec<ZonePlaceId>,
    #[serde(skip)]
    readers: OptionReaders,
    /// The components that lay in a zone at the end of the last games, and the number of games that ended
    /// with exactly these.
    #[serde(skip)]
    laid: Vec<u64>,
    #[serde(skip)]
    laid_in: u64,
    /// The components that lie in a zone in the current game.
    #[serde(skip)]
    lying: Vec<u64>,
}

/// The counts of a card: for each relation, the players for whom it held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardCount {
    /// Finished games in which a copy lay in any zone at the end.
    pub games: u64,
    /// Players who had an option that named the card.
    pub offered: Trials,
    /// Players who took an option that named the card.
    pub chosen: Trials,
    /// Players who had it in a zone of their own, or of their side, at some choice or at the end.
    pub held: Trials,
    /// Players who had it in a zone of their own, or of their side, at the end.
    pub kept: Trials,
}

const CHOSEN: usize = 0;
const HELD: usize = 1;
const KEPT: usize = 2;
const OFFERED: usize = 3;
const RELATIONS: usize = 4;

impl CardCounts {
    /// Creates empty counts for a game with `players` players.
    pub fn new(ir: &Ir, players: u8) -> CardCounts {
        let owned = ir.layout.zones.iter_ids().filter_map(|(at, zone)| Some((at, zone.owner?)));
        let shared =
            |zone: &ZoneInfo| zone.seen_by == ZoneViewers::Expression && zone.per.thing != ZoneOwner::Player;
        let shared = ir.zones.iter().filter(|zone| shared(zone)).flat_map(|zone| zone.places());
        CardCounts {
            players: Trials::default(),
            names: vec![CardCount::default(); ir.names.len()],
            meetings: MeetingCounts::default(),
            open: (0..players).map(|_| std::array::from_fn(|_| vec![0; ir.component_words()])).collect(),
            owned: owned.filter(|(_, owner)| owner.0 < players).collect(),
            shared: shared.map(ZonePlaceId::from_index).collect(),
            readers: OptionReaders::of(ir),
            laid: Vec::new(),
            laid_in: 0,
            lying: Vec::new(),
        }
    }

    /// Begins a game. `looked_at` is true if it is sampled for pairs of cards.
    pub fn begin(&mut self, looked_at: bool) {
        self.meetings.begin(looked_at, self.names.len());
    }

    /// Counts an option that was taken.
    #[inline]
    pub fn count_choice(&mut self, options: &TableOptions, pick: &Pick) {
        let Some([chosen, _, _, offered]) = self.open.get_mut(options.chooser().index()) else { return };
        for (place, value) in pick.values().iter().enumerate() {
            mark(chosen, self.readers.component(options.choice(), pick.kind, place, *value));
        }
        for (kind, fixed, set) in options.groups() {
            for (place, value) in fixed.iter().enumerate() {
                mark(offered, self.readers.component(options.choice(), kind, place, *value));
            }
            if self.readers.are_components(options.choice(), kind, fixed.len()) {
                join(offered, set);
            } else {
                for value in elements(set) {
                    mark(offered, self.readers.component(options.choice(), kind, fixed.len(), value));
                }
            }
        }
        self.meetings.count_choice(options, pick, &self.readers);
    }

    /// Counts the position at a choice.
    #[inline]
    pub fn stands(&mut self, table: &Table, state: &State) {
        self.see(table, state, HELD);
    }

    fn see(&mut self, table: &Table, state: &State, relation: usize) {
        for (zone, owner) in &self.owned {
            if let Some(open) = self.open.get_mut(owner.index()) {
                table.add_contents(state, *zone, &mut open[relation]);
            }
        }
        for zone in self.shared.iter().filter(|zone| !table.sees(state, None, *(*zone))) {
            let players = (0..).map(PlayerId).zip(&mut self.open);
            for (_, open) in players.filter(|(player, _)| table.sees(state, Some(*player), *zone)) {
                table.add_contents(state, *zone, &mut open[relation]);
            }
        }
    }

    /// Counts the position at the end of the game, and the result.
    pub fn finish(&mut self, table: &Table, state: &State, outcome: &TableOutcome) {
        self.lies(table, state);
        self.see(table, state, KEPT);
        for side in 0..outcome.side_count() {
            // Players who win together are counted once, since theirs is one result.
            let mut of = outcome.players_of(side);
            let Some(first) = of.next() else { continue };
            let won = u64::from(outcome.standings[first.index()].won);
            self.players.add(won);
            let Some((open, others)) =
                self.open.get_mut(first.index()..).and_then(|open| open.split_first_mut())
            else {
                continue;
            };
            for other in of {
                let Some(theirs) = others.get_mut(other.index() - first.index() - 1) else { continue };
                for (mine, theirs) in open.iter_mut().zip(theirs) {
                    join(mine, theirs);
                    theirs.fill(0);
                }
            }
            let [_, held, kept, _] = open;
            // A card that lies there at the end was held, too.
            join(held, kept);
            for (relation, set) in open.iter_mut().enumerate() {
                each_name(set, &self.readers, &mut self.names, |card| match relation {
                    CHOSEN => card.chosen.add(won),
                    HELD => card.held.add(won),
                    KEPT => card.kept.add(won),
                    OFFERED => card.offered.add(won),
                    _ => {}
                });
                set.fill(0);
            }
        }
    }

    /// Counts the cards that lie in any zone. Successive games mostly end with the same set, so equal sets
    /// are counted together.
    fn lies(&mut self, table: &Table, state: &State) {
        let (same, now) = (&mut self.laid, &mut self.lying);
        now.clear();
        now.resize(table.ir().component_words(), 0);
        table.add_in_play(state, now);
        if same != now {
            each_name(same, &self.readers, &mut self.names, |card| card.games += self.laid_in);
            self.laid_in = 0;
            std::mem::swap(same, now);
        }
        self.laid_in += 1;
    }

    /// Adds the sets that were counted together, after the last game.
    pub fn settle(&mut self) {
        each_name(&self.laid, &self.readers, &mut self.names, |card| card.games += self.laid_in);
        (self.laid, self.laid_in, self.lying) = (Vec::new(), 0, Vec::new());
        self.meetings.settle();
    }

    /// Discards the current game, which was stopped unfinished.
    pub fn give_up(&mut self) {
        self.open.iter_mut().flatten().for_each(|set| set.fill(0));
    }

    /// Returns whether no count exceeds its upper bound.
    pub(super) fn is_sound(&self, most: impl Fn(u64) -> bool) -> bool {
        let of_players = |tries: &Trials| tries.are_among(&self.players);
        let card = |card: &CardCount| {
            most(card.games) && [card.offered, card.chosen, card.held, card.kept].iter().all(of_players)
        };
        most(self.players.times)
            && self.players.wins <= self.players.times
            && self.names.iter().all(card)
            && self.meetings.over.values().all(|times| most(*times))
            && self.meetings.over.keys().all(|(taken, over)| taken.max(over).index() < self.names.len())
    }

    /// Takes back the current game, which was interrupted.
    pub fn take_back(&mut self) {
        self.give_up();
        self.meetings.take_back();
    }

    /// Adds the other's counts.
    pub fn merge(&mut self, other: &CardCounts) {
        self.players.merge(other.players);
        self.meetings.merge(&other.meetings);
        for (card, other) in self.names.iter_mut().zip(&other.names) {
            card.games += other.games;
            card.offered.merge(other.offered);
            card.chosen.merge(other.chosen);
            card.held.merge(other.held);
            card.kept.merge(other.kept);
        }
    }
}

/// Adds a component to a set, if there is one.
#[inline]
pub(super) fn mark(set: &mut [u64], component: Option<ComponentId>) {
    if let Some(component) = component
        && let Some(word) = set.get_mut(component.index() / 64)
    {
        *word |= 1 << (component.0 % 64);
    }
}

/// Adds all elements of the other set.
#[inline]
fn join(set: &mut [u64], other: &[u64]) {
    set.iter_mut().zip(other).for_each(|(all, some)| *all |= some);
}

/// Calls `count` for each card with a component in a set. Copies have consecutive indices, and count once.
#[inline]
fn each_name(
    set: &[u64],
    readers: &OptionReaders,
    cards: &mut [CardCount],
    mut count: impl FnMut(&mut CardCount),
) {
    let mut last = None;
    for component in elements(set) {
        let name = readers.name_of(ComponentId(component as u32));
        if name != last
            && let Some(card) = name.and_then(|name| cards.get_mut(name.index()))
        {
            count(card);
        }
        last = name;
    }
}
