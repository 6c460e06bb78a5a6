"""The competition at this machine: its server, one match after the other, who sits where. Nothing is drawn here."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

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
from game.ground import paths
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
    """A contest as it was opened at this screen: who may play, how long a move may take, and how often one may err."""

    rules: Preset = "unibo"
    seats: tuple[str, str] = (OPEN, OPEN)
    """Who plays black and who white: `open`, `human` or a bot's specification."""
    seconds: float = 60.0
    """Seconds for a move."""
    errors: int = 0
    """How many illegal moves a player may replace in a match."""
    repeats: Literal[0, 1] = 0
    """How often a position may come again before it is a draw."""
    games: int = 0
    """The number of matches; 0 goes on until somebody ends it."""
    address: str = ""
    port: int = WHITE_PORT
    seed: int | None = None
    recordings: Path | None = None
    """The folder where matches are recorded; None for the person's replays."""
    record: bool = True

    @property
    def options(self) -> Options:
        """The options of the contest's matches."""
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
        """How the match ended, in the words of the protocol."""
        return turn_of(self.view)

    def tell(self) -> None:
        """Send the players the current position."""
        self._server.tell(self.view.squares, turn_of(self.view))

    def say(self, notice: Notice) -> None:
        """Show a notice at the table."""
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
    """Leads matches one after the other. Call `poll` often; a table polls its `feed`. Raises ListenError."""

    def __init__(self, plan: ContestPlan, names: Mapping[str, str]) -> None:
        """`names`: by specification, the names of players that are not foreign."""
        self.plan = plan
        self.feed: ContestFeed | None = None
        """The match that is played, or still looked at after its end."""
        self.faults: list[tuple[Colour, FaultError]] = []
        """The faults of the current match."""
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
        """Return where each colour connects to, in words, the lower port first."""
        ports = sorted(self.server.ports.items(), key=lambda known: known[1])
        return ", ".join(f"{line(f'tablut_server.{colour}')} {port}" for colour, port in ports)

    @property
    def foreign(self) -> tuple[Seat, ...]:
        """The seats of foreign players."""
        return tuple(map(SEATS.index, self.open))

    @property
    def done(self) -> bool:
        """Whether all matches of the contest have been played."""
        return self.plan.games > 0 and self.played >= self.plan.games

    def go_on(self, now: float) -> None:
        """Leave the match; one that is still played is given up."""
        if self.feed is not None:
            self.feed.close()
            if not self._ended and self.watchers:
                self.watchers.end()
            self.server.dismiss(now)
        self.feed = None

    def name_of(self, seat: int) -> str | None:
        """Return the name of the player in a seat; None if nobody is there yet."""
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
