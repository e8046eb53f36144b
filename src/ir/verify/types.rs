//! Checks the types of values.

use crate::ir::amount::AmountDomain;
use crate::ir::root::Ir;
use crate::ir::value_type::ValueType;

pub(super) fn value_type(ir: &Ir, ty: &ValueType) -> bool {
    match ty {
        ValueType::Enum(e) => ir.enums.has(*e),
        ValueType::Set(of) | ValueType::Optional(of) => value_type(ir, of),
        ValueType::Amount(pers) => (1..=AmountDomain::MOST).contains(&ir.lanes(pers)),
        _ => true,
    }
}
