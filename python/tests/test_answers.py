"""Answers as Python objects, refusals as exceptions."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any
from xml.etree import ElementTree

import pytest
from problems import COOKED, HEAD_GOLD, HELPMATE, NO_MATE, PAWN_DROP, SEVEN, THREE, TWO_PAWNS

import tsumugi


def test_an_answer_has_every_key_of_its_json() -> None:
    renamed = {"class": "kind", "moves": "multipv"}
    answers: list[Any] = [
        tsumugi.solve(SEVEN, tree=1, tries=True, explain=True, multipv=True, nodes=3000),
        tsumugi.solve(PAWN_DROP),
        tsumugi.check(COOKED),
        tsumugi.check(f"{HEAD_GOLD} moves G*4b"),
        tsumugi.helpmate(HELPMATE, digest=True),
        tsumugi.verify(HEAD_GOLD, "nothing"),
        tsumugi.show(HEAD_GOLD),
    ]

    def compare(data: Any, value: Any, place: str) -> None:
        if isinstance(data, dict):
            for key, inner in data.items():
                if key in ("certificate", "source") or (place == "show" and key == "moves"):
                    continue
                other = str(renamed.get(key, key))
                name = other if hasattr(value, other) else key
                compare(inner, getattr(value, name), f"{place}.{key}")
        elif isinstance(data, list):
            assert isinstance(value, tuple) and len(data) == len(value), place
            for one, other in zip(data, value):
                compare(one, other, f"{place}[]")
        else:
            assert data == value or str(value) == data, place

    for answer in answers:
        compare(answer.to_dict(), answer, "show" if isinstance(answer, tsumugi.Diagram) else "")


def test_answers_are_values() -> None:
    answer = tsumugi.solve(SEVEN, tree=1, certificate=True)
    assert pickle.loads(pickle.dumps(answer)) == answer == copy.deepcopy(answer)
    assert str(pickle.loads(pickle.dumps(answer))) == str(answer)
    assert hash(answer) == hash(copy.copy(answer))
    with pytest.raises(dataclasses.FrozenInstanceError):
        answer.verdict = "nomate"  # type: ignore[misc]
    data = answer.to_dict()
    data["line"].clear()
    assert len(answer.to_dict()["line"]) == 7
    assert "tsumugi certificate" not in repr(answer)
    assert (answer.plies, answer.moves) == (answer.length, answer.line)
    board = tsumugi.show(SEVEN)
    assert board.svg and pickle.loads(pickle.dumps(board)) == board


def test_unknown_is_not_no() -> None:
    answer = tsumugi.solve(SEVEN, nodes=1)
    assert (answer.verdict, answer.reason, answer.plies) == ("unknown", "nodes", None)


def test_notebooks_draw_boards_and_answers() -> None:
    board = tsumugi.show(THREE, title="三手詰")
    drawing = board._repr_svg_()
    assert ElementTree.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"
    assert "三手詰" in drawing and drawing == board.svg
    answer = tsumugi.solve(THREE)
    page = answer._repr_html_()
    assert "<svg" in page and "mate in 3" in page and "▲２三銀打" in page
    assert "<svg" in tsumugi.check(THREE)._repr_html_()
    assert "<svg" in tsumugi.helpmate(HELPMATE)._repr_html_()
    assert "<svg" in tsumugi.solve(TWO_PAWNS, allow=["two-pawns"])._repr_html_()
    assert answer.diagram().sfen == answer.sfen
    assert answer.diagram(3).legal_moves == 0
    assert "v玉" in str(board)


def test_a_forged_certificate_is_rejected() -> None:
    for problem in [SEVEN, NO_MATE]:
        answer = tsumugi.solve(problem, certificate=True)
        assert answer.certificate is not None
        checked = tsumugi.verify(problem, answer.certificate)
        assert checked and checked.verified is True and checked.reason is None
        lines = answer.certificate.splitlines()
        for number in range(len(lines)):
            without = "\n".join(lines[:number] + lines[number + 1 :]) + "\n"
            rejected = tsumugi.verify(problem, without)
            assert not rejected and rejected.verified is False and rejected.reason, number
        assert not tsumugi.verify(HEAD_GOLD, answer.certificate)
        assert not tsumugi.verify(problem, answer.certificate.encode()[:-9] + b"\xff\xfe")


def test_a_check_without_time_is_neither_yes_nor_no() -> None:
    answer = tsumugi.solve(SEVEN, certificate=True)
    assert answer.certificate is not None
    checked = tsumugi.verify(SEVEN, answer.certificate, time=0)
    assert (checked.verified, checked.reason) == (None, "time") and not checked


def test_a_faulty_diagram_names_every_fault() -> None:
    with pytest.raises(tsumugi.DiagramError) as caught:
        tsumugi.solve("P3k4/9/9/9/9/P8/P8/9/9 b 18P 1")
    assert {fault.name for fault in caught.value.faults} == {"two-pawns", "dead-piece", "too-many-pieces"}
    assert 'allow=["dead-piece", "too-many-pieces", "two-pawns"]' in str(caught.value)
    assert caught.value.faults[1].squares
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is tsumugi.DiagramError and str(again) == str(caught.value)


def test_messages_are_in_the_language_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(tsumugi.UnreadableError) as caught:
        tsumugi.solve("4k4/4x4/9/9/9/9/9/9/9 b G 1")
    assert str(caught.value).endswith("line 1, column 6\n| 4k4/4x4/9/9/9/9/9/9/9 b G 1\n|      ^")
    tsumugi.set_language("ja")
    assert "駒" in str(caught.value) and "1行目 6文字目" in str(caught.value)
    assert tsumugi.get_language() == "ja"
    tsumugi.set_language(None)
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert tsumugi.get_language() == "ja" and "1行目" in str(caught.value)
    with pytest.raises(ValueError, match="neither"):
        tsumugi.set_language("fr")  # type: ignore[arg-type]


BAD_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"threads": 0}, "threads is 0, not from 1 to 256"),
    ({"threads": 257}, "threads is 257"),
    ({"threads": -1}, "threads is -1"),
    ({"nodes": -1}, "nodes is -1"),
    ({"nodes": 2**64}, "nodes is 18446744073709551616"),
    ({"hash": 0}, "hash is 0"),
    ({"time": -1}, "time is -1"),
    ({"time": float("nan")}, "time is nan"),
    ({"tree": 17}, "tree is 17"),
    ({"multipv": 594}, "multipv is 594"),
    ({"tries": True}, "tries needs tree"),
    ({"question": "mate", "explain": True}, "explain is for"),
    ({"question": "brinkmate", "tree": 1}, "a brinkmate has no tree"),
    ({"question": "what"}, "unknown variant `what`"),
    ({"option": {"nothing": 1}}, "nothing"),
    ({"allow": ["everything"]}, 'allow: "everything" is none of'),
    ({"attacker": "green"}, "unknown variant `green`"),
    ({"at": "middle"}, "at: "),
    ({"line": ["9a9z"]}, "9a9z"),
]


@pytest.mark.parametrize(("options", "message"), BAD_OPTIONS, ids=str)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(tsumugi.OptionError) as caught:
        tsumugi.solve(HEAD_GOLD, **options)
    assert message in str(caught.value) and caught.value.message_ja


@pytest.mark.parametrize("options", [{"threads": "two"}, {"nodes": 1.5}, {"time": "long"}, {"line": 5}], ids=str)
def test_options_of_another_type_are_type_errors(options: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=next(iter(options))):
        tsumugi.solve(HEAD_GOLD, **options)


def test_a_table_that_does_not_fit_is_refused() -> None:
    with pytest.raises(MemoryError):
        tsumugi.solve(HEAD_GOLD, hash=2**20)
    with pytest.raises(tsumugi.TableError):
        tsumugi.solve(HEAD_GOLD, hash=2**20 + 1)


def test_a_text_with_several_problems_is_refused() -> None:
    with pytest.raises(tsumugi.OptionError, match="expected one problem"):
        tsumugi.solve(f"{HEAD_GOLD}\n{THREE}\n")


def test_a_line_is_followed_as_moves_and_as_a_record() -> None:
    line = tsumugi.solve(SEVEN).line
    for given in [line, list(line), iter(line), f"{SEVEN} moves {' '.join(line)}"]:
        assert tsumugi.solve(SEVEN, line=given).line == line
