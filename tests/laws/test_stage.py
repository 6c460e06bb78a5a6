"""Every stage draws every kind of moment of its game: animated, at rest, asking, small, after a jump, at the end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pygame
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.stages import STAGES
from game.core.cabinet import Cabinet
from game.core.rules import SPECTATOR
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, PointerMoved, PointerPressed
from game.engine.stage import HasSideCard, Look, Stage, Surroundings
from game.engine.text import Typeface
from game.ground.settings import Settings
from game.ground.texts import LANGUAGES, Texts
from game.scenes.staging.looks import tints_for
from tests.deciding import given
from tests.engine import stage_bench as bench
from tests.walks import random_match, seat_params

EVERY_SEATS = pytest.mark.parametrize(("cabinet", "seats"), seat_params())
PATTERNS = ("stripe", "lattice", "chevron", "dot")
SHAPES = ("square", "diamond", "triangle", "disc")
PANEL = Box(16, 16, 280, 160)
AFTERGLOW = 3.0
"""Seconds after which also what nobody waits for has ended."""
DRAWN = 40
"""How many moments of a long match are drawn, or a few more."""


def stage_for(cabinet: Cabinet, seats: int, language: str = "en", speed: float = 1.0) -> Stage[Any, Any]:
    settings = Settings()
    names = [f"Player {seat}" for seat in range(seats)]
    looks = [
        Look(name, settings.seat_colours[seat % 4], PATTERNS[seat % 4], SHAPES[seat % 4])
        for seat, name in enumerate(names)
    ]
    return STAGES[cabinet.id](
        Surroundings(
            Texts(language, names),
            Typeface(100),
            looks,
            SPECTATOR,
            cabinet.info.options(),
            tints=tints_for(settings),
            speed=speed,
            anchors={seat: (0.0, 100.0 * seat) for seat in range(seats)},
        )
    )


@pytest.fixture(scope="module")
def canvases() -> list[Canvas]:
    pygame.init()
    pygame.display.set_mode((1, 1))
    return [Canvas.fit(pygame.Surface(size)) for size in ((1280, 720), (320, 180))]


def draw(stage: Stage[Any, Any], canvases: list[Canvas], seats: int) -> None:
    for canvas in canvases:
        board = canvas.within(Box(328, 48, 624, 624), stage.width, stage.height)
        stage.draw(board)
        stage.draw_over(board)
    for seat in range(seats):
        stage.draw_panel(canvases[0], seat, PANEL)
    if isinstance(stage, HasSideCard):
        stage.draw_side(canvases[0], PANEL)


def read_params() -> Iterator[object]:
    """Every number of seats, the languages in turn, both where there is one number alone.

    In the quick suite every second game with its most seats, in one language.
    """
    for place, game in enumerate(CABINETS):
        numbers = [param for param in seat_params() if param.values[0].id == game]
        for index, param in enumerate(numbers):
            for later in range(2 if len(numbers) == 1 else 1):
                language = LANGUAGES[(place // 2 + index + later) % 2]
                quick = place % 2 == 0 and param is numbers[-1] and not later
                marks = [*param.marks, *[pytest.mark.slow] * (not quick)]
                yield pytest.param(*param.values, language, id=f"{param.id}-{language}", marks=marks)


def test_every_game_has_a_stage() -> None:
    assert set(STAGES) == set(CABINETS)


@pytest.mark.parametrize(("cabinet", "seats", "language"), [*read_params()])
def test_a_match_is_drawn_from_beginning_to_end(
    cabinet: Cabinet, seats: int, language: str, canvases: list[Canvas]
) -> None:
    match = random_match(cabinet, seats, 9)
    stage = stage_for(cabinet, seats, language)
    rules, random = cabinet.rules, Random(4)
    apart = max(8, len(match.steps) // DRAWN)
    state = rules.start(seats, cabinet.info.options())
    stage.reset(rules.view(state, SPECTATOR))
    for step in match.steps:
        ask = rules.ask(state)
        assert ask is not None
        for seat in (seat for seat in ask.seats if seat >= 0):
            legal = rules.legal(state, seat)
            stage.choose(seat, legal)
            for command in (CommandName.NEXT, CommandName.LEFT, CommandName.UP, CommandName.CONFIRM):
                action = given(stage, Command(command))
                assert action is None or legal is None or rules.check(state, seat, action) is None
            x, y = random.uniform(0, stage.width), random.uniform(0, stage.height)
            stage.handle(PointerMoved(x, y))
            stage.handle(PointerPressed(x, y))
            assert stage.instruction() is not None
            if step.number % apart == 1:
                draw(stage, canvases, seats)
            stage.choose(None, None)
        events = rules.step(state, step.moves)
        stage.show(rules.view(state, SPECTATOR), events)
        for _ in range(3):
            stage.update(0.05)
        if step.number % apart == 0:
            draw(stage, canvases, seats)
        if step.number % 3 == 0:
            stage.hurry()
        if step.number == len(match.steps) // 2:
            stage.reset(rules.view(state, SPECTATOR))
    stage.hurry()
    stage.update(10.0)
    assert not stage.busy
    draw(stage, canvases, seats)
    assert stage.surroundings.typeface.overflows == []


@EVERY_SEATS
def test_at_speed_zero_nothing_moves(cabinet: Cabinet, seats: int) -> None:
    stage = stage_for(cabinet, seats, speed=0.0)
    rules = cabinet.rules
    state = rules.start(seats, cabinet.info.options())
    stage.reset(rules.view(state, SPECTATOR))
    for step in random_match(cabinet, seats, 2).steps[:30]:
        events = rules.step(state, step.moves)
        stage.show(rules.view(state, SPECTATOR), events)
        stage.update(0.0)
        assert not stage.busy


WAYS = ("run", "hurried", "reduced", "instant")
COMPARED = 6
"""Views of a match that are compared, from its beginning to its end."""


def way_params() -> Iterator[object]:
    """Every way with every number of seats; in the quick suite each game in two ways, its numbers of seats in turns."""
    params = seat_params()
    for index, game in enumerate(CABINETS):
        numbers = [param for param in params if param.values[0].id == game]
        quick = [param for param in numbers if not param.marks]
        for place, way in enumerate(WAYS):
            for param in numbers:
                later = (index + place) % 2 or param is not quick[place // 2 % len(quick)]
                marks = [pytest.mark.slow] * bool(later)
                yield pytest.param(*param.values, way, id=f"{param.id}-{way}", marks=marks)


@pytest.mark.parametrize(("cabinet", "seats", "way"), [*way_params()])
def test_after_a_movement_the_picture_is_that_of_its_view(
    cabinet: Cabinet, seats: int, way: str, canvases: list[Canvas]
) -> None:
    speed = 0.0 if way == "instant" else 1.0
    given = bench.surroundings(seats, cabinet.info.options(), speed=speed, reduced_motion=way == "reduced")
    stage, fresh = STAGES[cabinet.id](given), STAGES[cabinet.id](given)
    steps = list(bench.match(cabinet.rules, seats, 7))
    shown = {round(number * (len(steps) - 1) / (COMPARED - 1)) for number in range(COMPARED)}
    for number in sorted(shown):
        step = steps[number]
        stage.reset(step.before)
        fresh.reset(step.before)
        stage.show(step.view, step.events)
        for each in (stage, fresh):
            each.update(0.1)
        if way == "hurried":
            stage.hurry()
        if way in ("run", "reduced"):
            bench.finish(stage, fresh)
            for each in (stage, fresh):
                each.update(AFTERGLOW)
        fresh.reset(step.view)
        assert bench.pixels(stage) == bench.pixels(fresh), f"after step {number}"
