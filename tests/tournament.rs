//! Matches between bots, played in several threads: errors do not depend on which thread is the fastest.

use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use cardwright::compile::CompiledGame;
use cardwright::play::ListError;
use cardwright::source::Sources;
use cardwright::tournament::{Host, Schedule, TournamentProgress, read};

use crate::support::{opened, playable};

static STOP: AtomicBool = AtomicBool::new(false);

/// A race of two cars. One without wheels is a fault of the game; `broken_late` drives for a while before.
const RACE: &str = r#"
[game]
id = "race"
name = "Race"
players = [2, 2]
[kinds.car]
base = "card"
[kinds.car.attributes]
laps = "int 0..100000"
wheels = "int 0..4"
[zones.garage]
per = "player"
holds = "car"
start = "list"
[deck]
size = [1, 1]
[state.table]
way = "int 0..1000000"
[flow]
play = '''
for each p in players {
  for each c in p.garage {
    repeat c.laps { way += 1 }
    way += 12 / c.wheels
  }
}
end
'''
[scoring]
score = "1"
"#;

const CARS: &str = r#"
[cards.whole]
kind = "car"
laps = 0
wheels = 4
[cards.broken]
kind = "car"
laps = 0
wheels = 0
[cards.broken_late]
kind = "car"
laps = 100000
wheels = 0
"#;

fn race() -> CompiledGame {
    let list = |id: &str| (format!("decks/{id}.toml"), format!("[cards]\n{id} = 1\n"));
    let lists = ["whole", "broken", "broken_late"].map(list);
    let files = [("game.toml", RACE), ("cards/cars.toml", CARS)];
    playable(opened(files.map(|(path, text)| (path.to_owned(), text.to_owned())).into_iter().chain(lists)))
}

/// Plays four entries with these lists against each other, the first against the last first. Returns the
/// message of the error; every attempt to keep a result fails with `unkept`, if that is given.
fn error(lists: [&str; 4], threads: usize, unkept: Option<&str>) -> String {
    let game = race();
    let entry = |(name, list): (&str, &str)| {
        format!("[[entries]]\nname = \"{name}\"\nlist = \"{list}\"\nbot = \"random\"\n")
    };
    let entries: String = ["Ann", "Bea", "Cid", "Dan"].into_iter().zip(lists).map(entry).collect();
    let mut sources = Sources::default();
    let file = sources.add("cup.toml", format!("game = \"race\"\nform = \"round_robin\"\n{entries}"));
    let (tournament, found) = read(&sources, file);
    let tournament = tournament.unwrap_or_else(|| panic!("{found:?}"));
    let host = Host::new(&tournament, &game, Path::new("."), &sources, &STOP)
        .unwrap_or_else(|error| panic!("{}", error.into_message()));
    let schedule = Schedule::of(&tournament, host.sides()).expect("a schedule");
    let (progress, _) = TournamentProgress::of(&tournament, &schedule);
    let threads = NonZero::new(threads).expect("a thread");
    let played = host.play(&schedule, &progress, threads, |_, _| match unkept {
        Some(words) => Err(ListError::Words(words.to_owned())),
        None => Ok(()),
    });
    match played {
        Ok(played) => panic!("{played:?}"),
        Err(ListError::Found(found, _)) => format!("{}: {:?}", found[0].message, found[0].cause),
        Err(error) => error.into_message(),
    }
}

#[test]
fn the_error_of_the_earliest_match_is_reported() {
    // Ann's match is the first, and ends long before Bea's, which is played in another thread.
    let lists = ["broken", "broken_late", "whole", "whole"];
    let (one, two) = (error(lists, 1, None), error(lists, 2, None));
    assert!(one.contains("in match 1.1"), "{one}");
    assert_eq!(one, two);
}

#[test]
fn a_result_that_cannot_be_kept_does_not_hide_the_error_before_it() {
    // Ann's match is still played when the result of the next one is there.
    let lists = ["broken_late", "whole", "whole", "whole"];
    let error = error(lists, 2, Some("the disk is full"));
    assert!(error.contains("in match 1.1"), "{error}");
}
