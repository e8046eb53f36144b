//! Instructions of the register machine. Dense (8 bytes each), typed by construction, without a string, a hash or an allocation.
//!
//! A frame is a stretch of the state's stack: word 0 is its header, the parameters follow from word 1, then variables and
//! temporaries; a [`Reg`] is an index into it. A value takes one word, a set `n` words in consecutive registers, lowest elements
//! first: element `e` is bit `e % 64` of word `e / 64`. Ints are `i64`, bools 0 or 1, everything else an index, and
//! [`NONE`](super::NONE) where a `T?` holds nothing.
//!
//! Arithmetic that leaves `i64`, a division by zero, an index outside its domain and a stored int outside its range are faults.

use super::HintId;
use serde::{Deserialize, Serialize};

/// A register: an index into the current frame.
pub type Reg = u16;

/// An instruction. `d` is where the result goes, `n` the words of a set, `to` an absolute instruction index, `by` a jump counted
/// from the next instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // the fields are the operands that each variant's text names
pub enum Op {
    // --- constants and moves
    /// d = v
    Int { d: Reg, v: i32 },
    /// `d = pool[k]`
    Word { d: Reg, k: u32 },
    /// d.. = pool[k..k+n]
    Words { n: u8, d: Reg, k: u32 },
    /// d.. = a.., n words (the ranges may overlap)
    Move { n: u8, d: Reg, a: Reg },
    /// d.. = 0, n words
    Zero { n: u8, d: Reg },

    // --- ints and bools
    /// d = a + b
    Add { d: Reg, a: Reg, b: Reg },
    /// d = a + v
    AddI { d: Reg, a: Reg, v: i16 },
    /// d = a − b
    Sub { d: Reg, a: Reg, b: Reg },
    /// d = a · b
    Mul { d: Reg, a: Reg, b: Reg },
    /// d = a · v
    MulI { d: Reg, a: Reg, v: i16 },
    /// d = a / b, rounded towards minus infinity
    Div { d: Reg, a: Reg, b: Reg },
    /// d = a − b·(a / b)
    Rem { d: Reg, a: Reg, b: Reg },
    /// d = −a
    Neg { d: Reg, a: Reg },
    /// d = |a|
    Abs { d: Reg, a: Reg },
    /// d = the lesser
    Min { d: Reg, a: Reg, b: Reg },
    /// d = the greater
    Max { d: Reg, a: Reg, b: Reg },
    /// d = 1 − a, of a bool
    Not { d: Reg, a: Reg },
    /// d = a == b (words)
    Eq { d: Reg, a: Reg, b: Reg },
    /// d = a != b (words)
    Ne { d: Reg, a: Reg, b: Reg },
    /// d = a < b (ints)
    Lt { d: Reg, a: Reg, b: Reg },
    /// d = a <= b (ints)
    Le { d: Reg, a: Reg, b: Reg },
    /// d = a == v
    EqI { d: Reg, a: Reg, v: i16 },
    /// d = a is not none
    IsSome { d: Reg, a: Reg },

    // --- amounts: a number in each of n words
    /// d = word i of a..; a fault if there is none
    Lane { n: u8, d: Reg, a: Reg, i: Reg },
    /// word i of d.. = a; a fault if there is none
    SetLane { n: u8, d: Reg, i: Reg, a: Reg },
    /// d = no number of a.. is more than that of b.. at its place
    EachLe { n: u8, d: Reg, a: Reg, b: Reg },
    /// d = all numbers of a.. together
    Total { n: u8, d: Reg, a: Reg },

    // --- jumps
    /// Goes on at `to`.
    Jump { to: u32 },
    /// … if a is true
    JumpIf { a: Reg, to: u32 },
    /// … if a is false
    JumpUnless { a: Reg, to: u32 },
    /// … if a is none
    JumpNone { a: Reg, to: u32 },
    /// … if all n words of a are 0
    JumpEmpty { n: u8, a: Reg, to: u32 },
    /// Skips a instructions (a is 0..n); n `Jump`s follow.
    Switch { n: u8, a: Reg },

    // --- sets
    /// d = a ∩ b
    And { n: u8, d: Reg, a: Reg, b: Reg },
    /// d = a ∪ b
    Or { n: u8, d: Reg, a: Reg, b: Reg },
    /// d = a without b
    Minus { n: u8, d: Reg, a: Reg, b: Reg },
    /// d = d ∩ pool[k..]
    AndPool { n: u8, d: Reg, k: u32 },
    /// d = d without pool[k..]
    MinusPool { n: u8, d: Reg, k: u32 },
    /// d = d ∩ the set at state word `addr`
    AndState { n: u8, d: Reg, addr: u32 },
    /// d = d without the set at state word `addr`
    MinusState { n: u8, d: Reg, addr: u32 },
    /// d = d ∪ the set at state word `addr`
    OrState { n: u8, d: Reg, addr: u32 },
    /// d = the number of elements
    Count { n: u8, d: Reg, a: Reg },
    /// d = there is an element
    Any { n: u8, d: Reg, a: Reg },
    /// d = the two sets are equal
    SetEq { n: u8, d: Reg, a: Reg, b: Reg },
    /// d = element b is in a (false for what the set cannot hold, and for none)
    Has { n: u8, d: Reg, a: Reg, b: Reg },
    /// puts element a into d; a fault if the set cannot hold it
    Insert { n: u8, d: Reg, a: Reg },
    /// takes element a out of d (nothing if it is not there, or none)
    Remove { n: u8, d: Reg, a: Reg },
    /// d = {a}; a fault if the set cannot hold it
    Single { n: u8, d: Reg, a: Reg },
    /// d = the lowest element, or none
    First { n: u8, d: Reg, a: Reg },
    /// d = the element if there is just one, or none
    Only { n: u8, d: Reg, a: Reg },
    /// takes the lowest element out of a into d; jumps if a is empty (d is untouched then)
    Next { n: u8, d: Reg, a: Reg, by: i16 },
    /// the same, in the order of the zone that stands in register a − 1 (top first); elements of a no longer in that zone are passed over
    NextInZone { n: u8, d: Reg, a: Reg, by: i16 },
    /// d (one word) = all ints from a to b, both in 0..=63 (a fault if a < 0 or b > 63; empty if a > b)
    Range { d: Reg, a: Reg, b: Reg },

    // --- state: see `FieldInfo`
    /// `d = state[addr]`
    Load { d: Reg, addr: u32 },
    /// d.. = state[addr..addr+n]
    LoadSet { n: u8, d: Reg, addr: u32 },
    /// d = field `f` of owner i
    Get { d: Reg, f: u16, i: Reg },
    /// d.. = field `f` of owner i, a set
    GetSet { n: u8, d: Reg, f: u16, i: Reg },
    /// field `f` of owner i = a; keeps the field's index; a fault outside its range
    Put { f: u16, i: Reg, a: Reg },
    /// field `f` of owner i = a.., a set
    PutSet { n: u8, f: u16, i: Reg, a: Reg },
    /// field `f` of owner i = a.., an amount; a fault where a number leaves the field's range
    PutEach { n: u8, f: u16, i: Reg, a: Reg },
    /// d.. = the owners whose field `f` is the value a (the field has an index); empty for a value outside it
    IndexOf { n: u8, d: Reg, f: u16, a: Reg },
    /// d.. = those owners of d whose number in field `f` is less than a
    KeepLess { n: u8, d: Reg, f: u16, a: Reg },
    /// … is a or less
    KeepUpTo { n: u8, d: Reg, f: u16, a: Reg },
    /// … is more than a
    KeepMore { n: u8, d: Reg, f: u16, a: Reg },
    /// … is a or more
    KeepFrom { n: u8, d: Reg, f: u16, a: Reg },
    /// … is a
    KeepIs { n: u8, d: Reg, f: u16, a: Reg },
    /// … is not a
    KeepNot { n: u8, d: Reg, f: u16, a: Reg },
    /// d (one word) = the values of field `f` of all owners in a; a fault if one is not in 0..=63
    ValuesOf { n: u8, d: Reg, f: u16, a: Reg },
    /// d = printed attribute `f` of component i
    Attr { d: Reg, f: u16, i: Reg },
    /// d.. = printed attribute `f` of component i, a set
    AttrSet { n: u8, d: Reg, f: u16, i: Reg },

    // --- zones: a zone in a register is an index into `Layout::zones`
    /// d = player p's zone, `zone` being that of player 0
    ZoneOf { d: Reg, zone: u16, p: Reg },
    /// d = the place of the zone `zone` of `Ir::zones` for the thing in register `at` (a player, cell or component; 0 for the
    /// table) and the value in register `at + 1` (0 without one); a fault if it has none for these
    ZoneAt { d: Reg, zone: u16, at: Reg },
    /// d.. = what is in zone z
    ZoneSet { n: u8, d: Reg, z: Reg },
    /// d.. = what is in player p's zone
    PlayerZone { n: u8, d: Reg, zone: u16, p: Reg },
    /// component c goes to zone z: on top, or (`bottom` = 1) under the rest; a fault if the zone does not hold its kind
    MoveTo { bottom: u8, c: Reg, z: Reg },
    /// all of set a go to zone z, lowest first
    MoveAll { n: u8, bottom: u8, a: Reg, z: Reg },
    /// component c is put out of play
    Box { c: Reg },
    /// d.. = the components that are out of play
    OutOfPlay { n: u8, d: Reg },
    /// d = the zone that component c is in, or none
    Place { d: Reg, c: Reg },
    /// d = the player who owns the zone that component c is in, or, where that is a component's, who holds that one; or none
    Holder { d: Reg, c: Reg },
    /// d = the cell on whose zone component c is, or, where it is in a component's zone, where that one is; or none
    CellOf { d: Reg, c: Reg },
    /// d.. (a set of cells, n words) = the cells on which the components of the set a are, as `CellOf` says
    CellsOf { n: u8, d: Reg, a: Reg },
    /// d.. = those components of the set d that are on a cell of a.. (n words), as `CellOf` says
    KeepOn { n: u8, d: Reg, a: Reg },
    /// d.. = those components of the set d that are in a zone, or (`out` = 1) are out of play
    KeepInPlay { n: u8, out: u8, d: Reg },
    /// d.. = what is in the places that the zone `zone` of `Ir::zones` has for the cells of the set a; it has none for values
    OnCells { n: u8, d: Reg, zone: u16, a: Reg },
    /// d.. = what is in the places that the zone `zone` of `Ir::zones` has for the thing in register `at` and the values of the set in
    /// `at + 1` (one word); a fault if it has none for these
    InPlaces { n: u8, d: Reg, zone: u16, at: Reg },
    /// d = the component in whose zone component c is, or none
    Bearer { d: Reg, c: Reg },
    /// d = the player who owns zone z, or, where it is a component's, who holds that one; or none
    ZoneOwner { d: Reg, z: Reg },
    /// d = the top component of an ordered zone, the lowest of one without an order, or none
    Top { d: Reg, z: Reg },
    /// d = the bottom component of an ordered zone, the highest of one without an order, or none
    Bottom { d: Reg, z: Reg },
    /// moves the top a.n components of zone `from` to zone `to` one by one while there are any: registers at, at+1, at+2 = from, to, n
    Deal { at: Reg },
    /// components a and b change places (also in order; where one is out of play, the other comes out of play); a fault if a zone
    /// does not hold the kind of the one that comes
    Swap { a: Reg, b: Reg },

    /// the players of set p (one word) see the faces of set a, and know them until they are mixed with others
    Show { n: u8, a: Reg, p: Reg },
    /// the players of set p (one word) are told which of set a (as wide as a set of components is) print v, of the attribute of hint h
    Hint { h: HintId, a: Reg, p: Reg, v: Reg },

    // --- boards: see `Geometry`
    /// d.. = row i of table `t`; a fault if there is none
    Row { n: u8, d: Reg, t: u16, i: Reg },
    /// d.. = all cells of a moved one on in direction `dir`; those without a next cell are gone
    StepSet { n: u8, d: Reg, a: Reg, dir: Reg },
    /// d.. = all cells of a moved one on, in each direction of the set dirs (one word)
    Steps { n: u8, d: Reg, a: Reg, dirs: Reg },
    /// d.. = the cells that adjoin a cell of a (`around` = 1: by a corner too); those of a only where they adjoin one another
    Spread { n: u8, around: u8, d: Reg, a: Reg },
    /// d.. = what can be reached from cells of a by neighbours inside b, those of a that are in b included
    Reach { n: u8, d: Reg, a: Reg, b: Reg },
    /// d.. = all cells from cell `at` in direction `at + 1` up to and with the first that is in the set at + 2..
    RayTo { n: u8, d: Reg, at: Reg },
    /// d.. = from all cells of the set at + 1.. in all directions of the set `at` (one word): the cells up to and with the first that is
    /// in the set at + 1 + n..
    Rays { n: u8, d: Reg, at: Reg },
    /// d = whether `len` cells of a stand side by side in a straight line
    InARow { n: u8, d: Reg, a: Reg, len: Reg },
    /// d.. = the cells of a that are in a line of which all cells are in a
    Lined { n: u8, d: Reg, a: Reg },

    // --- histories: see `HistoryInfo`
    /// The position as it is now goes into history `h`; the oldest one leaves it, if it is full.
    Record { h: u16 },
    /// d = how often the position as it is now is in history `h`
    Times { d: Reg, h: u16 },
    /// Empties history `h`.
    Forget { h: u16 },

    // --- players
    /// d = the set of players at the table (one word)
    Players { d: Reg },
    /// d = how many
    PlayerCount { d: Reg },
    /// d = the seat after a
    NextPlayer { d: Reg, a: Reg },
    /// d = the player b seats on from a, before a if b is negative, a if it is 0; who is out is passed over, unless everybody is
    SeatsOn { d: Reg, a: Reg, b: Reg },
    /// set d = the players who are not out
    Playing { d: Reg },
    /// set d = the players who have not lost
    NotLost { d: Reg },
    /// d = the player at seat a (from 1); a fault if there is none
    Seat { d: Reg, a: Reg },

    // --- calls
    /// Calls function `f` with its frame beginning at `at`: parameters at at+1.., result at at..
    Call { f: u16, at: Reg },
    /// Calls the rule that component `c` bears in slot `s`, in the same way. Where it bears none: nothing, and a result of 0.
    CallSlot { s: u16, c: Reg, at: Reg },
    /// Returns a.., n words, to the caller.
    Ret { n: u8, a: Reg },

    // --- choice points: OptBegin, any code without effects that adds options, then Choose
    /// Begins the list of options. A table that waits stands here, and makes the list anew when it is woken.
    OptBegin { choice: u16 },
    /// Adds every element of a.
    OptSet { n: u8, a: Reg },
    /// Adds the fixed option number `arm` of the choice point (`ChoiceInfo::arms`).
    OptArm { arm: u16 },
    /// Adds an action for every element of a; its other parameters stand in fixed.. (as many as it has, less one)
    OptAct { n: u8, action: u16, fixed: Reg, a: Reg },
    /// Adds an action without parameters.
    OptAct0 { action: u16 },
    /// d = how many options there are by now
    OptCount { d: Reg },
    /// Stops for player `by`. Once answered: for an element, d = 0 and d+1 = the element; for an arm, d = 1 + arm; for an action,
    /// d = its place among the actions of this choice point (`ChoiceInfo::actions`) and d+1.. = its parameters. An arm beside
    /// actions counts on from the last of them: d = their number + arm. A fault if there is no option. The list must not
    /// depend on registers that are written between `OptBegin` and here: it may be made twice.
    Choose { d: Reg, by: Reg },
    /// Player `by` has taken e in the selection of `choice`: what may not follow leaves the set of elements left. After an element that
    /// the player sees these are the seen ones up to it; after an unseen one, it and all that are seen. So what is still offered does
    /// not tell which one it was.
    Selected { choice: u16, e: Reg, by: Reg },
    /// set d = the elements left in the selection of `choice` after which enough can follow for player `by`
    Selectable { choice: u16, d: Reg, by: Reg },

    // --- chance
    /// d = uniformly random in 1..=a; a fault if a < 1
    Roll { d: Reg, a: Reg },
    /// d = a uniformly random face of die `die` of `Ir::dice`
    RollDie { d: Reg, die: u16 },
    /// d = a uniformly random element of a, or none
    Random { n: u8, d: Reg, a: Reg },
    /// puts zone z into random order; nothing for one without an order
    Shuffle { z: Reg },

    // --- what others see
    /// A line for the record; its values stand in at.. (as `LogInfo` says)
    Log { log: u16, at: Reg },
    /// component c counted a
    Tally { c: Reg, a: Reg },
    /// component c counted nothing
    TallyNone { c: Reg },

    // --- endings
    /// The players of set a have won, and the game is over. `named` is the ending's place in `Ir::endings`, from 1; 0 for none.
    Win { a: Reg, named: u16 },
    /// The players of set a have lost, and are out. Over once at most one has not lost (of several), or all have; that one has then won.
    Lose { a: Reg, named: u16 },
    /// The players of set a are out; play goes on.
    Out { a: Reg },
    /// The game is over; scoring decides, or (`draw` = 1) nobody has won.
    End { draw: u8, named: u16 },
    /// A fault of the rules at this place.
    Fail { why: Failure },
    /// Function end without a value: like `Ret` with no words.
    Done,

    // --- pairs: made by the table, never by a compiler. Each does what the instruction it is named after does, and then, in the
    // same step, the conditional jump that follows it
    /// `Eq`, then a jump on d
    EqJump { d: Reg, a: Reg, b: Reg },
    /// `Lt`, then a jump on d
    LtJump { d: Reg, a: Reg, b: Reg },
    /// `Le`, then a jump on d
    LeJump { d: Reg, a: Reg, b: Reg },
    /// `EqI`, then a jump on d
    EqIJump { d: Reg, a: Reg, v: i16 },
    /// `Has`, then a jump on d
    HasJump { n: u8, d: Reg, a: Reg, b: Reg },
    /// `Jump` to a `Next`, which is done too
    JumpNext { to: u32 },
}

impl Op {
    /// Whether it does what two instructions do that follow each other.
    pub fn is_pair(&self) -> bool {
        use Op::{EqIJump, EqJump, HasJump, LeJump, LtJump};
        matches!(self, EqJump { .. } | LtJump { .. } | LeJump { .. } | EqIJump { .. } | HasJump { .. })
    }
}

/// Faults that the code itself finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Failure {
    /// `choose` with nothing to choose from.
    NothingToChoose,
    /// `act` with no legal action.
    NoLegalAction,
    /// `you` of a component that nobody holds.
    NobodyHolds,
    /// a function that ran past its end without `return`.
    NoReturn,
    /// a window of `may act` in which too much was done without everybody passing.
    OpenWindow,
}
