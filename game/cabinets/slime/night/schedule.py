"""The schedule of a Slime night, a TOML file: who plays, in what form, and how long is waited for a team."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec

from game.core.errors import SpokenError, reason
from game.core.given import TextError, toml_of

NAME_BYTES = 23
"""The most bytes of a team's name in UTF-8, as in the contest protocol."""
MOST_TEAMS = 64
MOST_FILE = 1 << 18
"""The most bytes of a schedule that is read."""


class ScheduleError(SpokenError):
    """A schedule cannot be read, or cannot be played."""


class Form(StrEnum):
    """How the teams of a night meet."""

    GROUPS = "groups"
    """Within each group, every team meets every other once."""
    SWISS = "swiss"
    """In each round, teams that have done about equally well meet, nobody twice."""
    BRACKET = "bracket"
    """Who loses is out."""
    GROUPS_BRACKET = "groups-bracket"
    """Groups, and then a bracket of the best of each."""


class TeamEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A team of the schedule."""

    name: str
    sent: str = ""
    """The name its client sends, where that differs: who does not know it cannot play in the team's place."""
    members: tuple[str, ...] = ()

    @property
    def greeting(self) -> str:
        """The name by which the team's client is known."""
        return self.sent or self.name


_Few = Annotated[int, msgspec.Meta(ge=1, le=9)]


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A night as it was planned. The order of the teams is their seeding, the strongest first."""

    teams: tuple[TeamEntry, ...]
    form: Form
    title: str = ""
    best_of: _Few = 1
    """Matches of a tie; it ends once a team has won more than half of them."""
    final_best_of: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    """Matches of the final of a bracket; 0 for as many as in every other tie."""
    groups: Annotated[int, msgspec.Meta(ge=1, le=16)] = 1
    advance: Annotated[int, msgspec.Meta(ge=1, le=16)] = 2
    """Teams of each group that go on to the bracket."""
    rounds: Annotated[int, msgspec.Meta(ge=0, le=32)] = 0
    """Rounds of a Swiss tournament; 0 for as many as leave one team unbeaten."""
    third: bool = False
    """Whether a bracket's third place is played for."""
    drawn: bool = False
    """Whether the seeding is drawn by lot instead of being the order of the teams."""
    minutes: Annotated[float, msgspec.Meta(gt=0, le=120)] = 3.0
    """How long a team that was called is waited for."""
    seconds: Annotated[float, msgspec.Meta(gt=0, le=60)] = 1.0
    """How long a turn lasts."""

    def length(self, *, final: bool = False) -> int:
        """Return the most matches of a tie that has a winner by then."""
        return self.final_best_of or self.best_of if final else self.best_of

    def names(self, team: int | None) -> str:
        """Return a team's name; empty for nobody."""
        return "" if team is None else self.teams[team].name

    def same_pairs(self, other: Schedule) -> bool:
        """Whether a night of this schedule can go on by the other: only times, members and titles differ."""
        return _paired(self) == _paired(other)


def _paired(schedule: Schedule) -> Schedule:
    """Return a schedule without what may be changed in the middle of a night."""
    teams = tuple(TeamEntry(team.name) for team in schedule.teams)
    return msgspec.structs.replace(schedule, teams=teams, title="", minutes=1.0, seconds=1.0)


def read_schedule(path: Path) -> Schedule:
    """Read and check a schedule. Raises ScheduleError with the file's name and what to change."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_FILE + 1)
    except OSError as error:
        raise ScheduleError("slime_night.error.unreadable", file=path.name, why=reason(error)) from error
    if len(data) > MOST_FILE:
        raise ScheduleError("slime_night.error.large", file=path.name, most=MOST_FILE >> 10)
    try:
        schedule = msgspec.convert(toml_of(data), Schedule)
    except TextError as error:
        raise ScheduleError("slime_night.error.toml", file=path.name, line=error.line, why=error.why) from error
    except (msgspec.ValidationError, RecursionError) as error:
        raise ScheduleError("slime_night.error.field", file=path.name, why=str(error)) from error
    try:
        check_schedule(schedule)
    except ScheduleError as error:
        raise ScheduleError(error.key, **{"file": path.name, **error.values}) from error
    return schedule


def check_schedule(schedule: Schedule) -> None:
    """Raise ScheduleError where a schedule cannot be played."""
    if not 2 <= len(schedule.teams) <= MOST_TEAMS:
        raise ScheduleError("slime_night.error.teams", count=len(schedule.teams), most=MOST_TEAMS)
    seen: set[str] = set()
    for team in schedule.teams:
        for name in {team.name, team.greeting}:
            if not is_sendable(name):
                raise ScheduleError("slime_night.error.name", name=name, most=NAME_BYTES)
            if name in seen:
                raise ScheduleError("slime_night.error.twice", name=name)
        seen |= {team.name, team.greeting}
    count, grouped = len(schedule.teams), schedule.form in (Form.GROUPS, Form.GROUPS_BRACKET)
    if grouped and 2 * schedule.groups > count:
        raise ScheduleError("slime_night.error.groups", groups=schedule.groups, teams=count)
    if schedule.form is Form.GROUPS_BRACKET:
        smallest = count // schedule.groups
        if schedule.advance > smallest:
            raise ScheduleError("slime_night.error.advance", advance=schedule.advance, smallest=smallest)
        if schedule.advance * schedule.groups < 2:
            raise ScheduleError("slime_night.error.one_advances")
    if schedule.form is Form.SWISS and schedule.rounds > most_rounds(count):
        raise ScheduleError("slime_night.error.rounds", rounds=schedule.rounds, teams=count, most=most_rounds(count))


def most_rounds(teams: int) -> int:
    """Return how many Swiss rounds can always be paired so that nobody meets anybody twice.

    After r rounds each team has n - 1 - r others left to meet; while those are at least half, Dirac's theorem gives a
    pairing. An odd team counts the free round as another opponent.

    >>> [most_rounds(teams) for teams in (2, 3, 7, 8, 16)]
    [1, 2, 4, 4, 8]
    """
    return (teams + 1) // 2


def is_sendable(name: str) -> bool:
    """Whether a client can send this as its team's name, and is then known by exactly it."""
    return bool(name) and name == name.strip() and name.isprintable() and len(name.encode()) <= NAME_BYTES
