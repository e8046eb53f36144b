//! Plays the matches between bots. The results for a random seed do not depend on the number of threads.

use std::collections::HashMap;
use std::num::NonZero;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::messages;
use super::progress::{GameResult, TournamentProgress, Verdict, rule};
use super::read::{EntryId, Tournament};
use super::schedule::{MatchId, Schedule, first_seat};
use crate::compile::CompiledGame;
use crate::diagnostics::Diagnostic;
use crate::ir::{Bringer, PlayerId, is_list_file};
use crate::lab::{GameFault, Simulation, sides_at, simulate};
use crate::play::{
    BotKind, Disagreement, ListError, NamedList, PregameSettings, game_seed, laid_for, read_lists, sources_of,
};
use crate::source::Sources;
use crate::table::Table;
use crate::threads::{lock, side_by_side, take_out};

/// Runner of a tournament's matches between bots.
pub struct Host<'t> {
    tournament: &'t Tournament,
    game: &'t CompiledGame,
    /// Deck list of each entry, as a path for this process or an id.
    lists: Vec<Option<String>>,
    options: Vec<(String, String)>,
    players: u8,
    /// Side of each seat, from 0.
    side_of: Vec<usize>,
    stop: &'static AtomicBool,
}

/// The result of playing matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayedMatches {
    /// All matches between bots were played.
    All,
    /// The user interrupted it.
    Interrupted,
}

/// Results of matches, buffered so that they are saved in the order of the schedule.
struct Incoming {
    done: HashMap<usize, Vec<GameResult>>,
    kept: usize,
    /// The error of the earliest match that has one.
    wrong: Option<(usize, ListError)>,
    interrupted: bool,
}

impl Incoming {
    /// Notes an error of a match, unless an earlier match has one: the reported error must not depend on
    /// which thread is the fastest.
    fn fail(&mut self, at: usize, wrong: ListError) {
        if self.wrong.as_ref().is_none_or(|(earliest, _)| at < *earliest) {
            self.wrong = Some((at, wrong));
        }
    }
}

impl<'t> Host<'t> {
    /// Lays out the first table, which determines the number of sides of a match. `folder` contains the
    /// tournament's file; `sources` contain its text.
    ///
    /// # Errors
    /// A bot or a deck list does not exist, a list is not legal, or the game has no matches.
    pub fn new(
        tournament: &'t Tournament,
        game: &'t CompiledGame,
        folder: &Path,
        sources: &Sources,
        stop: &'static AtomicBool,
    ) -> Result<Host<'t>, ListError> {
        let found = |diagnostics: Vec<Diagnostic>| ListError::Found(diagnostics, Box::new(sources.clone()));
        let options = tournament.sitting.options_of(&game.ir).map_err(ListError::Words)?;
        let mut wrong = wrong_bots(tournament, game);
        let lists = tournament
            .entries
            .iter()
            .map(|entry| entry.list.as_deref().map(|list| resolve_list_path(folder, list)));
        let lists: Vec<Option<String>> = lists.collect();
        for (entry, list) in tournament.entries.iter().zip(&lists) {
            let (at, name) = (entry.list_span, &game.ir.game.name);
            match list {
                Some(_) if !game.ir.lists.by_seat => {
                    wrong.push(messages::list_not_brought(at, name));
                }
                None if game.ir.lists.by_seat => {
                    let known: Vec<&str> = game.ir.decks.iter().map(|deck| deck.id.as_str()).collect();
                    wrong.push(messages::no_list(at, &entry.name, name, &known));
                }
                // A list that is read again for each match must not change; a pipe may never end.
                Some(list)
                    if is_list_file(list) && Path::new(list).metadata().is_ok_and(|m| !m.is_file()) =>
                {
                    wrong.push(messages::list_not_a_file(at, list));
                }
                Some(list) => {
                    match read_lists(game, &[list.as_str()], tournament.sitting.players, &options) {
                        Err(ListError::Found(found, _)) if found.iter().all(|d| d.labels.is_empty()) => {
                            wrong.extend(found.into_iter().map(|d| d.at(entry.list_span, "")));
                        }
                        Err(other) => return Err(other),
                        Ok(_) => {}
                    }
                }
                None => {}
            }
        }
        if !wrong.is_empty() {
            return Err(found(wrong));
        }
        let mut host = Host { tournament, game, lists, options, players: 2, side_of: Vec::new(), stop };
        let first = PregameSettings { decks: host.default_lists(), ..tournament.sitting.clone() };
        let laid = first.compile_for_lists(game)?;
        let table = lay(laid.as_ref().unwrap_or(game), stop)?;
        let agreement = first.settle(&mut table.machine(), 1).map_err(|why| disagreed(&table, why))?;
        host.players = agreement.players;
        let seats = sides_at(&table, &agreement);
        let mut sides: Vec<usize> = seats.clone();
        sides.sort_unstable();
        sides.dedup();
        if sides.len() < 2 || game.ir.play.is_none() {
            let (at, name) = (tournament.players_span, &game.ir.game.name);
            return Err(found(vec![match game.ir.play {
                None => messages::nothing_to_play(at, name),
                Some(_) => messages::one_side(at, name),
            }]));
        }
        host.side_of =
            seats.iter().map(|seat| sides.iter().position(|side| side == seat).unwrap_or(0)).collect();
        Ok(host)
    }

    /// Returns the tournament that the host plays.
    pub fn tournament(&self) -> &Tournament {
        self.tournament
    }

    /// Returns the number of sides in a match.
    pub fn sides(&self) -> usize {
        self.side_of.iter().max().map_or(0, |side| side + 1)
    }

    /// Returns the number of players at a table.
    pub fn players(&self) -> u8 {
        self.players
    }

    /// Returns a list for each seat of the first table.
    fn default_lists(&self) -> Vec<NamedList> {
        let brought = self.lists.iter().flatten().cycle();
        let seats = self.tournament.sitting.players.unwrap_or(self.game.ir.game.players.0.max(2));
        PlayerId::all(seats)
            .zip(brought)
            .map(|(seat, list)| NamedList::of(Bringer::Seat(seat), list))
            .collect()
    }

    /// Returns whether bots play all sides of a match.
    pub fn is_of_bots(&self, entries: &[EntryId]) -> bool {
        let bot =
            |entry: &EntryId| self.tournament.entries.get(entry.index()).and_then(|entry| entry.bot.as_ref());
        entries.iter().all(|entry| bot(entry).is_some())
    }

    /// Plays all open matches between bots in parallel; `keep` is called with the results of each, in the
    /// order of the schedule.
    ///
    /// # Errors
    /// A table cannot be laid out, a game faulted, or a result cannot be saved.
    pub fn play(
        &self,
        schedule: &Schedule,
        progress: &TournamentProgress,
        jobs: NonZero<usize>,
        keep: impl Fn(MatchId, &[GameResult]) -> Result<(), ListError> + Sync,
    ) -> Result<PlayedMatches, ListError> {
        let open: Vec<(MatchId, Vec<EntryId>, Vec<GameResult>)> = progress
            .open(schedule)
            .filter_map(|(id, _, state)| Some((id, state.entries()?, state.games.clone())))
            .filter(|(_, entries, _)| self.is_of_bots(entries))
            .collect();
        let next = AtomicUsize::new(0);
        let nothing = Incoming { done: HashMap::new(), kept: 0, wrong: None, interrupted: false };
        let incoming = Mutex::new(nothing);
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some((id, entries, games)) = open.get(at) else { return };
                let played = self.match_of(schedule, *id, entries, games.clone());
                let mut guard = lock(&incoming);
                let board = &mut *guard;
                match played {
                    Ok(Some(games)) => {
                        board.done.insert(at, games);
                    }
                    Ok(None) => board.interrupted = true,
                    Err(wrong) => board.fail(at, wrong),
                }
                // In the order of the schedule, so that the file does not depend on the number of threads.
                while board.wrong.is_none()
                    && let Some(games) = board.done.remove(&board.kept)
                {
                    let at = board.kept;
                    board.kept += 1;
                    if let Err(wrong) = keep(open[at].0, &games) {
                        board.fail(at, wrong);
                    }
                }
                if board.wrong.is_some() || board.interrupted {
                    return;
                }
            }
        };
        side_by_side(jobs.get(), work);
        let mut board = take_out(incoming);
        let mut rest: Vec<(usize, Vec<GameResult>)> = board.done.drain().collect();
        rest.sort_by_key(|(at, _)| *at);
        // Results after a match that failed or was interrupted are saved, too.
        for (at, games) in rest {
            if let Err(wrong) = keep(open[at].0, &games) {
                board.fail(at, wrong);
                break;
            }
        }
        match board.wrong {
            Some((_, wrong)) => Err(wrong),
            None if board.interrupted => Ok(PlayedMatches::Interrupted),
            None => Ok(PlayedMatches::All),
        }
    }

    /// Plays a match to its end, continuing after `games`. Returns `None` if the user interrupts it.
    fn match_of(
        &self,
        schedule: &Schedule,
        id: MatchId,
        entries: &[EntryId],
        mut games: Vec<GameResult>,
    ) -> Result<Option<Vec<GameResult>>, ListError> {
        let rule = rule(self.tournament, schedule, entries);
        let first = first_seat(self.tournament.seed, id, entries.len());
        // Compiled games, one for each rotation of the seats, created on demand.
        let mut laid: Vec<Option<CompiledGame>> = entries.iter().map(|_| None).collect();
        while rule.verdict(entries, &games) == Verdict::Open {
            let by = (first + games.len()) % entries.len();
            let seated: Vec<EntryId> =
                self.side_of.iter().map(|side| entries[(side + by) % entries.len()]).collect();
            if self.game.ir.lists.by_seat && laid[by].is_none() {
                laid[by] = Some(laid_for(self.game, &self.lists_of(&seated), self.players, &self.options)?);
            }
            let game = laid[by].as_ref().unwrap_or(self.game);
            match self.game_of(game, schedule, id, &seated, games.len() as u64)? {
                Some(result) => games.push(result),
                None => return Ok(None),
            }
        }
        Ok(Some(games))
    }

    fn lists_of(&self, seated: &[EntryId]) -> Vec<NamedList> {
        let list = |entry: &EntryId| self.lists.get(entry.index()).and_then(Option::as_deref);
        let named = (0..)
            .map(PlayerId)
            .zip(seated)
            .filter_map(|(seat, e)| Some(NamedList::of(Bringer::Seat(seat), list(e)?)));
        named.collect()
    }

    /// Plays one game. Returns `None` if the user interrupts it.
    fn game_of(
        &self,
        game: &CompiledGame,
        schedule: &Schedule,
        id: MatchId,
        seated: &[EntryId],
        number: u64,
    ) -> Result<Option<GameResult>, ListError> {
        let ir = &game.ir;
        let table = lay(game, self.stop)?;
        let sitting = PregameSettings { players: Some(self.players), ..self.tournament.sitting.clone() };
        let seed = game_seed(self.tournament.seed, u64::from(id.0));
        let agreement = sitting.settle(&mut table.machine(), seed).map_err(|why| disagreed(&table, why))?;
        let bot = |entry: &EntryId| self.tournament.entries[entry.index()].bot.as_deref().unwrap_or_default();
        let bots: Result<Vec<BotKind>, String> =
            seated.iter().map(|entry| BotKind::of(ir, bot(entry))).collect();
        let bots = bots.map_err(ListError::Words)?;
        let simulation =
            Simulation { part: number..number + 1, ..Simulation::new(agreement, bots, number + 1) };
        let played =
            simulate(&table, &simulation, self.stop, |_| {}).map_err(|why| disagreed(&table, why))?;
        if played.count() == 0 {
            return Ok(None);
        }
        if let Some(GameFault { game, fault: Some(fault) }) = &played.results.fault {
            let name = &schedule.matches[id.index()].id;
            let d = fault.to_diagnostic(&table);
            let why = format!(
                "It happened in match {name}, game {}, which has the seed {}.",
                number + 1,
                game.seed
            );
            return Err(ListError::Found(vec![d.because(why)], Box::new(sources_of(ir))));
        }
        let seats = &played.results.counts.stats.seats;
        let mut winners: Vec<EntryId> =
            seated.iter().zip(seats).filter(|(_, did)| did.wins > 0).map(|(entry, _)| *entry).collect();
        winners.sort_unstable();
        winners.dedup();
        Ok(Some(match winners[..] {
            [winner] => GameResult::Won(winner),
            _ => GameResult::Drawn,
        }))
    }
}

/// Creates a table of a game that stops on an interrupt.
///
/// # Errors
/// The verifier rejects the compiled game.
pub fn lay<'g>(game: &'g CompiledGame, stop: &'static AtomicBool) -> Result<Table<'g>, ListError> {
    let mut table = Table::of_compiled(&game.ir).map_err(ListError::Words)?;
    table.stop_when(stop);
    Ok(table)
}

fn disagreed(table: &Table, why: Disagreement) -> ListError {
    match why {
        Disagreement::Words(words) => ListError::Words(words),
        Disagreement::Fault(fault) => {
            ListError::Found(vec![fault.to_diagnostic(table)], Box::new(sources_of(table.ir())))
        }
    }
}

/// Resolves a file named in a tournament's file, relative to its folder; the id of a list is unchanged.
fn resolve_list_path(folder: &Path, list: &str) -> String {
    if is_list_file(list) { folder.join(list).to_string_lossy().into_owned() } else { list.to_owned() }
}

/// Returns errors for bots that the game does not have.
fn wrong_bots(tournament: &Tournament, game: &CompiledGame) -> Vec<Diagnostic> {
    let wrong = tournament.entries.iter().filter_map(|entry| {
        let why = BotKind::of(&game.ir, entry.bot.as_deref()?).err()?;
        Some(messages::unknown_bot(entry.bot_span, why))
    });
    wrong.collect()
}
