//! The library for other programs: the names at the crate's root, and the programs in `examples/`.

use cardwright::ir::PlayerId;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

use cardwright::protocol::DrivenGame;
use cardwright::{
    Bot, Error, ErrorKind, Game, Match, MatchConfig, Position, PrintConfig, SeatNumber, SimulationConfig,
    Turn, print, simulate,
};
use serde_json::json;

/// Two players hold a hidden card each; the player of a card takes its points.
const DUEL: &str = r#"
[game]
id = "duel"
name = "Duel"
version = "1.0.0"
players = [2, 2]

[kinds.card.attributes]
points = "int 1..8"

[zones.deck]
ordered = true
seen_by = "none"
start = "cards"

[zones.hand]
per = "player"
seen_by = "owner"

[zones.table]

[state.player]
sum = "int 0..8"

[scoring]
score = "p.sum"

[flow]
setup = "shuffle(deck); for each p in players { deal(deck, p.hand, 3) }"
play = """
for each p in players {
  choose c from p.hand by p "Play which card?"
  p.sum += c.points
  move(c, table)
}
end
"""
"#;

fn duel_texts(rules: String) -> [(&'static str, String); 2] {
    let cards: String =
        (1..=8).map(|n| format!("[cards.c{n}]\nname = \"Card {n}\"\npoints = {n}\n")).collect();
    [("game.toml", rules), ("cards/all.toml", cards)]
}

fn duel() -> Game {
    duel_with(DUEL.to_owned())
}

/// The duel with other rules.
fn duel_with(rules: String) -> Game {
    Game::from_texts(duel_texts(rules)).unwrap_or_else(|error| panic!("{}", error.report()))
}

fn open(id: &str) -> Game {
    crate::support::ship();
    Game::open(id).unwrap()
}

fn begin(game: &Game, seed: u64) -> Match {
    Match::new(game, &MatchConfig::default().seed(seed)).unwrap()
}

/// Plays with first options; returns the record that a spectator reads.
fn finish(table: &mut Match) -> Vec<String> {
    while let Position::Choice(_) = table.position() {
        table.choose(0).unwrap();
    }
    table.record(None).unwrap()
}

#[test]
fn handles_are_owned_and_go_to_other_threads() {
    fn is_owned<T: Clone + Send + 'static>(_: &T) {}
    fn is_shared<T: Send + Sync>(_: &T) {}
    let game = duel();
    is_shared(&game);
    let table = begin(&game, 3);
    is_owned(&table);
    drop(game);
    let mut here = table.clone();
    let there = std::thread::spawn(move || finish(&mut { table })).join().unwrap();
    assert_eq!(there, finish(&mut here));
}

#[test]
fn a_clone_goes_on_by_itself() {
    let game = duel();
    let mut table = begin(&game, 5);
    let copy = table.clone();
    table.choose(0).unwrap();
    assert_eq!((table.answers(), copy.answers()), (1, 0));
    let mut copy = table.clone();
    assert!(copy.undo(), "undo points are copied");
    assert_eq!((table.answers(), copy.answers()), (1, 0));
    assert_eq!(finish(&mut table.clone()), finish(&mut table));
}

#[test]
fn a_view_hides_what_the_seat_may_not_see() {
    let game = duel();
    let table = begin(&game, 1);
    let own = table.view(Some(SeatNumber(1))).unwrap();
    assert_eq!(own.zone("hand[1]").unwrap().contents.as_ref().unwrap().len(), 3);
    assert_eq!(own.zone("hand[2]").unwrap().contents, None);
    assert_eq!(own.zone("hand[2]").unwrap().count, 3);
    assert_eq!(own.state("sum[1]"), Some("0"));
    assert_eq!(table.view(None).unwrap().zone("hand[1]").unwrap().contents, None);
    assert_eq!(table.view(Some(SeatNumber(3))).unwrap_err().kind(), ErrorKind::Settings);
}

#[test]
fn positions_and_views_are_written_as_drive_writes_them() {
    use cardwright::play::{Agreement, Session};
    use cardwright::table::Table;
    let compiled = crate::support::open("gin-rummy").game.unwrap();
    let ground = Table::new(&compiled.ir).unwrap();
    let agreement = Agreement::settle(&mut ground.machine(), Some(2), [], 7).unwrap();
    let mut driven = DrivenGame::new(Session::new(&ground, agreement).unwrap());
    let mut same = begin(&open("gin-rummy"), 7);
    for _ in 0..12 {
        let mut position = driven.position();
        position.as_object_mut().unwrap().shift_remove("ok");
        assert_eq!(json!(same.position()).to_string(), position.to_string());
        for viewer in [None, Some(PlayerId(0)), Some(PlayerId(1))] {
            let view = driven.view_json(&driven.view(viewer)).to_string();
            assert_eq!(json!(same.view(viewer.map(PlayerId::seat)).unwrap()).to_string(), view);
        }
        let last = same.options().unwrap().options.len() - 1;
        driven.choose(&json!(last)).unwrap();
        same.choose(last).unwrap();
    }
    finish(&mut same);
    assert_eq!(json!(same.position())["status"], "over");
}

#[test]
fn a_refused_answer_changes_nothing() {
    let mut table = begin(&duel(), 1);
    let before = table.position();
    for error in [table.choose(99).unwrap_err(), table.choose_named("dance").unwrap_err()] {
        assert_eq!(error.kind(), ErrorKind::Answer);
    }
    assert_eq!(table.position(), before);
    finish(&mut table);
    assert_eq!(table.choose(0).unwrap_err().kind(), ErrorKind::Answer);
    assert!(table.options().is_none() && table.seat().is_none());
}

#[test]
fn a_saved_match_is_the_same_match() {
    let game = duel();
    let mut table = begin(&game, 9);
    table.choose(1).unwrap();
    let mut loaded = Match::load(&game, &table.save().unwrap()).unwrap();
    assert_eq!(loaded.position(), table.position());
    assert_eq!(loaded.view(Some(SeatNumber(2))).unwrap(), table.view(Some(SeatNumber(2))).unwrap());
    assert_eq!(finish(&mut loaded), finish(&mut table));
    let wrong = Match::load(&game, "format = 2").unwrap_err();
    assert_eq!(wrong.kind(), ErrorKind::Saved);
    assert!(wrong.report().contains("saved match:1"), "{}", wrong.report());
}

#[test]
fn errors_are_errors_with_a_report() {
    fn boxed(error: Error) -> Box<dyn std::error::Error + Send + Sync> {
        Box::new(error)
    }
    let error = Game::from_texts([("game.toml", "[game]\nid = \"x\"\nname = \"X\"\nplayers = \"two\"\n")])
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Package);
    assert!(!error.diagnostics().is_empty());
    assert!(error.report().contains("game.toml:4"), "{}", error.report());
    assert!(error.to_string().starts_with("game.toml:4: CW"), "{error}");
    assert!(!boxed(error).to_string().is_empty());
    let none = Game::open("no-such-game").unwrap_err();
    assert_eq!(none.kind(), ErrorKind::Package);
    let game = duel();
    for config in [
        MatchConfig::default().players(9),
        MatchConfig::default().option("speed", "1"),
        MatchConfig::default().setup("big"),
        MatchConfig::default().list("1", "mine"),
        MatchConfig::default().list("1", "./mine.toml"),
    ] {
        let error = Match::new(&game, &config).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Settings, "{error}");
    }
    assert_eq!(begin(&game, 1).bot("grandmaster").unwrap_err().kind(), ErrorKind::Settings);
}

#[test]
fn every_error_of_the_machinery_is_an_error() {
    fn is_error<E: std::error::Error + 'static>() {}
    use cardwright::{diagnostics, format, ir, lab, package, play, syntax, table};
    is_error::<Error>();
    is_error::<format::FormatError>();
    is_error::<table::Fault>();
    is_error::<table::LayFault>();
    is_error::<table::Rejection>();
    is_error::<table::SaveError>();
    is_error::<table::UnknownName>();
    is_error::<package::ChangeError>();
    is_error::<play::BatchError>();
    is_error::<play::Disagreement>();
    is_error::<play::ListError>();
    is_error::<play::NoOption>();
    is_error::<play::ReplayError>();
    is_error::<play::SearchError>();
    is_error::<play::MovesError>();
    is_error::<play::SolveError>();
    is_error::<play::AnswerError>();
    is_error::<play::BrokenInvariant>();
    is_error::<lab::ShardError>();
    is_error::<diagnostics::Diagnostic>();
    is_error::<syntax::SyntaxError>();
    is_error::<ir::bytes::IrBytesError>();
    is_error::<ir::verify::VerifyError>();
    is_error::<table::FaultKind>();
    #[cfg(feature = "sheets")]
    is_error::<cardwright::source::WorkbookError>();
    #[cfg(feature = "serve")]
    is_error::<cardwright::web::RequestRejection>();
}

/// Notes how many options each turn had, and whether samples differ in the hidden parts.
#[derive(Default)]
struct Notes {
    options: Vec<usize>,
    differ: bool,
}

struct Witness(Arc<Mutex<Notes>>);

impl Bot for Witness {
    fn choose(&mut self, turn: &Turn) -> usize {
        let mut notes = self.0.lock().unwrap();
        notes.options.push(turn.options().options.len());
        let (view, other) = (turn.view().unwrap(), SeatNumber(3 - turn.seat().0));
        let hand = format!("hand[{other}]");
        assert_eq!(view.zone(&hand).unwrap().contents, None, "a bot sees what its seat sees");
        let samples = (0..40).filter_map(|seed| turn.sample(seed)).map(|sample| {
            assert_eq!(sample.view(Some(turn.seat())).unwrap(), view, "a sample looks the same to the seat");
            assert!(sample.save().is_err(), "a sample did not begin with setup");
            sample.view(Some(other)).unwrap().zone(&hand).unwrap().contents.clone().unwrap()
        });
        let hands: BTreeSet<Vec<String>> = samples.collect();
        notes.differ |= hands.len() > 1;
        usize::MAX
    }
}

#[test]
fn a_bot_sees_its_turn_and_samples_the_rest() {
    let game = duel();
    let mut table = begin(&game, 2);
    let notes = Arc::new(Mutex::new(Notes::default()));
    let witness = || Box::new(Witness(Arc::clone(&notes))) as Box<dyn Bot>;
    let outcome = table.play(&mut [witness(), witness()]).unwrap();
    let notes = notes.lock().unwrap();
    assert_eq!((outcome.seats.len(), table.answers(), &notes.options[..]), (2, 2, &[3, 3][..]));
    assert!(notes.differ);
    let error = table.play(&mut []).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Settings);
}

#[test]
fn shipped_bots_play_as_they_do_in_the_program() {
    use cardwright::play::{Agreement, BotKind, Session, bot_seed};
    use cardwright::table::{Stop, Table};
    let mut table = begin(&open("gin-rummy"), 4);
    let mut bots = ["random", "mcts:20"].map(|bot| Box::new(table.bot(bot).unwrap()) as Box<dyn Bot>);
    let outcome = table.play(&mut bots).unwrap();

    let compiled = crate::support::open("gin-rummy").game.unwrap();
    let ground = Table::new(&compiled.ir).unwrap();
    let agreement = Agreement::settle(&mut ground.machine(), None, [], 4).unwrap();
    let mut bots = ["random", "mcts:20"].map(|bot| BotKind::of(&compiled.ir, bot).unwrap().make(&ground));
    bots.iter_mut().zip(0..).for_each(|(bot, seat)| bot.begin(bot_seed(4, PlayerId(seat))));
    let mut session = Session::new(&ground, agreement).unwrap();
    while session.advance() == Stop::Choice {
        let seen = session.observation().unwrap();
        let option = bots[seen.player().index()].choose(&seen);
        session.choose(option).unwrap();
    }
    assert_eq!(table.answers(), session.state().plies());
    let scores = session.outcome().unwrap().standings.iter().map(|s| s.score).collect::<Vec<_>>();
    assert_eq!(outcome.seats.iter().map(|s| s.score).collect::<Vec<_>>(), scores);
}

#[test]
fn a_bot_of_another_game_takes_the_first_option() {
    let mut own = begin(&duel(), 1);
    let mut other = begin(&duel(), 1);
    let bots = || ["random", "random"].map(|bot| Box::new(own.bot(bot).unwrap()) as Box<dyn Bot>);
    other.play(&mut bots()).unwrap();
    let first = finish(&mut begin(&duel(), 1));
    assert_eq!(other.record(None).unwrap(), first);
    own.choose(0).unwrap();
}

#[test]
fn simulations_count_what_sim_counts() {
    let game = duel();
    let config = SimulationConfig::new(200).bots(["random", "first"]).table(MatchConfig::default().seed(11));
    let report = simulate(&game, &config).unwrap();
    assert_eq!((report.finished, report.faults, report.unfinished), (200, 0, 0));
    assert_eq!(report.mean_choices, 2.0);
    let [first, second] = &report.contenders[..] else { panic!("{report:?}") };
    assert_eq!((first.name.as_str(), second.bot.as_str()), ("seat1", "first"));
    assert!(first.interval.0 < first.win_rate && first.win_rate < first.interval.1);
    assert_eq!(first.scores.as_ref().unwrap().range, (1, 8));
    let many = config.clone().threads(std::num::NonZero::new(4).unwrap());
    assert_eq!(simulate(&game, &many).unwrap(), report, "on any number of threads");
    let wrong = simulate(&game, &config.bots(["random", "random", "random"])).unwrap_err();
    assert_eq!(wrong.kind(), ErrorKind::Settings);
}

#[test]
fn rules_are_evaluated_in_the_order_of_lines() {
    let lines = [
        json!({ "id": 1, "zones": { "hand[1]": ["Card 2", "Card 5"] }, "eval": "sum(players[1].hand, points)" }),
        json!({ "id": 2, "eval": "nonsense" }),
        json!({ "id": 3, "state": { "sum[2]": 4 }, "eval": "score(players[2])" }),
    ];
    let answers = duel().evaluate(&lines).unwrap();
    assert_eq!(
        answers.iter().map(|answer| &answer["id"]).collect::<Vec<_>>(),
        [&json!(1), &json!(2), &json!(3)]
    );
    assert_eq!(answers[0]["value"], 7, "{}", answers[0]);
    assert!(answers[1]["error"].is_string());
    assert_eq!(answers[2]["value"], 4, "{}", answers[2]);
}

#[test]
fn one_card_is_printed() {
    let game = duel();
    let output = print(&game, &PrintConfig::default().card("c3", 2)).unwrap();
    assert_eq!(output.files.len(), 1);
    assert!(output.files[0].bytes.starts_with(b"%PDF-"));
    for config in [PrintConfig::default().card("c33", 1), PrintConfig::default().paper("A44")] {
        assert_eq!(print(&game, &config).unwrap_err().kind(), ErrorKind::Settings);
    }
    let sheet = print(&game, &PrintConfig::default().sheet("posters")).unwrap_err();
    assert_eq!(sheet.kind(), ErrorKind::Print);
    assert!(sheet.report().contains("posters"));
}

#[test]
fn what_cannot_be_printed_names_print_toml_and_no_other_file() {
    let broken = [("print.toml", "[paper]\nsize = \"A44\"\n"), ("decks/mine.toml", "name = 3\n")];
    let texts =
        duel_texts(DUEL.to_owned()).into_iter().chain(broken.map(|(path, text)| (path, text.to_owned())));
    let game = Game::from_texts(texts).unwrap_or_else(|error| panic!("{}", error.report()));
    let warnings: Vec<String> = game.warnings().iter().map(|d| d.message.clone()).collect();
    assert!(warnings.len() >= 2, "both files have an error: {warnings:?}");
    let error = print(&game, &PrintConfig::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Print);
    assert!(error.to_string().starts_with("print.toml:2: "), "{error}");
    assert!(!error.report().contains("decks/mine.toml"), "{}", error.report());
}

#[test]
fn lists_are_brought_by_seat() {
    let listed = crate::support::ids().find_map(|id| {
        let game = open(id);
        game.lists().len().ge(&2).then_some(game)
    });
    let game = listed.expect("a shipped game with lists");
    let [one, two] = [game.lists()[0].to_owned(), game.lists()[1].to_owned()];
    let config = MatchConfig::default().list("1", &one).list("2", &two);
    let table = Match::new(&game, &config).unwrap();
    let again = Match::load(&game, &table.save().unwrap()).unwrap();
    assert_eq!(again.view(Some(SeatNumber(1))).unwrap(), table.view(Some(SeatNumber(1))).unwrap());
    let other = table.restart(99).unwrap();
    assert_eq!((other.seed(), other.players()), (99, table.players()));
    assert_ne!(other.view(Some(SeatNumber(1))).unwrap(), table.view(Some(SeatNumber(1))).unwrap());
}

/// The game of docs/decks.md, whose players bring lists, with a word in another language.
fn sparring() -> Game {
    let sections = crate::cookbook::sections(include_str!("../docs/decks.md"));
    let german = ("texts/de.toml".to_owned(), "[cards.spark]\nname = \"Funke\"\n".to_owned());
    Game::from_texts(sections.into_iter().flat_map(|(_, files)| files).chain([german])).unwrap()
}

#[test]
fn a_match_with_lists_speaks_the_language_of_its_game() {
    let game = sparring().in_language("de").unwrap();
    let list = game.lists()[0].to_owned();
    let table = Match::new(&game, &MatchConfig::default().list("1", &list).list("2", &list)).unwrap();
    let loaded = Match::load(&game, &table.save().unwrap()).unwrap();
    for mut table in [table, loaded] {
        let shown = serde_json::to_string(&table.options().unwrap()).unwrap();
        assert!(shown.contains("Funke") && !shown.contains("Spark"), "{shown}");
    }
}

#[test]
fn lists_in_files_are_refused_where_lines_are_evaluated() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, "[hero]\nroan = 1\n[cards]\nspark = 10\n").unwrap();
    let game = sparring();
    let list = game.lists()[0].to_owned();
    let line = |list: &str| json!({ "decks": { "1": list }, "eval": "count(players[1].library)" });
    let answers = game.evaluate(&[line(&file.to_string_lossy()), line(&list)]).unwrap();
    let said = answers[0]["error"].as_str().unwrap_or_default();
    assert!(said.ends_with("is a file: name a list of the package"), "{answers:?}");
    assert!(answers[1]["value"].is_number(), "{answers:?}");
}

/// Notes of each turn whether it had a sample.
struct Sampled(Arc<Mutex<Vec<bool>>>);

impl Bot for Sampled {
    fn choose(&mut self, turn: &Turn) -> usize {
        self.0.lock().unwrap().push(turn.sample(1).is_some());
        0
    }
}

#[test]
fn there_is_no_sample_where_the_position_tells_what_is_hidden() {
    let has_samples = |condition: &str| {
        // The question is the same, and its consequences are not.
        let asks = "  choose c from p.hand by p \"Play which card?\"\n";
        let (gains, goes) = ("  p.sum += c.points\n", "  move(c, table)\n");
        let both = format!("  if {condition} {{\n{asks}{gains}{goes}  }} else {{\n{asks}{goes}  }}\n");
        let rules = DUEL.replace(&format!("{asks}{gains}{goes}"), &both);
        assert_ne!(rules, DUEL);
        let noted = Arc::new(Mutex::new(Vec::new()));
        let mut table = begin(&duel_with(rules), 3);
        table
            .play(&mut [Box::new(Sampled(Arc::clone(&noted))), Box::new(Sampled(Arc::clone(&noted)))])
            .unwrap();
        noted.lock().unwrap().clone()
    };
    assert_eq!(has_samples("true"), [true, true]);
    assert_eq!(has_samples("any(players[2].hand where points > 5)"), [false, true]);
}

#[test]
fn a_game_speaks_its_languages() {
    let id = "gin-rummy";
    let game = open(id);
    assert_eq!(game.in_language("xx").unwrap_err().kind(), ErrorKind::Settings);
    assert_eq!(game.in_language("en").unwrap().cards(), game.cards());
    assert_eq!((game.id(), game.players().contains(&2)), (id, true));
}

/// The program that `cargo test` has built of a file in `examples/`.
fn example(name: &str) -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let folder = tests
        .ancestors()
        .find(|folder| folder.join("examples").is_dir())
        .expect("the folder of built programs");
    folder.join("examples").join(name).with_extension(std::env::consts::EXE_EXTENSION)
}

#[test]
fn examples_run() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let expected = [
        ("bot", "the bot won"),
        ("evaluate", "points"),
        ("play", "seat2 (greedy) wins"),
        ("print_card", "cards.pdf: "),
        ("server_turn", "refused: "),
    ];
    let mut there: Vec<String> = std::fs::read_dir(root.join("examples"))
        .unwrap()
        .filter_map(|entry| Some(entry.unwrap().path().file_stem()?.to_str()?.to_owned()))
        .collect();
    there.sort();
    assert_eq!(there, expected.map(|(name, _)| name), "each example is run here");
    let page = std::fs::read_to_string(root.join("docs/embedding.md")).unwrap();
    for (name, words) in expected {
        assert!(page.contains(&format!("(../examples/{name}.rs)")), "docs/embedding.md shows {name}.rs");
        let run = Command::new(example(name)).arg(folder.path()).output().unwrap();
        let said = String::from_utf8_lossy(&run.stdout);
        assert!(
            run.status.success() && said.contains(words),
            "{name}: {said}\n{}",
            String::from_utf8_lossy(&run.stderr)
        );
    }
}

#[test]
fn the_page_has_every_feature() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest: toml::Table = std::fs::read_to_string(root.join("Cargo.toml")).unwrap().parse().unwrap();
    let features = manifest["features"].as_table().unwrap();
    let page = std::fs::read_to_string(root.join("docs/embedding.md")).unwrap();
    let section = page.split("\n## ").find(|section| section.starts_with("Features")).unwrap();
    let named: BTreeSet<&str> =
        section.split('`').skip(1).step_by(2).filter(|word| !word.contains(':')).collect();
    let mut all: BTreeSet<&str> = features.keys().map(String::as_str).collect();
    all.remove("default");
    assert_eq!(named, all);
    let default: BTreeSet<&str> =
        features["default"].as_array().unwrap().iter().filter_map(|f| f.as_str()).collect();
    all.remove("native");
    assert_eq!(default, all, "the default is all of them but machine code");
}
