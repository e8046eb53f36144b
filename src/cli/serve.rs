//! `cardwright serve`: play over the network.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use axum::middleware::from_fn_with_state;
use axum::routing::get;

use super::command_result::{CommandError, CommandResult};
use super::ui::Ui;
use super::{ctrl_c, open};
use crate::report::count_noun;
use crate::serve::{Hub, IDLE, Policy, routes};
use crate::web::{self, Hosts, bind, guard};

/// Serve games over the network: matches by link, in a browser, with bots in empty seats
///
/// Matches are kept in a folder and survive the end of the program. docs/hosting.md says how to serve more
/// than this machine.
#[derive(clap::Args)]
pub(super) struct ServeArgs {
    /// Game folders, or ids of shipped games
    #[arg(required = true)]
    games: Vec<String>,

    /// Port; 0 takes a free one
    #[arg(long, default_value_t = 8460, value_name = "PORT")]
    port: u16,

    /// Address to listen at; only this machine can reach the default
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    bind: IpAddr,

    /// Origin of the pages behind a reverse proxy, such as https://play.example.org; repeatable
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,

    /// Folder in which matches are kept
    #[arg(long, default_value = "matches", value_name = "FOLDER")]
    data: PathBuf,

    /// Number of matches that one address may create per minute, after the first twenty; 0 for no limit
    #[arg(long, default_value_t = 12, value_name = "N")]
    rate: u32,

    /// Number of bots that think at the same time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    bots: u8,
}

/// Serves until it is interrupted.
pub(super) fn run(args: &ServeArgs, ui: &Ui) -> CommandResult {
    let hosts = Hosts::new(&args.origin).map_err(CommandError::Usage)?;
    let games =
        args.games.iter().map(|game| open::game(game).map(Arc::new)).collect::<Result<Vec<_>, _>>()?;
    if let Some(twice) =
        games.iter().enumerate().find(|(i, g)| games[..*i].iter().any(|o| o.ir.game.id == g.ir.game.id))
    {
        return Err(CommandError::Usage(format!("two of these games have the id `{}`", twice.1.ir.game.id)));
    }
    let stop = ctrl_c::catch();
    let policy = Policy { workshop: false, matches_per_minute: args.rate, idle: IDLE };
    let (hub, unread) = Hub::new(games, Some(args.data.clone()), policy, args.bots.into(), stop)?;
    for (words, ids) in unread {
        let matches = count_noun(ids.len() as u64, "match");
        ui.print_message(&format!("{matches} cannot go on ({}): {words}", ids.join(", ")));
    }
    let listener = bind(SocketAddr::new(args.bind, args.port))?;
    let address = listener.local_addr()?;
    let router = routes(hub).route("/", get(|| async { web::page("lobby.html") }));
    let router = router.fallback(web::unknown_address);
    let router = router.layer(from_fn_with_state(hosts, guard));
    writeln!(ui.out(), "http://{address}/")?;
    ui.out().flush()?;
    web::serve(listener, router, stop)?;
    Ok(ExitCode::SUCCESS)
}
