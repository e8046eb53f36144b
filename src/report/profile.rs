//! The profile of the rules: functions and lines by their share of the time.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::grid::{ColumnAlign, TextTable};
use crate::diagnostics::count_noun;
use crate::ir::{FileTextId, Ir};
use crate::table::{Frame, Profile};

/// The most functions, and the most lines, that are listed.
pub(super) const MOST: usize = 15;

/// The most characters of a line's code.
const MOST_CODE: usize = 72;

/// Samples of a function or a line: those in its own code, and those in its own code or in a function that it
/// had called.
#[derive(Clone, Copy, Default)]
struct Samples {
    own: u64,
    total: u64,
}

/// Functions by name, and lines by file and number, with their samples.
type ProfileTables<'ir> = (BTreeMap<&'ir str, Samples>, BTreeMap<(FileTextId, usize), Samples>);

fn tables<'ir>(ir: &'ir Ir, profile: &Profile) -> ProfileTables<'ir> {
    let (mut functions, mut lines) = ProfileTables::default();
    for (stack, count) in &profile.stacks {
        // A function that calls itself, or a line that its callees run again, is counted once.
        let names: BTreeSet<&str> = stack.iter().map(|frame| name(ir, frame)).collect();
        names.into_iter().for_each(|name| functions.entry(name).or_default().total += count);
        let places: BTreeSet<(FileTextId, usize)> =
            stack.iter().filter_map(|frame| line(ir, frame)).collect();
        places.into_iter().for_each(|line| lines.entry(line).or_default().total += count);
        if let Some(innermost) = stack.first() {
            functions.entry(name(ir, innermost)).or_default().own += count;
            line(ir, innermost).into_iter().for_each(|line| lines.entry(line).or_default().own += count);
        }
    }
    (functions, lines)
}

/// Returns the profile as a JSON object; shares are of all samples.
pub fn profile_json(ir: &Ir, profile: &Profile) -> Value {
    let (functions, lines) = tables(ir, profile);
    let all = profile.count().max(1) as f64;
    let share = |count: u64| count as f64 / all;
    let function = |(name, samples): (&str, Samples)| json!({ "function": name, "self": share(samples.own), "total": share(samples.total) });
    let line = |((file, number), samples): ((FileTextId, usize), Samples)| {
        let file = ir.files.get(file.index()).map(|file| &file.name);
        json!({ "file": file, "line": number, "self": share(samples.own), "total": share(samples.total) })
    };
    json!({
        "samples": profile.count(),
        "no_rule": share(profile.outside),
        "functions": functions.into_iter().map(function).collect::<Vec<_>>(),
        "lines": lines.into_iter().map(line).collect::<Vec<_>>(),
    })
}

/// Returns the profile as tables of functions and lines.
pub fn profile_text(ir: &Ir, profile: &Profile, width: usize) -> String {
    let all = profile.count();
    if all == 0 {
        return "The games were over before the first sample of the profile: play more.\n".into();
    }
    let (functions, lines) = tables(ir, profile);
    let percent = |count: u64| format!("{:.1} %", count as f64 * 100.0 / all as f64);
    let mut text = String::new();
    let columns = |title| {
        [
            ("Self", ColumnAlign::Right),
            ("Total", ColumnAlign::Right),
            (title, ColumnAlign::Left),
            ("", ColumnAlign::Left),
        ]
    };
    let mut grid = TextTable::new(&columns("Function"), width);
    for (name, samples) in busiest(functions) {
        grid.row([percent(samples.own), percent(samples.total), name.to_owned(), String::new()]);
    }
    text.push_str(&grid.text());
    text.push('\n');
    let mut grid = TextTable::new(&columns("Line"), width);
    for ((file, number), samples) in busiest(lines) {
        let Some(file) = ir.files.get(file.index()) else { continue };
        let code = shortened(file.text.lines().nth(number.saturating_sub(1)).unwrap_or_default().trim());
        grid.row([percent(samples.own), percent(samples.total), format!("{}:{number}", file.name), code]);
    }
    text.push_str(&grid.text());
    text.push_str(&format!(
        "\n{}; no rule ran in {} of them.\n",
        count_noun(all, "sample"),
        percent(profile.outside)
    ));
    text
}

/// Returns the profile as folded stacks, outermost function first, for flame graphs.
pub fn profile_folded(ir: &Ir, profile: &Profile) -> String {
    let mut folded: BTreeMap<String, u64> = BTreeMap::new();
    for (stack, count) in &profile.stacks {
        // A semicolon would end the name.
        let names: Vec<String> = stack.iter().rev().map(|frame| name(ir, frame).replace(';', ",")).collect();
        *folded.entry(names.join(";")).or_default() += count;
    }
    if profile.outside > 0 {
        folded.insert("(no rule)".into(), profile.outside);
    }
    folded.into_iter().map(|(stack, count)| format!("{stack} {count}\n")).collect()
}

/// Returns the entries with the most samples of their own.
fn busiest<K: Ord>(entries: BTreeMap<K, Samples>) -> Vec<(K, Samples)> {
    let mut entries: Vec<(K, Samples)> = entries.into_iter().collect();
    // stable: equal ones stay in their order
    entries.sort_by_key(|(_, samples)| std::cmp::Reverse((samples.own, samples.total)));
    entries.truncate(MOST);
    entries
}

/// Cuts a line of code off where a cell would have to be wrapped more than once.
pub(super) fn shortened(code: &str) -> String {
    match code.char_indices().nth(MOST_CODE) {
        Some((end, _)) => format!("{}…", code[..end].trim_end()),
        None => code.to_owned(),
    }
}

fn name<'ir>(ir: &'ir Ir, frame: &Frame) -> &'ir str {
    ir.functions.find(frame.function).map_or("?", |function| function.name.as_str())
}

/// Returns the file and line that a function had reached; none if the compiler made the code.
fn line(ir: &Ir, frame: &Frame) -> Option<(FileTextId, usize)> {
    let place = ir.place_of(frame.pc).filter(|place| place.start < place.end)?;
    Some((place.file, ir.files.find(place.file)?.line_of(place.start)))
}
