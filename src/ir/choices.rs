//! Choice points and actions.

use super::ids::{ActionId, ArmId, PlaceId, Reg};
use super::value_type::ValueType;
use serde::{Deserialize, Serialize};

/// An action whose options `act` offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionInfo {
    /// The key of its table; actions of components share it within a group.
    pub id: String,
    /// The names and types of its parameters, in order.
    pub params: Vec<(String, ValueType)>,
    /// Its display text: a MiniJinja template over the parameters; `None`: the id and the parameters.
    pub text: Option<String>,
    /// For an action of components: the id of the card, keyword or kind that declares it. Its first parameter
    /// is the bearer.
    pub of: Option<String>,
    /// The mode, if a card has several.
    pub mode: Option<String>,
}

impl ActionInfo {
    /// Returns whether options of the two actions differ only in the bearer's face: both are components'
    /// actions with the same id, mode and parameters.
    pub fn looks_like(&self, other: &ActionInfo) -> bool {
        let borne = self.of.is_some() && other.of.is_some();
        borne && self.id == other.id && self.mode == other.mode && self.params == other.params
    }

    /// Returns its name in a list of actions: its id, with its card and mode if components have it: `cast
    /// (spark burn)`.
    pub fn listing_name(&self) -> String {
        match (&self.of, &self.mode) {
            (Some(of), Some(mode)) => format!("{} ({of} {mode})", self.id),
            (Some(of), None) => format!("{} ({of})", self.id),
            _ => self.id.clone(),
        }
    }
}

/// A choice point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceInfo {
    /// The template of the question, over the holes; `None` if the author wrote none.
    pub prompt: Option<String>,
    /// Variables that the question and the labels use.
    pub holes: Vec<HoleInfo>,
    /// The variable that is chosen (`card`), or empty.
    pub variable: String,
    /// The type of the elements to choose from; `None` if only arms and actions are offered.
    pub element: Option<ValueType>,
    /// Fixed options: labels (templates over the holes), `yes`, `no`, `none`, `done`.
    pub arms: Vec<String>,
    /// The arm that declines (`none`, `no`, `done`), if there is one.
    pub decline: Option<ArmId>,
    /// True if it continues the move of the choice before it: both count as one move.
    pub more: bool,
    /// Actions that may be offered.
    pub actions: Vec<ActionId>,
    /// Register of the asking component (`self`), if there is one.
    pub asker: Option<Reg>,
    /// Registers of the set that is selected element by element, for `choose exactly`, `up to` and `any`.
    pub selection: Option<SelectionInfo>,
    /// Its source place: an index into `places`.
    pub place: PlaceId,
}

/// A variable in the texts of a choice point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HoleInfo {
    /// Its name in the templates.
    pub name: String,
    /// Its first register.
    pub register: Reg,
    /// Its type, which takes [`Ir::value_words`](super::Ir::value_words) registers.
    pub ty: ValueType,
}

/// Registers of a selection of a set, one element at a time: elements that the chooser sees in ascending
/// order, then the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelectionInfo {
    /// First register of the set selected so far.
    pub set: Reg,
    /// First register of the set of remaining elements; a step offers only those after which enough others
    /// remain.
    pub rest: Reg,
    /// Number of registers of each set.
    pub words: u16,
    /// Register of the largest allowed size, if there is a limit.
    pub most: Option<Reg>,
    /// True if the size must equal `most`.
    pub exactly: bool,
}
