//! Figures: means with their intervals, differences, names, and when they are sure enough.

use super::{ace, counted};
use cardwright::lab::{
    CountSelection, Measure, Moments, Simulation, SimulationFigure, StoppingRule, Trials, changes,
    difference_of_means, figures, normal,
};
use cardwright::play::{Agreement, BotKind};

fn share(what: &'static str, of: &str, wins: u64, times: u64) -> SimulationFigure {
    SimulationFigure { what, of: of.into(), measure: Measure::Share(Trials { times, wins }) }
}

fn mean(what: &'static str, count: u64, mean: f64, deviation: f64) -> SimulationFigure {
    SimulationFigure { what, of: String::new(), measure: Measure::Mean { count, mean, deviation } }
}

#[test]
fn means_and_their_differences() {
    // Worked by hand: the deviations of the means are 0.2 and 0.245, that of their difference 0.316.
    let interval = normal(100, 10.0, 2.0);
    assert!(
        (interval.low - 9.608_007).abs() < 1e-6 && (interval.high - 10.391_993).abs() < 1e-6,
        "{interval:?}"
    );
    let found = difference_of_means((100, 10.0, 2.0), (150, 9.0, 3.0)).expect("a difference");
    assert!((found.share - 1.0).abs() < 1e-12, "{found:?}");
    assert!((found.low - 0.380_205).abs() < 1e-6 && (found.high - 1.619_795).abs() < 1e-6, "{found:?}");
    assert!((found.p - 0.001_565).abs() < 1e-6, "{found:?}");
    // Without any spread the same is the same, and another is another.
    let certain = |a, b| difference_of_means((9, a, 0.0), (9, b, 0.0)).expect("a difference").p;
    assert_eq!((certain(3.0, 3.0), certain(3.0, 4.0)), (1.0, 0.0));
    assert_eq!(difference_of_means((1, 3.0, 0.0), (9, 3.0, 1.0)), None);
}

#[test]
fn the_interval_of_a_mean_holds_the_truth_as_often_as_it_says() {
    // 2,000 samples of 100 throws of a die whose mean is 3.5, by a generator of our own.
    let mut seed = 7u64;
    let mut throw = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as i64 % 6 + 1
    };
    let holds = (0..2000).filter(|_| {
        let mut seen = Moments::default();
        (0..100).for_each(|_| seen.add(throw()));
        let interval = normal(seen.count, seen.mean(), seen.deviation());
        interval.low <= 3.5 && 3.5 <= interval.high
    });
    let share = holds.count() as f64 / 2000.0;
    assert!((0.93..=0.97).contains(&share), "{share}");
}

#[test]
fn what_has_changed_is_told_from_chance() {
    let before =
        [share("win", "seat1", 500, 1000), share("drawn", "", 10, 1000), mean("turns", 1000, 9.0, 2.0)];
    let after = [mean("turns", 1000, 9.05, 2.0), share("win", "seat1", 600, 1000), share("gone", "", 1, 2)];
    let found = changes(&before, &after);
    let told: Vec<(&str, f64, bool)> =
        found.iter().map(|c| (c.name.as_str(), (c.difference.share * 1e6).round() / 1e6, c.marked)).collect();
    assert_eq!(told, [("win.seat1", 0.1, true), ("turns", 0.05, false)]);
    // A figure that was a share and is now a mean cannot be compared.
    assert!(changes(&[share("turns", "", 1, 2)], &[mean("turns", 9, 1.0, 1.0)]).is_empty());
}

#[test]
fn it_is_sure_when_every_interval_is_small() {
    let all = [share("win", "seat1", 50, 100), share("win", "seat2", 5, 100), mean("turns", 100, 9.0, 1.0)];
    let met = |written: &str| StoppingRule::parse(written).expect("a condition").is_met(&all);
    // Half of Wilson's interval of 50 of 100 is 9.6 %, of 5 of 100 it is 4.5 %.
    assert_eq!(met("ci(win.seat1) < 9.7%"), Ok(true));
    assert_eq!(met("ci(win.seat1) < 0.095"), Ok(false));
    assert_eq!(met("ci(win.*) < 5%"), Ok(false));
    assert_eq!(met("ci(win.seat2) < 5% and ci(turns) < 0.2"), Ok(true));
    assert_eq!(met("ci(win.seat2) < 5% and ci(turns) < 0.1"), Ok(false));
    assert_eq!(met("ci(score.*) < 1"), Err("score.*".into()));
    for wrong in [
        "",
        "win.seat1 < 1%",
        "ci(win.seat1) > 1%",
        "ci(win.seat1) < 0%",
        "ci(win.seat1) < inf",
        "ci(turns < 1",
    ] {
        assert!(StoppingRule::parse(wrong).is_err(), "{wrong}");
    }
    // The checks happen after fixed numbers of games, in whole rotations.
    assert_eq!(
        (StoppingRule::next(0, 2), StoppingRule::next(0, 3), StoppingRule::next(4096, 3)),
        (512, 513, 1026)
    );
}

#[test]
fn figures_are_named_and_say_what_was_counted() {
    let ir = ace();
    let counts = counted(&ir, |s| Simulation { wants: CountSelection::ALL, ..s });
    let agreement = Agreement { players: 2, options: Vec::new(), seed: 1 };
    let named = |rotate, bots: [BotKind; 2]| {
        let simulation = Simulation { rotate, ..Simulation::new(agreement.clone(), bots.to_vec(), 1) };
        let results = cardwright::lab::SimulationResults {
            counts: counts.clone(),
            unfinished: None,
            fault: None,
            misjudged: None,
            work: Default::default(),
        };
        figures(&ir, &simulation, &results)
    };
    let all = named(false, [BotKind::Random; 2]);
    let find =
        |name: &str| all.iter().find(|f| f.name() == name).unwrap_or_else(|| panic!("no {name}")).measure;
    let seat = &counts.stats.seats[0];
    assert_eq!(find("win.seat1"), Measure::Share(Trials { times: counts.stats.finished, wins: seat.wins }));
    assert_eq!(find("score.seat1").value(), seat.scores.mean());
    assert_eq!(find("choices").value(), counts.stats.lengths.mean());
    let cards = counts.cards.as_ref().expect("counted");
    assert_eq!(find("kept.ace").count(), cards.players.times);
    assert!(matches!(find("gain_kept.ace"), Measure::Gain(d, _) if d.low > 0.3));
    assert!(find("forced").interval().is_some() && find("asked.Which goes?").interval().is_none());
    // Every name is there once, and where seats change it is the bot's.
    let mut names: Vec<String> = all.iter().map(SimulationFigure::name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all.len());
    let rotated = named(true, [BotKind::First, BotKind::First]);
    assert_eq!([&rotated[0], &rotated[1]].map(|f| f.name()), ["win.first", "win.first#2"]);
}
