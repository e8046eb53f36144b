//! The record as a story: every choice is told, and every repetition.

use super::{agreed, answer, bots, compiled};
use cardwright::play::{Agreement, BotKind, Session, last_turns, story};
use cardwright::table::{Players, Stop, Table};

const HEAD: &str = "[game]\nid = \"g\"\nname = \"G\"\nversion = \"1.0.0\"\nplayers = [2, 2]\n\
                    [zones.deck]\nstart = \"cards\"\nordered = true\nseen_by = \"none\"\n\
                    [zones.hand]\nper = \"player\"\nseen_by = \"owner\"\n[zones.pile]\n[zones.aside]\nseen_by = \"none\"\n\
                    [verbs.lay]\nparams = { p = \"player\", c = \"card\" }\ndo = \"move(c, pile)\"\nlog = \"{{ p }} lays {{ c }}\"\n\
                    [flow]\nsetup = \"for each p in players { deal(deck, p.hand, 3) }\"\nplay = '''\n";
const CARDS: &str = "[cards.one]\nname = \"One\"\ncopies = 4\n[cards.two]\nname = \"Two\"\ncopies = 4\n";

/// Returns the lines that these readers see of a game with these rules, in which these options are chosen.
fn told(play: &str, choices: &[usize], readers: u64) -> Vec<String> {
    let ir = compiled(&[("game.toml", &format!("{HEAD}{play}\nend\n'''\n")), ("cards/c.toml", CARDS)]);
    let table = Table::new(&ir).expect("sound");
    let mut session = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
    for choice in choices {
        assert_eq!(session.advance(), Stop::Choice);
        session.choose(*choice).expect("it is one");
    }
    assert_eq!(session.advance(), Stop::Over);
    story(session.record(), Players::of_word(readers)).iter().map(|turn| turn.text()).collect()
}

#[test]
fn what_happens_three_times_is_told_with_its_number() {
    let lay = "may by players[1] \"Lay three?\" { for each c in players[1].hand { lay(players[1], c) } }";
    assert_eq!(told(lay, &[0], 0), ["player 1: Lay three? yes; lays One ×3"]);
    let rain = "repeat 2 { log \"It rains.\" }\nlog \"It snows.\"\nlog \"It rains.\"";
    assert_eq!(told(rain, &[], 0), ["It rains. ×2", "It snows.", "It rains."]);
}

#[test]
fn a_choice_before_a_line_about_somebody_else_is_told() {
    let whom = "choose q from players by players[1] \"Whom?\"\nlog \"{{ q }} suffers\"";
    assert_eq!(told(whom, &[1], 0), ["player 1: Whom? player 2", "player 2 suffers"]);
    let own = "let p = players[1]\nchoose q from players by p \"Whom?\"\nlog \"{{ p }} names {{ q }}\"";
    assert_eq!(told(own, &[1], 0), ["player 1 names player 2"], "which the line says itself");
    let other = "let p = players[1]\nchoose n from 1..5 by p \"How many?\"\nlog \"{{ p }} has 14\"";
    assert_eq!(told(other, &[3], 0), ["player 1: How many? 4; has 14"], "4 is not named by 14");
}

#[test]
fn a_card_that_all_see_once_it_is_played_is_no_secret() {
    let play =
        |to: &str| format!("choose c from players[1].hand by players[1] \"Play which?\"\nmove(c, {to})");
    assert_eq!(told(&play("pile"), &[1], 0b10), ["player 1: Play which? One"]);
    assert_eq!(told(&play("aside"), &[1], 0b10), ["player 1: chooses in secret: Play which?"]);
    assert_eq!(
        told(&play("players[2].hand"), &[1], 0b10),
        ["player 1: Play which? One"],
        "who was given it sees it"
    );
    let all = "choose c from players[1].hand by players[1] \"Play which?\"\nfor each d in players[1].hand { move(d, pile) }";
    assert_eq!(
        told(all, &[1], 0b10),
        ["player 1: chooses in secret: Play which?"],
        "one of three that came to light"
    );
    let kept = "choose c from players[1].hand by players[1] \"Keep which?\"\n\
                for each d in players[1].hand where it != c { move(d, pile) }";
    assert_eq!(told(kept, &[1], 0b10), ["player 1: chooses in secret: Keep which?"]);
}

#[test]
fn a_record_follows_the_copy_that_moves() {
    // An answer that stands for two alike cards moves one of them by chance. If the record asked after the
    // other, which stays in the hand, it would be silent, and so tell that there is another.
    let play = "choose c from players[1].hand by players[1] \"Play which?\"\nmove(c, pile)";
    let ir = compiled(&[("game.toml", &format!("{HEAD}{play}\nend\n'''\n")), ("cards/c.toml", CARDS)]);
    let table = Table::new(&ir).expect("sound");
    let mut joined = 0;
    for seed in 1..=40 {
        let mut session = Session::new(&table, agreed(&table, 2, &[], seed)).expect("laid");
        assert_eq!(session.advance(), Stop::Choice);
        let lines = session.lines().expect("somebody is asked");
        joined += usize::from(lines.len() < 3);
        let label = lines[0].label.clone();
        session.choose(0).expect("it is one");
        assert_eq!(session.advance(), Stop::Over);
        let told: Vec<String> =
            story(session.record(), Players::of_word(0b10)).iter().map(|turn| turn.text()).collect();
        assert_eq!(told, [format!("player 1: Play which? {label}")], "seed {seed}");
    }
    assert!(joined > 20, "most hands of three hold two alike: {joined}");
}

#[test]
fn a_line_names_a_card_only_to_those_who_see_it() {
    let line = "log \"{{ p }} takes {{ c }}\"";
    let take =
        |first: &str, then: &str| format!("let p = players[1]\nif let c = random({first}) {{\n{then}\n}}");
    let (own, other, both) = (0b01, 0b10, 0b11);
    // Cards from a hand that one player sees, put where nobody sees them.
    let hide = take("p.hand where name == one", &format!("move(c, aside)\n{line}"));
    assert_eq!(told(&hide, &[], own), ["player 1 takes One"]);
    assert_eq!(told(&hide, &[], other), ["player 1 takes a card"]);
    assert_eq!(told(&hide, &[], both), ["player 1 takes a card"], "at one screen");
    assert_eq!(told(&hide, &[], 0), ["player 1 takes One"]);
    // Out of an open zone, or into one: before or after the line is written.
    let open = take("p.hand where name == one", &format!("move(c, pile)\nmove(c, aside)\n{line}"));
    assert_eq!(told(&open, &[], other), ["player 1 takes One"]);
    let shown = take("p.hand where name == one", &format!("{line}\nmove(c, pile)\nmove(c, aside)"));
    assert_eq!(told(&shown, &[], other), ["player 1 takes One"]);
    // Mixed with others on the way.
    let mixed =
        take("p.hand where name == one", &format!("move(c, pile)\nmove(c, deck)\nshuffle(deck)\n{line}"));
    assert_eq!(told(&mixed, &[], both), ["deck is shuffled", "player 1 takes a card"]);
    // Each of two cards by itself.
    let two = "if let c = random(players[1].hand where name == one) { if let d = random(players[2].hand) {\n\
               move(c, pile)\nlog \"{{ c }} beats {{ d }}\"\n} }";
    assert!(told(two, &[], own)[0].starts_with("One beats a card"), "{:?}", told(two, &[], own));
}

#[test]
fn a_roll_is_not_said_to_be_somebodys() {
    // The second roll belongs to the turn that begins.
    let turns = "for each p in players {\nroll(d6)\nmay by p \"Go?\" { }\n}";
    let told = told(turns, &[0, 0], 0);
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(
        told[0].starts_with("a d6 shows ") && told[1].starts_with("player 1: Go? yes; a d6 shows "),
        "{told:?}"
    );
    assert!(told.iter().all(|line| !line.contains("rolls")), "{told:?}");
}

#[test]
fn an_act_may_have_a_question() {
    let window =
        "may act turn_order(players[2]) from {dig} \"Dig, too?\"\nact players[1] from {dig} \"And now?\"";
    let ir = compiled(&[
        ("game.toml", &format!("{HEAD}{window}\nend\n'''\n[actions.dig]\ndo = \"deal(deck, pile, 1)\"\n")),
        ("cards/c.toml", CARDS),
    ]);
    let asked: Vec<Option<&str>> = ir.choices.iter().map(|choice| choice.prompt.as_deref()).collect();
    assert_eq!(asked, [Some("Dig, too?"), Some("And now?")]);
}

#[test]
fn a_window_that_a_card_opens_asks_in_few_words() {
    let card = "[cards.bell]\nname = \"Bell\"\n[cards.bell.actions.ring]\ndo = '''\nmove(self, pile)\nmay act next(you) from {dig}\n'''\n";
    let ir = compiled(&[
        (
            "game.toml",
            &format!(
                "{HEAD}act players[1] from {{ring}}\nend\n'''\n[actions.dig]\ndo = \"deal(deck, pile, 1)\"\n"
            )
            .replace("deal(deck, p.hand, 3)", "deal(deck, p.hand, 1)"),
        ),
        ("cards/c.toml", card),
        ("cards/d.toml", CARDS),
    ]);
    let table = Table::new(&ir).expect("sound");
    let mut session = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
    assert_eq!(session.advance(), Stop::Choice);
    session.choose(0).expect("the bell is rung");
    assert_eq!(session.advance(), Stop::Choice);
    let lines = session.lines().expect("somebody is asked");
    let pass = lines.iter().find(|line| line.label == "pass").expect("one may pass").options[0];
    session.choose(pass).expect("it is one");
    session.advance();
    let lines: Vec<String> = story(session.record(), Players::NONE).iter().map(|turn| turn.text()).collect();
    assert_eq!(lines.last().map(String::as_str), Some("player 2: Bell: pass"), "{lines:?}");
}

#[test]
fn an_answer_to_a_card_that_leaves_play_is_told() {
    let ox = "[cards.ox]\nname = \"Ox\"\n[cards.ox.actions.play]\nin = \"hand\"\ndo = '''\nmove(self, pile)\nmay act next(you) from {thwart}\n'''\n";
    let thwart = "[actions.thwart]\nparams = { c = \"hand where name == cow\" }\ndo = \"move(c, pile); move(pile where name == ox, box)\"\n";
    let setup = "for each c in cards where name == ox { move(c, players[1].hand) }\nfor each c in cards where name == cow { move(c, players[2].hand) }";
    let rules = format!("{HEAD}act players[1] from {{play}}\nend\n'''\n{thwart}")
        .replace("for each p in players { deal(deck, p.hand, 3) }\"", &format!("''\n{setup}\n'''"))
        .replace("setup = \"''", "setup = '''");
    let ir = compiled(&[
        ("game.toml", &rules),
        ("cards/c.toml", ox),
        ("cards/d.toml", "[cards.cow]\nname = \"Cow\"\n"),
    ]);
    let table = Table::new(&ir).expect("sound");
    let mut session = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
    for _ in 0..2 {
        assert_eq!(session.advance(), Stop::Choice);
        session.choose(0).expect("it is one");
    }
    assert_eq!(session.advance(), Stop::Over);
    let told = |readers| {
        story(session.record(), Players::of_word(readers)).iter().map(|turn| turn.text()).collect::<Vec<_>>()
    };
    assert_eq!(told(0b01), ["player 1: Play Ox", "player 2: Thwart Cow"], "the cow lies open");
}

#[test]
fn the_last_turns_are_those_of_the_whole_story() {
    for id in crate::support::ids() {
        let ir = crate::support::shipped(id).ir;
        let table = Table::new(&ir).expect("sound");
        let Ok(agreement) = Agreement::settle(&mut table.machine(), None, [], 3) else { continue };
        let mut session = Session::new(&table, agreement).expect("laid");
        let mut players = bots(&session, BotKind::Random);
        while answer(&mut session, &mut players, 7) == Stop::Choice && session.steps().len() < 140 {
            let record = session.record();
            for readers in [Players::NONE, Players::of_word(0b1), Players::of_word(0b11)] {
                let whole = story(record, readers);
                for count in [0, 1, 2, 5, 40] {
                    let last = last_turns(record, readers, count);
                    let from = whole.len().saturating_sub(count);
                    assert_eq!(last, whole[from..], "{count} of {} of {id}", whole.len());
                }
            }
        }
    }
}

#[test]
fn no_value_of_a_long_line_is_told_to_those_who_do_not_see_it() {
    let lets: String = (0..70).map(|n| format!("let n{n} = {n}\n")).collect();
    let numbers: String = (0..70).map(|n| format!("{{{{ n{n} }}}} ")).collect();
    // Values are numbered by name: `z` is the last of 71.
    let play = format!(
        "{lets}if let z = random(players[1].hand where name == one) {{\nmove(z, aside)\nlog \"{numbers}{{{{ z }}}}\"\n}}"
    );
    let line = |readers| told(&play, &[], readers).remove(0);
    let numbers: String = (0..70).map(|n| format!("{n} ")).collect();
    assert_eq!(line(0b01), format!("{numbers}One"));
    assert_eq!(line(0b10), format!("{numbers}a card"));
}

#[test]
fn a_line_that_hides_something_else_from_each_of_many_is_written() {
    // A version for each set of readers would be a million of them.
    let count = 20;
    let (mut play, mut line) = (String::new(), String::new());
    for n in 1..=count {
        play += &format!("if let c{n} = top(players[{n}].row) {{\n");
        line += &format!(" {{{{ c{n} }}}}");
    }
    play += &format!("log \"Rows:{line}\"\n{}", "}\n".repeat(count));
    let game = format!(
        "[game]\nid = \"g\"\nname = \"G\"\nversion = \"1.0.0\"\nplayers = [{count}, {count}]\n\
         [zones.deck]\nstart = \"cards\"\nordered = true\nseen_by = \"none\"\n\
         [zones.row]\nper = \"player\"\nordered = true\nseen_by = \"others\"\n\
         [flow]\nsetup = \"for each p in players {{ deal(deck, p.row, 1) }}\"\nplay = '''\n{play}end\n'''\n"
    );
    let cards = format!("[cards.one]\nname = \"One\"\ncopies = {count}\n");
    let ir = compiled(&[("game.toml", &game), ("cards/c.toml", &cards)]);
    let table = Table::new(&ir).expect("sound");
    let mut session = Session::new(&table, agreed(&table, count as u8, &[], 1)).expect("laid");
    assert_eq!(session.advance(), Stop::Over);
    let hidden = |readers: u64| {
        let turns = story(session.record(), Players::of_word(readers));
        let text = turns.iter().map(|turn| turn.text()).find(|text| text.starts_with("Rows:")).expect("told");
        text.matches("a card").count()
    };
    assert_eq!([0, 1, 1 << 19].map(hidden), [0, 1, 1], "each reads all but their own");
    let both = hidden(0b11);
    assert!((2..=count).contains(&both), "neither of two at one screen reads their own: {both}");
    assert_eq!(hidden((1 << count) - 1), count);
}
