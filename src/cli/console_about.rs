//! Answers of the console about a card, a place or a keyword.

use std::cell::OnceCell;

use crate::compile::CompiledGame;
use crate::ir::{CellId, Ir, NameId};
use crate::report::{card, keyword, place};
use crate::table::Names;

/// The source of facts about cards: the game as it is played, and all of its cards.
pub(super) struct CardFacts<'g> {
    game: &'g CompiledGame,
    /// The game with all of its cards, compiled for the first question about one that is in no list.
    whole: OnceCell<Option<CompiledGame>>,
}

impl<'g> CardFacts<'g> {
    /// Creates the facts of a game, which may be laid for deck lists.
    pub(super) fn of(game: &'g CompiledGame) -> Self {
        CardFacts { game, whole: OnceCell::new() }
    }

    /// Returns everything about a card, a place or a keyword, named by its printed name or its id; or a line
    /// that says that there is none.
    pub(super) fn answer(&self, names: &Names, name: &str, width: usize) -> String {
        let (name, ir) = (name.trim(), &self.game.ir);
        let unknown = match names.find_name(name) {
            Ok(found) => return self.card(names, found, width),
            Err(unknown) => unknown,
        };
        let called = |of: &str| of.eq_ignore_ascii_case(name);
        if let Some(cell) = ir.cells.iter().position(|cell| called(&cell.id) || called(&cell.printed)) {
            return place(ir, names, CellId(cell as u32), width);
        }
        if let Some(keyword) = self.keyword(name, width) {
            return keyword;
        }
        let hint = unknown.nearest.map_or(String::new(), |n| format!(" Did you mean `{n}`?"));
        let place = if ir.cells.is_empty() { "" } else { " and no place" };
        format!("There is no card{place} `{name}`.{hint}\n")
    }

    /// Returns the game with all of its cards; `None` for a game without lists.
    fn whole(&self) -> Option<&Ir> {
        self.whole.get_or_init(|| self.game.with_all_cards()).as_ref().map(|game| &game.ir)
    }

    /// Describes a keyword, if some card of the game bears it.
    fn keyword(&self, name: &str, width: usize) -> Option<String> {
        // Cards that are in no list have no reminders.
        keyword(&self.game.ir, name, width)?;
        keyword(self.whole().unwrap_or(&self.game.ir), name, width)
    }

    /// Describes a card. One without a copy at the table is described as the whole game has it.
    fn card(&self, names: &Names, found: NameId, width: usize) -> String {
        let ir = &self.game.ir;
        let Some(info) = ir.names.find(found) else { return String::new() };
        if info.copies == 0 {
            let whole = self.whole();
            let same = |whole: &Ir| whole.names.iter().position(|name| name.id == info.id);
            if let Some((whole, at)) = whole.and_then(|whole| Some((whole, same(whole)?))) {
                return card(whole, &Names::new(whole), NameId::from_index(at), 0, width);
            }
        }
        card(ir, names, found, info.copies, width)
    }
}
