//! `cardwright sim --find` and `--shrink`: finds a game that shows something, and shortens it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};

use super::args::{FindArgs, SimArgs};
use super::plan::PlanSpec;
use crate::cli::command_result::{CommandError, CommandResult};
use crate::cli::files::refuse_of_package;
use crate::cli::ui::{FormatArg, Ui, progress};
use crate::cli::{ctrl_c, lists, open, saved};
use crate::compile::CompiledGame;
use crate::diagnostics::shell_path;
use crate::ir::{FunctionId, Ir, ToIndex, ValueType};
use crate::lab::{
    ConditionError, FoundGame, GameRef, GameSearch, SearchGoal, ShrinkResult, Simulation, StopKind, find,
    shrink,
};
use crate::package::write_file;
use crate::play::{Agreement, SavedGame, Session, sources_of, story};
use crate::report::{count_noun, grouped, verdict};
use crate::table::{Fault, Players, Stop, Table};

/// Maximum number of choices shown; of longer games, the last ones.
const TOLD: usize = 40;

/// The compiled target of a search.
struct SearchTarget {
    wanted: SearchGoal,
    expression: Option<String>,
    shrink: bool,
    /// The game without the expression, with which a saved game is replayed.
    plain: Ir,
}

impl FindArgs {
    /// Compiles the target.
    fn compile_target(&self, game: &mut CompiledGame, ui: &Ui) -> Result<SearchTarget, CommandError> {
        let plain = game.ir.clone();
        let wanted = match &self.find {
            None => SearchGoal::Fault,
            Some(code) => {
                let function = match game.snippet(code) {
                    Ok(function) => function,
                    Err(found) => {
                        ui.report(&found, game.sources())?;
                        let message = "`--find` looks for a condition on the table, such as `count(players[1].hand) > 5`";
                        return Err(CommandError::Usage(message.into()));
                    }
                };
                let result = game.ir.functions.get(usize::from(function)).and_then(|f| f.result.as_ref());
                if result != Some(&ValueType::Bool) {
                    let message = format!("`{code}` is neither true nor false: `--find` takes a condition");
                    return Err(CommandError::Usage(message));
                }
                SearchGoal::Holds(FunctionId(function))
            }
        };
        Ok(SearchTarget { wanted, expression: self.find.clone(), shrink: self.shrink, plain })
    }
}

/// Searches the games of a command, and reports the result.
pub(super) fn run(package: &str, args: &SimArgs, ui: &Ui) -> CommandResult {
    let file = file(&args.save)?;
    let seats =
        u8::try_from(args.seats.len()).map_err(|_| CommandError::Usage("there are too many seats".into()))?;
    let mut game = lists::compile_for_lists(open::game(package)?, &args.agreed, seats)?;
    let asked = args.find.compile_target(&mut game, ui)?;
    let table = open::table(&game.ir)?;
    let arms = PlanSpec::of(package, args, &game.ir)?.arms;
    let Some(arm) = arms.first() else {
        return Err(CommandError::Usage("there is nothing to look through".into()));
    };
    let jobs = open::threads(args.jobs);
    let simulation = Simulation { jobs, ..arm.simulation(args, &table)? };
    asked.run(&table, package, &simulation, file, ui)
}

/// Returns the file to save. Only one saved game can be written, and it replaces no other file.
fn file(files: &[PathBuf]) -> Result<Option<&Path>, CommandError> {
    match files {
        [] => Ok(None),
        [one] if one.extension().is_some_and(|e| e == "toml") => {
            refuse_of_package(files)?;
            saved::may_be_written(one)?;
            Ok(Some(one))
        }
        _ => Err(CommandError::Usage("a game that was found is saved as one file: --save FILE.toml".into())),
    }
}

impl SearchTarget {
    /// Searches, and reports the result. Exit code 1 if nothing was found, or a fault was.
    fn run(
        &self,
        table: &Table,
        package: &str,
        simulation: &Simulation,
        file: Option<&Path>,
        ui: &Ui,
    ) -> CommandResult {
        let disagreed = |why| open::disagreement(table.ir(), table, why);
        let bar = progress(simulation.part.end - simulation.part.start, "games");
        let search = find(table, simulation, self.wanted, ctrl_c::catch(), |games| bar.inc(games));
        bar.finish_and_clear();
        ctrl_c::release();
        let search = search.map_err(disagreed)?;
        let Some(found) = &search.found else { return self.nothing(table, simulation, &search, ui) };
        let shrunk = match self.shrink {
            true => Some(shrink(table, simulation, self.wanted, found).map_err(disagreed)?),
            false => None,
        };
        let best = shrunk.as_ref().map_or(found, |s| &s.found);
        let plain = open::table(&self.plain)?;
        let replayed = ReplayedGame::new(&plain, simulation, best)?;
        if let Some(file) = file {
            let ir = &self.plain;
            let seats: Vec<String> =
                simulation.seats(best.game.index).iter().map(|bot| bot.name(ir)).collect();
            write_file(file, SavedGame::of(&replayed.session, package, &seats).to_toml().as_bytes())?;
        }
        let failed = FailedEvaluation::of(table, &search);
        let told =
            FoundGameReport { asked: self, simulation, found, shrunk: shrunk.as_ref(), best, failed, file };
        let mut out = ui.out();
        match ui.format {
            FormatArg::Json => writeln!(out, "{}", told.json(replayed))?,
            _ => write!(out, "{}", told.text(replayed))?,
        }
        out.flush()?;
        match &best.point {
            StopKind::Fault(fault) => Err(fault_of(table, fault)),
            StopKind::Choice | StopKind::Over => Ok(ExitCode::SUCCESS),
        }
    }

    /// Reports that nothing was found, with possible reasons.
    fn nothing(&self, table: &Table, simulation: &Simulation, search: &GameSearch, ui: &Ui) -> CommandResult {
        let mut out = ui.out();
        let all = count_noun(search.games, "game");
        match (ui.format, &self.expression) {
            (FormatArg::Json, _) => {
                let mut report = self.head(simulation);
                report["looked_at"] = search.games.into();
                report["found"] = Value::Null;
                report["faults"] = search.faults.into();
                report["failed"] = search.failed.into();
                report["first_failed"] = json!(FailedEvaluation::of(table, search).map(|f| f.json()));
                writeln!(out, "{report}")?;
            }
            (_, None) => writeln!(out, "No rule failed in {all}.")?,
            (_, Some(code)) => {
                writeln!(out, "In none of {all} {code}")?;
                if search.faults > 0 {
                    writeln!(
                        out,
                        "{} ended in a fault; `sim` without --find shows the first.",
                        grouped(search.faults)
                    )?;
                }
                if search.failed > 0 {
                    let places = count_noun(search.places, "place");
                    let failed = grouped(search.failed);
                    let first =
                        FailedEvaluation::of(table, search).map(|f| format!("{}: {}", f.game(), f.why));
                    let first = first.unwrap_or_default();
                    writeln!(
                        out,
                        "It could not be worked out at {failed} of {places}; the first, in {first}"
                    )?;
                }
            }
        }
        out.flush()?;
        match (&search.why, &self.expression) {
            (Some((_, ConditionError::Fault(why))), _) => Err(fault_of(table, why)),
            // It was told above.
            (Some(_), _) => Ok(ExitCode::FAILURE),
            // Finding no fault is a success.
            (None, None) => Ok(ExitCode::SUCCESS),
            (None, Some(_)) => Ok(ExitCode::FAILURE),
        }
    }

    /// Returns the settings of the search for the JSON report.
    fn head(&self, simulation: &Simulation) -> Value {
        let (ir, agreement) = (&self.plain, &simulation.agreement);
        let options: serde_json::Map<String, Value> =
            agreement.option_texts(ir).map(|(option, value)| (option.into(), value.into())).collect();
        json!({
            "game": ir.game.id, "version": ir.game.version, "games": simulation.games, "players": agreement.players,
            "seed": agreement.seed, "options": options, "find": self.expression,
        })
    }
}

/// The first evaluation that failed before a game was found, or in all games.
struct FailedEvaluation {
    game: GameRef,
    why: String,
}

impl FailedEvaluation {
    fn of(table: &Table, search: &GameSearch) -> Option<Self> {
        let (game, why) = search.why.as_ref()?;
        Some(FailedEvaluation { game: game.clone(), why: why.message(table) })
    }

    /// Names its game for people.
    fn game(&self) -> String {
        format!("game {} (seed {})", grouped(self.game.index), self.game.seed)
    }

    fn json(&self) -> Value {
        json!({ "game": self.game.index, "seed": self.game.seed, "why": self.why })
    }
}

fn fault_of(table: &Table, fault: &Fault) -> CommandError {
    CommandError::Found(vec![fault.to_diagnostic(table)], Box::new(sources_of(table.ir())))
}

/// A found game, replayed to the point where it was found.
struct ReplayedGame<'t> {
    session: Session<'t>,
    stop: Stop,
}

impl<'t> ReplayedGame<'t> {
    fn new(table: &'t Table<'t>, simulation: &Simulation, found: &FoundGame) -> Result<Self, CommandError> {
        let agreement = Agreement { seed: found.game.seed, ..simulation.agreement.clone() };
        let session =
            Session::new(table, agreement).map_err(|why| open::disagreement(table.ir(), table, why))?;
        let mut replayed = ReplayedGame { session, stop: Stop::Idle };
        replayed.stop = replayed.session.advance();
        for answer in &found.answers {
            if replayed.session.choose(answer.index()).is_err() {
                break;
            }
            replayed.stop = replayed.session.advance();
        }
        Ok(replayed)
    }

    /// Returns the score of each player, if the game is over and scores decide.
    fn scores(&mut self) -> Option<Vec<i64>> {
        let outcome = if self.stop == Stop::Over { self.session.outcome().ok() } else { None };
        outcome?.standings.iter().map(|standing| standing.score).collect()
    }

    /// Describes the position: the player and the question, or the result.
    fn stands(&mut self) -> String {
        match &self.stop {
            Stop::Choice => {
                let names = crate::table::Names::new(self.session.table().ir());
                let Ok(seen) = self.session.observation() else { return String::new() };
                let question = seen.question(&names).map_or_else(String::new, |q| format!(": {q}"));
                let options = count_noun(seen.options().len() as u64, "option");
                format!("Player {} has to choose{question} ({options})", seen.player().seat())
            }
            Stop::Over => {
                let players = self.session.agreement().players;
                let labels: Vec<String> = (1..=players).map(|p| format!("player {p}")).collect();
                let ir = self.session.table().ir();
                self.session
                    .outcome()
                    .map_or_else(|_| String::new(), |outcome| verdict(ir, &outcome, &labels))
            }
            _ => String::new(),
        }
    }
}

/// The report on a found game.
struct FoundGameReport<'a> {
    asked: &'a SearchTarget,
    simulation: &'a Simulation,
    found: &'a FoundGame,
    shrunk: Option<&'a ShrinkResult>,
    best: &'a FoundGame,
    failed: Option<FailedEvaluation>,
    file: Option<&'a Path>,
}

impl FoundGameReport<'_> {
    fn text(&self, mut replayed: ReplayedGame) -> String {
        let FoundGameReport { asked, simulation, found, shrunk, best, failed, file } = self;
        let what = match (&asked.expression, &found.point) {
            (Some(code), StopKind::Over) => format!("at its end {code}"),
            (Some(code), _) => format!("after {} {code}", count_noun(found.answers.len() as u64, "choice")),
            (None, _) => format!("a rule fails after {}", count_noun(found.answers.len() as u64, "choice")),
        };
        let (index, seed) = (grouped(found.game.index), found.game.seed);
        let mut text = format!("In game {index} of {} (seed {seed}) {what}\n", grouped(simulation.games));
        if let Some(failed) = failed {
            let (game, why) = (failed.game(), &failed.why);
            text.push_str(&format!(
                "Before that it could not be worked out everywhere; the first, in {game}: {why}\n"
            ));
        }
        if let Some(shrunk) = shrunk {
            let (before, after) = (found.answers.len() as u64, best.answers.len() as u64);
            let tried = count_noun(shrunk.tried, "game");
            text.push_str(&match before == after {
                true => format!("No shorter game was found, {tried} tried"),
                false => {
                    format!("From {} to {}, {tried} tried", count_noun(before, "choice"), grouped(after))
                }
            });
            text.push_str(if shrunk.settled {
                ".\n"
            } else {
                ": it ends there, though there may be shorter ones.\n"
            });
        }
        text.push('\n');
        let turns = story(replayed.session.record(), Players::NONE);
        let left_out = turns.len().saturating_sub(TOLD);
        if left_out > 0 {
            text.push_str(&format!("· … {} before\n", count_noun(left_out as u64, "line")));
        }
        for turn in &turns[left_out..] {
            text.push_str(&format!("· {}\n", turn.text()));
        }
        if !turns.is_empty() {
            text.push('\n');
        }
        let stands = replayed.stands();
        if !stands.is_empty() {
            text.push_str(&format!("{stands}\n"));
        }
        if let Some(scores) = replayed.scores() {
            let scores: Vec<String> = scores.iter().map(|s| s.to_string().replace('-', "−")).collect();
            text.push_str(&format!("Scores: {}\n", scores.join(", ")));
        }
        text.push_str(&match file {
            Some(file) => format!("Saved: `cardwright replay {}` goes there.\n", shell_path(file)),
            None => "`--save FILE.toml` keeps it, for `cardwright replay FILE.toml`.\n".into(),
        });
        text
    }

    fn json(&self, mut replayed: ReplayedGame) -> Value {
        let FoundGameReport { asked, simulation, found, shrunk, best, failed, file } = self;
        let steps = replayed.session.steps().iter();
        let answers: Vec<Value> = steps.map(|step| json!([step.seat.seat(), step.answer])).collect();
        let fault = match &best.point {
            StopKind::Fault(fault) => Some(fault.code().to_string()),
            StopKind::Choice | StopKind::Over => None,
        };
        let player = replayed.session.observation().ok().map(|seen| seen.player().seat());
        let scores = replayed.scores();
        let mut report = asked.head(simulation);
        report["found"] = json!({
            "game": best.game.index, "seed": best.game.seed, "choices": best.answers.len(),
            "over": best.point == StopKind::Over, "player": player, "scores": scores, "fault": fault, "answers": answers,
            "shrunk": shrunk.map(|s| json!({ "from": found.answers.len(), "tried": s.tried, "settled": s.settled })),
        });
        report["first_failed"] = json!(failed.as_ref().map(FailedEvaluation::json));
        report["saved"] = json!(file.map(|f| f.display().to_string()));
        report
    }
}
