//! The command line: its arguments, and which command they run.

use std::io;
use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::command_result::CommandError;
#[cfg(feature = "lsp")]
use super::lsp;
#[cfg(feature = "serve")]
use super::serve;
#[cfg(feature = "sheets")]
use super::sheet;
#[cfg(feature = "studio")]
use super::studio;
use super::ui::{Color, FormatArg, Ui};
use super::{
    build, check, completions, deck, demo, drive, eval, explain, export, fmt, ir, new, perft, play, print,
    replay, run, schema, sim, soak, solve, texts, tournament,
};
use crate::diagnostics::first_repeated;

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

/// Runs the command line of the process.
pub fn main() -> ExitCode {
    tell_panics_as_bugs();
    let given = Cli::command().get_matches();
    let cli = Cli::from_arg_matches(&given).unwrap_or_else(|error| error.exit());
    let ui = Ui::new(cli.format, cli.color);
    if let Some(words) = given_twice(&given) {
        ui.complain(&words);
        return ExitCode::from(2);
    }
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
        Command::Completions(args) => completions::run(&args, &mut Cli::command(), &ui),
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

/// Returns an error if two arguments of a command set the same key of a repeatable flag.
fn given_twice(given: &ArgMatches) -> Option<String> {
    const FLAGS: [(&str, &str); 4] =
        [("options", "--option"), ("zones", "--zone"), ("state", "--state"), ("answers", "--answer")];
    let mut innermost = given;
    while let Some((_, of)) = innermost.subcommand() {
        innermost = of;
    }
    FLAGS.into_iter().find_map(|(id, flag)| {
        let pairs = innermost.try_get_many::<(String, String)>(id).ok().flatten()?;
        let again = first_repeated(pairs.into_iter().map(|(key, _)| key))?;
        Some(format!("`{flag}` sets `{again}` twice"))
    })
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
