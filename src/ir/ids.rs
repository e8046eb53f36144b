//! The ids of the lists of the IR.

use crate::ids::ids;
pub use crate::ids::{Id, IdRange, IdVec, NONE, PlayerId, SeatNumber, ToIndex};
use std::ops::Range;

ids! {
    u8:
    /// Index into `Ir::hints`.
    HintId;
}

ids! {
    u16:
    /// Index into the groups of components' actions with one id.
    ActionGroupId;
    /// Index into `Ir::actions`.
    ActionId;
    /// Index into `ChoiceInfo::arms`.
    ArmId;
    /// Index into `Ir::attributes`.
    AttributeId;
    /// Index into `Ir::boards`.
    BoardId;
    /// Index into `Ir::choices`.
    ChoiceId;
    /// Index into the constant sets that have a name.
    ConstantId;
    /// Index into `Ir::dice`.
    DieId;
    /// Index into `Ir::enums`.
    EnumId;
    /// Index into `Layout::fields`.
    FieldId;
    /// Index into `Ir::functions`.
    FunctionId;
    /// Index into `Layout::histories`.
    HistoryId;
    /// Index into the keywords.
    KeywordId;
    /// Index into `Ir::kinds`.
    KindId;
    /// Index into `Ir::logs`.
    LogId;
    /// Index into `Ir::names`.
    NameId;
    /// Index into `Ir::options`.
    OptionId;
    /// Index into `Ir::ranges`.
    RangeId;
    /// A register: an index into the current frame.
    Reg;
    /// Index into `Ir::slots`.
    SlotId;
    /// Index into `Ir::tables`.
    TableId;
    /// Index into `Ir::zones`.
    ZoneId;
    /// Index into `Layout::zones`.
    ZonePlaceId;
}

ids! {
    u32:
    /// Index into `Ir::cells`.
    CellId;
    /// Index of an instruction: into `Ir::code`, or the optimised code, in which functions begin at the same
    /// addresses.
    CodeAddress;
    /// Index into `Ir::components`.
    ComponentId;
    /// Index into `Ir::files`.
    FileTextId;
    /// Index into `Ir::places`.
    PlaceId;
}

impl CodeAddress {
    /// The greatest address, at which no instruction is.
    pub const MAX: CodeAddress = CodeAddress(u32::MAX);

    /// Returns the address that a jump of an instruction reaches: `by` instructions after the next one.
    #[inline]
    pub fn jump(self, by: i16) -> CodeAddress {
        CodeAddress((self.0 + 1).saturating_add_signed(i32::from(by)))
    }
}

impl Reg {
    /// The greatest register.
    pub const MAX: Reg = Reg(u16::MAX);

    /// Returns the indices of `n` consecutive registers from this one on.
    #[inline]
    pub fn range(self, n: usize) -> Range<usize> {
        self.index()..self.index() + n
    }
}
