"""A page for a bot's author on why the bot failed: its request, its answer, its log, and a button to that moment of the
match.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from game.core.errors import SpokenError
from game.core.match.incident import Incident
from game.engine import theme
from game.engine.canvas import Box
from game.engine.scene import Context, Scene
from game.engine.widgets import Button, Widget
from game.engine.widgets.parts.button import Kind
from game.engine.widgets.parts.label import Label
from game.engine.widgets.parts.markup import escape
from game.engine.widgets.parts.style import Style
from game.ground.texts import Texts
from game.scenes.feeds.feed import Notice
from game.scenes.page.paper import PaperPage

_MOST_SIGNS = 4000
"""How many characters of the request the page shows; the file has all of it."""


class IncidentPage(PaperPage):
    """The failures of a match's bots, one at a time, the newest first."""

    foot = theme.CONTROL_HEIGHT + 2 * theme.GRID

    def __init__(
        self, context: Context, notices: Sequence[Notice], texts: Texts, replay: Callable[[int], Scene] | None
    ) -> None:
        """`notices`: notices that have an incident. `texts`: texts that know the seats' names. `replay`: opens the
        match's recording at a step.
        """
        super().__init__(context)
        self._notices = notices
        self._texts = texts
        self._replay = replay
        self._shown = len(notices) - 1

    def words(self) -> str:
        """Return the text of the shown failure."""
        notice, line = self._notices[self._shown], self._texts.line
        incident = notice.incident
        assert incident is not None
        sentence = line(notice.key, notice.values)
        parts = [
            f"# {line('incident.page.heading')}",
            _plain(line("incident.line", seat=notice.seat, number=notice.step, sentence=sentence)),
            *self._took(incident),
            f"## {line('incident.page.said')}",
            _plain(incident.said) or line("incident.page.silent"),
            f"## {line('incident.page.log')}",
            *([f"- {_plain(entry)}" for entry in incident.log if entry.strip()] or [line("incident.page.unlogged")]),
            f"## {line('incident.page.asked')}",
            _plain(_spaced(incident)),
        ]
        if incident.file:
            parts.append(_plain(line("incident.page.file", path=incident.file)))
        return "\n\n".join(parts)

    def foot_widgets(self, style: Style, foot: Box) -> Sequence[Widget]:
        """Return buttons to that moment of the recording, and to the previous and next failure."""
        high = style.control_height
        top = foot.bottom - high
        count = self._texts.line("incident.page.count", number=self._shown + 1, count=len(self._notices))
        wide = style.typeface.measure(count, theme.BODY) + 16
        right = foot.right
        following = self._turn(style, "chevron-right", "next", 1, Box(right - high, top, high, high))
        before = self._turn(style, "chevron-left", "back", -1, Box(right - 2 * high - wide, top, high, high))
        label = Label(
            style, count, Box(right - high - wide, top, wide, high), colour=theme.TEXT_ON_PAPER, anchor="middle"
        )
        many = [before, label, following] if len(self._notices) > 1 else []
        if self._replay is None:
            return many
        watch = Button(style, self._texts.line("incident.page.watch"), icon="film", kind=Kind.PRIMARY)
        room = (before.box.left if many else right) - foot.left - theme.GAP
        if watch.natural_width() > room:
            watch.label, watch.tooltip = "", watch.label
        watch.box = Box(foot.left, top, min(room, watch.natural_width()), high)
        watch.on_press = self._watch
        return [watch, *many]

    def _turn(self, style: Style, icon: str, name: str, change: int, box: Box) -> Button:
        button = Button(style, box=box, icon=icon, kind=Kind.PAPER, tooltip=self._texts.line(f"incident.page.{name}"))
        button.enabled = 0 <= self._shown + change < len(self._notices)
        button.on_press = lambda: self._show(self._shown + change)
        return button

    def _show(self, number: int) -> None:
        self._shown = number
        self.rebuild()

    def _watch(self) -> None:
        """Open the recording at the step that the bot was asked about."""
        assert self._replay is not None
        try:
            self.stack.push(self._replay(self._notices[self._shown].step or 0))
        except SpokenError as error:
            self.context.notify(self._texts.line(error.key, error.values))

    def _took(self, incident: Incident) -> list[str]:
        if incident.seconds is None:
            return []
        return [self._texts.line("incident.page.seconds", seconds=round(incident.seconds, 2))]


def _spaced(incident: Incident) -> str:
    """Return the request as JSON with spaces where a line may break, cut to _MOST_SIGNS."""
    return json.dumps(json.loads(bytes(incident.asked)), ensure_ascii=False)[:_MOST_SIGNS]


def _plain(text: str) -> str:
    """Escape a stranger's text so that the page shows it literally, as one paragraph."""
    return escape(" ".join(text.split()))
