"""Where things are on a guest's page: those of the same scenes, drawn beside it."""

from __future__ import annotations

from game.engine.canvas import Box
from game.scenes import arcade
from game.scenes.guests.room import GuestRoom
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import driving, plan
from tests.showroom.lan import StillClient, room, welcome

SHEET = (824, 1760)
"""The picture for a phone of 412×892, two pixels a unit in steps of 20 units."""


def sheet_of(phone: tuple[int, int]) -> tuple[int, int]:
    """Return the size of the picture for a phone that stands upright, as the page asks for it.

    >>> sheet_of((412, 892)) == SHEET, sheet_of((412, 690))
    (True, (824, 1360))
    """
    return 824, 2 * (phone[1] * 412 // phone[0] // 20 * 20)


def room_places(
    size: tuple[int, int] = SHEET, *, text_size: int = 100, language: str = "en"
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return where the main button of the room and the line of its chat are, on the page."""
    client = StillClient(welcome(language, room(language, "omok")))
    with driving(
        lambda context: GuestRoom(context, client), size=size, text_size=text_size, language=language
    ) as driver:
        driver.step(5)
        scene = driver.top
        assert isinstance(scene, GuestRoom)
        return scene.panel.primary.box.center, scene.panel.chat.entry.box.center


class Board:
    """Where the crossings of an Omok board and the button to confirm are, on the page: those of a table that is drawn
    beside it.
    """

    def __init__(self, size: tuple[int, int] = SHEET) -> None:
        with driving(lambda c: arcade.table(c, plan("omok", "human", "human")), size=size) as driver:
            driver.step(5)
            table = driver.top
            assert isinstance(table, TableScene) and table.layout.foot is not None
            layout = table.stage.layout_of(table.feed.view)  # type: ignore[attr-defined]
            ribbon = table.layout.foot.ribbon
            self.confirm = ribbon.right - 60, ribbon.centery
            self.crossings: dict[tuple[int, int], tuple[float, float]] = {}
            for point in range(15 * 15):
                x, y = layout.middle(point)
                box = table.board.outside(Box(x - 1, y - 1, 2, 2))
                self.crossings[point % 15, point // 15] = box.center
