//! Arguments of `cardwright sim`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::open::AgreementArgs;
use crate::lab::{CountSelection, MAX_PLIES, StoppingRule, WATCH};

/// Games to play, and figures to count
#[derive(clap::Args)]
pub(super) struct SimArgs {
    /// Game folder, or id of a shipped game
    #[arg(required = true)]
    pub(super) game: Option<String>,

    /// Number of games [default: 1000; with --until at most 1000000]
    #[arg(short = 'n', long, value_name = "N", hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: Option<u64>,

    #[command(flatten)]
    pub(super) agreed: AgreementArgs,

    /// One bot for all seats, one per seat, or one per side: random, first, greedy, mcts:1000, mcts:200ms, or
    /// one of the game's own
    #[arg(
        long,
        visible_alias = "bots",
        value_name = "BOT,…",
        value_delimiter = ',',
        default_value = "random"
    )]
    pub(super) seats: Vec<String>,

    /// Rotate the bots by one seat after each game, and count by bot
    #[arg(long)]
    pub(super) rotate: bool,

    /// Play each shuffle once per rotation, so that every bot gets the same luck
    #[arg(long, requires = "rotate")]
    pub(super) mirror: bool,

    /// Number of threads [default: one per core]
    #[arg(long, short = 'j', value_name = "N")]
    pub(super) jobs: Option<NonZero<usize>>,

    /// Stop a game after this many choices
    #[arg(long, default_value_t = MAX_PLIES, value_name = "N")]
    pub(super) max_plies: u64,

    /// Further statistics
    #[arg(long, value_enum, value_name = "WHAT,…", value_delimiter = ',')]
    pub(super) stats: Vec<Extra>,

    /// Number of games traced for `--stats rules`
    #[arg(long, default_value_t = WATCH, value_name = "N")]
    pub(super) watch: u64,

    /// Play only shard K of N; `sim merge` merges the parts
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub(super) shard: Option<(u64, u64)>,

    /// Show which functions and lines of the rules take the time; `--save FILE.folded` writes their stacks
    /// for flame graphs
    #[arg(long, conflicts_with_all = ["league", "matchup", "sweep", "compare", "find", "shrink"])]
    pub(super) profile: bool,

    /// Write the results to a file: .json, .html, .csv, .parquet, .folded for --profile, or .part for `sim
    /// merge` and --resume; repeatable
    #[arg(long, value_name = "FILE")]
    pub(super) save: Vec<PathBuf>,

    /// Start from this scenario: its players, options, zones and state
    #[arg(long, value_name = "ID", conflicts_with_all = ["players", "setup", "options", "decks", "matchup", "compare", "find", "shrink"])]
    pub(super) scenario: Option<String>,

    /// Round robin of these bots, with seats swapped
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', conflicts_with_all = ["sweep", "compare", "seats", "rotate"])]
    pub(super) league: Vec<String>,

    /// Round robin of these deck lists (names or files): -n games per pairing and seating, with the same
    /// shuffles
    #[arg(long = "decks", value_name = "LIST,…", value_delimiter = ',', conflicts_with_all = ["league", "sweep", "compare", "rotate"])]
    pub(super) matchup: Vec<String>,

    /// Values to try, such as cards.badger.cost=1..4, option.variant=base,chaos or players=2..5; repeatable
    #[arg(long, value_name = "NAME=VALUES", conflicts_with = "compare")]
    pub(super) sweep: Vec<String>,

    /// Compare with another state of the package: a folder, or a git revision
    #[arg(long, value_name = "REV|FOLDER")]
    pub(super) compare: Option<String>,

    /// Play until a confidence interval is narrow enough, such as "ci(win.seat1) < 0.5%"
    #[arg(long, value_name = "CONDITION", value_parser = StoppingRule::parse, conflicts_with_all = ["shard", "resume"])]
    pub(super) until: Option<StoppingRule>,

    /// Resume from a saved part
    #[arg(long, value_name = "FILE.part", conflicts_with = "shard")]
    pub(super) resume: Option<PathBuf>,

    #[command(flatten)]
    pub(super) find: FindArgs,
}

/// Target of a search
#[derive(clap::Args)]
pub(super) struct FindArgs {
    /// Find the first game in which an expression is true, such as "score(players[1]) > 100", instead of
    /// counting; --save FILE.toml keeps it
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true, conflicts_with_all = ["stats", "resume", "league", "sweep", "compare", "until"])]
    pub(super) find: Option<String>,

    /// Shorten the game of --find, or of the first fault, as far as possible
    #[arg(long, conflicts_with_all = ["stats", "resume", "league", "sweep", "compare", "until"])]
    pub(super) shrink: bool,
}

impl FindArgs {
    /// Returns whether a search is requested.
    pub(super) fn is_asked(&self) -> bool {
        self.find.is_some() || self.shrink
    }
}

/// Details to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Extra {
    /// Choices by number, options and entropy
    Choices,
    /// Effect of each card for the player who has it
    Cards,
    /// Rules by share of the work, and rules that never ran
    Rules,
    /// Margins of victory, and changes of the lead
    Scores,
    /// Effect of each card within its list: in the opening hand, drawn, played
    Lists,
    /// Speed
    Speed,
    /// All of these but speed
    All,
}

pub(super) fn wants(stats: &[Extra]) -> CountSelection {
    let said = |extra| stats.contains(&extra) || stats.contains(&Extra::All);
    CountSelection {
        choices: said(Extra::Choices),
        cards: said(Extra::Cards),
        rules: said(Extra::Rules),
        scores: said(Extra::Scores),
        lists: said(Extra::Lists),
    }
}

/// Parses a shard: `3/16`.
fn shard(written: &str) -> Result<(u64, u64), String> {
    let numbers = written.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((k, n)) if 1 <= k && k <= n => Ok((k, n)),
        _ => Err("write the third of sixteen parts as `3/16`".into()),
    }
}
