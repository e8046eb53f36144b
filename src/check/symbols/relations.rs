//! Types compared, joined and described, which needs the symbol table.

use crate::check::hir::types::Ty;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::{plural, with_article};

impl Ty {
    /// Formats the type as an author would write it.
    pub fn show(&self, symbols: &SymbolTable) -> String {
        match self {
            Ty::Int => "int".into(),
            Ty::Bool => "bool".into(),
            Ty::Enum(e) => symbols.enums[*e].id.clone(),
            Ty::Name => "name".into(),
            Ty::Player => "player".into(),
            Ty::Component(k) => symbols.kinds[*k].id.clone(),
            Ty::Zone(_) => "zone".into(),
            Ty::Zones(z) => match symbols.zones[*z].key() {
                Some(key) => format!("zone for each {}", key.show(symbols)),
                None => "zone".into(),
            },
            Ty::Cell => "cell".into(),
            Ty::Set(t) if t.is_error() => "set".into(),
            Ty::Set(t) => format!("set of {}", t.show(symbols)),
            Ty::Optional(t) => format!("{}?", t.show(symbols)),
            // The outermost index is the last one written.
            Ty::Amount(pers) => {
                pers.iter().rev().fold("int".into(), |ty, per| format!("{ty} per {}", symbols.per(*per)))
            }
            Ty::Unit => "nothing".into(),
            Ty::Error => "?".into(),
        }
    }

    /// Formats the type as one value in words: "a number", "a card", "a set of suits".
    pub fn a(&self, symbols: &SymbolTable) -> String {
        match self {
            Ty::Int => "a number".into(),
            Ty::Bool => "true or false".into(),
            Ty::Name => "a card's name".into(),
            Ty::Unit => "nothing".into(),
            Ty::Set(inner) if inner.is_error() => "a set".into(),
            Ty::Set(inner) => format!("a set of {}", inner.many(symbols)),
            Ty::Optional(inner) => format!("{} that may be none", inner.a(symbols)),
            Ty::Amount(pers) => {
                let each: Vec<String> = pers.iter().rev().map(|per| symbols.per(*per)).collect();
                format!("an amount per {}", each.join(" per "))
            }
            other => with_article(&other.show(symbols)),
        }
    }

    /// Formats the type as several values in words: "numbers", "cards".
    pub fn many(&self, symbols: &SymbolTable) -> String {
        match self {
            Ty::Int => "numbers".into(),
            Ty::Name => "names".into(),
            Ty::Bool | Ty::Unit | Ty::Set(_) | Ty::Optional(_) | Ty::Amount(_) => self.a(symbols),
            Ty::Component(k) => symbols.kinds[*k].plural.replace('_', " "),
            other => plural(&other.show(symbols)),
        }
    }

    /// Returns whether a value of this type is accepted where `wanted` is expected, without conversion.
    pub fn fits(&self, wanted: &Ty, symbols: &SymbolTable) -> bool {
        match (self, wanted) {
            (Ty::Error, _) | (_, Ty::Error) => true,
            (Ty::Component(a), Ty::Component(b)) => symbols.is_below(*a, *b),
            (Ty::Zone(a), Ty::Zone(b)) => symbols.is_below(*a, *b),
            (Ty::Set(a), Ty::Set(b)) => a.fits(b, symbols),
            // `{}` is also an empty amount.
            (Ty::Set(_), Ty::Amount(_)) => self.is_any_set(),
            (Ty::Optional(a), Ty::Optional(b)) => a.fits(b, symbols),
            (a, Ty::Optional(b)) => a.fits(b, symbols),
            (a, b) => a == b,
        }
    }

    /// Returns the least type that both fit, if there is one.
    pub fn join(&self, other: &Ty, symbols: &SymbolTable) -> Option<Ty> {
        if self.is_error() {
            return Some(other.clone());
        }
        if other.is_error() {
            return Some(self.clone());
        }
        match (self, other) {
            (Ty::Component(a), Ty::Component(b)) => Some(Ty::Component(symbols.common_kind(*a, *b))),
            (Ty::Zone(a), Ty::Zone(b)) => Some(Ty::Zone(symbols.common_kind(*a, *b))),
            (Ty::Set(_), Ty::Amount(_)) if self.is_any_set() => Some(other.clone()),
            (Ty::Amount(_), Ty::Set(_)) if other.is_any_set() => Some(self.clone()),
            (Ty::Set(a), Ty::Set(b)) => a.join(b, symbols).map(Ty::set),
            (Ty::Optional(a), Ty::Optional(b)) => a.join(b, symbols).map(Ty::optional),
            (Ty::Optional(a), b) | (b, Ty::Optional(a)) => a.join(b, symbols).map(Ty::optional),
            (a, b) => (a == b).then(|| a.clone()),
        }
    }
}
