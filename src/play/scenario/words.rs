//! Text of scenario failures.

use crate::ir::{ComponentId, Ir, PlaceId, PlayerId, ToIndex};
use crate::play::record::{RecordEntry, story};
use crate::source::{FileId, Sources, Span, TomlNode, parse_toml};
use crate::table::{Names, Players, TableOutcome, sum_points};

/// Maximum number of trace lines before a failure.
const TRACE: usize = 20;

/// Returns the span of an entry of `Ir::places`.
pub(super) fn span(ir: &Ir, place: PlaceId) -> Span {
    let place = ir.places.find(place);
    place.map_or(Span::new(FileId(0), 0, 0), |p| Span { file: FileId(p.file.0), start: p.start, end: p.end })
}

/// Returns the span of a key in one of the scenario's tables, or of the table itself (`""`); otherwise the
/// scenario's span.
pub(super) fn key_span(ir: &Ir, place: PlaceId, table: &str, key: &str) -> Span {
    let whole = span(ir, place);
    let Some(file) = ir.files.get(whole.file.0.index()) else { return whole };
    let mut sources = Sources::default();
    let id = sources.add(file.display_path(), file.text.as_str());
    let (root, _) = parse_toml(&sources, id);
    let found = root.entry(table).map(|entry| {
        let inner = entry.value.as_table().and_then(|t| t.entry(key));
        inner.map_or(entry.key_span, |e| e.key_span)
    });
    found.map_or(whole, |at| Span { file: whole.file, ..at })
}

/// Returns the span of what decides how a scenario's table is laid: its setup or options, else its number of
/// players.
pub(super) fn agreement_span(ir: &Ir, place: PlaceId) -> Span {
    let whole = span(ir, place);
    let spans = ["setup", "options", "players"].map(|key| key_span(ir, place, key, ""));
    spans.into_iter().find(|at| *at != whole).unwrap_or(whole)
}

/// Returns the span of the condition of a `[[require]]`.
pub(super) fn requirement_span(ir: &Ir, index: usize) -> Option<Span> {
    let function = ir.functions.find(ir.requires.get(index)?.function)?;
    let place = ir.place_of(function.entry)?;
    Some(Span { file: FileId(place.file.0), start: place.start, end: place.end })
}

/// Returns the span of a step's options: of the nth, or of all of them. `at` is the span of the step.
pub(super) fn options_span(ir: &Ir, at: Span, nth: Option<usize>) -> Span {
    let Some(file) = ir.files.get(at.file.0.index()) else { return at };
    let mut sources = Sources::default();
    let id = sources.add(file.display_path(), file.text.as_str());
    let (root, _) = parse_toml(&sources, id);
    let steps = root.get("steps").and_then(TomlNode::as_array).unwrap_or_default();
    let mut options = steps.iter().filter_map(|step| step.as_table()?.get("options"));
    let is_asked = |options: &&TomlNode| (options.span.start..options.span.end).contains(&at.start);
    let Some(options) = options.find(is_asked) else { return at };
    let one = nth.and_then(|nth| options.as_array()?.get(nth)?.as_text());
    let span = one.map_or(options.span, |one| one.span_of(0, one.value.len()));
    Span { file: at.file, ..span }
}

/// Returns the trace: choices, log lines, and the last tallies.
pub(super) fn trace(
    names: &Names,
    record: &[RecordEntry],
    tallies: &[(ComponentId, Option<i64>)],
) -> Option<String> {
    let mut lines: Vec<String> = story(record, Players::NONE).iter().map(|turn| turn.text()).collect();
    let counted: Vec<String> = sum_tallies(tallies)
        .into_iter()
        .map(|(component, p)| format!("{} {}", names.component(u64::from(component)), points(p)))
        .collect();
    if !counted.is_empty() {
        lines.push(format!("counted: {}", counted.join(", ")));
    }
    if lines.is_empty() {
        return None;
    }
    let left_out = lines.len().saturating_sub(TRACE);
    let mut text = String::from("what led there:");
    if left_out > 0 {
        text.push_str(&format!("\n  … {left_out} more"));
    }
    for line in &lines[left_out..] {
        text.push_str("\n  ");
        text.push_str(line);
    }
    Some(text)
}

/// Sums up the tallies of each component.
pub(super) fn sum_tallies(tallies: &[(ComponentId, Option<i64>)]) -> Vec<(ComponentId, Option<i64>)> {
    let mut counted: Vec<(ComponentId, Option<i64>)> = Vec::new();
    for (component, points) in tallies {
        match counted.iter_mut().find(|(c, _)| c == component) {
            Some((_, before)) => *before = sum_points(*before, *points),
            None => counted.push((*component, *points)),
        }
    }
    counted
}

/// Formats points as a scenario writes them.
pub(super) fn points(points: Option<i64>) -> String {
    points.map_or_else(|| "blank".into(), |p| p.to_string())
}

/// Formats players, numbered from 0, for people.
pub(super) fn seats(seats: &[PlayerId]) -> String {
    match seats {
        [] => "nobody".into(),
        _ => seats.iter().map(|s| format!("player {}", s.seat())).collect::<Vec<_>>().join(" and "),
    }
}

/// Formats the standings, one line each.
pub(super) fn standings(outcome: &TableOutcome) -> String {
    let line = |(seat, s): (usize, &crate::table::PlayerResult)| {
        let score = s.score.map_or(String::new(), |score| format!(", {score} points"));
        let ties: Vec<String> = s.ties.iter().map(i64::to_string).collect();
        let ties =
            if ties.is_empty() { String::new() } else { format!(", ties broken by {}", ties.join(", ")) };
        format!("player {}: rank {}{score}{ties}", seat + 1, s.rank)
    };
    outcome.standings.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}
