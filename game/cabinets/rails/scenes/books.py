"""The page after a match: income by line and cargo, units per 1,000 coins spent, the best line, where time was lost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from game.cabinets.rails.contract.views import Cargo, View
from game.cabinets.rails.match.look import Look as Seen
from game.cabinets.rails.match.look import Sale, StationView
from game.cabinets.rails.running.beginning import task_told
from game.cabinets.rails.running.twin import match_of
from game.cabinets.rails.running.viewing import look_of
from game.cabinets.rails.stage.sight.names import cargo_name, industry_name, place_name, station_name
from game.cabinets.rails.world.land import Land, distance
from game.cabinets.rails.world.worldgen import land_of
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.stage import Look
from game.engine.stage.presentation import Opened
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Label, ListView, RowState, Widget, draw_icon
from game.engine.widgets.choice import choice
from game.engine.widgets.segments import Option
from game.scenes.page.page import PageScene


class Loss(NamedTuple):
    """A place where vehicles waited for a way, and the ticks that all of them waited."""

    tile: int
    ticks: int
    near: StationView | None
    """The company's station nearest to the tile; None if it has none."""


class Books(NamedTuple):
    """The figures about one company that the page after a match shows."""

    lines: tuple[Sale, ...]
    """The company's lines, by income, highest first."""
    cargoes: tuple[tuple[Cargo, int, int], ...]
    """Each cargo with its units and its income in coins, highest income first."""
    income: int
    units: int
    per_thousand: int | None
    """Units per 1,000 coins spent; None if nothing was spent."""
    losses: tuple[Loss, ...]
    """Places where vehicles waited, the longest waiting first."""

    @property
    def best(self) -> Sale | None:
        """The line that earned most; None for none."""
        return self.lines[0] if self.lines else None


def books_of(view: Seen, company: int) -> Books:
    """Return the books of a company."""
    lines = tuple(sale for sale in view.sales if sale.company == company)
    sums = [
        (cargo, sum(sale.units for sale in lines if sale.cargo == cargo), coins)
        for cargo in Cargo
        if (coins := sum(sale.coins for sale in lines if sale.cargo == cargo))
    ]
    spent = view.spent[company]
    return Books(
        lines,
        tuple(sorted(sums, key=lambda row: -row[2])),
        view.delivered[company],
        view.units[company],
        1000 * view.units[company] // spent if spent > 0 else None,
        tuple(
            Loss(one.tile, one.ticks, nearest_station(view, company, one.tile))
            for one in view.lost
            if one.company == company
        ),
    )


def nearest_station(view: Seen, company: int, tile: int, within: int = 1 << 20) -> StationView | None:
    """Return the company's station nearest to a tile, at most `within` tiles away; None if there is none."""
    own = [(distance(view.size, one.tile, tile), one.id, one) for one in view.stations if one.company == company]
    return min((row for row in own if row[0] <= within), default=(0, 0, None))[2]


_LEFT: Final = 0.58
"""Share of the page's width for the lines; figures have the rest."""
_SEATS: Final = 0.62
"""Greatest share of the page's width for the buttons with the names of seats."""
_REACH: Final = 8
"""Tiles from an industry within which a station is named as its own."""
_GAP: Final = 20.0
_LINE_ROW: Final = 62.0
_FIGURE_ROW: Final = 34.0
_PAD: Final = 12.0


class Figure(NamedTuple):
    """A row of the right column; a heading if it has no value."""

    name: str
    value: str = ""
    sign: str = ""


class BooksScene(PageScene):
    """The page with the books of one company at a time; spectators can switch between companies."""

    def __init__(self, context: Context, view: Seen, land: Land, looks: Sequence[Look]) -> None:
        super().__init__(context)
        self._view, self._land, self._looks = view, land, looks
        people = [seat for seat, look in enumerate(looks) if look.person]
        self._company = people[0] if people and len(view.cash) > 1 else 0

    @property
    def heading(self) -> str:
        return self._line("title")

    @property
    def books(self) -> Books:
        """The books of the company that is shown."""
        return books_of(self._view, self._company)

    def _line(self, key: str, **values: object) -> str:
        return self.context.texts.line(f"rails_stage.books.{key}", **values)

    def first_focus(self) -> Widget | None:
        return self._lines

    def build_body(self, body: Box) -> Sequence[Widget]:
        style, books = self.style, self.books
        self._sales, self._figures = books.lines, self.figures(books)
        head = style.typeface.leading(theme.BODY) + 8
        left = Box(body.left, body.top + head, body.width * _LEFT, body.height - head)
        right = Box(left.right + _GAP, left.top, body.right - left.right - _GAP, left.height)
        lines = Label(style, self._line("lines"), Box(left.left + 6, body.top, left.width, head), icon="coins")
        whole = Label(style, self._line("whole"), Box(right.left + 6, body.top, right.width, head), icon="list")
        self._lines = ListView(
            style, self._paint_line, len(self._sales), left, row_height=_LINE_ROW, empty=self._line("nothing")
        )
        figures = ListView(style, self._paint_figure, len(self._figures), right, row_height=_FIGURE_ROW)
        return [*self._seats(body), lines, self._lines, whole, figures]

    def _seats(self, body: Box) -> list[Widget]:
        """Return the buttons that choose the company, placed beside the heading; none if there is only one company."""
        if len(self._view.cash) < 2:
            return []
        options = [Option(seat, look.name) for seat, look in enumerate(self._looks)]
        most = body.width * _SEATS
        seats = choice(self.style, options, self._company, most, on_change=self._turn_to)
        high = seats.natural_height(0)
        wide = min(seats.natural_width(), most)
        seats.box = Box(body.right - wide, body.top - 16 - high, wide, high)
        return [seats]

    def _turn_to(self, company: int) -> None:
        self._company = company
        self.rebuild()

    def figures(self, books: Books) -> list[Figure]:
        """Return the rows of the right column."""
        rate = "–" if books.per_thousand is None else f"{books.per_thousand:,}"
        rows = [
            Figure(self._line("income"), f"{books.income:,}", "coins"),
            Figure(self._line("units"), f"{books.units:,}", "list"),
            Figure(self._line("per_thousand"), rate, "gauge"),
        ]
        if books.best:
            origin, taker = self._place(books.best.origin), self._place(books.best.taker)
            rows += [Figure(self._line("best")), Figure(origin, " ", "star")]
            rows.append(Figure(f"→ {taker}", f"{books.best.coins:,}"))
        if books.cargoes:
            rows.append(Figure(self._line("cargoes")))
            rows += [
                Figure(
                    self._line("of_cargo", cargo=cargo_name(self.context.texts, cargo), units=f"{units:,}"),
                    f"{coins:,}",
                    "shapes",
                )
                for cargo, units, coins in books.cargoes
            ]
        rows.append(Figure(self._line("lost")))
        if not books.losses:
            rows.append(Figure(self._line("none_lost"), "0:00", "hourglass"))
        return rows + [Figure(self._where(loss), _time(loss.ticks), "hourglass") for loss in books.losses]

    def route(self, sale: Sale) -> str:
        """Return the names of the two ends of a line, joined by an arrow."""
        return f"{self._place(sale.origin)} → {self._place(sale.taker)}"

    def _place(self, place: int) -> str:
        """Return the name of a town, or of an industry with the company's station there, as there are several of each
        kind; with its tile where no station stands any more.
        """
        texts, industries = self.context.texts, self._land.industries
        if place >= len(industries):
            return place_name(texts, self._land.towns[place - len(industries)].name)
        one = industries[place]
        station = nearest_station(self._view, self._company, one.tile, _REACH)
        told = f"· {station_name(texts, self._land, station)}" if station else self._tile(one.tile)
        return f"{industry_name(texts, one)} {told}"

    def _tile(self, tile: int) -> str:
        return f"({tile % self._land.size}, {tile // self._land.size})"

    def _where(self, loss: Loss) -> str:
        tile = self._tile(loss.tile)
        if loss.near is None:
            return tile
        return self._line("near", station=station_name(self.context.texts, self._land, loss.near), tile=tile)

    def _paint_line(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        typeface, sale = self.style.typeface, self._sales[number]
        coins = f"{sale.coins:,}"
        half = typeface.leading(theme.BODY) / 2
        x, right = box.left + _PAD, box.right - _PAD
        room = right - x - typeface.measure(coins, theme.BODY, Weight.BOLD) - 16
        y = box.centery - half
        name = fitted(typeface, self.route(sale), room, theme.BODY)
        typeface.line(canvas, name, x, y, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        typeface.line(canvas, coins, right, y, theme.BODY, Weight.BOLD, theme.TEXT_BRIGHT, "right")
        y += 2 * half
        told = self._line("of_cargo", cargo=cargo_name(self.context.texts, sale.cargo), units=f"{sale.units:,}")
        wide = typeface.line(canvas, told, x, y, theme.CAPTION, colour=theme.TEXT)
        whole = Box(x + max(wide + 14, 0.3 * box.width), y - 4, 0, 8)
        whole.width = right - whole.left
        share = sale.coins / max(1, self._sales[0].coins)
        canvas.surface.fill("#1A1538", canvas.pixels(whole))
        part = Box(whole.left, whole.top, max(2.0, whole.width * share), whole.height)
        canvas.surface.fill(theme.WARNING, canvas.pixels(part))

    def _paint_figure(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        typeface, row = self.style.typeface, self._figures[number]
        x, right, y = box.left + _PAD, box.right - _PAD, box.centery
        if not row.value:
            name = fitted(typeface, row.name, right - x, theme.CAPTION)
            typeface.line(canvas, name, x, y + 3, theme.CAPTION, Weight.BOLD, theme.WARNING)
            return
        side = typeface.grown(theme.CAPTION)
        if row.sign:
            draw_icon(canvas, row.sign, x + side / 2, y, side, theme.TEXT_MUTED)
        x += side + 8
        room = right - x - typeface.measure(row.value, theme.CAPTION, Weight.BOLD) - 12
        typeface.line(canvas, fitted(typeface, row.name, room, theme.CAPTION), x, y, theme.CAPTION, colour=theme.TEXT)
        typeface.line(canvas, row.value, right, y, theme.CAPTION, Weight.BOLD, theme.TEXT_BRIGHT, "right")


def _time(ticks: int) -> str:
    """Return ticks as minutes and seconds at normal speed, with hours from one hour on."""
    minutes, seconds = divmod(ticks // 8, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def account(brief: Any, view: Any, looks: Sequence[Look]) -> Opened | None:
    """Return a function that opens the page about a match; None if the match has no map yet."""
    if not isinstance(view, View) or view.number < 0:
        return None
    task = task_told(brief)
    land = task.land if task else land_of(view.number, view.size)
    return partial(BooksScene, view=look_of(match_of(view, land, task)), land=land, looks=looks)
