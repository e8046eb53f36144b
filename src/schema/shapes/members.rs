//! What components, players and the table have: attributes, state, slots, figures.

use schemars::JsonSchema;
use serde_json::Value;

use super::actions::OneOrMore;
use super::values::{DeclarationMap, or_string};

/// Its type, as a string; or a table with `type` and `default`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, transform = or_string)]
pub struct Attribute {
    /// What sort of value it is: `int 0..40`, `bool`, an enum's id, `set of colour` …
    #[schemars(extend("examples" = ["int 0..40", "bool", "colour", "set of colour"]))]
    r#type: String,
    /// What a card that does not say it has.
    default: Option<Value>,
    /// How the text of a card calls those of a value: a MiniJinja template over `value` and, if it is an
    /// adjective, `what`.
    #[schemars(example = &"{{ value }}")]
    text: Option<String>,
}

/// Its type, as a string; or a table with `type` and where it starts.
#[derive(JsonSchema)]
#[schemars(rename = "Stateful", deny_unknown_fields, transform = or_string)]
pub struct StateAttribute {
    /// What sort of value it is: `int 0..40`, `bool`, an enum's id, `set of colour`, `card?` …
    #[schemars(extend("examples" = ["int 0..40", "bool", "colour", "set of colour", "card?"]))]
    r#type: String,
    /// It starts as what the card says; `c.printed.colour` still reads that.
    printed: Option<bool>,
    /// What a card that does not say it has, if it is printed.
    default: Option<Value>,
    /// Zones or boards: it is kept while the component lies there, and begins anew where it leaves.
    #[schemars(example = &"square")]
    r#in: Option<OneOrMore>,
    /// A verb or action after which it begins anew; in brackets for whom: `end_turn`, `begin_turn(holder)`,
    /// `begin_turn(lord)`.
    #[schemars(extend("examples" = ["end_turn", "begin_turn(holder)"]))]
    until: Option<String>,
    /// Where it starts: an expression over the component itself, `self`.
    #[schemars(extend("examples" = ["self", "3"]))]
    start: Option<String>,
    /// How the text of a card says it: that it is set (over `it` and `value`), or those of a value (over
    /// `value` and `what`).
    #[schemars(extend("examples" = ["{{ it }} falls asleep", "{{ value }}"]))]
    text: Option<String>,
    /// Texts need not speak of it: what rules compare it with or put into it is not looked for there.
    unchecked: Option<bool>,
}

/// Its type, as a string; or a table with `type` and where it starts.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, transform = or_string)]
pub struct Counter {
    /// What sort of value it is: `int 0..99`, `bool`, an enum's id, `set of card`, `player` …
    #[schemars(extend("examples" = ["int 0..99", "bool", "player", "set of card"]))]
    r#type: String,
    /// Where it starts: an expression; a player's may use `self`, the player.
    #[schemars(extend("examples" = ["3", "3 + seat(self) / 3", "players[1]"]))]
    start: Option<String>,
    /// A verb or action after which it begins anew; in brackets for whom: `end_turn`, `begin_turn(self)`.
    #[schemars(extend("examples" = ["end_turn", "begin_turn(self)"]))]
    until: Option<String>,
    /// How the text of a card says what is in it (over `what`, the noun), or that it is set (over `it` and
    /// `value`).
    #[schemars(example = &"{{ what }}")]
    text: Option<String>,
    /// Texts need not speak of it: what rules compare it with or put into it is not looked for there.
    unchecked: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(rename = "State", deny_unknown_fields)]
pub struct StateShape {
    /// What the table keeps track of.
    table: Option<DeclarationMap<Counter>>,
    /// What each player keeps track of.
    player: Option<DeclarationMap<Counter>>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Slot {
    /// The type of its value. Instead of it: `do`, for statements.
    #[schemars(extend("examples" = ["int", "bool", "set of card"]))]
    returns: Option<String>,
    /// The set that the card's condition picks from: the card writes only `colour == blue`.
    #[schemars(example = &"others")]
    from: Option<String>,
    /// `true` for a slot of statements; it returns nothing.
    r#do: Option<bool>,
    /// What it is told, by name: each parameter's type.
    params: Option<DeclarationMap<String>>,
    /// What holds for cards that leave it out.
    #[schemars(example = &"0")]
    default: Option<String>,
    /// How the text of a card that has none of its own says it: a MiniJinja template over `value`, the rule
    /// in words.
    #[schemars(extend("examples" = ["{{ value }}", "Blanks {{ value }}"]))]
    text: Option<String>,
    /// The rules in it are no part of the card's text: they are not compared with it.
    unchecked: Option<bool>,
}

/// An expression, as a string; or a table with `value` and `per`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, transform = or_string)]
pub struct Figure {
    /// A number; yes or no; or what is to be told apart: a value of an enum, a card, a set of them.
    #[schemars(extend("examples" = ["max(realms, track[it])", "p.coins"]))]
    value: String,
    /// `player`: asked of each player, `p`. Of the table, if not said.
    per: Option<PerPlayer>,
}

/// Of whom a figure is asked.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
#[allow(dead_code)]
enum PerPlayer {
    Player,
}
