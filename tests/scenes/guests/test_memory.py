"""What a guest costs of the memory and the processor of the machine that draws for them."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.processes import children
from tests.scenes.guests.evening import evening
from tests.scenes.guests.places import Board, room_places, sheet_of
from tests.scenes.guests.visitor import Visitor, megabytes, own_megabytes

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("plain_home"),
    pytest.mark.skipif(sys.platform != "linux", reason="drawers are forked, and measured, on Linux alone"),
]
MOST, MOST_OWN = 220, 40
"""Megabytes of a drawer with what it shares, and of what each has of its own."""


def test_guests_share_what_they_are_shown(tmp_path: Path) -> None:
    sheets = [sheet_of((412, height)) for height in (690, 690, 790)]
    with ExitStack() as links:
        begun = links.enter_context(evening(tmp_path, "omok", "--seats", "open,open"))
        nursery, guests = begun.nursery, dict[int, Visitor]()
        for number, sheet in enumerate(sheets):
            guest = Visitor(begun.page, number, sheet, links)
            (drawer,) = children(nursery) - guests.keys()
            guests[drawer] = guest
            guest.stay(1.0)
        first, other, _ = guests.values()
        for guest in (first, other):
            guest.tap(*room_places(sheets[0])[0])
        first.stay(3.0)
        for guest in (first, other):
            guest.tap(*Board(sheets[0]).crossings[5, 5])
        for guest in guests.values():
            guest.stay(3.0)
        figures = {drawer: (megabytes(drawer), own_megabytes(drawer)) for drawer in guests}
        print(figures)
        assert all(whole <= MOST and own <= MOST_OWN for whole, own in figures.values()), figures


def test_drawers_stand_behind_the_hosts_own_window_and_interrupt_nothing(tmp_path: Path) -> None:
    with evening(tmp_path, "omok", "--seats", "open,open") as begun, ExitStack() as links:
        Visitor(begun.page, 0, sheet_of((412, 690)), links)
        (drawer,) = children(begun.nursery)
        assert sys.platform == "linux"
        assert os.getsid(drawer) == os.getsid(begun.nursery) != os.getsid(begun.gate.pid)
        assert os.getpriority(os.PRIO_PROCESS, drawer) > os.getpriority(os.PRIO_PROCESS, begun.gate.pid)
        assert os.sched_getscheduler(drawer) == os.SCHED_BATCH
        shared = Path(f"/proc/{drawer}/autogroup")
        assert not shared.exists() or int(shared.read_text(encoding="ascii").split()[-1]) > 0
