"""The kit's script: what flies arrives once."""

from __future__ import annotations

import pytest

from game.conformance.bench import surroundings
from game.kit.drawing.effects import Words
from game.kit.script import Script


@pytest.mark.parametrize("rest", [0.0, 1e-9, 1e-6, 0.1])
def test_what_flies_arrives_once_however_near_to_the_end_it_is_seen(rest: float) -> None:
    script = Script(surroundings(2, None), {}, 624, 624)
    arrived: list[bool] = []
    script.begin()
    script.fly(Words("5", (0, 0)), 0.5, arrived=lambda: arrived.append(True))
    script.update(0.5 - rest)
    script.update(1.0)
    assert arrived == [True]
    assert list(script.effects) == []
