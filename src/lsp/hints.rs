//! Inlay hints: the types of variables.

use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, Range};

use super::documents::Client;
use super::packages::OpenPackage;
use crate::place::FileId;

/// Returns the types of the variables that statements declare without one, in a range of a file.
pub fn inlay_hints(package: &mut OpenPackage, id: FileId, range: Range, client: Client) -> Vec<InlayHint> {
    let (package, analysis) = package.analysed();
    let file = package.sources().file(id);
    let Some(info) = &analysis.checked.editor_info else { return Vec::new() };
    let mut declared: Vec<_> =
        info.declared.iter().filter(|(span, _)| span.file == id && span.end > span.start).collect();
    declared.sort_by_key(|(span, _)| (span.start, span.end));
    // Code that is checked for several cards may have a type for each.
    declared.dedup_by_key(|(span, _)| *span);
    let hint = |(span, ty): &(crate::place::Span, crate::check::Ty)| {
        let position = client.encoding.position(file, span.end as usize);
        let rest = file.text.get(span.end as usize..)?;
        let is_asked = range.start <= position && position <= range.end;
        // `let x: int = …` says its type.
        (is_asked && !rest.trim_start().starts_with(':')).then(|| InlayHint {
            position,
            label: InlayHintLabel::String(format!(": {}", ty.show(&analysis.checked.world))),
            kind: Some(InlayHintKind::TYPE),
            text_edits: None,
            tooltip: None,
            padding_left: None,
            padding_right: None,
            data: None,
        })
    };
    declared.into_iter().filter_map(hint).collect()
}
