//! `seen_by` as an expression: the zones of sides, and who sees a zone by options and the number of players.

use super::hidden::ten;
use super::{agreed, answer, bots, compiled};
use cardwright::ir::{ComponentId, Ir, PlayerId, ZonePlaceId};
use cardwright::lab::{CountSelection, Simulation, simulate};
use cardwright::play::{BotKind, Session, Soak, run_scenario, soak};
use cardwright::table::{Names, Sampler, State, Table};
use std::num::NonZero;
use std::sync::atomic::AtomicBool;

/// Two pairs put cards into their stores; `peek` is a zone that as many players see as an option says.
const PAIRS: &str = r#"
[game]
id = "pairs"
name = "Pairs"
version = "1.0.0"
players = [2, 4]
[options.lookers]
range = [0, 4]
default = 1
[enums]
team = ["red", "blue"]
[kinds.card.attributes]
rank = "int 0..9"
[state.player]
team = { type = "team", start = "red if seat(self) % 2 == 1 else blue" }
points = "int 0..90"
[functions.partners]
params = { t = "team" }
returns = "set of player"
code = "players where team == t"
[zones.deck]
ordered = true
seen_by = "none"
start = "cards"
[zones.hand]
per = "player"
seen_by = "owner"
[zones.store]
per = "team"
seen_by = "partners(self)"
[zones.peek]
ordered = true
seen_by = "none"
top_seen_by = "players where seat(it) <= lookers"
[zones.left]
per = "player"
seen_by = "{self, next(self)}"
[zones.kept]
per = ["player", "team"]
seen_by = "{p in players where p == self or p.team == key}"
[actions.put]
params = { c = "hand" }
do = "move(c, store[you.team])"
[actions.take]
params = { c = "store[red] + store[blue]" }
do = "you.points += c.rank"
[flow]
setup = "shuffle(deck); for each p in players { deal(deck, p.hand, 2) }; deal(deck, peek, 1)"
play = '''
for each p in players { act p from {put} }
for each p in players { act p from {take} }
for each p in players { if p.points > 9 { win p } }
end
'''
[scoring]
together = "p.team"
score = "p.points"
"#;

fn pairs() -> Ir {
    compiled(&[("game.toml", PAIRS), ("cards/all.toml", &ten())])
}

/// Returns a table of a number of players, at its first choice.
fn begun<'t>(table: &'t Table, players: u8, lookers: &str) -> Session<'t> {
    let mut session = Session::new(table, agreed(table, players, &[("lookers", lookers)], 5)).expect("laid");
    session.advance();
    session
}

fn place(table: &Table, name: &str) -> u16 {
    (Names::new(table.ir()).find_zone(name).expect("a zone")).0
}

/// Returns the players who see into a zone, and whether a spectator does.
fn seers(table: &Table, state: &State, name: &str) -> (Vec<u8>, bool) {
    let zone = place(table, name);
    let view = |viewer| {
        table.view(state, viewer).zones.iter().any(|z| z.zone == ZonePlaceId(zone) && z.contents.is_some())
    };
    ((0..state.players()).filter(|p| view(Some(PlayerId(*p)))).collect(), view(None))
}

#[test]
fn partners_see_into_the_zone_of_their_side() {
    let ir = pairs();
    let table = Table::new(&ir).expect("sound");
    let session = begun(&table, 4, "1");
    let seen = |name: &str| seers(&table, session.state(), name);
    assert_eq!(seen("store[red]"), (vec![0, 2], false));
    assert_eq!(seen("store[blue]"), (vec![1, 3], false));
    assert_eq!(seen("hand[2]"), (vec![1], false));
    assert_eq!(seen("left[4]"), (vec![0, 3], false), "the owner and the next player");
    assert_eq!(seen("kept[1][blue]"), (vec![0, 1, 3], false), "`self` is the player, `key` the value");
    let two = begun(&table, 2, "1");
    assert_eq!(seers(&table, two.state(), "store[red]"), (vec![0], false));
    assert_eq!(seers(&table, two.state(), "left[1]"), (vec![0, 1], true), "what all see, a spectator sees");
}

#[test]
fn options_say_who_sees_the_top() {
    let ir = pairs();
    let table = Table::new(&ir).expect("sound");
    for lookers in 0..=3u8 {
        let session = begun(&table, 4, &lookers.to_string());
        let top = table.contents(session.state(), ZonePlaceId(place(&table, "peek")))[0];
        let see: Vec<u8> =
            (0..4).filter(|p| !table.is_unseen(session.state(), Some(PlayerId(*p)), top)).collect();
        assert_eq!(see, (0..lookers).collect::<Vec<u8>>());
    }
}

#[test]
fn samples_leave_a_store_to_those_who_see_it() {
    let ir = pairs();
    let table = Table::new(&ir).expect("sound");
    let mut session = begun(&table, 4, "1");
    let mut players = bots(&session, BotKind::Random);
    answer(&mut session, &mut players, 4);
    let (store, state) = (place(&table, "store[red]"), session.state());
    let truly = table.contents(state, ZonePlaceId(store));
    assert_eq!(truly.len(), 2);
    let (mut sampler, mut machine, mut sample) = (Sampler::default(), table.machine(), State::default());
    let mut drawn = |player: PlayerId| -> Vec<Vec<ComponentId>> {
        let draw = |seed| {
            sampler.sample(&mut machine, state, player, seed, &mut sample);
            table.contents(&sample, ZonePlaceId(store))
        };
        (0..40).map(draw).collect()
    };
    assert!(drawn(PlayerId(1)).iter().any(|lie| *lie != truly), "an opponent does not know what lies there");
    assert!(drawn(PlayerId(2)).iter().all(|lie| *lie == truly), "a partner does");
}

#[test]
fn one_sampler_serves_tables_of_other_options() {
    let ir = pairs();
    let table = Table::new(&ir).expect("sound");
    let (mut sampler, mut machine, mut sample) = (Sampler::default(), table.machine(), State::default());
    let peek = place(&table, "peek");
    let mut may_differ = |lookers: &str| {
        let session = begun(&table, 4, lookers);
        let truly = table.contents(session.state(), ZonePlaceId(peek));
        (0..40).any(|seed| {
            sampler.sample(&mut machine, session.state(), PlayerId(3), seed, &mut sample);
            table.contents(&sample, ZonePlaceId(peek)) != truly
        })
    };
    assert!(may_differ("3"));
    assert!(!may_differ("4"), "player 4 sees the top");
    assert!(may_differ("0"));
}

#[test]
fn soak_finds_nothing() {
    let ir = pairs();
    let table = Table::new(&ir).expect("sound");
    let plan = Soak { games: 60, seed: 1, max_plies: 100, jobs: NonZero::new(2).expect("not 0") };
    assert_eq!(soak(&table, &plan, |_| {}).expect("laid").broken, None);
}

#[test]
fn cards_in_the_zone_of_a_side_are_kept_by_it() {
    let ir = pairs();
    let table = Table::new(&ir).expect("sound");
    let simulation = Simulation::new(agreed(&table, 4, &[], 1), vec![BotKind::Random; 4], 50);
    let simulation = Simulation { wants: CountSelection::ALL, ..simulation };
    let counts = simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid").results.counts;
    let kept: u64 = counts.cards.expect("counted").names.iter().map(|card| card.kept.times).sum();
    // Each of two sides ends with two cards in its store and two in its hands.
    assert_eq!(kept, 50 * 2 * 4);
}

#[test]
fn scenarios_ask_who_sees_and_may_seat_the_sides_otherwise() {
    let scenario = r#"
name = "Partners sit side by side"
players = 4
[state]
"team[2]" = "red"
"team[3]" = "blue"
[zones]
"store[red]" = ["c1"]
[[steps]]
visible = "store[red]"
to = 1
[[steps]]
visible = "store[red]"
to = 2
[[steps]]
hidden = "store[red]"
from = 3
[[steps]]
hidden = "store[red]"
from = 4
"#;
    let ir =
        compiled(&[("game.toml", PAIRS), ("cards/all.toml", &ten()), ("scenarios/seats.toml", scenario)]);
    let table = Table::new(&ir).expect("sound");
    let result = run_scenario(&table, &Names::new(&ir), 0);
    assert!(result.holds(), "{:?}", result.diagnostics);
    assert_eq!(result.steps, 4);
    // A scenario that is not there does not hold.
    assert!(!run_scenario(&table, &Names::new(&ir), 1).holds());
}
