//! Roles at a match: their views and rights.

use serde_json::{Value, json};

use super::journal::Header;
use crate::ir::PlayerId;

/// The role that a secret gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// A player at the table, from 0.
    Seat(PlayerId),
    /// An onlooker who sees what every player sees.
    Public,
    /// An onlooker who sees what the player of a seat, from 0, sees.
    Shoulder(PlayerId),
    /// An onlooker who sees everything.
    Referee,
}

impl Role {
    pub fn of(header: &Header, secret: &str) -> Option<Role> {
        let seats =
            (0..).map(PlayerId).zip(&header.seats).map(|(seat, info)| (Role::Seat(seat), &info.secret));
        let shoulders =
            (0..).map(PlayerId).zip(&header.shoulder).map(|(seat, secret)| (Role::Shoulder(seat), secret));
        let others = [(Role::Public, &header.public), (Role::Referee, &header.referee)];
        // All are compared, so that the time taken tells nothing.
        let mut found = None;
        for (role, known) in seats.chain(shoulders).chain(others) {
            if known.is(secret) {
                found = Some(role);
            }
        }
        found
    }

    /// Returns the seat whose view this role has; `None` for a spectator and for the referee.
    pub fn eyes(self) -> Option<PlayerId> {
        match self {
            Role::Seat(seat) | Role::Shoulder(seat) => Some(seat),
            Role::Public | Role::Referee => None,
        }
    }

    /// Returns whether this role sees the options of the player who must choose.
    pub fn sees_options_of(self, chooser: PlayerId) -> bool {
        self == Role::Referee || self.eyes() == Some(chooser)
    }

    /// Returns whether the role is that of an onlooker who does not see everything.
    pub fn looks_on(self) -> bool {
        matches!(self, Role::Public | Role::Shoulder(_))
    }

    /// Formats the role for the client.
    pub fn json(self) -> Value {
        let role = match self {
            Role::Seat(_) => "seat",
            Role::Public => "public",
            Role::Shoulder(_) => "shoulder",
            Role::Referee => "referee",
        };
        json!({ "role": role, "seat": self.eyes().map(PlayerId::seat) })
    }
}
