"""The palette of tiles to paint with; pressing a tile takes it up."""

from __future__ import annotations

from collections.abc import Callable

from game.cabinets.workshop.scenes.desk import Desk
from game.cabinets.workshop.scenes.pane import tile_word
from game.core.forge.model.level import SIGNS, Kind
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.widgets import Option, Style, Widget, draw_face
from game.engine.widgets.choice import DropDown
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.button import Pressable
from game.kit.levels.tiles import tile

_SIDE = 30.0


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


def palette(
    style: Style,
    box: Box,
    desk: Desk,
    on_take: Callable[[int], None],
    on_piece: Callable[[str], None],
) -> list[Widget]:
    """Return a button for each tile that can be painted, from the left, and a list of pieces that can be pinned.

    Walls that follow from floor have no button.
    """
    kind, chosen = desk.level.kind, -1 if desk.piece is not None else desk.pencil
    made: list[Widget] = []
    high = min(box.height, style.typeface.grown(theme.CONTROL_HEIGHT))
    box = Box(box.left, box.centery - high / 2, box.width, high)
    if desk.bench.pieces and desk.own is None:
        names = {"": style.texts.line("workshop.pin.none")} | {name: name for name in desk.bench.pieces}
        options = [Option(name, label) for name, label in names.items()]
        pieces = DropDown(
            style, options, desk.piece or "", on_change=on_piece, tooltip=style.texts.line("workshop.pin.help")
        )
        wide = min(pieces.natural_width(), box.width * 0.4)
        pieces.box = Box(box.right - wide, box.top, wide, box.height)
        box = Box(box.left, box.top, box.width - wide - 10, box.height)
        made.append(pieces)
    tiles = [number for number in range(len(SIGNS[kind])) if not (kind == "dungeon" and number == 1)]
    side = min(style.typeface.grown(_SIDE), (box.width - 3 * len(tiles)) / len(tiles), box.height)
    for place, number in enumerate(tiles):

        def take(number: int = number) -> None:
            on_take(number)

        button = TileButton(style, kind, number, number == chosen, take)
        button.box = Box(box.left + place * (side + 3), box.centery - side / 2, side, side)
        made.append(button)
    return made
