"""The entry at Tablut's stall that opens the competition."""

from __future__ import annotations

from game.cabinets.tablut.cabinet import TABLUT
from game.cabinets.tablut.net.wire import SEATS
from game.cabinets.tablut.scenes.contest import Contest, ContestPlan
from game.cabinets.tablut.scenes.hall import ContestHall
from game.engine.scene import Context, Scene
from game.scenes.contest.hall import open_hall


def contest_hall(context: Context) -> Scene:
    """Return the hall on the usual ports. Raises ListenError if a port is taken."""
    contest = Contest(ContestPlan(), {})
    room = context.texts.line("tablut_server.room", port=contest.plan.port)
    return open_hall(context, contest, ContestHall, room, TABLUT, SEATS)
