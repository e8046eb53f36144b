//! The record of a game: what was chosen, what happened, and who may read it.

use crate::ir::{ChoiceInfo, ValueType};
use crate::table::{Event, Names, Options, Pick, PickKind, State, Table};

/// A line of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Somebody chose.
    Choice {
        /// Who, from 0.
        player: u8,
        /// What they were asked.
        question: Option<String>,
        /// What they chose, as people read it.
        answer: String,
        /// It is an action, which speaks for itself.
        action: bool,
        /// The players who may know what it was.
        known_to: u64,
    },
    /// A line that the rules write; for all to read.
    Log(String),
    /// A die was rolled.
    Roll {
        /// Its sides.
        sides: i64,
        /// What it showed.
        result: i64,
    },
    /// A zone was shuffled.
    Shuffle(String),
}

impl Entry {
    /// What a player (from 0) may read; `None` for a reader from whom nothing is hidden.
    pub fn text(&self, reader: Option<u8>) -> String {
        match self {
            Entry::Choice { player, question, answer, action, known_to } => {
                let who = if reader == Some(*player) { "you".into() } else { format!("player {}", player + 1) };
                let known = reader.is_none_or(|r| known_to >> r & 1 == 1);
                match (question, known) {
                    (Some(question), true) if !action => format!("{who}: {question} {answer}"),
                    (_, true) => format!("{who}: {answer}"),
                    (Some(question), false) => format!("{who}: {question} (hidden)"),
                    (None, false) => format!("{who} chooses (hidden)"),
                }
            }
            Entry::Log(line) => line.clone(),
            Entry::Roll { sides, result } => format!("d{sides}: {result}"),
            Entry::Shuffle(zone) => format!("{zone} is shuffled"),
        }
    }

    /// An event as a line of the record; `None` for those that are not told.
    pub(super) fn of(event: &Event, names: &Names) -> Option<Entry> {
        match event {
            Event::Log { .. } => names.log_line(event).map(Entry::Log),
            Event::Roll { sides, result } => Some(Entry::Roll { sides: *sides, result: *result }),
            Event::Shuffle { zone } => Some(Entry::Shuffle(names.zone(*zone))),
            Event::Tally { .. } | Event::Move { .. } | Event::Random { .. } => None,
        }
    }

    /// The line of a choice that is about to be made.
    pub(super) fn choice(table: &Table, names: &Names, state: &State, options: &Options, pick: &Pick) -> Entry {
        let choice = table.ir().choices.get(options.choice() as usize);
        Entry::Choice {
            player: options.chooser(),
            question: choice.and_then(question),
            answer: names.label(options.choice(), pick),
            action: matches!(pick.kind, PickKind::Action(_)),
            known_to: known_to(table, state, options, pick),
        }
    }
}

/// What is asked at a choice point, if anything is written or can be said of it.
pub fn question(choice: &ChoiceInfo) -> Option<String> {
    let variable = || (!choice.variable.is_empty()).then(|| format!("{}?", choice.variable.replace('_', " ")));
    choice.prompt.clone().or_else(variable)
}

/// The players who may know an answer: its chooser, and those who see every component that it names.
fn known_to(table: &Table, state: &State, options: &Options, pick: &Pick) -> u64 {
    let ir = table.ir();
    let choice = ir.choices.get(options.choice() as usize);
    let types: Vec<&ValueType> = match pick.kind {
        PickKind::Arm(_) => Vec::new(),
        PickKind::Element => choice.and_then(|c| c.element.as_ref()).into_iter().collect(),
        PickKind::Action(action) => {
            ir.actions.get(action as usize).map_or(Vec::new(), |a| a.params.iter().map(|(_, ty)| ty).collect())
        }
    };
    let sees = |player: u8| {
        types.iter().zip(pick.values()).all(|(ty, word)| match (ty, u32::try_from(*word)) {
            (ValueType::Component, Ok(component)) => {
                table.zone_of(state, component).is_none_or(|zone| table.sees(Some(player), zone))
            }
            _ => true,
        })
    };
    (0..state.players()).filter(|p| *p == options.chooser() || sees(*p)).fold(0, |set, p| set | 1 << p)
}

/// What a component counted in a score's breakdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The component.
    pub component: u32,
    /// How much; `None` if it counted nothing at all.
    pub points: Option<i64>,
}

/// The breakdown of each player's score, by who holds what when the game has ended. What was tallied several times is added up.
pub fn breakdown(table: &Table, state: &State, tallies: &[(u32, Option<i64>)]) -> Vec<Vec<Counted>> {
    let mut players: Vec<Vec<Counted>> = vec![Vec::new(); state.players() as usize];
    for (component, points) in tallies {
        let holder = table.holder(state, *component);
        let Some(counted) = holder.and_then(|p| players.get_mut(p as usize)) else { continue };
        match counted.iter_mut().find(|c| c.component == *component) {
            Some(before) => {
                before.points = match (before.points, *points) {
                    (Some(a), Some(b)) => Some(a.saturating_add(b)),
                    (a, b) => a.or(b),
                };
            }
            None => counted.push(Counted { component: *component, points: *points }),
        }
    }
    players
}
