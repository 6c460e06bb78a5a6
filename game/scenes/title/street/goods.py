"""What lies on the shelves of a stall, on both sides of its screen."""

from __future__ import annotations

import random
from collections.abc import Callable

import pygame

from game.engine.colour import INK, OUTLINE, SEAT_COLOURS, WHITE, darken, yarns
from game.engine.light import shadow
from game.engine.patterns import PATTERNS
from game.engine.sprites import put
from game.engine.textile import rug
from game.engine.vector import circle, path, rect
from game.scenes.title.street.plan import SHEET_HEIGHT, Goods

_SHELVES = (232, 304, 376)


def _shelves() -> str:
    body = ""
    for y in _SHELVES:
        for x in (56, 346):
            body += rect(x, y, 38, 5, 1, "#8A5430") + rect(x, y + 5, 38, 4, 0, INK, fill_opacity=0.35)
    return body


def _jar(x: float, y: float, colour: str) -> str:
    """A jar with a slime that looks out of it."""
    left, right = x - 15, x + 15
    outline = (
        f"M{left} {y - 1}V{y - 36}Q{left} {y - 42} {x - 9} {y - 44}H{x + 9}Q{right} {y - 42} {right} {y - 36}V{y - 1}Z"
    )
    body = path(outline, "#BFE6F0", "#E8FBFF", 1.4, fill_opacity=0.20)
    body += path(
        f"M{x - 13} {y - 3}V{y - 20}Q{x - 8} {y - 30} {x} {y - 27}Q{x + 9} {y - 25} {x + 13} {y - 18}V{y - 3}Z",
        colour,
        darken(colour, 0.5),
        1.2,
    )
    for eye in (x - 4.5, x + 4.5):
        body += circle(eye, y - 14, 2.8, WHITE) + circle(eye + 0.5, y - 13.4, 1.5, "#1B1030")
    body += rect(x - 12, y - 50, 24, 7, 2, "#C98C38", OUTLINE, 1.4)
    return body + path(f"M{x - 11} {y - 36}V{y - 22}", "none", WHITE, 2, stroke_opacity=0.65)


def _jars() -> str:
    body = _shelves()
    for row, y in enumerate(_SHELVES):
        for x in (75, 365):
            body += _jar(x, y, ("#E2455F", "#4D78F0")[(row + (x > 200)) % 2])
    return body


def _candle(x: float, y: float) -> str:
    body = rect(x + 13, y - 28, 12, 28, 2, "#FFF1D6", "#5A3A2A", 1.2)
    tip, foot = f"{x + 19} {y - 48}", f"{x + 19} {y - 30}"
    flame = f"M{foot}C{x + 12} {y - 37} {x + 17} {y - 43} {tip}C{x + 21} {y - 43} {x + 26} {y - 37} {foot}Z"
    return body + path(flame, "#FFC54D") + rect(x + 8, y - 4, 22, 4, 2, "#C98C38")


def _books() -> str:
    chance = random.Random(4)
    body = _shelves()
    for row, y in enumerate(_SHELVES):
        for left in (58, 348):
            if (row + (left > 200)) % 3 == 1:
                body += _candle(left, y)
                continue
            x = float(left)
            while x < left + 34:
                wide, high = chance.choice((6, 7, 9)), chance.randint(30, 46)
                colour = chance.choice(("#E8507A", "#2BA7A0", "#F2B134", "#5B7BE5", "#D9643A", "#8E6BC9"))
                body += rect(x, y - high, wide, high, 1.4, colour, darken(colour, 0.6), 1.2)
                body += rect(x + 1.5, y - high + 5, wide - 3, 3, 0, "#FFF1D6", fill_opacity=0.8)
                body += rect(x + 1.2, y - high + 1, 1.6, high - 2, 0, WHITE, fill_opacity=0.28)
                x += wide + 0.8
    return body


def _rods() -> str:
    """The rods on which rugs hang; the rugs are woven, not drawn."""
    return "".join(rect(x, y, 48, 5, 2, "#C98C38", OUTLINE, 1) for x in (54, 340) for y in (176, 274))


DRAWN: dict[Goods, Callable[[], str]] = {"jars": _jars, "books": _books, "rugs": _rods}
"""What draws the goods on a stall's sheet."""


def hang_rugs(surface: pygame.Surface) -> None:
    """Hang a rug of each of the first four seats in a stall's sprite."""
    unit = surface.get_height() / SHEET_HEIGHT
    square = round(44 * unit)
    for index, (colour, pattern) in enumerate(zip(list(SEAT_COLOURS.values())[:4], PATTERNS, strict=False)):
        x, y = (56 if index % 2 == 0 else 342) * unit, (178 + (index // 2) * 98) * unit
        blur = max(1, round(4 * unit))
        put(surface, shadow(square - 4, 2 * square - 4, 2, blur, 170), x - 2 * blur + 4 * unit, y - 2 * blur + 4 * unit)
        put(surface, rug(yarns(colour), pattern, square, True), x, y)
