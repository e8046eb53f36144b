//! The root of the IR, and facts derived from several of its parts.

use super::boards::{BoardInfo, CellInfo, Geometry};
use super::bots::BotInfo;
use super::choices::{ActionInfo, ChoiceInfo};
use super::code::Op;
use super::components::{ComponentInfo, KindInfo};
use super::dice::DieInfo;
use super::figures::FigureInfo;
use super::files::{FileText, IrSpan};
use super::functions::{FunctionInfo, LogInfo};
use super::game_info::{GameInfo, OptionInfo, RequireInfo};
use super::hints::HintInfo;
use super::ids::{
    ActionId, AttributeId, BoardId, CellId, ChoiceId, CodeAddress, ComponentId, DieId, EnumId, FileTextId,
    FunctionId, HintId, IdRange, IdVec, KindId, LogId, NameId, OptionId, PlaceId, RangeId, SlotId, TableId,
    ToIndex, ZoneId, ZonePlaceId,
};
use super::layout::{FieldInfo, Layout, Owner};
use super::lists::{DeckInfo, DeckRulesInfo, ListsInfo};
use super::names::{EnumInfo, NameInfo};
use super::print::PrintInfo;
use super::ranges::RangeInfo;
use super::readings::ReadingInfo;
use super::scenarios::ScenarioInfo;
use super::setups::SetupInfo;
use super::sides::SidesInfo;
use super::tables::{AttributeInfo, SlotInfo, TableInfo};
use super::value_type::ValueType;
use super::zone::ZoneInfo;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A compiled game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ir {
    /// Name, version, players.
    pub game: GameInfo,
    /// Options that players agree on before play, in the order declared; option `i` is stored in state word
    /// `Layout::OPTIONS + i`.
    pub options: IdVec<OptionId, OptionInfo>,
    /// Bundles of options: `[setups.…]`.
    pub setups: Vec<SetupInfo>,
    /// Conditions on the options: a function without parameters that returns a bool, and the message if it is
    /// false.
    pub requires: Vec<RequireInfo>,
    /// Enums; a value of one is an index into its list.
    pub enums: IdVec<EnumId, EnumInfo>,
    /// Dice of the game's own.
    pub dice: IdVec<DieId, DieInfo>,
    /// Kinds; parents come before children.
    pub kinds: IdVec<KindId, KindInfo>,
    /// The values of the type `name`: one for each card declared.
    pub names: IdVec<NameId, NameInfo>,
    /// Every physical component; a component is an index into this list. Copies stand side by side; kinds are
    /// contiguous.
    pub components: IdVec<ComponentId, ComponentInfo>,
    /// Zones as declared.
    pub zones: IdVec<ZoneId, ZoneInfo>,
    /// The boards that have cells.
    pub boards: IdVec<BoardId, BoardInfo>,
    /// Every cell of every board; a cell is an index into this list.
    pub cells: IdVec<CellId, CellInfo>,
    /// Adjacency of cells.
    pub geometry: Geometry,
    /// Lookup tables of the code.
    pub tables: IdVec<TableId, TableInfo>,
    /// Attributes: for each, a column with the value of every component.
    pub attributes: IdVec<AttributeId, AttributeInfo>,
    /// Ranges of arguments and results.
    pub ranges: IdVec<RangeId, RangeInfo>,
    /// Attributes that rules give hints about.
    pub hints: IdVec<HintId, HintInfo>,
    /// Attributes and fields whose value modifiers may change on reading.
    pub readings: Vec<ReadingInfo>,
    /// Slots: the rule of each component.
    pub slots: IdVec<SlotId, SlotInfo>,
    /// Layout of the state.
    pub layout: Layout,
    /// Constants: sets, and the attributes' columns.
    pub pool: Vec<u64>,
    /// The instructions of all functions.
    pub code: Vec<Op>,
    /// For each instruction, an index into `places`.
    pub origins: Vec<PlaceId>,
    /// Source places in the author's files.
    pub places: IdVec<PlaceId, IrSpan>,
    /// Texts of the author's files, so that a fault can show its line.
    pub files: IdVec<FileTextId, FileText>,
    /// All callable code: functions, verbs, slots' rules, actions, reactions, scenario steps.
    pub functions: IdVec<FunctionId, FunctionInfo>,
    /// Actions of the game, then those of components.
    pub actions: IdVec<ActionId, ActionInfo>,
    /// Choice points.
    pub choices: IdVec<ChoiceId, ChoiceInfo>,
    /// Templates of the lines of the record.
    pub logs: IdVec<LogId, LogInfo>,
    /// Function that initialises every field and fills every zone; runs once per table. No parameters.
    pub lay: FunctionId,
    /// `[flow] setup`
    pub setup: Option<FunctionId>,
    /// `[flow] setup`: a function without parameters.
    pub play: Option<FunctionId>,
    /// `[flow] play`: a function without parameters.
    pub score: Option<FunctionId>,
    /// `[scoring] ties`: functions from a player to an int.
    pub ties: Vec<FunctionId>,
    /// `[scoring] together`
    pub sides: SidesInfo,
    /// Names of endings in `win`, `lose` and `end`; instructions count them from 1.
    pub endings: Vec<String>,
    /// `[bots.…]`: the game's own bots, with the functions that evaluate for them.
    pub bots: Vec<BotInfo>,
    /// `[figures]`: values computed at the end of each game.
    pub figures: Vec<FigureInfo>,
    /// `[deck]`: the rules for deck lists; `None` without the table.
    pub deck_rules: Option<DeckRulesInfo>,
    /// `decks/`: the deck lists that come with the game.
    pub decks: Vec<DeckInfo>,
    /// Deck lists that players bring.
    pub lists: ListsInfo,
    /// `scenarios/`: the tests of the rules; those with an error are left out.
    pub scenarios: Vec<ScenarioInfo>,
    /// `print.toml`, and the files used by faces.
    pub print: PrintInfo,
    /// The game before its texts were translated, whose names its scenarios use. `None` if it was not
    /// translated, or has no scenarios.
    #[serde(skip)]
    pub untranslated: Option<Box<Ir>>,
}

impl Ir {
    /// Returns the printed name with the kind for a name that stands for a card (`Kelpie (foe)`), otherwise
    /// the printed name alone (`Kelpie`).
    pub fn told_apart(&self, name: NameId) -> String {
        let Some(info) = self.names.get(name.index()) else { return String::new() };
        match (info.card, self.kinds.get(info.kind.index())) {
            (Some(_), Some(kind)) => format!("{} ({})", info.printed, kind.id.replace('_', " ")),
            _ => info.printed.clone(),
        }
    }

    /// Returns whether a kind is `above` or descends from it.
    pub fn is_below(&self, kind: KindId, above: KindId) -> bool {
        let mut at = Some(kind);
        while let Some(kind) = at {
            if kind == above {
                return true;
            }
            // Bases come first, so this ends; those of an IR from a file need not.
            at = self.kinds.find(kind).and_then(|info| info.base).filter(|base| *base < kind);
        }
        false
    }

    /// Returns the number of words of a set of components.
    pub fn component_words(&self) -> usize {
        self.components.len().div_ceil(64).max(1)
    }

    /// Returns whether a zone of `Layout::zones` is ordered.
    pub fn is_ordered(&self, zone: ZonePlaceId) -> bool {
        let place = self.layout.zones.find(zone);
        place.and_then(|place| self.zones.get(place.zone.index())).is_some_and(|zone| zone.ordered)
    }

    /// Returns the number of owners of a field or attribute.
    pub fn owners(&self, owner: Owner) -> usize {
        match owner {
            Owner::Table => 1,
            Owner::Player => usize::from(self.layout.max_players),
            Owner::Component => self.components.len(),
            Owner::Cell => self.cells.len(),
        }
    }

    /// Returns the range of each function's instructions in [`Ir::code`]: from its entry to the entry of the
    /// next function.
    pub fn bodies(&self) -> Vec<IdRange<CodeAddress>> {
        let end = CodeAddress::from_index(self.code.len());
        let mut starts: Vec<CodeAddress> = self.functions.iter().map(|f| f.entry).chain([end]).collect();
        starts.sort_unstable();
        let next = |entry: CodeAddress| {
            starts.get(starts.partition_point(|start| *start <= entry)).copied().unwrap_or(entry)
        };
        self.functions.iter().map(|f| IdRange::between(f.entry, next(f.entry))).collect()
    }

    /// Returns the ids of these functions and of all functions that they call, directly or indirectly, in
    /// ascending order.
    pub fn reachable_functions(&self, roots: impl IntoIterator<Item = FunctionId>) -> BTreeSet<FunctionId> {
        let bodies = self.bodies();
        let mut open: Vec<FunctionId> = roots.into_iter().collect();
        let mut found: BTreeSet<FunctionId> = open.iter().copied().collect();
        while let Some(function) = open.pop() {
            let body = bodies.get(function.index()).and_then(|b| self.code.get(b.indices()));
            for op in body.unwrap_or_default() {
                let calls: &[FunctionId] = match op {
                    Op::Call { f, .. } => &[*f],
                    Op::CallSlot { s, .. } => self.slots.get(s.index()).map_or(&[], |slot| &slot.rules),
                    _ => &[],
                };
                // `SlotInfo::EMPTY` is out of range, and skipped.
                open.extend(calls.iter().filter(|f| (*f).index() < bodies.len() && found.insert(**f)));
            }
        }
        found
    }

    /// Returns the number of words of an index of a field, or `None` if the field cannot have one.
    pub fn index_words(&self, field: &FieldInfo) -> Option<usize> {
        let (ty, none) = match &field.ty {
            ValueType::Optional(inner) => (&**inner, 1),
            ty => (ty, 0),
        };
        let values = match ty {
            ValueType::Bool => 2,
            ValueType::Enum(e) => self.enums.get(e.index())?.values.len(),
            ValueType::Name => self.names.len(),
            ValueType::Player => usize::from(self.layout.max_players),
            ValueType::Cell => self.cells.len(),
            _ => return None,
        };
        match field.owner {
            Owner::Component | Owner::Cell => Some((values + none) * field.owners.index().div_ceil(64)),
            Owner::Player => Some(values + none),
            Owner::Table => None,
        }
    }

    /// Returns the source place of an instruction.
    pub fn place_of(&self, pc: CodeAddress) -> Option<&IrSpan> {
        self.origins.get(pc.index()).and_then(|&i| self.places.get(i.index()))
    }
}
