//! A game prepared for play: a verified [`Ir`], with the data of the dispatch loop in compact form.

use super::choice_data::{PlayoutChoice, RevealingParts};
use super::copy_groups::CopyGroups;
use super::history_data::HistoryData;
#[cfg(feature = "native")]
use super::native::machine_code::Native;
use super::options::{ComponentValues, PickKind};
use super::profile::Profiler;
use super::table_data::{
    AttributeData, FieldData, FunctionData, GroupLocation, ZoneData, ZoneFamily, ZoneSite,
};
use crate::ir::code::Reg;
use crate::ir::{
    Bringer, ChoiceId, CodeAddress, FieldId, FunctionId, Ir, LiveRegisters, Op, ToIndex, ZonePlaceId,
    ZoneViewers,
};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// A game prepared for play. It is created once, and shared by the [`Machine`](super::Machine)s of all
/// threads.
#[derive(Debug)]
pub struct Table<'ir> {
    pub(super) ir: &'ir Ir,
    /// The code that is played: optimised, with fused pairs.
    pub(super) code: Vec<Op>,
    /// The code as compiled, with fused pairs: used when instructions are counted.
    pub(super) compiled: Vec<Op>,
    /// The machine code of the rules; unset until it is compiled.
    #[cfg(feature = "native")]
    pub(super) native: OnceLock<Native>,
    /// For each instruction of `code`, the instruction of `Ir::code` that it was made from.
    pub(super) origins: Vec<CodeAddress>,
    /// A flag; once it is set, every machine of the table stops.
    pub(super) stop: Option<&'ir AtomicBool>,
    /// Collects samples of the rules that run.
    pub(super) profiler: Option<&'ir Profiler>,
    pub(super) functions: Vec<FunctionData>,
    pub(super) fields: Vec<FieldData>,
    /// Fields that are reset when a component leaves their zones, each with the pool index of its initial
    /// values.
    pub(super) anew: Vec<(FieldId, u32)>,
    pub(super) zones: Vec<ZoneData>,
    /// The zones with a set that are hidden from at least one player.
    pub(super) hidden: Vec<ZonePlaceId>,
    /// True if a zone without a set is hidden from at least one player.
    pub(super) hidden_without_sets: bool,
    pub(super) families: Vec<ZoneFamily>,
    pub(super) attributes: Vec<AttributeData>,
    pub(super) histories: Vec<HistoryData>,
    pub(super) components: u64,
    /// The number of words of the state before the stack.
    pub(super) stack: usize,
    /// The address of component 0's zone.
    pub(super) place: usize,
    /// The address of component 0's rank, if a zone is ordered by ranks.
    pub(super) rank: usize,
    pub(super) component_words: usize,
    /// The number of instructions of the longest function, which no jump exceeds.
    pub(super) longest_body: u64,
    /// For each instruction, the frame size of its function, in words.
    pub(super) frames: Vec<u16>,
    /// For each choice, whether another choice of the same move may follow.
    pub(super) continues: Vec<bool>,
    /// For each choice, the register that holds the choosing player.
    pub(super) askers: Vec<Reg>,
    /// For each choice, the `Choose` of a list in which declining is an option in every position.
    pub(super) declinable: Vec<Option<CodeAddress>>,
    /// For each choice, whether its options can name components that a player does not see.
    pub(super) shows: Vec<RevealingParts>,
    /// For each function, the field of its argument that it returns, if it does nothing else.
    pub(super) read_by: Vec<Option<FieldId>>,
    /// For each choice, the facts that playouts need.
    pub(super) playout_choices: Vec<PlayoutChoice>,
    /// For each place of `Layout::zones`, the cell or the component that owns it: see [`ZoneSite`].
    pub(super) spots: Vec<ZoneSite>,
    /// The values of options that are components.
    pub(super) component_values: ComponentValues,
    /// Copies that options need not distinguish.
    pub(super) copies: CopyGroups,
    /// For each instruction, the function that contains it.
    pub(super) function_of: Vec<FunctionId>,
    pub(super) fingerprint: OnceLock<u64>,
    pub(super) state_fingerprint: OnceLock<u64>,
    /// Computed on first use.
    pub(super) live: OnceLock<LiveRegisters>,
    pub(super) open: OnceLock<bool>,
    /// Computed when the first sample of a table with hidden information is drawn.
    pub(super) secrets: OnceLock<super::secrets::Secrets>,
    /// Index in `Layout::fields` of the set of the components in the game; `None` if all are.
    pub(super) in_game: Option<FieldId>,
    /// Address of the set of components that player 0 did not see go out of play, if the game stores it; the
    /// sets of the others follow.
    pub(super) boxed: Option<usize>,
    /// For each component, the owner of the deck list that it came from; empty if all have the same origin.
    pub(super) brought: Vec<Option<Bringer>>,
    /// Location of the players' knowledge of unseen components, if the game stores it.
    pub(super) known: Option<GroupLocation>,
    /// True if zones alone determine which faces players see: no top component of a hidden zone is shown,
    /// there are no hints, and who sees a zone is the same at every table.
    pub(super) only_zones_tell: bool,
    /// True if an expression determines who sees some zone, so that it may depend on the options and the
    /// number of players.
    pub(crate) sight_varies: bool,
}

impl<'ir> Table<'ir> {
    /// Returns the game.
    pub fn ir(&self) -> &'ir Ir {
        self.ir
    }

    /// Returns whether the components came from lists of several owners.
    pub(super) fn lists_differ(&self) -> bool {
        !self.brought.is_empty()
    }

    /// Returns the owner of the list that a component came from; `None` if it has none, or if all components
    /// have the same origin.
    pub fn brought_by(&self, component: u64) -> Option<Bringer> {
        self.brought.get(component.index()).copied().flatten()
    }

    /// Returns the number of words of a set of components.
    pub(super) fn component_words(&self) -> usize {
        self.component_words
    }

    /// Returns whether a move of this game may take several choices, because some are `more` of the move
    /// before them.
    pub fn has_more(&self) -> bool {
        self.continues.contains(&true)
    }

    /// Returns whether another choice of the same move may follow a choice of `Ir::choices`. If not, each of
    /// its options completes the move.
    pub fn continues(&self, choice: ChoiceId) -> bool {
        self.continues.get(choice.index()).copied().unwrap_or(false)
    }

    /// Returns whether a value of options of a kind is a component.
    #[inline]
    pub(super) fn is_component(&self, choice: ChoiceId, kind: PickKind, place: usize) -> bool {
        self.component_values.has(choice, kind, place)
    }

    /// Returns the register of the player who makes a choice of `Ir::choices`.
    pub(super) fn chooser_register(&self, choice: ChoiceId) -> Reg {
        self.askers.get(choice.index()).copied().unwrap_or_default()
    }

    /// Returns the index of the `Choose` of a choice of `Ir::choices`, if declining is an option in every
    /// position.
    #[inline]
    pub(super) fn declinable(&self, choice: ChoiceId) -> Option<CodeAddress> {
        self.declinable.get(choice.index()).copied().flatten()
    }

    /// Returns whether the game has perfect information and no chance after setup: no zone is hidden from a
    /// player, and no reachable rule of play rolls, shuffles or picks at random.
    pub fn is_open(&self) -> bool {
        *self.open.get_or_init(|| self.all_seen() && self.chance_in_play().is_none())
    }

    /// Returns whether no zone is hidden from a player.
    pub fn all_seen(&self) -> bool {
        self.ir.zones.iter().all(|z| z.seen_by == ZoneViewers::All)
    }

    /// Returns the first instruction, reachable in play, that rolls, shuffles or picks at random.
    pub fn chance_in_play(&self) -> Option<CodeAddress> {
        let bodies = self.ir.bodies();
        let in_play = self
            .ir
            .reachable_functions(self.ir.play)
            .into_iter()
            .filter_map(|f| bodies.get(f.index()).cloned())
            .flatten();
        let chance = |pc: &CodeAddress| self.ir.code.get(pc.index()).is_some_and(Op::is_chance);
        in_play.filter(chance).min()
    }

    /// Makes every machine of this table end its run soon after `flag` is set, with
    /// [`FaultKind::Interrupted`], even inside a long rule; bots stop thinking. Results of games interrupted
    /// this way are invalid.
    ///
    /// [`FaultKind::Interrupted`]: super::FaultKind::Interrupted
    pub fn stop_when(&mut self, flag: &'ir AtomicBool) {
        self.stop = Some(flag);
    }

    /// Makes every machine of this table record which rules it runs. Games are the same, and a little slower;
    /// only the bound on the work between two stops is looser.
    pub fn profile_with(&mut self, profiler: &'ir Profiler) {
        self.profiler = Some(profiler);
    }

    /// Returns whether the flag of [`Table::stop_when`] is set.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Returns a hash of everything that the course and the result of a game depend on:
    /// [`crate::ir::rules_hash`].
    pub fn fingerprint(&self) -> u64 {
        *self.fingerprint.get_or_init(|| crate::ir::rules_hash(self.ir))
    }

    /// Returns a hash of everything that a saved state depends on: [`crate::ir::state_hash`].
    pub(super) fn state_fingerprint(&self) -> u64 {
        *self.state_fingerprint.get_or_init(|| crate::ir::state_hash(self.ir))
    }

    /// Returns the instruction of `Ir::code` whose work an instruction of `code` does.
    pub(super) fn origin(&self, pc: CodeAddress) -> CodeAddress {
        self.origins.get(pc.index()).copied().unwrap_or(pc)
    }

    /// Returns the function that contains an instruction.
    pub fn function_at(&self, pc: CodeAddress) -> Option<FunctionId> {
        self.function_of.get(pc.index()).copied()
    }
}
