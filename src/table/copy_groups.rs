//! The copies of a game, as far as they are known before play.

use crate::ir::{ActionId, ChoiceId, ChoiceInfo, ComponentId, FieldId, Ir, ValueType};

/// The copies of a game, as far as they are known before play.
#[derive(Debug, Default)]
pub(super) struct CopyGroups {
    /// For each component, the first with equal printed values from the same deck list; empty if all
    /// components differ.
    pub first: Vec<ComponentId>,
    /// The components that are not the first of their print.
    pub later: Vec<u64>,
    /// The components that share their print with another.
    pub several: Vec<u64>,
    /// The components that own zones.
    pub bearers: Vec<u64>,
    /// The declared fields of components: the first word, and the words of each component.
    pub own: Vec<(usize, usize)>,
    /// The declared fields that can name components.
    pub naming: Vec<FieldId>,
    /// For each choice of `Ir::choices`, whether its options can name copies.
    pub choices: Vec<bool>,
}

impl CopyGroups {
    /// Returns whether the options of a choice can name copies.
    #[inline]
    pub(super) fn are_offered(&self, choice: ChoiceId) -> bool {
        self.choices.get(choice.index()) == Some(&true)
    }
}

/// Returns whether the options of a choice can name components.
pub(super) fn names_components(ir: &Ir, choice: &ChoiceInfo) -> bool {
    let acts = |action: &ActionId| {
        let params = ir.action(*action).map_or(&[][..], |a| &a.params);
        params.iter().any(|(_, ty)| *ty == ValueType::Component)
    };
    choice.element == Some(ValueType::Component) || choice.actions.iter().any(acts)
}
