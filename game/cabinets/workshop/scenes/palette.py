"""The palette of tiles to paint with; pressing a tile takes it up."""

from __future__ import annotations

from collections.abc import Callable

from game.cabinets.workshop.scenes.desk import Desk
from game.cabinets.workshop.scenes.layout import words_high
from game.cabinets.workshop.scenes.pane import tile_word
from game.core.forge.model.level import SIGNS, Kind
from game.engine.canvas import Box, Canvas
from game.engine.widgets import Container, Option, Style, draw_face
from game.engine.widgets.choice import DropDown
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.button import Pressable
from game.engine.widgets.parts.tree import Of, Row
from game.kit.levels.tiles import tile

_SIDE, _APART = 30.0, 3.0
_MOST_PIECES = 280.0
"""Greatest width of the list of pieces."""


class TileButton(Pressable):
    """A button for one tile."""

    corner = 5.0

    def __init__(self, style: Style, kind: Kind, number: int, chosen: bool, on_press: Callable[[], None]) -> None:
        self._kind, self._sign, self._chosen = kind, SIGNS[kind][number], chosen
        hint = style.texts.line(f"workshop.tile.{kind}.{tile_word(kind, self._sign)}")
        super().__init__(style, on_press=on_press, tooltip=hint)

    def draw(self, canvas: Canvas) -> None:
        face = faces.CHOSEN if self._chosen else faces.WELL
        draw_face(canvas, self.box, face, 5)
        inside = self.box.inflate(-8, -8)
        size = max(5, round(canvas.px(inside.width)))
        canvas.put_middle(tile(self._kind, self._sign, size), *inside.center)


class _Tiles(Container):
    """Buttons from the left, which are made smaller where they do not fit."""

    def lay(self, box: Box) -> None:
        self.box = box
        count = len(self.widgets)
        side = min(self.style.typeface.grown(_SIDE), box.width / count - _APART, box.height)
        for place, button in enumerate(self.widgets):
            button.lay(Box(box.left + place * (side + _APART), box.centery - side / 2, side, side))


def palette(style: Style, desk: Desk, on_take: Callable[[int], None], on_piece: Callable[[str], None]) -> Row:
    """Return a button for each tile that can be painted, and a list of pieces that can be pinned.

    Walls that follow from floor have no button.
    """
    kind, chosen, line = desk.level.kind, -1 if desk.piece is not None else desk.pencil, style.texts.line
    tiles = [number for number in range(len(SIGNS[kind])) if not (kind == "dungeon" and number == 1)]

    def button(number: int) -> TileButton:
        return TileButton(style, kind, number, number == chosen, lambda: on_take(number))

    shown = [Of(_Tiles(style, None, map(button, tiles)), grow=1)]
    if desk.bench.pieces and desk.own is None:
        names = {"": line("workshop.pin.none")} | {name: name for name in desk.bench.pieces}
        options = [Option(name, label) for name, label in names.items()]
        hint = line("workshop.pin.help")
        pieces = DropDown(style, options, desk.piece or "", on_change=on_piece, tooltip=hint)
        shown.append(Of(pieces, wide=min(pieces.natural_width(), _MOST_PIECES)))
    return Row(*shown, gap=10, high=words_high(style.typeface))
