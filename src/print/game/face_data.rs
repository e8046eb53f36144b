//! The template data of a face.

use std::collections::BTreeSet;
use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};
use rustc_hash::FxHashMap;

/// Template data by name.
pub type NamedData = FxHashMap<String, Value>;

/// The data of a face. A template asks for hundreds of them, so they are hashed, not sorted.
#[derive(Debug)]
pub struct FaceData {
    /// Those of the component.
    pub own: NamedData,
    /// Those of all faces of the sheet, unless the component has its own of that name.
    pub common: Arc<NamedData>,
}

impl Object for FaceData {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        self.own.get(key).or_else(|| self.common.get(key)).cloned()
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let names: BTreeSet<&String> = self.own.keys().chain(self.common.keys()).collect();
        Enumerator::Values(names.into_iter().map(|name| Value::from(name.as_str())).collect())
    }
}
