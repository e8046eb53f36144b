//! The built-in words of the language in one table: how each is written, what it does, an example.
//!
//! `check` asks it which words exist and what they may do, diagnostics take their forms from it, and `docs/language.md` lists it.

mod bots;
mod settings;

pub use bots::{BOTS, BotWord, Budget, TAKEN_BOTS, bot};
pub use settings::{Begin, Duplex, Marks, PieceForm, Points, SeenBy};

/// A built-in word that is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // each is described by its `Word`
pub enum Builtin {
    Count,
    Any,
    None,
    All,
    Sum,
    Max,
    Min,
    Best,
    Union,
    Values,
    First,
    Only,
    Abs,
    Clamp,
    Seat,
    Next,
    TurnOrder,
    Holder,
    ZoneOf,
    Top,
    Bottom,
    NameOf,
    Step,
    Neighbours,
    Around,
    Ray,
    Group,
    Border,
    Distance,
    InARow,
    Lined,
    Opposite,
    Left,
    Right,
    Times,
    Roll,
    Random,
    Record,
    Forget,
    Move,
    Deal,
    Swap,
    Shuffle,
    Tally,
}

/// What a word may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// A calculation over the elements of a set.
    Aggregate,
    /// A calculation.
    Calculation,
    /// A question about a board.
    Board,
    /// A value drawn by chance.
    Chance,
    /// A change.
    Change,
}

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// Which.
    pub builtin: Builtin,
    /// As written.
    pub name: &'static str,
    /// Its forms.
    pub forms: &'static [&'static str],
    /// What it may do.
    pub nature: Nature,
    /// What it is, in a line.
    pub doc: &'static str,
    /// A line of code with it.
    pub example: &'static str,
}

macro_rules! words {
    ($($builtin:ident $name:literal $nature:ident [$($form:literal),+] $doc:literal $example:literal;)*) => {
        /// Every built-in word.
        pub const WORDS: &[Word] = &[
            $(Word { builtin: Builtin::$builtin, name: $name, forms: &[$($form),+], nature: Nature::$nature, doc: $doc, example: $example },)*
        ];
    };
}

words! {
    Count "count" Aggregate ["count(S)", "count(S, C)"] "the number of elements" "count(hand where suit == herb)";
    Any "any" Aggregate ["any(S)", "any(S, C)"] "at least one (for which C holds)" "any(hand, strength > 20)";
    None "none" Aggregate ["none(S)", "none(S, C)"] "not one (for which C holds)" "none(discards)";
    All "all" Aggregate ["all(S, C)"] "C holds for every element" "all(hand, strength < 10)";
    Sum "sum" Aggregate ["sum(S, e)"] "e added up over the elements" "sum(hand, strength)";
    Max "max" Aggregate ["max(S, e)", "max(a, b)"] "the greatest e, 0 of none; the greater of two" "max(hand, strength)";
    Min "min" Aggregate ["min(S, e)", "min(a, b)"] "the least e, 0 of none; the lesser of two" "min(coins, 3)";
    Best "best" Aggregate ["best(S, e)"] "the first element with the greatest e, or none" "best(hand, strength)";
    Union "union" Aggregate ["union(S, e)"] "all the sets e together" "union(players, it.hand)";
    Values "values" Aggregate ["values(S, e)"] "the set of the values that e takes" "count(values(hand, suit))";
    First "first" Aggregate ["first(S)"] "the first element in order, or none" "first(hand)";
    Only "only" Aggregate ["only(S)"] "the element if there is just one, or none" "only(hand where marked)";
    Abs "abs" Calculation ["abs(a)"] "a without its sign" "abs(a - b)";
    Clamp "clamp" Calculation ["clamp(a, low, high)"] "a, but at least low and at most high" "clamp(coins, 0, 9)";
    Seat "seat" Calculation ["seat(p)"] "the number of p's seat, from 1" "seat(you)";
    Next "next" Calculation ["next(p)"] "who sits after p" "next(you)";
    TurnOrder "turn_order" Calculation ["turn_order(p)"] "all players from p on; for `for each`" "for each p in turn_order(you) { draw(p, 1) }";
    Holder "holder" Calculation ["holder(c)"] "who owns the zone that c is in, or none" "if let p = holder(c) { draw(p, 1) }";
    ZoneOf "zone_of" Calculation ["zone_of(c)"] "the zone that c is in, or none" "zone_of(c) == deck";
    Top "top" Calculation ["top(z)"] "the top component of an ordered zone, or none" "if let c = top(deck) { move(c, hand) }";
    Bottom "bottom" Calculation ["bottom(z)"] "the bottom component of an ordered zone, or none" "bottom(deck)";
    NameOf "name_of" Calculation ["name_of(c)"] "the name printed on c" "name_of(c) == badger";
    Step "step" Board ["step(c, d)", "step(S, d)", "step(S, D)"] "the next cell in a direction, or none; all cells of a set moved one on, in one direction or several" "step(from, n)";
    Neighbours "neighbours" Board ["neighbours(c)", "neighbours(S)"] "the cells that adjoin" "neighbours(c) where side is none";
    Around "around" Board ["around(c)", "around(S)"] "the cells that adjoin, on a grid by a corner too" "around(c)";
    Ray "ray" Board ["ray(c, d)", "ray(c, d, stop)", "ray(S, D, stop)"] "all cells in a direction; up to and with the first in a set; from several cells, in several directions" "ray(from, diagonals, taken)";
    Group "group" Board ["group(c, S)", "group(T, S)"] "what can be reached by neighbours inside S" "group(c, cells where side == you)";
    Border "border" Board ["border(S)"] "the neighbours of a set that are not in it" "border(group(c, mine))";
    Distance "distance" Board ["distance(a, b)"] "steps from neighbour to neighbour, -1 if there is no way" "distance(a, b) <= 2";
    InARow "in_a_row" Board ["in_a_row(S, n)"] "n cells of S stand side by side in a straight line" "in_a_row(mine, 3)";
    Lined "lined" Board ["lined(S)"] "the cells of S that are in a line all of whose cells are in S" "c in lined(mine)";
    Opposite "opposite" Board ["opposite(d)"] "the direction behind" "opposite(d)";
    Left "left" Board ["left(d)"] "a direction turned to the left" "left(d)";
    Right "right" Board ["right(d)"] "a direction turned to the right" "right(d)";
    Times "times" Calculation ["times(h)"] "how often the position as it is now was recorded in a history" "times(positions) >= 3";
    Roll "roll" Chance ["roll(d6)", "roll(n, d6)"] "a die; the sum of n dice" "let wounds = roll(2, d6)";
    Random "random" Chance ["random(S)"] "any element, each as likely, or none" "if let c = random(hand) { move(c, discards) }";
    Record "record" Change ["record(h)"] "the position as it is now into a history" "record(positions)";
    Forget "forget" Change ["forget(h)"] "empties a history" "forget(positions)";
    Move "move" Change ["move(c, z)", "move(S, z)", "move(c, z, bottom)"] "to a zone: on top, or under the rest; `box` is out of play" "move(c, discards)";
    Deal "deal" Change ["deal(from, to, n)"] "the top n, one by one, while there are any" "deal(deck, p.hand, 7)";
    Swap "swap" Change ["swap(a, b)"] "each goes where the other was" "swap(card, other)";
    Shuffle "shuffle" Change ["shuffle(z)"] "a zone into random order" "shuffle(deck)";
    Tally "tally" Change ["tally(c, n)", "tally(c)"] "a line of a score's breakdown: what c counted, or that it counted nothing" "tally(c, 12)";
}

/// The entry of a word.
pub fn find(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|w| w.name == name)
}
