//! 0900–0949: paper.

super::declaration::codes! {
    SHEET_SUBJECT = CW0900, "sheet that shows nothing";
    UNKNOWN_BOARD = CW0901, "unknown board";
    NOT_PRINTED = CW0902, "attribute that is not printed";
    UNKNOWN_SIZE = CW0903, "unknown size";
    UNKNOWN_FACE = CW0904, "unknown face";
    FACE_TEMPLATE = CW0905, "face that cannot be filled in";
    FACE_SVG = CW0906, "face that is not an SVG";
    TEXT_BOX = CW0907, "text box that cannot be used";
    OTHER_SHAPE = CW0908, "face whose `viewBox` is not that of its component";
    AREAS_OVERLAP = CW0909, "areas that overlap";
    OVERFLOW = CW0910, "text that does not fit";
    MISSING_ICON = CW0911, "missing icon";
    MISSING_GLYPH = CW0912, "missing glyph";
    NOT_ALLOWED = CW0913, "picture with forbidden content";
    PICTURE = CW0914, "picture that cannot be used";
    LOW_RESOLUTION = CW0915, "picture of too few pixels";
    DOES_NOT_FIT = CW0916, "what does not fit the paper";
    FONT = CW0917, "font that cannot be used";
    NOTHING_TO_PRINT = CW0918, "nothing to print";
    UNSAFE = CW0919, "text outside the safe zone";
    UNSHOWN = CW0920, "components that no sheet shows";
    UNSAID = CW0921, "rules that stand nowhere on the card";
    SHEET_NAME = CW0922, "sheet under a taken name";
    UNKNOWN_COLOUR = CW0923, "colour or icon of an unknown word";
    PROFILE = CW0924, "colour profile that cannot be used";
    NO_BOLD = CW0925, "font without bold letters";
    UNKNOWN_FIGURE = CW0926, "figure of nothing";
    SAME_SPOT = CW0927, "spot colours that are alike";
    CONFUSED_COLOURS = CW0928, "colours that are hard to tell apart";
    FIGURE_IN_LINE = CW0929, "figure or table that is printed as words";
    UNDRAWN = CW0937, "markup that an extending face never draws";
    NOT_AS_DRAWN = CW0938, "part of a face that is not printed as its SVG says";
    BOARD_SHAPE = CW0939, "size of another shape than its board";
    UNUSED_FILE = CW0940, "file that nothing uses";
    TINY = CW0941, "size that is small for millimetres";
    DIFFERENT_BACKS = CW0942, "different backs or sizes in one hidden zone";
    PIECE_SIGNS = CW0943, "signs that are not one for each player";
}
