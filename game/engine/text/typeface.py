"""The typeface of the program: lines, paragraphs and measures in design units.

Type is set at the size in pixels in which it is seen. Small sizes are set three times as large and scaled down, which
keeps letter spacing even where advances in whole pixels would not. Widths are measured with one large font, so that
lines break at the same words at every scale.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from enum import Enum
from functools import partial
from pathlib import Path
from typing import ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import pygame

from game.core.errors import SpokenError
from game.engine.canvas import Box, Canvas
from game.engine.colour import OUTLINE, SAND, Colour
from game.engine.sprites import faded
from game.engine.text.letters import Look, fineness, set_letters
from game.engine.text.wrapping import flow, joined, pieces_of, shortened, tidy
from game.engine.theme import HEADING, LEADING
from game.ground import paths

Anchor: TypeAlias = Literal["left", "middle", "right"]
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

MIDDLE_OF_CAPITALS = 0.358
"""Height of the middle of capitals and of Korean syllables above the baseline, as a share of the size."""
_MEASURED_AT = 120
_KEPT_LINES = 4096
"""Number of lines whose widths and breaks are kept."""
_KEPT_BYTES = 32 << 20
"""Bytes that lines kept in pixels may take."""
_KEPT_FONTS = 24
"""Number of fonts of one weight and size that are kept; each takes nearly a megabyte."""
LEAST_PX = 10.0
"""The least size in pixels of text to be read, in any window; below it Hangul is illegible."""
_LIFTED_PX = 8.0
"""Size in pixels from which type is raised to `LEAST_PX` without becoming wider; smaller type belongs to small pictures
of boards.
"""
_SLACK = 0.51
"""Design units by which a text may exceed its room before that counts as an overflow: a tolerance for rounding."""
_SHARE_OF_ANCHOR: dict[str, float] = {"left": 0.0, "middle": 0.5, "right": 1.0}


class FontError(SpokenError):
    """A font file is missing or unreadable."""

    def __init__(self, file: Path, reason: object) -> None:
        super().__init__("widgets.error.font", file=str(file), reason=str(reason))


class Weight(Enum):
    """The three weights of the font Pretendard."""

    REGULAR = "Regular"
    SEMIBOLD = "SemiBold"
    BOLD = "Bold"


class Overflow(NamedTuple):
    """A text that needed more room than it had, in design units. `had` is 0 if the text reached beyond the canvas."""

    text: str
    wanted: float
    had: float


def _one(_value: object) -> int:
    return 1


class _Recent(OrderedDict[Key, Value], Generic[Key, Value]):
    """A dictionary that keeps the most recently used entries whose costs together do not exceed `limit`."""

    def __init__(self, limit: int, cost: Callable[[Value], int] = _one) -> None:
        super().__init__()
        self._limit, self._cost, self._sum = limit, cost, 0

    def used(self, key: Key) -> Value | None:
        """Return the entry under `key` and count it as used now; None if there is none."""
        value = self.get(key)
        if value is not None:
            self.move_to_end(key)
        return value

    def keep(self, key: Key, value: Value) -> Value:
        """Add an entry, dropping the least recently used ones beyond the limit."""
        self[key] = value
        self._sum += self._cost(value)
        while self._sum > self._limit and len(self) > 1:
            self._sum -= self._cost(self.popitem(last=False)[1])
        return value

    def clear(self) -> None:
        super().clear()
        self._sum = 0


class _Style(NamedTuple):
    """The look of a line: everything but its words that decides its pixels."""

    size: float
    weight: Weight
    colour: Colour
    shadow: float
    outline: float
    edge: Colour
    emboss: bool


class _Set(NamedTuple):
    """A line set in pixels, ready to blit."""

    sprite: pygame.Surface
    width: float
    """Width of the line in design units."""
    width_px: float
    left: int
    """Pixels of the sprite left of the line's start; `above` counts those above the middle of its capitals."""
    above: int
    overflow: Overflow | None


def _bytes_of(line: _Set) -> int:
    return line.sprite.get_width() * line.sprite.get_height() * line.sprite.get_bytesize()


class Kept:
    """What a typeface keeps: fonts, and lines as they were measured, broken and set."""

    def __init__(self, most_bytes: int = _KEPT_BYTES, most_fonts: int = _KEPT_FONTS) -> None:
        self.fonts: _Recent[tuple[str, int], pygame.font.Font] = _Recent(most_fonts)
        self.lines: _Recent[tuple[object, ...], _Set] = _Recent(most_bytes, _bytes_of)
        self.widths: _Recent[tuple[str, Weight, str], float] = _Recent(2 * _KEPT_LINES)
        self.breaks: _Recent[tuple[object, ...], Sequence[str]] = _Recent(_KEPT_LINES // 4)


class Typeface:
    """Sets text at a text size in per cent.

    Sizes up to 26 grow with the text size. Larger ones grow by as many units as 26 does, since titles are readable
    already and layouts have little room.
    """

    shared: ClassVar[Kept | None] = None
    """What typefaces keep together that are given nothing of their own; None to have each keep its own."""

    def __init__(self, text_size: int = 100, folder: Path | None = None, kept: Kept | None = None) -> None:
        self.text_size = text_size
        self._folder = str(folder or paths.assets() / "fonts")
        self._kept = kept or self.shared or Kept()
        self._overflows: dict[Overflow, None] = {}

    @property
    def overflows(self) -> list[Overflow]:
        """Every text that did not fit since `forget_overflows`, each once; empty for a finished scene."""
        return list(self._overflows)

    def cut(self, string: str, room: float, size: float = 16, weight: Weight = Weight.SEMIBOLD) -> str:
        """Return a line that fits a width: one that is too wide ends with an ellipsis, and is recorded in `overflows`.

        For words of the program's own, which are meant to be read whole; `fitting.fitted` cuts names that people gave.
        """
        wide = self.measure(string, size, weight)
        if wide <= room:
            return string
        self.overflowed(string, wide, room)
        return shortened(string, room, partial(self.measure, size=size, weight=weight))

    def overflowed(self, string: str, wanted: float, had: float) -> None:
        """Record a text that needed more room than it had."""
        self._overflows[Overflow(string, wanted, had)] = None

    def forget_overflows(self) -> None:
        """Forget recorded overflows."""
        self._overflows.clear()

    def resize(self, text_size: int) -> None:
        """Set text at another text size from now on."""
        self.text_size = text_size

    def forget_lines(self) -> None:
        """Forget lines and fonts kept in pixels: other sizes are wanted from now on."""
        self._kept.lines.clear()
        self._kept.fonts.clear()

    def grown(self, length: float) -> float:
        """Return a size of type, or the height of a thing that holds one line of it, at this text size."""
        return length + min(length, HEADING) * (self.text_size / 100 - 1)

    def size_in_pixels(self, size: float, scale: float) -> float:
        """Return the size in pixels that type of a size is set at, with `scale` pixels for a design unit: at least
        `LEAST_PX` if it would be only a little smaller.
        """
        size_px = self.grown(size) * scale
        return LEAST_PX if _LIFTED_PX <= size_px < LEAST_PX else size_px

    def leading(self, size: float) -> float:
        """Return the height of one line of running text, in design units."""
        return self.grown(size) * LEADING

    def measure(self, string: str, size: float = 16, weight: Weight = Weight.REGULAR) -> float:
        """Return the width of a line in design units, the same at every scale."""
        key = (string, weight, self._folder)
        width = self._kept.widths.used(key)
        if width is None:
            pixels = self._font(weight, _MEASURED_AT).size(tidy(string).replace("\n", " "))[0]
            width = self._kept.widths.keep(key, pixels / _MEASURED_AT)
        return width * self.grown(size)

    def line(
        self,
        canvas: Canvas,
        string: str,
        x: float,
        y: float,
        size: float = 16,
        weight: Weight = Weight.REGULAR,
        colour: Colour = SAND,
        anchor: Anchor = "left",
        max_width: float | None = None,
        shadow: float = 0,
        alpha: float | None = None,
        outline: float = 0,
        edge: Colour = OUTLINE,
        emboss: bool = False,
    ) -> float:
        """Draw one line and return its width. `y` is the vertical middle of capitals and syllables.

        A line wider than `max_width` is shortened with an ellipsis and recorded in `overflows`, as is a line that
        leaves the canvas. `shadow` and `outline` are lengths; `alpha` is 0 to 1; `emboss` presses the text into metal:
        dark above, lit below.
        """
        if not string:
            return 0.0
        sizes = (size, canvas.scale, self.text_size)
        key = (string, sizes, weight, colour, max_width, shadow, outline, edge, emboss)
        ready = self._kept.lines.used(key)
        if ready is None:
            style = _Style(size, weight, colour, shadow, outline, edge, emboss)
            ready = self._kept.lines.keep(key, self._set(string, style, max_width, canvas.scale))
        if ready.overflow:
            self._overflows[ready.overflow] = None
        left = round(canvas.origin[0] + x * canvas.scale - ready.width_px * _SHARE_OF_ANCHOR[anchor]) - ready.left
        top = round(canvas.origin[1] + y * canvas.scale) - ready.above
        self._check_bounds(canvas, string, ready, left, top)
        sprite = ready.sprite if alpha is None or alpha >= 1 else faded(ready.sprite, alpha)
        canvas.lay(sprite, (left, top))
        return ready.width

    def wrap(self, string: str, width: float, size: float = 16, weight: Weight = Weight.REGULAR) -> Sequence[str]:
        """Return the lines that a text breaks into at a width; line feeds break, too."""
        key = (string, width, size, self.text_size, weight)
        lines = self._kept.breaks.used(key)
        if lines is None:
            measure = partial(self.measure, size=size, weight=weight)
            found: list[str] = []
            for part in tidy(string).split("\n"):
                set_lines = flow(pieces_of(part, None, measure), width, lambda text, _: measure(text))
                found += [joined(line) for line in set_lines]
            lines = self._kept.breaks.keep(key, found)
        return lines

    def height_of(self, string: str, width: float, size: float = 16, weight: Weight = Weight.REGULAR) -> float:
        """Return the height in design units of a text wrapped at a width."""
        return len(self.wrap(string, width, size, weight)) * self.leading(size)

    def lines_in(
        self, string: str, width: float, height: float, size: float = 16, weight: Weight = Weight.REGULAR
    ) -> Sequence[str]:
        """Return the lines of a text that fit a width and height, at least one; what is too much is cut with an
        ellipsis.

        For text that people write, which may be of any length: nothing is recorded in `overflows`.
        """
        lines = self.wrap(string, width, size, weight)
        most = max(1, int((height + _SLACK) / self.leading(size)))
        if len(lines) <= most:
            return lines
        measure = partial(self.measure, size=size, weight=weight)
        return [*lines[: most - 1], shortened(" ".join(lines[most - 1 :]), width, measure)]

    def paragraph(
        self,
        canvas: Canvas,
        string: str,
        box: Box,
        size: float = 16,
        weight: Weight = Weight.REGULAR,
        colour: Colour = SAND,
        anchor: Anchor = "left",
        shadow: float = 0,
        alpha: float | None = None,
    ) -> float:
        """Draw wrapped text from the top of `box` and return the height used.

        Text for which the box is not high enough is cut with an ellipsis and recorded in `overflows`.
        """
        lines = self.lines_in(string, box.width, box.height, size, weight)
        leading = self.leading(size)
        wanted = self.height_of(string, box.width, size, weight)
        if wanted > len(lines) * leading:
            self._overflows[Overflow(string, wanted, box.height)] = None
        x = box.left + box.width * _SHARE_OF_ANCHOR[anchor]
        for number, line in enumerate(lines):
            y = box.top + (number + 0.5) * leading
            self.line(canvas, line, x, y, size, weight, colour, anchor, None, shadow, alpha)
        return len(lines) * leading

    def _check_bounds(self, canvas: Canvas, string: str, ready: _Set, left: int, top: int) -> None:
        """Record a line that the edge of the canvas cuts. Within a clip, text is cut on purpose and not recorded."""
        width, height = canvas.size
        right, bottom = left + ready.left + ready.width_px, top + ready.above
        outside = left + ready.left < 0 or right > width + 1 or bottom < 0 or bottom > height
        if outside and canvas.clip.size == (width, height):
            self._overflows[Overflow(string, ready.width, 0.0)] = None

    def _set(self, string: str, style: _Style, max_width: float | None, scale: float) -> _Set:
        """Return a line set in pixels, shortened to `max_width`."""
        words = tidy(string).replace("\n", " ")
        width = self.measure(words, style.size, style.weight)
        overflow = None
        if max_width is not None and width > max_width + _SLACK:
            overflow = Overflow(string, width, max_width)
            measure = partial(self.measure, size=style.size, weight=style.weight)
            words = shortened(words, max_width, measure)
            width = measure(words)
        size_px = self.size_in_pixels(style.size, scale)
        finer = fineness(size_px)
        font = self._font(style.weight, max(1, round(size_px * finer)))
        look = Look(style.colour, style.edge, style.outline * scale, max(1.0, scale) * style.shadow, style.emboss)
        letters = set_letters(font, words, finer, width * scale, look)
        above = letters.baseline - round(MIDDLE_OF_CAPITALS * size_px)
        return _Set(letters.sprite, width, letters.width, letters.margin, above, overflow)

    def _font(self, weight: Weight, size_px: int) -> pygame.font.Font:
        file = f"{self._folder}/Pretendard-{weight.value}.otf"
        font = self._kept.fonts.used((file, size_px))
        if font is None:
            if not pygame.font.get_init():
                pygame.font.init()
            try:
                font = pygame.font.Font(file, size_px)
                font.size("가")  # an unreadable file fails at its first use only
            except (OSError, ValueError, pygame.error) as error:
                raise FontError(Path(file), error) from error
            self._kept.fonts.keep((file, size_px), font)
        return font
