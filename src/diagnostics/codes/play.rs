//! 0800–0899: scenarios, replays, decks, evaluation.

super::codes! {
    PLAYER_COUNT = 800, "player count", "A number of players that the game is not for.";
    BAD_ANSWER = 801, "bad answer", "An answer, or an expected detail, that cannot be one.";
    UNKNOWN_FAULT = 802, "unknown fault", "A scenario expects a fault that play cannot end in.";

    UNKNOWN_DECK_CARD = 830, "unknown card in a deck",
"A deck list names a card that the game does not have. Cards go by their ids or by their printed names.

Wrong:
```toml
[cards]
dargon = 1
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
}
