//! Advice on unknown names, given to a scope by the declaration whose code is checked in it.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::names::UNKNOWN_NAME;

/// Advice on names that a scope does not have, although their author may expect them there. The declaration
/// gives it before its code is checked, because it alone knows why the names are absent.
pub(in crate::check) struct NameHint {
    /// The names that this advice is about; `None` for every name.
    pub names: Option<Vec<String>>,
    pub advice: Advice,
}

/// The part of an error that a [`NameHint`] gives.
pub(in crate::check) enum Advice {
    /// The cause, unless the error has one.
    Cause(String),
    /// The help text; replaces the help that an unknown name gets elsewhere.
    Help(String),
    /// The help text, unless the error has one already.
    LastHelp(String),
}

impl NameHint {
    /// Adds the advice to the error for a name, if it is about this name.
    pub(in crate::check) fn add_to(&self, d: &mut Diagnostic, name: &str) {
        let is_about = self.names.as_ref().is_none_or(|names| names.iter().any(|known| known == name));
        if d.code != UNKNOWN_NAME || !is_about {
            return;
        }
        match &self.advice {
            Advice::Cause(cause) if d.cause.is_none() => d.cause = Some(cause.clone()),
            Advice::LastHelp(help) if d.help.is_none() => d.help = Some(help.clone()),
            Advice::Help(help) => d.help = Some(help.clone()),
            Advice::Cause(_) | Advice::LastHelp(_) => {}
        }
    }
}
