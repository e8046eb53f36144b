//! The reasons why a machine stops, and why it rejects an answer.

use super::chance_request::ChanceRequest;
use super::fault::{Fault, FaultKind};

/// The reason why a run stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A player must choose: see [`Machine::options`]; continue with [`Machine::choose`] and
    /// [`Machine::advance`].
    ///
    /// [`Machine::options`]: super::Machine::options
    /// [`Machine::choose`]: super::Machine::choose
    /// [`Machine::advance`]: super::Machine::advance
    Choice,
    /// An outcome of chance is requested (only if the machine [asks](super::Machine::ask_chance)): continue
    /// with [`Machine::give`] and [`Machine::advance`].
    ///
    /// [`Machine::give`]: super::Machine::give
    /// [`Machine::advance`]: super::Machine::advance
    Chance(Box<ChanceRequest>),
    /// The game is over: see [`Machine::outcome`](super::Machine::outcome).
    Over,
    /// The function that the host called has returned: see [`Machine::result`](super::Machine::result). The
    /// flow that it interrupted is restored.
    Returned,
    /// There is nothing to run.
    Idle,
    /// A rule raised a fault. If the host had called it, the flow that the call interrupted is restored.
    Fault(Box<Fault>),
}

/// The reason why an answer was rejected. The state is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The table is not waiting for this kind of answer.
    NotAsked,
    /// The answer is not one of the options or possible outcomes.
    NotPossible,
    /// Listing the options raised a fault.
    Fault(Box<Fault>),
}

/// The reason why the dispatch loop stopped. Like [`Stop`], it takes two words, and each sort has at most one
/// word of its own: so it is returned in registers. It is returned for every choice of a playout.
pub(super) enum Exit {
    /// At a choice point.
    Choice,
    /// Before an instruction that needs chance, if the host supplies its outcome.
    Chance(Box<ChanceRequest>),
    /// The game is over; the kind of ending is in the header.
    Over,
    /// The outermost function returned: the header of its frame. [`Machine::returned`] words of the frame are
    /// the result.
    ///
    /// [`Machine::returned`]: super::Machine
    Return(u64),
    /// A rule raised a fault.
    Fault(Box<FaultKind>),
    /// At the beginning of machine code.
    #[cfg(feature = "native")]
    Native,
}

impl Exit {
    /// Out of line, since it is rare.
    #[cold]
    #[inline(never)]
    pub fn fault(kind: FaultKind) -> Exit {
        Exit::Fault(Box::new(kind))
    }
}
