//! Opens a file in the user's editor.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

/// Variables that name an editor, in the order in which they are tried.
const VARIABLES: [&str; 3] = ["CARDWRIGHT_EDITOR", "VISUAL", "EDITOR"];
/// Editors that need a terminal, which the studio does not have.
const IN_TERMINAL: [&str; 9] = ["vi", "vim", "nvim", "nano", "emacs", "hx", "helix", "micro", "ed"];

/// Returns the command of the editor.
///
/// # Errors
/// No variable names one that opens a window; a message.
pub fn command() -> Result<Vec<String>, String> {
    let named = VARIABLES
        .iter()
        .find_map(|variable| env::var(variable).ok().filter(|value| !value.trim().is_empty()));
    let words: Vec<String> =
        named.iter().flat_map(|value| value.split_whitespace().map(str::to_owned)).collect();
    let Some(program) = words.first() else {
        return Err("no editor is named: set CARDWRIGHT_EDITOR, for example to `code`".into());
    };
    if IN_TERMINAL.contains(&name_of(program)) {
        return Err(format!(
            "`{program}` needs a terminal: set CARDWRIGHT_EDITOR to an editor with a window"
        ));
    }
    Ok(words)
}

fn name_of(program: &str) -> &str {
    Path::new(program).file_stem().and_then(|name| name.to_str()).unwrap_or(program)
}

/// Opens a file at a line.
///
/// # Errors
/// There is no editor, or it cannot be started; a message.
pub fn open(file: &Path, line: usize) -> Result<(), String> {
    let words = command()?;
    let (program, given) = words.split_first().ok_or("no editor is named")?;
    let file = file.display();
    let place = match name_of(program) {
        "code" | "codium" | "code-insiders" | "cursor" => vec!["--goto".into(), format!("{file}:{line}")],
        "subl" | "zed" | "atom" => vec![format!("{file}:{line}")],
        "kate" | "gedit" | "kwrite" => vec![format!("{file}"), "--line".into(), line.to_string()],
        "idea" | "rustrover" | "clion" => vec!["--line".into(), line.to_string(), format!("{file}")],
        _ => vec![format!("{file}")],
    };
    start(Command::new(program).args(given).args(place))
}

/// Opens a workbook in the program that the system has for it.
///
/// # Errors
/// There is none, or it cannot be started; a message.
pub fn open_workbook(file: &Path) -> Result<(), String> {
    // A path that begins with `-` would be an option.
    let file = std::fs::canonicalize(file).map_err(|error| error.to_string())?;
    if cfg!(windows) {
        return start(Command::new("explorer").arg(file));
    }
    start(Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" }).arg(file))
}

fn start(command: &mut Command) -> Result<(), String> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("`{}` cannot be started: {error}", command.get_program().display()))?;
    // Nothing waits for the editor but this, which takes note of its end.
    std::thread::spawn(move || child.wait());
    Ok(())
}
