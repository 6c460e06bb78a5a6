"""Opening the contest from the game's stall."""

from __future__ import annotations

from game.cabinets.slime.cabinet import SLIME
from game.cabinets.slime.scenes.contest import LEAD, REST, TEAM_LETTERS, Contest, ContestPlan
from game.cabinets.slime.scenes.hall import ContestHall
from game.engine.scene import Context, Scene
from game.scenes.contest.hall import open_hall


def contest_hall(context: Context) -> Scene:
    """The hall of a contest on the usual port. Raises ListenError where the port is taken."""
    contest = Contest(ContestPlan(lead=LEAD, rest=REST))
    room = context.texts.line("slime_server.room", port=contest.port)
    return open_hall(context, contest, ContestHall, room, SLIME, TEAM_LETTERS)
