//! An export in progress.

use crate::print::export::form::ExportOptions;
use crate::print::face::face_renderer::FaceRenderer;
use crate::print::request::print_request::Request;

/// An export in progress.
pub struct ExportJob<'a> {
    pub press: &'a FaceRenderer<'a>,
    pub request: &'a Request,
    pub options: &'a ExportOptions,
}
