#!/usr/bin/env python3
"""How lengths by convention depend on which futile interpositions (無駄合) are not counted.

    scripts/futile_classes.py path/to/tsumugi zuko.tsv muso.tsv
    scripts/futile_classes.py --jobs 16 --first 1000 path/to/tsumugi mates.tsv -- --time 6 --hash 512

A list has a SFEN, a name and a length or something else in the columns of each line. Solves every problem once for each
set of classes of docs/RULES.md 12; what follows -- is for `tsumugi solve`. Prints a row for each set: over the problems
whose length is settled for all of them, how many lengths differ from those of the first set, and how many are as stated.
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

SETS = [
    "narrow,wide",
    "none",
    "narrow",
    "narrow,x,xy",
    "narrow,wide,x",
    "narrow,wide,x,xy",
    "narrow,wide,x,xy,xyz",
    "narrow,wide,x,xy,restoration",
]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1, help="problems at a time")
    parser.add_argument("--first", type=int, help="only so many problems of each list")
    parser.add_argument("--differing", action="store_true", help="list the problems whose lengths differ")
    parser.add_argument("--set", action="append", dest="sets", metavar="CLASSES",
                        help="a set of classes (may be repeated); others are compared with the first")
    parser.add_argument("tsumugi")
    parser.add_argument("lists", nargs="+")
    given, options = sys.argv[1:], []
    if "--" in given:
        at = given.index("--")
        given, options = given[:at], given[at + 1 :]
    words = parser.parse_args(given)
    words.options, words.sets = options, words.sets or SETS
    return words


def rows(path, first):
    with open(path, encoding="utf-8") as lines:
        return [line.rstrip("\n").split("\t") for line in lines if line.strip()][:first]


def lengths(words, classes, part):
    """The settled lengths of some problems, by SFEN as given."""
    with tempfile.NamedTemporaryFile("w", suffix=".sfen", delete=False) as file:
        file.write("".join(f"{row[0]}\n" for row in part))
    command = [words.tsumugi, "solve", file.name, "--question", "line", "--format", "json"]
    command += ["--futile", classes, *words.options]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    os.unlink(file.name)
    answers = [json.loads(line) for line in output.splitlines()]
    settled = [answer for answer in answers if answer.get("length") is not None]
    return {part[answer["source_line"] - 1][0]: answer["length"] for answer in settled}


def all_lengths(words, classes, problems):
    """The settled lengths of all problems."""
    parts = [problems[at :: words.jobs] for at in range(words.jobs)]
    with concurrent.futures.ThreadPoolExecutor(words.jobs) as pool:
        found = pool.map(lambda part: lengths(words, classes, part), [part for part in parts if part])
        return {sfen: length for part in found for sfen, length in part.items()}


def main():
    words = arguments()
    problems = [row for path in words.lists for row in rows(path, words.first)]
    stated = {row[0]: int(row[2]) for row in problems if len(row) > 2 and row[2].isdigit()}
    names = {row[0]: row[1] for row in problems if len(row) > 1}
    first, *others = words.sets
    found = {first: all_lengths(words, first, problems)}
    rest = [row for row in problems if row[0] in found[first]]
    found |= {classes: all_lengths(words, classes, rest) for classes in others}
    settled = set.intersection(*(set(lengths) for lengths in found.values()))
    base = found[first]
    print(f"{len(problems)} problems, {len(settled)} settled, {len(settled & set(stated))} of these stated")
    print("| not counted | other length | shorter | longer | as stated |")
    print("|---|---|---|---|---|")
    for classes, this in found.items():
        shorter = sum(this[sfen] < base[sfen] for sfen in settled)
        longer = sum(this[sfen] > base[sfen] for sfen in settled)
        equal = sum(this[sfen] == stated.get(sfen) for sfen in settled)
        print(f"| `{classes}` | {shorter + longer} | {shorter} | {longer} | {equal} |")
    if words.differing:
        for sfen in sorted(settled):
            known = [length[sfen] for classes, length in found.items() if classes != "none"]
            if len(set(known)) > 1:
                print(sfen, names.get(sfen), "stated", stated.get(sfen), known)


if __name__ == "__main__":
    main()
