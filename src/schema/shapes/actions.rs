//! Actions of components: declared by kinds, cards and keywords.

use schemars::{JsonSchema, Schema, json_schema};
use serde_json::{Value, json};

use super::inline::inline_schema;
use super::values::{DeclarationMap, IdShape};

/// One id, or a list of them.
pub struct OneOrMore;

inline_schema!(OneOrMore, "OneOrMore", |generator| {
    let id = IdShape::json_schema(generator);
    json_schema!({ "type": ["string", "array"], "items": id, "minItems": 1, "uniqueItems": true })
});

/// An action of a component, which is `self` in it. A card or keyword may list several modes of an action;
/// the player chooses one of them.
#[derive(JsonSchema)]
#[schemars(rename = "BorneAction", deny_unknown_fields, transform = or_list)]
pub struct CarriedAction {
    /// Zone, or list of zones, in which the component must lie; in a player's zone, only that player may act.
    /// Default: anywhere in play.
    #[schemars(extend("examples" = ["hand"]))]
    r#in: Option<OneOrMore>,
    /// Id of this mode, if the action has several modes. It is shown in the option's name.
    #[schemars(example = &"burn")]
    mode: Option<String>,
    /// Choices of the player: each name with the set to choose from. A set may use the parameters before it.
    params: Option<DeclarationMap<String>>,
    /// Condition for the action. It may use the parameters.
    #[schemars(example = &"self.cost <= you.coins")]
    when: Option<String>,
    /// Statements of the action. `self` is the component, `you` the player who acts. In a kind's action
    /// `cast`, the statement `self.cast` runs the statements that the card adds.
    #[schemars(example = &"move(self, discards)")]
    r#do: String,
    /// Text of the option, as the player reads it: a MiniJinja template over `self` and the parameters.
    #[schemars(example = &"cast {{ self }} on {{ target }}")]
    text: Option<String>,
    /// Line for the game's record: a MiniJinja template over `self`, `you` and the parameters.
    #[schemars(example = &"{{ you }} casts {{ self }}")]
    log: Option<String>,
    /// Condition on options. If it does not hold, the action is never legal.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
}

/// Allows a list of such tables in place of one. JSON Schema's keywords for objects ignore lists.
fn or_list(schema: &mut Schema) {
    let one = schema.clone().to_value();
    schema.insert("type".to_owned(), json!(["object", "array"]));
    schema.insert("items".to_owned(), one);
    schema.insert("minItems".to_owned(), Value::from(1));
}
