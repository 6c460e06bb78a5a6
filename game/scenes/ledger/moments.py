"""The best moments of an evening, as far as its ledger tells them: a close match, a run of wins, a rise, honours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from game.cabinets.stages import PRESENTATIONS
from game.ground.texts import Texts
from game.scenes.ledger.words import said_of, title_of
from net.ledger.lines import LedgerLine
from net.ledger.standing import placed, standings, titles
from net.wire import clean

MOST_MOMENTS = 8
_LEAST_MINUTES = 5
"""A match shorter than this many minutes was no long one."""
_LEAST_RUN = 2


@dataclass(frozen=True)
class Moment:
    """A moment worth telling: its heading, who it was, and what happened."""

    title: str
    names: str
    told: str


def moments_of(lines: Sequence[LedgerLine], texts: Texts) -> list[Moment]:
    """Return the best moments of these matches, at most MOST_MOMENTS; those that were stopped give none."""
    played = [line for line in lines if not line.said.stopped]
    found = [_closest(played, texts), _run(played, texts), _rise(played, texts), _longest(played, texts)]
    honours = [Moment(title_of(title, texts), named(title.names), said_of(title, texts)) for title in titles(played)]
    return [*filter(None, found), *honours][:MOST_MOMENTS]


def named(names: Sequence[str]) -> str:
    """Return names of strangers side by side, without signs that are not shown."""
    return ", ".join(clean(name) for name in names)


def _closest(lines: Sequence[LedgerLine], texts: Texts) -> Moment | None:
    """Return the match of people in which the first was ahead of the second by the least share of the points."""
    best: tuple[float, LedgerLine] | None = None
    for line in lines:
        seats = sorted(line.said.seats, key=lambda seat: seat.rank)
        counted = line.said.game in PRESENTATIONS and PRESENTATIONS[line.said.game].points
        if not counted or len(seats) < 2 or seats[0].bot or seats[1].bot or seats[0].score <= 0:
            continue
        share = (seats[0].score - seats[1].score) / seats[0].score
        if 0 <= share <= 0.25 and (best is None or share < best[0]):
            best = share, line
    if best is None:
        return None
    first, second = sorted(best[1].said.seats, key=lambda seat: seat.rank)[:2]
    names, scores = named((first.name, second.name)), f"{first.score} : {second.score}"
    return _moment("closest", names, texts, game=texts.game(best[1].said.game), scores=scores)


def _run(lines: Sequence[LedgerLine], texts: Texts) -> Moment | None:
    """Return the longest run of matches in a row that one person won, of those that they played."""
    runs: dict[str, int] = {}
    best: tuple[int, str] | None = None
    for line in lines:
        winners = [seat.name for seat in line.said.seats if seat.rank == 1]
        for seat in line.said.seats:
            if seat.bot or len(line.said.seats) < 2:
                continue
            runs[seat.name] = runs.get(seat.name, 0) + 1 if winners == [seat.name] else 0
            if runs[seat.name] >= _LEAST_RUN and (best is None or runs[seat.name] > best[0]):
                best = runs[seat.name], seat.name
    return None if best is None else _moment("run", named((best[1],)), texts, count=best[0])


def _rise(lines: Sequence[LedgerLine], texts: Texts) -> Moment | None:
    """Return who rose the most places by the last match."""
    was = {person.name: place for place, person in placed(standings(lines[:-1]))}
    rises = [
        (was[person.name] - place, person.name, was[person.name], place)
        for place, person in placed(standings(lines))
        if person.name in was
    ]
    most = max(rises, key=lambda rise: rise[0], default=None)
    if most is None or most[0] <= 0:
        return None
    return _moment("rise", named((most[1],)), texts, before=most[2], after=most[3])


def _longest(lines: Sequence[LedgerLine], texts: Texts) -> Moment | None:
    """Return the match that took the most minutes."""
    timed = [(minutes_of(line), number) for number, line in enumerate(lines)]
    most = max(timed, default=None)
    if most is None or most[0] < _LEAST_MINUTES:
        return None
    line = lines[most[1]]
    names = named([seat.name for seat in line.said.seats if not seat.bot][:4])
    return _moment("longest", names, texts, game=texts.game(line.said.game), minutes=most[0])


def minutes_of(line: LedgerLine) -> int:
    """Return the whole minutes that a match took, by its host's clock."""
    began, ended = (datetime.fromisoformat(text) for text in (line.said.began, line.said.ended))
    return max(0, int((ended - began).total_seconds()) // 60)


def _moment(kind: str, names: str, texts: Texts, **values: str | int) -> Moment:
    return Moment(texts.line(f"closing.{kind}.title"), names, texts.line(f"closing.{kind}.told", values))
