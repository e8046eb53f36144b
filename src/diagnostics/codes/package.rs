super::codes! {
    NO_SUCH_GAME = 1, "no such game",
"A game is named by its folder, or, where there is no such folder, by the id of a game that comes with Cardwright.

Wrong:
```sh
cardwright check cards/smal-crowns
```
Right:
```sh
cardwright check cards/small-crowns
```";

    NO_GAME_FILE = 2, "folder without a game.toml",
"A package is a folder with a file `game.toml`, which says what the game is called and how it is played. Only a folder
that another package includes may do without. `cardwright new my-game` makes a package to begin with.

Wrong:
```
my-game/
  rules/flow.toml
```
Right:
```
my-game/
  game.toml
  rules/flow.toml
```";

    UNREADABLE = 3, "file that cannot be read",
"The file is there, but reading it failed; the message says what the system answered. Often the permissions are the
reason, or a link that leads nowhere.";

    NOT_UTF8 = 4, "file that is not UTF-8",
"Cardwright reads text in UTF-8, which every editor can write. Spreadsheets often write something else unless asked: choose
\"CSV UTF-8\" when exporting. The message names the first byte that does not belong.";

    TOO_LARGE = 5, "package too large",
"A file of a package has at most 16 MiB, a package has at most 10,000 files, and with all that it includes at most
256 MiB. A thousand cards take far less than one of these; probably something else has got into the folder.";

    LEAVES_PACKAGE = 6, "link that leaves the package",
"A link in a package's folder leads out of that folder. A package is read from its own folder only, so that it means the
same on every machine, and cannot show what its author has no business with.

Wrong:
```
my-game/cards/all.csv -> /home/ana/all.csv
```
Right:
```
my-game/cards/all.csv
```";

    MISPLACED = 7, "file that is not read",
"The file looks like a part of the package, but stands where Cardwright does not look. It reads `game.toml`, `print.toml`,
`rules/*.toml`, `cards/*.toml`, `cards/*.csv`, `decks/*.toml` and `scenarios/*.toml`, and no folders below these.

Wrong:
```
my-game/card/red.toml
my-game/cards/more/blue.toml
```
Right:
```
my-game/cards/red.toml
my-game/cards/blue.toml
```";

    INCLUDE_NAME = 8, "include is not a folder's name",
"`include` names packages that stand beside this one, by the names of their folders. It is never a path: a package may
not reach into other places.

Wrong:
```toml
include = [\"../common-board\"]
```
Right:
```toml
include = [\"common-board\"]
```";

    INCLUDE_MISSING = 9, "included package is not there",
"`include` names a folder beside this package's folder, and there is none of that name.

Wrong:
```toml
# cards/my-game/game.toml, and there is cards/common-board/
include = [\"comon-board\"]
```
Right:
```toml
include = [\"common-board\"]
```";

    INCLUDE_CYCLE = 10, "packages that include each other",
"A package includes itself, directly or by way of others. Declarations that several packages need go into a package of
their own, which includes none of these.

Wrong:
```toml
# cards/red/game.toml
include = [\"blue\"]
# cards/blue/game.toml
include = [\"red\"]
```
Right:
```toml
# cards/red/game.toml
include = [\"common\"]
# cards/blue/game.toml
include = [\"common\"]
```";

    CANNOT_WRITE = 11, "file that cannot be written",
"Writing the file failed; the message says what the system answered. Whatever was there before is still there: files are
written whole, beside their place, and then put into it.";

    NOT_EMPTY = 12, "folder that is not empty",
"A new package is put into a folder that is empty or does not exist yet, so that nothing of yours is overwritten.

Wrong:
```sh
cardwright new .
```
Right:
```sh
cardwright new my-game
```";
}
