//! Lowering of expressions: each emits its value into registers.

use super::consts::constant;
use super::emit::{FunctionLowering, UNAIMED};
use crate::check::Ty;
use crate::check::hir::parts::mentions;
use crate::check::hir::tree::{Arith, CompareOp, HExpr, HKind, Local, SetOp};
use crate::ir::code::{Op, Reg};
use crate::ir::{NONE, SlotId};

impl FunctionLowering<'_, '_> {
    /// Returns the register that holds an expression's value: for a variable, the variable's own, which the
    /// caller must not write to.
    pub(super) fn value(&mut self, e: &HExpr) -> Reg {
        match &e.kind {
            HKind::Local(local) => self.local(*local),
            HKind::Lane(of, lane) if constant(lane).is_some() && !self.is_table_field(of) => {
                let place = constant(lane).unwrap_or(0) * self.words(e);
                self.value(of) + Reg::from_index(place).0
            }
            HKind::Call(..) | HKind::Slot { .. } => {
                let was = std::mem::replace(&mut self.span, e.span);
                let at = self.call(e);
                self.span = was;
                self.next = at;
                self.temp(self.words(e))
            }
            _ => self.owned(e),
        }
    }

    /// Lowers an expression into freshly allocated registers, which the caller may write to.
    pub(super) fn owned(&mut self, e: &HExpr) -> Reg {
        let d = self.temp(self.words(e));
        self.into(e, d);
        d
    }

    /// Emits a call of a function or rule. Returns the register of the result, which is not allocated: the
    /// caller must reserve it.
    fn call(&mut self, e: &HExpr) -> Reg {
        match &e.kind {
            HKind::Call(f, args) if self.l.tabulated.contains_key(f) => {
                let known = self.l.tabulated[f];
                let at = self.temp(self.words(e));
                let i = self.owned(&args[0]);
                if let Some(second) = args.get(1) {
                    let size = self.temp(1);
                    self.int(size, known.second as i64);
                    self.emit(Op::Mul { d: i, a: i, b: size });
                    let b = self.value(second);
                    self.emit(Op::Add { d: i, a: i, b });
                }
                self.emit(Op::Row { n: self.words(e) as u8, d: at, t: known.table, i });
                self.next = at;
                at
            }
            HKind::Call(f, args) => {
                let at = self.temp(1);
                for arg in args {
                    self.owned(arg);
                }
                self.emit(Op::Call { f: *f, at });
                self.result_at(at, e)
            }
            HKind::Slot { slot, rule, who, args } => {
                let c = self.value(rule);
                let at = self.temp(1);
                match who {
                    Some(who) => {
                        self.owned(who);
                    }
                    None => {
                        let me = self.temp(1);
                        self.copy(me, c, 1);
                    }
                }
                for arg in args {
                    self.owned(arg);
                }
                match e.ty {
                    Ty::Optional(_) => self.rule_or_none(*slot, c, at),
                    _ => {
                        self.emit(Op::CallSlot { s: *slot, c, at });
                    }
                }
                self.result_at(at, e)
            }
            _ => unreachable!("only calls are called"),
        }
    }

    /// Frees the registers of a call's arguments. The frame stays long enough for the result, which may take
    /// more words than the arguments.
    fn result_at(&mut self, at: Reg, e: &HExpr) -> Reg {
        self.next = at;
        self.temp(self.words(e));
        self.next = at;
        at
    }

    /// Emits a rule that returns a `T?`: none for a component without the rule. (The instruction itself would
    /// give 0.)
    fn rule_or_none(&mut self, slot: SlotId, c: Reg, at: Reg) {
        let mark = self.next;
        let bearers = self.l.bearers(slot);
        let (set, bears) = (self.temp(bearers.len()), self.temp(1));
        let k = self.l.constant(&bearers);
        let n = bearers.len() as u8;
        self.emit(Op::Words { n, d: set, k });
        self.emit(Op::Has { n, d: bears, a: set, b: c });
        let empty = self.emit(Op::JumpUnless { a: bears, to: UNAIMED });
        self.emit(Op::CallSlot { s: slot, c, at });
        let end = self.emit(Op::Jump { to: UNAIMED });
        self.arrive(vec![empty]);
        self.int(at, NONE as i64);
        self.arrive(vec![end]);
        self.next = mark;
    }

    /// Lowers an expression into the registers from `d` on. The expression must not read these registers,
    /// except in arithmetic, set algebra and calls, which read all their operands first: see
    /// [`FunctionLowering::assign`].
    pub(super) fn into(&mut self, e: &HExpr, d: Reg) {
        let was = std::mem::replace(&mut self.span, e.span);
        let mark = self.next;
        self.fill(e, d);
        self.next = mark;
        self.span = was;
    }

    /// Assigns an expression's value to a variable, which the expression may read.
    pub(super) fn assign(&mut self, local: Local, e: &HExpr) {
        let d = self.local(local);
        // For these kinds only the last instruction writes the result, after all operands are read.
        let safe = matches!(
            e.kind,
            HKind::Arith(..)
                | HKind::SetOp(..)
                | HKind::Call(..)
                | HKind::Slot { .. }
                | HKind::Local(_)
                | HKind::Next(_)
                | HKind::Board(..)
                | HKind::Field(..)
                | HKind::Attribute(..)
        );
        if safe || !mentions(e, local) {
            return self.into(e, d);
        }
        if let HKind::With(of, lane, value) = &e.kind
            && matches!(of.kind, HKind::Local(l) if l == local)
        {
            return self.put_lane(d, self.words(e), lane, value);
        }
        let mark = self.next;
        let a = self.owned(e);
        self.copy(d, a, self.words(e));
        self.next = mark;
    }

    fn fill(&mut self, e: &HExpr, d: Reg) {
        let n = self.words(e);
        let n8 = n as u8;
        if matches!(e.ty, Ty::Set(_) | Ty::Amount(_))
            && let Some(words) = self.l.const_words(e)
        {
            if words.iter().all(|w| *w == 0) {
                return self.zero(d, n);
            }
            let k = self.l.constant(&words);
            self.emit(Op::Words { n: n8, d, k });
            return;
        }
        match &e.kind {
            HKind::Int(v) => self.int(d, *v),
            HKind::Bool(v) => self.int(d, *v as i64),
            HKind::Value(v) => self.int(d, *v as i64),
            HKind::Local(local) => {
                let a = self.local(*local);
                self.copy(d, a, n);
            }
            HKind::Option(o) => {
                let addr = crate::ir::Layout::OPTIONS as u32 + u32::from(o.0);
                self.emit(Op::Load { d, addr });
            }
            HKind::TableField(f) => {
                let addr = self.l.ir.layout.fields[*f].base;
                self.emit(match e.ty {
                    Ty::Set(_) | Ty::Amount(_) => Op::LoadSet { n: n8, d, addr },
                    _ => Op::Load { d, addr },
                });
            }
            HKind::Field(f, owner) => {
                let i = self.value(owner);
                self.emit(match e.ty {
                    Ty::Set(_) | Ty::Amount(_) => Op::GetSet { n: n8, d, f: *f, i },
                    _ => Op::Get { d, f: *f, i },
                });
            }
            HKind::Attribute(f, owner) => {
                let i = self.value(owner);
                self.emit(match e.ty {
                    Ty::Set(_) | Ty::Amount(_) => Op::AttrSet { n: n8, d, f: *f, i },
                    _ => Op::Attr { d, f: *f, i },
                });
            }
            HKind::Zone(_)
            | HKind::PlayerZone(..)
            | HKind::ZoneAt(..)
            | HKind::Contents(_)
            | HKind::OutOfPlay
            | HKind::CellOf(_)
            | HKind::Bearer(_)
            | HKind::Holder(_)
            | HKind::ZoneOf(_)
            | HKind::InZones(..)
            | HKind::Top(_)
            | HKind::Bottom(_) => self.zone(e, d, n8),
            HKind::Players => {
                self.emit(Op::Players { d });
            }
            HKind::Playing => {
                self.emit(Op::Playing { d });
            }
            HKind::NotLost => {
                self.emit(Op::NotLost { d });
            }
            HKind::PlayerCount => {
                self.emit(Op::PlayerCount { d });
            }
            HKind::SetOf(elements) if elements.len() == 1 => {
                let a = self.value(&elements[0]);
                self.emit(Op::Single { n: n8, d, a });
            }
            HKind::SetOf(elements) => {
                let set = self.temp(n);
                self.zero(set, n);
                for element in elements {
                    let mark = self.next;
                    let a = self.value(element);
                    self.emit(Op::Insert { n: n8, d: set, a });
                    self.next = mark;
                }
                self.copy(d, set, n);
            }
            HKind::Range(a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                self.emit(Op::Range { d, a, b });
            }
            HKind::Filter { set, element, cond } => {
                self.filtered(set, d, n, *element, cond);
            }
            HKind::Aggregate { op, set, element, of } => {
                self.aggregate(*op, set, *element, of.as_deref(), d, n)
            }
            HKind::Arith(op, a, b) => self.arith(*op, a, b, d),
            HKind::Amount(_) | HKind::Lane(..) | HKind::With(..) | HKind::Each(..) | HKind::SumOf(_) => {
                self.amount(e, d);
            }
            HKind::Negate(a) => {
                let a = self.value(a);
                self.emit(Op::Neg { d, a });
            }
            HKind::Abs(a) => {
                let a = self.value(a);
                self.emit(Op::Abs { d, a });
            }
            HKind::Compare(op, a, b) => self.compare(*op, a, b, d),
            HKind::SetEq(a, b) => {
                let n = self.words(a) as u8;
                let (a, b) = (self.value(a), self.value(b));
                self.emit(Op::SetEq { n, d, a, b });
            }
            HKind::And(..) | HKind::Or(..) | HKind::EachLe(..) => {
                let false_at = self.jump_unless(e);
                self.int(d, 1);
                let end = self.emit(Op::Jump { to: UNAIMED });
                self.arrive(false_at);
                self.int(d, 0);
                self.arrive(vec![end]);
            }
            HKind::Not(a) => {
                let a = self.value(a);
                self.emit(Op::Not { d, a });
            }
            HKind::If(cond, a, b) => {
                let other = self.jump_unless(cond);
                self.into(a, d);
                let end = self.emit(Op::Jump { to: UNAIMED });
                self.arrive(other);
                self.into(b, d);
                self.arrive(vec![end]);
            }
            HKind::In(element, set)
                if self.l.const_set(set).is_none() && matches!(set.kind, HKind::Range(..)) =>
            {
                self.between(element, set, d)
            }
            HKind::In(element, set) => {
                let n = self.words(set) as u8;
                let b = self.value(element);
                let a = self.value(set);
                self.emit(Op::Has { n, d, a, b });
            }
            HKind::SetOp(op, a, b) => self.set_op(*op, a, b, d, n),
            HKind::Call(..) | HKind::Slot { .. } => {
                let at = self.call(e);
                self.copy(d, at, n);
            }
            HKind::Default(a, b) => {
                let value = self.owned(a);
                let some = self.temp(1);
                self.emit(Op::IsSome { d: some, a: value });
                let have = self.emit(Op::JumpIf { a: some, to: UNAIMED });
                self.into(b, value);
                self.arrive(vec![have]);
                self.copy(d, value, 1);
            }
            HKind::Open(a, why) => {
                self.into(a, d);
                let some = self.temp(1);
                self.emit(Op::IsSome { d: some, a: d });
                let have = self.emit(Op::JumpIf { a: some, to: UNAIMED });
                self.emit(Op::Fail { why: *why });
                self.arrive(vec![have]);
            }
            HKind::Ranged(a, of) => {
                self.into(a, d);
                self.check_range(d, &a.ty, *of);
            }
            HKind::Next(p) => {
                let a = self.value(p);
                if self.l.symbols.passes_over {
                    let b = self.temp(1);
                    self.int(b, 1);
                    self.emit(Op::SeatsOn { d, a, b });
                } else {
                    self.emit(Op::NextPlayer { d, a });
                }
            }
            HKind::SeatsOn(p, n) => {
                let a = self.owned(p);
                let b = self.value(n);
                self.emit(Op::SeatsOn { d, a, b });
            }
            HKind::SeatOf(p) => {
                let a = self.value(p);
                self.emit(Op::AddI { d, a, v: 1 });
            }
            HKind::PlayerAt(seat) => {
                let a = self.value(seat);
                self.emit(Op::Seat { d, a });
            }
            HKind::IsSome(a) => {
                let a = self.value(a);
                self.emit(Op::IsSome { d, a });
            }
            HKind::Times(h) => {
                self.emit(Op::Times { d, h: *h });
            }
            HKind::Board(op, parts) => self.board(*op, parts, d, n),
            HKind::Roll(times, sides) => {
                let a = self.value(sides);
                self.roll(times, d, |d| Op::Roll { d, a });
            }
            HKind::RollDie(times, die) => self.roll(times, d, |d| Op::RollDie { d, die: *die }),
            HKind::Random(set) => {
                let n = self.words(set) as u8;
                let a = self.value(set);
                self.emit(Op::Random { n, d, a });
            }
            HKind::ConstSet(_) | HKind::Bearers(_) => unreachable!("constant sets were handled above"),
        }
    }

    /// Lowers `x in a..b`, with bounds of any size.
    fn between(&mut self, element: &HExpr, range: &HExpr, d: Reg) {
        let HKind::Range(low, high) = &range.kind else { unreachable!("asked of ranges only") };
        let (e, low, high) = (self.value(element), self.value(low), self.value(high));
        let (not_less, not_more) = (self.temp(1), self.temp(1));
        self.emit(Op::Le { d: not_less, a: low, b: e });
        self.emit(Op::Le { d: not_more, a: e, b: high });
        self.emit(Op::Mul { d, a: not_less, b: not_more });
    }

    fn arith(&mut self, op: Arith, a: &HExpr, b: &HExpr, d: Reg) {
        let small = |e: &HExpr| match e.kind {
            HKind::Int(v) => i16::try_from(v).ok(),
            _ => None,
        };
        match (op, small(a), small(b)) {
            (Arith::Add, None, Some(v)) | (Arith::Add, Some(v), None) => {
                let a = self.value(if small(b).is_some() { a } else { b });
                self.emit(Op::AddI { d, a, v });
            }
            (Arith::Sub, None, Some(v)) if v != i16::MIN => {
                let a = self.value(a);
                self.emit(Op::AddI { d, a, v: -v });
            }
            (Arith::Mul, None, Some(v)) | (Arith::Mul, Some(v), None) => {
                let a = self.value(if small(b).is_some() { a } else { b });
                self.emit(Op::MulI { d, a, v });
            }
            _ => {
                let (a, b) = (self.value(a), self.value(b));
                self.emit(arithmetic(op, d, a, b));
            }
        }
    }

    fn compare(&mut self, op: CompareOp, a: &HExpr, b: &HExpr, d: Reg) {
        let small = |e: &HExpr| match e.kind {
            HKind::Int(v) => i16::try_from(v).ok(),
            HKind::Value(v) => i16::try_from(v).ok(),
            HKind::Bool(v) => Some(v as i16),
            _ => None,
        };
        if op == CompareOp::Eq
            && let Some(v) = small(b)
        {
            let a = self.value(a);
            self.emit(Op::EqI { d, a, v });
            return;
        }
        let (a, b) = (self.value(a), self.value(b));
        self.emit(match op {
            CompareOp::Eq => Op::Eq { d, a, b },
            CompareOp::Ne => Op::Ne { d, a, b },
            CompareOp::Lt => Op::Lt { d, a, b },
            CompareOp::Le => Op::Le { d, a, b },
        });
    }

    fn set_op(&mut self, op: SetOp, a: &HExpr, b: &HExpr, d: Reg, n: usize) {
        let n8 = n as u8;
        // Adding or removing one element needs no set of its own.
        if let (HKind::SetOf(elements), SetOp::Union | SetOp::Without) = (&b.kind, op)
            && let [one] = elements.as_slice()
        {
            let e = self.value(one);
            let base = self.value(a);
            self.copy(d, base, n);
            self.emit(if op == SetOp::Union {
                Op::Insert { n: n8, d, a: e }
            } else {
                Op::Remove { n: n8, d, a: e }
            });
            return;
        }
        let a = self.value(a);
        let b = self.value(b);
        self.emit(match op {
            SetOp::Union => Op::Or { n: n8, d, a, b },
            SetOp::Without => Op::Minus { n: n8, d, a, b },
            SetOp::Both => Op::And { n: n8, d, a, b },
        });
    }

    fn roll(&mut self, times: &HExpr, d: Reg, once: impl Fn(Reg) -> Op) {
        if matches!(times.kind, HKind::Int(1)) {
            self.emit(once(d));
            return;
        }
        let left = self.owned(times);
        let (sum, zero, more) = (self.temp(1), self.temp(1), self.temp(1));
        let one = self.temp(1);
        self.int(sum, 0);
        self.int(zero, 0);
        let top = self.next_pc();
        self.emit(Op::Lt { d: more, a: zero, b: left });
        let done = self.emit(Op::JumpUnless { a: more, to: UNAIMED });
        self.emit(once(one));
        self.emit(Op::Add { d: sum, a: sum, b: one });
        self.emit(Op::AddI { d: left, a: left, v: -1 });
        self.emit(Op::Jump { to: top });
        self.arrive(vec![done]);
        self.copy(d, sum, 1);
    }
}

/// Returns the arithmetic instruction for two numbers in registers.
pub(super) fn arithmetic(op: Arith, d: Reg, a: Reg, b: Reg) -> Op {
    match op {
        Arith::Add => Op::Add { d, a, b },
        Arith::Sub => Op::Sub { d, a, b },
        Arith::Mul => Op::Mul { d, a, b },
        Arith::Div => Op::Div { d, a, b },
        Arith::Rem => Op::Rem { d, a, b },
        Arith::Min => Op::Min { d, a, b },
        Arith::Max => Op::Max { d, a, b },
    }
}
