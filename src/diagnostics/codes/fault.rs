super::codes! {
    OUT_OF_RANGE = 701, "stored number out of its range",
"Every stored number has a range, given where it is declared. A rule that would bring it outside ends in this fault; the
number never wraps and never stops at the end of its range by itself.

Wrong (with `coins = \"int 0..99\"`, and a player who has 2):
```
you.coins -= 3
```
Right, whichever is meant:
```
if you.coins >= 3 { you.coins -= 3 }
you.coins = max(0, you.coins - 3)
```";

    NOTHING_TO_CHOOSE = 702, "nothing to choose from",
"A `choose` has to be answered by an element of its set. If the set is empty when the rule comes to it, no answer is
possible.

Wrong, where the hand may be empty:
```
choose c from you.hand
move(c, discards)
```
Right:
```
choose c from you.hand { move(c, discards) } else { log \"{{ you }} has no card\" }
```";

    NO_LEGAL_ACTION = 703, "no legal action",
"An `act` offers the actions that are legal now: those whose `when` holds and whose parameters all have a value to take.
If none is, the game cannot go on.

Wrong, where neither may be legal:
```
act p from {draw_card, take}
```
Right: say what happens then, or offer an action that is always legal.
```
act p from {draw_card, take} else { end }
```";

    DIVISION_BY_ZERO = 704, "division by zero",
"`/` and `%` need a divisor other than 0.

Wrong, where there may be no card:
```
sum(hand, strength) / count(hand)
```
Right:
```
sum(hand, strength) / count(hand) if any(hand)
```";

    OVERFLOW = 705, "number too large",
"A calculation left the range of 64-bit whole numbers. No game counts that far, so a loop or a product has most likely
run away.

Wrong:
```
while n > 0 { n *= 2 }
```
Right:
```
repeat 3 { n *= 2 }
```";

    NOBODY_HOLDS = 706, "held by nobody",
"In a rule on a component, `you` is the player who holds it: the owner of the zone it is in. The rule was used while the
component was in a zone of the table, or out of play, so there is no such player.

Wrong, if it may run while the card is in the deck:
```
bonus = \"count(you.hand)\"
```
Right:
```
bonus = \"count(you.hand) if any(players, it.hand & {self})\"
```
or call the rule only for cards that are in a player's zone.";

    NO_RETURN = 707, "ended without `return`",
"A function or verb that returns something came to its end without a `return`.

Wrong:
```
if any(hand) { return count(hand) }
```
Right:
```
if any(hand) { return count(hand) }
return 0
```";

    WRONG_KIND = 708, "wrong kind for a zone",
"A zone with `holds` takes components of that kind only.

Wrong (with `holds = \"unit\"` for `field`):
```
move(c, field)
```
Right:
```
if c is unit { move(c, field) }
```";

    NO_SUCH_SEAT = 709, "no such seat",
"Seats count from 1 to `player_count`.

Wrong, at a table of two:
```
let third = players[3]
```
Right:
```
let first = players[1]
let after = next(first)
```";

    NO_SUCH_DIE = 710, "die without sides",
"A die has at least one side.

Wrong:
```
roll(count(hand))
```
Right:
```
if any(hand) { let n = roll(count(hand)) }
```";

    NOT_IN_SET = 711, "a set cannot hold this",
"A set of numbers holds the numbers 0 to 63; other sets hold the elements of their type.

Wrong:
```
let s = {-1, 100}
```
Right:
```
let s = {0, 63}
```";

    NO_SUCH_THING = 712, "a value that stands for nothing",
"A rule used a value that stands for no player, component or zone of this table: most often an optional value while it
held none.

Wrong:
```
let c = top(deck)
move(c, you.hand)
```
Right:
```
if let c = top(deck) { move(c, you.hand) }
```";

    TOO_DEEP = 713, "calls nested too deep",
"Functions, verbs and reactions call each other, thousands deep. Most often a reaction sets off the verb that it reacts
to.

Wrong:
```
[[reactions]]
after = \"draw\"
do    = \"draw(p, 1)\"
```
Right:
```
[[reactions]]
after = \"draw\"
where = \"n > 1\"
do    = \"draw(p, 1)\"
```";

    FUEL_SPENT = 714, "rule without an end",
"The work that rules may do between two choices is bounded, so that a loop that never ends is found out.

Wrong:
```
while any(deck) { log \"still cards\" }
```
Right:
```
while any(deck) { deal(deck, discards, 1) }
```";

    DAMAGED = 715, "table out of step",
"The table came to a place to which no rules lead. This happens when a saved game or a compiled game was changed by
hand, or a calculation was asked for that stops for a choice. Compile the package again and start a new game; if it
happens with neither of these, please report it.

Wrong:
```
value = \"draw_and_choose(players[1])\"
```
Right:
```
do = \"draw_and_choose(players[1])\"
```";

    TOO_MANY_OPTIONS = 716, "too many options",
"A choice lists at most 1,048,576 options, and about 32 MiB of them. An action with several parameters has an option for every
combination of their values: three parameters of 200 cards each are 8,000,000.

Wrong:
```
[actions.trade]
params = { a = \"cards\", b = \"cards\", c = \"cards\" }
```
Right:
```
[actions.trade]
params = { a = \"you.hand\", b = \"market\" }
```";

    INTERRUPTED = 717, "interrupted",
"Whoever started the program asked for an end while a rule was running. Nothing is wrong with the rule, unless it was to be done long
ago: then look for a loop over a great many components.

Wrong:
```
cardwright sim GAME -n 1000000      and Ctrl-C
```
Right:
```
cardwright sim GAME -n 1000000 --save half.part      and Ctrl-C, and then
cardwright sim GAME -n 1000000 --resume half.part
```";

    NO_SUCH_PLACE = 720, "zone without a place for this",
"A zone `per` a board has a place for each cell of that board, and none for cells of other boards; one `per` a range of numbers has
a place for each number of it.

Wrong, with `[zones.shelf] per = \"1..3\"`:
```
move(card, shelf[round])
```
Right:
```
if round in 1..3 { move(card, shelf[round]) }
```";

    NO_SUCH_LANE = 726, "amount without a number for this",
"An amount `per` a range has a number for each whole number of that range, and none for others.

Wrong, with `[state.table] stock = \"int 0..9 per 1..3\"`:
```
stock[round] += 1
```
Right:
```
if round in 1..3 { stock[round] += 1 }
```";

    INSIDE_ITSELF = 721, "component inside itself",
"A component was moved into a zone of its own, or into a zone of something that lies, directly or not, in its own zones.

Wrong, with `[zones.pack] per = \"unit\"`:
```
move(u, u.pack)
```
Right:
```
if bearer(other) != u { move(u, other.pack) }
```";

    OPEN_WINDOW = 722, "window that never closes",
"`may act` with several players goes on until all of them have passed in a row. After 1,000 actions it is taken for one that never
ends: some action can be done again and again.

Wrong:
```
[actions.look]
do = \"log \\\"{{ you }} looks\\\"\"
[flow]
play = \"may act turn_order(players[1]) from {look}\"
```
Right:
```
[actions.look]
when = \"not you.looked\"
do = \"you.looked = true\"
```";
}
