//! Members of components, players and the table: attributes, state, slots, figures.

use schemars::JsonSchema;
use serde_json::Value;

use super::actions::OneOrMore;
use super::values::{DeclarationMap, or_string};

/// An attribute: its type as a string, or a table with `type` and `default`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, transform = or_string)]
pub struct Attribute {
    /// Type of the value: `int 0..40`, `bool`, an enum's id, `set of colour` …
    #[schemars(extend("examples" = ["int 0..40", "bool", "colour", "set of colour"]))]
    r#type: String,
    /// Value of cards that do not give one. Without a default, each card must give a value.
    default: Option<Value>,
    /// Wording of a value in texts that are made from rules: a MiniJinja template over `value`, and over
    /// `what` if the value is not a noun by itself: `{{ what }} of {{ value }}`.
    #[schemars(example = &"{{ value }}")]
    text: Option<String>,
}

/// State of a component: its type as a string, or a table with `type` and `start`.
#[derive(JsonSchema)]
#[schemars(rename = "Stateful", deny_unknown_fields, transform = or_string)]
pub struct StateAttribute {
    /// Type of the value: `int 0..40`, `bool`, an enum's id, `set of colour`, `card?` …
    #[schemars(extend("examples" = ["int 0..40", "bool", "colour", "set of colour", "card?"]))]
    r#type: String,
    /// True if the state starts with the value on the card. `c.printed.colour` still reads the printed value
    /// after a change.
    printed: Option<bool>,
    /// Value of cards that do not give one. Only with `printed = true`.
    default: Option<Value>,
    /// Zones or boards in which the state is kept. Once the component leaves them, the state returns to its
    /// start.
    #[schemars(example = &"square")]
    r#in: Option<OneOrMore>,
    /// Verb or action after which the state returns to its start: `end_turn`. An argument limits this to some
    /// components: `begin_turn(holder)` to those of the player whose turn begins, `begin_turn(lord)` to those
    /// whose `lord` that player is.
    #[schemars(extend("examples" = ["end_turn", "begin_turn(holder)"]))]
    until: Option<String>,
    /// Value at the start of the game: an expression, in which `self` is the component. Default: 0, or the
    /// number of the range next to 0; false; none; the empty set.
    #[schemars(extend("examples" = ["self", "3"]))]
    start: Option<String>,
    /// Wording in texts that are made from rules: a MiniJinja template. For a change of this state, over `it`
    /// and `value`; for components with a certain value, over `value` and `what`, the noun.
    #[schemars(extend("examples" = ["{{ it }} falls asleep", "{{ value }}"]))]
    text: Option<String>,
    /// True if card texts need not mention this state. `check` then compares no text with the rules that read
    /// or set it.
    unchecked: Option<bool>,
}

/// State of a player or of the table: its type as a string, or a table with `type` and `start`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, transform = or_string)]
pub struct Counter {
    /// Type of the value: `int 0..99`, `bool`, an enum's id, `set of card`, `player` …
    #[schemars(extend("examples" = ["int 0..99", "bool", "player", "set of card"]))]
    r#type: String,
    /// Value at the start of the game: an expression. In a player's state, `self` is the player. Default: 0,
    /// or the number of the range next to 0; false; none; the empty set.
    #[schemars(extend("examples" = ["3", "3 + seat(self) / 3", "players[1]"]))]
    start: Option<String>,
    /// Verb or action after which the state returns to its start: `end_turn`. `begin_turn(self)` limits this
    /// to the player whose turn begins.
    #[schemars(extend("examples" = ["end_turn", "begin_turn(self)"]))]
    until: Option<String>,
    /// Wording in texts that are made from rules: a MiniJinja template. For components in this state, over
    /// `what`, the noun: `{{ what }} in your hand`; for a change of this state, over `it` and `value`.
    #[schemars(example = &"{{ what }}")]
    text: Option<String>,
    /// True if card texts need not mention this state. `check` then compares no text with the rules that read
    /// or set it.
    unchecked: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(rename = "State", deny_unknown_fields)]
pub struct StateShape {
    /// State of the whole table, such as the round: each name with its type.
    table: Option<DeclarationMap<Counter>>,
    /// State of each player, such as coins: each name with its type.
    player: Option<DeclarationMap<Counter>>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Slot {
    /// Type of the rule's value. A slot has either `returns` or `do = true`.
    #[schemars(extend("examples" = ["int", "bool", "set of card"]))]
    returns: Option<String>,
    /// The set that a card's condition chooses from. With `from = "others"`, a card writes only the
    /// condition: `colour == blue`.
    #[schemars(example = &"others")]
    from: Option<String>,
    /// True if the rule is made of statements and returns nothing.
    r#do: Option<bool>,
    /// Parameters of the rule: each name with its type.
    params: Option<DeclarationMap<String>>,
    /// Rule for cards that write none of their own.
    #[schemars(example = &"0")]
    default: Option<String>,
    /// Text of cards that have a rule in this slot and no text of their own: a MiniJinja template over
    /// `value`, the rule in words.
    #[schemars(extend("examples" = ["{{ value }}", "Blanks {{ value }}"]))]
    text: Option<String>,
    /// True if card texts need not mention the rules in this slot. `check` then does not compare the two.
    unchecked: Option<bool>,
}

/// An expression, as a string; or a table with `value` and `per`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, transform = or_string)]
pub struct Figure {
    /// An expression: a number, yes or no, or something to count by, such as a card, a value of an enum, or a
    /// set of them.
    #[schemars(extend("examples" = ["max(realms, track[it])", "p.coins"]))]
    value: String,
    /// With `"player"`, the value is computed for each player, `p`. Default: once for the table.
    per: Option<PerPlayer>,
}

/// The things that a figure is computed for.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
#[allow(dead_code)]
enum PerPlayer {
    Player,
}
