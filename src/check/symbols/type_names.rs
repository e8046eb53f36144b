//! Type expressions.

use crate::check::hir::types::Ty;
use crate::check::symbols::items::COMPONENT;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::check::symbols::unknown_types::unknown_type;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::check as codes;
use crate::diagnostics::codes::names::UNKNOWN_TYPE;
use crate::ir::{AmountDomain, EnumId};
use crate::model::CodeText;
use crate::place::TextRange;
use crate::source::Span;
use crate::syntax::ast::{PerKey, TypeExpr, TypeKind};

/// A type, and the range of an int or of each number of an amount.
pub(in crate::check) type RangedType = (Ty, Option<(i64, i64)>);

/// The error of an invalid type; none if it was already reported.
pub(in crate::check) type TypeError = Option<Box<Diagnostic>>;

/// Returns the range of a declared int: `int 0..9`.
pub(in crate::check) fn int_range(declared: &CodeText) -> Option<(i64, i64)> {
    match crate::syntax::parse_type(&declared.value).tree.kind {
        TypeKind::Int(range) => range,
        _ => None,
    }
}

/// Resolves a type expression.
pub(in crate::check) fn type_of(
    world: &SymbolTable,
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
                let d = Diagnostic::error(codes::OUT_OF_RANGE, format!("the range {low}..{high} is empty"))
                    .at(span, "from less to more, please");
                return Err(Some(Box::new(d)));
            }
            (Ty::Int, *range)
        }
        TypeKind::Set(inner) => {
            let (ty, range) = type_of(world, inner, code)?;
            if matches!(ty, Ty::Set(_) | Ty::Optional(_) | Ty::Bool | Ty::Amount(_))
                || range.is_some_and(|(l, h)| l < 0 || h > 63)
            {
                let d = Diagnostic::error(UNKNOWN_TYPE, format!("there is no `set of {}`", ty.show(world)))
                    .at(span, "a set cannot hold these")
                    .help(
                        "sets hold values of an enum, names, players, components, zones or ints from 0 to 63",
                    );
                return Err(Some(Box::new(d)));
            }
            (ty.set(), None)
        }
        TypeKind::Optional(inner) => {
            let (ty, range) = type_of(world, inner, code)?;
            if matches!(ty, Ty::Set(_) | Ty::Optional(_) | Ty::Amount(_)) {
                let d = Diagnostic::error(UNKNOWN_TYPE, format!("{} is never none", ty.a(world)))
                    .at(span, "`?` adds nothing here")
                    .help(match &ty {
                        Ty::Amount(_) => "an amount of nothing is `{}`",
                        _ => "a set that holds nothing is empty",
                    });
                return Err(Some(Box::new(d)));
            }
            (ty.optional(), range)
        }
        TypeKind::Per(of, key) => {
            let (ty, range) = type_of(world, of, code)?;
            (amount_type(world, ty, key, span, code)?, range)
        }
        TypeKind::Name(name) => {
            let ty = match name.as_str() {
                "bool" => Ty::Bool,
                "name" => Ty::Name,
                "player" => Ty::Player,
                "zone" => Ty::Zone(COMPONENT),
                "cell" => Ty::Cell,
                _ => match world.enums.iter().position(|e| e.id == *name) {
                    Some(e) => Ty::Enum(EnumId::from_index(e)),
                    None => match world.kind_named(name) {
                        Some(k) => Ty::Component(k),
                        None => {
                            let d = unknown_type(world, name, span);
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
    world: &SymbolTable,
    of: Ty,
    key: &PerKey,
    span: Span,
    code: &CodeText,
) -> Result<Ty, TypeError> {
    let wrong = |message: String| Diagnostic::error(UNKNOWN_TYPE, message);
    let per = match key {
        PerKey::Range(first, last, at) => {
            let ends = (i16::try_from(*first).ok(), i16::try_from(*last).ok());
            match ends {
                (Some(first), Some(last)) if first <= last => AmountDomain::Range(first, last),
                _ => {
                    let d = wrong(format!("there cannot be a number for each of {first}..{last}"))
                        .at(code.span_of(at.first_byte(), at.end_byte()), "too wide, or empty");
                    return Err(Some(Box::new(d)));
                }
            }
        }
        PerKey::Name(name) => {
            let at = code.span_of(name.at.first_byte(), name.at.end_byte());
            per_named(world, &name.text, at).map_err(Some)?
        }
    };
    let pers = match of {
        Ty::Int => vec![per],
        // The last `per` is the first index.
        Ty::Amount(inner) if inner.len() == 1 => vec![per, inner[0]],
        Ty::Amount(_) => {
            let d = wrong("an amount has two `per` at most".into()).at(span, "one too many");
            return Err(Some(Box::new(d)));
        }
        other => {
            let d = wrong(format!("there is no `{} per {}`", other.show(world), world.per(per)))
                .at(span, "`per` is for numbers");
            let set = format!("set of {}", world.per(per));
            let d = match (&other, per) {
                (Ty::Bool, AmountDomain::Enum(_) | AmountDomain::Name) => {
                    d.help(format!("for which of them it holds is a `{set}`"))
                }
                _ => d.help(format!("write `int 0..9 per {}`, or declare a zone `per` it", world.per(per))),
            };
            return Err(Some(Box::new(d)));
        }
    };
    let lanes = world.lanes(&pers);
    if lanes > AmountDomain::MOST {
        let d = Diagnostic::error(codes::TOO_MANY, format!("this is {lanes} numbers in one value"))
            .at(span, format!("at most {}", AmountDomain::MOST))
            .help("keep the numbers with what they are about: as state of a kind, of cells or of players");
        return Err(Some(Box::new(d)));
    }
    Ok(Ty::Amount(pers))
}

/// Resolves the name after `per`.
fn per_named(world: &SymbolTable, name: &str, at: Span) -> Result<AmountDomain, Box<Diagnostic>> {
    if name == "name" {
        return Ok(AmountDomain::Name);
    }
    if let Some(e) = world.enums.iter().position(|e| e.id == name) {
        return Ok(AmountDomain::Enum(EnumId(e as u16)));
    }
    let d = Diagnostic::error(UNKNOWN_TYPE, format!("there is no amount per `{name}`"))
        .at(at, "an enum, `name` or a range is meant");
    let instead = match name {
        "player" => Some("state.player".to_owned()),
        "cell" => Some("boards.….state".to_owned()),
        _ => world.kind_named(name).map(|_| format!("kinds.{name}.state")),
    };
    Err(Box::new(match instead {
        Some(section) => {
            d.help(format!("a number for each {name} is state of theirs: declare it in `[{section}]`"))
        }
        None => d.suggest(name, world.enums.iter().map(|e| e.id.as_str()).chain(["name"])),
    }))
}
