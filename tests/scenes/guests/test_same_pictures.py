"""What a drawer leaves unpainted because it shows it already is what would have been painted."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pygame
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.stages import STAGES
from game.engine.clock import FakeClock
from game.engine.loop.app import App
from game.engine.loop.window import Sheet
from game.ground.settings import Settings
from game.scenes import arcade
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import plan

pytestmark = [pytest.mark.usefixtures("plain_home"), pytest.mark.slow]
SIZE = (412, 700)
STEPS, FRAMES = 4, 12


def _program(game: str, *, remembers: bool) -> App:
    app = App(
        Settings(language="ko"), Sheet(SIZE), FakeClock(), audible=False, keeps_settings=False, remembers=remembers
    )
    app.context.hand.finger = True
    seats = ["human"] * CABINETS[game].info.usual_seats
    app.start(arcade.table(app.context, plan(game, *seats)))
    return app


def _played(apps: Sequence[App], random: Random) -> None:
    """Play the same action at both tables, where one is asked for."""
    feeds = [table.feed for app in apps if isinstance(table := app.context.stack.top, TableScene)]
    choices = [feed.choice for feed in feeds]
    if len(feeds) == len(apps) and choices[0] is not None and choices[0].legal:
        number = random.randrange(len(choices[0].legal))
        for feed, choice in zip(feeds, choices, strict=True):
            assert choice is not None and choice.legal is not None
            feed.play(choice.seat, list(choice.legal)[number])


@pytest.mark.parametrize("game", sorted(game for game, stage in STAGES.items() if stage.upright))
def test_each_frame_of_a_match_and_of_what_a_finger_does_there(game: str) -> None:
    apps, random = [_program(game, remembers=remembers) for remembers in (False, True)], Random(3)
    try:
        for app in apps:
            for _ in range(60):
                app.step([], draw=False)
        for step in range(STEPS * FRAMES):
            events: list[pygame.Event] = []
            if step % FRAMES == 0:
                _played(apps, random)
            elif step % 3 == 0:
                place = random.randrange(SIZE[0]), random.randrange(SIZE[1])
                events.append(pygame.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0), touch=True))
                events += [
                    pygame.Event(kind, pos=place, button=1, touch=True)
                    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
                ]
            for app in apps:
                app.step(events)
            one, other = (pygame.image.tobytes(app.screen.surface, "RGB") for app in apps)
            assert one == other, f"frame {step}"
    finally:
        for app in apps:
            app.close()
