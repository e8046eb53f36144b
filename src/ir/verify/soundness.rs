//! Checks that declarations refer only to existing items.

use crate::ir::dice::DieInfo;
use crate::ir::functions::FunctionInfo;
use crate::ir::hints::HintInfo;
use crate::ir::ids::ToIndex;
use crate::ir::layout::{FieldInfo, Layout, Owner, RetainingZones};
use crate::ir::readings::{ReadSource, ReadingInfo};
use crate::ir::root::Ir;
use crate::ir::setups::SetupInfo;
use crate::ir::value_type::ValueType;

impl DieInfo {
    /// Returns whether the die has faces, and each is a value of the faces' type.
    pub(super) fn is_sound(&self, ir: &Ir) -> bool {
        let shown = |face: &i64| match self.ty {
            ValueType::Int => true,
            ValueType::Enum(e) => ir.enums.find(e).is_some_and(|e| (0..e.values.len() as i64).contains(face)),
            _ => false,
        };
        !self.faces.is_empty() && self.faces.iter().all(shown)
    }
}

impl ReadingInfo {
    /// Returns whether the function returns as many words as are stored, takes a component, and cannot
    /// suspend.
    pub(super) fn holds_together(&self, ir: &Ir) -> bool {
        let words = match self.of {
            ReadSource::Attribute(a) => ir.attribute(a).map(|a| a.words),
            ReadSource::Field(f) => ir.layout.fields.find(f).map(|f| f.words),
        };
        let function = ir.functions.find(self.function);
        let calculates =
            |f: &FunctionInfo| Some(f.result_words) == words && f.param_words == 1 && !f.suspends;
        usize::from(self.kind.0) < ir.kinds.len() && function.is_some_and(calculates)
    }
}

impl SetupInfo {
    /// Returns whether every option that the setup sets exists.
    pub(super) fn holds_together(&self, ir: &Ir) -> bool {
        self.options.iter().all(|(option, _)| ir.option(*option).is_some())
    }
}

impl HintInfo {
    /// Returns whether its attribute and its fields exist.
    pub(super) fn holds_together(&self, ir: &Ir) -> bool {
        let fits = |field: &FieldInfo| field.id == Layout::HINTED;
        let fields = self.first.index()..self.first.index() + self.values.len();
        ir.attribute(self.attribute).is_some_and(|a| a.words == 1 && a.owner == Owner::Component)
            && ir.layout.fields.get(fields).is_some_and(|fields| fields.iter().all(fits))
    }
}

impl RetainingZones {
    /// Returns whether its zones exist, and the pool has `words` words of initial values.
    pub(super) fn fits(&self, ir: &Ir, words: usize) -> bool {
        let zones = ir.layout.zones.len();
        self.base.index().saturating_add(words) <= ir.pool.len()
            && self.places.iter().all(|p| p.index() < zones)
    }
}
