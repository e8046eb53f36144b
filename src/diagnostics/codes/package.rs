super::declaration::codes! {
    NO_SUCH_GAME = CW0001, "no such game";
    NO_GAME_FILE = CW0002, "folder without a game.toml";
    UNREADABLE = CW0003, "file that cannot be read";
    NOT_UTF8 = CW0004, "file that is not UTF-8";
    TOO_LARGE = CW0005, "package too large";
    LEAVES_PACKAGE = CW0006, "link that leaves the package";
    MISPLACED = CW0007, "file that is not read";
    INCLUDE_NAME = CW0008, "include is not a folder's name";
    INCLUDE_MISSING = CW0009, "included package is not there";
    INCLUDE_CYCLE = CW0010, "packages that include each other";
    CANNOT_WRITE = CW0011, "file that cannot be written";
    NOT_EMPTY = CW0012, "folder that is not empty";
    NOT_FORMATTED = CW0013, "file that is not formatted";
    WORKBOOK = CW0014, "workbook that cannot be read";
}
