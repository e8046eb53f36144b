"""Plays the parts of `cardwright sim` on a Ray cluster, or on this machine's cores, and merges them into one report.

    python ray_sim.py --shards 16 --save figures.json -- minute-realms -n 1000000 --stats all
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import ray


@ray.remote(num_cpus=1, max_retries=3)
def play(program: str, here: str, game: list[str], shard: int, shards: int) -> bytes:
    """One part: its counts as bytes. `here` is the folder from which the game is named."""
    with tempfile.TemporaryDirectory() as folder:
        part = pathlib.Path(folder, f"{shard}.part")
        command = [program, "sim", *game, "--jobs", "1", "--shard", f"{shard}/{shards}", "--save", str(part)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=here)
        # A game that ended in a fault is reported by `merge`; anything else that leaves no part is wrong.
        if not part.exists():
            raise RuntimeError(f"part {shard} of {shards}: {done.stderr.strip()}")
        return part.read_bytes()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="cardwright", help="the program, where the workers find it")
    parser.add_argument("--shards", type=int, default=16, help="how many parts")
    parser.add_argument("--save", action="append", default=[], help="a file for what was counted: .json, .csv, .parquet, .part")
    parser.add_argument("game", nargs="+", help="what `cardwright sim` takes, after --")
    args = parser.parse_args()

    # A program that is named by its path is found by workers that begin elsewhere.
    program = str(pathlib.Path(args.program).resolve()) if "/" in args.program else args.program
    here = str(pathlib.Path.cwd())
    ray.init(log_to_driver=False)
    asked = [play.remote(program, here, args.game, k, args.shards) for k in range(1, args.shards + 1)]
    parts = ray.get(asked)
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, part in enumerate(parts, 1):
            files.append(pathlib.Path(folder, f"{number}.part"))
            files[-1].write_bytes(part)
        save = [word for file in args.save for word in ("--save", file)]
        return subprocess.run([program, "sim", "merge", *map(str, files), *save]).returncode


if __name__ == "__main__":
    sys.exit(main())
