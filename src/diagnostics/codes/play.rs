//! 0800–0899: scenarios, replays, decks, evaluation.

super::codes! {
    PLAYER_COUNT = 800, "number of players",
"A scenario is played by more or fewer players than the game is for.

Wrong, with `players = [2, 4]` in `[game]`:
```toml
players = 6
```
Right:
```toml
players = 4
```";

    BAD_ANSWER = 801, "what cannot be an answer",
"A scenario gives an answer, a roll, or a line of a breakdown that nothing in the game could be. An answer is the name of an
option: of a card, a value, a seat; or a number. A card that asks for several things is answered by a table of them, and one that
asks again and again by a list. What a card counted is a number, or `\"blank\"` for nothing at all.

Wrong:
```toml
[answers]
\"Old Map\" = 0.5
[chance]
roll = [\"six\"]
```
Right:
```toml
[answers]
\"Old Map\" = \"Badger\"
[chance]
roll = [6]
```";

    UNKNOWN_FAULT = 802, "unknown fault",
"A scenario expects that a step ends in a fault, and names something that is none. Faults are what goes wrong while a game is
played, and have the codes CW0700 to CW0799. What is wrong with a rule before it is played cannot be expected.

Wrong:
```toml
[[steps]]
fault = \"CW0502\"
do = \"draw(players[1], 1)\"
```
Right:
```toml
[[steps]]
fault = \"CW0701\"
do = \"players[1].coins -= 100\"
```";

    UNKNOWN_BOT = 803, "unknown bot",
"A scenario names a bot that is neither one of those every game has (`random`, `first`, `greedy`, `mcts:1000`, `mcts:200ms`)
nor one of the game's own, declared as `[bots.…]`.

Wrong:
```toml
[[steps]]
play = \"randon\"
```
Right:
```toml
[[steps]]
play = \"random\"
```";

    SCENARIO_LAID = 810, "scenario that cannot be laid out",
"The table of a scenario cannot be laid: the number of players or the options do not go together, a component is put where it
cannot be, or an answer is prepared for somebody who never asks.

Wrong, at a table of two:
```toml
players = 2
[zones]
\"hand[3]\" = [\"Badger\"]
```
Right:
```toml
players = 3
[zones]
\"hand[3]\" = [\"Badger\"]
```";

    SCENARIO_EXPECTATION = 811, "expectation that does not hold",
"An `expect` of a scenario is false. Where it compares, both sides are shown. Either the rules or the scenario are wrong; what
led there stands below: what was chosen, what the rules wrote into the record, what was counted last.

An expectation looks at a copy of the table: asking changes nothing.

Wrong, after one card was drawn into an empty hand:
```toml
[[steps]]
expect = \"count(players[1].hand) == 2\"
```
Right:
```toml
[[steps]]
expect = \"count(players[1].hand) == 1\"
```";

    SCENARIO_VALUE = 812, "value that is not as expected",
"A `value` of a scenario came out otherwise than `equals` says, or the tallies on the way otherwise than `detail` says. In
`detail`, a component that counted nothing at all is `\"blank\"`; components that are not named there are not looked at.

Wrong, where the Badger counts 30 and the Heron 15:
```toml
[[steps]]
value = \"score(players[1])\"
equals = 45
detail = { \"Badger\" = 30, \"Heron\" = 18 }
```
Right:
```toml
[[steps]]
value = \"score(players[1])\"
equals = 45
detail = { \"Badger\" = 30, \"Heron\" = 15 }
```";

    SCENARIO_OPTIONS = 813, "options that are not as expected",
"The options of a choice point are not just those that a scenario lists. Their order does not matter; ids and printed names are
both understood.

Wrong, where a card may also be taken:
```toml
[[steps]]
options = [\"draw_card\"]
```
Right:
```toml
[[steps]]
options = [\"draw_card\", \"take badger\"]
```";

    SCENARIO_ANSWER = 814, "answer that is missing or no option",
"A scenario answers a choice with something that is none of its options, or does not answer a choice that cannot be declined.
Answers stand under `[answers]`, by the name of the card that asks, or, where no card asks, of the choice's variable. A name
answers the first choice of that card that has it among its options; a card that asks for more has its answers by variable.

Wrong, where the card asks for `card` and then for `suit`:
```toml
[answers]
\"Mole\" = \"Badger\"
```
Right:
```toml
[answers]
\"Mole\" = { card = \"Badger\", suit = \"herb\" }
```";

    SCENARIO_STEP = 815, "step that cannot be done",
"A step of a scenario cannot be done where it stands: nobody is asked anything, somebody else is asked, the game is over or not
over yet, or what was fixed for chance does not fit.

Wrong, where nothing was started:
```toml
[[steps]]
choose = \"draw_card\"
```
Right:
```toml
begin = \"setup\"

[[steps]]
choose = \"draw_card\"
```";

    SCENARIO_FAULT = 816, "fault that did not come",
"A step of a scenario was to end in a certain fault, and ended well or in another one.

Wrong, where the deck is not empty:
```toml
[[steps]]
fault = \"CW0702\"
do = \"choose c from deck by players[1]\"
```
Right:
```toml
[zones]
deck = []

[[steps]]
fault = \"CW0702\"
do = \"choose c from deck by players[1]\"
```";

    SCENARIO_HIDDEN = 817, "zone that is not hidden, or not seen",
"A scenario says that a player does not see what is in a zone, and they do; or that they see it, and they do not. Who sees a zone is
said where it is declared, with `seen_by`.

Wrong:
```toml
[zones.hand]
per = \"player\"
```
Right:
```toml
[zones.hand]
per = \"player\"
seen_by = \"owner\"
```";

    SCENARIO_WINNERS = 818, "other winners or another ending",
"The game ended, and others have won than the scenario says, or its ending has another name. The standings are shown:
rank, score, and what broke ties. Several seats have won together where all of that is equal.

Wrong, where players 1 and 2 are equal in everything:
```toml
[[steps]]
winners = [1]
```
Right:
```toml
[[steps]]
winners = [1, 2]
```";

    SCENARIO_UNUSED = 819, "prepared and not used",
"A scenario has prepared an answer that nobody asked for, or fixed a chance that did not come. It may be that a name is
misspelled, or that the rules do not ask any more.

Wrong, where nobody holds the Otter:
```toml
[answers]
\"Otter\" = \"Heron\"
```
Right: leave the answer out, or put the card into play.
```toml
[zones]
\"hand[1]\" = [\"Otter\", \"Heron\"]
[answers]
\"Otter\" = \"Heron\"
```";

    UNKNOWN_DECK_CARD = 830, "unknown card in a deck",
"A deck list names a card that the game does not have. Cards go by their ids or by their printed names.

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

    DECK_CARD_TWICE = 831, "card twice in a deck",
"A card stands in a deck list twice, once by its id and once by its printed name, say.

Wrong:
```toml
[cards]
badger = 1
Badger = 1
```
Right:
```toml
[cards]
badger = 2
```";

    DECK_SIZE = 832, "deck of the wrong size",
"A deck list has fewer or more cards than the game asks for with `size`.

Wrong, with `size = [3, 5]` in `[deck]`:
```toml
[cards]
badger = 1
heron = 1
```
Right:
```toml
[cards]
badger = 1
heron = 2
```";

    DECK_COPIES = 833, "wrong number of a card in a deck",
"A deck list has fewer or more of one card than the game asks for with `copies`.

Wrong, with `copies = [0, 4]` in `[deck]`:
```toml
[cards]
badger = 5
```
Right:
```toml
[cards]
badger = 4
```";

    DECK_INCOMPLETE = 834, "deck that is not the whole game",
"The game asks for `complete = true`, every card of the game in its number, or for a fewest number of each card. The list
lacks some, or has another number of them.

Wrong, where the game has two of each:
```toml
[cards]
badger = 1
heron = 2
```
Right:
```toml
[cards]
badger = 2
heron = 2
```";

    DECK_KIND = 835, "kind that cannot be in a deck",
"The game says with `kinds` which sorts of component may be in a deck, and a card of the list is of another.

Wrong, with `kinds = [\"spell\"]` in `[deck]`:
```toml
[cards]
treasure_chest = 1
```
Right:
```toml
[cards]
fireball = 1
```";

    DECK_REQUIRE = 836, "deck that does not do what the game requires",
"A `[[deck.require]]` of the game does not hold of the list. In its condition, `cards` is the set of the cards in the list, one
of each.

Wrong, with `that = \"count(cards where suit == rare) <= 1\"`:
```toml
[cards]
moon_rose = 1
snow_goose = 1
```
Right:
```toml
[cards]
moon_rose = 1
```";
    UNKNOWN_DECK_PART = 837, "unknown part of a list",
"A list, or a zone that begins with one, names a part that `[deck.parts]` does not declare.

Wrong, in a list:
```toml
[heroes]
roan = 1
```
Right, where the game says `[deck.parts.hero]`:
```toml
[hero]
roan = 1
```";

    UNKNOWN_LIST = 838, "list that cannot be brought",
"A scenario, or `--deck`, names a list that is not there, or somebody who does not bring one. Lists of a package are named by their
files in `decks/`, without `.toml`; who brings them by the number of the seat, or by `table`.

Wrong:
```toml
[decks]
first = \"swift\"
```
Right:
```toml
[decks]
1 = \"swift\"
```";

    NO_LISTS = 839, "game without lists",
"Lists belong to games in which players bring them: where a zone begins with `start = \"list\"`. In all others components come from
the box, which is nobody's.

Wrong, in such a game:
```toml
do = \"if let p = owner(c) { move(c, p.discards) }\"
```
Right:
```toml
do = \"if let p = holder(c) { move(c, p.discards) }\"
```";

    STALE_LIST = 845, "scenario with a list that cannot be used",
"A scenario names a list of the package that has an error. The scenario cannot be run; all others can, and so can the game. `check`
speaks of the list alone.

Wrong, where the game has no card of this name any more:
```toml
[cards]
old_newt = 2
```
Right:
```toml
[cards]
newt = 2
```";

    DECK_LINE = 844, "line of a list that cannot be read",
"A list as plain text has on each line how many of which card: a number, then the card by its id or as it is printed. What follows a
`#` is a comment; `[hero]` or `Hero:` on a line of its own begins a part.

Wrong:
```
Spark
```
Right:
```
4 Spark
```";

    ENDLESS = 840, "game that does not end",
"`cardwright soak` played a game at random and gave it up after as many choices as it was allowed (`--max-plies`, 100,000 unless
said otherwise), or the game waits for nobody. Where nothing bounds a game, two careless players never go home: count the
rounds, or the moves since something last changed for good.

Wrong:
```toml
[flow]
play = '''
while true {
  act players[1] from {wait}
}
'''
```
Right:
```toml
[state.table]
quiet = \"int 0..50\"

[flow]
play = '''
while quiet < 50 {
  act players[1] from {wait}
  quiet += 1
}
end in draw
'''
```";

    NOTHING_PLAYED = 842, "nothing was played",
"`cardwright soak` looked for combinations of options and numbers of players that the game's `[[require]]`s allow, and found none.
The options' defaults are tried first, with every number of players; then the others, up to some millions of them.

Wrong:
```toml
[options.long]
default = false

[[require]]
that = \"long\"
text = \"Only the long game is ready.\"
```
Right:
```toml
[options.long]
default = true

[[require]]
that = \"long\"
text = \"Only the long game is ready.\"
```";

    BROKEN_PROMISE = 843, "broken promise",
"`cardwright soak` plays random games and watches at every choice what Cardwright promises of every game:
docs/reliability.md lists it. A promise that is broken is a bug in Cardwright, whatever the rules of the game say.

The message names the game that broke it, by its players, options and seed. Where two tables look alike to a player, and something
differs that the player is shown, it says both: the one line and the other.

Wrong:
```
error[CW0843]
  × My Game broke a promise: player 2 would have an answer recorded otherwise
```
Right: please report it, if you can with the package, and with the version that `cardwright --version` says. To soak other
combinations of options meanwhile, name them:
```
cardwright soak my-game --players 2 --option variant=base
```";

    NOT_SWEPT = 841, "value that cannot be tried",
"`sim --sweep` puts each value in its place in the package's files and compiles the game with it. One of them is not allowed there;
the diagnostics after this one say why. The files themselves are as they were.

Wrong, with `cost = \"int 0..3\"`:
```
cardwright sim my-game --sweep \"cards.fortress.cost=2..5\"
```
Right:
```
cardwright sim my-game --sweep \"cards.fortress.cost=0..3\"
```";
}
