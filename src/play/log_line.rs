//! A line that the rules write into the record, and what of it each player may read.
//!
//! A component that a player cannot see is told to them by its kind alone. A player sees which component a line names if they see it
//! where it lies when the line is written, where it came from just before, where it goes next, or where it lies at the next stop.

use crate::table::{Event, Names, Players, State, Table};

/// A line of `log`, in as many versions as there are readers who are told different things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Who may read each version: sets of players. The first names everything; each later one veils more, and the last is for all.
    versions: Vec<(Players, String)>,
}

impl LogLine {
    /// The line of the log event at `at` among what happened since the last stop.
    pub(super) fn new(table: &Table, names: &Names, state: &State, events: &[Event], at: usize) -> Option<LogLine> {
        let Event::Log { log, values } = events.get(at)? else { return None };
        let types = table.ir().logs.get(*log as usize)?.values.iter().map(|(_, ty)| ty);
        let mut hidden = vec![0u64; usize::from(state.players())];
        let mut at_word = 0;
        for (v, ty) in types.enumerate().take(64) {
            let Some(words) = values.get(at_word..) else { break };
            at_word += table.ir().value_words(ty);
            let Some(component) = table.named_by(ty, words) else { continue };
            for (player, hidden) in hidden.iter_mut().enumerate() {
                *hidden |= u64::from(!sees(table, state, events, at, player as u8, component)) << v;
            }
        }
        LogLine::of(&hidden, |mask| names.log_line(&events[at], mask))
    }

    /// A line of which something is hidden: for each player a bit for each value that they may not be told. `line` is the line without such values.
    pub(super) fn of(hidden: &[u64], line: impl Fn(u64) -> Option<String>) -> Option<LogLine> {
        // Several readers at one screen are told what all of them may know: every union of what is hidden has a version.
        let mut masks = vec![0u64];
        for mask in hidden {
            let more: Vec<u64> = masks.iter().map(|m| m | mask).filter(|m| !masks.contains(m)).collect();
            masks.extend(more);
            masks.sort_unstable();
            masks.dedup();
        }
        masks.sort_by_key(|mask| (mask.count_ones(), *mask));
        let readers = |mask: u64| {
            (0..).zip(hidden).filter(|(_, hidden)| **hidden & !mask == 0).map(|(player, _)| player).collect::<Players>()
        };
        let version = |mask: u64| Some((readers(mask), line(mask)?));
        Some(LogLine { versions: masks.into_iter().map(version).collect::<Option<_>>()? })
    }

    /// The line as all of these may read it; nothing is kept from the empty set.
    pub fn told_to(&self, readers: Players) -> &str {
        let may_read = |(may, _): &&(Players, String)| readers.are_within(*may);
        let version = self.versions.iter().find(may_read).or(self.versions.last());
        version.map_or("", |(_, line)| line)
    }
}

/// Whether a player sees which component the event at `at` names.
fn sees(table: &Table, state: &State, events: &[Event], at: usize, player: u8, component: u32) -> bool {
    let moved = |event: &Event| match event {
        Event::Move { component: c, from, to } if *c == component => Some((*from, *to)),
        _ => None,
    };
    let open = |zone: Option<u16>| zone.is_some_and(|zone| table.sees(Some(player), zone));
    let shown =
        |event: &Event| matches!(event, Event::Show { component: c, to } if *c == component && to >> player & 1 == 1);
    let mixes = |event: &Event| matches!(event, Event::Shuffle { .. });
    let last = events[..at].iter().enumerate().rev().find_map(|(i, event)| Some((i, moved(event)?)));
    let next = events[at..].iter().find_map(moved);
    if !table.is_unseen(state, Some(player), component) {
        return true;
    }
    // It has been shown to them, and not been mixed since, or is shown to them next.
    let told = events[..at].iter().rev().take_while(|event| !mixes(event)).any(shown);
    if told || events[at..].iter().take_while(|event| !mixes(event) && moved(event).is_none()).any(shown) {
        return true;
    }
    if let Some((i, (from, to))) = last {
        let mixed = events[i..at].iter().any(|event| matches!(event, Event::Shuffle { zone } if Some(*zone) == to));
        if open(to) || open(from) && !mixed {
            return true;
        }
    }
    next.is_some_and(|(from, to)| open(to) || last.is_none() && open(from))
}
