//! Sessions: undo, saving, replaying, the record.

use super::{BIDS, agreed, answer, bots, compiled, shipped, shown};
use cardwright::ir::PlayerId;
use cardwright::play::{
    Agreement, BotKind, Disagreement, RecordEntry, ReplayError, ReplaySpans, SavedGame, Session, options,
    story,
};
use cardwright::source::Sources;
use cardwright::table::{Names, Players, Stop, Table};

fn parse(text: &str) -> (Sources, Result<(SavedGame, ReplaySpans), String>) {
    let mut sources = Sources::default();
    let file = sources.add("game.toml", text);
    let read = SavedGame::parse(&sources, file).map_err(|found| shown(&found, &sources));
    (sources, read)
}

/// Replays a saved game's text; returns the error that people read.
fn replayed(table: &Table, text: &str) -> Result<String, String> {
    let (sources, read) = parse(text);
    let (saved, places) = read?;
    let show = |why| match why {
        ReplayError::Saved(d) => shown(&[*d], &sources),
        ReplayError::Fault(fault) => format!("fault: {}", fault.to_diagnostic(table).message),
    };
    let agreement = saved.agreement(&places, &mut table.machine()).map_err(show)?;
    let mut session = Session::new(table, agreement).expect("it was settled");
    let stop = saved.replay(&places, &mut session, usize::MAX, |_| false).map_err(show)?;
    let changed = saved.changed(&places, table).map_or(String::new(), |d| shown(&[d], &sources));
    Ok(format!("{stop:?} after {} answers\n{changed}", session.steps().len()))
}

#[test]
fn undo_goes_back_choice_by_choice_to_the_very_bytes() {
    let ir = shipped("fantasy-realms");
    let table = Table::new(&ir).expect("sound");
    let mut session = Session::new(&table, agreed(&table, 3, &[], 5)).expect("laid");
    let mut players = bots(&session, BotKind::Random);
    let mut past = Vec::new();
    let mut stop = session.advance();
    while stop == Stop::Choice {
        past.push((session.state().words().to_vec(), session.record().to_vec()));
        session.mark();
        stop = answer(&mut session, &mut players, 1);
    }
    assert_eq!(stop, Stop::Over);
    assert!(past.len() > 20);
    let end = session.state().words().to_vec();
    for (words, record) in past.iter().rev() {
        assert!(session.undo());
        assert_eq!(session.state().words(), words);
        assert_eq!(session.record(), record);
    }
    assert!(!session.undo());
    assert_eq!(session.steps(), []);
    // And forward again, to the same end.
    assert_eq!(answer(&mut session, &mut players, usize::MAX), Stop::Over);
    assert_eq!(session.state().words(), end);
}

#[test]
fn a_game_resumed_at_any_point_ends_as_one_that_was_not() {
    let ir = shipped("fantasy-realms");
    let table = Table::new(&ir).expect("sound");
    let agreement = agreed(&table, 3, &[("variant", "chaos"), ("trades", "2")], 11);
    let mut whole = Session::new(&table, agreement.clone()).expect("laid");
    let mut players = bots(&whole, BotKind::Random);
    assert_eq!(answer(&mut whole, &mut players, usize::MAX), Stop::Over);
    for at in [0, 1, 7, whole.steps().len() - 1, whole.steps().len()] {
        let mut first = Session::new(&table, agreement.clone()).expect("laid");
        let mut players = bots(&first, BotKind::Random);
        answer(&mut first, &mut players, at);
        let text = SavedGame::of(&first, "cards/fantasy-realms", &["random".into()]).to_toml();
        let (saved, places) = parse(&text).1.expect("a saved game");
        assert_eq!(saved.to_toml(), text);
        assert_eq!(saved.changed(&places, &table), None);
        let again = saved.agreement(&places, &mut table.machine()).expect("agreed");
        assert_eq!(again, agreement);
        let mut second = Session::new(&table, again).expect("laid");
        saved.replay(&places, &mut second, usize::MAX, |_| false).expect("it fits");
        assert_eq!(second.state(), first.state());
        let mut players = bots(&second, BotKind::Random);
        assert_eq!(answer(&mut second, &mut players, usize::MAX), Stop::Over);
        assert_eq!(second.state().words(), whole.state().words());
        assert_eq!(second.record(), whole.record());
        assert_eq!(second.breakdown(), whole.breakdown());
    }
}

#[test]
fn undo_works_on_what_was_played_before_loading() {
    let ir = compiled(BIDS);
    let table = Table::new(&ir).expect("sound");
    let text = "format = 1\ngame = \"bids\"\nversion = \"1.0.0\"\npackage = \"\"\nrules = \"0\"\nplayers = 2\nseed = 1\nseats = []\n\
                [play]\nchoices = [[1, \"1\"]]\n";
    let (saved, _) = parse(text).1.expect("a saved game");
    let mut session = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
    let mut players = bots(&session, BotKind::First);
    answer(&mut session, &mut players, 4);
    let text = SavedGame { steps: session.steps().to_vec(), ..saved }.to_toml();
    let (saved, places) = parse(&text).1.expect("a saved game");
    let mut loaded = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
    saved.replay(&places, &mut loaded, usize::MAX, |seen| seen.player() == PlayerId(1)).expect("it fits");
    assert_eq!(loaded.steps().len(), 4);
    assert!(loaded.undo());
    assert_eq!(loaded.steps().len(), 3);
    assert!(loaded.undo());
    assert_eq!(loaded.steps().len(), 1);
    assert!(!loaded.undo());
    let mut to_two = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
    saved.replay(&places, &mut to_two, 2, |_| false).expect("it fits");
    assert_eq!(to_two.steps(), &saved.steps[..2]);
}

#[test]
fn a_saved_game_that_does_not_fit_is_told_at_its_line() {
    let ir = compiled(BIDS);
    let table = Table::new(&ir).expect("sound");
    let mut session = Session::new(&table, agreed(&table, 2, &[], 4)).expect("laid");
    let mut players = bots(&session, BotKind::First);
    answer(&mut session, &mut players, 4);
    let good = SavedGame::of(&session, "", &[]).to_toml();
    let hand = session.steps()[0].answer.clone();
    let first = format!("[1, \"{hand}\"]");
    let rules = format!("{:016x}", table.fingerprint());
    assert!(good.contains(&first) && good.contains("[1, \"pass\"]") && good.contains(&rules), "{good}");
    let with = |from: &str, to: &str| good.replacen(from, to, 1);
    let cases = [
        ("as it is", good.clone()),
        ("no option, but nearly", with("[1, \"pass\"]", "[1, \"psas\"]")),
        ("no option at all", with(&first, "[1, \"a card that was taken out of the box\"]")),
        ("another seat's turn", with("[1, \"pass\"]", "[2, \"pass\"]")),
        ("the game is over before", with("[1, \"pass\"]", "[1, \"stop\"]")),
        ("other rules", with(&rules, "0123456789abcdef")),
        ("another game", with("\"bids\"", "\"bridge\"")),
        ("too many players", with("players = 2", "players = 7")),
        ("an option that is gone", with("limit = 3", "limits = 3")),
        ("an option that cannot be so", with("length = \"short\"", "length = \"shorts\"")),
        ("what is required", with("players = 2", "players = 1").replace("\"short\"", "\"endless\"")),
        ("a fault", good.replace("\n]\n", &format!("\n{}]\n", "[1, \"owe\"], [2, \"pass\"], ".repeat(6)))),
        ("no saved game", "[game]\nid = \"bids\"\n".into()),
        ("another format", with("format = 2", "format = 3")),
        (
            "wrong parts",
            with("players = 2", "players = \"two\"")
                .replace(&first, "\"ash\"")
                .replace("seed = 4", "seed = 4.5"),
        ),
        ("no TOML", with("seed = 4", "seed = = 4")),
    ];
    let mut text = String::new();
    for (name, file) in cases {
        let said = replayed(&table, &file).unwrap_or_else(|said| said);
        text.push_str(&format!("──── {name}\n{said}\n"));
    }
    insta::with_settings!({filters => vec![(rules.as_str(), "<rules>")]}, {
        insta::assert_snapshot!(text);
    });
}

#[test]
fn what_is_agreed_is_told_when_it_cannot_be() {
    let ir = compiled(BIDS);
    let table = Table::new(&ir).expect("sound");
    let settle = |players, given: &[(&'static str, &'static str)]| match Agreement::settle(
        &mut table.machine(),
        players,
        given.iter().copied(),
        0,
    ) {
        Ok(agreement) => format!("{} players", agreement.players),
        Err(Disagreement::Words(words)) => words,
        Err(Disagreement::Fault(fault)) => format!("{fault:?}"),
    };
    assert_eq!(settle(None, &[]), "1 players");
    assert_eq!(settle(None, &[("length", "endless")]), "2 players");
    assert_eq!(settle(Some(1), &[("length", "endless")]), "Nobody plays for ever alone.");
    assert_eq!(settle(Some(9), &[]), "Bids is for 1 to 3 players, not for 9");
    assert_eq!(settle(None, &[("lenght", "short")]), "Bids has no option `lenght`; did you mean `length`?");
    assert_eq!(settle(None, &[("x", "1")]), "Bids has no option `x`; it has: length, lucky, limit");
    assert_eq!(
        settle(None, &[("length", "endles")]),
        "the option `length` cannot be `endles`; did you mean `endless`?"
    );
    assert_eq!(
        settle(None, &[("length", "9")]),
        "the option `length` cannot be `9`; it is one of: short, endless"
    );
    assert_eq!(settle(None, &[("lucky", "maybe")]), "the option `lucky` is `true` or `false`, not `maybe`");
    assert_eq!(settle(None, &[("limit", "10")]), "the option `limit` is a number from 1 to 9, not `10`");
    assert_eq!(options(&ir, [("lucky", "true"), ("limit", "9")]), Ok(vec![0, 1, 9]));
}

#[test]
fn secrets_stay_secret() {
    let ir = compiled(BIDS);
    let table = Table::new(&ir).expect("sound");
    let names = Names::new(&ir);
    let mut session = Session::new(&table, agreed(&table, 2, &[], 4)).expect("laid");
    let mut players = bots(&session, BotKind::First);
    answer(&mut session, &mut players, 1);
    let zone = |name: &str| names.find_zone(name).expect("a zone");
    let seen = session.observation().expect("it waits");
    assert_eq!(seen.player(), PlayerId(1));
    assert_eq!(seen.question(&names).as_deref(), Some("Which card do you bid?"));
    assert_eq!(seen.zone(zone("hand[1]")), None);
    assert_eq!(seen.zone(zone("stock")), None);
    assert_eq!(seen.count(zone("hand[1]")), 1);
    assert!(seen.zone(zone("hand[2]")).is_some());
    // The rules' own note of player 1's bid would reveal it.
    let bids = |v: &cardwright::table::TableView| {
        v.fields.iter().filter(|f| f.name == "bids").map(|f| f.owner).collect::<Vec<_>>()
    };
    assert_eq!(bids(&seen.view()), [1]);

    answer(&mut session, &mut players, 2);
    let tell = |readers| {
        story(session.record(), Players::of_word(readers)).iter().map(|t| t.text()).collect::<Vec<_>>()
    };
    let first = match &session.record()[1] {
        RecordEntry::Choice { answer, known_to, .. } => {
            assert_eq!(*known_to, Players::one(PlayerId(0)));
            answer.clone()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(tell(0)[1], format!("player 1: Which card do you bid? {first}"));
    assert_eq!(tell(0b01)[1], format!("player 1: Which card do you bid? {first}"));
    assert_eq!(tell(0b10)[1], "player 1: chooses in secret: Which card do you bid?");
    assert_eq!(tell(0b11)[1], "player 1: chooses in secret: Which card do you bid?");
    assert_eq!(tell(0b11)[3], "player 1 passes");
}
