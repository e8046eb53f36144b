//! The validator of the crate `jsonschema`.

use std::sync::OnceLock;

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::paths::LocationSegment;
use jsonschema::types::JsonType;
use jsonschema::{Draft, PatternOptions, ValidationError, Validator};
use serde_json::Value as JsonValue;

use super::file_shape::FileShape;
use super::shape_error::{PathStep, SchemaType, ShapeError, ShapeErrorKind};
use super::tree::{SchemaTree, TreePart};
use crate::source::TomlTable;

/// Returns the first errors of a file, at most `most`, and the number of the others.
pub fn errors(shape: FileShape, root: &TomlTable, most: usize) -> (Vec<ShapeError>, usize) {
    let Some(validator) = validator(shape) else { return (Vec::new(), 0) };
    if validator.is_valid(TreePart::Root(root)) {
        return (Vec::new(), 0);
    }
    let mut errors = validator.iter_errors(TreePart::Root(root));
    let first = errors.by_ref().take(most).map(|error| shape_error(shape, &error)).collect();
    (first, errors.count())
}

/// Compiles the schema of a shape.
pub fn prepare(shape: FileShape) {
    validator(shape);
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

/// Reads an error; several unknown keys are one.
fn shape_error(shape: FileShape, error: &ValidationError<'_>) -> ShapeError {
    let step = |segment: LocationSegment<'_>| match segment {
        LocationSegment::Property(name) => PathStep::Key(name.to_string()),
        LocationSegment::Index(index) => PathStep::Index(index),
    };
    let parent = error.schema_path().as_str().rsplit_once('/');
    ShapeError {
        path: error.instance_path().segments().map(step).collect(),
        schema: parent.and_then(|(parent, _)| shape.schema().pointer(parent)).unwrap_or(&JsonValue::Null),
        kind: kind(error.kind()),
    }
}

fn kind(kind: &ValidationErrorKind) -> ShapeErrorKind {
    match kind {
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            ShapeErrorKind::UnknownKeys(unexpected.iter().map(|key| key.to_string()).collect())
        }
        ValidationErrorKind::Required { property } => {
            ShapeErrorKind::MissingKey(property.as_str().unwrap_or_default().to_owned())
        }
        ValidationErrorKind::Type { kind } => ShapeErrorKind::WrongType(match kind {
            TypeKind::Single(single) => vec![schema_type(*single)],
            TypeKind::Multiple(several) => several.iter().map(schema_type).collect(),
        }),
        ValidationErrorKind::Enum { options } => ShapeErrorKind::NotAChoice(JsonValue::clone(options)),
        ValidationErrorKind::Pattern { pattern } => ShapeErrorKind::Pattern(pattern.to_string()),
        ValidationErrorKind::Minimum { limit } => ShapeErrorKind::TooSmall(limit.clone()),
        ValidationErrorKind::Maximum { limit } => ShapeErrorKind::TooGreat(limit.clone()),
        ValidationErrorKind::MinItems { .. } | ValidationErrorKind::MaxItems { .. } => {
            ShapeErrorKind::WrongCount
        }
        ValidationErrorKind::UniqueItems => ShapeErrorKind::Repeated,
        ValidationErrorKind::MinLength { .. } => ShapeErrorKind::TooShort,
        ValidationErrorKind::MaxLength { limit } => ShapeErrorKind::TooLong(*limit),
        _ => ShapeErrorKind::Other,
    }
}

fn schema_type(of_crate: JsonType) -> SchemaType {
    match of_crate {
        JsonType::String => SchemaType::String,
        JsonType::Integer => SchemaType::Integer,
        JsonType::Number => SchemaType::Number,
        JsonType::Boolean => SchemaType::Boolean,
        JsonType::Array => SchemaType::Array,
        JsonType::Object => SchemaType::Object,
        JsonType::Null => SchemaType::Null,
    }
}
