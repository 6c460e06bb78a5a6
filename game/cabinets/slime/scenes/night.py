"""A Slime night on this machine: calls the teams of a schedule, plays their matches, and keeps all of it in its log.
Nothing is drawn here.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from game.cabinets.slime.net.hall import HallServer
from game.cabinets.slime.net.server import Phase
from game.cabinets.slime.night.log import NightLog, log_of
from game.cabinets.slime.night.night import (
    Again,
    Began,
    Called,
    Ended,
    Entry,
    Night,
    Paired,
    Paused,
    Stayed,
    Stepped,
    Undone,
)
from game.cabinets.slime.night.pairing import next_round
from game.cabinets.slime.night.schedule import Form, Schedule
from game.cabinets.slime.night.swiss import require_swiss
from game.cabinets.slime.night.ties import Absent, Team
from game.cabinets.slime.scenes.contest import Contest, ContestFeed, ContestPlan
from game.core.chance import fresh_key
from game.core.errors import reason
from game.core.match.match import IllegalMoveError, Match, Step
from game.core.recording.replay import ReplayError, SeatRecord, record_match
from game.ground.files import free_name
from game.scenes.feeds.feed import Notice


def _clock() -> datetime:
    return datetime.now().astimezone()


@dataclass(frozen=True)
class Call:
    """Two teams are called for a match."""

    teams: tuple[Team, Team]
    """Who plays as A and as B."""
    until: float
    """When the wait for them ends, in the time of `poll`."""


class NightFeed(ContestFeed):
    """Feed of a match of a night. Each step is noted in the night's log before anybody is told of it."""

    note: Callable[[Step], None] | None = None

    def append(self, step: Step) -> None:
        if self.note is not None:
            self.note(step)
        super().append(step)

    def recorded(self, path: Path) -> None:
        """Take note of where the match's recording is."""
        self.recording = path

    def warn(self, error: ReplayError) -> None:
        """Tell that the match could not be recorded."""
        self._notices.append(Notice(error.key, error.values))


class NightContest(Contest):
    """Plays the matches of a schedule, one after the other.

    `told` is called with each entry of the log that was made, after it is on the disk. Raises ScheduleError where the
    night cannot be begun or gone on with, and ListenError.
    """

    server: HallServer

    def __init__(
        self,
        plan: ContestPlan,
        schedule: Schedule,
        path: Path,
        heard: Callable[[Phase], None] = lambda phase: None,
        told: Callable[[Entry], None] = lambda entry: None,
        when: Callable[[], datetime] = _clock,
    ) -> None:
        """`path`: the schedule's file, beside which the night is kept."""
        if schedule.form is Form.SWISS:
            require_swiss()
        self._when, self._told_entry = when, told
        seed = secrets.randbits(63) if plan.seed is None else plan.seed
        self.log = NightLog(log_of(path), schedule, seed, when())
        self.recordings = plan.recordings or path.with_name(f"{path.stem}.matches")
        self.call: Call | None = None
        """The call that is out; None between matches."""
        self.finished = False
        """Whether everything was played."""
        self._failure: Exception | None = None
        try:
            super().__init__(plan, heard)
        except BaseException:
            self.log.close()
            raise

    def open_server(self) -> HallServer:
        greetings = [team.greeting for team in self.schedule.teams]
        return HallServer(self.begin_match, greetings, **self.listening)

    # What is known.

    @property
    def night(self) -> Night:
        return self.log.night

    @property
    def schedule(self) -> Schedule:
        return self.night.schedule

    def is_here(self, team: Team) -> bool:
        """Whether a team's client is connected."""
        return self.server.is_here(self.schedule.teams[team].greeting)

    def seconds_to_come(self, now: float) -> float | None:
        """Return how long the teams that were called are still waited for; None where all are here or nobody is
        called.
        """
        if self.call is None or self.server.match is not None or self.server.complete:
            return None
        return max(0.0, self.call.until - now)

    def name_of(self, team: int) -> str:
        return self.schedule.names(self.call.teams[team]) if self.call else ""

    def banner_name(self, team: int) -> str:
        return self.name_of(team)

    # The course of the night.

    def poll(self, now: float) -> None:
        if self.server.phase is Phase.WAITING and now >= self._resting_until:
            self._direct(now)
        super().poll(now)
        self._tell_failure()

    def _direct(self, now: float) -> None:
        """Call the next two teams, or decide about those that were called and did not come."""
        if self.call is None:
            if not self.night.paused and not self.finished:
                self._call_next(now)
        elif not self.server.complete and now >= self.call.until:
            if self.night.playing is not None:
                self.server.begin()
            else:
                self._note(Stayed(self._absent()))
                self._withdraw()

    def _call_next(self, now: float) -> None:
        while (tie := self.night.tie) is None:
            following = next_round(self.schedule, self.night.seed, self.night.rounds)
            if following is None:
                self.finished = True
                return
            self._note(Paired(following))
        teams = self.night.playing.teams if self.night.playing else tie.sides()
        self.call = Call(teams, now + 60 * self.schedule.minutes)
        first, second = (self.schedule.teams[team].greeting for team in teams)
        self.server.call((first, second))
        self._note(Called(teams))

    def _absent(self) -> Absent:
        """Return which team of the open tie is not here."""
        tie = self.night.tie
        assert tie is not None
        missing = [team is None or not self.is_here(team) for team in tie.teams]
        return Absent.BOTH if all(missing) else Absent.FIRST if missing[0] else Absent.SECOND

    def begin_match(self, names: Sequence[str]) -> Match:
        """Make the match of the called teams, or go on with the one that a server before this one was playing."""
        assert self.call is not None
        playing = self.night.playing
        if playing is not None:
            try:
                return self._made(playing.seed, playing.key, playing.steps)
            except IllegalMoveError:
                self._note(Again())
                self.notices.append(Notice("slime_night.error.not_resumed"))
        seed = secrets.randbits(63) if self.plan.seed is None else self.plan.seed
        key = fresh_key() if self.plan.key is None else self.plan.key
        match = self._made(seed, key, ())
        self._note(Began(self.call.teams, str(seed), str(key)))
        return match

    def _made(self, seed: int, key: int, steps: Sequence[Any]) -> Match:
        """Return a match in which these steps were played. Raises IllegalMoveError."""
        if self.watchers:
            self.watchers.begin([self.name_of(0), self.name_of(1)])
        feed = NightFeed(self.seats(), seed, watchers=self.watchers, key=key)
        for moves in steps:
            feed.match.play(moves)
        feed.note = lambda step: self._note(Stepped(step.moves))
        self.feed = feed
        return feed.match

    def match_over(self, now: float) -> None:
        feed = self.feed
        assert isinstance(feed, NightFeed) and feed.result is not None
        self._record(feed)
        ranks = [seat.rank for seat in feed.result.seats]
        first, second = (int(seat.score) for seat in feed.result.seats)
        winner = None if ranks[0] == ranks[1] else int(ranks[1] < ranks[0])
        self._note(Ended((first, second), winner))

    def _record(self, feed: NightFeed) -> None:
        """Keep the recording of a match that was played."""
        names = [seat.name for seat in feed.seats]
        path = free_name(self.recordings, " - ".join(names), ".souk")
        try:
            self.recordings.mkdir(parents=True, exist_ok=True)
            record_match(path, feed.match, [SeatRecord(name) for name in names], self._when(), new=True)
        except ReplayError as error:
            feed.warn(error)
        except OSError as error:
            feed.warn(ReplayError("replay.error.write", path=path.name, why=reason(error)))
        else:
            feed.recorded(path)

    def _wait_again(self, now: float) -> None:
        super()._wait_again(now)
        self.call = None

    def _withdraw(self) -> None:
        self.server.withdraw()
        self.call = None

    def _note(self, entry: Entry) -> None:
        self.log.note(entry, self._when())
        self._told_entry(entry)

    def _tell_failure(self) -> None:
        """Tell once that the log cannot be written."""
        failure = self.log.failure
        if failure is not None and self._failure is None:
            self.notices.append(Notice(failure.key, failure.values))
        self._failure = failure

    # What the person who runs the night decides.

    def pause(self, *, paused: bool) -> None:
        """Call nobody any more, or go on. A match that is being played goes on either way."""
        self._note(Paused(paused))
        if paused and self.server.match is None:
            self._withdraw()

    def go_on(self) -> None:
        """Call the next two teams at once, also out of a pause."""
        super().go_on()
        self.pause(paused=False)

    @property
    def may_replay(self) -> bool:
        """Whether a match is being played that could be played again from its beginning."""
        return self.night.playing is not None

    def replay(self, now: float) -> None:
        """Throw the match that is being played away, and play it again."""
        if self.may_replay:
            self._abandon(now)
            self._note(Again())

    @property
    def may_undo(self) -> bool:
        return self.night.before is not None

    def undo(self, now: float) -> None:
        """Throw the last result away, and with it all that followed; the match is played again."""
        if self.may_undo:
            self._abandon(now)
            self.finished = False
            self._note(Undone())

    def walkover(self, winner: Team | None, now: float) -> None:
        """Give the tie that is played now or next to a team of it; None has both lose."""
        tie = self.night.tie
        if tie is not None and (winner is None or winner in tie.teams):
            self._abandon(now)
            who = Absent.BOTH if winner is None else Absent.SECOND if winner == tie.first else Absent.FIRST
            self._note(Stayed(who))

    def _abandon(self, now: float) -> None:
        """End the match that is being played, and take a call back."""
        if self.server.phase is Phase.PLAYING:
            self.restart(now)
        self._withdraw()

    def restart(self, now: float) -> None:
        if self.server.phase is Phase.PLAYING and self.feed is not None:
            self.feed.close()
            if self.watchers:
                self.watchers.end()
            self._wait_again(now)

    def done(self, now: float) -> bool:
        """Whether everything was played, and the last result was shown and sent."""
        waits = self.server.phase is Phase.WAITING and self.call is None
        return waits and self.server.idle and now >= self._resting_until and self.finished

    def close(self) -> None:
        super().close()
        self.log.close()
