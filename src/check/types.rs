//! Types of the language.

use super::world::World;
use crate::diagnostics::{plural, with_article};
use crate::ir::Per;

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub enum Ty {
    /// Whole numbers.
    Int,
    /// True or false.
    Bool,
    /// A value of an enum.
    Enum(u16),
    /// The name on a card.
    Name,
    /// A player.
    Player,
    /// A component of a kind.
    Component(u16),
    /// A zone whose components are of a kind.
    Zone(u16),
    /// The zones of a declaration that has one for each value, before the value is said: an index into `World::zones`.
    Zones(u16),
    /// A cell of a board.
    Cell,
    /// A set.
    Set(Box<Ty>),
    /// One or none.
    Optional(Box<Ty>),
    /// A whole number for each of these; where there are two, for each of the first an amount of the second.
    Amount(Vec<Per>),
    /// No value: a statement's.
    Unit,
    /// Not known because something is wrong; fits everywhere.
    Error,
}

impl Ty {
    /// A set of `self`.
    pub fn set(self) -> Ty {
        Ty::Set(Box::new(self))
    }

    /// `self` or none.
    pub fn optional(self) -> Ty {
        Ty::Optional(Box::new(self))
    }

    /// Whether something inside is not known.
    pub fn is_error(&self) -> bool {
        match self {
            Ty::Error => true,
            Ty::Optional(t) => t.is_error(),
            _ => false,
        }
    }

    /// The type of `{}`, where nothing says what it will hold.
    pub fn is_any_set(&self) -> bool {
        matches!(self, Ty::Set(of) if **of == Ty::Error)
    }

    /// As an author would write it.
    pub fn show(&self, world: &World) -> String {
        match self {
            Ty::Int => "int".into(),
            Ty::Bool => "bool".into(),
            Ty::Enum(e) => world.enums[*e as usize].id.clone(),
            Ty::Name => "name".into(),
            Ty::Player => "player".into(),
            Ty::Component(k) => world.kinds[*k as usize].id.clone(),
            Ty::Zone(_) => "zone".into(),
            Ty::Zones(z) => match world.zones[*z as usize].key() {
                Some(key) => format!("zone for each {}", key.show(world)),
                None => "zone".into(),
            },
            Ty::Cell => "cell".into(),
            Ty::Set(t) if t.is_error() => "set".into(),
            Ty::Set(t) => format!("set of {}", t.show(world)),
            Ty::Optional(t) => format!("{}?", t.show(world)),
            // The type says first what the numbers are for.
            Ty::Amount(pers) => pers.iter().rev().fold("int".into(), |ty, per| format!("{ty} per {}", world.per(*per))),
            Ty::Unit => "nothing".into(),
            Ty::Error => "?".into(),
        }
    }

    /// In words, one of it: "a number", "a card", "a set of suits".
    pub fn a(&self, world: &World) -> String {
        match self {
            Ty::Int => "a number".into(),
            Ty::Bool => "true or false".into(),
            Ty::Name => "a card's name".into(),
            Ty::Unit => "nothing".into(),
            Ty::Set(inner) if inner.is_error() => "a set".into(),
            Ty::Set(inner) => format!("a set of {}", inner.many(world)),
            Ty::Optional(inner) => format!("{} that may be none", inner.a(world)),
            Ty::Amount(pers) => {
                let each: Vec<String> = pers.iter().rev().map(|per| world.per(*per)).collect();
                format!("an amount per {}", each.join(" per "))
            }
            other => with_article(&other.show(world)),
        }
    }

    /// In words, several of it: "numbers", "cards".
    pub fn many(&self, world: &World) -> String {
        match self {
            Ty::Int => "numbers".into(),
            Ty::Name => "names".into(),
            Ty::Bool | Ty::Unit | Ty::Set(_) | Ty::Optional(_) | Ty::Amount(_) => self.a(world),
            Ty::Component(k) => world.kinds[*k as usize].plural.replace('_', " "),
            other => plural(&other.show(world)),
        }
    }

    /// Whether a value of this type can stand where `wanted` is asked for, as it is.
    pub fn fits(&self, wanted: &Ty, world: &World) -> bool {
        match (self, wanted) {
            (Ty::Error, _) | (_, Ty::Error) => true,
            (Ty::Component(a), Ty::Component(b)) => world.is_below(*a, *b),
            (Ty::Zone(a), Ty::Zone(b)) => world.is_below(*a, *b),
            (Ty::Set(a), Ty::Set(b)) => a.fits(b, world),
            // `{}` is an amount of nothing, too.
            (Ty::Set(_), Ty::Amount(_)) => self.is_any_set(),
            (Ty::Optional(a), Ty::Optional(b)) => a.fits(b, world),
            (a, Ty::Optional(b)) => a.fits(b, world),
            (a, b) => a == b,
        }
    }

    /// The least type that both fit, if there is one.
    pub fn join(&self, other: &Ty, world: &World) -> Option<Ty> {
        if self.is_error() {
            return Some(other.clone());
        }
        if other.is_error() {
            return Some(self.clone());
        }
        match (self, other) {
            (Ty::Component(a), Ty::Component(b)) => Some(Ty::Component(world.common_kind(*a, *b))),
            (Ty::Zone(a), Ty::Zone(b)) => Some(Ty::Zone(world.common_kind(*a, *b))),
            (Ty::Set(_), Ty::Amount(_)) if self.is_any_set() => Some(other.clone()),
            (Ty::Amount(_), Ty::Set(_)) if other.is_any_set() => Some(self.clone()),
            (Ty::Set(a), Ty::Set(b)) => a.join(b, world).map(Ty::set),
            (Ty::Optional(a), Ty::Optional(b)) => a.join(b, world).map(Ty::optional),
            (Ty::Optional(a), b) | (b, Ty::Optional(a)) => a.join(b, world).map(Ty::optional),
            (a, b) => (a == b).then(|| a.clone()),
        }
    }
}
