"""Gamepads: plugged in and out at any time, each a device of its own; buttons, sticks and hats become commands.

Pads that SDL knows are read as controllers, whose buttons mean the same on every make. Others are read as plain
joysticks with the layout most of them share. A controller also sends joystick events; those are ignored.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import pygame
from pygame._sdl2 import controller

from game.core.rules import Seat
from game.engine.input import Device, PadEvent, StickMoved, TriggerMoved, Unplugged
from game.engine.loop.phones import BUTTONS, PHONE
from game.ground.settings import CommandName

DEAD_ZONE, RELEASE_ZONE = 0.55, 0.35
"""A stick counts as pushed beyond the first share and as released below the second; between them nothing changes."""

_CONTROLLER_BUTTONS = {
    pygame.CONTROLLER_BUTTON_A: CommandName.CONFIRM,
    pygame.CONTROLLER_BUTTON_B: CommandName.BACK,
    pygame.CONTROLLER_BUTTON_X: CommandName.HURRY,
    pygame.CONTROLLER_BUTTON_Y: CommandName.HINT,
    pygame.CONTROLLER_BUTTON_BACK: CommandName.UNDO,
    pygame.CONTROLLER_BUTTON_START: CommandName.MENU,
    pygame.CONTROLLER_BUTTON_LEFTSTICK: CommandName.LOG,
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: CommandName.PREVIOUS,
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: CommandName.NEXT,
    pygame.CONTROLLER_BUTTON_DPAD_UP: CommandName.UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: CommandName.DOWN,
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: CommandName.LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: CommandName.RIGHT,
}
_JOYSTICK_BUTTONS = (
    CommandName.CONFIRM,
    CommandName.BACK,
    CommandName.HURRY,
    CommandName.HINT,
    CommandName.PREVIOUS,
    CommandName.NEXT,
    CommandName.UNDO,
    CommandName.MENU,
)
_STICK = {pygame.CONTROLLER_AXIS_RIGHTX: 0, pygame.CONTROLLER_AXIS_RIGHTY: 1}
"""Axes of the right stick on pads that SDL knows: 0 for across, 1 for down."""
Side: TypeAlias = Literal["left", "right"]
_TRIGGERS: dict[int, Side] = {
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: "left",
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: "right",
}
STICK_DEAD_ZONE, TRIGGER_DEAD_ZONE = 0.2, 0.1
"""Shares below which a right stick or a trigger counts as released, since none returns exactly to 0."""
_AXES = {0: (CommandName.LEFT, CommandName.RIGHT), 1: (CommandName.UP, CommandName.DOWN)}


@dataclass(frozen=True)
class Press:
    """A control of a pad was pressed as `command`, or released (None)."""

    device: Device
    source: tuple[object, ...]
    command: CommandName | None


class Pads:
    def __init__(self) -> None:
        with contextlib.suppress(pygame.error):  # a system without such devices
            pygame.joystick.init()
            controller.init()
        self._joysticks: dict[int, pygame.joystick.JoystickType] = {}
        self._controllers: dict[int, controller.Controller] = {}
        self._directions: dict[tuple[object, ...], int] = {}  # direction of each axis of a stick or hat: -1, 0 or 1
        self._buttons: set[tuple[object, ...]] = set()  # held down
        self._numbers: dict[object, int] = {}
        self._sticks: dict[Device, tuple[float, float]] = {}
        self._triggers: dict[tuple[Device, Side], float] = {}
        self.seats: dict[int, Seat] = {}
        """The seat that each pad's person chose on their phone, by number of the pad."""

    @property
    def count(self) -> int:
        """Number of pads plugged in."""
        return len(self._joysticks) + len(self._controllers)

    def read(self, event: pygame.Event, plays: bool = False) -> Sequence[Press | PadEvent]:
        """Return what an event of a pad means; nothing for all other events.

        A phone presses nothing unless `plays`, so that nobody presses what is lit in the window from afar.
        """
        if event.type == PHONE:
            return self._phone(event, plays)
        if event.type == pygame.JOYDEVICEADDED:
            self._open(event.device_index)
        elif event.type == pygame.JOYDEVICEREMOVED:
            return self._close(event.instance_id)
        elif event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            command = _CONTROLLER_BUTTONS.get(event.button)
            return self._press(event, command, event.type == pygame.CONTROLLERBUTTONDOWN)
        elif event.type == pygame.CONTROLLERAXISMOTION:
            return self._controller_axis(event, event.value / 32768)
        elif getattr(event, "instance_id", None) in self._controllers:
            return ()
        elif event.type in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
            known = event.button < len(_JOYSTICK_BUTTONS)
            command = _JOYSTICK_BUTTONS[event.button] if known else None
            return self._press(event, command, event.type == pygame.JOYBUTTONDOWN)
        elif event.type == pygame.JOYAXISMOTION:
            return self._axis(event, event.axis, event.value)
        elif event.type == pygame.JOYHATMOTION:
            across, up = event.value
            return (*self._axis(event, 0, across, "hat"), *self._axis(event, 1, -up, "hat"))
        return ()

    def _phone(self, event: pygame.Event, plays: bool) -> Sequence[Press | PadEvent]:
        """Return the difference between what a phone holds and what it held; all released where its seat changes."""
        instance = ("phone", event.phone)
        if not event.plugged:
            number = self._numbers.get(instance)
            released = self.let_go_phones(instance)
            if number is None:
                return released
            del self._numbers[instance]
            self.seats.pop(number, None)
            return [*released, Unplugged(Device("pad", number))]
        device, made = self._device(instance), list[Press]()
        if self.seats.get(device.number) != event.seat:
            made += self.let_go_phones(instance)
            self.seats.pop(device.number, None)
            if event.seat is not None:
                self.seats[device.number] = event.seat
        for bit, command in BUTTONS.items():
            source = (instance, "button", bit)
            if not event.mask & bit and source in self._buttons:
                self._buttons.discard(source)
                made.append(Press(device, source, None))
            elif event.mask & bit and source not in self._buttons and plays:
                self._buttons.add(source)
                made.append(Press(device, source, command))
        return made

    def let_go_phones(self, instance: object = None) -> list[Press]:
        """Treat every button of a phone as released, or of all phones; return the releases."""
        held = [
            source
            for source in self._buttons
            if isinstance(source[0], tuple) and (instance is None or source[0] == instance)
        ]
        self._buttons.difference_update(held)
        return [Press(self._device(source[0]), source, None) for source in held]

    def centre(self) -> list[PadEvent]:
        """Treat every right stick and trigger as released.

        Return the inputs that report this for those that were not.
        """
        sticks = [StickMoved(0.0, 0.0, device) for device, pushed in self._sticks.items() if any(pushed)]
        triggers = [TriggerMoved(side, 0.0, device) for (device, side), pulled in self._triggers.items() if pulled]
        self._sticks.clear()
        self._triggers.clear()
        return [*sticks, *triggers]

    def _device(self, instance: object) -> Device:
        """Return the pad as people count it; a new pad gets the lowest free number."""
        if instance not in self._numbers:
            taken = self._numbers.values()
            self._numbers[instance] = next(number for number in range(len(taken) + 1) if number not in taken)
        return Device("pad", self._numbers[instance])

    def _open(self, index: int) -> None:
        try:
            if controller.get_init() and controller.is_controller(index):
                pad = controller.Controller(index)
                instance = pad.as_joystick().get_instance_id()
                self._controllers[instance] = pad
            else:
                joystick = pygame.joystick.Joystick(index)
                instance = joystick.get_instance_id()
                self._joysticks[instance] = joystick
        except pygame.error:
            return  # it was pulled out again before it could be opened
        self._device(instance)

    def _close(self, instance: int) -> Sequence[Press | PadEvent]:
        self._joysticks.pop(instance, None)
        self._controllers.pop(instance, None)
        if instance not in self._numbers:
            return ()
        device = self._device(instance)
        del self._numbers[instance]
        gone = [source for source in (*self._directions, *self._buttons) if source[0] == instance]
        for source in gone:
            self._directions.pop(source, None)
            self._buttons.discard(source)
        told: list[Press | PadEvent] = [Press(device, source, None) for source in gone]
        if any(self._sticks.pop(device, ())):
            told.append(StickMoved(0.0, 0.0, device))
        told += [
            TriggerMoved(side, 0.0, device) for side in _TRIGGERS.values() if self._triggers.pop((device, side), 0)
        ]
        return [*told, Unplugged(device)]

    def _controller_axis(self, event: pygame.Event, value: float) -> Sequence[Press | PadEvent]:
        device = self._device(_instance(event))
        if event.axis in _TRIGGERS:
            side, pulled = _TRIGGERS[event.axis], value if value > TRIGGER_DEAD_ZONE else 0.0
            self._triggers[device, side] = pulled
            return (TriggerMoved(side, pulled, device),)
        if event.axis not in _STICK:
            return self._axis(event, event.axis, value)
        pushed = value if abs(value) > STICK_DEAD_ZONE else 0.0
        before = x, y = self._sticks.get(device, (0.0, 0.0))
        stick = self._sticks[device] = (pushed, y) if _STICK[event.axis] == 0 else (x, pushed)
        return (StickMoved(*stick, device),) if stick != before else ()

    def _axis(self, event: pygame.Event, axis: int, value: float, kind: str = "stick") -> Sequence[Press]:
        if axis not in _AXES:
            return ()
        source = (_instance(event), kind, axis)
        before = self._directions.get(source, 0)
        pushed = abs(value) > (RELEASE_ZONE if before else DEAD_ZONE)
        direction = (1 if value > 0 else -1) if pushed else 0
        if direction == before:
            return ()
        self._directions[source] = direction
        command = _AXES[axis][direction > 0] if direction else None
        return (Press(self._device(source[0]), source, command),)

    def _press(self, event: pygame.Event, command: CommandName | None, down: bool) -> Sequence[Press]:
        if command is None:
            return ()
        source = (_instance(event), "button", event.button)
        if down:
            self._buttons.add(source)
        else:
            self._buttons.discard(source)
        return (Press(self._device(source[0]), source, command if down else None),)


def _instance(event: pygame.Event) -> object:
    """Return which pad an event belongs to; None for events made in tests without one."""
    return getattr(event, "instance_id", None)
