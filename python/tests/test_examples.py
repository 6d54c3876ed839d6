"""Every example in the documentation is run, and prints what it shows. ``TSUMUGI_DOCS`` names the documents."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
from pathlib import Path

import pytest

import tsumugi

DOCUMENTS = [Path(path) for path in os.environ.get("TSUMUGI_DOCS", "").split(os.pathsep) if path]


def test_examples_in_docstrings() -> None:
    inner = [importlib.import_module(f"tsumugi.{one.name}") for one in pkgutil.iter_modules(tsumugi.__path__)]
    names = {"tsumugi": tsumugi, **{name: getattr(tsumugi, name) for name in tsumugi.__all__}}
    results = [doctest.testmod(module, extraglobs=names) for module in [tsumugi, *inner]]
    assert sum(result.failed for result in results) == 0
    assert sum(result.attempted for result in results) > 25


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_examples_in_documents(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert result.failed == 0 and result.attempted > 3
