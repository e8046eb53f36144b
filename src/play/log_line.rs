//! Lines that the rules write into the record, with one version for each set of players who may read the
//! same.
//!
//! A player who cannot see a component reads only its kind. A player can tell which component a line names if
//! they see it where it lies when the line is written, where it was just before, where it moves next, or
//! where it lies at the next stop.

use crate::ir::{ComponentId, PlayerId, ZonePlaceId};
use crate::table::{Event, Names, Players, State, Table, hole_bit};
use std::collections::BTreeSet;

/// The number of versions of a line from which unions of what its readers do not see get none of their own.
const MOST_VERSIONS: usize = 256;

/// A line of `log`, with a version for each group of readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The readers and text of each version. The first names everything; each later one hides more, and the
    /// last may be read by everybody.
    versions: Vec<(Players, String)>,
}

impl LogLine {
    /// Creates the line of the log event at `at` among the events since the last stop.
    pub(super) fn new(
        table: &Table,
        names: &Names,
        state: &State,
        events: &[Event],
        at: usize,
    ) -> Option<LogLine> {
        let Event::Log { log, values } = events.get(at)? else { return None };
        let types = table.ir().logs.find(*log)?.values.iter().map(|(_, ty)| ty);
        let mut hidden = vec![0u64; usize::from(state.players())];
        let mut at_word = 0;
        for (v, ty) in types.enumerate() {
            let Some(words) = values.get(at_word..) else { break };
            at_word += table.ir().value_words(ty);
            let Some(component) = table.named_by(ty, words) else { continue };
            for (player, hidden) in (0..).map(PlayerId).zip(&mut hidden) {
                if !sees(table, state, events, at, player, component) {
                    *hidden |= hole_bit(v);
                }
            }
        }
        LogLine::of(&hidden, |mask| names.log_line(&events[at], mask))
    }

    /// Creates a line from its hidden values: `hidden` is a bit set of values for each player. `line` renders
    /// the text without a set of values.
    pub(super) fn of(hidden: &[u64], line: impl Fn(u64) -> Option<String>) -> Option<LogLine> {
        // Several readers at one screen read what all of them may know: every union of hidden values has a
        // version. If there are too many, these readers may be told less than that, never more.
        let everything = hidden.iter().fold(0, |all, mask| all | mask);
        let mut masks = BTreeSet::from_iter(hidden.iter().copied().chain([0, everything]));
        for mask in hidden {
            let more: Vec<u64> = masks.iter().map(|m| m | mask).filter(|m| !masks.contains(m)).collect();
            masks.extend(more.into_iter().take(MOST_VERSIONS.saturating_sub(masks.len())));
        }
        let mut masks: Vec<u64> = masks.into_iter().collect();
        masks.sort_by_key(|mask| (mask.count_ones(), *mask));
        let readers = |mask: u64| {
            (0..)
                .zip(hidden)
                .filter(|(_, hidden)| **hidden & !mask == 0)
                .map(|(player, _)| PlayerId(player))
                .collect::<Players>()
        };
        let version = |mask: u64| Some((readers(mask), line(mask)?));
        Some(LogLine { versions: masks.into_iter().map(version).collect::<Option<_>>()? })
    }

    /// Returns the version that all of these readers may read; for an empty set, the full text.
    pub fn told_to(&self, readers: Players) -> &str {
        let may_read = |(may, _): &&(Players, String)| readers.are_within(*may);
        let version = self.versions.iter().find(may_read).or(self.versions.last());
        version.map_or("", |(_, line)| line)
    }
}

/// Returns whether a player can tell which component the event at `at` names.
fn sees(
    table: &Table,
    state: &State,
    events: &[Event],
    at: usize,
    player: PlayerId,
    component: ComponentId,
) -> bool {
    let moved = |event: &Event| match event {
        Event::Move { component: c, from, to } if *c == component => Some((*from, *to)),
        _ => None,
    };
    let open = |zone: Option<ZonePlaceId>| zone.is_some_and(|zone| table.sees(state, Some(player), zone));
    let shown = |event: &Event| match event {
        Event::Show { component: c, to } => *c == component && to >> player.0 & 1 == 1,
        _ => false,
    };
    let mixes = |event: &Event| matches!(event, Event::Shuffle { .. });
    let last = events[..at].iter().enumerate().rev().find_map(|(i, event)| Some((i, moved(event)?)));
    let next = events[at..].iter().find_map(moved);
    if !table.is_unseen(state, Some(player), component) {
        return true;
    }
    // It was shown to them and not shuffled since, or is shown to them next.
    let told = events[..at].iter().rev().take_while(|event| !mixes(event)).any(shown);
    if told || events[at..].iter().take_while(|event| !mixes(event) && moved(event).is_none()).any(shown) {
        return true;
    }
    if let Some((i, (from, to))) = last {
        let mixed =
            events[i..at].iter().any(|event| matches!(event, Event::Shuffle { zone } if Some(*zone) == to));
        if open(to) || open(from) && !mixed {
            return true;
        }
    }
    next.is_some_and(|(from, to)| open(to) || last.is_none() && open(from))
}
