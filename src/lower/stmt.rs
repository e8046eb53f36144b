//! Lowering of statements.

use super::bulk::lying_in;
use super::consts::only_runs_slot;
use super::emit::{FunctionLowering, LoopState, Patch, UNAIMED};
use crate::check::Ty;
use crate::check::hir::tree::{HEffect, HExpr, HStmt, Local, LoopSource};
use crate::ir::code::{Op, Reg};
use crate::ir::{CodeAddress, FieldId, LogId, LogInfo, ToIndex};
use crate::source::Span;

impl FunctionLowering<'_, '_> {
    /// Lowers statements in order; temporaries are freed after each.
    pub(super) fn block(&mut self, body: &[HStmt]) {
        for s in body {
            let mark = self.next;
            self.statement(s);
            self.next = mark;
        }
    }

    fn statement(&mut self, s: &HStmt) {
        match s {
            HStmt::Set(local, value) => {
                self.span = value.span;
                self.assign(*local, value);
            }
            HStmt::PutTable(f, value) => {
                self.span = value.span;
                let a = self.value(value);
                let i = self.temp(1);
                self.int(i, 0);
                self.emit_put(*f, i, a);
            }
            HStmt::Put(f, owner, value) => {
                self.span = value.span;
                let i = self.value(owner);
                let a = self.value(value);
                self.emit_put(*f, i, a);
            }
            HStmt::If(cond, then, other) => {
                let to_other = self.jump_unless(cond);
                self.branches(then, other, to_other);
            }
            HStmt::IfLet(local, value, then, other) => {
                self.span = value.span;
                self.assign(*local, value);
                let a = self.local(*local);
                let none = self.emit(Op::JumpNone { a, to: UNAIMED });
                self.branches(then, other, vec![none]);
            }
            HStmt::ForEach(local, through, body) => self.for_each(*local, through, body),
            HStmt::Repeat(times, body) => {
                self.span = times.span;
                // The number of turns is evaluated once; the body cannot change it.
                let left = self.owned(times);
                let (zero, more) = (self.temp(1), self.temp(1));
                self.int(zero, 0);
                let top = self.next_pc();
                self.emit(Op::Lt { d: more, a: zero, b: left });
                let done = self.emit(Op::JumpUnless { a: more, to: UNAIMED });
                self.emit(Op::AddI { d: left, a: left, v: -1 });
                self.looped(times.span, body, top, vec![done], |_| {});
            }
            HStmt::While(cond, body) => {
                let top = self.next_pc();
                let done = self.jump_unless(cond);
                self.looped(cond.span, body, top, done, |_| {});
            }
            HStmt::Break => {
                let p = self.emit(Op::Jump { to: UNAIMED });
                self.loops.last_mut().expect("checked to stand in a loop").breaks.push(p);
            }
            HStmt::Continue => {
                let p = self.emit(Op::Jump { to: UNAIMED });
                self.loops.last_mut().expect("checked to stand in a loop").continues.push(p);
            }
            HStmt::Scope(body) => {
                self.scopes.push(Vec::new());
                self.block(body);
                let out = self.scopes.pop().expect("pushed above");
                self.arrive(out);
            }
            HStmt::Leave(depth) => {
                let p = self.emit(Op::Jump { to: UNAIMED });
                let at = self.scopes.len() - 1 - depth.index();
                self.scopes[at].push(p);
            }
            HStmt::Return(value) => self.return_statement(value.as_ref()),
            HStmt::Do(e) => {
                self.value(e);
            }
            HStmt::Effect(effect, span) => self.effect(effect, *span),
            HStmt::Fail(why, span) => {
                self.span = *span;
                self.emit(Op::Fail { why: *why });
            }
            HStmt::Choose { .. } | HStmt::ChooseArm { .. } => self.choice(s),
            HStmt::Act { .. } => self.act(s),
            HStmt::Window { .. } => self.window(s),
            HStmt::Offer { action, params, when } => self.offer(*action, params, when.as_ref()),
        }
    }

    fn emit_put(&mut self, f: FieldId, i: Reg, a: Reg) {
        let symbol = &self.l.symbols.fields[f];
        let field = &symbol.ty;
        self.emit(match field {
            Ty::Set(_) | Ty::Optional(_) if symbol.range.is_some() => Op::PutRanged { f, i, a },
            Ty::Set(_) => Op::PutSet { n: self.l.symbols.words(field) as u8, f, i, a },
            Ty::Amount(_) => Op::PutEach { n: self.l.symbols.words(field) as u8, f, i, a },
            _ => Op::Put { f, i, a },
        });
    }

    fn branches(&mut self, then: &[HStmt], other: &[HStmt], to_other: Vec<Patch>) {
        self.block(then);
        if other.is_empty() {
            return self.arrive(to_other);
        }
        let end = self.emit(Op::Jump { to: UNAIMED });
        self.arrive(to_other);
        self.block(other);
        self.arrive(vec![end]);
    }

    fn return_statement(&mut self, value: Option<&HExpr>) {
        match value {
            Some(value) => {
                self.span = value.span;
                let n = self.words(value) as u8;
                let a = self.value(value);
                self.emit(Op::Ret { n, a });
            }
            None => {
                self.emit(Op::Done);
            }
        }
    }

    /// Emits a loop's body, the step at which `continue` arrives, and the jump back to `top`. The jump has
    /// the span of the loop's head, where an endless loop is reported.
    fn looped(
        &mut self,
        head: Span,
        body: &[HStmt],
        top: CodeAddress,
        done: Vec<Patch>,
        step: impl FnOnce(&mut Self),
    ) {
        self.loops.push(LoopState::default());
        self.block(body);
        let open = self.loops.pop().expect("pushed above");
        self.arrive(open.continues);
        step(self);
        self.span = head;
        self.emit(Op::Jump { to: top });
        self.arrive(done);
        self.arrive(open.breaks);
    }

    fn for_each(&mut self, local: Local, through: &LoopSource, body: &[HStmt]) {
        let d = self.local(local);
        match through {
            LoopSource::Set(set) => {
                self.span = set.span;
                let n = self.words(set) as u8;
                // Iterates over a copy, so that the body may change the set.
                let rest = self.owned(set);
                if let (Some(slot), Ty::Set(inner)) = (only_runs_slot(body, local), &set.ty)
                    && matches!(**inner, Ty::Component(_))
                {
                    // Components without a rule would do nothing.
                    let bearers = self.l.bearers(slot);
                    let k = self.l.constant(&bearers);
                    self.emit(Op::AndPool { n, d: rest, k });
                }
                // A test of each element for the same zone becomes one intersection.
                let narrowed = lying_in(local, body);
                let body = match &narrowed {
                    Some((contents, fewer)) => {
                        let mark = self.next;
                        let b = self.value(contents);
                        self.emit(Op::And { n, d: rest, a: rest, b });
                        self.next = mark;
                        fewer
                    }
                    None => body,
                };
                let top = self.next_pc();
                let done = self.emit(Op::Next { n, d, a: rest, by: 0 });
                self.looped(set.span, body, top, vec![done], |_| {});
                self.holds(rest, &set.ty, top);
            }
            LoopSource::Zone(zone) => {
                self.span = zone.span;
                let n = self.l.symbols.component_words();
                // `NextInZone` expects the zone in the register before the set.
                let z = self.temp(1 + n);
                self.into(zone, z);
                let rest = z + 1;
                self.emit(Op::ZoneSet { n: n as u8, d: rest, z });
                let top = self.next_pc();
                let done = self.emit(Op::NextInZone { n: n as u8, d, a: rest, by: 0 });
                self.looped(zone.span, body, top, vec![done], |_| {});
                let element = self.types[local.0.index()].clone();
                self.holds(rest, &Ty::Set(Box::new(element)), top);
            }
            LoopSource::Ints(from, to) => {
                self.span = from.span;
                let i = self.owned(from);
                let last = self.owned(to);
                let more = self.temp(1);
                self.emit(Op::Le { d: more, a: i, b: last });
                let none = self.emit(Op::JumpUnless { a: more, to: UNAIMED });
                let top = self.next_pc();
                self.copy(d, i, 1);
                // The last turn is found before the number grows: it may be the greatest that there is.
                let mut done = top;
                self.looped(from.span, body, top, vec![none], |b| {
                    b.emit(Op::Lt { d: more, a: i, b: last });
                    done = b.emit(Op::JumpUnless { a: more, to: UNAIMED });
                    b.emit(Op::AddI { d: i, a: i, v: 1 });
                });
                self.arrive(vec![done]);
            }
            LoopSource::Turns(first) => {
                self.span = first.span;
                let p = self.owned(first);
                // One turn for each seat, counted down in `left`.
                let (left, zero, more) = (self.temp(1), self.temp(1), self.temp(1));
                self.emit(Op::PlayerCount { d: left });
                self.int(zero, 0);
                let top = self.next_pc();
                self.emit(Op::Lt { d: more, a: zero, b: left });
                let done = self.emit(Op::JumpUnless { a: more, to: UNAIMED });
                self.copy(d, p, 1);
                let passing;
                let body = match self.l.symbols.passes_over {
                    true => {
                        passing = self.unless_out(local, first.span, body);
                        &passing
                    }
                    false => body,
                };
                self.looped(first.span, body, top, vec![done], |b| {
                    b.emit(Op::NextPlayer { d: p, a: p });
                    b.emit(Op::AddI { d: left, a: left, v: -1 });
                });
            }
        }
    }

    fn effect(&mut self, effect: &HEffect, span: Span) {
        self.span = span;
        self.l.note_travel(effect);
        match effect {
            HEffect::Move(c, z, bottom) => {
                let (c, z) = (self.value(c), self.value(z));
                self.emit(Op::MoveTo { bottom: *bottom as u8, c, z });
            }
            HEffect::MoveAll(set, z, bottom) => {
                let n = self.words(set) as u8;
                let (a, z) = (self.value(set), self.value(z));
                self.emit(Op::MoveAll { n, bottom: *bottom as u8, a, z });
            }
            HEffect::Box(set) if matches!(set.ty, Ty::Set(_)) => {
                let n = self.words(set) as u8;
                let rest = self.owned(set);
                let c = self.temp(1);
                let top = self.next_pc();
                let done = self.emit(Op::Next { n, d: c, a: rest, by: 0 });
                self.emit(Op::Box { c });
                self.emit(Op::Jump { to: top });
                self.arrive(vec![done]);
            }
            HEffect::Box(c) => {
                let c = self.value(c);
                self.emit(Op::Box { c });
            }
            HEffect::Deal(from, to, n) => {
                let at = self.temp(3);
                self.into(from, at);
                self.into(to, at + 1);
                self.into(n, at + 2);
                self.emit(Op::Deal { at });
            }
            HEffect::Swap(a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                self.emit(Op::Swap { a, b });
            }
            HEffect::Shuffle(z) => {
                let z = self.value(z);
                self.emit(Op::Shuffle { z });
            }
            HEffect::Show(what, who) => {
                let (n, a, p) = (self.words(what) as u8, self.value(what), self.value(who));
                self.emit(Op::Show { n, a, p });
            }
            HEffect::Hint(what, who, attribute, value) => {
                let h = self.l.hint(*attribute, span);
                let (a, p, v) = (self.value(what), self.value(who), self.value(value));
                self.emit(Op::Hint { h, a, p, v });
            }
            HEffect::Record(h) => {
                self.emit(Op::Record { h: *h });
            }
            HEffect::Forget(h) => {
                self.emit(Op::Forget { h: *h });
            }
            HEffect::Tally(c, None) => {
                let c = self.value(c);
                self.emit(Op::TallyNone { c });
            }
            HEffect::Tally(c, Some(n)) => {
                let (c, a) = (self.value(c), self.value(n));
                self.emit(Op::Tally { c, a });
            }
            HEffect::Win(..) | HEffect::Lose(..) | HEffect::Out(_) | HEffect::End(..) => {
                self.ending(effect, span)
            }
            HEffect::Log(template, values) => {
                // The values are copied to consecutive registers, in which `LogInfo` expects them.
                let at = self.temp(values.iter().map(|(_, value)| self.words(value)).sum());
                let mut next = at;
                for (_, value) in values {
                    self.into(value, next);
                    next = next.offset(self.words(value));
                }
                let values =
                    values.iter().map(|(name, v)| (name.clone(), self.l.symbols.value_type(&v.ty))).collect();
                self.l.ir.logs.push(LogInfo { template: template.clone(), values });
                let log = self.l.number(self.l.ir.logs.len(), "lines of the record", Some(span));
                self.emit(Op::Log { log: LogId(log), at });
            }
        }
    }
}
