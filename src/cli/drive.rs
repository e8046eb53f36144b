//! `cardwright drive`: games driven by another program, one JSON object per line. docs/drive.md describes the
//! lines.

use std::cell::OnceCell;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use self_cell::self_cell;
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

/// The game that is driven, with the table at which its matches are played unless players bring lists.
struct DrivenPackage<'g> {
    game: &'g CompiledGame,
    table: OnceCell<Table<'g>>,
}

/// A game that can begin.
struct NextGame<'t> {
    /// The `id` of its line.
    id: Option<Value>,
    new: NewGame,
    start: GameStart<'t>,
}

/// The table of a new game.
enum GameStart<'t> {
    /// The game begins at the table of the package.
    Shared(Box<Session<'t>>),
    /// The game begins at a table of its own, for the lists that its players bring.
    Lists(Box<ListTable>),
}

self_cell!(
    /// A game compiled for the lists of its players, with its table.
    struct ListTable {
        owner: CompiledGame,

        #[not_covariant]
        dependent: Table,
    }
);

/// Size limit of a line, in bytes. A longer one is refused, and not kept.
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
/// Reading or writing fails.
pub fn drive(
    game: &CompiledGame,
    package: &str,
    lines: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<()> {
    let host = DrivenPackage { game, table: OnceCell::new() };
    let mut next: Option<NextGame> = None;
    loop {
        let begun = match next.take() {
            Some(begun) => begun,
            None => match read(lines)? {
                None => return Ok(()),
                Some((id, Ok(ProtocolRequest::New(new)))) => match host.prepare(&id, *new) {
                    Ok(begun) => begun,
                    Err(why) => {
                        reply(out, id, refuse(&words_of(why)))?;
                        continue;
                    }
                },
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
        let NextGame { id, new, start } = begun;
        let played = match start {
            GameStart::Shared(session) => Ok(play(&host, package, (id.clone(), *session), lines, out)?),
            GameStart::Lists(laid) => laid.with_dependent(|game, table| {
                let session = begin(&new, game, table)?;
                Ok(play(&host, package, (id.clone(), session), lines, out)?)
            }),
        };
        match played {
            Ok(None) => return Ok(()),
            Ok(again) => next = again,
            Err(CommandError::Io(error)) => return Err(error),
            Err(why) => reply(out, id, refuse(&words_of(why)))?,
        }
    }
}

/// Reads the next request, and skips empty lines; `None` at the end of the input.
fn read(lines: &mut impl BufRead) -> io::Result<Option<ParsedLine>> {
    while let Some(line) = input::line_or_error(lines, LONGEST)? {
        match line {
            Ok(line) if line.is_empty() => {}
            Ok(line) => return Ok(Some(request(&line))),
            // Its `id` is not read.
            Err(words) => return Ok(Some((None, Err(words)))),
        }
    }
    Ok(None)
}

/// Writes the answer to a line, with the line's `id`.
fn reply(out: &mut impl Write, id: Option<Value>, answer: Value) -> io::Result<()> {
    writeln!(out, "{}", with_id(answer, id))?;
    out.flush()
}

/// Plays one game until another one begins, which is returned, or the input ends.
fn play<'h>(
    host: &'h DrivenPackage<'h>,
    package: &str,
    (id, session): (Option<Value>, Session<'_>),
    lines: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<Option<NextGame<'h>>> {
    let mut driven = DrivenGame::new(session);
    reply(out, id, driven.position())?;
    while let Some((id, request)) = read(lines)? {
        let answer = match request {
            Ok(ProtocolRequest::New(new)) => match host.prepare(&id, *new) {
                Ok(next) => return Ok(Some(next)),
                Err(why) => refuse(&words_of(why)),
            },
            Ok(request) => driven.answer(&request, package).unwrap_or_else(|words| refuse(&words)),
            Err(words) => refuse(&words),
        };
        reply(out, id, answer)?;
    }
    Ok(None)
}

/// Returns the reason why a game cannot begin, in words for people.
fn words_of(why: CommandError) -> String {
    match why {
        CommandError::Io(error) => error.to_string(),
        CommandError::Usage(words) => words,
        CommandError::Found(found, _) => {
            found.into_iter().next().map_or_else(|| "the game cannot be laid".into(), |d| d.message)
        }
    }
}

impl<'g> DrivenPackage<'g> {
    /// Returns the table of the package, made on first use.
    fn table(&self) -> Result<&Table<'g>, CommandError> {
        if let Some(table) = self.table.get() {
            return Ok(table);
        }
        let table = open::table(&self.game.ir)?;
        Ok(self.table.get_or_init(|| table))
    }

    /// Prepares a new game, so that it can begin.
    ///
    /// # Errors
    /// A setting is wrong. The game in progress continues.
    fn prepare(&'g self, id: &Option<Value>, new: NewGame) -> Result<NextGame<'g>, CommandError> {
        let laid = agreed(&new)?.sitting(1).compile_for_lists(self.game)?;
        let start = match laid {
            None => GameStart::Shared(Box::new(begin(&new, self.game, self.table()?)?)),
            Some(_) if new.scenario.is_some() => {
                let words = "a game whose players bring lists does not begin from a scenario here: give `decks` and options";
                return Err(CommandError::Usage(words.into()));
            }
            Some(laid) => {
                let laid = ListTable::try_new(laid, |game| open::table(&game.ir))?;
                // A session cannot leave this function together with its table, so this one is a trial.
                laid.with_dependent(|game, table| begin(&new, game, table).map(drop))?;
                GameStart::Lists(Box::new(laid))
            }
        };
        Ok(NextGame { id: id.clone(), new, start })
    }
}

/// Begins a game at its table.
fn begin<'t>(new: &NewGame, game: &CompiledGame, table: &'t Table<'t>) -> Result<Session<'t>, CommandError> {
    let ir = table.ir();
    let session = match &new.scenario {
        None => {
            let agreement = agreed(new)?.settle(&mut table.machine(), 1, Some(1))?;
            if new.lays_out() {
                let state = laid_out(new, game, table, &agreement)?;
                Session::resume(table, agreement, state)
            } else {
                Session::new(table, agreement)
            }
        }
        Some(id) => {
            alone(new)?;
            if let Some(words) = game.broken_scenario(id) {
                return Err(CommandError::Usage(words));
            }
            let (start, _) = from_scenario(table, &Names::new(ir), id)?;
            let agreement = start.agreement(table);
            Session::of_scenario(table, agreement, start)
        }
    };
    session.map_err(|why| open::disagreement(ir, table, why))
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
