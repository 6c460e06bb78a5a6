"""What happened this turn, as far as the viewer knows: a list beside the room, and marks on the squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from game.cabinets.l4g.rules.views import Deed, PlayerState, Sight
from game.cabinets.l4g.stage.floor.fog import DIMMED
from game.cabinets.l4g.stage.floor.layout import Floor, Place
from game.cabinets.l4g.stage.floor.picture import Picture
from game.cabinets.l4g.stage.floor.token import draw_token
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, MUTED, PAPER, Colour
from game.engine.sprites import blank, faded, put_middle, sprite
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.vector import icon, rect, svg
from game.engine.widgets.parts import faces


class Kind(NamedTuple):
    """How a kind of deed is shown."""

    icon: str
    colour: Colour
    who: PlayerState
    """The state of the players it happened to, afterwards."""


KINDS: Final[dict[str, Kind]] = {
    "punished": Kind("circle-alert", "#FFB36B", PlayerState.SOUL),
    "arrested": Kind("hourglass", "#FFB36B", PlayerState.SOUL),
    "place": Kind("sun", "#FFD45E", PlayerState.SURVIVOR),
    "rose": Kind("chevrons-up", "#FFC86B", PlayerState.INFECTED),
    "turned": Kind("syringe", "#FF9DB0", PlayerState.INFECTED),
    "died": Kind("skull", "#FF7C93", PlayerState.CORPSE),
    "gave": Kind("heart", "#5FE0C8", PlayerState.CORPSE),
    "vanished": Kind("wind", "#C9B8E8", PlayerState.SOUL),
}
"""How each kind of deed is shown, in the order of the acts."""
_DOERS: Final = {"died": "killed", "gave": "gained"}
"""By deed: the deed of the other side on the same square."""
_CHIP = 18.0


class Tale(NamedTuple):
    """Something that happened: which players did it to which others."""

    kind: str
    doers: tuple[int, ...]
    """The infected that killed, or were healed; empty for what one player does alone."""
    others: tuple[int, ...]
    """The players it happened to."""


def tales(deeds: Sequence[Deed]) -> list[Tale]:
    """Return what happened, kind by kind in the order of the acts; what players do to each other square by square."""
    found: dict[tuple[str, Place | None], list[int]] = {}
    for deed in deeds:
        together = deed.kind in _DOERS or deed.kind in _DOERS.values()
        found.setdefault((deed.kind, deed.square if together else None), []).append(deed.number)
    return [
        Tale(kind, tuple(found.get((_DOERS.get(kind, ""), square), ())), tuple(found[kind, square]))
        for kind in KINDS
        for square in sorted((place for told, place in found if told == kind), key=lambda place: place or ())
    ]


@sprite(kept=64)
def chip(kind: str, size_px: int, opacity: int = 8) -> pygame.Surface:
    """Return a round sign of a kind of deed; `opacity` in eighths."""
    if opacity < 8:
        return faded(chip(kind, size_px), opacity / 8)
    told = KINDS[kind]
    body = rect(0.6, 0.6, size_px - 1.2, size_px - 1.2, size_px / 2, INK, told.colour, 1.2, fill_opacity=0.94)
    made = blank(size_px, size_px)
    made.blit(svg(body, size_px, size_px, oversample=3), (0, 0))
    put_middle(made, icon(told.icon, round(size_px * 0.66), told.colour, 2.8), size_px / 2, size_px / 2)
    return made


def draw_marks(canvas: Canvas, floor: Floor, picture: Picture) -> None:
    """Draw at each square's upper edge what happened there, fainter where the followed player does not see it."""
    squares: dict[Place, list[str]] = {}
    for deed in picture.deeds:
        kinds = squares.setdefault(deed.square, [])
        if deed.kind in KINDS and deed.kind not in kinds and deed.kind != "place":
            kinds.append(deed.kind)
    size = min(_CHIP * 0.9, floor.cell * 0.26)
    for square, found in squares.items():
        kinds = [kind for kind in KINDS if kind in found]
        box = floor.square(square)
        sight = picture.sight[square[0] * floor.columns + square[1]] if picture.sight else Sight.FULL
        step = min(size + 1, (box.width - size) / max(1, len(kinds) - 1))
        for place, kind in enumerate(reversed(kinds)):
            made = chip(kind, canvas.px(size), round(8 * DIMMED[sight]))
            canvas.put_middle(made, box.right - size / 2 - place * step, box.top + 2)


def draw_told(canvas: Canvas, surroundings: Surroundings, box: Box, picture: Picture) -> None:
    """Draw the list of what happened: a sign, who did it, to whom; entries that do not fit are counted."""
    typeface, texts = surroundings.typeface, surroundings.texts
    faces.glass_panel(canvas, box)
    told = tales(picture.deeds)
    y = box.top + 10 + typeface.leading(theme.BODY) / 2
    left, right = box.left + 14, box.right - 14
    typeface.line(canvas, texts.line("l4g_stage.this_turn"), left, y, theme.BODY, Weight.BOLD, PAPER)
    happened = sum(len(tale.others) for tale in told)
    typeface.line(canvas, str(happened), right, y, theme.CAPTION, Weight.REGULAR, MUTED, "right")
    high = max(24.0, typeface.leading(theme.CAPTION) + 4)
    top = y + typeface.leading(theme.BODY) / 2 + 4
    count = int((box.bottom - 8 - top) / high)
    if count < 1:
        return
    if not told:
        words = texts.line("l4g_stage.quiet")
        typeface.paragraph(
            canvas, words, Box(left, top, right - left, box.bottom - top), theme.CAPTION, Weight.REGULAR, MUTED
        )
    more = len(told) - count
    for place, tale in enumerate(told[: count - 1 if more > 0 else count]):
        _draw_tale(canvas, surroundings, tale, left, right, top + (place + 0.5) * high)
    if more > 0:
        words = texts.line("l4g_stage.more", count=more + 1)
        typeface.line(canvas, words, left, top + (count - 0.5) * high, theme.CAPTION, Weight.REGULAR, MUTED)


def _draw_tale(canvas: Canvas, surroundings: Surroundings, tale: Tale, left: float, right: float, y: float) -> None:
    typeface = surroundings.typeface
    size = typeface.grown(_CHIP)
    canvas.put_middle(chip(tale.kind, canvas.px(size)), left + size / 2, y)
    x = left + size + 8
    if tale.doers:
        x = _draw_players(canvas, surroundings, PlayerState.INFECTED, tale.doers, x, (x + right) / 2 - 10, y)
        canvas.put_middle(icon("arrow-right", canvas.px(12), MUTED, 2.4), x + 4, y)
        x += 16
    _draw_players(canvas, surroundings, KINDS[tale.kind].who, tale.others, x, right, y)


def _draw_players(
    canvas: Canvas,
    surroundings: Surroundings,
    state: PlayerState,
    numbers: Sequence[int],
    x: float,
    right: float,
    y: float,
) -> float:
    """Draw a token and the numbers of several players, as many as fit. Returns the x at which they end."""
    typeface = surroundings.typeface
    radius = typeface.grown(7.5)
    draw_token(canvas, typeface, state, x + radius, y, radius)
    x += 2 * radius + 5
    for place, number in enumerate(numbers):
        left = len(numbers) - place
        text = str(number)
        wide = typeface.measure(text, theme.CAPTION, Weight.SEMIBOLD)
        rest = f"+{left}"
        reserve = typeface.measure(rest, theme.CAPTION, Weight.SEMIBOLD) + 6 if left > 1 else 0
        if x + wide + reserve > right:
            return x + typeface.line(canvas, rest, x, y, theme.CAPTION, Weight.SEMIBOLD, MUTED) + 6
        x += typeface.line(canvas, text, x, y, theme.CAPTION, Weight.SEMIBOLD, PAPER) + 6
    return x
