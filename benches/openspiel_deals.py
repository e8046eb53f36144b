#!/usr/bin/env python3
"""Random games per CPU second with their deals included, OpenSpiel's C++ beside Cardwright, interleaved in one run.

usage: openspiel_deals.py CARDWRIGHT      needs: pip install open_spiel

A rollout of OpenSpiel is asked for at the position before the deal, so that it draws the chance outcomes too. Its search
cannot end there: the process crashes after the rollouts, which are all that is timed. The time of a run with one rollout
is subtracted. Cardwright's time is that of the whole command.
"""
import resource
import subprocess
import sys

GAMES = [("kuhn_poker", "kuhn-poker", 2_000_000), ("leduc_poker", "leduc-poker", 1_000_000)]
ROLLOUTS = """
import pyspiel, resource, sys
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
game = pyspiel.load_game(sys.argv[1])
rollouts = pyspiel.RandomRolloutEvaluator(int(sys.argv[2]), 1)
bot = pyspiel.MCTSBot(game, rollouts, 2.0, 1, 100, False, 1, False)
state = game.new_initial_state()
while sys.argv[3] == "after" and state.is_chance_node():
    state.apply_action(state.legal_actions()[0])
bot.mcts_search(state)
"""


def cpu(*command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def median(values):
    return sorted(values)[len(values) // 2]


def main():
    for theirs, ours, games in GAMES:
        rounds = []
        for _ in range(5):
            start = cpu(sys.executable, "-c", ROLLOUTS, theirs, "1", "before")
            rates = [games / (cpu(sys.executable, "-c", ROLLOUTS, theirs, str(games), when) - start)
                     for when in ("before", "after")]
            rounds.append((games / cpu(sys.argv[1], "sim", ours, "-n", str(games), "--jobs", "1"), *rates))
        mine, before, after = (median([r[i] for r in rounds]) for i in range(3))
        with_deals, after_deals = (median([r[0] / r[i] for r in rounds]) for i in (1, 2))
        print(f"{ours:12} Cardwright {mine:12,.0f}  OpenSpiel with its deals {before:12,.0f}, ratio {with_deals:.2f};"
              f" after them {after:12,.0f}, ratio {after_deals:.2f}", flush=True)


main()
