"""A whole match in the window, from the street to the results: by mouse alone, by keys alone, by pad alone.

The players here have eyes (they read what the scenes show) and hands (pygame's events); they call nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.marrakech.board import BOARD
from game.cabinets.marrakech.rules import Phase
from game.cabinets.marrakech.stage.layout import SQUARES
from game.core.recording.replay import Playback, read_replay
from game.core.rules import SPECTATOR
from game.engine.clock import FakeClock
from game.engine.loop.app import App
from game.engine.loop.window import Sheet
from game.engine.widgets import Button
from game.ground.settings import Motion, Settings
from game.scenes import arcade
from game.scenes.setup.scene import SetupScene
from game.scenes.table.results import ResultsScene
from game.scenes.table.scene import TableScene
from game.scenes.title.scene import TitleScene

FRAMES = 60_000
"""Far more than a match takes; who needs more is stuck."""


class Player:
    """Somebody before the window. `hands` yields the events of one moment after the other."""

    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def scene(self) -> Any:
        return self.app.context.stack.top

    @property
    def asked(self) -> bool:
        """Whether the table waits for this person, with nothing still moving."""
        table = self.scene
        return isinstance(table, TableScene) and table.feed.choice is not None and not table.stage.busy

    def act(self) -> list[pygame.Event]:
        """What this person does about the scene on top."""
        raise NotImplementedError


class Mouse(Player):
    """Points and clicks."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._places: Iterator[tuple[float, float]] = iter(())
        self._step = -1

    def click(self, x: float, y: float) -> list[pygame.Event]:
        at = self.app.context.canvas.pixel(x, y)
        return [
            pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)),
            pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1),
            pygame.Event(pygame.MOUSEBUTTONUP, pos=at, button=1),
        ]

    def act(self) -> list[pygame.Event]:
        match self.scene:
            case TitleScene() | SetupScene():
                primary = next(
                    widget for widget in self.scene.group.walk() if isinstance(widget, Button) and widget.icon == "play"
                )
                return self.click(*primary.box.center)
            case TableScene() if self.asked:
                return self.click(*self._next_place())
        return []

    def _next_place(self) -> tuple[float, float]:
        """Where to click next: the places on the board that may mean something, one after the other."""
        table = self.scene
        if table.feed.entries[-1].number != self._step:
            self._step = table.feed.entries[-1].number
            view = table.feed.view
            self._places = arrows(view.square) if view.phase is Phase.TURN else edges(view.square)
        x, y = next(self._places)
        box = table.board.box
        return box.x + x * box.width / table.stage.width, box.y + y * box.height / table.stage.height


def arrows(square: int) -> Iterator[tuple[float, float]]:
    """Around Assam, where the arrows are."""
    x, y = SQUARES.middle(square)
    yield from itertools.cycle([(x, y - 72), (x + 72, y), (x, y + 72), (x - 72, y)])


def edges(square: int) -> Iterator[tuple[float, float]]:
    """Every edge between two squares one of which is beside Assam."""
    places = []
    for beside in BOARD.beside(square):
        for other in BOARD.beside(beside):
            if other != square:
                (ax, ay), (bx, by) = SQUARES.middle(beside), SQUARES.middle(other)
                places.append(((ax + bx) / 2, (ay + by) / 2))
    yield from places


class Keys(Player):
    """Types, with nothing but the default keys."""

    confirm = pygame.K_RETURN
    others = (pygame.K_LEFT, pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._acts = 0

    def press(self, control: int) -> list[pygame.Event]:
        code: dict[str, Any] = {"key": control, "mod": 0, "unicode": "", "scancode": 0}
        return [pygame.Event(pygame.KEYDOWN, **code), pygame.Event(pygame.KEYUP, **code)]

    def act(self) -> list[pygame.Event]:
        self._acts += 1
        if isinstance(self.scene, TitleScene | SetupScene):
            return self.press(self.confirm)
        if self.asked:
            turn = self._acts % 3 == 0
            return self.press(self.others[self._acts % 4]) if turn else self.press(self.confirm)
        return []


class Pad(Keys):
    """Holds a gamepad."""

    confirm = pygame.CONTROLLER_BUTTON_A
    others = (
        pygame.CONTROLLER_BUTTON_DPAD_LEFT,
        pygame.CONTROLLER_BUTTON_DPAD_UP,
        pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
        pygame.CONTROLLER_BUTTON_DPAD_DOWN,
    )

    def press(self, control: int) -> list[pygame.Event]:
        code: dict[str, Any] = {"instance_id": 7, "button": control}
        return [
            pygame.Event(pygame.CONTROLLERBUTTONDOWN, **code),
            pygame.Event(pygame.CONTROLLERBUTTONUP, **code),
        ]


def settings() -> Settings:
    """Two people and nobody else, so that every move is a person's; at an instant pace."""
    return Settings(
        language="ko", motion=Motion(pace="instant"), played=("marrakech",), tables={"marrakech": ("human", "human")}
    )


@pytest.mark.parametrize("player_of", [Mouse, Keys, pytest.param(Pad, marks=pytest.mark.slow)])
def test_a_whole_match(player_of: Callable[[App], Player], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    app = App(settings(), Sheet((960, 540)), FakeClock(), settings_path=tmp_path / "settings.toml", audible=False)
    try:
        app.start(arcade.title(app.context))
        player = player_of(app)
        seen = play(app, player)
    finally:
        app.close()
    assert seen == [TitleScene, SetupScene, TableScene, ResultsScene]
    (recording,) = (tmp_path / "replays").glob("*.souk")
    playback = Playback(read_replay(recording), CABINETS["marrakech"].rules)
    playback.verify()
    assert len(playback.view(SPECTATOR).rugs) >= 10


def play(app: App, player: Player) -> list[type]:
    """Let the player act until the results are there; the scenes that were seen, in order."""
    seen: list[type] = []
    for frame in range(FRAMES):
        ready = not app.context.stack.fading and frame % 3 == 0
        app.step(player.act() if ready and seen else [], draw=False)
        top = type(player.scene)
        if not seen or seen[-1] is not top:
            seen.append(top)
        if top is ResultsScene:
            return seen
    raise AssertionError(f"stuck after {seen}")
