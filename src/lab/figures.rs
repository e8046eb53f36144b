//! Named figures of a simulation: to be watched, compared, and written as rows.

use super::counts::{FigureCounts, SeatStats, SideStats, SimulationCounts, Stats, site_question};
use super::histogram::Histogram;
use super::sides::side_name;
use super::simulation::Simulation;
use super::simulation_results::SimulationResults;
use super::statistics::{Interval, Moments, ShareDifference, normal, wilson};
use super::trials::Trials;
use crate::ir::{FigureInfo, Ir, SidesInfo, ValueType};
use std::collections::HashMap;

/// A number that a simulation measures, with its uncertainty.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulationFigure {
    /// Its sort: `win`, `score`, `turns`.
    pub what: &'static str,
    /// Its subject: `seat1`, a bot, a card's id, a line; empty for the whole game.
    pub of: String,
    /// The value with its uncertainty.
    pub measure: Measure,
}

/// A number and its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// A share: successes out of trials.
    Share(Trials),
    /// A share of trials, several of them from each table. The second value is the number of tables: only
    /// these are independent samples.
    AtTables(Trials, u64),
    /// The mean of a sample.
    Mean {
        /// Size of the sample.
        count: u64,
        /// The mean of the sample.
        mean: f64,
        /// The standard deviation of the sample.
        deviation: f64,
    },
    /// A difference of shares, and the sample size.
    Gain(ShareDifference, u64),
    /// A number without an interval, and the sample size.
    Plain(f64, u64),
}

impl Measure {
    /// Returns the number; shares are between 0 and 1.
    pub fn value(&self) -> f64 {
        match self {
            Measure::Share(Trials { times: 0, .. }) | Measure::AtTables(Trials { times: 0, .. }, _) => 0.0,
            Measure::Share(tries) | Measure::AtTables(tries, _) => tries.wins as f64 / tries.times as f64,
            Measure::Mean { mean, .. } => *mean,
            Measure::Gain(difference, _) => difference.share,
            Measure::Plain(value, _) => *value,
        }
    }

    /// Returns the 95 % confidence interval; `None` where there is none.
    pub fn interval(&self) -> Option<Interval> {
        match self {
            Measure::Share(_) | Measure::AtTables(..) => {
                self.tries().map(|tries| wilson(tries.wins, tries.times))
            }
            Measure::Mean { count, mean, deviation } => Some(normal(*count, *mean, *deviation)),
            Measure::Gain(difference, _) => Some(Interval { low: difference.low, high: difference.high }),
            Measure::Plain(..) => None,
        }
    }

    /// Returns the sample size.
    pub fn count(&self) -> u64 {
        match self {
            Measure::Share(tries) => tries.times,
            Measure::AtTables(_, count)
            | Measure::Mean { count, .. }
            | Measure::Gain(_, count)
            | Measure::Plain(_, count) => *count,
        }
    }

    /// Returns whether it is a share or a difference of shares, which reports print in per cent.
    pub fn is_share(&self) -> bool {
        matches!(self, Measure::Share(_) | Measure::AtTables(..) | Measure::Gain(..))
    }

    /// Returns the share as that many wins out of the number of independent trials; `None` if it is not a
    /// share.
    pub(super) fn tries(&self) -> Option<Trials> {
        match *self {
            Measure::Share(tries) => Some(tries),
            Measure::AtTables(Trials { times, wins }, tables) => {
                let wins = u128::from(wins) * u128::from(tables) + u128::from(times / 2);
                Some(Trials { times: tables, wins: (wins / u128::from(times.max(1))) as u64 })
            }
            _ => None,
        }
    }

    /// Limits the sample size of a share to the number of tables: players of one game are not independent of
    /// each other.
    fn at_tables(self, tables: u64) -> Measure {
        match self {
            Measure::Share(tries) if tries.times > tables => Measure::AtTables(tries, tables),
            Measure::Mean { count, mean, deviation } => {
                Measure::Mean { count: count.min(tables), mean, deviation }
            }
            other => other,
        }
    }

    fn of_moments(moments: &Moments) -> Measure {
        Measure::Mean { count: moments.count, mean: moments.mean(), deviation: moments.deviation() }
    }

    fn of_histogram(seen: &Histogram) -> Measure {
        Measure::Mean { count: seen.count(), mean: seen.mean(), deviation: seen.deviation() }
    }
}

/// Returns the confidence interval of the share of one answer to a figure of the game. The sample size of a
/// figure per player is the number of games, since players of one game are not independent.
pub fn share_of_answers(figure: &FigureInfo, simulation: &Simulation, times: u64, asked: u64) -> Interval {
    let seats = if figure.per_player { simulation.bots.len() as u64 } else { 1 };
    let share = Measure::Share(Trials { times: asked, wins: times }).at_tables(asked / seats.max(1));
    share.interval().unwrap_or_else(|| wilson(times, asked))
}

impl SimulationFigure {
    /// Returns its full name: `win.seat1`, `turns`.
    pub fn name(&self) -> String {
        if self.of.is_empty() { self.what.into() } else { format!("{}.{}", self.what, self.of) }
    }
}

/// Returns all figures of a simulation, in the order of the report.
pub fn figures(ir: &Ir, simulation: &Simulation, results: &SimulationResults) -> Vec<SimulationFigure> {
    let mut all = SimulationFigures::default();
    // Figures of cards by list span several simulations; `report` computes them.
    let SimulationCounts { stats, asked, choices, cards, leads, rules, lists: _ } = &results.counts;
    let seats = lines(ir, simulation, stats);
    let share = |wins, times| Measure::Share(Trials { times, wins });
    for line in &seats {
        all.add("win", &line.name, share(line.did.wins, line.games));
    }
    for line in seats.iter().filter(|line| line.did.scores.count > 0) {
        all.add("score", &line.name, Measure::of_moments(&line.did.scores));
    }
    for (name, games) in ir.endings.iter().zip(&stats.endings) {
        all.add("ending", name, share(*games, stats.finished));
    }
    let played = stats.finished + stats.unfinished + stats.faults;
    all.add("shared", "", share(stats.shared, stats.finished));
    all.add("drawn", "", share(stats.drawn, stats.finished));
    all.add("lost", "", share(stats.lost, stats.finished));
    all.add("unfinished", "", share(stats.unfinished, played));
    all.add("faults", "", share(stats.faults, played));
    all.add("choices", "", Measure::of_histogram(&stats.lengths));
    for (what, seen) in [("turns", &stats.turns), ("rounds", &stats.rounds)] {
        if simulation.agreement.players > 1 {
            all.add(what, "", Measure::of_histogram(seen));
        }
    }
    for (figure, answers) in ir.figures.iter().zip(&asked.figures) {
        all.add_own_figure(ir, simulation, figure, answers, &stats.endings);
    }
    if let Some(leads) = leads {
        all.add("margin", "", Measure::of_moments(&leads.margins));
        all.add("lead_changes", "", Measure::of_histogram(&leads.changes));
    }
    if let Some(choices) = choices {
        all.add("choices_each", "", Measure::of_histogram(&choices.each));
        all.add("options", "", Measure::of_histogram(&choices.options));
        all.add("forced", "", share(choices.forced, choices.options.count()));
        let names: Vec<String> = choices.in_play(ir).map(|(at, _)| site_question(ir, at)).collect();
        for ((_, site), name) in choices.in_play(ir).zip(told_apart(&names)) {
            all.add("asked", &name, Measure::Plain(site.asked as f64, stats.finished));
            if let Some(evenness) = site.evenness() {
                all.add("evenness", &name, Measure::Plain(evenness, site.asked));
            }
        }
    }
    if let Some(cards) = cards {
        for card in cards.effects(ir) {
            let id = &ir.names[card.name].id;
            let (chosen, offered) = (card.chosen.so.times, card.offered.so.times);
            all.add("taken", id, share(chosen, offered));
            let relations = [
                ("offered", "win_offered", "gain_offered", card.offered),
                ("chosen", "win_chosen", "gain_chosen", card.chosen),
                ("held", "win_held", "gain_held", card.held),
                ("kept", "win_kept", "gain_kept", card.kept),
            ];
            for (what, win, gain, effect) in relations {
                all.add(what, id, share(effect.so.times, cards.players.times));
                all.add(win, id, share(effect.so.wins, effect.so.times));
                if let Some(difference) = effect.difference {
                    all.add(gain, id, Measure::Gain(difference, effect.so.times));
                }
            }
        }
    }
    if let Some(rules) = rules {
        for line in rules.lines(ir) {
            let Some(file) = ir.files.get(line.file.index()) else { continue };
            let place = format!("{}:{}", file.name, line.number);
            all.add("ran", &place, Measure::Plain(line.ran as f64, rules.games));
        }
    }
    all.0
}

#[derive(Default)]
struct SimulationFigures(Vec<SimulationFigure>);

impl SimulationFigures {
    fn add(&mut self, what: &'static str, of: &str, measure: Measure) {
        self.0.push(SimulationFigure { what, of: of.into(), measure });
    }

    /// Adds a figure of the game's own: its mean or the share of each value, for figures of players also by
    /// seat, and its relation to winning.
    fn add_own_figure(
        &mut self,
        ir: &Ir,
        simulation: &Simulation,
        figure: &FigureInfo,
        answers: &FigureCounts,
        endings: &[u64],
    ) {
        let id = &figure.id;
        let wins = figure.per_player || ir.sides == SidesInfo::Table;
        let seats = if figure.per_player { simulation.bots.len() as u64 } else { 1 };
        let tables = answers.asked / seats.max(1);
        let pooled = |moments: &Moments| Measure::of_moments(moments).at_tables(tables);
        if figure.is_number() {
            self.add("figure", id, pooled(&answers.all()));
            if figure.per_player {
                for (name, moments) in seat_names(ir, simulation).iter().zip(&answers.numbers) {
                    self.add("figure", &format!("{id}.{name}"), Measure::of_moments(moments));
                }
            }
            if wins {
                self.add("figure_won", id, pooled(&answers.winners[0]));
                self.add("figure_not_won", id, pooled(&answers.winners[1]));
            }
            for ((ending, moments), games) in ir.endings.iter().zip(&answers.endings).zip(endings) {
                let measure = Measure::of_moments(moments).at_tables(*games);
                self.add("figure_ending", &format!("{id}.{ending}"), measure);
            }
            return;
        }
        let share = |wins, times| Measure::Share(Trials { times, wins }).at_tables(tables);
        for (value, seen) in &answers.values {
            let name = match figure.ty {
                ValueType::Bool => id.clone(),
                _ => format!("{id}.{}", figure.value_name(ir, *value)),
            };
            self.add("figure", &name, share(seen.times, answers.asked));
            if wins {
                self.add("figure_won", &name, share(seen.wins, seen.times));
            }
            for (ending, times) in ir.endings.iter().zip(&seen.endings) {
                self.add("figure_ending", &format!("{name}.{ending}"), share(*times, seen.times));
            }
        }
    }
}

/// A contender, who wins and scores: a side, or, in a game without sides, a seat or the bot that changes
/// seats.
#[derive(Clone, Debug)]
pub struct ContenderInfo {
    /// Its name in the names of figures.
    pub name: String,
    /// Its bots in the seating of the first game.
    pub bots: String,
    /// The number of games in which it took part.
    pub games: u64,
    /// Its wins and scores.
    pub did: SeatStats,
}

/// Returns the contenders, in the order of the report.
pub fn lines(ir: &Ir, simulation: &Simulation, stats: &Stats) -> Vec<ContenderInfo> {
    let bots: Vec<String> = simulation.bots.iter().map(|bot| bot.name(ir)).collect();
    if let Some(sides) = &stats.sides {
        let of = |side: &SideStats| {
            let mut on: Vec<&str> = (0..64)
                .zip(&bots)
                .filter(|(b, _)| side.bots >> b & 1 == 1)
                .map(|(_, b)| b.as_str())
                .collect();
            on.dedup();
            on.join(", ")
        };
        let bots: Vec<String> = sides.values().map(of).collect();
        let names = match (simulation.rotate, ir.sides) {
            // Counts belong to bots where seats rotate.
            (true, SidesInfo::By(_)) => told_apart(&bots),
            _ => sides.keys().map(|key| side_name(ir, *key)).collect(),
        };
        let contender = |((name, bots), side): ((String, String), &SideStats)| ContenderInfo {
            name,
            bots,
            games: side.games,
            did: side.did,
        };
        return names.into_iter().zip(bots).zip(sides.values()).map(contender).collect();
    }
    let named = seat_names(ir, simulation).into_iter().zip(bots).zip(&stats.seats);
    named.map(|((name, bots), did)| ContenderInfo { name, bots, games: stats.finished, did: *did }).collect()
}

/// Returns the name of each seat in the names of figures. If seats rotate, it is the bot's name.
pub fn seat_names(ir: &Ir, simulation: &Simulation) -> Vec<String> {
    if simulation.rotate {
        let bots: Vec<String> = simulation.bots.iter().map(|bot| bot.name(ir)).collect();
        return told_apart(&bots);
    }
    (1..=simulation.bots.len()).map(|seat| format!("seat{seat}")).collect()
}

/// Numbers duplicate names: the second of the same name is `name#2`.
fn told_apart(names: &[String]) -> Vec<String> {
    let mut times: HashMap<&str, usize> = HashMap::new();
    let mut numbered = Vec::with_capacity(names.len());
    for name in names {
        let times = times.entry(name).or_default();
        *times += 1;
        numbered.push(if *times == 1 { name.clone() } else { format!("{name}#{times}") });
    }
    numbered
}
