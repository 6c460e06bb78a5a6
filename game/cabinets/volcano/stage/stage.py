"""The stage of Volcano Isle: an island on levels, the tile in hand, and what may be built."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from game.cabinets.volcano.island import builds_after, covered, island_of
from game.cabinets.volcano.presentation import DELAYS
from game.cabinets.volcano.stage import hints
from game.cabinets.volcano.stage.drawing import IslandStage
from game.cabinets.volcano.stage.faces import LAVA
from game.cabinets.volcano.stage.picture import SIZE, Picture, layout_of
from game.cabinets.volcano.stage.relief.choice import Key, RingChoice, turned_choice
from game.cabinets.volcano.stage.relief.dust import Dust
from game.cabinets.volcano.stage.relief.layout import Raised
from game.cabinets.volcano.stage.relief.stage import hex_of, show_all
from game.cabinets.volcano.stage.relief.turning import TURNS, Turned
from game.cabinets.volcano.state import Action, Done, Expand, Hut, Place, Temple, Tower, View
from game.core.rules import Event, Seat
from game.core.space import Hex
from game.engine.audio import Sound
from game.engine.input import InputEvent, KeyPressed, PointerPressed
from game.engine.stage import MarksTimeline, Surroundings, Tick, Tool
from game.kit.choosing import Chooser, Path

_DONE_AT = (562.0, 552.0)
_HIGH = 3.0
"""The height that a tile falls from, in levels."""


class VolcanoStage(IslandStage, MarksTimeline):
    """Shows the island and lets a person lay tiles and build."""

    delays = DELAYS
    ticks: ClassVar[Mapping[str, Tick]] = {
        "temple": Tick.GAIN,
        "tower": Tick.GAIN,
        "erupted": Tick.LOSS,
        "out": Tick.LOSS,
    }

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self._warned: Action | None = None

    def still(self, view: View) -> Picture:
        picture = Picture.of(view, self.sixths)
        show_all(self.camera, picture.layout, picture.land, 0.0, picture.fresh)
        return picture

    def fit(self, seconds: float) -> None:
        if self.picture:
            show_all(self.camera, self.picture.layout, self.picture.land, seconds, self.picture.fresh)

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
        """Let a tile fall and what it buries sink; dust rises, and an eruption glows and shakes the map."""
        assert self.picture is not None
        data = event.data
        cells = covered(data["q"], data["r"], data["way"])
        tops = [goal.hexes[cell] for cell in cells]
        before = self.picture.houses
        houses = {cell: house for cell, house in goal.houses.items() if cell in before}
        seconds = self.script.seconds("tile")
        show_all(self.camera, goal.layout, goal.land, 0.0 if self.script.reduced else seconds, goal.fresh)

        def fall(share: float) -> None:
            assert self.picture is not None
            self.picture.falling = (tops, _HIGH * (1 - share) ** 2)
            self.picture.growing = {cell: 1 - share for cell in cells if cell in before}

        def land() -> None:
            self.picture = Picture(goal.hexes, houses, goal.layout, fresh=goal.fresh)

        def shake(share: float) -> None:
            assert self.picture is not None
            self.picture.shaken = 3 * (1 - share) * math.sin(6 * math.tau * share)

        self.script.move(seconds, fall)
        self.script.call(land)
        self.script.sound(Sound.STEP)
        if not self.script.reduced:
            middles = [goal.layout.middle(cell) for cell in cells]
            erupts = data["level"] > 1
            self.script.effect_beside(Dust(self.camera, middles, SIZE, LAVA if erupts else None), seconds)
            if erupts:
                self.script.beside(seconds, shake)

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

    def plane(self, view: View) -> Raised:
        return layout_of(view.hexes, self.sixths)

    def offer(self, view: View, seat: Seat, legal: Sequence[Action] | None) -> Chooser[Key, Action]:
        plane, island = self.plane(view), island_of(view)
        self._warned = None
        if view.phase == "tile":
            variants: list[dict[Path[Key], Action]] = [{} for _ in range(6)]
            for place in legal or ():
                assert isinstance(place, Place)
                variants[place.way][((place.q, place.r),)] = place
            return turned_choice(plane, self.camera, variants, self._why_no_place, self._unlisted_place, self.way)
        builds = [action for action in legal or () if isinstance(action, Hut | Temple | Tower | Expand)]
        cells: dict[Action, list[Hex]] = {action: island.builds_on(action, seat) for action in builds}
        done = Done() if Done() in (legal or ()) else None
        return RingChoice(plane, self.camera, cells, self._why_no_build, done, _DONE_AT)

    def _why_no_place(self, path: Path[Key]) -> str | None:
        assert self.view is not None and isinstance(self.choice, Turned)
        action = self._unlisted_place(path)
        why = island_of(self.view).why_no_place(action) if action else None
        return f"volcano.refuse.{why}" if why else None

    def _unlisted_place(self, path: Path[Key]) -> Place | None:
        assert isinstance(self.choice, Turned)
        return Place(*hex_of(path[0]), self.choice.turn) if isinstance(path[0], tuple) else None

    def _why_no_build(self, path: Path[Key]) -> str | None:
        """Return the text key of why nothing can be built there; of several reasons the closest to a legal build."""
        assert self.view is not None and self.asked is not None
        if not isinstance(path[0], tuple):
            return None
        island, stock = island_of(self.view), self.view.stock
        why = hints.why_nothing(island, hex_of(path[0]), self.asked, stock, self.view.built)
        return f"volcano.refuse.{why}" if why else None

    def handle(self, event: InputEvent) -> None:
        if isinstance(event, PointerPressed) and event.button == 1 and self.has_in_hand(event.x, event.y):
            event = KeyPressed("e")
        if self.asked is None and isinstance(event, KeyPressed) and event.key in TURNS and not event.modifiers:
            self.way = (self.way + TURNS[event.key]) % 6
        else:
            super().handle(event)

    def take(self, event: InputEvent) -> Action | None:
        action = super().take(event)
        if isinstance(self.choice, Turned):
            self.way = self.choice.turn
        if isinstance(action, Place) and action != self._warned and self._dooms(action):
            self._warned = action
            self.refuse("volcano.stage.nothing_to_build")
            return None
        return action

    def _dooms(self, place: Place) -> bool:
        """Return whether a legal place leaves the person nothing to build, which puts them out."""
        assert self.view is not None
        return not island_of(self.view).why_no_place(place) and not builds_after(self.view, place)

    def tools(self) -> Sequence[Tool]:
        return (
            Tool("rotate-cw", "volcano.tool.turn", ".", partial(self.turn_map, 1)),
            Tool("map-pin", "volcano.tool.fit", "f", self.fit_again),
            Tool("shapes", "volcano.tool.try", "t", self.try_next),
            Tool("hash", "volcano.tool.numbers", "n", self.toggle_numbers, lambda: self.numbers),
        )

    def try_next(self) -> None:
        """Switch to another kind of tile to try out while others think."""
        self.trials += 1

    def instruction(self) -> tuple[str, dict[str, object]] | None:
        if self.asked is None or self.view is None:
            return None
        if self.view.phase == "tile":
            hand = self.surroundings.hand.kind
            turned_by = "wheel" if hand == "pointer" or not self.by_keys else hand
            return f"volcano.stage.ask.tile.{turned_by}", {}
        return f"volcano.stage.ask.{self.view.built or self.view.builds}", {}

    def turn_line(self) -> tuple[str, dict[str, object]] | None:
        if self.view is None or not self.view.turn:
            return None
        return "volcano.stage.turn", {"turn": self.view.turn, "turns": self.view.turns}
