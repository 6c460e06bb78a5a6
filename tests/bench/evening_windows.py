"""An evening of all games in one room before real windows: each must still be there after every game (Xvfb, xdotool).

    python -m tests.bench.evening_windows [--games sketch,l4g] [--pictures FOLDER] [--size 960x540]

A host without a window has the room. Leila owns it by a connection of this program, and chooses one game after the
other with its usual seats. Omar's and Nora's windows come in by its address; Omar arranges the room beside her, so that
his window shows what an owner's does. Each match begins without who is not ready, is seen at the tables, and is ended.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from game.cabinets.listed import CABINETS, offered
from net.evening import Appoint, Stop
from net.limits import PING
from net.messages import Choose, Ping, Rematch, Start
from tests.bench.real_windows import TOOLS, RealWindow, real_windows, wait_for
from tests.net.lan_peer import Peer
from tests.net.processes import Souk

GUESTS = ("Omar", "Nora")
SEEN = 2.0
"""Seconds for which a panel or a table is shown before the next thing happens."""


class Hostess:
    """The owner of the room, without a window."""

    def __init__(self, port: int, owner: bytes, *, watch: bool = False) -> None:
        self.peer = Peer(("127.0.0.1", port), "Leila", owner=owner, watch=watch).greet()
        self._pinged = 0.0

    def poll(self) -> None:
        """Take in what came."""
        now = time.monotonic()
        if now - self._pinged > PING / 2 and self.peer.welcome is not None:
            self._pinged = now
            self.peer.send(Ping(1))
        self.peer.poll()
        del self.peer.messages[:-3]

    def until(self, condition: object, why: str) -> None:
        """Wait while the connection is kept."""

        def look() -> object:
            self.poll()
            return condition()  # type: ignore[operator]

        wait_for(look, why)

    def pause(self, seconds: float) -> None:
        """Let time pass."""
        end = time.monotonic() + seconds
        self.until(lambda: time.monotonic() >= end, "")

    def here(self) -> set[str]:
        """The names of the guests who are in the room now."""
        room = self.peer.room
        return {person.name for person in room.people if person.present and person.name in GUESTS} if room else set()

    def phase(self, game: str, *phases: str) -> bool:
        """Whether the room plays this game and is in one of these phases."""
        room = self.peer.room
        return room is not None and room.game == game and room.phase in phases


def usual(game: str) -> tuple[str, ...]:
    """Open seats for three as far as the game has them, and the others closed, as a window would choose."""
    counts = CABINETS[game].info.seats
    opened = next((count for count in counts if count >= 3), counts[-1])
    return ("open",) * opened + ("closed",) * (counts[-1] - opened)


def go_in(window: RealWindow, port: int) -> None:
    """Start a window that joins the room at once."""
    window.start("join", f"127.0.0.1:{port}", "--name", window.name)


def evening(
    hostess: Hostess, windows: Sequence[RealWindow], games: Sequence[str], pictures: Path | None
) -> dict[str, set[str]]:
    """Play the games; return who was missing after each of them."""
    missing: dict[str, set[str]] = {}
    for number, game in enumerate(games):
        hostess.peer.send(Choose(game, {}, usual(game), 0))
        hostess.until(lambda game=game: hostess.phase(game, "waiting"), f"{game} is not chosen")
        hostess.pause(SEEN)
        for window in windows if pictures else ():
            window.picture(pictures / f"{number:02}-{game}-{window.name}-room.png")
        hostess.peer.send(Start(without=True))
        hostess.until(lambda game=game: hostess.phase(game, "playing", "after"), f"{game} does not begin")
        hostess.pause(SEEN)
        for window in windows if pictures else ():
            window.picture(pictures / f"{number:02}-{game}-{window.name}-table.png")
        if hostess.phase(game, "playing"):
            hostess.peer.send(Stop())
        hostess.until(lambda game=game: hostess.phase(game, "after"), f"{game} does not end")
        hostess.peer.send(Rematch())
        hostess.until(lambda game=game: hostess.phase(game, "waiting"), f"the room of {game} does not open again")
        missing[game] = set(GUESTS) - hostess.here()
        print(f"{game}: {', '.join(sorted(missing[game])) or 'nobody'} missing", flush=True)
    return missing


def run(games: Sequence[str], size: tuple[int, int], pictures: Path | None) -> list[str]:
    """Play an evening; return what went wrong."""
    with tempfile.TemporaryDirectory(prefix="souk-evening-") as name:
        folder = Path(name)
        words = ("host", games[0], "--address", "127.0.0.1", "--port", "0", "--json", "--stay")
        words += ("--seats", ",".join(usual(games[0])))
        with (
            Souk(folder / "host", *words) as host,
            real_windows(folder, dict.fromkeys(GUESTS, "ko"), size, "instant") as windows,
        ):
            told = host.first_line()
            hostess = Hostess(told["port"], bytes.fromhex(told["owner"]))
            hostess.until(lambda: hostess.peer.room is not None, "the owner is not let in")
            for window in windows:
                go_in(window, told["port"])
                hostess.until(lambda window=window: window.name in hostess.here(), f"{window.name} does not come in")
            room = hostess.peer.room
            assert room is not None
            omar = next(person.person for person in room.people if person.name == GUESTS[0])
            hostess.peer.send(Appoint(omar, True))
            missing = evening(hostess, windows, games, pictures)
            faults = [f"{game}: {', '.join(sorted(gone))} missing" for game, gone in missing.items() if gone]
            faults += [str(log) for log in folder.rglob("crash*.txt")]
            hostess.peer.close()
            return faults


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(description="Play an evening of all games before real windows.")
    parser.add_argument("--games", default=",".join(["sketch", *(game for game in offered() if game != "sketch")]))
    parser.add_argument("--size", default="960x540")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER")
    options = parser.parse_args(arguments)
    if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
        parser.error(f"this takes {', '.join(missing)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the windows must not stay behind
    width, height = map(int, options.size.split("x"))
    games = options.games.split(",")
    if unknown := set(games) - set(offered()):
        parser.error(f"no room plays {', '.join(sorted(unknown))}")
    faults = run(games, (width, height), options.pictures)
    print(f"{len(games)} games; faults: {faults or 'none'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
