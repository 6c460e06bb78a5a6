"""A room in which a mix goes by itself by a clock of the test's: its people answer when asked and press nothing.

Equal evenings take an equal course: their secrets, bytes and dice are always the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from net.changes import applied
from net.host.room.link import Link
from net.host.room.room import Room
from net.ledger.kept import Ledger
from net.limits import FRAME_FROM_HOST, PROTOCOL, STANDARD, HostLimits
from net.messages import (
    Begun,
    Changed,
    Dropped,
    Hello,
    HostMessage,
    Play,
    Rejected,
    RoomChanged,
    RoomState,
    Waiting,
    Welcome,
    raw,
)
from net.mix import Mix, MixState, Salt
from net.parts import ToHost
from net.wire import FrameReader, host_message
from tests.net.house import OWNER_KEY, plan_of

GAMES = ("marrakech", "gems", "volcano")
NAMES = ("Mia", "Omar", "Jun", "Ada", "Sol", "Kim")
BEGAN = datetime(2026, 11, 21, 19, tzinfo=UTC)
"""When an evening began whose host keeps a ledger."""
LONGEST = 5.0
"""The most seconds of the test's clock that pass at once."""


class Window(Link):
    """A person's window: answers what it is asked with the first legal move, or not at all."""

    def __init__(self, evening: Evening, name: str, *, awake: bool = True) -> None:
        super().__init__("test")
        self.evening, self.name, self.awake = evening, name, awake
        self.room: RoomState | None = None
        self.token = b""
        self.salted = ""
        self.told: list[HostMessage] = []
        self.presses = 0
        self.question: Waiting | None = None
        self.viewer = -2
        self.home = 0
        """Number of the table at which this person sits."""
        self._reader = FrameReader(FRAME_FROM_HOST)

    def send(self, frame: bytes) -> None:
        for body in self._reader.feed(frame):
            self._hear(host_message(body))

    def close(self) -> None:
        self.question = None

    def _hear(self, message: HostMessage) -> None:
        if isinstance(message, Changed):
            assert self.room is not None
            message = RoomChanged(applied(self.room, message))
        self.told.append(message)
        match message:
            case Welcome(room=room, token=token):
                self.room, self.token = room, token
            case RoomChanged(room=room):
                self.room = room
            case Begun(viewer=viewer):
                self.viewer, self.question = viewer, None
                if self.room is not None and viewer >= 0:
                    self.home = self.room.table
            case Waiting():
                self.question = message

    @property
    def mix(self) -> MixState | None:
        return self.room.mix if self.room else None

    def refused(self) -> str:
        """The last refusal."""
        return next((each.why for each in reversed(self.told) if isinstance(each, Rejected)), "")

    def dropped(self) -> Dropped | None:
        return next((each for each in self.told if isinstance(each, Dropped)), None)

    def answer(self) -> bool:
        """Do what a window does by itself, and play if asked. Return whether anything was said."""
        mix = self.mix
        if mix and mix.stage == "salt" and mix.id != self.salted:
            self.salted = mix.id
            self.evening.say(self, Salt(self.name.encode().ljust(32, b".")))
            return True
        asked, self.question = self.question, None
        if not (asked and asked.asked and self.awake and not self.closed):
            return False
        self.evening.say(self, Play(asked.number, raw(self.evening.move(self, asked))))
        return True


@dataclass
class Evening:
    """The room, its windows, and the clock."""

    folder: Path
    games: tuple[str, ...] = GAMES
    seats: int = 4
    now: float = 0.0
    thinks: float = 4.0
    """Seconds in which people decide."""
    windows: list[Window] = field(default_factory=list)
    limits: HostLimits = STANDARD
    random: Random = field(default_factory=lambda: Random(5))
    secrets: Iterator[int] = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        games = {game: CABINETS[game] for game in self.games}
        plan = plan_of(self.folder, games[self.games[0]], seats=self.seats, games=games, limits=self.limits)
        self.room = Room(replace(plan, key=0, kept_at=self.folder / "kept.room"))
        self.stages: list[tuple[float, str, str]] = []

    def enter(self, name: str, *, awake: bool = True, token: bytes = b"", watch: bool = False, **hello: Any) -> Window:
        """Let somebody in; the first owns the room."""
        window = Window(self, name, awake=awake)
        owner = OWNER_KEY if not self.windows else b""
        self.say(window, Hello(PROTOCOL, name, b"n" * 32, owner=owner, token=token, watch=watch, **hello))
        self.windows.append(window)
        return window

    def say(self, window: Window, message: ToHost) -> None:
        self.room.received(window, message, self.now)  # type: ignore[arg-type]
        self.settle()

    def settle(self) -> None:
        self.room.settle(self.now)
        mix = self.room.core.evening.mix
        stage = (mix.stage, mix.now.game if mix.now else "") if mix else ("", "")
        if not self.stages or self.stages[-1][1:] != stage:
            self.stages.append((self.now, *stage))

    def move(self, window: Window, asked: Waiting) -> Any:
        """A legal move."""
        legal = msgspec.msgpack.decode(asked.legal)
        if legal:
            return self.random.choice(legal)
        match = self.room.tables.plays[window.home].match
        assert match is not None
        return match.match.rules.fallback(match.match._state, window.viewer)

    @property
    def mix(self) -> MixState:
        mix = self.room.core.state().mix
        assert mix is not None
        return mix

    def lose(self, window: Window) -> None:
        self.room.lost(window, self.now)
        self.windows.remove(window)
        self.settle()

    @property
    def points(self) -> dict[int, int]:
        """Points in the mix, by person."""
        return {one.person: one.points for one in self.mix.points}

    def until(self, stage: str, seconds: float = 7200) -> None:
        """Let time pass until the mix is at a stage."""

        def there() -> bool:
            mix = self.room.core.evening.mix
            return mix is not None and mix.stage == stage

        self._wait(there, seconds)

    def until_all_play(self) -> None:
        """Let time pass until a match runs at every table, and people there have been shown it."""
        self.until("playing")
        self._wait(lambda: all(play.core.running and play.shown for play in self.room.tables.plays))

    def until_one_table(self) -> None:
        """Let time pass until all have been led back from the tables of a round."""
        self._wait(lambda: not self.room.tables.several)

    def _wait(self, ready: Callable[[], bool], seconds: float = 7200) -> None:
        end = self.now + seconds
        while not ready():
            assert self.now < end, (self.stages[-3:], self.room.core.phase)
            self.step()

    def step(self) -> None:
        """Let the windows answer, else let time pass until something is due."""
        asked = [window for window in self.windows if window.question and window.question.asked and window.awake]
        if asked:
            self.now += self.thinks
            self.settle()
        if sum(window.answer() for window in [*self.windows]):
            return
        self.now += min(LONGEST, max(0.01, self.room.wake(self.now)))
        self.settle()

    def begin(self, **mix: Any) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("net.host.room.mix.new_secret", lambda: next(self.secrets).to_bytes(32, "big"))
            self.say(self.windows[0], Mix(**mix))


def gathered(folder: Path, *games: str, names: tuple[str, ...] = NAMES, **more: float) -> Evening:
    """An evening of these people in a room of as many seats."""
    evening = Evening(folder, games=games, seats=len(names), **more)  # type: ignore[arg-type]
    for name in names:
        evening.enter(name)
    return evening


def kept_evening(folder: Path, *games: str, people: int = 3) -> Evening:
    """An evening whose host keeps a ledger."""
    evening = Evening(folder, games=games, seats=people, thinks=1.0)
    plan = evening.room.core.plan
    evening.room.core.plan = replace(
        plan, ledger=Ledger(folder / "ledger"), when=lambda: BEGAN + timedelta(seconds=evening.now)
    )
    for name in NAMES[:people]:
        evening.enter(name)
    return evening
