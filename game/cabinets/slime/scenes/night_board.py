"""The large board in the hall of a Slime night: standings, or the tree of a bracket. Readable from the last row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.cabinets.slime.night.night import Night
from game.cabinets.slime.night.pairing import bracket_rounds
from game.cabinets.slime.night.schedule import Form
from game.cabinets.slime.night.ties import Round, Stage, Tie, Verdict
from game.cabinets.slime.scenes.night_words import points, round_title, tables
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import rgb
from game.engine.layer import Layer
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.style import Style

_PAD = 20.0
_GAP = 16.0
_BETWEEN = 44.0
"""Space between two tables."""
_MOST_ROWS = 10
"""Rows of a table on one page."""
_MOST_TIES = 8
"""Ties of a bracket's round that are shown below each other."""
_LINE = 2.0
_BRASS = "#B98F52"
PAGE_SECONDS = 8.0
"""How long a page is shown where not all fits on one."""


class Row(NamedTuple):
    """A line of a table."""

    rank: int
    name: str
    points: str
    squares: str


class Table(NamedTuple):
    """A table, or the part of one that fits on a page."""

    title: str
    rows: tuple[Row, ...]


class Place(NamedTuple):
    """One team's line in a tie of the tree."""

    name: str
    told: str
    """Its wins or squares; empty before a match."""
    won: bool | None
    """None while the tie is open."""


class Column(NamedTuple):
    """A round of the tree."""

    title: str
    ties: tuple[tuple[Place, Place, bool], ...]
    """The two teams of each tie, and whether it is played now."""


def tables_shown(style: Style, night: Night) -> list[Table]:
    """Return the standings in parts that fit on a page."""
    line, names = style.texts.line, night.schedule.names
    found = []
    for letter, lines in tables(night):
        title = line("slime_night.table", group=letter) if letter else line("slime_night.board.standings")
        rows = [
            Row(rank, names(each.team), points(each), line("slime_night.board.squares", squares=each.squares))
            for rank, each in enumerate(lines, 1)
        ]
        found += [Table(title, tuple(rows[at : at + _MOST_ROWS])) for at in range(0, len(rows), _MOST_ROWS)]
    return found


def columns_shown(style: Style, night: Night) -> list[Column]:
    """Return the rounds of the bracket that fit beside each other, those to come with empty places."""
    played = _places_of(night, Stage.BRACKET)
    count = bracket_rounds(night.schedule)
    found = []
    for number in range(1, count + 1):
        ties = 1 << count - number
        if ties > _MOST_TIES:
            continue
        empty = Round(Stage.BRACKET, number, (Tie(None, None),) * ties, last=number == count)
        found.append(_column(style, night, played.get(number), empty))
    return found


def third_shown(style: Style, night: Night) -> Column | None:
    """Return the match for the third place; None where none is played."""
    if not night.schedule.third or bracket_rounds(night.schedule) < 2:
        return None
    empty = Round(Stage.THIRD, 1, (Tie(None, None),), last=True)
    return _column(style, night, _places_of(night, Stage.THIRD).get(1), empty)


def _places_of(night: Night, stage: Stage) -> dict[int, int]:
    """Return where the rounds of a stage are among all rounds, by their numbers."""
    return {round_.number: at for at, round_ in enumerate(night.rounds) if round_.stage is stage}


def _column(style: Style, night: Night, at: int | None, empty: Round) -> Column:
    """Return a round as it is shown; `empty` stands in for one that has not begun."""
    round_ = empty if at is None else night.rounds[at]
    shown = []
    for index, tie in enumerate(round_.ties):
        end = None if at is None else night.verdict(at, index)
        first, second = (_place(night, tie, side, end, known=at is not None) for side in (0, 1))
        shown.append((first, second, at is not None and night.open == (at, index)))
    return Column(round_title(style.texts, night, round_), tuple(shown))


def _place(night: Night, tie: Tie, side: int, end: Verdict | None, *, known: bool) -> Place:
    team = tie.teams[side]
    name = night.schedule.names(team) or ("–" if known else "")
    told = ""
    if tie.matches:
        told = str((tie.squares() if len(tie.matches) == 1 else tie.wins())[side])
    return Place(name, told, None if end is None or not known else end.winner == side)


class NightBoard:
    """The board; what does not fit on one page is shown page by page."""

    def __init__(self, style: Style, box: Box) -> None:
        self._style = style
        self._box = box
        self._layer = Layer(margin=32)

    def draw(self, canvas: Canvas, night: Night, now: float) -> None:
        """Draw standings or tree; `now` is in seconds of any clock."""
        tree = night.schedule.form is Form.BRACKET or any(each.stage is Stage.BRACKET for each in night.rounds)
        if tree:
            columns, third = columns_shown(self._style, night), third_shown(self._style, night)
            shown = (*columns, third)
            self._layer.draw(canvas, self._box, shown, lambda part: self._paint_tree(part, columns, third))
            return
        parts = tables_shown(self._style, night)
        pages = [parts[at : at + 2] for at in range(0, len(parts), 2)]
        page = pages[int(now / PAGE_SECONDS) % len(pages)]
        self._layer.draw(canvas, self._box, tuple(page), lambda part: self._paint_tables(part, page))

    def _paint_tables(self, canvas: Canvas, page: Sequence[Table]) -> None:
        faces.paper_panel(canvas, self._box)
        inner = self._box.inflate(-2 * _PAD, -2 * _PAD)
        wide = (inner.width - _BETWEEN * (len(page) - 1)) / len(page)
        for number, table in enumerate(page):
            self._paint_table(
                canvas, table, Box(inner.left + number * (wide + _BETWEEN), inner.top, wide, inner.height)
            )

    def _paint_table(self, canvas: Canvas, table: Table, box: Box) -> None:
        typeface = self._style.typeface
        ink, muted = theme.TEXT_ON_PAPER, theme.TEXT_ON_PAPER_MUTED
        head = typeface.leading(theme.HEADING)
        told = self._style.texts.line("slime_night.board.points")
        right = typeface.line(
            canvas, told, box.right, box.top + head / 2, theme.CAPTION, colour=theme.TEXT_ON_PAPER_MUTED, anchor="right"
        )
        title = fitted(typeface, table.title, box.width - right - 12, theme.HEADING)
        typeface.line(canvas, title, box.left, box.top + head / 2, theme.HEADING, Weight.BOLD, theme.RUST)
        high = min(56.0, (box.height - head - 8) / max(len(table.rows), 1))
        size = _size_for(self._style, high, theme.HEADING if box.width > 500 else theme.LABEL)
        small = min(size, theme.BODY)
        measure = typeface.measure
        rank_wide = measure("00", size, Weight.BOLD) + 10
        point_wide = max([measure(row.points, size, Weight.BOLD) for row in table.rows], default=0.0)
        square_wide = max([measure(row.squares, small) for row in table.rows], default=0.0) + 14
        for number, row in enumerate(table.rows):
            y = box.top + head + 8 + (number + 0.5) * high
            if number:
                faces.draw_rule(canvas, box.left, box.right, y - high / 2, _BRASS)
            typeface.line(canvas, str(row.rank), box.left, y, size, Weight.BOLD, muted)
            name = fitted(typeface, row.name, box.width - rank_wide - point_wide - square_wide - 12, size)
            typeface.line(canvas, name, box.left + rank_wide, y, size, Weight.SEMIBOLD, ink)
            typeface.line(canvas, row.points, box.right, y, size, Weight.BOLD, theme.RUST, "right")
            typeface.line(canvas, row.squares, box.right - point_wide - 14, y, small, colour=muted, anchor="right")

    def _paint_tree(self, canvas: Canvas, columns: Sequence[Column], third: Column | None) -> None:
        faces.paper_panel(canvas, self._box)
        inner = self._box.inflate(-2 * _PAD, -2 * _PAD)
        typeface = self._style.typeface
        wide = (inner.width - _GAP * 2 * (len(columns) - 1)) / len(columns)
        head = typeface.leading(theme.LABEL) + 4
        most = max(len(column.ties) for column in columns)
        slot = (inner.height - head) / most
        high = min(84.0, slot - 6, (inner.height - head) / 4)
        size = self._size_of_names([*columns, *([third] if third else [])], high / 2, wide)
        before: list[float] = []
        for number, column in enumerate(columns):
            left = inner.left + number * (wide + 2 * _GAP)
            title = fitted(typeface, column.title, wide, theme.LABEL)
            typeface.line(canvas, title, left, inner.top + head / 2 - 2, theme.LABEL, Weight.BOLD, theme.RUST)
            share = (inner.height - head) / len(column.ties)
            middles = [inner.top + head + (place + 0.5) * share for place in range(len(column.ties))]
            for place, y in enumerate(middles):
                for source in before[2 * place : 2 * place + 2]:
                    self._join(canvas, left, source, y)
                self._paint_tie(canvas, column.ties[place], Box(left, y - high / 2, wide, high), size)
            before = middles
        if third is not None:
            foot = Box(inner.right - wide, inner.bottom - high, wide, high)
            title = fitted(typeface, third.title, wide, theme.LABEL)
            typeface.line(canvas, title, foot.left, foot.top - head / 2, theme.LABEL, Weight.BOLD, theme.RUST)
            self._paint_tie(canvas, third.ties[0], foot, size)

    def _join(self, canvas: Canvas, left: float, source: float, y: float) -> None:
        """Paint the line from a tie to the one into which its winner goes."""
        middle = left - _GAP
        upright = Box(middle, min(source, y), _LINE, abs(y - source) + _LINE)
        for line in (Box(middle - _GAP, source, _GAP, _LINE), upright, Box(middle, y, _GAP, _LINE)):
            canvas.surface.fill(rgb(_BRASS), canvas.pixels(line))

    def _size_of_names(self, columns: Sequence[Column], high: float, wide: float) -> float:
        """Return the size of type in which every team of the tree is written."""
        places = [place for column in columns for first, second, _ in column.ties for place in (first, second)]
        told_wide = max(self._style.typeface.measure(place.told, theme.LABEL, Weight.BOLD) for place in places)
        return _size_for(self._style, high, theme.LABEL, [place.name for place in places], wide - told_wide - 24)

    def _paint_tie(self, canvas: Canvas, tie: tuple[Place, Place, bool], box: Box, size: float) -> None:
        first, second, now = tie
        places = (first, second)
        faces.draw_face(canvas, box, faces.PAPER_ROW_CHOSEN if now else faces.FIELD)
        typeface, half = self._style.typeface, box.height / 2
        for number, place in enumerate(places):
            y = box.top + (number + 0.5) * half
            lost = place.won is False
            weight = Weight.BOLD if place.won else Weight.SEMIBOLD
            colour = theme.TEXT_ON_PAPER_MUTED if lost else theme.TEXT_ON_PAPER
            told = typeface.measure(place.told, size, weight)
            typeface.line(canvas, place.told, box.right - 8, y, size, weight, colour, "right")
            name = fitted(typeface, place.name, box.width - told - 24, size)
            typeface.line(canvas, name, box.left + 8, y, size, weight, colour)


def _size_for(style: Style, high: float, most: float, names: Sequence[str] = (), room: float = 0.0) -> float:
    """Return the largest size of type, at most `most`, of which a line fits a height and the names a width; body type
    at the least, for names of any length.
    """
    typeface = style.typeface
    for size in (theme.HEADING, theme.LABEL, theme.BODY, theme.CAPTION):
        fits = all(typeface.measure(name, size, Weight.BOLD) <= room for name in names)
        if size <= most and typeface.grown(size) * 1.15 <= high and (fits or size == theme.BODY):
            return size
    return theme.CAPTION
