#!/usr/bin/env python3
"""What two workers on one machine are worth: `tsumugi batch --queue` with one `tsumugi worker` and with two, by turns.

    cargo build --release --features full
    python3 scripts/workers.py LIST.tsv [--tsumugi target/release/tsumugi] [--rounds 3] [--count 20000]

Starts a NATS server of its own on loopback (Debian's package `nats-server`). Each worker has one thread. Prints for every
run the problems per second, the CPU time of each process for a problem, and what the server took in and gave out, then

    speed-up   the best rate with two workers by the best with one; of worth only on two cores that nobody else uses
    bound      what the CPU times allow on two cores of their own: 2 / (1 + (master + server) / worker)

The problems are taken as written (`--no-dedup`), so that nobody is spared by equal ones. Exit code 77: no server.
"""

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request


class Process:
    """A child whose CPU time is known when it has ended."""

    def __init__(self, words, **more):
        self.child = subprocess.Popen(words, stderr=subprocess.DEVNULL, **more)

    def end(self, ask=True):
        """Waits, after asking it to end unless it does so by itself: its CPU seconds."""
        if ask:
            self.child.send_signal(signal.SIGINT)
        _, status, usage = os.wait4(self.child.pid, 0)
        self.child.returncode = os.waitstatus_to_exitcode(status)
        return usage.ru_utime + usage.ru_stime


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for(port):
    for _ in range(500):
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    sys.exit("the server does not start")


def run(args, server, problems, workers, directory):
    """One batch: its summary, milliseconds of CPU a problem for master, server and all workers, and the traffic."""
    port, monitor = free_port(), free_port()
    url = f"nats://127.0.0.1:{port}"
    quiet = {"stdout": subprocess.DEVNULL}
    words = [server, "-a", "127.0.0.1", "-p", str(port), "-m", str(monitor), "-js", "-sd", f"{directory}/nats"]
    nats = Process(words, **quiet)
    wait_for(port)
    worker = [args.tsumugi, "worker", url, "--threads", "1"]
    helpers = [Process(worker, **quiet) for _ in range(workers)]
    words = [args.tsumugi, "batch", problems, "--no-dedup", "--time", "60", "--format", "json"]
    master = Process(words + ["--out", f"{directory}/r.sqlite", "--queue", url], stdout=subprocess.PIPE)
    summary = json.loads(master.child.stdout.read())
    with urllib.request.urlopen(f"http://127.0.0.1:{monitor}/varz") as page:
        traffic = json.load(page)
    each = lambda seconds: 1000 * seconds / summary["problems"]
    spent = each(master.end(ask=False)), sum(each(helper.end()) for helper in helpers), each(nats.end())
    return summary, (spent[0], spent[2], spent[1]), traffic


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("list")
    parser.add_argument("--tsumugi", default="target/release/tsumugi")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--count", type=int, default=20000)
    args = parser.parse_args()
    server = shutil.which("nats-server", path=os.environ["PATH"] + ":/usr/sbin")
    if server is None:
        print("skipped: nats-server is not installed")
        sys.exit(77)
    best, bounds = {1: 0.0, 2: 0.0}, []
    with tempfile.TemporaryDirectory() as directory:
        problems = f"{directory}/problems.tsv"
        with open(args.list, encoding="utf-8") as whole, open(problems, "w", encoding="utf-8") as part:
            part.writelines(line for _, line in zip(range(args.count), whole))
        for _ in range(args.rounds):
            for workers in (1, 2):
                place = tempfile.mkdtemp(dir=directory)
                summary, (master, nats, worker), traffic = run(args, server, problems, workers, place)
                rate = summary["problems"] / summary["seconds"]
                best[workers] = max(best[workers], rate)
                bounds.append(2 / (1 + (master + nats) / worker))
                print(
                    f"{workers} worker(s): {summary['problems']} problems, {summary['seconds']:.1f} s, {rate:.0f}/s; "
                    f"CPU a problem: master {master:.3f}, server {nats:.3f}, workers {worker:.3f} ms; "
                    f"traffic a problem: in {traffic['in_bytes'] / summary['problems']:.0f} bytes, "
                    f"out {traffic['out_bytes'] / summary['problems']:.0f}, "
                    f"messages in {traffic['in_msgs']}, out {traffic['out_msgs']}",
                    flush=True,
                )
    print(f"speed-up {best[2] / best[1]:.2f}, bound {sum(bounds) / len(bounds):.2f}")


main()
