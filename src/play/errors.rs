//! The errors of this layer as `std::error::Error`.

use std::error::Error;
use std::fmt::{Display, Formatter, Result};

use super::{
    BatchError, Disagreement, ListError, NoOption, NotReplayed, Obstacle, SearchError, Stuck, Unsolved, Wrong,
};

impl Display for Disagreement {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Disagreement::Words(words) => f.write_str(words),
            Disagreement::Fault(fault) => fault.fmt(f),
        }
    }
}

impl Error for Disagreement {}

impl Display for NotReplayed {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            NotReplayed::Saved(d) => write!(f, "{} {}", d.code, d.message),
            NotReplayed::Fault(fault) => fault.fmt(f),
        }
    }
}

impl Error for NotReplayed {}

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

impl Display for Wrong {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match &self.written {
            Some(written) => write!(f, "{}: `{written}` is not one of the options", self.asks),
            None => write!(f, "{}: there is no answer", self.asks),
        }
    }
}

impl Error for Wrong {}

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

impl Display for Stuck {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match &self.why {
            Obstacle::Fault(fault) => fault.fmt(f),
            Obstacle::TooLong => write!(f, "a move takes more than {} choices", super::LONGEST_MOVE),
            Obstacle::TooMany => f.write_str("there are too many moves to count"),
            Obstacle::NotAsked => f.write_str("the table is not waiting for a choice"),
        }
    }
}

impl Error for Stuck {}

impl Display for Unsolved {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Unsolved::Players(players) => write!(f, "only games of two can be solved, not of {players}"),
            Unsolved::Together => f.write_str("the players are on one side"),
            Unsolved::Hidden(_) => f.write_str("a zone is hidden from a player"),
            Unsolved::Chance(_) => f.write_str("a rule of play uses chance"),
            Unsolved::NotAsked => f.write_str("the table is not waiting for a choice"),
            Unsolved::Circle(_) => f.write_str("a position repeats"),
            Unsolved::TooLong => f.write_str("the search is too deep"),
            Unsolved::TooMany(limit) => write!(f, "there are more than {limit} positions"),
            Unsolved::Fault(_, fault) => fault.fmt(f),
        }
    }
}

impl Error for Unsolved {}
