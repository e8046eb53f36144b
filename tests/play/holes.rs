//! Questions and labels of options that name things: filled in for each reader.

use super::agreed;
use super::hidden::{ZONES, game, ten};
use cardwright::ir::{Ir, bytes};
use cardwright::play::{SavedGame, Session, Soak, choice_json, soak, story};
use cardwright::source::Sources;
use cardwright::table::{Names, Players, Stop, Table};
use std::num::NonZero;

/// The first player is shown a card, and asks the second one for it; `asked` is what.
fn offers(asked: &str) -> Ir {
    let play = format!(
        "[state.table]\nround = \"int 0..9\"\n[flow]\nsetup = \"shuffle(deck); deal(deck, players[1].hand, 2)\"\nplay = '''\n\
         round = 4\nlet c = first(players[1].hand) ?? c0\nlet p = players[1]\n\
         {asked}\nend\n'''\n"
    );
    game(&format!("{ZONES}{play}"), &ten())
}

struct Read {
    question: String,
    names: Vec<String>,
    labels: Vec<String>,
}

/// Returns the player's question, and the story of the game, as players 1 and 2 and both at one screen read
/// it, after the first option is taken.
fn read(ir: &Ir) -> (Read, [String; 3]) {
    let table = Table::new(ir).expect("sound");
    let names = Names::new(ir);
    let mut session = Session::new(&table, agreed(&table, 2, &[], 7)).expect("laid");
    assert_eq!(session.advance(), Stop::Choice);
    let seen = session.observation().expect("it waits");
    let read = Read {
        question: seen.question(&names).unwrap_or_default(),
        names: names.names(seen.options()),
        labels: names.labels(seen.options()),
    };
    let position = choice_json(&seen, &names);
    assert_eq!(position["question"], read.question);
    session.choose(0).expect("an option");
    assert_eq!(session.advance(), Stop::Over);
    let told = [0b01, 0b10, 0b11].map(|readers| {
        let turns = story(session.record(), Players::of_word(readers));
        turns
            .iter()
            .map(|turn| turn.text())
            .filter(|text| text.contains("Give"))
            .collect::<Vec<_>>()
            .join("; ")
    });
    (read, told)
}

/// The card that lies first in the hand of player 1.
fn first_card(ir: &Ir) -> u64 {
    let table = Table::new(ir).expect("sound");
    let mut session = Session::new(&table, agreed(&table, 2, &[], 7)).expect("laid");
    session.advance();
    let hand = Names::new(ir).find_zone("hand[1]").expect("a zone");
    u64::from(table.contents(session.state(), hand)[0])
}

#[test]
fn a_question_names_values_and_what_its_chooser_sees() {
    let ir = offers("may by p \"Give {{ c }} in round {{ round }} to {{ p }}?\" { }");
    let card = format!("C{}", first_card(&ir));
    let (read, told) = read(&ir);
    let question = format!("Give {card} in round 4 to player 1?");
    assert_eq!(read.question, question);
    assert_eq!(told[0], format!("player 1: {question} yes"));
    // The card is in a hand that nobody else sees.
    assert_eq!(told[1], "player 1: chooses in secret: Give a card in round 4 to player 1?");
    assert_eq!(told[1], told[2]);
}

#[test]
fn what_the_chooser_does_not_see_is_not_told() {
    let asked = "if let d = top(deck) { choose by p \"Give {{ d }}?\" { option \"Give {{ d }}\" { }; option \"Keep {{ round }}\" { } } }";
    let (read, told) = read(&offers(asked));
    assert_eq!(read.question, "Give a card?");
    assert_eq!(read.names, ["Give a card", "Keep 4"]);
    assert_eq!(told[0], "player 1: Give a card? Give a card");
    assert_eq!(told[1], "player 1: chooses in secret: Give a card?");
}

#[test]
fn a_label_is_answered_by_what_it_reads() {
    let ir = offers(
        "choose by p \"Give what?\" { option \"Give {{ c }}\" { }; option \"Give {{ round }}\" { }; option \"Give 4\" { } }",
    );
    let card = first_card(&ir);
    let (read, _) = read(&ir);
    // Names are made of ids; equal readings are told apart.
    assert_eq!(read.names, [format!("Give c{card}"), "Give 4".into(), "Give 4 (2)".into()]);
    assert_eq!(read.labels, [format!("Give C{card}"), "Give 4".into(), "Give 4 (2)".into()]);
    let table = Table::new(&ir).expect("sound");
    let names = Names::new(&ir);
    for (written, option) in [(format!("give C{card}"), 0), ("Give 4".into(), 1), ("Give 4 (2)".into(), 2)] {
        let mut session = Session::new(&table, agreed(&table, 2, &[], 7)).expect("laid");
        session.advance();
        assert_eq!(
            names.find(session.observation().expect("it waits").options(), &written),
            Ok(option),
            "{written}"
        );
        session.choose(option).expect("an option");
        session.advance();
        // A saved game keeps the label that was read, and finds it again.
        let text = SavedGame::of(&session, "dark", &[]).to_toml();
        let mut sources = Sources::default();
        let file = sources.add("saved.toml", text);
        let (saved, places) = SavedGame::parse(&sources, file).expect("it was written so");
        let mut again = Session::new(&table, agreed(&table, 2, &[], 7)).expect("laid");
        saved.replay(&places, &mut again, usize::MAX, |_| false).expect("it fits");
        assert_eq!(again.state().words(), session.state().words());
    }
}

#[test]
fn texts_with_holes_survive_as_bytes_and_tell_nobody_more_than_they_may_know() {
    for asked in [
        "may by p \"Give {{ c }} in round {{ round }}?\" { }",
        "if let d = top(deck) { choose by p \"Give {{ d }}?\" { option \"Give {{ d }}\" { }; option \"Keep {{ c }}\" { } } }",
        "if let d = top(deck) { choose by players[2] \"Give {{ c }}?\" { option \"Give {{ c }} for {{ d }}\" { }; option \"no\" { } } }",
        "for each q in players { choose up to 2 cs from q.hand by q \"Give of {{ c }}?\"\nmove(cs, open) }",
    ] {
        let ir = offers(asked);
        assert_eq!(bytes::from_bytes(&bytes::to_bytes(&ir)).expect("it was written so"), ir);
        let table = Table::new(&ir).expect("sound");
        let plan = Soak { games: 60, seed: 1, max_plies: 1000, jobs: NonZero::new(1).expect("one") };
        assert_eq!(soak(&table, &plan, |_| {}).expect("laid").broken, None, "{asked}");
    }
}
