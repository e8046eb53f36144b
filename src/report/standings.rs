//! How a game ended.

use super::grid::{Align, Grid};
use crate::play::Counted;
use crate::table::{Ending, Names, Outcome, Standing};

/// The standings, best first, with what each component counted. `labels` says what each player is called.
pub fn standings(
    names: &Names,
    outcome: &Outcome,
    breakdown: &[Vec<Counted>],
    labels: &[String],
    width: usize,
) -> String {
    let scored = outcome.standings.iter().any(|s| s.score.is_some());
    let mut order: Vec<(usize, &Standing)> = outcome.standings.iter().enumerate().collect();
    order.sort_by_key(|(player, standing)| (standing.rank, *player));
    let level = |s: &Standing| order.iter().filter(|(_, other)| other.score == s.score).count() > 1;
    let ties = scored && order.iter().any(|(_, s)| !s.ties.is_empty() && level(s));
    let counted = breakdown.iter().any(|b| !b.is_empty());
    let mut columns = vec![("", Align::Right), ("Player", Align::Left)];
    if scored {
        columns.push(("Score", Align::Right));
    }
    if ties {
        columns.push(("Tie-break", Align::Right));
    }
    if counted {
        columns.push(("What counted", Align::Left));
    }
    let mut grid = Grid::new(&columns, width);
    for &(player, standing) in &order {
        let label = labels.get(player).cloned().unwrap_or_else(|| format!("player {}", player + 1));
        let mut row = vec![format!("{}.", standing.rank), label];
        if scored {
            row.push(standing.score.map_or(String::new(), number));
        }
        if ties {
            let values: Vec<String> = standing.ties.iter().map(|t| number(*t)).collect();
            row.push(if level(standing) { values.join(", ") } else { String::new() });
        }
        if counted {
            let parts = breakdown.get(player).map_or(&[][..], Vec::as_slice);
            row.push(parts_text(names, parts, standing.score));
        }
        grid.row(row);
    }
    grid.text()
}

/// `Badger 30, Heron blank`, and what no component accounts for.
fn parts_text(names: &Names, parts: &[Counted], score: Option<i64>) -> String {
    let mut texts: Vec<String> = parts
        .iter()
        .map(|part| {
            let points = part.points.map_or_else(|| "blank".into(), number);
            // Not broken between the two.
            format!("{} {points}", names.component(u64::from(part.component))).replace(' ', "\u{a0}")
        })
        .collect();
    let sum = parts.iter().filter_map(|p| p.points).fold(0, i64::saturating_add);
    if let Some(score) = score.filter(|s| *s != sum && !parts.is_empty()) {
        texts.push(format!("other\u{a0}{}", number(score.saturating_sub(sum))));
    }
    texts.join(", ")
}

/// With a real minus sign.
fn number(value: i64) -> String {
    value.to_string().replace('-', "−")
}

/// Who has won, in a sentence.
pub fn verdict(outcome: &Outcome, labels: &[String]) -> String {
    let label = |p: usize| labels.get(p).cloned().unwrap_or_else(|| format!("player {}", p + 1));
    let winners: Vec<String> = outcome.winners().map(|p| label(p as usize)).collect();
    let text = match (outcome.ending, &winners[..]) {
        (Ending::Open, _) => "The game is not over.".into(),
        (Ending::Draw, _) => "The game ends in a draw.".into(),
        (_, []) => "Nobody has won.".into(),
        (_, [one]) if one == "you" => "You have won.".into(),
        (_, [one]) => format!("{one} has won."),
        (_, [first @ .., last]) => format!("{} and {last} share the win.", first.join(", ")),
    };
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}
