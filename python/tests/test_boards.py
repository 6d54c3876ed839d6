"""Boards of other libraries, files, and texts in every notation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cshogi
import pytest
import shogi
from problems import CSA, HEAD_GOLD, KI2, KIF, SEVEN

import tsumugi

FULL = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1"


def test_boards_of_python_shogi() -> None:
    board = shogi.Board(FULL)
    answer = tsumugi.solve(board)
    assert (answer.verdict, answer.line) == ("mate", ("G*5b",))
    board.push_usi("G*5b")
    assert board.is_checkmate()
    assert tsumugi.show(board).legal_moves == 0
    game = shogi.Board()
    for move in ["7g7f", "3c3d", "8h2b+"]:
        game.push_usi(move)
    assert tsumugi.show(game).in_check is False
    assert tsumugi.show(game).sfen == game.sfen()


def test_boards_of_cshogi() -> None:
    board = cshogi.Board(FULL)
    answer = tsumugi.solve(board, certificate=True)
    assert (answer.verdict, answer.line) == ("mate", ("G*5b",))
    assert answer.certificate is not None and tsumugi.verify(board, answer.certificate)
    board.push_usi(answer.line[0])
    assert board.is_game_over() and tsumugi.show(board).legal_moves == 0
    assert tsumugi.check(cshogi.Board(FULL)).verdict == "sound"


def test_a_mate_of_seven_is_played_out_on_both() -> None:
    line = tsumugi.solve(SEVEN).line
    with_kings = tsumugi.show(SEVEN, rest_to="defender").sfen.replace("/9 b", "/K8 b", 1)
    boards = shogi.Board(with_kings), cshogi.Board(with_kings)
    for move in line:
        for board in boards:
            board.push_usi(move)
    assert boards[0].is_checkmate() and boards[1].is_game_over()


@pytest.mark.parametrize("text", [HEAD_GOLD, f"sfen {HEAD_GOLD}", f"position sfen {HEAD_GOLD}", KIF, KI2, CSA])
def test_texts_in_every_notation(text: str) -> None:
    assert tsumugi.solve(text).line == ("G*5b",)
    jkf, usen, url = (tsumugi.convert(text, "jkf"), tsumugi.convert(text, "usen"), tsumugi.convert(text, "url"))
    others: list[str | bytes] = [jkf, usen, url, text.encode(), text.encode("shift_jis")]
    for other in others:
        assert tsumugi.solve(other, at="start").line == ("G*5b",)


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "gold.kif"
    file.write_bytes(KIF.encode("shift_jis"))
    assert tsumugi.solve(file).line == ("G*5b",)
    assert tsumugi.show(file).headers[0] == ("作品名", "頭金")
    file.write_bytes(b"\x81\xff\xff\xfe bad")
    with pytest.raises(tsumugi.UnreadableError):
        tsumugi.solve(file)
    with pytest.raises(FileNotFoundError):
        tsumugi.solve(tmp_path / "nothing.kif")


def test_what_is_no_problem_is_a_type_error() -> None:
    others: list[Any] = [None, 5, ["4k4"], object()]
    for other in others:
        with pytest.raises(TypeError, match="a problem is a str"):
            tsumugi.solve(other)
