"""A recorded match, moved through forwards, backwards and by jumps."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from game.cabinets.listed import CABINETS
from game.core.bot.loading import HUMAN
from game.core.chance import derive
from game.core.recording.replay import Playback, ReplayError, reading_replay
from game.core.rules import OMNISCIENT, Result, Seat, Viewer
from game.core.work.pieces import Pieces, at_once, part
from game.scenes.feeds.feed import LogEntry, Notice, RecordedFeed, SeatInfo, Update, game_number
from game.scenes.feeds.plan import MatchPlan, SeatPlan, branch_of
from game.scenes.feeds.rehearsing import beside


class ReplayFeed(RecordedFeed):
    """Feed of a replay. The table moves through it with `forward` and `seek`.

    It must be `read` through once at the start, for the log and the timeline. Where that fails (an illegal move, a hash
    that differs), the replay ends there and a notice says why. Where a jump fails, a notice says so, too, and the table
    goes to a step before.
    """

    def __init__(self, playback: Playback, recording: Path | None = None, viewer: Viewer = OMNISCIENT) -> None:
        header = playback.replay.header
        self.game = header.game
        self.options = playback.options
        self.goal = playback.rules.info.goal_of(playback.options)
        self.seats = tuple(SeatInfo(seat.name, seat.bot) for seat in header.seats)
        self.recording = recording
        self._playback = playback
        self._viewer = viewer
        self._updates: list[Update] = []
        self._notices: list[Notice] = []
        self._entries: list[LogEntry] = []
        self._has_end = False

    def read(self) -> Pieces[None]:
        """Play the replay to its end once, a move at each step of the iterator, and return to its start."""
        playback, entries = self._playback, self._entries
        try:
            while playback.position < len(playback):
                turn = playback.match.turns()
                step = playback.forward()
                movers = tuple(move.seat for move in step.moves if move.seat >= 0)
                events = step.events_for(self._viewer)
                entries.append(LogEntry(step.number, movers, events, turn, playback.match.scores()))
                yield playback.position / len(playback)
        except ReplayError as error:
            self._notices.append(Notice(error.key, error.values))
        else:
            if not playback.match.over:
                self._notices.append(Notice("table.replay.unfinished"))
        self._has_end = playback.match.over
        playback.seek(0)

    @property
    def viewer(self) -> Viewer:
        return self._viewer

    @property
    def number(self) -> int | None:
        match = self._playback.match
        return game_number(match.rules.info, match.seed)

    @property
    def brief(self) -> Any:
        return self._playback.match.brief(self._viewer)

    @property
    def view(self) -> Any:
        return self._playback.view(self._viewer)

    @property
    def entries(self) -> Sequence[LogEntry]:
        return self._entries

    @property
    def position(self) -> int:
        return self._playback.position

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def has_end(self) -> bool:
        return self._has_end

    def refusal(self, seat: Seat, action: Any) -> str | None:
        """Return why a seat could not have played an action at this position, as a text key; None when it could."""
        return self._playback.match.refusal(seat, action)

    def forward(self) -> bool:
        if self.position >= len(self):
            return False
        try:
            step = self._playback.forward()
        except ReplayError as error:
            self._fall_back(error)
            return False
        self._updates.append(Update(self.position, self.view, step.events_for(self._viewer), viewer=self._viewer))
        return True

    def seek(self, position: int) -> None:
        try:
            self._playback.seek(max(0, min(position, len(self))))
        except ReplayError as error:
            self._fall_back(error)
        else:
            self._updates = [Update(self.position, self.view, jump=True, viewer=self._viewer)]

    def _fall_back(self, error: ReplayError) -> None:
        self._notices.append(Notice(error.key, error.values))
        self._playback.fall_back()
        self._updates = [Update(self.position, self.view, jump=True, viewer=self._viewer)]

    def continued(self) -> MatchPlan | None:
        """Return a plan that continues the match from here with new chance; None where nothing can be continued.

        People take the seats they had. In a match between computers, a person takes the seat whose turn it is.
        """
        match = self._playback.match
        waiting = [seat for seat in match.waiting_for if seat >= 0]
        if match.over or not (waiting or any(seat.bot is None for seat in self.seats)):
            return None
        people = [seat for seat, info in enumerate(self.seats) if info.bot is None] or waiting[:1]
        plans = tuple(
            SeatPlan(info.name, HUMAN if seat in people else info.bot or HUMAN) for seat, info in enumerate(self.seats)
        )
        seed = derive(match.seed, "continued", self.position)
        tried = self.has_end or self.position < len(self)
        return MatchPlan(
            self.game,
            plans,
            self.options,
            seed,
            begun=tuple(match.steps),
            key=match.key,
            tried=tried,
            hints=self._playback.replay.hints,
        )

    def branch(self) -> MatchPlan | None:
        return branch_of(self._playback.match, [info.name for info in self.seats])

    def poll(self, now: float) -> list[Update]:
        updates, self._updates = self._updates, []
        return updates

    @property
    def over(self) -> bool:
        return self._playback.match.over

    @property
    def result(self) -> Result | None:
        return self._playback.match.result() if self.over else None

    def take_notices(self) -> list[Notice]:
        notices, self._notices = self._notices, []
        return notices


def opening_replay(path: Path) -> Pieces[ReplayFeed]:
    """Open the recorded match in a file. Raises ReplayError when the file cannot be read or its game is missing."""
    replay = yield from part(reading_replay(path), 0.0, 0.1)
    cabinet = CABINETS.get(replay.header.game)
    if cabinet is None:
        raise ReplayError("replay.error.unknown_game", game=replay.header.game)
    rules = cabinet.rules
    playback = yield from part(beside(lambda: Playback(replay, rules)), 0.1, 0.1)
    feed = ReplayFeed(playback, path)
    yield from part(feed.read(), 0.1, 1.0)
    return feed


def open_replay(path: Path) -> ReplayFeed:
    """Open a replay like `opening_replay`, in one go."""
    return at_once(opening_replay(path))
