"""What is left of an evening when a room or a mix ends: who came where, and its best moments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

import msgspec

from game.ground.texts import Texts
from game.scenes.ledger.moments import Moment, moments_of
from game.scenes.ledger.page import line_of
from net.ledger.lines import LedgerLine
from net.ledger.standing import placed, standings
from net.wire import clean


@dataclass(frozen=True)
class Closing:
    """A finished evening in words."""

    title: str
    evening: date
    rows: tuple[tuple[int, str, int, str], ...]
    """Place, name, points, and how many matches were played and won, of each person, the first first."""
    moments: tuple[Moment, ...]
    matches: int
    portraits: Mapping[str, bytes] = field(default_factory=dict)
    """The signs that people of these names drew."""

    def subtitle(self, texts: Texts) -> str:
        """Return the date, and how many matches there were."""
        return f"{self.evening} · {texts.line('history.count', count=self.matches)}"


def closing_of(
    evening: date,
    lines: Sequence[LedgerLine],
    texts: Texts,
    *,
    room: str = "",
    mix: str = "",
    portraits: Mapping[str, bytes] | None = None,
) -> Closing:
    """Return the closing of an evening's matches: of those in a room or of one mix, else of all."""
    if mix:
        lines = [line for line in lines if line.said.mix is not msgspec.UNSET and line.said.mix.id == mix]
    elif room:
        lines = [line for line in lines if line.said.room == room]
    people = standings(lines)
    rows = tuple(
        (place, clean(person.name), person.points, line_of(texts, person.matches, person.won))
        for place, person in placed(people)
    )
    title = clean(room) if room else texts.line("closing.title")
    return Closing(title, evening, rows, tuple(moments_of(lines, texts)), len(lines), portraits or {})
