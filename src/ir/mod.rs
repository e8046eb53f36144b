//! The intermediate representation of a compiled game: the input of the table and of printing.
//!
//! An [`Ir`] holds the components and their texts, the layout of the state, the rules as code for a register
//! machine, and the source place of each instruction. Nothing after this layer reads a package's files.

mod amount;
mod attributes;
mod boards;
mod bots;
pub mod bytes;
mod calls;
mod choices;
pub mod code;
mod components;
mod declared_name;
mod dice;
mod elements;
pub mod figures;
mod files;
mod function_name;
mod functions;
mod game_info;
mod hints;
mod ids;
mod initial_values;
mod lanes;
pub mod layout;
mod listing;
pub mod lists;
mod liveness;
mod lookup;
mod markup;
mod meaning;
mod names;
pub mod print;
mod read_name;
mod ranges;
mod readings;
mod root;
mod scenarios;
mod setups;
mod sides;
mod tables;
pub mod template_bounds;
pub mod texts;
mod translation;
mod value_names;
mod value_type;
pub mod verify;
mod zone;

pub use crate::vocabulary::{BOTS, BotWord, SearchBudget, StartPoint, ZoneViewers, bot};
pub use amount::{AmountDomain, AmountTree};
pub use boards::{BoardForm, BoardInfo, CellInfo, Geometry};
pub use bots::{BotInfo, PreferenceInfo, PreferenceTarget};
pub use calls::{callees_first, cyclic_groups};
pub use choices::{ActionInfo, ChoiceInfo, HoleInfo, SelectionInfo};
pub use code::{FailureCode, Op, Reg};
pub use components::{ComponentInfo, KindInfo};
pub use declared_name::DeclaredName;
pub use dice::DieInfo;
pub use elements::elements;
pub use figures::FigureInfo;
pub use files::{FileText, IrSpan};
pub use function_name::{FunctionName, FunctionOrigin};
pub use functions::{ComponentRegisters, FunctionInfo, LogInfo};
pub use game_info::{GameInfo, OptionInfo, RequireInfo};
pub use hints::HintInfo;
pub use ids::{
    ActionGroupId, ActionId, ArmId, AttributeId, BoardId, CellId, ChoiceId, CodeAddress, ComponentId,
    ConstantId, DieId, EnumId, FieldId, FileTextId, FunctionId, HintId, HistoryId, Id, IdRange, IdVec,
    KeywordId, KindId, LogId, NONE, NameId, OptionId, PlaceId, PlayerId, RangeId, SeatNumber, SlotId,
    TableId, ToIndex, ZoneId, ZonePlaceId,
};
pub use initial_values::InitialValue;
pub use layout::{FieldInfo, HistoryInfo, Index, Layout, Owner, ZonePlace};
pub use listing::{listing, listing_of};
pub use lists::{
    Bringer, ComponentOrigin, CopiesInfo, DeckInfo, DeckPartInfo, DeckRulesInfo, ListedCard, ListedInfo,
    ListsInfo, MAIN_PART, PlayedList, PlayedLists, ScenarioCard, is_list_file,
};
pub use liveness::LiveRegisters;
pub(crate) use liveness::changes;
#[cfg(feature = "native")]
pub(crate) use liveness::{live_after, live_before, registers};
pub use markup::{Markup, MarkupPart};
pub use meaning::{rules_hash, state_hash};
pub use names::{EnumInfo, NameInfo};
pub use ranges::RangeInfo;
pub use readings::{ReadSource, ReadingInfo};
pub use root::Ir;
pub use scenarios::{
    AnswerInfo, AnswerPart, ChanceInfo, ExpectPart, GivenChoiceInfo, ScenarioInfo, StepInfo, StepInfoKind,
    VisibilitySubject,
};
pub use setups::SetupInfo;
pub use sides::SidesInfo;
pub use tables::{AttributeInfo, SlotInfo, TableInfo};
pub use translation::title_case;
pub use value_type::ValueType;
pub use zone::{ViewersInfo, ZoneInfo, ZoneKey, ZoneOwner, ZonePer};
