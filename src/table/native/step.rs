//! Instructions that machine code leaves to Rust: those that are long, rare, or speak to the host.

use super::super::effects::{self, move_event, note};
use super::super::events::Listen;
use super::super::fault::FaultKind;
use super::super::machine::Machine;
use super::super::options::PickKind;
use super::super::{boards, bulk, histories, sets, zones};
use crate::ir::{CodeAddress, Layout, NONE, Op, Reg, ToIndex};
use crate::table::frame_layout::WINDOW;
use crate::table::moves;
use crate::table::stop::Exit;
use std::ops::Range;

/// The way in which machine code continues after an instruction. Returned in registers, as [`Exit`] is.
pub(super) enum NextStep {
    /// At the next instruction in order.
    Next,
    /// At the target of its jump.
    Jump,
    /// Not at all: the game stops, and resumes at `Machine::resumes_at`.
    Stop(Exit),
}

impl Machine<'_> {
    /// True if lines of the record and tallies are collected.
    pub(super) fn listens(&self) -> bool {
        self.listen != Listen::Nothing
    }

    /// Executes `Choose`: stops, or continues if the playout answers.
    #[inline]
    pub(super) fn end_list_natively(
        &mut self,
        fixed: &mut [u64],
        frame: &mut [u64; WINDOW],
        at: (usize, usize),
        registers: (Reg, Reg),
        fuel: &mut i64,
    ) -> NextStep {
        match self.end_list(fixed, frame, at, registers) {
            Ok(true) => {
                *fuel = self.fuel as i64;
                NextStep::Next
            }
            Ok(false) => self.stop(Exit::Choice, self.listed_at.0),
            Err(kind) => self.fail(kind, at.0),
        }
    }

    /// Stops the game. It resumes at an instruction.
    #[inline]
    fn stop(&mut self, exit: Exit, at: usize) -> NextStep {
        self.resumes_at = at;
        NextStep::Stop(exit)
    }

    /// Stops the game with the fault of an instruction.
    #[cold]
    pub(super) fn fail(&mut self, kind: FaultKind, pc: usize) -> NextStep {
        self.stop(Exit::fault(kind), pc + 1)
    }

    /// Executes a straight list of options, without parameters or of one set: from its `OptBegin` at the
    /// start of a range to its `Choose` at the end.
    #[inline]
    pub(super) fn choose_straight(
        &mut self,
        fixed: &mut [u64],
        frame: &mut [u64; WINDOW],
        (list, base): (Range<usize>, usize),
        fuel: &mut i64,
    ) -> NextStep {
        let code = &self.table.code;
        let (Some(&Op::OptBegin { choice }), Some(&Op::Choose { d, by })) =
            (code.get(list.start), code.get(list.end))
        else {
            return self.fail(FaultKind::Damaged("a list of options without its ends"), list.end);
        };
        if self.pick_straight(fixed, frame, (choice, list.clone()), (d, by)).is_some() {
            *fuel = self.fuel as i64;
            return NextStep::Next;
        }
        for pc in list.clone() {
            if let stop @ NextStep::Stop(_) = self.step(fixed, frame, (pc, base), fuel) {
                return stop;
            }
        }
        self.step(fixed, frame, (list.end, base), fuel)
    }

    /// Adds the options that an instruction adds: of a set of one word after at most one fixed parameter, or
    /// one without parameters.
    #[inline]
    pub(super) fn add_word(&mut self, pc: CodeAddress, fixed: u64, set: u64) {
        match self.table.code.get(pc.index()) {
            Some(Op::OptSet { .. }) => self.options.add(PickKind::Element, &[], &[set]),
            Some(Op::OptAct { action, .. }) => match self.table.ir.actions[*action].params.len() {
                0 | 1 => self.options.add(PickKind::Action(*action), &[], &[set]),
                _ => self.options.add(PickKind::Action(*action), &[fixed], &[set]),
            },
            Some(Op::OptArm { arm }) => self.options.add_plain(PickKind::Arm(*arm)),
            Some(Op::OptAct0 { action }) => self.options.add_plain(PickKind::Action(*action)),
            _ => {}
        }
    }

    /// Moves a component to a zone.
    #[inline]
    pub(super) fn move_to(
        &mut self,
        fixed: &mut [u64],
        component: u64,
        zone: u64,
        bottom: bool,
    ) -> Result<(), FaultKind> {
        let from = moves::shift(self.table, fixed, component, zone, bottom)?;
        if self.listen == Listen::Everything {
            note(&mut self.events, move_event(component, from, zone));
        }
        Ok(())
    }

    /// Executes the instruction at `pc` with the frame at `base`, as the dispatch loop does. Calls, and jumps
    /// but `NextInZone`, are machine code.
    pub(super) fn step(
        &mut self,
        fixed: &mut [u64],
        frame: &mut [u64; WINDOW],
        at: (usize, usize),
        fuel: &mut i64,
    ) -> NextStep {
        self.try_step(fixed, frame, at, fuel).unwrap_or_else(|kind| self.fail(kind, at.0))
    }

    #[inline(always)]
    fn try_step(
        &mut self,
        fixed: &mut [u64],
        frame: &mut [u64; WINDOW],
        (pc, base): (usize, usize),
        fuel: &mut i64,
    ) -> Result<NextStep, FaultKind> {
        let table = self.table;
        let Some(&op) = table.code.get(pc) else { return Err(FaultKind::Damaged("it left its code")) };
        macro_rules! r {
            ($x:expr) => {
                frame[($x).index() % WINDOW]
            };
        }
        macro_rules! slice {
            ($a:expr, $n:expr) => {
                &frame[($a).index()..($a).index() + $n as usize]
            };
        }
        match op {
            Op::OptBegin { choice } => self.begin_list(choice, (pc, base)),
            Op::OptSet { n, a } => self.options.add(PickKind::Element, &[], slice!(a, n)),
            Op::OptArm { arm } => self.options.add_plain(PickKind::Arm(arm)),
            Op::OptAct { n, action, fixed: at, a } => {
                let params = table.ir.actions[action].params.len().saturating_sub(1);
                self.options.add(PickKind::Action(action), slice!(at, params), slice!(a, n));
            }
            Op::OptAct0 { action } => self.options.add_plain(PickKind::Action(action)),
            Op::OptCount { d } => r!(d) = self.options.len() as u64,
            Op::Choose { d, by } => {
                return Ok(self.end_list_natively(fixed, frame, (pc, base), (d, by), fuel));
            }
            Op::Put { f, i, a } => zones::put_field(fixed, f, &table.fields[f.index()], r!(i), r!(a))?,
            Op::MoveTo { bottom, c, z } => self.move_to(fixed, r!(c), r!(z), bottom != 0)?,
            Op::Holder { d, c } => {
                let component = r!(c);
                zones::exists(table, component)?;
                r!(d) = zones::holder(table, fixed, component);
            }
            Op::ZoneSet { n, d, z } => {
                let zone = zones::zone(table, r!(z))?;
                let into = &mut frame[d.index()..d.index() + n.index()];
                if zone.set == 0 {
                    zones::scan(table, fixed, zone, into);
                } else {
                    into.copy_from_slice(&fixed[zone.set.index()..zone.set.index() + n.index()]);
                }
            }
            Op::NextInZone { n, d, a, .. } => {
                let zone = zones::zone(table, r!(a - 1))?;
                match zones::next_of(table, fixed, zone, &mut frame[a.index()..a.index() + n.index()]) {
                    Some(component) => r!(d) = component,
                    None => return Ok(NextStep::Jump),
                }
            }
            Op::Deal { at } => self.deal(fixed, frame, at)?,
            Op::First { n, d, a } => r!(d) = sets::first(slice!(a, n)).unwrap_or(NONE),
            Op::Only { n, d, a } => r!(d) = sets::only(slice!(a, n)).unwrap_or(NONE),
            Op::Range { d, a, b } => r!(d) = effects::range(r!(a) as i64, r!(b) as i64)?,
            Op::Seat { d, a } => r!(d) = effects::at_seat(r!(a), fixed[Layout::PLAYERS])?,
            Op::StepSet { .. }
            | Op::Steps { .. }
            | Op::Spread { .. }
            | Op::Reach { .. }
            | Op::RayTo { .. }
            | Op::Rays { .. }
            | Op::InARow { .. }
            | Op::Lined { .. } => boards::run(table.ir, frame, op)?,
            // The fuel of these three is subtracted by machine code.
            Op::Log { .. } | Op::Tally { .. } | Op::TallyNone { .. } => self.log_or_tally(frame, op),
            Op::Record { .. } | Op::Times { .. } | Op::Forget { .. } => {
                *fuel -= i64::from(histories::run(table, fixed, frame, op));
            }
            Op::Roll { .. } | Op::RollDie { .. } | Op::Random { .. } | Op::Shuffle { .. } => {
                if let Some(asked) = self.chance(fixed, frame, op)? {
                    return Ok(self.stop(Exit::Chance(Box::new(asked)), pc));
                }
            }
            Op::Win { .. } | Op::Lose { .. } | Op::Out { .. } | Op::End { .. } => {
                if effects::ends(fixed, frame, op) {
                    return Ok(self.stop(Exit::Over, pc + 1));
                }
            }
            Op::OnCells { .. }
            | Op::InPlaces { .. }
            | Op::KeepOn { .. }
            | Op::CellsOf { .. }
            | Op::KeepInPlay { .. }
            | Op::ValuesOf { .. } => bulk::run(table, fixed, frame, op)?,
            op => self.components(fixed, frame, op)?,
        }
        Ok(NextStep::Next)
    }
}
