super::codes! {
    NO_GAME = 300, "no game",
"A package has no `game.toml`. That file is where a game begins: it says what the game is called and how many play it.

```toml
[game]
id = \"my-game\"
name = \"My Game\"
players = [2, 4]
```";

    DECLARED_TWICE = 301, "declared twice",
"Two declarations of one sort have the same id, in one file or in two: two zones, two functions, two cards.

```toml
# rules/draw.toml
[verbs.draw]            # one
do = \"deal(deck, you.hand, 1)\"
```
```toml
# rules/market.toml
[verbs.draw]            # wrong: another one
do = \"deal(market, you.hand, 1)\"
```
```toml
# rules/market.toml
[verbs.draw_from_market]   # right
do = \"deal(market, you.hand, 1)\"
```
Give one of them another id, or take one of them out. Only `card`, `piece` and `token` may be added to in several files:
`[kinds.card.attributes]` in each. What an included package declares counts as declared here.";

    NAME_TAKEN = 302, "name taken",
"Two things of different sorts have the same id, and rules name both in the same way, so that nobody could tell which of
them is meant.

```toml
[zones.market]
[functions.market]      # wrong: is `market` a place or a number?
returns = \"int\"
code = \"…\"
```
```toml
[functions.market_value]    # right
```
An enum `colour` also makes `colours`, the set of its values, and a kind `unit` makes `units`, the set of all units: those
names are taken too.";

    RESERVED_WORD = 303, "word of the language",
"An id is a word that the language itself uses, so that rules could not speak of what it names.

```toml
[verbs.choose]          # wrong: `choose` begins a statement
```
```toml
[verbs.choose_card]     # right
```";

    RANGE_BACKWARDS = 304, "range backwards",
"Of two numbers that bound something, the first is the greater one.

```toml
[game]
players = [4, 2]        # wrong
```
```toml
[game]
players = [2, 4]        # right: fewest and most
```";

    DEFAULT_NOT_AMONG = 305, "default not among the values",
"What an option is if nobody says otherwise has to be something that it can be.

```toml
[options.variant]
values = [\"base\", \"duel\"]
default = \"basic\"       # wrong
```
```toml
[options.variant]
values = [\"base\", \"duel\"]
default = \"base\"        # right
```
An option with a `range` has a whole number within it as its default; one with neither is true or false.";

    GIVEN_TWICE = 306, "given twice",
"A game has one setup, one play, one scoring and one set of rules for decks; this one is given in two places, perhaps in two
files, or in an included package too. Leave one of them out, or make one of both.";

    ONE_OF = 307, "just one of several keys",
"A table has two keys that exclude each other, or none where it needs one of them.

```toml
[[reactions]]
before = \"damage\"       # wrong: it cannot come before and after
after = \"damage\"
do = \"…\"
```
```toml
[[reactions]]
before = \"damage\"       # right
do = \"…\"
```
A reaction has `before` or `after`; a modifier `add` or `set`; a slot `returns` or `do`; an option `values` or a `range` or
neither; a board `grid`, `hex`, `areas` or only `lines`; a step of a scenario one of `do`, `options`, `choose`,
`play`, `expect`, `value`, `fault`, `hidden`, `visible`, `winners`, `ending`.";

    CELL = 308, "not for a spreadsheet",
"A cell of a spreadsheet holds one value, or a list separated by `;`. Reactions and modifiers are tables of their own, which
no cell can hold: give the card a keyword that has them, or write the card in TOML.

Wrong:
```csv
id,reactions
lantern,after draw: …
```
Right:
```toml
[keywords.watchful]
[[keywords.watchful.reactions]]
after = \"draw\"
do = \"…\"
```
```csv
id,keywords
lantern,watchful
```";

    CARD_KEY = 309, "key that every card has",
"An attribute, a state or a slot is called like a key that every card has, so that no card could say what it is.

```toml
[kinds.card.attributes]
copies = \"int 1..4\"     # wrong: `copies` is how many there are
```
```toml
[kinds.card.attributes]
printed_copies = \"int 1..4\"     # right
```
The keys of every card: `name`, `kind`, `copies`, `keywords`, `text`, `flavour`, `only_if`, `reactions`, `modifiers`. Only
`name` may be declared, as a state of type `name`.";

    POINTLESS_KEY = 310, "key without effect",
"A key is given that nothing will ever look at: a `default` for a state that no card prints.

```toml
[kinds.card.state]
marked = { type = \"bool\", default = true }     # wrong: no card says whether it is marked
```
```toml
[kinds.card.state]
marked = { type = \"bool\", start = \"true\" }     # right: where it starts
```";

    NO_SUCH_CELL = 311, "no such cell",
"A board names a cell that it does not have: an area adjoins it, or a line leads over it.

```toml
[boards.valley]
areas = { town = [\"wood\", \"frod\"], wood = [], ford = [] }     # wrong: misspelt
```
```toml
[boards.valley]
areas = { town = [\"wood\", \"ford\"], wood = [], ford = [] }     # right
```
Every area stands on the left once, even where what it adjoins has been said on the other side. The cells of a grid are
called by their column, a letter, and their row, a number: `a1` is at the bottom left.";

    BESIDE_ITSELF = 312, "area beside itself",
"What an area adjoins are other areas.

```toml
[boards.valley]
areas = { town = [\"town\", \"wood\"], wood = [] }     # wrong
```
```toml
[boards.valley]
areas = { town = [\"wood\"], wood = [] }             # right
```";

    BOARD_SIZE = 313, "too many cells, or none",
"A board has at least one cell and at most 512.

```toml
[boards.field]
grid = [26, 26]         # wrong: 676 cells
```
```toml
[boards.field]
grid = [22, 22]         # right: 484 cells
```";

    CELL_NAME = 314, "name that every cell has",
"An attribute or a state of a board is called like something that every cell has, so that rules could not tell them apart.

```toml
[boards.board.state]
row = \"int 0..9\"       # wrong: every cell has a `row`
```
```toml
[boards.board.state]
depth = \"int 0..9\"     # right
```
Every cell has its `column` and its `row`.";

    NO_SUCH_ATTRIBUTE = 315, "no such attribute of cells",
"What is said of a board's drawing names an attribute that its cells do not have, or, for `dots`, one that is not a yes or no.

```toml
[boards.board]
grid = [9, 9]
drawn = { blocks = \"blok\" }                                       # wrong: misspelt
attributes.block = { type = \"int 0..2\", is = \"(row - 1) / 3\" }
```
```toml
[boards.board]
grid = [9, 9]
drawn = { blocks = \"block\" }                                      # right
attributes.block = { type = \"int 0..2\", is = \"(row - 1) / 3\" }
```
They are attributes, which never change; what a cell holds is shown without being asked for.";
    NO_SUCH_SORT = 316, "no such sort of board",
"A board has a `base` that is no sort of board. A sort of board is declared as a board is, but has no cells: no `grid`,
`hex`, `areas` or `lines`. What it declares, all boards of the sort have.

```toml
[boards.map.attributes]
number = \"int 1..6\"
[boards.thorn]
base = \"mpa\"                             # wrong: misspelt
areas.old_oak = { number = 1 }
```
```toml
[boards.map.attributes]
number = \"int 1..6\"
[boards.thorn]
base = \"map\"                             # right
areas.old_oak = { number = 1 }
```
A sort has no `base` of its own.";
    STANDS_FOR = 317, "cannot stand for it",
"A kind with `stands_for` names the kind of cards that there is one of it for each of. That must be another sort of thing, neither
above nor below it, whose cards are written and not made; and no card may be called as what is made is: the card's id, `_`, and
the kind's.

```toml
[kinds.foe]
base = \"creature\"          # wrong: a foe would be a creature itself
stands_for = \"creature\"
```
```toml
[kinds.foe]
base = \"token\"             # right
stands_for = \"creature\"
```";

    COPIES = 318, "number of copies",
"How many of a kind stand for each card is a number that can be worked out from the card alone: from its `copies`, what it prints,
its keywords and its kind. How many copies there are of a card is a number that can be worked out from `player_count` and options.

```toml
[kinds.foe]
base = \"token\"
stands_for = \"creature\"
copies = \"count(hand)\"                          # wrong: that changes in play
```
```toml
[kinds.foe]
base = \"token\"
stands_for = \"creature\"
copies = \"2 * copies if has horde else copies\"  # right
```";
    AREA_WITHOUT_PLACE = 319, "area without a place",
"Some areas of a board say where they lie on paper, and others do not, so that the board could not be drawn.

```toml
[boards.valley.areas]
town = { at = [50, 50], adjoins = [\"wood\"] }
wood = []                                     # wrong: where is it?
```
```toml
[boards.valley.areas]
town = { at = [50, 50], adjoins = [\"wood\"] }
wood = { at = [20, 30] }                      # right
```
`at` is in hundredths of the board's width and height, from the top left. Where no area says it, areas are laid out so that what
adjoins is near.";
}
