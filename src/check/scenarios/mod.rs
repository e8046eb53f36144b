//! Scenarios: their names are resolved, and their code is compiled with the game's.

pub(in crate::check) mod messages;
pub(in crate::check) mod names;
pub(in crate::check) mod scenario;
pub(in crate::check) mod seats;
pub(in crate::check) mod sight;
pub(in crate::check) mod state;
pub(in crate::check) mod zone_contents;
