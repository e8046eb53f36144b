//! Lists that players bring, as `docs/decks.md` has them.

use std::collections::BTreeMap;

use cardwright::compile::{CompiledGame, OpenResult};
use cardwright::diagnostics::codes::play as codes;
use cardwright::diagnostics::{self, Format};
use cardwright::ir::{Bringer, ComponentOrigin, FunctionId, PlayedList, PlayedLists, PlayerId};
use cardwright::package::PackageFiles;
use cardwright::play::{ScenarioResult, check_deck, check_decks, read_deck, run_scenario, sources_of};
use cardwright::table::{Names, Sampler, State, Stop, Table};

/// The game of the page.
fn files() -> BTreeMap<String, String> {
    crate::cookbook::sections(include_str!("../../docs/decks.md"))
        .into_iter()
        .flat_map(|(_, files)| files)
        .collect()
}

fn opened(files: &BTreeMap<String, String>) -> OpenResult {
    CompiledGame::from_files(PackageFiles::from_texts(files.clone()), Vec::new())
}

fn shown(opened: &OpenResult) -> String {
    diagnostics::render(&opened.diagnostics, &opened.sources, Format::Short)
}

/// The game without an error.
fn game(files: &BTreeMap<String, String>) -> CompiledGame {
    let opened = opened(files);
    assert_eq!(shown(&opened), "");
    opened.game.expect("nothing is wrong")
}

fn laid(game: &CompiledGame, lists: &PlayedLists) -> CompiledGame {
    game.laid_for(lists).expect("it can be laid")
}

/// The files with something in one of them replaced.
fn with(path: &str, from: &str, to: &str) -> BTreeMap<String, String> {
    let mut files = files();
    let text = files.get_mut(path).expect("it is there");
    assert!(text.contains(from), "{from}");
    *text = text.replace(from, to);
    files
}

/// The diagnostics of a package, its files and its scenarios, a line each.
fn said(files: &BTreeMap<String, String>) -> String {
    let opened = opened(files);
    let mut found = opened.diagnostics.clone();
    if let Some(game) = &opened.game {
        found.extend(check_decks(game, &opened.sources));
        let of_scenarios = game.scenario_tables().into_iter().flat_map(|table| table.diagnostics);
        found.extend(of_scenarios.filter(|d| d.code != codes::STALE_LIST));
    }
    diagnostics::render(&found, &opened.sources, Format::Human { color: false, width: 200, unicode: true })
}

/// Evaluates expressions at a table that was just laid.
fn asked(game: &mut CompiledGame, questions: &[&str]) -> Vec<i64> {
    let functions: Vec<u16> = questions.iter().map(|q| game.snippet(q).expect(q)).collect();
    let table = Table::new(&game.ir).expect("sound");
    let mut machine = table.machine();
    let mut state = machine.lay(game.ir.game.players.0, &[], 1).expect("laid");
    functions
        .iter()
        .map(|f| machine.evaluate(&mut state, FunctionId(*f), &[]).expect("no fault")[0] as i64)
        .collect()
}

/// A table that waits at its first choice.
fn begun(table: &Table, seed: u64) -> State {
    let mut machine = table.machine();
    let mut state = machine.lay(table.ir().game.players.0, &[], seed).expect("laid");
    machine.start(&mut state, cardwright::model::StartPoint::Setup);
    assert_eq!(machine.advance(&mut state), Stop::Choice);
    state
}

#[test]
fn the_box_is_made_of_the_lists_and_of_what_comes_by_none() {
    let game = game(&files());
    let lists = game.lists(2, &[]).expect("players bring lists");
    let ids: Vec<(Bringer, &str)> = lists.lists.iter().map(|l| (l.bringer, l.id.as_str())).collect();
    assert_eq!(ids, [(Bringer::Seat(PlayerId(0)), "keepers"), (Bringer::Seat(PlayerId(1)), "raiders")]);
    let mut table = laid(&game, &lists);
    // 9 sparks, 3 comets and Sable; 8 sparks, 4 bolts and Roan; 6 embers.
    assert_eq!(table.ir.components.len(), 13 + 13 + 6);
    let questions = [
        "count(players[1].library)",
        "count(players[1].library where name == comet)",
        "count(players[2].library where name == bolt)",
        "count(players[1].champion where name == sable)",
        "count(box)",
        "count(cards where owner(it) == players[1])",
        "count(cards where owner(it) is none)",
        "count(players[2].library where owner(it) == players[2])",
    ];
    assert_eq!(asked(&mut table, &questions), [12, 3, 4, 1, 6, 13, 6, 12]);
}

#[test]
fn who_is_named_none_has_the_lists_of_the_package_in_turn() {
    let game = game(&files());
    let raiders = game.lists(2, &[]).expect("lists").lists[1].clone();
    let named = [PlayedList { bringer: Bringer::Seat(PlayerId(0)), ..raiders }];
    let lists = game.lists(4, &named).expect("lists");
    let ids: Vec<&str> = lists.lists.iter().map(|l| l.id.as_str()).collect();
    assert_eq!(ids, ["raiders", "raiders", "keepers", "raiders"]);
}

#[test]
fn names_that_nobody_brings_widen_no_table() {
    let mut files = files();
    let small = game(&files);
    let small = laid(&small, &small.lists(2, &[]).expect("lists"));
    let more: String = (0..300).map(|n| format!("[cards.extra_{n}]\nkind = \"spell\"\nharm = 1\n")).collect();
    files.insert("cards/more.toml".into(), more);
    let large = game(&files);
    let large = laid(&large, &large.lists(2, &[]).expect("lists"));
    assert_eq!(large.ir.names.len(), small.ir.names.len() + 300);
    let ids = |game: &CompiledGame| {
        game.ir.components.iter().map(|c| (c.id.clone(), c.origin.clone())).collect::<Vec<_>>()
    };
    assert_eq!(ids(&large), ids(&small));
    assert_eq!(large.ir.layout.stack, small.ir.layout.stack);
}

#[test]
fn texts_of_cards_that_nobody_brings_are_not_filled_in() {
    let mut files = with(
        "cards/cards.toml",
        "[cards.comet]",
        "[cards.comet]\nkeywords = [\"hot\"]\ntext = \"{{ harm }} harm.\"",
    );
    let game_toml = files.get_mut("game.toml").expect("it is there");
    game_toml.push_str("\n[keywords.hot]\ntext = \"Burns for {{ harm }}.\"\n");
    files.insert("texts/de.toml".into(), "[cards.comet]\ntext = \"{{ harm }} Schaden.\"\n".into());
    let game = opened(&files).game.expect("no more is wrong than that little is translated");
    let lists = game.lists(2, &[]).expect("lists");
    let raiders = &lists.lists[1];
    let both = [Bringer::Seat(PlayerId(0)), Bringer::Seat(PlayerId(1))]
        .map(|bringer| PlayedList { bringer, ..raiders.clone() });
    let text = |game: &CompiledGame| game.ir.names.iter().find(|n| n.id == "comet").map(|n| n.text.clone());
    assert_eq!(text(&laid(&game, &lists)).as_deref(), Some("5 harm."));
    assert_eq!(text(&laid(&game, &game.lists(2, &both).expect("lists"))).as_deref(), Some(""));
}

#[test]
fn copies_of_a_card_are_there_besides_what_lists_ask_for() {
    let files = with("cards/cards.toml", "[cards.comet]", "[cards.comet]\ncopies = 2");
    let game = game(&files);
    let mut table = laid(&game, &game.lists(2, &[]).expect("lists"));
    let questions =
        ["count(cards where name == comet)", "count(box where name == comet and owner(it) is none)"];
    assert_eq!(asked(&mut table, &questions), [5, 2]);
}

#[test]
fn the_table_brings_a_list_only_where_it_is_asked_for() {
    let wilds = "\n[options.wild]\n[zones.common]\nstart = \"list\"\nonly_if = \"wild\"\n";
    let mut files = files();
    files.get_mut("game.toml").expect("it is there").push_str(wilds);
    let game = game(&files);
    let lists = game.lists(2, &[]).expect("lists");
    assert_eq!(lists.lists.iter().map(|l| l.bringer).collect::<Vec<_>>()[0], Bringer::Table);
    let mut table = laid(&game, &lists);
    // Without the option nothing of the table's list is in the game, nor in the box.
    assert_eq!(asked(&mut table, &["count(common)", "count(box)", "count(cards)"]), [0, 6, 32]);
    let files = files
        .into_iter()
        .map(|(path, text)| (path, text.replace("[options.wild]", "[options.wild]\ndefault = true")));
    let game = self::game(&files.collect());
    let mut table = laid(&game, &lists);
    assert_eq!(asked(&mut table, &["count(common)", "count(cards)"]), [12, 45]);
}

#[test]
fn a_token_has_the_owner_of_the_card_that_it_stands_for() {
    let mut files = files();
    let kind = "\n[kinds.likeness]\nbase = \"token\"\nstands_for = \"hero\"\n";
    files.get_mut("game.toml").expect("it is there").push_str(kind);
    let game = game(&files);
    let mut table = laid(&game, &game.lists(2, &[]).expect("lists"));
    let questions = [
        "count(likenesses where owner(it) == players[1])",
        "count(likenesses where owner(it) == players[2])",
    ];
    assert_eq!(asked(&mut table, &questions), [1, 1]);
}

#[test]
fn scenarios_name_lists_and_lay_out_what_these_do_not_have() {
    let game = game(&files());
    let tables = game.scenario_tables();
    let results: Vec<ScenarioResult> = tables
        .iter()
        .flat_map(|opened| {
            assert_eq!(shown(opened), "");
            let ir = &opened.game.as_ref().expect("it can be laid").ir;
            let table = Table::new(ir).expect("sound");
            let names = Names::new(ir);
            (0..ir.scenarios.len()).map(|i| run_scenario(&table, &names, i)).collect::<Vec<_>>()
        })
        .collect();
    assert!(results.iter().all(ScenarioResult::holds) && results.len() == 1, "{results:?}");
    // A comet of player 2, whose list has none.
    let scenario =
        "name = \"Another's\"\n[zones]\n\"hand[2]\" = [\"comet\", \"comet\", \"bolt\"]\nlibraries = []\n"
            .replace("libraries = []\n", "");
    let steps = "[[steps]]\nexpect = \"all(players[2].hand, owner(it) == players[2])\"\n[[steps]]\nexpect = \"count(players[2].library) == 11\"\n";
    let mut files = files();
    files.insert("scenarios/comet.toml".into(), scenario + steps);
    let game = self::game(&files);
    for opened in game.scenario_tables() {
        assert_eq!(shown(&opened), "");
        let ir = opened.game.expect("it can be laid").ir;
        let table = Table::new(&ir).expect("sound");
        let result = run_scenario(&table, &Names::new(&ir), 0);
        assert_eq!(diagnostics::render(&result.diagnostics, &sources_of(&ir), Format::Short), "");
    }
}

#[test]
fn a_scenario_has_in_the_game_what_it_lays_out_itself() {
    let mut files = files();
    let others = "name = \"Another's\"\n[zones]\n\"hand[2]\" = [\"comet\", \"comet\", \"glow\", \"sable\"]\n[[steps]]\n\
                  expect = \"count(players[2].hand) == 4 and count(box) == 5\"\n";
    // An ember is nobody's, even in a player's hand.
    let own = "name = \"Its own\"\n[zones]\n\"hand[1]\" = [\"bolt\"]\n[[steps]]\nexpect = \"count(box) == 6\"\n\
               [[steps]]\nexpect = \"all(box, owner(it) is none)\"\n\
               [[steps]]\nexpect = \"none(cards where name == comet and owner(it) == players[2])\"\n\
               [[steps]]\nexpect = \"count(players[1].hand) == 1 and count(cards where it is ember) == 6\"\n";
    files.insert("scenarios/another.toml".into(), others.into());
    files.insert("scenarios/own.toml".into(), own.into());
    let ids = |files: &BTreeMap<String, String>| {
        let tables = game(files).scenario_tables();
        let irs = tables.iter().map(|opened| &opened.game.as_ref().expect("it can be laid").ir);
        let mut of_own = Vec::new();
        for ir in irs {
            let table = Table::new(ir).expect("sound");
            let names = Names::new(ir);
            for scenario in 0..ir.scenarios.len() {
                let result = run_scenario(&table, &names, scenario);
                assert_eq!(diagnostics::render(&result.diagnostics, &sources_of(ir), Format::Short), "");
            }
            if ir.scenarios.iter().any(|scenario| scenario.name == "Its own") {
                of_own = ir.components.iter().map(|c| (c.id.clone(), c.origin.clone())).collect();
            }
        }
        of_own
    };
    let with = ids(&files);
    files.remove("scenarios/another.toml");
    let without = ids(&files);
    assert!(
        without.iter().all(|component| with.contains(component)),
        "the ids and owners are what they were"
    );
    assert!(without.iter().any(|(id, _)| id == "sable"), "a single copy has no number");
    assert!(with.contains(&(
        "bolt#5".to_owned(),
        Some(ComponentOrigin { bringer: Bringer::Seat(PlayerId(0)), part: None })
    )));
}

#[test]
fn what_a_scenario_lays_on_the_table_is_the_first_players() {
    let mut files = with("game.toml", "[zones.hand]", "[zones.pile]\n[zones.hand]");
    let others = "name = \"Another's\"\n[zones]\n\"hand[2]\" = [\"comet\", \"comet\"]\n";
    let own = "name = \"Its own\"\n[zones]\npile = [\"comet\", \"comet\", \"comet\", \"comet\", \"glow\", \"glow\"]\n[[steps]]\n\
               expect = \"count(pile where owner(it) == players[1]) == 4 and count(pile where owner(it) is none) == 2\"\n";
    files.insert("scenarios/another.toml".into(), others.into());
    files.insert("scenarios/own.toml".into(), own.into());
    let game = opened(&files).game.expect("no more is wrong than that nothing uses the pile");
    for opened in game.scenario_tables() {
        let ir = opened.game.expect("it can be laid").ir;
        let table = Table::new(&ir).expect("sound");
        for scenario in 0..ir.scenarios.len() {
            let result = run_scenario(&table, &Names::new(&ir), scenario);
            assert_eq!(diagnostics::render(&result.diagnostics, &sources_of(&ir), Format::Short), "");
        }
    }
}

#[test]
fn samples_keep_cards_to_the_lists_that_they_came_from() {
    let game = game(&files());
    let game = laid(&game, &game.lists(3, &[]).expect("lists"));
    let table = Table::new(&game.ir).expect("sound");
    let state = begun(&table, 7);
    let (mut machine, mut sampler, mut sample) = (table.machine(), Sampler::default(), State::default());
    let zones = |state: &State| -> Vec<(String, Vec<Option<Bringer>>)> {
        let names = Names::new(&game.ir);
        let seats = PlayerId::all(3).map(|seat| table.view(state, Some(seat)));
        let mut all: Vec<(String, Vec<Option<Bringer>>)> = Vec::new();
        for zone in seats.flat_map(|view| view.zones).filter(|zone| zone.name == "hand") {
            if let Some(contents) = &zone.contents {
                let mut owners: Vec<_> = contents.iter().map(|c| table.brought_by(u64::from(*c))).collect();
                owners.sort();
                all.push((names.zone(zone.zone), owners));
            }
        }
        all
    };
    let truth = zones(&state);
    assert!(truth.iter().all(|(_, owners)| owners.len() >= 4 && owners[0] == owners[3]), "{truth:?}");
    let mut hands = std::collections::BTreeSet::new();
    for seed in 0..60 {
        sampler.sample(&mut machine, &state, PlayerId(0), seed, &mut sample);
        assert_eq!(zones(&sample), truth);
        let view = table.view(&sample, Some(PlayerId(1)));
        hands.insert(
            view.zones
                .iter()
                .find(|z| z.owner == Some(PlayerId(1)) && z.name == "hand")
                .and_then(|z| z.contents.clone()),
        );
        assert_eq!(table.view(&sample, Some(PlayerId(0))), table.view(&state, Some(PlayerId(0))));
    }
    assert!(hands.len() > 20, "the other hand is drawn anew: {}", hands.len());
}

/// Returns the diagnostics of a list; the game's files are those of the page.
fn checked(files: &BTreeMap<String, String>, name: &str, list: &str, options: &[(&str, &str)]) -> String {
    let game = game(files);
    let mut sources = sources_of(&game.ir);
    let file = sources.add(name, list);
    let (list, mut found) = read_deck(&game.ir, &sources, file);
    if found.is_empty() {
        let options: Vec<(String, String)> =
            options.iter().map(|(o, v)| ((*o).into(), (*v).into())).collect();
        found = check_deck(&game, None, &options, &[&list]).expect("it can be laid").concat();
    }
    diagnostics::render(&found, &sources, Format::Human { color: false, width: 140, unicode: true })
}

#[test]
fn lists_are_held_against_their_parts_copies_and_requires() {
    let files = files();
    let mine = |text: &str| checked(&files, "mine.toml", text, &[]);
    assert_eq!(mine("[hero]\nroan = 1\n[cards]\nspark = 30\nbolt = 4\n"), "");
    // A basic card as often as one likes, others four times.
    let many = mine("[hero]\nroan = 1\n[cards]\nspark = 30\nbolt = 5\n");
    assert!(many.contains("a deck has at most 4 of this card, and this one has 5 of Bolt"), "{many}");
    assert!(many.contains("write 4 or fewer"), "{many}");
    let none = mine("[cards]\nspark = 30\n");
    assert!(none.contains("`[hero]` of a list has 1 card, and this one has 0"), "{none}");
    assert!(none.contains("write `[hero]`, and the cards below it"), "{none}");
    let kind = mine("[hero]\nspark = 1\n[cards]\nspark = 30\n");
    assert!(kind.contains("Spark cannot be in `[hero]`"), "{kind}");
    let small = mine("[hero]\nroan = 1\n[cards]\nspark = 3\n");
    assert!(small.contains("a deck has 8 to 40 cards, and this one has 3"), "{small}");
    // Requirements count copies: 4 of 9 are basic.
    let few = mine("[hero]\nroan = 1\n[cards]\nspark = 4\nbolt = 4\ncomet = 1\n");
    assert!(few.contains("At least half of the cards are basic"), "{few}");
    let part = mine("[heroes]\nroan = 1\n[cards]\nspark = 30\n");
    assert!(
        part.contains("the lists of this game have no part `heroes`")
            && part.contains("did you mean `hero`?"),
        "{part}"
    );
    let unknown = mine("[hero]\nroan = 1\n[cards]\nsprak = 30\n");
    assert!(unknown.contains("there is no card `sprak`") && unknown.contains("mine.toml:4:1"), "{unknown}");
}

#[test]
fn rules_for_lists_may_name_options() {
    let files =
        with("game.toml", "copies = \"40 if basic else 4\"", "copies = \"40 if basic or wild else 4\"");
    let files: BTreeMap<String, String> = files
        .into_iter()
        .map(|(path, text)| (path, text.replace("[deck]  ", "[options.wild]\n\n[deck]  ")))
        .collect();
    let list = "[hero]\nroan = 1\n[cards]\nspark = 30\nbolt = 5\n";
    assert!(checked(&files, "mine.toml", list, &[]).contains("at most 4"));
    assert_eq!(checked(&files, "mine.toml", list, &[("wild", "true")]), "");
}

#[test]
fn lists_may_be_plain_text() {
    let files = files();
    let text = "# mine\nHero:\n1 Roan\n\n[cards]\n4x Bolt   # not basic\n 12 spark\n";
    assert_eq!(checked(&files, "mine.txt", text, &[]), "");
    let wrong = checked(&files, "mine.txt", "1 Roan\nSpark\n0 Bolt\n", &[]);
    assert!(wrong.contains("does not begin with a number") && wrong.contains("`1 Spark`"), "{wrong}");
    assert!(wrong.contains("a list cannot have 0 of `Bolt`"), "{wrong}");
}

#[test]
fn a_stale_list_is_said_once() {
    let mut files = files();
    files.insert(
        "decks/raiders.toml".into(),
        "[cards]\none = 1\ntwo = 1\nthree = 1\nfour = 2\nfive = 1\n".into(),
    );
    let all = said(&files);
    assert_eq!(all.matches("error[").count(), 1, "{all}");
    assert!(all.contains("4 more things are wrong with this list"), "{all}");
    // It is a list of the game no longer, and the game is played with the others.
    let game = opened(&files).game.expect("the game is played without it");
    assert!(game.lists(2, &[]).expect("lists").lists.iter().all(|l| l.id == "keepers"));
    let wrong = "[hero]\nroan = 2\n[cards]\nbolt = 9\ncomet = 9\n";
    files.insert("decks/raiders.toml".into(), wrong.into());
    let all = said(&files);
    assert_eq!(all.matches("error[").count(), 1, "{all}");
}

#[test]
fn slips_are_met_with_the_way_out() {
    let base = || with("game.toml", "id = \"sparring\"", "id = \"sparring\"");
    let rules = |text: &str| {
        let mut files = base();
        files.insert("rules/more.toml".into(), text.into());
        said(&files)
    };
    let named = rules("[verbs.go]\ndo = \"move(spark, players[1].hand)\"\n");
    assert!(
        named.contains("`spark` comes by lists, so that a rule cannot take it for one component"),
        "{named}"
    );
    assert!(named.contains("`players[1].hand where name == spark`"), "{named}");
    let part = rules("[zones.side]\nper = \"player\"\nstart = \"list.side\"\n");
    assert!(part.contains("the lists of this game have no part `side`"), "{part}");
    assert!(part.contains("besides `[cards]` a list has `hero`"), "{part}");
    let several = rules(
        "[enums]\nhue = [\"red\", \"blue\"]\n[zones.piles]\nper = [\"player\", \"hue\"]\nstart = \"list\"\n",
    );
    assert!(several.contains("nobody brings a list for `piles`"), "{several}");
    let none: BTreeMap<String, String> =
        files().into_iter().map(|(path, text)| (path, text.replace("start = \"list", "# "))).collect();
    let none = said(&none);
    assert!(none.contains("nobody brings a list in this game"), "{none}");
    assert!(none.contains("`holder(c)` is the player whose zone c is in"), "{none}");
    let scenario = |decks: &str| {
        let mut files = base();
        files.insert("scenarios/more.toml".into(), format!("name = \"More\"\n[decks]\n{decks}\n"));
        said(&files)
    };
    let unknown = scenario("1 = \"raider\"");
    assert!(
        unknown.contains("there is no list `raider`") && unknown.contains("did you mean `raiders`?"),
        "{unknown}"
    );
    let who = scenario("first = \"raiders\"");
    assert!(who.contains("`first` is not a seat: write its number, from 1, or `table`"), "{who}");
    let seat = scenario("3 = \"raiders\"");
    assert!(
        seat.contains("there is no seat 3") && seat.contains("is for 2 players: say `players = 3`"),
        "{seat}"
    );
    let table = scenario("table = \"raiders\"");
    assert!(table.contains("the table brings no list"), "{table}");
}
