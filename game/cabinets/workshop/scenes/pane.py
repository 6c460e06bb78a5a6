"""The level as a part of the scene: pointed at, panned, zoomed; below it a line on the pointed square, and layers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from game.cabinets.workshop.scenes.beats import draw_beats, draw_verbs, width_of_verbs
from game.cabinets.workshop.scenes.desk import Desk
from game.cabinets.workshop.scenes.graph_picture import draw_growing
from game.cabinets.workshop.scenes.layout import GAP
from game.cabinets.workshop.scenes.line_over import LineOver
from game.cabinets.workshop.stage.beyond import beyond
from game.cabinets.workshop.stage.growing import Growing, growing_at
from game.cabinets.workshop.stage.level_view import LevelView
from game.cabinets.workshop.stage.shown import Layer, Square
from game.core.forge.methods.caves import CAVES
from game.core.forge.model.level import Level, Value
from game.core.forge.physics.numbers import TICKS_A_SECOND
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import rgb
from game.engine.input import InputEvent, PointerMoved, PointerPressed, PointerReleased, Wheel
from game.engine.stillness import MOVES
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Button, Clip, Kind, Style, Widget, draw_face
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.layout import REST, row
from game.engine.widgets.parts.tree import Fill, Laid, Of, Row

_ICONS: dict[Layer, str] = {
    "things": "key",
    "zones": "palette",
    "clusters": "shapes",
    "graph": "hexagon",
    "labels": "type",
    "reach": "signal",
    "way": "footprints",
}
_STRIP, _RULER = 22.0, 24.0
LARGE_PX = 14
"""Screen pixels per square from which a neighbourhood is shown even if no square is pointed at."""
_WINDOW = "#F3E3C3"


def neighbourhood(values: Mapping[str, Value], square: Square | None) -> tuple[Box, ...]:
    """Return boxes of the squares on which an automaton decides whether a square is rock: a square, or a diamond in
    rows.

    >>> [tuple(box) for box in neighbourhood({"M": 1, "hood": "neumann"}, (5, 5))]
    [(5.0, 4.0, 1.0, 1.0), (4.0, 5.0, 3.0, 1.0), (5.0, 6.0, 1.0, 1.0)]
    """
    if square is None:
        return ()
    (x, y), reach = square, int(values["M"])
    if values["hood"] == "moore":
        return (Box(x - reach, y - reach, 2 * reach + 1, 2 * reach + 1),)
    rows = [(dy, reach - abs(dy)) for dy in range(-reach, reach + 1)]
    return tuple(Box(x - wide, y + dy, 2 * wide + 1, 1) for dy, wide in rows)


def stroke(first: Square, last: Square) -> list[Square]:
    """Return the squares on the way of a pointer from one square to another, each beside the one before.

    >>> stroke((2, 1), (5, 0))
    [(2, 1), (3, 1), (4, 0), (5, 0)]
    """
    across, down = last[0] - first[0], last[1] - first[1]
    count = max(abs(across), abs(down), 1)
    return [
        (first[0] + (2 * step * across + count) // (2 * count), first[1] + (2 * step * down + count) // (2 * count))
        for step in range(count + 1)
    ]


class LevelPane(Widget):
    """The level of a desk. Below a long one it shows a small map of the whole, and its rhythm if it has one."""

    corner = 8.0

    def __init__(
        self, style: Style, desk: Desk, on_take: Callable[[], None] | None = None, lines: LineOver | None = None
    ) -> None:
        """Show a desk's level; `on_take` is called when it is pressed, to choose between two desks. `lines` draws the
        method's line over it.
        """
        super().__init__(style)
        self.lines = lines
        self.desk = desk
        self.view = desk.view
        self._on_take = on_take
        self.overview = LevelView(Box(0, 0, 1, 1), style.typeface, framed=False)
        self.overview.layers = {"things"}
        self._ran = 0.0
        self._grasped = False
        self._painting = 0
        """The pointer's button that paints, while it is held; else 0."""
        self._last: Square | None = None
        """Where the pointer that paints was last; None for outside the level."""
        self.tree_box: Box | None = None
        self.lit: int | None = None
        """The node of the tree that is pointed at; None for none."""
        self._beats: list[tuple[int, int, int]] = []
        self._stood = (-1, -1)
        self._level: Level | None = None
        """The level whose neighbouring caves can be panned to."""
        self._graph: Growing | None = None
        self.strip = self.box

    def lay(self, box: Box) -> None:
        self.box = box
        self._place()

    @property
    def _long(self) -> bool:
        """Whether a platform level is too long to be shown whole at a readable size."""
        shown = self.view.shown
        return shown.kind == "platform" and self.box.width / shown.width < 10

    def _place(self) -> None:
        box, shown = self.box, self.view.shown
        drawn = self.lines is not None and self.lines.visible  # the map stays where it is while beats come and go
        strip = self.style.typeface.grown(_STRIP) if self._beats or drawn else 0.0
        small = shown.height * box.width / shown.width + 12 if self._long else 0.0
        self.strip = Box(box.left, box.bottom - strip, box.width, strip)
        self.overview.place(Box(box.left, self.strip.top - small - 4, box.width, small))
        rest = Box(box.left, box.top, box.width, box.height - strip - (small + 8 if small else 0))
        self.tree_box = None
        if self.desk.shown_tree is not None:
            rest, self.tree_box = row(rest, [REST, REST], GAP)
        self.view.place(rest)

    def handle(self, event: InputEvent) -> bool:
        if self.desk.pencil is not None and self._paint(event):
            return True
        if self.lines is not None and self.lines.handle(event, self._maps()):
            return True
        match event:
            case PointerPressed(x, y):
                if self._on_take is not None:
                    self._on_take()
                self.pressed = True
                self._grasped = self._long and self.overview.box.collidepoint(x, y)
                if self._grasped:
                    self._look_at(x)
                else:
                    self.view.handle(event)
                return True
            case PointerReleased():
                self.pressed = self._grasped = False
                self.view.handle(event)
                return True
            case PointerMoved(x, _) if self._grasped:
                self._look_at(x)
                return True
            case PointerMoved(x, y):
                self.view.handle(event)
                self._light(x, y)
                return True
            case Wheel():
                self.view.handle(event)
                return True
            case _:
                return False

    def _maps(self) -> tuple[LevelView, ...]:
        """Return the maps of the level, the small one first if there is one."""
        return (self.overview, self.view) if self._long else (self.view,)

    def _paint(self, event: InputEvent) -> bool:
        """Paint with the held tile or piece, or remove by the right button. Return whether the event was used."""
        match event:
            case PointerPressed(x, y, 1 | 3 as button):
                self._painting = button
            case PointerMoved(x, y) if self._painting:
                pass
            case PointerReleased() if self._painting:
                self._painting = 0
                return True
            case _:
                return False
        square = self.view.square_at(x, y)
        if square is not None and self.desk.piece is not None:
            if isinstance(event, PointerPressed):
                (self.desk.pin if self._painting == 1 else self.desk.unpin)(*square)
            self.view.pointed = square
        elif square is not None:
            before = self._last if self._last is not None and not isinstance(event, PointerPressed) else square
            self.desk.paint(stroke(before, square), (self.desk.pencil or 0) if self._painting == 1 else 0)
            self.view.pointed = square
        self._last = square
        return square is not None

    def _look_at(self, x: float) -> None:
        """Show the part of the level that a column of the small map stands for."""
        camera, box = self.view.camera, self.overview.box
        camera.middle, camera.taken = ((x - box.left) / box.width * self.view.shown.width, camera.middle[1]), True

    @property
    def still_for(self) -> float:
        return MOVES

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.view.update(seconds)
        if not self.hovered and not self.pressed:
            self.view.pointed = None
            if self._counts and self.view.size_px >= LARGE_PX:
                middle = self.view.shown.width // 2, self.view.shown.height // 2
                self.view.marked = (*neighbourhood(self.desk.bench.values, middle), Box(*middle, 1, 1))
        stood = (id(self.desk.steps), self.desk.player.step)
        if stood != self._stood:
            self._stood = stood
            steps, step = self.desk.steps, self.desk.player.step
            self._beats = steps.beats(step)
            self._graph = growing_at(steps.steps, step) if steps.has_graph and step < len(steps) else None
            self.overview.show(self.view.shown, glow=False)
        if self._level is not self.desk.level:
            self._level = self.desk.level
            self.view.go_on(None if self.desk.by_hand else beyond(self.desk.level))
        self._run(seconds)
        self._place()

    def _light(self, x: float, y: float) -> None:
        """Light the node of a tree that is pointed at and its quadrant, or preview the pin of the held piece."""
        tree = self.desk.shown_tree
        self.lit = None
        if self.desk.piece is not None:
            square = self.view.pointed
            pin = self.desk.bench.pin_at(self.desk.piece, *square) if square else None
            self.view.marked = (Box(pin.x, pin.y, *self.desk.bench.pieces[pin.piece]),) if pin else ()
            return
        if self._counts:
            self.view.marked = neighbourhood(self.desk.bench.values, self.view.pointed)
        if tree is not None and self.tree_box is not None:
            pointed = self.view.pointed
            self.lit = tree.holding(*pointed) if pointed else tree.at(self.tree_box, x, y)
            node = tree.nodes[self.lit] if self.lit is not None else None
            self.view.marked = (Box(node.x, node.y, node.width, node.height),) if node else ()

    @property
    def _counts(self) -> bool:
        """Whether the map shows an automaton's last generation, so that a neighbourhood can be shown."""
        player, desk = self.desk.player, self.desk
        return player.step >= player.count and desk.bench.method is CAVES and not desk.by_hand

    def _run(self, seconds: float) -> None:
        """Move the runner along the proof's way, repeatedly; a sound marks each beat that it passes."""
        way = self.view.shown.way if "way" in self.view.layers else ()
        self._ran = (self._ran + seconds) % (len(way) / TICKS_A_SECOND + 1) if way else 0.0
        before = self.view.runner
        self.view.runner = way[min(len(way) - 1, int(self._ran * TICKS_A_SECOND))] if way else None
        if before and self.view.runner and any(before[0] < x <= self.view.runner[0] for x, _, _ in self._beats):
            self.style.play_sound(Sound.STEP)
        self.overview.runner = self.view.runner

    def draw(self, canvas: Canvas) -> None:
        if self._graph is not None:
            with Clip(canvas, self.box):
                draw_growing(canvas, self.style.typeface, self.style.texts, self.box, self._graph)
            return
        self.view.draw(canvas)
        if self.tree_box is not None and self.desk.shown_tree is not None:
            self.desk.shown_tree.draw(canvas, self.style.typeface, self.tree_box.inflate(-16, -24), self.lit)
        if self._long:
            self.overview.draw(canvas)
            self._draw_window(canvas)
        if self.lines is not None:
            self.lines.draw(canvas, self._maps())
        if self._beats:
            columns = self.view.shown.width
            draw_beats(canvas, self.style.typeface, self.style.texts, self._strip_box(), self._beats, columns)
        if words := self.failed_words():
            self._say_failed(canvas, words)

    def failed_words(self) -> str:
        """Return the sentence on which level is shown because the requested one could not be made; else ""."""
        asked, shown = self.desk.failed, self.desk.level.recipe.number
        if not asked:
            return ""
        key = "workshop.failed.number" if shown != asked else "workshop.failed.values"
        return self.style.texts.line(key, asked=asked, shown=shown)

    def _say_failed(self, canvas: Canvas, words: str) -> None:
        typeface = self.style.typeface
        room = self.box.width - 40
        wide = min(room, typeface.measure(words, theme.BODY, Weight.SEMIBOLD))
        high = typeface.leading(theme.BODY) + 8
        strip = Box(self.box.left + (self.box.width - wide) / 2 - 12, self.box.top + 10, wide + 24, high)
        draw_face(canvas, strip, faces.FIELD_OFF, 8)
        told = fitted(typeface, words, room, theme.BODY)
        typeface.line(canvas, told, *strip.center, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT, "middle")

    def _strip_box(self) -> Box:
        """Return the box of the rhythm's strip, exactly as wide as the map above it."""
        view = self.overview if self._long else self.view
        left, _ = view.camera.outside(0, 0)
        right, _ = view.camera.outside(self.view.shown.width, 0)
        return Box(left, self.strip.top, right - left, self.strip.height)

    def _draw_window(self, canvas: Canvas) -> None:
        """Draw on the small map the frame of the part shown above."""
        seen, small = self.view.seen(), self.overview
        left, top = small.camera.outside(max(0.0, seen.left), max(0.0, seen.top))
        right, bottom = small.camera.outside(
            min(self.view.shown.width, seen.right), min(self.view.shown.height, seen.bottom)
        )
        area = canvas.pixels(Box(left, top, right - left, bottom - top))
        pygame.draw.rect(canvas.surface, rgb(_WINDOW), area, 1)


class Ruler(Laid):
    """A line with the square under the pointer in words, and a button for each layer."""

    def __init__(
        self,
        style: Style,
        desk: Desk,
        on_layer: Callable[[Layer], None],
        on_pencil: Callable[[], None],
        link: tuple[bool, Callable[[], None]] | None = None,
    ) -> None:
        """Make the ruler. `link`, for two compared levels: whether they are linked, and a function to change it."""
        self.view = desk.view
        self._desk = desk
        self._on_layer = on_layer
        line, kind = style.texts.line, Kind.GLASS if desk.pencil is None else Kind.PRIMARY
        pencil = Button(style, icon="pencil", kind=kind, size=10, on_press=on_pencil, tooltip=line("workshop.pencil"))
        buttons: list[Widget] = [pencil, *(self._button(style, layer) for layer in self.view.shown.layers())]
        if link is not None:
            linked, on_link = link
            kind, hint = (
                Kind.PRIMARY if linked else Kind.GLASS,
                line("workshop.link.on" if linked else "workshop.link.off"),
            )
            buttons.insert(0, Button(style, icon="link", kind=kind, size=10, on_press=on_link, tooltip=hint))
        side = style.typeface.grown(_RULER)
        super().__init__(style, Row(Fill(), *(Of(button, wide=side, high=side) for button in buttons), gap=4))

    def _button(self, style: Style, layer: Layer) -> Button:
        kind = Kind.PRIMARY if layer in self.view.layers else Kind.GLASS
        hint = style.texts.line(f"workshop.layer.{layer}")
        return Button(
            style, icon=_ICONS[layer], kind=kind, size=10, on_press=lambda: self._on_layer(layer), tooltip=hint
        )

    def draw(self, canvas: Canvas) -> None:
        room = self.widgets[0].box.left - self.box.left - theme.GAP
        typeface = self.style.typeface
        words = fitted(typeface, self.words(), room, theme.CAPTION)
        has_verbs = self.view.pointed is None and bool(self._desk.steps.beats(self._desk.player.step))
        left = self.box.left + 2
        if has_verbs and typeface.measure(words, theme.CAPTION) + 14 + self._verbs_width > room:
            words = ""  # the size is shown in the top bar too
        elif words:
            typeface.line(canvas, words, left, self.box.centery, theme.CAPTION, shadow=1)
        if has_verbs:
            left += 14 + typeface.measure(words, theme.CAPTION) if words else 0
            draw_verbs(
                canvas,
                typeface,
                self.style.texts,
                Box(left, self.box.top, self.box.left + room - left, self.box.height),
            )
        super().draw(canvas)

    @property
    def _verbs_width(self) -> float:
        return width_of_verbs(self.style.typeface, self.style.texts)

    def words(self) -> str:
        """Return the sentence about the square under the pointer, or else about the level's size."""
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
    """Return the last part of the text key that names a square's character."""
    return (_DUNGEON_WORDS if kind == "dungeon" else _PLATFORM_WORDS)[sign]
