"""Rooms ask for jewels: one can come and go between them, and none is played by falling to the lantern."""

from __future__ import annotations

from statistics import median

import pytest

from game.cabinets.rooftops.course import course_of
from game.core.forge.methods.rooms import HIGH, WIDE
from game.core.forge.physics.world import jewels_asked
from game.core.forge.proof.platform import prove
from game.core.forge.proof.repair import mended


def test_a_level_asks_for_jewels_that_lie_in_different_rooms() -> None:
    for number in range(1, 13):
        level = course_of("rooms", 160, 1, "", number).level
        jewels = [(entity.x, entity.y) for entity in level.entities if entity.kind == "gem"]
        rooms = {((x - 1) // WIDE, (y - 1) // HIGH) for x, y in jewels}
        assert len(rooms) == len(jewels) > jewels_asked(level) >= 8


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", range(5))
def test_rooms_take_twenty_seconds_in_the_middle_and_a_jump_in_every_one(difficulty: int) -> None:
    ticks, jumps = list[int](), list[int]()
    for number in range(1, 61):
        level = course_of("rooms", 160, difficulty, "", number).level
        proof = prove(level)
        assert proof.proved or mended(level).proof.proved, number
        if proof.proved:
            ticks.append(proof.ticks)
            jumps.append(proof.jumps)
    assert len(ticks) >= 59 and median(ticks) >= 20 * 60 and min(ticks) >= 8 * 60 and min(jumps) >= 5
