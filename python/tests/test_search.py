"""Threads, progress, stopping."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from problems import HARD, SEVEN, THREE

import tsumugi


def test_two_searches_run_while_python_counts() -> None:
    """Both make progress in every part of the time, and so does a thread of Python."""
    told: list[list[tuple[float, int]]] = [[], []]
    stop = threading.Event()
    start = time.monotonic()

    def search(number: int) -> tsumugi.Solved:
        def hear(progress: tsumugi.Progress) -> None:
            told[number].append((time.monotonic() - start, progress.nodes))

        return tsumugi.solve(HARD, question="mate", hash=64, stop=stop, progress=hear)

    with ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(search, number) for number in range(2)]
        counted = [0] * 4
        while (now := time.monotonic() - start) < 2:
            counted[int(now * 2)] += 1
        stop.set()
        verdicts = [answer.result(timeout=5).verdict for answer in answers]
    assert verdicts == ["unknown"] * 2
    # A search that held the GIL would let Python count for a hundredth of the time, at a switch now and then.
    assert min(counted) > 1000, counted
    for progress in told:
        halves = [[nodes for at, nodes in progress if low <= at < low + 1] for low in (0, 1)]
        assert halves[0] and halves[1] and halves[0][0] < halves[0][-1] < halves[1][-1], progress


def test_a_stop_event_ends_a_search_with_what_is_known() -> None:
    stop = threading.Event()
    threading.Timer(0.5, stop.set).start()
    start = time.monotonic()
    answer = tsumugi.solve(HARD, question="mate", stop=stop)
    assert (answer.verdict, answer.reason) == ("unknown", "stopped")
    assert 0.4 < time.monotonic() - start < 1


def test_progress_is_told_on_the_thread_that_asked() -> None:
    heard: list[tsumugi.Progress] = []
    threads = set()

    def hear(progress: tsumugi.Progress) -> None:
        heard.append(progress)
        threads.add(threading.get_ident())

    answer = tsumugi.solve(HARD, question="mate", time=1, progress=hear)
    assert answer.reason == "time"
    assert threads == {threading.get_ident()}
    assert 3 < len(heard) < 30
    assert [one.nodes for one in heard] == sorted(one.nodes for one in heard)
    last = heard[-1]
    assert last.nodes > 1000 and last.stage == "search" and last.fill is not None and last.line
    assert 0.5 < last.seconds < 1.2


def test_what_a_callback_raises_ends_the_search() -> None:
    def hear(_: tsumugi.Progress) -> None:
        raise LookupError("enough")

    start = time.monotonic()
    with pytest.raises(LookupError, match="enough"):
        tsumugi.solve(HARD, question="mate", progress=hear)
    assert time.monotonic() - start < 1


@pytest.mark.parametrize("request_", ["solve", "check", "helpmate"])
def test_ctrl_c_is_a_keyboard_interrupt_at_once(request_: str) -> None:
    """And afterwards everything works as before."""
    pressed = []

    def press() -> None:
        pressed.append(time.monotonic())
        # Windows has no way to send Ctrl-C to one process.
        signal.raise_signal(signal.SIGINT) if os.name == "nt" else os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(0.7, press).start()
    with pytest.raises(KeyboardInterrupt):
        if request_ == "solve":
            tsumugi.solve(HARD, question="mate")
        elif request_ == "check":
            tsumugi.check(HARD)
        else:
            tsumugi.helpmate("4k4/9/9/9/9/9/9/9/4K4 b RP 1", selfmate=True)
    assert time.monotonic() - pressed[0] < 0.5
    assert tsumugi.solve(THREE).plies == 3


@pytest.mark.skipif(os.name == "nt", reason="a process cannot send itself Ctrl-C")
def test_a_program_that_is_interrupted_ends() -> None:
    code = f"import tsumugi; print('begun', flush=True); tsumugi.solve({HARD!r}, question='mate')"
    program = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdout is not None and program.stdout.readline() == b"begun\n"
    time.sleep(0.5)
    sent = time.monotonic()
    program.send_signal(signal.SIGINT)
    _, errors = program.communicate(timeout=5)
    assert time.monotonic() - sent < 0.5
    assert b"KeyboardInterrupt" in errors and program.returncode == -signal.SIGINT


def test_many_threads_get_their_own_answers() -> None:
    problems = [(THREE, 3), (SEVEN, 7)] * 20
    with ThreadPoolExecutor(8) as pool:
        answers = pool.map(lambda one: tsumugi.solve(one[0], hash=4).plies, problems)
    assert list(answers) == [plies for _, plies in problems]


def test_several_threads_search_one_problem() -> None:
    assert tsumugi.solve(SEVEN, threads=2, question="line").plies == 7
