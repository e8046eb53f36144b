//! Actions that components bring: of kinds, cards and keywords.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use super::values::{DeclarationMap, IdShape};

/// One id, or a list of them.
pub struct OneOrMore;

impl JsonSchema for OneOrMore {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "OneOrMore".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let id = IdShape::json_schema(generator);
        json_schema!({ "type": ["string", "array"], "items": id, "minItems": 1, "uniqueItems": true })
    }
}

/// An action that components bring: `self` is the bearer. On a card or keyword, a list of them are its modes,
/// of which one is done.
#[derive(JsonSchema)]
#[schemars(rename = "BorneAction", deny_unknown_fields, transform = or_list)]
pub struct CarriedAction {
    /// The zone in which the bearer has to lie, or several; anywhere in play, if not said. In a player's zone
    /// it is that player's to do.
    #[schemars(extend("examples" = ["hand"]))]
    r#in: Option<OneOrMore>,
    /// What this one of several modes is called: an id, which stands in the option's name.
    #[schemars(example = &"burn")]
    mode: Option<String>,
    /// What is picked, by name: the set that each parameter is drawn from; later ones may use earlier ones.
    params: Option<DeclarationMap<String>>,
    /// When it may be done; it may use the parameters.
    #[schemars(example = &"self.cost <= you.coins")]
    when: Option<String>,
    /// The statements; `self` is the bearer, `you` is who acts. In a kind's, `self.…` with the action's id
    /// does what the card adds.
    #[schemars(example = &"move(self, discards)")]
    r#do: String,
    /// What it says to the player: a MiniJinja template over `self` and its parameters.
    #[schemars(example = &"cast {{ self }} on {{ target }}")]
    text: Option<String>,
    /// Its line in the game's record: a MiniJinja template over `self`, `you` and its parameters.
    #[schemars(example = &"{{ you }} casts {{ self }}")]
    log: Option<String>,
    /// A condition on options; when it does not hold, it can never be done.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
}

/// Lets a list of such tables stand in place of one: the keywords that speak of tables do not look at lists.
fn or_list(schema: &mut Schema) {
    let one = schema.clone().to_value();
    schema.insert("type".to_owned(), json!(["object", "array"]));
    schema.insert("items".to_owned(), one);
    schema.insert("minItems".to_owned(), Value::from(1));
}
