//! 0900–0949: paper.

super::codes! {
    SHEET_SUBJECT = 900, "sheet that shows nothing",
"A sheet of `print.toml` shows the components of one kind, or a board, or nothing but its face, and has to say which. Only of the
last it says how many `copies` there are.

Wrong:
```toml
[sheets.cards]
size = \"poker\"
```
Right:
```toml
[sheets.cards]
components = \"card\"
size = \"poker\"
```";

    UNKNOWN_BOARD = 901, "unknown board",
"A sheet of `print.toml` shows a board that the game does not have.

Wrong, where the game has `[boards.map]`:
```toml
[sheets.board]
board = \"mpa\"
```
Right:
```toml
[sheets.board]
board = \"map\"
```";

    NOT_PRINTED = 902, "attribute that is not printed",
"`band` and `number` of a sheet name what stands on every one of its components: an attribute of their kind, or state of it that is
`printed`. The `band` gives a face its colour and icon.

Wrong, where cards have a `suit`:
```toml
[sheets.cards]
components = \"card\"
band = \"siut\"
```
Right:
```toml
[sheets.cards]
components = \"card\"
band = \"suit\"
```";

    UNKNOWN_SIZE = 903, "unknown size",
"A size goes by a name that Cardwright does not know. Any size can be given as width and height in millimetres.

Wrong:
```toml
[sheets.cards]
components = \"card\"
size = \"pocker\"
```
Right:
```toml
[sheets.cards]
components = \"card\"
size = \"poker\"
```";

    UNKNOWN_FACE = 904, "unknown face",
"A sheet names a template that is neither in the package's `faces/` nor comes with Cardwright. `face = \"hero\"` is
`faces/hero.svg.j2` or `faces/hero.svg`.

Wrong, where there is `faces/hero.svg.j2`:
```toml
[sheets.cards]
components = \"card\"
face = \"heroes\"
```
Right:
```toml
[sheets.cards]
components = \"card\"
face = \"hero\"
```";

    FACE_TEMPLATE = 905, "face that cannot be filled in",
"The template of a face asks for something that its component does not have, uses what faces may not use, or does more work than
faces may.

Wrong, where cards have a `strength`:
```svg
<rect data-text=\"{{ strenght }}\" x=\"3\" y=\"3\" width=\"10\" height=\"6\"/>
```
Right:
```svg
<rect data-text=\"{{ strength }}\" x=\"3\" y=\"3\" width=\"10\" height=\"6\"/>
```";

    FACE_SVG = 906, "face that is no SVG",
"What a template was filled in to is not an SVG, or not one that can be drawn. Often a `<` or `&` of a text is to blame that was
put where no text may stand, or a tag that is not closed. Entities that a document declares itself are not read.

Wrong:
```svg
<g><rect x=\"3\" y=\"3\" width=\"10\" height=\"6\">
```
Right:
```svg
<g><rect x=\"3\" y=\"3\" width=\"10\" height=\"6\"/></g>
```";

    TEXT_BOX = 907, "text box that cannot be used",
"A rectangle with `data-text` says something of its text that cannot be understood: a length that is no number, a font that is not
there, a word that `data-align` does not know.

Wrong:
```svg
<rect data-text=\"{{ name }}\" data-align=\"centre\" x=\"3\" y=\"3\" width=\"40\" height=\"6\"/>
```
Right:
```svg
<rect data-text=\"{{ name }}\" data-align=\"center\" x=\"3\" y=\"3\" width=\"40\" height=\"6\"/>
```";

    OVERFLOW = 910, "text that does not fit",
"A text is larger than its box, even at the smallest size that the box allows. It is printed, and runs over. With `--deny
warnings` nothing is written. Make the text shorter, the box larger, or its `data-min-size` smaller.

Wrong, on a card 63 mm wide:
```svg
<rect data-text=\"{{ text }}\" data-size=\"9\" data-min-size=\"9\" x=\"4\" y=\"60\" width=\"55\" height=\"6\"/>
```
Right:
```svg
<rect data-text=\"{{ text }}\" data-size=\"9\" data-min-size=\"6.5\" x=\"4\" y=\"60\" width=\"55\" height=\"22\"/>
```";

    MISSING_ICON = 911, "missing icon",
"A text has a word in braces, such as `{coin}`, or a template asks for an icon, and there is no icon of that name: neither
`icons/coin.svg` in the package, nor one that comes with Cardwright, nor a line for it in `[icons]`. The word itself is printed.

Wrong:
```toml
text = \"Pay {coyn}.\"
```
Right:
```toml
text = \"Pay {coin}.\"
```";

    MISSING_GLYPH = 912, "missing glyph",
"The font of a text has no sign for one of its letters, and neither has any other font of the package. Put a font that has it into
`fonts/`; it is used wherever the box's own font is at a loss.

Wrong, with a font of Latin letters alone:
```toml
name = \"龍\"
```
Right:
```toml
name = \"Badger\"
```";

    NOT_ALLOWED = 913, "what a picture may not do",
"A picture or a face refers to a file outside the package or to the network, holds a script, or something else that has no place on
paper. Pictures are read from the package's `art/` alone.

Wrong:
```svg
<image href=\"https://example.org/badger.png\" x=\"0\" y=\"0\" width=\"63\" height=\"40\"/>
```
Right:
```svg
<image href=\"art/badger.png\" x=\"0\" y=\"0\" width=\"63\" height=\"40\"/>
```";

    PICTURE = 914, "picture that cannot be used",
"A picture cannot be read, is of a sort that is not printed, or is larger than any printer could use: more than 12,000 pixels wide
or high, or 60 million in all. PNG, JPEG and SVG are printed.

Wrong:
```svg
<image href=\"art/scan.tiff\" x=\"0\" y=\"0\" width=\"63\" height=\"40\"/>
```
Right:
```svg
<image href=\"art/scan.png\" x=\"0\" y=\"0\" width=\"63\" height=\"40\"/>
```";

    LOW_RESOLUTION = 915, "picture of too few pixels",
"A picture has fewer than 300 pixels to the inch at the size at which it is printed, and will look soft. A card 63 mm wide wants a
picture of 744 pixels.

Wrong, where the picture is 300 pixels wide:
```svg
<image href=\"art/badger.png\" x=\"0\" y=\"0\" width=\"63\" height=\"40\"/>
```
Right:
```svg
<image href=\"art/badger.png\" x=\"19\" y=\"8\" width=\"25\" height=\"16\"/>
```";

    DOES_NOT_FIT = 916, "component that does not fit the paper",
"Not one component of a sheet fits its paper, margins and marks counted.

Wrong:
```toml
[sheets.mats]
components = \"mat\"
size = [280, 200]
paper = \"A4\"
```
Right:
```toml
[sheets.mats]
components = \"mat\"
size = [280, 200]
paper = \"A3\"
```";

    FONT = 917, "font that cannot be used",
"A font of the package cannot be read, or its licence does not allow what every PDF does: to embed the part of it that is used. What
it allows stands in the font itself.

Wrong, where the file is a web font:
```text
fonts/Runes.woff2 renamed to fonts/Runes.ttf
```
Right:
```text
fonts/Runes.ttf
```";

    NOTHING_TO_PRINT = 918, "nothing to print",
"What was asked for leaves nothing to print: no component has the value that `--only` names, or the game has neither components nor
boards.

Wrong, where no card has the suit:
```text
cardwright print my-game --only suit=swords
```
Right:
```text
cardwright print my-game --only suit=root
```";

    UNSAFE = 919, "text outside the safe zone",
"A text comes nearer to the cut than the sheet's `safe`, in millimetres: where the cut is a little off, letters are lost.

Wrong, with `safe = 2`:
```svg
<rect data-text=\"{{ name }}\" x=\"0.5\" y=\"3\" width=\"40\" height=\"6\"/>
```
Right:
```svg
<rect data-text=\"{{ name }}\" x=\"3\" y=\"3\" width=\"40\" height=\"6\"/>
```";
    UNSHOWN = 920, "components that no sheet shows",
"A game that declares sheets of some kinds of components gets these and no others: components of the other kinds are not printed.

Wrong, where the game has tokens as well:
```toml
[sheets.cards]
components = \"card\"
```
Right:
```toml
[sheets.cards]
components = \"card\"

[sheets.tokens]
components = \"token\"
```";

    UNSAID = 921, "rules that stand nowhere on the card",
"A card has a rule, and no text that tells it: neither its own `text`, nor one that is made of the `text` of the rule's slot.

Wrong, where `bonus` has no `text` of its own:
```toml
[cards.badger]
bonus = \"5\"
```
Right:
```toml
[cards.badger]
bonus = \"5\"
text = \"Counts 5.\"
```";

    SHEET_NAME = 922, "sheet under a taken name",
"Each sheet is a file of its own: `rules` is the file of the rules and `pieces` that of `[pieces]`, so no other sheet can be
called so.

Wrong:
```toml
[sheets.rules]
face = \"rules\"
```
Right:
```toml
[sheets.overview]
face = \"rules\"
```";
}
