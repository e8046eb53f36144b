//! 0930–0949: pictures and tables for elsewhere.

super::codes! {
    NOTHING_TO_EXPORT = 930, "nothing to export",
"What was asked for leaves nothing to export: no component has the value that `--only` names, or the game has nothing of the sort.
Print shops and Tabletop Simulator take components, not boards.

Wrong, where no card has the suit:
```text
cardwright export my-game --to png --only suit=swords
```
Right:
```text
cardwright export my-game --to png --only suit=root
```";

    SHOP_SIZE = 931, "size that a print shop does not take",
"The components of a sheet are not of the size that the print shop cuts: more than a millimetre too large or too small, turned or
not. Give the sheet the right size in `print.toml`, or export another with `--sheet`.

Wrong, for a shop that cuts poker cards:
```toml
[sheets.cards]
components = \"card\"
size = \"tarot\"
```
Right:
```toml
[sheets.cards]
components = \"card\"
size = \"poker-us\"
```";

    SHOP_SAFE = 932, "text outside a print shop's safe zone",
"A letter of a face lies nearer to the cut than the print shop allows. Where the cut is a little off, it is lost. Letters are
measured themselves, not the boxes that they stand in.

Wrong, for a shop that wants 3.2 mm:
```svg
<rect data-text=\"{{ name }}\" x=\"1\" y=\"3.5\" width=\"40\" height=\"6\"/>
```
Right:
```svg
<rect data-text=\"{{ name }}\" x=\"3.5\" y=\"3.5\" width=\"40\" height=\"6\"/>
```";

    SHOP_BLEED = 933, "bleed that is left white",
"A face does not colour all of the bleed that the print shop wants. Where the cut is a little off, a white line is seen. Draw what
is at the edge further: 4 mm beyond it are enough for every shop.

Wrong, on a card of 63 × 88 mm:
```svg
<rect x=\"0\" y=\"0\" width=\"63\" height=\"88\" fill=\"{{ colour }}\"/>
```
Right:
```svg
<rect x=\"-4\" y=\"-4\" width=\"71\" height=\"96\" fill=\"{{ colour }}\"/>
```";

    NOT_DRAWN = 934, "picture that cannot be drawn",
"A picture of the package looks like one from outside, and what it holds cannot be decoded.

Wrong, where the file was cut off half way:
```text
art/badger.jpg
```
Right, where it was saved anew:
```text
art/badger.jpg
```";

    TOO_MANY_PIXELS = 935, "picture of too many pixels",
"At the resolution asked for, a face would have more than 50 million pixels.

Wrong, for a board of 400 × 400 mm:
```text
cardwright export my-game --to png --dpi 1200
```
Right:
```text
cardwright export my-game --to png --dpi 300
```";

    UNKNOWN_SPLIT = 936, "deck split by what is not there",
"`--split` names an attribute of components, and each of its values gets a deck of its own. No component has an attribute of that
name.

Wrong, where cards have a `suit`:
```text
cardwright export my-game --to tts --split siut
```
Right:
```text
cardwright export my-game --to tts --split suit
```";
}
