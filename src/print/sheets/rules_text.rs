//! The text of the rules sheet: the author's text, and text generated from the game's options, dice and
//! keywords.

use std::collections::BTreeMap;

use crate::ir::{DieInfo, FileTextId, Ir, OptionId, OptionInfo, ValueType};
use crate::place::{FileId, Span};
use crate::print::text::markdown::{MarkdownImage, RulesMedium, introduction, split_title};
use crate::print::text::markdown_reader::read;

/// Returns the text of the rules: `rules.de.md` of the language, or `rules.md`, or else the introduction of
/// `README.md`; followed by the options.
pub fn text(ir: &Ir) -> Option<String> {
    text_with(ir, RulesMedium::PlainText)
}

pub fn text_with(ir: &Ir, medium: RulesMedium) -> Option<String> {
    let mut text = read(&source(ir)?, medium).rich;
    add_options(ir, &mut text);
    Some(text)
}

/// Returns the file of the rules, and its text: `rules.de.md` of the language, or `rules.md`.
pub fn own_file(ir: &Ir) -> Option<(FileTextId, &str)> {
    text_of(ir, &format!("rules.{}.md", ir.game.language)).or_else(|| text_of(ir, "rules.md"))
}

/// Returns the files of the rules in other languages than the one of the compiled game, and their texts.
pub fn translated_files(ir: &Ir) -> Vec<(FileTextId, &str)> {
    let own = own_file(ir).map(|(file, _)| file);
    let is_rules = |path: &str| path == "rules.md" || path.starts_with("rules.") && path.ends_with(".md");
    let mut paths: Vec<&str> =
        ir.print.assets.iter().map(|a| a.path.as_str()).filter(|p| is_rules(p)).collect();
    paths.sort_unstable();
    paths.dedup();
    let files = paths.into_iter().filter_map(|path| text_of(ir, path));
    files.filter(|(file, _)| Some(*file) != own).collect()
}

/// Returns the whole file of the rules, to look for words in it.
pub fn place(ir: &Ir) -> Option<Span> {
    own_file(ir).map(|(file, text)| Span::new(FileId(file.0), 0, text.len()))
}

/// Returns the first line of a table of the author's text, by its number.
pub fn place_of_table(ir: &Ir, number: usize) -> Option<Span> {
    let (file, text) = own_file(ir).or_else(|| text_of(ir, "README.md"))?;
    let line = read(text, RulesMedium::Paper).tables.into_iter().nth(number)?;
    Some(Span::new(FileId(file.0), line.start, line.end))
}

/// Returns the images of the author's text, except those in code.
pub fn images(text: &str) -> Vec<MarkdownImage> {
    read(text, RulesMedium::Paper).images
}

fn text_of<'a>(ir: &'a Ir, path: &str) -> Option<(FileTextId, &'a str)> {
    let file = ir.print.asset(path)?.file?;
    Some((file, ir.files.get(file.index())?.text.as_str()))
}

/// Returns the author's text of the rules. A title that is the name of the game is left out, since that is
/// printed above.
pub fn source(ir: &Ir) -> Option<String> {
    Some(match (own_file(ir), text_of(ir, "README.md")) {
        (Some((_, rules)), _) => without_title(ir, rules).to_owned(),
        (None, Some((_, readme))) => introduction(without_title(ir, readme)).to_owned(),
        (None, None) => return None,
    })
}

/// Adds text generated from the game: its options, setups, dice and keywords.
fn add_options(ir: &Ir, text: &mut String) {
    if !ir.options.is_empty() {
        text.push_str(&format!("\n\n## {}\n", ir.print.phrase("agree", &[])));
        for (what, default) in agreed(ir) {
            let line = ir.print.phrase("unless", &[("what", &what), ("value", &default)]);
            text.push_str(&format!("\n- {line}"));
        }
    }
    if !ir.setups.is_empty() {
        text.push_str(&format!("\n\n## {}\n", ir.print.phrase("setups", &[])));
        for setup in &ir.setups {
            // For a yes-or-no option, its text without the value means that it is on.
            let is_so = |(option, value): &&(OptionId, i64)| {
                ir.option(*option).is_some_and(|option| option.ty == ValueType::Bool) && *value != 0
            };
            let mut options = Vec::new();
            for part in setup.options.chunk_by(|a, b| is_so(&a) && is_so(&b)) {
                let known = part.iter().filter_map(|(option, value)| Some((ir.option(*option)?, *value)));
                let of = |(option, value)| match part.first().is_some_and(|first| is_so(&first)) {
                    true => option_text(ir, option),
                    false => format!("{}: *{}*", option_text(ir, option), option_value(ir, option, value)),
                };
                options.extend(gathered(&known.map(of).collect::<Vec<_>>(), 2));
            }
            let mut label = ir.print.label(&setup.id);
            if !label.ends_with('.') {
                label.push('.');
            }
            text.push_str(&format!("\n- **{label}**{}", sentences(&options)));
        }
    }
    if !ir.dice.is_empty() {
        text.push_str(&format!("\n\n## {}\n", ir.print.phrase("dice", &[])));
        for die in &ir.dice {
            text.push_str(&format!("\n- **{}**: {}", ir.print.label(&die.id), faces_of(ir, die)));
        }
    }
    // Every keyword as printed on cards, in the order of their names.
    let borne = ir.names.iter().flat_map(|n| n.keywords.iter().zip(&n.reminders));
    let keywords: BTreeMap<&String, &String> = borne.filter(|(_, says)| !says.is_empty()).collect();
    if !keywords.is_empty() {
        text.push_str(&format!("\n\n## {}\n", ir.print.phrase("keywords", &[])));
        for (keyword, says) in keywords {
            text.push_str(&format!("\n- **{}**: {says}", ir.print.keyword(keyword)));
        }
    }
}

/// Returns texts one after the other, each after a space: one that begins with a capital is a sentence of its
/// own.
fn sentences(texts: &[String]) -> String {
    let mut out = String::new();
    for (number, text) in texts.iter().enumerate() {
        let is_sentence = text.chars().find(|c| c.is_alphanumeric()).is_some_and(|c| !c.is_lowercase());
        out.push_str(match number {
            0 => " ",
            _ if is_sentence => ". ",
            _ => "; ",
        });
        out.push_str(text);
    }
    if !out.is_empty() {
        out.push('.');
    }
    out
}

/// Returns the options with their defaults. Many in a row that are to be answered by yes or no, with the same
/// default and the same end, are one entry.
fn agreed(ir: &Ir) -> Vec<(String, String)> {
    /// The number of options from which on they are summarised.
    const MANY: usize = 4;
    let alike =
        |a: &OptionInfo, b: &OptionInfo| a.ty == ValueType::Bool && b.ty == a.ty && a.default == b.default;
    let mut entries = Vec::new();
    for run in ir.options.chunk_by(alike) {
        let texts: Vec<String> = run.iter().map(|option| option_text(ir, option)).collect();
        // All options of a run have the same default.
        let Some(default) = run.first().map(|first| option_value(ir, first, first.default)) else { continue };
        entries.extend(gathered(&texts, MANY).into_iter().map(|what| (what, default.clone())));
    }
    entries
}

/// Merges texts with the same end if there are at least `least` of them, as in `The hill / The well is in
/// play`.
fn gathered(texts: &[String], least: usize) -> Vec<String> {
    /// The number of words that an end has at least.
    const WORDS: usize = 2;
    let words: Vec<Vec<&str>> = texts.iter().map(|text| text.split_whitespace().collect()).collect();
    let mut out = Vec::new();
    let mut from = 0;
    while from < texts.len() {
        let first = &words[from];
        let (mut end, mut count) = (first.len(), 1);
        for other in &words[from + 1..] {
            let same = first.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
            // Something is left of each text before the end that they share.
            let shared = same.min(end).min(first.len().saturating_sub(1)).min(other.len().saturating_sub(1));
            // Enough texts with a long end are not joined by one with a shorter end.
            if shared < WORDS || shared < end && count >= least {
                break;
            }
            (end, count) = (shared, count + 1);
        }
        if count >= least.max(2) {
            let starts = words[from..from + count].iter().map(|w| w[..w.len() - end].join(" "));
            let starts: Vec<String> = starts.collect();
            out.push(format!("{} {}", starts.join(" / "), first[first.len() - end..].join(" ")));
            from += count;
        } else {
            out.push(texts[from].clone());
            from += 1;
        }
    }
    out
}

/// Lists the faces of a die, each once, with how often it occurs: `Combat ×2, Magic`.
fn faces_of(ir: &Ir, die: &DieInfo) -> String {
    let mut counts: Vec<(i64, usize)> = Vec::new();
    for face in &die.faces {
        match counts.iter_mut().find(|(known, _)| known == face) {
            Some((_, count)) => *count += 1,
            None => counts.push((*face, 1)),
        }
    }
    let listed = counts.into_iter().map(|(face, count)| {
        let printed = match die.ty {
            ValueType::Enum(e) => {
                let values = ir.enums.get(e.index()).map(|e| e.values.as_slice()).unwrap_or_default();
                values.get(face as usize).map(|value| ir.print.label(value)).unwrap_or_default()
            }
            _ => face.to_string(),
        };
        if count == 1 { printed } else { format!("{printed} ×{count}") }
    });
    listed.collect::<Vec<_>>().join(", ")
}

/// Returns a document without its title, if that says no more than the name of the game, or that these are
/// rules.
fn without_title<'t>(ir: &Ir, text: &'t str) -> &'t str {
    let plain = |title: &str| {
        let kept: String = title.chars().filter(|c| !"*_#".contains(*c)).collect();
        kept.trim().to_lowercase()
    };
    let rules = ir.print.label(&ir.print.phrase("rules", &[]));
    let is_known = |title: &str| {
        [&ir.game.name, &ir.game.id, &rules].into_iter().any(|known| plain(known) == plain(title))
    };
    split_title(text).filter(|(title, _)| is_known(title)).map_or(text, |(_, rest)| rest)
}

/// Returns the name of an option for people: its text, or else its id.
fn option_text(ir: &Ir, option: &OptionInfo) -> String {
    match option.text.trim_end_matches('.') {
        "" => ir.print.label(&option.id),
        text => text.to_owned(),
    }
}

/// Returns the value of an option for people.
fn option_value(ir: &Ir, option: &OptionInfo, value: i64) -> String {
    match &option.ty {
        ValueType::Enum(e) => {
            let values = ir.enums.get(e.index()).map(|e| e.values.as_slice()).unwrap_or_default();
            values.get(value as usize).map(|v| ir.print.label(v)).unwrap_or_default()
        }
        ValueType::Bool => ir.print.phrase(if value == 0 { "no" } else { "yes" }, &[]),
        _ if value < 0 => format!("−{}", value.unsigned_abs()),
        _ => value.to_string(),
    }
}
