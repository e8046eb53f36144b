//! The built-in words of the language in one table: name, forms, nature, explanation, example.
//!
//! `check` takes names and natures from it, diagnostics their forms, and `docs/language.md` lists it.

mod bots;
mod lists;
mod phrases;
mod settings;

pub use bots::{BOTS, BotWord, SearchBudget, TAKEN_BOTS, bot};
pub use lists::{
    Bringer, ComponentOrigin, ListedCard, MAIN_PART, PlayedList, PlayedLists, ScenarioCard, is_list_file,
};
pub use phrases::{PHRASES, phrase};
pub use settings::{
    ArrowSides, BackPlacement, CardStyle, CardThickness, CutMarks, PieceForm, RulesFormat, StartPoint,
    ZoneViewers,
};

/// A built-in word that can be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // each is described by its `WordEntry`
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
    Owner,
    ZoneOf,
    CellOf,
    Bearer,
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
    Show,
    Tally,
}

/// The nature of a word, which decides where it is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordNature {
    /// A calculation over the elements of a set.
    Aggregate,
    /// A calculation without side effects.
    Calculation,
    /// A calculation about a board.
    Board,
    /// A random value.
    Chance,
    /// A change of the state.
    Change,
}

/// An entry of the table of words.
#[derive(Clone, Copy, Debug)]
pub struct WordEntry {
    /// The built-in.
    pub builtin: Builtin,
    /// The word as rules write it.
    pub name: &'static str,
    /// Its forms, with parameters.
    pub forms: &'static [&'static str],
    /// The nature of the word, which decides where rules may use it.
    pub nature: WordNature,
    /// Its explanation, in a line.
    pub doc: &'static str,
    /// An example, a line of code.
    pub example: &'static str,
    /// The English template for card texts: `{0}` is the first argument in words. Empty if rulebooks have no
    /// such word.
    pub english: &'static str,
}

macro_rules! words {
    ($(
        $builtin:ident $name:literal $nature:ident [$($form:literal),+]
        $doc:literal $example:literal $english:literal;
    )*) => {
        /// Every built-in word.
        pub const WORDS: &[WordEntry] = &[
            $(WordEntry {
                builtin: Builtin::$builtin,
                name: $name,
                forms: &[$($form),+],
                nature: WordNature::$nature,
                doc: $doc,
                example: $example,
                english: $english,
            },)*
        ];
    };
}

words! {
    Count "count" Aggregate ["count(S)", "count(S, C)"] "the number of elements" "count(hand where suit == herb)" "the number of {0}";
    Any "any" Aggregate ["any(S)", "any(S, C)"] "at least one (for which C holds)" "any(hand, strength > 20)" "any {0}";
    None "none" Aggregate ["none(S)", "none(S, C)"] "not one (for which C holds)" "none(discards)" "no {0}";
    All "all" Aggregate ["all(S, C)"] "C holds for every element" "all(hand, strength < 10)" "every {0}";
    Sum "sum" Aggregate ["sum(S, e)"] "e added up over the elements" "sum(hand, strength)" "the {1} of {0}";
    Max "max" Aggregate ["max(S, e)", "max(a, b)"] "the greatest e, 0 of none; the greater of two" "max(hand, strength)" "the highest {1} of {0}";
    Min "min" Aggregate ["min(S, e)", "min(a, b)"] "the least e, 0 of none; the lesser of two" "min(coins, 3)" "the lowest {1} of {0}";
    Best "best" Aggregate ["best(S, e)"] "the first element with the greatest e (a number, or a value of an ordered enum), or none" "best(hand, strength)" "the {0} with the highest {1}";
    Union "union" Aggregate ["union(S, e)"] "all the sets e together" "union(players, it.hand)" "";
    Values "values" Aggregate ["values(S, e)"] "the set of the values that e takes" "count(values(hand, suit))" "each different {1} of {0}";
    First "first" Aggregate ["first(S)"] "the first element in order, or none" "first(hand)" "the first {0}";
    Only "only" Aggregate ["only(S)"] "the element if there is just one, or none" "only(hand where marked)" "the only {0}";
    Abs "abs" Calculation ["abs(a)"] "a without its sign" "abs(a - b)" "{0} without its sign";
    Clamp "clamp" Calculation ["clamp(a, low, high)"] "a, but at least low and at most high" "clamp(coins, 0, 9)" "{0}, but at least {1} and at most {2}";
    Seat "seat" Calculation ["seat(p)"] "the number of p's seat, from 1" "seat(you)" "the seat of {0}";
    Next "next" Calculation ["next(p)", "next(p, n)"] "who sits after p; n seats on, before p if n is negative" "next(you, -1)" "the player after {0}";
    TurnOrder "turn_order" Calculation ["turn_order(p)"] "all players from p on; for `for each`" "for each p in turn_order(you) { draw(p, 1) }" "each player from {0} on";
    Holder "holder" Calculation ["holder(c)"] "who owns the zone that c is in, or none" "if let p = holder(c) { draw(p, 1) }" "the player who holds {0}";
    Owner "owner" Calculation ["owner(c)"] "whose list c came from, or none" "if let p = owner(c) { move(c, p.graveyard) }" "the owner of {0}";
    ZoneOf "zone_of" Calculation ["zone_of(c)"] "the zone that c is in, or none" "zone_of(c) == deck" "the place of {0}";
    CellOf "cell_of" Calculation ["cell_of(c)"] "the cell where c lies, in whatever pack, or none" "if let a = cell_of(hero) { move(foe, a.lair) }" "the place of {0}";
    Bearer "bearer" Calculation ["bearer(c)"] "the component in whose zone c is, or none" "bearer(sword) is none" "the bearer of {0}";
    Top "top" Calculation ["top(z)"] "the top component of an ordered zone, or none" "if let c = top(deck) { move(c, hand) }" "the top card of {0}";
    Bottom "bottom" Calculation ["bottom(z)"] "the bottom component of an ordered zone, or none" "bottom(deck)" "the bottom card of {0}";
    NameOf "name_of" Calculation ["name_of(c)"] "the name printed on c" "name_of(c) == badger" "the name of {0}";
    Step "step" Board ["step(c, d)", "step(S, d)", "step(S, D)"] "the next cell in a direction, or none; all cells of a set moved one on, in one direction or several" "step(from, n)" "the cell next to {0}, {1}";
    Neighbours "neighbours" Board ["neighbours(c)", "neighbours(S)"] "the cells that adjoin" "neighbours(c) where side is none" "the neighbours of {0}";
    Around "around" Board ["around(c)", "around(S)"] "the cells that adjoin, on a grid by a corner too" "around(c)" "the cells around {0}";
    Ray "ray" Board ["ray(c, d)", "ray(c, d, stop)", "ray(S, D, stop)"] "all cells in a direction; up to and with the first in a set; from several cells, in several directions" "ray(from, diagonals, taken)" "the cells from {0} on, {1}";
    Group "group" Board ["group(c, S)", "group(T, S)"] "what can be reached by neighbours inside S" "group(c, cells where side == you)" "what is connected with {0}";
    Border "border" Board ["border(S)"] "the neighbours of a set that are not in it" "border(group(c, mine))" "the border of {0}";
    Distance "distance" Board ["distance(a, b)"] "steps from neighbour to neighbour, -1 if there is no way" "distance(a, b) <= 2" "the distance from {0} to {1}";
    InARow "in_a_row" Board ["in_a_row(S, n)"] "n cells of S stand side by side in a straight line" "in_a_row(mine, 3)" "{1} of {0} in a row";
    Lined "lined" Board ["lined(S)"] "the cells of S that are in a line all of whose cells are in S" "c in lined(mine)" "those of {0} that form a line";
    Opposite "opposite" Board ["opposite(d)"] "the direction behind" "opposite(d)" "the direction opposite to {0}";
    Left "left" Board ["left(d)"] "a direction turned to the left" "left(d)" "to the left of {0}";
    Right "right" Board ["right(d)"] "a direction turned to the right" "right(d)" "to the right of {0}";
    Times "times" Calculation ["times(h)"] "how often the position as it is now was recorded in a history" "times(positions) >= 3" "";
    Roll "roll" Chance ["roll(d6)", "roll(n, d6)"] "a die; the sum of n dice" "let wounds = roll(2, d6)" "the roll of {0} dice with {1} sides";
    Random "random" Chance ["random(S)"] "a uniformly random element, or none" "if let c = random(hand) { move(c, discards) }" "a random {0}";
    Record "record" Change ["record(h)"] "the position as it is now into a history" "record(positions)" "";
    Forget "forget" Change ["forget(h)"] "empties a history" "forget(positions)" "";
    Move "move" Change ["move(c, z)", "move(S, z)", "move(c, z, bottom)"] "to a zone: on top, or under the rest; `box` is out of play" "move(c, discards)" "move {0} to {1}";
    Deal "deal" Change ["deal(from, to, n)"] "the top n, one by one, while there are any" "deal(deck, p.hand, 7)" "move the top {2} of {0} to {1}";
    Swap "swap" Change ["swap(a, b)"] "each goes where the other was" "swap(card, other)" "swap {0} and {1}";
    Shuffle "shuffle" Change ["shuffle(z)"] "a zone into random order" "shuffle(deck)" "shuffle {0}";
    Show "show" Change ["show(c, p)", "show(S, p)", "show(S, players)", "show(S, p, attribute == e)"] "p, or each of a set of players, sees these faces, or is told which of them print e, and knows it until they are mixed with others" "show(p.hand, you)" "show {0} to {1}";
    Tally "tally" Change ["tally(c, n)", "tally(c)"] "a line of a score's breakdown: what c counted, or that it counted nothing" "tally(c, 12)" "";
}

/// Returns the entry of a word; `None` if the language has no such word.
pub fn find(name: &str) -> Option<&'static WordEntry> {
    WORDS.iter().find(|w| w.name == name)
}

/// Returns the English of a built-in, for arguments in words.
pub fn english(builtin: Builtin, args: &[String]) -> String {
    let form = WORDS.iter().find(|w| w.builtin == builtin).map_or("", |w| w.english);
    let mut out = String::new();
    let mut rest = form;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let (hole, after) = after.split_once('}').unwrap_or((after, ""));
        out.push_str(hole.parse::<usize>().ok().and_then(|i| args.get(i)).map_or("", String::as_str));
        rest = after;
    }
    out + rest
}
