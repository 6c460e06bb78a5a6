"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from game.engine.scene import SceneStack
from game.engine.text import Typeface
from game.engine.widgets import MemoryClipboard, Style
from game.texts import Texts
from tests.processes import alive, wait_until
from tests.zoo_keeper import Zoo

pytest_plugins = ["tests.budget"]

settings.register_profile("souk", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("souk")
"""The same cases in every run, whatever the machine: what fails there fails here."""

collect_ignore_glob = ["bench/*"]
"""Benchmarks choose their speed when they are imported (SOUK_PLAIN); no test may inherit that."""


def pytest_collection_finish() -> None:
    """Spare the collector what all tests share: windows look for garbage whenever their scene changes."""
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Three workers for two cores: tests with processes and sockets wait for a third of their time."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + cores // 2


@pytest.fixture(autouse=True)
def nothing_is_forgiven(monkeypatch: pytest.MonkeyPatch) -> None:
    """What breaks in a scene breaks the test, though the window would only close that scene."""
    monkeypatch.setattr(SceneStack, "forgiving", False)


@pytest.fixture
def zoo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Zoo]:
    """A zoo; after the test nothing of it may be left running."""
    here = Zoo(tmp_path)
    monkeypatch.setenv("ZOO_MARKS", str(here.marks))
    threads = set(threading.enumerate())
    yield here
    assert set(threading.enumerate()) <= threads
    animals = here.processes() if here.marks.exists() else []
    wait_until(lambda: not any(map(alive, animals)), "the end of the animals")


@pytest.fixture
def style() -> Style:
    """How widgets look and speak: in English, with a clipboard of their own."""
    return Style(Typeface(), Texts("en"), clipboard=MemoryClipboard())
