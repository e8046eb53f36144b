//! Deck lists against what the game asks of them.

use std::collections::HashMap;

use super::agreement::{Agreement, Disagreement};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::play as codes;
use crate::ir::{DeckRulesInfo, Ir};
use crate::schema::{self, Shape};
use crate::source::{FileId, Sources, Span, Value, parse_toml};
use crate::table::{Names, Table, sets};

/// A deck list as it is written: cards, how many, and where.
#[derive(Debug, Default)]
struct List {
    cards: Vec<Entry>,
    /// The header of the cards, or the start of the file.
    span: Option<Span>,
}

#[derive(Debug)]
struct Entry {
    name: u16,
    count: u32,
    key: Span,
    value: Span,
}

/// Checks a deck list; gives how many cards it has, and what is wrong with it.
pub fn check_deck(table: &Table, sources: &Sources, file: FileId) -> (u64, Vec<Diagnostic>) {
    let (list, mut found) = read(table.ir(), sources, file);
    let total = list.cards.iter().map(|e| u64::from(e.count)).sum();
    // What a list lacks that could not be read is no news.
    if found.is_empty() {
        let rules = table.ir().deck_rules.as_ref();
        found.extend(rules.map(|rules| against(table, rules, &list, file, total)).into_iter().flatten());
        found.extend(too_many(table.ir(), &list, rules.is_some_and(|r| r.complete)));
        crate::diagnostics::sort(&mut found);
    }
    (total, found)
}

/// Entries that ask for more copies than the box holds; of a `complete` list that has been said.
fn too_many(ir: &Ir, list: &List, complete: bool) -> Vec<Diagnostic> {
    let entries = list.cards.iter().filter(|_| !complete);
    let found = entries.filter_map(|entry| {
        let name = ir.names.get(entry.name as usize)?;
        let (held, asked) = (name.copies, entry.count);
        (asked > held).then(|| {
            let message = format!("the box holds {held} of {}, and this deck has {asked}", name.printed);
            let d = Diagnostic::error(codes::DECK_COPIES, message).at(entry.value, "");
            d.help(format!("write {held} or fewer, or raise `copies` of the card"))
        })
    });
    found.collect()
}

/// The cards of a deck list (indices into `Ir::names`) and how many of each; and what is wrong with the list, whatever the game's rules
/// for decks say of it.
pub fn read_deck(ir: &Ir, sources: &Sources, file: FileId) -> (Vec<(u16, u32)>, Vec<Diagnostic>) {
    let (list, found) = read(ir, sources, file);
    (list.cards.iter().map(|e| (e.name, e.count)).collect(), found)
}

/// Checks every deck list of a package, whose files stand in `sources`.
pub fn check_decks(table: &Table, sources: &Sources) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for deck in &table.ir().decks {
        let end = format!("decks/{}.toml", deck.id);
        let file = sources.files().find(|(_, f)| f.package_path == end);
        if let Some((file, _)) = file {
            found.extend(check_deck(table, sources, file).1);
        }
    }
    found
}

fn read(ir: &Ir, sources: &Sources, file: FileId) -> (List, Vec<Diagnostic>) {
    let (root, mut found) = parse_toml(sources, file);
    if !found.is_empty() {
        return (List::default(), found);
    }
    found = schema::validate(Shape::Deck, file, &root);
    let names = Names::new(ir);
    let cards = root.entry("cards");
    let mut list = List { cards: Vec::new(), span: cards.map(|c| c.key_span) };
    let mut first: HashMap<u16, Span> = HashMap::new();
    for entry in cards.and_then(|c| c.value.as_table()).into_iter().flat_map(|t| &t.entries) {
        // What is no number has been said.
        let Value::Int(count) = entry.value.value else { continue };
        let Ok(count) = u32::try_from(count) else { continue };
        let name = match names.find_name(&entry.key) {
            Ok(name) => name,
            Err(unknown) => {
                let diagnostic =
                    Diagnostic::error(codes::UNKNOWN_DECK_CARD, format!("there is no card `{}`", entry.key))
                        .at(entry.key_span, "not known");
                found.push(match unknown.nearest {
                    Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                    None => diagnostic.help("name cards by their ids, or as they are printed"),
                });
                continue;
            }
        };
        if let Some(before) = first.get(&name) {
            let twice = format!("{} is in this list twice", printed(ir, name));
            let twice =
                Diagnostic::error(codes::DECK_CARD_TWICE, twice).at(entry.key_span, "again").at(*before, "first");
            found.push(twice.help("write it once, with the sum"));
            continue;
        }
        first.insert(name, entry.key_span);
        list.cards.push(Entry { name, count, key: entry.key_span, value: entry.value.span });
    }
    (list, found)
}

/// What a list does against `[deck]`.
fn against(table: &Table, rules: &DeckRulesInfo, list: &List, file: FileId, total: u64) -> Vec<Diagnostic> {
    let ir = table.ir();
    let mut found = Vec::new();
    let whole = list.span.unwrap_or(Span::new(file, 0, 0));
    let allowed = |name: u16| {
        // What stands for a card comes with it.
        let kind = ir.names.get(name as usize).filter(|n| n.card.is_none()).map(|n| n.kind);
        if kind.is_none() {
            return false;
        }
        rules.kinds.is_empty() || rules.kinds.iter().any(|k| kind.is_some_and(|kind| is_below(ir, kind, *k)))
    };
    if let Some((least, most)) = rules.size
        && (total < u64::from(least) || total > u64::from(most))
    {
        let range = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        let message = format!("a deck has {range} cards, and this one has {total}");
        found.push(Diagnostic::error(codes::DECK_SIZE, message).at(whole, counted(total)).help(
            match total < u64::from(least) {
                true => format!("add {} or more", u64::from(least) - total),
                false => format!("take out {} or more", total - u64::from(most)),
            },
        ));
    }
    for entry in &list.cards {
        let Some(name) = ir.names.get(entry.name as usize) else { continue };
        if !allowed(entry.name) {
            let kinds: Vec<String> =
                rules.kinds.iter().filter_map(|k| ir.kinds.get(*k as usize)).map(|k| format!("`{}`", k.id)).collect();
            let kind = ir.kinds.get(name.kind as usize).map_or("?", |k| k.id.as_str());
            let message = format!("{} cannot be in a deck", name.printed);
            let kinds = kinds.join(", ");
            found.push(Diagnostic::error(codes::DECK_KIND, message).at(entry.key, format!("is a `{kind}`")).help(
                match name.card {
                    Some(card) => format!("it stands for a card: name `{}`", ir.names[card as usize].id),
                    None => format!("decks hold {kinds} only"),
                },
            ));
            continue;
        }
        let count = entry.count;
        if let Some((least, most)) = rules.copies
            && (count < least || count > most)
        {
            let range = match least {
                0 => format!("at most {most}"),
                _ if least == most => format!("{least}"),
                _ => format!("{least} to {most}"),
            };
            let message = format!("a deck has {range} of each card, and this one has {count} of {}", name.printed);
            found.push(Diagnostic::error(codes::DECK_COPIES, message).at(entry.value, ""));
        }
        if rules.complete && count != name.copies {
            let message = format!("the game has {} of {}, and this deck has {count}", name.copies, name.printed);
            found.push(
                Diagnostic::error(codes::DECK_INCOMPLETE, message)
                    .at(entry.value, "")
                    .help(format!("write {}: this game wants every card in its number", name.copies)),
            );
        }
    }
    let least = rules.copies.map_or(0, |(least, _)| least);
    if rules.complete || least > 0 {
        let card = ir.kinds.iter().position(|k| k.id == "card").map(|k| k as u16);
        let wanted = |name: usize| match (&rules.kinds[..], card, ir.names.get(name)) {
            ([], Some(card), Some(info)) => info.card.is_none() && is_below(ir, info.kind, card),
            _ => allowed(name as u16),
        };
        let missing = (0..ir.names.len()).filter(|n| wanted(*n) && !list.cards.iter().any(|e| e.name as usize == *n));
        let missing: Vec<String> = missing.map(|n| printed(ir, n as u16)).collect();
        if let [one, rest @ ..] = &missing[..] {
            let message = match rest.len() {
                0 => format!("{one} is missing from this deck"),
                n => format!("{one} and {n} more cards are missing from this deck"),
            };
            let help = match rest.len() {
                0 => None,
                _ => Some(super::answers::enough(&missing).join(", ")),
            };
            let diagnostic = Diagnostic::error(codes::DECK_INCOMPLETE, message).at(whole, "");
            found.push(match help {
                Some(all) => diagnostic.help(format!("add {all}")),
                None => diagnostic.help("this game wants every card in its number"),
            });
        }
    }
    // What is required is said of a list of the kinds that may be in it.
    if found.iter().all(|d| d.code != codes::DECK_KIND) {
        found.extend(required(table, rules, list, whole));
    }
    found
}

/// What `[[deck.require]]` says of it.
fn required(table: &Table, rules: &DeckRulesInfo, list: &List, whole: Span) -> Vec<Diagnostic> {
    if rules.requires.is_empty() {
        return Vec::new();
    }
    let ir = table.ir();
    let mut machine = table.machine();
    let agreement = Agreement::settle(&mut machine, None, [], 0);
    let mut state = match agreement.and_then(|a| a.lay(&mut machine)) {
        Ok(state) => state,
        Err(Disagreement::Fault(fault)) => return vec![fault.to_diagnostic(table)],
        Err(Disagreement::Words(words)) => {
            return vec![Diagnostic::error(
                codes::DECK_REQUIRE,
                format!("no table can be laid to check decks: {words}"),
            )];
        }
    };
    let mut cards = vec![0; ir.component_words()];
    for entry in list.cards.iter().filter(|e| e.count > 0) {
        let first = ir.names.get(entry.name as usize).map_or(0, |n| u64::from(n.first));
        sets::insert(&mut cards, first);
    }
    let mut found = Vec::new();
    for require in &rules.requires {
        match machine.evaluate(&mut state, require.function, &cards) {
            Ok([0, ..]) => {
                let text = if require.text.is_empty() { "this is no legal deck" } else { &require.text };
                let text = text.trim_end_matches('.');
                let mut diagnostic = Diagnostic::error(codes::DECK_REQUIRE, text).at(whole, "not so in this list");
                let entry = ir.functions.get(require.function as usize).map(|f| f.entry);
                if let Some(span) = entry.and_then(|pc| crate::table::span_of(ir, pc)) {
                    diagnostic = diagnostic.at(span, "asked for here");
                }
                found.push(diagnostic);
            }
            Ok(_) => {}
            Err(fault) => found.push(fault.to_diagnostic(table)),
        }
    }
    found
}

/// Whether a kind is another, or below it.
fn is_below(ir: &Ir, kind: u16, above: u16) -> bool {
    let mut at = Some(kind);
    while let Some(kind) = at {
        if kind == above {
            return true;
        }
        // Parents come first, so this ends.
        at = ir.kinds.get(kind as usize).and_then(|k| k.base).filter(|base| *base < kind);
    }
    false
}

fn printed(ir: &Ir, name: u16) -> String {
    ir.names.get(name as usize).map_or_else(String::new, |n| n.printed.clone())
}

fn counted(total: u64) -> String {
    if total == 1 { "1 card".into() } else { format!("{total} cards") }
}
