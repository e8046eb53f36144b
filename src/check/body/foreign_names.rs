//! Names of functions from other programming languages, with their equivalents here.

use crate::check::body::scope::Cx;
use crate::vocabulary;

/// Returns the help for a function name of another language. `S` stands for its set.
pub(in crate::check) fn foreign_function_help(word: &str) -> Option<&'static str> {
    Some(match word {
        "len" | "length" | "size" | "count_of" | "number_of" | "amount" | "total_of" => {
            "how many are in a set S is `count(S)`"
        }
        "print" | "echo" | "say" | "message" | "show" | "write" | "announce" | "puts" | "println" => {
            "a line for the game's record is written `log \"{{ p }} passes\"`, without brackets"
        }
        "sort" | "sorted" | "sort_by" | "order_by" | "ordered" | "rank" | "reverse" => {
            "a set has no order; `best(S, e)` is the element with the greatest e, `for each` goes through S in the order of \
             the box, and a zone with `ordered = true` keeps the order in which components come"
        }
        "empty" | "is_empty" | "isempty" => "whether nothing is in a set S is asked with `none(S)`",
        "exists" | "some" | "any_of" | "has_any" | "not_empty" => {
            "whether something is in a set S is asked with `any(S)`"
        }
        "contains" | "includes" | "has_card" | "member" => "whether x is in a set S is asked with `x in S`",
        "filter" | "select" | "find" | "find_all" => "the elements of S for which C holds are `S where C`",
        "map" | "distinct" | "unique" | "names" => {
            "the set of the values that e takes over S is `values(S, e)`"
        }
        "average" | "avg" | "mean" => "write `sum(S, e) / count(S)`; by an empty set that is a fault",
        "product" | "reduce" | "fold" => {
            "go through the set with `for each`, and keep the result in a variable"
        }
        "rand" | "randint" | "random_int" | "dice" | "die" | "roll_dice" => {
            "a die is `roll(d6)`, several are `roll(2, d6)`; any element of a set is `random(S)`"
        }
        "choice" | "pick" | "sample" | "random_choice" => {
            "any element of a set is `random(S)`; what a player picks is `choose c from S by p`"
        }
        "create" | "spawn" | "make" | "new" | "token" => {
            "what rules make is taken from the box: `if let c = first(box where name == n) { move(c, z) }`; how many there are says \
             `copies`"
        }
        "push" | "add" | "append" | "insert" | "put" | "place" | "add_to" => {
            "components get somewhere with `move(c, z)`; on a set it is written `S + x`"
        }
        "gain" | "lose" | "earn" | "pay" | "spend" | "increase" | "decrease" | "increment" | "decrement"
        | "set" => {
            "a state is changed by a statement, such as `coins += 3`, `coins -= 1` or `coins = 0`; what happens often can be a verb \
             of the game"
        }
        "remove" | "delete" | "discard" | "pop" | "take" | "draw_card" => {
            "components are taken elsewhere with `move(c, z)`, or out of play with `move(c, box)`; the top n with \
             `deal(from, to, n)`"
        }
        "head" | "peek" | "top_card" => {
            "the top of an ordered zone is `top(z)`; one of any set is `first(S)`"
        }
        "last" => "the bottom of an ordered zone is `bottom(z)`",
        "range" => "all ints from a to b are `a..b`",
        "maximum" | "max_by" | "maxby" | "highest" | "greatest" | "argmax" | "winner" => {
            "the greatest value is `max(S, e)`; the element that has it is `best(S, e)`"
        }
        "minimum" | "min_by" | "minby" | "lowest" | "least" | "argmin" => {
            "the least value is `min(S, e)`; the element that has it is `best(S, -e)`"
        }
        "opponents" | "others" | "other_players" => "all players but one are `players - you`",
        "opponent" | "next_player" | "nextplayer" => {
            "who sits after p is `next(p)`, which with two players is the other one"
        }
        "previous" | "prev" | "previous_player" => {
            "there is no word for it: go through `turn_order(p)`, or ask for `first(q in players where next(q) == p)`"
        }
        "player" => "who sits at seat 1 is `players[1]`",
        "owner" | "owner_of" => "who owns the zone that c is in is `holder(c)`",
        "cell" | "square" | "field" | "space" => {
            "a cell is named as it is, `e5`; one that is worked out is `first(cells where column == i and row == j)`"
        }
        "column" | "row" => "a cell's column and row are `c.column` and `c.row`",
        "neighbors" | "adjacent" | "adjoining" => "the cells that adjoin are `neighbours(c)`",
        "concat" | "format" | "str" | "string" => {
            "rules make no texts; a line of the record names variables: `log \"{{ p }} has {{ n }}\"`"
        }
        "floor" | "round_down" | "int" => "numbers are whole: `/` rounds down as it is",
        "ceil" | "round_up" => "numbers are whole and `/` rounds down: rounded up is `(a + b - 1) / b`",
        "is_none" | "isnull" | "is_null" => "whether there is none is asked with `x is none`",
        _ => return None,
    })
}

impl Cx<'_> {
    /// Returns the help for a method of another language, or a built-in word called as a method of `owner`.
    pub(in crate::check) fn as_method(&self, owner: &str, called: &str) -> Option<String> {
        let Some(word) = vocabulary::find(called) else {
            return foreign_function_help(called).map(|help| match help.split_once("`count(S)`") {
                Some(_) => format!("write `count({owner})`"),
                None => self.without_you(help),
            });
        };
        let form = word.forms.first()?;
        let rest = form.split_once(", ").map(|(_, rest)| format!(", {rest}"));
        // The form with the fewest arguments is listed first.
        Some(format!("write `{}({owner}{}`", word.name, rest.unwrap_or_else(|| ")".to_owned())))
    }
}
