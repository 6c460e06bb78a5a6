"""The dictionary of the word game: every word that fits a pattern, found as one types."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.words.book import Book, book
from game.cabinets.words.glosses import gloss
from game.cabinets.words.search import Order, PatternError, danger, longest_of_each, matches, ordered, with_more
from game.cabinets.words.state import Options
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context, Scene
from game.engine.text import Weight
from game.engine.widgets import Button, Entry, ListView, RowState, Widget
from game.engine.widgets.segments import Option, Segments
from game.scenes.page.page import PageScene

_ROW = 40.0
_FOOT = 40.0
_COLUMNS = (0.0, 0.56, 0.7, 0.84)
"""Where word, length, rank and danger stand, as shares of a row."""
_ORDERS: tuple[Order, ...] = ("length", "ordinary", "danger")


class BrowserScene(PageScene):
    """A line for the pattern, the ways to order, and the words."""

    def __init__(self, context: Context, pattern: str = "", language: str = "ko") -> None:
        super().__init__(context)
        self._language = language
        self._pattern = pattern
        self._by: Order = "length"
        self._words: Sequence[str] = ()
        self._count = 0
        self._problem = ""
        self._entry: Entry | None = None
        self._list: ListView | None = None

    @property
    def heading(self) -> str:
        return self.context.texts.line("words.more.dictionary.title")

    @property
    def subheading(self) -> str:
        return self._problem or self.context.texts.line("words.search.count", count=self._count)

    @property
    def _book(self) -> Book:
        return book(Options(mode="chain" if self._language == "ko" else "letter"))

    def first_focus(self) -> Widget | None:
        return self._entry

    def build_body(self, body: Box) -> Sequence[Widget]:
        line, high = self.context.texts.line, self.context.typeface.grown(theme.CONTROL_HEIGHT)
        self._entry = Entry(
            self.style, self._pattern, placeholder=line("words.search.placeholder"), limit=40, on_change=self._search
        )
        self._entry.box = Box(body.left, body.top, 380, high)
        fewer, more, longest = (
            Button(self.style, line(f"words.search.{name}"), on_press=press)
            for name, press in (
                ("fewer", lambda: self._more(-1)),
                ("more", lambda: self._more(1)),
                ("longest", self._longest),
            )
        )
        x = self._entry.box.right + theme.GAP
        for button in (fewer, more, longest):
            button.box = Box(x, body.top, button.natural_width(), high)
            x = button.box.right + theme.GAP
        second = body.top + high + theme.GAP
        languages = Segments(
            self.style,
            [Option(name, line(f"words.search.{name}")) for name in ("ko", "en")],
            self._language,
            on_change=lambda language: self._chosen(language, self._by),
        )
        orders = Segments(
            self.style,
            [Option(name, line(f"words.search.order.{name}")) for name in _ORDERS],
            self._by,
            on_change=lambda order: self._chosen(self._language, order),
        )
        languages.box = Box(body.left, second, 260, high)
        orders.box = Box(languages.box.right + 2 * theme.GAP, second, 560, high)
        top = second + high + theme.GAP + 24
        box = Box(body.left, top, body.width, body.bottom - top)
        self._list = ListView(self.style, self._paint, 0, box, row_height=_ROW, empty=line("words.search.empty"))
        self._search(self._pattern)
        return [self._entry, fewer, more, longest, languages, orders, self._list]

    def _chosen(self, language: str, order: Order) -> None:
        self._language, self._by = language, order
        self._search(self._pattern)

    def _more(self, more: int) -> None:
        if self._entry is not None:
            self._entry.text = with_more(self._entry.text, more)
            self._search(self._entry.text)

    def _longest(self) -> None:
        self._show(longest_of_each(self._book.lexicon))

    def _search(self, pattern: str) -> None:
        self._pattern, self._problem = pattern, ""
        try:
            found = matches(self._book.lexicon, pattern)
        except PatternError as error:
            self._problem = self.context.texts.line(error.key, error.values)
            found = ()
        self._show(ordered(self._book, found, self._by), len(found))

    def _show(self, words: Sequence[str], count: int | None = None) -> None:
        self._words, self._count = words, len(words) if count is None else count
        if self._list is not None:
            self._list.refill(len(words))

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        if self._list is None:
            return
        box = self._list.box
        for share, name in zip(_COLUMNS, ("word", "length", "rank", "follow"), strict=True):
            text = self.context.texts.line(f"words.search.column.{name}")
            self.context.typeface.line(
                canvas, text, box.left + 18 + share * (box.width - 54), box.top - 14, theme.CAPTION
            )

    def _paint(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        words, word = self._book, self._words[number]
        place = words.lexicon.find(word)
        rank = words.lexicon.ranks[place] if place is not None else 0
        cells = (word, str(len(word)), str(rank) if rank else "–", str(danger(words, word)))
        for share, cell in zip(_COLUMNS, cells, strict=True):
            weight = Weight.REGULAR if share else Weight.SEMIBOLD
            x = box.left + 12 + share * (box.width - 28)
            self.context.typeface.line(canvas, cell, x, box.centery, theme.BODY, weight, theme.TEXT)
        self._paint_gloss(canvas, word, box)

    def _paint_gloss(self, canvas: Canvas, word: str, box: Box) -> None:
        """What a word means, behind it, as much as there is room for."""
        meaning, typeface = gloss(word), self.context.typeface
        x = box.left + 24 + typeface.measure(word, theme.BODY, Weight.SEMIBOLD)
        room = box.left + _COLUMNS[1] * (box.width - 28) - x
        while meaning and typeface.measure(f"{meaning} …", theme.CAPTION) > room:
            meaning = meaning.removesuffix(" …").rpartition(" ")[0]
        if meaning:
            told = meaning if meaning == gloss(word) else f"{meaning} …"
            typeface.line(canvas, told, x, box.centery, theme.CAPTION, colour=theme.TEXT_MUTED)


def dictionary(context: Context) -> Scene:
    """The dictionary, as it hangs at the stall."""
    return BrowserScene(context, language="ko" if context.texts.language == "ko" else "en")
