//! Selecting several cards at once. At the table they are picked in any order, while the rules take them in
//! the order of the box: the selection is answered when it is complete.

use std::collections::BTreeSet;

use crate::play::{OptionLine, SelectionLines};
use crate::table::{SelectionProgress, fold};

/// Word that ends a selection.
pub(super) const DONE: &str = "done";

/// Progress of a selection, as shown with the question.
pub(super) fn how_far(progress: &SelectionProgress) -> String {
    let picked = progress.count;
    match (progress.most, progress.exactly) {
        (Some(most), true) => format!("{} of {most}", picked + 1),
        (Some(most), false) => format!("{picked} of at most {most}"),
        (None, _) if picked == 0 => "any number".into(),
        (None, _) => format!("{picked} so far"),
    }
}

/// Selection that a person has made so far.
pub(super) struct Selection {
    offered: SelectionLines,
    picked: BTreeSet<usize>,
}

/// Effect of a typed line on a selection.
pub(super) enum PickResult {
    /// The line names no element.
    Unknown,
    /// The pick is not allowed, for this reason.
    Refused(String),
    /// More can be picked.
    More,
    /// The selection is complete: names of the options, in ascending order, then [`DONE`].
    All(Vec<String>),
}

impl Selection {
    /// Selection among `offered`, with the elements picked so far.
    pub(super) fn new(offered: SelectionLines, picks: &[String]) -> Selection {
        let picked =
            picks.iter().filter_map(|pick| offered.names.iter().position(|name| name == pick)).collect();
        Selection { offered, picked }
    }

    /// Progress, as shown with the question.
    pub(super) fn how_far(&self) -> String {
        how_far(&SelectionProgress { count: self.picked.len() as u64, ..self.offered.progress })
    }

    /// Names of the picked elements.
    pub(super) fn picks(&self) -> Vec<String> {
        self.picked.iter().filter_map(|option| self.offered.names.get(*option).cloned()).collect()
    }

    /// Labels of all elements, with those picked marked.
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
        let done = (!self.offered.progress.exactly).then(|| DONE.to_string());
        self.offered.lines.iter().map(label).chain(done).collect()
    }

    /// Clears the selection; false if it was empty.
    pub(super) fn put_back(&mut self) -> bool {
        !std::mem::take(&mut self.picked).is_empty()
    }

    /// Picks the elements that a line names: numbers, or names separated by commas.
    pub(super) fn pick(&mut self, line: &str) -> PickResult {
        let lines = self.offered.lines.len();
        let stop = line.parse() == Ok(lines + 1) || fold(line) == DONE;
        if stop && !self.offered.progress.exactly {
            return self.all();
        }
        let Some(places) = self.places(line) else { return PickResult::Unknown };
        let before = self.picked.clone();
        for place in places {
            let Some(line) = place.checked_sub(1).and_then(|at| self.offered.lines.get(at)) else {
                self.picked = before;
                return PickResult::Refused(format!("The options go from 1 to {}.", self.labels().len()));
            };
            match line.options.iter().find(|option| !self.picked.contains(option)) {
                Some(option) => self.picked.insert(*option),
                None => {
                    let refused = format!("{} is picked already; `undo` puts all back.", line.label);
                    self.picked = before;
                    return PickResult::Refused(refused);
                }
            };
        }
        let most = self.offered.most();
        if self.picked.len() > most {
            let refused = format!("That would be {}; {most} can be taken.", self.picked.len());
            self.picked = before;
            return PickResult::Refused(refused);
        }
        if self.picked.len() == most { self.all() } else { PickResult::More }
    }

    fn all(&self) -> PickResult {
        // The rules do not ask for "done" once the limit is reached; an unused one is dropped by the caller.
        PickResult::All(self.picks().into_iter().chain([DONE.to_string()]).collect())
    }

    /// Numbers of the lines that the typed line names.
    fn places(&self, line: &str) -> Option<Vec<usize>> {
        let numbers: Result<Vec<usize>, _> =
            line.split([',', ' ']).filter(|word| !word.is_empty()).map(str::parse).collect();
        if let Ok(numbers) = numbers {
            return Some(numbers);
        }
        let named = |name: &str| {
            let wanted = fold(name);
            let called =
                |option: &usize| self.offered.names.get(*option).is_some_and(|name| fold(name) == wanted);
            let place = |line: &OptionLine| fold(&line.label) == wanted || line.options.iter().any(called);
            self.offered.lines.iter().position(place).map(|at| at + 1)
        };
        named(line).map(|place| vec![place]).or_else(|| line.split(',').map(named).collect())
    }
}
