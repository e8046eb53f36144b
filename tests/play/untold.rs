//! Secrets that views, records and errors keep from a seat: the owner of a zone, and the rule that failed, if
//! nobody sees the component.

use super::hidden::reach;
use super::{agreed, compiled};
use cardwright::ir::{Ir, PlayerId};
use cardwright::play::{BrokenInvariant, Session, Soak, SoakResult, soak, story};
use cardwright::report::look;
use cardwright::table::{Names, Players, Stop, Table, TableView};
use std::num::NonZero;

/// Four units face down in a deck, and a coin that somebody pays into the pack of one of them.
fn packs(lie: &str, then: &str) -> Ir {
    // A variable holds the deck: by its name, one without an order is not shuffled.
    let rules = format!(
        "[game]\nid = \"p\"\nname = \"P\"\nversion = \"1.0.0\"\nplayers = [2, 2]\n[kinds.unit]\nbase = \"card\"\n[kinds.coin]\n\
         base = \"token\"\n[zones.bank]\nholds = \"coin\"\nstart = \"coins\"\n[zones.deck]\nholds = \"unit\"\nseen_by = \"none\"\n\
         start = \"units\"\n{lie}\n[zones.pack]\nper = \"unit\"\nholds = \"coin\"\n[state.table]\nspot = \"zone?\"\n[flow]\n\
         setup = \"let z = deck; shuffle(z)\"\nplay = '''\nchoose c from deck by players[1] \"Pay which?\"\n\
         if let t = first(bank) {{ move(t, c.pack) }}\nlet z = c.pack\nspot = z\nlog \"into {{{{ z }}}}\"\n{then}\n\
         choose n from values(units, name) by players[1]\nif c.name == n {{ win players[1] }} else {{ lose players[1] }}\n'''\n"
    );
    let units: String = (0..4).map(|i| format!("[cards.u{i}]\nkind = \"unit\"\n")).collect();
    compiled(&[("game.toml", &rules), ("cards/all.toml", &format!("{units}[cards.gold]\nkind = \"coin\"\n"))])
}

fn packed(ir: &Ir, view: &TableView) -> Vec<String> {
    let packs = view.zones.iter().filter(|zone| zone.name == "pack");
    packs.map(|zone| Names::new(ir).viewed_zone(zone)).collect()
}

#[test]
fn a_zone_of_a_hidden_component_goes_by_where_that_lies() {
    for (lie, wanted) in [("ordered = true", "pack[deck 2]"), ("", "pack[deck ?]")] {
        let ir = packs(lie, "");
        let (table, names) = (Table::new(&ir).expect("sound"), Names::new(&ir));
        let mut views = Vec::new();
        for seed in 0..10 {
            let mut session = Session::new(&table, agreed(&table, 2, &[], seed)).expect("laid");
            assert_eq!(session.advance(), Stop::Choice);
            session.choose(1).expect("it is one");
            assert_eq!(session.advance(), Stop::Choice);
            for viewer in [Some(PlayerId(0)), Some(PlayerId(1)), None] {
                let view = table.view(session.state(), viewer);
                assert_eq!(packed(&ir, &view), [wanted]);
                let shown = look(&table, &names, &view, (session.state(), session.initial_state()), 80);
                assert!(shown.contains(wanted) && shown.contains("Gold") && !shown.contains("U"), "{shown}");
                assert!(
                    view.fields.iter().all(|field| field.name != "spot"),
                    "a zone is as hidden as whose it is"
                );
                views.push(TableView { viewer: None, chooser: None, ..view });
            }
            let told = story(session.record(), Players::one(PlayerId(0)));
            assert!(told.iter().any(|turn| turn.text().contains("into pack[?]")), "{told:?}");
            assert!(
                story(session.record(), Players::NONE).iter().any(|turn| turn.text().contains("into pack[U"))
            );
        }
        views.dedup();
        assert_eq!(views.len(), 1, "all tables look alike");
        let plan = Soak { games: 60, seed: 1, max_plies: 100, jobs: NonZero::<usize>::MIN };
        assert_eq!(soak(&table, &plan, |_| {}).expect("laid").broken, None);
    }
}

#[test]
fn a_zone_of_a_component_that_is_seen_goes_by_its_name() {
    let ir = packs("ordered = true", "show(c, players[1])");
    let table = Table::new(&ir).expect("sound");
    let (_, state) = reach(&mut table.machine(), 1, &[0]);
    let own = packed(&ir, &table.view(&state, Some(PlayerId(0))));
    assert!(own.iter().any(|name| name.starts_with("pack[u")), "{own:?}");
    assert_eq!(packed(&ir, &table.view(&state, Some(PlayerId(1)))), ["pack[deck 1]"]);
}

#[test]
fn a_fault_names_no_component_that_a_player_does_not_see() {
    let rules = "[game]\nid = \"f\"\nname = \"F\"\nversion = \"1.0.0\"\nplayers = [2, 2]\n[kinds.card.attributes]\nrank = \"int 1..9\"\n\
                 [kinds.card.state]\nhurt = \"int 0..1\"\n[kinds.card.actions.mend]\nin = \"deck\"\ndo = \"self.hurt -= 1\"\n[zones.deck]\n\
                 ordered = true\nseen_by = \"none\"\nstart = \"cards\"\n[zones.hand]\nper = \"player\"\nseen_by = \"owner\"\n\
                 [actions.hit]\ndo = \"if let c = top(deck) { c.hurt += 1; c.hurt += 1 }\"\n[actions.show_and_hit]\n\
                 do = \"if let c = top(deck) { show(c, you); c.hurt += 1; c.hurt += 1 }\"\n[flow]\n\
                 play = \"act players[1] from {hit, show_and_hit, mend}\"\n";
    let ir =
        compiled(&[("game.toml", rules), ("cards/all.toml", "[cards.alpha]\nname = \"Alpha\"\nrank = 3\n")]);
    let table = Table::new(&ir).expect("sound");
    let fault = |option: usize| {
        let mut session = Session::new(&table, agreed(&table, 2, &[], 1)).expect("laid");
        assert_eq!(session.advance(), Stop::Choice);
        session.choose(option).expect("it is one");
        match session.advance() {
            Stop::Fault(fault) => (fault, session.state().clone()),
            other => panic!("{other:?}"),
        }
    };
    let told = |option: usize, players: u64| {
        let (fault, state) = fault(option);
        let said = fault.to_diagnostic_for(&table, &state, Players::of_word(players));
        (said.message.clone(), said.labels.len())
    };
    assert_eq!(told(0, 0b01), ("`hurt` of a card cannot become such a number: its range is 0..1".into(), 1));
    assert_eq!(
        told(0, 0).0,
        "`hurt` of Alpha cannot become 2: its range is 0..1",
        "who sees all is told all"
    );
    assert_eq!(
        told(1, 0b01).0,
        "`hurt` of Alpha cannot become such a number: its range is 0..1",
        "who was shown it knows it, but a number may come from what is hidden"
    );
    assert_eq!(told(1, 0b11).0, told(0, 0b01).0, "but not all do");
    assert_eq!(
        told(2, 0b01),
        ("`hurt` of a card cannot become such a number: its range is 0..1".into(), 0),
        "where it is written says whose it is"
    );
    assert_eq!(fault(0).0.to_diagnostic(&table).message, told(0, 0).0);
}

/// Somebody is offered ranks from the set `from`; `before` runs first.
fn offers(before: &str, from: &str) -> SoakResult {
    let rules = format!(
        "[game]\nid = \"o\"\nname = \"O\"\nversion = \"1.0.0\"\nplayers = [2, 2]\n[kinds.card.attributes]\nrank = \"int 0..9\"\n[zones.deck]\n\
         ordered = true\nseen_by = \"none\"\nstart = \"cards\"\n[zones.hand]\nper = \"player\"\nseen_by = \"owner\"\n[actions.peek]\n\
         params = {{ r = \"{from}\" }}\ndo = \"\"\n[flow]\nsetup = \"shuffle(deck); for each p in players {{ deal(deck, p.hand, 2) }}\"\n\
         play = '''\n{before}\nfor each p in players {{ act p from {{peek}} }}\n'''\n"
    );
    let cards: String = (0..10).map(|i| format!("[cards.c{i}]\nname = \"C{i}\"\nrank = {i}\n")).collect();
    let ir = compiled(&[("game.toml", &rules), ("cards/all.toml", &cards)]);
    let table = Table::new(&ir).expect("sound");
    let plan = Soak { games: 100, seed: 1, max_plies: 100, jobs: NonZero::<usize>::MIN };
    soak(&table, &plan, |_| {}).expect("laid")
}

#[test]
fn soak_tells_an_author_whose_rules_offer_what_is_hidden() {
    let leak = offers("", "values(next(you).hand, rank)").broken.expect("it is found");
    let BrokenInvariant::Foreseen(difference) = leak.what else { panic!("{leak:?}") };
    assert!(difference.by_rules, "{difference:?}");
    let (one, other) = difference.lines.expect("two names");
    assert!(one.starts_with("peek ") && other.starts_with("peek ") && one != other, "{one} {other}");
    let tells = "for each p in players { for each c in p.hand { log \"{{ c }}\"; show(c, players) } }";
    for (before, from) in [
        ("", "values(cards, rank)"),
        ("", "values(you.hand, rank)"),
        (tells, "values(next(you).hand, rank)"),
        ("let n = random(0..9) ?? 0\nlog \"{{ n }}\"", "{x in 0..9 where x < 5}"),
    ] {
        assert_eq!(offers(before, from).broken, None, "{before} {from}");
    }
}
