//! Answers given in advance, and how they are matched with choice points.
//!
//! An answer's key is its asker: the name of the component that asks. If no component asks, it is the
//! choice's variable, or else its question or `choice`. Its value is
//! - a name: it answers the asker's first choice point that has it as an option; choice points before that
//!   are declined;
//! - named parts, keyed by variable (by question or `choice` if there is none);
//! - a list of either: each element answers one choice in turn, until all are used.
//!
//! A name that is not a list answers the same choice point each time. Choices without an answer are declined
//! if that is possible.

use crate::diagnostics::nearest;
use crate::ir::{AnswerInfo, ArmId, ChoiceInfo, ComponentId, IdRange, Ir, ToIndex, ValueType};
use crate::table::{Names, Pick, PickKind, State, Table, TableOptions, fold};

/// Name of choice points without a variable.
pub const UNNAMED: &str = "choice";

/// Answers resolved for a game.
#[derive(Clone, Debug, Default)]
pub struct ResolvedAnswers {
    given: Vec<ResolvedAnswer>,
    parts: usize,
}

#[derive(Clone, Debug)]
struct ResolvedAnswer {
    asker: ChoiceAsker,
    parts: Vec<AnswerTerm>,
    /// Index of its first part, among the parts of all answers.
    first: usize,
}

#[derive(Clone, Debug)]
enum ChoiceAsker {
    Components(IdRange<ComponentId>),
    /// A variable, a question or [`UNNAMED`], folded.
    Word(String),
}

#[derive(Clone, Debug)]
struct AnswerTerm {
    variable: Option<String>,
    values: Vec<ResolvedValue>,
    listed: bool,
}

#[derive(Clone, Debug)]
struct ResolvedValue {
    written: String,
    /// The components whose name was written.
    components: IdRange<ComponentId>,
}

/// Use of the answers so far. It belongs to a state, and is copied with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerProgress(Vec<AnswerUse>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct AnswerUse {
    taken: u32,
    /// The choice point that an answer without a variable was bound to, + 1; 0 if unbound.
    bound: u32,
    /// True if a choice point was declined because the answer is not among its options.
    passed: bool,
}

impl AnswerProgress {
    /// Returns a hash that differs if the remaining answers differ.
    pub(super) fn digest(&self) -> u64 {
        let mix = |hash: u64, word: u32| {
            (hash.rotate_left(21) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        self.0.iter().fold(0, |hash, u| mix(mix(mix(hash, u.taken), u.bound), u32::from(u.passed)))
    }

    /// Copies `other` into this, without an allocation.
    pub(super) fn copy_from(&mut self, other: &AnswerProgress) {
        self.0.clear();
        self.0.extend_from_slice(&other.0);
    }
}

/// The decision of the answers at a choice point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Take the option of this index.
    Option(usize),
    /// Take the option of this index, which declines. The answer, given by its number, is not an option here,
    /// but may be one at a later choice of the same asker.
    Pass(usize, usize),
    /// No answer was given for this choice point.
    Open,
    /// The answer is not an option.
    Wrong(AnswerError),
}

/// A choice point without an answer, or with an answer that is not one of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerError {
    /// The asker and its question, for people: "`Badger` (card)".
    pub asks: String,
    /// Number of the answer; `None` if there is none.
    pub answer: Option<usize>,
    /// Text of the answer; `None` if there is none.
    pub written: Option<String>,
    /// The option of the nearest spelling.
    pub nearest: Option<String>,
    /// Labels of the options.
    pub options: Vec<String>,
}

impl AnswerError {
    /// Creates the error for a choice without an answer that cannot be declined.
    pub fn unanswered(names: &Names, table: &Table, state: &State, options: &TableOptions) -> AnswerError {
        AnswerError {
            asks: describe_choice(names, table, state, options),
            answer: None,
            written: None,
            nearest: None,
            options: names.labels(options),
        }
    }

    /// Returns the error as one line.
    pub fn message(&self) -> String {
        match (&self.written, &self.nearest) {
            (None, _) => format!("{} has no answer, and cannot be declined", self.asks),
            (Some(written), Some(near)) => {
                format!("`{written}` is not an option of {}: did you mean `{near}`?", self.asks)
            }
            (Some(written), None) => format!("`{written}` is not an option of {}", self.asks),
        }
    }

    /// Returns the options as text; a long list is cut off.
    pub fn options_text(&self) -> String {
        options_text(&self.options)
    }
}

/// Returns options as one line for people; a long list is cut off.
pub(super) fn options_text(options: &[String]) -> String {
    match options {
        [] => "there are no options".into(),
        [one] => format!("the only option is {one}"),
        _ => format!("the options are {}", enough(options).join(", ")),
    }
}

/// Returns at most the first 30, followed by the number of the others.
pub(super) fn enough(all: &[String]) -> Vec<String> {
    const SHOWN: usize = 30;
    let mut shown: Vec<String> = all.iter().take(SHOWN).cloned().collect();
    if all.len() > SHOWN {
        shown.push(format!("and {} more", all.len() - SHOWN));
    }
    shown
}

/// Returns the asker and its question, for people.
pub(super) fn describe_choice(names: &Names, table: &Table, state: &State, options: &TableOptions) -> String {
    let Some(choice) = table.ir().choice(options.choice()) else { return "the choice".into() };
    let what = match names.question_of(options) {
        Some(prompt) => format!("“{prompt}”"),
        None if !choice.variable.is_empty() => format!("the choice of `{}`", choice.variable),
        None if !choice.actions.is_empty() => format!("player {}'s turn to act", options.chooser().seat()),
        None => "the choice".into(),
    };
    match table.asker(state) {
        Some(component) => format!("{what} of {}", names.component(u64::from(component))),
        None => what,
    }
}

/// Returns the index of the option that declines a choice, if there is one.
pub fn decline(choice: &ChoiceInfo, options: &TableOptions) -> Option<usize> {
    let wanted = PickKind::Arm(ArmId((choice.decline?).0));
    // The declining option is mostly the last one.
    let last = options.len().checked_sub(1)?;
    if options.nth(last).is_some_and(|p| p.kind == wanted) {
        return Some(last);
    }
    options.iter().position(|p| p.kind == wanted)
}

/// Returns the index of the option that declines the choice at which a state waits.
///
/// # Errors
/// It cannot be declined.
pub fn decline_or_fail(
    names: &Names,
    table: &Table,
    state: &State,
    options: &TableOptions,
) -> Result<usize, AnswerError> {
    let choice = table.ir().choice(options.choice());
    let declines = choice.and_then(|choice| decline(choice, options));
    declines.ok_or_else(|| AnswerError::unanswered(names, table, state, options))
}

/// Returns whether a choice point has this name (case-folded) among those of its asker.
fn is_called(choice: &ChoiceInfo, name: &str) -> bool {
    if choice.variable.is_empty() && name == UNNAMED {
        return true;
    }
    let called = |text: &str| text == name || fold(text) == name;
    (!choice.variable.is_empty() && called(&choice.variable)) || choice.prompt.as_deref().is_some_and(called)
}

impl ResolvedAnswers {
    /// Resolves answers. If nothing in the game asks under one of the names, returns the index of that answer
    /// and a message with the nearest known name.
    pub fn new(names: &Names, ir: &Ir, given: &[AnswerInfo]) -> Result<ResolvedAnswers, (usize, String)> {
        let mut answers = ResolvedAnswers::default();
        for (number, answer) in given.iter().enumerate() {
            let asker = match names.components_called(&answer.asker) {
                Some(components) => ChoiceAsker::Components(components),
                None => {
                    let word = fold(&answer.asker);
                    if !ir.choices.iter().any(|c| c.asker.is_none() && is_called(c, &word)) {
                        return Err((number, nobody_asks(ir, &answer.asker)));
                    }
                    ChoiceAsker::Word(word)
                }
            };
            let value = |written: &String| ResolvedValue {
                written: written.clone(),
                components: names.components_called(written).unwrap_or(ComponentId(0).run(0)),
            };
            let parts: Vec<AnswerTerm> = answer
                .parts
                .iter()
                .map(|part| AnswerTerm {
                    variable: part.variable.as_deref().map(fold),
                    values: part.values.iter().map(value).collect(),
                    listed: part.listed,
                })
                .collect();
            let first = answers.parts;
            answers.parts += parts.len();
            answers.given.push(ResolvedAnswer { asker, parts, first });
        }
        Ok(answers)
    }

    /// Returns whether there are no answers.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// Returns the number of answers.
    pub fn count(&self) -> usize {
        self.given.len()
    }

    /// Resets `progress`: no answer is used yet.
    pub fn start(&self, progress: &mut AnswerProgress) {
        progress.0.clear();
        progress.0.resize(self.parts, AnswerUse::default());
    }

    /// Returns the answer to the choice point at which a state waits.
    pub fn decide(
        &self,
        names: &Names,
        table: &Table,
        state: &State,
        options: &TableOptions,
        progress: &mut AnswerProgress,
    ) -> Decision {
        if self.given.is_empty() {
            return Decision::Open;
        }
        let ir = table.ir();
        let Some(choice) = ir.choice(options.choice()) else { return Decision::Open };
        let by = table.asker(state);
        let fits = |answer: &ResolvedAnswer| match (&answer.asker, by) {
            (ChoiceAsker::Components(range), Some(component)) => range.contains(component),
            (ChoiceAsker::Word(word), None) => is_called(choice, word),
            _ => false,
        };
        // An answer for a single copy takes precedence over one for all copies.
        let breadth = |answer: &ResolvedAnswer| match &answer.asker {
            ChoiceAsker::Components(range) => range.len(),
            ChoiceAsker::Word(_) => 1,
        };
        let fitting = self.given.iter().enumerate().filter(|(_, a)| fits(a));
        let Some((number, answer)) = fitting.min_by_key(|(_, a)| breadth(a)) else { return Decision::Open };
        let named =
            answer.parts.iter().position(|p| p.variable.as_deref().is_some_and(|v| is_called(choice, v)));
        let Some(at) = named.or_else(|| answer.parts.iter().position(|p| p.variable.is_none())) else {
            return Decision::Open;
        };
        let (part, Some(used)) = (&answer.parts[at], progress.0.get_mut(answer.first + at)) else {
            return Decision::Open;
        };
        let here = u32::from(options.choice().0) + 1;
        let unbound =
            part.variable.is_none() && !part.listed && matches!(answer.asker, ChoiceAsker::Components(_));
        if unbound && used.bound != 0 && used.bound != here {
            return Decision::Open;
        }
        let Some(value) = part.values.get(if part.listed { used.taken.index() } else { 0 }) else {
            return Decision::Open;
        };
        if let Some(index) = find(names, ir, choice, options, value) {
            used.taken += 1;
            used.bound = here;
            return Decision::Option(index);
        }
        let declines = decline(choice, options);
        if let Some(index) = declines.filter(|_| unbound && used.taken == 0) {
            // A later choice of the same asker may offer it.
            used.passed = true;
            return Decision::Pass(index, number);
        }
        if used.taken > 0 && !part.listed && declines.is_some() {
            return Decision::Open;
        }
        Decision::Wrong(self.wrong(names, table, state, options, number, &value.written))
    }

    /// Returns the number of the first answer that none of its asker's choices offered.
    pub fn passed_over(&self, progress: &AnswerProgress) -> Option<usize> {
        self.terms_with_progress(progress)
            .find(|(_, _, used)| used.passed && used.taken == 0)
            .map(|(answer, ..)| answer)
    }

    /// Creates the error for an answer that is not an option of a choice point: `answer` is its number,
    /// `written` its text.
    pub(super) fn wrong(
        &self,
        names: &Names,
        table: &Table,
        state: &State,
        options: &TableOptions,
        answer: usize,
        written: &str,
    ) -> AnswerError {
        let labels = names.labels(options);
        AnswerError {
            asks: describe_choice(names, table, state, options),
            answer: Some(answer),
            written: Some(written.into()),
            nearest: nearest(written, labels.iter().map(String::as_str)).map(String::from),
            options: labels,
        }
    }

    /// Like `wrong`, for an answer that was passed over.
    pub(super) fn passed(
        &self,
        names: &Names,
        table: &Table,
        state: &State,
        options: &TableOptions,
        answer: usize,
    ) -> AnswerError {
        let part = self.given.get(answer).and_then(|a| a.parts.iter().find(|p| p.variable.is_none()));
        let written = part.and_then(|p| p.values.first()).map_or("", |v| v.written.as_str());
        self.wrong(names, table, state, options, answer, written)
    }

    /// Returns the numbers of the answers that were never used.
    pub fn unused(&self, progress: &AnswerProgress) -> Vec<usize> {
        let mut unused: Vec<usize> = (0..self.given.len()).collect();
        for (answer, _, used) in self.terms_with_progress(progress) {
            if used.taken > 0 {
                unused.retain(|a| *a != answer);
            }
        }
        unused
    }

    /// Iterates over all parts, each with the number of its answer and its progress.
    fn terms_with_progress<'a>(
        &'a self,
        progress: &AnswerProgress,
    ) -> impl Iterator<Item = (usize, &'a AnswerTerm, AnswerUse)> {
        self.given.iter().enumerate().flat_map(|(i, answer)| {
            let used = |at: usize| progress.0.get(answer.first + at).copied().unwrap_or_default();
            answer.parts.iter().enumerate().map(move |(at, part)| (i, part, used(at)))
        })
    }
}

/// Returns the index of the option that a value names.
fn find(
    names: &Names,
    ir: &Ir,
    choice: &ChoiceInfo,
    options: &TableOptions,
    value: &ResolvedValue,
) -> Option<usize> {
    let element = |fits: &dyn Fn(u64) -> bool| {
        // Answers come from the host, who sees the whole table.
        let index = options.truths().position(|pick: Pick| {
            pick.kind == PickKind::Element && pick.values().first().is_some_and(|w| fits(*w))
        });
        index.map(|index| options.exactly(index))
    };
    // An arm may have the name of an element that is not offered.
    let arm = || {
        let called = fold(&value.written);
        choice
            .arms
            .iter()
            .any(|arm| fold(arm) == called)
            .then(|| names.find(options, &value.written).ok())
            .flatten()
    };
    match &choice.element {
        // A fast path: it does not render the names of all options.
        Some(ValueType::Component) if value.components.len() > 0 => {
            element(&|w| ComponentId::from_word(w).is_some_and(|c| value.components.contains(c))).or_else(arm)
        }
        Some(ValueType::Enum(e)) => {
            let values = ir.enums.find(*e).map_or(&[][..], |e| &e.values);
            let wanted = values.iter().position(|v| *v == value.written);
            let wanted = wanted.or_else(|| values.iter().position(|v| fold(v) == fold(&value.written)));
            match wanted {
                Some(wanted) => element(&|w| w == wanted as u64).or_else(arm),
                None => names.find(options, &value.written).ok(),
            }
        }
        _ => names.find(options, &value.written).ok(),
    }
}

fn nobody_asks(ir: &Ir, written: &str) -> String {
    if ir.actions.iter().any(|action| action.params.iter().any(|(name, _)| name == written)) {
        return format!(
            "nothing asks by the name `{written}`, which is a parameter of an action: actions are answered in \
             order, under `choices`"
        );
    }
    let cards = ir.names.iter().flat_map(|n| [n.printed.as_str(), n.id.as_str()]);
    let open = ir.choices.iter().filter(|c| c.asker.is_none());
    let words = open
        .flat_map(|c| [Some(c.variable.as_str()), c.prompt.as_deref()])
        .flatten()
        .filter(|w| !w.is_empty());
    match nearest(written, cards.chain(words)) {
        Some(near) => format!("nothing asks by the name `{written}`: did you mean `{near}`?"),
        None => format!("nothing asks by the name `{written}`"),
    }
}
