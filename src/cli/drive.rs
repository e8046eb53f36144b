//! `cardwright drive`: games driven by another program, one JSON object per line. docs/drive.md describes the
//! lines.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use serde_json::{Number, Value};

use super::command_result::{CommandError, CommandResult};
use super::input;
use super::open::{self, AgreementArgs};
use super::perft::from_scenario;
use super::ui::Ui;
use crate::compile::CompiledGame;
use crate::diagnostics::json_text;
use crate::ir::StartPoint;
use crate::play::{Agreement, NamedList, Session, TableContents};
use crate::protocol::{BeginAt, DrivenGame, NewGame, ParsedLine, ProtocolRequest, refuse, request, with_id};
use crate::table::{Names, State, Table};

/// The settings of the next game, and the `id` of their line.
type NextGame = (Option<Value>, NewGame);

/// Size limit of a line, in bytes.
const LONGEST: u64 = 1 << 20;

/// Drive games from another program: one JSON object per line, on standard input and output
#[derive(clap::Args)]
pub(super) struct DriveArgs {
    /// Game folder, or id of a shipped game
    #[arg(default_value = ".")]
    game: String,
}

/// Answers every line of standard input.
pub(super) fn run(args: &DriveArgs, ui: &Ui) -> CommandResult {
    let game = open::game(&args.game)?;
    drive(&game, &args.game, &mut io::stdin().lock(), &mut ui.out())?;
    Ok(ExitCode::SUCCESS)
}

/// Answers every line of `lines` with a line. `package` is the game as named by the user.
///
/// # Errors
/// Reading or writing fails, or a line is longer than 1 MiB.
pub fn drive(
    game: &CompiledGame,
    package: &str,
    lines: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut next: Option<NextGame> = None;
    loop {
        let (id, agreed) = match next.take() {
            Some(begun) => begun,
            None => match read(lines)? {
                None => return Ok(()),
                Some((id, Ok(ProtocolRequest::New(agreed)))) => (id, *agreed),
                Some((id, Ok(_))) => {
                    reply(out, id, refuse("there is no game yet: begin with {\"do\": \"new\"}"))?;
                    continue;
                }
                Some((id, Err(words))) => {
                    reply(out, id, refuse(&words))?;
                    continue;
                }
            },
        };
        match play(game, package, (id.clone(), &agreed), lines, out) {
            Ok(None) => return Ok(()),
            Ok(again) => next = again,
            Err(CommandError::Io(error)) => return Err(error),
            Err(CommandError::Usage(words)) => reply(out, id, refuse(&words))?,
            Err(CommandError::Found(found, _)) => {
                let first = found.first().map_or("the game cannot be laid", |d| d.message.as_str());
                reply(out, id, refuse(first))?;
            }
        }
    }
}

/// Reads the next request, and skips empty lines; `None` at the end of the input.
fn read(lines: &mut impl BufRead) -> io::Result<Option<ParsedLine>> {
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
    game: &CompiledGame,
    package: &str,
    (id, new): (Option<Value>, &NewGame),
    lines: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Option<NextGame>, CommandError> {
    let agreed = agreed(new)?;
    let laid = agreed.sitting(1).compile_for_lists(game)?;
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
            let words = "a game whose players bring lists does not begin from a scenario here: give `decks` and options";
            return Err(CommandError::Usage(words.into()));
        }
        Some(id) => {
            alone(new)?;
            if let Some(words) = game.broken_scenario(id) {
                return Err(CommandError::Usage(words));
            }
            let (start, _) = from_scenario(&table, &Names::new(ir), id)?;
            let agreement = start.agreement(&table);
            Session::of_scenario(&table, agreement, start)
        }
    };
    let session = session.map_err(|why| open::disagreement(ir, &table, why))?;
    let mut driven = DrivenGame::new(session);
    reply(out, id, driven.position())?;
    while let Some((id, request)) = read(lines)? {
        let answer = match request {
            Ok(ProtocolRequest::New(next)) => return Ok(Some((id, *next))),
            Ok(request) => driven.answer(&request, package).unwrap_or_else(|words| refuse(&words)),
            Err(words) => refuse(&words),
        };
        reply(out, id, answer)?;
    }
    Ok(None)
}

/// Checks that no settings are given besides a scenario, which fixes them.
fn alone(new: &NewGame) -> Result<(), CommandError> {
    let given = new.players.is_some() || new.setup.is_some() || new.seed.is_some();
    if given || !new.options.is_empty() || new.lays_out() {
        let words = "a scenario says all of it itself: leave `players`, `setup`, `options`, `seed`, `zones`, `state` and `begin` out";
        return Err(CommandError::Usage(words.into()));
    }
    Ok(())
}

/// Lays out the table as the line says, and begins the game.
fn laid_out(
    new: &NewGame,
    game: &CompiledGame,
    table: &Table,
    agreement: &Agreement,
) -> Result<State, CommandError> {
    let names = Names::new(&game.ir);
    let mut machine = table.machine();
    let mut state = agreement.lay(&mut machine).map_err(|why| open::disagreement(&game.ir, table, why))?;
    let laid = TableContents::read(game, &names, &new.zones, &new.state);
    laid.and_then(|laid| laid.lay(table, &names, &mut state)).map_err(CommandError::Usage)?;
    let begin = match new.begin {
        Some(BeginAt::Setup) => StartPoint::Setup,
        Some(BeginAt::Play) | None => StartPoint::Play,
    };
    machine.start(&mut state, begin);
    Ok(state)
}

/// Returns the settings without those of the table.
fn agreed(new: &NewGame) -> Result<AgreementArgs, CommandError> {
    let option = |(id, value): (&String, &Value)| (id.clone(), json_text(value));
    Ok(AgreementArgs {
        players: new.players,
        setup: new.setup.clone(),
        options: new.options.iter().map(option).collect(),
        decks: new
            .decks
            .iter()
            .map(|(who, list)| NamedList::parse(who, list))
            .collect::<Result<_, _>>()
            .map_err(CommandError::Usage)?,
        seed: new.seed.as_ref().map(seed).transpose()?,
    })
}

/// Parses a seed, limited to the range that saved games can store.
fn seed(written: &Number) -> Result<u64, CommandError> {
    let seed = written.as_u64().filter(|seed| i64::try_from(*seed).is_ok());
    seed.ok_or_else(|| {
        CommandError::Usage(format!("`seed` is a whole number from 0 to {}, not {written}", i64::MAX))
    })
}
