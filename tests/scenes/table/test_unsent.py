"""A draft is played when its time runs out, and not as soon as a short window opens."""

from __future__ import annotations

from typing import Any, cast

import pytest

from game.engine.stage import Drafting
from game.scenes.feeds.feed import Deadline
from game.scenes.table.conductor import Conductor
from game.scenes.table.unsent import lead, play_unsent


class Draft(Drafting[str]):
    def draft(self) -> str | None:
        return "as it is"


class Asking:
    """As much of a conductor as a draft needs."""

    def __init__(self, chooser: int | None) -> None:
        self.chooser = chooser
        self.stage = Draft()
        self.played: list[Any] = []

    def play(self, action: Any) -> None:
        self.played.append(action)


def played_at(now: float, seconds: float, chooser: int | None = 0) -> bool:
    """Whether a draft is played at that time of a window that began at 10 and lasts so long."""
    asking = Asking(chooser)
    play_unsent(cast(Conductor, asking), Deadline(10 + seconds, seconds), now)
    return bool(asking.played)


@pytest.mark.parametrize("seconds", [0.1, 0.2, 1.0, 30.0])
def test_it_is_played_in_the_last_quarter_at_most(seconds: float) -> None:
    assert 0 < lead(seconds) <= seconds / 4
    assert not played_at(10.0, seconds) and not played_at(10 + seconds * 0.74, seconds)
    assert played_at(10 + seconds * 0.999, seconds)


def test_nobody_is_asked_or_no_time_runs() -> None:
    assert not played_at(10.1, 0.1, chooser=None)
    asking = Asking(0)
    play_unsent(cast(Conductor, asking), None, 1e9)
    assert not asking.played
