"""A stand-in for the table: a random match of Marrakech, played onto its stage and into pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame

from game.cabinets.marrakech.rules import Marrakech, Options, State, View
from game.cabinets.marrakech.stage.stage import MarrakechStage
from game.core.rules import NATURE, SPECTATOR, Event, Move
from game.engine.canvas import Box, Canvas
from game.engine.colour import SEAT_COLOURS
from game.engine.light import dusk
from game.engine.ornament import card
from game.engine.patterns import PATTERNS
from game.engine.stage import Look, Surroundings, Tint
from game.engine.text import Typeface
from game.texts import Texts

RULES = Marrakech()
NAMES = {"ko": ("지우", "하늘", "수아", "Luca"), "en": ("Jiwoo", "Haneul", "Sua", "Luca")}
PANELS = (Box(-304, 0, 280, 160), Box(648, 0, 280, 160), Box(648, 464, 280, 160), Box(-304, 464, 280, 160))
"""Where the panels lie around the stage, as at the table."""
SIDE = Box(648, 176, 280, 272)


def surroundings(seats: int, language: str = "ko", text_size: int = 100, **more: object) -> Surroundings:
    """What the table would give the stage."""
    names = NAMES[language][:seats]
    patterns = list(PATTERNS.items())
    colours = list(SEAT_COLOURS.values())
    looks = [Look(name, colours[i], patterns[i][0], patterns[i][1].shape) for i, name in enumerate(names)]
    tints = [Tint(colours[i], patterns[i][0]) for i in range(4)]
    given = Surroundings(Texts(language, names), Typeface(text_size), looks, SPECTATOR, Options(), tints=tints)
    given.anchors = {seat: PANELS[seat].center for seat in range(seats)}
    for name, value in more.items():
        setattr(given, name, value)
    return given


def match(seats: int, seed: int, options: Options | None = None) -> Iterator[tuple[State, View, list[Event]]]:
    """A match of random moves: state, view and events, from the start and after each step."""
    chance = Random(seed)
    state = RULES.start(seats, options or Options())
    yield state, RULES.view(state, SPECTATOR), []
    while (ask := RULES.ask(state)) is not None:
        (seat,) = ask.seats
        action = chance.randrange(ask.outcomes) if seat == NATURE else chance.choice(RULES.legal(state, seat))
        events = RULES.step(state, [Move(seat, action)])
        yield state, RULES.view(state, SPECTATOR), events


def at(seats: int, seed: int, turn: int, phase: str) -> tuple[State, View]:
    """The first moment of a match in which a phase of a turn is reached."""
    for state, view, _ in match(seats, seed):
        if view.turn >= turn and view.phase == phase:
            return state, view
    raise LookupError(f"match {seed} of {seats} never comes to {phase} in turn {turn}")


def table_canvas(width: int, height: int) -> Canvas:
    """A window of that size with an evening behind, seen in the stage's design units."""
    surface = pygame.Surface((width, height), 0, 32)
    surface.blit(dusk(width, height), (0, 0))
    window = Canvas.fit(surface)
    left, top = window.origin
    return Canvas(surface, window.scale, (left + 328 * window.scale, top + 80 * window.scale))


def draw_table(stage: MarrakechStage, canvas: Canvas) -> None:
    """Draw the stage with panels and side card as the table does."""
    stage.draw(canvas)
    for seat in range(len(stage.surroundings.looks)):
        _card(canvas, PANELS[seat])
        panel = PANELS[seat]
        stage.draw_panel(canvas, seat, Box(panel.left + 92, panel.top + 48, 172, 96))
    _card(canvas, SIDE)
    stage.draw_side(canvas, Box(SIDE.left + 16, SIDE.top + 40, SIDE.width - 32, SIDE.height - 52))
    stage.draw_over(canvas)


def _card(canvas: Canvas, box: Box) -> None:
    canvas.put(card(canvas.px(box.width), canvas.px(box.height), canvas.px(12)), box.left, box.top)


def save(canvas: Canvas, folder: Path | None, name: str) -> None:
    """Keep the picture where one may look at it."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        pygame.image.save(canvas.surface, str(folder / f"{name}.png"))
