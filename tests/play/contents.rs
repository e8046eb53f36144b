//! Knowledge of components that a player cannot tell apart: which components they are, but not the place of
//! each.

use super::hidden::{game, reach, ten};
use super::{agreed, answer, bots, compiled};
use cardwright::ir::{Ir, Layout, PlayerId};
use cardwright::play::{BotKind, Session, Soak, soak};
use cardwright::table::{Names, Sampler, State, Table};
use std::collections::BTreeSet;
use std::num::NonZero;

/// Two libraries of their own cards: all rubies (9 points) are in the first, all sapphires (none) in the
/// second.
const TWO_DECKS: &str = r#"
[game]
id = "bug2"
name = "Two decks"
players = [2, 2]
[kinds.card.attributes]
worth = "int 0..9"
red = "bool"
[zones.library]
per = "player"
ordered = true
seen_by = "none"
start = "cards where red == (self == players[1])"
[zones.hand]
per = "player"
seen_by = "owner"
[state.player]
points = "int 0..99"
[actions.draw_card]
do = "deal(you.library, you.hand, 1)"
[actions.six]
do = "you.points += 6"
[functions.total]
params = { you = "player" }
returns = "int"
code = "points + sum(hand, worth)"
[flow]
setup = "for each p in players { shuffle(p.library) }"
play = '''
repeat 5 { for each p in players { act p from {draw_card, six} } }
end
'''
[scoring]
score = "p.total"
"#;

#[test]
fn a_bot_knows_what_its_own_library_is_made_of() {
    let cards = "[cards.ruby]\nworth = 9\nred = true\ncopies = 20\n[cards.sapphire]\nworth = 0\nred = false\ncopies = 20\n";
    let ir = compiled(&[("game.toml", TWO_DECKS), ("cards/c.toml", cards)]);
    let table = Table::new(&ir).expect("sound");
    for seed in 0..10 {
        let mut session = Session::new(&table, agreed(&table, 2, &[], seed)).expect("laid");
        let mut players = bots(&session, BotKind::Greedy);
        answer(&mut session, &mut players, usize::MAX);
        let answers: Vec<&str> = session.steps().iter().map(|step| step.answer.as_str()).collect();
        assert_eq!(answers, ["draw_card", "six"].repeat(5), "rubies are worth drawing, sapphires are not");
    }
}

#[test]
fn a_bot_knows_what_it_put_into_its_deck_in_a_game_that_shows_nothing() {
    let rules = r#"
[zones.deck]
per = "player"
ordered = true
seen_by = "none"
[zones.open]
per = "player"
start = "cards where rank == (1 if self == players[1] else 7)"
[kinds.card.attributes]
rank = "int 0..9"
[state.table]
wrong = "bool"
[bots.sure]
evaluate = "10 if wrong and any(deck where name == two) else 3 if not wrong else 0"
[flow]
play = '''
for each p in players { move(p.open, p.deck) }
may by players[1] "Is Two in your deck?" { wrong = true }
end
'''
[scoring]
score = "1 if wrong else 0"
"#;
    let ir = game(rules, "[cards.one]\nrank = 1\n[cards.two]\nrank = 7\n");
    let table = Table::new(&ir).expect("sound");
    let sure = BotKind::of(&ir, "sure").expect("declared");
    for seed in 0..10 {
        let mut session = Session::new(&table, agreed(&table, 2, &[], seed)).expect("laid");
        let mut players = bots(&session, sure);
        answer(&mut session, &mut players, usize::MAX);
        assert_eq!(session.steps()[0].answer, "no");
    }
}

/// Ten cards lie open; then `moves`, and a choice of player 1.
fn heaps(moves: &str) -> Ir {
    let rules = format!(
        r#"
[kinds.card.attributes]
rank = "int 0..9"
[zones.open]
start = "cards"
[zones.a]
ordered = true
seen_by = "none"
[zones.b]
ordered = true
seen_by = "none"
[zones.sack]
seen_by = "none"
[zones.hand]
per = "player"
seen_by = "owner"
[flow]
play = '''
{moves}
choose n from 0..1 by players[1]
end
'''
"#
    );
    game(&rules, &ten())
}

/// Which ranks player 1 takes to be possible on top (or as the lowest) of a zone, over many samples.
fn possible(ir: &Ir, zone: &str) -> Vec<usize> {
    let table = Table::new(ir).expect("sound");
    let mut machine = table.machine();
    let (_, state) = reach(&mut machine, 5, &[]);
    let zone = Names::new(ir).find_zone(zone).expect("a zone");
    let (mut sampler, mut sample) = (Sampler::default(), State::default());
    let mut met = BTreeSet::new();
    for seed in 0..120 {
        sampler.sample(&mut machine, &state, PlayerId(0), seed, &mut sample);
        assert_eq!(table.load(&table.save(&sample)).as_ref(), Ok(&sample), "a sample is sound");
        met.extend(table.contents(&sample, zone).first().copied());
    }
    met.into_iter().map(|component| component.index()).collect()
}

const PILES: &str = "for each c in cards where rank < 3 { move(c, a) }\nfor each c in cards where rank > 5 { move(c, b) }\nshuffle(a); shuffle(b)\n";

#[test]
fn what_was_seen_to_go_into_a_pile_is_known_to_be_in_it_after_a_shuffle() {
    let ir = heaps(PILES);
    assert_eq!(possible(&ir, "a"), [0, 1, 2]);
    assert_eq!(possible(&ir, "b"), [6, 7, 8, 9]);
    // A group goes with its places.
    let dealt = heaps(&format!("{PILES}deal(a, players[2].hand, 2)"));
    assert_eq!(possible(&dealt, "a"), [0, 1, 2]);
    let dealt = heaps(&format!("{PILES}deal(a, players[2].hand, 2)\ndeal(b, players[2].hand, 1)"));
    assert_eq!((possible(&dealt, "a"), possible(&dealt, "b")), (vec![0, 1, 2], vec![6, 7, 8, 9]));
    // A card that leaves a hand unseen may have been any card of it, and both piles have cards there.
    let mixed = heaps(&format!(
        "{PILES}deal(a, players[2].hand, 2)\ndeal(b, players[2].hand, 1)\nif let c = first(players[2].hand) {{ move(c, b) }}"
    ));
    assert_eq!(possible(&mixed, "a"), [0, 1, 2, 6, 7, 8, 9]);
    let shown = heaps(&format!("{PILES}deal(a, players[1].hand, 1)"));
    assert_eq!(possible(&shown, "a").len(), 2, "what player 1 holds is not in the pile");
}

#[test]
fn piles_that_are_mixed_are_one_group() {
    let ir = heaps(&format!("{PILES}move(a, b)\nshuffle(b)\ndeal(b, a, 1)"));
    assert_eq!(possible(&ir, "a"), [0, 1, 2, 6, 7, 8, 9]);
    let sack = heaps(&format!("{PILES}move(a, sack)\nif let c = first(sack) {{ move(c, a) }}"));
    assert_eq!((possible(&sack, "a"), possible(&sack, "b")), (vec![0, 1, 2], vec![6, 7, 8, 9]));
}

#[test]
fn what_begins_in_several_hidden_zones_is_known_to_be_there() {
    let rules = "[kinds.card.attributes]\nrank = \"int 0..9\"\n[zones.piles]\nper = \"1..3\"\nordered = true\nseen_by = \"none\"\n\
                 start = \"cards where rank % 3 == self - 1\"\n[zones.kept]\nseen_by = \"none\"\n[flow]\nsetup = \"for each n in \
                 1..3 { shuffle(piles[n]) }\"\nplay = '''\ndeal(piles[2], kept, 1)\nchoose n from 0..1 by players[1]\nend\n'''\n";
    let ir = game(rules, &ten());
    assert_eq!(possible(&ir, "piles[1]"), [0, 3, 6, 9]);
    assert_eq!(possible(&ir, "piles[2]"), [1, 4, 7]);
    assert_eq!(possible(&ir, "kept"), [1, 4, 7]);
}

#[test]
fn a_game_in_which_zones_say_who_knows_what_keeps_nothing_besides() {
    let keeps = |ir: &Ir| ir.layout.fields.iter().filter(|field| field.id == Layout::KNOWN).count();
    let drawn = "[kinds.card.attributes]\nrank = \"int 0..9\"\n[zones.deck]\nordered = true\nseen_by = \"none\"\nstart = \"cards\"\n\
                 [zones.hand]\nper = \"player\"\nseen_by = \"owner\"\n[zones.open]\n[flow]\nsetup = \"shuffle(deck)\"\nplay = '''\n\
                 for each p in players { deal(deck, p.hand, 3) }\nchoose c from players[1].hand by players[1]\nmove(c, open)\nend\n'''\n";
    assert_eq!(keeps(&game(drawn, &ten())), 0);
    let back = drawn.replace("move(c, open)", "move(c, deck)");
    assert_eq!(keeps(&game(&back, &ten())), 2, "who puts a card onto the deck knows it there");
}

#[test]
fn soak_finds_no_sample_that_forgets_a_group() {
    let plan = Soak { games: 100, seed: 1, max_plies: 100, jobs: NonZero::new(2).expect("not 0") };
    for moves in [
        format!(
            "{PILES}deal(a, players[2].hand, 2)\nrepeat 3 {{ for each p in players {{ choose c from a by p; deal(b, p.hand, 1); choose d \
                 from p.hand by p; move(d, b) }} }}"
        ),
        format!(
            "{PILES}move(a, sack)\nrepeat 2 {{ for each p in players {{ choose c from sack by p; move(c, p.hand); shuffle(b); choose d \
                 from b by p; move(d, sack) }} }}"
        ),
    ] {
        let ir = heaps(&moves);
        let table = Table::new(&ir).expect("sound");
        assert_eq!(soak(&table, &plan, |_| {}).expect("laid").broken, None, "{moves}");
    }
}
