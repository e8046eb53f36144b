//! 0600–0699: warnings about rules and texts.

super::codes! {
    UNUSED = 600, "unused declaration",
"Something is declared that nothing uses: a function or verb that no rule calls, an action that no `act` offers, a slot that no
rule asks for, a keyword that no card bears. The game works; but often something else is misspelt or was forgotten.
What an included package declares may go unused: games that share it use it in part.

Wrong:
```toml
[actions.pass]
do = \"you.passed = true\"
[flow]
play = \"while true { for each p in players { act p from {draw_card} } }\"
```
Right:
```toml
[flow]
play = \"while true { for each p in players { act p from {draw_card, pass} } }\"
```";
}
