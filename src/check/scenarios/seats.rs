//! Seats that a scenario names, each of which must be taken by a player, and the choices that they made.

use crate::check::rules::checker::RuleChecker;
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

    /// Reports seats in a scenario that no player takes.
    pub(in crate::check) fn seats_of(&mut self, decl: &ScenarioDecl, players: u8) {
        // The number of players that the game is for could not be read.
        if decl.players.is_none() && self.package.refused.iter().any(|id| id.text == "players") {
            return;
        }
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
            if players == 0 || (1..=players).contains(&seat.0) {
                continue;
            }
            let d = messages::empty_seat(span, seat, players);
            let most = self.package.game.players.1;
            self.diagnostics.push(match (decl.players, seat) {
                (_, SeatNumber(0)) => d.help("seats count from 1"),
                (_, SeatNumber(number)) if number > most => {
                    d.help(format!("name a seat from 1 to {players}: the game is for {most} at most"))
                }
                (Some(_), _) => d.help(format!("name a seat from 1 to {players}, or raise `players`")),
                (None, _) => d
                    .because(
                        "Where a scenario does not say how many play, it is the fewest that the game is for.",
                    )
                    .help(format!(
                        "name a seat from 1 to {players}, or say how many play: `players = {seat}`"
                    )),
            });
        }
    }
}
