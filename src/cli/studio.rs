//! `cardwright studio`: the workshop in a browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::ExitCode;

use axum::middleware::from_fn_with_state;

use super::command_result::{CommandError, CommandResult};
use super::ctrl_c;
use super::ui::Ui;
use crate::serve::{self, Hub, IDLE_UNKEPT, Policy};
use crate::studio::{self, Events, Studio};
use crate::web::{self, Hosts, bind, guard};

/// Work on games in a browser: cards as you write them, problems, tables, simulations and pages
///
/// Only this machine can reach it. Its pages follow the files of the packages as they are saved.
#[derive(clap::Args)]
pub(super) struct StudioArgs {
    /// Game folders, or ids of shipped games
    #[arg(default_value = ".")]
    games: Vec<String>,

    /// Port; 0 takes a free one
    #[arg(long, default_value_t = 8450, value_name = "PORT")]
    port: u16,
}

/// Serves until it is interrupted.
pub(super) fn run(args: &StudioArgs, ui: &Ui) -> CommandResult {
    for game in &args.games {
        let exists =
            Path::new(game).join("game.toml").is_file() || crate::package::shipped().any(|id| id == game);
        if !exists {
            super::open::game(game)?;
        }
    }
    let stop = ctrl_c::catch();
    let policy = Policy { workshop: true, matches_per_minute: 0, idle: IDLE_UNKEPT };
    let (hub, _) = Hub::new(Vec::new(), None, policy, 1, stop)?;
    let studio =
        Studio::open(&args.games, hub.clone(), Events::default(), stop).map_err(CommandError::Usage)?;
    let listener = bind(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), args.port))?;
    let address = listener.local_addr()?;
    let router = serve::routes(hub).merge(studio::routes(studio)).fallback(web::unknown_address);
    let router = router.layer(from_fn_with_state(Hosts::default(), guard));
    writeln!(ui.out(), "http://{address}/")?;
    ui.out().flush()?;
    web::serve(listener, router, stop)?;
    Ok(ExitCode::SUCCESS)
}
