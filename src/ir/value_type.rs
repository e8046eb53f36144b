//! The types of values, as far as they are needed to show one.

use super::amount::AmountDomain;
use super::ids::EnumId;
use serde::{Deserialize, Serialize};

/// Type of a word or set, as far as it is needed to show its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Vec<u16>", try_from = "Vec<u16>")]
pub enum ValueType {
    /// A whole number.
    Int,
    /// 0 or 1.
    Bool,
    /// A value of this enum of `Ir::enums`.
    Enum(EnumId),
    /// An index into `Ir::names`.
    Name,
    /// A player by seat, from 0.
    Player,
    /// An index into `Ir::components`.
    Component,
    /// An index into `Layout::zones`.
    Zone,
    /// An index into `Ir::cells`.
    Cell,
    /// A set of these.
    Set(Box<ValueType>),
    /// One of these or none.
    Optional(Box<ValueType>),
    /// A whole number for each value of this domain; with two domains, for each value of the first an amount
    /// over the second.
    Amount(Vec<AmountDomain>),
}

/// Encodes wrapper types outermost first, in a flat list, so that decoding cannot recurse.
impl From<ValueType> for Vec<u16> {
    fn from(ty: ValueType) -> Vec<u16> {
        match ty {
            ValueType::Int => vec![0],
            ValueType::Bool => vec![1],
            ValueType::Enum(e) => vec![2, e.0],
            ValueType::Name => vec![3],
            ValueType::Player => vec![4],
            ValueType::Component => vec![5],
            ValueType::Zone => vec![6],
            ValueType::Cell => vec![9],
            ValueType::Amount(pers) => {
                let mut written = vec![10];
                pers.iter().for_each(|per| per.write(&mut written));
                written
            }
            ValueType::Set(of) => std::iter::once(7).chain(Vec::from(*of)).collect(),
            ValueType::Optional(of) => std::iter::once(8).chain(Vec::from(*of)).collect(),
        }
    }
}

impl TryFrom<Vec<u16>> for ValueType {
    type Error = &'static str;

    fn try_from(written: Vec<u16>) -> Result<ValueType, Self::Error> {
        let wrappers = written.iter().take_while(|code| matches!(code, 7 | 8)).count();
        let inner = match written[wrappers..] {
            [0] => ValueType::Int,
            [1] => ValueType::Bool,
            [2, e] => ValueType::Enum(EnumId(e)),
            [3] => ValueType::Name,
            [4] => ValueType::Player,
            [5] => ValueType::Component,
            [6] => ValueType::Zone,
            [9] => ValueType::Cell,
            [10, ref pers @ ..] => ValueType::Amount(AmountDomain::read(pers).ok_or("no type of a value")?),
            _ => return Err("no type of a value"),
        };
        if wrappers > 4 {
            return Err("a type nested too deep");
        }
        Ok(written[..wrappers].iter().rev().fold(inner, |ty, code| match code {
            7 => ValueType::Set(Box::new(ty)),
            _ => ValueType::Optional(Box::new(ty)),
        }))
    }
}
