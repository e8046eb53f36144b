//! Completion of the names of kinds, keywords, zones and boards, where code or a key takes the name itself
//! and no expression.

use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, Range, TextEdit};

use super::packages::OpenPackage;
use super::places::{TomlPart, TomlPosition};
use crate::check::SymbolTable;
use crate::print::units::SIZES;

/// A name, its kind of declaration, and how well it fits: the best fits sort first.
struct NameCandidate {
    name: String,
    detail: &'static str,
    order: u8,
}

/// Returns the names that may be the value of a key such as `holds` or `per`.
pub fn of_key(package: &OpenPackage, place: &TomlPosition, range: Range) -> Vec<CompletionItem> {
    let TomlPart::Value { string: Some(_) } = place.part else { return Vec::new() };
    let path: Vec<&str> = place.path.iter().map(String::as_str).collect();
    let symbols =
        |list: &dyn Fn(&SymbolTable) -> Vec<NameCandidate>| list(&package.analysed().1.checked.symbols);
    let things = match path[..] {
        ["zones", _, "holds"] | ["kinds", _, "base" | "stands_for"] | ["cards", _, "kind"] | ["kind"] => {
            symbols(&kinds)
        }
        ["zones" | "state", _, "per"] | ["zones", _, "per", ..] => symbols(&|symbols| {
            let mut all = vec![NameCandidate { name: "player".to_owned(), detail: "each player", order: 0 }];
            all.extend(kinds(symbols));
            all.extend(name_candidates(symbols.boards.iter().map(|board| board.id.as_str()), "board"));
            all.extend(name_candidates(symbols.enums.iter().map(|one| one.id.as_str()), "enum"));
            all
        }),
        ["kinds", _, "state", _, "in"] => symbols(&|symbols| {
            let zones = name_candidates(symbols.zones.iter().map(|zone| zone.id.as_str()), "zone");
            let boards = name_candidates(symbols.boards.iter().map(|board| board.id.as_str()), "board");
            zones.into_iter().chain(boards).collect()
        }),
        ["cards", _, "keywords"] => symbols(&keywords),
        ["sheets" | "sheet" | "pieces", .., "size"] => {
            let sizes = SIZES.iter().map(|(name, ..)| NameCandidate {
                name: (*name).to_owned(),
                detail: "size",
                order: 0,
            });
            sizes.collect()
        }
        _ => return Vec::new(),
    };
    items(things, range)
}

/// Returns the names that may follow `is` or `has` in code; `None` after any other word.
pub fn after_word(package: &OpenPackage, before: &str, range: Range) -> Option<Vec<CompletionItem>> {
    let words = before.trim_end_matches([' ', '\t']);
    if words.len() == before.len() {
        return None;
    }
    let last = |text: &str| {
        text.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default().to_owned()
    };
    let mut word = last(words);
    if word == "not" {
        word = last(words.trim_end_matches("not").trim_end());
    }
    let symbols = || &package.analysed().1.checked.symbols;
    let things = match word.as_str() {
        "is" => {
            let mut all = kinds(symbols());
            all.push(NameCandidate {
                name: "none".to_owned(),
                detail: "of a value that may be missing",
                order: 1,
            });
            all
        }
        "has" => {
            let mut all = keywords(symbols());
            let slots = symbols().slots.iter().filter(|slot| slot.id.is_declared());
            all.extend(name_candidates(slots.map(|slot| slot.id.as_str()), "slot"));
            all
        }
        _ => return None,
    };
    Some(items(things, range))
}

fn kinds(symbols: &SymbolTable) -> Vec<NameCandidate> {
    name_candidates(symbols.kinds.iter().map(|kind| kind.id.as_str()), "kind")
}

fn keywords(symbols: &SymbolTable) -> Vec<NameCandidate> {
    name_candidates(symbols.keywords.iter().map(|keyword| keyword.id.as_str()), "keyword")
}

fn name_candidates<'w>(ids: impl Iterator<Item = &'w str>, detail: &'static str) -> Vec<NameCandidate> {
    ids.map(|id| NameCandidate { name: id.to_owned(), detail, order: 0 }).collect()
}

fn items(things: Vec<NameCandidate>, range: Range) -> Vec<CompletionItem> {
    let mut known = std::collections::BTreeSet::new();
    let item = |thing: NameCandidate| CompletionItem {
        kind: Some(CompletionItemKind::CLASS),
        detail: Some(thing.detail.to_owned()),
        sort_text: Some(format!("{}{}", thing.order, thing.name)),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, thing.name.clone()))),
        label: thing.name,
        ..CompletionItem::default()
    };
    things.into_iter().filter(|thing| known.insert(thing.name.clone())).map(item).collect()
}
