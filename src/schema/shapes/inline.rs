//! Shapes whose schemas are written by hand.

/// Implements `JsonSchema` for a type by a function of the generator. The schema stands where it is used, not
/// among the definitions, so its name appears only in error messages of `schemars`.
macro_rules! inline_schema {
    ($shape:ty, $name:literal, $schema:expr) => {
        impl schemars::JsonSchema for $shape {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let schema: fn(&mut schemars::SchemaGenerator) -> schemars::Schema = $schema;
                schema(generator)
            }
        }
    };
}

pub(super) use inline_schema;
