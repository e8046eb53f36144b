//! The layout of a bracket in columns and rows, shared by the terminal, the page and paper.

use std::collections::BTreeSet;

use super::tournament_report::TournamentReport;
use crate::tournament::{MatchId, MatchSide, MatchStage, ScheduleSlot, TournamentFormat, Verdict};

/// Maximum number of rows of a bracket; a larger one is split.
const MOST_ROWS: usize = 63;

/// An entry at its position.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) column: usize,
    pub(super) row: usize,
    pub(super) name: String,
    /// Number of games that the entry has won in this match, as text.
    pub(super) score: String,
    /// True if the entry advances.
    pub(super) won: bool,
    /// True if the entry is known, rather than a placeholder.
    pub(super) known: bool,
}

/// The line from the two sides of a match to its winner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    pub(super) column: usize,
    pub(super) upper: usize,
    pub(super) lower: usize,
    pub(super) out: usize,
}

/// A bracket, or a part of one.
#[derive(Clone, Debug, Default)]
pub(super) struct Bracket {
    pub(super) title: String,
    /// The heading of each column.
    pub(super) heads: Vec<String>,
    pub(super) rows: usize,
    pub(super) cells: Vec<Cell>,
    pub(super) joints: Vec<Joint>,
}

impl TournamentReport<'_> {
    /// Returns the brackets of a knock-out; none for other forms.
    pub(super) fn brackets(&self) -> Vec<Bracket> {
        match self.tournament.form {
            TournamentFormat::Knockout | TournamentFormat::DoubleElimination => brackets(self),
            TournamentFormat::RoundRobin | TournamentFormat::Ladder => Vec::new(),
        }
    }
}

/// Returns all brackets of a knock-out: the main one, or the upper, the lower and the final.
fn brackets(report: &TournamentReport) -> Vec<Bracket> {
    let titles = [
        (MatchStage::Main, ""),
        (MatchStage::Upper, "Upper bracket"),
        (MatchStage::Lower, "Lower bracket"),
        (MatchStage::Final, "Final"),
    ];
    let mut all = Vec::new();
    for (stage, title) in titles {
        let of_stage = || report.schedule.ids().filter(move |(_, m)| m.stage == stage);
        if stage == MatchStage::Final {
            // The second final is placed below the first, if it is played at all.
            all.extend(of_stage().filter_map(|(id, _)| {
                let unneeded = report.progress.state(id)?.verdict == Verdict::Unneeded;
                let asked = report.schedule.matches[id.index()].only_after;
                let decided = asked
                    .is_none_or(|first| report.progress.state(first).is_some_and(|s| s.verdict.is_final()));
                (!unneeded && decided).then(|| {
                    let title = if asked.is_some() { "Second final" } else { title };
                    lay_out_bracket(report, id, title.to_owned(), &BTreeSet::new())
                })
            }));
            continue;
        }
        let Some((root, _)) = of_stage().last() else { continue };
        let mut parts = Vec::new();
        part(report, root, &mut parts);
        let cut: BTreeSet<MatchId> = parts.iter().copied().collect();
        for (number, id) in parts.iter().enumerate() {
            let title = match (parts.len(), title) {
                (1, title) => title.to_owned(),
                (of, "") => format!("Part {} of {of}", number + 1),
                (of, title) => format!("{title}, part {} of {of}", number + 1),
            };
            all.push(lay_out_bracket(report, *id, title, &cut));
        }
    }
    all
}

/// Finds the root matches of the parts into which a bracket is split. The part nearest to the final is the
/// last.
fn part(report: &TournamentReport, root: MatchId, parts: &mut Vec<MatchId>) {
    let mut cut = BTreeSet::new();
    loop {
        let bracket = lay_out_bracket(report, root, String::new(), &cut);
        // The largest subtree that is small enough by itself.
        let next = (bracket.rows > MOST_ROWS).then(|| {
            let below = earlier_matches(report, root, &cut);
            below.into_iter().max_by_key(|id| {
                let rows = lay_out_bracket(report, *id, String::new(), &cut).rows;
                (if rows <= MOST_ROWS { rows } else { 0 }, std::cmp::Reverse(*id))
            })
        });
        match next.flatten() {
            Some(id) if cut.insert(id) => parts.push(id),
            _ => break,
        }
    }
    parts.push(root);
}

/// Returns all earlier matches of the same stage that lead to a match, except those cut off.
fn earlier_matches(report: &TournamentReport, root: MatchId, cut: &BTreeSet<MatchId>) -> Vec<MatchId> {
    let mut all = Vec::new();
    let mut left = vec![root];
    while let Some(id) = left.pop() {
        let of = &report.schedule.matches[id.index()];
        let before = of
            .slots
            .iter()
            .filter_map(|slot| if let ScheduleSlot::Winner(id) = slot { Some(*id) } else { None });
        let before =
            before.filter(|b| report.schedule.matches[b.index()].stage == of.stage && !cut.contains(b));
        let before: Vec<MatchId> = before.collect();
        all.extend(&before);
        left.extend(before);
    }
    all
}

fn lay_out_bracket(
    report: &TournamentReport,
    root: MatchId,
    title: String,
    cut: &BTreeSet<MatchId>,
) -> Bracket {
    let mut bracket = Bracket { title, ..Bracket::default() };
    let first = first_round(report, root, cut);
    let out = bracket.place(report, root, root, first, cut);
    let of = &report.schedule.matches[root.index()];
    let column = usize::from(of.round - first) + 1;
    if let Some(Verdict::Won(entry) | Verdict::Walkover(Some(entry))) =
        report.progress.state(root).map(|s| s.verdict)
    {
        let name = report.tournament.name_of(entry).to_owned();
        bracket.cells.push(Cell { column, row: out, name, score: String::new(), won: true, known: true });
    }
    bracket.heads = (first..=of.round).map(|round| head(report, of.stage, round)).collect();
    bracket.heads.push(String::new());
    bracket
}

/// Returns the heading of a round: its name, if few matches are left, otherwise its number.
fn head(report: &TournamentReport, stage: MatchStage, round: u16) -> String {
    let of = report.schedule.matches.iter().filter(|m| m.stage == stage && m.round == round).count();
    match (stage, of) {
        (MatchStage::Main, 1) => "Final".into(),
        (MatchStage::Main, 2) => "Semi-finals".into(),
        (MatchStage::Main, 4) => "Quarter-finals".into(),
        (MatchStage::Final, _) => String::new(),
        _ => format!("Round {round}"),
    }
}

fn first_round(report: &TournamentReport, root: MatchId, cut: &BTreeSet<MatchId>) -> u16 {
    let rounds =
        earlier_matches(report, root, cut).into_iter().map(|id| report.schedule.matches[id.index()].round);
    rounds.min().unwrap_or(report.schedule.matches[root.index()].round)
}

impl Bracket {
    /// Places a match and the matches that lead to it. Returns the row of its winner.
    fn place(
        &mut self,
        report: &TournamentReport,
        id: MatchId,
        root: MatchId,
        first: u16,
        cut: &BTreeSet<MatchId>,
    ) -> usize {
        let of = &report.schedule.matches[id.index()];
        let Some(state) = report.progress.state(id) else { return 0 };
        let column = usize::from(of.round.saturating_sub(first));
        let mut rows = Vec::new();
        for (slot, side) in of.slots.iter().zip(&state.sides) {
            let before = match slot {
                ScheduleSlot::Winner(before) if report.schedule.matches[before.index()].stage == of.stage => {
                    Some(*before)
                }
                _ => None,
            };
            let row = match before.filter(|before| *before == root || !cut.contains(before)) {
                Some(before) => self.place(report, before, root, first, cut),
                None => {
                    let row = self.rows.next_multiple_of(2);
                    self.rows = row + 1;
                    row
                }
            };
            rows.push(row);
            let entry = side.entry();
            let won = match (state.verdict, entry) {
                (Verdict::Won(winner) | Verdict::Walkover(Some(winner)), Some(entry)) => winner == entry,
                _ => false,
            };
            let score = entry.filter(|_| !state.games.is_empty()).map(|entry| state.wins(entry).to_string());
            let name = report.side(*slot, *side);
            let known = !matches!(side, MatchSide::Awaited | MatchSide::Bye);
            self.cells.push(Cell { column, row, name, score: score.unwrap_or_default(), won, known });
        }
        let (upper, lower) = (rows.first().copied().unwrap_or(0), rows.last().copied().unwrap_or(0));
        let out = upper.midpoint(lower);
        self.joints.push(Joint { column, upper, lower, out });
        out
    }

    /// Returns the width of each column, in characters.
    fn widths(&self) -> Vec<usize> {
        let of = |column: usize| {
            let cells = self.cells.iter().filter(|cell| cell.column == column);
            let widest = cells.map(|cell| cell.name.chars().count() + 1 + cell.score.chars().count()).max();
            widest.unwrap_or(0).max(self.heads.get(column).map_or(0, |head| head.chars().count()))
        };
        (0..self.heads.len()).map(of).collect()
    }

    /// Returns the width of the text.
    pub(super) fn width(&self) -> usize {
        self.widths().iter().map(|width| width + 3).sum::<usize>()
    }

    pub(super) fn text(&self) -> String {
        let widths = self.widths();
        let starts: Vec<usize> =
            widths.iter().scan(0, |at, width| Some(std::mem::replace(at, *at + width + 3))).collect();
        let mut lines = vec![vec![' '; self.width()]; self.rows];
        let mut put = |row: usize, at: usize, text: &str| {
            for (place, c) in
                lines.get_mut(row).into_iter().flat_map(|line| line.iter_mut().skip(at)).zip(text.chars())
            {
                *place = c;
            }
        };
        for cell in &self.cells {
            let (start, width) = (starts[cell.column], widths[cell.column]);
            put(cell.row, start, &cell.name);
            put(cell.row, start + width - cell.score.chars().count(), &cell.score);
        }
        for joint in &self.joints {
            let at = starts[joint.column] + widths[joint.column] + 1;
            (joint.upper..=joint.lower).for_each(|row| put(row, at, "│"));
            put(joint.upper, at, "┐");
            put(joint.lower, at, "┘");
            put(joint.out, at, "├");
        }
        let mut text = if self.title.is_empty() { String::new() } else { format!("{}\n\n", self.title) };
        let heads: String =
            self.heads.iter().zip(&widths).map(|(head, width)| format!("{head:<width$}   ")).collect();
        if !heads.trim().is_empty() {
            text.push_str(&format!("{}\n\n", heads.trim_end()));
        }
        for line in lines {
            text.push_str(line.into_iter().collect::<String>().trim_end());
            text.push('\n');
        }
        text
    }
}
