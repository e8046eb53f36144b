//! Names of functions, and the sort of rule that declared them.

use super::read_name::held_as_text;
use serde::{Deserialize, Serialize};

/// The sort of rule that declared a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionOrigin {
    /// An action of the table: its statements.
    TableAction,
    /// An action that components bear: its statements.
    ComponentAction,
    /// A question to a running table, such as those of `eval`.
    Question,
    /// Another rule, or the compiler.
    Other,
}

/// The name of a function in listings and traces, with its origin: `others`, `badger.penalty`, `action
/// take`.
///
/// A compiled game holds the text alone, from which the origin is read again: no id of an author has a dot or
/// a space, so only the constructors of actions make names that begin with `action`, a space and an id.
/// Nothing else may rely on that; a function that an author calls `eval` passes for a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct FunctionName {
    text: String,
    origin: FunctionOrigin,
}

/// The first word of the names of actions.
const ACTION: &str = "action ";
/// The name of the function that lays the table.
const LAYOUT: &str = "lay";
/// The name of all questions.
const QUESTION: &str = "eval";

impl FunctionName {
    /// Returns the name of the statements of one of the table's actions.
    pub fn action(id: &str) -> FunctionName {
        FunctionName { text: format!("{ACTION}{id}"), origin: FunctionOrigin::TableAction }
    }

    /// Returns the name of the statements of an action that the card, keyword or kind `of` declares.
    pub fn action_of(of: &str, id: &str) -> FunctionName {
        FunctionName { text: format!("{ACTION}{of}.{id}"), origin: FunctionOrigin::ComponentAction }
    }

    /// Returns the name of the function that calculates what a zone or a state starts as.
    pub fn start_of(id: &str) -> FunctionName {
        FunctionName { text: format!("start of {id}"), origin: FunctionOrigin::Other }
    }

    /// Returns the name of the function that puts components into their first zones.
    pub fn layout() -> FunctionName {
        FunctionName { text: LAYOUT.to_owned(), origin: FunctionOrigin::Other }
    }

    /// Returns the name of the function that answers a question.
    pub fn question() -> FunctionName {
        FunctionName { text: QUESTION.to_owned(), origin: FunctionOrigin::Question }
    }

    /// Returns the sort of rule that declared the function.
    pub fn origin(&self) -> FunctionOrigin {
        self.origin
    }
}

held_as_text!(FunctionName);

impl From<String> for FunctionName {
    fn from(text: String) -> FunctionName {
        let origin = match text.strip_prefix(ACTION) {
            Some(id) if id.contains('.') => FunctionOrigin::ComponentAction,
            Some(_) => FunctionOrigin::TableAction,
            None if text == QUESTION => FunctionOrigin::Question,
            None => FunctionOrigin::Other,
        };
        FunctionName { text, origin }
    }
}

impl From<&str> for FunctionName {
    fn from(text: &str) -> FunctionName {
        FunctionName::from(text.to_owned())
    }
}
