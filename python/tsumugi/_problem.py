"""What a problem may be given as."""

from __future__ import annotations

import os
from typing import Protocol, Union, runtime_checkable

from . import _tsumugi
from ._errors import refusal


@runtime_checkable
class SupportsSfen(Protocol):
    """A board that can write itself as SFEN, as those of python-shogi and cshogi can."""

    def sfen(self) -> str: ...


Problem = Union[str, bytes, "os.PathLike[str]", SupportsSfen]
"""A problem: a text in any notation, a file, or a board.

- ``str``: a SFEN, a position as USI writes it, KIF, KI2, CSA, JKF, USEN, or the URL of a board;
- ``bytes``: the same in UTF-8, Shift_JIS or UTF-16;
- ``pathlib.Path``: a file with such bytes;
- ``shogi.Board``, ``cshogi.Board``: the position on the board.
"""


def text_of(problem: Problem) -> str:
    """A problem as text."""
    if isinstance(problem, str):
        return problem
    if isinstance(problem, (bytes, bytearray, memoryview)):
        return _decoded(bytes(problem))
    if isinstance(problem, os.PathLike):
        with open(problem, "rb") as file:
            return _decoded(file.read())
    if isinstance(problem, SupportsSfen):
        return str(problem.sfen())
    raise TypeError(
        f"a problem is a str, bytes, a path, or a board with a method sfen(), not {type(problem).__name__}"
    )


def certificate_of(certificate: str | bytes | os.PathLike[str]) -> str:
    """A certificate as text."""
    if isinstance(certificate, str):
        return certificate
    if isinstance(certificate, os.PathLike):
        with open(certificate, "rb") as file:
            return _tsumugi.certificate_text(file.read())
    if isinstance(certificate, (bytes, bytearray, memoryview)):
        return _tsumugi.certificate_text(bytes(certificate))
    raise TypeError(f"a certificate is a str, bytes or a path, not {type(certificate).__name__}")


def _decoded(data: bytes) -> str:
    readable, text = _tsumugi.record_text(data)
    if not readable:
        raise refusal(text)
    return text
