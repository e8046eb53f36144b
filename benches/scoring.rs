//! Scoring hands: the shipped rules in the dispatch loop and in machine code, beside ten of the cards written
//! out in plain Rust, in one run.
//!
//! `cargo bench --bench scoring --features native`; without the feature, machine code is not measured.

use cardwright::compile::CompiledGame;
use cardwright::ir::{ComponentId, FunctionId, NameId, ZonePlaceId};
use cardwright::table::{Machine, State, Stop, Table};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

const TEN: [&str; 10] = [
    "knights",
    "elven_archers",
    "rangers",
    "warlord",
    "wildfire",
    "great_flood",
    "smoke",
    "swamp",
    "magic_wand",
    "enchantress",
];

/// Every hand of seven of the ten cards, as bits.
fn hands_of_ten() -> Vec<u16> {
    (0..1u16 << 10).filter(|h| h.count_ones() == 7).collect()
}

/// The same rules by hand, for these ten cards alone.
fn by_hand(hand: u16) -> i64 {
    const STRENGTH: [i64; 10] = [20, 10, 5, 4, 40, 32, 27, 18, 1, 5];
    const ARMIES: u16 = 0b111;
    const KNIGHTS: u16 = 1 << 0;
    const ARCHERS: u16 = 1 << 1;
    const RANGERS: u16 = 1 << 2;
    const WARLORD: u16 = 1 << 3;
    const WILDFIRE: u16 = 1 << 4;
    const FLOOD: u16 = 1 << 5;
    const SMOKE: u16 = 1 << 6;
    const SWAMP: u16 = 1 << 7;
    const WAND: u16 = 1 << 8;
    const ENCHANTRESS: u16 = 1 << 9;
    let has = |set: u16, card: u16| set & card != 0;
    let muted = has(hand, RANGERS);
    let mut active = hand;
    if has(hand, FLOOD) {
        active &= !WILDFIRE;
        if !muted {
            active &= !ARMIES;
        }
    }
    if has(active, WILDFIRE) {
        active &= !(ARMIES | WARLORD | SWAMP);
    }
    if has(active, SMOKE) && !has(active, WILDFIRE) {
        active &= !SMOKE;
    }
    let mut total = 0;
    for (i, strength) in STRENGTH.iter().enumerate() {
        if active >> i & 1 == 1 {
            total += strength;
        }
    }
    if has(active, KNIGHTS) && !has(active, WARLORD) {
        total -= 8;
    }
    if has(active, ARCHERS) && !has(active, SMOKE) {
        total += 5;
    }
    if has(active, WARLORD) {
        total += (0..3).filter(|i| active >> i & 1 == 1).map(|i| STRENGTH[i]).sum::<i64>();
    }
    if has(active, SWAMP) {
        let armies = if muted { 0 } else { (active & ARMIES).count_ones() };
        total -= 3 * i64::from(armies + u32::from(has(active, WILDFIRE)));
    }
    if has(active, WAND) && has(active, ENCHANTRESS) {
        total += 25;
    }
    if has(active, ENCHANTRESS) {
        total += 5 * i64::from((active & (WILDFIRE | FLOOD | SMOKE | SWAMP)).count_ones());
    }
    total
}

/// The game, the function that scores seat 1, and where its hand is.
fn game() -> (CompiledGame, FunctionId) {
    let mut game = CompiledGame::open("cards/fantasy-realms").game.expect("a shipped game is sound");
    let score = game.snippet("score(players[1])").expect("it has such a verb");
    (game, FunctionId(score))
}

/// How the rules are run.
#[derive(Clone, Copy, Debug)]
enum Way {
    DispatchLoop,
    #[cfg(feature = "native")]
    MachineCode,
}

#[cfg(feature = "native")]
const WAYS: [Way; 2] = [Way::DispatchLoop, Way::MachineCode];
#[cfg(not(feature = "native"))]
const WAYS: [Way; 1] = [Way::DispatchLoop];

fn table(game: &CompiledGame, way: Way) -> Table<'_> {
    let table = Table::new(&game.ir).expect("the IR is sound");
    match way {
        Way::DispatchLoop => {}
        #[cfg(feature = "native")]
        Way::MachineCode => table.compile().expect("there is machine code for this processor"),
    }
    table
}

fn components(game: &CompiledGame, names: impl Iterator<Item = String>) -> Vec<ComponentId> {
    let ir = &game.ir;
    names
        .map(|n| {
            let at = ir
                .names
                .iter()
                .position(|name| name.id == n || name.printed == n)
                .expect("a card of the game");
            ir.names[NameId::from_index(at)].first
        })
        .collect()
}

/// Lays a hand in place of the last one and scores it; optional choices are declined.
fn score(
    table: &Table,
    machine: &mut Machine,
    state: &mut State,
    zone: ZonePlaceId,
    f: FunctionId,
    hand: &[ComponentId],
) -> i64 {
    table.arrange(state, zone, hand).expect("a hand holds cards");
    let mut stop = machine.call(state, FunctionId(f.0), &[]);
    while stop == Stop::Choice {
        let last = machine.options(state).expect("it waits").len() - 1;
        machine.choose(state, last).expect("the last option is there");
        stop = machine.advance(state);
    }
    assert_eq!(stop, Stop::Returned);
    machine.result()[0] as i64
}

fn bench_hands(
    bencher: Bencher,
    hands: impl Fn(&CompiledGame) -> Vec<Vec<ComponentId>>,
    check: impl Fn(usize) -> Option<i64>,
    way: Way,
) {
    let (game, f) = game();
    let hands = hands(&game);
    let table = table(&game, way);
    let mut machine = table.machine();
    let mut state = machine.lay(3, &[], 1).map_err(|e| e.message(&game.ir)).expect("it can be laid");
    let names = cardwright::table::Names::new(&game.ir);
    let [zone, deck] = ["hand[1]", "deck"].map(|name| names.find_zone(name).expect("the game has it"));
    table.clear_zone(&mut state, deck);
    for (i, hand) in hands.iter().enumerate() {
        if let Some(wanted) = check(i) {
            assert_eq!(score(&table, &mut machine, &mut state, zone, f, hand), wanted, "{hand:?}");
        }
    }
    bencher.counter(ItemsCount::new(hands.len())).bench_local(|| {
        hands.iter().map(|hand| score(&table, &mut machine, &mut state, zone, f, hand)).sum::<i64>()
    });
}

#[divan::bench]
fn ten_cards_in_plain_rust(bencher: Bencher) {
    let hands = hands_of_ten();
    bencher
        .counter(ItemsCount::new(hands.len()))
        .bench_local(|| hands.iter().map(|h| by_hand(divan::black_box(*h))).sum::<i64>());
}

#[divan::bench(args = WAYS)]
fn ten_cards_by_the_rules(bencher: Bencher, way: Way) {
    let bits = hands_of_ten();
    let cards = |game: &CompiledGame| {
        let ten = components(game, TEN.iter().map(ToString::to_string));
        hands_of_ten()
            .iter()
            .map(|h| (0..10).filter(|i| h >> i & 1 == 1).map(|i| ten[i as usize]).collect())
            .collect()
    };
    bench_hands(bencher, cards, |i| Some(by_hand(bits[i])), way);
}

/// Two hundred hands of seven without a choice among the samples.
#[divan::bench(args = WAYS)]
fn sample_hands_by_the_rules(bencher: Bencher, way: Way) {
    let text = include_str!("../tests/data/fantasy-realms-hands.jsonl");
    let rows: Vec<serde_json::Value> =
        text.lines().map(|l| serde_json::from_str(l).expect("JSON lines")).collect();
    let plain: Vec<&serde_json::Value> =
        rows.iter().filter(|r| r["choices"].as_object().is_some_and(serde_json::Map::is_empty)).collect();
    let scores: Vec<i64> = plain.iter().map(|r| r["score"].as_i64().expect("a score")).collect();
    let hands = |game: &CompiledGame| {
        plain
            .iter()
            .map(|r| {
                let names = r["hand"].as_array().expect("a hand").iter();
                components(game, names.map(|n| n.as_str().expect("a name").to_string()))
            })
            .collect()
    };
    bench_hands(bencher, hands, |i| Some(scores[i]), way);
}

/// Whole random games, as simulations play them.
#[divan::bench(args = [(3, WAYS[0]), (3, WAYS[WAYS.len() - 1]), (6, WAYS[WAYS.len() - 1])])]
fn random_games(bencher: Bencher, (players, way): (u8, Way)) {
    let (game, _) = game();
    let table = table(&game, way);
    let mut machine = table.machine();
    let base = machine.lay(players, &[], 1).map_err(|e| e.message(&game.ir)).expect("it can be laid");
    let mut state = base.clone();
    let mut seed = 0u64;
    bencher.counter(ItemsCount::new(20u32)).bench_local(|| {
        for _ in 0..20 {
            state.copy_from(&base);
            seed += 1;
            state.reseed(seed);
            let mut random = seed;
            machine.start(&mut state, cardwright::ir::StartPoint::Setup);
            let mut plies = 0;
            while machine.advance(&mut state) == Stop::Choice && plies < 1000 {
                let n = machine.options(&mut state).expect("it waits").len() as u64;
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                machine.choose(&mut state, ((random >> 33) % n) as usize).expect("an option");
                plies += 1;
            }
        }
    });
}
