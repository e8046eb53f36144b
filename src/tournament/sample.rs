//! A small tournament, for whoever wants to see how its pages look before there is one.

use super::progress::Progress;
use super::read::{Tournament, read};
use super::schedule::Schedule;
use crate::source::Sources;

/// Three entries, so that one has a bye, a match that is played and others that are not.
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

/// The tournament, whatever game it is of, with its schedule and how far it has come.
pub fn sample() -> Option<(Tournament, Schedule, Progress)> {
    let mut sources = Sources::default();
    let file = sources.add("cup.toml", CUP.to_owned());
    let tournament = read(&sources, file).0?;
    let schedule = Schedule::of(&tournament, 2).ok()?;
    let (progress, _) = Progress::of(&tournament, &schedule);
    Some((tournament, schedule, progress))
}
