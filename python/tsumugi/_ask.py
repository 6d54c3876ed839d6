"""The way to the native module and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Protocol

from . import _tsumugi
from ._errors import refusal


class SupportsIsSet(Protocol):
    """Something that says when to stop, as ``threading.Event`` does."""

    def is_set(self) -> bool: ...


def ask(
    name: str,
    body: dict[str, Any],
    progress: Callable[[str], object] | None = None,
    stop: SupportsIsSet | None = None,
) -> tuple[str, str | None]:
    """The answer in JSON, and the certificate if there is one."""
    answered, text, certificate = _tsumugi.ask(name, json.dumps(body), progress, stop)
    if not answered:
        raise refusal(text)
    return text, certificate
