//! Record of a game: choices and events, and who may read them.

use super::log_line::LogLine;
use crate::diagnostics::runs;
use crate::ir::{ComponentId, PlayerId, ValueType};
use crate::table::{Event, Names, Pick, PickKind, Players, State, Table, TableOptions, hole_bit, sum_points};

/// An entry of the record of a game, with the players who may read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordEntry {
    /// A player's choice.
    Choice {
        /// Player who chose, from 0.
        player: PlayerId,
        /// The question; `None` if the choice has none.
        question: Option<LogLine>,
        /// True if a component asks, which other players may not know of.
        asked_by_one: bool,
        /// The answer, as a label for people.
        answer: String,
        /// True if the answer is an action, which needs no question.
        action: bool,
        /// Players who may know the answer.
        known_to: Players,
    },
    /// A line that the rules write.
    Log(LogLine),
    /// A die was rolled.
    Roll {
        /// Number of sides.
        sides: i64,
        /// Side that was rolled.
        result: i64,
        /// Name and face of a die that the game declares.
        face: Option<(String, String)>,
    },
    /// A zone was shuffled.
    Shuffle(String),
}

/// A player's turn, or an event that belongs to no player, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordTurn {
    /// Player whose turn it is, from 0; `None` for an event of no player.
    pub player: Option<PlayerId>,
    /// Parts of the text, in order.
    pub parts: Vec<String>,
    /// True if the text begins with a log line whose subject is the player.
    told: bool,
    /// True if it contains a log line of the rules.
    logged: bool,
    /// True if its last part is a choice, which a log line may still replace.
    chosen: bool,
}

impl RecordTurn {
    /// Returns the turn as one line.
    pub fn text(&self) -> String {
        let parts = self.parts.join("; ");
        match self.player {
            // A log line about a player is a sentence with the player as its subject.
            Some(player) if self.told => format!("player {} {parts}", player.seat()),
            Some(player) => format!("player {}: {parts}", player.seat()),
            None => parts,
        }
    }
}

/// Condenses the record into turns: consecutive choices of one player form a turn, a log line replaces the
/// choice that it describes, and repeated parts are merged with a count (`×3`). Several readers get only the
/// facts that all of them may know.
pub fn story(record: &[RecordEntry], readers: Players) -> Vec<RecordTurn> {
    let mut turns: Vec<RecordTurn> = Vec::new();
    for (i, entry) in record.iter().enumerate() {
        // Only a log line about the chooser can replace the choice.
        let next = match (entry, record.get(i + 1)) {
            (RecordEntry::Choice { player, .. }, Some(RecordEntry::Log(line))) => {
                about(line.told_to(readers), *player)
            }
            _ => None,
        };
        match entry {
            RecordEntry::Choice { player, action, .. } => {
                let part = choice_part(entry, next, readers);
                let goes_on = turns.last().is_some_and(|t| t.player == Some(*player) && !t.logged && !action);
                if !goes_on && (part.is_some() || next.is_some()) {
                    turns.push(RecordTurn { player: Some(*player), ..RecordTurn::default() });
                }
                if let Some((turn, part)) = turns.last_mut().zip(part) {
                    turn.parts.push(part);
                    turn.chosen = true;
                }
            }
            RecordEntry::Log(line) => {
                let line = line.told_to(readers);
                let own = turns.last_mut().and_then(|turn| {
                    let rest = about(line, turn.player?)?.to_string();
                    Some((turn, rest))
                });
                match own {
                    Some((turn, rest)) => {
                        // The last part is a choice, and no other log line came in between.
                        if turn.chosen && turn.parts.last().is_some_and(|part| says(&rest, part)) {
                            turn.parts.pop();
                        }
                        turn.told |= turn.parts.is_empty();
                        turn.parts.push(rest);
                        turn.logged = true;
                        turn.chosen = false;
                    }
                    None => turns.push(RecordTurn {
                        player: None,
                        parts: vec![line.to_owned()],
                        ..RecordTurn::default()
                    }),
                }
            }
            RecordEntry::Roll { sides, result, face } => {
                match turns.last_mut().filter(|t| t.player.is_some() && !t.logged) {
                    // A roll has no known owner: it may belong to the turn that begins.
                    Some(turn) => {
                        turn.parts.push(format_roll(*sides, *result, face.as_ref()));
                        turn.chosen = false;
                    }
                    None => {
                        let parts = vec![format_roll(*sides, *result, face.as_ref())];
                        turns.push(RecordTurn { player: None, parts, ..RecordTurn::default() });
                    }
                }
            }
            RecordEntry::Shuffle(zone) => {
                turns.push(RecordTurn {
                    player: None,
                    parts: vec![format!("{zone} is shuffled")],
                    ..RecordTurn::default()
                });
            }
        }
    }
    turns.retain(|t| !t.parts.is_empty());
    for turn in &mut turns {
        turn.parts = runs(&turn.parts);
    }
    merge_repeated(turns)
}

/// Returns the last `count` turns of the story, without condensing all that came before.
pub fn last_turns(record: &[RecordEntry], readers: Players, count: usize) -> Vec<RecordTurn> {
    // From each of these choices on, the story is the same with and without the entries before it, and it has
    // a turn that begins there.
    let starts = (0..record.len()).rev().filter(|at| begins_turn(record, *at));
    // With fewer of them, entries before the first may have turns, too.
    let from = starts.take(count).enumerate().last().filter(|(nth, _)| nth + 1 == count);
    let mut turns = story(&record[from.map_or(0, |(_, at)| at)..], readers);
    turns.split_off(turns.len().saturating_sub(count))
}

/// Returns whether an entry is a choice that begins a turn for every reader: an action, or a choice that does
/// not follow another of the same player, or follows a line or a shuffle.
fn begins_turn(record: &[RecordEntry], at: usize) -> bool {
    let RecordEntry::Choice { player, action, .. } = &record[at] else { return false };
    let is_of_other = |entry: &RecordEntry| match entry {
        RecordEntry::Choice { player: other, .. } => Some(other != player),
        RecordEntry::Log(_) | RecordEntry::Shuffle(_) => Some(true),
        // A roll may be part of a turn or have one of its own.
        RecordEntry::Roll { .. } => None,
    };
    *action || record[..at].iter().rev().find_map(is_of_other).unwrap_or(true)
}

/// Returns the text of a choice within a turn; `None` if these readers may not know of it. `next` is the log
/// line that follows the choice, if its subject is the chooser.
fn choice_part(entry: &RecordEntry, next: Option<&str>, readers: Players) -> Option<String> {
    let RecordEntry::Choice { question, asked_by_one, answer, action, known_to, .. } = entry else {
        return None;
    };
    match (question, readers.are_within(*known_to)) {
        // The next log line already contains the answer.
        (_, true) if !action && next.is_some_and(|line| mentions(line, answer)) => None,
        (_, false) if next.is_some() => None,
        (_, true) if *action => Some(answer.clone()),
        (Some(question), true) => Some(format!("{} {answer}", question.told_to(readers))),
        (Some(question), false) if !asked_by_one => {
            Some(format!("chooses in secret: {}", question.told_to(readers)))
        }
        (None, true) => Some(answer.clone()),
        (_, false) => Some("chooses in secret".into()),
    }
}

/// Merges equal turns in a row, and counts them. Only events without a player have a turn each.
fn merge_repeated(turns: Vec<RecordTurn>) -> Vec<RecordTurn> {
    let mut told: Vec<(RecordTurn, usize)> = Vec::new();
    for turn in turns {
        match told
            .last_mut()
            .filter(|(last, _)| turn.player.is_none() && last.player.is_none() && last.parts == turn.parts)
        {
            Some((_, times)) => *times += 1,
            None => told.push((turn, 1)),
        }
    }
    let repeated = |(mut turn, times): (RecordTurn, usize)| {
        if let Some(last) = turn.parts.last_mut().filter(|_| times > 1) {
            last.push_str(&format!(" ×{times}"));
        }
        turn
    };
    told.into_iter().map(repeated).collect()
}

/// Formats a roll; a die that the game declares has a name.
fn format_roll(sides: i64, result: i64, face: Option<&(String, String)>) -> String {
    match face {
        Some((die, face)) => format!("the {die} die shows {face}"),
        None => format!("a d{sides} shows {result}"),
    }
}

/// Returns the rest of a line that begins with a player.
fn about(line: &str, player: PlayerId) -> Option<&str> {
    line.strip_prefix(&format!("player {} ", player.seat()))
}

/// Returns whether a line contains an answer as whole words, so that `4` is not found in `14`.
fn mentions(line: &str, answer: &str) -> bool {
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    line.match_indices(answer).any(|(at, found)| {
        !answer.is_empty()
            && !word(line[..at].chars().next_back())
            && !word(line[at + found.len()..].chars().next())
    })
}

/// Returns whether a sentence repeats a choice: “passes” after “Pass”, “takes Badger” after “Take Badger”.
fn says(sentence: &str, choice: &str) -> bool {
    let mut words = sentence.split_whitespace();
    choice.split_whitespace().all(|chosen| {
        let (chosen, word) = (chosen.to_lowercase(), words.next().unwrap_or_default().to_lowercase());
        word.strip_prefix(&chosen).is_some_and(|end| matches!(end, "" | "s" | "es"))
    })
}

impl RecordEntry {
    /// Converts the events since the last stop into entries. `state` is the current state; some events have
    /// no entry.
    pub(super) fn lines(table: &Table, names: &Names, state: &State, events: &[Event]) -> Vec<RecordEntry> {
        let line = |(at, event): (usize, &Event)| match event {
            Event::Log { .. } => LogLine::new(table, names, state, events, at).map(RecordEntry::Log),
            Event::Roll { sides, result, die } => {
                let info = die.and_then(|die| table.ir().dice.find(die));
                let face = info
                    .and_then(|info| Some((names.terminal_name(&info.id), names.face((*die)?, *result)?)));
                Some(RecordEntry::Roll { sides: *sides, result: *result, face })
            }
            Event::Shuffle { zone } => {
                let unseen = |player| table.unseen_bearer(state, Some(player), *zone).is_some();
                let veiled = PlayerId::all(state.players()).any(unseen);
                Some(RecordEntry::Shuffle(if veiled {
                    names.veiled_label(*zone)
                } else {
                    names.open_label(*zone)
                }))
            }
            Event::Tally { .. } | Event::Move { .. } | Event::Random { .. } | Event::Show { .. } => None,
        };
        events.iter().enumerate().filter_map(line).collect()
    }

    /// Returns the entry as one player knows it; it does not tell who else knows the answer.
    pub(super) fn known_by(&self, player: PlayerId) -> RecordEntry {
        let mut entry = self.clone();
        if let RecordEntry::Choice { known_to, question, .. } = &mut entry {
            *question = question
                .as_ref()
                .and_then(|line| LogLine::of(&[], |_| Some(line.told_to(Players::one(player)).to_owned())));
            *known_to = [player].into_iter().filter(|p| known_to.has(*p)).collect();
        }
        entry
    }

    /// Returns the full text and its readers, for comparisons.
    pub(super) fn described(&self) -> String {
        match self {
            RecordEntry::Choice { player, question, asked_by_one, answer, action: _, known_to } => {
                let question = question
                    .as_ref()
                    .map_or(String::new(), |question| format!("{} ", question.told_to(*known_to)));
                let readers: Vec<String> = known_to.iter().map(|p| p.seat().to_string()).collect();
                let asked = if *asked_by_one { ", asked by a component" } else { "" };
                format!(
                    "player {}: {question}{answer} (known to {}{asked})",
                    player.seat(),
                    readers.join(", ")
                )
            }
            RecordEntry::Log(line) => line.told_to(Players::NONE).to_owned(),
            RecordEntry::Roll { sides, result, face } => format_roll(*sides, *result, face.as_ref()),
            RecordEntry::Shuffle(zone) => format!("{zone} is shuffled"),
        }
    }

    /// Adds players who may know the answer.
    pub(super) fn show_to(&mut self, players: Players) {
        if let RecordEntry::Choice { known_to, .. } = self {
            *known_to = *known_to | players;
        }
    }

    /// Creates the entry of a choice about to be made.
    pub(super) fn choice(
        table: &Table,
        names: &Names,
        state: &State,
        options: &TableOptions,
        pick: &Pick,
    ) -> RecordEntry {
        RecordEntry::Choice {
            player: options.chooser(),
            question: questions(names, table, state, options),
            asked_by_one: table.asker(state).is_some(),
            answer: names.recorded_label(table, state, options, pick),
            action: matches!(pick.kind, PickKind::Action(_)),
            known_to: known_to(table, state, options, pick),
        }
    }
}

/// Returns the question at a choice point, as its chooser may read it, with the component that asks.
pub(super) fn question(
    names: &Names,
    table: &Table,
    state: &State,
    options: &TableOptions,
) -> Option<String> {
    let chooser = Players::one(options.chooser());
    questions(names, table, state, options).map(|line| line.told_to(chooser).to_owned())
}

/// Like `question`, with a version for each player.
fn questions(names: &Names, table: &Table, state: &State, options: &TableOptions) -> Option<LogLine> {
    let number = options.choice();
    let choice = table.ir().choice(number)?;
    let variable =
        || (!choice.variable.is_empty()).then(|| format!("{}?", choice.variable.replace('_', " ")));
    // A component that the chooser cannot see is not named as the asker.
    let seen = |component: &ComponentId| !table.is_unseen(state, Some(options.chooser()), *component);
    let asker = table.asker(state).filter(seen).map(|component| names.component(u64::from(component)));
    let holes: Vec<u64> = table.holes(state, number).flatten().copied().collect();
    let line = |veiled: u64| {
        let question = names.question(choice, &holes, veiled).or_else(variable);
        match &asker {
            Some(asker) => Some(format!(
                "{asker}:{}",
                question.map_or_else(String::new, |question| format!(" {question}"))
            )),
            None => question,
        }
    };
    let mut hidden = vec![0u64; usize::from(state.players())];
    for (hole, component) in table.named_in_texts(state, number) {
        for (player, hidden) in (0..).map(PlayerId).zip(&mut hidden) {
            if table.is_unseen(state, Some(player), component) {
                *hidden |= hole_bit(hole);
            }
        }
    }
    LogLine::of(&hidden, line)
}

/// Returns the players who may know an answer: its chooser, and everybody who sees all components that it
/// names and the asker.
fn known_to(table: &Table, state: &State, options: &TableOptions, pick: &Pick) -> Players {
    let ir = table.ir();
    let choice = ir.choice(options.choice());
    let types: Vec<&ValueType> = match pick.kind {
        PickKind::Arm(_) => Vec::new(),
        PickKind::Element => choice.and_then(|c| c.element.as_ref()).into_iter().collect(),
        PickKind::Action(action) => {
            ir.action(action).map_or(Vec::new(), |a| a.params.iter().map(|(_, ty)| ty).collect())
        }
    };
    let named = types
        .iter()
        .zip(pick.values())
        .filter(|(ty, _)| ***ty == ValueType::Component)
        .map(|(_, word)| *word);
    let mut named: Vec<u64> = named.chain(table.asker(state).map(u64::from)).collect();
    if let PickKind::Arm(_) = pick.kind {
        // Its label may name the same components as the texts of the choice.
        named.extend(table.named_in_texts(state, options.choice()).map(|(_, c)| u64::from(c)));
    }
    let sees = |player: PlayerId| {
        // A value that does not fit 32 bits stands for a position in a zone, not for a component.
        !named
            .iter()
            .any(|c| u32::try_from(*c).is_ok_and(|c| table.is_unseen(state, Some(player), ComponentId(c))))
    };
    PlayerId::all(state.players()).filter(|p| *p == options.chooser() || sees(*p)).collect()
}

/// An answer known only to some players until its effect reveals it; or all answers that select one set,
/// whose effect is joint.
#[derive(Clone)]
pub(super) struct RecordSecret {
    /// Components that the answer names, and the asker.
    named: Vec<ComponentId>,
    /// Components of all possible answers, each with the players who saw it before the answer.
    before: Vec<(ComponentId, Players)>,
}

impl RecordSecret {
    /// Creates the secret of an answer about to be given.
    pub(super) fn of(
        table: &Table,
        names: &Names,
        state: &State,
        options: &TableOptions,
        pick: &Pick,
    ) -> RecordSecret {
        let components = |pick: &Pick| -> Vec<ComponentId> {
            let typed = names.types(options.choice(), pick).zip(pick.values());
            let named = typed.filter(|(ty, _)| **ty == ValueType::Component);
            named.filter_map(|(_, word)| ComponentId::from_word(*word)).collect()
        };
        let asker = table.asker(state);
        let mut possible: Vec<ComponentId> =
            options.valid_picks().flat_map(|pick| components(&pick)).chain(asker).collect();
        possible.sort_unstable();
        possible.dedup();
        let named = components(pick).into_iter().chain(asker).collect();
        let seen_by =
            |c: ComponentId| PlayerId::all(state.players()).filter(|p| sees(table, state, *p, c)).collect();
        RecordSecret { named, before: possible.into_iter().map(|c| (c, seen_by(c))).collect() }
    }

    /// Adds the next answer of a selection. Its possible answers were possible before, too.
    pub(super) fn and(&mut self, next: RecordSecret) {
        self.named.extend(next.named);
        let known = |c: ComponentId| self.before.iter().any(|(before, _)| *before == c);
        let new: Vec<(ComponentId, Players)> = next.before.into_iter().filter(|(c, _)| !known(*c)).collect();
        self.before.extend(new);
    }

    /// Returns the players who now know the answer: they see all components that it names, or saw them
    /// before, and among the possible components they newly see no others.
    pub(super) fn shown_to(&self, table: &Table, state: &State) -> Players {
        let knows = |player: &PlayerId| {
            let sees = |c: ComponentId| sees(table, state, *player, c);
            let mut new = self.before.iter().filter(|(c, by)| !by.has(*player) && sees(*c)).peekable();
            let saw = |c: ComponentId| self.before.iter().any(|(before, by)| *before == c && by.has(*player));
            let is_known = |c: &ComponentId| sees(*c) || saw(*c);
            new.peek().is_some()
                && new.all(|(c, _)| self.named.contains(c))
                && self.named.iter().all(is_known)
        };
        PlayerId::all(state.players()).filter(knows).collect()
    }
}

/// Returns whether a player can identify this component: it lies in a zone that they see.
fn sees(table: &Table, state: &State, player: PlayerId, component: ComponentId) -> bool {
    table.zone_of(state, component).is_some() && !table.is_unseen(state, Some(player), component)
}

/// A component's points in the breakdown of a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredComponent {
    /// The component that was tallied.
    pub component: ComponentId,
    /// Points; `None` if the rules tallied that it counts nothing.
    pub points: Option<i64>,
}

/// Returns the breakdown of each player's score, by the holders of components at the end of the game. Tallies
/// of one component are summed up.
pub fn breakdown(
    table: &Table,
    state: &State,
    tallies: &[(ComponentId, Option<i64>)],
) -> Vec<Vec<ScoredComponent>> {
    let mut players: Vec<Vec<ScoredComponent>> = vec![Vec::new(); usize::from(state.players())];
    for (component, points) in tallies {
        let holder = table.holder(state, *component);
        let Some(counted) = holder.and_then(|p| players.get_mut(p.index())) else { continue };
        match counted.iter_mut().find(|c| c.component == *component) {
            Some(before) => before.points = sum_points(before.points, *points),
            None => counted.push(ScoredComponent { component: *component, points: *points }),
        }
    }
    players
}
