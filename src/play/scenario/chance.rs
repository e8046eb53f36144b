//! Results of chance fixed by a scenario.

use super::written_names::WrittenNames;
use crate::diagnostics::count_noun;
use crate::ir::{ChanceInfo, ComponentId, Ir, NameInfo};
use crate::table::{ChanceOutcome, ChanceRequest, Machine, Names, Rejection, State, Stop, Table, sets};

/// Use of the fixed results so far.
#[derive(Clone, Debug, Default)]
pub(super) struct FixedResultUse {
    rolls: usize,
    picks: usize,
    shuffles: Vec<bool>,
    /// Top components of the shuffle in progress.
    top: Vec<ComponentId>,
}

impl FixedResultUse {
    /// Returns the result of a chance: fixed or random. `among` is the set picked from, or the contents of
    /// the shuffled zone. The error is the key under `[chance]` with a message for people.
    pub(super) fn give(
        &mut self,
        info: &ChanceInfo,
        ir: &Ir,
        names: &Names,
        asked: ChanceRequest,
        among: &[u64],
    ) -> Result<ChanceOutcome<'_>, (String, String)> {
        match asked {
            ChanceRequest::Roll { sides, die } => {
                let Some(written) = info.rolls.get(self.rolls) else { return Ok(ChanceOutcome::Draw) };
                let side = match die {
                    Some(die) => names.side(die, written),
                    None => written.parse().ok().filter(|side| (1..=sides).contains(side)),
                };
                let Some(side) = side else {
                    let what = match die.and_then(|die| ir.dice.find(die)) {
                        Some(die) => format!("the die `{}`", die.id),
                        None => format!("a die of {sides} sides"),
                    };
                    return Err((
                        "roll".into(),
                        format!("{what} is rolled, and the next fixed roll is {written}"),
                    ));
                };
                self.rolls += 1;
                Ok(ChanceOutcome::Roll(side))
            }
            ChanceRequest::Random => match info.picks.get(self.picks) {
                Some(pick) => {
                    self.picks += 1;
                    let element = element(ir, names, pick, among);
                    element.map(ChanceOutcome::Pick).ok_or_else(|| {
                        let message = format!(
                            "the next fixed random pick is `{pick}`, which is not among what is picked from"
                        );
                        ("random".into(), message)
                    })
                }
                None => Ok(ChanceOutcome::Draw),
            },
            ChanceRequest::Shuffle { zone } => {
                self.shuffles.resize(info.shuffles.len(), false);
                let next =
                    (0..info.shuffles.len()).find(|i| !self.shuffles[*i] && info.shuffles[*i].0 == zone);
                Ok(match next {
                    Some(next) => {
                        self.shuffles[next] = true;
                        self.top = copies_among(ir, &info.shuffles[next].1, among);
                        ChanceOutcome::Top(&self.top)
                    }
                    None => ChanceOutcome::Draw,
                })
            }
        }
    }

    /// Returns the fixed results that were not used: the key under `[chance]` and a description for people.
    pub(super) fn unused(&self, info: &ChanceInfo, names: &Names) -> Vec<(String, String)> {
        let mut unused = Vec::new();
        let some = [("roll", info.rolls.len() - self.rolls), ("random", info.picks.len() - self.picks)];
        for (key, left) in some {
            let what = if key == "roll" { "roll" } else { "random pick" };
            match left {
                0 => {}
                1 => unused.push((key.into(), format!("a fixed {what}"))),
                n => unused.push((key.into(), count_noun(n as u64, &format!("fixed {what}")))),
            }
        }
        for (i, (zone, _)) in info.shuffles.iter().enumerate() {
            if self.shuffles.get(i) != Some(&true) {
                let zone = names.zone(*zone);
                let what = format!("the fixed shuffle of `{zone}`");
                unused.push((zone, what));
            }
        }
        unused
    }
}

/// Remaining fixed results of chance, for playing on from a scenario. A fixed result that does not fit is
/// drawn at random instead, because other moves than the scenario's lead to other chances.
#[derive(Clone, Debug)]
pub struct FixedChance<'t> {
    info: &'t ChanceInfo,
    fixed: FixedResultUse,
}

impl<'t> FixedChance<'t> {
    pub(super) fn new(info: &'t ChanceInfo, fixed: FixedResultUse) -> Self {
        FixedChance { info, fixed }
    }

    /// Returns whether nothing is fixed.
    pub fn is_empty(&self) -> bool {
        self.info.rolls.is_empty() && self.info.picks.is_empty() && self.info.shuffles.is_empty()
    }

    /// Advances like [`Machine::advance`]. The machine must [ask](Machine::ask_chance) for chance.
    pub fn advance(&mut self, names: &Names, machine: &mut Machine, state: &mut State) -> Stop {
        let table = machine.table();
        let mut written = None;
        loop {
            let stop = machine.advance(state);
            let Stop::Chance(asked) = stop else { return stop };
            let asked = *asked;
            let among = among(table, machine, state, asked);
            let written = written.get_or_insert_with(|| WrittenNames::of(table.ir(), names));
            let given = self.fixed.give(self.info, table.ir(), written.get(), asked, &among);
            let given = given.unwrap_or(ChanceOutcome::Draw);
            let given = match machine.give(state, given) {
                Err(Rejection::NotAsked | Rejection::NotPossible) => machine.give(state, ChanceOutcome::Draw),
                given => given,
            };
            match given {
                Ok(()) => {}
                Err(Rejection::Fault(fault)) => return Stop::Fault(fault),
                Err(Rejection::NotAsked | Rejection::NotPossible) => return Stop::Idle,
            }
        }
    }
}

/// Returns the set picked from, or the contents of the shuffled zone.
pub(super) fn among(table: &Table, machine: &Machine, state: &State, asked: ChanceRequest) -> Vec<u64> {
    match asked {
        ChanceRequest::Shuffle { zone } => {
            let mut here = vec![0; table.ir().component_words()];
            table.add_contents(state, zone, &mut here);
            here
        }
        ChanceRequest::Roll { .. } | ChanceRequest::Random => machine.random_set().to_vec(),
    }
}

/// Returns the listed components, each replaced by another copy of its card if it is not in `among`. The
/// scenario's author cannot know which copies a zone holds.
fn copies_among(ir: &Ir, listed: &[ComponentId], among: &[u64]) -> Vec<ComponentId> {
    let mut found: Vec<ComponentId> = listed.to_vec();
    for i in 0..found.len() {
        if sets::has(among, u64::from(found[i])) {
            continue;
        }
        let name = ir.components.get(found[i].index()).and_then(|c| ir.names.find(c.name));
        let copies = name.into_iter().flat_map(NameInfo::components);
        let mut there = copies.filter(|c| sets::has(among, u64::from(*c)) && !found.contains(c));
        if let Some(copy) = there.next() {
            found[i] = copy;
        }
    }
    found
}

/// Returns the element with this name in `among`. The element type is not known here, so the first
/// interpretation that is in the set counts.
fn element(ir: &Ir, names: &Names, written: &str, among: &[u64]) -> Option<u64> {
    let seat = written.strip_prefix("player ").and_then(|n| n.trim().parse::<u64>().ok());
    let player = seat.and_then(|n| n.checked_sub(1));
    let components = names.find_components(written).ok();
    let name = names.find_name(written).ok().map(u64::from);
    let value = ir.enums.iter().filter_map(|e| e.values.iter().position(|v| v == written)).map(|v| v as u64);
    let number = written.parse().ok();
    let readings =
        player.into_iter().chain(components.into_iter().flatten().map(u64::from)).chain(name).chain(value);
    readings.chain(number).find(|e| sets::has(among, *e))
}
