"""A random player, as an outside program drives a game: `python3 client.py fantasy-realms 3`."""

import json
import random
import subprocess
import sys


class Game:
    def __init__(self, package, program="cardwright"):
        self.process = subprocess.Popen(
            [program, "drive", package], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, do, **more):
        print(json.dumps({"do": do, **more}), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        if not answer["ok"]:
            raise ValueError(answer["error"])
        return answer


if __name__ == "__main__":
    package, players, program = sys.argv[1], int(sys.argv[2]), (sys.argv[3:] or ["cardwright"])[0]
    game, generator = Game(package, program), random.Random(7)
    position = game.ask("new", players=players, seed=7)
    while position["status"] == "choice":
        seen = game.ask("view", seat=position["seat"])
        assert seen["zones"] or seen["state"]
        position = game.ask("choose", option=generator.choice(position["options"])["name"])
    for seat, standing in enumerate(position.get("seats", []), 1):
        print(f"player {seat}: rank {standing['rank']}, score {standing['score']}")
