"""The picture of Volcano Isle: an island on levels, the tile in hand, and what may be built."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

import pygame

from game.cabinets.volcano.island import covered, island_of
from game.cabinets.volcano.stage import faces, hints
from game.cabinets.volcano.stage.choice import DONE, BuildChoice, Key, tile_choice
from game.cabinets.volcano.stage.picture import SIZE, IslandPainter, Picture, hexagon, layout_of
from game.cabinets.volcano.state import HOUSES, Action, Expand, Hexagon, House, Hut, Place, View
from game.cabinets.volcano.tiles import KINDS, TILES
from game.core.rules import Event, Seat
from game.core.space import Hex, Hexes
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, OUTLINE, PAPER, ROSE, WHITE
from game.engine.input import Command, InputEvent, KeyPressed, PointerPressed, PointerReleased
from game.engine.ornament import brass_frame
from game.engine.sprites import clipped, faded, sprite, tinted
from game.engine.stage import READABLE_FROM, HasSideCard, HasTools, MarksTimeline, Surroundings, TakesBack, TakesNext
from game.engine.stage.parts import Tick, Tool
from game.engine.text import Weight
from game.engine.vector import rect, svg
from game.engine.widgets.faces import Clip
from game.kit import marks
from game.kit.camera import GLIDE_SECONDS, Camera
from game.kit.choosing import Chooser, Path
from game.kit.composing import Turned
from game.kit.panel import Figure, draw_figures
from game.kit.relief import slab
from game.kit.stage import PictureStage

ZOOMS = (0.5, 0.63, 0.8, 1.0, 1.25, 1.6, 2.0, 2.5)
_LARGEST = 1.6
"""Small islands are not drawn larger by themselves."""
_HIGH = 3.0
"""How high a tile falls from, in levels."""
_WINDOW = Box(0, 0, 624, 624)


@sprite(kept=4)
def _sea(size_px: int) -> pygame.Surface:
    corner = round(size_px * 14 / 624)
    return clipped(faces.sea(size_px, size_px), svg(rect(0, 0, size_px, size_px, corner, WHITE), size_px, size_px))


class VolcanoStage(PictureStage[View, Action, Picture], TakesNext, TakesBack, HasTools, HasSideCard, MarksTimeline):
    """Shows the island and lets a person lay tiles and build."""

    delays: ClassVar[Mapping[str, int]] = {"tile": 350, "house": 180, "next": 60}
    side_title = "volcano.stage.tiles_left"
    side_icon = "layout-grid"
    ticks: ClassVar[Mapping[str, Tick]] = {
        "temple": Tick.GAIN, "tower": Tick.GAIN, "erupted": Tick.LOSS, "out": Tick.LOSS,
    }  # fmt: skip

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self.camera = Camera(_WINDOW.copy(), Box(-1, -1, 2, 2), ZOOMS)
        self.sixths = 0
        self.numbers = False
        self._way = 1
        self._painter = IslandPainter(surroundings.looks)
        self._warned: Action | None = None

    # Movement

    def still(self, view: View) -> Picture:
        picture = Picture.of(view, self.sixths)
        self._fit(picture, 0.0)
        return picture

    def _fit(self, picture: Picture, seconds: float) -> None:
        """Show the whole island, unless a person looks where they want to."""
        spots = picture.layout.spots
        land = list(picture.hexes) or [(0, 0)]
        xs, ys = [spots[cell].x for cell in land], [spots[cell].y for cell in land]
        self.camera.world = Box(
            min(xs) - SIZE, min(ys) - SIZE, max(xs) - min(xs) + 2 * SIZE, max(ys) - min(ys) + 2 * SIZE
        )
        if not self.camera.taken:
            shown = [cell for cell in picture.layout.levels if min(Hexes.distance(cell, other) for other in land) <= 1]
            self.camera.fit(picture.layout, shown, seconds, _LARGEST)

    def play(self, view: View, events: Sequence[Event]) -> None:
        assert self.picture is not None
        goal = Picture.of(view, self.sixths)
        for event in events:
            match event.kind:
                case "placed" | "erupted":
                    self._play_tile(goal, event)
                case "hut" | "temple" | "tower" | "expanded":
                    cells = event.data.get("cells") or [(event.data["q"], event.data["r"])]
                    self._play_houses(goal, [(cell[0], cell[1]) for cell in cells])
                case "out":
                    self.script.sound(Sound.ELIMINATED)

    def _play_tile(self, goal: Picture, event: Event) -> None:
        data = event.data
        cells = covered(data["q"], data["r"], data["way"])
        tops = [goal.hexes[cell] for cell in sorted(cells, key=goal.layout.order.index)]
        houses = {cell: house for cell, house in goal.houses.items() if self.picture and cell in self.picture.houses}
        self._fit(goal, 0.0 if self.script.reduced else self.script.seconds("tile"))

        def fall(share: float) -> None:
            assert self.picture is not None
            self.picture.falling = (tops, _HIGH * (1 - share) ** 2)

        def land() -> None:
            self.picture = Picture(goal.hexes, houses, goal.layout)

        self.script.move(self.script.seconds("tile"), fall)
        self.script.call(land)
        self.script.sound(Sound.STEP)

    def _play_houses(self, goal: Picture, cells: Sequence[Hex]) -> None:
        pause = min(self.script.seconds("next"), 0.6 / len(cells))

        def grow(cell: Hex, share: float) -> None:
            assert self.picture is not None
            self.picture.houses[cell] = goal.houses[cell]
            self.picture.growing[cell] = share

        seconds = self.script.seconds("house")
        for number, cell in enumerate(cells):
            if number:
                self.script.beside(seconds, partial(grow, cell), delay=number * pause)
            else:
                self.script.then(seconds, partial(grow, cell))
        self.script.sound(Sound.STEP, seconds)
        self.script.rest()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.camera.update(seconds)
        choice = self.choice
        if choice and choice.by_keys and isinstance(choice.focus, tuple) and not self._in_sight(choice.focus[:2]):
            x, y = self._plane.middle(_hex(choice.focus))
            self.camera.glide_to(x, y, 0.0 if self.surroundings.reduced_motion else GLIDE_SECONDS)

    def _in_sight(self, cell: tuple[int, ...]) -> bool:
        return self.camera.sees(*self._plane.middle(_hex(cell)))

    @property
    def _plane(self):  # type: ignore[no-untyped-def]
        assert self.view is not None
        return layout_of(self.view.hexes, self.sixths)

    # Choosing

    def offer(self, view: View, seat: Seat, legal: Sequence[Action] | None) -> Chooser[Key, Action]:
        plane, island = layout_of(view.hexes, self.sixths), island_of(view.tiles, view.houses)
        self._warned = None
        if view.phase == "tile":
            places = [action for action in legal or () if isinstance(action, Place)]
            return tile_choice(plane, self.camera, places, self._why_no_place, self._unlisted_place, self._way)
        return BuildChoice(plane, self.camera, island, seat, legal or (), self._why_no_build, self._unlisted_build)

    def _why_no_place(self, path: Path[Key]) -> str | None:
        assert self.view is not None and isinstance(self.choice, Turned)
        action = self._unlisted_place(path)
        why = island_of(self.view.tiles, self.view.houses).why_no_place(action) if action else None
        return f"volcano.refuse.{why}" if why else None

    def _unlisted_place(self, path: Path[Key]) -> Place | None:
        assert isinstance(self.choice, Turned)
        return Place(*_hex(path[0]), self.choice.turn) if isinstance(path[0], tuple) else None

    def _why_no_build(self, path: Path[Key]) -> str | None:
        """Why nothing can be built there: what is nearest to being possible says it."""
        assert self.view is not None and self.asked is not None
        if not isinstance(path[0], tuple):
            return None
        island, stock = island_of(self.view.tiles, self.view.houses), hints.stock_of(self.view)
        why = hints.why_nothing(island, _hex(path[0]), self.asked, stock, self.view.built)
        return f"volcano.refuse.{why}" if why else None

    def _unlisted_build(self, path: Path[Key]) -> Action | None:
        """A hut, so that the match says why not, where the hexagon is land; else nothing."""
        return None

    def take(self, event: InputEvent) -> Action | None:
        action = super().take(event)
        if isinstance(self.choice, Turned):
            self._way = self.choice.turn
        if isinstance(action, Place) and action != self._warned and not self._can_build(action):
            self._warned = action
            self.refuse("volcano.stage.nothing_to_build")
            return None
        return action

    def _can_build(self, place: Place) -> bool:
        assert self.view is not None and self.asked is not None
        island = island_of(self.view.tiles, self.view.houses)
        if island.why_no_place(place):
            return True
        after = hints.after(self.view, place)
        return bool(island_of(after.tiles, after.houses).build_codes(self.asked, after.stock))

    def handle(self, event: InputEvent) -> Action | None:
        """The left button chooses when it is let go, because it may drag the map."""
        wheel = not (isinstance(self.choice, Turned) and not self.busy)
        match event:
            case PointerPressed(button=1 | 2):
                self.pointer, self.by_keys = (event.x, event.y), False
                self.camera.handle(event)
                return None
            case PointerReleased(x, y, button):
                if self.camera.handle(event) or button != 1:
                    return None
                action = super().handle(PointerPressed(x, y))
                super().handle(event)
                return action
            case KeyPressed("f", modifiers, repeated=False) if not modifiers:
                self._fit_again()
            case KeyPressed(",", repeated=False):
                self._turn_map(-1)
            case _ if self.camera.handle(event, wheel=wheel):
                return None
        return super().handle(event)

    def _fit_again(self) -> None:
        self.camera.taken = False
        if self.picture:
            self._fit(self.picture, 0.0 if self.surroundings.reduced_motion else GLIDE_SECONDS)

    def _turn_map(self, steps: int) -> None:
        self.sixths = (self.sixths + steps) % 6
        self.hurry()
        if self.view is None:
            return
        self._settle()
        if self.choice and self.asked is not None:
            self.choose(self.asked, [*dict.fromkeys(self._listed())])

    def _listed(self) -> Iterator[Action]:
        if isinstance(self.choice, Turned):
            for variant in self.choice.variants:
                yield from variant.values()
        elif self.choice:
            yield from self.choice.paths.values()

    def tools(self) -> Sequence[Tool]:
        return (
            Tool("rotate-cw", "volcano.tool.turn", ".", partial(self._turn_map, 1)),
            Tool("map-pin", "volcano.tool.fit", "f", self._fit_again),
            Tool("hash", "volcano.tool.numbers", "n", self._toggle_numbers, lambda: self.numbers),
        )

    def _toggle_numbers(self) -> None:
        self.numbers = not self.numbers

    def takes_next(self, command: Command) -> bool:
        return self.choice is not None and not self.busy and self.choice.may_cycle(command)

    @property
    def takes_back(self) -> bool:
        return self.choice is not None and bool(self.choice.chosen)

    def instruction(self) -> tuple[str, dict[str, object]] | None:
        if self.asked is None or self.view is None:
            return None
        if self.view.phase == "tile":
            return "volcano.stage.ask.tile", {}
        return f"volcano.stage.ask.{self.view.built or self.view.builds}", {}

    def turn_line(self) -> tuple[str, dict[str, object]] | None:
        if self.view is None or not self.view.turn:
            return None
        return "volcano.stage.turn", {"turn": self.view.turn, "turns": self.view.turns}

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        canvas.put(_sea(canvas.px(624)), 0, 0)
        if self.picture is None or self.view is None:
            return
        readable = canvas.scale >= READABLE_FROM
        with Clip(canvas, self.camera.window.inflate(-6, -6)):
            board = self.camera.canvas(canvas)
            self._painter.draw(board, self.picture)
            if self.picture.falling:
                self._draw_tops(board, *self.picture.falling)
            choice = self.choice if readable and not self.busy else None
            if isinstance(choice, Turned):
                self._draw_tile_choice(board, choice)
            elif isinstance(choice, BuildChoice):
                self._draw_build_choice(board, choice)
            if readable and self.numbers:
                self._draw_numbers(board)
        frame = brass_frame(canvas.px(624), canvas.px(624), canvas.px(6), canvas.px(14))
        canvas.put(frame, 0, 0)
        if isinstance(choice, BuildChoice):
            self._draw_buttons(canvas, choice)
        if choice:
            self._draw_hint(canvas, choice)

    def _draw_tops(
        self, board: Canvas, tops: Sequence[Hexagon], lift: float, *, red: bool = False, opacity: float = 1.0
    ) -> None:
        """A tile in the air or a ghost, at its own height and so many levels above it."""
        assert self.picture is not None
        hexes = self.picture.hexes | {(top.q, top.r): top for top in tops}
        size_px = max(3, board.px(SIZE))
        for top in tops:
            x, y = self.picture.layout.point((top.q, top.r), top.level + lift)
            for drawn in hexagon(hexes, top, self.sixths, size_px):
                if drawn is not None:
                    made = tinted(drawn, (255, 120, 120)) if red else drawn
                    board.put_middle(faded(made, opacity) if opacity < 1 else made, x, y)

    def _draw_tile_choice(self, board: Canvas, choice: Turned[Key, Action]) -> None:
        assert self.view is not None and self.picture is not None
        layout = self.picture.layout
        for key in choice.targets:
            if isinstance(key, tuple) and key != choice.focus:
                spot = layout.spots[_hex(key)]
                if _hex(key) in self.picture.hexes:
                    marks.frame(board, spot, LANTERN, 0.0, 0.62)
                else:
                    marks.target(board, spot, "#CFEFF5")
        if isinstance(choice.focus, tuple):
            self._draw_ghost(board, choice, _hex(choice.focus))

    def _draw_ghost(self, board: Canvas, choice: Turned[Key, Action], cell: Hex) -> None:
        assert self.view is not None and self.picture is not None
        kind, way = self.view.hand, choice.turn
        legal = choice.focus in choice.targets
        level = (self.picture.hexes[cell].level if cell in self.picture.hexes else 0) + 1
        fields = 0, KINDS[kind].right, KINDS[kind].left
        tops = [
            Hexagon(*each, level, field, way, TILES) for each, field in zip(covered(*cell, way), fields, strict=True)
        ]
        place = partial(self.picture.layout.point, level=level)
        tops.sort(key=lambda top: place((top.q, top.r))[::-1])
        self._draw_tops(board, tops, 0.0, red=not legal, opacity=0.86 if legal else 0.7)
        x, y = place(cell)
        reach = SIZE * 1.12
        for number, variant in enumerate(choice.variants):
            if (cell,) in variant:
                angle = math.radians(60 * (number + self.sixths) + 30)
                at = x + reach * math.cos(angle), y + reach * math.sin(angle) * 0.82
                board.put_middle(marks.bead(board.px(11), LANTERN if number == way else PAPER, number == way), *at)

    def _draw_build_choice(self, board: Canvas, choice: BuildChoice) -> None:
        assert self.picture is not None and self.asked is not None
        look = self.surroundings.looks[self.asked]
        layout, aimed = self.picture.layout, choice.aimed
        lit = set(choice.cells.get(aimed, ())) if aimed is not None else set()
        for cell, actions in choice.fits.items():
            if cell in lit:
                continue
            x, y = layout.middle(cell)
            size = board.px(SIZE * (0.72 if len(actions) == 1 else 0.6))
            for number, action in enumerate(actions[:3]):
                drawn = faces.sign(hints.sign_of(action), self.asked, look.colour, look.pattern, size)
                aside = (number - (min(3, len(actions)) - 1) / 2) * SIZE * 0.5
                board.put_middle(faded(drawn, 0.62), x + aside, y)
        for cell in sorted(lit, key=layout.order.index):
            marks.frame(board, layout.spots[cell], LANTERN, 0.2)
            kind = 0 if isinstance(aimed, Expand | Hut) else HOUSES.index(type(aimed).__name__.lower())
            level = self.picture.hexes[cell].level
            ghost = self._painter.house(
                House(*cell, self.asked, kind), level if isinstance(aimed, Expand) else 1, board.px(SIZE)
            )
            marks.ghost(board, ghost, *layout.middle(cell), 0.85)
        focus = choice.focus
        if isinstance(focus, tuple) and _hex(focus) in layout.spots and not lit:
            spot = layout.spots[_hex(focus)]
            if focus in choice.targets:
                marks.focus(board, spot)
            else:
                marks.frame(board, spot, ROSE, 0.16)

    def _draw_buttons(self, canvas: Canvas, choice: BuildChoice) -> None:
        assert self.asked is not None
        look, typeface = self.surroundings.looks[self.asked], self.surroundings.typeface
        for number, (key, (x, y)) in enumerate(choice.buttons().items()):
            lit = key == choice.focus
            if key == DONE:
                marks.button(canvas, x, y, 48, "check", lit=lit)
                text = self.surroundings.texts.line("volcano.stage.done")
                typeface.line(
                    canvas, text, x, y + 32, theme.CAPTION, Weight.BOLD, PAPER, "middle", outline=3, edge=OUTLINE
                )
            elif isinstance(key, tuple) and len(key) == 3:
                action = choice.fits[key[0], key[1]][key[2]]
                marks.button(canvas, x, y, 44, "square", lit=lit)
                sign = faces.sign(hints.sign_of(action), self.asked, look.colour, look.pattern, canvas.px(30))
                canvas.put_middle(sign, x, y)
                if choice.by_keys:
                    marks.pill(canvas, typeface, str(number), x + 18, y - 18)

    def _draw_hint(self, canvas: Canvas, choice: Chooser[Key, Action]) -> None:
        """What the spot in focus means, in a line at the foot."""
        assert self.view is not None and self.asked is not None
        if isinstance(choice, Turned):
            line = hints.of_place(self.surroundings.texts, self.view, self.asked, choice)
        else:
            assert isinstance(choice, BuildChoice)
            line = hints.of_build(self.surroundings.texts, self.view, self.asked, choice)
        if line:
            typeface = self.surroundings.typeface
            wide = min(500.0, typeface.measure(line, theme.BODY) + 28)
            box = Box(16, 612 - 36, wide, 30)
            marks.plate(canvas, typeface, line, box)

    def _draw_numbers(self, board: Canvas) -> None:
        assert self.picture is not None
        for cell, top in self.picture.hexes.items():
            x, y = self.picture.layout.middle(cell)
            marks.chip(board, self.surroundings.typeface, str(top.level), x, y + SIZE * 0.2, size=20 / self.camera.zoom)

    def draw_panel(self, canvas: Canvas, seat: Seat, box: Box) -> None:
        if self.shown is None:
            return
        stocks, look = self.shown.seats[seat], self.surroundings.looks[seat]
        line = self.surroundings.texts.line
        figures = []
        for kind, count in enumerate((stocks.huts, stocks.temples, stocks.towers)):
            sign = partial(faces.sign, kind, seat, look.colour, look.pattern)
            tone = theme.TEXT_FAINT if stocks.out else theme.GOOD if count == 0 else theme.TEXT
            figures.append(Figure(str(count), line(f"volcano.stage.{HOUSES[kind]}s"), sign, tone))
        draw_figures(canvas, self.surroundings.typeface, figures, box)

    def draw_side(self, canvas: Canvas, box: Box) -> None:
        if self.shown is None:
            return
        typeface = self.surroundings.typeface
        wide, high = box.width / 5, box.height / 5
        for kind, count in enumerate(self.shown.left):
            x, y = box.left + (kind % 5 + 0.5) * wide, box.top + (kind // 5 + 0.5) * high
            size = min(wide * 0.62, high * 0.95)
            drawn = faces.tile(kind, canvas.px(size))
            canvas.put_middle(drawn if count else faded(drawn, 0.25), x - wide * 0.14, y)
            tone = theme.TEXT if count else theme.TEXT_FAINT
            typeface.line(canvas, str(count), x + wide * 0.34, y, theme.CAPTION, Weight.BOLD, tone, "middle")

    def warm(self, canvas: Canvas) -> Iterator[None]:
        _sea(canvas.px(624))
        yield
        size_px = max(3, canvas.px(SIZE * self.camera.zoom))
        for field in range(6):
            slab.on_top(faces.face(field), size_px)
            yield


def _hex(key: tuple[int, ...]) -> Hex:
    return key[0], key[1]
