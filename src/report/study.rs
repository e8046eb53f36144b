//! The report of several simulations.

use super::grid::{ColumnAlign, TextTable};
use super::list_effects::ListEffects;
use super::matchups::Matchups;
use super::simulation::{join_parts, simulation_json, simulation_text};
use super::study_simulation::StudySimulation;
use crate::diagnostics::{count_noun, grouped};
use crate::ir::FigureInfo;
use crate::lab::{FigureChange, Interval, Moments, SimulationFigure, StudyQuestion, changes, lines, wilson};
use serde_json::{Value, json};

/// Returns the report for people.
pub fn study_text(question: &StudyQuestion, shown: &[StudySimulation], width: usize) -> String {
    let Some(first) = shown.first() else { return String::new() };
    let table = match question {
        StudyQuestion::One => {
            let effects = ListEffects::of(shown).map_or_else(String::new, |effects| effects.text(width));
            return simulation_text(first, width) + &effects;
        }
        StudyQuestion::Sweep { of, at } => sweep_text(of, at, shown, width),
        StudyQuestion::League { bots, meetings } => {
            league_text(&LeagueResults::of(bots, meetings, shown), width)
        }
        StudyQuestion::Compare => compare_text(shown, width),
        StudyQuestion::Decks { lists, pairs } => {
            let effects = ListEffects::of(shown).map_or_else(String::new, |effects| effects.text(width));
            Matchups::of(lists, pairs, shown).text(width) + &effects
        }
    };
    let games = shown.iter().map(|s| s.played).sum();
    let seed = first.simulation.agreement.seed;
    let head = [
        first.ir.game.name.clone(),
        describe_question(question, shown),
        count_noun(games, "game"),
        format!("seed {seed}"),
    ];
    let mut text = format!("{}\n\n{table}", join_parts(&head, width));
    for s in shown {
        if let Some(misjudged) = &s.results.misjudged {
            let failed = count_noun(s.results.counts.stats.misjudged, "evaluation");
            text.push_str(&format!(
                "\n{}: {failed} of bots failed, so they could not judge these moves: {}\n",
                s.label, misjudged.why
            ));
        }
        if s.results.counts.stats.faults > 0 {
            let faults = count_noun(s.results.counts.stats.faults, "game");
            text.push_str(&format!("\n{}: {faults} ended in a fault.\n", s.label));
        }
    }
    text
}

/// Describes the question in a few words.
fn describe_question(question: &StudyQuestion, shown: &[StudySimulation]) -> String {
    match question {
        StudyQuestion::One => String::new(),
        StudyQuestion::Sweep { of, .. } => format!("with {} varied", of.join(", ")),
        StudyQuestion::League { .. } => {
            let players = shown.first().map_or(0, |s| s.simulation.bots.len());
            format!("a league at {players} players")
        }
        StudyQuestion::Compare => "two states of it compared".into(),
        StudyQuestion::Decks { lists, .. } => {
            format!("{} against each other", count_noun(lists.len() as u64, "list"))
        }
    }
}

/// Returns the report for programs: one object.
pub fn study_json(question: &StudyQuestion, shown: &[StudySimulation]) -> Value {
    let (Some(first), false) = (shown.first(), matches!(question, StudyQuestion::One)) else {
        let mut report = shown.first().map_or(Value::Null, simulation_json);
        if let Some(effects) = ListEffects::of(shown) {
            report["lists"] = effects.json();
        }
        return report;
    };
    let entries: Vec<Value> =
        shown.iter().map(|s| json!({ "label": s.label, "report": simulation_json(s) })).collect();
    let mut report = json!({
        "question": "", "game": first.ir.game.id, "version": first.ir.game.version,
        "played": shown.iter().map(|s| s.played).sum::<u64>(), "seed": first.simulation.agreement.seed,
    });
    let (key, answer) = match question {
        StudyQuestion::One => ("report", Value::Null),
        StudyQuestion::Sweep { of, at } => ("sweep", sweep_json(of, at, shown)),
        StudyQuestion::League { bots, meetings } => {
            ("league", LeagueResults::of(bots, meetings, shown).json())
        }
        StudyQuestion::Compare => ("compare", compare_json(shown)),
        StudyQuestion::Decks { lists, pairs } => ("decks", Matchups::of(lists, pairs, shown).json()),
    };
    report["question"] = key.into();
    report[key] = answer;
    report["entries"] = entries.into();
    if let (StudyQuestion::Decks { .. }, Some(effects)) = (question, ListEffects::of(shown)) {
        report["lists"] = effects.json();
    }
    report
}

/// Formats a number for people; shares in per cent.
fn number(value: f64, share: bool) -> String {
    let text = if share { format!("{:.1} %", value * 100.0) } else { format!("{value:.2}") };
    text.replace('-', "−")
}

// ------------------------------------------------------------ sweeps

/// Returns the names of the figures of a sweep that are shown: those of the whole game and its seats, and of
/// the cards that are varied.
fn swept(of: &[String], all: &[Vec<SimulationFigure>]) -> Vec<String> {
    let general = [
        "win",
        "score",
        "ending",
        "figure",
        "figure_won",
        "shared",
        "drawn",
        "choices",
        "turns",
        "margin",
        "lead_changes",
    ];
    let cards: Vec<&str> =
        of.iter().filter_map(|path| path.strip_prefix("cards.")?.split('.').next()).collect();
    let effects = ["chosen", "win_chosen", "kept", "win_kept"];
    let mut names: Vec<String> = Vec::new();
    for figure in all.iter().flatten() {
        let wanted = general.contains(&figure.what)
            || effects.contains(&figure.what) && cards.contains(&figure.of.as_str());
        let name = figure.name();
        if wanted && !names.contains(&name) {
            names.push(name);
        }
    }
    // Shares that are zero everywhere are left out.
    names.retain(|name| {
        let beside = ["shared", "drawn"].contains(&name.as_str());
        !beside || all.iter().flatten().any(|f| f.name() == *name && f.measure.value() > 0.0)
    });
    names
}

fn sweep_text<'a>(of: &'a [String], at: &[Vec<String>], shown: &[StudySimulation], width: usize) -> String {
    let all: Vec<Vec<SimulationFigure>> = shown.iter().map(StudySimulation::figures).collect();
    let names = swept(of, &all);
    let mut text = String::new();
    // Splits the figures into tables that fit the width.
    let room = (width.saturating_sub(24) / 18).max(1);
    for names in names.chunks(room) {
        let short =
            |path: &'a str| ["cards.", "option."].iter().find_map(|p| path.strip_prefix(p)).unwrap_or(path);
        let mut columns: Vec<(&str, ColumnAlign)> =
            of.iter().map(|path| (short(path), ColumnAlign::Right)).collect();
        columns.extend(names.iter().map(|name| (name.as_str(), ColumnAlign::Left)));
        let mut grid = TextTable::new(&columns, width);
        for (values, figures) in at.iter().zip(&all) {
            let mut row = values.clone();
            row.extend(names.iter().map(|name| {
                let found = figures.iter().find(|f| f.name() == *name);
                found.map_or_else(|| "–".into(), with_reach)
            }));
            grid.row(row);
        }
        text.push_str(&grid.text());
        text.push('\n');
    }
    let games: Vec<u64> = shown.iter().map(|s| s.played).collect();
    let (least, most) = (games.iter().min().copied().unwrap_or(0), games.iter().max().copied().unwrap_or(0));
    let games = if least == most {
        count_noun(most, "game")
    } else {
        format!("{} to {}", grouped(least), count_noun(most, "game"))
    };
    text.push_str(&format!("{games} each; ± 95 %.\n"));
    text
}

/// Formats a figure with its interval: `51.2 % ±0.4`.
fn with_reach(figure: &SimulationFigure) -> String {
    let share = figure.measure.is_share();
    let value = number(figure.measure.value(), share);
    match figure.measure.interval() {
        Some(Interval { low, high }) => {
            let reach = (high - low) / 2.0;
            if share { format!("{value} ±{:.1}", reach * 100.0) } else { format!("{value} ±{reach:.2}") }
        }
        None => value,
    }
}

fn sweep_json(of: &[String], at: &[Vec<String>], shown: &[StudySimulation]) -> Value {
    let all: Vec<Vec<SimulationFigure>> = shown.iter().map(StudySimulation::figures).collect();
    let figures: Vec<Value> = swept(of, &all)
        .into_iter()
        .map(|name| {
            let share = all.iter().flatten().any(|f| f.name() == name && f.measure.is_share());
            let values = at.iter().zip(&all).filter_map(|(at, figures)| {
                let m = figures.iter().find(|f| f.name() == name)?.measure;
                let (low, high) = m.interval().map_or((None, None), |i| (Some(i.low), Some(i.high)));
                Some(json!({ "at": at.join(", "), "value": m.value(), "low": low, "high": high, "count": m.count() }))
            });
            let unit = if share { "share" } else { "number" };
            json!({ "figure": name, "unit": unit, "values": values.collect::<Vec<Value>>() })
        })
        .collect();
    json!({
        "of": of.join(", "), "values": at.iter().map(|values| values.join(", ")).collect::<Vec<String>>(), "figures": figures,
    })
}

// ------------------------------------------------------------ leagues

/// The results of bots against each other.
struct LeagueResults<'a> {
    bots: &'a [String],
    fair: f64,
    /// For each pair of bots, games won and played; `None` if they did not meet.
    met: Vec<Vec<Option<(u64, u64)>>>,
    /// The game's own figures that are numbers of players: for each bot, the numbers of all its games.
    own: Vec<(&'a str, Vec<Moments>)>,
}

impl<'a> LeagueResults<'a> {
    fn of(bots: &'a [String], meetings: &[(u16, u16)], shown: &[StudySimulation<'a>]) -> LeagueResults<'a> {
        let mut met = vec![vec![None; bots.len()]; bots.len()];
        let mut fair = 0.0;
        for (&(one, other), s) in meetings.iter().zip(shown) {
            let (one, other) = (usize::from(one), usize::from(other));
            let stats = &s.results.counts.stats;
            let lines = lines(s.ir, s.simulation, stats);
            fair = 1.0 / lines.len().max(1) as f64;
            let of = |line: usize| lines.get(line).map(|line| (line.did.wins, line.games));
            met[one][other] = of(0);
            if s.simulation.bots.len() == 2 && lines.len() == 2 {
                met[other][one] = of(1);
            }
        }
        LeagueResults { bots, fair, met, own: own_figures(bots, shown) }
    }

    /// Returns the mean of a bot's win rates.
    fn mean(&self, bot: usize) -> Option<f64> {
        let shares: Vec<f64> = self.met[bot]
            .iter()
            .flatten()
            .map(|(wins, games)| *wins as f64 / (*games).max(1) as f64)
            .collect();
        (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
    }

    fn json(&self) -> Value {
        let table = self.bots.iter().enumerate().map(|(b, bot)| {
            let against = self.bots.iter().zip(&self.met[b]).filter_map(|(other, met)| {
                let (wins, games) = (*met)?;
                let Interval { low, high } = wilson(wins, games);
                let share = if games == 0 { 0.0 } else { wins as f64 / games as f64 };
                Some(json!({ "bot": other, "share": share, "low": low, "high": high, "games": games }))
            });
            let figures = self.own.iter().map(|(id, of)| {
                let mean = of.get(b).map(Moments::mean);
                ((*id).to_owned(), json!(mean))
            });
            let own: serde_json::Map<String, Value> = figures.collect();
            json!({ "bot": bot, "against": against.collect::<Vec<Value>>(), "mean": self.mean(b), "figures": own })
        });
        json!({ "bots": self.bots, "fair": self.fair, "table": table.collect::<Vec<Value>>() })
    }
}

fn own_figures<'a>(bots: &[String], shown: &[StudySimulation<'a>]) -> Vec<(&'a str, Vec<Moments>)> {
    let Some(first) = shown.first() else { return Vec::new() };
    let figures =
        first.ir.figures.iter().enumerate().filter(|(_, figure)| figure.per_player && figure.is_number());
    let of = |(at, figure): (usize, &'a FigureInfo)| {
        let mut all = vec![Moments::default(); bots.len()];
        for s in shown {
            let Some(answers) = s.results.counts.asked.figures.get(at) else { continue };
            for (bot, moments) in s.simulation.bots.iter().zip(&answers.numbers) {
                let name = bot.name(s.ir);
                let known = bots.iter().position(|other| *other == name).and_then(|b| all.get_mut(b));
                known.into_iter().for_each(|sum| sum.merge(moments));
            }
        }
        (figure.id.as_str(), all)
    };
    figures.map(of).collect()
}

/// Returns the win rates of each pair, and the game's own figures of each bot.
fn league_text(league: &LeagueResults, width: usize) -> String {
    let mut text = meetings_text(league, width);
    if !league.own.is_empty() {
        let mut columns = vec![("", ColumnAlign::Left)];
        columns.extend(league.own.iter().map(|(id, _)| (*id, ColumnAlign::Right)));
        let mut grid = TextTable::new(&columns, width);
        for (b, bot) in league.bots.iter().enumerate() {
            let means = league
                .own
                .iter()
                .map(|(_, of)| of.get(b).map_or_else(String::new, |m| number(m.mean(), false)));
            grid.row([bot.clone()].into_iter().chain(means));
        }
        text.push_str(&format!("\nMeans of the game's own figures:\n\n{}", grid.text()));
    }
    text
}

fn meetings_text(league: &LeagueResults, width: usize) -> String {
    let mut columns = vec![("", ColumnAlign::Left)];
    columns.extend(league.bots.iter().map(|bot| (bot.as_str(), ColumnAlign::Right)));
    columns.push(("Mean", ColumnAlign::Right));
    let mut grid = TextTable::new(&columns, width);
    let mut order: Vec<usize> = (0..league.bots.len()).collect();
    let mean = |bot: usize| league.mean(bot).unwrap_or(0.0);
    order.sort_by(|a, b| mean(*b).total_cmp(&mean(*a)).then(a.cmp(b)));
    let mut reach: f64 = 0.0;
    for bot in order {
        let mut row = vec![league.bots[bot].clone()];
        row.extend(league.met[bot].iter().map(|met| match met {
            Some((wins, games)) => {
                let Interval { low, high } = wilson(*wins, *games);
                reach = reach.max((high - low) / 2.0);
                format!("{:.1}", *wins as f64 / (*games).max(1) as f64 * 100.0)
            }
            None => "–".into(),
        }));
        row.push(format!("{:.1}", mean(bot) * 100.0));
        grid.row(row);
    }
    if league.fair == 1.0 {
        return format!(
            "{}\nGames won of 100 by tables of one bot of a row with bots of a column, ±{:.1} at most (95 %).\n",
            grid.text(),
            reach * 100.0
        );
    }
    format!(
        "{}\nGames won of 100 by the bot of a row against the bot of a column, ±{:.1} at most (95 %); {:.1} is fair.\n",
        grid.text(),
        reach * 100.0,
        league.fair * 100.0
    )
}

// ------------------------------------------------------------ comparing

fn compared(shown: &[StudySimulation]) -> Vec<FigureChange> {
    match shown {
        [before, after] => changes(&before.figures(), &after.figures()),
        _ => Vec::new(),
    }
}

fn compare_text(shown: &[StudySimulation], width: usize) -> String {
    let [before, after] = shown else { return String::new() };
    let all = compared(shown);
    let (mut marked, others): (Vec<&FigureChange>, Vec<&FigureChange>) =
        all.iter().partition(|change| change.marked);
    marked.sort_by(|a, b| a.difference.p.total_cmp(&b.difference.p).then(a.name.cmp(&b.name)));
    let general = |c: &&FigureChange| {
        ["win", "score", "figure", "choices", "turns"].iter().any(|w| c.name.split('.').next() == Some(w))
    };
    let (before, after) = (before.label, after.label);
    let table = |changes: &[&FigureChange]| {
        let mut grid = TextTable::new(
            &[
                ("", ColumnAlign::Left),
                (before, ColumnAlign::Right),
                (after, ColumnAlign::Right),
                ("Difference", ColumnAlign::Right),
                ("95 %", ColumnAlign::Left),
            ],
            width,
        );
        for FigureChange { name, before, after, difference, .. } in changes {
            let share = before.is_share();
            let scale = if share { 100.0 } else { 1.0 };
            let signed = |value: f64| format!("{:+.2}", value * scale).replace('-', "−");
            grid.row([
                name.clone(),
                number(before.value(), share),
                number(after.value(), share),
                signed(difference.share),
                format!("{} to {}", signed(difference.low), signed(difference.high)),
            ]);
        }
        grid.text()
    };
    let mut text = match marked.len() {
        0 => format!("Of {} none is likely to have changed.\n", count_noun(all.len() as u64, "figure")),
        n => format!(
            "Of {} {} likely to have changed:\n\n{}",
            count_noun(all.len() as u64, "figure"),
            if n == 1 { "one is".into() } else { format!("{} are", grouped(n as u64)) },
            table(&marked)
        ),
    };
    let others: Vec<&FigureChange> = others.into_iter().filter(general).collect();
    if !others.is_empty() {
        text.push_str(&format!("\nNot likely to have changed:\n\n{}", table(&others)));
    }
    text
}

fn compare_json(shown: &[StudySimulation]) -> Value {
    let labels: Vec<&str> = shown.iter().map(|s| s.label).collect();
    let figures = compared(shown).into_iter().map(|c| {
        let FigureChange { name, before, after, difference: d, marked } = c;
        json!({
            "figure": name, "before": before.value(), "after": after.value(), "difference": d.share, "low": d.low,
            "high": d.high, "p": d.p, "marked": marked, "unit": if before.is_share() { "share" } else { "number" },
        })
    });
    json!({ "before": labels.first(), "after": labels.get(1), "figures": figures.collect::<Vec<Value>>() })
}
