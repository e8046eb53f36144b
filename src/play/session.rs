//! One game under way, with its record and its past, for people, replays and demonstrations.

use super::agreement::{Agreement, Disagreement};
use super::record::{Counted, Entry, breakdown};
use super::replay::Step;
use super::seat::Seen;
use crate::ir::Begin;
use crate::table::{Event, Fault, Listen, Machine, Names, Outcome, Refused, State, Stop, Table};

/// A component and what it counted; `None` if nothing at all.
pub type Tally = (u32, Option<i64>);

/// A game under way. Every choice that is [marked](Session::mark) can be undone: its state is kept.
pub struct Session<'t> {
    machine: Machine<'t>,
    names: Names<'t>,
    agreement: Agreement,
    state: State,
    laid: State,
    steps: Vec<Step>,
    record: Vec<Entry>,
    tallies: Vec<Tally>,
    marks: Vec<Mark>,
}

/// A state that can be gone back to.
struct Mark {
    state: State,
    steps: usize,
    record: usize,
    tallies: usize,
}

impl<'t> Session<'t> {
    /// Lays the table and starts the game. [`Session::advance`] brings it to its first choice.
    pub fn new(table: &'t Table<'t>, agreement: Agreement) -> Result<Self, Disagreement> {
        let mut machine = table.machine();
        let laid = agreement.lay(&mut machine)?;
        machine.listen(Listen::Everything);
        machine.clear_events();
        let mut state = laid.clone();
        machine.start(&mut state, Begin::Setup);
        Ok(Session {
            machine,
            names: Names::new(table.ir()),
            agreement,
            state,
            laid,
            steps: Vec::new(),
            record: Vec::new(),
            tallies: Vec::new(),
            marks: Vec::new(),
        })
    }

    /// The game.
    pub fn table(&self) -> &'t Table<'t> {
        self.machine.table()
    }

    /// The names of its things.
    pub fn names(&self) -> &Names<'t> {
        &self.names
    }

    /// What was agreed.
    pub fn agreement(&self) -> &Agreement {
        &self.agreement
    }

    /// The state. Nobody who plays may be given it.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The table as it was laid, before anything happened.
    pub fn laid(&self) -> &State {
        &self.laid
    }

    /// What was answered so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What happened so far.
    pub fn record(&self) -> &[Entry] {
        &self.record
    }

    /// Goes on to the next choice, or to the end.
    pub fn advance(&mut self) -> Stop {
        let stop = self.machine.advance(&mut self.state);
        for event in self.machine.events() {
            match event {
                Event::Tally { component, points } => self.tallies.push((*component, *points)),
                _ => self.record.extend(Entry::of(event, &self.names)),
            }
        }
        self.machine.clear_events();
        stop
    }

    /// What the player who must choose is given.
    pub fn seen(&mut self) -> Result<Seen<'_>, Refused> {
        let table = self.machine.table();
        let options = self.machine.options(&mut self.state)?;
        Ok(Seen::new(table, &self.state, options))
    }

    /// Answers with an option. [`Session::advance`] then goes on.
    pub fn choose(&mut self, index: usize) -> Result<(), Refused> {
        let table = self.machine.table();
        let options = self.machine.options(&mut self.state)?;
        let pick = options.nth(index).ok_or(Refused::NotPossible)?;
        let step = Step { seat: options.chooser(), answer: self.names.name(options.choice(), &pick) };
        let entry = Entry::choice(table, &self.names, &self.state, options, &pick);
        self.machine.choose(&mut self.state, index)?;
        self.steps.push(step);
        self.record.push(entry);
        Ok(())
    }

    /// Makes this a place to go back to.
    pub fn mark(&mut self) {
        self.marks.push(Mark {
            state: self.state.clone(),
            steps: self.steps.len(),
            record: self.record.len(),
            tallies: self.tallies.len(),
        });
    }

    /// Goes back to the last place marked since which something was chosen; marks on the way are gone. False if there is none.
    pub fn undo(&mut self) -> bool {
        while let Some(mark) = self.marks.pop() {
            if mark.steps < self.steps.len() {
                self.state = mark.state;
                self.steps.truncate(mark.steps);
                self.record.truncate(mark.record);
                self.tallies.truncate(mark.tallies);
                return true;
            }
        }
        false
    }

    /// How the game has ended.
    pub fn outcome(&mut self) -> Result<Outcome, Box<Fault>> {
        let outcome = self.machine.outcome(&self.state);
        self.machine.clear_events();
        outcome
    }

    /// What each component counted, by player.
    pub fn breakdown(&self) -> Vec<Vec<Counted>> {
        breakdown(self.table(), &self.state, &self.tallies)
    }
}
