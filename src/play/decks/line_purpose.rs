//! The likely purpose of a line of a list that cannot be read, for messages.

use crate::ir::{Ir, MAIN_PART};
use crate::table::Names;

/// The likely purpose of a line that does not begin with a number.
pub(super) enum LinePurpose {
    /// A card, with or without a number elsewhere: how the line is written.
    Card(String),
    /// The heading of a part of the game's lists, and the rest of the line.
    Heading(String, Option<String>),
    /// A comment as other programs write it.
    Comment,
    /// Markup of another program's file.
    Markup,
    /// Anything else, such as a heading that the game does not have.
    Unknown,
}

impl LinePurpose {
    /// Returns the purpose of a line; `meant` is the line as a number and a card.
    pub fn of(ir: &Ir, line: &str, meant: &str, is_card: &impl Fn(&str) -> bool) -> LinePurpose {
        if line.starts_with("//") {
            return LinePurpose::Comment;
        }
        if line.starts_with(['<', '{', '}']) {
            return LinePurpose::Markup;
        }
        let is_part = |written: &str| {
            let id = written.trim().to_lowercase().replace(' ', "_");
            let mut parts = ir.deck_rules.iter().flat_map(|rules| &rules.parts);
            (id == MAIN_PART || parts.any(|part| part.id == id)).then_some(id)
        };
        if let Some(part) = is_part(line) {
            return LinePurpose::Heading(part, None);
        }
        if let Some((heading, rest)) = line.split_once(':')
            && let Some(part) = is_part(heading)
        {
            return LinePurpose::Heading(part, Some(rest.trim().to_owned()));
        }
        let card = meant.split_once(' ').map_or("", |(_, card)| card);
        let is_near = is_card(card) || Names::new(ir).find_name(card).is_err_and(|e| e.nearest.is_some());
        if is_near { LinePurpose::Card(meant.to_owned()) } else { LinePurpose::Unknown }
    }
}

/// Returns the name of a card without what other programs write around it: the code of a set in brackets, a
/// number behind that, quotation marks.
pub(super) fn without_export_marks(card: &str) -> &str {
    let card = card.trim_matches(['"', '“', '”']);
    match card.find(" (").or_else(|| card.find(" [")) {
        Some(at) => card[..at].trim(),
        None => card,
    }
}
