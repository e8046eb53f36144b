//! The data of a page, deserialized from the report for programs.

use serde::Deserialize;
use serde_json::{Map, Value};

/// One simulation.
#[derive(Debug, Deserialize)]
pub struct RunData {
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
    pub sides: Vec<SideData>,
    pub endings: Vec<EndingData>,
    pub figures: Vec<FigureData>,
    pub plies: Option<SpreadData>,
    pub turns: Option<SpreadData>,
    pub rounds: Option<SpreadData>,
    pub first_unfinished: Option<FirstGameData>,
    pub first_fault: Option<FirstGameData>,
    pub choices: Option<ChoicesData>,
    pub leads: Option<LeadsData>,
    pub cards: Option<CardsData>,
    pub rules: Option<RulesData>,
    pub speed: Option<SpeedData>,
}

/// The wins and scores of a seat.
#[derive(Debug, Deserialize)]
pub struct Seat {
    pub seat: u64,
    pub bot: String,
    pub wins: u64,
    pub shared: u64,
    pub share: f64,
    pub low: f64,
    pub high: f64,
    pub score: Option<MomentsData>,
}

/// A side of a game with sides.
#[derive(Debug, Deserialize)]
pub struct SideData {
    pub side: String,
    pub bots: String,
    pub wins: u64,
    pub shared: u64,
    pub share: f64,
    pub low: f64,
    pub high: f64,
    pub score: Option<MomentsData>,
}

/// A figure of the game's own.
#[derive(Debug, Deserialize)]
pub struct FigureData {
    pub figure: String,
    pub per: String,
    pub number: Option<MomentsData>,
    pub of_winners: Option<MomentsData>,
    pub of_others: Option<MomentsData>,
    pub seats: Vec<NamedMoments>,
    pub endings: Vec<NamedMoments>,
    pub values: Vec<FigureValueData>,
}

/// A number with its seat or ending.
#[derive(Debug, Deserialize)]
pub struct NamedMoments {
    pub of: String,
    pub value: MomentsData,
}

/// A value of a figure with its frequency.
#[derive(Debug, Deserialize)]
pub struct FigureValueData {
    pub value: String,
    pub times: u64,
    pub wins: u64,
    pub share: f64,
    pub low: f64,
    pub high: f64,
    pub endings: Vec<EndingTimes>,
}

/// The frequency of an ending.
#[derive(Debug, Deserialize)]
pub struct EndingTimes {
    pub name: String,
    pub times: u64,
}

/// A named ending with its frequency.
#[derive(Debug, Deserialize)]
pub struct EndingData {
    pub name: String,
    pub games: u64,
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

#[derive(Debug, Deserialize)]
pub struct MomentsData {
    pub mean: f64,
    pub sd: f64,
    pub min: i64,
    pub max: i64,
}

/// The distribution of a number.
#[derive(Debug, Deserialize)]
pub struct SpreadData {
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
    /// The first number of each bin with its frequency.
    pub times: Vec<(u64, u64)>,
}

/// A game that the page gives a command to replay.
#[derive(Debug, Deserialize)]
pub struct FirstGameData {
    pub again: String,
    /// The diagnostic code of the fault; `None` if the game did not end in one.
    pub code: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct ChoicesData {
    pub of_a_player: Option<SpreadData>,
    pub options: Option<SpreadData>,
    pub forced: u64,
    pub asked: u64,
    pub sites: Vec<ChoicePointData>,
}

#[derive(Debug, Deserialize)]
pub struct ChoicePointData {
    pub at: String,
    pub asked: u64,
    pub offered: u64,
    pub evenness: Option<f64>,
    pub taken: Vec<AnswerData>,
}

#[derive(Debug, Deserialize)]
pub struct AnswerData {
    pub option: String,
    pub times: u64,
}

#[derive(Debug, Deserialize)]
pub struct LeadsData {
    pub margin: Option<MomentsData>,
    pub changes: Option<SpreadData>,
    pub games_looked_at: u64,
}

#[derive(Debug, Deserialize)]
pub struct CardsData {
    pub players: u64,
    pub cards: Vec<CardData>,
}

#[derive(Debug, Deserialize)]
pub struct CardData {
    pub name: String,
    pub dead: bool,
    pub offered: EffectData,
    /// Among the players who were offered the card, the share of those who took it.
    pub taken: Option<f64>,
    pub chosen: EffectData,
    pub held: EffectData,
    pub kept: EffectData,
    pub dominated_by: Vec<DominatedData>,
}

/// A card that dominates another.
#[derive(Debug, Deserialize)]
pub struct DominatedData {
    pub name: String,
    /// Number of choices in which one of the two was taken.
    pub met: u64,
    /// Number of them in which the dominated card was taken.
    pub taken: u64,
}

#[derive(Debug, Deserialize)]
pub struct EffectData {
    pub times: u64,
    pub wins: u64,
    pub difference: Option<DifferenceData>,
}

#[derive(Debug, Deserialize)]
pub struct DifferenceData {
    pub share: f64,
    pub low: f64,
    pub high: f64,
    pub marked: bool,
}

#[derive(Debug, Deserialize)]
pub struct RulesData {
    pub games: u64,
    pub lines: Vec<RuleLineData>,
}

#[derive(Debug, Deserialize)]
pub struct RuleLineData {
    pub file: String,
    /// The line number, from 1.
    pub line: usize,
    pub ran: u64,
    /// The parts of the line that never ran, as written in the file.
    pub never: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct SpeedData {
    pub seconds: f64,
    pub jobs: u64,
    pub games_per_second: f64,
    pub plies_per_second: f64,
    pub playouts: u64,
    pub playouts_per_second: f64,
}

/// Several simulations that answer a question.
#[derive(Debug, Deserialize)]
pub struct StudyData {
    pub game: String,
    pub version: String,
    pub played: u64,
    pub seed: u64,
    pub entries: Vec<StudyEntryData>,
    pub sweep: Option<Sweep>,
    pub league: Option<LeagueData>,
    pub compare: Option<ComparisonData>,
    pub decks: Option<Decks>,
    #[serde(default)]
    pub lists: Vec<ListCardsData>,
}

/// The effects of the cards of a list.
#[derive(Debug, Deserialize)]
pub struct ListCardsData {
    pub list: String,
    pub cards: Vec<ListCardData>,
}

/// The effects of a card of a list.
#[derive(Debug, Deserialize)]
pub struct ListCardData {
    pub name: String,
    pub count: u64,
    pub opening: ListEffect,
    pub drawn: ListEffect,
    pub played: ListEffect,
}

/// The number of games in which a relation held, and the difference in win rate.
#[derive(Debug, Deserialize)]
pub struct ListEffect {
    pub games: u64,
    pub difference: Option<IntervalData>,
    pub marked: bool,
}

/// A difference with its confidence interval.
#[derive(Debug, Deserialize)]
pub struct IntervalData {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

/// The matchups of lists.
#[derive(Debug, Deserialize)]
pub struct Decks {
    pub lists: Vec<String>,
    pub table: Vec<DeckRow>,
}

/// A list against each other list, and against all.
#[derive(Debug, Deserialize)]
pub struct DeckRow {
    pub list: String,
    pub against: Vec<AgainstList>,
    pub mean: f64,
    pub low: f64,
    pub high: f64,
    pub mixture: f64,
}

/// A list against another list.
#[derive(Debug, Deserialize)]
pub struct AgainstList {
    pub list: String,
    pub share: f64,
    pub low: f64,
    pub high: f64,
    pub games: u64,
}

#[derive(Debug, Deserialize)]
pub struct StudyEntryData {
    pub label: String,
    pub report: RunData,
}

/// A figure for each value of a varied input.
#[derive(Debug, Deserialize)]
pub struct Sweep {
    pub of: String,
    pub figures: Vec<CurveData>,
}

#[derive(Debug, Deserialize)]
pub struct CurveData {
    pub figure: String,
    pub unit: Unit,
    pub values: Vec<CurvePointData>,
}

#[derive(Debug, Deserialize)]
pub struct CurvePointData {
    pub at: String,
    pub value: f64,
    /// Null if there is no interval.
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub count: u64,
}

impl CurvePointData {
    /// Returns the bounds of the confidence interval; the figure itself if there is none.
    pub fn ends(&self) -> (f64, f64) {
        (self.low.unwrap_or(self.value), self.high.unwrap_or(self.value))
    }
}

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A share, between 0 and 1.
    Share,
    Number,
}

/// The results of each bot against each other bot.
#[derive(Debug, Deserialize)]
pub struct LeagueData {
    pub bots: Vec<String>,
    pub fair: f64,
    pub table: Vec<StandingData>,
}

#[derive(Debug, Deserialize)]
pub struct StandingData {
    pub bot: String,
    pub against: Vec<AgainstData>,
    pub mean: Option<f64>,
}

#[derive(Debug, Deserialize)]
pub struct AgainstData {
    pub bot: String,
    pub share: f64,
    pub low: f64,
    pub high: f64,
    pub games: u64,
}

/// Two versions of a game.
#[derive(Debug, Deserialize)]
pub struct ComparisonData {
    pub before: String,
    pub after: String,
    pub figures: Vec<ChangeData>,
}

#[derive(Debug, Deserialize)]
pub struct ChangeData {
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
