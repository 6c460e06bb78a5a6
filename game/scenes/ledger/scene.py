"""The evening's ledger: the matches in this evening's rooms, points, and titles of honour."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.ornament import SHEET
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.text.fitting import first_fitting, fitted
from game.engine.widgets import Answer, Button, Dialog, Label, ListView, RowState, Style, Widget, draw_icon
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.markup import escape
from game.ground import files, paths
from game.scenes.ledger.closing import closing_of
from game.scenes.ledger.closing_scene import ClosingScene
from game.scenes.ledger.page import line_of, page_of
from game.scenes.ledger.words import fingerprint, names_in_order, said_of, title_of, when_of
from game.scenes.page.empty import draw_empty_state
from game.scenes.page.page import PageScene
from net.ledger.kept import Ledger
from net.ledger.lines import evening_of
from net.ledger.standing import placed, standings, titles
from net.wire import clean

ICON = "scroll-text"
_LEFT = 500.0
_GAP = 20.0
_PERSON_ROW = 50.0
_TITLE_ROW = 50.0
_MATCH_ROW = 56.0
_PADDING = 12.0
_NAMES = 6
"""The most names of people in a question about a host."""
_ROOMY = 120
"""The largest text size, in per cent, at which a sentence fits beside the heading."""
_WIDE = 760.0
"""Width of a dialog with four answers."""
_FEW = 2
"""Up to this many unknown hosts are asked about one by one; of more, all can be left out at once."""
_LOOK = 1.0
"""Seconds between two looks at the ledger for new lines."""


class LedgerScene(PageScene):
    """One evening: people by points on the left, titles and matches on the right."""

    def __init__(self, context: Context, folder: Path | None = None, now: datetime | None = None) -> None:
        super().__init__(context)
        self.ledger = Ledger(folder or paths.ledger())
        tonight = evening_of(now or datetime.now().astimezone())
        self.evenings = sorted({tonight, *self.ledger.evenings}, reverse=True)
        """The evenings that can be shown, the latest first; always includes this evening."""
        self.evening = tonight
        self._since = 0.0
        self._picture_wanted = False
        self._list: ListView | None = None
        self._read()

    def _read(self) -> None:
        self.lines = self.ledger.lines(self.evening)
        self.waiting = self.ledger.waiting(self.evening)
        """Lines of hosts that the person has neither accepted nor left out."""
        self.people = placed(standings(self.lines))
        self.titles = titles(self.lines)

    @property
    def heading(self) -> str:
        return self.context.texts.line("ledger.title")

    @property
    def subheading(self) -> str:
        return self.evening.isoformat()

    def first_focus(self) -> Widget | None:
        return self._list or self._back

    def build_body(self, body: Box) -> Sequence[Widget]:
        style, line = self.style, self.context.texts.line
        typeface = style.typeface
        rule = Label(style, line("ledger.rule"), size=theme.CAPTION, colour=theme.TEXT_MUTED, icon="info")
        foot = max(rule.natural_height(body.width), typeface.leading(theme.CAPTION)) + 4
        rule.box = Box(body.left, body.bottom - foot + 6, body.width, foot)
        ways = self._build_ways(body)
        self._list = None
        if not self.lines:
            return [rule, *ways]
        high = body.height - foot - 4
        left = Box(body.left, body.top, _LEFT, high)
        right = Box(left.right + _GAP, body.top, body.right - left.right - _GAP, high)
        people = ListView(style, self._paint_person, len(self.people), left, row_height=_PERSON_ROW)
        return [people, *self._build_right(right), rule, *ways]

    def _build_right(self, box: Box) -> list[Widget]:
        style, line = self.style, self.context.texts.line
        head = style.typeface.leading(theme.BODY) + 8
        row = style.typeface.grown(_TITLE_ROW)
        rows = min(len(self.titles), max(1, int((box.height * 0.45 - head) // row)))
        found: list[Widget] = []
        top = box.top
        if self.titles:
            label = Label(style, line("ledger.titles"), Box(box.left + 6, top, box.width, head), icon="crown")
            honours = ListView(
                style,
                self._paint_title,
                len(self.titles),
                Box(box.left, top + head, box.width, rows * row + 12),
                row_height=_TITLE_ROW,
            )
            found += [label, honours]
            top = honours.box.bottom + 8
        matches = f"{line('ledger.matches')} · {line('history.count', count=len(self.lines))}"
        label = Label(style, matches, Box(box.left + 6, top, box.width, head), icon="list")
        top += head
        self._list = ListView(
            style,
            self._paint_match,
            len(self.lines),
            Box(box.left, top, box.width, box.bottom - top),
            row_height=_MATCH_ROW,
        )
        return [*found, label, self._list]

    def _build_ways(self, body: Box) -> Sequence[Widget]:
        """Build the buttons to other evenings and to save this one, beside the heading."""
        style, line = self.style, self.context.texts.line
        later = Button(style, icon="chevron-right", tooltip=line("ledger.later"), on_press=lambda: self._go(-1))
        earlier = Button(style, icon="chevron-left", tooltip=line("ledger.earlier"), on_press=lambda: self._go(1))
        picture = Button(style, icon="camera", tooltip=line("table.menu.picture"), on_press=self._want_picture)
        page = Button(style, line("ledger.page"), icon="save", on_press=self._save_page)
        closing = Button(style, icon="trophy", tooltip=line("closing.way"), on_press=self._show_closing)
        high = page.natural_height(0)
        top, right = body.top - 16 - high, body.right
        number = self.evenings.index(self.evening)
        later.enabled, earlier.enabled = number > 0, number < len(self.evenings) - 1
        picture.enabled = page.enabled = closing.enabled = bool(self.lines)
        ways = [earlier, later, closing, picture, page]
        if self.waiting:
            told = line("ledger.waiting", count=len(self.waiting))
            label = told if style.typeface.text_size <= _ROOMY else str(len(self.waiting))
            ways.insert(0, Button(style, label, icon="hourglass", tooltip=told, on_press=self._ask))
        for button in reversed(ways):
            wide = button.natural_width() if button.label else high
            button.box = Box(right - wide, top, wide, high)
            right -= wide + 8
        return ways

    def _ask(self) -> None:
        """Ask whether the lines of the first unknown host count."""
        line = self.context.texts.line
        hosts = list(dict.fromkeys(waiting.key for waiting in self.waiting))
        if not hosts:
            return
        lines = [waiting for waiting in self.waiting if waiting.key == hosts[0]]
        names = dict.fromkeys(seat.name for waiting in lines for seat in waiting.said.seats if not seat.bot)
        told = {
            "room": escape(clean(lines[-1].said.room)),
            "key": fingerprint(lines[0]),
            "names": escape(clean(", ".join([*names][:_NAMES]))),
            "count": len(lines),
        }
        answers = [
            Answer(line("ledger.host.later"), None, primary=True),
            Answer(line("ledger.host.out"), partial(self._decide, hosts[:1], counts=False), icon="x"),
            Answer(line("ledger.host.counts"), partial(self._decide, hosts[:1], counts=True), "check"),
        ]
        if len(hosts) > _FEW:
            answers.insert(1, Answer(line("ledger.host.all_out"), partial(self._decide, hosts, counts=False)))
        self.stack.push(
            Dialog(self.context, line("ledger.host.title"), line("ledger.host.text", told), answers, width=_WIDE)
        )

    def _decide(self, hosts: Sequence[bytes], *, counts: bool) -> None:
        """Accept or leave out these hosts' lines, and ask about the next unknown host."""
        for host in hosts:
            self.ledger.hosts.decide(host, counts=counts)
        self._read()
        self._ask()

    def resumed(self, value: Any) -> None:
        if callable(value):
            value()
        super().resumed(value)

    def _go(self, change: int) -> None:
        self.evening = self.evenings[self.evenings.index(self.evening) + change]
        self._read()
        self.rebuild()

    def update(self, seconds: float) -> None:
        """Show lines that arrived since the last look."""
        super().update(seconds)
        self._since += seconds
        if self._since >= _LOOK:
            self._since, before = 0.0, (self.lines, self.waiting)
            self._read()
            if (self.lines, self.waiting) != before:
                self.rebuild()

    def _show_closing(self) -> None:
        """Open the closing page of the evening that is shown."""
        closing = closing_of(self.evening, self.lines, self.context.texts)
        self.stack.push(ClosingScene(self.context, closing))

    def _want_picture(self) -> None:
        self._picture_wanted = True

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self._picture_wanted and self.stack.top is self:
            self._picture_wanted = False
            self.context.take_picture()

    def _save_page(self) -> None:
        page = page_of(self.evening, self.lines, self.context.texts).encode()
        target = paths.pictures() / f"Souk {self.evening.isoformat()}.html"
        self.save(target, lambda path: files.write_whole(path, page), "ledger.saved")

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        if not self.lines:
            draw_empty_state(canvas, self.style, ICON, "ledger.empty")

    def _paint_person(self, canvas: Canvas, number: int, box: Box, _state: RowState) -> None:
        typeface, (place, person) = self.style.typeface, self.people[number]
        first = place == 1 and person.points > 0
        if first:
            faces.draw_face(canvas, box, SHEET, theme.CORNER)
        ink = theme.TEXT_ON_PAPER if first else theme.TEXT_BRIGHT
        muted = theme.TEXT_ON_PAPER_MUTED if first else theme.TEXT
        left, right = box.left + _PADDING, box.right - _PADDING
        typeface.line(canvas, str(place), left, box.centery, theme.LABEL, Weight.BOLD, ink)
        left += typeface.grown(30)
        if first:
            side = typeface.grown(20)
            draw_icon(canvas, "crown", left + side / 2, box.centery, side, "#B8741A")
            left += side + 10
        points = self.context.texts.line("results.score", score=person.points)
        right -= typeface.line(canvas, points, right, box.centery, theme.LABEL, Weight.BOLD, ink, "right") + 14
        texts = self.context.texts
        counts = line_of(texts, person.matches, person.won)
        short = texts.line("history.won", won=person.won)
        told = first_fitting(typeface, (counts, short), (right - left) * 0.55, theme.CAPTION)
        right -= typeface.line(canvas, told, right, box.centery, theme.CAPTION, colour=muted, anchor="right") + 12
        name = fitted(typeface, person.name, right - left, theme.LABEL)
        typeface.line(canvas, name, left, box.centery, theme.LABEL, Weight.SEMIBOLD, ink)

    def _paint_title(self, canvas: Canvas, number: int, box: Box, _state: RowState) -> None:
        texts, title = self.context.texts, self.titles[number]
        upper = ", ".join(title.names)
        self._two_lines(canvas, box, title_of(title, texts), upper, said_of(title, texts), theme.WARNING)

    def _paint_match(self, canvas: Canvas, number: int, box: Box, _state: RowState) -> None:
        line, texts = self.lines[number], self.context.texts
        head = f"{when_of(line)} · {texts.game(line.said.game)}"
        beside = f"{line.said.room} · {fingerprint(line)}"
        self._two_lines(canvas, box, head, beside, names_in_order(line, texts), theme.TEXT_BRIGHT)

    def _two_lines(self, canvas: Canvas, box: Box, head: str, beside: str, below: str, colour: str) -> None:
        """Draw a row: its head, a text at the right of it, and a line below."""
        typeface = self.style.typeface
        left, right = box.left + _PADDING, box.right - _PADDING
        upper, lower = box.centery - box.height * 0.2, box.centery + box.height * 0.21
        head = fitted(typeface, head, (right - left) * 0.62, theme.BODY)
        wide = typeface.line(canvas, head, left, upper, theme.BODY, Weight.SEMIBOLD, colour)
        beside = fitted(typeface, beside, right - left - wide - 14, theme.BODY)
        typeface.line(canvas, beside, right, upper, theme.BODY, colour=theme.TEXT, anchor="right")
        below = fitted(typeface, below, right - left, theme.CAPTION)
        typeface.line(canvas, below, left, lower, theme.CAPTION, colour=theme.TEXT_MUTED)


def ledger_way(context: Context, style: Style) -> Button:
    """Make the button to this evening's ledger."""
    way = Button(style, icon=ICON, tooltip=context.texts.line("ledger.title"))
    way.on_press = lambda: context.stack.push(LedgerScene(context))
    return way
