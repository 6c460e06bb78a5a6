"""How much a match of Caravan Rails tells: what everybody gets at first, and the past that is sent to whoever joins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.match.state import State
from game.core.rules import Event, Move
from tests.cabinets.rails.duels import RULES, duel

MOST_PAST = 300_000


def test_the_brief_is_short_where_it_holds_no_land() -> None:
    state = RULES.start(2, Options(size=128))
    assert len(msgspec.json.encode(RULES.brief(state, 0))) <= 4_096


@pytest.mark.slow
def test_the_events_of_ten_minutes_for_four_are_less_than_300_kilobytes(monkeypatch: pytest.MonkeyPatch) -> None:
    step = RULES.step
    told: list[int] = []

    def counted(state: State, moves: Sequence[Move]) -> list[Event]:
        events = step(state, moves)
        told.extend(len(msgspec.json.encode(event)) for event in events)
        return events

    monkeypatch.setattr(RULES, "step", counted)
    options: dict[str, Any] = {"time": "running", "minutes": 10}
    state = duel(("greedy", "greedy", "random", "greedy"), 5, **options)
    assert min(state.delivered) >= 0 < max(state.delivered)
    assert 1_000 < sum(told) < MOST_PAST
