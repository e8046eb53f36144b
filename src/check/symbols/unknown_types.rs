//! Diagnostics for kinds and types that do not exist.

use crate::check::symbols::messages;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::Diagnostic;
use crate::model::Ident;
use crate::source::Span;

/// Returns the error for an unknown kind.
pub(in crate::check) fn unknown_kind<'a>(
    kind: &Ident,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    messages::unknown_kind(kind.span, &kind.text).suggest(&kind.text, known)
}

/// Returns the error for an unknown type.
pub(in crate::check) fn unknown_type(symbols: &SymbolTable, name: &str, span: Span) -> Diagnostic {
    let d = messages::unknown_type(span, name);
    match name {
        "integer" | "number" | "num" | "float" | "nat" => {
            return d.help("numbers are whole, and say how far they go: `int 0..99`");
        }
        "boolean" => return d.help("true or false is a `bool`"),
        "text" | "string" => {
            return d
                .because("Rules work with numbers, sets, cards and enums; texts are only shown.")
                .help("if it is one of a few words, declare them under `[enums]` and write the enum's id");
        }
        "list" | "array" => return d.help("several together are a set: `set of card`"),
        _ => {}
    }
    let known = crate::syntax::TYPE_WORDS
        .iter()
        .copied()
        .chain(symbols.enums.iter().map(|e| e.id.as_str()))
        .chain(symbols.kinds.iter().map(|k| k.id.as_str()));
    let d = d.suggest(name, known.clone());
    if d.help.is_some() {
        return d;
    }
    let all: Vec<&str> = known.filter(|word| *word != "int" && *word != "set").collect();
    d.help(messages::types_there(&all))
}
