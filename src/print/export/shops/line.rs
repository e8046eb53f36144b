//! Lines of a report on the requirements of a shop.

/// A line of the report: a requirement, and the way out if it is not met.
pub struct RequirementLine {
    pub text: String,
    pub mend: Option<String>,
}

impl RequirementLine {
    pub fn requirement_met(text: impl Into<String>) -> RequirementLine {
        RequirementLine { text: text.into(), mend: None }
    }

    /// Creates a line that is met if `is_met`; `mend` says what to do otherwise.
    pub fn of(is_met: bool, text: impl Into<String>, mend: impl Into<String>) -> RequirementLine {
        RequirementLine { text: text.into(), mend: (!is_met).then(|| mend.into()) }
    }
}
