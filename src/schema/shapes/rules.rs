//! Shapes of `rules/*.toml`, and of all tables of `game.toml` but `[game]`.

use schemars::{JsonSchema, Schema, json_schema};
use serde_json::{Value, json};

use super::actions::CarriedAction;
use super::deck::Deck;
use super::inline::inline_schema;
use super::members::{Attribute, Figure, Slot, StateAttribute, StateShape};
use super::patterns::MOST_COLUMNS;
use super::values::{
    Cells, DeclarationMap, EnumDeclaration, EnumValues, Faces, IdShape, LabelShape, Require, Scalar, needs,
    or_string,
};

/// Declarations of a game: components, state, zones, boards, rules.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "rules")]
pub struct RulesFile {
    /// Options to agree on before play. Rules read an option by its name: `if variant == duel { … }`.
    options: Option<DeclarationMap<GameOption>>,
    /// Several options under one name: `[setups.epic]` with `extra_realm = true`. Options that a setup does
    /// not mention keep their defaults.
    setups: Option<DeclarationMap<DeclarationMap<Scalar>>>,
    /// Conditions on options and on `player_count` that must hold before play.
    require: Option<Vec<Require>>,
    /// The game's own sets of values: `colour = ["red", "blue"]`. Rules then also have `colours`, the set of
    /// all of them. Values in `size = { values = ["small", "large"], ordered = true }` can be compared.
    enums: Option<DeclarationMap<EnumDeclaration>>,
    /// Dice with faces of their own: `talent = ["combat", "combat", "magic"]` is rolled with `roll(talent)`.
    /// `roll(d6)` needs no declaration.
    dice: Option<DeclarationMap<Faces>>,
    /// Words that people read for ids: `base = "Headquarters"`. Default: the id.
    words: Option<DeclarationMap<LabelShape>>,
    /// Kinds of component. Every game has `card`, `piece` and `token`; it may add to them, or declare more
    /// kinds based on them.
    kinds: Option<DeclarationMap<Kind>>,
    /// State of the table and of each player, such as coins and rounds.
    state: Option<StateShape>,
    /// Zones, in which components lie: decks, hands, piles.
    zones: Option<DeclarationMap<Zone>>,
    /// Boards: their cells, which cells adjoin, and the state of each cell.
    boards: Option<DeclarationMap<Board>>,
    /// Histories of earlier positions, to find repetitions: `record(h)`, `times(h)`, `forget(h)`.
    histories: Option<DeclarationMap<History>>,
    /// Calculations, which change nothing, ask no player and use no chance.
    functions: Option<DeclarationMap<Function>>,
    /// Named operations of the rules, such as `draw`. Reactions can come before and after each of them.
    verbs: Option<DeclarationMap<Verb>>,
    /// Actions of players. The statement `act` offers them.
    actions: Option<DeclarationMap<Action>>,
    /// Rules that run before or after a verb or action.
    reactions: Option<Vec<Reaction>>,
    /// Changes to attributes while a condition holds.
    modifiers: Option<Vec<Modifier>>,
    /// Named groups of reactions, modifiers, slots and actions. A card has one with `keywords = ["armoured
    /// 2"]`.
    keywords: Option<DeclarationMap<Keyword>>,
    /// The order of play.
    flow: Option<Flow>,
    /// Scores, and who wins at the end of play.
    scoring: Option<Scoring>,
    /// Bots of this game, each with its evaluation of a position. An entry `greedy` says what the bot
    /// `greedy` of every game aims for.
    bots: Option<DeclarationMap<BotShape>>,
    /// Figures that the lab computes at the end of each game: an expression each, for the table or for each
    /// player.
    figures: Option<DeclarationMap<Figure>>,
    /// Rules that a deck list must follow.
    deck: Option<Deck>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct GameOption {
    /// Values of the option, the first being the default. The option is then an enum. Without `values` and
    /// `range`, an option is yes or no.
    #[schemars(example = ("base", "duel"))]
    values: Option<EnumValues>,
    /// Least and greatest value, for a whole number: `[1, 9]`.
    #[schemars(length(min = 2, max = 2), example = (1, 9))]
    range: Option<Vec<i64>>,
    /// Value if nobody chooses. Default: the first value, the least number, or false.
    default: Option<Value>,
    /// Description of the option for the players.
    #[schemars(example = &"Which game is played")]
    text: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Kind {
    /// Kind that this one is based on. Its attributes, state and slots are inherited. Default: `card`.
    #[schemars(example = &"card")]
    base: Option<String>,
    /// Plural of the kind's name. It names the set of all its components, and their sheet. Default: made by
    /// the rules of English.
    #[schemars(example = &"wolves")]
    plural: Option<IdShape>,
    /// Makes a component of this kind for each card of the given kind, with all that is printed on the card:
    /// a token for each creature, for example.
    #[schemars(example = &"creature")]
    stands_for: Option<String>,
    /// Number of copies of each card that gives none itself: an expression over options and `player_count`.
    /// With `stands_for`: number of components for each card, an expression over its `copies`, attributes and
    /// keywords. Default: 1; with `stands_for`, the copies of the card.
    #[schemars(example = &"copies + 1")]
    copies: Option<String>,
    /// Printed data, which never change: each name with its type.
    attributes: Option<DeclarationMap<Attribute>>,
    /// Data that change in play: each name with its type.
    state: Option<DeclarationMap<StateAttribute>>,
    /// Places for a rule of each card's own.
    slots: Option<DeclarationMap<Slot>>,
    /// Actions that each component gives to players. A card's action of the same id completes it.
    actions: Option<DeclarationMap<CarriedAction>>,
    /// Rules text of cards without a text of their own: a MiniJinja template.
    text: Option<String>,
    /// Condition on options. If it does not hold, no component of this kind is in the game.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
}

/// The things with a zone each: one word, or a list of a thing and a value.
struct ZonePerShape;

inline_schema!(ZonePerShape, "Per", |_| {
    json_schema!({ "type": ["string", "array"], "items": { "type": "string" }, "minItems": 1, "maxItems": 2 })
});

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Zone {
    /// The things with a zone of their own: `"player"`, `"cell"`, the id of a board, kind or enum, a range
    /// such as `"1..4"`, `"name"`, or a pair: `["player", "colour"]`. Default: `"table"`, one zone for all.
    #[schemars(extend("default" = "table"), example = &"player", example = ("player", "colour"))]
    per: Option<ZonePerShape>,
    /// Kind of the components in this zone. Default: any.
    #[schemars(example = &"card")]
    holds: Option<String>,
    /// True if the zone keeps an order. The first component is the top. Default: false, a heap.
    #[schemars(extend("default" = false))]
    ordered: Option<bool>,
    /// Players who see the components here: `"all"`, `"owner"`, `"others"` (all but the owner), `"none"`, or
    /// an expression that gives players, in which `self` is the owner of the zone. Default: `"all"`.
    #[schemars(
        extend("default" = "all"),
        example = &"all", example = &"owner", example = &"others", example = &"none",
        example = &"players where team == self"
    )]
    seen_by: Option<String>,
    /// Players who see the top component, besides those of `seen_by`. Written like `seen_by`.
    #[schemars(example = &"all")]
    top_seen_by: Option<String>,
    /// Components that begin here: a set, chosen from all components of the game.
    #[schemars(example = &"cards")]
    start: Option<String>,
    /// Wording of components in this zone, in texts that are made from rules: a MiniJinja template over
    /// `what`, the noun.
    #[schemars(example = &"{{ what }} in your hand")]
    text: Option<String>,
    /// Condition on options. If it does not hold, nothing begins in this zone.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
}

/// A board has one of `grid`, `hex` and `areas`, or only `lines`. A board with none of them is a sort of
/// board: other boards name it as their `base`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Board {
    /// Name of the board on paper and at the terminal. Default: made from the id.
    #[schemars(length(min = 1), example = &"Thornwood")]
    name: Option<String>,
    /// Sort of this board: a board without cells, whose attributes, state and drawing are inherited.
    #[schemars(example = &"map")]
    base: Option<String>,
    /// Number of columns and rows of a board of squares: `[8, 8]`. `a1` is the cell at the bottom left, `b1`
    /// the one to its right.
    #[schemars(length(min = 2, max = 2), inner(range(min = 1, max = MOST_COLUMNS)), example = (8, 8))]
    grid: Option<Vec<u16>>,
    /// Number of columns and rows of a board of hexagons, in the shape of a rhombus: `[11, 11]`. Each row
    /// lies half a cell to the right of the row below.
    #[schemars(length(min = 2, max = 2), inner(range(min = 1, max = MOST_COLUMNS)), example = (11, 11))]
    hex: Option<Vec<u16>>,
    /// Named areas, each with the areas that it adjoins, or as a table with more data. It is enough if one of
    /// two neighbours names the other.
    areas: Option<DeclarationMap<Area>>,
    /// Rows of cells that belong together: `[["a1", "d1", "g1"], …]`.
    #[schemars(inner(length(min = 2)))]
    lines: Option<Vec<Cells>>,
    /// Data of cells that never change: each name with its type. Their values are given by areas and by
    /// `each`, or computed for every cell.
    attributes: Option<DeclarationMap<CellAttribute>>,
    /// Attributes with the same value in all cells of this board: `{ realm = "thorn" }`.
    each: Option<Values>,
    /// Data of each cell that change in play: each name with its type. A state that may be none, such as
    /// `player?`, starts as none.
    state: Option<DeclarationMap<CellState>>,
    /// Lines and dots that make the board easier to read.
    drawn: Option<BoardDrawing>,
    /// Condition on options. If it does not hold, the board's cells are not in the game.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
}

/// An area: a list of the areas that it adjoins; or a table with these, its name, its place on paper and its
/// attributes.
struct Area;

inline_schema!(Area, "Area", |generator| {
    let id = IdShape::json_schema(generator);
    let mut adjoins = Cells::json_schema(generator);
    adjoins.insert(
        "description".into(),
        "Areas that adjoin this one. It is enough if one of two neighbours names the other.".into(),
    );
    json_schema!({
        "type": ["array", "object"],
        "items": id,
        "uniqueItems": true,
        "properties": {
            "adjoins": adjoins,
            "name": {
                "description": "Name that people read for the area. Default: the id.",
                "type": "string",
                "minLength": 1
            },
            "at": {
                "description": "Position of the middle of the area on paper, in hundredths of the board's width and height from the top left.",
                "type": "array",
                "items": { "type": "number", "minimum": 0, "maximum": 100 },
                "minItems": 2,
                "maxItems": 2,
                "examples": [[30, 62]]
            }
        },
        "additionalProperties": { "description": "An attribute of cells." }
    })
});

/// Values of attributes. The game's own schema knows their types.
struct Values;

inline_schema!(Values, "Values", |_| {
    json_schema!({ "type": "object", "additionalProperties": { "description": "An attribute of cells." } })
});

#[derive(JsonSchema)]
#[schemars(rename = "Drawn", deny_unknown_fields)]
struct BoardDrawing {
    /// An attribute. On a grid, lines are drawn between cells with different values.
    #[schemars(example = &"block")]
    blocks: Option<String>,
    /// An attribute of the type `bool`. Empty cells for which it is true show ○.
    #[schemars(example = &"corner")]
    dots: Option<String>,
}

/// An attribute of cells: its type as a string, or a table with `type` and `default`, or with `type` and
/// `is`: `{ type = "int 0..1", is = "(column + row) % 2" }`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, transform = or_string)]
struct CellAttribute {
    /// Type of the value: `int 0..15`, `bool`, an enum's id, `cell?` …
    #[schemars(extend("examples" = ["int 0..15", "bool", "cell?"]))]
    r#type: String,
    /// Value, computed for every cell: an expression over the cell. `column` and `row` count from 1.
    #[schemars(example = &"(column + row) % 2")]
    is: Option<String>,
    /// Value of cells that give none.
    default: Option<Value>,
}

/// State of a cell: its type as a string, or a table with `type` and `start`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, transform = or_string, extend("x-refused" = {
    "printed": "nothing is printed on a cell: say where it starts, `start = \"…\"`",
    "default": "every cell starts alike: write `start = \"…\"`, an expression that may use `self`, the cell",
}))]
struct CellState {
    /// Type of the value: `player?`, `bool`, `int 0..9`, an enum's id …
    #[schemars(extend("examples" = ["player?", "bool", "int 0..9"]))]
    r#type: String,
    /// Value at the start of the game: an expression, in which `self` is the cell. Default: none; false; 0,
    /// or the number of the range next to 0; the empty set.
    #[schemars(extend("examples" = ["3", "row > 6"]))]
    start: Option<String>,
    /// Verb or action after which the state returns to its start: `dawn`. `dig(self)` limits this to the cell
    /// that is dug.
    #[schemars(extend("examples" = ["dawn", "dig(self)"]))]
    until: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct History {
    /// State and zones that make up a position. Default: all that the game declares.
    #[schemars(length(min = 1), example = ("side", "turn"))]
    of: Option<Vec<String>>,
    /// Number of positions to keep. When it is reached, each new position replaces the oldest.
    #[schemars(range(min = 1, max = 4096), example = 100)]
    keep: u16,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Function {
    /// Parameters: each name with its type. A first parameter `self` or `you` need not be written in a call:
    /// the caller's `self` or `you` is passed on.
    params: Option<DeclarationMap<String>>,
    /// Type of the value.
    #[schemars(extend("examples" = ["int", "bool", "set of card", "card?"]))]
    returns: String,
    /// An expression, or statements that end in `return`.
    #[schemars(example = &"you.active - self")]
    code: String,
    /// Wording in texts that are made from rules: a MiniJinja template over the parameters and, for a set,
    /// over `what` (the noun) and `other`.
    #[schemars(extend("examples" = ["with {{ names }}", "{{ other }}{{ what }}"]))]
    text: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Verb {
    /// Parameters: each name with its type.
    params: Option<DeclarationMap<String>>,
    /// Type of the value that the verb returns, if it returns one.
    returns: Option<String>,
    /// Statements of the verb.
    #[schemars(example = &"deal(deck, p.hand, n)")]
    r#do: String,
    /// Wording in texts that are made from rules: a MiniJinja template over the parameters.
    #[schemars(example = &"draw {{ n }} cards")]
    text: Option<String>,
    /// Line for the game's record: a MiniJinja template over the parameters.
    #[schemars(example = &"{{ p }} draws {{ n }}")]
    log: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Action {
    /// Choices of the player: each name with the set to choose from. A set may use the parameters before it.
    params: Option<DeclarationMap<String>>,
    /// Condition for the action. It may use the parameters.
    #[schemars(example = &"any(discards)")]
    when: Option<String>,
    /// Statements of the action. `you` is the player who acts.
    #[schemars(example = &"move(card, you.hand)")]
    r#do: String,
    /// Text of the option, as the player reads it: a MiniJinja template over the parameters.
    #[schemars(example = &"take {{ card }}")]
    text: Option<String>,
    /// Line for the game's record: a MiniJinja template over the parameters.
    #[schemars(example = &"{{ you }} takes {{ card }}")]
    log: Option<String>,
    /// Condition on options. If it does not hold, the action is never legal.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Reaction {
    /// Verb or action before which this rule runs. It may assign to the parameters, or `cancel` the verb.
    #[schemars(example = &"damage")]
    before: Option<String>,
    /// Verb or action after which this rule runs.
    #[schemars(example = &"discard")]
    after: Option<String>,
    /// Condition over the parameters of the verb. On a card, `self` is the card.
    #[schemars(example = &"card == self")]
    r#where: Option<String>,
    /// Zone in which the component must lie. Default: anywhere in play.
    #[schemars(example = &"discards")]
    r#in: Option<String>,
    /// Statements of the reaction.
    #[schemars(example = &"amount -= 1")]
    r#do: String,
    /// Condition on options. If it does not hold, the reaction never applies.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Modifier {
    /// Attribute that changes.
    #[schemars(example = &"speed")]
    attribute: String,
    /// Condition, in which `it` is the component whose attribute is read, and `self` the component with the
    /// modifier.
    #[schemars(example = &"it.boots == self")]
    r#where: Option<String>,
    /// Number that is added to the attribute. To a set, elements that are added.
    #[schemars(example = &"1")]
    add: Option<String>,
    /// Value that replaces that of the attribute. Additions apply to it afterwards.
    set: Option<String>,
    /// Order in which modifiers apply, from 1 to 9. A modifier of a later stage reads the attribute as
    /// earlier stages have changed it. Default: 1.
    #[schemars(range(min = 1, max = 9), example = 2)]
    stage: Option<u8>,
    /// Condition on options. If it does not hold, the modifier never applies.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Keyword {
    /// Parameters behind the keyword on a card, as in `armoured 2`: each name with its type.
    params: Option<DeclarationMap<String>>,
    /// Reminder text: a MiniJinja template over the parameters.
    #[schemars(example = &"Takes {{ level }} less damage.")]
    text: Option<String>,
    /// Numbers (in digits), values and card names that may differ between the text and the rules.
    #[schemars(example = ("6",))]
    unchecked: Option<Vec<String>>,
    /// Rules for slots of the cards that have this keyword.
    slots: Option<DeclarationMap<String>>,
    /// Rules that run before or after a verb or action; `self` is the card with the keyword.
    reactions: Option<Vec<Reaction>>,
    /// Changes to attributes; `self` is the card with the keyword.
    modifiers: Option<Vec<Modifier>>,
    /// Actions that cards with this keyword give to players; `self` is the card.
    actions: Option<DeclarationMap<CarriedAction>>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Flow {
    /// Statements that run before play, such as dealing cards.
    #[schemars(example = &"shuffle(deck)")]
    setup: Option<String>,
    /// Statements that run the game, turn by turn.
    play: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, transform = scoring)]
struct Scoring {
    /// Score of each player `p`: an expression.
    #[schemars(example = &"p.total")]
    score: Option<String>,
    /// Tie-breaks, compared in turn among players with the same score. Higher is better.
    #[schemars(example = ("-p.base",))]
    ties: Option<Vec<String>>,
    /// Expression over a player `p`. Players with the same value win, lose and rank together; `"true"` makes
    /// one side of all players.
    #[schemars(example = &"p.team")]
    together: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(rename = "Bot", deny_unknown_fields)]
struct BotShape {
    /// Value of the position after a move, for `you`: an expression that gives a whole number. More is
    /// better. Default: the score.
    #[schemars(example = &"count(hand) + coins")]
    evaluate: Option<String>,
    /// Value of a move by itself, computed before it is made, and added to `evaluate`: a whole number for
    /// each action, by its id, or for each `choose`, by its variable.
    #[schemars(example = json!({ "take": "-card.strength" }))]
    prefers: Option<DeclarationMap<String>>,
    /// Picks moves at random, with probability proportional to their values, instead of the best. `greedy`
    /// and `mcts` cannot have it. Default: false.
    #[schemars(extend("default" = false))]
    mixed: Option<bool>,
    /// A description of the bot's play in one sentence.
    #[schemars(example = &"Likes cards and coins.")]
    text: Option<String>,
    /// Only for `mcts`: number of random choices after which a game is judged instead of being played to its
    /// end. Default: 12.
    #[schemars(range(min = 0, max = 10_000), example = 12)]
    after: Option<u32>,
}

fn scoring(schema: &mut Schema) {
    needs(schema, &[("ties", &["score"])]);
}
