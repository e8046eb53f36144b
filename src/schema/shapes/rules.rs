//! `rules/*.toml`, and all of `game.toml` but `[game]`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use super::actions::CarriedAction;
use super::deck::Deck;
use super::members::{Attribute, Figure, Slot, StateAttribute, StateShape};
use super::patterns::MOST_COLUMNS;
use super::values::{
    Cells, DeclarationMap, EnumDeclaration, EnumValues, Faces, IdShape, LabelShape, Require, Scalar, needs,
    or_string,
};

/// Declarations of a game: what exists and what may happen.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "rules")]
pub struct RulesFile {
    /// What the players agree before play. An option is read by its name in any code: `if variant == duel { …
    /// }`.
    options: Option<DeclarationMap<GameOption>>,
    /// Options as bundles: `[setups.epic]` with `extra_realm = true`. Options that a setup does not name are
    /// as their defaults are.
    setups: Option<DeclarationMap<DeclarationMap<Scalar>>>,
    /// What must hold of the options and of `player_count` before play.
    require: Option<Vec<Require>>,
    /// The game's own words: each enum and its values. `colour = ["red", "blue"]` also gives `colours`, the
    /// set of them. `size = { values = ["small", "large"], ordered = true }`: its values compare.
    enums: Option<DeclarationMap<EnumDeclaration>>,
    /// Dice whose faces are not 1, 2, 3 …: `talent = ["combat", "combat", "magic"]` is rolled with
    /// `roll(talent)`.
    dice: Option<DeclarationMap<Faces>>,
    /// What people read for a value of an enum, where that is not its id: `base = "Headquarters"`.
    words: Option<DeclarationMap<LabelShape>>,
    /// Sorts of component. `card`, `piece` and `token` exist; a game adds to them or declares its own below
    /// them.
    kinds: Option<DeclarationMap<Kind>>,
    /// Counters: what the table and each player keep track of.
    state: Option<StateShape>,
    /// Where components are: decks, hands, piles.
    zones: Option<DeclarationMap<Zone>>,
    /// Boards: their cells, how these adjoin, and what each of them holds.
    boards: Option<DeclarationMap<Board>>,
    /// What the game remembers of earlier positions: `record(h)`, `times(h)`, `forget(h)`.
    histories: Option<DeclarationMap<History>>,
    /// Calculations: no effect, no choice, no chance.
    functions: Option<DeclarationMap<Function>>,
    /// Things that happen; others can react to them.
    verbs: Option<DeclarationMap<Verb>>,
    /// What a player may do. Actions are offered by the statement `act`.
    actions: Option<DeclarationMap<Action>>,
    /// What happens before or after a verb.
    reactions: Option<Vec<Reaction>>,
    /// While a modifier applies, an attribute reads differently.
    modifiers: Option<Vec<Modifier>>,
    /// Named bundles of reactions, modifiers and slots; a card bears one as `keywords = ["armoured 2"]`.
    keywords: Option<DeclarationMap<Keyword>>,
    /// The order of play.
    flow: Option<Flow>,
    /// Who wins once play has ended.
    scoring: Option<Scoring>,
    /// Bots of the game's own, each by how it judges a table. `greedy`, which every game has, may be told
    /// here what is good.
    bots: Option<DeclarationMap<BotShape>>,
    /// What the lab asks at the end of each game: an expression each, of the table or of each player.
    figures: Option<DeclarationMap<Figure>>,
    /// What makes a deck list legal.
    deck: Option<Deck>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct GameOption {
    /// Its values, an enum of its own, called as the option. Instead of them: `range`, or neither for a
    /// yes/no.
    #[schemars(example = ("base", "duel"))]
    values: Option<EnumValues>,
    /// Least and greatest of a whole number: `[1, 9]`.
    #[schemars(length(min = 2, max = 2), example = (1, 9))]
    range: Option<Vec<i64>>,
    /// What holds if nobody says otherwise; else the first value, the least number, or false.
    default: Option<Value>,
    /// What it says to the players.
    #[schemars(example = &"Which game is played")]
    text: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Kind {
    /// The kind above this one, whose attributes, state and slots it has too.
    #[schemars(example = &"card")]
    base: Option<String>,
    /// Several of it: the name of the set of all its components, and of its sheet. By the rules of English,
    /// if not said.
    #[schemars(example = &"wolves")]
    plural: Option<IdShape>,
    /// There is one of this kind for each card of that kind, with all that the card prints: a token for each
    /// creature.
    #[schemars(example = &"creature")]
    stands_for: Option<String>,
    /// Of cards, how many there are of each that does not say it itself: an expression over `player_count`
    /// and options. With `stands_for`, how many there are for each card: an expression over its `copies`,
    /// attributes and keywords; as many as of the card, if not said.
    #[schemars(example = &"copies + 1")]
    copies: Option<String>,
    /// What is printed on it and never changes: each name and its type.
    attributes: Option<DeclarationMap<Attribute>>,
    /// What changes in play: each name and its type.
    state: Option<DeclarationMap<StateAttribute>>,
    /// Places where each component puts its own rule.
    slots: Option<DeclarationMap<Slot>>,
    /// What each component lets players do; a card's action of the same id fills it in.
    actions: Option<DeclarationMap<CarriedAction>>,
    /// A MiniJinja template for the text of those that have none of their own.
    text: Option<String>,
    /// A condition on options; when it does not hold, all of this kind stay in the box.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
}

/// What there is one zone of for each: one word, or a list of a thing and a value.
struct ZonePerShape;

impl JsonSchema for ZonePerShape {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Per".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "array"], "items": { "type": "string" }, "minItems": 1, "maxItems": 2 })
    }
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Zone {
    /// What there is one of for each: `"player"`, `"cell"`, a board, a kind, an enum, `"name"`, or
    /// `["player", "colour"]`. `"table"` (if not said): one for all.
    #[schemars(extend("default" = "table"), example = &"player", example = ("player", "colour"))]
    per: Option<ZonePerShape>,
    /// The kind of component that may lie here; any, if not said.
    #[schemars(example = &"card")]
    holds: Option<String>,
    /// It keeps an order, and the first is the top. Otherwise it is a heap.
    #[schemars(extend("default" = false))]
    ordered: Option<bool>,
    /// Who sees what lies here: `"all"` (if not said), `"owner"`, `"others"`, `"none"`, or an expression that
    /// gives players, in which `self` is whose zone it is.
    #[schemars(
        extend("default" = "all"),
        example = &"all", example = &"owner", example = &"others", example = &"none",
        example = &"players where team == self"
    )]
    seen_by: Option<String>,
    /// Who sees what lies on top, if not only those who see everything here: written like `seen_by`.
    #[schemars(example = &"all")]
    top_seen_by: Option<String>,
    /// What begins here: a set, over all components of the game.
    #[schemars(example = &"cards")]
    start: Option<String>,
    /// How the text of a card says what lies here: a MiniJinja template over `what`, the noun.
    #[schemars(example = &"{{ what }} in your hand")]
    text: Option<String>,
    /// A condition on options; when it does not hold, there is no such zone.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
}

/// One of `grid`, `hex` and `areas`, or only `lines`. Without any of them, a sort of board: others have it as
/// their `base`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Board {
    /// What it is called on paper and at the terminal; made of its id, if not said.
    #[schemars(length(min = 1), example = &"Thornwood")]
    name: Option<String>,
    /// The sort of board that it is: a board without cells of its own, whose attributes, state and look it
    /// has.
    #[schemars(example = &"map")]
    base: Option<String>,
    /// Square cells: how many columns and rows. They are called `a1`, `b1` … from the bottom left.
    #[schemars(length(min = 2, max = 2), inner(range(min = 1, max = MOST_COLUMNS)), example = (8, 8))]
    grid: Option<Vec<u16>>,
    /// Hexagons in a rhombus: how many columns and rows. Each row stands half a cell to the right of the one
    /// below.
    #[schemars(length(min = 2, max = 2), inner(range(min = 1, max = MOST_COLUMNS)), example = (11, 11))]
    hex: Option<Vec<u16>>,
    /// Named areas, each with those that it adjoins (said on one side is enough), or a table that says more.
    areas: Option<DeclarationMap<Area>>,
    /// Rows of cells that belong together: `[["a1", "d1", "g1"], …]`.
    #[schemars(inner(length(min = 2)))]
    lines: Option<Vec<Cells>>,
    /// What never changes: each name and its type. It is given by areas and by `each`, or worked out once for
    /// every cell.
    attributes: Option<DeclarationMap<CellAttribute>>,
    /// Attributes that each cell of this board has alike: `{ realm = "thorn" }`.
    each: Option<Values>,
    /// What each cell holds: each name and its type. What may be none, such as `player?`, starts so.
    state: Option<DeclarationMap<CellState>>,
    /// What helps the eye at the terminal.
    drawn: Option<BoardDrawing>,
    /// A condition on options; when it does not hold, its cells are not in the game.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
}

/// What an area adjoins, as a list; or a table of that, its name, its place on paper and its attributes.
struct Area;

impl JsonSchema for Area {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Area".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let id = IdShape::json_schema(generator);
        let mut adjoins = Cells::json_schema(generator);
        adjoins.insert("description".into(), "The areas that it adjoins; said on one side is enough.".into());
        json_schema!({
            "type": ["array", "object"],
            "items": id,
            "uniqueItems": true,
            "properties": {
                "adjoins": adjoins,
                "name": {
                    "description": "What people read for it; its id, if not said.",
                    "type": "string",
                    "minLength": 1
                },
                "at": {
                    "description": "Where its middle lies on the board, in hundredths of its width and height from the top left.",
                    "type": "array",
                    "items": { "type": "number", "minimum": 0, "maximum": 100 },
                    "minItems": 2,
                    "maxItems": 2,
                    "examples": [[30, 62]]
                }
            },
            "additionalProperties": { "description": "An attribute of cells." }
        })
    }
}

/// Values of attributes: which values they take is for the game to say.
struct Values;

impl JsonSchema for Values {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Values".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "additionalProperties": { "description": "An attribute of cells." } })
    }
}

#[derive(JsonSchema)]
#[schemars(rename = "Drawn", deny_unknown_fields)]
struct BoardDrawing {
    /// An attribute: on a grid, lines are drawn between cells in which it differs.
    #[schemars(example = &"block")]
    blocks: Option<String>,
    /// An attribute of the type `bool`: empty cells for which it holds show ○.
    #[schemars(example = &"corner")]
    dots: Option<String>,
}

/// Its type, as a string; or a table with `type` and `default`, or with what it `is`: `{ type = "int 0..1",
/// is = "(column + row) % 2" }`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, transform = or_string)]
struct CellAttribute {
    /// What sort of value it is: `int 0..15`, `bool`, an enum's id, `cell?` …
    #[schemars(extend("examples" = ["int 0..15", "bool", "cell?"]))]
    r#type: String,
    /// Its value, worked out for every cell: an expression over the cell; `column` and `row` count from 1.
    #[schemars(example = &"(column + row) % 2")]
    is: Option<String>,
    /// What a cell that does not say it has.
    default: Option<Value>,
}

/// Its type, as a string; or a table with `type` and where it starts.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, transform = or_string, extend("x-refused" = {
    "printed": "nothing is printed on a cell: say where it starts, `start = \"…\"`",
    "default": "every cell starts alike: write `start = \"…\"`, an expression that may use `self`, the cell",
}))]
struct CellState {
    /// What sort of value it is: `player?`, `bool`, `int 0..9`, an enum's id …
    #[schemars(extend("examples" = ["player?", "bool", "int 0..9"]))]
    r#type: String,
    /// Where it starts: an expression; it may use `self`, the cell.
    #[schemars(extend("examples" = ["3", "row > 6"]))]
    start: Option<String>,
    /// A verb or action after which it begins anew; in brackets for which cell: `dawn`, `dig(self)`.
    #[schemars(extend("examples" = ["dawn", "dig(self)"]))]
    until: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct History {
    /// The state and zones that make a position; if not said, all that the game declares.
    #[schemars(length(min = 1), example = ("side", "turn"))]
    of: Option<Vec<String>>,
    /// How many positions are kept; then the oldest is forgotten.
    #[schemars(range(min = 1, max = 4096), example = 100)]
    keep: u16,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Function {
    /// What it is told, by name: each parameter's type. A first one called `self` or `you` is passed on by
    /// itself.
    params: Option<DeclarationMap<String>>,
    /// The type of its value.
    #[schemars(extend("examples" = ["int", "bool", "set of card", "card?"]))]
    returns: String,
    /// An expression, or statements that end in `return`.
    #[schemars(example = &"you.active - self")]
    code: String,
    /// How the text of a card says it: a MiniJinja template over its parameters and, for a set, `what` and
    /// `other`.
    #[schemars(extend("examples" = ["with {{ names }}", "{{ other }}{{ what }}"]))]
    text: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Verb {
    /// What it is told, by name: each parameter's type.
    params: Option<DeclarationMap<String>>,
    /// The type of its value, if it has one.
    returns: Option<String>,
    /// The statements.
    #[schemars(example = &"deal(deck, p.hand, n)")]
    r#do: String,
    /// How card texts say it: a MiniJinja template over its parameters.
    #[schemars(example = &"draw {{ n }} cards")]
    text: Option<String>,
    /// Its line in the game's record: a MiniJinja template over its parameters.
    #[schemars(example = &"{{ p }} draws {{ n }}")]
    log: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Action {
    /// What is picked, by name: the set that each parameter is drawn from; later ones may use earlier ones.
    params: Option<DeclarationMap<String>>,
    /// When it may be done; it may use the parameters.
    #[schemars(example = &"any(discards)")]
    when: Option<String>,
    /// The statements; `you` is who acts.
    #[schemars(example = &"move(card, you.hand)")]
    r#do: String,
    /// What it says to the player: a MiniJinja template over its parameters.
    #[schemars(example = &"take {{ card }}")]
    text: Option<String>,
    /// Its line in the game's record: a MiniJinja template over its parameters.
    #[schemars(example = &"{{ you }} takes {{ card }}")]
    log: Option<String>,
    /// A condition on options; when it does not hold, it can never be done.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Reaction {
    /// The verb it comes before: it may assign to the verb's parameters, or `cancel` it.
    #[schemars(example = &"damage")]
    before: Option<String>,
    /// The verb it comes after.
    #[schemars(example = &"discard")]
    after: Option<String>,
    /// When it happens: a condition over the verb's parameters; on a card, `self` is the bearer.
    #[schemars(example = &"card == self")]
    r#where: Option<String>,
    /// Only while the bearer is in this zone.
    #[schemars(example = &"discards")]
    r#in: Option<String>,
    /// The statements.
    #[schemars(example = &"amount -= 1")]
    r#do: String,
    /// A condition on options; when it does not hold, it never happens.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Modifier {
    /// The attribute that reads differently.
    #[schemars(example = &"speed")]
    attribute: String,
    /// When it does: a condition, where `it` is the component that is asked and `self` the bearer.
    #[schemars(example = &"it.boots == self")]
    r#where: Option<String>,
    /// How much is added.
    #[schemars(example = &"1")]
    add: Option<String>,
    /// What it reads instead; before anything is added.
    set: Option<String>,
    /// Modifiers of a later stage read what those of earlier stages have made of the attribute. The first, if
    /// not said.
    #[schemars(range(min = 1, max = 9), example = 2)]
    stage: Option<u8>,
    /// A condition on options; when it does not hold, it never applies.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Keyword {
    /// What stands behind it on a card, by name: each parameter's type.
    params: Option<DeclarationMap<String>>,
    /// What it says: a MiniJinja template over its parameters.
    #[schemars(example = &"Takes {{ level }} less damage.")]
    text: Option<String>,
    /// Numbers (in digits), values and card names about which its text and its rules need not agree.
    #[schemars(example = ("6",))]
    unchecked: Option<Vec<String>>,
    /// The slots of its bearer that it fills.
    slots: Option<DeclarationMap<String>>,
    /// What happens before or after a verb; `self` is the bearer.
    reactions: Option<Vec<Reaction>>,
    /// Attributes that read differently; `self` is the bearer.
    modifiers: Option<Vec<Modifier>>,
    /// What its bearers let players do; `self` is the bearer.
    actions: Option<DeclarationMap<CarriedAction>>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Flow {
    /// What is done before play: statements.
    #[schemars(example = &"shuffle(deck)")]
    setup: Option<String>,
    /// The play itself: statements.
    play: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, transform = scoring)]
struct Scoring {
    /// What each player `p` scores: an expression.
    #[schemars(example = &"p.total")]
    score: Option<String>,
    /// Compared in turn among equals; higher is better.
    #[schemars(example = ("-p.base",))]
    ties: Option<Vec<String>>,
    /// Players `p` for whom this is equal win, lose and rank together; `"true"` puts all players on one side.
    #[schemars(example = &"p.team")]
    together: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(rename = "Bot", deny_unknown_fields)]
struct BotShape {
    /// How good the table after a move is for `you`: an expression, an int; more is better. By the score, if
    /// it is left out.
    #[schemars(example = &"count(hand) + coins")]
    evaluate: Option<String>,
    /// What moves are worth by themselves, before they are made: an int for an action, by its id, or for what
    /// a `choose` takes, by its variable. It is added to `evaluate`.
    #[schemars(example = json!({ "take": "-card.strength" }))]
    prefers: Option<DeclarationMap<String>>,
    /// Picks each move with probability proportional to its value, instead of the best. Not of `greedy` and
    /// `mcts`.
    #[schemars(extend("default" = false))]
    mixed: Option<bool>,
    /// How it plays, in a sentence.
    #[schemars(example = &"Likes cards and coins.")]
    text: Option<String>,
    /// Of `mcts` alone: after how many choices at random a game is judged instead of played to its end (12).
    #[schemars(range(min = 0, max = 10_000), example = 12)]
    after: Option<u32>,
}

fn scoring(schema: &mut Schema) {
    needs(schema, &[("ties", &["score"])]);
}
