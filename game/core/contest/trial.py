"""The trial matches of a contest's check: one entry among built-in players, and what it cost and did in them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from game.core.bot.conduct import Deed
from game.core.bot.loading import BotSpec, BuiltinSpec
from game.core.bot.patience import Cost, Patience, PatienceError
from game.core.bot.process import ProcessBot
from game.core.bot.seats import bot_session
from game.core.cabinet import Cabinet
from game.core.chance import derive
from game.core.limits import Limits
from game.core.match.match import Match
from game.core.match.session import Session, Trouble
from game.core.tournament.evaluation import MOST_TEXT, FailedCall
from game.core.tournament.plan import seats_for

MATCHES = 3
MOST_FAILURES = 20
COSTLY = ("crash", "hang", "garbage", "start")
"""Kinds of failure that cost a bot its process."""
MOST_BEGINNING = 400


@dataclass(frozen=True)
class Trial:
    """What is to be tried."""

    spec: BotSpec
    options: Any
    limits: Limits
    logs: Path
    patience: Patience
    each: float
    """Seconds that a call may take in the mean."""
    seats: int | None = None


class Tried(msgspec.Struct, frozen=True):
    """What an entry cost and did in its trial matches."""

    matches: int
    """How many were played to the end."""
    calls: int
    seconds: float
    """Seconds spent waiting for all its answers, those that never came left out."""
    lost: int = 0
    """Processes that it lost."""
    given_up: str = ""
    """Why the trial was ended (`PatienceError`): lost, hung or slow; empty for one that was finished."""
    failures: tuple[FailedCall, ...] = ()
    """The first failures."""
    failed: Mapping[str, int] = {}
    """How many calls failed, by kind."""
    printed: int = 0
    """Bytes that it printed."""
    beginning: str = ""
    """The first lines of them."""
    deeds: tuple[Deed, ...] = ()
    """What else it tried (bot/conduct.py); never known of programs in other languages."""
    fault: tuple[str, dict[str, Any]] | None = None
    """The text key and values of why it did not start; None for one that started."""

    @property
    def each(self) -> float:
        """Mean seconds of a call."""
        return self.seconds / self.calls if self.calls else 0.0


@dataclass
class _Seen:
    """What is gathered during the trial matches."""

    cost: Cost
    failures: list[FailedCall] = field(default_factory=list)
    matches: int = 0
    printed: int = 0
    beginning: bytes = b""
    fault: tuple[str, dict[str, Any]] | None = None


def try_in_matches(cabinet: Cabinet, trial: Trial) -> Tried:
    """Play the usual trial: three matches, the entry in another seat each time."""
    seen = _Seen(Cost(trial.patience, trial.spec.label, 0))
    given_up = ""
    try:
        for number in range(MATCHES):
            _play(cabinet, trial, number, seen)
            if seen.fault:
                break
            seen.matches += 1
    except PatienceError as error:
        given_up = error.values["why"]
    kinds = [failure.kind for failure in seen.failures]
    return Tried(
        matches=seen.matches,
        calls=seen.cost.calls,
        seconds=seen.cost.waited,
        lost=seen.cost.lost,
        given_up=given_up,
        failures=tuple(seen.failures[:MOST_FAILURES]),
        failed={kind: kinds.count(kind) for kind in dict.fromkeys(kinds)},
        printed=seen.printed,
        beginning=beginning_of(seen.beginning),
        fault=seen.fault,
    )


def beginning_of(data: bytes) -> str:
    """Return the first lines that a bot printed, without their headings, as text that may be shown anywhere."""
    lines = data[:MOST_BEGINNING].decode("utf-8", "replace").splitlines()
    own = [line for line in lines if not (line.startswith("[") and line.endswith("]"))]
    return "\n".join("".join(sign if sign.isprintable() else "·" for sign in line) for line in own)


def _play(cabinet: Cabinet, trial: Trial, number: int, seen: _Seen) -> None:
    """Play one trial match. Raises PatienceError."""
    seats = trial.seats or seats_for(cabinet.info, 2)
    own = number % seats
    others = cabinet.filled((), seats, cabinet.gentle)
    bots: dict[int, BotSpec] = {seat: BuiltinSpec(name) for seat, name in enumerate(others)} | {own: trial.spec}
    seed = derive(0, "check", number)
    match = Match(cabinet.rules, seats, trial.options, seed, undo=False)
    session = bot_session(cabinet, match, bots, logs=trial.logs, limits=trial.limits, inline=True)
    controller = session.controllers[own]
    assert isinstance(controller, ProcessBot)
    watch = _Watch(session, controller, own, seen, seed)
    try:
        session.run(watch.clock)
        watch.look()
    finally:
        session.close()
        seen.printed += controller.log.printed
        seen.beginning = seen.beginning or controller.log.beginning


class _Watch:
    """Counts what an entry costs while its match runs."""

    def __init__(self, session: Session, controller: ProcessBot, seat: int, seen: _Seen, seed: int) -> None:
        self._session, self._controller, self._seat, self._seen, self._seed = session, controller, seat, seen, seed
        self._troubles = self._answers = 0

    def clock(self) -> float:
        """Return the time for the match, after a look at what is new. Raises PatienceError."""
        self.look()
        return time.monotonic()

    def look(self) -> None:
        """Count new answers and failures. Raises PatienceError."""
        cost, troubles, took = self._seen.cost, self._session.troubles, self._controller.took
        answers, self._answers = took[self._answers :], len(took)
        cost.calls += len(answers)
        new, self._troubles = troubles[self._troubles :], len(troubles)
        own = [trouble for trouble in new if trouble.seat == self._seat]
        self._seen.failures += [_call(trouble, self._seed) for trouble in own]
        for failure in (trouble.failure for trouble in own):
            cost.calls += 1
            if failure.kind == "start" and self._seen.fault is None:
                self._seen.fault = failure.key, failure.values
            elif failure.kind in COSTLY:
                hung = float(failure.values.get("seconds", 0)) if failure.kind == "hang" else 0.0
                cost.waited += hung
                cost.lose(hung)
        cost.wait(sum(answers))


def _call(trouble: Trouble, seed: int) -> FailedCall:
    failure = trouble.failure
    told = ", ".join(f"{name} {value}" for name, value in failure.values.items() if name != "bot")[:MOST_TEXT]
    return FailedCall(seed, trouble.seat, trouble.number, "decide", told, failure.kind, failure.key, failure.values)
