//! Translations: the texts to translate, and checks of the files in `texts/`.

use super::comparison::compare_translation;
use super::messages;
use crate::check::symbols::templates;
use crate::check::{CheckedRules, readable_ids};
use crate::diagnostics::nearest;
use crate::hash::content_hash;
use crate::ir::KindId;
use crate::model::print::Asset;
use crate::model::texts::TextsDecl;
use crate::model::{CodeText, Package};
use crate::source::Span;
use crate::vocabulary::PHRASES;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The word for a player, which names sheets and pieces.
const PLAYER: &str = "player";

/// The texts of a game, and its translations.
#[derive(Debug, Default)]
pub struct Languages {
    /// All texts that can be translated, in the order in which they are written to a file.
    pub originals: Vec<Original>,
    /// The languages of `texts/`.
    pub spoken: Vec<Translation>,
}

/// A text that can be translated.
#[derive(Clone, Debug, PartialEq)]
pub struct Original {
    /// Its path: `cards.badger.text`.
    pub path: String,
    /// The text as written; for a card without one, the generated text.
    pub text: String,
}

/// A translation from `texts/`.
#[derive(Debug, Default)]
pub struct Translation {
    /// Its tag: `de`.
    pub language: String,
    /// Translations as written, by their paths.
    pub written: BTreeMap<String, String>,
    /// The same translations with their lookups filled in.
    pub filled: BTreeMap<String, String>,
    /// Hashes of the original texts that were translated, by `group`.
    pub of: BTreeMap<String, String>,
}

/// Returns whether a word is a language tag, such as `de` or `pt-BR`.
pub fn is_language_tag(written: &str) -> bool {
    let letters = |part: &str, least: usize, most: usize| {
        (least..=most).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    let mut parts = written.split('-');
    let first = parts.next().is_some_and(|p| letters(p, 2, 3) && p.bytes().all(|b| b.is_ascii_lowercase()));
    first && parts.all(|p| letters(p, 2, 8))
}

/// Returns the group of texts that share one hash: a card, a list, the game, an option; none for a text
/// without a hash.
pub fn group(path: &str) -> Option<&str> {
    match path.split('.').next()? {
        "cards" | "decks" => path.rsplit_once('.').map(|(one, _)| one),
        "game" => Some("game"),
        "options" | "keywords" => Some(path),
        _ => None,
    }
}

impl Languages {
    /// Returns the hash of the texts of each `group`: eight hexadecimal digits.
    pub fn hashes(&self) -> HashMap<&str, String> {
        let mut groups: HashMap<&str, Vec<&str>> = HashMap::new();
        for original in &self.originals {
            if let Some(group) = group(&original.path) {
                groups.entry(group).or_default().extend([original.path.as_str(), original.text.as_str()]);
            }
        }
        // A space more or less makes no other text.
        let spaced = |text: &str| {
            let words = text.split(' ').filter(|word| !word.is_empty());
            words.collect::<Vec<_>>().join(" ")
        };
        let hash = |texts: Vec<&str>| {
            let texts: Vec<String> = texts.into_iter().map(spaced).collect();
            format!("{:08x}", content_hash(texts.join("\u{0}").as_bytes()) >> 32)
        };
        groups.into_iter().map(|(group, texts)| (group, hash(texts))).collect()
    }
}

/// Collects the texts to translate, and checks each translation. The rules have no errors: originals would
/// be missing.
pub(super) fn check_translations(rules: &mut CheckedRules) -> Languages {
    let package = rules.package();
    if package.texts.is_empty() {
        return Languages::default();
    }
    let mut languages = Languages { originals: originals(rules), spoken: Vec::new() };
    for decl in &package.texts {
        let written: BTreeMap<String, String> =
            decl.entries.iter().map(|(path, _, text)| (path.clone(), text.value.clone())).collect();
        let of: BTreeMap<String, String> =
            decl.of.iter().map(|(id, hash)| (id.text.clone(), hash.clone())).collect();
        report_unknown(rules, decl, &languages);
        report_unknown_holes(rules, decl);
        if is_language_tag(&decl.language) {
            report_missing(rules, decl, &languages, &written);
            report_missing_rules(rules, decl);
        } else {
            rules.report(messages::not_a_language(Span::new(decl.file, 0, 0), &decl.language));
        }
        report_stale(rules, decl, &languages, &of);
        let filled = fill_in(rules, decl, &written);
        compare_translation(rules, decl);
        languages.spoken.push(Translation { language: decl.language.clone(), written, filled, of });
    }
    languages
}

fn originals(rules: &CheckedRules) -> Vec<Original> {
    let (package, symbols) = (rules.package(), rules.symbols());
    let mut all: Vec<Original> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    let mut add = |path: String, text: &str| {
        if !text.is_empty() && known.insert(path.clone()) {
            all.push(Original { path, text: text.to_owned() });
        }
    };
    add("game.name".to_owned(), &package.game.name);
    add("game.summary".to_owned(), &package.game.summary);
    let unworded = crate::ir::print::PrintInfo::default();
    let label = |id: &str| {
        package
            .words
            .iter()
            // An empty one is an error, which says nothing of the translations.
            .find(|word| word.id.text == id && !word.printed.is_empty())
            .map_or_else(|| unworded.label(id), |word| word.printed.clone())
    };
    for (_, e) in symbols.enums.iter_ids().filter(|(i, _)| Some(*i) != symbols.direction) {
        for (id, printed) in e.values.iter().zip(&e.printed) {
            add(format!("words.{id}"), if printed == id { "" } else { printed });
            add(format!("words.{id}"), &label(id));
        }
    }
    let borne = |k: &KindId| symbols.names.iter().any(|n| n.kind == *k && n.copies > 0);
    let kinds = symbols.kinds.ids().filter(borne);
    kinds.for_each(|k| {
        let id = &symbols.kinds[k].id;
        add(format!("words.{id}"), &label(id));
        // Heaps of several are named by it, and so are sheets that no file declares.
        let several = &symbols.kinds[k].plural;
        add(format!("words.{several}"), &label(several));
    });
    let printed = symbols.attributes.iter().filter(|a| {
        a.owner == crate::ir::Owner::Component
            && a.id != "name"
            && a.id.is_declared()
            && !symbols.names.is_empty()
    });
    printed.for_each(|a| add(format!("words.{}", a.id), &label(&a.id)));
    // Boards print the attributes of their cells, figures the names of zones, and rules those of dice.
    let of_cells =
        symbols.attributes.iter().filter(|a| a.owner == crate::ir::Owner::Cell && a.id.is_declared());
    of_cells.for_each(|a| add(format!("words.{}", a.id), &label(&a.id)));
    symbols.zones.iter().for_each(|zone| add(format!("words.{}", zone.id), &label(&zone.id)));
    symbols.dice.iter().for_each(|die| add(format!("words.{}", die.info.id), &label(&die.info.id)));
    let sheets = package.print.sheets.iter().map(|s| &s.id).chain(package.keywords.iter().map(|k| &k.id));
    sheets.for_each(|id| add(format!("words.{}", id.text), &label(&id.text)));
    let setups = package.setups.iter().map(|setup| &setup.id.text);
    setups.for_each(|id| add(format!("words.{id}"), &label(id)));
    package.print.pieces.iter().for_each(|p| add(format!("words.{}", p.id.text), &p.name));
    let named = symbols.boards.iter().filter_map(|b| Some((&b.id, b.name.as_ref()?)));
    let named = named.chain(symbols.cells.iter().filter(|c| c.printed != c.id).map(|c| (&c.id, &c.printed)));
    named.for_each(|(id, name)| add(format!("words.{id}"), name));
    let others = other_words(rules);
    others.iter().for_each(|id| add(format!("words.{id}"), &label(id)));
    package.options.iter().for_each(|o| add(format!("options.{}", o.id.text), &o.text));
    let keywords = package.keywords.iter().filter_map(|k| Some((&k.id.text, k.text.as_ref()?)));
    keywords.for_each(|(id, text)| add(format!("keywords.{id}"), &text.value));
    for (card, name) in rules.cards() {
        let Some(name) = name.filter(|_| card.card.is_none()) else { continue };
        let id = &card.id.text;
        add(format!("cards.{id}.name"), &card.name.text);
        let info = &symbols.names[name];
        let text = card.text.as_ref().map_or(info.text.as_str(), |t| t.value.as_str());
        add(format!("cards.{id}.text"), text);
        add(format!("cards.{id}.flavour"), card.flavour.as_ref().map_or("", |t| t.value.as_str()));
    }
    package.decks.iter().for_each(|deck| add(format!("decks.{}.name", deck.id.text), &deck.name));
    for text in own_words(package) {
        add(format!("faces.{text}"), &text);
    }
    PHRASES.iter().for_each(|(key, english)| add(format!("phrases.{key}"), english));
    all
}

/// Returns the ids that people read and that the game or a translation gives a word, in their order.
fn other_words(rules: &CheckedRules) -> Vec<String> {
    let package = rules.package();
    let translated = package.texts.iter().flat_map(|decl| &decl.entries);
    let translated = translated.filter_map(|(path, ..)| path.strip_prefix("words."));
    let worded: HashSet<&str> =
        package.words.iter().map(|word| word.id.text.as_str()).chain(translated).collect();
    let readable = readable_ids(package, rules.symbols()).into_iter().chain([PLAYER.to_owned()]);
    readable.filter(|id| worded.contains(id.as_str())).collect()
}

/// Returns the path of the text whose name resembles a path most: another key of the same card, or the same
/// key of another. Only the parts that differ are compared, so that a long table makes no two keys alike.
fn nearest_path(path: &str, originals: &[Original]) -> Option<String> {
    let (table, rest) = path.split_once('.')?;
    let inside = |prefix: &str| -> Vec<&str> {
        originals.iter().filter_map(|o| o.path.strip_prefix(prefix)?.strip_prefix('.')).collect()
    };
    let Some((card, key)) = rest.rsplit_once('.').filter(|_| table == "cards") else {
        return Some(format!("{table}.{}", nearest(rest, inside(table))?));
    };
    let keys = inside(&format!("cards.{card}"));
    if !keys.is_empty() {
        return Some(format!("cards.{card}.{}", nearest(key, keys)?));
    }
    let cards = inside(table).into_iter().filter_map(|path| path.strip_suffix(key)?.strip_suffix('.'));
    Some(format!("cards.{}.{key}", nearest(card, cards)?))
}

fn report_unknown(rules: &mut CheckedRules, decl: &TextsDecl, languages: &Languages) {
    let known: HashSet<&str> = languages.originals.iter().map(|o| o.path.as_str()).collect();
    for (path, key, _) in decl.entries.iter().filter(|(path, ..)| !known.contains(path.as_str())) {
        let near = nearest_path(path, &languages.originals);
        rules.report(messages::unknown_translation(key.span, path, near.as_deref()));
    }
}

/// Reports holes in translated phrases that Cardwright does not fill in.
fn report_unknown_holes(rules: &mut CheckedRules, decl: &TextsDecl) {
    let phrases =
        decl.entries.iter().filter_map(|(path, _, text)| Some((path.strip_prefix("phrases.")?, text)));
    for (key, text) in phrases {
        let Some((_, english)) = PHRASES.iter().find(|(known, _)| *known == key) else { continue };
        let known: Vec<&str> = holes(english).map(|(_, hole)| hole).collect();
        for (at, hole) in holes(&text.value).filter(|(_, hole)| !known.contains(hole)) {
            let span = text.span_of(at, at + hole.len());
            rules.report(messages::unknown_hole(span, hole, key, &known));
        }
    }
}

/// Returns the holes in braces of a phrase, each with the position of its name.
fn holes(phrase: &str) -> impl Iterator<Item = (usize, &str)> {
    let starts = phrase.match_indices('{').map(|(at, _)| at + 1);
    starts.map(|at| (at, phrase[at..].split_once('}').map_or(&phrase[at..], |(hole, _)| hole)))
}

fn report_missing(
    rules: &mut CheckedRules,
    decl: &TextsDecl,
    languages: &Languages,
    written: &BTreeMap<String, String>,
) {
    let missing: Vec<&str> = languages
        .originals
        .iter()
        .map(|o| o.path.as_str())
        .filter(|path| !written.contains_key(*path))
        .collect();
    if missing.is_empty() {
        return;
    }
    let empty: BTreeSet<&str> = decl.empty.iter().map(String::as_str).collect();
    let are_empty = missing.iter().all(|path| empty.contains(path));
    let file = Span::new(decl.file, 0, 0);
    rules.report(messages::not_translated(file, &decl.language, &missing, are_empty));
}

/// Reports that there is a sheet of rules, and none in the language of a translation.
fn report_missing_rules(rules: &mut CheckedRules, decl: &TextsDecl) {
    let has = |file: &str| rules.package().print.assets.iter().any(|(path, _)| path == file);
    let translated = format!("rules.{}.md", decl.language);
    if decl.language != rules.package().game.language && has("rules.md") && !has(&translated) {
        let file = Span::new(decl.file, 0, 0);
        rules.report(messages::rules_not_translated(file, &decl.language, &translated));
    }
}

fn report_stale(
    rules: &mut CheckedRules,
    decl: &TextsDecl,
    languages: &Languages,
    of: &BTreeMap<String, String>,
) {
    let hashes = languages.hashes();
    for (id, _) in &decl.of {
        let Some(noted) = of.get(&id.text) else { continue };
        let now = hashes.get(id.text.as_str());
        if now != Some(noted) {
            rules.report(messages::stale_translation(id.span, &id.text, &decl.language, now.is_some()));
        }
    }
    // An author who stamps texts wants to know of those that may be out of date.
    if rules.package().stamps.is_none() {
        return;
    }
    let known: BTreeSet<&str> = languages.originals.iter().map(|o| o.path.as_str()).collect();
    let paths = decl.entries.iter().map(|(path, ..)| path.as_str()).filter(|path| known.contains(path));
    let groups: BTreeSet<&str> = paths.filter_map(group).collect();
    let mut unnoted =
        groups.into_iter().filter(|group| hashes.contains_key(group) && !of.contains_key(*group));
    if let Some(first) = unnoted.next() {
        let file = Span::new(decl.file, 0, 0);
        let count = unnoted.count() + 1;
        rules.report(messages::unnoted_translations(file, &decl.language, count, first));
    }
}

/// Fills in the lookups in translations, with names in their language.
fn fill_in(
    rules: &mut CheckedRules,
    decl: &TextsDecl,
    written: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let mut out = written.clone();
    let was: Vec<Vec<String>> = rules.symbols().enums.iter().map(|e| e.printed.clone()).collect();
    for e in &mut rules.symbols_mut().enums {
        for (id, printed) in e.values.iter().zip(&mut e.printed) {
            if let Some(word) = written.get(&format!("words.{id}")) {
                printed.clone_from(word);
            }
        }
    }
    let were_cells: Vec<String> = rules.symbols().cells.iter().map(|cell| cell.printed.clone()).collect();
    for cell in &mut rules.symbols_mut().cells {
        if let Some(word) = written.get(&format!("words.{}", cell.id)) {
            cell.printed.clone_from(word);
        }
    }
    let of_cards: Vec<(&String, &CodeText)> = decl
        .entries
        .iter()
        .filter(|(path, ..)| path.starts_with("cards."))
        .map(|(path, _, t)| (path, t))
        .collect();
    for (path, text) in of_cards.into_iter().filter(|(_, text)| crate::ir::texts::has_holes(&text.value)) {
        let id = path.split('.').nth(1).unwrap_or_default();
        let Some((card, Some(name))) = rules.cards().find(|(c, _)| c.id.text == id) else {
            continue;
        };
        if rules.is_absent(name) {
            continue;
        }
        let mut data = rules.card_data(name);
        if let Some(name) = written.get(&format!("cards.{id}.name")) {
            data.insert("name".to_owned(), name.as_str().into());
        }
        match templates::render(&text.value, &data) {
            Ok(text) => {
                out.insert(path.clone(), text);
            }
            Err(e) => rules.report_template(text, e, &data, &card.id.text),
        }
    }
    // The keywords' reminders, with the parameters of each card.
    let cards: Vec<_> = rules.cards().collect();
    for (card, name) in cards {
        for (i, keyword) in card.keywords.iter().enumerate() {
            let id = keyword.value.split_whitespace().next().unwrap_or_default();
            let text = decl.entries.iter().find(|(path, ..)| path.strip_prefix("keywords.") == Some(id));
            if let (Some((_, _, text)), Some(name)) = (text, name) {
                out.insert(format!("reminders.{}.{i}", card.id.text), rules.reminder(name, id, text));
            }
        }
    }
    for (e, printed) in rules.symbols_mut().enums.iter_mut().zip(was) {
        e.printed = printed;
    }
    for (cell, printed) in rules.symbols_mut().cells.iter_mut().zip(were_cells) {
        cell.printed = printed;
    }
    out
}

/// Returns the texts of the game's own faces, `say("…")`, by file and position.
fn own_words(package: &Package) -> Vec<String> {
    let mut words = Vec::new();
    for (path, asset) in &package.print.assets {
        let Asset::Text(file) = asset else { continue };
        if !path.starts_with("faces/") {
            continue;
        }
        let mut rest = package.sources.file(*file).text.as_str();
        while let Some((_, after)) = rest.split_once("say(") {
            rest = after;
            let Some(quote) = after.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
            if let Some((text, after)) = after[1..].split_once(quote) {
                words.push(text.to_owned());
                rest = after;
            }
        }
    }
    words
}
