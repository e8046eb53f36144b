//! Checks the operands of instructions.

use crate::ir::choices::SelectionInfo;
use crate::ir::code::Op;
use crate::ir::ids::{
    ActionId, AttributeId, ChoiceId, CodeAddress, FieldId, FunctionId, Reg, ToIndex, ZoneId, ZonePlaceId,
};
use crate::ir::layout::FieldInfo;
use crate::ir::root::Ir;
use crate::ir::tables::SlotInfo;

/// A function's range of instructions and the size of its frame.
pub(super) struct FunctionExtent {
    pub start: CodeAddress,
    pub end: CodeAddress,
    pub frame: u16,
}

/// The registers that an instruction accesses, as pairs of first register and count.
#[derive(Debug, Default)]
pub(crate) struct AccessedRegisters {
    pub reads: Vec<(Reg, usize)>,
    pub writes: Vec<(Reg, usize)>,
}

/// Checks the operands of instructions one by one.
pub(super) struct Checker<'a> {
    pub ir: &'a Ir,
    pub stretch: &'a FunctionExtent,
    pub pc: CodeAddress,
    pub fits: bool,
    /// The choice point of the last `OptBegin`.
    pub choice: Option<ChoiceId>,
    /// Records the accessed registers, if requested.
    pub touched: Option<AccessedRegisters>,
}

impl Checker<'_> {
    pub(super) fn require(&mut self, holds: bool) -> &mut Self {
        self.fits &= holds;
        self
    }

    /// Registers `a..a + n` are read, and must be in the frame.
    pub(super) fn reads(&mut self, a: Reg, n: usize) -> &mut Self {
        if let Some(touched) = &mut self.touched {
            touched.reads.push((a, n));
        }
        self.require(a.index() + n <= usize::from(self.stretch.frame))
    }

    /// Registers `d..d + n` are written, and must be in the frame. Register 0, the header, is excluded.
    pub(super) fn writes(&mut self, d: Reg, n: usize) -> &mut Self {
        if let Some(touched) = &mut self.touched {
            touched.writes.push((d, n));
        }
        self.require(d > Reg(0) && d.index() + n <= usize::from(self.stretch.frame))
    }

    pub(super) fn set(&mut self, n: u8) -> &mut Self {
        self.require(n > 0)
    }

    pub(super) fn to(&mut self, to: CodeAddress) -> &mut Self {
        self.require(to >= self.stretch.start && to < self.stretch.end)
    }

    pub(super) fn step_by(&mut self, by: i16) -> &mut Self {
        let to = i64::from(self.pc.0) + 1 + i64::from(by);
        self.require(to >= i64::from(self.stretch.start.0) && to < i64::from(self.stretch.end.0))
    }

    pub(super) fn pool(&mut self, k: u32, n: usize) -> &mut Self {
        self.require(k.index() + n <= self.ir.pool.len())
    }

    pub(super) fn state(&mut self, addr: u32, n: usize) -> &mut Self {
        self.require(addr.index() + n <= self.ir.layout.stack.index())
    }

    /// Field `f` must exist and satisfy `words`.
    pub(super) fn field(&mut self, f: FieldId, words: impl FnOnce(&FieldInfo) -> bool) -> &mut Self {
        let fits = self.ir.layout.fields.find(f).is_some_and(words);
        self.require(fits)
    }

    pub(super) fn attribute(&mut self, f: AttributeId, n: u8) -> &mut Self {
        let fits = self.ir.attributes.find(f).is_some_and(|a| a.words == u16::from(n));
        self.require(fits)
    }

    /// A set of cells must have the geometry's number of words.
    pub(super) fn cells(&mut self, n: u8) -> &mut Self {
        self.require(n > 0 && u16::from(n) == self.ir.geometry.words)
    }

    /// A set of components must have the number of words of `Ir::component_words`.
    pub(super) fn components(&mut self, n: u8) -> &mut Self {
        self.require(n > 0 && usize::from(n) == self.ir.component_words())
    }

    /// `zone` must be the zone of player 0 of a per-player zone that keeps its set.
    pub(super) fn zone(&mut self, zone: ZonePlaceId) -> &mut Self {
        let sets = self.ir.layout.zones.find(zone).is_some_and(|place| place.set != 0);
        let fits = sets && self.ir.zones.iter().any(|z| z.first == zone && z.per_player());
        self.require(fits)
    }

    /// `zone` must be an index into `Ir::zones`.
    pub(super) fn declared_zone(&mut self, zone: ZoneId) -> &mut Self {
        self.require(self.ir.zones.has(zone))
    }

    /// The parameters and results of a call with its frame at `at` must lie in this frame.
    pub(super) fn call(&mut self, f: FunctionId, at: Reg) -> &mut Self {
        match self.ir.functions.find(f) {
            Some(f) => {
                let words = (1 + f.param_words).max(f.result_words);
                self.writes(at, usize::from(words))
            }
            None => self.require(false),
        }
    }

    pub(super) fn instruction(&mut self, op: Op) {
        match op {
            Op::Int { d, .. }
            | Op::Players { d }
            | Op::PlayerCount { d }
            | Op::Playing { d }
            | Op::NotLost { d }
            | Op::OptCount { d } => self.writes(d, 1),
            Op::Word { d, k } => self.writes(d, 1).pool(k, 1),
            Op::Words { n, d, k } => self.set(n).writes(d, usize::from(n)).pool(k, usize::from(n)),
            Op::Move { n, d, a } => self.set(n).writes(d, usize::from(n)).reads(a, usize::from(n)),
            Op::Zero { n, d } => self.set(n).writes(d, usize::from(n)),
            Op::Add { d, a, b }
            | Op::Sub { d, a, b }
            | Op::Mul { d, a, b }
            | Op::Div { d, a, b }
            | Op::Rem { d, a, b }
            | Op::Min { d, a, b }
            | Op::Max { d, a, b }
            | Op::Eq { d, a, b }
            | Op::Ne { d, a, b }
            | Op::Lt { d, a, b }
            | Op::Le { d, a, b }
            | Op::SeatsOn { d, a, b }
            | Op::Range { d, a, b } => self.writes(d, 1).reads(a, 1).reads(b, 1),
            Op::AddI { d, a, .. }
            | Op::MulI { d, a, .. }
            | Op::EqI { d, a, .. }
            | Op::Neg { d, a }
            | Op::Abs { d, a }
            | Op::Not { d, a }
            | Op::IsSome { d, a }
            | Op::NextPlayer { d, a }
            | Op::Seat { d, a }
            | Op::Roll { d, a } => self.writes(d, 1).reads(a, 1),
            Op::Jump { to } => self.to(to),
            Op::JumpIf { a, to } | Op::JumpUnless { a, to } | Op::JumpNone { a, to } => {
                self.reads(a, 1).to(to)
            }
            Op::JumpEmpty { n, a, to } => self.set(n).reads(a, usize::from(n)).to(to),
            Op::Switch { n, a } => {
                let after = self.pc.index() + 1;
                let jumps = self.ir.code.get(after..after + usize::from(n));
                let fits = jumps.is_some_and(|jumps| jumps.iter().all(|op| matches!(op, Op::Jump { .. })));
                self.require(fits && n > 0 && after + usize::from(n) <= self.stretch.end.index()).reads(a, 1)
            }
            Op::And { n, d, a, b } | Op::Or { n, d, a, b } | Op::Minus { n, d, a, b } => {
                self.set(n).writes(d, usize::from(n)).reads(a, usize::from(n)).reads(b, usize::from(n))
            }
            Op::AndPool { n, d, k } | Op::MinusPool { n, d, k } => {
                self.set(n).writes(d, usize::from(n)).pool(k, usize::from(n))
            }
            Op::AndState { n, d, addr } | Op::MinusState { n, d, addr } | Op::OrState { n, d, addr } => {
                self.set(n).writes(d, usize::from(n)).state(addr, usize::from(n))
            }
            Op::Count { n, d, a } | Op::Any { n, d, a } | Op::First { n, d, a } | Op::Only { n, d, a } => {
                self.set(n).writes(d, 1).reads(a, usize::from(n))
            }
            Op::SetEq { n, d, a, b } => {
                self.set(n).writes(d, 1).reads(a, usize::from(n)).reads(b, usize::from(n))
            }
            Op::Has { n, d, a, b } => self.set(n).writes(d, 1).reads(a, usize::from(n)).reads(b, 1),
            Op::Insert { n, d, a } | Op::Remove { n, d, a } | Op::Single { n, d, a } => {
                self.set(n).writes(d, usize::from(n)).reads(a, 1)
            }
            Op::Next { n, d, a, by } => self.set(n).writes(d, 1).writes(a, usize::from(n)).step_by(by),
            Op::NextInZone { n, d, a, by } => {
                self.components(n).require(a > Reg(1)).writes(d, 1).writes(a, usize::from(n)).step_by(by)
            }
            Op::Load { d, addr } => self.writes(d, 1).state(addr, 1),
            Op::LoadSet { n, d, addr } => self.set(n).writes(d, usize::from(n)).state(addr, usize::from(n)),
            Op::Get { d, f, i } => self.writes(d, 1).reads(i, 1).field(f, |f| f.words == 1),
            Op::GetSet { n, d, f, i } => {
                self.set(n).writes(d, usize::from(n)).reads(i, 1).field(f, |f| f.words == u16::from(n))
            }
            Op::Put { f, i, a } | Op::PutRanged { f, i, a } => {
                self.reads(a, 1).reads(i, 1).field(f, |f| f.words == 1)
            }
            Op::PutSet { n, f, i, a } => self
                .set(n)
                .reads(a, usize::from(n))
                .reads(i, 1)
                .field(f, |f| f.words == u16::from(n) && f.index.is_none()),
            Op::PutEach { n, f, i, a } => {
                self.set(n).reads(a, usize::from(n)).reads(i, 1).field(f, |f| f.holds_lanes(n))
            }
            Op::Lane { n, d, a, i } => self.set(n).writes(d, 1).reads(a, usize::from(n)).reads(i, 1),
            Op::SetLane { n, d, i, a } => self.set(n).writes(d, usize::from(n)).reads(i, 1).reads(a, 1),
            Op::IndexOf { n, d, f, a } => self
                .set(n)
                .writes(d, usize::from(n))
                .reads(a, 1)
                .field(f, |f| f.index.is_some_and(|x| x.words == u16::from(n))),
            Op::Attr { d, f, i } => self.writes(d, 1).reads(i, 1).attribute(f, 1),
            Op::AttrSet { n, d, f, i } => self.set(n).writes(d, usize::from(n)).reads(i, 1).attribute(f, n),
            Op::ZoneOf { d, zone, p } => self.writes(d, 1).reads(p, 1).zone(zone),
            Op::ZoneAt { d, zone, at } => self.writes(d, 1).reads(at, 2).declared_zone(zone),
            Op::OutOfPlay { n, d } => self.components(n).writes(d, usize::from(n)),
            Op::ZoneSet { n, d, z } => self.components(n).writes(d, usize::from(n)).reads(z, 1),
            Op::PlayerZone { n, d, zone, p } => {
                self.components(n).writes(d, usize::from(n)).reads(p, 1).zone(zone)
            }
            Op::MoveTo { c, z, .. } => self.reads(c, 1).reads(z, 1),
            Op::MoveAll { n, a, z, .. } => self.components(n).reads(a, usize::from(n)).reads(z, 1),
            Op::Box { c } => self.reads(c, 1),
            Op::Place { d, c } | Op::Holder { d, c } | Op::CellOf { d, c } | Op::Bearer { d, c } => {
                self.writes(d, 1).reads(c, 1)
            }
            Op::ZoneOwner { d, z } | Op::Top { d, z } | Op::Bottom { d, z } => self.writes(d, 1).reads(z, 1),
            Op::Deal { at } => self.reads(at, 3),
            Op::Swap { a, b } => self.reads(a, 1).reads(b, 1),
            Op::Show { n, a, p } => self.components(n).reads(a, usize::from(n)).reads(p, 1),
            Op::Hint { h, a, p, v } => {
                self.require(usize::from(h.0) < self.ir.hints.len());
                self.reads(a, self.ir.component_words()).reads(p, 1).reads(v, 1)
            }
            Op::Call { f, at } => self.call(f, at),
            Op::CallSlot { s, c, at } => {
                self.reads(c, 1);
                match self.ir.slots.find(s) {
                    Some(slot) => {
                        self.writes(at, usize::from(slot.result_words));
                        for rule in slot.rules.iter().filter(|r| **r != SlotInfo::EMPTY) {
                            self.call(*rule, at);
                        }
                        self
                    }
                    None => self.require(false),
                }
            }
            Op::Row { n, d, t, i } => {
                let fits = self.ir.tables.find(t).is_some_and(|t| t.words == u16::from(n));
                self.require(fits).set(n).writes(d, usize::from(n)).reads(i, 1)
            }
            Op::StepSet { n, d, a, dir } => {
                self.cells(n).writes(d, usize::from(n)).reads(a, usize::from(n)).reads(dir, 1)
            }
            Op::Steps { n, d, a, dirs } => {
                self.cells(n).writes(d, usize::from(n)).reads(a, usize::from(n)).reads(dirs, 1)
            }
            Op::Spread { n, d, a, .. } | Op::Lined { n, d, a } => {
                self.cells(n).writes(d, usize::from(n)).reads(a, usize::from(n))
            }
            Op::Reach { n, d, a, b } => {
                self.cells(n).writes(d, usize::from(n)).reads(a, usize::from(n)).reads(b, usize::from(n))
            }
            Op::RayTo { n, d, at } => self.cells(n).writes(d, usize::from(n)).reads(at, 2 + usize::from(n)),
            Op::Rays { n, d, at } => {
                self.cells(n).writes(d, usize::from(n)).reads(at, 1 + 2 * usize::from(n))
            }
            Op::InARow { n, d, a, len } => self.cells(n).writes(d, 1).reads(a, usize::from(n)).reads(len, 1),
            Op::Ret { n, a } => self.reads(a, usize::from(n)),
            Op::OptBegin { choice } => {
                self.choice = Some(choice);
                for hole in self.ir.choice(choice).map_or(&[][..], |c| &c.holes) {
                    self.reads(hole.register, self.ir.value_words(&hole.ty));
                }
                self.require(self.ir.choice(choice).is_some())
            }
            Op::OptSet { n, a } => self.set(n).reads(a, usize::from(n)),
            Op::OptArm { arm } => {
                let choice = self.choice.and_then(|c| self.ir.choice(c));
                let fits = choice.is_some_and(|c| arm.index() < c.arms.len());
                self.require(fits)
            }
            Op::OptAct { n, action, fixed, a } => {
                let params = self.offered_param_count(action);
                self.require(params.is_some_and(|p| p > 0)).set(n).reads(a, usize::from(n));
                self.reads(fixed, params.unwrap_or(0).saturating_sub(1))
            }
            Op::OptAct0 { action } => {
                let fits = self.offered_param_count(action) == Some(0);
                self.require(fits)
            }
            Op::Choose { d, by } => {
                let Some(choice) = self.choice.take().and_then(|c| self.ir.choice(c)) else {
                    self.fits = false;
                    return;
                };
                let params = |a: &ActionId| self.ir.action(*a).map_or(0, |a| a.params.len());
                let most = choice
                    .actions
                    .iter()
                    .map(params)
                    .max()
                    .unwrap_or(0)
                    .max(usize::from(choice.element.is_some()));
                self.writes(d, 1 + most).reads(by, 1)
            }
            Op::Selected { choice, e, by } => match self.ir.selection_of(choice) {
                Some(info) => self.reads(e, 1).reads(by, 1).writes(info.rest, usize::from(info.words)),
                None => self.require(false),
            },
            Op::Selectable { choice, d, by } => match self.ir.selection_of(choice) {
                Some(SelectionInfo { set, rest, words, most: Some(most), .. }) => {
                    let words = usize::from(words);
                    self.writes(d, words).reads(by, 1).reads(most, 1).reads(rest, words).reads(set, words)
                }
                _ => self.require(false),
            },
            Op::RollDie { d, die } => self.require(self.ir.dice.has(die)).writes(d, 1),
            Op::Random { n, d, a } => self.set(n).writes(d, 1).reads(a, usize::from(n)),
            Op::Record { h } | Op::Forget { h } => self.require(self.ir.layout.histories.has(h)),
            Op::Times { d, h } => self.require(self.ir.layout.histories.has(h)).writes(d, 1),
            Op::Shuffle { z } => self.reads(z, 1),
            Op::Log { log, at } => match self.ir.logs.find(log) {
                Some(info) => self.reads(at, info.values.iter().map(|(_, ty)| self.ir.value_words(ty)).sum()),
                None => self.require(false),
            },
            Op::Tally { c, a } => self.reads(c, 1).reads(a, 1),
            Op::TallyNone { c } => self.reads(c, 1),
            Op::Win { a, named } | Op::Lose { a, named } => {
                let known = usize::from(named) <= self.ir.endings.len();
                self.reads(a, 1).require(known)
            }
            Op::Out { a } => self.reads(a, 1),
            Op::End { named, .. } => self.require(usize::from(named) <= self.ir.endings.len()),
            Op::Outside { r, a } => match self.ir.ranges.find(r) {
                Some(info) => self.reads(a, self.ir.value_words(&info.ty)),
                None => self.require(false),
            },
            Op::Fail { .. } | Op::Done => self,
            // An IR must not contain fused pairs; `bulk` rejects them.
            op => self.bulk(op),
        };
    }

    /// Returns the number of parameters of an action that the current choice point offers. Outside a choice
    /// point it must be an action of components, which functions list for other code. An option that the
    /// choice point does not offer could not be answered.
    fn offered_param_count(&self, action: ActionId) -> Option<usize> {
        let info = self.ir.action(action)?;
        let offered = match self.choice {
            Some(choice) => self.ir.choice(choice)?.actions.contains(&action),
            None => info.of.is_some(),
        };
        offered.then_some(info.params.len())
    }
}
