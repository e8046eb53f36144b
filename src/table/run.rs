//! The dispatch loop.
//!
//! It relies on the checks of `ir::verify`: registers lie in their frame, jumps in their function, pool
//! ranges in the pool, fixed addresses before the stack. It checks dynamic values itself: indices in
//! registers, and the depth of calls. It accesses a frame through a window of fixed size, so that a register
//! access costs a mask and no branch.

use super::effects::{self, move_event, note};
use super::events::Listen;
use super::fault::FaultKind;
use super::frame_layout::{HOST, MASK, WINDOW, grow};
use super::machine::Machine;
use super::options::PickKind;
use super::run_modes::WATCHED;
use super::state::State;
use super::stop::Exit;
use super::{boards, histories, moves, sets, wide, zones};
use crate::ir::{Layout, NONE, Op, Reg, ToIndex};

impl Machine<'_> {
    /// Runs from the header's PC and BASE to the next stop; leaves both there. The caller updates STATUS, TOP
    /// and the frames beyond. The function is compiled once for each `MODE`.
    pub(super) fn run<const MODE: u8>(&mut self, state: &mut State) -> Exit {
        let table = self.table;
        // Counts refer to the compiled code.
        let counts = MODE == WATCHED && !self.ran.is_empty();
        let code = if counts { table.compiled.as_slice() } else { table.code.as_slice() };
        let pool = table.ir.pool.as_slice();
        let fixed_words = table.stack;
        let words = &mut state.words;
        let mut pc = words[Layout::PC].index();
        // Relative to the stack.
        let mut base = (words[Layout::BASE].index()).wrapping_sub(fixed_words);
        let mut fuel = self.fuel as i64;
        let everything = self.listen == Listen::Everything;

        let exit = 'run: loop {
            // Ensure capacity for the window of the frame at `base`.
            if base > Layout::STACK_WORDS {
                break 'run Exit::fault(FaultKind::TooDeep);
            }
            if words.len() < fixed_words + base + WINDOW {
                grow(words, fixed_words, base);
            }
            let (fixed, stack) = words.split_at_mut(fixed_words);
            let Some(mut frame) = stack[base..].first_chunk_mut::<WINDOW>() else {
                break 'run Exit::fault(FaultKind::TooDeep);
            };

            macro_rules! fail {
                ($kind:expr) => {
                    break 'run Exit::fault($kind)
                };
            }
            macro_rules! r {
                ($x:expr) => {
                    frame[($x).index() & MASK]
                };
            }
            // The word at an index of the frame, for the words of a set beyond the first.
            macro_rules! at {
                ($index:expr) => {
                    frame[($index) & MASK]
                };
            }
            macro_rules! int {
                ($x:expr) => {
                    r!($x) as i64
                };
            }
            macro_rules! checked {
                ($d:expr, $result:expr) => {
                    match $result {
                        Some(v) => r!($d) = v as u64,
                        None => fail!(FaultKind::Overflow),
                    }
                };
            }
            macro_rules! each {
                ($n:expr, $i:ident, $body:expr) => {{
                    let mut $i = 0usize;
                    loop {
                        $body;
                        $i += 1;
                        if $i >= $n.index() {
                            break;
                        }
                    }
                }};
            }
            macro_rules! enough {
                ($added:expr) => {{
                    $added;
                    if MODE == WATCHED && self.brief && self.has_enough(fixed, frame, base) {
                        pc = self.listed_at.0;
                        break 'run Exit::Choice;
                    }
                }};
            }
            macro_rules! slice {
                ($a:expr, $n:expr) => {
                    &frame[($a).index()..($a).index() + $n as usize]
                };
            }
            macro_rules! slice_mut {
                ($a:expr, $n:expr) => {
                    &mut frame[($a).index()..($a).index() + $n as usize]
                };
            }
            macro_rules! jump {
                ($to:expr) => {{
                    let to: usize = $to;
                    if to < pc {
                        fuel -= (pc - to) as i64; // only backward jumps can loop
                        if fuel < 0 {
                            fail!(FaultKind::FuelSpent);
                        }
                    }
                    pc = to;
                }};
            }
            macro_rules! jump_if {
                ($holds:expr, $to:expr) => {
                    if $holds {
                        jump!($to.index())
                    }
                };
            }
            macro_rules! try_or_fail {
                ($result:expr) => {
                    match $result {
                        Ok(v) => v,
                        Err(kind) => fail!(kind),
                    }
                };
            }
            // Executes the conditional jump that follows a comparison, in the same step.
            macro_rules! then_jump {
                ($d:expr, $holds:expr) => {{
                    let holds = $holds;
                    r!($d) = u64::from(holds);
                    match code.get(pc) {
                        Some(&Op::JumpIf { to, .. }) => {
                            pc += 1;
                            if holds {
                                jump!(to.index())
                            }
                        }
                        Some(&Op::JumpUnless { to, .. }) => {
                            pc += 1;
                            if !holds {
                                jump!(to.index())
                            }
                        }
                        _ => {}
                    }
                }};
            }
            // Stops where machine code can continue.
            macro_rules! enter_native {
                () => {
                    #[cfg(feature = "native")]
                    if MODE == super::run_modes::BESIDE
                        && table.native.get().is_some_and(|native| native.is_entry(pc))
                    {
                        self.fuel = fuel as u64;
                        break 'run Exit::Native;
                    }
                };
            }
            // Calls `$f` with its frame at register `$at`.
            macro_rules! call {
                ($f:expr, $at:expr) => {{
                    let function = &table.functions[($f).index()];
                    fuel -= i64::from(function.cost);
                    if fuel < 0 {
                        fail!(FaultKind::FuelSpent);
                    }
                    let inner = base + ($at).index();
                    match stack.get_mut(inner..).and_then(|s| s.first_chunk_mut::<WINDOW>()) {
                        Some(window) => {
                            frame = window;
                            frame[0] = (pc as u64) << 32 | (fixed_words + base) as u64;
                            base = inner;
                            pc = function.entry.index();
                            if function.zeroed {
                                frame[1 + function.params.index()..function.frame.index()].fill(0);
                            }
                            enter_native!();
                        }
                        None if inner > Layout::STACK_WORDS => fail!(FaultKind::TooDeep),
                        None => {
                            // Grow the buffer, and repeat the call.
                            fuel += i64::from(function.cost);
                            pc -= 1;
                            self.tick::<MODE>(pc, -1);
                            grow(words, fixed_words, inner);
                            continue 'run;
                        }
                    }
                }};
            }
            // Returns to the caller, whose address is in the header of the frame that is left.
            macro_rules! back {
                ($words:expr, $header:expr) => {{
                    let header = $header;
                    let back = (header >> 32).index();
                    if back >= HOST.index() {
                        self.returned = $words;
                        break 'run Exit::Return(header);
                    }
                    pc = back;
                    base = ((header as u32).index()).wrapping_sub(fixed_words);
                    match stack.get_mut(base..).and_then(|s| s.first_chunk_mut::<WINDOW>()) {
                        Some(window) => frame = window,
                        None => fail!(FaultKind::Damaged("a frame lies outside its stack")),
                    }
                    enter_native!();
                }};
            }
            // Removes the lowest element of a set of one word.
            macro_rules! next_of_word {
                ($d:expr, $a:expr, $by:expr) => {{
                    let set = r!($a);
                    if set == 0 {
                        jump!(pc.wrapping_add_signed($by as isize));
                    } else {
                        r!($a) = set & (set - 1); // clears the lowest bit
                        r!($d) = u64::from(set.trailing_zeros());
                    }
                }};
            }
            macro_rules! next_of_words {
                ($n:expr, $d:expr, $a:expr, $by:expr) => {
                    match wide::next(slice_mut!($a, $n)) {
                        Some(next) => r!($d) = next,
                        None => jump!(pc.wrapping_add_signed($by as isize)),
                    }
                };
            }

            loop {
                let Some(&op) = code.get(pc) else { fail!(FaultKind::Damaged("it left its code")) };
                self.tick::<MODE>(pc, 1);
                pc += 1;
                match op {
                    Op::Int { d, v } => r!(d) = i64::from(v) as u64,
                    Op::Word { d, k } => r!(d) = pool[k.index()],
                    Op::Words { n, d, k } => wide::load(frame, n, d, pool, k.index()),
                    Op::Move { n: 1, d, a } => r!(d) = r!(a),
                    // Both words are read before they are written: the ranges may overlap.
                    Op::Move { n: 2, d, a } => (r!(d), r!(d + 1)) = (r!(a), r!(a + 1)),
                    Op::Move { n, d, a } => wide::copy(frame, n, d, a),
                    Op::Zero { n: 1, d } => r!(d) = 0,
                    Op::Zero { n, d } => wide::zero(frame, n, d),
                    // Arithmetic never wraps: an overflow is a fault of the rules.
                    Op::Add { d, a, b } => checked!(d, (int!(a)).checked_add(int!(b))),
                    Op::AddI { d, a, v } => checked!(d, (int!(a)).checked_add(i64::from(v))),
                    Op::Sub { d, a, b } => checked!(d, (int!(a)).checked_sub(int!(b))),
                    Op::Mul { d, a, b } => checked!(d, (int!(a)).checked_mul(int!(b))),
                    Op::MulI { d, a, v } => checked!(d, (int!(a)).checked_mul(i64::from(v))),
                    Op::Div { d, a, b } => match int!(b) {
                        0 => fail!(FaultKind::DivisionByZero),
                        y => checked!(d, effects::quotient(int!(a), y)),
                    },
                    Op::Rem { d, a, b } => match int!(b) {
                        0 => fail!(FaultKind::DivisionByZero),
                        y => r!(d) = effects::remainder(int!(a), y) as u64,
                    },
                    Op::Neg { d, a } => checked!(d, (int!(a)).checked_neg()),
                    Op::Abs { d, a } => checked!(d, (int!(a)).checked_abs()),
                    Op::Min { d, a, b } => r!(d) = (int!(a)).min(int!(b)) as u64,
                    Op::Max { d, a, b } => r!(d) = (int!(a)).max(int!(b)) as u64,
                    Op::Not { d, a } => r!(d) = u64::from(r!(a) == 0),
                    Op::Eq { d, a, b } => r!(d) = u64::from(r!(a) == r!(b)),
                    Op::Ne { d, a, b } => r!(d) = u64::from(r!(a) != r!(b)),
                    Op::Lt { d, a, b } => r!(d) = u64::from((int!(a)) < (int!(b))),
                    Op::Le { d, a, b } => r!(d) = u64::from((int!(a)) <= (int!(b))),
                    Op::EqI { d, a, v } => r!(d) = u64::from(int!(a) == i64::from(v)),
                    Op::IsSome { d, a } => r!(d) = u64::from(r!(a) != NONE),
                    // Control flow. The verifier has checked the targets, but not the numbers in registers.
                    Op::Jump { to } => jump!(to.index()),
                    Op::JumpIf { a, to } => jump_if!(r!(a) != 0, to),
                    Op::JumpUnless { a, to } => jump_if!(r!(a) == 0, to),
                    Op::JumpNone { a, to } => jump_if!(r!(a) == NONE, to),
                    Op::JumpEmpty { n, a, to } => jump_if!(wide::union(frame, n, a) == 0, to),
                    Op::Switch { n, a } => {
                        let case = r!(a);
                        if case >= u64::from(n) {
                            fail!(FaultKind::NoSuchThing(case as i64));
                        }
                        pc += case.index();
                    }
                    // Sets are bit sets of n words: element e is bit e % 64 of word e / 64.
                    Op::And { n, d, a, b } => wide::combine(frame, n, d, (a, b), |x: u64, y: u64| x & y),
                    Op::Or { n, d, a, b } => wide::combine(frame, n, d, (a, b), |x: u64, y: u64| x | y),
                    Op::Minus { n, d, a, b } => wide::combine(frame, n, d, (a, b), |x: u64, y: u64| x & !y),
                    Op::AndPool { n, d, k } => wide::combine_with(frame, n, d, pool, k.index(), |x, y| x & y),
                    Op::MinusPool { n, d, k } => {
                        wide::combine_with(frame, n, d, pool, k.index(), |x, y: u64| x & !y)
                    }
                    Op::AndState { n, d, addr } => {
                        wide::combine_with(frame, n, d, fixed, addr.index(), |x, y| x & y)
                    }
                    Op::MinusState { n, d, addr } => {
                        wide::combine_with(frame, n, d, fixed, addr.index(), |x, y: u64| x & !y)
                    }
                    Op::OrState { n, d, addr } => {
                        wide::combine_with(frame, n, d, fixed, addr.index(), |x, y| x | y)
                    }
                    Op::Count { n, d, a } => {
                        let mut count = 0;
                        each!(n, i, count += u64::from(at!(a.index() + i).count_ones()));
                        r!(d) = count;
                    }
                    Op::Any { n, d, a } => r!(d) = u64::from(wide::union(frame, n, a) != 0),
                    Op::SetEq { n, d, a, b } => {
                        let mut differ = 0;
                        each!(n, i, differ |= at!(a.index() + i) ^ at!(b.index() + i));
                        r!(d) = u64::from(differ == 0);
                    }
                    Op::Has { n, d, a, b } => {
                        let e = r!(b);
                        r!(d) = if e < u64::from(n) * 64 {
                            at!(a.index() + (e / 64).index()) >> (e % 64) & 1
                        } else {
                            0
                        };
                    }
                    Op::Insert { n, d, a } => {
                        let e = r!(a);
                        if e >= u64::from(n) * 64 {
                            fail!(FaultKind::NotInSet(e as i64));
                        }
                        at!(d.index() + (e / 64).index()) |= 1 << (e % 64);
                    }
                    Op::Remove { n, d, a } => {
                        let e = r!(a);
                        if e < u64::from(n) * 64 {
                            at!(d.index() + (e / 64).index()) &= !(1 << (e % 64));
                        }
                    }
                    Op::Single { n, d, a } => {
                        let e = r!(a);
                        if e >= u64::from(n) * 64 {
                            fail!(FaultKind::NotInSet(e as i64));
                        }
                        each!(n, i, at!(d.index() + i) = 0);
                        at!(d.index() + (e / 64).index()) = 1 << (e % 64);
                    }
                    Op::First { n: 1, d, a } => {
                        let set = r!(a);
                        r!(d) = if set == 0 { NONE } else { u64::from(set.trailing_zeros()) };
                    }
                    Op::First { n, d, a } => r!(d) = sets::first(slice!(a, n)).unwrap_or(NONE),
                    Op::Only { n, d, a } => r!(d) = sets::only(slice!(a, n)).unwrap_or(NONE),
                    Op::Next { n: 1, d, a, by } => next_of_word!(d, a, by),
                    Op::Next { n, d, a, by } => next_of_words!(n, d, a, by),
                    Op::NextInZone { n, d, a, by } => {
                        let zone = try_or_fail!(zones::zone(table, r!(a - 1)));
                        let set = slice_mut!(a, n);
                        match zones::next_of(table, fixed, zone, set) {
                            Some(c) => r!(d) = c,
                            None => jump!(pc.wrapping_add_signed(by as isize)),
                        }
                    }
                    Op::Range { d, a, b } => r!(d) = try_or_fail!(effects::range(int!(a), int!(b))),
                    // The fixed part of the state, and printed attributes. Owners come from registers.
                    Op::Load { d, addr } => r!(d) = fixed[addr.index()],
                    Op::LoadSet { n, d, addr } => wide::load(frame, n, d, fixed, addr.index()),
                    Op::Get { d, f, i } => {
                        let field = &table.fields[f.index()];
                        let owner = r!(i);
                        if owner >= u64::from(field.owners) {
                            fail!(FaultKind::NoSuchThing(owner as i64));
                        }
                        r!(d) = fixed[field.base.index() + owner.index() * field.words.index()];
                    }
                    Op::GetSet { n, d, f, i } => {
                        let field = &table.fields[f.index()];
                        let owner = r!(i);
                        if owner >= u64::from(field.owners) {
                            fail!(FaultKind::NoSuchThing(owner as i64));
                        }
                        wide::load(
                            frame,
                            n,
                            d,
                            fixed,
                            field.base.index() + owner.index() * field.words.index(),
                        );
                    }
                    Op::Put { f, i, a } => {
                        let field = &table.fields[f.index()];
                        try_or_fail!(zones::put_field(fixed, f, field, r!(i), r!(a)))
                    }
                    Op::PutSet { n, f, i, a } => {
                        let field = &table.fields[f.index()];
                        let owner = r!(i);
                        if owner >= u64::from(field.owners) {
                            fail!(FaultKind::NoSuchThing(owner as i64));
                        }
                        let to = field.base.index() + owner.index() * field.words.index();
                        each!(n, i, fixed[to + i] = at!(a.index() + i));
                    }
                    Op::IndexOf { n, d, f, a } => {
                        let field = &table.fields[f.index()];
                        match field.index_set(r!(a)) {
                            Some(set) => {
                                let from = field.index_base.index() + set * field.index_words.index();
                                wide::load(frame, n, d, fixed, from);
                            }
                            None => each!(n, i, at!(d.index() + i) = 0),
                        }
                    }
                    Op::Attr { d, f, i } => {
                        let attribute = &table.attributes[f.index()];
                        let owner = r!(i);
                        if owner >= attribute.owners {
                            fail!(FaultKind::NoSuchThing(owner as i64));
                        }
                        r!(d) = pool[attribute.base.index() + owner.index() * attribute.words.index()];
                    }
                    Op::AttrSet { n, d, f, i } => {
                        let attribute = &table.attributes[f.index()];
                        let owner = r!(i);
                        if owner >= attribute.owners {
                            fail!(FaultKind::NoSuchThing(owner as i64));
                        }
                        let from = attribute.base.index() + owner.index() * attribute.words.index();
                        wide::load(frame, n, d, pool, from);
                    }
                    // Lookup tables and boards.
                    Op::Row { n, d, t, i } => {
                        let info = &table.ir.tables[t];
                        let row = r!(i);
                        if row >= u64::from(info.rows) {
                            fail!(FaultKind::NoSuchThing(row as i64));
                        }
                        wide::load(frame, n, d, pool, info.base.index() + row.index() * info.words.index());
                    }
                    Op::StepSet { .. }
                    | Op::Steps { .. }
                    | Op::Spread { .. }
                    | Op::Reach { .. }
                    | Op::RayTo { .. }
                    | Op::Rays { .. }
                    | Op::InARow { .. }
                    | Op::Lined { .. } => try_or_fail!(boards::run(table.ir, frame, op)),
                    // Zones and moves. A zone whose `set` is 0 keeps no set: the components are scanned.
                    Op::ZoneOf { d, zone, p } => {
                        let player = r!(p);
                        if player >= fixed[Layout::PLAYERS] {
                            fail!(FaultKind::NoSuchThing(player as i64));
                        }
                        r!(d) = u64::from(zone) + player;
                    }
                    Op::ZoneSet { n, d, z } => {
                        let zone = try_or_fail!(zones::zone(table, r!(z)));
                        if zone.set == 0 {
                            zones::scan(table, fixed, zone, slice_mut!(d, n));
                        } else {
                            wide::load(frame, n, d, fixed, zone.set.index());
                        }
                    }
                    Op::PlayerZone { n, d, zone, p } => {
                        let player = r!(p);
                        if player >= fixed[Layout::PLAYERS] {
                            fail!(FaultKind::NoSuchThing(player as i64));
                        }
                        let from = try_or_fail!(zones::zone(table, u64::from(zone) + player)).set.index();
                        wide::load(frame, n, d, fixed, from);
                    }
                    Op::MoveTo { bottom, c, z } => {
                        let (component, to) = (r!(c), r!(z));
                        let from = try_or_fail!(moves::shift(table, fixed, component, to, bottom != 0));
                        if everything {
                            note(&mut self.events, move_event(component, from, to));
                        }
                    }
                    Op::Holder { d, c } => {
                        let component = r!(c);
                        try_or_fail!(zones::exists(table, component));
                        r!(d) = zones::holder(table, fixed, component);
                    }
                    // Players.
                    Op::Players { d } => {
                        let players = fixed[Layout::PLAYERS];
                        r!(d) = if players >= 64 { u64::MAX } else { (1 << players) - 1 };
                    }
                    Op::PlayerCount { d } => r!(d) = fixed[Layout::PLAYERS],
                    Op::NextPlayer { d, a } => {
                        let (player, players) = (r!(a), fixed[Layout::PLAYERS]);
                        if player >= players {
                            fail!(FaultKind::NoSuchThing(player as i64));
                        }
                        r!(d) = if player + 1 == players { 0 } else { player + 1 };
                    }
                    Op::Seat { d, a } => {
                        r!(d) = try_or_fail!(effects::at_seat(r!(a), fixed[Layout::PLAYERS]))
                    }
                    // Calls. A frame begins with its header; a result overwrites it, so it is read first.
                    Op::Call { f, at } => call!(f, at),
                    Op::CallSlot { s, c, at } => {
                        let slot = &table.ir.slots[s];
                        let component = r!(c);
                        let Some(&rule) = slot.rules.get(component.index()) else {
                            fail!(FaultKind::NoSuchThing(component as i64));
                        };
                        if rule == crate::ir::SlotInfo::EMPTY {
                            slice_mut!(at, slot.result_words).fill(0);
                        } else {
                            call!(rule, at);
                        }
                    }
                    Op::Ret { n, a } => {
                        let header = frame[0];
                        match n {
                            0 => {}
                            1 => frame[0] = r!(a),
                            _ => wide::copy(frame, n, Reg(0), a),
                        }
                        back!(n, header);
                    }
                    Op::Done => {
                        back!(0, frame[0]);
                    }
                    // Lists of options. After a stop, the list is made again from `OptBegin` on.
                    Op::OptBegin { choice } => {
                        self.begin_list(choice, (pc - 1, base));
                        if MODE == WATCHED && self.brief && self.may_decline(fixed, frame) {
                            pc -= 1;
                            break 'run Exit::Choice;
                        }
                    }
                    Op::OptSet { n, a } => enough!(self.options.add(PickKind::Element, &[], slice!(a, n))),
                    Op::OptArm { arm } => enough!(self.options.add_plain(PickKind::Arm(arm))),
                    Op::OptAct { n, action, fixed: at, a } => {
                        let params = table.ir.actions[action].params.len().saturating_sub(1);
                        enough!(self.options.add(PickKind::Action(action), slice!(at, params), slice!(a, n)));
                    }
                    Op::OptAct0 { action } => enough!(self.options.add_plain(PickKind::Action(action))),
                    Op::OptCount { d } => r!(d) = self.options.len() as u64,
                    Op::Choose { d, by } => {
                        if !try_or_fail!(self.end_list(fixed, frame, (pc - 1, base), (d, by))) {
                            pc = self.listed_at.0;
                            break 'run Exit::Choice;
                        }
                        fuel = self.fuel as i64;
                    }
                    // Events, histories and chance cost more fuel than one instruction, or may stop the loop.
                    Op::Log { .. } | Op::Tally { .. } | Op::TallyNone { .. } => {
                        fuel -= Self::EVENT_FUEL;
                        self.log_or_tally(frame, op);
                    }
                    Op::Record { .. } | Op::Times { .. } | Op::Forget { .. } => {
                        fuel -= i64::from(histories::run(table, fixed, frame, op));
                    }
                    Op::Roll { .. } | Op::RollDie { .. } | Op::Random { .. } | Op::Shuffle { .. } => {
                        if let Some(asked) = try_or_fail!(self.chance(fixed, frame, op)) {
                            pc -= 1;
                            break 'run Exit::Chance(Box::new(asked));
                        }
                    }
                    Op::Win { .. } | Op::Lose { .. } | Op::Out { .. } | Op::End { .. } => {
                        if effects::ends(fixed, frame, op) {
                            break 'run Exit::Over;
                        }
                    }
                    Op::Fail { why } => fail!(effects::failure(why)),
                    // Fused pairs: the jump is still in the code after them, for entries in the middle.
                    Op::EqJump { d, a, b } => then_jump!(d, r!(a) == r!(b)),
                    Op::LtJump { d, a, b } => then_jump!(d, (int!(a)) < (int!(b))),
                    Op::LeJump { d, a, b } => then_jump!(d, (int!(a)) <= (int!(b))),
                    Op::EqIJump { d, a, v } => then_jump!(d, int!(a) == i64::from(v)),
                    Op::HasJump { n, d, a, b } => {
                        let e = r!(b);
                        let within = e < u64::from(n) * 64;
                        then_jump!(d, within && at!(a.index() + (e / 64).index()) >> (e % 64) & 1 == 1)
                    }
                    Op::JumpNext { to } => {
                        jump!(to.index());
                        if let Some(&Op::Next { n, d, a, by }) = code.get(pc) {
                            pc += 1;
                            match n {
                                1 => next_of_word!(d, a, by),
                                n => next_of_words!(n, d, a, by),
                            }
                        }
                    }
                    // Instructions on components' places are rare and long: they are kept out of the loop.
                    op => try_or_fail!(self.components(fixed, frame, op)),
                }
            }
        };
        words[Layout::PC] = pc as u64;
        words[Layout::BASE] = (fixed_words.wrapping_add(base)) as u64;
        exit
    }
}
