"""The loupe lies within the window and never under the finger."""

from __future__ import annotations

from itertools import product

import pytest

from game.engine.canvas import Box
from game.kit.loupe import place_of

BOUNDS = Box(0, 0, 412, 690)


@pytest.mark.parametrize("finger", [*product((2.0, 60.0, 206.0, 350.0, 410.0), (2.0, 80.0, 160.0, 400.0, 688.0))])
def test_where_it_lies(finger: tuple[float, float]) -> None:
    box = place_of(finger, BOUNDS)
    assert BOUNDS.contains(box) and not box.inflate(20, 20).collidepoint(finger)
