//! The options of a choice point, stored as sets: counting them is a popcount, and option n is found without
//! listing them.

use super::component_hint::ComponentHint;
use super::component_place::ComponentPlace;
use super::sets;
use crate::ir::verify::MAX_PARAMS;
use crate::ir::{ActionId, ArmId, ChoiceId, Ir, PlayerId, ToIndex, ValueType};

/// The kind of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PickKind {
    /// An element of the set that is chosen from: [`Pick::values`] holds it.
    Element,
    /// A fixed option: an index into `ChoiceInfo::arms`.
    Arm(ArmId),
    /// An action, an index into `Ir::actions`, with its parameters in [`Pick::values`].
    Action(ActionId),
}

/// An option, as its chooser knows it: a component that they cannot see is given by its [`ComponentPlace`],
/// never by its identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pick {
    /// The sort of option, which decides the meaning of [`Pick::values`].
    pub kind: PickKind,
    length: u8,
    values: [u64; MAX_PARAMS],
}

impl Pick {
    /// Returns its element, or the action's parameters.
    pub fn values(&self) -> &[u64] {
        &self.values[..self.length.index()]
    }

    /// Returns whether two options are equal. Unlike `==`, it compares only the values that there are, mostly
    /// one or two: `memcmp` of all took 4 % of a search.
    #[inline]
    pub fn equals(&self, other: &Pick) -> bool {
        self.kind == other.kind && self.length == other.length && self.values().iter().eq(other.values())
    }

    /// Returns the places of those components among its values that the chooser cannot see.
    pub fn unseen(&self) -> impl Iterator<Item = ComponentPlace> + '_ {
        self.values().iter().filter_map(|value| ComponentPlace::of(*value))
    }

    pub(super) fn values_mut(&mut self) -> &mut [u64] {
        &mut self.values[..self.length.index()]
    }
}

/// Returns whether a value of options of a kind is a component.
pub(crate) fn is_component(ir: &Ir, choice: ChoiceId, kind: PickKind, place: usize) -> bool {
    let ty = match kind {
        PickKind::Element => ir.choice(choice).and_then(|c| c.element.as_ref()),
        PickKind::Action(action) => ir.action(action).and_then(|a| a.params.get(place)).map(|(_, ty)| ty),
        PickKind::Arm(_) => None,
    };
    ty == Some(&ValueType::Component)
}

/// Caches [`is_component`] for every choice and action, for lookups at every choice point.
#[derive(Debug, Default)]
pub(super) struct ComponentValues {
    /// For each choice of `Ir::choices`, whether its elements are.
    elements: Vec<bool>,
    /// For each action of `Ir::actions`, a bit for each parameter that is.
    params: Vec<u64>,
}

impl ComponentValues {
    pub fn of(ir: &Ir) -> ComponentValues {
        let elements = ir.choices.ids().map(|choice| is_component(ir, choice, PickKind::Element, 0));
        let params = ir.actions.ids().map(|action| {
            let is = |place: &usize| is_component(ir, ChoiceId::default(), PickKind::Action(action), *place);
            (0..MAX_PARAMS).filter(is).fold(0, |bits, place| bits | 1 << place)
        });
        ComponentValues { elements: elements.collect(), params: params.collect() }
    }

    /// Returns whether a value of options of a kind is a component.
    #[inline]
    pub fn has(&self, choice: ChoiceId, kind: PickKind, place: usize) -> bool {
        match kind {
            PickKind::Element => self.elements.get(choice.index()) == Some(&true),
            PickKind::Action(action) => self
                .params
                .get(action.index())
                .is_some_and(|bits| bits.checked_shr(place as u32).unwrap_or(0) & 1 == 1),
            PickKind::Arm(_) => false,
        }
    }
}

/// An option that names components that its chooser cannot see.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConcealedOption {
    /// The option as the chooser knows it.
    pub known: Pick,
    /// The option with the components themselves.
    pub truth: Pick,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct OptionRun {
    kind: PickKind,
    /// The number of options in the entries before this one.
    before: u32,
    /// The index in `words` of its fixed parameters, which its set follows.
    start: u32,
    /// The number of fixed parameters.
    fixed: u8,
    /// The number of words of the set; 0 for a single option without a set.
    words: u8,
}

/// The options of a choice in their order, to recognise the same list.
#[derive(Debug)]
pub struct OptionList {
    entries: Box<[OptionRun]>,
    words: Box<[u64]>,
}

impl OptionList {
    /// Returns its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.entries) + size_of_val(&*self.words)
    }
}

/// The options of the choice point at which a table waits.
///
/// Options that differ only in which of several interchangeable copies they name are joined: only the first
/// of them is offered, and represents the others. The others have indices from [`TableOptions::len`] on. An
/// answer that names one of them is valid, but it is not offered.
#[derive(Clone, Debug, Default)]
pub struct TableOptions {
    choice: ChoiceId,
    chooser: PlayerId,
    total: u32,
    entries: Vec<OptionRun>,
    words: Vec<u64>,
    /// All options in the order offered, if any names a component that the chooser cannot see; empty
    /// otherwise.
    concealed: Vec<ConcealedOption>,
    /// The position in the list of each index, offered options first, if copies were joined; empty otherwise.
    order: Vec<u32>,
    /// For each option that is not offered, the index of the option that represents it.
    behind: Vec<u32>,
    /// True if an option differs from the one in the sets at its index, because options are concealed or
    /// joined.
    rearranged: bool,
    /// Hints that the chooser has about components that they cannot see.
    told: Vec<(ComponentPlace, Vec<ComponentHint>)>,
    /// The values of the variables in the texts of the choice point.
    holes: Vec<u64>,
    /// A bit for each of these values that is hidden from the chooser.
    veiled: u64,
}

impl TableOptions {
    /// The maximum number of options of a choice. It bounds the memory of listing, naming or weighing them to
    /// some hundred megabytes.
    pub const MOST: usize = 1 << 20;
    /// The maximum number of words of the list, checked at intervals: 32 MiB.
    pub const MOST_WORDS: usize = 1 << 22;

    /// Returns whether the list exceeds a maximum.
    pub(super) fn is_too_long(&self) -> bool {
        self.len() > TableOptions::MOST || self.words.len() > TableOptions::MOST_WORDS
    }

    /// Returns the number of options offered.
    pub fn len(&self) -> usize {
        self.total.index()
    }

    /// Returns whether no option is offered.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Returns the player who chooses, from 0.
    pub fn chooser(&self) -> PlayerId {
        self.chooser
    }

    /// Returns the index of the choice point in `Ir::choices`.
    pub fn choice(&self) -> ChoiceId {
        self.choice
    }

    /// Returns the list of the options; `None` if some are concealed or joined.
    pub fn list(&self) -> Option<OptionList> {
        let copy =
            || OptionList { entries: self.entries.as_slice().into(), words: self.words.as_slice().into() };
        (!self.rearranged).then(copy)
    }

    /// Returns whether these are the options of a list, in its order. Item by item: `memcmp` took a quarter
    /// of the time of a search, probably since its wide loads wait for words that were written just before.
    #[inline]
    pub fn are(&self, list: &OptionList) -> bool {
        let mut words = self.words.iter().zip(&list.words);
        let mut entries = self.entries.iter().zip(&list.entries);
        !self.rearranged
            && self.words.len() == list.words.len()
            && self.entries.len() == list.entries.len()
            && words.all(|(a, b)| a == b)
            && entries.all(|(a, b)| a == b)
    }

    /// Returns option `index`, as the chooser knows it.
    #[inline]
    pub fn nth(&self, index: usize) -> Option<Pick> {
        if self.rearranged { self.rearranged(index).map(|c| c.known) } else { self.pick_in_set_order(index) }
    }

    /// Returns option `index` with the actual components, whether or not the chooser sees them. For observers
    /// and judges of the game; it must never reach the chooser.
    #[inline]
    pub(crate) fn truth(&self, index: usize) -> Option<Pick> {
        if self.rearranged { self.rearranged(index).map(|c| c.truth) } else { self.pick_in_set_order(index) }
    }

    /// Returns option `index` if options are concealed or joined.
    fn rearranged(&self, index: usize) -> Option<ConcealedOption> {
        let at = self.place(index)?;
        match self.concealed.is_empty() {
            true => self.in_sets(at as u32).map(|pick| ConcealedOption { known: pick, truth: pick }),
            false => self.concealed.get(at).copied(),
        }
    }

    /// Returns the position of option `index` in the whole list, joined copies included.
    pub fn place(&self, index: usize) -> Option<usize> {
        if self.order.is_empty() {
            return Some(index).filter(|index| *index < self.len());
        }
        self.order.get(self.named_exactly(index).unwrap_or(index)).map(|at| at.index())
    }

    /// Returns the index of an answer that names the very copies of an option, not any that it represents:
    /// for an offered option with copies, one behind all others.
    pub(crate) fn exactly(&self, index: usize) -> usize {
        if self.copies(index).next().is_some() { self.whole_len() + index } else { index }
    }

    /// Returns the offered option of an index of [`TableOptions::exactly`].
    fn named_exactly(&self, index: usize) -> Option<usize> {
        index.checked_sub(self.whole_len()).filter(|offered| *offered < self.len())
    }

    /// Returns the indices of the options that an option represents besides itself: they name other
    /// interchangeable copies.
    pub fn copies(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let stands = move |(_, of): &(usize, &u32)| of.index() == index;
        self.behind.iter().enumerate().filter(stands).map(|(i, _)| self.len() + i)
    }

    /// Returns the index of the offered option that represents an option, or its own index.
    pub fn representative(&self, index: usize) -> usize {
        let behind = index.checked_sub(self.len()).and_then(|at| self.behind.get(at));
        behind.map(|stands| stands.index()).or_else(|| self.named_exactly(index)).unwrap_or(index)
    }

    /// Returns whether [`TableOptions::nth`] differs from the options in the sets, because some are concealed
    /// or joined.
    pub(super) fn is_rearranged(&self) -> bool {
        self.rearranged
    }

    /// Returns the number of options, including those not offered.
    pub(crate) fn whole_len(&self) -> usize {
        self.len() + self.behind.len()
    }

    /// Returns option `index` of the sets as the rules listed them, before options are concealed or joined.
    fn pick_in_set_order(&self, index: usize) -> Option<Pick> {
        u32::try_from(index).ok().filter(|&i| i < self.total).and_then(|index| self.in_sets(index))
    }

    /// Returns the option at an index below the number of options in the sets.
    #[inline]
    fn in_sets(&self, index: u32) -> Option<Pick> {
        let mut values = [0; MAX_PARAMS];
        if let ([OptionRun { kind, fixed: 0, words: 1, .. }], [word]) =
            (self.entries.as_slice(), self.words.as_slice())
        {
            values[0] = sets::nth(std::slice::from_ref(word), index.index())?;
            return Some(Pick { kind: *kind, length: 1, values });
        }
        let place = self.entries.partition_point(|e| e.before <= index).checked_sub(1)?;
        let entry = self.entries.get(place)?;
        let mut length = entry.fixed;
        let start = entry.start.index();
        let fixed = entry.fixed.index();
        values.get_mut(..fixed)?.copy_from_slice(self.words.get(start..start + fixed)?);
        if entry.words > 0 {
            let set = self.words.get(start + fixed..start + fixed + entry.words.index())?;
            *values.get_mut(fixed)? = sets::nth(set, (index - entry.before).index())?;
            length += 1;
        }
        Some(Pick { kind: entry.kind, length, values })
    }

    /// Writes the values of the option at an index of the sets, and returns its kind.
    #[inline]
    pub(super) fn write_nth(&self, index: u32, into: &mut [u64]) -> Option<PickKind> {
        if let ([OptionRun { kind, fixed: 0, words: 1, .. }], [word], [value, ..]) =
            (self.entries.as_slice(), self.words.as_slice(), &mut *into)
        {
            *value = sets::nth(std::slice::from_ref(word), index.index())?;
            return Some(*kind);
        }
        // Options without parameters are found by their index.
        if self.words.is_empty() && self.entries.len() == self.total.index() {
            return self.entries.get(index.index()).map(|entry| entry.kind);
        }
        let entry = &self.entries[self.entries.partition_point(|e| e.before <= index).checked_sub(1)?];
        let (start, fixed) = (entry.start.index(), usize::from(entry.fixed));
        for (value, of) in into.iter_mut().zip(self.words.get(start..start + fixed)?) {
            *value = *of;
        }
        if entry.words > 0 {
            let set = self.words.get(start + fixed..start + fixed + usize::from(entry.words))?;
            *into.get_mut(fixed)? = sets::nth(set, (index - entry.before).index())?;
        }
        Some(entry.kind)
    }

    /// Returns all offered options in order, as the chooser knows them.
    pub fn iter(&self) -> impl Iterator<Item = Pick> + '_ {
        (0..self.len()).filter_map(|i| self.nth(i))
    }

    /// Calls `note` with each offered option and its index, as the chooser knows it: like
    /// [`TableOptions::iter`], but faster for long lists.
    pub(crate) fn for_each_offered(&self, mut note: impl FnMut(u32, Pick)) {
        if self.rearranged {
            (0u32..).zip(self.iter()).for_each(|(index, pick)| note(index, pick));
            return;
        }
        let mut index = 0;
        for (kind, fixed, set) in self.groups() {
            TableOptions::each_of(kind, fixed, set, |nth, pick| note(index + nth, pick));
            index += if set.is_empty() { 1 } else { sets::count(set) as u32 };
        }
    }

    /// Calls `note` with each option of a group as stored (see [`TableOptions::groups`]) and its index in the
    /// group.
    pub(super) fn each_of(kind: PickKind, fixed: &[u64], set: &[u64], mut note: impl FnMut(u32, Pick)) {
        let mut pick = Pick { kind, length: fixed.len() as u8, values: [0; MAX_PARAMS] };
        pick.values[..fixed.len()].copy_from_slice(fixed);
        if set.is_empty() {
            note(0, pick);
            return;
        }
        pick.length += 1;
        for (nth, element) in (0..).zip(sets::elements(set)) {
            pick.values[fixed.len()] = element;
            note(nth, pick);
        }
    }

    /// Returns all options that are valid answers, in the order of their indices, as the chooser knows them:
    /// those offered, then those represented by others.
    pub(crate) fn valid_picks(&self) -> impl Iterator<Item = Pick> + '_ {
        (0..self.whole_len()).filter_map(|i| self.nth(i))
    }

    /// Returns all options that are valid answers, in the same order, with the actual components: see
    /// [`TableOptions::truth`].
    pub(crate) fn truths(&self) -> impl Iterator<Item = Pick> + '_ {
        (0..self.whole_len()).filter_map(|i| self.truth(i))
    }

    /// Returns whether an option is a valid answer.
    pub fn contains(&self, pick: &Pick) -> bool {
        self.position(pick).is_some()
    }

    /// Returns the index of an option, offered or not.
    pub fn position(&self, pick: &Pick) -> Option<usize> {
        self.valid_picks().position(|p| p == *pick)
    }

    /// Like [`TableOptions::position`], but faster if the option is at index `near`.
    pub fn position_near(&self, pick: &Pick, near: usize) -> Option<usize> {
        if self.nth(near).as_ref() == Some(pick) { Some(near) } else { self.position(pick) }
    }

    /// Returns all options as stored, in groups: the kind, the fixed parameters of the group, and the set of
    /// values of the last parameter, which is empty for a single option without one. Components are given
    /// whether or not the chooser sees them.
    #[inline]
    pub(crate) fn groups(&self) -> impl Iterator<Item = (PickKind, &[u64], &[u64])> {
        self.entries.iter().filter_map(|entry| {
            let start = entry.start.index();
            let (fixed, words) = (entry.fixed.index(), entry.words.index());
            let (fixed, set) = self.words.get(start..start + fixed + words)?.split_at_checked(fixed)?;
            Some((entry.kind, fixed, set))
        })
    }

    /// Returns the number of groups (see [`TableOptions::groups`]).
    #[inline]
    pub(super) fn group_count(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn begin(&mut self, choice: ChoiceId) {
        self.choice = choice;
        self.total = 0;
        self.entries.clear();
        self.words.clear();
        self.concealed.clear();
        self.told.clear();
        if self.rearranged {
            self.order.clear();
            self.behind.clear();
            self.rearranged = false;
        }
    }

    /// Sets the values of the variables in the texts of the choice point, with a bit for each value hidden
    /// from the chooser.
    pub(super) fn fill<'s>(&mut self, holes: impl Iterator<Item = &'s [u64]>, veiled: u64) {
        self.holes.clear();
        holes.for_each(|value| self.holes.extend_from_slice(value));
        self.veiled = veiled;
    }

    /// Returns the values of the variables in the texts of the choice point, and a bit for each value hidden
    /// from the chooser.
    pub(super) fn holes(&self) -> (&[u64], u64) {
        (&self.holes, self.veiled)
    }

    /// Reorders the options, with each as the chooser knows it.
    pub(super) fn conceal(
        &mut self,
        concealed: Vec<ConcealedOption>,
        told: Vec<(ComponentPlace, Vec<ComponentHint>)>,
    ) {
        debug_assert!(concealed.is_empty() || concealed.len() == self.len());
        self.rearranged |= !concealed.is_empty();
        self.concealed = concealed;
        self.told = told;
    }

    /// Joins copies: offers only the options `kept`, and takes the list of them. Each pair of `behind` is
    /// another option and the index in `kept` of the one that represents it.
    pub(super) fn join(&mut self, kept: &mut Vec<u32>, behind: &[(u32, u32)]) {
        debug_assert!(self.order.is_empty() && kept.len() + behind.len() == self.len());
        if behind.is_empty() {
            return;
        }
        self.total = kept.len() as u32;
        std::mem::swap(&mut self.order, kept);
        self.order.extend(behind.iter().map(|(index, _)| *index));
        self.behind.extend(behind.iter().map(|(_, stands)| *stands));
        self.rearranged = true;
    }

    /// Returns the hints that the chooser has about the component at a place.
    pub fn hints_at(&self, place: ComponentPlace) -> &[ComponentHint] {
        self.told.iter().find(|(at, _)| *at == place).map_or(&[], |(_, told)| told)
    }

    pub(super) fn set_chooser(&mut self, chooser: PlayerId) {
        self.chooser = chooser;
    }

    /// Adds an option for every element of `set`, after the parameters `fixed`.
    #[inline]
    pub(super) fn add(&mut self, kind: PickKind, fixed: &[u64], set: &[u64]) {
        let count = sets::count(set) as u32;
        if count > 0 {
            let start = self.words.len() as u32;
            // There are few words: pushing one by one is faster than copying a slice.
            fixed.iter().chain(set).for_each(|w| self.words.push(*w));
            let (fixed, words) = (fixed.len() as u8, set.len() as u8);
            self.entries.push(OptionRun { kind, before: self.total, start, fixed, words });
            self.total = self.total.saturating_add(count);
        }
    }

    /// Adds an option without parameters.
    pub(super) fn add_plain(&mut self, kind: PickKind) {
        self.entries.push(OptionRun { kind, before: self.total, start: 0, fixed: 0, words: 0 });
        self.total = self.total.saturating_add(1);
    }
}

/// Returns the bit of a hole, or of a value of a text, in masks of hidden ones. The last bit stands for all
/// from there on.
pub(crate) fn hole_bit(hole: usize) -> u64 {
    1 << hole.min(63)
}
