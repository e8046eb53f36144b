//! `cardwright drive`: games driven by another program, one JSON object per line. docs/drive.md describes the lines.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use serde_json::{Number, Value};

use super::input;
use super::open::{self, Agreed};
use super::perft::from_scenario;
use super::ui::Ui;
use super::{Outcome, Stop};
use crate::compile::Game;
use crate::diagnostics::json_text;
use crate::ir::Begin;
use crate::play::{Agreement, LaidOut, NamedList, Session};
use crate::protocol::{BeginAt, Driven, Line, NewGame, Request, request, with_id, wrong};
use crate::table::{Names, State, Table};

/// The settings of the next game, and the `id` of their line.
type Begun = (Option<Value>, NewGame);

/// Size limit of a line, in bytes.
const LONGEST: u64 = 1 << 20;

/// Drive games from another program: one JSON object per line, on standard input and output
#[derive(clap::Args)]
pub(super) struct Args {
    /// Game folder, or id of a shipped game
    #[arg(default_value = ".")]
    game: String,
}

/// Answers every line of standard input.
pub(super) fn run(args: &Args, ui: &Ui) -> Outcome {
    let game = open::game(&args.game)?;
    drive(&game, &args.game, &mut io::stdin().lock(), &mut ui.out())?;
    Ok(ExitCode::SUCCESS)
}

/// Answers every line of `lines` with a line. `package` is the game as named by the user.
///
/// # Errors
/// Reading or writing fails, or a line is longer than 1 MiB.
pub fn drive(game: &Game, package: &str, lines: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let mut next: Option<Begun> = None;
    loop {
        let (id, agreed) = match next.take() {
            Some(begun) => begun,
            None => match read(lines)? {
                None => return Ok(()),
                Some((id, Ok(Request::New(agreed)))) => (id, *agreed),
                Some((id, Ok(_))) => {
                    reply(out, id, wrong("there is no game yet: begin with {\"do\": \"new\"}"))?;
                    continue;
                }
                Some((id, Err(words))) => {
                    reply(out, id, wrong(&words))?;
                    continue;
                }
            },
        };
        match play(game, package, (id.clone(), &agreed), lines, out) {
            Ok(None) => return Ok(()),
            Ok(again) => next = again,
            Err(Stop::Io(error)) => return Err(error),
            Err(Stop::Usage(words)) => reply(out, id, wrong(&words))?,
            Err(Stop::Found(found, _)) => {
                let first = found.first().map_or("the game cannot be laid", |d| d.message.as_str());
                reply(out, id, wrong(first))?;
            }
        }
    }
}

/// Reads the next request, and skips empty lines; `None` at the end of the input.
fn read(lines: &mut impl BufRead) -> io::Result<Option<Line>> {
    while let Some(line) = input::line(lines, LONGEST)? {
        if !line.is_empty() {
            return Ok(Some(request(&line)));
        }
    }
    Ok(None)
}

/// Writes the answer to a line, with the line's `id`.
fn reply(out: &mut impl Write, id: Option<Value>, answer: Value) -> io::Result<()> {
    writeln!(out, "{}", with_id(answer, id))?;
    out.flush()
}

/// Plays one game until another is requested, which is returned, or the input ends.
fn play(
    game: &Game,
    package: &str,
    (id, new): (Option<Value>, &NewGame),
    lines: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Option<Begun>, Stop> {
    let agreed = agreed(new)?;
    let laid = agreed.sitting(1).laid(game)?;
    let ir = laid.as_ref().map_or(&game.ir, |laid| &laid.ir);
    let table = open::table(ir)?;
    let session = match &new.scenario {
        None if new.lays_out() => {
            let agreement = agreed.settle(&mut table.machine(), 1, Some(1))?;
            let state = laid_out(new, laid.as_ref().unwrap_or(game), &table, &agreement)?;
            Session::resume(&table, agreement, state)
        }
        None => {
            let agreement = agreed.settle(&mut table.machine(), 1, Some(1))?;
            Session::new(&table, agreement)
        }
        Some(_) if laid.is_some() => {
            let words =
                "a game whose players bring lists does not begin from a scenario here: give `decks` and options";
            return Err(Stop::Usage(words.into()));
        }
        Some(id) => {
            alone(new)?;
            let (start, _) = from_scenario(&table, &Names::new(ir), id)?;
            let agreement = start.agreement(&table);
            Session::of_scenario(&table, agreement, start)
        }
    };
    let session = session.map_err(|why| open::disagreement(ir, &table, why))?;
    let mut driven = Driven::new(session);
    reply(out, id, driven.position())?;
    while let Some((id, request)) = read(lines)? {
        let answer = match request {
            Ok(Request::New(next)) => return Ok(Some((id, *next))),
            Ok(request) => driven.answer(&request, package).unwrap_or_else(|words| wrong(&words)),
            Err(words) => wrong(&words),
        };
        reply(out, id, answer)?;
    }
    Ok(None)
}

/// Checks that no settings are given besides a scenario, which fixes them.
fn alone(new: &NewGame) -> Result<(), Stop> {
    let given = new.players.is_some() || new.setup.is_some() || new.seed.is_some();
    if given || !new.options.is_empty() || new.lays_out() {
        let words = "a scenario says all of it itself: leave `players`, `setup`, `options`, `seed`, `zones`, `state` and `begin` out";
        return Err(Stop::Usage(words.into()));
    }
    Ok(())
}

/// Lays out the table as the line says, and begins the game.
fn laid_out(new: &NewGame, game: &Game, table: &Table, agreement: &Agreement) -> Result<State, Stop> {
    let names = Names::new(&game.ir);
    let mut machine = table.machine();
    let mut state = agreement.lay(&mut machine).map_err(|why| open::disagreement(&game.ir, table, why))?;
    let laid = LaidOut::read(game, &names, &new.zones, &new.state);
    laid.and_then(|laid| laid.lay(table, &names, &mut state)).map_err(Stop::Usage)?;
    let begin = match new.begin {
        Some(BeginAt::Setup) => Begin::Setup,
        Some(BeginAt::Play) | None => Begin::Play,
    };
    machine.start(&mut state, begin);
    Ok(state)
}

/// Returns the settings without those of the table.
fn agreed(new: &NewGame) -> Result<Agreed, Stop> {
    let option = |(id, value): (&String, &Value)| (id.clone(), json_text(value));
    Ok(Agreed {
        players: new.players,
        setup: new.setup.clone(),
        options: new.options.iter().map(option).collect(),
        decks: new
            .decks
            .iter()
            .map(|(who, list)| NamedList::written(who, list))
            .collect::<Result<_, _>>()
            .map_err(Stop::Usage)?,
        seed: new.seed.as_ref().map(seed).transpose()?,
    })
}

/// Parses a seed, limited to the range that saved games can store.
fn seed(written: &Number) -> Result<u64, Stop> {
    let seed = written.as_u64().filter(|seed| i64::try_from(*seed).is_ok());
    seed.ok_or_else(|| Stop::Usage(format!("`seed` is a whole number from 0 to {}, not {written}", i64::MAX)))
}
