"""Recordings of what one viewer saw: checked in one pass, and shown at every position."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.nullgame.rules import Nullgame, View
from game.core.recording.frames import MAX_FRAME, ReplayError
from game.core.recording.replay import SeatRecord
from game.core.recording.views import (
    SeenStep,
    ViewHeader,
    ViewRecording,
    ViewWriter,
    is_view_recording,
    read_view_header,
    read_view_recording,
)

INFO = Nullgame.info


def seen(heap: Any) -> dict[str, Any]:
    return {"heap": heap, "mover": 0, "taken": (0, 0), "turn": 0}


def step(number: int, heap: Any | None) -> SeenStep:
    return SeenStep(number, (0,), (), (), 0, None if heap is None else seen(heap))


SEATS = (SeatRecord("Mia"), SeatRecord("Omar"))


def recording(*steps: SeenStep, number: int = 0) -> ViewRecording:
    return ViewRecording(ViewHeader("nullgame", INFO.version, {}, SEATS, -2, None, seen(9), number), steps)


class Counted(list[SeenStep]):
    """Counts the steps that are handed out."""

    handed = 0

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        self.handed += len(found) if isinstance(index, slice) else 1
        return found

    def __iter__(self) -> Iterator[SeenStep]:
        self.handed += len(self)
        return super().__iter__()


@pytest.mark.parametrize("heap", [5, None])
def test_a_check_looks_at_each_step_only_a_few_times(heap: int | None) -> None:
    steps = Counted(step(number, heap) for number in range(2000))
    ViewRecording(recording().header, steps).check(INFO)  # type: ignore[arg-type]
    assert steps.handed <= 3 * 2000


def test_a_view_that_this_game_does_not_have_is_found_wherever_it_lies() -> None:
    recording(step(0, 8), step(1, None), step(2, 7)).check(INFO)
    for broken in (recording(step(0, "many")), recording(step(0, 8), step(1, 7), step(2, 99))):
        with pytest.raises(ReplayError):
            broken.check(INFO)


def test_a_position_shows_what_was_seen_then_or_next() -> None:
    shown = recording(step(0, 8), step(1, None), step(2, 7))
    assert [shown.view(position, INFO).heap for position in range(4)] == [9, 8, 7, 7]
    late = recording(step(0, None), step(1, None), step(2, 7), number=2)
    views: list[View] = [late.view(position, INFO) for position in range(2, 4)]
    assert [view.heap for view in views] == [9, 7]


def header_with_brief(size: int) -> ViewHeader:
    return ViewHeader("nullgame", INFO.version, {}, SEATS, -2, b"x" * size, seen(9), 0)


def test_a_recording_opens_however_long_its_first_frame_is(tmp_path: Path) -> None:
    file = tmp_path / "long.souk"
    writer = ViewWriter(file, header_with_brief(300_000))
    writer.seen(step(0, 8))
    writer.finish()
    assert len(read_view_header(file).brief) == 300_000
    assert is_view_recording(file) and len(read_view_recording(file).steps) == 1


def test_what_could_not_be_read_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "longer.souk"
    writer = ViewWriter(file, header_with_brief(10))
    writer.seen(SeenStep(0, (0,), (), (), 0, {"heap": b"x" * MAX_FRAME}))
    assert writer.failure is not None
    assert read_view_recording(file).steps == ()
