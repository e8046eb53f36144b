//! A small sample tournament, to preview pages before a real one exists.

use super::progress::TournamentProgress;
use super::read::{Tournament, read};
use super::schedule::Schedule;
use crate::source::Sources;

/// Three entries, so that there are a bye, a finished match and open ones.
const CUP: &str = r#"
name = "Cup"
game = "."
form = "double_elimination"
[[entries]]
name = "Ann"
[[entries]]
name = "Bea"
[[entries]]
name = "Cid"
[[results]]
match = "U1.2"
between = ["Bea", "Cid"]
won = ["Cid"]
"#;

/// Returns the tournament with its schedule and state; it fits any game.
pub fn sample() -> Option<(Tournament, Schedule, TournamentProgress)> {
    let mut sources = Sources::default();
    let file = sources.add("cup.toml", CUP.to_owned());
    let tournament = read(&sources, file).0?;
    let schedule = Schedule::of(&tournament, 2).ok()?;
    let (progress, _) = TournamentProgress::of(&tournament, &schedule);
    Some((tournament, schedule, progress))
}
