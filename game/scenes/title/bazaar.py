"""The map of the bazaar: every stall in its quarter, found by looking or by typing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from game.core.cabinet import Kind
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import DESIGN_HEIGHT, DESIGN_WIDTH, Box, Canvas
from game.engine.colour import LANTERN
from game.engine.input import CommandName, InputEvent, TextTyped
from game.engine.ornament import BUTTON, BUTTON_OVER, khatam
from game.engine.scene import Context
from game.engine.stage.stall import SHEET_HEIGHT, SHEET_WIDTH
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Button, Entry, Label, Panel, Pressable, ScrollArea, Style, Widget
from game.engine.widgets.parts import faces
from game.scenes.page.overlay import OverlayScene
from game.scenes.title.caption import name_of, names_of, players_of
from game.scenes.title.search import fits
from game.scenes.title.street.stalls import stall_back, stall_front
from game.scenes.title.street.stand import Sold, Stand

_BOX = Box(76, 44, DESIGN_WIDTH - 152, DESIGN_HEIGHT - 88)
_PADDING, _GAP = 28.0, 12.0
_TILE_HIGH = 84.0
_PICTURE = 68.0
_SEARCH_WIDE = 300.0


class StallTile(Pressable):
    """Tile of the map: a stall with its name and numbers of seats."""

    sound = Sound.PAGE

    def __init__(
        self, style: Style, box: Box, stand: Stand, seats: Sequence[int], opened: bool, on_press: Callable[[], None]
    ) -> None:
        super().__init__(style, box, on_press=on_press)
        self.stand = stand
        self._opened = opened
        self._name = name_of(stand, style.texts)
        self._under = players_of(seats, style.texts) if opened else style.texts.line("title.notice")

    def draw(self, canvas: Canvas) -> None:
        """Draw the stall, small, beside its name."""
        faces.draw_face(canvas, self.box, faces.between(BUTTON, BUTTON_OVER, self.warmth), theme.CORNER)
        high = canvas.px(_PICTURE)
        left, top = self.box.left + 8, self.box.centery - _PICTURE / 2
        for part in (stall_back, stall_front):
            canvas.put(part(self.stand.stall, self._opened, high), left, top)
        x = left + _PICTURE * SHEET_WIDTH / SHEET_HEIGHT + 8
        room, typeface, y = self.box.right - 10 - x, self.style.typeface, self.box.centery
        step = typeface.leading(theme.BODY) / 2
        size = next((size for size in (theme.BODY, theme.CAPTION) if typeface.measure(self._name, size) <= room), 13)
        name = fitted(typeface, self._name, room, size)
        typeface.line(canvas, name, x, y - step, size, Weight.SEMIBOLD, theme.TEXT_BRIGHT, max_width=room)
        under = fitted(typeface, self._under, room, theme.CAPTION)
        typeface.line(canvas, under, x, y + step, theme.CAPTION, colour=theme.TEXT_MUTED, max_width=room)


class BazaarMap(OverlayScene):
    """Overlay that returns the id of the chosen game, or None. Typed letters search."""

    dim = 0.6
    closed_by = (CommandName.BACK, CommandName.MENU)

    def __init__(
        self,
        context: Context,
        stands: Mapping[Stand, Sold],
        is_open: Callable[[Stand], bool],
        search: str = "",
    ) -> None:
        super().__init__(context)
        self._stands = stands
        self._is_open = is_open
        self._search = search
        self.tiles: list[StallTile] = []

    def first(self) -> Widget | None:
        return self.entry

    def build(self) -> Iterable[Widget]:
        style, line = self.style, self.style.texts.line
        high = style.typeface.grown(theme.CONTROL_HEIGHT)
        top = Box(_BOX.left + _PADDING, _BOX.top + _PADDING - 8, _BOX.width - 2 * _PADDING, high)
        close = Button(style, icon="x", on_press=self.put_away, tooltip=line("page.back"))
        close.box = Box(top.right - high, top.top, high, high)
        self.entry = Entry(
            style,
            self._search,
            placeholder=line("title.map.search"),
            limit=40,
            on_change=self._filter,
            on_commit=lambda _: self._take_first(),
        )
        self.entry.box = Box(close.box.left - _GAP - _SEARCH_WIDE, top.top, _SEARCH_WIDE, high)
        title = Label(style, line("title.map.title"), size=theme.HEADING, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT)
        title.box = Box(top.left, top.top, self.entry.box.left - _GAP - top.left, high)
        below = top.bottom + 14
        self._nothing = Label(style, "", size=theme.LABEL, colour=theme.TEXT_MUTED, anchor="middle")
        self._nothing.box = Box(top.left, _BOX.centery, top.width, high)
        self.area = ScrollArea(style, Box(top.left - 6, below, top.width + 12, _BOX.bottom - 16 - below))
        self._fill()
        return [Panel(style, _BOX), title, self.entry, close, self._nothing, self.area]

    def _fill(self) -> None:
        """Lay out the quarters that have stalls to show."""
        words = self.style.texts
        found = [stand for stand, sold in self._stands.items() if fits(self._search, names_of(stand, sold.kind, words))]
        self.tiles = []
        quarters = [(kind, [stand for stand in found if self._stands[stand].kind is kind]) for kind in Kind]
        quarters = [(kind, stands) for kind, stands in quarters if stands]
        inside, line = self.area.inside, self.style.texts.line
        wide = (inside.width - 3 * _GAP) / 4
        columns = self._columns([len(stands) for _, stands in quarters])
        heading, tile = self.style.typeface.leading(theme.LABEL) + 10, self.style.typeface.grown(_TILE_HIGH)
        labels: list[Widget] = []
        left, tallest = inside.left, 0.0
        for (kind, stands), count in zip(quarters, columns, strict=True):
            label = Label(self.style, line(f"title.kind.{kind}"), size=theme.LABEL, weight=Weight.BOLD, colour=LANTERN)
            label.box = Box(left, inside.top, count * wide + (count - 1) * _GAP, heading)
            labels.append(label)
            for number, stand in enumerate(stands):
                x, y = left + number % count * (wide + _GAP), inside.top + heading + number // count * (tile + _GAP)
                box, seats = Box(x, y, wide, tile), self._stands[stand].seats
                press = partial(self.stack.pop, stand.game)
                self.tiles.append(StallTile(self.style, box, stand, seats, self._is_open(stand), press))
                tallest = max(tallest, y + tile - inside.top)
            left += count * (wide + _GAP)
        self.area.widgets = [*labels, *self.tiles]
        self.area.laid_out(tallest)
        self._nothing.text = "" if found else line("title.map.nothing", text=self._search)

    @staticmethod
    def _columns(counts: Sequence[int]) -> list[int]:
        """Divide the map's columns among the quarters: one each, the rest to the quarter with the most stalls per
        column.
        """
        columns = [1] * len(counts)
        while counts and sum(columns) < len(Kind):
            fullest = max(range(len(counts)), key=lambda quarter: counts[quarter] / columns[quarter])
            columns[fullest] += 1
        return columns

    def _filter(self, text: str) -> None:
        self._search = text
        self._fill()

    def _take_first(self) -> None:
        named = [tile for tile in self.tiles if self._fits_by_name(tile.stand)]
        if self.tiles:
            self.stack.pop((named or self.tiles)[0].stand.game)
        else:
            self.style.play_sound(Sound.REFUSE)

    def _fits_by_name(self, stand: Stand) -> bool:
        """Whether the search is in a stall's own name, not only in its quarter's name."""
        *names, _quarter = names_of(stand, self._stands[stand].kind, self.style.texts)
        return fits(self._search, names)

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, TextTyped):
            self.group.focus(self.entry)
            self.group.handle(event)
        else:
            super().handle_rest(event)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        for x in (_BOX.left, _BOX.right):
            canvas.put_middle(khatam(canvas.px(26), LANTERN), x, _BOX.top)
