//! Tabletop Simulator: the players' seats with their hands, and the zones and numbers of a table that is set
//! up.

use serde_json::{Value, json};

use crate::ir::{ComponentId, Ir, PlayerId, SeatNumber};
use crate::print::export::guids::Guids;
use crate::print::export::tts_cards::{Pose, TtsCard, pile};
use crate::print::export::tts_table::{APART, round, thing, units};
use crate::print::request::setting::{CounterSetting, Sight, TableSetting, ZoneSetting};

/// The colours of seats, and how they look.
const SEATS: [(&str, [f64; 3]); 10] = [
    ("White", [1.0, 1.0, 1.0]),
    ("Red", [0.856, 0.1, 0.094]),
    ("Yellow", [0.905, 0.898, 0.172]),
    ("Green", [0.192, 0.701, 0.168]),
    ("Blue", [0.118, 0.53, 1.0]),
    ("Purple", [0.627, 0.125, 0.941]),
    ("Pink", [0.96, 0.439, 0.807]),
    ("Orange", [0.956, 0.392, 0.113]),
    ("Brown", [0.443, 0.231, 0.09]),
    ("Teal", [0.129, 0.694, 0.607]),
];
/// Width, height and depth of a hand zone, in units.
const HAND: (f64, f64, f64) = (11.0, 5.0, 4.0);
/// Height of cards on the table, in units.
pub const LYING: f64 = 1.1;
/// Height of cards in a hand, in units.
const HELD: f64 = 3.0;
/// Maximum number of cards side by side in a zone.
const ACROSS: usize = 8;
/// Maximum number of cards side by side on a cell.
const ON_CELL: usize = 9;
/// Room between two cards of a zone, in units.
const BETWEEN: f64 = 0.25;
/// Width and depth of a number, in units.
const NUMBER: f64 = 2.5;

/// Cards of a zone, taken from their decks.
pub struct TtsZone<'s> {
    /// The zone of the game that the cards lie in.
    pub of: &'s ZoneSetting,
    cards: Vec<TtsCard>,
}

/// Takes the cards of all zones from the decks.
pub fn take<'s>(setting: &'s TableSetting, decks: &mut [Vec<TtsCard>]) -> Vec<TtsZone<'s>> {
    let mut zones = Vec::new();
    for of in &setting.zones {
        let mut take = |component: &ComponentId| {
            let is_it = |card: &TtsCard| card.component == Some(*component);
            let deck = decks.iter_mut().find(|deck| deck.iter().any(is_it))?;
            let at = deck.iter().position(is_it)?;
            Some(deck.remove(at))
        };
        let cards: Vec<TtsCard> = of.components.iter().filter_map(&mut take).collect();
        if !cards.is_empty() {
            zones.push(TtsZone { of, cards });
        }
    }
    zones
}

impl TtsZone<'_> {
    /// Returns whether the zone is laid out at a player's seat.
    pub fn is_of_player(&self) -> bool {
        self.of.cell.is_none() && (self.of.player.is_some() || self.is_hand())
    }

    /// Returns whether it is one player's own secret, and therefore belongs into a hand.
    fn is_hand(&self) -> bool {
        matches!(self.of.sight, Sight::Player(_)) && self.of.cell.is_none()
    }

    /// Returns whether its cards lie side by side, so that all are seen.
    fn is_spread(&self) -> bool {
        // More would cover the cells all around.
        let fits = self.of.cell.is_none() || self.cards.len() <= ON_CELL;
        self.of.sight == Sight::Everybody && !self.of.is_ordered && fits
    }

    /// Returns width and depth of a card, the largest of all, in units.
    fn card(&self) -> (f64, f64) {
        let sizes = self.cards.iter().map(|card| (units(card.size.width), units(card.size.height)));
        sizes.fold((0.0, 0.0), |(w, d), (x, y)| (f64::max(w, x), f64::max(d, y)))
    }

    /// Returns the numbers of columns and rows.
    fn grid(&self) -> (usize, usize) {
        let count = self.cards.len();
        let columns = match self.of.cell {
            _ if !self.is_spread() => return (1, 1),
            // As square as can be, so that they reach as little as possible beyond the cell.
            Some(_) => (1..=count).find(|columns| columns * columns >= count).unwrap_or(count),
            None => count.min(ACROSS),
        };
        (columns, count.div_ceil(columns))
    }

    /// Returns width and depth, in units.
    fn size(&self) -> (f64, f64) {
        let ((w, d), (columns, rows)) = (self.card(), self.grid());
        let of = |card: f64, count: usize| card * count as f64 + BETWEEN * (count - 1) as f64;
        (of(w, columns), of(d, rows))
    }

    /// Lays the cards with the middle of the zone at a point.
    fn lay(self, (x, z): (f64, f64), turned: bool, guids: &mut Guids, objects: &mut Vec<Value>) {
        let face_up = self.of.sight == Sight::Everybody;
        if self.is_spread() {
            let ((w, d), (columns, _), (width, depth)) = (self.card(), self.grid(), self.size());
            let side = if turned { -1.0 } else { 1.0 };
            for (i, mut card) in self.cards.into_iter().enumerate() {
                let (column, row) = ((i % columns) as f64, (i / columns) as f64);
                let u = column * (w + BETWEEN) + w / 2.0 - width / 2.0;
                let v = row * (d + BETWEEN) + d / 2.0 - depth / 2.0;
                Pose { at: (x + side * u, LYING, z - side * v), turned, face_up }.place(&mut card.object);
                objects.push(card.object);
            }
            return;
        }
        let guid = guids.of(&format!("zone/{}/{}", self.of.key.index(), self.of.label));
        let mut cards = self.cards;
        if face_up {
            // Turned over, the first card of a pile is at its bottom.
            cards.reverse();
        }
        if let Some(mut pile) = pile(&self.of.label, &guid, cards) {
            Pose { at: (x, LYING, z), turned, face_up }.place(&mut pile);
            objects.push(pile);
        }
    }
}

/// Lays the piles of a cell side by side, with their middle at the cell's.
pub fn lay_on_cell(zones: Vec<TtsZone>, (x, z): (f64, f64), guids: &mut Guids, objects: &mut Vec<Value>) {
    let width: f64 = zones.iter().map(|zone| zone.size().0 + BETWEEN).sum::<f64>() - BETWEEN;
    let mut left = x - width / 2.0;
    for zone in zones {
        let (own, _) = zone.size();
        zone.lay((left + own / 2.0, z), false, guids, objects);
        left += own + BETWEEN;
    }
}

/// Lays the zones and numbers of the table in a row around `z`, from `x` on. Returns where the row ends.
pub fn lay_middle(
    (ir, setting): (&Ir, &TableSetting),
    zones: Vec<TtsZone>,
    (x, z): (f64, f64),
    guids: &mut Guids,
    objects: &mut Vec<Value>,
) -> f64 {
    let mut right = x;
    for zone in zones {
        let (width, _) = zone.size();
        zone.lay((right + width / 2.0, z), false, guids, objects);
        right += width + APART;
    }
    for number in setting.counters.iter().filter(|number| number.player.is_none()) {
        objects.push(counter(ir, number, (right + NUMBER / 2.0, z), false, guids));
        right += NUMBER;
    }
    right
}

/// Returns the depth of the zones of the table, in units.
pub fn depth_of_middle(setting: &TableSetting, zones: &[TtsZone]) -> f64 {
    let numbers = if setting.counters.iter().any(|number| number.player.is_none()) { NUMBER } else { 0.0 };
    zones.iter().map(|zone| zone.size().1).fold(numbers, f64::max)
}

/// Lays players' components at their seats: half of the players sit in front, from the right to the left, the
/// others behind. `front` and `behind` are where their places begin, in units, and `x` is the middle of the
/// table.
pub fn lay_seats(
    (ir, setting): (&Ir, &TableSetting),
    zones: Vec<TtsZone>,
    (x, front, behind): (f64, f64, f64),
    guids: &mut Guids,
    objects: &mut Vec<Value>,
) {
    let players = setting.players;
    let owner = |zone: &TtsZone| match zone.of.sight {
        Sight::Player(player) if zone.is_hand() => player,
        _ => zone.of.player.unwrap_or(PlayerId(0).seat()),
    };
    let lying =
        |player: SeatNumber| zones.iter().filter(move |zone| owner(zone) == player && !zone.is_hand());
    let width = |player: SeatNumber| lying(player).map(|zone| zone.size().0 + APART).sum::<f64>() - APART;
    let numbers =
        |player: SeatNumber| setting.counters.iter().filter(move |number| number.player == Some(player));
    let widths =
        SeatNumber::all(players).map(|player| width(player).max(numbers(player).count() as f64 * NUMBER));
    let column = widths.fold(HAND.0, f64::max) + APART;
    let deepest =
        zones.iter().filter(|zone| !zone.is_hand()).map(|zone| zone.size().1 + APART).fold(0.0, f64::max);
    let numbered = if SeatNumber::all(players).any(|player| numbers(player).next().is_some()) {
        NUMBER + APART
    } else {
        0.0
    };
    let seats: Vec<TtsSeat> = PlayerId::all(players)
        .map(|player| TtsSeat::of(player, players, column, (x, front, behind)))
        .collect();
    let mut starts: Vec<f64> = SeatNumber::all(players).map(|player| -width(player).max(0.0) / 2.0).collect();
    let mut held: Vec<Vec<TtsCard>> = (0..players).map(|_| Vec::new()).collect();
    for (number, seat) in SeatNumber::all(players).zip(&seats) {
        let count = numbers(number).count() as f64;
        for (i, own) in numbers(number).enumerate() {
            let u = (i as f64 - (count - 1.0) / 2.0) * NUMBER;
            objects.push(counter(ir, own, seat.at(u, deepest + NUMBER / 2.0), seat.turned, guids));
        }
    }
    for zone in zones {
        let place = owner(&zone).index();
        let (Some(seat), Some(start), Some(hand)) =
            (seats.get(place), starts.get_mut(place), held.get_mut(place))
        else {
            continue;
        };
        if zone.is_hand() {
            hand.extend(zone.cards);
            continue;
        }
        let (width, depth) = zone.size();
        let at = seat.at(*start + width / 2.0, depth / 2.0);
        *start += width + APART;
        zone.lay(at, seat.turned, guids, objects);
    }
    let reach = deepest + numbered + HAND.2 / 2.0;
    for ((seat, cards), colour) in seats.iter().zip(held).zip(SEATS) {
        objects.push(hand_zone(seat, reach, colour, guids));
        let step = ((HAND.0 - 2.0) / cards.len().max(1) as f64).min(1.5);
        let middle = (cards.len().saturating_sub(1)) as f64 / 2.0;
        for (i, mut card) in cards.into_iter().enumerate() {
            let (x, z) = seat.at((i as f64 - middle) * step, reach);
            Pose { at: (x, HELD, z), turned: seat.turned, face_up: true }.place(&mut card.object);
            objects.push(card.object);
        }
    }
}

/// The place of a player.
struct TtsSeat {
    /// Middle of its edge towards the middle of the table, in units.
    x: f64,
    z: f64,
    /// True if the player sits at the far edge of the table.
    turned: bool,
}

impl TtsSeat {
    /// Returns the seat of a player: the first half of the players sit at the near edge, the others at the
    /// far one.
    fn of(player: PlayerId, players: u8, column: f64, (x, front, behind): (f64, f64, f64)) -> TtsSeat {
        let near = players.div_ceil(2);
        let turned = player.0 >= near;
        let (place, count) = if turned { (player.0 - near, players - near) } else { (player.0, near) };
        let from_middle = (f64::from(place) - (f64::from(count) - 1.0) / 2.0) * column;
        match turned {
            true => TtsSeat { x: x + from_middle, z: behind, turned },
            false => TtsSeat { x: x - from_middle, z: front, turned },
        }
    }

    /// Returns a point: `u` to the player's right, `v` towards the player.
    fn at(&self, u: f64, v: f64) -> (f64, f64) {
        if self.turned { (self.x - u, self.z + v) } else { (self.x + u, self.z - v) }
    }
}

fn hand_zone(seat: &TtsSeat, reach: f64, (colour, [r, g, b]): (&str, [f64; 3]), guids: &mut Guids) -> Value {
    let (x, z) = seat.at(0.0, reach);
    let mut zone = thing("HandTrigger", &guids.of(&format!("hand/{colour}")), "", (x, HELD + 0.3, z));
    zone["Transform"]["rotY"] = json!(if seat.turned { 180.0 } else { 0.0 });
    let (width, height, depth) = HAND;
    for (key, length) in [("scaleX", width), ("scaleY", height), ("scaleZ", depth)] {
        zone["Transform"][key] = json!(length);
    }
    zone["ColorDiffuse"] = json!({ "r": r, "g": g, "b": b, "a": 0.0 });
    zone["FogColor"] = json!(colour);
    zone["Locked"] = json!(true);
    zone
}

fn counter(ir: &Ir, number: &CounterSetting, (x, z): (f64, f64), turned: bool, guids: &mut Guids) -> Value {
    let whose = number.player.map(|player| format!("/{player}")).unwrap_or_default();
    let guid = guids.of(&format!("counter/{}{whose}", number.id));
    let mut object = thing("Counter", &guid, &ir.print.label(&number.id), (x, LYING, z));
    if turned {
        object["Transform"]["rotY"] = json!(0.0);
    }
    object["Transform"]["posX"] = json!(round(x));
    object["Counter"] = json!({ "value": number.value });
    object
}
