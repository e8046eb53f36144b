super::declaration::codes! {
    NO_GAME = CW0300, "no game";
    DECLARED_TWICE = CW0301, "declared twice";
    NAME_TAKEN = CW0302, "name taken";
    RESERVED_WORD = CW0303, "word of the language";
    RANGE_BACKWARDS = CW0304, "range backwards";
    DEFAULT_NOT_AMONG = CW0305, "default not among the values";
    GIVEN_TWICE = CW0306, "given twice";
    ONE_OF = CW0307, "just one of several keys";
    CELL = CW0308, "not for a spreadsheet";
    CARD_KEY = CW0309, "key that every card has";
    POINTLESS_KEY = CW0310, "key without effect";
    NO_SUCH_CELL = CW0311, "no such cell";
    BESIDE_ITSELF = CW0312, "area beside itself";
    BOARD_SIZE = CW0313, "too many cells, or none";
    CELL_NAME = CW0314, "name that every cell has";
    NO_SUCH_ATTRIBUTE = CW0315, "no such attribute of cells";
    NO_SUCH_SORT = CW0316, "no such sort of board";
    STANDS_FOR = CW0317, "cannot stand for it";
    COPIES = CW0318, "number of copies";
    AREA_WITHOUT_PLACE = CW0319, "area without a place";
}
