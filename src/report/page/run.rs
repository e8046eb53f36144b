//! One simulation on a page: results, scores, lengths and leads.

use minijinja::{Value, context};

use super::chart::{LinearScale, Ticks, interval};
use super::distributions::{moments, seen_often};
use super::figures::{FirstGameData, LeadsData, MomentsData, RunData, Seat, SideData};
use super::number_formats::{format_interval, part, percent, tenths};
use super::rows::{ChartRow, Rows};
use super::{cards, choices, own_figures, rules};
use crate::diagnostics::{capitalised, count_noun, grouped, json_text};
use crate::ir::Ir;

/// Returns the template data of a simulation. `files` is the game that was played, if its files are at hand.
pub fn run(files: Option<&Ir>, run: &RunData) -> Value {
    context! {
        facts => facts(files, run),
        partial => (run.played != run.games).then(|| format!("{} of {}", grouped(run.played), count_noun(run.games, "game"))),
        ends => ends(run),
        wins => wins(run),
        fair => fair(run).map(percent),
        endings => endings(run),
        scores => scores(run),
        asked => own_figures::figure_rows(&run.figures),
        lengths => [("Choices in a game", &run.plies), ("Turns in a game", &run.turns), ("Rounds in a game", &run.rounds)]
            .into_iter()
            .filter_map(|(what, seen)| Some(seen_often(what, seen.as_ref()?, "games")))
            .collect::<Vec<Value>>(),
        leads => run.leads.as_ref().map(leads),
        choices => run.choices.as_ref().map(choices::choices),
        cards => run.cards.as_ref().filter(|c| !c.cards.is_empty()).map(cards::cards),
        rules => run.rules.as_ref().map(|r| rules::rules(files, r)),
        troubles => troubles(run),
        speed => run.speed.as_ref().map(|s| {
            let playouts = format!(", {} playouts of bots a second", grouped(s.playouts_per_second as u64));
            format!(
                "{} s on {}: {} games and {} choices a second{}",
                tenths(s.seconds),
                count_noun(s.jobs, "thread"),
                grouped(s.games_per_second as u64),
                grouped(s.plies_per_second as u64),
                if s.playouts > 0 { playouts } else { String::new() }
            )
        }),
    }
}

/// Returns the name of an option, or of a value of one, for people.
fn title(files: Option<&Ir>, id: &str) -> String {
    files.map_or_else(|| capitalised(&id.replace('_', " ")), |ir| ir.print.terminal_heading(id))
}

/// Returns the facts of the simulation as names and values.
fn facts(files: Option<&Ir>, run: &RunData) -> Vec<(String, String)> {
    let played = if run.played == run.games {
        grouped(run.games)
    } else {
        format!("{} of {}", grouped(run.played), grouped(run.games))
    };
    let mut facts: Vec<(String, String)> = vec![
        ("Games".into(), played),
        ("Players".into(), run.players.to_string()),
        ("Seed".into(), run.seed.to_string()),
    ];
    for (option, value) in &run.options {
        let value = match json_text(value).as_str() {
            "true" => "yes".to_owned(),
            "false" => "no".to_owned(),
            other => title(files, other),
        };
        facts.push((title(files, option), value));
    }
    let bots: Vec<&str> = run.seats.iter().map(|s| s.bot.as_str()).collect();
    let all_one = bots.windows(2).all(|pair| pair[0] == pair[1]);
    facts.push((
        "Bots".into(),
        if all_one { bots.first().copied().unwrap_or_default().into() } else { bots.join(", ") },
    ));
    if run.rotate {
        facts.push(("Seats".into(), if run.mirror { "rotate, mirrored" } else { "rotate" }.into()));
    }
    facts
}

/// Words how the games ended: `300 games finished, 2 of them with more than one winner.`
fn ends(run: &RunData) -> String {
    let mut text = format!("{} finished", count_noun(run.finished, "game"));
    if run.shared > 0 {
        text.push_str(&format!(", {} with more than one winner", grouped(run.shared)));
    }
    if run.drawn > 0 {
        text.push_str(&format!(
            ", {} ({}) without a winner",
            grouped(run.drawn),
            part(run.drawn, run.finished)
        ));
    }
    if run.lost > 0 {
        text.push_str(&format!(
            ", {} ({}) lost by everybody",
            grouped(run.lost),
            part(run.lost, run.finished)
        ));
    }
    text + "."
}

/// A contender: a side, or a seat with its bot.
struct ContenderLine<'a> {
    label: String,
    wins: u64,
    shared: u64,
    /// The share of games won, and its 95 % interval.
    share: (f64, f64, f64),
    score: Option<&'a MomentsData>,
}

fn lines(run: &RunData) -> Vec<ContenderLine<'_>> {
    if run.sides.is_empty() {
        return run.seats.iter().map(of_seat).collect();
    }
    run.sides.iter().map(of_side).collect()
}

fn of_seat(s: &Seat) -> ContenderLine<'_> {
    let (label, share) = (format!("{} · {}", s.seat, s.bot), (s.low, s.share, s.high));
    ContenderLine { label, wins: s.wins, shared: s.shared, share, score: s.score.as_ref() }
}

fn of_side(s: &SideData) -> ContenderLine<'_> {
    let (label, share) = (format!("{} · {}", s.side, s.bots), (s.low, s.share, s.high));
    ContenderLine { label, wins: s.wins, shared: s.shared, share, score: s.score.as_ref() }
}

/// Returns the expected win rate if all contenders were equal; `None` if all are on one side.
fn fair(run: &RunData) -> Option<f64> {
    match run.sides.len() {
        0 => Some(1.0 / run.players.max(1) as f64),
        1 => None,
        sides => Some(1.0 / sides as f64),
    }
}

fn wins(run: &RunData) -> Option<Rows> {
    if run.finished == 0 {
        return None;
    }
    let (fair, lines) = (fair(run), lines(run));
    let scale = LinearScale::over(lines.iter().flat_map(|l| [l.share.0, l.share.2]).chain(fair));
    let rows = lines.into_iter().map(|line| {
        let (low, share, high) = line.share;
        let within = format_interval(low, high);
        let title = format!("{} of games, with 95 % confidence {within}", percent(share));
        let shared =
            if line.shared > 0 { format!(", {} shared", grouped(line.shared)) } else { String::new() };
        ChartRow {
            label: line.label,
            of: format!("{}{shared}", count_noun(line.wins, "win")),
            svg: interval(&scale, (low, share, high), fair, &title),
            value: percent(share),
            about: within,
            strong: false,
        }
    });
    let what = match (run.sides.is_empty(), run.rotate) {
        (false, _) => "Side",
        (true, true) => "Bot",
        (true, false) => "Seat",
    };
    Some(Rows::new(what, scale.axis(Ticks::Percent), "Wins, 95 %", rows.collect()))
}

/// Returns the frequency of each named ending.
fn endings(run: &RunData) -> Option<Rows> {
    if run.finished == 0 || run.endings.is_empty() {
        return None;
    }
    let scale = LinearScale::over(run.endings.iter().flat_map(|e| [e.low, e.high]));
    let rows = run.endings.iter().map(|ending| {
        let within = format_interval(ending.low, ending.high);
        let title = format!("{} of games, with 95 % confidence {within}", percent(ending.share));
        ChartRow {
            label: ending.name.clone(),
            of: count_noun(ending.games, "game"),
            svg: interval(&scale, (ending.low, ending.share, ending.high), None, &title),
            value: percent(ending.share),
            about: within,
            strong: false,
        }
    });
    Some(Rows::new("Ending", scale.axis(Ticks::Percent), "Games, 95 %", rows.collect()))
}

fn scores(run: &RunData) -> Option<Rows> {
    let lines = lines(run);
    let scored = || lines.iter().filter_map(|line| Some((line, line.score?)));
    let scale = LinearScale::over(scored().flat_map(|(_, m)| [m.min as f64, m.max as f64]));
    let rows: Vec<ChartRow> = scored().map(|(line, m)| moments(line.label.clone(), &scale, m)).collect();
    (!rows.is_empty()).then(|| Rows::new("Score", scale.axis(Ticks::Plain), "Mean", rows))
}

fn leads(leads: &LeadsData) -> Value {
    let margin = leads.margin.as_ref().map(|m| {
        let scale = LinearScale::over([0.0, m.min as f64, m.max as f64]);
        let row = moments("The winner was ahead by".into(), &scale, m);
        Rows::new("", scale.axis(Ticks::Plain), "Mean", vec![row])
    });
    // Leads exist only where scores decide.
    let changes = leads
        .changes
        .as_ref()
        .filter(|_| margin.is_some())
        .map(|seen| seen_often("Changes of the lead", seen, "games"));
    context! { margin, changes, games => count_noun(leads.games_looked_at, "game") }
}

/// Returns the faults and unfinished games, with the command that replays the first of each.
fn troubles(run: &RunData) -> Vec<Value> {
    let mut troubles = Vec::new();
    let mut add = |what: String, first: &Option<FirstGameData>| {
        let first = first.as_ref();
        troubles.push(context! {
            what,
            code => first.and_then(|f| f.code.as_deref()),
            again => first.map(|f| f.again.as_str()),
        });
    };
    if run.unfinished > 0 {
        let what = format!(
            "{} stopped after {} choices",
            count_noun(run.unfinished, "game"),
            grouped(run.max_plies)
        );
        add(what, &run.first_unfinished);
    }
    if run.faults > 0 {
        add(format!("{} ended in a fault", count_noun(run.faults, "game")), &run.first_fault);
    }
    troubles
}
