"""The results of a match: who won and why, the ranks with their details, and how the match went."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.input import Command, CommandName, InputEvent
from game.engine.layer import Layer
from game.engine.light import drop_shadow, shine
from game.engine.ornament import SHEET, Face, badge, hang_lantern, khatam, outline
from game.engine.scene import Context
from game.engine.stage import Summary
from game.engine.text import Weight
from game.engine.text.fitting import first_fitting, fitted
from game.engine.textile import pattern_wash
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.layout import REST, row
from game.engine.widgets.parts.richtext import RichText
from game.engine.widgets.parts.style import Style
from game.engine.widgets.screen import RisingScene
from game.ground.details import Detail, details_of
from game.scenes.charts.scores import ScoreChart
from game.scenes.staging.kinds import level_name
from game.scenes.staging.preview import Preview, PreviewPicture
from game.scenes.table.finished import FinishedMatch
from game.scenes.table.headline import Headline
from game.scenes.table.menu import MenuChoice
from game.scenes.table.results_many import SeatDetail, Standings, charted_seats

_GROUND = Face("#2E2654", "#191533", 1.0, "#6B5A8E", 0.6, 0.06)
FRAME = Box(80, 28, 1120, 664)
PADDING = 32.0
COLUMN_GAP = 24.0
TABLE_SHARE = 0.56
"""Share of the width that the ranks take; the chart, or the last position, has the rest."""
LIST_SHARE = 0.52
"""Share of the width that the list takes where there are more than MOST_CARDS seats."""
LEAST_CHART = 110.0
_CARD = 84.0
"""The greatest height of a seat's card on an upright frame."""
_NOTICE = 96.0
"""The least height for notices on an upright page: that of a sentence in three lines."""
_LEAST_LIST = 0.35
"""Share of an upright page that a list of many seats keeps beside the details of one."""
HASTE = 1.5
"""Seconds after the results appear in which CONFIRM is ignored, as still meant for the match; each such
press restarts them.
"""
FIRST_HASTE = 4.0
"""Seconds after the results appear in which the first CONFIRM is ignored: who plays turn by turn with Return presses it
once more before they look up.
"""


_MOST_ROWS = 2
"""The most rows of buttons above the first one on an upright page: the seats have the rest of the room."""


def _least_width(button: Button) -> float:
    """Return the least width at which a button's words are not cut."""
    return button.natural_width() - (16 if button.label else 0)


class ResultsScene(RisingScene):
    """Overlay over the table; returns the next wish as a MenuChoice, or None to look at the board."""

    dim = 0.62

    def __init__(
        self,
        context: Context,
        finished: FinishedMatch,
        choices: Sequence[MenuChoice],
        board: Preview | None = None,
        below: Callable[[Style], Widget] | None = None,
    ) -> None:
        """`below`: makes what stands below the ranks, such as how an evening of matches stands."""
        super().__init__(context)
        self._below = below
        self.finished = finished
        self._board = board if finished.shows_board else None
        self.choices = tuple(choices)
        self._layer = Layer(margin=64)
        self._chosen: Seat = -1
        """The seat whose details are shown beside a list of many seats; -1 for none."""
        self._score_chart: ScoreChart | None = None
        self._seen = 0.0
        """Seconds since the results appeared or a CONFIRM was ignored."""
        self._haste = FIRST_HASTE

    @property
    def notice_place(self) -> Box | None:
        """Box for notices: at the panel's top left; upright, where that covers who won, between ranks and buttons."""
        if self.design.upright:
            foot = self._buttons_top - 8
            top = min(self._table.bottom + 8, foot - _NOTICE)
            return Box(self._panel.left + self._padding, top, self._panel.width - 2 * self._padding, foot - top)
        return Box(self._panel.left + 12, self._panel.top + 12, 250, 150)

    @property
    def order(self) -> list[Seat]:
        """The seats, best first."""
        lines = self.finished.result.seats
        return sorted(range(len(lines)), key=lambda seat: (lines[seat].rank, seat))

    def enter(self) -> None:
        super().enter()
        self.group.focus(next(w for w in self.group.widgets if isinstance(w, Button)))

    def build(self) -> Iterable[Widget]:
        style = self.style
        finished = self.finished
        self.texts = style.texts.with_seats([look.name for look in finished.looks])
        self.head = Headline(finished.result, finished.looks, finished.points, self.texts, finished.summary)
        self._score_chart = None
        panel = self._panel
        buttons = self._buttons()
        self._place_buttons(buttons)
        below = self._place_below()
        top = self._body_top
        left, whole = panel.left + self._padding, panel.width - 2 * self._padding
        board = self._board
        if self.design.upright:
            high = len(finished.looks) * (_CARD + 6) * (3 if finished.summary else 1)
            free = self._body_foot - top - 12
            detail = self._detail_height + 12 if finished.many else 0.0
            self._table = Box(left, top, whole, min(high, max(free - detail, free * _LEAST_LIST)))
            under = self._table.bottom + 8
            right = Box(left, under, whole, self._body_foot - 8 - under)
        else:
            share = TABLE_SHARE if finished.charted or board else 1.0
            share = LIST_SHARE if finished.many else share
            self._table = Box(left, top, whole * share, self._body_foot - top - 12)
            beside = self._table.right + COLUMN_GAP
            right = Box(beside, top, panel.right - self._padding - beside, self._table.height)
        widgets: list[Widget] = [*buttons, *below]
        if finished.summary is not None:
            widgets.append(self._sum_up(finished.summary))
        if self.finished.many:
            right = self._build_many(widgets, right)
        if board and right.height >= LEAST_CHART:
            widgets.append(PreviewPicture(style, right, lambda: board))
        if self.finished.charted and right.height >= LEAST_CHART:
            widgets.append(self._chart(right))
        return widgets

    def _place_below(self) -> list[Widget]:
        """Make what stands below the ranks, and place it above the line about the recording."""
        self._body_foot = self._foot_top
        if self._below is None:
            return []
        widget = self._below(self.style)
        whole = self._panel.width - 2 * self._padding
        high = widget.natural_height(whole)
        self._body_foot -= high + 4
        widget.box = Box(self._panel.left + self._padding, self._body_foot, whole, high)
        return [widget]

    @property
    def _panel(self) -> Box:
        """The panel that all of it lies on."""
        frame = self.design
        return Box(8, 8, frame.width - 16, frame.height - 16) if frame.upright else FRAME

    @property
    def _padding(self) -> float:
        return 12.0 if self.design.upright else PADDING

    def _place_buttons(self, buttons: Sequence[Button]) -> None:
        """Place the buttons in a row, from the right; upright the first one wide at the foot, others above it."""
        panel, high = self._panel, buttons[-1].natural_height(0)
        self._buttons_top = panel.bottom - self._padding + 8 - high
        x = panel.right - self._padding
        if not self.design.upright:
            for button in buttons:
                wide = button.natural_width()
                x -= wide
                button.box = Box(x, self._buttons_top, wide, high)
                x -= 12
            return
        left, whole, high = panel.left + self._padding, panel.width - 2 * self._padding, max(44.0, high)
        y = panel.bottom - self._padding - high
        buttons[0].box = Box(left, y, whole, high)
        for several in self._in_rows(buttons[1:]):
            y -= high + 8
            widths = [_least_width(button) for button in several]
            spare = (whole - 8 * (len(several) - 1) - sum(widths)) / len(several)
            alike = max(widths) <= (whole - 8 * (len(several) - 1)) / len(several)
            sizes = [REST if alike else wide + spare for wide in widths]
            for place, button in zip(row(Box(left, y, whole, high), sizes, 8), several, strict=True):
                button.box = place
        self._buttons_top = y

    def _in_rows(self, buttons: Sequence[Button]) -> list[list[Button]]:
        """Return the rows in which buttons stand on an upright page, two in each where their words have room."""
        whole, rows = self._panel.width - 2 * self._padding, list[list[Button]]()
        for button in buttons:
            wide = _least_width(button)
            pairs = (each for each in rows if len(each) == 1 and _least_width(each[0]) + 8 + wide <= whole)
            if (pair := next(pairs, None)) is not None:
                pair.append(button)
            else:
                rows.append([button])
        return rows

    def _buttons(self) -> list[Button]:
        """Make buttons for what can be done next; where room is short, the last ones are icons only."""
        line = self.texts.line
        ways = [(line(choice.text_key), choice.icon, choice) for choice in self.choices]
        all_ways = [*ways, (line("results.look"), "eye", None)]
        room = self._panel.width - 2 * self._padding + 12
        for wordless in range(len(ways) + 1):
            buttons = [
                Button(
                    self.style,
                    "" if len(ways) - number < wordless else label,
                    icon=icon,
                    kind=Kind.PRIMARY if number == 0 and self.choices else Kind.GLASS,
                    tooltip=label if len(ways) - number < wordless else "",
                    on_press=partial(self._answer, choice),
                )
                for number, (label, icon, choice) in enumerate(all_ways)
            ]
            if self.design.upright:
                if len(self._in_rows(buttons[1:])) <= _MOST_ROWS:
                    break
            elif sum(button.natural_width() + 12 for button in buttons) <= room:
                break
        return buttons

    def offers(self, choice: MenuChoice) -> bool:
        """Return whether this can be chosen here."""
        return choice in self.choices

    def _answer(self, choice: MenuChoice | None) -> None:
        self.stack.pop(choice)

    def _build_many(self, widgets: list[Widget], right: Box) -> Box:
        """Add the list and the chosen seat's details beside it; return the room below the details."""
        finished, order, style = self.finished, self.order, self.style
        lines = finished.result.seats
        standings = Standings(style, lines, finished.looks, order, self.texts)
        self._chosen = self._chosen if self._chosen in order else self._first_chosen()
        rows = standings.list_view(self._table, order.index(self._chosen), self._choose_row)
        high = min(right.height, self._detail_height)
        self._detail = SeatDetail(style, Box(right.left, right.top, right.width, high), finished.game, self.texts)
        self._detail.show(finished.looks[self._chosen], lines[self._chosen])
        widgets += [rows, self._detail]
        return Box(right.left, right.top + high + 12, right.width, right.height - high - 12)

    @property
    def _detail_height(self) -> float:
        """Height of the most details that a seat has."""
        details = max(len(details_of(line, self.finished.game, self.texts)) for line in self.finished.result.seats)
        return SeatDetail.height(self.style, details)

    def _sum_up(self, summary: Summary) -> RichText:
        """Lay the game's own words below the cards of the seats, which make room for them."""
        cards = min(len(self.finished.looks) * _CARD, 0.5 * self._table.height)
        table = self._table
        self._table = Box(table.left, table.top, table.width, cards)
        below = Box(table.left, table.top + cards + 10, table.width, table.height - cards - 10)
        return RichText(self.style, summary.text, below)

    def _first_chosen(self) -> Seat:
        """Return the seat whose details are shown first: that of a person at this screen, otherwise the best."""
        return next((seat for seat in self.order if self.finished.looks[seat].person), self.order[0])

    def _choose_row(self, row: int) -> None:
        self._chosen = self.order[row]
        self._detail.show(self.finished.looks[self._chosen], self.finished.result.seats[self._chosen])
        if self._score_chart:
            self._score_chart.show_seats(charted_seats(self.order, self.finished.looks, self._chosen))

    def _chart(self, box: Box) -> ScoreChart:
        """Make the chart beside the ranks."""
        style = self.style
        self._chart_box, top = box, box.top
        chart_left = box.left
        inner_top = style.typeface.leading(theme.BODY) + 22
        chart = ScoreChart(
            style,
            Box(
                chart_left + 14,
                top + inner_top,
                self._chart_box.width - 28,
                self._chart_box.height - inner_top - 10,
            ),
            self.finished.looks,
            self.finished.goal,
        )
        chart.show(self.finished.entries)
        if self.finished.many:
            chart.show_seats(charted_seats(self.order, self.finished.looks, self._chosen))
        self._score_chart = chart
        return chart

    @property
    def _head_edge(self) -> float:
        """Distance from the panel's top to its title, which is large on a wide frame, and has lanterns beside it."""
        return 4.0 if self.design.upright else 26.0

    @property
    def _body_top(self) -> float:
        typeface = self.style.typeface
        return self._panel.top + self._head_edge + typeface.leading(theme.TITLE) + typeface.leading(theme.BODY) + 14

    @property
    def _foot_top(self) -> float:
        """Top of the line about the recording, above the buttons."""
        return self._buttons_top - self.style.typeface.leading(theme.CAPTION) - 12

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, Command) and event.name is CommandName.BACK and not event.repeated:
            self.stack.pop()

    def handle(self, event: InputEvent) -> None:
        """Handle an input, but ignore CONFIRM at first: it was probably meant for the match that has just ended. A
        person who has moved the focus to a button means the press.
        """
        if isinstance(event, Command):
            if event.name is CommandName.CONFIRM and self._seen < self._haste:
                self._seen, self._haste = 0.0, HASTE
                return
            self._haste = 0.0
        super().handle(event)

    def update(self, seconds: float) -> None:
        self._seen += seconds
        super().update(seconds)

    def draw_risen(self, canvas: Canvas) -> None:
        self._layer.draw(canvas, self._panel, self.style.typeface.text_size, self._paint)
        super().draw_risen(canvas)

    def _paint(self, canvas: Canvas) -> None:
        drop_shadow(canvas, self._panel, 16, 16, 110, 8)
        faces.draw_face(canvas, self._panel, _GROUND, 16)
        if self.head.won:
            self._paint_joy(canvas)
        self._paint_head(canvas)
        if not self.finished.many:
            self._paint_table(canvas)
        if self._score_chart:
            self._paint_chart_frame(canvas)
        self._paint_recording(canvas)

    def _paint_joy(self, canvas: Canvas) -> None:
        """Paint stars beside the panel's head, always in the same places."""
        measure = self.style.typeface.measure
        wide = max(measure(self.head.title, theme.TITLE, Weight.BOLD), measure(self.head.subtitle, theme.BODY))
        free = wide / 2 + 24
        colours = ("#F6B24A", "#2BA7A0", "#E8507A", "#F3E3C3", "#5B7BE5")
        for number in range(46):
            across = (number * 0.6180339887) % 1.0
            down = (number * 0.7548776662) % 1.0
            x, y = self._panel.left + 24 + across * (self._panel.width - 48), self._panel.top + 12 + down * down * 108
            if abs(x - self._panel.centerx) < free:
                continue
            canvas.put_middle(khatam(canvas.px(6 + number % 4 * 3), colours[number % len(colours)]), x, y)

    def _paint_head(self, canvas: Canvas) -> None:
        typeface = self.style.typeface
        title = self.head.title
        y = self._panel.top + self._head_edge + typeface.leading(theme.TITLE) / 2
        upright, middle = self.design.upright, self._panel.centerx
        room = self._panel.width - 2 * self._padding - (40 if upright else 200)
        if self.finished.summary and not upright and (place := self.notice_place):
            room = min(room, 2 * (middle - place.right - 24))
        size = (
            theme.TITLE if not upright and typeface.measure(title, theme.TITLE, Weight.BOLD) <= room else theme.HEADING
        )
        title = typeface.cut(title, room, size)
        wide = typeface.measure(title, size, Weight.BOLD)
        lit = self.head.won or self.head.drawn or not any(look.person for look in self.finished.looks)
        for side in (-1, 1):
            if upright:
                break
            x = middle + side * (wide / 2 + 64)
            hang_lantern(canvas, x, self._panel.top + 22, 66, lit=lit, chain_length=22, reach=2.0)
            canvas.put_middle(khatam(canvas.px(16), "#C08A3E"), middle + side * (wide / 2 + 26), y)
        typeface.line(canvas, title, middle, y, size, Weight.BOLD, theme.TEXT_BRIGHT, "middle", shadow=1)
        y += typeface.leading(theme.TITLE) / 2 + typeface.leading(theme.BODY) / 2
        more = 40 if upright else 160
        told = first_fitting(
            typeface, (self.head.subtitle, self.texts.line(self.finished.result.reason)), room + more, theme.BODY
        )
        typeface.line(canvas, told, middle, y, theme.BODY, colour=theme.TEXT, anchor="middle", max_width=room + more)

    def _paint_table(self, canvas: Canvas) -> None:
        """Paint a card for each seat, best first; winners' cards are paper."""
        order = self.order
        gap = 10.0 if len(order) <= 4 else 6.0
        high = min(_CARD if self.design.upright else 128.0, (self._table.height - gap * (len(order) - 1)) / len(order))
        top = self._table.top + (self._table.height - high * len(order) - gap * (len(order) - 1)) / 2
        for at, seat in enumerate(order):
            box = Box(self._table.left, top + at * (high + gap), self._table.width, high)
            self._paint_seat(canvas, seat, box)

    def _paint_seat(self, canvas: Canvas, seat: Seat, box: Box) -> None:
        typeface = self.style.typeface
        line, look = self.finished.result.seats[seat], self.finished.looks[seat]
        first = line.rank == 1
        area = canvas.pixels(box)
        corner = canvas.px(theme.CORNER)
        if first:
            shine(canvas, box.left + 60, box.centery, 160, LANTERN, 0.16, 1.6)
        drop_shadow(canvas, box, theme.CORNER, 8, 100, 4)
        faces.draw_face(canvas, box, SHEET if first else faces.HINT, theme.CORNER)
        canvas.put(pattern_wash(look.colour, look.pattern, area.width, area.height, corner), box.left, box.top)
        if first:
            canvas.put(outline(area.width, area.height, corner, LANTERN, canvas.px(2.5)), box.left, box.top)
        ink = theme.TEXT_ON_PAPER if first else theme.TEXT_BRIGHT
        muted = theme.TEXT_ON_PAPER_MUTED if first else theme.TEXT
        details = details_of(line, self.finished.game, self.texts)
        score = self.texts.line("results.score", score=line.score) if self.finished.points else ""
        low = self.design.upright and box.height < typeface.leading(theme.HEADING)
        large = theme.LABEL if low else theme.HEADING
        score_wide = typeface.measure(score, large, Weight.BOLD)
        rank_room = typeface.grown(64)
        x = box.left + 18 + rank_room
        room = box.right - 20 - score_wide - 16 - x
        row = typeface.leading(theme.CAPTION)
        told = self._told(details, room, max(0, int((box.height - typeface.leading(theme.LABEL) - 12) // row)))
        y = box.centery - (row * len(told) / 2 + 2 if told else 0)
        rank, size = self.head.place(line.rank), theme.LABEL if len(self.order) == 2 else large
        typeface.line(canvas, rank, box.left + 18 + rank_room / 2 - 10, box.centery, size, Weight.BOLD, ink, "middle")
        side = typeface.grown(20)
        canvas.put_middle(badge(look.shape, look.colour, canvas.px(side)), x + side / 2, y)
        typeface.line(canvas, score, box.right - 20, box.centery, large, Weight.BOLD, ink, "right")
        name = fitted(typeface, look.name, room - side - 10, theme.LABEL)
        typeface.line(canvas, name, x + side + 10, y, theme.LABEL, Weight.SEMIBOLD, ink)
        y += (typeface.leading(theme.LABEL) - row) / 2
        for text in told:
            y += row
            typeface.line(canvas, text, x, y, theme.CAPTION, colour=muted)

    def _told(self, details: Sequence[Detail], room: float, most: int) -> list[str]:
        """Return the details on as few lines as possible, at most `most`; details without room are left out."""
        lines: list[str] = []
        for detail in details:
            longer = " · ".join([*lines[-1:], detail.said])
            if lines and self.style.typeface.measure(longer, theme.CAPTION) <= room:
                lines[-1] = longer
            elif len(lines) == most or self.style.typeface.measure(detail.said, theme.CAPTION) > room:
                break
            else:
                lines.append(detail.said)
        return lines

    def _paint_chart_frame(self, canvas: Canvas) -> None:
        typeface, box = self.style.typeface, self._chart_box
        faces.draw_face(canvas, box, faces.WELL, theme.CORNER)
        y = box.top + 12 + typeface.leading(theme.BODY) / 2
        size = typeface.grown(16)
        faces.draw_icon(canvas, "chart-line", box.left + 16 + size / 2, y, size, theme.TEXT_MUTED)
        title = self.texts.line("results.chart")
        typeface.line(canvas, title, box.left + 24 + size, y, theme.BODY, Weight.SEMIBOLD, theme.TEXT)

    def _paint_recording(self, canvas: Canvas) -> None:
        """Write where the replay is kept, where people find it."""
        if not self.finished.keeps_recordings:
            return
        typeface, path = self.style.typeface, self.finished.recording
        text = self.texts.line("results.recorded" if path else "results.unrecorded")
        if self.finished.hints:
            text = f"{text} {self.texts.line('results.hints', count=self.finished.hints)}"
        if adapted := self.finished.adapted:
            way = {1: "stronger", -1: "gentler"}.get(adapted.change, "same")
            level = level_name(adapted.spec, self.finished.game, self.texts)
            text = f"{self.texts.line(f'adapting.next.{way}', level=level)} {text}"
        y = self._foot_top + typeface.leading(theme.CAPTION) / 2 + 2
        size = typeface.grown(14)
        left = self._panel.left + self._padding
        faces.draw_icon(canvas, "save" if path else "circle-alert", left + size / 2, y, size, theme.TEXT_MUTED)
        text = typeface.cut(text, self._panel.width - 2 * self._padding - size - 8, theme.CAPTION)
        typeface.line(canvas, text, left + size + 8, y, theme.CAPTION, colour=theme.TEXT_MUTED)
