#!/usr/bin/env python3
"""Solves collections of problems and compares the answers with those stated.

    scripts/check_collection.py path/to/tsumugi mates.tsv                 # one search after the other, one table
    scripts/check_collection.py --certify path/to/tsumugi zuko.tsv        # each with a certificate, and verified
    scripts/check_collection.py --certify --proved proof/check path/to/tsumugi zuko.tsv   # and by the proved checker
    scripts/check_collection.py path/to/tsumugi mates.tsv -- --threads 2  # what follows -- is for `tsumugi solve`

A list has a SFEN, a name and a length, `nomate` or `?` in the columns of each line. Prints a table with --table, every
deviation and the totals. A mate that was found may be longer than stated, since the first proof counts; one that
is shorter is reported. The exit code is 1 if a certificate is rejected or an answer without a verified one contradicts
the statement, else 0.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path


def arguments():
    words = sys.argv[1:]
    more = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("lists", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1, help="only every n-th line")
    parser.add_argument("--first", type=int, help="only so many problems of a list")
    parser.add_argument("--certify", action="store_true", help="write and verify a certificate of every answer")
    parser.add_argument("--proved", help="with --certify: have this program, proof/check, judge every certificate too")
    parser.add_argument("--until", type=float, help="begin no problem after so many seconds")
    parser.add_argument("--table", type=Path, help="write a line for every problem")
    args = parser.parse_args(words[:more])
    args.more = words[more + 1 :]
    return args


def rows_of(path, every, first):
    """(line number, SFEN, name, stated answer) of every n-th line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    fields = [(number, line.split("\t")) for number, line in enumerate(lines, 1) if "\t" in line]
    return [(number, row[0], row[1], row[2]) for number, row in fields[::every][:first]]


def peak_mib(process):
    """Waits for a process: its exit code and its greatest resident set."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_maxrss / 1024


def together(args, rows):
    """Solves all problems in one process; yields (row, answer or None)."""
    with tempfile.NamedTemporaryFile("w", suffix=".sfen") as list_, tempfile.TemporaryFile("w+") as errors:
        list_.write("".join(row[1] + "\n" for row in rows))
        list_.flush()
        command = [args.program, "solve", list_.name, "--format", "json", *args.more]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process:
            answers = iter([json.loads(line) for line in process.stdout])
        errors.seek(0)
        complaints = errors.read()
    refused = {number for number in range(1, len(rows) + 1) if f"{list_.name}:{number}:" in complaints}
    for number, row in enumerate(rows, 1):
        yield row, None if number in refused else next(answers, None)
    if process.returncode not in (0, 1, 2, 3):
        sys.exit(f"tsumugi ended with {process.returncode}\n{complaints}")


def one_by_one(args, rows):
    """Solves, certifies and verifies each problem for itself; yields (row, answer or None)."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        certificate = Path(folder, "certificate")
        for row in rows:
            if args.until is not None and time.monotonic() - began > args.until:
                return
            command = [args.program, "solve", row[1], "--format", "json", "--certificate", str(certificate), *args.more]
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            text, complaints = process.stdout.read(), process.stderr.read()
            code, peak = peak_mib(process)
            if not text:
                yield row, None if code == 2 else {"verdict": f"exit code {code}: {complaints}", "peak": peak}
                continue
            answer = json.loads(text)
            answer["peak"] = peak
            if answer["certificate"]:
                answer.update(verified(args.program, row[1], certificate))
                if args.proved:
                    answer.update(proved(args.proved, certificate))
                certificate.unlink()
            yield row, answer


def verified(program, sfen, certificate):
    """What `tsumugi verify` says of a certificate."""
    began = time.monotonic()
    command = [program, "verify", sfen, str(certificate), "--memory", "4096", "--format", "json"]
    result = subprocess.run(command, capture_output=True, text=True)
    found = json.loads(result.stdout) if result.stdout else {"verified": False, "reason": result.stderr}
    return {
        "verified": found["verified"],
        "verified_answer": (found.get("verdict"), found.get("length")),
        "why": found.get("reason"),
        "claims": found.get("claims"),
        "bytes": certificate.stat().st_size,
        "verify_seconds": time.monotonic() - began,
    }


def proved(checker, certificate):
    """What the proved checker says of a certificate; that it is about the right problem `tsumugi verify` has found out."""
    began = time.monotonic()
    result = subprocess.run([checker, "-", str(certificate)], capture_output=True, text=True)
    return {
        "checked": result.returncode == 0,
        "why_not_checked": (result.stdout + result.stderr).strip(),
        "proved_seconds": time.monotonic() - began,
    }


def faults_of(answer, stated, certify):
    """(wrong, remarkable): what is the matter with an answer, in words."""
    if answer is None:
        return [], ["refused by the program"]
    wrong, remarks = [], []
    verdict, length = answer["verdict"], answer.get("strict_at_most")
    if verdict not in ("mate", "nomate", "unknown"):
        wrong.append(verdict)
    if verdict == "unknown":
        remarks.append(f"unknown ({answer['reason']}), stated {stated}")
    if (verdict == "mate" and stated == "nomate") or (verdict == "nomate" and stated.isdigit()):
        # A proof outweighs a statement.
        (remarks if answer.get("verified") else wrong).append(f"{verdict}, stated {stated}")
    if verdict == "mate" and stated.isdigit() and length < int(stated):
        remarks.append(f"mate in {length}, stated {stated}")
    if certify and verdict in ("mate", "nomate"):
        if not answer["certificate"]:
            remarks.append(f"{verdict} without a certificate")
        elif not answer["verified"] or answer["verified_answer"] != ("shortest" if answer["shortest"] else verdict, length):
            wrong.append(f"{verdict}: certificate rejected: {answer['why']}")
        if not answer.get("checked", True):
            wrong.append(f"{verdict}: certificate rejected by the proved checker: {answer['why_not_checked']}")
    return wrong, remarks


COLUMNS = ["verdict", "strict_at_most", "seconds", "nodes", "expansions", "claims", "bytes", "verify_seconds", "proved_seconds", "peak"]


def main():
    args = arguments()
    table = args.table.open("w", encoding="utf-8") if args.table else None
    any_wrong = False
    for path in args.lists:
        rows = rows_of(path, args.every, args.first)
        counts, sums = Counter(), Counter()
        for (number, sfen, name, stated), answer in (one_by_one if args.certify else together)(args, rows):
            wrong, remarks = faults_of(answer, stated, args.certify)
            answer = answer or {"verdict": "not read"}
            counts["problems"] += 1
            counts[answer["verdict"]] += 1
            counts["certified and verified"] += bool(answer.get("verified"))
            counts["verified by the proved checker"] += bool(answer.get("checked"))
            counts["wrong"] += bool(wrong)
            longer = answer["verdict"] == "mate" and stated.isdigit() and answer["strict_at_most"] > int(stated)
            counts["longer than stated"] += longer
            sums.update({key: answer.get(key) or 0 for key in COLUMNS[2:-1]})
            for words in wrong:
                print(f"WRONG {path.name}:{number} {name}: {words}: {sfen}", flush=True)
            for words in remarks:
                print(f"{path.name}:{number} {name}: {words}: {sfen}", flush=True)
            if table:
                cells = [path.name, number, name, stated, *(answer.get(key) for key in COLUMNS)]
                print("\t".join("" if cell is None else str(cell) for cell in cells), file=table, flush=True)
        any_wrong |= counts["wrong"] > 0
        facts = [f"{count} {what}" for what, count in counts.items() if count]
        work = [f"{value:.0f} {what}" for what, value in sums.items() if value]
        print(f"{path.name}: {', '.join(facts)}; {', '.join(work)}", flush=True)
    return 1 if any_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
