"""A mix as a class reads it from the back of the room: the card with its tables, the points after a round, who won."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from game.core.ranking import ranked
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.layer import Layer
from game.engine.scene import Context
from game.engine.text import Typeface, Weight
from game.engine.text.fitting import fitted
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.style import Style
from game.ground.texts import Texts
from game.scenes.evening.games import paint_beginning
from game.scenes.evening.running import LEGIBLE, SMALLEST
from game.scenes.evening.tally import next_told
from game.scenes.lan.facts import names_in
from game.scenes.page.scan_code import draw_scan_code
from net.messages import RoomState
from net.mix import MixState

Row = tuple[str, str]
"""What stands left and right in a row of a list."""
_HEAD = 64.0
_PICTURE: Final = 0.27
"""Share of the page's width that the picture of a game takes."""
_UPPER: Final = 0.4
"""Share of the page's height above the lists of a card."""
_HEADED: Final = 0.31
"""The same above the points after a round, and at the end."""
_GAP = 20.0


def small(typeface: Typeface) -> float:
    """Return the size of the smallest type of the page: no smaller than is legible, however large text is elsewhere."""
    return SMALLEST * 100 / typeface.text_size


def round_told(mix: MixState, texts: Texts) -> str:
    """Return which round it is: one of so many, the final, or the sprint after it."""
    kind = "sprint" if mix.sprint and not mix.last else "final" if mix.last else "round"
    return texts.line(f"mix.card.{kind}", number=mix.round, of=mix.of, weight=mix.weight)


def tables_told(room: RoomState, texts: Texts) -> list[Row]:
    """Return who sits at each table, with a tick where its match is over; of one table, each seat in a row."""
    names = names_in(room)
    if not room.tables:
        return [
            (seat.name or texts.line("lobby.seat.computers", count=1), "✓" if seat.ready else "") for seat in room.seats
        ]
    rows = []
    for table in room.tables:
        people = [names.get(person, "?") for person in table.people]
        if table.computers:
            people.append(texts.line("lobby.seat.computers", count=table.computers))
        rows.append((" · ".join(people), "✓" if table.over else ""))
    return rows


def points_rows(room: RoomState, mix: MixState) -> list[Row]:
    """Return place and name of everybody with their points and those of the last round, the first first."""
    names = names_in(room)
    ranks = ranked([one.points for one in mix.points])
    return [
        (f"{rank}. {names.get(one.person, '?')}", f"{one.points} (+{one.won})" if one.won else str(one.points))
        for rank, one in zip(ranks, mix.points, strict=True)
    ]


def first_told(room: RoomState, mix: MixState, texts: Texts) -> str:
    """Return who came first; empty where nobody has any points."""
    best, names = max((one.points for one in mix.points), default=0), names_in(room)
    firsts = [names.get(one.person, "?") for one in mix.points if one.points == best]
    return texts.line("mix.finale.won", names=", ".join(firsts)) if best else ""


class MixShow:
    """Paints where a room's mix stands, and counts the seconds of its stage."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._stage: object = None
        self._seconds = 0.0
        """Since the mix came to its present stage."""
        self._game, self._picture = "", Layer()

    def update(self, seconds: float, mix: MixState | None) -> None:
        """Count the seconds of a mix's stage."""
        stage = None if mix is None else (mix.id, mix.stage, mix.round, mix.game)
        self._seconds = self._seconds + seconds if stage == self._stage else 0.0
        self._stage = stage

    @property
    def still_for(self) -> float:
        """Until the next second is counted."""
        return 1 - self._seconds % 1

    def paint(
        self, canvas: Canvas, box: Box, style: Style, room: RoomState, mix: MixState, code: str = "", scan: str = ""
    ) -> None:
        """Paint the card, the points after a round, or who won. `code`: what others type to come in; `scan`: an address
        that they scan, which has its place beside points.
        """
        texts, card = style.texts, mix.stage == "card"
        upper = Box(box.left, box.top, box.width, box.height * (_UPPER if card else _HEADED))
        lower = Box(box.left, upper.bottom + _GAP, box.width, box.bottom - upper.bottom - _GAP)
        points, head = points_rows(room, mix), texts.line("mix.show.points")
        if card:
            left = round(mix.lasts / 1000 - self._seconds)
            self._paint_card(canvas, upper, style, mix, texts.line("mix.card.begins", seconds=max(0, left)))
            half = (lower.width - _GAP) / 2
            tables = Box(lower.left, lower.top, half, lower.height)
            paint_list(canvas, tables, style, texts.line("mix.show.tables"), tables_told(room, texts))
            beside = Box(lower.left + half + _GAP, lower.top, half, lower.height)
            paint_list(canvas, beside, style, head, points)
        else:
            words = upper
            if scan:
                high = upper.height
                words = Box(upper.left, upper.top, upper.width - high - _GAP, high)
                draw_scan_code(canvas, Box(upper.right - high, upper.top, high, high), scan)
            if mix.stage == "finale":
                _paint_head(canvas, words, style, texts.line("mix.finale.title"), first_told(room, mix, texts), "")
            else:
                coming = next_told(room, False, texts, self._seconds)
                _paint_head(canvas, words, style, round_told(mix, texts), head, coming)
            paint_list(canvas, lower, style, "", points, columns=2 if len(points) > 3 else 1)
        if code:
            typeface = style.typeface
            y = upper.top + typeface.leading(LEGIBLE) / 2
            typeface.line(canvas, code, upper.right, y, LEGIBLE, Weight.BOLD, theme.WARNING, "right", shadow=2)

    def _paint_card(self, canvas: Canvas, box: Box, style: Style, mix: MixState, begins: str) -> None:
        if mix.game != self._game:
            self._game, self._picture = mix.game, Layer()
        wide = box.width * _PICTURE
        place = Box(box.left, box.top, wide, box.height)
        self._picture.draw(canvas, place, None, partial(paint_beginning, self._context, mix.game))
        texts = style.texts
        name = texts.game(mix.game)
        sentence = texts.maybe(f"{mix.game}.mix.{mix.short}") or ""
        words = Box(place.right + _GAP, box.top, box.right - place.right - _GAP, box.height)
        _paint_head(canvas, words, style, round_told(mix, texts), name, begins, sentence)


def _paint_head(canvas: Canvas, box: Box, style: Style, over: str, head: str, below: str, told: str = "") -> None:
    """Paint a small line, a large one, a sentence, and at the foot what comes next."""
    typeface = style.typeface
    size, tiny = min(_HEAD, _HEAD * 100 / typeface.text_size), small(typeface)
    y = box.top + typeface.leading(tiny) / 2
    words = fitted(typeface, over, box.width * 0.7, tiny)
    typeface.line(canvas, words, box.left, y, tiny, colour=theme.TEXT, shadow=1)
    y += typeface.leading(tiny) / 2 + typeface.leading(size) / 2
    while size > LEGIBLE * 100 / typeface.text_size and typeface.measure(head, size, Weight.BOLD) > box.width:
        size -= 4
    words = fitted(typeface, head, box.width, size, Weight.BOLD)
    typeface.line(canvas, words, box.left, y, size, Weight.BOLD, theme.TEXT_BRIGHT, shadow=2)
    y += typeface.leading(size) / 2 + 6
    foot = box.bottom - typeface.leading(tiny) / 2
    words = fitted(typeface, below, box.width, tiny, Weight.BOLD)
    typeface.line(canvas, words, box.left, foot, tiny, Weight.BOLD, theme.WARNING, shadow=2)
    room = Box(box.left, y, box.width, foot - typeface.leading(tiny) / 2 - y)
    if told and room.height >= typeface.leading(tiny):
        lines = typeface.lines_in(told, room.width, room.height, tiny)
        typeface.paragraph(canvas, "\n".join(lines), room, tiny, colour=theme.TEXT_BRIGHT, shadow=2)


def above_tables(canvas: Canvas, box: Box, style: Style, room: RoomState) -> Box:
    """Paint the tables of a round as tiles at the foot of a page, the one that is looked at framed, as far as two rows
    hold them. Return what is left above.
    """
    typeface, rows = style.typeface, tables_told(room, style.texts)
    tiny, columns = small(typeface), min(len(rows), 3)
    wide, high = (box.width - 12 * (columns - 1)) / columns, typeface.leading(tiny) + 12
    shown = rows[: 2 * columns]
    top = box.bottom - (high + 8) * -(-len(shown) // columns)
    for number, (people, over) in enumerate(shown):
        tile = Box(box.left + number % columns * (wide + 12), top + number // columns * (high + 8), wide, high)
        faces.draw_face(canvas, tile, faces.HINT, theme.CORNER)
        if number == room.table:
            faces.focus_ring(canvas, tile, theme.CORNER)
        right = tile.right - 14
        if over:
            right -= typeface.line(canvas, over, right, tile.centery, tiny, Weight.BOLD, theme.GOOD, "right") + 8
        words = fitted(typeface, people, right - tile.left - 14, tiny)
        colour = theme.TEXT_MUTED if over else theme.TEXT_BRIGHT
        typeface.line(canvas, words, tile.left + 14, tile.centery, tiny, colour=colour)
    return Box(box.left, box.top, box.width, top - 12 - box.top)


def paint_list(canvas: Canvas, box: Box, style: Style, head: str, rows: Sequence[Row], *, columns: int = 1) -> None:
    """Paint a list on a panel, below its heading if it has one; how many do not fit is told in its last row."""
    typeface = style.typeface
    faces.glass_panel(canvas, box)
    tiny, step, top = small(typeface), typeface.leading(LEGIBLE), box.top + 12.0
    if head:
        words = fitted(typeface, head, box.width - 36, tiny)
        middle = box.top + 8 + typeface.leading(tiny) / 2
        typeface.line(canvas, words, box.left + 18, middle, tiny, Weight.BOLD, theme.TEXT_BRIGHT)
        top += typeface.leading(tiny)
    left, wide = box.left + 18, (box.width - 36) / columns
    fits = max(1, int((box.bottom - 6 - top) // step))
    shown = list(rows[: fits * columns])
    if len(rows) > len(shown):
        shown = [*shown[:-1], (f"+{len(rows) - len(shown) + 1}", "")]
    for number, (words, beside) in enumerate(shown):
        x, y = left + number // fits * wide, top + step / 2 + number % fits * step
        right = x + wide - (10 if columns == 1 else 28)
        if beside:
            right -= typeface.line(canvas, beside, right, y, LEGIBLE, Weight.BOLD, theme.WARNING, "right") + 10
        size = LEGIBLE if typeface.measure(words, LEGIBLE) <= right - x else tiny
        typeface.line(canvas, fitted(typeface, words, right - x, size), x, y, size, colour=theme.TEXT_BRIGHT)
