"""The page for the projector in a mix: card, tables and points, in letters that a class reads from the back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.engine.canvas import DESIGN_HEIGHT
from game.engine.scene import Context
from game.engine.text import Typeface
from game.ground.texts import Texts
from game.scenes.evening.mix_show import MixShow, first_told, points_rows, tables_told
from game.scenes.evening.poster import PosterScene
from net.address import Address
from net.messages import RoomState, TableState
from net.mix import MixPoints, MixState
from net.parts import PersonState
from tests.scenes.scene_driver import driving
from tests.showroom.lan import OWNER, connected, room, welcome

NAMES = ("Leila", "Omar", "Nora", "Kenji", "Minjun")


def of_mix(stage: Any, **mix: Any) -> RoomState:
    people = tuple(PersonState(number, name, -1) for number, name in enumerate(NAMES, 1))
    points = tuple(MixPoints(number, 40 - 10 * (number // 2), 6) for number in range(1, 6))
    tables = (TableState((1, 2), over=True), TableState((3, 4)), TableState((5,), 1))
    told = MixState("m", stage, b"s" * 32, 3, 8, 10_000, "marrakech", "assam", 180, points=points)
    state = msgspec.structs.replace(room("en", "marrakech"), people=people, tables=tables)
    return msgspec.structs.replace(state, mix=msgspec.structs.replace(told, **mix))


def test_tables_are_told_with_their_people_and_which_are_over() -> None:
    assert tables_told(of_mix("card"), Texts("en")) == [
        ("Leila · Omar", "✓"),
        ("Nora · Kenji", ""),
        ("Minjun · 1 computer", ""),
    ]


def test_equal_points_share_their_place_and_the_first() -> None:
    state = of_mix("board")
    assert state.mix is not None
    assert [words.split()[0] for words, _ in points_rows(state, state.mix)] == ["1.", "2.", "2.", "4.", "4."]
    assert points_rows(state, state.mix)[1] == ("2. Omar", "30 (+6)")
    shared = msgspec.structs.replace(state.mix, points=state.mix.points[1:3])
    assert first_told(state, shared, Texts("en")) == "First: Omar, Nora"


@pytest.mark.parametrize(
    ("stage", "mix", "text_size", "said"),
    [
        ("card", {}, 100, "Round 3 of 8"),
        ("card", {"sprint": True}, 150, "A sprint for the first place"),
        ("board", {}, 150, "Points so far"),
        ("finale", {}, 100, "First: Leila"),
    ],
)
def test_no_letter_of_a_mix_is_below_a_twentyfifth_of_the_height(
    stage: str, mix: dict[str, Any], text_size: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    sizes: dict[str, float] = {}
    usual, paint = Typeface.line, MixShow.paint

    def measuring(
        self: Typeface, canvas: Any, string: str, x: float, y: float, size: float = 16, *rest: Any, **more: Any
    ) -> float:
        sizes[string] = self.grown(size)
        return usual(self, canvas, string, x, y, size, *rest, **more)

    def watched(self: MixShow, *given: Any) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(Typeface, "line", measuring)
            paint(self, *given)

    monkeypatch.setattr(MixShow, "paint", watched)
    connection, _ = connected(welcome("en", of_mix(stage, **mix), OWNER))

    def make(context: Context) -> PosterScene:
        return PosterScene(context, connection, [Address("10.0.0.5", 25250)])

    with driving(make, text_size=text_size) as driver:
        driver.step(2)
        assert said in sizes and min(sizes.values()) >= DESIGN_HEIGHT / 25
        assert driver.context.typeface.overflows == []
