//! The ids of matches in addresses.

use super::journal::is_id;
use super::room_command::UNKNOWN;
use crate::web::RequestRejection;

/// Returns the id of a match, checked for its form. A wrong form is refused like an unknown match.
pub fn parse_match_id(id: &str) -> Result<String, RequestRejection> {
    if is_id(id) { Ok(id.to_owned()) } else { Err(RequestRejection::unknown(UNKNOWN)) }
}
