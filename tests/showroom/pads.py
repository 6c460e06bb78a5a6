"""A sample of the dialog by which phones join a race."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from game.engine.colour import SEAT_COLOURS
from game.engine.scene import Scene
from game.scenes.pads.dialog import PhonesDialog
from game.scenes.pads.phones import Phones
from game.scenes.table.scene import TableScene
from net.web.phone import Chair, Guest
from tests.showroom.moment import NAMES, Moment, played

if TYPE_CHECKING:
    from net.web.gate import Gate


class StillGate:
    """A gate that nobody reaches, with three phones: one that plays, one that is ready, one asleep."""

    guests = (Guest(1, 0, False, False), Guest(2, 1, False, True), Guest(3, 2, True, False))

    def address(self, host: str) -> str:
        return f"http://{host}:47830/#5f0c2a91"


def phones(moment: Moment) -> Scene:
    """Show who has joined, over the table."""
    moment.context.stack.push(TableScene(moment.context, played(moment)))
    colours, names = tuple(SEAT_COLOURS.values()), NAMES[moment.context.texts.language]
    chairs = [Chair(seat, name, colours[seat], "") for seat, name in enumerate(names)]
    joined = Phones(moment.context, cast("Gate", StillGate()), ["192.168.0.37"])
    return PhonesDialog(moment.context, joined, lambda: chairs)
