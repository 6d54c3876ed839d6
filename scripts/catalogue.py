#!/usr/bin/env python3
"""The catalogue of small problems (docs/CATALOGUE.md): a king in the corner box, a few pieces of the attacker.

    scripts/catalogue.py PROGRAM DIRECTORY [--pieces 2] [--squares 1a,2a] [--threads 1] [--time S] [--sample N]

For each square of the king, files 1 to 5 and ranks a to e, a pattern and a store are kept in DIRECTORY, so that whatever
stops it, the same command goes on. At the end a table: by square, pieces and length, how many problems are sound. A square
that is not finished is left out and named.

With --sample only N arrangements of each square are tried, in twenty runs of consecutive ones at the same distances, and what all
of them would take is told.
"""

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path

FILES, RANKS = "12345", "abcde"


def pattern(square, pieces, length):
    """The pattern of a square: every other square of the box may hold any piece of the attacker."""
    rows = []
    for rank in RANKS:
        row = ["k" if file + rank == square else "attacker/." for file in reversed(FILES)]
        rows.append("| " + " ".join(row) + " |")
    return "\n".join(rows + ["hand: any 0-3", f"pieces: 0-{pieces}", f"length: {length}"]) + "\n"


def compose(args, square):
    """The answer for a square."""
    stem = Path(args.directory) / f"{square}-{args.pieces}"
    stem.with_suffix(".txt").write_text(pattern(square, args.pieces, args.length))
    command = [args.program, "compose", str(stem.with_suffix(".txt")), "--out", str(stem.with_suffix(".jsonl"))]
    command += ["--threads", str(args.threads), "--limit", "100", "--format", "json"]
    if args.time is not None:
        command += ["--time", str(args.time)]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode == 2:
        sys.exit(f"{' '.join(command)} failed")
    return json.loads(run.stdout)


def run_part(args, path, begin, end):
    """The answer for some arrangements of a pattern."""
    command = [args.program, "compose", str(path), "--from", str(begin), "--to", str(end)]
    command += ["--threads", "1", "--format", "json"]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False).stdout)


def sample(args):
    """What the whole would take, judging by a part."""
    print("| king | family | tried | sound | not settled | CPU s | all of them: sound | all of them: CPU s |")
    print("|---|---|---|---|---|---|---|---|")
    sums = [0] * 7
    for square in args.squares.split(","):
        path = Path(args.directory) / f"{square}-{args.pieces}.txt"
        path.write_text(pattern(square, args.pieces, args.length))
        family = run_part(args, path, 0, 0)["family"]
        runs, size = 20, max(args.sample // 20, 1)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        tried = sound = unsettled = 0
        for i in range(runs):
            begin = (2 * i + 1) * family // (2 * runs)
            counts = run_part(args, path, begin, min(begin + size, family))["tried"]
            tried += counts["arrangements"]
            sound += counts["sound"]
            unsettled += counts["open"]
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        whole = family / tried
        cells = [family, tried, sound, unsettled, seconds, sound * whole, seconds * whole]
        sums = [a + b for a, b in zip(sums, cells)]
        print(f"| {square} | " + " | ".join(told(cell) for cell in cells) + " |", flush=True)
    print("| together | " + " | ".join(told(cell) for cell in sums) + " |")


def told(number):
    """A count, or seconds."""
    return f"{number:,.1f}" if isinstance(number, float) and number < 100 else f"{number:,.0f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("directory")
    parser.add_argument("--pieces", type=int, default=3)
    parser.add_argument("--length", default="3-5")
    parser.add_argument("--squares", default=",".join(file + rank for rank in RANKS for file in FILES))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--time", type=float)
    parser.add_argument("--sample", type=int)
    args = parser.parse_args()
    Path(args.directory).mkdir(parents=True, exist_ok=True)
    if args.sample is not None:
        sample(args)
        return
    total, open_squares, rows = {}, [], []
    for square in args.squares.split(","):
        answer = compose(args, square)
        if answer["reason"] is not None:
            open_squares.append(square)
            continue
        tried = answer["tried"]
        rows.append((square, tried))
        for row in answer["table"]:
            key = (row["on_board"], row["in_hand"], row["length"])
            total[key] = total.get(key, 0) + row["sound"]
        problems = Path(args.directory) / f"{square}-{args.pieces}.best.tsv"
        lines = ["\t".join([p["sfen"], f"{square}-{p['number']}", str(p["length"]), str(p["score"]), " ".join(p["line"])])
                 for p in answer["problems"]]
        problems.write_text("".join(line + "\n" for line in lines))
    print("| king | arrangements | diagrams | sound | not settled |")
    print("|---|---|---|---|---|")
    sums = [0, 0, 0, 0]
    for square, tried in rows:
        diagrams = tried["arrangements"] - tried["illegal"] - tried["images"]
        cells = [tried["arrangements"], diagrams, tried["sound"], tried["open"]]
        sums = [a + b for a, b in zip(sums, cells)]
        print(f"| {square} | " + " | ".join(f"{cell:,}" for cell in cells) + " |")
    print("| together | " + " | ".join(f"{cell:,}" for cell in sums) + " |")
    print("\n| on the board | in hand | length | sound |\n|---|---|---|---|")
    for (on_board, in_hand, length), sound in sorted(total.items()):
        print(f"| {on_board} | {in_hand} | {length} | {sound:,} |")
    if open_squares:
        print(f"\nnot finished: {', '.join(open_squares)}")


main()
