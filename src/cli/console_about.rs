//! Answers of the console about a card, a place or a keyword.

use std::cell::OnceCell;

use crate::compile::CompiledGame;
use crate::ir::{CellId, Ir, NameId};
use crate::play::Session;
use crate::report::{board, card, card_now, keyword, place, place_now};
use crate::table::{Names, TableView};

/// The state of a session, as a player sees it.
pub(super) struct SessionState<'s, 't> {
    pub session: &'s Session<'t>,
    pub view: TableView,
}

impl SessionState<'_, '_> {
    fn of_card(&self, names: &Names, card: NameId, width: usize) -> String {
        let states = (self.session.state(), self.session.initial_state());
        card_now(self.session.table(), names, &self.view, states, card, width)
    }

    fn of_place(&self, names: &Names, cell: CellId, width: usize) -> String {
        let states = (self.session.state(), self.session.initial_state());
        place_now(self.session.table(), names, &self.view, states, cell, width)
    }
}

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

    /// Returns everything that a name means, printed names and ids alike: cards, places, boards and keywords,
    /// those whose id it is first; or a line that says that there is none. `now` says the present state of
    /// cards and places.
    pub(super) fn answer(&self, names: &Names, name: &str, width: usize, now: &SessionState) -> String {
        let (name, ir) = (name.trim(), &self.game.ir);
        let called = |of: &str| of.to_lowercase() == name.to_lowercase();
        // By rank: 0 for the id as written, 1 for the id in another case, 2 for the printed name.
        let rank = |id: &str, printed: &str| match (id == name, called(id), called(printed)) {
            (true, ..) => Some(0),
            (_, true, _) => Some(1),
            (.., true) => Some(2),
            _ => None,
        };
        let mut answers: Vec<(u8, String)> = Vec::new();
        let mut cards: Vec<(u8, NameId)> = (ir.names.iter_ids())
            .filter_map(|(at, info)| {
                // A component made from a card is found by its own id only.
                let printed = if info.card.is_none() { &info.printed } else { &info.id };
                Some((rank(&info.id, printed)?, at))
            })
            .collect();
        let unknown = match names.find_name(name) {
            // Names are also found in spellings that fold to theirs.
            Ok(found) if cards.is_empty() => {
                cards.push((2, found));
                None
            }
            Ok(_) => None,
            Err(unknown) => Some(unknown),
        };
        answers.extend(
            cards.into_iter().map(|(rank, found)| {
                (rank, self.card(names, found, width) + &now.of_card(names, found, width))
            }),
        );
        for (cell, info) in ir.cells.iter_ids() {
            if let Some(rank) = rank(&info.id, &info.printed) {
                answers.push((rank, place(ir, names, cell, width) + &now.of_place(names, cell, width)));
            }
        }
        // A board of its own is drawn in full.
        let boards = ir.boards.iter().filter(|_| ir.boards.len() > 1);
        answers.extend(boards.filter_map(|info| {
            let printed = info.name.as_deref().unwrap_or(&info.id);
            Some((rank(&info.id, printed)?, board(ir, info, width)))
        }));
        answers.extend(self.keyword(name, width).map(|text| (2, text)));
        answers.sort_by_key(|(rank, _)| *rank);
        if answers.is_empty() {
            let nearest = unknown.and_then(|unknown| unknown.nearest);
            let hint = nearest.map_or(String::new(), |n| format!(" Did you mean `{n}`?"));
            let place = if ir.cells.is_empty() { "" } else { " and no place" };
            return format!("There is no card{place} `{name}`.{hint}\n");
        }
        answers.into_iter().map(|(_, text)| text).collect()
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
