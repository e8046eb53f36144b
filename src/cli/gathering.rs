//! Several cards chosen at once: at the table they are picked up in any order, while the rules take them one by one in the order of the
//! box. What a person has picked is gathered here, and answered when it is complete.

use std::collections::BTreeSet;

use crate::play::{OptionLine, Whole};
use crate::table::fold;

/// The word with which a choice of several is ended.
pub(super) const DONE: &str = "done";

/// What a person has picked of a set so far.
pub(super) struct Gathering {
    whole: Whole,
    picked: BTreeSet<usize>,
}

/// What a line that was typed did.
pub(super) enum Gathered {
    /// It names nothing here.
    Unknown,
    /// It cannot be done, and why.
    Refused(String),
    /// More may be picked.
    More,
    /// All is picked: the names of the options, in the order in which the rules take them.
    All(Vec<String>),
}

impl Gathering {
    pub(super) fn new(whole: Whole) -> Gathering {
        Gathering { whole, picked: BTreeSet::new() }
    }

    /// How far it has come.
    pub(super) fn how_far(&self) -> String {
        let picked = self.picked.len();
        match (self.whole.taken.most, self.whole.taken.exactly) {
            (Some(most), true) => format!("{} of {most}", picked + 1),
            (Some(most), false) => format!("{picked} of at most {most}"),
            (None, _) if picked == 0 => "any number".into(),
            (None, _) => format!("{picked} so far"),
        }
    }

    /// What can be picked, and what is.
    pub(super) fn labels(&self) -> Vec<String> {
        let label = |line: &OptionLine| {
            let picked = line.options.iter().filter(|option| self.picked.contains(option)).count();
            match (line.options.len(), picked) {
                (1, 0) => line.label.clone(),
                (1, _) => format!("{} (picked)", line.label),
                (copies, 0) => format!("{} ×{copies}", line.label),
                (copies, picked) => format!("{} ×{copies} ({picked} picked)", line.label),
            }
        };
        let done = (!self.whole.taken.exactly).then(|| DONE.to_string());
        self.whole.lines.iter().map(label).chain(done).collect()
    }

    /// Puts back what was picked; false if nothing was.
    pub(super) fn put_back(&mut self) -> bool {
        !std::mem::take(&mut self.picked).is_empty()
    }

    /// Picks what a line names: numbers or names, with commas between names.
    pub(super) fn pick(&mut self, line: &str) -> Gathered {
        let lines = self.whole.lines.len();
        let stop = line.parse() == Ok(lines + 1) || fold(line) == DONE;
        if stop && !self.whole.taken.exactly {
            return self.all();
        }
        let Some(places) = self.places(line) else { return Gathered::Unknown };
        let before = self.picked.clone();
        for place in places {
            let Some(line) = place.checked_sub(1).and_then(|at| self.whole.lines.get(at)) else {
                self.picked = before;
                return Gathered::Refused(format!("The options go from 1 to {}.", self.labels().len()));
            };
            match line.options.iter().find(|option| !self.picked.contains(option)) {
                Some(option) => self.picked.insert(*option),
                None => {
                    let refused = format!("{} is picked already; `undo` puts all back.", line.label);
                    self.picked = before;
                    return Gathered::Refused(refused);
                }
            };
        }
        let most = self.whole.taken.most.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(0));
        let most = most.min(self.whole.names.len());
        if self.picked.len() > most {
            let refused = format!("That would be {}; {most} can be taken.", self.picked.len());
            self.picked = before;
            return Gathered::Refused(refused);
        }
        if self.picked.len() == most { self.all() } else { Gathered::More }
    }

    fn all(&self) -> Gathered {
        let names = self.picked.iter().filter_map(|option| self.whole.names.get(*option).cloned());
        // Where no more can be taken, the rules do not ask whether that is all.
        Gathered::All(names.chain([DONE.to_string()]).collect())
    }

    /// The numbers of the lines that are named.
    fn places(&self, line: &str) -> Option<Vec<usize>> {
        let numbers: Result<Vec<usize>, _> =
            line.split([',', ' ']).filter(|word| !word.is_empty()).map(str::parse).collect();
        if let Ok(numbers) = numbers {
            return Some(numbers);
        }
        let named = |name: &str| {
            let wanted = fold(name);
            let called = |option: &usize| self.whole.names.get(*option).is_some_and(|name| fold(name) == wanted);
            let place = |line: &OptionLine| fold(&line.label) == wanted || line.options.iter().any(called);
            self.whole.lines.iter().position(place).map(|at| at + 1)
        };
        named(line).map(|place| vec![place]).or_else(|| line.split(',').map(named).collect())
    }
}
