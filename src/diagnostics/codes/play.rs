//! 0800–0899: scenarios, replays, decks, evaluation.

super::codes! {
    PLAYER_COUNT = 800, "player count", "A number of players that the game is not for.";
    BAD_ANSWER = 801, "bad answer", "An answer, or an expected detail, that cannot be one.";
    UNKNOWN_FAULT = 802, "unknown fault", "A scenario expects a fault that play cannot end in.";
}
