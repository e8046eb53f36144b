//! A game played at the console.

use crate::ir::PlayerId;
use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstyle::{AnsiColor, Style};

use super::command_result::CommandError;
use super::console_about::{CardFacts, SessionState};
use super::console_choice::{Player, is_lone, label, pass_of};
use super::console_help::{self, COMMANDS};
use super::interrupt::InterruptState;
use super::selection::{PickResult, Selection, how_far};
use super::ui::{CommandOutput, Ui};
use super::{input, open, saved};
use crate::diagnostics::{capitalised, nearest, printable_line};
use crate::play::{ReplayStep, SavedGame, Session, story};
use crate::report::{boards, count_noun, ends, look, options, standings, verdict};
use crate::table::{self, Names, Players};

/// Maximum number of lines of the record shown at its beginning and at its end.
const MOST_TOLD: usize = 100;
/// Maximum length of a typed line, in bytes.
const LONGEST: u64 = 64 << 10;

/// The effect of a typed line.
enum ConsoleInput {
    /// The option with this index.
    Answer(usize),
    /// Back to the last choice.
    Undo,
    /// Leaves the game.
    Leave,
}

/// A game at the console.
pub(super) struct Console<'t> {
    session: Session<'t>,
    players: Vec<Player<'t>>,
    /// The seats as written: `human`, `random`.
    seats: Vec<String>,
    package: String,
    facts: CardFacts<'t>,
    /// Number of lines of the record that each player has been shown.
    told: Vec<usize>,
    /// The human who sits at the console.
    sitting: Option<PlayerId>,
    /// Maximum number of consecutive choices by bots.
    max_plies: u64,
    /// Number of consecutive choices by bots so far.
    in_a_row: u64,
    /// The selection in progress.
    selection: Option<Selection>,
    /// Names of selected options still to be answered.
    picked: VecDeque<String>,
    /// The players who pass automatically until somebody does something else.
    passing: Players,
    /// The answers and picks at the last save.
    saved: (Vec<ReplayStep>, Vec<String>),
    /// The state that a signal saves, if saving on signals is on.
    latest: Option<InterruptState>,
    /// True if the output is a terminal.
    terminal: bool,
    width: usize,
    out: CommandOutput,
    input: io::StdinLock<'static>,
}

impl<'t> Console<'t> {
    /// Creates the console of a session. `package` is the game as named by the user, with `facts` about its
    /// cards; the game stops after `max_plies` consecutive choices by bots.
    pub(super) fn new(
        session: Session<'t>,
        players: Vec<Player<'t>>,
        seats: Vec<String>,
        (package, facts): (&str, CardFacts<'t>),
        max_plies: u64,
        ui: &Ui,
    ) -> Self {
        Console {
            told: vec![0; players.len()],
            session,
            players,
            seats,
            package: package.into(),
            facts,
            sitting: None,
            max_plies,
            in_a_row: 0,
            selection: None,
            picked: VecDeque::new(),
            passing: Players::NONE,
            saved: (Vec::new(), Vec::new()),
            latest: None,
            terminal: io::stdin().is_terminal() && io::stdout().is_terminal(),
            width: ui.out_width(),
            out: ui.out(),
            input: io::stdin().lock(),
        }
    }

    /// Saves the game to this file when a signal ends the program.
    pub(super) fn save_on_signal(&mut self, file: &Path, ui: &Ui) {
        let saved = SavedGame::of(&self.session, &self.package, &self.seats);
        self.latest = Some(InterruptState::save_on_signal(file, saved, ui));
    }

    /// Plays the game; returns whether it came to its end.
    pub(super) fn play(&mut self) -> Result<bool, CommandError> {
        self.introduce()?;
        loop {
            // The answers to one selection are published together.
            if self.picked.is_empty() {
                self.hand_over();
            }
            match self.session.advance() {
                table::Stop::Choice if self.in_a_row >= self.max_plies => {
                    self.print_news(None)?;
                    let choices = count_noun(self.max_plies, "choice");
                    writeln!(
                        self.out,
                        "\nThe game is stopped after {choices} of bots in a row (--max-plies)."
                    )?;
                    return Ok(true);
                }
                table::Stop::Choice => match self.turn()? {
                    Some(ConsoleInput::Leave) => return Ok(false),
                    Some(ConsoleInput::Undo) => {
                        let lines = self.session.record().len();
                        self.told.iter_mut().for_each(|told| *told = lines.min(*told));
                    }
                    Some(ConsoleInput::Answer(_)) | None => {}
                },
                table::Stop::Over => {
                    self.finish()?;
                    return Ok(true);
                }
                table::Stop::Fault(fault) => {
                    self.print_news(None)?;
                    return Err(self.failed(&fault));
                }
                _ => {
                    self.print_news(None)?;
                    writeln!(
                        self.out,
                        "There is nothing more to play: the game has no `play` in its `[flow]`."
                    )?;
                    return Ok(true);
                }
            }
        }
    }

    /// Publishes the answers and picks for saving on a signal.
    fn hand_over(&self) {
        if let Some(latest) = &self.latest {
            latest.update(self.session.steps(), self.session.picks());
        }
    }

    /// Stores the picks of the selection in the session.
    fn keep_picks(&mut self) {
        self.session.set_picks(self.selection.as_ref().map_or_else(Vec::new, Selection::picks));
        self.hand_over();
    }

    /// Saves the game to a file; returns a message with its name.
    pub(super) fn save(&mut self, file: &Path) -> Result<String, CommandError> {
        let said = saved::save(&self.session, &self.package, &self.seats, file)?;
        self.saved = (self.session.steps().to_vec(), self.session.picks().to_vec());
        Ok(said)
    }

    /// Writes the file that a command asks for; returns a message with its name.
    fn write(&mut self, command: &str, file: &Path) -> Result<String, CommandError> {
        if command == "scenario" {
            return saved::save_scenario(&self.session, file);
        }
        saved::may_be_written(file)?;
        self.save(file)
    }

    /// Returns whether there are unsaved answers or picks.
    pub(super) fn unsaved(&self) -> bool {
        self.session.is_whole()
            && (self.saved.0 != self.session.steps() || self.saved.1 != self.session.picks())
    }

    /// Returns the seats of human players.
    fn humans(&self) -> Vec<PlayerId> {
        let humans = self.players.iter().enumerate().filter(|(_, p)| matches!(p, Player::Human));
        humans.map(|(seat, _)| PlayerId::from_index(seat)).collect()
    }

    /// Returns the set of players at the console. It is empty if there are none; a spectator then sees
    /// everything.
    fn readers(&self) -> Players {
        self.humans().into_iter().collect()
    }

    /// Returns the message of a fault, without information that is hidden from the players at the console.
    fn failed(&self, fault: &table::Fault) -> CommandError {
        open::fault_stop_for(self.session.table(), self.session.state(), self.readers(), fault)
    }

    /// Returns the seat of the only human, who is then addressed as “you”; `None` if there are none or
    /// several.
    fn you(&self) -> Option<PlayerId> {
        if let [you] = self.humans()[..] { Some(you) } else { None }
    }

    fn introduce(&mut self) -> io::Result<()> {
        let table = self.session.table();
        let (ir, agreement) = (table.ir(), self.session.agreement());
        let bold = Style::new().bold();
        let players = count_noun(u64::from(agreement.players), "player");
        let mut head = vec![players, format!("seed {}", agreement.seed)];
        head.extend(agreement.said_of_others(ir).map(|(option, value)| format!("{option} {value}")));
        let lists: Vec<String> = ir
            .lists
            .played
            .iter()
            .flat_map(|played| &played.lists)
            .map(|list| printable_line(&list.name))
            .collect();
        if !lists.is_empty() {
            head.push(lists.join(", "));
        }
        let name = printable_line(&ir.game.name);
        writeln!(self.out, "{bold}{name}{bold:#} · {}", head.join(" · "))?;
        if let Some(you) = self.you() {
            let hint = if self.terminal {
                " Answer with a number or a name; ? lists what else you can type."
            } else {
                ""
            };
            writeln!(self.out, "You are player {}.{hint}", you.seat())?;
        }
        Ok(())
    }

    /// Lets the player or bot make the next choice.
    fn turn(&mut self) -> Result<Option<ConsoleInput>, CommandError> {
        let Ok(seen) = self.session.observation() else { return Ok(None) };
        let player = seen.player();
        if let Some(Player::Bot(bot)) = self.players.get_mut(player.index()) {
            let index = bot.choose(&seen).min(seen.options().len().saturating_sub(1));
            self.answer(index)?;
            self.in_a_row += 1;
            return Ok(None);
        }
        if let Some(index) = self.answered_already() {
            self.answer(index)?;
            self.in_a_row += 1;
            return Ok(None);
        }
        self.in_a_row = 0;
        let sits_down = self.sitting != Some(player);
        if self.humans().len() > 1 && sits_down && !self.change_seats(player)? {
            return Ok(Some(ConsoleInput::Leave));
        }
        self.sitting = Some(player);
        self.mark_turn(player, sits_down)?;
        self.print_news(Some(player))?;
        self.show_table(player)?;
        let offered = self.session.selectable();
        self.selection = offered.map(|offered| Selection::new(offered, self.session.picks()));
        self.show_options()?;
        let typed = self.read(player)?;
        self.selection = None;
        match typed {
            ConsoleInput::Answer(index) => {
                self.session.mark();
                self.answer(index)?;
            }
            ConsoleInput::Undo if self.session.undo() => {
                self.passing = Players::NONE;
                writeln!(self.out, "Back to an earlier choice.")?;
            }
            ConsoleInput::Undo => writeln!(self.out, "There is nothing to undo yet.")?,
            ConsoleInput::Leave => {}
        }
        Ok(Some(typed))
    }

    /// Writes a line at the beginning of a turn, when the player who chooses changes. `sits_down` says that
    /// the player is new at the console.
    fn mark_turn(&mut self, player: PlayerId, sits_down: bool) -> io::Result<()> {
        let steps = self.session.steps();
        let is_new = steps.last().is_none_or(|last| last.seat != player);
        if !is_new && !sits_down {
            return Ok(());
        }
        let turn = steps.chunk_by(|a, b| a.seat == b.seat).count() + usize::from(is_new);
        let whose =
            if self.you() == Some(player) { "yours".into() } else { format!("player {}", player.seat()) };
        let dim = Style::new().dimmed();
        writeln!(self.out, "\n{dim}--- turn {turn}: {whose} ---{dim:#}")
    }

    /// Returns the option that needs no question: the next of a selection, or the only one.
    fn answered_already(&mut self) -> Option<usize> {
        let names = Names::new(self.session.table().ir());
        let humans = self.humans().len();
        let seen = self.session.observation().ok()?;
        let is_lone = is_lone(&seen, humans);
        if let Some(name) = self.picked.pop_front() {
            match names
                .find(seen.options(), &name)
                .ok()
                .filter(|_| seen.selection().is_some_and(|s| s.count > 0))
            {
                Some(index) => return Some(index),
                None => self.picked.clear(),
            }
        }
        let pass = pass_of(&seen).filter(|_| self.passing.has(seen.player()));
        is_lone.then_some(0).or(pass)
    }

    fn answer(&mut self, index: usize) -> Result<(), CommandError> {
        if self.session.observation().is_ok_and(|seen| pass_of(&seen) != Some(index)) {
            self.passing = Players::NONE;
        }
        // Players and bots choose only from the options of the table, so this cannot fail.
        self.session
            .choose(index)
            .map_err(|_| CommandError::Usage("the table refused an option of its own".into()))
    }

    /// Clears the screen until the next player sits down. Returns false at the end of the input.
    fn change_seats(&mut self, player: PlayerId) -> io::Result<bool> {
        if !self.terminal {
            return Ok(true);
        }
        self.out.flush()?;
        // Written directly to standard output, since the text stream filters such escape sequences.
        io::stdout().write_all(b"\x1b[2J\x1b[3J\x1b[H")?;
        write!(self.out, "Player {}, press Enter when only you can see the screen. ", player.seat())?;
        self.out.flush()?;
        Ok(self.line()?.is_some())
    }

    /// Shows a player the new lines of the record. `None` shows everybody what all of them may know.
    fn print_news(&mut self, player: Option<PlayerId>) -> io::Result<()> {
        let humans = self.humans();
        let readers = player.map_or_else(|| self.readers(), Players::one);
        let told = match player {
            Some(player) => self.told[player.index()],
            None => humans.iter().map(|h| self.told[h.index()]).max().unwrap_or(0),
        };
        let lines: Vec<String> =
            story(&self.session.record()[told..], readers).iter().map(|turn| turn.text()).collect();
        let now = self.session.record().len();
        match player {
            Some(player) => self.told[player.index()] = now,
            None => self.told.fill(now),
        }
        let lines = ends(lines, MOST_TOLD);
        if !lines.is_empty() {
            writeln!(self.out)?;
        }
        let dim = Style::new().dimmed();
        for line in lines {
            writeln!(self.out, "{dim}· {line}{dim:#}")?;
        }
        Ok(())
    }

    fn show_table(&mut self, player: PlayerId) -> io::Result<()> {
        let table = self.session.table();
        let view = table.view(self.session.state(), Some(player));
        let text = look(
            table,
            self.session.names(),
            &view,
            (self.session.state(), self.session.initial_state()),
            self.width,
        );
        write!(self.out, "\n{text}")
    }

    fn show_options(&mut self) -> io::Result<()> {
        let names = Names::new(self.session.table().ir());
        let Ok(seen) = self.session.observation() else { return Ok(()) };
        let question = match seen.question(&names) {
            // A card may ask without a question of its own.
            Some(asker) if asker.ends_with(':') => format!("{asker} what do you do?"),
            Some(question) => question,
            None => "What do you do?".into(),
        };
        let (labels, far) = match &self.selection {
            Some(selection) => (selection.labels(), format!(" ({})", selection.how_far())),
            None => {
                // Unseen cards are selected one by one.
                let far =
                    seen.selection().map_or(String::new(), |progress| format!(" ({})", how_far(&progress)));
                (self.session.lines().unwrap_or_default().iter().map(label).collect(), far)
            }
        };
        let bold = Style::new().bold();
        write!(self.out, "\n{bold}{question}{bold:#}{far}\n{}", options(&labels, self.width))
    }

    /// Reads a line; `None` at the end of the input.
    fn line(&mut self) -> io::Result<Option<String>> {
        input::line(&mut self.input, LONGEST)
    }

    /// Reads lines until one changes the game.
    fn read(&mut self, player: PlayerId) -> Result<ConsoleInput, CommandError> {
        loop {
            if self.terminal {
                let cyan = AnsiColor::Cyan.on_default().bold();
                write!(self.out, "{cyan}>{cyan:#} ")?;
            }
            self.out.flush()?;
            let Some(line) = self.line()? else {
                if self.terminal {
                    writeln!(self.out)?;
                }
                return Ok(ConsoleInput::Leave);
            };
            if let Some(typed) = self.command(&line, player)? {
                return Ok(typed);
            }
        }
    }

    /// Runs the command in a line; returns `None` if it does not change the game.
    fn command(&mut self, line: &str, player: PlayerId) -> Result<Option<ConsoleInput>, CommandError> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("", _) => {}
            ("?" | "help", "") => {
                let option = self.session.lines().unwrap_or_default().into_iter().next();
                write!(self.out, "{}", console_help::help(self.session.table().ir(), option.as_ref()))?;
            }
            ("?", name) => self.show_facts(name, player)?,
            (word, _) if word.starts_with('?') => {
                self.show_facts(line.trim_start_matches('?'), player)?;
            }
            ("options", "") => self.show_options()?,
            ("table", "") => self.show_table(player)?,
            ("log", "") => {
                for turn in story(self.session.record(), Players::one(player)) {
                    writeln!(self.out, "· {}", turn.text())?;
                }
            }
            ("undo", "") if self.selection.as_mut().is_some_and(Selection::put_back) => {
                self.keep_picks();
                self.show_options()?;
            }
            ("undo", "") => return Ok(Some(ConsoleInput::Undo)),
            ("quit", "") => return Ok(Some(ConsoleInput::Leave)),
            ("pass!", "") => {
                let pass = self.session.observation().ok().and_then(|seen| pass_of(&seen));
                match pass {
                    Some(index) => {
                        self.passing = self.passing.iter().chain([player]).collect();
                        return Ok(Some(ConsoleInput::Answer(index)));
                    }
                    None => writeln!(self.out, "There is nothing to pass here.")?,
                }
            }
            ("save" | "scenario", "") => writeln!(self.out, "Say to which file: `{word} my-game.toml`.")?,
            ("save" | "scenario", file) => match self.write(word, Path::new(file)) {
                Ok(said) => writeln!(self.out, "{said}")?,
                Err(CommandError::Found(found, _)) => {
                    for d in found {
                        writeln!(self.out, "{}: {}", d.message, d.cause.unwrap_or_default())?;
                    }
                }
                Err(CommandError::Usage(message)) => writeln!(self.out, "{message}")?,
                Err(stop) => return Err(stop),
            },
            _ => return self.option(line),
        }
        Ok(None)
    }

    /// Returns the option named by a line.
    fn option(&mut self, line: &str) -> Result<Option<ConsoleInput>, CommandError> {
        if let Some(selection) = &mut self.selection {
            match selection.pick(line) {
                PickResult::Unknown => {}
                PickResult::Refused(why) => {
                    writeln!(self.out, "{why}")?;
                    return Ok(None);
                }
                PickResult::More => {
                    self.keep_picks();
                    self.show_options()?;
                    return Ok(None);
                }
                PickResult::All(names) => {
                    self.picked = names.into();
                    let first = self.picked.pop_front().unwrap_or_default();
                    let names = Names::new(self.session.table().ir());
                    let found = self
                        .session
                        .observation()
                        .ok()
                        .and_then(|seen| names.find(seen.options(), &first).ok());
                    return Ok(found.map(ConsoleInput::Answer));
                }
            }
        }
        let lines = self.session.lines().unwrap_or_default();
        let count = lines.len();
        // A number first means the position of an option, even if an option has that name.
        match (self.session.find(line), line.parse::<usize>()) {
            (_, Ok(number)) if (1..=count).contains(&number) => {
                return Ok(lines
                    .get(number - 1)
                    .and_then(|line| line.options.first())
                    .map(|at| ConsoleInput::Answer(*at)));
            }
            (Ok(index), _) => return Ok(Some(ConsoleInput::Answer(index))),
            (Err(_), Ok(_)) => writeln!(self.out, "The options go from 1 to {count}.")?,
            (Err(unknown), Err(_)) => {
                let command = || nearest(line, COMMANDS).map(|near| format!("Did you mean `{near}`?"));
                let hint = unknown.hint().map(|hint| capitalised(&hint)).or_else(command);
                let hint = hint.unwrap_or_else(|| "`options` lists them, ? helps.".into());
                writeln!(self.out, "`{line}` is not an option. {hint}")?;
            }
        }
        Ok(None)
    }

    /// Shows everything that a name means to a player.
    fn show_facts(&mut self, name: &str, player: PlayerId) -> io::Result<()> {
        let view = self.session.table().view(self.session.state(), Some(player));
        let now = SessionState { session: &self.session, view };
        let text = self.facts.answer(self.session.names(), name, self.width, &now);
        write!(self.out, "{text}")
    }

    /// Writes the end of the game: the rest of the record, the standings, and the command to replay it.
    fn finish(&mut self) -> Result<(), CommandError> {
        self.print_news(None)?;
        // No view of the table follows the last move, so its board is drawn here.
        let table = self.session.table();
        let drawn =
            boards(self.session.names(), table.ir(), &table.view(self.session.state(), None), self.width);
        if !drawn.is_empty() {
            write!(self.out, "\n{drawn}")?;
        }
        let outcome = match self.session.outcome() {
            Ok(outcome) => outcome,
            Err(fault) => return Err(self.failed(&fault)),
        };
        let you = self.you();
        let label = |p: PlayerId| if you == Some(p) { "you".into() } else { format!("player {}", p.seat()) };
        let labels: Vec<String> = (0..).map(PlayerId).take(self.players.len()).map(label).collect();
        let breakdown = self.session.breakdown();
        let text = standings(self.session.names(), &outcome, &breakdown, &labels, self.width);
        let bold = Style::new().bold();
        writeln!(self.out, "\n{text}\n{bold}{}{bold:#}", verdict(table.ir(), &outcome, &labels))?;
        for (seat, player) in self.players.iter_mut().enumerate() {
            let Player::Bot(bot) = player else { continue };
            let failed = bot.failed().count;
            if failed > 0 {
                let failed = count_noun(failed, "evaluation");
                writeln!(
                    self.out,
                    "{failed} of player {}'s bot failed, so it could not judge these moves; `sim` shows the first.",
                    seat + 1
                )?;
            }
        }
        self.out.flush()?;
        Ok(())
    }
}
