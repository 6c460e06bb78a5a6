"""Who did it: several pads and a keyboard at once, each with its own name, repeats and releases."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import pygame
import pytest
from pygame import Event

from game.engine.canvas import Canvas
from game.engine.input import (
    KEYBOARD,
    REPEAT_DELAY,
    Command,
    CommandName,
    CommandReleased,
    Device,
    InputEvent,
    KeyPressed,
    KeyReleased,
    StickMoved,
    TriggerMoved,
    Unplugged,
)
from game.engine.loop.controls import Controls
from game.ground.settings import DEFAULT_KEYS, DEFAULT_PLAY_KEYS
from game.kit.held import FIRST_HALF, SECOND_HALF, Buttons, Held, pad
from tests.engine.virtual_pad import VirtualPad

CANVAS = Canvas.fit(pygame.Surface((1280, 800)))
ONE, OTHER = Device("pad", 0), Device("pad", 1)
LEFT, UP, CONFIRM = CommandName.LEFT, CommandName.UP, CommandName.CONFIRM
_KINDS = {"stick": pygame.JOYAXISMOTION, "moved": pygame.CONTROLLERAXISMOTION, "hat": pygame.JOYHATMOTION}


@pytest.fixture(autouse=True)
def video(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    yield
    pygame.display.quit()


@pytest.fixture
def controls() -> Controls:
    return Controls(DEFAULT_KEYS)


def read(controls: Controls, *events: Event, now: float = 0.0) -> list[InputEvent]:
    return controls.read(events, CANVAS, now)


def of_pad(instance: int, what: str, **values: Any) -> Event:
    return Event(_KINDS[what], instance_id=instance, **values)


def button(instance: int, number: int, down: bool = True) -> Event:
    return Event(pygame.JOYBUTTONDOWN if down else pygame.JOYBUTTONUP, instance_id=instance, button=number)


def test_pads_are_counted_as_they_are_first_heard_of(controls: Controls) -> None:
    made = read(controls, button(31, 0), button(7, 0), button(31, 0, down=False))
    assert made == [Command(CONFIRM, ONE), Command(CONFIRM, OTHER), CommandReleased(CONFIRM, ONE)]


def test_a_number_is_free_again_once_its_pad_is_gone_and_others_keep_theirs(controls: Controls) -> None:
    read(controls, button(31, 0), button(7, 0))
    gone = read(controls, Event(pygame.JOYDEVICEREMOVED, instance_id=31))
    assert gone == [CommandReleased(CONFIRM, ONE), Unplugged(ONE)]
    made = read(controls, button(7, 1), button(40, 1), button(41, 1))
    assert made == [Command(CommandName.BACK, device) for device in (OTHER, ONE, Device("pad", 2))]


def test_sticks_and_triggers_of_two_pads_are_two(controls: Controls) -> None:
    across, down = pygame.CONTROLLER_AXIS_RIGHTX, pygame.CONTROLLER_AXIS_RIGHTY
    made = read(controls, of_pad(1, "moved", axis=across, value=-32768), of_pad(2, "moved", axis=down, value=-32768))
    assert made == [StickMoved(-1.0, 0.0, ONE), StickMoved(0.0, -1.0, OTHER)]
    pulled = read(controls, of_pad(2, "moved", axis=pygame.CONTROLLER_AXIS_TRIGGERLEFT, value=16384))
    assert pulled == [TriggerMoved("left", 0.5, OTHER)]
    gone = read(controls, Event(pygame.JOYDEVICEREMOVED, instance_id=2))
    assert gone == [StickMoved(0.0, 0.0, OTHER), TriggerMoved("left", 0.0, OTHER), Unplugged(OTHER)]
    assert read(controls, Event(pygame.JOYDEVICEREMOVED, instance_id=1))[0] == StickMoved(0.0, 0.0, ONE)


def test_sticks_stand_in_the_middle_when_the_window_loses_the_keyboard(controls: Controls) -> None:
    axis = pygame.CONTROLLER_AXIS_RIGHTX
    read(controls, of_pad(1, "moved", axis=axis, value=-32768), of_pad(2, "moved", axis=axis, value=0))
    assert read(controls, Event(pygame.WINDOWFOCUSLOST)) == [StickMoved(0.0, 0.0, ONE)]
    assert read(controls, of_pad(1, "moved", axis=axis, value=-32768)) == [StickMoved(-1.0, 0.0, ONE)]


def repeated(events: Sequence[InputEvent]) -> list[Device]:
    return [event.device for event in events if isinstance(event, Command) and event.repeated]


def test_each_control_repeats_by_itself(controls: Controls) -> None:
    """One pad's press, or its release, does not end what another holds, nor the keyboard's."""
    key = Event(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0)
    read(controls, of_pad(1, "stick", axis=0, value=-1.0))
    read(controls, of_pad(2, "stick", axis=0, value=-1.0), key, now=0.1)
    assert repeated(read(controls, now=REPEAT_DELAY)) == [ONE]
    assert repeated(read(controls, now=REPEAT_DELAY + 0.1)) == [ONE, OTHER, KEYBOARD]
    let_go = read(controls, of_pad(2, "stick", axis=0, value=0.0), now=0.5)
    assert CommandReleased(LEFT, OTHER) in let_go
    assert repeated(read(controls, now=1.0)) == [ONE, KEYBOARD]
    read(controls, Event(pygame.JOYDEVICEREMOVED, instance_id=1), now=1.0)
    assert repeated(read(controls, now=2.0)) == [KEYBOARD]


def test_both_shift_keys_have_names_of_their_own(controls: Controls) -> None:
    made = read(
        controls,
        Event(pygame.KEYDOWN, key=pygame.K_RSHIFT, mod=pygame.KMOD_RSHIFT),
        Event(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=pygame.KMOD_SHIFT),
        Event(pygame.KEYUP, key=pygame.K_RSHIFT, mod=pygame.KMOD_LSHIFT),
    )
    shift = frozenset({"shift"})
    assert made == [KeyPressed("right shift", shift), KeyPressed("left shift", shift), KeyReleased("right shift")]


linux = pytest.mark.skipif(
    sys.platform != "linux", reason="finds SDL among the libraries of this process as Linux tells it"
)


def pumped(controls: Controls, *keys: Event, now: float = 0.0) -> list[InputEvent]:
    """What comes of everything that SDL tells and of these keys."""
    for key in keys:
        pygame.event.post(key)
    return [event for event in read(controls, *pygame.event.get(), now=now) if not isinstance(event, KeyPressed)]


@linux
def test_a_pad_that_sdl_knows_speaks_once(controls: Controls) -> None:
    pumped(controls)
    plugged = controls.pads.count
    virtual = VirtualPad()
    pumped(controls)
    assert controls.pads.count == plugged + 1
    virtual.press(pygame.CONTROLLER_BUTTON_A)
    assert pumped(controls) == [Command(CONFIRM, Device("pad", plugged))]
    virtual.unplug()
    pumped(controls)
    assert controls.pads.count == plugged


@linux
def test_two_pads_and_both_halves_of_the_keyboard_are_heard_at_once(controls: Controls) -> None:
    pumped(controls)
    first = controls.pads.count
    one, other = Device("pad", first), Device("pad", first + 1)
    held = Held(DEFAULT_PLAY_KEYS)

    def frame(now: float, *keys: Event) -> list[InputEvent]:
        for key in keys:
            pygame.event.post(key)
        made = read(controls, *pygame.event.get(), now=now)
        held.tick()
        for event in made:
            held.handle(event)
        return made

    def masks() -> list[Buttons]:
        return [held.mask(source) for source in (FIRST_HALF, SECOND_HALF, pad(one.number), pad(other.number))]

    pads = [VirtualPad(), VirtualPad()]
    frame(0.0)
    pads[0].push(0, -1.0)
    pads[1].push(1, -1.0)
    pads[1].press(pygame.CONTROLLER_BUTTON_A)
    down = [pygame.K_d, pygame.K_SPACE, pygame.K_LEFT, pygame.K_RSHIFT]
    frame(1.0, *(Event(pygame.KEYDOWN, key=key, mod=pygame.KMOD_RSHIFT) for key in down))
    act = Buttons.ACT
    assert masks() == [Buttons.RIGHT | act, Buttons.LEFT | act, Buttons.LEFT, Buttons.UP | act]
    assert set(repeated(frame(1.0 + REPEAT_DELAY))) == {one, other}, "shift and an arrow are no command"
    pads[0].push(0, 0.0)
    let_go = frame(1.5, Event(pygame.KEYUP, key=pygame.K_RSHIFT, mod=0), Event(pygame.KEYUP, key=pygame.K_d, mod=0))
    assert CommandReleased(LEFT, one) in let_go
    frame(1.6)
    assert masks() == [act, Buttons.LEFT, Buttons(0), Buttons.UP | act]
    assert repeated(frame(2.0)) == [other]
    pads[0].unplug()
    assert Unplugged(one) in frame(2.0)
    pads[1].unplug()
    gone = frame(2.1)
    assert {CommandReleased(UP, other), CommandReleased(CONFIRM, other), Unplugged(other)} <= set(gone)
    assert masks() == [act, Buttons.LEFT, Buttons(0), Buttons(0)]
