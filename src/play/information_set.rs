//! Checks that nothing hidden leaks: at positions of the same information set, a player must get the same
//! view, options and record, and every bot in their seat must choose the same.
//!
//! Positions of the same information set are made in three ways:
//! - The random generator is reseeded.
//! - Hidden information is redrawn, as it is for bots (a determinization).
//! - The whole game is replayed with two hidden components exchanged since the first shuffle. State that the
//!   rules derived from one of them is then derived from the other.
//!
//! The third way does not depend on the sampler, so it finds leaks in the sampler itself. It counts only if
//! the player was shown the same at each earlier choice, because a player who has seen a card knows it. If
//! the player was also told the same in the record and is still offered different options, then the rules
//! themselves leak hidden information through the options.

use super::bot_registry::BotKind;
use super::opening::{Opening, go_on};
use super::record::{RecordEntry, question, story};
use super::seat::Observation;
use super::seeds::{draw_below, mix};
use crate::ir::{ComponentId, Ir, PlayerId, SearchBudget, ToIndex};
use crate::table::{
    ChanceOutcome, ChanceRequest, Listen, Machine, Names, Pick, PickKind, Players, Sampler, State, Stop,
    Table, TableOptions, is_component,
};

/// Number of playouts of the search for each choice that is compared.
const PLAYOUTS: u32 = 8;
/// Number of pairs of components that are tried to find two that can be exchanged.
const PAIRS: u64 = 4;

/// A position at a choice, with others of the same information set of the player to choose.
#[derive(Clone, Debug)]
pub struct InformationSet {
    /// The position that was actually reached.
    pub truth: State,
    /// Other positions of the same information set.
    pub others: Vec<State>,
    /// A position in which the player has had the same views and records until now, but the rules offer
    /// different options.
    pub offers: Option<State>,
}

/// A difference between positions of one information set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionDifference {
    /// Player whose information set it is, from 0.
    pub player: PlayerId,
    /// Description of the difference, a sentence.
    pub what: String,
    /// The two differing lines of text, if there are any.
    pub lines: Option<(String, String)>,
    /// True if the game's rules leak hidden information through the options.
    pub by_rules: bool,
}

impl InformationSet {
    /// Replays a game to its choice number `at` (from 0), by the index of each answer, and makes other
    /// positions of the same information set. Returns `None` if the game does not get there.
    pub fn new(
        table: &Table,
        opening: &Opening,
        answers: &[usize],
        at: usize,
        seed: u64,
    ) -> Option<InformationSet> {
        let names = Names::new(table.ir());
        let mut machine = table.machine();
        let answers = answers.get(..at)?;
        let player =
            replay_answers(&mut machine, &names, opening, answers, |_, _, _, _| Some(()))?.chooser()?;
        let game = WatchedGame::replay(&mut machine, &names, opening, answers, player)?;
        // During a selection, the positions must have been indistinguishable when it began, too.
        let picked = table.selection(&game.state).map_or(0, |progress| progress.count.index());
        let begun = at.checked_sub(picked)?;
        let mut others = Vec::new();
        let mut reseeded = game.state.clone();
        reseeded.reseed(mix(seed, 0));
        others.push(reseeded);
        let (mut sample, mut sampler) = (State::default(), Sampler::default());
        sampler.sample(&mut machine, &game.state, player, mix(seed, 1), &mut sample);
        // If the options leak hidden information here, bots do not play on from samples.
        if sampler.may_look_ahead(&mut machine, &game.state, player, mix(seed, 100)) {
            others.push(sample);
        }
        let twin = game.find_twin(table, opening, begun, seed);
        let WatchedGame { state: truth, mut moments, record, .. } = game;
        let view = table.view(&truth, Some(player));
        let mut alike = InformationSet { truth, others, offers: None };
        let kept = twin.and_then(|mut twin| {
            let looks_alike = twin.at.chooser() == Some(player) && table.view(&twin.at, Some(player)) == view;
            let reader = Players::one(player);
            if picked == 0 && looks_alike && story(&twin.record, reader) == story(&record, reader) {
                let offered = structure(&mut machine, &mut alike.truth);
                alike.offers = Some(twin.at.clone())
                    .filter(|other| structure(&mut machine, &mut other.clone()) != offered);
            }
            let first = (begun + moments.len())
                .checked_sub(at)
                .and_then(|k| moments.get_mut(k))
                .filter(|_| picked > 0);
            let alike_at_first = first.is_some_and(|first| {
                let offered = structure(&mut machine, first);
                offered.is_some() && structure(&mut machine, &mut twin.began) == offered
            });
            twin.at.reseed(mix(seed, 99));
            if alike_at_first && looks_alike {
                return Some(twin.at);
            }
            alike.others.push(twin.at);
            None
        });
        let offered = structure(&mut machine, &mut alike.truth)?;
        // Options may themselves leak hidden information; such positions are not in the same information set.
        alike.others.retain_mut(|other| {
            other.chooser() == Some(player)
                && table.view(other, Some(player)) == view
                && structure(&mut machine, other).as_ref() == Some(&offered)
        });
        alike.others.extend(kept);
        Some(alike)
    }

    /// Returns the first difference in the question, the options, or the record of each answer.
    pub fn first_visible_difference(&self, table: &Table) -> Option<PositionDifference> {
        let (names, mut machine) = (Names::new(table.ir()), table.machine());
        let player = self.truth.chooser()?;
        let mut shown = |state: &State| {
            let mut state = state.clone();
            let options = machine.options(&mut state).ok()?;
            let asked = question(&names, table, &state, options);
            let lines = options.iter().map(|pick| RecordEntry::choice(table, &names, &state, options, &pick));
            Some((asked, names.names(options), names.labels(options), lines.collect::<Vec<RecordEntry>>()))
        };
        let truly = shown(&self.truth)?;
        for (other, by_rules) in
            self.others.iter().map(|o| (o, false)).chain(self.offers.iter().map(|o| (o, true)))
        {
            let other = shown(other)?;
            let first = |a: &[String], b: &[String]| {
                let longest = a.len().max(b.len());
                let line =
                    |of: &[String], i: usize| of.get(i).map_or_else(|| "nothing".into(), String::clone);
                (0..longest).map(|i| (line(a, i), line(b, i))).find(|(a, b)| a != b)
            };
            let recorded = |of: &[RecordEntry]| {
                of.iter().map(|entry| entry.known_by(player)).collect::<Vec<RecordEntry>>()
            };
            let (what, lines) = if other.0 != truly.0 {
                let line = |asked: &Option<String>| asked.clone().unwrap_or_else(|| "no question".into());
                ("is asked otherwise", Some((line(&truly.0), line(&other.0))))
            } else if let Some(lines) = first(&truly.1, &other.1).or_else(|| first(&truly.2, &other.2)) {
                ("is offered something else", Some(lines))
            } else if recorded(&other.3) != recorded(&truly.3) {
                let lines =
                    |of: &[RecordEntry]| of.iter().map(RecordEntry::described).collect::<Vec<String>>();
                (
                    "would have an answer recorded otherwise",
                    first(&lines(&recorded(&truly.3)), &lines(&recorded(&other.3))),
                )
            } else {
                continue;
            };
            return Some(PositionDifference {
                player,
                what: format!("player {} {what}", player.seat()),
                lines,
                by_rules,
            });
        }
        None
    }

    /// Returns the first difference in the choices of a chooser called `name`. `choose` is called with each
    /// position and its options.
    pub fn first_choice_difference(
        &self,
        table: &Table,
        name: &str,
        mut choose: impl FnMut(&State, &TableOptions) -> usize,
    ) -> Option<PositionDifference> {
        let mut machine = table.machine();
        let player = self.truth.chooser()?;
        let mut answer = |state: &State| {
            let mut state = state.clone();
            let options = machine.options(&mut state).ok()?;
            Some((choose(&state, options), options.clone()))
        };
        let (truly, options) = answer(&self.truth)?;
        for other in &self.others {
            let (otherwise, _) = answer(other)?;
            if otherwise != truly {
                let names = Names::new(table.ir());
                let said =
                    |at: usize| options.nth(at).map_or_else(|| "none".into(), |p| names.name(&options, &p));
                let what = format!(
                    "`{name}` as player {} chooses `{}` or `{}` at tables that look the same to it",
                    player.seat(),
                    said(truly),
                    said(otherwise)
                );
                return Some(PositionDifference { player, what, lines: None, by_rules: false });
            }
        }
        None
    }

    /// Returns the first difference in the choices of a bot, which begins with `seed` at each table.
    pub fn first_bot_difference(&self, table: &Table, bot: BotKind, seed: u64) -> Option<PositionDifference> {
        self.first_choice_difference(table, &bot.name(table.ir()), |state, options| {
            let mut player = bot.make(table);
            player.begin(seed);
            player.choose(&Observation::new(table, state, options))
        })
    }
}

/// Returns the bots whose choices are compared: `random`, `greedy`, MCTS with few playouts, and the game's
/// own.
pub(super) fn watched(ir: &Ir) -> Vec<BotKind> {
    let search = BotKind::Mcts(SearchBudget::Iterations(PLAYOUTS));
    let own = ir.bots.iter().enumerate().filter(|(_, bot)| !crate::ir::BOTS.contains(&bot.id.as_str()));
    let own = own.map(|(i, _)| BotKind::Own(i as u16));
    [BotKind::Random, BotKind::Greedy, search].into_iter().chain(own).collect()
}

/// Plays a game until these answers, given by their index, are used up. Calls `each` with every choice before
/// it is answered, and with its answer. Returns `None` if the game does not get there.
fn replay_answers(
    machine: &mut Machine,
    names: &Names,
    opening: &Opening,
    answers: &[usize],
    mut each: impl FnMut(&mut Machine, &mut State, usize, Pick) -> Option<()>,
) -> Option<State> {
    let mut state = State::default();
    let mut chance = opening.begin(machine, &mut state);
    for answer in answers {
        let stop = go_on(&mut chance, names, machine, &mut state);
        let (Stop::Choice, pick) = (stop, machine.meant(&mut state, *answer).ok()?) else { return None };
        each(machine, &mut state, *answer, pick)?;
        machine.choose(&mut state, *answer).ok()?;
    }
    (go_on(&mut chance, names, machine, &mut state) == Stop::Choice).then_some(state)
}

/// A game that was replayed to a choice, as its chooser has watched it.
struct WatchedGame {
    /// The position that was reached.
    state: State,
    /// The player to choose there.
    player: PlayerId,
    /// The answers.
    answers: Vec<Pick>,
    /// Digests of the player's views before each answer.
    shown: Vec<u64>,
    /// States before each answer of the selection in progress, if there is one.
    moments: Vec<State>,
    record: Vec<RecordEntry>,
}

impl WatchedGame {
    /// Plays a game until these answers are used up. Returns `None` if the game does not get there.
    fn replay(
        machine: &mut Machine,
        names: &Names,
        opening: &Opening,
        answers: &[usize],
        player: PlayerId,
    ) -> Option<WatchedGame> {
        let table = machine.table();
        machine.listen(Listen::Everything);
        machine.clear_events();
        let (mut given, mut shown) = (Vec::new(), Vec::new());
        let (mut moments, mut record) = (Vec::new(), Vec::new());
        let state = replay_answers(machine, names, opening, answers, |machine, state, answer, pick| {
            if table.selection(state).is_none_or(|progress| progress.count == 0) {
                moments.clear();
            }
            moments.push(state.clone());
            shown.push(table.view_digest(state, Some(player)));
            given.push(pick);
            note(machine, names, state, answer, &mut record)
        })?;
        record.extend(RecordEntry::lines(table, names, &state, machine.events()));
        machine.listen(Listen::Nothing);
        Some(WatchedGame { state, player, answers: given, shown, moments, record })
    }

    /// Replays the game with two components exchanged that the player cannot see; `begun` is the number of
    /// answers before the selection in progress. `None` if no pair of those that are tried can be exchanged.
    fn find_twin(&self, table: &Table, opening: &Opening, begun: usize, seed: u64) -> Option<SwappedGame> {
        let components = &table.ir().components;
        let is_unseen = |c: &ComponentId| table.is_unseen(&self.state, Some(self.player), *c);
        let unseen: Vec<ComponentId> = components.ids().filter(is_unseen).collect();
        if unseen.len() < 2 {
            return None;
        }
        let component = |n: u64| unseen[draw_below(seed, n, unseen.len())];
        let name = |c: ComponentId| components.find(c).map(|c| c.name);
        let mut pairs = (0..PAIRS).map(|n| (component(2 + 2 * n), component(3 + 2 * n))).filter(|(a, b)| {
            name(*a) != name(*b) && table.brought_by((*a).into()) == table.brought_by((*b).into())
        });
        let watched = (self.player, &self.shown[..]);
        pairs.find_map(|pair| exchanged(table, opening, &self.answers, pair, watched, begun))
    }
}

/// A game that was replayed with two components exchanged.
struct SwappedGame {
    /// State when the selection in progress began.
    began: State,
    /// State at the choice that the replay has reached.
    at: State,
    record: Vec<RecordEntry>,
}

/// Records the events up to a choice, and the answer about to be given.
fn note(
    machine: &mut Machine,
    names: &Names,
    state: &mut State,
    answer: usize,
    record: &mut Vec<RecordEntry>,
) -> Option<()> {
    let table = machine.table();
    record.extend(RecordEntry::lines(table, names, state, machine.events()));
    machine.clear_events();
    let meant = machine.meant_index(state, answer).ok()?;
    let options = machine.options(state).ok()?;
    let entry = RecordEntry::choice(table, names, state, options, &options.nth(meant)?);
    record.push(entry);
    Some(())
}

/// Replays the game by the same answers, with two components exchanged from the first shuffle of both on.
/// Returns the state before answer number `begun`, the state after all answers, and the record. Returns
/// `None` if chance is fixed, if the game takes another course, or if a player who was shown these views
/// before each answer is shown different ones.
fn exchanged(
    table: &Table,
    opening: &Opening,
    answers: &[Pick],
    pair: (ComponentId, ComponentId),
    (player, shown): (PlayerId, &[u64]),
    begun: usize,
) -> Option<SwappedGame> {
    let names = Names::new(table.ir());
    let mut machine = table.machine();
    let mut state = State::default();
    if opening.begin(&mut machine, &mut state).is_some() {
        return None;
    }
    machine.ask_chance(true);
    machine.listen(Listen::Everything);
    let mut record = Vec::new();
    let mut exchanged = false;
    let mut answers = answers.iter().zip(shown).enumerate();
    let mut began = None;
    loop {
        match machine.advance(&mut state) {
            Stop::Chance(asked) => {
                machine.give(&mut state, ChanceOutcome::Draw).ok()?;
                if let (ChanceRequest::Shuffle { zone }, false) = (*asked, exchanged) {
                    let mut order = table.contents(&state, zone);
                    let at = |c: ComponentId| order.iter().position(|o| *o == c);
                    if let (Some(a), Some(b)) = (at(pair.0), at(pair.1)) {
                        order.swap(a, b);
                        table.arrange(&mut state, zone, &order).ok()?;
                        exchanged = true;
                    }
                }
            }
            Stop::Choice => {
                let Some((at, (answer, shown))) = answers.next() else {
                    record.extend(RecordEntry::lines(table, &names, &state, machine.events()));
                    let began = began.unwrap_or_else(|| state.clone());
                    return exchanged.then_some(SwappedGame { began, at: state, record });
                };
                if at == begun {
                    began = Some(state.clone());
                }
                if table.view_digest(&state, Some(player)) != *shown {
                    return None;
                }
                let index = same(&mut machine, &mut state, answer, exchanged.then_some(pair))?;
                note(&mut machine, &names, &mut state, index, &mut record)?;
                machine.choose(&mut state, index).ok()?;
            }
            _ => return None,
        }
    }
}

/// Returns the index of the option that equals another position's option with two components exchanged.
fn same(
    machine: &mut Machine,
    state: &mut State,
    answer: &Pick,
    pair: Option<(ComponentId, ComponentId)>,
) -> Option<usize> {
    let ir = machine.table().ir();
    let options = machine.options(state).ok()?;
    let other = |place: usize, value: u64| match pair {
        Some((a, b)) if is_component(ir, options.choice(), answer.kind, place) => match value {
            value if value == u64::from(a) => u64::from(b),
            value if value == u64::from(b) => u64::from(a),
            value => value,
        },
        _ => value,
    };
    let wanted: Vec<u64> = answer.values().iter().enumerate().map(|(i, value)| other(i, *value)).collect();
    let index = options.truths().position(|pick| pick.kind == answer.kind && pick.values() == wanted);
    index.map(|index| options.exactly(index))
}

/// An option without names: its kind and its values. An unseen component is identified by its zone and its
/// depth there.
type AnonymousOption = (PickKind, Vec<(u64, u64)>);

/// Returns the options as far as the chooser can tell them apart: each unseen component is identified by its
/// zone and, if the zone is ordered, its depth there.
fn structure(machine: &mut Machine, state: &mut State) -> Option<Vec<AnonymousOption>> {
    let table = machine.table();
    let (options, state) = {
        let options = machine.options(state).ok()?.clone();
        (options, &*state)
    };
    let chooser = Some(options.chooser());
    let place = |kind: PickKind, i: usize, value: u64| {
        let component =
            u32::try_from(value).ok().filter(|_| is_component(table.ir(), options.choice(), kind, i));
        match component.filter(|c| table.is_unseen(state, chooser, ComponentId(*c))) {
            Some(component) => {
                let zone = table.zone_of(state, ComponentId(component));
                let ordered = zone.is_some_and(|zone| table.ir().is_ordered(zone));
                let down = || {
                    let order = zone.map(|zone| table.contents(state, zone)).unwrap_or_default();
                    order.iter().position(|c| *c == ComponentId(component)).map_or(0, |i| i as u64 + 1)
                };
                (u64::MAX - zone.map_or(0, |zone| u64::from(zone) + 1), if ordered { down() } else { 0 })
            }
            None => (value, 0),
        }
    };
    let unnamed = |pick: Pick| {
        let values: Vec<(u64, u64)> =
            pick.values().iter().enumerate().map(|(i, v)| place(pick.kind, i, *v)).collect();
        let bearer = pick.values().first().and_then(|v| u32::try_from(*v).ok());
        let kind = match pick.kind {
            // The action's id would reveal which component carries it.
            PickKind::Action(a)
                if bearer.is_some_and(|c| table.is_unseen(state, chooser, ComponentId(c))) =>
            {
                PickKind::Action(table.look_of(a))
            }
            kind => kind,
        };
        (kind, values)
    };
    let mut all: Vec<AnonymousOption> = options.truths().map(unnamed).collect();
    all.sort();
    Some(all)
}
