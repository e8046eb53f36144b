//! Values written in TOML and CSV: a card's strength, its suit, an option.

use crate::check::hir::types::Ty;
use crate::check::symbols::messages;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::{Diagnostic, list};
use crate::ir::{AmountDomain, EnumId, KindId, NONE, ToIndex};
use crate::source::{Span, TomlNode, TomlValue, toml_key};

/// A notation of values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// TOML.
    Toml,
    /// A cell of a table, or a word, where every value is a string.
    Csv,
    /// JSON, as other programs lay out a table.
    Json,
}

/// The expected value: its type and context.
pub(in crate::check) struct ValueTarget<'a> {
    /// The type that the value must have.
    pub ty: &'a Ty,
    /// Range of an int, or of each number of an amount or of a set.
    pub range: Option<(i64, i64)>,
    /// Name of the attribute, state or option, for messages.
    pub id: &'a str,
    /// The key before the value, which is not always the name: `default`, `stock[1]`, or `wood` in an amount.
    /// `None` for an item of a list.
    pub key: Option<&'a str>,
    /// Notation of the place in which it is written.
    pub notation: Notation,
    /// Span of its type's declaration.
    pub declared: Option<Span>,
}

impl<'a> ValueTarget<'a> {
    /// Returns the same context with the type of a nested value.
    fn inner(&self, ty: &'a Ty) -> ValueTarget<'a> {
        ValueTarget { ty, ..*self }
    }

    fn is_csv(&self) -> bool {
        self.notation == Notation::Csv
    }

    /// Returns a value behind its key, as an author would write it in this place.
    fn written(&self, value: &str) -> String {
        match (self.key, self.notation) {
            (Some(key), Notation::Json) => format!("{key:?}: {value}"),
            (Some(key), _) => format!("{} = {value}", toml_key(key)),
            (None, _) => value.to_owned(),
        }
    }

    /// Returns the name of the value in messages: that of a part names the whole, too.
    fn name(&self) -> String {
        match self.key {
            None => format!("an item of `{}`", self.id),
            Some(key) if key.split('[').next() == Some(self.id) => format!("`{}`", self.id),
            Some(key) => format!("`{key}` of `{}`", self.id),
        }
    }
}

/// Parses a written value into words.
pub(in crate::check) fn value(
    symbols: &SymbolTable,
    node: &TomlNode,
    want: &ValueTarget,
) -> Result<Vec<u64>, Diagnostic> {
    match want.ty {
        // An error in the type has already been reported.
        Ty::Error => Ok(vec![0]),
        Ty::Set(inner) if inner.is_error() => Ok(vec![0; symbols.words(want.ty)]),
        Ty::Set(inner) => {
            let single = ValueTarget { key: None, ..want.inner(inner) };
            let mut words = vec![0u64; symbols.words(want.ty)];
            let mut insert = |v: u64, span: Span| match words.get_mut((v / 64).index()) {
                Some(word) => {
                    *word |= 1 << (v % 64);
                    Ok(())
                }
                None => Err(messages::too_large_for_sets(span)),
            };
            match &node.value {
                TomlValue::Array(elements) => {
                    for e in elements {
                        insert(parse_value(symbols, e, &single)?, e.span)?;
                    }
                }
                TomlValue::Text(t) if want.is_csv() => {
                    for part in t.value.split(';').map(str::trim).filter(|p| !p.is_empty()) {
                        let element = match (word(symbols, part, node.span, &single), single.ty) {
                            (Err(_), Ty::Int) if !is_digits(part) => {
                                return Err(messages::not_a_set_of_numbers(node.span, want.id, part));
                            }
                            (element, _) => element?,
                        };
                        insert(element, node.span)?;
                    }
                }
                _ => {
                    return Err(wrong_type(symbols, node, want));
                }
            }
            Ok(words)
        }
        Ty::Amount(pers) => amount(symbols, node, pers, want),
        _ => Ok(vec![parse_value(symbols, node, want)?]),
    }
}

/// Parses the numbers of an amount. Numbers that are left out are 0, or the bound of the range nearest to it.
fn amount(
    symbols: &SymbolTable,
    node: &TomlNode,
    pers: &[AmountDomain],
    want: &ValueTarget,
) -> Result<Vec<u64>, Diagnostic> {
    let unsaid = nearest_to_0(want.range) as u64;
    let Some((per, inner)) = pers.split_first() else {
        return parse_value(symbols, node, &want.inner(&Ty::Int)).map(|word| vec![word]);
    };
    let (size, count) = (symbols.lanes(inner), per.count(&symbols.enums, symbols.names.len()));
    let mut words = vec![unsaid; size * count];
    let mut put = |at: usize, row: Vec<u64>| words[at * size..(at + 1) * size].copy_from_slice(&row);
    match (&node.value, per) {
        (TomlValue::Text(text), _) if want.is_csv() => {
            return amount_in_cell(symbols, &text.value, node.span, pers, want);
        }
        (TomlValue::Table(table), AmountDomain::Enum(_) | AmountDomain::Name) => {
            let key_ty = symbols.key_of(*per);
            for entry in &table.entries {
                let key = ValueTarget { range: None, ..want.inner(&key_ty) };
                let at = word(symbols, &entry.key, entry.key_span, &key)?.index();
                let part = ValueTarget { key: Some(&entry.key), ..*want };
                put(at, amount(symbols, &entry.value, inner, &part)?);
            }
        }
        (TomlValue::Array(elements), AmountDomain::Range(first, last)) => {
            if let Some(more) = elements.get(count) {
                return Err(messages::too_many_lane_values(more.span, want.id, *first, *last));
            }
            let item = ValueTarget { key: None, ..*want };
            for (at, element) in elements.iter().enumerate() {
                put(at, amount(symbols, element, inner, &item)?);
            }
        }
        _ => {
            let name = want.name();
            let d = match &node.value {
                TomlValue::Text(text) if text.value.trim() == "{}" => {
                    messages::amount_in_quotes(node.span, &name, &want.written("{}"))
                }
                _ => {
                    let example = want.written(&amount_example(symbols, pers, want.notation));
                    messages::not_an_amount(node.span, &name, node.describe(), &example)
                }
            };
            return Err(d);
        }
    }
    Ok(words)
}

/// Returns an example of an amount.
fn amount_example(symbols: &SymbolTable, pers: &[AmountDomain], notation: Notation) -> String {
    let Some((per, inner)) = pers.split_first() else { return "1".into() };
    let inside = amount_example(symbols, inner, notation);
    let first = match per {
        AmountDomain::Enum(e) => symbols.enums[*e].values.first(),
        AmountDomain::Name => symbols.names.first().map(|n| &n.id),
        AmountDomain::Range(..) => return format!("[{inside}, {inside}]"),
    };
    let first = first.map_or("…", String::as_str);
    match notation {
        Notation::Json => format!("{{{first:?}: {inside}}}"),
        _ => format!("{{ {first} = {inside} }}"),
    }
}

/// Parses an amount in a CSV cell: `earth 2; fire 1`. The entries of a range are written in order, without
/// their index. In an amount with two indices, `/` separates the entries of the first.
fn amount_in_cell(
    symbols: &SymbolTable,
    text: &str,
    span: Span,
    pers: &[AmountDomain],
    want: &ValueTarget,
) -> Result<Vec<u64>, Diagnostic> {
    let wrong = |part: &str| {
        let example = match pers {
            [AmountDomain::Range(..), AmountDomain::Range(..)] => "1; 2 / 3; 4",
            [AmountDomain::Range(..), _] => "earth 2; fire 1 / earth 1",
            [AmountDomain::Range(..)] => "1; 2",
            _ => "earth 2; fire 1",
        };
        messages::not_part_of_amount(span, part, example)
    };
    let Some((per, inner)) = pers.split_first() else {
        let number = ValueTarget { notation: Notation::Csv, ..want.inner(&Ty::Int) };
        return word(symbols, text.trim(), span, &number).map(|word| vec![word]);
    };
    let (size, count) = (symbols.lanes(inner), per.count(&symbols.enums, symbols.names.len()));
    let mut words = vec![nearest_to_0(want.range) as u64; size * count];
    let between = if inner.is_empty() { ';' } else { '/' };
    let parts = text.split(between).map(str::trim).filter(|part| !part.is_empty());
    let key_ty = symbols.key_of(*per);
    let mut written: Vec<usize> = Vec::new();
    for (i, part) in parts.enumerate() {
        let (at, rest) = match per {
            AmountDomain::Range(first, last) if i >= count => {
                return Err(messages::too_many_lane_values(span, want.id, *first, *last));
            }
            AmountDomain::Range(..) => (i, part),
            AmountDomain::Enum(_) | AmountDomain::Name => {
                let (key, rest) = part.split_once(char::is_whitespace).ok_or_else(|| wrong(part))?;
                let key = (key, ValueTarget { range: None, ..want.inner(&key_ty) });
                let at = word(symbols, key.0, span, &key.1)?.index();
                if written.contains(&at) {
                    return Err(messages::twice_in_amount(span, key.0));
                }
                written.push(at);
                (at, rest)
            }
        };
        words[at * size..(at + 1) * size].copy_from_slice(&amount_in_cell(symbols, rest, span, inner, want)?);
    }
    Ok(words)
}

fn parse_value(symbols: &SymbolTable, node: &TomlNode, want: &ValueTarget) -> Result<u64, Diagnostic> {
    match (&node.value, want.ty) {
        (_, Ty::Error) => Ok(0),
        (TomlValue::Text(t), Ty::Optional(_)) if t.value == "none" => Ok(NONE),
        (_, Ty::Optional(inner)) => parse_value(symbols, node, &want.inner(inner)),
        (TomlValue::Int(v), Ty::Int) => in_range(*v, node.span, want),
        (TomlValue::Bool(v), Ty::Bool) => Ok(*v as u64),
        (TomlValue::Int(seat), Ty::Player) if *seat >= 1 && *seat <= i64::from(symbols.max_players) => {
            Ok(*seat as u64 - 1)
        }
        (TomlValue::Text(t), Ty::Enum(_) | Ty::Name | Ty::Component(_) | Ty::Cell) => {
            word(symbols, &t.value, node.span, want)
        }
        (TomlValue::Text(t), _) if want.is_csv() => word(symbols, t.value.trim(), node.span, want),
        _ => Err(wrong_type(symbols, node, want)),
    }
}

/// Returns whether a word is a whole number, however large.
fn is_digits(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '−']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn wrong_type(symbols: &SymbolTable, node: &TomlNode, want: &ValueTarget) -> Diagnostic {
    let expected = match want.ty {
        Ty::Int => "a whole number".to_string(),
        Ty::Bool => "true or false".to_string(),
        Ty::Enum(e) => format!("one of {}", list(&values_of(symbols, *e))),
        Ty::Name | Ty::Component(_) => "a card's id".to_string(),
        Ty::Player => "the number of a seat".to_string(),
        other => other.a(symbols),
    };
    let d = messages::wrong_value(node.span, &want.name(), &expected, node.describe());
    match (&node.value, want.ty) {
        (TomlValue::Text(t), Ty::Int) if t.value.trim().parse::<i64>().is_ok() => {
            d.help(format!("write it without the quotes: `{}`", want.written(t.value.trim())))
        }
        (TomlValue::Text(t), Ty::Bool) if matches!(t.value.as_str(), "true" | "false") => {
            d.help(format!("write it without the quotes: `{}`", want.written(&t.value)))
        }
        (TomlValue::Int(0 | 1), Ty::Bool) => d.help("write `true` or `false`"),
        (TomlValue::Float(_), Ty::Int) => d.help("numbers have no decimal point here"),
        (TomlValue::Text(t), Ty::Set(_)) if matches!(t.value.trim(), "{}" | "[]" | "none" | "") => {
            d.help(format!("an empty set is `{}`", want.written("[]")))
        }
        (TomlValue::Text(t), Ty::Set(inner)) if **inner != Ty::Int => {
            d.help(format!("write a list, even of one: `[\"{}\"]`", t.value))
        }
        (_, Ty::Set(inner)) if **inner == Ty::Int => {
            d.help(format!("write a list of numbers: `{}`", want.written("[1, 2]")))
        }
        (_, Ty::Set(_)) => d.help("write a list: `[\"…\", \"…\"]`"),
        (TomlValue::Array(items), Ty::Enum(_) | Ty::Name | Ty::Component(_)) if items.len() == 1 => {
            d.help("it is just one: write it without the brackets")
        }
        _ => match example_of(symbols, want.ty) {
            Some(example) => d.help(format!("for example {example}")),
            None => d,
        },
    }
}

/// Returns an example of a value of a type, as TOML has it.
fn example_of(symbols: &SymbolTable, ty: &Ty) -> Option<String> {
    Some(match ty {
        Ty::Int => "`3`, without quotes".to_owned(),
        Ty::Bool => "`true`, without quotes".to_owned(),
        Ty::Enum(e) => format!("`\"{}\"`, in quotes", values_of(symbols, *e).first()?),
        Ty::Name => format!("`\"{}\"`, in quotes", symbols.names.first()?.id),
        Ty::Component(kind) => {
            let of_kind = symbols.names.iter().find(|name| symbols.is_below(name.kind, *kind))?;
            format!("`\"{}\"`, in quotes", of_kind.id)
        }
        Ty::Cell => format!("`\"{}\"`, in quotes", symbols.cells.first()?.id),
        Ty::Player => "`1` for who sits at seat 1".to_owned(),
        _ => return None,
    })
}

fn values_of(symbols: &SymbolTable, e: EnumId) -> Vec<&str> {
    symbols.enums[e].values.iter().map(String::as_str).collect()
}

fn in_range(v: i64, span: Span, want: &ValueTarget) -> Result<u64, Diagnostic> {
    match want.range {
        Some((low, high)) if v < low || v > high => {
            Err(messages::out_of_range(span, want.id, v, (low, high), want.declared))
        }
        _ => Ok(v as u64),
    }
}

/// Parses a single value from a word of text.
fn word(symbols: &SymbolTable, text: &str, span: Span, want: &ValueTarget) -> Result<u64, Diagnostic> {
    match want.ty {
        Ty::Int => match text.replace('−', "-").parse::<i64>() {
            Ok(v) => in_range(v, span, want),
            Err(_) if is_digits(text) => Err(messages::number_too_large(span, want.id, text)),
            Err(_) => Err(messages::not_a_number(span, want.id, text)),
        },
        Ty::Bool => match text {
            "true" | "yes" | "1" | "x" => Ok(1),
            "false" | "no" | "0" => Ok(0),
            _ => Err(messages::not_true_or_false(span, want.id, text)),
        },
        Ty::Enum(e) => {
            let info = &symbols.enums[*e];
            info.values.iter().position(|v| v == text).map(|v| v as u64).ok_or_else(|| {
                messages::unknown_value(span, &info.id, text).suggest_in_order(text, &info.values)
            })
        }
        Ty::Name | Ty::Component(_) => match symbols.name_ids.get(text) {
            Some(n) if *want.ty == Ty::Name => Ok(u64::from(symbols.display_name(*n).0)),
            Some(n)
                if let Ty::Component(k) = want.ty
                    && !symbols.is_below(KindId(symbols.names[*n].kind.0), *k) =>
            {
                let (wanted, kind) =
                    (want.ty.a(symbols), &symbols.kinds[KindId(symbols.names[*n].kind.0)].id);
                let example = symbols.names.iter().find(|name| symbols.is_below(name.kind, *k));
                let example = example.map(|name| name.id.as_str());
                Err(messages::card_of_another_kind(span, want.id, &wanted, (text, kind), example))
            }
            Some(n) => Ok(u64::from(symbols.names[*n].first.0)),
            None if *want.ty != Ty::Name && copy_called(symbols, text).is_some() => {
                Ok(copy_called(symbols, text).unwrap_or_default())
            }
            None => {
                let d = messages::unknown_card(span, text);
                Err(d.suggest(text, symbols.name_ids.keys().map(String::as_str)))
            }
        },
        Ty::Cell => match symbols.cell_ids.get(text) {
            Some(c) => Ok(u64::from(*c)),
            None => {
                let d = messages::unknown_cell(span, text);
                Err(d.suggest(text, symbols.cell_ids.keys().map(String::as_str)))
            }
        },
        Ty::Error => Ok(0),
        Ty::Optional(_) if text.is_empty() => Ok(NONE),
        Ty::Optional(inner) => word(symbols, text, span, &want.inner(inner)),
        other => Err(messages::not_written(span, want.id, &other.a(symbols))),
    }
}

/// Finds a component by its id, `copper#2`.
fn copy_called(symbols: &SymbolTable, id: &str) -> Option<u64> {
    symbols.components.iter().position(|c| c.id == id).map(|c| c as u64)
}

/// Returns the default value of a number with a range: 0, or the bound nearest to it.
pub(in crate::check) fn nearest_to_0(range: Option<(i64, i64)>) -> i64 {
    range.map_or(0, |(low, high)| if low > high { 0 } else { 0.clamp(low, high) })
}

/// Parses `d6` as its number of sides.
pub(in crate::check) fn sides_of(name: &str) -> Option<i64> {
    name.strip_prefix('d').and_then(|s| s.parse::<i64>().ok()).filter(|s| *s > 0)
}
