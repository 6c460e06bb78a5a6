"""Figures over many matches: results, by level and by options, and lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.cabinets.listed import CABINETS
from game.core.levels import ADAPTING, adapts
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, rgb
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import REST, Label, Panel, ScrollArea, Style, Widget, column, row
from game.engine.widgets.parts import faces
from game.engine.widgets.scrollarea import RING_ROOM
from game.ground.history import PlayedMatch
from game.ground.texts import Texts
from game.scenes.charts.bars import draw_bar
from game.scenes.charts.histogram import Histogram
from game.scenes.history.rows import HistoryRows
from game.scenes.history.tallies import Tally, strongest
from game.scenes.page.page import PageScene
from game.scenes.staging.told import unusual_options

RECENT = 40
"""How many recent matches have a column each."""
_BARS = 12
"""Number of bars, about, for the lengths of matches."""
_GAP = 16.0
_NUMBER = 92.0
"""Height of a row of main figures."""
_UPRIGHT = 860.0
"""Height of all panels of an upright page, which scrolls."""


class Share(NamedTuple):
    """A group of matches, and how many of its `judged` matches were won."""

    name: str
    won: int
    judged: int


def by_level(matches: Sequence[PlayedMatch], rows: HistoryRows) -> list[Share]:
    """Count matches by their strongest computer, the most played first; by current levels where all of them adapt."""
    bots = [(strongest(match), match) for match in matches]
    if all(bot == ADAPTING for bot, _ in bots):
        bots = [(next(filter(adapts, match.bots)), match) for _, match in bots]
    return _shares([(rows.level(match.game, bot), match) for bot, match in bots if bot])


def by_options(matches: Sequence[PlayedMatch], texts: Texts) -> list[Share]:
    """Count matches by their options other than the defaults."""
    named = []
    for match in matches:
        told = unusual_options(match.game, match.options, texts, always_first=False) if match.options else []
        named.append((" · ".join(told) or texts.line("history.figures.usual"), match))
    return _shares(named)


def _shares(named: Sequence[tuple[str, PlayedMatch]]) -> list[Share]:
    groups: dict[str, list[PlayedMatch]] = {}
    for name, match in named:
        if match.mine is not None:
            groups.setdefault(name, []).append(match)
    found = [Share(name, sum(match.won for match in group), len(group)) for name, group in groups.items()]
    return sorted(found, key=lambda share: (-share.judged, share.name))


def lengths(matches: Sequence[PlayedMatch]) -> tuple[list[int], int]:
    """Count matches by number of turns, in bars from the shortest on; return the bars, and how many turns a
    bar covers.
    """
    turns = [match.turns for match in matches]
    step = max(1, -(-(max(turns, default=0) + 1) // _BARS))
    counts = [0] * (max(turns, default=0) // step + 1)
    for count in turns:
        counts[count // step] += 1
    return counts, step


class FiguresScene(PageScene):
    """The figures of one group of a history."""

    upright = True

    def __init__(self, context: Context, tally: Tally, name: str) -> None:
        """`name`: the group's name in the history."""
        super().__init__(context)
        self.tally = tally
        self._name = name
        self._lengths: Histogram | None = None

    @property
    def heading(self) -> str:
        return self.context.texts.line("history.figures.title")

    @property
    def subheading(self) -> str:
        return self._name

    def first_focus(self) -> Widget | None:
        return self._lengths if not self.design.upright else None

    def build_body(self, body: Box) -> Sequence[Widget]:
        if not self.design.upright:
            return self._build_panels(body)
        area = ScrollArea(self.style, Box(body.left - RING_ROOM, body.top, body.width + 2 * RING_ROOM, body.height))
        inside, high = area.inside, self.style.typeface.grown(_UPRIGHT)
        area.widgets = list(self._build_panels(Box(inside.left, inside.top, inside.width, high)))
        area.laid_out(high)
        return [area]

    def _build_panels(self, body: Box) -> Sequence[Widget]:
        style, tally, line = self.style, self.tally, self.context.texts.line
        rows, lines = HistoryRows(style), 2 if self.design.upright else 1
        high = lines * style.typeface.grown(_NUMBER)
        if self.design.upright:  # where words below the figures take two lines
            high += lines * style.typeface.leading(theme.CAPTION)
        numbers = Panel(style, Box(body.left, body.top, body.width, high))
        top = numbers.box.bottom + _GAP
        levels, options, recent, turns = self._places(Box(body.left, top, body.width, body.bottom - top))
        widgets: list[Widget] = [numbers, _Numbers(style, numbers.inside, tally, lines)]
        of_options = by_options(tally.matches, style.texts) if tally.game in CABINETS else []
        parts = (("level", levels, by_level(tally.matches, rows)), ("options", options, of_options))
        for name, box, shares in parts:
            inside = self._panel(widgets, box, line(f"history.figures.{name}"))
            widgets.append(_Shares(style, inside, shares))
        inside = self._panel(widgets, recent, line("history.figures.recent"))
        widgets.append(_Recent(style, inside, tally.matches))
        inside = self._panel(widgets, turns, line("history.figures.lengths"))
        counts, step = lengths(tally.matches)
        self._lengths = Histogram(style, inside)
        self._lengths.show(counts, step, sum(match.turns for match in tally.matches) / max(1, len(tally.matches)))
        return [*widgets, self._lengths]

    def _places(self, box: Box) -> Sequence[Box]:
        """Return the places of the four panels below the main figures: two columns, or upright one."""
        if self.design.upright:
            return column(box, [REST] * 4, theme.GAP)
        return [place for half in row(box, [REST] * 2, _GAP) for place in column(half, [REST] * 2, _GAP)]

    def _panel(self, widgets: list[Widget], box: Box, title: str) -> Box:
        """Add a panel with a heading; return the room left inside it."""
        panel = Panel(self.style, box)
        inside, high = panel.inside, self.style.typeface.leading(theme.BODY) + 6
        label = Label(self.style, title, Box(inside.left, inside.top, inside.width, high), weight=Weight.SEMIBOLD)
        widgets += [panel, label]
        return Box(inside.left, inside.top + high, inside.width, inside.height - high)


class _Seen(Widget):
    """A widget without input."""

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        return ()


class _Numbers(_Seen):
    """The main figures, in one line or in several."""

    def __init__(self, style: Style, box: Box, tally: Tally, lines: int) -> None:
        super().__init__(style, box)
        self._tally, self._lines = tally, lines

    def draw(self, canvas: Canvas) -> None:
        tally, typeface, box = self._tally, self.style.typeface, self.box
        judged = tally.judged
        line = self.style.texts.line

        def share(won: int) -> str:
            return line("history.figures.share", percent=round(100 * won / judged)) if judged else "–"

        told = {
            "matches": f"{len(tally.matches)}",
            "won": share(tally.won),
            "alone": share(tally.won_alone),
            "streak": f"{tally.streak}",
            "now": f"{tally.streak_now}",
        }
        across = -(-len(told) // self._lines)
        wide = box.width / across
        for number, (name, figure) in enumerate(told.items()):
            x = box.left + (number % across + 0.5) * wide
            top = box.top + number // across * box.height / self._lines
            high = typeface.leading(theme.HEADING)
            typeface.line(canvas, figure, x, top + high / 2, theme.HEADING, Weight.BOLD, theme.TEXT_BRIGHT, "middle")
            words = self.style.texts.line(f"history.figures.{name}")
            if self._lines > 1:
                room = Box(x - wide / 2 + 4, top + high + 2, wide - 8, 2 * typeface.leading(theme.CAPTION))
                typeface.paragraph(canvas, words, room, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="middle")
                continue
            words = typeface.cut(words, wide - 8, theme.CAPTION)
            y = top + high + typeface.leading(theme.CAPTION) / 2 + 2
            typeface.line(canvas, words, x, y, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="middle")


class _Shares(_Seen):
    """One line per group of matches: its name, a bar of the share won, and the count."""

    def __init__(self, style: Style, box: Box, shares: Sequence[Share]) -> None:
        super().__init__(style, box)
        self._shares = shares

    def draw(self, canvas: Canvas) -> None:
        typeface, box, texts = self.style.typeface, self.box, self.style.texts
        high = typeface.leading(theme.BODY) + 8
        shown = self._shares[: max(1, int(box.height // high))]
        if not shown:
            told = texts.line("history.figures.nothing")
            typeface.paragraph(canvas, told, box, theme.CAPTION, colour=theme.TEXT_MUTED)
        for number, share in enumerate(shown):
            y = box.top + (number + 0.5) * high
            counted = texts.line("history.figures.of", won=share.won, judged=share.judged)
            wide = typeface.line(canvas, counted, box.right, y, theme.CAPTION, colour=theme.TEXT, anchor="right")
            name = fitted(typeface, share.name, box.width * 0.42, theme.BODY)
            typeface.line(canvas, name, box.left, y, theme.BODY, colour=theme.TEXT)
            left, end = box.left + box.width * 0.44, box.right - max(wide, box.width * 0.14) - 12
            draw_bar(canvas, Box(left, y - 5, end - left, 10), 0, 100 * share.won / share.judged)


class _Recent(_Seen):
    """The last matches, oldest first: a column up for a win, down for any other result."""

    def __init__(self, style: Style, box: Box, matches: Sequence[PlayedMatch]) -> None:
        super().__init__(style, box)
        self._won = [match.won for match in matches if match.mine is not None][:RECENT][::-1]

    def draw(self, canvas: Canvas) -> None:
        box = self.box
        faces.draw_rule(canvas, box.left, box.right, box.centery)
        step = box.width / RECENT
        for number, won in enumerate(self._won):
            x, high = box.left + number * step + 1, box.height * (0.44 if won else 0.26)
            column = Box(x, box.centery - high if won else box.centery, step - 3, high)
            canvas.surface.fill(rgb(LANTERN if won else theme.TEXT_MUTED), canvas.pixels(column))
