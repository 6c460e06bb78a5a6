"""Names and signs of kinds of players."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.listed import CABINETS
from game.core.bot.loading import HUMAN
from game.core.bot.reading import own_name
from game.core.levels import ADAPTING, STEPS, adapts, level_of
from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.colour import LANTERN, lighten
from game.engine.ornament import badge
from game.engine.patterns import PATTERNS
from game.engine.stage import Tint
from game.engine.widgets.parts import faces
from game.ground.texts import Texts


def kind_name(kind: str, game: str, texts: Texts) -> str:
    """Return the name of a kind of player."""
    if kind == HUMAN:
        return texts.line("setup.kind.person")
    return level_name(kind, game, texts)


def level_name(spec: str, game: str, texts: Texts, *, told: bool = False) -> str:
    """Return the name of a seat's player; with `told`, the current level of an adapting one too.

    For a game that this version does not have, the name comes from the specification alone.
    """
    if spec == ADAPTING:
        return texts.line("adapting.name")
    level = level_of(spec, CABINETS[game].bots) if game in CABINETS else None
    if level is None:
        return own_name(spec)
    name = texts.line(f"{game}.bot.{level.weaker}.name")
    if level.share:
        stronger = texts.line(f"{game}.bot.{level.stronger}.name")
        name = texts.line("adapting.between", weaker=name, stronger=stronger, share=level.share, steps=STEPS)
    return texts.line("adapting.told", level=name) if told and adapts(spec) else name


def seat_number(seat: int, game: str) -> int:
    """Return the number of a seat as people count."""
    return CABINETS[game].info.first_number + seat


def numbered_name(kind: str, seat: int, game: str, texts: Texts) -> str:
    """Return the name of one of many players: its kind and the number of its seat."""
    return texts.line("setup.crowd.name", kind=kind_name(kind, game, texts), number=seat_number(seat, game))


class KindMarks:
    """The signs of the kinds: computers have shapes and colours of seats, all others an icon."""

    def __init__(self, bots: Sequence[str], tints: Sequence[Tint], *, room: bool = False) -> None:
        self._tints = {bot: tints[number % len(tints)] for number, bot in enumerate(bots)}
        self._person = "door-open" if room else "user"

    def tint(self, kind: str) -> Tint | None:
        """Return the cloth of a kind of computer; None for people and their own bots."""
        return self._tints.get(kind)

    def draw(self, canvas: Canvas, kind: str, x: float, y: float, size: float) -> None:
        """Draw a kind's sign centred on a point."""
        tint = self.tint(kind)
        if tint is None:
            icon = self._person if kind == HUMAN else "file"
            faces.draw_icon(canvas, icon, x, y, size, LANTERN if kind == HUMAN else theme.GOOD, 2.6)
        else:
            mark = badge(PATTERNS[tint.pattern].shape, tint.colour, canvas.px(size), lighten(tint.colour, 0.6))
            canvas.put_middle(mark, x, y)
