"""A bench on which any stage is tried: what the table gives it, matches to show, canvases to draw on, its pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pygame

from game.conformance.law import BreachError
from game.core.rules import NATURE, SPECTATOR, AnyRules, Event, Move
from game.engine.canvas import Box, Canvas
from game.engine.colour import SEAT_COLOURS
from game.engine.light import dusk
from game.engine.ornament import card
from game.engine.patterns import PATTERNS
from game.engine.stage import HasSideCard, Look, Stage, Surroundings, Tint
from game.engine.text import Typeface
from game.ground.texts import Texts

NAMES = {"ko": ("지우", "하늘", "수아", "Luca"), "en": ("Jiwoo", "Haneul", "Sua", "Luca")}
FRAME_SECONDS = 1 / 30
LONGEST = 12.0
"""Seconds that anything may move after one step at the normal pace."""
SIDE = Box(648, 176, 280, 272)


def surroundings(
    seats: int, options: Any, language: str = "en", text_size: int = 100, texts: Path | None = None, **more: Any
) -> Surroundings:
    """Return what the table would give a stage; `more` are fields of it, `texts` another folder of texts."""
    names = [NAMES[language][seat % 4] for seat in range(seats)]
    patterns = list(PATTERNS.items())
    colours = list(SEAT_COLOURS.values())
    looks = [Look(name, colours[i % 8], patterns[i % 4][0], patterns[i % 4][1].shape) for i, name in enumerate(names)]
    tints = [Tint(colours[i], patterns[i][0]) for i in range(4)]
    given = Surroundings(Texts(language, names, texts), Typeface(text_size), looks, SPECTATOR, options, tints=tints)
    given.anchors = {seat: panel_of(seat).center for seat in range(seats)}
    for name, value in more.items():
        setattr(given, name, value)
    return given


def panel_of(seat: int) -> Box:
    """Return where a seat's panel lies, in the units of a stage 624 wide, as at the table."""
    return Box(-304 if seat % 2 == 0 else 648, (seat // 2 % 4) * 176.0, 280, 160)


class Step(NamedTuple):
    """One step of a match, as a spectator sees it, and what comes next."""

    before: Any
    view: Any
    events: Sequence[Event]
    seat: int | None
    """Who is asked next; None for nobody at a screen."""
    legal: Sequence[Any] | None
    state: Any
    """Changed by the next step."""


def match(rules: AnyRules, seats: int, seed: int, options: Any = None) -> Iterator[Step]:
    """Yield the steps of a match of random moves; fallbacks where nothing can be listed."""
    chance = Random(seed)
    state = rules.start(seats, rules.info.options() if options is None else options)
    before = rules.view(state, SPECTATOR)
    while (ask := rules.ask(state)) is not None:
        moves = []
        for seat in ask.seats:
            legal = None if seat == NATURE else rules.legal(state, seat)
            if seat == NATURE:
                action: Any = chance.randrange(ask.outcomes)
            else:
                action = chance.choice(legal) if legal else rules.fallback(state, seat)
            moves.append(Move(seat, action))
        events = rules.step(state, moves)
        view = rules.view(state, SPECTATOR)
        asked = rules.ask(state)
        person = next((seat for seat in asked.seats if seat >= 0), None) if asked else None
        legal = None if person is None else rules.legal(state, person)
        yield Step(before, view, events, person, legal, state)
        before = view


def window(width: int, height: int) -> Canvas:
    """Return a window of that size with an evening in it."""
    surface = pygame.Surface((width, height), 0, 32)
    surface.blit(dusk(width, height), (0, 0))
    return Canvas.fit(surface)


def table_canvas(stage: Stage[Any, Any], width: int = 1280, height: int = 720) -> Canvas:
    """Return the same, seen in the stage's design units."""
    whole = window(width, height)
    scale = whole.scale * min(624 / stage.height, 624 / stage.width)
    left = whole.origin[0] + 328 * whole.scale
    return Canvas(whole.surface, scale, (left, whole.origin[1] + 72 * whole.scale))


def draw_table(stage: Stage[Any, Any], canvas: Canvas) -> None:
    """Draw the stage with panels and side card as the table does."""
    stage.draw(canvas)
    for seat in range(min(4, len(stage.surroundings.looks))):
        panel = panel_of(seat)
        draw_card(canvas, panel)
        stage.draw_panel(canvas, seat, Box(panel.left + 92, panel.top + 48, 172, 96))
    draw_card(canvas, SIDE)
    if isinstance(stage, HasSideCard):
        stage.draw_side(canvas, Box(SIDE.left + 16, SIDE.top + 40, SIDE.width - 32, SIDE.height - 52))
    stage.draw_over(canvas)


def draw_card(canvas: Canvas, box: Box) -> None:
    """Draw the card that a panel lies on."""
    canvas.put(card(canvas.px(box.width), canvas.px(box.height), canvas.px(12)), box.left, box.top)


def pixels(stage: Stage[Any, Any], width: int = 800, height: int = 450) -> bytes:
    """Return what the whole table looks like."""
    canvas = table_canvas(stage, width, height)
    draw_table(stage, canvas)
    return pygame.image.tobytes(canvas.surface, "RGB")


def finish(stage: Stage[Any, Any], *others: Stage[Any, Any]) -> float:
    """Let time pass until nothing moves that is waited for; return the seconds it took. Others get the same time.

    Raises BreachError for movements without an end.
    """
    passed = 0.0
    while stage.busy:
        for each in (stage, *others):
            each.update(FRAME_SECONDS)
        passed += FRAME_SECONDS
        if passed >= LONGEST:
            raise BreachError("conformance.breach.never_still")
    return passed
