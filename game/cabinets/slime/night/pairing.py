"""Which ties come next in a night: groups by turns, a bracket by seeds, Swiss rounds by py4swiss."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, starmap

from game.cabinets.slime.night.schedule import Form, Schedule
from game.cabinets.slime.night.standings import standings
from game.cabinets.slime.night.swiss import swiss_pairs
from game.cabinets.slime.night.ties import Round, Stage, Team, Tie, loser_of, verdict, winner_of
from game.core.chance import derive


def seeding(schedule: Schedule, seed: int) -> tuple[Team, ...]:
    """Return all teams, the strongest first: in the schedule's order, or drawn by lot."""
    teams = range(len(schedule.teams))
    return tuple(sorted(teams, key=lambda team: derive(seed, "seeding", team)) if schedule.drawn else teams)


def groups_of(schedule: Schedule, seed: int) -> list[tuple[Team, ...]]:
    """Return the teams of each group. Seeds are dealt to and fro, so that the groups are about equally strong.

    Without groups, all are in one.
    """
    count = schedule.groups if schedule.form in (Form.GROUPS, Form.GROUPS_BRACKET) else 1
    found: list[list[Team]] = [[] for _ in range(count)]
    for index, team in enumerate(seeding(schedule, seed)):
        row, place = divmod(index, count)
        found[place if row % 2 == 0 else count - 1 - place].append(team)
    return [tuple(group) for group in found]


def next_round(schedule: Schedule, seed: int, rounds: Sequence[Round]) -> Round | None:
    """Return the round after these, all of which have ended; None at the end of the night.

    Raises ScheduleError where Swiss pairings are wanted and py4swiss is not installed.
    """
    if schedule.form is Form.SWISS:
        return _swiss_round(schedule, seed, rounds)
    if schedule.form is Form.BRACKET:
        return _bracket_round(schedule, seed, rounds, seeding(schedule, seed))
    groups = groups_of(schedule, seed)
    turns = [_turns(group) for group in groups]
    played, wanted = len([each for each in rounds if each.stage is Stage.GROUPS]), max(map(len, turns))
    if played < wanted:
        ties = tuple(tie for each in turns if played < len(each) for tie in each[played])
        return Round(Stage.GROUPS, played + 1, ties, last=played + 1 == wanted)
    if schedule.form is Form.GROUPS:
        return None
    return _bracket_round(schedule, seed, rounds, _advancing(schedule, seed, rounds, groups))


def _turns(group: Sequence[Team]) -> list[tuple[Tie, ...]]:
    """Return the rounds of a group in which every team meets every other once, by the circle method.

    The team that has nobody to meet in a round has no tie in it.
    """
    circle: list[Team | None] = [*group, *([None] if len(group) % 2 else [])]
    half, found = len(circle) // 2, []
    for turn in range(len(circle) - 1):
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        met = [(one, other) for one, other in pairs if one is not None and other is not None]
        found.append(tuple(Tie(*(pair if (turn + place) % 2 == 0 else pair[::-1])) for place, pair in enumerate(met)))
        circle[1:] = [circle[-1], *circle[1:-1]]
    return found


def swiss_rounds(schedule: Schedule) -> int:
    """Return how many Swiss rounds are played."""
    return schedule.rounds or min((len(schedule.teams) - 1).bit_length(), (len(schedule.teams) + 1) // 2)


def _swiss_round(schedule: Schedule, seed: int, rounds: Sequence[Round]) -> Round | None:
    wanted = swiss_rounds(schedule)
    if len(rounds) >= wanted:
        return None
    ties = swiss_pairs(schedule, seed, rounds, seeding(schedule, seed))
    return None if ties is None else Round(Stage.SWISS, len(rounds) + 1, ties, last=len(rounds) + 1 == wanted)


def _advancing(
    schedule: Schedule, seed: int, rounds: Sequence[Round], groups: Sequence[Sequence[Team]]
) -> tuple[Team, ...]:
    """Return the teams of the bracket, the strongest first: all first of a group, then all second, and so on.

    In each rank the groups begin elsewhere, so that teams of one group meet as late as possible.
    """
    tables = [standings(schedule, seed, rounds, Stage.GROUPS, group) for group in groups]
    count = len(groups)
    orders = [
        [(group + rank * turn) % count for rank in range(schedule.advance) for group in range(count)]
        for turn in range(count)
    ]
    order = min(orders, key=_early_meetings)
    return tuple(tables[group][index // count].team for index, group in enumerate(order))


def _early_meetings(groups: Sequence[int]) -> int:
    """Return how early teams of one group can meet in a bracket of these seeds: more for each such pair of places, the
    closer they lie.
    """
    places = _places(bracket_size(len(groups)))
    entered = [(at, groups[place]) for at, place in enumerate(places) if place < len(groups)]
    rounds = len(places).bit_length()
    return sum(
        1 << 2 * (rounds - (at ^ other).bit_length())
        for (at, group), (other, second) in combinations(entered, 2)
        if group == second
    )


def bracket_size(teams: int) -> int:
    """Return the places of a bracket's first round.

    >>> [bracket_size(teams) for teams in (2, 3, 4, 5, 8)]
    [2, 4, 4, 8, 8]
    """
    return 1 << (teams - 1).bit_length()


def _places(size: int) -> list[int]:
    """Return the seeds of a bracket, from top to bottom: the two best can meet only in the final, and so on.

    >>> _places(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    places = [0]
    while len(places) < size:
        count = 2 * len(places)
        places = [seed for place in places for seed in (place, count - 1 - place)]
    return places


def _bracket_round(schedule: Schedule, seed: int, rounds: Sequence[Round], teams: Sequence[Team]) -> Round | None:
    """Return the next round of a bracket; the match for the third place comes before the final."""
    played = [each for each in rounds if each.stage is Stage.BRACKET]
    if not played:
        entered = [teams[place] if place < len(teams) else None for place in _places(bracket_size(len(teams)))]
    else:
        before = played[-1]
        if before.last:
            return None
        ends = [verdict(schedule, seed, before, index) for index in range(len(before.ties))]
        if schedule.third and len(before.ties) == 2 and rounds[-1].stage is not Stage.THIRD:
            losers = [loser_of(tie, end) for tie, end in zip(before.ties, ends, strict=True)]
            if None not in losers:
                return Round(Stage.THIRD, 1, (Tie(losers[0], losers[1]),), last=True)
        entered = [winner_of(tie, end) for tie, end in zip(before.ties, ends, strict=True)]
    ties = tuple(starmap(Tie, zip(entered[::2], entered[1::2], strict=True)))
    return Round(Stage.BRACKET, len(played) + 1, ties, last=len(ties) == 1)


def bracket_rounds(schedule: Schedule) -> int:
    """Return how many rounds a night's bracket has."""
    teams = len(schedule.teams) if schedule.form is Form.BRACKET else schedule.advance * schedule.groups
    return (teams - 1).bit_length()
