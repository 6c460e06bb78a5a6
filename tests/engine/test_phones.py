"""Phones among the pads: what they hold becomes presses where people play, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.engine.canvas import Canvas
from game.engine.input import Command, CommandName, CommandReleased, Device, InputEvent, Unplugged
from game.engine.loop import phones
from game.engine.loop.controls import Controls, Wanted
from game.ground.settings import DEFAULT_KEYS, DEFAULT_PLAY_KEYS
from game.kit.held import Buttons, Claims, Held

CANVAS = Canvas.fit(pygame.Surface((1280, 800)))
ONE, OTHER = Device("pad", 0), Device("pad", 1)
RIGHT, JUMP = CommandName.RIGHT, CommandName.CONFIRM


@pytest.fixture(autouse=True)
def video(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    yield
    pygame.display.quit()


@pytest.fixture
def controls() -> Controls:
    return Controls(DEFAULT_KEYS)


def say(controls: Controls, *told: tuple[int, int, int | None, bool], wanted: Wanted = "play") -> list[InputEvent]:
    for each in told:
        assert phones.post(*each)
    events = [event for event in pygame.event.get() if event.type == phones.PHONE]
    return controls.read(events, CANVAS, 0.0, wanted)


def test_a_phone_is_a_pad_whose_state_becomes_presses_and_releases(controls: Controls) -> None:
    assert say(controls, (5, 2, 0, True)) == [Command(RIGHT, ONE)]
    assert say(controls, (9, 16, 1, True)) == [Command(JUMP, OTHER)]
    assert say(controls, (5, 18, 0, True)) == [Command(JUMP, ONE)]
    assert say(controls, (5, 0, 0, True)) == [CommandReleased(RIGHT, ONE), CommandReleased(JUMP, ONE)]
    assert controls.pads.seats == {0: 0, 1: 1}


@pytest.mark.parametrize("wanted", ["commands", "text", "keys"])
def test_a_phone_presses_nothing_that_is_lit_in_the_window(controls: Controls, wanted: Wanted) -> None:
    assert say(controls, (5, 16, 0, True), wanted=wanted) == []
    assert say(controls, (5, 16, 0, True)) == [Command(JUMP, ONE)], "once people play"


def test_what_a_phone_holds_is_let_go_where_the_play_stops(controls: Controls) -> None:
    say(controls, (5, 2, 0, True))
    assert say(controls, wanted="commands") == [CommandReleased(RIGHT, ONE)]
    assert controls.read([], CANVAS, 9.0, "commands") == [], "it does not repeat in the menu"


def test_a_phone_that_has_left_frees_its_number_and_its_seat(controls: Controls) -> None:
    say(controls, (5, 2, 1, True))
    assert say(controls, (5, 0, 1, False)) == [CommandReleased(RIGHT, ONE), Unplugged(ONE)]
    assert say(controls, (5, 0, 1, False)) == [] and controls.pads.seats == {}
    assert say(controls, (6, 16, 0, True)) == [Command(JUMP, ONE)]


def test_another_seat_begins_with_nothing_held(controls: Controls) -> None:
    say(controls, (5, 2, 0, True))
    assert say(controls, (5, 2, 1, True)) == [CommandReleased(RIGHT, ONE), Command(RIGHT, ONE)]


def test_without_a_window_nothing_is_posted() -> None:
    pygame.display.quit()
    assert not phones.post(1, 0, None, True)


def test_a_chosen_seat_is_played_whoever_presses_first() -> None:
    chosen = {1: 0}
    claims = Claims(Held(DEFAULT_PLAY_KEYS), [0, 1], chosen)
    assert claims.handle(Command(JUMP, ONE)) == 1, "another pad gets the seat that nobody chose"
    assert claims.handle(Command(RIGHT, OTHER)) == 0
    assert claims.mask(0) == Buttons.RIGHT
    claims.handle(CommandReleased(RIGHT, OTHER))
    chosen[1] = 1
    assert claims.handle(Command(RIGHT, OTHER)) == 1
