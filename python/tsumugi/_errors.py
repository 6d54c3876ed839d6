"""Why a request is refused."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from typing import Any, Literal

from . import _tsumugi

Language = Literal["en", "ja"]

_asked: Language | None = None


def set_language(language: Language | None) -> None:
    """Sets the language of messages and of answers in words; with ``None`` it is the locale's, else English.

    As with ``--lang`` of the program, ``"en"`` asks for moves in Western letters too; without it they are Japanese.

    >>> set_language("ja")
    >>> print(tsumugi.solve("4k4/9/4P4/9/9/9/9/9/9 b G 1"))
    1手詰   (最短, 証明済)
    ▲５二金
    まで1手で詰み
    >>> set_language(None)
    """
    global _asked
    _tsumugi.language(language)
    _asked = language


def get_language() -> Language:
    """The language that messages are in.

    >>> set_language("ja")
    >>> get_language()
    'ja'
    >>> set_language(None)
    """
    return "ja" if _tsumugi.language(_asked) == "ja" else "en"


def asked_language() -> Language | None:
    """The language that was asked for, if one was."""
    return _asked


@dataclass(frozen=True)
class Fault:
    """A rule that a diagram breaks."""

    name: str
    """The rule, as ``allow`` names it."""
    message: str
    """What is wrong, in English."""
    message_ja: str
    """The same in Japanese."""
    squares: tuple[str, ...]
    """The squares it is about."""


class TsumugiError(Exception):
    """Why a request has no answer. The text of the exception is in the language of :func:`set_language`.

    >>> try:
    ...     tsumugi.solve("4k4/4x4/9/9/9/9/9/9/9 b G 1")
    ... except tsumugi.TsumugiError as error:
    ...     print(error)
    'x' is no piece (expected one of PLNSGBRK or plnsgbrk, O for a wall, a digit 1-9)
    line 1, column 6
    | 4k4/4x4/9/9/9/9/9/9/9 b G 1
    |      ^
    """

    code: str
    """The kind of fault, a word that does not change."""
    message: str
    """What is wrong, in English."""
    message_ja: str
    """The same in Japanese."""
    line: int | None
    """Where in the text, from 1."""
    column: int | None
    """Which character of the line, from 1."""
    excerpt: str | None
    """The line."""
    faults: tuple[Fault, ...]
    """The rules that a diagram breaks."""

    def __init__(
        self,
        code: str,
        message: str,
        message_ja: str,
        line: int | None = None,
        column: int | None = None,
        excerpt: str | None = None,
        faults: tuple[Fault, ...] = (),
    ) -> None:
        super().__init__(code, message, message_ja, line, column, excerpt, faults)
        self.code = code
        self.message = message
        self.message_ja = message_ja
        self.line = line
        self.column = column
        self.excerpt = excerpt
        self.faults = faults

    def __str__(self) -> str:
        japanese = get_language() == "ja"
        lines = [self.message_ja if japanese else self.message]
        if self.line is not None and self.column is not None:
            place = (f"{self.line}行目 {self.column}文字目", f"line {self.line}, column {self.column}")
            lines.append(place[0] if japanese else place[1])
            if self.excerpt and self.excerpt.strip():
                lines += [f"| {self.excerpt}", f"| {' ' * _width(self.excerpt[: self.column - 1])}^"]
        waivable = sorted({fault.name for fault in self.faults} & _WAIVABLE)
        if waivable and len(waivable) == len({fault.name for fault in self.faults}):
            hint = ("ヒント: このまま続けるには", "help: to go on all the same,")
            lines.append(f"{hint[0] if japanese else hint[1]} allow={json.dumps(waivable)}")
        return "\n".join(lines)


_WAIVABLE = {"two-pawns", "dead-piece", "too-many-pieces"}


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


class UnreadableError(TsumugiError, ValueError):
    """A text that cannot be read: ``line`` and ``column`` say where."""


class DiagramError(TsumugiError, ValueError):
    """A diagram from which play cannot start: ``faults`` has every rule that it breaks."""


class OptionError(TsumugiError, ValueError):
    """An option out of range, or one that another does not go with; a place that the record does not have."""


class TableError(TsumugiError, MemoryError):
    """A table that does not fit into memory."""


_CLASSES: dict[str, type[TsumugiError]] = {
    "unreadable": UnreadableError,
    "faulty": DiagramError,
    "bad-request": OptionError,
    "memory": TableError,
}


def refusal(text: str) -> TsumugiError:
    """A refusal in JSON as an exception."""
    error: dict[str, Any] = json.loads(text)["error"]
    faults = tuple(
        Fault(fault["name"], fault["message"], fault["message_ja"], tuple(fault["squares"]))
        for fault in error["faults"]
    )
    kind = _CLASSES.get(error["code"], TsumugiError)
    return kind(
        error["code"],
        error["message"],
        error["message_ja"],
        error["line"],
        error["column"],
        error["excerpt"],
        faults,
    )
