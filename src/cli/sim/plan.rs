//! Plans the simulations of a command.

use super::args::{SimArgs, wants};
use crate::cli::command_result::CommandError;
use crate::cli::messages;
use crate::cli::open::{self, AgreementArgs};
use crate::cli::perft::from_scenario;
use crate::cli::revision;
use crate::compile::CompiledGame;
use crate::diagnostics::Severity;
use crate::ir::Ir;
use crate::lab::{self, GameSource, Simulation, StudyQuestion, seatings, sides_at};
use crate::play::{Agreement, BotKind, PregameSettings};
use crate::report::count_noun;
use crate::table::{Names, Table};

/// Default number of games of a simulation.
const GAMES: u64 = 1000;
/// Default number of games with a stopping rule.
const GAMES_UNTIL: u64 = 1_000_000;

/// One simulation of a plan, before its game is opened.
#[derive(Clone)]
pub(super) struct ArmSpec {
    /// Its label among the others.
    pub(super) label: String,
    /// The source of its game.
    pub(super) made: GameSource,
    /// The bots, if they differ from those of the command.
    bots: Option<Vec<String>>,
    /// The other settings of the game.
    agreed: AgreementArgs,
}

/// The simulations of a command and their common question.
pub(super) struct PlanSpec {
    pub(super) question: StudyQuestion,
    pub(super) arms: Vec<ArmSpec>,
}

impl PlanSpec {
    /// Creates the plan of a command.
    pub(super) fn of(package: &str, args: &SimArgs, ir: &Ir) -> Result<PlanSpec, CommandError> {
        let mut plan = Self::plan_from_args(package, args, ir)?;
        if ir.lists.are_brought() && args.scenario.is_none() {
            for arm in &mut plan.arms {
                let named = arm.bots.as_ref().unwrap_or(&args.seats).len();
                let seats =
                    u8::try_from(named).map_err(|_| CommandError::Usage("there are too many bots".into()))?;
                arm.made.lists = Some(arm.agreed.sitting(seats));
            }
        }
        Ok(plan)
    }

    fn plan_from_args(package: &str, args: &SimArgs, ir: &Ir) -> Result<PlanSpec, CommandError> {
        let made =
            GameSource { package: package.into(), scenario: args.scenario.clone(), ..GameSource::default() };
        let one = ArmSpec { label: String::new(), made, bots: None, agreed: args.agreed.clone() };
        if !args.sweep.is_empty() {
            let sitting = one.agreed.sitting(0);
            return Ok(of_arms(
                &one,
                lab::sweep(package, &sitting, &args.sweep, ir).map_err(CommandError::Usage)?,
            ));
        }
        if !args.matchup.is_empty() {
            let lists = &args.matchup;
            return Ok(of_arms(
                &one,
                lab::matchup(&one.agreed.sitting(0), lists, ir).map_err(CommandError::Usage)?,
            ));
        }
        if !args.league.is_empty() {
            return league(one, &args.league, ir.game.players.0.max(2));
        }
        if let Some(revision) = &args.compare {
            let mut before = ArmSpec { label: revision.clone(), ..one.clone() };
            before.made.revision = Some(revision.clone());
            let after = ArmSpec { label: package.into(), ..one };
            return Ok(PlanSpec { question: StudyQuestion::Compare, arms: vec![before, after] });
        }
        Ok(PlanSpec { question: StudyQuestion::One, arms: vec![one] })
    }
}

impl ArmSpec {
    /// Returns the simulation for a table of its game.
    pub(super) fn simulation(&self, args: &SimArgs, table: &Table) -> Result<Simulation, CommandError> {
        let ir = table.ir();
        if ir.play.is_none() {
            return Err(CommandError::Usage(format!(
                "{} has no `play` in its `[flow]`: there is nothing to simulate",
                ir.game.name
            )));
        }
        let named = self.bots.as_ref().unwrap_or(&args.seats).iter();
        let named: Vec<BotKind> = named
            .map(|bot| BotKind::of(ir, bot.trim()).map_err(CommandError::Usage))
            .collect::<Result<_, _>>()?;
        let at_least =
            u8::try_from(named.len()).map_err(|_| CommandError::Usage("there are too many bots".into()))?;
        let agreement = match &args.scenario {
            Some(id) => self.agreed_by_scenario(table, id)?,
            None => self.agreed.settle(&mut table.machine(), at_least, Some(1))?,
        };
        let sides = sides_at(table, &agreement);
        let league = self.bots.is_some();
        let bots = seat_bots(&named, &sides, league)?;
        let (rotate, mirror) = (args.rotate || league, args.mirror || league);
        let games = number_of_games(args, u64::from(agreement.players), league, mirror)?;
        let seatings = if rotate { seatings(&sides) } else { Some(Vec::new()) };
        let Some(seatings) = seatings else {
            let message = "seats cannot rotate: the sides have different sizes, and partners would be parted";
            return Err(CommandError::Usage(message.into()));
        };
        let mut simulation = Simulation {
            rotate,
            seatings,
            mirror,
            wants: wants(&args.stats),
            watch: args.watch,
            max_plies: args.max_plies,
            scenario: args.scenario.clone(),
            ..Simulation::new(agreement, bots, games)
        };
        if let Some((k, of)) = args.shard {
            let from = |k: u64| (u128::from(games) * u128::from(k) / u128::from(of)) as u64;
            simulation.part = from(k - 1)..from(k);
        }
        Ok(simulation)
    }
}

impl ArmSpec {
    /// Returns the agreement of a scenario; only the seed is free.
    fn agreed_by_scenario(&self, table: &Table, id: &str) -> Result<Agreement, CommandError> {
        let AgreementArgs { players, setup, options, decks, seed } = &self.agreed;
        // The values of a sweep end up here, too.
        if players.is_some() || setup.is_some() || !options.is_empty() || !decks.is_empty() {
            let words = "a scenario says itself who plays and with which options: with --scenario only values of files can be swept";
            return Err(CommandError::Usage(words.into()));
        }
        let (start, _) = from_scenario(table, &Names::new(table.ir()), id)?;
        Ok(Agreement { seed: seed.unwrap_or(1), ..start.agreement(table) })
    }
}

/// Returns the bot at each seat. `sides` has the first seat of each seat's side; in a league, whole sides
/// meet.
///
/// # Errors
/// The number of bots fits neither the players nor the sides.
fn seat_bots(named: &[BotKind], sides: &[usize], league: bool) -> Result<Vec<BotKind>, CommandError> {
    let players = sides.len();
    let together = sides.iter().all(|side| *side == 0);
    let firsts: Vec<usize> = (0..players).filter(|seat| sides[*seat] == *seat).collect();
    Ok(match named {
        // If all players are on one side, one bot plays with copies of the other.
        [one, other, ..] if league && !together => {
            sides.iter().map(|side| if *side == 0 { *one } else { *other }).collect()
        }
        [one] => vec![*one; players],
        several if several.len() == players => several.to_vec(),
        // One bot for each side, in the order of their first seats.
        several if several.len() == firsts.len() && !together => {
            let bot =
                |side: &usize| firsts.iter().position(|first| first == side).and_then(|at| several.get(at));
            sides.iter().filter_map(bot).copied().collect()
        }
        several => {
            let message = format!(
                "{} were named for {}: name {}",
                count_noun(several.len() as u64, "bot"),
                count_noun(players as u64, "player"),
                if firsts.len() < players && !together {
                    "one for all, one for each, or one for each side"
                } else {
                    "one for all, or one for each"
                }
            );
            return Err(CommandError::Usage(message));
        }
    })
}

/// Returns the number of games. In a league, and with a stopping rule, each seat begins equally often.
///
/// # Errors
/// Games are mirrored, and their number is not a multiple of the seats.
fn number_of_games(args: &SimArgs, seats: u64, league: bool, mirror: bool) -> Result<u64, CommandError> {
    let games = args.games.unwrap_or(if args.until.is_some() { GAMES_UNTIL } else { GAMES });
    let games = if league || args.until.is_some() { games.next_multiple_of(seats) } else { games };
    if mirror && !games.is_multiple_of(seats) {
        let message = format!(
            "{} cannot be mirrored for {}: take a multiple",
            count_noun(games, "game"),
            count_noun(seats, "player")
        );
        return Err(CommandError::Usage(message));
    }
    Ok(games)
}

/// Plans a league: each bot against each other, with the number of players given or the minimum.
fn league(mut one: ArmSpec, bots: &[String], fewest: u8) -> Result<PlanSpec, CommandError> {
    let bots: Vec<String> = bots.iter().map(|b| b.trim().to_owned()).collect();
    if bots.len() < 2 {
        return Err(CommandError::Usage("a league takes two bots or more".into()));
    }
    let players = match one.made.scenario {
        Some(_) => return Err(CommandError::Usage("a league does not begin from a scenario".into())),
        None => *one.agreed.players.get_or_insert(fewest),
    };
    let (others, two) = (usize::from(players).saturating_sub(1).max(1), players <= 2);
    let (mut arms, mut meetings) = (Vec::new(), Vec::new());
    for (a, alone) in bots.iter().enumerate() {
        // Meetings of two players are symmetric, so each pair meets once.
        for (b, other) in bots.iter().enumerate().filter(|(b, _)| *b != a && !(two && *b < a)) {
            let seats =
                std::iter::once(alone.clone()).chain(std::iter::repeat_n(other.clone(), others)).collect();
            let label = format!("{alone} {} {other}", if two { "against" } else { "among" });
            arms.push(ArmSpec { label, bots: Some(seats), ..one.clone() });
            meetings.push((a as u16, b as u16));
        }
    }
    Ok(PlanSpec { question: StudyQuestion::League { bots, meetings }, arms })
}

/// Takes over the simulations that the library has planned; bots and seed are those of the command.
fn of_arms(one: &ArmSpec, plan: lab::Plan) -> PlanSpec {
    let arm =
        |lab::Arm { label, changes, sitting: PregameSettings { players, setup, options, decks, .. } }| {
            let agreed = AgreementArgs { players, setup, options, decks, seed: one.agreed.seed };
            ArmSpec { label, made: GameSource { changes, ..one.made.clone() }, agreed, ..one.clone() }
        };
    PlanSpec { question: plan.question, arms: plan.arms.into_iter().map(arm).collect() }
}

/// The games of simulations, each compiled once.
pub(super) struct Games {
    made: Vec<GameSource>,
    games: Vec<CompiledGame>,
}

impl Games {
    /// Opens the games that are not in `open`.
    pub(super) fn of<'a>(
        open: Option<(GameSource, CompiledGame)>,
        all: impl IntoIterator<Item = &'a GameSource>,
    ) -> Result<Games, CommandError> {
        let (made, games) = open.into_iter().unzip();
        let mut opened = Games { made, games };
        for made in all {
            if opened.made.contains(made) {
                continue;
            }
            let whole = GameSource { lists: None, ..made.clone() };
            if !opened.made.contains(&whole) {
                opened.add(&whole, game(&whole)?);
            }
            if let Some(lists) = &made.lists {
                let at = opened.made.iter().position(|m| *m == whole).and_then(|at| opened.games.get(at));
                let laid = at.map(|whole| lists.compile_for_lists(whole)).transpose()?.flatten();
                // In another state of the package players may not bring lists.
                let laid = if let Some(laid) = laid { laid } else { game(&whole)? };
                opened.add(made, laid);
            }
        }
        opened.refuse_other_game()?;
        Ok(opened)
    }

    /// Refuses to compare a game with a state of another game.
    fn refuse_other_game(&self) -> Result<(), CommandError> {
        let all = || self.made.iter().zip(&self.games);
        let Some((_, now)) = all().find(|(made, _)| made.revision.is_none()) else { return Ok(()) };
        let others = all().filter_map(|(made, game)| Some((made.revision.as_ref()?, &game.ir.game.id)));
        match others.into_iter().find(|(_, id)| **id != now.ir.game.id) {
            Some((revision, id)) => {
                Err(messages::revision_of_other_game(revision, id, &now.ir.game.id).into())
            }
            None => Ok(()),
        }
    }

    fn add(&mut self, made: &GameSource, game: CompiledGame) {
        self.made.push(made.clone());
        self.games.push(game);
    }

    /// Creates a table of each game.
    pub(super) fn tables(&self) -> Result<Vec<(&GameSource, Table<'_>)>, CommandError> {
        self.made.iter().zip(&self.games).map(|(made, game)| Ok((made, open::table(&game.ir)?))).collect()
    }
}

/// Returns the table of a game.
pub(super) fn table_of<'t>(
    tables: &'t [(&GameSource, Table<'t>)],
    made: &GameSource,
) -> Result<&'t Table<'t>, CommandError> {
    let found = tables.iter().find(|(of, _)| *of == made).map(|(_, table)| table);
    found.ok_or_else(|| CommandError::Usage(format!("{} is not at hand", made.package)))
}

/// Opens the game of a simulation; its diagnostics name the values that were changed.
fn game(made: &GameSource) -> Result<CompiledGame, CommandError> {
    if let Some(revision) = &made.revision {
        return revision::open_revision(&made.package, revision);
    }
    if made.changes.is_empty() {
        return open::game(&made.package);
    }
    let mut opened = CompiledGame::open_changed(&made.package, &made.changes)
        .map_err(|why| CommandError::Usage(why.to_string()))?;
    opened.game.ok_or_else(|| {
        opened.diagnostics.retain(|d| d.severity == Severity::Error);
        let with: Vec<String> =
            made.changes.iter().map(|(path, value)| format!("`{path}` = {value}")).collect();
        opened.diagnostics.insert(0, messages::not_swept(&with));
        CommandError::Found(opened.diagnostics, Box::new(opened.sources))
    })
}
