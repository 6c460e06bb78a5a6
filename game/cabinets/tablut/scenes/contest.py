"""The competition at this machine: its server, one match after the other, who sits where. Nothing is drawn here."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from game import paths
from game.cabinets.tablut.cabinet import TABLUT
from game.cabinets.tablut.net.seat import FaultError, ForeignSeat, turn_of
from game.cabinets.tablut.net.server import Server
from game.cabinets.tablut.net.wire import SEATS, WHITE_PORT, Colour
from game.cabinets.tablut.rules.law import Preset
from game.cabinets.tablut.rules.state import Options
from game.core.bot.loading import HUMAN
from game.core.match.match import Step
from game.core.recording.replay import SeatRecord
from game.core.rules import Seat
from game.scenes.contest.feed import WatchedFeed, Watchers, recorder
from game.scenes.feeds.feed import Notice, SeatInfo
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan, SeatPlan

OPEN: Final = "open"
"""How the seat of a foreign player is written."""
PATIENCE: Final = 300.0
"""Seconds that a server without a window waits for players."""


@dataclass(frozen=True)
class ContestPlan:
    """What the competition is run under."""

    rules: Preset = "unibo"
    seats: tuple[str, str] = (OPEN, OPEN)
    """Who plays black and who white: `open`, `human` or a bot's specification."""
    seconds: float = 60.0
    """For a move."""
    errors: int = 0
    """Moves that the rules refuse and a player may replace, in a match."""
    repeats: Literal[0, 1] = 0
    """How often a position may come again before it is a draw."""
    games: int = 0
    """0: until somebody ends it."""
    address: str = ""
    port: int = WHITE_PORT
    seed: int | None = None
    recordings: Path | None = None
    """Where matches are recorded; among the person's replays if None."""
    record: bool = True

    @property
    def options(self) -> Options:
        """The options of its matches."""
        return Options(self.rules, sides="seat", repeat="draw" if self.repeats else "preset")


class ContestFeed(WatchedFeed, LocalFeed):
    """A match whose players hear every position from the server."""

    def __init__(self, plan: MatchPlan, server: Server, watchers: Watchers | None, **more: object) -> None:
        self._server = server
        self.watchers = watchers
        super().__init__(TABLUT, plan, **more)  # type: ignore[arg-type]
        self.seats = tuple(
            SeatInfo(seat.name) if info.bot == OPEN else info for seat, info in zip(plan.seats, self.seats, strict=True)
        )

    def append(self, step: Step) -> None:
        super().append(step)
        self.tell()

    @property
    def ended(self) -> str:
        """How it ended, as the protocol has it."""
        return turn_of(self.view)

    def tell(self) -> None:
        """Tell the players how it stands."""
        self._server.tell(self.view.squares, turn_of(self.view))

    def say(self, notice: Notice) -> None:
        """Have something told at the table."""
        self._notices.append(notice)

    @property
    def can_undo(self) -> bool:
        return False

    def undo(self) -> bool:
        return False

    @property
    def adviser(self) -> None:
        return None


class Contest:
    """Leads matches one after the other. `poll` it often; a table polls its `feed`. Raises ListenError."""

    def __init__(self, plan: ContestPlan, names: Mapping[str, str]) -> None:
        """`names` is what those are called who are not foreign, by specification."""
        self.plan = plan
        self.feed: ContestFeed | None = None
        """The match that goes on, or is looked at after its end."""
        self.faults: list[tuple[Colour, FaultError]] = []
        """Of the match."""
        self.played = 0
        self.watchers: Watchers | None = None
        self._names = names
        self._ended = False
        self.open = [colour for colour, spec in zip(SEATS, plan.seats, strict=True) if spec == OPEN]
        self.server = Server(self.open, plan.address, plan.port)

    def poll(self, now: float) -> None:
        """Let players in, begin a match when all are there, and note its end."""
        self.server.poll(now)
        if self.feed is None:
            self.server.drop_absent(now)
            if self.server.complete and not self.done:
                self._begin()
        elif self.feed.over and not self._ended:
            self._ended = True
            self.played += 1
            self.feed.close()
            self.server.dismiss(now)

    @property
    def address(self) -> str:
        return self.plan.address

    def ports(self, line: Callable[[str], str]) -> str:
        """Where each colour connects to, in words, the lower port first."""
        ports = sorted(self.server.ports.items(), key=lambda known: known[1])
        return ", ".join(f"{line(f'tablut_server.{colour}')} {port}" for colour, port in ports)

    @property
    def foreign(self) -> tuple[Seat, ...]:
        """The seats of foreign players."""
        return tuple(map(SEATS.index, self.open))

    @property
    def done(self) -> bool:
        """Whether all its matches have been played."""
        return self.plan.games > 0 and self.played >= self.plan.games

    def go_on(self, now: float) -> None:
        """Look at the match no longer; one that goes on is given up."""
        if self.feed is not None:
            self.feed.close()
            if not self._ended and self.watchers:
                self.watchers.end()
            self.server.dismiss(now)
        self.feed = None

    def name_of(self, seat: int) -> str | None:
        """What the one in a seat is called; None while nobody is there."""
        spec, player = self.plan.seats[seat], self.server.players.get(SEATS[seat])
        if spec == OPEN:
            return player.name if player else None
        return self._names.get(spec, spec)

    def close(self) -> None:
        """End the match, the recording and every connection."""
        if self.feed is not None:
            self.feed.close()
        self.server.close()
        if self.watchers:
            self.watchers.close()

    def _begin(self) -> None:
        plan, self.faults, self._ended = self.plan, [], False
        names = [self.name_of(seat) or "" for seat in range(len(SEATS))]
        seed = secrets.randbits(63) if plan.seed is None else plan.seed + self.played
        match = MatchPlan(TABLUT.id, tuple(map(SeatPlan, names, plan.seats)), plan.options, seed)
        writer, notices = None, list[Notice]()
        if plan.record:
            records = tuple(
                SeatRecord(name, None if spec in (OPEN, HUMAN) else spec)
                for name, spec in zip(names, plan.seats, strict=True)
            )
            writer, notices = recorder(TABLUT, records, seed, plan.options, plan.recordings)
        if self.watchers:
            self.watchers.begin(names)
        self.feed = ContestFeed(match, self.server, self.watchers, writer=writer, notices=notices)
        players = {
            SEATS.index(colour): ForeignSeat(self.server, colour, plan.seconds, plan.errors, self._faulted)
            for colour in self.open
        }
        self.feed.seat_bots(paths.logs() / "bots", others=players)
        self.feed.tell()

    def _faulted(self, colour: Colour, fault: FaultError) -> None:
        self.faults.append((colour, fault))
        assert self.feed is not None
        self.feed.say(Notice(fault.key, fault.values, SEATS.index(colour)))
