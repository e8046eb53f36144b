//! Instructions of the register machine. Dense (8 bytes each), typed by construction, without a string, a
//! hash or an allocation.
//!
//! A frame is a stretch of the state's stack: word 0 is its header, the parameters follow from word 1, then
//! variables and temporaries; a [`Reg`] is an index into it. A value takes one word, a set `n` words in
//! consecutive registers, lowest elements first: element `e` is bit `e % 64` of word `e / 64`. Ints are
//! `i64`, bools 0 or 1, everything else an index, and [`NONE`](super::NONE) where a `T?` holds nothing.
//!
//! Arithmetic that leaves `i64`, a division by zero, an index outside its domain and a stored int outside its
//! range are faults.

pub use super::ids::Reg;
use super::ids::{
    ActionId, ArmId, AttributeId, ChoiceId, CodeAddress, DieId, FieldId, FunctionId, HintId, HistoryId,
    LogId, RangeId, SlotId, TableId, ZoneId, ZonePlaceId,
};
use serde::{Deserialize, Serialize};

/// An instruction. `d` is the result register, `n` the number of words of a set, `to` an absolute instruction
/// index, and `by` a jump offset relative to the next instruction.
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
    /// d = the minimum of a and b
    Min { d: Reg, a: Reg, b: Reg },
    /// d = the maximum of a and b
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
    /// d = word i of a..; a fault if i is out of range
    Lane { n: u8, d: Reg, a: Reg, i: Reg },
    /// word i of d.. = a; a fault if i is out of range
    SetLane { n: u8, d: Reg, i: Reg, a: Reg },
    /// d = whether each word of a.. is at most the word of b.. at the same index
    EachLe { n: u8, d: Reg, a: Reg, b: Reg },
    /// d = the sum of the n words of a..
    Total { n: u8, d: Reg, a: Reg },
    /// d.. = each word of a.. plus the word of b.. at the same index (the ranges may overlap)
    AddEach { n: u8, d: Reg, a: Reg, b: Reg },
    /// d.. = each word of a.. minus the word of b.. at the same index
    SubEach { n: u8, d: Reg, a: Reg, b: Reg },
    /// d.. = the minimum of each word of a.. and the word of b.. at the same index
    MinEach { n: u8, d: Reg, a: Reg, b: Reg },
    /// d.. = the maximum of each word of a.. and the word of b.. at the same index
    MaxEach { n: u8, d: Reg, a: Reg, b: Reg },

    // --- jumps
    /// Jumps to `to`.
    Jump { to: CodeAddress },
    /// Jumps to `to` if a is true
    JumpIf { a: Reg, to: CodeAddress },
    /// Jumps to `to` if a is false
    JumpUnless { a: Reg, to: CodeAddress },
    /// Jumps to `to` if a is none
    JumpNone { a: Reg, to: CodeAddress },
    /// Jumps to `to` if all n words of a are 0
    JumpEmpty { n: u8, a: Reg, to: CodeAddress },
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
    /// d = whether the set has an element
    Any { n: u8, d: Reg, a: Reg },
    /// d = whether the two sets are equal
    SetEq { n: u8, d: Reg, a: Reg, b: Reg },
    /// d = whether element b is in a (false for none, and for an index beyond the n words)
    Has { n: u8, d: Reg, a: Reg, b: Reg },
    /// Inserts element a into d; a fault if a is beyond the n words
    Insert { n: u8, d: Reg, a: Reg },
    /// Removes element a from d; no effect if a is not in d, or none
    Remove { n: u8, d: Reg, a: Reg },
    /// d = {a}; a fault if a is beyond the n words
    Single { n: u8, d: Reg, a: Reg },
    /// d = the lowest element, or none
    First { n: u8, d: Reg, a: Reg },
    /// d = the element if there is exactly one, else none
    Only { n: u8, d: Reg, a: Reg },
    /// Removes the lowest element of a and writes it to d; jumps if a is empty (d is untouched then)
    Next { n: u8, d: Reg, a: Reg, by: i16 },
    /// Like `Next`, in the order of the zone in register a − 1 (top first); elements of a that are no longer
    /// in that zone are skipped
    NextInZone { n: u8, d: Reg, a: Reg, by: i16 },
    /// d (one word) = all ints from a to b, both in 0..=63 (a fault if a < 0 or b > 63; empty if a > b)
    Range { d: Reg, a: Reg, b: Reg },

    // --- state: see `FieldInfo`
    /// `d = state[addr]`
    Load { d: Reg, addr: u32 },
    /// d.. = state[addr..addr+n]
    LoadSet { n: u8, d: Reg, addr: u32 },
    /// d = field `f` of owner i
    Get { d: Reg, f: FieldId, i: Reg },
    /// d.. = field `f` of owner i, a set
    GetSet { n: u8, d: Reg, f: FieldId, i: Reg },
    /// field `f` of owner i = a; updates the field's index; a fault if a is out of range
    Put { f: FieldId, i: Reg, a: Reg },
    /// field `f` of owner i = a.., a set
    PutSet { n: u8, f: FieldId, i: Reg, a: Reg },
    /// field `f` of owner i = a.., an amount; a fault if a number is out of the field's range
    PutEach { n: u8, f: FieldId, i: Reg, a: Reg },
    /// field `f` of owner i = a, a set of ints or an int that may be none; updates the field's index; a fault
    /// if a number is out of the field's range
    PutRanged { f: FieldId, i: Reg, a: Reg },
    /// d.. = the owners whose field `f` equals a (the field has an index); empty if a is outside the domain
    IndexOf { n: u8, d: Reg, f: FieldId, a: Reg },
    /// Keeps in d.. the owners whose field `f` is less than a
    KeepLess { n: u8, d: Reg, f: FieldId, a: Reg },
    /// Keeps in d.. the owners whose field `f` is at most a
    KeepUpTo { n: u8, d: Reg, f: FieldId, a: Reg },
    /// Keeps in d.. the owners whose field `f` is greater than a
    KeepMore { n: u8, d: Reg, f: FieldId, a: Reg },
    /// Keeps in d.. the owners whose field `f` is at least a
    KeepFrom { n: u8, d: Reg, f: FieldId, a: Reg },
    /// Keeps in d.. the owners whose field `f` equals a
    KeepIs { n: u8, d: Reg, f: FieldId, a: Reg },
    /// Keeps in d.. the owners whose field `f` does not equal a
    KeepNot { n: u8, d: Reg, f: FieldId, a: Reg },
    /// d (one word) = the values of field `f` of all owners in a; a fault if one is not in 0..=63
    ValuesOf { n: u8, d: Reg, f: FieldId, a: Reg },
    /// d = printed attribute `f` of component i
    Attr { d: Reg, f: AttributeId, i: Reg },
    /// d.. = printed attribute `f` of component i, a set
    AttrSet { n: u8, d: Reg, f: AttributeId, i: Reg },
    /// d.. = a row of n words of printed attribute `f`, an amount: registers at, at+1 = component, row; a
    /// fault if either is out of range
    AttrRow { n: u8, d: Reg, f: AttributeId, at: Reg },

    // --- zones: a zone in a register is an index into `Layout::zones`
    /// d = player p's zone; `zone` is the zone of player 0
    ZoneOf { d: Reg, zone: ZonePlaceId, p: Reg },
    /// d = the place of the zone `zone` of `Ir::zones` for the thing in register `at` (a player, cell or
    /// component; 0 for the table) and the value in register `at + 1` (0 without one); a fault if the zone
    /// has no such place
    ZoneAt { d: Reg, zone: ZoneId, at: Reg },
    /// d.. = the contents of zone z
    ZoneSet { n: u8, d: Reg, z: Reg },
    /// d.. = the contents of player p's zone
    PlayerZone { n: u8, d: Reg, zone: ZonePlaceId, p: Reg },
    /// Moves component c to zone z: on top, or (`bottom` = 1) to the bottom; a fault if the zone does not
    /// hold its kind
    MoveTo { bottom: u8, c: Reg, z: Reg },
    /// Moves every component of set a to zone z, lowest first
    MoveAll { n: u8, bottom: u8, a: Reg, z: Reg },
    /// Puts component c out of play
    Box { c: Reg },
    /// d.. = the components out of play
    OutOfPlay { n: u8, d: Reg },
    /// d = the zone that component c is in, or none
    Place { d: Reg, c: Reg },
    /// d = the player who owns the zone of component c; if a component owns that zone, the holder of that
    /// component; or none
    Holder { d: Reg, c: Reg },
    /// d = the cell whose zone holds component c; if a component's zone holds c, the cell of that component;
    /// or none
    CellOf { d: Reg, c: Reg },
    /// d.. (a set of cells, n words) = the cells of the components of the set a, as in `CellOf`
    CellsOf { n: u8, d: Reg, a: Reg },
    /// Keeps in the set d.. the components on a cell of a.. (n words), as in `CellOf`
    KeepOn { n: u8, d: Reg, a: Reg },
    /// Keeps in the set d.. the components in a zone, or (`out` = 1) the components out of play
    KeepInPlay { n: u8, out: u8, d: Reg },
    /// d.. = the contents of the places that the zone `zone` of `Ir::zones` has for the cells of the set a;
    /// the zone has no key
    OnCells { n: u8, d: Reg, zone: ZoneId, a: Reg },
    /// d.. = the contents of the places that the zone `zone` of `Ir::zones` has for the thing in register
    /// `at` and the values of the set in `at + 1` (one word); a fault if the zone has no such place
    InPlaces { n: u8, d: Reg, zone: ZoneId, at: Reg },
    /// d = the component whose zone holds component c, or none
    Bearer { d: Reg, c: Reg },
    /// d = the player who owns zone z; if a component owns it, the holder of that component; or none
    ZoneOwner { d: Reg, z: Reg },
    /// d = the top component of an ordered zone, the lowest of one without an order, or none
    Top { d: Reg, z: Reg },
    /// d = the bottom component of an ordered zone, the highest of one without an order, or none
    Bottom { d: Reg, z: Reg },
    /// Moves the top n components of zone `from`, or all if there are fewer, to zone `to` one by one;
    /// registers at, at+1, at+2 = from, to, n
    Deal { at: Reg },
    /// Swaps the places of components a and b, their order included (if one is out of play, the other goes
    /// out of play); a fault if a zone does not hold the kind of the arriving component
    Swap { a: Reg, b: Reg },

    /// Shows the faces of set a to the players of set p (one word); they know them until the components are
    /// mixed with others
    Show { n: u8, a: Reg, p: Reg },
    /// Tells the players of set p (one word) which components of set a (as wide as a set of components) have
    /// the value v in the attribute of hint h
    Hint { h: HintId, a: Reg, p: Reg, v: Reg },

    // --- boards: see `Geometry`
    /// d.. = row i of table `t`; a fault if i is out of range
    Row { n: u8, d: Reg, t: TableId, i: Reg },
    /// d.. = the cells of a shifted by one in direction `dir`; cells without a neighbour there are dropped
    StepSet { n: u8, d: Reg, a: Reg, dir: Reg },
    /// d.. = the cells of a shifted by one in each direction of the set dirs (one word)
    Steps { n: u8, d: Reg, a: Reg, dirs: Reg },
    /// d.. = the neighbours of the cells of a (`around` = 1: diagonal ones included); a cell of a is in d
    /// only if it is a neighbour of another
    Spread { n: u8, around: u8, d: Reg, a: Reg },
    /// d.. = the cells reachable from cells of a through neighbours inside b, including those of a that are
    /// in b
    Reach { n: u8, d: Reg, a: Reg, b: Reg },
    /// d.. = all cells from cell `at` in direction `at + 1`, up to and including the first that is in the set
    /// at + 2..
    RayTo { n: u8, d: Reg, at: Reg },
    /// d.. = the cells of the rays from each cell of the set at + 1.. in each direction of the set `at` (one
    /// word); each ray ends with the first cell that is in the set at + 1 + n..
    Rays { n: u8, d: Reg, at: Reg },
    /// d = whether `len` cells of a are consecutive in a straight line
    InARow { n: u8, d: Reg, a: Reg, len: Reg },
    /// d.. = the cells of a that are on a line whose cells are all in a
    Lined { n: u8, d: Reg, a: Reg },

    // --- histories: see `HistoryInfo`
    /// Appends the current position to history `h`; removes the oldest one if the history is full.
    Record { h: HistoryId },
    /// d = the number of occurrences of the current position in history `h`
    Times { d: Reg, h: HistoryId },
    /// Empties history `h`.
    Forget { h: HistoryId },

    // --- players
    /// d = the set of players at the table (one word)
    Players { d: Reg },
    /// d = the number of players at the table
    PlayerCount { d: Reg },
    /// d = the seat after a
    NextPlayer { d: Reg, a: Reg },
    /// d = the player b seats after a (before a if b is negative, a if b is 0); players who are out are
    /// skipped, unless everybody is out
    SeatsOn { d: Reg, a: Reg, b: Reg },
    /// set d = the players who are not out
    Playing { d: Reg },
    /// set d = the players who have not lost
    NotLost { d: Reg },
    /// d = the player at seat a (from 1); a fault if there is no such seat
    Seat { d: Reg, a: Reg },

    // --- calls
    /// Calls function `f` with its frame at `at`: parameters in at+1.., result in at..
    Call { f: FunctionId, at: Reg },
    /// Calls the rule of component `c` for slot `s`, in the same way. If the slot is empty: no call, and a
    /// result of 0.
    CallSlot { s: SlotId, c: Reg, at: Reg },
    /// Returns a.., n words, to the caller.
    Ret { n: u8, a: Reg },

    // --- choice points: OptBegin, any code without effects that adds options, then Choose
    /// Begins the list of options. A suspended table stops here, and rebuilds the list when it resumes.
    OptBegin { choice: ChoiceId },
    /// Adds every element of a.
    OptSet { n: u8, a: Reg },
    /// Adds the fixed option number `arm` of the choice point (`ChoiceInfo::arms`).
    OptArm { arm: ArmId },
    /// Adds an action for every element of a; its other parameters are in fixed.. (the number of its
    /// parameters, less one)
    OptAct { n: u8, action: ActionId, fixed: Reg, a: Reg },
    /// Adds an action without parameters.
    OptAct0 { action: ActionId },
    /// d = the number of options so far
    OptCount { d: Reg },
    /// Stops for player `by`. After the answer: for an element, d = 0 and d+1 = the element; for an arm, d =
    /// 1 + arm; for an action, d = its index among the actions of this choice point (`ChoiceInfo::actions`)
    /// and d+1.. = its parameters. Beside actions, arms are numbered after them: d = the number of actions +
    /// arm. A fault if there is no option. The list must not depend on registers that are written between
    /// `OptBegin` and here, because it may be built twice.
    Choose { d: Reg, by: Reg },
    /// Player `by` has taken e in the selection of `choice`: the elements that may not follow e are removed
    /// from the remaining set. After an element that the player sees, these are the seen ones up to it. After
    /// an unseen one, they are e itself and all seen ones. So the remaining options do not reveal which
    /// unseen element was taken.
    Selected { choice: ChoiceId, e: Reg, by: Reg },
    /// set d = the remaining elements of the selection of `choice` after which enough others can follow for
    /// player `by`
    Selectable { choice: ChoiceId, d: Reg, by: Reg },

    // --- chance
    /// d = uniformly random in 1..=a; a fault if a < 1
    Roll { d: Reg, a: Reg },
    /// d = a uniformly random face of die `die` of `Ir::dice`
    RollDie { d: Reg, die: DieId },
    /// d = a uniformly random element of a, or none
    Random { n: u8, d: Reg, a: Reg },
    /// Shuffles zone z; has no effect if z keeps no order
    Shuffle { z: Reg },

    // --- information that others see
    /// Adds a line to the record; its values are in at.. (see `LogInfo`)
    Log { log: LogId, at: Reg },
    /// Tallies a points for component c.
    Tally { c: Reg, a: Reg },
    /// Tallies nothing for component c.
    TallyNone { c: Reg },

    // --- endings
    /// The players of set a have won, and the game is over. `named` is the ending's index in `Ir::endings`,
    /// from 1; 0 for none.
    Win { a: Reg, named: u16 },
    /// The players of set a have lost, and are out. The game is over once all players have lost, or, of
    /// several, all but one; that one has won.
    Lose { a: Reg, named: u16 },
    /// The players of set a are out; play goes on.
    Out { a: Reg },
    /// The game is over; scoring decides, or (`draw` = 1) nobody has won.
    End { draw: u8, named: u16 },
    /// A fault of the rules at this place.
    Fail { why: FailureCode },
    /// A fault: a number of the value in a.. is outside range `r`. Only reached if one is
    Outside { r: RangeId, a: Reg },
    /// Function end without a value: like `Ret` with no words.
    Done,

    // --- fused pairs: made by `table::program`, never by the compiler. Each executes the instruction it is
    // named after and, in the same step, the conditional jump that follows it
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
    JumpNext { to: CodeAddress },
}

impl Op {
    /// Returns whether the instruction asks for chance.
    pub fn is_chance(&self) -> bool {
        matches!(self, Op::Roll { .. } | Op::RollDie { .. } | Op::Random { .. } | Op::Shuffle { .. })
    }

    /// Returns the target of a jump or a loop that stands at `pc`; `None` for every other instruction, also
    /// `Switch` and those that only the optimiser makes.
    pub fn target(&self, pc: CodeAddress) -> Option<CodeAddress> {
        match *self {
            Op::Jump { to }
            | Op::JumpIf { to, .. }
            | Op::JumpUnless { to, .. }
            | Op::JumpNone { to, .. }
            | Op::JumpEmpty { to, .. } => Some(to),
            Op::Next { by, .. } | Op::NextInZone { by, .. } => Some(pc.jump(by)),
            _ => None,
        }
    }

    /// Returns whether the instruction fuses two consecutive ones into one.
    pub fn is_pair(&self) -> bool {
        use Op::{EqIJump, EqJump, HasJump, LeJump, LtJump};
        matches!(self, EqJump { .. } | LtJump { .. } | LeJump { .. } | EqIJump { .. } | HasJump { .. })
    }
}

/// Faults that the compiled code raises itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum FailureCode {
    /// `choose` with nothing to choose from.
    NothingToChoose,
    /// `act` with no legal action.
    NoLegalAction,
    /// `you` of a component that nobody holds.
    NobodyHolds,
    /// a function that ran past its end without `return`.
    NoReturn,
    /// a window of `may act` that exceeded its limit of actions before all players passed in a row.
    OpenWindow,
}
