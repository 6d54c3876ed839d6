"""What the tests have in common."""

from __future__ import annotations

import pytest

import tsumugi


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the locale is."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    tsumugi.set_language(None)
