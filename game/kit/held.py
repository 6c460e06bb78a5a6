"""Which buttons each person at this screen holds down, for games in real time: by half of the keyboard and by pad.

A stage gives every InputEvent to `Held.handle` (through `Claims.handle` if it has seats), reads a mask of buttons each
tick, then calls `tick`. It calls `let_go` when input goes elsewhere: another scene lies above, or time stands still.
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
from game.ground.settings import PlayKey

__all__ = ["FIRST_HALF", "SECOND_HALF", "Buttons", "Claims", "Held", "Source", "pad"]


class Buttons(IntFlag):
    """Buttons that may be held at once. The game says what ACT (space, a pad's A) and EXTRA (R, a pad's Y) do."""

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
    """A device that one person can play with: a half of the keyboard (0 or 1), or a pad by its number."""

    kind: Literal["half", "pad"]
    number: int = 0


FIRST_HALF: Final = Source("half", 0)
SECOND_HALF: Final = Source("half", 1)
_HALVES: Final = {"first": FIRST_HALF, "second": SECOND_HALF}


def pad(number: int) -> Source:
    """Return the source of the pad with this number."""
    return Source("pad", number)


_Control: TypeAlias = str | tuple[Device, CommandName]


class Held:
    """Which buttons each source holds.

    A key counts by its name whatever modifiers are held, as those may be keys of the other person. A pad is heard by
    its commands, from stick and cross alike.
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
        """Take an input. Return the source whose button it pressed, or None; repeated key presses press nothing."""
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
        """Return the buttons that a source holds, and those pressed and released since the last `tick`, so that no
        short press is missed.
        """
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
        """Forget presses that were released already; called after all masks were read."""
        self._tapped.clear()

    def let_go(self) -> None:
        """Treat every button as released."""
        self._down.clear()
        self._tapped.clear()


class Claims:
    """Which seat each source plays for: a source that presses first gets the first free seat.

    Without a free seat, an unclaimed half of the keyboard goes to the seat that has the other half, and a person alone
    at the screen plays with everything. A pad that is unplugged frees its seat for the next source without one.
    A pad whose person chose a seat plays for that one, which then is not given to another source.
    """

    def __init__(self, held: Held, seats: Sequence[Seat], chosen: Mapping[int, Seat] | None = None) -> None:
        """`chosen`: the seats that people chose, by number of their pad; it may change at any time."""
        self.held = held
        self._chosen: Mapping[int, Seat] = chosen if chosen is not None else {}
        self.seats = tuple(seats)
        """The seats of people at this screen."""
        self._claimed: dict[Source, Seat] = {}

    @property
    def free(self) -> list[Seat]:
        """The seats that no source has claimed yet."""
        taken = {*self._claimed.values(), *self._chosen.values()}
        return [seat for seat in self.seats if seat not in taken]

    def sources(self, seat: Seat) -> list[Source]:
        """Return the sources that a seat plays with, in the order in which they claimed it."""
        return [source for source, owner in self._claimed.items() if owner == seat]

    def handle(self, event: InputEvent) -> Seat | None:
        """Take an input. Return the seat whose button it pressed, or None."""
        source = self.held.handle(event)
        if isinstance(event, Unplugged):
            self._claimed.pop(pad(event.device.number), None)
        if source is None:
            return None
        chosen = self._chosen.get(source.number) if source.kind == "pad" else None
        if chosen is not None and chosen in self.seats:
            self._claimed[source] = chosen
        elif source not in self._claimed and (owner := self._owner(source)) is not None:
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
        """Return the buttons that a seat holds on all its sources together."""
        mask = NOTHING
        for source in self.sources(seat):
            mask |= self.held.mask(source)
        return mask
