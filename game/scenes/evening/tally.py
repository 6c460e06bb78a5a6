"""How an evening stands, below the end of each of its matches: points, series, hearts, and what comes next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.ranking import ranked
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.stillness import STILL
from game.engine.text import Weight
from game.engine.text.fitting import first_fitting
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style
from game.ground.texts import Texts
from game.scenes.evening.points import FollowedPoints
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.facts import names_in, voters_in, wishes_in
from net.ledger.standing import Standing, placed
from net.messages import RoomState

_MOST_NAMES = 8
_LEAST_WIDE = 620.0
"""The least width at which two facts stand side by side."""
_EDGE = 14.0


def standing_of(room: RoomState, ledger: Sequence[Standing]) -> list[tuple[int, str, int]]:
    """Return place, name and points of everybody, the first first: of the room's mix, else of this evening's ledger."""
    if room.mix is None:
        return [(place, one.name, one.points) for place, one in placed(ledger)]
    points, names = room.mix.points, names_in(room)
    ranks = ranked([one.points for one in points])
    return [(rank, names.get(one.person, "?"), one.points) for rank, one in zip(ranks, points, strict=True)]


def points_told(room: RoomState, ledger: Sequence[Standing], texts: Texts) -> list[str]:
    """Return wordings of the evening's points, the one with most names first."""
    rows = [f"{place}. {name} {points}" for place, name, points in standing_of(room, ledger)[:_MOST_NAMES]]
    if not rows:
        return [texts.line("lobby.tally.no_points")]
    return [texts.line("lobby.tally.points", names=" · ".join(rows[:count])) for count in range(len(rows), 0, -1)]


def series_told(room: RoomState, texts: Texts) -> str:
    """Return how a series stands; empty where none is played."""
    best_of = room.customs.best_of
    if not best_of:
        return ""
    names = names_in(room)
    wins = ", ".join(f"{names[one.person]} {one.wins}" for one in room.series if one.person in names)
    series = texts.line("lobby.customs.best_of_n", count=best_of)
    return f"{series}: {wins}" if wins else series


def hearts_told(room: RoomState, texts: Texts) -> list[str]:
    """Return wordings of what is wished for with its hearts, the one with most games first; empty without wishes."""
    wished = [f"{texts.game(game)} ♥ {count}" for game, count in wishes_in(room).items()]
    return [" · ".join(wished[:count]) for count in range(len(wished), 0, -1)]


def next_told(room: RoomState, owner: bool, texts: Texts, seconds: float) -> str:
    """Return what comes after the match; `seconds`: since the room's mix came to its present stage."""
    line, mix = texts.line, room.mix
    if mix is not None and mix.goes_on:
        left = round(mix.lasts / 1000 - seconds)
        if mix.lasts and left > 0:
            return line("lobby.tally.finale" if mix.ending else "lobby.tally.round", seconds=left)
        return line("mix.finale_by_itself" if mix.ending else "mix.by_itself")
    if room.customs.votes:
        voters = voters_in(room)
        return line("lobby.tally.vote", need=voters // 2 + 1, count=voters)
    if owner:
        return line("lobby.tally.yours")
    name = next((person.name for person in room.people if person.owner), "?")
    return line("lobby.tally.owner", name=name)


class RoomTally(Widget):
    """Shows how the evening stands, and follows it; takes no pointer."""

    def __init__(self, style: Style, connection: RoomConnection, ledger: Callable[[], list[Standing]]) -> None:
        super().__init__(style)
        self._connection = connection
        self._points = FollowedPoints(ledger)
        self._stage: object = None
        self._seconds = 0.0
        """Since the mix came to its present stage."""

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        return ()

    def natural_height(self, width: float) -> float:
        room = self._connection.room
        hearts = room is None or room.mix is None or not room.mix.goes_on
        rows = 2 if width >= _LEAST_WIDE else 3 + hearts
        return rows * self._row + 2 * 8

    @property
    def _row(self) -> float:
        return self.style.typeface.leading(theme.BODY) + 4

    def update(self, seconds: float) -> None:
        """Look at the ledger now and then, and count the seconds of a mix's stage."""
        super().update(seconds)
        self._points.update(seconds)
        mix = self._connection.room.mix if self._connection.room is not None else None
        stage = None if mix is None else (mix.id, mix.stage, mix.round)
        self._seconds = self._seconds + seconds if stage == self._stage else 0.0
        self._stage = stage

    @property
    def still_for(self) -> float:
        """Until the next look at the ledger, or the next second that a mix counts."""
        second = 1 - self._seconds % 1 if self._stage else STILL
        return min(super().still_for, self._points.still_for, second)

    def facts(self) -> list[tuple[str, list[str]]]:
        """Return up to four facts, each with its icon and its wordings: points, series, hearts, and what comes next."""
        room, texts = self._connection.room, self.style.texts
        if room is None or self._connection.over:
            return [("door-open", [texts.line("table.lan.closed")])]
        series = series_told(room, texts)
        hearts = hearts_told(room, texts) or [texts.line("lobby.tally.no_hearts")]
        return [
            ("scroll-text", points_told(room, self._points.standings, texts)),
            *([("trophy", [series])] if series else []),
            *([] if room.mix is not None and room.mix.goes_on else [("heart", hearts)]),
            ("hourglass", [next_told(room, self._connection.owner, texts, self._seconds)]),
        ]

    def draw(self, canvas: Canvas) -> None:
        box, typeface = self.box, self.style.typeface
        faces.draw_face(canvas, box, faces.WELL, theme.CORNER)
        facts, side = self.facts(), typeface.grown(16)
        for (icon, wordings), place in zip(facts, self._places(box, len(facts)), strict=False):
            colour = theme.WARNING if icon == "hourglass" else theme.TEXT_MUTED
            faces.draw_icon(canvas, icon, place.left + side / 2, place.centery, side, colour)
            x, room = place.left + side + 8, place.width - side - 8
            words = first_fitting(typeface, wordings, room, theme.BODY)
            weight = Weight.SEMIBOLD if icon == "hourglass" else Weight.REGULAR
            typeface.line(canvas, words, x, place.centery, theme.BODY, weight, theme.TEXT_BRIGHT, max_width=room)

    def _places(self, box: Box, count: int) -> list[Box]:
        """Return places for so many facts, at most four: in two rows, or each in a row of its own."""
        left, whole, high = box.left + _EDGE, box.width - 2 * _EDGE, self._row
        if box.width < _LEAST_WIDE:
            return [Box(left, box.top + 8 + row * high, whole, high) for row in range(count)]
        half = (whole - 20) / 2
        upper = [Box(left, box.top + 8, whole, high)]
        if count > 3:
            upper = [Box(left, box.top + 8, half, high), Box(left + half + 20, box.top + 8, half, high)]
        return [*upper, *(Box(left + side * (half + 20), box.top + 8 + high, half, high) for side in (0, 1))]
