//! Answers given in advance, and how they find the choice points they are for.
//!
//! An answer is keyed by who asks: the name of the component that asks, or, where none does, the choice's variable (where it has
//! none either: its question, or `choice`). It is
//! - a name: it answers the first choice point of the asker that has it among its options; choice points before that are declined;
//! - named parts, by variable (`choice` or the question where there is none);
//! - a list, as either: each answers one choice after the other, and then they are used up.
//!
//! A name that is no list answers every time the same choice point asks. What nobody has answered is declined where it can be.

use crate::diagnostics::nearest;
use crate::ir::{AnswerInfo, ChoiceInfo, Ir, ValueType};
use crate::table::{Names, Options, Pick, PickKind, State, Table, fold};

/// What a choice point without a variable is called.
pub const UNNAMED: &str = "choice";

/// Answers made ready for a game.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    given: Vec<Answer>,
    parts: usize,
}

#[derive(Clone, Debug)]
struct Answer {
    asker: Asker,
    parts: Vec<Part>,
    /// Of its first part, among the parts of all answers.
    first: usize,
}

#[derive(Clone, Debug)]
enum Asker {
    Components(std::ops::Range<u32>),
    /// A variable, a question or [`UNNAMED`], folded.
    Word(String),
}

#[derive(Clone, Debug)]
struct Part {
    variable: Option<String>,
    values: Vec<Value>,
    listed: bool,
}

#[derive(Clone, Debug)]
struct Value {
    written: String,
    /// The components called so.
    components: std::ops::Range<u32>,
}

/// How far answers have been used: goes with a state, and is copied with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress(Vec<Used>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Used {
    taken: u32,
    /// The choice point that a name without a variable has turned out to answer, + 1.
    bound: u32,
    /// A choice point did not have it among its options.
    passed: bool,
}

impl Progress {
    /// A word that differs where what is left of the answers differs.
    pub(super) fn digest(&self) -> u64 {
        let mix = |hash: u64, word: u32| (hash.rotate_left(21) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0.iter().fold(0, |hash, u| mix(mix(mix(hash, u.taken), u.bound), u32::from(u.passed)))
    }

    /// Makes this a copy of `other`, without an allocation.
    pub(super) fn copy_from(&mut self, other: &Progress) {
        self.0.clear();
        self.0.extend_from_slice(&other.0);
    }
}

/// What the answers say to a choice point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// This option.
    Option(usize),
    /// This option, which declines: the answer is no option here, but may be one of a later choice of the same asker.
    /// It is the answer of that number.
    Pass(usize, usize),
    /// Nothing.
    Open,
    /// Something that is no option.
    Wrong(Wrong),
}

/// A choice point that has no answer, or one that is none of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Who asks what, for people: "`Badger` (card)".
    pub asks: String,
    /// Which of the answers given it is; `None`: there is none.
    pub answer: Option<usize>,
    /// What was written; `None`: nothing.
    pub written: Option<String>,
    /// What was probably meant.
    pub nearest: Option<String>,
    /// The options, as printed.
    pub options: Vec<String>,
}

impl Wrong {
    /// Nobody has answered a choice that cannot be declined.
    pub fn unanswered(names: &Names, table: &Table, state: &State, options: &Options) -> Wrong {
        Wrong {
            asks: asks(names, table, state, options),
            answer: None,
            written: None,
            nearest: None,
            options: names.labels(options),
        }
    }

    /// What is wrong, one line.
    pub fn message(&self) -> String {
        match (&self.written, &self.nearest) {
            (None, _) => format!("{} has no answer, and cannot be declined", self.asks),
            (Some(written), Some(near)) => format!("`{written}` is no option of {}: did you mean `{near}`?", self.asks),
            (Some(written), None) => format!("`{written}` is no option of {}", self.asks),
        }
    }

    /// The options, as many as fit a line or two.
    pub fn options_text(&self) -> String {
        options_text(&self.options)
    }
}

/// Options as a line for people: all of a few, some of many.
pub(super) fn options_text(options: &[String]) -> String {
    match options {
        [] => "there are no options".into(),
        [one] => format!("the only option is {one}"),
        _ => format!("the options are {}", enough(options).join(", ")),
    }
}

/// All of a few, some of many, and how many more.
pub(super) fn enough(all: &[String]) -> Vec<String> {
    const SHOWN: usize = 30;
    let mut shown: Vec<String> = all.iter().take(SHOWN).cloned().collect();
    if all.len() > SHOWN {
        shown.push(format!("and {} more", all.len() - SHOWN));
    }
    shown
}

/// Who asks what, for people.
pub(super) fn asks(names: &Names, table: &Table, state: &State, options: &Options) -> String {
    let Some(choice) = table.ir().choices.get(options.choice() as usize) else { return "the choice".into() };
    let what = match names.question_of(options) {
        Some(prompt) => format!("“{prompt}”"),
        None if !choice.variable.is_empty() => format!("the choice of `{}`", choice.variable),
        None if !choice.actions.is_empty() => format!("player {}'s turn to act", options.chooser() + 1),
        None => "the choice".into(),
    };
    match table.asker(state) {
        Some(component) => format!("{what} of {}", names.component(u64::from(component))),
        None => what,
    }
}

/// The option that declines a choice, if there is one.
pub fn decline(choice: &ChoiceInfo, options: &Options) -> Option<usize> {
    let wanted = PickKind::Arm(choice.decline?);
    // It mostly comes last.
    let last = options.len().checked_sub(1)?;
    if options.nth(last).is_some_and(|p| p.kind == wanted) {
        return Some(last);
    }
    options.iter().position(|p| p.kind == wanted)
}

/// Whether a choice point goes by this name (folded) among those of its asker.
fn is_called(choice: &ChoiceInfo, name: &str) -> bool {
    if choice.variable.is_empty() && name == UNNAMED {
        return true;
    }
    let called = |text: &str| text == name || fold(text) == name;
    (!choice.variable.is_empty() && called(&choice.variable)) || choice.prompt.as_deref().is_some_and(called)
}

impl Answers {
    /// Makes answers ready. Fails where nothing in the game asks by such a name: which of them it is, and an
    /// explanation, with the nearest that does.
    pub fn new(names: &Names, ir: &Ir, given: &[AnswerInfo]) -> Result<Answers, (usize, String)> {
        let mut answers = Answers::default();
        for (number, answer) in given.iter().enumerate() {
            let asker = match names.components_called(&answer.asker) {
                Some(components) => Asker::Components(components),
                None => {
                    let word = fold(&answer.asker);
                    if !ir.choices.iter().any(|c| c.asker.is_none() && is_called(c, &word)) {
                        return Err((number, nobody_asks(ir, &answer.asker)));
                    }
                    Asker::Word(word)
                }
            };
            let value = |written: &String| Value {
                written: written.clone(),
                components: names.components_called(written).unwrap_or(0..0),
            };
            let parts: Vec<Part> = answer
                .parts
                .iter()
                .map(|part| Part {
                    variable: part.variable.as_deref().map(fold),
                    values: part.values.iter().map(value).collect(),
                    listed: part.listed,
                })
                .collect();
            let first = answers.parts;
            answers.parts += parts.len();
            answers.given.push(Answer { asker, parts, first });
        }
        Ok(answers)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// How many are answered for.
    pub fn count(&self) -> usize {
        self.given.len()
    }

    /// None of them used yet.
    pub fn start(&self, progress: &mut Progress) {
        progress.0.clear();
        progress.0.resize(self.parts, Used::default());
    }

    /// The answer to the choice point at which a state waits.
    pub fn decide(
        &self,
        names: &Names,
        table: &Table,
        state: &State,
        options: &Options,
        progress: &mut Progress,
    ) -> Decision {
        if self.given.is_empty() {
            return Decision::Open;
        }
        let ir = table.ir();
        let Some(choice) = ir.choices.get(options.choice() as usize) else { return Decision::Open };
        let by = table.asker(state);
        let fits = |answer: &Answer| match (&answer.asker, by) {
            (Asker::Components(range), Some(component)) => range.contains(&component),
            (Asker::Word(word), None) => is_called(choice, word),
            _ => false,
        };
        // What is said of one copy goes before what is said of all.
        let breadth = |answer: &Answer| match &answer.asker {
            Asker::Components(range) => range.len(),
            Asker::Word(_) => 1,
        };
        let fitting = self.given.iter().enumerate().filter(|(_, a)| fits(a));
        let Some((number, answer)) = fitting.min_by_key(|(_, a)| breadth(a)) else { return Decision::Open };
        let named = answer.parts.iter().position(|p| p.variable.as_deref().is_some_and(|v| is_called(choice, v)));
        let Some(at) = named.or_else(|| answer.parts.iter().position(|p| p.variable.is_none())) else {
            return Decision::Open;
        };
        let (part, Some(used)) = (&answer.parts[at], progress.0.get_mut(answer.first + at)) else {
            return Decision::Open;
        };
        let here = u32::from(options.choice()) + 1;
        let unbound = part.variable.is_none() && !part.listed && matches!(answer.asker, Asker::Components(_));
        if unbound && used.bound != 0 && used.bound != here {
            return Decision::Open;
        }
        let Some(value) = part.values.get(if part.listed { used.taken as usize } else { 0 }) else {
            return Decision::Open;
        };
        if let Some(index) = find(names, ir, choice, options, value) {
            used.taken += 1;
            used.bound = here;
            return Decision::Option(index);
        }
        let declines = decline(choice, options);
        if let Some(index) = declines.filter(|_| unbound && used.taken == 0) {
            // Perhaps a later choice of the same asker has it.
            used.passed = true;
            return Decision::Pass(index, number);
        }
        if used.taken > 0 && !part.listed && declines.is_some() {
            return Decision::Open;
        }
        Decision::Wrong(self.wrong(names, table, state, options, number, &value.written))
    }

    /// The first answer that none of its asker's choices had among its options.
    pub fn passed_over(&self, progress: &Progress) -> Option<usize> {
        self.each(progress).find(|(_, _, used)| used.passed && used.taken == 0).map(|(answer, ..)| answer)
    }

    /// That a choice point does not have an answer among its options: the number of the answer, and what it says.
    pub(super) fn wrong(
        &self,
        names: &Names,
        table: &Table,
        state: &State,
        options: &Options,
        answer: usize,
        written: &str,
    ) -> Wrong {
        let labels = names.labels(options);
        Wrong {
            asks: asks(names, table, state, options),
            answer: Some(answer),
            written: Some(written.into()),
            nearest: nearest(written, labels.iter().map(String::as_str)).map(String::from),
            options: labels,
        }
    }

    /// The same of an answer that was passed.
    pub(super) fn passed(
        &self,
        names: &Names,
        table: &Table,
        state: &State,
        options: &Options,
        answer: usize,
    ) -> Wrong {
        let part = self.given.get(answer).and_then(|a| a.parts.iter().find(|p| p.variable.is_none()));
        let written = part.and_then(|p| p.values.first()).map_or("", |v| v.written.as_str());
        self.wrong(names, table, state, options, answer, written)
    }

    /// Which answers, of those given, were not used at all.
    pub fn unused(&self, progress: &Progress) -> Vec<usize> {
        let mut unused: Vec<usize> = (0..self.given.len()).collect();
        for (answer, _, used) in self.each(progress) {
            if used.taken > 0 {
                unused.retain(|a| *a != answer);
            }
        }
        unused
    }

    /// Every part, of which answer it is, and how far it has been used.
    fn each<'a>(&'a self, progress: &Progress) -> impl Iterator<Item = (usize, &'a Part, Used)> {
        self.given.iter().enumerate().flat_map(|(i, answer)| {
            let used = |at: usize| progress.0.get(answer.first + at).copied().unwrap_or_default();
            answer.parts.iter().enumerate().map(move |(at, part)| (i, part, used(at)))
        })
    }
}

/// The option that a value names.
fn find(names: &Names, ir: &Ir, choice: &ChoiceInfo, options: &Options, value: &Value) -> Option<usize> {
    let element = |fits: &dyn Fn(u64) -> bool| {
        // Answers are the host's, who sees the whole table.
        options
            .truths()
            .position(|pick: Pick| pick.kind == PickKind::Element && pick.values().first().is_some_and(|w| fits(*w)))
    };
    // An arm may be called like an element that is not on offer.
    let arm = || {
        let called = fold(&value.written);
        choice.arms.iter().any(|arm| fold(arm) == called).then(|| names.find(options, &value.written).ok()).flatten()
    };
    match &choice.element {
        // Without making the names of all options.
        Some(ValueType::Component) if !value.components.is_empty() => {
            let (first, end) = (u64::from(value.components.start), u64::from(value.components.end));
            element(&|w| first <= w && w < end).or_else(arm)
        }
        Some(ValueType::Enum(e)) => {
            let values = ir.enums.get(*e as usize).map_or(&[][..], |e| &e.values);
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
    let cards = ir.names.iter().flat_map(|n| [n.printed.as_str(), n.id.as_str()]);
    let open = ir.choices.iter().filter(|c| c.asker.is_none());
    let words = open.flat_map(|c| [Some(c.variable.as_str()), c.prompt.as_deref()]).flatten().filter(|w| !w.is_empty());
    match nearest(written, cards.chain(words)) {
        Some(near) => format!("nothing asks by the name `{written}`: did you mean `{near}`?"),
        None => format!("nothing asks by the name `{written}`"),
    }
}
