//! What each card does for who has it.

use super::readers::Readers;
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
    /// The game under way: for each player a set of names for each relation.
    #[serde(skip)]
    open: Vec<[Vec<u64>; RELATIONS]>,
    /// Who owns each zone.
    #[serde(skip)]
    owners: Vec<Option<u8>>,
    #[serde(skip)]
    readers: Readers,
}

/// How often something was so, and how often who it was so for won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tries {
    /// How often.
    pub times: u64,
    /// How often they won.
    pub wins: u64,
}

/// What a card did: players of whom each of these was so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// They took an option that named it.
    pub chosen: Tries,
    /// It lay in a zone of theirs at some time.
    pub held: Tries,
    /// It lay in a zone of theirs at the end.
    pub kept: Tries,
}

const CHOSEN: usize = 0;
const HELD: usize = 1;
const KEPT: usize = 2;
const RELATIONS: usize = 3;

impl Cards {
    /// For a game and so many players.
    pub fn new(ir: &Ir, players: u8) -> Cards {
        let words = ir.names.len().div_ceil(64);
        Cards {
            players: Tries::default(),
            names: vec![Card::default(); ir.names.len()],
            open: (0..players).map(|_| std::array::from_fn(|_| vec![0; words])).collect(),
            owners: ir.layout.zones.iter().map(|z| z.owner).collect(),
            readers: Readers::of(ir),
        }
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
        if let Some(word) = self.open.get_mut(player).and_then(|sets| sets[relation].get_mut(name as usize / 64)) {
            *word |= 1 << (name % 64);
        }
    }

    /// The game is over, and stands like this.
    pub fn finish(&mut self, table: &Table, state: &State, outcome: &Outcome) {
        for component in 0..table.ir().components.len() as u32 {
            if let Some(zone) = table.zone_of(state, component)
                && let Some(player) = self.owners.get(zone as usize).copied().flatten()
                && let Some(name) = self.readers.name_of(component)
            {
                self.mark(player as usize, KEPT, name);
            }
        }
        for (player, standing) in outcome.standings.iter().enumerate() {
            let won = u64::from(standing.won);
            self.players.add(won);
            let Some(sets) = self.open.get_mut(player) else { continue };
            for word in 0..sets[HELD].len() {
                // What lies there at the end lay there at some time, even if it was laid there before the first move.
                sets[HELD][word] |= sets[KEPT][word];
            }
            for (relation, set) in sets.iter_mut().enumerate() {
                for (at, word) in set.iter_mut().enumerate() {
                    let mut rest = std::mem::take(word);
                    while rest != 0 {
                        let name = at * 64 + rest.trailing_zeros() as usize;
                        rest &= rest - 1;
                        let card = &mut self.names[name];
                        match relation {
                            CHOSEN => card.chosen.add(won),
                            HELD => card.held.add(won),
                            _ => card.kept.add(won),
                        }
                    }
                }
            }
        }
    }

    /// The game was given up.
    pub fn give_up(&mut self) {
        self.open.iter_mut().flatten().for_each(|set| set.fill(0));
    }

    /// Adds all that the other has counted.
    pub fn merge(&mut self, other: &Cards) {
        self.players.merge(other.players);
        for (card, other) in self.names.iter_mut().zip(&other.names) {
            card.chosen.merge(other.chosen);
            card.held.merge(other.held);
            card.kept.merge(other.kept);
        }
    }
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
