#!/usr/bin/env python3
"""Mate search of several USI engines over one list of problems, side by side.

    scripts/compare.py problems.tsv --engine tsumugi='target/release/tsumugi usi' --gps
    scripts/compare.py zuko.tsv --time 20 --hash 1024 --rows 1-30 --table times.tsv --svg cactus.svg \\
        --engine ours='target/release/tsumugi usi' --engine kh=/path/to/KomoringHeights,PostSearchLevel=None

An engine is NAME=COMMAND, with options for it after commas (NAME=VALUE each; `fresh`: a new process for each problem). Every engine gets the same memory (USI_Hash)
and the same time for each problem; engines take turns problem by problem, so that a busy machine hits all alike.
Times, and the limit, are processor seconds of the engine and its children from `go` to the answer: a busy machine slows
down the clock, but hardly these. What comes after the limit does not count as an answer. Problems are lines with a SFEN,
and a name after a tab. --wall takes the time of the clock instead, to compare numbers of threads on a quiet machine:

    scripts/compare.py hard.tsv --wall --engine one='tsumugi usi',Threads=1 --engine two='tsumugi usi',Threads=2

--gps adds gpsusi of Debian's package gpsshogi and installs it if need be.
"""
import argparse
import math
import os
import select
import shlex
import subprocess
import sys
import time

TICK = os.sysconf("SC_CLK_TCK")


class Engine:
    """A USI engine in a process of its own; started again if it dies."""

    def __init__(self, word, args):
        self.name, _, rest = word.partition("=")
        command, *options = rest.split(",")
        if not self.name or not command:
            sys.exit(f"--engine {word}: expected NAME=COMMAND")
        self.command, self.args = shlex.split(command), args
        self.fresh = "fresh" in options
        self.options = [option for option in options if option != "fresh"]
        self.process = None

    def start(self):
        self.buffer, self.last = b"", 0.0
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.send("usi")
        self.wait(["usiok"], 30)
        self.send(f"setoption name USI_Hash value {self.args.hash}")
        # Processor time is compared, so each has one thread unless it is told otherwise.
        for option in ["Threads=1", *self.options]:
            name, _, value = option.partition("=")
            self.send(f"setoption name {name} value {value}")
        self.send("isready")
        self.wait(["readyok"], 120)

    def send(self, line):
        self.process.stdin.write((line + "\n").encode())
        self.process.stdin.flush()

    def wait(self, starts, seconds):
        """The next line that starts with one of these words; None if it does not come."""
        end = time.monotonic() + seconds
        while True:
            while b"\n" in self.buffer:
                line, self.buffer = self.buffer.split(b"\n", 1)
                text = line.decode(errors="replace").strip("\r")
                if text.split(" ")[0] in starts:
                    return text
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return None
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                return None
            self.buffer += more

    def seconds(self):
        """The time that counts, from some moment on."""
        return time.monotonic() if self.args.wall else self.processor_seconds()

    def processor_seconds(self):
        """Of all threads: in ticks, and exactly for those that still run, whichever is more."""
        process = f"/proc/{self.process.pid}"
        try:
            with open(f"{process}/stat") as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
            ticks = sum(int(field) for field in fields[11:15]) / TICK
            exact = 0
            for task in os.listdir(f"{process}/task"):
                with open(f"{process}/task/{task}/schedstat") as stat:
                    exact += int(stat.read().split()[0])
        except OSError:
            return self.last
        self.last = max(self.last, exact / 1e9, ticks - 2 / TICK)
        return self.last

    def solve(self, sfen):
        """(verdict, processor seconds, plies)"""
        if self.process is None or self.process.poll() is not None:
            self.start()
        else:
            self.send("isready")
            self.wait(["readyok"], 120)
        self.send("usinewgame")
        self.send(f"position sfen {sfen}")
        before = self.seconds()
        self.send("go mate infinite")
        line, pause, end = None, 0.005, time.monotonic() + 20 * self.args.time + 60
        while line is None and self.process.poll() is None:
            line = self.wait(["checkmate"], pause)
            pause = min(pause * 1.5, 0.2)
            late = time.monotonic() > end or self.seconds() - before > self.args.time
            if line is None and late:
                # Not every engine is fit for another problem after that.
                self.stop()
                return "open", self.args.time, 0
        spent = min(self.seconds() - before, self.args.time)
        if line is None or self.fresh:
            self.stop()
        if line is None:
            return "died", spent, 0
        words = line.split()[1:]
        if words in (["timeout"], ["notimplemented"]):
            return words[0], spent, 0
        return ("nomate", spent, 0) if words == ["nomate"] else ("mate", spent, len(words))

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None


def gps():
    """Debian's gpsusi as an engine."""
    path = "/usr/games/gpsusi"
    if not os.path.exists(path) and subprocess.run(["apt-get", "install", "-y", "gpsshogi"]).returncode != 0:
        sys.exit("gpsusi is not there and cannot be installed: try `apt-get install gpsshogi`")
    return f"gps={path}"


def problems(args):
    first, _, last = args.rows.partition("-")
    with open(args.problems, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    chosen = range(int(first or 1), int(last or len(rows)) + 1)
    return [(row, *(rows[row - 1] + [""])[:2]) for row in chosen if row <= len(rows)]


def mean(seconds):
    """Geometric, with 10 ms as the least that can be measured."""
    return math.exp(sum(math.log(max(s, 0.01)) for s in seconds) / len(seconds)) if seconds else 0.0


def versus(one, other, pairs):
    """How much time one takes, by the other's, on what both answer."""
    both = [(a[1], b[1]) for a, b in pairs if a[0] in ("mate", "nomate") and b[0] in ("mate", "nomate")]
    if both:
        mine, theirs = zip(*both)
        total, means = sum(mine) / max(sum(theirs), 0.01), mean(mine) / mean(theirs)
        only = sum(b[0] not in ("mate", "nomate") and a[0] in ("mate", "nomate") for a, b in pairs)
        lost = sum(a[0] not in ("mate", "nomate") and b[0] in ("mate", "nomate") for a, b in pairs)
        print(
            f"{one} / {other}: {len(both)} answered by both, {only} only by {one}, {lost} only by {other}; "
            f"seconds {sum(mine):.2f} / {sum(theirs):.2f} = {total:.2f}, geometric mean {means:.2f}"
        )


def summary(engines, results):
    solved = {e.name: [r[e.name] for r in results if r[e.name][0] in ("mate", "nomate")] for e in engines}
    common = [r for r in results if all(r[e.name][0] in ("mate", "nomate") for e in engines)]
    print(f"\n{len(results)} problems, {len(common)} answered by all")
    print(f"{'':12} {'mates':>6} {'no':>4} {'open':>5} {'seconds':>9} {'mean':>7}   on those answered by all: seconds, mean")
    for engine in engines:
        mine, both = solved[engine.name], [r[engine.name][1] for r in common]
        mates = sum(verdict == "mate" for verdict, _, _ in mine)
        spent = [seconds for _, seconds, _ in mine]
        print(
            f"{engine.name:12} {mates:6} {len(mine) - mates:4} {len(results) - len(mine):5} {sum(spent):9.2f} {mean(spent):7.3f}"
            f"   {sum(both):9.2f} {mean(both):7.3f}"
        )
    best = [min(r[e.name][1] for e in engines) for r in common]
    print(f"{'best of all':12} {'':6} {'':4} {'':5} {'':9} {'':7}   {sum(best):9.2f} {mean(best):7.3f}")
    first, *others = engines
    for other in others:
        versus(first.name, other.name, [(r[first.name], r[other.name]) for r in results])
    if len(others) > 1:
        answered = lambda r: [r[e.name] for e in others if r[e.name][0] in ("mate", "nomate")]
        rivals = [(r[first.name], min(answered(r), key=lambda a: a[1], default=("open", 0.0, 0))) for r in results]
        versus(first.name, "best of the others", rivals)
    for row in results:
        verdicts = {row[e.name][0] for e in engines} & {"mate", "nomate"}
        if len(verdicts) > 1:
            print(f"row {row['row']} {row['name']}: engines disagree: {[(e.name, row[e.name][0]) for e in engines]}")


def cactus(path, engines, results, limit):
    """How many problems each engine answers within a time, as a drawing."""
    width, height, left, bottom = 640, 400, 50, 40
    colours = ["#1b6ca8", "#c8553d", "#588157", "#8d6a9f", "#b08900"]
    low, high = math.log10(0.01), math.log10(max(limit, 0.1))
    x = lambda n: left + n * (width - left - 10) / max(len(results), 1)
    y = lambda s: height - bottom - (math.log10(max(s, 0.01)) - low) * (height - bottom - 10) / (high - low)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">']
    out.append(f'<rect width="{width}" height="{height}" fill="white"/>')
    for power in range(math.floor(low), math.floor(high) + 1):
        out.append(f'<line x1="{left}" x2="{width - 10}" y1="{y(10**power):.1f}" y2="{y(10**power):.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{left - 6}" y="{y(10**power) + 4:.1f}" text-anchor="end">{10**power:g} s</text>')
    for count in sorted({round(len(results) * part / 4) for part in range(5)}):
        out.append(f'<text x="{x(count):.1f}" y="{height - bottom + 16}" text-anchor="middle">{count}</text>')
    out.append(f'<text x="{width / 2}" y="{height - 8}" text-anchor="middle">problems answered</text>')
    for i, engine in enumerate(engines):
        times = sorted(r[engine.name][1] for r in results if r[engine.name][0] in ("mate", "nomate"))
        points = " ".join(f"{x(n + 1):.1f},{y(seconds):.1f}" for n, seconds in enumerate(times))
        colour = colours[i % len(colours)]
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out.append(f'<text x="{left + 10}" y="{24 + 16 * i}" fill="{colour}">{engine.name}: {len(times)}</text>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out + ["</svg>"]) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", help="a file with a SFEN per line, and a name after a tab")
    parser.add_argument("--engine", action="append", default=[], metavar="NAME=COMMAND[,OPTION=VALUE…]")
    parser.add_argument("--gps", action="store_true", help="and GPS Shogi, installed if it is not there")
    parser.add_argument("--time", type=float, default=20, help="processor seconds for each problem [20]")
    parser.add_argument("--wall", action="store_true", help="count seconds of the clock instead")
    parser.add_argument("--hash", type=int, default=1024, help="MiB for each engine [1024]")
    parser.add_argument("--rows", default="-", help="which lines, as 1-30 [all]")
    parser.add_argument("--table", help="write every time to this file")
    parser.add_argument("--svg", help="draw problems answered against time into this file")
    args = parser.parse_args()
    engines = [Engine(word, args) for word in args.engine + ([gps()] if args.gps else [])]
    if not engines:
        parser.error("no engine given")
    results = []
    try:
        for row, sfen, name in problems(args):
            # The one that goes first changes with the problem.
            turn = row % len(engines)
            found = {"row": row, "name": name}
            for engine in engines[turn:] + engines[:turn]:
                found[engine.name] = engine.solve(sfen)
            results.append(found)
            told = "  ".join(f"{e.name} {found[e.name][0]} {found[e.name][1]:.2f}" for e in engines)
            print(f"{row:4} {told}  {name}", flush=True)
    except KeyboardInterrupt:
        print("stopped; what is known so far:")
    finally:
        for engine in engines:
            engine.stop()
    if not results:
        return
    summary(engines, results)
    if args.table:
        with open(args.table, "w", encoding="utf-8") as file:
            for r in results:
                cells = [f"{cell:.2f}" if isinstance(cell, float) else str(cell) for e in engines for cell in r[e.name]]
                file.write("\t".join([str(r["row"]), r["name"], *cells]) + "\n")
    if args.svg:
        cactus(args.svg, engines, results, args.time)


main()
