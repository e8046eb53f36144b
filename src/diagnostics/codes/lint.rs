//! 0600–0699: probable mistakes, and texts that differ from their rules.

super::codes! {
    UNUSED = 600, "unused declaration",
"Something is declared that nothing uses: a function or verb that no rule calls, an action that no `act` offers, a slot that no
rule asks for, a keyword that no card bears, an option or a state that no rule names, a zone where nothing begins or comes, an
enum that nothing is of, a kind without cards, a variable that nothing reads. The game works; but often something else is
misspelt or was forgotten. A variable whose name begins with `_` may go unread.
What an included package declares may go unused: games that share it use it in part.

Wrong:
```toml
[actions.pass]
do = \"you.passed = true\"
[flow]
play = \"while true { for each p in players { act p from {draw_card} } }\"
```
Right:
```toml
[flow]
play = \"while true { for each p in players { act p from {draw_card, pass} } }\"
```";

    TEXT_NUMBER = 601, "text and rule say different numbers",
"A card's text and its rule do not say the same numbers. One of the two was changed and the other forgotten, so that people would
play another game than the program. This is an error.

0 and 1 need not be said. A number may be said in digits or, in English, in words: `twice`, `half`, `a pair`. A comparison may be
said either way round: of `count(hand) > 3`, \"more than 3\", \"4 or more\", \"at most 3\" and \"down to 3\" are all true. How often a
rule does something, and how many values a set of it lists, may be said, too. What is looked up in a text, `{{ strength }}`, is
always right.

Wrong:
```toml
bonus = \"5 if any(hand where suit == herb)\"
text = \"+4 with a Herb.\"
```
Right:
```toml
bonus = \"5 if any(hand where suit == herb)\"
text = \"+5 with a Herb.\"
```
Where both are right although they differ, the card or keyword says so: `unchecked = [\"2\"]`. A slot or a state of which no text
speaks is declared with `unchecked = true`.";

    TEXT_WORD = 602, "text and rule speak of different things",
"A card's rule asks for a value of an enum, or for a card by its name, and its text does not speak of it; or the other way round.

Wrong:
```toml
penalty = \"-3 * count(hand where suit in {herb, root})\"
text = \"−3 for each Herb.\"
```
Right:
```toml
penalty = \"-3 * count(hand where suit in {herb, root})\"
text = \"−3 for each Herb and each Root.\"
```
Where both are right although they differ, the card or keyword says so: `unchecked = [\"Root\"]`.";

    NEEDLESS_UNCHECKED = 603, "needlessly unchecked",
"A card or keyword lists a word in `unchecked`, and its text and rule agree on it; or the word is no number in digits, no value of
an enum and no card. Later it would hide a real difference.

Wrong:
```toml
bonus = \"5 if any(hand where suit == herb)\"
text = \"+5 with a Herb.\"
unchecked = [\"5\"]
```
Right:
```toml
bonus = \"5 if any(hand where suit == herb)\"
text = \"+5 with a Herb.\"
```";

    NO_WORDS = 604, "rule without words",
"A card has no `text` of its own, and a part of its rule has no words from which one could be made. What the other slots say is on
the card; this is not.

Wrong, where nobody said how `rested` is called:
```toml
[functions.rested]
params = { self = \"card\" }
returns = \"bool\"
code = \"self.turns >= 3\"
```
Right: the function has a text; or the card has.
```toml
[functions.rested]
params = { self = \"card\" }
returns = \"bool\"
code = \"self.turns >= 3\"
text = \"it has rested for three turns\"
```";

    NOT_TRANSLATED = 605, "not translated",
"A file of `texts/` lacks some of what the game says. It is printed as it is, in the game's own language.

Wrong, where the game has two cards:
```toml
[cards.badger]
name = \"Dachs\"
```
Right:
```toml
[cards.badger]
name = \"Dachs\"
[cards.owl]
name = \"Eule\"
```";

    UNKNOWN_TRANSLATION = 606, "translation of nothing",
"A file of `texts/` translates what the game does not say: a card that is not there, a flavour that the card does not have.

Wrong:
```toml
[cards.bagder]
name = \"Dachs\"
```
Right:
```toml
[cards.badger]
name = \"Dachs\"
```";

    STALE_TRANSLATION = 607, "stale translation",
"What was translated has changed since. Under `[of]` stands a hash of the text that each translation is of, and it is another one
now.

Wrong, after the badger's text was changed:
```toml
[cards.badger]
text = \"+5 mit einer Eule.\"
[of]
\"cards.badger\" = \"1a2b3c4d\"
```
Right: look the translation through, take the line out, and run `cardwright texts`, which writes the hash of the text as it is.
```toml
[cards.badger]
text = \"+6 mit einer Eule.\"
```";

    NO_SUCH_LANGUAGE = 608, "no such language",
"A game was asked for in a language for which its package has no texts.

Wrong, where there is no `texts/fr.toml`:
```text
cardwright print my-game --lang fr
```
Right:
```text
cardwright texts my-game --lang fr
```";

    SHADOWED = 609, "hidden variable",
"A new variable has the name of one that is still in scope, and hides it until its block ends. Most often the first one was to be
changed: `let` makes a new variable, `=` alone changes one. `if let c = c { … }`, which opens a variable under its own name, is
meant so.

Wrong:
```
let total = 0
for each c in hand { let total = total + c.worth }
```
Right:
```
let total = 0
for each c in hand { total = total + c.worth }
```
A name that begins with `_` says that it is meant: `let _total = …`.";

    CLAIMED_TWICE = 610, "component that begins in several zones",
"Several zones claim the same component by their `start`. It begins in the last of them, and the others begin without
it: in the order of the declarations, and of zones that there is one of for each, in the order of what they are for. A later
zone may take some out of an earlier one; this is said where it takes all, and where the zones of one declaration take from
each other.

Wrong, where each of the bags claims all lights, so that the last one has them:
```toml
[zones.bag]
per = \"colour\"
start = \"lights\"
```
Right:
```toml
[zones.bag]
per = \"colour\"
start = \"lights where colour == self\"
```";

    SETUP_REFUSED = 611, "setup that can never be played",
"A `[[require]]` of the game does not hold for the options of this setup, whatever the number of players. Options
that a setup does not name are as their defaults are.

Wrong:
```toml
[options.duel]
[options.teams]
[[require]]
that = \"not duel or not teams\"
[setups.grand]
duel = true
teams = true
```
Right:
```toml
[setups.grand]
teams = true
```";

    SAME_SIDES = 612, "comparison of a value with itself",
"Both sides of a comparison read the same thing, so that it always holds, or never. Most often a parameter or variable has the name
of an attribute: in a `where`, and wherever elements are gone through, what the element itself has is nearer, whether or not the
element has a name.

Wrong, where both sides are the rank of `c`, so that all of the hand is meant:
```toml
[actions.lay]
params = { rank = \"values(hand, rank)\" }
do = \"move({c in hand where c.rank == rank}, discards)\"
```
Right:
```toml
[actions.lay]
params = { wanted = \"values(hand, rank)\" }
do = \"move(hand where rank == wanted, discards)\"
```";

    END_WITHOUT_HOLDER = 613, "state that never begins anew",
"State that a component keeps in a zone ends at something that happens to its `holder`: the player whose zone it is in.
Of a zone of the table, of a cell or of a value nobody is the holder, so the moment never comes.

Wrong, where the field is the table's:
```toml
[kinds.card.state]
stuck = { type = \"bool\", in = \"field\", until = \"rest(holder)\" }
```
Right:
```toml
[kinds.card.state]
lord = \"player?\"
stuck = { type = \"bool\", in = \"field\", until = \"rest(lord)\" }
```";
}
