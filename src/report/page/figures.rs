//! The figures that a page is made of, as programs are told them.

use serde::Deserialize;
use serde_json::{Map, Value};

/// One simulation.
#[derive(Debug, Deserialize)]
pub struct Run {
    pub game: String,
    pub version: String,
    pub games: u64,
    pub played: u64,
    pub players: u64,
    pub seed: u64,
    pub options: Map<String, Value>,
    pub rotate: bool,
    pub mirror: bool,
    pub max_plies: u64,
    pub finished: u64,
    pub shared: u64,
    pub drawn: u64,
    pub unfinished: u64,
    pub faults: u64,
    pub lost: u64,
    pub seats: Vec<Seat>,
    pub sides: Vec<Side>,
    pub endings: Vec<Ending>,
    pub figures: Vec<Asked>,
    pub plies: Option<Spread>,
    pub turns: Option<Spread>,
    pub rounds: Option<Spread>,
    pub first_unfinished: Option<First>,
    pub first_fault: Option<First>,
    pub choices: Option<Choices>,
    pub leads: Option<Leads>,
    pub cards: Option<Cards>,
    pub rules: Option<Rules>,
    pub speed: Option<Speed>,
}

/// Who wins, and how high.
#[derive(Debug, Deserialize)]
pub struct Seat {
    pub seat: u64,
    pub bot: String,
    pub wins: u64,
    pub shared: u64,
    pub share: f64,
    pub low: f64,
    pub high: f64,
    pub score: Option<Moments>,
}

/// A side of a game that has them.
#[derive(Debug, Deserialize)]
pub struct Side {
    pub side: String,
    pub bots: String,
    pub wins: u64,
    pub shared: u64,
    pub share: f64,
    pub low: f64,
    pub high: f64,
    pub score: Option<Moments>,
}

/// A figure of the game's own.
#[derive(Debug, Deserialize)]
pub struct Asked {
    pub figure: String,
    pub per: String,
    pub number: Option<Moments>,
    pub of_winners: Option<Moments>,
    pub of_others: Option<Moments>,
    pub seats: Vec<NamedMoments>,
    pub endings: Vec<NamedMoments>,
    pub values: Vec<AskedValue>,
}

/// A number of a seat, or with an ending.
#[derive(Debug, Deserialize)]
pub struct NamedMoments {
    pub of: String,
    pub value: Moments,
}

/// A value of a figure, and how often it was answered.
#[derive(Debug, Deserialize)]
pub struct AskedValue {
    pub value: String,
    pub times: u64,
    pub wins: u64,
    pub share: f64,
    pub low: f64,
    pub high: f64,
    pub endings: Vec<EndingTimes>,
}

/// How often an ending came.
#[derive(Debug, Deserialize)]
pub struct EndingTimes {
    pub name: String,
    pub times: u64,
}

/// An ending with a name, and how often it came.
#[derive(Debug, Deserialize)]
pub struct Ending {
    pub name: String,
    pub games: u64,
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

#[derive(Debug, Deserialize)]
pub struct Moments {
    pub mean: f64,
    pub sd: f64,
    pub min: i64,
    pub max: i64,
}

/// How often each number was seen.
#[derive(Debug, Deserialize)]
pub struct Spread {
    pub mean: f64,
    pub min: u64,
    pub p5: u64,
    pub median: u64,
    pub p95: u64,
    pub max: u64,
    pub bins: Bins,
}

#[derive(Debug, Deserialize)]
pub struct Bins {
    pub width: u64,
    /// The first number of each bin, and how often it was hit.
    pub times: Vec<(u64, u64)>,
}

/// A game that is to be looked at.
#[derive(Debug, Deserialize)]
pub struct First {
    pub again: String,
    /// Of a fault.
    pub code: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Choices {
    pub of_a_player: Option<Spread>,
    pub options: Option<Spread>,
    pub forced: u64,
    pub asked: u64,
    pub sites: Vec<Site>,
}

#[derive(Debug, Deserialize)]
pub struct Site {
    pub at: String,
    pub asked: u64,
    pub offered: u64,
    pub evenness: Option<f64>,
    pub taken: Vec<Taken>,
}

#[derive(Debug, Deserialize)]
pub struct Taken {
    pub option: String,
    pub times: u64,
}

#[derive(Debug, Deserialize)]
pub struct Leads {
    pub margin: Option<Moments>,
    pub changes: Option<Spread>,
    pub games_looked_at: u64,
}

#[derive(Debug, Deserialize)]
pub struct Cards {
    pub players: u64,
    pub cards: Vec<Card>,
}

#[derive(Debug, Deserialize)]
pub struct Card {
    pub name: String,
    pub dead: bool,
    pub offered: Effect,
    /// By how many of those who were offered it.
    pub taken: Option<f64>,
    pub chosen: Effect,
    pub held: Effect,
    pub kept: Effect,
    pub dominated_by: Vec<Dominated>,
}

/// Another card that is taken in a card's place.
#[derive(Debug, Deserialize)]
pub struct Dominated {
    pub name: String,
    /// In how many choices one of the two was taken.
    pub met: u64,
    /// How often it was not this other one.
    pub taken: u64,
}

#[derive(Debug, Deserialize)]
pub struct Effect {
    pub times: u64,
    pub wins: u64,
    pub difference: Option<Difference>,
}

#[derive(Debug, Deserialize)]
pub struct Difference {
    pub share: f64,
    pub low: f64,
    pub high: f64,
    pub marked: bool,
}

#[derive(Debug, Deserialize)]
pub struct Rules {
    pub games: u64,
    pub lines: Vec<Line>,
}

#[derive(Debug, Deserialize)]
pub struct Line {
    pub file: String,
    /// From 1.
    pub line: usize,
    pub ran: u64,
    /// What of it never ran, as it is written there.
    pub never: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct Speed {
    pub seconds: f64,
    pub jobs: u64,
    pub games_per_second: f64,
    pub plies_per_second: f64,
    pub playouts: u64,
    pub playouts_per_second: f64,
}

/// Several simulations that answer a question.
#[derive(Debug, Deserialize)]
pub struct Several {
    pub game: String,
    pub version: String,
    pub played: u64,
    pub seed: u64,
    pub entries: Vec<Entry>,
    pub sweep: Option<Sweep>,
    pub league: Option<League>,
    pub compare: Option<Compare>,
    pub decks: Option<Decks>,
    #[serde(default)]
    pub lists: Vec<ListCards>,
}

/// What the cards of a list do.
#[derive(Debug, Deserialize)]
pub struct ListCards {
    pub list: String,
    pub cards: Vec<ListCard>,
}

/// What a card does for who brings it.
#[derive(Debug, Deserialize)]
pub struct ListCard {
    pub name: String,
    pub count: u64,
    pub opening: ListEffect,
    pub drawn: ListEffect,
    pub played: ListEffect,
}

/// In how many games it was so, and the difference that it made.
#[derive(Debug, Deserialize)]
pub struct ListEffect {
    pub games: u64,
    pub difference: Option<Within>,
    pub marked: bool,
}

/// A difference with its interval.
#[derive(Debug, Deserialize)]
pub struct Within {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

/// Lists that met each other.
#[derive(Debug, Deserialize)]
pub struct Decks {
    pub lists: Vec<String>,
    pub table: Vec<DeckRow>,
}

/// A list against each other one, and against all.
#[derive(Debug, Deserialize)]
pub struct DeckRow {
    pub list: String,
    pub against: Vec<AgainstList>,
    pub mean: f64,
    pub low: f64,
    pub high: f64,
    pub mixture: f64,
}

/// A list against another.
#[derive(Debug, Deserialize)]
pub struct AgainstList {
    pub list: String,
    pub share: f64,
    pub low: f64,
    pub high: f64,
    pub games: u64,
}

#[derive(Debug, Deserialize)]
pub struct Entry {
    pub label: String,
    pub report: Run,
}

/// A figure for each value of something.
#[derive(Debug, Deserialize)]
pub struct Sweep {
    pub of: String,
    pub figures: Vec<Curve>,
}

#[derive(Debug, Deserialize)]
pub struct Curve {
    pub figure: String,
    pub unit: Unit,
    pub values: Vec<Point>,
}

#[derive(Debug, Deserialize)]
pub struct Point {
    pub at: String,
    pub value: f64,
    /// Null where nothing is known of it.
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub count: u64,
}

impl Point {
    /// Within which the true figure lies; the figure itself where that is not known.
    pub fn ends(&self) -> (f64, f64) {
        (self.low.unwrap_or(self.value), self.high.unwrap_or(self.value))
    }
}

/// What a figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A part of a whole, between 0 and 1.
    Share,
    Number,
}

/// Every bot against every other.
#[derive(Debug, Deserialize)]
pub struct League {
    pub bots: Vec<String>,
    pub fair: f64,
    pub table: Vec<Standing>,
}

#[derive(Debug, Deserialize)]
pub struct Standing {
    pub bot: String,
    pub against: Vec<Against>,
    pub mean: Option<f64>,
}

#[derive(Debug, Deserialize)]
pub struct Against {
    pub bot: String,
    pub share: f64,
    pub low: f64,
    pub high: f64,
    pub games: u64,
}

/// Two versions of a game.
#[derive(Debug, Deserialize)]
pub struct Compare {
    pub before: String,
    pub after: String,
    pub figures: Vec<Change>,
}

#[derive(Debug, Deserialize)]
pub struct Change {
    pub figure: String,
    pub before: f64,
    pub after: f64,
    pub difference: f64,
    pub low: f64,
    pub high: f64,
    pub p: f64,
    pub marked: bool,
    pub unit: Unit,
}
