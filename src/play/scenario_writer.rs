//! The position of a game, written as a scenario that begins there.

use std::fmt::Write;

use super::session::Session;
use crate::ir::Bringer;
use crate::source::toml_string;

/// Maximum length of a scenario's id, in characters.
const LONGEST_ID: usize = 64;
/// Names that Windows keeps for devices.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Checks an id for the file of a new scenario. It becomes part of a path, so only names that are plain on
/// every system are allowed.
///
/// # Errors
/// The id is not allowed; a message.
pub fn check_scenario_id(id: &str) -> Result<(), String> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    let starts_well = id.starts_with(|c: char| c.is_ascii_lowercase());
    let port = |name: &str| {
        id.strip_prefix(name).is_some_and(|n| n.len() == 1 && n.bytes().all(|b| b.is_ascii_digit()))
    };
    if !starts_well || !id.chars().all(is_plain) || id.len() > LONGEST_ID {
        return Err(format!(
            "the name of a scenario has lowercase letters, digits, `-` and `_`, begins with a letter, and has at most {LONGEST_ID} characters"
        ));
    }
    if DEVICES.contains(&id) || port("com") || port("lpt") {
        return Err(format!("`{id}` is the name of a device on some systems: take another"));
    }
    Ok(())
}

/// Returns the text of a scenario that begins at the current choice of a game: its settings, and the answers
/// so far.
///
/// # Errors
/// No scenario can begin there; a message with the reason.
pub fn position_as_scenario(session: &Session) -> Result<String, String> {
    if !session.is_whole() {
        let words = "a game that began from a scenario or a table laid out cannot be saved as a scenario: only one that began with setup";
        return Err(words.into());
    }
    if session.state().is_over() {
        return Err(
            "the game is over: a scenario begins where somebody chooses; `undo` goes back there".into()
        );
    }
    let (ir, agreement) = (session.table().ir(), session.agreement());
    let seed =
        i64::try_from(agreement.seed).map_err(|_| format!("a scenario's seed is at most {}", i64::MAX))?;
    let mut text = String::from("# The position of a match. Steps that say what must hold may follow.\n");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "begin = \"setup\"\nplayers = {}\nseed = {seed}", agreement.players);
    let value =
        |value: String| match value.parse::<i64>().is_ok() || matches!(value.as_str(), "true" | "false") {
            true => value,
            false => toml_string(&value),
        };
    // All of them: defaults may change.
    let options: Vec<String> =
        agreement.option_texts(ir).map(|(id, written)| format!("{id} = {}", value(written))).collect();
    if !options.is_empty() {
        let _ = writeln!(text, "options = {{ {} }}", options.join(", "));
    }
    let mut decks = Vec::new();
    for list in ir.lists.played.iter().flat_map(|played| &played.lists) {
        if !ir.decks.iter().any(|deck| deck.id == list.id) {
            return Err(format!(
                "the list `{}` is not a list of the package: put it into its folder `decks` first",
                list.name
            ));
        }
        let bringer = match list.bringer {
            Bringer::Table => "table".to_owned(),
            Bringer::Seat(seat) => seat.seat().to_string(),
        };
        decks.push(format!("{bringer} = {}", toml_string(&list.id)));
    }
    if !decks.is_empty() {
        let _ = writeln!(text, "decks = {{ {} }}", decks.join(", "));
    }
    text.push_str("choices = [\n");
    for step in session.steps() {
        let _ = writeln!(text, "  [{}, {}],", step.seat.seat(), toml_string(&step.answer));
    }
    text.push_str("]\n");
    Ok(text)
}
