//! `cardwright play`: plays a game at the terminal.

use std::path::PathBuf;
use std::process::ExitCode;

use super::command_result::{CommandError, CommandResult};
use super::console::Console;
use super::console_about::CardFacts;
use super::console_choice::{Player, is_asked};
use super::lists;
use super::open::{self, AgreementArgs};
use super::perft::from_scenario;
use super::saved::{self, OpenSave};
use super::ui::Ui;
use crate::compile::CompiledGame;
use crate::diagnostics::{shell_path, shell_word};
use crate::ir::{Ir, PlayerId};
use crate::lab::MAX_PLIES;
use crate::play::{Agreement, BotKind, Observation, Session, bot_seed};
use crate::report::count_noun;
use crate::table::{Names, Stop, Table};

/// Play a game at the terminal: people and bots, with undo and saving
///
/// Answer with the number or the name of an option; `?` lists what else you can type. Without a terminal,
/// each line of the input is an answer.
#[derive(clap::Args)]
pub(super) struct PlayArgs {
    /// Game folder, or id of a shipped game
    #[arg(required_unless_present = "load")]
    game: Option<String>,

    /// Player at each seat: human, or a bot (random, first, greedy, mcts:1000, mcts:200ms, or one of the
    /// game's own); seats without one get random [default: human]
    #[arg(long, value_name = "WHO,…", value_delimiter = ',')]
    seats: Vec<String>,

    #[command(flatten)]
    agreed: AgreementArgs,

    /// Start from this scenario: its players, options, zones and state
    #[arg(long, value_name = "ID", conflicts_with_all = ["players", "setup", "options", "decks", "load", "save_on_exit"])]
    scenario: Option<String>,

    /// Language of the texts, such as de
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,

    /// Resume a saved game
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,

    /// Save the game to this file, however it ends
    #[arg(long, value_name = "FILE")]
    save_on_exit: Option<PathBuf>,

    /// Stop after this many choices by bots in a row [default: 10000; 100000 if only bots play]
    #[arg(long, value_name = "N")]
    max_plies: Option<u64>,
}

/// Default limit of choices by bots in a row if somebody waits for them. If only bots play, it is that of
/// `sim`, whose report names a command of `play` for a game that was stopped there.
const MAX_IN_A_ROW: u64 = 10_000;

/// Parses the player of a seat; `None` is a human.
fn seat(ir: &Ir, written: &str) -> Result<Option<BotKind>, CommandError> {
    match written.trim() {
        "human" => Ok(None),
        bot => BotKind::of(ir, bot).map(Some).map_err(|wrong| {
            match crate::diagnostics::nearest(bot, ["human"]) {
                Some(_) => CommandError::Usage(format!("nobody is called `{bot}`; did you mean `human`?")),
                None => CommandError::Usage(wrong),
            }
        }),
    }
}

/// Plays until the game is over or the player leaves.
pub(super) fn run(args: &PlayArgs, ui: &Ui) -> CommandResult {
    let named = |ir: &Ir| args.seats.iter().map(|s| seat(ir, s)).collect::<Result<Vec<_>, _>>();
    match &args.load {
        Some(file) => {
            if !args.agreed.is_empty() {
                let message = "a saved game brings its own players, options, lists and seed: leave them out with --load";
                return Err(CommandError::Usage(message.into()));
            }
            let again = |package: &str| {
                format!("cardwright play {} --load {}", shell_word(package), shell_path(file))
            };
            let mut opened = saved::open(file, args.game.as_deref(), again)?;
            translate(args, &mut opened.game)?;
            let named = named(&opened.game.ir)?;
            let table = open::table(&opened.game.ir)?;
            load(args, ui, named, &opened, &table)
        }
        None => {
            let package = args.game.as_deref().unwrap_or_default();
            let at_least = u8::try_from(args.seats.len())
                .map_err(|_| CommandError::Usage("there are too many seats".into()))?;
            let scenario = args.scenario.as_ref();
            let mut game = lists::open_to_start(package, scenario, &args.agreed, at_least, ui)?;
            translate(args, &mut game)?;
            let named = named(&game.ir)?;
            let table = open::table(&game.ir)?;
            if let Some(id) = &args.scenario {
                let (mut start, _) = from_scenario(&table, &Names::new(&game.ir), id)?;
                let agreement =
                    Agreement { seed: args.agreed.seed_or_drawn(None), ..start.agreement(&table) };
                start.state.reseed(agreement.seed);
                let session = Session::of_scenario(&table, agreement, start);
                let session = session.map_err(|why| open::disagreement(&game.ir, &table, why))?;
                return sit_down(args, ui, named, session, (package, &game));
            }
            let agreement = args.agreed.settle(&mut table.machine(), at_least, None)?;
            let session =
                Session::new(&table, agreement).map_err(|why| open::disagreement(&game.ir, &table, why))?;
            sit_down(args, ui, named, session, (package, &game))
        }
    }
}

/// Translates the texts of the game into the language that was named, if any.
fn translate(args: &PlayArgs, game: &mut CompiledGame) -> Result<(), CommandError> {
    args.lang.as_ref().map_or(Ok(()), |language| open::speak(game, language))
}

/// Resumes a saved game.
fn load<'t>(
    args: &PlayArgs,
    ui: &Ui,
    named: Vec<Option<BotKind>>,
    opened: &'t OpenSave,
    table: &'t Table<'t>,
) -> CommandResult {
    let saved = &opened.saved;
    let named = if named.is_empty() { saved_players(opened, table.ir())? } else { named };
    let is_human = |seat: PlayerId| {
        named.get(seat.index()).map_or(named.is_empty() && seat == PlayerId(0), Option::is_none)
    };
    let humans = PlayerId::all(saved.players).filter(|seat| is_human(*seat)).count();
    let mark = |seen: &Observation| is_human(seen.player()) && is_asked(seen, humans);
    let (session, stopped) = saved::replay(opened, table, usize::MAX, mark, ui)?;
    if let Stop::Fault(fault) = stopped {
        let readers = PlayerId::all(saved.players).filter(|seat| is_human(*seat)).collect();
        return Err(open::fault_stop_for(table, session.state(), readers, &fault));
    }
    sit_down(args, ui, named, session, (&opened.package, &opened.game))
}

/// Returns the players of the seats of a saved game.
fn saved_players(opened: &OpenSave, ir: &Ir) -> Result<Vec<Option<BotKind>>, CommandError> {
    let OpenSave { saved, places, sources, .. } = opened;
    let player = |(at, written): (usize, &String)| match seat(ir, written) {
        Err(CommandError::Usage(why)) => {
            let unknown = saved.unknown_player(places, PlayerId::from_index(at), why);
            Err(CommandError::Found(vec![unknown], Box::new(sources.clone())))
        }
        player => player,
    };
    saved.seats.iter().enumerate().map(player).collect()
}

/// Assigns the seats and plays.
fn sit_down<'t>(
    args: &PlayArgs,
    ui: &Ui,
    named: Vec<Option<BotKind>>,
    session: Session<'t>,
    (package, game): (&str, &'t CompiledGame),
) -> CommandResult {
    let players = usize::from(session.agreement().players);
    if named.len() > players {
        return Err(CommandError::Usage(format!(
            "{} were named for {}",
            count_noun(named.len() as u64, "seat"),
            count_noun(players as u64, "player")
        )));
    }
    let mut kinds = if named.is_empty() { vec![None] } else { named };
    kinds.resize(players, Some(BotKind::Random));
    let is_of_bots = kinds.iter().all(Option::is_some);
    let table = session.table();
    let names: Vec<String> =
        kinds.iter().map(|k| k.map_or_else(|| "human".into(), |k| k.name(table.ir()))).collect();
    let seed = session.agreement().seed;
    let seats = kinds.iter().enumerate().map(|(seat, kind)| match kind {
        None => Player::Human,
        Some(kind) => {
            let mut bot = kind.make(table);
            bot.begin(bot_seed(seed, PlayerId::from_index(seat)));
            Player::Bot(bot)
        }
    });
    let most = args.max_plies.unwrap_or(if is_of_bots { MAX_PLIES } else { MAX_IN_A_ROW });
    let about = (package, CardFacts::of(game));
    let mut console = Console::new(session, seats.collect(), names, about, most, ui);
    if let Some(file) = &args.save_on_exit {
        saved::may_be_written(file)?;
        console.save_on_signal(file, ui);
    }
    let played = console.play();
    if let Some(file) = &args.save_on_exit {
        let said = console.save(file)?;
        ui.print_message(&said);
    }
    let over = played?;
    if !over && console.unsaved() {
        ui.print_message(
            "The game was left before its end, and not saved (`save FILE` or `--save-on-exit FILE` does).",
        );
    }
    Ok(ExitCode::SUCCESS)
}
