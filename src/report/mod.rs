//! Reports for people: tables, standings, the results of simulations, and the table as a player sees it.
//!
//! All texts are plain except for a few ANSI styles, which the caller may strip.

mod areas;
mod board;
mod brief_value;
mod card_text;
mod cell_room;
mod cell_signs;
mod coordinate_board;
mod deck_list;
mod facts;
mod figure_row;
mod grid;
mod grid_lines;
mod lab;
mod lab_json;
mod list_effects;
mod matchups;
mod now;
mod options;
mod own_figures;
mod page;
mod paper;
#[cfg(feature = "parquet")]
mod parquet_file;
mod profile;
mod rows;
mod simulation;
mod standings;
mod study;
mod study_simulation;
mod table_text;
mod tournament;
mod unmarked;

pub use crate::diagnostics::{count_noun, grouped};
pub use areas::{board, place};
pub use board::boards;
pub use card_text::{card, keyword};
pub use deck_list::list_pages;
pub use figure_row::{FigureRow, rows_csv};
pub use grid::{ColumnAlign, TextTable, ends, wrap};
pub use lab::counts_text;
pub use now::{card_now, place_now};
pub use options::options;
pub use page::{PageError, page};
pub use paper::PaperPage;
#[cfg(feature = "parquet")]
pub use parquet_file::rows_parquet;
pub use profile::{profile_folded, profile_json, profile_text};
pub use rows::rows;
pub use simulation::lists_brought;
pub use standings::{standings, verdict};
pub use study::{study_json, study_text};
pub use study_simulation::{SimulationSpeed, StudySimulation};
pub use table_text::look;
pub use tournament::{TournamentReport, sample_pages};
