"""The pairings of a Swiss round, by py4swiss (the Dutch system of FIDE), which the extra `night` installs."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from game.cabinets.slime.night.schedule import Schedule, ScheduleError
from game.cabinets.slime.night.standings import DRAW, WIN
from game.cabinets.slime.night.ties import Reason, Round, Stage, Team, Tie, verdict


def require_swiss() -> None:
    """Raise ScheduleError where py4swiss is not installed."""
    if find_spec("py4swiss") is None:
        raise ScheduleError("slime_night.error.swiss_missing")


def swiss_pairs(
    schedule: Schedule, seed: int, rounds: Sequence[Round], seeding: Sequence[Team]
) -> tuple[Tie, ...] | None:
    """Return the ties of the next Swiss round, the leaders' first and a free round last.

    None where no round is left in which nobody meets anybody twice. A tie that was not played for a team's absence
    counts as lost, and the teams do not meet again. Raises ScheduleError where py4swiss is not installed.
    """
    require_swiss()
    engines, trf = importlib.import_module("py4swiss.engines"), importlib.import_module("py4swiss.trf.sections")
    codes = importlib.import_module("py4swiss.trf.codes")
    number = {team: 1 + index for index, team in enumerate(seeding)}
    results: dict[Team, list[Any]] = {team: [] for team in seeding}
    points = dict.fromkeys(seeding, 0)
    for each in rounds:
        if each.stage is Stage.SWISS:
            for index, tie in enumerate(each.ties):
                for team, result, gained in _results(schedule, seed, each, index, tie, number):
                    results[team].append(result)
                    points[team] += gained
    sections = [
        trf.PlayerSection(
            code=codes.PlayerCode.PLAYER,
            starting_number=number[team],
            name=str(number[team]),
            points_times_ten=5 * points[team],
            rank=number[team],
            results=results[team],
        )
        for team in seeding
    ]
    parsed = importlib.import_module("py4swiss.trf").ParsedTrf(
        player_sections=sections, x_section=trf.XSection(number_of_rounds=len(rounds) + 1)
    )
    failure = importlib.import_module("py4swiss.engines.common").PairingError
    try:
        pairs = engines.DutchEngine.generate_pairings(parsed)
    except failure:
        return None
    met = [tuple(seeding[place - 1] if place else None for place in (pair.white, pair.black)) for pair in pairs]
    ties = [Tie(first, second) for first, second in met]
    return tuple(sorted(ties, key=lambda tie: tie.second is None))


def _results(
    schedule: Schedule, seed: int, of: Round, index: int, tie: Tie, number: dict[Team, int]
) -> list[tuple[Team, Any, int]]:
    """Return for each team of a tie that ended its result as py4swiss takes it, and its points in halves."""
    trf = importlib.import_module("py4swiss.trf.results")
    token, colour = trf.ResultToken, trf.ColorToken
    end = verdict(schedule, seed, of, index)
    assert end is not None
    found = []
    for side, team in enumerate(tie.teams):
        if team is None:
            continue
        if end.reason is Reason.FREE:
            free = trf.RoundResult(id=0, color=colour.BYE_OR_NOT_PAIRED, result=token.PAIRING_ALLOCATED_BYE)
            found.append((team, free, WIN))
            continue
        other = tie.teams[1 - side]
        assert other is not None
        won, drawn = end.winner == side, end.reason is Reason.DRAW
        result = token.WIN if won else token.DRAW if drawn else token.LOSS
        shade = (colour.WHITE, colour.BLACK)[side]
        gained = WIN * won + DRAW * drawn
        found.append((team, trf.RoundResult(id=number[other], color=shade, result=result), gained))
    return found
