super::declaration::codes! {
    NOT_SOLVABLE = CW0860, "not a game to be solved";
    NOT_SOLVED = CW0861, "not solved";
}
