//! Validation of a tree against the schema of its shape.

use super::file_shape::FileShape;
use super::findings::Finding;
use super::messages;
use super::shape_error::ShapeError;
use super::subset;
#[cfg(feature = "jsonschema")]
use super::whole;
use crate::diagnostics::Diagnostic;
use crate::source::{FileId, TomlTable};

/// Maximum number of errors of a file that are reported one by one.
const MOST: usize = 1000;

/// A validator of trees against schemas.
#[derive(Clone, Copy, Debug)]
pub enum ShapeValidator {
    /// That of the crate `jsonschema`, with the feature of this name.
    #[cfg(feature = "jsonschema")]
    Whole,
    /// Our own, of the part of JSON Schema that our shapes use; so that an embedded library need not link
    /// forty crates.
    Subset,
}

impl ShapeValidator {
    /// The validator of this build.
    pub const DEFAULT: ShapeValidator = {
        #[cfg(feature = "jsonschema")]
        {
            ShapeValidator::Whole
        }
        #[cfg(not(feature = "jsonschema"))]
        {
            ShapeValidator::Subset
        }
    };

    /// Returns the first errors of a file, and the number of the others.
    fn errors(self, shape: FileShape, root: &TomlTable) -> (Vec<ShapeError>, usize) {
        match self {
            #[cfg(feature = "jsonschema")]
            ShapeValidator::Whole => whole::errors(shape, root, MOST),
            ShapeValidator::Subset => {
                let mut errors = subset::errors(shape.schema(), root);
                let more = errors.len().saturating_sub(MOST);
                errors.truncate(MOST);
                (errors, more)
            }
        }
    }
}

/// Compiles the schema of a shape, so that the first file of that shape is validated sooner.
pub fn prepare(shape: FileShape) {
    match ShapeValidator::DEFAULT {
        #[cfg(feature = "jsonschema")]
        ShapeValidator::Whole => whole::prepare(shape),
        ShapeValidator::Subset => {
            shape.schema();
        }
    }
}

/// Everything that is wrong with the shape of a file, in the order of the places. None is a consequence of
/// another.
pub fn validate(shape: FileShape, file: FileId, root: &TomlTable) -> Vec<Diagnostic> {
    validate_by(ShapeValidator::DEFAULT, shape, file, root)
}

/// Like [`validate`], by a validator of choice.
pub fn validate_by(
    validator: ShapeValidator,
    shape: FileShape,
    file: FileId,
    root: &TomlTable,
) -> Vec<Diagnostic> {
    let (errors, more) = validator.errors(shape, root);
    let mut findings: Vec<Finding> =
        errors.iter().flat_map(|error| Finding::of(shape, file, root, error)).collect();
    // The sort is stable, so the worst error of a value stays first; its other errors are consequences.
    findings.sort_by_key(|f| (f.span.start, f.span.end, f.rank));
    findings.dedup_by(|later, first| later.span == first.span && later.rank > first.rank);
    let mut diagnostics: Vec<Diagnostic> = findings.into_iter().map(|f| f.diagnostic).collect();
    if more > 0 {
        diagnostics.push(messages::more_errors(file, more));
    }
    diagnostics
}
