//! Rules on a page: the author's files, line by line, with the parts that never ran.

use std::collections::BTreeMap;

use minijinja::{Value, context};

use super::chart::parts;
use super::figures::{RuleLineData, RulesData};
use crate::diagnostics::{count_noun, grouped};
use crate::ir::Ir;

/// Returns the template data of the rules. Without the files, it lists only the lines that never ran.
pub fn rules(files: Option<&Ir>, rules: &RulesData) -> Value {
    let (whole, part, never) = tally(rules.lines.iter());
    let sources: Vec<Value> = files.map_or_else(Vec::new, |ir| {
        let of =
            |name: &str| rules.lines.iter().filter(|line| line.file == name).collect::<Vec<&RuleLineData>>();
        let files = ir.files.iter().map(|file| (file, of(&file.name))).filter(|(_, lines)| !lines.is_empty());
        files.map(|(file, lines)| source(&file.name, &file.text, &lines)).collect()
    });
    let missing = rules.lines.iter().filter(|line| !line.never.is_empty()).map(|line| {
        let piece =
            line.never.iter().min_by_key(|p| p.len()).map(|p| p.lines().next().unwrap_or_default().trim());
        context! { at => format!("{}:{}", line.file, line.line), piece, part => line.ran > 0 }
    });
    context! {
        games => count_noun(rules.games, "game"),
        all => count_noun(rules.lines.len() as u64, "line"),
        whole => grouped(whole), part => grouped(part), never => grouped(never),
        svg => bar(whole, part, never),
        missing => if files.is_some() { Vec::new() } else { missing.collect::<Vec<Value>>() },
        sources,
    }
}

/// Counts the lines that ran completely, in part, and never.
fn tally<'a>(lines: impl Iterator<Item = &'a RuleLineData>) -> (u64, u64, u64) {
    lines.fold((0, 0, 0), |(whole, part, never), line| match (line.never.is_empty(), line.ran) {
        (true, _) => (whole + 1, part, never),
        (false, 0) => (whole, part, never + 1),
        (false, _) => (whole, part + 1, never),
    })
}

fn bar(whole: u64, part: u64, never: u64) -> String {
    let title = format!(
        "{} ran whole, {} in part, {} never",
        count_noun(whole, "line"),
        grouped(part),
        grouped(never)
    );
    parts(&[("whole", whole), ("part", part), ("never", never)], &title)
}

/// Returns the template data of one of the author's files.
fn source(name: &str, text: &str, ran: &[&RuleLineData]) -> Value {
    let (whole, part, never) = tally(ran.iter().copied());
    let ran: BTreeMap<usize, &RuleLineData> = ran.iter().map(|line| (line.line, *line)).collect();
    let lines = text.lines().enumerate().map(|(i, text)| {
        let number = i + 1;
        let (look, times, pieces) = match ran.get(&number) {
            None => ("", String::new(), vec![(text.to_owned(), false)]),
            Some(line) if line.never.is_empty() => {
                ("whole", grouped(line.ran), vec![(text.to_owned(), false)])
            }
            Some(line) if line.ran == 0 => ("never", "never".into(), vec![(text.to_owned(), false)]),
            Some(line) => ("part", grouped(line.ran), mark_never_run(text, &line.never)),
        };
        context! { number, look, times, pieces }
    });
    context! {
        name, whole => grouped(whole), part => grouped(part), never => grouped(never),
        svg => bar(whole, part, never),
        open => part + never > 0,
        lines => lines.collect::<Vec<Value>>(),
    }
}

/// Splits a line into pieces, each with whether it never ran. A piece that occurs twice on the line is
/// ambiguous, and is not marked.
fn mark_never_run(text: &str, never: &[String]) -> Vec<(String, bool)> {
    let mut dead = vec![false; text.len()];
    for piece in never {
        // Only the first line of a piece that spans several lines is on this line.
        let Some(piece) = piece.lines().next().filter(|p| !p.is_empty()) else { continue };
        let mut places = text.match_indices(piece);
        if let (Some((at, _)), None) = (places.next(), places.next()) {
            dead[at..at + piece.len()].fill(true);
        }
    }
    let mut pieces = Vec::new();
    let mut from = 0;
    for at in 1..=text.len() {
        if at == text.len() || dead[at] != dead[from] {
            pieces.push((text[from..at].to_owned(), dead[from]));
            from = at;
        }
    }
    pieces
}
