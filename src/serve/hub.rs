//! All matches of a server: the games offered, and the room of each match.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv6Addr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::journal::{self, Header};
use super::live_match::Connection;
use super::pictures::FacePictures;
use super::room::{self, RoomClosing, RoomSettings};
use super::room_command::{FULL, MatchLinks, Reply, RoomCommand, UNKNOWN};
use super::settings::NewMatch;
use super::stage::type_word;
use crate::compile::CompiledGame;
use crate::ir::ValueType;
use crate::package::{create_folders, lock_folder};
use crate::play::{Agreement, bot_names};
use crate::table::Table;
use crate::threads::lock;
use crate::web::{Rates, RequestRejection};

/// Maximum number of matches that the lobby shows.
const MOST_SHOWN: usize = 100;
/// Burst size of the rate limit on new matches of one address.
const AT_ONCE: u32 = 20;
/// Number of refused requests that are free for each match that may be made. Checking one may take seconds.
const REJECTIONS_PER_MATCH: u32 = 10;

/// The way to a room. Two are of the same room if they are the same `Arc`.
type RoomSender = Arc<Sender<RoomCommand>>;

/// A game for which matches can be created, with the pictures of its faces.
#[derive(Debug)]
pub struct GameOffer {
    /// The compiled game, which all matches share.
    pub game: Arc<CompiledGame>,
    pictures: OnceLock<FacePictures>,
    /// The default number of players.
    players: OnceLock<Option<u8>>,
    /// The room of matches without lists, once there is one.
    room: Mutex<Option<RoomSender>>,
}

impl GameOffer {
    /// Creates the offer of a game. Its pictures are drawn when they are first asked for.
    pub fn new(game: Arc<CompiledGame>) -> GameOffer {
        GameOffer { game, pictures: OnceLock::new(), players: OnceLock::new(), room: Mutex::new(None) }
    }

    /// Returns the pictures of its faces, drawn on first use. This may take seconds.
    pub fn pictures(&self) -> &FacePictures {
        self.pictures.get_or_init(|| FacePictures::of(&self.game.ir))
    }

    /// Returns the default number of players: the fewest for which the game's requirements hold.
    fn default_players(&self) -> Option<u8> {
        *self.players.get_or_init(|| {
            let table = Table::unoptimised(&self.game.ir).ok()?;
            Some(Agreement::settle(&mut table.machine(), None, [], 1).ok()?.players)
        })
    }

    /// Formats the settings that the creator of a match may choose.
    pub fn json(&self, scenarios: bool) -> Value {
        let ir = &self.game.ir;
        let options = ir.options.iter().map(|option| {
            let values = match &option.ty {
                ValueType::Enum(e) => ir.enums.find(*e).map(|e| e.values.clone()),
                _ => None,
            };
            json!({
                "id": option.id,
                "text": option.text,
                "type": type_word(&option.ty),
                "default": option.option_value_text(ir, option.default),
                "value_names": values.iter().flatten().map(|id| ir.print.terminal_heading(id)).collect::<Vec<String>>(),
                "values": values,
                "range": (option.ty == ValueType::Int).then_some(option.range),
            })
        });
        let setups: Vec<&str> = ir.setups.iter().map(|setup| setup.id.as_str()).collect();
        let scenarios = ir.scenarios.iter().filter(|_| scenarios);
        json!({
            "id": ir.game.id,
            "name": ir.game.name,
            "summary": ir.game.summary,
            "players": ir.game.players,
            "default_players": self.default_players(),
            "options": options.collect::<Vec<Value>>(),
            "setups": setups.iter().map(|id| json!({ "id": id, "name": ir.print.terminal_heading(id) })).collect::<Vec<Value>>(),
            "scenarios": scenarios.map(|s| json!({ "id": s.id, "name": s.name, "players": s.players })).collect::<Vec<Value>>(),
            "decks": ir.decks.iter().map(|deck| deck.id.as_str()).collect::<Vec<&str>>(),
            "deck_names": ir.decks.iter().map(|deck| deck.name.as_str()).collect::<Vec<&str>>(),
            "brings_lists": ir.lists.are_brought(),
            "bots": bot_names(ir),
        })
    }
}

/// The matches whose journals cannot be read, by the reason.
pub type UnreadableMatches = BTreeMap<String, Vec<String>>;

/// Rights and limits of clients.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// True if this is the workshop of a designer: answers can be taken back, bots give advice, matches begin
    /// from scenarios, and nothing is limited that only its own user asks for.
    pub workshop: bool,
    /// Number of matches that one address may create per minute; 0 for no limit.
    pub matches_per_minute: u32,
    /// Time after which a match leaves memory if it has no connections. Without a journal it is then gone.
    pub idle: Duration,
}

/// All matches of a server.
pub struct Hub {
    offered: Mutex<BTreeMap<String, Arc<GameOffer>>>,
    matches: Arc<Mutex<MatchLocations>>,
    /// The number of the next match.
    next: AtomicU64,
    house: RoomSettings,
    policy: Policy,
    makers: Mutex<Rates<IpAddr>>,
    /// Refused requests that do not count as matches.
    rejections: Mutex<Rates<IpAddr>>,
    connections: AtomicU64,
    /// Held while a match is taken up from its journal.
    restoring: Mutex<()>,
    /// Keeps other programs from the folder.
    _lock: Option<std::fs::File>,
}

/// The matches by their ids.
type MatchLocations = HashMap<String, MatchLocation>;

#[derive(Clone)]
struct MatchLocation {
    /// Its room; `None`: only its journal exists.
    room: Option<RoomSender>,
    /// The offer of the match's game.
    offered: Arc<GameOffer>,
    /// True if the lobby lists the match.
    listed: bool,
    /// Counts the matches in the order of their creation or loading.
    number: u64,
    /// Summary that the lobby last showed.
    summary: Option<Value>,
}

impl Hub {
    /// Creates a hub, and resumes the matches with a journal in `folder`. Returns the ids of those that
    /// cannot be resumed, by the reason.
    ///
    /// # Errors
    /// The folder cannot be made or read, or another program uses it.
    pub fn new(
        games: Vec<Arc<CompiledGame>>,
        folder: Option<PathBuf>,
        policy: Policy,
        bots: usize,
        stop: &'static AtomicBool,
    ) -> std::io::Result<(Arc<Hub>, UnreadableMatches)> {
        let offered: BTreeMap<String, Arc<GameOffer>> =
            games.into_iter().map(|game| (game.ir.game.id.clone(), Arc::new(GameOffer::new(game)))).collect();
        let (mut matches, mut unread, mut held) = (MatchLocations::new(), BTreeMap::new(), None);
        if let Some(folder) = &folder {
            create_folders(folder)?;
            held = Some(lock_folder(folder)?);
            for id in journal::ids(folder)? {
                let read = journal::read(folder, &id)
                    .map(|read| Header { listed: read.header.listed && !read.is_over(), ..read.header });
                let found =
                    read.map_err(|error| error.to_string()).and_then(|Header { game, listed, .. }| {
                        let offered =
                            offered.get(&game).ok_or_else(|| format!("the game `{game}` is not served"))?;
                        let number = matches.len() as u64;
                        Ok(MatchLocation {
                            room: None,
                            offered: Arc::clone(offered),
                            listed,
                            number,
                            summary: None,
                        })
                    });
                match found {
                    Ok(place) => drop(matches.insert(id, place)),
                    Err(words) => unread.entry(words).or_insert_with(Vec::new).push(id),
                }
            }
        }
        let next = AtomicU64::new(matches.len() as u64);
        let matches = Arc::new(Mutex::new(matches));
        // Rooms must not keep the matches of a hub that is gone.
        let forgetting: Weak<Mutex<MatchLocations>> = Arc::downgrade(&matches);
        let lost = Arc::new(move |id: &str| {
            if let Some(matches) = forgetting.upgrade() {
                lock(&matches).remove(id);
            }
        });
        let per_second = f64::from(policy.matches_per_minute) / 60.0;
        let rejections =
            Rates::new(AT_ONCE * REJECTIONS_PER_MATCH, per_second * f64::from(REJECTIONS_PER_MATCH));
        let hub = Hub {
            offered: Mutex::new(offered),
            matches,
            next,
            house: RoomSettings { folder, bots, idle: policy.idle, stop, lost },
            policy,
            makers: Mutex::new(Rates::new(AT_ONCE, per_second)),
            rejections: Mutex::new(rejections),
            connections: AtomicU64::new(0),
            restoring: Mutex::new(()),
            _lock: held,
        };
        Ok((Arc::new(hub), unread))
    }

    /// Returns whether it is the workshop of a designer.
    pub fn is_workshop(&self) -> bool {
        self.policy.workshop
    }

    /// Offers a game, in place of one with the same id. Matches in progress keep the game with which they
    /// began.
    pub fn offer(&self, game: Arc<CompiledGame>) {
        let id = game.ir.game.id.clone();
        lock(&self.offered).insert(id, Arc::new(GameOffer::new(game)));
    }

    /// Returns the games for which matches can be made, in the order of their ids.
    pub fn games(&self) -> Vec<Arc<GameOffer>> {
        lock(&self.offered).values().cloned().collect()
    }

    /// Returns a number for a new connection.
    pub fn connection(&self) -> Connection {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// Makes a match. Compiling the game for lists may take seconds.
    ///
    /// # Errors
    /// The settings are wrong, or there are too many matches.
    pub fn create(&self, new: NewMatch, from: IpAddr) -> Result<MatchLinks, RequestRejection> {
        if self.policy.workshop || self.policy.matches_per_minute == 0 {
            return self.make_match(new);
        }
        // The token is taken before the work, so that requests at the same time cannot exceed the limit.
        let (from, now) = (network_of(from), Instant::now());
        if !lock(&self.makers).take(from, now) {
            return Err(RequestRejection::busy("too many matches from one place: wait a moment"));
        }
        let made = self.make_match(new);
        if made.is_err() && lock(&self.rejections).take(from, now) {
            lock(&self.makers).give_back(&from);
        }
        made
    }

    fn make_match(&self, mut new: NewMatch) -> Result<MatchLinks, RequestRejection> {
        if self.policy.workshop {
            new.undo = true;
        } else if new.scenario.is_some() || new.undo {
            return Err(RequestRejection::bad("scenarios, and taking answers back, are for the studio"));
        }
        let offered = self.find_offer(new.game.as_deref())?;
        let listed = new.listed;
        let (room, created) = self.in_room(&offered, &new, |room| {
            let new = new.clone();
            Ok(ask(room, |reply| RoomCommand::Create(Box::new(new), reply)))
        })?;
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let place = MatchLocation { room: Some(room), offered, listed, number, summary: None };
        lock(&self.matches).insert(created.id.clone(), place);
        Ok(created)
    }

    /// Finds a room and asks it something; asks a new one if that has closed.
    fn in_room<T>(
        &self,
        offered: &Arc<GameOffer>,
        new: &NewMatch,
        question: impl Fn(&Sender<RoomCommand>) -> Result<Result<T, String>, RequestRejection>,
    ) -> Result<(RoomSender, T), RequestRejection> {
        let room = self.room(offered, new)?;
        match question(&room)? {
            Err(words) if words == GONE => {
                // Another request may have opened a room in its place already.
                lock(&offered.room).take_if(|shared| Arc::ptr_eq(shared, &room));
                let room = self.room(offered, new)?;
                let answer = question(&room)?.map_err(rejection)?;
                Ok((room, answer))
            }
            Err(words) => Err(rejection(words)),
            Ok(answer) => Ok((room, answer)),
        }
    }

    fn find_offer(&self, id: Option<&str>) -> Result<Arc<GameOffer>, RequestRejection> {
        let games = lock(&self.offered);
        match id {
            Some(id) => games.get(id).cloned().ok_or_else(|| {
                let known: Vec<&str> = games.keys().map(String::as_str).collect();
                RequestRejection::unknown(format!("there is no game `{id}`; there are: {}", known.join(", ")))
            }),
            None if games.len() == 1 => {
                games.values().next().cloned().ok_or_else(|| RequestRejection::unknown("there is no game"))
            }
            None => Err(RequestRejection::bad("`game` says which game is to be played")),
        }
    }

    /// Returns the room for a match: that of the game, or a new one if players bring lists.
    fn room(&self, offered: &Arc<GameOffer>, new: &NewMatch) -> Result<RoomSender, RequestRejection> {
        let game = &offered.game;
        let laid = match &new.scenario {
            Some(id) if game.ir.lists.are_brought() => {
                let has = |game: &CompiledGame| game.ir.scenarios.iter().any(|s| s.id == *id);
                game.scenario_tables().into_iter().filter_map(|opened| opened.game).find(has)
            }
            Some(_) => None,
            None => new
                .sitting(&game.ir)
                .map_err(RequestRejection::bad)?
                .compile_for_lists(game)
                .map_err(|error| RequestRejection::bad(error.into_message()))?,
        };
        if let Some(laid) = laid {
            return Ok(Arc::new(room::open(Arc::new(laid), self.house.clone(), RoomClosing::WhenEmpty)));
        }
        // In the workshop each change of the files makes another game, and rooms of earlier ones must not
        // stay.
        let closing = if self.policy.workshop { RoomClosing::WhenEmpty } else { RoomClosing::Never };
        let mut shared = lock(&offered.room);
        let open = || Arc::new(room::open(Arc::clone(game), self.house.clone(), closing));
        Ok(Arc::clone(shared.get_or_insert_with(open)))
    }

    /// Sends a command about a match to its room, and takes the match up from its journal if it is in none.
    /// Reading a long journal may take a moment.
    ///
    /// # Errors
    /// There is no such match, or it cannot be resumed.
    pub fn ask<T>(&self, id: &str, command: impl Fn(Reply<T>) -> RoomCommand) -> Result<T, RequestRejection> {
        let place = lock(&self.matches).get(id).cloned().ok_or_else(|| RequestRejection::unknown(UNKNOWN))?;
        if let Some(room) = &place.room {
            match ask(room, &command) {
                Ok(answer) => return Ok(answer),
                Err(words) if words != UNKNOWN && words != GONE => return Err(rejection(words)),
                Err(_) => {}
            }
        }
        let room = self.restore(id, &place)?;
        ask(&room, command).map_err(rejection)
    }

    /// Sends a command without a reply.
    pub fn send(&self, id: &str, command: RoomCommand) {
        let room = lock(&self.matches).get(id).and_then(|place| place.room.clone());
        if let Some(room) = room {
            // A room that is gone has no connections either.
            let _ = room.send(command);
        }
    }

    /// Takes up a match from its journal.
    fn restore(&self, id: &str, place: &MatchLocation) -> Result<RoomSender, RequestRejection> {
        let Some(folder) = self.house.folder.as_deref() else {
            // Its room has ended, and nothing is left of it.
            lock(&self.matches).remove(id);
            return Err(RequestRejection::unknown(UNKNOWN));
        };
        // One at a time: the journal of a match must not be opened twice.
        let _one = lock(&self.restoring);
        let current = lock(&self.matches).get(id).and_then(|place| place.room.clone());
        if let Some(room) = current
            && ask(&room, |reply| RoomCommand::Summary(id.to_owned(), reply)).is_ok()
        {
            return Ok(room);
        }
        let reading = || {
            journal::read(folder, id).map_err(|error| match error.kind() {
                ErrorKind::NotFound => RequestRejection::unknown(UNKNOWN),
                // It is read once only: its contents are no match.
                ErrorKind::InvalidData | ErrorKind::UnexpectedEof => {
                    RequestRejection::bad(format!("the journal of this match: {error}"))
                }
                _ => RequestRejection::failed(format!("the journal of this match: {error}")),
            })
        };
        let new = reading()?.header.settings();
        let (room, ()) = self.in_room(&place.offered, &new, |room| {
            let read = reading()?;
            Ok(ask(room, |reply| RoomCommand::Restore(Box::new(read), reply)))
        })?;
        lock(&self.matches)
            .insert(id.to_owned(), MatchLocation { room: Some(room.clone()), ..place.clone() });
        Ok(room)
    }

    /// Returns the contents of the lobby: the listed matches that are not over, the latest first.
    pub fn lobby(&self) -> Vec<Value> {
        let matches = lock(&self.matches);
        let listed = matches.iter().filter(|(_, place)| place.listed);
        let mut listed: Vec<(String, MatchLocation)> =
            listed.map(|(id, place)| (id.clone(), place.clone())).collect();
        drop(matches);
        listed.sort_by_key(|(_, place)| std::cmp::Reverse(place.number));
        let mut shown = Vec::new();
        // Games whose room has no place for a further match: it would read each journal in vain.
        let mut full: Vec<Arc<GameOffer>> = Vec::new();
        for (id, place) in listed {
            let summary = |reply| RoomCommand::Summary(id.clone(), reply);
            // A match that has left memory since stays there: it has not changed.
            let now = match (&place.room, place.summary) {
                (Some(room), before) => ask(room, summary).ok().or(before),
                (None, before) => before,
            };
            let now = match now {
                Some(now) => Ok(now),
                None if full.iter().any(|offered| Arc::ptr_eq(offered, &place.offered)) => continue,
                None => self.ask(&id, summary),
            };
            if now.as_ref().is_err_and(RequestRejection::is_busy) {
                full.push(place.offered);
            }
            // A match that is over, or can never be resumed, does not change any more; but in the workshop,
            // its last answer can be taken back. One that cannot be resumed at the moment is left out only
            // now.
            let (is_open, stays) = match &now {
                Ok(summary) => (summary["over"] == false, self.policy.workshop),
                Err(rejection) => (rejection.is_temporary(), false),
            };
            let now = now.ok();
            if let Some(place) = lock(&self.matches).get_mut(&id) {
                place.listed = is_open || stays;
                place.summary.clone_from(&now);
            }
            shown.extend(now.filter(|_| is_open));
            if shown.len() >= MOST_SHOWN {
                break;
            }
        }
        shown
    }

    /// Returns a picture of a match by its path.
    pub fn picture(&self, id: &str, path: &str) -> Option<Vec<u8>> {
        let offered = Arc::clone(&lock(&self.matches).get(id)?.offered);
        offered.pictures().get(path).map(Cow::into_owned)
    }
}

/// Returns the network of one household: the first 64 bits of an IPv6 address, or the whole IPv4 address.
fn network_of(address: IpAddr) -> IpAddr {
    // A socket for both kinds of addresses reports IPv4 clients as IPv6 addresses (`::ffff:192.0.2.1`), which
    // share their first 64 bits.
    match address.to_canonical() {
        IpAddr::V6(six) => IpAddr::V6(Ipv6Addr::from(u128::from(six) & !u128::from(u64::MAX))),
        four => four,
    }
}

/// The reason why a command to a room that has closed fails.
const GONE: &str = "the table of this game has been put away";

/// Converts a room's reason to refuse a command.
fn rejection(words: String) -> RequestRejection {
    if words == FULL || words == GONE { RequestRejection::busy(words) } else { RequestRejection::bad(words) }
}

/// Sends a command to a room, and waits for the reply.
fn ask<T>(room: &Sender<RoomCommand>, command: impl FnOnce(Reply<T>) -> RoomCommand) -> Result<T, String> {
    let (reply, answer) = oneshot::channel();
    room.send(command(reply)).map_err(|_| GONE.to_owned())?;
    answer.blocking_recv().unwrap_or_else(|_| Err(GONE.to_owned()))
}
