//! Bots that judge moves: the value of an option by itself, on the table before it is taken.

use cardwright::ir::PlayerId;
use std::collections::{BTreeMap, BTreeSet};

use super::{agreed, compiled};
use cardwright::play::{BotKind, Session, TableBot, bot_seed};
use cardwright::table::{Stop, Table};

/// Returns the choices of a bot in a game without cards, in order, for the player who is asked.
fn choices(rules: &str, bot: &str, players: u8, seed: u64) -> Vec<String> {
    with_cards(rules, "", bot, players, seed)
}

/// The same, of a game with cards.
fn with_cards(rules: &str, cards: &str, bot: &str, players: u8, seed: u64) -> Vec<String> {
    let head = format!("[game]\nid = \"lab\"\nname = \"Lab\"\nplayers = [{players}, {players}]\n");
    let ir = compiled(&[("game.toml", &format!("{head}{rules}")), ("cards/cards.toml", cards)]);
    let table = Table::new(&ir).expect("sound");
    let kind = BotKind::of(&ir, bot).expect("there is such a bot");
    let mut session = Session::new(&table, agreed(&table, players, &[], seed)).expect("laid");
    let mut bots: Vec<Box<dyn TableBot + '_>> = (0..players).map(|_| kind.make(&table)).collect();
    bots.iter_mut().zip(0..).for_each(|(bot, seat)| bot.begin(bot_seed(seed, PlayerId(seat))));
    loop {
        match session.advance() {
            Stop::Choice => {}
            Stop::Over => return session.steps().iter().map(|step| step.answer.clone()).collect(),
            stop => panic!("{stop:?}"),
        }
        let seen = session.observation().expect("it waits");
        let index = bots[seen.player().index()].choose(&seen);
        session.choose(index).expect("an option");
    }
}

const MARKET: &str = r#"
[enums]
good = ["salt", "silk", "wine"]
[state.player]
coins = { type = "int 0..99", start = "5" }
owned = "set of good"
[actions.buy]
params = { g = "goods - owned" }
when = "coins > 0"
do = "you.owned += {g}; you.coins -= 1"
[actions.wait]
do = "you.coins = 5"
[flow]
play = "repeat 4 { act players[1] from {buy, wait} }"
"#;

#[test]
fn a_move_is_judged_on_the_table_before_it() {
    // Wine first, then silk: after the move both are owned, so only the table before it can say so.
    let bot = r#"
[bots.keen.prefers]
buy = "9 if g == wine and none(owned) else 5 if g == silk and wine in owned else 1"
wait = "3"
"#;
    assert_eq!(choices(&format!("{MARKET}{bot}"), "keen", 1, 1), ["buy wine", "buy silk", "wait", "wait"]);
}

#[test]
fn what_a_move_is_worth_is_added_to_the_table_after_it() {
    let bot = |wait: &str| {
        format!(
            "{MARKET}[bots.saver]\nevaluate = \"10 * coins\"\nprefers = {{ buy = \"25\", wait = \"{wait}\" }}\n"
        )
    };
    // Buying costs a coin: 10. It is worth 25 by itself.
    assert!(choices(&bot("14"), "saver", 1, 1)[0].starts_with("buy"));
    assert_eq!(choices(&bot("16"), "saver", 1, 1)[0], "wait");
}

#[test]
fn without_evaluate_the_score_judges_the_table() {
    let rules = r#"
[state.player]
points = "int 0..99"
[bots.tilted.prefers]
n = "3 if n == 1"
[bots.heedless]
evaluate = "0"
prefers = { n = "-n" }
[flow]
play = "choose n from 1..5 by players[1]; players[1].points = n; choose m from 1..2 by players[1]"
[scoring]
score = "p.points"
"#;
    assert_eq!(choices(rules, "tilted", 1, 1)[0], "5");
    let tilted = rules.replace("3 if", "5 if");
    assert_eq!(choices(&tilted, "tilted", 1, 1)[0], "1");
    assert_eq!(choices(rules, "heedless", 1, 1)[0], "1");
}

#[test]
fn all_choices_of_a_whole_move_count_together() {
    let rules = r#"
[state.table]
before = "int 0..9"
[bots.steady.prefers]
n = "n"
m = "10 if m == before else 0"
[flow]
play = '''
choose n from 1..3 by players[1]
before = n
if n == 1 { choose more m from 1..3 by players[1] }
'''
"#;
    // 3 is more than 1, but 1 and then 1 again is 11.
    assert_eq!(choices(rules, "steady", 1, 1), ["1", "1"]);
}

#[test]
fn actions_of_components_are_judged_by_their_bearers() {
    let rules = r#"
[kinds.charm]
base = "card"
[kinds.charm.attributes]
power = "int 0..9"
[kinds.charm.actions.cast]
in = "hand"
params = { p = "players" }
do = "move(self, spent); self.cast"
[zones.hand]
per = "player"
[zones.spent]
[zones.deck]
ordered = true
start = "charms"
[bots.fierce.prefers]
cast = "self.power + seat(p)"
[bots.mild.prefers]
cast = "-self.power - seat(p)"
[flow]
play = '''
deal(deck, players[1].hand, 2)
act players[1] from {cast}
'''
"#;
    let cards = "[cards.spark]\nkind = \"charm\"\npower = 3\n[cards.flame]\nkind = \"charm\"\npower = 5\n\
        [cards.flame.actions.cast]\nparams = { n = \"1..2\" }\ndo = \"log \\\"{{ n }}\\\"\"\n";
    assert!(with_cards(rules, cards, "fierce", 2, 1)[0].starts_with("cast flame player 2"));
    assert_eq!(with_cards(rules, cards, "mild", 2, 1), ["cast spark player 1"]);
}

#[test]
fn nobody_foresees_by_what_a_move_is_worth() {
    let rules = r#"
[kinds.card.attributes]
rank = "int 1..4"
[zones.deck]
ordered = true
seen_by = "none"
start = "cards"
[zones.hand]
per = "player"
seen_by = "owner"
[bots.prying.prefers]
guess = "10 if any(next(you).hand where rank == n) else 0"
[actions.guess]
params = { n = "1..4" }
do = "log \"{{ n }}\""
[flow]
setup = "shuffle(deck); for each p in players { deal(deck, p.hand, 1) }"
play = '''
choose c from players[1].hand by players[1]
act players[1] from {guess}
'''
"#;
    let cards =
        "[cards]\none = { rank = 1 }\ntwo = { rank = 2 }\nthree = { rank = 3 }\nfour = { rank = 4 }\n";
    let mut guessed = BTreeSet::new();
    for game in 0..40 {
        let chosen = with_cards(rules, cards, "prying", 2, game);
        assert_ne!(chosen[1], format!("guess {}", rank(&chosen[0])), "their own card they see");
        guessed.insert((chosen[0].clone(), chosen[1].clone()));
    }
    // With each of the four cards in hand, more than one of the three others was taken to be the hidden one.
    let wide = |own: &str| guessed.iter().filter(|(card, _)| card == own).count() > 1;
    assert!(["one", "two", "three", "four"].into_iter().all(wide), "{guessed:?}");
}

fn rank(card: &str) -> u8 {
    match card {
        "one" => 1,
        "two" => 2,
        "three" => 3,
        _ => 4,
    }
}

#[test]
fn weights_of_moves_are_added_too() {
    let rules = r#"
[bots.mixes]
mixed = true
evaluate = "0"
prefers = { n = "3 if n == 2 else 1 if n == 3 else -5" }
[flow]
play = "choose n from 1..3 by players[1]; choose m from 1..2 by players[1]"
"#;
    let mut counts = BTreeMap::<String, u32>::new();
    for seed in 0..400 {
        *counts.entry(choices(rules, "mixes", 1, seed)[0].clone()).or_default() += 1;
    }
    assert_eq!(counts.keys().collect::<Vec<_>>(), ["2", "3"]);
    assert!((260..340).contains(&counts["2"]), "three times as often: {counts:?}");
}

/// Declarations that the example of `docs/bots.md` leaves out.
const AROUND: &str = r#"
[enums]
suit = ["hearts", "spades"]
[kinds.card.attributes]
rank = "int 1..13"
suit = "suit"
[kinds.card.state]
wanted = "bool"
[zones.discards]
[zones.hand]
per = "player"
start = "cards where self == players[1]"
[flow]
play = """
choose suit from suits by players[1]
act players[1] from {hint, play}
"""
"#;

#[test]
fn the_example_of_the_page_keeps_the_queen() {
    let page = include_str!("../../docs/bots.md");
    let (_, section) = page.split_once("### Moves\n").expect("the section");
    let (_, block) = section.split_once("```toml\n").expect("an example");
    let (example, _) = block.split_once("```").expect("it ends");
    let rules = format!("{AROUND}{example}");
    let cards = "[cards.queen_of_spades]\nrank = 12\nsuit = \"spades\"\n[cards.king]\nrank = 13\nsuit = \"spades\"\n\
        [cards.ten]\nrank = 10\nsuit = \"hearts\"\n";
    assert_eq!(with_cards(&rules, cards, "keeper", 2, 1), ["hearts", "play ten"]);
    // Without other spades nothing guards her, and she goes as the lowest.
    let alone = cards
        .replace("rank = 13\nsuit = \"spades\"", "rank = 13\nsuit = \"hearts\"")
        .replace("rank = 10", "rank = 13");
    assert_eq!(with_cards(&rules, &alone, "keeper", 2, 1), ["hearts", "play queen_of_spades"]);
}
