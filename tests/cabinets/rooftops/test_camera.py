"""The camera of a pane: what it looks at during a jump, and at rest."""

from __future__ import annotations

import pytest

from game.cabinets.rooftops.stage.camera import ABOVE, HIGH, LANDING, PAUSED, Camera
from game.core.forge.physics import numbers as n

GROUND = 20


def runner(row: float, *, stands: bool = False) -> list[int]:
    """Return the numbers of a runner whose middle is this many rows below the top."""
    numbers = [0] * n.NUMBERS
    numbers[n.Y], numbers[n.GROUND] = round(row * n.SQUARE) - n.TALL // 2, int(stands)
    return numbers


def over_ground() -> Camera:
    camera = Camera(calm=True)
    camera.look_at(runner(GROUND, stands=True), 0.0, at_once=True)
    return camera


@pytest.mark.parametrize(
    ("row", "seen"),
    [
        (GROUND - 4, GROUND),
        (GROUND + 1, GROUND + 1),
        (GROUND - HIGH - 1, GROUND - LANDING),
        (GROUND - 8, GROUND - LANDING),
        (GROUND - 12, GROUND - 12 + ABOVE),
    ],
)
def test_a_jump_leaves_the_height_alone_and_a_spring_shows_runner_and_ground(row: float, seen: float) -> None:
    camera = over_ground()
    camera.look_at(runner(row), 1 / 60)
    assert camera.y == pytest.approx(seen, abs=0.01)


@pytest.mark.parametrize("frames", [1, 8])
def test_a_runner_that_pauses_in_the_air_is_seen_where_it_is_as_by_who_comes_anew(frames: int) -> None:
    camera, fresh, air = over_ground(), Camera(calm=True), runner(GROUND - 3)
    camera.look_at(air, 1 / 60)
    for _ in range(frames):
        assert camera.y == pytest.approx(GROUND, abs=0.01)
        camera.look_at(air, PAUSED / frames)
    fresh.look_at(air, 0.0, at_once=True)
    assert camera.y == fresh.y
