"""Reads what a report is made of: an evaluation, a tournament or a league, with a contest's part where there is one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec

from game.core.contest.results import ContestPart, WithContest
from game.core.errors import UNDECODABLE, SpokenError, reason
from game.core.league.league import League
from game.core.tournament.evaluation import LARGEST, EvaluationDocument, Name, contradictory

Rate = Annotated[float, msgspec.Meta(ge=0, le=1)]


class ReportError(SpokenError):
    """A file holds no results of which a report can be made."""


class TournamentBot(msgspec.Struct, frozen=True):
    """A bot of a tournament, as far as a report shows it."""

    bot: Name
    games: int
    wins: float
    win_rate: Rate
    low: Rate
    high: Rate
    mean_score: float
    mean_rank: float
    forced: int
    failures: dict[str, int] = {}


class TournamentDocument(msgspec.Struct, frozen=True):
    """What `tournament GAME --json FILE` writes for a game without grades."""

    game: Name
    version: int
    seats: int
    seed: str
    games: int
    options: dict[str, Any]
    bots: Annotated[tuple[TournamentBot, ...], msgspec.Meta(min_length=1, max_length=1000)]


@dataclass(frozen=True)
class Given:
    """Results that were read."""

    results: EvaluationDocument | TournamentDocument | League
    contest: ContestPart | None
    name: str
    """The file as the commands that show single games name it."""


def read_results(path: Path) -> Given:
    """Return the results in a file. A page of them names it by its relative path, never by a whole one. Raises
    ReportError.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise ReportError("report.error.read", path=str(path), why=reason(error)) from error
    if len(data) > LARGEST:
        raise ReportError("report.error.large", path=str(path), most=LARGEST >> 20)
    return results_of(data, path.name if path.is_absolute() or ".." in path.parts else path.as_posix())


def results_of(data: bytes, name: str) -> Given:
    """Return the results that a file called `name` holds. Raises ReportError."""
    kinds: tuple[Any, ...] = (EvaluationDocument, League, TournamentDocument)
    for kind in kinds:
        try:
            found = msgspec.json.decode(data, type=kind, strict=kind is not League)
            part = msgspec.json.decode(data, type=WithContest).contest
        except UNDECODABLE:
            continue
        if isinstance(found, EvaluationDocument) and contradictory(found):
            break
        return Given(found, part, name)
    raise ReportError("report.error.other", path=name)
