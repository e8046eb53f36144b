//! Prepares a game for play: verifies and optimises it, and computes the data of its [`Table`].

use super::copy_groups::CopyGroups;
use super::history_data::HistoryData;
use super::knowledge;
use super::move_continuations::continues;
use super::options::ComponentValues;
use super::pairs::pair;
use super::program::Table;
use super::table_data::{
    AttributeData, FieldData, FunctionData, GroupLocation, ZoneData, ZoneFamily, ZoneSite,
};
use super::unlisted::declinable;
use super::unseen_components::revealing_parts;
use crate::ir::code::Reg;
use crate::ir::layout::RetainingZones;
use crate::ir::verify::{VerifyError, verify};
use crate::ir::{
    AttributeInfo, Bringer, CodeAddress, ComponentInfo, FieldId, FieldInfo, FunctionId, Ir, Layout, NONE, Op,
    ToIndex, ValueType, ViewersInfo, ZoneId, ZoneInfo, ZoneKey, ZoneOwner, ZonePlaceId, ZoneViewers,
};
use crate::optimise::{OptimisedCode, optimise};
use std::num::NonZeroU32;
use std::sync::OnceLock;

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
        Table::new(ir).map_err(unsound)
    }

    /// Prepares a game without optimisation: play is slower, and otherwise identical. For callers that need
    /// little of the table, such as its options or a check of a deck list.
    pub fn unoptimised(ir: &'ir Ir) -> Result<Self, VerifyError> {
        verify(ir)?;
        Ok(Table::of(ir, OptimisedCode::none(ir)))
    }

    /// Like `unoptimised`, for a game that was compiled just now. The passes took four times as long as
    /// all else in the check of a game of 5,400 cards, and checks run few of its rules.
    ///
    /// # Errors
    /// A sentence for people: verification can only fail because of a bug in the compiler.
    pub fn for_checks(ir: &'ir Ir) -> Result<Self, String> {
        Table::unoptimised(ir).map_err(unsound)
    }

    fn of(ir: &'ir Ir, optimised: OptimisedCode) -> Self {
        let zones = zone_data(ir);
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
        let (frames, function_of) = frames_and_functions(ir);
        let mut table = Table {
            ir,
            brought: bringers(ir),
            code: pair(&optimised.code),
            compiled: pair(&ir.code),
            #[cfg(feature = "native")]
            native: OnceLock::new(),
            origins: optimised.origins,
            stop: None,
            profiler: None,
            functions: function_data(ir),
            fields: ir.layout.fields.iter().map(field_data).collect(),
            anew: fields_that_begin_anew(ir).map(|(f, anew)| (f, anew.base)).collect(),
            spots: zones.iter().map(ZoneSite::of).collect(),
            zones,
            hidden,
            hidden_without_sets,
            families: ir.zones.iter().map(family).collect(),
            attributes: ir.attributes.iter().map(|a| attribute_data(ir, a)).collect(),
            histories: ir.layout.histories.iter().map(|h| HistoryData::new(ir, h)).collect(),
            components: ir.components.len() as u64,
            stack: ir.layout.stack.index(),
            place: ir.layout.place.index(),
            rank: ir.layout.rank.index(),
            component_words: ir.component_words(),
            longest_body: longest_body(ir),
            frames,
            continues: Vec::new(),
            askers: askers(ir),
            declinable: declinable(ir),
            shows: Vec::new(),
            playout_choices: Vec::new(),
            read_by: ir.functions.iter().map(|function| read_by(ir, function.entry)).collect(),
            component_values: ComponentValues::of(ir),
            copies: CopyGroups::default(),
            function_of,
            fingerprint: OnceLock::new(),
            state_fingerprint: OnceLock::new(),
            live: OnceLock::new(),
            open: OnceLock::new(),
            secrets: OnceLock::new(),
            in_game: (ir.layout.fields.iter_ids().find(|(_, f)| f.id == Layout::IN_GAME).map(|(at, _)| at)),
            boxed: field_address(ir, Layout::BOXED),
            known: known_groups(ir),
            only_zones_tell: ir.hints.is_empty()
                && ir.zones.iter().all(|z| z.top_seen_by == ZoneViewers::None && z.viewers.is_none()),
            sight_varies: ir.zones.iter().any(|zone| zone.viewers().next().is_some()),
        };
        table.continues = continues(&table);
        table.shows = revealing_parts(&table);
        table.copies = CopyGroups::of(&table);
        table.playout_choices = table.playout_choices();
        table
    }
}

fn unsound(why: VerifyError) -> String {
    format!("this is a bug in Cardwright: the compiled game is not sound: {why}")
}

/// Returns the field that a function with an entry returns of its argument, if it does nothing else.
fn read_by(ir: &Ir, entry: CodeAddress) -> Option<FieldId> {
    match ir.code.get(entry.index()..)? {
        [Op::Get { d, f, i: Reg(1) }, Op::Ret { n: 1, a }, ..] if d == a => Some(*f),
        _ => None,
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

/// Returns the data of the functions for calls.
fn function_data(ir: &Ir) -> Vec<FunctionData> {
    ir.functions
        .iter()
        .zip(ir.bodies())
        .map(|(f, body)| FunctionData {
            entry: f.entry,
            cost: body.len().clamp(1, 64) as u32,
            params: f.param_words,
            frame: f.frame_words,
            zeroed: f.suspends,
        })
        .collect()
}

/// Returns the data of a stored field.
fn field_data(f: &FieldInfo) -> FieldData {
    // Words of sets, and of ints that may be none, are not compared with a range as numbers are.
    let compared = matches!(f.ty, ValueType::Int | ValueType::Amount(_));
    let (low, high) = f.range.filter(|_| compared).unwrap_or((i64::MIN, i64::MAX));
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
}

/// Returns the fields that are reset when a component leaves their zones.
fn fields_that_begin_anew(ir: &Ir) -> impl Iterator<Item = (FieldId, &RetainingZones)> {
    ir.layout.fields.iter_ids().filter_map(|(f, field)| Some((f, field.anew.as_ref()?)))
}

/// Returns the data of the zones for moves.
fn zone_data(ir: &Ir) -> Vec<ZoneData> {
    let components = ir.components.len() as u32;
    let keeps = |place: u32| {
        let here = fields_that_begin_anew(ir)
            .zip(0..64)
            .filter(|((_, anew), _)| anew.places.iter().any(|p| u32::from(p.0) == place));
        here.fold(0u64, |set, (_, bit)| set | 1 << bit)
    };
    ir.layout
        .zones
        .iter()
        .zip(0u32..)
        .map(|(z, index)| {
            let info = ir.zones.find(z.zone);
            let kind = info.and_then(|info| info.holds).and_then(|k| ir.kinds.find(k));
            let (low, high) = kind.map_or((0, components), |k| (k.first.0, (k.first + k.count).0));
            let stored =
                |info: &ZoneInfo, by: ViewersInfo| NonZeroU32::new(by.base + index - u32::from(info.first.0));
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
        .collect()
}

/// Returns, for each instruction, the frame size of its function and the function.
fn frames_and_functions(ir: &Ir) -> (Vec<u16>, Vec<FunctionId>) {
    let mut by_entry: Vec<(CodeAddress, FunctionId)> =
        ir.functions.iter_ids().map(|(i, f)| (f.entry, i)).collect();
    by_entry.sort_unstable();
    let mut frames = vec![0; ir.code.len()];
    let mut function_of = vec![FunctionId(0); ir.code.len()];
    for (i, (entry, function)) in by_entry.iter().enumerate() {
        let end = by_entry.get(i + 1).map_or(ir.code.len(), |(next, _)| next.index());
        frames[entry.index()..end].fill(ir.functions[*function].frame_words);
        function_of[entry.index()..end].fill(*function);
    }
    (frames, function_of)
}

/// Returns, for each component, the owner of the deck list that it came from; empty if all have the same
/// origin.
fn bringers(ir: &Ir) -> Vec<Option<Bringer>> {
    let brought = |c: &ComponentInfo| c.origin.as_ref().map(|origin| origin.bringer);
    let mut brought: Vec<Option<Bringer>> = ir.components.iter().map(brought).collect();
    if brought.iter().all(|of| Some(of) == brought.first()) {
        brought.clear();
    }
    brought
}

fn attribute_data(ir: &Ir, a: &AttributeInfo) -> AttributeData {
    AttributeData { base: a.base, words: u32::from(a.words), owners: ir.owners(a.owner) as u64 }
}

/// Returns the number of instructions of the longest function.
fn longest_body(ir: &Ir) -> u64 {
    ir.bodies().into_iter().map(|body| body.len() as u64).max().unwrap_or_default()
}

/// Returns the address of the first field with an id.
fn field_address(ir: &Ir, id: &str) -> Option<usize> {
    ir.layout.fields.iter().find(|f| f.id == id).map(|f| f.base.index())
}

/// Returns the location of the players' knowledge of unseen components.
fn known_groups(ir: &Ir) -> Option<GroupLocation> {
    field_address(ir, Layout::KNOWN).map(|base| GroupLocation {
        base,
        stride: usize::from(ir.layout.max_players) * ir.component_words(),
        bits: ir.layout.fields.iter().filter(|f| f.id == Layout::KNOWN).count().min(Layout::GROUP_BITS),
    })
}
