//! The options that one instruction lists, as they are in its registers.

use super::frame_layout::WINDOW;
use super::knowledge::names_unseen;
use super::options::PickKind;
use super::program::Table;
use super::sets;
use crate::ir::verify::MAX_PARAMS;
use crate::ir::{ChoiceId, Op, PlayerId, Reg, ToIndex};

/// The options of an instruction between `OptBegin` and `Choose`.
pub(super) struct ListedGroup<'f> {
    /// Their kind.
    pub kind: PickKind,
    /// The parameters that all of them have.
    fixed: &'f [u64],
    /// The values of the last parameter; `None` for a single option without one.
    set: Option<&'f [u64]>,
}

impl<'f> ListedGroup<'f> {
    /// Returns the options of an instruction; `None` if it lists none.
    #[inline]
    pub fn of(table: &Table, op: Op, frame: &'f [u64; WINDOW]) -> Option<ListedGroup<'f>> {
        let words = |first: Reg, count: usize| frame.get(first.index()..first.index() + count);
        let (kind, fixed, set) = match op {
            Op::OptArm { arm } => (PickKind::Arm(arm), &[][..], None),
            Op::OptAct0 { action } => (PickKind::Action(action), &[][..], None),
            Op::OptSet { n, a } => (PickKind::Element, &[][..], Some(words(a, n.index())?)),
            Op::OptAct { n, action, fixed, a } => {
                let params = table.ir.actions[action].params.len().saturating_sub(1);
                (PickKind::Action(action), words(fixed, params)?, Some(words(a, n.index())?))
            }
            _ => return None,
        };
        Some(ListedGroup { kind, fixed, set })
    }

    /// Returns their number.
    #[inline]
    pub fn len(&self) -> usize {
        self.set.map_or(1, sets::count)
    }

    /// Returns whether they are offered as they are: none names a component that the chooser cannot see, or a
    /// copy of another.
    #[inline]
    pub fn is_plain(&self, table: &Table, words: &[u64], (choice, chooser): (ChoiceId, PlayerId)) -> bool {
        let hides = table.shows.get(choice.index()).is_some_and(|shows| shows.components);
        let later: &[u64] = if table.copies.are_offered(choice) { &table.copies.later } else { &[] };
        let is_component = |place| table.is_component(choice, self.kind, place);
        let set = self.set.filter(|_| is_component(self.fixed.len()));
        // A parameter that all options have may be hidden or a copy: lists with one are made as usual.
        !(0..self.fixed.len()).any(is_component)
            && set.is_none_or(|set| {
                set.iter().zip(later).all(|(named, later)| named & later == 0)
                    && !(hides && names_unseen(table, words, chooser, set))
            })
    }

    /// Writes the parameters, or the element, of the option at an index. Returns their number.
    #[inline]
    pub fn write_nth(&self, index: usize, into: &mut [u64; MAX_PARAMS]) -> Option<usize> {
        into.get_mut(..self.fixed.len())?.copy_from_slice(self.fixed);
        let Some(set) = self.set else { return Some(self.fixed.len()) };
        *into.get_mut(self.fixed.len())? = sets::nth(set, index)?;
        Some(self.fixed.len() + 1)
    }
}
