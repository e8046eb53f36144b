super::codes! {
    UNKNOWN_KEY = 200, "unknown key",
"A table has a key that means nothing there: it is misspelt, or belongs into another table or file.

```toml
[zones.hand]
seen_buy = \"owner\"     # wrong
```
```toml
[zones.hand]
seen_by = \"owner\"      # right
```
The keys of every table are listed in `docs/language.md`; with the `#:schema` line on top of a file, an editor offers them.";

    MISSING_KEY = 201, "missing key",
"A table lacks a key that it cannot do without.

```toml
[functions.others]
code = \"you.active - self\"             # wrong: of which type is its value?
```
```toml
[functions.others]
returns = \"set of card\"                # right
code = \"you.active - self\"
```";

    WRONG_TYPE = 202, "wrong sort of value",
"A key has a value of another sort than it should: a string for a number, one value for a list, and so on.

```toml
[cards.lantern]
copies = \"2\"           # wrong: a string
keywords = \"flying\"    # wrong: one value
```
```toml
[cards.lantern]
copies = 2             # right
keywords = [\"flying\"]  # right: a list, of one
```
Rules are strings even where they are as short as a number, `default = \"0\"`, since they are code.";

    BAD_ID = 203, "not an id",
"An id is made of lowercase letters, digits and `_`, and starts with a letter, so that rules can speak of it. What is printed
on a card is its `name`, and may be anything.

```toml
[cards.\"Old Lantern\"]    # wrong
```
```toml
[cards.old_lantern]      # right
name = \"Old Lantern\"
```";

    OUT_OF_RANGE = 204, "number out of range",
"A number is less or greater than it may be there.

```toml
[cards.lantern]
copies = 0              # wrong: a card of which there is none
```
```toml
[cards.lantern]
copies = 1              # right
```
To leave a card out of some games, give it a condition: `only_if = \"variant == duel\"`.";

    NOT_A_CHOICE = 205, "not one of the values",
"A key takes one of a few words, and this is none of them.

```toml
[zones.hand]
per = \"seat\"            # wrong
```
```toml
[zones.hand]
per = \"player\"          # right
```";

    WRONG_COUNT = 206, "too few or too many items",
"A list has more or fewer items than it may have.

```toml
[game]
players = [4]           # wrong
```
```toml
[game]
players = [2, 4]        # right: fewest and most
```";

    REPEATED_ITEM = 207, "item given twice",
"A list names the same thing twice, where once is all it can mean.

```toml
[enums]
colour = [\"red\", \"blue\", \"red\"]     # wrong
```
```toml
[enums]
colour = [\"red\", \"blue\"]             # right
```";

    BADLY_WRITTEN = 208, "not written as it should be",
"A string has to have a certain form: a version, the number of a fault, the id of a game.

```toml
[game]
version = \"1\"           # wrong
```
```toml
[game]
version = \"1.0.0\"       # right
```";
}
