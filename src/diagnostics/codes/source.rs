super::codes! {
    SYNTAX = 100, "not TOML",
"This line is not TOML: it is neither a header (`[cards.badger]`), nor a key with its value (`strength = 30`), nor a
comment (`# …`).

Wrong:
```toml
[cards.badger]
{ strength = 30 }
```
Right:
```toml
[cards.badger]
strength = 30
```";

    UNCLOSED_STRING = 101, "string without an end",
"A string that begins with a quote has to end with the same quote, in the same line. A text or a rule over several
lines is written between `\"\"\"` and `\"\"\"`.

Wrong:
```toml
name = \"Badger
setup = \"
shuffle(deck)\"
```
Right:
```toml
name = \"Badger\"
setup = \"\"\"
shuffle(deck)
\"\"\"
```";

    UNCLOSED_BRACKET = 102, "bracket without an end",
"A list begins with `[` and ends with `]`; a table in one line begins with `{` and ends with `}`; a header begins with
`[` and ends with `]`, or `[[` and `]]`. While a bracket is open, the lines that follow are read as part of it.

Wrong:
```toml
keywords = [\"flying\", \"armoured 2\"
strength = 30
```
Right:
```toml
keywords = [\"flying\", \"armoured 2\"]
strength = 30
```";

    UNQUOTED_TEXT = 103, "text without quotes",
"Every text stands in quotes in TOML, single words too. Only numbers, `true` and `false`, dates, lists and tables stand
without.

Wrong:
```toml
colour = red
```
Right:
```toml
colour = \"red\"
```";

    TWICE = 104, "written twice",
"A key stands once in its table, and a table has one header. Of two values, nobody could tell which one is meant. This
is also how two cards with one id show in a file.

Wrong:
```toml
[cards.badger]
strength = 30
[cards.badger]
name = \"Badger\"
```
Right:
```toml
[cards.badger]
strength = 30
name = \"Badger\"
```

A table that may come several times has double brackets each time: `[[reactions]]`.";

    NO_VALUE = 105, "key without a value",
"A key is followed by `=` and a value, in the same line. A key that shall not be given is left out; there is no empty value.

Wrong:
```toml
strength =
name \"Badger\"
```
Right:
```toml
strength = 30
name = \"Badger\"
```";

    BAD_ESCAPE = 106, "unknown escape",
"Between double quotes, a backslash begins an escape: `\\n` a new line, `\\t` a tab, `\\\"` a quote, `\\\\` a backslash,
`\\u00e9` the character with that number. Anything else after a backslash is a mistake. Between single quotes a backslash
is a backslash.

Wrong:
```toml
text = \"cards\\badger\"
```
Right:
```toml
text = 'cards\\badger'
```";

    BAD_CHARACTER = 107, "character that has no place here",
"Control characters (other than tab) may not stand in TOML, and strings need straight quotes: `\"` or `'`. Word processors
put curly ones.

Wrong:
```toml
name = “Badger”
```
Right:
```toml
name = \"Badger\"
```";

    TWO_ON_A_LINE = 108, "more after the value",
"After a value its line ends; only a comment may follow. Often a quote inside a string has ended it early.

Wrong:
```toml
text = \"Say \"please\" first.\"
cost = 1 strength = 2
```
Right:
```toml
text = 'Say \"please\" first.'
cost = 1
strength = 2
```";

    BAD_NUMBER = 109, "not a number",
"Numbers are written `12`, `-3`, `1_000` or `2.5`: no leading zeros, no leading or trailing point, and whole numbers
no larger than 9223372036854775807. Dates are written `2024-05-27`.

Wrong:
```toml
strength = 007
```
Right:
```toml
strength = 7
```";

    BAD_KEY = 110, "not a key",
"A key is made of letters A to Z, digits, `_` and `-`. A key with anything else in it stands in quotes. A point
between keys goes into a table: `badger.strength`.

Wrong:
```toml
hand[1] = [\"Badger\"]
```
Right:
```toml
\"hand[1]\" = [\"Badger\"]
```";

    CLOSED = 111, "nothing can be added here",
"A key goes into something that holds no keys, such as a number or a list, or into a table that was complete: a table
in braces ends at its `}`, and one with a header of its own takes no dotted keys from elsewhere.

Wrong:
```toml
cost = { type = \"int 0..9\" }
cost.default = 0
```
Right:
```toml
cost = { type = \"int 0..9\", default = 0 }
```";

    COMMA = 112, "comma missing or in excess",
"The values of a list, and the keys of a table in braces, have one comma between each two. After the last value of a
list there may be one.

Wrong:
```toml
keywords = [\"flying\" \"armoured 2\"]
```
Right:
```toml
keywords = [\"flying\", \"armoured 2\"]
```";

    TOO_DEEP = 113, "nested too deeply",
"Tables and lists stand inside each other more than 64 levels deep. No game needs that; probably a bracket is missing.";

    NEWER_TOML = 114, "only newer TOML allows this",
"TOML 1.1 allows line ends and a last comma inside `{ … }`, and the escapes `\\e` and `\\x41`. Cardwright reads them, but
most editors and tools know TOML 1.0 and call the file broken.

Wrong:
```toml
cost = {
  type = \"int 0..9\",
  default = 0,
}
```
Right:
```toml
cost = { type = \"int 0..9\", default = 0 }
```
or
```toml
[kinds.card.attributes.cost]
type = \"int 0..9\"
default = 0
```";

    STRAY_BRACKET = 115, "bracket that closes nothing",
"There is a closing bracket, and none was open.

Wrong:
```toml
keywords = \"flying\"]
```
Right:
```toml
keywords = [\"flying\"]
```";

    CSV_NO_COLUMNS = 130, "table without a row of keys",
"The first row of a CSV file names the keys, one for each column; one of them is `id`.

Wrong:
```csv
badger,Badger,30
```
Right:
```csv
id,name,strength
badger,Badger,30
```";

    CSV_COLUMN = 131, "column without a name, or named twice",
"Every column has the name of a key, and each name is there once: otherwise nobody could tell what its cells mean. A
column that is empty in all rows may go without a name.

Wrong:
```csv
id,name,strength,strength
badger,Badger,30,40
```
Right:
```csv
id,name,strength
badger,Badger,30
```";

    CSV_ROW = 132, "row longer or shorter than the first",
"Every row has as many cells as the first row has names. A comma inside a cell makes two cells of it: such a cell stands
in quotes. An empty cell still needs its comma.

Wrong:
```csv
id,text,strength
badger,Digs, and sleeps.,30
```
Right:
```csv
id,text,strength
badger,\"Digs, and sleeps.\",30
```";

    CSV_NO_ID = 133, "row without an id",
"Each row is a card, and the first cell, `id`, is what rules and decks call it. Rows that are empty altogether are
skipped.

Wrong:
```csv
id,name
,Badger
```
Right:
```csv
id,name
badger,Badger
```";

    CSV_ID_TWICE = 134, "two rows with one id",
"Two cards have the same id. For several copies of a card, write how many there are in the column `copies`.

Wrong:
```csv
id,name
badger,Badger
badger,Badger
```
Right:
```csv
id,name,copies
badger,Badger,2
```";

    CSV_QUOTE = 135, "quote out of place",
"A cell in quotes begins and ends with `\"`, right at its separators, and a quote inside it is written twice.

Wrong:
```csv
id,text
badger,\"Say \"please\" first.
```
Right:
```csv
id,text
badger,\"Say \"\"please\"\" first.\"
```";
}
