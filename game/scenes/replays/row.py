"""A row in the list of replays."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
from game.engine.ornament import badge
from game.engine.patterns import PATTERNS
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Style, draw_icon
from game.ground.settings import Settings
from game.scenes.replays.shelf import Recording
from game.scenes.staging.looks import tints_for

_PADDING = 12.0
_LEAST_NAME = 48.0


def game_name(recording: Recording, style: Style) -> str:
    """Return the name of a recording's game; empty while its header cannot be read."""
    if recording.header is None:
        return ""
    game = recording.header.game
    return style.texts.maybe(f"{game}.name") or style.texts.line("replays.unknown_game", game=game)


def title_of(recording: Recording, style: Style) -> str:
    """Return a recording's full title: the name it was given, otherwise its game and date."""
    told = [game_name(recording, style), recording.date]
    return recording.given_name or " ".join(part for part in told if part) or recording.path.stem


def people_of(recording: Recording) -> list[str | None]:
    """Return the name of the person in each seat, None for a computer's seat."""
    return [seat.name if seat.bot is None else None for seat in (recording.header.seats if recording.header else ())]


class RowPainter:
    """Draws recordings as rows: name and date, and below them the players, winners with a crown."""

    def __init__(self, style: Style, settings: Settings) -> None:
        self._style = style
        self._settings = settings

    def paint(self, canvas: Canvas, recording: Recording, box: Box) -> None:
        """Draw a recording into a row."""
        typeface = self._style.typeface
        side = typeface.grown(theme.LABEL)
        icon, colour = self._sign(recording)
        draw_icon(canvas, icon, box.left + _PADDING + side / 2, box.centery, side, colour)
        left, right = box.left + _PADDING + side + 12, box.right - _PADDING
        upper, lower = box.centery - box.height * 0.19, box.centery + box.height * 0.20
        note = self._note(recording)
        typeface.line(canvas, note, right, upper, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right")
        room = right - typeface.measure(note, theme.CAPTION) - 16 - left
        named = (recording.given_name, game_name(recording, self._style))
        title = " · ".join(part for part in named if part) or recording.path.stem
        title = fitted(typeface, title, room, theme.BODY)
        typeface.line(canvas, title, left, upper, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        if recording.header:
            self._draw_names(canvas, recording, left, right, lower)
        else:
            words = fitted(typeface, recording.path.name, right - left, theme.CAPTION)
            typeface.line(canvas, words, left, lower, theme.CAPTION, colour=theme.TEXT_MUTED)

    def _sign(self, recording: Recording) -> tuple[str, Colour]:
        if recording.error:
            return "triangle-alert", theme.WARNING
        if recording.unfinished:
            return "hourglass", theme.TEXT_MUTED
        return "film", theme.GOOD

    def _note(self, recording: Recording) -> str:
        """Return the text after the name: what is wrong with the file, otherwise its date."""
        if recording.error:
            return self._style.texts.line("replays.broken")
        if recording.unfinished:
            return f"{self._style.texts.line('replays.unfinished')} · {recording.date}"
        return recording.date

    def _draw_names(self, canvas: Canvas, recording: Recording, x: float, right: float, y: float) -> None:
        """Draw each seat's shape and name, winners with a crown. Seats without room are left out."""
        typeface = self._style.typeface
        side = typeface.grown(theme.CAPTION)
        tints = tints_for(self._settings, people_of(recording))
        for number, (name, won) in enumerate(self._seats(recording)):
            if x + side + _LEAST_NAME > right:
                return
            tint = tints[number % len(tints)]
            mark = badge(PATTERNS[tint.pattern].shape, tint.colour, canvas.px(side))
            canvas.put_middle(mark, x + side / 2, y)
            x += side + 5
            crown = side + 5 if won else 0.0
            weight, colour = (Weight.SEMIBOLD, theme.TEXT) if won else (Weight.REGULAR, theme.TEXT_MUTED)
            words = fitted(typeface, name, right - crown - x, theme.CAPTION)
            x += typeface.line(canvas, words, x, y, theme.CAPTION, weight, colour) + 5
            if won:
                draw_icon(canvas, "crown", x + side / 2, y - 1, side, theme.WARNING)
                x += crown
            x += 10

    @staticmethod
    def _seats(recording: Recording) -> Iterator[tuple[str, bool]]:
        """Yield every seat's name, and whether it won, if that is known."""
        result = recording.result
        for number, seat in enumerate(recording.header.seats if recording.header else ()):
            yield seat.name, result is not None and result.seats[number].rank == 1
