"""The same request gets the same answer from the program and from Python, good requests and bad ones.

``TSUMUGI`` names the program. Limits are positions, not seconds, so that the answers do not depend on how busy the
machine is. What cannot be promised is left out of the comparison: times, and counts of a proof that is a courtesy.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from problems import (
    COOKED,
    CSA,
    HEAD_GOLD,
    HELPMATE,
    KI2,
    KIF,
    NO_MATE,
    PAWN_DROP,
    SEVEN,
    THREE,
    TWO_PAWNS,
    WHITE_MATES,
)

import tsumugi

PROGRAM = os.environ.get("TSUMUGI")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="TSUMUGI does not name the program")

LEFT_OUT = {"seconds", "nodes", "expansions", "proved", "bytes", "positions", "source", "source_line"}

Request = tuple[str, str, dict[str, Any]]


def flags(options: dict[str, Any]) -> list[str]:
    words: list[str] = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if name == "option":
            words += [word for pair in value.items() for word in (flag, "=".join(map(str, pair)).lower())]
        elif name == "allow":
            words += [word for rule in value for word in (flag, rule)]
        elif name == "futile":
            words += [flag, ",".join(value) or "none"]
        elif value is True:
            words.append(flag)
        elif value is not False:
            words += [flag, str(value)]
    return words


def run(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    assert PROGRAM is not None
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [PROGRAM, *words], cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )


def word(problem: str, folder: Path) -> str:
    """A problem as the program takes it: a record of several lines in a file."""
    if "\n" not in problem:
        return problem
    file = folder / "problem.txt"
    file.write_text(problem, encoding="utf-8")
    return str(file)


def essence(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key not in LEFT_OUT}


QUESTIONS = ["solution", "mate", "shortest", "line", "brinkmate"]
PROBLEMS = [HEAD_GOLD, THREE, SEVEN, NO_MATE, PAWN_DROP, WHITE_MATES, KIF, CSA]
LIMITS: dict[str, Any] = {"nodes": 3000, "hash": 4}
CHECKS: dict[str, Any] = {"nodes_each": 3000, "hash": 4, "threads": 1}
HELPMATES: dict[str, Any] = {"memory": 64, "threads": 1}
TWO_MOVES = f"position sfen {SEVEN} moves S*2c 2b1a"

SEARCHES: list[Request] = [
    *(
        ("solve", problem, {"question": question, **LIMITS})
        for problem in PROBLEMS
        for question in QUESTIONS
    ),
    ("solve", SEVEN, {"tree": 2, **LIMITS}),
    ("solve", SEVEN, {"tree": 1, "tries": True, **LIMITS}),
    ("solve", THREE, {"multipv": 3, **LIMITS}),
    ("solve", THREE, {"multipv": True, "question": "mate", **LIMITS}),
    ("solve", SEVEN, {"explain": True, **LIMITS}),
    ("solve", SEVEN, {"futile": ["narrow", "x"], **LIMITS}),
    ("solve", SEVEN, {"futile": [], "question": "line", **LIMITS}),
    ("solve", HEAD_GOLD, {"as_written": True, **LIMITS}),
    ("solve", WHITE_MATES, {"attacker": "white", **LIMITS}),
    ("solve", TWO_PAWNS, {"allow": ["two-pawns"], **LIMITS}),
    ("solve", TWO_MOVES, LIMITS),
    ("solve", TWO_MOVES, {"at": "start", **LIMITS}),
    ("solve", TWO_MOVES, {"at": 2, **LIMITS}),
    ("solve", SEVEN, {"option": {"killers": False, "epsilon": 8}, **LIMITS}),
    ("solve", SEVEN, {"nodes": 1, "hash": 4}),
    ("solve", KI2, {"at": "start", **LIMITS}),
    ("check", THREE, CHECKS),
    ("check", SEVEN, CHECKS),
    ("check", COOKED, CHECKS),
    ("check", COOKED, {"strict": True, **CHECKS}),
    ("check", NO_MATE, CHECKS),
    ("check", KIF, CHECKS),
    ("check", f"{HEAD_GOLD} moves G*4b", CHECKS),
    ("helpmate", HELPMATE, HELPMATES),
    ("helpmate", HELPMATE, {"max_solutions": 10, **HELPMATES}),
    ("helpmate", HELPMATE, {"plies": 3, **HELPMATES}),
    ("helpmate", HELPMATE, {"no_surplus": True, "exact": True, **HELPMATES}),
    ("helpmate", HELPMATE, {"digest": True, **HELPMATES}),
    ("helpmate", HEAD_GOLD, HELPMATES),
    ("helpmate", HELPMATE, {"nodes": 1, **HELPMATES}),
]


def named(request: Request) -> str:
    name, problem, options = request
    return " ".join([name, problem.splitlines()[0], *flags(options)])


@pytest.mark.parametrize("request_", SEARCHES, ids=named)
def test_a_search_has_the_same_answer(request_: Request, tmp_path: Path) -> None:
    name, problem, options = request_
    by_program = run(name, word(problem, tmp_path), "--format", "json", *flags(options), folder=tmp_path)
    ask: Callable[..., Any] = getattr(tsumugi, name)
    answer = ask(problem, **options)
    assert essence(answer.to_dict()) == essence(json.loads(by_program.stdout)), by_program
    assert answer.verdict == json.loads(by_program.stdout)["verdict"]


IN_WORDS: list[Request] = [
    ("solve", SEVEN, {"tree": 1, **LIMITS}),
    ("solve", THREE, {"multipv": True, **LIMITS}),
    ("solve", PAWN_DROP, LIMITS),
    ("solve", TWO_MOVES, LIMITS),
    ("solve", KIF, LIMITS),
    ("solve", SEVEN, {"question": "brinkmate", "nodes": 1, "hash": 4}),
    ("check", COOKED, CHECKS),
    ("check", KIF, CHECKS),
    ("helpmate", HELPMATE, {"max_solutions": 2, **HELPMATES}),
    ("helpmate", HELPMATE, {"plies": 3, **HELPMATES}),
]


@pytest.mark.parametrize("language", ["none", "en", "ja"])
@pytest.mark.parametrize("request_", IN_WORDS, ids=named)
def test_an_answer_is_worded_as_by_the_program(request_: Request, language: str, tmp_path: Path) -> None:
    name, problem, options = request_
    chosen = [] if language == "none" else ["--lang", language]
    by_program = run(name, word(problem, tmp_path), *flags(options), *chosen, folder=tmp_path)
    if language == "en" or language == "ja":
        tsumugi.set_language(language)  # type: ignore[arg-type]
    ask: Callable[..., Any] = getattr(tsumugi, name)
    assert str(ask(problem, **options)) == by_program.stdout.rstrip("\n")


@pytest.mark.parametrize("format", ["kif", "ki2", "csa", "jkf"])
@pytest.mark.parametrize("request_", [one for one in IN_WORDS if one[0] != "check"], ids=named)
def test_a_record_is_the_program_s(request_: Request, format: str, tmp_path: Path) -> None:
    name, problem, options = request_
    by_program = run(
        name, word(problem, tmp_path), "--format", format, *flags(options), folder=tmp_path
    )
    ask: Callable[..., Any] = getattr(tsumugi, name)
    answer = ask(problem, **options)
    assert getattr(answer, format)().rstrip("\n") == by_program.stdout.rstrip("\n")


SHOWN: list[Request] = [
    ("show", HEAD_GOLD, {}),
    ("show", f"{HEAD_GOLD} moves G*5b", {"ply": 1}),
    ("show", f"{HEAD_GOLD} moves G*5b", {"ply": "last", "mirror": True}),
    ("show", THREE, {"flip": True}),
    ("show", THREE, {"rest_to": "defender"}),
    ("show", KIF, {}),
    ("show", TWO_PAWNS, {"allow": ["two-pawns"]}),
    ("show", "position startpos moves 7g7f 3c3d", {"ply": 2}),
]


@pytest.mark.parametrize("request_", SHOWN, ids=named)
def test_a_board_is_shown_as_by_the_program(request_: Request, tmp_path: Path) -> None:
    name, problem, options = request_
    place = word(problem, tmp_path)
    board = tsumugi.show(problem, **options)
    by_program = run(name, place, "--format", "json", *flags(options), folder=tmp_path)
    assert essence(board.to_dict()) == essence(json.loads(by_program.stdout))
    by_program = run(name, place, "--format", "svg", *flags(options), folder=tmp_path)
    assert board.svg.rstrip("\n") == by_program.stdout.rstrip("\n")


@pytest.mark.parametrize("problem", [THREE, NO_MATE, WHITE_MATES], ids=str)
@pytest.mark.parametrize("question", ["mate", "shortest", "brinkmate"])
def test_a_certificate_is_the_program_s_and_both_check_it(
    problem: str, question: tsumugi._answers.Question, tmp_path: Path
) -> None:
    file = tmp_path / "proof.cert"
    options = {"question": question, **LIMITS}
    run("solve", problem, "--certificate", str(file), *flags(options), folder=tmp_path)
    answer = tsumugi.solve(problem, question=question, **LIMITS, certificate=True)
    assert answer.proved and answer.certificate == file.read_text()
    lines = answer.certificate.splitlines(keepends=True)
    forged = [lines[0].replace("3", "4", 1), *lines[1:]], [*lines[:-1]], [*lines, lines[-1]]
    for text in [answer.certificate, *map("".join, forged)]:
        file.write_text(text)
        for exact in [False, True]:
            asked = answer.sfen if exact else problem
            by_program = run(
                "verify", asked, str(file), "--format", "json", *flags({"exact": exact}), folder=tmp_path
            )
            checked = tsumugi.verify(asked, file, exact=exact)
            assert checked.to_dict() == json.loads(by_program.stdout)
            assert bool(checked) == (text == answer.certificate) == (by_program.returncode == 0)


def test_a_compressed_certificate_is_read(tmp_path: Path) -> None:
    file = tmp_path / "proof.cert.zst"
    run("solve", SEVEN, "--certificate", str(file), folder=tmp_path)
    assert file.read_bytes()[:4] == b"\x28\xb5\x2f\xfd"
    assert tsumugi.verify(SEVEN, file) and tsumugi.verify(SEVEN, file.read_bytes())


BAD: list[Request] = [
    ("solve", "4k4/4x4/9/9/9/9/9/9/9 b G 1", {}),
    ("solve", "4k4/9/9/9/9/9/9/9 b G 1", {}),
    ("solve", "4k4/9/4P4/9/9/9/9/9/9 b Q 1", {}),
    ("solve", f"sfen {HEAD_GOLD} moves 9a9z", {}),
    ("solve", f"sfen {HEAD_GOLD} moves 9a9b", {}),
    ("solve", "first line\nof nothing\n", {}),
    ("solve", KIF.replace("   1 ５二金打", "   1 ５二猫打"), {}),
    ("solve", TWO_PAWNS, {}),
    ("solve", "P3k4/9/9/9/9/P8/P8/9/9 b 18P 1", {}),
    ("solve", "9/9/9/9/9/9/9/9/9 b G 1", {}),
    ("solve", TWO_MOVES, {"at": 3}),
    ("check", TWO_PAWNS, {}),
    ("check", CSA.replace("+0052KI", "+0052XX"), {}),
    ("helpmate", "4k4/4x4/9/9/9/9/9/9/9 b G 1", {}),
    ("helpmate", "9/9/9/9/9/9/9/9/9 b G 1", {}),
]


@pytest.mark.parametrize("request_", BAD, ids=named)
def test_what_the_program_refuses_is_refused_with_its_words(request_: Request, tmp_path: Path) -> None:
    name, problem, options = request_
    place = word(problem, tmp_path)
    ask: Callable[..., Any] = getattr(tsumugi, name)
    with pytest.raises(tsumugi.TsumugiError) as caught:
        ask(problem, **options)
    error = caught.value
    by_program = run(name, place, "--format", "json", *flags(options), folder=tmp_path)
    assert by_program.returncode == 2
    refused = json.loads(by_program.stdout)
    japanese = run(name, place, "--lang", "ja", *flags(options), folder=tmp_path).stderr
    if error.faults:
        for fault in error.faults:
            assert f"{fault.name}: {fault.message}" in by_program.stderr
            assert f"{fault.name}: {fault.message_ja}" in japanese
    else:
        assert error.message == refused["error"]
        assert error.message_ja in japanese
        assert error.column == refused["source_column"]
    assert error.message in str(error)
    tsumugi.set_language("ja")
    assert error.message_ja in str(error)


def test_enough_was_compared() -> None:
    assert len(SEARCHES) + len(SHOWN) + len(BAD) + 9 >= 60
