//! Validation of a tree against the schema of its shape.

use std::sync::OnceLock;

use jsonschema::{Draft, PatternOptions, Validator};

use super::file_shape::FileShape;
use super::messages::Finding;
use super::tree::{SchemaTree, TreePart};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::schema as codes;
use crate::source::{FileId, Span, TomlTable};

/// Maximum number of errors of a file that are reported one by one.
const MOST: usize = 1000;

/// Everything that is wrong with the shape of a file, in the order of the places. None is a consequence of
/// another.
pub fn validate(shape: FileShape, file: FileId, root: &TomlTable) -> Vec<Diagnostic> {
    let Some(validator) = validator(shape) else { return Vec::new() };
    if validator.is_valid(TreePart::Root(root)) {
        return Vec::new();
    }
    let mut errors = validator.iter_errors(TreePart::Root(root));
    let mut findings: Vec<Finding> =
        errors.by_ref().take(MOST).flat_map(|error| Finding::of(shape, file, root, &error)).collect();
    let more = errors.count();
    // The sort is stable, so the worst error of a value stays first; its other errors are consequences.
    findings.sort_by_key(|f| (f.span.start, f.span.end, f.rank));
    findings.dedup_by(|later, first| later.span == first.span && later.rank > first.rank);
    let mut diagnostics: Vec<Diagnostic> = findings.into_iter().map(|f| f.diagnostic).collect();
    if more > 0 {
        let d =
            Diagnostic::error(codes::BADLY_WRITTEN, format!("this file has {more} more errors of this sort"));
        diagnostics.push(
            d.at(Span::new(file, 0, 0), "in it").help("mend those above first: they may have one cause"),
        );
    }
    diagnostics
}

/// Returns the compiled schema of a shape; computed on first use.
fn validator(shape: FileShape) -> Option<&'static Validator<SchemaTree>> {
    static VALIDATORS: [OnceLock<Option<Validator<SchemaTree>>>; 9] = [const { OnceLock::new() }; 9];
    VALIDATORS[shape as usize]
        .get_or_init(|| {
            let built = jsonschema::options_for::<SchemaTree>()
                .with_draft(Draft::Draft7)
                .with_pattern_options(PatternOptions::regex())
                .build(shape.schema());
            debug_assert!(built.is_ok(), "{shape:?}: {built:?}");
            // Our own schemas compile; a test builds each.
            built.ok()
        })
        .as_ref()
}
