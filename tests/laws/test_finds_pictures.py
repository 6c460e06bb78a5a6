"""Stages with planted mistakes, each of which a law of pictures must find."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pygame
import pytest

from game.cabinets.nullgame.cabinet import NULLGAME
from game.cabinets.nullgame.rules import Take, View
from game.cabinets.nullgame.stage import NullgameStage
from game.conformance import pictures
from game.conformance.law import BreachError, Law, sentence
from game.conformance.pictures import LAWS_OF_PICTURES
from game.core.rules import Event
from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.input import InputEvent
from game.engine.text import Weight
from game.ground.texts import Texts


class Forgetful(NullgameStage):
    """Draws how many steps it has shown, which no view says."""

    steps = 0

    def show(self, view: View, events: Sequence[Event]) -> None:
        self.steps += 1
        super().show(view, events)

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        canvas.surface.fill("red", (0, 0, 10 * self.steps, 40))


class Restless(NullgameStage):
    """Always moves."""

    @property
    def busy(self) -> bool:
        return True


class Wordy(NullgameStage):
    """Says more than fits."""

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        self.surroundings.typeface.line(
            canvas, "so many stones", 20, 20, theme.HEADING, Weight.BOLD, theme.TEXT_ON_LANTERN, max_width=30
        )


class Grasping(NullgameStage):
    """Takes more than there is by any key."""

    def handle(self, event: InputEvent) -> None:
        self.decide(Take(99))


class Silent(NullgameStage):
    def instruction(self) -> Any:
        return None


class Clumsy(NullgameStage):
    """Cannot draw a small heap."""

    def pieces(self, view: View) -> Any:
        return {} if view.heap > 3 else super().pieces(view)["stone", 99]


DRAWN, STILL, RESTING = LAWS_OF_PICTURES
FOUND = [
    (Restless, DRAWN, "do not come to an end"),
    (Wordy, DRAWN, "a text does not fit: .*so many stones"),
    (Grasping, DRAWN, r"By keys the stage decides on Take\(stones=99\) for seat 0"),
    (Silent, DRAWN, "says nothing while seat 0 is asked"),
    (Clumsy, DRAWN, r"KeyError: \('stone', 99\) \(test_finds_pictures.py:\d+\)"),
    (Restless, STILL, "Something still moves"),
    (Forgetful, RESTING, "The picture after the movement .* is not that of the view alone"),
]


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.init()
    pygame.display.set_mode((1, 1))


def test_a_mistake_is_planted_for_every_law_of_pictures() -> None:
    assert {law for _, law, _ in FOUND} == set(LAWS_OF_PICTURES)


@pytest.mark.parametrize(("stage", "law", "said"), FOUND, ids=lambda each: getattr(each, "__name__", None))
def test_a_planted_mistake_is_found(
    monkeypatch: pytest.MonkeyPatch, stage: type[NullgameStage], law: Law, said: str
) -> None:
    monkeypatch.setattr(pictures, "STAGES", {"nullgame": stage})
    with pytest.raises(BreachError) as found:
        law(NULLGAME, 2, 0)
    assert re.search(said, sentence(found.value, Texts("en")))
    assert sentence(found.value, Texts("ko"))
