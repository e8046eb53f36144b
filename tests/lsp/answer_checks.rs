//! Checks of answers: every place lies in its file, and edits can be applied.

use lsp_types::TextEdit;

use super::*;

/// Returns the text of a file, by its URI.
pub(super) type TextOf<'t> = &'t dyn Fn(&str) -> Option<&'t str>;

/// Returns the byte at a position; `None` if the text has no such position, as inside a surrogate pair or a
/// line end.
pub(super) fn byte_at(text: &str, at: Position) -> Option<usize> {
    let before = match at.line as usize {
        0 => 0,
        line => text.match_indices('\n').nth(line - 1)?.0 + 1,
    };
    let line = text[before..].split('\n').next().unwrap_or_default();
    let mut units = 0;
    for (offset, c) in line.char_indices() {
        if units == at.character as usize {
            return Some(before + offset);
        }
        units += c.len_utf16();
    }
    (units == at.character as usize).then_some(before + line.len())
}

/// Returns a text after edits, none of which overlap.
pub(super) fn applied(text: &str, edits: &[TextEdit]) -> String {
    let byte =
        |at: Position| byte_at(text, at).unwrap_or_else(|| panic!("{at:?} is not in the text of {edits:?}"));
    let mut spans: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| (byte(edit.range.start), byte(edit.range.end), edit.new_text.as_str()))
        .collect();
    spans.sort_by_key(|(start, end, _)| (*start, *end));
    assert!(spans.windows(2).all(|pair| pair[0].1 <= pair[1].0), "they overlap: {edits:?}");
    let mut after = text.to_owned();
    for (start, end, new) in spans.into_iter().rev() {
        assert!(start <= end, "{edits:?}");
        after.replace_range(start..end, new);
    }
    after
}

/// Returns the texts of files after a `WorkspaceEdit`, by URI.
pub(super) fn applied_everywhere(text_of: TextOf, edit: &Value) -> BTreeMap<String, String> {
    let changes = edit["changes"].as_object().unwrap_or_else(|| panic!("{edit} has changes"));
    let changed = changes.iter().map(|(uri, edits)| {
        let edits: Vec<TextEdit> = serde_json::from_value(edits.clone()).expect("edits");
        let text = text_of(uri).unwrap_or_else(|| panic!("{uri} is a file of the package"));
        (uri.clone(), applied(text, &edits))
    });
    changed.collect()
}

/// Checks that every range of an answer lies in its file: the one that it names, else the one that was asked
/// about.
pub(super) fn check_places(method: &str, answer: &Value, asked: &str, text_of: TextOf) {
    match answer {
        Value::Array(all) => all.iter().for_each(|one| check_places(method, one, asked, text_of)),
        Value::Object(all) if all.contains_key("line") && all.contains_key("character") => {
            let at: Position = serde_json::from_value(answer.clone()).expect("a position");
            let text = text_of(asked).unwrap_or_else(|| panic!("{asked} is a file of the package"));
            assert!(byte_at(text, at).is_some(), "{method}: {at:?} is not in {asked}");
        }
        Value::Object(all) => {
            let named = all.get("uri").and_then(Value::as_str).unwrap_or(asked);
            for (key, value) in all {
                match value.as_object().filter(|_| key == "changes") {
                    Some(changes) => {
                        changes.iter().for_each(|(uri, edits)| check_places(method, edits, uri, text_of));
                    }
                    None => check_places(method, value, named, text_of),
                }
            }
        }
        _ => {}
    }
}

/// Checks that semantic tokens lie in the text, one after the other.
pub(super) fn check_tokens(answer: &Value, text: &str) {
    let numbers: Vec<u32> = serde_json::from_value(answer["data"].clone()).expect("numbers");
    let lines: Vec<&str> = text.split('\n').collect();
    let (mut line, mut column, mut ends) = (0, 0, (0, 0));
    for token in numbers.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        assert!(ends <= (line, column), "tokens overlap in line {line}");
        ends = (line, column + token[2]);
        for column in [column, column + token[2]] {
            let is_there =
                lines.get(line as usize).is_some_and(|of| byte_at(of, Position::new(0, column)).is_some());
            assert!(is_there, "a token at {line}:{column}");
        }
    }
}

/// Checks that folded lines are in the text.
pub(super) fn check_folds(answer: &Value, text: &str) {
    let lines = text.split('\n').count() as u64;
    for range in answer.as_array().into_iter().flatten() {
        let (start, end) = (range["startLine"].as_u64(), range["endLine"].as_u64());
        assert!(start <= end && end.is_some_and(|end| end < lines), "{range} of {lines} lines");
    }
}
