"""One person alone at the stage of Caravan Rails, under a fake clock: what they press goes to real rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pygame

from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import View
from game.cabinets.rails.match.look import Look
from game.cabinets.rails.rules import RailsRules
from game.cabinets.rails.running.viewing import look_of
from game.cabinets.rails.stage.stage import RailsStage
from game.cabinets.rails.world.land import Land
from game.conformance import bench
from game.core.rules import NATURE, Event, Move
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, Device, KeyPressed, PointerMoved, PointerPressed, PointerReleased
from tests.deciding import decided

FRAME = 1 / 30
LONG_FRAME = 1 / 10
"""A frame while a second or more passes, in which nobody presses anything."""
PAD = Device("pad")
SIZE = (1232.0, 624.0)


class Solo:
    """A match, a stage, and a hand."""

    def __init__(
        self,
        options: Options | None = None,
        number: int = 3,
        language: str = "en",
        text: int = 100,
        land: Land | None = None,
    ) -> None:
        """`land`: another one than that of the number."""
        pygame.display.set_mode((64, 64))
        self.rules = RailsRules()
        self.options = options or Options()
        self.state = self.rules.start(1, self.options)
        if land is None:
            self.rules.step(self.state, [Move(NATURE, number)])
        else:
            self.state.found(number, land)
        self.sounds: list[str] = []
        self.events: list[Event] = []
        given = bench.surroundings(1, self.options, language, text, play_sound=self.sounds.append)
        given.brief = self.rules.brief(self.state, 0)
        given.viewer = 0
        if land is not None:
            given.brief = {"land": msgspec.to_builtins(land)}
        self.stage = RailsStage(given)
        self.stage.fit(*SIZE)
        self.stage.reset(self.view)
        self.seconds = 0.0
        self.refusals: list[str] = []

    @property
    def view(self) -> View:
        return self.rules.view(self.state, 0)

    @property
    def look(self) -> Look:
        return look_of(self.state)

    def frame(self, seconds: float = FRAME) -> None:
        """A frame of the table: what the stage decides is played, then time passes."""
        stage, rules = self.stage, self.rules
        self.seconds += seconds
        ask = rules.ask(self.state)
        if ask is not None and ask.seats == (NATURE,):
            self._step(Move(NATURE, 0))
        elif ask is not None and not stage.busy:
            stage.choose(0, None)
        stage.update(seconds)
        action = decided(stage)
        if action is not None:
            refusal = rules.check(self.state, 0, action)
            if refusal:
                self.refusals.append(refusal)
                stage.refuse(refusal)
            else:
                stage.choose(None, None)
                self._step(Move(0, action))
                stage.choose(0, None)

    def _step(self, move: Move) -> None:
        events = self.rules.step(self.state, [move])
        self.events += events
        self.stage.show(self.view, events)

    def until(self, reached: Callable[[], Any], most: float = 60.0) -> None:
        """Let time pass until it is so."""
        begun = self.seconds
        while not reached():
            self.frame(FRAME if self.seconds - begun < 1 else LONG_FRAME)
            assert self.seconds - begun < most, "it does not come to that"

    def wait(self, seconds: float) -> None:
        """Let so much time pass."""
        frame = FRAME if seconds < 1 else LONG_FRAME
        for _ in range(round(seconds / frame)):
            self.frame(frame)

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the map lies on the stage."""
        field = self.stage.play.field
        assert field is not None
        return field.camera.outside(x, y)

    def drag(self, *points: tuple[float, float], button: int = 1) -> None:
        """Press at the first point of the map, go through the others, let go."""
        first, *others = [self.spot(*point) for point in points]
        self.stage.handle(PointerMoved(*first))
        self.stage.handle(PointerPressed(*first, button))
        for x, y in others:
            px, py = first
            for share in (0.25, 0.5, 0.75, 1.0):
                self.stage.handle(PointerMoved(px + (x - px) * share, py + (y - py) * share))
                self.frame()
            first = x, y
        self.stage.handle(PointerReleased(*first, button))
        self.frame()
        self.frame()

    def click(self, x: float, y: float) -> None:
        """Click a point of the map."""
        self.drag((x, y))

    def press(self, name: str) -> None:
        """Press the knob of that name with the pointer."""
        box = self.stage.place(name)
        assert isinstance(box, Box), f"there is no {name}"
        self.stage.handle(PointerMoved(*box.center))
        self.stage.handle(PointerPressed(*box.center))
        self.stage.handle(PointerReleased(*box.center))
        self.frame()
        self.frame()

    @property
    def focus(self) -> str:
        """The name of the knob that has the key focus; "" for none."""
        return next((knob.name for knob in self.stage.desk.cards.knobs if knob.focused), "")

    def key(self, key: str, *modifiers: str) -> None:
        """Press a key as such."""
        self.stage.handle(KeyPressed(key, frozenset(modifiers)))
        self.frame()

    def command(self, *names: CommandName, pad: bool = False) -> None:
        """Press keys that are commands, or a pad's buttons."""
        for name in names:
            self.stage.handle(Command(name, PAD) if pad else Command(name))
            self.frame()

    def canvas(self, width: int = 1280, height: int = 720) -> Canvas:
        """The stage in a window of that size."""
        whole = bench.window(width, height)
        return Canvas(whole.surface, whole.scale, whole.pixel(24, 80))

    def picture(self, path: str, width: int = 1280, height: int = 720) -> None:
        """Keep what the window shows."""
        canvas = self.canvas(width, height)
        for _ in range(60):
            self.stage.draw(canvas)
        self.stage.draw_over(canvas)
        pygame.image.save(canvas.surface, path)
