//! The standings at the end of a game.

use super::grid::{ColumnAlign, TextTable};
use crate::ir::{Ir, PlayerId};
use crate::play::ScoredComponent;
use crate::table::{Ending, Names, PlayerResult, TableOutcome};

/// Formats the standings, best first, with the points of each component. `labels` are the players' names.
pub fn standings(
    names: &Names,
    outcome: &TableOutcome,
    breakdown: &[Vec<ScoredComponent>],
    labels: &[String],
    width: usize,
) -> String {
    let scored = outcome.standings.iter().any(|s| s.score.is_some());
    let mut order: Vec<(usize, &PlayerResult)> = outcome.standings.iter().enumerate().collect();
    order.sort_by_key(|(player, standing)| (standing.rank, *player));
    let level = |s: &PlayerResult| order.iter().filter(|(_, other)| other.score == s.score).count() > 1;
    let ties = scored && order.iter().any(|(_, s)| !s.ties.is_empty() && level(s));
    let together = outcome.standings.len() > 1 && outcome.side_count() == 1;
    let counted = breakdown.iter().any(|b| !b.is_empty());
    let mut columns = vec![("", ColumnAlign::Right), ("Player", ColumnAlign::Left)];
    if scored {
        columns.push(("Score", ColumnAlign::Right));
    }
    if ties {
        columns.push(("Tie-break", ColumnAlign::Right));
    }
    if counted {
        columns.push(("What counted", ColumnAlign::Left));
    }
    let mut grid = TextTable::new(&columns, width);
    for &(player, standing) in &order {
        let label = labels.get(player).cloned().unwrap_or_else(|| format!("player {}", player + 1));
        // If all are on one side there is no ranking.
        let rank = if together { String::new() } else { format!("{}.", standing.rank) };
        let mut row = vec![rank, label];
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

/// Formats the points of components, and the rest of the score: `Badger 30, Heron blank`.
fn parts_text(names: &Names, parts: &[ScoredComponent], score: Option<i64>) -> String {
    let mut texts: Vec<String> = parts
        .iter()
        .map(|part| {
            let points = part.points.map_or_else(|| "blank".into(), number);
            // A no-break space keeps the two together.
            format!("{} {points}", names.component(u64::from(part.component))).replace(' ', "\u{a0}")
        })
        .collect();
    let sum = parts.iter().filter_map(|p| p.points).fold(0, i64::saturating_add);
    if let Some(score) = score.filter(|s| *s != sum && !parts.is_empty()) {
        texts.push(format!("other\u{a0}{}", number(score.saturating_sub(sum))));
    }
    texts.join(", ")
}

/// Formats a number with a typographic minus sign.
fn number(value: i64) -> String {
    value.to_string().replace('-', "−")
}

/// Returns the result as a sentence: `The table has lost: overrun.`
pub fn verdict(ir: &Ir, outcome: &TableOutcome, labels: &[String]) -> String {
    let label =
        |p: PlayerId| labels.get(p.index()).cloned().unwrap_or_else(|| format!("player {}", p.seat()));
    let players = outcome.standings.len();
    // All players are on one side.
    let one_side = outcome.side_count() == 1;
    let side = |side: u8| match outcome.players_of(side).collect::<Vec<_>>()[..] {
        _ if one_side && players > 1 => "the table".to_owned(),
        [one] => label(one),
        ref several => list(several.iter().map(|p| label(*p)).collect()),
    };
    let have = |side: u8| {
        let many = !one_side && outcome.players_of(side).count() > 1;
        let you = outcome.players_of(side).map(label).eq(["you".to_owned()]);
        if many || you { "have" } else { "has" }
    };
    let winning: Vec<u8> = (0..outcome.side_count())
        .filter(|side| outcome.players_of(*side).any(|p| outcome.standings[p.index()].won))
        .collect();
    let text = match (outcome.ending, &winning[..]) {
        (Ending::Open, _) => "The game is not over".into(),
        (Ending::Draw, _) => "The game ends in a draw".into(),
        // A table that scored without winning or losing: the sentence gives the best score.
        (Ending::Scored, _) if one_side && players > 1 => {
            match outcome.standings.iter().filter_map(|s| s.score).max() {
                Some(score) => format!("The table scores {}", number(score)),
                None => "The game is over".into(),
            }
        }
        (_, []) if one_side && outcome.all_lost() => format!("{} {} lost", side(0), have(0)),
        (_, []) => "Nobody has won".into(),
        (_, [one]) => format!("{} {} won", side(*one), have(*one)),
        (_, several) => format!("{} share the win", list(several.iter().map(|s| side(*s)).collect())),
    };
    let named = outcome.named.and_then(|named| ir.endings.get(usize::from(named)));
    let text = named.map_or(format!("{text}."), |name| match name.ends_with(['.', '!', '?']) {
        true => format!("{text}: {name}"),
        false => format!("{text}: {name}."),
    });
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}

/// Joins names: `a, b and c`.
fn list(mut names: Vec<String>) -> String {
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}
