//! Shapes: the schemas in `schemas/`, and what is said of files that have another shape.

use cardwright::schema::{self, Shape};

/// Set this to write `schemas/` anew.
const WRITE: &str = "CARDWRIGHT_WRITE_SCHEMAS";

#[test]
fn the_schemas_in_the_repository_are_those_of_the_code() {
    for shape in Shape::ALL {
        let path = format!("{}/schemas/{}", env!("CARGO_MANIFEST_DIR"), shape.file_name());
        let text = schema::to_text(shape.schema());
        if std::env::var_os(WRITE).is_some() {
            std::fs::write(&path, &text).expect("schemas/ can be written");
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == text, "{path} is out of date: run `{WRITE}=1 cargo test schemas_in_the_repository`");
    }
}
