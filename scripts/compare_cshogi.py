#!/usr/bin/env python3
"""Compares the answers of `tsumugi solve` with those of the mate search of the Python package cshogi.

    pip install cshogi numpy
    python3 scripts/compare_cshogi.py positions 20000 COLLECTION.tsv... >positions.txt
    tsumugi solve positions.txt --as-written --format json --nodes 30000 --hash 256 >answers.jsonl
    python3 scripts/compare_cshogi.py compare answers.jsonl

`positions` makes positions with both kings, like those of games, from collections whose lines begin with a SFEN:
as they are, after a random check and a random reply, and after a random move of either side. The seed is TSUMUGI_SEED
(0 if it is not set). Positions with no check at all are left out: they ask nothing.

`compare` lets cshogi solve every position of the answers. It says mate, no mate, or, if it used up its nodes,
nothing; a side without an answer is not a disagreement. Every disagreement is printed with its SFEN, and the exit
code is 1 if there is one. Not every disagreement is a mistake of ours: write a certificate with `tsumugi solve SFEN
--as-written --certificate FILE` and check it with `tsumugi verify SFEN FILE --as-written`.
Exit code 77: cshogi is missing.
"""

import collections
import json
import os
import random
import sys

try:
    from cshogi import Board, DfPn
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

# What cshogi may spend on a position, and how deep it may look: beyond that depth it takes every line for refuted.
NODES = 20_000
DEPTH = 1_000


def checks(board):
    """The legal moves that give check."""
    found = []
    for move in board.legal_moves:
        board.push(move)
        if board.is_check():
            found.append(move)
        board.pop()
    return found


def play_one_of(board, moves, choose):
    """Plays one of the moves; false if there is none."""
    if moves:
        board.push(choose.choice(moves))
    return bool(moves)


def step(board, choose):
    """Goes two plies on, in one of three ways; false if play has ended."""
    way = choose.randrange(3)
    if way == 0:
        return True
    attack = checks(board) if way == 1 else list(board.legal_moves)
    return play_one_of(board, attack, choose) and play_one_of(board, list(board.legal_moves), choose)


def make_positions(count, files):
    """Prints positions, each once."""
    choose = random.Random(int(os.environ.get("TSUMUGI_SEED", "0")))
    shelves = []
    for name in files:
        with open(name, encoding="utf-8") as file:
            shelves.append([line.split("\t")[0].strip() for line in file if not line.startswith("#")])
    seen = set()
    while len(seen) < count:
        sfen = choose.choice(choose.choice(shelves))
        if "k" not in sfen.split()[0] or "K" not in sfen.split()[0]:
            continue
        board = Board(sfen)
        if not step(board, choose) or not checks(board):
            continue
        made = " ".join(board.sfen().split()[:3])
        if made not in seen:
            seen.add(made)
            print(made, 1)


def ask_cshogi(solver, sfen):
    """mate, nomate, or unknown."""
    board = Board(sfen)
    if solver.search(board):
        return "mate"
    return "nomate" if solver.searched_node < NODES else "unknown"


def compare(name):
    """Prints every disagreement and a table of the answers; the number of disagreements."""
    solver = DfPn(depth=DEPTH, nodes=NODES)
    counts = collections.Counter()
    with open(name, encoding="utf-8") as file:
        for line in file:
            answer = json.loads(line)
            ours, theirs = answer["verdict"], ask_cshogi(solver, answer["sfen"])
            counts[ours, theirs] += 1
            if {ours, theirs} == {"mate", "nomate"}:
                print(f"ours {ours}, cshogi {theirs}: {answer['sfen']}", flush=True)
    for (ours, theirs), count in sorted(counts.items()):
        print(f"ours {ours:8} cshogi {theirs:8} {count:7}")
    return counts["mate", "nomate"] + counts["nomate", "mate"]


if __name__ == "__main__":
    if len(sys.argv) > 3 and sys.argv[1] == "positions":
        make_positions(int(sys.argv[2]), sys.argv[3:])
    elif len(sys.argv) == 3 and sys.argv[1] == "compare":
        sys.exit(1 if compare(sys.argv[2]) else 0)
    else:
        sys.exit(__doc__)
