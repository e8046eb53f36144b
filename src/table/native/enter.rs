//! Calls machine code, and is called by it. With `machine_code`, all unsafe code of the crate.
//!
//! Invariants: the words of a state do not move and the machine is not used elsewhere while machine code
//! runs; the frame that is entered has [`WINDOW`] words; the instructions are verified, so that registers lie
//! in their frame and addresses before the stack.
#![allow(unsafe_code)]

use super::super::machine::Machine;
use super::super::state::State;
use super::machine_code::Native;
use super::step::NextStep;
use crate::ir::{CodeAddress, Layout, Op, ToIndex};
use crate::table::frame_layout::{HOST, WINDOW};
use crate::table::stop::Exit;
use std::ffi::c_void;
use std::mem::offset_of;

/// The stack of the thread that machine code may use, in bytes. Rules that nest deeper are restarted by the
/// dispatch loop.
const DEPTH: usize = 256 << 10;

/// Data shared by machine code and the host. Machine code knows the offsets of its fields.
#[repr(C)]
pub(super) struct Context {
    fuel: i64,
    /// The highest address of a frame with a whole window.
    last_frame: usize,
    /// The lowest address that the thread's stack may reach.
    lowest: usize,
    /// 1 if lines of the record and tallies are collected, otherwise 0.
    listens: u64,
    /// The instruction and the frame at which machine code was left.
    pc: u64,
    frame: *mut u64,
    words: *mut u64,
    fixed: usize,
    machine: *mut c_void,
    exit: Option<Exit>,
    /// A word that machine code writes where there is nothing to write.
    scratch: u64,
}

/// The offsets of the fields that machine code reads and writes, in bytes.
impl Context {
    pub const FUEL_AT: i32 = offset_of!(Context, fuel) as i32;
    pub const LAST_FRAME_AT: i32 = offset_of!(Context, last_frame) as i32;
    pub const LOWEST_AT: i32 = offset_of!(Context, lowest) as i32;
    pub const LISTENS_AT: i32 = offset_of!(Context, listens) as i32;
    pub const PC_AT: i32 = offset_of!(Context, pc) as i32;
    pub const SCRATCH_AT: i32 = offset_of!(Context, scratch) as i32;
    pub const FRAME_AT: i32 = offset_of!(Context, frame) as i32;
}

/// The machine code of a function: with the context, the words of the state, the frame and the number of the
/// entry, it returns the number of words of its result, or −1 if it was left before its end.
type MachineFunction = unsafe extern "C" fn(*mut Context, *mut u64, *mut u64, u32) -> i32;

/// The reason for which machine code returned.
pub(in crate::table) enum EntryResult {
    /// The game stops: the host continues.
    Exit(Exit),
    /// Machine code was left; the dispatch loop continues.
    Leave,
}

impl Native {
    /// Runs machine code from the header's PC and BASE while there is an entry, and leaves both there.
    pub fn enter(&self, machine: &mut Machine, state: &mut State) -> EntryResult {
        loop {
            let (pc, base) = (state.words[Layout::PC].index(), state.words[Layout::BASE].index());
            let Some(entry) = self.entries.get(pc).filter(|entry| entry.code != 0) else {
                return EntryResult::Leave;
            };
            let fixed = machine.table.stack;
            if base < fixed || base - fixed > Layout::STACK_WORDS {
                return EntryResult::Leave;
            }
            if state.words.len() < base + WINDOW {
                state.words.resize(base + WINDOW, 0);
            }
            let header = state.words[base];
            let (length, words) = (state.words.len(), state.words.as_mut_ptr());
            let here = 0u8;
            let mut context = Context {
                fuel: machine.fuel as i64,
                // SAFETY: the words are longer than a window, so both addresses lie in them.
                last_frame: unsafe { words.add(length - WINDOW) } as usize,
                lowest: (&raw const here as usize).saturating_sub(DEPTH),
                listens: u64::from(machine.listens()),
                pc: 0,
                frame: words,
                words,
                fixed,
                machine: std::ptr::from_mut(machine).cast(),
                exit: None,
                scratch: 0,
            };
            // SAFETY: `code` is the address of a function of this signature, whose memory this `Native` owns;
            // `base` is the start of a window in the words, and neither they nor the machine are used here
            // until the call is over.
            let words_returned = unsafe {
                let function = std::mem::transmute::<usize, MachineFunction>(entry.code);
                function(&raw mut context, words, words.add(base), entry.number)
            };
            // It can be negative: lines of the record subtract without asking.
            machine.fuel = context.fuel as u64;
            if let Ok(returned) = u8::try_from(words_returned) {
                let back = (header >> 32) as u32;
                if back >= HOST {
                    machine.returned = returned;
                    return EntryResult::Exit(Exit::Return(header));
                }
                state.words[Layout::PC] = u64::from(back);
                state.words[Layout::BASE] = u64::from(header as u32);
                continue;
            }
            state.words[Layout::PC] = context.pc;
            // SAFETY: machine code leaves the address of a frame in the words.
            state.words[Layout::BASE] = unsafe { context.frame.offset_from(words) } as u64;
            return match context.exit {
                Some(exit) => EntryResult::Exit(exit),
                None => EntryResult::Leave,
            };
        }
    }
}

/// Returns the functions by which machine code executes instructions in Rust.
pub(super) fn addresses() -> [(&'static str, *const u8); 6] {
    [
        ("step", step as *const u8),
        ("begin", begin as *const u8),
        ("add", add as *const u8),
        ("choose", choose as *const u8),
        ("choose_straight", choose_straight as *const u8),
        ("move_to", move_to as *const u8),
    ]
}

/// Arguments of a function that machine code calls: the machine, the words before the stack, the window of
/// the frame, and the frame's place in the stack.
type HostAccess<'a> = (&'a mut Machine<'a>, &'a mut [u64], &'a mut [u64; WINDOW], usize);

/// Returns the parts of the machine that machine code lends to Rust.
///
/// # Safety
/// The context must be the one that machine code was given, whose machine and words are not used elsewhere
/// while it runs, and the frame the address of a whole window behind the fixed words. Neither may be used by
/// the caller while the result lives.
#[inline]
unsafe fn lent<'a>(context: &Context, frame: *mut u64) -> HostAccess<'a> {
    let base = (frame as usize - context.words as usize) / size_of::<u64>() - context.fixed;
    // SAFETY: see above.
    unsafe {
        let machine = &mut *context.machine.cast::<Machine<'_>>();
        let fixed = std::slice::from_raw_parts_mut(context.words, context.fixed);
        (machine, fixed, &mut *frame.cast::<[u64; WINDOW]>(), base)
    }
}

/// Begins the list of options of the instruction `pc`.
unsafe extern "C" fn begin(context: *mut Context, frame: *mut u64, pc: u64) -> i32 {
    // SAFETY: machine code passes the context that it was given, and the address of a frame with a whole
    // window.
    let (machine, _, _, base) = unsafe { lent(&*context, frame) };
    if let Some(Op::OptBegin { choice }) = machine.table().code.get(pc.index()) {
        machine.begin_list(*choice, (pc.index(), base));
    }
    0
}

/// Adds the options that the instruction `pc` adds: of a set of one word after at most one fixed parameter,
/// or one without parameters.
unsafe extern "C" fn add(context: *mut Context, pc: u64, fixed: u64, set: u64) -> i32 {
    // SAFETY: machine code passes the context that it was given, whose machine is not used elsewhere while it
    // runs.
    let machine = unsafe { &mut *(*context).machine.cast::<Machine<'_>>() };
    machine.add_word(CodeAddress(pc as u32), fixed, set);
    0
}

/// Ends the list of options of the instruction `pc`. Returns as [`step`] does.
unsafe extern "C" fn choose(context: *mut Context, frame: *mut u64, pc: u64) -> i32 {
    // SAFETY: machine code passes the context that it was given, and the address of a frame with a whole
    // window.
    let (context, (machine, fixed, window, base)) = unsafe { (&mut *context, lent(&*context, frame)) };
    let Some(&Op::Choose { d, by }) = machine.table().code.get(pc.index()) else { return -1 };
    let then = machine.end_list_natively(fixed, window, (pc.index(), base), (d, by), &mut context.fuel);
    leave(context, frame, machine.resumes_at, then)
}

/// Executes the list of options from the instruction `begin` to its end `pc`. Returns as [`step`] does.
unsafe extern "C" fn choose_straight(context: *mut Context, frame: *mut u64, begin: u64, pc: u64) -> i32 {
    // SAFETY: machine code passes the context that it was given, and the address of a frame with a whole
    // window.
    let (context, (machine, fixed, window, base)) = unsafe { (&mut *context, lent(&*context, frame)) };
    let list = begin.index()..pc.index();
    let then = machine.choose_straight(fixed, window, (list, base), &mut context.fuel);
    leave(context, frame, machine.resumes_at, then)
}

/// Moves a component to a zone, as the instruction `pc` does. Returns as [`step`] does.
unsafe extern "C" fn move_to(
    context: *mut Context,
    frame: *mut u64,
    pc: u64,
    component: u64,
    zone: u64,
) -> i32 {
    // SAFETY: machine code passes the context that it was given, and the address of a frame with a whole
    // window.
    let (context, (machine, fixed, ..)) = unsafe { (&mut *context, lent(&*context, frame)) };
    let Some(&Op::MoveTo { bottom, .. }) = machine.table().code.get(pc.index()) else { return -1 };
    match machine.move_to(fixed, component, zone, bottom != 0) {
        Ok(()) => 0,
        Err(kind) => {
            let then = machine.fail(kind, pc.index());
            leave(context, frame, machine.resumes_at, then)
        }
    }
}

/// Stores in the context how machine code continues after an instruction executed in Rust. Returns as
/// [`step`] does.
#[inline]
fn leave(context: &mut Context, frame: *mut u64, resumes_at: usize, then: NextStep) -> i32 {
    match then {
        NextStep::Next => 0,
        NextStep::Jump => 1,
        NextStep::Stop(exit) => {
            (context.exit, context.pc, context.frame) = (Some(exit), resumes_at as u64, frame);
            -1
        }
    }
}

/// Executes the instruction `pc` of the frame. Returns 0 if the next one follows, 1 if the target of its jump
/// does, and −1 if machine code must return to the host.
unsafe extern "C" fn step(context: *mut Context, frame: *mut u64, pc: u64) -> i32 {
    // SAFETY: machine code passes the context that it was given, and the address of a frame with a whole
    // window.
    let (context, (machine, fixed, window, base)) = unsafe { (&mut *context, lent(&*context, frame)) };
    let then = machine.step(fixed, window, (pc.index(), base), &mut context.fuel);
    leave(context, frame, machine.resumes_at, then)
}
