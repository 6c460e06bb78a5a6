"""The moment that a sample scene shows, and the match played up to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import msgspec

from game.cabinets.listed import CABINETS
from game.commands.shared.errors import CommandError
from game.commands.shared.seats import options_for
from game.core.bots import BotSetup, Request
from game.core.chance import derive
from game.core.match.match import Match
from game.core.match.step import Step
from game.core.match.together import offer_together
from game.engine.scene import Context
from game.ground.recordings import REPLAY_SUFFIX
from game.scenes.feeds.local import LocalFeed, start_local
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.setup.crowd import crowd_names
from game.scenes.setup.seats import Seating

NAMES = {"ko": ("지우", "하늘", "수아", "Luca"), "en": ("Mia", "Omar", "Leila", "Luca")}


@dataclass(frozen=True)
class Moment:
    """The choices for a sample scene: game, seed, turn, options."""

    context: Context
    game: str
    seed: int
    turn: int
    folder: Path
    written: tuple[str, ...] = ()
    """Options of the game, as `K=V`."""
    exact: bool = False
    """Whether a match that ends before the turn is an error, instead of being shown at its end."""
    wishes: Mapping[str, str] = field(default_factory=dict)
    """Choices for a workshop, by name: `method`, `preset`, `step`, `layers`."""

    @property
    def plan(self) -> MatchPlan:
        """A plan with the usual number of seats: one person, and computers of every strength or the game's mix."""
        cabinet, texts = CABINETS[self.game], self.context.texts
        bots = list(cabinet.bots)
        names: tuple[str, ...] = NAMES[texts.language]
        count = cabinet.info.usual_seats
        if count > len(names):
            seating = Seating.first(cabinet)
            names = crowd_names(seating, self.game, texts, names)
            specs = [seat.spec for seat in seating.seats]
        else:
            specs = ["human", *(bots[-1 - seat % len(bots)] for seat in range(count - 1))]
        seats = tuple(SeatPlan(name, spec) for name, spec in zip(names, specs, strict=False))
        usual = [f"{name}={value}" for name, value in cabinet.spoken.get(texts.language, {}).items()]
        return MatchPlan(self.game, seats, options_for(cabinet, [*usual, *self.written]), self.seed)


class Played(NamedTuple):
    """What is known of a match that was played for a moment."""

    steps: tuple[Step, ...]
    over: bool
    turns: int


_PLAYED: dict[tuple[object, ...], Played] = {}
"""The latest matches: a moment is shown in many sizes and languages, but its bots decide once."""
_KEPT = 16


def played(moment: Moment, *, whole: bool = False) -> LocalFeed:
    """Play a match of the moment's game up to the turn, or to the end: by an easy bot, or by the game's mix."""
    plan = moment.plan
    turn = None if whole else moment.turn
    key = (plan.game, tuple(seat.spec for seat in plan.seats), msgspec.msgpack.encode(plan.options), plan.seed, turn)
    if key not in _PLAYED:
        if len(_PLAYED) == _KEPT:
            del _PLAYED[next(iter(_PLAYED))]
        match = _play(plan, turn)
        _PLAYED[key] = Played(tuple(match.steps), match.over, match.turns())
    match_so_far = _PLAYED[key]
    if match_so_far.over and moment.exact and not whole:
        raise CommandError("cli.error.turn", turn=moment.turn, last=match_so_far.turns)
    begun = replace(plan, begun=match_so_far.steps)
    recording = moment.folder / f"match{REPLAY_SUFFIX}"
    feed = start_local(begun, moment.context.settings, recording, computers=False)
    feed.poll(0.0)
    return feed


def _play(plan: MatchPlan, turn: int | None) -> Match:
    """Play a match up to the first seat's move in that turn, or to its end for None."""
    cabinet = CABINETS[plan.game]
    easy = cabinet.bots[cabinet.easy]
    kinds = [cabinet.bots.get(seat.spec, easy) if cabinet.mix else easy for seat in plan.seats]
    match = Match(cabinet.rules, len(plan.seats), plan.options, plan.seed)
    players = [
        kind(BotSetup(plan.game, seat, len(plan.seats), plan.options, None, derive(plan.seed, seat)))
        for seat, kind in enumerate(kinds)
    ]
    turns = [match.turns()]
    match.tick(0.0)
    while not match.over:
        number = match.number
        if turn is not None and len(turns) > 1 and turns[-2] >= turn and match.waiting_for[0] == 0:
            break
        answers = {}
        for seat in match.waiting_for:
            seed = derive(plan.seed, "sample", number, seat)
            request = Request(number, match.view(seat), match.legal(seat), (), seed)
            answers[seat] = players[seat].decide(request)
        refusal = offer_together(match, answers)
        assert refusal is None, refusal
        match.tick(match.deadline or 0.0)
        if match.number != number:
            turns.append(match.turns())
    return match


def recording(moment: Moment) -> Path:
    """Record a match of the moment's game to its end; return the file."""
    feed = played(moment, whole=True)
    feed.close()
    assert feed.recording is not None
    return feed.recording
