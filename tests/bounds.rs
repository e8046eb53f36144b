//! Bounds: no package, file or line makes time or memory endless, or causes a panic.

use crate::process::Ends;
use std::io::Write;
use std::num::NonZero;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::{fs, thread, time::Duration};

use crate::support;
use cardwright::diagnostics::{Code, codes};
use cardwright::ir::{FieldId, FileTextId, Ir, NameId, StartPoint, ZonePlaceId};
use cardwright::lab::{
    CountSelection, GameSource, Shard, Simulation, Study, StudyEntry, StudyQuestion, simulate,
};
use cardwright::play::{Agreement, BotKind, Soak, soak};
use cardwright::report::{StudySimulation, study_text};
use cardwright::table::{FaultKind, Stop, Table, TableOptions};

const HEAD: &str = "[game]\nid = \"g\"\nname = \"G\"\nversion = \"0.1.0\"\nplayers = [2, 2]\n";

fn game(rest: &str, cards: &str) -> Ir {
    let texts = [("game.toml", &*format!("{HEAD}{rest}")), ("cards/c.toml", cards)];
    // Warned of or not, it can be played.
    support::opened(texts).game.expect("it compiles").ir
}

/// So many cards of 900 copies each.
fn many(cards: usize) -> String {
    (0..cards).map(|i| format!("[cards.c{i}]\ncopies = 900\n")).collect()
}

/// A folder with such a package.
fn folder(rest: &str, cards: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("cards")).expect("a folder in it");
    fs::write(folder.path().join("game.toml"), format!("{HEAD}{rest}")).expect("written");
    fs::write(folder.path().join("cards/c.toml"), cards).expect("written");
    folder
}

fn command(args: &[&str]) -> Command {
    let mut command = crate::process::cardwright();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program with a large input, and returns its output.
fn fed(args: &[&str], input: &[u8]) -> Output {
    let mut child = command(args).begun();
    let mut stdin = child.stdin.take().expect("piped");
    // It may well leave before it has read all of it.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The fault that play ends in, with so much fuel, and the text of the author's that it points at.
fn fault(ir: &Ir, fuel: Option<u64>, stop: &AtomicBool) -> (Code, String) {
    let mut table = Table::new(ir).expect("it is well formed");
    table.stop_when(stop);
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("it can be laid");
    fuel.into_iter().for_each(|fuel| machine.set_fuel(fuel));
    machine.start(&mut state, StartPoint::Play);
    let Stop::Fault(fault) = machine.advance(&mut state) else { panic!("it fails") };
    let place = ir.place_of(fault.pc).expect("it has a place");
    let of = &ir.files[FileTextId(place.file.0)].text;
    (fault.code(), of[place.start as usize..place.end as usize].to_owned())
}

#[test]
fn a_rule_costs_as_much_as_it_does() {
    let ir = game(
        "[zones.deck]\nordered = true\nstart = \"cards\"\n[zones.hand]\n\
         [flow]\nplay = \"while true { move(cards, hand); move(cards, deck) }\"\n",
        &many(8),
    );
    // By instructions alone this fuel would be 20,000 rounds of 16,000 moves each.
    assert_eq!(fault(&ir, Some(200_000), &AtomicBool::new(false)).0, codes::fault::FUEL_SPENT);
}

#[test]
fn a_loop_that_does_not_end_is_shown_at_its_head() {
    for (play, shown) in [
        ("while true { }", "true"),
        ("while any(deck) { log \"x\" }", "any(deck)"),
        ("repeat 2000000000 { }", "2000000000"),
    ] {
        let play = play.replace('"', "\\\"");
        let rest = format!("[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"{play}\"\n");
        let ir = game(&rest, "[cards.a]\n");
        let found = fault(&ir, Some(100_000), &AtomicBool::new(false));
        assert_eq!(found, (codes::fault::FUEL_SPENT, shown.to_owned()));
    }
}

#[test]
fn whoever_stops_a_table_ends_the_rule_that_runs() {
    let ir = game("[flow]\nplay = \"while true { }\"\n", "[cards.a]\n");
    // With all the fuel there is, it would not end by itself.
    assert_eq!(fault(&ir, Some(u64::MAX), &AtomicBool::new(true)).0, codes::fault::INTERRUPTED);
    // Fuel in slices adds up to the given amount.
    let bounded = |fuel| fault(&ir, Some(fuel), &AtomicBool::new(false)).0;
    assert_eq!([1, 999_999, 1_000_001, 3_500_000].map(bounded), [codes::fault::FUEL_SPENT; 4]);
}

#[test]
fn work_is_done_once_however_the_fuel_is_sliced() {
    // Long enough for several slices, with moves and shuffles at their ends.
    let play = "repeat 60 {\n  for each c in deck { move(c, hand) }\n  shuffle(deck)\n  move(cards, deck)\n  count += 1\n}\nend";
    let rest = format!(
        "[zones.deck]\nordered = true\nstart = \"cards\"\n[zones.hand]\nordered = true\n[state.table]\ncount = \"int 0..1000\"\n\
         [flow]\nplay = '''\n{play}\n'''\n"
    );
    let ir = game(&rest, "[cards.a]\ncopies = 700\n");
    let table = Table::new(&ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("it can be laid");
    machine.start(&mut state, StartPoint::Play);
    machine.count(true);
    assert_eq!(machine.advance(&mut state), Stop::Over);
    let field = ir.layout.fields.iter().position(|f| f.id == "count").expect("declared");
    assert_eq!(table.field(&state, FieldId(field as u16), 0), Some(&[60][..]));
    // Each instruction was counted as often as it was executed.
    let ran = machine.count(false);
    let most = ran.iter().max().copied().unwrap_or_default();
    assert!((60 * 700..60 * 702).contains(&most), "{most}");
}

#[test]
fn what_was_counted_before_an_interrupt_is_what_those_games_count() {
    let game = support::shipped("minute-realms");
    let table = Table::new(&game.ir).expect("it is well formed");
    let mut machine = table.machine();
    let agreement = Agreement::settle(&mut machine, Some(2), [], 5).expect("they agree");
    let mcts = BotKind::of(&game.ir, "mcts:4").expect("a bot");
    let simulation = Simulation {
        wants: CountSelection::ALL,
        watch: 1000,
        jobs: NonZero::new(3).expect("threads"),
        ..Simulation::new(agreement, vec![mcts, BotKind::Random], 4000)
    };
    for after in [16, 40] {
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let progress = |games| {
            if done.fetch_add(games, Ordering::Relaxed) + games >= after {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let played = simulate(&table, &simulation, &stop, progress).expect("laid");
        let (before, missing) =
            (Shard::new(&game.ir, GameSource::default(), &simulation, &played), played.count());
        assert!(missing >= after && missing < 4000 && missing == before.games(), "{missing}");
        // The same games and no others, one by one.
        let mut again: Option<Shard> = None;
        for part in &played.games {
            let simulation = Simulation { part: part.clone(), ..simulation.clone() };
            let played = simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid");
            let part = Shard::new(&game.ir, GameSource::default(), &simulation, &played);
            match &mut again {
                Some(again) => again.join(&part).expect("other games"),
                None => again = Some(part),
            }
        }
        assert_eq!(again, Some(before));
    }
}

#[test]
fn games_are_given_out_to_the_last_number_there_is() {
    let ir = game("[flow]\nplay = \"end\"\n", "[cards.a]\n");
    let table = Table::new(&ir).expect("it is well formed");
    let agreement = Agreement::settle(&mut table.machine(), Some(2), [], 1).expect("they agree");
    let simulation = Simulation {
        part: u64::MAX - 3..u64::MAX,
        ..Simulation::new(agreement, vec![BotKind::Random; 2], u64::MAX)
    };
    let played = simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid");
    assert_eq!((played.count(), played.results.counts.stats.finished), (3, 3));
}

#[test]
fn options_are_bounded_before_they_take_the_memory() {
    let act = |params: &str| {
        let rest = format!(
            "[zones.deck]\nstart = \"cards\"\n[actions.go]\nparams = {{ {params} }}\ndo = \"end\"\n\
             [flow]\nplay = \"act players[1] from {{go}}\"\n"
        );
        game(&rest, &many(2))
    };
    let three = act("a = \"cards\", b = \"cards\", c = \"cards\"");
    let (code, shown) = fault(&three, None, &AtomicBool::new(false));
    assert_eq!((code, shown.as_str()), (codes::fault::TOO_MANY_OPTIONS, "cards"));
    let one = act("a = \"cards\"");
    let table = Table::new(&one).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("it can be laid");
    machine.start(&mut state, StartPoint::Play);
    assert_eq!(machine.advance(&mut state), Stop::Choice);
    // Of 900 copies of each of two cards, one is offered, and each can be answered.
    assert_eq!(machine.options(&mut state).map(TableOptions::len), Ok(2));
}

#[test]
fn cells_have_attributes_and_cards_do_not_print_them() {
    let rest = "[boards.map]\ngrid = [2, 1]\n[boards.map.attributes]\nshade = { type = \"int 0..9\", is = \"column + 3\" }\n\
                [kinds.card.attributes]\ncost = \"int 0..9\"\n\
                [keywords.armoured]\nparams = { level = \"int 1..5\" }\n\
                [zones.hand]\nper = \"player\"\nseen_by = \"owner\"\n[zones.deck]\nstart = \"cards\"\n\
                [flow]\nsetup = \"move(cards, players[1].hand)\"\nplay = \"choose c from players[1].hand by players[1]; end\"\n";
    let cards = "kind = \"card\"\n[cards.drake]\ncost = 1\nkeywords = [\"armoured 2\"]\n\
                 [cards.troll]\ncost = 3\ntext = \"Costs {{ cost }}.\"\n";
    let folder = folder(rest, cards);
    let path = folder.path().to_str().expect("UTF-8");
    let checked = fed(&["check", path], b"");
    assert!(checked.status.success(), "{}", text(&checked.stderr));
    let said = text(&fed(&["play", path, "--seed", "1"], b"?troll\n?drake\nquit\n").stdout);
    assert!(said.contains("Costs 3.") && said.contains("cost 3"), "{said}");
    assert!(said.contains("Armoured 2"), "{said}");
    for other in ["shade", "row", "column", "armoured.level", "level 1"] {
        assert!(!said.contains(other), "{other}: {said}");
    }
    // A text cannot ask a card for an attribute of cells.
    let wrong = cards.replace("cost }}", "shade }}");
    let texts = [("game.toml", &*format!("{HEAD}{rest}")), ("cards/c.toml", &*wrong)];
    let opened = support::opened(texts);
    assert!(opened.game.is_none());
    assert!(opened.diagnostics.iter().any(|d| d.message.contains("shade")), "{:?}", opened.diagnostics);
}

#[test]
fn rules_beyond_the_last_number_are_said_once_where_it_is_crossed() {
    let rest = "[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let head = format!("{HEAD}{rest}");
    let step = "[[steps]]\ndo = \"noted = 1\"\n";
    let scenario = format!("name = \"Long\"\nplayers = 2\n{}", step.repeat(66_000));
    let state = "[state.table]\nnoted = \"int 0..9\"\n";
    let texts = [
        ("game.toml", &*format!("{head}{state}")),
        ("cards/c.toml", "[cards.a]\n"),
        ("scenarios/long.toml", &*scenario),
    ];
    let opened = support::opened(texts);
    // The game is played without it.
    assert!(opened.game.is_some_and(|game| game.ir.scenarios.is_empty()));
    let [only] = opened.diagnostics.as_slice() else { panic!("{} diagnostics", opened.diagnostics.len()) };
    assert_eq!(only.code, codes::check::TOO_MANY);
    let label = only.labels.first().expect("a place");
    let before = &scenario[..label.span.start as usize];
    let steps = before.matches("[[steps]]").count();
    assert!((65_400..65_535).contains(&steps), "it is step {steps}");
}

#[test]
fn threads_without_number_change_nothing() {
    let one = fed(&["sim", "tic-tac-toe", "-n", "64", "--seed", "3", "-j", "1"], b"");
    let many = fed(&["sim", "tic-tac-toe", "-n", "64", "--seed", "3", "-j", "100000"], b"");
    assert!(many.status.success(), "{}", text(&many.stderr));
    assert_eq!(text(&many.stdout), text(&one.stdout));
}

#[test]
fn a_line_without_an_end_is_not_read_to_its_end() {
    let long = vec![b'a'; 1 << 20];
    let output = fed(&["play", "tic-tac-toe", "--seats", "human,human", "--seed", "1"], &long);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("longer than 64 KiB"), "{}", text(&output.stderr));
}

#[test]
fn figures_that_their_games_cannot_have_are_refused() {
    let rest = "[zones.deck]\nstart = \"cards\"\n[zones.hand]\nper = \"player\"\n[figures]\nleft = \"count(deck)\"\n[flow]\n\
                play = \"choose c from deck by players[1]; move(c, players[1].hand); end\"\n\
                [scoring]\nscore = \"count(p.hand)\"\n";
    let ir = game(rest, "[cards.a]\n[cards.b]\n");
    let table = Table::new(&ir).expect("it is well formed");
    let agreement = Agreement::settle(&mut table.machine(), Some(2), [], 1).expect("they agree");
    let simulation =
        Simulation { wants: CountSelection::ALL, ..Simulation::new(agreement, vec![BotKind::Random; 2], 6) };
    let played = simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid");
    let part = Shard::new(&ir, GameSource::default(), &simulation, &played);
    let study =
        Study { question: StudyQuestion::One, entries: vec![StudyEntry { label: String::new(), part }] };
    let bytes = study.to_bytes();
    let back = Study::from_bytes(&bytes).expect("they are sound");
    assert_eq!(back.to_bytes(), bytes);
    let mut read = 0;
    for at in 16..bytes.len() {
        // Numbers that a variable-length encoding has room for, and the greatest.
        for with in [
            &[0][..],
            &[1],
            &[0x7f],
            &[0xff, 0x7f],
            &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
        ] {
            let mut damaged = [&bytes[..at], with, &bytes[at + 1..]].concat();
            let hash = cardwright::hash::content_hash(&damaged[16..]);
            damaged[8..16].copy_from_slice(&hash.to_le_bytes());
            let Ok(mut other) = Study::from_bytes(&damaged) else { continue };
            read += 1;
            let Some(StudyEntry { part, .. }) = other.entries.first() else { continue };
            let stats = &part.results(None).counts.stats;
            assert_eq!(stats.finished + stats.unfinished + stats.faults, part.games(), "byte {at}");
            // Joined or not, nothing overflows, and the result can be shown.
            let _ = other.join(&study);
            let Some(StudyEntry { part, .. }) = other.entries.first() else { continue };
            let Ok(simulation) = part.simulation(&ir) else { continue };
            let (played, results) = (part.games(), part.results(None));
            let shown = StudySimulation {
                label: "",
                package: "g",
                ir: &ir,
                simulation: &simulation,
                results: &results,
                played,
                speed: None,
            };
            study_text(&other.question, &[shown], 100);
        }
    }
    assert!(read > 0, "some are read, such as other seeds");
    // Two cards that met in a choice, the second of which does not exist.
    let counts = |met: (u16, u16)| {
        let mut played = played.clone();
        played
            .results
            .counts
            .cards
            .as_mut()
            .expect("asked for")
            .meetings
            .over
            .insert((NameId(met.0), NameId(met.1)), 5);
        let part = Shard::new(&ir, GameSource::default(), &simulation, &played);
        Study { question: StudyQuestion::One, entries: vec![StudyEntry { label: String::new(), part }] }
            .to_bytes()
    };
    assert!(Study::from_bytes(&counts((0, 1))).is_ok());
    assert!(Study::from_bytes(&counts((0, 2))).is_err());
    // A question that speaks of other entries, bots or lists than there are.
    let two = || vec!["random".to_owned(), "first".to_owned()];
    let asks = |question: StudyQuestion| {
        Study::from_bytes(&Study { question, entries: study.entries.clone() }.to_bytes())
    };
    for question in [
        StudyQuestion::Compare,
        StudyQuestion::Sweep { of: two(), at: vec![two(), two()] },
        StudyQuestion::Sweep { of: two(), at: vec![vec!["1".into()]] },
        StudyQuestion::League { bots: two(), meetings: vec![(0, 2)] },
        StudyQuestion::League { bots: two(), meetings: vec![(0, 1), (1, 0)] },
        StudyQuestion::Decks { lists: two(), pairs: vec![(2, 0)] },
    ] {
        assert!(asks(question.clone()).is_err(), "{question:?}");
    }
    assert!(asks(StudyQuestion::League { bots: two(), meetings: vec![(0, 1)] }).is_ok());
}

#[test]
fn two_things_at_one_word_of_the_state_are_refused() {
    let rest = "[zones.deck]\nordered = true\nstart = \"cards\"\n[zones.hand]\nordered = true\n\
                [state.table]\nfirst = \"int 0..9\"\nsecond = \"int 0..9\"\n[flow]\nplay = \"first = 1; second = 2; end\"\n";
    let ir = game(rest, "[cards.a]\ncopies = 3\n");
    assert!(Table::new(&ir).is_ok());
    let mut fields = ir.clone();
    fields.layout.fields[FieldId(1)].base = fields.layout.fields[FieldId(0)].base;
    let mut zones = ir.clone();
    zones.layout.zones[ZonePlaceId(1)].set = zones.layout.zones[ZonePlaceId(0)].set;
    let mut orders = ir.clone();
    orders.layout.zones[ZonePlaceId(1)].order = orders.layout.zones[ZonePlaceId(0)].order.map(|at| at + 1);
    let mut places = ir.clone();
    places.layout.place = places.layout.zones[ZonePlaceId(0)].set;
    for damaged in [fields, zones, orders, places] {
        let why = Table::new(&damaged).expect_err("refused");
        assert!(why.to_string().contains("another thing's too"), "{why}");
    }
}

#[test]
fn a_saved_state_with_any_number_in_its_header_is_played_on() {
    let game = support::shipped("tic-tac-toe");
    let table = Table::new(&game.ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("it can be laid");
    machine.start(&mut state, StartPoint::Setup);
    assert_eq!(machine.advance(&mut state), Stop::Choice);
    let bytes = table.save(&state);
    let mut loaded = 0;
    for word in (16..bytes.len()).step_by(8) {
        let mut damaged = bytes.clone();
        damaged[word..word + 8].copy_from_slice(&u64::MAX.to_le_bytes());
        let Ok(mut state) = table.load(&damaged) else { continue };
        loaded += 1;
        while machine.advance(&mut state) == Stop::Choice && machine.choose(&mut state, 0).is_ok() {}
    }
    assert!(loaded > 0, "the count of choices may be anything");
}

#[test]
fn soak_ends_at_a_rule_without_an_end() {
    let ir = game("[flow]\nplay = \"while true { }\"\n", "[cards.a]\n");
    let flag = AtomicBool::new(true);
    let mut table = Table::new(&ir).expect("it is well formed");
    table.stop_when(&flag);
    let found =
        soak(&table, &Soak { games: 3, seed: 1, max_plies: 100, jobs: NonZero::<usize>::MIN }, |_| {})
            .expect("it can be laid");
    let broken = found.broken.expect("a rule failed").what;
    let cardwright::play::BrokenInvariant::Fault(fault) = broken else { panic!("{broken:?}") };
    assert_eq!(fault.kind, FaultKind::Interrupted);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_any_rule_and_keeps_what_was_counted() {
    let rest = "[zones.deck]\nordered = true\nstart = \"cards\"\n[zones.hand]\n[flow]\n\
                play = '''\nchoose n from 1..2 by players[1]\nif n == 1 { end }\nwhile true { move(cards, hand); move(cards, deck) }\n'''\n";
    let folder = folder(rest, &many(4));
    let path = folder.path().to_str().expect("UTF-8");
    let part = folder.path().join("half.part");
    let args = [
        "sim",
        path,
        "-n",
        "1000000",
        "-j",
        "2",
        "--format",
        "json",
        "--save",
        part.to_str().expect("UTF-8"),
    ];
    let child = command(&args).begun();
    thread::sleep(Duration::from_millis(700));
    let asked =
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is `kill`");
    assert!(asked.success());
    let output = child.wait_with_output().expect("it ends");
    let report: serde_json::Value =
        serde_json::from_str(text(&output.stdout).lines().next().unwrap_or_default())
            .unwrap_or_else(|_| panic!("a report: {} {}", text(&output.stdout), text(&output.stderr)));
    let played = report["played"].as_u64().expect("a number");
    assert!(played < 1_000_000, "{played}");
    assert!(Study::from_bytes(&fs::read(part).expect("it was saved")).is_ok());
}
