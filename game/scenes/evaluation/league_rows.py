"""Rows of a league: a bot with its rating and uncertainty, and a bot's results against another."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.league.league import Duel, Standing
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.ornament import Face
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import RowState, Style
from game.engine.widgets.parts import faces
from game.scenes.charts.bars import draw_bar
from game.scenes.staging.kinds import kind_name

STANDING_ROW = 58.0
DUEL_ROW = 38.0
_SPREAD = 2.0
"""How many standard deviations are shown on either side of a rating."""
_BAR = 220.0
_NAME_SHARE = 0.4
_SPREAD_FACE = Face("#A97C3C", "#8A6330", 1.0, "#A97C3C", 0.0, 0.0)
_MEAN_FACE = Face(LANTERN, LANTERN, 1.0, LANTERN, 0.0, 0.0)


class StandingRows:
    """Paints the row of a bot: place, name, share of wins, and its rating on a common axis."""

    def __init__(self, style: Style, game: str, standings: Sequence[Standing]) -> None:
        self._style = style
        self._game = game
        self._standings = standings
        self._low = min(standing.mean - _SPREAD * standing.uncertainty for standing in standings)
        self._high = max(standing.mean + _SPREAD * standing.uncertainty for standing in standings)

    def paint(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        typeface, standing = self._style.typeface, self._standings[number]
        ink = theme.TEXT_BRIGHT if state.selected else theme.TEXT
        left, right = box.left + 12, box.right - 12
        bar = Box(right - _BAR, box.top + 8, _BAR, box.height - 16)
        left += typeface.line(canvas, str(number + 1), left, box.centery, theme.LABEL, Weight.BOLD, LANTERN) + 14
        name = kind_name(standing.bot, self._game, self._style.texts)
        name = fitted(typeface, name, bar.left - 16 - left, theme.BODY)
        upper, lower = box.centery - box.height * 0.18, box.centery + box.height * 0.2
        typeface.line(canvas, name, left, upper, theme.BODY, Weight.SEMIBOLD, ink)
        values = {"games": standing.games, "rate": f"{standing.win_rate:.0%}"}
        facts = self._style.texts.line("league.scene.standing", values)
        facts = fitted(typeface, facts, bar.left - 16 - left, theme.CAPTION)
        typeface.line(canvas, facts, left, lower, theme.CAPTION, colour=theme.TEXT_MUTED)
        self._paint_rating(canvas, bar, standing)

    def _paint_rating(self, canvas: Canvas, box: Box, standing: Standing) -> None:
        """Paint the rating, and a bar for the range in which it probably lies."""
        texts = self._style.texts
        words = texts.line("league.scene.rating", mean=f"{standing.mean:.1f}", error=f"{standing.uncertainty:.1f}")
        self._style.typeface.line(
            canvas, words, box.right, box.top + box.height * 0.24, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT, "right"
        )
        y, width = box.top + box.height * 0.78, box.width
        faces.draw_face(canvas, Box(box.left, y - 4, width, 8), faces.TRACK, 4)
        span = max(self._high - self._low, 1e-9)
        begin = (standing.mean - _SPREAD * standing.uncertainty - self._low) / span
        end = (standing.mean + _SPREAD * standing.uncertainty - self._low) / span
        faces.draw_face(
            canvas, Box(box.left + begin * width, y - 4, max(8.0, (end - begin) * width), 8), _SPREAD_FACE, 4
        )
        middle = box.left + (standing.mean - self._low) / span * width
        faces.draw_face(canvas, Box(middle - 2, y - 7, 4, 14), _MEAN_FACE, 2)


class DuelRows:
    """Paints the rows of one bot's results against each other bot."""

    def __init__(self, style: Style, game: str, duels: Sequence[Duel]) -> None:
        self._style = style
        self._game = game
        self._duels = duels
        self._chances = [style.texts.line("league.scene.chance", percent=f"{100 * duel.chance:.2g}") for duel in duels]
        self._chance = max((style.typeface.measure(words, theme.CAPTION) for words in self._chances), default=0.0)
        self._share = style.typeface.measure("100%", theme.CAPTION, Weight.BOLD)

    def paint(self, canvas: Canvas, number: int, box: Box, _state: RowState) -> None:
        """Paint the other bot, the share won as a bar and in figures, and the probability that the result is chance."""
        typeface, duel = self._style.typeface, self._duels[number]
        y, left, right = box.centery, box.left + 10, box.right - 10
        chance = self._chances[number]
        typeface.line(canvas, chance, right, y, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right")
        right -= self._chance + 12
        typeface.line(canvas, f"{duel.rate:.0%}", right, y, theme.CAPTION, Weight.BOLD, theme.TEXT, "right")
        right -= self._share + 10
        room = (right - left) * _NAME_SHARE
        name = fitted(typeface, kind_name(duel.other, self._game, self._style.texts), room, theme.CAPTION)
        typeface.line(canvas, name, left, y, theme.CAPTION, colour=theme.TEXT)
        draw_bar(canvas, Box(left + room + 8, y - 5, right - left - room - 8, 10), 0, 100 * duel.rate)
