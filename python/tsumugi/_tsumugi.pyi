from collections.abc import Callable
from typing import Protocol

__all__ = ["__version__", "ask", "certificate_text", "language", "record_text", "words"]

__version__: str

class _Stop(Protocol):
    def is_set(self) -> bool: ...

def ask(
    name: str,
    body: str,
    progress: Callable[[str], object] | None,
    stop: _Stop | None,
) -> tuple[bool, str, str | None]: ...
def words(
    name: str,
    answer: str,
    problem: str,
    at: str | None,
    selfmate: bool,
    format: str,
    asked: str | None,
) -> str: ...
def language(asked: str | None) -> str: ...
def record_text(bytes: bytes) -> tuple[bool, str]: ...
def certificate_text(bytes: bytes) -> str: ...
