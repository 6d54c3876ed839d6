"""What can be asked: a function for each request, options named as those of the command line."""

from __future__ import annotations

import json
import math
import operator
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, SupportsFloat, SupportsIndex

from ._answers import (
    Checked,
    Diagram,
    FutileClass,
    Helpmate,
    Progress,
    Question,
    Side,
    Solved,
    Verified,
    _diagram,
)
from ._ask import SupportsIsSet, ask
from ._errors import OptionError
from ._problem import Problem, certificate_of, text_of

Place = Literal["start", "end"]
Allowed = Literal["two-pawns", "dead-piece", "too-many-pieces"]
Options = Mapping[str, object]
Hear = Callable[[Progress], object]

_U32 = 2**32 - 1
_U64 = 2**64 - 1
_ALL_MOVES = 593


def solve(
    problem: Problem,
    *,
    question: Question = "solution",
    at: int | Place | None = None,
    attacker: Side | None = None,
    as_written: bool = False,
    allow: Iterable[Allowed] = (),
    time: float | None = None,
    nodes: int | None = None,
    hash: int = 256,
    threads: int = 1,
    explain: bool = False,
    futile: Iterable[FutileClass] | None = None,
    tree: int | bool | None = None,
    tries: bool = False,
    multipv: int | bool | None = None,
    line: Problem | Iterable[str] | None = None,
    certificate: bool = False,
    option: Options | None = None,
    progress: Hear | None = None,
    stop: SupportsIsSet | None = None,
) -> Solved:
    """Is there a mate, or a brinkmate, and by which line?

    >>> answer = tsumugi.solve("7nl/7k1/9/6S2/9/9/9/9/9 b GS 1")
    >>> answer.verdict, answer.plies
    ('mate', 3)
    >>> answer.line
    ('S*2c', '2b1c', 'G*1d')

    The search runs without the GIL. Ctrl-C ends it at once with :exc:`KeyboardInterrupt`.

    :param problem: a SFEN, a USI position, KIF, KI2, CSA, JKF, USEN or a URL as ``str`` or ``bytes``; a path; or a board of
        python-shogi or cshogi.
    :param question: ``"solution"``: is there a mate, and, as far as the limits allow, its main line and length; ``"mate"``;
        ``"shortest"``; ``"line"``: the main line (作意); ``"brinkmate"``: a win by checks and threats of mate (必至).
    :param at: after this many moves of a record, or ``"start"`` or ``"end"``. By default a position as USI writes it means the
        position after its moves, any other record its diagram.
    :param attacker: who gives mate; by default the side to move, with one king on the board the side without.
    :param as_written: a defender's empty hand is empty; otherwise the defender holds the rest of the set.
    :param allow: rules that the diagram may break.
    :param time: give up after this many seconds.
    :param nodes: give up after this many positions expanded.
    :param hash: MiB for the table.
    :param threads: threads to search with.
    :param explain: say why interpositions are futile.
    :param futile: classes of interpositions (無駄合) that do not count; none with ``()``.
    :param tree: variations down to this depth; ``True`` is 1.
    :param tries: with ``tree``: the checks that fail (紛れ), too.
    :param multipv: what each check comes to, of the best this many; ``True`` for all.
    :param line: the solution that is meant, a record or moves: what lies beside it is searched first.
    :param certificate: make a certificate, which :func:`verify` can check.
    :param option: options of the search by name, see docs/OPTIONS.md.
    :param progress: called with a :class:`Progress` about ten times a second, on the thread that asked.
    :param stop: an object with a method ``is_set()``, say a ``threading.Event``: once it says yes, the search ends, and the
        answer is what is known by then.
    :raises TsumugiError: if the problem or an option is refused.
    """
    body = _body(problem, at=at, attacker=attacker, as_written=as_written, allow=allow)
    body |= _given(
        question=question,
        time=_seconds("time", time),
        nodes=_whole("nodes", nodes, _U64),
        hash=_whole("hash", hash, _U32),
        threads=_whole("threads", threads, _U32),
        explain=bool(explain),
        futile=_names(futile),
        tree=_depth("tree", tree, 1),
        tries=bool(tries),
        multipv=_depth("multipv", multipv, _ALL_MOVES),
        line=_moves(line),
        certificate=bool(certificate),
        option=_options(option),
    )
    text, proof = ask("solve", body, _hear(progress, body), stop)
    return Solved._of(json.loads(text) | {"certificate": proof}, body)


def check(
    problem: Problem,
    *,
    attacker: Side | None = None,
    as_written: bool = False,
    allow: Iterable[Allowed] = (),
    time: float | None = None,
    time_each: float = 60.0,
    nodes_each: int | None = None,
    hash: int = 256,
    threads: int | None = None,
    strict: bool = False,
    futile: Iterable[FutileClass] | None = None,
    option: Options | None = None,
    progress: Hear | None = None,
    stop: SupportsIsSet | None = None,
) -> Checked:
    """Is the problem sound, as its composer would ask? Moves and variations of a record are taken for the solution meant.

    >>> found = tsumugi.check("5+S+s1+N/6k2/4pp3/9/8+B/9/9/9/9 b G 1")
    >>> found.verdict, found.plies
    ('cooked', 7)
    >>> [(finding.move_number, finding.move) for finding in found.findings if finding.kind == "cook"]
    [(5, '1e3c'), (5, 'G*1b')]

    :param time: give the problem up after this many seconds.
    :param time_each: give an alternative up after this many seconds.
    :param nodes_each: give an alternative, or the solution, up after this many positions expanded.
    :param hash: MiB for the table that all searches share.
    :param threads: threads, each with an alternative of its own; by default as many as there are processors.
    :param strict: count every dual as a cook.

    The other parameters are those of :func:`solve`.
    """
    body = _body(problem, attacker=attacker, as_written=as_written, allow=allow)
    body |= _given(
        time=_seconds("time", time),
        time_each=_seconds("time_each", time_each),
        nodes_each=_whole("nodes_each", nodes_each, _U64),
        hash=_whole("hash", hash, _U32),
        threads=_whole("threads", threads, _U32),
        strict=bool(strict),
        futile=_names(futile),
        option=_options(option),
    )
    return Checked._of(json.loads(ask("check", body, _hear(progress, body), stop)[0]), body)


def helpmate(
    problem: Problem,
    *,
    at: int | Place | None = None,
    attacker: Side | None = None,
    as_written: bool = False,
    allow: Iterable[Allowed] = (),
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    plies: int | None = None,
    max_solutions: int = 1,
    selfmate: bool = False,
    no_surplus: bool = False,
    exact: bool = False,
    digest: bool = False,
    progress: Hear | None = None,
    stop: SupportsIsSet | None = None,
) -> Helpmate:
    """The shortest helpmate (協力詰), and how many there are.

    >>> answer = tsumugi.helpmate("9/9/7pk/9/8P/9/9/9/9 b LP 1", max_solutions=10)
    >>> answer.plies, answer.solutions, len(answer.lines)
    (7, 2, 2)

    :param memory: MiB for positions; it is not exceeded. By default 2048, or most of what is free.
    :param threads: threads to search with; by default as many as there are processors.
    :param plies: look for nothing longer than this.
    :param max_solutions: write out this many solutions; all are counted.
    :param selfmate: mate the attacker's own king instead (協力自玉詰).
    :param no_surplus: only mates that leave the attacker nothing in hand (駒余りなし).
    :param exact: tell positions apart by 128 bits instead of 64.
    :param digest: say of every ply how many positions there are, with a digest of them.

    The other parameters are those of :func:`solve`.
    """
    body = _body(problem, at=at, attacker=attacker, as_written=as_written, allow=allow)
    body |= _given(
        time=_seconds("time", time),
        nodes=_whole("nodes", nodes, _U64),
        hash=_whole("memory", memory, _U32),
        threads=_whole("threads", threads, _U32),
        plies=_whole("plies", plies, _U32),
        max_solutions=_whole("max_solutions", max_solutions, _U32),
        selfmate=bool(selfmate),
        no_surplus=bool(no_surplus),
        exact=bool(exact),
        digest=bool(digest),
    )
    return Helpmate._of(json.loads(ask("helpmate", body, _hear(progress, body), stop)[0]), body)


def verify(
    problem: Problem,
    certificate: str | bytes | os.PathLike[str],
    *,
    at: int | Place | None = None,
    attacker: Side | None = None,
    as_written: bool = False,
    allow: Iterable[Allowed] = (),
    time: float | None = None,
    threads: int | None = None,
    exact: bool = False,
    progress: Hear | None = None,
    stop: SupportsIsSet | None = None,
) -> Verified:
    """Does a certificate prove its claim about the problem? Checked by rules that share no code with the solver.

    >>> problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1"
    >>> proof = tsumugi.solve(problem, certificate=True).certificate
    >>> checked = tsumugi.verify(problem, proof)
    >>> bool(checked), checked.verdict, checked.plies
    (True, 'mate', 1)
    >>> tsumugi.verify(problem, proof.replace("G*5b", "G*6c")).reason
    'G*6c gives no check'

    :param certificate: its text; or its bytes or a path, plain or compressed with Zstandard.
    :param time: give up after this many seconds; without it what takes too much work for its size is refused.
    :param threads: threads to check with; by default as many as there are processors.
    :param exact: let the verifier read the problem, a SFEN, itself: hands as they are written, nothing completed.

    The other parameters are those of :func:`solve`.
    """
    proof = certificate_of(certificate)
    body = _body(problem, at=at, attacker=attacker, as_written=as_written, allow=allow)
    if exact:
        body["sfen"] = body.pop("text")
    body |= _given(
        certificate=proof,
        time=_seconds("time", time),
        threads=_whole("threads", threads, _U32),
        exact=bool(exact),
    )
    return Verified._of(json.loads(ask("verify", body, _hear(progress, body), stop)[0]), {})


def show(
    problem: Problem,
    *,
    ply: int | Literal["last"] = 0,
    rest_to: Literal["black", "white", "defender"] | None = None,
    mirror: bool = False,
    flip: bool = False,
    allow: Iterable[Allowed] = (),
    title: str | None = None,
    promoted_in_red: bool | None = None,
) -> Diagram:
    """The board as a person reads it: as text, as a drawing (notebooks show it), and what is known of it at sight.

    >>> board = tsumugi.show("4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b", ply="last")
    >>> board.in_check, board.legal_moves
    (True, 0)
    >>> board.svg.startswith("<svg")
    True

    :param ply: after this many moves of the main line, or after the last.
    :param rest_to: give all pieces missing from a full set to this side (残り全部).
    :param mirror: exchange left and right.
    :param flip: turn the board round and exchange the sides.
    :param title: what to write above the drawing; by default the name of the problem.
    :param promoted_in_red: draw promoted pieces in red.
    """
    body = _body(problem, allow=allow)
    if ply == "last":
        ply = len(_diagram(body).moves)
    body |= _given(
        ply=_whole("ply", ply, _U32),
        rest_to=rest_to,
        mirror=bool(mirror),
        flip=bool(flip),
        title=title,
        promoted_in_red=promoted_in_red,
    )
    return _diagram(body)


def convert(
    problem: Problem,
    to: Literal["sfen", "usi", "kif", "ki2", "csa", "jkf", "usen", "url"],
) -> str:
    """A record in another notation.

    >>> print(tsumugi.convert("position startpos moves 7g7f 3c3d 8h2b+ 3a2b", "ki2"))
    手合割：平手
    ▲７六歩 △３四歩 ▲２二角成 △同　銀
    """
    body: dict[str, Any] = {"text": text_of(problem), "to": [to]}
    text: str | None = json.loads(ask("convert", body)[0])["formats"][to]
    if text is None:
        raise OptionError("bad-request", f"{to} cannot express this record", f"この棋譜は{to}では表せません")
    return text.rstrip("\n")


def _body(
    problem: Problem,
    *,
    at: int | str | None = None,
    attacker: str | None = None,
    as_written: bool = False,
    allow: Iterable[str] = (),
) -> dict[str, Any]:
    place = at if at is None or isinstance(at, str) else str(_whole("at", at, _U64))
    return {"text": text_of(problem)} | _given(
        at=place,
        attacker=attacker,
        as_written=bool(as_written) or None,
        allow=[allow] if isinstance(allow, str) else list(allow) or None,
    )


def _given(**options: object) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _out_of_range(name: str, value: object, most: object) -> OptionError:
    return OptionError(
        "bad-request",
        f"{name} is {value}, not from 0 to {most}",
        f"{name}は0から{most}までです（{value}が指定されました）",
    )


def _whole(name: str, value: SupportsIndex | None, most: int) -> int | None:
    """A whole number of any kind, numpy's too."""
    if value is None:
        return None
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected int, not {type(value).__name__}") from None
    if not 0 <= number <= most:
        raise _out_of_range(name, number, most)
    return number


def _seconds(name: str, value: SupportsFloat | None) -> float | None:
    if value is None:
        return None
    if not isinstance(value, SupportsFloat):
        raise TypeError(f"{name}: expected float, not {type(value).__name__}")
    number = float(value)
    if not math.isfinite(number):
        raise _out_of_range(name, number, 10**9)
    return number


def _depth(name: str, value: int | bool | None, by_default: int) -> int | None:
    """As a flag that may have a number: ``True`` is the flag without one."""
    if value is None or value is False:
        return None
    return by_default if value is True else _whole(name, value, _U32)


def _names(names: Iterable[str] | None) -> list[str] | None:
    """A list, or names with commas between as on the command line, where ``none`` is an empty one."""
    if names is None:
        return None
    listed = names.split(",") if isinstance(names, str) else list(names)
    return [] if listed == ["none"] else listed


def _moves(line: Problem | Iterable[str] | None) -> list[str] | None:
    """The moves of a record, or moves as USI writes them."""
    if line is None:
        return None
    if isinstance(line, (list, tuple)):
        return [str(move) for move in line]
    if isinstance(line, (str, bytes, os.PathLike)):
        moves: list[str] = json.loads(ask("convert", {"text": text_of(line), "to": []})[0])["moves"]
        return moves
    if isinstance(line, Iterable):
        return [str(move) for move in line]
    raise TypeError(f"line: expected a record or moves, not {type(line).__name__}")


def _options(options: Options | None) -> list[list[str]] | None:
    if options is None:
        return None
    return [[name, _value(value)] for name, value in options.items()]


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _hear(progress: Hear | None, body: dict[str, Any]) -> Callable[[str], object] | None:
    if progress is None:
        return None
    hear = progress
    return lambda text: hear(Progress._of(json.loads(text), body))
