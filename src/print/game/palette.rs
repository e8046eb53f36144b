//! Default colours of values and players. They are told apart in grey, and by readers who see fewer colours.

use crate::ir::KindId;
use crate::print::draw::scene::Rgb;
use crate::print::inks::colour_vision::confusion;

/// Colours for words without a named colour: the first ones are dark enough for white text, and each differs
/// in lightness from all others.
const PALETTE: [Rgb; 12] = [
    [0x2f, 0x6f, 0x8f],
    [0x89, 0x2f, 0x23],
    [0x56, 0x81, 0x40],
    [0x54, 0x27, 0x66],
    [0xaf, 0x74, 0x27],
    [0x32, 0x60, 0x65],
    [0xc8, 0x6b, 0x8c],
    [0x8f, 0x99, 0xab],
    [0x4f, 0x27, 0x0b],
    [0x8f, 0xa5, 0xec],
    [0xb4, 0xc4, 0x72],
    [0x1f, 0x25, 0x32],
];

/// English names of colours and their printed values. Black, brown, purple, blue, red, green, grey, orange,
/// pink, gold, yellow, silver and white differ in lightness, in this order.
/// [`on`](crate::print::draw::colours::on) gives a readable text for each.
const NAMED: [(&str, Rgb); 26] = [
    ("amber", [0xb8, 0x7a, 0x14]),
    ("azure", [0x2e, 0x7d, 0xb5]),
    ("black", [0x2b, 0x2a, 0x2e]),
    ("blue", [0x2e, 0x4e, 0x8c]),
    ("bronze", [0x8c, 0x6a, 0x34]),
    ("brown", [0x50, 0x2f, 0x15]),
    ("copper", [0x9c, 0x56, 0x34]),
    ("crimson", [0x8e, 0x1f, 0x34]),
    ("cyan", [0x1f, 0x86, 0x8f]),
    ("gold", [0xbe, 0x97, 0x37]),
    ("gray", [0x6a, 0x73, 0x84]),
    ("green", [0x4f, 0x7a, 0x3a]),
    ("grey", [0x6a, 0x73, 0x84]),
    ("indigo", [0x3f, 0x3a, 0x7c]),
    ("magenta", [0xa8, 0x2f, 0x7d]),
    ("olive", [0x66, 0x77, 0x2a]),
    ("orange", [0xc7, 0x6d, 0x1f]),
    ("pink", [0xd0, 0x6c, 0x86]),
    ("purple", [0x59, 0x2c, 0x6b]),
    ("red", [0xb3, 0x33, 0x24]),
    ("scarlet", [0xb0, 0x30, 0x22]),
    ("silver", [0xb5, 0xba, 0xc0]),
    ("teal", [0x2f, 0x5d, 0x62]),
    ("violet", [0x6a, 0x45, 0x97]),
    ("white", [0xd6, 0xd1, 0xc4]),
    ("yellow", [0xd5, 0xa9, 0x2a]),
];

/// The default colour of pages.
pub const PLAIN: Rgb = [0x5b, 0x64, 0x75];

/// Default colours of players.
const PLAYERS: [Rgb; 8] = [
    [0xf2, 0xea, 0xd8],
    [0x2b, 0x2a, 0x2e],
    [0xa8, 0x33, 0x28],
    [0x35, 0x75, 0x96],
    [0x5f, 0x8a, 0x49],
    [0xc9, 0x93, 0x2b],
    [0x5b, 0x2e, 0x6d],
    [0x7d, 0x87, 0x99],
];

/// Returns the colours of an enum's values: the one that is set, the one that the value names, or the first
/// of [`PALETTE`] that is distinguishable from all of them.
pub fn colours_of(values: &[String], set: &[(String, Rgb)]) -> Vec<Rgb> {
    let named = |value: &String| {
        let of = |(name, colour): &(String, Rgb)| (name == value).then_some(*colour);
        let by_name = || NAMED.iter().find(|(name, _)| name == value).map(|(_, colour)| *colour);
        set.iter().find_map(of).or_else(by_name)
    };
    let mut taken: Vec<Rgb> = values.iter().filter_map(named).collect();
    let mut next = |i: usize| {
        let is_far = |colour: &&Rgb| taken.iter().all(|other| !is_near(*other, **colour));
        let is_clear = |colour: &&Rgb| taken.iter().all(|other| confusion(*other, **colour).is_none());
        let free = PALETTE.iter().find(is_clear).or_else(|| PALETTE.iter().find(is_far));
        let colour = free.copied().unwrap_or(PALETTE[i % PALETTE.len()]);
        taken.push(colour);
        colour
    };
    values.iter().enumerate().map(|(i, value)| named(value).unwrap_or_else(|| next(i))).collect()
}

/// Returns the colour of components that have neither a value nor a kind with a colour of its own.
pub fn colour_of_kind(kind: KindId) -> Rgb {
    const FIRST: Rgb = [0x44, 0x4a, 0x59];
    kind.index().checked_sub(1).map_or(FIRST, |n| PALETTE[n % PALETTE.len()])
}

/// Returns the colours of the players: the one that is set, or the default, unless that is hard to tell from
/// one that is set.
pub fn colours_of_players(set: &[(String, Rgb)]) -> Vec<(String, Rgb)> {
    let id = |i: usize| format!("player_{}", i + 1);
    let own = |i: usize| set.iter().find(|(name, _)| *name == id(i)).map(|(_, colour)| *colour);
    let taken: Vec<Rgb> = (0..PLAYERS.len()).filter_map(own).collect();
    let is_free = |colour: Rgb| taken.iter().all(|t| !is_near(*t, colour));
    // Values whose default is taken get the colours that are left.
    let kept = |i: usize| own(i).is_none() && is_free(PLAYERS[i]);
    let mut left =
        PLAYERS.into_iter().enumerate().filter(|(i, colour)| !kept(*i) && is_free(*colour)).map(|(_, c)| c);
    let colour = |i: usize| {
        own(i).unwrap_or_else(|| if kept(i) { PLAYERS[i] } else { left.next().unwrap_or(PLAYERS[i]) })
    };
    (0..PLAYERS.len()).map(id).zip((0..PLAYERS.len()).map(colour)).collect()
}

/// Returns whether two colours are hard to tell apart at a distance.
fn is_near(a: Rgb, b: Rgb) -> bool {
    a.iter().zip(b).map(|(a, b)| (i32::from(*a) - i32::from(b)).pow(2)).sum::<i32>() < 40 * 40
}
