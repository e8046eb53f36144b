//! The errors of this layer as `std::error::Error`. A fault's own message needs the game's names: see
//! [`Fault::to_diagnostic`].

use std::error::Error;
use std::fmt::{Display, Formatter, Result};

use super::fault::{Fault, FaultKind};
use super::lay::LayFault;
use super::names::UnknownName;
use super::stop::Rejection;
use crate::diagnostics::codes::find;

impl Display for FaultKind {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let code = self.code().to_string();
        let title = find(&code).map_or("", |page| page.title);
        write!(f, "a rule failed: {code} {title}")
    }
}

impl Error for FaultKind {}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter) -> Result {
        self.kind.fmt(f)
    }
}

impl Error for Fault {}

impl Display for Rejection {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Rejection::NotAsked => f.write_str("the table is not waiting for this answer"),
            Rejection::NotPossible => f.write_str("this is not one of the options"),
            Rejection::Fault(fault) => fault.fmt(f),
        }
    }
}

impl Error for Rejection {}

impl Display for LayFault {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            LayFault::Players { asked, range: (fewest, most) } => {
                write!(f, "{asked} players, where {fewest} to {most} are allowed")
            }
            LayFault::TooManyOptions => f.write_str("more values than the game has options"),
            LayFault::Option { option, value } => write!(f, "option {option} cannot be {value}"),
            LayFault::Requires(_) => f.write_str("a requirement on the options is not met"),
            LayFault::Fault(fault) => fault.fmt(f),
        }
    }
}

impl Error for LayFault {}

impl Display for UnknownName {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match &self.nearest {
            Some(near) => write!(f, "there is no `{}`; did you mean `{near}`?", self.written),
            None => write!(f, "there is no `{}`", self.written),
        }
    }
}

impl Error for UnknownName {}
