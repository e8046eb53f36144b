//! The sheets and components that a game declares.

pub(in crate::print) mod places;
pub(in crate::print) mod file_names;
pub(in crate::print) mod palette;
pub(in crate::print) mod face_data;
pub mod data;
pub(in crate::print) mod noise;
pub(in crate::print) mod alike_colours;
pub(in crate::print) mod missing_icons;
pub(in crate::print) mod card_places;
pub(in crate::print) mod attribute_values;
pub(in crate::print) mod written_values;
pub(in crate::print) mod sheet_list;
pub(in crate::print) mod face_paths;
pub(in crate::print) mod word_icons;
