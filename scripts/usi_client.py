#!/usr/bin/env python3
"""Drives `tsumugi usi` through cshogi's own engine driver and judges the answers by cshogi's rules.

    pip install cshogi
    python3 scripts/usi_client.py path/to/tsumugi-usi

The program must be called tsumugi-usi (a link will do): the driver, like most user interfaces, starts an engine
without arguments. Prints the conversation; the exit code is 0 if every answer is right, 77 if cshogi is missing.
"""

import sys

try:
    import cshogi
    from cshogi.usi import Engine
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

# A position, and what the answer has to be: a number of moves at most, or a word.
QUESTIONS = [
    ("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", 1),
    ("9/9/9/9/9/9/4p4/9/4K4 w 2R2B3G4S4N4L17Pg 1", 1),
    ("4k4/9/9/9/9/9/9/9/9 b RBGSNLPrb3g3s3n3l17p 1", 99),
    ("4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1", "nomate"),
    ("4k4/9/9/9/9/9/9/9/9 b 2R2B4g4s4n4l18p 1", "timeout"),
    # Mated already: neither a mate nor a move.
    ("4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1", "nomate"),
]


def is_mate(sfen, moves):
    """Plays the moves by cshogi's rules: are they legal, and is the last position mate?"""
    board = cshogi.Board(sfen)
    for move in moves:
        if board.push_usi(move) == 0:
            return False
    return board.is_check() and not list(board.legal_moves)


def is_right(sfen, expected, answer):
    if isinstance(expected, str):
        return answer == expected
    moves = answer.split()
    return len(moves) <= expected and is_mate(sfen, moves)


def main():
    def say(line):
        # How a search goes differs from run to run.
        going_on = line.startswith("info depth") and " score " not in line and " string " not in line
        if " pn " not in line and not going_on:
            print(line)

    engine = Engine(sys.argv[1], connect=False)
    engine.connect(listener=say)
    engine.setoption("USI_Hash", 64, listener=say)
    engine.isready(listener=say)
    engine.usinewgame(listener=say)
    wrong = 0
    for sfen, expected in QUESTIONS:
        engine.position(sfen="sfen " + sfen, listener=say)
        answer = engine.go_mate(byoyomi=500 if expected == "timeout" else 20000, listener=say)
        if not is_right(sfen, expected, answer):
            print(f"wrong: expected {expected}")
            wrong += 1
    engine.position(sfen="sfen " + QUESTIONS[0][0], listener=say)
    best, _ = engine.go(btime=0, wtime=0, byoyomi=1000, listener=say)
    wrong += best != "G*5b"
    engine.quit(listener=say)
    print(f"{len(QUESTIONS) + 1 - wrong} of {len(QUESTIONS) + 1} answers right")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
