#!/usr/bin/env python3
"""What is settled about every diagram of 将棋図巧 and 将棋無双: problems/ledger.tsv.

    scripts/ledger.py verify  [--only zuko/1-10]   does every row again and compares
    scripts/ledger.py improve [--only …] [--nodes N] [--each N]   tries what is open with more effort, and writes what is new

A row that cannot be repeated, or that is no row of the books, is an error (exit code 1). A row says no more than what the program named in it has settled with
the limits named in it, with one thread, so everybody gets the same. `--program` is the program to ask, by default
target/release/tsumugi. Whoever settles more is welcome to send the row.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEDGER = ROOT / "problems/ledger.tsv"
COLUMNS = {
    "id": "book and number of the row in its list",
    "name": "what it is called",
    "stated": "the length its author states",
    "strict": "the shortest mate against every defence: settled, or from..to; nomate",
    "nodes": "positions expanded at most for it",
    "conventional": "the length without futile interpositions",
    "claim": "what the certificate claims",
    "claims": "lines of the certificate that claim something",
    "digest": "SHA-256 of the certificate, the first 16 digits",
    "check": "what `check` says of the author's line",
    "open": "moves beside the line that are not settled",
    "each": "positions expanded at most for each of them",
    "version": "of the program",
}
BOOKS = ["zuko", "muso"]
# What another version of the program must find too; its proofs and limits may be others.
SETTLED = ["name", "stated", "strict", "conventional", "check"]


def diagrams():
    """Every diagram of both books: id, name, stated length, SFEN, the author's line if there is one."""
    for book in BOOKS:
        rows = [line.split("\t") for line in (ROOT / f"problems/{book}.tsv").read_text().splitlines()]
        lines = [line.split("\t") for line in (ROOT / f"problems/{book}_lines.tsv").read_text().splitlines()]
        by_diagram = {sfen: moves for sfen, _, _, moves in lines}
        for number, (sfen, name, stated) in enumerate(rows, 1):
            yield {"id": f"{book}/{number}", "name": name, "stated": stated, "sfen": sfen, "line": by_diagram.get(sfen)}


class Program:
    def __init__(self, path, threads=1):
        self.path = path
        self.version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
        self.common = ["--format", "json", "--threads", str(threads), "--hash", "1024", "--lang", "en"]

    def ask(self, *words):
        done = subprocess.run([self.path, *words, *self.common], capture_output=True, text=True)
        if done.returncode not in (0, 1, 3) or not done.stdout:
            raise RuntimeError(f"{' '.join(words)}: {done.stderr}")
        return json.loads(done.stdout)

    def lengths(self, sfen, nodes):
        """The strict and the conventional length, and a certificate that the verifier accepts."""
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "proof.cert")
            strict = self.ask("solve", sfen, "--question", "shortest", "--nodes", str(nodes), "--certificate", file)
            out = {"strict": interval(strict), "nodes": nodes, "claim": "", "claims": "", "digest": ""}
            if os.path.exists(file):
                subprocess.run([self.path, "verify", sfen, file], capture_output=True, check=True)
                text = Path(file).read_text()
                out["claim"] = text.splitlines()[3].removeprefix("claim ")
                out["claims"] = text.splitlines()[-1].split()[1]
                out["digest"] = hashlib.sha256(text.encode()).hexdigest()[:16]
        told = self.ask("solve", sfen, "--nodes", str(nodes))
        out["conventional"] = str(told["length"]) if told["conventional"] and told["length"] is not None else "?"
        return out

    def checked(self, sfen, line, each):
        """What is beside the author's line."""
        if line is None:
            return {"check": "", "open": "", "each": ""}
        told = self.ask("check", f"position sfen {sfen} moves {line}", "--nodes-each", str(each))
        return {"check": told["verdict"], "open": len(told.get("open", [])), "each": each}


def interval(answer):
    if answer["verdict"] == "nomate":
        return "nomate"
    low, high = answer.get("strict_at_least"), answer.get("strict_at_most")
    if low is not None and low == high:
        return str(low)
    return f"{low or 1}..{high or ''}"


def settled(strict):
    return ".." not in strict


def read(ledger):
    if not ledger.exists():
        return {}
    lines = [line for line in ledger.read_text().splitlines() if not line.startswith("#")]
    names = lines[0].split("\t")
    return {row["id"]: row for row in (dict(zip(names, line.split("\t"), strict=True)) for line in lines[1:])}


def write(ledger, rows):
    """Whole, or not at all."""
    text = ["# What is settled about 将棋図巧 and 将棋無双. scripts/ledger.py verify repeats every row."]
    text += [f"# {name}: {what}" for name, what in COLUMNS.items()]
    text += ["\t".join(COLUMNS)]
    text += ["\t".join(str(rows[d["id"]][name]) for name in COLUMNS) for d in diagrams() if d["id"] in rows]
    fresh = ledger.with_suffix(".new")
    fresh.write_text("\n".join(text) + "\n")
    fresh.replace(ledger)


def chosen(only):
    if only is None:
        return lambda _: True
    book, _, numbers = only.partition("/")
    first, _, last = numbers.partition("-")
    low, high = (int(first), int(last or first)) if first else (1, 10**9)

    def picks(diagram):
        its, number = diagram["id"].split("/")
        return its == book and low <= int(number) <= high

    return picks


def verify(arguments, program, rows):
    """Every row again, with the limits it names."""
    wrong = 0
    for stray in sorted(set(rows) - {diagram["id"] for diagram in diagrams()}):
        print(f"{stray}\tno such diagram", flush=True)
        wrong += 1
    for diagram in filter(chosen(arguments.only), diagrams()):
        row = rows.get(diagram["id"])
        if row is None:
            continue
        new = program.lengths(diagram["sfen"], int(row["nodes"]))
        if row["each"]:
            new |= program.checked(diagram["sfen"], diagram["line"], int(row["each"]))
        new |= {name: diagram[name] for name in ("name", "stated")}
        differ = [name for name, value in new.items() if str(value) != row[name]]
        # Another version finds another proof of the same.
        if row["version"] != program.version:
            differ = [name for name in differ if name in SETTLED and settled(row[name])]
        wrong += bool(differ)
        said = "; ".join(f"{name} {row[name]!r} and now {str(new[name])!r}" for name in differ) or "repeated"
        print(f"{row['id']}\t{row['name']}\t{row['strict']}\t{row['check']}\t{said}", flush=True)
    return 1 if wrong else 0


def improve(arguments, program, rows):
    """What is open with more effort; what comes out is kept at once."""
    for diagram in filter(chosen(arguments.only), diagrams()):
        row = dict(rows.get(diagram["id"]) or {name: "" for name in COLUMNS})
        before = dict(row)
        row |= {"id": diagram["id"], "name": diagram["name"], "stated": diagram["stated"]}
        if not settled(row["strict"] or "1..") or "?" in (row["conventional"] or "?"):
            if arguments.nodes > int(row["nodes"] or 0):
                row |= program.lengths(diagram["sfen"], arguments.nodes)
        if diagram["line"] and row["open"] != "0" and arguments.each > int(row["each"] or 0):
            row |= program.checked(diagram["sfen"], diagram["line"], arguments.each)
        row = {name: str(value) for name, value in row.items()}
        if row != before:
            rows[diagram["id"]] = row | {"version": program.version}
            write(arguments.ledger, rows)
        print(f"{row['id']}\t{row['name']}\t{row['strict']}\t{row['conventional']}\t{row['check']}\t{row['open']} open", flush=True)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", choices=["verify", "improve"])
    parser.add_argument("--only", metavar="BOOK[/FROM-TO]", help="rows of one book, as zuko/1-10")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="positions expanded at most for a length [1000000]")
    parser.add_argument("--each", type=int, default=100_000, help="positions expanded at most for a move beside the line [100000]")
    parser.add_argument("--ledger", type=Path, default=LEDGER, help="the file with the rows [problems/ledger.tsv]")
    parser.add_argument("--program", default=str(ROOT / "target/release/tsumugi"))
    arguments = parser.parse_args()
    work = {"verify": verify, "improve": improve}[arguments.work]
    return work(arguments, Program(arguments.program), read(arguments.ledger))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, RuntimeError, subprocess.CalledProcessError) as error:
        sys.exit(f"ledger: {error}")
