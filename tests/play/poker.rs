//! Games whose values are known: Kuhn's poker between strategies given as bots, and Leduc between players who
//! choose by chance.

use cardwright::compile::CompiledGame;
use cardwright::ir::{FunctionId, PlayerId, StartPoint};
use cardwright::play::{BotKind, Observation, bot_seed, game_seed};
use cardwright::table::{Machine, State, Stop, Table};

use super::agreed;
use crate::support;

/// A game, with expressions to be asked at its end.
struct Asked {
    game: CompiledGame,
    functions: Vec<u16>,
}

impl Asked {
    fn new(id: &str, expressions: &[&str]) -> Asked {
        let mut game = support::shipped(id);
        let functions = expressions.iter().map(|e| game.snippet(e).expect("an expression")).collect();
        Asked { game, functions }
    }

    /// Plays games between two bots; `end` gets the values of the expressions at the end of each.
    fn play(&self, bots: [&str; 2], games: u64, mut end: impl FnMut(&[i64])) {
        let table = Table::new(&self.game.ir).expect("sound");
        let mut machine = table.machine();
        let laid = agreed(&table, 2, &[], 1).lay(&mut machine).expect("laid");
        let mut seated = bots.map(|bot| BotKind::of(table.ir(), bot).expect("a bot").make(&table));
        for index in 0..games {
            let seed = game_seed(7, index);
            let mut state = laid.clone();
            state.reseed(seed);
            seated
                .iter_mut()
                .enumerate()
                .for_each(|(seat, bot)| bot.begin(bot_seed(seed, PlayerId::from_index(seat))));
            machine.start(&mut state, StartPoint::Setup);
            while machine.advance(&mut state) == Stop::Choice {
                let options = machine.options(&mut state).expect("it waits").clone();
                let index =
                    seated[options.chooser().index()].choose(&Observation::new(&table, &state, &options));
                machine.choose(&mut state, index).expect("an option");
            }
            assert!(state.is_over());
            let answers: Vec<i64> =
                self.functions.iter().map(|f| ask(&mut machine, &mut state, *f)).collect();
            end(&answers);
        }
    }
}

fn ask(machine: &mut Machine, state: &mut State, function: u16) -> i64 {
    machine.evaluate(state, FunctionId(function), &[]).expect("it has a value")[0] as i64
}

/// How often to bet, or to meet a bet: by seat, card and whether somebody has bet.
type Strategy = [[f64; 2]; 3];

const EQUILIBRIUM: [Strategy; 2] =
    [[[1.0 / 3.0, 0.0], [0.0, 2.0 / 3.0], [1.0, 1.0]], [[1.0 / 3.0, 0.0], [0.0, 1.0 / 3.0], [1.0, 1.0]]];

/// Returns the first player's expected payoff, by the rules of the game written out here; exact.
fn kuhn(first: &Strategy, second: &Strategy) -> f64 {
    let mut value = 0.0;
    for (a, b) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
        let wins = if a > b { 1.0 } else { -1.0 };
        let mix = |p: f64, yes: f64, no: f64| p * yes + (1.0 - p) * no;
        let after_a_bet = mix(second[b][1], 2.0 * wins, 1.0);
        let after_a_pass = mix(second[b][0], mix(first[a][1], 2.0 * wins, -1.0), wins);
        value += mix(first[a][0], after_a_bet, after_a_pass) / 6.0;
    }
    value
}

/// Every strategy without chance in it.
fn pure() -> impl Iterator<Item = Strategy> {
    (0..64u32).map(|bits| {
        let bit = |i: usize| f64::from(bits >> i & 1);
        [[bit(0), bit(1)], [bit(2), bit(3)], [bit(4), bit(5)]]
    })
}

/// How many standard deviations hold 95 % and 99.9 %.
const Z95: f64 = 1.96;
const Z999: f64 = 3.29;

/// Returns the first player's mean payoff, and its tolerance in `z` standard deviations. Each deal is
/// weighted by its probability, so that luck with the cards counts for nothing.
fn measured(game: &Asked, bots: [&str; 2], games: u64, z: f64) -> (f64, f64) {
    let mut deals = [[0.0f64; 3]; 9];
    game.play(bots, games, |end| {
        let &[chips, a, b] = end else { panic!("three answers") };
        let deal = &mut deals[(a * 3 + b - 4) as usize];
        *deal = [deal[0] + 1.0, deal[1] + chips as f64, deal[2] + (chips * chips) as f64];
    });
    let dealt: Vec<[f64; 3]> = deals.into_iter().filter(|d| d[0] > 0.0).collect();
    assert_eq!(dealt.len(), 6);
    let mean = dealt.iter().map(|[n, sum, _]| sum / n / 6.0).sum();
    let variance: f64 =
        dealt.iter().map(|[n, sum, squares]| (squares - sum * sum / n) / (n - 1.0) / n / 36.0).sum();
    (mean, z * variance.sqrt())
}

fn kuhn_game() -> Asked {
    Asked::new(
        "kuhn-poker",
        &["players[1].chips", "sum(players[1].hand, rank)", "sum(players[2].hand, rank)"],
    )
}

#[test]
fn the_equilibrium_of_kuhn_poker_is_worth_what_is_known() {
    let value = -1.0 / 18.0;
    let [first, second] = &EQUILIBRIUM;
    assert!((kuhn(first, second) - value).abs() < 1e-12);
    // No strategy does better against it.
    let best = pure().map(|s| kuhn(&s, second)).fold(f64::MIN, f64::max);
    let worst = pure().map(|s| kuhn(first, &s)).fold(f64::MAX, f64::min);
    assert!((best - value).abs() < 1e-12 && (worst - value).abs() < 1e-12, "{best} {worst}");
    let (mean, off) = measured(&kuhn_game(), ["equilibrium", "equilibrium"], 15_000, Z95);
    assert!(off < 0.01, "{off}");
    assert!((mean - value).abs() < off, "{mean} is not {value}, give or take {off}");
}

#[test]
fn whoever_meets_the_equilibrium_gains_what_theory_says_and_never_more() {
    let game = kuhn_game();
    let [first, second] = &EQUILIBRIUM;
    let (chance, meek) = ([[0.5; 2]; 3], [[0.0; 2]; 3]);
    for (bots, exact) in [
        (["equilibrium", "random"], kuhn(first, &chance)),
        (["random", "equilibrium"], kuhn(&chance, second)),
        // `pass` is the first option.
        (["equilibrium", "first"], kuhn(first, &meek)),
        (["first", "equilibrium"], kuhn(&meek, second)),
    ] {
        let (mean, off) = measured(&game, bots, 8000, Z999);
        assert!(
            off < 0.045 && (mean - exact).abs() < off,
            "{bots:?}: {mean} is not {exact}, give or take {off}"
        );
    }
    // How these two think is not written out here, but they cannot beat it either.
    for clever in ["greedy", "mcts:20"] {
        let (mean, off) = measured(&game, [clever, "equilibrium"], 2500, Z999);
        assert!(mean < -1.0 / 18.0 + off, "{clever}: {mean}, give or take {off}");
        let (mean, off) = measured(&game, ["equilibrium", clever], 2500, Z999);
        assert!(mean > -1.0 / 18.0 - off, "{clever}: {mean}, give or take {off}");
    }
}

/// The bets of a game of Leduc, by the rules written out here.
#[derive(Clone, Copy)]
struct Betting {
    paid: [f64; 2],
    /// Who is to speak, and how many have in this round.
    turn: usize,
    spoken: u32,
    raises: u32,
    /// The number of the actions so far, for a table.
    told: usize,
}

/// The consequence of an action.
enum Then {
    Speak(Betting),
    /// The round is over.
    Met(Betting),
    /// Whose turn it was has folded.
    Folded,
}

impl Betting {
    fn round(paid: [f64; 2], told: usize) -> Betting {
        Betting { paid, turn: 0, spoken: 0, raises: 0, told }
    }

    /// Returns the possible actions: fold 0, call 1, raise 2.
    fn options(&self) -> &'static [usize] {
        match (self.paid[0] == self.paid[1], self.raises < 2) {
            (true, true) => &[1, 2],
            (true, false) => &[1],
            (false, true) => &[0, 1, 2],
            (false, false) => &[0, 1],
        }
    }

    fn say(mut self, what: usize, stake: f64) -> Then {
        self.told = self.told * 3 + what + 1;
        if what == 0 {
            return Then::Folded;
        }
        self.paid[self.turn] = self.paid[1 - self.turn] + if what == 2 { stake } else { 0.0 };
        self.raises += u32::from(what == 2);
        self.spoken += 1;
        self.turn = 1 - self.turn;
        if self.spoken >= 2 && what == 1 { Then::Met(self) } else { Then::Speak(self) }
    }
}

/// An information set: a player who is to act knows a card, the open one (if it lies there) and the actions
/// so far; with the results learned for it.
#[derive(Clone, Copy, Default)]
struct Place {
    regrets: [f64; 3],
    chosen: [f64; 3],
    now: [f64; 3],
}

/// Facts about an information set: the payoff of each option, and the probabilities with which the other and
/// oneself reach it.
struct Found {
    worth: [f64; 3],
    theirs: f64,
    mine: f64,
}

/// Says with what probability a player does what, among some options.
type Plan<'a> = &'a mut dyn FnMut(usize, &[usize], Option<Found>) -> [f64; 3];

/// The number of an information set: sequences of actions are below 3⁹.
fn place(card: usize, open: Option<usize>, told: usize) -> usize {
    (told * 3 + card) * 4 + open.unwrap_or(3)
}

/// The result of one deal: the first player's payoff, and the frequency of each player's wins.
type Figures = [f64; 3];

/// All actions from here on, with `reach` the probability that each player comes here. `plan` gives the
/// probabilities at each information set, and is called again with the payoffs of the options when these are
/// known.
fn leduc(cards: [usize; 3], open: bool, bets: Betting, reach: [f64; 2], plan: Plan) -> Figures {
    let me = bets.turn;
    let here = place(cards[me], open.then_some(cards[2]), bets.told);
    let said = plan(here * 2 + me, bets.options(), None);
    let mut all = [0.0; 3];
    let mut worth = [0.0; 3];
    for &what in bets.options() {
        let mut then = reach;
        then[me] *= said[what];
        let figures = match bets.say(what, if open { 4.0 } else { 2.0 }) {
            Then::Speak(bets) => leduc(cards, open, bets, then, plan),
            Then::Met(bets) if !open => leduc(cards, true, Betting::round(bets.paid, bets.told), then, plan),
            Then::Met(bets) => {
                let strength = |p: usize| cards[p] + if cards[p] == cards[2] { 10 } else { 0 };
                match strength(0).cmp(&strength(1)) {
                    std::cmp::Ordering::Greater => [bets.paid[1], 1.0, 0.0],
                    std::cmp::Ordering::Equal => [0.0; 3],
                    std::cmp::Ordering::Less => [-bets.paid[0], 0.0, 1.0],
                }
            }
            Then::Folded if me == 0 => [-bets.paid[0], 0.0, 1.0],
            Then::Folded => [bets.paid[1], 1.0, 0.0],
        };
        worth[what] = if me == 0 { figures[0] } else { -figures[0] };
        (0..3).for_each(|i| all[i] += said[what] * figures[i]);
    }
    plan(here * 2 + me, bets.options(), Some(Found { worth, theirs: reach[1 - me], mine: reach[me] }));
    all
}

/// Every deal of two cards and an open one, by rank, and how likely it is.
fn deals() -> Vec<([usize; 3], f64)> {
    let all = (0..27).map(|i| [i / 9, i / 3 % 3, i % 3]);
    let likely = |[a, b, c]: [usize; 3]| {
        let left = |rank: usize, before: &[usize]| 2.0 - before.iter().filter(|r| **r == rank).count() as f64;
        left(a, &[]) / 6.0 * left(b, &[a]) / 5.0 * left(c, &[a, b]) / 4.0
    };
    all.map(|deal| (deal, likely(deal))).filter(|(_, p)| *p > 0.0).collect()
}

/// Returns the expected result over all deals.
fn expected(plan: Plan) -> Figures {
    let mut all = [0.0; 3];
    for (cards, likely) in deals() {
        let figures = leduc(cards, false, Betting::round([1.0; 2], 0), [likely, likely], plan);
        (0..3).for_each(|i| all[i] += likely * figures[i]);
    }
    all
}

fn evenly(options: &[usize]) -> [f64; 3] {
    [0, 1, 2].map(|what| if options.contains(&what) { 1.0 / options.len() as f64 } else { 0.0 })
}

/// In the ratio of the counts, or evenly if all are 0.
fn share(noted: [f64; 3], options: &[usize]) -> [f64; 3] {
    let sum: f64 = noted.iter().sum();
    if sum > 0.0 { noted.map(|n| n / sum) } else { evenly(options) }
}

#[test]
fn the_rules_of_leduc_written_out_have_its_published_value() {
    // Counterfactual regret minimisation (CFR+), players in turn. The value is that of Southey and others'
    // game, −0.0856; after 12,000 rounds instead of 120 it comes to −0.085607.
    let mut places = vec![Place::default(); 3usize.pow(9) * 24];
    for round in 0..120 {
        let mut plan = |here: usize, options: &[usize], found: Option<Found>| {
            let place = &mut places[here];
            let now = share(place.now, options);
            if let Some(found) = found.filter(|_| here % 2 == round % 2) {
                let mean: f64 = (0..3).map(|i| now[i] * found.worth[i]).sum();
                for &what in options {
                    place.regrets[what] += found.theirs * (found.worth[what] - mean);
                    place.chosen[what] += found.mine * now[what] * round as f64;
                }
            }
            now
        };
        expected(&mut plan);
        for place in &mut places {
            place.regrets = place.regrets.map(|r| r.max(0.0));
            place.now = place.regrets;
        }
    }
    let [value, ..] = expected(&mut |here, options, _| share(places[here].chosen, options));
    assert!((value + 0.0856).abs() < 0.002, "{value}");
}

#[test]
fn random_leduc_ends_as_every_deal_and_choice_say() {
    let [value, first, second] = expected(&mut |_, options, _| evenly(options));
    let games = 60_000;
    let (mut wins, mut chips) = ([0u64; 2], [0.0; 2]);
    Asked::new("leduc-poker", &["players[1].chips"]).play(["random", "random"], games, |end| {
        wins[0] += u64::from(end[0] > 0);
        wins[1] += u64::from(end[0] < 0);
        chips = [chips[0] + end[0] as f64, chips[1] + (end[0] * end[0]) as f64];
    });
    let games = games as f64;
    let (mean, off) = (chips[0] / games, Z999 * (chips[1] / games / games).sqrt());
    assert!(off < 0.07 && (mean - value).abs() < off, "{mean} is not {value}, give or take {off}");
    for (wins, known) in
        [(wins[0], first), (wins[1], second), (games as u64 - wins[0] - wins[1], 1.0 - first - second)]
    {
        let (share, off) = (wins as f64 / games, Z999 * (known * (1.0 - known) / games).sqrt());
        assert!((share - known).abs() < off, "{share} is not {known}, give or take {off}");
    }
}
