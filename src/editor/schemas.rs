//! The schema of each shape of file of one game.

use serde_json::Value;

use super::{cards, tables};
use crate::model::Package;
use crate::schema::FileShape;

/// Returns the schemas of a game by file name, to be written into its folder `schema`.
pub fn schemas(package: &Package) -> Vec<(String, Value)> {
    FileShape::OF_PACKAGES.into_iter().map(|shape| (shape.file_name(), schema(package, shape))).collect()
}

/// Returns the schema of one shape of file; those of cards, decks, scenarios and translations know the game.
pub fn schema(package: &Package, shape: FileShape) -> Value {
    match shape {
        FileShape::Cards => cards::cards(package),
        FileShape::Deck => tables::deck(package),
        FileShape::Scenario => tables::scenario(package),
        FileShape::Texts => tables::texts(package),
        FileShape::Game | FileShape::Rules | FileShape::Print | FileShape::Stamps | FileShape::Tournament => {
            shape.schema().clone()
        }
    }
}
