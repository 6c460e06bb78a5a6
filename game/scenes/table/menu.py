"""The menu of a table: everything a person can do besides playing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from game.engine.scene import Context
from game.engine.stage import Tool
from game.engine.widgets import Answer, Dialog
from game.scenes.page.menu import ButtonMenu, MenuItem

HEADING, HEADING_LIVE, HEADING_OVER = "table.menu.heading", "table.menu.heading_live", "table.turn.over"
LEAVE = "leave"
"""The dialog's answer for leaving the match."""


class MenuChoice(Enum):
    """An entry of a table's menu or results: the name of its text, and its icon."""

    CONTINUE = ("continue", "swords")
    RESULTS = ("results", "trophy")
    RULES = ("rules", "book-open")
    LOOK_UP = ("look_up", "search")
    ACCOUNT = ("account", "coins")
    SETTINGS = ("settings", "settings")
    PICTURE = ("picture", "camera")
    SAY = ("say", "megaphone")
    PHONES = ("phones", "smartphone")
    LEAVE = ("leave", "log-out")
    AGAIN = ("again", "rotate-cw")
    LEDGER = ("ledger", "scroll-text")
    STRONGER = ("stronger", "chevrons-up")
    GENTLER = ("gentler", "chevron-down")
    HOLD = ("hold", "lock")
    WATCH = ("watch", "clapperboard")
    REVIEW = ("review", "chart-line")
    TRY = ("try_out", "footprints")
    VARIATIONS = ("variations", "footprints")
    TITLE = ("title", "house")
    UNDO = ("undo", "undo-2")
    PAUSE = ("pause", "pause")
    GO_ON = ("go_on", "play")
    END = ("end", "hand")
    SURRENDER = ("surrender", "flag")
    SAVE = ("save", "save")
    KEEP = ("keep", "save")
    ROOM = ("room", "armchair")
    OTHER = ("other_game", "layout-grid")
    WISH = ("wish", "heart")
    TAKE_OVER = ("take_over", "armchair")
    STOP = ("stop", "octagon-x")
    NEXT = ("next", "chevron-right")
    REPLAYS = ("replays", "clapperboard")
    ARRANGE = ("arrange", "trophy")

    @property
    def text_key(self) -> str:
        """The text key of the entry's label."""
        return f"table.menu.{self.value[0]}"

    @property
    def icon(self) -> str:
        """The name of the entry's icon."""
        return self.value[1]


class TableMenu(ButtonMenu):
    """Overlay over the table; returns the chosen MenuChoice, or None to go on."""

    most_items = 7

    def __init__(
        self,
        context: Context,
        choices: Sequence[MenuChoice],
        heading: str = HEADING,
        *,
        over: bool = False,
        tools: Sequence[Tool] = (),
    ) -> None:
        """`heading`: text key of what happens to the match meanwhile; `over`: the match has ended, so
        nothing goes on. `tools`: what the stage offers and the table has no room for; the menu returns the chosen one.
        """
        line = context.texts.line
        resume = MenuItem(
            line("results.look" if over else "table.menu.resume"), "eye" if over else "play", None, primary=True
        )
        items = (MenuItem(line(choice.text_key), choice.icon, choice) for choice in choices)
        of_stage = (MenuItem(line(tool.text), tool.icon, tool) for tool in tools)
        super().__init__(context, line(heading), [resume, *of_stage, *items])
        self.choices = tuple(choices)


def leave_dialog(context: Context, title: str, text: str) -> Dialog:
    """Ask whether to leave the table; `text` says what happens to the match."""
    line = context.texts.line
    answers = (
        Answer(line("table.leave.stay"), None, primary=True),
        Answer(line("table.leave.leave"), LEAVE, icon="log-out"),
    )
    return Dialog(context, title, text, answers)


class CloseDialog(Dialog):
    """Asks whether to close the window during a match. It may lie on any scene, so it acts on the answer itself."""

    def __init__(self, context: Context, title: str, text: str, on_stay: Callable[[], None]) -> None:
        line = context.texts.line
        answers = (
            Answer(line("table.leave.stay"), None, primary=True),
            Answer(line("table.leave.leave"), LEAVE, icon="log-out"),
        )
        super().__init__(context, title, text, answers)
        self._on_stay = on_stay

    def _answer(self, answer: Answer) -> None:
        if answer.value == LEAVE:
            self.context.quit()
        else:
            super()._answer(answer)

    def leave(self) -> None:
        self._on_stay()
