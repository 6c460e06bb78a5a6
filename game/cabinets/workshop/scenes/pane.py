"""The level as a part of the page: pointed at, dragged, zoomed; below it what stands on a square, and the layers."""

from __future__ import annotations

from collections.abc import Callable

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent, PointerMoved, PointerPressed, PointerReleased, Wheel
from game.engine.text.fitting import fitted
from game.engine.widgets import Button, Container, Kind, Style, Widget
from game.kit.levels.shown import LAYERS, Layer
from game.kit.levels.view import LevelView

_ICONS: dict[Layer, str] = {
    "things": "key",
    "zones": "palette",
    "graph": "hexagon",
    "labels": "type",
    "reach": "signal",
}


class LevelPane(Widget):
    """A LevelView among the widgets."""

    corner = 8.0

    def __init__(self, style: Style, view: LevelView, box: Box) -> None:
        super().__init__(style, box)
        self.view = view
        view.place(box)

    def handle(self, event: InputEvent) -> bool:
        match event:
            case PointerPressed():
                self.pressed = True
                self.view.handle(event)
                return True
            case PointerReleased():
                self.pressed = False
                self.view.handle(event)
                return True
            case PointerMoved() | Wheel():
                self.view.handle(event)
                return True
            case _:
                return False

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.view.update(seconds)
        if not self.hovered and not self.pressed:
            self.view.pointed = None

    def draw(self, canvas: Canvas) -> None:
        self.view.draw(canvas)


class Ruler(Container):
    """The square under the pointer in words, and a button a layer."""

    def __init__(self, style: Style, view: LevelView, on_layer: Callable[[Layer], None]) -> None:
        self.view = view
        self._on_layer = on_layer
        buttons: list[Widget] = [self._button(style, layer) for layer in LAYERS]
        super().__init__(style, None, buttons)

    def _button(self, style: Style, layer: Layer) -> Button:
        kind = Kind.PRIMARY if layer in self.view.layers else Kind.GLASS
        hint = style.texts.line(f"workshop.layer.{layer}")
        return Button(
            style, icon=_ICONS[layer], kind=kind, size=10, on_press=lambda: self._on_layer(layer), tooltip=hint
        )

    def lay_out(self, box: Box) -> None:
        self.box = box
        side = box.height
        x = box.right - len(self.widgets) * (side + 4) + 4
        for widget in self.widgets:
            widget.box = Box(x, box.top, side, side)
            x += side + 4

    def draw(self, canvas: Canvas) -> None:
        room = self.widgets[0].box.left - self.box.left - theme.GAP
        typeface = self.style.typeface
        words = fitted(typeface, self.words(), room, theme.CAPTION)
        typeface.line(canvas, words, self.box.left + 2, self.box.centery, theme.CAPTION, shadow=1)
        super().draw(canvas)

    def words(self) -> str:
        """Where the pointer is and what is there; else how large the level is."""
        shown, line = self.view.shown, self.style.texts.line
        if self.view.pointed is None:
            return line("workshop.ruler.size", width=shown.width, height=shown.height, size=self.view.size_px)
        x, y = self.view.pointed
        found = [line(f"workshop.tile.{shown.kind}.{tile_word(shown.kind, shown.sign(x, y))}")]
        if thing := shown.thing_at(x, y):
            found.append(line(f"workshop.thing.{thing.kind}"))
        if zone := shown.zone(x, y):
            found.append(line("workshop.ruler.zone", zone=shown.labels.get(zone, str(zone))))
        return line("workshop.ruler.square", x=x, y=y, what=" · ".join(found))


_DUNGEON_WORDS = {
    " ": "rock",
    "#": "wall",
    ".": "floor",
    ",": "corridor",
    "+": "door",
    "%": "rubble",
    ";": "spikes",
    **dict.fromkeys("<>^v", "gate"),
    **dict.fromkeys("ABCDEFGH", "locked"),
}
_PLATFORM_WORDS = {
    ".": "air",
    "#": "ground",
    "B": "block",
    "?": "coins",
    "=": "oneway",
    "^": "spikes",
    "H": "ladder",
    "S": "spring",
    "T": "pipe",
}


def tile_word(kind: str, sign: str) -> str:
    """The name of a kind of square in the texts."""
    return (_DUNGEON_WORDS if kind == "dungeon" else _PLATFORM_WORDS)[sign]
