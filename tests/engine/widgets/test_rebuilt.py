"""A page that is built again keeps the focus where it was."""

from __future__ import annotations

from collections.abc import Iterable

from game.engine.scene import Context
from game.engine.widgets import Button, Entry, Widget, WidgetScene
from tests.engine.widgets.page_driver import group_of
from tests.scenes.scene_driver import driving


class Page(WidgetScene):
    """A field, and buttons before it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.buttons, self.fields = 1, 1

    def build(self) -> Iterable[Widget]:
        return [
            *(Button(self.style, "B") for _ in range(self.buttons)),
            *(Entry(self.style) for _ in range(self.fields)),
        ]


def test_the_focus_stays_at_its_place_among_widgets_of_its_kind() -> None:
    with driving(Page) as driver:
        page, group = driver.top, group_of(driver)
        assert isinstance(page, Page)
        group.focus(group.widgets[1])
        page.buttons = 3
        page.rebuild()
        assert group.focused_widget is group.widgets[3], "what comes to stand before it does not take it"
        page.buttons, page.fields = 5, 0
        page.rebuild()
        assert group.focused_widget is group.widgets[3], "where its kind is gone, its place counts"
