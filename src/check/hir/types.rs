//! The types of the rules language.

use crate::ir::{AmountDomain, EnumId, KindId, ZoneId};

/// A type of the rules language, as the checker infers it.
#[derive(Clone, Debug, PartialEq)]
pub enum Ty {
    /// A whole number of 64 bits. The range of a declared one is not part of the type.
    Int,
    /// True or false.
    Bool,
    /// A value of an enum.
    Enum(EnumId),
    /// The name of a card, which all its copies share.
    Name,
    /// A player at the table.
    Player,
    /// A component of a kind, or of a kind that has it as a base.
    Component(KindId),
    /// A zone whose components are of a kind.
    Zone(KindId),
    /// All zones of a declaration that has one per value, before indexing. The id is that of the declaration.
    Zones(ZoneId),
    /// A cell of a board.
    Cell,
    /// A set of values of one type, without order or duplicates.
    Set(Box<Ty>),
    /// A value or none.
    Optional(Box<Ty>),
    /// A number for each of the `per`; with two of them, for each of the first an amount of the second.
    Amount(Vec<AmountDomain>),
    /// The type of a statement, which has no value.
    Unit,
    /// The type of an erroneous expression; fits everywhere.
    Error,
}

impl Ty {
    /// Returns the type of a set of `self`.
    pub fn set(self) -> Ty {
        Ty::Set(Box::new(self))
    }

    /// Returns the type of an optional `self`.
    pub fn optional(self) -> Ty {
        Ty::Optional(Box::new(self))
    }

    /// Returns whether the type is, or is an optional of, an error.
    pub fn is_error(&self) -> bool {
        match self {
            Ty::Error => true,
            Ty::Optional(t) => t.is_error(),
            _ => false,
        }
    }

    /// Returns whether this is the type of `{}` without an expected type.
    pub fn is_any_set(&self) -> bool {
        matches!(self, Ty::Set(of) if **of == Ty::Error)
    }
}
