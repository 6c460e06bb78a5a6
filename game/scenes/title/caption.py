"""The one-line caption of the stall in the middle."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.cabinet import Kind
from game.engine import theme
from game.engine.canvas import DESIGN_WIDTH, Canvas
from game.engine.colour import LANTERN, PAPER
from game.engine.ornament import khatam, pill
from game.engine.text import Weight
from game.engine.widgets import Style
from game.ground.texts import LANGUAGES, Texts
from game.scenes.title.street.stand import Stand

_HIGH = 32.0


def name_of(stand: Stand, words: Texts) -> str:
    """Return the game's name; its id where even its texts are broken."""
    return words.game(stand.game)


def names_of(stand: Stand, kind: Kind, words: Texts) -> list[str]:
    """Return the names by which a stall is found: its id, its names in every language, and last its quarter's name."""
    every = [Texts(language, folder=words.folder) for language in LANGUAGES]
    return [stand.game, *(name_of(stand, there) for there in every), words.line(f"title.kind.{kind}")]


def players_of(seats: Sequence[int], words: Texts) -> str:
    """Return how many people may play, in words."""
    least, most = min(seats), max(seats)
    if least == most:
        return words.line("title.players_exactly", count=most)
    return words.line("title.players", least=least, most=most)


class Caption:
    """The caption on a plate, so that it is readable over the paving."""

    def __init__(self, style: Style, stand: Stand, seats: Sequence[int], opened: bool, beside: float) -> None:
        """`seats`: the numbers of seats, written where the stall is `opened`.

        `beside`: width of what stands right of the caption; both are centred together.
        """
        words = style.texts
        self._typeface = style.typeface
        self._what = words.maybe(f"{stand.game}.tagline") or name_of(stand, words)
        watching = words.line("title.watching")
        self._who = f"{players_of(seats, words)} · {watching}" if opened else words.line("title.closed")
        self._first = self._typeface.measure(self._what, theme.BODY, Weight.SEMIBOLD)
        self._wide = self._first + self._typeface.measure(self._who, theme.BODY) + 68
        if self._wide + beside > DESIGN_WIDTH - 2 * theme.MARGIN and opened:
            self._who = players_of(seats, words)
            self._wide = self._first + self._typeface.measure(self._who, theme.BODY) + 68
        self._left = (DESIGN_WIDTH - self._wide - beside) / 2

    @property
    def left(self) -> float:
        return self._left

    @property
    def right(self) -> float:
        return self._left + self._wide

    def draw(self, canvas: Canvas, foot: float) -> None:
        """Draw the caption with its lower edge at `foot`."""
        typeface, left, high = self._typeface, self._left, self._typeface.grown(_HIGH)
        y = foot - high / 2
        canvas.put(pill(canvas.px(self._wide), canvas.px(high), line=LANTERN), left, y - high / 2)
        typeface.line(canvas, self._what, left + 22, y, theme.BODY, Weight.SEMIBOLD, PAPER)
        canvas.put_middle(khatam(canvas.px(11), LANTERN), left + 22 + self._first + 12, y)
        typeface.line(canvas, self._who, left + 22 + self._first + 24, y, theme.BODY, colour="#E5D6EC")
