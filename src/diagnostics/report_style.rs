//! The look of diagnostics for people.

/// The look of the output.
#[derive(Clone, Copy)]
pub(super) struct ReportStyle {
    pub(super) color: bool,
    pub(super) width: usize,
    #[cfg_attr(not(feature = "excerpts"), expect(dead_code, reason = "no line is drawn"))]
    pub(super) unicode: bool,
}
