"""Nights that are played by lot, without a server."""

from __future__ import annotations

from collections.abc import Callable

from game.cabinets.slime.night.night import Began, Ended, Night, Paired, Stayed
from game.cabinets.slime.night.pairing import next_round
from game.cabinets.slime.night.schedule import Form, Schedule, TeamEntry, check_schedule
from game.cabinets.slime.night.ties import Absent


def schedule_of(form: Form, teams: int, **more: object) -> Schedule:
    """A schedule that may be played."""
    schedule = Schedule(tuple(TeamEntry(f"Team {number}") for number in range(teams)), form, **more)  # type: ignore[arg-type]
    check_schedule(schedule)
    return schedule


def played_out(night: Night, decide: Callable[[int], int]) -> Night:
    """Play a night to its end. `decide(n)` returns a number in range(n) for each chance."""
    while True:
        while (tie := night.tie) is not None:
            if decide(8) == 0:
                night = night.after(Stayed(tuple(Absent)[decide(3)]))
                continue
            night = night.after(Began(tie.sides(), "1", "2"))
            squares = (decide(4), decide(4))
            winner = (0, 1, None)[decide(3)] if squares[0] == squares[1] else int(squares[1] > squares[0])
            night = night.after(Ended(squares, winner))
        following = next_round(night.schedule, night.seed, night.rounds)
        if following is None:
            return night
        night = night.after(Paired(following))
