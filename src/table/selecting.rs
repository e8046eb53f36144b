//! Selections among components that the chooser may not see.
//!
//! Elements are selected one at a time. Elements that the chooser sees come first, in ascending order, so
//! that each set of them is reached by one sequence only. The unseen ones come after them in any order: with
//! an order, the number of remaining elements would reveal which of them was taken.

use super::fault::FaultKind;
use super::frame_layout::WINDOW;
use super::machine::Machine;
use super::{knowledge, sets};
use crate::ir::{ChoiceId, Layout, PlayerId, Reg, SelectionInfo};

impl Machine<'_> {
    /// Executes `Selected`: removes from the remaining elements those that may not follow `element`.
    pub(super) fn selected(
        &self,
        fixed: &[u64],
        frame: &mut [u64; WINDOW],
        choice: ChoiceId,
        element: u64,
        by: u64,
    ) -> Result<(), FaultKind> {
        let sees = self.seeing(fixed, by)?;
        let info = self.selection_info(choice)?;
        let rest = registers(frame, info.rest, info.words)?.to_vec();
        let taken_unseen = sets::has(&rest, element) && !sees(element);
        let left = registers_mut(frame, info.rest, info.words)?;
        for other in sets::elements(&rest).filter(|other| sees(*other) && (taken_unseen || *other <= element))
        {
            sets::remove(left, other);
        }
        sets::remove(left, element);
        Ok(())
    }

    /// Executes `Selectable`: computes the remaining elements after which the selection can still reach its
    /// required size.
    pub(super) fn can_be_selected(
        &self,
        fixed: &[u64],
        frame: &mut [u64; WINDOW],
        choice: ChoiceId,
        d: Reg,
        by: u64,
    ) -> Result<(), FaultKind> {
        let sees = self.seeing(fixed, by)?;
        let info = self.selection_info(choice)?;
        let most = info.most.and_then(|most| frame.get(most.index())).copied().unwrap_or_default() as i64;
        let taken = sets::count(registers(frame, info.set, info.words)?) as i64;
        let needed = usize::try_from(most.saturating_sub(taken)).unwrap_or_default();
        let rest = registers(frame, info.rest, info.words)?.to_vec();
        let (seen, unseen): (Vec<u64>, Vec<u64>) = sets::elements(&rest).partition(|element| sees(*element));
        let offered = registers_mut(frame, d, info.words)?;
        offered.fill(0);
        let followed = seen.iter().enumerate().filter(|(i, _)| seen.len() - i + unseen.len() >= needed);
        followed.for_each(|(_, element)| {
            sets::insert(offered, *element);
        });
        if unseen.len() >= needed {
            unseen.iter().for_each(|element| {
                sets::insert(offered, *element);
            });
        }
        Ok(())
    }

    fn selection_info(&self, choice: ChoiceId) -> Result<SelectionInfo, FaultKind> {
        let info = self.table.ir.choice(choice).and_then(|choice| choice.selection);
        info.ok_or(FaultKind::NoSuchThing(i64::from(choice.0)))
    }

    /// Returns a test of whether a player sees a component.
    fn seeing<'a>(&'a self, fixed: &'a [u64], by: u64) -> Result<impl Fn(u64) -> bool + 'a, FaultKind> {
        let player = PlayerId::from_word(by).filter(|_| by < fixed[Layout::PLAYERS]);
        let player = player.ok_or(FaultKind::NoSuchThing(by as i64))?;
        Ok(move |component| {
            component < self.table.components && knowledge::knows(self.table, fixed, player, component)
        })
    }
}

fn registers(frame: &[u64; WINDOW], first: Reg, words: u16) -> Result<&[u64], FaultKind> {
    frame
        .get(first.index()..first.index() + usize::from(words))
        .ok_or(FaultKind::NoSuchThing(i64::from(first.0)))
}

fn registers_mut(frame: &mut [u64; WINDOW], first: Reg, words: u16) -> Result<&mut [u64], FaultKind> {
    let range = first.index()..first.index() + usize::from(words);
    frame.get_mut(range).ok_or(FaultKind::NoSuchThing(i64::from(first.0)))
}
