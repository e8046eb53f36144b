//! Choices at the console: the player, the question, and the option that passes.

use crate::ir::ArmId;
use crate::play::{Observation, OptionLine, TableBot};
use crate::table::PickKind;

/// The player in a seat.
pub(super) enum Player<'t> {
    /// A person at this console.
    Human,
    /// A bot.
    Bot(Box<dyn TableBot + 't>),
}

/// Returns the label of a line of options; interchangeable copies share a line.
pub(super) fn label(line: &OptionLine) -> String {
    match line.options.len() {
        1 => line.label.clone(),
        copies => format!("{} ×{copies}", line.label),
    }
}

/// Returns whether there is nothing to choose, so that the option is taken without a question. With several
/// people at the console it is still asked, since an unasked player would reveal their hand to the others.
pub(super) fn is_lone(seen: &Observation, humans: usize) -> bool {
    humans == 1 && seen.is_forced()
}

/// Returns the option that passes, if the player may act but need not.
pub(super) fn pass_of(seen: &Observation) -> Option<usize> {
    let (ir, options) = (seen.table().ir(), seen.options());
    let choice = ir.choice(options.choice()).filter(|choice| !choice.actions.is_empty())?;
    let pass = PickKind::Arm(ArmId((choice.decline?).0));
    options.iter().position(|pick| pick.kind == pass)
}

/// Returns whether the player is asked here, so that `undo` returns here. Single picks of a selection among
/// visible components are not asked separately.
pub(super) fn is_asked(seen: &Observation, humans: usize) -> bool {
    !is_lone(seen, humans) && !seen.is_within_selection()
}
