//! 0500–0599: unresolved names.

super::declaration::codes! {
    UNKNOWN_NAME = CW0500, "unknown name";
    UNKNOWN_TYPE = CW0501, "unknown type";
    UNKNOWN_MEMBER = CW0503, "unknown member";
    UNKNOWN_KIND = CW0509, "unknown kind";
    UNKNOWN_KEYWORD = CW0510, "unknown keyword";
    UNKNOWN_CARD = CW0511, "unknown card";
    UNKNOWN_VALUE = CW0514, "unknown enum value";
    UNKNOWN_FIELD = CW0516, "unknown field";
    UNKNOWN_ACTION = CW0527, "unknown action";
    UNKNOWN_VERB = CW0528, "unknown verb";
    UNKNOWN_ZONE = CW0529, "unknown zone";
    UNKNOWN_FUNCTION = CW0534, "unknown function";
    UNKNOWN_OPTION = CW0537, "unknown option";
    UNKNOWN_CELL = CW0542, "unknown cell";
    NO_BOARD = CW0543, "no board";
    SEVERAL_ENUMS = CW0544, "value of several enums";
    UNKNOWN_STATE = CW0546, "unknown state";
    NOT_A_HISTORY = CW0547, "not a history";
}

/// Codes for undeclared names.
pub const NAMES: &[crate::diagnostics::code::Code] = &[
    UNKNOWN_NAME,
    UNKNOWN_TYPE,
    UNKNOWN_MEMBER,
    UNKNOWN_KIND,
    UNKNOWN_KEYWORD,
    UNKNOWN_CARD,
    UNKNOWN_CELL,
    UNKNOWN_STATE,
    NOT_A_HISTORY,
    NO_BOARD,
    UNKNOWN_VALUE,
    UNKNOWN_FIELD,
    UNKNOWN_ACTION,
    UNKNOWN_VERB,
    UNKNOWN_ZONE,
    UNKNOWN_FUNCTION,
    UNKNOWN_OPTION,
];
