//! Output shared by all commands.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use terminal_size::{Height, Width};

use super::printable::Printable;
use crate::diagnostics::{self, Diagnostic, Severity};
use crate::report::wrap;
use crate::source::Sources;

/// Maximum width of text for people: longer lines are hard to read.
const WIDEST: usize = 110;

/// The output format of diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum FormatArg {
    /// For people, with source lines
    #[default]
    Human,
    /// One JSON object per line
    Json,
    /// file:line:column: message
    Short,
    /// Annotations of GitHub workflows
    Github,
}

/// When colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The type of standard output for commands.
pub(super) type CommandOutput = Printable<ClosableStream<AutoStream<io::StdoutLock<'static>>>>;

/// A stream whose reader may close it, as in `cardwright explain | head -1`. Later output is dropped: the
/// command continues with its other work, and exits as it would have.
pub(super) struct ClosableStream<W> {
    /// `None` once the reader has closed the stream.
    stream: Option<W>,
}

impl<W: Write> ClosableStream<W> {
    pub(super) fn new(stream: W) -> Self {
        ClosableStream { stream: Some(stream) }
    }

    fn unless_gone<T>(&mut self, done: io::Result<T>, otherwise: T) -> io::Result<T> {
        match done {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.stream = None;
                Ok(otherwise)
            }
            done => done,
        }
    }
}

impl<W: Write> Write for ClosableStream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let done = self.stream.as_mut().map_or(Ok(bytes.len()), |stream| stream.write(bytes));
        self.unless_gone(done, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.stream.as_mut().map_or(Ok(()), Write::flush);
        self.unless_gone(done, ())
    }
}

/// The output settings of a command.
#[derive(Clone)]
pub(super) struct Ui {
    pub(super) format: FormatArg,
}

impl Ui {
    pub(super) fn new(format: FormatArg, color: Color) -> Self {
        // Applies to all `anstream` streams. `Auto` checks the terminal and NO_COLOR, CLICOLOR and
        // CLICOLOR_FORCE.
        match color {
            Color::Auto => ColorChoice::Auto.write_global(),
            Color::Always => ColorChoice::Always.write_global(),
            Color::Never => ColorChoice::Never.write_global(),
        }
        Ui { format }
    }

    /// Returns standard output. Colours written to it are removed if colours are off.
    pub(super) fn out(&self) -> CommandOutput {
        Printable::new(ClosableStream::new(AutoStream::auto(io::stdout().lock())))
    }

    /// Returns the width of text on standard output, in columns: that of the terminal, or without one that of
    /// `COLUMNS`, or 80.
    pub(super) fn out_width(&self) -> usize {
        let size = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
        let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
        size.or_else(columns).unwrap_or(80).clamp(40, WIDEST)
    }

    /// Writes diagnostics to standard error, with a summary for people. Returns whether there is an error.
    pub(super) fn report(&self, found: &[Diagnostic], sources: &Sources) -> io::Result<bool> {
        let color = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
        let text = self.rendered(found, sources, color);
        Printable::new(ClosableStream::new(AutoStream::auto(io::stderr().lock())))
            .write_all(text.as_bytes())?;
        Ok(found.iter().any(|d| d.severity == Severity::Error))
    }

    /// Like `report`, but for commands whose results are diagnostics: formats for programs go to standard
    /// output.
    pub(super) fn report_found(&self, found: &[Diagnostic], sources: &Sources) -> io::Result<bool> {
        if self.format == FormatArg::Human {
            return self.report(found, sources);
        }
        let text = self.rendered(found, sources, false);
        self.out().write_all(text.as_bytes())?;
        Ok(found.iter().any(|d| d.severity == Severity::Error))
    }

    fn rendered(&self, found: &[Diagnostic], sources: &Sources, color: bool) -> String {
        let format = match self.format {
            FormatArg::Human => diagnostics::Format::Human { color, width: width(), unicode: unicode() },
            FormatArg::Json => diagnostics::Format::Json,
            FormatArg::Short => diagnostics::Format::Short,
            FormatArg::Github => diagnostics::Format::Github,
        };
        let mut text = diagnostics::render(found, sources, format);
        if self.format == FormatArg::Human && !found.is_empty() {
            text.push_str(&format!("\n{}\n", diagnostics::summary(found)));
        }
        text
    }

    /// Writes a note to standard error, wrapped at the width of the terminal.
    pub(super) fn print_message(&self, message: &str) {
        let message = wrap_note(message, terminal_size::terminal_size_of(io::stderr()));
        // If this cannot be written, there is nothing left to do.
        let _ = writeln!(Printable::new(AutoStream::auto(io::stderr().lock())), "{message}");
    }

    /// Wraps a line of standard output at the width of the terminal.
    pub(super) fn wrap_line(&self, line: &str) -> String {
        wrap_note(line, terminal_size::terminal_size_of(io::stdout()))
    }

    /// Writes an error message in a line.
    pub(super) fn complain(&self, message: &str) {
        let style = anstyle::AnsiColor::Red.on_default().bold();
        // If this cannot be written, there is nothing left to do.
        let _ = writeln!(
            Printable::new(AutoStream::auto(io::stderr().lock())),
            "{style}error:{style:#} {message}"
        );
    }
}

/// Wraps a note at the width of the terminal, or without one at that of `COLUMNS`; continued lines are
/// indented. Without either, each line is left as it is: a program may read it.
fn wrap_note(note: &str, terminal: Option<(Width, Height)>) -> String {
    let size = terminal.map(|(width, _)| usize::from(width.0));
    let columns = || std::env::var("COLUMNS").ok()?.parse::<usize>().ok();
    let Some(width) = size.or_else(columns).map(|width| width.clamp(40, WIDEST)) else {
        return note.to_owned();
    };
    // Lines that fit keep their own spaces.
    let lines = note.split('\n').map(|line| match line.chars().count() > width {
        true => wrap(line, width - 2).join("\n  "),
        false => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the width of text for people, in columns.
fn width() -> usize {
    let size = terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| usize::from(width.0));
    size.unwrap_or(WIDEST).min(WIDEST)
}

/// Returns whether the locale supports Unicode; assumed by default.
pub(super) fn unicode() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|v| !v.is_empty());
    set.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// Returns a progress bar. It is shown only on a terminal, and not for short work.
pub(super) fn progress(all: u64, what: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr_with_hz(10));
    let style = ProgressStyle::with_template(&format!(
        "{{bar:40}} {{human_pos}}/{{human_len}} {what}, {{per_sec}}, {{eta}} left"
    ));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
