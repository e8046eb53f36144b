//! The state of a game in play, from the IR: flat state, interpreter, choice points, views, seeded chance.
//!
//! A [`Table`] is a game prepared for play. A [`State`] is one game in progress; it is flat, and cloned by
//! copying its words. A [`Machine`] runs a state from one [`Stop`] to the next. The state holds the whole
//! game, the suspended flow included. So undo restores a copy, and resume loads a state:
//!
//! ```text
//! let table = Table::new(&ir)?;
//! let mut machine = table.machine();
//! let mut state = machine.lay(3, &[], seed)?;
//! machine.start(&mut state, Begin::Setup);
//! while machine.advance(&mut state) == Stop::Choice {
//!     let index = …;                       // of machine.options(&mut state)?
//!     machine.choose(&mut state, index)?;
//! }
//! let outcome = machine.outcome(&state)?;
//! ```

mod amounts;
mod boards;
mod bulk;
pub mod chance;
mod chance_outcome;
mod chance_request;
mod choice_data;
mod component_hint;
mod component_place;
mod component_text;
mod copies;
mod copy_groups;
mod distinct_labels;
mod effects;
mod errors;
mod events;
mod fast;
mod fault;
mod fault_text;
mod folded_name;
mod frame_layout;
mod frames;
mod fuel;
mod hints;
mod histories;
mod history_data;
mod host_calls;
mod inspection;
mod instruction_taint;
mod knowledge;
mod lay;
mod machine;
mod matching;
mod messages;
mod move_continuations;
mod moves;
mod names;
#[cfg(feature = "native")]
mod native;
mod offered_options;
mod offers;
mod options;
mod outcome;
mod pairs;
mod picks;
mod players;
mod playout;
mod playout_answers;
mod postdominators;
mod prepare;
mod profile;
mod profile_sampling;
mod program;
mod public_sets;
mod recipe_builder;
mod recipe_execution;
mod recipes;
mod revealing_positions;
mod run;
mod run_modes;
mod sample;
mod sample_plan;
mod save;
mod scoring;
mod seats;
mod secret_analysis;
mod secrets;
mod seen_choices;
mod selecting;
pub mod sets;
mod starts;
mod state;
mod stop;
mod table_data;
mod taint;
mod taint_bulk;
mod taint_flow;
mod taint_summary;
mod unlisted;
mod unseen_components;
mod view;
mod wide;
mod zone_names;
mod zones;

pub use chance_request::{ChanceOutcome, ChanceRequest};
pub use component_hint::ComponentHint;
pub use component_place::ComponentPlace;
pub use events::{Event, Listen, sum_points};
pub use fault::{FailedEvaluations, Fault, FaultKind, Frame};
pub use fault_text::span_of;
pub use folded_name::fold;
pub use inspection::SelectionProgress;
pub use lay::LayFault;
pub use machine::Machine;
pub use names::{Names, UnknownName};
pub use options::{OptionList, Pick, PickKind, TableOptions};
pub(crate) use options::{hole_bit, is_component};
pub use outcome::{Ending, PlayerResult, TableOutcome};
pub use players::Players;
pub(crate) use playout::{Draws, Playout, Turns};
pub use profile::{Profile, Profiler};
pub use program::Table;
pub use sample::Sampler;
pub use save::{FORMAT as SAVE_FORMAT, SaveError};
pub use sets::elements;
pub use starts::check_starts;
pub use state::{State, Status};
pub use stop::{Rejection, Stop};
pub use view::{HintedPlace, KnownFace, TableView, ViewedField, ViewedZone};
pub use zone_names::LabelContext;
