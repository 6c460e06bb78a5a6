"""A picture of every scene: both languages, three sizes, small and large text, nothing cut, nothing too small.

Large text at the smallest size, where least has room, is drawn at once; the usual text is in the slow suite.

`SOUK_PICTURES=folder` keeps the pictures to be looked at.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from game.engine.canvas import Canvas
from game.engine.pictures import write_png
from game.engine.text import LEAST_PX, Typeface
from game.ground.texts import LANGUAGES
from tests.in_turns import some
from tests.showroom.scenes import SCENES, render, samples

SMALL, USUAL, LARGE = (960, 540), (1280, 720), (1920, 1080)
MANY = (
    *("setup", "setup-own", "evaluate", "table", "results", "replay", "replays", "open-room", "waiting-room-owner"),
    *("evaluation", "evaluation-players", "evaluations", "lan-table"),
)
"""The scenes that are others in a game of many seats."""
KEEP = os.environ.get("SOUK_PICTURES")
PICTURED = 0.55
"""Scale below which a board is a small picture beside others, in which nothing is read."""


@contextmanager
def small_type() -> Iterator[set[tuple[str, float]]]:
    """What is set at less than ten pixels in a window, and at how many."""
    found: set[tuple[str, float]] = set()
    usual = Typeface.line

    def measuring(
        self: Typeface, canvas: Canvas, string: str, x: float, y: float, size: float = 16, *rest: Any, **more: Any
    ) -> float:
        if canvas.scale >= PICTURED and (seen := self.size_in_pixels(size, canvas.scale)) < LEAST_PX:
            found.add((string, round(seen, 2)))
        return usual(self, canvas, string, x, y, size, *rest, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Typeface, "line", measuring)
        yield found


@contextmanager
def open_at_the_end() -> Iterator[set[str]]:
    """The files that are still open while the temporary folder around them is removed: Windows would keep both.

    Empty where the system does not tell.
    """
    found: set[str] = set()
    remove = tempfile.TemporaryDirectory.cleanup

    def looking(self: tempfile.TemporaryDirectory[str]) -> None:
        for descriptor in Path("/proc/self/fd").glob("*"):
            with suppress(OSError):
                if (target := descriptor.readlink()).is_relative_to(self.name):
                    found.add(target.name)
        remove(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile.TemporaryDirectory, "cleanup", looking)
        yield found


def draw(
    scene: str, language: str, size: tuple[int, int], text_size: int, game: str = "marrakech", turn: int = 20
) -> None:
    with small_type() as small, open_at_the_end() as left_open:
        surface, cut = render(scene, game, 3, turn, size, language, text_size)
    if KEEP:
        name = f"{scene}-{game}-{language}-{size[0]}x{size[1]}-{text_size}.png"
        write_png(surface, Path(KEEP) / name)
    assert surface.get_size() == size
    assert cut == []
    assert small == set()
    assert left_open == set()


def usual() -> Iterator[object]:
    """Every scene in the smallest and the usual window, and one in three in a large one, which lays out as the usual.

    Languages take turns: room differs by the size of text alone, and the largest is drawn in both.
    """
    for place, scene in enumerate([*SCENES, *samples()]):
        for turn, size in enumerate([USUAL, SMALL] if place % 3 else [USUAL, SMALL, LARGE]):
            language = LANGUAGES[(place + turn) % len(LANGUAGES)]
            yield pytest.param(scene, language, size, id=f"{scene}-{language}-{size[0]}x{size[1]}")


@pytest.mark.slow
@pytest.mark.parametrize(("scene", "language", "size"), [*usual()])
def test_every_scene(scene: str, language: str, size: tuple[int, int]) -> None:
    draw(scene, language, size, 100)


def large() -> Iterator[object]:
    """Every scene in both languages, the quick suite every sixth one in one of them; they take turns."""
    for place, scene in enumerate([*SCENES, *samples()]):
        for turn, language in enumerate(LANGUAGES):
            slow = place % 6 or (place // 6 + turn) % len(LANGUAGES)
            yield pytest.param(scene, language, marks=[pytest.mark.slow] * bool(slow), id=f"{scene}-{language}")


@pytest.mark.parametrize(("scene", "language"), [*large()])
def test_large_text(scene: str, language: str) -> None:
    draw(scene, language, SMALL, 150)


@pytest.mark.parametrize(
    "size",
    some(3, map(pytest.param, [(1600, 700), (1280, 960), (3840, 2160)])),
    ids=lambda size: f"{size[0]}x{size[1]}",
)
@pytest.mark.parametrize("scene", ["title", "table", "setup"])
def test_other_shapes(scene: str, size: tuple[int, int]) -> None:
    draw(scene, "en", size, 100)


@pytest.mark.slow
def test_the_street_looks_the_same_in_every_run() -> None:
    first, again = (render("title", None, 3, 0, SMALL, "en")[0] for _ in range(2))
    assert first.get_buffer().raw == again.get_buffer().raw


@pytest.mark.parametrize("scene", ["setup", "table", "results", "replay"])
def test_the_smallest_game(scene: str) -> None:
    draw(scene, "ko", (1280, 720), 100, "nullgame", turn=2)


@pytest.mark.parametrize(("place", "scene"), some(10, enumerate(MANY)))
def test_many_seats(place: int, scene: str) -> None:
    draw(scene, LANGUAGES[place % len(LANGUAGES)], SMALL, 150, "l4g")
