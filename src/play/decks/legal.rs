//! Checks deck lists against the game's `[deck]` rules.

use super::conditions::condition_span;
use super::list::{DeckList, ListEntry, ListPart, printed_name, read_deck};
use super::messages;
use crate::compile::CompiledGame;
use crate::diagnostics::codes::play as codes;
use crate::diagnostics::{self, Diagnostic};
use crate::ir::{
    ComponentId, CopiesInfo, DeckPartInfo, DeckRulesInfo, FunctionId, Ir, KindId, MAIN_PART, NameId,
    NameInfo, PlayedLists, ScenarioCard, ToIndex,
};
use crate::play::agreement::{self, Agreement, Disagreement};
use crate::source::{Sources, Span};
use crate::table::{Machine, State, Table, sets};

/// Options, each as id and value, as written.
type WrittenOptions<'a> = &'a [(String, String)];

/// Checks deck lists under some options, for this number of players or else the fewest allowed. Returns the
/// diagnostics of each list.
///
/// # Errors
/// The number of players or an option is invalid, or the table cannot be made ready; a message.
pub fn check_deck(
    game: &CompiledGame,
    players: Option<u8>,
    options: WrittenOptions,
    lists: &[&DeckList],
) -> Result<Vec<Vec<Diagnostic>>, String> {
    let (fewest, most) = game.ir.game.players;
    if let Some(players) = players.filter(|players| !(fewest..=most).contains(players)) {
        return Err(agreement::wrong_players(&game.ir, players));
    }
    // An unknown option is no fault of a list.
    agreement::options(&game.ir, options.iter().map(|(id, value)| (id.as_str(), value.as_str())))?;
    // If lists make up the box, it must contain as many cards as the lists count.
    let made = if game.ir.lists.are_brought() { Some(box_of(&game.ir, players, lists)) } else { None };
    let compiled = made.map(|lists| game.laid_for(&lists)).transpose();
    let compiled = match compiled {
        Ok(compiled) => compiled,
        Err(found) => return Ok(lists.iter().map(|_| found.clone()).collect()),
    };
    let ir = compiled.as_ref().map_or(&game.ir, |game| &game.ir);
    let table = Table::unoptimised(ir).map_err(|e| e.to_string())?;
    let mut laid = DeckRuleTable::new(&table, players, options);
    Ok(lists.iter().map(|list| laid.check(list)).collect())
}

/// Checks every deck list of a package. `sources` holds their files. Reports at most one diagnostic for a
/// list; a list that could not be compiled has one more, for its cards that are known.
pub fn check_decks(game: &CompiledGame, sources: &Sources) -> Vec<Diagnostic> {
    let (mut lists, mut found) = (Vec::new(), Vec::new());
    for deck in &game.ir.decks {
        let end = format!("decks/{}.toml", deck.id);
        let Some((file, _)) = sources.files().find(|(_, f)| f.package_path == end) else { continue };
        let (list, wrong) = read_deck(&game.ir, sources, file);
        match diagnostics::folded(wrong, "this list") {
            Some(wrong) => found.push(wrong),
            None => lists.push(list),
        }
    }
    let all: Vec<&DeckList> = lists.iter().collect();
    // Playing the game reports that no table can be laid out.
    let checked =
        if all.is_empty() { Vec::new() } else { check_deck(game, None, &[], &all).unwrap_or_default() };
    found.extend(checked.into_iter().filter_map(|wrong| diagnostics::folded(wrong, "this list")));
    found.extend(check_broken_decks(game, sources));
    found
}

/// Checks the known cards of lists with errors: their kinds and copies, which no other line affects.
fn check_broken_decks(game: &CompiledGame, sources: &Sources) -> Vec<Diagnostic> {
    let is_broken = |path: &str| {
        let id = path.strip_prefix("decks/").and_then(|name| name.strip_suffix(".toml"));
        id.is_some_and(|id| game.ir.decks.iter().all(|deck| deck.id != id))
    };
    let files = sources.files().filter(|(_, file)| is_broken(&file.package_path));
    let lists: Vec<(DeckList, Vec<Diagnostic>)> =
        files.map(|(file, _)| read_deck(&game.ir, sources, file)).collect();
    if lists.is_empty() {
        return Vec::new();
    }
    let all: Vec<&DeckList> = lists.iter().map(|(list, _)| list).collect();
    let checked = check_deck(game, None, &[], &all).unwrap_or_default();
    let by_line = [codes::DECK_KIND, codes::DECK_COPIES, codes::DECK_CARD_TWICE];
    let found = lists.into_iter().zip(checked).filter_map(|((_, read), wrong)| {
        let of_lines = read.into_iter().chain(wrong).filter(|d| by_line.contains(&d.code));
        diagnostics::folded(of_lines.collect(), "this list")
    });
    found.collect()
}

/// Returns a box with all cards of the lists, owned by no seat. Cards that their parts must not contain are
/// left out: the rules may not compile for a game with them, and the lists are refused without that.
fn box_of(ir: &Ir, players: Option<u8>, lists: &[&DeckList]) -> PlayedLists {
    let mut laid: Vec<ScenarioCard> = Vec::new();
    let entries = lists.iter().flat_map(|list| &list.parts).flat_map(|part| {
        let asked = ir.deck_rules.as_ref().and_then(|rules| rules.parts.iter().find(|p| p.id == part.id));
        part.entries.iter().filter(move |entry| asked.is_none_or(|asked| is_allowed(ir, asked, entry.name)))
    });
    for entry in entries {
        let Some(info) = ir.names.find(entry.name) else { continue };
        match laid.iter_mut().find(|l| l.card == info.id) {
            Some(before) => before.count = before.count.max(entry.count),
            None => laid.push(ScenarioCard { seat: None, card: info.id.clone(), count: entry.count }),
        }
    }
    PlayedLists { players: players.unwrap_or(ir.game.players.0), lists: Vec::new(), laid }
}

/// A table laid out to evaluate deck rules.
struct DeckRuleTable<'t> {
    table: &'t Table<'t>,
    machine: Machine<'t>,
    state: Result<State, Diagnostic>,
}

impl<'t> DeckRuleTable<'t> {
    fn new(table: &'t Table<'t>, players: Option<u8>, options: WrittenOptions) -> Self {
        let mut machine = table.machine();
        let given = options.iter().map(|(id, value)| (id.as_str(), value.as_str()));
        let agreement = Agreement::settle(&mut machine, players, given, 0);
        let state = agreement.and_then(|a| a.lay(&mut machine)).map_err(|why| match why {
            Disagreement::Fault(fault) => fault.to_diagnostic(table),
            Disagreement::Words(words) => messages::no_table(&words),
        });
        DeckRuleTable { table, machine, state }
    }

    /// Returns the diagnostics of a list that was read.
    fn check(&mut self, list: &DeckList) -> Vec<Diagnostic> {
        let ir = self.table.ir();
        let mut found = Vec::new();
        if let Some(rules) = &ir.deck_rules {
            for part in &rules.parts {
                let written = list.parts.iter().find(|p| p.id == part.id);
                let start = Span::new(list.file, 0, 0);
                let empty = ListPart { id: part.id.clone(), entries: Vec::new(), span: start };
                found.extend(wrong_size(part, written.unwrap_or(&empty), written.is_some()));
                found.extend(self.against(rules, part, written.unwrap_or(&empty)));
            }
        }
        if !ir.lists.are_brought() {
            found.extend(too_many(ir, list, ir.deck_rules.as_ref().is_some_and(|r| r.complete)));
        }
        diagnostics::sort(&mut found);
        found
    }

    /// Checks a part of a list against the requirements of `[deck]`.
    fn against(&mut self, rules: &DeckRulesInfo, asked: &DeckPartInfo, part: &ListPart) -> Vec<Diagnostic> {
        let ir = self.table.ir();
        let complete = rules.complete && asked.id == MAIN_PART;
        let mut found = Vec::new();
        for entry in &part.entries {
            let Some(name) = ir.names.find(entry.name) else { continue };
            if !is_allowed(ir, asked, entry.name) {
                found.push(wrong_kind(ir, asked, entry, name));
                continue;
            }
            let copies = match asked.copies {
                Some(CopiesInfo::Range(least, most)) => Some((least, most)),
                Some(CopiesInfo::Most(function)) => match self.most_of(function, name.first) {
                    Ok(most) => Some((0, most)),
                    Err(d) => {
                        found.push(d);
                        return found;
                    }
                },
                None => None,
            };
            found.extend(copies.and_then(|range| wrong_copies(asked, entry, name, range)));
            if complete && entry.count != name.copies {
                found.push(messages::other_number(entry.value, &name.printed, entry.count, name.copies));
            }
        }
        let least = if let Some(CopiesInfo::Range(least, _)) = asked.copies { least } else { 0 };
        if complete || least > 0 {
            found.extend(missing_cards(ir, asked, part));
        }
        // Requirements are evaluated only if all cards are of allowed kinds.
        if found.iter().all(|d| d.code != codes::DECK_KIND) {
            found.extend(self.required(asked, part));
        }
        found
    }

    /// Returns the maximum number of copies of a card in a list.
    fn most_of(&mut self, function: FunctionId, component: ComponentId) -> Result<u32, Diagnostic> {
        let state = self.state.as_mut().map_err(|d| d.clone())?;
        let most = self.machine.evaluate(state, function, &[u64::from(component)]);
        let most = most.map_err(|fault| fault.to_diagnostic(self.table))?;
        let most = most.first().map_or(0, |word| *word as i64);
        Ok(u32::try_from(most.max(0)).unwrap_or(u32::MAX))
    }

    /// Evaluates the `[[deck.require]]` rules.
    fn required(&mut self, asked: &DeckPartInfo, part: &ListPart) -> Vec<Diagnostic> {
        if asked.requires.is_empty() {
            return Vec::new();
        }
        let ir = self.table.ir();
        let state = match &mut self.state {
            Ok(state) => state,
            Err(d) => return vec![d.clone()],
        };
        let mut cards = vec![0; ir.component_words()];
        for entry in &part.entries {
            let Some(info) = ir.names.find(entry.name) else { continue };
            for copy in info.components().take(entry.count.index()) {
                sets::insert(&mut cards, u64::from(copy));
            }
        }
        let mut found = Vec::new();
        for require in &asked.requires {
            match self.machine.evaluate(state, require.function, &cards) {
                Ok([0, ..]) => {
                    let rule = condition_span(ir, require);
                    found.push(messages::not_legal(part.span, &require.text, rule));
                }
                Ok(_) => {}
                Err(fault) => found.push(fault.to_diagnostic(self.table)),
            }
        }
        found
    }
}

/// Reports entries with more copies than the box holds. For a `complete` list, this was already reported.
fn too_many(ir: &Ir, list: &DeckList, complete: bool) -> Vec<Diagnostic> {
    let entries = list.parts.iter().flat_map(|part| &part.entries).filter(|_| !complete);
    let found = entries.filter_map(|entry| {
        let name = ir.names.find(entry.name)?;
        let (held, count) = (name.copies, entry.count);
        (count > held).then(|| messages::more_than_the_box(entry.value, &name.printed, count, held))
    });
    found.collect()
}

fn card_kind(ir: &Ir) -> Option<KindId> {
    ir.kinds.iter().position(|k| k.id == "card").map(|k| KindId(k as u16))
}

/// Returns whether a part of a list may contain a card, by its kind.
fn is_allowed(ir: &Ir, part: &DeckPartInfo, name: NameId) -> bool {
    // A component that represents a card comes with that card, so no list contains it.
    let kind = ir.names.find(name).filter(|n| n.card.is_none()).map(|n| n.kind);
    let Some(kind) = kind else { return false };
    match (&part.kinds[..], card_kind(ir)) {
        ([], Some(card)) if ir.lists.are_brought() => ir.is_below(kind, card),
        ([], _) => true,
        (kinds, _) => kinds.iter().any(|k| ir.is_below(kind, *k)),
    }
}

/// Returns the components that no list may contain, in a game with deck lists: those created in play, and
/// those on every table.
pub fn in_no_list(ir: &Ir) -> Vec<NameId> {
    let Some(rules) = ir.deck_rules.as_ref().filter(|_| ir.lists.are_brought()) else { return Vec::new() };
    let names = (0..ir.names.len()).map(|name| NameId(name as u16));
    let own = |name: &NameId| ir.names.find(*name).is_some_and(|info| info.card.is_none());
    names.filter(own).filter(|name| !rules.parts.iter().any(|part| is_allowed(ir, part, *name))).collect()
}

/// Returns the error of a part with too few or too many cards.
fn wrong_size(asked: &DeckPartInfo, part: &ListPart, is_written: bool) -> Option<Diagnostic> {
    let (least, most) = asked.size?;
    let total = part.total();
    if (u64::from(least)..=u64::from(most)).contains(&total) {
        return None;
    }
    Some(messages::wrong_size(part.span, &asked.id, is_written, (least, most), total))
}

/// Returns the error of a card whose kind the part cannot hold.
fn wrong_kind(ir: &Ir, asked: &DeckPartInfo, entry: &ListEntry, name: &NameInfo) -> Diagnostic {
    let kinds: Vec<&str> =
        asked.kinds.iter().filter_map(|k| ir.kinds.find(*k)).map(|k| k.id.as_str()).collect();
    let kind = ir.kinds.find(name.kind).map_or("?", |k| k.id.as_str());
    let stands_for = name.card.and_then(|card| ir.names.find(card)).map(|card| card.id.as_str());
    messages::wrong_kind(entry.key, &asked.id, (&name.printed, kind), &kinds, stands_for)
}

/// Returns the error of a card with too few or too many copies.
fn wrong_copies(
    asked: &DeckPartInfo,
    entry: &ListEntry,
    name: &NameInfo,
    copies: (u32, u32),
) -> Option<Diagnostic> {
    if (copies.0..=copies.1).contains(&entry.count) {
        return None;
    }
    let of = if let Some(CopiesInfo::Most(_)) = asked.copies { "this card" } else { "each card" };
    Some(messages::wrong_copies(entry.value, &asked.id, (&name.printed, entry.count), copies, of))
}

/// Returns the error of a part that must have every card of its kinds, and has not.
fn missing_cards(ir: &Ir, asked: &DeckPartInfo, part: &ListPart) -> Option<Diagnostic> {
    let card = card_kind(ir);
    let wanted = |name: &NameId| match (&asked.kinds[..], card, ir.names.find(*name)) {
        ([], Some(card), Some(info)) => info.card.is_none() && ir.is_below(info.kind, card),
        _ => is_allowed(ir, asked, *name),
    };
    let all = (0..ir.names.len()).map(|n| NameId(n as u16));
    let missing = all.filter(|n| wanted(n) && !part.entries.iter().any(|e| e.name == *n));
    let missing: Vec<String> = missing.map(|n| printed_name(ir, n)).collect();
    let [one, rest @ ..] = &missing[..] else { return None };
    let listed = crate::play::answers::enough(&missing);
    Some(messages::missing_cards(part.span, one, rest.len(), &listed))
}
