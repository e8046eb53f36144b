super::codes! {
    OPEN_STRING = 401, "text without an end",
"A text in code begins with `\"` and has to end with `\"` on the same line. Everything behind an open quote would
belong to the text, so nothing more can be said of the rest of that line.

Wrong:

```
log \"{{ p }} passes
```

Right:

```
log \"{{ p }} passes\"
```

A `\"` inside a text is written `\\\"`, a line end `\\n`, a backslash `\\\\`. Where the code itself stands between `\"` in
the TOML file, use `'…'` or `'''…'''` there, so that code can hold quotes as they are.";

    OPEN_BRACKET = 402, "bracket that is never closed",
"Every `(`, `[` and `{` needs its `)`, `]` and `}`. The message points at the bracket that has no partner: a `}`
closes the nearest `{` that is still open, so the one that is left over may stand further up than the place where the closing
one was forgotten.

Wrong:

```
if count(hand { discard_all() }
```

Right:

```
if any(hand) { discard_all() }
```";

    STRAY_BRACKET = 403, "bracket that closes nothing",
"A `)`, `]` or `}` stands where no bracket of its sort is open, or where another one is.

Wrong:

```
max(a, b))
max(a, b]
```

Right:

```
max(a, b)
```";

    STRANGE_SIGN = 404, "sign that is not of the language",
"Code is made of names, whole numbers, texts in `\"…\"` and the signs listed under Expressions in the reference. Any
other sign can stand only inside a text or behind a `#`, in a comment.

Wrong:

```
coins @ 3
```

Right:

```
coins >= 3
```";

    BAD_NUMBER = 405, "number that cannot be read",
"All numbers are whole, and are written with digits only: no point, no `_`, nothing behind the last digit. The greatest
is 9223372036854775807. A name begins with a letter.

Wrong:

```
cost * 1.5
2coins
```

Right:

```
cost * 3 / 2
2 * coins
```

`/` rounds down.";

    BAD_ESCAPE = 406, "unknown escape in a text",
"In a text a backslash is special. It stands only before `\"` (a quote), `\\` (a backslash) and `n` (a line end).

Wrong:

```
log \"gone \\o/\"
```

Right:

```
log \"gone \\\\o/\"
```";

    MISSING_VALUE = 407, "value missing",
"An operator, a bracket or a word such as `if` and `in` needs a value, and there is none.

Wrong:

```
coins +
if { draw(you, 1) }
any( where cost > 2)
```

Right:

```
coins + 1
if any(hand) { draw(you, 1) }
any(hand where cost > 2)
```

A value may go on in the next line if the first line ends in an operator, or the second begins with one.";

    UNEXPECTED = 408, "something that does not fit",
"At this place something else has to stand, or nothing more. Often a word is misspelt, or an operator or a comma is
missing before the place.

Wrong:

```
clamp(a 0, 9)
chose c from hand
```

Right:

```
clamp(a, 0, 9)
choose c from hand
```";

    FOREIGN = 409, "written as in another language",
"What is meant is clear, but it is written otherwise here.

| not | but |
|---|---|
| `a && b`, `a \\|\\| b`, `!a` | `a and b`, `a or b`, `not a` |
| `a ? b : c` | `b if a else c` |
| `elif`, `elseif` | `else if` |
| `if c then …` | `if c { … }` |
| `x++`, `x *= 2` | `x += 1`, `x = x * 2` |
| `[a, b]` | `{a, b}` |
| `'text'`, `“text”` | `\"text\"` |
| `–`, `≤`, `≠` | `-`, `<=`, `!=` |";

    EQUALS = 410, "`=` and `==` confused",
"`==` asks whether two things are equal; `=` changes a variable or a state, and is a statement of its own.

Wrong:

```
if coins = 3 { draw(you, 1) }
let n == 3
```

Right:

```
if coins == 3 { draw(you, 1) }
let n = 3
```";

    CHAINED = 411, "chained comparisons",
"A comparison is true or false. `a < b < c` would compare that outcome with `c`, which is not what it looks like, so it
is not allowed. The same goes for `==`, `in`, `is` and `has`, and for a range with three ends.

Wrong:

```
1 <= coins <= 5
a == b == c
```

Right:

```
1 <= coins and coins <= 5
a == b and b == c
```

If the outcome of a comparison is what you want to compare, put brackets: `(a < b) == marked`.";

    DOES_NOTHING = 412, "statement that does nothing",
"A statement has to make something happen: call a verb, change a variable or a state, ask somebody, or decide where to
go on. A value alone would be worked out and thrown away.

Wrong:

```
you.coins + 2
you.coins == 2
shuffle_all
```

Right:

```
you.coins += 2
you.coins = 2
shuffle_all()
```

Something that happens only sometimes is `if c { … }`, not `… if c`.";

    BAD_TARGET = 413, "something that cannot be changed",
"On the left of `=`, `+=` and `-=` stands a variable, or a state of something.

Wrong:

```
coins + 1 = total
count(hand) = 3
```

Right:

```
total = coins + 1
you.coins = 3
```

Where components are is changed by verbs, such as `move(c, z)`.";

    RESERVED = 414, "word of the language as a name",
"Some words mean something to the language wherever they stand, so nothing can be called so. The reference lists them
under Reserved words.

Wrong:

```
let end = 3
for each it in hand { }
```

Right:

```
let last = 3
for each c in hand { }
```";

    MISSING_BLOCK = 415, "block missing",
"What `if`, `else`, `for each`, `repeat`, `while`, `may` and `option` do stands in braces, even if it is a single
statement.

Wrong:

```
if any(hand) draw(you, 1)
```

Right:

```
if any(hand) { draw(you, 1) }
```";

    TOO_DEEP = 416, "nested too deeply",
"Brackets, blocks and operators can be nested 200 deep; a sum of more than 200 terms counts as well. No rule needs as much,
and the limit keeps a broken file from exhausting the memory.

Give parts of the calculation a name:

```
let near = sum(hand, cost)
let far = sum(deck, cost)
return near + far
```

or make them a function.";

    MISSING_NAME = 417, "name missing",
"Here a name has to stand: of a new variable, of the element of a loop, of what is chosen, of a kind or keyword, or of
what is asked behind a `.`.

Wrong:

```
choose from hand
let = 3
c is
```

Right:

```
choose c from hand
let n = 3
c is unit
```";

    NO_NULL = 418, "there is no null",
"A value that may be missing has a type such as `card?`. It is never compared with nothing: whether there is one is asked
with `is none` and `is not none`; to use it, it is opened, and what is to happen without it is said at once.

Wrong:

```
if top(deck) != none { move(top(deck), hand) }
```

Right:

```
if top(deck) is not none { draw(you, 1) }
if let c = top(deck) { move(c, hand) }
holder(c) ?? you
```

`none(S)` with brackets is something else: whether the set S has no element.";

    BAD_CHOICE = 419, "choice that is not written so",
"The forms of choices are

```
choose c from S
choose c from S { … } else { … }
may choose c from S { … } else { … }
choose up to 2 cs from S
choose exactly 2 cs from S
choose any cs from S
choose c from S by p \"Which?\"
may by p \"Draw a card?\" { … } else { … }
choose by p \"Build how?\" {
  option \"small\" when p.coins >= 2 { … }
  option \"large\" { … }
}
act p from {draw_card, pass} else { … }
```

Without `by`, it is `you` who chooses. Who chooses stands before the question. A `may choose` needs a block, since
afterwards there may be nothing that was chosen; an `else` stands behind a block only.";

    LONE_ELSE = 420, "`else` that belongs to nothing",
"An `else` follows the block of an `if`, `choose` or `may`, or an `act`: on the same line, or on the line after the `}`.
Nothing may stand between them.

Wrong:

```
if any(hand) { draw(you, 1) }
round += 1
else { pass() }
```

Right:

```
if any(hand) { draw(you, 1) }
else { pass() }
round += 1
```";

    SECOND_STATEMENT = 421, "two statements on one line",
"A statement ends with its line, or at a `;`.

Wrong:

```
draw(you, 1) draw(you, 2)
```

Right:

```
draw(you, 1); draw(you, 2)
```";

    TEMPLATE = 422, "template braces in code",
"`{{ … }}` puts a value into a text. Code is no text: there the name alone is the value.

Wrong:

```
draw(you, {{ n }})
```

Right:

```
draw(you, n)
log \"{{ n }} more\"
```";

    BAD_TYPE = 423, "type that cannot be read",
"The types are `int 0..9` (`int` alone in parameters and results), `bool`, `name`, `player`, `zone`, `component`, the id
of an enum, the id of a kind, `set of T`, and `T?` for what may be missing.

Wrong:

```
int 9..0
list of card
set of set of card
card??
```

Right:

```
int 0..9
set of card
card?
```";

    WHERE_IF = 424, "`if` behind a `where`",
"`S where C` reaches as far as it can, and so does `X if C`. Where one follows the other, brackets have to say which is
inside.

Wrong:

```
hand where cost > 2 if doubled
```

Right, for \"the dear cards, but only if doubled\":

```
(hand where cost > 2) if doubled
```

Right, for \"the cards for which this holds\":

```
hand where (cost > 2 if doubled)
```";

    NO_CODE = 425, "no code",
"The text is empty, or holds only a comment, where an expression or a type is needed. If there is nothing to say, leave
out the whole key.

Wrong:

```toml
when = \"\"
```

Right:

```toml
when = \"any(hand)\"
```";

    BAD_NAME = 426, "letters that no name has",
"In code everything is called by its id, and ids are made of a–z, 0–9 and `_`. What is printed on a component is its
`name`, which may be anything.

Wrong:

```
has({école})
```

Right:

```
has({ecole})
```";
}
