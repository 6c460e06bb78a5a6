"""Kill hosts and windows of LAN matches at random moments, and see that all comes back: real windows, mouse and keys.

    python -m tests.bench.kill_windows [--kills 50] [--seed S] [--language ko] [--pictures FOLDER] [--size 960x540]

Leila opens a room of Marrakech and plays with Omar and two computers; Nora watches from the room's card. What is
killed, with SIGKILL, is one of

- the host: its window must start it again, with the recording, on the same port, and all must be back without a key,
- Omar's or Nora's window: started again, they go in by the card, to the seat they had,
- Leila's window: the same; the host goes on meanwhile, and if it is killed later the new window starts it again,
- Leila's window and the host: started again, "Host it again" is pressed, and the others must be back without a key.

Nobody types anything but the L of "LAN". A spectator without a window notes every step that the host announced; each
must lie in the recording, with the same view after it. It takes Linux and the programs of `tests.bench.real_windows`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from game.cabinets.listed import CABINETS
from game.core.recording.replay import Playback, read_replay
from game.core.rules import SPECTATOR
from net.limits import PING
from net.messages import Begun, HostMessage, Ping, Stepped, raw
from tests.bench.real_windows import TOOLS, RealWindow, VainError, ports, real_windows, wait_for
from tests.net.lan_peer import Address, Peer

NAMES = ("Leila", "Omar", "Nora")
CARD = (200.0, 225.0)
"""Where the lobby shows the first room."""
CARD_FOUND = 4.0
READY = (1031.0, 402.0)
"""Where one in a room of four says to be ready, and its owner begins."""
HOST_AGAIN = (1060.0, 650.0)
"""Where it offers to host a room again."""
BACK_WITHIN = 90.0
LIT = 50.0
"""How bright the street is at least; 80 as a rule, 35 below a dialog, and 21 while the program still loads."""
STUCK = 60.0
"""Seconds without a step after which a match that goes on is stuck."""
KINDS = {"host": 20, "host twice": 4, "guest": 10, "watcher": 4, "owner": 6, "owner and host": 6}
"""What is killed, and how often of fifty."""


class Witness:
    """A spectator without a window: it notes every step that is announced, and comes back as often as it must."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.views: dict[int, bytes] = {}
        """What was seen after each step."""
        self.differing: list[int] = []
        """Steps that were another one after the host had been away."""
        self.went_back: list[tuple[int, int]] = []
        """Where a match went on before a step that had been announced: that step, and where it went on."""
        self.peer: Peer | None = None
        self.over = False
        self._token = b""
        self._tried = self._pinged = 0.0

    def poll(self) -> None:
        """Take in what came; find the host again where it is gone."""
        now = time.monotonic()
        if self.peer is None or self.peer.closed:
            if now - self._tried < 0.2:
                return
            self._tried = now
            with contextlib.suppress(OSError):
                self.peer = Peer(self.address, "witness", watch=True, token=self._token)
                self.peer.on_message = self._note
                self.peer.greet()
            return
        if now - self._pinged > PING:
            self._pinged = now
            self.peer.send(Ping(1))
        self.peer.poll()
        if self.peer.welcome is not None:
            self._token = self.peer.welcome.token
        del self.peer.messages[:-3]
        self.over = self.over or self.peer.ended is not None

    def _note(self, message: HostMessage) -> None:
        if isinstance(message, Begun) and self.views and message.number < max(self.views) + 1:
            self.went_back.append((max(self.views), message.number))
        if isinstance(message, Stepped):
            seen = self.views.setdefault(message.step.number, bytes(message.view))
            if seen != bytes(message.view):
                self.differing.append(message.step.number)

    @property
    def inside(self) -> bool:
        """Whether it sees the room as it is now."""
        return self.peer is not None and not self.peer.closed and self.peer.welcome is not None

    def present(self, name: str) -> bool:
        """Whether somebody is in the room, as the room says."""
        return self.inside and any(person.name == name and person.present for person in self._room.people)

    def ready(self, name: str) -> bool:
        """Whether somebody's seat is ready."""
        seats = {person.name: person.seat for person in self._room.people}
        return self.inside and bool(self._room.seats[seats[name]].ready)

    @property
    def going_on(self) -> bool:
        """Whether a match is played that waits for nobody."""
        return self.inside and self._room.phase == "playing" and not self._room.waits

    @property
    def seats(self) -> dict[str, int]:
        """Who sits where."""
        return {person.name: person.seat for person in self._room.people if person.name in NAMES}

    @property
    def _room(self):  # type: ignore[no-untyped-def]
        assert self.peer is not None
        return self.peer.room


@dataclass
class Tally:
    """What came of it."""

    kills: Counter[str] = field(default_factory=Counter)
    back: list[tuple[str, float]] = field(default_factory=list)
    """Seconds until everybody was back, by what was killed."""
    matches: int = 0
    steps: int = 0
    """Steps that were announced and found in the recordings."""
    faults: list[str] = field(default_factory=list)


class Evening:
    """One match and what is killed in it."""

    def __init__(self, windows: Sequence[RealWindow], random: Random, tally: Tally, pictures: Path | None) -> None:
        self.owner, self.guest, self.watcher = windows
        self.random = random
        self.tally = tally
        self.pictures = pictures
        self.witness = Witness(("127.0.0.1", 0))
        self._presses = 0
        self._taken: Counter[str] = Counter()

    def until(self, condition: Callable[[], object], why: str, seconds: float = BACK_WITHIN) -> None:
        """Wait while the witness looks on."""

        def look() -> object:
            self.witness.poll()
            return condition()

        wait_for(look, why, seconds)

    def pause(self, seconds: float) -> None:
        """Let time pass while the witness looks on."""
        end = time.monotonic() + seconds
        self.until(lambda: time.monotonic() >= end, "", seconds + 10)

    def begin(self) -> None:
        """Everybody at the table."""
        self.into_lobby(self.owner, "Return")
        self.use_until(self.owner, lambda: self.owner.host() is not None, "Return")
        (port,) = ports(self.owner.host() or 0, "tcp")
        self.witness.address = ("127.0.0.1", port)
        self.until(lambda: self.witness.present("Leila"), "the owner is not in the room")
        self.into_lobby(self.guest)
        self.by_card(self.guest)
        self.use_until(self.guest, lambda: self.witness.ready("Omar"), READY)
        self.use_until(self.owner, lambda: self.witness.going_on, READY)
        self.into_lobby(self.watcher)
        self.by_card(self.watcher)
        self.tally.matches += 1

    def into_lobby(self, window: RealWindow, *answer: str) -> None:
        """From nothing to the lobby; the keys answer whether to join a room or to open one."""
        window.start()
        before = 0.0

        def at_rest() -> bool:
            nonlocal before
            now = window.brightness()
            self.pause(0.5)
            same, before = abs(now - before) < 2, now
            return same and now > LIT

        self.until(at_rest, f"{window.name} sees no street")
        self.use_until(window, lambda: window.brightness() < 0.9 * before, "l")
        self.pause(0.5)
        window.press(*(answer or ("Left", "Return")))
        self.until(lambda: window.in_lobby, f"{window.name} is not in the lobby")

    def by_card(self, window: RealWindow) -> None:
        """Into the room by its card, where rooms are opened until it is found: pressed to choose it, and once more."""
        self.pause(CARD_FOUND)
        self.use_until(window, lambda: self.witness.present(window.name), CARD, 1.5)

    def use_until(
        self, window: RealWindow, done: Callable[[], bool], what: str | tuple[float, float], every: float = 4.0
    ) -> None:
        """Press a key or click a place, now and then, until something holds."""
        used = 0.0

        def look() -> bool:
            nonlocal used
            if done():
                return True
            if time.monotonic() - used > every:
                used = time.monotonic()
                window.press(what) if isinstance(what, str) else window.click(*what)
            return False

        self.until(look, f"{window.name} uses {what} in vain")

    def play(self, seconds: float) -> None:
        """Play by keys; raises VainError where the match is stuck."""
        end = time.monotonic() + seconds
        known, since = len(self.witness.views), time.monotonic()
        while time.monotonic() < end and not self.witness.over:
            for window in (self.owner, self.guest):
                self._presses += 1
                window.press(*(["Down"] if self._presses % 5 == 0 else []), "Return")
                self.pause(0.15)
            if len(self.witness.views) != known:
                known, since = len(self.witness.views), time.monotonic()
            elif time.monotonic() - since > STUCK:
                raise VainError(f"no step for {STUCK:g} s after step {known}")

    def kill(self, kind: str) -> None:
        """Kill, and wait until everybody is back."""
        seats = self.witness.seats
        host = self.owner.host()
        assert host is not None
        victims = {"guest": self.guest, "watcher": self.watcher, "owner": self.owner, "owner and host": self.owner}
        self.tally.kills[kind] += 1
        begun = time.monotonic()
        if kind.startswith("host") or kind == "owner and host":
            os.kill(host, signal.SIGKILL)
        if kind in victims:
            victims[kind].kill()
            self.show(kind, "killed", 0.8)
            self._return(victims[kind], gone=kind == "owner and host")
        else:
            self.show(kind, "killed", 0.8)
            if kind == "host twice":
                self.until(lambda: self.owner.host() not in (None, host), "no host was started")
                self.pause(self.random.uniform(0, 2))
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.owner.host() or host, signal.SIGKILL)
        if kind != "guest" and kind != "watcher" and kind != "owner":
            self.until(lambda: self.owner.host() not in (None, host), "no host was started")
        self.until(lambda: all(self.witness.present(name) for name in NAMES), f"{kind}: somebody is missing")
        self.until(lambda: self.witness.going_on or self.witness.over, f"{kind}: the match does not go on")
        self.tally.back.append((kind, time.monotonic() - begun))
        if self.witness.seats != seats:
            self.tally.faults.append(f"{kind}: {seats} became {self.witness.seats}")
        self.show(kind, "back", 1.5)

    def _return(self, window: RealWindow, *, gone: bool) -> None:
        """A window that was killed is started again; `gone`: its host as well."""
        if not gone:
            self.until(lambda: not self.witness.present(window.name), "the room does not notice")
        self.into_lobby(window)
        if not gone:
            self.by_card(window)
            return
        self.show("owner and host", "offered", 2)
        self.use_until(window, lambda: window.host() is not None, HOST_AGAIN)

    def show(self, kind: str, moment: str, after: float) -> None:
        """Keep the pictures of all who have a window, where they are wanted; of what failed in any case."""
        if self.pictures is None and kind != "vain":
            return
        self.pause(after)
        self._taken[kind + moment] += 1
        for window in (self.owner, self.guest, self.watcher):
            if window.process is not None and window.process.poll() is None:
                name = f"{kind.replace(' ', '_')}-{self._taken[kind + moment]}-{moment}-{window.name}.png"
                window.picture((self.pictures or Path(tempfile.gettempdir()) / "souk-in-vain") / name)

    def compare(self) -> None:
        """Hold what was announced against the recording."""
        journals = list((self.owner.home / "replays").glob("*.souk"))
        if not journals:
            return
        (journal,) = journals
        playback = Playback(read_replay(journal), CABINETS["marrakech"].rules)
        for number, view in sorted(self.witness.views.items()):
            if number >= len(playback):
                self.tally.faults.append(f"step {number} is not in the recording, which has {len(playback)}")
                break
            playback.seek(number + 1)
            if bytes(raw(playback.view(SPECTATOR))) != view:
                self.tally.faults.append(f"step {number} is another one in the recording")
        self.tally.steps += len(self.witness.views)
        self.tally.faults += [f"step {number} was announced twice, differently" for number in self.witness.differing]
        self.tally.faults += [f"after step {seen} the match went on at {at}" for seen, at in self.witness.went_back]


def kinds(random: Random, kills: int, wanted: Sequence[str]) -> list[str]:
    """What is killed, in order: each of what is `wanted` at least once."""
    weights = [KINDS[kind] for kind in wanted]
    found = [*wanted, *random.choices(wanted, weights, k=max(0, kills - len(wanted)))][:kills]
    random.shuffle(found)
    return found


def run(
    left: list[str], random: Random, language: str, size: tuple[int, int], pace: str, pictures: Path | None
) -> Tally:
    """Play matches until all of `left` was killed."""
    tally = Tally()
    while left and len(tally.faults) < 5:
        folder = Path(tempfile.mkdtemp(prefix="souk-windows-"))
        with real_windows(folder, dict.fromkeys(NAMES, language), size, pace) as windows:
            evening = Evening(windows, random, tally, pictures)
            try:
                evening.begin()
                evening.show("all", "playing", 2)
                while left and not evening.witness.over:
                    evening.play(random.uniform(0.5, 5))
                    if not evening.witness.over:
                        evening.kill(left.pop())
                        print(f"{tally.kills.total()}: {tally.back[-1]}", file=sys.stderr, flush=True)
                evening.play(3)
            except VainError as error:
                tally.faults.append(str(error))
                print(error, file=sys.stderr, flush=True)
                evening.show("vain", f"after {tally.kills.total()}", 0)
            evening.compare()
        shutil.rmtree(folder)
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, kill, print."""
    parser = argparse.ArgumentParser(description="Kill hosts and windows of LAN matches.")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--what", action="append", choices=tuple(KINDS), help="kill this alone; may be repeated")
    parser.add_argument("--seed", default="kill")
    parser.add_argument("--language", choices=("en", "ko"), default="en")
    parser.add_argument("--size", default="960x540")
    parser.add_argument("--pace", choices=("instant", "fast", "normal"), default="instant", help="of what moves")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER")
    options = parser.parse_args(arguments)
    if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
        parser.error(f"this takes {', '.join(missing)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the windows must not stay behind
    width, height = map(int, options.size.split("x"))
    random = Random(options.seed)
    left = kinds(random, options.kills, options.what or list(KINDS))
    tally = run(left, random, options.language, (width, height), options.pace, options.pictures)
    print(f"{tally.kills.total()} kills in {tally.matches} matches: {json.dumps(tally.kills)}")
    for kind in KINDS:
        if taken := sorted(seconds for what, seconds in tally.back if what == kind):
            print(f"  {kind}: all back after {taken[len(taken) // 2]:.1f} s (middle), {taken[-1]:.1f} (longest)")
    print(f"{tally.steps} steps were announced; faults: {tally.faults or 'none'}")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
