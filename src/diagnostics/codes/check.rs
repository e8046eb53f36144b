//! 0500–0599: types, values and the permitted effects of rules. The codes of names are in `names`.

pub use super::names::*;

super::declaration::codes! {
    TYPE_MISMATCH = CW0502, "wrong type";
    WRONG_ARGUMENTS = CW0504, "wrong number of arguments";
    NOT_A_SET = CW0505, "not a set";
    NOT_OPENED = CW0506, "optional not opened";
    EFFECT_IN_CALCULATION = CW0507, "side effect in a calculation";
    CYCLIC_FUNCTION = CW0508, "function calls itself";
    WRONG_VALUE = CW0512, "wrong value";
    OUT_OF_RANGE = CW0513, "out of range";
    MISSING_FIELD = CW0515, "missing field";
    NOT_ASSIGNABLE = CW0517, "cannot be given a value";
    NO_RETURN = CW0518, "missing return";
    NO_EFFECT = CW0519, "does nothing";
    NEVER_NONE = CW0520, "never none";
    TEMPLATE = CW0521, "text that cannot be filled in";
    OUTSIDE_LOOP = CW0522, "outside a loop";
    CYCLIC_KIND = CW0523, "cycle of kinds";
    INHERITED = CW0524, "declared by another board";
    WHO_CHOOSES = CW0525, "who chooses?";
    CANCEL_OUTSIDE = CW0526, "cancel outside `before`";
    KEYWORD_TWICE = CW0530, "keyword twice";
    NO_RANGE = CW0531, "no range";
    NO_START = CW0532, "no start";
    EMPTY_CHOICE = CW0533, "choice that cannot be made";
    NOT_ORDERED = CW0535, "no order";
    DIVISION_BY_ZERO = CW0536, "division by zero";
    TOO_MANY = CW0538, "too much for one game";
    UNREACHABLE = CW0539, "unreachable statement";
    ENDLESS_LOOP = CW0540, "endless loop";
    CELL_TWICE = CW0541, "cell twice";
    NOT_CONSTANT = CW0545, "not known before play";
    UNKNOWN_PER = CW0570, "nothing to have a zone for";
    TOO_MANY_PLACES = CW0571, "too many zones";
    NO_OWNER = CW0572, "zone without an owner";
    TOP_SEEN = CW0575, "top that nobody else sees";
    SIGHT_CHANGES = CW0576, "who sees a zone would change in play";
    MEMBER_TAKEN = CW0573, "zone called like something else there";
    START_OF_MANY = CW0574, "start of zones of two things";
}
