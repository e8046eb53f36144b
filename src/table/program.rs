//! A game prepared for play: a verified [`Ir`], with the data of the dispatch loop in compact form.

use super::Machine;
use super::copies::CopyGroups;
use super::histories::HistoryData;
use super::knowledge::{self, GroupLocation};
#[cfg(feature = "native")]
use super::native::Native;
use super::options::{ComponentValues, PickKind};
use super::pairs::pair;
use super::playout::PlayoutChoice;
use super::profile::Profiler;
use crate::ir::code::Reg;
use crate::ir::verify::{VerifyError, verify};
use crate::ir::{
    Bringer, ChoiceId, ComponentInfo, FieldId, FunctionId, Ir, Layout, LiveRegisters, NONE, Op, ToIndex,
    ViewersInfo, ZoneId, ZoneInfo, ZoneKey, ZoneOwner, ZonePlaceId, ZoneViewers,
};
use crate::optimise::{OptimisedCode, optimise};
use std::num::NonZeroU32;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The data of a function for calls.
#[derive(Clone, Copy, Debug)]
pub(super) struct FunctionData {
    pub entry: u32,
    /// The fuel of a call.
    pub cost: u32,
    pub params: u16,
    pub frame: u16,
    pub zeroed: bool,
}

/// The data of a stored field for `Get` and `Put`.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldData {
    pub base: u32,
    pub owners: u32,
    pub words: u32,
    pub index_words: u32,
    pub index_base: u32,
    /// The number of values of the index; 0 without an index.
    pub index_values: u32,
    /// Whether the set of owners whose value is none follows the other sets of the index.
    pub index_none: bool,
    pub low: i64,
    pub high: i64,
}

impl FieldData {
    /// Returns which set of the index holds the owners of a value.
    #[inline]
    pub fn index_set(&self, value: u64) -> Option<usize> {
        if value < u64::from(self.index_values) {
            Some(value.index())
        } else if self.index_none && value == NONE {
            Some(self.index_values.index())
        } else {
            None
        }
    }
}

/// The data of a zone for moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZoneData {
    /// Its index in `Layout::zones`.
    pub index: u32,
    /// The address of its set; 0 if it has none, and its contents are read from the components' places.
    pub set: u32,
    /// The address of its order; 0 if it does not keep the order as a list.
    pub order: u32,
    /// Whether its order is stored in the components' ranks.
    pub ranked: bool,
    /// The capacity of its order, in components.
    pub room: u32,
    /// The components it may hold: `low..high`.
    pub low: u32,
    pub high: u32,
    /// The player who owns it, or `NONE`.
    pub owner: u64,
    /// The cell or component that owns it, or `NONE`.
    pub cell: u64,
    pub bearer: u64,
    /// The entries of `Table::anew` that this zone preserves, one bit each.
    pub keeps: u64,
    /// The players who see its contents, and those who see its top component, as sets; all bits are set if
    /// everybody sees it. Of a zone for which an expression gives them, these are empty, and the addresses of
    /// the sets follow.
    pub seers: u64,
    pub top_seers: u64,
    pub seers_at: Option<NonZeroU32>,
    pub top_seers_at: Option<NonZeroU32>,
}

/// The data of a declared zone for `ZoneAt`: its first place, and its domains of things and values.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZoneFamily {
    pub first: u64,
    pub thing: u64,
    pub things: u64,
    pub value: i64,
    pub values: u64,
}

/// The cell of a zone, or the component that bears it, or neither: what a search for the cell of a component
/// reads, in one word.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZoneSite(u64);

impl ZoneSite {
    /// Marks a component; cells and components are far fewer.
    const BEARER: u64 = 1 << 62;

    fn of(zone: &ZoneData) -> ZoneSite {
        ZoneSite(if zone.bearer == NONE { zone.cell } else { ZoneSite::BEARER | zone.bearer })
    }

    /// Returns the cell, or [`NONE`]; or else the component to continue with.
    #[inline]
    pub fn cell(self) -> Result<u64, u64> {
        if self.0 >> 62 == 1 { Err(self.0 & !ZoneSite::BEARER) } else { Ok(self.0) }
    }
}

impl ZoneData {
    /// Whether it is ordered.
    pub fn is_ordered(&self) -> bool {
        self.order != 0 || self.ranked
    }

    /// Returns the players who see its contents.
    pub fn seers(&self, words: &[u64]) -> u64 {
        self.seers_at.map_or(self.seers, |at| words[at.get().index()])
    }

    /// Returns the players who see its top component, besides those who see its contents.
    pub fn top_seers(&self, words: &[u64]) -> u64 {
        self.top_seers_at.map_or(self.top_seers, |at| words[at.get().index()])
    }
}

impl ZoneFamily {
    /// Returns the place for a thing and a value.
    pub fn place(&self, thing: u64, value: u64) -> Option<u64> {
        let thing = thing.checked_sub(self.thing).filter(|thing| *thing < self.things)?;
        let value = (value as i64).checked_sub(self.value).and_then(|v| u64::try_from(v).ok());
        let value = value.filter(|value| *value < self.values)?;
        Some(self.first + thing * self.values + value)
    }
}

/// A printed attribute.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeData {
    pub base: u32,
    pub words: u32,
    pub owners: u64,
}

/// A game prepared for play. It is created once, and shared by the [`Machine`]s of all threads.
#[derive(Debug)]
pub struct Table<'ir> {
    pub(super) ir: &'ir Ir,
    /// The code that is played: optimised, with fused pairs.
    pub(super) code: Vec<Op>,
    /// The code as compiled, with fused pairs: used when instructions are counted.
    pub(super) compiled: Vec<Op>,
    /// The machine code of the rules, once it is made.
    #[cfg(feature = "native")]
    pub(super) native: OnceLock<Native>,
    /// For each instruction of `code`, the instruction of `Ir::code` whose work it does.
    origins: Vec<u32>,
    /// A flag that interrupts every machine when it is set.
    stop: Option<&'ir AtomicBool>,
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
    /// Whether a zone without a set is hidden from at least one player.
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
    component_words: usize,
    /// The number of instructions of the longest function, which no jump exceeds.
    pub(super) longest_body: u64,
    /// For each instruction, the frame size of its function, in words.
    pub(super) frames: Vec<u16>,
    /// For each choice, whether another choice of the same move may follow.
    continues: Vec<bool>,
    /// For each choice, the register of the player who makes it.
    askers: Vec<Reg>,
    /// For each choice, the `Choose` of a list in which declining is an option in every position.
    declinable: Vec<Option<u32>>,
    /// For each choice, whether its options can name components that a player does not see.
    pub(super) shows: Vec<super::unseen_components::RevealingParts>,
    /// For each function, the field of its argument that it returns, if it does nothing else.
    pub(super) read_by: Vec<Option<FieldId>>,
    /// For each choice, what playouts know beforehand.
    pub(super) playout_choices: Vec<PlayoutChoice>,
    /// For each place of `Layout::zones`, the cell or the component that owns it: see [`ZoneSite`].
    pub(super) spots: Vec<ZoneSite>,
    /// The values of options that are components.
    component_values: ComponentValues,
    /// Copies that options need not distinguish.
    pub(super) copies: CopyGroups,
    /// For each instruction, the function that contains it.
    function_of: Vec<FunctionId>,
    fingerprint: OnceLock<u64>,
    state_fingerprint: OnceLock<u64>,
    /// Computed on first use.
    pub(super) live: OnceLock<LiveRegisters>,
    open: OnceLock<bool>,
    /// Computed when the first sample of a table with hidden information is drawn.
    pub(super) secrets: OnceLock<super::secrets::Secrets>,
    /// Index in `Layout::fields` of the set of the components in the game; `None` if all are.
    pub(super) in_game: Option<FieldId>,
    /// Address of the set of components that player 0 did not see go out of play, if the game stores it; the
    /// sets of the others follow.
    pub(super) boxed: Option<usize>,
    /// For each component, the owner of the deck list that it came from; empty if all have the same origin.
    brought: Vec<Option<Bringer>>,
    /// Location of the players' knowledge of unseen components, if the game stores it.
    pub(super) known: Option<GroupLocation>,
    /// Whether zones alone determine which faces players see: no top component of a hidden zone is shown,
    /// there are no hints, and who sees a zone is the same at every table.
    pub(super) only_zones_tell: bool,
    /// Whether an expression says who sees some zone: it may depend on the options and the number of players.
    pub(crate) sight_varies: bool,
}

/// Returns the field that a function with an entry returns of its argument, if it does nothing else.
fn read_by(ir: &Ir, entry: u32) -> Option<FieldId> {
    match ir.code.get(entry.index()..)? {
        [Op::Get { d, f, i: Reg(1) }, Op::Ret { n: 1, a }, ..] if d == a => Some(*f),
        _ => None,
    }
}

impl<'ir> Table<'ir> {
    /// Verifies, optimises and prepares a game. Fails if verification fails, because of a damaged file or a
    /// bug in the compiler.
    pub fn new(ir: &'ir Ir) -> Result<Self, VerifyError> {
        verify(ir)?;
        Ok(Table::of(ir, optimise(ir)))
    }

    /// Like `new`, for a game that was compiled just now.
    ///
    /// # Errors
    /// A sentence for people: verification can only fail because of a bug in the compiler.
    pub fn of_compiled(ir: &'ir Ir) -> Result<Self, String> {
        Table::new(ir)
            .map_err(|why| format!("this is a bug in Cardwright: the compiled game is not sound: {why}"))
    }

    /// Prepares a game without optimisation: play is slower, and otherwise identical. For callers that need
    /// little of the table, such as its options or a check of a deck list.
    pub fn unoptimised(ir: &'ir Ir) -> Result<Self, VerifyError> {
        verify(ir)?;
        Ok(Table::of(ir, OptimisedCode::none(ir)))
    }

    fn of(ir: &'ir Ir, optimised: OptimisedCode) -> Self {
        let mut by_entry: Vec<(u32, FunctionId)> =
            ir.functions.iter_ids().map(|(i, f)| (f.entry, i)).collect();
        by_entry.sort_unstable();
        let functions = ir
            .functions
            .iter()
            .zip(ir.bodies())
            .map(|(f, body)| FunctionData {
                entry: f.entry,
                cost: (body.end - body.start).clamp(1, 64),
                params: f.param_words,
                frame: f.frame_words,
                zeroed: f.suspends,
            })
            .collect();
        let fields = ir
            .layout
            .fields
            .iter()
            .map(|f| {
                let (low, high) = f.range.unwrap_or((i64::MIN, i64::MAX));
                let index = f.index;
                FieldData {
                    base: f.base,
                    owners: f.owners,
                    words: u32::from(f.words),
                    index_words: index.map_or(0, |x| u32::from(x.words)),
                    index_base: index.map_or(0, |x| x.base),
                    index_values: index.map_or(0, |x| x.values),
                    index_none: index.is_some_and(|x| x.none),
                    low,
                    high,
                }
            })
            .collect();
        let components = ir.components.len() as u32;
        let begin_anew =
            || ir.layout.fields.iter_ids().filter_map(|(f, field)| Some((f, field.anew.as_ref()?)));
        let keeps = |place: u32| {
            let here = begin_anew()
                .zip(0..64)
                .filter(|((_, anew), _)| anew.places.iter().any(|p| u32::from(p.0) == place));
            here.fold(0u64, |set, (_, bit)| set | 1 << bit)
        };
        let zones: Vec<ZoneData> = ir
            .layout
            .zones
            .iter()
            .zip(0u32..)
            .map(|(z, index)| {
                let info = ir.zones.find(z.zone);
                let kind = info.and_then(|info| info.holds).and_then(|k| ir.kinds.find(k));
                let (low, high) = kind.map_or((0, components), |k| (k.first.0, (k.first + k.count).0));
                let stored = |info: &ZoneInfo, by: ViewersInfo| {
                    NonZeroU32::new(by.base + index - u32::from(info.first.0))
                };
                let thing = |info: &ZoneInfo| (index - u32::from(info.first.0)) / info.per.values.max(1);
                let (cell, bearer) = match info.map(|info| (info.per.thing, thing(info))) {
                    Some((ZoneOwner::Cell(first), thing)) => (u64::from(first + thing), NONE),
                    Some((ZoneOwner::Component(first), thing)) => (NONE, u64::from(first + thing)),
                    _ => (NONE, NONE),
                };
                ZoneData {
                    index,
                    set: z.set,
                    order: z.order.unwrap_or(0),
                    ranked: z.order.is_none() && info.is_some_and(|info| info.ordered),
                    room: high - low,
                    low,
                    high,
                    owner: z.owner.map_or(NONE, u64::from),
                    cell,
                    bearer,
                    keeps: keeps(index),
                    seers: info.map_or(0, |info| knowledge::seers(info.seen_by, z.owner)),
                    top_seers: info.map_or(0, |info| knowledge::seers(info.top_seen_by, z.owner)),
                    seers_at: info.and_then(|info| Some(stored(info, info.viewers?))).flatten(),
                    top_seers_at: info.and_then(|info| Some(stored(info, info.top_viewers?))).flatten(),
                }
            })
            .collect();
        let spots = zones.iter().map(ZoneSite::of).collect();
        let seen_by_all =
            |zone: ZoneId| ir.zones.find(zone).is_some_and(|info| info.seen_by == ZoneViewers::All);
        let secret: Vec<&ZoneData> = zones
            .iter()
            .zip(&ir.layout.zones)
            .filter(|(_, z)| !seen_by_all(z.zone))
            .map(|(z, _)| z)
            .collect();
        let hidden =
            secret.iter().filter(|zone| zone.set != 0).map(|zone| ZonePlaceId(zone.index as u16)).collect();
        let hidden_without_sets = secret.iter().any(|zone| zone.set == 0);
        let mut frames = vec![0; ir.code.len()];
        let mut function_of = vec![FunctionId(0); ir.code.len()];
        for (i, (entry, function)) in by_entry.iter().enumerate() {
            let end = by_entry.get(i + 1).map_or(ir.code.len(), |(next, _)| next.index());
            frames[entry.index()..end].fill(ir.functions[*function].frame_words);
            function_of[entry.index()..end].fill(*function);
        }
        let brought = |c: &ComponentInfo| c.origin.as_ref().map(|origin| origin.bringer);
        let mut brought: Vec<Option<Bringer>> = ir.components.iter().map(brought).collect();
        if brought.iter().all(|of| Some(of) == brought.first()) {
            brought.clear();
        }
        let kept = |id: &str| ir.layout.fields.iter().find(|f| f.id == id).map(|f| f.base.index());
        let mut table = Table {
            ir,
            brought,
            code: pair(&optimised.code),
            compiled: pair(&ir.code),
            #[cfg(feature = "native")]
            native: OnceLock::new(),
            origins: optimised.origins,
            stop: None,
            profiler: None,
            functions,
            fields,
            anew: begin_anew().map(|(f, anew)| (f, anew.base)).collect(),
            zones,
            hidden,
            hidden_without_sets,
            families: ir.zones.iter().map(family).collect(),
            attributes: ir
                .attributes
                .iter()
                .map(|a| AttributeData {
                    base: a.base,
                    words: u32::from(a.words),
                    owners: ir.owners(a.owner) as u64,
                })
                .collect(),
            histories: ir.layout.histories.iter().map(|h| HistoryData::new(ir, h)).collect(),
            components: u64::from(components),
            stack: ir.layout.stack.index(),
            place: ir.layout.place.index(),
            rank: ir.layout.rank.index(),
            component_words: ir.component_words(),
            longest_body: ir
                .bodies()
                .into_iter()
                .map(|body| u64::from(body.end - body.start))
                .max()
                .unwrap_or_default(),
            frames,
            continues: Vec::new(),
            askers: askers(ir),
            declinable: super::unlisted::declinable(ir),
            shows: Vec::new(),
            playout_choices: Vec::new(),
            read_by: ir.functions.iter().map(|function| read_by(ir, function.entry)).collect(),
            spots,
            component_values: ComponentValues::of(ir),
            copies: CopyGroups::default(),
            function_of,
            fingerprint: OnceLock::new(),
            state_fingerprint: OnceLock::new(),
            live: OnceLock::new(),
            open: OnceLock::new(),
            secrets: OnceLock::new(),
            in_game: (ir.layout.fields.iter_ids().find(|(_, f)| f.id == Layout::IN_GAME).map(|(at, _)| at)),
            boxed: kept(Layout::BOXED),
            known: kept(Layout::KNOWN).map(|base| GroupLocation {
                base,
                stride: usize::from(ir.layout.max_players) * ir.component_words(),
                bits: ir
                    .layout
                    .fields
                    .iter()
                    .filter(|f| f.id == Layout::KNOWN)
                    .count()
                    .min(Layout::GROUP_BITS),
            }),
            only_zones_tell: ir.hints.is_empty()
                && ir.zones.iter().all(|z| z.top_seen_by == ZoneViewers::None && z.viewers.is_none()),
            sight_varies: ir.zones.iter().any(|zone| zone.viewers().next().is_some()),
        };
        table.continues = super::move_continuations::continues(&table);
        table.shows = super::unseen_components::revealing_parts(&table);
        table.copies = CopyGroups::of(&table);
        table.playout_choices = table.playout_choices();
        table
    }

    /// Returns the game.
    pub fn ir(&self) -> &'ir Ir {
        self.ir
    }

    /// Whether the components came from lists of several owners.
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

    /// Whether a move of this game may take several choices, because some are `more` of the move before them.
    pub fn has_more(&self) -> bool {
        self.continues.contains(&true)
    }

    /// Whether another choice of the same move may follow a choice of `Ir::choices`. If not, each of its
    /// options completes the move.
    pub fn continues(&self, choice: ChoiceId) -> bool {
        self.continues.get(choice.index()).copied().unwrap_or(false)
    }

    /// Whether a value of options of a kind is a component.
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
    pub(super) fn declinable(&self, choice: ChoiceId) -> Option<u32> {
        self.declinable.get(choice.index()).copied().flatten()
    }

    /// Whether the game has perfect information and no chance after setup: no zone is hidden from a player,
    /// and no reachable rule of play rolls, shuffles or picks at random.
    pub fn is_open(&self) -> bool {
        *self.open.get_or_init(|| self.all_seen() && self.chance_in_play().is_none())
    }

    /// Whether no zone is hidden from a player.
    pub fn all_seen(&self) -> bool {
        self.ir.zones.iter().all(|z| z.seen_by == ZoneViewers::All)
    }

    /// Returns the first instruction, reachable in play, that rolls, shuffles or picks at random.
    pub fn chance_in_play(&self) -> Option<u32> {
        let bodies = self.ir.bodies();
        let in_play = self
            .ir
            .reachable_functions(self.ir.play)
            .into_iter()
            .filter_map(|f| bodies.get(f.index()).cloned())
            .flatten();
        let chance = |pc: &u32| {
            let op = self.ir.code.get(pc.index());
            matches!(op, Some(Op::Roll { .. } | Op::RollDie { .. } | Op::Random { .. } | Op::Shuffle { .. }))
        };
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

    /// Whether the flag of [`Table::stop_when`] is set.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Creates a machine for this table.
    pub fn machine(&self) -> Machine<'_> {
        Machine::new(self)
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
    pub(super) fn origin(&self, pc: u32) -> u32 {
        self.origins.get(pc.index()).copied().unwrap_or(pc)
    }

    /// Returns the function that contains an instruction.
    pub fn function_at(&self, pc: u32) -> Option<FunctionId> {
        self.function_of.get(pc.index()).copied()
    }
}

/// Returns the register of the player who makes each choice.
fn askers(ir: &Ir) -> Vec<Reg> {
    let mut askers = vec![Reg(0); ir.choices.len()];
    let mut listing = None;
    for op in &ir.code {
        match op {
            Op::OptBegin { choice } => listing = askers.get_mut(choice.index()),
            Op::Choose { by, .. } => {
                if let Some(asker) = listing.take() {
                    *asker = *by;
                }
            }
            _ => {}
        }
    }
    askers
}

/// Converts a declared zone for `ZoneAt`.
fn family(zone: &ZoneInfo) -> ZoneFamily {
    let thing = match zone.per.thing {
        ZoneOwner::Table | ZoneOwner::Player => 0,
        ZoneOwner::Cell(first) => u64::from(first),
        ZoneOwner::Component(first) => u64::from(first),
    };
    let value = match zone.per.key {
        Some(ZoneKey::Int(first)) => first,
        Some(ZoneKey::Enum(_) | ZoneKey::Name) | None => 0,
    };
    let (things, values) = (u64::from(zone.per.things), u64::from(zone.per.values));
    ZoneFamily { first: u64::from(zone.first), thing, things, value, values }
}
