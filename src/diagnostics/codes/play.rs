//! 0800–0899: scenarios, replays, decks, evaluation.

super::declaration::codes! {
    PLAYER_COUNT = CW0800, "number of players";
    BAD_ANSWER = CW0801, "invalid answer or roll";
    UNKNOWN_FAULT = CW0802, "unknown fault";
    UNKNOWN_BOT = CW0803, "unknown bot";
    SCENARIO_LAID = CW0810, "scenario that cannot be laid out";
    SCENARIO_EXPECTATION = CW0811, "expectation that does not hold";
    SCENARIO_VALUE = CW0812, "value that is not as expected";
    SCENARIO_OPTIONS = CW0813, "options that are not as expected";
    SCENARIO_ANSWER = CW0814, "answer that is missing or no option";
    SCENARIO_STEP = CW0815, "step that cannot be done";
    SCENARIO_FAULT = CW0816, "fault that did not come";
    SCENARIO_HIDDEN = CW0817, "zone that is not hidden, or not seen";
    SCENARIO_WINNERS = CW0818, "other winners or another ending";
    SCENARIO_UNUSED = CW0819, "prepared and not used";
    UNKNOWN_DECK_CARD = CW0830, "unknown card in a deck";
    DECK_CARD_TWICE = CW0831, "card twice in a deck";
    DECK_SIZE = CW0832, "deck of the wrong size";
    DECK_COPIES = CW0833, "wrong number of a card in a deck";
    DECK_INCOMPLETE = CW0834, "deck that is not the whole game";
    DECK_KIND = CW0835, "kind that cannot be in a deck";
    DECK_REQUIRE = CW0836, "deck that breaks a requirement of the game";
    UNKNOWN_DECK_PART = CW0837, "unknown part of a list";
    UNKNOWN_LIST = CW0838, "list that cannot be brought";
    NO_LISTS = CW0839, "game without lists";
    STALE_LIST = CW0845, "scenario with a list that cannot be used";
    DECK_LINE = CW0844, "line of a list that cannot be read";
    ENDLESS = CW0840, "game that does not end";
    NOTHING_PLAYED = CW0842, "nothing was played";
    BROKEN_PROMISE = CW0843, "broken promise";
    NOT_SWEPT = CW0841, "value that cannot be tried";
}
