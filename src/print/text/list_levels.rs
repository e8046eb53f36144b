//! Levels and numbers of list items, from their indentation.

/// Deepest level of a list; items that are indented further stay on it.
const DEEPEST: usize = 5;
/// Spaces by which an item is indented more than another if it is nested in it.
const STEP: usize = 2;
/// Spaces that a tab stands for.
const TAB: usize = 4;

/// A list that further items may belong to.
#[derive(Clone, Copy, Debug)]
struct OpenList {
    /// Indentation of its last item.
    indent: usize,
    /// Number of its last item, if that has one.
    number: Option<usize>,
}

/// The lists that are open at a line, from the outermost to the innermost.
#[derive(Clone, Debug, Default)]
pub struct ListLevels {
    open: Vec<OpenList>,
}

impl ListLevels {
    /// Opens an item, and returns its level, from 0, and its number. A number that is not larger than that of
    /// the item before it in its list counts on.
    pub fn open_item(&mut self, indent: usize, number: Option<usize>) -> (usize, Option<usize>) {
        let level = self.level_at(indent).min(DEEPEST);
        let last = self.open.get(level).and_then(|list| list.number);
        let number = number.map(|number| last.map_or(number, |last| number.max(last.saturating_add(1))));
        self.open.truncate(level);
        self.open.push(OpenList { indent, number });
        (level, number)
    }

    /// Returns the level of the item that a paragraph of this indentation belongs to. Closes the lists that
    /// it ends; `None` if these are all.
    pub fn continue_item(&mut self, indent: usize) -> Option<usize> {
        let level = self.level_at(indent);
        self.open.truncate(level);
        level.checked_sub(1)
    }

    /// Closes all lists.
    pub fn close(&mut self) {
        self.open.clear();
    }

    /// Returns the number of open items that something of this indentation is nested in.
    fn level_at(&self, indent: usize) -> usize {
        self.open.iter().take_while(|list| indent >= list.indent + STEP).count()
    }
}

/// Returns the width of the spaces that a line begins with.
pub fn indentation(line: &str) -> usize {
    let mut width = 0;
    for c in line.chars() {
        width = match c {
            ' ' => width + 1,
            '\t' => (width / TAB + 1) * TAB,
            _ => break,
        };
    }
    width
}
