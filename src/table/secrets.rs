//! Secrets that suspended frames and options may reveal: the results of the taint analysis.

use super::recipes::Recipe;
use super::taint::Taint;
use crate::ir::{ActionId, ChoiceId, CodeAddress, FunctionId, NONE, Reg};
use std::collections::{HashMap, HashSet};

/// A register of a suspended frame that may reveal hidden information, and is not a component that is
/// resampled with its zone.
#[derive(Debug)]
pub(super) struct SecretRegister {
    pub register: Reg,
    /// The recipe that recomputes its value in a sample; `None`: it is 0 there.
    pub recipe: Option<Recipe>,
    /// True if it is a component that was picked at random, perhaps from a public set.
    pub component: bool,
    /// True if it is a random result that no player was shown: it is hidden even from a player who sees all
    /// zones.
    pub picked: bool,
}

/// The secrets of each instruction at which a frame can be suspended, and of the options.
#[derive(Debug, Default)]
pub(super) struct Secrets {
    pub places: HashMap<CodeAddress, Vec<SecretRegister>>,
    /// For each choice of `Ir::choices`, the taint of the sets that are chosen from.
    pub offered: Vec<Taint>,
    /// The first registers of sets of components whose number may be hidden, by instruction.
    pub uncounted: HashMap<CodeAddress, Vec<Reg>>,
    /// Registers of suspended frames that hold publicly known components: the instruction and the first
    /// register.
    pub open: HashSet<(CodeAddress, Reg)>,
    /// Hidden conditions that decided whether a frame reached an instruction, by instruction.
    pub guards: HashMap<CodeAddress, Vec<Guard>>,
    /// For each function, the number of call sites.
    pub calls: Vec<usize>,
    /// For each action, the first whose options differ from its own only in the face of the bearer.
    pub looks: Vec<ActionId>,
    /// True if a suspended frame can hold a random pick.
    pub picks: bool,
}

impl Secrets {
    /// Returns the secrets of a frame suspended at an instruction.
    pub fn at(&self, pc: CodeAddress) -> &[SecretRegister] {
        self.places.get(&pc).map_or(&[], Vec::as_slice)
    }

    /// Returns whether the elements of a choice are public, in whatever zones they are: all cards of the
    /// game, or those of a suit.
    pub fn offers_openly(&self, choice: ChoiceId) -> bool {
        self.offered.get(choice.index()) == Some(&Taint::Open)
    }

    /// Returns whether everybody knows the components in a register, in whatever zones they are: a sample
    /// copies them unchanged.
    pub fn holds_openly(&self, pc: CodeAddress, register: Reg) -> bool {
        self.open.contains(&(pc, register))
    }

    /// Returns the first registers of sets of components, in a frame suspended at an instruction, whose
    /// number may be hidden.
    pub fn uncounted_at(&self, pc: CodeAddress) -> &[Reg] {
        self.uncounted.get(&pc).map_or(&[], Vec::as_slice)
    }

    /// Returns the hidden conditions that decided whether a frame suspended at an instruction came there.
    pub fn guards_at(&self, pc: CodeAddress) -> &[Guard] {
        self.guards.get(&pc).map_or(&[], Vec::as_slice)
    }

    /// Returns the number of instructions that may call a function.
    pub fn calls_of(&self, function: FunctionId) -> usize {
        self.calls.get(function.index()).copied().unwrap_or(usize::MAX)
    }

    /// Returns the first action that looks the same to a player who does not see the bearer: see
    /// [`crate::ir::ActionInfo::looks_like`].
    pub fn look_of(&self, action: ActionId) -> ActionId {
        self.looks.get(action.index()).copied().unwrap_or(action)
    }
}

/// A possibly hidden condition that decided that the rules came to a position.
#[derive(Debug)]
pub(super) enum Guard {
    /// A branch: the tested property of a value, the recipe of the value, and its number of words.
    Branch(BranchProperty, Recipe, usize),
    /// The rule that runs: it reveals the component in the first parameter of the next inner frame.
    Bearer,
    /// A condition that cannot be recomputed.
    Unknown,
}

/// The property of a value that decides a branch.
#[derive(Clone, Copy, Debug)]
pub(super) enum BranchProperty {
    /// The branch tests the first word of the value.
    Value,
    /// Tests an optional for none.
    None,
    /// Tests a set for emptiness.
    Empty,
}

impl BranchProperty {
    pub(super) fn of(self, value: &[u64]) -> u64 {
        match self {
            BranchProperty::Value => value.first().copied().unwrap_or_default(),
            BranchProperty::None => u64::from(value.first() == Some(&NONE)),
            BranchProperty::Empty => u64::from(value.iter().all(|word| *word == 0)),
        }
    }
}
