"""What each person at this screen holds down, for games in real time: by half of the keyboard and by pad.

A stage gives every InputEvent to `Held.handle` (through `Claims.handle` where it has seats), reads a mask of buttons
each tick, calls `tick`, and calls `let_go` when its inputs go elsewhere: another scene lies above, or time stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntFlag
from typing import Final, Literal, TypeAlias

from game.core.rules import Seat
from game.engine.input import (
    Command,
    CommandName,
    CommandReleased,
    Device,
    InputEvent,
    KeyPressed,
    KeyReleased,
    Unplugged,
)
from game.settings import PlayKey

__all__ = ["FIRST_HALF", "SECOND_HALF", "Buttons", "Claims", "Held", "Source", "pad"]


class Buttons(IntFlag):
    """What may be held at once. A game says what ACT (space, a pad's A) and EXTRA (R, a pad's Y) do."""

    LEFT = 1
    RIGHT = 2
    UP = 4
    DOWN = 8
    ACT = 16
    EXTRA = 32


NOTHING: Final = Buttons(0)

_OF_PAD: Final = {
    CommandName.LEFT: Buttons.LEFT,
    CommandName.RIGHT: Buttons.RIGHT,
    CommandName.UP: Buttons.UP,
    CommandName.DOWN: Buttons.DOWN,
    CommandName.CONFIRM: Buttons.ACT,
    CommandName.HINT: Buttons.EXTRA,
}


@dataclass(frozen=True)
class Source:
    """What one person can play with: a half of the keyboard (0 or 1) or a pad, by its number."""

    kind: Literal["half", "pad"]
    number: int = 0


FIRST_HALF: Final = Source("half", 0)
SECOND_HALF: Final = Source("half", 1)
_HALVES: Final = {"first": FIRST_HALF, "second": SECOND_HALF}


def pad(number: int) -> Source:
    """The pad with that number."""
    return Source("pad", number)


_Control: TypeAlias = str | tuple[Device, CommandName]


class Held:
    """Which buttons each source holds.

    A key counts by its name, whatever modifiers are held with it: they may be keys of the other person. A pad speaks
    by its commands, from stick and cross alike.
    """

    def __init__(self, keys: Mapping[PlayKey, Sequence[str]]) -> None:
        self._keys = {
            key.lower(): (_HALVES[name.half], Buttons[name.button.upper()])
            for name, bound in keys.items()
            for key in bound
        }
        self._down: Counter[_Control] = Counter()
        self._tapped: dict[Source, Buttons] = {}

    def handle(self, event: InputEvent) -> Source | None:
        """Take an input; the source of a button that it pressed. Repeats press nothing."""
        match event:
            case KeyPressed(key, repeated=False) if key in self._keys:
                self._down[key] = 1
                return self._tap(*self._keys[key])
            case KeyReleased(key):
                del self._down[key]
            case Command(name, Device("pad", number) as device, repeated=False) if name in _OF_PAD:
                self._down[device, name] += 1
                return self._tap(pad(number), _OF_PAD[name])
            case CommandReleased(name, device) if self._down[device, name]:
                self._down[device, name] -= 1
            case Unplugged(device):
                for name in _OF_PAD:
                    del self._down[device, name]
                self._tapped.pop(pad(device.number), None)
        return None

    def _tap(self, source: Source, button: Buttons) -> Source:
        self._tapped[source] = self._tapped.get(source, NOTHING) | button
        return source

    def mask(self, source: Source) -> Buttons:
        """What is held, and what was pressed and let go since the last `tick`: no tap is too short to be seen."""
        mask = self._tapped.get(source, NOTHING)
        for control, times in self._down.items():
            if times:
                where, button = self._meaning(control)
                mask |= button if where == source else NOTHING
        return mask

    def _meaning(self, control: _Control) -> tuple[Source, Buttons]:
        if isinstance(control, str):
            return self._keys[control]
        device, name = control
        return pad(device.number), _OF_PAD[name]

    def tick(self) -> None:
        """The masks were read: what was let go since then counts no more."""
        self._tapped.clear()

    def let_go(self) -> None:
        """Take everything for let go."""
        self._down.clear()
        self._tapped.clear()


class Claims:
    """Who plays with what: a source that presses first gets the first seat that is free.

    Where no seat is free, the half of the keyboard that nobody claimed goes to whoever has the other one, and the
    only person at the screen plays with everything. A pad that is unplugged frees its seat for the next source that
    has none.
    """

    def __init__(self, held: Held, seats: Sequence[Seat]) -> None:
        self.held = held
        self.seats = tuple(seats)
        """Of the people at this screen."""
        self._claimed: dict[Source, Seat] = {}

    @property
    def free(self) -> list[Seat]:
        """Seats that nobody has pressed anything for."""
        return [seat for seat in self.seats if seat not in self._claimed.values()]

    def sources(self, seat: Seat) -> list[Source]:
        """What a seat plays with, in the order of claiming."""
        return [source for source, owner in self._claimed.items() if owner == seat]

    def handle(self, event: InputEvent) -> Seat | None:
        """Take an input; the seat that pressed a button by it."""
        source = self.held.handle(event)
        if isinstance(event, Unplugged):
            self._claimed.pop(pad(event.device.number), None)
        if source is None:
            return None
        if source not in self._claimed and (owner := self._owner(source)) is not None:
            self._claimed[source] = owner
        return self._claimed.get(source)

    def _owner(self, source: Source) -> Seat | None:
        if free := self.free:
            return free[0]
        if len(self.seats) == 1:
            return self.seats[0]
        other = {FIRST_HALF: SECOND_HALF, SECOND_HALF: FIRST_HALF}.get(source)
        return self._claimed.get(other) if other else None

    def mask(self, seat: Seat) -> Buttons:
        """What a seat holds, on everything it plays with."""
        mask = NOTHING
        for source in self.sources(seat):
            mask |= self.held.mask(source)
        return mask
