//! Options as bundles.

use serde::{Deserialize, Serialize};

use super::{Ir, OptionInfo, ValueType};

/// One of `Ir::options`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionId(pub u16);

/// `[setups.x]`: options as a bundle. Those that it does not name are as their defaults are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SetupInfo {
    /// Its id.
    pub id: String,
    /// Options and their values.
    pub options: Vec<(OptionId, i64)>,
    /// Where it is written: an index into `places`.
    pub place: u32,
}

impl SetupInfo {
    /// Whether every option that it names is one of the game's.
    pub(super) fn holds_together(&self, ir: &Ir) -> bool {
        self.options.iter().all(|(option, _)| ir.option(*option).is_some())
    }
}

impl Ir {
    /// An option of the game.
    pub fn option(&self, id: OptionId) -> Option<&OptionInfo> {
        self.options.get(usize::from(id.0))
    }

    /// The defaults of all options, with these values in place of their own.
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
    /// A value of it as it is written.
    pub fn written(&self, ir: &Ir, value: i64) -> String {
        match &self.ty {
            ValueType::Bool => (value != 0).to_string(),
            ValueType::Enum(e) => {
                let known = ir.enums.get(usize::from(*e)).and_then(|e| e.values.get(value as usize));
                known.map_or_else(|| value.to_string(), String::clone)
            }
            _ => value.to_string(),
        }
    }
}
