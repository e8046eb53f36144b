//! `cardwright check --say`: texts beside their rules.

use std::io::Write;
use std::process::ExitCode;

use crate::cli::command_result::{CommandError, CommandResult};
use crate::cli::texts::{ids_of_card, no_text};
use crate::cli::ui::{FormatArg, Ui};
use crate::compile::CompiledGame;
use crate::model::read_package;
use crate::package;
use crate::wording::{Reading, ReadingState, readings, rules_of_card};

/// Shows the texts of these ids, or printed names of cards, in the games that have them.
///
/// # Errors
/// None of the games has a text or a rule under one of the ids.
pub(super) fn say(games: &[String], ids: &[String], ui: &Ui) -> CommandResult {
    let mut known: Vec<String> = Vec::new();
    let mut out = ui.out();
    let mut said: Vec<&String> = Vec::new();
    for game in games {
        let (files, found) = package::open(game);
        if !found.is_empty() && ui.report_found(&found, &files.sources)? {
            return Ok(ExitCode::FAILURE);
        }
        let (package, found) = read_package(&files);
        if ui.report_found(&found, &files.sources)? {
            return Ok(ExitCode::FAILURE);
        }
        let readings = readings(&package);
        let words = CompiledGame::rules_in_words(&files);
        let words_of = |id: &str| {
            words.get(id).map(|words| match words.is_whole {
                true => words.text.clone(),
                false => format!("{} …", words.text),
            })
        };
        let is_known = |id: &str| readings.iter().any(|reading| reading.id == id) || words.contains_key(id);
        let wanted: Vec<(&String, String)> = ids
            .iter()
            .flat_map(|id| ids_of_card(&package, id, is_known).into_iter().map(move |of| (id, of)))
            .collect();
        for reading in readings.iter().filter(|reading| wanted.iter().any(|(_, id)| *id == reading.id)) {
            let words = words_of(&reading.id);
            match ui.format {
                FormatArg::Json => writeln!(out, "{}", as_json(reading, words.as_deref()))?,
                _ => write!(out, "{}", format_reading(reading, words.as_deref()))?,
            }
        }
        let is_read = |id: &str| readings.iter().any(|reading| reading.id == id);
        for (_, id) in wanted.iter().filter(|(_, id)| !is_read(id)) {
            let Some(words) = words_of(id) else { continue };
            match ui.format {
                FormatArg::Json => writeln!(out, "{}", serde_json::json!({ "id": id, "words": words }))?,
                _ => writeln!(out, "{id}: no text is written, it is made of the rule\n  in words  {words}")?,
            }
        }
        // Cards without a text, of whose rules none can be made.
        let wordless = |id: &str| match is_read(id) || words.contains_key(id) {
            true => Vec::new(),
            false => rules_of_card(&package, id),
        };
        for (_, id) in &wanted {
            let rules = wordless(id);
            match ui.format {
                _ if rules.is_empty() => {}
                FormatArg::Json => {
                    let json = serde_json::json!({ "id": id, "rule": rules, "words": null });
                    writeln!(out, "{json}")?;
                }
                _ => {
                    writeln!(out, "{id}: no text is written, and none can be made of the rule")?;
                    rules.iter().try_for_each(|rule| writeln!(out, "  rule      {rule}"))?;
                }
            }
        }
        let is_said = |id: &str| is_read(id) || words.contains_key(id) || !wordless(id).is_empty();
        said.extend(wanted.iter().filter(|(_, id)| is_said(id)).map(|(written, _)| *written));
        known.extend(readings.into_iter().map(|reading| reading.id).chain(words.into_keys()));
    }
    match ids.iter().find(|id| !said.contains(id)) {
        Some(id) => Err(CommandError::Usage(no_text(id, known.iter().map(String::as_str)))),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Describes the change since the last reading.
fn state(reading: &Reading) -> &'static str {
    match reading.state() {
        ReadingState::RuleChanged if reading.is_of_values => {
            "the printed values have changed since the text was last read"
        }
        ReadingState::Current => "both are as they were last read",
        ReadingState::Unread => "never read",
        ReadingState::RuleChanged => "the rule has changed since the text was last read",
        ReadingState::TextChanged => "the text has changed since it was last read",
        ReadingState::BothChanged => "both have changed since they were last read",
    }
}

fn format_reading(reading: &Reading, words: Option<&str>) -> String {
    let mut out = format!("{}: {}\n", reading.id, state(reading));
    let mut row = |name: &str, value: &str| out.push_str(&format!("  {name:9} {value}\n"));
    for rule in &reading.now.rule {
        row("rule", rule);
    }
    let old = reading.read.as_ref().filter(|_| reading.state() != ReadingState::Current);
    for rule in old.iter().flat_map(|read| &read.rule).filter(|rule| !reading.now.rule.contains(rule)) {
        row("was", rule);
    }
    if let Some(words) = words {
        row("in words", words);
    }
    if let Some(text) = &reading.now.text {
        row("text", text);
    }
    if let Some(text) =
        old.and_then(|read| read.text.as_ref()).filter(|text| reading.now.text.as_ref() != Some(text))
    {
        row("was", text);
    }
    out
}

fn as_json(reading: &Reading, words: Option<&str>) -> serde_json::Value {
    let was =
        |read: &crate::model::stamps::StampDecl| serde_json::json!({ "rule": read.rule, "text": read.text });
    serde_json::json!({
        "id": reading.id,
        "state": state(reading),
        "rule": reading.now.rule,
        "text": reading.now.text,
        "words": words,
        "read": reading.read.as_ref().map(was),
    })
}
