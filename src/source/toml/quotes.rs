//! Detects a multi-line string that was opened with one or two quotes instead of three.

use super::messages;
use super::tentative::{ErrorReach, MessageSource, TentativeDiagnostic};

/// Finds the first `key = ''` (or `'`) followed by lines that are not TOML, up to a lone `'''` that closes
/// nothing. `found` holds the errors of the parser.
pub(super) fn too_few(page: MessageSource<'_>, found: &[TentativeDiagnostic]) -> Option<TentativeDiagnostic> {
    let mut opened: Option<(usize, &str, &str)> = None;
    let mut inside = None;
    let mut at = 0;
    for line in page.text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let words = line.trim();
        if let Some(closing) = inside {
            if words.contains(closing) {
                inside = None;
            }
            continue;
        }
        let closing = ["'''", "\"\"\""].into_iter().find(|quotes| words == *quotes);
        if let (Some(closing), Some((from, key, quotes))) = (closing, opened)
            && found.iter().any(|f| (from..at).contains(&f.start))
        {
            let close = start + (line.len() - line.trim_start().len());
            let (opening, ending) = (page.span(from, from + quotes.len()), page.span(close, close + 3));
            let diagnostic = messages::too_few_quotes(key, opening, quotes, ending, closing);
            return Some(TentativeDiagnostic { start: from, diagnostic, reach: ErrorReach::Rest });
        }
        let Some((key, value)) = words.split_once('=') else { continue };
        let (key, value) = (key.trim(), value.trim());
        if let Some(quotes) = ["'''", "\"\"\""].into_iter().find(|quotes| value.starts_with(*quotes)) {
            // A multi-line string opened correctly further down ends the range of the first candidate.
            opened = None;
            inside = (!value[3..].contains(quotes)).then_some(quotes);
        } else if ["''", "\"\"", "'", "\""].contains(&value) {
            let from = start + line.trim_end().len() - value.len();
            opened.get_or_insert((from, key, value));
        }
    }
    None
}
