//! Bots of games in which players win and lose together.

use super::{compiled, shipped};
use cardwright::ir::{Ir, SearchBudget};
use cardwright::lab::{Simulation, SimulationResults, simulate};
use cardwright::play::{Agreement, BotKind};
use cardwright::table::Table;
use std::sync::atomic::AtomicBool;

/// Row together or drift: who is twenty ahead within fifty strokes wins for all.
const ROWERS: &str = r#"
[game]
id = "rowers"
name = "Rowers"
players = [1, 4]
[state.table]
ahead = "int -99..99"
[actions.row_on]
do = "ahead += 1"
[actions.drift]
do = "ahead -= 1"
[actions.rest]
do = ""
[flow]
play = '''
let p = players[1]
repeat 50 {
  act p from {rest, drift, row_on}
  p = next(p)
  if ahead >= 20 { win players "twenty ahead" }
}
lose players "adrift"
'''
"#;

const TOGETHER: &str = "[scoring]\ntogether = \"true\"\n";
const JUDGED: &str = "[bots.mcts]\nevaluate = \"ahead\"\nafter = 4\n[bots.greedy]\nevaluate = \"ahead\"\n";

fn game(rules: &[&str]) -> Ir {
    compiled(&[("game.toml", &rules.concat())])
}

fn play(ir: &Ir, players: u8, bots: &[BotKind], games: u64) -> SimulationResults {
    let table = Table::new(ir).expect("sound");
    let agreement = Agreement { players, seed: 1, options: ir.options.iter().map(|o| o.default).collect() };
    let bots = bots.iter().cycle().take(usize::from(players)).copied().collect();
    let simulation = Simulation::new(agreement, bots, games);
    simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid").results
}

fn mcts(iterations: u32) -> BotKind {
    BotKind::Mcts(SearchBudget::Iterations(iterations))
}

/// How many of some games the first player has won.
fn wins(ir: &Ir, players: u8, bot: BotKind, games: u64) -> u64 {
    play(ir, players, &[bot], games).counts.stats.seats[0].wins
}

#[test]
fn a_search_wins_with_its_friends() {
    for (what, rules) in [
        ("judged on the way", &[ROWERS, TOGETHER, JUDGED][..]),
        ("by the score", &[ROWERS, TOGETHER, "score = \"ahead\"\n"][..]),
    ] {
        let ir = game(rules);
        for players in [1, 2, 4] {
            assert_eq!(wins(&ir, players, mcts(100), 6), 6, "{what}, {players} players");
        }
    }
    // One who plays alone is a table, too.
    assert_eq!(wins(&game(&[ROWERS, JUDGED]), 1, mcts(100), 6), 6);
}

#[test]
fn greedy_wins_with_its_friends() {
    let ir = game(&[ROWERS, TOGETHER, JUDGED]);
    let greedy = BotKind::of(&ir, "greedy").expect("there is one");
    assert_eq!(wins(&ir, 4, greedy, 6), 6);
    assert_eq!(wins(&ir, 4, BotKind::Random, 6), 0);
}

/// Two players play two cards each from hidden hands; the cards played are counted together.
const GIVERS: &str = r#"
[game]
id = "givers"
name = "Givers"
players = [2, 2]
[kinds.card.attributes]
worth = "int 1..12"
[zones.deck]
ordered = true
seen_by = "none"
start = "cards"
[zones.hand]
per = "player"
seen_by = "owner"
[zones.given]
[flow]
setup = "shuffle(deck)\nfor each p in players { deal(deck, p.hand, 4) }"
play = '''
repeat 2 {
  for each p in players {
    choose c from p.hand by p
    move(c, given)
  }
}
end
'''
[scoring]
together = "true"
score = "sum(given, worth)"
"#;

#[test]
fn friends_with_hidden_hands_are_no_foes() {
    let cards: String = (1..=12).map(|n| format!("[cards.c{n}]\nworth = {n}\n")).collect();
    let ir = compiled(&[("game.toml", GIVERS), ("cards/c.toml", &cards)]);
    let found = play(&ir, 2, &[mcts(150)], 12).counts.stats;
    let random = play(&ir, 2, &[BotKind::Random], 12).counts.stats;
    // The two best of four of twelve cards: 2 × (10.4 + 7.8); random ones are 4 × 6.5.
    let (best, any) = (found.seats[0].scores.mean(), random.seats[0].scores.mean());
    assert!(best > 33.0 && any < 30.0, "{best} and {any}");
}

/// Two teams of two. A player who holds the lead is no better off than their partner.
const TEAMS: &str = r#"
[game]
id = "teams"
name = "Teams"
players = [4, 4]
[enums]
team = ["red", "blue"]
[state.player]
team = { type = "team", start = "red if seat(self) % 2 == 1 else blue" }
gold = "int 0..99"
[actions.help]
do = "for each p in (players where team == you.team) - you { p.gold += 3 }"
[actions.keep]
do = "you.gold += 1"
[flow]
play = '''
repeat 3 { for each p in players { act p from {keep, help} } }
end
'''
[scoring]
together = "p.team"
score = "sum(players where team == p.team, gold)"
"#;

#[test]
fn bots_help_their_partners() {
    let ir = game(&[TEAMS]);
    let greedy = BotKind::of(&ir, "greedy").expect("there is one");
    for bot in [mcts(200), greedy] {
        let found = play(&ir, 4, &[bot, BotKind::Random], 6).counts.stats;
        assert_eq!(found.seats.iter().map(|s| s.wins).collect::<Vec<_>>(), [6, 0, 6, 0], "{bot:?}");
        assert!(
            found.seats[0].scores.mean() > 15.0,
            "{bot:?} helps nearly each time, for three each: {found:?}"
        );
    }
}

#[test]
fn conventions_win_more_games_of_fog_bell() {
    let ir = shipped("fog-bell");
    let won = |bot: &str| wins(&ir, 3, BotKind::of(&ir, bot).expect("there is one"), 40);
    let (crew, greedy) = (won("crew"), won("greedy"));
    assert!(crew > greedy, "{crew} {greedy}");
}
