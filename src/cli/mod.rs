//! The command line, one file per command.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 success, 1 an error in the
//! input (which has been reported), 2 an invalid command line. If the reader of the output goes away early,
//! the rest of the output is dropped; files and the exit code are not affected.

mod build;
mod check;
mod completions;
mod console;
mod console_help;
mod ctrl_c;
mod deck;
mod drive;
mod demo;
mod eval;
mod explain;
mod export;
mod files;
mod fmt;
mod git;
mod input;
mod interrupt;
mod ir;
mod lists;
#[cfg(feature = "lsp")]
mod lsp;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "studio")]
mod studio;
mod new;
mod open;
mod perft;
mod play;
mod print;
mod print_watch;
mod printable;
mod replay;
mod revision;
mod run;
mod saved;
mod schema;
mod selection;
mod settings;
#[cfg(feature = "sheets")]
mod sheet;
mod sim;
mod soak;
mod solve;
mod texts;
mod tournament;
mod ui;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use ui::{Color, FormatArg, Ui};

use crate::diagnostics::Diagnostic;
use crate::source::Sources;

pub use drive::drive;

/// Declare a tabletop game in TOML; check it, play it, simulate it, test it, print it.
#[derive(Parser)]
#[command(name = "cardwright", version, arg_required_else_help = true)]
struct Cli {
    /// Format of diagnostics
    #[arg(long, global = true, value_enum, default_value_t, value_name = "FORMAT", help_heading = "Output")]
    format: FormatArg,

    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    color: Color,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    New(new::NewArgs),
    Demo(demo::DemoArgs),
    Check(check::CheckArgs),
    Build(build::BuildArgs),
    Print(print::PrintArgs),
    Export(export::ExportArgs),
    Ir(ir::IrArgs),
    Run(run::RunArgs),
    Play(play::PlayArgs),
    Replay(replay::ReplayArgs),
    Sim(Box<sim::SimCommand>),
    Tournament(tournament::TournamentArgs),
    Soak(soak::SoakArgs),
    Perft(perft::PerftArgs),
    Solve(solve::SolveArgs),
    Eval(eval::EvalArgs),
    Drive(drive::DriveArgs),
    Deck(deck::DeckArgs),
    Fmt(fmt::FmtArgs),
    Schema(schema::SchemaArgs),
    #[cfg(feature = "sheets")]
    Sheet(sheet::SheetArgs),
    Texts(texts::TextsArgs),
    Explain(explain::ExplainArgs),
    Completions(completions::CompletionsArgs),
    #[cfg(feature = "lsp")]
    Lsp(lsp::LspArgs),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    #[cfg(feature = "studio")]
    Studio(studio::StudioArgs),
}

/// The reason why a command stops early.
#[derive(Debug)]
enum CommandError {
    /// Reading or writing failed.
    Io(io::Error),
    /// The command line is invalid.
    Usage(String),
    /// The input has errors.
    Found(Vec<Diagnostic>, Box<Sources>),
}

/// Converts a diagnostic without a place, such as that a file cannot be written.
impl From<Diagnostic> for CommandError {
    fn from(diagnostic: Diagnostic) -> Self {
        CommandError::Found(vec![diagnostic], Box::default())
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        CommandError::Io(error)
    }
}

/// The result of a command.
type CommandResult = Result<ExitCode, CommandError>;

/// Runs the command line of the process.
pub fn main() -> ExitCode {
    tell_panics_as_bugs();
    let cli = Cli::parse();
    let ui = Ui::new(cli.format, cli.color);
    let outcome = match cli.command {
        Command::New(args) => new::run(&args, &ui),
        Command::Demo(args) => demo::run(&args, &ui),
        Command::Check(args) => check::run(&args, &ui),
        Command::Build(args) => build::run(&args, &ui),
        Command::Print(args) => print::run(&args, &ui),
        Command::Export(args) => export::run(&args, &ui),
        Command::Ir(args) => ir::run(&args, &ui),
        Command::Run(args) => run::run(&args, &ui),
        Command::Play(args) => play::run(&args, &ui),
        Command::Replay(args) => replay::run(&args, &ui),
        Command::Sim(args) => sim::command(&args, &ui),
        Command::Tournament(args) => tournament::run(&args, &ui),
        Command::Soak(args) => soak::run(&args, &ui),
        Command::Perft(args) => perft::run(&args, &ui),
        Command::Solve(args) => solve::run(&args, &ui),
        Command::Eval(args) => eval::run(&args),
        Command::Drive(args) => drive::run(&args, &ui),
        Command::Deck(args) => deck::run(&args, &ui),
        Command::Fmt(args) => fmt::run(&args, &ui),
        Command::Schema(args) => schema::run(&args, &ui),
        #[cfg(feature = "sheets")]
        Command::Sheet(args) => sheet::run(&args, &ui),
        Command::Texts(args) => texts::run(&args, &ui),
        Command::Explain(args) => explain::run(&args, &ui),
        Command::Completions(args) => completions::run(&args, &ui),
        #[cfg(feature = "lsp")]
        Command::Lsp(args) => lsp::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args, &ui),
        #[cfg(feature = "studio")]
        Command::Studio(args) => studio::run(&args, &ui),
    };
    match outcome {
        Ok(code) => code,
        Err(CommandError::Io(error)) => {
            ui.complain(&error.to_string());
            ExitCode::FAILURE
        }
        Err(CommandError::Usage(message)) => {
            ui.complain(&message);
            ExitCode::from(2)
        }
        Err(CommandError::Found(diagnostics, sources)) => {
            // If even this cannot be written, the exit code still reports the failure.
            let _ = ui.report(&diagnostics, &sources);
            ExitCode::FAILURE
        }
    }
}

/// Installs a panic hook that says before the details that a panic is a bug of Cardwright, not of the game.
fn tell_panics_as_bugs() {
    let details = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        use std::io::Write;
        // A guarded panic of a third-party reader becomes a diagnostic.
        if crate::guard::is_guarded() {
            return;
        }
        // If this cannot be written, there is nothing left to do.
        let _ = writeln!(
            io::stderr(),
            "This is a bug in Cardwright {}, not in your game. Please report it, with the lines below and, if you can, \
             the package.\n",
            env!("CARGO_PKG_VERSION")
        );
        details(info);
    }));
}
