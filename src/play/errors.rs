//! The errors of this layer as `std::error::Error`.

use std::error::Error;
use std::fmt::{Display, Formatter, Result};

use super::agreement::Disagreement;
use super::answer_search::SearchError;
use super::answers::AnswerError;
use super::decks::ListError;
use super::eval::BatchError;
use super::moves::{MovesError, Obstacle};
use super::replay::ReplayError;
use super::session::NoOption;
use super::soak::BrokenInvariant;
use super::solve::SolveError;

impl Display for Disagreement {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Disagreement::Words(words) => f.write_str(words),
            Disagreement::Fault(fault) => fault.fmt(f),
        }
    }
}

impl Error for Disagreement {}

impl Display for ReplayError {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            ReplayError::Saved(d) => write!(f, "{} {}", d.code, d.message),
            ReplayError::Fault(fault) => fault.fmt(f),
        }
    }
}

impl Error for ReplayError {}

impl Display for ListError {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            ListError::Words(words) => f.write_str(words),
            ListError::Found(found, _) => f.write_str(found.first().map_or("", |d| d.message.as_str())),
        }
    }
}

impl Error for ListError {}

impl Display for BatchError {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            BatchError::Io(error) => error.fmt(f),
            BatchError::Lists(error) => error.fmt(f),
        }
    }
}

impl Error for BatchError {}

impl Display for NoOption {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self.hint() {
            Some(hint) => write!(f, "this is not one of the options; {hint}"),
            None => f.write_str("this is not one of the options"),
        }
    }
}

impl Error for NoOption {}

impl Display for AnswerError {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match &self.written {
            Some(written) => write!(f, "{}: `{written}` is not one of the options", self.asks),
            None => write!(f, "{}: there is no answer", self.asks),
        }
    }
}

impl Error for AnswerError {}

impl Display for SearchError {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            SearchError::Fault(fault) => fault.fmt(f),
            SearchError::Answer(wrong) => wrong.fmt(f),
            SearchError::TooMany(limit) => write!(f, "the search exceeded its limit of {limit}"),
            SearchError::Ended => f.write_str("the game ended before there was a value"),
            SearchError::NoNumber => f.write_str("the value is not a number"),
        }
    }
}

impl Error for SearchError {}

impl Display for MovesError {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match &self.why {
            Obstacle::Fault(fault) => fault.fmt(f),
            Obstacle::TooLong => write!(f, "a move takes more than {} choices", super::moves::LONGEST),
            Obstacle::TooMany => f.write_str("there are too many moves to count"),
            Obstacle::NotAsked => f.write_str("the table is not waiting for a choice"),
        }
    }
}

impl Error for MovesError {}

impl Display for BrokenInvariant {
    fn fmt(&self, f: &mut Formatter) -> Result {
        f.write_str(match self {
            BrokenInvariant::Places(why) => why,
            BrokenInvariant::Options => "nobody at the table is asked, or there is nothing to choose from",
            BrokenInvariant::Save => "a state does not come back equal from its bytes",
            BrokenInvariant::Resume => "a state that was saved and loaded has other options",
            BrokenInvariant::Undo => "an answer that was taken back has left something behind",
            BrokenInvariant::Declined => {
                "a choice that is declined without its list of options leads elsewhere"
            }
            BrokenInvariant::Endless => "a game does not end",
            BrokenInvariant::Replay => "the game played again ends otherwise",
            BrokenInvariant::Foreseen(difference) => &difference.what,
            BrokenInvariant::Fault(fault) => return fault.fmt(f),
        })
    }
}

impl Error for BrokenInvariant {}

impl Display for SolveError {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            SolveError::Players(players) => write!(f, "only games of two can be solved, not of {players}"),
            SolveError::Together => f.write_str("the players are on one side"),
            SolveError::Hidden(_) => f.write_str("a zone is hidden from a player"),
            SolveError::Chance(_) => f.write_str("a rule of play uses chance"),
            SolveError::NotAsked => f.write_str("the table is not waiting for a choice"),
            SolveError::Circle(_) => f.write_str("a position repeats"),
            SolveError::TooLong => f.write_str("the search is too deep"),
            SolveError::TooMany(limit) => write!(f, "there are more than {limit} positions"),
            SolveError::Fault(_, fault) => fault.fmt(f),
        }
    }
}

impl Error for SolveError {}
