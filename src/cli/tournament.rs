//! `cardwright tournament`: plays a tournament between bots, and records results of people.

use std::io::{self, BufRead, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::command_result::{CommandError, CommandResult};
use super::files::{ending, place_of, refuse_repeated, write_all};
use super::ui::{FormatArg, Ui, progress};
use super::{ctrl_c, input, messages, open};
use crate::compile::CompiledGame;
use crate::diagnostics::{Severity, did_you_mean};
use crate::inspect::leaf;
use crate::package::{change_file, text_of};
use crate::place::shown_path;
use crate::play::ListError;
use crate::print::{InsertedPage, Request, leaves};
use crate::report::TournamentReport;
use crate::source::Sources;
use crate::table::fold;
use crate::tournament::{
    GameResult, Host, MatchId, MatchState, PlayedMatches, Schedule, ScheduledMatch, Tournament,
    TournamentProgress, Verdict, read, with_result,
};

/// The file extensions of reports.
const ENDINGS: [&str; 3] = ["html", "json", "pdf"];
/// Maximum length of an answer, in bytes.
const LONGEST: u64 = 4096;

/// Play a tournament between bots, and ask for the results of people
///
/// The file lists the entries and the format, and keeps the results. The same seed gives the same results
/// with any number of threads.
#[derive(clap::Args)]
pub(super) struct TournamentArgs {
    /// The tournament's file
    file: PathBuf,

    /// Result of a match between people, such as `1.2=Ann,draw,Ann`: the winner of each game; repeatable
    #[arg(long = "result", value_name = "MATCH=NAME,…", value_parser = open::pair)]
    results: Vec<(String, String)>,

    /// Do not ask for results of matches between people
    #[arg(long)]
    no_ask: bool,

    /// Show the standings without playing
    #[arg(long)]
    show: bool,

    /// Write the report to a file: .html, .json or .pdf; repeatable
    #[arg(long, value_name = "FILE")]
    save: Vec<PathBuf>,

    /// Number of threads [default: one per core]
    #[arg(long, short = 'j', value_name = "N")]
    jobs: Option<NonZero<usize>>,
}

/// The current contents of a tournament's file, read again after each result.
struct TournamentContents {
    sources: Sources,
    tournament: Tournament,
}

impl TournamentContents {
    fn of(path: &Path) -> Result<TournamentContents, CommandError> {
        TournamentContents::of_text(path, text_of(path)?)
    }

    fn of_text(path: &Path, text: String) -> Result<TournamentContents, CommandError> {
        let mut sources = Sources::default();
        let file = sources.add(shown_path(path), text);
        match read(&sources, file) {
            (Some(tournament), found) if found.is_empty() => Ok(TournamentContents { sources, tournament }),
            (_, found) => Err(CommandError::Found(found, Box::new(sources))),
        }
    }

    /// Returns the progress of the matches.
    fn progress(&self, schedule: &Schedule) -> Result<TournamentProgress, CommandError> {
        match TournamentProgress::of(&self.tournament, schedule) {
            (progress, found) if found.is_empty() => Ok(progress),
            (_, found) => Err(CommandError::Found(found, Box::new(self.sources.clone()))),
        }
    }
}

/// Plays on and shows the standings.
pub(super) fn run(args: &TournamentArgs, ui: &Ui) -> CommandResult {
    if let Some(file) = args.save.iter().find(|file| !ENDINGS.contains(&ending(file))) {
        let endings = ENDINGS.map(|e| format!(".{e}")).join(", ");
        return Err(CommandError::Usage(format!(
            "`{}` cannot be saved: the ending of a file is one of {endings}",
            file.display()
        )));
    }
    refuse_same(args)?;
    let mut standing = TournamentContents::of(&args.file)?;
    let folder = args.file.parent().unwrap_or(Path::new("")).to_owned();
    let game = game_of(&standing.tournament, &folder)?;
    let first = standing.tournament.clone();
    let host = Host::new(&first, &game, &folder, &standing.sources, ctrl_c::flag())?;
    let schedule = Schedule::of(&first, host.sides());
    let schedule = schedule.map_err(|d| CommandError::Found(vec![d], Box::new(standing.sources.clone())))?;
    if !args.results.is_empty() {
        enter(args, &schedule)?;
        standing = TournamentContents::of(&args.file)?;
    }
    let mut reader = io::stdin().lock();
    let mut asking = !args.no_ask && !args.show && ui.format == FormatArg::Human;
    let mut interrupted = false;
    while !args.show && !interrupted {
        let progress = standing.progress(&schedule)?;
        interrupted = play(args, &host, &schedule, &progress)? == PlayedMatches::Interrupted;
        standing = TournamentContents::of(&args.file)?;
        let progress = standing.progress(&schedule)?;
        let of_bots = |state: &MatchState| state.entries().is_some_and(|entries| host.is_of_bots(&entries));
        let by_hand = progress.open(&schedule).find(|(_, _, state)| !of_bots(state));
        let more = progress.open(&schedule).any(|(_, _, state)| of_bots(state));
        match by_hand.filter(|_| asking && !interrupted) {
            Some((id, of, state)) => {
                asking = ask_for_result(args, &standing, &schedule, &mut reader, (id, of, state), ui)?;
                standing = TournamentContents::of(&args.file)?;
            }
            None if more => {}
            None => break,
        }
    }
    let progress = standing.progress(&schedule)?;
    let report = TournamentReport {
        tournament: &standing.tournament,
        ir: &game.ir,
        schedule: &schedule,
        progress: &progress,
    };
    write_all(&args.save, |file| bytes_of(file, &report, &game, ui))?;
    let mut out = ui.out();
    match ui.format {
        FormatArg::Json => writeln!(out, "{}", report.json())?,
        _ => writeln!(out, "{}\n{}", report.text(ui.out_width()), report.standing())?,
    }
    out.flush()?;
    if interrupted {
        ui.print_message("Interrupted: what was played is kept; the same command goes on from there.");
    }
    Ok(ExitCode::SUCCESS)
}

/// Opens the tournament's game: a folder relative to its file, or a shipped game.
fn game_of(tournament: &Tournament, folder: &Path) -> Result<CompiledGame, CommandError> {
    let beside = folder.join(&tournament.game);
    if beside.is_dir() { open::game(&beside.to_string_lossy()) } else { open::game(&tournament.game) }
}

/// Plays all open matches between bots.
fn play(
    args: &TournamentArgs,
    host: &Host,
    schedule: &Schedule,
    state: &TournamentProgress,
) -> Result<PlayedMatches, CommandError> {
    let open =
        state.open(schedule).filter(|(.., s)| s.entries().is_some_and(|e| host.is_of_bots(&e))).count();
    if open == 0 {
        return Ok(PlayedMatches::All);
    }
    ctrl_c::catch();
    let bar = progress(open as u64, "matches");
    let played = host.play(schedule, state, open::threads(args.jobs), |id, games| {
        bar.inc(1);
        let Some(before) = state.state(id) else { return Ok(()) };
        change_file(&args.file, |text| {
            write_match_result(&args.file, &text, host.tournament(), schedule, (id, before), games)
        })
    });
    bar.finish_and_clear();
    // An interrupt at the question for a result ends the program: the results so far are in the file.
    ctrl_c::release();
    Ok(played?)
}

/// Returns the text of the file with the result of a match. `before` is the state of the match when it was
/// played.
fn write_match_result(
    path: &Path,
    text: &str,
    tournament: &Tournament,
    schedule: &Schedule,
    (id, before): (MatchId, &MatchState),
    games: &[GameResult],
) -> Result<String, ListError> {
    let words = |games: &[GameResult]| games.iter().map(|game| word_of(tournament, *game)).collect();
    let (had, won): (Vec<&str>, Vec<&str>) = (words(&before.games), words(games));
    let sides = before.entries().unwrap_or_default();
    let between: Vec<&str> = sides.iter().map(|entry| tournament.name_of(*entry)).collect();
    let name = &schedule.matches[id.index()].id;
    let text = with_result(text, name, &between, &had, &won)
        .map_err(|why| messages::result_not_kept(path, name, &won, why))?;
    Ok(text)
}

fn word_of(tournament: &Tournament, game: GameResult) -> &str {
    match game {
        GameResult::Won(entry) => tournament.name_of(entry),
        GameResult::Drawn => "draw",
    }
}

/// Records the results of `--result`: all of them, or none.
fn enter(args: &TournamentArgs, schedule: &Schedule) -> Result<(), CommandError> {
    change_file(&args.file, |mut text| {
        for (id, won) in &args.results {
            text = entered(args, text, schedule, id, won)?;
            // An impossible result is reported for the command line, since it is not in the file.
            let checked = TournamentContents::of_text(&args.file, text.clone())
                .and_then(|standing| standing.progress(schedule));
            if let Err(CommandError::Found(found, _)) = checked {
                let why = found.first().map_or("it cannot be kept", |d| d.message.as_str());
                return Err(CommandError::Usage(format!("`--result {id}={won}`: {why}")));
            }
        }
        Ok(text)
    })
}

/// Returns the text of the file with a result of `--result`.
fn entered(
    args: &TournamentArgs,
    text: String,
    schedule: &Schedule,
    id: &str,
    won: &str,
) -> Result<String, CommandError> {
    let standing = TournamentContents::of_text(&args.file, text.clone())?;
    let progress = standing.progress(schedule)?;
    let Some((at, _)) = schedule.ids().find(|(_, m)| m.id == id) else {
        let near = did_you_mean(id, schedule.matches.iter().map(|m| m.id.as_str()));
        return Err(CommandError::Usage(format!("`--result`: there is no match `{id}`{near}")));
    };
    let state = progress.state(at).filter(|state| state.verdict == Verdict::Open);
    let Some((state, entries)) = state.and_then(|state| Some((state, state.entries()?))) else {
        let why = match progress.state(at).map(|state| state.verdict) {
            Some(Verdict::Waiting) => "who meets in it is not decided yet",
            _ => "it has been decided",
        };
        let open: Vec<&str> = progress.open(schedule).map(|(_, m, _)| m.id.as_str()).collect();
        let rest = match &open[..] {
            [] => "all matches are decided".to_owned(),
            open => format!("to be played: {}", open.join(", ")),
        };
        return Err(CommandError::Usage(format!("`--result`: match {id} cannot be played: {why}; {rest}")));
    };
    let mut games = state.games.clone();
    for word in won.split(',') {
        match answer(&standing.tournament, &entries, word) {
            Some(game) => games.push(game),
            None => {
                let names: Vec<&str> =
                    entries.iter().map(|entry| standing.tournament.name_of(*entry)).collect();
                // A comma parts results, so a name with one can only be given by its number.
                let numbered = (1..).zip(&names).map(|(n, name)| format!("`{n}` for {name}"));
                let message = match names.iter().any(|name| name.contains(',')) {
                    false => format!(
                        "`--result`: `{}` does not play in match {id}: {}, or draw",
                        word.trim(),
                        names.join(", ")
                    ),
                    true => format!(
                        "`--result`: `{}` does not play in match {id}: write {}, or draw",
                        word.trim(),
                        numbered.collect::<Vec<_>>().join(", ")
                    ),
                };
                return Err(CommandError::Usage(message));
            }
        }
    }
    Ok(write_match_result(&args.file, &text, &standing.tournament, schedule, (at, state), &games)?)
}

/// Parses an answer: an entry's name, its number, or `draw`.
fn answer(tournament: &Tournament, entries: &[crate::tournament::EntryId], word: &str) -> Option<GameResult> {
    let wanted = fold(word.trim());
    let named = entries.iter().find(|entry| fold(tournament.name_of(**entry)) == wanted);
    let numbered = || wanted.parse::<usize>().ok().and_then(|n| entries.get(n.checked_sub(1)?));
    match named.or_else(numbered) {
        Some(entry) => Some(GameResult::Won(*entry)),
        None => ["draw", "d"].contains(&wanted.as_str()).then_some(GameResult::Drawn),
    }
}

/// Asks for the winner of the next game of a match. Returns false at the end of the input.
fn ask_for_result(
    args: &TournamentArgs,
    standing: &TournamentContents,
    schedule: &Schedule,
    reader: &mut impl BufRead,
    (id, of, state): (MatchId, &ScheduledMatch, &MatchState),
    ui: &Ui,
) -> Result<bool, CommandError> {
    let Some(entries) = state.entries() else { return Ok(false) };
    let tournament = &standing.tournament;
    let names: Vec<&str> = entries.iter().map(|entry| tournament.name_of(*entry)).collect();
    let numbered: Vec<String> = (1..).zip(&names).map(|(n, name)| format!("{n} {name}")).collect();
    loop {
        ui.print_message(&format!(
            "Match {}, game {}: {}. Who won? ({}, draw; an empty line: not played yet)",
            of.id,
            state.games.len() + 1,
            names.join(" – "),
            numbered.join(", ")
        ));
        let Some(line) = input::line(reader, LONGEST)? else { return Ok(false) };
        if line.is_empty() {
            return Ok(false);
        }
        if let Some(game) = answer(tournament, &entries, &line) {
            let games = [&state.games[..], &[game]].concat();
            change_file(&args.file, |text| {
                write_match_result(&args.file, &text, tournament, schedule, (id, state), &games)
            })?;
            return Ok(true);
        }
        ui.print_message(&format!("`{line}` is none of them."));
    }
}

/// Refuses report files that would overwrite each other, or the tournament.
fn refuse_same(args: &TournamentArgs) -> Result<(), CommandError> {
    if let Some(file) = args.save.iter().find(|file| place_of(file) == place_of(&args.file)) {
        let message = format!("`{}` is the tournament: a report would take its place", file.display());
        return Err(CommandError::Usage(message));
    }
    refuse_repeated(&args.save)
}

fn bytes_of(
    file: &Path,
    report: &TournamentReport,
    game: &CompiledGame,
    ui: &Ui,
) -> Result<Vec<u8>, CommandError> {
    Ok(match ending(file) {
        "json" => format!("{:#}\n", report.json()).into_bytes(),
        "html" => report.page().map_err(io::Error::other)?.into_bytes(),
        _ => {
            let pages: Vec<InsertedPage> = report.paper().into_iter().map(leaf).collect();
            let printed =
                leaves(&game.ir, &Request::default(), "tournament", &report.tournament.name, &pages);
            if printed.found.iter().any(|d| d.severity == Severity::Error) {
                return Err(CommandError::Found(printed.found, Box::new(game.sources().clone())));
            }
            ui.report(&printed.found, game.sources())?;
            printed.files.into_iter().next().map(|file| file.bytes).unwrap_or_default()
        }
    })
}
