//! The English phrases printed in addition to a game's own texts: footers, additions to its rules, the words
//! of its gallery. A game's `texts/` may translate them.

/// The phrases: each the key for its translation, and the English with placeholders in braces.
pub const PHRASES: &[(&str, &str)] = &[
    ("sheet", "sheet {n} of {of}"),
    ("page", "page {n} of {of}"),
    ("part", "part {n} of {of}, row {row} column {column}"),
    ("range", "{what} {first}–{last} of {of}"),
    ("single", "{what} {n} of {of}"),
    ("backs", "backs of {what}"),
    ("back", "back of {what}"),
    ("turned", "{what}, turned over"),
    ("pieces", "pieces"),
    ("rules", "rules"),
    ("players", "{least} to {most} players"),
    ("just_players", "{most} players"),
    ("player", "Player {n}"),
    ("keywords", "Keywords"),
    ("contact", "Contact"),
    ("agree", "Before you play, agree on"),
    ("unless", "{what}: *{value}* unless you say otherwise."),
    ("setups", "Or choose one of these"),
    ("dice", "Dice"),
    ("yes", "yes"),
    ("no", "no"),
    ("sum", "Sum"),
    ("part_name", "name"),
    ("part_text", "what it does"),
    ("part_flavour", "flavour text"),
    ("part_kind", "kind"),
    ("part_stats", "stats"),
    ("list", "List"),
    ("card", "{n} card"),
    ("cards", "{n} cards"),
    ("search", "Search names and texts"),
    ("any", "{what}: any"),
    ("shown", "{n} of {of}"),
    ("made", "made with Cardwright"),
];

/// Returns the English of a phrase.
pub fn phrase(key: &str) -> &'static str {
    PHRASES.iter().find(|(k, _)| *k == key).map_or("", |(_, english)| english)
}
