"""A stand-in for the table: games of L4G by chance, played onto its stage as a viewer sees them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame

from game.cabinets.l4g.rules.rules import L4g, Options, State
from game.cabinets.l4g.rules.views import View
from game.cabinets.l4g.stage.floor.layout import Place
from game.cabinets.l4g.stage.stage import L4gStage
from game.core.rules import NATURE, SPECTATOR, Event, Move
from game.engine.canvas import Canvas
from game.engine.colour import SEAT_COLOURS
from game.engine.input import PointerMoved, PointerPressed
from game.engine.light import dusk
from game.engine.patterns import PATTERNS
from game.engine.stage import Look, Surroundings
from game.engine.text import Typeface
from game.ground.texts import Texts

RULES = L4g()
REGULAR = Options()
TABLE = (1232.0, 624.0)
REPLAY = (1232.0, 516.0)
"""Room for the stage at a table, and above a replay's timeline."""
LEFT, TOP = 24.0, 80.0
NAMES = {
    "en": ("loner", "scout", "corpse bomb", "seeker", "predator"),
    "ko": ("외톨이", "정찰병", "시체 폭탄", "추적자", "포식자"),
}

Step = tuple[State, View, list[Event]]


def surroundings(
    seats: int = 49, language: str = "en", text_size: int = 100, *, viewer: int = SPECTATOR, options: Options = REGULAR
) -> Surroundings:
    """What the table would give the stage."""
    names = [f"{NAMES[language][seat % 5]} {seat}" for seat in range(seats)]
    patterns, colours = list(PATTERNS.items()), list(SEAT_COLOURS.values())
    looks = [
        Look(names[i], colours[i % 8], patterns[i % 8][0], patterns[i % 8][1].shape, person=i == viewer)
        for i in range(seats)
    ]
    return Surroundings(Texts(language, names), Typeface(text_size), looks, viewer, options)


def game(
    seed: int, seats: int = 49, *, viewer: int = SPECTATOR, until: int | None = None, options: Options = REGULAR
) -> Iterator[Step]:
    """A game of random players from the start, after each step, as a viewer sees it; up to so many turns."""
    chance = Random(seed)
    state = RULES.start(seats, options)
    yield state, RULES.view(state, viewer), []
    while (ask := RULES.ask(state)) is not None and (until is None or RULES.turns(state) <= until):
        moves = [
            Move(
                seat,
                chance.randrange(ask.outcomes) if seat == NATURE else chance.choice(list(RULES.legal(state, seat))),
            )
            for seat in ask.seats
        ]
        events = RULES.step(state, moves)
        told = [event for event in events if event.audience is None or viewer in event.audience]
        yield state, RULES.view(state, viewer), told


def stage_at(step: Step, given: Surroundings, size: tuple[float, float] = TABLE) -> L4gStage:
    """A stage at a table, at rest."""
    stage = L4gStage(given)
    stage.fit(*size)
    stage.reset(step[1])
    return stage


def after(seed: int, turn: int, seats: int = 49, *, viewer: int = SPECTATOR, options: Options = REGULAR) -> Step:
    """A random game after so many turns."""
    for step in game(seed, seats, viewer=viewer, options=options):
        if step[1].turn == turn and RULES.ask(step[0]) is not None and step[1].phase == "move":
            return step
    raise LookupError(f"game {seed} has no turn {turn}")


def table_canvas(width: int = 1280, height: int = 720) -> Canvas:
    """A window of that size with an evening behind, seen in the stage's design units."""
    surface = pygame.Surface((width, height), 0, 32)
    surface.blit(dusk(width, height), (0, 0))
    window = Canvas.fit(surface)
    left, top = window.origin
    return Canvas(surface, window.scale, (left + LEFT * window.scale, top + TOP * window.scale))


def draw_table(stage: L4gStage, canvas: Canvas) -> None:
    """Draw the stage as the table does."""
    stage.draw(canvas)
    stage.draw_over(canvas)


def save(canvas: Canvas, folder: Path | None, name: str) -> None:
    """Keep the picture where one may look at it."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        pygame.image.save(canvas.surface, str(folder / f"{name}.png"))


def point_at(stage: L4gStage, square: Place) -> None:
    """Move the pointer to the middle of a square."""
    stage.handle(PointerMoved(*stage.director.plan.floor.middle(square)))


def press_at(stage: L4gStage, square: Place) -> None:
    """Press the pointer in the middle of a square."""
    stage.handle(PointerPressed(*stage.director.plan.floor.middle(square)))
