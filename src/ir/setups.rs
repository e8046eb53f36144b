//! Setups: bundles of options.

use serde::{Deserialize, Serialize};

use super::{Ir, OptionId, OptionInfo, PlaceId, ValueType};

/// `[setups.x]`: a bundle of options. Options that it does not name keep their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SetupInfo {
    /// Its id.
    pub id: String,
    /// Options and their values.
    pub options: Vec<(OptionId, i64)>,
    /// Its source place: an index into `places`.
    pub place: PlaceId,
}

impl SetupInfo {
    /// Whether every option that it names exists.
    pub(super) fn holds_together(&self, ir: &Ir) -> bool {
        self.options.iter().all(|(option, _)| ir.option(*option).is_some())
    }
}

impl Ir {
    /// Returns an option by its id.
    pub fn option(&self, id: OptionId) -> Option<&OptionInfo> {
        self.options.get(usize::from(id.0))
    }

    /// Returns the values of all options: `given`, and the defaults of the others.
    pub fn options_with(&self, given: &[(OptionId, i64)]) -> Vec<i64> {
        let mut values: Vec<i64> = self.options.iter().map(|o| o.default).collect();
        for (option, value) in given {
            if let Some(place) = values.get_mut(usize::from(option.0)) {
                *place = *value;
            }
        }
        values
    }
}

impl OptionInfo {
    /// Returns a value of the option as it is written.
    pub fn option_value_text(&self, ir: &Ir, value: i64) -> String {
        match &self.ty {
            ValueType::Bool => (value != 0).to_string(),
            ValueType::Enum(e) => {
                let known = ir.enums.find(*e).and_then(|e| e.values.get(value as usize));
                known.map_or_else(|| value.to_string(), String::clone)
            }
            _ => value.to_string(),
        }
    }
}
