"""The contest as people open it at the game's stall."""

from __future__ import annotations

from game.cabinets.slime.cabinet import SLIME
from game.cabinets.slime.scenes.contest import LEAD, REST, TEAM_LETTERS, Contest, ContestPlan
from game.cabinets.slime.scenes.hall import ContestHall
from game.engine.scene import Context, Scene
from net.host.broadcast import Broadcast


def contest_hall(context: Context) -> Scene:
    """The hall of a contest on the usual port, watched on the LAN. Raises ListenError where the port is taken."""
    contest = Contest(ContestPlan(lead=LEAD, rest=REST))
    contest.watchers = Broadcast(context.texts.line("slime_server.room", port=contest.port), SLIME, TEAM_LETTERS)
    hall = ContestHall(context, contest, on_end=lambda: context.stack.drop(hall))
    return hall
