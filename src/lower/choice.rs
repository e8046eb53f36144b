//! Lowering of choice points. The chooser and the set to choose from are evaluated before `OptBegin`: when a
//! table resumes, it rebuilds the options from there.

use super::emit::{FunctionLowering, Patch, UNAIMED};
use crate::check::Ty;
use crate::check::hir::tree::{ChoiceCount, HExpr, HStmt, Local, TextVariable};
use crate::ir::code::{FailureCode, Op, Reg};
use crate::ir::{ArmId, ChoiceId, ChoiceInfo, HoleInfo, SelectionInfo, ToIndex, ValueType, ZoneViewers};

impl FunctionLowering<'_, '_> {
    pub(super) fn choice(&mut self, s: &HStmt) {
        match s {
            HStmt::Choose { more, take, local, from, by, prompt, holes, name, then, other, span } => {
                self.span = *span;
                let n = self.words(from);
                let rest = self.owned(from);
                let since = self.next_pc();
                let by = self.value(by);
                let info = ChoiceInfo {
                    more: *more,
                    prompt: prompt.clone(),
                    holes: self.holes(holes),
                    variable: name.clone(),
                    element: match &from.ty {
                        Ty::Set(inner) => Some(self.l.symbols.value_type(inner)),
                        _ => None,
                    },
                    ..self.blank_choice()
                };
                match take {
                    ChoiceCount::One | ChoiceCount::OneOrNone => self.lower_single_choice(
                        matches!(take, ChoiceCount::One),
                        info,
                        rest,
                        n,
                        by,
                        *local,
                        then,
                        other,
                    ),
                    ChoiceCount::Many(least, most) => {
                        self.many(least.as_ref(), most.as_ref(), info, rest, n, by, *local, then, other)
                    }
                }
                self.holds(rest, &from.ty, since);
            }
            HStmt::ChooseArm { more, by, prompt, holes, arms, decline, span } => {
                self.span = *span;
                let by = self.value(by);
                let labels = arms.iter().map(|(label, ..)| label.clone()).collect();
                let info = ChoiceInfo {
                    more: *more,
                    prompt: prompt.clone(),
                    holes: self.holes(holes),
                    arms: labels,
                    decline: *decline,
                    ..self.blank_choice()
                };
                let choice = self.new_choice(info);
                self.emit(Op::OptBegin { choice });
                for (i, (_, when, _)) in arms.iter().enumerate() {
                    let skip = when.as_ref().map(|w| self.jump_unless(w)).unwrap_or_default();
                    self.emit(Op::OptArm { arm: ArmId(i as u16) });
                    self.arrive(skip);
                }
                self.span = *span;
                let d = self.temp(2);
                self.emit(Op::Choose { d, by });
                // For an arm, `Choose` writes 1 + its number.
                self.emit(Op::AddI { d, a: d, v: -1 });
                let bodies: Vec<&[HStmt]> = arms.iter().map(|(_, _, b)| b.as_slice()).collect();
                self.switch(d, bodies.len(), |body, i| body.block(bodies[i]));
            }
            _ => unreachable!("only choices come here"),
        }
    }

    /// Returns the registers and types of the values that the texts of a choice point name.
    pub(super) fn holes(&mut self, holes: &[TextVariable]) -> Vec<HoleInfo> {
        let info = |(name, local): &TextVariable| HoleInfo {
            name: name.clone(),
            register: self.locals[local.0.index()],
            ty: self.l.symbols.value_type(&self.types[local.0.index()]),
        };
        holes.iter().map(info).collect()
    }

    pub(super) fn blank_choice(&mut self) -> ChoiceInfo {
        let place = self.l.place(self.span);
        ChoiceInfo {
            prompt: None,
            holes: Vec::new(),
            variable: String::new(),
            element: None,
            arms: Vec::new(),
            decline: None,
            more: false,
            actions: Vec::new(),
            asker: self.asker,
            selection: None,
            place,
        }
    }

    pub(super) fn new_choice(&mut self, info: ChoiceInfo) -> ChoiceId {
        self.l.ir.choices.push(info);
        ChoiceId(self.l.number(self.l.ir.choices.len(), "choices", Some(self.span)))
    }

    /// Emits a switch over `n` bodies by the number in `d`.
    pub(super) fn switch(&mut self, d: Reg, n: usize, mut body: impl FnMut(&mut Self, usize)) {
        let mut ends = Vec::new();
        if n == 1 {
            body(self, 0);
        } else if n <= usize::from(u8::MAX) {
            self.emit(Op::Switch { n: n as u8, a: d });
            let jumps: Vec<Patch> = (0..n).map(|_| self.emit(Op::Jump { to: UNAIMED })).collect();
            for (i, jump) in jumps.into_iter().enumerate() {
                self.arrive(vec![jump]);
                body(self, i);
                ends.push(self.emit(Op::Jump { to: UNAIMED }));
            }
        } else {
            // More cases than the operand of `Switch` can count.
            let is = self.temp(1);
            for i in 0..n {
                self.emit(Op::EqI { d: is, a: d, v: i as i16 });
                let next = self.emit(Op::JumpUnless { a: is, to: UNAIMED });
                body(self, i);
                ends.push(self.emit(Op::Jump { to: UNAIMED }));
                self.arrive(vec![next]);
            }
        }
        self.arrive(ends);
    }

    #[allow(clippy::too_many_arguments)] // the parts of one statement
    fn lower_single_choice(
        &mut self,
        must: bool,
        mut info: ChoiceInfo,
        set: Reg,
        n: usize,
        by: Reg,
        local: Local,
        then: &Option<Vec<HStmt>>,
        other: &[HStmt],
    ) {
        let n8 = n as u8;
        // Without a block, a choice from an empty set is a fault, which `Choose` raises.
        let mut nothing = match then {
            Some(_) => vec![self.emit(Op::JumpEmpty { n: n8, a: set, to: UNAIMED })],
            None => Vec::new(),
        };
        if !must {
            info.arms = vec!["none".into()];
            info.decline = Some(ArmId(0));
        }
        let choice = self.new_choice(info);
        self.emit(Op::OptBegin { choice });
        self.emit(Op::OptSet { n: n8, a: set });
        if !must {
            self.emit(Op::OptArm { arm: ArmId(0) });
        }
        let d = self.temp(2);
        self.emit(Op::Choose { d, by });
        if !must {
            nothing.push(self.emit(Op::JumpIf { a: d, to: UNAIMED }));
        }
        let variable = self.local(local);
        self.copy(variable, d + 1, 1);
        if let Some(then) = then {
            self.with_or_without(then, nothing, other);
        }
    }

    /// Emits the block for a choice that was made, and the block to which `nothing` jumps if none was.
    fn with_or_without(&mut self, then: &[HStmt], nothing: Vec<Patch>, other: &[HStmt]) {
        self.block(then);
        let end = self.emit(Op::Jump { to: UNAIMED });
        self.arrive(nothing);
        self.block(other);
        self.arrive(vec![end]);
    }

    /// Lowers a choice of several elements. They are chosen one at a time in ascending order, so that each
    /// subset has exactly one move sequence.
    #[allow(clippy::too_many_arguments)] // the parts of one statement
    fn many(
        &mut self,
        least: Option<&HExpr>,
        most: Option<&HExpr>,
        mut info: ChoiceInfo,
        rest: Reg,
        n: usize,
        by: Reg,
        local: Local,
        then: &Option<Vec<HStmt>>,
        other: &[HStmt],
    ) {
        let n8 = n as u8;
        let taken = self.local(local);
        let least = least.map(|e| self.owned(e));
        let most = most.map(|e| self.owned(e));
        self.zero(taken, n);
        let (have, flag) = (self.temp(1), self.temp(1));
        let mut nothing = Vec::new();
        if let Some(least) = least {
            self.emit(Op::Count { n: n8, d: have, a: rest });
            self.emit(Op::Lt { d: flag, a: have, b: least });
            let short = self.emit(Op::JumpIf { a: flag, to: UNAIMED });
            match then {
                Some(_) => nothing.push(short),
                None => {
                    let fine = self.emit(Op::Jump { to: UNAIMED });
                    self.arrive(vec![short]);
                    self.emit(Op::Fail { why: FailureCode::NothingToChoose });
                    self.arrive(vec![fine]);
                }
            }
        } else if then.is_some() {
            nothing.push(self.emit(Op::JumpEmpty { n: n8, a: rest, to: UNAIMED }));
        }
        info.arms = vec!["done".into()];
        info.decline = least.is_none().then_some(ArmId(0));
        info.selection =
            Some(SelectionInfo { set: taken, rest, words: n as u16, most, exactly: least.is_some() });
        // Components may lie out of the chooser's sight, and then their order must not reveal them.
        let hides = self.l.symbols.zones.iter().any(|zone| zone.seen_by != ZoneViewers::All);
        let conceals = hides && info.element == Some(ValueType::Component);
        let choice = self.new_choice(info);
        // Each round offers `rest`: the elements that may follow the last one taken.
        let top = self.next_pc();
        let mut enough = Vec::new();
        if let Some(most) = most {
            self.emit(Op::Count { n: n8, d: have, a: taken });
            self.emit(Op::Lt { d: flag, a: have, b: most });
            enough.push(self.emit(Op::JumpUnless { a: flag, to: UNAIMED }));
        }
        enough.push(self.emit(Op::JumpEmpty { n: n8, a: rest, to: UNAIMED }));
        let since = self.next_pc();
        let offered = match least {
            Some(_) if conceals => {
                let d = self.temp(n);
                self.emit(Op::Selectable { choice, d, by });
                d
            }
            Some(least) => self.all_but_the_last(rest, n, taken, least),
            None => rest,
        };
        self.emit(Op::OptBegin { choice });
        self.emit(Op::OptSet { n: n8, a: offered });
        if least.is_none() {
            self.emit(Op::OptArm { arm: ArmId(0) });
        }
        let d = self.temp(2);
        self.emit(Op::Choose { d, by });
        if conceals && offered != rest {
            // A sample that exchanges components must exchange them here, too.
            self.holds_components(offered, true, since);
        }
        enough.push(self.emit(Op::JumpIf { a: d, to: UNAIMED }));
        self.emit(Op::Insert { n: n8, d: taken, a: d + 1 });
        if conceals {
            self.emit(Op::Selected { choice, e: d + 1, by });
        } else {
            // Elements before the chosen one can no longer be chosen.
            let passed = self.temp(1);
            let again = self.next_pc();
            let out = self.emit(Op::Next { n: n8, d: passed, a: rest, by: 0 });
            self.emit(Op::Eq { d: flag, a: passed, b: d + 1 });
            self.emit(Op::JumpUnless { a: flag, to: again });
            self.arrive(vec![out]);
        }
        self.emit(Op::Jump { to: top });
        self.arrive(enough);
        if let Some(then) = then {
            self.with_or_without(then, nothing, other);
        }
    }

    /// Emits the set of those elements of `rest` after which enough elements remain to reach `least`.
    fn all_but_the_last(&mut self, rest: Reg, n: usize, taken: Reg, least: Reg) -> Reg {
        let n8 = n as u8;
        let (offered, from) = (self.temp(n), self.temp(n));
        let (room, have, zero, more, e) =
            (self.temp(1), self.temp(1), self.temp(1), self.temp(1), self.temp(1));
        // room = count(rest) − (least − count(taken)) + 1
        self.emit(Op::Count { n: n8, d: room, a: rest });
        self.emit(Op::Count { n: n8, d: have, a: taken });
        self.emit(Op::Add { d: room, a: room, b: have });
        self.emit(Op::Sub { d: room, a: room, b: least });
        self.emit(Op::AddI { d: room, a: room, v: 1 });
        self.int(zero, 0);
        self.zero(offered, n);
        self.copy(from, rest, n);
        let top = self.next_pc();
        self.emit(Op::Lt { d: more, a: zero, b: room });
        let done = self.emit(Op::JumpUnless { a: more, to: UNAIMED });
        let out = self.emit(Op::Next { n: n8, d: e, a: from, by: 0 });
        self.emit(Op::Insert { n: n8, d: offered, a: e });
        self.emit(Op::AddI { d: room, a: room, v: -1 });
        self.emit(Op::Jump { to: top });
        self.arrive(vec![done, out]);
        offered
    }
}
