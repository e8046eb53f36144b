//! Checks of the seats that a scenario names: each must be taken by a player.

use super::rules::Rules;
use crate::diagnostics::codes::play as codes;
use crate::diagnostics::{Diagnostic, counted};
use crate::model::{ScenarioDecl, StepKind};
use crate::source::Span;

impl Rules<'_> {
    /// Reports seats in a scenario that no player takes.
    pub(super) fn seats_of(&mut self, decl: &ScenarioDecl, players: u8) {
        let mut named: Vec<(u8, Span)> = Vec::new();
        for step in &decl.steps {
            match &step.kind {
                StepKind::Choose(_, Some(by)) | StepKind::Options(_, Some(by)) => named.push(*by),
                StepKind::Hidden(_, seat) | StepKind::Visible(_, seat) => named.push(*seat),
                StepKind::Winners(seats, span) => named.extend(seats.iter().map(|seat| (*seat, *span))),
                _ => {}
            }
        }
        for (seat, span) in named {
            if players == 0 || (1..=players).contains(&seat) {
                continue;
            }
            let d = Diagnostic::error(codes::PLAYER_COUNT, format!("nobody sits at seat {seat}")).at(
                span,
                format!("there {} {}", if players == 1 { "is" } else { "are" }, counted(u64::from(players), "player")),
            );
            self.diagnostics.push(match (decl.players, seat) {
                (_, 0) => d.help("seats count from 1"),
                (Some(_), _) => d.help(format!("name a seat from 1 to {players}, or raise `players`")),
                (None, _) => d
                    .because("Where a scenario does not say how many play, it is the fewest that the game is for.")
                    .help(format!("name a seat from 1 to {players}, or say how many play: `players = {seat}`")),
            });
        }
    }
}
