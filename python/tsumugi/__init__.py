"""Solves shogi mate problems (詰将棋) and proves its answers.

>>> import tsumugi
>>> answer = tsumugi.solve("4k4/9/4P4/9/9/9/9/9/9 b G 1", certificate=True)
>>> print(answer)
mate in 1   (shortest, proved)
▲５二金
>>> bool(tsumugi.verify("4k4/9/4P4/9/9/9/9/9/9 b G 1", answer.certificate))
True

- :func:`solve`: is there a mate, and by which line?
- :func:`check`: is the problem sound, as its composer would ask?
- :func:`helpmate`: the shortest helpmate (協力詰), and how many there are.
- :func:`verify`: does a certificate prove its claim?
- :func:`show`: the board as text and as a drawing.
- :func:`convert`: a record in another notation.
"""

from ._answers import (
    Branch,
    Checked,
    Diagram,
    Finding,
    Futile,
    Helpmate,
    Layer,
    Layers,
    Open,
    Outcome,
    Parting,
    Progress,
    Solved,
    Try,
    Variation,
    Verified,
)
from ._ask import SupportsIsSet
from ._errors import (
    DiagramError,
    Fault,
    OptionError,
    TableError,
    TsumugiError,
    UnreadableError,
    get_language,
    set_language,
)
from ._problem import Problem, SupportsSfen
from ._requests import check, convert, helpmate, show, solve, verify
from ._tsumugi import __version__

__all__ = [
    "Branch",
    "Checked",
    "Diagram",
    "DiagramError",
    "Fault",
    "Finding",
    "Futile",
    "Helpmate",
    "Layer",
    "Layers",
    "Open",
    "OptionError",
    "Outcome",
    "Parting",
    "Problem",
    "Progress",
    "Solved",
    "SupportsIsSet",
    "SupportsSfen",
    "TableError",
    "Try",
    "TsumugiError",
    "UnreadableError",
    "Variation",
    "Verified",
    "__version__",
    "check",
    "convert",
    "get_language",
    "helpmate",
    "set_language",
    "show",
    "solve",
    "verify",
]

# Where people find them: tracebacks and help() name it.
for _name in __all__:
    _public = globals()[_name]
    if getattr(_public, "__module__", "").startswith("tsumugi."):
        _public.__module__ = "tsumugi"
del _name, _public
