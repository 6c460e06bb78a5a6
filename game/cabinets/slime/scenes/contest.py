"""The Slime contest on this machine: its server, one match after another, and their recordings. Nothing is
drawn here.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.cabinets.slime.cabinet import SLIME
from game.cabinets.slime.net.banners import BannerError, read_banner
from game.cabinets.slime.net.server import TURN_LIMIT, TURN_SECONDS, Phase, SlimeServer, Speed
from game.cabinets.slime.net.wire import PORT, ByteOrder
from game.core.chance import fresh_key
from game.core.match.match import Match
from game.core.recording.replay import ReplayWriter, SeatRecord
from game.core.rules import SPECTATOR
from game.scenes.contest.feed import WatchedFeed, Watchers, recorder
from game.scenes.feeds.feed import Notice, SeatInfo, Update
from game.scenes.replays.pace import Pace

TEAM_LETTERS = "AB"
LEAD = 3.0
"""Seconds that a window shows both teams before their match begins; in developer mode it begins at once."""
REST = 8.0
"""Seconds that a window shows the end of a match before it waits for the next one."""
MOST_BEHIND = 4
"""How many steps a table may be behind the match; if it is further behind, it jumps to the last step."""
SPEEDS = {Pace.MANUAL: Speed.MANUAL, Pace.NORMAL: Speed.NORMAL, Pace.FAST: Speed.FAST}


@dataclass(frozen=True)
class ContestPlan:
    """A contest as it was opened at this screen: where programs connect, and how fast their match runs."""

    address: str = ""
    """The address on which to listen; empty for all of this machine's."""
    port: int = PORT
    speed: Speed = Speed.NORMAL
    turn_limit: float = TURN_LIMIT
    """Seconds for a command at full speed."""
    turn_seconds: float = TURN_SECONDS
    """Seconds of a turn at normal speed."""
    byte_order: ByteOrder = "little"
    developer: bool = False
    """Whether the speed may be changed and every match is recorded."""
    once: bool = False
    """Whether the contest ends after one match."""
    seed: int | None = None
    """Seed of every match; None draws one for each match."""
    key: int | None = None
    """Key that chance depends on besides the seed; None draws one for each match, so that no team finds the
    seed by trying.
    """
    banners: Path | None = None
    """Folder of the banners, files named <team name>.png; None for none."""
    recordings: Path | None = None
    """Folder for recordings of the matches; None for the person's own replays."""
    lead: float = 0.0
    """Seconds that both teams are shown before their match begins."""
    rest: float = 0.0
    """Seconds that the end of a match is shown before the next one begins by itself."""


class ContestFeed(WatchedFeed):
    """Feed of a match between two clients, as spectators may see it. The names given must be those on screen."""

    game = SLIME.id

    def __init__(
        self,
        seats: Sequence[SeatInfo],
        seed: int,
        writer: ReplayWriter | None = None,
        notices: Sequence[Notice] = (),
        watchers: Watchers | None = None,
        key: int = 0,
    ) -> None:
        super().__init__(writer, SPECTATOR, notices)
        self.watchers = watchers
        self.options = SLIME.info.options()
        self.seats = tuple(seats)
        self._closed = False
        self._follow(Match(SLIME.rules, len(self.seats), self.options, seed, journal=self, undo=False, key=key))

    def poll(self, now: float) -> list[Update]:
        updates, self._updates = self._updates, []
        if len(updates) > MOST_BEHIND:
            last = updates[-1]
            return [Update(last.position, last.view, jump=True, viewer=last.viewer)]
        return updates

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._finish()


class Contest:
    """Runs one match after another. Call `poll` often, whatever is on screen.

    `heard` is called whenever a new phase begins. Raises ListenError when the server cannot listen.
    """

    def __init__(self, plan: ContestPlan, heard: Callable[[Phase], None] = lambda phase: None) -> None:
        self.plan = plan
        self.feed: ContestFeed | None = None
        """Feed of the current or last match; None before the first."""
        self.animated = True
        """Whether the table shows movement."""
        self.watchers: Watchers | None = None
        self.notices: list[Notice] = []
        """Notices for the person who runs the contest, until they are shown."""
        self._heard = heard
        self._told = Phase.WAITING
        self._complete_since: float | None = None
        self._resting_until = float("-inf")
        self._banners: dict[str, bytes | None] = {}
        self.server = self.open_server()

    def open_server(self) -> SlimeServer:
        """Begin to listen. Raises ListenError."""
        return SlimeServer(self.begin_match, **self.listening)

    @property
    def listening(self) -> dict[str, Any]:
        """How the plan says that the server listens and plays."""
        plan = self.plan
        return {
            "address": plan.address,
            "port": plan.port,
            "speed": plan.speed,
            "turn_limit": plan.turn_limit,
            "turn_seconds": plan.turn_seconds,
            "byte_order": plan.byte_order,
        }

    def poll(self, now: float) -> None:
        """Serve the clients, begin a match once it may begin, and notice its end."""
        server = self.server
        server.held = self.seconds_left(now) != 0.0
        server.poll(now)
        waits = server.phase is Phase.WAITING and server.complete
        self._complete_since = (now if self._complete_since is None else self._complete_since) if waits else None
        if server.phase is Phase.PLAYING:
            self._tell(Phase.PLAYING)
        elif server.phase is Phase.OVER and self._told is not Phase.OVER:
            self._tell(Phase.PLAYING)
            assert self.feed is not None
            self.feed.close()
            self.match_over(now)
            self._resting_until = now + self.plan.rest
            self._tell(Phase.OVER)
        if server.phase is Phase.OVER and not self.plan.once:
            self._wait_again(now)

    def match_over(self, now: float) -> None:
        """Note that the match has ended, before anybody is told."""

    def _tell(self, phase: Phase) -> None:
        if phase is not self._told:
            self._told = phase
            self._heard(phase)

    def _wait_again(self, now: float) -> None:
        self.server.again(now)
        self._banners.clear()
        self._tell(Phase.WAITING)

    def seconds_left(self, now: float) -> float | None:
        """Return the seconds until the next match begins; None while a client is missing."""
        lead = self.plan.lead
        if self._complete_since is None:
            return None if lead or now < self._resting_until else 0.0
        return max(0.0, self._complete_since + lead - now, self._resting_until - now)

    def go_on(self) -> None:
        """Stop showing the end of the last match."""
        self._resting_until = float("-inf")

    def restart(self, now: float) -> None:
        """Abandon the current match, and wait for two clients."""
        if self.server.phase is Phase.PLAYING:
            assert self.feed is not None
            self.feed.close()
            if self.watchers:
                self.watchers.end()
            self._wait_again(now)

    def done(self, now: float) -> bool:
        """Whether the contest's only match is over, its results are sent, and its end has been shown."""
        return self.server.phase is Phase.OVER and self.server.idle and now >= self._resting_until

    @property
    def address(self) -> str:
        return self.plan.address

    @property
    def port(self) -> int:
        """The port to which clients connect."""
        return self.server.port

    @property
    def may_step(self) -> bool:
        """Whether a person ends turns by hand at this speed."""
        return self.server.speed is Speed.MANUAL

    @property
    def pace(self) -> Pace | None:
        """The speed as the pace of a key; None for a speed that no key chooses."""
        return next((pace for pace, speed in SPEEDS.items() if speed is self.server.speed), None)

    def set_pace(self, pace: Pace) -> None:
        """Change the speed, if the contest is in developer mode."""
        if self.plan.developer:
            self.server.speed = SPEEDS[pace]

    def name_of(self, team: int) -> str:
        """Return a team's name on screen: its letter where its client gave no name."""
        return self.server.teams[team].name or TEAM_LETTERS[team]

    def banner_name(self, team: int) -> str:
        """Return the name by which a team's banner is found; empty where its client gave none."""
        return self.server.teams[team].name

    def banner_of(self, team: int) -> bytes | None:
        """Return the picture of a connected team. For one that cannot be shown, a notice says why, once."""
        return self.banner(self.banner_name(team))

    def banner(self, name: str) -> bytes | None:
        """Return the picture of a team of this name, like `banner_of`."""
        if name not in self._banners:
            try:
                self._banners[name] = read_banner(self.plan.banners, name)
            except BannerError as error:
                self._banners[name] = None
                self.notices.append(Notice(error.key, error.values))
        return self._banners[name]

    def close(self) -> None:
        """Close every connection, and the recording."""
        if self.feed is not None:
            self.feed.close()
        self.server.close()
        if self.watchers:
            self.watchers.close()

    def begin_match(self, names: Sequence[str]) -> Match:
        """Make the match of these two names. If it cannot be recorded, it is played all the same."""
        seed = secrets.randbits(63) if self.plan.seed is None else self.plan.seed
        key = fresh_key() if self.plan.key is None else self.plan.key
        writer, notices = None, list[Notice]()
        seats = self.seats()
        if self.plan.developer:
            records = tuple(SeatRecord(seat.name) for seat in seats)
            writer, notices = recorder(SLIME, records, seed, SLIME.info.options(), self.plan.recordings, key)
        if self.watchers:
            self.watchers.begin([seat.name for seat in seats])
        self.feed = ContestFeed(seats, seed, writer, notices, self.watchers, key)
        return self.feed.match

    def seats(self) -> list[SeatInfo]:
        """Return both teams as they sit down to a match."""
        return [SeatInfo(self.name_of(team), banner=self.banner_of(team)) for team in range(len(TEAM_LETTERS))]
