//! The lab: figures that are right, on games whose figures are known.

mod figures;
mod own;
mod sides;

use std::num::NonZero;
use std::sync::atomic::AtomicBool;

use crate::play::compiled;
use crate::support;
use cardwright::ir::{Ir, NameId, SearchBudget};
use cardwright::lab::{
    CountSelection, DominatedCard, Histogram, MEETINGS_ONE_IN, Simulation, SimulationCounts, difference,
    discoveries, simulate, wilson,
};
use cardwright::play::{Agreement, BotKind};
use cardwright::report::counts_text;
use cardwright::table::Table;

/// The player who draws the ace wins. The joker is never dealt, and its effect never happens.
const ACE: &str = r#"
[game]
id = "ace"
name = "Ace"
players = [2, 2]
[kinds.marker]
base = "token"
[zones.deck]
ordered = true
start = "cards - spare"
[zones.pole]
holds = "marker"
start = "markers"
[zones.tray]
[zones.hand]
per = "player"
[zones.gone]
[scoring]
score = "10 if any(p.hand where it == ace) else 0"
[flow]
play = """
move(joker, tray)
shuffle(deck)
for each p in players {
  deal(deck, p.hand, 2)
}
for each p in players {
  choose card from p.hand by p "Which goes?"
  if card == joker {
    win p
  }
  if card != ace {
    move(card, gone)
  }
}
end
"""
"#;

const CARDS: &str = r#"
kind = "card"
[cards.ace]
name = "Ace"
[cards.king]
name = "King"
copies = 3
[cards.joker]
name = "Joker"
[cards.spare]
name = "Spare"
[cards.flag]
kind = "marker"
name = "Flag"
"#;

fn ace() -> Ir {
    compiled(&[("game.toml", ACE), ("cards/cards.toml", CARDS)])
}

fn counted(ir: &Ir, change: impl FnOnce(Simulation) -> Simulation) -> SimulationCounts {
    let table = Table::new(ir).expect("sound");
    let agreement = Agreement::settle(&mut table.machine(), Some(2), [], 1).expect("they agree");
    let simulation = change(Simulation::new(agreement, vec![BotKind::Random; 2], 2000));
    simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid").results.counts
}

#[test]
fn a_card_that_wins_is_found_and_one_that_nobody_has_is_dead() {
    let ir = ace();
    let counts = counted(&ir, |s| Simulation { wants: CountSelection::ALL, ..s });
    let cards = counts.cards.expect("counted");
    assert_eq!(cards.players.times, 4000);
    let effects = cards.effects(&ir);
    let of = |id: &str| *effects.iter().find(|e| ir.names[NameId(e.name.0)].id == id).expect("a card");
    let ace = of("ace");
    // Two of four cards go to each of two players: one of the two always has the ace, keeps it, and wins.
    assert_eq!((ace.kept.so.times, ace.kept.so.wins), (2000, 2000));
    assert_eq!(ace.kept.difference.expect("both").share, 1.0);
    assert!(ace.kept.marked && ace.held.marked && !ace.dead);
    // Half of those who have it choose it, and it stays with them all the same.
    assert!(ace.chosen.so.times.abs_diff(1000) < 100 && ace.chosen.so.wins == ace.chosen.so.times);
    let king = of("king");
    // A player without the ace has two kings and one left at the end; a player with it has one king, and
    // keeps it or not.
    assert_eq!(king.held.so.times, 4000);
    assert!(king.held.difference.is_none(), "everybody had one");
    assert!(of("joker").dead && of("joker").games == 2000);
    // Cards left in the box, and cards that nobody can hold, are not among them.
    assert_eq!(effects.len(), 3);
    // Each choice offers the hand: the ace to one of the two, a king to both.
    assert_eq!((ace.offered.so.times, ace.offered.so.wins), (2000, 2000));
    assert_eq!((king.offered.so.times, of("joker").offered.so.times), (4000, 0));
    assert_eq!((counts.stats.rounds.percentile(0), counts.stats.rounds.percentile(100)), (Some(1), Some(1)));
}

#[test]
fn a_card_that_is_never_taken_where_another_could_be_is_dominated() {
    let ir = ace();
    let run = |bot, games| {
        let bots = vec![bot; 2];
        let counts =
            counted(&ir, |s| Simulation { wants: CountSelection::ALL, bots, games, part: 0..games, ..s });
        counts.cards.expect("counted")
    };
    let name = |id: &str| ir.names.id_where(|n| n.id == id).expect("a card");
    let (ace, king) = (name("ace"), name("king"));
    // The first of a hand is the ace, if it is there; a player with two kings has nothing to choose between.
    let cards = run(BotKind::First, 2000);
    let looked_at = 2000 / MEETINGS_ONE_IN;
    assert_eq!(cards.dominated(), [DominatedCard { name: king, by: ace, met: looked_at, taken: 0 }]);
    // So few meetings say nothing.
    assert!(run(BotKind::First, 29 * MEETINGS_ONE_IN).dominated().is_empty());
    // If both are taken equally, neither dominates, and every meeting counts for one of them.
    let cards = run(BotKind::Random, 2000);
    assert!(cards.dominated().is_empty());
    let over = |one, other| cards.meetings.over.get(&(one, other)).copied().unwrap_or_default();
    assert_eq!(over(ace, king) + over(king, ace), looked_at);
    assert!(over(ace, king) > looked_at / 4 && over(king, ace) > looked_at / 4);
    // Threads and parts do not show.
    let half = |part| {
        let counts = counted(&ir, |s| Simulation { wants: CountSelection::ALL, part, ..s });
        counts.cards.expect("counted")
    };
    let mut both = half(700..2000);
    both.merge(&half(0..700));
    assert_eq!(both.meetings.over, cards.meetings.over);
}

#[test]
fn lines_that_never_run_are_known_and_those_that_run_are_counted() {
    let ir = ace();
    let counts = counted(&ir, |s| Simulation {
        wants: CountSelection { rules: true, ..CountSelection::default() },
        watch: 50,
        ..s
    });
    let rules = counts.rules.expect("counted");
    assert_eq!(rules.games, 50);
    let lines = rules.lines(&ir);
    let line = |needle: &str| {
        let number = ACE.lines().position(|l| l.contains(needle)).expect("a line") + 1;
        lines
            .iter()
            .find(|l| l.number == number && ir.files[l.file].name == "game.toml")
            .expect("it has code")
    };
    assert_eq!(line("move(joker, tray)").ran, 50);
    assert_eq!(line("deal(deck, p.hand, 2)").ran, 100);
    assert_eq!(line("win p").ran, 0);
    assert!(!line("win p").never.is_empty());
    assert!(line("shuffle(deck)").never.is_empty());
    // The machine does a comparison and its jump in one step; scoring comes after the last move; code added
    // by the compiler is no line.
    assert!(line("if card == joker").never.is_empty() && line("if card != ace").never.is_empty());
    assert_eq!(line("score = ").ran, 100);
    assert!(lines.iter().all(|l| l.number > 1));
    // All instructions of a line are its work, and people are shown first where most of it is.
    assert!(lines.iter().all(|l| l.work >= l.ran && (l.work > 0) == (l.ran > 0)));
    let busiest = lines.iter().max_by_key(|l| l.work).expect("some");
    let text = counts_text(
        &ir,
        &SimulationCounts { rules: Some(rules.clone()), ..SimulationCounts::default() },
        100,
    );
    let first = text.lines().skip_while(|l| !l.contains("Where the work is")).nth(1).expect("a row");
    assert!(first.starts_with(&format!("game.toml:{} ", busiest.number)), "{text}");
    // Scenarios are not counted.
    let shipped = support::shipped("kuhn-poker").ir;
    let rules = counted(&shipped, |s| Simulation {
        wants: CountSelection { rules: true, ..CountSelection::default() },
        ..s
    })
    .rules
    .expect("counted");
    let files = rules.lines(&shipped).into_iter().map(|l| shipped.files[l.file].name.clone());
    assert!(files.inspect(|f| assert!(!f.contains("scenarios"), "{f}")).count() > 5);
}

/// A reaction of a card whose condition is never true, in a game with a score.
const NEVER_RINGS: &str = r#"
[game]
id = "bells"
name = "Bells"
players = [1, 2]
[state.table]
x = "int 0..999"
[zones.rack]
start = "cards"
[verbs.ding]
params = { n = "int" }
do = "x += n"
[flow]
play = """
repeat 20 {
  for each p in players {
    choose n from 1..2 by p
    ding(n)
  }
}
"""
[scoring]
score = "x"
"#;

#[test]
fn the_tests_before_a_reaction_of_a_card_are_not_counted_for_what_it_does() {
    let card = "kind = \"card\"\n[cards.bell]\nname = \"Bell\"\n[[cards.bell.reactions]]\nafter = \"ding\"\nwhere = \"n == 3\"\ndo = \"x += 7\"\n";
    let ir = compiled(&[("game.toml", NEVER_RINGS), ("cards/cards.toml", card)]);
    let wants = |scores: bool| CountSelection { rules: true, scores, ..CountSelection::default() };
    let rules = |scores: bool| {
        let counts = counted(&ir, |s| Simulation { wants: wants(scores), watch: 50, ..s });
        counts.rules.expect("counted")
    };
    let counts = rules(false);
    let lines = counts.lines(&ir);
    let ran = |number: usize| {
        let of_card =
            lines.iter().find(|l| l.number == number && ir.files[l.file].name == "cards/cards.toml");
        of_card.expect("it has code").ran
    };
    // After each of 40 rings in 50 games, the bell is found, and no other; but nothing is done.
    assert_eq!([5, 6, 7].map(ran), [4000, 2000, 0]);
    // Scores that are asked for the lead are no work of the game.
    assert!(rules(true) == counts);
}

#[test]
fn work_of_bots_is_counted_apart() {
    let ir = support::shipped("leduc-poker").ir;
    let with = |bot: BotKind, rules: bool| {
        counted(&ir, |s| Simulation {
            wants: CountSelection { rules, ..CountSelection::default() },
            games: 20,
            watch: 5,
            bots: vec![BotKind::Random, bot],
            ..s
        })
    };
    let random = with(BotKind::Random, true);
    assert!(random.rules.expect("counted").lines_of_bots(&ir).is_empty());
    for bot in [BotKind::Mcts(SearchBudget::Iterations(20)), BotKind::Greedy] {
        let counts = with(bot, true);
        assert_eq!(counts.stats, with(bot, false).stats, "counting has changed the games of {bot:?}");
        let rules = counts.rules.clone().expect("counted");
        let work =
            |lines: Vec<cardwright::lab::RuleLineCount>| lines.iter().map(|line| line.work).sum::<u64>();
        let (played, thought) = (work(rules.lines(&ir)), work(rules.lines_of_bots(&ir)));
        assert!(thought > 3 * played, "{bot:?}: {thought} instructions thought of, {played} played");
        assert!(counts_text(&ir, &counts, 100).contains("Where bots' work is"));
    }
}

#[test]
fn decisions_are_counted() {
    let ir = ace();
    let counts = counted(&ir, |s| Simulation {
        wants: CountSelection { choices: true, ..CountSelection::default() },
        ..s
    });
    let choices = counts.choices.expect("counted");
    assert_eq!(
        (choices.each.count(), choices.each.percentile(0), choices.each.percentile(100)),
        (4000, Some(1), Some(1))
    );
    // One player has the ace and a king, the other two kings, which are one option.
    assert_eq!((choices.options.percentile(0), choices.options.percentile(100)), (Some(1), Some(2)));
    assert_eq!((choices.forced, choices.sites.len()), (2000, 1));
    let site = &choices.sites[0];
    assert_eq!((site.asked, site.offered), (4000, 6000));
    assert_eq!(site.taken.values().sum::<u64>(), 4000);
    // A quarter of all choices is the ace: the entropy of 1 to 3.
    let expected = -(0.25f64 * 0.25f64.ln() + 0.75 * 0.75f64.ln()) / 2f64.ln();
    assert!(site.evenness().is_some_and(|even| (even - expected).abs() < 0.02), "{:?}", site.evenness());
    assert_eq!((counts.stats.turns.percentile(0), counts.stats.turns.percentile(100)), (Some(2), Some(2)));
}

#[test]
fn counting_changes_nothing_and_threads_do_not_show() {
    let ir = support::shipped("fantasy-realms").ir;
    let table = Table::new(&ir).expect("sound");
    let agreement = Agreement::settle(&mut table.machine(), Some(3), [], 5).expect("they agree");
    let run = |wants, jobs| {
        let jobs = NonZero::new(jobs).expect("a thread");
        let bots = vec![BotKind::Random; 3];
        let simulation = Simulation { wants, jobs, ..Simulation::new(agreement.clone(), bots, 200) };
        simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid").results.counts
    };
    let all = run(CountSelection::ALL, 1);
    assert_eq!(run(CountSelection::default(), 1).stats, all.stats);
    for jobs in [2, 5] {
        let same = run(CountSelection::ALL, jobs);
        assert_eq!(same.stats, all.stats);
        assert_eq!(same.choices, all.choices);
        assert_eq!(same.cards, all.cards);
        assert_eq!(same.leads, all.leads);
        assert!(same.rules == all.rules);
    }
    let leads = all.leads.expect("counted");
    assert_eq!((leads.margins.count, leads.changes.count()), (200, 200u64.div_ceil(16)));
    // Parts of it add up to the whole.
    let part = |from, to| {
        let simulation = Simulation {
            wants: CountSelection::ALL,
            part: from..to,
            ..Simulation::new(agreement.clone(), vec![BotKind::Random; 3], 200)
        };
        simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid").results
    };
    let mut whole = part(120, 200);
    whole.merge(part(0, 7));
    whole.merge(part(7, 120));
    let again = run(CountSelection::ALL, 3);
    assert!(whole.counts == again);
}

#[test]
fn a_game_without_a_score_has_no_leads() {
    let run = crate::process::cardwright()
        .args(["sim", "tic-tac-toe", "-n", "320", "--seed", "1", "--stats", "scores"])
        .output()
        .expect("run");
    let text = String::from_utf8(run.stdout).expect("UTF-8");
    assert!(text.contains("No scores decided these games."), "{text}");
    assert!(!text.contains("The lead changed"), "{text}");
}

#[test]
fn mirrored_games_share_their_seeds() {
    let ir = ace();
    let table = Table::new(&ir).expect("sound");
    let agreement = Agreement::settle(&mut table.machine(), Some(2), [], 9).expect("they agree");
    let simulation = Simulation {
        rotate: true,
        mirror: true,
        ..Simulation::new(agreement, vec![BotKind::First, BotKind::Random], 400)
    };
    assert_eq!(simulation.seed(0), simulation.seed(1));
    assert_ne!(simulation.seed(1), simulation.seed(2));
    assert_ne!(simulation.seats(0), simulation.seats(1));
    let results = simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid").results;
    // The ace decides, and each deal falls to either bot once.
    let wins: Vec<u64> = results.counts.stats.seats.iter().map(|s| s.wins).collect();
    assert_eq!(wins, [200, 200]);
}

#[test]
fn differences_are_newcombes_and_their_p_values_those_of_the_z_test() {
    // Newcombe (1998), table II, method 10.
    let d = difference((56, 70), (48, 80)).expect("both were tried");
    assert!((d.share - 0.2).abs() < 1e-12);
    assert!((d.low - 0.0524).abs() < 5e-5 && (d.high - 0.3339).abs() < 5e-5, "{d:?}");
    let d = difference((9, 10), (3, 10)).expect("both were tried");
    assert!((d.low - 0.1705).abs() < 5e-5 && (d.high - 0.8090).abs() < 5e-5, "{d:?}");
    // z = 2.75 and 1.96: 0.00596 and 0.05.
    let d = difference((60, 100), (40, 100)).expect("both were tried");
    assert!((d.p - 0.004_678).abs() < 1e-5, "{d:?}");
    assert!(difference((0, 0), (1, 2)).is_none());
    assert!(difference((0, 5), (0, 5)).expect("both were tried").p > 0.999_999);
}

#[test]
fn few_discoveries_are_false() {
    // Benjamini and Hochberg (1995), section 3.2: fifteen p-values, of which four pass at 0.05.
    let p = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
        0.6528, 0.7590, 1.0,
    ];
    let found = discoveries(&p, 0.05);
    assert_eq!(found.iter().filter(|f| **f).count(), 4);
    assert!(found[..4].iter().all(|f| *f));
    assert!(discoveries(&[], 0.05).is_empty());
}

#[test]
fn an_interval_holds_the_truth_as_often_as_it_says() {
    // 2,000 samples of 200 throws that succeed three times in ten, by a generator of our own.
    let mut seed = 1u64;
    let mut throw = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as f64 / f64::from(1u32 << 31) < 0.3
    };
    let holds = (0..2000).filter(|_| {
        let wins = (0..200).filter(|_| throw()).count() as u64;
        let interval = wilson(wins, 200);
        interval.low <= 0.3 && 0.3 <= interval.high
    });
    let share = holds.count() as f64 / 2000.0;
    assert!((0.93..=0.97).contains(&share), "{share}");
}

#[test]
fn the_interval_of_a_difference_holds_it_as_often_as_it_says() {
    // Three in ten of 120 against one in five of 150; 2,000 times.
    let mut seed = 3u64;
    let mut throws = |times: u32, chance: f64| {
        let succeeds = |_: &u32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as f64 / f64::from(1u32 << 31) < chance
        };
        (0..times).filter(succeeds).count() as u64
    };
    let (mut held, mut certain) = (0, 0);
    for _ in 0..2000 {
        let d = difference((throws(120, 0.3), 120), (throws(150, 0.2), 150)).expect("both were tried");
        held += u32::from(d.low <= 0.1 && 0.1 <= d.high);
        // Without an effect, one in twenty is called significant.
        certain +=
            u32::from(difference((throws(120, 0.3), 120), (throws(150, 0.3), 150)).expect("both").p < 0.05);
    }
    let share = |n: u32| f64::from(n) / 2000.0;
    assert!((0.93..=0.97).contains(&share(held)), "{held}");
    assert!((0.035..=0.065).contains(&share(certain)), "{certain}");
}

#[test]
fn random_tic_tac_toe_ends_as_is_known() {
    let ir = support::shipped("tic-tac-toe").ir;
    let table = Table::new(&ir).expect("sound");
    let agreement = Agreement::settle(&mut table.machine(), None, [], 1).expect("they agree");
    let simulation = Simulation::new(agreement, vec![BotKind::Random; 2], 40_000);
    let stats =
        simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid").results.counts.stats;
    for (wins, known) in
        [(stats.seats[0].wins, 0.584_9), (stats.seats[1].wins, 0.288_1), (stats.drawn, 0.127_0)]
    {
        let share = wins as f64 / 40_000.0;
        // Four standard deviations.
        assert!(
            (share - known).abs() < 4.0 * (known * (1.0 - known) / 40_000.0f64).sqrt(),
            "{share} {known}"
        );
    }
}

#[test]
fn histograms_know_their_ranks() {
    let mut seen = Histogram::default();
    assert_eq!((seen.percentile(50), seen.count(), seen.mean()), (None, 0, 0.0));
    [3, 1, 5000, 2, 1_000_000].iter().for_each(|n| seen.add(*n));
    assert_eq!([0, 20, 50, 80, 100].map(|p| seen.percentile(p)), [1, 1, 3, 5000, 1_000_000].map(Some));
    let mut other = Histogram::default();
    other.add(5000);
    other.merge(&seen);
    assert_eq!((other.count(), other.sum()), (6, 1_010_006));
    // In bins: each number for itself while there are few, and then a round number of them together.
    assert_eq!(seen.bins(2_000_000), (1, vec![(1, 1), (2, 1), (3, 1), (5000, 1), (1_000_000, 1)]));
    assert_eq!(seen.bins(60), (20_000, vec![(0, 4), (1_000_000, 1)]));
    assert_eq!(other.bins(1), (2_000_000, vec![(0, 6)]));
    assert_eq!(Histogram::default().bins(60), (1, vec![]));
    let mut few = Histogram::default();
    (100..160).for_each(|n| few.add(n));
    assert_eq!((few.bins(60).0, few.bins(60).1.len(), few.bins(59).0), (1, 60, 2));
    few.add(u64::MAX);
    assert!(few.bins(60).1.iter().map(|(_, times)| times).sum::<u64>() == 61);
}

#[test]
fn tables_break_no_numbers_and_no_ids() {
    use cardwright::report::{ColumnAlign, TextTable};
    let heads = ["Side", "Bots", "Wins", "Shared", "Win rate", "95 %", "Score", "SD", "Min", "Max"];
    let columns = heads.map(|head| match head {
        "Side" | "Bots" | "95 %" => (head, ColumnAlign::Left),
        _ => (head, ColumnAlign::Right),
    });
    let row = ["north_south", "random", "96", "0", "48.0 %", "41.2–54.9", "−1014.2", "344.6", "−1732", "225"];
    for width in [200, 80, 40] {
        let mut table = TextTable::new(&columns, width);
        table.row(row);
        let text = table.text();
        let last = text.lines().last().expect("a row");
        let cells: Vec<&str> = last.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        assert_eq!(cells, row, "{text}");
        assert!(width < 80 || text.lines().all(|line| line.chars().count() <= width + 8), "{text}");
    }
    // Words are wrapped at blanks as before.
    let mut table = TextTable::new(&[("Text", ColumnAlign::Left), ("n", ColumnAlign::Right)], 20);
    table.row(["several words of a text", "1,000"]);
    assert_eq!(table.text().lines().count(), 3, "{}", table.text());
}
