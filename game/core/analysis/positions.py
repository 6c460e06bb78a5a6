"""The positions of a recorded match, one before each step and one at the end,
in the form an analyst is asked about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from game.core.analyst import Effort, Judgement, Question
from game.core.cabinet import Cabinet
from game.core.chance import derive
from game.core.match.match import Match
from game.core.recording.replay import Header, Playback, ReplayError, SeatRecord, read_replay
from game.core.recording.views import ViewHeader, ViewRecording, is_view_recording, read_view_recording
from game.core.rules import SPECTATOR, Ask, Result, Seat, Window

_DIGEST = 16


@dataclass(frozen=True)
class Position:
    """A position of a recorded match."""

    number: int
    """How many steps were played before this position."""
    view: Any
    seat: Seat | None = None
    """The one seat that decides here; None where none or several do, or chance draws."""
    legal: Sequence[Any] | None = None
    """The actions that the seat may play; None where that was not recorded."""
    played: Any = None
    """The action that the seat played; None at the end of a recording, and where the views do not show it."""
    forced: bool = False
    """Whether a fallback was played for the seat, because its time was up or its player had left."""
    brief: Any = None
    result: Result | None = None
    """The result of the match, in its last position; else None."""


@dataclass(frozen=True)
class RecordedMatch:
    """A recorded match in the form that an analysis needs."""

    cabinet: Cabinet
    seats: tuple[SeatRecord, ...]
    options: Any
    digest: str
    """A digest of the match without the names of players and the date of recording."""
    count: int
    """How many positions the match has."""
    positions: Callable[[], Iterator[Position]]
    """Iterates over the positions, first to last. Raises ReplayError where these rules cannot play the recording."""
    engine: tuple[str, ...] = ()
    """The command line of the engine that judges the match; empty for the game's own analyst."""

    @property
    def weighs_chance(self) -> bool:
        """Whether its judgements tell luck from play. Other people's engines do not promise that."""
        return not self.engine and self.cabinet.analyst is not None and self.cabinet.analyst.weighs_chance

    def question(self, position: Position, effort: Effort, following: Judgement[Any] | None) -> Question[Any, Any]:
        """Return the question that an analyst is asked about a position."""
        return Question(
            position.view,
            self.options,
            len(self.seats),
            position.seat,
            derive(position.number, "analysis", self.digest),
            effort,
            played=position.played,
            brief=position.brief,
            following=following,
        )


def recorded_match(path: Path, cabinets: Mapping[str, Cabinet]) -> RecordedMatch:
    """Return the match in a file, a recording of moves or of views. Raises ReplayError where it cannot be read."""
    return _seen(path, cabinets) if is_view_recording(path) else _whole(path, cabinets)


def _whole(path: Path, cabinets: Mapping[str, Cabinet]) -> RecordedMatch:
    replay = read_replay(path)
    cabinet = _cabinet(replay.header.game, cabinets)
    playback = Playback(replay, cabinet.rules)
    positions = partial(_played_positions, playback)
    digest = _digest(replay.header, [step.moves for step in replay.steps])
    return RecordedMatch(cabinet, replay.header.seats, playback.options, digest, len(playback) + 1, positions)


def _played_positions(playback: Playback) -> Iterator[Position]:
    playback.seek(0)
    while playback.position < len(playback):
        position = position_of(playback.match)
        moves = playback.forward().moves
        if position.seat is not None:
            position = replace(position, played=moves[0].action, forced=moves[0].forced)
        yield position
    yield position_of(playback.match)


def position_of(match: Match) -> Position:
    """Return the current position of a match, in the form an analyst is asked about it."""
    seat = _decides(match.ask)
    if seat is None:
        result = match.result() if match.over else None
        return Position(match.number, match.view(SPECTATOR), brief=match.brief(SPECTATOR), result=result)
    return Position(match.number, match.view(seat), seat, match.legal(seat), brief=match.brief(seat))


def _decides(ask: Ask | None) -> Seat | None:
    if ask is None or ask.window is not Window.TURN or len(ask.seats) != 1 or ask.seats[0] < 0:
        return None
    return ask.seats[0]


def _seen(path: Path, cabinets: Mapping[str, Cabinet]) -> RecordedMatch:
    recording = read_view_recording(path)
    cabinet = _cabinet(recording.header.game, cabinets)
    recording.check(cabinet.info)
    options = msgspec.convert(recording.header.options, cabinet.info.options)
    positions = partial(_seen_positions, recording, cabinet)
    header = recording.header
    digest = _digest(header, header.viewer, header.view, header.number, recording.steps, recording.end)
    return RecordedMatch(cabinet, recording.header.seats, options, digest, len(recording.steps) + 1, positions)


def _seen_positions(recording: ViewRecording, cabinet: Cabinet) -> Iterator[Position]:
    """Yield the positions of a recording of views; before the viewer came, they have the first view seen.

    The moves played are derived from the views before and after, where the game's analyst can do that.
    """
    analyst = cabinet.analyst() if cabinet.analyst else None
    header, end = recording.header, recording.end
    view = recording.view(0, cabinet.info)
    for number, step in enumerate(recording.steps):
        after = recording.view(number + 1, cabinet.info)
        seat = step.movers[0] if len(step.movers) == 1 and number >= header.number else None
        played = analyst.played(view, after) if analyst and seat is not None else None
        yield Position(number, view, seat, None, played, seat in step.forced, header.brief)
        view = after
    yield Position(len(recording.steps), view, brief=header.brief, result=end.result if end else None)


def _cabinet(game: str, cabinets: Mapping[str, Cabinet]) -> Cabinet:
    if game not in cabinets:
        raise ReplayError("replay.error.unknown_game", game=game)
    return cabinets[game]


def _digest(header: Header | ViewHeader, *contents: Any) -> str:
    """Return a digest of a recording's rules and of what was played or seen."""
    rules = header.game, header.version, header.options, len(header.seats)
    return blake2b(msgspec.json.encode((rules, contents)), digest_size=_DIGEST).hexdigest()
