//! Sets asked of as a whole must be what asking one element after the other gives: random sets and
//! conditions, worked out by the machine and by a plain evaluator over the same state.

use crate::support;
use cardwright::ir::{ComponentId, FieldId, FunctionId, Ir, NONE, ZonePlaceId};
use cardwright::table::{State, Stop, Table, sets};
use proptest::prelude::*;

/// Two words of components: queries on sets must hold beyond the first 64.
const RULES: &str = r#"
[game]
id = "same"
name = "Same"
players = [3, 4]

[enums]
suit = ["land", "flood", "flame", "army", "beast"]

[kinds.card.attributes]
strength = "int -9..40"
home = "suit"
holy = "bool"
likes = "set of suit"

[kinds.card.state]
suit = { type = "suit", printed = true }
marked = "bool"
wounds = "int 0..9"
owner = { type = "player", start = "players[1]" }
mate = "card?"
friend = { type = "card", start = "self" }

[kinds.card.slots]
worth = { returns = "int", default = "0" }

[kinds.unit]
base = "card"
[kinds.unit.attributes]
speed = "int 0..9"

[keywords.flying]

[state.player]
coins = "int 0..9"
[state.table]
some = "set of card"
round = "int 0..5"

[zones.deck]
ordered = true
[zones.heap]
[zones.hand]
per = "player"

[functions.near]
params = { self = "card", s = "suit" }
returns = "bool"
code = "self.suit == s or self.strength > 20"
"#;

/// Seventy cards and thirty units, all different.
fn cards() -> String {
    let suits = ["land", "flood", "flame", "army", "beast"];
    let mut text = String::new();
    for i in 0..100usize {
        let unit = i >= 70;
        text.push_str(&format!("[cards.c{i}]\nkind = \"{}\"\n", if unit { "unit" } else { "card" }));
        text.push_str(&format!("strength = {}\nhome = \"{}\"\n", (i * 7 % 50) as i64 - 9, suits[i * 3 % 5]));
        text.push_str(&format!("holy = {}\nsuit = \"{}\"\n", i % 3 == 0, suits[i * i % 5]));
        let likes: Vec<String> =
            (0..5).filter(|s| (i >> s) & 1 == 1).map(|s| format!("\"{}\"", suits[s])).collect();
        text.push_str(&format!("likes = [{}]\n", likes.join(", ")));
        if i % 4 == 0 {
            text.push_str("keywords = [\"flying\"]\n");
        }
        if i % 5 == 0 {
            text.push_str("worth = \"strength * 2 - wounds\"\n");
        }
        if unit {
            text.push_str(&format!("speed = {}\n", i % 10));
        }
    }
    text
}

/// A set of components.
#[derive(Clone, Debug)]
enum Set {
    Cards,
    Units,
    Some,
    Hand(u8),
    Heap,
    Deck,
    Union(Box<Set>, Box<Set>),
    Without(Box<Set>, Box<Set>),
    Both(Box<Set>, Box<Set>),
    Where(Box<Set>, Box<Cond>),
    /// All that share a suit with an element.
    Peers(Box<Set>),
    Empty,
    Mates(Box<Set>),
}

/// A condition on `it`, whose depth of nesting names the elements outside.
#[derive(Clone, Debug)]
enum Cond {
    True,
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
    Not(Box<Cond>),
    SuitIs(Field, u8),
    SuitIn(Field, u8),
    SuitsEqual(Field, Field),
    Marked,
    Holy,
    Compare(Int, Op, Int),
    In(Box<Set>),
    IsUnit,
    FastUnit(u8),
    Flying,
    HasWorth,
    OwnerIs(u8),
    Held(u8),
    Any(Box<Set>, Box<Cond>),
    All(Box<Set>, Box<Cond>),
    /// An element of a set of the same suit as the element outside.
    AnyPeer(Box<Set>),
    Likes(u8),
    LikesOwn,
    MateIn(Box<Set>),
    FriendIsSelf,
    Round(u8),
    Near(u8),
    Between(Int, i8, i8),
    OwnerRich(u8),
    Ternary(Box<Cond>, Box<Cond>, Box<Cond>),
    SameSet(Box<Set>, Box<Set>),
}

#[derive(Clone, Copy, Debug)]
enum Field {
    Suit,
    Home,
    Printed,
    Friends,
}

#[derive(Clone, Copy, Debug)]
enum Op {
    Eq,
    Ne,
    Lt,
    Ge,
}

#[derive(Clone, Debug)]
enum Int {
    Number(i8),
    Strength,
    Wounds,
    Worth,
    Plus(Box<Int>, Box<Int>),
    Times(Box<Int>, i8),
    Count(Box<Set>),
    Sum(Box<Set>),
    Greatest(Box<Set>),
    Round,
}

const SUITS: [&str; 5] = ["land", "flood", "flame", "army", "beast"];

fn suits_of(mask: u8) -> String {
    let named: Vec<&str> = (0..5).filter(|s| mask >> s & 1 == 1).map(|s| SUITS[s]).collect();
    format!("{{{}}}", named.join(", "))
}

impl Set {
    fn code(&self) -> String {
        match self {
            Set::Cards => "cards".into(),
            Set::Units => "(cards where it is unit)".into(),
            Set::Some => "some".into(),
            Set::Hand(p) => format!("players[{}].hand", p % 3 + 1),
            Set::Heap => "heap".into(),
            Set::Deck => "deck".into(),
            Set::Union(a, b) => format!("({} + {})", a.code(), b.code()),
            Set::Without(a, b) => format!("({} - {})", a.code(), b.code()),
            Set::Both(a, b) => format!("({} & {})", a.code(), b.code()),
            Set::Where(s, c) => format!("({} where {})", s.code(), c.code()),
            Set::Peers(s) => format!("union({}, cards where suit == home)", s.code()),
            Set::Mates(s) => format!("values({}, friend)", s.code()),
            Set::Empty => "(cards where false)".into(),
        }
    }
}

impl Cond {
    fn code(&self) -> String {
        match self {
            Cond::True => "true".into(),
            Cond::And(a, b) => format!("({} and {})", a.code(), b.code()),
            Cond::Or(a, b) => format!("({} or {})", a.code(), b.code()),
            Cond::Not(a) => format!("(not {})", a.code()),
            Cond::SuitIs(f, s) => format!("{} == {}", f.code(), SUITS[*s as usize % 5]),
            Cond::SuitIn(f, s) => format!("{} in {}", f.code(), suits_of(*s)),
            Cond::SuitsEqual(a, b) => format!("{} != {}", a.code(), b.code()),
            Cond::Marked => "marked".into(),
            Cond::Holy => "holy".into(),
            Cond::Compare(a, op, b) => format!("{} {} {}", a.code(), op.code(), b.code()),
            Cond::In(s) => format!("it in {}", s.code()),
            Cond::IsUnit => "it is unit".into(),
            Cond::FastUnit(n) => format!("(it is unit and speed > {})", n % 10),
            Cond::Flying => "it has flying".into(),
            Cond::HasWorth => "has worth".into(),
            Cond::OwnerIs(p) => format!("owner == players[{}]", p % 3 + 1),
            Cond::Held(p) => format!("holder(it) == players[{}]", p % 3 + 1),
            Cond::Any(s, c) => format!("any({}, {})", s.code(), c.code()),
            Cond::All(s, c) => format!("all({}, {})", s.code(), c.code()),
            Cond::AnyPeer(s) => format!("any(x in cards where it in {}, x.suit == suit)", s.code()),
            Cond::Likes(s) => format!("{} in likes", SUITS[*s as usize % 5]),
            Cond::LikesOwn => "suit in likes".into(),
            Cond::MateIn(s) => format!("mate in {}", s.code()),
            Cond::FriendIsSelf => "friend == it".into(),
            Cond::Round(n) => format!("round > {}", n % 5),
            Cond::Near(s) => format!("it.near({})", SUITS[*s as usize % 5]),
            Cond::Between(i, a, b) => format!("{} in {a}..{b}", i.code()),
            Cond::OwnerRich(n) => format!("owner.coins >= {}", n % 10),
            Cond::Ternary(a, b, c) => format!("({} if {} else {})", b.code(), a.code(), c.code()),
            Cond::SameSet(a, b) => format!("({} == {})", plain(a), plain(b)),
        }
    }
}

/// A set that is no zone: two zones are compared as zones.
fn plain(set: &Set) -> String {
    match set {
        Set::Hand(_) | Set::Heap | Set::Deck => format!("({} + {{}})", set.code()),
        _ => set.code(),
    }
}

impl Field {
    fn code(self) -> &'static str {
        match self {
            Field::Suit => "suit",
            Field::Home => "home",
            Field::Printed => "printed.suit",
            Field::Friends => "friend.suit",
        }
    }
}

impl Op {
    fn code(self) -> &'static str {
        match self {
            Op::Eq => "==",
            Op::Ne => "!=",
            Op::Lt => "<",
            Op::Ge => ">=",
        }
    }

    fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Op::Eq => a == b,
            Op::Ne => a != b,
            Op::Lt => a < b,
            Op::Ge => a >= b,
        }
    }
}

impl Int {
    fn code(&self) -> String {
        match self {
            Int::Number(n) => format!("({n})"),
            Int::Strength => "strength".into(),
            Int::Wounds => "wounds".into(),
            Int::Worth => "worth".into(),
            Int::Plus(a, b) => format!("({} + {})", a.code(), b.code()),
            Int::Times(a, n) => format!("({} * ({n}))", a.code()),
            Int::Count(s) => format!("count({})", s.code()),
            Int::Sum(s) => format!("sum({}, worth)", s.code()),
            Int::Greatest(s) => format!("max({}, strength)", s.code()),
            Int::Round => "round".into(),
        }
    }
}

/// The facts of a state, read by plain means.
struct Plain<'a> {
    ir: &'a Ir,
    table: &'a Table<'a>,
    state: &'a State,
}

impl Plain<'_> {
    fn printed(&self, attribute: &str, c: usize) -> u64 {
        let info = self.ir.attributes.iter().find(|a| a.id == attribute).expect("it is declared");
        self.ir.pool[info.base as usize + c * info.words as usize]
    }

    fn field(&self, field: &str, owner: usize) -> &[u64] {
        let f = self.ir.layout.fields.iter().position(|f| f.id == field).expect("it is declared");
        self.table.field(self.state, FieldId(f as u16), owner as u32).expect("it has one")
    }

    fn zone(&self, written: &str) -> Vec<usize> {
        let zone = cardwright::table::Names::new(self.ir).find_zone(written).expect("there is such a zone");
        let mut there: Vec<usize> = self.table.contents(self.state, zone).iter().map(|c| c.index()).collect();
        there.sort_unstable();
        there
    }

    fn is_unit(&self, c: usize) -> bool {
        c >= 70
    }

    fn suit(&self, f: Field, c: usize) -> u64 {
        match f {
            Field::Suit => self.field("suit", c)[0],
            Field::Home => self.printed("home", c),
            Field::Printed => self.printed("suit", c),
            Field::Friends => self.suit(Field::Suit, self.field("friend", c)[0] as usize),
        }
    }

    fn worth(&self, c: usize) -> i64 {
        if c.is_multiple_of(5) {
            self.printed("strength", c) as i64 * 2 - self.field("wounds", c)[0] as i64
        } else {
            0
        }
    }

    fn set(&self, set: &Set) -> Vec<usize> {
        let all = |keep: &dyn Fn(usize) -> bool| (0..100).filter(|c| keep(*c)).collect::<Vec<_>>();
        match set {
            Set::Cards => all(&|_| true),
            Set::Units => all(&|c| self.is_unit(c)),
            Set::Some => sets::elements(self.field("some", 0)).map(|c| c as usize).collect(),
            Set::Hand(p) => self.zone(&format!("hand[{}]", p % 3 + 1)),
            Set::Heap => self.zone("heap"),
            Set::Deck => self.zone("deck"),
            Set::Union(a, b) => {
                let (a, b) = (self.set(a), self.set(b));
                all(&|c| a.contains(&c) || b.contains(&c))
            }
            Set::Without(a, b) => {
                let (a, b) = (self.set(a), self.set(b));
                all(&|c| a.contains(&c) && !b.contains(&c))
            }
            Set::Both(a, b) => {
                let (a, b) = (self.set(a), self.set(b));
                all(&|c| a.contains(&c) && b.contains(&c))
            }
            Set::Where(s, cond) => self.set(s).into_iter().filter(|c| self.holds(cond, *c)).collect(),
            Set::Peers(s) => {
                // Inside the aggregate `suit` and `home` are those of the inner element.
                if self.set(s).is_empty() {
                    Vec::new()
                } else {
                    all(&|c| self.suit(Field::Suit, c) == self.suit(Field::Home, c))
                }
            }
            Set::Mates(s) => {
                let of = self.set(s);
                all(&|c| of.iter().any(|o| self.field("friend", *o)[0] as usize == c))
            }
            Set::Empty => Vec::new(),
        }
    }

    fn int(&self, int: &Int, it: usize) -> i64 {
        match int {
            Int::Number(n) => i64::from(*n),
            Int::Strength => self.printed("strength", it) as i64,
            Int::Wounds => self.field("wounds", it)[0] as i64,
            Int::Worth => self.worth(it),
            Int::Plus(a, b) => self.int(a, it) + self.int(b, it),
            Int::Times(a, n) => self.int(a, it) * i64::from(*n),
            Int::Count(s) => self.set(s).len() as i64,
            Int::Sum(s) => self.set(s).iter().map(|c| self.worth(*c)).sum(),
            Int::Greatest(s) => {
                self.set(s).iter().map(|c| self.printed("strength", *c) as i64).max().unwrap_or(0)
            }
            Int::Round => self.field("round", 0)[0] as i64,
        }
    }

    fn holds(&self, cond: &Cond, it: usize) -> bool {
        let likes = |s: u64| self.printed("likes", it) >> s & 1 == 1;
        match cond {
            Cond::True => true,
            Cond::And(a, b) => self.holds(a, it) && self.holds(b, it),
            Cond::Or(a, b) => self.holds(a, it) || self.holds(b, it),
            Cond::Not(a) => !self.holds(a, it),
            Cond::SuitIs(f, s) => self.suit(*f, it) == u64::from(s % 5),
            Cond::SuitIn(f, mask) => mask >> self.suit(*f, it) & 1 == 1,
            Cond::SuitsEqual(a, b) => self.suit(*a, it) != self.suit(*b, it),
            Cond::Marked => self.field("marked", it)[0] == 1,
            Cond::Holy => self.printed("holy", it) == 1,
            Cond::Compare(a, op, b) => op.holds(self.int(a, it), self.int(b, it)),
            Cond::In(s) => self.set(s).contains(&it),
            Cond::IsUnit => self.is_unit(it),
            Cond::FastUnit(n) => self.is_unit(it) && self.printed("speed", it) > u64::from(n % 10),
            Cond::Flying => it.is_multiple_of(4),
            Cond::HasWorth => it.is_multiple_of(5),
            Cond::OwnerIs(p) => self.field("owner", it)[0] == u64::from(p % 3),
            Cond::Held(p) => self.zone(&format!("hand[{}]", p % 3 + 1)).contains(&it),
            Cond::Any(s, c) => self.set(s).iter().any(|e| self.holds(c, *e)),
            Cond::All(s, c) => self.set(s).iter().all(|e| self.holds(c, *e)),
            Cond::AnyPeer(s) => {
                // In `x in cards where it in S` the element is x; in the rest, `suit` is the outer element's.
                (0..100).any(|x| {
                    self.set(s).contains(&x) && self.suit(Field::Suit, x) == self.suit(Field::Suit, it)
                })
            }
            Cond::Likes(s) => likes(u64::from(s % 5)),
            Cond::LikesOwn => likes(self.suit(Field::Suit, it)),
            Cond::MateIn(s) => {
                let mate = self.field("mate", it)[0];
                mate != NONE && self.set(s).contains(&(mate as usize))
            }
            Cond::FriendIsSelf => self.field("friend", it)[0] as usize == it,
            Cond::Round(n) => self.field("round", 0)[0] > u64::from(n % 5),
            Cond::Near(s) => {
                self.suit(Field::Suit, it) == u64::from(s % 5) || self.printed("strength", it) as i64 > 20
            }
            Cond::Between(i, a, b) => (i64::from(*a)..=i64::from(*b)).contains(&self.int(i, it)),
            Cond::OwnerRich(n) => {
                let owner = self.field("owner", it)[0] as usize;
                self.field("coins", owner)[0] >= u64::from(n % 10)
            }
            Cond::Ternary(a, b, c) => {
                if self.holds(a, it) {
                    self.holds(b, it)
                } else {
                    self.holds(c, it)
                }
            }
            Cond::SameSet(a, b) => self.set(a) == self.set(b),
        }
    }
}

fn field() -> impl Strategy<Value = Field> {
    prop_oneof![3 => Just(Field::Suit), 1 => Just(Field::Home), 1 => Just(Field::Printed), 1 => Just(Field::Friends)]
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![Just(Op::Eq), Just(Op::Ne), Just(Op::Lt), Just(Op::Ge)]
}

fn basic_set() -> BoxedStrategy<Set> {
    prop_oneof![
        3 => Just(Set::Cards),
        1 => Just(Set::Units),
        2 => Just(Set::Some),
        2 => any::<u8>().prop_map(Set::Hand),
        1 => Just(Set::Heap),
        1 => Just(Set::Deck),
        1 => Just(Set::Empty),
    ]
    .boxed()
}

fn int(depth: u32) -> BoxedStrategy<Int> {
    let leaf = prop_oneof![
        2 => any::<i8>().prop_map(|n| Int::Number(n % 30)),
        3 => Just(Int::Strength),
        2 => Just(Int::Wounds),
        1 => Just(Int::Worth),
        1 => Just(Int::Round),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    prop_oneof![
        4 => leaf,
        1 => (int(depth - 1), int(depth - 1)).prop_map(|(a, b)| Int::Plus(Box::new(a), Box::new(b))),
        1 => (int(depth - 1), -3..4i8).prop_map(|(a, n)| Int::Times(Box::new(a), n)),
        1 => set(depth - 1).prop_map(|s| Int::Count(Box::new(s))),
        1 => set(depth - 1).prop_map(|s| Int::Sum(Box::new(s))),
        1 => set(depth - 1).prop_map(|s| Int::Greatest(Box::new(s))),
    ]
    .boxed()
}

fn set(depth: u32) -> BoxedStrategy<Set> {
    if depth == 0 {
        return basic_set();
    }
    let two = || (set(depth - 1), set(depth - 1)).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
    prop_oneof![
        2 => basic_set(),
        1 => two().prop_map(|(a, b)| Set::Union(a, b)),
        1 => two().prop_map(|(a, b)| Set::Without(a, b)),
        1 => two().prop_map(|(a, b)| Set::Both(a, b)),
        5 => (set(depth - 1), cond(depth - 1)).prop_map(|(s, c)| Set::Where(Box::new(s), Box::new(c))),
        1 => set(depth - 1).prop_map(|s| Set::Peers(Box::new(s))),
        1 => set(depth - 1).prop_map(|s| Set::Mates(Box::new(s))),
    ]
    .boxed()
}

fn cond(depth: u32) -> BoxedStrategy<Cond> {
    let leaf = prop_oneof![
        1 => Just(Cond::True),
        4 => (field(), any::<u8>()).prop_map(|(f, s)| Cond::SuitIs(f, s)),
        3 => (field(), 0..32u8).prop_map(|(f, s)| Cond::SuitIn(f, s)),
        1 => (field(), field()).prop_map(|(a, b)| Cond::SuitsEqual(a, b)),
        3 => Just(Cond::Marked),
        2 => Just(Cond::Holy),
        2 => Just(Cond::IsUnit),
        1 => any::<u8>().prop_map(Cond::FastUnit),
        1 => Just(Cond::Flying),
        1 => Just(Cond::HasWorth),
        2 => any::<u8>().prop_map(Cond::OwnerIs),
        2 => any::<u8>().prop_map(Cond::Held),
        1 => any::<u8>().prop_map(Cond::Likes),
        1 => Just(Cond::LikesOwn),
        1 => Just(Cond::FriendIsSelf),
        1 => any::<u8>().prop_map(Cond::Round),
        1 => any::<u8>().prop_map(Cond::Near),
        1 => any::<u8>().prop_map(Cond::OwnerRich),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let two = || (cond(depth - 1), cond(depth - 1)).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
    let of_set = || (set(depth - 1), cond(depth - 1)).prop_map(|(s, c)| (Box::new(s), Box::new(c)));
    let sets = || (set(depth - 1), set(depth - 1)).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
    prop_oneof![
        4 => leaf,
        4 => two().prop_map(|(a, b)| Cond::And(a, b)),
        4 => two().prop_map(|(a, b)| Cond::Or(a, b)),
        3 => cond(depth - 1).prop_map(|c| Cond::Not(Box::new(c))),
        3 => (int(depth - 1), op(), int(depth - 1)).prop_map(|(a, o, b)| Cond::Compare(a, o, b)),
        2 => set(depth - 1).prop_map(|s| Cond::In(Box::new(s))),
        1 => of_set().prop_map(|(s, c)| Cond::Any(s, c)),
        1 => of_set().prop_map(|(s, c)| Cond::All(s, c)),
        1 => set(depth - 1).prop_map(|s| Cond::AnyPeer(Box::new(s))),
        1 => set(depth - 1).prop_map(|s| Cond::MateIn(Box::new(s))),
        1 => (int(depth - 1), -20..20i8, -20..120i8).prop_map(|(i, a, b)| Cond::Between(i, a, b)),
        1 => (cond(depth - 1), two()).prop_map(|(a, (b, c))| Cond::Ternary(Box::new(a), b, c)),
        1 => sets().prop_map(|(a, b)| Cond::SameSet(a, b)),
    ]
    .boxed()
}

/// Brings a state into disorder: `n` says how.
fn disorder(ir: &Ir, table: &Table, state: &mut State, mut n: u64) {
    let mut next = |below: u64| {
        n = n.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (n >> 33) % below
    };
    let field = |id: &str| ir.layout.fields.iter().position(|f| f.id == id).expect("it is declared") as u16;
    for c in 0..100u32 {
        let mut set = |id: &str, value: i64| {
            table.set_field(state, FieldId(field(id)), c, value).expect("it is in range")
        };
        set("suit", next(5) as i64);
        set("marked", next(2) as i64);
        set("wounds", next(10) as i64);
        set("owner", next(3) as i64);
        set("mate", if next(3) == 0 { next(100) as i64 } else { NONE as i64 });
        set("friend", next(100) as i64);
        match next(7) {
            0 => {}
            zone => table
                .place_component(state, ComponentId(c), ZonePlaceId((zone - 1).min(4) as u16), zone == 6)
                .expect("it holds everything"),
        }
    }
    for p in 0..3 {
        table.set_field(state, FieldId(field("coins")), p, next(10) as i64).expect("it is in range");
    }
    table.set_field(state, FieldId(field("round")), 0, next(6) as i64).expect("it is in range");
}

fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(48)
}

proptest! {
    // More with PROPTEST_CASES.
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn machine_and_plain_evaluation_agree(asked in prop::collection::vec(set(4), 6), seed in any::<u64>()) {
        let files = [("game.toml".to_string(), RULES.to_string()), ("cards/all.toml".to_string(), cards())];
        let opened = support::opened(files);
        let mut game = opened.game.unwrap_or_else(|| panic!("{:#?}", opened.diagnostics));
        let functions: Vec<u16> = asked
            .iter()
            .map(|s| game.snippet(&plain(s)).unwrap_or_else(|e| panic!("{}: {e:#?}", s.code())))
            .collect();
        let some = game.snippet("cards where name in {c1, c7, c64, c65, c70, c99} or strength == 12").expect("it compiles");
        let table = Table::new(&game.ir).expect("the IR is sound");
        let mut machine = table.machine();
        let mut state = machine.lay(3, &[], 1).expect("it can be laid");
        for round in 0..3 {
            disorder(&game.ir, &table, &mut state, seed.wrapping_add(round));
            prop_assert_eq!(machine.call(&mut state, FunctionId(some), &[]), Stop::Returned);
            for (set, function) in asked.iter().zip(&functions) {
                let there = Plain { ir: &game.ir, table: &table, state: &state }.set(set);
                let stop = machine.call(&mut state, FunctionId(*function), &[]);
                prop_assert_eq!(&stop, &Stop::Returned, "{}", set.code());
                let found: Vec<usize> = sets::elements(machine.result()).map(|c| c as usize).collect();
                prop_assert_eq!(found, there, "{}", set.code());
            }
        }
    }
}
