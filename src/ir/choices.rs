//! What players are asked, and what they may do.

use super::Ir;
use super::info::ValueType;
use serde::{Deserialize, Serialize};

/// An action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionInfo {
    /// Its id.
    pub id: String,
    /// Its parameters.
    pub params: Vec<(String, ValueType)>,
    /// How it is shown: a MiniJinja template over the parameters; `None`: the id and the parameters.
    pub text: Option<String>,
    /// Of an action that components bring: the id of the card, keyword or kind that declares it. Its first parameter is the bearer.
    pub of: Option<String>,
    /// Which of several modes of one card it is.
    pub mode: Option<String>,
}

impl ActionInfo {
    /// Whether nothing but the bearer's face tells an option of this action from one of another: both are components' actions of one
    /// id, mode and parameters.
    pub fn looks_like(&self, other: &ActionInfo) -> bool {
        let borne = self.of.is_some() && other.of.is_some();
        borne && self.id == other.id && self.mode == other.mode && self.params == other.params
    }

    /// What it is called in a list of actions: its id, and whose it is, where components bring it: `cast (spark burn)`.
    pub fn called(&self) -> String {
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
    /// The question, if it has one: a MiniJinja template over the holes.
    pub prompt: Option<String>,
    /// What the question and labels name.
    pub holes: Vec<HoleInfo>,
    /// The variable that is chosen (`card`), or empty.
    pub variable: String,
    /// What its elements are.
    pub element: Option<ValueType>,
    /// Fixed options: labels (templates over the holes), `yes`, `no`, `none`, `done`.
    pub arms: Vec<String>,
    /// The arm that declines (`none`, `no`, `done`), if there is one.
    pub decline: Option<u16>,
    /// It continues the move that the choice before it began: both count as one.
    pub more: bool,
    /// Actions that may be offered.
    pub actions: Vec<u16>,
    /// The register of the component that asks (`self`), if there is one.
    pub asker: Option<u16>,
    /// Registers of the set that is selected element by element, for `choose exactly`, `up to` and `any`.
    pub selection: Option<SelectionInfo>,
    /// Where it is written.
    pub place: u32,
}

/// A variable that the texts of a choice point name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HoleInfo {
    /// What the templates call it.
    pub name: String,
    /// Its first register.
    pub register: u16,
    /// Its type: as many registers as [`Ir::value_words`] says.
    pub ty: ValueType,
}

/// Registers in which a choice point selects a set, one element at a time: those that the chooser sees in ascending order, then the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelectionInfo {
    /// First register of the set selected so far.
    pub set: u16,
    /// First register of the set of elements left; a step offers only those from which enough follow.
    pub rest: u16,
    /// Number of registers of each set.
    pub words: u16,
    /// Register of the largest allowed size, if there is a limit.
    pub most: Option<u16>,
    /// The size must equal `most`.
    pub exactly: bool,
}

impl Ir {
    /// The registers of a choice point that selects components.
    pub(super) fn selection_of(&self, choice: u16) -> Option<SelectionInfo> {
        let info = self.choices.get(choice as usize)?;
        let words = self.component_words();
        info.selection.filter(|s| info.element == Some(ValueType::Component) && usize::from(s.words) == words)
    }
}
