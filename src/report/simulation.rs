//! The report of one simulation, for people and for programs.

use super::grid::{ColumnAlign, TextTable, wrap};
use super::lab::{counts_text, site_name};
use super::lab_json::{counts_json, spread_json};
use super::own_figures::{asked_json, asked_text};
use super::study_simulation::{SimulationSpeed, StudySimulation};
use crate::diagnostics::{count_noun, grouped, shell_word};
use crate::ir::{Ir, PlayedList};
use crate::lab::{
    ContenderInfo, GameFault, GameRef, Interval, MAX_PLIES, Simulation, SimulationResults, Stats, lines,
    wilson,
};
use crate::play::{BotKind, SearchEffort};
use serde_json::{Value, json};

/// A fraction as a percentage.
fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Returns the command-line arguments for the lists of a game.
pub fn lists_brought(ir: &Ir) -> String {
    let brought = ir.lists.played.iter().flat_map(|played| &played.lists);
    let argument = |list: &PlayedList| format!("{}={}", list.bringer, list.id);
    brought.map(|list| format!(" --deck {}", shell_word(&argument(list)))).collect()
}

fn replay_command(ir: &Ir, package: &str, game: &GameRef, simulation: &Simulation) -> String {
    let agreement = &simulation.agreement;
    let mut command = format!("cardwright play {}", shell_word(package));
    match &simulation.scenario {
        // A scenario fixes the number of players, the options and the lists.
        Some(id) => command.push_str(&format!(" --scenario {} --seed {}", shell_word(id), game.seed)),
        None => {
            command.push_str(&format!(" --players {} --seed {}", agreement.players, game.seed));
            for (option, value) in ir.options.iter().zip(&agreement.options).filter(|(o, v)| o.default != **v)
            {
                command.push_str(&format!(" -o {}={}", option.id, option.option_value_text(ir, *value)));
            }
            command.push_str(&lists_brought(ir));
        }
    }
    // Seats without `--seat` get random bots. At least one seat must be named, or the first would be a
    // human's.
    let bots = simulation.seats(game.index);
    let named = bots.iter().rposition(|b| *b != BotKind::Random).map_or(1, |last| last + 1);
    let seats: Vec<String> = bots.iter().take(named).map(|b| b.name(ir)).collect();
    command.push_str(&format!(" --seats {}", shell_word(&seats.join(","))));
    // Without it, `play` stops a game of bots where `sim` does by default.
    if simulation.max_plies != MAX_PLIES {
        command.push_str(&format!(" --max-plies {}", simulation.max_plies));
    }
    command
}

/// Describes the simulation in a line or two.
fn head(shown: &StudySimulation, width: usize) -> String {
    let StudySimulation { ir, simulation, played, .. } = *shown;
    let agreement = &simulation.agreement;
    let mut head = vec![format!("{} {}", ir.game.name, ir.game.version)];
    head.extend(simulation.scenario.as_ref().map(|id| format!("from scenario {id}")));
    head.extend([
        if played == simulation.games {
            count_noun(played, "game")
        } else {
            format!("{} of {}", grouped(played), count_noun(simulation.games, "game"))
        },
        count_noun(u64::from(agreement.players), "player"),
        format!("seed {}", agreement.seed),
    ]);
    head.extend(agreement.said_of_others(ir).map(|(option, value)| format!("{option} {value}")));
    if simulation.rotate {
        head.push(if simulation.mirror { "seats rotate, mirrored" } else { "seats rotate" }.into());
    }
    join_parts(&head, width) + "\n"
}

/// Joins parts of a line, and breaks the line only between parts.
pub(super) fn join_parts(parts: &[String], width: usize) -> String {
    let parts: Vec<String> = parts.iter().map(|part| part.replace(' ', "\u{a0}")).collect();
    wrap(&parts.join(" · "), width).join("\n").replace('\u{a0}', " ")
}

/// Returns the report for people.
pub(super) fn simulation_text(shown: &StudySimulation, width: usize) -> String {
    let StudySimulation { ir, simulation, results, played, speed, .. } = *shown;
    let stats = &results.counts.stats;
    let mut text = head(shown, width) + "\n";
    text.push_str(&contenders_text(ir, simulation, stats, width));
    if stats.endings.iter().any(|games| *games > 0) {
        text.push_str(&format!("\n{}", endings_text(ir, stats, width)));
    }
    if stats.finished > 0 {
        text.push_str(&format!("\n{}", lengths_text(stats, width)));
    }
    text.push_str(&outcomes_text(shown));
    text.push_str(&asked_text(shown, width));
    text.push_str(&counts_text(ir, &results.counts, width));
    if let Some(speed) = speed {
        text.push_str(&speed_text(speed, simulation, results, played));
    }
    text
}

/// Returns the results of each seat, bot or side.
fn contenders_text(ir: &Ir, simulation: &Simulation, stats: &Stats, width: usize) -> String {
    // A game with sides has a row for each side; a co-operative one has a row for the table.
    let sided = stats.sides.is_some();
    let scored = stats.seats.iter().any(|s| s.scores.count > 0);
    let mut columns = vec![
        (
            if sided {
                "Side"
            } else if simulation.rotate {
                "#"
            } else {
                "Player"
            },
            if sided { ColumnAlign::Left } else { ColumnAlign::Right },
        ),
        (if sided { "Bots" } else { "Bot" }, ColumnAlign::Left),
        ("Wins", ColumnAlign::Right),
        ("Shared", ColumnAlign::Right),
        ("Win rate", ColumnAlign::Right),
        ("95 %", ColumnAlign::Left),
    ];
    if scored {
        let scores = ["Score", "SD", "Min", "Max"];
        columns.extend(scores.map(|name| (name, ColumnAlign::Right)));
    }
    let mut grid = TextTable::new(&columns, width);
    for (seat, ContenderInfo { name, bots, games, did: counted }) in
        lines(ir, simulation, stats).into_iter().enumerate()
    {
        let Interval { low, high } = wilson(counted.wins, games);
        let mut row = vec![
            if sided { name } else { (seat + 1).to_string() },
            bots,
            grouped(counted.wins),
            grouped(counted.shared),
            percent(share(counted.wins, games)),
            format!("{:.1}–{:.1}", low * 100.0, high * 100.0),
        ];
        if scored {
            let scores = &counted.scores;
            let (least, most) = scores.range().map_or((String::new(), String::new()), |(low, high)| {
                (low.to_string().replace('-', "−"), high.to_string().replace('-', "−"))
            });
            let mean = format!("{:.1}", scores.mean()).replace('-', "−");
            row.extend([mean, format!("{:.1}", scores.deviation()), least, most]);
        }
        grid.row(row);
    }
    grid.text()
}

/// Returns how long the games were, in choices, turns and rounds.
fn lengths_text(stats: &Stats, width: usize) -> String {
    let mut grid = TextTable::new(
        &[
            ("", ColumnAlign::Left),
            ("Fewest", ColumnAlign::Right),
            ("5 %", ColumnAlign::Right),
            ("Median", ColumnAlign::Right),
            ("95 %", ColumnAlign::Right),
            ("Most", ColumnAlign::Right),
        ],
        width,
    );
    let rows = [("Choices in a game", &stats.lengths), ("Turns", &stats.turns), ("Rounds", &stats.rounds)];
    for (what, seen) in rows.into_iter().filter(|(_, seen)| seen.count() > 0) {
        let at = |percent| seen.percentile(percent).map_or_else(String::new, grouped);
        grid.row([what.into(), at(0), at(5), at(50), at(95), at(100)]);
    }
    grid.text()
}

/// Words how many games finished, stopped and failed, with the command that replays the first of each.
fn outcomes_text(shown: &StudySimulation) -> String {
    let StudySimulation { package, ir, simulation, results, .. } = *shown;
    let stats = &results.counts.stats;
    let mut text = format!("\n{} finished", count_noun(stats.finished, "game"));
    if stats.shared > 0 {
        text.push_str(&format!(", {} with more than one winner", grouped(stats.shared)));
    }
    if stats.drawn > 0 {
        text.push_str(&format!(", {} without a winner", grouped(stats.drawn)));
    }
    if stats.lost > 0 {
        text.push_str(&format!(", {} lost by everybody", grouped(stats.lost)));
    }
    text.push_str(".\n");
    if let Some(game) = &results.unfinished {
        text.push_str(&format!(
            "{} stopped after {} choices; the first:\n  {}\n",
            count_noun(stats.unfinished, "game"),
            grouped(simulation.max_plies),
            replay_command(ir, package, game, simulation)
        ));
        text.push_str(&last_asked_text(ir, stats));
    }
    if let Some(GameFault { game, .. }) = &results.fault {
        text.push_str(&format!(
            "{} ended in a fault; the first:\n  {}\n",
            count_noun(stats.faults, "game"),
            replay_command(ir, package, game, simulation)
        ));
    }
    if let Some(misjudged) = &results.misjudged {
        text.push_str(&format!(
            "{} of bots failed, so they could not judge these moves: {}\nThe first:\n  {}\n",
            count_noun(stats.misjudged, "evaluation"),
            misjudged.why,
            replay_command(ir, package, &misjudged.game, simulation)
        ));
    }
    text
}

/// Names the choice point that was asked most at the end of the games that were stopped.
fn last_asked_text(ir: &Ir, stats: &Stats) -> String {
    let Some((choice, part)) = stats.asked_most_last() else { return String::new() };
    let asked = site_name(ir, choice.index());
    format!("Asked most at their end, in {} of the choices:\n  {asked}\n", percent(part))
}

/// Returns the speed of the simulation, and that of playouts.
fn speed_text(
    speed: SimulationSpeed,
    simulation: &Simulation,
    results: &SimulationResults,
    played: u64,
) -> String {
    let (games, plies, each) = speed.rates(simulation, results, played);
    let time = speed.seconds();
    let threads = count_noun(simulation.jobs.get() as u64, "thread");
    let mut text = format!("{time:.2} s on {threads}: {} games/s", grouped(games as u64));
    // Without choices there is no rate of choices.
    if let Some(each) = each {
        let plies = grouped(plies as u64);
        text.push_str(&format!(", {plies} choices/s, {each:.0} ns a choice on each thread"));
    }
    text.push('\n');
    let SearchEffort { playouts, plies } = results.work;
    if playouts > 0 {
        text.push_str(&format!(
            "{} games played out by bots: {} a second, {:.0} choices in each\n",
            grouped(playouts),
            grouped((playouts as f64 / speed.seconds()) as u64),
            plies as f64 / playouts as f64
        ));
    }
    text
}

/// Returns the frequency of each named ending, and of the endings without a name.
fn endings_text(ir: &Ir, stats: &Stats, width: usize) -> String {
    let columns = [
        ("Ending", ColumnAlign::Left),
        ("Games", ColumnAlign::Right),
        ("Share", ColumnAlign::Right),
        ("95 %", ColumnAlign::Left),
    ];
    let mut grid = TextTable::new(&columns, width);
    let named: u64 = stats.endings.iter().sum();
    let other = ("(no name)", stats.finished.saturating_sub(named));
    let all = ir.endings.iter().map(String::as_str).zip(stats.endings.iter().copied());
    for (name, games) in all.chain((other.1 > 0).then_some(other)) {
        let Interval { low, high } = wilson(games, stats.finished);
        let within = format!("{:.1}–{:.1}", low * 100.0, high * 100.0);
        grid.row([name.to_owned(), grouped(games), percent(share(games, stats.finished)), within]);
    }
    grid.text()
}

/// Returns a share for programs.
fn share_json(part: u64, whole: u64) -> Value {
    let Interval { low, high } = wilson(part, whole);
    json!({ "games": part, "share": share(part, whole), "low": low, "high": high })
}

/// Returns the sides and the named endings, for programs.
fn sides_json(shown: &StudySimulation) -> (Value, Value) {
    let StudySimulation { ir, simulation, results, .. } = *shown;
    let stats = &results.counts.stats;
    let side = |line: ContenderInfo| {
        let ContenderInfo { name, bots, games, did } = line;
        let mut side = share_json(did.wins, games);
        let scores = &did.scores;
        let score = scores.range().map(
            |(min, max)| json!({ "mean": scores.mean(), "sd": scores.deviation(), "min": min, "max": max }),
        );
        (side["side"], side["bots"], side["score"]) = (name.into(), bots.into(), json!(score));
        (side["wins"], side["shared"], side["games"]) = (did.wins.into(), did.shared.into(), games.into());
        side
    };
    let sides: Vec<Value> = match stats.sides {
        Some(_) => lines(ir, simulation, stats).into_iter().map(side).collect(),
        None => Vec::new(),
    };
    let ending = |(name, games): (&String, &u64)| {
        let mut ending = share_json(*games, stats.finished);
        ending["name"] = name.as_str().into();
        ending
    };
    let endings: Vec<Value> = ir.endings.iter().zip(&stats.endings).map(ending).collect();
    (sides.into(), endings.into())
}

/// Returns the report for programs: one object.
pub(super) fn simulation_json(shown: &StudySimulation) -> Value {
    let StudySimulation { package, ir, simulation, results, played, speed, .. } = *shown;
    let (stats, agreement) = (&results.counts.stats, &simulation.agreement);
    let options: serde_json::Map<String, Value> =
        agreement.option_texts(ir).map(|(option, value)| (option.into(), value.into())).collect();
    let seats: Vec<Value> = simulation
        .bots
        .iter()
        .zip(&stats.seats)
        .enumerate()
        .map(|(seat, (bot, counted))| {
            let Interval { low, high } = wilson(counted.wins, stats.finished);
            let scores = &counted.scores;
            let score = scores
                .range()
                .map(|(min, max)| json!({ "mean": scores.mean(), "sd": scores.deviation(), "min": min, "max": max }));
            json!({
                "seat": seat + 1, "bot": bot.name(ir), "wins": counted.wins, "shared": counted.shared,
                "share": share(counted.wins, stats.finished), "low": low, "high": high, "score": score,
            })
        })
        .collect();
    let (sides, endings) = sides_json(shown);
    let game = |g: &GameRef| json!({ "game": g.index, "seed": g.seed, "again": replay_command(ir, package, g, simulation) });
    let mut report = json!({
        "game": ir.game.id, "version": ir.game.version, "games": simulation.games, "played": played, "players": agreement.players,
        "seed": agreement.seed, "options": options, "rotate": simulation.rotate, "mirror": simulation.mirror,
        "max_plies": simulation.max_plies, "finished": stats.finished, "shared": stats.shared,
        "drawn": stats.drawn, "lost": stats.lost, "sides": sides, "endings": endings, "unfinished": stats.unfinished, "faults": stats.faults, "seats": seats,
        "plies": spread_json(&stats.lengths), "turns": spread_json(&stats.turns), "rounds": spread_json(&stats.rounds), "first_unfinished": results.unfinished.as_ref().map(game),
        "first_fault": results.fault.as_ref().map(|first| {
            let mut json = game(&first.game);
            if let Some(fault) = &first.fault {
                json["code"] = fault.code().to_string().into();
            }
            json
        }),
    });
    if let Some(misjudged) = &results.misjudged {
        let mut first = game(&misjudged.game);
        first["why"] = misjudged.why.as_str().into();
        report["failed_evaluations"] = json!({ "count": stats.misjudged, "first": first });
    }
    if let Some(id) = &simulation.scenario {
        report["scenario"] = id.as_str().into();
    }
    report["figures"] = asked_json(shown);
    for (key, value) in counts_json(ir, &results.counts) {
        report[key] = value;
    }
    if let Some(speed) = speed {
        let (games, plies, each) = speed.rates(simulation, results, played);
        report["speed"] = json!({
            "seconds": speed.seconds(), "jobs": simulation.jobs.get(), "games_per_second": games,
            "plies_per_second": plies, "ns_per_ply": each, "playouts": results.work.playouts,
            "playouts_per_second": results.work.playouts as f64 / speed.seconds(),
        });
    }
    report
}
