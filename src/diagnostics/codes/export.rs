//! 0930–0949: pictures and tables for elsewhere.

super::declaration::codes! {
    NOTHING_TO_EXPORT = CW0930, "nothing to export";
    SHOP_SIZE = CW0931, "size that a print shop does not take";
    SHOP_SAFE = CW0932, "text outside a print shop's safe zone";
    WHITE_BLEED = CW0933, "bleed that is left white";
    NOT_DRAWN = CW0934, "picture that cannot be drawn";
    TOO_MANY_PIXELS = CW0935, "picture of too many pixels";
    UNKNOWN_SPLIT = CW0936, "deck split by an unknown attribute";
}
