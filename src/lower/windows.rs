//! Lowering of `act`, `may act`, and windows of several players. As in every choice, the acting player is
//! evaluated before `OptBegin`.

use super::emit::{FunctionLowering, Patch, UNAIMED};
use super::fault_analysis::can_fail;
use super::lowering::Lowering;
use super::plain_needs::{ActionNeeds, LegalityCondition, PlainNeeds};
use crate::check::PASS;
use crate::check::decided_in_public;
use crate::check::hir::parts::mentions;
use crate::check::hir::tree::{HExpr, HFunction, HKind, HStmt, Local, LoopSource, TextVariable};
use crate::ir::code::{FailureCode, Op, Reg};
use crate::ir::{ActionId, ArmId, ChoiceInfo, FunctionId};

/// The maximum number of actions in one window of several players.
const MOST_ACTIONS: i64 = 1_000;

impl FunctionLowering<'_, '_> {
    /// Lowers `act`, or `may act` of one player.
    pub(super) fn act(&mut self, s: &HStmt) {
        let HStmt::Act { more, who, actions, prompt, holes, may, then, other, span } = s else { return };
        self.span = *span;
        let by = self.owned(who);
        let mut none = if *may { self.jump_if_plainly_idle(actions, by) } else { Vec::new() };
        let d = self.begin_act(*more, actions, (prompt, holes.as_ref()), *may, by);
        if *may {
            if self.l.shows_who_can_only_pass(actions) {
                self.emit(Op::OptCount { d });
                none.push(self.emit(Op::JumpUnless { a: d, to: UNAIMED }));
            }
            self.emit(Op::OptArm { arm: ArmId(0) });
            self.emit(Op::Choose { d, by });
            none.push(self.jump_if_passed(d, actions.len()));
        } else {
            if other.is_some() {
                self.emit(Op::OptCount { d });
                none.push(self.emit(Op::JumpUnless { a: d, to: UNAIMED }));
            }
            self.emit(Op::Choose { d, by });
        }
        self.carry_out(actions, d, by);
        self.block(then);
        if let Some(other) = other {
            let end = (!other.is_empty()).then(|| self.emit(Op::Jump { to: UNAIMED }));
            self.arrive(none);
            self.block(other);
            self.arrive(end.into_iter().collect());
        }
    }

    /// Lowers `may act` of several players: each acts or passes, until all of them have passed in a row.
    pub(super) fn window(&mut self, s: &HStmt) {
        let HStmt::Window { more, players, player, actions, prompt, holes, span } = s else { return };
        self.span = *span;
        let by = self.local(*player);
        // Passes in a row, how many passes close the window, and how many more actions it allows.
        let (passed, wanted, left, flag) = (self.temp(1), self.temp(1), self.temp(1), self.temp(1));
        self.int(passed, 0);
        self.int(left, MOST_ACTIONS);
        // The next player; for a set of players, the rest of this round.
        let around = match players {
            LoopSource::Turns(first) => {
                let next = self.owned(first);
                self.emit(Op::PlayerCount { d: wanted });
                AskingOrder::Table(next)
            }
            LoopSource::Set(all) | LoopSource::Zone(all) | LoopSource::Ints(all, _) => {
                let all = self.owned(all);
                let rest = self.temp(1);
                self.emit(Op::Count { n: 1, d: wanted, a: all });
                self.zero(rest, 1);
                AskingOrder::Set { all, rest }
            }
        };
        let top = self.next_pc();
        self.emit(Op::Lt { d: flag, a: passed, b: wanted });
        let closed = self.emit(Op::JumpUnless { a: flag, to: UNAIMED });
        match around {
            AskingOrder::Table(next) => {
                self.copy(by, next, 1);
                self.emit(Op::NextPlayer { d: next, a: next });
            }
            AskingOrder::Set { all, rest } => {
                let round = self.emit(Op::Next { n: 1, d: by, a: rest, by: 0 });
                let found = self.emit(Op::Jump { to: UNAIMED });
                self.arrive(vec![round]);
                self.copy(rest, all, 1);
                let none = self.emit(Op::Next { n: 1, d: by, a: rest, by: 0 });
                self.arrive(vec![found, none]);
            }
        }
        self.emit(Op::AddI { d: passed, a: passed, v: 1 });
        if self.l.symbols.passes_over && matches!(players, LoopSource::Turns(_)) {
            // A player who is out counts as passing.
            let playing = self.temp(1);
            self.emit(Op::Playing { d: playing });
            self.emit(Op::Has { n: 1, d: flag, a: playing, b: by });
            self.emit(Op::JumpUnless { a: flag, to: top });
        }
        for idle in self.jump_if_plainly_idle(actions, by) {
            self.aim(idle, top);
        }
        let d = self.begin_act(*more, actions, (prompt, holes.as_ref()), true, by);
        if self.l.shows_who_can_only_pass(actions) {
            self.emit(Op::OptCount { d });
            self.emit(Op::JumpUnless { a: d, to: top });
        }
        self.emit(Op::OptArm { arm: ArmId(0) });
        self.emit(Op::Choose { d, by });
        let pass = self.jump_if_passed(d, actions.len());
        self.aim(pass, top);
        let fine = self.emit(Op::JumpIf { a: left, to: UNAIMED });
        self.emit(Op::Fail { why: FailureCode::OpenWindow });
        self.arrive(vec![fine]);
        self.emit(Op::AddI { d: left, a: left, v: -1 });
        self.carry_out(actions, d, by);
        self.int(passed, 0);
        self.span = *span;
        self.emit(Op::Jump { to: top });
        self.arrive(vec![closed]);
    }

    /// Emits jumps that are taken if everybody can tell that the player in register `by` can do none of these
    /// actions, though their list itself is not public: a public part of each `when` is false, or a zone from
    /// which a parameter is taken, or in which a bearer must lie, is empty. Returns no jump if an action has
    /// no such condition.
    fn jump_if_plainly_idle(&mut self, actions: &[ActionId], by: Reg) -> Vec<Patch> {
        if self.l.shows_who_can_only_pass(actions) {
            return Vec::new();
        }
        let Some(all) = self.l.plain_needs(actions) else { return Vec::new() };
        let mark = self.next;
        let mut able = Vec::new();
        for PlainNeeds { bearers, alternatives } in &all {
            let mut idle = Vec::new();
            if let Some(needs) = bearers {
                idle = self.jump_if_unmet(needs, by);
            }
            for needs in alternatives {
                let unmet = self.jump_if_unmet(needs, by);
                able.push(self.emit(Op::Jump { to: UNAIMED }));
                self.arrive(unmet);
            }
            if alternatives.is_empty() {
                able.push(self.emit(Op::Jump { to: UNAIMED }));
            }
            self.arrive(idle);
        }
        let idle = self.emit(Op::Jump { to: UNAIMED });
        self.arrive(able);
        self.next = mark;
        vec![idle]
    }

    /// Emits jumps that are taken if one of these conditions does not hold for the player in register `by`.
    fn jump_if_unmet(&mut self, needs: &ActionNeeds, by: Reg) -> Vec<Patch> {
        self.with_locals_of(&needs.offers, (needs.you, by), |body| {
            let mut unmet = Vec::new();
            for need in &needs.conditions {
                match need {
                    LegalityCondition::Holds(condition) => unmet.extend(body.jump_unless(condition)),
                    LegalityCondition::Some(set) => {
                        let (n, a, d) = (body.words(set) as u8, body.owned(set), body.temp(1));
                        body.emit(Op::Count { n, d, a });
                        unmet.push(body.emit(Op::JumpUnless { a: d, to: UNAIMED }));
                    }
                }
            }
            unmet
        })
    }

    /// Begins the list of options and adds the actions. Returns the register of the answer.
    fn begin_act(
        &mut self,
        more: bool,
        actions: &[ActionId],
        asks: (&Option<String>, &[TextVariable]),
        may: bool,
        by: Reg,
    ) -> Reg {
        let span = self.span;
        let (prompt, holes) = (asks.0.clone(), self.holes(asks.1));
        let offered = actions.to_vec();
        let mut info = ChoiceInfo { more, prompt, holes, actions: offered, ..self.blank_choice() };
        if may {
            (info.arms, info.decline) = (vec![PASS.into()], Some(ArmId(0)));
        }
        let choice = self.new_choice(info);
        let symbols = self.l.symbols;
        self.emit(Op::OptBegin { choice });
        let mut listed = None;
        for a in actions {
            if let Some(borne) = &symbols.actions[*a].borne {
                // One function lists all actions of a group.
                if listed.replace(borne.group) != Some(borne.group) {
                    let mark = self.next;
                    let at = self.temp(2);
                    self.copy(at + 1, by, 1);
                    self.emit(Op::Call { f: FunctionId(symbols.borne_actions[borne.group].options.0), at });
                    self.next = mark;
                }
                continue;
            }
            let Some(offers) = self.l.offers.get(&symbols.actions[*a].options).cloned() else { continue };
            let mark = self.next;
            self.inlined(&offers, by);
            self.next = mark;
            self.span = span;
        }
        let most = actions.iter().map(|a| symbols.actions[*a].params.len()).max().unwrap_or(0);
        self.temp(1 + most.max(1))
    }

    /// Emits a jump that is taken if the answer is the arm after this many actions, the pass.
    fn jump_if_passed(&mut self, d: Reg, actions: usize) -> Patch {
        let flag = self.temp(1);
        match i16::try_from(actions) {
            Ok(v) => self.emit(Op::EqI { d: flag, a: d, v }),
            Err(_) => {
                let number = self.temp(1);
                self.int(number, actions as i64);
                self.emit(Op::Eq { d: flag, a: d, b: number })
            }
        };
        self.emit(Op::JumpIf { a: flag, to: UNAIMED })
    }

    /// Emits a switch that runs the chosen action.
    fn carry_out(&mut self, actions: &[ActionId], d: Reg, by: Reg) {
        let symbols = self.l.symbols;
        self.switch(d, actions.len(), |body, i| {
            let action = &symbols.actions[actions[i]];
            if symbols.functions[action.does].body.as_ref().is_some_and(|does| does.body.is_empty()) {
                return;
            }
            let mark = body.next;
            let at = body.temp(2 + action.params.len());
            body.copy(at + 1, by, 1);
            body.copy(at + 2, d + 1, action.params.len());
            body.emit(Op::Call { f: action.does, at });
            body.next = mark;
        });
    }

    /// Emits an action's options for the player in register `you`, inlined here: its variables are among the
    /// temporaries.
    fn inlined(&mut self, offers: &HFunction, you: Reg) {
        self.with_locals_of(offers, (Local(0), you), |body| body.block(&offers.body));
    }

    /// Emits code over the variables of an action's options, which are among the temporaries, but for the
    /// one of the acting player, who is in a register already.
    fn with_locals_of<T>(
        &mut self,
        offers: &HFunction,
        you: (Local, Reg),
        emit: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let mut locals = Vec::with_capacity(offers.locals.len());
        for (i, ty) in offers.locals.iter().enumerate() {
            let words = self.l.symbols.words(ty);
            locals.push(if you.0 == Local(i as u32) { you.1 } else { self.temp(words) });
        }
        let types = std::mem::replace(&mut self.types, offers.locals.clone());
        let was = std::mem::replace(&mut self.locals, locals);
        let emitted = emit(self);
        (self.types, self.locals) = (types, was);
        emitted
    }

    /// Emits an action's options: loops over all parameters but the last, and the last as a set.
    pub(super) fn offer(&mut self, action: ActionId, params: &[(Local, HExpr)], when: Option<&HExpr>) {
        let Some(((last, last_set), loops)) = params.split_last() else {
            let skip = when.map(|w| self.jump_unless(w)).unwrap_or_default();
            self.emit(Op::OptAct0 { action });
            return self.arrive(skip);
        };
        let (early, late) = parts(when, loops, *last);
        let mut early = early.into_iter().peekable();
        let mut skip = Vec::new();
        while let Some((_, cond)) = early.next_if(|(level, _)| *level == 0) {
            skip.extend(self.jump_unless(cond));
        }
        let mut open = Vec::new();
        for (i, (local, set)) in loops.iter().enumerate() {
            self.span = set.span;
            let n = self.words(set) as u8;
            let rest = self.owned(set);
            let d = self.local(*local);
            let top = self.next_pc();
            let done = self.emit(Op::Next { n, d, a: rest, by: 0 });
            open.push((top, done));
            while let Some((_, cond)) = early.next_if(|(level, _)| *level == i + 1) {
                for patch in self.jump_unless(cond) {
                    self.aim(patch, top);
                }
            }
        }
        self.span = last_set.span;
        let n = self.words(last_set);
        let set = self.owned(last_set);
        if let Some(when) = &late {
            self.filter(set, n, *last, when, true);
        }
        let fixed = self.temp(loops.len());
        for (i, (local, _)) in loops.iter().enumerate() {
            let a = self.local(*local);
            self.copy(fixed + Reg::from_index(i).0, a, 1);
        }
        self.emit(Op::OptAct { n: n as u8, action, fixed, a: set });
        while let Some((top, done)) = open.pop() {
            self.emit(Op::Jump { to: top });
            self.arrive(vec![done]);
        }
        self.arrive(skip);
    }
}

/// Splits an action's `when` into conditions that can be evaluated before all parameters are bound, sorted by
/// how many parameters each needs, and the rest. A condition that can raise a fault is evaluated last, so
/// that no condition it depended on is skipped.
fn parts<'w>(
    when: Option<&'w HExpr>,
    loops: &[(Local, HExpr)],
    last: Local,
) -> (Vec<(usize, &'w HExpr)>, Option<HExpr>) {
    let mut open: Vec<&HExpr> = when.into_iter().collect();
    let (mut early, mut late) = (Vec::new(), None);
    while let Some(cond) = open.pop() {
        if let HKind::And(a, b) = &cond.kind {
            open.extend([&**b, &**a]);
        } else if mentions(cond, last) || can_fail(cond) {
            late = Some(match late {
                Some(late) => {
                    HExpr { kind: HKind::And(Box::new(late), Box::new(cond.clone())), ..cond.clone() }
                }
                None => cond.clone(),
            });
        } else {
            early.push((
                loops.iter().rposition(|(local, _)| mentions(cond, *local)).map_or(0, |i| i + 1),
                cond,
            ));
        }
    }
    early.sort_by_key(|(level, _)| *level); // stable: what is asked at once stays in its order
    (early, late)
}

/// The order in which a window asks its players.
enum AskingOrder {
    /// By seat; holds the register of the next player.
    Table(Reg),
    /// Through a set, repeatedly; holds the registers of the set and of the rest of this round.
    Set { all: Reg, rest: Reg },
}

impl Lowering<'_> {
    /// Returns whether it is public which players have no legal action besides passing. Such players are then
    /// not asked.
    fn shows_who_can_only_pass(&mut self, actions: &[ActionId]) -> bool {
        let symbols = self.symbols;
        actions.iter().all(|a| {
            let action = &symbols.actions[*a];
            let group = action.borne.as_ref().and_then(|b| symbols.borne_actions.find(b.group));
            let options = group.map_or(action.options, |g| g.options);
            *self.public.entry(options).or_insert_with(|| decided_in_public(symbols, options))
        })
    }
}
