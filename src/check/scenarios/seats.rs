//! Seats that a scenario names, each of which must be taken by a player, and the choices that they made.

use crate::check::rules::checker::{RuleChecker, ScenarioSeats};
use crate::check::scenarios::messages;
use crate::ir::{GivenChoiceInfo, PlaceId, PlayerId, SeatNumber};
use crate::model::{self, ScenarioDecl, StartPoint, StepKind};
use crate::source::Span;

/// Returns the player in a seat. Seat 0 is reported; here it counts as the first.
pub(super) fn player_in((seat, _): (SeatNumber, Span)) -> PlayerId {
    seat.player().unwrap_or_default()
}

impl RuleChecker<'_> {
    /// Returns the choices given before a scenario's steps. Nothing asks for them unless the flow begins.
    pub(in crate::check) fn choices_given(&mut self, decl: &ScenarioDecl) -> Vec<GivenChoiceInfo> {
        if let (StartPoint::Nothing, Some(first)) = (decl.begin, decl.choices.first()) {
            self.diagnostics.push(messages::nobody_asked(first.span));
        }
        let given = |choice: &model::GivenChoiceDecl| GivenChoiceInfo {
            seat: player_in(choice.seat),
            option: choice.option.clone(),
            place: PlaceId(0),
        };
        decl.choices.iter().map(given).collect()
    }

    /// Returns the seats of a scenario; none if it does not say how many play, and the game's own number of
    /// players could not be read.
    pub(super) fn seats_taken(&self, decl: &ScenarioDecl, players: u8) -> Option<ScenarioSeats> {
        let is_given = decl.players.is_some();
        let is_known = is_given || self.package.refused.iter().all(|id| id.text != "players");
        (is_known && players > 0).then_some(ScenarioSeats { players, is_given })
    }

    /// Returns the number of seats that advice names: those of the scenario, or all that the game has.
    pub(super) fn seats(&self) -> u16 {
        self.scenario_seats.map_or(self.symbols.max_players, |seats| seats.players.into())
    }

    /// Reports seats in a scenario that no player takes. Those of its zones are reported with the zone.
    pub(in crate::check) fn seats_of(&mut self, decl: &ScenarioDecl) {
        let mut named: Vec<(SeatNumber, Span)> = Vec::new();
        for step in &decl.steps {
            match &step.kind {
                StepKind::Choose(_, Some(by)) | StepKind::Options(_, Some(by)) => named.push(*by),
                StepKind::Hidden(_, seat) | StepKind::Visible(_, seat) => named.push(*seat),
                StepKind::Winners(seats, span) => named.extend(seats.iter().map(|seat| (*seat, *span))),
                _ => {}
            }
        }
        named.extend(decl.choices.iter().map(|choice| choice.seat));
        // A seat that no table of the game has is reported with the value.
        let in_state = decl.state.iter().flat_map(|(id, node)| self.symbols.seats_in_state(id, node));
        named
            .extend(in_state.filter(|(seat, _)| (1..=self.symbols.max_players).contains(&u16::from(seat.0))));
        for (seat, span) in named {
            self.taken(seat, span);
        }
    }

    /// Reports a seat that no player takes.
    pub(super) fn taken(&mut self, seat: SeatNumber, span: Span) {
        let Some(ScenarioSeats { players, is_given }) = self.scenario_seats else { return };
        if (1..=players).contains(&seat.0) {
            return;
        }
        let d = messages::empty_seat(span, seat, players);
        let most = self.package.game.players.1;
        self.diagnostics.push(match seat {
            SeatNumber(0) => d.help("seats count from 1"),
            SeatNumber(number) if number > most => {
                d.help(format!("name a seat from 1 to {players}: the game is for {most} at most"))
            }
            _ if is_given => d.help(format!("name a seat from 1 to {players}, or raise `players`")),
            _ => d
                .because(
                    "Where a scenario does not say how many play, it is the fewest that the game is for.",
                )
                .help(format!("name a seat from 1 to {players}, or say how many play: `players = {seat}`")),
        });
    }
}
