"""The setup of every game is laid out in a narrow frame, too: nothing overlaps or leaves it."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.core.bot.loading import HUMAN
from game.core.levels import ADAPTING
from game.engine.canvas import Box
from game.engine.scene import Context
from game.engine.widgets import Paged, Panel, ScrollArea
from game.ground.texts import LANGUAGES
from game.scenes.setup.scene import SetupScene
from game.scenes.setup.seat_card import NAME_LIMIT, SeatPicture
from game.scenes.setup.seats import Seating
from game.scenes.staging.preview import PreviewPicture
from tests.in_turns import in_turns
from tests.scenes.narrow import HEIGHTS, WIDTH, check
from tests.scenes.scene_driver import driving

LONG = {"en": "Wolfgang Amadeus Mozart the Second"[:NAME_LIMIT], "ko": "가나다라마바사아자차카타파하" * 2}
OWN = "/home/leila/Downloads/a folder with a rather long name/terraces_and_gardens.py:Terraces"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


def fullest(cabinet_id: str, language: str) -> Seating:
    """Every seat taken: by a person of a long name, a level that adapts, a bot from a file, and computers."""
    cabinet = CABINETS[cabinet_id]
    seats = Seating.first(cabinet, cabinet.filled((HUMAN,), cabinet.info.seats[-1], cabinet.gentle))
    seats = seats.with_name(0, LONG[language][:NAME_LIMIT])
    kinds = (OWN, *[ADAPTING][: len(cabinet.levels)])
    for seat, kind in zip(range(1, len(seats.seats)), kinds, strict=False):
        seats = seats.with_spec(seat, kind)
    return seats


@in_turns(one_in=3, game=list(CABINETS), language=LANGUAGES, text_size=[100, 130])
def test_a_narrow_frame_holds_the_setup(game: str, language: str, text_size: int) -> None:
    def make(context: Context) -> SetupScene:
        scene = SetupScene(
            context, CABINETS[game], lambda plan: None, preview=lambda seats: None, on_evaluate=lambda plan: None
        )
        scene.seating = fullest(game, language)
        return scene

    with driving(make, language=language, text_size=text_size) as driver:
        driver.step(2)
        (page,) = (widget for widget in driver.top.group.widgets if isinstance(widget, Paged))
        wide = [widget.box.copy() for widget in page.walk()]
        for high in HEIGHTS:
            check(page, Box(0, 0, WIDTH, high), (Panel, PreviewPicture, SeatPicture))
            areas = [widget for widget in page.walk() if isinstance(widget, ScrollArea)]
            assert areas[0].scroller.needed and not any(area.scroller.needed for area in areas[1:]), "one bar for all"
        page.lay(Box(wide[0]))
        assert [widget.box for widget in page.walk()] == wide
