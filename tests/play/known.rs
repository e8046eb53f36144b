//! Players know what they were shown, until it is mixed with components that they have not seen.

use super::hidden::{ZONES, game, names, reach, ten};
use super::{agreed, answer, bots};
use cardwright::ir::{ComponentId, Ir, PlayerId, ZonePlaceId};
use cardwright::play::{BotKind, RecordEntry, Session, Soak, soak};
use cardwright::table::{KnownFace, Names, Players, Sampler, State, Table};
use std::collections::BTreeSet;
use std::num::NonZero;

/// Two players with three cards each and four in the deck; `play` is the code of the game.
fn after(play: &str) -> Ir {
    let setup = "[flow]\nsetup = \"shuffle(deck); for each p in players { deal(deck, p.hand, 3) }\"";
    game(&format!("{ZONES}{setup}\nplay = '''\n{play}\nend\n'''\n"), &ten())
}

/// How many of the options at each choice name a component, where the first option is always taken.
fn named(play: &str) -> Vec<usize> {
    let ir = after(play);
    let table = Table::new(&ir).expect("sound");
    let count = play.matches("choose").count();
    let at = |n: usize| names(&table, 5, &vec![0; n]).0.iter().filter(|name| name.starts_with('c')).count();
    (0..count).map(at).collect()
}

fn zone(ir: &Ir, name: &str) -> u16 {
    (Names::new(ir).find_zone(name).expect("a zone")).0
}

fn known(table: &Table, state: &State, viewer: Option<PlayerId>, name: &str) -> Vec<KnownFace> {
    let zone = zone(table.ir(), name);
    table
        .view(state, viewer)
        .zones
        .into_iter()
        .find(|z| z.zone == ZonePlaceId(zone))
        .expect("it is there")
        .known
}

const DECK: [&str; 2] = ["choose a from deck by players[1]", "choose b from deck by players[2]"];

#[test]
fn who_was_shown_a_card_knows_it_until_it_is_mixed() {
    let [first, second] = DECK;
    let peek = "if let c = top(deck) { show(c, players[1]) }";
    assert_eq!(
        named(&format!("{peek}\n{first}\n{second}")),
        [1, 0],
        "who was shown it knows it, nobody else"
    );
    assert_eq!(named(&format!("{peek}\nshuffle(deck)\n{first}")), [0], "a shuffle forgets");
    assert_eq!(
        named(&format!("{peek}\nmove(deck - players[1].hand, open)\nmove(open, deck)\n{second}")),
        [4]
    );
    assert_eq!(named(&format!("show(deck, players)\n{first}\n{second}")), [4, 4], "a set, to a set");
    assert_eq!(
        named(&format!("if let c = bottom(deck) {{ move(c, deck); show(c, players[2]) }}\n{second}")),
        [1]
    );
}

#[test]
fn what_was_seen_stays_known_where_it_goes() {
    let [first, second] = DECK;
    // The whole game keeps knowledge as soon as it shows something.
    let shows = "if false { show(deck, players) }\n";
    let puts = "for each c in players[1].hand { move(c, deck) }";
    assert_eq!(
        named(&format!("{shows}{puts}\n{first}\n{second}")),
        [3, 0],
        "their own cards, put onto the deck"
    );
    assert_eq!(named(&format!("{puts}\n{first}")), [3], "whether the game shows anything or not");
    assert_eq!(
        named(&format!("{shows}move(players[1].hand, open)\nmove(open, deck, bottom)\n{second}")),
        [3]
    );
    let drawn = "if let c = top(deck) { show(c, players[1]) }\ndeal(deck, players[2].hand, 1)\n";
    assert_eq!(
        named(&format!("{drawn}choose c from players[2].hand by players[1]")),
        [1],
        "they saw it drawn"
    );
    let boxed = "if let c = top(deck) { show(c, players[1]); move(c, box) }\n";
    assert_eq!(
        named(&format!("{boxed}choose c from box by players[1]\nchoose d from box by players[2]")),
        [1, 0]
    );
    let told = "if let c = top(deck) { move(c, box); show(c, players[2]) }\n";
    assert_eq!(
        named(&format!("{told}choose c from box by players[1]\nchoose d from box by players[2]")),
        [0, 1]
    );
}

#[test]
fn a_heap_forgets_when_something_leaves_it_unseen() {
    let theirs = "choose c from players[2].hand by players[1]";
    let shown = "show(players[2].hand, players[1])\n";
    assert_eq!(named(&format!("{shown}{theirs}")), [3]);
    let unseen = "if let c = first(players[2].hand) { move(c, deck) }";
    assert_eq!(named(&format!("{shown}{unseen}\n{theirs}")), [0], "it may have been any of them");
    let open = "if let c = first(players[2].hand) { move(c, open) }";
    assert_eq!(named(&format!("{shown}{open}\n{theirs}")), [2], "everybody sees which it was");
    let come = "deal(deck, players[2].hand, 1)";
    assert_eq!(named(&format!("{shown}{come}\n{theirs}")), [3], "what comes is not known, the rest is");
    let swap = "if let c = first(players[2].hand) { if let d = top(deck) { swap(c, d) } }";
    assert_eq!(named(&format!("{shown}{swap}\n{theirs}")), [0]);
    let swap = "if let c = top(deck) { show(c, players[1]); if let d = bottom(deck) { swap(c, d) } }";
    assert_eq!(
        named(&format!("{swap}\n{}", DECK[0])),
        [1],
        "in an ordered zone everybody sees what goes where"
    );
}

#[test]
fn samples_keep_what_is_known_and_who_knows_it() {
    let ir = after(&format!("if let c = top(deck) {{ show(c, players[1]) }}\n{}\n{}", DECK[0], DECK[1]));
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let deck = zone(&ir, "deck");
    let (mut sampler, mut sample) = (Sampler::default(), State::default());
    for (viewer, answers) in [(PlayerId(0), &[][..]), (PlayerId(1), &[0])] {
        let (_, state) = reach(&mut machine, 3, answers);
        assert_eq!(state.chooser(), Some(viewer));
        let mut tops = BTreeSet::new();
        for seed in 0..60 {
            sampler.sample(&mut machine, &state, viewer, seed, &mut sample);
            assert_eq!(table.view(&sample, Some(viewer)), table.view(&state, Some(viewer)));
            assert_eq!(table.load(&table.save(&sample)).as_ref(), Ok(&sample), "a sample is sound");
            let top = table.contents(&sample, ZonePlaceId(deck))[0];
            assert_eq!(
                known(&table, &sample, Some(PlayerId(0)), "deck"),
                [KnownFace { place: 1, component: top }]
            );
            assert_eq!(known(&table, &sample, Some(PlayerId(1)), "deck"), []);
            assert_eq!(known(&table, &sample, None, "deck"), []);
            tops.insert(top);
        }
        if viewer == PlayerId(0) {
            assert_eq!(
                tops.into_iter().collect::<Vec<ComponentId>>(),
                table.contents(&state, ZonePlaceId(deck))[..1]
            );
        } else {
            assert_eq!(tops.len(), 7, "any card that player 2 does not hold");
        }
    }
}

#[test]
fn a_line_names_a_card_to_those_who_were_shown_it() {
    let told = |play: &str| {
        let ir = after(play);
        let table = Table::new(&ir).expect("sound");
        let mut session = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
        let mut players = bots(&session, BotKind::Random);
        answer(&mut session, &mut players, usize::MAX);
        let line = session.record().iter().find_map(|entry| match entry {
            RecordEntry::Log(line) => Some(line.clone()),
            _ => None,
        });
        let line = line.expect("it was written");
        [0, 1].map(|reader| line.told_to(Players::one(PlayerId(reader))) != "Look: a card")
    };
    let rest = "choose a from deck by players[1]";
    assert_eq!(
        told(&format!("if let c = top(deck) {{ show(c, players[1]); log \"Look: {{{{ c }}}}\" }}\n{rest}")),
        [true, false]
    );
    assert_eq!(
        told(&format!("if let c = top(deck) {{ log \"Look: {{{{ c }}}}\"; show(c, players[2]) }}\n{rest}")),
        [false, true]
    );
    let mixed = "show(deck, players[1])\nshuffle(deck)\nif let c = top(deck) { log \"Look: {{ c }}\" }";
    assert_eq!(
        told(&format!("{mixed}\n{rest}")),
        [false, false],
        "who saw the deck before does not know what is on top"
    );
    let after = "if let c = top(deck) { show(c, players[1]); log \"Look: {{ c }}\"; shuffle(deck) }";
    assert_eq!(told(&format!("{after}\n{rest}")), [true, false], "that it is forgotten does not unsay it");
}

#[test]
fn a_bot_remembers_what_it_put_into_its_deck() {
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
evaluate = "10 if wrong and any(deck where rank == 7) else 3 if not wrong else 0"
[flow]
play = '''
for each p in players { show(p.open, p); move(p.open, p.deck) }
may by players[1] "Is Two in your deck?" { wrong = true }
choose n from 0..1 by players[2]
end
'''
"#;
    let ir = game(rules, "[cards.one]\nrank = 1\n[cards.two]\nrank = 7\n");
    let table = Table::new(&ir).expect("sound");
    let bot = BotKind::of(&ir, "sure").expect("declared");
    for seed in 0..10 {
        let mut session = Session::new(&table, agreed(&table, 2, &[], seed)).expect("laid");
        let mut players = bots(&session, bot);
        answer(&mut session, &mut players, usize::MAX);
        assert_eq!(session.steps()[0].answer, "no");
    }
}

#[test]
fn nobody_tells_what_was_shown_to_somebody_else() {
    let games = [
        format!("if let c = top(deck) {{ show(c, players[1]) }}\n{}\n{}\nshuffle(deck)\n{}", DECK[0], DECK[1], DECK[0]),
        "show(players[2].hand, players[1])\nchoose c from players[2].hand by players[1]\nmove(c, deck)\nchoose d from \
         players[2].hand by players[1]\nchoose e from deck by players[2]\nchoose f from deck by players[1]"
            .into(),
        "repeat 4 { for each p in players { choose c from p.hand by p; show(c, next(p)); choose d from deck by p; swap(c, d) } }".into(),
        "for each p in players { choose c from p.hand by p; move(c, box); show(box, players[1]) }\nchoose c from box by \
         players[2]\nmove(c, deck)\nchoose d from deck by players[1]"
            .into(),
    ];
    let plan = Soak { games: 150, seed: 1, max_plies: 100, jobs: NonZero::new(2).expect("not 0") };
    for play in games {
        let ir = after(&play);
        let table = Table::new(&ir).expect("sound");
        assert_eq!(soak(&table, &plan, |_| {}).expect("laid").broken, None, "{play}");
    }
}

/// Each player has a row that all but they see, and there is a pile of which only the top is seen.
fn rows(play: &str) -> Ir {
    let rules = r#"
[kinds.card.attributes]
rank = "int 0..9"
[zones.deck]
ordered = true
seen_by = "none"
start = "cards"
[zones.row]
per = "player"
ordered = true
seen_by = "others"
[zones.pile]
ordered = true
seen_by = "none"
top_seen_by = "all"
[flow]
setup = "shuffle(deck); for each p in players { deal(deck, p.row, 3) }"
"#;
    game(&format!("{rules}play = '''\n{play}\nend\n'''\n"), &ten())
}

#[test]
fn others_see_what_its_owner_does_not() {
    let ir = rows(
        "choose c from players[1].row by players[1]\nchoose d from players[1].row by players[2]\nmove(c, deck)\nchoose e \
                   from deck by players[1]\nchoose f from deck by players[2]",
    );
    let table = Table::new(&ir).expect("sound");
    assert_eq!(names(&table, 1, &[]).0, ["row[1] 1", "row[1] 2", "row[1] 3"]);
    assert!(names(&table, 1, &[0]).0.iter().all(|name| name.starts_with('c')));
    assert_eq!(names(&table, 1, &[0, 0]).0[0], "deck 1");
    let then = names(&table, 1, &[0, 0, 0]).0;
    assert!(then[0].starts_with('c') && then[1] == "deck 2", "player 2 saw it go there: {then:?}");
    let mut machine = table.machine();
    let (_, state) = reach(&mut machine, 1, &[]);
    let seen = |viewer: Option<u8>| {
        table.view(&state, viewer.map(PlayerId)).zones.iter().filter(|z| z.contents.is_some()).count()
    };
    assert_eq!((seen(Some(0)), seen(Some(1)), seen(None)), (1, 1, 0), "a spectator may be anybody");
}

#[test]
fn the_top_is_seen_and_what_was_on_top_is_known_until_it_is_shuffled() {
    let piled = "repeat 3 { deal(deck, pile, 1) }\nif let c = top(deck) { move(c, pile, bottom) }\n";
    let ask = "choose c from pile by players[1]";
    let known = |play: &str| {
        let ir = rows(play);
        let table = Table::new(&ir).expect("sound");
        names(&table, 1, &[]).0.iter().filter(|name| name.starts_with('c')).count()
    };
    assert_eq!(known(&format!("{piled}{ask}")), 3, "what came under the rest, nobody has seen");
    assert_eq!(known(&format!("{piled}shuffle(pile)\n{ask}")), 1);
    assert_eq!(
        known(&format!("{piled}repeat 3 {{ deal(pile, deck, 1) }}\n{ask}")),
        1,
        "the last is on top now"
    );
    assert_eq!(
        known(&format!("if let c = top(deck) {{ move(c, pile, bottom) }}\n{ask}")),
        1,
        "alone, it is the top"
    );
}

#[test]
fn nobody_tells_what_only_others_see() {
    let plan = Soak { games: 150, seed: 1, max_plies: 100, jobs: NonZero::new(2).expect("not 0") };
    let turns = "repeat 3 { for each p in players { choose c from p.row by p; move(c, pile); deal(deck, p.row, 1); choose d \
                 from pile + next(p).row by p; swap(d, c); if count(pile) > 3 { shuffle(pile) } } }";
    let ir = rows(turns);
    let table = Table::new(&ir).expect("sound");
    assert_eq!(soak(&table, &plan, |_| {}).expect("laid").broken, None);
}
