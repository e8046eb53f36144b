#!/usr/bin/env python3
"""Card games held against OpenSpiel: the same deals, the same random choices, on both sides.

usage: python3 tests/openspiel.py [--program cardwright] [-n 1000] [GAME ...]

Each game is dealt by Cardwright, played by `cardwright drive`, and its deal is given to OpenSpiel's chance nodes. At each choice the
legal actions must be those that the game's adapter expects, and at the end the returns. Where the two are meant to differ, the adapter
says how, and holds that too. Options are drawn anew for each game. Needs: pip install open_spiel
"""

import argparse
import random
import sys
from pathlib import Path

import pyspiel
from pyspiel import gin_rummy

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "docs" / "drive"))

from client import Game  # noqa: E402: found by the line above

CARDS = ROOT / "cards"
RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
BOX = [f"{rank}_of_{suit}" for suit in SUITS for rank in RANKS]


class Driven(Game):
    """A process of `cardwright drive`, by the client that the documents show."""

    def __init__(self, program, game):
        super().__init__(str(CARDS / game), program)

    def zones(self):
        return {id: zone["contents"] for id, zone in self.ask("state")["zones"].items()}

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def suit_of(card):
    return card.split("_of_")[1]


def rank_of(card):
    return RANKS.index(card.split("_of_")[0]) + 1


def high(card):
    """From 0 for a two to 12 for an ace."""
    return (rank_of(card) + 11) % 13


def load(name, parameters):
    return pyspiel.load_game(name, parameters).new_initial_state()


class Adapter:
    """How a game here and in OpenSpiel are the same."""

    notes = ""

    def pick(self, draw, names):
        return draw.choice(names)

    def explains(self, name, state):
        """Whether it is meant that this action is legal here and not there."""
        return False


class Hearts(Adapter):
    """A hand of Hearts. The three cards to pass are asked for in the order of the box, in OpenSpiel in any order."""

    game = "hearts"

    def number(self, card):
        return high(card) * 4 + SUITS.index(suit_of(card))

    def begin(self, draw, driven, seed):
        switch = lambda: draw.random() < 0.5
        steps, passing = draw.choice(list(enumerate(["keep", "left", "across", "right"])))
        options = {
            "points_at_once": switch(),
            "any_club": switch(),
            "jack_bonus": switch(),
            "no_trick_bonus": switch(),
            "breaking": switch(),
            "queen_breaks": switch(),
            "hearts_for_queen": switch(),
        }
        position = driven.ask("new", players=4, seed=seed, options={"passing": passing, **options})
        state = load(
            "hearts",
            {
                "pass_cards": True,
                "no_pts_on_first_trick": not options["points_at_once"],
                "can_lead_any_club": options["any_club"],
                "jd_bonus": options["jack_bonus"],
                "avoid_all_tricks_bonus": options["no_trick_bonus"],
                "must_break_hearts": options["breaking"],
                "qs_breaks_hearts": options["queen_breaks"],
                "can_lead_hearts_instead_of_qs": options["hearts_for_queen"],
            },
        )
        state.apply_action(steps)
        zones = driven.zones()
        for dealt in range(52):
            state.apply_action(self.number(zones[f"hand[{dealt % 4 + 1}]"][dealt // 4]))
        self.passed = [] if steps else None
        return position, state

    def expected(self, state, legal):
        cards = {self.number(card): card for card in BOX}
        names = [cards[action] for action in legal]
        if self.passed is not None and len(self.passed) < 12:
            chosen = self.passed[len(self.passed) // 3 * 3 :]
            after = [card for card in sorted(names, key=BOX.index) if not chosen or BOX.index(card) > BOX.index(chosen[-1])]
            names = after[: len(after) - (2 - len(chosen))]
        return {name: self.number(name) for name in names}

    def chosen(self, name, driven, state):
        if self.passed is not None:
            self.passed.append(name)
        return True

    def returns(self, scores, state, driven):
        return [26 + score for score in scores]


class CrazyEights(Adapter):
    """A hand of Crazy Eights. OpenSpiel differs from its own rules in two places, and here that is held, too:

    - In some versions (1.6, not 1.6.12) the card that is turned up to begin with stays in the dealer's hand as well. It is never played
      here; where the dealer goes out, it is all that they have left there: so the comparison ends. It ends where the pile is shuffled anew.
    - A card below the jack counts by its number in the deck and not by its rank, 2 to 41 points.
    """

    game = "crazy-eights"
    actions = {52: "draw", 53: "pass", 54: "clubs", 55: "diamonds", 56: "hearts", 57: "spades"}

    def __init__(self):
        self.out = self.anew = 0

    @property
    def notes(self):
        return f"; to where the dealer goes out in {self.out}, to the first reshuffle in {self.anew}"

    def number(self, card):
        return high(card) * 4 + SUITS.index(suit_of(card))

    def begin(self, draw, driven, seed):
        self.players = draw.randint(2, 5)
        options = {"draws": draw.choice([1, 2, 5, 5, 9]), "special": draw.random() < 0.5, "reshuffle": draw.random() < 0.2, "ace": 10}
        position = driven.ask("new", players=self.players, seed=seed, options=options)
        state = load(
            "crazy_eights",
            {
                "players": self.players,
                "max_draw_cards": options["draws"],
                "use_special_cards": options["special"],
                "reshuffle": options["reshuffle"],
            },
        )
        answer = driven.ask("state")
        self.zones = {id: zone["contents"] for id, zone in answer["zones"].items()}
        self.dealer = int(answer["state"]["dealer"].removeprefix("player ")) - 1
        self.first = self.zones["pile"][0]
        state.apply_action(state.legal_actions()[self.dealer])
        for dealt in range((7 if self.players == 2 else 5) * self.players):
            hand = self.zones[f"hand[{(self.dealer + 1 + dealt) % self.players + 1}]"]
            state.apply_action(self.number(hand[dealt // self.players]))
        state.apply_action(self.number(self.first))
        self.kept = self.holds(state, self.first)  # by the dealer, besides
        return position, state

    def expected(self, state, legal):
        cards = {self.number(card): f"play {card}" for card in BOX}
        if self.kept and state.current_player() == self.dealer:
            cards[self.number(self.first)] = None
        names = {self.actions.get(action) or cards[action]: action for action in legal}
        names.pop(None, None)
        return names

    def chosen(self, name, driven, state):
        """Deals to OpenSpiel what was drawn, and says whether the two still play the same game."""
        before, self.zones = self.zones, driven.zones()
        if len(self.zones["pile"]) < len(before["pile"]):
            self.anew += 1
            return False
        if name == "draw":
            drawn = [card for hand, cards in self.zones.items() if hand.startswith("hand") for card in cards if card not in before[hand]]
            for card in sorted(drawn, key=before["stock"].index):
                state.apply_action(self.number(card))
        if self.kept and not self.zones[f"hand[{self.dealer + 1}]"]:
            assert [name for name in BOX if self.holds(state, name)] == [self.first], f"the dealer is out\n{state}"
            self.out += 1
            return False
        return True

    def holds(self, state, card):
        """Whether OpenSpiel's dealer has it: from the tensor that the dealer observes, two numbers for each card."""
        return state.observation_tensor(self.dealer)[2 * self.number(card)] == 0

    def returns(self, scores, state, driven):
        hands = [self.zones[f"hand[{seat}]"] for seat in range(1, self.players + 1)]
        points = lambda card, low: 50 if rank_of(card) == 8 else 10 if high(card) > 8 else low(card) + 2
        assert scores == [-sum(points(card, high) for card in hand) for hand in hands], f"{scores} for {hands}"
        if self.kept:
            hands[self.dealer].append(self.first)
        return [-sum(points(card, self.number) for card in hand) for hand in hands]


class GinRummy(Adapter):
    """A hand of Gin Rummy. More is legal here in two places:

    - OpenSpiel 1.6 lets at most two cards be laid off at either end of a run. Here a third may follow.
    - Of several ways to meld eleven cards that leave equally much, OpenSpiel looks at one for whether a knock is legal, and another may
      leave a dearer card to discard. Its own list of legal discards then has some.
    """

    game = "gin-rummy"
    utils = gin_rummy.GinRummyUtils(13, 4, 10)

    def number(self, card):
        return [3, 0, 2, 1][["hearts", "spades", "diamonds", "clubs"].index(suit_of(card))] * 13 + rank_of(card) - 1

    def begin(self, draw, driven, seed):
        options = {
            "knock": draw.randint(0, 10),
            "oklahoma": draw.random() < 0.3,
            "gin_bonus": draw.choice([25, 20]),
            "undercut_bonus": draw.choice([25, 10]),
        }
        position = driven.ask("new", players=2, seed=seed, options=options)
        state = load(
            "gin_rummy",
            {
                "knock_card": options["knock"],
                "oklahoma": options["oklahoma"],
                "gin_bonus": options["gin_bonus"],
                "undercut_bonus": options["undercut_bonus"],
            },
        )
        self.zones = driven.zones()
        value = min(rank_of(self.zones["pile"][0]), 10)
        self.limit = options["knock"] if not options["oklahoma"] else 0 if value == 1 else value
        self.gathers = draw.random() < 0.8
        for card in self.zones["hand[1]"] + self.zones["hand[2]"] + self.zones["pile"]:
            state.apply_action(self.number(card))
        return position, state

    def expected(self, state, legal):
        cards = {self.number(card): card for card in BOX}
        phase = state.current_phase()
        names = {}
        for action in legal:
            if action < 52:
                knocking, laying = phase == gin_rummy.Phase.KNOCK, phase == gin_rummy.Phase.LAYOFF
                name = cards[action] if knocking else f"lay_off {cards[action]}" if laying else f"discard {cards[action]}"
            elif action == 54:
                name = "finish" if phase in (gin_rummy.Phase.KNOCK, gin_rummy.Phase.LAYOFF) else "pass"
            elif action < 56:
                name = {52: "take", 53: "draw", 55: "knock_with" if phase == gin_rummy.Phase.WALL else "knock"}[action]
            else:
                name = self.meld(state.action_to_string(action).split()[-1], state.hands()[state.current_player()])
            names[name] = action
        return names

    def pick(self, draw, names):
        """Random players hardly ever knock. In most games these keep what may become melds, and knock and lay if they can."""
        discards = [name.split()[1] for name in names if name.startswith("discard")]
        if not self.gathers or draw.random() < 0.05:
            return draw.choice(names)
        for name in names:
            if name.startswith("knock") and draw.random() < 0.2:  # late, so that some are undercut
                return name
        if discards:
            near = lambda a, b: rank_of(a) == rank_of(b) or suit_of(a) == suit_of(b) and abs(rank_of(a) - rank_of(b)) < 3
            return "discard " + min(discards, key=lambda a: (sum(near(a, b) for b in discards), draw.random()))
        laying = [name for name in names if name.startswith("lay")]
        return draw.choice(laying or names)

    def explains(self, name, state):
        if name.startswith("knock"):
            hand = state.hands()[state.current_player()]
            return bool(self.utils.legal_discards(hand + [state.upcard()] if len(hand) == 10 else hand, self.limit))
        if not name.startswith("lay_off"):
            return False
        card = self.number(name.split()[1])
        beside = [[card + step, card + 2 * step] for step in (-1, 1) if 0 <= card % 13 + 2 * step < 13]
        return any(all(card in state.layoffs() for card in two) for two in beside)

    def meld(self, there, hand):
        """What laying a meld is called here: OpenSpiel writes 7s7c7h, 3d4d5d."""
        meld = [["A23456789TJQK".index(there[i]), "scdh".index(there[i + 1])] for i in range(0, len(there), 2)]
        ranks, suits = sorted({rank for rank, _ in meld}), {suit for _, suit in meld}
        card = lambda rank, suit: f"{RANKS[rank]}_of_{['spades', 'clubs', 'diamonds', 'hearts'][suit]}"
        if len(suits) == 1:
            return f"lay_run {card(ranks[0], *suits)} {len(meld)}"
        missing = [suit for suit in range(4) if suit not in suits and suit * 13 + ranks[0] in hand]
        return f"lay_set_without {card(ranks[0], *missing)}" if missing else f"lay_set {ranks[0] + 1}"

    def chosen(self, name, driven, state):
        if name == "draw":
            state.apply_action(self.number(self.zones["stock"][0]))
        self.zones = driven.zones()
        return True

    def returns(self, scores, state, driven):
        return scores


ADAPTERS = [Hearts, CrazyEights, GinRummy]


def play(adapter, driven, seed):
    """Plays one game on both sides, and returns how many choices it had."""
    draw = random.Random(seed)
    position, state = adapter.begin(draw, driven, seed)
    choices = 0
    while position["status"] == "choice":
        assert not state.is_terminal(), "OpenSpiel's game is over"
        assert position["seat"] == state.current_player() + 1, f"seat {position['seat']} is to choose, {state.current_player() + 1} there"
        ours = [option["name"] for option in position["options"]]
        theirs = adapter.expected(state, state.legal_actions())
        here, there = [name for name in ours if name not in theirs], [name for name in theirs if name not in ours]
        assert not there and all(adapter.explains(name, state) for name in here), f"only here: {here}, only there: {there}\n{state}"
        name = adapter.pick(draw, [name for name in ours if name in theirs])
        state.apply_action(theirs[name])
        position = driven.ask("choose", option=name)
        choices += 1
        if not adapter.chosen(name, driven, state):
            return choices
    assert position["status"] == "over", position
    assert state.is_terminal(), f"OpenSpiel's game goes on\n{state}"
    scores = [seat["score"] for seat in position["seats"]]
    expected = adapter.returns(scores, state, driven)
    assert expected == state.returns(), f"{scores} here, {state.returns()} there\n{state}"
    return choices


def main():
    arguments = argparse.ArgumentParser(description="Card games held against OpenSpiel")
    arguments.add_argument("games", nargs="*", metavar="GAME", help="all of them, if none is named")
    arguments.add_argument("--program", default="cardwright")
    arguments.add_argument("-n", type=int, default=1000, help="random games of each")
    arguments = arguments.parse_args()
    wrong = False
    for kind in ADAPTERS:
        if arguments.games and kind.game not in arguments.games:
            continue
        driven, choices, adapter = Driven(arguments.program, kind.game), 0, kind()
        try:
            for seed in range(1, arguments.n + 1):
                choices += play(adapter, driven, seed)
            print(f"{kind.game}: {arguments.n} games, {choices} choices: legal actions and returns agree{adapter.notes}")
        except AssertionError as difference:
            print(f"{kind.game}, game {seed}: {difference}")
            wrong = True
        finally:
            driven.close()
    sys.exit(wrong)


if __name__ == "__main__":
    main()
