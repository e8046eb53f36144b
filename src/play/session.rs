//! One game in progress, with record and undo, for people, replays and demonstrations.

use super::agreement::{Agreement, Disagreement};
use super::answers::enough;
use super::opening::go_on;
use super::record::{RecordEntry, RecordSecret, ScoredComponent, breakdown};
use super::saved_game::ReplayStep;
use super::scenario::ScenarioStart;
use super::scenario::chance::FixedChance;
use super::seat::Observation;
use crate::ir::{ComponentId, StartPoint};
use crate::table::{
    Event, Fault, Listen, Machine, Names, Rejection, SelectionProgress, State, Stop, Table, TableOptions,
    TableOutcome, fold,
};

/// A component and its points; `None` if the rules tallied that it counts nothing.
pub type ComponentPoints = (ComponentId, Option<i64>);

/// A game in progress. Every choice that is [marked](Session::mark) can be undone, because its state is kept.
pub struct Session<'t> {
    machine: Machine<'t>,
    names: Names<'t>,
    agreement: Agreement,
    state: State,
    laid: State,
    steps: Vec<ReplayStep>,
    /// Names of the elements picked so far in a selection; it is answered when it is complete.
    picks: Vec<String>,
    record: Vec<RecordEntry>,
    /// Secret of the last choice; for a selection, of all choices whose effect is still to come.
    secret: Option<PendingSecret>,
    tallies: Vec<ComponentPoints>,
    marks: Vec<UndoPoint<'t>>,
    /// Remaining fixed results of chance, if the game continues from a scenario.
    chance: Option<FixedChance<'t>>,
    /// True if the game began with setup; false if it continues from a scenario.
    whole: bool,
}

/// An option, with the options that differ from it only by interchangeable copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLine {
    /// Label of each of them.
    pub label: String,
    /// Option indices; the first is the one that is offered.
    pub options: Vec<usize>,
}

/// An answer that is none of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoOption {
    /// The name or label of the nearest spelling.
    pub nearest: Option<String>,
    /// Labels of the options that begin with the answer.
    pub beginning: Vec<String>,
}

impl NoOption {
    /// Returns a suggestion for a misspelt answer, as a sentence that begins in lowercase.
    pub fn hint(&self) -> Option<String> {
        match (&self.beginning[..], &self.nearest) {
            ([], None) => None,
            ([], Some(near)) => Some(format!("did you mean `{near}`?")),
            ([one], _) => Some(format!("did you mean `{one}`?")),
            (several, _) => Some(format!("options that begin so: {}", enough(several).join(", "))),
        }
    }
}

/// Elements of a choice that selects a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectionLines {
    /// Elements, grouped by interchangeable copies.
    pub lines: Vec<OptionLine>,
    /// Name of each element, in ascending order.
    pub names: Vec<String>,
    /// Progress, and the allowed numbers of elements.
    pub progress: SelectionProgress,
}

impl SelectionLines {
    /// Returns the maximum number of elements that can be picked.
    pub fn most(&self) -> usize {
        let most = self.progress.most.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(0));
        most.min(self.names.len())
    }
}

/// Returns whether a selection is in progress with at least one element selected.
fn selects(table: &Table, state: &State) -> bool {
    table.selection(state).is_some_and(|progress| progress.count > 0)
}

/// Returns the labels of the options offered, each with its interchangeable copies.
fn lines(names: &Names, table: &Table, state: &State, options: &TableOptions) -> Vec<OptionLine> {
    let labels = names.distinct_labels(table, state, options).into_iter().enumerate();
    labels
        .map(|(index, label)| OptionLine {
            label,
            options: [index].into_iter().chain(options.copies(index)).collect(),
        })
        .collect()
}

/// A secret whose readers are extended once its choice has had its effect.
#[derive(Clone)]
struct PendingSecret {
    /// Indices of its entries in the record.
    places: Vec<usize>,
    secret: RecordSecret,
}

struct UndoPoint<'t> {
    state: State,
    steps: usize,
    record: usize,
    secret: Option<PendingSecret>,
    /// The entries of the secret in the record, whose readers may be extended later.
    secret_entries: Vec<RecordEntry>,
    tallies: usize,
    chance: Option<FixedChance<'t>>,
}

impl<'t> Session<'t> {
    /// Lays out the table and starts the game. [`Session::advance`] brings it to its first choice.
    pub fn new(table: &'t Table<'t>, agreement: Agreement) -> Result<Self, Disagreement> {
        let mut machine = table.machine();
        let mut state = agreement.lay(&mut machine)?;
        machine.start(&mut state, StartPoint::Setup);
        Ok(Session { whole: true, ..Session::resume(table, agreement, state)? })
    }

    /// Continues from a state. Its history is not known: the record begins here.
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
            whole: false,
        })
    }

    /// Continues from a scenario, with its fixed chance and its record.
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

    /// Copies the game, with its record and undo points, to a table of the same game. The copy is
    /// independent. `None` if a scenario fixes chance, because the fixed results belong to the table.
    pub fn copy_to<'u>(&self, table: &'u Table<'u>) -> Option<Session<'u>> {
        if self.chance.is_some() {
            return None;
        }
        let mark = |mark: &UndoPoint| UndoPoint {
            state: mark.state.clone(),
            steps: mark.steps,
            record: mark.record,
            secret: mark.secret.clone(),
            secret_entries: mark.secret_entries.clone(),
            tallies: mark.tallies,
            chance: None,
        };
        let mut machine = table.machine();
        machine.listen(Listen::Everything);
        Some(Session {
            machine,
            names: Names::new(table.ir()),
            agreement: self.agreement.clone(),
            state: self.state.clone(),
            laid: self.laid.clone(),
            steps: self.steps.clone(),
            picks: self.picks.clone(),
            record: self.record.clone(),
            secret: self.secret.clone(),
            tallies: self.tallies.clone(),
            marks: self.marks.iter().map(mark).collect(),
            chance: None,
            whole: self.whole,
        })
    }

    /// Returns whether the game began with setup, so that its settings and answers lead to its position.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Returns the table on which the game is played.
    pub fn table(&self) -> &'t Table<'t> {
        self.machine.table()
    }

    /// Returns the names of the game's components and options.
    pub fn names(&self) -> &Names<'t> {
        &self.names
    }

    /// Returns the settings that were agreed before the game.
    pub fn agreement(&self) -> &Agreement {
        &self.agreement
    }

    /// Returns the full state, hidden information included: it must not be shown to players.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the state before anything happened.
    pub fn initial_state(&self) -> &State {
        &self.laid
    }

    /// Returns the answers so far.
    pub fn steps(&self) -> &[ReplayStep] {
        &self.steps
    }

    /// Returns the names of the elements picked so far in a selection. The rules take them in one fixed
    /// order, but people pick in any order: picks become answers when the selection is complete.
    pub fn picks(&self) -> &[String] {
        &self.picks
    }

    /// Sets the picks, which are kept until the next choice or undo.
    pub fn set_picks(&mut self, picks: Vec<String>) {
        self.picks = picks;
    }

    /// Returns the record so far.
    pub fn record(&self) -> &[RecordEntry] {
        &self.record
    }

    /// Advances to the next choice, or to the end.
    pub fn advance(&mut self) -> Stop {
        let table = self.machine.table();
        let stop = go_on(&mut self.chance, &self.names, &mut self.machine, &mut self.state);
        // Secrecy is evaluated again once the choice has had its effect: a card played face up is no longer
        // secret.
        if let Some(pending) = self.secret.take_if(|_| stop != Stop::Choice || !selects(table, &self.state)) {
            let known = pending.secret.shown_to(table, &self.state);
            for at in pending.places {
                if let Some(entry) = self.record.get_mut(at) {
                    entry.show_to(known);
                }
            }
        }
        let events = self.machine.events();
        self.tallies.extend(events.iter().filter_map(Event::tally));
        self.record.extend(RecordEntry::lines(self.machine.table(), &self.names, &self.state, events));
        self.machine.clear_events();
        stop
    }

    /// Returns the view of the player who must choose.
    pub fn observation(&mut self) -> Result<Observation<'_>, Rejection> {
        let table = self.machine.table();
        let options = self.machine.options(&mut self.state)?;
        Ok(Observation::new(table, &self.state, options))
    }

    /// Returns the options, with copies of a card that lie together and have the same state grouped into one
    /// line.
    pub fn lines(&mut self) -> Result<Vec<OptionLine>, Rejection> {
        let table = self.machine.table();
        let options = self.machine.options(&mut self.state)?;
        Ok(lines(&self.names, table, &self.state, options))
    }

    /// Returns the option with a label of [`Session::lines`], a name or a label. If there is none, the error
    /// suggests one.
    pub fn find(&mut self, written: &str) -> Result<usize, NoOption> {
        // Programs answer with names, for which no labels have to be made.
        let named = self.machine.options(&mut self.state).ok().and_then(|o| self.names.index_of(o, written));
        if let Some(index) = named {
            return Ok(index);
        }
        let lines = self.lines().unwrap_or_default();
        let wanted = fold(written);
        if let Some(index) =
            lines.iter().find(|line| fold(&line.label) == wanted).and_then(|line| line.options.first())
        {
            return Ok(*index);
        }
        let nothing = NoOption { nearest: None, beginning: Vec::new() };
        let options = self.machine.options(&mut self.state).map_err(|_| nothing)?;
        // A label that several options share names none of them.
        let is_meant = |at: &usize| {
            options.nth(*at).is_some_and(|pick| fold(&self.names.label(options, &pick)) == wanted)
        };
        let meant: Vec<usize> = (0..lines.len()).filter(is_meant).collect();
        if meant.len() > 1 && !self.names.names(options).iter().any(|name| fold(name) == wanted) {
            let beginning = meant.iter().map(|at| lines[*at].label.clone()).collect();
            return Err(NoOption { nearest: None, beginning });
        }
        self.names.find(options, written).map_err(|unknown| {
            let labels: Vec<String> = lines.into_iter().map(|line| line.label).collect();
            let begun = self.names.beginning_with(options, &labels, written).into_iter();
            NoOption {
                nearest: unknown.nearest,
                beginning: begun.filter_map(|at| labels.get(at).cloned()).collect(),
            }
        })
    }

    /// Returns all elements that can be selected, at the first step of a choice that selects a set.
    pub fn selectable(&mut self) -> Option<SelectionLines> {
        let table = self.machine.table();
        let options = self.machine.options(&mut self.state).ok()?;
        let whole = table.selectable(&self.state, options)?;
        let mut lines = lines(&self.names, table, &self.state, &whole);
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

    /// Answers with an option. [`Session::advance`] then continues.
    pub fn choose(&mut self, index: usize) -> Result<(), Rejection> {
        let table = self.machine.table();
        let meant = self.machine.meant_index(&mut self.state, index)?;
        let options = self.machine.options(&mut self.state)?;
        let pick = options.nth(meant).ok_or(Rejection::NotPossible)?;
        let answer = self.names.name_at(options, index).ok_or(Rejection::NotPossible)?;
        let step = ReplayStep { seat: options.chooser(), answer };
        let entry = RecordEntry::choice(table, &self.names, &self.state, options, &pick);
        let secret = RecordSecret::of(table, &self.names, &self.state, options, &pick);
        match &mut self.secret {
            Some(pending) => {
                pending.places.push(self.record.len());
                pending.secret.and(secret);
            }
            none => *none = Some(PendingSecret { places: vec![self.record.len()], secret }),
        }
        self.machine.choose(&mut self.state, index)?;
        self.picks.clear();
        self.steps.push(step);
        self.record.push(entry);
        Ok(())
    }

    /// Adds an undo point.
    pub fn mark(&mut self) {
        let places = self.secret.iter().flat_map(|pending| &pending.places);
        self.marks.push(UndoPoint {
            state: self.state.clone(),
            steps: self.steps.len(),
            record: self.record.len(),
            secret: self.secret.clone(),
            secret_entries: places.filter_map(|at| self.record.get(*at)).cloned().collect(),
            tallies: self.tallies.len(),
            chance: self.chance.clone(),
        });
    }

    /// Drops all undo points.
    pub fn forget_marks(&mut self) {
        self.marks.clear();
    }

    /// Returns to the last undo point before the latest choice; drops the undo points in between. Returns
    /// false if there is none.
    pub fn undo(&mut self) -> bool {
        while let Some(mark) = self.marks.pop() {
            if mark.steps < self.steps.len() {
                self.state = mark.state;
                self.chance = mark.chance;
                self.steps.truncate(mark.steps);
                self.picks.clear();
                self.record.truncate(mark.record);
                let places = mark.secret.iter().flat_map(|pending| &pending.places);
                for (at, entry) in places.zip(mark.secret_entries) {
                    self.record[*at] = entry;
                }
                self.secret = mark.secret;
                self.tallies.truncate(mark.tallies);
                return true;
            }
        }
        false
    }

    /// Returns the outcome of the game.
    pub fn outcome(&mut self) -> Result<TableOutcome, Box<Fault>> {
        let outcome = self.machine.outcome(&self.state);
        self.machine.clear_events();
        outcome
    }

    /// Returns the points of each component, by player.
    pub fn breakdown(&self) -> Vec<Vec<ScoredComponent>> {
        breakdown(self.table(), &self.state, &self.tallies)
    }
}
