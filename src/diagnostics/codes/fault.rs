super::declaration::codes! {
    OUT_OF_RANGE = CW0701, "stored number out of its range";
    NOTHING_TO_CHOOSE = CW0702, "nothing to choose from";
    NO_LEGAL_ACTION = CW0703, "no legal action";
    DIVISION_BY_ZERO = CW0704, "division by zero";
    OVERFLOW = CW0705, "number too large";
    NOBODY_HOLDS = CW0706, "held by nobody";
    NO_RETURN = CW0707, "ended without `return`";
    WRONG_KIND = CW0708, "wrong kind for a zone";
    NO_SUCH_SEAT = CW0709, "no such seat";
    NO_SUCH_DIE = CW0710, "die without sides";
    NOT_IN_SET = CW0711, "a set cannot hold this";
    NO_SUCH_THING = CW0712, "a value that stands for nothing";
    TOO_DEEP = CW0713, "calls nested too deep";
    FUEL_SPENT = CW0714, "rule without an end";
    DAMAGED = CW0715, "table out of step";
    TOO_MANY_OPTIONS = CW0716, "too many options";
    INTERRUPTED = CW0717, "interrupted";
    NO_SUCH_PLACE = CW0720, "zone without a place for this";
    NO_SUCH_LANE = CW0726, "amount without a number for this";
    INSIDE_ITSELF = CW0721, "component inside itself";
    OPEN_WINDOW = CW0722, "window that never closes";
}
