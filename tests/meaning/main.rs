//! The hash of the rules: changes of the course of a game change it, and changes of texts do not.
//!
//! A program of its own, so that it is soon built with optimisation too: `CARDWRIGHT_MUTANTS=3 cargo test
//! --profile ci --test meaning`.

#![allow(clippy::print_stdout)] // a test may print, a library may not

use cardwright::compile::CompiledGame;
use cardwright::ir::{ComponentId, HistoryId, Ir, SlotId, rules_hash};
use cardwright::package::PackageFiles;
use cardwright::table::{SaveError, Table};

mod mutated;

fn compiled(texts: &[(&str, &str)]) -> Ir {
    let opened = CompiledGame::from_files(PackageFiles::from_texts(texts.iter().copied()), Vec::new());
    opened.game.unwrap_or_else(|| panic!("{:?}", opened.diagnostics)).ir
}

/// SplitMix64 (Steele, Lea and Flood).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// Options, enums, slots, kinds, keywords of copies, ordered and hidden zones, indexed and ranged state, a
/// ranged argument and result, a history, dice, actions, arms beside elements, ties, and a scenario.
const FAIR: &[(&str, &str)] = &[
    (
        "game.toml",
        r#"
[game]
id = "fair"
name = "Fair"
version = "1.0.0"
players = [2, 3]
[enums]
ware = ["apple", "bread", "cloth"]
[options.goal]
text = "Coins to win"
range = [3, 9]
default = 6
[kinds.card.attributes]
ware = "ware"
price = "int 0..9"
[kinds.card.slots]
bonus = { returns = "int", default = "0" }
on_sale = { do = true }
[zones.deck]
ordered = true
seen_by = "none"
start = "cards"
[zones.hand]
per = "player"
seen_by = "owner"
[zones.stall]
ordered = true
[state.table]
day = "int 0..20"
open = "bool"
[state.player]
coins = "int 0..90"
trade = "ware?"
[kinds.card.state]
worn = "int 0..9"
[histories.days]
of = ["coins"]
keep = 8
[actions.sell]
params = { c = "you.hand" }
text = "Sell {{ c }}"
do = "sell(you, c)"
[actions.draw]
when = "any(deck)"
text = "Draw a card"
do = "deal(deck, you.hand, 1)"
[actions.rest]
do = "you.coins += 1"
[functions.taken]
params = { n = "int 0..9" }
returns = "int 0..9"
code = "n * 1"
[verbs.sell]
params = { p = "player", c = "card" }
do = "move(c, stall); p.coins += taken(c.price); c.worn += 1; c.on_sale"
log = "{{ p }} sells {{ c }}"
[flow]
setup = "shuffle(deck); for each p in players { deal(deck, p.hand, 3) }"
play = '''
let p = players[1]
while day < 12 {
  day += 1
  act p from {sell, draw, rest}
  may by p "Haggle?" { if roll(d6) > 3 { p.coins += 1 } }
  may choose w from wares by p "Trade in what?" { p.trade = w }
  if let t = top(stall) { if p.trade == t.ware { move(t, p.hand) } }
  record(days)
  if p.coins >= goal { win p }
  p = next(p)
}
end
'''
[scoring]
score = "p.coins + sum(p.hand, bonus)"
ties = ["count(p.hand)"]
"#,
    ),
    (
        "cards/c.toml",
        r#"
[cards.plum]
name = "Plum"
ware = "apple"
price = 1
copies = 3
bonus = "5"
text = "Worth 5."
[cards.loaf]
name = "Loaf"
ware = "bread"
price = 2
copies = 2
bonus = "5"
on_sale = "you.coins += 1"
[cards.coat]
name = "Coat"
ware = "cloth"
price = 3
bonus = "7"
[cards.hat]
name = "Hat"
ware = "cloth"
price = 2
copies = 2
on_sale = "deal(deck, you.hand, 1)"
"#,
    ),
];

/// The mutants that are known to have gone unnoticed: one for each list that was once forgotten.
#[test]
fn what_each_component_bears_and_what_scores_count() {
    let ir = compiled(FAIR);
    let hash = rules_hash(&ir);
    type Change = (&'static str, fn(&mut Ir));
    let changes: [Change; 6] = [
        ("a slot's rule", |ir| ir.slots[SlotId(0)].rules.swap(0, 5)),
        ("whose score", |ir| ir.score = ir.ties.first().copied()),
        ("no ties", |ir| ir.ties.clear()),
        ("how many play", |ir| ir.game.players = (2, 2)),
        ("what a component is called", |ir| ir.components[ComponentId(0)].id.push('x')),
        ("the end of a history", |ir| ir.layout.histories[HistoryId(0)].keep -= 1),
    ];
    for (what, change) in changes {
        let mut changed = ir.clone();
        change(&mut changed);
        assert_ne!(changed, ir, "{what}");
        assert_ne!(rules_hash(&changed), hash, "{what}");
    }
}

#[test]
fn what_people_only_read_does_not_change_the_hash() {
    let ir = compiled(FAIR);
    let with = |from: &str, to: &str| {
        let edited: Vec<_> = FAIR.iter().map(|(path, text)| (*path, text.replacen(from, to, 1))).collect();
        assert!(edited.iter().zip(FAIR).any(|(a, b)| a.1 != b.1), "{from}");
        let files: Vec<_> = edited.iter().map(|(path, text)| (*path, text.as_str())).collect();
        compiled(&files)
    };
    let read = [
        ("name = \"Fair\"", "name = \"The Fair\"\nsummary = \"A fair.\""),
        ("text = \"Coins to win\"", "text = \"How many coins win\""),
        ("name = \"Plum\"", "name = \"Prune\""),
        ("text = \"Worth 5.\"", "text = \"It is worth 5.\"\nflavour = \"Sweet.\""),
        ("text = \"Sell {{ c }}\"", "text = \"{{ c }} is sold\""),
        ("\"Haggle?\"", "\"Do you haggle?\""),
        ("log = \"{{ p }} sells {{ c }}\"", "log = \"{{ c }} is sold by {{ p }}\""),
        ("[flow]", "# A comment, so that all below it moves.\n[flow]"),
    ];
    for (from, to) in read {
        assert_eq!(rules_hash(&with(from, to)), rules_hash(&ir), "{from}");
    }
    let meant = [
        ("price = 3", "price = 4"),
        ("default = 6", "default = 7"),
        ("bonus = \"7\"", "bonus = \"5\""),
        ("[cards.coat]", "[cards.cape]"),
        ("[actions.rest]\n", "[actions.rest]\nwhen = \"day > 1\"\n"),
        ("seen_by = \"owner\"", "seen_by = \"all\""),
    ];
    for (from, to) in meant {
        assert_ne!(rules_hash(&with(from, to)), rules_hash(&ir), "{from}");
    }
    let moved: Vec<_> =
        FAIR.iter().map(|(path, text)| (path.replace("c.toml", "wares.toml"), *text)).collect();
    let moved: Vec<_> = moved.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    assert_eq!(rules_hash(&compiled(&moved)), rules_hash(&ir), "the path of a file");
    let scenario = "name = \"A score\"\nsource = \"us\"\nplayers = 2\n[zones]\n\"hand[1]\" = [\"plum\"]\n\
                    [[steps]]\nexpect = \"players[1].coins == 0 and count(players[1].hand) == 1\"\n";
    let tried: Vec<_> = FAIR.iter().copied().chain([("scenarios/s.toml", scenario)]).collect();
    assert_eq!(rules_hash(&compiled(&tried)), rules_hash(&ir), "a scenario");
}

/// Equal rules share one function, so nothing but the slots tells these two games apart.
#[test]
fn a_card_that_bears_the_rule_of_another_is_another_game() {
    let game = "[game]\nid = \"g\"\nname = \"G\"\nversion = \"0.1.0\"\nplayers = [2, 2]\n[kinds.card.slots]\n\
                bonus = { returns = \"int\", default = \"0\" }\n[zones.hand]\nper = \"player\"\n[zones.deck]\nordered = true\n\
                start = \"cards\"\n[flow]\nsetup = \"for each p in players { deal(deck, p.hand, 2) }\"\n\
                play = \"choose c from players[1].hand by players[1]; end\"\n[scoring]\nscore = \"sum(p.hand, bonus)\"\n";
    let with = |bonus: u8| {
        let card = |(id, bonus): (&str, u8)| format!("[cards.{id}]\nname = \"{id}\"\nbonus = \"{bonus}\"\n");
        let cards: String = [("a", 5), ("b", bonus), ("c", 7), ("d", 7)].map(card).concat();
        compiled(&[("game.toml", game), ("cards/c.toml", &cards)])
    };
    let (before, after) = (with(5), with(7));
    assert_eq!((&before.code, &before.pool), (&after.code, &after.pool), "only the slots differ");
    assert_ne!(rules_hash(&before), rules_hash(&after));
    let (before, after) = (Table::new(&before).expect("sound"), Table::new(&after).expect("sound"));
    let state = before.machine().lay(2, &[], 1).expect("it can be laid");
    assert_eq!(after.load(&before.save(&state)), Err(SaveError::OtherRules));
}
