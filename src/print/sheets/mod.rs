//! Sheets of paper: which faces lie where on them.

pub mod paper;
pub(in crate::print) mod tiles;
pub(in crate::print) mod marks;
pub(in crate::print) mod sharing;
pub(in crate::print) mod footer;
pub(in crate::print) mod job;
pub(in crate::print) mod booklet;
pub(in crate::print) mod bleed;
pub(in crate::print) mod pieces;
pub mod cards;
pub(in crate::print) mod board_geometry;
pub(in crate::print) mod board_data;
pub(in crate::print) mod board;
pub(in crate::print) mod pages;
pub(in crate::print) mod batch;
pub(in crate::print) mod leaves;
pub mod tuck_box;
pub mod calibration;
pub(in crate::print) mod rules_text;
pub mod image_subject;
pub mod rule_figures;
pub mod rules;
pub(in crate::print) mod contact;
pub(in crate::print) mod changes;
pub(in crate::print) mod checks;
