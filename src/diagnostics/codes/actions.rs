//! 0500–0599 as well: actions and windows.

super::declaration::codes! {
    WINDOW = CW0580, "window that cannot be opened";
    BORNE_ACTION = CW0581, "action of components that cannot be";
    TOO_MANY_PARAMETERS = CW0582, "too many parameters";
}
