//! 0500–0599: types, values and what rules may do. The codes of names are in `names`.

pub use super::names::*;

super::codes! {
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
"Numbers start at 0 (or at the end of their range that is nearest to it), conditions at false, and sets empty. State that
holds a player, a component or a zone has to say which one it is at first, or that there may be none. So has a slot that
returns one, or an enum's value: by its `default` it says which, where a card writes nothing.

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

    TOO_MANY = 538, "too much for one game",
"A game can have 16,320 components: cards, pieces and tokens, each copy counted. Most often a number of `copies` is a slip.
All counters, zones and sets together take 16 million words at most, and a single rule some thousands: put parts of a rule that
is too long into verbs or functions of their own. Of each sort of thing that is declared (cards, attributes, rules, zones of all
players) there can be 65,534; each step of a scenario is a rule.

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
[boards.coast]
grid = [3, 3]
```
Right: one board, or one of them with areas that have names of their own.
```toml
[boards.sea]
grid = [3, 6]
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

    UNKNOWN_PER = 570, "nothing to have a zone for",
"`per` says what there is one zone of for each: `player`, `cell` or a board, a kind, an enum, `name`, or a range of numbers. A zone
has at most one thing (a player, a cell, a component) and one value (of an enum, a name, a number).

Wrong, with the enum `colour`:
```toml
[zones.discards]
per = \"colours\"
```
Right:
```toml
[zones.discards]
per = \"colour\"
[zones.lines]
per = [\"player\", \"colour\"]
```";

    TOO_MANY_PLACES = 571, "too many zones",
"All zones of a game together have at most 40,000 places. A zone per cell has one for each cell of its board, a zone per kind one for
each component of the kind, a zone of both a thing and a value their product.

Wrong, with a board of 400 cells and 200 cards:
```toml
[zones.square]
per = [\"cell\", \"name\"]
```
Right:
```toml
[zones.square]
per = \"cell\"
```";

    NO_OWNER = 572, "zone without an owner",
"`seen_by` and `top_seen_by` name an owner (`\"owner\"`, `\"others\"`) only of zones that players own.

Wrong:
```toml
[zones.square]
per = \"cell\"
seen_by = \"owner\"
```
Right:
```toml
[zones.square]
per = \"cell\"
seen_by = \"none\"
```";

    TOP_SEEN = 575, "top that nobody else sees",
"`top_seen_by` shows what lies on top to somebody who does not see the rest. Whoever sees into the zone sees its top already.

Wrong:
```toml
[zones.discards]
ordered = true
top_seen_by = \"all\"
```
Right:
```toml
[zones.discards]
ordered = true
seen_by = \"none\"
top_seen_by = \"all\"
```";

    MEMBER_TAKEN = 573, "zone called like something else there",
"A zone of each component (or cell) is read like an attribute, `unit.pack`; so what components of that kind have already cannot be
the name of a zone of theirs.

Wrong:
```toml
[kinds.unit.attributes]
pack = \"int 0..9\"
[zones.pack]
per = \"unit\"
```
Right:
```toml
[kinds.unit.attributes]
pack_size = \"int 0..9\"
[zones.pack]
per = \"unit\"
```";

    START_OF_MANY = 574, "start of zones of two things",
"What begins in a zone may use `self`, whose zone it is. Where there is one for each of two things, nothing is `self`.

Wrong:
```toml
[zones.lines]
per = [\"player\", \"colour\"]
start = \"cards where colour == self\"
```
Right: put them there when the table is set up.
```toml
[flow]
setup = \"for each c in colours { move(first(cards where colour == c), players[1].lines[c]) }\"
```";
}
