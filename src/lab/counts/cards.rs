//! What each card does for who has it.

use super::meetings::Meetings;
use super::readers::{Readers, Reads};
use crate::ir::Ir;
use crate::table::{Event, Options, Outcome, Pick, State, Table};
use serde::{Deserialize, Serialize};

/// What each card did, by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cards {
    /// Players of finished games, and how many of them won.
    pub players: Tries,
    /// Each of `Ir::names`.
    pub names: Vec<Card>,
    /// Which was taken where another could be had.
    pub meetings: Meetings,
    /// The game under way, for each player.
    #[serde(skip)]
    open: Vec<Open>,
    /// Who owns each zone.
    #[serde(skip)]
    owners: Vec<Option<u8>>,
    #[serde(skip)]
    readers: Readers,
    /// Names of which a copy lies in a zone when the game is over.
    #[serde(skip)]
    laid: Vec<u64>,
}

/// How often something was so, and how often who it was so for won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tries {
    /// How often.
    pub times: u64,
    /// How often they won.
    pub wins: u64,
}

/// What is so of a player in the game under way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Open {
    /// A set of names for each relation.
    names: [Vec<u64>; RELATIONS],
    /// The components that were offered. Their names are looked up once, at the end.
    offered: Vec<u64>,
}

impl Open {
    /// The set that what is offered goes into.
    fn offers(&mut self, reads: Reads) -> Option<&mut [u64]> {
        match reads {
            Reads::Nothing => None,
            Reads::Component => Some(&mut self.offered),
            Reads::Name => Some(&mut self.names[OFFERED]),
        }
    }
}

/// What a card did: players of whom each of these was so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// Finished games in which a copy lay in any zone at the end.
    pub games: u64,
    /// They had an option that named it.
    pub offered: Tries,
    /// They took one.
    pub chosen: Tries,
    /// It lay in a zone of theirs at some time.
    pub held: Tries,
    /// It lay in a zone of theirs at the end.
    pub kept: Tries,
}

const CHOSEN: usize = 0;
const HELD: usize = 1;
const KEPT: usize = 2;
const OFFERED: usize = 3;
const RELATIONS: usize = 4;

impl Cards {
    /// For a game and so many players.
    pub fn new(ir: &Ir, players: u8) -> Cards {
        let words = ir.names.len().div_ceil(64);
        Cards {
            players: Tries::default(),
            names: vec![Card::default(); ir.names.len()],
            meetings: Meetings::default(),
            open: vec![
                Open { names: std::array::from_fn(|_| vec![0; words]), offered: vec![0; ir.component_words()] };
                players as usize
            ],
            owners: ir.layout.zones.iter().map(|z| z.owner).collect(),
            readers: Readers::of(ir),
            laid: vec![0; words],
        }
    }

    /// A game begins; which cards meet in it is looked at or not.
    pub fn begin(&mut self, looked_at: bool) {
        self.meetings.begin(looked_at);
    }

    /// Somebody took an option.
    #[inline]
    pub fn chosen(&mut self, options: &Options, pick: &Pick) {
        let player = options.chooser() as usize;
        for place in 0..pick.values().len() {
            if let Some(name) = self.readers.name(options.choice(), pick, place) {
                self.mark(player, CHOSEN, name);
            }
        }
        self.offered(options);
        self.meetings.chosen(options, pick, &self.readers);
    }

    /// Somebody has these options.
    #[inline]
    fn offered(&mut self, options: &Options) {
        let Some(open) = self.open.get_mut(options.chooser() as usize) else { return };
        for (kind, fixed, set) in options.groups() {
            let reads = |place| self.readers.reads(options.choice(), kind, place);
            for (place, value) in fixed.iter().enumerate() {
                if let Some(word) = open.offers(reads(place)).and_then(|all| all.get_mut(*value as usize / 64)) {
                    *word |= 1 << (value % 64);
                }
            }
            if let Some(all) = open.offers(reads(fixed.len())) {
                all.iter_mut().zip(set).for_each(|(all, some)| *all |= some);
            }
        }
    }

    /// Takes note of what moved.
    pub fn moved(&mut self, events: &[Event]) {
        for event in events {
            if let Event::Move { component, to: Some(zone), .. } = event
                && let Some(player) = self.owners.get(*zone as usize).copied().flatten()
                && let Some(name) = self.readers.name_of(*component)
            {
                self.mark(player as usize, HELD, name);
            }
        }
    }

    #[inline]
    fn mark(&mut self, player: usize, relation: usize, name: u16) {
        if let Some(word) = self.open.get_mut(player).and_then(|open| open.names[relation].get_mut(name as usize / 64))
        {
            *word |= 1 << (name % 64);
        }
    }

    /// The game is over, and stands like this.
    pub fn finish(&mut self, table: &Table, state: &State, outcome: &Outcome) {
        for component in 0..table.ir().components.len() as u32 {
            let Some(zone) = table.zone_of(state, component) else { continue };
            let Some(name) = self.readers.name_of(component) else { continue };
            if let Some(word) = self.laid.get_mut(name as usize / 64) {
                *word |= 1 << (name % 64);
            }
            if let Some(player) = self.owners.get(zone as usize).copied().flatten() {
                self.mark(player as usize, KEPT, name);
            }
        }
        for name in taken_out(&mut self.laid) {
            self.names[name].games += 1;
        }
        for (player, standing) in outcome.standings.iter().enumerate() {
            let won = u64::from(standing.won);
            self.players.add(won);
            let Some(Open { names: sets, offered }) = self.open.get_mut(player) else { continue };
            for component in taken_out(offered) {
                if let Some(name) = self.readers.name_of(component as u32)
                    && let Some(word) = sets[OFFERED].get_mut(name as usize / 64)
                {
                    *word |= 1 << (name % 64);
                }
            }
            for word in 0..sets[HELD].len() {
                // What lies there at the end lay there at some time, even if it was laid there before the first move.
                sets[HELD][word] |= sets[KEPT][word];
            }
            for (relation, set) in sets.iter_mut().enumerate() {
                for name in taken_out(set) {
                    let card = &mut self.names[name];
                    match relation {
                        CHOSEN => card.chosen.add(won),
                        HELD => card.held.add(won),
                        KEPT => card.kept.add(won),
                        _ => card.offered.add(won),
                    }
                }
            }
        }
    }

    /// The game was given up.
    pub fn give_up(&mut self) {
        for open in &mut self.open {
            open.names.iter_mut().for_each(|set| set.fill(0));
            open.offered.fill(0);
        }
    }

    /// Adds all that the other has counted.
    pub fn merge(&mut self, other: &Cards) {
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

/// The elements of a set, which is empty afterwards.
fn taken_out(set: &mut [u64]) -> impl Iterator<Item = usize> {
    set.iter_mut().enumerate().flat_map(|(at, word)| {
        let mut rest = std::mem::take(word);
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(at * 64 + bit)
        })
    })
}

impl Tries {
    fn add(&mut self, wins: u64) {
        self.times += 1;
        self.wins += wins;
    }

    fn merge(&mut self, other: Tries) {
        self.times += other.times;
        self.wins += other.wins;
    }
}
