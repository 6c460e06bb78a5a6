"""Opening the contest, and a night of several teams, from the game's stall."""

from __future__ import annotations

from pathlib import Path

from game.cabinets.slime.cabinet import SLIME
from game.cabinets.slime.night.schedule import read_schedule
from game.cabinets.slime.scenes.contest import LEAD, REST, TEAM_LETTERS, Contest, ContestPlan
from game.cabinets.slime.scenes.hall import ContestHall
from game.cabinets.slime.scenes.night import NightContest
from game.cabinets.slime.scenes.night_hall import NightHall
from game.cabinets.slime.scenes.night_plan import NightPlanPage
from game.cabinets.slime.scenes.night_words import room_name
from game.engine.scene import Context, Scene
from game.scenes.contest.hall import open_hall


def contest_hall(context: Context) -> Scene:
    """The hall of a contest on the usual port. Raises ListenError where the port is taken."""
    contest = Contest(ContestPlan(lead=LEAD, rest=REST))
    room = context.texts.line("slime_server.room", port=contest.port)
    return open_hall(context, contest, ContestHall, room, SLIME, TEAM_LETTERS)


def night_plan(context: Context) -> Scene:
    """The page on which a night is planned."""
    return NightPlanPage(context, night_hall)


def night_hall(context: Context, path: Path) -> Scene:
    """The hall of the night whose schedule is in a file, on the usual port. Raises ScheduleError and ListenError."""
    schedule = read_schedule(path)
    plan = ContestPlan(lead=LEAD, rest=REST, turn_seconds=schedule.seconds)
    contest = NightContest(plan, schedule, path)
    room = room_name(context.texts, schedule, contest.port)
    return open_hall(context, contest, NightHall, room, SLIME, TEAM_LETTERS)
