//! 0500–0599: names and types.

super::codes! {
    UNKNOWN_NAME = 500, "unknown name", "A name in a code string stands for nothing that is in scope there.\n\nA name is looked up from the inside out: variables and the elements of `where`s, then what `self` has, then what `you` has, then the game's functions, zones, state and options, then enum values and cards.\n\nWrong: `count(hnad)`\n\nRight: `count(hand)`";
    UNKNOWN_TYPE = 501, "unknown type", "A type that does not exist, or cannot be put together like this.\n\nTypes are `int a..b`, `bool`, `name`, `player`, `zone`, an enum's id, a kind's id, `set of …` and `…?`.\n\nWrong: `coins = \"number\"`\n\nRight: `coins = \"int 0..99\"`";
    TYPE_MISMATCH = 502, "wrong type", "A value of one type stands where another is needed.\n\nWrong: `bonus = \"hand where suit == herb\"` (a set where a number is needed)\n\nRight: `bonus = \"5 * count(hand where suit == herb)\"`";
    UNKNOWN_MEMBER = 503, "unknown member", "What stands behind a point is not something that the thing before it has.\n\nWrong: `c.strenght`\n\nRight: `c.strength`";
    WRONG_ARGUMENTS = 504, "wrong number of arguments", "A function, verb, slot, keyword or built-in word is given too many or too few things.\n\nWrong: `draw(you)`\n\nRight: `draw(you, 2)`";
    NOT_A_SET = 505, "not a set", "`where`, `in`, `count`, `any`, `sum`, `for each` and `choose` look through a set, and this is none. Mind that `where` reaches to the next closing bracket.\n\nWrong: `any(strength where it > 3)`\n\nRight: `any(hand where strength > 3)`";
    NOT_OPENED = 506, "optional not opened", "A value that may be none is used as though it were there.\n\nWrong: `move(top(deck), hand)`\n\nRight: `if let c = top(deck) { move(c, hand) }`";
    EFFECT_IN_CALCULATION = 507, "something happens in a calculation", "Functions, conditions, `where`s and slots that return a value are calculations: they may be asked any number of times, so nothing can be chosen, drawn by chance or changed in them.\n\nWrong: `bonus = \"roll(d6)\"`\n\nRight: roll in a verb or action, keep the result in state, and let the slot read that.";
    CYCLIC_FUNCTION = 508, "function calls itself", "A calculation has to come to an end, so functions cannot call themselves, not even through one another.\n\nWrong: `a` = `b + 1`, `b` = `a + 1`\n\nRight: a loop (`for each`, `while`) inside one function.";
    UNKNOWN_KIND = 509, "unknown kind", "A kind that is not declared. `component`, `card`, `piece` and `token` always exist.\n\nWrong: `kind = \"crad\"`\n\nRight: `kind = \"card\"`";
    UNKNOWN_KEYWORD = 510, "unknown keyword", "A card bears, or a rule asks for, a keyword that is not declared.\n\nWrong: `keywords = [\"flyng\"]`\n\nRight: `keywords = [\"flying\"]`, and `[keywords.flying]` in `game.toml` or `rules/`";
    UNKNOWN_CARD = 511, "unknown card", "A card that does not exist, or of which there are no more copies.";
    WRONG_VALUE = 512, "wrong value", "What a card prints is not of the type that its kind declares for it.\n\nWrong: `strength = \"ten\"`\n\nRight: `strength = 10`";
    OUT_OF_RANGE = 513, "out of range", "A number lies outside the range that was declared for it.\n\nWrong: `strength = 90`, declared as `int 0..40`\n\nRight: a number in the range, or a wider range";
    UNKNOWN_VALUE = 514, "unknown enum value", "A card prints a value that its enum does not have.\n\nWrong: `suit = \"hurb\"`\n\nRight: `suit = \"herb\"`";
    MISSING_FIELD = 515, "missing field", "A card does not say something that every card of its kind must say.\n\nRight: say it on the card, or give the attribute a `default` where the kind declares it.";
    UNKNOWN_FIELD = 516, "unknown field", "A card (or keyword, or modifier) names something that its kind does not declare.\n\nWrong: `strenght = 10`\n\nRight: `strength = 10`";
    NOT_ASSIGNABLE = 517, "cannot be given a value", "Only variables and state change. What a card prints, zones and options do not; components change place with `move`.\n\nWrong: `c.printed.suit = herb`\n\nRight: `c.suit = herb`, with `suit` declared as state";
    NO_RETURN = 518, "missing return", "Something that returns a value can end without doing so.\n\nRight: end every way through it with `return …`.";
    NO_EFFECT = 519, "does nothing", "A statement that works something out and throws it away.\n\nWrong: `others` on a line of its own\n\nRight: `let rest = others`";
    NEVER_NONE = 520, "never none", "`if let` and `??` are for values that may be none, and this is always there.";
    TEMPLATE = 521, "template", "A text cannot be filled in: it asks for something that is not there, or is not a MiniJinja template.\n\nWrong: `text = \"Worth {{ strenght }}.\"`\n\nRight: `text = \"Worth {{ strength }}.\"`";
    OUTSIDE_LOOP = 522, "outside a loop", "`break` and `continue` leave or continue a `for each`, `repeat` or `while`, and there is none around this one.";
    CYCLIC_KIND = 523, "kind below itself", "The chain of `base`s of a kind leads back to it.";
    INHERITED = 524, "already declared above", "A kind has everything that the kinds above it declare; it cannot declare it again.";
    WHO_CHOOSES = 525, "who chooses?", "A choice needs somebody to make it. In actions, slots and rules on cards that is `you`; elsewhere it is said.\n\nWrong: `choose card from p.hand` in the flow\n\nRight: `choose card from p.hand by p`";
    CANCEL_OUTSIDE = 526, "cancel outside `before`", "`cancel` keeps a verb from happening, so it can only stand in a `before` reaction.";
    UNKNOWN_ACTION = 527, "unknown action", "`act … from {…}` names an action that is not declared.";
    UNKNOWN_VERB = 528, "unknown verb", "A reaction names a verb that is not declared. Built-in words cannot be reacted to: declare a verb that does it and call that.";
    UNKNOWN_ZONE = 529, "unknown zone", "A zone that does not exist, or a player's zone without saying whose.";
    KEYWORD_TWICE = 530, "keyword twice", "A card bears a keyword twice, or two of its keywords fill the same slot.";
    NO_RANGE = 531, "no range", "Every number that is stored says how far it can go.\n\nWrong: `coins = \"int\"`\n\nRight: `coins = \"int 0..99\"`";
    NO_START = 532, "no start", "State that holds a player, component or zone has to say which one it is at first, or be optional. A slot that returns one (or an enum's value) has to say which, where a card writes nothing, by its `default`; or it returns a `…?`, which is none then.";
    EMPTY_CHOICE = 533, "empty choice", "A choice that cannot be made: from nothing, without a block for what comes of it, or between options with one name.";
    UNKNOWN_FUNCTION = 534, "unknown function", "A call of something that is no function, verb or built-in word.";
    NOT_ORDERED = 535, "no order", "A zone that is a heap has no top. Declare it with `ordered = true`.";
    DIVISION_BY_ZERO = 536, "division by zero", "A division by what is always zero.";
    UNKNOWN_OPTION = 537, "unknown option", "A scenario sets an option that the game does not have.";
    TOO_MANY = 538, "too many components", "A game can have 16,320 components.";
    UNREACHABLE = 539, "never reached", "A statement after `return`, `break`, `cancel`, `win` or `end`.";
    ENDLESS_LOOP = 540, "endless loop", "`while true` with nothing in it that leaves.";
    CELL_TWICE = 541, "cell twice", "Two boards have a cell of the same id, so the id alone would not say which is meant.\n\nWrong: two boards with `grid = [3, 3]`\n\nRight: one board, or named areas on one of them";
    UNKNOWN_CELL = 542, "unknown cell", "A cell that no board has.\n\nWrong: `e9` on a board with `grid = [8, 8]`\n\nRight: `e8`";
    NO_BOARD = 543, "no board", "A word that asks about cells, in a game without a board.\n\nWrong: `neighbours(c)` in a game of cards\n\nRight: declare a board, `[boards.board]` with `grid = [8, 8]`";
}

/// Codes that say that something is not declared.
pub const NAMES: &[crate::diagnostics::Code] = &[
    UNKNOWN_NAME,
    UNKNOWN_TYPE,
    UNKNOWN_MEMBER,
    UNKNOWN_KIND,
    UNKNOWN_KEYWORD,
    UNKNOWN_CARD,
    UNKNOWN_CELL,
    NO_BOARD,
    UNKNOWN_VALUE,
    UNKNOWN_FIELD,
    UNKNOWN_ACTION,
    UNKNOWN_VERB,
    UNKNOWN_ZONE,
    UNKNOWN_FUNCTION,
    UNKNOWN_OPTION,
    MISSING_FIELD,
];
