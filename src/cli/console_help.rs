//! The commands that can be typed at the console, and the help that lists them.

use crate::diagnostics::printable_line;
use crate::ir::Ir;
use crate::play::OptionLine;

/// Commands that can be typed instead of an answer, after those that name something of the game.
const HELP: &str = "  1 3           several numbers, where several are chosen
  options       the options again
  table         the table again
  log           what has happened so far
  undo          back to your last choice
  save FILE     write the game to a file
  scenario FILE write the position as a scenario
  quit          leave
";
/// The same, for games with options to pass.
const HELP_TO_PASS: &str = "  pass!         pass, and go on passing until something happens\n";
/// The first words of commands.
pub(super) const COMMANDS: [&str; 10] =
    ["?", "help", "options", "table", "log", "undo", "save", "scenario", "pass!", "quit"];

/// Returns the list of commands, with examples from this game: its first option now, a card or a place.
pub(super) fn help(ir: &Ir, option: Option<&OptionLine>) -> String {
    let option = option.map_or_else(|| "1".into(), |line| format!("1, {}", line.label));
    let (card, cell) = (ir.names.iter().find(|name| name.copies > 0), ir.cells.first());
    let about = card.map(|card| ("card", &card.printed)).or(cell.map(|cell| ("place", &cell.printed)));
    let mut help = format!("  {:<12}  answer with an option's number or its name\n", printable_line(&option));
    if let Some((what, name)) = about {
        help.push_str(&format!("  {:<12}  all about a {what}\n", printable_line(&format!("? {name}"))));
    }
    if let Some(keyword) = keyword_in(ir) {
        help.push_str(&format!("  {:<12}  all about a keyword\n", printable_line(&format!("? {keyword}"))));
    }
    if ir.choices.iter().any(|choice| !choice.actions.is_empty() && choice.decline.is_some()) {
        help.push_str(HELP_TO_PASS);
    }
    help + HELP
}

/// Returns the printed name of the first keyword that a card bears, without the values that the card gives
/// it.
fn keyword_in(ir: &Ir) -> Option<String> {
    let written =
        ir.names.iter().filter(|name| name.card.is_none()).find_map(|name| name.keywords.first())?;
    Some(ir.print.keyword(written.split_whitespace().next()?))
}
