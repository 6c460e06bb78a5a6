"""The matches of one round of a mix, at all of its tables: nobody waits for long, and whoever is done looks on."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, zip_longest

import msgspec

from game.core.errors import SpokenError
from game.core.mix.points import EVEN_POINTS
from game.core.mix.programme import Round, Table, points_won
from game.core.mix.seating import COMPUTER
from game.core.mix.sprint import sprint_points
from game.core.options import read
from game.core.rules import Result
from game.core.short import Format, Short
from net.host.room.core import RoomCore, RoomPlan
from net.host.room.lines import Mixed
from net.host.room.mix_record import MixRecord, RoundRecord, TableRecord
from net.host.room.play import RoomPlay
from net.host.room.seating import RoomSeat
from net.host.room.tables import Layout, Tables
from net.ledger.lines import MixLine
from net.ledger.mixes import SPRINT, MixReveal
from net.states import RoomPhase

HURRY = 3.0
"""Seconds for a decision once a match has taken half as long again as it usually does."""
_SLOW, _TOO_LONG = 1.5, 3
"""After so many times what a match usually takes it is hurried, and ended."""
_LOOK = 5.0
"""Seconds for the end of one's own match before one is led to a table where others still play."""


class MixRound:
    """The matches that run at the tables of a room while a mix is at its stage `playing`."""

    def __init__(self, core: RoomCore, tables: Tables) -> None:
        self._core = core
        self._tables = tables
        self._began: dict[int, float] = {}
        """When the running match of each table began."""
        self._over: dict[int, float] = {}
        """When the match of each table was over."""
        self._cut = False
        """Whether the round was ended early: a match that is still to begin ends at once."""

    def begin(self, now: float) -> None:
        """Begin a match at every table; where that fails, the table has none."""
        self._began, self._over, self._cut = {}, {}, False
        for play in self._tables.plays:
            for place in play.core.seating:
                place.ready = True
            play.start("", now)

    @property
    def failed(self) -> bool:
        """Whether no table could begin its match."""
        return all(play.match is None for play in self._tables.plays)

    @property
    def busy(self) -> Iterator[RoomPlay]:
        """The tables whose matches begin or go on."""
        return (play for play in self._tables.plays if play.starting or play.core.running)

    def settle(self, playing: RoundRecord, now: float) -> bool:
        """Mind all matches. Return whether none goes on any more."""
        for play in self.busy:
            if play.match is not None:
                self._mind(play, playing, now)
        busy = list(self.busy)
        if not busy:
            return True
        for play in self._tables.plays:
            if play.core.phase is RoomPhase.AFTER and now >= self._over.setdefault(play.core.number, now) + _LOOK:
                self._lead_on(play, busy, now)
        return False

    def _mind(self, play: RoomPlay, playing: RoundRecord, now: float) -> None:
        match, number = play.match, play.core.number
        assert match is not None
        if number not in self._began:
            self._began[number] = now
            match.choose_when_late()
            self._sit_in(play)
            return
        taken = now - self._began[number]
        if self._cut and play.core.running:
            play.cut(now)
        if play.core.phase is not RoomPhase.PLAYING:
            return
        if taken >= _TOO_LONG * playing.seconds:
            self._core.log("mix_too_long")
            play.cut(now)
        elif taken >= _SLOW * playing.seconds and match.match.limit is not None and match.match.limit > HURRY:
            match.match.limit = HURRY
            self._core.log("mix_hurry")

    def _sit_in(self, play: RoomPlay) -> None:
        """Let computers play for people who are not here as their match begins."""
        assert play.match is not None
        for seat, place in enumerate(play.core.seating):
            person = self._core.people.get(place.person)
            here = person is not None and person.present
            if place.person and not place.bot and not here and not play.match.paused:
                play.sit_in(seat)

    def _lead_on(self, play: RoomPlay, busy: list[RoomPlay], now: float) -> None:
        """Lead those who are at a table that is done to one where others play."""
        shown = next((other for other in busy if other.shown and other.core.running), None)
        if shown is None:
            return
        for person in play.core.present:
            self._tables.look(person, shown.core.number, now)

    def wake(self, playing: RoundRecord, now: float) -> float:
        """Return the seconds until something is due without a message; infinity for never."""
        waits = [
            at
            for play in self.busy
            if (began := self._began.get(play.core.number)) is not None
            for part in (_SLOW, _TOO_LONG)
            if (at := began + part * playing.seconds - now) > 0
        ]
        if self._over and any(self.busy):
            waits += [at for over in self._over.values() if (at := over + _LOOK - now) > 0]
        return min(waits, default=math.inf)

    def cut(self, now: float) -> None:
        """End all matches of this round without a result, now or as soon as they have begun."""
        self._cut = True
        for play in self._tables.plays:
            if play.core.running:
                play.cut(now)

    def reopen(self) -> None:
        """Clear every table whose match is over, and lead everybody back to their own."""
        for play in self._tables.plays:
            if play.core.phase is RoomPhase.AFTER:
                play.reopen()
        self._tables.bring_home()

    # What it brings.

    def told(self, playing: RoundRecord) -> RoundRecord:
        """Return a round after one more match at each table that is over.

        Of a round that was taken up from a record there may be tables that could not go on here.
        """
        tables = zip_longest(playing.tables, map(_result, self._tables.plays))
        return msgspec.structs.replace(playing, tables=tuple(with_result(table, result) for table, result in tables))

    @property
    def complete(self) -> bool:
        """Whether the match of every table was played to a result."""
        return all(_result(play) is not None for play in self._tables.plays)


def _result(play: RoomPlay) -> Result | None:
    match = play.match
    return match.ended.result if match is not None and match.ended is not None else None


def with_result(table: TableRecord, result: Result | None) -> TableRecord:
    """Return a table after one more of its matches."""
    return msgspec.structs.replace(table, results=(*table.results, result)) if result else table


def points_of_round(playing: RoundRecord, short: Short | None) -> dict[int, int]:
    """Return what a round brought each person; the same for all at a table that was not played to its end.

    A sprint that was not played to its end brings nothing.
    """
    if playing.sprint:
        (table,) = playing.tables
        won = sprint_points(table.people, table.results[0]) if table.results else {}
        return {person: 0 if person in playing.gone else points for person, points in won.items()}
    over = [table for table in playing.tables if short is not None and len(table.results) >= short.matches]
    won = dict.fromkeys(playing.people, EVEN_POINTS * playing.weight)
    together = [over] if short is not None and short.format is Format.SAME else [[table] for table in over]
    for tables in together:
        if short is None or sum(len(table.people) for table in tables) < 2:
            continue
        played = tuple(Table(table.people) for table in tables)
        results = [table.results for table in tables]
        won |= points_won(Round(playing.game, short, played, 0, playing.weight), results)
    return {person: 0 if person in playing.gone else points for person, points in won.items()}


def mixed_of(
    kept: MixRecord,
    played: RoundRecord,
    table: int,
    short: Short | None,
    *,
    to_come: bool,
    reveal: MixReveal | None,
) -> Mixed:
    """Return what the ledger tells of a match at a table; `to_come`: whether further ones of its round are."""
    points = dict.fromkeys(played.people, 0) if to_come else points_of_round(played, short)
    form = SPRINT if played.sprint else short.format.value if short else ""
    draw = played.draw or msgspec.UNSET
    number = len(kept.past) + 1
    line = MixLine(kept.id, number, played.weight, form, table, kept.seal, draw, reveal or msgspec.UNSET)
    return Mixed(line, {person: points[person] for person in played.tables[table].people if person in points})


def laid_for(playing: RoundRecord, short: Short, plan: RoomPlan) -> list[Layout] | None:
    """Return how the tables of a round are laid; None where its options are none of the game."""
    cabinet, laid = plan.games[playing.game], []
    limit = float(short.limit) or None
    for table in playing.tables:
        try:
            options = read(cabinet.info.options, dict(table.options), strict=True)
        except SpokenError:
            return None
        terms = replace(
            plan.terms, cabinet=cabinet, options=options, limit=limit, stand_in=cabinet.easy, fill=cabinet.mix
        )
        bots = cycle(terms.fill or (terms.stand_in,))
        places = [
            RoomSeat("bot", bot=next(bots)) if person == COMPUTER else RoomSeat("person", person=person)
            for person in table.people
        ]
        laid.append(Layout(terms, places))
    return laid
