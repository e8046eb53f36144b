//! 0500–0599: unresolved names.

super::codes! {
    UNKNOWN_NAME = 500, "unknown name",
"A name in a rule stands for nothing there: it is misspelt, or what it names cannot be seen from this place.

A name is looked up from the inside out: variables and the elements of `where`s; then what `self` has; then what `you` has;
then the game's functions, zones, table state and options; then enum values and cards. In the flow there is neither a `self`
nor a `you`, so a player's zone needs its player.

Wrong:
```
count(hnad)
for each p in players { deal(deck, hand, 7) }
```
Right:
```
count(hand)
for each p in players { deal(deck, p.hand, 7) }
```";

    UNKNOWN_TYPE = 501, "unknown type",
"A type does not exist, or cannot be put together like this. The types are `int 0..9` (`int` alone in parameters and results),
`bool`, `name`, `player`, `zone`, `component`, the id of an enum, the id of a kind, `set of …`, and `…?` for what may be
missing. A set holds single things: values of an enum, names, players, components, zones, or numbers from 0 to 63.

Wrong:
```toml
[state.player]
coins = \"number\"
seen = \"set of bool\"
```
Right:
```toml
[state.player]
coins = \"int 0..99\"
seen = \"set of card\"
```";

    UNKNOWN_MEMBER = 503, "unknown member",
"What stands behind a point is not something that the thing before it has. Components have the attributes, state and slots of
their kind, and players have their zones and their state; both have the functions that take them first. If only some kinds
have it, ask for the kind before.

Wrong:
```
c.strenght
sum(hand, it.speed)
```
Right:
```
c.strength
sum(hand where it is unit, it.speed)
```";

    UNKNOWN_KIND = 509, "unknown kind",
"A kind is named that is not declared. `component`, `card`, `piece` and `token` always exist; all others are declared under
`[kinds]`.

Wrong:
```toml
[cards.badger]
kind = \"crad\"
```
Right:
```toml
[cards.badger]
kind = \"card\"
```";

    UNKNOWN_KEYWORD = 510, "unknown keyword",
"A card bears, or a rule asks for, a keyword that is not declared.

Wrong:
```toml
[cards.heron]
keywords = [\"flyng\"]
```
Right:
```toml
[cards.heron]
keywords = [\"flying\"]
```
with `[keywords.flying]` in `game.toml` or in a file in `rules/`.";

    UNKNOWN_CARD = 511, "unknown card",
"A card is named that does not exist, or more copies of it than the game has. Rules name cards by their ids; decks and
scenarios may also use the printed name.

Wrong:
```toml
[cards]
bagder = 1
```
Right:
```toml
[cards]
badger = 1
```";

    UNKNOWN_VALUE = 514, "unknown enum value",
"A card, a rule or a word under `[words]` names a value that its enum, or every enum, does not have.

Wrong:
```toml
[enums]
suit = [\"root\", \"herb\"]
[cards.badger]
suit = \"rot\"
```
Right:
```toml
[cards.badger]
suit = \"root\"
```";

    UNKNOWN_FIELD = 516, "unknown field",
"A card names something that its kind does not declare: an attribute, a printed state or a slot. The same goes for what a
keyword's slots and a modifier's `attribute` name.

Wrong:
```toml
[cards.badger]
strenght = 10
```
Right:
```toml
[cards.badger]
strength = 10
```";

    UNKNOWN_ACTION = 527, "unknown action",
"`act … from {…}` names an action that is not declared. A verb cannot stand there: rules call verbs, players choose actions.

Wrong:
```
act p from {draw}
```
Right:
```toml
[actions.draw_card]
do = \"draw(you, 1)\"
[flow]
play = \"while true { for each p in players { act p from {draw_card} } }\"
```";

    UNKNOWN_VERB = 528, "unknown verb",
"A reaction names a verb that is not declared. Built-ins such as `move` cannot be reacted to: declare a verb that does it, and
call that one everywhere.

Wrong:
```toml
[[reactions]]
after = \"move\"
do = \"p.coins += 1\"
```
Right:
```toml
[verbs.discard]
params = { p = \"player\", c = \"card\" }
do = \"move(c, discards)\"
[[reactions]]
after = \"discard\"
do = \"p.coins += 1\"
```";

    UNKNOWN_ZONE = 529, "unknown zone",
"A zone is named that does not exist, or a player's zone without its player. In a scenario a player's zone has the number of
the seat.

Wrong:
```toml
[zones]
hand = [\"Badger\"]
```
Right:
```toml
[zones]
\"hand[1]\" = [\"Badger\"]
```";

    UNKNOWN_FUNCTION = 534, "unknown function",
"Something is called that is no function, verb, slot or built-in. What is not called takes no brackets: a zone is `deck`, an
attribute `c.strength`. An action is not called either; players choose it when it is offered by `act`.

Wrong:
```
cuont(hand) + strength(c)
```
Right:
```
count(hand) + c.strength
```";

    UNKNOWN_OPTION = 537, "unknown option",
"A scenario sets an option that the game does not have. The number of players is no option: it stands by itself.

Wrong:
```toml
options = { players = 3 }
```
Right:
```toml
players = 3
options = { variant = \"duel\" }
```";

    UNKNOWN_CELL = 542, "unknown cell",
"A cell is named that no board has. The cells of a grid are named by a letter for the column and a number for the row, from
`a1` on.

Wrong, with `grid = [8, 8]`:
```
move(piece, e9)
```
Right:
```
move(piece, e8)
```";

    NO_BOARD = 543, "no board",
"A word that asks about cells, in a game without a board.

Wrong, in a game of cards:
```
count(neighbours(c))
```
Right:
```toml
[boards.board]
grid = [8, 8]
```";

    SEVERAL_ENUMS = 544, "value of several enums",
"Two enums have a value of this name, and nothing here says which is meant. On the other side of `==`, in a set that is
compared, or as an argument, the type decides; elsewhere it has to be said.

Wrong, where both `mood` and `wind` have a `calm`:
```
let wanted = calm
```
Right:
```
let wanted = mood.calm
```";

    UNKNOWN_STATE = 546, "unknown state",
"A history names something that is neither a state (of the table, of players, of cells, of components) nor a zone.

Wrong:
```toml
[state.table]
turn = { type = \"player\", start = \"players[1]\" }
[histories.positions]
of = [\"mover\"]
keep = 100
```
Right:
```toml
[histories.positions]
of = [\"turn\"]
keep = 100
```";

    NOT_A_HISTORY = 547, "not a history",
"`record`, `times` and `forget` ask for a history that the game declares; and a history is no value that could be asked for
anything else.

Wrong:
```
if positions > 2 { end in draw }
```
Right:
```
if times(positions) > 2 { end in draw }
```";
}

/// Codes for undeclared names.
pub const NAMES: &[crate::diagnostics::Code] = &[
    UNKNOWN_NAME,
    UNKNOWN_TYPE,
    UNKNOWN_MEMBER,
    UNKNOWN_KIND,
    UNKNOWN_KEYWORD,
    UNKNOWN_CARD,
    UNKNOWN_CELL,
    UNKNOWN_STATE,
    NOT_A_HISTORY,
    NO_BOARD,
    UNKNOWN_VALUE,
    UNKNOWN_FIELD,
    UNKNOWN_ACTION,
    UNKNOWN_VERB,
    UNKNOWN_ZONE,
    UNKNOWN_FUNCTION,
    UNKNOWN_OPTION,
];
