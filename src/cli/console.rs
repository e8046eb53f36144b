//! A game at the console: what is shown, and what is read.

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstyle::{AnsiColor, Style};

use super::input;
use super::interrupt::Latest;
use super::selection::{PickResult, Selection, how_far};
use super::ui::{Out, Ui};
use super::{Stop, open, play};
use crate::diagnostics::{nearest, printable_line};
use crate::play::{Bot, OptionLine, Saved, Seen, Session, Step, story};
use crate::report::{boards, card, counted, ends, look, options, place, standings, verdict};
use crate::table::{self, Names, PickKind, Players};

/// What can be typed instead of an answer.
const HELP: &str = "  1, badger     answer with an option's number or its name
  1 3           several numbers, where several are chosen
  ? badger      all about a card
  options       the options again
  table         the table again
  log           what has happened so far
  undo          back to your last choice
  save FILE     write the game to a file
  pass!         pass, and go on passing until something happens
  quit          leave
";
const COMMANDS: [&str; 9] = ["?", "help", "options", "table", "log", "undo", "save", "pass!", "quit"];

/// How many lines of what happened are told at its beginning and at its end.
const MOST_TOLD: usize = 100;
/// The longest line that can be typed, in bytes.
const LONGEST: u64 = 64 << 10;

/// Who sits in a seat.
pub(super) enum Player<'t> {
    /// Somebody at this console.
    Human,
    /// A bot.
    Bot(Box<dyn Bot + 't>),
}

/// What a line that was typed comes to.
enum Typed {
    /// The option of this index.
    Answer(usize),
    /// Back to the last choice.
    Undo,
    /// The game is left.
    Leave,
}

/// A game at the console.
pub(super) struct Console<'t> {
    session: Session<'t>,
    players: Vec<Player<'t>>,
    /// The seats as they are written: `human`, `random`.
    seats: Vec<String>,
    package: String,
    /// How many lines of the record each player has been told.
    told: Vec<usize>,
    /// The human who sits at the console.
    sitting: Option<u8>,
    /// How many choices bots may make in a row.
    max_plies: u64,
    /// How many they have made.
    in_a_row: u64,
    /// Selection under way at a choice of several.
    selection: Option<Selection>,
    /// Names of selected options that are not answered yet.
    picked: VecDeque<String>,
    /// Those who pass wherever they may act, until somebody does something else.
    passing: Players,
    /// What was answered and picked when the game was last saved.
    saved: (Vec<Step>, Vec<String>),
    /// What a signal saves, if it is to save anything.
    latest: Option<Latest>,
    /// Somebody reads what is written as it is written.
    terminal: bool,
    width: usize,
    out: Out,
    input: io::StdinLock<'static>,
}

/// A line of options; copies that need not be told apart are one.
fn label(line: &OptionLine) -> String {
    match line.options.len() {
        1 => line.label.clone(),
        copies => format!("{} ×{copies}", line.label),
    }
}

/// Whether nothing but one option is there, which nobody is asked for. With several people at the console it is asked for: an unasked
/// player would reveal their hand to the others.
fn is_lone(seen: &Seen, humans: usize) -> bool {
    seen.options().len() == 1 && humans == 1
}

/// The option that passes, where somebody may act and need not.
fn pass_of(seen: &Seen) -> Option<usize> {
    let (ir, options) = (seen.table().ir(), seen.options());
    let choice = ir.choices.get(usize::from(options.choice())).filter(|choice| !choice.actions.is_empty())?;
    let pass = PickKind::Arm(choice.decline?);
    options.iter().position(|pick| pick.kind == pass)
}

/// Whether a player is asked anything here, and `undo` goes back to it. A selection among what they see is made as a whole.
pub(super) fn is_asked(seen: &Seen, humans: usize) -> bool {
    !is_lone(seen, humans) && !seen.is_within_selection()
}

impl<'t> Console<'t> {
    /// A game, who plays it, the package it is from, as the player named it, and after how many choices without a human's the
    /// game is stopped.
    pub(super) fn new(
        session: Session<'t>,
        players: Vec<Player<'t>>,
        seats: Vec<String>,
        package: &str,
        max_plies: u64,
        ui: &Ui,
    ) -> Self {
        Console {
            told: vec![0; players.len()],
            session,
            players,
            seats,
            package: package.into(),
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

    /// From now on, signals save the game to this file before they end the program.
    pub(super) fn save_on_signal(&mut self, file: &Path, ui: &Ui) {
        let saved = Saved::of(&self.session, &self.package, &self.seats);
        self.latest = Some(Latest::save_on_signal(file, saved, ui));
    }

    /// Plays; says whether the game came to its end.
    pub(super) fn play(&mut self) -> Result<bool, Stop> {
        self.introduce()?;
        loop {
            // Answers to one selection are handed over together.
            if self.picked.is_empty() {
                self.hand_over();
            }
            match self.session.advance() {
                table::Stop::Choice if self.in_a_row >= self.max_plies => {
                    self.tell(None)?;
                    let choices = counted(self.max_plies, "choice");
                    writeln!(self.out, "\nThe game is stopped after {choices} of bots in a row (--max-plies).")?;
                    return Ok(true);
                }
                table::Stop::Choice => match self.turn()? {
                    Some(Typed::Leave) => return Ok(false),
                    Some(Typed::Undo) => {
                        let lines = self.session.record().len();
                        self.told.iter_mut().for_each(|told| *told = lines.min(*told));
                    }
                    Some(Typed::Answer(_)) | None => {}
                },
                table::Stop::Over => {
                    self.finish()?;
                    return Ok(true);
                }
                table::Stop::Fault(fault) => {
                    self.tell(None)?;
                    return Err(self.failed(&fault));
                }
                _ => {
                    self.tell(None)?;
                    writeln!(self.out, "There is nothing more to play: the game has no `play` in its `[flow]`.")?;
                    return Ok(true);
                }
            }
        }
    }

    /// Hands over what a signal saves.
    fn hand_over(&self) {
        if let Some(latest) = &self.latest {
            latest.update(self.session.steps(), self.session.picks());
        }
    }

    /// Keeps with the game what is picked.
    fn keep_picks(&mut self) {
        self.session.set_picks(self.selection.as_ref().map_or_else(Vec::new, Selection::picks));
        self.hand_over();
    }

    /// Writes the game to a file; says where.
    pub(super) fn save(&mut self, file: &Path) -> Result<String, Stop> {
        let said = play::save(&self.session, &self.package, &self.seats, file)?;
        self.saved = (self.session.steps().to_vec(), self.session.picks().to_vec());
        Ok(said)
    }

    /// Whether something was answered that is in no file.
    pub(super) fn unsaved(&self) -> bool {
        !self.session.is_of_scenario() && self.saved.0 != self.session.steps() || self.saved.1 != self.session.picks()
    }

    /// The players who are people.
    fn humans(&self) -> Vec<u8> {
        let humans = self.players.iter().enumerate().filter(|(_, p)| matches!(p, Player::Human));
        humans.map(|(seat, _)| seat as u8).collect()
    }

    /// The set of those who sit at the console; without any, whoever looks on sees all.
    fn readers(&self) -> Players {
        self.humans().into_iter().collect()
    }

    /// A rule that failed, as those at the console may know it.
    fn failed(&self, fault: &table::Fault) -> Stop {
        open::fault_stop_for(self.session.table(), self.session.state(), self.readers(), fault)
    }

    /// The one human at the table, if there is just one: they are called “you”.
    fn you(&self) -> Option<u8> {
        if let [you] = self.humans()[..] { Some(you) } else { None }
    }

    fn introduce(&mut self) -> io::Result<()> {
        let table = self.session.table();
        let (ir, agreement) = (table.ir(), self.session.agreement());
        let bold = Style::new().bold();
        let players = counted(u64::from(agreement.players), "player");
        let mut head = vec![players, format!("seed {}", agreement.seed)];
        head.extend(agreement.said_of_others(ir).map(|(option, value)| format!("{option} {value}")));
        let lists: Vec<String> =
            ir.lists.played.iter().flat_map(|played| &played.lists).map(|list| printable_line(&list.name)).collect();
        if !lists.is_empty() {
            head.push(lists.join(", "));
        }
        let name = printable_line(&ir.game.name);
        writeln!(self.out, "{bold}{name}{bold:#} · {}", head.join(" · "))?;
        if let Some(you) = self.you() {
            let hint =
                if self.terminal { " Answer with a number or a name; ? lists what else you can type." } else { "" };
            writeln!(self.out, "You are player {}.{hint}", you + 1)?;
        }
        Ok(())
    }

    /// Lets whoever must choose do so.
    fn turn(&mut self) -> Result<Option<Typed>, Stop> {
        let Ok(seen) = self.session.seen() else { return Ok(None) };
        let player = seen.player();
        if let Some(Player::Bot(bot)) = self.players.get_mut(player as usize) {
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
            return Ok(Some(Typed::Leave));
        }
        self.sitting = Some(player);
        self.mark_turn(player, sits_down)?;
        self.tell(Some(player))?;
        self.show_table(player)?;
        let offered = self.session.selectable();
        self.selection = offered.map(|offered| Selection::new(offered, self.session.picks()));
        self.show_options()?;
        let typed = self.read(player)?;
        self.selection = None;
        match typed {
            Typed::Answer(index) => {
                self.session.mark();
                self.answer(index)?;
            }
            Typed::Undo if self.session.undo() => {
                self.passing = Players::NONE;
                writeln!(self.out, "Back to an earlier choice.")?;
            }
            Typed::Undo => writeln!(self.out, "There is nothing to undo yet.")?,
            Typed::Leave => {}
        }
        Ok(Some(typed))
    }

    /// Writes a line where a turn begins: somebody else was asked before. `sits_down` says that the player was not at the console before.
    fn mark_turn(&mut self, player: u8, sits_down: bool) -> io::Result<()> {
        let steps = self.session.steps();
        let is_new = steps.last().is_none_or(|last| last.seat != player);
        if !is_new && !sits_down {
            return Ok(());
        }
        let turn = steps.chunk_by(|a, b| a.seat == b.seat).count() + usize::from(is_new);
        let whose = if self.you() == Some(player) { "yours".into() } else { format!("player {}", player + 1) };
        let dim = Style::new().dimmed();
        writeln!(self.out, "\n{dim}--- turn {turn}: {whose} ---{dim:#}")
    }

    /// Returns the option that needs no question: the next of a selection, or the only one.
    fn answered_already(&mut self) -> Option<usize> {
        let names = Names::new(self.session.table().ir());
        let humans = self.humans().len();
        let seen = self.session.seen().ok()?;
        let is_lone = is_lone(&seen, humans);
        if let Some(name) = self.picked.pop_front() {
            match names.find(seen.options(), &name).ok().filter(|_| seen.selection().is_some_and(|s| s.count > 0)) {
                Some(index) => return Some(index),
                None => self.picked.clear(),
            }
        }
        let pass = pass_of(&seen).filter(|_| self.passing.has(seen.player()));
        is_lone.then_some(0).or(pass)
    }

    fn answer(&mut self, index: usize) -> Result<(), Stop> {
        if self.session.seen().is_ok_and(|seen| pass_of(&seen) != Some(index)) {
            self.passing = Players::NONE;
        }
        // Refused is only what is no option; both people and bots are held to those there are.
        self.session.choose(index).map_err(|_| Stop::Usage("the table refused an option of its own".into()))
    }

    /// Hides what the last player saw until the next one sits down. False if nobody does.
    fn change_seats(&mut self, player: u8) -> io::Result<bool> {
        if !self.terminal {
            return Ok(true);
        }
        self.out.flush()?;
        // Past the stream for text, which lets no such sequence through.
        io::stdout().write_all(b"\x1b[2J\x1b[3J\x1b[H")?;
        write!(self.out, "Player {}, press Enter when only you can see the screen. ", player + 1)?;
        self.out.flush()?;
        Ok(self.line()?.is_some())
    }

    /// Tells a player what they do not know yet; `None`: everybody at once, what all of them may know.
    fn tell(&mut self, player: Option<u8>) -> io::Result<()> {
        let humans = self.humans();
        let readers = player.map_or_else(|| self.readers(), Players::one);
        let told = match player {
            Some(player) => self.told[player as usize],
            None => humans.iter().map(|h| self.told[*h as usize]).max().unwrap_or(0),
        };
        let lines: Vec<String> =
            story(&self.session.record()[told..], readers).iter().map(|turn| turn.text()).collect();
        let now = self.session.record().len();
        match player {
            Some(player) => self.told[player as usize] = now,
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

    fn show_table(&mut self, player: u8) -> io::Result<()> {
        let table = self.session.table();
        let view = table.view(self.session.state(), Some(player));
        let text = look(table, self.session.names(), &view, (self.session.state(), self.session.laid()), self.width);
        write!(self.out, "\n{text}")
    }

    fn show_options(&mut self) -> io::Result<()> {
        let names = Names::new(self.session.table().ir());
        let Ok(seen) = self.session.seen() else { return Ok(()) };
        let question = seen.question(&names).unwrap_or_else(|| "What do you do?".into());
        let (labels, far) = match &self.selection {
            Some(selection) => (selection.labels(), format!(" ({})", selection.how_far())),
            None => {
                // Unseen cards are selected one by one.
                let far = seen.selection().map_or(String::new(), |progress| format!(" ({})", how_far(&progress)));
                (self.session.lines().unwrap_or_default().iter().map(label).collect(), far)
            }
        };
        let bold = Style::new().bold();
        write!(self.out, "\n{bold}{question}{bold:#}{far}\n{}", options(&labels, self.width))
    }

    /// A line of the input; `None` at its end.
    fn line(&mut self) -> io::Result<Option<String>> {
        input::line(&mut self.input, LONGEST)
    }

    /// Reads until something is typed that moves the game.
    fn read(&mut self, player: u8) -> Result<Typed, Stop> {
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
                return Ok(Typed::Leave);
            };
            if let Some(typed) = self.command(&line, player)? {
                return Ok(typed);
            }
        }
    }

    /// Does what a line asks for; `None` if the game does not move.
    fn command(&mut self, line: &str, player: u8) -> Result<Option<Typed>, Stop> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("", _) => {}
            ("?" | "help", "") => write!(self.out, "{HELP}")?,
            ("?", name) => self.show_card(name)?,
            (word, "") if word.starts_with('?') => self.show_card(word.trim_start_matches('?'))?,
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
            ("undo", "") => return Ok(Some(Typed::Undo)),
            ("quit", "") => return Ok(Some(Typed::Leave)),
            ("pass!", "") => {
                let pass = self.session.seen().ok().and_then(|seen| pass_of(&seen));
                match pass {
                    Some(index) => {
                        self.passing = self.passing.iter().chain([player]).collect();
                        return Ok(Some(Typed::Answer(index)));
                    }
                    None => writeln!(self.out, "There is nothing to pass here.")?,
                }
            }
            ("save", "") => writeln!(self.out, "Say to which file: `save my-game.toml`.")?,
            ("save", file) => match play::may_be_written(Path::new(file)).and_then(|()| self.save(Path::new(file))) {
                Ok(said) => writeln!(self.out, "{said}")?,
                Err(Stop::Found(found, _)) => {
                    for d in found {
                        writeln!(self.out, "{}: {}", d.message, d.cause.unwrap_or_default())?;
                    }
                }
                Err(Stop::Usage(message)) => writeln!(self.out, "{message}")?,
                Err(stop) => return Err(stop),
            },
            _ => return self.option(line),
        }
        Ok(None)
    }

    /// The option that a line names.
    fn option(&mut self, line: &str) -> Result<Option<Typed>, Stop> {
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
                    let found = self.session.seen().ok().and_then(|seen| names.find(seen.options(), &first).ok());
                    return Ok(found.map(Typed::Answer));
                }
            }
        }
        let names = Names::new(self.session.table().ir());
        let lines = self.session.lines().unwrap_or_default();
        let Ok(seen) = self.session.seen() else { return Ok(None) };
        let count = lines.len();
        // A name that is a number is meant where it is an option.
        match (names.find(seen.options(), line), line.parse::<usize>()) {
            (_, Ok(number)) if (1..=count).contains(&number) => {
                return Ok(lines.get(number - 1).and_then(|line| line.options.first()).map(|at| Typed::Answer(*at)));
            }
            (Ok(index), _) => return Ok(Some(Typed::Answer(index))),
            (Err(_), Ok(_)) => writeln!(self.out, "The options go from 1 to {count}.")?,
            (Err(unknown), Err(_)) => {
                let near = unknown.nearest.or_else(|| nearest(line, COMMANDS).map(String::from));
                let hint =
                    near.map_or_else(|| "`options` lists them, ? helps.".into(), |n| format!("Did you mean `{n}`?"));
                writeln!(self.out, "`{line}` is no option. {hint}")?;
            }
        }
        Ok(None)
    }

    fn show_card(&mut self, name: &str) -> io::Result<()> {
        let name = name.trim();
        let ir = self.session.table().ir();
        match self.session.names().find_name(name) {
            Ok(found) => write!(self.out, "{}", card(ir, self.session.names(), found, self.width)),
            Err(unknown) => {
                let called = |of: &str| of.eq_ignore_ascii_case(name);
                if let Some(cell) = ir.cells.iter().position(|cell| called(&cell.id) || called(&cell.printed)) {
                    return write!(self.out, "{}", place(ir, self.session.names(), cell as u32, self.width));
                }
                let hint = unknown.nearest.map_or(String::new(), |n| format!(" Did you mean `{n}`?"));
                let place = if ir.cells.is_empty() { "" } else { " and no place" };
                writeln!(self.out, "There is no card{place} `{name}`.{hint}")
            }
        }
    }

    /// The end: what was left to tell, the standings, and how to see it again.
    fn finish(&mut self) -> Result<(), Stop> {
        self.tell(None)?;
        // Where the last move led to: nobody is shown a table after it.
        let table = self.session.table();
        let drawn = boards(self.session.names(), table.ir(), &table.view(self.session.state(), None), self.width);
        if !drawn.is_empty() {
            write!(self.out, "\n{drawn}")?;
        }
        let outcome = match self.session.outcome() {
            Ok(outcome) => outcome,
            Err(fault) => return Err(self.failed(&fault)),
        };
        let you = self.you();
        let label = |p: usize| if you == Some(p as u8) { "you".into() } else { format!("player {}", p + 1) };
        let labels: Vec<String> = (0..self.players.len()).map(label).collect();
        let breakdown = self.session.breakdown();
        let text = standings(self.session.names(), &outcome, &breakdown, &labels, self.width);
        let bold = Style::new().bold();
        writeln!(self.out, "\n{text}\n{bold}{}{bold:#}", verdict(table.ir(), &outcome, &labels))?;
        self.out.flush()?;
        Ok(())
    }
}
