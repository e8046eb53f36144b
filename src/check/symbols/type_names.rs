//! Type expressions.

use crate::check::hir::types::Ty;
use crate::check::symbols::items::COMPONENT;
use crate::check::symbols::messages;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::check::symbols::unknown_types::unknown_type;
use crate::diagnostics::Diagnostic;
use crate::ir::{AmountDomain, EnumId};
use crate::model::CodeText;
use crate::place::TextRange;
use crate::source::Span;
use crate::syntax::ast::{PerKey, TypeExpr, TypeKind};

/// A type, and the range of an int or of each number of an amount or of a set.
pub(in crate::check) type RangedType = (Ty, Option<(i64, i64)>);

/// The error of an invalid type; none if it was already reported.
pub(in crate::check) type TypeError = Option<Box<Diagnostic>>;

/// Returns the bounds of the numbers of a type, such as `int 0..9` and `set of int 0..9`; `None` for an int
/// without bounds and for other types.
pub(in crate::check) fn int_range(declared: &CodeText) -> Option<(i64, i64)> {
    crate::syntax::parse_type(&declared.value).tree.kind.range()
}

/// Resolves a type expression.
pub(in crate::check) fn type_of(
    symbols: &SymbolTable,
    t: &TypeExpr,
    code: &CodeText,
) -> Result<RangedType, TypeError> {
    let span = code.span_of(t.at.first_byte(), t.at.end_byte());
    Ok(match &t.kind {
        TypeKind::Error => return Err(None),
        TypeKind::Int(range) => {
            if let Some((low, high)) = range
                && low > high
            {
                let d = messages::empty_range(span, *low, *high);
                return Err(Some(Box::new(d)));
            }
            (Ty::Int, *range)
        }
        TypeKind::Set(inner) => {
            let (ty, range) = type_of(symbols, inner, code)?;
            if matches!(ty, Ty::Set(_) | Ty::Optional(_) | Ty::Bool | Ty::Amount(_))
                || range.is_some_and(|(l, h)| l < 0 || h > 63)
            {
                let d = messages::no_set_of(span, &ty.show(symbols));
                return Err(Some(Box::new(d)));
            }
            // A set holds no other numbers than these.
            (ty.set(), range.filter(|range| *range != (0, 63)))
        }
        TypeKind::Optional(inner) => {
            let (ty, range) = type_of(symbols, inner, code)?;
            if matches!(ty, Ty::Set(_) | Ty::Optional(_) | Ty::Amount(_)) {
                let d = messages::no_optional_of(span, &ty.a(symbols), matches!(ty, Ty::Amount(_)));
                return Err(Some(Box::new(d)));
            }
            (ty.optional(), range)
        }
        TypeKind::Per(of, key) => {
            let (ty, range) = type_of(symbols, of, code)?;
            (amount_type(symbols, ty, key, span, code)?, range)
        }
        TypeKind::Name(name) => {
            let ty = match name.as_str() {
                "bool" => Ty::Bool,
                "name" => Ty::Name,
                "player" => Ty::Player,
                "zone" => Ty::Zone(COMPONENT),
                "cell" => Ty::Cell,
                _ => match symbols.enums.iter().position(|e| e.id == *name) {
                    Some(e) => Ty::Enum(EnumId::from_index(e)),
                    None => match symbols.kind_named(name) {
                        Some(k) => Ty::Component(k),
                        None => {
                            let d = unknown_type(symbols, name, span);
                            return Err(Some(Box::new(d)));
                        }
                    },
                },
            };
            (ty, None)
        }
    })
}

/// Returns the type of `T per E`.
fn amount_type(
    symbols: &SymbolTable,
    of: Ty,
    key: &PerKey,
    span: Span,
    code: &CodeText,
) -> Result<Ty, TypeError> {
    let per = match key {
        PerKey::Range(first, last, at) => {
            let ends = (i16::try_from(*first).ok(), i16::try_from(*last).ok());
            match ends {
                (Some(first), Some(last)) if first <= last => AmountDomain::Range(first, last),
                _ => {
                    let span = code.span_of(at.first_byte(), at.end_byte());
                    let d = messages::no_amount_per_range(span, *first, *last);
                    return Err(Some(Box::new(d)));
                }
            }
        }
        PerKey::Name(name) => {
            let at = code.span_of(name.at.first_byte(), name.at.end_byte());
            per_named(symbols, &name.text, at).map_err(Some)?
        }
    };
    let pers = match of {
        Ty::Int => vec![per],
        // The last `per` is the first index.
        Ty::Amount(inner) if inner.len() == 1 => vec![per, inner[0]],
        Ty::Amount(_) => {
            return Err(Some(Box::new(messages::third_per(span))));
        }
        other => {
            let per_set = matches!(per, AmountDomain::Enum(_) | AmountDomain::Name);
            let is_set = other == Ty::Bool && per_set;
            let d = messages::no_amount_of(span, &other.show(symbols), &symbols.per(per), is_set);
            return Err(Some(Box::new(d)));
        }
    };
    let lanes = symbols.lanes(&pers);
    if lanes > AmountDomain::MOST {
        let d = messages::too_many_lanes(span, lanes, AmountDomain::MOST);
        return Err(Some(Box::new(d)));
    }
    Ok(Ty::Amount(pers))
}

/// Resolves the name after `per`.
fn per_named(symbols: &SymbolTable, name: &str, at: Span) -> Result<AmountDomain, Box<Diagnostic>> {
    if name == "name" {
        return Ok(AmountDomain::Name);
    }
    if let Some(e) = symbols.enums.iter().position(|e| e.id == name) {
        return Ok(AmountDomain::Enum(EnumId(e as u16)));
    }
    let d = messages::no_amount_per(at, name);
    let instead = match name {
        "player" => Some("state.player".to_owned()),
        "cell" => Some("boards.….state".to_owned()),
        _ => symbols.kind_named(name).map(|_| format!("kinds.{name}.state")),
    };
    Err(Box::new(match instead {
        Some(section) => {
            d.help(format!("a number for each {name} is state of theirs: declare it in `[{section}]`"))
        }
        None => d.suggest(name, symbols.enums.iter().map(|e| e.id.as_str()).chain(["name"])),
    }))
}
