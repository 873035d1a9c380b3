"""Every example of the documentation is run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path
from types import ModuleType

import pytest

import arimaa

MODULES = [module.name for module in pkgutil.iter_modules(arimaa.__path__)]


def imported(name: str) -> ModuleType | None:
    """A module of the package, unless a package that it needs is missing."""
    try:
        return importlib.import_module(f"arimaa.{name}" if name else "arimaa")
    except ModuleNotFoundError as error:
        assert error.name and not error.name.startswith("arimaa"), error
        return None


@pytest.mark.parametrize("name", ["", *MODULES])
def test_examples_of_docstrings(name: str) -> None:
    module = imported(name)
    if module is None:
        pytest.skip(f"arimaa.{name} needs another package")
    failed, _ = doctest.testmod(module)
    assert failed == 0


def test_examples_are_found() -> None:
    finder = doctest.DocTestFinder()
    modules = [module for module in map(imported, MODULES) if module]
    examples = sum(len(test.examples) for module in modules for test in finder.find(module))
    assert examples > 70


def test_public_names_have_documentation() -> None:
    for name in arimaa.__all__:
        documented = getattr(arimaa, name)
        assert documented.__doc__, name


def test_examples_of_the_guide(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("polars")
    monkeypatch.chdir(Path(__file__).parents[3])
    guide = Path(__file__).parents[1] / "README.md"
    failed, run = doctest.testfile(str(guide), module_relative=False)
    assert failed == 0 and run > 20
