#!/usr/bin/env python3
"""Has `tsumugi check` examine problems by their authors' lines, and prints what it says of each.

    scripts/authors_lines.py path/to/tsumugi zuko_lines.tsv muso_lines.tsv -- --time 20 --threads 1 --hash 1024
    scripts/authors_lines.py --jobs 2 --answers answers.jsonl path/to/tsumugi zuko_lines.tsv -- --time 60

A list has a SFEN, a name, a number of plies and the moves of a line, in USI notation, in the columns of each line. What
follows -- is for `tsumugi check`. With --answers the JSON of every problem is kept in
a file too; problems that the file has already are not asked about again.
"""

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def arguments():
    words = sys.argv[1:]
    more = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("lists", nargs="+", type=Path)
    parser.add_argument("--jobs", type=int, default=1, help="problems at a time")
    parser.add_argument("--answers", type=Path, help="where the JSON of each problem is kept")
    args = parser.parse_args(words[:more])
    args.more = words[more + 1 :]
    return args


def ask(args, row):
    """The answer of the program about a row of a list."""
    sfen, name, plies, moves = row[:4]
    command = [args.program, "check", f"sfen {sfen} moves {moves}", "--format", "json", *args.more]
    result = subprocess.run(command, capture_output=True, text=True)
    if not result.stdout:
        sys.exit(f"{name}: {result.stderr}")
    return {**json.loads(result.stdout), "name": name, "stated": int(plies)}


def kept(path):
    """The answers of an earlier run, by name."""
    if path is None or not path.exists():
        return {}
    answers = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {answer["name"]: answer for answer in answers}


def answers(args, rows):
    """The answers about all rows, in their order."""
    known = kept(args.answers)
    with ThreadPoolExecutor(args.jobs) as pool:
        asked = {row[1]: pool.submit(ask, args, row) for row in rows if row[1] not in known}
        for row in rows:
            if row[1] in asked:
                answer = asked[row[1]].result()
                if args.answers:
                    with args.answers.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(answer, ensure_ascii=False) + "\n")
                yield answer
            else:
                yield known[row[1]]


def reasons(answer):
    """What is the matter with a problem, in a few words."""
    found = answer.get("findings", [])
    longer = [one["length"] for one in found if one["class"] == "longer-defence"]
    cooks = sorted({one["move_number"] for one in found if one["spoils"]})
    words = []
    if answer["given"] == "refuted":
        number = answer.get("bad_move")
        words.append(f"another move {number} escapes" if number else "there is no mate")
    if cooks:
        words.append("second solutions at move " + ", ".join(map(str, cooks)))
    if longer:
        settled = [plies for plies in longer if plies is not None]
        words.append(f"変長: {max(settled)} plies" if settled else "変長")
    if any(one["class"] == "longer-leftover" for one in found):
        words.append("二手変長駒余り")
    if answer.get("leftover", "-") != "-":
        words.append(f"{answer['leftover']} left over")
    if answer.get("open"):
        count = len(answer["open"])
        words.append(f"{count} move{'' if count == 1 else 's'} open")
    return "; ".join(words)


def kind(answer):
    """The row of the summary that a problem belongs to."""
    if answer["verdict"] == "flawed":
        longer = any(one["class"] == "longer-defence" for one in answer.get("findings", []))
        settled = "" if not answer.get("open") else ", moves open"
        return ("flawed by 変長" if longer else "flawed otherwise") + settled
    return answer["verdict"]


KINDS = ["sound", "cooked", "flawed by 変長", "flawed by 変長, moves open", "flawed otherwise", "nomate", "unsettled"]


def number(answer):
    return "".join(c for c in answer["name"].split()[-1] if c.isdigit()) or answer["name"]


def main():
    args = arguments()
    books = []
    for path in args.lists:
        rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if "\t" in line]
        books.append((path.stem, list(answers(args, rows))))
    print("| |", " | ".join(book for book, _ in books), "|")
    print("|---|" + "---|" * len(books))
    kinds = KINDS + sorted({kind(one) for _, all_ in books for one in all_} - set(KINDS))
    for name in kinds:
        cells = [[number(one) for one in all_ if kind(one) == name] for _, all_ in books]
        print(f"| {name} |", " | ".join(f"**{len(cell)}**: {', '.join(cell)}" if cell else "-" for cell in cells), "|")
    settled = [sum(one.get("length") is not None for one in all_) for _, all_ in books]
    print("| length settled |", " | ".join(map(str, settled)), "|")
    print("\n| | line | length | verdict | |\n|---|---|---|---|---|")
    for book, all_ in books:
        for one in all_:
            if one["verdict"] != "sound" or one.get("length") != one["stated"]:
                length = one.get("length") or (f"≤ {one['at_most']}" if one.get("at_most") else "?")
                print(f"| {one['name']} | {one['stated']} | {length} | {one['verdict']} | {reasons(one)} |")


if __name__ == "__main__":
    main()
