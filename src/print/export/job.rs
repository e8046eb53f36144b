//! An export in progress.

use crate::print::export::form::Options;
use crate::print::face::press::Press;
use crate::print::request::print_request::Request;

/// An export in progress.
pub struct Job<'a> {
    pub press: &'a Press<'a>,
    pub request: &'a Request,
    pub options: &'a Options,
}
