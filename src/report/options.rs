//! The options of a choice, for people.

use super::grid::wrap;
use anstyle::AnsiColor;

/// Above this number of options, those that differ only in their last word are grouped.
const MANY: usize = 40;

/// Formats labels with their numbers, from 1: one a line; in columns if there are more; if there are many,
/// with labels that share their beginning in one row. Lines are at most `width` wide if the longest label
/// fits.
pub fn options(labels: &[String], width: usize) -> String {
    if labels.len() > MANY {
        let groups = groups(labels);
        if groups.len() * 3 <= labels.len() {
            return rows(&groups, labels.len(), width);
        }
    }
    columns(labels, width)
}

fn columns(labels: &[String], width: usize) -> String {
    let digits = labels.len().to_string().len();
    let longest = labels.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    let cell = digits + longest + 6;
    let columns = if labels.len() <= 8 { 1 } else { (width / cell).clamp(1, labels.len()) };
    let rows = labels.len().div_ceil(columns);
    let cyan = AnsiColor::Cyan.on_default();
    let mut text = String::new();
    for row in 0..rows {
        let mut line = String::new();
        for at in (row..labels.len()).step_by(rows) {
            let last = at + rows >= labels.len();
            let gap = if last { 0 } else { longest - labels[at].chars().count() + 2 };
            line.push_str(&format!("  {cyan}{:>digits$}{cyan:#}  {}{:gap$}", at + 1, labels[at], ""));
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// A group of labels that share all but their last word.
struct LabelGroup<'a> {
    /// The shared words; empty if each label is a single word.
    shared: &'a str,
    /// Their last words.
    last: Vec<&'a str>,
}

fn groups(labels: &[String]) -> Vec<LabelGroup<'_>> {
    let mut groups: Vec<LabelGroup> = Vec::new();
    for label in labels {
        let (shared, last) = label.rsplit_once(' ').unwrap_or(("", label));
        match groups.last_mut().filter(|group| group.shared == shared) {
            Some(group) => group.last.push(last),
            None => groups.push(LabelGroup { shared, last: vec![last] }),
        }
    }
    groups
}

/// Formats a group a row: its numbers, the shared words, and the last words in the order of the numbers.
fn rows(groups: &[LabelGroup], count: usize, width: usize) -> String {
    let digits = count.to_string().len();
    let shared =
        groups.iter().filter(|g| g.last.len() > 1).map(|g| g.shared.chars().count()).max().unwrap_or(0);
    let indent = 2 * digits + shared + if shared == 0 { 5 } else { 7 };
    let cyan = AnsiColor::Cyan.on_default();
    let mut text = String::new();
    let mut first = 1;
    for group in groups {
        let last = first + group.last.len() - 1;
        let numbers = if first == last { first.to_string() } else { format!("{first}–{last}") };
        let numbers = format!("  {cyan}{numbers:>0$}{cyan:#}  ", 2 * digits + 1);
        let gap = match group.last.len() {
            // A group of one is written as its label.
            1 => usize::from(!group.shared.is_empty()),
            _ if shared == 0 => 0,
            _ => shared - group.shared.chars().count() + 2,
        };
        for (i, line) in wrap(&group.last.join(" "), width.saturating_sub(indent)).iter().enumerate() {
            match i {
                0 => text.push_str(&format!("{numbers}{}{:gap$}{line}\n", group.shared, "")),
                _ => text.push_str(&format!("{:indent$}{line}\n", "")),
            }
        }
        first = last + 1;
    }
    text
}
