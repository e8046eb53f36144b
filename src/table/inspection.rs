//! Inspection of a state, and changes to it by hand: for scenarios, evaluation and displays.

use super::fault::FaultKind;
use super::options::{PickKind, TableOptions};
use super::program::Table;
use super::state::{State, Status};
use super::{copies, knowledge, moves, sets, zones};
use crate::ir::layout::Owner;
use crate::ir::{
    ChoiceId, ChoiceInfo, ComponentId, FieldId, InitialValue, Layout, NONE, Op, PlayerId, Reg, ToIndex,
    ValueType, ZonePlaceId,
};

/// Progress of a choice that selects a set element by element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectionProgress {
    /// Number of elements selected.
    pub count: u64,
    /// Largest allowed number, if there is a limit.
    pub most: Option<i64>,
    /// True if the number must equal `most`.
    pub exactly: bool,
}

impl Table<'_> {
    /// Returns the components in a zone of `Layout::zones`: from the top down if it is ordered, else in the
    /// order of the box.
    pub fn contents(&self, state: &State, zone: ZonePlaceId) -> Vec<ComponentId> {
        let Some(info) = self.zones.get(zone.index()) else { return Vec::new() };
        if info.order != 0 || info.ranked {
            zones::in_order(self, &state.words, info)
                .iter()
                .rev()
                .filter_map(|c| ComponentId::from_word(*c))
                .collect()
        } else {
            zones::members(self, &state.words, info).filter_map(ComponentId::from_word).collect()
        }
    }

    /// Adds the components in a zone to a set of components (see [`sets`]).
    pub fn add_contents(&self, state: &State, zone: ZonePlaceId, set: &mut [u64]) {
        match self.zones.get(zone.index()) {
            Some(zone) if zone.set != 0 => {
                let here = zones::contents(self, &state.words, zone);
                set.iter_mut().zip(here).for_each(|(word, here)| *word |= here);
            }
            Some(zone) => zones::members(self, &state.words, zone).for_each(|c| {
                sets::insert(set, c);
            }),
            None => {}
        }
    }

    /// Adds the components that are in any zone to a set of components.
    pub fn add_in_play(&self, state: &State, set: &mut [u64]) {
        let in_play = (0..self.components).filter(|c| zones::place(self, &state.words, *c) != NONE);
        in_play.for_each(|c| {
            sets::insert(set, c);
        });
    }

    /// Returns the number of components in a zone.
    pub fn zone_count(&self, state: &State, zone: ZonePlaceId) -> usize {
        self.zones.get(zone.index()).map_or(0, |info| zones::count(self, &state.words, info))
    }

    /// Returns the zone of a component; `None` if it is out of play.
    pub fn zone_of(&self, state: &State, component: ComponentId) -> Option<ZonePlaceId> {
        let component = u64::from(component);
        zones::exists(self, component).ok()?;
        (u16::try_from(zones::place(self, &state.words, component)).ok()).map(ZonePlaceId)
    }

    /// Returns whether a component is in the game under the agreed options: `copies` and `only_if` can leave
    /// components out.
    pub fn is_in_game(&self, state: &State, component: ComponentId) -> bool {
        let there = self.in_game.and_then(|field| self.field(state, field, 0));
        there.is_none_or(|words| sets::has(words, u64::from(component)))
    }

    /// Removes a component from the game, if the game stores which components are in it.
    pub(crate) fn leave_out(&self, state: &mut State, component: ComponentId) {
        let Some(info) = self.in_game.and_then(|field| self.fields.get(field.index())) else { return };
        let there = info.base.index()..(info.base + info.words).index();
        if let Some(there) = state.words.get_mut(there) {
            sets::remove(there, u64::from(component));
        }
        // A component in no zone is out of play already.
        let _ = self.put_away(state, component);
    }

    /// Returns the player who owns the zone of a component.
    pub fn holder(&self, state: &State, component: ComponentId) -> Option<PlayerId> {
        let zone = self.zone_of(state, component)?;
        self.zones.get(zone.index()).and_then(|z| PlayerId::from_word(z.owner))
    }

    /// Returns the words of a field of `Layout::fields`: of the table (owner 0), a player, a component or a
    /// cell.
    pub fn field<'s>(&self, state: &'s State, field: FieldId, owner: u32) -> Option<&'s [u64]> {
        let info = self.fields.get(field.index()).filter(|f| owner < f.owners)?;
        let start = info.base.index() + owner.index() * info.words.index();
        state.words.get(start..start + info.words.index())
    }

    /// Returns the choice of `Ir::choices` at which a state waits.
    pub fn choice_of(&self, state: &State) -> Option<ChoiceId> {
        let pc = state.words[Layout::PC].index();
        match self.code.get(pc) {
            Some(Op::OptBegin { choice }) if state.status() == Status::Choosing => Some(*choice),
            _ => None,
        }
    }

    /// Returns the component in whose rule a state waits for a choice, if a component asks.
    pub fn asker(&self, state: &State) -> Option<ComponentId> {
        let register = self.ir.choice(self.choice_of(state)?)?.asker?;
        let component = *self.registers(state, register, 1)?.first()?;
        (zones::exists(self, component).ok().map(|()| component as u32)).map(ComponentId)
    }

    /// Returns the progress of the selection under way; `None` if the choice point selects no set.
    pub fn selection(&self, state: &State) -> Option<SelectionProgress> {
        let info = self.ir.choice(self.choice_of(state)?)?.selection?;
        let most = info.most.and_then(|most| self.registers(state, most, 1)).and_then(|most| most.first());
        let count = sets::count(self.registers(state, info.set, info.words)?) as u64;
        Some(SelectionProgress { count, most: most.map(|most| *most as i64), exactly: info.exactly })
    }

    /// Returns all elements that can be selected, before the first step. The options of that step are only
    /// those with which a selection in ascending order can begin. `None` if the choice point selects no set,
    /// or if the chooser does not see each element.
    pub fn selectable(&self, state: &State, options: &TableOptions) -> Option<TableOptions> {
        let info = self.ir.choice(options.choice())?;
        let taken = info.selection.filter(|_| self.selection(state).is_some_and(|taken| taken.count == 0))?;
        let rest = self.registers(state, taken.rest, taken.words)?;
        if self.any_unseen(state, options, info, rest) {
            return None;
        }
        let mut whole = TableOptions::default();
        whole.begin(options.choice());
        whole.set_chooser(options.chooser());
        whole.add(PickKind::Element, &[], rest);
        let mut named = Vec::new();
        copies::collect_named(self, &whole, &mut named);
        let mut joining = copies::JoinBuffers::of_all(self.offered_set(state));
        copies::join(self, state, &mut whole, &named, &mut joining);
        Some(whole)
    }

    /// Returns the first register of the set that is offered at the choice point where a state waits.
    fn offered_set(&self, state: &State) -> Option<Reg> {
        let lists = self.code.get(state.words[Layout::PC].index()..)?;
        let mut before = lists.iter().take_while(|op| !matches!(op, Op::Choose { .. }));
        before.find_map(|op| if let Op::OptSet { a, .. } = op { Some(*a) } else { None })
    }

    /// Returns whether the options are those of a later step of a selection that the chooser, who sees each
    /// element, makes as a whole.
    pub fn is_within_selection(&self, state: &State, options: &TableOptions) -> bool {
        let Some(info) = self.ir.choice(options.choice()) else { return false };
        let begun = info.selection.filter(|_| self.selection(state).is_some_and(|taken| taken.count > 0));
        let rest = begun.and_then(|begun| self.registers(state, begun.rest, begun.words));
        rest.is_some_and(|rest| !self.any_unseen(state, options, info, rest))
    }

    /// Returns whether the chooser does not see one of the elements left of a selection.
    fn any_unseen(&self, state: &State, options: &TableOptions, info: &ChoiceInfo, rest: &[u64]) -> bool {
        let unseen =
            |component: u64| self.is_unseen(state, Some(options.chooser()), ComponentId(component as u32));
        info.element == Some(ValueType::Component) && sets::elements(rest).any(unseen)
    }

    /// Returns registers of the frame that waits for an answer.
    pub(super) fn registers<'s>(&self, state: &'s State, first: Reg, count: u16) -> Option<&'s [u64]> {
        let at = (state.words[Layout::BASE].index()).checked_add(first.index())?;
        state.words().get(at..at.checked_add(usize::from(count))?)
    }

    /// Stores a one-word field. Fails if there is no such field or owner, or if the value is out of range.
    pub fn set_field(
        &self,
        state: &mut State,
        field: FieldId,
        owner: u32,
        value: i64,
    ) -> Result<(), FaultKind> {
        let data = self.fields.get(field.index()).filter(|f| f.words == 1);
        let data = data.ok_or(FaultKind::NoSuchThing(i64::from(field.0)))?;
        let info = &self.ir.layout.fields[field];
        let seated = info.owner != Owner::Player || owner < u32::from(state.players());
        if !seated {
            return Err(FaultKind::NoSuchThing(i64::from(owner)));
        }
        state.stamp = 0;
        zones::put_ranged(&mut state.words, field, (data, info), u64::from(owner), value as u64)
    }

    /// Stores a value that a table is laid out with.
    ///
    /// # Errors
    /// Fails if there is no such field or owner, or if a value is out of range.
    pub fn lay_value(&self, state: &mut State, laid: &InitialValue) -> Result<(), FaultKind> {
        let (field, first) = (laid.field.0, usize::from(laid.first));
        let missing = || FaultKind::NoSuchThing(i64::from(laid.owner));
        let mut whole = self.field(state, FieldId(field), laid.owner).ok_or_else(missing)?.to_vec();
        whole.get_mut(first..first + laid.words.len()).ok_or_else(missing)?.copy_from_slice(&laid.words);
        if let [word] = whole[..] {
            return self.set_field(state, FieldId(field), laid.owner, word as i64);
        }
        let players = self.ir.layout.fields.get(usize::from(field)).is_some_and(|f| f.owner == Owner::Player);
        if players && laid.owner >= u32::from(state.players()) {
            return Err(missing());
        }
        let info = self.fields.get(usize::from(field)).ok_or_else(missing)?;
        state.stamp = 0;
        zones::put_each(&mut state.words, FieldId(field), info, u64::from(laid.owner), &whole)
    }

    /// Moves a component to the top or bottom of a zone, unseen by the players. Fails if the zone does not
    /// hold its kind.
    pub fn place_component(
        &self,
        state: &mut State,
        component: ComponentId,
        zone: ZonePlaceId,
        bottom: bool,
    ) -> Result<(), FaultKind> {
        state.stamp = 0;
        moves::lay(self, &mut state.words, std::iter::once(component), u64::from(zone), bottom)?;
        knowledge::forget(self, &mut state.words, &[component]);
        Ok(())
    }

    /// Puts a component out of play.
    pub fn put_away(&self, state: &mut State, component: ComponentId) -> Result<(), FaultKind> {
        state.stamp = 0;
        moves::put_away(self, &mut state.words, u64::from(component))?;
        knowledge::forget(self, &mut state.words, &[component]);
        Ok(())
    }

    /// Puts all components in a zone out of play.
    pub fn clear_zone(&self, state: &mut State, zone: ZonePlaceId) {
        let Some(info) = self.zones.get(zone.index()) else { return };
        state.stamp = 0;
        moves::empty(self, &mut state.words, info);
    }

    /// Replaces the contents of a zone, topmost first; its other components go out of play.
    ///
    /// # Errors
    /// Fails if the zone does not hold the kind of one of them. The state must not be used then.
    pub fn arrange(
        &self,
        state: &mut State,
        zone: ZonePlaceId,
        components: &[ComponentId],
    ) -> Result<(), FaultKind> {
        self.clear_zone(state, zone);
        moves::lay(self, &mut state.words, components.iter().rev().copied(), u64::from(zone), false)?;
        knowledge::forget(self, &mut state.words, components);
        Ok(())
    }
}
