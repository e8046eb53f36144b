//! `cardwright demo`: checks, compiles and plays a shipped game, and narrates it.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};

use super::command_result::{CommandError, CommandResult};
use super::lists;
use super::open::{self, AgreementArgs};
use super::ui::Ui;
use crate::diagnostics::{printable_line, shell_word};
use crate::ir::PlayerId;
use crate::package;
use crate::play::{BotKind, Session, bot_seed, story};
use crate::print;
use crate::report::{count_noun, ends, standings, verdict};
use crate::source::{Sources, TomlNode, TomlValue, parse_toml};
use crate::table::{self, Players};

/// Number of turns of a long game shown at its beginning and at its end.
const TOLD: usize = 14;

/// Limit of choices in a game without an end.
const LONGEST: usize = 10_000;

/// Check, compile and play a shipped game with bots, and suggest what to try next
#[derive(clap::Args)]
pub(super) struct DemoArgs {
    /// Another game: its folder, or the id of a shipped one
    game: Option<String>,

    #[command(flatten)]
    agreed: AgreementArgs,
}

/// Returns the game of the demonstration, its number of players, and its random seed.
fn choose_game(game: Option<&str>) -> Result<(String, Option<u8>, u64), CommandError> {
    let mut sources = Sources::default();
    let file = sources.add("demo.toml", package::demo());
    let (tree, _) = parse_toml(&sources, file);
    let int = |key| match tree.get(key).map(|n| &n.value) {
        Some(TomlValue::Int(i)) => Some(*i),
        _ => None,
    };
    let marked = tree.get("game").and_then(TomlNode::as_text).map(|t| t.value.clone());
    let marked = marked.or_else(|| package::shipped().next().map(String::from));
    match (game, marked) {
        (Some(game), marked) if marked.as_deref() != Some(game) => Ok((game.into(), None, 1)),
        (_, Some(marked)) => {
            let players = int("players").and_then(|p| u8::try_from(p).ok());
            Ok((marked, players, int("seed").map_or(1, |s| s as u64)))
        }
        (_, None) => Err(CommandError::Usage("no game comes with this Cardwright; name one".into())),
    }
}

/// Plays the game and narrates it.
pub(super) fn run(args: &DemoArgs, ui: &Ui) -> CommandResult {
    let (package, players, seed) = choose_game(args.game.as_deref())?;
    let start = Instant::now();
    let mut agreed = args.agreed.clone();
    agreed.players = agreed.players.or(players);
    let whole = open::game(&package)?;
    let whole_took = start.elapsed();
    let counts = [
        count_noun(whole.ir.components.len() as u64, "component"),
        count_noun(whole.ir.options.len() as u64, "option"),
        count_noun(whole.scenario_count() as u64, "scenario"),
    ];
    let start = Instant::now();
    let game = lists::compile_for_lists(whole, &agreed, 1)?;
    let took = whole_took + start.elapsed();
    let ir = &game.ir;
    let table = open::table(ir)?;
    let agreement = agreed.settle(&mut table.machine(), 1, Some(seed))?;
    let (players, seed) = (agreement.players, agreement.seed);

    let mut out = ui.out();
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let good = AnsiColor::Green.on_default().bold();
    writeln!(out, "{bold}{}{bold:#}\n{}\n", printable_line(&ir.game.name), printable_line(&ir.game.summary))?;
    writeln!(out, "{good}✓{good:#} checked: {}", counts.join(", "))?;
    writeln!(
        out,
        "{good}✓{good:#} compiled: {} in {}, {} ms",
        count_noun(ir.code.len() as u64, "instruction"),
        count_noun(ir.functions.len() as u64, "function"),
        milliseconds(took)
    )?;
    let mut session = Session::new(&table, agreement).map_err(|why| open::disagreement(ir, &table, why))?;
    play(&mut session)?;
    let bots = match players {
        1 => "1 bot that chooses".to_owned(),
        many => format!("{} that choose", count_noun(u64::from(many), "bot")),
    };
    writeln!(out, "{good}✓{good:#} played: {bots} at random, seed {seed}\n")?;
    let turns =
        story(session.record(), Players::NONE).iter().map(|turn| format!("· {}", turn.text())).collect();
    for line in ends(turns, TOLD) {
        writeln!(out, "{line}")?;
    }
    let labels: Vec<String> = (1..=players).map(|p| format!("player {p}")).collect();
    let outcome = session.outcome().map_err(|fault| open::fault_stop(ir, &table, &fault))?;
    let text = standings(session.names(), &outcome, &session.breakdown(), &labels, ui.out_width());
    writeln!(out, "\n{text}\n{bold}{}{bold:#}\n", verdict(ir, &outcome, &labels))?;

    let from = if package::shipped().any(|id| id == package) {
        format!(" --from {}", shell_word(&package))
    } else {
        String::new()
    };
    let first = print::sheets(ir).first().map_or_else(|| "rules".to_owned(), |sheet| sheet.id.clone());
    let paper = format!("on paper: then open output/{}/{first}.pdf", ir.game.id);
    let word = shell_word(&package);
    let next = [
        (format!("cardwright play {word}"), "you against bots"),
        (format!("cardwright sim {word} -n 10000"), "who wins how often"),
        (format!("cardwright new my-game{from}"), "a game of your own to change"),
        (format!("cardwright build {word}"), paper.as_str()),
        ("cardwright check my-game".into(), "what is wrong with it, if anything"),
        ("cardwright explain CW0501".into(), "what the code of an error means"),
    ];
    writeln!(out, "{bold}What to try next{bold:#}")?;
    let longest = next.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
    for (command, what) in next {
        writeln!(out, "  {command:longest$}  {dim}{what}{dim:#}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays random bots to the end.
fn play(session: &mut Session) -> Result<(), CommandError> {
    let agreement = session.agreement();
    let seed = agreement.seed;
    let mut bots: Vec<_> = (0..agreement.players).map(|_| BotKind::Random.make(session.table())).collect();
    for (seat, bot) in bots.iter_mut().enumerate() {
        bot.begin(bot_seed(seed, PlayerId::from_index(seat)));
    }
    loop {
        match session.advance() {
            table::Stop::Choice if session.steps().len() >= LONGEST => return Ok(()),
            table::Stop::Choice => {
                let Ok(seen) = session.observation() else { return Ok(()) };
                let Some(bot) = bots.get_mut(seen.player().index()) else { return Ok(()) };
                let index = bot.choose(&seen);
                if session.choose(index).is_err() {
                    return Ok(());
                }
            }
            table::Stop::Fault(fault) => {
                let table = session.table();
                return Err(open::fault_stop(table.ir(), table, &fault));
            }
            _ => return Ok(()),
        }
    }
}

/// Formats a duration in milliseconds, with a decimal below 10.
fn milliseconds(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1e3;
    if ms < 10.0 { format!("{ms:.1}") } else { format!("{ms:.0}") }
}
