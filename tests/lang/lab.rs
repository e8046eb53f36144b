//! A small game that a test adds its rules to, lays and asks.

use crate::support;
use cardwright::compile::CompiledGame;
use cardwright::diagnostics::Severity;
use cardwright::ir::{ComponentId, FunctionId};
use cardwright::model::StartPoint;
use cardwright::table::{Event, LayFault, Listen, Machine, Names, State, Stop, Table, TableOutcome};

const GAME: &str = r#"
[game]
id = "lab"
name = "Lab"
players = [2, 4]
"#;

/// Ten cards in a deck, a heap of discards, a hand for each player.
const RULES: &str = r#"
[enums]
suit = ["land", "flood", "flame", "army"]

[kinds.card.attributes]
strength = { type = "int 0..40", default = 0 }

[kinds.card.state]
suit = { type = "suit", printed = true, default = "land" }
marked = "bool"

[kinds.unit]
base = "card"
[kinds.unit.attributes]
speed = { type = "int 0..9", default = 1 }

[state.player]
coins = { type = "int 0..99", start = "3" }

[zones.deck]
ordered = true
start = "cards"
[zones.discards]
[zones.hand]
per = "player"
seen_by = "owner"
"#;

/// In the order of the box: hill, lake, lake#2, spark, blaze, twin, twin#2, moss, then the units guard,
/// rider.
const CARDS: &str = r#"
[cards.hill]
strength = 4
[cards.lake]
suit = "flood"
strength = 5
copies = 2
[cards.spark]
suit = "flame"
strength = 1
[cards.blaze]
suit = "flame"
strength = 9
[cards.twin]
copies = 2
[cards.moss]
strength = 2
[cards.guard]
kind = "unit"
suit = "army"
strength = 7
[cards.rider]
kind = "unit"
suit = "army"
strength = 8
speed = 4
"#;

/// A package under test, and how it is to be played.
#[derive(Clone)]
pub struct Lab {
    files: Vec<(String, String)>,
    players: u8,
    seed: u64,
    options: Vec<i64>,
    answers: Vec<String>,
}

/// The result of playing.
#[derive(Debug)]
pub struct Played {
    /// `over`, `idle`, `waits`, or a fault's code.
    pub stop: String,
    /// Lines of the record.
    pub log: Vec<String>,
    /// Tallies, as `hill 4`, `hill -`.
    pub tallies: Vec<String>,
    /// At each choice point that was met: who chooses, and the options.
    pub asked: Vec<String>,
    /// Ranks, scores, winners.
    pub outcome: Option<TableOutcome>,
    /// The values of the questions.
    pub values: Vec<String>,
    /// The table after the game.
    pub state: State,
}

#[allow(dead_code)] // not every test lays out everything
impl Lab {
    /// A game of nothing but its name.
    pub fn empty() -> Lab {
        let files = vec![("game.toml".to_string(), GAME.to_string())];
        Lab { files, players: 2, seed: 1, options: Vec::new(), answers: Vec::new() }
    }

    /// The small game.
    pub fn base() -> Lab {
        Lab::empty().rules(RULES).cards(CARDS)
    }

    /// Adds a file of rules.
    pub fn rules(self, text: &str) -> Lab {
        let name = format!("rules/{}.toml", self.files.len());
        self.file(&name, text)
    }

    /// Adds a file of cards.
    pub fn cards(self, text: &str) -> Lab {
        let name = format!("cards/{}.toml", self.files.len());
        self.file(&name, text)
    }

    /// Adds any file.
    pub fn file(mut self, name: &str, text: &str) -> Lab {
        self.files.retain(|(known, _)| known != name);
        self.files.push((name.to_string(), text.to_string()));
        self
    }

    /// Adds a verb `go(you)` that does this.
    pub fn go(self, code: &str) -> Lab {
        self.rules(&format!("[verbs.go]\nparams = {{ you = \"player\" }}\ndo = '''\n{code}\n'''\n"))
    }

    /// Adds `play`.
    pub fn flow(self, code: &str) -> Lab {
        self.rules(&format!("[flow]\nplay = '''\n{code}\n'''\n"))
    }

    /// How many sit down; two by default.
    pub fn players(mut self, players: u8) -> Lab {
        self.players = players;
        self
    }

    /// The seed; 1 by default.
    pub fn seed(mut self, seed: u64) -> Lab {
        self.seed = seed;
        self
    }

    /// Values of the options, in the order declared.
    pub fn options(mut self, options: &[i64]) -> Lab {
        self.options = options.to_vec();
        self
    }

    /// The answers to choice points, in the order they are met.
    pub fn answers(mut self, answers: &[&str]) -> Lab {
        self.answers = answers.iter().map(|a| a.to_string()).collect();
        self
    }

    fn open(&self) -> cardwright::compile::OpenResult {
        support::opened(self.files.clone())
    }

    /// The codes of errors and warnings.
    pub fn diagnostics(&self) -> Vec<String> {
        self.open().diagnostics.iter().map(|d| d.code.to_string()).collect()
    }

    /// The codes of the errors and warnings that speak of this.
    pub fn told_of(&self, words: &str) -> Vec<String> {
        let found = self.open().diagnostics;
        found.iter().filter(|d| d.message.contains(words)).map(|d| d.code.to_string()).collect()
    }

    /// The codes of the errors. Their messages are tested by `suite`.
    pub fn errors(&self) -> Vec<String> {
        let found = self.open().diagnostics;
        found.iter().filter(|d| d.severity == Severity::Error).map(|d| d.code.to_string()).collect()
    }

    /// The help of the errors and warnings.
    pub fn help(&self) -> Vec<String> {
        self.open().diagnostics.iter().filter_map(|d| d.help.clone()).collect()
    }

    /// The messages of the errors and warnings, each with its help.
    pub fn advice(&self) -> Vec<String> {
        let found = self.open().diagnostics;
        found.iter().map(|d| format!("{}: {}", d.message, d.help.as_deref().unwrap_or("…"))).collect()
    }

    /// The places of the errors, in their written form.
    pub fn wrong_places(&self) -> Vec<String> {
        let opened = self.open();
        let errors = opened.diagnostics.iter().filter(|d| d.severity == Severity::Error);
        let spans = errors.filter_map(|d| Some(d.labels.first()?.span));
        spans.map(|s| opened.sources.text(s).to_string()).collect()
    }

    /// The lines in which the errors are, as they are written.
    pub fn wrong_lines(&self) -> Vec<String> {
        let opened = self.open();
        let errors = opened.diagnostics.iter().filter(|d| d.severity == Severity::Error);
        let spans = errors.filter_map(|d| Some(d.labels.first()?.span));
        let line = |span: cardwright::place::Span| {
            let (before, after) = opened.sources.file(span.file).text.split_at(span.start as usize);
            let start = before.rfind('\n').map_or(0, |at| at + 1);
            format!("{}{}", &before[start..], after.lines().next().unwrap_or_default())
        };
        spans.map(line).collect()
    }

    /// The one error of the package must be this.
    #[track_caller]
    pub fn refuses(&self, error: &str) {
        assert_eq!(self.errors(), [error]);
    }

    /// The compiled game.
    #[track_caller]
    pub fn game(&self) -> CompiledGame {
        let opened = self.open();
        match opened.game {
            Some(game) if opened.broken.is_empty() => game,
            _ => panic!("{}", shown(&opened.diagnostics, &opened.sources)),
        }
    }

    /// Evaluates these in order at one table, and compares the results.
    #[track_caller]
    pub fn check(&self, questions: &[(&str, &str)]) {
        let asked: Vec<&str> = questions.iter().map(|(q, _)| *q).collect();
        let values = self.run(StartPoint::Nothing, &asked).values;
        let pairs = questions.iter().zip(&values).filter(|((_, wanted), value)| wanted != value);
        let wrong: Vec<String> =
            pairs.map(|((q, wanted), value)| format!("{q} = {value}, not {wanted}")).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// Asks these of a table that was laid.
    #[track_caller]
    pub fn asks(&self, questions: &[&str]) -> Played {
        self.run(StartPoint::Nothing, questions)
    }

    /// Plays the flow, then asks these.
    #[track_caller]
    pub fn play(&self, questions: &[&str]) -> Played {
        self.run(StartPoint::Setup, questions)
    }

    /// Why the table cannot be laid.
    #[track_caller]
    pub fn not_laid(&self) -> LayFault {
        let game = self.game();
        let table = Table::new(&game.ir).expect("the IR is sound");
        table.machine().lay(self.players, &self.options, self.seed).expect_err("it cannot be laid")
    }

    #[track_caller]
    fn run(&self, begin: StartPoint, questions: &[&str]) -> Played {
        let mut game = self.game();
        let mut functions = Vec::new();
        for question in questions {
            match game.snippet(question) {
                Ok(f) => functions.push(f),
                Err(errors) => panic!("{}", shown(&errors, game.sources())),
            }
        }
        let table = Table::new(&game.ir).expect("the IR is sound");
        let mut machine = table.machine();
        let mut state = match machine.lay(self.players, &self.options, self.seed) {
            Ok(state) => state,
            Err(why) => panic!("cannot be laid: {why:?}"),
        };
        machine.set_fuel(2_000_000);
        machine.listen(Listen::Everything);
        machine.start(&mut state, begin);
        let names = Names::new(&game.ir);
        let mut run = Run { names: &names, answers: self.answers.iter(), asked: Vec::new() };
        let mut played = Played {
            stop: String::new(),
            log: Vec::new(),
            tallies: Vec::new(),
            asked: Vec::new(),
            outcome: None,
            values: Vec::new(),
            state: State::default(),
        };
        let stop = machine.advance(&mut state);
        let stop = run.settle(&mut machine, &mut state, stop);
        played.stop = said(&stop);
        if stop == Stop::Over {
            played.outcome = machine.outcome(&state).ok();
        }
        for function in functions {
            let stop = machine.call(&mut state, FunctionId(function), &[]);
            let stop = run.settle(&mut machine, &mut state, stop);
            played.values.push(match stop {
                Stop::Returned => match &game.ir.functions[FunctionId(function)].result {
                    Some(ty) => names.value(ty, machine.result()),
                    None => "done".into(),
                },
                other => said(&other),
            });
        }
        for event in machine.events() {
            match event {
                Event::Log { .. } => played.log.extend(names.log_line(event, 0)),
                Event::Tally { component, points } => {
                    let id = &game.ir.components[ComponentId(component.0)].id;
                    let points = points.map_or("-".to_string(), |p| p.to_string());
                    played.tallies.push(format!("{id} {points}"));
                }
                _ => {}
            }
        }
        played.asked = run.asked;
        played.state = state;
        played
    }
}

/// Answers that are used up in order.
struct Run<'a, 'n> {
    names: &'a Names<'n>,
    answers: std::slice::Iter<'a, String>,
    asked: Vec<String>,
}

impl Run<'_, '_> {
    /// Answers choice points until something else comes.
    #[track_caller]
    fn settle(&mut self, machine: &mut Machine, state: &mut State, mut stop: Stop) -> Stop {
        while stop == Stop::Choice {
            let options = machine.options(state).expect("it waits for a choice").clone();
            let names = self.names.names(&options).join(", ");
            self.asked.push(format!("{}: {names}", options.chooser().seat()));
            let Some(answer) = self.answers.next() else { return stop };
            match self.names.find(&options, answer) {
                Ok(index) => machine.choose(state, index).expect("it is an option"),
                Err(_) => panic!("`{answer}` is none of {names}"),
            }
            stop = machine.advance(state);
        }
        stop
    }
}

fn said(stop: &Stop) -> String {
    match stop {
        Stop::Choice => "waits".into(),
        Stop::Chance(_) => "chance".into(),
        Stop::Over => "over".into(),
        Stop::Returned => "returned".into(),
        Stop::Idle => "idle".into(),
        Stop::Fault(fault) => fault.code().to_string(),
    }
}

fn shown(
    diagnostics: &[cardwright::diagnostics::Diagnostic],
    sources: &cardwright::source::Sources,
) -> String {
    support::report(diagnostics, sources, 120)
}
