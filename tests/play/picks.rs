//! Variables with components that chance picked, and with how many hidden components a variable names: nobody
//! was told, so no bot knows.

use super::hidden::{ZONES, game, ten, wins};
use cardwright::ir::{Ir, SearchBudget};
use cardwright::play::{BotKind, Soak, soak};
use cardwright::table::Table;
use std::num::NonZero;

/// Player 1 guesses the noted property from `from`; `right` says whether it is right.
fn guess(setup: &str, noted: &str, from: &str, right: &str) -> Ir {
    let close = "}".repeat(noted.matches("if let").count());
    let rules = format!(
        "[enums]\ncolour = [\"red\", \"green\", \"blue\", \"gold\"]\n[flow]\nsetup = \"{setup}\"\nplay = '''\n{noted}\n\
         choose n from {from} by players[1]\nif {right} {{ win players[1] }} else {{ win players[2] }}\n{close}\n'''\n"
    );
    game(&format!("{ZONES}{rules}"), &ten())
}

#[test]
fn no_bot_knows_what_chance_picked_into_a_variable() {
    let open = "for each c in deck { move(c, open) }";
    let games = [
        ("a number", guess("", "let q = random({0, 1, 2, 3}) ?? 0", "0..3", "n == q"), 90),
        ("a value", guess("", "let q = random(colours) ?? red", "colours", "n == q"), 90),
        (
            "what follows from it",
            guess("", "let q = random(0..3) ?? 0\nlet k = q * 2 + 1", "0..3", "n * 2 + 1 == k"),
            90,
        ),
        ("a card that all see", guess(open, "if let c = random(open) {", "0..9", "n == c.rank"), 45),
    ];
    for (what, ir, most) in games {
        held(what, &ir, most);
    }
}

#[test]
fn no_bot_counts_the_hidden_cards_that_a_variable_names() {
    let shuffled = "shuffle(deck)";
    let fewer = "if let t = top(deck) {\nlet s = deck where rank <= t.rank";
    held("cards below the top one", &guess(shuffled, fewer, "1..10", "n == count(s)"), 45);
}

/// Bots that look ahead guess no better than chance, and `soak` has nothing to say.
fn held(what: &str, ir: &Ir, most: u64) {
    for kind in [BotKind::Greedy, BotKind::Mcts(SearchBudget::Iterations(60))] {
        let wins = wins(ir, kind, 200);
        assert!(wins < most, "{what}: {} is right in {wins} of 200 games", kind.name(ir));
    }
    let table = Table::new(ir).expect("sound");
    let plan = Soak { games: 60, seed: 1, max_plies: 100, jobs: NonZero::<usize>::MIN };
    assert_eq!(soak(&table, &plan, |_| {}).expect("laid").broken, None, "{what}");
}
