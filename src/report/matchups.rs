//! Matchups of lists: the win rate of each pair, each list's average, and the equilibrium mixture of lists.
//!
//! A game won by both lists or by neither counts as half a win for each. The shares of the two lists of a
//! pair then add up to 1, so the matchups form a symmetric zero-sum game.

use super::figure_row::FigureRow;
use super::grid::{ColumnAlign, TextTable};
use super::study_simulation::StudySimulation;
use crate::lab::{Interval, wilson};
use serde_json::{Value, json};

/// Rounds of fictitious play; the error of the mixture is then about a thousandth.
const ROUNDS: u32 = 200_000;
/// Tolerance for equal sums of gains, which are sums of inexact shares.
const SAME: f64 = 1e-9;

/// The results of lists that met each other in both seatings.
pub(super) struct Matchups<'a> {
    lists: &'a [String],
    /// For each pair of lists: half points (two for a win, one for a shared or drawn game), and games.
    met: Vec<Vec<(u64, u64)>>,
    /// Half points and games of the first seat, over all pairs.
    first: (u64, u64),
}

impl<'a> Matchups<'a> {
    pub(super) fn of(lists: &'a [String], pairs: &[(u16, u16)], shown: &[StudySimulation]) -> Self {
        let mut met = vec![vec![(0, 0); lists.len()]; lists.len()];
        let mut first_seat = (0, 0);
        for (&(first, second), s) in pairs.iter().zip(shown) {
            let stats = &s.results.counts.stats;
            let nobody = stats.drawn + stats.lost;
            if let Some(did) = stats.seats.first() {
                first_seat.0 += 2 * did.wins - did.shared + nobody;
                first_seat.1 += stats.finished;
            }
            let seats = [(0, first, second), (1, second, first)];
            for (seat, one, other) in
                seats.map(|(seat, one, other)| (seat, usize::from(one), usize::from(other)))
            {
                if let (Some(did), Some(to)) =
                    (stats.seats.get(seat), met.get_mut(one).and_then(|row| row.get_mut(other)))
                {
                    to.0 += 2 * did.wins - did.shared + nobody;
                    to.1 += stats.finished;
                }
            }
        }
        Matchups { lists, met, first: first_seat }
    }

    /// Returns the share of games that a list wins against another; shared and drawn games count half.
    fn share(&self, one: usize, other: usize) -> f64 {
        match self.met[one][other] {
            _ if one == other => 0.5,
            (_, 0) => 0.5,
            (half, games) => half as f64 / (2 * games) as f64,
        }
    }

    fn interval(&self, half: u64, games: u64) -> Interval {
        wilson(half / 2, games)
    }

    /// Returns a list's average share of wins against all others, with its confidence interval.
    fn mean(&self, list: usize) -> (f64, Interval) {
        let met = self.met[list].iter().enumerate().filter(|(other, _)| *other != list);
        let (half, games) = met.fold((0, 0), |(half, games), (_, (h, g))| (half + h, games + g));
        (half as f64 / (2 * games).max(1) as f64, self.interval(half, games))
    }

    /// Returns the first seat's share of all games, with its confidence interval; shared and drawn games
    /// count half.
    fn first_seat(&self) -> (f64, Interval) {
        let (half, games) = self.first;
        (half as f64 / (2 * games).max(1) as f64, self.interval(half, games))
    }

    /// Returns the share of each list in the equilibrium mixture, against which no list wins more than half.
    /// Uses fictitious play: each round plays the list that does best against all rounds before. Lists tied
    /// for best share the round, so the order of the lists has no influence.
    fn mixture(&self) -> Vec<f64> {
        let n = self.lists.len();
        let gains: Vec<Vec<f64>> = (0..n).map(|a| (0..n).map(|b| self.share(a, b) - 0.5).collect()).collect();
        let (mut worth, mut brought) = (vec![0.0f64; n], vec![0.0; n]);
        for _ in 0..ROUNDS {
            let most = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let best: Vec<usize> = (0..n).filter(|list| worth[*list] > most - SAME).collect();
            let part = 1.0 / best.len() as f64;
            for other in best {
                brought[other] += part;
                (0..n).for_each(|list| worth[list] += part * gains[list][other]);
            }
        }
        brought.iter().map(|times| times / f64::from(ROUNDS)).collect()
    }

    pub(super) fn text(&self, width: usize) -> String {
        let mut columns = vec![("", ColumnAlign::Left)];
        columns.extend(self.lists.iter().map(|list| (list.as_str(), ColumnAlign::Right)));
        columns.extend([
            ("Mean", ColumnAlign::Right),
            ("95 %", ColumnAlign::Left),
            ("Mixture", ColumnAlign::Right),
        ]);
        let mut grid = TextTable::new(&columns, width);
        let (mixture, mut reach) = (self.mixture(), 0.0f64);
        let (first, within) = self.first_seat();
        let mut order: Vec<usize> = (0..self.lists.len()).collect();
        order.sort_by(|a, b| self.mean(*b).0.total_cmp(&self.mean(*a).0).then(a.cmp(b)));
        for list in order {
            let mut row = vec![self.lists[list].clone()];
            for (other, (half, games)) in self.met[list].iter().enumerate() {
                if other == list || *games == 0 {
                    row.push("–".into());
                    continue;
                }
                let Interval { low, high } = self.interval(*half, *games);
                reach = reach.max((high - low) / 2.0);
                row.push(format!("{:.1}", self.share(list, other) * 100.0));
            }
            let (mean, Interval { low, high }) = self.mean(list);
            row.push(format!("{:.1}", mean * 100.0));
            row.push(format!("{:.1}–{:.1}", low * 100.0, high * 100.0));
            row.push(format!("{:.1} %", mixture[list] * 100.0));
            grid.row(row);
        }
        format!(
            "{}\nGames won of 100 by the list of a row against the list of a column, in both seatings, ±{:.1} at most (95 %).\n\
             A game that both win, or nobody, is half a win for each.\n\
             Mixture: how often to bring each list so that no list wins more than half against it.\n\
             The first seat wins {:.1}, {:.1}–{:.1} (95 %).\n",
            grid.text(),
            reach * 100.0,
            first * 100.0,
            within.low * 100.0,
            within.high * 100.0
        )
    }

    /// Returns rows: each list against each other, against all, and its share in the mixture.
    pub(super) fn rows(&self) -> Vec<FigureRow> {
        let mixture = self.mixture();
        let mut rows = Vec::new();
        for (list, name) in self.lists.iter().enumerate() {
            let row = |figure: &str, of: &str, value: f64, within: Option<Interval>, count: u64| FigureRow {
                entry: name.clone(),
                figure: figure.into(),
                of: of.into(),
                value,
                low: within.map(|i| i.low),
                high: within.map(|i| i.high),
                count,
            };
            for (other, of) in self.lists.iter().enumerate().filter(|(other, _)| *other != list) {
                let (half, games) = self.met[list][other];
                rows.push(row(
                    "matchup",
                    of,
                    self.share(list, other),
                    Some(self.interval(half, games)),
                    games,
                ));
            }
            let (mean, within) = self.mean(list);
            let games = self.met[list].iter().map(|(_, games)| games).sum();
            rows.push(row("matchup_mean", "", mean, Some(within), games));
            rows.push(row("mixture", "", mixture[list], None, games));
        }
        rows
    }

    pub(super) fn json(&self) -> Value {
        let mixture = self.mixture();
        let table = self.lists.iter().enumerate().map(|(list, name)| {
            let others = self.lists.iter().enumerate().filter(|(other, _)| *other != list);
            let against = others.map(|(other, id)| {
                let (half, games) = self.met[list][other];
                let Interval { low, high } = self.interval(half, games);
                json!({ "list": id, "share": self.share(list, other), "low": low, "high": high, "games": games })
            });
            let (mean, Interval { low, high }) = self.mean(list);
            json!({
                "list": name, "against": against.collect::<Vec<Value>>(), "mean": mean, "low": low, "high": high,
                "mixture": mixture[list],
            })
        });
        let (first, Interval { low, high }) = self.first_seat();
        json!({
            "lists": self.lists, "table": table.collect::<Vec<Value>>(),
            "first_seat": { "share": first, "low": low, "high": high, "games": self.first.1 },
        })
    }
}
