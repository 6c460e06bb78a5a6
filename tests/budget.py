"""What each game costs the test run, in processor time, beside what it may cost.

The figures are printed at the end of a run and fail nothing: they depend on the machine.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Generator

import pytest

from game.cabinets.listed import CABINETS

BUDGET = 12
"""Seconds of processor time a further game may cost the README's test command."""
FOUNDERS = ("marrakech", "slime", "l4g")
"""Games that the tests of scenes, bots and the network play, whoever they are about: they have no budget."""

GAMES = CABINETS.names
"""Their names alone: who looks a word up in `CABINETS` imports the game, and pays for that again for every test."""

_spent: Counter[str] = Counter()


def game_of(node: str) -> str | None:
    """The game that a test is about, by the words of its file and its parameters."""
    words = set(re.split(r"[^a-z0-9]+|_", node.lower()))
    return next((game for game in GAMES if game in words), None)


def _seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Note the processor time of one test and of the processes it waited for."""
    before = _seconds()
    item.user_properties.append(("started", before))
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Note it before the last report of the test is made."""
    try:
        return (yield)
    finally:
        started = dict(item.user_properties).pop("started")
        assert isinstance(started, float)
        item.user_properties[:] = [("processor_seconds", _seconds() - started)]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up what workers say, or this process."""
    if report.when == "teardown":
        seconds = dict(report.user_properties).get("processor_seconds", 0.0)
        assert isinstance(seconds, float)
        _spent[game_of(report.nodeid) or ""] += seconds


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table."""
    if not _spent:
        return
    terminalreporter.section("processor seconds a game")
    for game in sorted(GAMES):
        over = (
            " (over its budget: docs/adding-a-game.md, section 4)"
            if game not in FOUNDERS and _spent[game] > BUDGET
            else ""
        )
        terminalreporter.write_line(f"{_spent[game]:7.1f}  {game}{over}")
    terminalreporter.write_line(f"{_spent['']:7.1f}  what is about no one game; a further game may cost {BUDGET}")
