//! The lands of cards without a picture: each icon has one that suits it.

/// A land, and the icons that it suits.
const SCENERIES: [(&str, &[&str]); 7] = [
    ("sea", &["drop", "wave"]),
    ("forest", &["leaf", "paw", "tree"]),
    ("peaks", &["diamond", "gem", "mountain", "ring"]),
    ("fire", &["bolt", "flame", "skull"]),
    (
        "towers",
        &[
            "bishop", "coin", "crown", "king", "knight", "man", "pawn", "queen", "rook", "shield", "sword",
            "swords", "tower",
        ],
    ),
    ("clouds", &["cloud", "eye", "heart", "mask", "moon", "star"]),
    ("dunes", &["cross", "die", "disc", "hourglass", "sun"]),
];

/// Returns the land that suits an icon; hills, if none does.
pub fn scenery_of(icon: Option<&str>) -> &'static str {
    let suits = |(_, icons): &&(&str, &[&str])| icon.is_some_and(|icon| icons.contains(&icon));
    SCENERIES.iter().find(suits).map_or("hills", |(scenery, _)| scenery)
}
