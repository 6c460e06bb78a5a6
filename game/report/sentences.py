"""What a check or a contest found about an entry, as sentences for its author."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from game.core.contest.check import Checked, Fault
from game.core.tournament.evaluation import FailedCall
from game.ground.texts import Texts

_CONDUCT = ("starts", "writes", "reads", "connects", "signals")


class Told(NamedTuple):
    """A row for an author."""

    asked: str
    """What was asked, in words; empty where nothing was."""
    said: str
    often: str
    """How often; empty where that cannot be counted."""


class Sentences:
    """Makes sentences of what was found, in one language, about a game."""

    def __init__(self, words: Texts, game: str) -> None:
        self._words = words
        self._game = game

    def fault(self, fault: Fault, median: float = 0.0) -> Told:
        """Return a fault as a row; `median` is the class's mean seconds of a call."""
        return Told(self.asked(fault.turn, fault.call), self._said(fault, median), self._often(fault))

    def line(self, fault: Fault, median: float = 0.0) -> str:
        """Return a fault as one line."""
        told = self.fault(fault, median)
        return " ".join(filter(None, (f"{told.asked}:" if told.asked else "", told.said, told.often)))

    def failure(self, failure: FailedCall, name: str) -> str:
        """Return a failed call of a player as one line."""
        return f"{self.asked(failure.turn, failure.call)}: {self.why(failure.key, failure.values, failure.text, name)}"

    def asked(self, turn: int | None, call: str) -> str:
        """Return what was asked, in words."""
        if turn is None or not call:
            return ""
        asked = self._words.maybe(f"{self._game}.call.{call}") or self._words.maybe(f"report.call.{call}") or call
        return self._words.line("report.asked", turn=turn, call=asked)

    def out(self, checked: Checked) -> str:
        """Return why an entry does not play; empty for one that does."""
        return self._words.line(f"entries.out.{checked.out}") if checked.out else ""

    def why(self, key: str, values: Mapping[str, Any], text: str, name: str = "") -> str:
        """Return the sentence of a failure: that under its key where its values fit, else what is known of it."""
        whole = {"bot": name or self._words.line("entries.it"), **values}
        if name:
            whole["bot"] = name
        return (self._words.attempt(key, whole) if key else None) or text

    def _said(self, fault: Fault, median: float) -> str:
        words = self._words
        if fault.kind in _CONDUCT:
            named = f"entries.found.{fault.kind}" + ("" if fault.values.get("name") else "_something")
            return words.line(named, name=fault.values.get("name", ""))
        if fault.kind == "slow":
            return words.line(
                "entries.found.slow", each=milliseconds(fault.values["each"]), median=milliseconds(median)
            )
        if fault.kind == "said":
            return words.line("entries.found.said", beginning=" ".join(fault.text.split()))
        if fault.kind == "prints":
            beginning = fault.text.splitlines()[0][:80] if fault.text else ""
            return words.line("entries.found.prints", size=size_of(fault.values["bytes"]), beginning=beginning)
        return self.why(fault.key, {name: value for name, value in fault.values.items() if name != "bot"}, fault.text)

    def _often(self, fault: Fault) -> str:
        if not fault.times:
            return ""
        return self._words.line("entries.often", times=fault.times, calls=fault.calls)


def milliseconds(seconds: float) -> str:
    """Return a short time for people.

    >>> milliseconds(0.3), milliseconds(0.0000123)
    ('300 ms', '0.0123 ms')
    """
    return f"{seconds * 1000:.3g} ms"


def size_of(count: int) -> str:
    """Return a number of bytes for people.

    >>> size_of(500), size_of(3 << 20)
    ('500 B', '3 MiB')
    """
    for unit, step in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= step:
            return f"{count / step:.3g} {unit}"
    return f"{count} B"
