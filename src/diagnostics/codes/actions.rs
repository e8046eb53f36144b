//! 0500–0599 as well: actions and windows.

super::codes! {
    WINDOW = 580, "window that cannot be opened",
"`act` asks one player. `may act` asks one player, who may also pass, or several, who act in turn until all have passed; that one
has no blocks of its own, and offers `pass` by itself.

Wrong:
```
act turn_order(you) from {answer, pass}
```
Right:
```
may act turn_order(you) from {answer}
```";

    BORNE_ACTION = 581, "action of components that cannot be",
"A kind's action is the frame that its cards fill in. So a kind has one of each id, counting the kinds above it, and nothing else of
that name; the game has none of that id. Several of one id on a card are its modes, each called by its own `mode`. A card's
parameters follow its kind's and are called otherwise.

Wrong:
```toml
[[cards.hex_bolt.actions.cast]]
do = \"damage(self, 2)\"
[[cards.hex_bolt.actions.cast]]
do = \"draw(you, 2)\"
```
Right:
```toml
[[cards.hex_bolt.actions.cast]]
mode = \"burn\"
do = \"damage(self, 2)\"
[[cards.hex_bolt.actions.cast]]
mode = \"draw\"
do = \"draw(you, 2)\"
```";

    TOO_MANY_PARAMETERS = 582, "too many parameters",
"An action has at most seven parameters. Each combination of their values is an option, so that many parameters would make more
options than anybody can look through.

Wrong:
```toml
[actions.pay]
params = { a = \"hand\", b = \"hand\", c = \"hand\", d = \"hand\", e = \"hand\", f = \"hand\", g = \"hand\", h = \"deck\" }
```
Right:
```toml
[actions.pay]
do = \"choose exactly 8 cs from hand\"
```";
}
