"""Drawing of the island, the tile in hand and possible builds, with the seats' panels and the side card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from game.cabinets.volcano.ground import EXPAND, HUT
from game.cabinets.volcano.island import covered, island_of
from game.cabinets.volcano.stage import faces, hints, seats
from game.cabinets.volcano.stage.picture import SIZE, IslandPainter, Picture, top_of
from game.cabinets.volcano.stage.relief import slab
from game.cabinets.volcano.stage.relief.choice import DONE, Key, RingChoice
from game.cabinets.volcano.stage.relief.stage import ReliefStage, hex_of
from game.cabinets.volcano.stage.relief.turning import Turned
from game.cabinets.volcano.state import (
    HOUSES,
    Action,
    Done,
    Expand,
    Hexagon,
    House,
    Place,
    View,
    kind_of,
)
from game.cabinets.volcano.tiles import KINDS, TILES
from game.core.rules import Event, Seat
from game.core.space import Hex
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, OUTLINE, PAPER, ROSE
from game.engine.ornament import brass_frame
from game.engine.sprites import faded
from game.engine.stage import READABLE_FROM, HasSideCard, Remembers, Surroundings
from game.engine.stage.advice import ShowsAdvice
from game.engine.text import Weight
from game.engine.vector import drawing
from game.engine.widgets.parts.faces import Clip
from game.kit import marks
from game.kit.advice import draw_path
from game.kit.drawing.sheet import draw_sheet
from game.kit.panel.forms import Panel

_HAND: Final = Box(500, 500, 108, 108)


def _cells_of(event: Event) -> Sequence[Hex]:
    """Return the hexagons on which an event laid or built something."""
    if event.kind in ("placed", "erupted"):
        return covered(event.data["q"], event.data["r"], event.data["way"])
    if event.kind == "expanded":
        return [(q, r) for q, r in event.data["cells"]]
    return [(event.data["q"], event.data["r"])] if event.kind in HOUSES else ()


class IslandStage(ReliefStage[View, Action, Picture], HasSideCard, Remembers, ShowsAdvice[Action]):
    """Draws the island through a camera, with panels and side card."""

    upright = True
    side_title = "volcano.stage.tiles_left"
    side_icon = "layout-grid"

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self.way = 1
        """The way of the tile in hand, or of the tile being tried out while others think."""
        self._painter = IslandPainter(surroundings.looks)
        self.trials = 0
        """Index of the kind of tile that a person tries out while others think."""
        self._happened: Sequence[Hex] = ()

    def point_out(self, events: Sequence[Event]) -> None:
        self._happened = [cell for event in events for cell in _cells_of(event)]

    def draw(self, canvas: Canvas) -> None:
        canvas.put(drawing("volcano-sea", canvas.px(624), canvas.px(624), 1), 0, 0)
        if self.picture is None or self.view is None:
            return
        readable = canvas.scale >= READABLE_FROM
        with Clip(canvas, self.camera.window.inflate(-6, -6)):
            board = self.camera.canvas(canvas, self.picture.shaken)
            self._painter.draw_island(board, self.picture, self._veiled() if readable else frozenset())
            if self.picture.falling:
                self._draw_tops(board, *self.picture.falling)
            choice = self.choice if readable and not self.busy else None
            if isinstance(choice, Turned):
                self._draw_tile_choice(board, choice)
            elif isinstance(choice, RingChoice):
                self._draw_build_choice(board, choice)
            elif readable and self.asked is None and not self.busy:
                self._draw_trial(board)
            if readable and not self.busy:
                self._draw_advice(board)
                for cell in self._happened:
                    if cell in self.picture.layout.spots:
                        marks.frame(board, self.picture.layout.spots[cell], PAPER, 0.2)
            if readable:
                self.draw_numbers(board, self.picture.layout, self.picture.hexes)
                self._draw_crowds(board, self.picture)
        frame = brass_frame(canvas.px(624), canvas.px(624), canvas.px(6), canvas.px(14))
        canvas.put(frame, 0, 0)
        if isinstance(choice, RingChoice):
            self._draw_buttons(canvas, choice)
        if readable:
            self._draw_hand(canvas)
            self._draw_hint(canvas)

    def _draw_crowds(self, board: Canvas, picture: Picture) -> None:
        """Write the number of huts on hexagons that hold more huts than are drawn."""
        for cell, house in picture.houses.items():
            level = picture.hexes[cell].level
            if house.kind == HUT and level > faces.MOST_HUTS and not self.numbers:
                x, y = picture.layout.middle(cell)
                size = 16 / self.camera.zoom
                marks.chip(board, self.surroundings.typeface, str(level), x + SIZE * 0.5, y - SIZE * 0.35, size=size)

    def _pointed_at(self) -> Hex | None:
        """Return the hexagon under the pointer or in focus; None while something moves."""
        cell = None if self.busy or self.picture is None else self.pointed_at(self.picture.layout)
        return cell if self.picture and cell in self.picture.hexes else None

    def _veiled(self) -> frozenset[Hex]:
        """Return hexagons whose buildings would hide the one that is pointed at, and are drawn translucent."""
        cell = self._pointed_at()
        return frozenset() if cell is None or self.picture is None else frozenset(self.picture.layout.in_front(cell))

    def _draw_tops(
        self, board: Canvas, tops: Sequence[Hexagon], lift: float, *, red: bool = False, opacity: float = 1.0
    ) -> None:
        """Draw a falling tile or a ghost, `lift` levels above its own height."""
        assert self.picture is not None
        above = {(top.q, top.r): top_of(top, self.sixths) for top in tops}
        self._painter.draw_above(board, self.picture.layout, self.picture.tops, above, lift, red=red, opacity=opacity)

    def _draw_tile_choice(self, board: Canvas, choice: Turned[Key, Action]) -> None:
        assert self.view is not None and self.picture is not None
        layout = self.picture.layout
        for key in choice.targets:
            if isinstance(key, tuple) and key != choice.focus:
                spot = layout.spots[hex_of(key)]
                if hex_of(key) in self.picture.hexes:
                    marks.frame(board, spot, LANTERN, 0.0, 0.62)
                else:
                    marks.target(board, spot, "#CFEFF5")
        if isinstance(choice.focus, tuple):
            self._draw_ghost(board, choice, hex_of(choice.focus))

    def _draw_ghost(self, board: Canvas, choice: Turned[Key, Action], cell: Hex) -> None:
        assert self.view is not None and self.picture is not None
        self._draw_tile(board, cell, self.view.hand, choice.turn, 0.92)
        ways = [way for way, variant in enumerate(choice.variants) if (cell,) in variant]
        level = self.picture.hexes[cell].level if cell in self.picture.hexes else 0
        self.draw_ways(board, self.picture.layout.point(cell, level + 1), SIZE, ways, choice.turn)

    def _draw_trial(self, board: Canvas) -> None:
        """Draw a tile at the pointer while others think, for trying out; nothing is sent."""
        assert self.view is not None and self.picture is not None
        cell, kinds = self.pointed_at(self.picture.layout), hints.kinds_to_try(self.view)
        if cell is not None and kinds:
            self._draw_tile(board, cell, kinds[self.trials % len(kinds)], self.way, 0.6)

    def _draw_tile(self, board: Canvas, cell: Hex, kind: int, way: int, opacity: float) -> None:
        """Draw a tile as it would lie; if that is illegal, in red, with frames around the hexagons that forbid it."""
        assert self.view is not None and self.picture is not None
        causes = hints.causes(island_of(self.view), Place(*cell, way))
        tops = self._ghost_tops(cell, kind, way)
        self._draw_tops(board, tops, 0.0, red=bool(causes), opacity=opacity)
        for cause in causes:
            if cause in self.picture.layout.spots:
                marks.frame(board, self.picture.layout.spots[cause], ROSE, 0.25)

    def _draw_build_choice(self, board: Canvas, choice: RingChoice[Action]) -> None:
        assert self.view is not None and self.picture is not None and self.asked is not None
        look, island = self.surroundings.looks[self.asked], island_of(self.view)
        layout, aimed = self.picture.layout, choice.aimed
        lit = set(choice.cells.get(aimed, ())) if aimed is not None else set()
        for cell, actions in choice.fits.items():
            if cell in lit:
                continue
            x, y = layout.middle(cell)
            marks.button(board, x, y, SIZE * 1.06, "", lit=False)
            size = board.px(SIZE * (0.84 if len(actions) == 1 else 0.52))
            for number, action in enumerate(actions[:3]):
                drawn = faces.sign(look, kind_of(action), self.asked, size)
                aside = (number - (min(3, len(actions)) - 1) / 2) * SIZE * (0.44 if len(actions) == 2 else 0.3)
                board.put_middle(drawn, x + aside, y)
        for cell in sorted(lit, key=layout.order.index):
            marks.frame(board, layout.spots[cell], LANTERN, 0.2)
            assert aimed is not None
            level = self.picture.hexes[cell].level if isinstance(aimed, Expand) else 1
            house = House(*cell, self.asked, kind_of(aimed) % EXPAND)
            ghost = self._painter.house(house, level, board.px(SIZE))
            marks.ghost(board, ghost, *layout.middle(cell), 0.85)
        focus = choice.focus
        if isinstance(focus, tuple) and hex_of(focus) in layout.spots and not lit:
            spot = layout.spots[hex_of(focus)]
            if focus in choice.targets or focus in choice.chosen:
                marks.focus(board, spot)
            else:
                for cell in [hex_of(focus), *hints.causes_of_build(island, hex_of(focus), self.asked, self.reason)]:
                    marks.frame(board, layout.spots[cell], ROSE, 0.16)

    def _draw_advice(self, board: Canvas) -> None:
        """Draw advised actions as translucent tiles and buildings."""
        assert self.view is not None and self.picture is not None
        for advice in self.advice:
            action = advice.action
            if isinstance(action, Done) or (action.q, action.r) not in self.picture.layout.spots:
                continue
            if isinstance(action, Place):
                tops = self._ghost_tops((action.q, action.r), self.view.hand, action.way)
                self._draw_tops(board, tops, 0.0, opacity=0.3 + 0.4 * advice.share)
            draw_path(board, self.surroundings.typeface, advice, self.picture.layout, ((action.q, action.r),), None)
            if not isinstance(action, Place):
                look = self.surroundings.looks[advice.seat]
                sign = faces.sign(look, kind_of(action), advice.seat, board.px(SIZE))
                board.put_middle(faded(sign, 0.7), *self.picture.layout.middle((action.q, action.r)))

    def _ghost_tops(self, cell: Hex, kind: int, way: int) -> list[Hexagon]:
        """Return the hexagons of a tile as it would lie there."""
        assert self.picture is not None
        level = (self.picture.hexes[cell].level if cell in self.picture.hexes else 0) + 1
        fields = 0, KINDS[kind].right, KINDS[kind].left
        places = zip(covered(*cell, way), fields, strict=True)
        return [Hexagon(*each, level, field, way, TILES) for each, field in places]

    def _draw_buttons(self, canvas: Canvas, choice: RingChoice[Action]) -> None:
        assert self.asked is not None
        look, typeface = self.surroundings.looks[self.asked], self.surroundings.typeface
        for key, (x, y) in choice.buttons().items():
            lit = key == choice.focus
            if key == DONE:
                marks.button(canvas, x, y, 48, "check", lit=lit)
                text = self.surroundings.texts.line("volcano.stage.done")
                typeface.line(
                    canvas, text, x, y + 32, theme.CAPTION, Weight.BOLD, PAPER, "middle", outline=3, edge=OUTLINE
                )
            elif isinstance(key, tuple) and len(key) == 3:
                action = choice.fits[key[0], key[1]][key[2]]
                marks.button(canvas, x, y, 44, "", lit=lit)
                canvas.put_middle(faces.sign(look, kind_of(action), self.asked, canvas.px(30)), x, y)
                if choice.by_keys:
                    marks.pill(canvas, typeface, str(key[2] + 1), x + 18, y - 18)

    def has_in_hand(self, x: float, y: float) -> bool:
        """Return whether the tile in hand lies at a point: a press there turns it."""
        return self.view is not None and self.view.hand >= 0 and bool(_HAND.collidepoint(x, y))

    def _draw_hand(self, canvas: Canvas) -> None:
        """Draw the tile in hand, large at the lower right, turned as it would lie."""
        if self.view is not None and self.view.hand >= 0:
            draw_sheet(canvas, _HAND)
            drawn = faces.tile(self.view.hand, canvas.px(_HAND.width * 0.8), (self.way + self.sixths) % 6)
            canvas.put_middle(drawn, *_HAND.center)

    def _draw_hint(self, canvas: Canvas) -> None:
        """Write in a line at the foot what is pointed at, and what choosing it would do."""
        assert self.view is not None
        line, cell, texts = "", self._pointed_at(), self.surroundings.texts
        if self.asked is not None and not self.busy:
            if isinstance(self.choice, Turned):
                line = hints.of_place(texts, self.view, self.asked, self.choice)
            elif isinstance(self.choice, RingChoice):
                line = hints.of_build(texts, self.view, self.asked, self.choice)
        if cell is not None and not (line and isinstance(self.choice, Turned)):
            line = " · ".join(filter(None, (hints.of_hexagon(texts, self.view, cell), line)))
        if line:
            marks.plate(canvas, self.surroundings.typeface, line, 16, 608, 472, theme.CAPTION)

    def panel(self, view: View, seat: Seat) -> Panel:
        return seats.panel_of(self.surroundings, view, seat)

    def draw_side(self, canvas: Canvas, box: Box) -> None:
        if self.shown is not None:
            seats.draw_side(canvas, self.surroundings, self.shown, self.remembered, box)

    def warm(self, canvas: Canvas) -> Iterator[None]:
        drawing("volcano-sea", canvas.px(624), canvas.px(624), 1)
        yield
        size_px = max(3, canvas.px(SIZE * self.camera.zoom))
        for field in range(6):
            slab.on_top(faces.face(field), size_px)
            yield
