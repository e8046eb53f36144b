super::codes! {
    BAD_ENTRY = 870, "entry that cannot take part",
"Each entry of a tournament has a name of its own. In a game of lists it brings a legal one; `bot` names one of the bots that
the game has. Without a `bot` people play it by hand. No entry is called `draw`: results say that of a game that nobody won.

Wrong:
```toml
[[entries]]
name = \"Ann\"
bot = \"greddy\"
[[entries]]
name = \"Ann\"
```
Right:
```toml
[[entries]]
name = \"Ann\"
bot = \"greedy\"
[[entries]]
name = \"Ann the Elder\"
```";

    BAD_RESULT = 871, "result of no such match",
"A result names its match as the schedule does, who met, and who won each game. The earlier results decide who meets in a later
match: where one of them is changed, a result that was kept of a later match may no longer be of the two who meet.

Wrong, where match 1.1 is between Ann and Dan:
```toml
[[results]]
match = \"1.1\"
between = [\"Ann\", \"Dan\"]
won = [\"Anne\"]
```
Right:
```toml
[[results]]
match = \"1.1\"
between = [\"Ann\", \"Dan\"]
won = [\"Ann\"]
```";

    NO_MATCHES = 872, "game without matches",
"A tournament is made of matches between its entries. In a match each entry has a side of the table: one seat, or all seats of
those who win together. So the game must be one in which two sides or more play against each other. Knock-out, double
elimination and ladder need a table of exactly two sides; `form = \"round_robin\"` takes larger tables, too.

Wrong, of a game for three to six:
```toml
form = \"knockout\"
players = 4
```
Right:
```toml
form = \"round_robin\"
players = 4
```";

    NOT_KEPT = 873, "result that cannot be kept",
"What was played is written to the tournament's file at once. The file could not be read again or is no tournament any more: it
may have been changed meanwhile. Nothing that it held was lost; what was just played is said once more, to be entered by hand.

Wrong:
```toml
results = \"none yet\"
```
Right:
```toml
[[results]]
match = \"1.1\"
between = [\"Ann\", \"Dan\"]
won = [\"Ann\"]
```";
}
