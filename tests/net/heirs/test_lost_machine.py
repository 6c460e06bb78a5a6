"""The machine of a room's host is gone for good: host and window killed, its homes taken away.

Programs in processes and homes of their own on loopback; the next step elsewhere must come within half a minute, with
nobody pressing anything.
"""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.core.recording.replay import Playback, read_replay
from net.heirs import MOST_HEIRS
from net.ledger.lines import signing_installed
from tests.commands.command_line import ROOT, environment
from tests.net.heirs.windows import Window, until, window
from tests.processes import children, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not signing_installed(), reason="PyNaCl is not installed")]
SOON = 30.0
"""Seconds from the kill to the next step, on a machine that is not busy."""
PACE = 0.6
"""Seconds between two moves of one person, so that the match still runs when its host is killed."""
BUSY = 3.0
"""How many times longer it may take beside other tests."""


class Evening:
    """A host, its owner's window on the same machine, and guests."""

    def __init__(
        self, stack: ExitStack, folder: Path, game: str, names: tuple[str, ...], *words: str, pace: float = PACE
    ) -> None:
        self.folder, self.game = folder, game
        seats = ",".join(["open"] * (len(names) + 1))
        command = [sys.executable, str(ROOT / "main.py"), "host", game, "--seats", seats, "--json", "--stay"]
        command += ["--port", "0", "--address", "127.0.0.1", *words]
        self.host = subprocess.Popen(
            command, env=environment(folder / "host"), stderr=subprocess.PIPE, encoding="utf-8"
        )
        stack.callback(self._end)
        assert self.host.stderr is not None
        opened = json.loads(self.host.stderr.readline())
        self.port = opened["port"]
        self.owner = stack.enter_context(
            window(None, folder / "Mia", "Mia", "127.0.0.1", str(self.port), opened["owner"])
        )
        until(lambda: self.owner.of("line", key="lobby.log.sat"), self.owner)
        self.owner.order(f"pace {pace}")
        self.guests: dict[str, Window] = {}
        for name in names:
            guest = stack.enter_context(window(None, folder / name, name, "127.0.0.1", str(self.port)))
            self.guests[name] = guest
            until(lambda: guest.of("line", key="lobby.log.sat"), guest)  # noqa: B023
            guest.order(f"pace {pace}")
            guest.order("ready")

    def begin(self) -> None:
        self.owner.order("start")
        guests = self.guests.values()
        until(lambda: all(len(one.of("steps")) > 2 for one in guests), self.owner, *guests)
        until(lambda: self.owner.of("heir"), self.owner)
        everybody = len(self.guests)
        heirs = list(guests)[:MOST_HEIRS]
        until(lambda: all(one.of("held")[-1:] == one.of("held", windows=everybody)[-1:] != [] for one in heirs), *heirs)

    def first_heir(self) -> Window:
        return self.guests[self.owner.of("heir")[-1]["name"]]

    def kill(self) -> float:
        """Take the machine away. Return when."""
        now = time.time()
        self.host.kill()
        self.host.wait(20)
        self.owner.kill()
        for home in ("host", "Mia"):
            shutil.rmtree(self.folder / home, ignore_errors=True)
        return now

    def next_step(self, since: float, *guests: Window) -> float:
        """Wait until each has seen a step elsewhere. Return the seconds to the first."""
        until(lambda: all(self._elsewhere(one, since) for one in guests), *guests)
        return min(self._elsewhere(one, since)[0]["at"] for one in guests) - since

    def _elsewhere(self, guest: Window, since: float) -> list[dict[str, float]]:
        return [one for one in guest.of("steps") if one["port"] != self.port and one["at"] > since]

    def _end(self) -> None:
        if self.host.poll() is None:
            if sys.platform != "win32":
                self.host.send_signal(signal.SIGCONT)
            self.host.kill()
        self.host.wait(20)
        assert self.host.stderr is not None
        self.host.stderr.close()


@contextmanager
def evening(folder: Path, game: str, *names: str, words: tuple[str, ...] = (), pace: float = PACE) -> Iterator[Evening]:
    before = children()
    with ExitStack() as stack:
        yield Evening(stack, folder, game, names, *words, pace=pace)
    wait_until(lambda: children() <= before, "a process is left")


LONG = {"nullgame": ("--option", "smallest=40")}
WITH_SECRETS = {"gems": (), "l4g": ("--option", "rows=3", "--option", "columns=3")}


@pytest.mark.parametrize("game", ["nullgame", "marrakech", "volcano", "slime"])
def test_the_next_step_comes_soon_after_the_machine_is_gone(tmp_path: Path, game: str) -> None:
    names = ("Omar",) if game == "slime" else ("Omar", "Nora")
    with evening(tmp_path, game, *names, words=LONG.get(game, ())) as party:
        party.owner.order("say Good evening!")
        party.begin()
        guests = list(party.guests.values())
        since = party.kill()
        seconds = party.next_step(since, *guests)
        print(f"{game}: {seconds:.1f} s from the kill to the next step")
        assert seconds < SOON * BUSY
        for guest in guests:
            assert guest.of("line", key="net.log.moved")
            assert not guest.of("line", key="net.log.differs") and not guest.of("line", key="net.log.went_back")
            room = guest.of("room")[-1]
            assert [seat[1] for seat in room["seats"]] == list(range(1, len(names) + 2)) and room["seats"][0][2]
            guest.order("chat")
            until(lambda: guest.of("chat"), guest)  # noqa: B023
            assert guest.of("chat")[-1]["lines"] == ["Good evening!"]


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_of_a_game_with_secrets_the_room_stands_elsewhere(game: str, tmp_path: Path) -> None:
    with evening(tmp_path, game, "Omar", "Nora", words=WITH_SECRETS[game]) as party:
        party.begin()
        omar, nora = party.guests.values()
        party.kill()
        until(lambda: all(one.of("line", key="net.log.played_anew") for one in (omar, nora)), omar, nora)
        room = nora.of("room")[-1]
        assert room["phase"] == "waiting" and [seat[1] for seat in room["seats"] if seat[1]] == [1, 2, 3]


def test_the_second_heir_opens_where_the_first_is_killed_as_well(tmp_path: Path) -> None:
    with evening(tmp_path, "nullgame", "Omar", "Nora", "Juno", words=LONG["nullgame"]) as party:
        party.begin()
        first = party.first_heir()
        since = party.kill()
        first.kill()
        rest = [one for one in party.guests.values() if one is not first]
        seconds = party.next_step(since, *rest)
        print(f"with the first heir killed, too: {seconds:.1f} s")
        assert seconds < (SOON + 8) * BUSY


def test_a_person_who_says_no_passes_the_room_on(tmp_path: Path) -> None:
    with evening(tmp_path, "nullgame", "Omar", "Nora", "Juno", words=LONG["nullgame"]) as party:
        party.begin()
        first = party.first_heir()
        since = party.kill()
        time.sleep(20.5)
        first.order("not_here")
        party.next_step(since, *party.guests.values())
        ports = {one.of("steps")[-1]["port"] for one in party.guests.values()}
        assert len(ports) == 1
        assert first.of("steps")[-1]["room"] == "127.0.0.1" and not first.of("line", key="lobby.log.took_room")


@pytest.mark.skipif(sys.platform == "win32", reason="no process is stopped and continued there")
def test_a_host_that_was_asleep_becomes_a_guest(tmp_path: Path) -> None:
    assert sys.platform != "win32"
    with evening(tmp_path, "marrakech", "Omar", "Nora", pace=2.5) as party:
        party.begin()
        omar, nora = party.guests.values()
        since = time.time()
        party.host.send_signal(signal.SIGSTOP)
        party.owner.process.send_signal(signal.SIGSTOP)
        party.next_step(since, omar, nora)
        time.sleep(max(0.0, since + 40 - time.time()))
        party.host.send_signal(signal.SIGCONT)
        party.owner.process.send_signal(signal.SIGCONT)
        here = omar.of("steps")[-1]["port"]
        until(lambda: party.owner.of("steps", port=here), party.owner, omar)
        assert party.host.wait(30) == 0, "the old host has closed"
        assert not list((tmp_path / "host").rglob("*.souk.room")), "nobody is offered to open it again"
        until(lambda: not omar.of("room")[-1]["seats"][0][2], omar)
        count = len(omar.of("steps"))
        until(lambda: len(omar.of("steps")) > count, omar)
    for home in ("Omar", "Nora"):
        for journal in (tmp_path / home).rglob("*.souk"):
            replay = read_replay(journal)
            Playback(replay, CABINETS["marrakech"].rules).seek(len(replay.steps))
