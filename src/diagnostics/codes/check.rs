//! 0500–0599: names and types.

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

    TYPE_MISMATCH = 502, "wrong type",
"A value of one type stands where another is needed: a set for a number, a card for a player, a number for a condition.
What is expected is decided by the place: a slot that returns `int` needs a number, `when` and `where` need a condition,
both sides of `==` have to be of one type.

Wrong:
```
bonus = \"hand where suit == root\"
when = \"count(hand)\"
```
Right:
```
bonus = \"5 * count(hand where suit == root)\"
when = \"any(hand)\"
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

    WRONG_ARGUMENTS = 504, "wrong number of arguments",
"A function, verb, slot, keyword or built-in is given too many or too few things. A first parameter called `self` or `you` is
passed on by itself where the rule has one.

Wrong:
```
draw(you)
keywords = [\"armoured\"]
```
Right:
```
draw(you, 2)
keywords = [\"armoured 2\"]
```";

    NOT_A_SET = 505, "not a set",
"`where`, `in`, `count`, `any`, `sum`, `for each` and `choose` look through a set, and this is none. A zone is a set of what
is in it; `{x}` is the set of one thing. Mind that `where` reaches to the next closing bracket, comma or `{`.

Wrong:
```
any(strength where it > 3)
count(hand) where strength > 3
```
Right:
```
any(hand where strength > 3)
count(hand where strength > 3)
```";

    NOT_OPENED = 506, "optional not opened",
"A value that may be missing is used as though it were there: a deck may be empty, so its `top` is a `card?` and not a
`card`. What happens when it is missing has to be said.

Wrong:
```
move(top(deck), p.hand)
```
Right, whichever is meant:
```
if let c = top(deck) { move(c, p.hand) }
move(top(deck) ?? reserve_card, p.hand)
```";

    EFFECT_IN_CALCULATION = 507, "something happens in a calculation",
"Functions, conditions, `where`s, scoring and slots that return a value are calculations. They may be asked any number of
times, by bots and for display too, so nothing can be chosen, drawn by chance or changed in them.

Wrong:
```toml
[kinds.card.slots]
bonus = { returns = \"int\" }
[cards.badger]
bonus = \"roll(d6)\"
```
Right: roll where something happens, keep what came of it in state, and let the slot read that.
```toml
[kinds.card.state]
luck = \"int 0..6\"
[actions.try_luck]
params = { c = \"hand\" }
do = \"c.luck = roll(d6)\"
[cards.badger]
bonus = \"luck\"
```";

    CYCLIC_FUNCTION = 508, "function calls itself",
"A calculation has to come to an end, so functions cannot call themselves, not even through one another.

Wrong:
```toml
[functions.worth]
code = \"price + 1\"
[functions.price]
code = \"worth - 1\"
```
Right: let one of them stand on its own feet. What goes on until something holds is a loop inside one function.
```toml
[functions.worth]
code = \"sum(hand, strength)\"
[functions.price]
code = \"worth - 1\"
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

    WRONG_VALUE = 512, "wrong value",
"What a card prints, or a scenario sets, is not of the type that was declared for it. In TOML a number stands without quotes, an
enum's value and a rule in quotes.

Wrong:
```toml
[cards.badger]
strength = \"ten\"
bonus = 5
```
Right:
```toml
[cards.badger]
strength = 10
bonus = \"5\"
```";

    OUT_OF_RANGE = 513, "out of range",
"A number lies outside the range that was declared for it. Change the number, or the range.

Wrong:
```toml
[kinds.card.attributes]
strength = \"int 0..40\"
[cards.badger]
strength = 90
```
Right:
```toml
[kinds.card.attributes]
strength = \"int 0..99\"
[cards.badger]
strength = 90
```";

    UNKNOWN_VALUE = 514, "unknown enum value",
"A card or a rule names a value that its enum does not have.

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

    MISSING_FIELD = 515, "missing field",
"A card does not say something that every card of its kind has to say. If most cards say the same, declare it as a `default`.

Wrong:
```toml
[kinds.card.attributes]
strength = \"int 0..40\"
[cards.badger]
name = \"Badger\"
```
Right, whichever is meant:
```toml
[cards.badger]
strength = 10
```
```toml
[kinds.card.attributes]
strength = { type = \"int 0..40\", default = 0 }
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

    NOT_ASSIGNABLE = 517, "cannot be given a value",
"Only variables and state change. What a card prints stays, an option is agreed before play, and components change their
place by `move`. What is printed and changes all the same is declared as state, with `printed = true`.

Wrong:
```
c.strength = 3
p.hand = discards
```
Right:
```
c.strength = 3                # with  strength = { type = \"int 0..9\", printed = true }  under state
move(discards, p.hand)
```";

    NO_RETURN = 518, "missing return",
"Something that returns a value can come to its end without a `return`. Every way through it has to end in one, or in the end of
the game.

Wrong:
```
if any(hand) { return count(hand) }
```
Right:
```
if any(hand) { return count(hand) }
return 0
```";

    NO_EFFECT = 519, "does nothing",
"A statement works something out, and throws it away.

Wrong:
```
total(p)
```
Right, whichever is meant:
```
let n = total(p)
p.coins = total(p)
```";

    NEVER_NONE = 520, "never none",
"`if let` and `??` are for values that may be missing; this one is always there.

Wrong:
```
if let n = p.coins { draw(p, n) }
```
Right:
```
draw(p, p.coins)
```";

    TEMPLATE = 521, "text that cannot be filled in",
"A text has `{{ … }}` in it and cannot be filled in: it asks for something that is not there, or is not written as a template.
The text of a card may use what the card prints, that of an action its parameters, and a line for the record the variables in
scope.

Wrong:
```
text = \"Worth {{ strenght }}.\"
text = \"Worth { strength }}.\"
```
Right:
```
text = \"Worth {{ strength }}.\"
```";

    OUTSIDE_LOOP = 522, "outside a loop",
"`break` leaves a `for each`, `repeat` or `while`, and `continue` goes to its next round. Here is no loop around it. To leave a
whole verb, write `return`.

Wrong:
```
if none(hand) { break }
draw(p, 1)
```
Right:
```
if none(hand) { return }
draw(p, 1)
```";

    CYCLIC_KIND = 523, "kind below itself",
"The `base` of a kind is the kind above it, and these lead back to where they began.

Wrong:
```toml
[kinds.unit]
base = \"hero\"
[kinds.hero]
base = \"unit\"
```
Right:
```toml
[kinds.unit]
base = \"card\"
[kinds.hero]
base = \"unit\"
```";

    INHERITED = 524, "already declared above",
"A kind has everything that the kinds above it declare, so it cannot declare the same again.

Wrong:
```toml
[kinds.card.attributes]
strength = \"int 0..40\"
[kinds.unit.attributes]
strength = \"int 0..99\"
```
Right:
```toml
[kinds.card.attributes]
strength = \"int 0..99\"
[kinds.unit.attributes]
speed = \"int 0..9\"
```";

    WHO_CHOOSES = 525, "who chooses?",
"A choice needs somebody to make it. In actions, and in rules on cards, that is `you` unless somebody else is named. In the flow
and in most verbs there is no `you`.

Wrong:
```
for each p in players { choose c from p.hand { move(c, discards) } }
```
Right:
```
for each p in players { choose c from p.hand by p { move(c, discards) } }
```";

    CANCEL_OUTSIDE = 526, "cancel outside `before`",
"`cancel` keeps a verb from happening. It can only stand in a reaction that comes `before` the verb; afterwards it is too late.

Wrong:
```toml
[[reactions]]
after = \"damage\"
do = \"cancel\"
```
Right:
```toml
[[reactions]]
before = \"damage\"
do = \"cancel\"
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

    KEYWORD_TWICE = 530, "keyword twice",
"A card bears a keyword twice, or two of its keywords fill the same slot, so that nobody could tell which of the two rules
holds. What a card writes into a slot itself goes before what its keywords write there.

Wrong:
```toml
[cards.badger]
keywords = [\"armoured 1\", \"armoured 2\"]
```
Right:
```toml
[cards.badger]
keywords = [\"armoured 3\"]
```";

    NO_RANGE = 531, "no range",
"Every number that is stored says how far it can go, so that a slip shows itself at the rule that made it, and not much later.
Only parameters and results are a plain `int`.

Wrong:
```toml
[state.player]
coins = \"int\"
```
Right:
```toml
[state.player]
coins = \"int 0..99\"
```";

    NO_START = 532, "no start",
"Numbers start at the low end of their range, conditions at false, and sets empty. State that holds a player, a component or a
zone has to say which one it is at first, or that there may be none. So has a slot that returns one, or an enum's value: by
its `default` it says which, where a card writes nothing.

Wrong:
```toml
[state.table]
host = \"player\"
```
Right, whichever is meant:
```toml
[state.table]
host = { type = \"player\", start = \"players[1]\" }
```
```toml
[state.table]
host = \"player?\"
```";

    EMPTY_CHOICE = 533, "choice that cannot be made",
"A choice from a set that is always empty, a `may choose` without a block for what is done with the choice, or two options with one
label, so that an answer would not say which is meant.

Wrong:
```
choose by p {
  option \"build\" { gain(p, 1) }
  option \"build\" { gain(p, 2) }
}
```
Right:
```
choose by p {
  option \"build small\" { gain(p, 1) }
  option \"build large\" { gain(p, 2) }
}
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

    NOT_ORDERED = 535, "no order",
"A zone is a heap unless it is declared as ordered, and a heap has no top and no bottom.

Wrong:
```toml
[zones.deck]
start = \"cards\"
[flow]
setup = \"deal(deck, players[1].hand, 7)\"
```
Right:
```toml
[zones.deck]
start = \"cards\"
ordered = true
```";

    DIVISION_BY_ZERO = 536, "division by zero",
"A division by what is always zero has no outcome. A division by what may be zero is a fault while the game is played
(CW0704).

Wrong:
```
total / 0
```
Right:
```
total / player_count
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

    TOO_MANY = 538, "too many components",
"A game can have 16,320 components: cards, pieces and tokens, each copy counted. Most often a number of `copies` is a slip.

Wrong:
```toml
[tokens]
copies = 20000
```
Right: what is only counted is state, and needs no components.
```toml
[state.player]
coins = \"int 0..20000\"
```";

    UNREACHABLE = 539, "never reached",
"A statement stands behind one that never goes on to it: `return`, `break`, `continue`, `cancel`, `win` or `end`. Probably one of
the two is in the wrong place.

Wrong:
```
end
log \"Game over.\"
```
Right:
```
log \"Game over.\"
end
```";

    ENDLESS_LOOP = 540, "endless loop",
"A loop whose condition is always true, with nothing in it that leaves: no `break`, no `return`, no end of the game.

Wrong:
```
while true { round += 1 }
```
Right:
```
while true {
  round += 1
  if round == 8 { break }
}
```";

    CELL_TWICE = 541, "cell twice",
"Two boards have a cell of the same id, so the id alone would not say which is meant.

Wrong:
```toml
[boards.sea]
grid = [3, 3]
[boards.land]
grid = [3, 3]
```
Right: one board, or one of them with areas that have names of their own.
```toml
[boards.sea]
grid = [3, 6]
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

    NOT_CONSTANT = 545, "not known before play",
"`only_if` and `[[require]]` are settled when the table is laid out, and never again. They may ask for the options and for
`player_count`, which do not change.

Wrong:
```toml
[actions.late_bid]
only_if = \"round > 3\"
do = \"bid(you)\"
```
Right: what may change is asked by `when` (of actions) and `where` (of reactions and modifiers).
```toml
[actions.late_bid]
when = \"round > 3\"
do = \"bid(you)\"
```";
}

/// Codes that say that something is not declared.
pub const NAMES: &[crate::diagnostics::Code] = &[
    UNKNOWN_NAME,
    UNKNOWN_TYPE,
    UNKNOWN_MEMBER,
    UNKNOWN_KIND,
    UNKNOWN_KEYWORD,
    UNKNOWN_CARD,
    UNKNOWN_CELL,
    NO_BOARD,
    UNKNOWN_VALUE,
    UNKNOWN_FIELD,
    UNKNOWN_ACTION,
    UNKNOWN_VERB,
    UNKNOWN_ZONE,
    UNKNOWN_FUNCTION,
    UNKNOWN_OPTION,
];
