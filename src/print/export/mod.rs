//! Exports pictures and tables for other programs and print shops.

pub(in crate::print) mod address;
pub(in crate::print) mod simulator;
pub(in crate::print) mod shops;
pub(in crate::print) mod form;
pub(in crate::print) mod receiver;
pub(in crate::print) mod job;
pub mod vector;
pub(in crate::print) mod files;
pub(in crate::print) mod gallery;
pub(in crate::print) mod live;
pub(in crate::print) mod names;
pub(in crate::print) mod simulators;
pub(in crate::print) mod tables;
pub(in crate::print) mod trial;
pub(in crate::print) mod guids;
pub(in crate::print) mod tts_standee;
pub(in crate::print) mod tts_table;
pub(in crate::print) mod tts_figures;
pub(in crate::print) mod tts_cards;
pub(in crate::print) mod tts_seats;
pub(in crate::print) mod tts;
pub(in crate::print) mod run;

pub use self::form::{ExportForm, ExportOptions};
pub use self::live::{LiveFace, LiveFaces, draw_faces};
pub use self::receiver::{ExportResult, Receiver};
pub use self::run::export;
pub use self::shops::shop::Shop;
pub use self::shops::write::{ProductInfo, products_of};
pub use self::simulator::Simulator;
pub use self::trial::check_faces;
pub use crate::print::request::scenes::StandingPiece;
pub use crate::print::request::setting::{CounterSetting, Sight, TableSetting, ZoneSetting};
