super::codes! {
    NOT_SOLVABLE = 860, "not a game to be solved",
"`cardwright solve` works out who wins if nobody errs. That has an answer of this sort only in a game for two who play against each
other and see everything, and in which nothing is left to chance: no zone is `seen_by` its owner or nobody, and play neither
rolls, nor shuffles, nor picks at random. (Setup may: then the game is solved as that seed lays it out.)

Wrong:
```toml
[flow]
play = \"while true { for each p in players { if roll(d6) == 6 { act p } } }\"
```
Right:
```toml
[flow]
play = \"while true { for each p in players { act p } }\"
```";

    NOT_SOLVED = 861, "not solved",
"The game was not solved: there are more positions than were to be looked at, or lines without an end. Nothing is known then, not
even what is likely. Games grow quickly: a smaller board, a scenario near the end, or a higher `--limit` may help.

Wrong: more than can be searched.
```
cardwright solve my-game
```
Right: the same on a smaller board, or from a position near the end.
```
cardwright solve my-game -o columns=4 -o rows=4
cardwright solve my-game --scenario endgame
```";
}
