//! The lines of clients: who may ask what, and the answers.

use std::time::Instant;

use serde_json::{Value, json};

use super::{Connection, FollowUp, LiveMatch};
use crate::ir::PlayerId;
use crate::play::{BotKind, position_as_scenario};
use crate::protocol::{ProtocolRequest, merge, refuse, request, with_id};
use crate::serve::role::Role;
use crate::serve::scenario_file;
use crate::serve::settings::sitter;
use crate::table::Players;

/// The bot that gives advice, if none is named.
const ADVISER: &str = "mcts";

impl LiveMatch<'_> {
    /// Answers a line of a client.
    pub fn line(&mut self, connection: Connection, line: &str) -> FollowUp {
        let now = Instant::now();
        let Some(role) = self.connections.get(&connection).map(|client| client.role) else {
            return FollowUp::Nothing;
        };
        let (id, request) = request(line);
        if let Ok(ProtocolRequest::Hint { bot }) = &request {
            match self.hint(connection, role, bot.as_deref()) {
                Ok(bot) => return FollowUp::Hint(bot, id),
                Err(words) => self.send(connection, with_id(refuse(&words), id)),
            }
            return FollowUp::Nothing;
        }
        let answer = request.and_then(|request| self.answer(role, &request, now));
        let changed = matches!(answer, Ok(None));
        let said =
            answer.map_or_else(|words| refuse(&words), |said| said.unwrap_or_else(|| json!({ "ok": true })));
        self.send(connection, with_id(said, id));
        if changed {
            self.broadcast();
        }
        FollowUp::Nothing
    }

    /// Checks that a client may ask a bot for advice now, and notes that it does.
    fn hint(&mut self, connection: Connection, role: Role, bot: Option<&str>) -> Result<BotKind, String> {
        let is_choosers = self.driven.chooser().is_some_and(|chooser| role.sees_options_of(chooser));
        let ir = self.driven.session().table().ir();
        let Some(client) = self.connections.get_mut(&connection) else {
            return Err("there is no advice here".into());
        };
        if client.asks {
            return Err("a bot is still thinking about your last question".into());
        }
        if !self.header.undo || !is_choosers {
            return Err("there is no advice here".into());
        }
        let bot = sitter(ir, bot.unwrap_or(ADVISER))?.ok_or("a person gives no advice")?;
        client.asks = true;
        Ok(bot)
    }

    /// Returns whether a role may write the position into the package.
    pub(super) fn writes_scenarios(&self, role: Role) -> bool {
        let is_trusted = matches!(role, Role::Seat(_) | Role::Referee);
        is_trusted && self.package.is_some() && self.driven.session().is_whole()
    }

    /// Returns the position as a scenario, or writes it into the package.
    fn scenario(&self, role: Role, name: Option<&str>, replace: bool) -> Result<Value, String> {
        let text = || position_as_scenario(self.driven.session());
        match (name, self.package) {
            // It has the seed and all answers.
            (None, _) if role == Role::Referee => Ok(json!({ "ok": true, "scenario": text()? })),
            (Some(name), Some(package)) if self.writes_scenarios(role) => {
                scenario_file::write(package, name, replace, &text()?)
            }
            (None, Some(_)) if self.writes_scenarios(role) => {
                Err("`scenario` needs a `name`, which becomes that of its file: \"endgame\"".into())
            }
            (Some(_), Some(_)) if !self.driven.session().is_whole() => Err(text().err().unwrap_or_default()),
            _ => Err("the position cannot be saved as a scenario here".into()),
        }
    }

    /// Answers a request; `None`: the match has changed.
    fn answer(
        &mut self,
        role: Role,
        request: &ProtocolRequest,
        now: Instant,
    ) -> Result<Option<Value>, String> {
        match request {
            ProtocolRequest::New(_) => Err("a match is one game: make another in the lobby".into()),
            ProtocolRequest::Ask {} => Ok(Some(self.position(role))),
            ProtocolRequest::Choose { option, ply } => {
                let (Role::Seat(seat), Some(chooser)) = (role, self.driven.chooser()) else {
                    return Err(if self.driven.chooser().is_none() {
                        "the game is over"
                    } else {
                        "onlookers do not play"
                    }
                    .into());
                };
                self.driven.is_at(*ply)?;
                if seat != chooser {
                    return Err(format!("it is player {}'s turn to choose", chooser.seat()));
                }
                if self.sitters.get(seat.index()) != Some(&None) {
                    return Err("a bot plays this seat".into());
                }
                self.choose(option, now)?;
                Ok(None)
            }
            ProtocolRequest::Undo {} => {
                if !self.header.undo || !matches!(role, Role::Seat(_) | Role::Referee) {
                    return Err("answers cannot be taken back here".into());
                }
                self.undo(now)?;
                Ok(None)
            }
            ProtocolRequest::View { seat } => {
                let seat = self.driven.seat(*seat)?;
                if role != Role::Referee && seat.is_some() && seat != role.eyes() {
                    return Err("this is somebody else's view".into());
                }
                let viewer = if role == Role::Referee { seat } else { role.eyes() };
                let view = self.driven.view_json(&self.driven.view(viewer));
                let mut said = json!({ "ok": true, "seat": viewer.map(PlayerId::seat) });
                merge(&mut said, view);
                Ok(Some(said))
            }
            ProtocolRequest::State {} if role == Role::Referee => {
                let mut said = json!({ "ok": true });
                merge(&mut said, self.driven.state());
                Ok(Some(said))
            }
            ProtocolRequest::Save {} if role == Role::Referee => {
                let saved = self.driven.save(&self.header.game)?;
                Ok(Some(json!({ "ok": true, "saved": saved })))
            }
            ProtocolRequest::State {} | ProtocolRequest::Save {} => {
                Err("only the referee may see that".into())
            }
            ProtocolRequest::Scenario { name, replace } => {
                self.scenario(role, name.as_deref(), *replace).map(Some)
            }
            ProtocolRequest::Hint { .. } => Err("there is no advice here".into()),
            ProtocolRequest::Record { seat } => {
                if seat.is_some() && self.driven.seat(*seat)? != role.eyes() && role != Role::Referee {
                    return Err("this is somebody else's record".into());
                }
                let readers = match (role, self.driven.seat(*seat)?) {
                    (Role::Referee, Some(seat)) => Players::one(seat),
                    _ => self.readers(role),
                };
                Ok(Some(json!({ "ok": true, "record": self.driven.record(readers) })))
            }
        }
    }

    pub(super) fn readers(&self, role: Role) -> Players {
        match role {
            Role::Seat(seat) | Role::Shoulder(seat) => Players::one(seat),
            Role::Public => self.driven.everybody(),
            // The referee sees every line: each is visible to all players of the empty set.
            Role::Referee => Players::NONE,
        }
    }
}
