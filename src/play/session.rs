//! One game under way, with its record and its past, for people, replays and demonstrations.

use super::agreement::{Agreement, Disagreement};
use super::record::{Counted, Entry, Secret, breakdown};
use super::replay::Step;
use super::scenario::{FixedChance, ScenarioStart};
use super::seat::Seen;
use crate::ir::Begin;
use crate::table::{
    Event, Fault, Listen, Machine, Names, Options, Outcome, Refused, SelectionProgress, State, Stop, Table,
};

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
    /// Names of the elements picked so far of a selection that is answered when it is complete.
    picks: Vec<String>,
    record: Vec<Entry>,
    /// What not everybody may know of the last choice, and where it stands in the record; of all choices of a selection that has not led to
    /// anything yet.
    secret: Option<(Vec<usize>, Secret)>,
    tallies: Vec<Tally>,
    marks: Vec<Mark<'t>>,
    /// What is fixed of chance, where the game goes on from a scenario.
    chance: Option<FixedChance<'t>>,
}

/// An option, and those that differ from it only in which of several alike copies they name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLine {
    /// What people read of each of them.
    pub label: String,
    /// Their indices; the first is the one that is offered.
    pub options: Vec<usize>,
}

/// Elements of a choice that selects a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectionLines {
    /// As people tell them apart.
    pub lines: Vec<OptionLine>,
    /// Name of each element, in ascending order.
    pub names: Vec<String>,
    /// Progress, and the allowed numbers.
    pub progress: SelectionProgress,
}

impl SelectionLines {
    /// How many can be picked at most.
    pub fn most(&self) -> usize {
        let most = self.progress.most.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(0));
        most.min(self.names.len())
    }
}

/// Whether a selection is under way, of which something is selected.
fn selects(table: &Table, state: &State) -> bool {
    table.selection(state).is_some_and(|progress| progress.count > 0)
}

/// The options that are offered, as people read them, each with those that it stands for.
fn lines(names: &Names, options: &Options) -> Vec<OptionLine> {
    let labels = names.labels(options).into_iter().enumerate();
    labels
        .map(|(index, label)| OptionLine { label, options: [index].into_iter().chain(options.copies(index)).collect() })
        .collect()
}

/// A state that can be gone back to.
struct Mark<'t> {
    state: State,
    steps: usize,
    record: usize,
    tallies: usize,
    chance: Option<FixedChance<'t>>,
}

impl<'t> Session<'t> {
    /// Lays the table and starts the game. [`Session::advance`] brings it to its first choice.
    pub fn new(table: &'t Table<'t>, agreement: Agreement) -> Result<Self, Disagreement> {
        let mut machine = table.machine();
        let mut state = agreement.lay(&mut machine)?;
        machine.start(&mut state, Begin::Setup);
        Session::resume(table, agreement, state)
    }

    /// Goes on from a state of a table as it was agreed. What led there is not known: the record begins here.
    pub fn resume(table: &'t Table<'t>, agreement: Agreement, state: State) -> Result<Self, Disagreement> {
        let mut machine = table.machine();
        let laid = agreement.lay(&mut machine)?;
        machine.listen(Listen::Everything);
        machine.clear_events();
        Ok(Session {
            machine,
            names: Names::new(table.ir()),
            agreement,
            state,
            laid,
            steps: Vec::new(),
            picks: Vec::new(),
            record: Vec::new(),
            secret: None,
            tallies: Vec::new(),
            marks: Vec::new(),
            chance: None,
        })
    }

    /// Goes on from where a scenario begins, with what it fixes of chance and what has happened.
    pub fn of_scenario(
        table: &'t Table<'t>,
        agreement: Agreement,
        start: ScenarioStart<'t>,
    ) -> Result<Self, Disagreement> {
        let mut session = Session::resume(table, agreement, start.state)?;
        session.machine.ask_chance(true);
        session.record = start.record;
        session.chance = Some(start.chance);
        Ok(session)
    }

    /// Whether it began where a scenario does.
    pub fn is_of_scenario(&self) -> bool {
        self.chance.is_some()
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

    /// Names of the elements picked so far at a choice of several. The rules take them in one order, while a person picks them in any:
    /// they become answers when the selection is complete.
    pub fn picks(&self) -> &[String] {
        &self.picks
    }

    /// Keeps what is picked, until something is chosen or undone.
    pub fn set_picks(&mut self, picks: Vec<String>) {
        self.picks = picks;
    }

    /// What happened so far.
    pub fn record(&self) -> &[Entry] {
        &self.record
    }

    /// Goes on to the next choice, or to the end.
    pub fn advance(&mut self) -> Stop {
        let table = self.machine.table();
        let stop = match &mut self.chance {
            Some(chance) => chance.advance(&self.names, &mut self.machine, &mut self.state),
            None => self.machine.advance(&mut self.state),
        };
        // Secrecy is judged again once the choice has had its effect: a card that was played face up is no secret.
        if let Some((places, secret)) = self.secret.take_if(|_| stop != Stop::Choice || !selects(table, &self.state)) {
            let known = secret.shown_to(table, &self.state);
            for at in places {
                if let Some(entry) = self.record.get_mut(at) {
                    entry.show_to(known);
                }
            }
        }
        let events = self.machine.events();
        self.tallies.extend(events.iter().filter_map(Event::tally));
        self.record.extend(Entry::lines(self.machine.table(), &self.names, &self.state, events));
        self.machine.clear_events();
        stop
    }

    /// What the player who must choose is given.
    pub fn seen(&mut self) -> Result<Seen<'_>, Refused> {
        let table = self.machine.table();
        let options = self.machine.options(&mut self.state)?;
        Ok(Seen::new(table, &self.state, options))
    }

    /// The options as a person tells them apart: copies of a card that lie together and have the same state are one line.
    pub fn lines(&mut self) -> Result<Vec<OptionLine>, Refused> {
        let options = self.machine.options(&mut self.state)?;
        Ok(lines(&self.names, options))
    }

    /// Returns all elements that can be selected, at the first step of a choice that selects a set.
    pub fn selectable(&mut self) -> Option<SelectionLines> {
        let table = self.machine.table();
        let options = self.machine.options(&mut self.state).ok()?;
        let whole = table.selectable(&self.state, options)?;
        let mut lines = lines(&self.names, &whole);
        let mut called: Vec<(usize, String)> = Vec::new();
        for option in lines.iter_mut().flat_map(|line| &mut line.options) {
            let name = self.names.name_at(&whole, *option)?;
            *option = whole.place(*option)?;
            called.push((*option, name));
        }
        called.sort();
        let names = called.into_iter().map(|(_, name)| name).collect();
        Some(SelectionLines { lines, names, progress: table.selection(&self.state)? })
    }

    /// Answers with an option. [`Session::advance`] then goes on.
    pub fn choose(&mut self, index: usize) -> Result<(), Refused> {
        let table = self.machine.table();
        let options = self.machine.options(&mut self.state)?;
        let pick = options.nth(index).ok_or(Refused::NotPossible)?;
        let answer = self.names.name_at(options, index).ok_or(Refused::NotPossible)?;
        let step = Step { seat: options.chooser(), answer };
        let entry = Entry::choice(table, &self.names, &self.state, options, &pick);
        let secret = Secret::of(table, &self.names, &self.state, options, &pick);
        match &mut self.secret {
            Some((places, earlier)) => {
                places.push(self.record.len());
                earlier.and(secret);
            }
            none => *none = Some((vec![self.record.len()], secret)),
        }
        self.machine.choose(&mut self.state, index)?;
        self.picks.clear();
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
            chance: self.chance.clone(),
        });
    }

    /// Goes back to the last place marked since which something was chosen; marks on the way are gone. False if there is none.
    pub fn undo(&mut self) -> bool {
        while let Some(mark) = self.marks.pop() {
            if mark.steps < self.steps.len() {
                self.state = mark.state;
                self.chance = mark.chance;
                self.steps.truncate(mark.steps);
                self.picks.clear();
                self.record.truncate(mark.record);
                self.secret = None;
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
