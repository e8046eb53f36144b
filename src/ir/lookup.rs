//! Finds items of an IR by their ids.

use super::choices::{ActionInfo, ChoiceInfo, SelectionInfo};
use super::game_info::OptionInfo;
use super::ids::{ActionId, ChoiceId, OptionId, ZonePlaceId};
use super::lists::DeckInfo;
use super::root::Ir;
use super::scenarios::ScenarioInfo;
use super::value_type::ValueType;
use super::zone::ZoneInfo;

impl Ir {
    /// Returns the deck list of the game's own with an id.
    pub fn deck(&self, id: &str) -> Option<&DeckInfo> {
        self.decks.iter().find(|deck| deck.id == id)
    }

    /// Returns the scenario with an id.
    pub fn scenario(&self, id: &str) -> Option<&ScenarioInfo> {
        self.scenarios.iter().find(|scenario| scenario.id == id)
    }

    /// Returns a choice point by its id.
    #[inline]
    pub fn choice(&self, id: ChoiceId) -> Option<&ChoiceInfo> {
        self.choices.get(id.index())
    }

    /// Returns an action by its id; `None` for an id beyond the last.
    #[inline]
    pub fn action(&self, id: ActionId) -> Option<&ActionInfo> {
        self.actions.get(id.index())
    }

    /// Returns the registers of the selection of a choice point that selects components.
    pub(super) fn selection_of(&self, choice: ChoiceId) -> Option<SelectionInfo> {
        let info = self.choice(choice)?;
        let words = self.component_words();
        info.selection.filter(|s| info.element == Some(ValueType::Component) && usize::from(s.words) == words)
    }

    /// Returns an option by its id; `None` if the id is out of range.
    pub fn option(&self, id: OptionId) -> Option<&OptionInfo> {
        self.options.get(usize::from(id.0))
    }

    /// Returns the values of all options: `given`, and the defaults of the others.
    pub fn options_with(&self, given: &[(OptionId, i64)]) -> Vec<i64> {
        let mut values: Vec<i64> = self.options.iter().map(|o| o.default).collect();
        for (option, value) in given {
            if let Some(place) = values.get_mut(usize::from(option.0)) {
                *place = *value;
            }
        }
        values
    }

    /// Returns the declared zone of a place, an index into `Layout::zones`.
    pub fn zone_at(&self, place: ZonePlaceId) -> Option<&ZoneInfo> {
        self.zones.get((self.layout.zones.find(place)?.zone).index())
    }
}
