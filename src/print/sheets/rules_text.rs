//! The text of the rules sheet: the author's text, and text generated from the game's options, dice and
//! keywords.

use std::collections::BTreeMap;

use crate::ir::{DieInfo, FileTextId, Ir, OptionId, OptionInfo, ValueType};
use crate::print::text::markdown::{self, FigureHandling};

/// Returns the text of the rules: `rules.de.md` of the language, or `rules.md`, or else the introduction of
/// `README.md`; followed by the options.
pub fn text(ir: &Ir) -> Option<String> {
    text_with(ir, FigureHandling::LeftOut)
}

pub fn text_with(ir: &Ir, figures: FigureHandling) -> Option<String> {
    let mut text = markdown::printable(&source(ir)?, figures);
    add_options(ir, &mut text);
    Some(text)
}

/// Returns the file of the rules, and its text: `rules.de.md` of the language, or `rules.md`.
pub fn own_file(ir: &Ir) -> Option<(FileTextId, &str)> {
    text_of(ir, &format!("rules.{}.md", ir.game.language)).or_else(|| text_of(ir, "rules.md"))
}

fn text_of<'a>(ir: &'a Ir, path: &str) -> Option<(FileTextId, &'a str)> {
    let file = ir.print.asset(path)?.file?;
    Some((file, ir.files.get(file.index())?.text.as_str()))
}

/// Returns the author's text of the rules, without its title.
pub fn source(ir: &Ir) -> Option<String> {
    Some(match (own_file(ir), text_of(ir, "README.md")) {
        (Some((_, rules)), _) => without_title(rules).to_owned(),
        (None, Some((_, readme))) => {
            let body = without_title(readme);
            body.find("\n## ").map_or(body, |end| &body[..end]).to_owned()
        }
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
            let of = |(option, value): &(OptionId, i64)| {
                let option = ir.option(*option)?;
                let what = option_text(ir, option);
                // A yes-or-no option that is on is described by its text alone.
                let is_so = option.ty == ValueType::Bool && *value != 0;
                Some(if is_so { what } else { format!("{what}: *{}*", option_value(ir, option, *value)) })
            };
            let options: Vec<String> = setup.options.iter().filter_map(of).collect();
            let mut label = ir.print.label(&setup.id);
            if !label.ends_with('.') {
                label.push('.');
            }
            let stop = if options.is_empty() { "" } else { "." };
            text.push_str(&format!("\n- **{label}** {}{stop}", options.join("; ")));
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

/// Returns the options with their defaults. Many in a row that are to be answered by yes or no, with the same
/// default, are one entry.
fn agreed(ir: &Ir) -> Vec<(String, String)> {
    /// The number of options from which on they are summarised.
    const MANY: usize = 4;
    let alike =
        |a: &OptionInfo, b: &OptionInfo| a.ty == ValueType::Bool && b.ty == a.ty && a.default == b.default;
    let mut entries = Vec::new();
    for run in ir.options.chunk_by(alike) {
        let texts: Vec<String> = run.iter().map(|option| option_text(ir, option)).collect();
        let default = |option: &OptionInfo| option_value(ir, option, option.default);
        match run {
            [first, ..] if run.len() >= MANY => entries.push((texts.join("; "), default(first))),
            _ => entries.extend(texts.into_iter().zip(run.iter().map(default))),
        }
    }
    entries
}

/// Lists the faces of a die, each once, with how often it occurs: `combat ×2, magic`.
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
            ValueType::Enum(e) => ir.enums.get(e.index()).and_then(|e| e.printed.get(face as usize)).cloned(),
            _ => Some(face.to_string()),
        };
        let printed = printed.unwrap_or_default();
        if count == 1 { printed } else { format!("{printed} ×{count}") }
    });
    listed.collect::<Vec<_>>().join(", ")
}

/// Returns a document without its title.
fn without_title(text: &str) -> &str {
    let body = text.trim_start();
    match body.strip_prefix("# ") {
        Some(rest) => rest.split_once('\n').map_or("", |(_, rest)| rest),
        None => body,
    }
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
