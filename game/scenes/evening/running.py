"""A running match as a class reads it from the back of the room: the standing, the clock, and the last word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from game.cabinets.stages import PRESENTATIONS
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.ornament import badge
from game.engine.stage import Look
from game.engine.text import Typeface, Weight
from game.engine.text.fitting import fitted
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.style import Style
from game.ground.settings import Settings
from game.ground.texts import Texts
from game.ground.times import clock_time
from game.scenes.feeds.feed import SeatInfo
from game.scenes.lan.connection import RoomConnection
from game.scenes.staging.looks import looks_for
from net.client.remote_match import RemoteMatch

LEGIBLE: Final = 40.0
"""Size of type that is read from the back of a room: above 5 % of the height of the page."""
SMALLEST: Final = 29.0
"""The smallest letters of the page, in design units: 4 % of its height."""
_SMALLER = (34.0, SMALLEST, 24.0, 20.0)
"""Sizes of type for words that do not fit, as far as text that is enlarged stays legible in them."""
_CLOCK = 120.0
_SHARE = 0.58
_RECENT = 8
"""In how many of the last steps something to tell is looked for."""


@dataclass(frozen=True)
class Line:
    """A seat in the standing."""

    look: Look
    score: int | None
    """None where the game tells no points."""
    mover: bool


def standing_of(match: RemoteMatch, settings: Settings) -> list[Line]:
    """Return the seats of a running match, the most points first; where it tells none, in the order of seats."""
    seats = [SeatInfo(seat.name, seat.bot or None, False) for seat in match.seats]
    scores = next((step.scores for step in reversed(match.steps) if step.scores), ())
    counted = scores if PRESENTATIONS[match.info.id].points else ()
    movers = match.question.seats if match.question is not None else ()
    lines = [
        Line(look, counted[seat] if counted else None, seat in movers)
        for seat, look in enumerate(looks_for(seats, settings))
    ]
    return sorted(lines, key=lambda line: -(line.score or 0))


def seconds_left(match: RemoteMatch, now: float, *, paused: bool) -> int | None:
    """Return the whole seconds left for the decision that is awaited; None without a limit."""
    question = match.question
    left = question.seconds_left(now, paused=paused) if question is not None else None
    return None if left is None else max(0, ceil(left))


def last_told(match: RemoteMatch, texts: Texts) -> str:
    """Return what happened last, in words; empty where nothing that has words did."""
    game, named = match.info.id, texts.with_seats([seat.name for seat in match.seats])
    for step in reversed(match.steps[-_RECENT:]):
        for event in reversed(step.events):
            for key in (f"{game}.event.{event.kind}", f"{game}.log.{event.kind}"):
                if told := named.attempt(key, event.data):
                    return told
    return ""


def last_said(connection: RoomConnection) -> str:
    """Return the last line of chat and who said it; empty before anybody spoke."""
    return next((f"{line.name}: {line.text}" for line in reversed(connection.chat) if not line.reaction), "")


def paint_running(
    canvas: Canvas, box: Box, style: Style, settings: Settings, connection: RoomConnection, code: str
) -> None:
    """Paint the match: the standing on the left; on the right the clock, whose turn it is, the last words, the code."""
    match = connection.match
    if match is None or not match.begun:
        return
    wide = box.width * _SHARE
    lines = standing_of(match, settings)
    _paint_standing(canvas, Box(box.left, box.top, wide - 10, box.height), style, lines)
    right = Box(box.left + wide + 10, box.top, box.width - wide - 10, box.height)
    _paint_now(canvas, right, style, connection, match, lines, code)


def _paint_standing(canvas: Canvas, box: Box, style: Style, lines: Sequence[Line]) -> None:
    typeface = style.typeface
    high = min(88.0, max(typeface.leading(LEGIBLE) + 8, box.height / max(1, len(lines)) - 8))
    shown = lines[: max(1, int((box.height + 8) // (high + 8)))]
    for number, line in enumerate(shown):
        row = Box(box.left, box.top + number * (high + 8), box.width, high)
        faces.draw_face(canvas, row, faces.HINT, theme.CORNER)
        if line.mover:
            faces.focus_ring(canvas, row, theme.CORNER)
        side = min(high - 20, typeface.grown(44))
        look, y = line.look, row.centery
        canvas.put_middle(badge(look.shape, look.colour, canvas.px(side)), row.left + 16 + side / 2, y)
        left, right = row.left + side + 32, row.right - 18
        if line.score is not None:
            score = style.texts.line("results.score", score=line.score)
            right -= typeface.line(canvas, score, right, y, LEGIBLE, Weight.BOLD, theme.TEXT_BRIGHT, "right") + 14
        name = fitted(typeface, look.name, right - left, LEGIBLE)
        typeface.line(canvas, name, left, y, LEGIBLE, Weight.SEMIBOLD, theme.TEXT_BRIGHT)


def _paint_now(
    canvas: Canvas,
    box: Box,
    style: Style,
    connection: RoomConnection,
    match: RemoteMatch,
    lines: Sequence[Line],
    code: str,
) -> None:
    typeface, texts = style.typeface, style.texts
    high = typeface.leading(LEGIBLE)
    y, foot = box.top, box.bottom
    if code:
        foot -= high
        words = fitted(typeface, code, box.width, LEGIBLE, Weight.BOLD)
        middle = foot + high / 2
        typeface.line(canvas, words, box.left, middle, LEGIBLE, Weight.BOLD, theme.WARNING, shadow=2)
        foot -= 8
    left = seconds_left(match, connection.now, paused=connection.paused)
    if left is not None:
        size = min(_CLOCK, _CLOCK * 100 / typeface.text_size)
        told = clock_time(left)
        colour = theme.BAD if left <= 5 else theme.TEXT_BRIGHT
        typeface.line(canvas, told, box.left, y + typeface.leading(size) / 2, size, Weight.BOLD, colour, shadow=2)
        y += typeface.leading(size)
    movers = [line.look.name for line in lines if line.mover]
    if movers:
        more = f" +{len(movers) - 1}" if len(movers) > 1 else ""
        words = fitted(typeface, texts.line("lobby.poster.turn", name=movers[0] + more), box.width, LEGIBLE)
        typeface.line(canvas, words, box.left, y + high / 2, LEGIBLE, Weight.SEMIBOLD, theme.WARNING, shadow=2)
        y += high + 12
    said, happened = last_said(connection), last_told(match, texts)
    words_left = [words for words in (happened, said) if words]
    for number, words in enumerate(words_left):
        room = Box(box.left, y, box.width, (foot - y) / (len(words_left) - number) - 8)
        if room.height >= high:
            colour = theme.TEXT_BRIGHT if words == happened else theme.TEXT
            y += _paint_words(canvas, room, style, words, colour) + 12


def _paint_words(canvas: Canvas, box: Box, style: Style, words: str, colour: str) -> float:
    """Paint words in the largest legible type in which they fit, else cut; return the height they took."""
    typeface = style.typeface
    sizes = [size for size in (LEGIBLE, *_SMALLER) if typeface.grown(size) >= SMALLEST]
    size = next((each for each in sizes if _fits(typeface, words, box, each)), sizes[-1])
    lines = typeface.lines_in(words, box.width, box.height, size)
    return typeface.paragraph(canvas, "\n".join(lines), box, size, colour=colour, shadow=2)


def _fits(typeface: Typeface, words: str, box: Box, size: float) -> bool:
    return len(list(typeface.wrap(words, box.width, size))) * typeface.leading(size) <= box.height
