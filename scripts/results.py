#!/usr/bin/env python3
"""Measures what docs/RESULTS.md and the READMEs say, and writes it there.

    scripts/results.py --nodes 1000000 --jobs 16              counts only: the same on every machine, however busy
    scripts/results.py --nodes 1000000 --seconds              and processor seconds: on a quiet machine
    scripts/results.py --seconds --rules 15 --time 60 \\
        --peer kh=/path/KomoringHeights,PostSearchLevel=None --peer sht=/path/shtsume,fresh

Everything runs from a clone. `--program` is the program to ask, by default target/release/tsumugi. Every mate and every "no mate" is
certified, and its certificate verified; a certificate that is rejected ends the run. `--rules N` adds the speed of the rules (N
rounds, by crates/rules-bench). A `--peer` is a USI engine as scripts/compare.py takes it; it gets the same problems, memory and
processor seconds (`--time`). `--first N` takes only the first problems of each book, to try the script; it then prints the page and writes nothing.
"""

import argparse
import datetime
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOOKS = {"zuko": "将棋図巧", "muso": "将棋無双"}
START, END = "<!-- results -->", "<!-- /results -->"
TRAINING = "positions from games and random boards; no composed problem ([crates/learn](../crates/learn/README.md))"
SWITCHES = "every other diagram of both books"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "target/release/tsumugi"))
    parser.add_argument("--nodes", type=int, default=1_000_000, help="positions expanded at most for each problem [1000000]")
    parser.add_argument("--hash", type=int, default=2047, help="MiB of table for each problem, and for peers [2047]")
    parser.add_argument("--jobs", type=int, default=1, help="problems at a time; seconds want 1 [1]")
    parser.add_argument("--seconds", action="store_true", help="print processor seconds too")
    parser.add_argument("--rules", type=int, metavar="ROUNDS", help="time the rules beside other crates")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND[,OPTION=VALUE…]", help="another USI engine")
    parser.add_argument("--time", type=float, default=60, help="processor seconds for each problem beside peers [60]")
    parser.add_argument("--first", type=int, help="only so many problems of a book, and write nothing")
    return parser.parse_args()


def problems(book, first):
    rows = (ROOT / f"problems/{book}.tsv").read_text(encoding="utf-8").splitlines()
    return [row.split("\t")[:2] for row in rows[:first]]


def run(words):
    """What a command prints, and the processor seconds it took."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors)
        text = process.stdout.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1, 3) or not text:
            errors.seek(0)
            raise RuntimeError(f"{' '.join(words)}: exit code {process.returncode}\n{errors.read().decode()}")
    return text, usage.ru_utime + usage.ru_stime


class Tally:
    """What became of the problems of a book."""

    def __init__(self):
        self.verdicts, self.claims, self.expansions, self.moves, self.seconds, self.open = Counter(), 0, 0, 0, 0.0, []

    def add(self, answer, claims, seconds, settled, name):
        self.verdicts[answer["verdict"] if settled else "open"] += 1
        self.claims += claims
        self.expansions += answer["expansions"]
        self.moves += answer["nodes"]
        self.seconds += seconds
        if not settled:
            self.open.append(name)


def solve(args, book, question):
    """Every problem of a book with a certificate, and the certificate verified."""
    tally, rows = Tally(), problems(book, args.first)
    with ThreadPoolExecutor(args.jobs) as pool:
        for (_, name), found in zip(rows, pool.map(lambda row: one(args, *row, question), rows)):
            tally.add(*found, name)
            print(f"{name}: {found[0]['verdict']} {found[0]['at_most'] or ''} {found[1]} claims", file=sys.stderr, flush=True)
    return tally


def one(args, sfen, name, question):
    """A problem's answer, the claims of its certificate, processor seconds, and whether it is settled."""
    with tempfile.TemporaryDirectory() as folder:
        proof = os.path.join(folder, "proof.cert.zst")
        words = ["solve", sfen, "--question", question, "--nodes", str(args.nodes), "--hash", str(args.hash)]
        words += ["--threads", "1", "--format", "json", "--certificate", proof]
        text, seconds = run([args.program, *words])
        answer, claims = json.loads(text), 0
        settled = answer["verdict"] == "nomate" or answer["verdict"] == "mate" and (question == "mate" or answer["shortest"])
        if os.path.exists(proof):
            verified = json.loads(run([args.program, "verify", sfen, proof, "--format", "json"])[0])
            if not verified["verified"]:
                raise RuntimeError(f"{name}: the certificate was rejected: {verified['reason']}")
            claims = verified["claims"]
        # An answer without a proof does not count.
        return answer, claims, seconds, settled and claims > 0


def grouped(number):
    return f"{number:,}"


def solved_table(args, tallies, settled):
    """Rows for books; `settled` names the columns of answers."""
    heads = [*settled.values(), "open", "claims verified", "positions expanded", "moves played"]
    heads += ["processor seconds"] * args.seconds
    rows = ["| | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    for book, tally in tallies.items():
        cells = [tally.verdicts[verdict] for verdict in settled]
        cells += [tally.verdicts["open"], tally.claims, tally.expansions, tally.moves]
        cells = [grouped(cell) for cell in cells] + [f"{tally.seconds:.1f}"] * args.seconds
        rows.append(f"| {BOOKS[book]} | " + " | ".join(cells) + " |")
    return rows


def numbers(tally, book):
    """Which problems are open: their numbers, with the edition (原図, 補正, 異本) where there are several."""

    def short(name):
        number = name.removeprefix(BOOKS[book]).strip().removeprefix("第").partition("番")[0]
        edition = name.partition("(")[2][:2]
        return f"{number} ({edition})" if edition else number

    return f"{BOOKS[book]}: " + (", ".join(map(short, tally.open)) or "none")


def ledger():
    """What is settled about both books, from problems/ledger.tsv."""
    lines = [line for line in (ROOT / "problems/ledger.tsv").read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    names = lines[0].split("\t")
    rows = [dict(zip(names, line.split("\t"))) for line in lines[1:]]
    words = {"sound": "sound", "cooked": "cooked", "flawed": "flawed", "nomate": "no mate", "unsettled": "unsettled"}
    table = ["| | " + " | ".join(words.values()) + " | without a line | length settled |", "|---" * (len(words) + 3) + "|"]
    for book, title in BOOKS.items():
        mine = [row for row in rows if row["id"].startswith(book)]
        counts = Counter(row["check"] for row in mine)
        length = sum(row["strict"] != "nomate" and ".." not in row["strict"] for row in mine)
        cells = [counts[word] for word in words] + [counts[""], length]
        table.append(f"| {title} | " + " | ".join(map(str, cells)) + " |")
    return table


# A line of scripts/compare.py.
VERSUS = re.compile(
    r"tsumugi / (?P<peer>[^:]+): \d+ answered by both, (?P<more>\d+) only by tsumugi, (?P<fewer>\d+) only by .*geometric mean (?P<mean>[\d.]+)"
)


def beside_peers(args, book):
    """scripts/compare.py on a book: its summary, where another engine is faster, and the comparison with each."""
    with tempfile.TemporaryDirectory() as folder:
        times = Path(folder) / "times.tsv"
        words = [sys.executable, str(ROOT / "scripts/compare.py"), str(ROOT / f"problems/{book}.tsv")]
        words += ["--time", str(args.time), "--hash", str(args.hash), "--table", str(times), "--rows", f"1-{args.first or ''}"]
        words += ["--engine", f"tsumugi={args.program} usi,PostSearchLevel=None"]
        for peer in args.peer:
            words += ["--engine", peer]
        text, _ = run(words)
        names = [peer.partition("=")[0] for peer in args.peer]
        faster = [loss for row in times.read_text(encoding="utf-8").splitlines() for loss in losses(row.split("\t"), names)]
    summary = text[text.rindex("\n\n") :].strip()
    lines = ["", f"{BOOKS[book]}:", "", "```text", *summary.splitlines(), "```", ""]
    found = [VERSUS.match(line) for line in summary.splitlines()]
    return [*lines, "Where another engine is faster: " + ("; ".join(faster) or "nowhere") + "."], [match.groupdict() for match in found if match]


def losses(cells, names):
    """The engines that answer a problem in less time than we do, if they take a second or we take one."""
    name, answers = cells[1], [cells[2 + 3 * i : 5 + 3 * i] for i in range(len(names) + 1)]
    known = lambda answer: answer[0] in ("mate", "nomate")
    ours = float(answers[0][1]) if known(answers[0]) else float("inf")
    for peer, answer in zip(names, answers[1:]):
        if known(answer) and float(answer[1]) < ours and max(float(answer[1]), ours) >= 1:
            mine = "open" if ours == float("inf") else f"{ours:.1f} s"
            yield f"{name} ({peer} {float(answer[1]):.1f} s, tsumugi {mine})"


def version_of(engine):
    """What an engine calls itself."""
    words = engine.partition("=")[2].split(",")[0].split()
    said = []
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdin.write("usi\n")
        process.stdin.flush()
        # Some engines leave at once when nobody is there any more.
        for line in process.stdout:
            said.append(line.strip())
            if said[-1] == "usiok":
                break
        process.stdin.write("quit\n")
        process.stdin.flush()
    names = [line.removeprefix("id name ") for line in said if line.startswith("id name ")]
    return names[0] if names else os.path.basename(words[0])


def machine():
    cpu = platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        names = [line.split(": ")[1] for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
        cpu = names[0] if names else cpu
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{cpu}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.release().split('-')[0]}"


def command(args):
    """This run, as somebody types it again."""
    words = ["scripts/results.py", "--nodes", str(args.nodes), "--hash", str(args.hash)]
    words += ["--seconds"] * args.seconds + (["--rules", str(args.rules)] if args.rules else [])
    words += ["--time", f"{args.time:g}"] if args.peer else []
    for peer in args.peer:
        name, _, rest = peer.partition("=")
        program, *options = rest.split(",")
        words += ["--peer", ",".join([f"{name}={os.path.basename(program.split()[0])}", *options])]
    return " ".join(words)


def page(args, version, mates, shortest):
    """docs/RESULTS.md."""
    total = mates["zuko"].verdicts + mates["muso"].verdicts
    exact = shortest["zuko"].verdicts + shortest["muso"].verdicts
    out = [
        "# Results",
        "",
        "Written by `scripts/results.py`; nothing here was typed. [NOTES.md](NOTES.md) has what was tried and did not pay.",
        "",
        "```sh",
        command(args),
        "```",
        "",
        "| | |",
        "|---|---|",
        f"| version | {version} |",
        f"| date | {datetime.date.today()} |",
        f"| machine | {machine()} |",
        *[f"| {peer.partition('=')[0]} | {version_of(peer)} |" for peer in args.peer],
        f"| limit of each problem | {grouped(args.nodes)} positions expanded, one thread, a fresh table of {args.hash} MiB |",
        f"| heuristic initialisation trained on | {TRAINING} |",
        f"| switches of the search chosen on | {SWITCHES} |",
        "",
        "With one thread the counts are the same on every machine."
        + ("" if args.seconds or args.peer else " No times were taken in this run."),
        "",
        "## Mate or no mate",
        "",
        "`tsumugi solve --question mate --certificate`: each answer has a certificate that `tsumugi verify` accepted."
        + (" Seconds include making the proof." if args.seconds else ""),
        "",
        *solved_table(args, mates, {"mate": "mates", "nomate": "no mates"}),
        "",
        "Open at this limit. " + "; ".join(numbers(mates[book], book) for book in BOOKS) + ".",
        "",
        "## Shortest length",
        "",
        "`tsumugi solve --question shortest --certificate`: every defence counts, futile interpositions too; the certificate says that nothing shorter mates.",
        "",
        *solved_table(args, shortest, {"mate": "lengths settled", "nomate": "no mates"}),
        "",
        "## The books examined",
        "",
        "`problems/ledger.tsv`, one row for each diagram, with its limits: `scripts/ledger.py verify` repeats it. `check` looks at the author's line.",
        "",
        *ledger(),
        "",
        "## The checksum of the search",
        "",
        "`tsumugi bench --nodes 15000`: moves played over forty fixed problems. A change that is meant to change nothing leaves it as it is.",
        "",
        "```text",
        bench(args),
        "```",
    ]
    if args.rules:
        out += ["", "## The rules", "", f"`cargo run --release -p tsumugi-rules-bench -- --rounds {args.rules} problems/zuko.tsv`; other crates do the same work.", ""]
        out += ["```text", *rules(args.rules), "```"]
    versus = {}
    if args.peer:
        out += ["", "## Beside other engines", "", "`scripts/compare.py`: one thread each, the same memory, in turns; processor seconds from `go mate` to the first proof."]
        for book in BOOKS:
            lines, versus[book] = beside_peers(args, book)
            out += lines
    return out, total, exact, versus


def bench(args):
    """The last line without its seconds."""
    found = json.loads(run([args.program, "bench", "--nodes", "15000", "--format", "json"])[0])
    solved = sum(problem["verdict"] != "unknown" for problem in found["problems"])
    return f"{solved} of {len(found['problems'])} solved, {found['expansions']} expansions, checksum {found['checksum']}"


def rules(rounds):
    words = ["cargo", "run", "-q", "--release", "-p", "tsumugi-rules-bench", "--", "--rounds", str(rounds), "problems/zuko.tsv"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, env=os.environ | {"RUSTFLAGS": "-C target-cpu=native"})
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout.strip().splitlines()


def claims(args, version, total, exact, versus):
    """What the READMEs say, in both languages."""
    date, all_of_them = datetime.date.today(), sum(total.values())
    english = [
        f"Version {version}, {date}, one thread, at most {grouped(args.nodes)} expansions for each problem, by `scripts/results.py`: of the {all_of_them} diagrams of",
        f"将棋図巧 and 将棋無双 {all_of_them - total['open']} are settled, {total['mate']} mates and {total['nomate']} without, and the shortest length of {exact['mate']}; every answer certified and verified.",
    ]
    # Of several engines the fastest for each problem.
    names = [peer.partition("=")[0] for peer in args.peer]
    pairs = list(zip(*versus.values()))[-1:]
    for zuko, muso in pairs:
        several = len(names) > 1
        all_names = ", ".join(names[:-1]) + " and " * several + names[-1]
        english += [
            f"Beside {all_names}{', the fastest of them for each problem' * several}, it needs {zuko['mean']} (図巧) and {muso['mean']} (無双) of the time, the geometric",
            f"mean of what both answer within {args.time:g} processor seconds. It answers {int(zuko['more']) + int(muso['more'])} that {'none of them' if several else 'the other'} does, and leaves {int(zuko['fewer']) + int(muso['fewer'])} open that {'one of them' if several else 'the other'} answers.",
        ]
    # One line: a break within Japanese would show as a space.
    japanese = [
        f"バージョン{version}、{date}、1スレッド、一題につき最大{grouped(args.nodes)}局面の展開（`scripts/results.py`）。『将棋図巧』『将棋無双』の{all_of_them}図のうち、"
        f"{all_of_them - total['open']}図の詰み・不詰（詰み{total['mate']}図、不詰{total['nomate']}図）と、{exact['mate']}図の最短手数が決まりました。いずれも証明書があり、検証済です。"
    ]
    for zuko, muso in pairs:
        japanese[0] += (
            f"一題CPU{args.time:g}秒で{'、'.join(names)}と比べると、所要時間は{'一題ごとに最も速いソフト' if len(names) > 1 else 'その'}の{zuko['mean']}倍（図巧）と{muso['mean']}倍（無双）です（双方が解いた図の幾何平均）。"
            f"本ソフトだけが解いた図は{int(zuko['more']) + int(muso['more'])}図、本ソフトだけが解けなかった図は{int(zuko['fewer']) + int(muso['fewer'])}図です。"
        )
    return {"README.md": english, "README.ja.md": japanese}


def put(path, lines):
    """Lines between the two marks of a README."""
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, mark, after = rest.partition(END)
    if not mark:
        sys.exit(f"{path}: {START} or {END} is missing")
    path.write_text("\n".join([before + START, *lines, mark + after]), encoding="utf-8")


def main():
    args = arguments()
    version = run([args.program, "--version"])[0].split()[1]
    mates = {book: solve(args, book, "mate") for book in BOOKS}
    shortest = {book: solve(args, book, "shortest") for book in BOOKS}
    lines, total, exact, versus = page(args, version, mates, shortest)
    said = claims(args, version, total, exact, versus)
    lines += ["", "## What the README says", "", "| claim | command | figure |", "|---|---|---|"]
    lines += [
        f"| settled, of the diagrams of both books | `tsumugi solve --question mate --nodes {args.nodes} --certificate` | {sum(total.values()) - total['open']} of {sum(total.values())} |",
        f"| … mates; no mates | the same | {total['mate']}; {total['nomate']} |",
        f"| … each with a certificate that holds | `tsumugi verify`, of every certificate | {sum(total.values()) - total['open']} of {sum(total.values()) - total['open']} |",
        f"| shortest lengths settled | `tsumugi solve --question shortest --nodes {args.nodes} --certificate` | {exact['mate']} |",
    ]
    lines += [
        f"| trained on | `tsumugi-lab train examples`, `scripts/train_guess.py` | {TRAINING} |",
        f"| switches chosen on | `scripts/compare.py` on one half | {SWITCHES} |",
    ]
    for book, rows in versus.items():
        lines += [f"| time beside {row['peer']}, {BOOKS[book]}, geometric mean | `scripts/compare.py problems/{book}.tsv` | {row['mean']} |" for row in rows]
    if args.first:
        print("\n".join(lines), *("\n" + "\n".join(words) for words in said.values()), sep="\n")
        return
    (ROOT / "docs/RESULTS.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for name, words in said.items():
        put(ROOT / name, words)


if __name__ == "__main__":
    try:
        main()
    except (OSError, RuntimeError, subprocess.SubprocessError) as error:
        sys.exit(f"results: {error}")
