//! What happened between two stops, for whoever wants to show or check it.

/// How much a machine notes down. Noting costs next to nothing where nobody listens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Listen {
    /// Nothing.
    #[default]
    Nothing,
    /// Lines of the record and tallies.
    Record,
    /// Those, and every move, roll and shuffle.
    Everything,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line for the record: which of `Ir::logs`, and the values of its variables.
    Log {
        /// Which of `Ir::logs`.
        log: u16,
        /// One word a variable.
        values: Vec<u64>,
    },
    /// A component counted so much; `None`: nothing at all.
    Tally {
        /// The component.
        component: u32,
        /// What it counted.
        points: Option<i64>,
    },
    /// A component went from one place to another; `None` is out of play.
    Move {
        /// The component.
        component: u32,
        /// Which of `Layout::zones` it left.
        from: Option<u16>,
        /// Which of `Layout::zones` it entered.
        to: Option<u16>,
    },
    /// A die was rolled.
    Roll {
        /// Its sides.
        sides: i64,
        /// Which of them it showed, from 1.
        result: i64,
        /// Which of `Ir::dice`, if it is one of the game's own.
        die: Option<u16>,
    },
    /// An element was picked at random.
    Random {
        /// The element.
        element: u64,
    },
    /// A face was shown.
    Show {
        /// The component.
        component: u32,
        /// To whom: the set of players.
        to: u64,
    },
    /// A zone was shuffled.
    Shuffle {
        /// Which of `Layout::zones`.
        zone: u16,
    },
}

impl Event {
    /// The component and the points of a tally; `None` for other events.
    pub fn tally(&self) -> Option<(u32, Option<i64>)> {
        match self {
            Event::Tally { component, points } => Some((*component, *points)),
            _ => None,
        }
    }
}
