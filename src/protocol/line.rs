//! The lines of a program that plays: their keys, and their errors.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Number, Value};

use crate::diagnostics::{json_syntax, nearest, repeated_key};
use crate::ir::SeatNumber;

/// The settings of a new game.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NewGame {
    /// The scenario at whose table the game begins.
    pub scenario: Option<String>,
    /// Number of players.
    pub players: Option<u8>,
    /// Setup of the game, a bundle of options.
    pub setup: Option<String>,
    /// Values of options, by id.
    pub options: Map<String, Value>,
    /// Deck lists by seat, from 1, or by `table`.
    pub decks: BTreeMap<String, String>,
    /// Random seed.
    pub seed: Option<Number>,
    /// The initial contents of zones, in the format of scenarios.
    pub zones: Map<String, Value>,
    /// The initial state.
    pub state: Map<String, Value>,
    /// The point at which the game begins.
    pub begin: Option<BeginAt>,
}

impl NewGame {
    /// Returns whether the line lays out the table, instead of starting with setup.
    pub fn lays_out(&self) -> bool {
        !self.zones.is_empty() || !self.state.is_empty() || self.begin.is_some()
    }
}

/// The point at which a game begins.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BeginAt {
    /// Before the setup.
    Setup,
    /// After setup.
    Play,
}

/// A line of input.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum ProtocolRequest {
    /// Begins another game.
    New(Box<NewGame>),
    /// Asks for the position once more.
    Ask {},
    /// Answers a choice.
    Choose {
        /// Name or index of the option.
        option: Value,
        /// Number of answers given before, to refuse an answer to an earlier position.
        ply: Option<u64>,
    },
    /// Takes the last answer back.
    Undo {},
    /// Asks for a view.
    View {
        /// Seat, from 1; `None` for the view of a spectator.
        seat: Option<SeatNumber>,
    },
    /// Asks for everything, hidden or not.
    State {},
    /// Asks for the record.
    Record {
        /// Seat, from 1; `None` for the lines that every player may read.
        seat: Option<SeatNumber>,
    },
    /// Asks for a saved game.
    Save {},
    /// Asks for the position as a scenario.
    Scenario {
        /// Id of the file to write into the package; without it, the answer has the text.
        name: Option<String>,
        /// True if a file of that name is replaced.
        #[serde(default)]
        replace: bool,
    },
    /// Asks for a bot's advice.
    Hint {
        /// The bot; the tree search by default.
        bot: Option<String>,
    },
}

/// The requests, each with the keys that its line may have besides `do`.
const LINES: [(&str, &[&str]); 10] = [
    ("new", &["scenario", "players", "setup", "options", "decks", "seed", "zones", "state", "begin"]),
    ("ask", &[]),
    ("choose", &["option", "ply"]),
    ("undo", &[]),
    ("view", &["seat"]),
    ("state", &[]),
    ("record", &["seat"]),
    ("save", &[]),
    ("scenario", &["name", "replace"]),
    ("hint", &["bot"]),
];

/// Returns the type of a key's value: a description and a test.
fn expected_type(key: &str) -> (&'static str, fn(&Value) -> bool) {
    match key {
        "scenario" | "setup" | "name" | "bot" => ("a string", |value| value.is_string() || value.is_null()),
        "begin" => {
            ("`setup` or `play`", |value| matches!(value.as_str(), Some("setup" | "play")) || value.is_null())
        }
        "ply" => ("a whole number, 0 or more", |value| value.is_u64() || value.is_null()),
        "players" | "seat" => {
            let fits = |value: &Value| value.as_u64().is_some_and(|n| n <= u8::MAX.into()) || value.is_null();
            ("a whole number from 0 to 255", fits)
        }
        "seed" => ("a whole number", |value| value.is_number() || value.is_null()),
        "replace" => ("`true` or `false`", Value::is_boolean),
        "decks" => ("an object of strings", |value| {
            value.as_object().is_some_and(|of| of.values().all(Value::is_string))
        }),
        "options" | "zones" | "state" => ("an object", Value::is_object),
        _ => ("a value", |_| true),
    }
}

/// A parsed line: its `id`, and the request or its error.
pub type ParsedLine = (Option<Value>, Result<ProtocolRequest, String>);

/// Parses a line, and the `id` that its answer repeats.
pub fn request(line: &str) -> ParsedLine {
    let value: Value = match serde_json::from_str(line) {
        Ok(value) => value,
        Err(error) => {
            let words =
                format!("a line is a JSON object, such as {{\"do\": \"ask\"}}: {}", json_syntax(&error));
            return (None, Err(words));
        }
    };
    let Value::Object(mut keys) = value else {
        return (None, Err("a line is an object, such as {\"do\": \"ask\"}".into()));
    };
    let id = match keys.remove("id") {
        Some(id) if !(id.is_string() || id.is_u64()) => {
            return (None, Err("`id` is a text or a whole number below 18446744073709551616".into()));
        }
        id => id,
    };
    if let Some(key) = repeated_key(line) {
        return (id, Err(format!("`{key}` is given twice")));
    }
    (id, request_of(keys))
}

/// Reads the keys of a line. Unknown keys are errors, since an ignored key would be taken for effective.
fn request_of(keys: Map<String, Value>) -> Result<ProtocolRequest, String> {
    // Only the tables of the studio give hints, so no other program is offered them.
    let names: Vec<&str> = LINES.iter().map(|(name, _)| *name).filter(|name| *name != "hint").collect();
    let Some(asked) = keys.get("do").and_then(Value::as_str) else {
        return Err(format!("a line says with `do` what is to be done: {}", names.join(", ")));
    };
    let Some((_, known)) = LINES.iter().find(|(name, _)| *name == asked) else {
        let help = nearest(asked, names.iter().copied()).map_or_else(
            || format!("there are {}", names.join(", ")),
            |near| format!("did you mean `{near}`?"),
        );
        return Err(format!("`{asked}` cannot be done; {help}"));
    };
    if let Some(strange) = keys.keys().find(|key| *key != "do" && !known.contains(&key.as_str())) {
        return Err(match (known.is_empty(), nearest(strange, known.iter().copied())) {
            (true, _) => format!("`{asked}` has no `{strange}`: its line has nothing but `do`"),
            (false, Some(near)) => format!("`{asked}` has no `{strange}`; did you mean `{near}`?"),
            (false, None) => {
                format!("`{asked}` has no `{strange}`; beside `do` it may have: {}", known.join(", "))
            }
        });
    }
    if asked == "choose" && !keys.contains_key("option") {
        return Err("`choose` needs an `option`: its place in the list, from 0, or its name".into());
    }
    if let Some((key, value, expected)) = keys.iter().find_map(|(key, value)| {
        let (expected, fits) = expected_type(key);
        (!fits(value)).then_some((key, value, expected))
    }) {
        let value = value.to_string();
        return Err(match value.len() {
            0..=80 => format!("`{key}` is {value}; expected {expected}"),
            _ => format!("`{key}` is something else than {expected}"),
        });
    }
    serde_json::from_value(keys.into()).map_err(|error| error.to_string())
}
