"""The laws of pictures: a stage draws every moment of its game, at rest as its view says, at every pace."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pygame

from game.cabinets.stages import STAGES
from game.conformance import bench
from game.conformance.law import BreachError, Law, law
from game.conformance.walks import played
from game.core.cabinet import Cabinet
from game.core.rules import SPECTATOR
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, PointerMoved, PointerPressed
from game.engine.stage import HasSideCard, Stage
from game.ground.texts import LANGUAGES

DRAWN = 40
"""How many moments of a long match are drawn, or a few more."""
STILL = 30
"""How many steps are shown without movement."""
COMPARED = 6
"""Views of a match that are compared, from its beginning to its end."""
AFTERGLOW = 3.0
"""Seconds after which also what nobody waits for has ended."""
WAYS = ("run", "hurried", "reduced", "instant")
"""How a movement may come to its end: by itself, hurried, without movement that may make dizzy, or at once."""
SIZES = ((1280, 720), (320, 180))
BOARD = Box(328, 48, 624, 624)
PANEL = Box(16, 16, 280, 160)
KEYS = (CommandName.NEXT, CommandName.LEFT, CommandName.UP, CommandName.CONFIRM)


def _stage(cabinet: Cabinet, seats: int, language: str = "en", **more: Any) -> Stage[Any, Any]:
    """Make a stage as the table does."""
    return STAGES[cabinet.id](bench.surroundings(seats, cabinet.info.options(), language, **more))


@law
def moments_are_drawn(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """Every kind of moment is drawn, large and small: moving, at rest, asking, after a jump, at the end.

    No text is cut off, and whatever a person presses, the stage decides on nothing that the rules refuse.
    """
    for language in LANGUAGES:
        yield from drawn(cabinet, seats, seed, most, language)


def drawn(cabinet: Cabinet, seats: int, seed: int, most: int | None, language: str) -> Iterator[int]:
    """Look at the moments of a match in one language."""
    match = played(cabinet, seats, seed, most)
    stage = _stage(cabinet, seats, language)
    canvases = [Canvas.fit(pygame.Surface(size)) for size in SIZES]
    rules, random = cabinet.rules, Random(seed)
    apart = max(8, len(match.steps) // DRAWN)
    state = rules.start(seats, cabinet.info.options())
    stage.reset(rules.view(state, SPECTATOR))
    for step in match.steps:
        yield step.number
        ask = rules.ask(state)
        for seat in (seat for seat in ask.seats if seat >= 0) if ask else ():
            _choose(stage, cabinet, state, seat, random)
            if step.number % apart == 1:
                _draw(stage, canvases, seats)
            stage.choose(None, None)
        events = rules.step(state, step.moves)
        stage.show(rules.view(state, SPECTATOR), events)
        for _ in range(3):
            stage.update(0.05)
        if step.number % apart == 0:
            _draw(stage, canvases, seats)
        if step.number % 3 == 0:
            stage.hurry()
        if step.number == len(match.steps) // 2:
            stage.reset(rules.view(state, SPECTATOR))
    stage.hurry()
    stage.update(10.0)
    if stage.busy:
        raise BreachError("conformance.breach.never_still")
    _draw(stage, canvases, seats)
    if cut := stage.surroundings.typeface.overflows:
        raise BreachError("conformance.breach.overflow", language=language, text=str(cut[0]))


def _choose(stage: Stage[Any, Any], cabinet: Cabinet, state: Any, seat: int, random: Random) -> None:
    """Press keys and point somewhere while a seat is asked. Raises BreachError for a decision that the rules refuse."""
    legal = cabinet.rules.legal(state, seat)
    stage.choose(seat, legal)
    for key in KEYS:
        stage.outbox.clear()
        stage.handle(Command(key))
        for decision in stage.outbox:
            why = None if legal is None else cabinet.rules.check(state, seat, decision.action)
            if why is not None:
                raise BreachError("conformance.breach.decided", seat=seat, action=decision.action, why=why)
    x, y = random.uniform(0, stage.width), random.uniform(0, stage.height)
    stage.handle(PointerMoved(x, y))
    stage.handle(PointerPressed(x, y))
    if stage.instruction() is None:
        raise BreachError("conformance.breach.no_instruction", seat=seat)


def _draw(stage: Stage[Any, Any], canvases: list[Canvas], seats: int) -> None:
    for canvas in canvases:
        board = canvas.within(BOARD, stage.width, stage.height)
        stage.draw(board)
        stage.draw_over(board)
    for seat in range(seats):
        stage.draw_panel(canvases[0], seat, PANEL)
    if isinstance(stage, HasSideCard):
        stage.draw_side(canvases[0], PANEL)


@law
def nothing_moves_at_speed_zero(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """Where a person wants no movement, each step is there at once."""
    stage = _stage(cabinet, seats, speed=0.0)
    rules = cabinet.rules
    state = rules.start(seats, cabinet.info.options())
    stage.reset(rules.view(state, SPECTATOR))
    for step in played(cabinet, seats, seed, most).steps[:STILL]:
        yield step.number
        events = rules.step(state, step.moves)
        stage.show(rules.view(state, SPECTATOR), events)
        stage.update(0.0)
        if stage.busy:
            raise BreachError("conformance.breach.moves")


@law
def rest_follows_from_the_view(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Iterator[int]:
    """After a movement the pixels are those of the view alone, in whichever way it came to its end."""
    for way in WAYS:
        yield from rested(cabinet, seats, seed, most, way)


def rested(cabinet: Cabinet, seats: int, seed: int, most: int | None, way: str) -> Iterator[int]:
    """Compare pictures at rest after movements that end in one of the `WAYS`."""
    given = bench.surroundings(
        seats, cabinet.info.options(), speed=0.0 if way == "instant" else 1.0, reduced_motion=way == "reduced"
    )
    stage, fresh = STAGES[cabinet.id](given), STAGES[cabinet.id](given)
    steps = list(bench.match(cabinet.rules, seats, seed))[:most]
    for number in sorted({round(part * (len(steps) - 1) / (COMPARED - 1)) for part in range(COMPARED)}):
        yield number
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
        if bench.pixels(stage) != bench.pixels(fresh):
            raise BreachError("conformance.breach.rest", way=way)


LAWS_OF_PICTURES: tuple[Law, ...] = (moments_are_drawn, nothing_moves_at_speed_zero, rest_follows_from_the_view)
"""The laws of pictures; they need pygame, and a display or SDL's dummy of one."""
