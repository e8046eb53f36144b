//! Finds the card that an option names.

use crate::ir::{ChoiceId, ComponentId, Ir, NameId, ToIndex, ValueType};
use crate::table::{Pick, PickKind};

/// For each choice and action, the values of options that are components, and how to find their card names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionReaders {
    choices: Vec<OptionValueKind>,
    actions: Vec<Vec<OptionValueKind>>,
    names: Vec<NameId>,
    /// The first component of each name; `None` if it has no copies.
    firsts: Vec<Option<ComponentId>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum OptionValueKind {
    #[default]
    Nothing,
    Component,
    Name,
}

impl OptionValueKind {
    fn of(ty: &ValueType) -> OptionValueKind {
        match ty {
            ValueType::Component => OptionValueKind::Component,
            ValueType::Name => OptionValueKind::Name,
            _ => OptionValueKind::Nothing,
        }
    }
}

impl OptionReaders {
    /// Creates the table for a game.
    pub fn of(ir: &Ir) -> OptionReaders {
        OptionReaders {
            choices: ir
                .choices
                .iter()
                .map(|c| c.element.as_ref().map_or(OptionValueKind::Nothing, OptionValueKind::of))
                .collect(),
            actions: ir
                .actions
                .iter()
                .map(|a| a.params.iter().map(|(_, ty)| OptionValueKind::of(ty)).collect())
                .collect(),
            names: ir.components.iter().map(|c| c.name).collect(),
            firsts: ir.names.iter().map(|n| (n.copies > 0).then_some(n.first)).collect(),
        }
    }

    pub fn name_of(&self, component: ComponentId) -> Option<NameId> {
        self.names.get(component.index()).copied()
    }

    /// Returns how a value of an option is read: the element of a choice, or a parameter of an action.
    #[inline]
    fn reads(&self, choice: ChoiceId, kind: PickKind, place: usize) -> OptionValueKind {
        let reads = match kind {
            PickKind::Element => self.choices.get(choice.index()),
            PickKind::Action(action) => self.actions.get(action.index()).and_then(|a| a.get(place)),
            PickKind::Arm(_) => None,
        };
        reads.copied().unwrap_or_default()
    }

    /// Returns whether a value of an option is a component.
    #[inline]
    pub fn are_components(&self, choice: ChoiceId, kind: PickKind, place: usize) -> bool {
        self.reads(choice, kind, place) == OptionValueKind::Component
    }

    /// Returns the component that a value of an option stands for: itself, or the first with that name.
    #[inline]
    pub fn component(
        &self,
        choice: ChoiceId,
        kind: PickKind,
        place: usize,
        value: u64,
    ) -> Option<ComponentId> {
        match self.reads(choice, kind, place) {
            OptionValueKind::Nothing => None,
            OptionValueKind::Component => Some(ComponentId(value as u32)),
            OptionValueKind::Name => self.firsts.get(value.index()).copied().flatten(),
        }
    }

    /// Returns the name that a value of an option stands for: its element, or a parameter of its action.
    #[inline]
    pub fn name(&self, choice: ChoiceId, pick: &Pick, place: usize) -> Option<NameId> {
        let value = *pick.values().get(place)?;
        match self.reads(choice, pick.kind, place) {
            OptionValueKind::Nothing => None,
            OptionValueKind::Component => self.name_of(ComponentId(value as u32)),
            OptionValueKind::Name => Some(NameId(value as u16)),
        }
    }

    /// Returns an element in the form that is counted: a component by its name.
    #[inline]
    pub fn element(&self, choice: ChoiceId, pick: &Pick) -> u64 {
        let value = pick.values().first().copied().unwrap_or_default();
        self.name(choice, pick, 0).map_or(value, u64::from)
    }
}
