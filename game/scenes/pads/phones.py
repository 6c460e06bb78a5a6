"""Phones as pads of this window: a gate that people's phones reach, and who plays which seat by phone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from game.core.errors import SpokenError
from game.engine.loop.phones import post
from game.engine.scene import Context
from net.discovery.interfaces import LOOPBACK, interfaces
from net.web.phone import ASKING, Chair, Change, Guest

if TYPE_CHECKING:
    from net.web.gate import Gate

WORDS = (
    "lang",
    "connecting",
    "choose",
    "taken",
    "no_game",
    "play",
    "wait",
    "ready",
    "again",
    "agreed",
    "over",
    "elsewhere",
    "refused",
    "full",
    "lost",
)
"""Keys of the page's words, below `pads.page`."""


@runtime_checkable
class PlayedByPads(Protocol):
    """A scene that people play with pads."""

    def pad_chairs(self) -> Sequence[Chair]:
        """Return the seats of people at this screen."""

    def pad_state(self) -> str:
        """Return what the match does now, as `Gate.show` tells it."""

    def pads_agree(self) -> None:
        """Take it that everybody who plays by phone has agreed to what `pad_state` asks."""


class Phones:
    """The open gate of a window. It stays open until the window is closed, whatever is played meanwhile."""

    def __init__(self, context: Context, gate: Gate, hosts: Sequence[str]) -> None:
        self.context, self.gate, self.hosts = context, gate, tuple(hosts)
        self._shown: tuple[Sequence[Chair], str] | None = None
        self._seen: dict[int, Guest] = {}
        self._agreed = False
        """Whether the scene has been told that everybody agrees to what it asks now."""

    @property
    def addresses(self) -> list[str]:
        """What a phone opens, the likeliest first."""
        return [self.gate.address(host) for host in self.hosts]

    def guest_of(self, seat: int) -> Guest | None:
        """Return the phone that plays a seat."""
        return next((guest for guest in self.gate.guests if guest.seat == seat), None)

    def attend(self, _now: float) -> None:
        """Tell the phones what is played now, and people here which phones fall asleep or leave."""
        scene = next((each for each in reversed(self.context.stack.scenes) if isinstance(each, PlayedByPads)), None)
        chairs: Sequence[Chair] = tuple(scene.pad_chairs()) if scene is not None else ()
        state = scene.pad_state() if scene is not None else "wait"
        if (chairs, state) != self._shown:
            self._shown = chairs, state
            self.gate.show(chairs, state)
        guests = [guest for guest in self.gate.guests if guest.seat is not None]
        context, self._agreed = self.context, self._agreed and state in ASKING
        context.pads_asleep.clear()
        context.pads_asleep.update(guest.seat for guest in guests if guest.asleep and guest.seat is not None)
        awake = [guest.agrees for guest in guests if not guest.asleep]
        if scene is not None and state in ASKING and awake and all(awake) and not self._agreed:
            self._agreed = True
            scene.pads_agree()
        names = {chair.seat: chair.name for chair in chairs}
        seen = {guest.phone: guest for guest in self.gate.guests}
        for number, guest in self._seen.items():
            name = names.get(guest.seat) if guest.seat is not None else None
            if name is None:
                continue
            after = seen.get(number)
            if after is None:
                self._say("gone", name)
            elif after.asleep and not guest.asleep:
                self._say("asleep", name)
        self._seen = seen

    def _say(self, what: str, name: str) -> None:
        self.context.notify(self.context.texts.line(f"pads.{what}", name=name))


def phones_of(context: Context) -> Phones:
    """Return the window's gate, opened when first asked for.

    Raises SpokenError where the library is missing or no port is free.
    """
    kept = context.memory.get("pads")
    if isinstance(kept, Phones):
        return kept
    try:
        from net.web.gate import Gate
    except ImportError as error:
        raise SpokenError("pads.no_library") from error
    line = context.texts.line
    local = [str(each.ip) for each in interfaces() if each != LOOPBACK]
    hosts = [*local, str(LOOPBACK.ip)]
    gate = Gate(hosts, {word: line(f"pads.page.{word}") for word in WORDS}, _post)
    phones = Phones(context, gate, hosts)
    context.memory["pads"] = phones
    context.shake = gate.shake
    context.companions.append(phones.attend)
    context.closing.append(gate.close)
    return phones


def _post(change: Change) -> bool:
    return post(change.phone, change.mask, change.seat, change.plugged)
