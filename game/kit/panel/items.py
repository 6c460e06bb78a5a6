"""Items of a seat's panel: notes, signs, chips, pips, and groups of them beside or above one another."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pygame

from game.engine import theme
from game.engine.canvas import PREMULTIPLIED, Box, Canvas
from game.engine.colour import MUTED, OUTLINE, PAPER, SAND, Colour
from game.engine.sprites import faded
from game.engine.text import Typeface, Weight
from game.engine.text.fitting import fitted
from game.engine.vector import icon

Sprite: TypeAlias = Callable[[int], pygame.Surface]
"""Draws a thing at a width in pixels."""

_ON_A_CHIP = 0.62
"""Height of the letters on a chip, as a share of the chip's width."""
_LEAST_SHARE = 0.01


class Item(ABC):
    """One item of a panel. It has the size given by `size` where there is room, and shrinks as a whole where there is
    not.
    """

    @property
    def flexes(self) -> bool:
        """Whether the item gives up width before the items beside it shrink."""
        return False

    @abstractmethod
    def size(self, typeface: Typeface) -> tuple[float, float]:
        """Return width and height in design units, where there is room."""

    @abstractmethod
    def draw(self, canvas: Canvas, typeface: Typeface, box: Box) -> None:
        """Draw the item at the left of a box, centred vertically, no larger than the box."""

    def share(self, typeface: Typeface, box: Box) -> float:
        """Return the factor by which the item shrinks to fit a box, at most 1."""
        wide, high = self.size(typeface)
        return max(_LEAST_SHARE, min(1.0, box.width / max(wide, 1.0), box.height / max(high, 1.0)))


@dataclass(frozen=True, slots=True)
class Note(Item):
    """A few words or a number on a panel."""

    text: str
    letters: float = theme.CAPTION
    weight: Weight = Weight.REGULAR
    tone: Colour = SAND
    least: str = ""
    """Text whose width the note takes at least, so that what follows does not move when a number grows."""
    opacity: float = 1.0
    line: float = 0.0
    """Size of letters whose line height the note takes, if larger than its own."""
    shortens: bool = False
    """Whether the end of the text may be cut off; else its letters shrink where there is no room."""

    @property
    def flexes(self) -> bool:
        return self.shortens

    def size(self, typeface: Typeface) -> tuple[float, float]:
        wide = max(typeface.measure(text, self.letters, self.weight) for text in (self.text, self.least))
        return wide, typeface.grown(max(self.letters, self.line))

    def draw(self, canvas: Canvas, typeface: Typeface, box: Box) -> None:
        text, letters = self.text, self.letters
        if self.shortens:
            text = fitted(typeface, text, box.width, letters)
        else:
            letters *= self.share(typeface, box)
        typeface.line(canvas, text, box.left, box.centery, letters, self.weight, self.tone, alpha=self.opacity)


@dataclass(frozen=True, slots=True)
class Sign(Item):
    """A small picture of a thing."""

    sprite: str | Sprite
    """The name of an icon, or a function that draws the picture."""
    wide: float
    high: float = 0.0
    """Height in design units; 0 if it equals the width."""
    tone: Colour = MUTED
    """Colour of the icon; pictures drawn by a function keep their own colours."""
    opacity: float = 1.0
    grows: bool = False
    """Whether the picture grows with the text size."""

    def size(self, typeface: Typeface) -> tuple[float, float]:
        wide, high = self.wide, self.high or self.wide
        factor = typeface.grown(wide) / wide if self.grows else 1.0
        return wide * factor, high * factor

    def draw(self, canvas: Canvas, typeface: Typeface, box: Box) -> None:
        wide = self.size(typeface)[0] * self.share(typeface, box)
        side = canvas.px(wide)
        made = icon(self.sprite, side, self.tone) if isinstance(self.sprite, str) else self.sprite(side)
        canvas.put_middle(faded(made, self.opacity) if self.opacity < 1 else made, box.left + wide / 2, box.centery)


@dataclass(frozen=True, slots=True)
class Chip(Item):
    """A sign with a number or a letter on it, of the same size at every text size."""

    sign: Sign
    text: str
    tone: Colour = PAPER
    low: float = 0.0
    """How far below the sign's middle the text is, as a share of the sign's width."""
    letters: float = _ON_A_CHIP
    """Height of the text as a share of the sign's width; it is never smaller than a caption."""
    outlined: bool = True

    def size(self, typeface: Typeface) -> tuple[float, float]:
        return self.sign.size(typeface)

    def draw(self, canvas: Canvas, typeface: Typeface, box: Box) -> None:
        self.sign.draw(canvas, typeface, box)
        wide = self.size(typeface)[0] * self.share(typeface, box)
        letters = max(theme.CAPTION, wide * self.letters) * 100 / typeface.text_size
        x, y = box.left + wide / 2, box.centery + wide * self.low
        outline = 2 if self.outlined else 0
        typeface.line(canvas, self.text, x, y, letters, Weight.BOLD, self.tone, "middle", outline=outline, edge=OUTLINE)


@dataclass(frozen=True, slots=True)
class Pips(Item):
    """A row of equal things, such as lives: first those left, then empty places of those gone."""

    full: Sprite
    empty: Sprite
    left: int
    most: int
    wide: float
    high: float
    step: float
    """Design units from one thing to the next."""
    part: int = 0
    """How much of the first thing that is gone has come back, in percent: so much of it is drawn, from the left."""

    @property
    def flexes(self) -> bool:
        return True

    def size(self, typeface: Typeface) -> tuple[float, float]:
        return self.step * self.most, self.high

    def draw(self, canvas: Canvas, typeface: Typeface, box: Box) -> None:
        share = min(1.0, box.width / self.size(typeface)[0])
        wide = self.wide * min(share, box.height / self.high)
        for place in range(self.most):
            drawn = self.full if place < self.left else self.empty
            middle = box.left + place * self.step * share + wide / 2
            canvas.put_middle(drawn(canvas.px(wide)), middle, box.centery)
            if place == self.left and self.part:
                whole = self.full(canvas.px(wide))
                part = whole.subsurface((0, 0, whole.get_width() * self.part // 100, whole.get_height()))
                around = whole.get_rect(center=canvas.pixel(middle, box.centery))
                canvas.surface.blit(part, around, special_flags=PREMULTIPLIED)


@dataclass(frozen=True, slots=True)
class Beside(Item):
    """Several items side by side."""

    items: Sequence[Item]
    gap: float = 4.0

    @property
    def flexes(self) -> bool:
        return all(item.flexes for item in self.items)

    def size(self, typeface: Typeface) -> tuple[float, float]:
        sizes = [item.size(typeface) for item in self.items]
        return sum(wide for wide, _ in sizes) + self.gap * (len(sizes) - 1), max(high for _, high in sizes)

    def draw(self, canvas: Canvas, typeface: Typeface, box: Box) -> None:
        share, left = self.share(typeface, box), box.left
        for item in self.items:
            wide = item.size(typeface)[0] * share
            item.draw(canvas, typeface, Box(left, box.top, wide, box.height))
            left += wide + self.gap * share


@dataclass(frozen=True, slots=True)
class Stack(Item):
    """Several items above one another, aligned at the left."""

    items: Sequence[Item]
    gap: float = 0.0

    @property
    def flexes(self) -> bool:
        return all(item.flexes for item in self.items)

    def size(self, typeface: Typeface) -> tuple[float, float]:
        sizes = [item.size(typeface) for item in self.items]
        return max(wide for wide, _ in sizes), sum(high for _, high in sizes) + self.gap * (len(sizes) - 1)

    def draw(self, canvas: Canvas, typeface: Typeface, box: Box) -> None:
        widest, whole = self.size(typeface)
        squeezed = min(1.0, box.height / whole)
        share = squeezed if self.flexes else self.share(typeface, box)
        room, top = min(box.width, widest), box.centery - whole * share / 2
        for item in self.items:
            wide, high = item.size(typeface)
            inner = room if item.flexes else wide * share
            item.draw(canvas, typeface, Box(box.left, top, inner, high * share))
            top += (high + self.gap) * share
