//! From declarations to the symbol table. Code is not checked yet.

pub(in crate::check) mod boards;
pub(in crate::check) mod cell_members;
pub(in crate::check) mod declarations;
pub(in crate::check) mod dice;
pub(in crate::check) mod histories;
pub(in crate::check) mod kept_places;
pub(in crate::check) mod kinds;
pub(in crate::check) mod list_cards;
pub(in crate::check) mod messages;
pub(in crate::check) mod readable_ids;
pub(in crate::check) mod zones;
