//! `cardwright eval`: evaluates expressions for other programs.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use super::command_result::{CommandError, CommandResult};
use super::open::{self, pair};
use super::ui::ClosableStream;
use crate::package::cannot_be_read;
use crate::play::{BatchError, EvalSettings, NamedList, SEARCH_LIMIT, eval_batch};

/// Evaluate expressions on tables laid out by hand: one JSON object per line, in and out
///
/// A line in is such as {"id": 7, "zones": {"hand[1]": ["Badger", "Heron"]}, "answers": {"Heron": "Badger"},
/// "eval": "score(players[1])"}, a line out such as {"id": 7, "value": 32, "detail": {"Badger": 30, "Heron":
/// 2}}. See `docs/eval.md`.
#[derive(clap::Args)]
pub(super) struct EvalArgs {
    /// Game folder, or id of a shipped game
    game: String,

    /// Line to evaluate: a JSON object
    #[arg(conflicts_with = "batch")]
    line: Option<String>,

    /// Read lines from a file, or from standard input (-)
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,

    /// Expression for lines without one of their own; repeatable without LINE and --batch, for a list of
    /// values
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    eval: Vec<String>,

    /// Contents of a zone, such as "hand[1]=Badger, Heron"; repeatable, only without LINE and --batch
    #[arg(long = "zone", value_name = "ZONE=CARDS", value_parser = pair, conflicts_with_all = ["line", "batch"])]
    zones: Vec<(String, String)>,

    /// State, as scenarios write it, such as "coins[1]=4"; repeatable, only without LINE and --batch
    #[arg(long = "state", value_name = "KEY=VALUE", value_parser = pair, conflicts_with_all = ["line", "batch"])]
    state: Vec<(String, String)>,

    /// Start the game from setup or from play, and report the position at its first choice
    #[arg(long, value_name = "WHERE", value_parser = ["play", "setup"], conflicts_with_all = ["line", "batch"])]
    begin: Option<String>,

    /// Answer to a choice, such as "Heron=Badger"; repeatable, only without LINE and --batch
    #[arg(long = "answer", value_name = "WHO=OPTION", value_parser = pair, conflicts_with_all = ["line", "batch"])]
    answers: Vec<(String, String)>,

    /// Game option, such as variant=base; repeatable
    #[arg(long = "options", visible_alias = "option", short = 'o', value_name = "ID=VALUE", value_delimiter = ',', value_parser = pair)]
    options: Vec<(String, String)>,

    /// Number of players [default: the fewest that the game, its options and the named seats allow]
    #[arg(long, value_name = "N")]
    players: Option<u8>,

    /// Deck list, such as 1=swift, 2=./mine.toml or table=common; without a seat, for all seats; repeatable
    #[arg(long = "deck", value_name = "[SEAT=]LIST", value_parser = NamedList::from_str)]
    decks: Vec<NamedList>,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Search for the answers with the greatest value where a line gives none, and report them
    #[arg(long)]
    best: bool,

    /// Limit of answers tried by the search, per line
    #[arg(long, value_name = "N", default_value_t = SEARCH_LIMIT)]
    best_limit: u64,

    /// Number of threads [default: one per core]
    #[arg(long, short = 'j', value_name = "N")]
    jobs: Option<NonZero<usize>>,
}

/// Evaluates the lines; fails if one has an error.
pub(super) fn run(args: &EvalArgs) -> CommandResult {
    if args.eval.len() > 1 && (args.line.is_some() || args.batch.is_some()) {
        let words = "a line asks several things by a list: {\"eval\": [\"…\", \"…\"]}; give `--eval` once, for lines without their own";
        return Err(CommandError::Usage(words.into()));
    }
    let mut game = open::game(&args.game)?;
    let input = input(args)?;
    let jobs = open::threads(args.jobs).get();
    let settings = EvalSettings {
        options: args.options.clone(),
        players: args.players,
        decks: args.decks.clone(),
        list_files: true,
        seed: args.seed,
        eval: args.eval.first().cloned(),
        best: args.best,
        best_limit: args.best_limit,
        jobs: if args.batch.is_some() { jobs } else { 1 },
    };
    // JSON has no styles to be stripped.
    let mut out = BufWriter::with_capacity(1 << 16, ClosableStream::new(io::stdout().lock()));
    let counts = eval_batch(&mut game, &settings, input, &mut out).map_err(|why| match why {
        BatchError::Io(error) => CommandError::Io(error),
        BatchError::Lists(error) => CommandError::from(error),
    })?;
    out.flush()?;
    Ok(if counts.errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the source of the lines.
fn input(args: &EvalArgs) -> Result<Box<dyn Read + Send>, CommandError> {
    match (&args.batch, &args.line) {
        (Some(path), _) if path.as_os_str() == "-" => Ok(Box::new(io::stdin())),
        (Some(path), _) => {
            let file = File::open(path).map_err(|error| cannot_be_read(path, &error))?;
            // Some systems open a folder like a file and fail on reading, with an error that does not name
            // it.
            match file.metadata() {
                Ok(there) if there.is_dir() => {
                    Err(cannot_be_read(path, &io::ErrorKind::IsADirectory.into()).into())
                }
                _ => Ok(Box::new(file)),
            }
        }
        (None, Some(line)) => Ok(Box::new(io::Cursor::new(line.replace('\n', " ")))),
        (None, None) if !args.eval.is_empty() || args.begin.is_some() => {
            Ok(Box::new(io::Cursor::new(line(args).to_string())))
        }
        (None, None) => Err(CommandError::Usage(
            "say what to evaluate: a JSON object, --batch FILE or --eval EXPRESSION".into(),
        )),
    }
}

/// Returns the line given by the arguments.
fn line(args: &EvalArgs) -> serde_json::Value {
    let list = |cards: &str| -> serde_json::Value {
        cards.split(',').map(str::trim).filter(|c| !c.is_empty()).collect()
    };
    let zones: serde_json::Map<_, _> =
        args.zones.iter().map(|(zone, cards)| (zone.clone(), list(cards))).collect();
    let answers: serde_json::Map<_, _> =
        args.answers.iter().map(|(who, what)| (who.clone(), what.as_str().into())).collect();
    let state: serde_json::Map<_, _> =
        args.state.iter().map(|(key, value)| (key.clone(), parse_json_or_text(value))).collect();
    let mut line = serde_json::json!({ "zones": zones, "state": state, "answers": answers });
    if let Some(begin) = &args.begin {
        line["begin"] = begin.as_str().into();
    }
    if args.eval.len() > 1 {
        line["eval"] = args.eval.clone().into();
    }
    line
}

/// Parses a value as JSON: a number, `true`, a list. Anything else is a string.
fn parse_json_or_text(value: &str) -> serde_json::Value {
    serde_json::from_str(value).unwrap_or_else(|_| value.into())
}
