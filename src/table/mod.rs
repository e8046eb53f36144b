//! The state of a game in play, from the IR: flat state, interpreter, choice points, views, seeded chance.
//!
//! A [`Table`] is a game prepared for play. A [`State`] is one game in progress; it is flat, and cloned by copying its words. A
//! [`Machine`] runs a state from one [`Stop`] to the next. The state holds the whole game, the suspended flow included. So undo restores
//! a copy, and resume loads a state:
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

mod rare_instructions;
mod amounts;
mod boards;
mod bulk;
pub mod chance;
mod move_continuations;
mod copies;
mod revealing_positions;
mod errors;
mod events;
mod fast;
mod fault;
mod frames;
mod fuel;
mod chance_outcome;
mod hints;
mod histories;
mod knowledge;
mod lay;
mod inspection;
mod machine;
mod matching;
mod names;
#[cfg(feature = "native")]
mod native;
mod offers;
mod options;
mod picks;
mod outcome;
mod pairs;
mod players;
mod profile;
mod program;
mod recipes;
mod run;
mod sample;
mod save;
mod secrets;
mod selecting;
pub mod sets;
mod component_text;
mod starts;
mod state;
mod instruction_taint;
mod distinct_labels;
mod unlisted;
mod unseen_components;
mod view;
mod wide_sets;
mod zone_names;
mod zones;

pub use chance_outcome::{ChanceOutcome, ChanceRequest};
pub use events::{Event, Listen};
pub use fault::{FailedEvaluations, Fault, FaultKind, Frame, span_of};
pub use hints::ComponentHint;
pub use inspection::SelectionProgress;
pub use lay::LayFault;
pub use machine::{Machine, Refusal, Stop};
pub use names::{Names, UnknownName, fold};
pub(crate) use options::is_component;
pub use options::{Pick, PickKind, TableOptions};
pub use outcome::{Ending, PlayerResult, TableOutcome};
pub use players::Players;
pub use profile::{Profile, Profiler};
pub use program::Table;
pub use sample::Sampler;
pub use save::{FORMAT as SAVE_FORMAT, SaveError};
pub use sets::elements;
pub use starts::check_starts;
pub use state::{State, Status};
pub use unseen_components::ComponentPlace;
pub(crate) use unseen_components::hole_bit;
pub use view::{HintedPlace, KnownFace, TableView, ViewedField, ViewedZone};
pub use zone_names::LabelContext;
