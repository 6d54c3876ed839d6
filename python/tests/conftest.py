"""What the tests have in common."""

from __future__ import annotations

import signal

import pytest

import tsumugi


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the locale is."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    tsumugi.set_language(None)


@pytest.fixture(autouse=True)
def hearing_ctrl_c() -> None:
    """Also where a shell began the tests in the background, which tells them to ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
