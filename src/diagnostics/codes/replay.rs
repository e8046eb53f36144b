super::codes! {
    NOT_A_SAVED_GAME = 850, "not a saved game",
"A saved game is a TOML file, written by `save` while playing or by `--save-on-exit`. It says which game was played, what was
agreed, and what each seat answered, in order: the seat, then the name of the option.

Wrong:
```
[play]
choices = [\"draw_card\", \"badger\"]
```
Right:
```
[play]
choices = [
    [1, \"draw_card\"],
    [1, \"badger\"],
]
```";

    CANNOT_BE_LAID = 851, "saved game cannot be laid out",
"The game cannot be begun as this saved game says: it is not for so many players, an option is missing or cannot have this
value, or what the game requires of its options does not hold.

Wrong, for a game of two to four players:
```
players = 5
```
Right:
```
players = 4
```";

    NO_LONGER_FITS = 852, "answer that no longer fits",
"A saved game is replayed by giving the same answers again. This one is no option at its place, or it is another seat's turn:
the rules or the cards have changed since the game was saved, or the file was changed by hand. Everything before this line
still fits.

Wrong, when the card has been renamed to Marten:
```
[1, \"take badger\"],
```
Right: play on from the answer before, by removing this line and those below it; or give the new name.
```
[1, \"take marten\"],
```";

    RULES_HAVE_CHANGED = 853, "saved under other rules",
"The rules have changed since the game was saved. It was replayed under the rules as they are now, and every answer was still
possible; but other things may have happened on the way. Saving the game again writes down the new rules.

Changed since:
```
rules = \"5d1c0f42a7be9931\"
```
As they are now:
```
rules = \"0b7e11d2c4a95f38\"
```";

    OTHER_GAME = 854, "saved from another game",
"The saved game belongs to a game with another id than the one it is to be replayed with.

Wrong:
```
cardwright replay --game cards/small-crowns realms.toml
```
Right: name the game that it was saved from, or none, so that the file's own `package` is used.
```
cardwright replay realms.toml
```";

    NO_PART = 855, "no part of this simulation",
"A file that `sim merge` or `sim --resume` was given cannot be read, is no part of a simulation, or is part of another one: of
another game, version or seed, or with other bots or options. Parts of one simulation differ in `--shard` alone, and each game is
in one of them.

Wrong:
```
cardwright sim my-game -n 1000 --shard 1/2 --seed 1 --save 1.part
cardwright sim my-game -n 1000 --shard 2/2 --seed 2 --save 2.part
cardwright sim merge 1.part 2.part
```
Right:
```
cardwright sim my-game -n 1000 --shard 1/2 --seed 1 --save 1.part
cardwright sim my-game -n 1000 --shard 2/2 --seed 1 --save 2.part
cardwright sim merge 1.part 2.part
```";
}
