"""Answers as Python objects. Their attributes have the names that the program's JSON has.

Two keys are words of Python or clash with others, and have another name: ``class`` is ``kind``, and ``moves`` of ``solve``
is ``multipv``, as what asks for it.
"""

from __future__ import annotations

import copy
import dataclasses
import html
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeVar

from . import _tsumugi
from ._ask import ask
from ._errors import Language, asked_language

Question = Literal["solution", "mate", "shortest", "line", "brinkmate"]
Verdict = Literal["mate", "nomate", "brinkmate", "nobrinkmate", "unknown"]
Soundness = Literal["sound", "cooked", "nomate", "flawed", "unsettled"]
Side = Literal["black", "white"]
FutileClass = Literal["narrow", "wide", "x", "xy", "xyz", "restoration"]
Reason = Literal[
    "time", "nodes", "memory", "stopped", "gave up", "storage", "checkpoint", "device", "too hard"
]
RecordFormat = Literal["kif", "ki2", "csa", "jkf"]
Moves = tuple[str, ...]

_T = TypeVar("_T")


def _plain(value: Any) -> Any:
    return tuple(map(_plain, value)) if isinstance(value, list) else value


def _read(
    kind: Callable[..., _T],
    data: Mapping[str, Any],
    own: Mapping[str, Any] | None = None,
    /,
    **named: str,
) -> _T:
    """An object of this class. A key that JSON leaves out is missing here too; ``named`` maps attributes to other keys, and
    ``own`` has what was converted already."""
    values = dict(own or {})
    for field in dataclasses.fields(kind):  # type: ignore[arg-type]
        key = named.get(field.name, field.name)
        if field.name not in values and not field.name.startswith("_") and key in data:
            values[field.name] = _plain(data[key])
    return kind(**values)


def _each(kind: Callable[[Mapping[str, Any]], _T], data: Any) -> tuple[_T, ...]:
    return tuple(kind(one) for one in data or ())


@dataclass(frozen=True)
class Branch:
    """A line of play, and the variations (変化) that leave it."""

    line: Moves
    """The moves, to the mate."""
    same: Moves
    """Other first moves after which the rest of the line is the same."""
    forks: tuple[Branch, ...]
    """Its variations."""
    after: int | None = None
    """Of a variation: how many moves of the line it leaves come before."""

    @staticmethod
    def _of(data: Mapping[str, Any]) -> Branch:
        return _read(Branch, data, {"forks": _each(Branch._of, data["forks"])})


@dataclass(frozen=True)
class Futile:
    """An interposition that counts for nothing (無駄合)."""

    after: int
    """How many moves of the main line come before it."""
    reply: str
    """The interposition."""
    capture: str
    """The move that takes it."""
    plies: int
    """Within so many plies there is a mate after that."""
    kind: FutileClass
    """The rule that makes it futile."""

    @staticmethod
    def _of(data: Mapping[str, Any]) -> Futile:
        return _read(Futile, data, kind="class")


@dataclass(frozen=True)
class Try:
    """A check that fails (紛れ)."""

    after: int
    """How many moves of the main line come before it."""
    move: str
    """The check."""
    refutation: str | None
    """The reply that refutes it, if one is known."""
    pawn_drop_line: Moves = ()
    """If it fails only because a pawn must not be dropped to mate (打歩詰): how it would go on, up to the forbidden drop."""

    @staticmethod
    def _of(data: Mapping[str, Any]) -> Try:
        return _read(Try, data)


@dataclass(frozen=True)
class Outcome:
    """What a move comes to."""

    move: str
    """The move."""
    verdict: Verdict
    """Is there a mate after it?"""
    length: int | None
    """Plies to the mate, the move itself counted, if that is settled."""
    at_most: int | None
    """``length`` is no more than this."""
    strict_length: int | None
    """Plies with everything counted, if that is settled."""
    strict_at_most: int | None
    """The strict length is no more than this."""
    line: Moves
    """The move and its mate, or the reply that refutes it."""
    strict_line: Moves | None
    """The line of the mate with everything counted."""

    @staticmethod
    def _of(data: Mapping[str, Any]) -> Outcome:
        return _read(Outcome, data)


@dataclass(frozen=True)
class _Answer:
    """What all answers can do."""

    sfen: str
    """The position that was asked about, hands completed."""
    _data: dict[str, Any] = dataclasses.field(repr=False, compare=False, kw_only=True)
    _asked: dict[str, Any] = dataclasses.field(repr=False, compare=False, kw_only=True)

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data, as ``--format json`` has it."""
        return copy.deepcopy(self._data)


class _WithLine(_Answer):
    """An answer with a line of play."""

    _name = ""

    @property
    def moves(self) -> Moves:
        """The moves of the line, as USI writes them."""
        raise NotImplementedError

    def _words(self, format: str) -> str:
        answer = {key: None if key == "certificate" else value for key, value in self._data.items()}
        text, at = self._asked["text"], self._asked.get("at")
        selfmate = self._asked.get("selfmate", False)
        return _tsumugi.words(
            self._name, json.dumps(answer), text, at, selfmate, format, asked_language()
        )

    def __str__(self) -> str:
        """As the program prints it."""
        return self._words("text").rstrip("\n")

    def names(self, language: Language | None = None) -> Moves:
        """The names of the moves of the line: Japanese (``"ja"``) or Western (``"en"``).

        >>> answer = tsumugi.solve("7nl/7k1/9/6S2/9/9/9/9/9 b GS 1")
        >>> answer.names()
        ('▲２三銀打', '△１三玉', '▲１四金')
        >>> answer.names("en")
        ('S*2c', 'K-1c', 'G*1d')
        """
        body = {"sfen": self.sfen, "lines": [list(self.moves)]}
        named = json.loads(ask("names", body)[0])
        names: list[list[str]] = named[language or asked_language() or "ja"]
        return tuple(names[0])

    def diagram(self, ply: int = 0) -> Diagram:
        """The board after so many moves of the line."""
        text = " ".join((self.sfen, "moves", *self.moves)) if self.moves else self.sfen
        return _diagram({"text": text, "ply": ply, "allow": self._asked.get("allow", [])})

    def _repr_html_(self) -> str:
        """For notebooks: the diagram, and the answer in words."""
        return f"<div>{self.diagram().svg}<pre>{html.escape(str(self))}</pre></div>"


class _WithRecord(_WithLine):
    """An answer that can be written as a record."""

    def kif(self) -> str:
        """A KIF record of the line, with variations where they were asked for."""
        return self._words("kif")

    def ki2(self) -> str:
        """A KI2 record."""
        return self._words("ki2")

    def csa(self) -> str:
        """A CSA record."""
        return self._words("csa")

    def jkf(self) -> str:
        """A JKF record."""
        return self._words("jkf")


@dataclass(frozen=True)
class Solved(_WithRecord):
    """The answer of :func:`tsumugi.solve`."""

    question: Question
    """What was asked."""
    verdict: Verdict
    """The answer in a word. ``"unknown"`` is never "no": ``reason`` says which limit was reached."""
    length: int | None
    """Plies to the mate, if that is settled: by convention where a main line was asked for, else strictly."""
    at_most: int | None
    """For a mate: ``length`` is no more than this."""
    strict_length: int | None
    """Plies to the mate with every interposition counted, if that is settled."""
    strict_at_least: int | None
    """The strict length is no less than this, if lengths were asked for."""
    strict_at_most: int | None
    """The strict length is no more than this."""
    shortest: bool
    """Is ``strict_length`` settled?"""
    conventional: bool
    """Is ``length`` settled by convention?"""
    line: Moves
    """A line of the mate; the main line by convention where it was found."""
    strict_line: Moves | None
    """The main line with every ply counted, where it was found."""
    best: str | None
    """The move to play, where one is known."""
    leftover: str | None
    """What the attacker has left in hand at the end of the main line, ``-`` for nothing."""
    futile: tuple[Futile, ...] | None
    """With ``explain``: the futile interpositions along the line."""
    nodes: int
    """Moves played by the search."""
    expansions: int
    """Positions expanded."""
    depth: int
    """Plies of the longest line looked at."""
    seconds: float
    """How long it took."""
    reason: Reason | None
    """Why the verdict is unknown."""
    engine: str
    """Which algorithm."""
    proved: bool
    """Was a proof made?"""
    certificate: str | None = dataclasses.field(repr=False)
    """The text of the certificate, if it was asked for and made: :func:`tsumugi.verify` checks it."""
    tree: Branch | None = None
    """With ``tree``: the main line with its variations."""
    tries: tuple[Try, ...] | None = None
    """With ``tries``, and where there is no mate: checks that fail."""
    pawn_drop_mate: str | None = None
    """Where there is no mate: a pawn whose drop would be mate if the rules did not forbid it (打歩詰)."""
    only_by_pawn_drop: bool | None = None
    """Where there is no mate: would there be one if the attacker might drop a pawn to mate?"""
    multipv: tuple[Outcome, ...] | None = None
    """With ``multipv``: what each move comes to, the best first."""

    _name = "solve"

    @property
    def plies(self) -> int | None:
        """The same as ``length``."""
        return self.length

    @property
    def moves(self) -> Moves:
        """The same as ``line``."""
        return self.line

    def usi(self) -> str:
        """What a USI engine says after ``go mate``.

        >>> tsumugi.solve("4k4/9/4P4/9/9/9/9/9/9 b G 1").usi()
        'checkmate G*5b'
        """
        return self._words("usi").rstrip("\n")

    @staticmethod
    def _of(data: dict[str, Any], asked: dict[str, Any]) -> Solved:
        own: dict[str, Any] = {"_data": data, "_asked": asked}
        if data["futile"] is not None:
            own["futile"] = _each(Futile._of, data["futile"])
        if "tree" in data:
            own["tree"] = Branch._of(data["tree"])
        if "tries" in data:
            own["tries"] = _each(Try._of, data["tries"])
        if "moves" in data:
            own["multipv"] = _each(Outcome._of, data["moves"])
        return _read(Solved, data, own)


@dataclass(frozen=True)
class Finding:
    """A move beside the line that is worth telling."""

    kind: str
    """What it is: ``"cook"``, ``"last-move"`` … docs/API.md has the list."""
    move_number: int
    """The number of the move it replaces, from 1."""
    move: str
    """The move."""
    line: Moves
    """The line it begins."""
    length: int | None
    """Plies from the start of the problem to the mate; none if no settled line leads to one."""
    than: Literal["shorter", "equal", "longer", "unknown"] | None
    """How the length of a cook compares with that of the solution."""
    joins: int | None
    """After how many moves it is back in the main line."""
    spoils: bool
    """Is it a second solution?"""
    leftover: str | None = None
    """What it leaves in the attacker's hand, where that makes it a variation."""
    reason: Reason | None = None
    """Why it is not clear whether it is one."""

    @staticmethod
    def _of(data: Mapping[str, Any]) -> Finding:
        return _read(Finding, data, kind="class")


@dataclass(frozen=True)
class Open:
    """A move beside the line that is not settled."""

    move_number: int
    """The number of the move it replaces, from 1."""
    move: str
    """The move."""
    expansions: int
    """Positions expanded for it."""
    seconds: float
    """Seconds spent on it."""

    @staticmethod
    def _of(data: Mapping[str, Any]) -> Open:
        return _read(Open, data)


@dataclass(frozen=True)
class Variation:
    """A variation that came with the problem."""

    move_number: int
    """The number of the move at which it leaves the line examined."""
    line: Moves
    """Its moves from there on."""
    worth: Literal["agrees", "slow", "unfinished", "refuted", "illegal", "fails", "mates", "open"]
    """What it is worth."""
    length: int | None = None
    """Plies from the diagram on: of a quicker mate, or to the mate where it is broken off."""
    bad_move: int | None = None
    """The number of the first move that cannot be played or is no check."""

    @staticmethod
    def _of(data: Mapping[str, Any]) -> Variation:
        return _read(Variation, data)


@dataclass(frozen=True)
class Checked(_WithLine):
    """The answer of :func:`tsumugi.check`."""

    name: str | None
    """The name of the problem, where it has one."""
    verdict: Soundness
    """The answer in a word."""
    given: Literal["nothing", "examined", "illegal", "unfinished", "refuted"]
    """What became of the moves that came with the problem."""
    expansions: int
    """Positions expanded."""
    seconds: float
    """How long it took."""
    bad_move: int | None = None
    """Of moves that are no solution: the number of the first bad one."""
    at_most: int | None = None
    """Where the length is not settled: it is no more than this, if there is a mate."""
    reason: Reason | None = None
    """Why it is not."""
    length: int | None = None
    """The shortest length, futile interpositions not counted, if it is settled."""
    strict_length: int | None = None
    """The shortest length, everything counted, if it is settled."""
    line: Moves = ()
    """The line examined; empty if there is none."""
    leftover: str | None = None
    """What the attacker holds at its end, ``-`` for nothing."""
    findings: tuple[Finding, ...] = ()
    """What was found beside the line, the first moves first."""
    checks: int = 0
    """How many other checks there are."""
    no_mate: int = 0
    """How many of them do not mate."""
    proved: int = 0
    """Of how many of those that was proved."""
    open: tuple[Open, ...] = ()
    """Moves that are not settled."""
    variations: tuple[Variation, ...] = ()
    """What the variations that came with the problem are worth."""

    _name = "check"

    @property
    def plies(self) -> int | None:
        """The same as ``length``."""
        return self.length

    @property
    def moves(self) -> Moves:
        """The same as ``line``."""
        return self.line

    @staticmethod
    def _of(data: dict[str, Any], asked: dict[str, Any]) -> Checked:
        own = {
            "_data": data,
            "_asked": asked,
            "findings": _each(Finding._of, data.get("findings")),
            "open": _each(Open._of, data.get("open")),
            "variations": _each(Variation._of, data.get("variations")),
        }
        return _read(Checked, data, own)


@dataclass(frozen=True)
class Parting:
    """A place where solutions part."""

    ply: int
    """How many moves come before."""
    sfen: str
    """The position."""
    moves: Moves
    """The moves."""

    @staticmethod
    def _of(data: Mapping[str, Any]) -> Parting:
        return _read(Parting, data)


@dataclass(frozen=True)
class Layer:
    """The positions first reached after so many plies."""

    ply: int
    """After so many."""
    positions: int
    """How many positions there are."""
    digest: str
    """The sum of their hashes, sixteen hexadecimal digits."""

    @staticmethod
    def _of(data: Mapping[str, Any]) -> Layer:
        return _read(Layer, data)


@dataclass(frozen=True)
class Layers:
    """The positions of every ply, in numbers that another program can compute again."""

    digest: str
    """The hash of the whole table, sixteen hexadecimal digits."""
    plies: tuple[Layer, ...]
    """The layers from ply 0 on."""


@dataclass(frozen=True)
class Helpmate(_WithRecord):
    """The answer of :func:`tsumugi.helpmate`."""

    name: str | None
    """The name of the problem, where it has one."""
    verdict: Literal["mate", "nomate", "unknown"]
    """The answer in a word."""
    length: int | None
    """Plies of the shortest mate."""
    within: int | None
    """If it is only known that there is none within so many plies."""
    solutions: int | None
    """How many shortest solutions there are, if they were counted."""
    complete: bool
    """Were they counted?"""
    unique: bool
    """Is there exactly one?"""
    surplus: int
    """Pieces the attacker holds at the end of the first line."""
    lines: tuple[Moves, ...]
    """Solutions, no more than ``max_solutions``."""
    verified: bool
    """Were the lines found good by the verifier's rules?"""
    branches: tuple[Parting, ...]
    """Where solutions part, the first of them."""
    branch_count: int
    """How many such places there are."""
    positions: int
    """Positions told apart and remembered."""
    expansions: int
    """Positions whose moves were generated."""
    bytes: int
    """The most bytes the engine used for its tables."""
    key_bits: int
    """How many bits told positions apart."""
    seconds: float
    """How long it took."""
    reason: Reason | None
    """Why the verdict is unknown."""
    engine: str
    """Which algorithm."""
    message: str | None = None
    """``reason`` in words, where there is more to say."""
    message_ja: str | None = None
    """The same in Japanese."""
    layers: Layers | None = None
    """With ``digest``: what the search met, ply by ply."""

    _name = "helpmate"

    @property
    def plies(self) -> int | None:
        """The same as ``length``."""
        return self.length

    @property
    def line(self) -> Moves:
        """The first of ``lines``; empty if there is none."""
        return self.lines[0] if self.lines else ()

    @property
    def moves(self) -> Moves:
        """The same as ``line``."""
        return self.line

    @staticmethod
    def _of(data: dict[str, Any], asked: dict[str, Any]) -> Helpmate:
        own: dict[str, Any] = {"_data": data, "_asked": asked}
        own["branches"] = _each(Parting._of, data["branches"])
        # From 2**53 on JSON has digits.
        own["solutions"] = None if data["solutions"] is None else int(data["solutions"])
        if "layers" in data:
            layers = data["layers"]
            own["layers"] = Layers(layers["digest"], _each(Layer._of, layers["plies"]))
        return _read(Helpmate, data, own)


@dataclass(frozen=True)
class Verified(_Answer):
    """The answer of :func:`tsumugi.verify`. It is true if the certificate holds, and only then."""

    verified: bool | None
    """Does the certificate hold? ``None`` if the check was stopped or its time was up."""
    verdict: Literal["mate", "shortest", "nomate", "brinkmate", "nobrinkmate"] | None
    """What is proved."""
    length: int | None
    """For a mate: plies that suffice against any defence, and for ``"shortest"`` no fewer do."""
    claims: int | None
    """How many claims were checked."""
    line: int | None
    """The line of the certificate at which it was rejected, if one is to blame."""
    reason: str | None
    """Why it was rejected, ``"stopped"`` or ``"time"``."""
    attacker: Side | None = None
    """With ``exact``: whose attack it is about."""

    def __bool__(self) -> bool:
        return self.verified is True

    @property
    def plies(self) -> int | None:
        """The same as ``length``."""
        return self.length

    @staticmethod
    def _of(data: dict[str, Any], asked: dict[str, Any]) -> Verified:
        return _read(Verified, data, {"_data": data, "_asked": asked})


@dataclass(frozen=True)
class Diagram(_Answer):
    """The answer of :func:`tsumugi.show`: a board and what is known of it at sight. Notebooks draw it."""

    name: str | None
    """The name of the problem, where it has one."""
    turn: Side
    """Whose move it is."""
    in_check: bool
    """Is the side to move in check?"""
    legal_moves: int
    """How many there are; 0 in check is mate."""
    moves: Moves
    """The main line from here on."""
    variations: bool
    """Does the record have variations (変化)?"""
    headers: tuple[tuple[str, str], ...]
    """Header lines of the record."""

    @cached_property
    def svg(self) -> str:
        """A drawing."""
        return self._picture("svg")

    @cached_property
    def text(self) -> str:
        """As Japanese programs write it."""
        return self._picture("text")

    def _picture(self, format: str) -> str:
        picture: str = json.loads(ask("show", {**self._asked, "format": format})[0])["text"]
        return picture

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_svg_(self) -> str:
        """For notebooks."""
        return self.svg


def _diagram(body: dict[str, Any]) -> Diagram:
    data = json.loads(ask("show", {**body, "format": "json"})[0])
    return _read(Diagram, data, {"_data": data, "_asked": body})


@dataclass(frozen=True)
class Progress:
    """How a request goes on."""

    nodes: int
    """Moves played, or positions met."""
    expansions: int
    """Positions expanded."""
    depth: int
    """The longest line searched, or the ply of a search in layers."""
    seconds: float
    """Since the work began."""
    stage: str
    """What is being done, in a word."""
    line: Moves
    """The line being searched."""
    done: int | None
    """How much of it is done."""
    total: int | None
    """How much of it there is."""
    pn: int | None = None
    """The proof number of the root."""
    dn: int | None = None
    """The disproof number of the root."""
    fill: float | None = None
    """How full the table is, 0 to 1."""
    frontier: int | None = None
    """Of a helpmate: positions of the current layer."""
    bytes: int | None = None
    """Of a helpmate: bytes in use."""
    found: Solved | None = None
    """The mate that was found, while its line and length are being looked for."""
    multipv: tuple[Outcome, ...] = ()
    """With ``multipv``: what is known of each move by now, the best first."""

    @staticmethod
    def _of(data: dict[str, Any], asked: dict[str, Any]) -> Progress:
        own: dict[str, Any] = {"multipv": _each(Outcome._of, data.get("moves"))}
        if "found" in data:
            own["found"] = Solved._of(data["found"], asked)
        return _read(Progress, data, own)
